/* broker_experiment.c - the workload of each seed is read once; each point then runs by
 * itself. Runs are numbered seed by seed, and point by point within a seed. */
#include "grid/broker_experiment.h"

#include "base/job.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "grid/broker.h"
#include "grid/broker_local.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/values.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"
#include "workload/shape.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BROKER_LOAD_BUILT_IN (4 * (int64_t)CLI_ONE / 10)

void broker_experiment_free(struct broker_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].clusters);
        broker_rules_free(&x->points[i].result);
    }
    free(x->points);
    cube_free(&x->cube);
    broker_local_free(&x->local);
    demands_free(&x->demands);
    workload_free(&x->workload);
    grid_free(&x->grid);
    for (i = 1; i < x->seeds && x->others; i++) broker_experiment_free(&x->others[i - 1]);
    free(x->others);
}

/* ---- points ------------------------------------------------------------------------ */

const struct broker_point *broker_experiment_point_at(const struct broker_experiment *x,
                                                      size_t setup, size_t factor,
                                                      size_t delay)
{
    const struct broker_settings *s = x->settings;
    return &x->points[(factor * s->delays.count + delay) * s->setups.count + setup];
}

double broker_experiment_factor(const struct broker_settings *s, size_t factor)
{
    return (double)s->factors.at[factor] / CLI_ONE;
}

/* Points that are not run have no set-up: other factors of set-ups without one. */
static int make_points(struct broker_experiment *x, const struct cube *c, size_t seed,
                       struct error *e)
{
    const struct broker_settings *s = x->settings;
    size_t i;
    x->count = c->points * c->variants;
    x->points = (struct broker_point *)calloc(x->count, sizeof *x->points);
    if (!x->points) return error_fail(e, "out of memory");
    for (i = 0; i < x->count; i++) {
        const struct broker_setup *setup = &s->setups.items[i % c->variants];
        const size_t point = i / c->variants;
        struct broker_point *p = &x->points[i];
        p->factor = point / s->delays.count;
        p->delay = point % s->delays.count;
        if (p->factor && !broker_setup_ranks(setup)) continue;
        p->setup = setup;
        p->value = cube_run(c, point, i % c->variants, seed);
        p->clusters =
            (double *)calloc(x->grid.count * BROKER_CLUSTER_COUNT, sizeof *p->clusters);
        if (!p->clusters) return error_fail(e, "out of memory");
    }
    return 0;
}

/* The results of all seeds. */
static int make_cube(struct broker_experiment *x, struct error *e)
{
    const struct broker_settings *s = x->settings;
    size_t i;
    if (cube_open(&x->cube, broker_figures_of_run, BROKER_FIGURE_COUNT,
                  s->factors.count * s->delays.count, s->setups.count, x->seeds, e) != 0)
        return -1;
    for (i = 0; i < s->setups.count; i++) {
        x->cube.names[i] = s->setups.items[i].name;
        x->ranks[i] = broker_setup_ranks(&s->setups.items[i]) != 0;
    }
    return 0;
}

/* ---- the workload ------------------------------------------------------------------ */

/* The size of the machine for --load and the built-in model: all CPUs, or as many as a
 * machine can have. */
static uint32_t machine_of(const struct grid *g)
{
    return g->cpus < (uint64_t)JOB_SERVERS_MAX ? (uint32_t)g->cpus : JOB_SERVERS_MAX;
}

/* The largest cluster, or 512 CPUs if it has more. */
static int64_t cpus_most(const struct grid *g)
{
    int64_t most = 1;
    size_t i;
    for (i = 0; i < g->count; i++)
        if (g->clusters[i].cpus > most) most = g->clusters[i].cpus;
    return most < BROKER_CPUS_MOST ? most : BROKER_CPUS_MOST;
}

/* How the jobs are changed: as the settings say, but cut to the largest cluster, or to
 * all of them if jobs may run at several; and built-in jobs, unless there are few, come
 * at a load at which it matters who schedules. */
static struct shape shape_of(const struct broker_experiment *x)
{
    struct shape shape = x->settings->shape;
    if (x->settings->trace) shape.jobs = x->settings->jobs;
    if (!shape.max_cpus)
        shape.max_cpus = x->settings->coallocate >= 0 ? (int64_t)machine_of(&x->grid)
                                                      : cpus_most(&x->grid);
    if (!shape.load && !x->settings->trace &&
        (!x->settings->jobs || x->settings->jobs >= BROKER_JOBS_MANY))
        shape.load = BROKER_LOAD_BUILT_IN;
    return shape;
}

/* Reads the jobs, or makes them. Requirements are drawn in any case unless they are not
 * wanted: whether the log has some of its own is known afterwards. */
static int read_jobs(struct broker_experiment *x, struct error *e)
{
    const struct broker_settings *s = x->settings;
    const uint32_t machine = machine_of(&x->grid);
    const int64_t most = x->shape.max_cpus < machine ? x->shape.max_cpus : machine;
    const size_t jobs = s->jobs ? (size_t)s->jobs : BROKER_JOBS_BUILT_IN;
    struct workload *w = &x->workload;
    struct workload_reading how = {.overrun = WORKLOAD_OVERRUN_EXTEND, .grid = &x->grid};
    struct requirements_rules rules = {.seed = (uint64_t)s->seed};
    rules.usages = s->usages != 0;
    rules.unconstrained = (uint32_t)(100 - s->constrained);
    rules.replace = s->requirements == BROKER_REQUIREMENTS_GENERATE;
    if (s->requirements != BROKER_REQUIREMENTS_NONE) how.demands = &x->demands;
    if (s->requirements != BROKER_REQUIREMENTS_LOG) how.generate = &rules;
    if (!how.demands) how.generate = NULL;
    if (s->trace) {
        if (workload_load(w, s->trace, machine, &how, e) != 0) return -1;
    } else {
        if (workload_lublin(w, (uint64_t)s->seed, (uint32_t)most, jobs, e) != 0 ||
            (how.generate && workload_require(w, &how, e) != 0))
            return -1;
        w->servers = machine;
    }
    return workload_shape(w, &x->shape, e);
}

/* Does the log say what the job asks for, or what it uses? */
static int is_from_log(const struct demand *d)
{
    int r, told = d->count > 0;
    for (r = 0; r < SHARING_SHARED; r++) told |= d->usage[r] > 0;
    return told && !d->generated;
}

/* Drops the drawn requirements if the log has its own, unless --requirements says
 * otherwise. */
static void resolve_requirements(struct broker_experiment *x)
{
    const int64_t asked = x->settings->requirements;
    size_t i, own = 0;
    for (i = 0; i < x->demands.count; i++) own += (size_t)is_from_log(&x->demands.of[i]);
    x->requirements = asked != BROKER_REQUIREMENTS_AUTO ? asked
                      : own && x->settings->trace       ? BROKER_REQUIREMENTS_LOG
                                                        : BROKER_REQUIREMENTS_GENERATE;
    for (i = 0; i < x->demands.count; i++)
        if (x->demands.of[i].generated && x->requirements == BROKER_REQUIREMENTS_LOG)
            memset(&x->demands.of[i], 0, sizeof x->demands.of[i]);
    for (i = 0; i < x->workload.count; i++) {
        const struct demand *d = demands_of(&x->demands, &x->workload.jobs[i]);
        x->demanding += d && d->count;
    }
}

/* Does any job use some of what nodes share? */
static int any_usage(const struct broker_experiment *x)
{
    size_t i;
    int r;
    for (i = 0; i < x->workload.count; i++) {
        const double *usage = demands_usage(&x->demands, &x->workload.jobs[i]);
        for (r = 0; usage && r < SHARING_SHARED; r++)
            if (usage[r] > 0) return 1;
    }
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

static int open_seed(struct broker_experiment *x, const struct cube *c, size_t seed,
                     struct error *e)
{
    const struct broker_settings *s = x->settings;
    if (grid_file_load(&x->grid, s->grid, e) != 0) return -1;
    x->shape = shape_of(x);
    if (broker_local_make(&x->local, &s->local, &x->grid, e) != 0 || read_jobs(x, e) != 0)
        return -1;
    resolve_requirements(x);
    x->usages = any_usage(x);
    if (x->usages) broker_local_share_all(&x->local, &x->grid, &x->demands);
    return make_points(x, c, seed, e);
}

static struct broker_experiment *of_seed(struct broker_experiment *x, size_t seed)
{
    return seed ? &x->others[seed - 1] : x;
}

/* Does the seed make a difference: are jobs, requirements or clusters drawn? */
static int is_random(const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    const int64_t row = choice_find(&broker_policy_resources_table, "random", 6);
    size_t i;
    if (!s->trace) return 1;
    if (x->requirements == BROKER_REQUIREMENTS_GENERATE && (s->constrained || s->usages))
        return 1;
    for (i = 0; i < s->setups.count; i++)
        if (s->setups.items[i].resources == (size_t)row) return 1;
    return 0;
}

int broker_experiment_open(struct broker_experiment *x, const struct broker_settings *s,
                           struct error *e)
{
    size_t i;
    x->settings = s;
    x->seeds = s->seeds ? (size_t)s->seeds : 1;
    x->others = (struct broker_experiment *)calloc(x->seeds, sizeof *x->others);
    if (!x->others) return error_fail(e, "out of memory");
    if (make_cube(x, e) != 0 || open_seed(x, &x->cube, 0, e) != 0) return -1;
    if (x->seeds > 1 && !is_random(x))
        return error_fail(e, "--seeds: nothing here is random, so that all seeds give the"
                             " same (the built-in workload, drawn requirements and the"
                             " policy random are)");
    for (i = 1; i < x->seeds; i++) {
        struct broker_experiment *other = of_seed(x, i);
        other->own = *s;
        other->own.seed += (int64_t)i;
        other->settings = &other->own;
        if (open_seed(other, &x->cube, i, e) != 0) return -1;
    }
    return 0;
}

/* ---- running ----------------------------------------------------------------------- */

static void fill_rules(const struct broker_experiment *x, const struct broker_point *p,
                       struct broker_rules *rules)
{
    static const struct broker_rules nothing = {.delay = 0};
    const struct broker_settings *s = x->settings;
    *rules = nothing;
    rules->jobs = p->setup->jobs;
    rules->resources = p->setup->resources;
    rules->jr_factor = s->factors.at[p->factor];
    rules->jr_listing = s->formula != 0;
    rules->jr_no_head = s->no_head != 0;
    rules->ties = (int)s->ties;
    rules->deadline_factor = s->deadline_factor;
    rules->delay = s->delays.at[p->delay];
    rules->seed = (uint64_t)s->seed;
    rules->at_several = s->coallocate >= 0;
    rules->coallocate = s->coallocate >= 0 ? (uint32_t)s->coallocate : 0;
    rules->local = x->local.rules;
}

static int measure(const struct broker_experiment *x, const struct broker_rules *rules,
                   struct broker_point *p)
{
    struct broker_measured m = {.first = 0};
    m.grid = &x->grid;
    m.jobs = x->workload.jobs;
    m.result = &p->result;
    if (broker_setup_dated(p->setup)) m.rules = rules;
    m.value = p->value;
    m.cluster = p->clusters;
    return broker_figures_measure(&m);
}

/* `first` says what all seeds have in common. */
static int run_point(const struct broker_experiment *first, struct broker_experiment *x,
                     size_t i, struct error *e)
{
    const struct workload *w = &x->workload;
    struct broker_point *p = &x->points[i];
    struct broker_rules rules;
    struct error why;
    int result;
    fill_rules(x, p, &rules);
    rules.progress = first->progress;
    result = broker_simulate(&x->grid, &x->demands, w->jobs, w->count, &rules, &p->result,
                             &why);
    if (result == 0)
        result = broker_check(&x->grid, &x->demands, w->jobs, w->count, &rules,
                              &p->result, &why);
    if (result == 0 && measure(x, &rules, p) != 0)
        result = error_fail(&why, "out of memory");
    if (first->timing) p->value[BROKER_FIGURE_wall_seconds] = p->result.seconds;
    if (!(x == first && x->keep) && (p->factor || p->delay)) /* not in the tables */
        broker_rules_free(&p->result);
    if (result == 0) return 0;
    return error_fail(e, "%s: %s", p->setup->name, why.text);
}

size_t broker_experiment_jobs(const struct broker_experiment *x)
{
    size_t jobs = x->workload.count, points = 0, i;
    for (i = 1; i < x->seeds; i++) jobs += x->others[i - 1].workload.count;
    for (i = 0; i < x->count; i++) points += x->points[i].setup != NULL;
    return jobs * points;
}

int broker_experiment_run(void *context, size_t i, struct error *e)
{
    struct broker_experiment *x = (struct broker_experiment *)context;
    struct broker_experiment *of = of_seed(x, i % x->seeds);
    return of->points[i / x->seeds].setup ? run_point(x, of, i / x->seeds, e) : 0;
}

/* ---- the command line -------------------------------------------------------------- */

#define BILLION ((int64_t)CLI_ONE)

/* All delays are compared with 0. CLI_RUN, or CLI_USAGE after a complaint. */
static int delay_nothing_first(const char *program, struct values *d)
{
    if (d->at[0] == 0) return CLI_RUN;
    if (d->count == VALUES_MAX)
        return cli_complain(program, "--information-delay: too many with 0, to which all"
                                     " are compared");
    memmove(d->at + 1, d->at, d->count * sizeof d->at[0]);
    d->at[0] = 0;
    d->count++;
    return CLI_RUN;
}

/* Is it standard input, which can be read once only? */
static int is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

/* What no option can check alone. CLI_RUN, or CLI_USAGE after a complaint. */
static int check(struct program *p, struct broker_settings *s)
{
    const int again = is_standard(s->trace) || is_standard(s->grid);
    if (s->seeds > 1 && s->seed > INT64_MAX - (s->seeds - 1))
        return cli_complain(p->name, "--seeds: there are not so many after --seed");
    if (s->seeds > 1 && again)
        return cli_complain(p->name, "--seeds cannot read standard input again and again:"
                                     " give it a file");
    if (!s->trace && s->requirements == BROKER_REQUIREMENTS_LOG)
        return cli_complain(p->name, "--requirements log needs a trace");
    if (broker_local_check(p->name, &s->local) != CLI_RUN) return CLI_USAGE;
    program_reads(p, "the trace", s->trace);
    program_reads(p, "the grid", s->grid);
    return program_check(p);
}

int broker_experiment_options(struct program *p, struct broker_settings *s)
{
    const char *setups = "FCFS,RANK,SLOW";
    const struct cli_option options[] = {
        {OPTION_TEXT("--grid", &s->grid, "NAME"), .unset = s->grid,
         .help = "dom_small, dom_medium, dom_big (the paper's), or a file of clusters"
                 " (examples/sim/workload/grid_file.h)"},
        {OPTION_FLAG("--print-grid", &s->print_grid),
         .help = "only print the grid, as such a file"},
        {OPTION_TEXT("--setup", &setups, "LIST"), .unset = setups,
         .help = broker_setup_help()},
        {OPTION_VALUES("--jr-factor", &s->factors, "LIST", VALUES_DECIMAL, 0,
                       1000000 * BILLION),
         .standard = "0.1",
         .help = "JR-backfilling's reduction factor f: a job's rank times 1 + f * its"
                 " position, from 1; A,B,... or FROM:TO:STEP: one run for each"},
        {OPTION_CHOICE("--jr-formula", &s->formula, BROKER_FORMULA_WORDS),
         .help = "that weight; or rank times place, as listing 3 comes to"},
        {OPTION_CHOICE("--jr-head", &s->no_head, BROKER_HEAD_WORDS),
         .help = "on: the first job goes first if it has a cluster, as listing 3; off:"
                 " it is weighed as all others are, as figures 3 and 4"},
        {OPTION_CHOICE("--ties", &s->ties, BROKER_TIES_WORDS),
         .help = "of clusters alike to the policy, that with the most or the least free"
                 " CPUs, then the first of the grid; or the first"},
        {OPTION_DECIMAL("--deadline-factor", &s->deadline_factor, "X", BILLION,
                        1000000 * BILLION),
         .help = "deadlines of edf and realtime: X times the estimate after submission"},
        {OPTION_VALUES("--information-delay", &s->delays, "LIST", VALUES_TIME, 0,
                       JOB_TIME_MAX),
         .standard = "0",
         .help = "what the broker sees of the clusters is so old: one run for each TIME;"
                 " 0 is always among them, to be compared with"},
        {OPTION_TEXT("--local", &s->local.of[BROKER_LOCAL_KIND], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_KIND],
         .help = "local scheduler of clusters that have none in the grid file"
                 " (local=WORD):",
         .more = broker_local_help()},
        {OPTION_TEXT("--processors", &s->local.of[BROKER_LOCAL_SELECT], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_SELECT],
         .help = "which processors jobs get there (select=WORD):",
         .more = choice_help(&processors_table, NULL)},
        {OPTION_TEXT("--queue-order", &s->local.of[BROKER_LOCAL_QUEUE], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_QUEUE],
         .help = "the queue there (queue=WORD):",
         .more = choice_help(&orders_table, NULL)},
        {OPTION_TEXT("--backfill-order", &s->local.of[BROKER_LOCAL_BACKFILL], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_BACKFILL],
         .help = "which jobs are tried first for backfilling (backfill=WORD): queue (in"
                 " its order), or one of these orders"},
        {OPTION_CHOICE("--requirements", &s->requirements, BROKER_REQUIREMENTS_WORDS),
         .unset = "log, if it has any, else generate",
         .help = "what jobs ask for beside CPUs and time: what the log says, what is"
                 " drawn by --seed as section IV-B, or nothing"},
        {OPTION_NUMBER("--constrained", &s->constrained, "PERCENT", 0, 100),
         .help = "the share of jobs that get drawn requirements; others ask for CPUs"
                 " only (--usages draws for all jobs, whatever this share is)"},
        {OPTION_FLAG("--usages", &s->usages),
         .help = "draw with requirements what each job uses of memory bandwidth,"
                 " ethernet and network, so that those on one node slow each other down"},
        {OPTION_NUMBER("--jobs", &s->jobs, "N", 1, 10000000),
         .unset = "all of a log; of the built-in workload 13000",
         .help = "the first N jobs"},
        SHAPE_OPTIONS(&s->shape,
                      "512, or the largest cluster if that has fewer; with --coallocate"
                      " all CPUs of the grid"),
        {OPTION_NUMBER("--coallocate", &s->coallocate, "PERCENT", 0, 1000),
         .unset = "off",
         .help = "a job larger than any cluster that satisfies it runs at several at"
                 " once, and takes PERCENT longer"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX),
         .help = "seed of the built-in workload, and of requirements"},
        {OPTION_NUMBER("--seeds", &s->seeds, "N", 1, BROKER_SEEDS_MOST), .unset = "1",
         .help = "everything so often, by seeds one after the other: the first table and"
                 " the pictures of set-ups and reduction factors have means, least and"
                 " most, all else is of the first seed"},
        PROGRAM_OPTIONS(p, "runs.csv, clusters.csv, jobs.csv, executions.csv")};
    const struct cli_program me = {
        .name = "broker_sim",
        .operand = "[LOG]",
        .about =
            "Schedules jobs with requirements on a grid of clusters: a broker chooses the"
            " next job and its cluster, where a local scheduler goes on. The jobs are a"
            " log's (Standard or Grid Workload Format; .gz is unpacked; - is standard"
            " input), or without one a built-in workload (Lublin-Feitelson model, from"
            " 100 jobs on with --load 0.4). Every run is checked: no CPU used twice, no "
            "requirement"
            " broken, no job lost."
            " Defaults are the set-ups of Rodero, Guim and Corbalan, Performance-driven"
            " Coordinated Grid Scheduling, section V.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes = CLI_TIME CLI_EXIT};
    struct cli_list operands = {{NULL}, 0};
    int code;
    code = program_read(p, &me, &operands, 1);
    s->trace = operands.items[0];
    if (code == CLI_RUN) code = broker_setup_read(p->name, setups, &s->setups);
    if (code == CLI_RUN) code = delay_nothing_first(p->name, &s->delays);
    return code == CLI_RUN ? check(p, s) : code;
}
