/* flexco.c - a loop over instants: the next one is the earliest of the next submission,
 * end and start. */
#include "flexco/flexco.h"

#include "base/clock.h"
#include "base/compare.h"
#include "base/events.h"
#include "base/job.h"
#include "machine/replan.h"
#include "flexco/flexco_state.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- sites ------------------------------------------------------------------------- */

/* An empty calendar for the site. */
static void site_create(struct flexco *f, uint32_t site)
{
    struct flexco_site *s = &f->sites[site];
    coa_desc desc = {0};
    desc.servers = s->idle = f->task.system->servers[site];
    desc.index = f->task.rules->early_binding ? COA_INDEX_MAP : COA_INDEX_COUNT;
    desc.now = f->now;
    const coa_status status = coa_create(&s->calendar, &desc);
    if (status != COA_OK) fail("coa_create: %s", coa_status_text(status));
    f->at[site].calendar = s->calendar;
    f->at[site].number = (uint64_t)site + 1;
    s->due = JOB_NEVER;
}

/* Books the local job at the earliest start there is. */
static void site_book(struct flexco *f, uint32_t job)
{
    const struct flexco_job *j = &f->task.jobs[job];
    struct flexco_state *st = &f->states[job];
    coa_booking b;
    flexco_state_advance(f, j->site);
    coa_request req = {.ready = f->now, .length = j->estimate, .servers = j->servers};
    flexco_state_must(f, coa_reserve(f->sites[j->site].calendar, &req, &b), "coa_reserve",
                      job);
    st->id = b.id;
    st->start = b.start;
    st->end = b.end;
    st->waits = 1;
    flexco_state_own(st, j->site, j->servers);
    flexco_state_promise(f, job, j->servers);
    flexco_state_queue_add(f, j->site, job);
}

/* ---- algorithm 2: lines 3 to 7, and 17 to 21 --------------------------------------- */

/* The job in that place of the queue has moved to the booking *b. */
static void site_moved(struct flexco *f, uint32_t site, size_t place,
                       const coa_booking *b)
{
    const uint32_t job = f->sites[site].own.at[place].job;
    struct flexco_state *st = &f->states[job];
    st->start = b->start;
    st->end = b->end;
    flexco_state_promise(f, job, b->servers);
    f->result->outcomes[job].shifts++;
    if (flexco_job_is_meta(&f->task.jobs[job]))
        f->result->meta_advances++;
    else
        f->result->advances++;
    flexco_state_queue_advance(f, site, place, b->start);
}

/* Line 5, schedule the job with backfilling: it moves if it can start earlier. */
static void site_move(struct flexco *f, uint32_t site, size_t place)
{
    struct flexco_site *s = &f->sites[site];
    const struct flexco_wait *w = &s->own.at[place];
    const struct replan_job job = {w->start, w->length, w->servers};
    const char *call;
    int64_t until = w->start;
    coa_request req = {0};
    coa_booking b;
    if (!replan_narrow(&f->replan, &job, &req.ready, &until)) return;
    req.length = w->length;
    req.servers = w->servers;
    req.deadline = until - 1 + w->length;
    const coa_status status =
        replan_reserve(s->calendar, &req, f->states[w->job].id, w->start, &b, &call);
    if (status == COA_E_NOFIT) {
        replan_learn(&f->replan, &job, w->start);
        return;
    }
    flexco_state_must(f, status, call, w->job);
    replan_learn(&f->replan, &job, b.start);
    replan_leave(&f->replan, &job, b.start);
    site_moved(f, site, place, &b);
}

/* Lines 3 to 7: each of the site's own jobs that waits, in order of start (line 2: the
 * queue is kept sorted). The time of the calendar is the present. */
static void site_pass(struct flexco *f, uint32_t site)
{
    struct flexco_site *s = &f->sites[site];
    size_t i = flexco_state_queue_find(&s->own, f->now + 1, 0);
    if (s->gaps.count == 0) return;
    replan_begin(&f->replan, f->now, f->task.rules->early_binding, &s->gaps);
    for (; i < s->own.end; i++) site_move(f, site, i);
}

/* Lists in f->head the metascheduler's jobs that stand before the first of the site's
 * own in the queue; returns how many. */
static size_t site_head(struct flexco *f, const struct flexco_site *s)
{
    const struct flexco_queue *q = &s->meta, *l = &s->own;
    const size_t local = flexco_state_queue_find(l, f->now + 1, 0);
    size_t i = flexco_state_queue_find(q, f->now + 1, 0), end = q->end, n = 0;
    if (local < l->end)
        end = flexco_state_queue_find(q, l->at[local].start, l->at[local].job);
    for (; i < end; i++) BASE_PUSH(f->head, n, f->head_room) = q->at[i].job;
    return n;
}

/* Algorithm 2 at a site where a job has ended early, by its lines. Line 12 asks for no
 * later end; here it must be earlier, so that lines 17 to 21 follow a change. */
static void compress(struct flexco *f, uint32_t site)
{
    struct flexco_site *s = &f->sites[site];
    int rescheduled = 0; /* line 1: coallocHeadRescheduled */
    uint32_t idle;
    int64_t until;
    f->result->compressions++;
    flexco_state_advance(f, site);
    site_pass(f, site); /* lines 2 to 7 */
    if (f->task.rules->mode == FLEXCO_RIGID) return;
    const coa_status status = coa_profile(s->calendar, f->now, NULL, &idle, &until);
    if (status != COA_OK) fail("coa_profile: %s", coa_status_text(status));
    if (idle == 0) return; /* line 8 */
    const size_t n = site_head(f, s);
    for (size_t i = 0; i < n; i++) /* line 9: the head of the queue */
        rescheduled |= flexco_meta_offer(f, f->head[i]); /* lines 10 to 14 */
    if (rescheduled) site_pass(f, site);                 /* lines 16 to 22 */
}

static void compress_all(struct flexco *f)
{
    if (f->early_count) qsort(f->early, f->early_count, sizeof *f->early, compare_u32);
    for (uint32_t i = 0; i < f->early_count; i++) {
        f->sites[f->early[i]].early = 0;
        compress(f, f->early[i]);
    }
    f->early_count = 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* Records what the job has of each site; early binding: which processors. */
static void note_parts(struct flexco *f, uint32_t job)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_result *r = f->result;
    struct flexco_outcome *o = &r->outcomes[job];
    coa_set servers = {0};
    o->first_part = r->part_count;
    o->part_count = st->share_count;
    for (uint32_t i = 0; i < st->share_count; i++) {
        struct flexco_part part = {st->shares[i].site, st->shares[i].servers, 0, 0};
        coa_booking b;
        if (f->task.rules->early_binding) {
            flexco_state_must(f,
                              coa_get(f->sites[part.site].calendar, st->id, &b, &servers),
                              "coa_get", job);
            part.first_run = r->run_count;
            part.run_count = b.run_count;
        }
        for (uint32_t k = 0; k < part.run_count; k++)
            BASE_PUSH(r->runs, r->run_count, r->run_room) = b.runs[k];
        BASE_PUSH(r->parts, r->part_count, r->part_room) = part;
    }
    coa_set_free(&servers);
}

static struct flexco_shape shape_of(const struct flexco *f, uint32_t job)
{
    struct flexco_shape shapes[FLEXCO_SHAPES];
    const uint32_t shape = f->states[job].shape;
    (void)flexco_job_shapes(f->task.system, &f->task.jobs[job], shape > 0,
                            f->task.rules->efficiency, shapes);
    return shapes[shape];
}

static void job_starts(struct flexco *f, uint32_t job)
{
    const struct flexco_shape shape = shape_of(f, job);
    struct flexco_state *st = &f->states[job];
    st->waits = 0;
    for (uint32_t i = 0; i < st->share_count; i++)
        f->sites[st->shares[i].site].idle -= st->shares[i].servers;
    f->result->outcomes[job].start = f->now;
    note_parts(f, job);
    const int64_t end =
        f->now + flexco_job_actual(&f->task.jobs[job], &shape, st->share_count);
    if (events_push(&f->ends, end, 0, job) != 0) fail("out of memory");
}

/* Starts the jobs whose time has come. A meta-job is started when the first of its
 * sites is looked at, and leaves the queues of all of them. */
static void start_jobs(struct flexco *f)
{
    const struct event *next;
    while ((next = flexco_state_queue_next(f)) != NULL && next->time == f->now) {
        struct flexco_site *s = &f->sites[next->subject];
        struct flexco_queue *q;
        while ((q = flexco_state_queue_head(s)) != NULL &&
               q->at[q->first].start == f->now) {
            const uint32_t job = q->at[q->first++].job;
            if (f->states[job].waits) job_starts(f, job);
        }
    }
}

/* The job ends early: its sites have its processors back, and will compress their
 * queues. */
static void give_back(struct flexco *f, uint32_t job)
{
    const struct flexco_state *st = &f->states[job];
    if (st->owner == FLEXCO_META) {
        flexco_meta_finish(f, job);
    } else {
        flexco_state_advance(f, st->owner);
        flexco_state_must(f, coa_finish(f->sites[st->owner].calendar, st->id, f->now),
                          "coa_finish", job);
        flexco_state_free_again(f, st->owner, f->now, st->end);
    }
    for (uint32_t i = 0; i < st->share_count; i++) {
        const uint32_t site = st->shares[i].site;
        if (f->sites[site].early) continue;
        f->sites[site].early = 1;
        f->early[f->early_count++] = site;
    }
}

static void job_ends(struct flexco *f, uint32_t job)
{
    const struct flexco_shape shape = shape_of(f, job);
    const struct flexco_job *j = &f->task.jobs[job];
    const struct flexco_state *st = &f->states[job];
    const uint32_t sites = st->share_count;
    const int killed =
        flexco_job_wanted(j, &shape, sites) > flexco_job_planned(j, &shape, sites);
    for (uint32_t i = 0; i < sites; i++)
        f->sites[st->shares[i].site].idle += st->shares[i].servers;
    if (f->now < st->end) give_back(f, job);
    if (st->owner == FLEXCO_META) flexco_meta_drop(f, job, f->now);
    f->result->outcomes[job].end = f->now;
    flexco_state_decide(f, job, killed ? FLEXCO_FATE_killed : FLEXCO_FATE_finished);
}

/* ---- one instant after the other --------------------------------------------------- */

static void submit(struct flexco *f, uint32_t job)
{
    const struct flexco_job *j = &f->task.jobs[job];
    if (!flexco_job_fits(f->task.system, j))
        flexco_state_decide(f, job, FLEXCO_FATE_refused);
    else if (flexco_job_is_meta(j))
        flexco_meta_book(f, job);
    else
        site_book(f, job);
}

static void instant(struct flexco *f)
{
    const struct event *next;
    while ((next = events_next(&f->ends)) != NULL && next->time == f->now) {
        const uint32_t job = next->subject;
        events_pop(&f->ends);
        job_ends(f, job);
    }
    compress_all(f);
    while (f->next < f->task.count && f->task.jobs[f->next].submit == f->now)
        submit(f, (uint32_t)f->next++);
    start_jobs(f);
}

static void sooner(int64_t *due, const struct event *next)
{
    if (next && next->time < *due) *due = next->time;
}

/* When the next thing happens; JOB_NEVER. */
static int64_t next_instant(struct flexco *f)
{
    int64_t due = f->next < f->task.count ? f->task.jobs[f->next].submit : JOB_NEVER;
    sooner(&due, events_next(&f->ends));
    sooner(&due, flexco_state_queue_next(f));
    return due;
}

/* ---- a whole run ------------------------------------------------------------------- */

static void begin(struct flexco *f)
{
    const size_t n = f->task.count, k = f->task.system->count;
    struct flexco_result *r = f->result;
    f->left = n;
    f->advanced = -1;
    f->states = base_zeroed(n, sizeof *f->states);
    f->sites = base_zeroed(k, sizeof *f->sites);
    f->at = base_zeroed(k, sizeof *f->at);
    f->early = base_zeroed(k, sizeof *f->early);
    f->shares = base_zeroed(k, sizeof *f->shares);
    f->chosen = base_zeroed(k, sizeof *f->chosen);
    f->choice = base_zeroed(k, sizeof *f->choice);
    r->outcomes = base_zeroed(n, sizeof *r->outcomes);
    r->count = n;
    for (size_t i = 0; i < n; i++) {
        struct flexco_outcome *o = &r->outcomes[i];
        o->start = o->end = o->first_start = o->promised = o->booked_end = -1;
        o->servers = f->task.jobs[i].servers;
    }
    for (size_t i = 0; i < k; i++) site_create(f, (uint32_t)i);
    const coa_status s =
        coa_flex_create(&f->flex, 0, f->at, f->task.system->count, NULL, NULL);
    if (s != COA_OK) fail("coa_flex_create: %s", coa_status_text(s));
}

static void end(struct flexco *f)
{
    for (uint32_t k = 0; k < f->task.system->count; k++) {
        coa_destroy(f->sites[k].calendar);
        free(f->sites[k].own.at);
        free(f->sites[k].meta.at);
    }
    coa_flex_destroy(f->flex);
    events_free(&f->ends);
    events_free(&f->starts);
    free(f->states);
    free(f->sites);
    free(f->at);
    free(f->early);
    free(f->shares);
    free(f->chosen);
    free(f->choice);
    free(f->head);
}

void flexco_run(const struct flexco_task *task, struct flexco_result *result)
{
    const double begun = clock_seconds();
    struct flexco f;
    memset(&f, 0, sizeof f);
    f.task = *task;
    f.result = result;
    begin(&f);
    while (f.left > 0 && (f.now = next_instant(&f)) != JOB_NEVER) instant(&f);
    end(&f);
    result->seconds = clock_seconds() - begun;
}

void flexco_result_free(struct flexco_result *r)
{
    free(r->outcomes);
    free(r->parts);
    free(r->runs);
    memset(r, 0, sizeof *r);
}
