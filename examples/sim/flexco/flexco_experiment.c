/* flexco_experiment.c - points are numbered so that the modes of one error lie side by
 * side, rigid first. What a single option cannot tell is checked after all are read. */
#include "flexco/flexco_experiment.h"

#include "base/job.h"
#include "base/statistics.h"
#include "flexco/flexco.h"
#include "flexco/flexco_job.h"
#include "program/cli.h"
#include "workload/metrics.h"
#include "workload/shape.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void flexco_experiment_free(struct flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        flexco_setup_jobs_free(&x->points[i].jobs);
        flexco_job_result_free(&x->points[i].result);
    }
    for (i = 0; x->jobs && i < x->seeds; i++) flexco_setup_jobs_free(&x->jobs[i]);
    free(x->points);
    free(x->jobs);
    cube_free(&x->cube);
    flexco_setup_free(&x->setup);
}

/* ---- points ------------------------------------------------------------------------ */

size_t flexco_experiment_at(const struct flexco_experiment *x, size_t binding,
                            size_t small, size_t error)
{
    return (binding * x->small_count + small) * x->settings->errors.count + error;
}

size_t flexco_experiment_main(const struct flexco_experiment *x, size_t binding,
                              size_t small)
{
    return flexco_experiment_at(x, binding, small, x->settings->errors.count - 1);
}

/* Is its first run one of those that are kept: first binding, small jobs as first asked
 * for, largest error? */
static int is_main(const struct flexco_experiment *x, const struct flexco_point *p)
{
    return p->early == x->bindings[0] && p->small_gone == x->smalls[0] &&
           p->error + 1 == x->settings->errors.count;
}

int64_t flexco_experiment_error(const struct flexco_experiment *x,
                                const struct flexco_point *p)
{
    return x->settings->errors.at[p->error];
}

/* Lists the modes, bindings and kinds of jobs that are asked for. */
static void flexco_experiment_choose(struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    int i;
    for (i = 0; i < FLEXCO_MODE_COUNT; i++)
        if ((s->modes | 1 << FLEXCO_RIGID) >> i & 1)
            x->modes[x->mode_count++] = (enum flexco_mode)i;
    for (i = 0; i < 2; i++)
        if (s->bindings >> i & 1) x->bindings[x->binding_count++] = i;
    for (i = 0; i < 2; i++)
        if (s->small == i || s->small == 2) x->smalls[x->small_count++] = i;
}

static int flexco_experiment_points(struct flexco_experiment *x, struct error *e)
{
    const size_t errors = x->settings->errors.count;
    const size_t points = x->binding_count * x->small_count * errors;
    size_t i;
    if (cube_open(&x->cube, flexco_experiment_figures, FLEXCO_FIGURE_COUNT, points,
                  x->mode_count, x->seeds, e) != 0)
        return -1;
    for (i = 0; i < x->mode_count; i++)
        x->cube.names[i] = flexco_job_mode_word(x->modes[i]);
    x->points = (struct flexco_point *)calloc(points * x->mode_count, sizeof *x->points);
    if (!x->points) return error_fail(e, "out of memory");
    for (x->count = 0; x->count < points * x->mode_count; x->count++) {
        struct flexco_point *p = &x->points[x->count];
        const size_t rest = x->count / x->mode_count;
        p->mode = x->modes[x->count % x->mode_count];
        p->error = rest % errors;
        p->small_gone = x->smalls[rest / errors % x->small_count];
        p->early = x->bindings[rest / errors / x->small_count];
    }
    return 0;
}

/* ---- making ready ------------------------------------------------------------------ */

/* The jobs of each seed. Those of the first are drawn last, as its set-up is reported.
 * */
static int flexco_experiment_jobs(struct flexco_experiment *x, struct error *e)
{
    size_t i;
    x->jobs = (struct flexco_jobs *)calloc(x->seeds, sizeof *x->jobs);
    if (!x->jobs) return error_fail(e, "out of memory");
    for (i = x->seeds; i-- > 0;) {
        const int64_t seed = x->given.seed + (int64_t)i;
        if (flexco_setup_draw(&x->setup, &x->given, seed, e) != 0 ||
            flexco_setup_jobs_make(&x->jobs[i], &x->setup, &x->given, seed, e) != 0)
            return -1;
    }
    return 0;
}

int flexco_experiment_open(struct flexco_experiment *x, const struct flexco_settings *s,
                           struct error *e)
{
    x->settings = s;
    x->given = s->given;
    flexco_setup_resolve(&x->given);
    x->seeds = s->seeds ? (size_t)s->seeds : s->given.local.count ? 1 : FLEXCO_SEEDS;
    flexco_experiment_choose(x);
    if (flexco_setup_open(&x->setup, &x->given, e) != 0) return -1;
    x->system.count = x->setup.count;
    x->system.servers = x->setup.servers;
    if (flexco_experiment_jobs(x, e) != 0) return -1;
    return flexco_experiment_points(x, e);
}

size_t flexco_experiment_arrivals(const struct flexco_experiment *x)
{
    size_t seed, i, k, all = 0;
    for (seed = 0; seed < x->seeds; seed++)
        for (k = 0; k < x->small_count; k++)
            for (i = 0; i < x->jobs[seed].count; i++)
                all += !x->smalls[k] || !flexco_setup_small(&x->jobs[seed].at[i]);
    return all * (x->count / x->small_count);
}

/* ---- a run ------------------------------------------------------------------------- */

static void rules_fill(const struct flexco_experiment *x, const struct flexco_point *p,
                       struct flexco_rules *rules)
{
    static const struct flexco_rules nothing = {.efficiency = 0};
    const struct flexco_settings *s = x->settings;
    *rules = nothing;
    rules->mode = p->mode;
    rules->early_binding = p->early;
    rules->one_site_fixed = s->one_site != 0;
    rules->efficiency = (uint32_t)s->efficiency;
    rules->progress = x->progress;
}

int flexco_experiment_run(void *context, size_t i, struct error *e)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)context;
    const size_t seed = i % x->seeds;
    struct flexco_point *p = &x->points[i / x->seeds];
    double *value = x->cube.values + i * FLEXCO_FIGURE_COUNT;
    struct flexco_jobs jobs = {NULL, 0};
    struct flexco_result r = {.count = 0};
    struct flexco_rules rules;
    struct error why;
    int result;
    rules_fill(x, p, &rules);
    result = flexco_setup_jobs_copy(&jobs, &x->jobs[seed], flexco_experiment_error(x, p),
                                    p->small_gone, &why);
    if (result == 0)
        result = flexco_run(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0)
        result = flexco_check(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0) {
        flexco_experiment_measure(&x->system, jobs.at, jobs.count, &r, value);
        if (x->timing) value[FLEXCO_FIGURE_wall_seconds] = r.seconds;
    }
    if (x->keep && seed == 0 && is_main(x, p)) {
        p->jobs = jobs;
        p->result = r;
    } else {
        flexco_setup_jobs_free(&jobs);
        flexco_job_result_free(&r);
    }
    if (result == 0) return 0;
    return error_fail(e, "%s, estimates %d %% too long, seed %d: %s",
                      flexco_job_mode_word(p->mode), (int)flexco_experiment_error(x, p),
                      (int)x->given.seed + (int)seed, why.text);
}

double flexco_experiment_better(const struct flexco_experiment *x, size_t point,
                                size_t mode, size_t seed, size_t figure)
{
    return flexco_experiment_gain_of(figure,
                                     cube_run(&x->cube, point, mode, seed)[figure],
                                     cube_run(&x->cube, point, 0, seed)[figure]);
}

struct statistics_spread flexco_experiment_gain(const struct flexco_experiment *x,
                                                size_t point, size_t mode, size_t figure)
{
    const size_t of[2] = {point, mode}, rigid[2] = {point, 0};
    return cube_paired(&x->cube, of, rigid, figure, flexco_experiment_gain_of);
}

/* ---- the command line -------------------------------------------------------------- */

#define TEN_YEARS (INT64_C(3650) * 86400)

/* Options that need others, or exclude them; files that are read and written. */
static int check(struct program *p, struct flexco_settings *s)
{
    const struct flexco_given *g = &s->given;
    const int logs = g->local.count > 0;
    size_t i;
    if (g->meta && !logs) return cli_complain(p->name, "--meta needs --local");
    if ((g->fold || g->meta_node) && !g->meta)
        return cli_complain(p->name, "--%s needs --meta", g->fold ? "fold" : "meta-node");
    if (!logs && (g->split > 0 || g->copies || g->paper || g->estimates ||
                  shape_removes_jobs(&g->shape)))
        return cli_complain(p->name, "--%s needs --local",
                            shape_is_cut(&g->shape) ? "cut"
                            : g->shape.jobs         ? "jobs"
                            : g->paper              ? "paper"
                            : g->split > 0          ? "split"
                            : g->copies             ? "copies"
                                                    : "local-estimates");
    if (logs && g->sites)
        return cli_complain(p->name, "--sites is of built-in jobs, not for --local");
    for (i = 0; i < g->local.count; i++)
        program_reads(p, "what --local reads", g->local.items[i]);
    program_reads(p, "what --meta reads", g->meta);
    return program_check(p);
}

int flexco_experiment_options(struct program *p, struct flexco_settings *s)
{
    struct flexco_given *g = &s->given;
    const struct cli_option options[] = {
        {OPTION_LIST("--local", &g->local, "FILE"), .unset = "built in",
         .help = "a log of local jobs (.gz is unpacked, - is standard input); each feeds"
                 " one site, or several (--split, --copies); can be given several times"},
        {OPTION_RANGE("--cut", g->shape.cut, "FROM:TO", JOB_TIME_MAX),
         .help = "of each log only jobs submitted from FROM until before TO after its"
                 " first submission; either may be left out"},
        {OPTION_NUMBER("--jobs", &g->shape.jobs, "N", 1, 10000000), .unset = "all",
         .help = "of each log only the first N jobs (after --cut)"},
        {OPTION_CHOICE("--split", &g->split, FLEXCO_SPLIT_WORDS), .unset = "none",
         .help = "the jobs of the first half of each log's time feed one site, those of"
                 " the second another; all begin at the same time"},
        {OPTION_NUMBER("--copies", &g->copies, "N", 1, FLEXCO_SITES_MOST), .unset = "1",
         .help = "each log, or half, feeds N sites: each with estimates of its own, and"
                 " from the second on rotated by one more week"},
        {OPTION_NUMBER("--processors", &g->processors, "N", 1, JOB_SERVERS_MAX),
         .unset = "as the log says; built in 128", .help = "of each site"},
        {OPTION_DECIMAL("--load", &g->load, "X", SHAPE_LOAD_MIN, 1000 * (int64_t)CLI_ONE),
         .unset = "as it is; built in 0.7",
         .help = "draw the submissions of each site together or apart until run time *"
                 " size, summed, is X times its processors * the time from the first to"
                 " the last submission"},
        {OPTION_CHOICE("--local-estimates", &g->estimates, FLEXCO_ESTIMATE_WORDS),
         .help = "of logs: drawn by the model of Tsafrir, Etsion and Feitelson, or what"
                 " the log says was requested"},
        {OPTION_TEXT("--meta", &g->meta, "FILE"), .unset = "built in",
         .help = "a log of meta-jobs, with the estimates it has"},
        {OPTION_DURATION("--fold", &g->fold, "TIME", 2, JOB_TIME_MAX), .unset = "no",
         .help = "of that log only what is submitted in its first TIME, whose second"
                 " half moves back onto the first: half as long, twice as dense"},
        {OPTION_DECIMAL("--meta-load", &g->meta_load, "X", SHAPE_LOAD_MIN,
                        1000 * (int64_t)CLI_ONE),
         .unset = "all of a log; built in 0.15",
         .help = "meta-jobs, drawn at random from the log, that make X times all"
                 " processors * the longest time of local submissions; their times stay"},
        {OPTION_NUMBER("--meta-node", &g->meta_node, "N", 1, JOB_SERVERS_MAX),
         .unset = "1",
         .help = "a meta-job of that log asks for as many processors as it had nodes of"
                 " N, rounded up"},
        {OPTION_FLAG("--paper", &g->paper),
         .help = "where they are not given: --split halves --copies 2 --processors 416"
                 " --fold 365d --meta-node 8, the set-up of SDSC-Par-1996 and"
                 " SDSC-BLUE-2000 that fits what the paper tells of its load"},
        {OPTION_NUMBER("--overhead", &g->overhead, "PERCENT", 0, FLEXCO_OVERHEAD_MAX),
         .unset = "drawn, min(Poisson(20), 25)",
         .help = "a meta-job takes so much longer at several sites than at one"},
        {OPTION_NUMBER("--sites", &g->sites, "N", 1, FLEXCO_SITES_MOST), .unset = "4",
         .help = "so many with built-in jobs"},
        {OPTION_DURATION("--span", &g->span, "TIME", 3600, TEN_YEARS),
         .help = "built-in local jobs come for so long"},
        {OPTION_SET("--modes", &s->modes, flexco_job_mode_words),
         .help =
             "what the metascheduler may do to a booking when a site has processors"
             " that became free early and the job is at the head of its queue, never"
             " to end it later: nothing, move it to an earlier start, choose other"
             " sites and shares, choose another number of processors; mold also"
             " books it first in whichever of three shapes (half, as submitted,"
             " twice) ends earliest; rigid is always among them, to be compared with"},
        {OPTION_VALUES("--errors", &s->errors, "LIST", VALUES_WHOLE, 0,
                       FLEXCO_ERROR_MOST),
         .standard = "0:25:5",
         .help = "estimates are too long by so many percent more: A,B,... or"
                 " FROM:TO:STEP; the tables that have one have the largest"},
        {OPTION_CHOICE("--drop-small", &s->small, FLEXCO_SMALL_WORDS),
         .help = "without jobs estimated at an hour or less on 64 processors or fewer"},
        {OPTION_SET("--binding", &s->bindings, FLEXCO_BINDING_WORDS),
         .help = "a booking is a promise of a number of processors at each site, or of"
                 " certain ones"},
        {OPTION_CHOICE("--one-site", &s->one_site, FLEXCO_ONE_SITE_WORDS),
         .help = "who moves a meta-job that is booked at one site: that site, as it"
                 " moves its local jobs, or only the metascheduler, so that with rigid"
                 " it stays where it is; jobs at several sites are always the"
                 " metascheduler's"},
        {OPTION_NUMBER("--efficiency", &s->efficiency, "PERCENT", 0, 100),
         .help = "mold: a job uses its own processors so well (Amdahl's law tells its"
                 " time on half and on twice as many: on more it takes more processor"
                 " time for the same work)"},
        {OPTION_NUMBER("--seeds", &s->seeds, "N", 1, FLEXCO_SEEDS_MOST),
         .unset = "5; with --local 1",
         .help = "everything so often, by seeds one after the other"},
        {OPTION_NUMBER("--seed", &g->seed, "N", 0, INT64_MAX - FLEXCO_SEEDS_MOST),
         .help = "the first seed: of built-in jobs, drawn estimates, overheads and"
                 " --meta-load"},
        {OPTION_FLAG("--all", &s->all), .help = "print all tables, not only the first"},
        PROGRAM_OPTIONS(p, "points.csv, means.csv, better.csv, jobs.csv")};
    const struct cli_program me = {
        .name = "flexco_sim",
        .operand = "",
        .about =
            "Schedules local jobs at sites (first come, first served, with conservative"
            " backfilling) and meta-jobs on top, which may run at several sites at once,"
            " then min(Poisson(20), 25) % longer than at one. A job that reaches the end"
            " planned for it is killed there, and counts as ended. When jobs end before"
            " their estimates, sites move their bookings forward, and so does the "
            "metascheduler, as far as its mode"
            " lets it. Every run is checked: no processor used twice, no part without the"
            " others, nobody later than promised. Without logs, 4 sites of 128 processors"
            " with built-in jobs (Lublin-Feitelson model). Defaults are the set-up of"
            " Netto and Buyya, A flexible resource co-allocation model based on advance"
            " reservations with rescheduling support, section 5.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes = CLI_TIME CLI_EXIT};
    const int code = program_read(p, &me, NULL, 0);
    return code == CLI_RUN ? check(p, s) : code;
}

/* ---- figures ----------------------------------------------------------------------- */

const struct measure flexco_experiment_figures[FLEXCO_FIGURE_COUNT] = {
    FLEXCO_FIGURES(MEASURE_ROW)};

/* Is more of it better? */
static int is_gain(size_t figure)
{
    return figure >= FLEXCO_FIGURE_utilisation &&
           figure <= FLEXCO_FIGURE_utilisation_meta;
}

/* Processor seconds within [from, to). */
static double use_within(int64_t start, int64_t end, uint32_t servers, int64_t from,
                         int64_t to)
{
    if (start < from) start = from;
    if (end > to) end = to;
    return start < end ? (double)(end - start) * servers : 0;
}

/* Means over the jobs that ended, and what they use. */
static void measure_ended(const struct flexco_system *system,
                          const struct flexco_job *jobs, size_t count,
                          const struct flexco_result *r, double *value)
{
    const int64_t first = count ? jobs[0].submit : 0;
    const int64_t last = count ? jobs[count - 1].submit : 0;
    const double all = (double)flexco_job_servers(system) * (double)(last - first);
    double sums[FLEXCO_CLASSES][3] = {{0}}, used[FLEXCO_CLASSES] = {0};
    size_t i;
    int k;
    for (i = 0; i < count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        double *of =
            sums[flexco_job_is_meta(&jobs[i]) ? FLEXCO_OF_META : FLEXCO_OF_LOCAL];
        const int64_t response = o->end - jobs[i].submit;
        if (o->end < 0) continue;
        of[0]++;
        of[1] += (double)response;
        of[2] += metrics_slowdown(response, o->end - o->start, FLEXCO_BOUND);
        used[flexco_job_is_meta(&jobs[i]) ? FLEXCO_OF_META : FLEXCO_OF_LOCAL] +=
            use_within(o->start, o->end, o->servers, first, last);
    }
    for (k = 0; k < 3; k++)
        sums[FLEXCO_OF_ALL][k] = sums[FLEXCO_OF_LOCAL][k] + sums[FLEXCO_OF_META][k];
    used[FLEXCO_OF_ALL] = used[FLEXCO_OF_LOCAL] + used[FLEXCO_OF_META];
    for (k = 0; k < FLEXCO_CLASSES; k++) {
        value[FLEXCO_FIGURE_response + k] = statistics_ratio(sums[k][1], sums[k][0]);
        value[FLEXCO_FIGURE_bsld + k] = statistics_ratio(sums[k][2], sums[k][0]);
        value[FLEXCO_FIGURE_utilisation + k] = statistics_ratio(used[k], all);
    }
}

/* How many jobs of each kind, and what became of them. */
static void measure_fates(const struct flexco_job *jobs, size_t count,
                          const struct flexco_result *r, double *value)
{
    static const enum flexco_figure figures[FLEXCO_FATE_COUNT] = {
#define FLEXCO_FATE_FIGURE(name, text) FLEXCO_FIGURE_##name,
        FLEXCO_FATES(FLEXCO_FATE_FIGURE)
#undef FLEXCO_FATE_FIGURE
    };
    double metas = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        metas += flexco_job_is_meta(&jobs[i]);
        value[figures[r->outcomes[i].fate]]++;
    }
    value[FLEXCO_FIGURE_jobs] = (double)count;
    value[FLEXCO_FIGURE_meta_jobs] = metas;
    value[FLEXCO_FIGURE_local_jobs] = (double)count - metas;
}

/* Where meta-jobs were to run, and did. */
static void measure_metas(const struct flexco_job *jobs, size_t count,
                          const struct flexco_result *r, double *value)
{
    double earlier = 0, ended = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        if (!flexco_job_is_meta(&jobs[i])) continue;
        value[FLEXCO_FIGURE_several] += o->first_parts > 1;
        if (o->end < 0) continue;
        ended++;
        earlier += (double)(o->promised - o->end);
        value[FLEXCO_FIGURE_several_one] += o->first_parts > 1 && o->part_count == 1;
        value[FLEXCO_FIGURE_one_several] += o->first_parts == 1 && o->part_count > 1;
        value[FLEXCO_FIGURE_molded] += o->shape != 0;
    }
    value[FLEXCO_FIGURE_earlier_meta] = statistics_ratio(earlier, ended);
}

static void measure_counts(const struct flexco_result *r, double *value)
{
    value[FLEXCO_FIGURE_asked] = (double)r->asked;
    value[FLEXCO_FIGURE_moved] = (double)r->moved;
    value[FLEXCO_FIGURE_shifts] = (double)r->shifts;
    value[FLEXCO_FIGURE_remaps] = (double)r->remaps;
    value[FLEXCO_FIGURE_molds] = (double)r->molds;
    value[FLEXCO_FIGURE_joined] = (double)r->joined;
    value[FLEXCO_FIGURE_compressions] = (double)r->compressions;
    value[FLEXCO_FIGURE_advances] = (double)r->advances;
    value[FLEXCO_FIGURE_meta_advances] = (double)r->meta_advances;
}

void flexco_experiment_measure(const struct flexco_system *system,
                               const struct flexco_job *jobs, size_t count,
                               const struct flexco_result *r, double *value)
{
    size_t i;
    for (i = 0; i < FLEXCO_FIGURE_COUNT; i++) value[i] = 0;
    measure_fates(jobs, count, r, value);
    measure_ended(system, jobs, count, r, value);
    measure_metas(jobs, count, r, value);
    measure_counts(r, value);
    value[FLEXCO_FIGURE_wall_seconds] = NAN;
}

double flexco_experiment_gain_of(size_t figure, double value, double base)
{
    const double less = is_gain(figure) ? value - base : base - value;
    return statistics_ratio(100 * less, base);
}
