/* coalloc_sim - schedule a job log in every way, as C. Castillo, G. N. Rouskas and
 * K. Harfoush (HPDC 2009, section 5) and beyond. The policies are in sim/online and
 * sim/machine; here are options and measures. */
#include "base/clock.h"
#include "base/text.h"
#include "machine/machine.h"
#include "machine/orders.h"
#include "machine/policy.h"
#include "machine/processors.h"
#include "kit/base.h"
#include "kit/experiment.h"
#include "kit/sim.h"
#include "online/ask.h"
#include "online/cost.h"
#include "online/counted.h"
#include "online/describe.h"
#include "online/drain.h"
#include "online/online.h"
#include "online/policy_program.h"
#include "online/schedule.h"
#include "workload/reservations.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS_REQUESTED, LENGTHS_ACTUAL, LENGTHS_TSAFRIR, LENGTHS_PAPER };

struct settings {
    const char *log, *node_capacity, *policy_program, *trace_out, *reservations;
    struct drain_question drain;
    struct counted_question counted;
    struct shape shape;
    int64_t policy, servers, jobs, lengths, limit, size, overrun, feedback, ar, ar_window,
        late;
    struct online_asked online;
    int64_t binding, ties, order, backfill, compress, selection, shared_nodes;
};

static enum policy_kind policy_of(const struct settings *s)
{
    return (enum policy_kind)(s->policy % OPTION_K);
}

/* ---- options ----------------------------------------------------------------------- */

/* From the tables of machine/: main fills them. */
static struct option_word policies[OPTION_WORDS], orders[OPTION_WORDS];
static struct option_word selections[OPTION_WORDS], backfills[OPTION_WORDS + 1];

#define AT(kind, member) OPTION(kind, struct settings, member)

enum { /* which policies look at an option */
       ONLINE = 1 << POLICY_ONLINE,
       BATCH = INT_MAX & ~(ONLINE | 1 << POLICY_TRACE | 1 << POLICY_PROGRAM)
};

static const struct option options[] = {
    {"LOG", AT(OPTION_FILE, log), .of = OF_WORLD, .operand = 1,
     .help = "a job log in the Standard Workload Format; .gz is unpacked; -: standard"
             " input; no LOG: the built-in model of Lublin and Feitelson"},
    {"policy", AT(OPTION_WORD, policy), .of = OF_RUN, .meta = "LIST", .words = policies,
     .spans = OPTION_VARIANTS, .value = "easy,conservative",
     .said = "easy,conservative; and trace if the log has waits",
     .help = "the policies to compare"},
    {"policy-program", AT(OPTION_TEXT, policy_program), .of = OF_RUN, .meta = "COMMAND",
     .used_by = 1u << POLICY_PROGRAM,
     .help = "the policy `program`: a shell command that reads one event per line and"
             " writes which jobs to start; see examples/policies/README.md"},
    {"index", AT(OPTION_WORD, online.index), .of = OF_RUN, .words = online_indexes,
     .value = "map", .used_by = ONLINE,
     .help = "online: how the calendar finds free servers"},
    {"place", AT(OPTION_WORD, online.place), .of = OF_RUN, .meta = "RULE",
     .words = online_places, .value = "default", .said = "by index", .used_by = ONLINE,
     .help = "online: which servers a job gets"},
    {"servers", AT(OPTION_WHOLE, servers), .of = OF_WORLD, .lo = 1, .hi = COA_MAX_SERVERS,
     .said = "the log's MaxProcs or MaxNodes, else its peak use; 128 without a log",
     .log = 1, .help = "size of the machine"},
    {"slot", AT(OPTION_TIME, online.slot), .of = OF_RUN, .lo = 1, .hi = JOB_TIME_MAX,
     .value = "15m", .used_by = ONLINE,
     .help = "slot length, for the range tree (short is slow) and --retries half"},
    {"horizon", AT(OPTION_TIME, online.horizon), .of = OF_RUN, .hi = JOB_TIME_MAX,
     .words = online_paper, .value = "paper", .used_by = ONLINE,
     .help = "online: how far ahead to book; 0: no limit; paper: 42d with range-tree, or"
             " if --step, --retries or --lengths paper is given; else 0"},
    {"step", AT(OPTION_TIME, online.step), .of = OF_RUN, .hi = JOB_TIME_MAX,
     .words = online_paper, .value = "paper", .used_by = ONLINE,
     .help = "online: retry a refused start this much later; 0: find the earliest; paper:"
             " 15m if --horizon, --retries or --lengths paper is given, else 0"},
    {"retries", AT(OPTION_WHOLE, online.retries), .of = OF_RUN, .meta = "N|half|none",
     .hi = COA_NO_RETRY - 1, .words = online_retries, .value = "paper", .used_by = ONLINE,
     .help = "online: further attempts; 0: no limit but the horizon; none: the first"
             " start only; half or paper: half the horizon's slots (0 without a step or"
             " horizon)"},
    {"lengths", AT(OPTION_WORD, lengths), .of = OF_WORLD, .meta = "WHAT",
     .words = describe_known, .value = "requested", .spans = OPTION_POINTS,
     .help = "which run times the policies plan with"},
    {"limit", AT(OPTION_TIME, limit), .of = OF_WORLD, .lo = 1, .hi = JOB_TIME_MAX,
     .said = "a round time above 90 % of run times",
     .help = "--lengths tsafrir: longest time users may request (most request it); a"
             " job that ran longer requests its run time"},
    {"size", AT(OPTION_WORD, size), .of = OF_WORLD, .words = describe_sizes,
     .value = "requested", .spans = OPTION_POINTS,
     .help = "which field gives a job's size; if missing, the other"},
    {"overrun", AT(OPTION_WORD, overrun), .of = OF_WORLD, .words = describe_overruns,
     .value = "extend", .spans = OPTION_POINTS,
     .help = "a job that ran longer than requested"},
    {"binding", AT(OPTION_WORD, binding), .of = OF_RUN, .words = policy_bindings,
     .value = "count", .used_by = BATCH, .help = "batch: a job fits if"},
    {"ties", AT(OPTION_WORD, ties), .of = OF_RUN, .words = policy_ties,
     .value = "ends-first", .used_by = BATCH,
     .help = "batch: order of simultaneous events"},
    {"order", AT(OPTION_WORD, order), .of = OF_RUN, .meta = "ORDER", .words = orders,
     .value = "fcfs", .used_by = BATCH, .help = "batch: order of the queue"},
    {"backfill-order", AT(OPTION_WORD, backfill), .of = OF_RUN, .meta = "ORDER",
     .words = backfills, .value = "queue",
     .used_by = 1u << POLICY_EASY | 1u << POLICY_RUA,
     .help = "easy, rua: order in which jobs behind the reservations are tried"},
    {"processors", AT(OPTION_WORD, selection), .of = OF_RUN, .meta = "RULE",
     .words = selections, .value = "first-fit", .used_by = BATCH,
     .help = "batch: which free servers a job gets (all but first-fit imply --binding"
             " ids; rua always uses less-consume)"},
    {"compress", AT(OPTION_WORD, compress), .of = OF_RUN, .words = policy_compressions,
     .value = "arrival", .used_by = 1u << POLICY_CONSERVATIVE,
     .help = "conservative: which waiting jobs move up after an early end"},
    COUNTED_OPTIONS_OF(struct settings, counted),
    {"shared-nodes", AT(OPTION_WHOLE, shared_nodes), .of = OF_WORLD, .lo = 1,
     .hi = SHARING_NODES, .said = "nothing is shared", .used_by = BATCH,
     .help =
         "batch: the servers are processors of N nodes; jobs on a node share its"
         " --node-capacity and slow each other if it runs short (implies --binding ids)"},
    {"node-capacity", AT(OPTION_TEXT, node_capacity), .of = OF_RUN, .meta = "MEM,ETH,NET",
     .used_by = BATCH,
     .help = "memory bandwidth, ethernet and network of each node, in the unit of the"
             " log's usages; 0: no limit"},
    {"ar", AT(OPTION_DECIMAL, ar), .of = OF_WORLD, .meta = "RHO", .hi = OPTION_ONE,
     .value = "0",
     .help = "share of the jobs that are advance reservations: chosen at random, to start"
             " some time after submission; a larger share includes the reservations of a"
             " smaller one"},
    {"ar-window", AT(OPTION_TIME, ar_window), .of = OF_WORLD, .lo = 1, .hi = JOB_TIME_MAX,
     .value = "3h",
     .help = "start of a reservation: random, at most TIME after submission"},
    {"late", AT(OPTION_WORD, late), .of = OF_WORLD, .words = describe_late,
     .value = "wait", .spans = OPTION_POINTS,
     .help = "what happens to an advance reservation that cannot start on time"},
    {"reservations", AT(OPTION_FILE, reservations), .of = OF_WORLD, .meta = "FILE|log",
     .help = "reservations and downtimes, one per line: announced (or -), start, length,"
             " processors (a number, or a list for a downtime); log: those in the log's"
             " header. Each starts on time, or is refused when it is announced"},
    {"feedback", AT(OPTION_FLAG, feedback), .of = OF_WORLD,
     .help = "a job that names a preceding job and a think time (fields 17 and 18) is"
             " submitted when, in this schedule, that job has ended and the think time is"
             " over"},
    SHAPE_OPTIONS_OF(struct settings, shape, "no limit"),
    {"jobs", AT(OPTION_WHOLE, jobs), .of = OF_WORLD, .lo = 1, .hi = 10000000,
     .said = "all of a log; of the built-in workload 10000", .log = 1,
     .help = "the first N jobs"},
    DRAIN_OPTIONS_OF(struct settings, drain),
    {"trace-out", AT(OPTION_TEXT, trace_out), .of = OF_RUN, .meta = "FILE",
     .help = "write the schedule of the first run as a log with waiting times (without"
             " users, queues and the like); with several policies, one log each:"
             " FILE-easy.swf for FILE.swf"}};

static struct online_rules online_rules_of(const struct settings *s)
{
    return online_rules_asked(&s->online, s->lengths == LENGTHS_PAPER);
}

static unsigned named;          /* bit k: a policy of kind k is asked for */
static const char *not_counted; /* the option, of any policy; see uncounted */
static struct ask_policies asked;

/* The option that changes the log's jobs, or NULL. */
static const char *changed(const struct settings *s)
{
    return s->ar                               ? "ar"
           : s->reservations                   ? "reservations"
           : s->feedback                       ? "feedback"
           : s->shape.load                     ? "load"
           : s->shape.scale_size != OPTION_ONE ? "scale-size"
           : s->shape.scale_run != OPTION_ONE  ? "scale-run"
           : s->shape.max_cpus                 ? "max-cpus"
                                               : NULL;
}

static void check_trace(const struct settings *s)
{
    if (!s->log) fail_usage("--policy trace needs a log");
    if (s->drain.ask)
        fail_usage("--policy trace cannot be used with --ask: the job is not in the log");
    if (changed(s))
        fail_usage("--%s cannot be used with --policy trace: its waits"
                   " belong to the unchanged log",
                   changed(s));
}

/* The option that does not go with counted resources, or NULL. */
static const char *uncounted(const struct settings *s)
{
    return s->shared_nodes                     ? "shared-nodes"
           : s->reservations                   ? "reservations"
           : s->drain.nodes                    ? "drain"
           : s->shape.scale_size != OPTION_ONE ? "scale-size"
           : s->shape.max_cpus                 ? "max-cpus"
           : s->ties                           ? "ties per-event"
           : policy_of(s) == POLICY_ONLINE && online_rules_of(s).step > 0 ? "step"
           : s->counted.nodes && s->binding                               ? "binding ids"
           : s->counted.nodes && s->selection                             ? "processors"
           : s->counted.nodes && (s->online.place || s->online.index) ? "index or --place"
                                                                      : NULL;
}

static void check(const void *settings)
{
    const struct settings *s = settings;
    const struct online_rules rules = online_rules_of(s);
    double capacity[SHARING_SHARED];
    named |= 1u << policy_of(s);
    online_check(&rules);
    if (s->limit && s->lengths != LENGTHS_TSAFRIR)
        fail_usage("--limit is for --lengths tsafrir");
    if (s->drain.at && !s->drain.nodes && !s->drain.ask)
        fail_usage("--at needs --drain or --ask");
    if (s->drain.ask) {
        ask_add(&asked, s->policy,
                policy_of(s) == POLICY_ONLINE ||
                    (!s->order && (policy_of(s) == POLICY_FCFS ||
                                   policy_of(s) == POLICY_CONSERVATIVE)));
        ask_check(&s->drain,
                  changed(s) || s->shared_nodes ||
                      (s->log && s->lengths != LENGTHS_REQUESTED),
                  s->log);
    }
    if (!s->shared_nodes != !s->node_capacity)
        fail_usage("--shared-nodes and --node-capacity go together");
    if (s->shared_nodes) sharing_read(s->node_capacity, capacity);
    if (s->reservations && s->ar)
        fail_usage("--reservations cannot be used with --ar, which draws them at random");
    if (s->shared_nodes && (s->reservations || s->late))
        fail_usage("--%s cannot be used with --shared-nodes: slowed jobs may hit one",
                   s->reservations ? "reservations" : "late refuse");
    if (!s->log && (s->shared_nodes || s->feedback || s->size || s->counted.resources))
        fail_usage("--%s needs a log: built-in jobs lack the data",
                   s->shared_nodes ? "shared-nodes"
                   : s->feedback   ? "feedback"
                   : s->size       ? "size allocated"
                                   : "resources");
    counted_check(&s->counted);
    if (uncounted(s)) not_counted = uncounted(s);
    if (s->counted.fit && !s->counted.nodes) fail_usage("--fit needs --nodes");
    if (counted_asked(&s->counted) && uncounted(s))
        fail_usage("--%s cannot be used with --resources or --nodes", uncounted(s));
    if (policy_of(s) == POLICY_PROGRAM && !s->policy_program)
        fail_usage("--policy program needs --policy-program COMMAND");
    if (policy_of(s) == POLICY_TRACE) check_trace(s);
}

/* The log's own waits are compared, too, unless the jobs are changed. */
static void assume(struct options *o, const void *settings)
{
    const struct settings *s = settings;
    if (s->log && !changed(s) && !s->drain.nodes && !s->drain.ask &&
        log_has_waits(s->log))
        option_assume(o, "policy", "trace,easy,conservative");
}

static int drawn(const void *settings)
{
    const struct settings *s = settings;
    return !s->log || s->ar || s->lengths == LENGTHS_TSAFRIR;
}

/* ---- measures ---------------------------------------------------------------------- */

enum {
    NUMBER = ITEM_OWN, /* in the log           */
    BOOKED,            /* l_r: for so long     */
    RUN,               /* alone on its nodes   */
    WAIT,              /* from the ready time  */
    WAIT_SUBMIT,       /* from the submission  */
    TURNAROUND,
    PENALTY,  /* WAIT / BOOKED (section 5: P_r^l)                         */
    SLOWDOWN, /* at least 1: TURNAROUND / run time, or 10 s if that is less */
    ATTEMPTS, /* start times tried, the first included                    */
    LOST,     /* seconds it ran longer than alone on its nodes            */
    RESERVED, /* 1 if it is a reservation                                 */
    LONGER    /* WAIT less the wait without reservations                      */
};

static const struct column columns[] = {{"number", 0},
                                        {"booked", 0},
                                        {"run", 0},
                                        {"wait", 0},
                                        {"wait_submit", 0},
                                        {"turnaround", 0},
                                        {"penalty", 0},
                                        {"slowdown", 0},
                                        {"attempts", COLUMN_OPTIONAL},
                                        {"lost", COLUMN_OPTIONAL},
                                        {"reserved", COLUMN_OPTIONAL},
                                        {"longer", COLUMN_OPTIONAL}};

static const char *const fates[] = {NULL, "ran", "too large", "no room",
                                    "no wait in the log"};

#define FATE(name) (1u << JOB_##name)
#define COUNTED(which) .stat = STAT_COUNT, .fates = (which)
#define COMPARED(statistic, column) .stat = (statistic), .of = (column), .compared = 1

#define HOUR 3600.0

static const struct measure measures[] = {
    {"jobs", "jobs", UNIT_COUNT, .stat = STAT_COUNT},
    {"accepted", "  accepted", UNIT_COUNT, COUNTED(FATE(RAN))},
    {"rejected", "  rejected", UNIT_COUNT, COUNTED(FATE(TOO_LARGE) | FATE(REFUSED)),
     .swept = 1},
    {"rejected_too_large", "    larger than the machine", UNIT_COUNT,
     COUNTED(FATE(TOO_LARGE))},
    {"rejected_no_fit", "    no room in time", UNIT_COUNT, COUNTED(FATE(REFUSED))},
    {"unrecorded", "    no waiting time in the log", UNIT_COUNT,
     COUNTED(FATE(UNRECORDED))},
    {"compared", "  compared (ran under every policy)", UNIT_COUNT, COUNTED(FATE(RAN)),
     .compared = 1},
    {"linked", "    submitted a think time after another one ends", UNIT_COUNT, GIVEN},
    {"reservations", "reservations", UNIT_COUNT, GIVEN},
    {"reservations_on_time", "  on time", UNIT_COUNT, GIVEN},
    {"others_longer", "  all other jobs wait longer than without them", UNIT_HOURS,
     .stat = STAT_MEAN, .of = LONGER, .swept = 1},
    {"length_mean", "booked length, mean", UNIT_HOURS, .stat = STAT_MEAN, .of = BOOKED},
    {"delayed_fraction", "delayed", UNIT_PERCENT, COMPARED(STAT_ABOVE, WAIT)},
    {"wait_mean", "waiting time, mean", UNIT_HOURS, COMPARED(STAT_MEAN, WAIT),
     .classes = 1, .swept = 1},
    {"wait_p50", "  median", UNIT_HOURS, COMPARED(STAT_P50, WAIT)},
    {"wait_p95", "  95th percentile", UNIT_HOURS, COMPARED(STAT_P95, WAIT)},
    {"wait_p99", "  99th percentile", UNIT_HOURS, COMPARED(STAT_P99, WAIT)},
    {"wait_max", "  longest", UNIT_HOURS, COMPARED(STAT_MOST, WAIT)},
    {"wait_submit_mean", "  mean, from submission", UNIT_HOURS,
     COMPARED(STAT_MEAN, WAIT_SUBMIT), .swept = 1},
    {"wait_below_1_h", "  less than 1 hour", UNIT_PERCENT, COMPARED(STAT_BELOW, WAIT),
     .limit = HOUR},
    {"wait_below_2_h", "  less than 2 hours", UNIT_PERCENT, COMPARED(STAT_BELOW, WAIT),
     .limit = 2 * HOUR},
    {"wait_submit_below_2_h", "  also, from submission", UNIT_PERCENT,
     COMPARED(STAT_BELOW, WAIT_SUBMIT), .limit = 2 * HOUR},
    {"wait_submit_max", "  longest, from submission", UNIT_HOURS,
     COMPARED(STAT_MOST, WAIT_SUBMIT)},
    {"turnaround_mean", "turnaround, mean", UNIT_HOURS, COMPARED(STAT_MEAN, TURNAROUND)},
    {"temporal_penalty_mean", "temporal penalty (wait / requested), mean", UNIT_NUMBER,
     COMPARED(STAT_MEAN, PENALTY), .along = {"length", "kind"}},
    {"temporal_penalty_below_1", "  below 1", UNIT_PERCENT, COMPARED(STAT_BELOW, PENALTY),
     .limit = 1, .along = {"kind"}},
    {"bounded_slowdown_mean", "bounded slowdown (10 s), mean", UNIT_NUMBER,
     COMPARED(STAT_MEAN, SLOWDOWN), .swept = 1},
    {"lost_mean", "lost by sharing nodes, mean", UNIT_SECONDS, COMPARED(STAT_MEAN, LOST)},
    {"promises_broken", "promised starts that were not kept", UNIT_COUNT, GIVEN},
    {"utilisation", "utilisation", UNIT_PERCENT, GIVEN, .swept = 1},
    {"gpus_used", "GPUs in use, mean", UNIT_NUMBER, GIVEN},
    {"gpus_utilisation", "  utilisation", UNIT_PERCENT, GIVEN, .swept = 1},
    {"gpus_peak", "  peak", UNIT_COUNT, GIVEN},
    {"memory_used", "memory in use, mean, MB", UNIT_COUNT, GIVEN},
    {"memory_utilisation", "  utilisation", UNIT_PERCENT, GIVEN, .swept = 1},
    {"memory_peak", "  peak, MB", UNIT_COUNT, GIVEN},
    {"makespan", "makespan", UNIT_DAYS, GIVEN},
    {"attempts_mean", "attempts per request", UNIT_NUMBER, .stat = STAT_MEAN,
     .of = ATTEMPTS, .along = {"kind", "asked"}, .swept = 1},
    {"search_visits_mean", "tree nodes per request, search", UNIT_NUMBER, GIVEN,
     .swept = 1},
    {"update_visits_mean", "tree nodes per request, update", UNIT_NUMBER, GIVEN,
     .swept = 1},
    {"search_visits_attempt", "  of an attempt", UNIT_NUMBER, GIVEN},
    {"update_visits_server", "  of a server booked, update", UNIT_NUMBER, GIVEN},
    {"idle_periods_mean", "idle periods of the range tree, mean", UNIT_NUMBER, GIVEN},
    {"calendar_bytes_peak", "calendar memory, peak", UNIT_KIB, GIVEN, .timed = 1},
    {"wall_seconds", "time this run took", UNIT_SECONDS, GIVEN, .timed = 1}};

static const char *const reserved[] = {"others", "reservations"};

static const struct axis axes[] = {
    {"reserved", "class", RESERVED, AXIS_WORDS, .count = 2, .words = reserved,
     .compared = 1},
    {"servers", "servers", ITEM_SIZE, AXIS_POWERS, .compared = 1},
    {"run", "run", RUN, AXIS_EDGES, UNIT_SECONDS, .compared = 1, .count = 4,
     .edges = {0, 900, 2 * HOUR, 10 * HOUR}},
    {"length", "length", BOOKED, AXIS_EDGES, UNIT_SECONDS, .hidden = 1, .compared = 1,
     .count = 19,
     .edges = {0, 60, 300, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR,
               6 * HOUR, 7 * HOUR, 8 * HOUR, 9 * HOUR, 10 * HOUR, 12 * HOUR, 18 * HOUR,
               24 * HOUR, 48 * HOUR}},
    {"wait", "waiting time", WAIT, AXIS_EDGES, UNIT_SECONDS, .hidden = 1, .compared = 1,
     .count = 15,
     .edges = {0, 60, 600, 1800, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR,
               48 * HOUR, 96 * HOUR, 168 * HOUR, 336 * HOUR, 672 * HOUR}},
    {"wait_submit", "from submission", WAIT_SUBMIT, AXIS_EDGES, UNIT_SECONDS, .hidden = 1,
     .compared = 1, .count = 14,
     .edges = {0, 0.5 * HOUR, HOUR, 1.5 * HOUR, 2 * HOUR, 2.5 * HOUR, 3 * HOUR,
               3.5 * HOUR, 4 * HOUR, 5 * HOUR, 6 * HOUR, 8 * HOUR, 12 * HOUR, 24 * HOUR}},
    {"asked", "servers", ITEM_SIZE, AXIS_EDGES, UNIT_COUNT, .hidden = 1, .count = 8,
     .edges = {0, 51, 101, 151, 201, 251, 301, 351}},
    {"kind", "length", BOOKED, AXIS_EDGES, UNIT_SECONDS, .hidden = 1, .compared = 1,
     .count = 3, .edges = {0, 2 * HOUR, 10 * HOUR}}};

/* ---- the workload ------------------------------------------------------------------ */

struct world {
    struct workload workload;
    struct grid words;           /* the names that occur in the demands    */
    struct demands demands;      /* of the jobs, where nodes are shared    */
    struct feedback_links links; /* --feedback: which job follows which    */
    struct reservations reservations;
    struct resources resources; /* that are counted                     */
    struct workload without;    /* .jobs: all but reservations, or NULL */
};

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    struct world *world = base_zeroed(1, sizeof *world);
    struct workload *w = &world->workload;
    const int actual = s->lengths == LENGTHS_ACTUAL || s->lengths == LENGTHS_PAPER;
    const struct workload_reading how = {
        .runtime = actual ? WORKLOAD_RUNTIME_ACTUAL : WORKLOAD_RUNTIME_REQUESTED,
        .size = (enum workload_size)s->size,
        .overrun = (enum workload_overrun)s->overrun,
        .unfinished = s->drain.ask != NULL,
        .planned = s->drain.nodes != NULL,
        .demands = s->shared_nodes ? &world->demands : NULL,
        .grid = &world->words,
        .links = s->feedback ? &world->links : NULL,
        .resources = &world->resources};
    const uint32_t servers =
        counted_servers(&world->resources, &s->counted, (uint32_t)s->servers);
    struct shape shape = s->shape;
    shape.jobs = s->log ? s->jobs : 0;
    if (how.demands) grid_init(&world->words);
    if (s->log)
        workload_load(w, s->log, servers, &how);
    else
        workload_lublin(w, (uint64_t)seed, servers ? servers : 128,
                        s->jobs ? (size_t)s->jobs : 10000);
    workload_shape(w, &shape);
    if (s->lengths == LENGTHS_TSAFRIR) workload_estimate(w, s->limit, (uint64_t)seed);
    for (size_t i = 0; i < w->count && s->lengths == LENGTHS_ACTUAL; i++)
        w->jobs[i].estimate = w->jobs[i].run;
    if ((s->ar && s->ar < OPTION_ONE) || s->reservations) /* there are others */
        world->without = cost_without(w);
    workload_reserve(w, (uint64_t)seed, s->ar, s->ar_window,
                     s->late ? JOB_EXACT : JOB_WAITS);
    if (s->reservations) reservations_apply(&world->reservations, s->reservations, w);
    counted_begin(&world->resources, &s->counted, w, !not_counted);
    return world;
}

static void drop(void *of)
{
    struct world *world = of;
    free(world->without.jobs);
    reservations_free(&world->reservations);
    workload_free(&world->workload);
    resources_free(&world->resources);
    demands_free(&world->demands);
    grid_free(&world->words);
    feedback_drop(&world->links);
    free(world);
}

static void describe(FILE *to, const void *settings, const void *of)
{
    const struct settings *s = settings;
    const struct world *world = of;
    const struct workload *w = &world->workload;
    const char *slash = strrchr(w->source, '/');
    const struct online_rules rules = online_rules_of(s);
    const size_t count = w->count - world->reservations.made;
    const int64_t lengths =
        !s->log && s->lengths == LENGTHS_REQUESTED ? LENGTHS_ACTUAL : s->lengths;
    char jobs[TEXT_NUMBER];
    fprintf(to, "%s job%s in ", text_count(count, jobs), text_s(count));
    error_print_sanitized(to, slash ? slash + 1 : w->source);
    describe_dates(to, w);
    describe_machine(to, w, counted_said(&world->resources, s->servers != 0),
                     s->log != NULL);
    describe_lengths(to, w, (size_t)lengths);
    describe_jobs(to, w, &s->shape, s->log ? s->jobs : 0, s->size != 0, s->ar != 0);
    if (s->reservations) reservations_describe(to, &world->reservations);
    resources_describe(to, &world->resources, w->source, not_counted);
    if (named & ONLINE) online_describe(to, &rules);
    log_warn(w->source, &w->bad, &w->surplus);
}

static void caution(FILE *to, const struct experiment *x)
{
    const struct settings *s = experiment_settings(x, x->base, x->against);
    describe_caution(to, x,
                     s->lengths == LENGTHS_TSAFRIR ||
                         (s->lengths == LENGTHS_REQUESTED && s->log));
}

/* ---- policies ---------------------------------------------------------------------- */

static void run_batch(const struct settings *s, const struct world *world,
                      struct schedule *d)
{
    struct sharing sharing = {.nodes = (uint32_t)s->shared_nodes,
                              .usage = demands_usage,
                              .context = &world->demands};
    struct machine m = {.context = NULL};
    struct machine_rules rules = {
        .policy = policy_row(policy_of(s))->machine,
        .reservations = s->policy >= OPTION_K ? (uint32_t)(s->policy / OPTION_K) : 1,
        .backfill = (uint32_t)s->backfill,
        .compress = (enum machine_compress)s->compress,
        .order = (size_t)s->order,
        .binding = (enum machine_binding)s->binding,
        .selection = (size_t)s->selection,
        .sharing = s->shared_nodes ? &sharing : NULL,
        .ties = (enum machine_ties)s->ties};
    if (s->shared_nodes) sharing_read(s->node_capacity, sharing.capacity);
    coa_destroy(schedule_run(d, &rules, &m, JOB_NEVER));
}

/* Schedules the workload d->w. */
static void decide(const struct settings *s, const struct world *world,
                   struct schedule *d)
{
    const struct online_rules online = online_rules_of(s);
    if (world->resources.count) d->resources = &world->resources;
    schedule_begin(d, s->feedback ? &world->links : NULL);
    switch (policy_of(s)) {
    case POLICY_ONLINE: online_simulate(d, &online); break;
    case POLICY_TRACE: schedule_as_recorded(d); break;
    case POLICY_PROGRAM: policy_program_simulate(d, s->policy_program); break;
    default: run_batch(s, world, d);
    }
}

/* ---- a run ------------------------------------------------------------------------- */

enum { SLOWDOWN_BOUND = 10 };

static void put_item(double *to, const struct job *job, const struct job_outcome *o,
                     int shared)
{
    const int64_t end = o->fate == JOB_RAN ? job_end(job, o) : 0;
    to[ITEM_SUBMIT] = (double)(job->submit - job->held);
    to[ITEM_READY] = (double)job->ready;
    to[ITEM_SIZE] = job->servers;
    to[ITEM_LENGTH] = (double)(job->run + o->lost);
    to[ITEM_FATE] = o->fate;
    to[NUMBER] = (double)job->number;
    to[BOOKED] = (double)job->length;
    to[RUN] = (double)job->run;
    if (o->attempts) to[ATTEMPTS] = o->attempts;
    if (job->reserved == JOB_GIVEN) to[ITEM_KIND] = job->on ? ITEM_DRAINED : ITEM_GIVEN;
    if (o->fate != JOB_RAN) return;
    to[ITEM_START] = (double)o->start;
    to[ITEM_END] = (double)end;
    to[WAIT] = (double)(o->start > job->ready ? o->start - job->ready : 0);
    to[WAIT_SUBMIT] = (double)(o->start - job->submit + job->held);
    to[TURNAROUND] = (double)(end - job->submit + job->held);
    to[PENALTY] = to[WAIT] / (double)job->length;
    to[SLOWDOWN] = job_slowdown(end - job->ready, end - o->start, SLOWDOWN_BOUND);
    if (shared) to[LOST] = (double)o->lost;
}

static void measure(struct run *to, const struct settings *s, const struct schedule *d)
{
    const struct workload *w = d->w;
    const int shared = s->shared_nodes && policy_row(policy_of(s))->machine;
    run_items(to, w->count);
    run_capacity(to, (double)w->jobs[0].submit, w->servers, 0);
    to->recorded = policy_of(s) == POLICY_TRACE;
    for (size_t i = 0; i < w->count; i++) {
        put_item(run_item(to, i), &d->jobs[i], &d->outcomes[i], shared);
        run_item(to, i)[ITEM_LOGGED] = (double)(w->jobs[i].submit - w->jobs[i].held);
        if (w->reservations)
            run_item(to, i)[RESERVED] = d->jobs[i].reserved != JOB_QUEUED;
        if (to->detailed && d->grants.of) schedule_put(d, i, to);
    }
    schedule_give(d, policy_of(s) == POLICY_ONLINE ? (uint32_t)s->online.index + 1 : 0,
                  to);
    counted_give(to, d);
    if (w->reservations)
        cost_give(to, d);
    else if (shared)
        run_give(to, "promises_broken", (double)d->broken);
    if (s->feedback) run_give(to, "linked", (double)d->feedback.linked);
    to->hash = schedule_hash(d);
}

static void run(const void *settings, const void *of, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct world *world = of;
    struct schedule d = {.w = &world->workload}, without = {.w = &world->without};
    const double begun = clock_seconds();
    (void)seed; /* all random draws are in the world */
    decide(s, world, &d);
    if (to->timing && policy_of(s) != POLICY_TRACE)
        run_give(to, "wall_seconds", clock_seconds() - begun);
    measure(to, s, &d);
    if (world->without.jobs) {
        decide(s, world, &without);
        cost_put(to, LONGER, &d, &without);
        schedule_free(&without);
    }
    if (s->trace_out && to->place.cell.point == 0 && to->place.seed == 0)
        schedule_write(&d, s->trace_out, to->variant, to->variants > 1);
    schedule_free(&d);
}

static void decide_by(const void *settings, int64_t policy, struct schedule *d)
{
    struct settings s = *(const struct settings *)settings;
    const struct world none = {.reservations = {0}};
    s.policy = policy;
    decide(&s, &none, d);
}

static void answer(const void *settings, int64_t seed, FILE *to)
{
    const struct settings *s = settings;
    const struct online_rules rules = online_rules_of(s);
    struct world *of = world(settings, seed);
    if (s->drain.ask)
        ask_answer(&s->drain, &of->workload, &of->resources, seed, &asked, settings,
                   decide_by, to);
    else
        drain_answer(&s->drain, &of->workload, s->feedback ? &of->links : NULL, &rules,
                     to);
    resources_describe(to, &of->resources, of->workload.source, not_counted);
    drop(of);
}

static const char *idle(const void *settings, const struct option *option)
{
    const struct settings *s = settings;
    const char *name = option->name;
    if (strcmp(name, "late") == 0 || strcmp(name, "ar-window") == 0)
        return s->ar ? NULL : "without --ar";
    return drain_idle(&s->drain, option);
}

static const struct simulator coalloc = {
    .name = "coalloc_sim",
    .about =
        "Schedules a job log by batch scheduling and online co-allocation (each job's"
        " start is fixed at submission), and shows the recorded schedule.",
    .item = "job",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .weeks = 1,
    .check = check,
    .drawn = drawn,
    .world = world,
    .run = run,
    .drop = drop,
    .answer = answer,
    .idle = idle,
    .describe = describe,
    .first = {.columns = {{"wait_mean", "mean"},
                          {"wait_p50", "median"},
                          {"wait_p95", "p95"},
                          {"wait_max", "longest"}},
              .what = "wait",
              .mean = "mean wait",
              .tail = "wait",
              .question = "How many jobs wait how long?",
              .axes = {"servers", "run"},
              .less = "shorter",
              .more = "longer",
              .against = "easy",
              .recorded = "trace",
              .terminal = 1},
    .assume = assume,
    .caution = caution,
    .headline = cost_tell};

int main(int argc, char **argv)
{
    option_choices(&policy_table, policies);
    for (size_t i = 0; i < policy_table.count; i++)
        policies[i].counted = policy_row(i)->reserves;
    option_choices(&orders_table, orders);
    backfills[0] = (struct option_word){.word = "queue", .about = "the queue's order"};
    option_choices(&orders_table, backfills + 1);
    option_choices(&processors_table, selections);
    return sim_main(&coalloc, argc, argv);
}
