/* error.c - a sentence is made in a larger place, then cut in its middle. */
#include "base/error.h"

#include <string.h>

static char error_printable_char(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? '?' : c;
}

void error_print_sanitized(FILE *to, const char *text)
{
    for (; *text; text++) fputc(error_printable_char(*text), to);
}

void error_set(struct error *e, const char *format, va_list args)
{
    char whole[8192];
    const size_t room = sizeof e->text, half = room / 2;
    vsnprintf(whole, sizeof whole, format, args);
    const size_t length = strlen(whole);
    if (length < room) {
        memcpy(e->text, whole, length + 1);
    } else {
        memcpy(e->text, whole, half);
        memcpy(e->text + half, "...", 3);
        memcpy(e->text + half + 3, whole + length - (room - half - 4), room - half - 3);
    }
    for (char *text = e->text; *text; text++) *text = error_printable_char(*text);
}

int error_fail(struct error *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_set(e, format, args);
    va_end(args);
    return -1;
}
