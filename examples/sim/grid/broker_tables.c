/* broker_tables.c - a terminal shows a few columns at a time. */
#include "grid/broker_tables.h"

#include "base/text.h"
#include "grid/broker_figures.h"
#include "grid/broker_head.h"
#include "grid/broker_setup.h"
#include "program/measure.h"
#include "workload/grid.h"

#include <math.h>
#include <string.h>

enum {
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
    cube_table(t, &x->cube, 0, CUBE_RANGE, is_wanted);
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
    char text[BROKER_HEAD_TEXT];
    size_t i;
    line->label = "reduction factor";
    line->note = " as reduction factor";
    line->only = x->ranks;
    line->count = 0;
    for (i = 0; i < s->factors.count; i++)
        cube_line_add(line, i * s->delays.count, broker_experiment_factor(s, i), "%s",
                      broker_head_factor(s, i, text));
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
    char text[BROKER_HEAD_TEXT];
    size_t i, d;
    table_title(t, broker_figures_of_run[figure].unit, "%s", label_of(figure));
    table_stub(t, "age of information");
    cube_columns(t, &x->cube, NULL);
    for (d = 0; d < s->delays.count; d++) {
        table_row(t, MEASURE_COUNT, "%s", broker_head_delay(s, d, text));
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
    char text[BROKER_HEAD_TEXT];
    if (!factors && s->delays.count == 1) return;
    fprintf(to, "this table: information %s old", broker_head_delay(s, 0, text));
    if (factors) fprintf(to, ", reduction factor %s", broker_head_factor(s, 0, text));
    fputc('\n', to);
}

void broker_tables_print(FILE *to, const void *experiment)
{
    const struct broker_experiment *x = (const struct broker_experiment *)experiment;
    struct table t = {0};
    struct error e;
    size_t i;
    broker_head_print(to, x);
    broker_tables_figures(&t, x);
    fputc('\n', to);
    print_caption(to, x->settings);
    if (table_check(&t, &e) != 0) fprintf(to, "%s\n", e.text);
    for (i = 0; i < t.columns; i += COLUMNS) {
        if (i) fputc('\n', to);
        table_print(to, &t, i, COLUMNS);
    }
    table_free(&t);
    broker_head_notes(to, x);
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
