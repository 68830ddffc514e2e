/* flexco_outages.h - FlexCo's sites fail and come back.
 *
 * A site that fails loses its whole calendar. Its local jobs, those that ran and those
 * that waited, are booked anew when it is up again. A meta-job with a part there is given
 * back at all its sites at once, so that no part of it is left, and goes to the
 * metascheduler again, which books it over the sites that are up, or waits if it is
 * larger than those. Its other sites have something to give: they compress.
 */
#ifndef SIM_FLEXCO_OUTAGES_H
#define SIM_FLEXCO_OUTAGES_H

#include "coalloc.h"

#include "error.h"
#include "flexco_begun.h"
#include "flexco_job.h"
#include "flexco_messages.h"
#include "flexco_rules.h"
#include "flexco_site.h"
#include "flexco_state.h"
#include "outages.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

/* Bookings that failures may undo before a run is given up: some seconds. */
#define SIM_FLEXCO_UNDONE_MOST UINT64_C(1000000)
#define SIM_FLEXCO_UNDONE_EACH UINT64_C(20) /* more for each job */

static inline void sim_flexco_outages_begin(sim_flexco *f, uint32_t site)
{
    static const sim_outage_plan none = {.count = 0};
    sim_flexco_site *s = &f->sites[site];
    sim_outage_source_begin(&s->outages, f->rules->outages ? f->rules->outages : &none,
                            site, 0);
    s->outage = sim_outage_next(&s->outages, 0);
}

/* ---- a site fails ------------------------------------------------------------------ */

static inline int sim_flexco_note_outage(sim_flexco *f, const sim_outage *outage,
                                         sim_error *e)
{
    sim_flexco_result *r = f->result;
    sim_outage *grown;
    if (r->outage_count == SIM_OUTAGES_MOST)
        return sim_fail(e,
                        "more than %d outages: failures are too frequent for so long a"
                        " workload",
                        SIM_OUTAGES_MOST);
    grown = (sim_outage *)sim_flexco_room(r->outages, sizeof *grown, r->outage_count,
                                          &r->outage_capacity);
    if (!grown) return sim_flexco_memory(e);
    r->outages = grown;
    r->outages[r->outage_count++] = *outage;
    return 0;
}

/* What the job did is lost. */
static inline int sim_flexco_note_lost(sim_flexco *f, uint32_t job, sim_error *e)
{
    sim_flexco_result *r = f->result;
    sim_flexco_outcome *o = &r->outcomes[job];
    sim_flexco_execution *x = (sim_flexco_execution *)sim_flexco_room(
        r->lost, sizeof *x, r->lost_count, &r->lost_capacity);
    if (!x) return sim_flexco_memory(e);
    r->lost = x;
    x += r->lost_count++;
    x->job = job;
    x->start = o->start;
    x->end = f->now;
    x->servers = o->servers;
    x->shape = o->shape;
    x->first_part = o->first_part;
    x->part_count = o->part_count;
    o->start = -1;
    o->part_count = 0;
    return 0;
}

/* Where failures are so frequent that hardly any job comes to its end, there is none to a
 * run either. */
static inline int sim_flexco_note_undone(sim_flexco *f, sim_error *e)
{
    const uint64_t most = SIM_FLEXCO_UNDONE_MOST + SIM_FLEXCO_UNDONE_EACH * f->count;
    if (++f->undone <= most) return 0;
    return sim_fail(e,
                    "more than %" PRIu64 " bookings of %zu jobs were undone by failures:"
                    " they are too frequent for jobs that long",
                    most, f->count);
}

/* The job, which runs or waits there, is to be booked anew. */
static inline int sim_flexco_lose(sim_flexco *f, uint32_t job, sim_error *e)
{
    if (sim_flexco_note_undone(f, e) != 0) return -1;
    if (f->states[job].phase == SIM_FLEXCO_RUNS && sim_flexco_note_lost(f, job, e) != 0)
        return -1;
    if (sim_flexco_is_meta(&f->jobs[job]) && sim_flexco_give_back(f, job, 0, e) != 0)
        return -1;
    return sim_flexco_ask(f, job, e);
}

/* Does the event say when a job ends that has processors of the site? */
static inline int sim_flexco_runs_at(const sim_flexco *f, const sim_event *end,
                                     uint32_t site)
{
    const uint32_t job = end->subject;
    const sim_flexco_state *st = &f->states[job];
    uint32_t i;
    if (st->phase != SIM_FLEXCO_RUNS || st->over != end->time) return 0;
    if (!sim_flexco_is_meta(&f->jobs[job])) return f->jobs[job].site == site;
    for (i = 0; i < st->share_count; i++)
        if (f->pool.items[st->shares + i].site == site) return 1;
    return 0;
}

static inline int sim_flexco_fail(sim_flexco *f, uint32_t site, sim_error *e)
{
    sim_flexco_site *s = &f->sites[site];
    size_t i;
    if (sim_flexco_note_outage(f, &s->outage, e) != 0) return -1;
    for (i = 0; i < f->ends.count; i++)
        if (sim_flexco_runs_at(f, &f->ends.heap[i], site) &&
            sim_flexco_lose(f, f->ends.heap[i].subject, e) != 0)
            return -1;
    while (s->first < s->end) {
        const uint32_t job = s->queue[s->first].job;
        if (sim_flexco_lose(f, job, e) != 0) return -1;
        if (!sim_flexco_is_meta(&f->jobs[job])) s->first++;
    }
    coa_destroy(s->calendar);
    s->calendar = NULL;
    s->early = 0;
    f->again = 1;
    sim_flexco_list(f);
    return sim_flexco_messages_site(f, site, e);
}

/* ---- and comes back ---------------------------------------------------------------- */

static inline int sim_flexco_repair(sim_flexco *f, uint32_t site, sim_error *e)
{
    sim_flexco_site *s = &f->sites[site];
    s->outage = sim_outage_next(&s->outages, s->outage.to);
    f->again = 1;
    if (sim_flexco_site_create(f, site, e) != 0) return -1;
    sim_flexco_list(f);
    return sim_flexco_messages_site(f, site, e);
}

/* Failures of this instant, then repairs. */
static inline int sim_flexco_outages(sim_flexco *f, sim_error *e)
{
    uint32_t k;
    for (k = 0; k < f->system->count; k++) {
        const sim_flexco_site *s = &f->sites[k];
        if (s->calendar && s->outage.from == f->now && sim_flexco_fail(f, k, e) != 0)
            return -1;
    }
    for (k = 0; k < f->system->count; k++) {
        const sim_flexco_site *s = &f->sites[k];
        if (!s->calendar && s->outage.to == f->now && sim_flexco_repair(f, k, e) != 0)
            return -1;
    }
    return 0;
}

#endif
