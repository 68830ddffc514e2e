/* words.h - what readers of text files share: words of a text, and numbers in them.
 *
 * A word is a part of a text that is kept elsewhere; nothing is copied.
 */
#ifndef SIM_WORDS_H
#define SIM_WORDS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_word { /* a part of the text; at NULL = there is none */
    const char *at;
    size_t length;
} sim_word;

/* For printf's %.*s. */
#define SIM_WORD(w) (int)((w).length < 60 ? (w).length : 60), (w).at ? (w).at : ""

static inline int sim_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static inline int sim_word_is(sim_word w, const char *text)
{
    return w.at && strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

/* Without the blanks at both ends. */
static inline sim_word sim_word_trim(sim_word w)
{
    for (; w.length > 0 && sim_is_blank(*w.at); w.length--) w.at++;
    while (w.length > 0 && sim_is_blank(w.at[w.length - 1])) w.length--;
    return w;
}

/* A decimal number, finite. Its length within the word, 0 if there is none. */
static inline size_t sim_word_number(sim_word w, double *value)
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
    return isfinite(*value) ? (size_t)(end - text) : 0;
}

/* All of the word is a number. */
static inline int sim_word_is_number(sim_word w, double *value)
{
    return w.length > 0 && sim_word_number(w, value) == w.length;
}

/* All of the word is a whole number from `least` to `most`. */
static inline int sim_word_is_whole(sim_word w, int64_t least, int64_t most,
                                    int64_t *value)
{
    const int negative = w.length > 0 && w.at[0] == '-';
    size_t i = (size_t)negative;
    *value = 0;
    if (i == w.length) return 0;
    for (; i < w.length; i++) {
        const int digit = w.at[i] - '0';
        if (digit < 0 || digit > 9 || *value > (INT64_MAX - digit) / 10) return 0;
        *value = *value * 10 + digit;
    }
    if (negative) *value = -*value;
    return *value >= least && *value <= most;
}

#endif
