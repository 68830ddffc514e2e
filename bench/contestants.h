/* contestants.h - the calendar's indexes behind the interface of the rivals, and the list
 * of all contestants. */
#ifndef BENCH_CONTESTANTS_H
#define BENCH_CONTESTANTS_H

#include "rivals/lists.h"
#include "rivals/masks.h"
#ifdef RIVAL_PLANNER
#include "rivals/planner.h"
#endif
#include "rivals/points.h"
#include "rivals/profile.h"
#include "rivals/ranges.h"

#define BENCH_SLOT 900             /* the range tree's slot, */
#define BENCH_HORIZON (42 * 86400) /* ... and horizon if the stream has none */

typedef struct bench_calendar {
    coa_calendar *cal;
    uint32_t place;
} bench_calendar;

static void bench_failed(const char *what, coa_status s)
{
    fprintf(stderr, "bench_calendar: %s: %s\n", what, coa_status_text(s));
    exit(1);
}

static void *bench_calendar_of(const coa_desc *desc, uint32_t place)
{
    bench_calendar *b = (bench_calendar *)rival_zeroed(sizeof *b);
    const coa_status s = coa_create(&b->cal, desc);
    if (s != COA_OK) bench_failed("coa_create", s);
    b->place = place;
    return b;
}

static void *bench_calendar_new(uint32_t index, uint32_t place, uint32_t servers,
                                int64_t now, int64_t horizon)
{
    coa_desc desc = {0};
    desc.servers = servers;
    desc.index = index;
    desc.now = now;
    desc.horizon = horizon;
    if (index == COA_INDEX_RANGE_TREE) {
        desc.slot = BENCH_SLOT;
        if (horizon == 0) desc.horizon = BENCH_HORIZON;
    }
    return bench_calendar_of(&desc, place);
}

static void *bench_best_fit_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_MAP, COA_PLACE_BEST_FIT, servers, now, horizon);
}

static void *bench_first_fit_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_MAP, COA_PLACE_FIRST_FIT, servers, now, horizon);
}

static void *bench_slices_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_SLICES, COA_PLACE_BEST_FIT, servers, now,
                              horizon);
}

static void *bench_slices_first_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_SLICES, COA_PLACE_FIRST_FIT, servers, now,
                              horizon);
}

static void *bench_tree_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_RANGE_TREE, COA_PLACE_FIRST_FIT, servers, now,
                              horizon);
}

static void *bench_count_create(uint32_t servers, int64_t now, int64_t horizon)
{
    return bench_calendar_new(COA_INDEX_COUNT, COA_PLACE_DEFAULT, servers, now, horizon);
}

static void *bench_unnamed_create(uint32_t servers, int64_t now, int64_t horizon)
{
    coa_desc desc = {0};
    desc.servers = servers;
    desc.index = COA_INDEX_COUNT;
    desc.unnamed = 1;
    desc.now = now;
    desc.horizon = horizon;
    return bench_calendar_of(&desc, COA_PLACE_DEFAULT);
}

static void bench_calendar_destroy(void *self)
{
    coa_destroy(((bench_calendar *)self)->cal);
    free(self);
}

static void bench_calendar_advance(void *self, int64_t now)
{
    const coa_status s = coa_advance(((bench_calendar *)self)->cal, now);
    if (s != COA_OK) bench_failed("coa_advance", s);
}

static void bench_calendar_reserve(void *self, const rival_question *q,
                                   rival_booking *out)
{
    const bench_calendar *b = (const bench_calendar *)self;
    coa_request r = {0};
    coa_booking booking;
    coa_status s;
    r.ready = q->ready;
    r.length = q->length;
    r.servers = q->servers;
    r.place = b->place;
    s = coa_reserve(b->cal, &r, &booking);
    if (s == COA_E_NOFIT) {
        out->start = RIVAL_NOFIT;
        return;
    }
    if (s != COA_OK) bench_failed("coa_reserve", s);
    out->start = booking.start;
    out->end = booking.end;
    out->runs = booking.runs;
    out->run_count = booking.run_count;
    out->id = booking.id;
}

static void bench_calendar_finish(void *self, const rival_booking *b, int64_t at)
{
    const coa_status s = coa_finish(((bench_calendar *)self)->cal, b->id, at);
    if (s != COA_OK) bench_failed("coa_finish", s);
}

static rival_memory bench_calendar_memory(const void *self)
{
    coa_stats_info info;
    rival_memory m;
    coa_stats(((const bench_calendar *)self)->cal, &info);
    m.bytes = info.bytes;
    m.peak = info.bytes_peak;
    m.calls = info.allocations;
    return m;
}

/* ---- no calendar: the cost of the driver itself ------------------------------------ */

static void *bench_nobody_create(uint32_t servers, int64_t now, int64_t horizon)
{
    (void)servers;
    (void)now;
    (void)horizon;
    return rival_zeroed(sizeof(rival_memory));
}

static void bench_nobody_advance(void *self, int64_t now)
{
    (void)self;
    (void)now;
}

static void bench_nobody_reserve(void *self, const rival_question *q, rival_booking *out)
{
    (void)self;
    out->start = q->ready;
    out->end = q->ready + q->length;
}

static void bench_nobody_finish(void *self, const rival_booking *b, int64_t at)
{
    (void)self;
    (void)b;
    (void)at;
}

static rival_memory bench_nobody_memory(const void *self)
{
    return *(const rival_memory *)self;
}

/* ---- all contestants --------------------------------------------------------------- */

#define BENCH_CALENDAR(name, identities, create)                                  \
    {                                                                             \
        name, identities, create, bench_calendar_destroy, bench_calendar_advance, \
            bench_calendar_reserve, bench_calendar_finish, bench_calendar_memory  \
    }

static const rival_kind bench_best_fit = BENCH_CALENDAR("map", 1, bench_best_fit_create);
static const rival_kind bench_first_fit =
    BENCH_CALENDAR("map-first", 1, bench_first_fit_create);
static const rival_kind bench_slices = BENCH_CALENDAR("slices", 1, bench_slices_create);
static const rival_kind bench_slices_first =
    BENCH_CALENDAR("slices-first", 1, bench_slices_first_create);
static const rival_kind bench_tree = BENCH_CALENDAR("range-tree", 1, bench_tree_create);
static const rival_kind bench_count = BENCH_CALENDAR("count", 0, bench_count_create);
static const rival_kind bench_unnamed =
    BENCH_CALENDAR("unnamed", 0, bench_unnamed_create);
static const rival_kind bench_nobody = {"(driver)",           0,
                                        bench_nobody_create,  free,
                                        bench_nobody_advance, bench_nobody_reserve,
                                        bench_nobody_finish,  bench_nobody_memory};

enum {
    BENCH_MAP,
    BENCH_MAP_FIRST,
    BENCH_SLICES,
    BENCH_SLICES_FIRST,
    BENCH_TREE,
    BENCH_LISTS,
    BENCH_MASKS,
    BENCH_RANGES,
    BENCH_COUNT,
    BENCH_UNNAMED,
    BENCH_POINTS,
    BENCH_PROFILE,
#ifdef RIVAL_PLANNER
    BENCH_PLANNER,
#endif
    BENCH_DRIVER,
    BENCH_CONTESTANTS
};

static const rival_kind *const bench_contestants[BENCH_CONTESTANTS] = {
    &bench_best_fit, &bench_first_fit, &bench_slices, &bench_slices_first,
    &bench_tree,     &lists_kind,      &masks_kind,   &ranges_kind,
    &bench_count,    &bench_unnamed,   &points_kind,  &profile_kind,
#ifdef RIVAL_PLANNER
    &planner_kind,
#endif
    &bench_nobody};

#endif
