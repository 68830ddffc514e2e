/* batch_pass.h - a pass over the queue: which of the jobs that wait without a promise
 * start now.
 *
 *   fcfs    the head of the queue, for as long as it can start
 *   easy:K  the same; the first K jobs that cannot start have a reservation, as if made
 *           anew in each pass; the jobs behind them are tried, in the backfill order
 *   rua:K   as easy, but a job that starts ahead of others only gets processors of nodes
 *           where it slows no job, itself included (F. Guim, I. Rodero, J. Corbalan, "The
 *           resource usage aware backfilling", JSSPP 2009). Processors are chosen by Less
 *           Consume. A job that would slow itself even alone on its nodes starts only at
 *           the head of the queue.
 */
#ifndef BATCH_PASS_H
#define BATCH_PASS_H

#include "base/error.h"
#include "batch/batch_run.h"

/* 0, or -1 with a message. */
int batch_pass(struct batch_run *b, struct error *e);

#endif
