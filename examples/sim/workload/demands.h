/* demands.h - what jobs ask of a cluster beside processors and time, and what they use.
 *
 * A job's requirements stand behind field 18 of its log (swf.h), as paper 2 extends the
 * format (Rodero, Guim, Corbalan, section IV-A2):
 *
 *     Memory >= 512 MB; Vendor == Intel; OS Name == Linux HARD; Clock >= 2 GHZ SOFT 10
 *
 * A cluster (grid.h) must satisfy all HARD ones to be given the job; SOFT ones count in
 * the rank of the cluster. Numbers compare by == != < <= > >=, texts by == and !=
 * without regard to case, and may stand in "" as in a grid file; a number compared with
 * a text never holds, not even by !=, and neither does anything about an attribute that
 * the cluster does not have. Amounts are in MB and MHz, or with KB, MB, GB, TB, MHz,
 * GHz, processors or the like.
 *
 * A requirement is bad if the attribute is known as a number and there is a text or a
 * strange unit, if a text is compared by < <= > or >=, or if a usage is below 0.
 */
#ifndef DEMANDS_H
#define DEMANDS_H

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

struct demands_requirement {
    uint32_t attribute; /* grid_word(g, attribute); below GRID_KNOWN_COUNT known */
    uint32_t column;    /* of the grid's table */
    uint8_t op;         /* swf_operator */
    uint8_t soft, is_text, dynamic;
    double number; /* in MB, MHz, ... */
    uint32_t text; /* grid_word(g, text) */
    double priority;
};

struct demand {
    uint32_t first, count; /* its requirements: all[first ...]                      */
    double usage[3];       /* of memory, ethernet, network; 0 = none                */
    double rank;           /* of its numbers: sum of priority * amount              */
    uint8_t names_cpus;    /* ... that of the processors is among them              */
    uint8_t dynamic;       /* one names a dynamic attribute                         */
    uint8_t made;          /* by struct requirements, not by its log                   */
};

struct demands { /* zero-initialise; demands_free */
    struct demands_requirement *all;
    size_t all_count, all_capacity;
    struct demand *of; /* by struct job.order; a job beyond has none */
    size_t count, capacity;
};

enum { DEMAND_BAD = -1, DEMAND_NO_MEMORY = -2 };

void demands_free(struct demands *d);

/* ---- reading ----------------------------------------------------------------------- */

/* To the nearest; exact up to what 53 bits hold, so that it is what the text says. */
double demands_number(swf_decimal x);

/* What the job of this order asks for, in the words of its log. 0; DEMAND_BAD with a
 * sentence, DEMAND_NO_MEMORY with one: then the job asks for nothing. */
int demands_add(struct demands *d, struct grid *g, size_t order, swf_span requirements,
                struct error *e);

/* ---- matching ---------------------------------------------------------------------- */

const struct demand *demands_of(const struct demands *d, const struct job *job);

/* What each of the job's processes uses, for sharing.h; `demands` is a struct demands. */
const double *demands_usage(const void *demands, const struct job *job);

const char *demands_requirement_sign(uint8_t op);

/* Does the cluster satisfy it? Then also what it has: a number, or 1 for a text. Dynamic
 * ones hold only if it is told how things are. */
int demands_requirement_holds(const struct grid *g, const struct demands_requirement *r,
                              size_t cluster, const struct grid_state *now,
                              double *value);

/* Can the job ever run there: has the cluster so many CPUs, and all HARD requirements?
 * With now = NULL dynamic ones are left aside. Whether enough CPUs are free is not asked.
 */
int demands_fits(const struct grid *g, const struct demands *d, const struct job *job,
                 size_t cluster, const struct grid_state *now);

/* The rank of the cluster for the job: of the SOFT requirements that it satisfies, the
 * sum of priority * what it has (1 for a text); highest is best. now = NULL: of static
 * ones. */
double demands_value(const struct grid *g, const struct demands *d, const struct job *job,
                     size_t cluster, const struct grid_state *now);

/* The rank of the job: of its numeric requirements, HARD and SOFT, the sum of priority *
 * amount, its processors among them; small jobs have the lowest. */
double demands_rank(const struct grid *g, const struct demands *d, const struct job *job);

/* Does any requirement, HARD or SOFT, name a dynamic attribute? */
int demands_dynamic(const struct demands *d, const struct job *job);

#endif
