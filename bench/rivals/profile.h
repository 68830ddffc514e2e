/* profile.h - rival, counts only: the resource profile of the constraint solver SCIP
 * (SCIPprofileGetEarliestFeasibleStart, SCIPprofileInsertCore and SCIPprofileDeleteCore
 * in its src/scip/misc.c), rewritten: the same arrays and the same steps. Times and
 * loads are 32-bit numbers in two sorted arrays. A question goes from point to point, a
 * booking inserts its two points from the end of the arrays and adds its load to those
 * between. No point is ever dropped or joined, so the arrays grow with every booking. */
#ifndef RIVAL_PROFILE_H
#define RIVAL_PROFILE_H

#include "rival.h"

typedef struct profile {
    rival_memory memory;
    int64_t now, horizon;
    int32_t *time, *load; /* load[i] from time[i] on; the last load is 0 */
    int32_t capacity;
    uint32_t count, time_room, load_room;
} profile;

static void *profile_create(uint32_t servers, int64_t now, int64_t horizon)
{
    profile *p = (profile *)rival_zeroed(sizeof *p);
    p->memory.bytes = p->memory.peak = sizeof *p;
    p->now = now;
    p->horizon = horizon;
    p->capacity = (int32_t)servers;
    p->time =
        (int32_t *)rival_room(&p->memory, p->time, &p->time_room, 1, sizeof(int32_t));
    p->load =
        (int32_t *)rival_room(&p->memory, p->load, &p->load_room, 1, sizeof(int32_t));
    p->time[0] = p->load[0] = 0;
    p->count = 1;
    return p;
}

static void profile_destroy(void *self)
{
    profile *p = (profile *)self;
    free(p->time);
    free(p->load);
    free(p);
}

static rival_memory profile_memory(const void *self)
{
    return ((const profile *)self)->memory;
}

static void profile_advance(void *self, int64_t now) { ((profile *)self)->now = now; }

/* The point that holds at `t`. Most questions are about the last points, so branches are
 * guessed right; three ways keep the compiler from moves instead of them, as in SCIP. */
static uint32_t profile_at(const profile *p, int32_t t)
{
    int64_t left = 0, right = (int64_t)p->count - 1;
    while (left <= right) {
        const int64_t middle = (left + right) / 2;
        if (t < p->time[middle])
            right = middle - 1;
        else if (t > p->time[middle])
            left = middle + 1;
        else
            return (uint32_t)middle;
    }
    return (uint32_t)right;
}

/* The point at `t`, inserted if it is not there. */
static uint32_t profile_insert(profile *p, int32_t t)
{
    const uint32_t at = profile_at(p, t);
    const int32_t load = p->load[at];
    uint32_t i;
    if (p->time[at] == t) return at;
    p->time = (int32_t *)rival_room(&p->memory, p->time, &p->time_room, p->count + 1,
                                    sizeof(int32_t));
    p->load = (int32_t *)rival_room(&p->memory, p->load, &p->load_room, p->count + 1,
                                    sizeof(int32_t));
    for (i = p->count++; p->time[i - 1] > t; i--) {
        p->time[i] = p->time[i - 1];
        p->load[i] = p->load[i - 1];
    }
    p->time[i] = t;
    p->load[i] = load;
    return i;
}

static void profile_add(profile *p, int64_t start, int64_t end, int32_t load)
{
    uint32_t i = profile_insert(p, (int32_t)start);
    const uint32_t last = profile_insert(p, (int32_t)end);
    for (; i < last; i++) p->load[i] += load;
}

static void profile_reserve(void *self, const rival_question *q, rival_booking *out)
{
    profile *p = (profile *)self;
    const int32_t most = p->capacity - (int32_t)q->servers;
    const int32_t length = (int32_t)q->length;
    const int64_t ready = q->ready > p->now ? q->ready : p->now;
    const int64_t limit = p->horizon > 0 ? p->now + p->horizon : INT32_MAX;
    int32_t start = (int32_t)ready;
    uint32_t i = profile_at(p, start);
    out->start = RIVAL_NOFIT;
    if (ready + length > limit) return;
    for (;; i++) {
        if (p->load[i] > most) {
            start = p->time[i + 1];
            if ((int64_t)start + length > limit) return;
        } else if (i + 1 == p->count || p->time[i + 1] - start >= length) {
            break;
        }
    }
    out->start = start;
    out->end = (int64_t)start + length;
    profile_add(p, out->start, out->end, (int32_t)q->servers);
}

static void profile_finish(void *self, const rival_booking *b, int64_t at)
{
    profile_add((profile *)self, at, b->end, -(int32_t)b->servers);
}

static const rival_kind profile_kind = {"profile",       0,
                                        profile_create,  profile_destroy,
                                        profile_advance, profile_reserve,
                                        profile_finish,  profile_memory};

#endif
