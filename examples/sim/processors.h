/* processors.h - which processors a job gets, where they have names: the reservation table
 * of a machine, on a calendar of coalloc.h.
 *
 * Whatever is planned is a booking: of a running job until its planned end, of a promise,
 * of an advance reservation. A job takes the earliest start at which the selection finds
 * processors that are free throughout its window:
 *
 *   first-fit     the lowest
 *   contiguous    as many consecutive ones, the lowest such run (First Continuous Fit): a
 *                 job waits for one
 *
 * These are resource selection policies of I. Rodero, F. Guim, J. Corbalan,
 * "Performance-driven coordinated grid scheduling" (paper 2), section IV-A1. The program
 * that includes this has the implementation of coalloc.h.
 */
#ifndef SIM_PROCESSORS_H
#define SIM_PROCESSORS_H

#include "coalloc.h"

#include "grants.h"
#include "held.h"
#include "plan.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum sim_selection { SIM_FIRST_FIT, SIM_CONTIGUOUS } sim_selection;

typedef struct sim_processors { /* zero-initialise; sim_processors_free */
    coa_calendar *calendar;     /* NULL = processors have no names here             */
    sim_helds held;
    coa_set idle; /* that no job holds, where it is asked for          */
    coa_set kept; /* of a job that looks for others                    */
} sim_processors;

static inline void sim_processors_free(sim_processors *p)
{
    coa_destroy(p->calendar);
    sim_helds_free(&p->held);
    coa_set_free(&p->idle);
    coa_set_free(&p->kept);
    memset(p, 0, sizeof *p);
}

/* A machine of so many processors from `now` on, all free. 0, or -1 when memory is out. */
static inline int sim_processors_begin(sim_processors *p, uint32_t servers, int64_t now)
{
    coa_desc desc = {0};
    coa_destroy(p->calendar);
    desc.servers = servers;
    desc.now = now;
    if (coa_create(&p->calendar, &desc) != COA_OK) return -1;
    sim_helds_clear(&p->held);
    coa_set_clear(&p->idle);
    return coa_set_add(&p->idle, 0, servers) == COA_OK ? 0 : -1;
}

/* Bookings that end by `now` are forgotten: no sooner than all of their jobs have ended. */
static inline void sim_processors_advance(sim_processors *p, int64_t now)
{
    const coa_status status = coa_advance(p->calendar, now);
    (void)status; /* a calendar without a horizon can stand at any time */
}

/* Its processors are idle again, or not any more. 0, or -1 when memory is out. */
static inline int sim_processors_idle(sim_processors *p, const coa_booking *b, int give)
{
    uint32_t i;
    for (i = 0; i < b->run_count; i++) {
        const coa_run *run = &b->runs[i];
        if ((give ? coa_set_add(&p->idle, run->first, run->count)
                  : coa_set_remove(&p->idle, run->first, run->count)) != COA_OK)
            return -1;
    }
    return 0;
}

/* ---- bookings ---------------------------------------------------------------------- */

/* Books what is wished for. 1, and *found is the booking; 0: there is no such start; -1:
 * memory is out. */
static inline int sim_processors_book(sim_processors *p, const sim_wish *wish,
                                      sim_selection rule, const coa_set *among,
                                      coa_booking *found)
{
    coa_request want = {0};
    coa_status status;
    want.ready = wish->from;
    want.length = wish->length;
    want.servers = wish->servers;
    want.place = rule == SIM_CONTIGUOUS ? COA_PLACE_CONTIGUOUS : COA_PLACE_FIRST_FIT;
    want.among = among;
    if (wish->until != SIM_NEVER) want.deadline = wish->until - 1 + wish->length;
    status = coa_reserve(p->calendar, &want, found);
    return status == COA_OK ? 1 : status == COA_E_NOMEM ? -1 : 0;
}

/* The same for a job, who gives up what it has if that is found. */
static inline int sim_processors_move(sim_processors *p, sim_held *held,
                                      const sim_wish *wish, sim_selection rule,
                                      int64_t *start)
{
    coa_booking old, found;
    uint32_t i;
    int result;
    if (coa_get(p->calendar, held->booking, &old) != COA_OK) return -1;
    coa_set_clear(&p->kept);
    for (i = 0; i < old.run_count; i++)
        if (coa_set_add(&p->kept, old.runs[i].first, old.runs[i].count) != COA_OK)
            return -1;
    if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
    result = sim_processors_book(p, wish, rule, NULL, &found);
    if (result < 0) return -1;
    if (result == 0)
        return coa_commit(p->calendar, old.start, old.end, &p->kept, &held->booking) ==
                       COA_OK
                   ? 0
                   : -1;
    held->booking = found.id;
    *start = found.start;
    return found.start != old.start || found.run_count != p->kept.count ||
           memcmp(found.runs, p->kept.runs, p->kept.count * sizeof *found.runs) != 0;
}

#endif
