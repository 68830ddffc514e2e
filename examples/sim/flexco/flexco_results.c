/* flexco_results.c - tables are gathered by flexco_tables.c and printed one by one;
 * JSON and CSV are written point by point. */
#include "flexco/flexco_results.h"

#include "base/text.h"
#include "flexco/flexco_experiment.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_setup.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "program/table.h"
#include "workload/metrics.h"
#include "workload/workload.h"

#include <inttypes.h>

/* ---- tables ------------------------------------------------------------------------ */

static void print_binding(FILE *to, const struct flexco_experiment *x, size_t binding)
{
    const size_t modes = x->mode_count;
    struct table t = {0};
    size_t small, f;
    for (small = 0; small < x->small_count; small++) {
        flexco_tables_figures(&t, x, binding, small);
        table_show(to, &t, modes);
        if (modes < 2) continue;
        flexco_tables_better(&t, x, binding, small);
        table_show(to, &t, modes - 1);
    }
    if (modes < 2 || x->settings->errors.count < 2) return;
    if (x->binding_count > 1)
        fprintf(to, "\n%s binding:\n", flexco_tables_binding_word(x->bindings[binding]));
    for (f = 0; f < FLEXCO_DRAWN; f++) {
        flexco_tables_errors(&t, x, binding, flexco_tables_drawn[f]);
        table_show(to, &t, modes - 1);
    }
}

static void print(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    struct table t = {0};
    size_t binding, small;
    flexco_tables_print_sites(to, x, 0);
    flexco_tables_print_rules(to, x);
    if (!x->settings->all) {
        if (x->mode_count > 1)
            flexco_tables_better(&t, x, 0, 0);
        else
            flexco_tables_figures(&t, x, 0, 0);
        table_show(to, &t, t.columns);
        fputs("\nAll tables: --all\n", to);
        return;
    }
    for (binding = 0; binding < x->binding_count; binding++)
        print_binding(to, x, binding);
    if (x->mode_count > 1) {
        flexco_tables_worse(&t, x);
        table_show(to, &t, x->mode_count - 1);
    }
    for (small = 0; small < x->small_count && x->binding_count > 1; small++) {
        flexco_tables_bindings(&t, x, small);
        table_show(to, &t, x->mode_count);
    }
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_stream(struct json *j, const struct flexco_stream *s)
{
    json_text(j, "source", s->source);
    json_count(j, "processors", (int64_t)s->servers);
    json_count(j, "jobs", (int64_t)s->count);
    json_count(j, "last_submit", flexco_setup_last(s));
    json_number(j, "load", s->load);
}

static void json_setup(struct json *j, const struct flexco_setup *s)
{
    uint32_t i;
    json_open(j, "sites", '[');
    for (i = 0; i < s->count; i++) {
        json_open_flat(j, NULL, '{');
        json_stream(j, &s->streams[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open_flat(j, "meta", '{');
    json_stream(j, flexco_setup_meta(s));
    json_close(j, '}');
}

static void json_settings(struct json *j, const struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    const struct flexco_given *g = &x->given;
    size_t i;
    json_open(j, "settings", '{');
    json_text(j, "split", g->split ? "halves" : "none");
    json_count(j, "copies", g->copies);
    json_number(j, "load", (double)g->load / CLI_ONE);
    json_number(j, "meta_load", (double)g->meta_load / CLI_ONE);
    json_count(j, "fold", g->fold);
    json_count(j, "meta_node", g->meta_node);
    if (g->overhead >= 0) json_count(j, "overhead", g->overhead);
    if (shape_removes_jobs(&g->shape))
        workload_report_json_shape(j, &g->shape, g->shape.jobs);
    json_text(j, "local_estimates", g->estimates ? "log" : "model");
    json_open_flat(j, "estimate_errors", '[');
    for (i = 0; i < s->errors.count; i++) json_count(j, NULL, s->errors.at[i]);
    json_close(j, ']');
    json_text(j, "one_site", flexco_tables_one_site(s));
    json_count(j, "efficiency", s->efficiency);
    json_count(j, "seed", g->seed);
    json_count(j, "seeds", (int64_t)x->seeds);
    json_close(j, '}');
}

/* Every figure, and by how much it is better than rigid's, with its interval. */
static void json_figures(struct json *j, const struct flexco_experiment *x, size_t point,
                         size_t mode)
{
    char name[FLEXCO_TEXT];
    size_t f, k;
    for (f = 0; f < FLEXCO_FIGURE_COUNT; f++)
        json_number(j, flexco_experiment_figures[f].name,
                    cube_spread(&x->cube, point, mode, f).mean);
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        const struct statistics_spread s = flexco_experiment_gain(x, point, mode, f);
        const double of[] = {s.mean, s.low, s.high};
        static const char *const ends[] = {"", "_low", "_high"};
        for (k = 0; k < 3; k++) {
            snprintf(name, sizeof name, "%s_better_percent%s",
                     flexco_experiment_figures[f].name, ends[k]);
            json_number(j, name, of[k]);
        }
    }
    if (x->seeds > 1) cube_json_spreads(j, &x->cube, point, mode);
}

static void json_point(struct json *j, const struct flexco_experiment *x,
                       const struct flexco_point *p)
{
    const size_t at = (size_t)(p - x->points), point = at / x->mode_count;
    const size_t mode = at % x->mode_count;
    size_t seed;
    json_open(j, NULL, '{');
    json_text(j, "mode", flexco_job_mode_word(p->mode));
    json_count(j, "estimate_error", flexco_experiment_error(x, p));
    json_text(j, "small_jobs", flexco_tables_small(p->small_gone));
    json_text(j, "binding", flexco_tables_binding_word(p->early));
    json_figures(j, x, point, mode);
    json_open(j, "runs", '[');
    for (seed = 0; seed < x->seeds; seed++) {
        json_open_flat(j, NULL, '{');
        json_count(j, "seed", x->given.seed + (int64_t)seed);
        measure_json(j, flexco_experiment_figures, FLEXCO_FIGURE_COUNT,
                     cube_run(&x->cube, point, mode, seed));
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json(struct json *j, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    size_t i;
    json_setup(j, &x->setup);
    json_settings(j, x);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) json_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

enum { ALL_SEEDS = FLEXCO_SEEDS_MOST }; /* in place of the place of a seed */

/* What each row begins with. Returns `to`. */
static const char *row_begin(const struct flexco_experiment *x,
                             const struct flexco_point *p, size_t seed,
                             char to[FLEXCO_TEXT])
{
    char own[TEXT_NUMBER] = "all";
    if (seed < ALL_SEEDS)
        snprintf(own, sizeof own, "%" PRId64, x->given.seed + (int64_t)seed);
    snprintf(to, FLEXCO_TEXT, "%s,%" PRId64 ",%s,%s,%s", flexco_job_mode_word(p->mode),
             flexco_experiment_error(x, p), flexco_tables_small(p->small_gone),
             flexco_tables_binding_word(p->early), own);
    return to;
}

static void csv_points(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    char first[FLEXCO_TEXT];
    size_t i;
    for (i = 0; i < cube_runs(&x->cube); i++)
        measure_csv(to, row_begin(x, &x->points[i / x->seeds], i % x->seeds, first),
                    flexco_experiment_figures, FLEXCO_FIGURE_COUNT,
                    x->cube.values + i * FLEXCO_FIGURE_COUNT);
}

/* Of each point the means over the seeds, and their intervals. */
static void csv_means(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    char first[FLEXCO_TEXT];
    size_t i;
    for (i = 0; i < x->count; i++) {
        cube_csv(to, row_begin(x, &x->points[i], ALL_SEEDS, first), &x->cube,
                 i / x->mode_count, i % x->mode_count);
    }
}

static void csv_better(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    char first[FLEXCO_TEXT], value[TEXT_NUMBER];
    size_t i, f;
    for (i = 0; i < cube_runs(&x->cube); i++) {
        const struct cube_at at = cube_at(&x->cube, i);
        row_begin(x, &x->points[i / x->seeds], at.seed, first);
        for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++)
            fprintf(
                to, "%s,%s,%s\n", first, flexco_experiment_figures[f].name,
                text_number(flexco_experiment_better(x, at.point, at.variant, at.seed, f),
                            value));
    }
}

/* What a row about a job begins with, and where the job was submitted. */
static void csv_begin(FILE *to, const struct flexco_experiment *x,
                      const struct flexco_point *p, const struct flexco_job *job)
{
    char first[FLEXCO_TEXT];
    fputs(row_begin(x, p, 0, first), to);
    if (flexco_job_is_meta(job))
        fputs(",meta", to);
    else
        fprintf(to, ",%" PRIu32, job->site + 1);
}

/* A time after the first submission, empty if there is none. */
static void csv_time(FILE *to, int64_t time)
{
    if (time >= 0)
        fprintf(to, ",%" PRId64, time);
    else
        fputc(',', to);
}

/* "1:100 3:28": of site 1 100 processors, of site 3 28. */
static void csv_parts(FILE *to, const struct flexco_result *r, size_t first,
                      uint32_t count)
{
    uint32_t i;
    fputc(',', to);
    for (i = 0; i < count; i++)
        fprintf(to, "%s%" PRIu32 ":%" PRIu32, i ? " " : "", r->parts[first + i].site + 1,
                r->parts[first + i].servers);
}

static void jobs_of(FILE *to, const struct flexco_experiment *x,
                    const struct flexco_point *p)
{
    static const char *const fates[] = {FLEXCO_FATES(CSV_NAME)};
    char value[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < p->jobs.count; i++) {
        const struct flexco_job *job = &p->jobs.at[i];
        const struct flexco_outcome *o = &p->result.outcomes[i];
        csv_begin(to, x, p, job);
        fprintf(to,
                ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRIu32
                ",%s",
                job->number, job->submit, job->run, job->estimate, job->servers,
                job->overhead, fates[o->fate]);
        csv_time(to, o->promised);
        csv_time(to, o->start);
        csv_time(to, o->end);
        if (o->end >= 0)
            fprintf(to, ",%s",
                    text_number(metrics_slowdown(o->end - job->submit, o->end - o->start,
                                                 FLEXCO_BOUND),
                                value));
        else
            fputc(',', to);
        fprintf(to, ",%" PRIu32, o->first_parts);
        csv_parts(to, &p->result, o->first_part, o->part_count);
        fprintf(to, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", o->shifts, o->remaps,
                o->molds);
    }
}

static void csv_jobs(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    size_t i;
    for (i = 0; i < x->count; i++) jobs_of(to, x, &x->points[i]);
}

static const struct csv_file files[] = {
    {"points.csv", "figure,value,unit", csv_points},
    {"means.csv", CUBE_CSV_COLUMNS, csv_means},
    {"better.csv", "figure,percent_of_rigid", csv_better},
    {"jobs.csv",
     "site,job,submit_seconds,run_seconds,estimate_seconds,servers,overhead_percent,"
     "fate,promised_seconds,start_seconds,end_seconds,bounded_slowdown,sites_at_"
     "first,processors,shifts,remaps,molds",
     csv_jobs}};

const struct program_results flexco_results = {
    .json = json,
    .columns = "mode,estimate_error_percent,small_jobs,binding,seed,",
    .files = files,
    .file_count = sizeof files / sizeof files[0],
    .page = flexco_plots_page,
    .publish = page_publish,
    .print = print,
    .row = "job"};
