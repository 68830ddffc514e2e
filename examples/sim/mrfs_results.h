/* mrfs_results.h - what mrfs_sim found, for people and for programs: tables, JSON, CSV.
 *
 *     points.csv     a row for each figure of each algorithm at each point
 *     requests.csv   a row for each decision on each request
 */
#ifndef SIM_MRFS_RESULTS_H
#define SIM_MRFS_RESULTS_H

#include "cli.h"
#include "error.h"
#include "mrfs_experiment.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* ---- texts ------------------------------------------------------------------------- */

static inline const char *sim_mrfs_unit_text(sim_mrfs_unit unit)
{
    static const char *const texts[] = {"", "%", "minutes", "ms", "KiB"};
    return texts[unit];
}

/* A figure as people read it; "-" if it does not apply. */
static inline const char *sim_mrfs_figure_text(double x, sim_mrfs_unit unit,
                                               char text[SIM_NUMBER_TEXT])
{
    static const double factors[] = {1, 100, 1.0 / 60, 1000, 1.0 / 1024};
    static const int digits[] = {2, 1, 1, 3, 0};
    const double shown = x * factors[unit];
    snprintf(text, SIM_NUMBER_TEXT, "-");
    if (!isfinite(x)) return text;
    if (unit == SIM_MRFS_NUMBER && shown >= 1000)
        sim_count_text((uint64_t)(shown + 0.5), text);
    else if (unit == SIM_MRFS_NUMBER && shown <= floor(shown))
        snprintf(text, SIM_NUMBER_TEXT, "%.0f", shown);
    else
        snprintf(text, SIM_NUMBER_TEXT, "%.*f", digits[unit], shown);
    return text;
}

/* What the two sweeps have in common. */
typedef struct sim_mrfs_sweep {
    const char *id;    /* "density"                  */
    const char *label; /* of an axis                 */
    char where[160];   /* at which network or density */
    size_t points[SIM_MRFS_POINTS];
    size_t count;
} sim_mrfs_sweep;

/* Which points it has, ascending; the first sweep is that of the density. */
static inline sim_mrfs_sweep sim_mrfs_sweep_of(const sim_mrfs_settings *s,
                                               const sim_mrfs_experiment *x, int nodes)
{
    sim_mrfs_sweep sweep;
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
                 sim_mrfs_point_size(&x->points[0])->nodes);
    else
        snprintf(sweep.where, sizeof sweep.where, "random networks of %" PRId64 " nodes",
                 s->place.nodes);
    return sweep;
}

static inline int64_t sim_mrfs_sweep_x(const sim_mrfs_experiment *x,
                                       const sim_mrfs_sweep *sweep, size_t i)
{
    const sim_mrfs_point *p = &x->points[sweep->points[i]];
    return sweep->id[0] == 'n' ? p->nodes : p->density;
}

static inline void sim_mrfs_span_text(const sim_span *span, int times, char to[80])
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

static inline void sim_mrfs_print_network(FILE *to, const sim_mrfs_settings *s,
                                          const sim_mrfs_experiment *x)
{
    const sim_sites *own = &s->place.sites;
    const sim_mrfs_point *p = &x->points[0];
    char amount[80];
    if (s->place.network)
        fprintf(to, "network: %s, %zu nodes, %zu links\n", s->place.network,
                sim_mrfs_point_size(p)->nodes, sim_mrfs_point_size(p)->links);
    else
        fprintf(to,
                "network: random and connected, %" PRId64 " nodes, %.4g links at"
                " each on average, of %" PRId64 " Mb/s each way\n",
                s->place.nodes, (double)s->place.degree / CLI_ONE, s->place.capacity);
    sim_mrfs_span_text(&own->amount, 0, amount);
    if (p->repetitions[0].scenario.own)
        fprintf(to, "sites: %zu, with the resources the network has\n",
                sim_mrfs_point_size(p)->sites);
    else
        fprintf(to,
                "sites: %" PRId64 " at random nodes, each with %" PRId64 " types of"
                " resources and %" PRId64 " units of each, which have %s each and"
                " %" PRId64 " C-IDs; RC: of the pairs of units of neighbouring types"
                " %.4g %% are accessible; RN: all\n",
                own->sites, own->types, own->units, amount, own->cids,
                100 * (double)own->pairs / CLI_ONE);
}

static inline void sim_mrfs_print_requests(FILE *to, const sim_mrfs_settings *s)
{
    const sim_mrfs_demand *d = &s->demand;
    char bandwidth[80], amount[80], duration[80], ahead[80], horizon[80];
    sim_mrfs_span_text(&d->bandwidth, 0, bandwidth);
    sim_mrfs_span_text(&d->amount, 0, amount);
    sim_mrfs_span_text(&d->duration, 1, duration);
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
    if (s->search == SIM_MRFS_PAPER)
        fprintf(to, "search: as the paper prints it, its starts compared with those of"
                    " nets_first_slot; searches are flows (WS) or unions of ST lists"
                    " (WN), instants basic intervals (WS) or the longest ST list (WN)\n");
    if (s->check)
        fprintf(to, "checked: nothing is booked twice, every plan is sound, every"
                    " accepted request is within its window\n");
}

static inline void sim_mrfs_print_head(FILE *to, const sim_mrfs_settings *s,
                                       const sim_mrfs_experiment *x)
{
    sim_mrfs_print_network(to, s, x);
    sim_mrfs_print_requests(to, s);
}

/* ---- tables ------------------------------------------------------------------------ */

static inline int sim_mrfs_known(const sim_mrfs_experiment *x,
                                 const sim_mrfs_sweep *sweep, sim_mrfs_figure figure)
{
    size_t i, a;
    for (i = 0; i < sweep->count; i++)
        for (a = 0; a < x->algorithm_count; a++)
            if (isfinite(x->points[sweep->points[i]].value[a][figure])) return 1;
    return 0;
}

/* A row for each point, a column for each algorithm: one figure. */
static inline void sim_mrfs_print_sweep(FILE *to, const sim_mrfs_experiment *x,
                                        const sim_mrfs_sweep *sweep,
                                        sim_mrfs_figure figure, sim_mrfs_unit unit,
                                        const char *label)
{
    char text[SIM_NUMBER_TEXT];
    size_t i, a;
    if (!sim_mrfs_known(x, sweep, figure)) return;
    snprintf(text, sizeof text, "%s, %s", label, sim_mrfs_unit_text(unit));
    fprintf(to, "%-30s", text);
    for (a = 0; a < x->algorithm_count; a++)
        fprintf(to, " %11s", sim_mrfs_algorithm_text(x->algorithms[a]));
    fputc('\n', to);
    for (i = 0; i < sweep->count; i++) {
        fprintf(to, "  %-28" PRId64, sim_mrfs_sweep_x(x, sweep, i));
        for (a = 0; a < x->algorithm_count; a++)
            fprintf(to, " %11s",
                    sim_mrfs_figure_text(x->points[sweep->points[i]].value[a][figure],
                                         unit, text));
        fputc('\n', to);
    }
    fputc('\n', to);
}

static inline void sim_mrfs_print(FILE *to, const sim_mrfs_settings *s,
                                  const sim_mrfs_experiment *x)
{
    int nodes;
    for (nodes = 0; nodes < 2; nodes++) {
        const sim_mrfs_sweep sweep = sim_mrfs_sweep_of(s, x, nodes);
        if (sweep.count == 0) continue;
        fprintf(to, "by %s: ", sweep.label);
        sim_print_text(to, sweep.where);
        fputs("\n\n", to);
        sim_mrfs_print_sweep(to, x, &sweep, SIM_MRFS_FIGURE_acceptance, SIM_MRFS_PERCENT,
                             "acceptance ratio");
        sim_mrfs_print_sweep(to, x, &sweep, SIM_MRFS_FIGURE_seconds_mean, SIM_MRFS_MS,
                             "time for a request");
    }
}

/* ---- JSON -------------------------------------------------------------------------- */

static inline void sim_mrfs_json_span(sim_json *j, const char *key, const sim_span *span)
{
    sim_json_open_flat(j, key, '[');
    sim_json_count(j, NULL, span->lo);
    sim_json_count(j, NULL, span->hi);
    sim_json_close(j, ']');
}

static inline void sim_mrfs_json_settings(sim_json *j, const sim_mrfs_settings *s)
{
    const sim_mrfs_place *p = &s->place;
    const sim_mrfs_demand *d = &s->demand;
    sim_json_open(j, "settings", '{');
    sim_json_text(j, "network", p->network ? p->network : "random");
    sim_json_count(j, "nodes", p->nodes);
    sim_json_number(j, "degree", (double)p->degree / CLI_ONE);
    sim_json_count(j, "capacity", p->capacity);
    sim_json_count(j, "sites", p->sites.sites);
    sim_json_count(j, "types", p->sites.types);
    sim_json_count(j, "units", p->sites.units);
    sim_json_count(j, "cids", p->sites.cids);
    sim_mrfs_json_span(j, "unit_amount", &p->sites.amount);
    sim_json_number(j, "pairs", (double)p->sites.pairs / CLI_ONE);
    sim_mrfs_json_span(j, "bandwidth", &d->bandwidth);
    sim_mrfs_json_span(j, "amount", &d->amount);
    sim_mrfs_json_span(j, "duration", &d->duration);
    sim_json_number(j, "window", (double)d->window / CLI_ONE);
    sim_json_count(j, "ahead", d->ahead);
    sim_json_count(j, "horizon", d->requests ? 0 : d->horizon);
    sim_json_count(j, "requests", d->requests);
    sim_json_count(j, "repetitions", s->repetitions);
    sim_json_text(j, "search", s->search == SIM_MRFS_PAPER ? "paper" : "library");
    sim_json_count(j, "combinations", s->combinations);
    sim_json_count(j, "seed", s->seed);
    sim_json_close(j, '}');
}

static inline void sim_mrfs_json_point(sim_json *j, const sim_mrfs_experiment *x,
                                       const sim_mrfs_point *p)
{
    char hash[17];
    size_t a;
    sim_json_open(j, NULL, '{');
    sim_json_count(j, "density", p->density);
    sim_json_count(j, "nodes", (int64_t)sim_mrfs_point_size(p)->nodes);
    sim_json_count(j, "links", (int64_t)sim_mrfs_point_size(p)->links);
    sim_json_count(j, "in_density_sweep", p->by_density);
    sim_json_count(j, "in_nodes_sweep", p->by_nodes);
    sim_json_open(j, "algorithms", '[');
    for (a = 0; a < x->algorithm_count; a++) {
        sim_json_open(j, NULL, '{');
        sim_json_text(j, "algorithm", sim_mrfs_algorithm_text(x->algorithms[a]));
#define SIM_MRFS_JSON(name, unit, label) \
    sim_json_number(j, #name, p->value[a][SIM_MRFS_FIGURE_##name]);
        SIM_MRFS_FIGURES(SIM_MRFS_JSON)
#undef SIM_MRFS_JSON
        snprintf(hash, sizeof hash, "%016" PRIx64, p->hash[a]);
        sim_json_text(j, "decisions_hash", hash);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

/* The members of an object: settings, points. */
static inline void sim_mrfs_json(sim_json *j, const sim_mrfs_settings *s,
                                 const sim_mrfs_experiment *x)
{
    size_t i;
    sim_mrfs_json_settings(j, s);
    sim_json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) sim_mrfs_json_point(j, x, &x->points[i]);
    sim_json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

static inline void sim_mrfs_csv_points(FILE *to, const sim_mrfs_experiment *x)
{
    char text[SIM_NUMBER_TEXT];
    size_t i, a;
    fputs("density,nodes,links,in_density_sweep,in_nodes_sweep,algorithm,figure,value\n",
          to);
    for (i = 0; i < x->count; i++)
        for (a = 0; a < x->algorithm_count; a++) {
            const sim_mrfs_point *p = &x->points[i];
            const sim_mrfs_size *size = sim_mrfs_point_size(p);
#define SIM_MRFS_CSV(name, unit, label)                                                 \
    fprintf(to, "%" PRId64 ",%zu,%zu,%d,%d,%s," #name ",%s\n", p->density, size->nodes, \
            size->links, p->by_density, p->by_nodes,                                    \
            sim_mrfs_algorithm_text(x->algorithms[a]),                                  \
            sim_number_text(p->value[a][SIM_MRFS_FIGURE_##name], text));
            SIM_MRFS_FIGURES(SIM_MRFS_CSV)
#undef SIM_MRFS_CSV
        }
}

static inline void sim_mrfs_csv_decision(FILE *to, const sim_mrfs_scenario *s,
                                         const sim_mrfs_run *r, size_t i, int timing)
{
    static const char *const outcomes[] = {
#define SIM_MRFS_OUTCOME_TEXT(name, text) text,
        SIM_MRFS_OUTCOMES(SIM_MRFS_OUTCOME_TEXT)
#undef SIM_MRFS_OUTCOME_TEXT
    };
    const sim_mrfs_request *q = &s->requests[i];
    const sim_mrfs_decision *d = &r->decisions[i];
    fprintf(to,
            "%s,%zu,%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRId64
            ",%" PRId64 ",%s,",
            sim_mrfs_algorithm_text(r->algorithm), i + 1, q->arrive, q->from, q->to,
            q->start, q->end, q->duration, q->bandwidth, outcomes[d->outcome]);
    if (d->outcome == SIM_MRFS_accepted) fprintf(to, "%" PRId64, d->start);
    fprintf(to, ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",", d->links, d->instants,
            d->searches);
    if (timing) fprintf(to, "%.9f", d->seconds);
    fputc('\n', to);
}

static inline void sim_mrfs_csv_requests(FILE *to, const sim_mrfs_experiment *x,
                                         int timing)
{
    size_t i, k, a, n;
    fputs("density,nodes,repetition,algorithm,request,arrive,from,to,window_start,"
          "window_end,duration,bandwidth,outcome,start,links,instants,searches,seconds\n",
          to);
    for (i = 0; i < x->count; i++)
        for (k = 0; k < x->repetitions; k++)
            for (a = 0; a < x->algorithm_count; a++) {
                const sim_mrfs_repetition *r = &x->points[i].repetitions[k];
                for (n = 0; n < r->runs[a].count; n++) {
                    fprintf(to, "%" PRId64 ",%zu,%zu,", x->points[i].density,
                            sim_mrfs_point_size(&x->points[i])->nodes, k);
                    sim_mrfs_csv_decision(to, &r->scenario, &r->runs[a], n, timing);
                }
            }
}

static inline int sim_mrfs_csv(const char *folder, const sim_mrfs_experiment *x,
                               int timing, sim_error *e)
{
    char path[4096];
    sim_output out;
    if (sim_output_folder(folder, e) != 0 ||
        sim_output_open_in(&out, path, sizeof path, folder, "points.csv", e) != 0)
        return -1;
    sim_mrfs_csv_points(out.file, x);
    if (sim_output_close(&out, e) != 0 ||
        sim_output_open_in(&out, path, sizeof path, folder, "requests.csv", e) != 0)
        return -1;
    sim_mrfs_csv_requests(out.file, x, timing);
    return sim_output_close(&out, e);
}

#endif
