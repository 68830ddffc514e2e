/* cost.c - two schedules of the same jobs, side by side: the wait in one less the wait
 * in the other. */
#include "online/cost.h"

#include "base/text.h"
#include "kit/base.h"
#include "kit/experiment.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct workload cost_without(const struct workload *w)
{
    struct workload copy = *w;
    copy.jobs = base_zeroed(w->count, sizeof *w->jobs);
    memcpy(copy.jobs, w->jobs, w->count * sizeof *w->jobs);
    return copy;
}

static int64_t wait_of(const struct schedule *d, size_t i)
{
    const int64_t wait = d->outcomes[i].start - d->jobs[i].ready;
    return wait > 0 ? wait : 0;
}

void cost_put(struct run *to, size_t column, const struct schedule *d,
              const struct schedule *without)
{
    size_t k = 0;
    for (size_t i = 0; i < d->w->count; i++) {
        if (d->jobs[i].reserved == JOB_GIVEN) continue; /* not in the other one */
        while (without->jobs[k].order != d->jobs[i].order) k++;
        if (d->jobs[i].reserved == JOB_QUEUED && d->outcomes[i].fate == JOB_RAN &&
            without->outcomes[k].fate == JOB_RAN)
            run_item(to, i)[column] = (double)(wait_of(d, i) - wait_of(without, k));
    }
}

void cost_give(struct run *to, const struct schedule *d)
{
    double all = 0, on_time = 0, given = 0;
    for (size_t i = 0; i < d->w->count; i++) {
        const struct job *job = &d->jobs[i];
        const int ran = d->outcomes[i].fate == JOB_RAN;
        if (!job->reserved) continue;
        if (ran && job->reserved >= JOB_EXACT && d->outcomes[i].start != job->ready)
            fail("reservation %" PRId64 " starts at %" PRId64 ", not at %" PRId64,
                 job->number, d->outcomes[i].start, job->ready);
        all++;
        on_time += ran && d->outcomes[i].start == job->ready;
        given += ran && job->reserved == JOB_GIVEN;
    }
    run_give(to, "reservations", all);
    run_give(to, "reservations_on_time", on_time);
    run_give(to, "promises_broken", (double)d->broken);
    if (given > 0) run_class(to, "wait_mean", "reserved", 1, 0, given);
}

/* ---- in words ---------------------------------------------------------------------- */

static double mean_of(const struct experiment *x, struct row_cell of, const char *measure)
{
    of.measure = measure_number(x->sim, measure);
    return floor(row_mean(&x->rows, of) + 0.5);
}

static void tell_longer(FILE *to, struct row_spread s)
{
    const int less = s.mean < 0;
    char text[2][UNIT_TEXT];
    if (s.count == 0 || isnan(s.mean)) return;
    fprintf(to, "; all other jobs wait %s h %s",
            unit_text(fabs(s.mean), UNIT_HOURS, text[0]), less ? "less" : "longer");
    if (isfinite(s.low))
        fprintf(to, " (%s .. %s)", unit_text(less ? -s.high : s.low, UNIT_HOURS, text[0]),
                unit_text(less ? -s.low : s.high, UNIT_HOURS, text[1]));
}

static void tell(FILE *to, const struct experiment *x, struct row_cell of)
{
    const double all = mean_of(x, of, "reservations");
    const double broken = mean_of(x, of, "promises_broken");
    const int variants = x->variants > 1, points = x->points > 1;
    char text[2][UNIT_TEXT];
    if (!(all > 0)) return;
    fprintf(to, "%s%s%s%sreservations: %s of %s on time",
            variants ? x->variant_names[of.variant] : "",
            variants && points ? " at " : "", points ? x->point_names[of.point] : "",
            variants || points ? ": " : "",
            unit_text(mean_of(x, of, "reservations_on_time"), UNIT_COUNT, text[0]),
            unit_text(all, UNIT_COUNT, text[1]));
    if (broken > 0)
        fprintf(to, "; promised starts not kept: %s",
                unit_text(broken, UNIT_COUNT, text[0]));
    of.measure = measure_number(x->sim, "others_longer");
    tell_longer(to, experiment_spread(x, of, EXPERIMENT_ALONE));
    fputc('\n', to);
}

void cost_tell(FILE *to, const struct experiment *x)
{
    struct row_cell of = {0, 0, 0, ROW_NONE, ROW_NONE};
    for (of.point = 0; of.point < x->points; of.point++)
        for (of.variant = 0; of.variant < x->variants; of.variant++) tell(to, x, of);
}
