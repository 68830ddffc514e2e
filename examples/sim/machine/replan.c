/* replan.c - gaps are few, so lists do; facts are the last ones that say more than
 * others. */
#include "machine/replan.h"

#include <string.h>

/* ---- gaps -------------------------------------------------------------------------- */

static int64_t earlier(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t later(int64_t x, int64_t y) { return x > y ? x : y; }

/* Joins the two gaps with the least time between them. */
static void join_nearest(struct replan_gaps *g)
{
    uint32_t best = 1;
    for (uint32_t i = 2; i < g->count; i++)
        if (g->gaps[i].from - g->gaps[i - 1].to <
            g->gaps[best].from - g->gaps[best - 1].to)
            best = i;
    g->gaps[best - 1].to = g->gaps[best].to;
    g->count--;
    memmove(g->gaps + best, g->gaps + best + 1, (g->count - best) * sizeof *g->gaps);
}

void replan_free(struct replan_gaps *g, int64_t from, int64_t to)
{
    uint32_t first, end = g->count;
    if (from >= to) return;
    while (end > 0 && g->gaps[end - 1].from > to) end--; /* most are the last */
    for (first = end; first > 0 && g->gaps[first - 1].to >= from; first--) {
        from = earlier(from, g->gaps[first - 1].from); /* it takes this one in */
        to = later(to, g->gaps[first - 1].to);
    }
    memmove(g->gaps + first + 1, g->gaps + end, (g->count - end) * sizeof *g->gaps);
    g->count += 1 - (end - first);
    g->gaps[first].from = from;
    g->gaps[first].to = to;
    if (g->count > REPLAN_GAPS) join_nearest(g);
}

int replan_is_free(const struct replan_gaps *g, int64_t t)
{
    uint32_t i = 0;
    while (i < g->count && g->gaps[i].to <= t) i++;
    return i < g->count && g->gaps[i].from <= t;
}

/* ---- facts ------------------------------------------------------------------------- */

/* The first start from `from` on that is not known to be in vain, or `until`; the job's
 * own window counts as free. */
static int64_t first_unknown(const struct replan *r, const struct replan_job *j,
                             int64_t from, int64_t until)
{
    for (uint32_t i = 0; i < r->fact_count && from < until; i++) {
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
    uint32_t n = 0;
    if (r->named) before = earlier(before, j->start - j->length + 1); /* apart */
    if (before <= r->now) return;
    struct replan_fact fact = {.servers = j->servers,
                               .length = j->length,
                               .before = before,
                               .within = earlier(j->start, before - 1 + j->length)};
    for (uint32_t i = 0; i < r->fact_count; i++) {
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
static void weaken_facts(struct replan *r, int64_t from)
{
    for (uint32_t i = 0; i < r->fact_count; i++) {
        struct replan_fact *f = &r->facts[i];
        if (f->within > from) f->before = earlier(f->before, from - f->length + 1);
    }
}

/* ---- a pass ------------------------------------------------------------------------ */

void replan_begin(struct replan *r, int64_t now, int named, struct replan_gaps *gaps)
{
    r->now = r->latest = now;
    r->named = named;
    r->freed = *gaps;
    r->freed_next = gaps;
    r->fact_count = r->fact_next = 0;
    gaps->count = 0;
}

/* Narrows the starts to windows that meet a gap: where servers are counted, before the
 * job's own; these need one just before that, or are apart from it. */
static int meet_gaps(const struct replan *r, const struct replan_job *j, int64_t *from,
                     int64_t *until)
{
    const struct replan_gap *gap = r->freed.gaps, *end = gap + r->freed.count;
    while (gap < end && gap->to <= *from) gap++;
    while (end > gap &&
           (r->named ? end[-1].from - j->length >= *until : end[-1].from >= j->start))
        end--;
    if (gap == end) return 0;
    if (!r->named && end[-1].to < j->start)
        *until = earlier(*until, j->start - j->length + 1);
    *from = later(*from, gap->from - j->length + 1);
    *until = earlier(*until, end[-1].to);
    return *from < *until;
}

int replan_narrow(struct replan *r, const struct replan_job *j, int64_t *from,
                  int64_t *until)
{
    replan_know(r, j->start);
    *from = r->now;
    if (*from >= *until || !meet_gaps(r, j, from, until)) return 0;
    *from = first_unknown(r, j, *from, *until);
    return *from < *until;
}

void replan_leave(struct replan *r, const struct replan_job *j, int64_t start)
{
    const int64_t end = j->start + j->length;
    const int64_t from = r->named ? j->start : later(j->start, start + j->length);
    replan_free(&r->freed, from, end);
    if (r->named || from < r->latest) replan_free(r->freed_next, from, end);
    weaken_facts(r, from);
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
