/* slots.h - the time slots a provider publishes, and what one knows who has only those.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5), sections 2.1 and 4: a provider does
 * not show its queue but time slots (id, start, end, count). Here they are the maximal
 * rectangles of free processors from now on: none could be longer, or larger.
 *
 *     free     6 |        +-------        slots  id  start  end    count
 *              4 |----+   |                       1  now    ever     2
 *              2 |    +---+                       2  now    3        4
 *                +----+---+-------> time          3  7      ever     6
 *               now   3   7
 *
 * It publishes all of them, the N earliest (of equal start the longest first, which is
 * the smallest), or those that meet the next W seconds.
 *
 * From the slots one has, one knows at every instant the largest count of those that
 * cover it: so many are free indeed, more may be. As a calendar in which all the others
 * are taken, that can be asked for the earliest time of a job. At a site that binds
 * processors late, all slots tell all there is to know. At one that binds early they do
 * not: as many may be free at all times of a window, but not the same ones.
 *
 * A calendar with B bookings costs O(B log B), and so does all the rest.
 */
#ifndef SIM_SLOTS_H
#define SIM_SLOTS_H

#include "coalloc.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef enum sim_publish {
    SIM_PUBLISH_ALL,
    SIM_PUBLISH_EARLIEST, /* so many slots, at least 1        */
    SIM_PUBLISH_WINDOW    /* those that meet so many seconds, at least 1 */
} sim_publish;

typedef struct sim_publishing { /* zero-initialise: all */
    sim_publish kind;
    uint32_t slots;
    int64_t window;
} sim_publishing;

typedef struct sim_slot {
    uint32_t id;        /* 1, 2, ... in their order      */
    uint32_t count;     /* processors that are free, > 0 */
    int64_t start, end; /* COA_FOREVER: without end      */
} sim_slot;

typedef struct sim_slots { /* zero-initialise; sim_slots_free */
    sim_slot *list;        /* by start, then the later end first */
    size_t count, capacity;
} sim_slots;

typedef struct sim_free_step { /* from then on, until the next */
    int64_t from;
    uint32_t count;
} sim_free_step;

typedef struct sim_free { /* how many are free, when; zero-initialise; sim_free_free */
    sim_free_step *steps; /* by time, at least one, counts differ from step to step */
    size_t count, capacity;
} sim_free;

static inline void sim_slots_free(sim_slots *s)
{
    free(s->list);
    s->list = NULL;
    s->count = s->capacity = 0;
}

static inline void sim_free_free(sim_free *f)
{
    free(f->steps);
    f->steps = NULL;
    f->count = f->capacity = 0;
}

/* ---- how many are free, when ------------------------------------------------------- */

/* Room for so many steps. 0, or -1 when memory is out. */
static inline int sim_free_room(sim_free *f, size_t steps)
{
    sim_free_step *grown;
    if (steps <= f->capacity) return 0;
    grown = (sim_free_step *)realloc(f->steps, 2 * steps * sizeof *grown);
    if (!grown) return -1;
    f->steps = grown;
    f->capacity = 2 * steps;
    return 0;
}

/* From `from`, not before the last step, so many are free. There is room. */
static inline void sim_free_append(sim_free *f, int64_t from, uint32_t count)
{
    if (f->count && f->steps[f->count - 1].from == from) f->count--;
    if (f->count && f->steps[f->count - 1].count == count) return;
    f->steps[f->count].from = from;
    f->steps[f->count++].count = count;
}

typedef struct sim_free_change { /* so many more, or fewer, are free from then on */
    int64_t at, more;
} sim_free_change;

static inline int sim_free_change_order(const void *a, const void *b)
{
    const sim_free_change *x = (const sim_free_change *)a;
    const sim_free_change *y = (const sim_free_change *)b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Two changes for each booking, one at the horizon. */
static inline size_t sim_free_changes(const coa_calendar *c, const coa_desc *d,
                                      sim_free_change *list)
{
    coa_booking b;
    size_t n = 0;
    for (b.id = 0; coa_next(c, b.id, &b) == COA_OK;) {
        list[n].at = b.start > d->now ? b.start : d->now;
        list[n++].more = -(int64_t)b.servers;
        list[n].at = b.end;
        list[n++].more = b.servers;
    }
    if (n) qsort(list, n, sizeof *list, sim_free_change_order);
    return n;
}

/* How many of the calendar's processors are free from its present on; none beyond its
 * horizon. 0, or -1 when memory is out. */
static inline int sim_free_of(const coa_calendar *c, sim_free *f)
{
    sim_free_change *list;
    coa_stats_info stats;
    coa_desc d;
    int64_t count, last;
    size_t n, i;
    coa_describe(c, &d);
    coa_stats(c, &stats);
    last = d.horizon ? d.now + d.horizon : COA_FOREVER;
    n = 2 * (size_t)stats.bookings;
    f->count = 0;
    if (sim_free_room(f, n + 2) != 0) return -1;
    list = (sim_free_change *)malloc((n ? n : 1) * sizeof *list);
    if (!list) return -1;
    n = sim_free_changes(c, &d, list);
    count = d.servers;
    sim_free_append(f, d.now, d.servers);
    for (i = 0; i < n && list[i].at < last; i++) {
        count += list[i].more;
        sim_free_append(f, list[i].at, (uint32_t)count);
    }
    if (last != COA_FOREVER) sim_free_append(f, last, 0);
    free(list);
    return 0;
}

/* The step that begins at `at`, which is split off if need be; the number of steps if
 * that is never. There is room for one more. */
static inline size_t sim_free_split(sim_free *f, int64_t at)
{
    size_t i = 0, k;
    while (i < f->count && f->steps[i].from < at) i++;
    if (i == 0 || at == COA_FOREVER || (i < f->count && f->steps[i].from == at)) return i;
    for (k = f->count++; k > i; k--) f->steps[k] = f->steps[k - 1];
    f->steps[i].from = at;
    f->steps[i].count = f->steps[i - 1].count;
    return i;
}

/* In [from, to) `more` more than that are free, yet no more than `most`. 0, or -1 when
 * memory is out. Equal steps may follow each other then. */
static inline int sim_free_amend(sim_free *f, int64_t from, int64_t to, uint32_t more,
                                 uint32_t most)
{
    size_t i, end;
    if (sim_free_room(f, f->count + 2) != 0) return -1;
    i = sim_free_split(f, from);
    end = sim_free_split(f, to);
    for (; i < end; i++) {
        const uint64_t sum = (uint64_t)f->steps[i].count + more;
        f->steps[i].count = sum < most ? (uint32_t)sum : most;
    }
    return 0;
}

/* ---- slots ------------------------------------------------------------------------- */

static inline int sim_slot_order(const void *a, const void *b)
{
    const sim_slot *x = (const sim_slot *)a, *y = (const sim_slot *)b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->end < y->end) - (x->end > y->end);
}

/* Slots that are still open lie on a stack, lower ones begin earlier and are smaller. A
 * step down ends those that are larger; the first of them becomes as small. */
static inline void sim_slots_find(const sim_free *f, sim_slots *s, sim_slot *stack)
{
    size_t i, depth = 0;
    s->count = 0;
    for (i = 0; i <= f->count; i++) {
        const int last = i == f->count;
        sim_slot next = {0, last ? 0 : f->steps[i].count, 0, COA_FOREVER};
        const int64_t at = last ? COA_FOREVER : f->steps[i].from;
        next.start = at;
        while (depth && stack[depth - 1].count > next.count) {
            s->list[s->count] = stack[--depth];
            s->list[s->count++].end = at;
            next.start = stack[depth].start;
        }
        if (next.count && (!depth || stack[depth - 1].count < next.count))
            stack[depth++] = next;
    }
}

/* What a provider with so many free publishes now. 0, or -1 when memory is out. */
static inline int sim_slots_of(const sim_free *f, const sim_publishing *p, sim_slots *s)
{
    const int64_t now = f->steps[0].from;
    sim_slot *stack;
    size_t i;
    if (s->capacity < f->count) {
        sim_slot *grown = (sim_slot *)realloc(s->list, 2 * f->count * sizeof *grown);
        if (!grown) return -1;
        s->list = grown;
        s->capacity = 2 * f->count;
    }
    stack = (sim_slot *)malloc(f->count * sizeof *stack);
    if (!stack) return -1;
    sim_slots_find(f, s, stack);
    free(stack);
    if (s->count) qsort(s->list, s->count, sizeof *s->list, sim_slot_order);
    if (p->kind == SIM_PUBLISH_EARLIEST && s->count > p->slots) s->count = p->slots;
    if (p->kind == SIM_PUBLISH_WINDOW)
        while (s->count && s->list[s->count - 1].start - now >= p->window) s->count--;
    for (i = 0; i < s->count; i++) s->list[i].id = (uint32_t)i + 1;
    return 0;
}

/* ---- what one knows who has them --------------------------------------------------- */

/* How many are free for certain from `now` on: at each instant the largest count of the
 * slots that cover it. Two slots lie apart or one in the other, the inner one being
 * larger; so in their order a stack has those that cover an instant. 0, or -1 when memory
 * is out. */
static inline int sim_free_known(const sim_slots *s, int64_t now, sim_free *f)
{
    const sim_slot **stack;
    size_t i, depth = 0;
    f->count = 0;
    if (sim_free_room(f, 2 * s->count + 1) != 0) return -1;
    stack = (const sim_slot **)malloc((s->count + 1) * sizeof *stack);
    if (!stack) return -1;
    sim_free_append(f, now, 0);
    for (i = 0; i <= s->count; i++) {
        const int64_t at = i < s->count ? s->list[i].start : COA_FOREVER;
        while (depth && stack[depth - 1]->end <= at) {
            const int64_t end = stack[--depth]->end;
            if (end > now && end != COA_FOREVER)
                sim_free_append(f, end, depth ? stack[depth - 1]->count : 0);
        }
        if (i == s->count || s->list[i].end <= now) continue;
        sim_free_append(f, at > now ? at : now, s->list[i].count);
        stack[depth++] = &s->list[i];
    }
    free(stack);
    return 0;
}

/* A calendar of so many processors in which all but those are taken. */
static inline coa_status sim_free_calendar(const sim_free *f, uint32_t servers,
                                           coa_calendar **out)
{
    coa_desc d = {0};
    coa_status status;
    size_t i;
    d.servers = servers;
    d.index = COA_INDEX_COUNT;
    d.now = f->steps[0].from;
    status = coa_create(out, &d);
    for (i = 0; i < f->count && status == COA_OK; i++) {
        coa_request taken = {0};
        coa_booking b;
        if (f->steps[i].count >= servers) continue;
        taken.ready = f->steps[i].from;
        taken.length =
            i + 1 < f->count ? f->steps[i + 1].from - taken.ready : COA_FOREVER;
        taken.servers = servers - f->steps[i].count;
        taken.retries = COA_NO_RETRY;
        status = coa_reserve(*out, &taken, &b);
    }
    if (status != COA_OK) {
        coa_destroy(*out);
        *out = NULL;
    }
    return status;
}

#endif
