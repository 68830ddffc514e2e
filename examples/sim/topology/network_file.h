/* network_file.h - a network of netsched.h from a text file, and the names in it.
 *
 *     struct network_file f;
 *     if (network_file_read(&f, "campus.txt", NULL) != 0) return puts(f.error), 1;
 *     job.from = network_file_node(&f, "lab"), job.to = network_file_node(&f, "centre");
 *     if (nets_first_slot(f.net, &job, &plan) == NETS_OK) ...
 *     network_file_free(&f);
 *
 * The file is in the format that netsched.h describes (NETWORKS IN FILES), in SNDlib's
 * native format, or in GraphML as in the Internet Topology Zoo; which one is known
 * from the file itself. examples/network.c is a whole program.
 *
 * To take it along: `make network_file` writes build/network_file.h and
 * build/network_file.c. These two and netsched.h need a C99 library and nothing else
 * (link with -lm). network_file.c does not implement netsched.h; one file of yours does.
 */
#ifndef NETWORK_FILE_H
#define NETWORK_FILE_H

#include "netsched.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What 1 means in your numbers, and what holds for links where the file does not say.
 * 0 = the default. Numbers without a unit in the file are taken as they are. */
struct network_file_units {
    int64_t bps;          /* bit/s that 1 of bandwidth is; default 1,000,000     */
    int64_t tick_us;      /* microseconds that 1 of time is; default 1           */
    int64_t capacity_bps; /* of links without a capacity; default 1,000,000,000  */
    int64_t delay_us;     /* of links without delay= and places; default 2,000   */
    int both_ways;        /* 1: all links lead both ways, whatever the file says */
                          /* of that, unless each has one that leads back        */
};

struct network_file {
    nets_network *net;      /* NULL if the file could not be read                */
    struct topology *names; /* of nodes and types                                */
    char error[512];        /* one line that says why it could not, or ""        */
    char note[1024];        /* lines for the user, or "": links that lead one    */
                            /* way, that have no capacity, that were left out,   */
                            /* pairs of nodes without a path                     */
};

/* Reads the file into a new network. Nodes, links, partitions and clusters have the order
 * of the file, units of their partitions; a link that leads both ways becomes two, one
 * after the other. `units` NULL: the defaults. 0, or -1 with f->error; *f need not be set
 * to anything before. A file has 64 MB at most. Memory is malloc's. O(bytes) */
int network_file_read(struct network_file *f, const char *path,
                      const struct network_file_units *units);

/* The same from `size` bytes of memory, after which there must be a 0. `name` stands in
 * messages. */
int network_file_parse(struct network_file *f, const char *name, const char *text,
                       size_t size, const struct network_file_units *units);

/* Frees the network and the names, also after a failure. */
void network_file_free(struct network_file *f);

/* The number of a node, or of a type of resources; UINT32_MAX if there is none of that
 * name, which the functions of netsched.h refuse with NETS_E_ARG or NETS_E_NEVER. O(1) */
uint32_t network_file_node(const struct network_file *f, const char *name);
uint32_t network_file_type(const struct network_file *f, const char *name);

/* The name of a node; "?" if there is none of that number. O(1) */
const char *network_file_node_name(const struct network_file *f, uint32_t node);

/* What a plan uses, in words: "lab-hub" (the link between them), "cpu 0 of lab" (unit 0
 * of the partition), "cluster 0 of lab" (clusters are numbered over all nodes). Writes at
 * most `size` bytes with the 0 at the end, and returns `to`. O(1) */
const char *network_file_use(const struct network_file *f, const nets_use *use, char *to,
                             size_t size);

#ifdef __cplusplus
}
#endif

#endif
