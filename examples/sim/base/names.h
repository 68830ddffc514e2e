/* names.h - texts that are known by a number: each is kept once and found by its hash.
 *
 *     struct names systems = {.any_case = 1};
 *     linux = names_add(&systems, word_of("Linux"));
 *     names_find(&systems, word_of("LINUX"))                 the same number
 *     names_text(&systems, linux)                            "Linux", as first added
 *     names_free(&systems);
 *
 * Numbers count from 0 in the order in which names were added.
 */
#ifndef NAMES_H
#define NAMES_H

#include "base/map.h"
#include "base/word.h"

#include <stddef.h>
#include <stdint.h>

#define NAMES_NONE UINT32_MAX

struct names {   /* zero-initialise; names_free */
    char **text; /* by number */
    uint32_t count;
    size_t capacity;
    struct map numbers; /* by the hash of a name: its number + 1                    */
    int any_case;       /* names that differ only in case are one; to be set before */
                        /* the first is added                                       */
};

void names_free(struct names *n);

/* The number of a name, NAMES_NONE if it is not there. */
uint32_t names_find(const struct names *n, struct word name);

/* The number of a name, which is added if it is new; bytes 0 in it become '?'. NAMES_NONE
 * when memory is out. */
uint32_t names_add(struct names *n, struct word name);

/* The name with this number; "" if there is none. */
const char *names_text(const struct names *n, uint32_t number);

#endif
