/* mrfs_options.c - the table of options; then the lists and ranges among them are read,
 * and what no single option can tell is checked. */
#include "mrfs/mrfs_options.h"

#include "mrfs/mrfs_algorithms.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "mrfs/mrfs_sites.h"
#include "program/choice.h"
#include "program/cli.h"
#include "program/values.h"
#include "topology/topology.h"
#include "topology/topology_builtin.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TEN_YEARS = 3650 * 86400 };

/* The paper gives the numbers of nodes and of sites, and no others. */
static const struct mrfs_settings defaults = {
    .place =
        {.nodes = 100,
         .degree = 4 * (int64_t)CLI_ONE,
         .capacity = 10000,
         .sites = {.sites = 15, .types = 3, .units = 4, .cids = 2, .pairs = CLI_ONE / 2}},
    .demand = {.window = 2 * (int64_t)CLI_ONE, .ahead = 7200, .horizon = 28800},
    .nodes_density = 60,
    .algorithms = 15,
    .repetitions = 3,
    .seed = 1};

/* ---- lists and ranges -------------------------------------------------------------- */

struct lists { /* as they stand on the command line */
    const char *nodes, *densities, *unit_amount, *bandwidth, *amount, *duration;
};

/* CLI_RUN or CLI_USAGE. */
static int read_lists(const char *program, struct lists *l, struct mrfs_settings *s)
{
    struct mrfs_demand *d = &s->demand;
    if (values_read(program, "density", l->densities, VALUE_WHOLE, 1, 1000000,
                    &s->densities) != CLI_RUN ||
        values_span_read(program, "unit-amount", l->unit_amount, 0, 1, 1000000000,
                         &s->place.sites.amount) != CLI_RUN ||
        values_span_read(program, "bandwidth", l->bandwidth, 0, 1, 1000000,
                         &d->bandwidth) != CLI_RUN ||
        values_span_read(program, "amount", l->amount, 0, 1, 1000000, &d->amount) !=
            CLI_RUN ||
        values_span_read(program, "duration", l->duration, 1, 1, TEN_YEARS,
                         &d->duration) != CLI_RUN)
        return CLI_USAGE;
    if (!l->nodes) l->nodes = s->place.name ? "none" : "50:200:50";
    if (strcmp(l->nodes, "none") == 0) return CLI_RUN;
    return values_read(program, "nodes", l->nodes, VALUE_WHOLE, 2, TOPOLOGY_NODES,
                       &s->nodes);
}

/* ---- checks that concern several options ------------------------------------------- */

static int check_sites(const char *program, const struct mrfs_sites *s)
{
    const int64_t each = s->units * s->units;
    if (s->cids > s->units)
        return cli_complain(program,
                            "--cids %" PRId64 ": there are only %" PRId64
                            " units of a type to deal out to them",
                            s->cids, s->units);
    if (s->sites * s->types * s->units > TOPOLOGY_UNITS)
        return cli_complain(program, "--sites, --types and --units: more than %d units",
                            TOPOLOGY_UNITS);
    if (s->pairs < CLI_ONE && s->sites * (s->types - 1) * each > TOPOLOGY_PAIRS)
        return cli_complain(program,
                            "--sites, --types and --units: more than %d pairs of units",
                            TOPOLOGY_PAIRS);
    return CLI_RUN;
}

/* A million requests in one run are enough. */
static int check_load(const char *program, const struct mrfs_settings *s)
{
    const struct mrfs_demand *d = &s->demand;
    int64_t most = s->densities.at[s->densities.count - 1];
    if (s->nodes.count && s->nodes_density > most) most = s->nodes_density;
    if (!d->requests && (double)most * (double)d->horizon / 3600 > 0.9 * MRFS_REQUESTS)
        return cli_complain(program,
                            "%" PRId64 " requests an hour within --horizon are more than"
                            " %d",
                            most, MRFS_REQUESTS);
    return CLI_RUN;
}

static int check_sizes(const char *program, const struct mrfs_settings *s)
{
    if (s->nodes.count && s->nodes.at[0] < s->place.sites.sites)
        return cli_complain(program, "--nodes %" PRId64 ": fewer than --sites %" PRId64,
                            s->nodes.at[0], s->place.sites.sites);
    return CLI_RUN;
}

static int check(struct program *program, const struct mrfs_settings *s)
{
    if (check_sites(program->name, &s->place.sites) != CLI_RUN ||
        check_load(program->name, s) != CLI_RUN ||
        check_sizes(program->name, s) != CLI_RUN)
        return CLI_USAGE;
    program_reads(program, "the network", s->place.name);
    return program_check(program);
}

/* ---- the options ------------------------------------------------------------------- */

int mrfs_options_read(struct program *program, struct mrfs_settings *s)
{
    struct mrfs_place *p = &s->place;
    struct mrfs_demand *d = &s->demand;
    struct lists lists = {NULL, "20:120:20", "100", "10:100", "10:80", "30m:2h"};
    char algorithm_words[CHOICE_TEXT], algorithm_help[CHOICE_TEXT];
    char search_words[CHOICE_TEXT], search_help[CHOICE_TEXT], ways[CHOICE_TEXT];
    char network_help[CHOICE_TEXT], networks[CHOICE_TEXT];
    int code;
    const struct cli_option options[] = {
        {OPTION_TEXT("--network", &p->name, "NAME"), .unset = "random:100",
         .help = network_help},
        {OPTION_SET("--algorithm", &s->algorithms,
                    choice_words(&mrfs_algorithms, algorithm_words, CHOICE_TEXT)),
         .help = choice_help(&mrfs_algorithms, algorithm_help, CHOICE_TEXT)},
        {OPTION_TEXT("--density", &lists.densities, "LIST"), .unset = lists.densities,
         .help = "requests an hour, one experiment for each: A,B,... or FROM:TO:STEP"},
        {OPTION_TEXT("--nodes", &lists.nodes, "LIST"),
         .unset = "50:200:50; but none for a --network of its own",
         .help = "sizes of random networks, one experiment for each; or none"},
        {OPTION_NUMBER("--nodes-density", &s->nodes_density, "N", 1, 1000000),
         .help = "requests an hour in the experiments of --nodes"},
        {OPTION_DECIMAL("--degree", &p->degree, "N", 2 * (int64_t)CLI_ONE,
                        1000 * (int64_t)CLI_ONE),
         .help = "random networks: links at a node, on average"},
        {OPTION_NUMBER("--capacity", &p->capacity, "N", 1, 1000000000),
         .help = "Mb/s of a link in each direction, where the network has no capacity"},
        {OPTION_NUMBER("--sites", &p->sites.sites, "N", 2, 100000),
         .help = "nodes with local resources, drawn at random, or all if there are"
                 " fewer; requests are between them"},
        {OPTION_NUMBER("--types", &p->sites.types, "N", 1, 16),
         .help = "types of local resources (T-IDs) at each site, one behind the other"},
        {OPTION_NUMBER("--units", &p->sites.units, "N", 1, 1000),
         .help = "units of each type at each site"},
        {OPTION_TEXT("--unit-amount", &lists.unit_amount, "LO:HI"),
         .unset = lists.unit_amount,
         .help = "amount of a unit, or a range to draw it from"},
        {OPTION_NUMBER("--cids", &p->sites.cids, "N", 1, 1000),
         .help = "compatibility classes (C-IDs) the units of a type are dealt out to"},
        {OPTION_FRACTION("--pairs", &p->sites.pairs, "SHARE"),
         .help = "share of the pairs of units of neighbouring types, 0 to 1, that are"
                 " accessible to each other under rc; each unit reaches at least one"},
        {OPTION_TEXT("--bandwidth", &lists.bandwidth, "LO:HI"), .unset = lists.bandwidth,
         .help = "bandwidth of a request, in percent of the median link"},
        {OPTION_TEXT("--amount", &lists.amount, "LO:HI"), .unset = lists.amount,
         .help = "what a request needs of each type at both ends, in percent of the"
                 " median unit of the type"},
        {OPTION_TEXT("--duration", &lists.duration, "LO:HI"), .unset = lists.duration,
         .help = "how long a request's resources are held, or a range to draw it from"},
        {OPTION_DECIMAL("--window", &d->window, "FACTOR", CLI_ONE,
                        1000 * (int64_t)CLI_ONE),
         .help = "length of the reservation window, et - st, over the duration"},
        {OPTION_DURATION("--ahead", &d->ahead, "TIME", 0, TEN_YEARS),
         .help = "the window begins up to this long after the request, drawn evenly"},
        {OPTION_DURATION("--horizon", &d->horizon, "TIME", 1, TEN_YEARS),
         .help = "requests arrive, as a Poisson process, for this long"},
        {OPTION_NUMBER("--requests", &d->requests, "N", 1, MRFS_REQUESTS),
         .unset = "by --horizon",
         .help = "instead: the first N requests, however long they take to arrive"},
        {OPTION_NUMBER("--combinations", &s->combinations, "N", 1, 1000000000),
         .unset = "65536",
         .help = "combinations of C-IDs that ws-rc tries for a request, at most"},
        {OPTION_CHOICE("--search", &s->search,
                       choice_words(&mrfs_run_searches, search_words, CHOICE_TEXT)),
         .help = search_help},
        {OPTION_NUMBER("--repetitions", &s->repetitions, "N", 1, MRFS_REPETITIONS),
         .help = "each draws a network, sites and requests of its own, the same for all"
                 " algorithms"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX - MRFS_REPETITIONS),
         .help = "seed of the first repetition; each further repetition has the next"
                 " seed"},
        PROGRAM_OPTIONS(program, "points.csv, runs.csv, requests.csv")};
    const struct cli_program me = {
        .name = "mrfs_sim",
        .operand = "",
        .about =
            "Finds, for each request as it arrives, the earliest start within its window"
            " at which a network has the bandwidth and both its ends the local resources"
            " that it asks for, by four algorithms; and tells how many requests each"
            " accepts, and how long it takes, by request density and by network size: the"
            " experiment of Li, Ranka, Sahni and Schmalz, section 5. What the paper "
            "leaves"
            " open has a default here.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. LO:HI may be one"
            " number. Exit status: 0 done, 1 bad input or an output that could not be"
            " written, 2 wrong command line."};
    *s = defaults;
    snprintf(
        network_help, sizeof network_help,
        "where requests of each --density come to: %s (connected; another one in each"
        " repetition), or a file in our own format, SNDlib's, GML or GraphML; -"
        " : standard input. One that has resources keeps them",
        topology_builtin_names(networks, sizeof networks));
    snprintf(search_help, sizeof search_help, "how the first slot is found: %s",
             choice_help(&mrfs_run_searches, ways, sizeof ways));
    code = program_read(program, &me, NULL, 0);
    if (code == CLI_RUN) code = read_lists(program->name, &lists, s);
    return code == CLI_RUN ? check(program, s) : code;
}
