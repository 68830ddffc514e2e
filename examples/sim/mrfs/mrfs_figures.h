/* mrfs_figures.h - the figures of paper 3's experiment: one list, from which tables, JSON
 * and CSV are written.
 *
 *     value[MRFS_FIGURE_acceptance]                 0.43, or NAN if it does not apply
 *     mrfs_figures_list[MRFS_FIGURE_acceptance]     its name, label and unit
 */
#ifndef MRFS_FIGURES_H
#define MRFS_FIGURES_H

#include "program/measure.h"

/* One number for each algorithm at each point. Figures of one request are means over all
 * requests of all repetitions; low and high are the least and the largest value of a
 * repetition, or of its mean. Figures that are measured, and so differ from run to run,
 * stand last. */
#define MRFS_FIGURES(X)                                                         \
    X(requests, MEASURE_COUNT, "requests")                                      \
    X(accepted, MEASURE_COUNT, "accepted")                                      \
    X(acceptance, MEASURE_PERCENT, "acceptance ratio")                          \
    X(acceptance_low, MEASURE_PERCENT, "  lowest of a repetition")              \
    X(acceptance_high, MEASURE_PERCENT, "  highest of a repetition")            \
    X(refused_links, MEASURE_PERCENT, "refused: links")                         \
    X(refused_units, MEASURE_PERCENT, "refused: units")                         \
    X(refused_both, MEASURE_PERCENT, "refused: links and units")                \
    X(refused_limit, MEASURE_PERCENT, "refused: limit of combinations")         \
    X(delay_mean, MEASURE_MINUTES, "start after the window's begin, mean")      \
    X(links_mean, MEASURE_NUMBER, "links used by an accepted request, mean")    \
    X(link_utilisation, MEASURE_PERCENT, "utilisation of the links")            \
    X(unit_utilisation, MEASURE_PERCENT, "utilisation of the units")            \
    X(instants_mean, MEASURE_NUMBER, "instants decided for a request, mean")    \
    X(searches_mean, MEASURE_NUMBER, "searches for a path for a request, mean") \
    X(searches_low, MEASURE_NUMBER, "  lowest of a repetition")                 \
    X(searches_high, MEASURE_NUMBER, "  highest of a repetition")               \
    X(seconds_mean, MEASURE_MS, "time for a request, mean")                     \
    X(seconds_low, MEASURE_MS, "  lowest of a repetition")                      \
    X(seconds_high, MEASURE_MS, "  highest of a repetition")                    \
    X(seconds_median, MEASURE_MS, "  median")                                   \
    X(seconds_p95, MEASURE_MS, "  95 % of the requests take less")              \
    X(seconds_max, MEASURE_MS, "  longest")                                     \
    X(bytes_peak, MEASURE_KIB, "memory of the network, most")

enum mrfs_figure {
#define MRFS_FIGURE(name, unit, label) MRFS_FIGURE_##name,
    MRFS_FIGURES(MRFS_FIGURE)
#undef MRFS_FIGURE
        MRFS_FIGURE_COUNT
};

extern const struct measure mrfs_figures_list[MRFS_FIGURE_COUNT];

/* The value as people read it: as measure_text, but a number without a unit is shown
 * without digits after the point if it is whole or at least 1000. Returns `to`. */
const char *mrfs_figures_text(double value, enum measure_unit unit, char to[TEXT_NUMBER]);

#endif
