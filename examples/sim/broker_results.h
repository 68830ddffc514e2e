/* broker_results.h - what the set-ups of a broker gave: as tables for people, as JSON and
 * CSV for programs.
 *
 * The first table has a column for each set-up, at the first reduction factor and the
 * first delay. With several factors, or delays, there is one more for each of a few
 * figures; beside a figure at a delay stands how many times as large it is as at the
 * first.
 */
#ifndef SIM_BROKER_RESULTS_H
#define SIM_BROKER_RESULTS_H

#include "broker_experiment.h"
#include "broker_figures.h"
#include "cli.h"
#include "figure.h"
#include "report.h"
#include "workload_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    SIM_BROKER_COLUMNS = 5, /* of a table, side by side              */
    SIM_BROKER_ROWS = 40,   /* clusters that a table on a terminal has */
    SIM_BROKER_UNKNOWN = 8, /* attributes that no cluster has, told      */
    SIM_BROKER_TEXT = 64
};

/* The figures that are shown over factors, and over delays. */
static const sim_broker_figure sim_broker_by_factor[] = {
    SIM_BROKER_FIGURE_wait_mean, SIM_BROKER_FIGURE_wait_max, SIM_BROKER_FIGURE_bsld_mean,
    SIM_BROKER_FIGURE_overtaken_most};
static const sim_broker_figure sim_broker_by_delay[] = {
    SIM_BROKER_FIGURE_execution_time, SIM_BROKER_FIGURE_wait_mean,
    SIM_BROKER_FIGURE_wait_p95, SIM_BROKER_FIGURE_bsld_mean};
enum {
    SIM_BROKER_BY_FACTOR = sizeof sim_broker_by_factor / sizeof sim_broker_by_factor[0],
    SIM_BROKER_BY_DELAY = sizeof sim_broker_by_delay / sizeof sim_broker_by_delay[0]
};

/* ---- words ------------------------------------------------------------------------- */

static inline const char *sim_broker_factor_text(const sim_broker_settings *s, size_t f,
                                                 char to[SIM_BROKER_TEXT])
{
    snprintf(to, SIM_BROKER_TEXT, "%.9g", sim_broker_factor(s, f));
    return to;
}

static inline const char *sim_broker_delay_text(const sim_broker_settings *s, size_t d,
                                                char to[SIM_BROKER_TEXT])
{
    cli_duration_text(s->delays.at[d], to, SIM_BROKER_TEXT);
    return to;
}

/* "bounded slowdown (60 s), mean"; without what begins a line of the first table. */
static inline const char *sim_broker_label(sim_broker_figure figure)
{
    return figure == SIM_BROKER_FIGURE_wait_p95   ? "waiting time, 95th percentile"
           : figure == SIM_BROKER_FIGURE_wait_max ? "waiting time, longest"
           : figure == SIM_BROKER_FIGURE_overtaken_most
               ? "jobs that overtook one of them, at most"
               : sim_broker_figure_about(figure)->label;
}

/* A figure at a delay, with how many times as large it is as at the first. */
static inline const char *sim_broker_loss_text(const sim_broker_point *p,
                                               const sim_broker_point *first,
                                               sim_broker_figure figure,
                                               char to[SIM_BROKER_TEXT])
{
    const sim_figure_unit unit = sim_broker_figure_about(figure)->unit;
    const double x = p->value[figure], y = first->value[figure];
    char text[SIM_NUMBER_TEXT];
    sim_figure_text(x, unit, text);
    if (p == first || !isfinite(x) || !isfinite(y) || !(y > 0))
        snprintf(to, SIM_BROKER_TEXT, "%s", text);
    else
        snprintf(to, SIM_BROKER_TEXT, "%s x%.2f", text, x / y);
    return to;
}

/* A figure that no set-up has, or a reason that no job had, has no row; nor what failures
 * and shared nodes do where there are none. */
static inline int sim_broker_wanted(const sim_broker_experiment *x, size_t figure)
{
    const sim_broker_about *about = sim_broker_figure_about(figure);
    const int always = figure == SIM_BROKER_FIGURE_missed_deadline;
    const int reason = (!always && strncmp(about->label, "    ", 4) == 0) ||
                       figure == SIM_BROKER_FIGURE_stretch_mean ||
                       figure == SIM_BROKER_FIGURE_lost_cpu_hours ||
                       figure == SIM_BROKER_FIGURE_outages;
    const double least = figure == SIM_BROKER_FIGURE_stretch_mean ? 1 : 0;
    int wanted = 0;
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++) {
        const double v = sim_broker_point_at(x, i, 0, 0)->value[figure];
        wanted |= isfinite(v) && (v > least || !reason);
    }
    return wanted;
}

/* ---- the first lines --------------------------------------------------------------- */

static inline void sim_print_broker_grid(FILE *to, const sim_broker_experiment *x)
{
    const sim_grid *g = &x->grid;
    uint32_t lo = UINT32_MAX, hi = 0;
    char count[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < g->count; i++) {
        if (g->clusters[i].cpus < lo) lo = g->clusters[i].cpus;
        if (g->clusters[i].cpus > hi) hi = g->clusters[i].cpus;
    }
    fprintf(to, "grid: ");
    sim_print_text(to, g->source);
    fprintf(to, ", %zu cluster%s of ", g->count, g->count == 1 ? "" : "s");
    if (hi > lo) fprintf(to, "%s to ", sim_count_text(lo, count));
    fprintf(to, "%s CPU%s", sim_count_text(hi, count), hi == 1 ? "" : "s");
    if (g->count > 1) fprintf(to, ", %s in all", sim_count_text(g->cpus, count));
    fputc('\n', to);
}

static inline void sim_print_broker_workload(FILE *to, const sim_broker_experiment *x)
{
    const sim_workload *w = &x->workload;
    const double span = (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit);
    char count[SIM_NUMBER_TEXT];
    fprintf(to, "workload: ");
    sim_print_text(to, w->source);
    fprintf(to, ", %s job%s over %.1f days\n", sim_count_text(w->count, count),
            w->count == 1 ? "" : "s", span / SIM_DAY);
    sim_print_shape(to, &x->shape, x->settings->trace ? x->settings->jobs : 0);
    sim_print_left_out(to, w);
    if (x->requirements == SIM_BROKER_REQUIREMENTS_NONE)
        fprintf(to, "requirements: none but CPUs\n");
    else
        fprintf(to, "requirements: %s, of %s job%s\n",
                x->requirements == SIM_BROKER_REQUIREMENTS_LOG ? "the log's"
                                                               : "generated",
                sim_count_text(x->demanding, count), x->demanding == 1 ? "" : "s");
    if (x->requirements != SIM_BROKER_REQUIREMENTS_GENERATE &&
        (x->settings->max_memory || x->settings->usages))
        fprintf(to, "no effect: --%s, as no requirements are generated\n",
                !x->settings->usages       ? "max-memory"
                : !x->settings->max_memory ? "usages"
                                           : "max-memory and --usages");
}

/* Does any cluster have it? Attributes of the moment all have. */
static inline int sim_broker_known(const sim_grid *g, const sim_requirement *r)
{
    size_t c;
    for (c = 0; c < g->count; c++)
        if (r->dynamic ||
            g->table[c * (g->name_count + 1) + r->column].name != SIM_GRID_NONE)
            return 1;
    return 0;
}

/* What jobs name that no cluster has, each once. */
static inline void sim_print_broker_unknown(FILE *to, const sim_broker_experiment *x)
{
    uint32_t told[SIM_BROKER_UNKNOWN];
    size_t i, k, count = 0;
    uint32_t n;
    for (i = 0; i < x->workload.count; i++) {
        const sim_demand *d = sim_demand_of(&x->demands, &x->workload.jobs[i]);
        for (n = 0; d && n < d->count; n++) {
            const sim_requirement *r = &x->demands.all[d->first + n];
            for (k = 0; k < count && told[k] != r->attribute; k++) {
            }
            if (k < count || sim_broker_known(&x->grid, r)) continue;
            fputs(count ? ", " : "no cluster has ", to);
            if (count == SIM_BROKER_UNKNOWN) {
                fputs("and others\n", to);
                return;
            }
            sim_print_text(to, sim_grid_word(&x->grid, r->attribute));
            told[count++] = r->attribute;
        }
    }
    if (count) fputc('\n', to);
}

static inline void sim_print_broker_requirement(FILE *to, const sim_grid *g,
                                                const sim_requirement *r)
{
    sim_print_text(to, sim_grid_word(g, r->attribute));
    fprintf(to, " %s ", sim_requirement_sign(r->op));
    if (r->is_text)
        sim_print_text(to, sim_grid_word(g, r->text));
    else
        sim_grid_print_number(to, r->number);
}

/* The first HARD requirement that no cluster satisfies; NULL. */
static inline const sim_requirement *sim_broker_unmet(const sim_broker_experiment *x,
                                                      const sim_job *job)
{
    const sim_demand *d = sim_demand_of(&x->demands, job);
    uint32_t n;
    for (n = 0; d && n < d->count; n++) {
        const sim_requirement *r = &x->demands.all[d->first + n];
        double value;
        size_t c;
        if (r->soft || r->dynamic) continue;
        for (c = 0; c < x->grid.count; c++)
            if (sim_requirement_holds(&x->grid, r, c, NULL, &value)) break;
        if (c == x->grid.count) return r;
    }
    return NULL;
}

/* Why the first job that no cluster can ever run has none. */
static inline void sim_print_broker_no_cluster(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_result *all = &sim_broker_point_at(x, 0, 0, 0)->result;
    const sim_requirement *r;
    const sim_job *job;
    size_t i;
    for (i = 0; i < all->count && all->jobs[i].fate != SIM_BROKER_FATE_no_cluster; i++) {
    }
    if (i == all->count) return;
    job = &x->workload.jobs[i];
    r = sim_broker_unmet(x, job);
    fprintf(to, "no cluster can ever run job %" PRId64 ": ", job->number);
    if (r) {
        fputs("none has ", to);
        sim_print_broker_requirement(to, &x->grid, r);
    } else {
        fprintf(to, "none has %" PRIu32 " CPUs and all that it asks for", job->servers);
    }
    fputc('\n', to);
}

static inline void sim_print_broker_rules(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_settings *s = x->settings;
    char text[SIM_BROKER_TEXT];
    size_t i, ranks = 0, dated = 0;
    for (i = 0; i < s->setups.count; i++) {
        ranks += (size_t)sim_broker_setup_ranks(s->setups.items[i]);
        dated += (size_t)sim_broker_setup_dated(s->setups.items[i]);
    }
    if (ranks && s->formula)
        fprintf(to, "JR-backfilling: rank times place, as listing 3 (no factor)\n");
    else if (ranks)
        fprintf(to, "JR-backfilling: reduction factor %s%s\n",
                sim_broker_factor_text(s, 0, text),
                s->factors.count > 1 ? ", and others below" : "");
    fprintf(to, "information: %s old%s\n", sim_broker_delay_text(s, 0, text),
            s->delays.count > 1 ? ", and others below" : "");
    if (dated)
        fprintf(to, "deadlines: %.9g times the estimate after submission\n",
                (double)s->deadline_factor / CLI_ONE);
    if (s->coallocate >= 0)
        fprintf(to,
                "jobs larger than any cluster: at several at once, %" PRId64
                " %% longer\n",
                s->coallocate);
}

static inline void sim_print_broker_failures(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_settings *s = x->settings;
    char between[SIM_NUMBER_TEXT], repair[SIM_NUMBER_TEXT];
    if (!s->failures && !s->mtbf) return;
    fprintf(to, "failures: ");
    if (s->failures) {
        sim_print_text(to, s->failures);
    } else {
        cli_duration_text(s->mtbf, between, sizeof between);
        cli_duration_text(s->mttr, repair, sizeof repair);
        fprintf(to, "of a cluster every %s for %s, on average, by seed %" PRId64, between,
                repair, s->seed);
    }
    fprintf(to, "; jobs that are killed are submitted again up to %" PRId64 " times\n",
            s->resubmit);
}

/* What was simulated, and how. */
static inline void sim_print_broker_head(FILE *to, const sim_broker_experiment *x)
{
    sim_print_broker_grid(to, x);
    sim_print_broker_workload(to, x);
    sim_print_local(to, &x->settings->local, &x->grid);
    if (x->usages)
        fprintf(to, "nodes: what they have is shared, jobs slow each other down\n");
    sim_print_broker_rules(to, x);
    sim_print_broker_failures(to, x);
}

/* ---- tables ------------------------------------------------------------------------ */

static inline size_t sim_broker_block_end(const sim_broker_experiment *x, size_t from)
{
    const size_t all = x->settings->setups.count;
    return all - from < SIM_BROKER_COLUMNS ? all : from + SIM_BROKER_COLUMNS;
}

/* Columns are as wide as the longest name of any set-up. */
static inline void sim_print_broker_cell(FILE *to, const sim_broker_experiment *x,
                                         const char *text)
{
    size_t i, width = SIM_TABLE_CELL;
    for (i = 0; i < x->settings->setups.count; i++)
        if (strlen(x->settings->setups.items[i]->name) > width)
            width = strlen(x->settings->setups.items[i]->name);
    fprintf(to, " %*s", (int)width, text);
}

static inline void sim_print_broker_figure(FILE *to, const sim_broker_experiment *x,
                                           double value, sim_figure_unit unit)
{
    char text[SIM_NUMBER_TEXT];
    sim_print_broker_cell(to, x, sim_figure_text(value, unit, text));
}

static inline void sim_print_broker_names(FILE *to, const sim_broker_experiment *x,
                                          size_t from)
{
    size_t i;
    for (i = from; i < sim_broker_block_end(x, from); i++)
        sim_print_broker_cell(to, x, x->settings->setups.items[i]->name);
    fputc('\n', to);
}

/* Every figure of some of the set-ups. */
static inline void sim_print_broker_block(FILE *to, const sim_broker_experiment *x,
                                          size_t from)
{
    size_t f, i;
    sim_table_label(to, "", "");
    sim_print_broker_names(to, x, from);
    for (f = 0; f < SIM_BROKER_FIGURE_COUNT; f++) {
        const sim_broker_about *about = sim_broker_figure_about(f);
        if (!sim_broker_wanted(x, f)) continue;
        sim_table_label(to, about->label, sim_unit_text(about->unit));
        for (i = from; i < sim_broker_block_end(x, from); i++)
            sim_print_broker_figure(to, x, sim_broker_point_at(x, i, 0, 0)->value[f],
                                    about->unit);
        fputc('\n', to);
    }
}

/* One figure of each cluster. */
static inline void sim_print_broker_clusters(FILE *to, const sim_broker_experiment *x,
                                             size_t figure, sim_broker_figure mean,
                                             size_t from)
{
    const sim_broker_about *about = sim_broker_cluster_about(figure);
    char name[SIM_GRID_NAME + SIM_BROKER_TEXT], count[SIM_NUMBER_TEXT];
    size_t c, i;
    sim_table_label(to, about->label, sim_unit_text(about->unit));
    sim_print_broker_names(to, x, from);
    for (c = 0; c < x->grid.count; c++) {
        const sim_cluster *k = &x->grid.clusters[c];
        snprintf(name, sizeof name, "  %s, %s CPU%s", k->name,
                 sim_count_text(k->cpus, count), k->cpus == 1 ? "" : "s");
        sim_printable(name);
        sim_table_label(to, name, "");
        for (i = from; i < sim_broker_block_end(x, from); i++)
            sim_print_broker_figure(to, x,
                                    sim_broker_point_at(x, i, 0, 0)
                                        ->clusters[c * SIM_BROKER_CLUSTER_COUNT + figure],
                                    about->unit);
        fputc('\n', to);
    }
    sim_table_label(to, "  mean", "");
    for (i = from; i < sim_broker_block_end(x, from); i++)
        sim_print_broker_figure(to, x, sim_broker_point_at(x, i, 0, 0)->value[mean],
                                about->unit);
    fputc('\n', to);
}

/* A figure over the factors, for the set-ups that rank jobs. */
static inline void sim_print_broker_factors(FILE *to, const sim_broker_experiment *x,
                                            sim_broker_figure figure)
{
    const sim_broker_settings *s = x->settings;
    const sim_figure_unit unit = sim_broker_figure_about(figure)->unit;
    char text[SIM_BROKER_TEXT];
    size_t i, f;
    fputc('\n', to);
    sim_table_label(to, sim_broker_label(figure), sim_unit_text(unit));
    for (i = 0; i < s->setups.count; i++)
        if (sim_broker_setup_ranks(s->setups.items[i]))
            sim_print_broker_cell(to, x, s->setups.items[i]->name);
    fputc('\n', to);
    for (f = 0; f < s->factors.count; f++) {
        char label[SIM_BROKER_TEXT + 16];
        snprintf(label, sizeof label, "  factor %s", sim_broker_factor_text(s, f, text));
        sim_table_label(to, label, "");
        for (i = 0; i < s->setups.count; i++)
            if (sim_broker_setup_ranks(s->setups.items[i]))
                sim_print_broker_figure(
                    to, x, sim_broker_point_at(x, i, f, 0)->value[figure], unit);
        fputc('\n', to);
    }
}

/* A figure over the delays. */
static inline void sim_print_broker_delays(FILE *to, const sim_broker_experiment *x,
                                           sim_broker_figure figure, size_t from)
{
    const sim_broker_settings *s = x->settings;
    char text[SIM_BROKER_TEXT];
    size_t i, d;
    fputc('\n', to);
    sim_table_label(to, sim_broker_label(figure),
                    sim_unit_text(sim_broker_figure_about(figure)->unit));
    sim_print_broker_names(to, x, from);
    for (d = 0; d < s->delays.count; d++) {
        char label[SIM_BROKER_TEXT + 24];
        snprintf(label, sizeof label, "  information %s old",
                 sim_broker_delay_text(s, d, text));
        sim_table_label(to, label, "");
        for (i = from; i < sim_broker_block_end(x, from); i++)
            sim_print_broker_cell(to, x,
                                  sim_broker_loss_text(sim_broker_point_at(x, i, 0, d),
                                                       sim_broker_point_at(x, i, 0, 0),
                                                       figure, text));
        fputc('\n', to);
    }
}

/* Are there several factors, and somebody they make a difference to? */
static inline int sim_broker_sweeps_factors(const sim_broker_settings *s)
{
    size_t i;
    for (i = 0; i < s->setups.count; i++)
        if (sim_broker_setup_ranks(s->setups.items[i])) return s->factors.count > 1;
    return 0;
}

/* Which of several runs of each set-up the main table has. */
static inline void sim_print_broker_caption(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_settings *s = x->settings;
    const int factors = sim_broker_sweeps_factors(s);
    char delay[SIM_BROKER_TEXT], factor[SIM_BROKER_TEXT];
    if (!factors && s->delays.count == 1) return;
    fprintf(to, "this table: information %s old", sim_broker_delay_text(s, 0, delay));
    if (factors)
        fprintf(to, ", reduction factor %s", sim_broker_factor_text(s, 0, factor));
    fputc('\n', to);
}

/* Did each job get the same cluster and start, and the same end? */
static inline int sim_broker_same(const sim_broker_result *a, const sim_broker_result *b)
{
    size_t i;
    for (i = 0; i < a->count; i++) {
        const sim_broker_outcome *p = &a->jobs[i], *q = &b->jobs[i];
        if (p->fate != q->fate || p->start != q->start || p->end != q->end ||
            (p->start >= 0 && p->cluster != q->cluster))
            return 0;
    }
    return 1;
}

/* Set-ups that made no difference, together on a line. */
static inline void sim_print_broker_same(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_setups *all = &x->settings->setups;
    int told[SIM_BROKER_SETUPS] = {0};
    size_t i, k;
    for (i = 0; i < all->count; i++) {
        const sim_broker_result *r = &sim_broker_point_at(x, i, 0, 0)->result;
        int any = 0;
        for (k = i + 1; k < all->count; k++) {
            if (told[k] || !sim_broker_same(r, &sim_broker_point_at(x, k, 0, 0)->result))
                continue;
            told[k] = 1;
            if (!any) fprintf(to, "the same schedule: %s", all->items[i]->name);
            fprintf(to, ", %s", all->items[k]->name);
            any = 1;
        }
        if (any) fputc('\n', to);
    }
}

/* What is to be known to compare the columns. */
static inline void sim_print_broker_notes(FILE *to, const sim_broker_experiment *x)
{
    const double first =
        sim_broker_point_at(x, 0, 0, 0)->value[SIM_BROKER_FIGURE_finished];
    size_t i;
    for (i = 1; i < x->settings->setups.count; i++) {
        const double v =
            sim_broker_point_at(x, i, 0, 0)->value[SIM_BROKER_FIGURE_finished];
        if (!(v < first || v > first)) continue;
        fprintf(to, "set-ups finished different numbers of jobs: their waits, slowdowns"
                    " and responses are over\ndifferent jobs\n");
        break;
    }
    sim_print_broker_same(to, x);
    sim_print_broker_no_cluster(to, x);
    sim_print_broker_unknown(to, x);
}

static inline void sim_print_broker(FILE *to, const sim_broker_experiment *x)
{
    const sim_broker_settings *s = x->settings;
    size_t from, i;
    sim_print_broker_head(to, x);
    for (from = 0; from < s->setups.count; from += SIM_BROKER_COLUMNS) {
        fputc('\n', to);
        if (from == 0) sim_print_broker_caption(to, x);
        sim_print_broker_block(to, x, from);
    }
    sim_print_broker_notes(to, x);
    for (from = 0; from < s->setups.count && x->grid.count <= SIM_BROKER_ROWS;
         from += SIM_BROKER_COLUMNS) {
        fputc('\n', to);
        sim_print_broker_clusters(to, x, SIM_BROKER_CLUSTER_cpu_utilisation,
                                  SIM_BROKER_FIGURE_cpu_clusters, from);
    }
    for (i = 0; i < SIM_BROKER_BY_FACTOR && sim_broker_sweeps_factors(s); i++)
        sim_print_broker_factors(to, x, sim_broker_by_factor[i]);
    for (i = 0; i < SIM_BROKER_BY_DELAY && s->delays.count > 1; i++)
        for (from = 0; from < s->setups.count; from += SIM_BROKER_COLUMNS)
            sim_print_broker_delays(to, x, sim_broker_by_delay[i], from);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

/* All that the grid file tells of the cluster. */
static inline void sim_json_broker_attributes(sim_json *j, const sim_grid *g,
                                              const sim_cluster *c)
{
    size_t i;
    sim_json_open(j, "attributes", '{');
    for (i = 0; i < c->attribute_count; i++) {
        const sim_attribute *a = &c->attributes[i];
        if (a->is_text)
            sim_json_text(j, sim_grid_word(g, a->name), sim_grid_word(g, a->text));
        else
            sim_json_number(j, sim_grid_word(g, a->name), a->number);
    }
    sim_json_close(j, '}');
}

static inline void sim_json_broker_grid(sim_json *j, const sim_broker_experiment *x)
{
    const sim_grid *g = &x->grid;
    size_t i;
    sim_json_open(j, "grid", '{');
    sim_json_text(j, "source", g->source);
    sim_json_count(j, "cpus", (int64_t)g->cpus);
    sim_json_open_flat(j, "priorities", '{');
    for (i = 0; i < g->name_count; i++)
        if (g->names[i].priority < 1 || g->names[i].priority > 1)
            sim_json_number(j, sim_grid_word(g, g->names[i].word), g->names[i].priority);
    sim_json_close(j, '}');
    sim_json_open(j, "clusters", '[');
    for (i = 0; i < g->count; i++) {
        sim_json_open_flat(j, NULL, '{');
        sim_json_text(j, "name", g->clusters[i].name);
        sim_json_count(j, "nodes", g->clusters[i].nodes);
        sim_json_count(j, "cpus", g->clusters[i].cpus);
        sim_json_local(j, &x->settings->local, &g->clusters[i]);
        sim_json_broker_attributes(j, g, &g->clusters[i]);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

static inline void sim_json_broker_settings(sim_json *j, const sim_broker_experiment *x)
{
    const sim_broker_settings *s = x->settings;
    static const char *const requirements[] = {"log", "generate", "none"};
    size_t i;
    sim_json_open(j, "settings", '{');
    sim_json_open_flat(j, "setups", '[');
    for (i = 0; i < s->setups.count; i++)
        sim_json_text(j, NULL, s->setups.items[i]->name);
    sim_json_close(j, ']');
    sim_json_open_flat(j, "jr_factors", '[');
    for (i = 0; i < s->factors.count; i++)
        sim_json_number(j, NULL, sim_broker_factor(s, i));
    sim_json_close(j, ']');
    sim_json_text(j, "jr_formula", s->formula ? "listing" : "weight");
    sim_json_number(j, "deadline_factor", (double)s->deadline_factor / CLI_ONE);
    sim_json_open_flat(j, "information_delays", '[');
    for (i = 0; i < s->delays.count; i++) sim_json_count(j, NULL, s->delays.at[i]);
    sim_json_close(j, ']');
    sim_json_text(j, "requirements", requirements[x->requirements]);
    sim_json_count(j, "max_memory", s->max_memory);
    sim_json_count(j, "usages", x->usages);
    sim_json_shape(j, &x->shape, s->jobs);
    sim_json_text(j, "failures", s->failures);
    sim_json_count(j, "mtbf", s->mtbf);
    sim_json_count(j, "mttr", s->mttr);
    sim_json_count(j, "resubmit", s->resubmit);
    if (s->coallocate >= 0) sim_json_count(j, "coallocate", s->coallocate);
    sim_json_count(j, "seed", s->seed);
    sim_json_close(j, '}');
}

static inline void sim_json_broker_point(sim_json *j, const sim_broker_experiment *x,
                                         const sim_broker_point *p)
{
    const sim_broker_settings *s = x->settings;
    size_t c, f;
    sim_json_open(j, NULL, '{');
    sim_json_text(j, "setup", p->setup->name);
    if (sim_broker_setup_ranks(p->setup))
        sim_json_number(j, "jr_factor", sim_broker_factor(s, p->factor));
    else
        sim_json_text(j, "jr_factor", NULL);
    sim_json_count(j, "information_delay", s->delays.at[p->delay]);
    for (f = 0; f < SIM_BROKER_FIGURE_COUNT; f++)
        sim_json_number(j, sim_broker_figure_about(f)->name, p->value[f]);
    sim_json_open(j, "clusters", '[');
    for (c = 0; c < x->grid.count; c++) {
        sim_json_open_flat(j, NULL, '{');
        sim_json_text(j, "cluster", x->grid.clusters[c].name);
        for (f = 0; f < SIM_BROKER_CLUSTER_COUNT; f++)
            sim_json_number(j, sim_broker_cluster_about(f)->name,
                            p->clusters[c * SIM_BROKER_CLUSTER_COUNT + f]);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

/* The members of an object: grid, workload, settings, runs. */
static inline void sim_json_broker(sim_json *j, const sim_broker_experiment *x)
{
    size_t i;
    sim_json_broker_grid(j, x);
    sim_json_workload(&x->workload, j);
    sim_json_broker_settings(j, x);
    sim_json_open(j, "runs", '[');
    for (i = 0; i < x->count; i++) sim_json_broker_point(j, x, &x->points[i]);
    sim_json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* What each row begins with: set-up, factor (empty where there is none), delay. */
static inline void sim_csv_broker_point(FILE *to, const sim_broker_experiment *x,
                                        const sim_broker_point *p)
{
    char factor[SIM_NUMBER_TEXT] = "";
    if (sim_broker_setup_ranks(p->setup))
        sim_number_text(sim_broker_factor(x->settings, p->factor), factor);
    fprintf(to, "%s,%s,%" PRId64, p->setup->name, factor,
            x->settings->delays.at[p->delay]);
}

static inline void sim_csv_broker_runs(FILE *to, const sim_broker_experiment *x,
                                       const sim_broker_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t f;
    for (f = 0; f < SIM_BROKER_FIGURE_COUNT; f++) {
        sim_csv_broker_point(to, x, p);
        fprintf(to, ",%s,%s\n", sim_broker_figure_about(f)->name,
                sim_number_text(p->value[f], value));
    }
}

static inline void sim_csv_broker_clusters(FILE *to, const sim_broker_experiment *x,
                                           const sim_broker_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t c, f;
    for (c = 0; c < x->grid.count; c++)
        for (f = 0; f < SIM_BROKER_CLUSTER_COUNT; f++) {
            sim_csv_broker_point(to, x, p);
            fputc(',', to);
            sim_csv_text(to, x->grid.clusters[c].name);
            fprintf(
                to, ",%s,%s\n", sim_broker_cluster_about(f)->name,
                sim_number_text(p->clusters[c * SIM_BROKER_CLUSTER_COUNT + f], value));
        }
}

static inline const char *sim_broker_fate_name(sim_broker_fate fate)
{
    static const char *const names[] = {
#define SIM_BROKER_FATE_WORD(name, text) #name,
        SIM_BROKER_FATES(SIM_BROKER_FATE_WORD)
#undef SIM_BROKER_FATE_WORD
    };
    return names[fate];
}

/* Times in seconds; what a job never came to is empty. */
static inline void sim_csv_broker_jobs(FILE *to, const sim_broker_experiment *x,
                                       const sim_broker_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < p->result.count; i++) {
        const sim_job *job = &x->workload.jobs[i];
        const sim_broker_outcome *o = &p->result.jobs[i];
        sim_csv_broker_point(to, x, p);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRId64 ",%s,", job->number,
                job->submit, job->servers, job->estimate, sim_broker_fate_name(o->fate));
        if (o->dispatched >= 0) {
            sim_csv_text(to, x->grid.clusters[o->cluster].name);
            fprintf(to, ",%" PRId64 ",", o->dispatched);
        } else {
            fputs(",,", to);
        }
        if (o->fate == SIM_BROKER_FATE_finished)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64 ",%s", o->start, o->end,
                    o->start - job->submit,
                    sim_number_text(
                        sim_broker_slowdown(o->start - job->submit, o->end - o->start),
                        value));
        else
            fputs(",,,", to);
        fprintf(to, ",%" PRIu32 ",%" PRIu32 "\n", o->moves, o->executions);
    }
}

static inline void sim_csv_broker_executions(FILE *to, const sim_broker_experiment *x,
                                             const sim_broker_point *p)
{
    size_t i;
    for (i = 0; i < p->result.execution_count; i++) {
        const sim_execution *k = &p->result.executions[i];
        sim_csv_broker_point(to, x, p);
        fprintf(to, ",%" PRId64 ",", x->workload.jobs[k->job].number);
        sim_csv_text(to, x->grid.clusters[k->cluster].name);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%d,", k->start, k->end, k->killed);
        sim_print_runs(to, p->result.runs + k->first_run, k->run_count);
        fputc('\n', to);
    }
}

/* Times as --failures takes them. */
static inline void sim_csv_broker_outages(FILE *to, const sim_broker_experiment *x,
                                          const sim_broker_point *p)
{
    const int64_t first = x->workload.jobs[0].submit;
    size_t i;
    for (i = 0; i < p->result.outage_count; i++) {
        const sim_outage *o = &p->result.outages[i];
        sim_csv_broker_point(to, x, p);
        fputc(',', to);
        sim_csv_text(to, x->grid.clusters[o->cluster].name);
        fprintf(to, ",%" PRId64 ",", o->from - first);
        if (o->to != SIM_NEVER)
            fprintf(to, "%" PRId64 "\n", o->to - first);
        else
            fputs("never\n", to);
    }
}

/* One tidy file for each kind of row, in a folder that is made if need be. */
static inline int sim_csv_broker(const char *folder, const sim_broker_experiment *x,
                                 sim_error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const sim_broker_experiment *, const sim_broker_point *);
    } files[] = {{"runs.csv", "figure,value", sim_csv_broker_runs},
                 {"clusters.csv", "cluster,figure,value", sim_csv_broker_clusters},
                 {"jobs.csv",
                  "job,submit,servers,estimate,fate,cluster,dispatched,start,end,wait,"
                  "bounded_slowdown,dispatches,executions",
                  sim_csv_broker_jobs},
                 {"executions.csv", "job,cluster,start,end,killed,cpu_ids",
                  sim_csv_broker_executions},
                 {"outages.csv",
                  "cluster,from_after_first_submission,to_after_first_submission",
                  sim_csv_broker_outages}};
    size_t f, i;
    if (sim_output_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        sim_output out;
        if (sim_output_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "setup,jr_factor,information_delay,%s\n", files[f].head);
        for (i = 0; i < x->count; i++) files[f].rows(out.file, x, &x->points[i]);
        if (sim_output_close(&out, e) != 0) return -1;
    }
    return 0;
}

#endif
