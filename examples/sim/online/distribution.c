/* distribution.c - values are sorted, so that a bin is a run of neighbours. */
#include "online/distribution.h"

#include "base/statistics.h"

void distribution_plot(struct figure_plot *p, size_t series, const uint64_t *values,
                       size_t n, uint64_t width)
{
    const double hours = (double)width / FIGURE_HOUR;
    uint64_t next = 0; /* the first bin without a point */
    size_t i = 0;
    while (i < n) {
        const uint64_t bin = values[i] / width;
        const size_t from = i;
        while (i < n && values[i] / width == bin) i++;
        if (bin > next) figure_plot_point(p, series, (double)next * hours, 0);
        figure_plot_point(p, series, (double)bin * hours,
                          100.0 * (double)(i - from) / (double)n);
        next = bin + 1;
    }
    if (n) figure_plot_point(p, series, (double)next * hours, 0);
}

void distribution_tail(struct figure_plot *p, size_t series, const uint64_t *values,
                       size_t n)
{
    double told = 0;
    size_t i = 0;
    if (n && values[0] > 0) figure_plot_point(p, series, 0, 100);
    while (i < n) {
        const uint64_t hour = values[i] / FIGURE_HOUR + (values[i] % FIGURE_HOUR != 0);
        const size_t from = i;
        while (i < n && values[i] <= hour * FIGURE_HOUR) i++;
        if (hour > 0 && (double)(hour - 1) > told)
            figure_plot_point(p, series, (double)(hour - 1),
                              100.0 * (double)(n - from) / (double)n);
        figure_plot_point(p, series, (double)hour, 100.0 * (double)(n - i) / (double)n);
        told = (double)hour;
    }
}

void distribution_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                        double most)
{
    double hours =
        n ? (double)(values[statistics_percentile(n, 99)] / FIGURE_HOUR + 1) : 6;
    hours = hours < 6 ? 6 : hours > most ? most : hours;
    axis->fixed = 1;
    if (hours > axis->hi) axis->hi = hours;
}

double distribution_beyond(const struct figure_plot *p, const uint64_t *values, size_t n)
{
    size_t i = n;
    while (i > 0 && (double)values[i - 1] >= p->x.hi * FIGURE_HOUR) i--;
    return n ? 100.0 * (double)(n - i) / (double)n : 0;
}
