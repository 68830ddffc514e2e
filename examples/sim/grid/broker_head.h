/* broker_head.h - what broker_sim prints about an experiment in words: the lines at the
 * top of tables and page, and notes after the first table.
 */
#ifndef BROKER_HEAD_H
#define BROKER_HEAD_H

#include "grid/broker_experiment.h"

#include <stddef.h>
#include <stdio.h>

enum {
    BROKER_HEAD_TEXT = 64,
    BROKER_HEAD_UNKNOWN =
        8 /* at most so many attributes that no cluster has are listed */
};

/* The reduction factor, or delay, of that number. Returns `to`. */
const char *broker_head_factor(const struct broker_settings *s, size_t factor,
                               char to[BROKER_HEAD_TEXT]);
const char *broker_head_delay(const struct broker_settings *s, size_t delay,
                              char to[BROKER_HEAD_TEXT]);

/* What was simulated, and how. */
void broker_head_print(FILE *to, const void *experiment);

/* What a reader has to know to compare set-ups; which made the same schedule; why a job
 * has no cluster. */
void broker_head_notes(FILE *to, const struct broker_experiment *x);

#endif
