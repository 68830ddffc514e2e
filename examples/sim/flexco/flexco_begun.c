/* flexco_begun.c - what a job had is recorded at its start; its end is an event. */
#include "flexco/flexco_begun.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/events.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_meta.h"
#include "flexco/flexco_rules.h"

#include <stdlib.h>
#include <string.h>

/* ---- what ran ---------------------------------------------------------------------- */

/* Early binding: records which processors the part has. */
static int note_runs(struct flexco *f, uint32_t job, struct flexco_part *part, coa_id id,
                     struct error *e)
{
    struct flexco_result *r = f->result;
    coa_booking b;
    const coa_status status = coa_get(f->sites[part->site].calendar, id, &b);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_get", job, status, e);
    if (ARRAY_ROOM(r->runs, r->run_count, r->run_capacity, b.run_count) != 0)
        return flexco_state_memory(e);
    part->first_run = r->run_count;
    part->run_count = b.run_count;
    memcpy(r->runs + r->run_count, b.runs, b.run_count * sizeof *b.runs);
    r->run_count += b.run_count;
    return 0;
}

static int note_part(struct flexco *f, uint32_t job, const struct flexco_share *share,
                     struct error *e)
{
    struct flexco_result *r = f->result;
    struct flexco_part *part;
    if (ARRAY_ROOM(r->parts, r->part_count, r->part_capacity, 1) != 0)
        return flexco_state_memory(e);
    part = &r->parts[r->part_count++];
    part->site = share->site;
    part->servers = share->servers;
    part->first_run = 0;
    part->run_count = 0;
    return f->rules->early_binding ? note_runs(f, job, part, share->id, e) : 0;
}

static int note_parts(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_outcome *o = &f->result->outcomes[job];
    uint32_t i;
    o->first_part = f->result->part_count;
    o->part_count = st->share_count;
    if (st->owner != FLEXCO_META) {
        struct flexco_share all;
        all.id = st->id;
        all.site = st->owner;
        all.servers = o->servers;
        return note_part(f, job, &all, e);
    }
    for (i = 0; i < st->share_count; i++)
        if (note_part(f, job, &st->shares[i], e) != 0) return -1;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

static struct flexco_shape shape_of(const struct flexco *f, uint32_t job)
{
    struct flexco_shape shapes[FLEXCO_SHAPES];
    const uint32_t shape = f->states[job].shape;
    (void)flexco_job_shapes(f->system, &f->jobs[job], shape > 0, f->rules->efficiency,
                            shapes);
    return shapes[shape];
}

/* The job's processors at one site after the other: they become idle, or are no more. */
static void flexco_begun_idle(struct flexco *f, uint32_t job,
                              void (*change)(struct flexco_idle *, uint32_t, uint32_t))
{
    const struct flexco_state *st = &f->states[job];
    uint32_t i;
    if (st->owner != FLEXCO_META) {
        change(&f->idle, st->owner, f->result->outcomes[job].servers);
        return;
    }
    for (i = 0; i < st->share_count; i++) {
        const struct flexco_share *share = &st->shares[i];
        change(&f->idle, share->site, share->servers);
    }
}

static int flexco_begun_start(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_shape shape = shape_of(f, job);
    struct flexco_state *st = &f->states[job];
    int64_t end;
    st->phase = FLEXCO_RUNS;
    flexco_begun_idle(f, job, flexco_idle_take);
    f->result->outcomes[job].start = f->now;
    if (note_parts(f, job, e) != 0) return -1;
    end = f->now + flexco_job_actual(&f->jobs[job], &shape, st->share_count);
    return events_push(&f->ends, end, 0, job) == 0 ? 0 : flexco_state_memory(e);
}

/* Starts the jobs of the site whose time has come. */
static int flexco_begun_starts_at(struct flexco *f, struct flexco_site *s,
                                  struct error *e)
{
    struct flexco_queue *q;
    while ((q = flexco_state_queue_head(s)) != NULL && q->at[q->first].start == f->now) {
        const uint32_t job = q->at[q->first++].job;
        if (f->states[job].phase == FLEXCO_WAITS && flexco_begun_start(f, job, e) != 0)
            return -1;
    }
    return 0;
}

int flexco_begun_starts(struct flexco *f, struct error *e)
{
    const struct event *next;
    while ((next = flexco_state_queue_next(f)) != NULL && next->time == f->now)
        if (flexco_begun_starts_at(f, &f->sites[next->subject], e) != 0) return -1;
    return 0;
}

/* Ends the booking of a site's own job at the present. */
static int flexco_begun_finish(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    const uint32_t site = st->owner;
    coa_status status;
    if (flexco_state_advance(f, site, e) != 0) return -1;
    status = coa_finish(f->sites[site].calendar, st->id, f->now);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_finish", job, status, e);
    flexco_state_early(f, site);
    flexco_state_free_again(f, site, f->now, st->end);
    return 0;
}

/* The job ends: it gives all its processors back, and if that is early, its sites will
 * compress their queues. */
static int flexco_begun_give_back(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    const int early = f->now < st->end;
    uint32_t i;
    flexco_begun_idle(f, job, flexco_idle_give);
    if (st->owner != FLEXCO_META) return early ? flexco_begun_finish(f, job, e) : 0;
    if (early && flexco_meta_finish(f, job, e) != 0) return -1;
    for (i = 0; i < st->share_count && early; i++)
        flexco_state_early(f, st->shares[i].site);
    flexco_meta_drop(f, job, f->now);
    return 0;
}

static int flexco_begun_end(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_shape shape = shape_of(f, job);
    const struct flexco_job *j = &f->jobs[job];
    const uint32_t sites = f->states[job].share_count;
    const int killed =
        flexco_job_wanted(j, &shape, sites) > flexco_job_planned(j, &shape, sites);
    if (flexco_begun_give_back(f, job, e) != 0) return -1;
    f->result->outcomes[job].end = f->now;
    flexco_state_decide(f, job, killed ? FLEXCO_FATE_killed : FLEXCO_FATE_finished);
    return 0;
}

int flexco_begun_ends(struct flexco *f, struct error *e)
{
    const struct event *next;
    while ((next = events_next(&f->ends)) != NULL && next->time == f->now) {
        const uint32_t job = next->subject;
        events_pop(&f->ends);
        if (flexco_begun_end(f, job, e) != 0) return -1;
    }
    return 0;
}
