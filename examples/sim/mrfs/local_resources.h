/* local_resources.h - local computational resources put at some nodes of a network, at random.
 *
 * Paper 3, section 2.1 (Li, Ranka, Sahni, Schmalz), tells the model, not the numbers.
 * Here each of a number of sites gets a partition for each type of resource (T-ID), one
 * behind the other; in each the same number of units, dealt out evenly to the
 * compatibility classes (C-ID). Which pairs of units of neighbouring partitions are
 * accessible to each other is drawn pair by pair, but each unit reaches at least one.
 */
#ifndef LOCAL_RESOURCES_H
#define LOCAL_RESOURCES_H

#include "base/error.h"
#include "base/random.h"
#include "program/values.h"
#include "topology/topology_data.h"

#include <stdint.h>

struct local_resources {
    int64_t sites, types, units, cids; /* types for each site, units for each type     */
    struct values_span amount;         /* of a unit                                    */
    int64_t pairs;                     /* share that is accessible, in billionths      */
};

int64_t local_resources_random_span(struct random *r, const struct values_span *s);

/* Adds the sites to a network without resources that has at least as many nodes. 0, or
 * -1. */
int local_resources_place(struct topology *t, const struct local_resources *s,
                          struct random *r, struct error *e);

#endif
