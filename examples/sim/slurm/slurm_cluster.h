/* slurm_cluster.h - what sinfo, squeue and scontrol say of a cluster: its nodes, and what
 * holds them from when to when.
 *
 *     struct slurm_cluster c = {.site = {"north", "/etc/north.conf"}};
 *     if (slurm_cluster_read(&c, &filter, now, SLURM_CLUSTER_ALL, 60, &error) != 0) ...
 *     for (i = 0; i < c.count; i++) c.uses[i] ...
 *     slurm_cluster_free(&c);
 *
 * A node belongs to whoever uses a part of it, unless cores and GPUs are asked for, and
 * so many are free now: jobs that run there end, and take no more. One that is down,
 * drained, failing or does not answer is held for ever.
 */
#ifndef SLURM_CLUSTER_H
#define SLURM_CLUSTER_H

#include "base/error.h"
#include "base/names.h"
#include "base/word.h"
#include "slurm/slurm_call.h"

#include <stddef.h>
#include <stdint.h>

struct slurm_use {
    uint32_t node;      /* its number in slurm_cluster.nodes  */
    uint32_t what;      /* its number in slurm_cluster.things */
    int64_t start, end; /* DATE_NEVER: without end      */
    int down;           /* it cannot be given out at all      */
};

enum slurm_kind { SLURM_DOWN, SLURM_RESERVED, SLURM_RUNS, SLURM_WAITS };

struct slurm_thing { /* that holds nodes, or will: its uses follow each other */
    char *name;      /* of the reservation, or the number of the job */
    enum slurm_kind kind;
};

struct slurm_reservation {
    char *name, *nodes; /* a hostlist                                    */
    int64_t start, end;
    uint32_t what; /* of its uses */
};

struct slurm_filter { /* which nodes are asked for; NULL = all */
    const char *partition, *feature;
    int respect_queue;   /* jobs that wait hold their nodes, too   */
    int64_t cores, gpus; /* of each node; 0 and 0: whole nodes     */
};

struct slurm_cluster { /* zero-initialise, then site; slurm_cluster_free */
    struct slurm_site site;
    struct names nodes;
    unsigned char *wanted; /* of each node: does the filter take it?  */
    unsigned char *shared; /* ... has it room beside the jobs that run there? */
    size_t wanted_room, shared_room;
    int untold; /* sinfo does not say which cores and GPUs are in use */
    struct slurm_use *uses;
    size_t count, room;
    struct slurm_reservation *reservations;
    size_t reservation_count, reservation_room;
    struct slurm_thing *things;
    size_t thing_count, thing_room;
};

enum { SLURM_CLUSTER_NODES = 1, SLURM_CLUSTER_RESERVATIONS = 2, SLURM_CLUSTER_ALL = 7 };

/* Forgets all but the site. */
void slurm_cluster_free(struct slurm_cluster *c);

/* Asks the cluster again; each command may take so many seconds. 0, or -1. */
int slurm_cluster_read(struct slurm_cluster *c, const struct slurm_filter *f, int64_t now,
                       int parts, int64_t seconds, struct error *e);

/* The reservation of this name, or NULL. */
const struct slurm_reservation *slurm_cluster_find(const struct slurm_cluster *c,
                                                   const char *name);

/* Are all nodes of the list up? */
int slurm_cluster_are_up(const struct slurm_cluster *c, const char *list);

/* ---- what the commands print ------------------------------------------------------- */

/* Lines of sinfo, "node|state|partition|features". 0, or -1. */
int slurm_cluster_nodes(struct slurm_cluster *c, struct word text,
                        const struct slurm_filter *f, struct error *e);

/* Lines of sinfo, "node allocated/idle/other/total gpu:4 gpu:1": which nodes can be
 * shared; those that have less in all are not wanted. 0, or -1. */
int slurm_cluster_parts(struct slurm_cluster *c, struct word text,
                        const struct slurm_filter *f, struct error *e);

/* Lines of squeue, "id|state|start|end|nodes|nodes it waits for|limit". 0, or -1. */
int slurm_cluster_jobs(struct slurm_cluster *c, struct word text,
                       const struct slurm_filter *f, int64_t now, struct error *e);

/* What scontrol -o show reservation prints. 0, or -1. */
int slurm_cluster_reservations(struct slurm_cluster *c, struct word text, int64_t now,
                               struct error *e);

#endif
