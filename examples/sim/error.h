/* error.h - how a simulator's parts say what went wrong: one clear line, printed by main.
 *
 * A function that can fail takes a sim_error and returns sim_fail(...), which is -1. The
 * text is one printable line whatever a file name or a log holds.
 */
#ifndef SIM_ERROR_H
#define SIM_ERROR_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct sim_error {
    char text[512];
} sim_error;

#if defined(__GNUC__) || defined(__clang__)
#define SIM_PRINTF(which, first) __attribute__((format(printf, which, first)))
#else
#define SIM_PRINTF(which, first)
#endif

/* Control characters would let hostile input break the line or drive the terminal. */
static inline char sim_printable_char(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? '?' : c;
}

static inline void sim_printable(char *text)
{
    for (; *text; text++) *text = sim_printable_char(*text);
}

/* The same where a file's name or the like goes to the terminal as it is. */
static inline void sim_print_text(FILE *to, const char *text)
{
    for (; *text; text++) fputc(sim_printable_char(*text), to);
}

/* A text that is too long, as names may be, loses its middle: what is wrong is said last.
 */
SIM_PRINTF(2, 0)
static inline void sim_error_set(sim_error *e, const char *format, va_list args)
{
    char whole[8192];
    const size_t room = sizeof e->text, half = room / 2;
    size_t length;
    vsnprintf(whole, sizeof whole, format, args);
    length = strlen(whole);
    if (length < room) {
        memcpy(e->text, whole, length + 1);
    } else {
        memcpy(e->text, whole, half);
        memcpy(e->text + half, "...", 3);
        memcpy(e->text + half + 3, whole + length - (room - half - 4), room - half - 3);
    }
    sim_printable(e->text);
}

SIM_PRINTF(2, 3)
static inline int sim_fail(sim_error *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sim_error_set(e, format, args);
    va_end(args);
    return -1;
}

#endif
