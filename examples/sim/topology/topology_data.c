/* topology_data.c - implements topology_data.h. */
#include "topology/topology_data.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables of names --------------------------------------------------------------- */

void topology_data_names_free(struct topology_names *n)
{
    uint32_t i;
    for (i = 0; i < n->count; i++) free(n->text[i]);
    free(n->text);
    free(n->places);
    memset(n, 0, sizeof *n);
}

/* The place of a name, or the empty one where it would be. There is room. */
static uint32_t *topology_data_names_place(const struct topology_names *n,
                                           const char *name)
{
    uint64_t at = hash_bytes(HASH_START, (const unsigned char *)name, strlen(name));
    for (at ^= at >> 32;; at++) {
        uint32_t *place = &n->places[at & (n->room - 1)];
        if (!*place || strcmp(n->text[*place - 1], name) == 0) return place;
    }
}

uint32_t topology_data_names_find(const struct topology_names *n, const char *name)
{
    const uint32_t found = n->room ? *topology_data_names_place(n, name) : 0;
    return found ? found - 1 : TOPOLOGY_NONE;
}

static int topology_data_names_grow(struct topology_names *n)
{
    const uint32_t room = n->room ? 2 * n->room : 64;
    char **text = (char **)realloc(n->text, room / 2 * sizeof *text);
    uint32_t i, *places;
    if (!text) return -1;
    n->text = text;
    places = (uint32_t *)calloc(room, sizeof *places);
    if (!places) return -1;
    free(n->places);
    n->places = places;
    n->room = room;
    for (i = 0; i < n->count; i++) *topology_data_names_place(n, n->text[i]) = i + 1;
    return 0;
}

int topology_data_names_add(struct topology_names *n, const char *name)
{
    char *copy;
    if (2 * n->count >= n->room && topology_data_names_grow(n) != 0) return -1;
    copy = (char *)malloc(strlen(name) + 1);
    if (!copy) return -1;
    strcpy(copy, name);
    n->text[n->count] = copy;
    *topology_data_names_place(n, name) = ++n->count;
    return 0;
}

/* ---- the arrays -------------------------------------------------------------------- */

void topology_data_free(struct topology *t)
{
    free(t->nodes);
    free(t->links);
    free(t->partitions);
    free(t->units);
    free(t->pairs);
    free(t->clusters);
    topology_data_names_free(&t->names);
    topology_data_names_free(&t->types);
    memset(t, 0, sizeof *t);
}

const char *topology_data_type(const struct topology *t, size_t partition)
{
    return t->types.text[t->partitions[partition].type];
}
