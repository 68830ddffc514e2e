/* batch_run.c - the queue is kept sorted: a job is inserted where it belongs, unless the
 * order changes with time and is made anew at each look. */
#include "batch/batch_run.h"

#include "base/array.h"

#include <inttypes.h>
#include <string.h>

int batch_run_memory(struct error *e) { return error_fail(e, "out of memory"); }

int batch_run_wrong(const struct batch_run *b, coa_status s, struct error *e)
{
    return error_fail(e, "%s: %s", b->processors.call, coa_status_text(s));
}

int batch_run_job_wrong(const struct batch_run *b, uint32_t job, coa_status s,
                        struct error *e)
{
    return error_fail(e, "job %" PRId64 ": %s: %s", b->jobs[job].number,
                      b->processors.call, coa_status_text(s));
}

size_t batch_run_selection(const struct batch_rules *rules)
{
    return rules->kind == BATCH_RUA ? PROCESSORS_LESS_CONSUME : rules->selection;
}

int batch_run_names(const struct batch_rules *rules)
{
    return rules->binding == BATCH_BINDING_IDS ||
           rules->selection != PROCESSORS_FIRST_FIT || rules->sharing ||
           rules->kind == BATCH_RUA;
}

struct orders_ranking batch_run_ranking(const struct batch_run *b, size_t order)
{
    struct orders_ranking r;
    r.jobs = b->jobs;
    r.order = order;
    r.now = b->now;
    return r;
}

int batch_run_sort(struct batch_run *b)
{
    const struct orders_ranking r = batch_run_ranking(b, b->rules->order);
    if (!orders_order(r.order)->changes) return 0;
    orders_sort(&r, b->queue, b->waiting, b->by_start);
    return 1;
}

/* Makes room for one more job to wait. */
static int more_room(struct batch_run *b, struct error *e)
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
    if (more_room(b, e) != 0) return -1;
    if (r.order == ORDER_FCFS || orders_order(r.order)->changes) lo = hi;
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
