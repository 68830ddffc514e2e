/* mrfs_results.c - tables, JSON and CSV are written from the figures. */
#include "mrfs/mrfs_results.h"

#include "base/text.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "mrfs/mrfs_sites.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/values.h"

#include <inttypes.h>
#include <math.h>

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
            " algorithms are given the same\n",
            s->repetitions, s->seed);
    if (search->note) fprintf(to, "search: %s\n", search->note);
    if (s->check)
        fprintf(to, "checked: nothing is booked twice, every plan is sound, every"
                    " accepted request is within its window\n");
}

void mrfs_results_head(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    print_network(to, x);
    print_requests(to, x->settings);
}

/* ---- tables ------------------------------------------------------------------------ */

static void add_columns(struct table *t, const struct mrfs_experiment *x)
{
    size_t a;
    for (a = 0; a < x->algorithm_count; a++)
        table_column(t, "%s", x->algorithms[a]->name);
}

static void add_cells(struct table *t, const struct mrfs_experiment *x,
                      const struct mrfs_point *p, enum mrfs_figure figure)
{
    char text[TEXT_NUMBER];
    size_t a;
    for (a = 0; a < x->algorithm_count; a++)
        table_cell(t, "%s",
                   mrfs_experiment_text(p->value[a][figure],
                                        mrfs_experiment_figures[figure].unit, text));
}

void mrfs_results_sweep(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep, enum mrfs_figure figure)
{
    size_t i;
    table_title(t, MEASURE_COUNT, "%s (%s), by %s",
                figure == MRFS_FIGURE_acceptance ? "Acceptance ratio"
                                                 : "Time for a request",
                measure_unit_name(mrfs_experiment_figures[figure].unit), sweep->label);
    table_stub(t, sweep->label);
    add_columns(t, x);
    for (i = 0; i < sweep->count; i++) {
        table_row(t, MEASURE_COUNT, "%" PRId64, mrfs_experiment_x(x, sweep, i));
        add_cells(t, x, &x->points[sweep->points[i]], figure);
    }
}

void mrfs_results_point(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_point *p)
{
    size_t i;
    table_title(t, MEASURE_COUNT, "Every figure at %" PRId64 " requests an hour",
                p->density);
    add_columns(t, x);
    for (i = 0; i < MRFS_FIGURE_COUNT; i++) {
        if (!isfinite(p->value[0][i])) continue;
        table_row(t, mrfs_experiment_figures[i].unit, "%s",
                  mrfs_experiment_figures[i].label);
        add_cells(t, x, p, (enum mrfs_figure)i);
    }
}

static void print_sweep(FILE *to, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep)
{
    struct table t = {0};
    if (sweep->count == 0) return;
    fputc('\n', to);
    error_print_sanitized(to, sweep->where);
    fputs(":\n", to);
    mrfs_results_sweep(&t, x, sweep, MRFS_FIGURE_acceptance);
    table_show(to, &t, x->algorithm_count);
    if (!mrfs_experiment_knows(x, sweep, MRFS_FIGURE_seconds_mean)) return;
    mrfs_results_sweep(&t, x, sweep, MRFS_FIGURE_seconds_mean);
    table_show(to, &t, x->algorithm_count);
}

void mrfs_results_print(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    const struct mrfs_sweep density = mrfs_experiment_by_density(x);
    const struct mrfs_sweep nodes = mrfs_experiment_by_nodes(x);
    mrfs_results_head(to, x);
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

static void json_point(struct json *j, const struct mrfs_experiment *x,
                       const struct mrfs_point *p)
{
    char hash[17];
    size_t a;
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
        measure_json(j, mrfs_experiment_figures, MRFS_FIGURE_COUNT, p->value[a]);
        snprintf(hash, sizeof hash, "%016" PRIx64, p->hash[a]);
        json_text(j, "decisions_hash", hash);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void mrfs_results_json(struct json *j, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    size_t i;
    json_settings(j, x->settings);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) json_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

static void csv_points(FILE *to, const void *experiment)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    char first[160];
    size_t i, a;
    for (i = 0; i < x->count; i++)
        for (a = 0; a < x->algorithm_count; a++) {
            const struct mrfs_point *p = &x->points[i];
            const struct mrfs_size *size = mrfs_experiment_size(p);
            snprintf(first, sizeof first, "%" PRId64 ",%zu,%zu,%d,%d,%s", p->density,
                     size->nodes, size->links, p->by_density, p->by_nodes,
                     x->algorithms[a]->name);
            measure_csv(to, first, mrfs_experiment_figures, MRFS_FIGURE_COUNT,
                        p->value[a]);
        }
}

static void csv_decision(FILE *to, const struct mrfs_scenario *s,
                         const struct mrfs_run *r, size_t i, int timing)
{
    static const char *const outcomes[] = {
#define MRFS_OUTCOME_TEXT(name, text) text,
        MRFS_OUTCOMES(MRFS_OUTCOME_TEXT)
#undef MRFS_OUTCOME_TEXT
    };
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

int mrfs_results_csv(const char *folder, const void *experiment, struct error *e)
{
    static const struct csv_file files[] = {
        {"points.csv",
         "links,in_density_sweep,in_nodes_sweep,algorithm,figure,value,unit", csv_points},
        {"requests.csv",
         "repetition,algorithm,request,arrive_seconds,from_node,to_node,"
         "window_start_seconds,window_end_seconds,duration_seconds,bandwidth_mbps,"
         "outcome,start_seconds,links,shortest,instants,searches,decided_in_seconds",
         csv_requests}};
    return csv_write(folder, "requests_per_hour,nodes,", files, 2, experiment, e);
}
