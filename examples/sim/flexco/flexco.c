/* flexco.c - a loop over instants: the next one is the earliest of the next submission,
 * end and start. */
#include "flexco/flexco.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/compare.h"
#include "base/events.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/replan.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- sites ------------------------------------------------------------------------- */

/* An empty calendar for the site. */
static int site_create(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    coa_desc desc = {0};
    coa_status status;
    desc.servers = s->servers;
    desc.index = f->rules->early_binding ? COA_INDEX_MAP : COA_INDEX_COUNT;
    desc.now = f->now;
    status = coa_create(&s->calendar, &desc);
    if (status != COA_OK) return flexco_state_wrong_at("coa_create", status, e);
    f->at[site].calendar = s->calendar;
    s->due = JOB_NEVER;
    return 0;
}

/* Books the job at the earliest start there is. */
static int site_local_book(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    struct flexco_state *st = &f->states[job];
    coa_request req = {0};
    coa_booking b;
    coa_status status;
    if (flexco_state_advance(f, j->site, e) != 0) return -1;
    req.ready = f->now;
    req.length = j->estimate;
    req.servers = j->servers;
    req.tag = job;
    status = coa_reserve(f->sites[j->site].calendar, &req, &b);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_reserve", job, status, e);
    st->id = b.id;
    st->start = b.start;
    st->end = b.end;
    st->owner = j->site;
    st->share_count = 1;
    st->phase = FLEXCO_WAITS;
    flexco_state_promise(f, job, j->servers);
    if (flexco_state_queue_add(f, j->site, job, b.start, b.end) != 0)
        return flexco_state_memory(e);
    return 0;
}

/* The job in that place of the queue has moved to the booking *b. */
static int site_moved(struct flexco *f, uint32_t site, size_t place, const coa_booking *b,
                      struct error *e)
{
    const uint32_t job = f->sites[site].own.at[place].job;
    struct flexco_state *st = &f->states[job];
    flexco_state_freed_add(&f->freed, st->start, st->end);
    st->start = b->start;
    st->end = b->end;
    flexco_state_promise(f, job, b->servers);
    f->result->outcomes[job].shifts++;
    if (flexco_job_is_meta(&f->jobs[job]))
        f->result->meta_advances++;
    else
        f->result->advances++;
    return flexco_state_queue_advance(f, site, place, b->start) == 0
               ? 0
               : flexco_state_memory(e);
}

/* Moves the site's own job in that place of the queue, if it can start earlier. */
static int site_move(struct flexco *f, uint32_t site, size_t place, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    const struct flexco_wait *w = &s->own.at[place];
    const struct replan_job job = {w->start, w->length, w->servers};
    const char *call;
    int64_t until = w->start;
    coa_request req = {0};
    coa_booking b;
    coa_status status;
    if (!replan_narrow(&f->replan, &job, &req.ready, &until)) return 0;
    req.length = w->length;
    req.servers = w->servers;
    req.deadline = until - 1 + w->length;
    req.tag = w->job;
    status = replan_reserve(s->calendar, &req, f->states[w->job].id, w->start, &b, &call);
    if (status != COA_OK && status != COA_E_NOFIT)
        return flexco_state_wrong(f, call, w->job, status, e);
    replan_learn(&f->replan, &job, status == COA_OK ? b.start : w->start);
    if (status != COA_OK) return 0;
    replan_leave(&f->replan, &job, b.start);
    return site_moved(f, site, place, &b, e);
}

/* Moves each of its own jobs that waits, in order of start, to the earliest start there
 * is. The time of the calendar is the present. */
static int site_pass(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    size_t i = flexco_state_queue_find(&s->own, f->now + 1, 0);
    if (s->gaps.count == 0) return 0;
    replan_begin(&f->replan, f->now, f->rules->early_binding, &s->gaps);
    for (; i < s->own.end; i++)
        if (site_move(f, site, i, e) != 0) return -1;
    return 0;
}

/* Are any processors free now? */
static int site_idle(const struct flexco *f, const struct flexco_site *s, int *idle,
                     struct error *e)
{
    uint32_t count;
    int64_t until;
    const coa_status status = coa_profile(s->calendar, f->now, NULL, &count, &until);
    *idle = status == COA_OK && count > 0;
    return status == COA_OK ? 0 : flexco_state_wrong_at("coa_profile", status, e);
}

/* Lists in f->head the metascheduler's jobs that stand before the first of the site's
 * own in the queue: *n. */
static int site_head(struct flexco *f, const struct flexco_site *s, size_t *n,
                     struct error *e)
{
    const struct flexco_queue *q = &s->meta, *l = &s->own;
    const size_t local = flexco_state_queue_find(l, f->now + 1, 0);
    size_t i = flexco_state_queue_find(q, f->now + 1, 0), end = q->end;
    if (local < l->end)
        end = flexco_state_queue_find(q, l->at[local].start, l->at[local].job);
    for (*n = 0; i < end; i++) {
        if (ARRAY_ROOM(f->head, *n, f->head_capacity, 1) != 0)
            return flexco_state_memory(e);
        f->head[(*n)++] = q->at[i].job;
    }
    return 0;
}

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

/* The job's processors become idle, or are no more. */
static void flexco_idle(struct flexco *f, uint32_t job, int idle)
{
    const struct flexco_state *st = &f->states[job];
    const uint32_t own = f->result->outcomes[job].servers;
    uint32_t i;
    if (st->owner != FLEXCO_META) f->sites[st->owner].idle += idle ? own : 0 - own;
    for (i = 0; st->owner == FLEXCO_META && i < st->share_count; i++) {
        const uint32_t n = st->shares[i].servers;
        f->sites[st->shares[i].site].idle += idle ? n : 0 - n;
    }
}

static int flexco_start(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_shape shape = shape_of(f, job);
    struct flexco_state *st = &f->states[job];
    int64_t end;
    st->phase = FLEXCO_RUNS;
    flexco_idle(f, job, 0);
    f->result->outcomes[job].start = f->now;
    if (note_parts(f, job, e) != 0) return -1;
    end = f->now + flexco_job_actual(&f->jobs[job], &shape, st->share_count);
    return events_push(&f->ends, end, 0, job) == 0 ? 0 : flexco_state_memory(e);
}

/* Starts the jobs of the site whose time has come. */
static int starts_at(struct flexco *f, struct flexco_site *s, struct error *e)
{
    struct flexco_queue *q;
    while ((q = flexco_state_queue_head(s)) != NULL && q->at[q->first].start == f->now) {
        const uint32_t job = q->at[q->first++].job;
        if (f->states[job].phase == FLEXCO_WAITS && flexco_start(f, job, e) != 0)
            return -1;
    }
    return 0;
}

/* Starts the jobs whose time has come. A meta-job is started when the first of its
 * sites is looked at, and leaves the queues of all of them. */
static int flexco_starts(struct flexco *f, struct error *e)
{
    const struct event *next;
    while ((next = flexco_state_queue_next(f)) != NULL && next->time == f->now)
        if (starts_at(f, &f->sites[next->subject], e) != 0) return -1;
    return 0;
}

/* Ends the booking of a site's own job at the present. */
static int finish(struct flexco *f, uint32_t job, struct error *e)
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
static int give_back(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    const int early = f->now < st->end;
    uint32_t i;
    flexco_idle(f, job, 1);
    if (st->owner != FLEXCO_META) return early ? finish(f, job, e) : 0;
    if (early && flexco_meta_finish(f, job, e) != 0) return -1;
    for (i = 0; i < st->share_count && early; i++)
        flexco_state_early(f, st->shares[i].site);
    flexco_meta_drop(f, job, f->now);
    return 0;
}

static int flexco_end(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_shape shape = shape_of(f, job);
    const struct flexco_job *j = &f->jobs[job];
    const uint32_t sites = f->states[job].share_count;
    const int killed =
        flexco_job_wanted(j, &shape, sites) > flexco_job_planned(j, &shape, sites);
    if (give_back(f, job, e) != 0) return -1;
    f->result->outcomes[job].end = f->now;
    flexco_state_decide(f, job, killed ? FLEXCO_FATE_killed : FLEXCO_FATE_finished);
    return 0;
}

static int flexco_ends(struct flexco *f, struct error *e)
{
    const struct event *next;
    while ((next = events_next(&f->ends)) != NULL && next->time == f->now) {
        const uint32_t job = next->subject;
        events_pop(&f->ends);
        if (flexco_end(f, job, e) != 0) return -1;
    }
    return 0;
}

/* ---- algorithm 2 ------------------------------------------------------------------- */

static int flexco_compress(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    size_t i, n;
    int idle, changed = 0;
    s->early = 0;
    f->result->compressions++;
    if (flexco_state_advance(f, site, e) != 0 || site_pass(f, site, e) != 0) return -1;
    if (f->rules->mode == FLEXCO_RIGID) return 0;
    if (site_idle(f, s, &idle, e) != 0) return -1;
    if (!idle) return 0;
    if (site_head(f, s, &n, e) != 0) return -1;
    for (i = 0; i < n; i++) {
        const int moved = flexco_meta_offer(f, f->head[i], e);
        if (moved < 0) return -1;
        changed |= moved;
    }
    return changed ? site_pass(f, site, e) : 0;
}

static int flexco_compressions(struct flexco *f, struct error *e)
{
    uint32_t i;
    if (f->early_count) qsort(f->early, f->early_count, sizeof *f->early, compare_u32);
    for (i = 0; i < f->early_count; i++) {
        struct flexco_site *s = &f->sites[f->early[i]];
        if (s->early && flexco_compress(f, f->early[i], e) != 0) return -1;
        s->listed = 0;
    }
    f->early_count = 0;
    return 0;
}

static int flexco_submit(struct flexco *f, uint32_t job, struct error *e)
{
    progress_add(f->rules->progress, 1);
    if (f->result->outcomes[job].fate == FLEXCO_FATE_refused) {
        flexco_state_decide(f, job, FLEXCO_FATE_refused);
        return 0;
    }
    return flexco_job_is_meta(&f->jobs[job]) ? flexco_meta_book(f, job, e)
                                             : site_local_book(f, job, e);
}

static int flexco_submissions(struct flexco *f, struct error *e)
{
    while (f->next < f->count && f->jobs[f->next].submit == f->now)
        if (flexco_submit(f, (uint32_t)f->next++, e) != 0) return -1;
    return 0;
}

/* ---- one instant after the other --------------------------------------------------- */

static int flexco_instant(struct flexco *f, int64_t now, struct error *e)
{
    f->now = now;
    if (flexco_ends(f, e) != 0) return -1;
    if (flexco_compressions(f, e) != 0 || flexco_submissions(f, e) != 0) return -1;
    return flexco_starts(f, e);
}

static void sooner(int64_t *due, const struct event *next)
{
    if (next && next->time < *due) *due = next->time;
}

/* When the next thing happens; JOB_NEVER. */
static int64_t flexco_due(struct flexco *f)
{
    int64_t due = JOB_NEVER;
    if (f->next < f->count && f->jobs[f->next].submit < due)
        due = f->jobs[f->next].submit;
    sooner(&due, events_next(&f->ends));
    sooner(&due, flexco_state_queue_next(f));
    return due;
}

/* ---- a whole run ------------------------------------------------------------------- */

static int bad(const struct flexco_job *j, const char *what, const char *expected,
               struct error *e)
{
    return error_fail(e, "job %" PRId64 ": %s: %s was expected", j->number, what,
                      expected);
}

static int check_job(const struct flexco *f, size_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    if (j->submit < 0 || j->submit > JOB_TIME_MAX)
        return bad(j, "submission", "a time from 0 to 10^12", e);
    if (j->run < 1 || j->run > JOB_TIME_MAX || j->estimate < 1 ||
        j->estimate > JOB_TIME_MAX)
        return bad(j, "run time and estimate", "1 to 10^12 seconds", e);
    if (j->servers < 1 || j->servers > JOB_SERVERS_MAX)
        return bad(j, "processors", "1 to 1073741823", e);
    if (j->site != FLEXCO_META && j->site >= f->system->count)
        return bad(j, "site", "one that there is", e);
    if (j->overhead > FLEXCO_OVERHEAD_MAX)
        return bad(j, "overhead", "at most 10000 percent", e);
    if (job > 0 &&
        (j->submit < j[-1].submit || (j->submit == j[-1].submit && j->site < j[-1].site)))
        return bad(j, "place", "one in order of arrival", e);
    return 0;
}

static int check_rules(const struct flexco *f, struct error *e)
{
    uint32_t i;
    if (f->system->count == 0) return error_fail(e, "a site was expected");
    for (i = 0; i < f->system->count; i++)
        if (f->system->servers[i] < 1 || f->system->servers[i] > JOB_SERVERS_MAX)
            return error_fail(e, "site %" PRIu32 ": 1 to 1073741823 processors expected",
                              i + 1);
    if (f->count >= FLEXCO_META) return error_fail(e, "too many jobs");
    if (f->rules->efficiency > 100)
        return error_fail(e, "efficiency: 0 to 100 percent were expected");
    return 0;
}

/* All memory whose size is known beforehand. */
static int allocate(struct flexco *f, struct error *e)
{
    const size_t n = f->count ? f->count : 1, k = f->system->count;
    f->states = (struct flexco_state *)calloc(n, sizeof *f->states);
    f->sites = (struct flexco_site *)calloc(k, sizeof *f->sites);
    f->at = (coa_site *)calloc(k, sizeof *f->at);
    f->early = (uint32_t *)calloc(k, sizeof *f->early);
    f->shares = (struct flexco_share *)calloc(k, sizeof *f->shares);
    f->chosen = (coa_site *)calloc(k, sizeof *f->chosen);
    f->choice = (uint32_t *)calloc(k, sizeof *f->choice);
    f->result->outcomes = (struct flexco_outcome *)calloc(n, sizeof *f->result->outcomes);
    if (!f->states || !f->sites || !f->at || !f->early || !f->shares || !f->chosen ||
        !f->choice || !f->result->outcomes)
        return flexco_state_memory(e);
    f->result->count = f->count;
    return 0;
}

/* No job has a fate yet, except those that can never fit. */
static int begin_jobs(struct flexco *f, struct error *e)
{
    size_t i;
    for (i = 0; i < f->count; i++) {
        const struct flexco_job *j = &f->jobs[i];
        struct flexco_outcome *o = &f->result->outcomes[i];
        if (check_job(f, i, e) != 0) return -1;
        o->start = o->end = o->first_start = o->promised = o->booked_end = -1;
        o->servers = j->servers;
        o->fate = FLEXCO_FATE_finished; /* unless it is killed or refused */
        if (flexco_job_is_meta(j) ? !flexco_job_fits(f->system, j->servers)
                                  : j->servers > f->sites[j->site].servers)
            o->fate = FLEXCO_FATE_refused;
    }
    return 0;
}

static int begin(struct flexco *f, struct error *e)
{
    coa_status s;
    uint32_t k;
    if (check_rules(f, e) != 0 || allocate(f, e) != 0) return -1;
    for (k = 0; k < f->system->count; k++) {
        f->sites[k].servers = f->sites[k].idle = f->system->servers[k];
        if (site_create(f, k, e) != 0) return -1;
    }
    s = coa_flex_create(&f->flex, 0, f->at, f->system->count, NULL, NULL);
    if (s != COA_OK) return flexco_state_wrong_at("coa_flex_create", s, e);
    return begin_jobs(f, e);
}

static void flexco_close(struct flexco *f)
{
    size_t i;
    uint32_t k;
    for (k = 0; f->sites && k < f->system->count; k++) {
        coa_destroy(f->sites[k].calendar);
        free(f->sites[k].own.at);
        free(f->sites[k].meta.at);
    }
    coa_flex_destroy(f->flex);
    events_free(&f->ends);
    events_free(&f->starts);
    for (i = 0; f->states && i < f->count; i++) free(f->states[i].shares);
    free(f->states);
    free(f->sites);
    free(f->at);
    free(f->early);
    free(f->shares);
    free(f->chosen);
    free(f->choice);
    free(f->head);
}

int flexco_run(const struct flexco_system *system, const struct flexco_job *jobs,
               size_t count, const struct flexco_rules *rules,
               struct flexco_result *result, struct error *e)
{
    const double begun = clock_seconds();
    struct flexco f;
    int64_t due;
    int failed;
    memset(&f, 0, sizeof f);
    f.system = system;
    f.jobs = jobs;
    f.count = f.left = count;
    f.rules = rules;
    f.result = result;
    f.advanced = -1;
    failed = begin(&f, e);
    while (!failed && f.left > 0 && (due = flexco_due(&f)) != JOB_NEVER)
        failed = flexco_instant(&f, due, e);
    flexco_close(&f);
    result->seconds = clock_seconds() - begun;
    return failed ? -1 : 0;
}
