/* mutant.c - the change that is in force, from the environment. Every process that has
 * the file REACHED in its own notes there, a byte a change, where it runs it. After so
 * many milliseconds of processor time as LIMIT says it ends, if a change made it loop. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST = 1 << 16 };
static unsigned char nowhere[MOST];

int mutant_;
unsigned char *mutant_reached_ = nowhere;

__attribute__((constructor)) static void mutant_read(void)
{
    const char *number = getenv("MUTANT"), *name = getenv("REACHED");
    const char *limit = getenv("LIMIT");
    const int fd = name ? open(name, O_RDWR) : -1;
    const int ms = limit ? atoi(limit) : 0;
    void *p = fd < 0 ? MAP_FAILED : mmap(NULL, MOST, PROT_WRITE, MAP_SHARED, fd, 0);
    struct itimerval timer = {{0, 0}, {0, 0}};
    (void)syscall(SYS_close, fd); /* not as 0, which tests close; unseen by faults.c */
    if (p != MAP_FAILED) mutant_reached_ = (unsigned char *)p;
    timer.it_value.tv_sec = ms / 1000;
    timer.it_value.tv_usec = ms % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, NULL);
    mutant_ = number ? atoi(number) : 0;
}
