/* flexco_state.c - each half of a queue is a sorted array that is used from `first`
 * on. */
#include "flexco/flexco_state.h"

#include "base/job.h"
#include "kit/base.h"

#include <inttypes.h>
#include <string.h>

void flexco_state_must(const struct flexco *f, coa_status s, const char *call,
                       uint32_t job)
{
    const struct flexco_job *j = &f->task.jobs[job];
    if (s == COA_OK) return;
    if (flexco_job_is_meta(j))
        fail("%s of meta-job %" PRId64 ": %s", call, j->number, coa_status_text(s));
    fail("%s of job %" PRId64 " of site %" PRIu32 ": %s", call, j->number, j->site + 1,
         coa_status_text(s));
}

/* ---- a site's queue ---------------------------------------------------------------- */

static int before(const struct flexco_wait *w, int64_t start, uint32_t job)
{
    return w->start < start || (w->start == start && w->job < job);
}

size_t flexco_state_queue_find(const struct flexco_queue *q, int64_t start, uint32_t job)
{
    size_t lo = q->first, hi = q->end;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (before(&q->at[middle], start, job))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

struct flexco_queue *flexco_state_queue_head(struct flexco_site *s)
{
    struct flexco_queue *l = &s->own, *m = &s->meta;
    if (m->first == m->end) return l->first == l->end ? NULL : l;
    if (l->first == l->end) return m;
    return before(&l->at[l->first], m->at[m->first].start, m->at[m->first].job) ? l : m;
}

/* The first start at the site may be earlier than it was: notes it. */
static void queue_due(struct flexco *f, uint32_t site)
{
    struct flexco_site *s = &f->sites[site];
    const struct flexco_queue *q = flexco_state_queue_head(s);
    if (!q || q->at[q->first].start >= s->due) return;
    s->due = q->at[q->first].start;
    if (events_push_numbered(&f->starts, s->due, 0, site, site) != 0)
        fail("out of memory");
}

void flexco_state_queue_add(struct flexco *f, uint32_t site, uint32_t job)
{
    const struct flexco_state *st = &f->states[job];
    const struct flexco_wait w = {st->start, st->end - st->start, job,
                                  f->result->outcomes[job].servers};
    struct flexco_site *s = &f->sites[site];
    struct flexco_queue *q = st->owner == FLEXCO_META ? &s->meta : &s->own;
    if (q->end == q->room && q->first > q->room / 2) { /* the past makes room */
        memmove(q->at, q->at + q->first, (q->end - q->first) * sizeof *q->at);
        q->end -= q->first;
        q->first = 0;
    }
    q->at = base_room(q->at, &q->room, q->end, sizeof *q->at);
    const size_t at = flexco_state_queue_find(q, w.start, job);
    memmove(q->at + at + 1, q->at + at, (q->end++ - at) * sizeof *q->at);
    q->at[at] = w;
    queue_due(f, site);
}

void flexco_state_queue_remove(struct flexco_queue *q, int64_t start, uint32_t job)
{
    const size_t at = flexco_state_queue_find(q, start, job);
    if (at - q->first < q->end - at) {
        memmove(q->at + q->first + 1, q->at + q->first, (at - q->first) * sizeof *q->at);
        q->first++;
    } else {
        q->end--;
        memmove(q->at + at, q->at + at + 1, (q->end - at) * sizeof *q->at);
    }
}

void flexco_state_queue_advance(struct flexco *f, uint32_t site, size_t place,
                                int64_t start)
{
    struct flexco_queue *q = &f->sites[site].own;
    struct flexco_wait w = q->at[place];
    const size_t to = flexco_state_queue_find(q, start, w.job);
    memmove(q->at + to + 1, q->at + to, (place - to) * sizeof *q->at);
    w.start = start;
    q->at[to] = w;
    queue_due(f, site);
}

const struct event *flexco_state_queue_next(struct flexco *f)
{
    const struct event *next;
    while ((next = events_next(&f->starts)) != NULL) {
        const uint32_t site = next->subject;
        struct flexco_site *s = &f->sites[site];
        const struct flexco_queue *q = flexco_state_queue_head(s);
        const int counts = next->time == s->due;
        if (counts && q && q->at[q->first].start == s->due) return next;
        events_pop(&f->starts);
        if (!counts) continue;
        s->due = JOB_NEVER;
        queue_due(f, site);
    }
    return NULL;
}

/* ---- jobs and calendars ------------------------------------------------------------ */

void flexco_state_advance(const struct flexco *f, uint32_t site)
{
    const coa_status s = coa_advance(f->sites[site].calendar, f->now);
    if (s != COA_OK) fail("coa_advance: %s", coa_status_text(s));
}

void flexco_state_advance_all(struct flexco *f)
{
    if (f->advanced == f->now) return;
    for (uint32_t i = 0; i < f->task.system->count; i++) flexco_state_advance(f, i);
    f->advanced = f->now;
}

void flexco_state_free_again(struct flexco *f, uint32_t site, int64_t from, int64_t to)
{
    if (from < to) replan_free(&f->sites[site].gaps, from, to);
}

void flexco_state_decide(struct flexco *f, uint32_t job, enum flexco_fate fate)
{
    f->result->outcomes[job].fate = fate;
    f->left--;
}

void flexco_state_promise(struct flexco *f, uint32_t job, uint32_t servers)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_outcome *o = &f->result->outcomes[job];
    if (o->promised < 0) {
        o->first_start = st->start;
        o->promised = st->end;
        o->first_parts = st->share_count;
    }
    o->booked_end = st->end;
    o->servers = servers;
    o->shape = st->shape;
}

void flexco_state_own(struct flexco_state *st, uint32_t site, uint32_t servers)
{
    st->owner = st->own.site = site;
    st->own.servers = servers;
    st->shares = &st->own;
    st->share_count = 1;
}
