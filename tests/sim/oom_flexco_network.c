/* oom_flexco_network.c - jobs with bandwidth between their sites when memory runs out
 * (flexco_network.h).
 *
 * In many states of sites and links each operation is called with its first request for
 * memory refused, then with its second, ... until it makes no more; each refused once,
 * and from then on. After a refusal the status is COA_E_NOMEM, and all sites and links
 * are what they were. Then the same call succeeds, with the answer it would have had at
 * once. Every place in the simulators' files that asks for memory must have been refused,
 * also when an array was about to grow. It is linked with tests/coalloc/exact.c, so that
 * calendars ask for much, too. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "coalloc.h"
#include "netsched.h"

#include "flexco_network_world.h"

typedef struct state {
    world w;
    wish x; /* of the booking */
    struct flexco_network_booking b;
} state;

/* A job; sometimes behind many others, and then some way made before it. */
static void make(state *st)
{
    const uint32_t locals = test_below(2) ? 60 : 0; /* more than one piece to copy */
    uint32_t i;
    memset(st, 0, sizeof *st);
    CHECK_EQ(world_make(&st->w, 4, 1000, test_heap_hook, &store), COA_OK);
    for (i = 0; i < locals; i++) world_local(&st->w);
    do {
        world_wish(&st->w, &st->x);
    } while (flexco_network_reserve(&st->w.co, &st->x.req, &st->b) != COA_OK);
    for (i = 0; locals > 0 && i < st->w.n; i++) {
        coa_booking b;
        coa_id after = 0;
        for (; coa_next(st->w.site[i].calendar, after, &b) == COA_OK; after = b.id)
            if (b.parts == 0 && test_below(3) > 0)
                CHECK_EQ(coa_cancel(st->w.site[i].calendar, b.id), COA_OK);
    }
}

/* ---- the operations ---------------------------------------------------------------- */

static coa_status op_reserve(state *st)
{
    struct flexco_network_booking b;
    const coa_status s = flexco_network_reserve(&st->w.co, &st->x.req, &b);
    CHECK(s == COA_OK || (b.job.id == 0 && b.links == 0));
    return s;
}

static coa_status op_move(state *st)
{
    return flexco_network_move(&st->w.co, &st->x.req, &st->b);
}

static coa_status op_make(state *st)
{
    struct flexco_network c;
    const coa_status s =
        flexco_network_make(&c, st->w.site, st->w.n, st->w.net, st->w.node, 3);
    if (s == COA_OK) flexco_network_free(&c);
    return s;
}

static coa_status (*const operations[])(state *) = {op_reserve, op_move, op_make};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- each refusal ------------------------------------------------------------------ */

static long failed; /* operations that ended for want of memory */

/* The operation with the k-th request for memory refused; 0 if it makes fewer. */
static int refuse(uint64_t seed, size_t op, long k, int sticky, uint64_t *after,
                  coa_status *expected)
{
    const struct flexco_network_booking *b;
    state st;
    uint64_t before;
    coa_status s;
    coa_id id;
    int refused;
    test_state_ = seed;
    memset(&store, 0, sizeof store);
    make(&st);
    b = &st.b;
    id = b->job.id;
    before = world_print(&st.w);
    store.calls = 0;
    store.fail_at = k;
    store.sticky = sticky;
    s = operations[op](&st);
    refused = store.failures > 0;
    store.fail_at = 0;
    failed += s != COA_OK && refused;
    if (refused && s != COA_OK) { /* else the least that was needed was there */
        CHECK_EQ(s, COA_E_NOMEM);
        CHECK_EQ(b->job.id, id);
        CHECK(world_print(&st.w) == before);
        s = operations[op](&st);
    }
    if (k == 0) {
        *expected = s;
        *after = world_print(&st.w);
    }
    CHECK_EQ(s, *expected);
    CHECK(world_print(&st.w) == *after);
    world_destroy(&st.w);
    CHECK_EQ(store.live_blocks, 0);
    return refused;
}

static void refusals(void)
{
    long n = test_scaled(6);
    heap_begin();
    for (; n > 0; n--) {
        const uint64_t seed = test_random(), next = test_random();
        size_t op;
        for (op = 0; op < OPERATIONS; op++) {
            coa_status expected = COA_OK;
            uint64_t after = 0;
            int sticky;
            long k;
            refuse(seed, op, 0, 0, &after, &expected);
            CHECK(expected == COA_OK || expected == COA_E_NOFIT);
            for (sticky = 0; sticky < 2; sticky++)
                for (k = 1; refuse(seed, op, k, sticky, &after, &expected); k++) {
                }
        }
        test_state_ = next;
    }
    CHECK(failed > 0);
    heap_check_places("examples/sim/", NULL, 1);
}

TEST_MAIN(TEST(refusals))
