/* feedback.c - the jobs that follow one are a list; they join the queue of arrivals when
 * it ends. */
#include "workload/feedback.h"

#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

/* What the link leads to, past jobs that are left out. */
static struct feedback_link past(const struct feedback_links *l, struct feedback_link at)
{
    const uint64_t out = map_get(&l->out_of, at.preceding);
    if (out == 0) return at;
    at.preceding = l->out[out - 1].preceding;
    at.think += l->out[out - 1].think;
    if (at.think > JOB_TIME_MAX) at.think = JOB_TIME_MAX;
    return at;
}

void feedback_add(struct feedback_links *l, uint32_t order, struct feedback_link link)
{
    const struct feedback_link none = {0, 0};
    while (l->count <= order) BASE_PUSH(l->of, l->count, l->room) = none;
    l->of[order] = past(l, link);
}

void feedback_leave_out(struct feedback_links *l, int64_t number,
                        struct feedback_link link)
{
    const struct feedback_link to = past(l, link);
    uint64_t *at = map_at(&l->out_of, number);
    if (!at) fail("out of memory");
    BASE_PUSH(l->out, l->out_count, l->out_room) = to;
    *at = l->out_count;
}

void feedback_drop(struct feedback_links *l)
{
    free(l->of);
    free(l->out);
    map_free(&l->out_of);
}

static void push(struct feedback *f, size_t job)
{
    const uint32_t k = (uint32_t)job; /* of one instant in the order of the log */
    if (events_push_numbered(&f->arrivals, f->jobs[job].submit, 0, k, k) != 0)
        fail("out of memory");
}

/* Finds the jobs that follow others: f->next[i] becomes 1 + the one that i follows. */
static void find_preceding(struct feedback *f)
{
    struct map seen = {NULL, 0, 0};
    for (size_t i = 0; i < f->count; i++) {
        const uint32_t order = f->jobs[i].order;
        if (order < f->links->count && f->links->of[order].preceding)
            f->next[i] = (uint32_t)map_get(&seen, f->links->of[order].preceding);
        if (f->jobs[i].reserved == JOB_GIVEN) continue; /* its number is not a job's */
        uint64_t *at = map_at(&seen, f->jobs[i].number);
        if (!at) fail("out of memory");
        *at = i + 1;
    }
    map_free(&seen);
}

void feedback_begin(struct feedback *f, const struct job *jobs, size_t count,
                    const struct feedback_links *links)
{
    f->count = count;
    f->jobs = base_zeroed(count, sizeof *f->jobs);
    f->first = base_zeroed(count, sizeof *f->first);
    f->next = base_zeroed(count, sizeof *f->next);
    memcpy(f->jobs, jobs, count * sizeof *f->jobs);
    f->links = links;
    find_preceding(f);
    for (size_t i = 0; i < count; i++) /* jobs that follow none come as in the log */
        if (f->next[i] == 0) push(f, i);
    for (size_t i = count; i-- > 0;) { /* backwards: lists are in order of the jobs */
        const uint32_t before = f->next[i];
        if (before == 0) continue;
        f->next[i] = f->first[before - 1];
        f->first[before - 1] = (uint32_t)i + 1;
        f->linked++;
    }
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

void feedback_ended(struct feedback *f, uint32_t job, int64_t end)
{
    uint32_t k = f->first[job];
    for (; k > 0; k = f->next[k - 1]) { /* at most once for each job: it ends once */
        struct job *j = &f->jobs[k - 1];
        const int64_t ahead = j->ready - j->submit;
        const int64_t think = f->links->of[j->order].think + j->held;
        if (end > JOB_TIME_MAX - think - ahead)
            fail("--feedback: a job would be submitted 30,000 years later");
        j->submit = end + think;
        j->ready = j->submit + ahead;
        push(f, k - 1);
    }
}

void feedback_free(struct feedback *f)
{
    free(f->jobs);
    free(f->first);
    free(f->next);
    events_free(&f->arrivals);
}
