/* burst.h - reservations that are announced and not confirmed: a burst of data, its
 * setup message, and the task it is for. As in JET (just enough time), the protocol of
 * paper 4, section 5: K. Christodoulopoulos, E. Varvarigos; E. Varvarigos, V. Sharma,
 * 1998.
 *
 * The setup message leaves the source as soon as the decision to send is there, travels
 * with the delay of each link, and takes at each node, at that moment, the next link of
 * the path for exactly the time in which the burst will pass: [send + delays so far,
 * that + length). The burst itself follows, at `send`, without waiting for an answer.
 *
 *   blocked    The link is taken meanwhile. The message ends here; the burst, when it
 *              comes, is lost. The news travels back along the path, with the same
 *              delays. What was reserved upstream stays so and is wasted; or, if so
 *              wanted (`release`), the news gives a window back where it comes by before
 *              the window begins. (The burst is then lost there, or was never sent.)
 *   booked     At the cluster the message reserves a CPU for [start, start + work), the
 *              time that was predicted.
 *   conflict   There is no CPU for that. The task waits at the cluster, first come first
 *              served: it gets the earliest time for which a CPU is free throughout, not
 *              before its data are there, and not before those who wait already.
 *
 * What is reserved and given back is noted for others to hear of (pictures.h), and kept
 * for who wants to draw or to check it. Where the message is, and when it comes to the
 * next place, the caller keeps in his queue of events: at one instant news come before
 * setups, see multicost_run.h.
 */
#ifndef SIM_BURST_H
#define SIM_BURST_H

#include "error.h"
#include "pictures.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_use { /* so much was reserved; or given back, if negative */
    nets_kind kind;
    uint32_t index;
    int64_t from, to;
    nets_amount amount;
} sim_use;

typedef struct sim_uses { /* zero-initialise; sim_uses_free */
    sim_use *at;
    size_t count, capacity;
} sim_uses;

typedef struct sim_ground { /* what bursts go through */
    nets_network *net;
    sim_pictures *pictures;
    sim_uses *uses;   /* NULL: they are not kept                              */
    nets_amount rate; /* of a burst                                           */
    int release;      /* windows upstream of where a burst was blocked        */
    int64_t *last;    /* of each cluster: the latest start of those waiting   */
    int64_t until;    /* what is used before that counts in:                  */
    double used[3];   /* by nets_kind, amount times time                      */
} sim_ground;

typedef struct sim_burst {
    const uint32_t *links; /* the path */
    uint32_t count;
    uint32_t cluster;
    int64_t send, length; /* the data leave the source at, and take */
    int64_t start, work;  /* the time on a CPU: predicted, then true */
    /* where its message is */
    uint32_t hop;     /* at the node that links[hop] leaves; count: at the cluster */
    int64_t offset;   /* delays of the links before                                */
    uint32_t blocked; /* the hop it was blocked at */
} sim_burst;

typedef enum sim_setup {
    SIM_SETUP_FAILED = -1, /* out of memory, or a mistake: see the error            */
    SIM_SETUP_ON,          /* the link is reserved, *at: the message is at its end  */
    SIM_SETUP_BLOCKED,     /* the news begins here, *at now: sim_burst_news         */
    SIM_SETUP_BOOKED,      /* a CPU is reserved from b->start on, as predicted; *at: */
    SIM_SETUP_CONFLICT     /* the task ends; or at another time than predicted       */
} sim_setup;

static inline int64_t sim_link_delay(const sim_ground *g, uint32_t link)
{
    nets_link_info l;
    return nets_get_link(g->net, link, &l) == NETS_OK ? l.delay : 0;
}

/* The data are at the cluster, all of them. */
static inline int64_t sim_burst_arrival(const sim_burst *b)
{
    return b->send + b->offset + b->length;
}

static inline int sim_ground_fail(const char *what, nets_status s, sim_error *e)
{
    return sim_fail(e, "%s: %s", what, nets_status_text(s));
}

static inline void sim_uses_free(sim_uses *u)
{
    free(u->at);
    u->at = NULL;
    u->count = u->capacity = 0;
}

static inline int sim_uses_keep(sim_uses *u, nets_kind kind, uint32_t index, int64_t from,
                                int64_t to, nets_amount amount)
{
    void *at = u->at;
    if (sim_grow(&at, u->count, &u->capacity, sizeof *u->at) != 0) return -1;
    u->at = (sim_use *)at;
    u->at[u->count].kind = kind;
    u->at[u->count].index = index;
    u->at[u->count].from = from;
    u->at[u->count].to = to;
    u->at[u->count++].amount = amount;
    return 0;
}

/* Something was reserved, or given back if the amount is negative: it is told. */
static inline int sim_ground_tell(sim_ground *g, nets_kind kind, uint32_t index,
                                  int64_t now, int64_t from, int64_t to,
                                  nets_amount amount, sim_error *e)
{
    const int64_t end = to < g->until ? to : g->until;
    if (from < end) g->used[kind] += (double)(end - from) * (double)amount;
    if (g->uses && sim_uses_keep(g->uses, kind, index, from, to, amount) != 0)
        return sim_fail(e, "out of memory");
    return sim_pictures_note(g->pictures, kind, index, now, from, to, amount, e);
}

/* At a node of the path that is not its end. */
static inline sim_setup sim_setup_link(sim_ground *g, sim_burst *b, int64_t now,
                                       int64_t *at, sim_error *e)
{
    const uint32_t link = b->links[b->hop];
    const int64_t from = b->send + b->offset, to = from + b->length;
    const int64_t delay = sim_link_delay(g, link);
    const nets_status s = nets_take(g->net, NETS_LINK, link, from, to, g->rate);
    if (s == NETS_E_BUSY) {
        b->blocked = b->hop;
        *at = now;
        return SIM_SETUP_BLOCKED;
    }
    if (s != NETS_OK) {
        sim_ground_fail("a link cannot be reserved", s, e);
        return SIM_SETUP_FAILED;
    }
    if (sim_ground_tell(g, NETS_LINK, link, now, from, to, g->rate, e) != 0)
        return SIM_SETUP_FAILED;
    b->hop++;
    b->offset += delay;
    *at = now + delay;
    return SIM_SETUP_ON;
}

/* A CPU at the predicted time, or else the first there is for who waits. */
static inline nets_status sim_setup_cpu(sim_ground *g, sim_burst *b, int *waits)
{
    const nets_profile *free = nets_profile_of(g->net, NETS_CLUSTER, b->cluster);
    int64_t *last = &g->last[b->cluster], from = sim_burst_arrival(b);
    nets_status s;
    *waits = nets_profile_min(free, b->start, b->start + b->work) < 1;
    if (*waits) {
        if (from < *last) from = *last;
        s = nets_profile_earliest(free, 1, b->work, from, NETS_FOREVER, &b->start);
        if (s != NETS_OK) return s;
        *last = b->start;
    }
    return nets_take(g->net, NETS_CLUSTER, b->cluster, b->start, b->start + b->work, 1);
}

/* The setup message comes to where b->hop says, at `now`; the network's time is `now`. */
static inline sim_setup sim_burst_setup(sim_ground *g, sim_burst *b, int64_t now,
                                        int64_t *at, sim_error *e)
{
    nets_status s;
    int waits = 0;
    if (b->hop < b->count) return sim_setup_link(g, b, now, at, e);
    s = sim_setup_cpu(g, b, &waits);
    if (s != NETS_OK) {
        sim_ground_fail("a CPU cannot be reserved", s, e);
        return SIM_SETUP_FAILED;
    }
    if (sim_ground_tell(g, NETS_CLUSTER, b->cluster, now, b->start, b->start + b->work, 1,
                        e) != 0)
        return SIM_SETUP_FAILED;
    *at = b->start + b->work;
    return waits ? SIM_SETUP_CONFLICT : SIM_SETUP_BOOKED;
}

/* The news that the burst was blocked is at b->hop, at `now`. 1: that is the source. 0:
 * it goes on and will be at the node before at *at. -1. */
static inline int sim_burst_news(sim_ground *g, sim_burst *b, int64_t now, int64_t *at,
                                 sim_error *e)
{
    const int64_t from = b->send + b->offset, to = from + b->length;
    if (g->release && b->hop < b->blocked && now < from) {
        const uint32_t link = b->links[b->hop];
        const nets_status s = nets_give(g->net, NETS_LINK, link, from, to, g->rate);
        if (s != NETS_OK) return sim_ground_fail("a link cannot be given back", s, e);
        if (sim_ground_tell(g, NETS_LINK, link, now, from, to, -g->rate, e) != 0)
            return -1;
    }
    if (b->hop == 0) return 1;
    b->hop--;
    b->offset -= sim_link_delay(g, b->links[b->hop]);
    *at = now + sim_link_delay(g, b->links[b->hop]);
    return 0;
}

#endif
