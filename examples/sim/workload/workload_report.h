/* workload_report.h - what jobs a simulator had, and what was done to their log before:
 * as lines for people, as JSON for programs.
 */
#ifndef WORKLOAD_REPORT_H
#define WORKLOAD_REPORT_H

#include "program/json.h"
#include "report/report.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stdint.h>
#include <stdio.h>

void workload_report_print_left_out(FILE *to, const struct workload *w);

/* What was done to the log before (shape.h); `jobs`: so many of it, 0 = all. */
void workload_report_print_shape(FILE *to, const struct shape *shape, int64_t jobs);

void workload_report_json(const struct workload *w, struct json *j);

/* Members of the settings. */
void workload_report_json_shape(struct json *j, const struct shape *shape, int64_t jobs);

#endif
