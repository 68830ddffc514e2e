/* demands.h - what jobs ask of a cluster besides processors and time, and what they
 * use.
 *
 *     struct demands d = {.all = NULL};
 *     demands_add(&d, &grid, job.order, swf_requirements(&line), &error)
 *     demands_fits(&grid, &d, &job, cluster, NULL)           can the job ever run there?
 *     demands_cluster_rank(&grid, &d, &job, cluster, NULL)   how well does it suit it?
 *     demands_free(&d);
 *
 * A job's requirements stand behind field 18 of its log line (swf.h), as paper 2
 * extends the format (Rodero, Guim, Corbalan, section IV-A2):
 *
 *     Memory >= 512 MB; Vendor == Intel; OS Name == Linux HARD; Clock >= 2 GHZ SOFT 10
 *
 * A cluster must satisfy all HARD requirements to be given the job; SOFT ones count in
 * the rank of the cluster. Numbers compare by == != < <= > >=. Texts compare by == and
 * !=, without regard to case, and may stand in "" as in a grid file. A comparison of a
 * number with a text never holds, not even !=, and neither does any comparison with an
 * attribute that the cluster does not have. Numbers may have a unit (unit.h).
 *
 * A requirement is bad if it compares a known attribute of numbers with a text or in an
 * unknown unit, if it compares a text by < <= > or >=, or if a usage is below 0.
 */
#ifndef DEMANDS_H
#define DEMANDS_H

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

/* Of the requirements some are amounts that a log's job has in all, as swf_tool convert
 * writes them: "gpus = 4; memory = 64 GB; nodes = 2", "ready = 3600", so long after its
 * submission, and "priority = 10"; gpu, mem and node are the same, in any
 * case. They say nothing of what a cluster has to be; "nodes == 2" does. */
enum {
    DEMANDS_NO_AMOUNT,
    DEMANDS_GPUS,
    DEMANDS_MEMORY,
    DEMANDS_NODES,
    DEMANDS_READY,
    DEMANDS_PRIORITY
};

/* Which of them the word names, or DEMANDS_NO_AMOUNT. */
int demands_amount_named(struct word name);

/* Which of them it is, and how much (memory in MB, a time in seconds); DEMANDS_NO_AMOUNT:
 * it is none, or cannot be. */
int demands_amount(const swf_requirement *r, double *amount);

struct demands_requirement {
    uint32_t attribute; /* of the grid                            */
    uint8_t op;         /* swf_operator                           */
    uint8_t soft, is_text, dynamic;
    double number; /* in the unit of the attribute: MB, MHz  */
    uint32_t text; /* grid_text(g, text)                     */
    double priority;
};

struct demand {
    uint32_t first, count; /* its requirements: all[first ...]                    */
    double usage[3];       /* of memory, ethernet, network; 0 = none              */
    double rank;           /* of its numbers: the sum of priority * amount        */
    uint8_t asks_cpus;     /* ... among them a number of CPUs                     */
    uint8_t dynamic;       /* a requirement names a dynamic attribute             */
    uint8_t generated;     /* by requirements.h; the log says nothing             */
};

struct demands { /* zero-initialise; demands_free */
    struct demands_requirement *all;
    size_t all_count, all_room;
    struct demand *of; /* by struct job.order; later jobs have none */
    size_t count, room;
};

void demands_free(struct demands *d);

/* Adds what the job of this order asks for, in the words of its log. 0, or -1 if that is
 * bad: e says why, and the job asks for nothing. */
int demands_add(struct demands *d, struct grid *g, size_t order, swf_span requirements,
                struct error *e);

/* NULL if nothing is known of the job, or `d` is NULL. */
const struct demand *demands_of(const struct demands *d, const struct job *job);

/* What each of the job's processes uses, as sharing.h wants to know it; `demands` is a
 * struct demands. NULL if nothing is known. */
const double *demands_usage(const void *demands, const struct job *job);

/* Does any requirement, HARD or SOFT, name a dynamic attribute? */
int demands_dynamic(const struct demands *d, const struct job *job);

/* The rank of the job: the sum of priority * amount over its requirements of numbers,
 * HARD and SOFT, and its processors; small jobs have the lowest. */
double demands_job_rank(const struct grid *g, const struct demands *d,
                        const struct job *job);

/* `now` is the state of the cluster. Where it is NULL, requirements of dynamic attributes
 * are ignored. */

/* Has the cluster as many CPUs as the job asks for, and does it satisfy all HARD
 * requirements? Whether enough CPUs are free is not asked. */
int demands_fits(const struct grid *g, const struct demands *d, const struct job *job,
                 size_t cluster, const struct grid_state *now);

/* The rank of the cluster for the job: over the SOFT requirements that it satisfies, the
 * sum of priority * what it has (1 for a text). The highest rank is best. */
double demands_cluster_rank(const struct grid *g, const struct demands *d,
                            const struct job *job, size_t cluster,
                            const struct grid_state *now);

/* Does the cluster satisfy one requirement? Then *value is what it has: a number, or 1
 * for a text. With now = NULL it satisfies no requirement of a dynamic attribute. */
int demands_requirement_holds(const struct grid *g, const struct demands_requirement *r,
                              size_t cluster, const struct grid_state *now,
                              double *value);

/* "<=", "==", ... */
const char *demands_requirement_sign(uint8_t op);

#endif
