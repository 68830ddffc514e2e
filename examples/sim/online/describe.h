/* describe.h - the lines of coalloc_sim about a workload and about results. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "kit/experiment.h"
#include "kit/option.h"
#include "workload/workload.h"

#include <stdio.h>

/* The words of --lengths, --size, --overrun and --late. */
extern const struct option_word describe_known[], describe_sizes[], describe_overruns[],
    describe_late[];

/* ", 23 Sep 1996 to 29 Aug 1997 (340 days)" */
void describe_dates(FILE *to, const struct workload *w);

/* Where the size of the machine is from (`given`: "--servers", or NULL; without
 * `log` the built-in jobs), and if the log itself had more in use. */
void describe_machine(FILE *to, const struct workload *w, const char *given, int log);

/* What policies plan by (a row of --lengths), its mean, and that of the run times. */
void describe_lengths(FILE *to, const struct workload *w, size_t lengths);

/* How the jobs differ from the log's, and which are left out; `jobs`: the first so many,
 * 0 = all. */
void describe_jobs(FILE *to, const struct workload *w, const struct shape *shape,
                   int64_t jobs, int allocated, int reserved);

/* What to keep in mind; x has run. `requests`: policies plan by requested times. */
void describe_caution(FILE *to, const struct experiment *x, int requests);

#endif
