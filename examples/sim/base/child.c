/* child.c - both pipes are watched with poll, and neither is ever waited for alone. */
#define _POSIX_C_SOURCE 200809L

#include "base/child.h"

#ifndef _WIN32

#include "base/array.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct child *children; /* those that run: what child_kill_all ends */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of that list */

static void enlist(struct child *c)
{
    pthread_mutex_lock(&lock);
    c->next = children;
    children = c;
    pthread_mutex_unlock(&lock);
}

static void strike(const struct child *c)
{
    struct child **at = &children;
    pthread_mutex_lock(&lock);
    while (*at && *at != c) at = &(*at)->next;
    if (*at) *at = c->next;
    pthread_mutex_unlock(&lock);
}

static void close_both(int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* In the child: becomes the shell, when a byte says that the parent has it in its list;
 * one that is ended before that writes none. Does not return. */
static void run(const int in[2], const int out[2], const char *command)
{
    char go;
    close(in[1]);
    (void)setpgid(0, 0);
    (void)signal(SIGPIPE, SIG_DFL);
    if (read(in[0], &go, 1) == 1 && dup2(in[0], STDIN_FILENO) >= 0 &&
        dup2(out[1], STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

int child_start(struct child *c, const char *command, int seconds, struct error *e)
{
    int in[2], out[2], k;
    (void)signal(SIGPIPE, SIG_IGN); /* a program that is gone is reported in words */
    c->seconds = seconds;
    if (pipe(in) != 0) return error_fail(e, "a pipe: %s", strerror(errno));
    if (pipe(out) != 0) {
        close_both(in);
        return error_fail(e, "a pipe: %s", strerror(errno));
    }
    for (k = 0; k < 2; k++) { /* not for other children */
        (void)fcntl(in[k], F_SETFD, FD_CLOEXEC);
        (void)fcntl(out[k], F_SETFD, FD_CLOEXEC);
    }
    c->pid = fork();
    if (c->pid == 0) run(in, out, command);
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = out[0];
    if (c->pid < 0) {
        c->pid = 0;
        close(c->to);
        close(c->from);
        return error_fail(e, "a process: %s", strerror(errno));
    }
    (void)setpgid((pid_t)c->pid, (pid_t)c->pid);
    (void)fcntl(c->to, F_SETFL, O_NONBLOCK);
    enlist(c);
    return child_write(c, "", 1, e);
}

static void nap(void)
{
    const struct timespec some = {0, 5000000};
    (void)nanosleep(&some, NULL);
}

/* Waits for its end for so many naps, and ends what it leaves behind. 1 and its status,
 * or 0. */
static int ended(struct child *c, int naps, int *status)
{
    for (; c->pid > 0; naps--) {
        siginfo_t is = {0};
        if (waitid(P_PID, (id_t)c->pid, &is, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            is.si_pid > 0)
            (void)kill((pid_t)-c->pid, SIGKILL);
        pid_t pid = waitpid((pid_t)c->pid, status, WNOHANG);
        if (pid == (pid_t)c->pid || (pid < 0 && errno != EINTR)) {
            c->pid = 0;
            return pid > 0;
        }
        if (naps == 0) return 0;
        nap();
    }
    return 0;
}

/* It has closed a pipe. */
static int gone(struct child *c, const char *what, struct error *e)
{
    int status = 0;
    if (!ended(c, 40, &status))
        return error_fail(e, "the program has closed its %s", what);
    if (WIFSIGNALED(status))
        return error_fail(e, "the program was killed by signal %d", WTERMSIG(status));
    return error_fail(e, "the program has ended, with exit status %d",
                      WEXITSTATUS(status));
}

/* Until it may be read or written. 0, or -1. */
static int wait_for(struct child *c, int fd, short events, struct error *e)
{
    struct pollfd one = {.fd = fd, .events = events};
    int n;
    do n = poll(&one, 1, c->seconds * 1000);
    while (n < 0 && errno == EINTR);
    if (n > 0) return 0;
    return error_fail(
        e, "the program %s within %d s%s",
        events == POLLIN ? "gives no answer" : "does not read its input", c->seconds,
        events == POLLIN
            ? "; does it read line by line (mawk -W interactive) and flush each answer?"
            : "");
}

int child_write(struct child *c, const char *text, size_t size, struct error *e)
{
    while (size > 0) {
        const ssize_t n = write(c->to, text, size);
        if (n < 0 && errno == EAGAIN) {
            if (wait_for(c, c->to, POLLOUT, e) != 0) return -1;
        } else if (n < 0 && errno != EINTR) {
            return gone(c, "standard input", e);
        }
        if (n < 0) continue;
        text += n;
        size -= (size_t)n;
    }
    return 0;
}

char *child_read(struct child *c, struct error *e)
{
    size_t looked = c->begin;
    char *end;
    ssize_t n;
    while (!(end = looked < c->count
                       ? (char *)memchr(c->text + looked, '\n', c->count - looked)
                       : NULL)) {
        if (c->begin > 0) { /* the lines before have been dealt with */
            memmove(c->text, c->text + c->begin, c->count - c->begin);
            c->count -= c->begin;
            c->begin = 0;
        }
        looked = c->count;
        if (c->count > CHILD_LINE) {
            (void)error_fail(e, "the program prints a line of more than %d bytes",
                             CHILD_LINE);
            return NULL;
        }
        if (ARRAY_ROOM(c->text, c->count, c->capacity, 4096) != 0) {
            (void)error_fail(e, "out of memory");
            return NULL;
        }
        if (wait_for(c, c->from, POLLIN, e) != 0) return NULL;
        n = read(c->from, c->text + c->count, c->capacity - c->count);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            (void)gone(c, "standard output", e);
            return NULL;
        }
        if (n > 0) c->count += (size_t)n;
    }
    *end = 0;
    looked = c->begin;
    c->begin = (size_t)(end - c->text) + 1;
    if (looked + strlen(c->text + looked) + 1 < c->begin) {
        (void)error_fail(e, "the program prints a NUL byte");
        return NULL;
    }
    return c->text + looked;
}

char *child_last(struct child *c)
{
    struct error e;
    if (c->to > 0) close(c->to);
    c->to = -1;
    c->seconds = 1;
    return child_read(c, &e);
}

void child_end(struct child *c)
{
    const long group = c->pid;
    int status;
    if (c->to > 0) close(c->to);
    if (c->from > 0) close(c->from);
    c->to = c->from = -1;
    if (c->pid > 0 && !ended(c, 200, &status)) {
        (void)kill((pid_t)-group, SIGKILL);
        while (waitpid((pid_t)c->pid, &status, 0) < 0 && errno == EINTR) continue;
    }
    c->pid = 0;
    strike(c);
    free(c->text);
    c->text = NULL;
}

void child_kill_all(void)
{
    for (const struct child *c = children; c; c = c->next)
        if (c->pid > 0) (void)kill((pid_t)-c->pid, SIGKILL);
}
#endif
