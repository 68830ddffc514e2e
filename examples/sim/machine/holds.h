/* holds.h - windows that jobs have only while a policy is asked, so that those behind
 * them delay none.
 *
 * Most holds are made again the next time: they stay booked until one is not, or a job is
 * tried that comes before it, or there is more room. One is booked when the first job
 * behind it is tried, or the plan changes. None of that can be seen.
 */
#ifndef HOLDS_H
#define HOLDS_H

#include "machine/machine.h"

#include <stdint.h>

/* A policy will be asked; has been. */
void holds_open(struct machine *m);
void holds_close(struct machine *m);

/* The next hold is this job's. */
void holds_add(struct machine *m, uint32_t job);

/* All but those made since the policy is asked, which `but` are, go. */
void holds_drop(struct machine *m, size_t but);

/* Before a job looks for room: all holds that were made are booked. */
void holds_book(struct machine *m);

static inline void holds_settle(struct machine *m)
{
    if (m->holds.booked != m->holds.made || m->holds.early) holds_book(m);
}

/* The job's hold goes. */
void holds_remove(struct machine *m, uint32_t job);

#endif
