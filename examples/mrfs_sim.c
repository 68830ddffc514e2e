/* mrfs_sim - the earliest start for bandwidth and local resources at once, as paper 3,
 * section 5: Y. Li, S. Ranka, S. Sahni, M. Schmalz, Network Centered Multiple Resource
 * Scheduling in e-Science Applications.
 *
 * Four algorithms - split or not, accessibility constrained or not - decide on the same
 * requests as these arrive; how many they accept, and how long they take, against the
 * density of requests and the size of the network. The ideas are elsewhere: the search in
 * netsched.h, and in sim/ the network, the requests, the run, the experiment, its results
 * and its pictures. Here is the command line, and the order in which things are done.
 */
#define _POSIX_C_SOURCE 200809L

#include "netsched.h"

#include "base/error.h"
#include "base/outfile.h"
#include "base/threads.h"
#include "mrfs/local_resources.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_plots.h"
#include "mrfs/mrfs_results.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/outputs.h"
#include "program/values.h"
#include "report/report.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "mrfs_sim"
#define FLAGS "--check|--no-timing"

enum { TEN_YEARS = 3650 * 86400 };

typedef struct settings {
    struct mrfs_settings sim;
    int64_t threads, no_timing;
    const char *network, *nodes, *densities; /* as they were written */
    const char *unit_amount, *bandwidth, *amount, *duration;
    struct outputs to;
    char *text; /* of a network that is a file */
} settings;

/* The paper gives the nodes, the sites and nothing else. */
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

/* ---- the command line -------------------------------------------------------------- */

/* What stands for several numbers. CLI_RUN or CLI_USAGE. */
static int read_values(settings *all)
{
    struct mrfs_settings *s = &all->sim;
    struct mrfs_demand *d = &s->demand;
    if (values_read(PROGRAM, "density", all->densities, VALUE_WHOLE, 1, 1000000,
                    &s->densities) != CLI_RUN ||
        values_span_read(PROGRAM, "unit-amount", all->unit_amount, 0, 1, 1000000000,
                         &s->place.sites.amount) != CLI_RUN ||
        values_span_read(PROGRAM, "bandwidth", all->bandwidth, 0, 1, 1000000,
                         &d->bandwidth) != CLI_RUN ||
        values_span_read(PROGRAM, "amount", all->amount, 0, 1, 1000000, &d->amount) !=
            CLI_RUN ||
        values_span_read(PROGRAM, "duration", all->duration, 1, 1, TEN_YEARS,
                         &d->duration) != CLI_RUN)
        return CLI_USAGE;
    if (!all->threads) all->threads = threads_default();
    if (!all->nodes) all->nodes = all->network ? "none" : "50:200:50";
    if (strcmp(all->nodes, "none") == 0) return CLI_RUN;
    return values_read(PROGRAM, "nodes", all->nodes, VALUE_WHOLE, 2, TOPOLOGY_NODES,
                       &s->nodes);
}

/* Fills the settings from the command line. */
static int read_options(int argc, char **argv, settings *all)
{
    struct mrfs_settings *s = &all->sim;
    struct mrfs_place *p = &s->place;
    struct mrfs_demand *d = &s->demand;
    const struct cli_option options[] = {
        {.name = "--network",
         .kind = CLI_TEXT,
         .text = &all->network,
         .value = "NAME",
         .unset = "random:100",
         .help = "where requests of each --density come to: nsfnet, esnet, geant,"
                 " torus:RxC, ring:N, random:N (connected; another one in each"
                 " repetition), or a file in our own format, SNDlib's, GML or GraphML; -"
                 " : standard input. One that has resources keeps them"},
        {.name = "--algorithm",
         .kind = CLI_SET,
         .number = &s->algorithms,
         .words = MRFS_ALGORITHM_WORDS,
         .help = "ws: a job may be split over paths and units, wn: one path and one unit"
                 " of each type; rc: units are accessible to each other as --pairs has"
                 " it, rn: all are"},
        {.name = "--density",
         .kind = CLI_TEXT,
         .text = &all->densities,
         .value = "LIST",
         .unset = all->densities,
         .help = "requests an hour, one experiment for each: A,B,... or FROM:TO:STEP"},
        {.name = "--nodes",
         .kind = CLI_TEXT,
         .text = &all->nodes,
         .value = "LIST",
         .unset = "50:200:50; but none for a --network of its own",
         .help = "sizes of random networks, one experiment for each; or none"},
        {.name = "--nodes-density",
         .kind = CLI_NUMBER,
         .number = &s->nodes_density,
         .value = "N",
         .lo = 1,
         .hi = 1000000,
         .help = "requests an hour in the experiments of --nodes"},
        {.name = "--degree",
         .kind = CLI_DECIMAL,
         .number = &p->degree,
         .value = "N",
         .lo = 2 * (int64_t)CLI_ONE,
         .hi = 1000 * (int64_t)CLI_ONE,
         .help = "random networks: links at a node, on average"},
        {.name = "--capacity",
         .kind = CLI_NUMBER,
         .number = &p->capacity,
         .value = "N",
         .lo = 1,
         .hi = 1000000000,
         .help = "Mb/s of a link in each direction, where the network does not tell"},
        {.name = "--sites",
         .kind = CLI_NUMBER,
         .number = &p->sites.sites,
         .value = "N",
         .lo = 2,
         .hi = 100000,
         .help =
             "nodes with local resources, drawn at random, or all if there are fewer; "
             "requests are between them"},
        {.name = "--types",
         .kind = CLI_NUMBER,
         .number = &p->sites.types,
         .value = "N",
         .lo = 1,
         .hi = 16,
         .help = "types of local resources (T-IDs) at each site, one behind the other"},
        {.name = "--units",
         .kind = CLI_NUMBER,
         .number = &p->sites.units,
         .value = "N",
         .lo = 1,
         .hi = 1000,
         .help = "units of each type at each site"},
        {.name = "--unit-amount",
         .kind = CLI_TEXT,
         .text = &all->unit_amount,
         .value = "LO:HI",
         .unset = all->unit_amount,
         .help = "what a unit has, or a range to draw it from"},
        {.name = "--cids",
         .kind = CLI_NUMBER,
         .number = &p->sites.cids,
         .value = "N",
         .lo = 1,
         .hi = 1000,
         .help = "compatibility classes (C-IDs) the units of a type are dealt out to"},
        {.name = "--pairs",
         .kind = CLI_FRACTION,
         .number = &p->sites.pairs,
         .value = "SHARE",
         .help = "share of the pairs of units of neighbouring types, 0 to 1, that are"
                 " accessible to each other under rc; each unit reaches at least one"},
        {.name = "--bandwidth",
         .kind = CLI_TEXT,
         .text = &all->bandwidth,
         .value = "LO:HI",
         .unset = all->bandwidth,
         .help = "bandwidth of a request, in percent of the median link"},
        {.name = "--amount",
         .kind = CLI_TEXT,
         .text = &all->amount,
         .value = "LO:HI",
         .unset = all->amount,
         .help = "what a request needs of each type at both ends, in percent of the"
                 " median unit of the type"},
        {.name = "--duration",
         .kind = CLI_TEXT,
         .text = &all->duration,
         .value = "LO:HI",
         .unset = all->duration,
         .help = "how long a request's resources are held, or a range to draw it from"},
        {.name = "--window",
         .kind = CLI_DECIMAL,
         .number = &d->window,
         .value = "FACTOR",
         .lo = CLI_ONE,
         .hi = 1000 * (int64_t)CLI_ONE,
         .help = "length of the reservation window, et - st, over the duration"},
        {.name = "--ahead",
         .kind = CLI_DURATION,
         .number = &d->ahead,
         .value = "TIME",
         .hi = TEN_YEARS,
         .help = "the window begins up to this long after the request, drawn evenly"},
        {.name = "--horizon",
         .kind = CLI_DURATION,
         .number = &d->horizon,
         .value = "TIME",
         .lo = 1,
         .hi = TEN_YEARS,
         .help = "requests arrive, as a Poisson process, for this long"},
        {.name = "--requests",
         .kind = CLI_NUMBER,
         .number = &d->requests,
         .value = "N",
         .lo = 1,
         .hi = MRFS_REQUESTS,
         .unset = "by --horizon",
         .help = "instead: the first N requests, however long they take to arrive"},
        {.name = "--combinations",
         .kind = CLI_NUMBER,
         .number = &s->combinations,
         .value = "N",
         .lo = 1,
         .hi = 1000000000,
         .unset = "65536",
         .help = "of C-IDs that ws-rc tries for a request, at most"},
        {.name = "--search",
         .kind = CLI_CHOICE,
         .number = &s->search,
         .words = MRFS_SEARCH_WORDS,
         .help = "how the first slot is found: nets_first_slot, or the paper's own"
                 " algorithms, which give the same start but take longer"},
        {.name = "--repetitions",
         .kind = CLI_NUMBER,
         .number = &s->repetitions,
         .value = "N",
         .lo = 1,
         .hi = MRFS_REPETITIONS,
         .help = "each with a network, sites and requests of its own, but the same for"
                 " all algorithms"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &s->seed,
         .value = "N",
         .hi = INT64_MAX - MRFS_REPETITIONS,
         .help = "of the first repetition; of the others those that follow"},
        {.name = "--check",
         .kind = CLI_FLAG,
         .number = &s->check,
         .help = "look at everything that is booked: no link or unit is overbooked, every"
                 " plan is sound, every accepted request is within its window"},
        OUTPUT_OPTIONS(&all->threads, &all->to, "points.csv, requests.csv",
                       &all->no_timing)};
    const struct cli_program me = {
        .name = PROGRAM,
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
    struct cli_list operands = {{NULL}, 0};
    const int code = cli_parse_list(&me, argc, argv, &operands, 0);
    return code == CLI_RUN ? read_values(all) : code;
}

/* ---- what no single option can tell ------------------------------------------------ */

static int check_sites(const struct local_resources *s)
{
    const int64_t each = s->units * s->units;
    if (s->cids > s->units)
        return cli_complain(PROGRAM,
                            "--cids %" PRId64 ": there are only %" PRId64
                            " units of a type to deal out to them",
                            s->cids, s->units);
    if (s->sites * s->types * s->units > TOPOLOGY_UNITS)
        return cli_complain(PROGRAM, "--sites, --types and --units: more than %d units",
                            TOPOLOGY_UNITS);
    if (s->pairs < CLI_ONE && s->sites * (s->types - 1) * each > TOPOLOGY_PAIRS)
        return cli_complain(PROGRAM,
                            "--sites, --types and --units: more than %d pairs of units",
                            TOPOLOGY_PAIRS);
    return CLI_RUN;
}

/* A million requests in one run are enough. */
static int check_load(const struct mrfs_settings *s)
{
    const struct mrfs_demand *d = &s->demand;
    int64_t most = s->densities.at[s->densities.count - 1];
    if (s->nodes.count && s->nodes_density > most) most = s->nodes_density;
    if (!d->requests && (double)most * (double)d->horizon / 3600 > 0.9 * MRFS_REQUESTS)
        return cli_complain(PROGRAM,
                            "%" PRId64 " requests an hour within --horizon are more than"
                            " %d",
                            most, MRFS_REQUESTS);
    return CLI_RUN;
}

static int check_sizes(const struct mrfs_settings *s)
{
    if (s->nodes.count && s->nodes.at[0] < s->place.sites.sites)
        return cli_complain(PROGRAM, "--nodes %" PRId64 ": fewer than --sites %" PRId64,
                            s->nodes.at[0], s->place.sites.sites);
    return CLI_RUN;
}

/* Nothing that is written may be what is read, or written otherwise. */
static int check_outputs(settings *all)
{
    outputs_reads(&all->to, "the network", all->network);
    return outputs_check(PROGRAM, &all->to);
}

static int check_options(settings *all)
{
    if (check_sites(&all->sim.place.sites) != CLI_RUN ||
        check_load(&all->sim) != CLI_RUN || check_sizes(&all->sim) != CLI_RUN)
        return CLI_USAGE;
    return check_outputs(all);
}

/* ---- results ----------------------------------------------------------------------- */

static int write_json(const settings *all, const struct mrfs_experiment *x,
                      struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, all->to.json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", PROGRAM);
    mrfs_results_json(&j, &all->sim, x);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

static int write_pictures(const settings *all, const struct mrfs_experiment *x, int argc,
                          char **argv, struct error *e)
{
    struct mrfs_plots f = {0};
    int result;
    if (!all->to.csv && !all->to.report) return 0;
    result = mrfs_plots_make(&f, &all->sim, x, e);
    if (result == 0 && all->to.csv) result = mrfs_plots_csv(&f, all->to.csv, e);
    if (result == 0 && all->to.report)
        result = mrfs_plots_page(&f, &all->sim, x, all->to.report, PROGRAM, FLAGS, argc,
                                 argv, e);
    mrfs_plots_free(&f);
    return result;
}

static int write_results(const settings *all, const struct mrfs_experiment *x, int argc,
                         char **argv, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    if (all->to.json && write_json(all, x, e) != 0) return -1;
    if (all->to.csv && mrfs_results_csv(all->to.csv, x, !all->no_timing, e) != 0)
        return -1;
    if (write_pictures(all, x, argc, argv, e) != 0) return -1;
    if (all->to.json && strcmp(all->to.json, "-") == 0) return 0;
    mrfs_results_print_head(stdout, &all->sim, x);
    printf("\n");
    mrfs_results_print(stdout, &all->sim, x);
    outputs_print(stdout, &all->to, "request");
    return outfile_commit(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static int simulate(settings *all, struct mrfs_experiment *x, int argc, char **argv,
                    struct error *e)
{
    if (mrfs_scenario_place_read(&all->sim.place, all->network, &all->text, e) != 0)
        return -1;
    if (mrfs_experiment_make(x, &all->sim, all->threads, !all->no_timing, e) != 0)
        return -1;
    return write_results(all, x, argc, argv, e);
}

int main(int argc, char **argv)
{
    settings all = {.densities = "20:120:20",
                    .unit_amount = "100",
                    .bandwidth = "10:100",
                    .amount = "10:80",
                    .duration = "30m:2h"};
    struct mrfs_experiment x = {0};
    struct error e;
    int code;
    outfile_guard_standard();
    all.sim = defaults;
    code = read_options(argc, argv, &all);
    if (code == CLI_RUN) code = check_options(&all);
    if (code != CLI_RUN) return code;
    code = simulate(&all, &x, argc, argv, &e);
    if (code != 0) cli_complain(PROGRAM, "%s", e.text);
    mrfs_experiment_free(&x);
    free(all.text);
    return code == 0 ? CLI_OK : CLI_BAD;
}
