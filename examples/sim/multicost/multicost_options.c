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
        {OPTION_TEXT("--network", &s->network, "NAME"),
         .unset = "torus:5x5, the paper's mesh with wrap-around", .help = network_help},
        {OPTION_SET("--method", &s->methods,
                    choice_words(&multicost_methods, words, sizeof words)),
         .help = method_help},
        {OPTION_TEXT("--lambda", &lambda, "LIST"), .unset = lambda,
         .help = "tasks in a second, over all nodes: A,B,... or FROM:TO:STEP"},
        {OPTION_NUMBER("--tasks", &s->tasks, "N", 1, 1000000), .help = "tasks in a run"},
        {OPTION_NUMBER("--warmup", &s->warmup, "N", 0, 999999),
         .help = "the first N of these tasks do not count"},
        {OPTION_NUMBER("--runs", &s->runs, "N", 1, 1000),
         .help = "runs for each method and load, with seeds of their own"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX - 1000),
         .help = "seed of the first run; each further run has the next seed. It places"
                 " clusters, and draws tasks and random networks"},
        {OPTION_DECIMAL("--data", &s->data, "MB", 1000, 1000000 * BILLION),
         .help = "data of a task, mean of an exponential distribution, in megabytes"},
        {OPTION_DECIMAL("--work", &s->work, "MI", 1000, 1000000 * BILLION),
         .help = "work of a task, mean of an exponential distribution, in millions of"
                 " instructions"},
        {OPTION_FRACTION("--remote", &s->remote, "SHARE"),
         .help = "share of the tasks whose data are not where they are created but at a"
                 " repository; the node that decides tells the repository to send them"},
        {OPTION_NUMBER("--repositories", &s->repositories, "N", 1, 1000),
         .help = "number of nodes, at random, that are repositories"},
        {OPTION_NUMBER("--clusters", &s->clusters, "N", 1, TOPOLOGY_NODES),
         .help = "clusters, at random nodes, unless the network has its own"},
        {OPTION_NUMBER("--cpus", &s->cpus, "N", 1, 1000000),
         .help = "CPUs of each of these clusters"},
        {OPTION_NUMBER("--speed", &s->speed, "MIPS", 1, 1000000000),
         .help = "speed of each of their CPUs"},
        {OPTION_NUMBER("--capacity", &s->capacity, "MBPS", 1, 1000000000),
         .help = "capacity of a link for which the network has none, in Mb/s"},
        {OPTION_DECIMAL("--delay", &s->delay, "MS", 0, MOST_MS),
         .help = "delay of a link for which the network has none: 400 km at 200 km/ms"},
        {OPTION_NUMBER("--rate", &s->rate, "MBPS", 1, 1000000000),
         .unset = "the least capacity of a link",
         .help = "rate of a burst, r: this much of a link is reserved"},
        {OPTION_DECIMAL("--tau-l", &s->tau_l, "MS", LEAST_MS, MOST_MS),
         .help = "a slot of the links' availability vectors; delays are rounded up to"
                 " it, so choose one that divides them"},
        {OPTION_DECIMAL("--tau-m", &s->tau_m, "MS", LEAST_MS, MOST_MS),
         .help = "a slot of the clusters' vectors"},
        {OPTION_NUMBER("--slots-l", &s->slots_l, "N", 1, 1000000),
         .unset = "up to the last reservation, or with a --bound up to it",
         .help = "slots of a link's vector, u_l; later times count as free, but with a"
                 " --bound as taken: fewer than the default change the answers"},
        {OPTION_NUMBER("--slots-m", &s->slots_m, "N", 1, 1000000), .unset = "the same",
         .help = "slots of a cluster's vector, u_m"},
        {OPTION_DECIMAL("--update-interval", &s->interval, "MS", 0, MOST_MS),
         .help = "nodes read the news they have received only at multiples of this; 0:"
                 " news count as soon as they have arrived"},
        {OPTION_DECIMAL("--bound", &s->bound, "MS", 0, 1000000 * BILLION * 100),
         .help = "D: a task must end so long after its creation, or it is not started;"
                 " 0: there is no bound"},
        {OPTION_CHOICE("--upstream", &s->upstream, MULTICOST_UPSTREAM_WORDS),
         .help = "what becomes of the links that a blocked burst has reserved upstream."
                 " wasted: they stay reserved and unused; released: the news, on its way"
                 " back, gives back what has not begun"},
        {OPTION_DECIMAL("--retry", &s->retry, "MS", LEAST_MS, MOST_MS),
         .help = "least time after which a blocked burst is decided upon again, even if"
                 " the news is there before"},
        {OPTION_FLAG("--strict", &s->strict),
         .help = "equation 3 with < as printed: paths of equal delay never prune each"
                 " other"},
        {OPTION_FLAG("--gap", &s->gap),
         .help = "ask exact at each decision, too: how often would the task end earlier,"
                 " and by how much?"},
        {OPTION_FLAG("--check", &s->check),
         .help = "check that every run is possible (links, CPUs, times); if one is not,"
                 " the exit status is 1"},
        {OPTION_FLAG("--all", &s->all), .help = "print all tables, not only the first"},
        PROGRAM_OPTIONS(program, "points.csv (means and 95 % intervals), runs.csv (every"
                                 " figure of every run), tasks.csv (every task of the"
                                 " first runs)")};
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
             " examples/sim/topology/topology_format.h)",
             topology_builtin_names(networks, sizeof networks));
    snprintf(method_help, sizeof method_help, "how a node decides: %s",
             choice_help(&multicost_methods, methods, sizeof methods));
    code = program_read(program, &me, NULL, 0);
    if (code == CLI_RUN)
        code = values_read(program->name, "lambda", lambda, VALUE_DECIMAL, BILLION / 1000,
                           1000000 * BILLION, &s->lambda);
    return code == CLI_RUN ? check(program, s) : code;
}
