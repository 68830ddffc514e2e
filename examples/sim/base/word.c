/* word.c - whole numbers are read digit by digit, so that none can overflow; others by
 * strtod, from a copy that ends with 0. */
#include "base/word.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

struct word word_of(const char *text)
{
    const struct word w = {text, strlen(text)};
    return w;
}

int word_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

int word_is(struct word w, const char *text)
{
    return w.at && strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

int word_begins(struct word w, const char *text)
{
    return strlen(text) <= w.length && memcmp(w.at, text, strlen(text)) == 0;
}

int word_is_any_case(struct word w, const char *text)
{
    size_t i;
    for (i = 0; i < w.length; i++)
        if (!text[i] || word_lower(w.at[i]) != word_lower(text[i])) return 0;
    return !text[i];
}

struct word word_trim(struct word w)
{
    for (; w.length > 0 && word_is_blank(*w.at); w.length--) w.at++;
    while (w.length > 0 && word_is_blank(w.at[w.length - 1])) w.length--;
    return w;
}

struct word word_part(struct word *rest, char by)
{
    struct word part = *rest;
    const char *stop =
        rest->length > 0 ? (const char *)memchr(rest->at, by, rest->length) : NULL;
    if (!stop) {
        rest->at = NULL;
        rest->length = 0;
        return part;
    }
    part.length = (size_t)(stop - part.at);
    rest->at = stop + 1;
    rest->length -= part.length + 1;
    return part;
}

struct word word_counted(struct word w, int64_t *k)
{
    const struct word none = {NULL, 0}, before = word_part(&w, ':');
    *k = 0;
    return w.at && !word_is_whole(w, 1, 1 << 30, k) ? none : before;
}

size_t word_number(struct word w, double *value)
{
    char text[64], *end;
    size_t n = 0;
    while (n < w.length && n < sizeof text - 1 && strchr("+-.0123456789eE", w.at[n]) &&
           w.at[n]) {
        text[n] = w.at[n];
        n++;
    }
    text[n] = 0;
    *value = strtod(text, &end);
    return -DBL_MAX <= *value && *value <= DBL_MAX ? (size_t)(end - text) : 0;
}

int word_is_number(struct word w, double *value)
{
    return w.length > 0 && word_number(w, value) == w.length;
}

int word_is_whole(struct word w, int64_t least, int64_t most, int64_t *value)
{
    const int negative = w.length > 0 && w.at[0] == '-';
    size_t i = (size_t)negative;
    *value = 0;
    if (i == w.length || (negative && least >= 0)) return 0;
    for (; i < w.length; i++) {
        const int digit = w.at[i] - '0';
        if (digit < 0 || digit > 9 || *value > (INT64_MAX - digit) / 10) return 0;
        *value = *value * 10 + digit;
    }
    if (negative) *value = -*value;
    return *value >= least && *value <= most;
}

int word_is_range(struct word w, int64_t least, int64_t most, int64_t *low, int64_t *high)
{
    const struct word begin = word_part(&w, '-');
    return word_is_whole(begin, least, most, low) &&
           word_is_whole(w.at ? w : begin, *low, most, high);
}
