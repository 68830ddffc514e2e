/* planner.h - rival, counts only: the planner of flux-sched, a C++ library under a C
 * interface, not part of this project; planner.sh builds it from a copy of flux-sched.
 * planner_avail_time_first answers only with times at which a span begins or ends, so the
 * time asked for is tried first. What is over has to be removed, here by a heap of ends.
 * Its memory is not counted. */
#ifndef RIVAL_PLANNER_H
#define RIVAL_PLANNER_H

#include "rival.h"

struct planner_t; /* resource/planner/c/planner.h, which only C++ can read */
struct planner_t *planner_new(int64_t base_time, uint64_t duration, uint64_t total,
                              const char *type);
void planner_destroy(struct planner_t **p);
int64_t planner_avail_time_first(struct planner_t *p, int64_t on_or_after,
                                 uint64_t duration, uint64_t request);
int planner_avail_during(struct planner_t *p, int64_t at, uint64_t duration,
                         uint64_t request);
int64_t planner_add_span(struct planner_t *p, int64_t start, uint64_t duration,
                         uint64_t request);
int planner_rem_span(struct planner_t *p, int64_t id);

typedef struct planner_end {
    int64_t at, id;
} planner_end;

typedef struct planner {
    struct planner_t *plan;
    int64_t now, horizon;
    planner_end *heap;
    size_t count, room;
} planner;

static void *planner_create(uint32_t servers, int64_t now, int64_t horizon)
{
    planner *p = (planner *)rival_zeroed(sizeof *p);
    p->now = now;
    p->horizon = horizon;
    p->plan = planner_new(now, (uint64_t)1 << 50, servers, "core");
    if (!p->plan) fputs("bench: planner_new fails\n", stderr), exit(1);
    return p;
}

static void planner_free(void *self)
{
    planner *p = (planner *)self;
    planner_destroy(&p->plan);
    free(p->heap);
    free(p);
}

static void planner_pop(planner *p)
{
    const planner_end last = p->heap[--p->count];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < p->count; p->heap[i] = p->heap[child], i = child) {
        if (child + 1 < p->count && p->heap[child + 1].at < p->heap[child].at) child++;
        if (last.at <= p->heap[child].at) break;
    }
    p->heap[i] = last;
}

/* One that ended early is not there any more: its removal fails. */
static void planner_advance(void *self, int64_t now)
{
    planner *p = (planner *)self;
    for (; p->count > 0 && p->heap[0].at <= now; planner_pop(p))
        (void)planner_rem_span(p->plan, p->heap[0].id);
    p->now = now;
}

static void planner_reserve(void *self, const rival_question *q, rival_booking *out)
{
    planner *p = (planner *)self;
    const int64_t ready = q->ready > p->now ? q->ready : p->now;
    const uint64_t length = (uint64_t)q->length;
    const int64_t start =
        planner_avail_during(p->plan, ready, length, q->servers) == 0
            ? ready
            : planner_avail_time_first(p->plan, ready, length, q->servers);
    int64_t id;
    size_t i;
    out->start = RIVAL_NOFIT;
    if (start < 0 || (p->horizon > 0 && start + q->length > p->now + p->horizon)) return;
    id = planner_add_span(p->plan, start, length, q->servers);
    if (id < 0) fputs("bench: planner_add_span fails\n", stderr), exit(1);
    out->start = start;
    out->end = start + q->length;
    out->id = (uint64_t)id;
    if (p->count == p->room) {
        p->room = 2 * p->room + 64;
        p->heap = (planner_end *)realloc(p->heap, p->room * sizeof *p->heap);
        if (!p->heap) fputs("bench: out of memory\n", stderr), exit(1);
    }
    for (i = p->count++; i > 0 && p->heap[(i - 1) / 2].at > out->end; i = (i - 1) / 2)
        p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i].at = out->end, p->heap[i].id = id;
}

static void planner_finish(void *self, const rival_booking *b, int64_t at)
{
    (void)at;
    (void)planner_rem_span(((planner *)self)->plan, (int64_t)b->id);
}

static rival_memory planner_memory(const void *self)
{
    const rival_memory none = {0, 0, 0};
    (void)self;
    return none;
}

static const rival_kind planner_kind = {"planner",       0,
                                        planner_create,  planner_free,
                                        planner_advance, planner_reserve,
                                        planner_finish,  planner_memory};

#endif
