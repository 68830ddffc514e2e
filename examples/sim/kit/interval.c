/* interval.c - one jackknife for all figures: over seeds, where each unit has weight 1,
 * its variance is a mean's. */
#include "kit/interval.h"

#include <math.h>

struct sums {
    double x, x_weight, y, y_weight;
};

struct data {
    const struct interval_unit *x, *y;
    size_t n;
    enum interval_figure figure;
    enum interval_over over;
};

static int unit_wrong(const struct interval_unit *u, enum interval_figure figure)
{
    if (!isfinite(u->sum) || !isfinite(u->weight) || u->weight < 0) return 1;
    if (!(u->weight > 0)) return u->sum < 0 || u->sum > 0;
    return figure == INTERVAL_SHARE && (u->sum < 0 || u->sum > u->weight * (1 + 1e-9));
}

/* Unit i as it enters the sums; of weight 0 if it does not. */
static struct sums unit_of(const struct data *d, size_t i)
{
    struct sums s = {d->x[i].sum, d->x[i].weight, 0, 0};
    if (d->y) s.y = d->y[i].sum, s.y_weight = d->y[i].weight;
    if (d->over == INTERVAL_WEEKS) return s;
    if (!(s.x_weight > 0) || (d->y && !(s.y_weight > 0))) {
        static const struct sums none;
        return none;
    }
    s.x /= s.x_weight, s.x_weight = 1;
    if (d->y) s.y /= s.y_weight, s.y_weight = 1;
    return s;
}

static int unit_is(const struct sums *s) { return s->x_weight > 0 || s->y_weight > 0; }

static double value_of(const struct data *d, const struct sums *s)
{
    const double x = s->x / s->x_weight;
    if (!d->y) return x;
    return d->figure == INTERVAL_RELATIVE ? x / (s->y / s->y_weight)
                                          : x - s->y / s->y_weight;
}

/* What unit i moves the value by, which all of them together have as `value`. 0: it is
 * not used. */
static int influence(const struct data *d, const struct sums *all, double value, size_t i,
                     double *to)
{
    const struct sums unit = unit_of(d, i);
    struct sums s = *all;
    s.x -= unit.x, s.x_weight -= unit.x_weight;
    s.y -= unit.y, s.y_weight -= unit.y_weight;
    *to = unit_is(&unit) ? value - value_of(d, &s) : 0;
    return unit_is(&unit);
}

/* The 97.5th percentile of Student's distribution; between whole numbers, by their
 * reciprocals. */
static double student(double freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                               2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                               2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    enum { COUNT = sizeof t / sizeof *t };
    const size_t k = freedom < COUNT ? (size_t)freedom : COUNT;
    const double low = 1 / (double)k, high = 1 / (double)(k + 1);
    if (k == COUNT) return 1.960 + 2.5 / freedom;
    return t[k - 1] + (t[k] - t[k - 1]) * (low - 1 / freedom) / (low - high);
}

/* ---- how the units vary ------------------------------------------------------------ */

struct spread {
    double error;       /* of the value, standard */
    double t, skewness; /* Student's; a third of the value's            */
    double correlation;
};

/* Of `used` units. Powers are of deviations relative to the largest, which do not
 * overflow. An error that is not finite: without one of the units there is no value. */
static struct spread spread_of(const struct data *d, const struct sums *all, double value,
                               size_t used)
{
    struct spread s = {0, 0, 0, 0};
    const double n = (double)used;
    double mean = 0, most = 0, last = 0, two = 0, three = 0, four = 0, next = 0;
    double freedom = n - 1, scale = 1, e;
    size_t i;
    for (i = 0; i < d->n; i++)
        if (influence(d, all, value, i, &e)) mean += e / n;
    for (i = 0; i < d->n; i++)
        if (influence(d, all, value, i, &e)) most = fmax(most, fabs(e - mean));
    s.error = isfinite(mean) ? most : mean;
    if (!(most > 0) || !isfinite(s.error)) return s;
    for (i = 0; i < d->n; i++) {
        if (!influence(d, all, value, i, &e)) continue;
        e = (e - mean) / most;
        two += e * e, three += e * e * e, four += e * e * e * e;
        next += e * last;
        last = e;
    }
    if (d->over == INTERVAL_WEEKS) { /* of n that do not, it is -1 / n on average */
        s.correlation = fmin(fmax(next / two + 1 / n, 0), 1);
        scale = (1 - s.correlation) / (1 + s.correlation);
        freedom = fmin(1.5 * two * two / four - 1, freedom / 2) * scale;
        s.skewness = three / two / sqrt(two) * n * n / (n - 1) / (n - 2) / 3;
    }
    s.error = most * sqrt(two * (n - 1) / n / scale);
    s.t = student(fmax(freedom, 2));
    return s;
}

/* ---- the interval ------------------------------------------------------------------ */

static void add(struct sums *to, const struct sums *s)
{
    to->x += s->x, to->x_weight += s->x_weight;
    to->y += s->y, to->y_weight += s->y_weight;
}

/* Sums of all units; how many are used, what x weighs in them, how many have what fewer
 * have. 0: a unit is wrong, or a sum overflows. */
static int sums_of(const struct data *d, struct sums *all, size_t *used, double *items,
                   size_t *count, int *negative)
{
    size_t i, x = 0, y = 0;
    *used = *count = 0, *items = 0, *negative = 0;
    for (i = 0; i < d->n; i++) {
        const struct sums unit = unit_of(d, i);
        if (unit_wrong(&d->x[i], d->figure) || (d->y && unit_wrong(&d->y[i], d->figure)))
            return 0;
        add(all, &unit);
        if (unit.x_weight > 0) *items += d->x[i].weight;
        *used += (size_t)unit_is(&unit);
        x += unit.x_weight > 0, y += unit.y_weight > 0;
        if (unit.x < 0 || unit.y < 0) *negative = 1;
    }
    *count = d->y && y < x ? y : x;
    return isfinite(all->x) && isfinite(*items) && isfinite(all->y) &&
           isfinite(all->y_weight);
}

/* How far `t` standard errors reach, in these, where the error is skewed: the reverse of
 * Hall's cubic T + a T^2 + a^2 T^3 / 3. */
static double reach(double t, double a)
{
    return fabs(a) < 1e-6 ? t : (cbrt(1 + 3 * a * t) - 1) / a;
}

static double logit(double p) { return log(p / (1 - p)); }
static double share(double logit) { return 1 / (1 + exp(-logit)); }

/* The ends of an interval around a value that has an error. */
static void ends(const struct data *d, double value, const struct spread *s, int negative,
                 struct interval *to)
{
    const double arm = s->t * s->error;
    const int relative = d->figure == INTERVAL_RELATIVE;
    if (d->figure == INTERVAL_SHARE && !d->y) {
        to->low = share(logit(value) - arm / (value * (1 - value)));
        to->high = share(logit(value) + arm / (value * (1 - value)));
    } else if (value > 0 && !negative &&
               (relative || (!d->y && d->over == INTERVAL_WEEKS))) {
        to->low = value * exp(-arm / value) - relative;
        to->high = value * exp(arm / value) - relative;
    } else {
        to->low = to->estimate - s->error * reach(s->t, s->skewness);
        to->high = to->estimate - s->error * reach(-s->t, s->skewness);
        if (d->figure == INTERVAL_SHARE) {
            to->low = fmax(to->low, -1);
            to->high = fmin(to->high, 1);
        }
    }
}

/* Of a share that none has, or all have, of so many items. */
static void exact(double items, struct interval *to)
{
    const double arm = -expm1(log(0.025) / items);
    to->low = to->estimate > 0 ? 1 - arm : 0;
    to->high = to->estimate > 0 ? 1 : arm;
}

struct interval interval_of(const struct interval_unit *x,
                            const struct interval_unit *base, size_t n,
                            enum interval_figure figure, enum interval_over over)
{
    const struct data d = {x, base, n, figure, over};
    const size_t least =
        over == INTERVAL_SEEDS ? +INTERVAL_LEAST_SEEDS : +INTERVAL_LEAST_WEEKS;
    struct interval r = {NAN, NAN, NAN, 0, INTERVAL_WRONG, 0};
    struct sums all = {0, 0, 0, 0};
    size_t used;
    int negative;
    double value, items;
    if (!sums_of(&d, &all, &used, &items, &r.count, &negative)) return r;
    r.why = INTERVAL_FEW;
    if (r.count == 0) return r;
    r.why = INTERVAL_BASE;
    if (figure == INTERVAL_RELATIVE && !(all.y > 0)) return r;
    value = value_of(&d, &all);
    r.why = INTERVAL_WRONG;
    if (!isfinite(value)) return r;
    r.estimate = figure == INTERVAL_RELATIVE ? value - 1 : value;
    r.why = INTERVAL_FEW;
    if (r.count < least) return r;
    r.why = INTERVAL_GIVEN;
    if (figure == INTERVAL_SHARE && !base && !(value > 0 && value < 1)) {
        exact(items, &r);
        return r;
    }
    struct spread s = spread_of(&d, &all, value, used);
    r.correlation = s.correlation;
    if (!isfinite(s.error))
        r.why = INTERVAL_BASE;
    else if ((double)used * (1 - s.correlation) < 3 * (1 + s.correlation))
        r.why = INTERVAL_ALIKE;
    else
        ends(&d, value, &s, negative, &r);
    return r;
}
