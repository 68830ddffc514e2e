/* flexco_site.c - a pass asks the calendar only for the jobs of which it does not know
 * already that they cannot move. */
#include "flexco/flexco_site.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/job.h"
#include "flexco/flexco_job.h"

#include <string.h>

int flexco_site_create(struct flexco *f, uint32_t site, struct error *e)
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

/* ---- local jobs -------------------------------------------------------------------- */

static coa_request flexco_site_local_request(const struct flexco *f, uint32_t job)
{
    coa_request req = {0};
    req.ready = f->now;
    req.length = f->jobs[job].estimate;
    req.servers = f->jobs[job].servers;
    req.tag = job;
    return req;
}

int flexco_site_local_book(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    const coa_request req = flexco_site_local_request(f, job);
    struct flexco_state *st = &f->states[job];
    coa_booking b;
    coa_status status;
    if (flexco_state_advance(f, j->site, e) != 0) return -1;
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

/* ---- a pass ------------------------------------------------------------------------ */

enum { FLEXCO_TRIED = 64, FLEXCO_SIZES = 32 };

/* What a search found: in no window of that length that starts before `before` are so
 * many free. That holds for all later jobs that ask for at least as much, as what has
 * been given back since then lies after their starts. */
struct flexco_tried {
    int64_t length, before;
    uint32_t servers;
};

struct flexco_pass {
    struct flexco *f;
    struct flexco_site *s;
    uint32_t site;
    struct flexco_gaps gaps; /* a job that moves gets a window that meets one of them */
    struct flexco_gap all;   /* early binding: from now on                            */
    /* Jobs that start by `rise` and ask for more than `most` processors cannot move. */
    int64_t rise;
    uint32_t most;
    /* Jobs of 2^size processors or more that are so long cannot move, as far as is known
     * of the gaps. */
    int64_t longest[FLEXCO_SIZES];
    struct flexco_tried tried[FLEXCO_TRIED]; /* none says more than another */
    uint32_t count, next;                    /* next: to be replaced        */
};

/* More is free than was known: which jobs cannot move has to be found out again. */
static void flexco_pass_doubt(struct flexco_pass *p)
{
    uint32_t i;
    for (i = 0; i < FLEXCO_SIZES; i++) p->longest[i] = JOB_NEVER;
}

/* Finds out how many processors are free at most in the gap before `to`. */
static int flexco_pass_look_into(const struct flexco_pass *p, struct flexco_gap *gap,
                                 int64_t to, struct error *e)
{
    if (to > gap->to) to = gap->to;
    if (gap->rise < p->f->now) gap->rise = p->f->now;
    while (gap->rise < to) {
        coa_request more = {0};
        int64_t until;
        uint32_t count;
        coa_status status = coa_profile(p->s->calendar, gap->rise, NULL, &count, &until);
        if (status != COA_OK) return flexco_state_wrong_at("coa_profile", status, e);
        if (count > gap->most) gap->most = count;
        more.ready = gap->rise;
        more.length = 1;
        more.servers = gap->most + 1;
        more.deadline = gap->to;
        status = coa_earliest(p->s->calendar, &more, &gap->rise);
        if (status == COA_E_NOFIT)
            gap->rise = gap->to;
        else if (status != COA_OK)
            return flexco_state_wrong_at("coa_earliest", status, e);
    }
    return 0;
}

/* Sums up what is known of the gaps, of which there are more, or more is free in them. */
static void flexco_pass_sum_up(struct flexco_pass *p)
{
    const int named = p->f->rules->early_binding;
    const struct flexco_gap *gap = named ? &p->all : p->gaps.at;
    uint32_t i, n = named ? 1 : p->gaps.count;
    p->most = 0;
    p->rise = JOB_NEVER;
    for (i = 0; i < n; i++) {
        if (gap[i].most > p->most) p->most = gap[i].most;
        if (gap[i].rise < gap[i].to && gap[i].rise < p->rise) p->rise = gap[i].rise;
    }
    flexco_pass_doubt(p);
}

/* Finds out how many are free at most in any gap before `to`. */
static int flexco_pass_look(struct flexco_pass *p, int64_t to, struct error *e)
{
    const int named = p->f->rules->early_binding;
    struct flexco_gap *gap = named ? &p->all : p->gaps.at;
    uint32_t i, n = named ? 1 : p->gaps.count;
    for (i = 0; i < n; i++)
        if (flexco_pass_look_into(p, &gap[i], to, e) != 0) return -1;
    flexco_pass_sum_up(p);
    return 0;
}

/* The job cannot move as its starts before *t are in vain, and no later one is in a gap.
 * Then no job behind it can that asks for as many processors and is as long as *t. */
static void flexco_pass_rule_out(struct flexco_pass *p, const struct flexco_wait *w,
                                 const struct flexco_tried *t)
{
    const int named = p->f->rules->early_binding;
    uint32_t i;
    for (i = 0; i < p->gaps.count; i++)
        if (p->gaps.at[i].to > t->before && (named || p->gaps.at[i].most >= w->servers))
            return;
    for (i = FLEXCO_SIZES; i-- > 0 && UINT32_C(1) << i >= w->servers;)
        if (t->length < p->longest[i]) p->longest[i] = t->length;
}

/* The first start that is not known to be in vain; *by is what rules out those before it,
 * or NULL. */
static int64_t flexco_pass_known(const struct flexco_pass *p, const struct flexco_wait *w,
                                 const struct flexco_tried **by)
{
    int64_t from = p->f->now;
    uint32_t i;
    *by = NULL;
    for (i = 0; i < p->count; i++) {
        const struct flexco_tried *t = &p->tried[i];
        if (t->servers > w->servers || t->length > w->length || t->before <= from)
            continue;
        from = t->before;
        *by = t;
    }
    return from;
}

/* The job has no start before `before`. With early binding its own processors counted as
 * free in windows that end after its start, and a later job's may be others. */
static void flexco_pass_learn(struct flexco_pass *p, const struct flexco_wait *w,
                              int64_t before)
{
    struct flexco_tried tried;
    uint32_t i, n = 0;
    if (p->f->rules->early_binding && before > w->start - w->length + 1)
        before = w->start - w->length + 1;
    tried.length = w->length;
    tried.before = before;
    tried.servers = w->servers;
    for (i = 0; i < p->count; i++) {
        const struct flexco_tried *t = &p->tried[i];
        if (t->servers < w->servers || t->length < w->length || t->before > before)
            p->tried[n++] = *t;
    }
    p->count = n;
    if (n == FLEXCO_TRIED)
        p->tried[p->next++ % FLEXCO_TRIED] = tried;
    else
        p->tried[p->count++] = tried;
}

/* The job in that place of the queue has moved to the booking *b. With early binding what
 * it had may do for a job before it, at the next pass. */
static int flexco_pass_moved(struct flexco_pass *p, size_t place, const coa_booking *b,
                             struct error *e)
{
    const struct flexco_wait w = p->s->own.at[place];
    struct flexco_state *st = &p->f->states[w.job];
    flexco_state_gaps_add(&p->gaps, w.start, st->end);
    if (p->f->rules->early_binding) flexco_state_gaps_add(&p->s->gaps, w.start, st->end);
    flexco_state_freed_add(&p->f->freed, w.start, st->end);
    if (p->all.rise > w.start) p->all.rise = w.start;
    flexco_pass_sum_up(p);
    st->start = b->start;
    st->end = b->end;
    flexco_state_promise(p->f, w.job, b->servers);
    p->f->result->outcomes[w.job].shifts++;
    if (flexco_job_is_meta(&p->f->jobs[w.job]))
        p->f->result->meta_advances++;
    else
        p->f->result->advances++;
    return flexco_state_queue_advance(p->f, p->site, place, b->start) == 0
               ? 0
               : flexco_state_memory(e);
}

/* Narrows the starts [*from, *to) of a job down to windows that meet a gap with as many
 * free processors. With early binding a gap may also matter to the processors it has. */
static void flexco_pass_narrow(const struct flexco_pass *p, const struct flexco_wait *w,
                               int64_t *from, int64_t *to)
{
    const int named = p->f->rules->early_binding;
    int64_t first = *to, last = *from;
    uint32_t i;
    for (i = 0; i < p->gaps.count && p->gaps.at[i].from - w->length < *to; i++) {
        const struct flexco_gap *gap = &p->gaps.at[i];
        if (gap->most < w->servers && !named) continue;
        if (gap->from - w->length < first) first = gap->from - w->length + 1;
        last = gap->to;
    }
    if (*from < first) *from = first;
    if (*to > last) *to = last;
}

/* Books the earliest start in [from, to) that the job can have when its own booking
 * counts as free. COA_E_NOFIT if there is none. */
static coa_status flexco_pass_book(struct flexco_pass *p, const struct flexco_wait *w,
                                   int64_t from, int64_t to, coa_booking *b,
                                   struct error *e)
{
    const char *call = "coa_earliest";
    coa_request req = {0};
    coa_status status = COA_OK;
    req.ready = from;
    req.length = w->length;
    req.servers = w->servers;
    req.deadline = to - 1 + w->length;
    req.tag = w->job;
    if (req.deadline <= w->start) /* apart from its own */
        status = coa_earliest(p->s->calendar, &req, &req.ready);
    if (status == COA_OK) {
        call = "coa_reserve";
        req.replaces = p->f->states[w->job].id;
        status = coa_reserve(p->s->calendar, &req, b);
    }
    if (status != COA_OK && status != COA_E_NOFIT)
        (void)flexco_state_wrong(p->f, call, w->job, status, e);
    return status;
}

/* Moves the site's own job in that place of the queue, if it can start earlier. */
static int flexco_pass_advance(struct flexco_pass *p, size_t place, struct error *e)
{
    const struct flexco_wait w = p->s->own.at[place];
    const struct flexco_tried *by;
    int64_t from = flexco_pass_known(p, &w, &by), to = w.start;
    coa_booking b;
    coa_status status = COA_E_NOFIT;
    if (from < to) flexco_pass_narrow(p, &w, &from, &to);
    if (from >= to && by) {
        flexco_pass_rule_out(p, &w, by);
        return 0;
    }
    if (from < to) status = flexco_pass_book(p, &w, from, to, &b, e);
    if (status != COA_OK && status != COA_E_NOFIT) return -1;
    flexco_pass_learn(p, &w, status == COA_OK ? b.start : w.start);
    return status == COA_OK ? flexco_pass_moved(p, place, &b, e) : 0;
}

int flexco_site_pass(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    struct flexco_pass p;
    struct flexco_queue *q = &s->own;
    size_t i = flexco_state_queue_find(q, f->now + 1, 0);
    if (s->gaps.count == 0) return 0;
    memset(&p, 0, sizeof p);
    p.f = f;
    p.s = s;
    p.site = site;
    p.gaps = s->gaps;
    s->gaps.count = 0;
    p.all.to = JOB_NEVER;
    p.rise = f->now;
    flexco_pass_doubt(&p);
    for (; i < q->end; i++) {
        const struct flexco_wait *w = &q->at[i];
        if (p.rise < w->start && flexco_pass_look(&p, w->start, e) != 0) return -1;
        if (w->servers <= p.most && w->length < p.longest[w->size] &&
            flexco_pass_advance(&p, i, e) != 0)
            return -1;
    }
    return 0;
}

/* ---- the head of the queue --------------------------------------------------------- */

int flexco_site_idle(const struct flexco *f, const struct flexco_site *s, int *idle,
                     struct error *e)
{
    uint32_t count;
    int64_t until;
    const coa_status status = coa_profile(s->calendar, f->now, NULL, &count, &until);
    *idle = status == COA_OK && count > 0;
    return status == COA_OK ? 0 : flexco_state_wrong_at("coa_profile", status, e);
}

int flexco_site_head(struct flexco *f, const struct flexco_site *s, size_t *n,
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
