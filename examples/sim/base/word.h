/* word.h - parts of a text, and the numbers in them, for readers of text files.
 *
 *     struct word w = word_trim(line);
 *     if (!word_is_whole(w, 1, 1000, &nodes))
 *         return error_fail(e, "'%.*s' is not a number of nodes", WORD(w));
 *
 * A word points into a text that is kept elsewhere; nothing is copied.
 */
#ifndef WORD_H
#define WORD_H

#include <stddef.h>
#include <stdint.h>

struct word {
    const char *at; /* NULL = there is no word */
    size_t length;
};

/* The arguments for %.*s of printf; a long word is cut. */
#define WORD(w) (int)((w).length < 60 ? (w).length : 60), (w).at ? (w).at : ""

/* All of a text. */
struct word word_of(const char *text);

/* Is it a blank, a tab, or the end of a line or page? */
int word_is_blank(char c);

/* The lower case of an ASCII letter; any other character itself. */
static inline char word_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Is it this text? */
int word_is(struct word w, const char *text);

/* Does it begin with this text? */
int word_begins(struct word w, const char *text);

/* The same as word_is without regard to case. */
int word_is_any_case(struct word w, const char *text);

/* The word without the blanks at both ends. */
struct word word_trim(struct word w);

/* Takes the text before the next `by` off *rest; with the last part, rest->at is NULL. */
struct word word_part(struct word *rest, char by);

/* The word before the colon of "easy:4", and *k = 4; 0 without a colon. `at` is NULL if
 * the text behind it is not a number from 1 to 2^30. */
struct word word_counted(struct word w, int64_t *k);

/* Reads a finite decimal number at the beginning of the word. Its length, 0 if there is
 * no number. */
size_t word_number(struct word w, double *value);

/* Is the whole word a finite decimal number? */
int word_is_number(struct word w, double *value);

/* Is the whole word an integer from `least` to `most`? "-0" is one from below 0 only. */
int word_is_whole(struct word w, int64_t least, int64_t most, int64_t *value);

/* Is it such an integer ("7"), or two with a '-' between them, the first no greater? */
int word_is_range(struct word w, int64_t least, int64_t most, int64_t *low,
                  int64_t *high);

#endif
