/* feedback.c - the jobs that follow one are a list; they join the queue of arrivals when
 * it ends. */
#include "workload/feedback.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

int feedback_add(struct feedback_links *l, uint32_t order, int64_t preceding,
                 int64_t think)
{
    const struct feedback_link link = {order, preceding, think};
    if (ARRAY_ROOM(l->of, l->count, l->capacity, 1) != 0) return -1;
    l->of[l->count++] = link;
    return 0;
}

static int compare_order(const void *key, const void *link)
{
    const uint32_t order = *(const uint32_t *)key;
    const struct feedback_link *l = (const struct feedback_link *)link;
    return COMPARE(order, l->order);
}

/* Finds the jobs that follow others: f->next[i] becomes 1 + the one that i follows. */
static int find_preceding(struct feedback *f, const struct feedback_links *links)
{
    struct map seen = {NULL, 0, 0};
    uint64_t *at;
    size_t i;
    int failed = 0;
    for (i = 0; i < f->count && !failed; i++) {
        const struct feedback_link *l = (const struct feedback_link *)bsearch(
            &f->jobs[i].order, links->of, links->count, sizeof *l, compare_order);
        const uint64_t before = l ? map_get(&seen, l->preceding) : 0;
        f->next[i] = (uint32_t)before;
        f->think[i] = before ? l->think : 0;
        at = map_at(&seen, f->jobs[i].number);
        failed = !at;
        if (at) *at = i + 1;
    }
    map_free(&seen);
    return failed ? -1 : 0;
}

/* Lists the jobs that follow others; the rest arrives as in the log. */
static int list_following(struct feedback *f)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (f->next[i] == 0 &&
            events_push(&f->arrivals, f->jobs[i].submit, 0, (uint32_t)i) != 0)
            return -1;
    for (i = f->count; i-- > 0;) { /* backwards: lists are in order of the jobs */
        const uint32_t before = f->next[i];
        if (before == 0) continue;
        f->next[i] = f->first[before - 1];
        f->first[before - 1] = (uint32_t)i + 1;
        f->linked++;
    }
    return 0;
}

int feedback_begin(struct feedback *f, const struct job *jobs, size_t count,
                   const struct feedback_links *links, struct error *e)
{
    f->count = count;
    f->jobs = (struct job *)malloc(count * sizeof *f->jobs);
    f->first = (uint32_t *)calloc(count, sizeof *f->first);
    f->next = (uint32_t *)calloc(count, sizeof *f->next);
    f->think = (int64_t *)malloc(count * sizeof *f->think);
    if (!f->jobs || !f->first || !f->next || !f->think)
        return error_fail(e, "out of memory");
    memcpy(f->jobs, jobs, count * sizeof *f->jobs);
    return find_preceding(f, links) == 0 && list_following(f) == 0
               ? 0
               : error_fail(e, "out of memory");
}

int64_t feedback_due(const struct feedback *f)
{
    const struct event *next = events_next(&f->arrivals);
    return next ? next->time : JOB_NEVER;
}

uint32_t feedback_next(struct feedback *f)
{
    const uint32_t job = events_next(&f->arrivals)->subject;
    events_pop(&f->arrivals);
    return job;
}

int feedback_ended(struct feedback *f, uint32_t job, int64_t end, struct error *e)
{
    uint32_t k = f->first[job];
    for (; k > 0; k = f->next[k - 1]) { /* at most once for each job: it ends once */
        struct job *j = &f->jobs[k - 1];
        const int64_t ahead = j->ready - j->submit;
        if (end > JOB_TIME_MAX - f->think[k - 1] - ahead)
            return error_fail(e, "--feedback: a job would be submitted 30,000 years on");
        j->submit = end + f->think[k - 1];
        j->ready = j->submit + ahead;
        if (events_push(&f->arrivals, j->submit, 0, k - 1) != 0)
            return error_fail(e, "out of memory");
    }
    return 0;
}

void feedback_free(struct feedback *f)
{
    free(f->jobs);
    free(f->first);
    free(f->next);
    free(f->think);
    events_free(&f->arrivals);
}
