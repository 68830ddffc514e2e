/* oom_sweep.h - a simulator's run in which every request for memory is refused, one after
 * the other: alone, and with all that follow. It must end with a message about memory and
 * leak nothing; a run that was refused nothing must give the answer it always gives. */
#ifndef OOM_SWEEP_H
#define OOM_SWEEP_H

#include "heap.h"

#include "base/error.h"
#include "base/hash.h"

#include <stdint.h>
#include <string.h>

/* 0 and the hash of its answer; or -1 with a message. */
typedef int oom_run(const void *setup, uint64_t *answer, struct error *e);

/* The hash of an answer with x added. */
static inline uint64_t oom_hash(uint64_t hash, int64_t x)
{
    return hash_add(hash, (uint64_t)x);
}

static inline int oom_run_clean(oom_run *run, const void *setup, uint64_t *answer,
                                struct error *e)
{
    int result;
    memset(e, 0, sizeof *e);
    *answer = HASH_START;
    result = run(setup, answer, e);
    CHECK_EQ(store.live_blocks, 0);
    CHECK_EQ(store.bad_size, 0);
    return result;
}

static inline uint64_t oom_run_well(oom_run *run, const void *setup)
{
    struct error e;
    uint64_t answer;
    if (oom_run_clean(run, setup, &answer, &e) != 0) CHECK_STR(e.text, "success");
    return answer;
}

static long oom_failed; /* runs that ended for want of memory */

/* Request n is refused, and all after it if `sticky`. 0: there are not so many. */
static inline int oom_refuse(oom_run *run, const void *setup, long n, int sticky,
                             uint64_t wanted)
{
    struct error e;
    uint64_t got;
    int result;
    store.fail_at = store.calls + n;
    store.sticky = sticky;
    store.failures = 0;
    result = oom_run_clean(run, setup, &got, &e);
    store.fail_at = 0;
    if (store.failures == 0 || result == 0) { /* the least that was needed was there */
        CHECK_EQ(result, 0);
        CHECK(got == wanted);
        return store.failures > 0;
    }
    CHECK_EQ(result, -1);
    oom_failed++;
    if (!strstr(e.text, "out of memory") && !strstr(e.text, "no memory"))
        CHECK_STR(e.text, "out of memory");
    return 1;
}

/* Each of the first `dense` requests, then one of so many; fewer with slow tools, and
 * fewer where only one request is refused: then the run mostly goes on to its end. */
static inline void oom_sweep(oom_run *run, const void *setup, long dense)
{
    const uint64_t wanted = oom_run_well(run, setup);
    const long scaled = 1 + (100 - test_scaled(100)) / 2;
    int sticky;
    long n;
    oom_failed = 0;
    for (sticky = 0; sticky < 2; sticky++) {
        const long stride = sticky ? scaled : 7 * scaled;
        for (n = 1; oom_refuse(run, setup, n, sticky, wanted);
             n += n < dense ? stride : 193 * stride)
            continue;
    }
    CHECK(oom_failed > 0); /* a sweep that refuses nothing proves nothing */
    CHECK(oom_run_well(run, setup) == wanted);
}

#endif
