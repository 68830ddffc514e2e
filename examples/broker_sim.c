/* broker_sim - a broker above the local schedulers of many clusters, as paper 2, section
 * V: I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling.
 *
 * Jobs with requirements go to a broker, which chooses the next job and its cluster,
 * where a local scheduler goes on. The set-ups of the paper, over the reduction factor of
 * JR-backfilling:
 *
 *     broker_sim --setup FCFS,RANK,SLOW --jr-factor 0,0.1,1
 *
 * The grid is in sim/workload/grid.h, the jobs in workload.h, the broker in
 * sim/grid/broker.h, its policies in broker_policy.h; here are options, measures and
 * output.
 */
#include "base/hash.h"
#include "base/text.h"
#include "machine/orders.h"
#include "machine/policy.h"
#include "machine/processors.h"
#include "grid/broker.h"
#include "grid/broker_local.h"
#include "grid/broker_policy.h"
#include "grid/broker_tell.h"
#include "kit/base.h"
#include "kit/output.h"
#include "kit/sim.h"
#include "workload/grid_file.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { REQUIRE_AUTO, REQUIRE_LOG, REQUIRE_GENERATE, REQUIRE_NONE, NOT_AT_SEVERAL = -1 };

struct settings {
    const char *log, *grid;
    struct shape shape;
    int64_t print_grid, setup, factor, formula, no_head, ties, deadline, delay;
    int64_t local[BROKER_LOCAL_COUNT];
    int64_t requirements, constrained, usages, jobs, coallocate;
};

/* ---- options ----------------------------------------------------------------------- */

#define WORDS(name, ...) static const struct option_word name[] = {__VA_ARGS__, {0}};

WORDS(formulas, {.word = "weight", .about = "rank * (1 + f * position), from 1"},
      {.word = "listing", .about = "rank * place, as listing 3 implies"})
WORDS(heads, {.word = "on", .about = "if a cluster suits it, see listing 3"},
      {.word = "off", .about = "weigh it like all others, see figures 3, 4"})
WORDS(ties, {.word = "most"}, {.word = "least"}, {.word = "first"})
WORDS(requirements, {.word = "auto", .about = "the log's if any, else drawn"},
      {.word = "log"}, {.word = "generate", .about = "drawn as in section IV-B"},
      {.word = "none"})
WORDS(off, {.word = "off"})

/* From the tables of grid/ and machine/: main fills them. */
static struct broker_setup all_setups[BROKER_SETUPS];
static struct option_word setups[BROKER_SETUPS + 1];
static char setup_help[2 * CHOICE_TEXT];
static struct option_word locals[OPTION_WORDS], selections[OPTION_WORDS];
static struct option_word orders[OPTION_WORDS], backfills[OPTION_WORDS + 1];

#define AT(kind, member) OPTION(kind, struct settings, member)
#define MILLION (1000000 * (int64_t)OPTION_ONE)

static const struct option options[] = {
    {"LOG", AT(OPTION_FILE, log), .of = OF_WORLD, .operand = 1,
     .help = "jobs in the Standard or the Grid Workload Format; .gz is unpacked; -:"
             " standard input; no LOG: the built-in model of Lublin and Feitelson"},
    {"setup", AT(OPTION_WORD, setup), .of = OF_RUN, .meta = "LIST", .words = setups,
     .value = "FCFS,RANK,SLOW", .spans = OPTION_VARIANTS, .help = setup_help},
    {"jr-factor", AT(OPTION_DECIMAL, factor), .of = OF_RUN, .hi = MILLION, .value = "0.1",
     .help = "jr: the reduction factor f, which counters starvation"},
    {"jr-formula", AT(OPTION_WORD, formula), .of = OF_RUN, .words = formulas,
     .value = "weight", .help = "jr: the weight of a job"},
    {"jr-head", AT(OPTION_WORD, no_head), .of = OF_RUN, .words = heads, .value = "on",
     .help = "jr: start with the first job"},
    {"ties", AT(OPTION_WORD, ties), .of = OF_RUN, .words = ties, .value = "most",
     .help = "which of equally good clusters is chosen, by its free CPUs"},
    {"deadline-factor", AT(OPTION_DECIMAL, deadline), .of = OF_RUN, .lo = OPTION_ONE,
     .hi = MILLION, .value = "5",
     .help = "deadlines of edf and realtime: X times the estimate after submission"},
    {"information-delay", AT(OPTION_TIME, delay), .of = OF_RUN, .hi = JOB_TIME_MAX,
     .help = "age of what the broker knows about clusters"},
    {"grid", AT(OPTION_FILE, grid), .of = OF_WORLD, .meta = "NAME", .value = "dom_big",
     .help = "dom_small, dom_medium, dom_big (the paper's), or a file of clusters"
             " (examples/sim/workload/grid_file.h)"},
    {"print-grid", AT(OPTION_FLAG, print_grid), .of = OF_WORLD,
     .help = "only print the grid as a grid file"},
    {"local", AT(OPTION_WORD, local[BROKER_LOCAL_KIND]), .of = OF_RUN, .meta = "WORD",
     .words = locals, .value = "fcfs",
     .help = "local scheduler of clusters that have none in the grid file (local=WORD;"
             " easy:K and rua:K have K reservations)"},
    {"processors", AT(OPTION_WORD, local[BROKER_LOCAL_SELECT]), .of = OF_RUN,
     .meta = "WORD", .words = selections, .value = "first-fit",
     .help = "processors jobs get on a cluster (select=WORD)"},
    {"queue-order", AT(OPTION_WORD, local[BROKER_LOCAL_QUEUE]), .of = OF_RUN,
     .meta = "WORD", .words = orders, .value = "fcfs",
     .help = "queue order (queue=WORD)"},
    {"backfill-order", AT(OPTION_WORD, local[BROKER_LOCAL_BACKFILL]), .of = OF_RUN,
     .meta = "WORD", .words = backfills, .value = "queue",
     .help = "which jobs are tried first for backfilling (backfill=WORD)"},
    {"requirements", AT(OPTION_WORD, requirements), .of = OF_WORLD, .words = requirements,
     .value = "auto", .spans = OPTION_POINTS,
     .help = "requirements of jobs besides CPUs and time"},
    {"constrained", AT(OPTION_WHOLE, constrained), .of = OF_WORLD, .meta = "PERCENT",
     .hi = 100, .value = "100",
     .help = "the share of jobs that get drawn requirements; others ask for CPUs only"},
    {"usages", AT(OPTION_FLAG, usages), .of = OF_WORLD,
     .help = "also draw each job's use of memory bandwidth, ethernet and network, so that"
             " jobs on one node slow each other down"},
    {"coallocate", AT(OPTION_WHOLE, coallocate), .of = OF_WORLD, .meta = "PERCENT|off",
     .words = off, .hi = 1000, .value = "off",
     .help = "a job larger than any suitable cluster runs on several, taking PERCENT"
             " longer"},
    {"jobs", AT(OPTION_WHOLE, jobs), .of = OF_WORLD, .lo = 1, .hi = 10000000,
     .said = "all of a log; of the built-in workload 13000", .help = "the first N jobs"},
    SHAPE_OPTIONS_OF(struct settings, shape,
                     "512, or the largest cluster if that has fewer; with --coallocate"
                     " all CPUs of the grid")};

static const struct broker_setup *setup_of(const struct settings *s)
{
    return &all_setups[s->setup];
}

static int any_random; /* a set-up that is asked for draws clusters */

static void print_grid(const char *name)
{
    struct grid g;
    grid_file_load(&g, name);
    FILE *to = output_open("-", NULL);
    grid_file_print(&g, to);
    output_close(to);
    exit(0);
}

static void check(const void *settings)
{
    const struct settings *s = settings;
    if (s->print_grid) print_grid(s->grid);
    any_random |= strstr(setup_of(s)->name, "random") != NULL;
    if (!s->log && s->requirements == REQUIRE_LOG)
        fail_usage("--requirements log needs a log");
}

static int drawn(const void *settings)
{
    const struct settings *s = settings;
    const int asks =
        s->requirements == REQUIRE_AUTO ||
        (s->requirements == REQUIRE_GENERATE && (s->constrained || s->usages));
    return !s->log || asks || any_random;
}

/* ---- measures ---------------------------------------------------------------------- */

enum {
    NUMBER = ITEM_OWN, /* in the log                                                  */
    ESTIMATE,
    DISPATCHED, /* when it was last sent to a cluster                                 */
    WAIT,       /* from submission to the start of the execution that finished        */
    RESPONSE,
    SLOWDOWN, /* at least 1: RESPONSE / run time, or 60 s if that is less             */
    STRETCH,  /* how long it ran / its run time: above 1 where jobs share nodes       */
    CLUSTER   /* its first, if there are not too many for a table                     */
};

static const struct column columns[] = {
    {"number", 0},   {"estimate", 0}, {"dispatched", 0}, {"wait", 0},
    {"response", 0}, {"slowdown", 0}, {"stretch", 0},    {"cluster", COLUMN_OPTIONAL}};

#define FATE_NAME(name, text) #name,
static const char *const fates[] = {NULL, BROKER_FATES(FATE_NAME)};

#define FATE(name) .fates = 1u << BROKER_FATE_##name
#define COUNTED(name) .stat = STAT_COUNT, FATE(name)
#define FINISHED(statistic, column) .stat = (statistic), .of = (column)

static const struct measure measures[] = {
    {"jobs", "jobs", UNIT_COUNT, .stat = STAT_COUNT},
    {"finished", "  finished", UNIT_COUNT, COUNTED(finished)},
    {"missed_deadline", "    ended after its deadline", UNIT_COUNT, GIVEN},
    {"no_cluster", "    no cluster can ever run it", UNIT_COUNT, COUNTED(no_cluster)},
    {"deadline", "    no cluster could meet its deadline", UNIT_COUNT, COUNTED(deadline)},
    {"stuck", "    left waiting for ever", UNIT_COUNT, COUNTED(stuck)},
    {"execution_time", "workload execution time", UNIT_HOURS, GIVEN, .swept = 1},
    {"arrivals", "  until the last submission", UNIT_HOURS, GIVEN},
    {"wait_mean", "wait of finished jobs, mean", UNIT_HOURS, FINISHED(STAT_MEAN, WAIT),
     .classes = 1, .swept = 1},
    {"wait_p95", "  95th percentile", UNIT_HOURS, FINISHED(STAT_P95, WAIT), .swept = 1},
    {"wait_max", "  longest", UNIT_HOURS, FINISHED(STAT_MOST, WAIT), .swept = 1},
    {"bsld_mean", "bounded slowdown (60 s), mean", UNIT_NUMBER,
     FINISHED(STAT_MEAN, SLOWDOWN), .along = {"cluster"}, .swept = 1},
    {"bsld_p95", "  95th percentile", UNIT_NUMBER, FINISHED(STAT_P95, SLOWDOWN)},
    {"bsld_apart", "  mean error of cluster means", UNIT_PERCENT, GIVEN},
    {"response_mean", "response of finished jobs, mean", UNIT_HOURS,
     FINISHED(STAT_MEAN, RESPONSE)},
    {"stretch_mean", "run time / run time alone", UNIT_NUMBER,
     FINISHED(STAT_MEAN, STRETCH)},
    {"cpu_utilisation", "CPUs in use", UNIT_PERCENT, GIVEN, .classes = 1},
    {"cpu_clusters", "  mean over clusters", UNIT_PERCENT, GIVEN},
    {"node_utilisation", "nodes in use", UNIT_PERCENT, GIVEN, .classes = 1},
    {"node_clusters", "  mean over clusters", UNIT_PERCENT, GIVEN},
    {"overtaken", "jobs overtaken", UNIT_COUNT, GIVEN},
    {"overtaken_most", "  most times for one job", UNIT_COUNT, GIVEN, .swept = 1},
    {"dispatches", "dispatches to clusters", UNIT_COUNT, GIVEN},
    {"executions", "executions", UNIT_COUNT, GIVEN},
    {"passes", "broker passes", UNIT_COUNT, GIVEN},
    {"wall_seconds", "time this run took", UNIT_SECONDS, GIVEN, .timed = 1}};

#define HOUR 3600.0

static const struct axis axes[] = {
    {"cluster", "cluster", CLUSTER, AXIS_NAMES, .hidden = 0},
    {"servers", "CPUs", ITEM_SIZE, AXIS_POWERS, .hidden = 0},
    {"wait", "waiting time", WAIT, AXIS_EDGES, UNIT_SECONDS, .hidden = 1, .count = 10,
     .edges = {0, 1, 60, 600, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 72 * HOUR,
               168 * HOUR}}};

/* ---- the world --------------------------------------------------------------------- */

/* How jr weighs makes no difference to a set-up without it: such a run is made once for
 * all its values. The first thread that asks makes it, others wait for it. */
struct made {
    struct settings of; /* without what makes no difference */
    struct broker_result result;
    int done;
    pthread_mutex_t lock;
    struct made *next;
};

struct world {
    struct grid grid;
    struct shape shape; /* as it was applied */
    struct workload workload;
    struct demands demands;
    int64_t requirements; /* where they come from: REQUIRE_LOG, ...       */
    int usages;           /* jobs on one node may slow each other down */
    size_t demanding;     /* jobs that have requirements               */
    struct made **made;   /* runs of set-ups without JR, a list        */
};

/* All CPUs, or as many as a machine can have. */
static uint32_t machine_of(const struct grid *g)
{
    return g->cpus < (uint64_t)JOB_SERVERS_MAX ? (uint32_t)g->cpus : JOB_SERVERS_MAX;
}

/* How the jobs are changed: as the settings say, but cut to the largest cluster, or to
 * all of them if jobs may run at several; and built-in jobs, unless there are few, come
 * at a load at which it matters who schedules. */
static struct shape shape_of(const struct settings *s, const struct grid *g)
{
    enum { CPUS_MOST = 512, MANY = 100 };
    struct shape shape = s->shape;
    int64_t most = 1;
    for (size_t i = 0; i < g->count; i++)
        if (g->clusters[i].cpus > most) most = g->clusters[i].cpus;
    shape.jobs = s->log ? s->jobs : 0;
    if (!shape.max_cpus)
        shape.max_cpus = s->coallocate != NOT_AT_SEVERAL ? (int64_t)machine_of(g)
                         : most < CPUS_MOST              ? most
                                                         : CPUS_MOST;
    if (!shape.load && !s->log && (!s->jobs || s->jobs >= MANY))
        shape.load = 4 * (int64_t)OPTION_ONE / 10;
    return shape;
}

/* Reads the jobs, or makes them. Requirements are drawn in any case unless they are not
 * wanted: whether the log has some is known afterwards. */
static void read_jobs(struct world *w, const struct settings *s, int64_t seed)
{
    enum { BUILT_IN = 13000 };
    const struct requirements_rules rules = {
        .seed = (uint64_t)seed,
        .usages = s->usages != 0,
        .unconstrained = (uint32_t)(100 - s->constrained),
        .replace = s->requirements == REQUIRE_GENERATE};
    const uint32_t machine = machine_of(&w->grid);
    const uint32_t most =
        w->shape.max_cpus < machine ? (uint32_t)w->shape.max_cpus : machine;
    struct workload_reading how = {.overrun = WORKLOAD_OVERRUN_EXTEND, .grid = &w->grid};
    if (s->requirements != REQUIRE_NONE) how.demands = &w->demands;
    if (how.demands && s->requirements != REQUIRE_LOG) how.generate = &rules;
    if (s->log) {
        workload_load(&w->workload, s->log, machine, &how);
    } else {
        workload_lublin(&w->workload, rules.seed, most,
                        s->jobs ? (size_t)s->jobs : BUILT_IN);
        if (how.generate) workload_require(&w->workload, &how);
        w->workload.servers = machine;
    }
    workload_shape(&w->workload, &w->shape);
}

static int uses(const double *usage)
{
    for (int r = 0; usage && r < SHARING_SHARED; r++)
        if (usage[r] > 0) return 1;
    return 0;
}

/* Drops the drawn requirements if the log has its own, unless --requirements says
 * otherwise. */
static void settle_requirements(struct world *w, const struct settings *s)
{
    size_t i, own = 0;
    for (i = 0; i < w->demands.count; i++) {
        const struct demand *d = &w->demands.of[i];
        own += (d->count > 0 || uses(d->usage)) && !d->generated;
    }
    w->requirements = s->requirements != REQUIRE_AUTO ? s->requirements
                      : own && s->log                 ? REQUIRE_LOG
                                                      : REQUIRE_GENERATE;
    for (i = 0; i < w->demands.count; i++)
        if (w->demands.of[i].generated && w->requirements == REQUIRE_LOG)
            memset(&w->demands.of[i], 0, sizeof w->demands.of[i]);
    for (i = 0; i < w->workload.count; i++) {
        const struct demand *d = demands_of(&w->demands, &w->workload.jobs[i]);
        w->demanding += d && d->count;
        w->usages |= uses(demands_usage(&w->demands, &w->workload.jobs[i]));
    }
}

/* The words of --local and its like, which clusters without their own words have. */
static struct broker_local_words local_words(const struct settings *s)
{
    static const struct option_word *const words[] = {locals, selections, orders,
                                                      backfills};
    struct broker_local_words to;
    char text[OPTION_WIDE];
    for (size_t i = 0; i < BROKER_LOCAL_COUNT; i++) {
        const struct option o = {.kind = OPTION_WORD, .words = words[i]};
        to.of[i] = base_text("%s", option_text(&o, s->local[i], text));
    }
    return to;
}

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    const struct broker_local_words words = local_words(s);
    struct broker_local local;
    struct world *w = base_zeroed(1, sizeof *w);
    grid_file_load(&w->grid, s->grid);
    broker_local_make(&local, &words, &w->grid); /* are its words right? */
    broker_local_free(&local);
    w->made = base_zeroed(1, sizeof *w->made);
    w->shape = shape_of(s, &w->grid);
    read_jobs(w, s, seed);
    settle_requirements(w, s);
    return w;
}

static void drop(void *world)
{
    struct world *w = world;
    struct made *made, *next;
    for (made = *w->made; made; made = next) {
        next = made->next;
        broker_result_free(&made->result);
        free(made);
    }
    free(w->made);
    demands_free(&w->demands);
    workload_free(&w->workload);
    grid_free(&w->grid);
    free(w);
}

/* ---- the world --------------------------------------------------------------------- */

static void describe_jobs(FILE *to, const struct settings *s, const struct world *w)
{
    const struct workload *jobs = &w->workload;
    const int64_t span = jobs->jobs[jobs->count - 1].submit - jobs->jobs[0].submit;
    const int constrained = s->constrained < 100, usages = s->usages != 0;
    char count[TEXT_NUMBER];
    fputs("workload: ", to);
    error_print_sanitized(to, jobs->source);
    fprintf(to, ", %s job%s over %.1f days\n", text_count(jobs->count, count),
            text_s(jobs->count), (double)span / 86400);
    workload_report_print_shape(to, jobs, &w->shape, s->log ? s->jobs : 0);
    workload_report_print_left_out(to, jobs);
    if (w->requirements == REQUIRE_NONE)
        fputs("requirements: none but CPUs\n", to);
    else
        fprintf(to, "requirements: %s, for %s job%s\n",
                w->requirements == REQUIRE_LOG ? "the log's" : "generated",
                text_count(w->demanding, count), text_s(w->demanding));
    if (w->requirements != REQUIRE_GENERATE && (constrained || usages))
        fprintf(to, "no effect: %s%s%s, as no requirements are generated\n",
                constrained ? "--constrained" : "", constrained && usages ? " and " : "",
                usages ? "--usages" : "");
}

static void describe(FILE *to, const void *settings, const void *world)
{
    const struct settings *s = settings;
    const struct world *w = world;
    const struct broker_local_words words = local_words(s);
    const struct workload *jobs = &w->workload;
    char old[UNIT_TEXT], most[TEXT_NUMBER], count[TEXT_NUMBER];
    broker_tell_grid(to, &w->grid);
    describe_jobs(to, s, w);
    broker_local_print(to, &words, &w->grid);
    if (w->usages) fputs("nodes: shared; jobs on one node slow each other down\n", to);
    if (s->delay) fprintf(to, "information: %s old\n", unit_span((double)s->delay, old));
    if (s->coallocate != NOT_AT_SEVERAL)
        fprintf(to, "jobs too large for a cluster: on several, %d %% longer\n",
                (int)s->coallocate);
    broker_tell_lacks(to, &w->grid, &w->demands, jobs, s->coallocate != NOT_AT_SEVERAL);
    workload_report_warn(jobs);
    if (jobs->sizes_cut && !s->shape.max_cpus)
        fail_warn("warning: %s: jobs cut to %s CPUs: %s; --max-cpus sets another limit",
                  jobs->source, text_count((uint64_t)w->shape.max_cpus, most),
                  text_count(jobs->sizes_cut, count));
}

/* ---- a run ------------------------------------------------------------------------- */

/* The run that serves all values of what makes no difference, locked; NULL: no such. */
static struct made *take_made(const struct world *w, const struct settings *s)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct settings of;
    struct made *m;
    if (broker_policy_jobs(setup_of(s)->jobs)->ranks) return NULL;
    memcpy(&of, s, sizeof of); /* padding, too: it is compared as bytes */
    of.factor = of.formula = of.no_head = 0;
    pthread_mutex_lock(&lock);
    for (m = *w->made; m && memcmp(&m->of, &of, sizeof of) != 0;) m = m->next;
    if (!m) {
        m = base_zeroed(1, sizeof *m);
        memcpy(&m->of, &of, sizeof of);
        pthread_mutex_init(&m->lock, NULL);
        m->next = *w->made;
        *w->made = m;
    }
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&m->lock);
    return m;
}

static void put_item(double *to, const struct job *job, const struct broker_outcome *o,
                     const struct world *w)
{
    to[ITEM_SUBMIT] = (double)(job->submit - job->held);
    to[ITEM_READY] = (double)job->submit;
    to[ITEM_SIZE] = job->servers;
    to[ITEM_FATE] = o->fate;
    to[NUMBER] = (double)job->number;
    to[ESTIMATE] = (double)job->estimate;
    if (o->dispatched >= 0) to[DISPATCHED] = (double)o->dispatched;
    if (o->fate != BROKER_FATE_finished) return;
    to[ITEM_START] = (double)o->start;
    to[ITEM_END] = (double)o->end;
    to[ITEM_RESOURCE] = o->cluster;
    if (!w->usages && !o->parts) to[ITEM_LENGTH] = (double)job->run;
    to[WAIT] = (double)(o->start - job->submit);
    to[RESPONSE] = (double)(o->end - job->submit);
    to[SLOWDOWN] = broker_rules_slowdown(o->start - job->submit, o->end - o->start);
    to[STRETCH] = (double)(o->end - o->start) / (double)job->run;
    if (w->grid.count < ROW_PLACES) to[CLUSTER] = o->cluster;
}

/* Which CPUs jobs have: where a job is at several clusters; and for charts, --items. */
static void put_parts(struct run *to, const struct broker_result *r)
{
    for (size_t i = 0; i < r->execution_count; i++) {
        const struct broker_execution *x = &r->executions[i];
        if (!to->detailed && !r->jobs[x->job].parts) continue;
        for (uint32_t k = 0; k < x->run_count; k++)
            run_part(to, x->job, x->cluster, r->runs[x->first_run + k].first,
                     r->runs[x->first_run + k].count, (double)x->start, (double)x->end);
    }
}

/* Shares of the CPUs or nodes, of the grid and of each cluster, in use from the first
 * submission to the last end. */
static void give_use(struct run *to, const struct grid *g, const struct broker_use *use,
                     int nodes, double span)
{
    const char *of = nodes ? "node_utilisation" : "cpu_utilisation";
    double used = 0, all = 0, sum = 0;
    for (size_t c = 0; c < g->count; c++) {
        const double size = nodes ? g->clusters[c].nodes : g->clusters[c].cpus;
        const double seconds = nodes ? use[c].node_seconds : use[c].cpu_seconds;
        const double share = seconds / (size * span);
        used += seconds, all += size, sum += share / (double)g->count;
        if (g->count < ROW_PLACES) run_class(to, of, "cluster", (uint32_t)c, share, 1);
    }
    if (g->count < ROW_PLACES) run_class(to, of, "cluster", (uint32_t)g->count, sum, 1);
    run_give(to, of, used / (all * span));
    run_give(to, nodes ? "node_clusters" : "cpu_clusters", sum);
}

static void measure_run(struct run *to, const struct broker_task *task,
                        const struct broker_result *r)
{
    const int dated = broker_policy_jobs(task->rules->jobs)->dated;
    const int64_t first = task->jobs[0].submit;
    double dispatches = 0, missed = 0, overtaken, most;
    int64_t last = first;
    to->hash = HASH_START;
    for (size_t i = 0; i < r->count; i++) {
        const struct broker_outcome *o = &r->jobs[i];
        dispatches += o->dispatched >= 0;
        missed += dated && o->fate == BROKER_FATE_finished &&
                  o->end > broker_rules_deadline(task->rules, &task->jobs[i]);
        if (o->end > last) last = o->end;
        to->hash = hash_add(to->hash, (uint64_t)o->fate << 32 | o->cluster);
        to->hash = hash_add(to->hash, (uint64_t)o->start);
        to->hash = hash_add(to->hash, (uint64_t)o->end);
    }
    broker_overtaken(r, &overtaken, &most);
    run_give(to, "overtaken", overtaken);
    run_give(to, "overtaken_most", most);
    if (dated) run_give(to, "missed_deadline", missed);
    run_give(to, "arrivals", (double)(task->jobs[task->count - 1].submit - first));
    run_give(to, "dispatches", dispatches);
    run_give(to, "executions", (double)r->execution_count);
    run_give(to, "passes", (double)r->passes);
    if (to->timing) run_give(to, "wall_seconds", r->seconds);
    if (last == first) return;
    run_give(to, "execution_time", (double)(last - first));
    run_give(to, "bsld_apart", broker_rules_apart(task, r));
    give_use(to, task->grid, r->use, 0, (double)(last - first));
    give_use(to, task->grid, r->use, 1, (double)(last - first));
}

/* The clusters: their names; and for charts what they have, which broker_check counts CPU
 * by CPU. */
static void give_clusters(struct run *to, const struct world *w)
{
    size_t c;
    for (c = 0; c < w->grid.count; c++) {
        const struct grid_cluster *k = &w->grid.clusters[c];
        if (to->detailed)
            run_capacity(to, (double)w->workload.jobs[0].submit, k->cpus, (uint32_t)c);
        run_resource(to, (uint32_t)c, base_text("%s", k->name));
        if (w->grid.count < ROW_PLACES) run_name(to, "cluster", (uint32_t)c, k->name);
    }
    if (c < ROW_PLACES) run_name(to, "cluster", (uint32_t)c, "mean");
}

static void run(const void *settings, const void *world, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct world *w = world;
    const struct broker_local_words words = local_words(s);
    struct broker_local local;
    struct broker_rules rules = {.jobs = setup_of(s)->jobs,
                                 .resources = setup_of(s)->resources,
                                 .jr_factor = s->factor,
                                 .jr_listing = s->formula != 0,
                                 .jr_no_head = s->no_head != 0,
                                 .ties = (int)s->ties,
                                 .deadline_factor = s->deadline,
                                 .delay = s->delay,
                                 .seed = (uint64_t)seed,
                                 .at_several = s->coallocate != NOT_AT_SEVERAL};
    const struct broker_task task = {&w->grid, &w->demands, w->workload.jobs,
                                     w->workload.count, &rules};
    struct made *made = take_made(w, s);
    struct broker_result own = {.count = 0}, *r = made ? &made->result : &own;
    const char *wrong = NULL;
    if (rules.at_several) rules.coallocate = (uint32_t)s->coallocate;
    broker_local_make(&local, &words, &w->grid);
    if (w->usages) broker_local_share_all(&local, &w->grid, &w->demands);
    rules.local = local.rules;
    if (!made || !made->done) broker_simulate(&task, r), wrong = broker_check(&task, r);
    if (wrong) fail("%s", wrong);
    if (made) made->done = 1, pthread_mutex_unlock(&made->lock);
    run_items(to, task.count);
    give_clusters(to, w);
    for (size_t i = 0; i < r->count; i++)
        put_item(run_item(to, i), &task.jobs[i], &r->jobs[i], w);
    put_parts(to, r);
    measure_run(to, &task, r);
    broker_result_free(&own);
    broker_local_free(&local);
}

static const struct simulator broker = {
    .name = "broker_sim",
    .about = "Schedules jobs with requirements on a grid of clusters: a broker picks the"
             " next job and its cluster; a local scheduler takes over. Every run is"
             " checked: no CPU used twice, no requirement broken, no job lost. The"
             " defaults follow Rodero, Guim and Corbalan, Performance-driven Coordinated"
             " Grid Scheduling, section V.",
    .item = "job",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"wait_mean", "mean"},
                          {"wait_p95", "p95"},
                          {"wait_max", "longest"}},
              .what = "wait",
              .mean = "mean wait",
              .tail = "wait",
              .question = "How many jobs wait how long?",
              .axes = {"servers", "cluster"},
              .less = "shorter",
              .more = "longer"},
    .weeks = 1,
    .check = check,
    .drawn = drawn,
    .world = world,
    .run = run,
    .drop = drop,
    .describe = describe};

int main(int argc, char **argv)
{
    const size_t count = broker_policy_setups(all_setups);
    size_t i, n = 0;
    snprintf(setup_help, sizeof setup_help,
             "brokers: JOBS+RESOURCES, or `all` of these. JOBS: %s. RESOURCES: %s. LIST",
             choice_help(&broker_policy_jobs_table, NULL),
             choice_help(&broker_policy_resources_table, NULL));
    for (i = 0; i < count; i++) {
        setups[i].word = all_setups[i].name;
        setups[i].about = all_setups[i].about;
    }
    for (i = 0; i < policy_table.count; i++) {
        const struct policy_row *row = policy_row(i);
        const struct option_word word = {row->choice.word, row->choice.about,
                                         row->reserves};
        if (row->machine) locals[n++] = word;
    }
    option_choices(&processors_table, selections);
    option_choices(&orders_table, orders);
    backfills[0] = (struct option_word){.word = "queue", .about = "the queue's order"};
    option_choices(&orders_table, backfills + 1);
    return sim_main(&broker, argc, argv);
}
