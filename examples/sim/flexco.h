/* flexco.h - sites with queues of their own below a metascheduler, event by event.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5). Each site books its local jobs
 * (flexco_site.h), a metascheduler books meta-jobs over all sites (flexco_meta.h). When
 * jobs end before their estimates, queues are compressed, which is algorithm 2, and the
 * metascheduler may move its jobs.
 *
 * At one instant, in this order; between instants nothing happens:
 *   1 jobs end; what they had been booked for is given back;
 *   2 sites that fail lose all their bookings, sites that come back are empty. A job that
 *     lost processors is to be booked anew;
 *   3 the metascheduler and the sites hear messages that arrive (flexco_messages.h);
 *   4 sites, by number, at which something ended early compress their queues;
 *   5 jobs are submitted, those that come back first: each is booked;
 *   6 jobs whose time has come start. From now on they have what they have.
 *
 * No job ends later than it was first promised, unless sites fail.
 */
#ifndef SIM_FLEXCO_H
#define SIM_FLEXCO_H

#include "clock.h"
#include "error.h"
#include "events.h"
#include "flexco_begun.h"
#include "flexco_job.h"
#include "flexco_messages.h"
#include "flexco_outages.h"
#include "flexco_rules.h"
#include "flexco_site.h"
#include "flexco_state.h"
#include "outages.h"
#include "progress.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- algorithm 2 ------------------------------------------------------------------- */

static inline int sim_flexco_compress(sim_flexco *f, sim_flexco_site *s, sim_error *e)
{
    size_t i, n;
    int changed = 0;
    s->early = 0;
    f->result->compressions++;
    if (sim_flexco_pass(f, s, e) != 0) return -1;
    if (f->rules->mode == SIM_FLEXCO_RIGID || !sim_flexco_idle(f, s)) return 0;
    if (sim_flexco_head(f, s, &n, e) != 0) return -1;
    for (i = 0; i < n; i++) {
        const int moved = sim_flexco_meta_offer(f, f->head[i], e);
        if (moved < 0) return -1;
        changed |= moved;
    }
    return changed ? sim_flexco_pass(f, s, e) : 0;
}

static inline int sim_flexco_compressions(sim_flexco *f, sim_error *e)
{
    uint32_t k;
    for (k = 0; k < f->system->count; k++)
        if (f->sites[k].early && sim_flexco_compress(f, &f->sites[k], e) != 0) return -1;
    return 0;
}

/* ---- submissions ------------------------------------------------------------------- */

/* 1 if the job is booked, 0 if it cannot be for want of sites, -1: an error. */
static inline int sim_flexco_book(sim_flexco *f, uint32_t job, sim_error *e)
{
    const sim_flexco_job *j = &f->jobs[job];
    if (sim_flexco_is_meta(j)) {
        if (!sim_flexco_fits(f, j)) return 0;
        return sim_flexco_meta_book(f, job, e) == 0 ? 1 : -1;
    }
    if (!f->sites[j->site].calendar) return 0;
    return sim_flexco_local_book(f, job, e) == 0 ? 1 : -1;
}

static inline int sim_flexco_submit(sim_flexco *f, uint32_t job, sim_error *e)
{
    int booked;
    sim_progress_add(f->rules->progress, 1);
    if (f->result->outcomes[job].fate == SIM_FLEXCO_FATE_refused) {
        sim_flexco_fated(f, job, SIM_FLEXCO_FATE_refused);
        return 0;
    }
    booked = sim_flexco_book(f, job, e);
    if (booked < 0) return -1;
    return booked ? 0 : sim_flexco_ask(f, job, e);
}

static inline int sim_flexco_compare_jobs(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Those that ask to be booked, in order of arrival. */
static inline int sim_flexco_come_back(sim_flexco *f, sim_error *e)
{
    const size_t n = f->asking_count;
    size_t i;
    f->again = 0;
    f->asking_count = 0;
    if (n) qsort(f->asking, n, sizeof *f->asking, sim_flexco_compare_jobs);
    for (i = 0; i < n; i++) {
        const int booked = sim_flexco_book(f, f->asking[i], e);
        if (booked < 0) return -1;
        if (!booked) f->asking[f->asking_count++] = f->asking[i];
    }
    return 0;
}

static inline int sim_flexco_submissions(sim_flexco *f, sim_error *e)
{
    if (f->again && sim_flexco_come_back(f, e) != 0) return -1;
    while (f->next < f->count && f->jobs[f->next].submit == f->now)
        if (sim_flexco_submit(f, (uint32_t)f->next++, e) != 0) return -1;
    return 0;
}

/* ---- one instant after the other --------------------------------------------------- */

static inline int sim_flexco_clock(sim_flexco *f, int64_t now, sim_error *e)
{
    uint32_t i;
    f->now = now;
    for (i = 0; i < f->up_count; i++) {
        const coa_status status = coa_advance(f->up[i].calendar, now);
        if (status != COA_OK) return sim_flexco_wrong(status, e);
        sim_plan_advance(&f->sites[f->at[i]].plan, now);
    }
    return 0;
}

static inline int sim_flexco_instant(sim_flexco *f, int64_t now, sim_error *e)
{
    if (sim_flexco_clock(f, now, e) != 0 || sim_flexco_ends(f, e) != 0) return -1;
    if (f->rules->outages && sim_flexco_outages(f, e) != 0) return -1;
    if (sim_flexco_messages_heard(f, e) != 0) return -1;
    if (sim_flexco_compressions(f, e) != 0 || sim_flexco_backs(f, e) != 0) return -1;
    if (sim_flexco_submissions(f, e) != 0 || sim_flexco_backs(f, e) != 0) return -1;
    return sim_flexco_starts(f, e);
}

static inline void sim_flexco_sooner(int64_t *due, int64_t t)
{
    if (t < *due) *due = t;
}

/* When the next thing happens; SIM_NEVER. */
static inline int64_t sim_flexco_due(const sim_flexco *f)
{
    const sim_event *end = sim_events_next(&f->ends);
    int64_t due = end ? end->time : SIM_NEVER;
    uint32_t k;
    if (f->next < f->count) sim_flexco_sooner(&due, f->jobs[f->next].submit);
    sim_flexco_sooner(&due, sim_flexco_messages_due(f));
    for (k = 0; k < f->system->count; k++) {
        const sim_flexco_site *s = &f->sites[k];
        if (s->first < s->end) sim_flexco_sooner(&due, s->queue[s->first].start);
        sim_flexco_sooner(&due, s->calendar ? s->outage.from : s->outage.to);
    }
    return due;
}

/* ---- a whole run ------------------------------------------------------------------- */

static inline int sim_flexco_bad(const sim_flexco_job *j, const char *what,
                                 const char *expected, sim_error *e)
{
    return sim_fail(e, "job %" PRId64 ": %s: %s was expected", j->number, what, expected);
}

static inline int sim_flexco_check_job(const sim_flexco *f, size_t job, sim_error *e)
{
    const sim_flexco_job *j = &f->jobs[job];
    if (j->submit < 0 || j->submit > SIM_TIME_MAX)
        return sim_flexco_bad(j, "submission", "a time from 0 to 10^12", e);
    if (j->run < 1 || j->run > SIM_TIME_MAX || j->estimate < 1 ||
        j->estimate > SIM_TIME_MAX)
        return sim_flexco_bad(j, "run time and estimate", "1 to 10^12 seconds", e);
    if (j->servers < 1 || j->servers > SIM_SERVERS_MAX)
        return sim_flexco_bad(j, "processors", "1 to 2147483647", e);
    if (j->site != SIM_FLEXCO_META && j->site >= f->system->count)
        return sim_flexco_bad(j, "site", "one that there is", e);
    if (j->overhead > SIM_FLEXCO_OVERHEAD_MAX)
        return sim_flexco_bad(j, "overhead", "at most 10000 percent", e);
    if (job > 0 &&
        (j->submit < j[-1].submit || (j->submit == j[-1].submit && j->site < j[-1].site)))
        return sim_flexco_bad(j, "place", "one in order of arrival", e);
    return 0;
}

static inline int sim_flexco_check_rules(const sim_flexco *f, sim_error *e)
{
    uint32_t i;
    if (f->system->count == 0) return sim_fail(e, "a site was expected");
    for (i = 0; i < f->system->count; i++)
        if (f->system->servers[i] < 1 || f->system->servers[i] > SIM_SERVERS_MAX)
            return sim_fail(e, "site %" PRIu32 ": 1 to 2147483647 processors expected",
                            i + 1);
    if (f->count >= SIM_FLEXCO_META) return sim_fail(e, "too many jobs");
    if (f->rules->efficiency > 100)
        return sim_fail(e, "efficiency: 0 to 100 percent were expected");
    return 0;
}

/* Memory for all of it, taken once. */
static inline int sim_flexco_allocate(sim_flexco *f, sim_error *e)
{
    const size_t n = f->count ? f->count : 1, k = f->system->count;
    f->states = (sim_flexco_state *)calloc(n, sizeof *f->states);
    f->sites = (sim_flexco_site *)calloc(k, sizeof *f->sites);
    f->up = (coa_site *)calloc(k, sizeof *f->up);
    f->at = (uint32_t *)calloc(k, sizeof *f->at);
    f->largest = (uint32_t *)calloc(k, sizeof *f->largest);
    f->shares = (sim_flexco_share *)calloc(k, sizeof *f->shares);
    f->result->outcomes = (sim_flexco_outcome *)calloc(n, sizeof *f->result->outcomes);
    if (!f->states || !f->sites || !f->up || !f->at || !f->largest || !f->shares ||
        !f->result->outcomes)
        return sim_flexco_memory(e);
    f->result->count = f->count;
    return 0;
}

/* Nobody has a fate yet but those that can never fit. */
static inline int sim_flexco_begin_jobs(sim_flexco *f, sim_error *e)
{
    size_t i;
    for (i = 0; i < f->count; i++) {
        const sim_flexco_job *j = &f->jobs[i];
        sim_flexco_outcome *o = &f->result->outcomes[i];
        if (sim_flexco_check_job(f, i, e) != 0) return -1;
        o->start = o->end = o->first_start = o->promised = o->booked_end = -1;
        o->servers = j->servers;
        o->fate = SIM_FLEXCO_FATE_waiting;
        if (sim_flexco_is_meta(j) ? !sim_flexco_fits(f, j)
                                  : j->servers > f->sites[j->site].servers)
            o->fate = SIM_FLEXCO_FATE_refused;
    }
    return 0;
}

static inline int sim_flexco_begin(sim_flexco *f, sim_error *e)
{
    uint32_t k;
    if (sim_flexco_check_rules(f, e) != 0 || sim_flexco_allocate(f, e) != 0) return -1;
    for (k = 0; k < f->system->count; k++) {
        f->sites[k].servers = f->system->servers[k];
        sim_flexco_outages_begin(f, k);
        if (sim_flexco_site_create(f, k, e) != 0) return -1;
    }
    sim_flexco_list(f);
    if (sim_flexco_messages_open(f, e) != 0) return -1;
    return sim_flexco_begin_jobs(f, e);
}

static inline void sim_flexco_close(sim_flexco *f)
{
    uint32_t k;
    for (k = 0; f->sites && k < f->system->count; k++) {
        coa_destroy(f->sites[k].calendar);
        sim_plan_free(&f->sites[k].plan);
        free(f->sites[k].queue);
    }
    sim_flexco_messages_close(f);
    sim_events_free(&f->ends);
    coa_set_free(&f->kept);
    free(f->pool.items);
    free(f->states);
    free(f->sites);
    free(f->asking);
    free(f->up);
    free(f->at);
    free(f->largest);
    free(f->shares);
    free(f->head);
}

/* Runs the jobs, in order of arrival. `result`: zeroed; sim_flexco_result_free it,
 * whatever comes of it. 0, or -1 with words. */
static inline int sim_flexco_run(const sim_flexco_system *system,
                                 const sim_flexco_job *jobs, size_t count,
                                 const sim_flexco_rules *rules, sim_flexco_result *result,
                                 sim_error *e)
{
    const double begun = sim_seconds();
    sim_flexco f;
    int64_t due;
    int failed;
    memset(&f, 0, sizeof f);
    f.system = system;
    f.jobs = jobs;
    f.count = f.left = count;
    f.rules = rules;
    f.result = result;
    failed = sim_flexco_begin(&f, e);
    while (!failed && f.left > 0 && (due = sim_flexco_due(&f)) != SIM_NEVER)
        failed = sim_flexco_instant(&f, due, e);
    sim_flexco_messages_unbooked(&f);
    sim_flexco_close(&f);
    result->seconds = sim_seconds() - begun;
    return failed ? -1 : 0;
}

#endif
