/* flexco_sim - sites with queues of their own and a metascheduler above them, as paper 5:
 * M. A. S. Netto, R. Buyya, A flexible resource co-allocation model based on advance
 * reservations with rescheduling support.
 *
 * Jobs that may run at several sites at once are booked all or nothing, among local jobs.
 * Estimates are too long, so jobs end early; what the metascheduler may then do with its
 * bookings is the mode: nothing (rigid), shift them, remap them, mold them. The modes are
 * compared with each other: response time, slowdown and utilisation, of local jobs and of
 * meta-jobs, over the error of the estimates.
 *
 * Everything of substance is in sim/flexco: the sites and their jobs (flexco_setup.h),
 * one run (flexco.h), the experiment and its options (flexco_experiment.h), its results
 * and pictures (flexco_results.h).
 */
#include "coalloc.h"

#include "swf.h"

#include "base/error.h"
#include "base/progress.h"
#include "flexco/flexco_experiment.h"
#include "flexco/flexco_results.h"
#include "flexco/flexco_setup.h"
#include "program/cli.h"
#include "program/program.h"
#include "workload/workload.h"

/* Of lines that are no jobs, and the like. */
static void warn(const struct program *p, const struct flexco_setup *s)
{
    size_t i;
    for (i = 0; i < s->log_count; i++) workload_report_warn(&s->logs[i]);
}

/* Makes all runs of the experiment, which is ready, and writes the results. */
static int run(struct program *p, struct flexco_experiment *x, struct error *e)
{
    struct progress progress;
    const struct program_runs runs = {.cube = &x->cube,
                                      .run = flexco_experiment_run,
                                      .of = x,
                                      .what = "jobs",
                                      .total = flexco_experiment_arrivals(x)};
    warn(p, &x->setup);
    x->timing = !p->no_timing;
    x->keep = p->to.csv || p->to.report;
    x->progress = &progress;
    if (program_run(p, &runs, &progress, e) != 0) return -1;
    return program_write(p, &flexco_results, x, e);
}

int main(int argc, char **argv)
{
    struct flexco_settings settings = FLEXCO_SETTINGS;
    struct flexco_experiment x = {.count = 0};
    struct program p = {0};
    struct error e;
    int code;
    program_begin(&p, argc, argv);
    code = flexco_experiment_options(&p, &settings);
    if (code != CLI_RUN) return code;
    code = flexco_experiment_open(&x, &settings, &e);
    if (code == 0) code = run(&p, &x, &e);
    flexco_experiment_free(&x);
    return program_end(&p, code, &e);
}
