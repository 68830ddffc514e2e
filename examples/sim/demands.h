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
#ifndef SIM_DEMANDS_H
#define SIM_DEMANDS_H

#include "swf.h"

#include "error.h"
#include "grid.h"
#include "job.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_requirement {
    uint32_t
        attribute;   /* sim_grid_word(g, attribute); below SIM_GRID_KNOWN_COUNT known */
    uint32_t column; /* of the grid's table */
    uint8_t op;      /* swf_operator */
    uint8_t soft, is_text, dynamic;
    double number; /* in MB, MHz, ... */
    uint32_t text; /* sim_grid_word(g, text) */
    double priority;
} sim_requirement;

typedef struct sim_demand {
    uint32_t first, count; /* its requirements: all[first ...]                      */
    double usage[3];       /* of memory, ethernet, network; 0 = none                */
    double rank;           /* of its numbers: sum of priority * amount              */
    uint8_t names_cpus;    /* ... that of the processors is among them              */
    uint8_t dynamic;       /* one names a dynamic attribute                         */
    uint8_t made;          /* by sim_requirements, not by its log                   */
} sim_demand;

typedef struct sim_demands { /* zero-initialise; sim_demands_free */
    sim_requirement *all;
    size_t all_count, all_capacity;
    sim_demand *of; /* by sim_job.order; a job beyond has none */
    size_t count, capacity;
} sim_demands;

enum { SIM_DEMAND_BAD = -1, SIM_DEMAND_NO_MEMORY = -2 };

static inline void sim_demands_free(sim_demands *d)
{
    free(d->all);
    free(d->of);
    memset(d, 0, sizeof *d);
}

/* ---- reading ----------------------------------------------------------------------- */

/* To the nearest; exact up to what 53 bits hold, so that it is what the text says. */
static inline double sim_demand_number(swf_decimal x)
{
    const int64_t exact = INT64_C(9000000000);
    if (x.whole < exact && x.whole > -exact)
        return (double)(x.whole * 1000000 + x.micro) / 1e6;
    return (double)x.whole + x.micro / 1e6;
}

static inline sim_word sim_demand_word(swf_span s)
{
    sim_word w;
    w.at = s.data;
    w.length = s.size;
    return w;
}

/* "Linux" without its quotes. */
static inline sim_word sim_demand_text(swf_span s)
{
    sim_word w = sim_demand_word(s);
    if (w.length < 2 || w.at[0] != '"' || w.at[w.length - 1] != '"') return w;
    w.at++;
    w.length -= 2;
    return w;
}

static inline int sim_demand_bad(const swf_requirement *from, sim_error *e,
                                 const char *expected)
{
    const sim_word name = sim_demand_word(from->name);
    const sim_word value = sim_demand_word(from->value);
    sim_fail(e, "requirement %.*s: %s was expected, not '%.*s'", SIM_WORD(name), expected,
             SIM_WORD(value));
    return SIM_DEMAND_BAD;
}

/* Is it a number, in a unit that the attribute can have? */
static inline int sim_demand_amount(const swf_requirement *from, sim_unit_kind kind,
                                    double *number)
{
    const double factor =
        from->has_number ? sim_grid_factor(kind, sim_demand_word(from->unit)) : 0;
    *number = sim_grid_in_unit(sim_demand_number(from->number), factor);
    return factor > 0 && kind != SIM_UNIT_TEXT;
}

static inline int sim_requirement_make(sim_grid *g, const swf_requirement *from,
                                       sim_requirement *to, sim_error *e)
{
    sim_unit_kind kind;
    memset(to, 0, sizeof *to);
    if (from->name.size >= SIM_GRID_NAME)
        return sim_demand_bad(from, e, "a name of at most 63 bytes");
    to->attribute = sim_grid_attribute(g, sim_demand_word(from->name));
    if (to->attribute == SIM_GRID_NONE) return SIM_DEMAND_NO_MEMORY;
    kind = sim_grid_unit(to->attribute);
    to->column = sim_grid_column(g, to->attribute);
    to->op = (uint8_t)from->op;
    to->soft = from->importance == SWF_SOFT;
    to->dynamic = (uint8_t)sim_grid_is_dynamic(to->attribute);
    to->priority =
        from->has_priority ? (double)from->priority : sim_grid_priority(g, to->attribute);
    to->is_text = !sim_demand_amount(from, kind, &to->number);
    if (!to->is_text) return 0;
    if (kind != SIM_UNIT_TEXT && kind != SIM_UNIT_ANY)
        return sim_demand_bad(from, e, sim_grid_expected(kind));
    if (to->op != SWF_EQUAL && to->op != SWF_NOT_EQUAL)
        return sim_demand_bad(from, e, "== or !=, or a number to compare with,");
    to->number = 0;
    to->text = sim_grid_intern(g, sim_demand_text(from->value));
    return to->text == SIM_GRID_NONE ? SIM_DEMAND_NO_MEMORY : 0;
}

static inline int sim_demand_take(sim_demands *d, sim_grid *g,
                                  const swf_requirement *from, sim_demand *to,
                                  sim_error *e)
{
    sim_requirement *all, made;
    int code;
    if (from->usage) {
        const double amount = sim_demand_number(from->number);
        if (amount < 0) return sim_demand_bad(from, e, "an amount not below 0");
        to->usage[from->usage - SWF_USAGE_MEMORY] = amount;
        return 0;
    }
    code = sim_requirement_make(g, from, &made, e);
    if (code != 0) return code;
    all = (sim_requirement *)sim_grid_grow(d->all, d->all_count, &d->all_capacity,
                                           sizeof *all);
    if (!all || d->all_count >= UINT32_MAX) return SIM_DEMAND_NO_MEMORY;
    d->all = all;
    all[d->all_count++] = made;
    to->count++;
    to->dynamic |= made.dynamic;
    if (made.is_text) return 0;
    to->rank += made.priority * made.number;
    to->names_cpus |= made.attribute == SIM_GRID_CPUS;
    return 0;
}

/* Room for the demand of the job, zeroed like all that are skipped. */
static inline int sim_demand_room(sim_demands *d, size_t order)
{
    while (order >= d->capacity) {
        sim_demand *of =
            (sim_demand *)sim_grid_grow(d->of, d->capacity, &d->capacity, sizeof *of);
        if (!of) return -1;
        d->of = of;
    }
    if (order >= d->count) {
        memset(&d->of[d->count], 0, (order + 1 - d->count) * sizeof *d->of);
        d->count = order + 1;
    }
    return 0;
}

/* What the job of this order asks for, in the words of its log. 0; SIM_DEMAND_BAD with a
 * sentence, SIM_DEMAND_NO_MEMORY with one: then the job asks for nothing. */
static inline int sim_demand_add(sim_demands *d, sim_grid *g, size_t order,
                                 swf_span requirements, sim_error *e)
{
    const size_t before = d->all_count;
    swf_span rest = requirements;
    swf_requirement next;
    swf_status status;
    sim_demand made;
    int code = 0;
    memset(&made, 0, sizeof made);
    made.first = (uint32_t)before;
    while (code == 0 && (status = swf_next_requirement(&rest, &next)) != SWF_END) {
        if (status == SWF_OK)
            code = sim_demand_take(d, g, &next, &made, e);
        else
            code = sim_fail(e, "%s", swf_status_text(status));
    }
    if (code == 0 && sim_demand_room(d, order) != 0) code = SIM_DEMAND_NO_MEMORY;
    if (code == 0) {
        d->of[order] = made;
        return 0;
    }
    d->all_count = before;
    if (code == SIM_DEMAND_NO_MEMORY) sim_fail(e, "there is no memory for requirements");
    return code;
}

/* ---- matching ---------------------------------------------------------------------- */

static inline const sim_demand *sim_demand_of(const sim_demands *d, const sim_job *job)
{
    return d && job->order < d->count ? &d->of[job->order] : NULL;
}

/* What each of the job's processes uses, for sharing.h; `demands` is a sim_demands. */
static inline const double *sim_demand_usage(const void *demands, const sim_job *job)
{
    const sim_demand *d = sim_demand_of((const sim_demands *)demands, job);
    return d ? d->usage : NULL;
}

/* A dynamic attribute now. 0 if the cluster does not have it. */
static inline int sim_demand_now(const sim_grid *g, size_t cluster, uint32_t attribute,
                                 const sim_state *now, double *value)
{
    const sim_cluster *c = &g->clusters[cluster];
    const sim_attribute *a;
    switch (attribute) {
    case SIM_GRID_FREECPUS: *value = now->free_cpus; return 1;
    case SIM_GRID_FREENODES: *value = now->free_nodes; return 1;
    case SIM_GRID_QUEUED: *value = now->queued; return 1;
    case SIM_GRID_LOAD:
        *value = 100.0 * ((double)c->cpus - now->free_cpus) / c->cpus;
        return 1;
    default: break;
    }
    a = sim_grid_value(
        g, cluster, attribute == SIM_GRID_RAMAVAILABLE ? SIM_GRID_MEMORY : SIM_GRID_DISK);
    if (!a) return 0;
    *value = now->free_nodes ? a->number : 0;
    return 1;
}

static inline int sim_demand_compare(uint8_t op, double have, double want)
{
    switch (op) {
    case SWF_LESS: return have < want;
    case SWF_LESS_EQUAL: return have <= want;
    case SWF_GREATER: return have > want;
    case SWF_GREATER_EQUAL: return have >= want;
    case SWF_NOT_EQUAL: return have < want || have > want;
    default: return have >= want && have <= want;
    }
}

static inline const char *sim_requirement_sign(uint8_t op)
{
    switch (op) {
    case SWF_LESS: return "<";
    case SWF_LESS_EQUAL: return "<=";
    case SWF_GREATER: return ">";
    case SWF_GREATER_EQUAL: return ">=";
    case SWF_NOT_EQUAL: return "!=";
    default: return "==";
    }
}

/* Does the cluster satisfy it? Then also what it has: a number, or 1 for a text. Dynamic
 * ones hold only if it is told how things are. */
static inline int sim_requirement_holds(const sim_grid *g, const sim_requirement *r,
                                        size_t cluster, const sim_state *now,
                                        double *value)
{
    const sim_attribute *a = &g->table[cluster * (g->name_count + 1) + r->column];
    if (r->dynamic) {
        if (!now || !sim_demand_now(g, cluster, r->attribute, now, value)) return 0;
        return sim_demand_compare(r->op, *value, r->number);
    }
    if (a->name == SIM_GRID_NONE || a->is_text != r->is_text) return 0;
    *value = a->is_text ? 1 : a->number;
    if (a->is_text) return (a->text == r->text) == (r->op == SWF_EQUAL);
    return sim_demand_compare(r->op, a->number, r->number);
}

/* Can the job ever run there: has the cluster so many CPUs, and all HARD requirements?
 * With now = NULL dynamic ones are left aside. Whether enough CPUs are free is not asked.
 */
static inline int sim_demand_fits(const sim_grid *g, const sim_demands *d,
                                  const sim_job *job, size_t cluster,
                                  const sim_state *now)
{
    const sim_demand *demand = sim_demand_of(d, job);
    double value;
    uint32_t i;
    if (job->servers > g->clusters[cluster].cpus) return 0;
    for (i = 0; demand && i < demand->count; i++) {
        const sim_requirement *r = &d->all[demand->first + i];
        if (r->soft || (r->dynamic && !now)) continue;
        if (!sim_requirement_holds(g, r, cluster, now, &value)) return 0;
    }
    return 1;
}

/* The rank of the cluster for the job: of the SOFT requirements that it satisfies, the
 * sum of priority * what it has (1 for a text); highest is best. now = NULL: of static
 * ones. */
static inline double sim_demand_value(const sim_grid *g, const sim_demands *d,
                                      const sim_job *job, size_t cluster,
                                      const sim_state *now)
{
    const sim_demand *demand = sim_demand_of(d, job);
    double sum = 0, value = 0;
    uint32_t i;
    for (i = 0; demand && i < demand->count; i++) {
        const sim_requirement *r = &d->all[demand->first + i];
        if (r->soft && sim_requirement_holds(g, r, cluster, now, &value))
            sum += r->priority * value;
    }
    return sum;
}

/* The rank of the job: of its numeric requirements, HARD and SOFT, the sum of priority *
 * amount, its processors among them; small jobs have the lowest. */
static inline double sim_demand_rank(const sim_grid *g, const sim_demands *d,
                                     const sim_job *job)
{
    const sim_demand *demand = sim_demand_of(d, job);
    const double cpus = g->names[SIM_GRID_CPUS].priority * job->servers;
    if (!demand) return cpus;
    return demand->names_cpus ? demand->rank : demand->rank + cpus;
}

/* Does any requirement, HARD or SOFT, name a dynamic attribute? */
static inline int sim_demand_dynamic(const sim_demands *d, const sim_job *job)
{
    const sim_demand *demand = sim_demand_of(d, job);
    return demand && demand->dynamic;
}

#endif
