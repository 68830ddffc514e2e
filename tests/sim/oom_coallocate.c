/* oom_coallocate.c - jobs at several clusters when memory runs out (broker_coallocate.c).
 *
 * Each request of a run is refused in a run of its own, alone and with all that follow.
 * That ends with a message and leaks nothing. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "swf.h"

#include "coalloc.h"

#include "broker_cases.h"

#include <string.h>

static void refusals(void)
{
    static const case_job jobs[] = {{0, 100, 200, 16, ""},
                                    {1, 50, 80, 20, ""},
                                    {2, 60, 60, 24, "vendor == Intel"},
                                    {250, 60, 60, 12, ""},
                                    {251, 10, 10, 33, ""}};
    broker_case c = {0};
    int sticky, refused;
    long failed = 0;
    strcpy(c.grid, "cluster a nodes=4 cpus=16 vendor=Intel\n"
                   "cluster b nodes=4 cpus=8 vendor=Intel\ncluster c nodes=4 cpus=8\n");
    memcpy(c.jobs, jobs, sizeof jobs);
    c.n = sizeof jobs / sizeof jobs[0];
    c.rules.at_several = 1;
    c.rules.coallocate = 10;
    heap_begin();
    for (sticky = 0; sticky < 2; sticky++) {
        long k = 0;
        do {
            world w;
            int result;
            build_world(&c, &w);
            store.calls = store.failures = 0;
            store.fail_at = ++k;
            store.sticky = sticky;
            w.e.text[0] = 0;
            result = run_world(&w);
            refused = store.failures > 0;
            store.fail_at = 0;
            if (!refused || result != 0) { /* else the least that was needed was there */
                CHECK_EQ(result, refused ? -1 : 0);
                CHECK(!refused || strstr(w.e.text, "memory"));
            }
            failed += result != 0;
            free_world(&w);
            CHECK_EQ(store.live_blocks, 0);
        } while (refused);
    }
    CHECK(failed > 0); /* a sweep that refuses nothing proves nothing */
}

TEST_MAIN(TEST(refusals))
