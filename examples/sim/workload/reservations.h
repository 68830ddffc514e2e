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
 *
 *     struct reservations r = {.from = "down.txt"};
 *     workload_load(...);               .header = reservations_header, .context = &r
 *     reservations_apply(&r, &w);       each is a job of the workload from now on
 *     reservations_free(&r);            after the workload
 *
 * A line that is wrong ends the program: file, line, field, what was expected.
 */
#ifndef RESERVATIONS_H
#define RESERVATIONS_H

#include "swf.h"

#include "base/job.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct reservations_line {
    uint64_t number; /* in its file */
    char *text;
};

struct reservations { /* zero-initialise; reservations_free */
    const char *from; /* a file, .gz is unpacked; "log": the log's header; NULL: none */
    const char *path; /* for messages                       */
    struct reservations_line *lines;
    size_t count, room;
    struct job_list **lists; /* of downtimes                          */
    size_t listed, list_room;
    size_t made; /* that are in the workload                          */
    size_t over; /* that are over before its first job: not in it     */
    size_t more; /* lines of jobs alone                               */
    size_t jobs; /* that were left out of it                          */
};

/* Takes this line of a log's header if it is one, and they are wanted from there: for
 * struct workload_reading, whose context are the reservations. */
void reservations_header(void *reservations, const char *path, uint64_t number,
                         const swf_header *h);

/* Reads the file, if that is where they are from, and makes each a job of the workload,
 * JOB_GIVEN, that is submitted when it is announced, before the jobs of that moment. What
 * lies before the workload's first job is cut off. */
void reservations_apply(struct reservations *r, struct workload *w);

/* What was made of them, in a line. `unbound`: a policy that is compared gives servers no
 * names, so that a list is a number for it. */
void reservations_describe(FILE *to, const struct reservations *r, int unbound);

void reservations_free(struct reservations *r);

#endif
