/* flexco_begun.h - jobs that begin and end at FlexCo's sites, and what they had.
 *
 * All parts of a job begin and end together. From its start on it has what it has. When
 * it ends before the end it was booked for, each of its sites has something to give to
 * others, which is what algorithm 2 of paper 5 is about.
 */
#ifndef SIM_FLEXCO_BEGUN_H
#define SIM_FLEXCO_BEGUN_H

#include "coalloc.h"

#include "error.h"
#include "events.h"
#include "flexco_job.h"
#include "flexco_messages.h"
#include "flexco_rules.h"
#include "flexco_state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- what ran ---------------------------------------------------------------------- */

/* The processors of a part, where they have names. */
static inline int sim_flexco_note_runs(sim_flexco *f, sim_flexco_part *part, coa_id id,
                                       sim_error *e)
{
    sim_flexco_result *r = f->result;
    coa_booking b;
    const coa_status status = coa_get(f->sites[part->site].calendar, id, &b);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    if (b.run_count > r->run_capacity - r->run_count) {
        const size_t more = r->run_capacity + r->run_capacity / 2 + b.run_count + 1024;
        coa_run *grown = (coa_run *)realloc(r->runs, more * sizeof *grown);
        if (!grown) return sim_flexco_memory(e);
        r->runs = grown;
        r->run_capacity = more;
    }
    part->first_run = r->run_count;
    part->run_count = b.run_count;
    memcpy(r->runs + r->run_count, b.runs, b.run_count * sizeof *b.runs);
    r->run_count += b.run_count;
    return 0;
}

static inline int sim_flexco_note_part(sim_flexco *f, const sim_flexco_share *share,
                                       sim_error *e)
{
    sim_flexco_result *r = f->result;
    sim_flexco_part *part = (sim_flexco_part *)sim_flexco_room(
        r->parts, sizeof *part, r->part_count, &r->part_capacity);
    if (!part) return sim_flexco_memory(e);
    r->parts = part;
    part += r->part_count++;
    part->site = share->site;
    part->servers = share->servers;
    part->first_run = 0;
    part->run_count = 0;
    return f->rules->early_binding ? sim_flexco_note_runs(f, part, share->id, e) : 0;
}

static inline int sim_flexco_note_parts(sim_flexco *f, uint32_t job, sim_error *e)
{
    const sim_flexco_job *j = &f->jobs[job];
    const sim_flexco_state *st = &f->states[job];
    sim_flexco_outcome *o = &f->result->outcomes[job];
    uint32_t i;
    o->first_part = f->result->part_count;
    o->part_count = st->share_count;
    if (!sim_flexco_is_meta(j)) {
        sim_flexco_share all;
        all.id = st->id;
        all.site = j->site;
        all.servers = j->servers;
        return sim_flexco_note_part(f, &all, e);
    }
    for (i = 0; i < st->share_count; i++)
        if (sim_flexco_note_part(f, &f->pool.items[st->shares + i], e) != 0) return -1;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

static inline sim_flexco_shape sim_flexco_shape_of(const sim_flexco *f, uint32_t job)
{
    sim_flexco_shape shapes[SIM_FLEXCO_SHAPES];
    const uint32_t shape = f->states[job].shape;
    (void)sim_flexco_shapes(f->system, &f->jobs[job], shape > 0, f->rules->efficiency,
                            shapes);
    return shapes[shape];
}

static inline int sim_flexco_start(sim_flexco *f, uint32_t job, sim_error *e)
{
    const sim_flexco_shape shape = sim_flexco_shape_of(f, job);
    sim_flexco_state *st = &f->states[job];
    sim_flexco_outcome *o = &f->result->outcomes[job];
    st->phase = SIM_FLEXCO_RUNS;
    st->over = f->now + sim_flexco_actual(&f->jobs[job], &shape, st->share_count);
    o->start = f->now;
    o->executions++;
    if (sim_flexco_note_parts(f, job, e) != 0) return -1;
    return sim_events_push(&f->ends, st->over, 0, job) == 0 ? 0 : sim_flexco_memory(e);
}

/* A meta-job starts at the first of its sites, and leaves the queues of all. */
static inline int sim_flexco_starts(sim_flexco *f, sim_error *e)
{
    uint32_t k;
    for (k = 0; k < f->system->count; k++) {
        sim_flexco_site *s = &f->sites[k];
        while (s->first < s->end && s->queue[s->first].start == f->now) {
            const uint32_t job = s->queue[s->first++].job;
            if (f->states[job].phase == SIM_FLEXCO_WAITS &&
                sim_flexco_start(f, job, e) != 0)
                return -1;
        }
    }
    return 0;
}

/* The job, which waits or runs, gives everything back at once, and its sites know. */
static inline int sim_flexco_give_back(sim_flexco *f, uint32_t job, int finish,
                                       sim_error *e)
{
    const sim_flexco_job *j = &f->jobs[job];
    const sim_flexco_state *st = &f->states[job];
    const int64_t from = st->start < f->now ? f->now : st->start;
    sim_flexco_site *s;
    coa_status status;
    uint32_t i;
    if (sim_flexco_is_meta(j)) {
        if (from < st->end && sim_flexco_meta_release(f, job, finish, e) != 0) return -1;
        for (i = 0; i < st->share_count && from < st->end; i++)
            f->sites[f->pool.items[st->shares + i].site].early = 1;
        return sim_flexco_drop(f, job, from, e);
    }
    if (from == st->end) return 0;
    s = &f->sites[j->site];
    status = coa_finish(s->calendar, st->id, f->now);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    s->early = 1;
    return sim_flexco_give(s, f->now, st->end, j->servers) == 0 ? 0
                                                                : sim_flexco_memory(e);
}

static inline int sim_flexco_end(sim_flexco *f, uint32_t job, sim_error *e)
{
    const sim_flexco_shape shape = sim_flexco_shape_of(f, job);
    const sim_flexco_job *j = &f->jobs[job];
    const uint32_t sites = f->states[job].share_count;
    const int killed =
        sim_flexco_wanted(j, &shape, sites) > sim_flexco_planned(j, &shape, sites);
    if (sim_flexco_give_back(f, job, 1, e) != 0) return -1;
    if (f->messages) f->again = 1; /* other slots are known now */
    f->result->outcomes[job].end = f->now;
    sim_flexco_fated(f, job, killed ? SIM_FLEXCO_FATE_killed : SIM_FLEXCO_FATE_finished);
    return 0;
}

static inline int sim_flexco_ends(sim_flexco *f, sim_error *e)
{
    const sim_event *next;
    while ((next = sim_events_next(&f->ends)) != NULL && next->time == f->now) {
        const uint32_t job = next->subject;
        sim_events_pop(&f->ends);
        if (f->states[job].phase == SIM_FLEXCO_RUNS && f->states[job].over == f->now &&
            sim_flexco_end(f, job, e) != 0)
            return -1;
    }
    return 0;
}

#endif
