/* prop_batch.c - machine.h against a second scheduler that is slow and obviously right.
 *
 * The oracle knows no event queue and no profile. It steps second by second over a grid
 * with one cell per second and server; each time it wants to know who is free it paints
 * the grid again from the jobs themselves, and then looks at every second of a window.
 * Above each of its parts stands, in quotes, the definition that the part transcribes.
 *
 * Schedules are compared job by job: fate, start, and which servers. SEED=n replays a
 * difference. Schedules worked out by hand are in tests/programs/sim_batch.cases. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"
#include "coalloc.h"

#include "base/job.h"
#include "machine/grants.h"
#include "machine/orders.h"
#include "machine/policy.h"
#include "machine/processors.h"
#include "machine/sharing.h"
#include "workload/workload.h"

#include "local_plan.h"

#define SERVERS 128 /* the most that a machine of these tests has */
#define JOBS 400
#define SECONDS 8192 /* that the oracle's grid can hold */
#define SLOWEST 4    /* no job of these tests is slowed by more than that */

/* The fate of each job; has[j][s] is 1 if job j ran on server s. */
typedef struct schedule {
    int64_t start[JOBS], end[JOBS];
    enum job_fate fate[JOBS];
    unsigned char has[JOBS][SERVERS];
    uint64_t late; /* promises that downtimes moved */
} schedule;

/* ---- rules ------------------------------------------------------------------------- */

/* The rows of the tables of policies, orders and processors that the oracle transcribes.
 * Of others only every_row_is_defined knows. */
static const char *const defined[] = {
    "online",  "trace",     "fcfs",       "easy",        "conservative", "rua",
    "program", "sjf",       "ljf",        "saf",         "laf",          "lxf",
    "lxwf",    "first-fit", "contiguous", "less-consume"};

static int is_defined(const struct choice_table *t, size_t row)
{
    size_t k = sizeof defined / sizeof *defined;
    while (k > 0 && strcmp(defined[k - 1], choice_at(t, row)->word) != 0) k--;
    return k > 0;
}

static size_t random_row(const struct choice_table *t)
{
    size_t row;
    do row = (size_t)test_below(t->count);
    while (!is_defined(t, row));
    return row;
}

static struct machine_rules random_rules(void)
{
    struct machine_rules r = {.compress = MACHINE_COMPRESS_ARRIVAL};
    const struct policy_row *row;
    do row = policy_row(random_row(&policy_table));
    while (!row->machine);
    r.policy = row->machine;
    r.reservations = row->reserves ? (uint32_t)test_between(1, 5) : 0;
    if (r.policy == &planned_conservative && test_below(2))
        r.compress = test_below(2) ? MACHINE_COMPRESS_NONE : MACHINE_COMPRESS_START;
    r.order = random_row(&orders_table);
    r.selection = random_row(&processors_table);
    r.binding = test_below(2) ? MACHINE_BINDING_IDS : MACHINE_BINDING_COUNT;
    r.ties = test_below(2) ? MACHINE_TIES_PER_EVENT : MACHINE_TIES_ENDS_FIRST;
    if (row->reserves && test_below(2))
        r.backfill = 1 + (uint32_t)random_row(&orders_table);
    return r;
}

/* ---- what nodes share -------------------------------------------------------------- */

#define RESOURCES 3

/* In whole units. No nodes: nothing is shared. */
typedef struct shared {
    uint32_t nodes;
    int64_t capacity[RESOURCES];    /* of each node; 0 = no limit          */
    int64_t usage[JOBS][RESOURCES]; /* of each process of a job, by order  */
} shared;

/* Nodes of separate sizes, or a pool: one, whose servers do not count. */
enum { KINDS = RESOURCES_KINDS, NODES = 4 };

typedef struct counted {
    int is, packed, best, equal; /* any? equal: so many nodes of one size */
    int online;                  /* that policy for conservative where none moves */
    uint32_t nodes, has[NODES][KINDS];
    uint32_t needs[JOBS][KINDS], on[JOBS]; /* by order; on so many nodes, 0 = any */
} counted;

typedef struct random_case {
    struct job jobs[JOBS];
    size_t n;
    uint32_t servers;
    shared shared;
    counted counted;
} random_case;

static struct job_run downtimes[JOBS][3]; /* the servers, of each job */

/* Job j is a downtime of so many servers from the first on; `apart`: the last is one that
 * is `apart` further up. */
static void is_downtime(struct job *a, size_t j, uint32_t first, uint32_t apart)
{
    const uint32_t split = apart > 0 && a->servers > 1;
    memset(downtimes[j], 0, sizeof downtimes[j]);
    downtimes[j][0].first = first;
    downtimes[j][0].count = a->servers - split;
    downtimes[j][1].first = first + a->servers - 1 + apart;
    downtimes[j][1].count = split;
    a->on = downtimes[j];
}

static const double *usage_of(const void *context, const struct job *job)
{
    static double usage[RESOURCES];
    const shared *s = (const shared *)context;
    for (int r = 0; r < RESOURCES; r++) usage[r] = (double)s->usage[job->order][r];
    return usage;
}

static struct sharing sharing_of(const shared *s)
{
    struct sharing sharing = {0};
    sharing.nodes = s->nodes;
    for (int r = 0; r < RESOURCES; r++) sharing.capacity[r] = (double)s->capacity[r];
    sharing.usage = usage_of;
    sharing.context = s;
    return sharing;
}

/* ---- the oracle -------------------------------------------------------------------- */

typedef enum phase { AHEAD, WAITING, BOOKED, RUNNING, OVER } phase;

static struct oracle {
    const struct job *jobs; /* in order of submission */
    size_t n;
    uint32_t servers;
    struct machine_rules rules;
    const shared *shared;   /* NULL = nothing is */
    const counted *counted; /* so */
    int64_t used[NODES][KINDS][SECONDS];
    uint32_t node[SERVERS];         /* of each server               */
    int64_t share[JOBS][RESOURCES]; /* of a capacity, in millionths */
    int64_t now, horizon;
    struct {
        phase phase;
        int large;                          /* for the machine                */
        int refused;                        /* an exact reservation           */
        int planned;                        /* it holds a window of the plan, */
        int64_t start;                      /* which begins here */
        int64_t end;                        /* and ends here */
        int rank;                           /* once started: the how-manieth to do so */
        int64_t slowdown, since, done, due; /* when it runs; done: in microseconds */
        unsigned char
            has[SERVERS]; /* binding ids: the window's servers; or those it runs on */
        unsigned char on[NODES];
        uint32_t nodes, each[KINDS]; /* on so many, on each so much */
    } job[JOBS];
    int starts;
    uint64_t late;                        /* promises moved by downtimes */
    local_plan plan;                      /* how many servers are not free */
    unsigned char cell[SECONDS][SERVERS]; /* binding ids: and which */
} o;

/* Do servers have names? */
static int named(void)
{
    if (o.counted && o.counted->packed) return 0;
    return o.rules.binding == MACHINE_BINDING_IDS ||
           o.rules.selection != PROCESSORS_FIRST_FIT || o.rules.policy == &planned_rua ||
           o.shared;
}

/* So much of each kind is in use at every second. */
static void paint_resources(void)
{
    for (uint32_t x = 0; x < NODES; x++)
        for (int k = 0; k < KINDS; k++)
            memset(&o.used[x][k][o.now], 0,
                   (size_t)(o.horizon - o.now) * sizeof(int64_t));
    for (size_t j = 0; j < o.n; j++)
        for (uint32_t x = 0; x < NODES && o.job[j].planned; x++)
            for (int k = 0; k < KINDS && o.job[j].on[x]; k++)
                for (int64_t t = o.job[j].start; t < o.job[j].end; t++)
                    o.used[x][k][t] += o.job[j].each[k];
}

static int node_fits(size_t j, uint32_t x, int64_t start)
{
    for (int k = 0; k < KINDS; k++)
        for (int64_t t = start; t < start + o.jobs[j].estimate && o.job[j].each[k]; t++)
            if (o.used[x][k][t] + o.job[j].each[k] > o.counted->has[x][k]) return 0;
    return 1;
}

/* "Each of the job's nodes gives the same share": the first that can, or those with the
 * fewest GPUs left then, of equals with the fewest servers, of equals the first. */
static int take_nodes(size_t j, int64_t start)
{
    unsigned char on[NODES] = {0};
    for (uint32_t n = 0; n < o.job[j].nodes; n++) {
        int64_t least = INT64_MAX;
        uint32_t best = NODES;
        for (uint32_t x = 0; x < o.counted->nodes; x++) {
            int64_t left = 0;
            if (on[x] || !node_fits(j, x, start)) continue;
            if (o.counted->best)
                left = (o.counted->has[x][1] - o.used[x][1][start]) * 1000 +
                       o.counted->has[x][0] - o.used[x][0][start];
            if (left >= least) continue;
            least = left;
            best = x;
        }
        if (best == NODES) return 0;
        on[best] = 1;
    }
    memcpy(o.job[j].on, on, sizeof on);
    return 1;
}

/* "Everything in equal parts, rounded up, on as many nodes as it says, or on as few as
 * can hold it." 0: too large. */
static uint32_t spread(size_t j)
{
    const counted *c = o.counted;
    const uint32_t *all = c->needs[o.jobs[j].order], on = c->on[o.jobs[j].order];
    uint32_t x, able, some[KINDS] = {0};
    int k;
    for (k = 0; k < KINDS;
         k++) { /* classes that name none of a kind: it is not counted */
        for (x = 0; x < c->nodes; x++) some[k] |= c->has[x][k];
        some[k] = k == 0                  ? c->packed ? o.jobs[j].servers : 0
                  : some[k] || !c->packed ? all[k]
                                          : 0;
    }
    for (uint32_t n = 1; n <= c->nodes; n++) {
        if (c->packed && on && on != n) continue;
        for (k = 0; k < KINDS; k++) o.job[j].each[k] = (some[k] + n - 1) / n;
        for (x = able = 0; x < c->nodes; x++) {
            for (k = 0; k < KINDS && o.job[j].each[k] <= c->has[x][k];) k++;
            able += k == KINDS;
        }
        if (able >= n) return n;
    }
    return 0;
}

/* "The PLAN is, for every time t' >= now, which servers (binding ids) or how many
 * (binding count) are free: every running job occupies its servers until start + estimate
 * (its PLANNED end) or, once it ended, no longer; booked advance reservations occupy
 * [their start, + estimate); under conservative each waiting job occupies its reserved
 * window." In an EASY pass, so do the temporary reservations made so far. */
static void paint_plan(void)
{
    const int names = named();
    local_begin(&o.plan, o.servers, o.now);
    if (o.counted) paint_resources();
    for (int64_t t = o.now; t < o.horizon && names; t++) memset(o.cell[t], 0, o.servers);
    for (size_t j = 0; j < o.n; j++) {
        if (!o.job[j].planned) continue;
        local_take(&o.plan, o.job[j].start, o.job[j].end, o.jobs[j].servers);
        for (int64_t t = o.job[j].start; t < o.job[j].end && names; t++) {
            if (t < o.now) continue;
            for (uint32_t s = 0; s < o.servers; s++) {
                if (!o.job[j].has[s]) continue;
                CHECK(!o.cell[t][s]);
                o.cell[t][s] = 1;
            }
        }
    }
}

/* "not occupied by a job whose end has not been processed yet" */
static int idle(uint32_t s)
{
    for (size_t j = 0; j < o.n; j++)
        if (o.job[j].phase == RUNNING && o.job[j].has[s]) return 0;
    return 1;
}

/* Is this server free in the plan at every second of [start, end)? */
static int free_throughout(uint32_t s, int64_t start, int64_t end)
{
    for (int64_t t = start; t < end; t++)
        if (o.cell[t][s]) return 0;
    return 1;
}

/* Job j gets the n_j lowest of the servers marked; no if there are not as many. */
static int take_lowest(size_t j, const unsigned char *marked)
{
    uint32_t missing = o.jobs[j].servers;
    unsigned char lowest[SERVERS] = {0};
    for (uint32_t s = 0; s < o.servers && missing > 0; s++) {
        lowest[s] = marked[s];
        missing -= marked[s];
    }
    if (missing > 0) return 0;
    memcpy(o.job[j].has, lowest, sizeof lowest);
    return 1;
}

/* "contiguous: as many consecutive ones, the lowest such run" */
static int take_contiguous(size_t j, const unsigned char *marked)
{
    const uint32_t n = o.jobs[j].servers;
    uint32_t s;
    for (uint32_t first = 0; first + n <= o.servers; first++) {
        for (s = first; s < first + n && marked[s];) s++;
        if (s < first + n) continue;
        memset(o.job[j].has, 0, SERVERS);
        memset(o.job[j].has + first, 1, n);
        return 1;
    }
    return 0;
}

/* "Processors 0, 1, ... are spread over the nodes in order; the first processors % nodes
 * nodes have one more." */
static uint32_t node_of(uint32_t server)
{
    uint32_t node = 0, first = 0;
    for (;; node++) {
        first += o.servers / o.shared->nodes + (node < o.servers % o.shared->nodes);
        if (server < first) return node;
    }
}

/* "use in millionths of a capacity", to the nearest */
static int64_t share_of(size_t j, int r)
{
    const int64_t c = o.shared->capacity[r];
    if (c == 0) return 0;
    return (o.shared->usage[o.jobs[j].order][r] * 2000000 + c) / (2 * c);
}

static void share_out(void)
{
    for (uint32_t s = 0; s < o.servers; s++) o.node[s] = node_of(s);
    for (size_t j = 0; j < o.n; j++)
        for (int r = 0; r < RESOURCES; r++) o.share[j][r] = share_of(j, r);
}

/* The use of a node's resource by jobs that run or, at time `at`, by jobs that are
 * planned there. */
static int64_t load_of(uint32_t node, int r, int planned, int64_t at)
{
    int64_t sum = 0;
    for (size_t j = 0; j < o.n; j++) {
        if (planned ? !o.job[j].planned || o.job[j].start > at || at >= o.job[j].end
                    : o.job[j].phase != RUNNING)
            continue;
        for (uint32_t s = 0; s < o.servers && o.share[j][r]; s++)
            if (o.job[j].has[s] && o.node[s] == node) sum += o.share[j][r];
    }
    return sum;
}

/* "One process after the other goes to the node that is consumed least with it there; of
 * equals the lowest, and there the lowest processor. A node is consumed as its resource
 * that is used most of its capacity, of those that the job uses", by all that are planned
 * there at the start. No if a node would be consumed beyond the limit. */
static int take_least(size_t j, const unsigned char *marked, int64_t start, int64_t limit)
{
    static int64_t load[SERVERS][RESOURCES];
    unsigned char has[SERVERS] = {0};
    for (uint32_t node = 0; node < o.shared->nodes; node++)
        for (int r = 0; r < RESOURCES; r++) load[node][r] = load_of(node, r, 1, start);
    for (uint32_t k = 0; k < o.jobs[j].servers; k++) {
        int64_t least = INT64_MAX;
        uint32_t best = o.servers;
        for (uint32_t s = 0; s < o.servers; s++) {
            int64_t with = 0;
            if (!marked[s] || has[s]) continue;
            for (int r = 0; r < RESOURCES; r++)
                if (o.share[j][r] && load[o.node[s]][r] + o.share[j][r] > with)
                    with = load[o.node[s]][r] + o.share[j][r];
            if (with >= least) continue;
            least = with;
            best = s;
        }
        if (best == o.servers || least > limit) return 0;
        has[best] = 1;
        for (int r = 0; r < RESOURCES; r++) load[o.node[best]][r] += o.share[j][r];
    }
    memcpy(o.job[j].has, has, sizeof has);
    return 1;
}

/* Of the servers marked, all free throughout its window, job j gets those that the rules
 * select; no if there are none. RUA: "a job is started ahead of others only on processors
 * of nodes where neither it nor those running there would be slowed; the jobs at the head
 * use Less Consume." */
static int take(size_t j, const unsigned char *marked, int64_t start, int ahead)
{
    const int rua = o.rules.policy == &planned_rua;
    if (o.shared && (rua || o.rules.selection == PROCESSORS_LESS_CONSUME))
        return take_least(j, marked, start, rua && ahead ? 1000000 : INT64_MAX);
    if (!rua && o.rules.selection == PROCESSORS_CONTIGUOUS)
        return take_contiguous(j, marked);
    return take_lowest(j, marked);
}

/* Does the plan have room for job j in [start, start + estimate)? Then it gets it:
 * "count: at every time of [s, s+estimate) at least n servers are free in the plan;
 * ids: at least n servers are free throughout [s, s+estimate); it takes the n lowest of
 * these." */
static int fits(size_t j, int64_t start)
{
    const int64_t end = start + o.jobs[j].estimate;
    unsigned char marked[SERVERS] = {0};
    CHECK(end <= o.horizon);
    if (o.counted && !take_nodes(j, start)) return 0;
    if (!named()) return local_free(&o.plan, start, end) >= o.jobs[j].servers;
    for (uint32_t s = 0; s < o.servers; s++)
        marked[s] = (unsigned char)free_throughout(s, start, end);
    return take(j, marked, start, 0);
}

/* "PLACING a job from time s0: the earliest start s >= s0 such that" it fits. */
static void place(size_t j, int64_t from)
{
    int64_t s = from;
    o.job[j].planned = 0;
    paint_plan();
    while (!fits(j, s)) s++;
    o.job[j].start = s;
    o.job[j].end = s + o.jobs[j].estimate;
    o.job[j].planned = 1;
}

/* "START NOW for job j: n_j servers are idle at this very moment, and free in the plan
 * throughout [now, now + estimate). (ids: these n are the lowest ids satisfying
 * both.)" */
static int can_start_now(size_t j, int ahead)
{
    const int64_t end = o.now + o.jobs[j].estimate;
    unsigned char marked[SERVERS] = {0};
    uint32_t held = 0;
    paint_plan();
    if (o.counted && !take_nodes(j, o.now)) return 0;
    if (!named()) {
        for (size_t i = 0; i < o.n; i++)
            if (o.job[i].phase == RUNNING) held += o.jobs[i].servers;
        return held + o.jobs[j].servers <= o.servers &&
               local_free(&o.plan, o.now, end) >= o.jobs[j].servers;
    }
    for (uint32_t s = 0; s < o.servers; s++)
        marked[s] = idle(s) && free_throughout(s, o.now, end);
    return take(j, marked, o.now, ahead);
}

/* The lowest of the servers marked on each of its nodes, the last of which may give less
 * than its share. */
static void take_on_nodes(size_t j, const unsigned char *marked)
{
    uint32_t first = 0, left = o.jobs[j].servers;
    memset(o.job[j].has, 0, SERVERS);
    for (uint32_t x = 0; x < o.counted->nodes; first += o.counted->has[x++][0]) {
        uint32_t part = o.job[j].on[x] ? o.job[j].each[0] : 0;
        if (part > left) part = left;
        left -= part;
        for (uint32_t s = first; s < first + o.counted->has[x][0] && part > 0; s++) {
            o.job[j].has[s] = marked[s];
            part -= marked[s];
        }
        CHECK_EQ(part, 0);
    }
    CHECK_EQ(left, 0);
}

/* "Server ids actually used, with binding count: at its start a job gets the lowest idle
 * ids (starts at one instant in the order they happen ...)." */
static void start(size_t j)
{
    unsigned char marked[SERVERS] = {0};
    o.job[j].planned = 1;
    o.job[j].start = o.job[j].since = o.now;
    for (uint32_t s = 0; s < o.servers; s++) marked[s] = (unsigned char)idle(s);
    if (o.counted && o.counted->packed)
        take_on_nodes(j, marked);
    else if (!named())
        CHECK(take_lowest(j, marked));
    for (uint32_t s = 0; s < o.servers; s++) CHECK(!o.job[j].has[s] || marked[s]);
    o.job[j].phase = RUNNING;
    o.job[j].end = o.now + o.jobs[j].estimate;
    o.job[j].due = o.now + o.jobs[j].run;
    o.job[j].slowdown = 1000000;
    o.job[j].done = 0;
    o.job[j].rank = o.starts++;
}

/* "QUEUE ORDER: fcfs: arrival. sjf: smallest estimate first. ljf: largest estimate first.
 * saf: smallest estimate * servers; laf: largest. lxf: largest (now - submit + estimate)
 * / estimate first, evaluated when a pass or re-plan begins (exact, no rounding). All
 * ties: arrival order (index in the array)." Fractions are compared crosswise. */
static int goes_before(const struct job *jobs, size_t order, int64_t now, size_t i,
                       size_t j)
{
    const struct job *a = &jobs[i], *b = &jobs[j];
    const char *word = orders_order(order)->choice.word;
    const int64_t area_a = a->estimate * (int64_t)a->servers;
    const int64_t area_b = b->estimate * (int64_t)b->servers;
    int64_t x = 0, y = 0; /* the smaller goes first */
    if (strcmp(word, "sjf") == 0) {
        x = a->estimate, y = b->estimate;
    } else if (strcmp(word, "ljf") == 0) {
        x = -a->estimate, y = -b->estimate;
    } else if (strcmp(word, "saf") == 0) {
        x = area_a, y = area_b;
    } else if (strcmp(word, "laf") == 0) {
        x = -area_a, y = -area_b;
    } else if (word[0] == 'l' && word[1] == 'x') {
        x = -(now - a->submit + a->estimate) * b->estimate;
        y = -(now - b->submit + b->estimate) * a->estimate;
    }
    return x != y ? x < y : i < j;
}

/* All waiting jobs in such an order; how many. */
static size_t in_order(size_t order, size_t *q)
{
    size_t k, n = 0;
    for (size_t j = 0; j < o.n; j++) {
        if (o.job[j].phase != WAITING) continue;
        for (k = n++; k > 0 && goes_before(o.jobs, order, o.now, j, q[k - 1]); k--)
            q[k] = q[k - 1];
        q[k] = j;
    }
    return n;
}

static size_t queue(size_t *q) { return in_order(o.rules.order, q); }

/* "FCFS pass (at `now`): while the queue is not empty and its head can START NOW, start
 * it." */
static void fcfs_pass(void)
{
    size_t q[JOBS], n = queue(q);
    for (size_t i = 0; i < n && can_start_now(q[i], 0); i++) start(q[i]);
}

/* "EASY:K pass: walk the queue in order; a job that can START NOW (in the plan including
 * the temporary reservations made so far in this pass) starts; else, if fewer than K
 * temporary reservations have been made in this pass, it is placed from `now` and that
 * window is occupied for the rest of the pass; else it is passed over. Temporary
 * reservations vanish after the pass." Once K have been made, the others follow in the
 * backfill order. */
static void easy_pass(void)
{
    size_t q[JOBS], behind[JOBS], i, n = queue(q), m = 0;
    uint32_t made = 0;
    for (i = 0; i < n && made < o.rules.reservations; i++) {
        if (can_start_now(q[i], made > 0)) {
            start(q[i]);
        } else {
            place(q[i], o.now);
            made++;
        }
    }
    if (o.rules.backfill) {
        size_t all[JOBS];
        const size_t count = in_order(o.rules.backfill - 1, all);
        for (size_t k = 0; k < count; k++) {
            size_t at = i;
            while (at < n && q[at] != all[k]) at++;
            if (at < n) behind[m++] = all[k];
        }
    } else {
        for (; i < n; i++) behind[m++] = q[i];
    }
    for (i = 0; i < m; i++)
        if (can_start_now(behind[i], 1)) start(behind[i]);
    for (i = 0; i < n; i++)
        if (o.job[q[i]].phase == WAITING) o.job[q[i]].planned = 0;
}

static void pass(void)
{
    if (o.rules.policy == &planned_fcfs) fcfs_pass();
    if (o.rules.policy == &planned_easy || o.rules.policy == &planned_rua) easy_pass();
}

/* "A resource of which the processes on a node want more than its capacity slows those
 * that use it by wanted / capacity", a job by the worst: in millionths. */
static int64_t slowdown_of(size_t j)
{
    int64_t worst = 1000000;
    for (uint32_t s = 0; s < o.servers; s++)
        for (int r = 0; r < RESOURCES && o.job[j].has[s]; r++) {
            const int64_t load = o.share[j][r] ? load_of(o.node[s], r, 0, 0) : 0;
            if (load > worst) worst = load;
        }
    return worst;
}

/* How long so many seconds of work take from now on; some is done. Rounded up. */
static int64_t time_for(size_t j, int64_t seconds)
{
    const int64_t left = seconds * 1000000 - o.job[j].done;
    return (left * o.job[j].slowdown + 999999999999) / 1000000000000;
}

/* Is the job promised a server when one that runs has it still? */
static int is_displaced(size_t j)
{
    if (!o.job[j].planned || o.job[j].phase == RUNNING) return 0;
    for (size_t i = 0; i < o.n; i++)
        for (uint32_t s = 0; s < o.servers && o.job[i].phase == RUNNING; s++)
            if (o.job[i].has[s] && o.job[j].has[s] && o.job[i].end > o.job[j].start)
                return 1;
    return 0;
}

/* "Speeds change when a job starts or ends on a node": all are looked at, and what each
 * did at its old speed is counted, rounded down. "Its planned end moves with its speed; a
 * promise that can no longer be kept is made again": of reservations by number, then of
 * the others in order of the queue. */
static void settle(void)
{
    int64_t slowdown[JOBS];
    int displaced[JOBS];
    size_t q[JOBS];
    if (!o.shared) return;
    for (size_t j = 0; j < o.n; j++)
        if (o.job[j].phase == RUNNING) slowdown[j] = slowdown_of(j);
    for (size_t j = 0; j < o.n; j++) {
        if (o.job[j].phase != RUNNING || o.job[j].due == o.now ||
            slowdown[j] == o.job[j].slowdown)
            continue;
        o.job[j].done += (o.now - o.job[j].since) * 1000000000000 / o.job[j].slowdown;
        o.job[j].since = o.now;
        o.job[j].slowdown = slowdown[j];
        o.job[j].due = o.now + time_for(j, o.jobs[j].run);
        o.job[j].end = o.now + time_for(j, o.jobs[j].estimate);
    }
    for (size_t j = 0; j < o.n; j++) displaced[j] = is_displaced(j);
    for (size_t j = 0; j < o.n; j++)
        if (displaced[j]) o.job[j].planned = 0;
    for (size_t j = 0; j < o.n; j++)
        if (displaced[j] && o.job[j].phase == BOOKED)
            place(j, o.jobs[j].ready > o.now ? o.jobs[j].ready : o.now);
    const size_t n = queue(q);
    for (size_t i = 0; i < n; i++)
        if (displaced[q[i]]) place(q[i], o.now);
}

/* "--compress start: the same in order of the planned starts at the beginning of the
 * re-plan (equal: queue order)." */
static void sort_by_start(size_t *q, size_t n)
{
    size_t k;
    for (size_t i = 1; i < n; i++) {
        const size_t j = q[i];
        for (k = i; k > 0 && o.job[q[k - 1]].start > o.job[j].start; k--) q[k] = q[k - 1];
        q[k] = j;
    }
}

/* "RE-PLAN after an end (early or not): --compress none: nothing. --compress arrival: for
 * each waiting job in queue order (fcfs: arrival order), ONE AFTER THE OTHER: take its
 * window out of the plan, place it again from `now`, put the new window in (others stay
 * where they are meanwhile; ids: the servers are chosen again, lowest first, even when
 * the start stays). (So no job's start ever becomes later than promised.)" */
static void replan(void)
{
    size_t q[JOBS], n = queue(q);
    if (o.rules.compress == MACHINE_COMPRESS_NONE) return;
    if (o.rules.compress == MACHINE_COMPRESS_START) sort_by_start(q, n);
    for (size_t i = 0; i < n; i++) {
        const int64_t promised = o.job[q[i]].start;
        unsigned char on[NODES];
        memcpy(on, o.job[q[i]].on, sizeof on);
        place(q[i], o.now);
        if (o.job[q[i]].start == promised) memcpy(o.job[q[i]].on, on, sizeof on);
        CHECK(o.job[q[i]].start <= promised); /* also if it was displaced before */
    }
}

/* "An exact reservation starts when it is ready, or is refused": does it fit then, on
 * the servers of its list, if they have names and it has one? */
static int fits_exactly(size_t j)
{
    const struct job *a = &o.jobs[j];
    const struct job_run *on = a->on;
    paint_plan();
    if (!on || !named()) return fits(j, a->ready);
    memset(o.job[j].has, 0, SERVERS);
    for (; on->count; on++) memset(o.job[j].has + on->first, 1, on->count);
    for (uint32_t s = 0; s < o.servers; s++)
        if (o.job[j].has[s] && !free_throughout(s, a->ready, a->ready + a->estimate))
            return 0;
    return 1;
}

/* Is waiting job i promised a part of the window, and of the servers, of downtime j? */
static int is_in_its_way(size_t i, size_t j)
{
    const int64_t from = o.jobs[j].ready, to = from + o.jobs[j].estimate;
    uint32_t s = 0;
    if (o.job[i].phase != WAITING || !o.job[i].planned || o.job[i].start >= to ||
        o.job[i].end <= from)
        return 0;
    while (s < o.servers && !(o.job[i].has[s] && o.job[j].has[s])) s++;
    return !named() || s < o.servers;
}

/* "In the way of a downtime, promises are moved: in the order of their starts each gets
 * the earliest that is not before its own." Or the others do not suffice, either. */
static int place_exactly(size_t j)
{
    size_t moved[JOBS], k, n = 0;
    int fit = fits_exactly(j);
    if (!fit && o.jobs[j].on && o.rules.policy == &planned_conservative) {
        for (size_t i = 0; i < o.n; i++) {
            if (!is_in_its_way(i, j)) continue;
            for (k = n++; k > 0 && o.job[moved[k - 1]].start > o.job[i].start; k--)
                moved[k] = moved[k - 1];
            moved[k] = i;
        }
        for (size_t i = 0; i < n; i++) o.job[moved[i]].planned = 0;
        fit = fits_exactly(j);
        for (size_t i = 0; i < n; i++) o.job[moved[i]].planned = !fit;
    }
    o.job[j].refused = !fit;
    if (!fit) return 0;
    o.job[j].start = o.jobs[j].ready;
    o.job[j].end = o.jobs[j].ready + o.jobs[j].estimate;
    o.job[j].planned = 1;
    for (size_t i = 0; i < n; i++) {
        const int64_t was = o.job[moved[i]].start;
        place(moved[i], was);
        o.late += o.job[moved[i]].start > was;
    }
    return 1;
}

/* "An ADVANCE RESERVATION is placed when it arrives, from its ready time, in the plan as
 * it is then; it never moves." "CONSERVATIVE: each job is placed from `now` on arrival
 * into the plan (its promise)." Others queue. "A job asking for more servers than the
 * machine has: fate JOB_TOO_LARGE, otherwise ignored." No if it is ignored. */
static int arrive(size_t j)
{
    if (o.counted) o.job[j].nodes = spread(j);
    o.job[j].large = o.jobs[j].servers > o.servers || (o.counted && !o.job[j].nodes);
    if (o.job[j].large) {
        o.job[j].phase = OVER;
        return 0;
    }
    o.job[j].phase = o.jobs[j].reserved ? BOOKED : WAITING;
    if (o.jobs[j].reserved >= JOB_EXACT) {
        if (!place_exactly(j)) o.job[j].phase = OVER;
    } else if (o.jobs[j].reserved) {
        place(j, o.jobs[j].ready);
    } else if (o.rules.policy == &planned_conservative) {
        place(j, o.now);
    }
    return 1;
}

static int arrives_now(size_t j) { return o.jobs[j].submit == o.now; }

static int ends_now(size_t j)
{
    return o.job[j].phase == RUNNING && o.job[j].due == o.now;
}

static void end(size_t j)
{
    o.job[j].end = o.now;
    o.job[j].phase = OVER;
    o.job[j].planned = 0;
}

/* "it starts at its booked start"; "It starts when its planned start comes." In which
 * order: "reservations by array index, ...; conservative: queue order". How many
 * reservations started. */
static int start_planned(void)
{
    size_t q[JOBS], n = queue(q);
    int started = 0;
    for (size_t j = 0; j < o.n; j++) {
        if (o.job[j].phase != BOOKED || o.job[j].start != o.now) continue;
        start(j);
        started++;
    }
    if (o.rules.policy == &planned_conservative)
        for (size_t i = 0; i < n; i++)
            if (o.job[q[i]].start == o.now) start(q[i]);
    return started;
}

/* Is somebody promised this moment? */
static int starts_now(void)
{
    for (size_t j = 0; j < o.n; j++)
        if (o.job[j].planned && o.job[j].start == o.now && o.job[j].phase != RUNNING)
            return 1;
    return 0;
}

/* "TIES ends-first (default), at one instant t with anything happening:" */
static void instant_ends_first(void)
{
    int ended = 0, arrived = 0;
    /* "1. all ends at t (free their servers, idle and in the plan)" */
    for (size_t j = 0; j < o.n; j++) {
        if (!ends_now(j)) continue;
        end(j);
        ended++;
    }
    /* "2. if any job ended: conservative: ONE re-plan" */
    settle();
    if (ended > 0 && o.rules.policy == &planned_conservative) replan();
    /* "3. all arrivals at t, in array order (queue; conservative: placed; reservations:
     * booked)" */
    for (size_t j = 0; j < o.n; j++)
        if (arrives_now(j)) arrived += arrive(j);
    /* "4. starts: reservations and (conservative) waiting jobs whose start is t;
     * fcfs/easy: one pass (booked reservations starting now occupy their servers before
     * the pass)" */
    const int reserved = start_planned();
    if (ended > 0 || arrived > 0 || reserved > 0) pass();
    settle();
    while (starts_now()) { /* one who was displaced */
        start_planned();
        pass();
        settle();
    }
}

/* "each end, in the order in which the jobs started": the next, or n. */
static size_t next_end(void)
{
    size_t first = o.n;
    for (size_t j = 0; j < o.n; j++)
        if (ends_now(j) && (first == o.n || o.job[j].rank < o.job[first].rank)) first = j;
    return first;
}

/* "TIES per-event, at one instant t:" */
static void instant_per_event(void)
{
    size_t j;
    /* "1. each arrival in array order: conservative: placed / reservation: booked;
     * fcfs/easy: queued and then one pass (at which jobs may start right away)" */
    for (j = 0; j < o.n; j++)
        if (arrives_now(j) && arrive(j) && !o.jobs[j].reserved) {
            pass();
            settle();
        }
    /* "2. each end, in the order in which the jobs started, each followed by its own
     * re-plan / pass" */
    while ((j = next_end()) < o.n) {
        end(j);
        settle();
        if (o.rules.policy == &planned_conservative) replan();
        pass();
        settle();
    }
    /* "3. starts (reservations, conservative jobs) whose start is t" */
    do {
        start_planned();
        settle();
    } while (starts_now());
}

static int all_over(void)
{
    for (size_t j = 0; j < o.n; j++)
        if (o.job[j].phase != OVER) return 0;
    return 1;
}

/* No plan reaches beyond the last ready time and all estimates, or run times that are
 * longer, one after the other, at the lowest speed. */
static int64_t horizon_of(const struct job *jobs, size_t n, int64_t slowest)
{
    int64_t last = 0, sum = 0;
    for (size_t j = 0; j < n; j++) {
        if (jobs[j].ready > last) last = jobs[j].ready;
        sum += jobs[j].run > jobs[j].estimate ? jobs[j].run : jobs[j].estimate;
    }
    return last + slowest * sum;
}

static void oracle(const random_case *w, struct machine_rules rules, schedule *out)
{
    memset(o.job, 0, sizeof o.job);
    o.jobs = w->jobs, o.n = w->n, o.servers = w->servers, o.rules = rules, o.starts = 0;
    o.late = 0;
    o.shared = w->shared.nodes ? &w->shared : NULL;
    o.counted = w->counted.is ? &w->counted : NULL;
    if (o.counted) o.rules.ties = rules.ties = MACHINE_TIES_ENDS_FIRST;
    o.horizon = horizon_of(w->jobs, w->n, o.shared ? SLOWEST : 2);
    CHECK(w->n <= JOBS && w->servers <= SERVERS && o.horizon <= SECONDS);
    if (o.shared) share_out();
    for (o.now = 0; !all_over(); o.now++) {
        CHECK(o.now <= o.horizon);
        if (rules.ties == MACHINE_TIES_ENDS_FIRST)
            instant_ends_first();
        else
            instant_per_event();
    }
    memset(out, 0, sizeof *out);
    for (size_t j = 0; j < w->n; j++) {
        out->fate[j] = o.job[j].large     ? JOB_TOO_LARGE
                       : o.job[j].refused ? JOB_REFUSED
                                          : JOB_RAN;
        if (out->fate[j] != JOB_RAN) continue;
        out->start[j] = o.job[j].start;
        out->end[j] = o.job[j].end;
        memcpy(out->has[j], o.job[j].has, SERVERS);
    }
    out->late = o.late;
}

/* ---- the schedule of machine.h, in the same form ----------------------------------- */

/* The servers of job j, which ran: their runs must be in the machine, ascending and
 * joined, and as many as it asked for. */
static void servers_of(const struct grants *g, size_t j, const struct job *job,
                       uint32_t servers, unsigned char *has)
{
    uint32_t next = 0, sum = 0;
    for (uint32_t i = 0; i < g->of[j].count; i++) {
        const struct job_run *s = &g->runs[g->of[j].first + i];
        CHECK(s->count > 0 && s->first < servers && s->count <= servers - s->first);
        CHECK(i == 0 || s->first > next);
        next = s->first + s->count;
        sum += s->count;
        memset(has + s->first, 1, s->count);
    }
    CHECK_EQ(sum, job->servers);
}

static void schedule_of(const random_case *w, const struct job_outcome *outcomes,
                        const struct grants *g, schedule *out)
{
    memset(out, 0, sizeof *out);
    for (size_t j = 0; j < w->n; j++) {
        out->fate[j] = outcomes[j].fate;
        if (outcomes[j].fate != JOB_RAN) continue;
        out->start[j] = outcomes[j].start;
        out->end[j] = job_end(&w->jobs[j], &outcomes[j]);
        servers_of(g, j, &w->jobs[j], w->servers, out->has[j]);
    }
}

/* The same in the words of a log and of options. */
static void read_counted(const random_case *w, struct resources *r)
{
    const counted *c = &w->counted;
    char text[200] = "", number[20];
    for (size_t j = 0; j < w->n; j++) {
        const size_t order = w->jobs[j].order;
        swf_job line;
        swf_job_clear(&line);
        snprintf(text, sizeof text, "gpus = %u; memory = %u KB; x > 3",
                 c->needs[order][1],
                 c->needs[order][2] * 1024 - (order % 2 && c->needs[order][2]));
        if (c->on[order]) snprintf(text + strlen(text), 40, "; nodes = %u", c->on[order]);
        line.extra = swf_text(text);
        resources_take(r, order, &line, 1);
    }
    *text = 0;
    for (size_t x = 0; x < c->nodes && c->packed && !c->equal; x++) {
        static const char *const units[] = {"cpu", "gpu", "MB"};
        snprintf(text + strlen(text), 40, "%s1x", x ? "," : "");
        for (size_t k = 0; k < KINDS; k++)
            if (c->has[x][k])
                snprintf(text + strlen(text), 40, "%u%s", c->has[x][k], units[k]);
    }
    snprintf(number, sizeof number, "%u", c->nodes);
    if (c->packed) resources_nodes(r, *text ? text : number);
    if (!*text) {
        snprintf(text, sizeof text, "memory=%uMB,gpus=%u", c->has[0][2] * c->nodes,
                 c->has[0][1] * c->nodes);
        resources_read(r, word_of(text), "");
    }
    r->best = c->best;
    resources_settle(r, w->servers, w->jobs, w->n);
}

static void batch_schedule(const random_case *w, struct machine_rules rules,
                           schedule *out)
{
    const struct sharing sharing = sharing_of(&w->shared);
    struct job_outcome outcomes[JOBS] = {{0}};
    struct grants g = {0};
    struct machine m = {.jobs = w->jobs,
                        .count = w->n,
                        .servers = w->servers,
                        .rules = &rules,
                        .outcomes = outcomes,
                        .grants = &g};
    const coa_desc calendar = {.index = COA_INDEX_COUNT};
    const coa_request asking = {.place = COA_PLACE_DEFAULT};
    const struct machine_policy online = {.arrive = machine_book};
    const counted *c = &w->counted;
    struct resources resources = {.count = 0};
    if (w->shared.nodes) rules.sharing = &sharing;
    if (w->counted.is) {
        read_counted(w, &resources);
        rules.resources = &resources;
        rules.ties = MACHINE_TIES_ENDS_FIRST;
        if (rules.policy == &planned_conservative && c->online && rules.order == 0 &&
            rules.compress == MACHINE_COMPRESS_NONE && !machine_names(&rules))
            rules.policy = &online, rules.asking = &asking, rules.calendar = &calendar;
    }
    machine_run(&m, JOB_NEVER);
    schedule_of(w, outcomes, &g, out);
    if (!rules.sharing) out->late = m.broken;
    machine_free(&m);
    resources_free(&resources);
    grants_free(&g);
}

/* ---- at random, against the oracle ------------------------------------------------- */

/* 1 .. most jobs; times are small, so that much happens at one instant. */
static void random_workload(random_case *w, int64_t most)
{
    const int64_t gap = test_between(0, 6), longest = test_between(1, 8);
    const int64_t ahead = test_between(0, 12);
    const uint64_t slack = test_below(4), reserved = test_below(60);
    const uint64_t too_large = test_below(4) ? 0 : 15;
    const int wide = (int)test_below(3);
    int64_t t = 0;
    memset(&w->shared, 0, sizeof w->shared);
    memset(&w->counted, 0, sizeof w->counted);
    w->servers = (uint32_t)(test_below(20) ? test_between(1, 12) : test_between(65, 70));
    w->n = (size_t)test_between(1, most);
    for (size_t j = 0; j < w->n; j++) {
        struct job *a = &w->jobs[j];
        memset(a, 0, sizeof *a);
        if (test_below(2)) t += test_between(0, gap);
        a->submit = a->ready = t;
        a->run = test_between(1, longest);
        a->estimate = a->run;
        if (slack == 1) a->estimate += test_between(0, 3);
        if (slack >= 2 && test_below(slack)) a->estimate += test_between(0, 2 * longest);
        a->servers = (uint32_t)test_between(1, wide ? w->servers : (w->servers + 2) / 3);
        if (test_below(100) < too_large) a->servers = w->servers + 1;
        if (test_below(100) < reserved) {
            a->reserved = (uint32_t)test_between(JOB_WAITS, JOB_GIVEN);
            a->ready += test_between(0, ahead);
        }
        if (a->reserved == JOB_GIVEN) {
            const uint32_t last = a->servers < w->servers ? w->servers - a->servers : 0;
            const uint32_t first = (uint32_t)test_between(0, last);
            a->run = a->estimate;
            if (a->servers <= w->servers && test_below(3))
                is_downtime(a, j, first, (uint32_t)test_between(0, last - first));
        }
        a->length = a->run; /* these do not concern machine.h */
        a->wait = -1;
        a->number = 1000 - (int64_t)j;
        a->order = (uint32_t)(w->n - j);
    }
}

/* Some jobs use some of what nodes share, but none is slowed by more than SLOWEST. */
static void random_sharing(random_case *w)
{
    shared *sh = &w->shared;
    sh->nodes = (uint32_t)test_between(1, w->servers);
    const int64_t most = w->servers / sh->nodes + 1;
    for (size_t j = 0; j < w->n;
         j++) { /* exact starts are impossible when others are slowed */
        if (w->jobs[j].reserved) w->jobs[j].reserved = JOB_WAITS;
        w->jobs[j].on = NULL;
    }
    for (int r = 0; r < RESOURCES; r++) {
        const int used = test_below(3) > 0;
        sh->capacity[r] = used ? test_between(1, 30) : 0;
        for (size_t j = 0; j < w->n; j++)
            if (test_below(4))
                sh->usage[w->jobs[j].order][r] =
                    test_between(0, SLOWEST * sh->capacity[r] / most);
    }
}

/* Resources counted besides servers. Each job asks for some, some for too much. */
static void random_counted(random_case *w)
{
    counted *c = &w->counted;
    const uint32_t most = (uint32_t)test_between(1, 5);
    c->is = 1;
    c->packed = (int)test_below(3) > 0;
    c->best = (int)test_below(2);
    c->online = (int)test_below(2);
    c->equal = (int)test_below(2);
    c->nodes = c->packed ? (uint32_t)test_between(1, NODES) : 1;
    if (c->packed) w->servers = 0;
    for (uint32_t x = 0; x < c->nodes; x++)
        for (int k = 0; k < KINDS; k++) {
            c->has[x][k] = (uint32_t)test_between(k == 0 || test_below(3), 6);
            if (c->equal) c->has[x][k] = c->has[0][k];
            if (c->equal && !c->has[0][k]) c->has[x][k] = c->has[0][k] = 1;
            if (k == 0 && c->packed) w->servers += c->has[x][0];
            if (k == 0 && !c->packed) c->has[x][0] = 0;
        }
    for (size_t j = 0; j < w->n; j++) {
        const uint32_t order = w->jobs[j].order;
        if (w->jobs[j].reserved)
            w->jobs[j].reserved = c->online ? 0 : JOB_WAITS + (uint32_t)test_below(2);
        if (!w->jobs[j].reserved) w->jobs[j].ready = w->jobs[j].submit;
        w->jobs[j].on = NULL;
        w->jobs[j].length = w->jobs[j].estimate; /* which online books */
        w->jobs[j].servers = (uint32_t)test_between(1, test_below(9) ? most : w->servers);
        c->on[order] = test_below(3) ? 0 : (uint32_t)test_between(1, c->nodes);
        for (int k = 1; k < KINDS; k++)
            c->needs[order][k] = test_below(2) ? (uint32_t)test_between(0, most) : 0;
    }
}

/* The first difference, or NULL. */
static const char *difference(const schedule *a, const schedule *b, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        if (a->fate[j] != b->fate[j]) return "a fate differs";
        if (a->start[j] != b->start[j]) return "a start differs";
        if (a->end[j] != b->end[j]) return "an end differs";
        if (memcmp(a->has[j], b->has[j], SERVERS) != 0) return "the servers differ";
    }
    if (a->late != b->late) return "promises moved differ";
    return NULL;
}

static const char *mismatch(const random_case *w, struct machine_rules rules)
{
    static schedule a, b;
    batch_schedule(w, rules, &b);
    oracle(w, rules, &a);
    return difference(&a, &b, w->n);
}

enum { WORKLOADS = 1300, RULES_EACH = 20 };

/* Each workload has its own seed, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static random_case w;
    const uint64_t seed = test_seed();
    const long workloads = test_scaled(WORKLOADS);
    for (long i = 0; i < workloads; i++) {
        test_state_ = seed + (uint64_t)i;
        random_workload(&w, test_below(50) ? 25 : 120);
        if (test_below(3) == 0)
            random_sharing(&w);
        else if (test_below(2))
            random_counted(&w);
        for (unsigned k = 0; k < RULES_EACH; k++) {
            const struct machine_rules rules = random_rules();
            if (!mismatch(&w, rules)) continue;
            printf("SEED=%llu, rules %u: %u jobs, %u servers on %u nodes\n",
                   (unsigned long long)(seed + (uint64_t)i), k, (unsigned)w.n,
                   (unsigned)w.servers, (unsigned)w.shared.nodes);
            CHECK_STR(mismatch(&w, rules), "no mismatch");
        }
    }
}

/* It does not matter how long a second is, nor when time began; not even if the products
 * that slowdowns are compared by are beyond 64 bits. */
static void any_unit_any_epoch(void)
{
    static random_case w, far;
    static schedule s, later;
    const int64_t unit = 100000000, epoch = 123456789012;
    const long rounds = test_scaled(1000);
    const char *wrong;
    for (long r = 0; r < rounds; r++) {
        const struct machine_rules rules = random_rules();
        random_workload(&w, 200);
        far = w;
        for (size_t j = 0; j < w.n; j++) {
            struct job *a = &far.jobs[j];
            a->submit = a->submit * unit + epoch;
            a->ready = a->ready * unit + epoch;
            a->run *= unit;
            a->length *= unit;
            a->estimate *= unit;
        }
        batch_schedule(&w, rules, &s);
        batch_schedule(&far, rules, &later);
        for (size_t j = 0; j < w.n; j++)
            if (s.fate[j] == JOB_RAN) {
                s.start[j] = s.start[j] * unit + epoch;
                s.end[j] = s.end[j] * unit + epoch;
            }
        wrong = difference(&s, &later, w.n);
        CHECK_STR(wrong ? wrong : "", "");
    }
}

/* A policy, order or placement without a second implementation is not tested. */
static void every_row_is_defined(void)
{
    static const struct choice_table *const tables[] = {&policy_table, &orders_table,
                                                        &processors_table};
    char text[200];
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            if (!is_defined(tables[t], i)) {
                snprintf(text, sizeof text, "prop_batch.c does not define %s",
                         choice_at(tables[t], i)->word);
                SKIP(text);
            }
}

/* What came free against a list of seconds: all of it, and only that unless gaps are
 * joined. A job that outruns its estimate ends after its planned end: it frees
 * nothing. */
static void gaps_of_seconds(void)
{
    enum { SHOWN = 90 };
    const long rounds = test_scaled(300);
    for (long r = 0; r < rounds; r++) {
        struct replan_gaps g = {0};
        int is[SHOWN] = {0};
        size_t times = (size_t)test_below(2 * REPLAN_GAPS);
        for (size_t n = times; n > 0; n--) {
            const int64_t lo = (int64_t)test_below(SHOWN), hi = lo + test_between(-2, 4);
            replan_free(&g, lo, hi);
            for (int64_t t = lo; t < hi && t < SHOWN; t++) is[t] = 1;
            CHECK(g.count <= REPLAN_GAPS);
        }
        for (int64_t t = 0; t < SHOWN; t++)
            CHECK(times > REPLAN_GAPS ? replan_is_free(&g, t) >= is[t]
                                      : replan_is_free(&g, t) == is[t]);
        for (size_t k = 0; k < g.count; k++) {
            CHECK(g.gaps[k].from < g.gaps[k].to);
            CHECK(k == 0 || g.gaps[k - 1].to < g.gaps[k].from);
        }
    }
}

/* ---- large jobs -------------------------------------------------------------------- */

/* As many processes as there can be, each with the most that it can use: within 64 bits,
 * and at once. The last node gives one less. */
static void less_consume_of_many(void)
{
    struct sharing_loads l = {0};
    coa_set all = {0}, chosen = {0};
    const struct processors_question q = {.found = &all,
                                          .loads = &l,
                                          .want = COA_MAX_SERVERS - 1,
                                          .share = {{4000000000u, 1, 0}},
                                          .limit = UINT64_MAX};
    sharing_loads_begin(&l, COA_MAX_SERVERS, 3);
    CHECK_EQ(coa_set_add(&all, 0, COA_MAX_SERVERS), COA_OK);
    CHECK_EQ(processors_row(PROCESSORS_LESS_CONSUME)->choose(&q, &chosen), 1);
    CHECK_EQ(coa_set_count(&chosen), COA_MAX_SERVERS - 1);
    CHECK(!coa_set_has(&chosen, COA_MAX_SERVERS - 1));
    free(l.of);
    coa_set_free(&all);
    coa_set_free(&chosen);
}

TEST_MAIN(TEST(random_against_oracle), TEST(any_unit_any_epoch),
          TEST(every_row_is_defined), TEST(gaps_of_seconds), TEST(less_consume_of_many))
