/* flexco_rules.h - what a run of FlexCo's sites is told, and what it gives back.
 *
 * Paper 5 (M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on
 * advance reservations with rescheduling support"). A mode is what the metascheduler may
 * do to a meta-job that waits, when a site offers it processors that became free early.
 */
#ifndef SIM_FLEXCO_RULES_H
#define SIM_FLEXCO_RULES_H

#include "coalloc.h"

#include "flexco_job.h"
#include "outages.h"
#include "progress.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Name in C, word, operations of coa_flex_reschedule. */
#define SIM_FLEXCO_MODES(X)                        \
    X(RIGID, "rigid", 0)                           \
    X(SHIFT, "shift", COA_SHIFT)                   \
    X(REMAP, "shift+remap", COA_SHIFT | COA_REMAP) \
    X(MOLD, "shift+remap+mold", COA_SHIFT | COA_REMAP | COA_MOLD)

typedef enum sim_flexco_mode {
#define SIM_FLEXCO_MODE_ENUM(name, word, ops) SIM_FLEXCO_##name,
    SIM_FLEXCO_MODES(SIM_FLEXCO_MODE_ENUM)
#undef SIM_FLEXCO_MODE_ENUM
        SIM_FLEXCO_MODE_COUNT
} sim_flexco_mode;

static inline const char *sim_flexco_mode_word(sim_flexco_mode mode)
{
    static const char *const words[] = {
#define SIM_FLEXCO_MODE_WORD(name, word, ops) word,
        SIM_FLEXCO_MODES(SIM_FLEXCO_MODE_WORD)
#undef SIM_FLEXCO_MODE_WORD
    };
    return words[mode];
}

static inline uint32_t sim_flexco_mode_ops(sim_flexco_mode mode)
{
    static const uint32_t operations[] = {
#define SIM_FLEXCO_MODE_OPS(name, word, ops) ops,
        SIM_FLEXCO_MODES(SIM_FLEXCO_MODE_OPS)
#undef SIM_FLEXCO_MODE_OPS
    };
    return operations[mode];
}

/* What the metascheduler knows of a site. */
typedef enum sim_flexco_publish {
    SIM_FLEXCO_ALL,      /* everything                                    */
    SIM_FLEXCO_EARLIEST, /* its `slots` earliest slots                    */
    SIM_FLEXCO_WINDOW    /* its slots that meet the next `window` seconds */
} sim_flexco_publish;

typedef struct sim_flexco_rules { /* zero-initialise */
    sim_flexco_mode mode;
    int early_binding;   /* COA_INDEX_MAP, else COA_INDEX_COUNT            */
    uint32_t efficiency; /* percent, 0 .. 100: E of flexco_job.h           */
    uint32_t least;      /* as in coa_flex_request, as the next; 0 = 1     */
    uint32_t most_sites; /* 0 = all                                        */
    sim_flexco_publish publish;
    uint32_t slots;  /* EARLIEST: at least 1                           */
    int64_t window;  /* WINDOW: seconds, at least 1                    */
    int64_t latency; /* of each message, seconds                       */
    uint32_t loss;   /* of a million messages so many are lost         */
    uint64_t seed;   /* which ones                                     */
    /* of sites, by number, from 0 on; NULL = none */
    const sim_outage_plan *outages;
    sim_progress *progress; /* told when a job has arrived; NULL = nobody asks */
} sim_flexco_rules;

/* What becomes of a job: name in C and in files, words for people. */
#define SIM_FLEXCO_FATES(X)                                    \
    X(waiting, "still waiting when nothing more would happen") \
    X(finished, "finished")                                    \
    X(killed, "killed at the end that was planned")            \
    X(refused, "can never fit")                                \
    X(unbooked, "never booked: messages failed")

typedef enum sim_flexco_fate {
#define SIM_FLEXCO_FATE_ENUM(name, text) SIM_FLEXCO_FATE_##name,
    SIM_FLEXCO_FATES(SIM_FLEXCO_FATE_ENUM)
#undef SIM_FLEXCO_FATE_ENUM
        SIM_FLEXCO_FATE_COUNT
} sim_flexco_fate;

typedef struct sim_flexco_part { /* what a site gave to a job */
    uint32_t site, servers;
    size_t first_run; /* which processors, early binding: runs[first_run ...] */
    uint32_t run_count;
} sim_flexco_part;

typedef struct sim_flexco_outcome { /* of a job; times -1 = never                       */
    int64_t start, end;             /* of the execution that came to its end            */
    int64_t first_start, promised;  /* of its first booking, [first_start, promised)    */
    int64_t booked_end;             /* of its last booking                              */
    size_t first_part;              /* parts[first_part ...]: by site                   */
    uint32_t part_count;
    uint32_t first_parts;           /* at how many sites it was booked first            */
    uint32_t servers, shape;        /* as it ran, else as booked last; 0 = as submitted */
    uint32_t shifts, remaps, molds; /* how often it moved, by what changed most         */
    uint32_t executions;            /* how often it was begun                           */
    sim_flexco_fate fate;
} sim_flexco_outcome;

typedef struct sim_flexco_execution { /* one that a failure of a site ended */
    uint32_t job;
    int64_t start, end;
    uint32_t servers, shape;
    size_t first_part;
    uint32_t part_count;
} sim_flexco_execution;

typedef struct sim_flexco_result { /* zero-initialise; sim_flexco_result_free */
    sim_flexco_outcome *outcomes;  /* of each job                             */
    size_t count;
    sim_flexco_part *parts;
    size_t part_count, part_capacity;
    coa_run *runs;
    size_t run_count, run_capacity;
    sim_flexco_execution *lost; /* by end */
    size_t lost_count, lost_capacity;
    sim_outage *outages; /* that happened, by from */
    size_t outage_count, outage_capacity;
    uint64_t compressions;                  /* of a site's queue                      */
    uint64_t advances;                      /* of local jobs, by compression          */
    uint64_t asked, moved;                  /* meta-jobs offered an earlier time      */
    uint64_t shifts, remaps, molds, joined; /* moved; joined: from several to one site */
    uint64_t messages, stale, retries;      /* of the metascheduler                   */
    double seconds;                         /* it took                                */
} sim_flexco_result;

static inline void sim_flexco_result_free(sim_flexco_result *r)
{
    static const sim_flexco_result nothing = {.count = 0};
    free(r->outcomes);
    free(r->parts);
    free(r->runs);
    free(r->lost);
    free(r->outages);
    *r = nothing;
}

#endif
