/* outages.h - when clusters fail and come back: told by a file, or drawn.
 *
 * A file has a line for each outage, "CLUSTER FROM TO": times count from the first
 * submission, in seconds or with a suffix s, m, h or d; TO may be `never`; what follows a
 * '#' is for people. Outages of a cluster do not overlap.
 *
 * Drawn are the times between failures (from the end of one outage to the next one) and
 * the times to repair, both exponential, rounded up to seconds. Each cluster has random
 * numbers of its own, so one more cluster changes nothing for those before it.
 */
#ifndef SIM_OUTAGES_H
#define SIM_OUTAGES_H

#include "cli.h"
#include "error.h"
#include "grid.h"
#include "input.h"
#include "job.h"
#include "plan.h"
#include "random.h"
#include "words.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_OUTAGES_MOST = 1000000 }; /* of a run */

typedef struct sim_outage { /* the cluster is down in [from, to) */
    uint32_t cluster;
    int64_t from, to; /* to SIM_NEVER: it does not come back */
} sim_outage;

typedef struct sim_outage_plan { /* zero-initialise: none; sim_outages_free */
    sim_outage *list;            /* by cluster, then from; after the first submission */
    size_t count;
    int64_t mtbf, mttr; /* means, seconds, above 0; mtbf 0: not drawn        */
    uint64_t seed;
} sim_outage_plan;

static inline void sim_outages_free(sim_outage_plan *p)
{
    free(p->list);
    p->list = NULL;
    p->count = 0;
}

/* ---- a file ------------------------------------------------------------------------ */

enum { SIM_OUTAGE_FILE_MOST = 1 << 26 }; /* bytes */

typedef struct sim_outage_line {
    sim_outage outage;
    unsigned long line;
} sim_outage_line;

typedef struct sim_outage_reader {
    const sim_grid *grid;
    const char *path, *at; /* what is left of the text */
    unsigned long line;
    sim_outage_line *lines;
    size_t count, capacity;
} sim_outage_reader;

static inline sim_word sim_outage_word(sim_outage_reader *r)
{
    sim_word w;
    while (*r->at && *r->at != '\n' && sim_is_blank(*r->at)) r->at++;
    w.at = r->at;
    while (*r->at && *r->at != '#' && !sim_is_blank(*r->at)) r->at++;
    w.length = (size_t)(r->at - w.at);
    return w;
}

/* A time after the first submission, in seconds; -1 if it is none. */
static inline int64_t sim_outage_time(sim_word w)
{
    char text[32];
    int64_t t;
    if (w.length >= sizeof text) return -1;
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    t = cli_digits(text, 1);
    return t <= SIM_TIME_MAX ? t : -1;
}

static inline int sim_outage_fail(const sim_outage_reader *r, int field, const char *name,
                                  const char *expected, sim_word w, sim_error *e)
{
    return sim_fail(e, "%s: line %lu, field %d (%s): %s was expected, not '%.*s'",
                    r->path, r->line, field, name, expected, SIM_WORD(w));
}

/* One line that says something. */
static inline int sim_outage_read_line(sim_outage_reader *r, sim_word first,
                                       sim_outage *o, sim_error *e)
{
    sim_word w = first;
    const size_t cluster = sim_grid_find(r->grid, w);
    if (cluster >= r->grid->count)
        return sim_outage_fail(r, 1, "cluster", "the name of a cluster of the grid", w,
                               e);
    o->cluster = (uint32_t)cluster;
    w = sim_outage_word(r);
    o->from = sim_outage_time(w);
    if (o->from < 0)
        return sim_outage_fail(r, 2, "from",
                               "a time after the first submission, as 3600 or 2h,", w, e);
    w = sim_outage_word(r);
    o->to = sim_word_is(w, "never") ? SIM_NEVER : sim_outage_time(w);
    if (o->to <= o->from)
        return sim_outage_fail(r, 3, "to", "a later time, or never,", w, e);
    w = sim_outage_word(r);
    if (w.length) return sim_outage_fail(r, 4, "none", "the end of the line", w, e);
    return 0;
}

static inline int sim_outage_add(sim_outage_reader *r, const sim_outage *o, sim_error *e)
{
    if (r->count == r->capacity) {
        const size_t more = 2 * r->capacity + 64;
        sim_outage_line *grown =
            (sim_outage_line *)realloc(r->lines, more * sizeof *grown);
        if (!grown) return sim_fail(e, "%s: out of memory", r->path);
        r->lines = grown;
        r->capacity = more;
    }
    r->lines[r->count].outage = *o;
    r->lines[r->count++].line = r->line;
    return 0;
}

static inline int sim_outage_read(sim_outage_reader *r, sim_error *e)
{
    for (r->line = 1; *r->at; r->line++) {
        const sim_word w = sim_outage_word(r);
        sim_outage o;
        if (w.length &&
            (sim_outage_read_line(r, w, &o, e) != 0 || sim_outage_add(r, &o, e) != 0))
            return -1;
        r->at += strcspn(r->at, "\n");
        r->at += *r->at == '\n';
    }
    return 0;
}

static inline int sim_outage_order(const void *a, const void *b)
{
    const sim_outage_line *x = (const sim_outage_line *)a;
    const sim_outage_line *y = (const sim_outage_line *)b;
    if (x->outage.cluster != y->outage.cluster)
        return x->outage.cluster < y->outage.cluster ? -1 : 1;
    if (x->outage.from != y->outage.from) return x->outage.from < y->outage.from ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static inline int sim_outage_keep(sim_outage_reader *r, sim_outage_plan *p, sim_error *e)
{
    size_t i;
    if (r->count) qsort(r->lines, r->count, sizeof *r->lines, sim_outage_order);
    p->list = (sim_outage *)malloc((r->count ? r->count : 1) * sizeof *p->list);
    if (!p->list) return sim_fail(e, "%s: out of memory", r->path);
    for (i = 0; i < r->count; i++) {
        const sim_outage_line *line = &r->lines[i], *last = line - 1;
        if (i && last->outage.cluster == line->outage.cluster &&
            last->outage.to > line->outage.from)
            return sim_fail(e,
                            "%s: line %lu, field 2 (from): a time not before the end of"
                            " the outage of %s in line %lu was expected",
                            r->path, line->line,
                            r->grid->clusters[line->outage.cluster].name, last->line);
        p->list[p->count++] = line->outage;
    }
    return 0;
}

/* Reads the outages of the grid from the file, or standard input ("-"). Whatever comes of
 * it: sim_outages_free. 0, or -1 and the file, line and field. */
static inline int sim_outages_load(sim_outage_plan *p, const sim_grid *g,
                                   const char *path, sim_error *e)
{
    sim_outage_reader r = {.grid = g};
    sim_input in;
    char *text = NULL;
    size_t size = 0;
    int result;
    if (sim_input_open(&in, path, e) != 0) return -1;
    r.path = in.path;
    result = sim_input_text(&in, SIM_OUTAGE_FILE_MOST, &text, &size, e);
    r.at = text;
    if (result == 0 && strlen(text) != size)
        result = sim_fail(e, "%s: a text was expected, without bytes of 0", r.path);
    if (result == 0) result = sim_outage_read(&r, e);
    if (result == 0) result = sim_outage_keep(&r, p, e);
    free(r.lines);
    free(text);
    return result;
}

/* ---- one after the other ----------------------------------------------------------- */

typedef struct sim_outage_source { /* of one cluster */
    const sim_outage_plan *plan;
    uint32_t cluster;
    int64_t origin; /* the first submission    */
    size_t next;    /* in the list             */
    sim_random random;
} sim_outage_source;

static inline void sim_outage_source_begin(sim_outage_source *s,
                                           const sim_outage_plan *plan, uint32_t cluster,
                                           int64_t origin)
{
    s->plan = plan;
    s->cluster = cluster;
    s->origin = origin;
    s->random.state = 0;
    for (s->next = 0; s->next < plan->count; s->next++)
        if (plan->list[s->next].cluster >= cluster) break;
    s->random.state = plan->seed;
    s->random.state = sim_random_bits(&s->random) + cluster;
    s->random.state = sim_random_bits(&s->random);
}

/* Exponential, rounded up: at least a second, and no longer than any log. */
static inline int64_t sim_outage_draw(sim_random *r, int64_t mean)
{
    const double x = -sim_ln(sim_random_unit(r)) * (double)mean;
    return x < (double)SIM_TIME_MAX ? (int64_t)x + 1 : SIM_TIME_MAX;
}

/* The cluster's next outage; the one before ended at `after` (at first: the origin). From
 * SIM_NEVER on: there is none. */
static inline sim_outage sim_outage_next(sim_outage_source *s, int64_t after)
{
    const sim_outage_plan *p = s->plan;
    sim_outage o = {s->cluster, SIM_NEVER, SIM_NEVER};
    if (after >= SIM_NEVER / 2) return o;
    if (p->mtbf > 0) {
        o.from = after + sim_outage_draw(&s->random, p->mtbf);
        o.to = o.from + sim_outage_draw(&s->random, p->mttr);
    } else if (s->next < p->count && p->list[s->next].cluster == s->cluster) {
        o = p->list[s->next++];
        while (s->next < p->count && p->list[s->next].cluster == s->cluster &&
               p->list[s->next].from <= o.to)
            o.to = p->list[s->next++].to; /* one that follows at once */
        o.from += s->origin;
        if (o.to != SIM_NEVER) o.to += s->origin;
    }
    return o;
}

#endif
