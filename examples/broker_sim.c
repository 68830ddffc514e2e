/* broker_sim - a grid of clusters with a broker above them, as paper 2: I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling.
 *
 * Jobs with requirements go to a broker, which chooses the next job and its cluster; each
 * cluster has a local scheduler of its own. Several set-ups of the broker are compared:
 * execution time, waiting, slowdown, use of CPUs and nodes, starvation; also with old
 * information, and with clusters that fail. The parts are in sim/grid: options, the
 * experiment, the broker itself, tables, pictures, JSON and CSV. Here they are put
 * together.
 */
#include "base/outfile.h"
#include "base/progress.h"
#include "base/text.h"
#include "grid/broker_experiment.h"
#include "grid/broker_options.h"
#include "grid/broker_page.h"
#include "grid/broker_plots.h"
#include "grid/broker_results.h"
#include "grid/broker_tables.h"
#include "grid/broker_seeds.h"
#include "program/program.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/workload.h"
#include "workload/workload_report.h"

#include <stdio.h>

static int print_grid(const struct broker_settings *s, struct error *e)
{
    struct outfile standard;
    struct grid g = {.count = 0};
    int result = grid_file_load(&g, s->grid, e);
    if (result == 0) result = outfile_open(&standard, "-", e);
    if (result == 0) {
        grid_file_print(&g, stdout);
        result = outfile_commit(&standard, e);
    }
    grid_free(&g);
    return result;
}

/* ---- results ----------------------------------------------------------------------- */

struct results { /* of an experiment, with its tables */
    struct broker_experiment x;
    struct broker_seeds seeds;
    struct broker_tables tables;
};

static void write_json(struct json *j, const void *of)
{
    broker_results_json(j, &((const struct results *)of)->x);
}

static int write_csv(const char *folder, const void *of, struct error *e)
{
    return broker_results_csv(folder, &((const struct results *)of)->x, e);
}

/* The pictures: one file each with --csv, a page with --report. */
static int write_pictures(const struct program *p, const void *of, struct error *e)
{
    const struct results *r = (const struct results *)of;
    struct broker_plots plots = {0};
    int result = broker_plots_make(&plots, &r->x, e);
    if (result == 0 && p->to.csv) result = broker_plots_csv(p->to.csv, &plots, e);
    if (result == 0 && p->to.report)
        result = broker_page(p, &r->x, &plots, &r->tables, e);
    broker_plots_free(&plots);
    return result;
}

static void print(FILE *to, const void *of)
{
    const struct results *r = (const struct results *)of;
    broker_tables_print(to, &r->tables, &r->x);
}

static const struct program_results writers = {.json = write_json,
                                               .csv = write_csv,
                                               .pictures = write_pictures,
                                               .print = print,
                                               .row = "job"};

/* ---- main -------------------------------------------------------------------------- */

/* One line for each thing that a reader of the results should know. */
static void warn(const struct program *p, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    char jobs[TEXT_NUMBER], most[TEXT_NUMBER];
    workload_report_warn(p->name, w);
    if (w->sizes_cut && !x->settings->shape.max_cpus)
        cli_complain(
            p->name,
            "warning: %s: jobs cut to %s CPUs: %s; --max-cpus sets another limit",
            w->source, text_count((uint64_t)x->shape.max_cpus, most),
            text_count(w->sizes_cut, jobs));
}

static int simulate(const struct program *p, const struct broker_settings *s,
                    struct results *r, struct error *e)
{
    struct broker_experiment *x = &r->x;
    struct broker_seeds *seeds = &r->seeds;
    struct progress progress;
    struct program_runs runs = {
        .run = broker_seeds_run, .name = broker_seeds_name, .of = seeds, .what = "jobs"};
    if (broker_experiment_open(x, s, e) != 0) return -1;
    warn(p, x);
    x->timing = !p->no_timing;
    x->keep = p->to.csv != NULL;
    x->progress = &progress;
    if (broker_seeds_open(seeds, x, e) != 0) return -1;
    runs.count = broker_seeds_runs(seeds);
    runs.total = broker_seeds_jobs(seeds);
    if (program_run(p, &runs, &progress, e) != 0) return -1;
    if (broker_seeds_close(seeds, e) != 0) return -1;
    if (broker_tables_make(&r->tables, x, e) != 0) return -1;
    return program_write(p, &writers, r, e);
}

int main(int argc, char **argv)
{
    struct program p = {0};
    struct broker_options options = BROKER_OPTIONS;
    struct results r = {.x = {.count = 0}};
    struct error e;
    int code, result;
    program_begin(&p, argc, argv);
    code = broker_options_read(&p, &options);
    if (code == CLI_RUN) code = broker_options_check(&p, &options);
    if (code != CLI_RUN) return code;
    result = options.print_grid ? print_grid(&options.settings, &e)
                                : simulate(&p, &options.settings, &r, &e);
    broker_tables_free(&r.tables);
    broker_seeds_free(&r.seeds);
    broker_experiment_free(&r.x);
    return program_end(&p, result, &e);
}
