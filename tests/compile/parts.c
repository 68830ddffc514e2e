/* parts.c - a calendar of each index answers one stream of calls, and what it answered is
 * printed as a checksum. With parts of the header left out (COALLOC_NO_...) the lines
 * that are still printed must be the whole header's.
 *
 *     parts FOLDER write      saves each calendar in FOLDER as well
 *     parts FOLDER            compares what it saves with these files; the file of an
 *                             index that is left out must be refused by coa_load
 *
 * Exit status 1, and a line on standard error, if something is not as it should be. */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SERVERS /* small machines have less */
#define SERVERS 70u
#define CALLS 3000
#define HORIZON 1000
#endif

static uint64_t state = 20090611;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static void expect(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "parts.c: %s\n", what);
    exit(1);
}

static uint64_t sum; /* of the answers so far */

static void add(uint64_t x)
{
    sum = (sum ^ x) * 1099511628211u;
    sum ^= sum >> 29;
}

static void add_runs(const coa_run *runs, uint32_t n)
{
    uint32_t i;
    for (i = 0; i < n; i++) {
        add(runs[i].first);
        add(runs[i].count);
    }
}

/* ---- a request of a part that may be left out: it books nothing, and has its own sum */

static uint64_t asked_sum(coa_calendar *cal, const coa_request *r, uint64_t apart)
{
    coa_time start = 0;
    const coa_status s = coa_earliest(cal, r, &start);
    return (apart ^ (uint64_t)s ^ (uint64_t)start) * 1099511628211u;
}

#ifdef COALLOC_NO_CONTIGUOUS
#define CONTIGUOUS 0
#else
#define CONTIGUOUS 1
#endif
#ifdef COALLOC_NO_REPLACE
#define REPLACE 0
#else
#define REPLACE 1
#endif

static void ask_apart(coa_calendar *cal, coa_request r, coa_id id, uint64_t *consecutive,
                      uint64_t *replaced)
{
    coa_desc d;
    coa_time start;
    coa_describe(cal, &d);
    r.place = COA_PLACE_CONTIGUOUS;
    if (CONTIGUOUS)
        *consecutive = asked_sum(cal, &r, *consecutive);
    else if (d.index != COA_INDEX_COUNT)
        expect(coa_earliest(cal, &r, &start) == COA_E_ARG, "CONTIGUOUS is left out");
    r.place = 0;
    r.replaces = id;
    if (id == 0) return;
    if (REPLACE)
        *replaced = asked_sum(cal, &r, *replaced);
    else
        expect(coa_earliest(cal, &r, &start) == COA_E_ARG, "REPLACE is left out");
}

/* ---- the stream of calls */

static void reserve(coa_calendar *cal, const coa_request *r)
{
    coa_booking b;
    const coa_status s = coa_reserve(cal, r, &b);
    add((uint64_t)s);
    if (s != COA_OK) return;
    add(b.id);
    add((uint64_t)b.start);
    add(b.attempts);
    add_runs(b.runs, b.run_count);
}

static void pick(coa_calendar *cal, coa_time now, coa_set *found)
{
    const coa_time start = now + below(200), end = start + 1 + below(100);
    coa_id id = 0;
    coa_status s = coa_search(cal, start, end, NULL, found);
    add((uint64_t)s);
    if (s != COA_OK || found->count == 0) return;
    add_runs(found->runs, found->count);
    if (coa_set_count(found) > 9)
        expect(coa_set_remove(found, found->runs[0].first, 1) == COA_OK, "a set");
    s = coa_commit(cal, start, end, found, 0, &id);
    add((uint64_t)s);
    add(id);
}

static void change(coa_calendar *cal, coa_id id, coa_time now)
{
    coa_booking b;
    if (coa_get(cal, id, &b, NULL) != COA_OK) return;
    switch (below(4)) {
    case 0: add((uint64_t)coa_finish(cal, id, now + below(100))); break;
    case 1:
        add((uint64_t)coa_extend(cal, id, b.end + below(40), 0, NULL, NULL, NULL, NULL));
        break;
    default: add((uint64_t)coa_cancel(cal, id)); break;
    }
}

static void look(coa_calendar *cal, const coa_request *r)
{
    coa_alternative_info a;
    coa_time until = 0;
    uint32_t count = 0;
    const coa_status s = coa_alternatives(cal, r, &a);
    add((uint64_t)s);
    if (s == COA_OK) {
        add((uint64_t)a.start);
        add((uint64_t)a.length);
        add(a.servers);
    }
    if (coa_profile(cal, r->ready, NULL, &count, &until) != COA_OK) return;
    add(count);
    add((uint64_t)until);
}

/* COA_PLACE_PAPER would depend on the shape of trees, which a lift changes. */
static coa_request request(coa_calendar *cal, coa_time now)
{
    coa_request r;
    coa_desc d;
    coa_describe(cal, &d);
    memset(&r, 0, sizeof r);
    if (d.index != COA_INDEX_COUNT) r.place = COA_PLACE_BEST_FIT;
    r.ready = now + (below(3) == 0 ? below(400) : 0);
    r.length = 1 + below(below(2) == 0 ? 20 : 200);
    r.servers = 1 + below(below(3) == 0 ? SERVERS : 8);
    if (below(5) == 0) r.deadline = r.ready + r.length + below(300);
    if (below(6) == 0) {
        r.step = 1 + below(30);
        r.retries = below(20);
    }
    return r;
}

static void tell(const char *name, const char *what, uint64_t x)
{
    printf("%s %s %08lx%08lx\n", name, what, (unsigned long)(x >> 32),
           (unsigned long)(x & UINT32_MAX));
}

#ifndef COALLOC_NO_FLEX
/* What jobs of all sizes would get; none is booked, and a copy counts the attempts. */
static void offers(const coa_calendar *cal, const char *name)
{
    coa_site site = {.number = 1};
    coa_flex_request r = {.length = 20};
    coa_flex_booking b;
    coa_flex *flex;
    expect(coa_copy(&site.calendar, cal, NULL) == COA_OK, "coa_copy");
    expect(coa_flex_create(&flex, 1, &site, 1, NULL, NULL) == COA_OK, "coa_flex_create");
    for (sum = 0, r.servers = 1; r.servers <= SERVERS; r.servers++) {
        expect(coa_flex_earliest(flex, &r, &b) == COA_OK, "coa_flex_earliest");
        add((uint64_t)b.start);
    }
    coa_flex_destroy(flex);
    coa_destroy(site.calendar);
    tell(name, "FLEX", sum);
}
#endif

static void calls(coa_calendar *cal, const char *name)
{
    uint64_t consecutive = 0, replaced = 0;
    coa_time now = 0;
    coa_set found = {0};
    int i;
    sum = 0;
    state = 20090611;
    for (i = 0; i < CALLS; i++) {
        const coa_request r = request(cal, now);
        const coa_id id = i > 20 ? (coa_id)i / 2 + 1 - below(20) / 2 : 0;
        coa_booking b;
        ask_apart(cal, r,
                  coa_next(cal, id, &b, NULL) == COA_OK && b.start > now ? b.id : 0,
                  &consecutive, &replaced);
        switch (below(8)) {
        case 0: pick(cal, now, &found); break;
        case 1: change(cal, id, now); break;
        case 2: look(cal, &r); break;
        case 3:
            now += below(30);
            expect(coa_advance(cal, now) == COA_OK, "coa_advance");
            break;
        default: reserve(cal, &r); break;
        }
    }
    coa_set_free(&found);
    tell(name, "answers", sum);
    if (CONTIGUOUS) tell(name, "CONTIGUOUS", consecutive);
    if (REPLACE) tell(name, "replaces", replaced);
#ifndef COALLOC_NO_FLEX
    offers(cal, name);
#endif
#ifndef COALLOC_NO_CHECK
    expect(coa_check(cal) == COA_OK, "coa_check");
#endif
}

/* ---- saving */

#ifndef COALLOC_NO_SAVE
static int to_file(void *ctx, const void *data, size_t size)
{
    return fwrite(data, 1, size, (FILE *)ctx) != size;
}

static size_t from_file(void *ctx, void *data, size_t size)
{
    return fread(data, 1, size, (FILE *)ctx);
}

static int same(void *ctx, const void *data, size_t size)
{
    char there[1024];
    return size > sizeof there || fread(there, 1, size, (FILE *)ctx) != size ||
           memcmp(there, data, size) != 0;
}

/* cal = NULL: the index is left out */
static void save(coa_calendar *cal, const char *folder, const char *name, int write)
{
    char path[512];
    coa_calendar *loaded;
    FILE *f;
    expect(strlen(folder) + strlen(name) + 2 <= sizeof path, "a shorter folder");
    sprintf(path, "%s/%s", folder, name);
    f = fopen(path, write ? "wb" : "rb");
    expect(f != NULL, "the file of a calendar");
    if (cal)
        expect(coa_save(cal, write ? to_file : same, f) ==
                   (write || (CONTIGUOUS && REPLACE) ? COA_OK : COA_E_IO),
               "coa_save"); /* other attempts were counted */
    else
        expect(coa_load(&loaded, NULL, from_file, f) == COA_E_ARG, "coa_load");
    expect(fclose(f) == 0, "the file of a calendar");
}
#endif

int main(int argc, char **argv)
{
    static const char *const names[] = {"default", "map", "range-tree", "count",
                                        "slices"};
    int index;
    expect(argc > 1, "a folder, please");
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        coa_calendar *cal;
        coa_desc d;
        coa_status s;
        memset(&d, 0, sizeof d);
        d.servers = SERVERS;
        d.index = (coa_index)index;
        d.horizon = HORIZON;
        d.slot = 10;
        s = coa_create(&cal, &d);
        expect(s == COA_OK || (s == COA_E_ARG && cal == NULL), "coa_create");
        if (cal) calls(cal, names[index]);
#ifdef COALLOC_NO_SAVE
        (void)argv;
#else
        save(cal, argv[1], names[index], argc > 2);
#endif
        coa_destroy(cal);
    }
    return 0;
}
