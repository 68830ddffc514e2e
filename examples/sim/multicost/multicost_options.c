/* multicost_options.c - the table of options; then what no single option can tell is
 * checked. */
#include "multicost/multicost_options.h"

#include "multicost/multicost_methods.h"
#include "program/choice.h"
#include "program/cli.h"
#include "program/values.h"
#include "topology/topology_builtin.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdio.h>

#define BILLION ((int64_t)CLI_ONE)
#define MOST_MS (1000000 * BILLION - 1000000) /* 1000 seconds */
#define LEAST_MS 1000000                      /* a microsecond */

/* ---- checks that concern several options ------------------------------------------- */

/* Times are whole microseconds. */
static int check_times(const char *program, const struct multicost_settings *s)
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
            return cli_complain(program,
                                "--%s: %.9g ms are not whole microseconds (at most three"
                                " digits after the point)",
                                times[i].name, (double)times[i].value / CLI_ONE);
    return CLI_RUN;
}

static int check(struct program *program, const struct multicost_settings *s)
{
    if (s->warmup >= s->tasks)
        return cli_complain(program->name,
                            "--warmup %" PRId64 ": none of --tasks %" PRId64 " is left",
                            s->warmup, s->tasks);
    if (check_times(program->name, s) != CLI_RUN) return CLI_USAGE;
    program_reads(program, "the network", s->network);
    return program_check(program);
}

/* ---- the options ------------------------------------------------------------------- */

int multicost_options_read(struct program *program, struct multicost_settings *s)
{
    static const struct multicost_settings defaults = MULTICOST_SETTINGS;
    const char *lambda = "5:45:10";
    char words[CHOICE_TEXT], methods[CHOICE_TEXT], networks[CHOICE_TEXT];
    char method_help[2 * CHOICE_TEXT], network_help[2 * CHOICE_TEXT];
    int code;
    const struct cli_option options[] = {
        {.name = "--network",
         .kind = CLI_TEXT,
         .text = &s->network,
         .value = "NAME",
         .unset = "torus:5x5, the paper's mesh with wrap-around",
         .help = network_help},
        {.name = "--method",
         .kind = CLI_SET,
         .number = &s->methods,
         .words = choice_words(&multicost_methods, words, sizeof words),
         .help = method_help},
        {.name = "--lambda",
         .kind = CLI_TEXT,
         .text = &lambda,
         .value = "LIST",
         .unset = lambda,
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
        PROGRAM_OPTIONS(program, "runs.csv (every figure of every run), tasks.csv (every"
                                 " task of the first runs)")};
    const struct cli_program me = {
        .name = "multicost_sim",
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
    *s = defaults;
    snprintf(network_help, sizeof network_help,
             "%s or a file (our own format, SNDlib, GML, GraphML;"
             " examples/sim/topology/topology.h)",
             topology_builtin_names(networks, sizeof networks));
    snprintf(method_help, sizeof method_help, "how a node decides: %s",
             choice_help(&multicost_methods, methods, sizeof methods));
    code = program_read(program, &me, NULL, 0);
    if (code == CLI_RUN)
        code = values_read(program->name, "lambda", lambda, VALUE_DECIMAL, BILLION / 1000,
                           1000000 * BILLION, &s->lambda);
    return code == CLI_RUN ? check(program, s) : code;
}
