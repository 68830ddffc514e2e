/* workload_report.h - which jobs a simulator had, and how their log was changed before:
 * as lines for people, and as JSON.
 */
#ifndef WORKLOAD_REPORT_H
#define WORKLOAD_REPORT_H

#include "program/json.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stdint.h>
#include <stdio.h>

/* Warns on standard error of lines that are no job, and of columns that are ignored. */
void workload_report_warn(const char *program, const struct workload *w);

/* How many jobs and lines were left out, by reason; nothing where there are none. */
void workload_report_print_left_out(FILE *to, const struct workload *w);

/* How the log was changed (shape.h); `jobs`: to so many jobs, 0 = all. */
void workload_report_print_shape(FILE *to, const struct workload *w,
                                 const struct shape *shape, int64_t jobs);

/* What to say behind the size of the machine: that it is a guess, or "". */
const char *workload_report_guess(int guessed);

/* The object "workload". */
void workload_report_json(const struct workload *w, struct json *j);

/* How the log was changed, as members of the settings. */
void workload_report_json_shape(struct json *j, const struct shape *shape, int64_t jobs);

#endif
