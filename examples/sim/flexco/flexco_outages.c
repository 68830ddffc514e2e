/* flexco_outages.c - a failure ends the jobs that run there, empties the queue and blocks
 * the whole calendar; a repair ends the block. */
#include "flexco/flexco_outages.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/events.h"
#include "base/job.h"
#include "flexco/flexco_begun.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_meta.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_site.h"
#include "workload/outages.h"

#include <inttypes.h>
#include <stddef.h>

/* Bookings that failures may undo before a run is given up: some seconds. */
#define FLEXCO_UNDONE_MOST UINT64_C(1000000)
#define FLEXCO_UNDONE_EACH UINT64_C(20) /* more for each job */

/* Notes when the next outage begins. */
static int flexco_outages_next(struct flexco *f, uint32_t site, int64_t after,
                               struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    s->outage = outages_next(&s->outages, after);
    if (s->outage.from == JOB_NEVER) return 0;
    return events_push_numbered(&f->failures, s->outage.from, 0, site, site) == 0
               ? 0
               : flexco_state_memory(e);
}

int flexco_outages_begin(struct flexco *f, uint32_t site, struct error *e)
{
    static const struct outage_plan none = {.count = 0};
    struct flexco_site *s = &f->sites[site];
    outages_source_begin(&s->outages, f->rules->outages ? f->rules->outages : &none, site,
                         0);
    return flexco_outages_next(f, site, 0, e);
}

/* ---- a site fails ------------------------------------------------------------------ */

static int flexco_outages_note(struct flexco *f, const struct outage *outage,
                               struct error *e)
{
    struct flexco_result *r = f->result;
    if (r->outage_count == OUTAGES_MOST)
        return error_fail(e,
                          "more than %d outages: failures are too frequent for so long a"
                          " workload",
                          OUTAGES_MOST);
    if (ARRAY_ROOM(r->outages, r->outage_count, r->outage_capacity, 1) != 0)
        return flexco_state_memory(e);
    r->outages[r->outage_count++] = *outage;
    return 0;
}

/* What the job did is lost. */
static int flexco_outages_note_lost(struct flexco *f, uint32_t job, struct error *e)
{
    struct flexco_result *r = f->result;
    struct flexco_outcome *o = &r->outcomes[job];
    struct flexco_execution *x;
    if (ARRAY_ROOM(r->lost, r->lost_count, r->lost_capacity, 1) != 0)
        return flexco_state_memory(e);
    x = &r->lost[r->lost_count++];
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

/* Fails if there are too many of them: with failures so frequent that hardly any job
 * ends, the run would not end either. */
static int flexco_outages_note_undone(struct flexco *f, struct error *e)
{
    const uint64_t most = FLEXCO_UNDONE_MOST + FLEXCO_UNDONE_EACH * f->count;
    if (++f->undone <= most) return 0;
    return error_fail(e,
                      "more than %" PRIu64
                      " bookings of %zu jobs were undone by failures:"
                      " they are too frequent for jobs that long",
                      most, f->count);
}

/* The job, which runs or waits there, is to be booked anew. */
static int flexco_outages_lose(struct flexco *f, uint32_t job, struct error *e)
{
    if (flexco_outages_note_undone(f, e) != 0) return -1;
    if (f->states[job].phase == FLEXCO_RUNS) {
        if (flexco_outages_note_lost(f, job, e) != 0) return -1;
        flexco_begun_stop(f, job);
    }
    if (f->states[job].owner == FLEXCO_META && flexco_begun_give_back(f, job, 0, e) != 0)
        return -1;
    f->states[job].share_count = 0;
    return flexco_state_ask(f, job, e);
}

/* Does the event say when a job ends that has processors of the site? */
static int flexco_outages_runs_at(const struct flexco *f, const struct event *end,
                                  uint32_t site)
{
    const uint32_t job = end->subject;
    const struct flexco_state *st = &f->states[job];
    uint32_t i;
    if (st->phase != FLEXCO_RUNS || st->over != end->time) return 0;
    if (st->owner != FLEXCO_META) return st->owner == site;
    for (i = 0; i < st->share_count; i++)
        if (f->pool.items[st->shares + i].site == site) return 1;
    return 0;
}

/* Cancels what is still booked there, its own jobs, and blocks all processors. */
static int flexco_outages_block(struct flexco *f, struct flexco_site *s, struct error *e)
{
    coa_booking b;
    coa_status status;
    b.id = 0;
    while (coa_in_the_way(s->calendar, f->now, COA_FOREVER, NULL, b.id, &b) == COA_OK) {
        status = coa_cancel(s->calendar, b.id);
        if (status != COA_OK) return flexco_state_wrong_at("coa_cancel", status, e);
    }
    status = coa_block(s->calendar, f->now, COA_FOREVER, NULL, 0, &s->block);
    return status == COA_OK ? 0 : flexco_state_wrong_at("coa_block", status, e);
}

static int flexco_outages_fail(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    struct flexco_queue *q;
    size_t i;
    if (flexco_outages_note(f, &s->outage, e) != 0) return -1;
    for (i = 0; i < f->ends.count; i++)
        if (flexco_outages_runs_at(f, &f->ends.heap[i], site) &&
            flexco_outages_lose(f, f->ends.heap[i].subject, e) != 0)
            return -1;
    while ((q = flexco_state_queue_head(s)) != NULL) {
        if (flexco_outages_lose(f, q->at[q->first].job, e) != 0) return -1;
        if (q == &s->own) q->first++;
    }
    if (flexco_state_advance(f, site, e) != 0 || flexco_outages_block(f, s, e) != 0)
        return -1;
    flexco_booked_clear(&s->booked, &f->booked);
    s->early = 0;
    f->again = 1;
    flexco_meta_list(f);
    if (s->outage.to != JOB_NEVER &&
        events_push_numbered(&f->repairs, s->outage.to, 0, site, site) != 0)
        return flexco_state_memory(e);
    return 0;
}

/* ---- and comes back ---------------------------------------------------------------- */

static int flexco_outages_repair(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    coa_status status;
    if (flexco_outages_next(f, site, s->outage.to, e) != 0 ||
        flexco_state_advance(f, site, e) != 0)
        return -1;
    status = coa_cancel(s->calendar, s->block);
    if (status != COA_OK) return flexco_state_wrong_at("coa_cancel", status, e);
    s->block = 0;
    s->early = 0;
    s->gaps.count = 0;
    flexco_state_freed_add(&f->freed, f->now, JOB_NEVER);
    f->again = 1;
    flexco_meta_list(f);
    return 0;
}

/* The site whose time in the heap has come; FLEXCO_META = there is none. */
static uint32_t flexco_outages_due(const struct flexco *f, struct events *heap)
{
    const struct event *next = events_next(heap);
    uint32_t site;
    if (!next || next->time != f->now) return FLEXCO_META;
    site = next->subject;
    events_pop(heap);
    return site;
}

int flexco_outages(struct flexco *f, struct error *e)
{
    uint32_t site;
    while ((site = flexco_outages_due(f, &f->failures)) != FLEXCO_META)
        if (flexco_outages_fail(f, site, e) != 0) return -1;
    while ((site = flexco_outages_due(f, &f->repairs)) != FLEXCO_META)
        if (flexco_outages_repair(f, site, e) != 0) return -1;
    return 0;
}
