/* online.c - as conservative backfilling, a promise for each job that comes, but none
 * moves; in its own calendar and with its own attempts. */
#include "online/online.h"

#include "base/text.h"
#include "kit/fail.h"
#include "kit/unit.h"

#include <inttypes.h>

const struct option_word online_indexes[] = {
    {.word = "map"},
    {.word = "range-tree"},
    {.word = "count", .about = "late binding: servers are chosen when the job starts"},
    {.word = "slices", .about = "as map, for at most 1024 servers"},
    {0}};
const struct option_word online_places[] = {
    {.word = "default",
     .about = "best-fit on map and slices, paper on range-tree, first-fit on count"},
    {.word = "best-fit"},
    {.word = "first-fit"},
    {.word = "contiguous"},
    {.word = "paper", .about = "range-tree only"},
    {0}};
const struct option_word online_paper[] = {{.word = "paper"}, {0}};
const struct option_word online_retries[] = {
    {.word = "half"}, {.word = "none"}, {.word = "paper"}, {0}};

/* How many retries are half the slots of the horizon: 0 (until it ends) where there is no
 * step or no horizon. */
static uint32_t half_retries(const struct online_rules *r)
{
    const int64_t slots = r->horizon / r->slot + (r->horizon % r->slot != 0);
    if (r->step == 0 || r->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

struct online_rules online_rules_asked(const struct online_asked *a, int paper)
{
    enum { STEP = 900, HORIZON = 42 * 86400 };
    const int exact = !paper && a->step == ONLINE_PAPER && a->horizon == ONLINE_PAPER &&
                      a->retries == ONLINE_RETRIES_PAPER;
    struct online_rules r = {.index = (coa_index)(a->index + 1),
                             .place = (uint32_t)a->place,
                             .slot = a->slot,
                             .horizon = a->horizon,
                             .step = a->step,
                             .retries = a->retries > 0 ? (uint32_t)a->retries : 0};
    r.half = a->retries == ONLINE_HALF || (a->retries == ONLINE_RETRIES_PAPER && !exact);
    if (a->step == ONLINE_PAPER) r.step = exact ? 0 : STEP;
    if (a->horizon == ONLINE_PAPER)
        r.horizon = exact && r.index != COA_INDEX_RANGE_TREE ? 0 : HORIZON;
    if (a->retries == ONLINE_NONE) r.retries = COA_NO_RETRY;
    if (r.half) r.retries = half_retries(&r);
    return r;
}

void online_check(const struct online_rules *r)
{
    const int tree = r->index == COA_INDEX_RANGE_TREE;
    if (r->place == COA_PLACE_PAPER && !tree)
        fail_usage("--place paper needs --index range-tree");
    if (r->index == COA_INDEX_COUNT && r->place != COA_PLACE_DEFAULT &&
        r->place != COA_PLACE_FIRST_FIT)
        fail_usage("--index count has no --place but first-fit, its default");
    if (tree && r->horizon == 0)
        fail_usage("--index range-tree needs a --horizon above 0");
    if ((tree || r->half) && r->horizon > 0 && r->slot > r->horizon)
        fail_usage("--slot (%" PRId64 " s) is longer than --horizon (%" PRId64 " s)",
                   r->slot, r->horizon);
    if (tree && r->horizon / r->slot + (r->horizon % r->slot != 0) >= COA_MAX_SLOTS)
        fail_usage("--index range-tree: --horizon holds more than %u slots",
                   COA_MAX_SLOTS - 1);
    if (r->step == 0 && !r->half && r->retries > 0 && r->retries != COA_NO_RETRY)
        fail_usage("--retries %" PRIu32 " needs a --step above 0", r->retries);
}

void online_describe(FILE *to, const struct online_rules *r)
{
    char step[UNIT_TEXT], horizon[UNIT_TEXT], retries[TEXT_NUMBER];
    unit_span((double)r->step, step);
    unit_span((double)r->horizon, horizon);
    if (r->retries == COA_NO_RETRY)
        fputs("online: no retry, ", to);
    else if (r->step == 0)
        fputs("online: exact earliest start, ", to);
    else if (r->retries == 0)
        fprintf(to, "online: retries every %s, ", step);
    else
        fprintf(to, "online: up to %s retries every %s, ",
                text_count(r->retries, retries), step);
    fprintf(to, r->horizon ? "horizon %s\n" : "no horizon\n", horizon);
}

struct online { /* the idle periods of a range tree */
    struct machine m;
    coa_stats_info *stats;
    uint64_t booked, idle; /* jobs, and the sum of the idle periods after each */
};

/* A machine_notify. */
static void note(void *context, uint32_t job, enum machine_news what)
{
    struct online *o = context;
    (void)job;
    if (what != MACHINE_STANDS) return;
    coa_stats(o->m.plan, o->stats);
    o->idle += o->stats->idle_groups;
    o->booked++;
}

static const struct machine_policy policy = {.arrive = machine_book};

/* A calendar that reaches as far as the reservations that are made beyond the horizon of
 * jobs. */
static coa_desc calendar_of(const struct schedule *d, const struct online_rules *rules)
{
    coa_desc desc = {.index = (uint32_t)rules->index, .horizon = rules->horizon};
    if (desc.index == COA_INDEX_RANGE_TREE) desc.slot = rules->slot;
    for (size_t i = 0; i < d->w->count && rules->horizon; i++) {
        const struct job *j = &d->jobs[i];
        const int64_t far = j->ready + j->length - j->submit;
        if (j->reserved >= JOB_EXACT && far > desc.horizon) desc.horizon = far;
    }
    if (desc.index == COA_INDEX_SLICES && d->w->servers > COA_SLICES_SERVERS)
        fail("--index slices holds at most %u servers, not %" PRIu32, COA_SLICES_SERVERS,
             d->w->servers);
    return desc;
}

static coa_calendar *replay(struct schedule *d, const struct online_rules *rules,
                            int64_t until, coa_stats_info *stats)
{
    const coa_desc desc = calendar_of(d, rules);
    const coa_request asking = {
        .place = rules->place, .step = rules->step, .retries = rules->retries};
    struct online o = {.m = {.context = &o}, .stats = stats};
    struct machine_rules r = {.policy = &policy,
                              .calendar = &desc,
                              .asking = &asking,
                              .horizon =
                                  desc.horizon > rules->horizon ? rules->horizon : 0};
    if (stats && rules->index == COA_INDEX_RANGE_TREE) o.m.notify = note;
    coa_calendar *plan = schedule_run(d, &r, &o.m, until);
    if (stats && !o.booked) coa_stats(plan, stats);
    if (o.booked) stats->idle_groups = o.idle / o.booked;
    return plan;
}

void online_simulate(struct schedule *d, const struct online_rules *rules)
{
    coa_destroy(replay(d, rules, JOB_NEVER, &d->stats));
}

coa_calendar *online_calendar(struct schedule *d, const struct online_rules *rules,
                              int64_t time)
{
    coa_calendar *plan = replay(d, rules, time, NULL);
    if (coa_advance(plan, time) != COA_OK) fail("calendar: this time has passed");
    return plan;
}
