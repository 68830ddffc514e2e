/* mrfs_experiment.c - a run leaves its decisions, and the figures that come of them. */
#include "mrfs/mrfs_experiment.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/statistics.h"
#include "mrfs/mrfs_paper.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/choice.h"
#include "program/cli.h"
#include "program/values.h"
#include "topology/network.h"
#include "topology/topology.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mrfs_experiment_free(struct mrfs_experiment *x)
{
    size_t i, k, a;
    for (i = 0; i < x->count; i++) {
        for (k = 0; k < x->repetitions && x->points[i].repetitions; k++) {
            struct mrfs_repetition *r = &x->points[i].repetitions[k];
            mrfs_scenario_free(&r->scenario);
            for (a = 0; a < MRFS_ALGORITHMS; a++) mrfs_run_free(&r->runs[a]);
        }
        free(x->points[i].repetitions);
    }
    x->count = 0;
    cube_free(&x->cube);
}

const struct mrfs_size *mrfs_experiment_size(const struct mrfs_point *p)
{
    return &p->repetitions[0].size;
}

/* ---- the points -------------------------------------------------------------------- */

static struct mrfs_point *point_of(struct mrfs_experiment *x, int64_t nodes,
                                   int64_t density)
{
    struct mrfs_point *p;
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].nodes == nodes && x->points[i].density == density)
            return &x->points[i];
    p = &x->points[x->count++];
    memset(p, 0, sizeof *p);
    p->nodes = nodes;
    p->density = density;
    return p;
}

int mrfs_experiment_open(struct mrfs_experiment *x, const struct mrfs_settings *s,
                         struct error *e)
{
    const int64_t nodes = s->place.network ? 0 : s->place.nodes;
    size_t i;
    x->settings = s;
    for (i = 0; i < MRFS_ALGORITHMS; i++)
        if (s->algorithms >> i & 1)
            x->algorithms[x->algorithm_count++] = mrfs_run_algorithm(i);
    x->repetitions = (size_t)s->repetitions;
    for (i = 0; i < s->densities.count; i++)
        point_of(x, nodes, s->densities.at[i])->by_density = 1;
    x->drawn = s->densities.count / 2;
    for (i = 0; i < s->nodes.count; i++)
        point_of(x, s->nodes.at[i], s->nodes_density)->by_nodes = 1;
    for (i = 0; i < x->count; i++) {
        struct mrfs_point *p = &x->points[i];
        p->repetitions =
            (struct mrfs_repetition *)calloc(x->repetitions, sizeof *p->repetitions);
        if (!p->repetitions) return error_fail(e, "out of memory");
    }
    if (cube_open(&x->cube, mrfs_experiment_figures, MRFS_FIGURE_COUNT, x->count,
                  x->algorithm_count, x->repetitions, e) != 0)
        return -1;
    for (i = 0; i < x->algorithm_count; i++) x->cube.names[i] = x->algorithms[i]->name;
    return 0;
}

/* ---- figures ----------------------------------------------------------------------- */

/* Mean, median, ... of the times that the requests of a run took. 0, or -1. */
static int measure_times(const struct mrfs_run *r, double *v)
{
    double *times = (double *)malloc((r->count + 1) * sizeof *times), sum = 0;
    size_t i;
    if (!times) return -1;
    for (i = 0; i < r->count; i++) {
        times[i] = r->decisions[i].seconds;
        sum += times[i];
    }
    qsort(times, r->count, sizeof *times, compare_double);
    if (r->count) {
        v[MRFS_FIGURE_seconds_mean] = sum / (double)r->count;
        v[MRFS_FIGURE_seconds_median] = times[statistics_percentile(r->count, 50)];
        v[MRFS_FIGURE_seconds_p95] = times[statistics_percentile(r->count, 95)];
        v[MRFS_FIGURE_seconds_max] = times[r->count - 1];
    }
    free(times);
    return 0;
}

/* All figures of a run. 0, or -1 without memory. */
static int measure(const struct mrfs_experiment *x, const struct mrfs_repetition *rep,
                   const struct mrfs_run *r, double *v)
{
    const struct mrfs_scenario *s = &rep->scenario;
    const double n = (double)r->count, horizon = (double)s->horizon;
    double outcome[MRFS_OUTCOME_COUNT] = {0}, delay = 0, links = 0;
    double instants = 0, searches = 0, accepted;
    size_t i;
    for (i = 0; i < r->count; i++) {
        const struct mrfs_decision *d = &r->decisions[i];
        outcome[d->outcome]++;
        instants += (double)d->instants;
        searches += (double)d->searches;
        if (d->outcome != MRFS_accepted) continue;
        delay += (double)(d->start - s->requests[i].start);
        links += d->links;
    }
    accepted = outcome[MRFS_accepted];
    v[MRFS_FIGURE_requests] = n;
    v[MRFS_FIGURE_accepted] = accepted;
    v[MRFS_FIGURE_acceptance] = statistics_ratio(accepted, n);
    v[MRFS_FIGURE_refused_links] = statistics_ratio(outcome[MRFS_links], n);
    v[MRFS_FIGURE_refused_units] = statistics_ratio(outcome[MRFS_units], n);
    v[MRFS_FIGURE_refused_both] = statistics_ratio(outcome[MRFS_both], n);
    v[MRFS_FIGURE_refused_limit] = statistics_ratio(outcome[MRFS_limit], n);
    v[MRFS_FIGURE_delay_mean] = statistics_ratio(delay, accepted);
    v[MRFS_FIGURE_links_mean] = statistics_ratio(links, accepted);
    v[MRFS_FIGURE_link_utilisation] =
        r->link_seconds / horizon / (double)rep->size.directions;
    v[MRFS_FIGURE_unit_utilisation] = r->unit_seconds / horizon / (double)rep->size.units;
    v[MRFS_FIGURE_instants_mean] = statistics_ratio(instants, n);
    v[MRFS_FIGURE_searches_mean] = statistics_ratio(searches, n);
    if (!x->timing) return 0;
    v[MRFS_FIGURE_bytes_peak] = (double)r->bytes_peak;
    return measure_times(r, v);
}

/* ---- running ----------------------------------------------------------------------- */

static int run_one(const struct mrfs_settings *s, struct mrfs_repetition *r,
                   struct mrfs_run *run, struct error *e)
{
    run->search = mrfs_run_search((size_t)s->search);
    run->combinations = (uint32_t)s->combinations;
    if (mrfs_run_make(run, &r->scenario, e) != 0) return -1;
    mrfs_paper_graph_free(&run->paper);
    nets_destroy(run->network);
    run->network = NULL;
    return 0;
}

static struct mrfs_size size_of(const struct mrfs_scenario *s)
{
    struct mrfs_size size;
    size_t i;
    size.nodes = s->network.node_count;
    size.links = s->network.link_count;
    size.directions = 0;
    for (i = 0; i < size.links; i++)
        size.directions += s->network.links[i].oneway ? 1 : 2;
    size.units = s->network.unit_count;
    size.types = s->network.types.count;
    size.sites = s->site_count;
    return size;
}

size_t mrfs_experiment_runs(const struct mrfs_experiment *x)
{
    return x->count * x->repetitions;
}

int mrfs_experiment_run(void *context, size_t i, struct error *e)
{
    struct mrfs_experiment *x = (struct mrfs_experiment *)context;
    const struct mrfs_settings *s = x->settings;
    struct mrfs_point *p = &x->points[i / x->repetitions];
    const size_t k = i % x->repetitions;
    struct mrfs_repetition *r = &p->repetitions[k];
    struct mrfs_place place = s->place;
    struct error why;
    size_t a;
    if (p->nodes) {
        place.network = place.text = NULL;
        place.nodes = p->nodes;
    }
    if (mrfs_scenario_make(&r->scenario, &place, &s->demand, p->density,
                           s->seed + (int64_t)k, e) != 0)
        return -1;
    r->size = size_of(&r->scenario);
    for (a = 0; a < x->algorithm_count; a++) {
        const char *name = x->algorithms[a]->name;
        r->runs[a].algorithm = x->algorithms[a];
        progress_enter(x->progress, name);
        if (run_one(s, r, &r->runs[a], &why) != 0 ||
            (measure(x, r, &r->runs[a], cube_run(&x->cube, i / x->repetitions, a, k)) !=
                 0 &&
             error_fail(&why, "out of memory for the times") != 0))
            return error_fail(e, "%s, density %" PRId64 ", seed %" PRId64 ": %s", name,
                              p->density, s->seed + (int64_t)k, why.text);
        progress_leave(x->progress, name);
        progress_add(x->progress, 1);
    }
    topology_data_free(&r->scenario.network);
    return 0;
}

/* ---- sweeps ------------------------------------------------------------------------ */

uint64_t mrfs_experiment_hash(const struct mrfs_experiment *x, size_t point, size_t a)
{
    uint64_t hash = HASH_START;
    size_t k;
    for (k = 0; k < x->repetitions; k++)
        hash = hash_add(hash, x->points[point].repetitions[k].runs[a].hash);
    return hash;
}

const struct measure mrfs_experiment_figures[MRFS_FIGURE_COUNT] = {
    MRFS_FIGURES(MEASURE_ROW)};

static struct mrfs_sweep sweep_of(const char *label)
{
    struct mrfs_sweep sweep = {.line = {.label = label}};
    return sweep;
}

struct mrfs_sweep mrfs_experiment_by_density(const struct mrfs_experiment *x)
{
    const struct mrfs_place *place = &x->settings->place;
    struct mrfs_sweep sweep = sweep_of("requests per hour");
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].by_density)
            cube_line_add(&sweep.line, i, (double)x->points[i].density, "%" PRId64,
                          x->points[i].density);
    if (place->network)
        snprintf(sweep.where, sizeof sweep.where, "%.100s, %zu nodes", place->network,
                 mrfs_experiment_size(&x->points[0])->nodes);
    else
        snprintf(sweep.where, sizeof sweep.where, "random networks of %" PRId64 " nodes",
                 place->nodes);
    return sweep;
}

/* In the order of nodes: as in the settings. */
struct mrfs_sweep mrfs_experiment_by_nodes(const struct mrfs_experiment *x)
{
    const struct mrfs_settings *s = x->settings;
    struct mrfs_sweep sweep = sweep_of("nodes of the network");
    size_t i, k;
    sweep.by_nodes = 1;
    for (k = 0; k < s->nodes.count; k++)
        for (i = 0; i < x->count; i++)
            if (x->points[i].by_nodes && x->points[i].nodes == s->nodes.at[k])
                cube_line_add(&sweep.line, i, (double)s->nodes.at[k], "%" PRId64,
                              s->nodes.at[k]);
    snprintf(sweep.where, sizeof sweep.where,
             "random networks, %" PRId64 " requests per hour", s->nodes_density);
    return sweep;
}

/* ---- the command line -------------------------------------------------------------- */

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

/* The sizes of --nodes. CLI_RUN or CLI_USAGE. */
static int read_nodes(const char *program, const char *nodes, struct mrfs_settings *s)
{
    const struct cli_option o = {
        OPTION_VALUES("--nodes", &s->nodes, "LIST", VALUES_WHOLE, 2, TOPOLOGY_NODES)};
    char wanted[256];
    if (!nodes) nodes = s->place.name ? "none" : "50:200:50";
    if (strcmp(nodes, "none") == 0 || cli_set(&o, nodes) == 0) return CLI_RUN;
    cli_wanted(&o, wanted, sizeof wanted);
    return cli_complain(program, "--nodes: '%s' is not %s", nodes, wanted);
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

int mrfs_experiment_options(struct program *program, struct mrfs_settings *s)
{
    struct mrfs_place *p = &s->place;
    struct mrfs_demand *d = &s->demand;
    const char *nodes = NULL;
    char network_help[CHOICE_TEXT], networks[CHOICE_TEXT];
    int code;
    const struct cli_option options[] = {
        {OPTION_TEXT("--network", &p->name, "NAME"), .unset = "random:100",
         .help = network_help},
        {OPTION_SET("--algorithm", &s->algorithms,
                    choice_words(&mrfs_run_algorithms, NULL)),
         .help = choice_help(&mrfs_run_algorithms, NULL)},
        {OPTION_VALUES("--density", &s->densities, "LIST", VALUES_WHOLE, 1, 1000000),
         .standard = "20:120:20",
         .help = "requests an hour, one experiment for each: A,B,... or FROM:TO:STEP"},
        {OPTION_TEXT("--nodes", &nodes, "LIST"),
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
        {OPTION_SPAN("--unit-amount", &p->sites.amount, "LO:HI", VALUES_WHOLE, 1,
                     1000000000),
         .standard = "100", .help = "amount of a unit, or a range to draw it from"},
        {OPTION_NUMBER("--cids", &p->sites.cids, "N", 1, 1000),
         .help = "compatibility classes (C-IDs) the units of a type are dealt out to"},
        {OPTION_FRACTION("--pairs", &p->sites.pairs, "SHARE"),
         .help = "share of the pairs of units of neighbouring types, 0 to 1, that are"
                 " accessible to each other under rc; each unit reaches at least one"},
        {OPTION_SPAN("--bandwidth", &d->bandwidth, "LO:HI", VALUES_WHOLE, 1, 1000000),
         .standard = "10:100",
         .help = "bandwidth of a request, in percent of the median link"},
        {OPTION_SPAN("--amount", &d->amount, "LO:HI", VALUES_WHOLE, 1, 1000000),
         .standard = "10:80",
         .help = "what a request needs of each type at both ends, in percent of the"
                 " median unit of the type"},
        {OPTION_SPAN("--duration", &d->duration, "LO:HI", VALUES_TIME, 1, TEN_YEARS),
         .standard = "30m:2h",
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
        {OPTION_CHOICE("--search", &s->search, choice_words(&mrfs_run_searches, NULL)),
         .help = "how the first slot is found:",
         .more = choice_help(&mrfs_run_searches, NULL)},
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
        .notes = CLI_TIME "LO:HI may be one number. " CLI_EXIT};
    *s = defaults;
    snprintf(
        network_help, sizeof network_help,
        "where requests of each --density come to: %s (connected; another one in each"
        " repetition), or a file in our own format, SNDlib's, or GraphML; -"
        " : standard input. One that has resources keeps them",
        topology_builtin_names(networks, sizeof networks));
    code = program_read(program, &me, NULL, 0);
    if (code == CLI_RUN) code = read_nodes(program->name, nodes, s);
    return code == CLI_RUN ? check(program, s) : code;
}
