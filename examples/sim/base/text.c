/* text.c - a number is printed with 15 digits, and with 17 where 15 do not read back as
 * the same number.
 */
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *text_number(double x, char *to)
{
    to[0] = 0;
    if (x > -HUGE_VAL && x < HUGE_VAL) {
        snprintf(to, TEXT_NUMBER, "%.15g", x);
        if (strtod(to, NULL) < x || strtod(to, NULL) > x)
            snprintf(to, TEXT_NUMBER, "%.17g", x);
    }
    return to;
}

const char *text_count(uint64_t n, char *to)
{
    char digits[24], *at = to;
    int length = 0;
    do digits[length++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    while (length-- > 0) {
        *at++ = digits[length];
        if (length > 0 && length % 3 == 0) *at++ = ',';
    }
    *at = 0;
    return to;
}

const char *text_s(uint64_t n) { return n == 1 ? "" : "s"; }

int text_utf8_length(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    const int length = u[0] < 0x80   ? 1
                       : u[0] < 0xC2 ? 0
                       : u[0] < 0xE0 ? 2
                       : u[0] < 0xF0 ? 3
                       : u[0] < 0xF5 ? 4
                                     : 0;
    for (int i = 1; i < length; i++)
        if ((u[i] & 0xC0) != 0x80) return 0;
    if (u[0] == 0xE0 && u[1] < 0xA0) return 0; /* longer than need be  */
    if (u[0] == 0xED && u[1] > 0x9F) return 0; /* half of a surrogate  */
    if (u[0] == 0xF0 && u[1] < 0x90) return 0; /* longer than need be  */
    if (u[0] == 0xF4 && u[1] > 0x8F) return 0; /* beyond U+10FFFF      */
    return length;
}
