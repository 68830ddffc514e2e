/* usage.h - how many processors jobs had in use at once, as their log recorded it, and
 * how large a machine is by that.
 *
 *     struct usage u = {.count = 0};
 *     usage_add(&u, &job); ...                 each job that ran
 *     most = usage_most(&u, NULL);
 */
#ifndef USAGE_H
#define USAGE_H

#include "swf.h"

#include "workload/log.h"

#include <stddef.h>
#include <stdint.h>

struct usage { /* zero-initialise; usage_most frees it */
    struct usage_change {
        int64_t at, by;
    } * changes;
    size_t count, room;
    int allocated; /* a job said what it was given */
    int64_t now;   /* jobs that started and have no run time run then; 0 = none do */
};

/* The time of a header line Now (swf_tool convert --keep-queue); -1: it is another. */
int64_t usage_now(const swf_header *h);

/* Adds a job that has started, with the processors that it was given. Where no job says
 * those, its request counts. */
void usage_add(struct usage *u, const swf_job *job);

/* The most that were in use at once, 0 if none of the jobs counted. *nearly, unless that
 * is NULL: enough but for a thousandth of the time in which any was in use. */
int64_t usage_most(struct usage *u, int64_t *nearly);

/* The most that all jobs of a log had in use at once. */
int64_t usage_of_log(const struct log *log);

struct usage_machine {
    int64_t procs, nodes;  /* MaxProcs and MaxNodes of the log; 0 = not there */
    int64_t most, largest; /* that were in use; that a job asked for          */
    int64_t nearly;        /* as usage_most; 0 = not known                    */
    const char *guess;     /* set by usage_size: what it took; NULL = none    */
};

/* The size of the machine: `given`, unless that is 0, else as the log says, else a guess.
 * Of a log with more in use than it has nodes, these are not processors. */
int64_t usage_size(struct usage_machine *m, int64_t given);

#endif
