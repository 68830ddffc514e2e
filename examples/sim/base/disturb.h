/* disturb.h - which n servers can be taken away at the least cost, where things (jobs,
 * reservations) hold them: a thing costs its weight once, however many of its servers are
 * taken.
 *
 *     struct disturb d = {.servers = 100, .things = 2, .weights = weights};
 *     disturb_touch(&d, server, thing) ...               0, or -1 without memory
 *     exact = disturb_choose(&d, 20, &cost, chosen);      chosen[s] = 1: server s is one
 *     disturb_free(&d);
 *
 * Servers with the same things are a class, and who takes one of a class may as well take
 * them all. A first answer is greedy: again and again the class that costs the least for
 * each server more. From it a search decides class by class, with the bound that each
 * thing's weight, divided among its servers, gives for the rest; it is exact unless it is
 * cut off after DISTURB_STEPS steps, or there are more than DISTURB_CLASSES classes. Among choices that cost the same, which one is taken
 * does not depend on the machine.
 */
#ifndef DISTURB_H
#define DISTURB_H

#include <stddef.h>
#include <stdint.h>

enum { DISTURB_STEPS = 100000, DISTURB_CLASSES = 5000 };

struct disturb { /* disturb_free */
    uint32_t servers, things;
    const int64_t *weights; /* of each thing, from 0 on; all together below 2^53 */
    struct disturb_touch {
        uint32_t server, thing;
    } * touches;
    size_t count, room;
};

/* This thing holds this server. 0, or -1 without memory. */
int disturb_touch(struct disturb *d, uint32_t server, uint32_t thing);

/* Marks n of the servers, n <= servers, and sets *cost to what they cost. 1: nothing costs
 * less; 0: it is the least that was found; -1 without memory. */
int disturb_choose(struct disturb *d, uint32_t n, int64_t *cost, unsigned char *chosen);

void disturb_free(struct disturb *d);

#endif
