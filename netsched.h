/* netsched.h - v0.1.0 - books networks with what hangs on them: MRFS, multicost - MIT-0

   (manual)
*/

#ifndef NETSCHED_H
#define NETSCHED_H

#include <stddef.h>
#include <stdint.h>

#define NETSCHED_VERSION_MAJOR 0
#define NETSCHED_VERSION_MINOR 1
#define NETSCHED_VERSION_PATCH 0

#if defined(NETSCHED_STATIC)
#if defined(__GNUC__) || defined(__clang__)
#define NETSCHED_DEF static __attribute__((unused))
#else
#define NETSCHED_DEF static
#endif
#else
#define NETSCHED_DEF extern
#endif

#if defined(__GNUC__) || defined(__clang__)
#define NETSCHED_NODISCARD __attribute__((warn_unused_result))
#else
#define NETSCHED_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define NETSCHED_STATUSES(X)                                                       \
    X(NETS_OK, 0, "ok")                                                            \
    X(NETS_E_ARG, 1, "an argument is missing, out of order or not supported here") \
    X(NETS_E_NOMEM, 2, "out of memory; nothing changed")                           \
    X(NETS_E_BUSY, 3, "less than that is free in that window")                     \
    X(NETS_E_NOFIT, 4, "no start in the window fits")                              \
    X(NETS_E_NOTFOUND, 5, "no such booking")                                       \
    X(NETS_E_PAST, 6, "time is before now")                                        \
    X(NETS_E_RANGE, 7, "a time, an amount or a count is out of range")             \
    X(NETS_E_CORRUPT, 8, "an invariant does not hold")                             \
    X(NETS_E_ABI, 9, "header and implementation are of different versions")        \
    X(NETS_E_LIMIT, 10, "the limit set on the search was reached")

typedef enum nets_status {
#define NETSCHED_I_STATUS(name, value, text) name = value,
    NETSCHED_STATUSES(NETSCHED_I_STATUS)
#undef NETSCHED_I_STATUS
        NETS_STATUS_COUNT
} nets_status;

/* ---- times, amounts, memory -------------------------------------------------------- */

typedef int64_t nets_time;   /* any unit; intervals are half-open, [start, end) */
typedef int64_t nets_amount; /* any unit, one for each type of resource */
typedef uint64_t nets_id;    /* of a booking; 0 = none */

#define NETS_FOREVER INT64_MAX
#define NETS_NONE UINT32_MAX /* no node, link, partition, ... */

/* The memory hook: ptr NULL allocates, new_size 0 frees, both sizes are true. NULL in its
 * place means the C library. */
typedef void *(*nets_alloc_fn)(void *ctx, void *ptr, size_t old_size, size_t new_size);

/* ---- profiles: TR lists (paper 3, section 2.2) ------------------------------------- */

typedef struct nets_step { /* a tuple (t_i, r_i): r_i is free from t_i to t_(i+1) */
    nets_time time;
    nets_amount amount;
} nets_step;

/* What of one resource is free over time. Canonical after every call: times ascend,
 * neighbours differ. For reading only; a profile nothing was taken from has no steps. */
typedef struct nets_profile {
    uint32_t count, capacity; /* steps, and room for them */
    nets_amount first;        /* free before the first step */
    nets_step *steps;
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_profile;

/* Makes a profile of which `amount` >= 0 is always free. Asks for no memory. O(1) */
NETSCHED_DEF void nets_profile_init(nets_profile *p, nets_amount amount,
                                    nets_alloc_fn alloc, void *alloc_ctx);

/* Gives its memory back; it then is a profile of nothing. O(1) */
NETSCHED_DEF void nets_profile_free(nets_profile *p);

/* `amount` less, or more, is free during [start, end); `end` may be NETS_FOREVER.
 * NETS_E_BUSY   less than that is free at some time in there (take)
 * NETS_E_RANGE  more would be free than fits an amount (give)
 * NETS_E_ARG    start >= end or a negative amount
 * NETS_E_NOMEM
 * Cost: O(log P + steps from `start` on) for P steps. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_profile_take(nets_profile *p,
                                                              nets_time start,
                                                              nets_time end,
                                                              nets_amount amount);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_profile_give(nets_profile *p,
                                                              nets_time start,
                                                              nets_time end,
                                                              nets_amount amount);

/* What is free at time t. O(log P) */
NETSCHED_DEF nets_amount nets_profile_value(const nets_profile *p, nets_time t);

/* The least that is free during [start, end); for start >= end what is free at start.
 * O(log P + steps in the window) */
NETSCHED_DEF nets_amount nets_profile_min(const nets_profile *p, nets_time start,
                                          nets_time end);

/* The earliest x >= start with `amount` free during all of [x, x + duration), and
 * x + duration <= end; `end` may be NETS_FOREVER.
 * NETS_E_NOFIT  there is none
 * NETS_E_ARG    duration <= 0 or a negative amount
 * Cost: O(log P + steps passed). */
NETSCHED_DEF NETSCHED_NODISCARD nets_status
nets_profile_earliest(const nets_profile *p, nets_amount amount, nets_time duration,
                      nets_time start, nets_time end, nets_time *x);

/* Forgets how it was before `now`. O(P) */
NETSCHED_DEF void nets_profile_forget(nets_profile *p, nets_time now);

/* Order, no equal neighbours, nothing negative: NETS_OK or NETS_E_CORRUPT. O(P) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_profile_check(const nets_profile *p);

/* ---- sets of times: ST lists (paper 3, section 2.2) -------------------------------- */

typedef struct nets_span { /* the paper's pair (a, b), as [a, b + 1) */
    nets_time from, to;
} nets_span;

/* Sorted spans, neither overlapping nor adjacent. Yours: all zero is an empty set; give
 * it back with nets_spans_free. Set the hook before first use, or leave it NULL. */
typedef struct nets_spans {
    uint32_t count, capacity;
    nets_span *at;
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_spans;

/* Adds all times in [from, to). NETS_E_ARG if from >= to; NETS_E_NOMEM. O(spans) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_spans_add(nets_spans *s, nets_time from,
                                                           nets_time to);

/* Replaces *out by all times that are in a or b, or in both. `out` is another set than
 * those (NETS_E_ARG). NETS_E_NOMEM. O(spans of a and b) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_spans_union(nets_spans *out,
                                                             const nets_spans *a,
                                                             const nets_spans *b);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_spans_intersect(nets_spans *out,
                                                                 const nets_spans *a,
                                                                 const nets_spans *b);

/* 1 if t is in the set, else 0. O(log spans) */
NETSCHED_DEF int nets_spans_has(const nets_spans *s, nets_time t);

/* Empties the set and keeps, or frees, its memory. O(1) */
NETSCHED_DEF void nets_spans_clear(nets_spans *s);
NETSCHED_DEF void nets_spans_free(nets_spans *s);

/* The ST list of a profile: replaces *out by every x in [start, end - duration] with
 * `amount` free during [x, x + duration). NETS_E_ARG as nets_profile_earliest;
 * NETS_E_NOMEM. O(log P + steps in the window) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status
nets_profile_starts(const nets_profile *p, nets_amount amount, nets_time duration,
                    nets_time start, nets_time end, nets_spans *out);

/* ---- the network (paper 3, section 2.1) -------------------------------------------- */

typedef struct nets_network nets_network;

typedef struct nets_desc {
    uint32_t reserved; /* 0 */
    nets_time now;     /* nothing is booked before it */
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_desc;

typedef enum nets_access {
    NETS_FULL = 0, /* every unit reaches every unit of the partition before it */
    NETS_PAIRS = 1 /* only those that nets_allow names */
} nets_access;

typedef enum nets_kind { /* what is booked */
                         NETS_LINK = 0,
                         NETS_UNIT = 1,
                         NETS_CLUSTER = 2
} nets_kind;

typedef struct nets_link_info {
    uint32_t from, to;
    nets_amount capacity;
    nets_time delay;
} nets_link_info;

typedef struct nets_partition_info {
    uint32_t node, type; /* type: the paper's T-ID */
    uint32_t place;      /* 0 is next to the node */
    uint32_t units;
    nets_access access;
} nets_partition_info;

typedef struct nets_unit_info {
    uint32_t partition, cid; /* cid: the paper's C-ID */
    nets_amount amount;
} nets_unit_info;

typedef struct nets_cluster_info {
    uint32_t node;
    nets_amount cpus;
    int64_t speed; /* work done by one CPU in one unit of time */
} nets_cluster_info;

typedef struct nets_counts_info {
    uint32_t nodes, links, partitions, units, clusters;
    uint64_t bookings; /* alive */
    nets_time now;
    uint64_t bytes, bytes_peak; /* of memory, now and at most */
} nets_counts_info;

/* Differs when header and implementation disagree on a public struct. */
#define NETSCHED_ABI                                               \
    (NETSCHED_VERSION_MAJOR * 0x1000000u +                         \
     (unsigned)(sizeof(nets_desc) + 3 * sizeof(nets_profile) +     \
                5 * sizeof(nets_request) + 7 * sizeof(nets_plan) + \
                11 * sizeof(nets_use)))

/* nets_create(&net, &desc): a network without nodes; destroy it with nets_destroy. A NULL
 * desc is one that is all zero. NETS_E_ARG: `reserved` is not 0; NETS_E_ABI: this header
 * is not the implementation's; NETS_E_NOMEM. *out is NULL after a failure. O(1) */
#define nets_create(out, desc) nets_create_abi((out), (desc), NETSCHED_ABI)
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_create_abi(nets_network **out,
                                                            const nets_desc *desc,
                                                            unsigned abi);

/* Frees the network and all its bookings. NULL is fine. */
NETSCHED_DEF void nets_destroy(nets_network *net);

/* Nodes, links and all else are numbered from 0 in the order they are added, each kind on
 * its own. Nothing is ever taken away; to close a link, take its capacity (nets_take).
 * All: NETS_E_ARG for what is not there or makes no sense, as told; NETS_E_RANGE for the
 * 2^31st; NETS_E_NOMEM. The number goes to *out, which may be NULL. O(1) amortised. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_node(nets_network *net,
                                                          uint32_t *out);

/* From node to node, one way, or both ways as two links, *out and *out + 1. NETS_E_ARG:
 * from == to, capacity <= 0, delay < 0. Parallel links are fine. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_link(nets_network *net,
                                                          uint32_t from, uint32_t to,
                                                          nets_amount capacity,
                                                          nets_time delay, uint32_t *out);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_duplex(nets_network *net, uint32_t a,
                                                            uint32_t b,
                                                            nets_amount capacity,
                                                            nets_time delay,
                                                            uint32_t *out);

/* The next partition of local resources at a node, beyond those it has: the first is next
 * to the node, and a job reaches each through those before it. NETS_E_ARG: the node has
 * one of that type, or NETS_PAIRS for its first. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_partition(
    nets_network *net, uint32_t node, uint32_t type, nets_access access, uint32_t *out);

/* A unit of `amount` > 0. Units of a partition with the same cid can work together. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_unit(nets_network *net,
                                                          uint32_t partition,
                                                          nets_amount amount,
                                                          uint32_t cid, uint32_t *out);

/* Unit b, of a partition with NETS_PAIRS, reaches unit a of the partition before it. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_allow(nets_network *net, uint32_t a,
                                                       uint32_t b);

/* CPUs of one speed at a node, for multicost. NETS_E_ARG: cpus or speed <= 0. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_add_cluster(
    nets_network *net, uint32_t node, nets_amount cpus, int64_t speed, uint32_t *out);

/* What was added. NETS_E_ARG: there is no such thing. O(1) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_get_link(const nets_network *net,
                                                          uint32_t link,
                                                          nets_link_info *out);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_get_partition(const nets_network *net,
                                                               uint32_t partition,
                                                               nets_partition_info *out);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_get_unit(const nets_network *net,
                                                          uint32_t unit,
                                                          nets_unit_info *out);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_get_cluster(const nets_network *net,
                                                             uint32_t cluster,
                                                             nets_cluster_info *out);

/* How many there are of each, and `now`. All zero for NULL. O(bookings) */
NETSCHED_DEF void nets_counts(const nets_network *net, nets_counts_info *out);

/* What of a link, unit or cluster is free over time, or NULL if there is no such thing.
 * Valid until the next call that changes the network. O(1) */
NETSCHED_DEF const nets_profile *nets_profile_of(const nets_network *net, nets_kind kind,
                                                 uint32_t index);

/* Takes from, or gives back to, one resource without a booking: maintenance, or a
 * protocol of your own. Statuses as nets_profile_take; NETS_E_ARG if there is no such
 * resource; NETS_E_PAST: start < now; NETS_E_RANGE: more would be free than it has. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_take(nets_network *net, nets_kind kind,
                                                      uint32_t index, nets_time start,
                                                      nets_time end, nets_amount amount);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_give(nets_network *net, nets_kind kind,
                                                      uint32_t index, nets_time start,
                                                      nets_time end, nets_amount amount);

/* Time moves on: what is over is forgotten, bookings and their ids included. NETS_E_PAST
 * if now is before the network's. Never asks for memory. O(1) amortised */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_advance(nets_network *net,
                                                         nets_time now);

/* ---- first slot: MRFS (paper 3, sections 3 and 4) ---------------------------------- */

typedef enum nets_algorithm {
    NETS_CHOOSE = 0, /* by `splittable` and whether an end has partitions by pairs */
    NETS_WS_RC = 1,  /* split over paths and units; accessibility observed */
    NETS_WN_RC = 2,  /* one path, one unit of each type; accessibility observed */
    NETS_WS_RN = 3,  /* as WS_RC, where every unit reaches every other */
    NETS_WN_RN = 4   /* as WN_RC, where every unit reaches every other */
} nets_algorithm;

typedef struct nets_need { /* an element of RV: so much of that type */
    uint32_t type;
    nets_amount amount;
} nets_need;

typedef struct nets_request {
    uint32_t from, to;     /* nodes s and d */
    nets_time start, end;  /* ResWin <st, et>: it runs within; end 0 = no end */
    nets_time duration;    /* dur, at least 1; with a volume 0 */
    nets_amount bandwidth; /* R_0, at least 1; with a volume the most at once, 0 = any */
    const nets_need *at_from, *at_to; /* what it needs at its two ends: R_1, R_2, ... */
    uint32_t at_from_count, at_to_count;
    int splittable;            /* over several paths and units, else one of each */
    int fixed;                 /* splittable: one split for the whole duration */
    nets_algorithm algorithm;  /* NETS_CHOOSE, or this one */
    nets_amount volume;        /* > 0: so much is to be carried, at any rate */
    uint32_t max_combinations; /* of C-IDs tried by WS-RC; 0 = 65,536 */
    nets_id altering;          /* the share of this booking counts as free; 0 = none */
} nets_request;

/* A share of one resource. The job is divided into `whole` equal parts, and `flow` of
 * them go this way; `amount` is what is booked for that: flow / whole of what the request
 * asks of the type, rounded up. */
typedef struct nets_use {
    nets_kind kind;
    uint32_t index; /* of the link, unit or cluster */
    nets_time from, to;
    nets_amount amount;
    int64_t flow, whole;
} nets_use;

/* Answers own their memory: all zero at first, nets_plan_free at last, to be used again
 * and again in between. Uses are sorted by `from`; of equal ones those at the source come
 * first, the outermost partition first, then links, then those at the destination. With
 * one path the links are in its order, else in that of their numbers. */
typedef struct nets_plan {
    uint32_t count, capacity;
    nets_use *uses;
    nets_time start, end;
    nets_algorithm algorithm; /* the one that found it */
    nets_id altering;         /* the request's */
    uint32_t combinations;    /* of C-IDs tried */
    uint64_t searches;        /* for a path, also in vain */
    uint64_t instants;        /* at which feasibility was decided */
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_plan;

/* MRFS: the earliest start in the window at which the network carries `bandwidth` from s
 * to d and each end has what is needed there, for `duration`; and how. Books nothing.
 * NETS_OK       *plan is the answer, to be booked by nets_commit
 * NETS_E_NOFIT  no start fits. plan->uses are the binding resources at the last start
 *               that was ruled out: the links or units of the smallest cut, or those of
 *               one type at one end, each with what is free of it then; `start` is that
 *               time, flow and whole are 0. Where the request asks for a type that an end
 *               does not have, count is 0.
 * NETS_E_ARG    nodes that are not there or the same, duration, bandwidth or an amount
 *               not positive, a type twice at one end, a duration longer than the window,
 *               an algorithm that contradicts `splittable` or RN with pairs, `fixed`
 *               without `splittable`; a volume with a duration or with local needs
 * NETS_E_PAST   start < now
 * NETS_E_RANGE  start + duration overflows; WS-RC: the least common multiple of
 *               bandwidth and amounts does
 * NETS_E_LIMIT  max_combinations were tried in vain and there are more
 * NETS_E_NOTFOUND  no booking `altering`
 * NETS_E_NOMEM
 * After all but OK and NOFIT *plan is empty. Not const: it uses scratch memory.
 *
 * The start never depends on how it is found, except that of equal starts WS-RC takes the
 * first combination: C-IDs ascending, varying fastest at the last type of the
 * destination.
 *
 * Cost: a search touches what it reaches: O(links reached) for each path searched, and
 * log P + steps passed for each link looked at. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_first_slot(nets_network *net,
                                                            const nets_request *req,
                                                            nets_plan *plan);

/* Every start in the window that fits, as an ST list, found as the paper does: by
 * extended Bellman-Ford on ST lists (section 4.2), or for splittable requests basic
 * interval by basic interval (4.1), with the ST lists of local resources intersected;
 * *out is replaced, empty if there is none. Not for volumes (NETS_E_ARG). Statuses else as
 * nets_first_slot, without NOFIT. Cost: O(nodes * links * spans), or a flow for each
 * basic interval in the window. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_starts(nets_network *net,
                                                        const nets_request *req,
                                                        nets_spans *out);

typedef struct nets_alternative_info {
    nets_time start;       /* the earliest start without the window's end; or FOREVER */
    int64_t flow, whole;   /* at the asked time flow / whole of every amount would fit */
    nets_amount bandwidth; /* that share of the bandwidth, rounded down */
} nets_alternative_info;

/* What to offer to who was refused, each found exactly and on its own. Not for volumes.
 * Statuses as nets_first_slot, without NOFIT. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_alternatives(nets_network *net,
                                                              const nets_request *req,
                                                              nets_alternative_info *out);

/* The largest flow from node to node that the network carries with one split during all
 * of [start, end), or `limit` if it is more (0 = no limit).
 * NETS_E_ARG, NETS_E_PAST, NETS_E_RANGE (more than fits), NETS_E_NOMEM */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_max_flow(nets_network *net,
                                                          uint32_t from, uint32_t to,
                                                          nets_time start, nets_time end,
                                                          nets_amount limit,
                                                          nets_amount *flow);

/* Books all of the plan, or nothing. It may be one of your own making: kind, index, from,
 * to and amount of each use count. If plan->altering is set, that booking is replaced and
 * keeps its id.
 * NETS_E_BUSY      something is no longer free
 * NETS_E_ARG       an empty plan, a use of nothing or of what is not there
 * NETS_E_PAST      a use begins before now
 * NETS_E_NOTFOUND  no booking `altering`
 * NETS_E_NOMEM; *out, which may be NULL, is 0 after a failure.
 * Cost: nets_profile_take for each use. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_commit(nets_network *net,
                                                        const nets_plan *plan,
                                                        nets_id *out);

/* Gives back what is left of a booking from now on. NETS_E_NOTFOUND: never made, given
 * back, or over. Never asks for memory. Cost: nets_profile_give for each use. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_release(nets_network *net, nets_id id);

typedef struct nets_booking {
    nets_id id;
    nets_time start, end;
    uint32_t count;
    const nets_use *uses; /* valid until the network changes */
} nets_booking;

/* The booking with this id, or the one with the lowest id above `after`. NETS_E_NOTFOUND.
 * O(log bookings) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_get(const nets_network *net, nets_id id,
                                                     nets_booking *out);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_next(const nets_network *net,
                                                      nets_id after, nets_booking *out);

/* Empties the plan and frees its memory; it can be used again. O(1) */
NETSCHED_DEF void nets_plan_free(nets_plan *plan);

/* Every invariant of the network, for tests: NETS_OK or NETS_E_CORRUPT. Each profile is
 * what the resource has less what is booked of it and was taken. O(all of it) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_check(const nets_network *net);

/* A status in words, and the implementation's version, "major.minor.patch". O(1) */
NETSCHED_DEF const char *nets_status_text(nets_status s);
NETSCHED_DEF const char *nets_version(void);

/* ---- multicost (paper 4) ---------------------------------------------------------- */

/* A binary availability vector (section 2): bit k is the k-th slot's, from 0, `beyond`
 * that of every slot after the last. Bit k is bit k % 64 of words[k / 64]; those of the
 * last word after the last are 0. Yours: all zero is a vector of no bits; give it back
 * with nets_slots_free. Set the hook before first use, or leave it NULL. */
typedef struct nets_slots {
    uint32_t count;    /* the paper's dimension, u_l or u_m; below 2^31 */
    uint32_t capacity; /* of words */
    int beyond;        /* 0 or 1 */
    uint64_t *words;
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_slots;

/* Replaces *s by `count` bits that are all `bit`, as are those beyond.
 * NETS_E_ARG: bit is neither 0 nor 1; NETS_E_RANGE: too many; NETS_E_NOMEM. O(count) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_slots_fill(nets_slots *s, uint32_t count,
                                                            int bit);

/* Bits from .. to - 1 become `bit`. NETS_E_ARG: from > to, to > count or no bit.
 * O(to - from) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_slots_set(nets_slots *s, uint32_t from,
                                                           uint32_t to, int bit);

/* Bit k; for k >= count what is beyond. O(1) */
NETSCHED_DEF int nets_slots_get(const nets_slots *s, uint64_t k);

/* The r-capacity (or r-cluster) availability vector of a profile: replaces *s by
 * `count` bits, of which bit k is 1 if and only if at least r is free during all of
 * [origin + k tau, origin + (k + 1) tau). Those beyond are 1 if it is free in the end:
 * when all that was taken for some time is given back.
 * NETS_E_ARG: r < 0 or tau <= 0; NETS_E_RANGE: too many, or times overflow;
 * NETS_E_NOMEM. Cost: O(count / 64 + log P + steps in there). */
NETSCHED_DEF NETSCHED_NODISCARD nets_status
nets_slots_of_profile(nets_slots *s, const nets_profile *p, nets_amount r,
                      nets_time origin, nets_time tau, uint32_t count);

/* Equation (1): v becomes v & LSH_shift(w), that is bit k of v stays 1 only if bit
 * k + shift of w is 1. NETS_E_ARG: w reaches further than v. Cost: O(count / 64). */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_slots_and(nets_slots *v,
                                                           const nets_slots *w,
                                                           uint64_t shift);

/* R(b): *k is the first slot at or after `from` with which b ones in a row begin; they
 * may go on beyond the last. NETS_E_NOFIT: there are none. O(count / 64 * log b) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_slots_run(const nets_slots *s,
                                                           uint64_t from, uint64_t b,
                                                           uint64_t *k);

/* MUV_k: the first k bits, or all, become 0; those beyond stay. O(k / 64) */
NETSCHED_DEF void nets_slots_clear_first(nets_slots *s, uint64_t k);

/* How many of the bits are 1, without those beyond: the slot availability weight of
 * section 4.2. O(count / 64) */
NETSCHED_DEF uint32_t nets_slots_weight(const nets_slots *s);

/* 1 if no bit of b is 1 where that of a is 0, those beyond included: a >= b as in
 * equation (3). O(count / 64) */
NETSCHED_DEF int nets_slots_covers(const nets_slots *a, const nets_slots *b);

/* Gives its memory back; it then has no bits. O(1) */
NETSCHED_DEF void nets_slots_free(nets_slots *s);

/* A scheduler's picture of the links and clusters of a network, which may be old: its
 * utilization database (section 2). It also holds what its searches need, and keeps it
 * for the next one. */
typedef struct nets_view nets_view;

typedef struct nets_view_desc {
    uint32_t slots_l, slots_m; /* u_l, at least 1, and u_m; slots_m 0 = slots_l */
    nets_time tau_l, tau_m;    /* a slot's length, at least 1; tau_m 0 = tau_l */
    int shared_clock;          /* vectors are shifted by d, not by 2 d: see below */
    nets_alloc_fn alloc;
    void *alloc_ctx;
} nets_view_desc;

/* A picture of the network as it is now. What is added to the network later is not in
 * it. The network is to outlive it, or not to be asked any more (nets_view_learn).
 *
 * Delays count in slots, each link's rounded up. A path's vector is that of the slots
 * in which its source can send: a link that data reach d later is looked at d later. By
 * default, as equation (1) has it, 2 d later: there a link's vector begins when its
 * picture was taken, and that was d ago (`age`, else the task's origin is meant). On a
 * shared clock all vectors begin with the task.
 * NETS_E_ARG: no slots or a tau < 0, tau_l = 0; NETS_E_RANGE: too many slots;
 * NETS_E_NOMEM. *out is NULL after a failure.
 * Cost: O(nodes + links + clusters + steps of their profiles). Memory: u / 8 bytes for
 * each link and cluster. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_view_create(nets_view **out,
                                                             const nets_network *net,
                                                             const nets_view_desc *desc);
NETSCHED_DEF void nets_view_destroy(nets_view *view); /* NULL is fine */

/* The picture of a link or cluster becomes what `p` says, or for NULL what the network
 * has now. A link's vector begins `age` before the origin of any task, unless clocks
 * are shared: say how long news of it are under way. Clusters have no age (0).
 * NETS_E_ARG, NETS_E_NOMEM. O(steps) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_view_learn(nets_view *view,
                                                            nets_kind kind,
                                                            uint32_t index,
                                                            const nets_profile *p,
                                                            nets_time age);

/* News of one booking: so much less, or more, is free. The age stays. Statuses as
 * nets_profile_take; NETS_E_ARG also if there is no such link or cluster. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_view_take(nets_view *view,
                                                           nets_kind kind, uint32_t index,
                                                           nets_time start, nets_time end,
                                                           nets_amount amount);
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_view_give(nets_view *view,
                                                           nets_kind kind, uint32_t index,
                                                           nets_time start, nets_time end,
                                                           nets_amount amount);

/* What was free before `now` is forgotten: call it now and then. O(steps) */
NETSCHED_DEF void nets_view_forget(nets_view *view, nets_time now);

/* The picture of a link or cluster, or NULL if there is no such thing. Valid until it
 * changes. O(1) */
NETSCHED_DEF const nets_profile *nets_view_profile(const nets_view *view, nets_kind kind,
                                                   uint32_t index);

typedef enum nets_method {
    NETS_AWMC_T = 0, /* of paths prunes by delay and weight (section 4.2): polynomial */
    NETS_MC_T = 1,   /* by equation (3) as printed, which can prune the best one */
    NETS_EXACT = 2,  /* only paths that lead to nothing better */
    NETS_MC_B = 3,   /* the earliest arrival at any cluster, which runs it then */
    NETS_ECT = 4     /* the earliest end, as if all links were free: sent at once */
} nets_method;

/* What a score is given: a path and a cluster at its end, with the times that follow. */
typedef struct nets_offer {
    uint32_t cluster, link_count;
    nets_time delay;        /* of the path, d_p, in whole slots */
    nets_time send, arrive; /* R_p(b), and EST: all data are there */
    nets_time start, end;   /* of execution */
    const nets_slots *path; /* its vector; of no bits if links count as free */
    const nets_slots *cpus; /* the cluster's, with MUV; likewise */
} nets_offer;

/* The function f of section 4.4: the offer with the least score is taken. A score must
 * not grow as the delay or a time becomes less, nor as a bit becomes 1: who is pruned
 * before it is asked would score no better. */
typedef int64_t (*nets_score_fn)(void *ctx, const nets_offer *offer);

typedef struct nets_task {
    uint32_t source; /* node where its data are, S or R */
    nets_method method;
    nets_time origin;    /* it can be sent from then on: where slots begin */
    nets_amount data;    /* I: sent in data / rate, rounded up; 0: links count as free */
    nets_amount rate;    /* r, of each link, at least 1 */
    nets_amount cpus;    /* of its cluster; 0 = 1 */
    int64_t workload;    /* W: runs for workload / speed, rounded up */
    nets_time bound;     /* D: it is to end by origin + bound; 0 = at any time */
    int strict;          /* equation (3) with <: none prunes one of equal delay */
    uint32_t max_labels; /* paths held, pruned ones included; 0 = 65,536 */
    nets_score_fn score; /* NULL = the end, completion time */
    void *score_ctx;
} nets_task;

typedef struct nets_route {
    uint32_t cluster;      /* NETS_NONE: there is no answer */
    uint32_t link_count;   /* 0: the cluster is at the source, nothing is sent */
    const uint32_t *links; /* in their order; valid until the view's next call */
    nets_time send, arrive;
    nets_time start, end;
    int64_t score;
    uint32_t paths;  /* |P_n-d|: non-dominated, from the source to all other nodes */
    uint32_t widest; /* most of them at one node */
    uint32_t pairs;  /* |PM_n-d|: of those that can be had in time */
    uint64_t labels; /* paths looked at */
} nets_route;

/* Where to send a task, when, and when to run it there (section 4): of the (path,
 * cluster) pairs the one of least score; of equal ones that with the lowest cluster, then
 * the earliest arrival, the shortest delay, the most weight, the path found first.
 *
 * Paths visit no node twice. Which of those to a node are kept depends on the method. A
 * path prunes another
 *   AWMC_T  of no less delay and no more weight: the ones of its vector, to which all
 *           those beyond add one
 *   MC_T    of no less delay, with no ones but where it has some itself: equation (3)
 *   EXACT   if whatever can follow that can follow itself, and arrives no later. Also
 *           paths that cannot end before one that was found. With a score of its own: of
 *           equal delay, with no ones but where it has some itself
 *   MC_B    as MC_T; clusters count as free, and the score is the arrival
 *   ECT     as AWMC_T, but links count as free: one path of the shortest delay is left
 * Of two that would prune each other the first found does; if `strict` neither does,
 * unless EXACT. Then equation (5) prunes pairs, where a pair dominates another only if
 * its cluster is at least as fast. So the best pair of the paths kept is never pruned.
 *
 * b and the run's length are rounded up to slots, EST to slots of the cluster; the run
 * ends workload / speed after its start. At a cluster of the source's node the data are
 * there from the origin on. Under a bound what lies beyond the vectors counts as taken,
 * else as free if it is so in the end.
 * NETS_OK       *route is the answer; books nothing (nets_route_plan)
 * NETS_E_NOFIT  no cluster can be reached, or none in time; all but EXACT may miss one
 * NETS_E_ARG    no such node or method, rate < 1, anything negative
 * NETS_E_RANGE  a time overflows
 * NETS_E_LIMIT  more than max_labels paths would have to be held
 * NETS_E_NOMEM
 * After all but OK there is no route but its counts. Neither the network nor the picture
 * changes; not const: it uses scratch memory.
 *
 * Cost: AWMC-T keeps at most u_l + 1 paths at each node (not if `strict`); with the
 * others their number may grow exponentially with the network. With EXACT it seldom
 * does, as most end too late; with a score of its own it does. A path looked at costs
 * u_l / 64 words, and a comparison with those at its node, mostly by delay and weight
 * alone. Vectors are read of what is reached, O(u_l / 64 + steps): again if origin, rate,
 * cpus or the picture has changed, but when time moves on by whole slots only where they
 * are new. Words after the last change of any link are not touched. Memory: u_l / 8 + 64
 * bytes for a path held, kept for the next call. */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_multicost(nets_view *view,
                                                           const nets_task *task,
                                                           nets_route *route);

/* The uses that book a route, for nets_commit: `rate` of each link while the data pass
 * it, data / rate long, and `cpus` of the cluster from start to end. If the picture was
 * not the truth nets_commit may find it busy. NETS_E_ARG: no answer, or of another view
 * or task; NETS_E_RANGE, NETS_E_NOMEM. After a failure the plan is empty. O(links) */
NETSCHED_DEF NETSCHED_NODISCARD nets_status nets_route_plan(const nets_view *view,
                                                            const nets_task *task,
                                                            const nets_route *route,
                                                            nets_plan *plan);

/* ---- paths and wavelengths (paper 1, section 3.2) --------------------------------- */

#ifdef __cplusplus
}
#endif
#endif /* NETSCHED_H */

/* ---- implementation ---------------------------------------------------------------- */

#ifdef NETSCHED_IMPLEMENTATION
#ifndef NETSCHED_IMPLEMENTED
#define NETSCHED_IMPLEMENTED

#include <string.h>
#ifndef NETSCHED_NO_STDLIB
#include <stdlib.h>
#endif

/* >>memory --------------------------------------------------------------------------- */

#ifndef NETS_I_GROW /* tests leave no slack */
#define NETS_I_GROW(n) ((n) + (n) / 2 + 8)
#endif

#define NETS_I_MOST 0x7FFFFFFFu /* of anything that is counted */

/* The one place where memory comes from. */
static void *nets_i_resize(nets_alloc_fn fn, void *ctx, void *ptr, size_t old_size,
                           size_t new_size)
{
    if (fn) return fn(ctx, ptr, old_size, new_size);
#ifdef NETSCHED_NO_STDLIB
    return NULL;
#else
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
#endif
}

/* Room for `need` items of `size` bytes in an array that grows by half. *capacity tells
 * how many there is room for, also after a failure. */
static nets_status nets_i_room(nets_alloc_fn fn, void *ctx, void **at, uint32_t *capacity,
                               uint64_t need, size_t size)
{
    uint64_t more = NETS_I_GROW((uint64_t)*capacity);
    void *grown;
    if (need <= *capacity) return NETS_OK;
    if (more < need) more = need;
    if (more > NETS_I_MOST) more = NETS_I_MOST;
    if (need > more) return NETS_E_RANGE;
    if (more > SIZE_MAX / size) return NETS_E_NOMEM;
    grown = nets_i_resize(fn, ctx, *at, *capacity * size, (size_t)more * size);
    if (!grown) return NETS_E_NOMEM;
    *at = grown;
    *capacity = (uint32_t)more;
    return NETS_OK;
}

static void nets_i_drop(nets_alloc_fn fn, void *ctx, void *at, uint32_t capacity,
                        size_t size)
{
    if (at) (void)nets_i_resize(fn, ctx, at, capacity * size, 0);
}

/* >>arithmetic ----------------------------------------------------------------------- */

/* a + b, and 1 if it does not fit. */
static int nets_i_add(int64_t a, int64_t b, int64_t *sum)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return 1;
    *sum = a + b;
    return 0;
}

/* a * b for a, b >= 0, and 1 if it does not fit. */
static int nets_i_multiply(int64_t a, int64_t b, int64_t *product)
{
    if (b > 0 && a > INT64_MAX / b) return 1;
    *product = a * b;
    return 0;
}

static int64_t nets_i_ceil_div(int64_t a, int64_t b) /* a >= 0, b > 0 */
{
    return a / b + (a % b != 0);
}

static int64_t nets_i_least(int64_t a, int64_t b) { return a < b ? a : b; }

/* >>profiles ------------------------------------------------------------------------- */

/* The first step at t or later. */
static uint32_t nets_i_step_at(const nets_profile *p, nets_time t)
{
    uint32_t low = 0, high = p->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (p->steps[middle].time < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first step after t: the piece that holds t ends there. */
static uint32_t nets_i_step_after(const nets_profile *p, nets_time t)
{
    const uint32_t i = nets_i_step_at(p, t);
    return i + (i < p->count && p->steps[i].time == t);
}

/* Piece i lies between steps i - 1 and i. */
static nets_amount nets_i_piece(const nets_profile *p, uint32_t i)
{
    return i ? p->steps[i - 1].amount : p->first;
}

static nets_time nets_i_piece_end(const nets_profile *p, uint32_t i)
{
    return i < p->count ? p->steps[i].time : NETS_FOREVER;
}

NETSCHED_DEF void nets_profile_init(nets_profile *p, nets_amount amount,
                                    nets_alloc_fn alloc, void *alloc_ctx)
{
    memset(p, 0, sizeof *p);
    p->first = amount > 0 ? amount : 0;
    p->alloc = alloc;
    p->alloc_ctx = alloc_ctx;
}

NETSCHED_DEF void nets_profile_free(nets_profile *p)
{
    if (!p) return;
    nets_i_drop(p->alloc, p->alloc_ctx, p->steps, p->capacity, sizeof *p->steps);
    nets_profile_init(p, 0, p->alloc, p->alloc_ctx);
}

static nets_status nets_i_profile_room(nets_profile *p, uint64_t count)
{
    void *at = p->steps;
    const nets_status s =
        nets_i_room(p->alloc, p->alloc_ctx, &at, &p->capacity, count, sizeof *p->steps);
    p->steps = (nets_step *)at;
    return s;
}

/* Steps from i on move by `by` places: one opens, or one closes. */
static void nets_i_shift(nets_profile *p, uint32_t i, int by)
{
    memmove(p->steps + i + (by > 0), p->steps + i + (by < 0),
            (p->count - i - (by < 0)) * sizeof *p->steps);
    p->count = by > 0 ? p->count + 1 : p->count - 1;
}

/* A step at t where there is none, or none where there is one and neighbours are now
 * equal, so that the profile is canonical. `before` and `here` are the amounts on its two
 * sides. Returns how many steps more, or fewer, there are. */
static int nets_i_edge(nets_profile *p, uint32_t i, nets_time t, nets_amount before,
                       nets_amount here)
{
    const int there = i < p->count && p->steps[i].time == t;
    if (there && before == here) {
        nets_i_shift(p, i, -1);
        return -1;
    }
    if (!there && before != here) {
        nets_i_shift(p, i, 1);
        p->steps[i].time = t;
    }
    if (before != here) p->steps[i].amount = here;
    return !there && before != here;
}

/* Adds delta, which may be negative, during [start, end). There is room for two steps. */
static void nets_i_profile_add(nets_profile *p, nets_time start, nets_time end,
                               nets_amount delta)
{
    const uint32_t i = nets_i_step_at(p, start);
    uint32_t j = nets_i_step_at(p, end), k;
    const int at_start = i < p->count && p->steps[i].time == start;
    const int at_end = j < p->count && p->steps[j].time == end;
    const nets_amount before = nets_i_piece(p, i);
    const nets_amount last = nets_i_piece(p, j); /* just before `end` */
    for (k = i + (uint32_t)at_start; k < j; k++) p->steps[k].amount += delta;
    if (end != NETS_FOREVER)
        (void)nets_i_edge(p, j, end, last + delta, at_end ? p->steps[j].amount : last);
    (void)nets_i_edge(p, i, start, before,
                      (at_start ? p->steps[i].amount : before) + delta);
}

/* What a call on a window asks of it. */
static nets_status nets_i_window(const nets_profile *p, nets_time start, nets_time end,
                                 nets_amount amount)
{
    return p && start < end && amount >= 0 ? NETS_OK : NETS_E_ARG;
}

NETSCHED_DEF nets_amount nets_profile_value(const nets_profile *p, nets_time t)
{
    return p ? nets_i_piece(p, nets_i_step_after(p, t)) : 0;
}

NETSCHED_DEF nets_amount nets_profile_min(const nets_profile *p, nets_time start,
                                          nets_time end)
{
    uint32_t i;
    nets_amount least;
    if (!p) return 0;
    i = nets_i_step_after(p, start);
    least = nets_i_piece(p, i);
    for (; i < p->count && p->steps[i].time < end; i++)
        least = nets_i_least(least, p->steps[i].amount);
    return least;
}

static nets_amount nets_i_profile_max(const nets_profile *p, nets_time start,
                                      nets_time end)
{
    uint32_t i = nets_i_step_after(p, start);
    nets_amount most = nets_i_piece(p, i);
    for (; i < p->count && p->steps[i].time < end; i++)
        if (p->steps[i].amount > most) most = p->steps[i].amount;
    return most;
}

NETSCHED_DEF nets_status nets_profile_take(nets_profile *p, nets_time start,
                                           nets_time end, nets_amount amount)
{
    nets_status s = nets_i_window(p, start, end, amount);
    if (s != NETS_OK) return s;
    if (nets_profile_min(p, start, end) < amount) return NETS_E_BUSY;
    s = nets_i_profile_room(p, (uint64_t)p->count + 2);
    if (s == NETS_OK && amount) nets_i_profile_add(p, start, end, -amount);
    return s;
}

NETSCHED_DEF nets_status nets_profile_give(nets_profile *p, nets_time start,
                                           nets_time end, nets_amount amount)
{
    nets_status s = nets_i_window(p, start, end, amount);
    if (s != NETS_OK) return s;
    if (nets_i_profile_max(p, start, end) > INT64_MAX - amount) return NETS_E_RANGE;
    s = nets_i_profile_room(p, (uint64_t)p->count + 2);
    if (s == NETS_OK && amount) nets_i_profile_add(p, start, end, amount);
    return s;
}

/* The earliest start at or after t of a stretch of `duration` with `amount` free, or
 * FOREVER. i is the piece that holds t, and then that which holds the answer: a search
 * from a later t goes on from there. */
static nets_time nets_i_earliest(const nets_profile *p, nets_amount amount,
                                 nets_time duration, nets_time t, uint32_t *i)
{
    uint32_t k = *i;
    nets_time end;
    if (t > NETS_FOREVER - duration) return NETS_FOREVER;
    end = t + duration;
    for (;;) {
        if (nets_i_piece(p, k) < amount) { /* none before this piece is over */
            do {
                if (k >= p->count) return NETS_FOREVER;
                k++;
            } while (nets_i_piece(p, k) < amount);
            *i = k;
            t = p->steps[k - 1].time;
            if (t > NETS_FOREVER - duration) return NETS_FOREVER;
            end = t + duration;
        }
        if (nets_i_piece_end(p, k) >= end) return t;
        k++;
    }
}

NETSCHED_DEF nets_status nets_profile_earliest(const nets_profile *p, nets_amount amount,
                                               nets_time duration, nets_time start,
                                               nets_time end, nets_time *x)
{
    uint32_t i;
    nets_time t;
    if (!p || !x || duration <= 0 || amount < 0) return NETS_E_ARG;
    i = nets_i_step_after(p, start);
    t = nets_i_earliest(p, amount, duration, start, &i);
    if (t == NETS_FOREVER || t + duration > end) return NETS_E_NOFIT;
    *x = t;
    return NETS_OK;
}

NETSCHED_DEF void nets_profile_forget(nets_profile *p, nets_time now)
{
    uint32_t i;
    if (!p) return;
    i = nets_i_step_after(p, now);
    if (!i) return;
    p->first = p->steps[i - 1].amount;
    p->count -= i;
    memmove(p->steps, p->steps + i, p->count * sizeof *p->steps);
}

NETSCHED_DEF nets_status nets_profile_check(const nets_profile *p)
{
    uint32_t i;
    if (!p || p->first < 0 || p->count > p->capacity) return NETS_E_CORRUPT;
    for (i = 0; i < p->count; i++)
        if (p->steps[i].amount < 0 || p->steps[i].amount == nets_i_piece(p, i) ||
            (i && p->steps[i].time <= p->steps[i - 1].time))
            return NETS_E_CORRUPT;
    return NETS_OK;
}

/* >>spans ---------------------------------------------------------------------------- */

static nets_status nets_i_spans_room(nets_spans *s, uint64_t count)
{
    void *at = s->at;
    const nets_status status =
        nets_i_room(s->alloc, s->alloc_ctx, &at, &s->capacity, count, sizeof *s->at);
    s->at = (nets_span *)at;
    return status;
}

/* Adds a span that begins at or after the last one's beginning. There is room for it. */
static void nets_i_spans_append(nets_spans *s, nets_time from, nets_time to)
{
    if (s->count && s->at[s->count - 1].to >= from) {
        if (s->at[s->count - 1].to < to) s->at[s->count - 1].to = to;
        return;
    }
    s->at[s->count].from = from;
    s->at[s->count].to = to;
    s->count++;
}

/* The first span that ends after t. */
static uint32_t nets_i_span_at(const nets_spans *s, nets_time t)
{
    uint32_t low = 0, high = s->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->at[middle].to <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

NETSCHED_DEF nets_status nets_spans_add(nets_spans *s, nets_time from, nets_time to)
{
    nets_status status;
    uint32_t i, j;
    if (!s || from >= to) return NETS_E_ARG;
    status = nets_i_spans_room(s, (uint64_t)s->count + 1);
    if (status != NETS_OK) return status;
    i = nets_i_span_at(s, from);
    if (i && s->at[i - 1].to == from) i--;
    for (j = i; j < s->count && s->at[j].from <= to; j++) { /* i .. j - 1 join it */
        from = nets_i_least(from, s->at[j].from);
        if (s->at[j].to > to) to = s->at[j].to;
    }
    memmove(s->at + i + 1, s->at + j, (s->count - j) * sizeof *s->at);
    s->count = s->count - (j - i) + 1;
    s->at[i].from = from;
    s->at[i].to = to;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_spans_union(nets_spans *out, const nets_spans *a,
                                          const nets_spans *b)
{
    uint32_t i = 0, j = 0;
    nets_status s;
    if (!out || !a || !b || out == a || out == b) return NETS_E_ARG;
    s = nets_i_spans_room(out, (uint64_t)a->count + b->count);
    if (s != NETS_OK) return s;
    out->count = 0;
    while (i < a->count || j < b->count) {
        const nets_span *next;
        if (j == b->count || (i < a->count && a->at[i].from <= b->at[j].from))
            next = &a->at[i++];
        else
            next = &b->at[j++];
        nets_i_spans_append(out, next->from, next->to);
    }
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_spans_intersect(nets_spans *out, const nets_spans *a,
                                              const nets_spans *b)
{
    uint32_t i = 0, j = 0;
    nets_status s;
    if (!out || !a || !b || out == a || out == b) return NETS_E_ARG;
    s = nets_i_spans_room(out, (uint64_t)a->count + b->count);
    if (s != NETS_OK) return s;
    out->count = 0;
    while (i < a->count && j < b->count) {
        const nets_time from =
            a->at[i].from > b->at[j].from ? a->at[i].from : b->at[j].from;
        const nets_time to = nets_i_least(a->at[i].to, b->at[j].to);
        if (from < to) nets_i_spans_append(out, from, to);
        if (a->at[i].to < b->at[j].to)
            i++;
        else
            j++;
    }
    return NETS_OK;
}

NETSCHED_DEF int nets_spans_has(const nets_spans *s, nets_time t)
{
    uint32_t i;
    if (!s) return 0;
    i = nets_i_span_at(s, t);
    return i < s->count && s->at[i].from <= t;
}

NETSCHED_DEF void nets_spans_clear(nets_spans *s)
{
    if (s) s->count = 0;
}

NETSCHED_DEF void nets_spans_free(nets_spans *s)
{
    if (!s) return;
    nets_i_drop(s->alloc, s->alloc_ctx, s->at, s->capacity, sizeof *s->at);
    s->at = NULL;
    s->count = s->capacity = 0;
}

NETSCHED_DEF nets_status nets_profile_starts(const nets_profile *p, nets_amount amount,
                                             nets_time duration, nets_time start,
                                             nets_time end, nets_spans *out)
{
    nets_status s;
    uint32_t i, k;
    nets_time t = start;
    if (!p || !out || duration <= 0 || amount < 0) return NETS_E_ARG;
    k = i = nets_i_step_after(p, start);
    s = nets_i_spans_room(out, (uint64_t)p->count / 2 + 1); /* good pieces, at most */
    if (s != NETS_OK) return s;
    out->count = 0;
    for (;;) { /* a start, then how long starts are good: to the end of the stretch */
        nets_time last;
        t = nets_i_earliest(p, amount, duration, t, &i);
        if (t == NETS_FOREVER || t + duration > end) return NETS_OK;
        for (k = i; k < p->count && nets_i_piece(p, k + 1) >= amount;) k++;
        last = nets_i_least(nets_i_piece_end(p, k), end) - duration;
        nets_i_spans_append(out, t, last + 1);
        if (k >= p->count) return NETS_OK;
        i = k + 1;
        t = p->steps[k].time;
    }
}

/* >>network -------------------------------------------------------------------------- */

/* What is booked by amounts: a link, a unit, a cluster's CPUs. */
typedef struct nets_i_resource {
    nets_profile free;
    nets_amount total;
    uint32_t live; /* uses of bookings, each of which may still be given back */
} nets_i_resource;

typedef struct nets_i_node {
    uint32_t first, last; /* partition next to it, and the outermost; NETS_NONE */
} nets_i_node;

typedef struct nets_i_link {
    uint32_t from, to;
    nets_time delay;
} nets_i_link;

typedef struct nets_i_partition {
    uint32_t node, type, place, units;
    uint32_t next;        /* outwards */
    uint32_t before;      /* inwards; NETS_NONE: the node */
    uint32_t first, last; /* unit */
    nets_access access;
} nets_i_partition;

typedef struct nets_i_unit {
    uint32_t partition, cid;
    uint32_t next; /* of its partition */
    uint32_t pair; /* the first of those that join it to the partition before */
} nets_i_unit;

typedef struct nets_i_pair {
    uint32_t unit; /* of the partition before */
    uint32_t next;
} nets_i_pair;

typedef struct nets_i_cluster {
    uint32_t node;
    int64_t speed;
} nets_i_cluster;

typedef struct nets_i_booking {
    nets_id id;
    nets_time start, end;
    uint32_t count; /* 0: given back */
    nets_use *uses;
} nets_i_booking;

/* An array of the network's. */
typedef struct nets_i_vector {
    void *at;
    uint32_t count, capacity;
} nets_i_vector;

#define NETS_I_AT(type, vector) ((type *)(vector).at)

struct nets_network {
    nets_alloc_fn alloc;
    void *alloc_ctx;
    uint64_t bytes, bytes_peak;
    nets_time now;
    nets_i_vector nodes, links, partitions, units, pairs, clusters;
    nets_i_vector resource[3]; /* by nets_kind: nets_i_resource */
    nets_i_vector bookings;    /* by id; those given back stay until swept */
    uint32_t alive, swept_at;
    nets_id last_id;
    struct nets_i_search *search; /* scratch memory of searches */
};

/* The hook of all that belongs to a network: counts. */
static void *nets_i_counted(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    nets_network *net = (nets_network *)ctx;
    void *p = nets_i_resize(net->alloc, net->alloc_ctx, ptr, old_size, new_size);
    if (new_size && !p) return NULL;
    net->bytes += new_size;
    net->bytes -= old_size;
    if (net->bytes > net->bytes_peak) net->bytes_peak = net->bytes;
    return p;
}

/* Room for `more` items behind those a vector has. */
static nets_status nets_i_more(nets_network *net, nets_i_vector *v, uint32_t more,
                               size_t size)
{
    return nets_i_room(nets_i_counted, net, &v->at, &v->capacity,
                       (uint64_t)v->count + more, size);
}

static void nets_i_vector_free(nets_network *net, nets_i_vector *v, size_t size)
{
    nets_i_drop(nets_i_counted, net, v->at, v->capacity, size);
}

static nets_i_resource *nets_i_resource_of(const nets_network *net, nets_kind kind,
                                           uint32_t index)
{
    if ((unsigned)kind > NETS_CLUSTER || index >= net->resource[kind].count) return NULL;
    return NETS_I_AT(nets_i_resource, net->resource[kind]) + index;
}

/* Room for `more` resources of a kind, and for as many items of what describes them. */
static nets_status nets_i_more_resources(nets_network *net, nets_kind kind,
                                         nets_i_vector *v, uint32_t more, size_t size)
{
    nets_status s = nets_i_more(net, v, more, size);
    if (s == NETS_OK)
        s = nets_i_more(net, &net->resource[kind], more, sizeof(nets_i_resource));
    return s;
}

static void nets_i_new_resource(nets_network *net, nets_kind kind, nets_amount total)
{
    nets_i_vector *v = &net->resource[kind];
    nets_i_resource *r = NETS_I_AT(nets_i_resource, *v) + v->count++;
    nets_profile_init(&r->free, total, nets_i_counted, net);
    r->total = total;
    r->live = 0;
}

NETSCHED_DEF nets_status nets_create_abi(nets_network **out, const nets_desc *desc,
                                         unsigned abi)
{
    static const nets_desc all_zero = {0, 0, NULL, NULL};
    nets_network *net;
    if (!out) return NETS_E_ARG;
    *out = NULL;
    if (abi != NETSCHED_ABI) return NETS_E_ABI;
    if (!desc) desc = &all_zero;
    if (desc->reserved) return NETS_E_ARG;
    net =
        (nets_network *)nets_i_resize(desc->alloc, desc->alloc_ctx, NULL, 0, sizeof *net);
    if (!net) return NETS_E_NOMEM;
    memset(net, 0, sizeof *net);
    net->alloc = desc->alloc;
    net->alloc_ctx = desc->alloc_ctx;
    net->bytes = net->bytes_peak = sizeof *net;
    net->now = desc->now;
    *out = net;
    return NETS_OK;
}

static void nets_i_search_destroy(nets_network *net);
static void nets_i_bookings_destroy(nets_network *net);

NETSCHED_DEF void nets_destroy(nets_network *net)
{
    unsigned kind;
    uint32_t i;
    if (!net) return;
    nets_i_search_destroy(net);
    nets_i_bookings_destroy(net);
    for (kind = 0; kind <= NETS_CLUSTER; kind++) {
        nets_i_vector *v = &net->resource[kind];
        for (i = 0; i < v->count; i++)
            nets_profile_free(&NETS_I_AT(nets_i_resource, *v)[i].free);
        nets_i_vector_free(net, v, sizeof(nets_i_resource));
    }
    nets_i_vector_free(net, &net->nodes, sizeof(nets_i_node));
    nets_i_vector_free(net, &net->links, sizeof(nets_i_link));
    nets_i_vector_free(net, &net->partitions, sizeof(nets_i_partition));
    nets_i_vector_free(net, &net->units, sizeof(nets_i_unit));
    nets_i_vector_free(net, &net->pairs, sizeof(nets_i_pair));
    nets_i_vector_free(net, &net->clusters, sizeof(nets_i_cluster));
    (void)nets_i_resize(net->alloc, net->alloc_ctx, net, sizeof *net, 0);
}

static void nets_i_tell(uint32_t *out, uint32_t number)
{
    if (out) *out = number;
}

NETSCHED_DEF nets_status nets_add_node(nets_network *net, uint32_t *out)
{
    nets_i_node *n;
    nets_status s;
    if (!net) return NETS_E_ARG;
    s = nets_i_more(net, &net->nodes, 1, sizeof *n);
    if (s != NETS_OK) return s;
    n = NETS_I_AT(nets_i_node, net->nodes) + net->nodes.count;
    n->first = n->last = NETS_NONE;
    nets_i_tell(out, net->nodes.count++);
    return NETS_OK;
}

/* `ways` links, the second one back. */
static nets_status nets_i_add_links(nets_network *net, uint32_t from, uint32_t to,
                                    nets_amount capacity, nets_time delay, unsigned ways,
                                    uint32_t *out)
{
    nets_status s;
    unsigned way;
    if (!net || from >= net->nodes.count || to >= net->nodes.count || from == to ||
        capacity <= 0 || delay < 0)
        return NETS_E_ARG;
    s = nets_i_more_resources(net, NETS_LINK, &net->links, ways, sizeof(nets_i_link));
    if (s != NETS_OK) return s;
    nets_i_tell(out, net->links.count);
    for (way = 0; way < ways; way++) {
        nets_i_link *l = NETS_I_AT(nets_i_link, net->links) + net->links.count++;
        l->from = way ? to : from;
        l->to = way ? from : to;
        l->delay = delay;
        nets_i_new_resource(net, NETS_LINK, capacity);
    }
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_link(nets_network *net, uint32_t from, uint32_t to,
                                       nets_amount capacity, nets_time delay,
                                       uint32_t *out)
{
    return nets_i_add_links(net, from, to, capacity, delay, 1, out);
}

NETSCHED_DEF nets_status nets_add_duplex(nets_network *net, uint32_t a, uint32_t b,
                                         nets_amount capacity, nets_time delay,
                                         uint32_t *out)
{
    return nets_i_add_links(net, a, b, capacity, delay, 2, out);
}

/* A node's partition of a type, or NETS_NONE. */
static uint32_t nets_i_partition_of(const nets_network *net, uint32_t node, uint32_t type)
{
    const nets_i_partition *all = NETS_I_AT(const nets_i_partition, net->partitions);
    uint32_t p = NETS_I_AT(const nets_i_node, net->nodes)[node].first;
    while (p != NETS_NONE && all[p].type != type) p = all[p].next;
    return p;
}

NETSCHED_DEF nets_status nets_add_partition(nets_network *net, uint32_t node,
                                            uint32_t type, nets_access access,
                                            uint32_t *out)
{
    nets_i_partition *all, *p;
    nets_i_node *n;
    nets_status s;
    if (!net || node >= net->nodes.count || (unsigned)access > NETS_PAIRS ||
        nets_i_partition_of(net, node, type) != NETS_NONE)
        return NETS_E_ARG;
    n = NETS_I_AT(nets_i_node, net->nodes) + node;
    if (n->first == NETS_NONE && access != NETS_FULL) return NETS_E_ARG;
    s = nets_i_more(net, &net->partitions, 1, sizeof *p);
    if (s != NETS_OK) return s;
    all = NETS_I_AT(nets_i_partition, net->partitions);
    p = all + net->partitions.count;
    memset(p, 0, sizeof *p);
    p->node = node;
    p->type = type;
    p->access = access;
    p->before = n->last;
    p->next = p->first = p->last = NETS_NONE;
    if (n->last == NETS_NONE) {
        n->first = net->partitions.count;
    } else {
        p->place = all[n->last].place + 1;
        all[n->last].next = net->partitions.count;
    }
    n->last = net->partitions.count;
    nets_i_tell(out, net->partitions.count++);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_unit(nets_network *net, uint32_t partition,
                                       nets_amount amount, uint32_t cid, uint32_t *out)
{
    nets_i_partition *p;
    nets_i_unit *u;
    nets_status s;
    if (!net || partition >= net->partitions.count || amount <= 0) return NETS_E_ARG;
    s = nets_i_more_resources(net, NETS_UNIT, &net->units, 1, sizeof *u);
    if (s != NETS_OK) return s;
    p = NETS_I_AT(nets_i_partition, net->partitions) + partition;
    u = NETS_I_AT(nets_i_unit, net->units) + net->units.count;
    u->partition = partition;
    u->cid = cid;
    u->next = u->pair = NETS_NONE;
    if (p->first == NETS_NONE)
        p->first = net->units.count;
    else
        NETS_I_AT(nets_i_unit, net->units)[p->last].next = net->units.count;
    p->last = net->units.count;
    p->units++;
    nets_i_new_resource(net, NETS_UNIT, amount);
    nets_i_tell(out, net->units.count++);
    return NETS_OK;
}

/* The pair that joins unit b to unit a, or NETS_NONE. */
static uint32_t nets_i_pair_of(const nets_network *net, uint32_t a, uint32_t b)
{
    const nets_i_pair *pairs = NETS_I_AT(const nets_i_pair, net->pairs);
    uint32_t i = NETS_I_AT(const nets_i_unit, net->units)[b].pair;
    while (i != NETS_NONE && pairs[i].unit != a) i = pairs[i].next;
    return i;
}

NETSCHED_DEF nets_status nets_allow(nets_network *net, uint32_t a, uint32_t b)
{
    const nets_i_partition *p;
    nets_i_unit *units;
    nets_i_pair *pair;
    nets_status s;
    if (!net || a >= net->units.count || b >= net->units.count) return NETS_E_ARG;
    units = NETS_I_AT(nets_i_unit, net->units);
    p = NETS_I_AT(const nets_i_partition, net->partitions) + units[b].partition;
    if (p->access != NETS_PAIRS || p->before != units[a].partition) return NETS_E_ARG;
    if (nets_i_pair_of(net, a, b) != NETS_NONE) return NETS_OK;
    s = nets_i_more(net, &net->pairs, 1, sizeof *pair);
    if (s != NETS_OK) return s;
    pair = NETS_I_AT(nets_i_pair, net->pairs) + net->pairs.count;
    pair->unit = a;
    pair->next = units[b].pair;
    units[b].pair = net->pairs.count++;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_add_cluster(nets_network *net, uint32_t node,
                                          nets_amount cpus, int64_t speed, uint32_t *out)
{
    nets_i_cluster *c;
    nets_status s;
    if (!net || node >= net->nodes.count || cpus <= 0 || speed <= 0) return NETS_E_ARG;
    s = nets_i_more_resources(net, NETS_CLUSTER, &net->clusters, 1, sizeof *c);
    if (s != NETS_OK) return s;
    c = NETS_I_AT(nets_i_cluster, net->clusters) + net->clusters.count;
    c->node = node;
    c->speed = speed;
    nets_i_new_resource(net, NETS_CLUSTER, cpus);
    nets_i_tell(out, net->clusters.count++);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_get_link(const nets_network *net, uint32_t link,
                                       nets_link_info *out)
{
    const nets_i_link *l;
    if (!net || !out || link >= net->links.count) return NETS_E_ARG;
    l = NETS_I_AT(const nets_i_link, net->links) + link;
    out->from = l->from;
    out->to = l->to;
    out->capacity = nets_i_resource_of(net, NETS_LINK, link)->total;
    out->delay = l->delay;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_get_partition(const nets_network *net, uint32_t partition,
                                            nets_partition_info *out)
{
    const nets_i_partition *p;
    if (!net || !out || partition >= net->partitions.count) return NETS_E_ARG;
    p = NETS_I_AT(const nets_i_partition, net->partitions) + partition;
    out->node = p->node;
    out->type = p->type;
    out->place = p->place;
    out->units = p->units;
    out->access = p->access;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_get_unit(const nets_network *net, uint32_t unit,
                                       nets_unit_info *out)
{
    const nets_i_unit *u;
    if (!net || !out || unit >= net->units.count) return NETS_E_ARG;
    u = NETS_I_AT(const nets_i_unit, net->units) + unit;
    out->partition = u->partition;
    out->cid = u->cid;
    out->amount = nets_i_resource_of(net, NETS_UNIT, unit)->total;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_get_cluster(const nets_network *net, uint32_t cluster,
                                          nets_cluster_info *out)
{
    const nets_i_cluster *c;
    if (!net || !out || cluster >= net->clusters.count) return NETS_E_ARG;
    c = NETS_I_AT(const nets_i_cluster, net->clusters) + cluster;
    out->node = c->node;
    out->speed = c->speed;
    out->cpus = nets_i_resource_of(net, NETS_CLUSTER, cluster)->total;
    return NETS_OK;
}

NETSCHED_DEF void nets_counts(const nets_network *net, nets_counts_info *out)
{
    const nets_i_booking *b;
    uint32_t i;
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!net) return;
    b = NETS_I_AT(const nets_i_booking, net->bookings);
    out->nodes = net->nodes.count;
    out->links = net->links.count;
    out->partitions = net->partitions.count;
    out->units = net->units.count;
    out->clusters = net->clusters.count;
    for (i = 0; i < net->bookings.count; i++)
        out->bookings += b[i].count && b[i].end > net->now;
    out->now = net->now;
    out->bytes = net->bytes;
    out->bytes_peak = net->bytes_peak;
}

NETSCHED_DEF const nets_profile *nets_profile_of(const nets_network *net, nets_kind kind,
                                                 uint32_t index)
{
    const nets_i_resource *r = net ? nets_i_resource_of(net, kind, index) : NULL;
    return r ? &r->free : NULL;
}

/* >>bookings ------------------------------------------------------------------------- */

/* Room such that all uses that are live, and `more` new ones, can be given back in any
 * order: the steps that are ever there are some of those of now and of the uses' ends. So
 * giving back never needs memory. The past is dropped first: it may make room. */
static nets_status nets_i_resource_room(const nets_network *net, nets_i_resource *r,
                                        uint32_t more)
{
    if (r->free.count && r->free.steps[0].time <= net->now)
        nets_profile_forget(&r->free, net->now);
    return nets_i_profile_room(&r->free, (uint64_t)r->free.count + 2 * (uint64_t)r->live +
                                             2 + 2 * (uint64_t)more);
}

static nets_status nets_i_change(nets_network *net, nets_kind kind, uint32_t index,
                                 nets_time start, nets_time end, nets_amount amount,
                                 int give)
{
    nets_i_resource *r = net ? nets_i_resource_of(net, kind, index) : NULL;
    nets_status s;
    if (!r || start >= end || amount < 0) return NETS_E_ARG;
    if (start < net->now) return NETS_E_PAST;
    if (give && nets_i_profile_max(&r->free, start, end) > r->total - amount)
        return NETS_E_RANGE;
    if (!give && nets_profile_min(&r->free, start, end) < amount) return NETS_E_BUSY;
    s = nets_i_resource_room(net, r, 0);
    if (s == NETS_OK && amount)
        nets_i_profile_add(&r->free, start, end, give ? amount : -amount);
    return s;
}

NETSCHED_DEF nets_status nets_take(nets_network *net, nets_kind kind, uint32_t index,
                                   nets_time start, nets_time end, nets_amount amount)
{
    return nets_i_change(net, kind, index, start, end, amount, 0);
}

NETSCHED_DEF nets_status nets_give(nets_network *net, nets_kind kind, uint32_t index,
                                   nets_time start, nets_time end, nets_amount amount)
{
    return nets_i_change(net, kind, index, start, end, amount, 1);
}

/* The first booking with an id above `after`. */
static uint32_t nets_i_booking_above(const nets_network *net, nets_id after)
{
    const nets_i_booking *b = NETS_I_AT(const nets_i_booking, net->bookings);
    uint32_t low = 0, high = net->bookings.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (b[middle].id <= after)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A booking that is neither given back nor over, or NULL. */
static nets_i_booking *nets_i_find(const nets_network *net, nets_id id)
{
    nets_i_booking *b;
    const uint32_t i = id ? nets_i_booking_above(net, id - 1) : net->bookings.count;
    if (i >= net->bookings.count) return NULL;
    b = NETS_I_AT(nets_i_booking, net->bookings) + i;
    return b->id == id && b->count && b->end > net->now ? b : NULL;
}

/* What is left of a booking is given back, or taken again after that. Never fails: there
 * is room. */
static void nets_i_uses_add(nets_network *net, const nets_i_booking *b, int give)
{
    uint32_t i;
    for (i = 0; i < b->count; i++) {
        const nets_use *u = &b->uses[i];
        const nets_time from = u->from > net->now ? u->from : net->now;
        if (from < u->to)
            nets_i_profile_add(&nets_i_resource_of(net, u->kind, u->index)->free, from,
                               u->to, give ? u->amount : -u->amount);
    }
}

/* The uses of a booking no longer need room to be given back. */
static void nets_i_uses_forget(nets_network *net, nets_i_booking *b)
{
    uint32_t i;
    for (i = 0; i < b->count; i++)
        nets_i_resource_of(net, b->uses[i].kind, b->uses[i].index)->live--;
    nets_i_drop(nets_i_counted, net, b->uses, b->count, sizeof *b->uses);
    b->uses = NULL;
    b->count = 0;
}

/* Drops bookings that are over or given back, when they may be as many as those alive. */
static void nets_i_sweep(nets_network *net, int now)
{
    nets_i_booking *b = NETS_I_AT(nets_i_booking, net->bookings);
    uint32_t i, kept = 0;
    if (!now && net->bookings.count < 2 * net->swept_at + 16) return;
    for (i = 0; i < net->bookings.count; i++) {
        if (b[i].count && b[i].end <= net->now) nets_i_uses_forget(net, &b[i]);
        if (b[i].count) b[kept++] = b[i];
    }
    net->bookings.count = net->alive = net->swept_at = kept;
}

static void nets_i_bookings_destroy(nets_network *net)
{
    uint32_t i;
    for (i = 0; i < net->bookings.count; i++)
        nets_i_uses_forget(net, &NETS_I_AT(nets_i_booking, net->bookings)[i]);
    nets_i_vector_free(net, &net->bookings, sizeof(nets_i_booking));
}

NETSCHED_DEF nets_status nets_advance(nets_network *net, nets_time now)
{
    if (!net) return NETS_E_ARG;
    if (now < net->now) return NETS_E_PAST;
    net->now = now;
    nets_i_sweep(net, 0);
    return NETS_OK;
}

/* What commit asks of a plan before it touches anything. */
static nets_status nets_i_plan_sane(const nets_network *net, const nets_plan *plan)
{
    uint32_t i;
    if (!plan->count) return NETS_E_ARG;
    for (i = 0; i < plan->count; i++) {
        const nets_use *u = &plan->uses[i];
        if (!nets_i_resource_of(net, u->kind, u->index) || u->from >= u->to ||
            u->amount <= 0)
            return NETS_E_ARG;
        if (u->from < net->now) return NETS_E_PAST;
    }
    return NETS_OK;
}

/* Takes uses from .. count - 1 of a booking, or none of them. */
static nets_status nets_i_uses_take(nets_network *net, const nets_i_booking *b)
{
    nets_status s = NETS_OK;
    uint32_t i;
    for (i = 0; i < b->count && s == NETS_OK; i++) {
        const nets_use *u = &b->uses[i];
        nets_i_resource *r = nets_i_resource_of(net, u->kind, u->index);
        s = nets_i_resource_room(net, r, 1);
        if (s == NETS_OK && nets_profile_min(&r->free, u->from, u->to) < u->amount)
            s = NETS_E_BUSY;
        if (s != NETS_OK) break;
        nets_i_profile_add(&r->free, u->from, u->to, -u->amount);
        r->live++;
    }
    if (s == NETS_OK) return s;
    while (i-- > 0) {
        const nets_use *u = &b->uses[i];
        nets_i_resource *r = nets_i_resource_of(net, u->kind, u->index);
        nets_i_profile_add(&r->free, u->from, u->to, u->amount);
        r->live--;
    }
    return s;
}

NETSCHED_DEF nets_status nets_commit(nets_network *net, const nets_plan *plan,
                                     nets_id *out)
{
    nets_i_booking fresh, *old = NULL;
    nets_status s;
    uint32_t i;
    if (out) *out = 0;
    if (!net || !plan) return NETS_E_ARG;
    if (plan->altering && !nets_i_find(net, plan->altering)) return NETS_E_NOTFOUND;
    s = nets_i_plan_sane(net, plan);
    if (s != NETS_OK) return s;
    nets_i_sweep(net, 0);
    s = nets_i_more(net, &net->bookings, 1, sizeof fresh);
    if (s != NETS_OK) return s;
    memset(&fresh, 0, sizeof fresh);
    fresh.uses = (nets_use *)nets_i_counted(net, NULL, 0, plan->count * sizeof(nets_use));
    if (!fresh.uses) return NETS_E_NOMEM;
    memcpy(fresh.uses, plan->uses, plan->count * sizeof(nets_use));
    fresh.count = plan->count;
    fresh.start = fresh.uses[0].from;
    fresh.end = fresh.uses[0].to;
    for (i = 1; i < fresh.count; i++) {
        fresh.start = nets_i_least(fresh.start, fresh.uses[i].from);
        if (fresh.uses[i].to > fresh.end) fresh.end = fresh.uses[i].to;
    }
    if (plan->altering) old = nets_i_find(net, plan->altering);
    if (old) nets_i_uses_add(net, old, 1);
    s = nets_i_uses_take(net, &fresh);
    if (s != NETS_OK) {
        if (old) nets_i_uses_add(net, old, 0);
        nets_i_drop(nets_i_counted, net, fresh.uses, fresh.count, sizeof(nets_use));
        return s;
    }
    if (old) {
        fresh.id = old->id;
        nets_i_uses_forget(net, old);
        *old = fresh;
    } else {
        fresh.id = ++net->last_id;
        NETS_I_AT(nets_i_booking, net->bookings)[net->bookings.count++] = fresh;
        net->alive++;
    }
    if (out) *out = fresh.id;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_release(nets_network *net, nets_id id)
{
    nets_i_booking *b;
    if (!net) return NETS_E_ARG;
    b = nets_i_find(net, id);
    if (!b) return NETS_E_NOTFOUND;
    nets_i_uses_add(net, b, 1);
    nets_i_uses_forget(net, b);
    net->alive--;
    nets_i_sweep(net, 0);
    return NETS_OK;
}

static void nets_i_show(const nets_i_booking *b, nets_booking *out)
{
    out->id = b->id;
    out->start = b->start;
    out->end = b->end;
    out->count = b->count;
    out->uses = b->uses;
}

NETSCHED_DEF nets_status nets_get(const nets_network *net, nets_id id, nets_booking *out)
{
    const nets_i_booking *b;
    if (!net || !out) return NETS_E_ARG;
    b = nets_i_find(net, id);
    if (!b) return NETS_E_NOTFOUND;
    nets_i_show(b, out);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_next(const nets_network *net, nets_id after,
                                   nets_booking *out)
{
    const nets_i_booking *b;
    uint32_t i;
    if (!net || !out) return NETS_E_ARG;
    b = NETS_I_AT(const nets_i_booking, net->bookings);
    for (i = nets_i_booking_above(net, after); i < net->bookings.count; i++)
        if (b[i].count && b[i].end > net->now) {
            nets_i_show(&b[i], out);
            return NETS_OK;
        }
    return NETS_E_NOTFOUND;
}

NETSCHED_DEF void nets_plan_free(nets_plan *plan)
{
    nets_alloc_fn alloc;
    void *ctx;
    if (!plan) return;
    alloc = plan->alloc;
    ctx = plan->alloc_ctx;
    nets_i_drop(alloc, ctx, plan->uses, plan->capacity, sizeof *plan->uses);
    memset(plan, 0, sizeof *plan);
    plan->alloc = alloc;
    plan->alloc_ctx = ctx;
}

/* >>check ---------------------------------------------------------------------------- */

/* At each time at which something changes, what is free and what is booked are not more
 * than there is. Bookings are few where this is called: it looks at all of them for each
 * resource. */
static int nets_i_resource_sane(const nets_network *net, nets_kind kind, uint32_t index)
{
    const nets_i_resource *r = nets_i_resource_of(net, kind, index);
    nets_profile rest = r->free;
    uint32_t i, k, uses = 0;
    const nets_i_booking *b = NETS_I_AT(const nets_i_booking, net->bookings);
    if (nets_profile_check(&r->free) != NETS_OK) return 0;
    if (nets_i_profile_max(&rest, INT64_MIN, NETS_FOREVER) > r->total) return 0;
    for (i = 0; i < net->bookings.count; i++)
        for (k = 0; k < b[i].count; k++) {
            const nets_use *u = &b[i].uses[k];
            if (u->kind != kind || u->index != index) continue;
            uses++;
            if (u->to > net->now &&
                nets_i_profile_max(&r->free, u->from > net->now ? u->from : net->now,
                                   u->to) > r->total - u->amount)
                return 0;
        }
    return uses == r->live &&
           r->free.capacity >= (r->live ? r->free.count + 2 * r->live : 0);
}

NETSCHED_DEF nets_status nets_check(const nets_network *net)
{
    unsigned kind;
    uint32_t i, alive = 0;
    const nets_i_booking *b;
    if (!net) return NETS_E_ARG;
    for (kind = 0; kind <= NETS_CLUSTER; kind++)
        for (i = 0; i < net->resource[kind].count; i++)
            if (!nets_i_resource_sane(net, (nets_kind)kind, i)) return NETS_E_CORRUPT;
    b = NETS_I_AT(const nets_i_booking, net->bookings);
    for (i = 0; i < net->bookings.count; i++) {
        if (i && b[i].id <= b[i - 1].id) return NETS_E_CORRUPT;
        alive += b[i].count > 0;
    }
    return alive == net->alive ? NETS_OK : NETS_E_CORRUPT;
}

/* >>text ----------------------------------------------------------------------------- */

NETSCHED_DEF const char *nets_status_text(nets_status s)
{
    switch (s) {
#define NETSCHED_I_TEXT(name, value, text) \
    case name: return text;
        NETSCHED_STATUSES(NETSCHED_I_TEXT)
#undef NETSCHED_I_TEXT
    case NETS_STATUS_COUNT: break;
    }
    return "unknown status";
}

#define NETSCHED_I_TEXT_OF(x) #x
#define NETSCHED_I_TEXT2(x) NETSCHED_I_TEXT_OF(x)

NETSCHED_DEF const char *nets_version(void)
{
    return NETSCHED_I_TEXT2(NETSCHED_VERSION_MAJOR) "." NETSCHED_I_TEXT2(
        NETSCHED_VERSION_MINOR) "." NETSCHED_I_TEXT2(NETSCHED_VERSION_PATCH);
}

/* >>search -------------------------------------------------------------------------- */

static void nets_i_search_destroy(nets_network *net) { (void)net; }

/* >>multicost ------------------------------------------------------------------------ */

/* Rows of bits. A row of n words goes on for ever with its `fill`, which is 0 or all
 * ones; in the last word the bits after the last are like it. So everything below may
 * treat rows as endless. */

#define NETS_I_ONES UINT64_C(0xFFFFFFFFFFFFFFFF)

static uint32_t nets_i_bits_words(uint64_t count)
{
    return (uint32_t)((count + 63) / 64);
}

/* Bits from .. to - 1, both below 64 * n, become ones or zeros. */
static void nets_i_bits_set(uint64_t *w, uint64_t from, uint64_t to, int bit)
{
    while (from < to) {
        const uint64_t i = from / 64, end = to < (i + 1) * 64 ? to : (i + 1) * 64;
        const uint64_t mask =
            (NETS_I_ONES << (from % 64)) & (NETS_I_ONES >> ((64 - end % 64) % 64));
        w[i] = bit ? w[i] | mask : w[i] & ~mask;
        from = end;
    }
}

/* Ones in a word, and the index of its lowest one (64 if there is none). */
static uint32_t nets_i_bits_ones_of(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)((x * UINT64_C(0x0101010101010101)) >> 56);
}

static uint32_t nets_i_bits_lowest(uint64_t x)
{
    return nets_i_bits_ones_of(~x & (x - 1));
}

/* Ones at the upper end of a word. */
static uint32_t nets_i_bits_top(uint64_t x)
{
    uint64_t zeros = ~x; /* all below the highest of them are to become ones */
    zeros |= zeros >> 1;
    zeros |= zeros >> 2;
    zeros |= zeros >> 4;
    zeros |= zeros >> 8;
    zeros |= zeros >> 16;
    zeros |= zeros >> 32;
    return nets_i_bits_ones_of(~zeros);
}

/* Adds three bits at each place: *low is the sum's lower bit, the upper one is
 * returned. */
static uint64_t nets_i_bits_add(uint64_t *low, uint64_t b, uint64_t c)
{
    const uint64_t a = *low, half = a ^ b;
    *low = half ^ c;
    return (a & b) | (half & c);
}

/* Ones in a row: eight words are added place by place, and only what is carried out of
 * that is counted, at its value. */
static uint32_t nets_i_bits_ones(const uint64_t *w, uint32_t n)
{
    uint64_t ones = 0, twos = 0, fours = 0;
    uint32_t sum = 0;
    for (; n >= 8; n -= 8, w += 8) {
        const uint64_t a = nets_i_bits_add(&ones, w[0], w[1]);
        const uint64_t b = nets_i_bits_add(&ones, w[2], w[3]);
        const uint64_t c = nets_i_bits_add(&ones, w[4], w[5]);
        const uint64_t d = nets_i_bits_add(&ones, w[6], w[7]);
        const uint64_t e = nets_i_bits_add(&twos, a, b);
        const uint64_t f = nets_i_bits_add(&twos, c, d);
        sum += 8 * nets_i_bits_ones_of(nets_i_bits_add(&fours, e, f));
    }
    sum += 4 * nets_i_bits_ones_of(fours) + 2 * nets_i_bits_ones_of(twos) +
           nets_i_bits_ones_of(ones);
    for (; n; n--) sum += nets_i_bits_ones_of(*w++);
    return sum;
}

/* Word i of a row shifted left by `shift`, in the paper's sense: towards bit 0. */
static uint64_t nets_i_bits_word(const uint64_t *w, uint32_t n, uint64_t fill,
                                 uint64_t shift, uint32_t i)
{
    const uint64_t at = i + shift / 64;
    const unsigned by = shift % 64;
    const uint64_t low = at < n ? w[at] : fill;
    if (!by) return low;
    return low >> by | (at + 1 < n ? w[at + 1] : fill) << (64 - by);
}

/* out = v & LSH_shift(w); v has n words, w wn. `out` may be v, and w too. */
static void nets_i_bits_and(uint64_t *out, const uint64_t *v, uint32_t n,
                            const uint64_t *w, uint32_t wn, uint64_t fill, uint64_t shift)
{
    const uint64_t skip = shift / 64;
    const unsigned by = shift % 64;
    uint32_t i = 0, whole = 0; /* words whose bits are all w's own */
    if (skip < wn) {
        whole = wn - (uint32_t)skip - (by > 0);
        w += skip;
    }
    if (whole > n) whole = n;
    if (by)
        for (; i < whole; i++) out[i] = v[i] & (w[i] >> by | w[i + 1] << (64 - by));
    else
        for (; i < whole; i++) out[i] = v[i] & w[i];
    if (i < n && by && skip < wn) {
        out[i] = v[i] & (w[i] >> by | fill << (64 - by));
        i++;
    }
    for (; i < n; i++) out[i] = v[i] & fill;
}

/* Bit k stays if b bits in a row are ones from there on: by doubling. */
static void nets_i_bits_erode(uint64_t *w, uint32_t n, uint64_t fill, uint64_t b)
{
    uint64_t done = 1;
    if (b > (uint64_t)n * 64 + 1) b = (uint64_t)n * 64 + 1; /* no different from more */
    while (done < b) {
        const uint64_t step = done < b - done ? done : b - done;
        nets_i_bits_and(w, w, n, w, n, fill, step);
        done += step;
    }
}

/* The first run of b >= 1 ones that begins at `from` or later; 0 if there is none. In
 * each word, in the order in which they begin: the run that comes out of the words
 * before, then those within; what its upper end begins goes on in the next. */
static int nets_i_bits_run(const uint64_t *w, uint32_t n, uint64_t fill, uint64_t from,
                           uint64_t b, uint64_t *at)
{
    uint64_t open = 0; /* ones that end just before word i */
    uint64_t i = from / 64;
    for (; i < n; i++) {
        uint64_t x = w[i], y, done;
        if (i == from / 64) x &= NETS_I_ONES << (from % 64);
        *at = i * 64 - open;
        open += x == NETS_I_ONES ? 64 : nets_i_bits_lowest(~x);
        if (open >= b) return 1;
        if (x == NETS_I_ONES) continue;
        for (y = b < 64 ? x : 0, done = 1; y && done < b;) {
            const uint64_t step = done < b - done ? done : b - done;
            y &= y >> step;
            done += step;
        }
        *at = i * 64 + nets_i_bits_lowest(y);
        if (y) return 1;
        open = nets_i_bits_top(x);
    }
    *at = i * 64 - open;
    if (*at < from) *at = from;
    return fill != 0;
}

/* 1 if, shifted by `shift` = s(b) - s(a) slots against each other, no bit of b is 1
 * where that of a is 0: bit k of b lies over bit k + shift of a, and a is 0 before its
 * bit 0. */
static int nets_i_bits_cover(const uint64_t *a, uint64_t fill_a, const uint64_t *b,
                             uint64_t fill_b, uint32_t n, int64_t shift)
{
    uint32_t i;
    if (fill_b & ~fill_a) return 0;
    if (shift == 0) {
        for (i = 0; i < n; i++)
            if (b[i] & ~a[i]) return 0;
    } else if (shift > 0) {
        for (i = 0; i < n; i++)
            if (b[i] & ~nets_i_bits_word(a, n, fill_a, (uint64_t)shift, i)) return 0;
    } else {
        const uint64_t by = (uint64_t)-shift;
        for (i = 0; i < n && i < by / 64; i++)
            if (b[i]) return 0;
        if (i < n ? b[i] & ~(NETS_I_ONES << (by % 64)) : by > (uint64_t)n * 64 && fill_b)
            return 0;
        for (i = 0; i < n; i++)
            if (nets_i_bits_word(b, n, fill_b, by, i) & ~a[i]) return 0;
    }
    return 1;
}

/* a / b, rounded down, for a >= 0 and b > 0: short division is the faster one. */
static uint64_t nets_i_bits_slot(nets_time a, nets_time b)
{
    return a <= UINT32_MAX && b <= UINT32_MAX ? (uint32_t)a / (uint32_t)b
                                              : (uint64_t)(a / b);
}

/* What a profile says of the first `count` slots: bits that are 1 where at least r is
 * free throughout. */
static void nets_i_bits_read(uint64_t *w, uint64_t count, uint64_t fill,
                             const nets_profile *p, nets_amount r, nets_time origin,
                             nets_time tau)
{
    const nets_time end = origin + (nets_time)count * tau;
    const uint32_t n = nets_i_bits_words(count);
    uint32_t i = nets_i_step_after(p, origin), k;
    nets_time from = origin;
    for (k = 0; k < n; k++) w[k] = NETS_I_ONES;
    for (; from < end; from = nets_i_piece_end(p, i), i++) {
        const nets_time to = nets_i_least(nets_i_piece_end(p, i), end);
        if (nets_i_piece(p, i) < r)
            nets_i_bits_set(w, nets_i_bits_slot(from - origin, tau),
                            nets_i_bits_slot(to - origin - 1, tau) + 1, 0);
    }
    if (!fill) nets_i_bits_set(w, count, (uint64_t)n * 64, 0);
}

/* What follows the last slot: what is free in the end. */
static uint64_t nets_i_bits_beyond(const nets_profile *p, nets_amount r)
{
    return nets_i_piece(p, p->count) >= r ? NETS_I_ONES : 0;
}

/* Do the times of `count` slots fit? */
static nets_status nets_i_slots_fit(nets_time origin, nets_time tau, uint32_t count)
{
    nets_time length;
    return nets_i_multiply(tau, count, &length) || nets_i_add(origin, length, &length)
               ? NETS_E_RANGE
               : NETS_OK;
}

/* >>slots ---------------------------------------------------------------------------- */

static uint64_t nets_i_slots_beyond(const nets_slots *s)
{
    return s->beyond ? NETS_I_ONES : 0;
}

static nets_status nets_i_slots_room(nets_slots *s, uint32_t count)
{
    void *at = s->words;
    nets_status status;
    if (count > NETS_I_MOST) return NETS_E_RANGE;
    status = nets_i_room(s->alloc, s->alloc_ctx, &at, &s->capacity,
                         nets_i_bits_words(count), sizeof *s->words);
    s->words = (uint64_t *)at;
    return status;
}

NETSCHED_DEF nets_status nets_slots_fill(nets_slots *s, uint32_t count, int bit)
{
    nets_status status;
    uint32_t i;
    if (!s || bit < 0 || bit > 1) return NETS_E_ARG;
    status = nets_i_slots_room(s, count);
    if (status != NETS_OK) return status;
    s->count = count;
    s->beyond = bit;
    for (i = 0; i < nets_i_bits_words(count); i++) s->words[i] = bit ? NETS_I_ONES : 0;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_slots_set(nets_slots *s, uint32_t from, uint32_t to,
                                        int bit)
{
    if (!s || from > to || to > s->count || bit < 0 || bit > 1) return NETS_E_ARG;
    nets_i_bits_set(s->words, from, to, bit);
    return NETS_OK;
}

NETSCHED_DEF int nets_slots_get(const nets_slots *s, uint64_t k)
{
    if (!s) return 0;
    return k < s->count ? (int)(s->words[k / 64] >> (k % 64) & 1) : s->beyond;
}

NETSCHED_DEF nets_status nets_slots_of_profile(nets_slots *s, const nets_profile *p,
                                               nets_amount r, nets_time origin,
                                               nets_time tau, uint32_t count)
{
    nets_status status;
    if (!s || !p || r < 0 || tau <= 0) return NETS_E_ARG;
    status = nets_i_slots_fit(origin, tau, count);
    if (status == NETS_OK) status = nets_i_slots_room(s, count);
    if (status != NETS_OK) return status;
    s->count = count;
    s->beyond = nets_i_bits_beyond(p, r) != 0;
    nets_i_bits_read(s->words, count, nets_i_slots_beyond(s), p, r, origin, tau);
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_slots_and(nets_slots *v, const nets_slots *w,
                                        uint64_t shift)
{
    if (!v || !w || w->count > v->count) return NETS_E_ARG;
    nets_i_bits_and(v->words, v->words, nets_i_bits_words(v->count), w->words,
                    nets_i_bits_words(w->count), nets_i_slots_beyond(w), shift);
    v->beyond &= w->beyond;
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_slots_run(const nets_slots *s, uint64_t from, uint64_t b,
                                        uint64_t *k)
{
    uint64_t at;
    if (!s || !k) return NETS_E_ARG;
    if (!b)
        at = from;
    else if (!nets_i_bits_run(s->words, nets_i_bits_words(s->count),
                              nets_i_slots_beyond(s), from, b, &at))
        return NETS_E_NOFIT;
    *k = at;
    return NETS_OK;
}

NETSCHED_DEF void nets_slots_clear_first(nets_slots *s, uint64_t k)
{
    if (s) nets_i_bits_set(s->words, 0, k < s->count ? k : s->count, 0);
}

NETSCHED_DEF uint32_t nets_slots_weight(const nets_slots *s)
{
    uint32_t n;
    if (!s) return 0;
    n = nets_i_bits_words(s->count);
    return nets_i_bits_ones(s->words, n) - (s->beyond ? n * 64 - s->count : 0);
}

NETSCHED_DEF int nets_slots_covers(const nets_slots *a, const nets_slots *b)
{
    uint32_t i, n;
    if (!a || !b || b->beyond > a->beyond) return 0;
    n = nets_i_bits_words(a->count > b->count ? a->count : b->count);
    for (i = 0; i < n; i++)
        if (nets_i_bits_word(b->words, nets_i_bits_words(b->count),
                             nets_i_slots_beyond(b), 0, i) &
            ~nets_i_bits_word(a->words, nets_i_bits_words(a->count),
                              nets_i_slots_beyond(a), 0, i))
            return 0;
    return 1;
}

NETSCHED_DEF void nets_slots_free(nets_slots *s)
{
    if (!s) return;
    nets_i_drop(s->alloc, s->alloc_ctx, s->words, s->capacity, sizeof *s->words);
    s->words = NULL;
    s->count = s->capacity = 0;
    s->beyond = 0;
}

/* >>views ---------------------------------------------------------------------------- */

/* What rows are made for. */
typedef struct nets_i_purpose {
    nets_time origin;
    nets_amount amount;
    uint64_t run;   /* a bit is 1 where so many ones in a row begin */
    int bounded;    /* nothing is free beyond */
    uint32_t words; /* all that follow are like the fill, of every row */
} nets_i_purpose;

/* What is thought of a link or a cluster, and what is known of the row made of that. */
typedef struct nets_i_picture {
    nets_profile free;
    nets_amount total;
    nets_time age;
    uint64_t fill;       /* of its row */
    uint64_t read;       /* the side's `reads` when its row was made; 0: out of date */
    nets_i_purpose made; /* ... and what for */
} nets_i_picture;

typedef struct nets_i_side { /* all links, or all clusters */
    uint32_t slots, words;   /* of a whole row */
    nets_time tau;
    nets_i_vector pictures, rows;
    nets_i_purpose purpose;
    uint64_t reads; /* counts changes of purpose */
    int changed;    /* a picture, since the last purpose */
} nets_i_side;

typedef struct nets_i_hop { /* a link out of a node */
    uint32_t to, link;
    int64_t delay; /* in slots */
} nets_i_hop;

typedef struct nets_i_stop { /* a node */
    uint32_t hops;           /* the first; they end where the next one's begin */
    uint32_t labels;         /* the first of the paths that end here, in their order */
    uint32_t kept;           /* how many of them have been extended */
    uint32_t heaviest;       /* weight of these */
    uint32_t seen;           /* 1 + the label that was extended when last seen on it */
} nets_i_stop;

struct nets_view {
    nets_alloc_fn alloc;
    void *alloc_ctx;
    const nets_network *net;
    int shared_clock;
    nets_i_side links, clusters;
    nets_i_vector stops; /* of every node, and an end */
    nets_i_vector hops;  /* by node */
    nets_i_vector sites; /* nets_i_cluster, by cluster */
    /* what searches use, for the next one too; of a label's row there is no more than is
     * in use */
    nets_i_vector labels, rows, heap, pairs, route, offered;
};

/* Rows of labels are asked for in blocks of so many words. */
#define NETS_I_BLOCK 8u

static nets_status nets_i_view_room(nets_view *view, nets_i_vector *v, uint64_t count,
                                    size_t size)
{
    if (count <= v->capacity) return NETS_OK;
    return nets_i_room(view->alloc, view->alloc_ctx, &v->at, &v->capacity, count, size);
}

static void nets_i_view_drop(nets_view *view, nets_i_vector *v, size_t size)
{
    nets_i_drop(view->alloc, view->alloc_ctx, v->at, v->capacity, size);
}

static nets_i_picture *nets_i_picture_at(const nets_i_side *side, uint32_t i)
{
    return NETS_I_AT(nets_i_picture, side->pictures) + i;
}

/* The picture of a link or cluster, which is to change, or NULL. */
static nets_i_picture *nets_i_picture_change(nets_view *view, nets_kind kind,
                                             uint32_t index)
{
    nets_i_side *side;
    nets_i_picture *pic;
    if (!view || (kind != NETS_LINK && kind != NETS_CLUSTER)) return NULL;
    side = kind == NETS_LINK ? &view->links : &view->clusters;
    if (index >= side->pictures.count) return NULL;
    pic = nets_i_picture_at(side, index);
    pic->read = 0;
    side->changed = 1;
    return pic;
}

static nets_status nets_i_picture_learn(nets_i_picture *pic, const nets_profile *p,
                                        nets_time age)
{
    if (p != &pic->free) {
        const nets_status s = nets_i_profile_room(&pic->free, p->count);
        if (s != NETS_OK) return s;
        pic->free.first = p->first;
        pic->free.count = p->count;
        if (p->count) memcpy(pic->free.steps, p->steps, p->count * sizeof *p->steps);
    }
    pic->age = age;
    return NETS_OK;
}

/* Pictures of all that is in the network, as it is now, and room for their rows. */
static nets_status nets_i_side_fill(nets_view *view, nets_i_side *side, nets_kind kind)
{
    const nets_i_vector *all = &view->net->resource[kind];
    nets_status s;
    s = nets_i_view_room(view, &side->pictures, all->count, sizeof(nets_i_picture));
    if (s == NETS_OK)
        s = nets_i_view_room(view, &side->rows, all->count,
                             side->words * sizeof(uint64_t));
    while (s == NETS_OK && side->pictures.count < all->count) {
        nets_i_picture *pic = nets_i_picture_at(side, side->pictures.count);
        const nets_i_resource *r =
            NETS_I_AT(const nets_i_resource, *all) + side->pictures.count++;
        memset(pic, 0, sizeof *pic);
        nets_profile_init(&pic->free, 0, view->alloc, view->alloc_ctx);
        pic->total = r->total;
        s = nets_i_picture_learn(pic, &r->free, 0);
    }
    return s;
}

/* The links out of each node, in their order. There is room for them. */
static void nets_i_view_connect(nets_view *view)
{
    const nets_i_link *links = NETS_I_AT(const nets_i_link, view->net->links);
    const uint32_t count = view->net->links.count;
    nets_i_stop *stops = NETS_I_AT(nets_i_stop, view->stops);
    uint32_t i, sum = 0;
    memset(stops, 0, (view->stops.count + 1) * sizeof *stops);
    for (i = 0; i < count; i++) stops[links[i].from].kept++;
    for (i = 0; i <= view->stops.count; i++) {
        stops[i].hops = sum;
        sum += stops[i].kept;
        stops[i].kept = 0;
    }
    for (i = 0; i < count; i++) {
        nets_i_stop *from = &stops[links[i].from];
        nets_i_hop *hop = NETS_I_AT(nets_i_hop, view->hops) + from->hops + from->kept++;
        hop->to = links[i].to;
        hop->link = i;
        hop->delay = nets_i_ceil_div(links[i].delay, view->links.tau);
    }
}

static nets_status nets_i_view_fill(nets_view *view)
{
    const nets_network *net = view->net;
    nets_status s = nets_i_side_fill(view, &view->links, NETS_LINK);
    if (s == NETS_OK) s = nets_i_side_fill(view, &view->clusters, NETS_CLUSTER);
    if (s == NETS_OK)
        s = nets_i_view_room(view, &view->stops, (uint64_t)net->nodes.count + 1,
                             sizeof(nets_i_stop));
    if (s == NETS_OK)
        s = nets_i_view_room(view, &view->hops, net->links.count, sizeof(nets_i_hop));
    if (s == NETS_OK)
        s = nets_i_view_room(view, &view->sites, net->clusters.count,
                             sizeof(nets_i_cluster));
    if (s != NETS_OK) return s;
    view->stops.count = net->nodes.count;
    view->sites.count = net->clusters.count;
    nets_i_view_connect(view);
    if (net->clusters.count)
        memcpy(view->sites.at, net->clusters.at,
               net->clusters.count * sizeof(nets_i_cluster));
    return NETS_OK;
}

NETSCHED_DEF nets_status nets_view_create(nets_view **out, const nets_network *net,
                                          const nets_view_desc *desc)
{
    nets_view *view;
    nets_status s;
    if (!out) return NETS_E_ARG;
    *out = NULL;
    if (!net || !desc || !desc->slots_l || desc->tau_l <= 0 || desc->tau_m < 0)
        return NETS_E_ARG;
    if (desc->slots_l > NETS_I_MOST || desc->slots_m > NETS_I_MOST) return NETS_E_RANGE;
    view =
        (nets_view *)nets_i_resize(desc->alloc, desc->alloc_ctx, NULL, 0, sizeof *view);
    if (!view) return NETS_E_NOMEM;
    memset(view, 0, sizeof *view);
    view->alloc = desc->alloc;
    view->alloc_ctx = desc->alloc_ctx;
    view->net = net;
    view->shared_clock = desc->shared_clock;
    view->links.slots = desc->slots_l;
    view->links.tau = desc->tau_l;
    view->clusters.slots = desc->slots_m ? desc->slots_m : desc->slots_l;
    view->clusters.tau = desc->tau_m ? desc->tau_m : desc->tau_l;
    view->links.words = nets_i_bits_words(view->links.slots);
    view->clusters.words = nets_i_bits_words(view->clusters.slots);
    s = nets_i_view_fill(view);
    if (s == NETS_OK)
        *out = view;
    else
        nets_view_destroy(view);
    return s;
}

NETSCHED_DEF nets_status nets_view_learn(nets_view *view, nets_kind kind, uint32_t index,
                                         const nets_profile *p, nets_time age)
{
    nets_i_picture *pic = nets_i_picture_change(view, kind, index);
    if (!pic || age < 0 || (age && kind == NETS_CLUSTER)) return NETS_E_ARG;
    return nets_i_picture_learn(pic, p ? p : nets_profile_of(view->net, kind, index),
                                age);
}

NETSCHED_DEF nets_status nets_view_take(nets_view *view, nets_kind kind, uint32_t index,
                                        nets_time start, nets_time end,
                                        nets_amount amount)
{
    nets_i_picture *pic = nets_i_picture_change(view, kind, index);
    return pic ? nets_profile_take(&pic->free, start, end, amount) : NETS_E_ARG;
}

NETSCHED_DEF nets_status nets_view_give(nets_view *view, nets_kind kind, uint32_t index,
                                        nets_time start, nets_time end,
                                        nets_amount amount)
{
    nets_i_picture *pic = nets_i_picture_change(view, kind, index);
    return pic ? nets_profile_give(&pic->free, start, end, amount) : NETS_E_ARG;
}

/* Rows that begin later hold. */
static void nets_i_side_forget(const nets_view *view, const nets_i_side *side,
                               nets_time now)
{
    uint32_t i;
    for (i = 0; i < side->pictures.count; i++) {
        nets_i_picture *pic = nets_i_picture_at(side, i);
        if (pic->read && pic->made.origin - (view->shared_clock ? 0 : pic->age) < now)
            pic->read = 0;
        nets_profile_forget(&pic->free, now);
    }
}

NETSCHED_DEF void nets_view_forget(nets_view *view, nets_time now)
{
    if (!view) return;
    nets_i_side_forget(view, &view->links, now);
    nets_i_side_forget(view, &view->clusters, now);
}

NETSCHED_DEF const nets_profile *nets_view_profile(const nets_view *view, nets_kind kind,
                                                   uint32_t index)
{
    const nets_i_side *side;
    if (!view || (kind != NETS_LINK && kind != NETS_CLUSTER)) return NULL;
    side = kind == NETS_LINK ? &view->links : &view->clusters;
    return index < side->pictures.count ? &nets_i_picture_at(side, index)->free : NULL;
}

/* How many words of a row are not all like its fill, at most: those up to the last time
 * at which anything changes. NETS_E_RANGE: the times of a row overflow. */
static nets_status nets_i_side_words(const nets_i_side *side,
                                     const nets_i_purpose *wanted, int shared_clock,
                                     uint32_t *words)
{
    nets_time last = 0; /* since the row's begin */
    uint32_t i;
    *words = wanted->bounded ? side->words : 0;
    for (i = 0; i < side->pictures.count; i++) {
        const nets_i_picture *pic = nets_i_picture_at(side, i);
        const nets_profile *p = &pic->free;
        nets_time from = wanted->origin;
        if (!shared_clock && nets_i_add(from, -pic->age, &from)) return NETS_E_RANGE;
        if (nets_i_slots_fit(from, side->tau, side->slots) != NETS_OK)
            return NETS_E_RANGE;
        if (!nets_i_bits_beyond(p, wanted->amount)) *words = side->words;
        if (!p->count || p->steps[p->count - 1].time <= from) continue;
        if (p->steps[p->count - 1].time >= from + side->tau * side->slots)
            *words = side->words;
        else if (p->steps[p->count - 1].time - from > last)
            last = p->steps[p->count - 1].time - from;
    }
    if (*words < side->words)
        *words = nets_i_bits_words((uint64_t)nets_i_ceil_div(last, side->tau));
    return NETS_OK;
}

/* From now on rows are those wanted. */
static nets_status nets_i_side_begin(nets_i_side *side, nets_i_purpose *wanted,
                                     int shared_clock)
{
    const nets_i_purpose *now = &side->purpose;
    const int same = side->reads && now->origin == wanted->origin &&
                     now->amount == wanted->amount && now->run == wanted->run &&
                     now->bounded == wanted->bounded;
    wanted->words = now->words;
    if (same && !side->changed) return NETS_OK;
    if (nets_i_side_words(side, wanted, shared_clock, &wanted->words) != NETS_OK)
        return NETS_E_RANGE;
    side->changed = 0;
    if (same && now->words == wanted->words) return NETS_OK;
    side->purpose = *wanted;
    side->reads++;
    return NETS_OK;
}

/* Time has moved on by whole slots: what of a row still holds moves to its begin.
 * Returns how many words that is. */
static uint32_t nets_i_picture_shift(const nets_i_side *side, const nets_i_picture *pic,
                                     uint64_t *row)
{
    const nets_i_purpose *made = &pic->made, *wanted = &side->purpose;
    const uint64_t bits =
        made->words < side->words ? made->words * UINT64_C(64) : side->slots;
    const uint64_t *from;
    uint64_t slots;
    uint32_t keep, i;
    if (!pic->read || made->amount != wanted->amount || made->run != 1 ||
        wanted->run != 1 || made->bounded != wanted->bounded ||
        made->origin > wanted->origin)
        return 0;
    slots = (uint64_t)wanted->origin - (uint64_t)made->origin;
    if (slots % (uint64_t)side->tau) return 0;
    slots /= (uint64_t)side->tau;
    if (slots >= bits) return 0;
    keep = (uint32_t)((bits - slots) / 64);
    if (keep > wanted->words) keep = wanted->words;
    from = row + slots / 64;
    if (slots % 64)
        for (i = 0; i < keep; i++)
            row[i] = from[i] >> (slots % 64) | from[i + 1] << (64 - slots % 64);
    else
        memmove(row, from, keep * sizeof *row);
    return keep;
}

/* The row of a link or cluster, made if need be. */
static const uint64_t *nets_i_side_row(const nets_view *view, const nets_i_side *side,
                                       uint32_t i, uint64_t *fill)
{
    const nets_i_purpose *wanted = &side->purpose;
    nets_i_picture *pic = nets_i_picture_at(side, i);
    uint64_t *row = NETS_I_AT(uint64_t, side->rows) + (size_t)side->words * i;
    if (pic->read != side->reads) {
        const uint64_t all = (uint64_t)wanted->words * 64;
        const uint64_t count = all < side->slots ? all : side->slots;
        const uint32_t kept = nets_i_picture_shift(side, pic, row);
        const nets_time from = wanted->origin - (view->shared_clock ? 0 : pic->age);
        pic->fill = wanted->bounded ? 0 : nets_i_bits_beyond(&pic->free, wanted->amount);
        nets_i_bits_read(row + kept, count - (uint64_t)kept * 64, pic->fill, &pic->free,
                         wanted->amount, from + side->tau * kept * 64, side->tau);
        nets_i_bits_erode(row, wanted->words, pic->fill, wanted->run);
        pic->read = side->reads;
        pic->made = *wanted;
    }
    *fill = pic->fill;
    return row;
}

/* >>paths by several costs ----------------------------------------------------------- */

/* A label is a path from the source, with what equation (2) says of it: its delay and
 * its row. Labels are extended by ascending delay, of equal ones those of more weight
 * first. As both only become worse from link to link, who was extended is never pruned
 * later by rules that go by delay; who is pruned before its turn is passed over. */
typedef struct nets_i_label {
    int64_t delay;   /* in slots */
    uint64_t sample; /* a word of its row: tells most of them apart */
    uint32_t weight; /* of its row, those beyond counted as one */
    uint32_t node, link;
    uint32_t parent; /* the path without its last link; NETS_NONE: there is none */
    uint32_t next;   /* at its node */
    uint32_t length; /* links */
    short state, beyond;
} nets_i_label;

enum { NETS_I_WAITING, NETS_I_EXTENDED, NETS_I_PRUNED };

typedef struct nets_i_turn { /* of a label, in the heap */
    int64_t delay;
    uint32_t weight, label;
} nets_i_turn;

typedef struct nets_i_match { /* a (path, cluster) pair that ends in time */
    uint32_t label, cluster;
    uint64_t est; /* in slots of the cluster */
    nets_time send, arrive, start, end;
} nets_i_match;

typedef enum nets_i_rule {
    NETS_I_BY_WEIGHT, /* delay and weight */
    NETS_I_BY_SLOTS,  /* delay and row: equation (3) */
    NETS_I_BY_COSTS,  /* as any link added to both leaves it */
    NETS_I_BY_END     /* the same where only the time of arrival counts */
} nets_i_rule;

typedef struct nets_i_multicost {
    nets_view *view;
    const nets_task *task;
    nets_route *route;
    nets_i_rule rule;
    int links_count; /* else their rows do not: no words, all ones */
    int clusters_count;
    int64_t shift;        /* times the delay */
    uint32_t words, bits; /* of a label's row */
    int64_t burst;        /* b */
    uint64_t run;         /* ones that a row must have in a row */
    uint32_t most;        /* labels */
    int overflow;         /* an answer was passed over, as its times do not fit */
    nets_time earliest;   /* end found */
} nets_i_multicost;

/* No sum of a few delays below this overflows. */
#define NETS_I_FAR (INT64_MAX / 8)

static nets_i_label *nets_i_label_at(const nets_i_multicost *m, uint32_t i)
{
    return NETS_I_AT(nets_i_label, m->view->labels) + i;
}

static uint64_t *nets_i_label_row(const nets_i_multicost *m, uint32_t i)
{
    return NETS_I_AT(uint64_t, m->view->rows) + (size_t)m->words * i;
}

static nets_i_stop *nets_i_stop_at(const nets_i_multicost *m, uint32_t node)
{
    return NETS_I_AT(nets_i_stop, m->view->stops) + node;
}

static int nets_i_turn_before(const nets_i_turn *a, const nets_i_turn *b)
{
    if (a->delay != b->delay) return a->delay < b->delay;
    if (a->weight != b->weight) return a->weight > b->weight;
    return a->label < b->label;
}

/* There is room. */
static void nets_i_turn_push(nets_i_vector *heap, const nets_i_label *l, uint32_t label)
{
    nets_i_turn *at = NETS_I_AT(nets_i_turn, *heap), t;
    uint32_t i = heap->count++;
    t.delay = l->delay;
    t.weight = l->weight;
    t.label = label;
    while (i && nets_i_turn_before(&t, &at[(i - 1) / 2])) {
        at[i] = at[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    at[i] = t;
}

static uint32_t nets_i_turn_pop(nets_i_vector *heap)
{
    nets_i_turn *at = NETS_I_AT(nets_i_turn, *heap);
    const uint32_t first = at[0].label, count = --heap->count;
    const nets_i_turn last = at[count];
    uint32_t i = 0, child = 1;
    while (child < count) {
        if (child + 1 < count && nets_i_turn_before(&at[child + 1], &at[child])) child++;
        if (nets_i_turn_before(&last, &at[child])) break;
        at[i] = at[child];
        i = child;
        child = 2 * i + 1;
    }
    at[i] = last;
    return first;
}

/* How many nodes a path has in common with the one that is being extended, or that and
 * `to`. */
static uint32_t nets_i_label_shared(const nets_i_multicost *m, uint32_t i,
                                    uint32_t extended, uint32_t to)
{
    uint32_t shared = 0;
    for (; i != NETS_NONE; i = nets_i_label_at(m, i)->parent) {
        const uint32_t node = nets_i_label_at(m, i)->node;
        shared += node == to || nets_i_stop_at(m, node)->seen == extended + 1;
    }
    return shared;
}

static uint64_t nets_i_label_fill(const nets_i_label *l)
{
    return l->beyond ? NETS_I_ONES : 0;
}

/* nets_i_bits_cover of two paths' rows. */
static int nets_i_label_cover(const nets_i_multicost *m, uint32_t a, uint32_t b,
                              int64_t shift)
{
    const nets_i_label *la = nets_i_label_at(m, a), *lb = nets_i_label_at(m, b);
    if (!shift && (lb->sample & ~la->sample)) return 0;
    return nets_i_bits_cover(nets_i_label_row(m, a), nets_i_label_fill(la),
                             nets_i_label_row(m, b), nets_i_label_fill(lb), m->words,
                             shift);
}

/* Is the delay of a so that it may dominate b? */
static int nets_i_label_sooner(const nets_i_multicost *m, int64_t a, int64_t b)
{
    return m->task->strict ? a < b : a <= b;
}

/* Does path a prune path b, which ends at the same node? One of the two is the `fresh`
 * one. A path may prune another only if all that can follow the other can follow it: so
 * for the exact rules its nodes must be among the other's, else links that the other
 * can take would lead it back. */
static int nets_i_label_prunes(const nets_i_multicost *m, uint32_t a, uint32_t b,
                               uint32_t fresh)
{
    const nets_i_label *la = nets_i_label_at(m, a), *lb = nets_i_label_at(m, b);
    int64_t shift = 0;
    switch (m->rule) {
    case NETS_I_BY_WEIGHT:
        return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight;
    case NETS_I_BY_SLOTS:
        return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight &&
               nets_i_label_cover(m, a, b, 0);
    case NETS_I_BY_COSTS:
        if (la->delay != lb->delay) return 0;
        break;
    case NETS_I_BY_END:
        /* a's data pass every link when b's do, and if it is looked at 2 d later, and a
         * is shorter, a arrives later for that */
        if (m->shift == 2 && la->delay < lb->delay) return 0;
        shift = m->shift * (lb->delay - la->delay);
        break;
    }
    if (!nets_i_label_cover(m, a, b, shift)) return 0;
    return nets_i_label_shared(m, a == fresh ? b : a, nets_i_label_at(m, fresh)->parent,
                               la->node) == la->length + 1;
}

/* Is the fresh label pruned by one at its node? Else it belongs after *after. */
static int nets_i_label_pruned(const nets_i_multicost *m, uint32_t fresh, uint32_t *after)
{
    const nets_i_label *l = nets_i_label_at(m, fresh);
    uint32_t i = nets_i_stop_at(m, l->node)->labels;
    *after = NETS_NONE;
    for (; i != NETS_NONE; i = nets_i_label_at(m, i)->next) {
        const nets_i_label *other = nets_i_label_at(m, i);
        if (other->delay < l->delay ||
            (other->delay == l->delay && other->weight >= l->weight))
            *after = i;
        else if (other->delay > l->delay && m->rule != NETS_I_BY_END)
            return 0;
        if (nets_i_label_prunes(m, i, fresh, fresh)) return 1;
    }
    return 0;
}

/* Puts the fresh label in its place and prunes by it. Those before it are of less
 * delay, or as much and no less weight: they may be pruned only where the end alone
 * counts. */
static void nets_i_label_keep(const nets_i_multicost *m, uint32_t fresh, uint32_t after)
{
    nets_i_label *l = nets_i_label_at(m, fresh);
    uint32_t *first = &nets_i_stop_at(m, l->node)->labels, *at;
    at = after == NETS_NONE ? first : &nets_i_label_at(m, after)->next;
    l->next = *at;
    *at = fresh;
    if (m->rule == NETS_I_BY_END) at = first;
    while (*at != NETS_NONE) {
        nets_i_label *other = nets_i_label_at(m, *at);
        if (other != l && other->state == NETS_I_WAITING &&
            nets_i_label_prunes(m, fresh, *at, fresh)) {
            other->state = NETS_I_PRUNED;
            *at = other->next;
        } else {
            at = &other->next;
        }
    }
}

/* Room for one label more, its row and its turn. */
static nets_status nets_i_label_room(const nets_i_multicost *m)
{
    nets_view *view = m->view;
    const uint64_t count = (uint64_t)view->labels.count + 1;
    nets_status s = nets_i_view_room(view, &view->labels, count, sizeof(nets_i_label));
    if (s == NETS_OK) s = nets_i_view_room(view, &view->heap, count, sizeof(nets_i_turn));
    if (s == NETS_OK && m->words > UINT64_MAX / count - NETS_I_BLOCK) return NETS_E_NOMEM;
    if (s == NETS_OK)
        s = nets_i_view_room(view, &view->rows,
                             (count * m->words + NETS_I_BLOCK - 1) / NETS_I_BLOCK,
                             NETS_I_BLOCK * sizeof(uint64_t));
    return s == NETS_E_RANGE ? NETS_E_NOMEM : s;
}

/* The ones of a row; all those beyond count as one. */
static uint32_t nets_i_label_weight(const nets_i_multicost *m, const uint64_t *row,
                                    int beyond)
{
    return nets_i_bits_ones(row, m->words) - (beyond ? m->words * 64 - m->bits - 1 : 0);
}

static const nets_i_cluster *nets_i_site(const nets_i_multicost *m, uint32_t cluster)
{
    return NETS_I_AT(const nets_i_cluster, m->view->sites) + cluster;
}

/* From so many slots after the origin on, in time; 1 if it does not fit. */
static int nets_i_since(nets_time origin, uint64_t slots, nets_time tau, nets_time *since,
                        nets_time *at)
{
    return slots > INT64_MAX || nets_i_multiply(tau, (int64_t)slots, since) ||
           nets_i_add(origin, *since, at);
}

/* When data are sent over a path, and there (section 3.2); 0 if never. */
static int nets_i_match_path(nets_i_multicost *m, nets_i_match *pair)
{
    const nets_i_label *l = nets_i_label_at(m, pair->label);
    const nets_i_side *links = &m->view->links, *clusters = &m->view->clusters;
    const nets_time origin = m->task->origin;
    uint64_t r = 0;
    nets_time since;
    if (l->length && m->task->data &&
        !nets_i_bits_run(nets_i_label_row(m, pair->label), m->words, nets_i_label_fill(l),
                         0, m->run, &r))
        return 0;
    if (nets_i_since(origin, r, links->tau, &since, &pair->send) ||
        nets_i_since(origin,
                     r + (l->length ? (uint64_t)m->burst : 0) + (uint64_t)l->delay,
                     links->tau, &since, &pair->arrive)) {
        m->overflow = 1;
        return 0;
    }
    pair->est = (uint64_t)nets_i_ceil_div(since, clusters->tau);
    return 1;
}

/* When the cluster runs the task; 0 if never, or not in time. */
static int nets_i_match_cluster(nets_i_multicost *m, nets_i_match *pair)
{
    const nets_task *task = m->task;
    const nets_i_side *side = &m->view->clusters;
    const nets_time length =
        nets_i_ceil_div(task->workload, nets_i_site(m, pair->cluster)->speed);
    const uint64_t run = (uint64_t)nets_i_ceil_div(length, side->tau);
    uint64_t at = pair->est;
    nets_time since;
    if (nets_i_picture_at(side, pair->cluster)->total < (task->cpus ? task->cpus : 1))
        return 0;
    if (run && m->clusters_count) {
        uint64_t fill;
        const uint64_t *row = nets_i_side_row(m->view, side, pair->cluster, &fill);
        if (!nets_i_bits_run(row, side->purpose.words, fill, at, run, &at)) return 0;
    }

    if (nets_i_since(task->origin, at, side->tau, &since, &pair->start) ||
        nets_i_add(since, length, &since) ||
        nets_i_add(task->origin, since, &pair->end)) {
        m->overflow = 1;
        return 0;
    }
    return !task->bound || since <= task->bound;
}

/* Can nothing that goes on from here end as early as what was found? Whoever does so
 * begins no sooner, for more links leave no more slots. If a cluster is here, that is
 * something found. */
static int nets_i_label_late(nets_i_multicost *m, uint32_t label)
{
    nets_i_match pair;
    int late = 1;
    pair.label = label;
    if (!nets_i_match_path(m, &pair)) return 1;
    for (pair.cluster = 0; pair.cluster < m->view->sites.count; pair.cluster++) {
        if (!nets_i_match_cluster(m, &pair)) continue;
        if (nets_i_site(m, pair.cluster)->node == nets_i_label_at(m, label)->node)
            m->earliest = nets_i_least(m->earliest, pair.end);
        late = late && pair.end > m->earliest;
    }
    return late;
}

/* A path with one link more, if it is not pruned. */
static nets_status nets_i_label_extend(nets_i_multicost *m, uint32_t from,
                                       const nets_i_hop *hop)
{
    nets_view *view = m->view;
    const uint32_t fresh = view->labels.count;
    const nets_i_label *parent = nets_i_label_at(m, from);
    nets_i_label *l;
    nets_status s;
    uint32_t after;
    m->route->labels++;
    if (hop->delay > NETS_I_FAR || parent->delay + hop->delay > NETS_I_FAR) {
        m->overflow = 1;
        return NETS_OK;
    }
    /* it will weigh no more than its parent, and who was extended has no longer delay */
    if (m->rule == NETS_I_BY_WEIGHT && !m->task->strict &&
        nets_i_stop_at(m, hop->to)->heaviest >= parent->weight)
        return NETS_OK;

    s = nets_i_label_room(m);
    if (s != NETS_OK) return s;
    parent = nets_i_label_at(m, from);
    l = nets_i_label_at(m, fresh);
    l->delay = parent->delay + hop->delay;
    l->node = hop->to;
    l->link = hop->link;
    l->parent = from;
    l->length = parent->length + 1;
    l->state = NETS_I_WAITING;
    l->beyond = parent->beyond;
    l->weight = parent->weight;
    l->sample = 0;
    if (m->links_count) {
        uint64_t *row = nets_i_label_row(m, fresh), fill;
        const uint64_t *link = nets_i_side_row(view, &view->links, hop->link, &fill);
        l->beyond = l->beyond && fill;
        nets_i_bits_and(row, nets_i_label_row(m, from), m->words, link, m->words, fill,
                        (uint64_t)(m->shift * parent->delay));

        l->weight = nets_i_label_weight(m, row, l->beyond);
        if (m->words) l->sample = row[m->words / 2];
    }
    if (!l->weight) return NETS_OK; /* nothing can ever be sent */
    if (m->rule == NETS_I_BY_END && nets_i_label_late(m, fresh)) return NETS_OK;
    if (nets_i_label_pruned(m, fresh, &after)) return NETS_OK;
    if (fresh > m->most) return NETS_E_LIMIT;
    nets_i_label_keep(m, fresh, after);
    nets_i_turn_push(&view->heap, l, fresh);
    view->labels.count++;
    return NETS_OK;
}

/* The path of no links: data can be sent whenever they can go on. */
static nets_status nets_i_label_first(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_i_label *l;
    uint32_t i;
    nets_status s;
    for (i = 0; i < view->stops.count; i++) {
        nets_i_stop *stop = nets_i_stop_at(m, i);
        stop->labels = NETS_NONE;
        stop->kept = stop->heaviest = stop->seen = 0;
    }
    view->labels.count = view->heap.count = view->pairs.count = 0;
    s = nets_i_label_room(m);
    if (s != NETS_OK) return s;
    l = nets_i_label_at(m, 0);
    memset(l, 0, sizeof *l);
    l->node = m->task->source;
    l->link = l->parent = l->next = NETS_NONE;
    l->beyond = !m->links_count || !m->task->bound;
    l->weight = m->bits + (l->beyond != 0);
    for (i = 0; i < m->words; i++) nets_i_label_row(m, 0)[i] = NETS_I_ONES;
    if (!l->beyond)
        nets_i_bits_set(nets_i_label_row(m, 0), m->bits, (uint64_t)m->words * 64, 0);
    if (m->words) l->sample = nets_i_label_row(m, 0)[m->words / 2];
    nets_i_stop_at(m, l->node)->labels = 0;

    nets_i_turn_push(&view->heap, l, 0);
    view->labels.count = 1;
    if (m->rule == NETS_I_BY_END) (void)nets_i_label_late(m, 0);
    return NETS_OK;
}

/* The non-dominated paths from the source to all nodes (section 4.1). */
static nets_status nets_i_label_all(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_status s = nets_i_label_first(m);
    while (s == NETS_OK && view->heap.count) {
        const uint32_t i = nets_i_turn_pop(&view->heap);
        nets_i_label *l = nets_i_label_at(m, i);
        nets_i_stop *stop = nets_i_stop_at(m, l->node);
        uint32_t k;
        if (l->state == NETS_I_PRUNED) continue;
        l->state = NETS_I_EXTENDED;
        if (l->weight > stop->heaviest) stop->heaviest = l->weight;
        if (i) m->route->paths++;
        if (i && ++stop->kept > m->route->widest) m->route->widest = stop->kept;
        for (k = i; k != NETS_NONE; k = nets_i_label_at(m, k)->parent)
            nets_i_stop_at(m, nets_i_label_at(m, k)->node)->seen = i + 1;
        for (k = stop[0].hops; k < stop[1].hops && s == NETS_OK; k++) {
            const nets_i_hop *hop = NETS_I_AT(const nets_i_hop, view->hops) + k;
            if (nets_i_stop_at(m, hop->to)->seen != i + 1)
                s = nets_i_label_extend(m, i, hop);
        }
    }
    return s;
}

/* >>pairs of path and cluster -------------------------------------------------------- */

/* Has a every slot that b has? It arrives no later. */
static int nets_i_match_free(const nets_i_multicost *m, const nets_i_match *a,
                             const nets_i_match *b)
{
    const nets_i_side *side = &m->view->clusters;
    const uint64_t *wa, *wb;
    uint64_t fill_a, fill_b, mask = NETS_I_ONES << (b->est % 64), i = b->est / 64;
    if (a->cluster == b->cluster || !m->clusters_count) return 1;
    wa = nets_i_side_row(m->view, side, a->cluster, &fill_a);
    wb = nets_i_side_row(m->view, side, b->cluster, &fill_b);
    for (; i < side->purpose.words; i++, mask = NETS_I_ONES)
        if (wb[i] & ~wa[i] & mask) return 0;
    return fill_a >= fill_b;
}

/* Equation (5), for clusters of any speed. Who dominates arrives no later: if its path
 * does, or if it need not send anything. */
static int nets_i_match_dominates(const nets_i_multicost *m, const nets_i_match *a,
                                  const nets_i_match *b)
{
    const nets_i_label *la = nets_i_label_at(m, a->label);
    const nets_i_label *lb = nets_i_label_at(m, b->label);
    return nets_i_label_sooner(m, la->delay, lb->delay) && la->weight >= lb->weight &&
           nets_i_site(m, a->cluster)->speed >= nets_i_site(m, b->cluster)->speed &&
           a->est <= b->est && nets_i_match_free(m, a, b) &&
           (a->label == b->label || nets_i_label_cover(m, a->label, b->label, 0));
}

/* Takes a pair among the non-dominated ones, if it is one. There is room. */
static void nets_i_match_keep(nets_i_multicost *m, const nets_i_match *fresh)
{
    nets_i_match *at = NETS_I_AT(nets_i_match, m->view->pairs);
    const uint32_t count = m->view->pairs.count;
    uint32_t i, kept = 0;
    for (i = 0; i < count; i++)
        if (nets_i_match_dominates(m, &at[i], fresh)) return;
    for (i = 0; i < count; i++)
        if (!nets_i_match_dominates(m, fresh, &at[i])) at[kept++] = at[i];
    at[kept++] = *fresh;
    m->view->pairs.count = kept;
}

/* The non-dominated pairs, by cluster and then as the paths at its node. */
static nets_status nets_i_match_all(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_i_match fresh;
    for (fresh.cluster = 0; fresh.cluster < view->sites.count; fresh.cluster++) {

        fresh.label = nets_i_stop_at(m, nets_i_site(m, fresh.cluster)->node)->labels;
        for (; fresh.label != NETS_NONE;
             fresh.label = nets_i_label_at(m, fresh.label)->next) {
            nets_status s;
            if (!nets_i_match_path(m, &fresh) || !nets_i_match_cluster(m, &fresh))
                continue;
            s = nets_i_view_room(view, &view->pairs, (uint64_t)view->pairs.count + 1,
                                 sizeof fresh);
            if (s != NETS_OK) return s;
            nets_i_match_keep(m, &fresh);
        }
    }
    m->route->pairs = view->pairs.count;
    return NETS_OK;
}

/* A row as a vector for who scores, in `words`, which have room for all of it. */
static void nets_i_offer_slots(nets_slots *s, uint64_t *words, uint32_t count,
                               const uint64_t *row, uint32_t n, uint64_t fill)
{
    uint32_t i;
    memset(s, 0, sizeof *s);
    s->count = count;
    s->beyond = fill != 0;
    s->words = words;
    for (i = 0; i < nets_i_bits_words(count); i++) words[i] = i < n ? row[i] : fill;
}

/* Vectors that do not count are of no bits. There is room in `offered`. */
static int64_t nets_i_match_score(const nets_i_multicost *m, const nets_i_match *pair)
{
    const nets_view *view = m->view;
    const nets_i_side *links = &view->links, *clusters = &view->clusters;
    const nets_i_label *l = nets_i_label_at(m, pair->label);
    uint64_t *words = NETS_I_AT(uint64_t, view->offered), fill = NETS_I_ONES;
    const uint64_t *row = NULL;
    nets_slots path, cpus;
    nets_offer offer;
    if (!m->task->score) return m->task->method == NETS_MC_B ? pair->arrive : pair->end;
    nets_i_offer_slots(&path, words, m->links_count ? links->slots : 0,
                       nets_i_label_row(m, pair->label), m->words, nets_i_label_fill(l));
    if (m->clusters_count) row = nets_i_side_row(view, clusters, pair->cluster, &fill);
    nets_i_offer_slots(&cpus, words + links->words,
                       m->clusters_count ? clusters->slots : 0, row,
                       clusters->purpose.words, fill);
    nets_slots_clear_first(&cpus, pair->est);
    offer.cluster = pair->cluster;
    offer.link_count = l->length;
    offer.delay = l->delay * links->tau;
    offer.send = pair->send;
    offer.arrive = pair->arrive;
    offer.start = pair->start;
    offer.end = pair->end;
    offer.path = &path;
    offer.cpus = &cpus;
    return m->task->score(m->task->score_ctx, &offer);
}

/* The pair of least score becomes the route (section 4.4). */
static nets_status nets_i_match_choose(nets_i_multicost *m)
{
    nets_view *view = m->view;
    nets_route *route = m->route;
    const nets_i_match *at, *best = NULL;
    const nets_i_label *l;
    uint32_t i, k;
    nets_status s = NETS_OK;
    if (!view->pairs.count) return m->overflow ? NETS_E_RANGE : NETS_E_NOFIT;
    if (m->task->score)
        s = nets_i_view_room(view, &view->offered,
                             (uint64_t)view->links.words + view->clusters.words,
                             sizeof(uint64_t));
    if (s == NETS_OK)
        s = nets_i_view_room(view, &view->route, view->stops.count, sizeof(uint32_t));
    if (s != NETS_OK) return s;
    at = NETS_I_AT(const nets_i_match, view->pairs);
    for (i = 0; i < view->pairs.count; i++) {
        const int64_t score = nets_i_match_score(m, &at[i]);
        const int equal = best && score == route->score;
        if (best && score > route->score) continue;
        if (equal && (at[i].cluster != best->cluster || at[i].arrive >= best->arrive))
            continue;
        best = &at[i];
        route->score = score;
    }
    l = nets_i_label_at(m, best->label);
    route->cluster = best->cluster;
    route->link_count = k = l->length;
    route->links = NETS_I_AT(const uint32_t, view->route);
    for (; k; l = nets_i_label_at(m, l->parent))
        NETS_I_AT(uint32_t, view->route)[--k] = l->link;
    route->send = best->send;
    route->arrive = best->arrive;
    route->start = best->start;
    route->end = best->end;
    return NETS_OK;
}

/* >>the search ----------------------------------------------------------------------- */

static nets_status nets_i_task_sane(const nets_view *view, const nets_task *task)
{
    return task->source < view->stops.count && (unsigned)task->method <= NETS_ECT &&
                   task->data >= 0 && task->rate > 0 && task->cpus >= 0 &&
                   task->workload >= 0 && task->bound >= 0
               ? NETS_OK
               : NETS_E_ARG;
}

/* How long the data are on a link, in time. */
static nets_time nets_i_task_burst(const nets_task *task)
{
    return nets_i_ceil_div(task->data, task->rate);
}

/* What a search goes by, and the rows for it. */
static nets_status nets_i_multicost_begin(nets_i_multicost *m, nets_view *view,
                                          const nets_task *task)
{
    nets_i_purpose wanted;
    nets_status s = NETS_OK;
    m->view = view;
    m->task = task;
    m->links_count = task->method != NETS_ECT && task->data;
    m->clusters_count = task->method != NETS_MC_B;
    m->rule = task->method == NETS_AWMC_T || task->method == NETS_ECT ? NETS_I_BY_WEIGHT
              : task->method != NETS_EXACT                            ? NETS_I_BY_SLOTS
              : task->score                                           ? NETS_I_BY_COSTS
                                                                      : NETS_I_BY_END;
    m->shift = view->shared_clock ? 1 : 2;
    m->burst = nets_i_ceil_div(nets_i_task_burst(task), view->links.tau);
    m->most = task->max_labels ? task->max_labels : 65536;
    m->overflow = 0;
    m->earliest = NETS_FOREVER;
    wanted.origin = task->origin;
    wanted.bounded = task->bound > 0;
    wanted.amount = task->rate;
    wanted.run = m->rule == NETS_I_BY_END ? (uint64_t)m->burst : 1;
    m->run = m->rule == NETS_I_BY_END ? 1 : (uint64_t)m->burst;
    if (m->links_count) s = nets_i_side_begin(&view->links, &wanted, view->shared_clock);
    m->words = m->links_count && s == NETS_OK ? wanted.words : 0;
    m->bits = m->words < view->links.words ? m->words * 64 : view->links.slots;
    wanted.amount = task->cpus ? task->cpus : 1;
    wanted.run = 1;
    if (s == NETS_OK && m->clusters_count)
        s = nets_i_side_begin(&view->clusters, &wanted, 1);
    return s;
}

NETSCHED_DEF nets_status nets_multicost(nets_view *view, const nets_task *task,
                                        nets_route *route)
{
    nets_i_multicost m;
    nets_status s;
    if (route) {
        memset(route, 0, sizeof *route);
        route->cluster = NETS_NONE;
    }
    if (!view || !task || !route) return NETS_E_ARG;
    s = nets_i_task_sane(view, task);
    if (s != NETS_OK) return s;
    m.route = route;
    s = nets_i_multicost_begin(&m, view, task);
    if (s == NETS_OK) s = nets_i_label_all(&m);
    if (s == NETS_OK) s = nets_i_match_all(&m);
    if (s == NETS_OK) s = nets_i_match_choose(&m);
    return s;
}

/* Puts a use at the end of a plan. There is room. */
static void nets_i_plan_put(nets_plan *plan, nets_kind kind, uint32_t index,
                            nets_time from, nets_time to, nets_amount amount)
{
    nets_use *u = &plan->uses[plan->count++];
    u->kind = kind;
    u->index = index;
    u->from = from;
    u->to = to;
    u->amount = amount;
    u->flow = u->whole = 1;
    if (plan->count == 1 || to > plan->end) plan->end = to;
    if (plan->count == 1) plan->start = from;
}

/* The uses of the links: each is reached when the delays before it are over. Do they
 * lead to the cluster, and do their times fit? */
static nets_status nets_i_route_links(const nets_view *view, const nets_task *task,
                                      const nets_route *route, nets_plan *plan)
{
    const nets_i_cluster *sites = NETS_I_AT(const nets_i_cluster, view->sites);
    const nets_time burst = nets_i_task_burst(task);
    nets_time from = route->send, to;
    uint32_t node = task->source, i;
    for (i = 0; i < route->link_count; i++) {
        const nets_i_hop *hop = NULL;
        uint32_t k = NETS_I_AT(const nets_i_stop, view->stops)[node].hops;
        const uint32_t end = NETS_I_AT(const nets_i_stop, view->stops)[node + 1].hops;
        for (; k < end && !hop; k++)
            if (NETS_I_AT(const nets_i_hop, view->hops)[k].link == route->links[i])
                hop = NETS_I_AT(const nets_i_hop, view->hops) + k;
        if (!hop) return NETS_E_ARG;
        if (nets_i_add(from, burst, &to)) return NETS_E_RANGE;
        if (burst) nets_i_plan_put(plan, NETS_LINK, hop->link, from, to, task->rate);
        if (nets_i_multiply(hop->delay, view->links.tau, &to) ||
            nets_i_add(from, to, &from))
            return NETS_E_RANGE;
        node = hop->to;
    }
    return node == sites[route->cluster].node ? NETS_OK : NETS_E_ARG;
}

NETSCHED_DEF nets_status nets_route_plan(const nets_view *view, const nets_task *task,
                                         const nets_route *route, nets_plan *plan)
{
    nets_status s;
    void *at;
    if (!plan) return NETS_E_ARG;
    plan->count = 0;
    plan->start = plan->end = 0;
    plan->algorithm = NETS_CHOOSE;
    plan->altering = 0;
    plan->combinations = 0;
    plan->searches = plan->instants = 0;
    if (!view || !task || !route || route->cluster >= view->sites.count ||
        route->link_count >= view->stops.count || route->start > route->end ||
        nets_i_task_sane(view, task) != NETS_OK)
        return NETS_E_ARG;
    at = plan->uses;
    s = nets_i_room(plan->alloc, plan->alloc_ctx, &at, &plan->capacity,
                    (uint64_t)route->link_count + 1, sizeof *plan->uses);
    plan->uses = (nets_use *)at;
    if (s == NETS_OK) s = nets_i_route_links(view, task, route, plan);
    if (s != NETS_OK) {
        plan->count = 0;
        plan->start = plan->end = 0;
        return s;
    }
    if (route->start < route->end)
        nets_i_plan_put(plan, NETS_CLUSTER, route->cluster, route->start, route->end,
                        task->cpus ? task->cpus : 1);
    return NETS_OK;
}

NETSCHED_DEF void nets_view_destroy(nets_view *view)
{
    uint32_t i;
    if (!view) return;
    for (i = 0; i < view->links.pictures.count; i++)
        nets_profile_free(&nets_i_picture_at(&view->links, i)->free);
    for (i = 0; i < view->clusters.pictures.count; i++)
        nets_profile_free(&nets_i_picture_at(&view->clusters, i)->free);
    nets_i_view_drop(view, &view->links.pictures, sizeof(nets_i_picture));
    nets_i_view_drop(view, &view->links.rows, view->links.words * sizeof(uint64_t));
    nets_i_view_drop(view, &view->clusters.pictures, sizeof(nets_i_picture));
    nets_i_view_drop(view, &view->clusters.rows, view->clusters.words * sizeof(uint64_t));
    nets_i_view_drop(view, &view->stops, sizeof(nets_i_stop));
    nets_i_view_drop(view, &view->hops, sizeof(nets_i_hop));
    nets_i_view_drop(view, &view->sites, sizeof(nets_i_cluster));
    nets_i_view_drop(view, &view->labels, sizeof(nets_i_label));
    nets_i_view_drop(view, &view->rows, NETS_I_BLOCK * sizeof(uint64_t));
    nets_i_view_drop(view, &view->heap, sizeof(nets_i_turn));
    nets_i_view_drop(view, &view->pairs, sizeof(nets_i_match));
    nets_i_view_drop(view, &view->route, sizeof(uint32_t));
    nets_i_view_drop(view, &view->offered, sizeof(uint64_t));
    (void)nets_i_resize(view->alloc, view->alloc_ctx, view, sizeof *view, 0);
}

/* >>paths ---------------------------------------------------------------------------- */

/* >>wavelengths ---------------------------------------------------------------------- */

#endif /* NETSCHED_IMPLEMENTED */
#endif /* NETSCHED_IMPLEMENTATION */

/*
MIT No Attribution

Copyright 2026 the coalloc authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this
software and associated documentation files (the "Software"), to deal in the Software
without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE
OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
