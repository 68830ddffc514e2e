/* mrfs_sites.h - local computational resources at some nodes of a network, at random.
 *
 *     mrfs_sites_place(&topology, &sites, &random, e)
 *
 * Paper 3, section 2.1 (Li, Ranka, Sahni, Schmalz), gives the model but no numbers. Here
 * each of a number of sites gets a partition for each type of resource (T-ID), one behind
 * the other. All partitions have the same number of units, dealt out evenly to the
 * compatibility classes (C-ID). Which pairs of units of neighbouring partitions are
 * accessible to each other is drawn pair by pair, but each unit reaches at least one.
 */
#ifndef MRFS_SITES_H
#define MRFS_SITES_H

#include "base/error.h"
#include "base/random.h"
#include "program/values.h"
#include "topology/topology_data.h"

#include <stdint.h>

struct mrfs_sites {
    int64_t sites, types, units, cids; /* types at each site, units of each type      */
    struct values_span amount;         /* of a unit                                   */
    int64_t pairs;                     /* share that is accessible, in billionths     */
};

/* A number from the span, each as likely. */
int64_t mrfs_sites_draw(struct random *r, const struct values_span *s);

/* Adds the sites to a network without resources, which has at least as many nodes. 0, or
 * -1. */
int mrfs_sites_place(struct topology *t, const struct mrfs_sites *s, struct random *r,
                     struct error *e);

#endif
