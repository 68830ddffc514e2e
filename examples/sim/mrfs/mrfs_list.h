/* mrfs_list.h - the user's transfers instead of drawn requests: a file with a line for
 * each, in the order in which they arrive.
 *
 *     # what                        where in time
 *     ann-arbor houston volume=2TB  ready=10m deadline=6h
 *     seattle princeton rate=20M length=1h arrive=30m
 *
 * Volumes and rates are whole Mb and Mb/s, to within 0.1 %, by which they are rounded up.
 * Times count from the begin of the run. A volume goes at the constant rate, at most
 * `rate`, with the earliest end; a rate alone needs a length.
 */
#ifndef MRFS_LIST_H
#define MRFS_LIST_H

#include "mrfs/mrfs_scenario.h"

#define MRFS_LIST_LINE \
    "FROM TO volume=2TB|length=1h [rate=100M] [arrive=T] [ready=T] [deadline=T]"

/* Reads the file, unless it was read. Ends the program if it cannot, here and below. */
void mrfs_list_load(struct mrfs_list *l, const char *name);

/* Its requests, between nodes of s->network. */
void mrfs_list_read(struct mrfs_scenario *s, const struct mrfs_list *l);

#endif
