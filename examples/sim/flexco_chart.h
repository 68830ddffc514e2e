/* flexco_chart.h - who runs where at FlexCo's sites: a panel for each site, all over the
 * same hours, a meta-job at several sites joined by a line (paper 5: M. A. S. Netto,
 * R. Buyya, "A flexible resource co-allocation model based on advance reservations with
 * rescheduling support").
 *
 * With late binding no booking has processors of its own: any that are free will do when
 * it starts, and enough of them always are. The chart then draws them where they are free
 * in its picture: local jobs from below, meta-jobs from above, in one piece where one is
 * free, the smallest that is large enough. With early binding it draws those booked.
 */
#ifndef SIM_FLEXCO_CHART_H
#define SIM_FLEXCO_CHART_H

#include "error.h"
#include "figure.h"
#include "flexco_job.h"
#include "flexco_rules.h"
#include "gantt.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_FLEXCO_CHARTED = 8,        /* sites, at most                        */
    SIM_FLEXCO_PLACES = 1 << 20,   /* processors of one: more are counted   */
    SIM_FLEXCO_PLACED = 1 << 27,   /* processors times parts, more as well  */
    SIM_FLEXCO_STRETCHES = 1000,   /* of time to choose from                */
    SIM_FLEXCO_STRETCH = 24 * 3600 /* seconds, at least                     */
};

typedef struct sim_flexco_piece { /* a part of a job's execution, at one site */
    uint32_t job, site, servers, sites;
    uint32_t all; /* servers, at all its sites */
    int64_t start, end;
    size_t booked, first_run; /* in the result's runs; in the chart's */
    uint32_t booked_count, run_count;
} sim_flexco_piece;

typedef struct sim_flexco_chart { /* zero-initialise; sim_flexco_chart_free */
    sim_gantt gantt;
    sim_flexco_piece *pieces; /* by site, start, end, job */
    size_t count, capacity;
    sim_run *runs;
    size_t run_count, run_capacity;
    int failed;
} sim_flexco_chart;

static inline void sim_flexco_chart_free(sim_flexco_chart *c)
{
    static const sim_flexco_chart nothing = {.count = 0};
    sim_gantt_free(&c->gantt);
    free(c->pieces);
    free(c->runs);
    *c = nothing;
}

/* ---- what there is to draw --------------------------------------------------------- */

/* Parts of an execution that are seen within the chart's hours. */
static inline void sim_flexco_pieces(sim_flexco_chart *c, const sim_flexco_result *r,
                                     uint32_t job, int64_t start, int64_t end,
                                     size_t first_part, uint32_t parts)
{
    uint32_t all = 0, i;
    if (start < 0 || end <= c->gantt.from || start >= c->gantt.to || end <= start) return;
    for (i = 0; i < parts; i++) all += r->parts[first_part + i].servers;
    for (i = 0; i < parts; i++) {
        const sim_flexco_part *part = &r->parts[first_part + i];
        void *items = c->pieces;
        sim_flexco_piece *to;
        if (part->site >= c->gantt.count) continue;
        if (c->failed ||
            sim_grow(&items, c->count, &c->capacity, sizeof *c->pieces) != 0) {
            c->failed = 1;
            return;
        }
        c->pieces = (sim_flexco_piece *)items;
        to = &c->pieces[c->count++];
        to->job = job;
        to->site = part->site;
        to->servers = part->servers;
        to->sites = parts;
        to->all = all;
        to->start = start;
        to->end = end;
        to->booked = part->first_run;
        to->booked_count = part->run_count;
        to->first_run = 0;
        to->run_count = 0;
    }
}

static inline int sim_flexco_compare_pieces(const void *a, const void *b)
{
    const sim_flexco_piece *x = (const sim_flexco_piece *)a;
    const sim_flexco_piece *y = (const sim_flexco_piece *)b;
    if (x->site != y->site) return x->site < y->site ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    if (x->end != y->end) return x->end < y->end ? -1 : 1;
    return (x->job > y->job) - (x->job < y->job);
}

/* ---- which processors -------------------------------------------------------------- */

static inline void sim_flexco_run_add(sim_flexco_chart *c, sim_flexco_piece *p,
                                      uint32_t first, uint32_t count)
{
    void *items = c->runs;
    if (c->failed || sim_grow(&items, c->run_count, &c->run_capacity, sizeof *c->runs)) {
        c->failed = 1;
        return;
    }
    c->runs = (sim_run *)items;
    c->runs[c->run_count].first = first;
    c->runs[c->run_count++].count = count;
    p->run_count++;
}

/* The end of the processors from `at` on that are all free at `when`, or all not. */
static inline uint32_t sim_flexco_same(const int64_t *until, uint32_t n, uint32_t at,
                                       int64_t when)
{
    const int is_free = until[at] <= when;
    while (at < n && (until[at] <= when) == is_free) at++;
    return at;
}

/* The smallest piece that is free and large enough, the lowest or highest such; n if
 * there is none. */
static inline uint32_t sim_flexco_hole(const int64_t *until, uint32_t n,
                                       const sim_flexco_piece *p, int from_above)
{
    uint32_t at, end, found = n, least = UINT32_MAX;
    for (at = 0; at < n; at = end) {
        end = sim_flexco_same(until, n, at, p->start);
        if (until[at] > p->start || end - at < p->servers) continue;
        if (end - at > least || (end - at == least && !from_above)) continue;
        least = end - at;
        found = from_above ? end - p->servers : at;
    }
    return found;
}

/* In one piece if that is possible, else what is free. `until`: when each processor is
 * free again. */
static inline void sim_flexco_place(sim_flexco_chart *c, sim_flexco_piece *p,
                                    int64_t *until, uint32_t n, int from_above)
{
    uint32_t at = sim_flexco_hole(until, n, p, from_above), left = p->servers, end, i;
    const size_t first = c->run_count;
    p->first_run = first;
    if (at < n) {
        sim_flexco_run_add(c, p, at, left);
        for (i = 0; i < left; i++) until[at + i] = p->end;
        return;
    }
    for (at = 0; at < n && left; at = end) {
        end = sim_flexco_same(until, n, at, p->start);
        if (until[at] > p->start) continue;
        if (end - at > left) end = at + left;
        sim_flexco_run_add(c, p, at, end - at);
        for (i = at; i < end; i++) until[i] = p->end;
        left -= end - at;
    }
}

/* Those that were booked. */
static inline void sim_flexco_copy_runs(sim_flexco_chart *c, sim_flexco_piece *p,
                                        const coa_run *runs)
{
    uint32_t i;
    p->first_run = c->run_count;
    for (i = 0; i < p->booked_count; i++)
        sim_flexco_run_add(c, p, runs[i].first, runs[i].count);
}

/* Of one site: pieces[from .. to - 1]. */
static inline void sim_flexco_place_site(sim_flexco_chart *c, const sim_flexco_job *jobs,
                                         const coa_run *runs, uint32_t n, size_t from,
                                         size_t to)
{
    int64_t *until;
    size_t i;
    if (n > SIM_FLEXCO_PLACES || (uint64_t)n * (to - from) > SIM_FLEXCO_PLACED) return;
    until = (int64_t *)malloc(n * sizeof *until);
    if (!until) {
        c->failed = 1;
        return;
    }
    for (i = 0; i < n; i++) until[i] = INT64_MIN;
    for (i = from; i < to; i++) {
        sim_flexco_piece *p = &c->pieces[i];
        if (p->booked_count)
            sim_flexco_copy_runs(c, p, runs + p->booked);
        else
            sim_flexco_place(c, p, until, n, sim_flexco_is_meta(&jobs[p->job]));
    }
    free(until);
}

/* ---- the chart --------------------------------------------------------------------- */

static inline void sim_flexco_chart_panels(sim_gantt *g, const sim_flexco_system *system)
{
    uint32_t i;
    for (i = 0; i < system->count && i < SIM_FLEXCO_CHARTED; i++) {
        char name[80];
        snprintf(name, sizeof name, "site %" PRIu32 " (%" PRIu32 " processors)", i + 1,
                 system->servers[i]);
        sim_gantt_panel_add(g, name);
        sim_gantt_resize(g, i, system->servers[i]);
        if (system->servers[i] > g->servers) g->servers = system->servers[i];
    }
}

static inline void sim_flexco_chart_bars(sim_flexco_chart *c, const sim_flexco_job *jobs)
{
    size_t i;
    for (i = 0; i < c->count; i++) {
        const sim_flexco_piece *p = &c->pieces[i];
        sim_gantt_bar bar = {0};
        bar.job = jobs[p->job].number;
        bar.start = p->start;
        bar.end = p->end;
        bar.servers = p->servers;
        bar.reserved = sim_flexco_is_meta(&jobs[p->job]);
        bar.sites = p->sites;
        bar.all = p->all;
        bar.runs = p->run_count ? c->runs + p->first_run : NULL;
        bar.run_count = p->run_count;
        sim_gantt_job(&c->gantt, p->site, &bar);
    }
}

/* Fills *c (zeroed; sim_flexco_chart_free, whatever happens) with what ran from
 * stretch[0] to stretch[1]. */
static inline void sim_flexco_chart_make(sim_flexco_chart *c, const char *id,
                                         const sim_flexco_system *system,
                                         const sim_flexco_job *jobs,
                                         const sim_flexco_result *r,
                                         const int64_t stretch[2])
{
    sim_gantt *g = &c->gantt;
    size_t i, from, to;
    sim_gantt_init(g, id, "", 0, stretch[0], stretch[1]);
    g->plain = "local job";
    g->reserved = "hatched: meta-job at one site";
    g->server = "processor";
    g->plot.x.label = "time within the stretch";
    sim_flexco_chart_panels(g, system);
    for (i = 0; i < r->count; i++) {
        const sim_flexco_outcome *o = &r->outcomes[i];
        sim_flexco_pieces(c, r, (uint32_t)i, o->start, o->end, o->first_part,
                          o->part_count);
    }
    for (i = 0; i < r->lost_count; i++) {
        const sim_flexco_execution *x = &r->lost[i];
        sim_flexco_pieces(c, r, x->job, x->start, x->end, x->first_part, x->part_count);
    }
    if (c->count)
        qsort(c->pieces, c->count, sizeof *c->pieces, sim_flexco_compare_pieces);
    for (from = 0; from < c->count; from = to) {
        const uint32_t site = c->pieces[from].site;
        for (to = from; to < c->count && c->pieces[to].site == site;) to++;
        sim_flexco_place_site(c, jobs, r->runs, system->servers[site], from, to);
    }
    sim_flexco_chart_bars(c, jobs);
    for (i = 0; i < r->outage_count; i++)
        sim_gantt_down(g, r->outages[i].cluster, r->outages[i].from, r->outages[i].to);
    if (c->failed) g->plot.failed = 1;
}

/* ---- which hours ------------------------------------------------------------------- */

/* Adds what meta-jobs use in each stretch; those at several sites count more. */
static inline void sim_flexco_meta_use(double *change, size_t stretches, int64_t length,
                                       const sim_flexco_job *jobs,
                                       const sim_flexco_result *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        const sim_flexco_outcome *o = &r->outcomes[i];
        const uint32_t weight = o->part_count > 1 ? 16 : 1;
        if (!sim_flexco_is_meta(&jobs[i]) || o->start < 0) continue;
        if (o->servers > UINT32_MAX / weight) continue;
        sim_spread(change, stretches, length, o->start, o->end, o->servers * weight);
    }
}

/* Of stretches of equal length the one in which meta-jobs use most in both results. */
static inline size_t sim_flexco_richest(const sim_flexco_job *jobs,
                                        const sim_flexco_result *a,
                                        const sim_flexco_result *b, int64_t length,
                                        size_t stretches)
{
    double *change = (double *)calloc(2 * (stretches + 2), sizeof *change);
    double *other = change + stretches + 2, use[2] = {0, 0}, most = -1;
    size_t i, found = 0;
    if (!change) return 0;
    sim_flexco_meta_use(change, stretches, length, jobs, a);
    sim_flexco_meta_use(other, stretches, length, jobs, b);
    for (i = 0; i < stretches; i++) {
        const double least =
            (use[0] += change[i]) < (use[1] += other[i]) ? use[0] : use[1];
        if (least > most) found = i;
        if (least > most) most = least;
    }
    free(change);
    return found;
}

/* A day, or more where all of it is long. */
static inline void sim_flexco_stretch_find(const sim_flexco_job *jobs,
                                           const sim_flexco_result *a,
                                           const sim_flexco_result *b, int64_t stretch[2])
{
    int64_t last = 0, length = SIM_FLEXCO_STRETCH;
    size_t i;
    for (i = 0; i < a->count; i++)
        if (a->outcomes[i].end > last) last = a->outcomes[i].end;
    if (last / SIM_FLEXCO_STRETCHES > length) length = last / SIM_FLEXCO_STRETCHES;
    stretch[0] = length * (int64_t)sim_flexco_richest(jobs, a, b, length,
                                                      (size_t)(last / length) + 1);
    stretch[1] = stretch[0] + length;
}

#endif
