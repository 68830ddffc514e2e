/* broker_tables.c - one function for each line and each table. A terminal shows a few
 * columns at a time. */
#include "grid/broker_results.h"

#include "base/error.h"
#include "base/text.h"
#include "grid/broker_figures.h"
#include "grid/broker_local.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/measure.h"
#include "report/figure.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    TEXT = 64,
    UNKNOWN = 8,   /* attributes that no cluster has, of which so many are listed */
    COLUMNS = 5,   /* of a table on a terminal, side by side                 */
    CLUSTERS = 40, /* that a table on a terminal has; with more there is none */
    FACTORS = 4,   /* figures over them, and over delays                      */
    DELAYS = 4
};

static const enum broker_figure by_factor[FACTORS] = {
    BROKER_FIGURE_wait_mean, BROKER_FIGURE_wait_max, BROKER_FIGURE_bsld_mean,
    BROKER_FIGURE_overtaken_most};

static const enum broker_figure by_delay[DELAYS] = {
    BROKER_FIGURE_execution_time, BROKER_FIGURE_wait_mean, BROKER_FIGURE_wait_p95,
    BROKER_FIGURE_bsld_mean};

/* The reduction factor, or delay, of that number. Returns `to`. */
static const char *factor_text(const struct broker_settings *s, size_t factor,
                               char to[TEXT])
{
    snprintf(to, TEXT, "%.9g", broker_experiment_factor(s, factor));
    return to;
}

static const char *delay_text(const struct broker_settings *s, size_t delay,
                              char to[TEXT])
{
    cli_duration_text(s->delays.at[delay], to, TEXT);
    return to;
}

/* ---- the first lines --------------------------------------------------------------- */

static void print_grid(FILE *to, const struct broker_experiment *x)
{
    const struct grid *g = &x->grid;
    uint32_t lo = UINT32_MAX, hi = 0;
    char count[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < g->count; i++) {
        if (g->clusters[i].cpus < lo) lo = g->clusters[i].cpus;
        if (g->clusters[i].cpus > hi) hi = g->clusters[i].cpus;
    }
    fprintf(to, "grid: ");
    error_print_sanitized(to, g->source);
    fprintf(to, ", %zu cluster%s of ", g->count, text_s(g->count));
    if (hi > lo) fprintf(to, "%s to ", text_count(lo, count));
    fprintf(to, "%s CPU%s", text_count(hi, count), text_s(hi));
    if (g->count > 1) fprintf(to, ", %s in all", text_count(g->cpus, count));
    fputc('\n', to);
}

/* The options of drawn requirements, where none are. */
static void print_no_effect(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    const int constrained = s->constrained < 100;
    if (x->requirements == BROKER_REQUIREMENTS_GENERATE) return;
    if (!constrained && !s->usages) return;
    fprintf(to, "no effect: %s%s%s, as no requirements are generated\n",
            constrained ? "--constrained" : "", constrained && s->usages ? " and " : "",
            s->usages ? "--usages" : "");
}

static void print_workload(FILE *to, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    const double span = (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit);
    char count[TEXT_NUMBER];
    fprintf(to, "workload: ");
    error_print_sanitized(to, w->source);
    fprintf(to, ", %s job%s over %.1f days\n", text_count(w->count, count),
            text_s(w->count), span / FIGURE_DAY);
    workload_report_print_shape(to, w, &x->shape,
                                x->settings->trace ? x->settings->jobs : 0);
    workload_report_print_left_out(to, w);
    if (x->requirements == BROKER_REQUIREMENTS_NONE)
        fprintf(to, "requirements: none but CPUs\n");
    else
        fprintf(to, "requirements: %s, of %s job%s\n",
                x->requirements == BROKER_REQUIREMENTS_LOG ? "the log's" : "generated",
                text_count(x->demanding, count), text_s(x->demanding));
    print_no_effect(to, x);
}

static void print_rules(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    char text[TEXT];
    size_t i, ranks = 0, dated = 0;
    for (i = 0; i < s->setups.count; i++) {
        ranks += (size_t)broker_setup_ranks(&s->setups.items[i]);
        dated += (size_t)broker_setup_dated(&s->setups.items[i]);
    }
    if (ranks && s->formula)
        fprintf(to, "JR-backfilling: rank times place, as listing 3 (no factor)\n");
    else if (ranks)
        fprintf(to, "JR-backfilling: reduction factor %s%s\n", factor_text(s, 0, text),
                s->factors.count > 1 ? ", and others below" : "");
    if (ranks && s->no_head)
        fprintf(to, "JR-backfilling: the first job is weighed as all others are\n");
    fprintf(to, "information: %s old%s\n", delay_text(s, 0, text),
            s->delays.count > 1 ? ", and others below" : "");
    if (s->seeds > 1)
        fprintf(to,
                "seeds: %" PRId64 " to %" PRId64 "; means %s in the first"
                " table, all else of the first seed unless it says so\n",
                s->seed, s->seed + (s->seeds - 1), cube_spread_text((size_t)s->seeds));
    if (dated)
        fprintf(to, "deadlines: %.9g times the estimate after submission\n",
                (double)s->deadline_factor / CLI_ONE);
    if (s->coallocate >= 0)
        fprintf(to,
                "jobs larger than any cluster: at several at once, %" PRId64
                " %% longer\n",
                s->coallocate);
}

void broker_tables_head(FILE *to, const void *experiment)
{
    const struct broker_experiment *x = (const struct broker_experiment *)experiment;
    print_grid(to, x);
    print_workload(to, x);
    broker_local_print(to, &x->settings->local, &x->grid);
    if (x->usages)
        fprintf(to, "nodes: what they have is shared, jobs slow each other down\n");
    print_rules(to, x);
}

/* ---- notes ------------------------------------------------------------------------- */

/* Does any cluster have the attribute? All have the dynamic ones. */
static int is_known(const struct grid *g, const struct demands_requirement *r)
{
    size_t c;
    for (c = 0; c < g->count; c++)
        if (r->dynamic ||
            g->table[c * (g->column_count + 1) + r->column].name != GRID_NONE)
            return 1;
    return 0;
}

/* Attributes that jobs ask for and no cluster has, each once. */
static void print_unknown(FILE *to, const struct broker_experiment *x)
{
    uint32_t listed[UNKNOWN];
    size_t i, k, count = 0;
    uint32_t n;
    for (i = 0; i < x->workload.count; i++) {
        const struct demand *d = demands_of(&x->demands, &x->workload.jobs[i]);
        for (n = 0; d && n < d->count; n++) {
            const struct demands_requirement *r = &x->demands.all[d->first + n];
            for (k = 0; k < count && listed[k] != r->attribute; k++) {
            }
            if (k < count || is_known(&x->grid, r)) continue;
            fputs(count ? ", " : "no cluster has ", to);
            if (count == UNKNOWN) {
                fputs("and others\n", to);
                return;
            }
            error_print_sanitized(to, grid_word(&x->grid, r->attribute));
            listed[count++] = r->attribute;
        }
    }
    if (count) fputc('\n', to);
}

static void print_requirement(FILE *to, const struct grid *g,
                              const struct demands_requirement *r)
{
    error_print_sanitized(to, grid_word(g, r->attribute));
    fprintf(to, " %s ", demands_requirement_sign(r->op));
    if (r->is_text)
        error_print_sanitized(to, grid_word(g, r->text));
    else
        grid_file_print_number(to, r->number);
}

/* The first HARD requirement that no cluster satisfies; NULL. */
static const struct demands_requirement *first_unmet(const struct broker_experiment *x,
                                                     const struct job *job)
{
    const struct demand *d = demands_of(&x->demands, job);
    uint32_t n;
    for (n = 0; d && n < d->count; n++) {
        const struct demands_requirement *r = &x->demands.all[d->first + n];
        double value;
        size_t c;
        if (r->soft || r->dynamic) continue;
        for (c = 0; c < x->grid.count; c++)
            if (demands_requirement_holds(&x->grid, r, c, NULL, &value)) break;
        if (c == x->grid.count) return r;
    }
    return NULL;
}

/* Why no cluster can ever run the first job of that fate. */
static void print_no_cluster(FILE *to, const struct broker_experiment *x)
{
    const struct broker_result *all = &broker_experiment_point_at(x, 0, 0, 0)->result;
    const struct demands_requirement *r;
    const struct job *job;
    size_t i;
    for (i = 0; i < all->count && all->jobs[i].fate != BROKER_FATE_no_cluster; i++) {
    }
    if (i == all->count) return;
    job = &x->workload.jobs[i];
    r = first_unmet(x, job);
    fprintf(to, "no cluster can ever run job %" PRId64 ": ", job->number);
    if (r) {
        fputs("none has ", to);
        print_requirement(to, &x->grid, r);
    } else {
        fprintf(to, "none has %" PRIu32 " CPUs and all that it asks for", job->servers);
    }
    fputc('\n', to);
}

/* Does each job have the same cluster, start and end? */
static int same_schedule(const struct broker_result *a, const struct broker_result *b)
{
    size_t i;
    for (i = 0; i < a->count; i++) {
        const struct broker_outcome *p = &a->jobs[i], *q = &b->jobs[i];
        if (p->fate != q->fate || p->start != q->start || p->end != q->end ||
            (p->start >= 0 && p->cluster != q->cluster))
            return 0;
    }
    return 1;
}

/* Set-ups with the same schedule, together on a line. */
static void print_same(FILE *to, const struct broker_experiment *x)
{
    const struct broker_setups *all = &x->settings->setups;
    int printed[BROKER_SETUPS] = {0};
    size_t i, k;
    for (i = 0; i < all->count; i++) {
        const struct broker_result *r = &broker_experiment_point_at(x, i, 0, 0)->result;
        int any = 0;
        for (k = i + 1; k < all->count; k++) {
            if (printed[k] ||
                !same_schedule(r, &broker_experiment_point_at(x, k, 0, 0)->result))
                continue;
            printed[k] = 1;
            if (!any) fprintf(to, "the same schedule: %s", all->items[i].name);
            fprintf(to, ", %s", all->items[k].name);
            any = 1;
        }
        if (any) fputc('\n', to);
    }
}

static void print_notes(FILE *to, const struct broker_experiment *x)
{
    const double first =
        broker_experiment_point_at(x, 0, 0, 0)->value[BROKER_FIGURE_finished];
    size_t i;
    for (i = 1; i < x->settings->setups.count; i++) {
        const double v =
            broker_experiment_point_at(x, i, 0, 0)->value[BROKER_FIGURE_finished];
        if (!(v < first || v > first)) continue;
        fprintf(to, "set-ups finished different numbers of jobs: their waits, slowdowns"
                    " and responses are over\ndifferent jobs\n");
        break;
    }
    print_same(to, x);
    print_no_cluster(to, x);
    print_unknown(to, x);
}

/* ---- figures ----------------------------------------------------------------------- */

/* A figure that no set-up has is left out; so is a fate that no job had, and what shared
 * nodes do where there are none. */
static int is_wanted(const struct cube *c, size_t point, size_t figure)
{
    const int fate = strncmp(c->measures[figure].label, "    ", 4) == 0 &&
                     figure != BROKER_FIGURE_missed_deadline;
    return cube_above(c, point, figure,
                      figure == BROKER_FIGURE_stretch_mean ? 1
                      : fate                               ? 0
                                                           : -HUGE_VAL);
}

/* The label of a figure in a table of its own. */
static const char *label_of(enum broker_figure figure)
{
    return figure == BROKER_FIGURE_wait_p95   ? "waiting time, 95th percentile"
           : figure == BROKER_FIGURE_wait_max ? "waiting time, longest"
           : figure == BROKER_FIGURE_overtaken_most
               ? "jobs that overtook one of them, at most"
               : broker_figures_of_run[figure].label;
}

/* ---- making ------------------------------------------------------------------------ */

void broker_tables_figures(struct table *t, const struct broker_experiment *x)
{
    cube_table(t, &x->cube, 0, CUBE_SPREAD, is_wanted);
}

void broker_tables_clusters(struct table *t, const struct broker_experiment *x,
                            enum broker_cluster_figure figure)
{
    const enum broker_figure mean = figure == BROKER_CLUSTER_cpu_utilisation
                                        ? BROKER_FIGURE_cpu_clusters
                                        : BROKER_FIGURE_node_clusters;
    const struct measure *m = &broker_figures_of_cluster[figure];
    char count[TEXT_NUMBER];
    size_t i, c;
    table_title(t, m->unit, "%s", m->label);
    table_stub(t, "cluster");
    cube_columns(t, &x->cube, NULL);
    for (c = 0; c < x->grid.count; c++) {
        const struct grid_cluster *k = &x->grid.clusters[c];
        table_row(t, MEASURE_COUNT, "%s", k->name);
        table_note(t, ", %s CPU%s", text_count(k->cpus, count), text_s(k->cpus));
        for (i = 0; i < x->settings->setups.count; i++)
            table_value(t,
                        broker_experiment_point_at(x, i, 0, 0)
                            ->clusters[c * BROKER_CLUSTER_COUNT + figure],
                        m->unit);
    }
    table_row(t, MEASURE_COUNT, "mean");
    cube_cells(t, &x->cube, 0, CUBE_FIRST, mean, NULL);
}

void broker_tables_factors(const struct broker_experiment *x, struct cube_line *line)
{
    const struct broker_settings *s = x->settings;
    char text[TEXT];
    size_t i;
    line->label = "reduction factor";
    line->note = " as reduction factor";
    line->only = x->ranks;
    line->count = 0;
    for (i = 0; i < s->factors.count; i++)
        cube_line_add(line, i * s->delays.count, broker_experiment_factor(s, i), "%s",
                      factor_text(s, i, text));
}

/* A figure over the reduction factors. */
static void make_factors(struct table *t, const struct broker_experiment *x,
                         enum broker_figure figure)
{
    struct cube_line line;
    table_title(t, broker_figures_of_run[figure].unit, "%s", label_of(figure));
    broker_tables_factors(x, &line);
    cube_over(t, &x->cube, &line, CUBE_FIRST, figure);
}

/* A figure at a delay, and how many times as large it is as at the first. */
static void add_with_ratio(struct table *t, const struct broker_experiment *x,
                           size_t setup, size_t delay, enum broker_figure figure)
{
    const enum measure_unit unit = broker_figures_of_run[figure].unit;
    const double v = broker_experiment_point_at(x, setup, 0, delay)->value[figure];
    const double first = broker_experiment_point_at(x, setup, 0, 0)->value[figure];
    char text[TEXT_NUMBER];
    measure_text(v, unit, text);
    if (delay == 0 || !isfinite(v) || !isfinite(first) || !(first > 0))
        table_cell(t, "%s", text);
    else
        table_cell(t, "%s x%.2f", text, v / first);
}

static void make_delays(struct table *t, const struct broker_experiment *x,
                        enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    char text[TEXT];
    size_t i, d;
    table_title(t, broker_figures_of_run[figure].unit, "%s", label_of(figure));
    table_stub(t, "age of information");
    cube_columns(t, &x->cube, NULL);
    for (d = 0; d < s->delays.count; d++) {
        table_row(t, MEASURE_COUNT, "%s", delay_text(s, d, text));
        table_note(t, " old information");
        for (i = 0; i < s->setups.count; i++) add_with_ratio(t, x, i, d, figure);
    }
}

int broker_tables_over_factors(const struct broker_settings *s)
{
    size_t i;
    for (i = 0; i < s->setups.count; i++)
        if (broker_setup_ranks(&s->setups.items[i])) return s->factors.count > 1;
    return 0;
}

static size_t factor_tables(const struct broker_settings *s)
{
    return broker_tables_over_factors(s) ? FACTORS : 0;
}

size_t broker_tables_over_count(const struct broker_settings *s)
{
    return factor_tables(s) + (s->delays.count > 1 ? DELAYS : 0);
}

void broker_tables_over(struct table *t, const struct broker_experiment *x, size_t i)
{
    const size_t factors = factor_tables(x->settings);
    if (i < factors)
        make_factors(t, x, by_factor[i]);
    else
        make_delays(t, x, by_delay[i - factors]);
}

/* ---- printing ---------------------------------------------------------------------- */

/* Which of several runs of each set-up the first table shows. */
static void print_caption(FILE *to, const struct broker_settings *s)
{
    const int factors = broker_tables_over_factors(s);
    char text[TEXT];
    if (!factors && s->delays.count == 1) return;
    fprintf(to, "this table: information %s old", delay_text(s, 0, text));
    if (factors) fprintf(to, ", reduction factor %s", factor_text(s, 0, text));
    fputc('\n', to);
}

void broker_tables_print(FILE *to, const void *experiment)
{
    const struct broker_experiment *x = (const struct broker_experiment *)experiment;
    struct table t = {0};
    struct error e;
    size_t i;
    broker_tables_head(to, x);
    broker_tables_figures(&t, x);
    fputc('\n', to);
    print_caption(to, x->settings);
    if (table_check(&t, &e) != 0) fprintf(to, "%s\n", e.text);
    for (i = 0; i < t.columns; i += COLUMNS) {
        if (i) fputc('\n', to);
        table_print(to, &t, i, COLUMNS);
    }
    table_free(&t);
    print_notes(to, x);
    if (x->grid.count <= CLUSTERS) {
        broker_tables_clusters(&t, x, BROKER_CLUSTER_cpu_utilisation);
        table_show(to, &t, COLUMNS);
    }
    for (i = 0; i < broker_tables_over_count(x->settings); i++) {
        broker_tables_over(&t, x, i);
        table_show(to, &t, COLUMNS);
    }
    fputc('\n', to);
}
