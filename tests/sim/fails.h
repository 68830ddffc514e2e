/* fails.h - what a module says when it ends the program (kit/fail.h): in a test that
 * includes this the linker sends its calls of fail() here.
 *
 *     FAILS(grid_file_parse(&g, "f", text, size));
 *     CHECK_STR(fails.text, "f: line 1: ...");         "": it went on
 *
 * Any other fail() fails the test. Variables of the function around FAILS keep their
 * values if they do not change, or are static. */
#ifndef FAILS_H
#define FAILS_H

#include "test.h"

#include "base/error.h"
#include "kit/fail.h"

static struct error fails;
static jmp_buf fails_back;
static int fails_wanted;

#define FAILS(call)                    \
    do {                               \
        fails.text[0] = 0;             \
        fails_wanted = 1;              \
        if (setjmp(fails_back) == 0) { \
            call;                      \
        }                              \
        fails_wanted = 0;              \
    } while (0)

FAIL_PRINTF(1, 2) FAIL_NORETURN void __wrap_fail(const char *format, ...);

void __wrap_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_set(&fails, format, args);
    va_end(args);
    if (fails_wanted) longjmp(fails_back, 1);
    snprintf(test_message_, sizeof test_message_, "%s", fails.text);
    TEST_LEAVE_(1);
}

#endif
