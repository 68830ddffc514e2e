/* interval.h - an estimate and its 95 % interval, from units that were drawn alike: seeds
 * of an experiment, or weeks of a log. Each unit is a sum and a weight (the seconds that
 * jobs waited, how many jobs they were), and so is a base's in the same unit.
 *
 *     struct interval i = interval_of(easy, fcfs, 49, INTERVAL_MEAN, INTERVAL_WEEKS);
 *
 * is the mean wait of easy less fcfs's, and how far it may be from what it would be over
 * many more weeks like these 49.
 *
 * Over seeds a figure is the mean of the seeds' ratios, and the interval is Student's, of
 * five seeds or more: two to four values are better listed. Over weeks it is the ratio of
 * the sums, and the interval is by the jackknife (Tukey 1958), of ten weeks or more. Both
 * leave a unit's x and base out together, so that what happens to both cancels. The
 * jackknife is taken in logarithms where a figure cannot be negative, in logits for
 * shares, else with Hall's correction for skewness (1992). Few heavy weeks make the
 * interval wider: of the weeks' deviations d, Student's t has 3/2 (sum d^2)^2 / sum d^4
 * - 1 degrees of freedom, at least 2, at most half of what n weeks have. Where a week
 * resembles the one before, with correlation r, n weeks count as n (1 - r) / (1 + r).
 *
 * So many percent of the intervals over weeks hold the truth, in worlds with means that
 * are lognormal (sigma 0.2 to 1), of Pareto's tail m^-3, or zero in 4 weeks of 10, with
 * lognormal numbers of jobs, each alone or growing with the mean: the least and the most
 * of these worlds (VERBOSE=1 TEST_SCALE=250 build/tests/sim/prop_interval).
 *
 *     weeks                independent                a week with the next: 0.3
 *                    10        20        49           10        20        49
 *     mean         91 - 99   91 - 98   92 - 97      87 - 98   89 - 97   91 - 96
 *     share        98        97        97           96        95 - 96   95 - 96
 *     difference   94 - 98   94 - 98   95 - 97      92 - 96   93 - 97   94 - 97
 *     relative     96 - 99   95 - 99   95 - 98      94 - 97   93 - 99   94 - 98
 *
 * With 0.6, as weekly waits in the logs of KTH and CTC have, it is 84 - 95 of means over
 * 20 weeks, and 88 - 94 over 49.
 */
#ifndef INTERVAL_H
#define INTERVAL_H

#include <stddef.h>

enum { INTERVAL_LEAST_SEEDS = 5, INTERVAL_LEAST_WEEKS = 10 };

struct interval_unit { /* finite, weight >= 0; weight 0: sum 0, the unit has none */
    double sum, weight;
};

enum interval_figure {
    INTERVAL_MEAN,    /* sum / weight, of any sign                                */
    INTERVAL_SHARE,   /* the same, where 0 <= sum <= weight: stays between 0 and 1 */
    INTERVAL_RELATIVE /* what x is more than the base, as a fraction of the base  */
};

enum interval_over { INTERVAL_SEEDS, INTERVAL_WEEKS };

/* why there is no interval */
enum interval_why {
    INTERVAL_GIVEN, /* there is one                                              */
    INTERVAL_FEW,   /* fewer than the least: better list the values              */
    INTERVAL_ALIKE, /* weeks resemble the ones before: they count as fewer than 3 */
    INTERVAL_BASE,  /* relative to a base of 0 or less, or 0 but for one unit    */
    INTERVAL_WRONG  /* a unit is not as said above, or sums overflow: no estimate */
};

struct interval {
    double estimate;  /* NAN: no unit has one                   */
    double low, high; /* NAN: there is none, and `why` says    */
    size_t count;     /* of the units that have it: n           */
    enum interval_why why;
    double correlation; /* of a week with the next, as it was taken: 0 .. 1 */
};

/* Of n units in order of time. Without a base (NULL) the figure itself, else the
 * difference x - base (INTERVAL_RELATIVE needs one). Seeds count that have both; weeks
 * add to whichever they have, and `count` is of that which fewer have. A share that no
 * item has, or all have, gets the exact interval (Clopper and Pearson 1934), as if each
 * unit of weight were an item drawn by itself. Equal units give low = high. Changes
 * nothing, needs no memory, takes O(n); what it gives depends on the order of the units
 * only through the correlation and the last digits of sums. */
struct interval interval_of(const struct interval_unit *x,
                            const struct interval_unit *base, size_t n,
                            enum interval_figure figure, enum interval_over over);

#endif
