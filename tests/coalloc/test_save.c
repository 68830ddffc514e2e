/* test_save.c - coa_save and coa_load: streams of older versions; that exactly what
 * coa_save could have written makes a calendar (save_check.h has a reader for it);
 * memory, refused or claimed. That a loaded calendar goes on as if it had never stopped
 * is shown by prop_calendar.c and prop_flex.c. */
#include "coalloc.h"
#include "indexes.h"
#include "test.h"
#include "make.h"
#include "audit.h"

#include "save_check.h"
#include "saved.h"

static save_heap heap;

static coa_calendar *make(uint32_t index, uint32_t servers, coa_time horizon,
                          coa_time slot, coa_time now)
{
    return MAKE(.index = index, .servers = servers, .horizon = horizon, .slot = slot,
                .now = now, .alloc = save_hook, .alloc_ctx = &heap);
}

static save_bytes saved(const coa_calendar *cal)
{
    save_bytes b = {0};
    CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
    return b;
}

static coa_calendar *loaded(save_bytes *b)
{
    coa_calendar *cal = NULL;
    coa_desc d = {.alloc = save_hook, .alloc_ctx = &heap};
    b->pos = 0;
    CHECK_EQ(coa_load(&cal, &d, save_read, b), COA_OK);
    CHECK_EQ(b->pos, b->size);
    return cal;
}

static int same_bytes(const save_bytes *x, const save_bytes *y)
{
    return x->size == y->size && memcmp(x->at, y->at, x->size) == 0;
}

static void done(void)
{
    CHECK_EQ(heap.heap.live_blocks, 0);
    CHECK_EQ(heap.heap.bad_size, 0);
}

/* ---- the format -------------------------------------------------------------------- */

static void put_booking(save_bytes *b, uint64_t id, int64_t start, int64_t end,
                        uint32_t servers, uint32_t attempts, uint32_t runs)
{
    save_put(b, id, 8);
    save_put(b, (uint64_t)start, 8);
    save_put(b, (uint64_t)end, 8);
    save_put(b, id % 3, 8); /* a tag */
    save_put(b, servers, 4);
    save_put(b, attempts, 4);
    save_put(b, 0, 4); /* flags */
    save_put(b, runs, 4);
}

static void put_run(save_bytes *b, uint32_t first, uint32_t count)
{
    save_put(b, first, 4);
    save_put(b, count, 4);
}

static void put_part(save_bytes *b, uint64_t id, uint32_t parts, uint32_t mold)
{
    save_put(b, 0, 4); /* parts before it */
    save_put(b, id, 8);
    save_put(b, parts, 4);
    save_put(b, mold, 4);
    save_put(b, FLEX_KEY, 8);
    save_put(b, 1, 8); /* its first site */
}

/* last: the last id given. The numbers that tests seldom need are 0. */
static void put_header(save_bytes *b, uint32_t index, uint32_t servers, int64_t now,
                       int64_t horizon, int64_t slot, uint64_t last, uint32_t bookings)
{
    memset(b, 0, sizeof *b);
    CHECK_EQ(save_write(b, "COALLOC", 8), 0);
    save_put(b, 5, 4); /* the format */
    save_put(b, index, 4);
    save_put(b, servers, 4);
    save_put(b, 0, 4);
    save_put(b, (uint64_t)now, 8);
    save_put(b, (uint64_t)horizon, 8);
    save_put(b, (uint64_t)slot, 8);
    save_put(b, last, 8);
    save_put(b, 0, 8); /* attempts, search visits, update visits */
    save_put(b, 0, 8);
    save_put(b, 0, 8);
    save_put(b, 0, 8); /* ids skipped */
    save_put(b, bookings, 4);
    save_put(b, 0, 4); /* parts */
    save_put(b, ~test_crc(UINT64_MAX, b->at, SAVE_HEADER_SUM), 8);
}

/* Two of 3 servers are booked from 10 to 20; then time moves to 5. */
static coa_calendar *small(uint32_t index)
{
    coa_calendar *cal = make(index, 3, 30, index == COA_INDEX_RANGE_TREE ? 20 : 0, 0);
    (void)RESERVE(cal, .ready = 10, .length = 10, .servers = 2);
    CHECK_EQ(coa_advance(cal, 5), COA_OK);
    return cal;
}

/* What another version than 0.4 wrote is refused as such; no more than its number is
 * read. */
static void other_formats(void)
{
    for (uint32_t format = 0; format < 8; format++) {
        const int known = format == 4 || format == 5;
        save_bytes b;
        put_header(&b, COA_INDEX_MAP, 3, 5, 30, 0, 1, 0);
        save_put(&b, 0, 8);
        save_set(b.at + 8, format, 4);
        CHECK_EQ(save_check_any(b.at, 12, 0), known ? COA_E_CORRUPT : COA_E_ABI);
        save_fix(&b);
        CHECK_EQ(save_check_any(b.at, b.size, 0), known ? COA_OK : COA_E_ABI);
        save_free(&b);
    }
}

/* ---- what older versions have saved ------------------------------------------------ */

static const char *const names[] = {"map", "range_tree", "count", "slices", "unnamed"};

/* Every booking is loaded, and the calendar goes on as in that version. What 0.4 saved as
 * parts of jobs are bookings like others. */
static void of_older(const char *version, int parts_stay)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        saved_file s;
        char name[32];
        coa_calendar *cal = NULL;
        coa_set on = {0};
        coa_booking b;
        coa_id part[2];
        int bookings = 0, parts = 0, q[3];
        snprintf(name, sizeof name, "coalloc-%s__%s", version, names[i]);
        saved_open(&s, name);
        CHECK_EQ(save_check_any(s.at, s.size, 0), COA_OK);
        CHECK_EQ(coa_load(&cal, NULL, saved_read, &s), COA_OK);
        CHECK_EQ(s.pos, s.size);
        check_sane(cal);
        for (coa_id id = 0; coa_next(cal, id, &b, &on) == COA_OK; id = b.id, bookings++) {
            const int was_part = strstr(s.line, " part") != NULL;
            CHECK_EQ(b.parts, was_part && parts_stay ? 2 : 0);
            saved_is(&s, "booking ", in_words(&b, was_part));
            if (was_part) part[parts++ % 2] = b.id;
        }
        CHECK(bookings >= 5 && parts == 2);
        while (sscanf(s.line, "reserve %d %d %d", q, q + 1, q + 2) == 3)
            saved_is(&s, "gets ", got(cal, q));
        saved_close(&s);
        while (parts-- > 0)
            CHECK_EQ(coa_cancel(cal, part[parts]), parts_stay ? COA_E_ARG : COA_OK);
        check_sane(cal);
        coa_set_free(&on);
        coa_destroy(cal);
    }
}

/* The stream of this version on this index. */
static save_bytes older(const char *version, uint32_t index)
{
    save_bytes b = {0};
    saved_file s;
    char name[32];
    snprintf(name, sizeof name, "coalloc-%s__%s", version, names[index - 1]);
    saved_open(&s, name);
    fclose(s.file);
    while (b.size < s.size) CHECK_EQ(save_write(&b, s.at + b.size, 1), 0);
    return b;
}

static void of_0_4(void) { of_older("0.4", 0); }
static void of_0_5(void) { of_older("0.5", 1); }

/* ---- damage ------------------------------------------------------------------------ */

/* So many bookings, written as bytes: some have begun, some are blocks, some, as the
 * last of 40, have servers in two places, and one is a part. */
static save_bytes full(uint32_t index, uint32_t bookings)
{
    const int64_t slot = index == COA_INDEX_RANGE_TREE ? 12 : 0;
    save_bytes b;
    put_header(&b, index, 2 * bookings, 0, 60, slot, bookings, bookings);
    save_set(b.at + 92, 1, 4);
    for (uint32_t i = 0; i < bookings; i++) {
        const uint32_t servers = 1 + (i % 4 == 3);
        const int bound = index != COA_INDEX_COUNT || i % 3 == 1;
        put_booking(&b, i + 1, i % 3 == 1 ? 0 : 10, 20 + i % 7, servers, 1,
                    bound ? servers : 0);
        if (i % 5 == 3) save_set(b.at + b.size - 8, 1, 4);
        for (uint32_t k = 0; bound && k < servers; k++) put_run(&b, k * bookings + i, 1);
    }
    put_part(&b, 1, 2, 0);
    save_put(&b, 0, 8);
    save_fix(&b);
    return b;
}

/* Every bit is flipped, and the stream cut at every byte, read in pieces or not. */
static void damaged(void)
{
    const size_t step = (size_t)(101 - test_scaled(100));
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        for (int state = 0; state < 4; state++) {
            save_bytes b = full(index, 2 + 3 * (uint32_t)state);
            CHECK_EQ(save_check_any(b.at, b.size, 0), COA_OK);
            for (size_t i = 0; i < 8 * b.size; i += step) {
                b.at[i / 8] ^= (unsigned char)(1u << i % 8);
                CHECK(save_check_any(b.at, b.size, 0) != COA_OK);
                b.at[i / 8] ^= (unsigned char)(1u << i % 8);
            }
            for (size_t i = 0; i < b.size; i += i < SAVE_HEADER ? 1 : step)
                CHECK_EQ(save_check_any(b.at, i, state % 2 ? 7 : 0), COA_E_CORRUPT);
            save_free(&b);
        }
    }
}

/* Not a byte of what follows the stream is read. */
static void one_behind_the_other(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        save_bytes b = full(index, 40);
        const size_t size = b.size;
        coa_calendar *cal = NULL;
        CHECK_EQ(save_write(&b, "behind", 6), 0);
        CHECK_EQ(coa_load(&cal, NULL, save_read, &b), COA_OK);
        CHECK(size > 1024 && b.pos == size);
        coa_destroy(cal);
        save_free(&b);
    }
}

/* ---- lies with a right checksum ---------------------------------------------------- */

/* The number at this place becomes x; 1 if that is a calendar. */
static int changed(const save_bytes *b, size_t place, uint64_t x, int bytes)
{
    save_bytes lie = *b;
    lie.capacity = b->size + 64;
    lie.at = (unsigned char *)malloc(lie.capacity);
    if (!lie.at) abort();
    memcpy(lie.at, b->at, b->size);
    save_set(lie.at + place, x, bytes);
    save_fix(&lie);
    const coa_status s = save_check_any(lie.at, lie.size, 0);
    save_free(&lie);
    return s == COA_OK;
}

#define LONGEST ((int64_t)(COA_MAX_SLOTS - 1) * 20) /* horizon, with slots of 20 */

/* Every number of a stream becomes a little more or less, or one of those at which a rule
 * ends; of the longer streams, some. */
static void every_number_changed(void)
{
    static const signed char small[] = {0,  1,  2,  3,  4,  5,  6,  7,  9,   10, 14,
                                        15, 19, 20, 25, 35, 36, 60, -1, -10, -11};
    static const int64_t large[] = {INT32_MAX,
                                    UINT32_MAX,
                                    INT64_MAX - 5,
                                    INT64_MAX,
                                    INT64_MIN,
                                    INT64_MIN + 1,
                                    COA_SLICES_SERVERS,
                                    COA_SLICES_SERVERS + 1,
                                    COA_MAX_SERVERS,
                                    COA_MAX_SERVERS + 1,
                                    LONGEST,
                                    LONGEST + 1};
    const size_t few = sizeof small, n = few + sizeof large / sizeof *large;
    const uint64_t step = test_scaled(100) < 10 ? 20 : 1;
    long taken = 0, all = 0;
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        for (int state = -1; state < 4; state++) {
            save_bytes b = state < 1 ? older(state ? "0.4" : "0.5", index)
                                     : full(index, 1 + 3 * (uint32_t)state);
            unsigned char *bytes = (unsigned char *)calloc(b.size, 1);
            save_walk w;
            if (!bytes) abort();
            w = save_walk_of(b.at, b.size, bytes);
            save_walk_free(&w);
            for (size_t i = 0; i < b.size; i++)
                for (size_t k = 0; bytes[i] && k < n + 4; k++) {
                    const uint64_t was = save_get(b.at + i, bytes[i]);
                    if (test_below(state == 1 ? step : 5 * step)) continue;
                    taken += changed(&b, i,
                                     k < few ? (uint64_t)small[k]
                                     : k < n ? (uint64_t)large[k - few]
                                             : was + (k - n) - 2 + (k - n) / 2,
                                     bytes[i]);
                    all++;
                }
            free(bytes);
            save_free(&b);
        }
    }
    CHECK(taken < all / 2);
    if (test_scaled(100) == 100) CHECK(taken > 50); /* counters, attempts: no lies */
}

/* A header may claim anything: memory comes with the bytes only (save_check_any). */
static void great_claims(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        for (uint32_t parts = 0; parts < 2; parts++) {
            save_bytes b;
            put_header(&b, index, COA_MAX_SERVERS, 0, COA_MAX_SLOTS - 2, index == 2,
                       INT64_MAX, UINT32_MAX);
            if (parts) save_set(b.at + 92, UINT32_MAX, 4);
            save_fix(&b);
            CHECK_EQ(save_check_any(b.at, b.size, 0), COA_E_CORRUPT);
            for (int i = 0; i < 100; i++) { /* as much of anything as one likes */
                put_booking(&b, 1, 0, 5, UINT32_MAX, 1, UINT32_MAX);
                save_put(&b, (uint64_t)i << 32 | 1, 8);
            }
            CHECK_EQ(save_check_any(b.at, b.size, 0), COA_E_CORRUPT);
            save_free(&b);
        }
    }
}

/* A complete stream of RANGE_TREE gets the memory that its calendar needs, unless the
 * caller says how many servers and slots there are. */
static void claims_of_a_tree(void)
{
    save_bytes b;
    coa_calendar *cal;
    coa_desc d;
    for (int k = 0; k < 3; k++) {
        memset(&heap, 0, sizeof heap);
        heap.most = 1 << 20;
        memset(&d, 0, sizeof d);
        d.alloc = save_hook;
        d.alloc_ctx = &heap;
        if (k == 1) d.servers = 3;
        if (k == 2) d.slot = 20;
        put_header(&b, 2, COA_MAX_SERVERS, 0, COA_MAX_SLOTS - 1, 1, 0, 0);
        save_put(&b, 0, 8);
        save_fix(&b);
        CHECK_EQ(coa_load(&cal, &d, save_read, &b), k == 0 ? COA_E_NOMEM : COA_E_ARG);
        CHECK(cal == NULL && (heap.heap.calls > 0) == (k == 0));
        save_free(&b);
        done();
    }
}

/* ---- the caller's side ------------------------------------------------------------- */

static void write_fails_at_each_call(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        save_bytes good = full(index, 70), again;
        memset(&heap, 0, sizeof heap);
        coa_calendar *cal = loaded(&good);
        again = saved(cal);
        const long calls = again.calls;
        CHECK(calls > 1);
        save_free(&again);
        for (long n = 1; n <= calls; n++) {
            save_bytes b = {0};
            b.fail_at = n;
            CHECK_EQ(coa_save(cal, save_write, &b), COA_E_IO);
            CHECK_EQ(b.calls, n); /* and not called again */
            save_free(&b);
        }
        again = saved(cal); /* as before */
        CHECK(same_bytes(&again, &good));
        save_free(&again);
        coa_destroy(cal);
        save_free(&good);
        done();
    }
}

/* Each request of a stream with parts is refused, with all after it; to save asks for
 * none. */
static void no_memory(void)
{
    const coa_desc d = {.alloc = save_hook, .alloc_ctx = &heap};
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        save_bytes good = full(index, 3), b = {0};
        coa_calendar *cal = loaded(&good), *other;
        long n = heap.heap.calls;
        coa_status s = COA_E_NOMEM;
        CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
        CHECK(same_bytes(&b, &good) && heap.heap.calls == n);
        coa_destroy(cal);
        heap.heap.sticky = 1;
        for (n = 1; s == COA_E_NOMEM; n++) {
            other = (coa_calendar *)&heap;
            good.pos = 0;
            heap.heap.fail_at = heap.heap.calls + n;
            heap.heap.failures = 0;
            s = coa_load(&other, &d, save_read, &good);
            heap.heap.fail_at = 0;
            CHECK_EQ(s, heap.heap.failures ? COA_E_NOMEM : COA_OK);
            CHECK_EQ(other != NULL, s == COA_OK);
            coa_destroy(other);
            done();
        }
        CHECK(n > 3);
        save_free(&b);
        save_free(&good);
    }
}

static void described(save_bytes *b, const coa_desc *d, coa_status expected)
{
    coa_calendar *cal = (coa_calendar *)b;
    b->pos = 0;
    CHECK_EQ(coa_load(&cal, d, save_read, b), expected);
    CHECK_EQ(cal != NULL, expected == COA_OK);
    coa_destroy(cal);
}

static void descriptions_agree(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        const coa_status slot = index == COA_INDEX_RANGE_TREE ? COA_E_ARG : COA_OK;
        coa_desc all, d;
        save_bytes b;
        memset(&heap, 0, sizeof heap);
        coa_calendar *cal = small(index);
        b = saved(cal);
        coa_describe(cal, &all);
        all.slot = 20; /* as it was made; but on RANGE_TREE it means nothing */
        described(&b, &all, COA_OK);
        d = all, d.servers++, described(&b, &d, COA_E_ARG);
        d = all, d.index = index % 3 + 1, described(&b, &d, COA_E_ARG);
        d = all, d.now = 4, described(&b, &d, COA_E_ARG);
        d = all, d.horizon = 31, described(&b, &d, COA_E_ARG);
        d = all, d.slot = 21, described(&b, &d, slot);
        memset(&d, 0, sizeof d);
        described(&b, &d, COA_OK);
        described(&b, NULL, COA_OK);
        coa_destroy(cal);
        save_free(&b);
        done();
    }
}

static size_t read_too_much(void *ctx, void *data, size_t size)
{
    (void)ctx;
    memset(data, 0, size);
    return size + 1;
}

static void arguments(void)
{
    coa_calendar *other = (coa_calendar *)&heap;
    save_bytes b;
    memset(&heap, 0, sizeof heap);
    coa_calendar *cal = small(COA_INDEX_MAP);
    b = saved(cal);
    CHECK_EACH(COA_E_ARG, coa_save(NULL, save_write, &b), coa_save(cal, NULL, &b),
               coa_load(NULL, NULL, save_read, &b), coa_load(&other, NULL, NULL, &b));
    CHECK(other == NULL);
    other = (coa_calendar *)&heap;
    CHECK_EQ(coa_load_abi(&other, NULL, save_read, &b, COALLOC_ABI + 1), COA_E_ABI);
    CHECK(other == NULL);
    CHECK_EQ(coa_load(&other, NULL, read_too_much, &b), COA_E_CORRUPT);
    save_free(&b);
    coa_destroy(cal);
    done();
}

TEST_MAIN(TEST(other_formats), TEST(of_0_4), TEST(of_0_5), TEST(damaged),
          TEST(one_behind_the_other), TEST(every_number_changed), TEST(great_claims),
          TEST(claims_of_a_tree), TEST(write_fails_at_each_call), TEST(no_memory),
          TEST(descriptions_agree), TEST(arguments))
