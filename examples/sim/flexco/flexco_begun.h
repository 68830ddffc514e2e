/* flexco_begun.h - jobs start and end at FlexCo's sites; what they had is recorded.
 *
 * All parts of a job start and end together. From its start on its booking does not
 * change. When it ends before the end it was booked for, each of its sites has
 * processors for others, which is what algorithm 2 of paper 5 is about.
 */
#ifndef FLEXCO_BEGUN_H
#define FLEXCO_BEGUN_H

#include "base/error.h"
#include "flexco/flexco_state.h"

#include <stdint.h>

/* ---- starts and ends --------------------------------------------------------------- */

/* Starts the jobs whose time has come. A meta-job is started when the first of its
 * sites is looked at, and leaves the queues of all of them. */
int flexco_begun_starts(struct flexco *f, struct error *e);

/* Ends the jobs whose end has come. */
int flexco_begun_ends(struct flexco *f, struct error *e);

#endif
