/* error.h - how a simulator's parts say what went wrong: one clear line, printed by main.
 *
 * A function that can fail takes a sim_error and returns sim_fail(...), which is -1. The
 * text is one printable line whatever a file name or a log holds.
 */
#ifndef SIM_ERROR_H
#define SIM_ERROR_H

#include <stdarg.h>
#include <stdio.h>

typedef struct sim_error {
    char text[512];
} sim_error;

#if defined(__GNUC__) || defined(__clang__)
#define SIM_PRINTF(which, first) __attribute__((format(printf, which, first)))
#else
#define SIM_PRINTF(which, first)
#endif

/* Control characters would let hostile input break the line or drive the terminal. */
static inline void sim_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127) *text = '?';
}

SIM_PRINTF(2, 0)
static inline void sim_error_set(sim_error *e, const char *format, va_list args)
{
    vsnprintf(e->text, sizeof e->text, format, args);
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
