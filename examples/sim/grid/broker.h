/* broker.h - a grid: a broker above the local schedulers of its clusters, event by event.
 *
 * I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling (paper
 * 2). Jobs are submitted to the broker, which holds them in one queue until a policy
 * (broker_select.h) sends one to a cluster; there a local system (batch.h) with a queue
 * of its own decides when it starts, and where. Clusters may fail: what runs there is
 * killed and submitted again, what waits there moves.
 *
 * At one instant: local ends; clusters that fail, then those that come back; local
 * starts; arrivals; then the broker sends jobs off for as long as its policy finds one,
 * each of which may start at once. Between instants nothing happens.
 *
 * Every job has one fate in the end. Those that wait when nothing will change any more
 * are stuck: nothing runs, nobody is to come, and the broker has seen each cluster idle,
 * in vain, or it will never be up again.
 *
 * A job that runs at several clusters (broker_together.h) has a part at each: a job of
 * their local systems, numbered behind those of the workload.
 */
#ifndef BROKER_H
#define BROKER_H

#include "base/error.h"
#include "base/job.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>

/* ---- a whole run ------------------------------------------------------------------- */

/* Runs n jobs, in order of submission, none of them a reservation, on the grid. `d`: what
 * they ask for beside CPUs; NULL = nothing. `r`: zeroed; broker_rules_free it. 0, or -1
 * with a message. */
int broker_simulate(const struct grid *g, const struct demands *d, const struct job *jobs,
                    size_t n, const struct broker_rules *rules, struct broker_result *r,
                    struct error *e);

#endif
