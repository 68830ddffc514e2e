/* shape_options.h - the options of shape.h for a simulator on the kit: rows of its table.
 *
 *     struct settings { struct shape shape; ... };
 *     static const struct option options[] = {
 *         SHAPE_OPTIONS_OF(struct settings, shape, "any"), ...};
 *
 * --jobs is not among them, since what it means for a built-in workload differs from
 * program to program. `most_cpus`: the default of --max-cpus in words.
 */
#ifndef SHAPE_OPTIONS_H
#define SHAPE_OPTIONS_H

#include "kit/option.h"
#include "workload/shape.h"

#define SHAPE_OPTIONS_OF(settings, shape, most_cpus)                                     \
    {"skip", OPTION(OPTION_WHOLE, settings, shape.skip), .of = OF_WORLD,                 \
     .hi = INT64_MAX, .help = "leave out the first N jobs, while a system warms up"},    \
        {"cut",                                                                          \
         OPTION(OPTION_SPAN_TIME, settings, shape.cut),                                  \
         .of = OF_WORLD,                                                                 \
         .meta = "FROM:TO",                                                              \
         .value = "0:",                                                                  \
         .said = "all",                                                                  \
         .help = "only jobs submitted from FROM until before TO after the first"         \
                 " submission (after --skip); either may be left out; times stay"},      \
        {"scale-size",                                                                   \
         OPTION(OPTION_DECIMAL, settings, shape.scale_size),                             \
         .of = OF_WORLD,                                                                 \
         .lo = 1,                                                                        \
         .hi = SHAPE_FACTOR_MAX,                                                         \
         .value = "1",                                                                   \
         .log = 1,                                                                       \
         .help = "multiply each job's size by X, to the nearest, at least 1"},           \
        {"max-cpus",                                                                     \
         OPTION(OPTION_WHOLE, settings, shape.max_cpus),                                 \
         .of = OF_WORLD,                                                                 \
         .lo = 1,                                                                        \
         .hi = INT64_MAX,                                                                \
         .said = (most_cpus),                                                            \
         .help = "cut larger sizes to N (after --scale-size)"},                          \
        {"scale-run",                                                                    \
         OPTION(OPTION_DECIMAL, settings, shape.scale_run),                              \
         .of = OF_WORLD,                                                                 \
         .lo = 1,                                                                        \
         .hi = SHAPE_FACTOR_MAX,                                                         \
         .value = "1",                                                                   \
         .log = 1,                                                                       \
         .help = "multiply run times and requested times by X, to the nearest, at least" \
                 " 1"},                                                                  \
    {                                                                                    \
        "load", OPTION(OPTION_DECIMAL, settings, shape.load),                            \
            .of = OF_WORLD, .lo = SHAPE_LOAD_MIN, .hi = SHAPE_FACTOR_MAX,                \
            .said = "as it is",                                                          \
            .help = "move the submissions closer together or further apart (last of"     \
                    " all) until the sum of run time * size is X times the machine's"    \
                    " size * the time from the first to the last submission"             \
    }

#endif
