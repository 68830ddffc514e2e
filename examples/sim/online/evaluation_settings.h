/* evaluation_settings.h - everything that decides the results of a run of coalloc_sim:
 * the log and what is done to it, the policies, and how they schedule.
 *
 *     struct evaluation_settings s = EVALUATION_SETTINGS;
 *
 * Equal settings give equal results. The options of the command line fill them: one
 * table, from which come parsing, --help, the sweep of an option and the hash that tells
 * whether a point of a sweep belongs to the same run.
 *
 *     struct cli_option options[EVALUATION_OPTIONS_MAX + OTHERS];
 *     size_t count = evaluation_settings_options(&s, options);
 *     ... the program adds its own, and parses the command line ...
 *     code = evaluation_settings_read("coalloc_sim", &s);
 *     if (code == CLI_RUN) code = evaluation_settings_check("coalloc_sim", &s);
 */
#ifndef EVALUATION_SETTINGS_H
#define EVALUATION_SETTINGS_H

#include "coalloc.h"

#include "batch/batch_run.h"
#include "batch/policy.h"
#include "batch/sharing.h"
#include "program/cli.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>

enum { EVALUATION_RETRIES_HALF = -1, EVALUATION_RETRIES_NONE = -2 }; /* --retries */

enum { EVALUATION_SEEDS_MOST = 1000 };

enum { /* what policies know of how long jobs run */
       EVALUATION_LENGTHS_REQUESTED,
       EVALUATION_LENGTHS_ACTUAL,
       EVALUATION_LENGTHS_TSAFRIR,
       EVALUATION_LENGTHS_PAPER /* online the run times, batch schedulers the requests */
};

#define EVALUATION_INDEX_WORDS "map|range-tree|count|slices" /* coa_index - 1 */
#define EVALUATION_PLACE_WORDS "default|best-fit|first-fit|contiguous|paper"
#define EVALUATION_LENGTHS_WORDS "requested|actual|tsafrir|paper"
#define EVALUATION_BINDING_WORDS "count|ids"
#define EVALUATION_TIES_WORDS "ends-first|per-event"
#define EVALUATION_COMPRESS_WORDS "none|arrival|start"

struct evaluation_settings {                 /* begins as EVALUATION_SETTINGS */
    const char *trace;                       /* NULL = the built-in workload */
    const char *policy_list, *node_capacity; /* as they were written: NULL = not given */
    const char *policy_program;              /* a command; NULL = not given */
    struct policy_list policies;             /* read from policy_list */
    struct shape shape;
    int64_t servers, jobs, seed; /* 0 = not given */
    int64_t seeds;               /* 0 = one        */
    int64_t lengths, size, overrun, feedback;
    int64_t ar, ar_window; /* billionths; 0 = not given */
    int64_t index, place, slot, horizon, step, retries;
    int64_t binding, ties, order, backfill, compress, selection;
    int64_t nodes;                    /* 0: nothing is shared */
    int64_t capacity[SHARING_SHARED]; /* billionths, read from node_capacity */
};

/* The setting of paper 1, section 5, with the slot and horizon it does not give. */
#define EVALUATION_SETTINGS                                                          \
    {                                                                                \
        .shape = SHAPE_NONE, .seed = 1, .overrun = WORKLOAD_OVERRUN_EXTEND,          \
        .index = COA_INDEX_MAP - 1, .slot = 900, .horizon = 42 * 86400, .step = 900, \
        .retries = EVALUATION_RETRIES_HALF, .compress = BATCH_COMPRESS_ARRIVAL       \
    }

/* ---- settings, resolved ------------------------------------------------------------ */

/* A reservation is ready at most this long after its submission: as [33] of paper 1. */
int64_t evaluation_settings_window(const struct evaluation_settings *s);

/* R_max as the calendar takes it; half is floor(Q / 2) with Q = ceil(H / tau) slots. */
uint32_t evaluation_settings_retries(const struct evaluation_settings *s);

/* What `online` books: the run time, or what the job is planned by. */
enum workload_runtime evaluation_settings_runtime(const struct evaluation_settings *s);

/* Of each node, in the unit of the log's usages; 0 = no limit. */
double evaluation_settings_capacity(const struct evaluation_settings *s, int resource);

/* Is any of the policies a batch scheduler? */
int evaluation_settings_batch(const struct evaluation_settings *s);

/* ---- settings as one number -------------------------------------------------------- */

/* A hash of all options that affect results, and of the policies in their list; not of
 * the log itself. */
uint64_t evaluation_settings_hash(const struct evaluation_settings *s);

/* ---- the command line -------------------------------------------------------------- */

enum { EVALUATION_OPTIONS_MAX = 48 };

/* Fills `to` with options whose values go to *s; returns how many there are. Options that
 * do not affect results are marked as neutral. */
size_t evaluation_settings_options(struct evaluation_settings *s,
                                   struct cli_option to[EVALUATION_OPTIONS_MAX]);

/* Reads the list of policies and the capacity of the nodes from their texts. CLI_RUN, or
 * CLI_USAGE after a complaint. */
int evaluation_settings_read(const char *program, struct evaluation_settings *s);

/* Do the options agree with each other? CLI_RUN, or CLI_USAGE after a complaint. */
int evaluation_settings_check(const char *program, const struct evaluation_settings *s);

/* The same for what a sweep never changes: --nodes. */
int evaluation_settings_check_once(const char *program,
                                   const struct evaluation_settings *s);

#endif
