/* vocabulary.h - texts that are known by a number, each kept once, without regard to
 * case.
 *
 *     struct vocabulary v = {.count = 0};
 *     uint32_t linux_ = vocabulary_add(&v, word_of("Linux"));
 *     vocabulary_add(&v, word_of("LINUX")) == linux_
 *     vocabulary_text(&v, linux_)                                "Linux", as first added
 *     vocabulary_free(&v);
 *
 * Numbers count from 0 in the order in which texts were added.
 */
#ifndef VOCABULARY_H
#define VOCABULARY_H

#include "base/word.h"

#include <stddef.h>
#include <stdint.h>

#define VOCABULARY_NONE UINT32_MAX

struct vocabulary { /* zero-initialise; vocabulary_free */
    char **texts;
    size_t count, capacity;
    uint32_t *places; /* a hash table of texts: number + 1; 0 = empty */
    size_t place_count;
};

void vocabulary_free(struct vocabulary *v);

/* The number of a text, which is added if it is new; bytes 0 in it become '?'.
 * VOCABULARY_NONE when memory is out. */
uint32_t vocabulary_add(struct vocabulary *v, struct word w);

/* The number of a text, or VOCABULARY_NONE. */
uint32_t vocabulary_find(const struct vocabulary *v, struct word w);

/* The text of this number; "" if there is none. */
const char *vocabulary_text(const struct vocabulary *v, uint32_t number);

/* Are both the same text but for case? */
int vocabulary_equal(struct word a, const char *b);

/* The lower case of an ASCII letter; any other character itself. */
char vocabulary_lower(char c);

#endif
