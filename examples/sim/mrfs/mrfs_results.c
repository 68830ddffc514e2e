/* mrfs_results.c - implements mrfs_results.h. */
#include "mrfs/mrfs_results.h"

#include "base/outfile.h"
#include "mrfs/local_resources.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/cli.h"
#include "program/values.h"

#include <inttypes.h>
#include <math.h>

/* ---- texts ------------------------------------------------------------------------- */

const char *mrfs_results_unit_text(enum mrfs_unit unit)
{
    static const char *const texts[] = {"", "%", "minutes", "ms", "KiB"};
    return texts[unit];
}

const char *mrfs_results_figure_text(double x, enum mrfs_unit unit,
                                     char text[TEXT_NUMBER])
{
    static const double factors[] = {1, 100, 1.0 / 60, 1000, 1.0 / 1024};
    static const int digits[] = {2, 1, 1, 3, 0};
    const double shown = x * factors[unit];
    snprintf(text, TEXT_NUMBER, "-");
    if (!isfinite(x)) return text;
    if (unit == MRFS_NUMBER && shown >= 1000)
        text_count((uint64_t)(shown + 0.5), text);
    else if (unit == MRFS_NUMBER && shown <= floor(shown))
        snprintf(text, TEXT_NUMBER, "%.0f", shown);
    else
        snprintf(text, TEXT_NUMBER, "%.*f", digits[unit], shown);
    return text;
}

struct mrfs_sweep mrfs_results_sweep_of(const struct mrfs_settings *s,
                                        const struct mrfs_experiment *x, int nodes)
{
    struct mrfs_sweep sweep;
    size_t i, k;
    sweep.id = nodes ? "nodes" : "density";
    sweep.label = nodes ? "nodes of the network" : "requests per hour";
    sweep.count = 0;
    for (i = 0; i < x->count; i++)
        if (nodes ? x->points[i].by_nodes : x->points[i].by_density)
            sweep.points[sweep.count++] = i;
    for (i = 1; nodes && i < sweep.count; i++) /* one may be shared with the other */
        for (k = i; k > 0 && x->points[sweep.points[k]].nodes <
                                 x->points[sweep.points[k - 1]].nodes;
             k--) {
            const size_t swap = sweep.points[k];
            sweep.points[k] = sweep.points[k - 1];
            sweep.points[k - 1] = swap;
        }
    if (nodes)
        snprintf(sweep.where, sizeof sweep.where,
                 "random networks, %" PRId64 " requests per hour", s->nodes_density);
    else if (s->place.network)
        snprintf(sweep.where, sizeof sweep.where, "%.100s, %zu nodes", s->place.network,
                 mrfs_experiment_point_size(&x->points[0])->nodes);
    else
        snprintf(sweep.where, sizeof sweep.where, "random networks of %" PRId64 " nodes",
                 s->place.nodes);
    return sweep;
}

int64_t mrfs_results_sweep_x(const struct mrfs_experiment *x,
                             const struct mrfs_sweep *sweep, size_t i)
{
    const struct mrfs_point *p = &x->points[sweep->points[i]];
    return sweep->id[0] == 'n' ? p->nodes : p->density;
}

static void mrfs_results_span_text(const struct values_span *span, int times, char to[80])
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

/* ---- what was simulated ------------------------------------------------------------ */

static void mrfs_results_print_network(FILE *to, const struct mrfs_settings *s,
                                       const struct mrfs_experiment *x)
{
    const struct local_resources *own = &s->place.sites;
    const struct mrfs_point *p = &x->points[0];
    char amount[80];
    if (s->place.network)
        fprintf(to, "network: %s, %zu nodes, %zu links\n", s->place.network,
                mrfs_experiment_point_size(p)->nodes,
                mrfs_experiment_point_size(p)->links);
    else
        fprintf(to,
                "network: random and connected, %" PRId64 " nodes, %.4g links at"
                " each on average, of %" PRId64 " Mb/s each way\n",
                s->place.nodes, (double)s->place.degree / CLI_ONE, s->place.capacity);
    mrfs_results_span_text(&own->amount, 0, amount);
    if (p->repetitions[0].scenario.own)
        fprintf(to, "sites: %zu, with the resources the network has\n",
                mrfs_experiment_point_size(p)->sites);
    else
        fprintf(to,
                "sites: %" PRId64 " at random nodes, each with %" PRId64 " types of"
                " resources and %" PRId64 " units of each, which have %s each and"
                " %" PRId64 " C-IDs; RC: of the pairs of units of neighbouring types"
                " %.4g %% are accessible; RN: all\n",
                own->sites, own->types, own->units, amount, own->cids,
                100 * (double)own->pairs / CLI_ONE);
}

static void mrfs_results_print_requests(FILE *to, const struct mrfs_settings *s)
{
    const struct mrfs_demand *d = &s->demand;
    char bandwidth[80], amount[80], duration[80], ahead[80], horizon[80];
    mrfs_results_span_text(&d->bandwidth, 0, bandwidth);
    mrfs_results_span_text(&d->amount, 0, amount);
    mrfs_results_span_text(&d->duration, 1, duration);
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
    if (s->search == MRFS_PAPER)
        fprintf(to, "search: as the paper prints it, its starts compared with those of"
                    " nets_first_slot; searches are flows (WS) or unions of ST lists"
                    " (WN), instants basic intervals (WS) or the longest ST list (WN)\n");
    if (s->check)
        fprintf(to, "checked: nothing is booked twice, every plan is sound, every"
                    " accepted request is within its window\n");
}

void mrfs_results_print_head(FILE *to, const struct mrfs_settings *s,
                             const struct mrfs_experiment *x)
{
    mrfs_results_print_network(to, s, x);
    mrfs_results_print_requests(to, s);
}

/* ---- tables ------------------------------------------------------------------------ */

int mrfs_results_known(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                       enum mrfs_figure figure)
{
    size_t i, a;
    for (i = 0; i < sweep->count; i++)
        for (a = 0; a < x->algorithm_count; a++)
            if (isfinite(x->points[sweep->points[i]].value[a][figure])) return 1;
    return 0;
}

/* A row for each point, a column for each algorithm: one figure. */
static void mrfs_results_print_sweep(FILE *to, const struct mrfs_experiment *x,
                                     const struct mrfs_sweep *sweep,
                                     enum mrfs_figure figure, enum mrfs_unit unit,
                                     const char *label)
{
    char text[TEXT_NUMBER];
    size_t i, a;
    if (!mrfs_results_known(x, sweep, figure)) return;
    snprintf(text, sizeof text, "%s, %s", label, mrfs_results_unit_text(unit));
    fprintf(to, "%-30s", text);
    for (a = 0; a < x->algorithm_count; a++)
        fprintf(to, " %11s", mrfs_experiment_algorithm_text(x->algorithms[a]));
    fputc('\n', to);
    for (i = 0; i < sweep->count; i++) {
        fprintf(to, "  %-28" PRId64, mrfs_results_sweep_x(x, sweep, i));
        for (a = 0; a < x->algorithm_count; a++)
            fprintf(to, " %11s",
                    mrfs_results_figure_text(x->points[sweep->points[i]].value[a][figure],
                                             unit, text));
        fputc('\n', to);
    }
    fputc('\n', to);
}

void mrfs_results_print(FILE *to, const struct mrfs_settings *s,
                        const struct mrfs_experiment *x)
{
    int nodes;
    for (nodes = 0; nodes < 2; nodes++) {
        const struct mrfs_sweep sweep = mrfs_results_sweep_of(s, x, nodes);
        if (sweep.count == 0) continue;
        fprintf(to, "by %s: ", sweep.label);
        error_print_sanitized(to, sweep.where);
        fputs("\n\n", to);
        mrfs_results_print_sweep(to, x, &sweep, MRFS_FIGURE_acceptance, MRFS_PERCENT,
                                 "acceptance ratio");
        mrfs_results_print_sweep(to, x, &sweep, MRFS_FIGURE_seconds_mean, MRFS_MS,
                                 "time for a request");
    }
}

/* ---- JSON -------------------------------------------------------------------------- */

static void mrfs_results_json_span(struct json *j, const char *key,
                                   const struct values_span *span)
{
    json_open_flat(j, key, '[');
    json_count(j, NULL, span->lo);
    json_count(j, NULL, span->hi);
    json_close(j, ']');
}

static void mrfs_results_json_settings(struct json *j, const struct mrfs_settings *s)
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
    mrfs_results_json_span(j, "unit_amount", &p->sites.amount);
    json_number(j, "pairs", (double)p->sites.pairs / CLI_ONE);
    mrfs_results_json_span(j, "bandwidth", &d->bandwidth);
    mrfs_results_json_span(j, "amount", &d->amount);
    mrfs_results_json_span(j, "duration", &d->duration);
    json_number(j, "window", (double)d->window / CLI_ONE);
    json_count(j, "ahead", d->ahead);
    json_count(j, "horizon", d->requests ? 0 : d->horizon);
    json_count(j, "requests", d->requests);
    json_count(j, "repetitions", s->repetitions);
    json_text(j, "search", s->search == MRFS_PAPER ? "paper" : "library");
    json_count(j, "combinations", s->combinations);
    json_count(j, "seed", s->seed);
    json_close(j, '}');
}

static void mrfs_results_json_point(struct json *j, const struct mrfs_experiment *x,
                                    const struct mrfs_point *p)
{
    char hash[17];
    size_t a;
    json_open(j, NULL, '{');
    json_count(j, "density", p->density);
    json_count(j, "nodes", (int64_t)mrfs_experiment_point_size(p)->nodes);
    json_count(j, "links", (int64_t)mrfs_experiment_point_size(p)->links);
    json_count(j, "in_density_sweep", p->by_density);
    json_count(j, "in_nodes_sweep", p->by_nodes);
    json_open(j, "algorithms", '[');
    for (a = 0; a < x->algorithm_count; a++) {
        json_open(j, NULL, '{');
        json_text(j, "algorithm", mrfs_experiment_algorithm_text(x->algorithms[a]));
#define MRFS_JSON(name, unit, label) \
    json_number(j, #name, p->value[a][MRFS_FIGURE_##name]);
        MRFS_FIGURES(MRFS_JSON)
#undef MRFS_JSON
        snprintf(hash, sizeof hash, "%016" PRIx64, p->hash[a]);
        json_text(j, "decisions_hash", hash);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void mrfs_results_json(struct json *j, const struct mrfs_settings *s,
                       const struct mrfs_experiment *x)
{
    size_t i;
    mrfs_results_json_settings(j, s);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) mrfs_results_json_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

static void mrfs_results_csv_points(FILE *to, const struct mrfs_experiment *x)
{
    char text[TEXT_NUMBER];
    size_t i, a;
    fputs("density,nodes,links,in_density_sweep,in_nodes_sweep,algorithm,figure,value\n",
          to);
    for (i = 0; i < x->count; i++)
        for (a = 0; a < x->algorithm_count; a++) {
            const struct mrfs_point *p = &x->points[i];
            const struct mrfs_size *size = mrfs_experiment_point_size(p);
#define MRFS_CSV(name, unit, label)                                                     \
    fprintf(to, "%" PRId64 ",%zu,%zu,%d,%d,%s," #name ",%s\n", p->density, size->nodes, \
            size->links, p->by_density, p->by_nodes,                                    \
            mrfs_experiment_algorithm_text(x->algorithms[a]),                           \
            text_number(p->value[a][MRFS_FIGURE_##name], text));
            MRFS_FIGURES(MRFS_CSV)
#undef MRFS_CSV
        }
}

static void mrfs_results_csv_decision(FILE *to, const struct mrfs_scenario *s,
                                      const struct mrfs_run *r, size_t i, int timing)
{
    static const char *const outcomes[] = {
#define MRFS_OUTCOME_TEXT(name, text) text,
        MRFS_OUTCOMES(MRFS_OUTCOME_TEXT)
#undef MRFS_OUTCOME_TEXT
    };
    const struct mrfs_request *q = &s->requests[i];
    const struct mrfs_decision *d = &r->decisions[i];
    fprintf(to,
            "%s,%zu,%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRId64
            ",%" PRId64 ",%s,",
            mrfs_experiment_algorithm_text(r->algorithm), i + 1, q->arrive, q->from,
            q->to, q->start, q->end, q->duration, q->bandwidth, outcomes[d->outcome]);
    if (d->outcome == MRFS_accepted) fprintf(to, "%" PRId64, d->start);
    fprintf(to, ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",", d->links, d->instants,
            d->searches);
    if (timing) fprintf(to, "%.9f", d->seconds);
    fputc('\n', to);
}

static void mrfs_results_csv_requests(FILE *to, const struct mrfs_experiment *x,
                                      int timing)
{
    size_t i, k, a, n;
    fputs("density,nodes,repetition,algorithm,request,arrive,from,to,window_start,"
          "window_end,duration,bandwidth,outcome,start,links,instants,searches,seconds\n",
          to);
    for (i = 0; i < x->count; i++)
        for (k = 0; k < x->repetitions; k++)
            for (a = 0; a < x->algorithm_count; a++) {
                const struct mrfs_repetition *r = &x->points[i].repetitions[k];
                for (n = 0; n < r->runs[a].count; n++) {
                    fprintf(to, "%" PRId64 ",%zu,%zu,", x->points[i].density,
                            mrfs_experiment_point_size(&x->points[i])->nodes, k);
                    mrfs_results_csv_decision(to, &r->scenario, &r->runs[a], n, timing);
                }
            }
}

int mrfs_results_csv(const char *folder, const struct mrfs_experiment *x, int timing,
                     struct error *e)
{
    char path[4096];
    struct outfile out;
    if (outfile_make_folder(folder, e) != 0 ||
        outfile_open_in(&out, path, sizeof path, folder, "points.csv", e) != 0)
        return -1;
    mrfs_results_csv_points(out.file, x);
    if (outfile_commit(&out, e) != 0 ||
        outfile_open_in(&out, path, sizeof path, folder, "requests.csv", e) != 0)
        return -1;
    mrfs_results_csv_requests(out.file, x, timing);
    return outfile_commit(&out, e);
}
