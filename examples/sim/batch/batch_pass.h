/* batch_pass.h - a pass over the queue: who of those that wait without a promise starts.
 *
 *   fcfs    the first, while it can
 *   easy:K  the same; the first K that cannot are given a reservation for the time of the
 *           pass; then those behind are tried, in an order of their own if there is one
 *   rua:K   as easy; but one who is started ahead of others gets only processors of nodes
 *           where nobody is slowed by it, itself included (F. Guim, I. Rodero,
 *           J. Corbalan, "The resource usage aware backfilling", JSSPP 2009). All are
 *           chosen by Less Consume. A job that would slow even itself, alone on its
 *           nodes, starts only when nobody waits before it.
 */
#ifndef BATCH_PASS_H
#define BATCH_PASS_H

#include "base/error.h"
#include "batch/batch_run.h"

int batch_pass(struct batch_run *b, struct error *e);

#endif
