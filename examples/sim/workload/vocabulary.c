/* vocabulary.c - a hash table with linear probing, at most half full, that holds the
 * numbers of the texts. */
#include "workload/vocabulary.h"

#include "base/array.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLACES = 256 }; /* a power of two */

void vocabulary_free(struct vocabulary *v)
{
    size_t i;
    for (i = 0; i < v->count; i++) free(v->texts[i]);
    free(v->texts);
    free(v->places);
    memset(v, 0, sizeof *v);
}

char vocabulary_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

int vocabulary_equal(struct word a, const char *b)
{
    size_t i;
    for (i = 0; i < a.length; i++)
        if (!b[i] || vocabulary_lower(a.at[i]) != vocabulary_lower(b[i])) return 0;
    return !b[i];
}

/* The place of a text, or the empty one where it would be; there is one. */
static uint32_t *find_place(const struct vocabulary *v, struct word w)
{
    uint64_t hash = HASH_START;
    size_t i;
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)vocabulary_lower(w.at[i]);
        hash = hash_bytes(hash, &c, 1);
    }
    hash ^= hash >> 32;
    for (;; hash++) {
        uint32_t *place = &v->places[hash & (v->place_count - 1)];
        if (!*place || vocabulary_equal(w, v->texts[*place - 1])) return place;
    }
}

static int double_places(struct vocabulary *v)
{
    const size_t count = v->place_count ? 2 * v->place_count : FIRST_PLACES;
    uint32_t *places = (uint32_t *)calloc(count, sizeof *places);
    uint32_t i;
    if (!places) return -1;
    free(v->places);
    v->places = places;
    v->place_count = count;
    for (i = 0; i < v->count; i++) *find_place(v, word_of(v->texts[i])) = i + 1;
    return 0;
}

static char *copy_text(struct word w)
{
    char *copy = (char *)malloc(w.length + 1);
    size_t i;
    if (!copy) return NULL;
    for (i = 0; i < w.length; i++) copy[i] = w.at[i] ? w.at[i] : '?';
    copy[i] = 0;
    return copy;
}

uint32_t vocabulary_add(struct vocabulary *v, struct word w)
{
    uint32_t *place;
    char *copy;
    if (2 * v->count >= v->place_count && double_places(v) != 0) return VOCABULARY_NONE;
    place = find_place(v, w);
    if (*place) return *place - 1;
    if (v->count >= UINT32_MAX / 4) return VOCABULARY_NONE;
    if (ARRAY_ROOM(v->texts, v->count, v->capacity, 1) != 0) return VOCABULARY_NONE;
    copy = copy_text(w);
    if (!copy) return VOCABULARY_NONE;
    v->texts[v->count] = copy;
    *place = (uint32_t)++v->count;
    return *place - 1;
}

uint32_t vocabulary_find(const struct vocabulary *v, struct word w)
{
    const uint32_t *place = v->place_count ? find_place(v, w) : NULL;
    return place && *place ? *place - 1 : VOCABULARY_NONE;
}

const char *vocabulary_text(const struct vocabulary *v, uint32_t number)
{
    return number < v->count ? v->texts[number] : "";
}
