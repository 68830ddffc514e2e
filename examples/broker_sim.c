/* broker_sim - a grid of clusters with a broker above them, as paper 2: I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling.
 *
 * Jobs with requirements go to a broker, which chooses the next job and its cluster; each
 * cluster has a local scheduler of its own. Several set-ups of the broker stand side by
 * side: execution time, waiting, slowdown, use of CPUs and nodes, starvation; also with
 * old information, and with clusters that fail. The ideas are elsewhere, in sim/: grids
 * and what jobs ask of them, the local systems (batch.h), the broker, the experiment, its
 * results and its pictures. Here is the command line, and the order in which things are
 * done.
 */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "base/outfile.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"
#include "batch/orders.h"
#include "grid/broker_experiment.h"
#include "grid/broker_local.h"
#include "grid/broker_plots.h"
#include "grid/broker_results.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/outputs.h"
#include "program/values.h"
#include "report/report.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "broker_sim"
#define FLAGS "--print-grid|--usages|--no-timing"
#define BILLION ((int64_t)CLI_ONE)

typedef struct settings {
    struct broker_settings sim;
    int64_t threads, print_grid, no_timing;
    const char *setups, *factors, *delays; /* as they were written */
    struct outputs to;
} settings;

/* ---- the command line -------------------------------------------------------------- */

/* What stands in lists. */
static int read_lists(settings *all)
{
    struct broker_settings *s = &all->sim;
    struct values *d = &s->delays;
    if (broker_setup_setups_read(PROGRAM, all->setups, &s->setups) != CLI_RUN ||
        values_read(PROGRAM, "jr-factor", all->factors, VALUE_DECIMAL, 0,
                    1000000 * BILLION, &s->factors) != CLI_RUN ||
        values_read(PROGRAM, "information-delay", all->delays, VALUE_TIME, 0,
                    JOB_TIME_MAX, d) != CLI_RUN)
        return CLI_USAGE;
    if (d->at[0] == 0) return CLI_RUN;
    if (d->count == VALUES_MAX)
        return cli_complain(PROGRAM, "--information-delay: too many with 0, to which all"
                                     " are compared");
    memmove(d->at + 1, d->at, d->count * sizeof d->at[0]);
    d->at[0] = 0;
    d->count++;
    return CLI_RUN;
}

/* Fills the settings from the command line. */
static int read_options(int argc, char **argv, settings *all)
{
    struct broker_settings *s = &all->sim;
    const struct cli_option options[] = {
        {.name = "--grid",
         .kind = CLI_TEXT,
         .text = &s->grid,
         .value = "NAME",
         .unset = s->grid,
         .help = "dom_small, dom_medium, dom_big (the paper's), or a file of clusters"
                 " (examples/sim/workload/grid_file.h)"},
        {.name = "--print-grid",
         .kind = CLI_FLAG,
         .number = &all->print_grid,
         .help = "only print the grid, as such a file"},
        {.name = "--setup",
         .kind = CLI_TEXT,
         .text = &all->setups,
         .value = "LIST",
         .unset = all->setups,
         .help =
             "brokers, separated by commas: FCFS (fcfs+match), RANK (jr+match), SLOW"
             " (jr+slow), any other JOBS+RESOURCES, isis (none: each job chooses its"
             " cluster), or all. JOBS: fcfs, jr (JR-backfilling), edf (earliest deadline"
             " first), realtime (judged when it is submitted, and given up there if by an"
             " estimate of the wait, where CPUs are not free, no cluster meets its"
             " deadline; only realtime+match keeps every deadline). RESOURCES: match or"
             " matchmaking (on what is free), slow (lowest average slowdown), match-slow"
             " (both)"},
        {.name = "--jr-factor",
         .kind = CLI_TEXT,
         .text = &all->factors,
         .value = "LIST",
         .unset = all->factors,
         .help = "JR-backfilling's reduction factor f: a job's rank times 1 + f for each"
                 " job before it; A,B,... or FROM:TO:STEP: one run for each"},
        {.name = "--jr-formula",
         .kind = CLI_CHOICE,
         .number = &s->formula,
         .words = BROKER_FORMULA_WORDS,
         .help = "that weight; or rank times place, as listing 3 comes to"},
        {.name = "--deadline-factor",
         .kind = CLI_DECIMAL,
         .number = &s->deadline_factor,
         .value = "X",
         .lo = BILLION,
         .hi = 1000000 * BILLION,
         .help = "deadlines of edf and realtime: X times the estimate after submission"},
        {.name = "--information-delay",
         .kind = CLI_TEXT,
         .text = &all->delays,
         .value = "LIST",
         .unset = all->delays,
         .help = "what the broker sees of the clusters is so old: one run for each TIME;"
                 " 0 is always among them, to be compared with"},
        {.name = "--local",
         .kind = CLI_TEXT,
         .text = &s->local.of[BROKER_LOCAL_KIND],
         .value = "WORD",
         .unset = s->local.of[BROKER_LOCAL_KIND],
         .help = "local scheduler of clusters that have none in the grid file"
                 " (local=WORD): "
                 "fcfs, easy, easy:K (K reservations), conservative,"
                 " rua (usage-aware backfilling, for --usages), rua:K"},
        {.name = "--processors",
         .kind = CLI_TEXT,
         .text = &s->local.of[BROKER_LOCAL_SELECT],
         .value = "WORD",
         .unset = s->local.of[BROKER_LOCAL_SELECT],
         .help = "which processors jobs get there (select=WORD): first-fit, contiguous"
                 " (First Continuous Fit), less-consume (where nodes are used least)"},
        {.name = "--queue-order",
         .kind = CLI_TEXT,
         .text = &s->local.of[BROKER_LOCAL_QUEUE],
         .value = "WORD",
         .unset = s->local.of[BROKER_LOCAL_QUEUE],
         .help = "the queue there (queue=WORD), of " ORDER_WORDS ": by arrival,"
                 " shortest, longest, smallest area, largest expansion factor (lxf or"
                 " lxwf) first"},
        {.name = "--backfill-order",
         .kind = CLI_TEXT,
         .text = &s->local.of[BROKER_LOCAL_BACKFILL],
         .value = "WORD",
         .unset = s->local.of[BROKER_LOCAL_BACKFILL],
         .help = "who is looked at first for backfilling (backfill=WORD): as the queue,"
                 " or one of these orders"},
        {.name = "--requirements",
         .kind = CLI_CHOICE,
         .number = &s->requirements,
         .words = BROKER_REQUIREMENTS_WORDS,
         .unset = "log, if it has any, else generate",
         .help = "what jobs ask for beside CPUs and time: what the log says, what is"
                 " drawn by --seed as section IV-B, or nothing"},
        {.name = "--max-memory",
         .kind = CLI_NUMBER,
         .number = &s->max_memory,
         .value = "MB",
         .lo = 1,
         .hi = INT64_C(1000000000000),
         .unset = "what clusters have",
         .help = "no drawn requirement is for more memory than this"},
        {.name = "--usages",
         .kind = CLI_FLAG,
         .number = &s->usages,
         .help = "draw with requirements what jobs use of memory bandwidth, ethernet and"
                 " network, so that those on one node slow each other down"},
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &s->jobs,
         .value = "N",
         .lo = 1,
         .hi = 10000000,
         .unset = "all of a log; of the built-in workload 13000",
         .help = "the first N jobs"},
        SHAPE_OPTIONS(&s->shape),
        {.name = "--failures",
         .kind = CLI_TEXT,
         .text = &s->failures,
         .value = "FILE",
         .help = "when clusters are down: lines CLUSTER FROM TO, TIMEs after the first"
                 " submission; TO may be never; outages.csv has them as such times"},
        {.name = "--mtbf",
         .kind = CLI_DURATION,
         .number = &s->mtbf,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "no failures",
         .help = "each cluster fails so long after it last came back, on average,"
                 " drawn by --seed"},
        {.name = "--mttr",
         .kind = CLI_DURATION,
         .number = &s->mttr,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "1h",
         .help = "and is down so long, on average"},
        {.name = "--resubmit",
         .kind = CLI_NUMBER,
         .number = &s->resubmit,
         .value = "N",
         .hi = 1000000,
         .help = "a job that is killed is submitted again up to N times"},
        {.name = "--coallocate",
         .kind = CLI_NUMBER,
         .number = &s->coallocate,
         .value = "PERCENT",
         .hi = 1000,
         .unset = "off",
         .help = "a job larger than any cluster that satisfies it runs at several at"
                 " once, and takes PERCENT longer"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &s->seed,
         .value = "N",
         .hi = INT64_MAX,
         .help = "seed of the built-in workload, of requirements and of failures"},
        OUTPUT_OPTIONS(&all->threads, &all->to,
                       "runs.csv, clusters.csv, jobs.csv, executions.csv, outages.csv",
                       &all->no_timing)};
    const struct cli_program me = {
        .name = PROGRAM,
        .operand = "[trace]",
        .about =
            "Schedules jobs with requirements on a grid of clusters: a broker chooses the"
            " next job and its cluster, where a local scheduler goes on. The jobs are a"
            " log's (Standard or Grid Workload Format; .gz is unpacked; - is standard"
            " input), or without one a built-in workload (Lublin-Feitelson model, from"
            " 100 jobs on with --load 0.4). Without --max-cpus jobs are cut to 512 CPUs, "
            "or the largest cluster's"
            " if it has fewer. Every run is checked: no CPU used twice, no requirement"
            " broken, no job lost."
            " Defaults are the set-ups of Rodero, Guim and Corbalan, Performance-driven"
            " Coordinated Grid Scheduling, section V.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Exit status: 0"
            " done, 1 bad input or an output that could not be written, 2 wrong command"
            " line."};
    const int code = cli_parse(&me, argc, argv, &s->trace);
    return code == CLI_RUN ? read_lists(all) : code;
}

/* ---- what no single option can tell ------------------------------------------------ */

/* Nothing that is written may be what is read, or written otherwise. */
static int check_outputs(settings *all)
{
    const struct broker_settings *s = &all->sim;
    size_t i;
    outputs_reads(&all->to, "the trace", s->trace);
    outputs_reads(&all->to, "the grid", s->grid);
    outputs_reads(&all->to, "the failures", s->failures);
    for (i = 0; i < s->shape.merge.count; i++)
        outputs_reads(&all->to, "what --merge reads", s->shape.merge.items[i]);
    return outputs_check(PROGRAM, &all->to);
}

/* Standard input can be read once. */
static int check_inputs(const settings *all)
{
    const struct broker_settings *s = &all->sim;
    const char *const files[] = {s->trace, s->grid, s->failures};
    size_t i, several = 0;
    for (i = 0; i < sizeof files / sizeof files[0]; i++)
        several += files[i] && strcmp(files[i], "-") == 0;
    for (i = 0; i < s->shape.merge.count; i++)
        several += strcmp(s->shape.merge.items[i], "-") == 0;
    if (several > 1)
        return cli_complain(PROGRAM, "- stands for standard input, which can be read once"
                                     " only");
    return CLI_RUN;
}

static int check_options(settings *all)
{
    const struct broker_settings *s = &all->sim;
    if (s->failures && s->mtbf)
        return cli_complain(PROGRAM, "--failures or --mtbf, not both");
    if (s->mttr && !s->mtbf) return cli_complain(PROGRAM, "--mttr needs --mtbf");
    if (s->coallocate >= 0 && (s->failures || s->mtbf))
        return cli_complain(PROGRAM, "--coallocate is for clusters that do not fail:"
                                     " not with --failures or --mtbf");
    if (!s->mttr) all->sim.mttr = BROKER_MTTR;
    if (!s->trace && s->requirements == BROKER_REQUIREMENTS_LOG)
        return cli_complain(PROGRAM, "--requirements log needs a trace");
    if (broker_local_check(PROGRAM, &s->local) != CLI_RUN || check_inputs(all) != CLI_RUN)
        return CLI_USAGE;
    return check_outputs(all);
}

/* One line for each thing a reader of the results should know. */
static void warn(const struct workload *w)
{
    char lines[TEXT_NUMBER];
    if (w->bad_lines)
        cli_complain(PROGRAM,
                     "warning: %s: lines skipped, as they are no job: %s; the first: %s",
                     w->source, text_count(w->bad_lines, lines), w->first_bad_line);
}

/* ---- results ----------------------------------------------------------------------- */

static int write_json(const settings *all, const struct broker_experiment *x,
                      struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, all->to.json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", PROGRAM);
    broker_results_json(&j, x);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

/* The pictures, on a page and as files. */
static int write_pictures(const settings *all, const struct broker_experiment *x,
                          int argc, char **argv, struct error *e)
{
    struct broker_plots f = {0};
    int result;
    if (!all->to.csv && !all->to.report) return 0;
    result = broker_plots_make(&f, x, e);
    if (result == 0 && all->to.csv) result = broker_plots_csv(all->to.csv, &f, e);
    if (result == 0 && all->to.report)
        result = broker_plots_page(&f, x, all->to.report, PROGRAM, FLAGS, argc, argv, e);
    broker_plots_free(&f);
    return result;
}

static int write_results(const settings *all, const struct broker_experiment *x, int argc,
                         char **argv, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    if (all->to.json && write_json(all, x, e) != 0) return -1;
    if (all->to.csv && broker_results_csv(all->to.csv, x, e) != 0) return -1;
    if (write_pictures(all, x, argc, argv, e) != 0) return -1;
    if (all->to.json && strcmp(all->to.json, "-") == 0) return 0;
    broker_results_print(stdout, x);
    outputs_print(stdout, &all->to, "job");
    return outfile_commit(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static int print_grid(const struct broker_settings *s, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    struct grid g = {.count = 0};
    int result = grid_file_load(&g, s->grid, e);
    if (result == 0) {
        grid_file_print(&g, stdout);
        result = outfile_commit(&standard, e);
    }
    grid_free(&g);
    return result;
}

static int simulate(const settings *all, struct broker_experiment *x, int argc,
                    char **argv, struct error *e)
{
    struct progress progress;
    int result;
    if (broker_experiment_open(x, &all->sim, e) != 0) return -1;
    warn(&x->workload);
    x->timing = !all->no_timing;
    x->keep = all->to.csv != NULL;
    x->progress = &progress;
    progress_start(&progress, "jobs", x->workload.count * x->count);
    result = threads_run(x->count, all->threads, broker_experiment_run, x, e);
    progress_end(&progress);
    return result == 0 ? write_results(all, x, argc, argv, e) : -1;
}

int main(int argc, char **argv)
{
    settings all = {.sim = BROKER_SETTINGS,
                    .setups = "FCFS,RANK,SLOW",
                    .factors = "0.1",
                    .delays = "0"};
    struct broker_experiment x = {.count = 0};
    struct error e;
    int code;
    outfile_guard_standard();
    code = read_options(argc, argv, &all);
    if (code == CLI_RUN) code = check_options(&all);
    if (code != CLI_RUN) return code;
    if (!all.threads) all.threads = threads_default();
    code = all.print_grid ? print_grid(&all.sim, &e) : simulate(&all, &x, argc, argv, &e);
    if (code != 0) cli_complain(PROGRAM, "%s", e.text);
    broker_experiment_free(&x);
    return code == 0 ? CLI_OK : CLI_BAD;
}
