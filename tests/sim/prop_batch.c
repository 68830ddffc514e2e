/* prop_batch.c - batch.h against a second scheduler that is slow and obviously right.
 *
 * The oracle knows no event queue and no profile. It steps second by second over a grid
 * with one cell per second and server; each time it wants to know who is free it paints
 * the grid anew from the jobs themselves, and then looks at every second of a window.
 * Above each of its parts stands, in quotes, the definition that the part transcribes.
 *
 * Schedules are compared job by job: fate, start, and which servers. A difference found
 * at random is made small before it is shown, in the form in which the hand-worked cases
 * below are written, and SEED=n replays it. Beyond the sizes the oracle can do, what
 * every schedule must obey is checked from batch.h's answers alone. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "batch/grants.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "workload/workload.h"

#include "local_plan.h"

#define SERVERS 128 /* the most that a machine of these tests has */
#define JOBS 400
#define SECONDS 8192 /* that the oracle's grid can hold */
#define SLOWEST 4    /* no job of these tests is slowed by more than that */

/* What became of each job; has[j][s] is 1 if job j ran on server s. */
typedef struct schedule {
    int64_t start[JOBS], end[JOBS];
    enum job_fate fate[JOBS];
    unsigned char has[JOBS][SERVERS];
} schedule;

/* ---- rules in words: "easy:1 sjf ids per-event" ------------------------------------ */

/* All of them are read from the tables of the policies, so that a new row is tested. */

enum { NAMES = 64, WORD_ROOM = 32 };

typedef struct named_rules { /* a word, and what it sets */
    char word[WORD_ROOM];
    struct batch_rules rules;
} named_rules;

static struct rules_list {
    named_rules at[NAMES];
    size_t count;
} policies, orders, bindings, ties;

static struct batch_rules *name(struct rules_list *all, const char *format, ...)
{
    named_rules *n = &all->at[all->count++];
    va_list args;
    CHECK(all->count <= NAMES);
    memset(n, 0, sizeof *n);
    va_start(args, format);
    vsnprintf(n->word, sizeof n->word, format, args);
    va_end(args);
    return &n->rules;
}

/* easy:1, easy:2, ...; cons:none, ... for conservative; the word for any other. */
static void name_policy(const struct policy_row *row)
{
    static const char *const compress[] = {"none", "arrival", "start"};
    static const uint32_t reservations[] = {1, 2, 5};
    size_t i;
    if (!row->batch) return;
    for (i = 0; i < 3; i++) {
        const char *word = row->choice.word;
        struct batch_rules *r =
            row->reserves ? name(&policies, "%s:%d", word, (int)reservations[i])
            : row->kind == BATCH_CONSERVATIVE ? name(&policies, "cons:%s", compress[i])
                                              : name(&policies, "%s", word);
        r->kind = row->kind;
        r->reservations = row->reserves ? reservations[i] : 0;
        r->compress = row->kind == BATCH_CONSERVATIVE ? (enum batch_compress)i
                                                      : BATCH_COMPRESS_NONE;
        if (!row->reserves && row->kind != BATCH_CONSERVATIVE) return;
    }
}

static void name_all(void)
{
    size_t i;
    if (policies.count) return;
    for (i = 0; i < policy_table.count; i++) name_policy(policy_row(i));
    for (i = 0; i < orders_table.count; i++)
        name(&orders, "%s", orders_order(i)->choice.word)->order = i;
    name(&bindings, "count")->binding = BATCH_BINDING_COUNT;
    name(&bindings, "ids")->binding = BATCH_BINDING_IDS;
    for (i = 1; i < processors_table.count; i++) {
        struct batch_rules *r = name(&bindings, "%s", processors_row(i)->choice.word);
        r->selection = i;
        r->binding = i == PROCESSORS_CONTIGUOUS ? BATCH_BINDING_IDS : BATCH_BINDING_COUNT;
    }
    name(&ties, "ends-first")->ties = BATCH_TIES_ENDS_FIRST;
    name(&ties, "per-event")->ties = BATCH_TIES_PER_EVENT;
}

typedef struct combination {
    char text[4 * WORD_ROOM];
    struct batch_rules rules;
} combination;

static size_t combinations(void)
{
    name_all();
    return policies.count * orders.count * bindings.count * ties.count;
}

/* The name of this number in a list, and the number in the next list. */
static const named_rules *pick(const struct rules_list *all, size_t *c)
{
    const named_rules *n = &all->at[*c % all->count];
    *c /= all->count;
    return n;
}

static combination combination_of(size_t c)
{
    const named_rules *policy, *order, *binding, *tie;
    combination r = {0};
    name_all();
    policy = pick(&policies, &c);
    order = pick(&orders, &c);
    binding = pick(&bindings, &c);
    tie = pick(&ties, &c);
    snprintf(r.text, sizeof r.text, "%s %s %s %s", policy->word, order->word,
             binding->word, tie->word);
    r.rules.kind = policy->rules.kind;
    r.rules.reservations = policy->rules.reservations;
    r.rules.compress = policy->rules.compress;
    r.rules.order = order->rules.order;
    r.rules.binding = binding->rules.binding;
    r.rules.selection = binding->rules.selection;
    r.rules.ties = tie->rules.ties;
    return r;
}

/* As combination_of writes them, perhaps with a backfill order: "... bf:sjf". */
static struct batch_rules rules_of(const char *text)
{
    const char *bf = strstr(text, " bf:");
    const size_t length = bf ? (size_t)(bf - text) : strlen(text);
    size_t c, k;
    for (c = 0; c < combinations(); c++) {
        combination r = combination_of(c);
        if (strlen(r.text) != length || memcmp(r.text, text, length) != 0) continue;
        for (k = 0; k < orders.count; k++)
            if (bf && strcmp(bf + 4, orders.at[k].word) == 0)
                r.rules.backfill = 1 + (uint32_t)k;
        return r.rules;
    }
    CHECK_STR(text, "rules as combination_of writes them");
    return combination_of(0).rules;
}

/* The order of those behind, too: "... bf:sjf"; half of them have one of their own. */
static void random_backfill(combination *c)
{
    const size_t k = (size_t)test_below(2 * orders.count);
    const size_t used = strlen(c->text);
    if (k >= orders.count) return;
    c->rules.backfill = 1 + (uint32_t)k;
    snprintf(c->text + used, sizeof c->text - used, " bf:%s", orders.at[k].word);
}

/* ---- what nodes share -------------------------------------------------------------- */

#define RESOURCES 3

/* In whole units. No nodes: nothing is shared. */
typedef struct shared {
    uint32_t nodes;
    int64_t capacity[RESOURCES];    /* of each node; 0 = no limit          */
    int64_t usage[JOBS][RESOURCES]; /* of each process of a job, by order  */
} shared;

static const double *usage_of(const void *context, const struct job *job)
{
    static double usage[RESOURCES];
    const shared *s = (const shared *)context;
    int r;
    for (r = 0; r < RESOURCES; r++) usage[r] = (double)s->usage[job->order][r];
    return usage;
}

static struct sharing sharing_of(const shared *s)
{
    struct sharing sharing = {0};
    int r;
    sharing.nodes = s->nodes;
    for (r = 0; r < RESOURCES; r++) sharing.capacity[r] = (double)s->capacity[r];
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
    struct batch_rules rules;
    const shared *shared;           /* NULL = nothing is */
    uint32_t node[SERVERS];         /* of each server               */
    int64_t share[JOBS][RESOURCES]; /* of a capacity, in millionths */
    int64_t now, horizon;
    struct {
        phase phase;
        int planned;                        /* it holds a window of the plan, */
        int64_t start;                      /* which begins here */
        int64_t end;                        /* and ends here */
        int rank;                           /* once started: the how-manieth to do so */
        int64_t slowdown, since, done, due; /* when it runs; done: in microseconds */
        unsigned char
            has[SERVERS]; /* binding ids: the window's servers; or those it runs on */
    } job[JOBS];
    int starts;
    local_plan plan;                      /* how many servers are not free */
    unsigned char cell[SECONDS][SERVERS]; /* binding ids: and which */
} o;

/* Do servers have names? */
static int named(void)
{
    return o.rules.binding == BATCH_BINDING_IDS ||
           o.rules.selection != PROCESSORS_FIRST_FIT || o.rules.kind == BATCH_RUA ||
           o.shared;
}

/* "The PLAN is, for every time t' >= now, which servers (binding ids) or how many
 * (binding count) are free: every running job occupies its servers until start + estimate
 * (its PLANNED end) or, once it ended, no longer; booked advance reservations occupy
 * [their start, + estimate); under conservative each waiting job occupies its reserved
 * window." In an EASY pass, so do the temporary reservations made so far. */
static void paint_plan(void)
{
    const int names = named();
    int64_t t;
    size_t j;
    uint32_t s;
    local_begin(&o.plan, o.servers, o.now);
    for (t = o.now; t < o.horizon && names; t++) memset(o.cell[t], 0, o.servers);
    for (j = 0; j < o.n; j++) {
        if (!o.job[j].planned) continue;
        local_take(&o.plan, o.job[j].start, o.job[j].end, o.jobs[j].servers);
        for (t = o.job[j].start; t < o.job[j].end && names; t++) {
            if (t < o.now) continue;
            for (s = 0; s < o.servers; s++) {
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
    size_t j;
    for (j = 0; j < o.n; j++)
        if (o.job[j].phase == RUNNING && o.job[j].has[s]) return 0;
    return 1;
}

/* Is this server free in the plan at every second of [start, end)? */
static int free_throughout(uint32_t s, int64_t start, int64_t end)
{
    int64_t t;
    for (t = start; t < end; t++)
        if (o.cell[t][s]) return 0;
    return 1;
}

/* Job j gets the n_j lowest of the servers marked; no if there are not as many. */
static int take_lowest(size_t j, const unsigned char *marked)
{
    uint32_t s, missing = o.jobs[j].servers;
    unsigned char lowest[SERVERS] = {0};
    for (s = 0; s < o.servers && missing > 0; s++) {
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
    uint32_t first, s;
    for (first = 0; first + n <= o.servers; first++) {
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
    uint32_t s;
    size_t j;
    int r;
    for (s = 0; s < o.servers; s++) o.node[s] = node_of(s);
    for (j = 0; j < o.n; j++)
        for (r = 0; r < RESOURCES; r++) o.share[j][r] = share_of(j, r);
}

/* What is used of a node's resource by those who run or, at time `at`, by those who are
 * planned there. */
static int64_t load_of(uint32_t node, int r, int planned, int64_t at)
{
    int64_t sum = 0;
    size_t j;
    uint32_t s;
    for (j = 0; j < o.n; j++) {
        if (planned ? !o.job[j].planned || o.job[j].start > at || at >= o.job[j].end
                    : o.job[j].phase != RUNNING)
            continue;
        for (s = 0; s < o.servers && o.share[j][r]; s++)
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
    uint32_t s, k, node;
    int r;
    for (node = 0; node < o.shared->nodes; node++)
        for (r = 0; r < RESOURCES; r++) load[node][r] = load_of(node, r, 1, start);
    for (k = 0; k < o.jobs[j].servers; k++) {
        int64_t least = INT64_MAX;
        uint32_t best = o.servers;
        for (s = 0; s < o.servers; s++) {
            int64_t with = 0;
            if (!marked[s] || has[s]) continue;
            for (r = 0; r < RESOURCES; r++)
                if (o.share[j][r] && load[o.node[s]][r] + o.share[j][r] > with)
                    with = load[o.node[s]][r] + o.share[j][r];
            if (with >= least) continue;
            least = with;
            best = s;
        }
        if (best == o.servers || least > limit) return 0;
        has[best] = 1;
        for (r = 0; r < RESOURCES; r++) load[o.node[best]][r] += o.share[j][r];
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
    const int rua = o.rules.kind == BATCH_RUA;
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
    uint32_t s;
    CHECK(end <= o.horizon);
    if (!named()) return local_free(&o.plan, start, end) >= o.jobs[j].servers;
    for (s = 0; s < o.servers; s++)
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
    uint32_t s, held = 0;
    size_t i;
    paint_plan();
    if (!named()) {
        for (i = 0; i < o.n; i++)
            if (o.job[i].phase == RUNNING) held += o.jobs[i].servers;
        return held + o.jobs[j].servers <= o.servers &&
               local_free(&o.plan, o.now, end) >= o.jobs[j].servers;
    }
    for (s = 0; s < o.servers; s++) marked[s] = idle(s) && free_throughout(s, o.now, end);
    return take(j, marked, o.now, ahead);
}

/* "Server ids actually used, with binding count: at its start a job gets the lowest idle
 * ids (starts at one instant in the order they happen ...)." */
static void start(size_t j)
{
    unsigned char marked[SERVERS] = {0};
    uint32_t s;
    o.job[j].planned = 1;
    o.job[j].start = o.job[j].since = o.now;
    for (s = 0; s < o.servers; s++) marked[s] = (unsigned char)idle(s);
    if (!named()) CHECK(take_lowest(j, marked));
    for (s = 0; s < o.servers; s++)
        CHECK(!o.job[j].has[s] || marked[s]);
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

/* The rows of each table that are transcribed above. No other is compared with the
 * oracle: only every_row_is_defined knows of it. */
static const char *const defined[][9] = {
    {"online", "trace", "fcfs", "easy", "conservative", "rua", "program"},
    {"fcfs", "sjf", "ljf", "saf", "laf", "lxf", "lxwf"},
    {"first-fit", "contiguous", "less-consume"}};
static const struct choice_table *const tables[] = {&policy_table, &orders_table,
                                                    &processors_table};

static int is_defined(size_t table, size_t row)
{
    const char *const *word = defined[table];
    while (*word && strcmp(*word, choice_at(tables[table], row)->word) != 0) word++;
    return *word != NULL;
}

static int oracle_knows(const struct batch_rules *rules)
{
    size_t k;
    for (k = 0; k < policy_table.count; k++)
        if (policy_row(k)->batch && policy_row(k)->kind == rules->kind &&
            !is_defined(0, k))
            return 0;
    return is_defined(1, rules->order) && is_defined(2, rules->selection) &&
           (rules->backfill == 0 || is_defined(1, rules->backfill - 1));
}

/* All waiting jobs in such an order; how many. */
static size_t in_order(size_t order, size_t *q)
{
    size_t j, k, n = 0;
    for (j = 0; j < o.n; j++) {
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
    size_t q[JOBS], i, n = queue(q);
    for (i = 0; i < n && can_start_now(q[i], 0); i++) start(q[i]);
}

/* "EASY:K pass: walk the queue in order; a job that can START NOW (in the plan including
 * the temporary reservations made so far in this pass) starts; else, if fewer than K
 * temporary reservations have been made in this pass, it is placed from `now` and that
 * window is occupied for the rest of the pass; else it is passed over. Temporary
 * reservations vanish after the pass." Once K have been made, the others follow in the
 * backfill order. */
static void easy_pass(void)
{
    size_t q[JOBS], behind[JOBS], i, k, n = queue(q), m = 0;
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
        for (k = 0; k < count; k++) {
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
    if (o.rules.kind == BATCH_FCFS) fcfs_pass();
    if (o.rules.kind == BATCH_EASY || o.rules.kind == BATCH_RUA) easy_pass();
}

/* "A resource of which the processes on a node want more than its capacity slows those
 * that use it by wanted / capacity", a job by the worst: in millionths. */
static int64_t slowdown_of(size_t j)
{
    int64_t worst = 1000000;
    uint32_t s;
    int r;
    for (s = 0; s < o.servers; s++)
        for (r = 0; r < RESOURCES && o.job[j].has[s]; r++) {
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
    size_t i;
    uint32_t s;
    if (!o.job[j].planned || o.job[j].phase == RUNNING) return 0;
    for (i = 0; i < o.n; i++)
        for (s = 0; s < o.servers && o.job[i].phase == RUNNING; s++)
            if (o.job[i].has[s] && o.job[j].has[s] && o.job[i].end > o.job[j].start)
                return 1;
    return 0;
}

/* "Speeds change when a job starts or ends on a node": all are looked at, and what each
 * did at its old speed is counted, rounded down. "Its planned end moves with its speed; a
 * promise that can no longer be kept is made anew": of reservations by number, then of
 * the others in order of the queue. */
static void settle(void)
{
    int64_t slowdown[JOBS];
    int displaced[JOBS];
    size_t q[JOBS], i, j, n;
    if (!o.shared) return;
    for (j = 0; j < o.n; j++)
        if (o.job[j].phase == RUNNING) slowdown[j] = slowdown_of(j);
    for (j = 0; j < o.n; j++) {
        if (o.job[j].phase != RUNNING || o.job[j].due == o.now ||
            slowdown[j] == o.job[j].slowdown)
            continue;
        o.job[j].done += (o.now - o.job[j].since) * 1000000000000 / o.job[j].slowdown;
        o.job[j].since = o.now;
        o.job[j].slowdown = slowdown[j];
        o.job[j].due = o.now + time_for(j, o.jobs[j].run);
        o.job[j].end = o.now + time_for(j, o.jobs[j].estimate);
    }
    for (j = 0; j < o.n; j++) displaced[j] = is_displaced(j);
    for (j = 0; j < o.n; j++)
        if (displaced[j]) o.job[j].planned = 0;
    for (j = 0; j < o.n; j++)
        if (displaced[j] && o.job[j].phase == BOOKED)
            place(j, o.jobs[j].ready > o.now ? o.jobs[j].ready : o.now);
    n = queue(q);
    for (i = 0; i < n; i++)
        if (displaced[q[i]]) place(q[i], o.now);
}

/* "--compress start: the same in order of the planned starts at the beginning of the
 * re-plan (equal: queue order)." */
static void sort_by_start(size_t *q, size_t n)
{
    size_t i, k;
    for (i = 1; i < n; i++) {
        const size_t j = q[i];
        for (k = i; k > 0 && o.job[q[k - 1]].start > o.job[j].start; k--) q[k] = q[k - 1];
        q[k] = j;
    }
}

/* "RE-PLAN after an end (early or not): --compress none: nothing. --compress arrival: for
 * each waiting job in queue order (fcfs: arrival order), ONE AFTER THE OTHER: take its
 * window out of the plan, place it again from `now`, put the new window in (others stay
 * where they are meanwhile; ids: the servers are chosen anew, lowest first, even when the
 * start stays). (So no job's start ever becomes later than promised.)" */
static void replan(void)
{
    size_t q[JOBS], i, n = queue(q);
    if (o.rules.compress == BATCH_COMPRESS_NONE) return;
    if (o.rules.compress == BATCH_COMPRESS_START) sort_by_start(q, n);
    for (i = 0; i < n; i++) {
        const int64_t promised = o.job[q[i]].start;
        place(q[i], o.now);
        CHECK(o.job[q[i]].start <= promised); /* also if it was displaced before */
    }
}

/* "An ADVANCE RESERVATION is placed when it arrives, from its ready time, in the plan as
 * it is then; it never moves." "CONSERVATIVE: each job is placed from `now` on arrival
 * into the plan (its promise)." Others queue. "A job asking for more servers than the
 * machine has: fate JOB_TOO_LARGE, otherwise ignored." No if it is ignored. */
static int arrive(size_t j)
{
    if (o.jobs[j].servers > o.servers) {
        o.job[j].phase = OVER;
        return 0;
    }
    o.job[j].phase = o.jobs[j].reserved ? BOOKED : WAITING;
    if (o.jobs[j].reserved) {
        place(j, o.jobs[j].ready);
    } else if (o.rules.kind == BATCH_CONSERVATIVE) {
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
    size_t q[JOBS], i, j, n = queue(q);
    int started = 0;
    for (j = 0; j < o.n; j++) {
        if (o.job[j].phase != BOOKED || o.job[j].start != o.now) continue;
        start(j);
        started++;
    }
    if (o.rules.kind == BATCH_CONSERVATIVE)
        for (i = 0; i < n; i++)
            if (o.job[q[i]].start == o.now) start(q[i]);
    return started;
}

/* Is somebody promised this moment? */
static int starts_now(void)
{
    size_t j;
    for (j = 0; j < o.n; j++)
        if (o.job[j].planned && o.job[j].start == o.now && o.job[j].phase != RUNNING)
            return 1;
    return 0;
}

/* "TIES ends-first (default), at one instant t with anything happening:" */
static void instant_ends_first(void)
{
    int ended = 0, arrived = 0, reserved;
    size_t j;
    /* "1. all ends at t (free their servers, idle and in the plan)" */
    for (j = 0; j < o.n; j++) {
        if (!ends_now(j)) continue;
        end(j);
        ended++;
    }
    /* "2. if any job ended: conservative: ONE re-plan" */
    settle();
    if (ended > 0 && o.rules.kind == BATCH_CONSERVATIVE) replan();
    /* "3. all arrivals at t, in array order (queue; conservative: placed; reservations:
     * booked)" */
    for (j = 0; j < o.n; j++)
        if (arrives_now(j)) arrived += arrive(j);
    /* "4. starts: reservations and (conservative) waiting jobs whose start is t;
     * fcfs/easy: one pass (booked reservations starting now occupy their servers before
     * the pass)" */
    reserved = start_planned();
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
    size_t j, first = o.n;
    for (j = 0; j < o.n; j++)
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
        if (o.rules.kind == BATCH_CONSERVATIVE) replan();
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
    size_t j;
    for (j = 0; j < o.n; j++)
        if (o.job[j].phase != OVER) return 0;
    return 1;
}

/* No plan reaches beyond the last ready time and all estimates, or run times that are
 * longer, one after the other, at the lowest speed. */
static int64_t horizon_of(const struct job *jobs, size_t n, int64_t slowest)
{
    int64_t last = 0, sum = 0;
    size_t j;
    for (j = 0; j < n; j++) {
        if (jobs[j].ready > last) last = jobs[j].ready;
        sum += jobs[j].run > jobs[j].estimate ? jobs[j].run : jobs[j].estimate;
    }
    return last + slowest * sum;
}

static void oracle(const struct job *jobs, size_t n, uint32_t servers,
                   struct batch_rules rules, const shared *sh, schedule *out)
{
    size_t j;
    memset(o.job, 0, sizeof o.job);
    o.jobs = jobs, o.n = n, o.servers = servers, o.rules = rules, o.starts = 0;
    o.shared = sh && sh->nodes ? sh : NULL;
    o.horizon = horizon_of(jobs, n, o.shared ? SLOWEST : 1);
    CHECK(n <= JOBS && servers <= SERVERS && o.horizon <= SECONDS);
    if (o.shared) share_out();
    for (o.now = 0; !all_over(); o.now++) {
        CHECK(o.now <= o.horizon);
        if (rules.ties == BATCH_TIES_ENDS_FIRST)
            instant_ends_first();
        else
            instant_per_event();
    }
    memset(out, 0, sizeof *out);
    for (j = 0; j < n; j++) {
        out->fate[j] = jobs[j].servers > servers ? JOB_TOO_LARGE : JOB_RAN;
        out->start[j] = o.job[j].start;
        out->end[j] = o.job[j].end;
        memcpy(out->has[j], o.job[j].has, SERVERS);
    }
}

/* ---- the schedule of batch.h, in the same form ------------------------------------- */

/* The servers of job j, whose runs must be in the machine, ascending and joined; no if
 * they are not, or not as many as it asked for. */
static int servers_of(const struct grants *g, size_t j, const struct job *job,
                      uint32_t servers, unsigned char *has)
{
    uint32_t i, k, next = 0, sum = 0;
    for (i = 0; i < g->of[j].count; i++) {
        const struct job_run *s = &g->runs[g->of[j].first + i];
        if (s->count == 0 || s->first > servers || s->count > servers - s->first)
            return 0;
        if (i > 0 && s->first <= next) return 0;
        next = s->first + s->count;
        sum += s->count;
        for (k = s->first; k < next; k++) has[k] = 1;
    }
    return sum == (job->servers > servers ? 0 : job->servers);
}

/* What is wrong with the answer, or NULL. */
static const char *batch_schedule(const struct job *jobs, size_t n, uint32_t servers,
                                  struct batch_rules rules, const shared *sh,
                                  schedule *out)
{
    const struct sharing sharing = sh ? sharing_of(sh) : (struct sharing){0};
    static struct job_outcome outcomes[JOBS];
    struct grants g = {0};
    const char *wrong = NULL;
    size_t j;
    memset(outcomes, 0, sizeof outcomes);
    memset(out, 0, sizeof *out);
    if (sharing.nodes) rules.sharing = &sharing;
    batch_simulate(jobs, n, servers, &rules, outcomes, &g);
    for (j = 0; j < n; j++) {
        out->fate[j] = outcomes[j].fate;
        out->start[j] = outcomes[j].fate == JOB_RAN ? outcomes[j].start : 0;
        out->end[j] = outcomes[j].fate == JOB_RAN ? job_end(&jobs[j], &outcomes[j]) : 0;
        if (!servers_of(&g, j, &jobs[j], servers, out->has[j]))
            wrong = "its runs of servers";
    }
    grants_free(&g);
    return wrong;
}

/* What is not the same, or NULL. */
static const char *difference(const schedule *a, const schedule *b, size_t n)
{
    size_t j;
    for (j = 0; j < n; j++) {
        if (a->fate[j] != b->fate[j]) return "a fate differs";
        if (a->start[j] != b->start[j]) return "a start differs";
        if (a->end[j] != b->end[j]) return "an end differs";
    }
    for (j = 0; j < n; j++)
        if (memcmp(a->has[j], b->has[j], SERVERS) != 0) return "the servers differ";
    return NULL;
}

/* ---- schedules as pictures --------------------------------------------------------- */

#define COLUMNS 120

/* One server's row: a column is a second, a letter the job, a point an idle second. */
static const char *row_of(size_t n, const schedule *s, uint32_t server)
{
    static char row[COLUMNS + 1];
    int64_t t, last = -1;
    size_t j;
    memset(row, '.', COLUMNS);
    for (j = 0; j < n; j++) {
        if (s->fate[j] != JOB_RAN) continue;
        t = s->start[j] > 0 ? s->start[j] : 0;
        for (; t < s->end[j] && t < COLUMNS; t++) {
            if (t > last) last = t;
            if (s->has[j][server]) row[t] = (char)(row[t] == '.' ? 'a' + (int)j : '!');
        }
    }
    row[last + 1] = '\0';
    return row;
}

static void show_jobs(const struct job *jobs, size_t n)
{
    size_t j;
    for (j = 0; j < n; j++) {
        fprintf(stderr, "    %c: %s(%lld, ", (char)('a' + (int)j),
                jobs[j].reserved ? "R" : "J", (long long)jobs[j].submit);
        if (jobs[j].reserved) fprintf(stderr, "%lld, ", (long long)jobs[j].ready);
        fprintf(stderr, "%u, %lld, %lld)\n", (unsigned)jobs[j].servers,
                (long long)jobs[j].run, (long long)jobs[j].estimate);
    }
}

static void show_schedule(size_t n, uint32_t servers, const schedule *s)
{
    uint32_t k;
    for (k = 0; k < servers; k++)
        fprintf(stderr, "    %3u %s\n", (unsigned)k, row_of(n, s, k));
}

/* ---- by hand ----------------------------------------------------------------------- */

/* A job: submitted, servers, how long it runs, its estimate; a reservation: submitted,
 * ready, servers, run, estimate. `length` and `order` are no business of batch.h. */
#define J(s, n, r, e)                                                            \
    {                                                                            \
        .submit = (s), .ready = (s), .length = (r), .run = (r), .estimate = (e), \
        .wait = -1, .servers = (n)                                               \
    }
#define R(s, q, n, r, e)                                                         \
    {                                                                            \
        .submit = (s), .ready = (q), .length = (r), .run = (r), .estimate = (e), \
        .wait = -1, .servers = (n), .reserved = 1                                \
    }

typedef struct hand {
    const char *rules;
    uint32_t servers;
    struct job jobs[6];
    const char *rows[4]; /* one for each server: who is on it, second by second */
} hand;

typedef struct shared_hand {
    hand hand;
    uint32_t nodes;
    int64_t capacity[RESOURCES], usage[6][RESOURCES]; /* of each process of a job */
} shared_hand;

/* clang-format off */
static const hand hands[] = {
    /* FCFS: c would fit beside a, but b is before it. */
    {"fcfs fcfs count ends-first", 3,
     {J(0, 2, 3, 3), J(0, 2, 2, 2), J(0, 1, 1, 1)},
     {"aaabb",
      "aaabb",
      "...c."}},
    /* EASY: c is filled in, as it does not delay b. */
    {"easy:1 fcfs count ends-first", 3,
     {J(0, 2, 3, 3), J(0, 2, 2, 2), J(0, 1, 1, 1)},
     {"aaabb",
      "aaabb",
      "c...."}},
    /* a is planned until 4, so c may run until 3; a ends at 2, and b has to wait for
     * c. */
    {"easy:1 fcfs count ends-first", 3,
     {J(0, 2, 2, 4), J(0, 3, 2, 2), J(0, 1, 3, 3)},
     {"aa.bb",
      "aa.bb",
      "cccbb"}},
    /* One second more, planned, would delay b: c is passed over. */
    {"easy:1 fcfs count ends-first", 3,
     {J(0, 2, 2, 4), J(0, 3, 2, 2), J(0, 1, 3, 5)},
     {"aabbccc",
      "aabb...",
      "..bb..."}},
    /* One reservation: d delays c, not b. */
    {"easy:1 fcfs count ends-first", 4,
     {J(0, 2, 4, 4), J(0, 3, 2, 2), J(0, 4, 2, 2), J(0, 1, 7, 7)},
     {"aaaabb.cc",
      "aaaabb.cc",
      "dddddddcc",
      "....bb.cc"}},
    /* Two: c is planned at 6, so d must not run until 7. */
    {"easy:2 fcfs count ends-first", 4,
     {J(0, 2, 4, 4), J(0, 3, 2, 2), J(0, 4, 2, 2), J(0, 1, 7, 7)},
     {"aaaabbccddddddd",
      "aaaabbcc.......",
      "....bbcc.......",
      "......cc......."}},
    {"easy:2 fcfs ids ends-first", 4,
     {J(0, 2, 4, 4), J(0, 3, 2, 2), J(0, 4, 2, 2), J(0, 1, 7, 7)},
     {"aaaabbccddddddd",
      "aaaabbcc.......",
      "....bbcc.......",
      "......cc......."}},

    /* Conservative: a is planned until 6 and ends at 1. Promised at 0: c at 6, d at 3
     * (when b ends). Never re-planned, both stay there, and e is promised 8. */
    {"cons:none fcfs count ends-first", 3,
     {J(0, 2, 1, 6), J(0, 1, 3, 3), J(0, 3, 2, 2), J(0, 1, 3, 3), J(2, 3, 2, 2)},
     {"a..dddccee",
      "a.....ccee",
      "bbb...ccee"}},
    /* In order of arrival: at 1, c first, which d's promise holds at 6, then d, to 1. So
     * e finds room at 4, and c stays where it was promised. */
    {"cons:arrival fcfs count ends-first", 3,
     {J(0, 2, 1, 6), J(0, 1, 3, 3), J(0, 3, 2, 2), J(0, 1, 3, 3), J(2, 3, 2, 2)},
     {"adddeecc",
      "a...eecc",
      "bbb.eecc"}},
    /* In order of planned starts: d first, to 1, and then c to 4; e comes too late. */
    {"cons:start fcfs count ends-first", 3,
     {J(0, 2, 1, 6), J(0, 1, 3, 3), J(0, 3, 2, 2), J(0, 1, 3, 3), J(2, 3, 2, 2)},
     {"adddccee",
      "a...ccee",
      "bbb.ccee"}},
    /* Longest first: d is before c in the queue, too. */
    {"cons:arrival ljf count ends-first", 3,
     {J(0, 2, 1, 6), J(0, 1, 3, 3), J(0, 3, 2, 2), J(0, 1, 3, 3), J(2, 3, 2, 2)},
     {"adddccee",
      "a...ccee",
      "bbb.ccee"}},

    /* Orders. At 4 the estimates of b, c, d are 3, 4, 2, their areas 6, 4, 2, and their
     * slowdowns 6/3, 6/4, 3/2. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 2, 4, 4), J(1, 2, 3, 3), J(2, 1, 4, 4), J(3, 1, 2, 2)},
     {"aaaabbbcccc",
      "aaaabbbdd.."}},
    {"fcfs sjf count ends-first", 2,
     {J(0, 2, 4, 4), J(1, 2, 3, 3), J(2, 1, 4, 4), J(3, 1, 2, 2)},
     {"aaaaddbbbcccc",
      "aaaa..bbb...."}},
    {"fcfs ljf count ends-first", 2,
     {J(0, 2, 4, 4), J(1, 2, 3, 3), J(2, 1, 4, 4), J(3, 1, 2, 2)},
     {"aaaaccccbbbdd",
      "aaaa....bbb.."}},
    {"fcfs saf count ends-first", 2,
     {J(0, 2, 4, 4), J(1, 2, 3, 3), J(2, 1, 4, 4), J(3, 1, 2, 2)},
     {"aaaadd..bbb",
      "aaaaccccbbb"}},
    /* At 7 the slowdowns of c and d are 9/4 and 6/2. */
    {"fcfs lxf count ends-first", 2,
     {J(0, 2, 4, 4), J(1, 2, 3, 3), J(2, 1, 4, 4), J(3, 1, 2, 2)},
     {"aaaabbbdd..",
      "aaaabbbcccc"}},

    /* When b and c start at 2, their slowdowns are 5/4 and 3/2: c has the lower
     * servers. */
    {"cons:none lxf count ends-first", 3,
     {J(0, 3, 2, 2), J(1, 1, 4, 4), J(1, 2, 2, 2)},
     {"aacc..",
      "aacc..",
      "aabbbb"}},

    /* Ties. An end before the arrival frees the lowest server; one after it does not. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 1, 2, 2), J(2, 1, 1, 1)},
     {"aab",
      "..."}},
    {"fcfs fcfs count per-event", 2,
     {J(0, 1, 2, 2), J(2, 1, 1, 1)},
     {"aa.",
      "..b"}},
    /* When c arrives, a's early end at the same instant is known, or not. */
    {"easy:1 fcfs count ends-first", 2,
     {J(0, 1, 2, 5), J(1, 2, 2, 2), J(2, 1, 3, 3)},
     {"aabbccc",
      "..bb..."}},
    {"easy:1 fcfs count per-event", 2,
     {J(0, 1, 2, 5), J(1, 2, 2, 2), J(2, 1, 3, 3)},
     {"aa...bb",
      "..cccbb"}},
    /* a outruns its estimate of 2: its servers are free in the plan, but not idle. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 1, 4, 2), J(0, 2, 1, 1)},
     {"aaaab",
      "....b"}},
    {"easy:1 fcfs count per-event", 2,
     {J(0, 1, 4, 2), J(0, 2, 1, 1)},
     {"aaaab",
      "....b"}},
    {"cons:none fcfs ids ends-first", 2,
     {J(0, 1, 2, 5), J(2, 2, 1, 1)},
     {"aab",
      "..b"}},
    {"cons:none fcfs ids per-event", 2,
     {J(0, 1, 2, 5), J(2, 2, 1, 1)},
     {"aa...b",
      ".....b"}},
    /* Both end at 2: one re-plan, c first; or one after each, and d takes what a left. */
    {"cons:arrival fcfs count ends-first", 2,
     {J(0, 1, 2, 6), J(0, 1, 2, 6), J(1, 2, 2, 2), J(1, 1, 3, 3)},
     {"aaccddd",
      "bbcc..."}},
    {"cons:arrival fcfs count per-event", 2,
     {J(0, 1, 2, 6), J(0, 1, 2, 6), J(1, 2, 2, 2), J(1, 1, 3, 3)},
     {"aadddcc",
      "bb...cc"}},
    /* Both end at 4, b first, as it started first: d starts after both, on the lower of
     * their servers, or after that end. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 1, 1, 1), J(0, 1, 4, 4), J(1, 1, 3, 3), J(2, 1, 1, 1)},
     {"acccd",
      "bbbb."}},
    {"fcfs fcfs count per-event", 2,
     {J(0, 1, 1, 1), J(0, 1, 4, 4), J(1, 1, 3, 3), J(2, 1, 1, 1)},
     {"accc.",
      "bbbbd"}},

    /* Bindings. At 1 a is planned until 6, so b is booked on the other server. At 2 one
     * server is free throughout [2, 6), but not one and the same. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 1, 2, 6), R(1, 4, 1, 2, 2), J(2, 1, 2, 2), J(2, 1, 4, 4)},
     {"aaccbb",
      "..dddd"}},
    {"fcfs fcfs ids ends-first", 2,
     {J(0, 1, 2, 6), R(1, 4, 1, 2, 2), J(2, 1, 2, 2), J(2, 1, 4, 4)},
     {"aaccdddd",
      "....bb.."}},
    /* c stays at 4, but a re-plan chooses its servers anew. */
    {"cons:none fcfs ids ends-first", 3,
     {J(0, 1, 1, 6), J(0, 2, 4, 4), J(0, 2, 1, 1)},
     {"a....",
      "bbbbc",
      "bbbbc"}},
    {"cons:arrival fcfs ids ends-first", 3,
     {J(0, 1, 1, 6), J(0, 2, 4, 4), J(0, 2, 1, 1)},
     {"a...c",
      "bbbbc",
      "bbbb."}},

    /* Reservations: c finds b's promise in the plan, or only a. */
    {"cons:start fcfs ids ends-first", 2,
     {J(0, 2, 3, 3), J(0, 2, 2, 2), R(1, 3, 2, 2, 2)},
     {"aaabbcc",
      "aaabbcc"}},
    {"easy:1 fcfs ids ends-first", 2,
     {J(0, 2, 3, 3), J(0, 2, 2, 2), R(1, 3, 2, 2, 2)},
     {"aaaccbb",
      "aaaccbb"}},
    /* It starts before the pass of that instant; with events one by one after it, and
     * only servers with names are its own before. */
    {"easy:1 fcfs count ends-first", 2,
     {R(0, 1, 1, 1, 1), J(1, 1, 1, 1)},
     {".a",
      ".b"}},
    {"easy:1 fcfs count per-event", 2,
     {R(0, 1, 1, 1, 1), J(1, 1, 1, 1)},
     {".b",
      ".a"}},
    {"easy:1 fcfs ids per-event", 2,
     {R(0, 1, 1, 1, 1), J(1, 1, 1, 1)},
     {".a",
      ".b"}},
    /* d's arrival moves b's temporary reservation from 4 to 7, so that c may start; but
     * with events one by one no pass follows it. */
    {"easy:1 fcfs count ends-first", 2,
     {J(0, 1, 4, 4), J(0, 2, 2, 2), J(0, 1, 6, 6), R(1, 4, 1, 3, 3)},
     {"aaaadddbb",
      ".ccccccbb"}},
    {"easy:1 fcfs count per-event", 2,
     {J(0, 1, 4, 4), J(0, 2, 2, 2), J(0, 1, 6, 6), R(1, 4, 1, 3, 3)},
     {"aaaadddbbcccccc",
      ".......bb......"}},
    /* Too large, also as a reservation: as if it were not there. */
    {"fcfs fcfs count ends-first", 2,
     {J(0, 3, 9, 9), R(0, 0, 3, 9, 9), J(1, 2, 1, 1)},
     {".c",
      ".c"}},
    {"cons:start lxf ids per-event", 2,
     {J(0, 3, 9, 9), R(0, 0, 3, 9, 9), J(1, 2, 1, 1)},
     {".c",
      ".c"}},

    /* The backfill order: behind b, who waits for 3, c is first in the queue; but d is
     * shorter, and then c would delay b. */
    {"easy:1 fcfs count ends-first", 3,
     {J(0, 2, 3, 3), J(0, 3, 1, 1), J(0, 1, 3, 3), J(0, 1, 2, 2)},
     {"aaabdd",
      "aaab..",
      "cccb.."}},
    {"easy:1 fcfs count ends-first bf:sjf", 3,
     {J(0, 2, 3, 3), J(0, 3, 1, 1), J(0, 1, 3, 3), J(0, 1, 2, 2)},
     {"aaabccc",
      "aaab...",
      "dd.b..."}},

    /* First Continuous Fit: at 1 servers 1 and 3 are free, but d wants neighbours; so it
     * waits for 4. */
    {"fcfs fcfs ids ends-first", 4,
     {J(0, 1, 4, 4), J(0, 1, 1, 1), J(0, 1, 4, 4), J(1, 2, 1, 1)},
     {"aaaa",
      "bd..",
      "cccc",
      ".d.."}},
    {"fcfs fcfs contiguous ends-first", 4,
     {J(0, 1, 4, 4), J(0, 1, 1, 1), J(0, 1, 4, 4), J(1, 2, 1, 1)},
     {"aaaad",
      "b...d",
      "cccc.",
      "....."}},

    /* And nobody looks at the queue because of it: at 1 c's slowdown is above b's. */
    {"fcfs lxf count ends-first", 2,
     {J(0, 1, 3, 3), J(0, 2, 2, 10), J(0, 1, 2, 2), J(1, 3, 1, 1)},
     {"aaaccbb",
      ".....bb"}},
};

static const shared_hand shared_hands[] = {
    /* Two nodes, servers 0, 1 and 2, 3, that can give 10 each; a and b use 6. First fit
     * puts both on the first: 12 / 10, so that 2 seconds of work take 2.4, whole ones 3.
     * c, who uses nothing, is not slowed. */
    {{"fcfs fcfs ids ends-first", 4,
     {J(0, 1, 2, 2), J(0, 1, 2, 2), J(0, 1, 2, 2)},
     {"aaa",
      "bbb",
      "cc.",
      "..."}}, 2, {10, 0, 0}, {{6, 0, 0}, {6, 0, 0}, {0, 9, 9}}},
    /* Less Consume: b goes where there is 6 of 10 with it, not 12; c, who uses nothing,
     * to the lowest. */
    {{"fcfs fcfs less-consume ends-first", 4,
     {J(0, 1, 2, 2), J(0, 1, 2, 2), J(0, 1, 2, 2)},
     {"aa",
      "cc",
      "bb",
      ".."}}, 2, {10, 0, 0}, {{6, 0, 0}, {6, 0, 0}, {0, 9, 9}}},
    /* Three servers on two nodes: 0, 1 and 2. Both processes of a use 3 of 4: on one node
     * that is 6 / 4, and 2 seconds take 3; on two nodes nothing is too little. */
    {{"fcfs fcfs ids ends-first", 3,
     {J(0, 2, 2, 2)},
     {"aaa",
      "aaa",
      "..."}}, 2, {0, 0, 4}, {{0, 0, 3}}},
    {{"fcfs fcfs less-consume ends-first", 3,
     {J(0, 2, 2, 2)},
     {"aa",
      "..",
      "aa"}}, 2, {0, 0, 4}, {{0, 0, 3}}},
    /* Speeds change: together at half speed, b's second takes 2; then a has done 1 of 4,
     * and does the 3 that are left at full speed. */
    {{"fcfs fcfs ids ends-first", 2,
     {J(0, 1, 4, 4), J(0, 1, 1, 1)},
     {"aaaaa",
      "bb..."}}, 1, {0, 10, 0}, {{0, 10, 0}, {0, 10, 0}}},
    /* A promise that cannot be kept: a is planned until 4, so b is promised 4, and c fits
     * in between, from 1 until 4. But with c there both run at half speed: a's other 3
     * seconds take until 7, and so do c's. b is promised 7. */
    {{"cons:arrival fcfs ids ends-first", 2,
     {J(0, 1, 4, 4), J(0, 2, 2, 2), J(1, 1, 3, 3)},
     {"aaaaaaabb",
      ".ccccccbb"}}, 1, {10, 0, 0}, {{10, 0, 0}, {0, 0, 0}, {10, 0, 0}}},
    /* RUA: a uses 6 of its node's 10. b waits for 4. c goes ahead of it on the other
     * node; d, who uses 6, too, would slow somebody on either: it waits until b has
     * run. */
    {{"rua:1 fcfs count ends-first", 4,
     {J(0, 1, 4, 4), J(0, 4, 2, 2), J(0, 1, 3, 3), J(0, 1, 3, 3)},
     {"aaaabbddd",
      "....bb...",
      "ccc.bb...",
      "....bb..."}}, 2, {10, 0, 0}, {{6, 0, 0}, {0, 0, 0}, {6, 0, 0}, {6, 0, 0}}},
    /* EASY by the same plan: d starts, beside a. Together they run at 10 / 12: d's 3
     * seconds take 3.6, c's 3 alone 3. b is late: at 4 a has done 4 / 1.2 and two thirds
     * of a second are left. */
    {{"easy:1 fcfs less-consume ends-first", 4,
     {J(0, 1, 4, 4), J(0, 4, 2, 2), J(0, 1, 3, 3), J(0, 1, 3, 3)},
     {"aaaaabb",
      "dddd.bb",
      "ccc..bb",
      ".....bb"}}, 2, {10, 0, 0}, {{6, 0, 0}, {0, 0, 0}, {6, 0, 0}, {6, 0, 0}}},
    /* At the head it slows who is there: nobody waits before b. */
    {{"rua:1 fcfs count ends-first", 2,
     {J(0, 1, 4, 4), J(0, 1, 1, 1)},
     {"aaaaa",
      "bb..."}}, 1, {0, 10, 0}, {{0, 10, 0}, {0, 10, 0}}},
};
/* clang-format on */

#define HANDS (sizeof hands / sizeof hands[0])
#define SHARED_HANDS (sizeof shared_hands / sizeof shared_hands[0])

static size_t hand_jobs(const hand *h)
{
    size_t n = 0;
    while (n < 6 && h->jobs[n].servers > 0) n++;
    return n;
}

/* Its jobs, numbered. */
static const struct job *hand_numbered(const hand *h)
{
    static struct job jobs[6];
    uint32_t j;
    memcpy(jobs, h->jobs, sizeof jobs);
    for (j = 0; j < 6; j++) jobs[j].order = j;
    return jobs;
}

static void check_rows(const hand *h, size_t n, const schedule *s)
{
    uint32_t k;
    size_t j;
    for (k = 0; k < h->servers; k++) {
        const char *row = row_of(n, s, k);
        if (strcmp(row, h->rows[k]) != 0) {
            fprintf(stderr, "%s:\n", h->rules);
            show_jobs(h->jobs, n);
            show_schedule(n, h->servers, s);
        }
        CHECK_STR(row_of(n, s, k), h->rows[k]);
    }
    for (j = 0; j < n; j++)
        CHECK_EQ(s->fate[j], h->jobs[j].servers > h->servers ? JOB_TOO_LARGE : JOB_RAN);
}

/* Both of them; `sh`: NULL = nothing is shared. */
static void check_hand(const hand *h, const shared *sh)
{
    static schedule s;
    const char *wrong;
    oracle(hand_numbered(h), hand_jobs(h), h->servers, rules_of(h->rules), sh, &s);
    check_rows(h, hand_jobs(h), &s);
    wrong = batch_schedule(hand_numbered(h), hand_jobs(h), h->servers, rules_of(h->rules),
                           sh, &s);
    CHECK_STR(wrong ? wrong : "", "");
    check_rows(h, hand_jobs(h), &s);
}

static void by_hand(void)
{
    size_t i;
    for (i = 0; i < HANDS; i++) check_hand(&hands[i], NULL);
}

static void shared_by_hand(void)
{
    static shared sh;
    size_t i;
    for (i = 0; i < SHARED_HANDS; i++) {
        const shared_hand *h = &shared_hands[i];
        memset(&sh, 0, sizeof sh);
        sh.nodes = h->nodes;
        memcpy(sh.capacity, h->capacity, sizeof sh.capacity);
        memcpy(sh.usage, h->usage, sizeof h->usage);
        check_hand(&h->hand, &sh);
    }
}

/* ---- at random, against the oracle ------------------------------------------------- */

typedef struct random_case {
    struct job jobs[JOBS];
    size_t n;
    uint32_t servers;
    shared shared;
} random_case;

/* 1 .. most jobs; times are small, so that much happens at one instant. */
static void random_workload(random_case *w, int64_t most, int with_reservations)
{
    const int64_t gap = test_between(0, 6), longest = test_between(1, 8);
    const int64_t ahead = test_between(0, 12);
    const uint64_t slack = test_below(4),
                   reserved = with_reservations ? test_below(60) : 0;
    const uint64_t too_large = test_below(4) ? 0 : 15;
    const int wide = (int)test_below(3);
    int64_t t = 0;
    size_t j;
    w->shared.nodes = 0;
    w->servers = (uint32_t)(test_below(20) ? test_between(1, 12) : test_between(65, 70));
    w->n = (size_t)test_between(1, most);
    for (j = 0; j < w->n; j++) {
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
            a->reserved = 1;
            a->ready += test_between(0, ahead);
        }
        a->length = a->run; /* these are no business of batch.h */
        a->wait = -1;
        a->number = 1000 - (int64_t)j;
        a->order = (uint32_t)(w->n - j);
    }
}

/* Some jobs use some of what nodes share, but none is slowed by more than SLOWEST. */
static void random_sharing(random_case *w)
{
    shared *sh = &w->shared;
    int64_t most;
    size_t j;
    int r;
    memset(sh, 0, sizeof *sh);
    sh->nodes = (uint32_t)test_between(1, w->servers);
    most = w->servers / sh->nodes + 1;
    for (r = 0; r < RESOURCES; r++) {
        const int used = test_below(3) > 0;
        sh->capacity[r] = used ? test_between(1, 30) : 0;
        for (j = 0; j < w->n; j++)
            if (test_below(4))
                sh->usage[w->jobs[j].order][r] =
                    test_between(0, SLOWEST * sh->capacity[r] / most);
    }
}

static const char *mismatch(const random_case *w, struct batch_rules rules)
{
    static schedule a, b;
    const char *wrong = batch_schedule(w->jobs, w->n, w->servers, rules, &w->shared, &b);
    if (wrong) return wrong;
    oracle(w->jobs, w->n, w->servers, rules, &w->shared, &a);
    return difference(&a, &b, w->n);
}

static void drop(random_case *w, size_t j)
{
    memmove(&w->jobs[j], &w->jobs[j + 1], (w->n - j - 1) * sizeof w->jobs[0]);
    w->n--;
}

/* Drops jobs as long as there is a mismatch. */
static void shrink(random_case *w, struct batch_rules rules)
{
    static random_case less;
    size_t j = 0;
    while (j < w->n) {
        less = *w;
        drop(&less, j);
        if (mismatch(&less, rules)) {
            *w = less;
            j = 0;
        } else {
            j++;
        }
    }
}

static void show_sharing(const random_case *w)
{
    const shared *sh = &w->shared;
    size_t j;
    if (!sh->nodes) return;
    fprintf(stderr, "    %u nodes, capacities %ld %ld %ld\n", (unsigned)sh->nodes,
            (long)sh->capacity[0], (long)sh->capacity[1], (long)sh->capacity[2]);
    for (j = 0; j < w->n; j++) {
        const int64_t *u = sh->usage[w->jobs[j].order];
        fprintf(stderr, "    %c uses %ld %ld %ld\n", (char)('a' + (int)j), (long)u[0],
                (long)u[1], (long)u[2]);
    }
}

static const char *show_mismatch(random_case *w, const combination *c, uint64_t seed)
{
    static schedule s;
    const char *mismatched, *wrong;
    shrink(w, c->rules);
    mismatched = mismatch(w, c->rules);
    fprintf(stderr, "prop_batch: %s: \"%s\" on %u servers (SEED=%llu)\n", mismatched,
            c->text, (unsigned)w->servers, (unsigned long long)seed);
    show_jobs(w->jobs, w->n);
    show_sharing(w);
    oracle(w->jobs, w->n, w->servers, c->rules, &w->shared, &s);
    fprintf(stderr, "  the oracle:\n");
    show_schedule(w->n, w->servers, &s);
    wrong = batch_schedule(w->jobs, w->n, w->servers, c->rules, &w->shared, &s);
    fprintf(stderr, "  batch.h%s%s:\n", wrong ? ": " : "", wrong ? wrong : "");
    show_schedule(w->n, w->servers, &s);
    return mismatched;
}

#define RULES_EACH 20
#define EACH_MET 46 /* times, by as many workloads as that takes */

/* Each workload has a seed of its own, so that SEED=that one begins with it; the rules
 * take turns. */
static void random_against_oracle(void)
{
    static random_case w, whole;
    const uint64_t seed = test_seed();
    const long workloads =
        test_scaled((long)(EACH_MET * combinations() / RULES_EACH + 1));
    long i;
    unsigned k;
    for (i = 0; i < workloads; i++) {
        test_state_ = seed + (uint64_t)i;
        random_workload(&whole, 25, 1);
        if (i % 3 == 0) random_sharing(&whole);
        for (k = 0; k < RULES_EACH; k++) {
            combination c = combination_of(
                (size_t)(((seed + (uint64_t)i) * RULES_EACH + k) % combinations()));
            random_backfill(&c);
            if (!oracle_knows(&c.rules)) continue;
            w = whole;
            if (mismatch(&w, c.rules))
                CHECK_STR(show_mismatch(&w, &c, seed + (uint64_t)i), "no mismatch");
        }
    }
}

/* ---- larger, from the answers of batch.h alone ------------------------------------- */

static void run_batch(const random_case *w, struct batch_rules rules, schedule *s)
{
    const char *wrong = batch_schedule(w->jobs, w->n, w->servers, rules, &w->shared, s);
    CHECK_STR(wrong ? wrong : "", "");
}

/* The same schedule, or a message and the end of the test. */
static void check_same(const schedule *a, const schedule *b, size_t n)
{
    const char *wrong = difference(a, b, n);
    CHECK_STR(wrong ? wrong : "", "");
}

static combination random_combination(void)
{
    combination c = combination_of((size_t)test_below(combinations()));
    random_backfill(&c);
    return c;
}

static int has_run_by(const schedule *s, size_t j, int64_t t) { return s->end[j] <= t; }

/* Do two jobs hold one server at one instant? */
static int collide(const random_case *w, const schedule *s, size_t i, size_t j)
{
    uint32_t k;
    if (has_run_by(s, i, s->start[j]) || has_run_by(s, j, s->start[i])) return 0;
    for (k = 0; k < w->servers; k++)
        if (s->has[i][k] && s->has[j][k]) return 1;
    return 0;
}

/* Everybody runs who can, not too early, on servers of its own (servers_of counted them);
 * and all of it again if nobody asks for the servers. */
static void sane(void)
{
    static random_case w;
    static schedule s;
    static struct job_outcome outcomes[JOBS];
    const long rounds = test_scaled(1000);
    long r;
    size_t i, j;
    for (r = 0; r < rounds; r++) {
        const combination c = random_combination();
        random_workload(&w, 300, 1);
        run_batch(&w, c.rules, &s);
        memset(outcomes, 0, sizeof outcomes);
        batch_simulate(w.jobs, w.n, w.servers, &c.rules, outcomes, NULL);
        for (j = 0; j < w.n; j++) {
            const int too_large = w.jobs[j].servers > w.servers;
            CHECK_EQ(outcomes[j].fate, too_large ? JOB_TOO_LARGE : JOB_RAN);
            CHECK_EQ(outcomes[j].fate, s.fate[j]);
            if (too_large) continue;
            CHECK_EQ(outcomes[j].start, s.start[j]);
            CHECK(s.start[j] >= w.jobs[j].ready);
            for (i = 0; i < j; i++) CHECK(s.fate[i] != JOB_RAN || !collide(&w, &s, i, j));
        }
    }
}

/* What happens until job j arrives does not depend on who comes after it. So a workload
 * that ends with j tells what a reservation is booked; and what conservative backfilling
 * promises a job, if that is asked for as a reservation. The former is kept to the second
 * (and, binding ids, to the server), the latter never broken, and without re-planning
 * kept likewise. */
static void check_promise(const random_case *w, const combination *c, const schedule *s,
                          size_t j)
{
    static random_case until;
    static schedule then;
    const int reserved = w->jobs[j].reserved != 0;
    size_t i;
    if (s->fate[j] != JOB_RAN) return;
    until = *w;
    until.n = j + 1;
    if (c->rules.kind == BATCH_CONSERVATIVE) until.jobs[j].reserved = 1;
    run_batch(&until, c->rules, &then);
    for (i = 0; i < j; i++) {
        if (s->fate[i] != JOB_RAN || s->start[i] >= w->jobs[j].submit) continue;
        CHECK_EQ(then.start[i], s->start[i]);
        CHECK(memcmp(then.has[i], s->has[i], SERVERS) == 0);
    }
    if (!reserved && c->rules.kind != BATCH_CONSERVATIVE) return;
    CHECK(s->start[j] <= then.start[j]);
    if (!reserved && c->rules.compress != BATCH_COMPRESS_NONE) return;
    CHECK_EQ(s->start[j], then.start[j]);
    if (c->rules.binding == BATCH_BINDING_IDS)
        CHECK(memcmp(then.has[j], s->has[j], SERVERS) == 0);
}

static void promises_are_kept(void)
{
    static random_case w;
    static schedule s;
    const long rounds = test_scaled(1000);
    long r;
    int i;
    for (r = 0; r < rounds; r++) {
        const combination c = random_combination();
        random_workload(&w, 200, 1);
        run_batch(&w, c.rules, &s);
        for (i = 0; i < 10; i++) check_promise(&w, &c, &s, (size_t)test_below(w.n));
    }
}

/* Nobody knows how long a second is, nor when time began; not even if the products that
 * slowdowns are compared by are beyond 64 bits. */
static void any_unit_any_epoch(void)
{
    static random_case w, far;
    static schedule s, later;
    const int64_t unit = 100000000, epoch = 123456789012;
    const long rounds = test_scaled(1000);
    long r;
    size_t j;
    for (r = 0; r < rounds; r++) {
        const combination c = random_combination();
        random_workload(&w, 200, 1);
        far = w;
        for (j = 0; j < w.n; j++) {
            struct job *a = &far.jobs[j];
            a->submit = a->submit * unit + epoch;
            a->ready = a->ready * unit + epoch;
            a->run *= unit;
            a->length *= unit;
            a->estimate *= unit;
        }
        run_batch(&w, c.rules, &s);
        run_batch(&far, c.rules, &later);
        for (j = 0; j < w.n; j++)
            if (s.fate[j] == JOB_RAN) {
                s.start[j] = s.start[j] * unit + epoch;
                s.end[j] = s.end[j] * unit + epoch;
            }
        check_same(&s, &later, w.n);
    }
}

/* Every order is one: of two jobs one goes first, and it is transitive; it changes with
 * time only if its row says so; equal jobs follow their place. */
static void orders_are_orders(void)
{
    enum { SOME = 12 };
    struct job jobs[SOME];
    const long rounds = test_scaled(500);
    long round;
    size_t order;
    uint32_t i, j, k;
    for (round = 0; round < rounds; round++) {
        const int64_t unit = test_below(2) ? 1 : INT64_C(1) << test_below(58);
        memset(jobs, 0, sizeof jobs);
        for (i = 0; i < SOME; i++) {
            jobs[i].submit = test_between(0, 9);
            jobs[i].estimate = test_between(1, 4) * unit;
            jobs[i].servers = (uint32_t)test_between(1, 4);
        }
        for (order = 0; order < orders_table.count; order++) {
            struct orders_ranking now = {jobs, order, 10}, later = {jobs, order, 5000};
            for (i = 0; i < SOME; i++)
                for (j = 0; j < SOME; j++) {
                    const int before = orders_before(&now, i, j);
                    CHECK(i == j ? !before : before != orders_before(&now, j, i));
                    if (!orders_order(order)->changes)
                        CHECK_EQ(orders_before(&later, i, j), before);
                    for (k = 0; k < SOME && before; k++)
                        CHECK(!orders_before(&now, j, k) || orders_before(&now, i, k));
                }
            jobs[1] = jobs[0];
            CHECK(orders_before(&now, 0, 1));
        }
    }
}

/* Each word of a table is its own, and the table finds it. */
static void words_are_found(void)
{
    size_t t, i;
    for (t = 0; t < 3; t++)
        for (i = 0; i < tables[t]->count; i++) {
            const char *word = choice_at(tables[t], i)->word;
            CHECK_EQ(choice_find(tables[t], word, strlen(word)), (int64_t)i);
        }
}

/* A policy, order or placement that nobody wrote down a second time is not tested. */
static void every_row_is_defined(void)
{
    static const char *const what[] = {"policy", "order", "placement"};
    char text[300] = "no definition in prop_batch.c:";
    size_t t, i, used = strlen(text);
    const size_t none = used;
    for (t = 0; t < 3; t++)
        for (i = 0; i < tables[t]->count && used < sizeof text; i++)
            if (!is_defined(t, i))
                used += (size_t)snprintf(text + used, sizeof text - used, " %s %s",
                                         what[t], choice_at(tables[t], i)->word);
    if (used > none) SKIP(text);
}

static void nothing_to_do(void)
{
    static random_case w;
    static schedule s;
    size_t c;
    for (c = 0; c < combinations(); c++) {
        const struct batch_rules rules = combination_of(c).rules;
        memset(&w, 0, sizeof w);
        w.servers = 1;
        run_batch(&w, rules, &s);
        random_workload(&w, 20, 0);
        w.servers = 0;
        run_batch(&w, rules, &s);
    }
}

/* A job moves past what another has left. */
static void gaps_between_others(void)
{
    /* At 10 the first job ends, and the seventh moves there from 100. So [100, 150) is
     * free, but for the reservation from 120 to 125; the eighth moves behind that, from
     * 200, before the last one comes. Less is free before 100 and after 150 than was free
     * at 120. */
    static const struct job parted[] = {
        J(0, 2, 10, 60),    J(0, 2, 60, 60),      J(0, 1, 12, 12), R(0, 60, 4, 40, 40),
        R(0, 120, 2, 5, 5), R(0, 150, 4, 50, 50), J(0, 2, 50, 50), J(0, 4, 25, 25),
        J(0, 1, 1, 1),      J(10, 4, 25, 25)};
    static random_case w;
    static schedule got;
    struct batch_rules rules;
    memcpy(w.jobs, parted, sizeof parted);
    w.n = sizeof parted / sizeof *parted;
    w.servers = 5;
    memset(&rules, 0, sizeof rules);
    rules.kind = BATCH_CONSERVATIVE;
    rules.compress = BATCH_COMPRESS_ARRIVAL;
    run_batch(&w, rules, &got);
    CHECK_EQ(got.start[6], 10);
    CHECK_EQ(got.start[7], 125);
    CHECK_EQ(got.start[9], 200);
}

/* What came free against a list of seconds: all of it, and only that unless gaps are
 * joined. A job that outruns its estimate ends after its planned end: it frees
 * nothing. */
static void gaps_of_seconds(void)
{
    enum { SHOWN = 90 };
    const long rounds = test_scaled(300);
    long r;
    for (r = 0; r < rounds; r++) {
        struct replan_gaps g = {0};
        int is[SHOWN] = {0};
        int64_t t;
        size_t k, n, times = (size_t)test_below(2 * REPLAN_GAPS);
        for (n = times; n > 0; n--) {
            const int64_t lo = (int64_t)test_below(SHOWN), hi = lo + test_between(-2, 4);
            replan_free(&g, lo, hi);
            for (t = lo; t < hi && t < SHOWN; t++) is[t] = 1;
            CHECK(g.count <= REPLAN_GAPS);
        }
        for (t = 0; t < SHOWN; t++)
            CHECK(times > REPLAN_GAPS ? replan_is_free(&g, t) >= is[t]
                                      : replan_is_free(&g, t) == is[t]);
        for (k = 0; k < g.count; k++) {
            CHECK(g.at[k].from < g.at[k].to);
            CHECK(k == 0 || g.at[k - 1].to < g.at[k].from);
        }
    }
}

/* ---- several machines, and machines that fail -------------------------------------- */

typedef struct machine {
    struct batch_run b;
    struct sharing sharing;
    struct batch_rules rules;
    struct job_outcome outcomes[JOBS];
    struct grants grants;
    signed char
        told[JOBS]; /* of each job: -1 nothing, 0 that it started, 1 that it ended */
} machine;

static void tell(void *context, uint32_t job, int ended)
{
    machine *m = (machine *)context;
    CHECK_EQ(m->told[job], ended - 1);
    m->told[job] = (signed char)ended;
}

/* With outcomes and grants of its own, or those of another. */
static void machine_begin(machine *m, const random_case *w, struct batch_rules rules,
                          machine *with)
{
    memset(m, 0, sizeof *m);
    memset(m->told, -1, sizeof m->told);
    m->rules = rules;
    m->sharing = sharing_of(&w->shared);
    if (w->shared.nodes) m->rules.sharing = &m->sharing;
    m->b.jobs = w->jobs;
    m->b.count = w->n;
    m->b.servers = w->servers;
    m->b.rules = &m->rules;
    m->b.outcomes = with ? with->outcomes : m->outcomes;
    m->b.grants = with ? &with->grants : &m->grants;
    m->b.notify = tell;
    m->b.context = m;
    if (!with) grants_begin(&m->grants, w->n);
    batch_begin(&m->b);
}

static void machine_end(machine *m)
{
    batch_free(&m->b);
    grants_free(&m->grants);
}

/* One instant, at which these jobs arrive. */
static void machine_step(machine *m, int64_t now, const uint32_t *jobs, size_t n)
{
    const int per_event = m->rules.ties == BATCH_TIES_PER_EVENT;
    size_t i;
    CHECK(batch_due(&m->b) >= now);
    batch_clock(&m->b, now);
    if (!per_event) batch_ends(&m->b);
    for (i = 0; i < n; i++)
        if (m->b.jobs[jobs[i]].servers <= m->b.servers)
            batch_arrive(&m->b, jobs[i]);
    if (per_event) batch_ends(&m->b);
    batch_starts(&m->b);
    CHECK(batch_due(&m->b) > now);
}

/* The next instant at which something happens: on one of n machines, or as job `next`
 * arrives. */
static int64_t next_instant(const machine *m, size_t n, const random_case *w, size_t next)
{
    int64_t now = next < w->n ? w->jobs[next].submit : JOB_NEVER;
    size_t i;
    for (i = 0; i < n; i++)
        if (batch_due(&m[i].b) < now) now = batch_due(&m[i].b);
    return now;
}

#define MACHINES 3

/* Several share jobs, outcomes and grants, job j on machine j % 3: each has the schedule
 * that it has alone. */
static void machines_side_by_side(void)
{
    static random_case w, alone;
    static machine m[MACHINES];
    static schedule s;
    const long rounds = test_scaled(600);
    long r;
    for (r = 0; r < rounds; r++) {
        size_t i, j, k, next = 0;
        int64_t now;
        random_workload(&w, 100, 1);
        if (r % 2) random_sharing(&w);
        for (i = 0; i < MACHINES; i++)
            machine_begin(&m[i], &w, random_combination().rules, i ? &m[0] : NULL);
        while ((now = next_instant(m, MACHINES, &w, next)) != JOB_NEVER) {
            uint32_t jobs[MACHINES][JOBS];
            size_t n[MACHINES] = {0};
            for (; next < w.n && w.jobs[next].submit == now; next++)
                jobs[next % MACHINES][n[next % MACHINES]++] = (uint32_t)next;
            for (i = 0; i < MACHINES; i++) machine_step(&m[i], now, jobs[i], n[i]);
        }
        for (i = 0; i < MACHINES; i++) {
            alone = w;
            for (j = k = 0; j < w.n; j++)
                if (j % MACHINES == i) alone.jobs[k++] = w.jobs[j];
            alone.n = k;
            run_batch(&alone, m[i].b.rules[0], &s);
            for (j = i, k = 0; j < w.n; j += MACHINES, k++) {
                unsigned char has[SERVERS] = {0};
                if (s.fate[k] != JOB_RAN) continue;
                CHECK_EQ(m[i].told[j], 1);
                CHECK_EQ(m[0].outcomes[j].start, s.start[k]);
                CHECK_EQ(job_end(&w.jobs[j], &m[0].outcomes[j]), s.end[k]);
                CHECK(servers_of(&m[0].grants, j, &w.jobs[j], w.servers, has));
                CHECK(memcmp(has, s.has[k], SERVERS) == 0);
            }
        }
        for (i = 0; i < MACHINES; i++) machine_end(&m[i]);
    }
}

/* ---- large jobs -------------------------------------------------------------------- */

#define FEW 5 /* nodes */

/* One process after the other, each to the node that is used least with it. No if there
 * is none within the limit. */
static int consume_slowly(const struct sharing_loads *l, const uint32_t *room,
                          const struct sharing_share *share, uint32_t n, uint64_t limit,
                          uint32_t *taken)
{
    for (memset(taken, 0, FEW * sizeof *taken); n > 0; n--) {
        uint64_t least = UINT64_MAX;
        uint32_t i, best = FEW;
        for (i = 0; i < FEW; i++) {
            uint64_t load = 0;
            int r;
            for (r = 0; r < SHARING_SHARED; r++) {
                const uint64_t with = l->of[i].of[r] + share->of[r] * (taken[i] + 1u);
                if (share->of[r] && with > load) load = with;
            }
            if (taken[i] == room[i] || load >= least) continue;
            least = load;
            best = i;
        }
        if (best == FEW || least > limit) return 0;
        taken[best]++;
    }
    return 1;
}

/* Many processes on few nodes, as one after the other; and 2^31 of them at once. */
static void less_consume_of_many(void)
{
    const processors_choose choose = processors_row(PROCESSORS_LESS_CONSUME)->choose;
    const long rounds = test_scaled(4000);
    struct sharing_loads l = {0};
    coa_set from = {0}, chosen = {0};
    struct processors_question q = {.found = &from, .loads = &l};
    long k;
    int r;
    sharing_loads_begin(&l, FEW * 1000, FEW);
    for (k = 0; k < rounds; k++) {
        uint32_t room[FEW], taken[FEW], i, n = 0;
        memset(&q.share, 0, sizeof q.share);
        q.limit = test_below(2) ? UINT64_MAX : (uint64_t)test_between(0, 9000);
        q.share.of[test_below(SHARING_SHARED)] = 1;
        for (r = 0; r < SHARING_SHARED; r++)
            if (test_below(2)) q.share.of[r] += (uint64_t)test_between(1, 20);
        from.count = chosen.count = 0;
        for (i = 0; i < FEW; n += room[i++]) {
            room[i] = (uint32_t)test_between(1, 1000);
            CHECK_EQ(coa_set_add(&from, i * 1000, room[i]), COA_OK);
            for (r = 0; r < SHARING_SHARED; r++)
                l.of[i].of[r] = (uint64_t)test_between(0, 5000);
        }
        q.want = (uint32_t)test_between(1, test_below(2) ? 20 : n + 1);
        CHECK_EQ(choose(&q, &chosen),
                 consume_slowly(&l, room, &q.share, q.want, q.limit, taken));
        for (i = 0; i < FEW && coa_set_count(&chosen) == q.want; i++)
            for (r = 0; r < 1000; r++)
                CHECK_EQ(coa_set_has(&chosen, i * 1000 + (uint32_t)r),
                         (uint32_t)r < taken[i]);
    }
    free(l.of);
    sharing_loads_begin(&l, COA_MAX_SERVERS, 3);
    from.count = chosen.count = 0;
    CHECK_EQ(coa_set_add(&from, 0, COA_MAX_SERVERS), COA_OK);
    q.want = COA_MAX_SERVERS;
    q.share.of[0] = 4000000000u;
    q.limit = UINT64_MAX;
    CHECK_EQ(choose(&q, &chosen), 1);
    CHECK_EQ(coa_set_count(&chosen), COA_MAX_SERVERS);
    free(l.of);
    coa_set_free(&from);
    coa_set_free(&chosen);
}

TEST_MAIN(TEST(by_hand), TEST(shared_by_hand), TEST(random_against_oracle), TEST(sane),
          TEST(promises_are_kept), TEST(any_unit_any_epoch), TEST(orders_are_orders),
          TEST(words_are_found), TEST(every_row_is_defined), TEST(nothing_to_do),
          TEST(gaps_between_others), TEST(gaps_of_seconds), TEST(machines_side_by_side),
          TEST(less_consume_of_many))
