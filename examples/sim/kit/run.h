/* run.h - what a run leaves: items (jobs, requests, tasks), and what these hold when.
 *
 *     run_capacity(to, 0, 128, 0);
 *     run_items(to, count);
 *     for (i = 0; i < count; i++) {
 *         double *x = run_item(to, i);
 *         x[ITEM_SUBMIT] = ..., x[ITEM_FATE] = JOB_RAN, x[ITEM_START] = ...
 *     }
 *
 * Every run is checked (run_check) before anything is measured.
 */
#ifndef RUN_H
#define RUN_H

#include "kit/row.h"
#include "kit/simulator.h"

#include <stddef.h>
#include <stdint.h>

struct run_change { /* of a capacity, from `time` on */
    double time;
    int64_t size;
    uint32_t resource;
};

struct run_part { /* what an item holds, where size and times do not say it all */
    size_t item;
    uint32_t resource;
    int64_t first, size; /* first -1: which of them is not known */
    double start, end;
};

struct run_link {          /* a line of --links */
    const char *from, *to; /* kept */
    double use, refusals;
};

struct run { /* a driver calls the functions below; and may set `hash`, `recorded` */
    uint64_t hash;       /* of all that was decided                                  */
    int recorded;        /* no policy decided: not checked whether it would fit      */
    int timing;          /* measures of the run itself are wanted                    */
    int detailed;        /* so is run_part where it is for --items alone             */
    const char *variant; /* its name                                                 */
    size_t variants;     /* how many there are                                       */
    const struct simulator *sim;
    struct row place;      /* what its rows begin with  */
    struct row_group rows; /* of what it measured       */
    double *items;
    size_t count, columns;
    struct run_change *capacity; /* in order of time at each resource */
    size_t changes, change_room;
    struct run_part *parts;
    size_t part_count, part_room;
    const char **resources; /* their names, or NULL */
    size_t resource_count, resource_room;
    struct run_link *links; /* how they fared, if `linked`: they are wanted */
    size_t link_count, link_room;
    int linked;
    const char ***texts; /* of each axis, of each place: what the run calls it, or NULL */
};

/* Room for so many items. Once in a run. */
void run_items(struct run *r, size_t count);

/* The columns of item i, to be filled. */
static inline double *run_item(const struct run *r, size_t i)
{
    return r->items + i * r->columns;
}

/* From `time` on the resource has this size; before the first call it is not known, and
 * nothing is checked. A machine that shrinks calls it again. */
void run_capacity(struct run *r, double time, int64_t size, uint32_t resource);

/* What a resource is called in messages and charts ("site 3"); one needs no name. */
void run_resource(struct run *r, uint32_t resource, const char *name);

/* What item i holds, where it is not ITEM_SIZE of ITEM_RESOURCE from start to end: a call
 * for each run of servers, each site. */
void run_part(struct run *r, size_t item, uint32_t resource, int64_t first, int64_t size,
              double start, double end);

/* How a link fared: what share of it was in use over time, and how often it was in the
 * way of an item. */
void run_link(struct run *r, const char *from, const char *to, double use,
              double refusals);

/* Is what a policy did possible? Every item has a fate; one that ran has a start, not
 * before it is submitted and ready, and lasts as long as it should; together, at every
 * instant, items hold no more of any resource than there is (run_capacity), counted in
 * whole numbers; a run that says `recorded` is not checked for that. Fails where it
 * is not: the policy, the item, the instant. */
void run_check(const struct run *r);

#endif
