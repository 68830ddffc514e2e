/* batch_run.c - implements batch_run.h. */
#include "batch/batch_run.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

int batch_run_memory(struct error *e) { return error_fail(e, "out of memory"); }

enum processors_selection batch_run_selection(const struct batch_rules *rules)
{
    return rules->kind == BATCH_RUA ? PROCESSORS_LESS_CONSUME : rules->selection;
}

int batch_run_names(const struct batch_rules *rules)
{
    return rules->binding == BATCH_BINDING_IDS ||
           rules->selection != PROCESSORS_FIRST_FIT || rules->sharing ||
           rules->kind == BATCH_RUA;
}

int batch_run_named(const struct batch_run *b) { return b->processors.calendar != NULL; }

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking batch_run_ranking(const struct batch_run *b, enum order order)
{
    struct orders_ranking r;
    r.jobs = b->jobs;
    r.order = order;
    r.now = b->now;
    return r;
}

void batch_run_sort(struct batch_run *b)
{
    const struct orders_ranking r = batch_run_ranking(b, b->rules->order);
    if (orders_changes(r.order)) orders_sort(&r, b->queue, b->waiting, b->by_start);
}

/* Room for one more to wait. */
static int batch_run_more(struct batch_run *b, struct error *e)
{
    size_t by_start = b->room, spare = b->room, queue = b->room;
    if (ARRAY_ROOM(b->by_start, b->waiting, by_start, 1) != 0 ||
        ARRAY_ROOM(b->spare, b->waiting, spare, 1) != 0 ||
        ARRAY_ROOM(b->queue, b->waiting, queue, 1) != 0)
        return batch_run_memory(e);
    b->room = queue; /* all three grow alike */
    return 0;
}

int batch_run_enqueue(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct orders_ranking r = batch_run_ranking(b, b->rules->order);
    size_t lo = 0, hi = b->waiting;
    if (batch_run_more(b, e) != 0) return -1;
    if (r.order == ORDER_FCFS || orders_changes(r.order)) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (orders_before(&r, job, b->queue[middle]))
            hi = middle;
        else
            lo = middle + 1;
    }
    memmove(b->queue + lo + 1, b->queue + lo, (b->waiting - lo) * sizeof *b->queue);
    b->queue[lo] = job;
    b->waiting++;
    return 0;
}
