/* inside.h - what a test asks of the inside of a network without an implementation of its
 * own: exact.c has this function beside its own. */
#ifndef INSIDE_H
#define INSIDE_H

#include "netsched.h"

/* The next booking gets the id after this one. */
void inside_last_id(nets_network *net, nets_id id);

#endif
