/* error.h - how a function says what went wrong: in one line of text, which main prints.
 *
 * A function that can fail takes a struct error and returns 0, or -1 with the text set:
 *
 *     if (!file) return error_fail(e, "%s: %s", path, strerror(errno));
 *
 * The text is one printable line, whatever a file name or a log has in it.
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

/* Sets the text as printf would print it. A text that is too long loses its middle: file
 * names are long, and the fault is at the end. Returns -1. */
ERROR_PRINTF(2, 3)
int error_fail(struct error *e, const char *format, ...);

/* The same for a function that has its own arguments in `args`. */
ERROR_PRINTF(2, 0)
void error_set(struct error *e, const char *format, va_list args);

/* Prints a text from a file, such as a name, with '?' in the place of control characters:
 * they could break the line or drive the terminal. */
void error_print_sanitized(FILE *to, const char *text);

#endif
