/* slots.h - the time slots a provider publishes, and what can be known from them.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5), sections 2.1 and 4: a provider
 * does not show its queue but time slots (id, start, end, count). Here slots are the
 * maximal rectangles of free processors from now on: no slot could be longer, or
 * larger.
 *
 *     free     6 |        +-------        slots  id  start  end    count
 *              4 |----+   |                       1  now    ever     2
 *              2 |    +---+                       2  now    3        4
 *                +----+---+-------> time          3  7      ever     6
 *               now   3   7
 *
 * A provider publishes all of them, the N earliest (of equal start the longest first,
 * which is the one with fewest processors), or those that meet the next W seconds.
 *
 * At every instant at least as many processors are free as the largest slot that covers
 * it says; more may be. slots_free_calendar makes a calendar in which all the others
 * are taken, which can be asked for the earliest time of a job. At a site that binds
 * processors late, all slots together tell everything. At a site that binds early they
 * do not: enough processors may be free at all times of a window, but not the same
 * ones.
 *
 * To look at a calendar costs a call of coa_profile for each step; all the rest takes
 * O(S log S) for S steps or slots.
 */
#ifndef SLOTS_H
#define SLOTS_H

#include "coalloc.h"

#include <stddef.h>
#include <stdint.h>

enum slots_publish {
    SLOTS_PUBLISH_ALL,
    SLOTS_PUBLISH_EARLIEST, /* so many slots, at least 1        */
    SLOTS_PUBLISH_WINDOW    /* those that meet so many seconds, at least 1 */
};

struct slots_publishing { /* zero-initialise: all */
    enum slots_publish kind;
    uint32_t slots;
    int64_t window;
};

struct slot {
    uint32_t id;        /* 1, 2, ... in their order      */
    uint32_t count;     /* processors that are free, > 0 */
    int64_t start, end; /* COA_FOREVER: without end      */
};

struct slots {         /* zero-initialise; slots_free */
    struct slot *list; /* by start, then the later end first */
    size_t count, capacity;
};

struct slots_free_step { /* from then on, until the next */
    int64_t from;
    uint32_t count;
};

struct slots_free { /* how many are free, when; zero-initialise; slots_free_free */
    struct slots_free_step
        *steps; /* by time, at least one, counts differ from step to step */
    size_t count, capacity;
};

void slots_free(struct slots *s);

void slots_free_free(struct slots_free *f);

/* ---- how many are free, when ------------------------------------------------------- */

/* Room for so many steps. 0, or -1 when memory is out. */
int slots_free_room(struct slots_free *f, size_t steps);

/* How many of the calendar's processors are free from its present on; none beyond its
 * horizon. 0, or -1 when memory is out. */
int slots_free_of(const coa_calendar *c, struct slots_free *f);

/* In [from, to) `more` more are free, but never more than `most`. 0, or -1 when memory
 * is out. Steps that follow each other may be equal afterwards. */
int slots_free_amend(struct slots_free *f, int64_t from, int64_t to, uint32_t more,
                     uint32_t most);

/* ---- slots ------------------------------------------------------------------------- */

/* What a provider with so many free publishes now. 0, or -1 when memory is out. */
int slots_of(const struct slots_free *f, const struct slots_publishing *p,
             struct slots *s);

/* ---- what can be known from slots -------------------------------------------------- */

/* How many are free for certain from `now` on: at each instant the largest count of the
 * slots that cover it. 0, or -1 when memory is out. */
int slots_free_known(const struct slots *s, int64_t now, struct slots_free *f);

/* A calendar of so many processors in which all but those are taken. */
coa_status slots_free_calendar(const struct slots_free *f, uint32_t servers,
                               coa_calendar **out);

#endif
