/* broker_select.h - which cluster, and which job: the policies of paper 2, sections III
 * and IV-A2, over what the broker sees of the clusters.
 *
 * Which cluster is one loop: of the candidates the one with the highest score; of equals
 * the one with most free CPUs, then the first of the grid. The policies are what a
 * candidate is and what it scores:
 *
 *   match        satisfies all HARD requirements now and has the CPUs free; the sum of
 *                priority * value over the SOFT ones it satisfies (section III-A)
 *   slow         satisfies the static HARD ones; the lower the average bounded slowdown
 *                of the jobs that finished there the better (listing 5)
 *   match-slow   the same; (1 - phi) * value / largest value + phi * least slowdown /
 *                slowdown, where phi, the dynamic factor of section VI, is the share of
 *                the CPUs that waiting jobs ask for in those and the free ones: an idle
 *                grid goes by SOFT requirements, a crowded one by performance
 *   isis         the same; the least work left for each CPU (Guim and Corbalan's
 *                dispatchers, JSSPP 2008: each job chooses for itself)
 *
 * Which job is the head of the queue, or JR-backfilling: listing 3.
 */
#ifndef BROKER_SELECT_H
#define BROKER_SELECT_H

#include "base/job.h"
#include "grid/broker_queue.h"
#include "grid/broker_rules.h"
#include "grid/broker_site.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

#define BROKER_NO_CLUSTER UINT32_MAX

struct broker_view { /* what decisions are made from */
    const struct grid *grid;
    const struct demands *demands;
    const struct job *jobs;
    const struct broker_rules *rules;
    struct broker_site *sites;
    struct broker_classes classes;
    struct broker_queue queue;
    double least_rank; /* no job has been in the queue with a lower one, but below 0 */
    int64_t now;
    uint64_t looks;
};

/* ---- deadlines --------------------------------------------------------------------- */

/* submission + factor * estimate, rounded up. */
int64_t broker_select_deadline(const struct broker_rules *rules, const struct job *j);

/* ---- which cluster ----------------------------------------------------------------- */

/* The job's cluster, or BROKER_NO_CLUSTER. */
uint32_t broker_select(const struct broker_view *v, const struct broker_entry *entry);

/* ---- which job: JR-backfilling ----------------------------------------------------- */

/* The place of the next job, whom the head of the queue, who has no cluster, lets pass;
 * SIZE_MAX. Weights grow along the queue: once even the lowest rank would weigh no less
 * than the best so far, the rest need not be looked at. */
size_t broker_select_backfill(struct broker_view *v);

#endif
