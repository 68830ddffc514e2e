/* flexco_check.c - all executions are gathered and sorted; each is checked alone, then
 * all together by a sweep over time. */
#include "flexco/flexco_check.h"

#include "coalloc.h"

#include "base/compare.h"
#include "check/check_tree.h"

#include <inttypes.h>
#include <stdlib.h>

struct flexco_execution {
    uint32_t job;
    int64_t start, end;
    uint32_t servers, shape;
    size_t first_part;
    uint32_t part_count;
};

struct flexco_checking {
    const struct flexco_system *system;
    const struct flexco_job *jobs;
    size_t n;
    const struct flexco_rules *rules;
    const struct flexco_result *r;
    struct flexco_execution *all; /* by start, then job */
    size_t count;
    struct error *e;
};

static int flexco_check_memory(const struct flexco_checking *c)
{
    return error_fail(c->e, "out of memory for the check");
}

static int flexco_check_cannot_be(const struct flexco_checking *c, const char *wrong)
{
    return error_fail(c->e, "a run that cannot be: %s", wrong);
}

static int flexco_check_says(const struct flexco_checking *c, size_t job,
                             const char *wrong)
{
    return error_fail(c->e, "a run that cannot be: job %" PRId64 " %s",
                      c->jobs[job].number, wrong);
}

/* ---- all executions ---------------------------------------------------------------- */

static int flexco_check_compare(const void *a, const void *b)
{
    const struct flexco_execution *x = (const struct flexco_execution *)a;
    const struct flexco_execution *y = (const struct flexco_execution *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

static int flexco_check_gather(struct flexco_checking *c)
{
    size_t i;
    c->all = (struct flexco_execution *)malloc((c->n + 1) * sizeof *c->all);
    if (!c->all) return flexco_check_memory(c);
    for (i = 0; i < c->n; i++) {
        const struct flexco_outcome *o = &c->r->outcomes[i];
        struct flexco_execution *x = &c->all[c->count];
        if ((o->start == -1) != (o->end == -1))
            return flexco_check_says(c, i, "started and did not end, or ended only");
        if (o->start == -1) continue;
        x->job = (uint32_t)i;
        x->start = o->start;
        x->end = o->end;
        x->servers = o->servers;
        x->shape = o->shape;
        x->first_part = o->first_part;
        x->part_count = o->part_count;
        c->count++;
    }
    qsort(c->all, c->count, sizeof *c->all, flexco_check_compare);
    return 0;
}

/* ---- where it ran ------------------------------------------------------------------ */

/* The processors of a part: some of its site, as many as it says, ascending. */
static const char *flexco_check_runs(const struct flexco_checking *c,
                                     const struct flexco_part *part)
{
    const struct flexco_result *r = c->r;
    const uint32_t servers = c->system->servers[part->site];
    uint64_t total = 0, after = 0;
    size_t i;
    if (!c->rules->early_binding)
        return part->run_count ? "has processors with names" : NULL;
    if (part->first_run > r->run_count ||
        part->run_count > r->run_count - part->first_run)
        return "has processors that are not in the result";
    for (i = part->first_run; i < part->first_run + part->run_count; i++) {
        const coa_run *run = &r->runs[i];
        if (run->count == 0 || run->first < after || run->first >= servers ||
            run->count > servers - run->first)
            return "has processors that its site does not have, or one twice";
        after = (uint64_t)run->first + run->count;
        total += run->count;
    }
    return total == part->servers ? NULL : "has more or fewer processors than its part";
}

static const char *flexco_check_part(const struct flexco_checking *c,
                                     const struct flexco_execution *x,
                                     const struct flexco_part *part)
{
    const uint32_t own = c->jobs[x->job].site;
    if (part->site >= c->system->count) return "ran at a site that there is not";
    if (own != FLEXCO_META && part->site != own) return "did not run at its own site";
    if (part->servers == 0 || part->servers > c->system->servers[part->site])
        return "has a part of no processors, or more than the site has";
    return flexco_check_runs(c, part);
}

static const char *flexco_check_parts(const struct flexco_checking *c,
                                      const struct flexco_execution *x)
{
    const struct flexco_result *r = c->r;
    uint64_t total = 0;
    size_t i;
    if (x->part_count == 0 || x->first_part > r->part_count ||
        x->part_count > r->part_count - x->first_part)
        return "has no parts, or parts that are not in the result";
    for (i = x->first_part; i < x->first_part + x->part_count; i++) {
        const struct flexco_part *part = &r->parts[i];
        const char *wrong = flexco_check_part(c, x, part);
        if (wrong) return wrong;
        if (i > x->first_part && part->site <= part[-1].site)
            return "has parts that are not in order of sites, or two at one";
        total += part->servers;
    }
    return total == x->servers ? NULL : "has parts that do not add up to its processors";
}

/* ---- as what, and how long --------------------------------------------------------- */

/* The shape; NULL if the job cannot have it. */
static const struct flexco_shape *flexco_check_shape(
    const struct flexco_checking *c, uint32_t job, uint32_t shape,
    struct flexco_shape shapes[FLEXCO_SHAPES])
{
    const uint32_t count =
        flexco_job_shapes(c->system, &c->jobs[job], c->rules->mode == FLEXCO_MOLD,
                          c->rules->efficiency, shapes);
    return shape < count ? &shapes[shape] : NULL;
}

static const char *flexco_check_execution(const struct flexco_checking *c,
                                          const struct flexco_execution *x)
{
    const struct flexco_job *j = &c->jobs[x->job];
    const struct flexco_outcome *o = &c->r->outcomes[x->job];
    struct flexco_shape shapes[FLEXCO_SHAPES];
    const struct flexco_shape *shape = flexco_check_shape(c, x->job, x->shape, shapes);
    const char *wrong;
    int64_t actual, planned;
    if (x->start < j->submit) return "started before it was submitted";
    if (!shape || shape->servers != x->servers) return "has a shape that it cannot have";
    wrong = flexco_check_parts(c, x);
    if (wrong) return wrong;
    actual = flexco_job_actual(j, shape, x->part_count);
    planned = flexco_job_planned(j, shape, x->part_count);
    if (x->end - x->start != actual) return "ran for longer or shorter than it does";
    if (x->start + planned != o->booked_end) return "did not start when it was booked";
    if ((o->fate == FLEXCO_FATE_killed) !=
        (flexco_job_wanted(j, shape, x->part_count) > planned))
        return "was killed with time left, or not killed when that was over";
    return NULL;
}

static int flexco_check_executions(const struct flexco_checking *c)
{
    size_t i;
    for (i = 0; i < c->count; i++) {
        const char *wrong = flexco_check_execution(c, &c->all[i]);
        if (wrong) return flexco_check_says(c, c->all[i].job, wrong);
    }
    return 0;
}

/* ---- never more than there are ----------------------------------------------------- */

struct flexco_change { /* so many more are used at the site, or fewer */
    int64_t time, more;
    uint32_t site, job;
};

/* By site, then time; processors are given back before they are taken. */
static int flexco_check_compare_changes(const void *a, const void *b)
{
    const struct flexco_change *x = (const struct flexco_change *)a;
    const struct flexco_change *y = (const struct flexco_change *)b;
    if (x->site != y->site) return COMPARE(x->site, y->site);
    if (x->time != y->time) return COMPARE(x->time, y->time);
    return COMPARE(x->more, y->more);
}

static size_t flexco_check_part_sum(const struct flexco_checking *c)
{
    size_t i, sum = 0;
    for (i = 0; i < c->count; i++) sum += c->all[i].part_count;
    return sum;
}

static size_t flexco_check_changes(const struct flexco_checking *c,
                                   struct flexco_change *changes)
{
    size_t i, k, n = 0;
    for (i = 0; i < c->count; i++) {
        const struct flexco_execution *x = &c->all[i];
        for (k = x->first_part; k < x->first_part + x->part_count; k++) {
            const struct flexco_part *part = &c->r->parts[k];
            struct flexco_change *to = &changes[n];
            to[0].site = to[1].site = part->site;
            to[0].job = to[1].job = x->job;
            to[0].time = x->start;
            to[0].more = part->servers;
            to[1].time = x->end;
            to[1].more = -(int64_t)part->servers;
            n += 2;
        }
    }
    return n;
}

static int flexco_check_sweep(const struct flexco_checking *c)
{
    const size_t room = 2 * flexco_check_part_sum(c) + 1;
    struct flexco_change *changes =
        (struct flexco_change *)malloc(room * sizeof *changes);
    int64_t used = 0;
    size_t i, n;
    int result = 0;
    if (!changes) return flexco_check_memory(c);
    n = flexco_check_changes(c, changes);
    qsort(changes, n, sizeof *changes, flexco_check_compare_changes);
    for (i = 0; i < n && result == 0; i++) {
        used += changes[i].more; /* 0 again after the last of a site */
        if (used > (int64_t)c->system->servers[changes[i].site])
            result =
                flexco_check_says(c, changes[i].job, "has processors that are in use");
    }
    free(changes);
    return result;
}

static int flexco_check_hold(const struct flexco_checking *c, struct check_tree *t,
                             const struct flexco_execution *x)
{
    size_t i, k;
    for (i = x->first_part; i < x->first_part + x->part_count; i++) {
        const struct flexco_part *part = &c->r->parts[i];
        for (k = part->first_run; k < part->first_run + part->run_count; k++) {
            const coa_run *run = &c->r->runs[k];
            if (check_tree_hold(t, part->site, run->first, run->count, x->start,
                                x->end) != 0)
                return flexco_check_says(c, x->job,
                                         "has a processor that another job has");
        }
    }
    return 0;
}

static int flexco_check_tree(const struct flexco_checking *c, struct check_tree *t)
{
    size_t i, k, m, runs = 0;
    for (i = 0; i < c->count; i++)
        for (k = 0; k < c->all[i].part_count; k++)
            runs += c->r->parts[c->all[i].first_part + k].run_count;
    if (check_tree_room(t, runs) != 0) return -1;
    for (i = 0; i < c->count; i++)
        for (k = 0; k < c->all[i].part_count; k++) {
            const struct flexco_part *part = &c->r->parts[c->all[i].first_part + k];
            for (m = part->first_run; m < part->first_run + part->run_count; m++)
                check_tree_add(t, part->site, c->r->runs[m].first, c->r->runs[m].count);
        }
    return check_tree_begin(t);
}

static int flexco_check_twice(const struct flexco_checking *c)
{
    struct check_tree tree = {0};
    size_t i;
    int result = 0;
    if (!c->rules->early_binding) return 0;
    if (flexco_check_tree(c, &tree) != 0) result = flexco_check_memory(c);
    for (i = 0; i < c->count && result == 0; i++)
        result = flexco_check_hold(c, &tree, &c->all[i]);
    check_tree_free(&tree);
    return result;
}

/* ---- fates and promises ------------------------------------------------------------ */

/* Would the job fit if it were alone? */
static int flexco_check_fits(const struct flexco_checking *c, size_t job)
{
    const struct flexco_job *j = &c->jobs[job];
    if (!flexco_job_is_meta(j)) return j->servers <= c->system->servers[j->site];
    return flexco_job_fits(c->system, j->servers);
}

/* Was its first booking as long as some shape of its is? */
static int flexco_check_first(const struct flexco_checking *c, uint32_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    struct flexco_shape shapes[FLEXCO_SHAPES];
    const struct flexco_shape *shape;
    uint32_t i;
    for (i = 0; (shape = flexco_check_shape(c, job, i, shapes)) != NULL; i++)
        if (flexco_job_planned(&c->jobs[job], shape, o->first_parts) ==
            o->promised - o->first_start)
            return 1;
    return 0;
}

static const char *flexco_check_promise(const struct flexco_checking *c, uint32_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    const uint32_t moves = o->shifts + o->remaps + o->molds;
    if (o->promised == -1) {
        if (o->first_start != -1 || o->booked_end != -1 || o->start != -1 || moves > 0)
            return "was never booked, but ran, moved or was";
        return NULL;
    }
    if (o->first_start < c->jobs[job].submit) return "was booked before it was submitted";
    if (o->first_parts == 0 || o->first_parts > c->system->count ||
        !flexco_check_first(c, job))
        return "was first booked for another time than it takes";
    if (o->end > o->booked_end) return "ended later than it was booked";
    if (o->booked_end > o->promised) return "is booked later than it was first promised";
    if (moves == 0 && (o->start != o->first_start || o->booked_end != o->promised ||
                       o->part_count != o->first_parts))
        return "did not move, but is not as it was first booked";
    return NULL;
}

static const char *flexco_check_fate(const struct flexco_checking *c, size_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    const int ended = o->fate == FLEXCO_FATE_finished || o->fate == FLEXCO_FATE_killed;
    if (o->fate >= FLEXCO_FATE_COUNT) return "has no fate";
    if (ended != (o->start != -1)) return "ended and has no end, or the other way round";
    if (o->fate == FLEXCO_FATE_refused) {
        if (o->promised != -1) return "was refused, but booked";
        return flexco_check_fits(c, job) ? "was refused, but would fit" : NULL;
    }
    return flexco_check_fits(c, job) ? NULL : "can never fit, but was not refused";
}

static int flexco_check_jobs(const struct flexco_checking *c)
{
    size_t i;
    for (i = 0; i < c->n; i++) {
        const char *wrong = flexco_check_fate(c, i);
        if (!wrong) wrong = flexco_check_promise(c, (uint32_t)i);
        if (wrong) return flexco_check_says(c, i, wrong);
    }
    return 0;
}

/* ---- moves are counted ------------------------------------------------------------- */

static const char *flexco_check_moves(const struct flexco_checking *c, size_t job)
{
    const struct flexco_outcome *o = &c->r->outcomes[job];
    const int meta = flexco_job_is_meta(&c->jobs[job]);
    const uint32_t ops = meta ? flexco_rules_mode_ops(c->rules->mode) : 0;
    /* sites shift their own jobs, which end where they are */
    const int own = !meta || (!c->rules->one_site_fixed && o->part_count == 1);
    if ((o->shifts > 0 && !own && !(ops & COA_SHIFT)) ||
        (o->remaps > 0 && !(ops & COA_REMAP)) || (o->molds > 0 && !(ops & COA_MOLD)))
        return "was moved in a way that the mode has not";
    if (o->remaps == 0 && o->molds == 0 && o->start != -1 &&
        o->part_count != o->first_parts)
        return "was only shifted, but has more or fewer parts";
    return NULL;
}

static int flexco_check_counts(const struct flexco_checking *c)
{
    const struct flexco_result *r = c->r;
    uint64_t advances = 0, shifts = 0, remaps = 0, molds = 0;
    size_t i;
    for (i = 0; i < c->n; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        const char *wrong = flexco_check_moves(c, i);
        if (wrong) return flexco_check_says(c, i, wrong);
        if (flexco_job_is_meta(&c->jobs[i]))
            shifts += o->shifts;
        else
            advances += o->shifts;
        remaps += o->remaps;
        molds += o->molds;
    }
    if (advances != r->advances || shifts != r->shifts + r->meta_advances ||
        remaps != r->remaps || molds != r->molds ||
        r->moved != r->shifts + remaps + molds)
        return flexco_check_cannot_be(c, "moves are not as many as jobs say");
    if (c->rules->one_site_fixed && r->meta_advances > 0)
        return flexco_check_cannot_be(c, "a site moved a meta-job that is not its own");
    if (r->joined > remaps + molds || r->asked < r->moved)
        return flexco_check_cannot_be(c, "more jobs moved, or to one site, than could");
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

static int flexco_check_all(struct flexco_checking *c)
{
    if (flexco_check_gather(c) != 0) return -1;
    if (flexco_check_executions(c) != 0 || flexco_check_jobs(c) != 0) return -1;
    if (flexco_check_sweep(c) != 0 || flexco_check_twice(c) != 0) return -1;
    return flexco_check_counts(c);
}

int flexco_check(const struct flexco_system *system, const struct flexco_job *jobs,
                 size_t count, const struct flexco_rules *rules,
                 const struct flexco_result *result, struct error *e)
{
    struct flexco_checking c = {0};
    int failed;
    if (result->count != count)
        return error_fail(e, "a run that cannot be: of %zu jobs it tells of %zu", count,
                          result->count);
    c.system = system;
    c.jobs = jobs;
    c.n = count;
    c.rules = rules;
    c.r = result;
    c.e = e;
    failed = flexco_check_all(&c);
    free(c.all);
    return failed;
}
