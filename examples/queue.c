/* queue.c - the smallest simulator on the kit: customers come to a counter with several
 * clerks, who take the first of them or the quickest. Copy it to start your own.
 *
 *     build/queue --clerks 2,3,4 --seeds 5 --report queue.html
 */
#include "base/random.h"
#include "kit/base.h"
#include "kit/sim.h"

#include <math.h>
#include <stdlib.h>

/* ---- what can be set: numbers sweep, words compare --------------------------------- */

struct settings {
    int64_t order, customers, gap, clerks;
};

enum { FIRST, QUICKEST };

static const struct option_word orders[] = {{"first", .about = "the first to come"},
                                            {"quickest", .about = "the shortest service"},
                                            {0}};

#define AT(kind, member) OPTION(kind, struct settings, member)

static const struct option options[] = {
    {"order", AT(OPTION_WORD, order), .of = OF_RUN, .words = orders,
     .value = "first,quickest", .help = "which customer a free clerk takes"},
    {"clerks", AT(OPTION_WHOLE, clerks), .of = OF_RUN, .lo = 1, .hi = 100, .value = "3",
     .help = "clerks at the counter"},
    {"customers", AT(OPTION_WHOLE, customers), .of = OF_WORLD, .lo = 1, .hi = 10000,
     .value = "1000", .help = "number of customers"},
    {"gap", AT(OPTION_TIME, gap), .of = OF_WORLD, .lo = 1, .hi = 86400, .value = "60s",
     .help = "mean time between two arrivals"}};

/* ---- measures ---------------------------------------------------------------------- */

enum { WAIT = ITEM_OWN };

static const struct column columns[] = {{"wait", 0}};
static const char *const fates[] = {NULL, "served"};

static const struct measure measures[] = {
    {"customers", "customers", UNIT_COUNT, .stat = STAT_COUNT},
    {"wait_mean", "wait, mean", UNIT_MINUTES, .stat = STAT_MEAN, .of = WAIT, .swept = 1},
    {"wait_p95", "  95th percentile", UNIT_MINUTES, .stat = STAT_P95, .of = WAIT},
    {"wait_max", "  longest", UNIT_MINUTES, .stat = STAT_MOST, .of = WAIT}};

static const struct axis axes[] = {{"wait", "wait", WAIT, AXIS_EDGES, UNIT_SECONDS,
                                    .edges = {0, 60, 300, 900, 3600}, .count = 5}};

/* ---- the world: when customers come, and how long they take ------------------------ */

struct world {
    double *come, *takes;
};

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    struct world *w = base_zeroed(1, sizeof *w);
    struct random r = {(uint64_t)seed};
    double now = 0;
    size_t i, n = (size_t)s->customers;
    w->come = base_zeroed(n, sizeof *w->come);
    w->takes = base_zeroed(n, sizeof *w->takes);
    for (i = 0; i < n; i++) {
        w->come[i] = now += (double)random_below(&r, 2 * (uint64_t)s->gap + 1);
        w->takes[i] = 1 + (double)random_below(&r, 330);
    }
    return w;
}

static void drop(void *world)
{
    struct world *w = world;
    free(w->come);
    free(w->takes);
    free(w);
}

/* ---- a run ------------------------------------------------------------------------- */

/* Chooses from the customers waiting at `now`, or the next to arrive if none is. */
static size_t choose(const struct settings *s, const struct world *w, struct run *to,
                     double now)
{
    size_t best = (size_t)s->customers, i;
    for (i = 0; i < (size_t)s->customers; i++) {
        if (run_item(to, i)[ITEM_FATE] > 0) continue;
        if (best == (size_t)s->customers) best = i;
        if (s->order == FIRST || w->come[i] > now) break;
        if (w->takes[i] < w->takes[best]) best = i;
    }
    return best;
}

static void run(const void *settings, const void *world, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct world *w = world;
    double *free_at = base_zeroed((size_t)s->clerks, sizeof *free_at);
    size_t i, k, next, clerk;
    (void)seed; /* nothing more is drawn */
    run_capacity(to, 0, s->clerks, 0);
    run_items(to, (size_t)s->customers);
    for (i = 0; i < to->count; i++) {
        double *x;
        for (clerk = 0, k = 1; k < (size_t)s->clerks; k++)
            if (free_at[k] < free_at[clerk]) clerk = k;
        next = choose(s, w, to, free_at[clerk]);
        x = run_item(to, next);
        x[ITEM_SUBMIT] = x[ITEM_READY] = w->come[next];
        x[ITEM_SIZE] = 1;
        x[ITEM_LENGTH] = w->takes[next];
        x[ITEM_FATE] = ITEM_RAN;
        x[ITEM_START] = fmax(free_at[clerk], w->come[next]);
        x[ITEM_END] = free_at[clerk] = x[ITEM_START] + w->takes[next];
        x[WAIT] = x[ITEM_START] - w->come[next];
    }
    free(free_at);
}

static const struct simulator queue = {
    .name = "queue",
    .about = "Serves customers at a counter.",
    .item = "customer",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"wait_mean", "mean"},
                          {"wait_p95", "p95"},
                          {"wait_max", "longest"}},
              .what = "wait",
              .mean = "mean wait",
              .tail = "wait",
              .question = "How many customers wait how long?",
              .axes = {NULL},
              .less = "shorter",
              .more = "longer"},
    .world = world,
    .run = run,
    .drop = drop};

int main(int argc, char **argv) { return sim_main(&queue, argc, argv); }
