/* flexco_messages.h - the metascheduler by messages, and which of the two it is.
 *
 * If sites publish all they know, messages take no time and none is lost, a metascheduler
 * does as well as one that sees the sites' calendars: it is flexco_meta.h. Otherwise it
 * has only published slots (slots.h), and books and moves in two steps (twostep.h):
 *   - what is held is taken from the site's local jobs; those get it back, and their
 *     queue advances, when a hold comes to nothing;
 *   - a job that fits into no slot that is known, or whose plans were stale too often, is
 *     tried again when a job ends, anywhere, or a site comes back;
 *   - a move that takes time is over when its last message is heard: then local jobs at
 *     the sites it was at advance, as in the last step of algorithm 2.
 */
#ifndef SIM_FLEXCO_MESSAGES_H
#define SIM_FLEXCO_MESSAGES_H

#include "coalloc.h"

#include "error.h"
#include "flexco_job.h"
#include "flexco_meta.h"
#include "flexco_rules.h"
#include "flexco_site.h"
#include "flexco_state.h"
#include "random.h"
#include "slots.h"
#include "twostep.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_FLEXCO_LOSSES = 1000000 }; /* rules->loss is of so many */

/* Messages of a run before it is given up: some seconds. */
#define SIM_FLEXCO_MESSAGES_MOST UINT64_C(50000000)
#define SIM_FLEXCO_MESSAGES_EACH UINT64_C(100) /* more for each job */

struct sim_flexco_messages {
    sim_twostep steps;
    coa_site *sites; /* all of them */
    sim_random loss;
    sim_error *error; /* of the call under way */
    int moved;        /* a job has, since that was last asked */
};

/* ---- what the two steps tell ------------------------------------------------------- */

/* They gave a job a booking. */
static inline int sim_flexco_messages_adopt(sim_flexco *f, uint32_t job,
                                            const coa_flex_booking *from)
{
    const sim_flexco_state *st = &f->states[job];
    uint32_t i;
    if (st->phase == SIM_FLEXCO_WAITS) f->messages->moved = 1;
    for (i = 0; i < st->share_count && f->rules->latency > 0; i++)
        f->sites[f->pool.items[st->shares + i].site].back = 1;
    return sim_flexco_adopt_flex(f, job, from, NULL, f->messages->error);
}

static inline int sim_flexco_messages_ended(void *context, uint32_t job,
                                            sim_twostep_end end,
                                            const coa_flex_booking *b)
{
    sim_flexco *f = (sim_flexco *)context;
    if (end == SIM_TWOSTEP_BOOKED) return sim_flexco_messages_adopt(f, job, b);
    if (f->states[job].phase != SIM_FLEXCO_ASKS) return 0; /* it has what it had */
    return sim_flexco_ask(f, job, f->messages->error);
}

static inline int sim_flexco_messages_held(void *context, uint32_t site,
                                           const coa_booking *b)
{
    sim_flexco *f = (sim_flexco *)context;
    return sim_flexco_take(&f->sites[site], b->start, b->end, b->servers) == 0
               ? 0
               : sim_flexco_memory(f->messages->error);
}

static inline int sim_flexco_messages_let_go(void *context, uint32_t site,
                                             const coa_booking *b, int back)
{
    sim_flexco *f = (sim_flexco *)context;
    const int64_t from = b->start < f->now ? f->now : b->start;
    f->sites[site].back |= back;
    return sim_flexco_give(&f->sites[site], from, b->end, b->servers) == 0
               ? 0
               : sim_flexco_memory(f->messages->error);
}

static inline int sim_flexco_messages_lost(void *context)
{
    sim_flexco *f = (sim_flexco *)context;
    return sim_random_below(&f->messages->loss, SIM_FLEXCO_LOSSES) < f->rules->loss;
}

/* ---- a run of them ----------------------------------------------------------------- */

/* If the rules ask for messages: from now on the metascheduler has no calendars. Kinds of
 * publishing are in the order of sim_publish. */
static inline int sim_flexco_messages_open(sim_flexco *f, sim_error *e)
{
    const sim_flexco_rules *r = f->rules;
    const sim_twostep_rules rules = {
        {(sim_publish)r->publish, r->slots, r->window}, r->latency, 0};
    const sim_twostep_calls calls = {f, sim_flexco_messages_ended,
                                     sim_flexco_messages_held, sim_flexco_messages_let_go,
                                     r->loss ? sim_flexco_messages_lost : NULL};
    sim_flexco_messages *m;
    if (r->publish == SIM_FLEXCO_ALL && r->latency == 0 && r->loss == 0) return 0;
    f->messages = m = (sim_flexco_messages *)calloc(1, sizeof *m);
    if (!m) return sim_flexco_memory(e);
    m->sites = (coa_site *)calloc(f->system->count, sizeof *m->sites);
    if (!m->sites) return sim_flexco_memory(e);
    memcpy(m->sites, f->up, f->system->count * sizeof *m->sites); /* all are up */
    m->loss.state = r->seed;
    return sim_twostep_open(&m->steps, m->sites, f->system->count, &rules, &calls) == 0
               ? 0
               : sim_flexco_wrong(m->steps.status, e);
}

static inline void sim_flexco_messages_close(sim_flexco *f)
{
    if (!f->messages) return;
    f->result->messages = f->messages->steps.counts.messages;
    f->result->stale = f->messages->steps.counts.stale;
    f->result->retries = f->messages->steps.counts.retries;
    sim_twostep_free(&f->messages->steps);
    free(f->messages->sites);
    free(f->messages);
    f->messages = NULL;
}

/* What the two steps return; `e` has words already unless they say why. */
static inline int sim_flexco_messages_result(const sim_flexco *f, int result,
                                             sim_error *e)
{
    const coa_status status = f->messages->steps.status;
    if (result == 0 || status == COA_OK) return result;
    return sim_flexco_wrong(status, e);
}

/* Where nearly all are lost, jobs are tried again and again for nothing. */
static inline int sim_flexco_messages_too_many(const sim_flexco *f, sim_error *e)
{
    const uint64_t most =
        SIM_FLEXCO_MESSAGES_MOST + SIM_FLEXCO_MESSAGES_EACH * (uint64_t)f->count;
    if (f->messages->steps.counts.messages <= most) return 0;
    return sim_fail(e,
                    "more than %" PRIu64 " messages were sent for %zu jobs: too many are"
                    " lost, or too little is published",
                    most, f->count);
}

/* All messages that are due are heard. */
static inline int sim_flexco_messages_heard(sim_flexco *f, sim_error *e)
{
    int result;
    if (!f->messages) return 0;
    f->messages->error = e;
    result = sim_twostep_step(&f->messages->steps, f->now);
    if (result != 0) return sim_flexco_messages_result(f, result, e);
    return sim_flexco_messages_too_many(f, e);
}

static inline int64_t sim_flexco_messages_due(const sim_flexco *f)
{
    return f->messages ? sim_twostep_due(&f->messages->steps) : SIM_NEVER;
}

/* The site has failed, or is back with an empty calendar. */
static inline int sim_flexco_messages_site(sim_flexco *f, uint32_t site, sim_error *e)
{
    sim_flexco_messages *m = f->messages;
    if (!m) return 0;
    m->sites[site].calendar = f->sites[site].calendar;
    return sim_flexco_messages_result(
        f,
        m->sites[site].calendar ? sim_twostep_site_up(&m->steps, site, f->now)
                                : sim_twostep_site_failed(&m->steps, site, f->now),
        e);
}

/* Without latency a job is booked, or not, before anything else happens. */
static inline int sim_flexco_messages_book(sim_flexco *f, uint32_t job, sim_error *e)
{
    coa_mold molds[SIM_FLEXCO_SHAPES - 1];
    coa_flex_request req = sim_flexco_request(f, job, molds);
    sim_twostep *t = &f->messages->steps;
    req.first = f->cursor;
    f->states[job].phase = SIM_FLEXCO_ASKS;
    if (sim_twostep_begin(t, job, &req, f->now) != 0)
        return sim_flexco_messages_result(f, -1, e);
    return f->rules->latency ? 0 : sim_flexco_messages_heard(f, e);
}

static inline int sim_flexco_messages_offer(sim_flexco *f, uint32_t job, sim_error *e)
{
    coa_mold molds[SIM_FLEXCO_SHAPES - 1];
    coa_flex_request req = sim_flexco_request(f, job, molds);
    const uint32_t ops = sim_flexco_mode_ops(f->rules->mode);
    sim_flexco_messages *m = f->messages;
    if (sim_twostep_busy(&m->steps, job)) return 0;
    req.first = f->cursor;
    m->moved = 0;
    if (sim_twostep_begin_move(&m->steps, job, &req, ops, f->states[job].id, f->now) != 0)
        return sim_flexco_messages_result(f, -1, e);
    if (f->rules->latency == 0 && sim_flexco_messages_heard(f, e) != 0) return -1;
    return m->moved;
}

/* Local jobs advance into what came back to their sites. */
static inline int sim_flexco_backs(sim_flexco *f, sim_error *e)
{
    uint32_t k;
    for (k = 0; f->messages && k < f->system->count; k++) {
        sim_flexco_site *s = &f->sites[k];
        if (s->back && s->calendar && sim_flexco_pass(f, s, e) != 0) return -1;
        s->back = 0;
    }
    return 0;
}

/* No more than jobs that nobody can book any more are left. */
static inline void sim_flexco_messages_unbooked(sim_flexco *f)
{
    size_t i;
    for (i = 0; f->messages && i < f->count; i++)
        if (f->states[i].phase == SIM_FLEXCO_ASKS && sim_flexco_is_meta(&f->jobs[i]) &&
            sim_flexco_fits(f, &f->jobs[i]))
            f->result->outcomes[i].fate = SIM_FLEXCO_FATE_unbooked;
}

/* ---- for whoever needs the metascheduler ------------------------------------------- */

/* Books the meta-job, which would fit were there no others. By messages: begins to. */
static inline int sim_flexco_meta_book(sim_flexco *f, uint32_t job, sim_error *e)
{
    return f->messages ? sim_flexco_messages_book(f, job, e)
                       : sim_flexco_direct_book(f, job, e);
}

/* A site at which the meta-job waits has processors to spare. 1 if it has moved, else 0;
 * or -1. */
static inline int sim_flexco_meta_offer(sim_flexco *f, uint32_t job, sim_error *e)
{
    f->result->asked++;
    return f->messages ? sim_flexco_messages_offer(f, job, e)
                       : sim_flexco_direct_offer(f, job, e);
}

/* The meta-job's booking is cut short in all calendars, or undone. */
static inline int sim_flexco_meta_release(sim_flexco *f, uint32_t job, int finish,
                                          sim_error *e)
{
    const sim_flexco_state *st = &f->states[job];
    coa_status status = COA_OK;
    uint32_t i;
    if (f->messages && !finish && sim_twostep_drop(&f->messages->steps, job, f->now) != 0)
        return sim_flexco_messages_result(f, -1, e);
    if (st->id) {
        status = finish ? coa_flex_finish(f->up, f->up_count, st->id, f->now)
                        : coa_flex_cancel(f->up, f->up_count, st->id);
    } else {
        for (i = 0; i < st->share_count && status == COA_OK; i++) {
            const sim_flexco_share *share = &f->pool.items[st->shares + i];
            coa_calendar *c = f->sites[share->site].calendar;
            status = finish ? coa_finish(c, share->id, f->now) : coa_cancel(c, share->id);
        }
    }
    return status == COA_OK ? 0 : sim_flexco_wrong(status, e);
}

#endif
