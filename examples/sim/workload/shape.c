/* shape.c - products of times, sizes and factors have 128 bits (wide.h) and are rounded
 * once. */
#include "workload/shape.h"

#include "kit/fail.h"

int shape_is_cut(const struct shape *s)
{
    return s->cut[0] > 0 || s->cut[1] != SHAPE_OPEN;
}

int shape_removes_jobs(const struct shape *s)
{
    return s->skip || shape_is_cut(s) || s->jobs;
}

int shape_within(const struct shape *s, int64_t first, int64_t submit)
{
    return submit - first >= s->cut[0] && submit - first < s->cut[1];
}

int64_t shape_scale(int64_t x, int64_t factor)
{
    if (x <= 0 || factor == OPTION_ONE) return x;
    const uint64_t scaled = wide_ratio((uint64_t)x, (uint64_t)factor, OPTION_ONE);
    return scaled < 1 ? 1 : scaled > INT64_MAX ? INT64_MAX : (int64_t)scaled;
}

int shape_changes_size(const struct shape *s)
{
    return s->scale_size != OPTION_ONE || s->max_cpus;
}

int64_t shape_size(const struct shape *s, int64_t size)
{
    const int64_t scaled = shape_scale(size, s->scale_size);
    return s->max_cpus && scaled > s->max_cpus ? s->max_cpus : scaled;
}

void shape_add_work(struct wide *work, int64_t run, int64_t size)
{
    if (run > 0 && size > 0)
        *work = wide_plus(*work, wide_product((uint64_t)run, (uint64_t)size));
}

int64_t shape_span(const struct shape *s, struct wide work, int64_t servers, int64_t span,
                   const char *log)
{
    const struct wide enough = wide_times(work, OPTION_ONE);
    if (span <= 0) fail("%s: --load: all jobs have the same submit time", log);
    if (servers <= 0) fail("%s: --load: the machine's size is not known", log);
    if (!work.high && !work.low)
        fail("%s: --load: no job has a run time and a size", log);
    const uint64_t wanted =
        wide_quotient(enough, wide_product((uint64_t)servers, (uint64_t)s->load));
    if (wanted < 1) fail("%s: --load: all jobs would be submitted within a second", log);
    if (wanted > JOB_TIME_MAX || enough.high == UINT64_MAX)
        fail("%s: --load: submissions would be beyond 10^12 seconds", log);
    return (int64_t)wanted;
}

int64_t shape_submit(int64_t first, int64_t submit, int64_t span, int64_t to)
{
    return first +
           (int64_t)wide_ratio((uint64_t)(submit - first), (uint64_t)to, (uint64_t)span);
}
