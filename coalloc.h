/* coalloc.h - v0.1.0 - who is free, when: a calendar of servers for co-allocation - MIT-0 */

#ifndef COALLOC_H
#define COALLOC_H

#include <stddef.h>
#include <stdint.h>

#define COALLOC_VERSION_MAJOR 0
#define COALLOC_VERSION_MINOR 1
#define COALLOC_VERSION_PATCH 0

#if defined(COALLOC_STATIC)
#if defined(__GNUC__) || defined(__clang__)
#define COALLOC_DEF static __attribute__((unused))
#else
#define COALLOC_DEF static
#endif
#else
#define COALLOC_DEF extern
#endif

#if defined(__GNUC__) || defined(__clang__)
#define COALLOC_NODISCARD __attribute__((warn_unused_result))
#else
#define COALLOC_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only -------------------------------------------------- */

#define COALLOC_STATUSES(X)                                                                \
    X(COA_OK, 0, "ok")                                                                     \
    X(COA_E_ARG, 1, "an argument is missing, out of order or not supported here")          \
    X(COA_E_NOMEM, 2, "out of memory; nothing changed")                                    \
    X(COA_E_BUSY, 3, "a server is already taken in that window")                           \
    X(COA_E_NOFIT, 4, "nothing fits within the deadline, the retries or the horizon")      \
    X(COA_E_NOTFOUND, 5, "no such booking: never made, cancelled, or already over")        \
    X(COA_E_PAST, 6, "the calendar has already passed that time")                          \
    X(COA_E_RANGE, 7, "a time or a server number is outside what the calendar can hold")   \
    X(COA_E_CORRUPT, 8, "the calendar or the saved calendar is damaged")                   \
    X(COA_E_ABI, 9, "header and implementation are of different versions")

typedef enum coa_status {
#define COALLOC_STATUS_ENUM(name, value, text) name = value,
    COALLOC_STATUSES(COALLOC_STATUS_ENUM)
#undef COALLOC_STATUS_ENUM
    COA_STATUS_COUNT
} coa_status;

/* ---- basic types ------------------------------------------------------------------------ */

typedef int64_t coa_time;  /* any unit, seconds by convention; windows are [start, end)    */
typedef uint64_t coa_id;   /* a booking: 1, 2, 3, ... in the order made; 0 = none          */

#define COA_FOREVER INT64_MAX        /* the end of a window that never ends; as a length:   */
                                     /* a booking that never ends                           */
#define COA_MAX_SERVERS 0x7FFFFFFFu
#define COA_MAX_SLOTS 0x1000000u     /* RANGE_TREE: most slots in a horizon                 */
#define COA_NO_RETRY UINT32_MAX      /* coa_request.retries: the first start only           */

/* Memory: ptr NULL allocates, new_size 0 frees, else resizes; NULL when there is none.
 * old_size is the block's true size. A NULL hook means the C library (where it is there). */
typedef void *(*coa_alloc_fn)(void *ctx, void *ptr, size_t old_size, size_t new_size);

typedef struct coa_run {   /* servers first .. first + count - 1                           */
    uint32_t first, count;
} coa_run;

/* A set of servers: sorted, disjoint, coalesced runs. Zero-initialise, reuse, coa_set_free. */
typedef struct coa_set {
    uint32_t count;        /* runs in use                                                  */
    uint32_t capacity;     /* runs allocated                                               */
    coa_run *runs;
    coa_alloc_fn alloc;    /* set before first use if not the C library                    */
    void *alloc_ctx;
} coa_set;

typedef enum coa_index {
    COA_INDEX_DEFAULT = 0,     /* = MAP                                                    */
    COA_INDEX_MAP = 1,         /* groups of servers with the same idle period              */
    COA_INDEX_RANGE_TREE = 2   /* Castillo et al.: a 2-dimensional tree per time slot      */
} coa_index;

typedef enum coa_place {
    COA_PLACE_DEFAULT = 0,     /* BEST_FIT on MAP, PAPER on RANGE_TREE                     */
    COA_PLACE_BEST_FIT = 1,    /* latest idle start (the past counts as now), then         */
                               /* earliest idle end, then lowest id                        */
    COA_PLACE_FIRST_FIT = 2,   /* lowest ids                                               */
    COA_PLACE_CONTIGUOUS = 3,  /* lowest n consecutive ids                                 */
    COA_PLACE_PAPER = 4        /* order of the paper's search; RANGE_TREE only             */
} coa_place;

typedef struct coa_calendar coa_calendar;

typedef struct coa_desc {
    uint32_t servers;      /* N >= 1                                                       */
    uint32_t index;        /* coa_index; 0 = MAP                                           */
    coa_time now;          /* the calendar's first moment                                  */
    coa_time horizon;      /* H: bookings end by now + horizon; 0 = none                   */
    coa_time slot;         /* tau: RANGE_TREE needs it, and a horizon; else 0              */
    coa_alloc_fn alloc;    /* NULL = the C library                                         */
    void *alloc_ctx;
} coa_desc;

typedef struct coa_request {
    coa_time ready;        /* s_r: earliest start; before now = now                        */
    coa_time length;       /* l_r > 0, or COA_FOREVER                                      */
    uint32_t servers;      /* n_r >= 1                                                     */
    uint32_t place;        /* coa_place; 0 = the index's own                               */
    coa_time deadline;     /* latest end; 0 = none                                         */
    coa_time step;         /* Delta-t between attempts; 0 = exact earliest start           */
    uint32_t retries;      /* R_max further attempts (needs step); 0 = until the horizon;  */
                           /* COA_NO_RETRY = the first start only (with or without step)   */
    uint32_t reserved;     /* 0                                                            */
    const coa_set *among;  /* only these servers; NULL = all                               */
} coa_request;

typedef struct coa_booking {
    coa_id id;
    coa_time start, end;   /* [start, end)                                                 */
    uint32_t servers;
    uint32_t attempts;     /* starts tried, the first included; 1 for coa_commit           */
    uint32_t run_count;
    uint32_t reserved;
    const coa_run *runs;   /* sorted, coalesced; valid until the calendar next changes     */
} coa_booking;

typedef struct coa_stats_info {
    uint64_t bookings;       /* alive: not over, not cancelled                             */
    uint64_t idle_groups;    /* MAP: groups. RANGE_TREE: idle periods                      */
    uint64_t made;           /* bookings ever made                                         */
    uint64_t attempts;       /* starts tried by reserve and earliest                       */
    uint64_t search_visits;  /* RANGE_TREE: tree nodes visited by searches                 */
    uint64_t update_visits;  /* ... and by updates                                         */
    uint64_t bytes;          /* memory held now                                            */
    uint64_t bytes_peak;
    uint64_t allocations;    /* calls to the hook that asked for memory                    */
} coa_stats_info;

/* ---- the calendar ------------------------------------------------------------------------ */

#define COALLOC_ABI                                                                        \
    (COALLOC_VERSION_MAJOR * 0x1000000u +                                                  \
     (unsigned)(sizeof(coa_desc) + 3 * sizeof(coa_request) + 5 * sizeof(coa_booking) +     \
                7 * sizeof(coa_set) + 11 * sizeof(coa_stats_info)))

#define coa_create(out, desc) coa_create_abi((out), (desc), COALLOC_ABI)
COALLOC_DEF COALLOC_NODISCARD coa_status coa_create_abi(coa_calendar **out,
                                                        const coa_desc *desc, unsigned abi);
COALLOC_DEF void coa_destroy(coa_calendar *cal);

COALLOC_DEF COALLOC_NODISCARD coa_status coa_reserve(coa_calendar *cal,
                                                     const coa_request *req,
                                                     coa_booking *out);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_earliest(coa_calendar *cal,
                                                      const coa_request *req,
                                                      coa_time *start);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_search(coa_calendar *cal, coa_time start,
                                                    coa_time end, const coa_set *among,
                                                    coa_set *out);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_commit(coa_calendar *cal, coa_time start,
                                                    coa_time end, const coa_set *servers,
                                                    coa_id *out);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_finish(coa_calendar *cal, coa_id id,
                                                    coa_time at);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_extend(coa_calendar *cal, coa_id id,
                                                    coa_time end);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_cancel(coa_calendar *cal, coa_id id);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_advance(coa_calendar *cal, coa_time now);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_get(const coa_calendar *cal, coa_id id,
                                                 coa_booking *out);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_next(const coa_calendar *cal, coa_id after,
                                                  coa_booking *out);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_check(const coa_calendar *cal);
COALLOC_DEF void coa_stats(const coa_calendar *cal, coa_stats_info *out);
COALLOC_DEF const char *coa_status_text(coa_status s);
COALLOC_DEF const char *coa_version(void);

/* ---- sets of servers --------------------------------------------------------------------- */

COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_add(coa_set *s, uint32_t first,
                                                     uint32_t count);
COALLOC_DEF COALLOC_NODISCARD coa_status coa_set_remove(coa_set *s, uint32_t first,
                                                        uint32_t count);
COALLOC_DEF uint32_t coa_set_count(const coa_set *s);
COALLOC_DEF int coa_set_has(const coa_set *s, uint32_t server);
COALLOC_DEF void coa_set_clear(coa_set *s);
COALLOC_DEF void coa_set_free(coa_set *s);

/* ---- paper 1's tree alone ----------------------------------------------------------------- */

typedef struct coa_period {  /* server idle during [start, end)                            */
    coa_time start, end;
    uint32_t server;
} coa_period;

typedef struct coa_rtree coa_rtree;

#ifdef __cplusplus
}
#endif
#endif /* COALLOC_H */
