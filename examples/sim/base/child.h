/* child.h - a command of the user's that runs next to the program and talks to it line by
 * line: it gets text on its standard input, what it prints comes back.
 *
 * Nothing here waits for ever: a command that neither reads, answers nor ends within the
 * time it has is an error, as one that is gone. It runs by /bin/sh -c in its own process
 * group, which child_end ends; so a signal from the terminal does not reach it, and a
 * program that is ended by one has to end it (child_kill_all). SIGPIPE is ignored from
 * then on. It needs POSIX.
 */
#ifndef CHILD_H
#define CHILD_H

#include "base/error.h"

#include <stddef.h>

enum { CHILD_LINE = 1 << 24 }; /* bytes that a line may have */

struct child { /* zero-initialise; child_end */
    long pid;  /* 0 = none */
    int to, from;
    int seconds; /* that it may take for a line */
    char *text;  /* the text read; a line begins at `begin` */
    size_t begin, count, capacity;
    struct child *next; /* of those that run */
};

#ifdef _WIN32
#define child_start(c, command, seconds, e) \
    ((void)(command), error_fail(e, "needs POSIX"))
#define child_write(c, text, size, e) ((void)(text), (void)(size), -1)
#define child_read(c, e) NULL
#define child_last(c) NULL
#define child_end(c) (void)(c)
#define child_kill_all NULL
#else
/* 0, or -1. */
int child_start(struct child *c, const char *command, int seconds, struct error *e);

/* Writes text. 0, or -1: it is gone, or does not read. */
int child_write(struct child *c, const char *text, size_t size, struct error *e);

/* The next line, without its end, until the next call; NULL: there is none, and why. */
char *child_read(struct child *c, struct error *e);

/* Ends its input; the next line that it prints within a second all the same, or NULL. */
char *child_last(struct child *c);

/* Ends its input, and frees everything: it has a second to end by itself. */
void child_end(struct child *c);

/* Ends all that have been started, without waiting: for a signal handler. */
void child_kill_all(void);
#endif

#endif
