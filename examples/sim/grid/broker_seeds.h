/* broker_seeds.h - the same experiment with several seeds, one after the other.
 *
 *     struct broker_seeds seeds = {0};
 *     if (broker_seeds_open(&seeds, x, &e) == 0)              x is open
 *         for (i = 0; i < broker_seeds_runs(&seeds); i++)
 *             broker_seeds_run(&seeds, i, &e);
 *     broker_seeds_close(&seeds, &e);                         fills the spreads of x
 *     broker_seeds_free(&seeds);
 *
 * Each seed has an experiment of its own; that of the first is the caller's.
 */
#ifndef BROKER_SEEDS_H
#define BROKER_SEEDS_H

#include "base/error.h"
#include "base/progress.h"
#include "grid/broker_experiment.h"

#include <stddef.h>

struct broker_seeds { /* zero-initialise; broker_seeds_free */
    struct broker_experiment *first;
    struct broker_experiment *others;
    struct broker_settings *settings; /* of the others */
    size_t count;                     /* of the others */
};

void broker_seeds_free(struct broker_seeds *s);

/* Opens the experiments of the other seeds that the settings of `first` ask for; `first`
 * has everything that a run needs. 0, or -1. */
int broker_seeds_open(struct broker_seeds *s, struct broker_experiment *first,
                      struct error *e);

/* How many runs there are, and how many jobs they have together. */
size_t broker_seeds_runs(const struct broker_seeds *s);
size_t broker_seeds_jobs(const struct broker_seeds *s);

/* Run number i; a task for program_run. */
int broker_seeds_run(void *seeds, size_t i, struct error *e);

/* The name of run number i: its set-up. */
void broker_seeds_name(const void *seeds, size_t i, char to[PROGRESS_NAME]);

/* After all runs: mean, least and largest value of each figure of each point of the first
 * experiment. 0, or -1 without memory. */
int broker_seeds_close(struct broker_seeds *s, struct error *e);

#endif
