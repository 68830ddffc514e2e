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
#include "grid/broker_results.h"
#include "program/program.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/workload.h"

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

/* ---- main -------------------------------------------------------------------------- */

/* One line for each thing that a reader of the results should know. */
static void warn(const struct program *p, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    char jobs[TEXT_NUMBER], most[TEXT_NUMBER];
    workload_report_warn(w);
    if (w->sizes_cut && !x->settings->shape.max_cpus)
        cli_complain(
            p->name,
            "warning: %s: jobs cut to %s CPUs: %s; --max-cpus sets another limit",
            w->source, text_count((uint64_t)x->shape.max_cpus, most),
            text_count(w->sizes_cut, jobs));
}

/* Makes all runs of the experiment, which is open, and writes the results. */
static int run(const struct program *p, struct broker_experiment *x, struct error *e)
{
    struct progress progress;
    const struct program_runs runs = {.cube = &x->cube,
                                      .run = broker_experiment_run,
                                      .of = x,
                                      .what = "jobs",
                                      .total = broker_experiment_jobs(x)};
    warn(p, x);
    x->timing = !p->no_timing;
    x->keep = p->to.csv != NULL;
    x->progress = &progress;
    if (program_run(p, &runs, &progress, e) != 0) return -1;
    return program_write(p, &broker_results, x, e);
}

static int simulate(const struct program *p, const struct broker_settings *s,
                    struct error *e)
{
    struct broker_experiment x = {.count = 0};
    int result = broker_experiment_open(&x, s, e);
    if (result == 0) result = run(p, &x, e);
    broker_experiment_free(&x);
    return result;
}

int main(int argc, char **argv)
{
    struct program p = {0};
    struct broker_settings settings = BROKER_SETTINGS;
    struct error e;
    int code, result;
    program_begin(&p, argc, argv);
    code = broker_experiment_options(&p, &settings);
    if (code != CLI_RUN) return code;
    result =
        settings.print_grid ? print_grid(&settings, &e) : simulate(&p, &settings, &e);
    return program_end(&p, result, &e);
}
