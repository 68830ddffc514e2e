/* reservations.h - reservations and downtimes from a file, or from the header of a log.
 *
 *     ; announced  start             length  processors
 *     2d           3d9h              8h      64      ; announced two days into the log
 *     -            2026-11-03T09:00  8h      0-19,24 ; known from the beginning
 *
 * Times are as moment.h has them. With a number of processors it is a reservation of so
 * many. A list (one processor: 7-7) is a downtime of these.
 *
 *     ; Reservation: - 3600 7200 16 12-15,18
 *     ; Reservation: + 20,22,31-40
 *
 * is the same in the header of a log, where a fifth field lists the numbers of the jobs
 * that ran inside it: they are left out, as the reservation stands for them. More of them
 * may follow a +, as lines are short.
 */
#ifndef RESERVATIONS_H
#define RESERVATIONS_H

#include "base/job.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdio.h>

struct reservations { /* of a workload: zero-initialise; reservations_free after it */
    struct job_run *downtimes; /* their lists of processors                    */
    size_t made;               /* that are in the workload                     */
    size_t down;               /* ... with a list                              */
    size_t over;               /* that are over before its first job: not in it */
    size_t jobs;               /* that were left out of it                     */
};

/* Makes each reservation of a file (.gz is unpacked), or of the workload's own log
 * ("log"), a job of the workload, JOB_GIVEN, that is submitted when it is announced,
 * before the jobs of that moment. What lies before the workload's first job is cut off. A
 * wrong line ends the program: file, line, field, expectation. */
void reservations_apply(struct reservations *r, const char *from, struct workload *w);

/* The result, in a line. */
void reservations_describe(FILE *to, const struct reservations *r);

void reservations_free(struct reservations *r);

#endif
