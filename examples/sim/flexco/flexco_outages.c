/* flexco_outages.c - a failure ends the jobs that run there, empties the queue and
 * destroys the calendar; a repair makes a new one. */
#include "flexco/flexco_outages.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/events.h"
#include "flexco/flexco_begun.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_meta.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_site.h"
#include "flexco/messages/flexco_messages.h"
#include "workload/outages.h"

#include <inttypes.h>
#include <stddef.h>

/* Bookings that failures may undo before a run is given up: some seconds. */
#define FLEXCO_UNDONE_MOST UINT64_C(1000000)
#define FLEXCO_UNDONE_EACH UINT64_C(20) /* more for each job */

void flexco_outages_begin(struct flexco *f, uint32_t site)
{
    static const struct outage_plan none = {.count = 0};
    struct flexco_site *s = &f->sites[site];
    outages_source_begin(&s->outages, f->rules->outages ? f->rules->outages : &none, site,
                         0);
    s->outage = outages_next(&s->outages, 0);
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
    if (f->states[job].phase == FLEXCO_RUNS && flexco_outages_note_lost(f, job, e) != 0)
        return -1;
    if (flexco_job_is_meta(&f->jobs[job]) && flexco_begun_give_back(f, job, 0, e) != 0)
        return -1;
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
    if (!flexco_job_is_meta(&f->jobs[job])) return f->jobs[job].site == site;
    for (i = 0; i < st->share_count; i++)
        if (f->pool.items[st->shares + i].site == site) return 1;
    return 0;
}

static int flexco_outages_fail(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    size_t i;
    if (flexco_outages_note(f, &s->outage, e) != 0) return -1;
    for (i = 0; i < f->ends.count; i++)
        if (flexco_outages_runs_at(f, &f->ends.heap[i], site) &&
            flexco_outages_lose(f, f->ends.heap[i].subject, e) != 0)
            return -1;
    while (s->first < s->end) {
        const uint32_t job = s->queue[s->first].job;
        if (flexco_outages_lose(f, job, e) != 0) return -1;
        if (!flexco_job_is_meta(&f->jobs[job])) s->first++;
    }
    coa_destroy(s->calendar);
    s->calendar = NULL;
    s->early = 0;
    f->again = 1;
    if (flexco_meta_list(f, e) != 0) return -1;
    return flexco_messages_site(f, site, e);
}

/* ---- and comes back ---------------------------------------------------------------- */

static int flexco_outages_repair(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    s->outage = outages_next(&s->outages, s->outage.to);
    f->again = 1;
    if (flexco_site_create(f, site, e) != 0) return -1;
    if (flexco_meta_list(f, e) != 0) return -1;
    return flexco_messages_site(f, site, e);
}

int flexco_outages(struct flexco *f, struct error *e)
{
    uint32_t k;
    for (k = 0; k < f->system->count; k++) {
        const struct flexco_site *s = &f->sites[k];
        if (s->calendar && s->outage.from == f->now && flexco_outages_fail(f, k, e) != 0)
            return -1;
    }
    for (k = 0; k < f->system->count; k++) {
        const struct flexco_site *s = &f->sites[k];
        if (!s->calendar && s->outage.to == f->now && flexco_outages_repair(f, k, e) != 0)
            return -1;
    }
    return 0;
}
