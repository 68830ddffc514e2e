/* broker_results.c - JSON with all runs in one object; CSV files with a row for each run,
 * cluster, job, and execution. */
#include "grid/broker_results.h"

#include "base/job.h"
#include "base/text.h"
#include "grid/broker_experiment.h"
#include "grid/broker_figures.h"
#include "grid/broker_local.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/csv.h"
#include "program/measure.h"
#include "report/page.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- JSON -------------------------------------------------------------------------- */

/* All that the grid file says of the cluster. */
static void json_attributes(struct json *j, const struct grid *g,
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

static void json_grid(struct json *j, const struct broker_experiment *x)
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
        json_attributes(j, g, &g->clusters[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json_settings(struct json *j, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    static const char *const requirements[] = {"log", "generate", "none"};
    size_t i;
    json_open(j, "settings", '{');
    json_open_flat(j, "setups", '[');
    for (i = 0; i < s->setups.count; i++) json_text(j, NULL, s->setups.items[i].name);
    json_close(j, ']');
    json_open_flat(j, "jr_factors", '[');
    for (i = 0; i < s->factors.count; i++)
        json_number(j, NULL, broker_experiment_factor(s, i));
    json_close(j, ']');
    json_text(j, "jr_formula", s->formula ? "listing" : "weight");
    if (s->no_head) json_text(j, "jr_head", "off");
    if (s->ties) json_text(j, "ties", s->ties == BROKER_TIES_LEAST ? "least" : "first");
    json_number(j, "deadline_factor", (double)s->deadline_factor / CLI_ONE);
    json_open_flat(j, "information_delays", '[');
    for (i = 0; i < s->delays.count; i++) json_count(j, NULL, s->delays.at[i]);
    json_close(j, ']');
    json_text(j, "requirements", requirements[x->requirements]);
    if (s->constrained < 100) json_count(j, "constrained", s->constrained);
    json_count(j, "usages", x->usages);
    workload_report_json_shape(j, &x->shape, s->jobs);
    if (s->coallocate >= 0) json_count(j, "coallocate", s->coallocate);
    json_count(j, "seed", s->seed);
    if (s->seeds > 1) json_count(j, "seeds", s->seeds);
    json_close(j, '}');
}

static void json_point(struct json *j, const struct broker_experiment *x,
                       const struct broker_point *p)
{
    const struct broker_settings *s = x->settings;
    const size_t at = (size_t)(p - x->points);
    size_t c;
    json_open(j, NULL, '{');
    json_text(j, "setup", p->setup->name);
    if (broker_setup_ranks(p->setup))
        json_number(j, "jr_factor", broker_experiment_factor(s, p->factor));
    else
        json_text(j, "jr_factor", NULL);
    json_count(j, "information_delay", s->delays.at[p->delay]);
    measure_json(j, broker_figures_of_run, BROKER_FIGURE_COUNT, p->value);
    if (x->seeds > 1)
        cube_json_spreads(j, &x->cube, at / x->cube.variants, at % x->cube.variants);
    json_open(j, "clusters", '[');
    for (c = 0; c < x->grid.count; c++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "cluster", x->grid.clusters[c].name);
        measure_json(j, broker_figures_of_cluster, BROKER_CLUSTER_COUNT,
                     p->clusters + c * BROKER_CLUSTER_COUNT);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json(struct json *j, const void *of)
{
    const struct broker_experiment *x = (const struct broker_experiment *)of;
    size_t v, i;
    json_grid(j, x);
    workload_report_json(&x->workload, j);
    json_settings(j, x);
    json_open(j, "runs", '[');
    for (v = 0; v < x->cube.variants; v++)
        for (i = v; i < x->count; i += x->cube.variants)
            if (x->points[i].setup) json_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

enum { BEGIN = 128 };

/* What each row of a point begins with: set-up, factor (empty if it has none), delay. */
static const char *begin_of(const struct broker_experiment *x,
                            const struct broker_point *p, char to[BEGIN])
{
    char factor[TEXT_NUMBER] = "";
    if (broker_setup_ranks(p->setup))
        text_number(broker_experiment_factor(x->settings, p->factor), factor);
    snprintf(to, BEGIN, "%s,%s,%" PRId64, p->setup->name, factor,
             x->settings->delays.at[p->delay]);
    return to;
}

static void runs_of(FILE *to, const struct broker_experiment *x,
                    const struct broker_point *p)
{
    char begin[BEGIN];
    measure_csv(to, begin_of(x, p, begin), broker_figures_of_run, BROKER_FIGURE_COUNT,
                p->value);
}

static void clusters_of(FILE *to, const struct broker_experiment *x,
                        const struct broker_point *p)
{
    char begin[BEGIN], value[TEXT_NUMBER];
    size_t c, f;
    begin_of(x, p, begin);
    for (c = 0; c < x->grid.count; c++)
        for (f = 0; f < BROKER_CLUSTER_COUNT; f++) {
            fprintf(to, "%s,", begin);
            csv_text(to, x->grid.clusters[c].name);
            fprintf(to, ",%s,%s,%s\n", broker_figures_of_cluster[f].name,
                    text_number(p->clusters[c * BROKER_CLUSTER_COUNT + f], value),
                    measure_base_unit(broker_figures_of_cluster[f].unit));
        }
}

/* Times in seconds; a field is empty if the job never came so far. */
static void jobs_of(FILE *to, const struct broker_experiment *x,
                    const struct broker_point *p)
{
    static const char *const fates[] = {BROKER_FATES(CSV_NAME)};
    char begin[BEGIN], value[TEXT_NUMBER];
    size_t i;
    begin_of(x, p, begin);
    for (i = 0; i < p->result.count; i++) {
        const struct job *job = &x->workload.jobs[i];
        const struct broker_outcome *o = &p->result.jobs[i];
        fprintf(to, "%s,%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRId64 ",%s,", begin,
                job->number, job->submit, job->servers, job->estimate, fates[o->fate]);
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
        fputc('\n', to);
    }
}

static void executions_of(FILE *to, const struct broker_experiment *x,
                          const struct broker_point *p)
{
    char begin[BEGIN];
    size_t i;
    begin_of(x, p, begin);
    for (i = 0; i < p->result.execution_count; i++) {
        const struct broker_execution *k = &p->result.executions[i];
        fprintf(to, "%s,%" PRId64 ",", begin, x->workload.jobs[k->job].number);
        csv_text(to, x->grid.clusters[k->cluster].name);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",", k->start, k->end);
        job_run_print(to, p->result.runs + k->first_run, k->run_count);
        fputc('\n', to);
    }
}

typedef void (*rows_of)(FILE *to, const struct broker_experiment *x,
                        const struct broker_point *p);

/* The rows of all points, set-up by set-up. */
static void write_rows(FILE *to, const void *of, rows_of rows)
{
    const struct broker_experiment *x = (const struct broker_experiment *)of;
    size_t v, i;
    for (v = 0; v < x->cube.variants; v++)
        for (i = v; i < x->count; i += x->cube.variants)
            if (x->points[i].setup) rows(to, x, &x->points[i]);
}

static void write_runs(FILE *to, const void *of) { write_rows(to, of, runs_of); }

static void write_clusters(FILE *to, const void *of) { write_rows(to, of, clusters_of); }

static void write_jobs(FILE *to, const void *of) { write_rows(to, of, jobs_of); }

static void write_executions(FILE *to, const void *of)
{
    write_rows(to, of, executions_of);
}

static const struct csv_file files[] = {
    {"runs.csv", "figure,value,unit", write_runs},
    {"clusters.csv", "cluster,figure,value,unit", write_clusters},
    {"jobs.csv",
     "job,submit_seconds,servers,estimate_seconds,fate,cluster,dispatched_seconds,"
     "start_seconds,end_seconds,wait_seconds,bounded_slowdown",
     write_jobs},
    {"executions.csv", "job,cluster,start_seconds,end_seconds,cpu_ids",
     write_executions}};

const struct program_results broker_results = {
    .json = json,
    .columns = "setup,jr_factor,information_delay_seconds,",
    .files = files,
    .file_count = sizeof files / sizeof files[0],
    .page = broker_plots_page,
    .publish = page_publish,
    .print = broker_tables_print,
    .row = "job"};
