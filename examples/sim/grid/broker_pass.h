/* broker_pass.h - the broker's queue: jobs join it when they are submitted or come back
 * from a cluster, and a pass sends those that have a cluster there.
 */
#ifndef BROKER_PASS_H
#define BROKER_PASS_H

#include "base/error.h"
#include "grid/broker_run.h"

#include <stdint.h>

/* The job is submitted, or comes back from a cluster. A job that no cluster can ever run
 * is booked at several if it may be, else it has its fate. 0, or -1 with a message. */
int broker_pass_submit(struct broker_run *b, uint32_t job, struct error *e);

/* Sends jobs to clusters for as long as the policies find one. 0, or -1. */
int broker_pass(struct broker_run *b, struct error *e);

#endif
