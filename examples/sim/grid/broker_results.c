/* broker_results.c - implements broker_results.h. */
#include "grid/broker_results.h"

#include "base/job.h"
#include "base/outfile.h"
#include "base/text.h"
#include "grid/broker_local.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "report/figure.h"
#include "report/metrics.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/outages.h"
#include "workload/workload.h"
#include "workload/workload_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const enum broker_figure broker_results_by_factor[BROKER_BY_FACTOR] = {
    BROKER_FIGURE_wait_mean, BROKER_FIGURE_wait_max, BROKER_FIGURE_bsld_mean,
    BROKER_FIGURE_overtaken_most};

const enum broker_figure broker_results_by_delay[BROKER_BY_DELAY] = {
    BROKER_FIGURE_execution_time, BROKER_FIGURE_wait_mean, BROKER_FIGURE_wait_p95,
    BROKER_FIGURE_bsld_mean};

/* ---- words ------------------------------------------------------------------------- */

const char *broker_results_factor_text(const struct broker_settings *s, size_t f,
                                       char to[BROKER_TEXT])
{
    snprintf(to, BROKER_TEXT, "%.9g", broker_experiment_factor(s, f));
    return to;
}

const char *broker_results_delay_text(const struct broker_settings *s, size_t d,
                                      char to[BROKER_TEXT])
{
    cli_duration_text(s->delays.at[d], to, BROKER_TEXT);
    return to;
}

const char *broker_results_label(enum broker_figure figure)
{
    return figure == BROKER_FIGURE_wait_p95   ? "waiting time, 95th percentile"
           : figure == BROKER_FIGURE_wait_max ? "waiting time, longest"
           : figure == BROKER_FIGURE_overtaken_most
               ? "jobs that overtook one of them, at most"
               : broker_figures_about(figure)->label;
}

const char *broker_results_loss_text(const struct broker_point *p,
                                     const struct broker_point *first,
                                     enum broker_figure figure, char to[BROKER_TEXT])
{
    const enum measure_unit unit = broker_figures_about(figure)->unit;
    const double x = p->value[figure], y = first->value[figure];
    char text[TEXT_NUMBER];
    measure_text(x, unit, text);
    if (p == first || !isfinite(x) || !isfinite(y) || !(y > 0))
        snprintf(to, BROKER_TEXT, "%s", text);
    else
        snprintf(to, BROKER_TEXT, "%s x%.2f", text, x / y);
    return to;
}

int broker_results_wanted(const struct broker_experiment *x, size_t figure)
{
    const struct broker_about *about = broker_figures_about(figure);
    const int always = figure == BROKER_FIGURE_missed_deadline;
    const int reason = (!always && strncmp(about->label, "    ", 4) == 0) ||
                       figure == BROKER_FIGURE_stretch_mean ||
                       figure == BROKER_FIGURE_lost_cpu_hours ||
                       figure == BROKER_FIGURE_outages;
    const double least = figure == BROKER_FIGURE_stretch_mean ? 1 : 0;
    int wanted = 0;
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++) {
        const double v = broker_experiment_point_at(x, i, 0, 0)->value[figure];
        wanted |= isfinite(v) && (v > least || !reason);
    }
    return wanted;
}

/* ---- the first lines --------------------------------------------------------------- */

static void broker_results_print_broker_grid(FILE *to, const struct broker_experiment *x)
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
    fprintf(to, ", %zu cluster%s of ", g->count, g->count == 1 ? "" : "s");
    if (hi > lo) fprintf(to, "%s to ", text_count(lo, count));
    fprintf(to, "%s CPU%s", text_count(hi, count), hi == 1 ? "" : "s");
    if (g->count > 1) fprintf(to, ", %s in all", text_count(g->cpus, count));
    fputc('\n', to);
}

static void broker_results_print_broker_workload(FILE *to,
                                                 const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    const double span = (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit);
    char count[TEXT_NUMBER];
    fprintf(to, "workload: ");
    error_print_sanitized(to, w->source);
    fprintf(to, ", %s job%s over %.1f days\n", text_count(w->count, count),
            w->count == 1 ? "" : "s", span / FIGURE_DAY);
    workload_report_print_shape(to, &x->shape,
                                x->settings->trace ? x->settings->jobs : 0);
    workload_report_print_left_out(to, w);
    if (x->requirements == BROKER_REQUIREMENTS_NONE)
        fprintf(to, "requirements: none but CPUs\n");
    else
        fprintf(to, "requirements: %s, of %s job%s\n",
                x->requirements == BROKER_REQUIREMENTS_LOG ? "the log's" : "generated",
                text_count(x->demanding, count), x->demanding == 1 ? "" : "s");
    if (x->requirements != BROKER_REQUIREMENTS_GENERATE &&
        (x->settings->max_memory || x->settings->usages))
        fprintf(to, "no effect: --%s, as no requirements are generated\n",
                !x->settings->usages       ? "max-memory"
                : !x->settings->max_memory ? "usages"
                                           : "max-memory and --usages");
}

/* Does any cluster have it? Attributes of the moment all have. */
static int broker_results_known(const struct grid *g, const struct demands_requirement *r)
{
    size_t c;
    for (c = 0; c < g->count; c++)
        if (r->dynamic ||
            g->table[c * (g->column_count + 1) + r->column].name != GRID_NONE)
            return 1;
    return 0;
}

/* What jobs name that no cluster has, each once. */
static void broker_results_print_broker_unknown(FILE *to,
                                                const struct broker_experiment *x)
{
    uint32_t told[BROKER_UNKNOWN];
    size_t i, k, count = 0;
    uint32_t n;
    for (i = 0; i < x->workload.count; i++) {
        const struct demand *d = demands_of(&x->demands, &x->workload.jobs[i]);
        for (n = 0; d && n < d->count; n++) {
            const struct demands_requirement *r = &x->demands.all[d->first + n];
            for (k = 0; k < count && told[k] != r->attribute; k++) {
            }
            if (k < count || broker_results_known(&x->grid, r)) continue;
            fputs(count ? ", " : "no cluster has ", to);
            if (count == BROKER_UNKNOWN) {
                fputs("and others\n", to);
                return;
            }
            error_print_sanitized(to, grid_word(&x->grid, r->attribute));
            told[count++] = r->attribute;
        }
    }
    if (count) fputc('\n', to);
}

static void broker_results_print_broker_requirement(FILE *to, const struct grid *g,
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
static const struct demands_requirement *broker_results_unmet(
    const struct broker_experiment *x, const struct job *job)
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

/* Why the first job that no cluster can ever run has none. */
static void broker_results_print_broker_no_cluster(FILE *to,
                                                   const struct broker_experiment *x)
{
    const struct broker_result *all = &broker_experiment_point_at(x, 0, 0, 0)->result;
    const struct demands_requirement *r;
    const struct job *job;
    size_t i;
    for (i = 0; i < all->count && all->jobs[i].fate != BROKER_FATE_no_cluster; i++) {
    }
    if (i == all->count) return;
    job = &x->workload.jobs[i];
    r = broker_results_unmet(x, job);
    fprintf(to, "no cluster can ever run job %" PRId64 ": ", job->number);
    if (r) {
        fputs("none has ", to);
        broker_results_print_broker_requirement(to, &x->grid, r);
    } else {
        fprintf(to, "none has %" PRIu32 " CPUs and all that it asks for", job->servers);
    }
    fputc('\n', to);
}

static void broker_results_print_broker_rules(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    char text[BROKER_TEXT];
    size_t i, ranks = 0, dated = 0;
    for (i = 0; i < s->setups.count; i++) {
        ranks += (size_t)broker_setup_ranks(s->setups.items[i]);
        dated += (size_t)broker_setup_dated(s->setups.items[i]);
    }
    if (ranks && s->formula)
        fprintf(to, "JR-backfilling: rank times place, as listing 3 (no factor)\n");
    else if (ranks)
        fprintf(to, "JR-backfilling: reduction factor %s%s\n",
                broker_results_factor_text(s, 0, text),
                s->factors.count > 1 ? ", and others below" : "");
    fprintf(to, "information: %s old%s\n", broker_results_delay_text(s, 0, text),
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

static void broker_results_print_broker_failures(FILE *to,
                                                 const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    char between[TEXT_NUMBER], repair[TEXT_NUMBER];
    if (!s->failures && !s->mtbf) return;
    fprintf(to, "failures: ");
    if (s->failures) {
        error_print_sanitized(to, s->failures);
    } else {
        cli_duration_text(s->mtbf, between, sizeof between);
        cli_duration_text(s->mttr, repair, sizeof repair);
        fprintf(to, "of a cluster every %s for %s, on average, by seed %" PRId64, between,
                repair, s->seed);
    }
    fprintf(to, "; jobs that are killed are submitted again up to %" PRId64 " times\n",
            s->resubmit);
}

void broker_results_print_broker_head(FILE *to, const struct broker_experiment *x)
{
    broker_results_print_broker_grid(to, x);
    broker_results_print_broker_workload(to, x);
    broker_local_print(to, &x->settings->local, &x->grid);
    if (x->usages)
        fprintf(to, "nodes: what they have is shared, jobs slow each other down\n");
    broker_results_print_broker_rules(to, x);
    broker_results_print_broker_failures(to, x);
}

/* ---- tables ------------------------------------------------------------------------ */

static size_t broker_results_block_end(const struct broker_experiment *x, size_t from)
{
    const size_t all = x->settings->setups.count;
    return all - from < BROKER_COLUMNS ? all : from + BROKER_COLUMNS;
}

/* Columns are as wide as the longest name of any set-up. */
static void broker_results_print_broker_cell(FILE *to, const struct broker_experiment *x,
                                             const char *text)
{
    size_t i, width = REPORT_TABLE_CELL;
    for (i = 0; i < x->settings->setups.count; i++)
        if (strlen(x->settings->setups.items[i]->name) > width)
            width = strlen(x->settings->setups.items[i]->name);
    fprintf(to, " %*s", (int)width, text);
}

static void broker_results_print_broker_figure(FILE *to,
                                               const struct broker_experiment *x,
                                               double value, enum measure_unit unit)
{
    char text[TEXT_NUMBER];
    broker_results_print_broker_cell(to, x, measure_text(value, unit, text));
}

static void broker_results_print_broker_names(FILE *to, const struct broker_experiment *x,
                                              size_t from)
{
    size_t i;
    for (i = from; i < broker_results_block_end(x, from); i++)
        broker_results_print_broker_cell(to, x, x->settings->setups.items[i]->name);
    fputc('\n', to);
}

/* Every figure of some of the set-ups. */
static void broker_results_print_broker_block(FILE *to, const struct broker_experiment *x,
                                              size_t from)
{
    size_t f, i;
    report_table_label(to, "", "");
    broker_results_print_broker_names(to, x, from);
    for (f = 0; f < BROKER_FIGURE_COUNT; f++) {
        const struct broker_about *about = broker_figures_about(f);
        if (!broker_results_wanted(x, f)) continue;
        report_table_label(to, about->label, measure_unit_name(about->unit));
        for (i = from; i < broker_results_block_end(x, from); i++)
            broker_results_print_broker_figure(
                to, x, broker_experiment_point_at(x, i, 0, 0)->value[f], about->unit);
        fputc('\n', to);
    }
}

/* One figure of each cluster. */
static void broker_results_print_broker_clusters(FILE *to,
                                                 const struct broker_experiment *x,
                                                 size_t figure, enum broker_figure mean,
                                                 size_t from)
{
    const struct broker_about *about = broker_figures_cluster_about(figure);
    char name[GRID_NAME + BROKER_TEXT], count[TEXT_NUMBER];
    size_t c, i;
    report_table_label(to, about->label, measure_unit_name(about->unit));
    broker_results_print_broker_names(to, x, from);
    for (c = 0; c < x->grid.count; c++) {
        const struct grid_cluster *k = &x->grid.clusters[c];
        snprintf(name, sizeof name, "  %s, %s CPU%s", k->name, text_count(k->cpus, count),
                 k->cpus == 1 ? "" : "s");
        error_sanitize(name);
        report_table_label(to, name, "");
        for (i = from; i < broker_results_block_end(x, from); i++)
            broker_results_print_broker_figure(
                to, x,
                broker_experiment_point_at(x, i, 0, 0)
                    ->clusters[c * BROKER_CLUSTER_COUNT + figure],
                about->unit);
        fputc('\n', to);
    }
    report_table_label(to, "  mean", "");
    for (i = from; i < broker_results_block_end(x, from); i++)
        broker_results_print_broker_figure(
            to, x, broker_experiment_point_at(x, i, 0, 0)->value[mean], about->unit);
    fputc('\n', to);
}

/* A figure over the factors, for the set-ups that rank jobs. */
static void broker_results_print_broker_factors(FILE *to,
                                                const struct broker_experiment *x,
                                                enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    const enum measure_unit unit = broker_figures_about(figure)->unit;
    char text[BROKER_TEXT];
    size_t i, f;
    fputc('\n', to);
    report_table_label(to, broker_results_label(figure), measure_unit_name(unit));
    for (i = 0; i < s->setups.count; i++)
        if (broker_setup_ranks(s->setups.items[i]))
            broker_results_print_broker_cell(to, x, s->setups.items[i]->name);
    fputc('\n', to);
    for (f = 0; f < s->factors.count; f++) {
        char label[BROKER_TEXT + 16];
        snprintf(label, sizeof label, "  factor %s",
                 broker_results_factor_text(s, f, text));
        report_table_label(to, label, "");
        for (i = 0; i < s->setups.count; i++)
            if (broker_setup_ranks(s->setups.items[i]))
                broker_results_print_broker_figure(
                    to, x, broker_experiment_point_at(x, i, f, 0)->value[figure], unit);
        fputc('\n', to);
    }
}

/* A figure over the delays. */
static void broker_results_print_broker_delays(FILE *to,
                                               const struct broker_experiment *x,
                                               enum broker_figure figure, size_t from)
{
    const struct broker_settings *s = x->settings;
    char text[BROKER_TEXT];
    size_t i, d;
    fputc('\n', to);
    report_table_label(to, broker_results_label(figure),
                       measure_unit_name(broker_figures_about(figure)->unit));
    broker_results_print_broker_names(to, x, from);
    for (d = 0; d < s->delays.count; d++) {
        char label[BROKER_TEXT + 24];
        snprintf(label, sizeof label, "  information %s old",
                 broker_results_delay_text(s, d, text));
        report_table_label(to, label, "");
        for (i = from; i < broker_results_block_end(x, from); i++)
            broker_results_print_broker_cell(
                to, x,
                broker_results_loss_text(broker_experiment_point_at(x, i, 0, d),
                                         broker_experiment_point_at(x, i, 0, 0), figure,
                                         text));
        fputc('\n', to);
    }
}

int broker_results_sweeps_factors(const struct broker_settings *s)
{
    size_t i;
    for (i = 0; i < s->setups.count; i++)
        if (broker_setup_ranks(s->setups.items[i])) return s->factors.count > 1;
    return 0;
}

/* Which of several runs of each set-up the main table has. */
static void broker_results_print_broker_caption(FILE *to,
                                                const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    const int factors = broker_results_sweeps_factors(s);
    char delay[BROKER_TEXT], factor[BROKER_TEXT];
    if (!factors && s->delays.count == 1) return;
    fprintf(to, "this table: information %s old", broker_results_delay_text(s, 0, delay));
    if (factors)
        fprintf(to, ", reduction factor %s", broker_results_factor_text(s, 0, factor));
    fputc('\n', to);
}

/* Did each job get the same cluster and start, and the same end? */
static int broker_results_same(const struct broker_result *a,
                               const struct broker_result *b)
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

/* Set-ups that made no difference, together on a line. */
static void broker_results_print_broker_same(FILE *to, const struct broker_experiment *x)
{
    const struct broker_setups *all = &x->settings->setups;
    int told[BROKER_SETUPS] = {0};
    size_t i, k;
    for (i = 0; i < all->count; i++) {
        const struct broker_result *r = &broker_experiment_point_at(x, i, 0, 0)->result;
        int any = 0;
        for (k = i + 1; k < all->count; k++) {
            if (told[k] ||
                !broker_results_same(r, &broker_experiment_point_at(x, k, 0, 0)->result))
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
static void broker_results_print_broker_notes(FILE *to, const struct broker_experiment *x)
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
    broker_results_print_broker_same(to, x);
    broker_results_print_broker_no_cluster(to, x);
    broker_results_print_broker_unknown(to, x);
}

void broker_results_print(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    size_t from, i;
    broker_results_print_broker_head(to, x);
    for (from = 0; from < s->setups.count; from += BROKER_COLUMNS) {
        fputc('\n', to);
        if (from == 0) broker_results_print_broker_caption(to, x);
        broker_results_print_broker_block(to, x, from);
    }
    broker_results_print_broker_notes(to, x);
    for (from = 0; from < s->setups.count && x->grid.count <= BROKER_ROWS;
         from += BROKER_COLUMNS) {
        fputc('\n', to);
        broker_results_print_broker_clusters(to, x, BROKER_CLUSTER_cpu_utilisation,
                                             BROKER_FIGURE_cpu_clusters, from);
    }
    for (i = 0; i < BROKER_BY_FACTOR && broker_results_sweeps_factors(s); i++)
        broker_results_print_broker_factors(to, x, broker_results_by_factor[i]);
    for (i = 0; i < BROKER_BY_DELAY && s->delays.count > 1; i++)
        for (from = 0; from < s->setups.count; from += BROKER_COLUMNS)
            broker_results_print_broker_delays(to, x, broker_results_by_delay[i], from);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

/* All that the grid file tells of the cluster. */
static void broker_results_json_broker_attributes(struct json *j, const struct grid *g,
                                                  const struct grid_cluster *c)
{
    size_t i;
    json_open(j, "attributes", '{');
    for (i = 0; i < c->attribute_count; i++) {
        const struct grid_attribute *a = &c->attributes[i];
        if (a->is_text)
            json_text(j, grid_word(g, a->name), grid_word(g, a->text));
        else
            json_number(j, grid_word(g, a->name), a->number);
    }
    json_close(j, '}');
}

static void broker_results_json_broker_grid(struct json *j,
                                            const struct broker_experiment *x)
{
    const struct grid *g = &x->grid;
    size_t i;
    json_open(j, "grid", '{');
    json_text(j, "source", g->source);
    json_count(j, "cpus", (int64_t)g->cpus);
    json_open_flat(j, "priorities", '{');
    for (i = 0; i < g->column_count; i++)
        if (g->columns[i].priority < 1 || g->columns[i].priority > 1)
            json_number(j, grid_word(g, g->columns[i].attribute), g->columns[i].priority);
    json_close(j, '}');
    json_open(j, "clusters", '[');
    for (i = 0; i < g->count; i++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "name", g->clusters[i].name);
        json_count(j, "nodes", g->clusters[i].nodes);
        json_count(j, "cpus", g->clusters[i].cpus);
        broker_local_json(j, &x->settings->local, &g->clusters[i]);
        broker_results_json_broker_attributes(j, g, &g->clusters[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void broker_results_json_broker_settings(struct json *j,
                                                const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    static const char *const requirements[] = {"log", "generate", "none"};
    size_t i;
    json_open(j, "settings", '{');
    json_open_flat(j, "setups", '[');
    for (i = 0; i < s->setups.count; i++) json_text(j, NULL, s->setups.items[i]->name);
    json_close(j, ']');
    json_open_flat(j, "jr_factors", '[');
    for (i = 0; i < s->factors.count; i++)
        json_number(j, NULL, broker_experiment_factor(s, i));
    json_close(j, ']');
    json_text(j, "jr_formula", s->formula ? "listing" : "weight");
    json_number(j, "deadline_factor", (double)s->deadline_factor / CLI_ONE);
    json_open_flat(j, "information_delays", '[');
    for (i = 0; i < s->delays.count; i++) json_count(j, NULL, s->delays.at[i]);
    json_close(j, ']');
    json_text(j, "requirements", requirements[x->requirements]);
    json_count(j, "max_memory", s->max_memory);
    json_count(j, "usages", x->usages);
    workload_report_json_shape(j, &x->shape, s->jobs);
    json_text(j, "failures", s->failures);
    json_count(j, "mtbf", s->mtbf);
    json_count(j, "mttr", s->mttr);
    json_count(j, "resubmit", s->resubmit);
    if (s->coallocate >= 0) json_count(j, "coallocate", s->coallocate);
    json_count(j, "seed", s->seed);
    json_close(j, '}');
}

static void broker_results_json_broker_point(struct json *j,
                                             const struct broker_experiment *x,
                                             const struct broker_point *p)
{
    const struct broker_settings *s = x->settings;
    size_t c, f;
    json_open(j, NULL, '{');
    json_text(j, "setup", p->setup->name);
    if (broker_setup_ranks(p->setup))
        json_number(j, "jr_factor", broker_experiment_factor(s, p->factor));
    else
        json_text(j, "jr_factor", NULL);
    json_count(j, "information_delay", s->delays.at[p->delay]);
    for (f = 0; f < BROKER_FIGURE_COUNT; f++)
        json_number(j, broker_figures_about(f)->name, p->value[f]);
    json_open(j, "clusters", '[');
    for (c = 0; c < x->grid.count; c++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "cluster", x->grid.clusters[c].name);
        for (f = 0; f < BROKER_CLUSTER_COUNT; f++)
            json_number(j, broker_figures_cluster_about(f)->name,
                        p->clusters[c * BROKER_CLUSTER_COUNT + f]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void broker_results_json(struct json *j, const struct broker_experiment *x)
{
    size_t i;
    broker_results_json_broker_grid(j, x);
    workload_report_json(&x->workload, j);
    broker_results_json_broker_settings(j, x);
    json_open(j, "runs", '[');
    for (i = 0; i < x->count; i++) broker_results_json_broker_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* What each row begins with: set-up, factor (empty where there is none), delay. */
static void broker_results_csv_broker_point(FILE *to, const struct broker_experiment *x,
                                            const struct broker_point *p)
{
    char factor[TEXT_NUMBER] = "";
    if (broker_setup_ranks(p->setup))
        text_number(broker_experiment_factor(x->settings, p->factor), factor);
    fprintf(to, "%s,%s,%" PRId64, p->setup->name, factor,
            x->settings->delays.at[p->delay]);
}

static void broker_results_csv_broker_runs(FILE *to, const struct broker_experiment *x,
                                           const struct broker_point *p)
{
    char value[TEXT_NUMBER];
    size_t f;
    for (f = 0; f < BROKER_FIGURE_COUNT; f++) {
        broker_results_csv_broker_point(to, x, p);
        fprintf(to, ",%s,%s\n", broker_figures_about(f)->name,
                text_number(p->value[f], value));
    }
}

static void broker_results_csv_broker_clusters(FILE *to,
                                               const struct broker_experiment *x,
                                               const struct broker_point *p)
{
    char value[TEXT_NUMBER];
    size_t c, f;
    for (c = 0; c < x->grid.count; c++)
        for (f = 0; f < BROKER_CLUSTER_COUNT; f++) {
            broker_results_csv_broker_point(to, x, p);
            fputc(',', to);
            csv_text(to, x->grid.clusters[c].name);
            fprintf(to, ",%s,%s\n", broker_figures_cluster_about(f)->name,
                    text_number(p->clusters[c * BROKER_CLUSTER_COUNT + f], value));
        }
}

static const char *broker_results_fate_name(enum broker_fate fate)
{
    static const char *const names[] = {
#define BROKER_FATE_WORD(name, text) #name,
        BROKER_FATES(BROKER_FATE_WORD)
#undef BROKER_FATE_WORD
    };
    return names[fate];
}

/* Times in seconds; what a job never came to is empty. */
static void broker_results_csv_broker_jobs(FILE *to, const struct broker_experiment *x,
                                           const struct broker_point *p)
{
    char value[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < p->result.count; i++) {
        const struct job *job = &x->workload.jobs[i];
        const struct broker_outcome *o = &p->result.jobs[i];
        broker_results_csv_broker_point(to, x, p);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRId64 ",%s,", job->number,
                job->submit, job->servers, job->estimate,
                broker_results_fate_name(o->fate));
        if (o->dispatched >= 0) {
            csv_text(to, x->grid.clusters[o->cluster].name);
            fprintf(to, ",%" PRId64 ",", o->dispatched);
        } else {
            fputs(",,", to);
        }
        if (o->fate == BROKER_FATE_finished)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64 ",%s", o->start, o->end,
                    o->start - job->submit,
                    text_number(
                        broker_rules_slowdown(o->start - job->submit, o->end - o->start),
                        value));
        else
            fputs(",,,", to);
        fprintf(to, ",%" PRIu32 ",%" PRIu32 "\n", o->moves, o->executions);
    }
}

static void broker_results_csv_broker_executions(FILE *to,
                                                 const struct broker_experiment *x,
                                                 const struct broker_point *p)
{
    size_t i;
    for (i = 0; i < p->result.execution_count; i++) {
        const struct broker_execution *k = &p->result.executions[i];
        broker_results_csv_broker_point(to, x, p);
        fprintf(to, ",%" PRId64 ",", x->workload.jobs[k->job].number);
        csv_text(to, x->grid.clusters[k->cluster].name);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%d,", k->start, k->end, k->killed);
        job_run_print(to, p->result.runs + k->first_run, k->run_count);
        fputc('\n', to);
    }
}

/* Times as --failures takes them. */
static void broker_results_csv_broker_outages(FILE *to, const struct broker_experiment *x,
                                              const struct broker_point *p)
{
    const int64_t first = x->workload.jobs[0].submit;
    size_t i;
    for (i = 0; i < p->result.outage_count; i++) {
        const struct outage *o = &p->result.outages[i];
        broker_results_csv_broker_point(to, x, p);
        fputc(',', to);
        csv_text(to, x->grid.clusters[o->cluster].name);
        fprintf(to, ",%" PRId64 ",", o->from - first);
        if (o->to != JOB_NEVER)
            fprintf(to, "%" PRId64 "\n", o->to - first);
        else
            fputs("never\n", to);
    }
}

int broker_results_csv(const char *folder, const struct broker_experiment *x,
                       struct error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const struct broker_experiment *,
                     const struct broker_point *);
    } files[] = {
        {"runs.csv", "figure,value", broker_results_csv_broker_runs},
        {"clusters.csv", "cluster,figure,value", broker_results_csv_broker_clusters},
        {"jobs.csv",
         "job,submit,servers,estimate,fate,cluster,dispatched,start,end,wait,"
         "bounded_slowdown,dispatches,executions",
         broker_results_csv_broker_jobs},
        {"executions.csv", "job,cluster,start,end,killed,cpu_ids",
         broker_results_csv_broker_executions},
        {"outages.csv", "cluster,from_after_first_submission,to_after_first_submission",
         broker_results_csv_broker_outages}};
    size_t f, i;
    if (outfile_make_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        struct outfile out;
        if (outfile_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "setup,jr_factor,information_delay,%s\n", files[f].head);
        for (i = 0; i < x->count; i++) files[f].rows(out.file, x, &x->points[i]);
        if (outfile_commit(&out, e) != 0) return -1;
    }
    return 0;
}
