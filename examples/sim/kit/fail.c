/* fail.c - the last words of several threads are one line: the first to fail ends the
 * program, after cleaning up. */
#define _POSIX_C_SOURCE 200809L

#include "kit/fail.h"

#include "base/error.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CLEANERS = 4, WHERE = 256, FAILED = 1, WRONG_USE = 2 };

static const char *program = "";
static __thread char where[WHERE];
static void (*cleaners[CLEANERS])(void);
static pthread_mutex_t last_words = PTHREAD_MUTEX_INITIALIZER;

void fail_program(const char *name) { program = name; }

void fail_where(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(where, sizeof where, format, args);
    va_end(args);
}

FAIL_NORETURN static void end(int status)
{
    for (size_t i = 0; cleaners[i]; i++) cleaners[i]();
    _exit(status);
}

static void interrupted(int number)
{
    static const char said[] = ": interrupted\n";
    const unsigned length = (unsigned)strlen(program); /* as Windows has it */
    if (write(2, program, length) < 0 || write(2, said, sizeof said - 1) < 0)
        _exit(FAILED);
    end(128 + number);
}

void fail_clean(void (*clean)(void))
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    size_t i = 0;
    pthread_mutex_lock(&one);
    while (cleaners[i] && cleaners[i] != clean) i++;
    cleaners[i] = clean;
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
#ifdef SIGHUP
    if (signal(SIGHUP, interrupted) == SIG_IGN) signal(SIGHUP, SIG_IGN); /* nohup */
#endif
    pthread_mutex_unlock(&one);
}

static void say(const char *place, const char *format, va_list args)
{
    struct error e;
    error_set(&e, format, args);
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    if (*place) error_print_sanitized(stderr, place);
    fprintf(stderr, "%s%s\n", *place ? ": " : "", e.text);
    fflush(stderr);
}

void fail(const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&last_words); /* for ever: one message, one end */
    va_start(args, format);
    say(where, format, args);
    end(FAILED);
}

void fail_usage(const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&last_words);
    va_start(args, format);
    say(where, format, args);
    end(*where ? FAILED : WRONG_USE); /* a file is not a command line */
}

void fail_warn(const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&last_words);
    va_start(args, format);
    say("", format, args);
    va_end(args);
    pthread_mutex_unlock(&last_words);
}
