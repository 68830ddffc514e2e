/* slots.c - steps and slots are found from each other by one sweep over time with a
 * stack: two slots lie apart, or one within the other, and then the inner one is
 * larger. */
#include "flexco/messages/slots.h"

#include "base/array.h"
#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

void slots_free(struct slots *s)
{
    free(s->list);
    s->list = NULL;
    s->count = s->capacity = 0;
}

void slots_free_free(struct slots_free *f)
{
    free(f->steps);
    f->steps = NULL;
    f->count = f->capacity = 0;
}

/* ---- how many are free, when ------------------------------------------------------- */

int slots_free_room(struct slots_free *f, size_t steps)
{
    return ARRAY_ROOM(f->steps, 0, f->capacity, steps);
}

/* From `from`, not before the last step, so many are free. There is room. */
static void slots_free_append(struct slots_free *f, int64_t from, uint32_t count)
{
    if (f->count && f->steps[f->count - 1].from == from) f->count--;
    if (f->count && f->steps[f->count - 1].count == count) return;
    f->steps[f->count].from = from;
    f->steps[f->count++].count = count;
}

int slots_free_of(const coa_calendar *c, struct slots_free *f)
{
    coa_desc d;
    int64_t t, last;
    coa_describe(c, &d);
    last = d.horizon ? d.now + d.horizon : COA_FOREVER;
    f->count = 0;
    for (t = d.now; t < last;) {
        uint32_t count;
        int64_t until;
        if (coa_profile(c, t, NULL, &count, &until) != COA_OK) return -1;
        if (ARRAY_ROOM(f->steps, f->count, f->capacity, 2) != 0) return -1;
        slots_free_append(f, t, count);
        t = until;
    }
    if (last != COA_FOREVER) slots_free_append(f, last, 0);
    return 0;
}

/* The step that begins at `at`, which is split off if need be; the number of steps if
 * that is never. There is room for one more. */
static size_t slots_free_split(struct slots_free *f, int64_t at)
{
    size_t i = 0, k;
    while (i < f->count && f->steps[i].from < at) i++;
    if (i == 0 || at == COA_FOREVER || (i < f->count && f->steps[i].from == at)) return i;
    for (k = f->count++; k > i; k--) f->steps[k] = f->steps[k - 1];
    f->steps[i].from = at;
    f->steps[i].count = f->steps[i - 1].count;
    return i;
}

int slots_free_amend(struct slots_free *f, int64_t from, int64_t to, uint32_t more,
                     uint32_t most)
{
    size_t i, end;
    if (slots_free_room(f, f->count + 2) != 0) return -1;
    i = slots_free_split(f, from);
    end = slots_free_split(f, to);
    for (; i < end; i++) {
        const uint64_t sum = (uint64_t)f->steps[i].count + more;
        f->steps[i].count = sum < most ? (uint32_t)sum : most;
    }
    return 0;
}

/* ---- slots ------------------------------------------------------------------------- */

static int slots_order(const void *a, const void *b)
{
    const struct slot *x = (const struct slot *)a, *y = (const struct slot *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(y->end, x->end);
}

/* Slots that are still open lie on a stack; lower ones begin earlier and are smaller. A
 * step down ends those that are larger; from the start of the lowest of them on, a slot
 * of the step's size is open. */
static void slots_find(const struct slots_free *f, struct slots *s, struct slot *stack)
{
    size_t i, depth = 0;
    s->count = 0;
    for (i = 0; i <= f->count; i++) {
        const int last = i == f->count;
        struct slot next = {0, last ? 0 : f->steps[i].count, 0, COA_FOREVER};
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

int slots_of(const struct slots_free *f, const struct slots_publishing *p,
             struct slots *s)
{
    const int64_t now = f->steps[0].from;
    struct slot *stack;
    size_t i;
    if (ARRAY_ROOM(s->list, 0, s->capacity, f->count) != 0) return -1;
    stack = (struct slot *)malloc(f->count * sizeof *stack);
    if (!stack) return -1;
    slots_find(f, s, stack);
    free(stack);
    if (s->count) qsort(s->list, s->count, sizeof *s->list, slots_order);
    if (p->kind == SLOTS_PUBLISH_EARLIEST && s->count > p->slots) s->count = p->slots;
    if (p->kind == SLOTS_PUBLISH_WINDOW)
        while (s->count && s->list[s->count - 1].start - now >= p->window) s->count--;
    for (i = 0; i < s->count; i++) s->list[i].id = (uint32_t)i + 1;
    return 0;
}

/* ---- what can be known from slots -------------------------------------------------- */

int slots_free_known(const struct slots *s, int64_t now, struct slots_free *f)
{
    const struct slot **stack;
    size_t i, depth = 0;
    f->count = 0;
    if (slots_free_room(f, 2 * s->count + 1) != 0) return -1;
    stack = (const struct slot **)malloc((s->count + 1) * sizeof *stack);
    if (!stack) return -1;
    slots_free_append(f, now, 0);
    for (i = 0; i <= s->count; i++) {
        const int64_t at = i < s->count ? s->list[i].start : COA_FOREVER;
        while (depth && stack[depth - 1]->end <= at) {
            const int64_t end = stack[--depth]->end;
            if (end > now && end != COA_FOREVER)
                slots_free_append(f, end, depth ? stack[depth - 1]->count : 0);
        }
        if (i == s->count || s->list[i].end <= now) continue;
        slots_free_append(f, at > now ? at : now, s->list[i].count);
        stack[depth++] = &s->list[i];
    }
    free(stack);
    return 0;
}

coa_status slots_free_calendar(const struct slots_free *f, uint32_t servers,
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
