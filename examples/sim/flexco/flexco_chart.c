/* flexco_chart.c - which job runs where at FlexCo's sites: a panel for each site, all
 * over the same hours, a meta-job at several sites joined by a line (paper 5: M. A. S.
 * Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support").
 *
 * With late binding no booking has processors of its own: any that are free will do
 * when it starts, and enough of them always are. The chart then draws them where they
 * are free in its picture: local jobs from below, meta-jobs from above, in one piece
 * where one is free, the smallest that is large enough. With early binding it draws
 * those booked.
 *
 * The pieces of each site are placed in order of start, in the
 * smallest gap that is large enough. */
#include "flexco/flexco_results.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/statistics.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void flexco_chart_free(struct flexco_chart *c)
{
    static const struct flexco_chart nothing = {.count = 0};
    gantt_free(&c->gantt);
    free(c->pieces);
    free(c->runs);
    *c = nothing;
}

/* ---- what there is to draw --------------------------------------------------------- */

/* Parts of an execution that are seen within the chart's hours. */
static void flexco_chart_pieces(struct flexco_chart *c, const struct flexco_result *r,
                                uint32_t job, int64_t start, int64_t end,
                                size_t first_part, uint32_t parts)
{
    uint32_t all = 0, i;
    if (start < 0 || end <= c->gantt.from || start >= c->gantt.to || end <= start) return;
    for (i = 0; i < parts; i++) all += r->parts[first_part + i].servers;
    for (i = 0; i < parts; i++) {
        const struct flexco_part *part = &r->parts[first_part + i];
        struct flexco_piece *to;
        if (part->site >= c->gantt.count) continue;
        if (c->failed || ARRAY_ROOM(c->pieces, c->count, c->capacity, 1) != 0) {
            c->failed = 1;
            return;
        }
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

static int compare_pieces(const void *a, const void *b)
{
    const struct flexco_piece *x = (const struct flexco_piece *)a;
    const struct flexco_piece *y = (const struct flexco_piece *)b;
    if (x->site != y->site) return COMPARE(x->site, y->site);
    if (x->start != y->start) return COMPARE(x->start, y->start);
    if (x->end != y->end) return COMPARE(x->end, y->end);
    return COMPARE(x->job, y->job);
}

/* ---- which processors -------------------------------------------------------------- */

static void run_add(struct flexco_chart *c, struct flexco_piece *p, uint32_t first,
                    uint32_t count)
{
    if (c->failed || ARRAY_ROOM(c->runs, c->run_count, c->run_capacity, 1) != 0) {
        c->failed = 1;
        return;
    }
    c->runs[c->run_count].first = first;
    c->runs[c->run_count++].count = count;
    p->run_count++;
}

/* The end of the processors from `at` on that are all free at `when`, or all not. */
static uint32_t same(const int64_t *until, uint32_t n, uint32_t at, int64_t when)
{
    const int is_free = until[at] <= when;
    while (at < n && (until[at] <= when) == is_free) at++;
    return at;
}

/* The smallest piece that is free and large enough, the lowest or highest such; n if
 * there is none. */
static uint32_t hole(const int64_t *until, uint32_t n, const struct flexco_piece *p,
                     int from_above)
{
    uint32_t at, end, found = n, least = UINT32_MAX;
    for (at = 0; at < n; at = end) {
        end = same(until, n, at, p->start);
        if (until[at] > p->start || end - at < p->servers) continue;
        if (end - at > least || (end - at == least && !from_above)) continue;
        least = end - at;
        found = from_above ? end - p->servers : at;
    }
    return found;
}

/* In one piece if that is possible, else what is free. `until`: when each processor is
 * free again. */
static void place(struct flexco_chart *c, struct flexco_piece *p, int64_t *until,
                  uint32_t n, int from_above)
{
    uint32_t at = hole(until, n, p, from_above), left = p->servers, end, i;
    const size_t first = c->run_count;
    p->first_run = first;
    if (at < n) {
        run_add(c, p, at, left);
        for (i = 0; i < left; i++) until[at + i] = p->end;
        return;
    }
    for (at = 0; at < n && left; at = end) {
        end = same(until, n, at, p->start);
        if (until[at] > p->start) continue;
        if (end - at > left) end = at + left;
        run_add(c, p, at, end - at);
        for (i = at; i < end; i++) until[i] = p->end;
        left -= end - at;
    }
}

/* The processors that were booked. */
static void copy_runs(struct flexco_chart *c, struct flexco_piece *p, const coa_run *runs)
{
    uint32_t i;
    p->first_run = c->run_count;
    for (i = 0; i < p->booked_count; i++) run_add(c, p, runs[i].first, runs[i].count);
}

/* Of one site: pieces[from .. to - 1]. */
static void place_site(struct flexco_chart *c, const struct flexco_job *jobs,
                       const coa_run *runs, uint32_t n, size_t from, size_t to)
{
    int64_t *until;
    size_t i;
    if (n > FLEXCO_PLACES || (uint64_t)n * (to - from) > FLEXCO_PLACED) return;
    until = (int64_t *)malloc(n * sizeof *until);
    if (!until) {
        c->failed = 1;
        return;
    }
    for (i = 0; i < n; i++) until[i] = INT64_MIN;
    for (i = from; i < to; i++) {
        struct flexco_piece *p = &c->pieces[i];
        if (p->booked_count)
            copy_runs(c, p, runs + p->booked);
        else
            place(c, p, until, n, flexco_job_is_meta(&jobs[p->job]));
    }
    free(until);
}

/* ---- the chart --------------------------------------------------------------------- */

static void panels(struct gantt *g, const struct flexco_system *system)
{
    uint32_t i;
    for (i = 0; i < system->count && i < FLEXCO_CHARTED; i++) {
        char name[80];
        snprintf(name, sizeof name, "site %" PRIu32 " (%" PRIu32 " processor%s)", i + 1,
                 system->servers[i], text_s(system->servers[i]));
        gantt_panel_add(g, name);
        gantt_resize(g, i, system->servers[i]);
        if (system->servers[i] > g->servers) g->servers = system->servers[i];
    }
}

static void bars(struct flexco_chart *c, const struct flexco_job *jobs)
{
    size_t i;
    for (i = 0; i < c->count; i++) {
        const struct flexco_piece *p = &c->pieces[i];
        struct gantt_bar bar = {0};
        bar.job = jobs[p->job].number;
        bar.start = p->start;
        bar.end = p->end;
        bar.servers = p->servers;
        bar.reserved = flexco_job_is_meta(&jobs[p->job]);
        bar.sites = p->sites;
        bar.all = p->all;
        bar.runs = p->run_count ? c->runs + p->first_run : NULL;
        bar.run_count = p->run_count;
        gantt_job(&c->gantt, p->site, &bar);
    }
}

void flexco_chart_make(struct flexco_chart *c, const char *id,
                       const struct flexco_system *system, const struct flexco_job *jobs,
                       const struct flexco_result *r, const int64_t stretch[2])
{
    struct gantt *g = &c->gantt;
    size_t i, from, to;
    gantt_init(g, id, "", 0, stretch[0], stretch[1]);
    g->plain = "local job";
    g->reserved = "hatched: meta-job at one site";
    g->server = "processor";
    g->plot.x.label = "time within the stretch";
    panels(g, system);
    for (i = 0; i < r->count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        flexco_chart_pieces(c, r, (uint32_t)i, o->start, o->end, o->first_part,
                            o->part_count);
    }
    if (c->count) qsort(c->pieces, c->count, sizeof *c->pieces, compare_pieces);
    for (from = 0; from < c->count; from = to) {
        const uint32_t site = c->pieces[from].site;
        for (to = from; to < c->count && c->pieces[to].site == site;) to++;
        place_site(c, jobs, r->runs, system->servers[site], from, to);
    }
    bars(c, jobs);
    if (c->failed) g->plot.failed = 1;
}

void flexco_chart_draw(struct gantt *g, const char *id,
                       const struct flexco_system *system, const struct flexco_job *jobs,
                       const struct flexco_result *r, const int64_t stretch[2])
{
    static const struct gantt nothing = {.count = 0};
    struct flexco_chart c = {.count = 0};
    flexco_chart_make(&c, id, system, jobs, r, stretch);
    *g = c.gantt;
    g->own = c.runs;
    c.gantt = nothing;
    c.runs = NULL;
    flexco_chart_free(&c);
}

/* ---- which hours ------------------------------------------------------------------- */

/* Adds what meta-jobs use in each stretch; those at several sites count more. */
static void meta_use(double *change, size_t stretches, int64_t length,
                     const struct flexco_job *jobs, const struct flexco_result *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        const uint32_t weight = o->part_count > 1 ? 16 : 1;
        if (!flexco_job_is_meta(&jobs[i]) || o->start < 0) continue;
        if (o->servers > UINT32_MAX / weight) continue;
        statistics_busy_add(change, stretches, length, o->start, o->end,
                            o->servers * weight);
    }
}

/* Of stretches of equal length the one in which meta-jobs use most in both results. */
static size_t richest(const struct flexco_job *jobs, const struct flexco_result *a,
                      const struct flexco_result *b, int64_t length, size_t stretches)
{
    double *change = (double *)calloc(2 * (stretches + 2), sizeof *change);
    double *other = change + stretches + 2, use[2] = {0, 0}, most = -1;
    size_t i, found = 0;
    if (!change) return 0;
    meta_use(change, stretches, length, jobs, a);
    meta_use(other, stretches, length, jobs, b);
    for (i = 0; i < stretches; i++) {
        const double least =
            (use[0] += change[i]) < (use[1] += other[i]) ? use[0] : use[1];
        if (least > most) found = i;
        if (least > most) most = least;
    }
    free(change);
    return found;
}

void flexco_chart_stretch_find(const struct flexco_job *jobs,
                               const struct flexco_result *a,
                               const struct flexco_result *b, int64_t stretch[2])
{
    int64_t last = 0, length = FLEXCO_STRETCH;
    size_t i;
    for (i = 0; i < a->count; i++)
        if (a->outcomes[i].end > last) last = a->outcomes[i].end;
    if (last / FLEXCO_STRETCHES > length) length = last / FLEXCO_STRETCHES;
    stretch[0] =
        length * (int64_t)richest(jobs, a, b, length, (size_t)(last / length) + 1);
    stretch[1] = stretch[0] + length;
}
