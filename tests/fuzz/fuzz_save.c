/* make fuzz && build/fuzz/tests/fuzz/fuzz_save -entropic=0 -max_len=400 \
 *     build/corpus/save
 *
 * fuzz_save.c - any bytes at all through coa_load (save_check.h tells what must hold).
 * The first byte says whether the checksums are put right, so that the fuzzer gets past
 * them, and how much a read gives at most. Without LIBFUZZER it damages saved calendars
 * in a way that only depends on SEED, or replays the files it is given.
 */
#include "coalloc.h"

#include "fuzz.h"

#ifdef LIBFUZZER
#define SAVE_TREE (1 << 15) /* larger trees would take all the time */
#endif
#include "coalloc/save_check.h"

static coa_status check(const unsigned char *data, size_t size)
{
    save_bytes b;
    coa_status s;
    const unsigned how = size ? data[0] : 0;
    memset(&b, 0, sizeof b);
    while (size > 1 && b.size < size - 1)
        (void)save_write(&b, data + 1 + b.size,
                         size - 1 - b.size < 1024 ? size - 1 - b.size : 1024);
    if (how % 2 == 1) save_fix(&b);
    s = save_check_any(b.at, b.size, how / 2 % 16);
    save_free(&b);
    return s;
}

static void fuzz_check(const unsigned char *data, size_t size)
{
    (void)check(data, size);
}

/* A booking that is a part, alone or beside one of another site; ids are passed over. */
static void part(coa_calendar *cal, const coa_request *like)
{
    coa_site site[2];
    coa_desc d;
    coa_booking own;
    coa_flex_request r;
    coa_flex_booking b;
    coa_request one = *like;
    int64_t i;
    memset(&d, 0, sizeof d);
    memset(&r, 0, sizeof r);
    memset(site, 0, sizeof site);
    site[0].calendar = cal;
    d.servers = one.servers = 3;
    CHECK_EQ(coa_create(&site[1].calendar, &d), COA_OK);
    for (i = test_between(0, 9); i > 0; i--)
        CHECK_EQ(coa_reserve(site[1].calendar, &one, &own), COA_OK);
    r.ready = like->ready;
    r.length = like->length;
    r.servers = like->servers;
    r.least = 1;
    (void)!coa_flex_reserve(flex_at(site, 2), &r, &b);
    flex_done();
    coa_destroy(site[1].calendar);
}

/* The byte for `check`, then a calendar with some bookings. */
static save_bytes saved(uint32_t index, uint32_t servers, int bookings)
{
    coa_calendar *cal = NULL;
    coa_desc d;
    save_bytes b;
    memset(&d, 0, sizeof d);
    memset(&b, 0, sizeof b);
    d.servers = servers;
    d.index = index;
    d.horizon = index == COA_INDEX_RANGE_TREE ? 90 : test_between(0, 1) * 90;
    d.slot = index == COA_INDEX_RANGE_TREE ? test_between(7, 100) : 0;
    d.now = test_between(-50, 50);
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    for (; bookings > 0; bookings--) {
        coa_request r;
        coa_booking made;
        memset(&r, 0, sizeof r);
        r.ready = d.now + test_between(0, 60);
        r.length = test_between(1, 20);
        r.servers = (uint32_t)test_below(servers) + 1;
        if (test_below(4) == 0)
            part(cal, &r);
        else if (coa_reserve(cal, &r, &made) == COA_OK && test_below(3) == 0)
            CHECK_EQ(coa_cancel(cal, made.id), COA_OK);
        if (test_below(5) == 0) CHECK_EQ(coa_advance(cal, ++d.now), COA_OK);
    }
    save_put(&b, 1, 1);
    CHECK_EQ(coa_save(cal, save_write, &b), COA_OK);
    coa_destroy(cal);
    return b;
}

/* One change: bits, a number, bytes moved, doubled or taken out. */
static void damage(save_bytes *b)
{
    static const uint64_t numbers[] = {0,         1, 2, 3, INT64_MAX, (uint64_t)1 << 63,
                                       UINT64_MAX};
    const size_t n = sizeof numbers / sizeof numbers[0];
    const size_t i = 1 + 4 * (size_t)test_below((b->size - 9) / 4);
    const size_t j = 1 + 4 * (size_t)test_below((b->size - 9) / 4);
    const size_t piece = 4 * (size_t)test_between(1, 12);
    unsigned char held[64];
    const int bytes = test_below(2) ? 4 : 8;
    switch (test_below(6)) {
    case 0: b->at[i] ^= (unsigned char)(1u << test_below(8)); break;
    case 1: save_set(b->at + i, numbers[test_below(n)], bytes); break;
    case 2:
        save_set(b->at + i, save_get(b->at + i, bytes) + (uint64_t)test_between(-2, 2),
                 bytes);
        break;
    case 3: save_set(b->at + i, save_get(b->at + j, bytes), bytes); break;
    case 4: /* two pieces exchanged */
        if (i + piece > b->size || j + piece > b->size || i + piece > j) break;
        memcpy(held, b->at + i, piece);
        memcpy(b->at + i, b->at + j, piece);
        memcpy(b->at + j, held, piece);
        break;
    case 5: /* a piece taken out */
        if (i + piece + 9 > b->size) break;
        memmove(b->at + i, b->at + i + piece, b->size - i - piece);
        b->size -= piece;
        break;
    }
}

static void damaged(uint32_t index)
{
    long rounds = test_scaled(6000), fine = 0;
    for (; rounds > 0; rounds--) {
        save_bytes b = saved(index, (uint32_t)test_between(1, 12), (int)test_below(12));
        int k;
        CHECK_EQ(check(b.at, b.size), COA_OK);
        for (k = 0; k < 12; k++) {
            b.at[0] = (unsigned char)(test_below(128) | (test_below(8) > 0));
            if (b.size > SAVE_HEADER + 20) damage(&b);
            fine += check(b.at, b.size) == COA_OK;
        }
        save_free(&b);
    }
    CHECK(fine > 0 || test_scaled(100) < 100);
}

static void damaged_map(void) { damaged(COA_INDEX_MAP); }
static void damaged_range_tree(void) { damaged(COA_INDEX_RANGE_TREE); }
static void damaged_count(void) { damaged(COA_INDEX_COUNT); }
static void damaged_slices(void) { damaged(COA_INDEX_SLICES); }

static void noise(void)
{
    long rounds = test_scaled(20000);
    for (; rounds > 0; rounds--) {
        unsigned char bytes[256];
        size_t i, n = (size_t)test_below(sizeof bytes);
        for (i = 0; i < n; i++) bytes[i] = (unsigned char)test_below(256);
        if (n > 13) memcpy(bytes + 1, "COALLOC\0\3\0\0", 12);
        (void)check(bytes, n);
    }
}

FUZZ_MAIN(TEST(damaged_map), TEST(damaged_range_tree), TEST(damaged_count),
          TEST(damaged_slices), TEST(noise))
