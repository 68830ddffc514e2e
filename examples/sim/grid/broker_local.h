/* broker_local.h - the local system of each cluster, in words: from --local,
 * --processors, --queue-order and --backfill-order, unless the cluster has its own in the
 * grid file (local= select= queue= backfill=). Where a cluster says what its nodes have
 * of a shared resource (membw= ethernet= network=) and jobs say what they use of it, jobs
 * on one node slow each other down.
 */
#ifndef BROKER_LOCAL_H
#define BROKER_LOCAL_H

#include "machine/machine.h"
#include "machine/sharing.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stdio.h>

enum broker_local_word { /* in the order of a cluster's own words */
                         BROKER_LOCAL_KIND,
                         BROKER_LOCAL_SELECT,
                         BROKER_LOCAL_QUEUE,
                         BROKER_LOCAL_BACKFILL,
                         BROKER_LOCAL_COUNT
};

struct broker_local_words { /* for clusters without their own */
    const char *of[BROKER_LOCAL_COUNT];
};

struct broker_local {            /* zero-initialise; broker_local_free */
    struct machine_rules *rules; /* of each cluster */
    struct sharing *sharing;     /* the same        */
};

/* Makes the rules of each cluster; fails where a word is none. */
void broker_local_make(struct broker_local *l, const struct broker_local_words *words,
                       const struct grid *g);

void broker_local_free(struct broker_local *l);

/* From now on jobs on one node share what the node has. */
void broker_local_share_all(struct broker_local *l, const struct grid *g,
                            const struct demands *d);

/* One line. */
void broker_local_print(FILE *to, const struct broker_local_words *words,
                        const struct grid *g);

#endif
