/* names.c - the key of a name in the map is its hash; where another name has that key,
 * the next number is tried, and so on.
 */
#include "base/names.h"

#include "base/array.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void names_free(struct names *n)
{
    for (uint32_t i = 0; i < n->count; i++) free(n->text[i]);
    free(n->text);
    map_free(&n->numbers);
    memset(n, 0, sizeof *n);
}

/* A character as it is compared. */
static unsigned char names_plain(const struct names *n, char c)
{
    if (c == 0) c = '?';
    return (unsigned char)(n->any_case ? word_lower(c) : c);
}

static int names_equal(const struct names *n, struct word a, const char *b)
{
    size_t i;
    for (i = 0; i < a.length; i++)
        if (!b[i] || names_plain(n, a.at[i]) != names_plain(n, b[i])) return 0;
    return !b[i];
}

/* The key under which a name is, or would be, and its number + 1, or 0. */
static int64_t names_key(const struct names *n, struct word name, uint64_t *number)
{
    uint64_t key = HASH_START;
    for (size_t i = 0; i < name.length; i++) {
        const unsigned char c = names_plain(n, name.at[i]);
        key = hash_bytes(key, &c, 1);
    }
    for (;; key++) {
        *number = map_get(&n->numbers, (int64_t)key);
        if (!*number || names_equal(n, name, n->text[*number - 1])) return (int64_t)key;
    }
}

uint32_t names_find(const struct names *n, struct word name)
{
    uint64_t number;
    names_key(n, name, &number);
    return number ? (uint32_t)(number - 1) : NAMES_NONE;
}

static char *names_copy(struct word name)
{
    char *copy = malloc(name.length + 1);
    size_t i;
    if (!copy) return NULL;
    for (i = 0; i < name.length; i++) copy[i] = name.at[i] ? name.at[i] : '?';
    copy[i] = 0;
    return copy;
}

uint32_t names_add(struct names *n, struct word name)
{
    uint64_t known;
    const int64_t key = names_key(n, name, &known);
    if (known) return (uint32_t)(known - 1);
    if (n->count == NAMES_NONE - 1) return NAMES_NONE;
    if (ARRAY_ROOM(n->text, n->count, n->capacity, 1) != 0) return NAMES_NONE;
    char *copy = names_copy(name);
    uint64_t *number = copy ? map_at(&n->numbers, key) : NULL;
    if (!number) {
        free(copy);
        return NAMES_NONE;
    }
    *number = (uint64_t)n->count + 1;
    n->text[n->count] = copy;
    return n->count++;
}

const char *names_text(const struct names *n, uint32_t number)
{
    return number < n->count ? n->text[number] : "";
}
