/* multicost_sim - joint scheduling of networks and clusters, as paper 4, section 5:
 * K. Christodoulopoulos, E. Varvarigos, Routing and Scheduling in Grids.
 *
 * Tasks come at the nodes of a network with data to be sent, as one burst, to a cluster
 * that computes. Each node decides alone, by one of five methods, from what it has heard
 * of links and clusters. Reservations that it has not heard of block its burst or make
 * its task wait. Delay, blocking, conflicts and paths searched are measured against the
 * rate at which tasks come. The methods are in netsched.h; what nodes believe, the
 * bursts, the run, the experiment and its results are in sim/multicost.
 */
#include "base/error.h"
#include "base/progress.h"
#include "multicost/multicost_experiment.h"
#include "program/cli.h"
#include "program/program.h"

static int run(const struct program *p, struct multicost_experiment *x, struct error *e)
{
    struct progress progress;
    const struct program_runs all = {.cube = &x->cube,
                                     .run = multicost_experiment_run,
                                     .of = x,
                                     .what = "tasks",
                                     .total = cube_runs(&x->cube) *
                                              (size_t)x->settings->tasks};
    x->timing = !p->no_timing;
    x->keep_outcomes = p->to.csv != NULL;
    x->progress = &progress;
    if (program_run(p, &all, &progress, e) != 0) return -1;
    return program_write(p, &multicost_results, x, e);
}

static int simulate(const struct program *p, const struct multicost_settings *s,
                    struct error *e)
{
    struct multicost_experiment x = {0};
    int result = multicost_experiment_open(&x, s, e);
    if (result == 0) result = run(p, &x, e);
    multicost_experiment_free(&x);
    return result;
}

int main(int argc, char **argv)
{
    struct program p = {0};
    struct multicost_settings settings;
    struct error e;
    int code;
    program_begin(&p, argc, argv);
    code = multicost_experiment_options(&p, &settings);
    if (code != CLI_RUN) return code;
    return program_end(&p, simulate(&p, &settings, &e), &e);
}
