/* flexco_check.c - is the result of a run of FlexCo's sites possible? It is checked
 * from the result alone, without the simulator:
 *
 *     every job has one fate, and starts and ends, or is refused
 *     each execution has a shape that the job may have, divided among sites as the rules
 *     allow, all parts at the same time; a local job runs at its own site
 *     it takes as long as that shape takes there, to the second
 *     at no site more processors are used at any time than it has; with early binding
 *     none is used twice
 *     nothing starts before it was submitted
 *     no job ends later than it was first promised, nor than it was promised last; a job
 *     that never moved starts when it was first promised
 *
 * It takes O(n log n) for n executions and their parts, so every run of flexco_sim is
 * checked. Whether jobs could start earlier, and how they move, are questions for the
 * tests (prop_flexco.c). */
#include "flexco/flexco.h"

#include "base/compare.h"
#include "check/check_tree.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>

struct checking {
    const struct flexco_task *task;
    const struct flexco_result *r;
};

static const char *complain(const struct checking *c, size_t job, const char *wrong)
{
    return base_text("an impossible run: job %" PRId64 " %s", c->task->jobs[job].number,
                     wrong);
}

/* ---- where it ran ------------------------------------------------------------------ */

/* The processors of a part: some of its site, as many as it says, ascending. */
static const char *wrong_runs(const struct checking *c, const struct flexco_part *part)
{
    const struct flexco_result *r = c->r;
    const uint32_t servers = c->task->system->servers[part->site];
    uint64_t total = 0, after = 0;
    if (!c->task->rules->early_binding)
        return part->run_count ? "has processors with names" : NULL;
    if (part->first_run > r->run_count ||
        part->run_count > r->run_count - part->first_run)
        return "has processors that are not in the result";
    for (size_t i = part->first_run; i < part->first_run + part->run_count; i++) {
        const coa_run *run = &r->runs[i];
        if (run->count == 0 || run->first < after || run->first >= servers ||
            run->count > servers - run->first)
            return "has a processor twice, or one that its site lacks";
        after = (uint64_t)run->first + run->count;
        total += run->count;
    }
    return total == part->servers ? NULL : "has more or fewer processors than its part";
}

static const char *wrong_part(const struct checking *c, size_t job,
                              const struct flexco_part *part)
{
    const uint32_t own = c->task->jobs[job].site;
    if (part->site >= c->task->system->count) return "ran at a site that does not exist";
    if (own != FLEXCO_META && part->site != own) return "did not run at its own site";
    if (part->servers == 0 || part->servers > c->task->system->servers[part->site])
        return "has an empty part, or one larger than its site";
    return wrong_runs(c, part);
}

static const char *wrong_parts(const struct checking *c, size_t job)
{
    const struct flexco_result *r = c->r;
    const struct flexco_outcome *x = &r->outcomes[job];
    uint64_t total = 0;
    if (x->part_count == 0 || x->first_part > r->part_count ||
        x->part_count > r->part_count - x->first_part)
        return "has no parts, or parts that are not in the result";
    for (size_t i = x->first_part; i < x->first_part + x->part_count; i++) {
        const struct flexco_part *part = &r->parts[i];
        const char *wrong = wrong_part(c, job, part);
        if (wrong) return wrong;
        if (i > x->first_part && part->site <= part[-1].site)
            return "has parts not in site order, or two at one site";
        total += part->servers;
    }
    return total == x->servers ? NULL : "has parts that do not add up to its processors";
}

/* ---- as what, and how long --------------------------------------------------------- */

static const char *wrong_execution(const struct checking *c, size_t job)
{
    const struct flexco_job *j = &c->task->jobs[job];
    const struct flexco_outcome *o = &c->r->outcomes[job];
    struct flexco_shape shapes[FLEXCO_SHAPES];
    const uint32_t count =
        flexco_job_shapes(c->task->system, j, c->task->rules->mode == FLEXCO_MOLD,
                          c->task->rules->efficiency, shapes);
    const struct flexco_shape *shape = &shapes[o->shape < count ? o->shape : 0];
    if ((o->start == -1) != (o->end == -1))
        return "has a start but no end, or vice versa";
    if (o->start == -1) return NULL;
    if (o->start < j->submit) return "started before it was submitted";
    if (o->shape >= count || shape->servers != o->servers)
        return "has a shape that it cannot have";
    const char *wrong = wrong_parts(c, job);
    if (wrong) return wrong;
    const int64_t planned = flexco_job_planned(j, shape, o->part_count);
    if (o->end - o->start != flexco_job_actual(j, shape, o->part_count))
        return "ran for more or less than its time";
    if (o->start + planned != o->booked_end) return "did not start at its booked time";
    if ((o->fate == FLEXCO_FATE_killed) !=
        (flexco_job_wanted(j, shape, o->part_count) > planned))
        return "was killed with time left, or not killed when it ran out";
    return NULL;
}

/* ---- never more than there are ----------------------------------------------------- */

struct change { /* so many more are used at the site, or fewer */
    int64_t time, more;
    uint32_t site, job;
};

/* By site, then time; processors are given back before they are taken. */
static int compare_changes(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->site != y->site) return COMPARE(x->site, y->site);
    if (x->time != y->time) return COMPARE(x->time, y->time);
    return COMPARE(x->more, y->more);
}

static const char *check_sweep(const struct checking *c)
{
    struct change *changes = NULL;
    const char *wrong = NULL;
    int64_t used = 0;
    size_t i, k, n = 0, room = 0;
    for (i = 0; i < c->task->count; i++) {
        const struct flexco_outcome *x = &c->r->outcomes[i];
        for (k = 0; x->start >= 0 && k < 2 * (size_t)x->part_count; k++) {
            const struct flexco_part *part = &c->r->parts[x->first_part + k / 2];
            const int64_t servers = part->servers;
            const struct change change = {k % 2 ? x->end : x->start,
                                          k % 2 ? -servers : servers, part->site,
                                          (uint32_t)i};
            BASE_PUSH(changes, n, room) = change;
        }
    }
    if (n > 0) qsort(changes, n, sizeof *changes, compare_changes);
    for (i = 0; i < n && !wrong; i++) {
        used += changes[i].more; /* 0 again after the last of a site */
        if (used > (int64_t)c->task->system->servers[changes[i].site])
            wrong = complain(c, changes[i].job, "has processors that are in use");
    }
    free(changes);
    return wrong;
}

/* Early binding: who has which processors. */
static const char *check_twice(const struct checking *c)
{
    struct check_tree_use *uses = NULL;
    size_t i, k, m, n = 0, room = 0;
    uint32_t job = 0;
    for (i = 0; i < c->task->count; i++) {
        const struct flexco_outcome *x = &c->r->outcomes[i];
        for (k = x->first_part; x->start >= 0 && k < x->first_part + x->part_count; k++) {
            const struct flexco_part *part = &c->r->parts[k];
            for (m = part->first_run; m < part->first_run + part->run_count; m++) {
                const coa_run *run = &c->r->runs[m];
                const struct check_tree_use use = {(uint32_t)i, part->site, run->first,
                                                   run->count,  x->start,   x->end};
                BASE_PUSH(uses, n, room) = use;
            }
        }
    }
    const int result = check_tree_twice(uses, n, &job);
    free(uses);
    if (result < 0) fail("out of memory");
    return result ? complain(c, job, "has a processor that another job has") : NULL;
}

/* ---- fates and promises ------------------------------------------------------------ */

static const char *wrong_promise(const struct checking *c, uint32_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    const uint32_t moves = o->shifts + o->remaps + o->molds;
    if (o->promised == -1) {
        if (o->first_start != -1 || o->booked_end != -1 || o->start != -1 || moves > 0)
            return "was never booked, but has times or moves";
        return NULL;
    }
    if (o->first_start < c->task->jobs[job].submit)
        return "was booked before it was submitted";
    if (o->end > o->booked_end) return "ended after its booked end";
    if (o->booked_end > o->promised) return "is booked to end later than first promised";
    if (moves == 0 && (o->start != o->first_start || o->booked_end != o->promised ||
                       o->part_count != o->first_parts))
        return "did not move, but is not as it was first booked";
    return NULL;
}

static const char *wrong_fate(const struct checking *c, size_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    const int ended = o->fate == FLEXCO_FATE_finished || o->fate == FLEXCO_FATE_killed;
    if (o->fate >= FLEXCO_FATE_COUNT) return "has no fate";
    if (ended != (o->start != -1)) return "ended but has no end time, or vice versa";
    if (o->fate == FLEXCO_FATE_refused) {
        if (o->promised != -1) return "was refused, but booked";
        return flexco_job_fits(c->task->system, &c->task->jobs[job])
                   ? "was refused, but would fit"
                   : NULL;
    }
    return flexco_job_fits(c->task->system, &c->task->jobs[job])
               ? NULL
               : "can never fit, but was not refused";
}

static const char *check_jobs(const struct checking *c)
{
    for (size_t i = 0; i < c->task->count; i++) {
        const char *wrong = wrong_execution(c, i);
        if (!wrong) wrong = wrong_fate(c, i);
        if (!wrong) wrong = wrong_promise(c, (uint32_t)i);
        if (wrong) return complain(c, i, wrong);
    }
    return NULL;
}

const char *flexco_check(const struct flexco_task *task,
                         const struct flexco_result *result)
{
    const struct checking c = {task, result};
    if (result->count != task->count)
        return base_text("an impossible run: of %zu jobs it reports %zu", task->count,
                         result->count);
    const char *wrong = check_jobs(&c);
    if (!wrong) wrong = check_sweep(&c);
    return wrong ? wrong : check_twice(&c);
}
