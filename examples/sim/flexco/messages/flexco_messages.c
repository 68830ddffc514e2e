/* flexco_messages.c - what twostep.h tells (booked, released) is carried over to the
 * queues of the sites. */
#include "flexco/messages/flexco_messages.h"

#include "coalloc.h"

#include "base/job.h"
#include "base/random.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_meta.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_site.h"
#include "flexco/messages/slots.h"
#include "flexco/messages/twostep.h"
#include "flexco/messages/twostep_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FLEXCO_LOSSES = 1000000 }; /* rules->loss is of so many */

#define FLEXCO_MESSAGES "booking by messages" /* in place of a call that failed */

/* Messages of a run before it is given up: some seconds. */
#define FLEXCO_MESSAGES_MOST UINT64_C(50000000)
#define FLEXCO_MESSAGES_EACH UINT64_C(100) /* more for each job */

struct flexco_messages {
    struct twostep steps;
    struct random loss;
    struct error *error; /* of the call under way */
    int moved;           /* a job has, since that was last asked */
};

/* ---- what the two steps tell ------------------------------------------------------- */

/* What messages had taken came back to the site. */
static void flexco_messages_back(struct flexco *f, uint32_t site)
{
    f->sites[site].back = 1;
    flexco_state_busy(f, site);
}

/* A job has got a booking. */
static int flexco_messages_adopt(struct flexco *f, uint32_t job,
                                 const coa_flex_booking *from)
{
    const struct flexco_state *st = &f->states[job];
    uint32_t i;
    if (st->phase == FLEXCO_WAITS) f->messages->moved = 1;
    for (i = 0; i < st->share_count && f->rules->latency > 0; i++)
        flexco_messages_back(f, f->pool.items[st->shares + i].site);
    return flexco_meta_adopt_flex(f, job, from, NULL, f->messages->error);
}

static int flexco_messages_ended(void *context, uint32_t job, enum twostep_end end,
                                 const coa_flex_booking *b)
{
    struct flexco *f = (struct flexco *)context;
    if (end == TWOSTEP_BOOKED) return flexco_messages_adopt(f, job, b);
    if (f->states[job].phase != FLEXCO_ASKS) return 0; /* it has what it had */
    return flexco_state_ask(f, job, f->messages->error);
}

static int flexco_messages_let_go(void *context, uint32_t site, const coa_booking *b,
                                  int back)
{
    struct flexco *f = (struct flexco *)context;
    const int64_t from = b->start < f->now ? f->now : b->start;
    if (back) flexco_messages_back(f, site);
    flexco_state_free_again(f, site, from, b->end);
    return 0;
}

static int flexco_messages_lost(void *context)
{
    struct flexco *f = (struct flexco *)context;
    return random_below(&f->messages->loss, FLEXCO_LOSSES) < f->rules->loss;
}

/* ---- a run of them ----------------------------------------------------------------- */

int flexco_messages_open(struct flexco *f, struct error *e)
{
    const struct flexco_rules *r = f->rules;
    const struct twostep_rules rules = {
        {(enum slots_publish)r->publish, r->slots, r->window}, r->latency, 0};
    const struct twostep_calls calls = {f, flexco_messages_ended, NULL,
                                        flexco_messages_let_go,
                                        r->loss ? flexco_messages_lost : NULL};
    struct flexco_messages *m;
    if (r->publish == FLEXCO_ALL && r->latency == 0 && r->loss == 0) return 0;
    f->messages = m = (struct flexco_messages *)calloc(1, sizeof *m);
    if (!m) return flexco_state_memory(e);
    m->loss.state = r->seed;
    return twostep_state_open(&m->steps, f->at, f->system->count, &rules, &calls) == 0
               ? 0
               : flexco_state_wrong_at(FLEXCO_MESSAGES, m->steps.status, e);
}

void flexco_messages_close(struct flexco *f)
{
    if (!f->messages) return;
    f->result->messages = f->messages->steps.counts.messages;
    f->result->stale = f->messages->steps.counts.stale;
    f->result->retries = f->messages->steps.counts.retries;
    twostep_state_free(&f->messages->steps);
    free(f->messages);
    f->messages = NULL;
}

/* What a call of twostep.h returned. If its status tells why it failed that goes to
 * `e`; else `e` has been set already. */
static int flexco_messages_result(const struct flexco *f, int result, struct error *e)
{
    const coa_status status = f->messages->steps.status;
    if (result == 0 || status == COA_OK) return result;
    return flexco_state_wrong_at(FLEXCO_MESSAGES, status, e);
}

/* If nearly all messages are lost, jobs are tried again and again in vain. */
static int flexco_messages_too_many(const struct flexco *f, struct error *e)
{
    const uint64_t most =
        FLEXCO_MESSAGES_MOST + FLEXCO_MESSAGES_EACH * (uint64_t)f->count;
    if (f->messages->steps.counts.messages <= most) return 0;
    return error_fail(e,
                      "more than %" PRIu64
                      " messages were sent for %zu jobs: too many are"
                      " lost, or too little is published",
                      most, f->count);
}

int flexco_messages_hear(struct flexco *f, struct error *e)
{
    int result;
    if (!f->messages) return 0;
    f->messages->error = e;
    result = twostep_step(&f->messages->steps, f->now);
    if (result != 0) return flexco_messages_result(f, result, e);
    return flexco_messages_too_many(f, e);
}

int64_t flexco_messages_due(const struct flexco *f)
{
    return f->messages ? twostep_due(&f->messages->steps) : JOB_NEVER;
}

int flexco_messages_site(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_messages *m = f->messages;
    if (!m) return 0;
    return flexco_messages_result(f,
                                  f->sites[site].block
                                      ? twostep_site_failed(&m->steps, site, f->now)
                                      : twostep_site_up(&m->steps, site, f->now),
                                  e);
}

/* Begins to book a job; without latency that ends before anything else happens. */
static int book_by_messages(struct flexco *f, uint32_t job, struct error *e)
{
    coa_mold molds[FLEXCO_SHAPES - 1];
    const coa_flex_request req = flexco_meta_request(f, job, molds);
    struct twostep *t = &f->messages->steps;
    f->states[job].phase = FLEXCO_ASKS;
    if (twostep_begin(t, job, &req, f->now) != 0) return flexco_messages_result(f, -1, e);
    return f->rules->latency ? 0 : flexco_messages_hear(f, e);
}

static int offer_by_messages(struct flexco *f, uint32_t job, struct error *e)
{
    coa_mold molds[FLEXCO_SHAPES - 1];
    const coa_flex_request req = flexco_meta_request(f, job, molds);
    const uint32_t ops = flexco_rules_mode_ops(f->rules->mode);
    struct flexco_messages *m = f->messages;
    if (twostep_busy(&m->steps, job)) return 0;
    m->moved = 0;
    if (twostep_begin_move(&m->steps, job, &req, ops, f->states[job].id, f->now) != 0)
        return flexco_messages_result(f, -1, e);
    if (f->rules->latency == 0 && flexco_messages_hear(f, e) != 0) return -1;
    return m->moved;
}

void flexco_messages_unbooked(struct flexco *f)
{
    size_t i;
    for (i = 0; f->messages && i < f->count; i++)
        if (f->states[i].phase == FLEXCO_ASKS && flexco_job_is_meta(&f->jobs[i]) &&
            flexco_meta_fits(f, &f->jobs[i]))
            f->result->outcomes[i].fate = FLEXCO_FATE_unbooked;
}

/* ---- the metascheduler, whichever it is -------------------------------------------- */

int flexco_messages_book(struct flexco *f, uint32_t job, struct error *e)
{
    return f->messages ? book_by_messages(f, job, e) : flexco_meta_book(f, job, e);
}

int flexco_messages_offer(struct flexco *f, uint32_t job, struct error *e)
{
    f->result->asked++;
    return f->messages ? offer_by_messages(f, job, e) : flexco_meta_offer(f, job, e);
}

int flexco_messages_release(struct flexco *f, uint32_t job, int finish, struct error *e)
{
    const coa_id id = f->states[job].id;
    coa_status status;
    if (f->messages && !finish && twostep_drop(&f->messages->steps, job, f->now) != 0)
        return flexco_messages_result(f, -1, e);
    if (flexco_meta_choose_own(f, job, e) != 0) return -1;
    status = finish ? coa_flex_finish(f->flex, id, f->now) : coa_flex_cancel(f->flex, id);
    return status == COA_OK
               ? 0
               : flexco_state_wrong(f, finish ? "coa_flex_finish" : "coa_flex_cancel",
                                    job, status, e);
}
