/* flexco_state.c - each half of a queue is a sorted array that is used from `first`
 * on. */
#include "flexco/flexco_state.h"

#include "base/array.h"
#include "base/job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int flexco_state_memory(struct error *e) { return error_fail(e, "out of memory"); }

int flexco_state_wrong_at(const char *call, coa_status s, struct error *e)
{
    return error_fail(e, "%s: %s", call, coa_status_text(s));
}

int flexco_state_wrong(const struct flexco *f, const char *call, uint32_t job,
                       coa_status s, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    if (flexco_job_is_meta(j))
        return error_fail(e, "%s of meta-job %" PRId64 ": %s", call, j->number,
                          coa_status_text(s));
    return error_fail(e, "%s of job %" PRId64 " of site %" PRIu32 ": %s", call, j->number,
                      j->site + 1, coa_status_text(s));
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

/* The first start at the site may be earlier than it was: notes it. 0, or -1 when memory
 * is out. */
static int queue_due(struct flexco *f, uint32_t site)
{
    struct flexco_site *s = &f->sites[site];
    const struct flexco_queue *q = flexco_state_queue_head(s);
    if (!q || q->at[q->first].start >= s->due) return 0;
    s->due = q->at[q->first].start;
    return events_push_numbered(&f->starts, s->due, 0, site, site);
}

int flexco_state_queue_add(struct flexco *f, uint32_t site, uint32_t job, int64_t start,
                           int64_t end)
{
    struct flexco_site *s = &f->sites[site];
    struct flexco_queue *q = f->states[job].owner == FLEXCO_META ? &s->meta : &s->own;
    struct flexco_wait *w;
    size_t at;
    if (q->end == q->capacity && q->first > q->capacity / 2) { /* the past makes room */
        memmove(q->at, q->at + q->first, (q->end - q->first) * sizeof *q->at);
        q->end -= q->first;
        q->first = 0;
    }
    if (ARRAY_ROOM(q->at, q->end, q->capacity, 1) != 0) return -1;
    at = flexco_state_queue_find(q, start, job);
    w = &q->at[at];
    memmove(w + 1, w, (q->end - at) * sizeof *q->at);
    w->start = start;
    w->length = end - start;
    w->job = job;
    w->servers = f->result->outcomes[job].servers;
    q->end++;
    return queue_due(f, site);
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

int flexco_state_queue_advance(struct flexco *f, uint32_t site, size_t place,
                               int64_t start)
{
    struct flexco_queue *q = &f->sites[site].own;
    struct flexco_wait w = q->at[place];
    const size_t to = flexco_state_queue_find(q, start, w.job);
    memmove(q->at + to + 1, q->at + to, (place - to) * sizeof *q->at);
    w.start = start;
    q->at[to] = w;
    return queue_due(f, site);
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
        (void)queue_due(f, site); /* has the room of what was popped */
    }
    return NULL;
}

/* ---- what a site has to do --------------------------------------------------------- */

int flexco_state_advance(const struct flexco *f, uint32_t site, struct error *e)
{
    const coa_status s = coa_advance(f->sites[site].calendar, f->now);
    return s == COA_OK ? 0 : flexco_state_wrong_at("coa_advance", s, e);
}

int flexco_state_advance_all(struct flexco *f, struct error *e)
{
    uint32_t i;
    if (f->advanced == f->now) return 0;
    for (i = 0; i < f->system->count; i++)
        if (flexco_state_advance(f, i, e) != 0) return -1;
    f->advanced = f->now;
    return 0;
}

void flexco_state_freed_add(struct flexco_freed *l, int64_t from, int64_t to)
{
    const uint64_t i = l->count++ % FLEXCO_FREED;
    l->at[i].from = from;
    l->at[i].to = to;
}

void flexco_state_free_again(struct flexco *f, uint32_t site, int64_t from, int64_t to)
{
    if (from >= to) return;
    replan_free(&f->sites[site].gaps, from, to);
    flexco_state_freed_add(&f->freed, from, to);
}

void flexco_state_early(struct flexco *f, uint32_t site)
{
    f->sites[site].early = 1;
    if (f->sites[site].listed) return;
    f->sites[site].listed = 1;
    f->early[f->early_count++] = site;
}

void flexco_state_decide(struct flexco *f, uint32_t job, enum flexco_fate fate)
{
    f->result->outcomes[job].fate = fate;
    f->states[job].phase = FLEXCO_IS_OVER;
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
