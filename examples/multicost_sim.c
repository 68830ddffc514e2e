/* multicost_sim - joint scheduling of networks and clusters, as paper 4, section 5:
 * K. Christodoulopoulos, E. Varvarigos, Routing and Scheduling in Grids.
 *
 * Tasks come at the nodes of a network with data to be sent, as one burst, to a cluster
 * that computes. Each node decides alone, by one of five methods, from what it has heard
 * of links and clusters; what others took meanwhile blocks a burst or makes a task wait.
 * Delay, blocking, conflicts and paths searched against the rate at which tasks come. The
 * ideas are elsewhere: the methods in netsched.h, and in sim/ what nodes believe, the
 * reservations, the run, the experiment, its results and its pictures. Here is the
 * command line, and the order in which things are done.
 */
#define _POSIX_C_SOURCE 200809L

#include "netsched.h"

#include "base/error.h"
#include "base/outfile.h"
#include "base/progress.h"
#include "base/threads.h"
#include "multicost/multicost_experiment.h"
#include "multicost/multicost_plots.h"
#include "multicost/multicost_results.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/outputs.h"
#include "program/values.h"
#include "report/report.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "multicost_sim"
#define FLAGS "--strict|--gap|--check|--no-timing"

typedef struct settings {
    struct multicost_settings sim;
    int64_t threads, no_timing;
    const char *lambda; /* as it was written */
    struct outputs to;
} settings;

#define BILLION ((int64_t)CLI_ONE)
#define MOST_MS (1000000 * BILLION - 1000000) /* 1000 seconds */
#define LEAST_MS 1000000                      /* a microsecond */

/* ---- the command line -------------------------------------------------------------- */

static int read_loads(settings *all)
{
    return values_read(PROGRAM, "lambda", all->lambda, VALUE_DECIMAL, BILLION / 1000,
                       1000000 * BILLION, &all->sim.lambda);
}

/* Fills the settings from the command line. */
static int read_options(int argc, char **argv, settings *all)
{
    struct multicost_settings *s = &all->sim;
    const struct cli_option options[] = {
        {.name = "--network",
         .kind = CLI_TEXT,
         .text = &s->network,
         .value = "NAME",
         .unset = "torus:5x5, the paper's mesh with wrap-around",
         .help = "nsfnet, esnet, geant, torus:RxC, ring:N, random:N or a file (our own"
                 " format, SNDlib, GML, GraphML; examples/sim/topology/topology.h)"},
        {.name = "--method",
         .kind = CLI_SET,
         .number = &s->methods,
         .words = MULTICOST_METHOD_WORDS,
         .help =
             "who decides: mc-t (paths pruned by equation 3), awmc-t (by the number"
             " of free slots), exact (only what cannot be better), mc-b (earliest"
             " arrival, CPUs not looked at), ect (earliest end, links not looked at)"},
        {.name = "--lambda",
         .kind = CLI_TEXT,
         .text = &all->lambda,
         .value = "LIST",
         .unset = all->lambda,
         .help = "tasks in a second, over all nodes: A,B,... or FROM:TO:STEP"},
        {.name = "--tasks",
         .kind = CLI_NUMBER,
         .number = &s->tasks,
         .value = "N",
         .lo = 1,
         .hi = 1000000,
         .help = "tasks in a run"},
        {.name = "--warmup",
         .kind = CLI_NUMBER,
         .number = &s->warmup,
         .value = "N",
         .hi = 999999,
         .help = "the first N of them do not count"},
        {.name = "--runs",
         .kind = CLI_NUMBER,
         .number = &s->runs,
         .value = "N",
         .lo = 1,
         .hi = 1000,
         .help = "runs for each method and load, with seeds of their own"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &s->seed,
         .value = "N",
         .hi = INT64_MAX - 1000,
         .help = "seed of the first run, the next has the next: it places clusters, and"
                 " draws tasks and random networks"},
        {.name = "--data",
         .kind = CLI_DECIMAL,
         .number = &s->data,
         .value = "MB",
         .lo = 1000,
         .hi = 1000000 * BILLION,
         .help = "data of a task, mean of an exponential distribution, in megabytes"},
        {.name = "--work",
         .kind = CLI_DECIMAL,
         .number = &s->work,
         .value = "MI",
         .lo = 1000,
         .hi = 1000000 * BILLION,
         .help = "its work, the same, in millions of instructions"},
        {.name = "--remote",
         .kind = CLI_FRACTION,
         .number = &s->remote,
         .value = "SHARE",
         .help = "share of the tasks whose data are not where they are created but at a"
                 " repository; the node that decides tells it to send"},
        {.name = "--repositories",
         .kind = CLI_NUMBER,
         .number = &s->repositories,
         .value = "N",
         .lo = 1,
         .hi = 1000,
         .help = "nodes, at random, that are one"},
        {.name = "--clusters",
         .kind = CLI_NUMBER,
         .number = &s->clusters,
         .value = "N",
         .lo = 1,
         .hi = TOPOLOGY_NODES,
         .help = "clusters, at random nodes, unless the network has its own"},
        {.name = "--cpus",
         .kind = CLI_NUMBER,
         .number = &s->cpus,
         .value = "N",
         .lo = 1,
         .hi = 1000000,
         .help = "of each of them"},
        {.name = "--speed",
         .kind = CLI_NUMBER,
         .number = &s->speed,
         .value = "MIPS",
         .lo = 1,
         .hi = 1000000000,
         .help = "of each of their CPUs"},
        {.name = "--capacity",
         .kind = CLI_NUMBER,
         .number = &s->capacity,
         .value = "MBPS",
         .lo = 1,
         .hi = 1000000000,
         .help = "of a link whose capacity the network does not tell, in Mb/s"},
        {.name = "--delay",
         .kind = CLI_DECIMAL,
         .number = &s->delay,
         .value = "MS",
         .hi = MOST_MS,
         .help = "of a link whose delay it does not tell: 400 km at 200 km/ms"},
        {.name = "--rate",
         .kind = CLI_NUMBER,
         .number = &s->rate,
         .value = "MBPS",
         .lo = 1,
         .hi = 1000000000,
         .unset = "the least capacity of a link",
         .help = "of a burst, r: so much of a link is reserved"},
        {.name = "--tau-l",
         .kind = CLI_DECIMAL,
         .number = &s->tau_l,
         .value = "MS",
         .lo = LEAST_MS,
         .hi = MOST_MS,
         .help = "a slot of the links' availability vectors; delays are rounded up to it,"
                 " so choose one that divides them"},
        {.name = "--tau-m",
         .kind = CLI_DECIMAL,
         .number = &s->tau_m,
         .value = "MS",
         .lo = LEAST_MS,
         .hi = MOST_MS,
         .help = "a slot of the clusters' vectors"},
        {.name = "--slots-l",
         .kind = CLI_NUMBER,
         .number = &s->slots_l,
         .value = "N",
         .lo = 1,
         .hi = 1000000,
         .help = "slots of a link's vector, u_l; what lies beyond counts as free, but"
                 " under a --bound as taken"},
        {.name = "--slots-m",
         .kind = CLI_NUMBER,
         .number = &s->slots_m,
         .value = "N",
         .lo = 1,
         .hi = 1000000,
         .help = "slots of a cluster's vector, u_m"},
        {.name = "--update-interval",
         .kind = CLI_DECIMAL,
         .number = &s->interval,
         .value = "MS",
         .hi = MOST_MS,
         .help = "nodes look at the news they have only at multiples of this; 0: news"
                 " count as soon as they have travelled"},
        {.name = "--bound",
         .kind = CLI_DECIMAL,
         .number = &s->bound,
         .value = "MS",
         .hi = 1000000 * BILLION * 100,
         .help = "D: tasks are to end so long after their creation, or are not started;"
                 " 0: at any time"},
        {.name = "--upstream",
         .kind = CLI_CHOICE,
         .number = &s->upstream,
         .words = MULTICOST_UPSTREAM_WORDS,
         .help = "what a blocked burst had reserved before is left unused; or the news,"
                 " on its way back, gives back what has not begun"},
        {.name = "--retry",
         .kind = CLI_DECIMAL,
         .number = &s->retry,
         .value = "MS",
         .lo = LEAST_MS,
         .hi = MOST_MS,
         .help = "a blocked burst is not decided upon again sooner, though the news be"
                 " there"},
        {.name = "--attempts",
         .kind = CLI_NUMBER,
         .number = &s->attempts,
         .value = "N",
         .hi = 1000000,
         .help = "a task is given up when so many of its bursts were blocked; 0: never"},
        {.name = "--strict",
         .kind = CLI_FLAG,
         .number = &s->strict,
         .help = "equation 3 with < as printed: paths of equal delay never prune each"
                 " other"},
        {.name = "--max-labels",
         .kind = CLI_NUMBER,
         .number = &s->max_labels,
         .value = "N",
         .hi = 10000000,
         .unset = "65536",
         .help = "paths that a decision may hold at once; a task that would need more is"
                 " given up"},
        {.name = "--gap",
         .kind = CLI_FLAG,
         .number = &s->gap,
         .help = "at each decision ask exact, too: how often is its end earlier, and by"
                 " how much?"},
        {.name = "--check",
         .kind = CLI_FLAG,
         .number = &s->check,
         .help = "check of every run that it is possible: links, CPUs, times; a run that"
                 " is not ends the program with status 1"},
        OUTPUT_OPTIONS(&all->threads, &all->to,
                       "runs.csv (every figure of every run), tasks.csv (every task of"
                       " the first runs)",
                       &all->no_timing)};
    const struct cli_program me = {
        .name = PROGRAM,
        .operand = "",
        .about =
            "Schedules tasks whose data travel through a network to a cluster: each node"
            " decides from what it has heard of links and clusters, and reserves one way;"
            " bursts are blocked and tasks wait where others were faster. Average total"
            " delay, blocking and conflict probability, and paths searched, over the rate"
            " of the tasks. Defaults are the setting of Christodoulopoulos and "
            "Varvarigos,"
            " Routing and Scheduling in Grids, section 5; of what it leaves open (data,"
            " work, speed, slots, rates, how many tasks) such that links and clusters are"
            " both busy.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes = "MS is in milliseconds, to the microsecond: 2, 0.5. Exit status: 0 done,"
                 " 1 bad input or an output that could not be written, 2 wrong command"
                 " line."};
    struct cli_list operands = {{NULL}, 0};
    const int code = cli_parse_list(&me, argc, argv, &operands, 0);
    return code == CLI_RUN ? read_loads(all) : code;
}

/* ---- what no single option can tell ------------------------------------------------ */

/* Times are whole microseconds. */
static int check_times(const struct multicost_settings *s)
{
    const struct {
        const char *name;
        int64_t value;
    } times[] = {{"delay", s->delay}, {"tau-l", s->tau_l},
                 {"tau-m", s->tau_m}, {"update-interval", s->interval},
                 {"bound", s->bound}, {"retry", s->retry}};
    size_t i;
    for (i = 0; i < sizeof times / sizeof times[0]; i++)
        if (times[i].value % LEAST_MS)
            return cli_complain(PROGRAM,
                                "--%s: %.9g ms are not whole microseconds (at most three"
                                " digits after the point)",
                                times[i].name, (double)times[i].value / CLI_ONE);
    return CLI_RUN;
}

/* Nothing that is written may be what is read, or written otherwise. */
static int check_outputs(settings *all)
{
    outputs_reads(&all->to, "the network", all->sim.network);
    return outputs_check(PROGRAM, &all->to);
}

static int check_options(settings *all)
{
    const struct multicost_settings *s = &all->sim;
    if (s->warmup >= s->tasks)
        return cli_complain(PROGRAM,
                            "--warmup %" PRId64 ": none of --tasks %" PRId64 " is left",
                            s->warmup, s->tasks);
    if (check_times(s) != CLI_RUN) return CLI_USAGE;
    return check_outputs(all);
}

/* ---- results ----------------------------------------------------------------------- */

static int write_json(const settings *all, const struct multicost_experiment *x,
                      struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, all->to.json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", PROGRAM);
    multicost_results_json(&j, x);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

/* The pictures, on a page and as files. */
static int write_pictures(const settings *all, const struct multicost_experiment *x,
                          int argc, char **argv, struct error *e)
{
    struct multicost_plots f = {0};
    int result;
    if (!all->to.csv && !all->to.report) return 0;
    result = multicost_plots_make(&f, x, e);
    if (result == 0 && all->to.csv) result = multicost_plots_csv(all->to.csv, &f, e);
    if (result == 0 && all->to.report)
        result =
            multicost_plots_page(&f, x, all->to.report, PROGRAM, FLAGS, argc, argv, e);
    multicost_plots_free(&f);
    return result;
}

static int write_csv(const settings *all, const struct multicost_experiment *x,
                     struct error *e)
{
    if (outfile_make_folder(all->to.csv, e) != 0 ||
        multicost_results_csv_runs(all->to.csv, x, e) != 0)
        return -1;
    return multicost_results_csv_tasks(all->to.csv, x, e);
}

static int write_results(const settings *all, const struct multicost_experiment *x,
                         int argc, char **argv, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    if (all->to.json && write_json(all, x, e) != 0) return -1;
    if (all->to.csv && write_csv(all, x, e) != 0) return -1;
    if (write_pictures(all, x, argc, argv, e) != 0) return -1;
    if (all->to.json && strcmp(all->to.json, "-") == 0) return 0;
    multicost_results_print(stdout, x);
    outputs_print(stdout, &all->to, "task");
    return outfile_commit(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static int simulate(const settings *all, struct multicost_experiment *x, int argc,
                    char **argv, struct error *e)
{
    struct progress progress;
    int result;
    if (multicost_experiment_open(x, &all->sim, e) != 0) return -1;
    x->timing = !all->no_timing;
    x->keep_outcomes = all->to.csv != NULL;
    x->keep_uses = all->to.csv || all->to.report;
    x->progress = &progress;
    progress_start(&progress, "tasks",
                   multicost_experiment_runs(x) * (size_t)all->sim.tasks);
    result = threads_run(multicost_experiment_runs(x), all->threads,
                         multicost_experiment_run, x, e);
    progress_end(&progress);
    if (result != 0) return -1;
    multicost_experiment_close(x);
    return write_results(all, x, argc, argv, e);
}

int main(int argc, char **argv)
{
    settings all = {.sim = MULTICOST_SETTINGS, .lambda = "5:45:10"};
    struct multicost_experiment x = {0};
    struct error e;
    int code;
    outfile_guard_standard();
    code = read_options(argc, argv, &all);
    if (code == CLI_RUN) code = check_options(&all);
    if (code != CLI_RUN) return code;
    if (!all.threads) all.threads = threads_default();
    code = simulate(&all, &x, argc, argv, &e);
    if (code != 0) cli_complain(PROGRAM, "%s", e.text);
    multicost_experiment_free(&x);
    return code == 0 ? CLI_OK : CLI_BAD;
}
