/* word.h - what readers of text files share: words of a text, and numbers in them.
 *
 * A word is a part of a text that is kept elsewhere; nothing is copied.
 */
#ifndef WORD_H
#define WORD_H

#include <stddef.h>
#include <stdint.h>

struct word { /* a part of the text; at NULL = there is none */
    const char *at;
    size_t length;
};

/* For printf's %.*s. */
#define WORD(w) (int)((w).length < 60 ? (w).length : 60), (w).at ? (w).at : ""

/* All of a text. */
struct word word_of(const char *text);

int word_is_blank(char c);

/* The lower case of an ASCII letter; any other character itself. */
char word_lower(char c);

int word_is(struct word w, const char *text);

/* Without the blanks at both ends. */
struct word word_trim(struct word w);

/* A decimal number, finite. Its length within the word, 0 if there is none. */
size_t word_number(struct word w, double *value);

/* All of the word is a number. */
int word_is_number(struct word w, double *value);

/* All of the word is a whole number from `least` to `most`. */
int word_is_whole(struct word w, int64_t least, int64_t most, int64_t *value);

#endif
