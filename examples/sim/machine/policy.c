/* policy.c - policies of one machine, and the table that names them. */
#include "machine/policy.h"

const struct option_word policy_bindings[] = {
    {.word = "count", .about = "enough servers are free throughout"},
    {.word = "ids", .about = "and the same ones"},
    {0}};
const struct option_word policy_ties[] = {
    {.word = "ends-first", .about = "ends, one re-plan, arrivals, starts"},
    {.word = "per-event", .about = "arrivals as read, a re-plan for each end, starts"},
    {0}};
const struct option_word policy_compressions[] = {
    {.word = "none", .about = "no job moves"},
    {.word = "arrival", .about = "all, in queue order, each to its earliest start"},
    {.word = "start", .about = "all, in order of planned starts"},
    {0}};

static void fcfs(struct machine *m)
{
    for (size_t i = 0; i < m->waiting && machine_start(m, m->queue[i]); i++) continue;
}

/* The jobs from this place on, in another order. */
static void backfill(struct machine *m, size_t from, size_t order)
{
    const uint32_t *list = machine_sorted(m, from, order);
    for (size_t i = 0; from + i < m->waiting && m->idle > 0; i++)
        machine_start(m, list[i]);
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
    if (c == MACHINE_COMPRESS_NONE || !machine_may_move(m)) return;
    const uint32_t *list = c == MACHINE_COMPRESS_START ? machine_by_promise(m) : m->queue;
    for (size_t i = 0; i < m->waiting; i++) machine_sooner(m, list[i]);
}

const struct machine_policy planned_fcfs = {.decide = fcfs};
const struct machine_policy planned_easy = {.decide = easy};
const struct machine_policy planned_rua = {.decide = easy, .gentle = 1};
const struct machine_policy planned_conservative = {.arrive = machine_promise,
                                                    .replan = compress};

static const struct policy_row rows[] = {
    [POLICY_ONLINE] = {{"online", "book each job as it comes"}, NULL, 0},
    [POLICY_TRACE] = {{"trace", "as recorded in the log"}, NULL, 0},
    [POLICY_FCFS] = {{"fcfs", "first come, first served"}, &planned_fcfs, 0},
    [POLICY_EASY] = {{"easy", "backfilling with a reservation for the head of the queue;"
                              " easy:K for the first K"},
                     &planned_easy,
                     1},
    [POLICY_CONSERVATIVE] = {{"conservative", "a reservation for every job"},
                             &planned_conservative,
                             0},
    [POLICY_RUA] = {{"rua", "as easy, but usage-aware: backfills only where no job is"
                            " slowed; rua:K"},
                    &planned_rua,
                    1},
    [POLICY_PROGRAM] = {{"program", "your own, which --policy-program names"}, NULL, 0},
};

const struct choice_table policy_table = CHOICE_TABLE(rows);

const struct policy_row *policy_row(size_t kind) { return &rows[kind]; }
