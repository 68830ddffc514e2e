/* mrfs_sim - the earliest start for bandwidth and local resources at once, as paper 3,
 * section 5: Y. Li, S. Ranka, S. Sahni, M. Schmalz, Network Centered Multiple Resource
 * Scheduling in e-Science Applications.
 *
 * Four algorithms - split or not, accessibility constrained or not - decide on the same
 * requests as these arrive. How many they accept and how long they take is measured
 * against the density of requests and the size of the network. The search is in
 * netsched.h; the requests, the run, the experiment and its results are in sim/mrfs.
 */
#include "base/error.h"
#include "base/progress.h"
#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_scenario.h"
#include "program/cli.h"
#include "program/program.h"

static int run(const struct program *p, struct mrfs_experiment *x, struct error *e)
{
    struct progress progress;
    const size_t runs = mrfs_experiment_runs(x);
    const struct program_runs all = {.count = runs,
                                     .run = mrfs_experiment_run,
                                     .of = x,
                                     .what = "runs",
                                     .total = runs * x->algorithm_count};
    x->timing = !p->no_timing;
    x->progress = &progress;
    if (program_run(p, &all, &progress, e) != 0) return -1;
    return program_write(p, &mrfs_results, x, e);
}

static int simulate(const struct program *p, struct mrfs_settings *s, struct error *e)
{
    struct mrfs_experiment x = {0};
    int result = mrfs_scenario_place_read(&s->place, e);
    if (result == 0) result = mrfs_experiment_open(&x, s, e);
    if (result == 0) result = run(p, &x, e);
    mrfs_experiment_free(&x);
    mrfs_scenario_place_free(&s->place);
    return result;
}

int main(int argc, char **argv)
{
    struct program p = {0};
    struct mrfs_settings settings;
    struct error e;
    int code;
    program_begin(&p, argc, argv);
    code = mrfs_experiment_options(&p, &settings);
    if (code != CLI_RUN) return code;
    return program_end(&p, simulate(&p, &settings, &e), &e);
}
