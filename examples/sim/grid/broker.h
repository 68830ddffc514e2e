/* broker.h - a grid: a broker above the local schedulers of its clusters, event by event
 * (I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling, paper
 * 2).
 *
 *     struct broker_result r = {0};
 *     if (broker_simulate(&grid, &demands, jobs, n, &rules, &r, &e) == 0)
 *         ... r.jobs[i].start ...
 *     broker_rules_free(&r);
 *
 * Jobs are submitted to the broker, which holds them in one queue until its policies
 * (broker_policy.h) send one to a cluster; there a local system (batch.h) with a queue of
 * its own decides when it starts, and on which CPUs.
 *
 * At one instant: local ends; local starts; arrivals; then the broker sends jobs for as
 * long as its policies find one, each of which may start at once. Nothing happens between
 * instants.
 *
 * Every job has one fate in the end. Jobs that wait when nothing will change any more are
 * stuck: no job runs or will come, and the broker has seen each cluster idle and sent it
 * nothing.
 */
#ifndef BROKER_H
#define BROKER_H

#include "base/error.h"
#include "base/job.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>

/* Runs n jobs, in order of submission, none of them a reservation. `d`: what they ask for
 * besides CPUs, or NULL. `r`: zeroed; call broker_rules_free in any case. 0, or -1 with a
 * message. */
int broker_simulate(const struct grid *g, const struct demands *d, const struct job *jobs,
                    size_t n, const struct broker_rules *rules, struct broker_result *r,
                    struct error *e);

/* ---- is a result possible? (broker_check.c) ---------------------------------------- */

/* 0, or -1 with the first thing that is impossible. */
int broker_check(const struct grid *g, const struct demands *d, const struct job *jobs,
                 size_t n, const struct broker_rules *rules,
                 const struct broker_result *r, struct error *e);

#endif
