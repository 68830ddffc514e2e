/* flexco_figures.c - sums over the outcomes of all jobs. */
#include "flexco/flexco_figures.h"

#include "base/statistics.h"
#include "workload/metrics.h"

#include <math.h>

const struct measure flexco_figures[FLEXCO_FIGURE_COUNT] = {FLEXCO_FIGURES(MEASURE_ROW)};

/* Is more of it better? */
static int flexco_figures_is_gain(size_t figure)
{
    return figure >= FLEXCO_FIGURE_utilisation &&
           figure <= FLEXCO_FIGURE_utilisation_meta;
}

/* Processor seconds within [from, to). */
static double flexco_figures_use(int64_t start, int64_t end, uint32_t servers,
                                 int64_t from, int64_t to)
{
    if (start < from) start = from;
    if (end > to) end = to;
    return start < end ? (double)(end - start) * servers : 0;
}

/* Means over the jobs that ended, and what they use. */
static void flexco_figures_measure_ended(const struct flexco_system *system,
                                         const struct flexco_job *jobs, size_t count,
                                         const struct flexco_result *r, double *value)
{
    const int64_t first = count ? jobs[0].submit : 0;
    const int64_t last = count ? jobs[count - 1].submit : 0;
    const double all = (double)flexco_job_servers(system) * (double)(last - first);
    double sums[FLEXCO_CLASSES][3] = {{0}}, used[FLEXCO_CLASSES] = {0};
    size_t i;
    int k;
    for (i = 0; i < count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        double *of =
            sums[flexco_job_is_meta(&jobs[i]) ? FLEXCO_OF_META : FLEXCO_OF_LOCAL];
        const int64_t response = o->end - jobs[i].submit;
        if (o->end < 0) continue;
        of[0]++;
        of[1] += (double)response;
        of[2] += metrics_slowdown(response, o->end - o->start, FLEXCO_BOUND);
        used[flexco_job_is_meta(&jobs[i]) ? FLEXCO_OF_META : FLEXCO_OF_LOCAL] +=
            flexco_figures_use(o->start, o->end, o->servers, first, last);
    }
    for (k = 0; k < 3; k++)
        sums[FLEXCO_OF_ALL][k] = sums[FLEXCO_OF_LOCAL][k] + sums[FLEXCO_OF_META][k];
    used[FLEXCO_OF_ALL] = used[FLEXCO_OF_LOCAL] + used[FLEXCO_OF_META];
    for (k = 0; k < FLEXCO_CLASSES; k++) {
        value[FLEXCO_FIGURE_response + k] = statistics_ratio(sums[k][1], sums[k][0]);
        value[FLEXCO_FIGURE_bsld + k] = statistics_ratio(sums[k][2], sums[k][0]);
        value[FLEXCO_FIGURE_utilisation + k] = statistics_ratio(used[k], all);
    }
}

/* How many jobs of each kind, and what became of them. */
static void flexco_figures_measure_fates(const struct flexco_job *jobs, size_t count,
                                         const struct flexco_result *r, double *value)
{
    static const enum flexco_figure figures[FLEXCO_FATE_COUNT] = {
#define FLEXCO_FATE_FIGURE(name, text) FLEXCO_FIGURE_##name,
        FLEXCO_FATES(FLEXCO_FATE_FIGURE)
#undef FLEXCO_FATE_FIGURE
    };
    double metas = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        metas += flexco_job_is_meta(&jobs[i]);
        value[figures[r->outcomes[i].fate]]++;
    }
    value[FLEXCO_FIGURE_jobs] = (double)count;
    value[FLEXCO_FIGURE_meta_jobs] = metas;
    value[FLEXCO_FIGURE_local_jobs] = (double)count - metas;
}

/* Where meta-jobs were to run, and did. */
static void flexco_figures_measure_metas(const struct flexco_job *jobs, size_t count,
                                         const struct flexco_result *r, double *value)
{
    double earlier = 0, ended = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const struct flexco_outcome *o = &r->outcomes[i];
        if (!flexco_job_is_meta(&jobs[i])) continue;
        value[FLEXCO_FIGURE_several] += o->first_parts > 1;
        if (o->end < 0) continue;
        ended++;
        earlier += (double)(o->promised - o->end);
        value[FLEXCO_FIGURE_several_one] += o->first_parts > 1 && o->part_count == 1;
        value[FLEXCO_FIGURE_one_several] += o->first_parts == 1 && o->part_count > 1;
        value[FLEXCO_FIGURE_molded] += o->shape != 0;
    }
    value[FLEXCO_FIGURE_earlier_meta] = statistics_ratio(earlier, ended);
}

static void flexco_figures_measure_counts(const struct flexco_result *r, double *value)
{
    value[FLEXCO_FIGURE_asked] = (double)r->asked;
    value[FLEXCO_FIGURE_moved] = (double)r->moved;
    value[FLEXCO_FIGURE_shifts] = (double)r->shifts;
    value[FLEXCO_FIGURE_remaps] = (double)r->remaps;
    value[FLEXCO_FIGURE_molds] = (double)r->molds;
    value[FLEXCO_FIGURE_joined] = (double)r->joined;
    value[FLEXCO_FIGURE_compressions] = (double)r->compressions;
    value[FLEXCO_FIGURE_advances] = (double)r->advances;
    value[FLEXCO_FIGURE_meta_advances] = (double)r->meta_advances;
}

void flexco_figures_measure(const struct flexco_system *system,
                            const struct flexco_job *jobs, size_t count,
                            const struct flexco_result *r, double *value)
{
    size_t i;
    for (i = 0; i < FLEXCO_FIGURE_COUNT; i++) value[i] = 0;
    flexco_figures_measure_fates(jobs, count, r, value);
    flexco_figures_measure_ended(system, jobs, count, r, value);
    flexco_figures_measure_metas(jobs, count, r, value);
    flexco_figures_measure_counts(r, value);
    value[FLEXCO_FIGURE_wall_seconds] = NAN;
}

double flexco_figures_better(size_t figure, double value, double base)
{
    const double less = flexco_figures_is_gain(figure) ? value - base : base - value;
    return statistics_ratio(100 * less, base);
}
