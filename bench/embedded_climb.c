/* embedded_climb.c - tries to pass the bounds that EMBEDDED in the manual of coalloc.h
 * gives for SLICES, in instructions of a Cortex-M3: bench/embedded.sh climb. It prints
 * the most expensive calls that it has found, and their bounds.
 *
 * A stream of calls on a new calendar is played again and again, each time with up to
 * three calls of it changed at random; a change is kept if the target is then not
 * cheaper: the search, the change or coa_advance. The command line is the bounds:
 *
 *     embedded_climb SCALE SEARCH SEARCH1 CHANGE CHANGE1 ADVANCE ADVANCE1 GET
 *
 * A search takes at most SEARCH k (B - k) + SEARCH1, k the lesser of N and B / 2; the
 * others CHANGE B + CHANGE1, and so on. SCALE is the percentage of plays. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coalloc.h"

enum { MOST = 128, KINDS = 4, CALLS = 2 * MOST };
enum way { STAIRS, STEPS, RANDOM, TURNS, WAYS };
enum kind { SEARCH, CHANGE, ADVANCE, GET };

typedef struct gene {
    int what, start, length, servers;
} gene;

static gene stream[CALLS], kept[CALLS];
static uint32_t servers, bookings, top[KINDS], overhead, began;
static unsigned char memory[65536];
static coa_calendar *cal;
static coa_id ids[MOST];
static uint32_t alive;

/* ---- counting: as in embedded.c ---------------------------------------------------- */

#define TIMER ((volatile uint32_t *)0x40000000)
static uint32_t clock_now(void) { return UINT32_MAX - TIMER[1]; }

static void begin(void) { began = clock_now(); }
static uint32_t end(void)
{
    return (uint32_t)((uint64_t)(clock_now() - began - overhead) * 40 / 256);
}

static void seen(enum kind kind, uint32_t n)
{
    if (n > top[kind]) top[kind] = n;
}

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

/* ---- a stream ---------------------------------------------------------------------- */

static coa_status keep(coa_status s, coa_id id)
{
    if (s == COA_OK) ids[alive++] = id;
    return s;
}

/* Books exactly then, or as early as possible; the search is counted separately. */
static void reserve(const gene *g, int exactly)
{
    coa_request req = {0};
    coa_booking b;
    coa_time start;
    coa_status s;
    uint32_t search, all;
    req.ready = g->start;
    req.length = g->length;
    req.servers = (uint32_t)g->servers;
    req.flags = exactly ? COA_EXACTLY : 0;
    begin();
    s = coa_earliest(cal, &req, &start);
    seen(SEARCH, search = end());
    if (s != COA_OK || alive == bookings) return;
    begin();
    s = coa_reserve(cal, &req, &b);
    all = end();
    if (keep(s, b.id) == COA_OK && all > search) seen(CHANGE, all - search);
}

static void commit(const gene *g)
{
    coa_run run = {0, 0};
    coa_set set = COA_SET_OF(&run, 1);
    coa_id id = 0;
    coa_status s;
    if (alive == bookings) return;
    run.first = (uint32_t)g->start % servers;
    run.count = (uint32_t)g->servers;
    if (run.count > servers - run.first) run.count = servers - run.first;
    begin();
    s = coa_commit(cal, g->start, (coa_time)g->start + g->length, &set, 0, &id);
    seen(CHANGE, end());
    (void)keep(s, id);
}

/* Ends, shortens, extends or narrows a live booking. */
static void change(const gene *g)
{
    coa_booking b;
    coa_status s = COA_E_NOTFOUND;
    uint32_t i;
    if (!alive) return;
    i = (uint32_t)(g->start + g->servers) % alive;
    begin();
    s = coa_get(cal, ids[i], &b, NULL);
    seen(GET, end());
    if (s == COA_OK) {
        begin();
        switch (g->what % 4) {
        case 0:
            s = coa_extend(cal, ids[i], b.end + g->length, 0, NULL, NULL, NULL, NULL);
            break;
        case 1: s = coa_finish(cal, ids[i], b.end - 1); break;
        case 2: s = coa_release(cal, ids[i], NULL, 1); break;
        default: s = coa_cancel(cal, ids[i]); break;
        }
        seen(CHANGE, end());
        if (g->what % 4 == 3) s = COA_E_NOTFOUND;
    }
    if (s == COA_E_NOTFOUND) ids[i] = ids[--alive];
}

static void advance(coa_time now)
{
    begin();
    if (coa_advance(cal, now) == COA_OK) seen(ADVANCE, end()); /* or it is past */
}

/* The costliest call of the target kind; of others the most so far is kept. */
static uint32_t play(enum kind kind)
{
    coa_arena arena;
    coa_desc d = {0};
    const uint32_t before = top[kind];
    uint32_t i, found;
    top[kind] = alive = 0;
    d.servers = servers;
    d.bookings = bookings;
    d.index = COA_INDEX_SLICES;
    d.alloc = coa_arena_alloc;
    d.alloc_ctx = &arena;
    if (coa_arena_init(&arena, memory, sizeof memory) != COA_OK ||
        coa_create(&cal, &d) != COA_OK)
        exit(1);
    for (i = 0; i < 2 * bookings; i++) {
        const gene *g = stream + i;
        if (g->what < 8)
            reserve(g, g->what < 6);
        else if (g->what < 10)
            commit(g);
        else if (g->what < 14)
            change(g);
        else if (g->what == 14)
            advance(g->start / 4);
    }
    advance(100000);
    coa_destroy(cal);
    found = top[kind];
    seen(kind, before);
    return found;
}

/* ---- climbing ---------------------------------------------------------------------- */

static void mutate(gene *g)
{
    switch (random_below(6)) {
    case 0: g->start = (int)random_below(bookings * 3); break;
    case 1: g->length = 1 + (int)random_below(bookings * 2); break;
    case 2: g->servers = 1 + (int)random_below(random_below(4) ? 2 : servers); break;
    case 3: g->what = (int)random_below(16); break;
    default: g->start += (int)random_below(3) - 1; break;
    }
    if (g->start < 0) g->start = 0;
}

/* First a stream to begin with: stairs, random bookings, or servers in turn, where every
 * window is one server short. */
static void shape(int way)
{
    const int k = (int)(servers < bookings / 2 ? servers : bookings / 2);
    int i;
    for (i = 0; i < (int)(2 * bookings); i++) {
        gene *g = stream + i;
        g->what = i >= (int)bookings ? 15 : way == TURNS ? 8 : 0;
        g->start = way == RANDOM ? (int)random_below(60) : way == STEPS ? 2 * i : i;
        g->length = way == RANDOM  ? 1 + (int)random_below(30)
                    : way == TURNS ? 1
                    : way == STEPS ? 2 * k - 1
                                   : k;
        g->servers = way == RANDOM ? 1 + (int)random_below(3) : 1;
    }
    stream[i - 1].what = 7; /* the longest search */
    stream[i - 1].start = 0;
    stream[i - 1].length = k < (int)servers ? k : k - 1;
    stream[i - 1].servers = (int)servers - stream[i - 1].length + 1;
}

static void climb(enum kind kind, uint32_t plays)
{
    uint32_t best = play(kind), n;
    while (plays--) {
        memcpy(kept, stream, sizeof stream);
        for (n = 1 + random_below(3); n; n--) mutate(stream + random_below(2 * bookings));
        n = play(kind);
        if (n >= best)
            best = n;
        else
            memcpy(stream, kept, sizeof stream);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[KINDS] = {"search", "change", "advance", "get"};
    static const uint32_t sizes[][2] = {{4, 8}, {6, 32}, {16, 32}, {64, 64}, {64, 128}};
    uint32_t given[8] = {0}, k, plays;
    size_t size;
    int i, kind, way;
    for (i = 1; i < argc && i <= 8; i++) given[i - 1] = (uint32_t)atol(argv[i]);
    TIMER[2] = TIMER[1] = UINT32_MAX;
    TIMER[0] = 1;
    begin();
    overhead = clock_now() - began;
    for (size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        servers = sizes[size][0];
        bookings = sizes[size][1];
        k = servers < bookings / 2 ? servers : bookings / 2;
        memset(top, 0, sizeof top);
        plays = given[0] * 64 / bookings + 1;
        for (way = 0; way < WAYS; way++)
            for (kind = SEARCH; kind < GET; kind++) {
                shape(way);
                climb((enum kind)kind, plays);
            }
        for (kind = 0; kind < KINDS; kind++) {
            const uint32_t by = kind == SEARCH ? k * (bookings - k)
                                : kind == GET  ? 0
                                               : bookings;
            const uint32_t most =
                kind == GET ? given[7] : given[1 + 2 * kind] * by + given[2 + 2 * kind];
            printf("%-8s N %lu, B %lu: %lu of %lu\n", names[kind], (unsigned long)servers,
                   (unsigned long)bookings, (unsigned long)top[kind],
                   (unsigned long)most);
        }
    }
    return 0;
}
