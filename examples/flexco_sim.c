/* flexco_sim - sites with separate queues and a metascheduler above them, as paper 5:
 * M. A. S. Netto, R. Buyya, A flexible resource co-allocation model based on advance
 * reservations with rescheduling support.
 *
 * Jobs that may run at several sites at once are booked all or nothing, among local jobs.
 * Estimates are too long, so jobs end early; what the metascheduler may then do with its
 * bookings is the mode: nothing (rigid), shift them, remap them, mold them. The
 * experiment of the paper:
 *
 *     flexco_sim --errors 0:25:5 --seeds 5
 *
 * The sites and their jobs are flexco_setup.h's, the run is flexco.h's.
 */
#include "base/hash.h"
#include "base/job.h"
#include "base/text.h"
#include "flexco/flexco.h"
#include "flexco/flexco_setup.h"
#include "kit/base.h"
#include "kit/sim.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    struct flexco_given given;
    const char *local; /* files, separated by commas */
    int64_t mode, errors, small, binding, one_site, efficiency, overhead;
};

/* ---- options ----------------------------------------------------------------------- */

static const struct option_word modes[] =
    {/* as enum flexco_mode */
     {"rigid", .about = "it stays where it is"},
     {"shift", .about = "it moves to an earlier start"},
     {"shift+remap", .about = "or also to other sites and shares"},
     {"shift+remap+mold",
      .about = "or also to another number of processors; first booked in the shape (half,"
               " as is, twice) that ends earliest"},
     {0}};

static const struct option_word no_yes[] = {{.word = "no"}, {.word = "yes"}, {0}};
static const struct option_word splits[] = {{.word = "none"}, {.word = "halves"}, {0}};
static const struct option_word drawn[] = {{.word = "drawn"}, {0}};

static const struct option_word estimates[] = {
    {"model", .about = "drawn by the model of Tsafrir, Etsion and Feitelson"},
    {"log", .about = "the requested times"},
    {0}};

static const struct option_word bindings[] = {
    {"late", .about = "the number of processors per site"},
    {"early", .about = "the processors"},
    {0}};

static const struct option_word movers[] = {
    {"site", .about = "that site, as it moves its local jobs"},
    {"metascheduler", .about = "only the metascheduler, so rigid never moves it"},
    {0}};

#define AT(kind, member) OPTION(kind, struct settings, member)
#define TEN_YEARS (INT64_C(3650) * 86400)
#define LOAD_MOST (1000 * (int64_t)OPTION_ONE)

static const struct option options[] = {
    {"modes", AT(OPTION_WORD, mode), .of = OF_RUN, .meta = "LIST", .words = modes,
     .value = "rigid,shift,shift+remap,shift+remap+mold", .spans = OPTION_VARIANTS,
     .help = "how a booking may move when a site's processors free up early and its job"
             " heads the queue; it never ends later"},
    {"errors", AT(OPTION_WHOLE, errors), .of = OF_RUN, .meta = "PERCENT", .hi = 1000,
     .value = "25", .help = "lengthen estimates by this much"},
    {"drop-small", AT(OPTION_WORD, small), .of = OF_RUN, .words = no_yes, .value = "no",
     .spans = OPTION_POINTS,
     .help = "leave out jobs estimated at an hour or less on 64 processors or fewer"},
    {"binding", AT(OPTION_WORD, binding), .of = OF_RUN, .words = bindings,
     .value = "late", .help = "what bookings fix"},
    {"one-site", AT(OPTION_WORD, one_site), .of = OF_RUN, .words = movers,
     .value = "site",
     .help = "what moves a meta-job booked at one site; the metascheduler always moves"
             " jobs at several sites"},
    {"efficiency", AT(OPTION_WHOLE, efficiency), .of = OF_RUN, .meta = "PERCENT",
     .hi = 100, .value = "80",
     .help = "mold: efficiency of a job on its own processors (by Amdahl's law on half or"
             " twice as many)"},
    {"local", AT(OPTION_FILES, local), .of = OF_WORLD, .said = "built-in jobs",
     .help = "logs of local jobs, separated by commas; each feeds one site, or several"
             " (--split, --copies)"},
    {"cut", AT(OPTION_SPAN_TIME, given.shape.cut), .of = OF_WORLD, .meta = "FROM:TO",
     .value = "0:", .said = "all",
     .help = "only jobs of each log submitted at FROM or later and before TO, counted"
             " from its first submission; FROM or TO may be omitted"},
    {"jobs", AT(OPTION_WHOLE, given.shape.jobs), .of = OF_WORLD, .lo = 1, .hi = 10000000,
     .said = "all", .help = "use only the first N of each log (after --cut)"},
    {"split", AT(OPTION_WORD, given.split), .of = OF_WORLD, .words = splits,
     .value = "none",
     .help = "the jobs of the first half of each log's time feed one site, jobs of the"
             " second another; all begin at the same time"},
    {"copies", AT(OPTION_WHOLE, given.copies), .of = OF_WORLD, .lo = 1,
     .hi = FLEXCO_SITES_MOST, .said = "1",
     .help = "each log, or half, feeds N sites: each with its own estimates; each copy"
             " rotated a week further"},
    {"processors", AT(OPTION_WHOLE, given.processors), .of = OF_WORLD, .lo = 1,
     .hi = JOB_SERVERS_MAX, .said = "as the log says; 128 if built in",
     .help = "processors per site"},
    {"load", AT(OPTION_DECIMAL, given.load), .of = OF_WORLD, .lo = SHAPE_LOAD_MIN,
     .hi = LOAD_MOST, .said = "as it is; 0.7 if built in",
     .help = "move each site's submissions closer or apart until run time * size, summed,"
             " is X times its processors * the time from the first to the last"
             " submission"},
    {"local-estimates", AT(OPTION_WORD, given.estimates), .of = OF_WORLD,
     .words = estimates, .value = "model", .help = "estimates of local logs"},
    {"meta", AT(OPTION_FILE, given.meta), .of = OF_WORLD, .said = "built-in jobs",
     .help = "a log of meta-jobs, with the estimates it has"},
    {"fold", AT(OPTION_TIME, given.fold), .of = OF_WORLD, .lo = 2, .hi = JOB_TIME_MAX,
     .said = "no",
     .help =
         "use jobs from that log's first TIME, with the second half laid over the first:"
         " half as long, twice as dense"},
    {"meta-load", AT(OPTION_DECIMAL, given.meta_load), .of = OF_WORLD,
     .lo = SHAPE_LOAD_MIN, .hi = LOAD_MOST, .said = "all of a log; 0.15 if built in",
     .help = "draw meta-jobs from the log until their work is X * all processors * the"
             " longest local submission span; times kept"},
    {"meta-node", AT(OPTION_WHOLE, given.meta_node), .of = OF_WORLD, .lo = 1,
     .hi = JOB_SERVERS_MAX, .said = "1",
     .help = "divide the processors of that log's meta-jobs by N, rounding up"},
    {"paper", AT(OPTION_FLAG, given.paper), .of = OF_WORLD,
     .help = "default to --split halves --copies 2 --processors 416 --fold 365d"
             " --meta-node 8, the set-up of SDSC-Par-1996 and SDSC-BLUE-2000 that fits"
             " the load in the paper"},
    {"overhead", AT(OPTION_WHOLE, overhead), .of = OF_WORLD, .meta = "PERCENT|drawn",
     .hi = FLEXCO_OVERHEAD_MAX, .words = drawn, .value = "drawn",
     .help = "a meta-job takes this much longer at several sites; drawn: min(Poisson(20),"
             " 25)"},
    {"sites", AT(OPTION_WHOLE, given.sites), .of = OF_WORLD, .lo = 1,
     .hi = FLEXCO_SITES_MOST, .said = "4", .help = "how many, with built-in jobs"},
    {"span", AT(OPTION_TIME, given.span), .of = OF_WORLD, .lo = 3600, .hi = TEN_YEARS,
     .value = "10d", .help = "time over which built-in jobs arrive"}};

static void check(const void *settings)
{
    const struct settings *s = settings;
    const struct flexco_given *g = &s->given;
    const char *of_logs = shape_is_cut(&g->shape) ? "cut"
                          : g->shape.jobs         ? "jobs"
                          : g->paper              ? "paper"
                          : g->split              ? "split"
                          : g->copies             ? "copies"
                          : g->estimates          ? "local-estimates"
                                                  : NULL;
    if (g->meta && !s->local) fail_usage("--meta needs --local");
    if ((g->fold || g->meta_node) && !g->meta)
        fail_usage("--%s needs --meta", g->fold ? "fold" : "meta-node");
    if (!s->local && of_logs) fail_usage("--%s needs --local", of_logs);
    if (s->local && g->sites) fail_usage("--sites is for built-in jobs, not for --local");
}

/* ---- measures ---------------------------------------------------------------------- */

/* All jobs count that ended, also those that were killed at the planned end.
 *
 *   response time      from submission to the end
 *   bounded slowdown   max(1, response time / max(run, 600 s)), run as it ran
 *   utilisation        processor seconds from the first submission to the last one, of
 *                      all executions, over all processors * that time
 */
enum {
    NUMBER = ITEM_OWN,
    META,
    SITE,
    RUN,
    ESTIMATE,
    OVERHEAD,
    PROMISED,
    RESPONSE,
    SLOWDOWN,
    EARLIER,
    SITES_AT_FIRST,
    SITES,
    SHIFTS,
    REMAPS,
    MOLDS,
    MOVES,
    SMALL,
    NETWORK, /* seconds that it ran longer, at several sites   */
    SPARED   /* the same, of a job that then ran at one             */
};

static const struct column columns[] = {{"number", 0},
                                        {"meta", 0},
                                        {"site", COLUMN_OPTIONAL},
                                        {"run", 0},
                                        {"estimate", 0},
                                        {"overhead", 0},
                                        {"promised", 0},
                                        {"response", 0},
                                        {"bounded_slowdown", 0},
                                        {"earlier", COLUMN_OPTIONAL},
                                        {"sites_at_first", 0},
                                        {"sites", 0},
                                        {"shifts", 0},
                                        {"remaps", 0},
                                        {"molds", 0},
                                        {"moves", 0},
                                        {"small", 0},
                                        {"network", COLUMN_OPTIONAL},
                                        {"spared", COLUMN_OPTIONAL}};

static const char *const fates[] = {NULL, "finished", "killed", "refused"};
static const char *const kinds[] = {"local", "meta"};
static const char *const sizes[] = {"other", "small"};

#define OF_LOCAL .where = {META, 0}
#define OF_META .where = {META, 1}
#define FATE(name) .fates = 2 << (FLEXCO_FATE_##name)
#define COUNT .stat = STAT_COUNT
#define MEAN_OF(column) .stat = STAT_MEAN, .of = (column)
#define DRAWN .swept = 1, .relative = 1

static const struct measure measures[] = {
    {"jobs", "jobs", UNIT_COUNT, COUNT},
    {"local_jobs", "  local", UNIT_COUNT, COUNT, OF_LOCAL},
    {"meta_jobs", "  meta", UNIT_COUNT, COUNT, OF_META},
    {"finished", "finished", UNIT_COUNT, COUNT, FATE(finished)},
    {"killed", "killed at the planned end", UNIT_COUNT, COUNT, FATE(killed)},
    {"refused", "refused: can never fit", UNIT_COUNT, COUNT, FATE(refused)},
    {"response", "response time, mean", UNIT_HOURS, MEAN_OF(RESPONSE), DRAWN},
    {"response_local", "  of local jobs", UNIT_HOURS, MEAN_OF(RESPONSE), OF_LOCAL,
     .relative = 1},
    {"response_meta", "  of meta-jobs", UNIT_HOURS, MEAN_OF(RESPONSE), OF_META,
     .relative = 1},
    {"bsld", "bounded slowdown (10 min), mean", UNIT_NUMBER, MEAN_OF(SLOWDOWN), DRAWN},
    {"bsld_local", "  slowdown of local jobs", UNIT_NUMBER, MEAN_OF(SLOWDOWN), OF_LOCAL,
     DRAWN, .along = {"size"}},
    {"bsld_meta", "  slowdown of meta-jobs", UNIT_NUMBER, MEAN_OF(SLOWDOWN), OF_META,
     DRAWN},
    {"utilisation", "utilisation: processors in use", UNIT_PERCENT, GIVEN, DRAWN},
    {"utilisation_local", "  by local jobs", UNIT_PERCENT, GIVEN, .relative = 1},
    {"utilisation_meta", "  by meta-jobs", UNIT_PERCENT, GIVEN, .relative = 1},
    {"load", "load of the local jobs, mean of the sites", UNIT_NUMBER, GIVEN},
    {"meta_load", "load of the meta-jobs", UNIT_NUMBER, GIVEN},
    {"earlier_meta", "meta-jobs early by, mean", UNIT_HOURS, MEAN_OF(EARLIER), OF_META},
    {"late", "jobs that end later than promised", UNIT_PERCENT, .stat = STAT_BELOW,
     .of = EARLIER},
    {"small", "small jobs (--drop-small)", UNIT_PERCENT, .stat = STAT_ABOVE, .of = SMALL,
     .along = {"kind"}},
    {"moves_meta", "moves of a meta-job, mean", UNIT_NUMBER, MEAN_OF(MOVES), OF_META,
     .along = {"size"}},
    {"network", "overhead of several sites, mean", UNIT_SECONDS, MEAN_OF(NETWORK)},
    {"spared", "  saved by running at one site", UNIT_SECONDS, MEAN_OF(SPARED)},
    {"several", "meta-jobs booked at several sites", UNIT_COUNT, GIVEN},
    {"several_one", "  ran at one site", UNIT_COUNT, GIVEN},
    {"one_several", "booked at one site, ran at several", UNIT_COUNT, GIVEN},
    {"molded", "ran in another shape (most as booked)", UNIT_COUNT, GIVEN},
    {"asked", "reschedulings of meta-jobs tried", UNIT_COUNT, GIVEN},
    {"moved", "  of these, successful", UNIT_COUNT, GIVEN},
    {"shifts", "    by shift", UNIT_COUNT, GIVEN},
    {"remaps", "    by remap", UNIT_COUNT, GIVEN},
    {"molds", "    by mold", UNIT_COUNT, GIVEN},
    {"joined", "    from several sites to one", UNIT_COUNT, GIVEN},
    {"compressions", "queue compressions at sites", UNIT_COUNT, GIVEN},
    {"advances", "  moves of local jobs to earlier starts", UNIT_COUNT, GIVEN},
    {"meta_advances", "  moves of meta-jobs at one site", UNIT_COUNT, GIVEN},
    {"wall_seconds", "time this run took", UNIT_SECONDS, GIVEN, .timed = 1}};

#define HOUR 3600.0

static const struct axis axes[] = {
    {"kind", "kind", META, AXIS_WORDS, .words = kinds, .count = 2},
    {"size", "size", SMALL, AXIS_WORDS, .words = sizes, .count = 2, .hidden = 1},
    {"response", "response time", RESPONSE, AXIS_EDGES, UNIT_SECONDS,
     .edges = {0, 600, HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR, 48 * HOUR,
               96 * HOUR},
     .count = 9, .hidden = 1}};

/* ---- the world --------------------------------------------------------------------- */

struct world {
    struct flexco_given given; /* resolved */
    struct flexco_setup setup;
};

static struct flexco_given given_of(const struct settings *s)
{
    static const struct shape none = SHAPE_NONE;
    struct flexco_given g = s->given;
    const char *path,
        **logs = s->local ? base_kept(strlen(s->local), sizeof *logs) : NULL;
    g.shape = none;
    g.shape.jobs = s->given.shape.jobs;
    memcpy(g.shape.cut, s->given.shape.cut, sizeof g.shape.cut);
    g.overhead = s->overhead;
    if (g.paper && !g.split) g.split = -1;
    while ((path = option_path(s->local, g.local_count)) != NULL)
        logs[g.local_count++] = path;
    g.local = logs;
    flexco_setup_resolve(&g);
    return g;
}

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    struct world *w = base_zeroed(1, sizeof *w);
    w->given = given_of(s);
    flexco_setup_make(&w->setup, &w->given, seed);
    return w;
}

static void drop(void *of)
{
    struct world *w = of;
    flexco_setup_free(&w->setup);
    free(w);
}

/* ---- a run ------------------------------------------------------------------------- */

enum { SLOWDOWN_BOUND = 600 };

static void put_item(double *to, const struct flexco_job *job,
                     const struct flexco_outcome *o)
{
    const int meta = flexco_job_is_meta(job);
    to[ITEM_SUBMIT] = to[ITEM_READY] = (double)job->submit;
    to[ITEM_SIZE] = o->servers ? o->servers : job->servers;
    to[ITEM_FATE] = o->fate + 1;
    to[NUMBER] = (double)job->number;
    to[META] = meta;
    if (!meta) to[SITE] = job->site + 1;
    to[RUN] = (double)job->run;
    to[ESTIMATE] = (double)job->estimate;
    to[OVERHEAD] = job->overhead;
    to[SITES_AT_FIRST] = o->first_parts;
    to[SHIFTS] = o->shifts;
    to[REMAPS] = o->remaps;
    to[MOLDS] = o->molds;
    to[MOVES] = (double)o->shifts + o->remaps + o->molds;
    to[SMALL] = job->small;
    if (o->promised >= 0) to[PROMISED] = (double)o->promised;
    if (o->end < 0) return;
    to[ITEM_START] = (double)o->start;
    to[ITEM_END] = (double)o->end;
    to[SITES] = o->part_count;
    to[RESPONSE] = (double)(o->end - job->submit);
    to[SLOWDOWN] = job_slowdown(o->end - job->submit, o->end - o->start, SLOWDOWN_BOUND);
    to[EARLIER] = (double)(o->promised - o->end);
    double overhead = ceil((double)job->run * job->overhead / 100);
    to[NETWORK] = o->part_count > 1 ? overhead : 0;
    to[SPARED] = o->first_parts > 1 && o->part_count == 1 ? overhead : 0;
}

/* What the job had at each site; with early binding which processors. */
static void put_parts(struct run *to, const struct flexco_result *r, size_t i)
{
    const struct flexco_outcome *o = &r->outcomes[i];
    for (uint32_t p = 0; p < o->part_count && o->end >= 0; p++) {
        const struct flexco_part *part = &r->parts[o->first_part + p];
        for (uint32_t k = 0; k < part->run_count; k++) {
            const coa_run *run = &r->runs[part->first_run + k];
            run_part(to, i, part->site, run->first, run->count, (double)o->start,
                     (double)o->end);
        }
        if (part->run_count == 0)
            run_part(to, i, part->site, -1, part->servers, (double)o->start,
                     (double)o->end);
    }
}

/* Processor seconds from the first to the last submission, of local and of meta-jobs. */
static void measure_use(struct run *to, uint64_t processors)
{
    const size_t n = to->count;
    const double first = n ? run_item(to, 0)[ITEM_SUBMIT] : 0;
    const double last = n ? run_item(to, n - 1)[ITEM_SUBMIT] : 0;
    const double all = (double)processors * (last - first);
    double used[2] = {0, 0};
    for (size_t i = 0; i < n; i++) {
        const double *x = run_item(to, i);
        const double span = fmin(x[ITEM_END], last) - fmax(x[ITEM_START], first);
        if (isfinite(x[ITEM_END]) && span > 0) used[(int)x[META]] += span * x[ITEM_SIZE];
    }
    if (!(all > 0)) return;
    run_give(to, "utilisation", (used[0] + used[1]) / all);
    run_give(to, "utilisation_local", used[0] / all);
    run_give(to, "utilisation_meta", used[1] / all);
}

static void measure_metas(struct run *to, const struct flexco_job *jobs,
                          const struct flexco_result *r)
{
    double several = 0, several_one = 0, one_several = 0, molded = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        if (!flexco_job_is_meta(&jobs[i])) continue;
        several += o->first_parts > 1;
        if (o->end < 0) continue;
        several_one += o->first_parts > 1 && o->part_count == 1;
        one_several += o->first_parts == 1 && o->part_count > 1;
        molded += o->shape != 0;
    }
    run_give(to, "several", several);
    run_give(to, "several_one", several_one);
    run_give(to, "one_several", one_several);
    run_give(to, "molded", molded);
    run_give(to, "asked", (double)r->asked);
    run_give(to, "moved", (double)r->moved);
    run_give(to, "shifts", (double)r->shifts);
    run_give(to, "remaps", (double)r->remaps);
    run_give(to, "molds", (double)r->molds);
    run_give(to, "joined", (double)r->joined);
    run_give(to, "compressions", (double)r->compressions);
    run_give(to, "advances", (double)r->advances);
    run_give(to, "meta_advances", (double)r->meta_advances);
    if (to->timing) run_give(to, "wall_seconds", r->seconds);
}

static void measure(struct run *to, const struct world *w, const struct flexco_task *task,
                    const struct flexco_result *r)
{
    double load = 0;
    size_t i;
    for (i = 0; i < task->system->count; i++) {
        run_capacity(to, 0, task->system->servers[i], (uint32_t)i);
        run_resource(to, (uint32_t)i, base_text("site %zu", i + 1));
    }
    to->hash = HASH_START;
    run_items(to, r->count);
    for (i = 0; i < r->count; i++) {
        put_item(run_item(to, i), &task->jobs[i], &r->outcomes[i]);
        put_parts(to, r, i);
        to->hash = hash_add(to->hash, (uint64_t)r->outcomes[i].start);
        to->hash = hash_add(to->hash, r->outcomes[i].part_count);
    }
    measure_use(to, flexco_job_servers(task->system));
    measure_metas(to, task->jobs, r);
    for (i = 0; i < w->setup.count; i++) load += w->setup.streams[i].load;
    run_give(to, "load", load / w->setup.count);
    run_give(to, "meta_load", flexco_setup_meta(&w->setup)->load);
}

static void run(const void *settings, const void *of, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct world *w = of;
    const struct flexco_rules rules = {.mode = (enum flexco_mode)s->mode,
                                       .early_binding = s->binding != 0,
                                       .one_site_fixed = s->one_site != 0,
                                       .efficiency = (uint32_t)s->efficiency};
    const struct flexco_system sites = {w->setup.count, w->setup.servers};
    struct flexco_jobs jobs = flexco_setup_copy(&w->setup.jobs, s->errors, s->small != 0);
    const struct flexco_task task = {&sites, jobs.at, jobs.count, &rules};
    struct flexco_result r = {.count = 0};
    (void)seed; /* all that is drawn is in the world */
    flexco_run(&task, &r);
    const char *wrong = flexco_check(&task, &r);
    if (wrong) fail("%s", wrong);
    measure(to, w, &task, &r);
    free(jobs.at);
    flexco_result_free(&r);
}

/* ---- the world --------------------------------------------------------------------- */

enum { SITES_TOLD = 16 };

static void describe_stream(FILE *to, const struct flexco_stream *s)
{
    char count[TEXT_NUMBER];
    error_print_sanitized(to, s->source);
    fprintf(to, ", %s job%s over %.1f days, load %.3f\n", text_count(s->count, count),
            text_s(s->count), (double)flexco_setup_last(s) / 86400,
            isfinite(s->load) ? s->load : 0);
}

/* The jobs left out of a log of so many when it was read, if any. */
static void describe_left_out(FILE *to, const struct workload *w, uint64_t jobs)
{
    char count[TEXT_NUMBER];
    uint64_t any = w->bad.lines + w->unsorted + w->held + w->needs;
    for (int i = 0; i < WORKLOAD_LEFT_COUNT; i++) any += w->left_out[i];
    if (!any) return;
    error_print_sanitized(to, w->source);
    fprintf(to, ", of %s job%s in the log:\n", text_count(jobs, count), text_s(jobs));
    workload_report_print_left_out(to, w);
}

static void describe(FILE *to, const void *settings, const void *of)
{
    const struct world *w = of;
    const struct flexco_setup *s = &w->setup;
    const struct flexco_system sites = {s->count, s->servers};
    char count[TEXT_NUMBER];
    uint32_t i;
    (void)settings;
    fprintf(to, "sites: %" PRIu32 ", of %s processors in all\n", s->count,
            text_count(flexco_job_servers(&sites), count));
    for (i = 0; i < s->count && i < SITES_TOLD; i++) {
        fprintf(to, "  site %" PRIu32 ": %s processor%s%s, ", i + 1,
                text_count(s->servers[i], count), text_s(s->servers[i]),
                workload_report_guess(s->streams[i].guess));
        describe_stream(to, &s->streams[i]);
    }
    if (i < s->count) fprintf(to, "  other sites: %" PRIu32 "\n", s->count - i);
    fputs("meta-jobs: ", to);
    describe_stream(to, flexco_setup_meta(s));
    fprintf(to, "estimates: local %s, meta %s\n",
            !w->given.local_count || !w->given.estimates ? "generated" : "the log's",
            w->given.meta ? "the log's" : "generated");
    if (s->log_count)
        workload_report_print_shape(to, &s->logs[0], &w->given.shape,
                                    w->given.shape.jobs);
    for (i = 0; i < s->log_count; i++) {
        describe_left_out(to, &s->logs[i], s->log_jobs[i]);
        workload_report_warn(&s->logs[i]);
    }
}

static const struct simulator flexco = {
    .name = "flexco_sim",
    .about = "Schedules local jobs at sites (first come, first served, with conservative"
             " backfilling) and meta-jobs, which may run at several sites at once, but"
             " for longer. A job that reaches its planned end is killed, and counts as"
             " ended. When jobs end before their estimates, sites move their bookings"
             " forward, and so does the metascheduler, as far as its mode lets it. Every"
             " run is checked. Without logs, 4 sites of 128 processors with built-in jobs"
             " (Lublin-Feitelson model). Defaults are the set-up of Netto and Buyya,"
             " section 5.",
    .item = "job",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"response", "mean"},
                          {"response_local", "local"},
                          {"response_meta", "meta"}},
              .what = "response time",
              .mean = "mean response time",
              .tail = "response",
              .question = "How many jobs take how long?",
              .axes = {NULL},
              .less = "shorter",
              .more = "longer"},
    .check = check,
    .world = world,
    .run = run,
    .drop = drop,
    .describe = describe};

int main(int argc, char **argv) { return sim_main(&flexco, argc, argv); }
