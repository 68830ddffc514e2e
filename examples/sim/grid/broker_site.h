/* broker_site.h - a cluster of the grid: its local system, the state it tells the broker,
 * and how long that takes.
 *
 * News: with an information delay a cluster's state at the end of each instant at which
 * it changed is sent off, and is the broker's picture of it from `delay` later on.
 * Without delay the picture is the state itself. Of what it sends there the broker adds
 * nothing to the picture: that is what makes old information expensive.
 */
#ifndef BROKER_SITE_H
#define BROKER_SITE_H

#include "base/job.h"
#include "batch/batch_run.h"
#include "workload/grid.h"
#include "workload/outages.h"

#include <stddef.h>
#include <stdint.h>

struct broker_news { /* zero-initialise; those on their way: first .. count - 1 */
    struct grid_state *items;
    size_t first, count, capacity;
};

struct broker_site {
    struct batch_run local;
    struct grid_state state;   /* as it is now, but for `work`                         */
    struct grid_state picture; /* as the broker sees it                                */
    struct broker_news news;
    uint32_t *taken;      /* CPUs in use of each node                             */
    double waiting_work;  /* CPU-seconds of the jobs that wait, by estimates      */
    double running_ends;  /* sum of CPUs * planned end of those that run          */
    int changed;          /* something did, at this instant                       */
    int refused;          /* the broker saw it idle, and it was of no use           */
    struct outage outage; /* the one it is in, or the next                        */
    struct outage_source outages;
};

/* ---- what it would tell ------------------------------------------------------------ */

const struct grid_state *broker_site_look(struct broker_site *s, int64_t now);

/* ---- news -------------------------------------------------------------------------- */

/* 0, or -1 when memory is out. */
int broker_site_news_send(struct broker_news *n, const struct grid_state *state);

/* When the next arrive; JOB_NEVER. */
int64_t broker_site_news_due(const struct broker_news *n, int64_t delay);

/* What the broker sees now. */
void broker_site_hear(struct broker_site *s, int64_t now, int64_t delay);

/* ---- jobs come, start and go ------------------------------------------------------- */

/* The nodes of a run of CPUs have so many more in use, or less: free_nodes follows. */
void broker_site_nodes(struct broker_site *s, const struct grid_cluster *c,
                       const struct job_run *run, int more);

void broker_site_arrived(struct broker_site *s, const struct job *j);

void broker_site_leaves_queue(struct broker_site *s, const struct job *j);

void broker_site_started(struct broker_site *s, const struct job *j, int64_t now);

void broker_site_ended(struct broker_site *s, const struct job *j, int64_t start);

#endif
