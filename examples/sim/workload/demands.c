/* demands.c - all requirements are in one array, a job's one after the other. */
#include "workload/demands.h"

#include "base/quantity.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

void demands_free(struct demands *d)
{
    free(d->all);
    free(d->of);
    memset(d, 0, sizeof *d);
}

/* ---- reading ----------------------------------------------------------------------- */

/* The nearest double, up to 53 bits. */
static double number_of(swf_decimal x)
{
    const int64_t exact = INT64_C(9000000000);
    if (x.whole < exact && x.whole > -exact)
        return (double)(x.whole * 1000000 + x.micro) / 1e6;
    return (double)x.whole + x.micro / 1e6;
}

static struct word word_of_span(swf_span s)
{
    const struct word w = {s.data, s.size};
    return w;
}

/* "Linux" without its quotes. */
static struct word without_quotes(swf_span s)
{
    struct word w = word_of_span(s);
    if (w.length < 2 || w.at[0] != '"' || w.at[w.length - 1] != '"') return w;
    w.at++;
    w.length -= 2;
    return w;
}

static int bad(const swf_requirement *from, struct error *e, const char *expected)
{
    const struct word name = word_of_span(from->name);
    const struct word value = word_of_span(from->value);
    return error_fail(e, "requirement %.*s: expected %s, not '%.*s'", WORD(name),
                      expected, WORD(value));
}

/* Is it a number, in a unit that the attribute can have? */
static int read_amount(const swf_requirement *from, enum grid_unit_kind kind,
                       double *number)
{
    const double factor =
        from->has_number ? grid_unit_factor(kind, word_of_span(from->unit)) : 0;
    *number = grid_unit_times(number_of(from->number), factor);
    return factor > 0 && kind != GRID_UNIT_TEXT;
}

static int read_requirement(struct grid *g, const swf_requirement *from,
                            struct demands_requirement *to, struct error *e)
{
    memset(to, 0, sizeof *to);
    if (from->name.size >= GRID_NAME) return bad(from, e, "a name of at most 63 bytes");
    to->attribute = grid_attribute(g, word_of_span(from->name));
    const enum grid_unit_kind kind = grid_unit(to->attribute);
    to->op = (uint8_t)from->op;
    to->soft = from->importance == SWF_SOFT;
    to->dynamic = (uint8_t)grid_is_dynamic(to->attribute);
    to->priority =
        from->has_priority ? (double)from->priority : grid_priority(g, to->attribute);
    to->is_text = !read_amount(from, kind, &to->number);
    if (!to->is_text) return 0;
    if (kind != GRID_UNIT_TEXT && kind != GRID_UNIT_ANY)
        return bad(from, e, grid_unit_expected(kind));
    if (to->op != SWF_EQUAL && to->op != SWF_NOT_EQUAL)
        return bad(from, e, "== or !=, or a number to compare with");
    to->number = 0;
    to->text = grid_text_number(g, without_quotes(from->value));
    return 0;
}

static int take_usage(const swf_requirement *from, struct demand *to, struct error *e)
{
    const double amount = number_of(from->number);
    if (amount < 0) return bad(from, e, "an amount of 0 or more");
    to->usage[from->usage - SWF_USAGE_MEMORY] = amount;
    return 0;
}

static int take_requirement(struct demands *d, struct grid *g,
                            const swf_requirement *from, struct demand *to,
                            struct error *e)
{
    struct demands_requirement made;
    if (read_requirement(g, from, &made, e) != 0) return -1;
    if (d->all_count == UINT32_MAX) fail("more than 2^32 requirements");
    BASE_PUSH(d->all, d->all_count, d->all_room) = made;
    to->count++;
    to->dynamic |= made.dynamic;
    if (made.is_text) return 0;
    to->rank += made.priority * made.number;
    to->asks_cpus |= made.attribute == GRID_CPUS;
    return 0;
}

int demands_amount_named(struct word name)
{
    static const char *const names[] = {"gpus", "gpu",   "memory", "mem",      "nodes",
                                        "node", "ready", "ready",  "priority", NULL};
    int i = 0;
    while (names[i] && !word_is_any_case(name, names[i])) i++;
    return names[i] ? i / 2 + 1 : DEMANDS_NO_AMOUNT;
}

int demands_amount(const swf_requirement *r, double *amount)
{
    const int is = demands_amount_named(word_of_span(r->name));
    const char *sign = r->name.data + r->name.size;
    double factor = is == DEMANDS_MEMORY
                        ? grid_unit_factor(GRID_UNIT_MB, word_of_span(r->unit))
                        : r->unit.size == 0 && r->number.micro == 0;
    int64_t seconds = 0;
    int signs = 0;
    for (; sign < r->value.data; sign++) signs += *sign == '=';
    if (signs != 1 || r->op != SWF_EQUAL) return DEMANDS_NO_AMOUNT;
    *amount = number_of(r->number) * factor;
    if (is == DEMANDS_READY) {
        factor = quantity_time(word_of_span(r->value), JOB_TIME_MAX, &seconds);
        *amount = (double)seconds;
    } else if (!r->has_number || (*amount < 0 && is < DEMANDS_READY))
        factor = 0;
    return factor > 0 ? is : DEMANDS_NO_AMOUNT;
}

int demands_add(struct demands *d, struct grid *g, size_t order, swf_span requirements,
                struct error *e)
{
    static const struct demand nothing = {.first = 0};
    const size_t before = d->all_count;
    swf_requirement next;
    swf_status status;
    struct demand made = {.first = (uint32_t)before};
    double amount;
    int failed = 0;
    while (!failed && (status = swf_next_requirement(&requirements, &next)) != SWF_END)
        failed = status != SWF_OK ? error_fail(e, "%s", swf_status_text(status))
                 : demands_amount(&next, &amount) ? 0
                 : next.usage                     ? take_usage(&next, &made, e)
                              : take_requirement(d, g, &next, &made, e);
    if (failed) {
        d->all_count = before;
        return -1;
    }
    while (d->count <= order) /* those that were skipped ask for nothing */
        BASE_PUSH(d->of, d->count, d->room) = nothing;
    d->of[order] = made;
    return 0;
}

/* ---- one job ----------------------------------------------------------------------- */

const struct demand *demands_of(const struct demands *d, const struct job *job)
{
    return d && job->order < d->count ? &d->of[job->order] : NULL;
}

const double *demands_usage(const void *demands, const struct job *job)
{
    const struct demand *d = demands_of((const struct demands *)demands, job);
    return d ? d->usage : NULL;
}

int demands_dynamic(const struct demands *d, const struct job *job)
{
    const struct demand *demand = demands_of(d, job);
    return demand && demand->dynamic;
}

double demands_job_rank(const struct grid *g, const struct demands *d,
                        const struct job *job)
{
    const struct demand *demand = demands_of(d, job);
    const double cpus = g->priority[GRID_CPUS] * job->servers;
    if (!demand) return cpus;
    return demand->asks_cpus ? demand->rank : demand->rank + cpus;
}

/* ---- a job and a cluster ----------------------------------------------------------- */

/* The value of a dynamic attribute. 0 if the cluster does not have the attribute. */
static int dynamic_value(const struct grid *g, size_t cluster, uint32_t attribute,
                         const struct grid_state *now, double *value)
{
    const struct grid_cluster *c = &g->clusters[cluster];
    const struct grid_value *a;
    switch (attribute) {
    case GRID_FREECPUS: *value = now->free_cpus; return 1;
    case GRID_FREENODES: *value = now->free_nodes; return 1;
    case GRID_QUEUED: *value = now->queued; return 1;
    case GRID_LOAD:
        *value = 100.0 * ((double)c->cpus - now->free_cpus) / c->cpus;
        return 1;
    default: break;
    }
    a = grid_value(g, cluster, attribute == GRID_RAMAVAILABLE ? GRID_MEMORY : GRID_DISK);
    if (!a) return 0;
    *value = now->free_nodes ? a->number : 0;
    return 1;
}

static int compare(uint8_t op, double have, double want)
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

const char *demands_requirement_sign(uint8_t op)
{
    static const char *const signs[] = {
        [SWF_EQUAL] = "==",      [SWF_NOT_EQUAL] = "!=", [SWF_LESS] = "<",
        [SWF_LESS_EQUAL] = "<=", [SWF_GREATER] = ">",    [SWF_GREATER_EQUAL] = ">="};
    return signs[op];
}

int demands_requirement_holds(const struct grid *g, const struct demands_requirement *r,
                              size_t cluster, const struct grid_state *now, double *value)
{
    if (r->dynamic) {
        if (!now || !dynamic_value(g, cluster, r->attribute, now, value)) return 0;
        return compare(r->op, *value, r->number);
    }
    const struct grid_value *has = grid_value(g, cluster, r->attribute);
    if (!has || (has->kind == GRID_WORD) != r->is_text) return 0;
    *value = r->is_text ? 1 : has->number;
    if (r->is_text) return (has->text == r->text) == (r->op == SWF_EQUAL);
    return compare(r->op, has->number, r->number);
}

int demands_fits(const struct grid *g, const struct demands *d, const struct job *job,
                 size_t cluster, const struct grid_state *now)
{
    const struct demand *demand = demands_of(d, job);
    double value;
    if (job->servers > g->clusters[cluster].cpus) return 0;
    for (uint32_t i = 0; demand && i < demand->count; i++) {
        const struct demands_requirement *r = &d->all[demand->first + i];
        if (r->soft || (r->dynamic && !now)) continue;
        if (!demands_requirement_holds(g, r, cluster, now, &value)) return 0;
    }
    return 1;
}

double demands_cluster_rank(const struct grid *g, const struct demands *d,
                            const struct job *job, size_t cluster,
                            const struct grid_state *now)
{
    const struct demand *demand = demands_of(d, job);
    double sum = 0, value = 0;
    for (uint32_t i = 0; demand && i < demand->count; i++) {
        const struct demands_requirement *r = &d->all[demand->first + i];
        if (r->soft && demands_requirement_holds(g, r, cluster, now, &value))
            sum += r->priority * value;
    }
    return sum;
}
