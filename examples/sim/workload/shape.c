/* shape.c - implements shape.h. */
#include "workload/shape.h"

int shape_is_cut(const struct shape *s) { return s->cut[0] > 0 || s->cut[1] != CLI_OPEN; }

int shape_chooses(const struct shape *s) { return s->skip || shape_is_cut(s) || s->jobs; }

/* ---- 128 bits ---------------------------------------------------------------------- */

struct shape_wide shape_wide_of(uint64_t low)
{
    const struct shape_wide x = {0, low};
    return x;
}

int shape_wide_less(struct shape_wide a, struct shape_wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static struct shape_wide shape_wide_minus(struct shape_wide a, struct shape_wide b)
{
    a.high -= b.high + (a.low < b.low);
    a.low -= b.low;
    return a;
}

struct shape_wide shape_wide_plus(struct shape_wide a, struct shape_wide b)
{
    const struct shape_wide most = {UINT64_MAX, UINT64_MAX};
    if (shape_wide_less(shape_wide_minus(most, a), b)) return most;
    a.low += b.low;
    a.high += b.high + (a.low < b.low);
    return a;
}

struct shape_wide shape_wide_product(uint64_t a, uint64_t b)
{
    const uint64_t half = 0xFFFFFFFFu;
    const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half);
    const uint64_t right = (a & half) * (b >> 32);
    const uint64_t middle = (low >> 32) + (left & half) + (right & half);
    struct shape_wide x;
    x.low = middle << 32 | (low & half);
    x.high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
    return x;
}

struct shape_wide shape_wide_times(struct shape_wide a, uint64_t b)
{
    const struct shape_wide top = shape_wide_product(a.high, b),
                            most = {UINT64_MAX, UINT64_MAX};
    struct shape_wide shifted;
    if (top.high) return most;
    shifted.high = top.low;
    shifted.low = 0;
    return shape_wide_plus(shifted, shape_wide_product(a.low, b));
}

uint64_t shape_wide_quotient(struct shape_wide a, struct shape_wide b)
{
    struct shape_wide quotient = {0, 0}, rest = {0, 0};
    int i;
    for (i = 127; i >= 0; i--) { /* as on paper, in binary */
        const uint64_t bit = (i >= 64 ? a.high >> (i - 64) : a.low >> i) & 1;
        const int carry = (int)(rest.high >> 63);
        rest.high = rest.high << 1 | rest.low >> 63;
        rest.low = rest.low << 1 | bit;
        quotient.high = quotient.high << 1 | quotient.low >> 63;
        quotient.low <<= 1;
        if (carry || !shape_wide_less(rest, b)) {
            rest = shape_wide_minus(rest, b);
            quotient.low |= 1;
        }
    }
    if (quotient.high) return UINT64_MAX;
    if (!shape_wide_less(rest, shape_wide_minus(b, rest)) && quotient.low < UINT64_MAX)
        quotient.low++;
    return quotient.low;
}

uint64_t shape_ratio(uint64_t x, uint64_t times, uint64_t by)
{
    const struct shape_wide product = shape_wide_product(x, times);
    if (product.high) return shape_wide_quotient(product, shape_wide_of(by));
    return product.low / by + (product.low % by >= by - product.low % by);
}

/* ---- merge ------------------------------------------------------------------------- */

int64_t shape_raise(int64_t number, int64_t largest)
{
    if (number < 0 || largest < 0) return number;
    return number <= INT64_MAX - largest ? number + largest : -1;
}

/* ---- cut --------------------------------------------------------------------------- */

int shape_within(const struct shape *s, int64_t first, int64_t submit)
{
    return submit - first >= s->cut[0] && submit - first < s->cut[1];
}

/* ---- scale size and run, max cpus -------------------------------------------------- */

int64_t shape_times(int64_t x, int64_t factor)
{
    uint64_t scaled;
    if (x <= 0 || factor == CLI_ONE) return x;
    scaled = shape_ratio((uint64_t)x, (uint64_t)factor, CLI_ONE);
    return scaled < 1 ? 1 : scaled > INT64_MAX ? INT64_MAX : (int64_t)scaled;
}

int shape_changes_size(const struct shape *s)
{
    return s->scale_size != CLI_ONE || s->max_cpus;
}

int64_t shape_size(const struct shape *s, int64_t size)
{
    const int64_t scaled = shape_times(size, s->scale_size);
    return s->max_cpus && scaled > s->max_cpus ? s->max_cpus : scaled;
}

/* ---- load -------------------------------------------------------------------------- */

void shape_offer(struct shape_wide *work, int64_t run, int64_t size)
{
    if (run > 0 && size > 0)
        *work = shape_wide_plus(*work, shape_wide_product((uint64_t)run, (uint64_t)size));
}

int64_t shape_span(const struct shape *s, struct shape_wide work, int64_t servers,
                   int64_t span, struct error *e)
{
    const struct shape_wide enough = shape_wide_times(work, CLI_ONE);
    uint64_t wanted;
    if (span <= 0) return error_fail(e, "--load: all jobs are submitted at one moment");
    if (servers <= 0) return error_fail(e, "--load: the machine's size is not known");
    if (!work.high && !work.low)
        return error_fail(e, "--load: no job has a run time and a size");
    wanted = shape_wide_quotient(
        enough, shape_wide_product((uint64_t)servers, (uint64_t)s->load));
    if (wanted < 1)
        return error_fail(e, "--load: all jobs would be submitted within a second");
    if (wanted > JOB_TIME_MAX || enough.high == UINT64_MAX)
        return error_fail(e, "--load: submissions would be beyond 10^12 seconds");
    return (int64_t)wanted;
}

int64_t shape_submit(int64_t first, int64_t submit, int64_t span, int64_t to)
{
    return first +
           (int64_t)shape_ratio((uint64_t)(submit - first), (uint64_t)to, (uint64_t)span);
}
