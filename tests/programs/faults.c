/* faults.c - runs a program and makes one of its calls on files fail, or its last one.
 *
 *     faults once K FILE COMMAND ...    the K-th call fails
 *     faults full K FILE COMMAND ...    so do all after it that need room on the disk
 *     faults kill K FILE COMMAND ...    the program is killed when it makes the K-th call
 *     faults room K FILE COMMAND ...    no file can have more than K bytes
 *
 * FILE gets the call and what it was on, "write out.json"; it is empty if there were
 * fewer calls. (By `room` it gets that word.) The exit status is the program's,
 * 128 + N if signal N ended it, or 77 where this cannot be done.
 *
 * Linux asks this process about every such call (seccomp_unotify(2)), so that calls are
 * seen that the C library makes by itself, and the program is as it is built for users.
 * Calls on the system's own files, on standard error, and of other processes that the
 * program starts do not count.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT = 77, BY_FD = -1 };

static const struct call {
    long number;
    const char *name;
    int path;  /* which argument is a path; BY_FD = the first is a file descriptor */
    int error; /* how the call fails                                               */
} calls[] = {
    {SYS_openat, "open", 1, EIO}, /* and ENOSPC if it makes a file */
    {SYS_read, "read", BY_FD, EIO},       {SYS_getdents64, "list", BY_FD, EIO},
    {SYS_write, "write", BY_FD, ENOSPC},  {SYS_writev, "write", BY_FD, ENOSPC},
    {SYS_fsync, "fsync", BY_FD, EIO},     {SYS_ftruncate, "truncate", BY_FD, EIO},
    {SYS_fchmod, "chmod", BY_FD, EIO},    {SYS_close, "close", BY_FD, ENOSPC},
#ifdef SYS_rename
    {SYS_rename, "rename", 1, ENOSPC},    {SYS_mkdir, "mkdir", 0, ENOSPC},
#endif
#ifdef SYS_renameat
    {SYS_renameat, "rename", 3, ENOSPC},
#endif
    {SYS_renameat2, "rename", 3, ENOSPC}, {SYS_mkdirat, "mkdir", 1, ENOSPC}};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* The kernel's questions about these calls come from this descriptor; -1 = no. */
static int listen_to(void)
{
    struct sock_filter code[CALLS + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_filter ask = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    const struct sock_fprog program = {CALLS + 3, code};
    for (unsigned i = 0; i < CALLS; i++) {
        const struct sock_filter is = BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, (__u8)(CALLS - i), 0);
        code[1 + i] = is;
    }
    code[CALLS + 1] = allow;
    code[CALLS + 2] = ask;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                        SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* In the child: becomes the program. (write() would ask who is yet to hear of it.) */
static void become(int to, char **command)
{
    const int fd = listen_to();
    if (send(to, &fd, sizeof fd, 0) == sizeof fd && fd >= 0) execvp(command[0], command);
    _exit(CANNOT);
}

/* What the call is on: 1, or 0 if it does not count. */
static int is_on(const struct call *c, const struct seccomp_notif *n, char on[PATH_MAX])
{
    static const char *const system[] = {"/usr/",  "/lib",  "/etc/",
                                         "/proc/", "/sys/", "/dev/null"};
    char proc[64];
    struct stat about;
    ssize_t length;
    memset(on, 0, PATH_MAX);
    if (c->path == BY_FD) {
        snprintf(proc, sizeof proc, "/proc/%u/fd/%d", n->pid, (int)n->data.args[0]);
        length = readlink(proc, on, PATH_MAX - 1);
        if (length <= 0 || on[0] != '/' || n->data.args[0] == 2) return 0;
        /* closing a file that was only read cannot fail */
        if (c->number == SYS_close)
            if (lstat(proc, &about) != 0 || !(about.st_mode & S_IWUSR)) return 0;
    } else {
        snprintf(proc, sizeof proc, "/proc/%u/mem", n->pid);
        const int memory = open(proc, O_RDONLY);
        if (memory < 0) return 0;
        /* up to the end of a page there may be less than PATH_MAX */
        length = pread(memory, on, PATH_MAX - 1, (off_t)n->data.args[c->path]);
        close(memory);
    }
    for (unsigned i = 0; i < sizeof system / sizeof system[0]; i++)
        if (strncmp(on, system[i], strlen(system[i])) == 0) return 0;
    return length > 0;
}

/* Is it the program itself, not another process that it started? */
static int is_of(pid_t program, const struct seccomp_notif *n)
{
    char task[64];
    snprintf(task, sizeof task, "/proc/%d/task/%u", (int)program, n->pid);
    return access(task, F_OK) == 0;
}

int main(int argc, char **argv)
{
    static char on[PATH_MAX];
    const char *how = argc > 4 ? argv[1] : "";
    const long k = argc > 4 ? atol(argv[2]) : 0;
    FILE *said = argc > 4 ? fopen(argv[3], "we") : NULL;
    struct pollfd from = {.events = POLLIN};
    int ends[2], status = 0;
    long count = 0;
    pid_t program;
    if (!said || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return CANNOT;
    if (strcmp(how, "room") == 0) {
        const struct rlimit most = {(rlim_t)k, (rlim_t)k};
        signal(SIGXFSZ, SIG_IGN);
        fputs("room\n", said);
        if (fclose(said) != 0 || setrlimit(RLIMIT_FSIZE, &most) != 0) return CANNOT;
        execvp(argv[4], argv + 4);
        return CANNOT;
    }
    /* as fork, but that the descriptor is this process's, too */
    program = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
    if (program == 0) become(ends[1], argv + 4);
    if (program < 0 || read(ends[0], &from.fd, sizeof from.fd) != sizeof from.fd)
        return CANNOT;
    while (from.fd >= 0 && poll(&from, 1, -1) > 0 && from.revents & POLLIN) {
        struct seccomp_notif n;
        struct seccomp_notif_resp answer = {.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        const struct call *c = calls;
        memset(&n, 0, sizeof n);
        if (ioctl(from.fd, SECCOMP_IOCTL_NOTIF_RECV, &n) != 0) continue;
        while (c->number != n.data.nr) c++;
        answer.id = n.id;
        if (is_of(program, &n) && is_on(c, &n, on)) {
            const int makes = c->number == SYS_openat && n.data.args[2] & O_CREAT;
            const int error = makes ? ENOSPC : c->error;
            count++;
            if (count == k && c->path == BY_FD && n.data.args[0] == 1)
                fprintf(said, "%s standard output\n", c->name);
            else if (count == k)
                fprintf(said, "%s %s\n", c->name, on);
            if (count == k && strcmp(how, "kill") == 0) kill(program, SIGKILL);
            if (count == k ||
                (count > k && error == ENOSPC && strcmp(how, "full") == 0)) {
                answer.flags = 0;
                answer.error = -error;
            } else if (c->number == SYS_fsync) {
                answer.flags = 0; /* as if it had: a disk takes its time */
            }
        }
        ioctl(from.fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    if (waitpid(program, &status, 0) != program || fclose(said) != 0) return CANNOT;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
