/* hostlist.h - lists of nodes as Slurm writes them: "n[001-010,12],m3".
 *
 *     struct names nodes = {0};
 *     if (hostlist_read(word_of("n[01-03]"), &nodes, &error) != 0) ...
 *     text = hostlist_text((const char *const *)nodes.text, nodes.count);     n[01-03]
 */
#ifndef HOSTLIST_H
#define HOSTLIST_H

#include "base/error.h"
#include "base/names.h"
#include "base/word.h"

#include <stddef.h>

enum { HOSTLIST_NAME = 256, HOSTLIST_MOST = 1000000 }; /* characters, nodes */

/* Is it safe as an argument of a command: of letters, digits, '_', and behind the first
 * also '.' and '-', and shorter than `most`? */
int hostlist_is_name(struct word w, size_t most);

/* Adds the names of the list to `to`; each is kept once. 0; 1 if one was there twice,
 * which Slurm allows, but hardly who wrote the list meant; or -1. */
int hostlist_read(struct word list, struct names *to, struct error *e);

/* The list of these names in their order; numbers that follow each other become a range.
 * For free(); NULL without memory. */
char *hostlist_text(const char *const *names, size_t count);

/* Are both lists, and does `within` have every name of `list`? */
int hostlist_covers(const char *within, const char *list);

#endif
