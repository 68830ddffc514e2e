/* mutant.c - the change that is in force, from the environment. All processes that have
 * the file REACHED in theirs note in it, a byte a change, where they come by. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MOST = 1 << 16 };
static unsigned char nowhere[MOST];

int mutant_;
unsigned char *mutant_reached_ = nowhere;

__attribute__((constructor)) static void mutant_read(void)
{
    const char *number = getenv("MUTANT"), *name = getenv("REACHED");
    const int fd = name ? open(name, O_RDWR) : -1;
    void *p = fd < 0 ? MAP_FAILED : mmap(NULL, MOST, PROT_WRITE, MAP_SHARED, fd, 0);
    if (p != MAP_FAILED) mutant_reached_ = (unsigned char *)p;
    mutant_ = number ? atoi(number) : 0;
}
