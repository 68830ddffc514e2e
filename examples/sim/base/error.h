/* error.h - how a simulator's parts say what went wrong: one clear line, printed by main.
 *
 * A function that can fail takes a struct error and returns error_fail(...), which is -1. The
 * text is one printable line whatever a file name or a log holds.
 */
#ifndef ERROR_H
#define ERROR_H

#include <stdarg.h>
#include <stdio.h>

struct error {
    char text[512];
};

#if defined(__GNUC__) || defined(__clang__)
#define ERROR_PRINTF(which, first) __attribute__((format(printf, which, first)))
#else
#define ERROR_PRINTF(which, first)
#endif

void error_sanitize(char *text);

/* The same where a file's name or the like goes to the terminal as it is. */
void error_print_sanitized(FILE *to, const char *text);

/* A text that is too long, as names may be, loses its middle: what is wrong is said last.
 */
ERROR_PRINTF(2, 0)
void error_set(struct error *e, const char *format, va_list args);

ERROR_PRINTF(2, 3)
int error_fail(struct error *e, const char *format, ...);

#endif
