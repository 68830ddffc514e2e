/* planned.c - implements planned.h. */
#include "machine/planned.h"

static void fcfs(struct machine *m)
{
    size_t i;
    for (i = 0; i < m->waiting && machine_start(m, m->queue[i]); i++) continue;
}

/* The jobs from this place on, in another order. */
static void backfill(struct machine *m, size_t from, size_t order)
{
    const uint32_t *list = machine_sorted(m, from, order);
    size_t i;
    for (i = 0; from + i < m->waiting && m->idle > 0; i++) machine_start(m, list[i]);
}

static void easy(struct machine *m)
{
    const struct machine_rules *r = m->rules;
    size_t i, held = 0;
    for (i = 0; i < m->waiting && held < r->reservations && m->idle > 0; i++) {
        if (machine_start(m, m->queue[i])) continue;
        machine_hold(m, m->queue[i]);
        held++;
    }
    i = machine_next(m, i);
    if (r->backfill)
        backfill(m, i, r->backfill - 1);
    else
        for (; i < m->waiting; i = machine_next(m, i + 1)) machine_start(m, m->queue[i]);
}

/* Promises move after an end. */
static void compress(struct machine *m)
{
    const enum machine_compress c = m->rules->compress;
    const uint32_t *list;
    size_t i;
    if (c == MACHINE_COMPRESS_NONE || !machine_may_move(m)) return;
    list = c == MACHINE_COMPRESS_START ? machine_by_promise(m) : m->queue;
    for (i = 0; i < m->waiting; i++) machine_sooner(m, list[i]);
}

const struct machine_policy planned_fcfs = {.decide = fcfs};
const struct machine_policy planned_easy = {.decide = easy};
const struct machine_policy planned_rua = {.decide = easy, .gentle = 1};
const struct machine_policy planned_conservative = {.arrive = machine_promise,
                                                    .replan = compress};
