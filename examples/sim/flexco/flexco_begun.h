/* flexco_begun.h - jobs that begin and end at FlexCo's sites, and what they had.
 *
 * All parts of a job begin and end together. From its start on it has what it has. When
 * it ends before the end it was booked for, each of its sites has something to give to
 * others, which is what algorithm 2 of paper 5 is about.
 */
#ifndef FLEXCO_BEGUN_H
#define FLEXCO_BEGUN_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* ---- starts and ends --------------------------------------------------------------- */

/* A meta-job starts at the first of its sites, and leaves the queues of all. */
int flexco_begun_starts(struct flexco *f, struct error *e);

/* The job, which waits or runs, gives everything back at once, and its sites know. */
int flexco_begun_give_back(struct flexco *f, uint32_t job, int finish, struct error *e);

int flexco_begun_ends(struct flexco *f, struct error *e);

#endif
