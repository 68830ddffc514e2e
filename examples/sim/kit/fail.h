/* fail.h - the end of a program that cannot go on: one line, and exit status 1.
 *
 *     if (!file) fail("%s: %s", path, strerror(errno));
 *     if (hours < 0) fail("%s:%zu: hours: '%s' is not a number", path, line, text);
 *
 * prints "program: easy at load 0.8, seed 3: log.swf:12: hours: 'x' is not a number".
 * What stands before the message is the run that this thread makes. fail() may be called
 * from any thread and does not return, so no function hands an error up. Half-written
 * files go.
 */
#ifndef FAIL_H
#define FAIL_H

#define FAIL_PRINTF(which, first) __attribute__((format(printf, which, first)))
#define FAIL_NORETURN __attribute__((noreturn))

/* What messages begin with: "mrfs_sim". */
void fail_program(const char *name);

/* Bad input or output: exit status 1. */
FAIL_PRINTF(1, 2) FAIL_NORETURN void fail(const char *format, ...);

/* A wrong command line: exit status 2. */
FAIL_PRINTF(1, 2) FAIL_NORETURN void fail_usage(const char *format, ...);

/* Says it of what all runs have, such as a log, and goes on. */
FAIL_PRINTF(1, 2) void fail_warn(const char *format, ...);

/* From now on messages of this thread begin with this; "": no more. */
FAIL_PRINTF(1, 2) void fail_where(const char *format, ...);

/* `clean` is called when the program fails or is interrupted (Ctrl-C, SIGTERM, SIGHUP,
 * which from then on are caught): it removes unfinished files, and calls nothing that
 * waits. */
void fail_clean(void (*clean)(void));

#endif
