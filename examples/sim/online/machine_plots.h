/* machine_plots.h - the machine over time, under several policies: how busy it is, and
 * which job runs on which servers on one day. These figures are not in paper 1.
 */
#ifndef MACHINE_PLOTS_H
#define MACHINE_PLOTS_H

#include "online/schedule.h"
#include "report/figure.h"
#include "report/gantt.h"

#include <stddef.h>
#include <stdint.h>

/* All times of a log are before that day. */
#define MACHINE_PLOTS_DAYS INT64_C(100000000)

/* Percent of the servers that are busy, means over bins of time from the first submission
 * on; the last bin ends with the last job. Fills *p, which is initialised. 0, or -1 when
 * memory is out. */
int machine_plots_utilisation(struct figure_plot *p, const struct schedule *s, size_t n,
                              uint32_t servers);

/* The jobs of one day, counted from 1; 0 = the busiest one under the first schedule. 0,
 * or -1 when memory is out. */
int machine_plots_day(struct gantt *g, const struct schedule *s, size_t n,
                      uint32_t servers, int64_t day);

#endif
