/* replan.c - gaps are few, so lists do; facts are the last ones that say more than
 * others. */
#include "batch/replan.h"

#include <string.h>

/* ---- gaps -------------------------------------------------------------------------- */

static int64_t earlier(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t later(int64_t x, int64_t y) { return x > y ? x : y; }

/* Joins the two gaps with the least time between them. */
static void join_nearest(struct replan_gaps *g)
{
    uint32_t i, best = 1;
    for (i = 2; i < g->count; i++)
        if (g->at[i].from - g->at[i - 1].to < g->at[best].from - g->at[best - 1].to)
            best = i;
    g->at[best - 1].looked_until =
        earlier(g->at[best - 1].looked_until, g->at[best - 1].to);
    g->at[best - 1].to = g->at[best].to;
    g->count--;
    memmove(g->at + best, g->at + best + 1, (g->count - best) * sizeof *g->at);
}

void replan_free(struct replan_gaps *g, int64_t from, int64_t to)
{
    struct replan_gap all = {0, 0, 0, 0};
    uint32_t first = 0, end;
    if (from >= to) return;
    while (first < g->count && g->at[first].to < from) first++;
    all.from = all.looked_until = from;
    all.to = to;
    for (end = first; end < g->count && g->at[end].from <= to; end++) { /* it takes in */
        if (g->at[end].from < from) {
            all = g->at[end];
            all.looked_until = earlier(all.looked_until, from);
        }
        all.to = later(g->at[end].to, to);
    }
    memmove(g->at + first + 1, g->at + end, (g->count - end) * sizeof *g->at);
    g->count += 1 - (end - first);
    g->at[first] = all;
    if (g->count > REPLAN_GAPS) join_nearest(g);
}

int replan_is_free(const struct replan_gaps *g, int64_t t)
{
    uint32_t i = 0;
    while (i < g->count && g->at[i].to <= t) i++;
    return i < g->count && g->at[i].from <= t;
}

/* Finds out how many servers are free at most in the gap before `to`. */
static coa_status look_into(const struct replan *r, struct replan_gap *gap, int64_t to)
{
    coa_status s = COA_OK;
    to = earlier(to, gap->to);
    gap->looked_until = later(gap->looked_until, r->now);
    while (gap->looked_until < to) {
        coa_request more = {0};
        int64_t until;
        uint32_t count;
        s = coa_profile(r->calendar, gap->looked_until, NULL, &count, &until);
        if (s != COA_OK) return s;
        if (count > gap->most) gap->most = count;
        more.ready = gap->looked_until;
        more.length = 1;
        more.servers = gap->most + 1;
        more.deadline = gap->to;
        s = coa_earliest(r->calendar, &more, &gap->looked_until);
        if (s == COA_E_NOFIT)
            gap->looked_until = gap->to;
        else if (s != COA_OK)
            return s;
    }
    return COA_OK;
}

/* Finds out how many are free at most in each gap before `to`. */
static coa_status look(struct replan *r, int64_t to)
{
    coa_status s = COA_OK;
    uint32_t i;
    if (r->looked_until >= to) return COA_OK;
    r->looked_until = COA_FOREVER;
    for (i = 0; i < r->freed.count && s == COA_OK; i++) {
        struct replan_gap *gap = &r->freed.at[i];
        s = look_into(r, gap, to);
        if (gap->looked_until < gap->to)
            r->looked_until = earlier(r->looked_until, gap->looked_until);
    }
    return s;
}

/* ---- facts ------------------------------------------------------------------------- */

/* The first start that is not known to be in vain; the job's own window counts as
 * free. */
static int64_t first_unknown(const struct replan *r, const struct replan_job *j)
{
    int64_t from = r->now;
    uint32_t i;
    for (i = 0; i < r->fact_count; i++) {
        const struct replan_fact *f = &r->facts[i];
        if (f->before <= from || f->servers > j->servers || f->length > j->length)
            continue;
        from = later(from, f->within <= j->start
                               ? f->before
                               : earlier(f->before, j->start - f->length + 1));
    }
    return from;
}

void replan_learn(struct replan *r, const struct replan_job *j, int64_t before)
{
    struct replan_fact fact;
    uint32_t i, n = 0;
    if (r->named) before = earlier(before, j->start - j->length + 1); /* apart */
    if (before <= r->now) return;
    fact.servers = j->servers;
    fact.length = j->length;
    fact.before = before;
    fact.within = earlier(j->start, before - 1 + j->length);
    for (i = 0; i < r->fact_count; i++) {
        const struct replan_fact *f = &r->facts[i];
        if (f->servers < j->servers || f->length < j->length || f->before > before)
            r->facts[n++] = *f;
    }
    r->fact_count = n;
    if (n == REPLAN_FACTS)
        r->facts[r->fact_next++ % REPLAN_FACTS] = fact;
    else
        r->facts[r->fact_count++] = fact;
}

/* From that time on something may be free that was not: facts lose force. */
static void doubt(struct replan *r, int64_t from)
{
    uint32_t i;
    for (i = 0; i < r->fact_count; i++) {
        struct replan_fact *f = &r->facts[i];
        if (f->within > from) f->before = earlier(f->before, from - f->length + 1);
    }
}

/* ---- a pass ------------------------------------------------------------------------ */

void replan_begin(struct replan *r, coa_calendar *calendar, int64_t now, int named,
                  struct replan_gaps *gaps)
{
    r->calendar = calendar;
    r->now = r->looked_until = r->latest = now;
    r->named = named;
    r->freed = *gaps;
    r->freed_next = gaps;
    r->fact_count = r->fact_next = 0;
    gaps->count = 0;
}

/* Narrows the starts to windows that meet a gap with enough servers. */
static int meet_gaps(const struct replan *r, const struct replan_job *j, int64_t *from,
                     int64_t *until)
{
    int64_t first = *until, last = *from;
    uint32_t i;
    for (i = 0; i < r->freed.count; i++) {
        const struct replan_gap *gap = &r->freed.at[i];
        if (gap->from - j->length >= *until || (!r->named && gap->from >= j->start))
            break;
        if (gap->to <= *from || (!r->named && gap->most < j->servers)) continue;
        first = earlier(first, gap->from - j->length + 1);
        last = gap->to;
    }
    *from = later(*from, first);
    *until = earlier(*until, last);
    return *from < *until;
}

coa_status replan_narrow(struct replan *r, const struct replan_job *j, int64_t *from,
                         int64_t *until)
{
    const int64_t apart = j->start - j->length + 1;
    coa_status s = COA_OK;
    uint32_t count = 0;
    int64_t t;
    r->latest = later(r->latest, j->start);
    *from = r->now;
    if (*from >= *until) return COA_E_NOFIT;
    if (!r->named) s = look(r, j->start);
    if (s != COA_OK) return s;
    if (!meet_gaps(r, j, from, until)) return COA_E_NOFIT;
    *from = later(*from, first_unknown(r, j));
    if (*from >= *until) return COA_E_NOFIT;
    if (r->named || *until <= apart) return COA_OK;
    if (replan_is_free(&r->freed, j->start - 1)) {
        s = coa_profile(r->calendar, j->start - 1, NULL, &count, &t);
        if (s != COA_OK || count >= j->servers) return s;
    }
    *until = apart;
    return *from < *until ? COA_OK : COA_E_NOFIT;
}

void replan_leave(struct replan *r, const struct replan_job *j, int64_t start)
{
    const int64_t end = j->start + j->length;
    const int64_t from = r->named ? j->start : later(j->start, start + j->length);
    replan_free(&r->freed, from, end);
    if (r->named || from < r->latest) replan_free(r->freed_next, from, end);
    r->looked_until = r->now;
    doubt(r, from);
}

coa_status replan_reserve(coa_calendar *calendar, coa_request *want, coa_id id,
                          int64_t start, coa_booking *booking, const char **call)
{
    coa_status s = COA_OK;
    if (want->deadline > 0 && want->deadline <= start) { /* its own window is apart */
        *call = "coa_earliest";
        s = coa_earliest(calendar, want, &want->ready);
        if (s != COA_OK) return s;
    }
    want->replaces = id;
    *call = "coa_reserve";
    return coa_reserve(calendar, want, booking);
}
