/* mrfs_sim - the earliest start for bandwidth and local resources at once, as paper 3,
 * section 5: Y. Li, S. Ranka, S. Sahni, M. Schmalz, Network Centered Multiple Resource
 * Scheduling in e-Science Applications.
 *
 * Four algorithms decide on the same requests as these arrive. The experiment of the
 * paper:
 *
 *     mrfs_sim --density 20:120:20 --nodes 50:200:50 --each --seeds 3
 *
 * The network and the requests are mrfs_scenario.h's, the search is netsched.h's; the
 * rest of this simulator is declared here.
 */
#include "base/text.h"
#include "kit/base.h"
#include "kit/sim.h"
#include "mrfs/mrfs_list.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "topology/topology_named.h"

#include <stdlib.h>
#include <string.h>

struct settings {
    struct mrfs_place place;
    struct mrfs_demand demand;
    const char *requests;
    int64_t density, algorithm, search, combinations;
};

/* ---- options ----------------------------------------------------------------------- */

static const struct option_word algorithms[] =
    {/* as mrfs_run_algorithms */
     {"WS-RC", .about = "a job may be split over paths and units; units are accessible to"
                        " each other as set by --pairs"},
     {"WN-RC", .about = "one path and one unit of each type; units as in WS-RC"},
     {"WS-RN", .about = "split; all units accessible to each other"},
     {"WN-RN", .about = "one path and one unit of each type; all accessible"},
     {0}};

static const struct option_word searches[] =
    {/* as enum mrfs_search */
     {"library", .about = "nets_first_slot"},
     {"paper", .about = "the paper's own algorithms: the same start, but slower"},
     {"arcs", .about = "the same, with an arc per pair if all units are accessible"},
     {0}};

enum { TEN_YEARS = 3650 * 86400, MOST = 1000000000, NODES = 100 /* as --nodes */ };

#define AT(kind, member) OPTION(kind, struct settings, member)

static const struct option options[] = {
    {"algorithm", AT(OPTION_WORD, algorithm), .of = OF_RUN, .meta = "LIST",
     .words = algorithms, .value = "WS-RC,WN-RC,WS-RN,WN-RN", .spans = OPTION_VARIANTS,
     .help = "the algorithms to compare"},
    {"density", AT(OPTION_WHOLE, density), .of = OF_WORLD, .lo = 1, .hi = 1000000,
     .value = "60", .log = 1, .help = "requests/hour"},
    {"network", AT(OPTION_FILE, place.network.name), .of = OF_WORLD, .meta = "NAME",
     .said = "random",
     .help = TOPOLOGY_NAMED ", or a file in our own format, SNDlib's, or GraphML"},
    {"both-ways", AT(OPTION_FLAG, place.both_ways), .of = OF_WORLD,
     .help = TOPOLOGY_BOTH_WAYS},
    {"capacity-key", AT(OPTION_TEXT, place.capacity_key), .of = OF_WORLD,
     .meta = "KEY:UNIT", .help = TOPOLOGY_CAPACITY_KEY},
    {"nodes", AT(OPTION_WHOLE, place.nodes), .of = OF_WORLD, .lo = 2,
     .hi = TOPOLOGY_NODES, .value = "100", .log = 1, .help = "nodes of random networks"},
    {"degree", AT(OPTION_DECIMAL, place.network.degree), .of = OF_WORLD,
     .lo = 2 * (int64_t)OPTION_ONE, .hi = 1000 * (int64_t)OPTION_ONE, .value = "4",
     .help = "links per node of random networks, on average"},
    {"capacity", AT(OPTION_WHOLE, place.capacity), .of = OF_WORLD, .lo = 1, .hi = MOST,
     .said = "10000; 1000 if a file gives none",
     .help = "capacity of a link if the network gives none, Mb/s"},
    {"sites", AT(OPTION_WHOLE, place.sites.sites), .of = OF_WORLD, .lo = 2, .hi = 100000,
     .value = "15", .help = "nodes with local resources, drawn at random"},
    {"types", AT(OPTION_WHOLE, place.sites.types), .of = OF_WORLD, .lo = 1, .hi = 16,
     .value = "3", .help = "types of resources (T-IDs) at each site"},
    {"units", AT(OPTION_WHOLE, place.sites.units), .of = OF_WORLD, .lo = 1, .hi = 1000,
     .value = "4", .help = "units of each type at each site"},
    {"unit-amount", AT(OPTION_SPAN, place.sites.amount), .of = OF_WORLD, .lo = 1,
     .hi = MOST, .value = "100", .help = "amount of a unit"},
    {"cids", AT(OPTION_WHOLE, place.sites.cids), .of = OF_WORLD, .lo = 1, .hi = 1000,
     .value = "2", .help = "compatibility classes (C-IDs) of the units of a type"},
    {"pairs", AT(OPTION_DECIMAL, place.sites.pairs), .of = OF_WORLD, .meta = "SHARE",
     .hi = OPTION_ONE, .value = "0.5",
     .help = "share of the pairs of units of neighbouring types that"
             " are accessible to each other under RC"},
    {"bandwidth", AT(OPTION_SPAN, demand.bandwidth), .of = OF_WORLD, .lo = 1,
     .hi = 1000000, .value = "10:100",
     .help = "bandwidth of a request, in percent of the median link"},
    {"amount", AT(OPTION_SPAN, demand.amount), .of = OF_WORLD, .lo = 1, .hi = 1000000,
     .value = "10:80",
     .help = "amount of each type at each end, in percent of the median unit"},
    {"ends", AT(OPTION_WHOLE, demand.ends), .of = OF_WORLD, .lo = 2, .hi = MRFS_ENDS,
     .value = "2", .help = "sites of a request; bandwidth from first to every other"},
    {"duration", AT(OPTION_SPAN_TIME, demand.duration), .of = OF_WORLD, .lo = 1,
     .hi = TEN_YEARS, .value = "30m:2h", .help = "duration of requests"},
    {"window", AT(OPTION_DECIMAL, demand.window), .of = OF_WORLD, .lo = OPTION_ONE,
     .hi = 1000 * (int64_t)OPTION_ONE, .value = "2",
     .help = "length of the reservation window, divided by the duration"},
    {"ahead", AT(OPTION_TIME, demand.ahead), .of = OF_WORLD, .hi = TEN_YEARS,
     .value = "2h", .help = "the window begins up to this long after the request"},
    {"horizon", AT(OPTION_TIME, demand.horizon), .of = OF_WORLD, .lo = 1, .hi = TEN_YEARS,
     .value = "8h", .help = "requests arrive, as a Poisson process, for this long"},
    {"requests", AT(OPTION_FILE, requests), .of = OF_WORLD, .meta = "N|FILE",
     .said = "by --horizon",
     .help = "the first N requests, or a file of requests; its lines: " MRFS_LIST_LINE},
    {"combinations", AT(OPTION_WHOLE, combinations), .of = OF_RUN, .lo = 1, .hi = MOST,
     .said = "65536", .help = "limit of C-ID combinations WS-RC tries per request"},
    {"search", AT(OPTION_WORD, search), .of = OF_RUN, .words = searches,
     .value = "library", .help = "how the first slot is found"}};

/* The --network, and the --requests, which are read once, since they may be standard
 * input. */
static struct topology_named given;
static struct mrfs_list list;

/* The number that --requests is; 0: it is a file, or not given. */
static int64_t count_of(const struct settings *s)
{
    int64_t n = 0;
    if (s->requests && !word_is_whole(word_of(s->requests), 1, MRFS_REQUESTS, &n)) n = 0;
    return n;
}

static void check_requests(const struct settings *s)
{
    double number;
    if (!s->requests || count_of(s)) return;
    if (word_is_number(word_of(s->requests), &number))
        fail_usage("--requests: '%s' is not a whole number from 1 to %d, or a file",
                   s->requests, MRFS_REQUESTS);
    mrfs_list_load(&list, s->requests);
}

static void check(const void *settings)
{
    const struct settings *s = settings;
    const struct mrfs_sites *own = &s->place.sites;
    const char *name = s->place.network.name;
    const int is_random = !name || strncmp(name, "random:", 7) == 0;
    const int64_t nodes = name && is_random ? atol(name + 7) : s->place.nodes;
    given.name = name;
    if (name) topology_named_read(&given);
    if (!is_random && s->place.nodes != NODES)
        fail_usage("--nodes is for random networks, not for %s", name);
    if (own->cids > own->units)
        fail_usage("--cids: there are only %d units of a type", (int)own->units);
    if (is_random && nodes > 0 && nodes < own->sites)
        fail_usage("--nodes: fewer than the %d --sites", (int)own->sites);
    if (own->sites * own->types * own->units > TOPOLOGY_UNITS)
        fail_usage("--sites, --types and --units: more than %d units", TOPOLOGY_UNITS);
    if (s->demand.ends > own->sites)
        fail_usage("--ends: there are only %d --sites", (int)own->sites);
    if (s->demand.ends > 2 && s->search)
        fail_usage("--ends above 2 needs --search library");
    if (own->pairs < OPTION_ONE &&
        own->sites * (own->types - 1) * own->units * own->units > TOPOLOGY_PAIRS)
        fail_usage("--sites, --types and --units: more than %d pairs", TOPOLOGY_PAIRS);
    check_requests(s);
    if (!s->requests &&
        (double)s->density * (double)s->demand.horizon / 3600 > 0.9 * MRFS_REQUESTS)
        fail_usage("--density: more than %d requests within --horizon", MRFS_REQUESTS);
}

/* ---- measures ---------------------------------------------------------------------- */

enum { DELAY = ITEM_OWN, LINKS, LEAST, LOOKS, SEARCHES, STEPS, SECONDS, UNTIL, FROM, TO };

static const struct column columns[] = {{"delay", 0},
                                        {"links", 0},
                                        {"shortest", COLUMN_OPTIONAL},
                                        {"instants", 0},
                                        {"searches", 0},
                                        {"steps", COLUMN_OPTIONAL},
                                        {"seconds", COLUMN_TIMED},
                                        {"until", COLUMN_OPTIONAL},
                                        {"from_node", 0},
                                        {"to_node", 0}};

static const char *const fates[] = {NULL,    "accepted",        "links",
                                    "units", "links and units", "limit of the search"};

#define FATE(name) .fates = 1 << (MRFS_##name)
#define REQUEST_MEAN(column) .stat = STAT_MEAN, .of = (column)
#define ACCEPTED_MEAN(column) REQUEST_MEAN(column), FATE(accepted)

static const struct measure measures[] = {
    {"requests", "requests", UNIT_COUNT, .stat = STAT_COUNT},
    {"accepted", "accepted", UNIT_COUNT, .stat = STAT_COUNT, FATE(accepted)},
    {"acceptance", "acceptance ratio", UNIT_PERCENT, .stat = STAT_SHARE, FATE(accepted),
     .swept = 1},
    {"refused_links", "refused: links", UNIT_PERCENT, .stat = STAT_SHARE, FATE(links)},
    {"refused_units", "refused: units", UNIT_PERCENT, .stat = STAT_SHARE, FATE(units)},
    {"refused_both", "refused: links and units", UNIT_PERCENT, .stat = STAT_SHARE,
     FATE(both)},
    {"refused_limit", "refused: limit of the search", UNIT_PERCENT, .stat = STAT_SHARE,
     FATE(limit)},
    {"delay_mean", "start after the window opens, mean", UNIT_MINUTES,
     ACCEPTED_MEAN(DELAY)},
    {"links_mean", "links per accepted request, mean", UNIT_NUMBER, ACCEPTED_MEAN(LINKS)},
    {"shortest_mean", "links of the shortest path with room, mean", UNIT_NUMBER,
     .stat = STAT_MEAN, .of = LEAST},
    {"link_utilisation", "utilisation of the links", UNIT_PERCENT, GIVEN},
    {"unit_utilisation", "utilisation of the units", UNIT_PERCENT, GIVEN},
    {"instants_mean", "instants tried per request, mean", UNIT_NUMBER,
     REQUEST_MEAN(LOOKS)},
    {"searches_mean", "path searches per request, mean", UNIT_NUMBER,
     REQUEST_MEAN(SEARCHES)},
    {"steps_mean", "steps of the paper's search per request, mean", UNIT_NUMBER,
     REQUEST_MEAN(STEPS)},
    {"seconds_mean", "time per request, mean", UNIT_MS, REQUEST_MEAN(SECONDS), .timed = 1,
     .swept = 1},
    {"seconds_median", "  median", UNIT_MS, .stat = STAT_P50, .of = SECONDS, .timed = 1},
    {"seconds_p95", "  95th percentile", UNIT_MS, .stat = STAT_P95, .of = SECONDS,
     .timed = 1},
    {"seconds_max", "  longest", UNIT_MS, .stat = STAT_MOST, .of = SECONDS, .timed = 1},
    {"bytes_peak", "memory of the network, peak", UNIT_KIB, GIVEN, .timed = 1}};

static const struct axis axes[] = {
    {"fate", "outcome", ITEM_FATE, AXIS_WORDS, .words = fates, .count = 6},
    {"delay", "delay", DELAY, AXIS_EDGES, UNIT_SECONDS,
     .edges = {0, 60, 600, 1200, 1800, 2700, 3600, 5400}, .count = 8, .hidden = 1}};

/* ---- a run ------------------------------------------------------------------------- */

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = settings;
    struct mrfs_scenario *w = base_zeroed(1, sizeof *w);
    struct mrfs_place place = s->place;
    struct mrfs_demand demand = s->demand;
    place.network.text = given.text, place.network.size = given.size;
    demand.requests = count_of(s), demand.list = list;
    mrfs_scenario_make(w, &place, &demand, s->density, seed);
    return w;
}

static void drop(void *world)
{
    mrfs_scenario_free(world);
    free(world);
}

static void put_item(double *to, const struct mrfs_request *q,
                     const struct mrfs_decision *d)
{
    to[ITEM_SUBMIT] = (double)q->arrive;
    to[ITEM_READY] = (double)q->start;
    to[ITEM_SIZE] = (double)d->bandwidth;
    to[ITEM_FATE] = d->outcome;
    if (q->end < NETS_FOREVER) to[UNTIL] = (double)q->end;
    to[FROM] = q->at[0];
    to[TO] = q->at[1];
    to[LOOKS] = (double)d->instants;
    to[SEARCHES] = (double)d->searches;
    if (d->steps) to[STEPS] = (double)d->steps;
    to[SECONDS] = d->seconds;
    if (!q->volume) to[ITEM_LENGTH] = (double)q->duration;
    if (d->outcome != MRFS_accepted) return;
    to[ITEM_LENGTH] = (double)(d->end - d->start);
    to[ITEM_START] = (double)d->start;
    to[ITEM_END] = (double)d->end;
    to[DELAY] = (double)(d->start - q->start);
    to[LINKS] = d->links;
    if (d->shortest) to[LEAST] = d->shortest;
}

static int drawn(const void *settings)
{
    const struct settings *s = settings;
    const char *name = s->place.network.name;
    return !s->requests || count_of(s) || !name || strncmp(name, "random:", 7) == 0;
}

/* Requests of a file are those of one's own, and ask for bandwidth alone. */
static const char *idle(const void *settings, const struct option *option)
{
    static const char names[] =
        " density sites types units unit-amount cids pairs bandwidth amount ends duration"
        " window ahead horizon combinations search ";
    const struct settings *s = settings;
    if (!s->requests || count_of(s)) return NULL;
    return strstr(names, base_text(" %s ", option->name)) ||
                   (!drawn(s) && strncmp(option->name, "seed", 4) == 0)
               ? "with --requests FILE"
               : NULL;
}

static size_t directions(const struct topology *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->link_count; i++) n += t->links[i].oneway ? 1 : 2;
    return n;
}

static void run(const void *settings, const void *world, int64_t seed, struct run *to)
{
    const struct settings *s = settings;
    const struct mrfs_scenario *w = world;
    struct mrfs_run r = {.algorithm = &mrfs_run_algorithms[s->algorithm],
                         .search = (enum mrfs_search)s->search,
                         .combinations = (uint32_t)s->combinations};
    const double horizon = (double)w->horizon;
    nets_link_info l;
    (void)seed; /* nothing more is drawn */
    mrfs_run_make(&r, w);
    run_items(to, w->count);
    for (size_t i = 0; i < w->count; i++)
        put_item(run_item(to, i), &w->requests[i], &r.decisions[i]);
    run_give(to, "link_utilisation",
             r.link_seconds / horizon / (double)directions(&w->network));
    run_give(to, "unit_utilisation",
             r.unit_seconds / horizon / (double)w->network.unit_count);
    for (size_t i = 0; to->linked && nets_get_link(r.network, (uint32_t)i, &l) == NETS_OK;
         i++)
        run_link(to, w->network.nodes[l.from].name, w->network.nodes[l.to].name,
                 r.links[i].seconds / horizon, r.links[i].refusals);
    run_give(to, "bytes_peak", (double)r.bytes_peak);
    to->hash = r.hash;
    mrfs_run_free(&r);
}

static void describe(FILE *to, const void *settings, const void *world)
{
    const struct settings *s = settings;
    const struct mrfs_scenario *w = world;
    const char *name = s->place.network.name;
    fprintf(to, "network: %s, %zu nodes, %zu link%s, %zu sites with resources\n",
            name ? name : "random", w->network.node_count, w->network.link_count,
            text_s(w->network.link_count), w->site_count);
    topology_named_tell(to, &w->network);
}

static const struct simulator mrfs = {
    .name = "mrfs_sim",
    .about = "Finds, for each request as it arrives, the earliest start within its window"
             " with the requested bandwidth and resources at both ends, by four"
             " algorithms: the experiment of Li, Ranka, Sahni and Schmalz, section 5.",
    .item = "request",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"acceptance", "accepted"},
                          {"refused_links", "links"},
                          {"refused_units", "units"},
                          {"refused_both", "both"}},
              .what = "requests",
              .mean = "acceptance ratio",
              .tail = "delay",
              .question = "How many requests start how late?",
              .axes = {NULL},
              .less = "lower",
              .more = "higher",
              .better_more = 1},
    .links = 1,
    .check = check,
    .drawn = drawn,
    .idle = idle,
    .world = world,
    .run = run,
    .drop = drop,
    .describe = describe};

int main(int argc, char **argv) { return sim_main(&mrfs, argc, argv); }
