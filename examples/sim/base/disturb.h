/* disturb.h - which n servers can be taken away at the least cost, where things (jobs,
 * reservations) hold them: a thing costs its weight once, however many of its servers are
 * taken.
 *
 *     struct disturb d = {.servers = 100, .things = 2, .weights = weights};
 *     disturb_touch(&d, server, thing) ...               0, or -1 without memory
 *     exact = disturb_choose(&d, 20, chosen);            the servers, in order
 *     disturb_free(&d);
 *
 * Up to DISTURB_CHOICES choices are all looked at. Of more the answer is greedy: again
 * and again the server whose things cost the least, each divided among its servers, or
 * among as many as are still needed. Without that last bound the sum of the least such
 * shares is no more than any choice costs: it may prove the greedy answer.
 */
#ifndef DISTURB_H
#define DISTURB_H

#include <stddef.h>
#include <stdint.h>

enum { DISTURB_CHOICES = 100000 };

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

/* Puts n of the servers, 1 <= n <= servers, into `chosen`. 1: no others cost less; 0: it
 * is not known whether others do; -1 without memory. */
int disturb_choose(struct disturb *d, uint32_t n, uint32_t *chosen);

void disturb_free(struct disturb *d);

/* Is the number of choices of n servers at most so many? Then this goes through them: the
 * first is 0 .. n-1; from one in order to the next: 1, or 0 if that was the last. */
int disturb_are_few(uint32_t servers, uint32_t n, uint32_t most);
int disturb_next(uint32_t servers, uint32_t n, uint32_t *chosen);

#endif
