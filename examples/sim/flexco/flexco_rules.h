/* flexco_rules.h - the rules of a run of FlexCo's sites, and its result.
 *
 * Paper 5 (M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on
 * advance reservations with rescheduling support"). A mode is what the metascheduler
 * may do to a meta-job that waits, when a site offers it processors that became free
 * early.
 *
 * A meta-job that is booked at one site is that site's own from then on: the site moves
 * it forward as it moves its local jobs, and only jobs at several sites are offered to
 * the metascheduler. With `one_site_fixed` every meta-job is the metascheduler's.
 */
#ifndef FLEXCO_RULES_H
#define FLEXCO_RULES_H

#include "coalloc.h"

#include "base/progress.h"

#include <stddef.h>
#include <stdint.h>

/* The modes: name in C, word on the command line and in results, operations of
 * coa_flex_reschedule. A mode is added here and nowhere else. */
#define FLEXCO_MODES(X)                            \
    X(RIGID, "rigid", 0)                           \
    X(SHIFT, "shift", COA_SHIFT)                   \
    X(REMAP, "shift+remap", COA_SHIFT | COA_REMAP) \
    X(MOLD, "shift+remap+mold", COA_SHIFT | COA_REMAP | COA_MOLD)

enum flexco_mode {
#define FLEXCO_MODE_ENUM(name, word, ops) FLEXCO_##name,
    FLEXCO_MODES(FLEXCO_MODE_ENUM)
#undef FLEXCO_MODE_ENUM
        FLEXCO_MODE_COUNT
};

/* All words, separated by |, for a command line. */
extern const char *const flexco_rules_mode_words;

const char *flexco_rules_mode_word(enum flexco_mode mode);

uint32_t flexco_rules_mode_ops(enum flexco_mode mode);

struct flexco_rules { /* zero-initialise */
    enum flexco_mode mode;
    int early_binding;         /* COA_INDEX_MAP, else COA_INDEX_COUNT            */
    int one_site_fixed;        /* only the metascheduler moves a meta-job at one site */
    uint32_t efficiency;       /* percent, 0 .. 100: E of flexco_job.h           */
    struct progress *progress; /* counts jobs that have arrived; or NULL */
};

/* What becomes of a job: name in C and in files, text. */
#define FLEXCO_FATES(X)                    \
    X(finished, "finished")                \
    X(killed, "killed at the planned end") \
    X(refused, "refused: it can never fit")

enum flexco_fate {
#define FLEXCO_FATE_ENUM(name, text) FLEXCO_FATE_##name,
    FLEXCO_FATES(FLEXCO_FATE_ENUM)
#undef FLEXCO_FATE_ENUM
        FLEXCO_FATE_COUNT
};

struct flexco_part { /* what a site gave to a job */
    uint32_t site, servers;
    size_t first_run; /* which processors, early binding: runs[first_run ...] */
    uint32_t run_count;
};

struct flexco_outcome {            /* of a job; times -1 = never                       */
    int64_t start, end;            /* when it ran                                      */
    int64_t first_start, promised; /* of its first booking, [first_start, promised)    */
    int64_t booked_end;            /* of its last booking                              */
    size_t first_part;             /* parts[first_part ...]: by site                   */
    uint32_t part_count;
    uint32_t first_parts;           /* at how many sites it was booked first            */
    uint32_t servers, shape;        /* as it ran, else as booked last; 0 = as submitted */
    uint32_t shifts, remaps, molds; /* how often it moved, by what changed most         */
    enum flexco_fate fate;
};

struct flexco_result {               /* zero-initialise; flexco_rules_result_free */
    struct flexco_outcome *outcomes; /* of each job                             */
    size_t count;
    struct flexco_part *parts;
    size_t part_count, part_capacity;
    coa_run *runs;
    size_t run_count, run_capacity;
    uint64_t compressions;                  /* of a site's queue                      */
    uint64_t advances;                      /* of local jobs, by compression          */
    uint64_t meta_advances;                 /* of meta-jobs at one site, the same     */
    uint64_t asked, moved;                  /* meta-jobs offered an earlier time      */
    uint64_t sites_asked;                   /* by calls for meta-jobs, summed         */
    uint64_t shifts, remaps, molds, joined; /* moved; joined: from several to one site */
    double seconds;                         /* it took                                */
};

void flexco_rules_result_free(struct flexco_result *r);

#endif
