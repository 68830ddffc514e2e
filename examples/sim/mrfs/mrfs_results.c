/* mrfs_results.c - the results of mrfs_sim, when all runs are made: tables for people,
 * JSON and CSV for programs, pictures on a page and as files.
 *
 *     points.csv     a row for each figure of each algorithm at each point, with its 95 %
 *                    interval over the repetitions, and what it is more than the first's
 *     runs.csv       the same of each repetition
 *     requests.csv   a row for each decision on each request
 *     figure 3       acceptance ratio, and time for a request, against the density of
 *                    requests and the size of the network. (In the paper (b) is the size
 *                    in the caption but the run time in the text: here are all four.)
 *     refusals       what was short, at each density
 *
 * Figures are those of paper 3 (Li, Ranka, Sahni, Schmalz).
 *
 * The lines above the tables, the tables, JSON, CSV, the page: all from
 * the figures of the points. */

#include "netsched.h"

#include "base/text.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/values.h"
#include "report/figure.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what was simulated ------------------------------------------------------------ */

static void span_text(const struct values_span *span, int times, char to[80])
{
    char lo[32], hi[32];
    if (times) {
        cli_duration_text(span->lo, lo, sizeof lo);
        cli_duration_text(span->hi, hi, sizeof hi);
    } else {
        snprintf(lo, sizeof lo, "%" PRId64, span->lo);
        snprintf(hi, sizeof hi, "%" PRId64, span->hi);
    }
    if (span->lo == span->hi)
        snprintf(to, 80, "%s", lo);
    else
        snprintf(to, 80, "%s to %s", lo, hi);
}

static void print_network(FILE *to, const struct mrfs_experiment *x)
{
    const struct mrfs_settings *s = x->settings;
    const struct mrfs_sites *own = &s->place.sites;
    const struct mrfs_point *p = &x->points[0];
    char amount[80];
    if (s->place.network)
        fprintf(to, "network: %s, %zu node%s, %zu link%s\n", s->place.network,
                mrfs_experiment_size(p)->nodes, text_s(mrfs_experiment_size(p)->nodes),
                mrfs_experiment_size(p)->links, text_s(mrfs_experiment_size(p)->links));
    else
        fprintf(to,
                "network: random and connected, %" PRId64 " nodes, %.4g links at"
                " each on average, of %" PRId64 " Mb/s each way\n",
                s->place.nodes, (double)s->place.degree / CLI_ONE, s->place.capacity);
    span_text(&own->amount, 0, amount);
    if (p->repetitions[0].scenario.own)
        fprintf(to, "sites: %zu, with the resources the network has\n",
                mrfs_experiment_size(p)->sites);
    else
        fprintf(to,
                "sites: %" PRId64 " at random nodes, each with %" PRId64 " types of"
                " resources and %" PRId64 " units of each, which have %s each and"
                " %" PRId64 " C-IDs; RC: of the pairs of units of neighbouring types"
                " %.4g %% are accessible; RN: all\n",
                own->sites, own->types, own->units, amount, own->cids,
                100 * (double)own->pairs / CLI_ONE);
}

static void print_requests(FILE *to, const struct mrfs_settings *s)
{
    const struct mrfs_demand *d = &s->demand;
    const struct mrfs_search *search = mrfs_run_search((size_t)s->search);
    char bandwidth[80], amount[80], duration[80], ahead[80], horizon[80];
    span_text(&d->bandwidth, 0, bandwidth);
    span_text(&d->amount, 0, amount);
    span_text(&d->duration, 1, duration);
    cli_duration_text(d->ahead, ahead, sizeof ahead);
    cli_duration_text(d->horizon, horizon, sizeof horizon);
    if (d->requests)
        snprintf(horizon, sizeof horizon, "%" PRId64 " of them", d->requests);
    fprintf(to,
            "requests: a Poisson process, %s; each for %s %% of a link between two sites"
            " and %s %% of a unit of each type at both, for %s, in a window of %.4g"
            " times that, which begins up to %s after the request\n",
            horizon, bandwidth, amount, duration, (double)d->window / CLI_ONE, ahead);
    fprintf(to,
            "repetitions: %" PRId64 ", from seed %" PRId64 " on; in each, all"
            " algorithms are given the same",
            s->repetitions, s->seed);
    if (s->repetitions > 1)
        fprintf(to, "; means %s", cube_spread_text((size_t)s->repetitions));
    fputc('\n', to);
    if (search->note) fprintf(to, "search: %s\n", search->note);
}

static void print_head(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    print_network(to, x);
    print_requests(to, x->settings);
}

/* ---- tables ------------------------------------------------------------------------ */

void mrfs_results_sweep(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep, enum mrfs_figure figure)
{
    table_title(
        t, MEASURE_COUNT, "%s (%s), by %s",
        figure == MRFS_FIGURE_acceptance ? "Acceptance ratio" : "Time for a request",
        measure_unit_name(mrfs_experiment_figures[figure].unit), sweep->line.label);
    cube_over(t, &x->cube, &sweep->line, CUBE_SPREAD, figure);
}

void mrfs_results_point(struct table *t, const struct mrfs_experiment *x, size_t point)
{
    table_title(t, MEASURE_COUNT, "Every figure at %" PRId64 " requests an hour",
                x->points[point].density);
    cube_table(t, &x->cube, point, CUBE_SPREAD, NULL);
}

/* Was time measured there? */
static int is_timed(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep)
{
    return cube_line_above(&x->cube, &sweep->line, MRFS_FIGURE_seconds_mean, -HUGE_VAL);
}

static void print_sweep(FILE *to, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep)
{
    struct table t = {0};
    if (sweep->line.count == 0) return;
    fputc('\n', to);
    error_print_sanitized(to, sweep->where);
    fputs(":\n", to);
    mrfs_results_sweep(&t, x, sweep, MRFS_FIGURE_acceptance);
    table_show(to, &t, x->algorithm_count);
    if (!is_timed(x, sweep)) return;
    mrfs_results_sweep(&t, x, sweep, MRFS_FIGURE_seconds_mean);
    table_show(to, &t, x->algorithm_count);
}

static void print(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    const struct mrfs_sweep density = mrfs_experiment_by_density(x);
    const struct mrfs_sweep nodes = mrfs_experiment_by_nodes(x);
    print_head(to, x);
    print_sweep(to, x, &density);
    print_sweep(to, x, &nodes);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_span(struct json *j, const char *key, const struct values_span *span)
{
    json_open_flat(j, key, '[');
    json_count(j, NULL, span->lo);
    json_count(j, NULL, span->hi);
    json_close(j, ']');
}

static void json_settings(struct json *j, const struct mrfs_settings *s)
{
    const struct mrfs_place *p = &s->place;
    const struct mrfs_demand *d = &s->demand;
    json_open(j, "settings", '{');
    json_text(j, "network", p->network ? p->network : "random");
    json_count(j, "nodes", p->nodes);
    json_number(j, "degree", (double)p->degree / CLI_ONE);
    json_count(j, "capacity", p->capacity);
    json_count(j, "sites", p->sites.sites);
    json_count(j, "types", p->sites.types);
    json_count(j, "units", p->sites.units);
    json_count(j, "cids", p->sites.cids);
    json_span(j, "unit_amount", &p->sites.amount);
    json_number(j, "pairs", (double)p->sites.pairs / CLI_ONE);
    json_span(j, "bandwidth", &d->bandwidth);
    json_span(j, "amount", &d->amount);
    json_span(j, "duration", &d->duration);
    json_number(j, "window", (double)d->window / CLI_ONE);
    json_count(j, "ahead", d->ahead);
    json_count(j, "horizon", d->requests ? 0 : d->horizon);
    json_count(j, "requests", d->requests);
    json_count(j, "repetitions", s->repetitions);
    json_text(j, "search", mrfs_run_search((size_t)s->search)->choice.word);
    json_count(j, "combinations", s->combinations);
    json_count(j, "seed", s->seed);
    json_close(j, '}');
}

static void json_point(struct json *j, const struct mrfs_experiment *x, size_t point)
{
    const struct mrfs_point *p = &x->points[point];
    char hash[17];
    size_t a, f;
    json_open(j, NULL, '{');
    json_count(j, "density", p->density);
    json_count(j, "nodes", (int64_t)mrfs_experiment_size(p)->nodes);
    json_count(j, "links", (int64_t)mrfs_experiment_size(p)->links);
    json_count(j, "in_density_sweep", p->by_density);
    json_count(j, "in_nodes_sweep", p->by_nodes);
    json_open(j, "algorithms", '[');
    for (a = 0; a < x->algorithm_count; a++) {
        json_open(j, NULL, '{');
        json_text(j, "algorithm", x->algorithms[a]->name);
        for (f = 0; f < MRFS_FIGURE_COUNT; f++)
            json_number(j, mrfs_experiment_figures[f].name,
                        cube_spread(&x->cube, point, a, f).mean);
        if (x->repetitions > 1) cube_json_spreads(j, &x->cube, point, a);
        snprintf(hash, sizeof hash, "%016" PRIx64, mrfs_experiment_hash(x, point, a));
        json_text(j, "decisions_hash", hash);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json(struct json *j, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    size_t i;
    json_settings(j, x->settings);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) json_point(j, x, i);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* A line for each figure of each algorithm at each point, or of each of its runs. */
static void csv_figures(FILE *to, const struct mrfs_experiment *x, int runs)
{
    char first[160];
    size_t i;
    for (i = 0; i < cube_runs(&x->cube); i++) {
        const struct cube_at at = cube_at(&x->cube, i);
        const struct mrfs_point *p = &x->points[at.point];
        const struct mrfs_size *size = mrfs_experiment_size(p);
        const int n = snprintf(first, sizeof first, "%" PRId64 ",%zu,%zu,%d,%d,%s",
                               p->density, size->nodes, size->links, p->by_density,
                               p->by_nodes, x->algorithms[at.variant]->name);
        if (!runs) {
            if (at.seed == 0) cube_csv(to, first, &x->cube, at.point, at.variant);
            continue;
        }
        snprintf(first + n, sizeof first - (size_t)n, ",%zu", at.seed);
        measure_csv(to, first, mrfs_experiment_figures, MRFS_FIGURE_COUNT,
                    cube_run(&x->cube, at.point, at.variant, at.seed));
    }
}

static void csv_points(FILE *to, const void *experiment)
{
    csv_figures(to, (const struct mrfs_experiment *)experiment, 0);
}

static void csv_runs(FILE *to, const void *experiment)
{
    csv_figures(to, (const struct mrfs_experiment *)experiment, 1);
}

static void csv_decision(FILE *to, const struct mrfs_scenario *s,
                         const struct mrfs_run *r, size_t i, int timing)
{
    static const char *const outcomes[] = {MRFS_OUTCOMES(CSV_TEXT)};
    const struct mrfs_request *q = &s->requests[i];
    const struct mrfs_decision *d = &r->decisions[i];
    char seconds[TEXT_NUMBER];
    fprintf(to,
            "%s,%zu,%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRId64
            ",%" PRId64 ",%s,",
            r->algorithm->name, i + 1, q->arrive, q->from, q->to, q->start, q->end,
            q->duration, q->bandwidth, outcomes[d->outcome]);
    if (d->outcome == MRFS_accepted) fprintf(to, "%" PRId64, d->start);
    fprintf(to, ",%" PRIu32 ",", d->links);
    if (d->shortest) fprintf(to, "%" PRIu32, d->shortest);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",", d->instants, d->searches);
    if (timing) fputs(text_number(d->seconds, seconds), to);
    fputc('\n', to);
}

static void csv_requests(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    size_t i, k, a, n;
    for (i = 0; i < x->count; i++)
        for (k = 0; k < x->repetitions; k++)
            for (a = 0; a < x->algorithm_count; a++) {
                const struct mrfs_repetition *r = &x->points[i].repetitions[k];
                for (n = 0; n < r->runs[a].count; n++) {
                    fprintf(to, "%" PRId64 ",%zu,%zu,", x->points[i].density,
                            mrfs_experiment_size(&x->points[i])->nodes, k);
                    csv_decision(to, &r->scenario, &r->runs[a], n, x->timing);
                }
            }
}

static const struct csv_file files[] = {
    {"points.csv", "links,in_density_sweep,in_nodes_sweep,algorithm," CUBE_CSV_COLUMNS,
     csv_points},
    {"runs.csv",
     "links,in_density_sweep,in_nodes_sweep,algorithm,repetition,figure,value,unit",
     csv_runs},
    {"requests.csv",
     "repetition,algorithm,request,arrive_seconds,from_node,to_node,"
     "window_start_seconds,window_end_seconds,duration_seconds,bandwidth_mbps,"
     "outcome,start_seconds,links,shortest,instants,searches,decided_in_seconds",
     csv_requests}};

/* ---- curves ------------------------------------------------------------------------ */

/* A figure over the points of a sweep. Two of each: by density, by nodes. */
struct picture {
    const char *section, *id[2], *title[2];
    enum mrfs_figure figure;
    double factor;
    const char *label, *unit, *caption;
    int log, where; /* where: the caption says which networks */
};

enum { ACCEPTED, EFFORT, TIMES };

static const char costs[] = "What the decision on a request costs";

/* The number of searches grows as the paper says (section 5, result 1). */
static const struct picture pictures[] = {
    {"How many requests are accepted",
     {"fig3a", "fig3b"},
     {"Requests accepted, by request density (figure 3a)",
      "Requests accepted, by network size (figure 3b)"},
     MRFS_FIGURE_acceptance,
     100,
     "requests accepted",
     "%",
     "Means over the repetitions",
     0,
     1},
    {costs,
     {"searches_density", "searches_nodes"},
     {"Searches for a request, by request density",
      "Searches for a request, by network size"},
     MRFS_FIGURE_searches_mean,
     1,
     "searches for a path",
     NULL,
     "Means over all requests, on a logarithmic scale: what time for a request depends"
     " on, but the same on every machine.",
     1,
     0},
    {costs,
     {"time_density", "time_nodes"},
     {"Time for a request, by request density", "Time for a request, by network size"},
     MRFS_FIGURE_seconds_mean,
     1000,
     "mean processor time of the search",
     "ms",
     "Means over all requests, logarithmic",
     1,
     1}};

static void curves(struct page *page, const struct mrfs_experiment *x,
                   const struct mrfs_sweep *sweep, size_t which)
{
    const struct picture *of = &pictures[which];
    const int nodes = sweep->by_nodes;
    const struct figure_cube drawn = {&x->cube, of->figure, of->factor};
    struct figure_plot *p;
    if (sweep->line.count == 0) return;
    if (which == TIMES && !is_timed(x, sweep)) return;
    p = page_new_plot(page, of->section, of->id[nodes], of->title[nodes]);
    p->x.label = sweep->line.label;
    p->x.log = 1; /* densities and sizes are multiples of each other */
    p->y = figure_axis_plain(of->label, of->unit);
    p->y.log = of->log;
    figure_cube_curves(p, &drawn, &sweep->line);
    figure_plot_text(p, &p->caption, "%s", of->caption);
    if (of->where) figure_caption_add(p, "; %s.", sweep->where);
    if (x->repetitions > 1)
        figure_caption_add(p, " Upright lines: %s.", cube_spread_lines(x->repetitions));
}

/* ---- refusals ---------------------------------------------------------------------- */

static void refusals(struct page *page, const struct mrfs_experiment *x)
{
    static const struct {
        enum mrfs_figure figure;
        const char *name;
    } reasons[] = {{MRFS_FIGURE_refused_links, "links"},
                   {MRFS_FIGURE_refused_units, "units"},
                   {MRFS_FIGURE_refused_both, "both"},
                   {MRFS_FIGURE_refused_limit, "limit of combinations"}};
    struct figure_plot *p =
        page_new_plot(page, "What was short when a request was refused", "refusals",
                      "Links, units, or both");
    size_t i;
    p->x.label = "algorithm";
    p->y.label = "requests refused";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption,
                     "In percent of all requests, at %" PRId64
                     " an hour: at the last start"
                     " that was ruled out, what the smallest cut consists of.",
                     x->points[x->drawn].density);
    figure_cube_categories(p, &x->cube);
    for (i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        const struct figure_cube of = {&x->cube, reasons[i].figure, 100};
        if (i == 3 && !cube_above(&x->cube, x->drawn, of.measure, 0)) continue;
        figure_cube_bars(p, &of, x->drawn, reasons[i].name);
    }
}

/* ---- the page ---------------------------------------------------------------------- */

static void draw(struct page *page, const struct mrfs_experiment *x,
                 const struct mrfs_sweep sweeps[2])
{
    size_t i;
    for (i = 0; i < 2; i++) curves(page, x, &sweeps[i], ACCEPTED);
    refusals(page, x);
    for (i = 0; i < 2; i++) curves(page, x, &sweeps[i], EFFORT);
    for (i = 0; i < 2; i++) curves(page, x, &sweeps[i], TIMES);
}

static int fill(struct page *page, const void *experiment, struct error *e)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    const struct mrfs_sweep sweeps[2] = {mrfs_experiment_by_density(x),
                                         mrfs_experiment_by_nodes(x)};
    const struct mrfs_place *place = &x->settings->place;
    const char *name = place->network ? place->network : "random networks";
    const char *slash = strrchr(name, '/');
    size_t i;
    (void)e;
    page_title(page, "Multiple resource first slot on %s", slash ? slash + 1 : name);
    page_asked(page, print_head, x);
    page_text(page,
              "The experiment of section 5 of Y. Li, S. Ranka, S. Sahni, M. Schmalz:"
              " Network Centered Multiple Resource Scheduling in e-Science"
              " Applications. WS: a job may be split over several paths and units,"
              " WN: one path and one unit of each type. RC: only some units are"
              " accessible to each other, RN: all are; else the network is the"
              " same.");
    page_section(page, "Summary");
    mrfs_results_point(page_new_table(page), x, x->drawn);
    draw(page, x, sweeps);
    page_section(page, "Numbers");
    for (i = 0; i < 2; i++) {
        if (sweeps[i].line.count)
            mrfs_results_sweep(page_new_table(page), x, &sweeps[i],
                               MRFS_FIGURE_acceptance);
        if (is_timed(x, &sweeps[i]))
            mrfs_results_sweep(page_new_table(page), x, &sweeps[i],
                               MRFS_FIGURE_seconds_mean);
    }
    return 0;
}

const struct program_results mrfs_results = {.json = json,
                                             .columns = "requests_per_hour,nodes,",
                                             .files = files,
                                             .file_count = sizeof files / sizeof files[0],
                                             .page = fill,
                                             .publish = page_publish,
                                             .print = print,
                                             .row = "request"};
