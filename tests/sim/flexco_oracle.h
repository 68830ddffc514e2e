/* flexco_oracle.h - a second simulator of FlexCo co-allocation for tests, slow and
 * obviously right (paper 5, Netto and Buyya, sections 2.1 and 4).
 *
 * It knows no calendar, no event queue and no state that is carried along but what became
 * of each job: where it is, and when and where it is booked. It looks at every second.
 * Free processors are counted again for each question, second by second, over all jobs.
 * Every end is tried, the earliest first, and every division of a job among the sites.
 * Above each part stands, in quotes, the rule that it transcribes.
 *
 * Processors have no names: with early binding it is right where each site has one.
 */
#ifndef FLEXCO_ORACLE_H
#define FLEXCO_ORACLE_H

#include "base/job.h"
#include "flexco/flexco.h"

#include "local_plan.h"

#include <stdlib.h>
#include <string.h>
#include <stdint.h>

enum { ORACLE_JOBS = 32, ORACLE_SITES = 4, ORACLE_SHAPES = 3 };

typedef enum oracle_where { AHEAD, BOOKED, RUNNING, OVER } oracle_where;

typedef struct oracle_shape {
    uint32_t servers;
    int64_t run, estimate; /* at one site */
} oracle_shape;

typedef struct oracle_slot { /* when and where */
    int64_t start, end;
    uint32_t shape;
    uint32_t share[ORACLE_SITES];
} oracle_slot;

static struct oracle {
    struct flexco_task c; /* the task simulated */
    int64_t now;
    struct oracle_job {
        oracle_where where;
        oracle_slot slot;   /* if BOOKED, RUNNING or OVER */
        int64_t actual_end; /* if RUNNING */
        struct flexco_outcome outcome;
    } job[ORACLE_JOBS];
    uint32_t cursor;
    int marked[ORACLE_SITES];                      /* at this instant */
    uint64_t asked, joined, shifts, remaps, molds; /* meta-jobs */
    uint64_t advances, meta_advances; /* moves by sites, of local jobs and others */
    uint64_t compressions;
} o;

static int is_meta(size_t job) { return o.c.jobs[job].site == FLEXCO_META; }

static uint32_t sites_of(const oracle_slot *slot)
{
    uint32_t n = 0;
    for (uint32_t site = 0; site < o.c.system->count; site++) n += slot->share[site] > 0;
    return n;
}

/* The first of them. */
static uint32_t site_of(const oracle_slot *slot)
{
    uint32_t site = 0;
    while (slot->share[site] == 0) site++;
    return site;
}

/* "A meta-job that lies at one site is the site's own to compress; only multi-site jobs
 * go to the metascheduler", unless it is fixed. Of a job that is booked or runs. */
static int is_the_metaschedulers(size_t job)
{
    return is_meta(job) && (o.c.rules->one_site_fixed || sites_of(&o.job[job].slot) > 1);
}

/* ---- shapes and lengths ------------------------------------------------------------ */

static int64_t divided_up(int64_t x, int64_t by) { return (x + by - 1) / by; }

/* "T(m) = ceil(T * ((100-E) m + E n) / (100 m))" */
static int64_t time_there(int64_t time, int64_t n, int64_t m)
{
    const int64_t e = o.c.rules->efficiency;
    return divided_up(time * ((100 - e) * m + e * n), 100 * m);
}

static uint32_t all_processors(void)
{
    uint32_t sum = 0;
    for (uint32_t site = 0; site < o.c.system->count; site++)
        sum += o.c.system->servers[site];
    return sum;
}

/* "Shapes (mode with mold only): alternatives {ceil(n/2), 2n} of a job's n processors
 * (those that differ from n, >= 1, <= all processors together, in this order), its time
 * there, estimate and run alike". How many, with its own. */
static uint32_t shapes_of(size_t job, oracle_shape *shapes)
{
    const struct flexco_job *j = &o.c.jobs[job];
    const uint32_t servers[2] = {(j->servers + 1) / 2, 2 * j->servers};
    uint32_t n = 1;
    shapes[0].servers = j->servers;
    shapes[0].run = j->run;
    shapes[0].estimate = j->estimate;
    if (!is_meta(job) || o.c.rules->mode != FLEXCO_MOLD) return 1;
    for (uint32_t i = 0; i < 2; i++) {
        if (servers[i] == j->servers || servers[i] > all_processors()) continue;
        shapes[n].servers = servers[i];
        shapes[n].run = time_there(j->run, j->servers, servers[i]);
        shapes[n].estimate = time_there(j->estimate, j->servers, servers[i]);
        n++;
    }
    return n;
}

/* "Meta-job at more than one site: planned length = estimate + ceil(estimate * pct /
 * 100)"; "the request's own overhead is used for planning with every shape" */
static int64_t planned_length(size_t job, const oracle_shape *shape, int several)
{
    const struct flexco_job *j = &o.c.jobs[job];
    return shape->estimate +
           (several ? divided_up(j->estimate * (int64_t)j->overhead, 100) : 0);
}

/* "it runs run + ceil(run * pct / 100)" if it is not killed: of its run as submitted */
static int64_t wanted_length(size_t job)
{
    const oracle_slot *slot = &o.job[job].slot;
    oracle_shape shapes[ORACLE_SHAPES];
    shapes_of(job, shapes);
    int64_t run = shapes[slot->shape].run;
    if (is_meta(job) && sites_of(slot) > 1)
        run += divided_up(o.c.jobs[job].run * (int64_t)o.c.jobs[job].overhead, 100);
    return run;
}

/* ---- free servers ------------------------------------------------------------------ */

/* The plans of all sites, as if there was no job `but`. */
static const local_plan *picture_without(size_t but)
{
    static local_plan p[ORACLE_SITES];
    for (uint32_t site = 0; site < o.c.system->count; site++) {
        local_begin(&p[site], o.c.system->servers[site], o.now);
        for (size_t i = 0; i < o.c.count; i++) {
            const oracle_slot *slot = &o.job[i].slot;
            if (i != but && slot->share[site] &&
                (o.job[i].where == BOOKED || o.job[i].where == RUNNING))
                local_take(&p[site], slot->start, slot->end, slot->share[site]);
        }
    }
    return p;
}

#define NOBODY ORACLE_JOBS

/* ---- bookings ---------------------------------------------------------------------- */

static void book(size_t job, const oracle_slot *slot)
{
    struct oracle_job *j = &o.job[job];
    oracle_shape shapes[ORACLE_SHAPES];
    j->where = BOOKED;
    j->slot = *slot;
    j->outcome.booked_end = slot->end;
    j->outcome.shape = slot->shape;
    shapes_of(job, shapes);
    j->outcome.servers = shapes[slot->shape].servers;
    if (j->outcome.promised >= 0) return;
    j->outcome.promised = slot->end;
    j->outcome.first_start = slot->start;
    j->outcome.first_parts = sites_of(slot);
}

/* "At its submission it is booked at its earliest start"; a booking that moves keeps its
 * site, shape and length. */
static void earliest_start(size_t job, oracle_slot *slot)
{
    const struct flexco_job *j = &o.c.jobs[job];
    uint32_t site = j->site;
    int64_t length = j->estimate;
    memset(slot, 0, sizeof *slot);
    if (o.job[job].where == BOOKED) {
        *slot = o.job[job].slot;
        site = site_of(slot);
        length = slot->end - slot->start;
    } else {
        slot->share[site] = j->servers;
    }
    slot->start =
        local_earliest(&picture_without(job)[site], o.now, length, slot->share[site]);
    slot->end = slot->start + length;
}

/* ---- the metascheduler ------------------------------------------------------------- */

typedef struct oracle_division { /* of a job among sites */
    uint32_t room[ORACLE_SITES];
    int several;
} oracle_division;

/* "Among feasible share vectors the lexicographically largest in cursor order": the
 * shares before the k-th site stand, `left` servers are left; from the largest down. */
static int divide(const oracle_division *d, uint32_t k, uint32_t left, uint32_t used,
                  uint32_t *share)
{
    const uint32_t site = (o.cursor + k) % o.c.system->count;
    if (used > 1 && !d->several) return 0;
    if (k == o.c.system->count) return left == 0 && (used > 1) == d->several;
    for (uint32_t s = d->room[site] < left ? d->room[site] : left; s > 0; s--) {
        share[site] = s;
        if (divide(d, k + 1, left - s, used + 1, share)) return 1;
    }
    share[site] = 0;
    return divide(d, k + 1, left, used, share);
}

/* Can it have this shape then, at one site or at several? "REMAP may change shares and
 * sites": without, they are to be as in `kept`. */
static int fits(const local_plan *p, const oracle_shape *shape, int several,
                const oracle_slot *kept, oracle_slot *slot)
{
    oracle_division d = {.several = several};
    uint32_t sum = 0;
    for (uint32_t site = 0; site < o.c.system->count; site++) {
        d.room[site] = local_free(&p[site], slot->start, slot->end);
        sum += d.room[site];
    }
    if (!kept)
        return sum >= shape->servers && divide(&d, 0, shape->servers, 0, slot->share);
    memcpy(slot->share, kept->share, sizeof slot->share);
    for (uint32_t site = 0; site < o.c.system->count; site++)
        if (kept->share[site] > d.room[site]) return 0;
    return (sites_of(kept) > 1) == several;
}

/* "It ends as early as can be; of several that do it is (servers, length) itself, else
 * the first alternative; then at a single site; then that with the largest share at site
 * `first`, then at the next." Ends before `limit`. 0: there is none. */
static int earliest_end(size_t job, const oracle_slot *kept, int64_t limit,
                        oracle_slot *slot)
{
    const local_plan *p = picture_without(job);
    oracle_shape shapes[ORACLE_SHAPES];
    const uint32_t count = shapes_of(job, shapes);
    memset(slot, 0, sizeof *slot);
    for (slot->end = o.now + 1; slot->end < limit; slot->end++)
        for (slot->shape = 0; slot->shape < count; slot->shape++) {
            const oracle_shape *shape = &shapes[slot->shape];
            for (int several = 0; several < 2; several++) {
                slot->start = slot->end - planned_length(job, shape, several);
                if (slot->start >= o.now && fits(p, shape, several, kept, slot)) return 1;
            }
        }
    return 0;
}

/* "booked over all sites" */
static void book_meta(size_t job)
{
    oracle_slot slot;
    earliest_end(job, NULL, JOB_NEVER, &slot);
    book(job, &slot);
    /* "the cursor begins at 0 and moves on by one site with each new meta-job that is
     * booked, never on a reschedule" */
    o.cursor = (o.cursor + 1) % o.c.system->count;
}

/* "Moves are counted by what changed: shape -> mold, else shares -> remap, else shift; a
 * move from several sites to one is also counted" */
static void count_move(size_t job, const oracle_slot *to)
{
    struct flexco_outcome *x = &o.job[job].outcome;
    const oracle_slot *from = &o.job[job].slot;
    if (from->shape != to->shape) {
        x->molds++;
        o.molds++;
    } else if (memcmp(from->share, to->share, sizeof to->share) != 0) {
        x->remaps++;
        o.remaps++;
    } else {
        x->shifts++;
        o.shifts++;
    }
    o.joined += sites_of(from) > 1 && sites_of(to) == 1;
}

/* "The result never completes later; if nothing better is found the old booking stands."
 * 1: it moved. */
static int reschedule(size_t job)
{
    const oracle_slot *old = &o.job[job].slot;
    oracle_slot slot;
    o.asked++;
    if (!earliest_end(job, o.c.rules->mode == FLEXCO_SHIFT ? old : NULL, old->end, &slot))
        return 0;
    count_move(job, &slot);
    book(job, &slot);
    return 1;
}

/* ---- a site's queue ---------------------------------------------------------------- */

/* "A site's `waiting` = booked start > t", "in order of (booked start, order of
 * arrival)". How many. */
static size_t queue_of(uint32_t site, size_t *queue)
{
    size_t k, n = 0;
    for (size_t i = 0; i < o.c.count; i++) {
        const oracle_slot *slot = &o.job[i].slot;
        if (o.job[i].where != BOOKED || slot->start <= o.now || slot->share[site] == 0)
            continue;
        for (k = n++; k > 0 && o.job[queue[k - 1]].slot.start > slot->start; k--)
            queue[k] = queue[k - 1];
        queue[k] = i;
    }
    return n;
}

/* "a. its own waiting jobs, each moved to the earliest start >= t there is, its own
 * booking counting as free; if that is not earlier, it keeps booking" */
static void own_pass(uint32_t site)
{
    size_t queue[ORACLE_JOBS], n = queue_of(site, queue);
    for (size_t i = 0; i < n; i++) {
        oracle_slot slot;
        if (is_the_metaschedulers(queue[i])) continue;
        earliest_start(queue[i], &slot);
        if (slot.start >= o.job[queue[i]].slot.start) continue;
        book(queue[i], &slot);
        o.job[queue[i]].outcome.shifts++;
        if (is_meta(queue[i]))
            o.meta_advances++;
        else
            o.advances++;
    }
}

/* "b. if processors of this site are idle at t: the head of its queue = the leading run
 * of its jobs, taken once; each, in that order, is offered to the metascheduler (rigid:
 * no job is). c. only if a booking changed in b: a. again." */
static void compress(uint32_t site)
{
    size_t queue[ORACLE_JOBS];
    int moved = 0;
    o.compressions++;
    own_pass(site);
    if (local_free(&picture_without(NOBODY)[site], o.now, o.now + 1) == 0) return;
    if (o.c.rules->mode == FLEXCO_RIGID) return;
    const size_t n = queue_of(site, queue);
    for (size_t i = 0; i < n && is_the_metaschedulers(queue[i]); i++)
        moved |= reschedule(queue[i]);
    if (moved) own_pass(site);
}

/* ---- one instant ------------------------------------------------------------------- */

static void mark_sites(const oracle_slot *slot)
{
    for (uint32_t site = 0; site < o.c.system->count; site++)
        o.marked[site] |= slot->share[site] > 0;
}

static void end_job(size_t job)
{
    struct oracle_job *j = &o.job[job];
    j->where = OVER;
    j->outcome.start = j->slot.start;
    j->outcome.end = o.now;
    if (o.now < j->slot.end) mark_sites(&j->slot);
}

/* "1 every job whose actual end is t ends; if before its booked end, its processors are
 * released and each site it had parts at is marked" */
static void ends(void)
{
    for (size_t i = 0; i < o.c.count; i++)
        if (o.job[i].where == RUNNING && o.job[i].actual_end == o.now) end_job(i);
}

/* "2 each marked site, by index, compresses" */
static void compressions(void)
{
    for (uint32_t site = 0; site < o.c.system->count; site++)
        if (o.marked[site]) compress(site);
    memset(o.marked, 0, sizeof o.marked);
}

/* "Jobs that can never fit are refused at once": a local job larger than its site, a
 * meta-job larger than all sites together. */
static int never_fits(size_t job)
{
    const struct flexco_job *j = &o.c.jobs[job];
    return j->servers > (is_meta(job) ? all_processors() : o.c.system->servers[j->site]);
}

/* "3 submissions at t" */
static void submissions(void)
{
    for (size_t i = 0; i < o.c.count; i++) {
        struct oracle_job *j = &o.job[i];
        oracle_slot slot;
        if (j->where != AHEAD || o.c.jobs[i].submit != o.now) continue;
        if (never_fits(i)) {
            j->where = OVER;
            j->outcome.fate = FLEXCO_FATE_refused;
        } else if (is_meta(i)) {
            book_meta(i);
        } else {
            earliest_start(i, &slot);
            book(i, &slot);
        }
    }
}

/* "4 jobs whose booked start is t start: actual end = t + what they run", "but never
 * beyond the booked end (killed there)" */
static void starts(void)
{
    for (size_t i = 0; i < o.c.count; i++) {
        struct oracle_job *j = &o.job[i];
        if (j->where != BOOKED || j->slot.start != o.now) continue;
        j->where = RUNNING;
        j->actual_end = o.now + wanted_length(i);
        j->outcome.fate = FLEXCO_FATE_finished;
        if (j->actual_end <= j->slot.end) continue;
        j->actual_end = j->slot.end;
        j->outcome.fate = FLEXCO_FATE_killed;
    }
}

static void instant(void)
{
    ends();
    compressions();
    submissions();
    starts();
}

/* ---- all instants ------------------------------------------------------------------ */

static int all_over(void)
{
    for (size_t i = 0; i < o.c.count; i++)
        if (o.job[i].where != OVER) return 0;
    return 1;
}

static void oracle_run(const struct flexco_task *task)
{
    memset(&o, 0, sizeof o);
    o.c = *task;
    for (size_t i = 0; i < o.c.count; i++) {
        struct flexco_outcome *x = &o.job[i].outcome;
        x->start = x->end = x->promised = x->booked_end = x->first_start = -1;
        x->servers = o.c.jobs[i].servers;
    }
    for (; !all_over(); o.now++) instant();
}

#endif
