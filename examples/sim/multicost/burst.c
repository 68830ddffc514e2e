/* burst.c - one call for each hop of a message; every reservation is recorded and
 * noted. */
#include "multicost/burst.h"

#include "base/array.h"

#include <stdlib.h>

static int64_t link_delay(const struct burst_ground *g, uint32_t link)
{
    nets_link_info l;
    return nets_get_link(g->net, link, &l) == NETS_OK ? l.delay : 0;
}

int64_t burst_arrival(const struct burst *b) { return b->send + b->offset + b->length; }

int burst_fail(const char *what, nets_status s, struct error *e)
{
    return error_fail(e, "%s: %s", what, nets_status_text(s));
}

void burst_uses_free(struct burst_uses *u)
{
    free(u->at);
    u->at = NULL;
    u->count = u->capacity = 0;
}

static int uses_keep(struct burst_uses *u, nets_kind kind, uint32_t index, int64_t from,
                     int64_t to, nets_amount amount)
{
    if (ARRAY_ROOM(u->at, u->count, u->capacity, 1) != 0) return -1;
    u->at[u->count].kind = kind;
    u->at[u->count].index = index;
    u->at[u->count].from = from;
    u->at[u->count].to = to;
    u->at[u->count++].amount = amount;
    return 0;
}

/* Records and notes a reservation, or with a negative amount that it is given back. */
static int record(struct burst_ground *g, nets_kind kind, uint32_t index, int64_t now,
                  int64_t from, int64_t to, nets_amount amount, struct error *e)
{
    const int64_t end = to < g->until ? to : g->until;
    if (from < end) g->used[kind] += (double)(end - from) * (double)amount;
    if (g->uses && uses_keep(g->uses, kind, index, from, to, amount) != 0)
        return error_fail(e, "out of memory");
    return link_state_note(g->link_state, kind, index, now, from, to, amount, e);
}

/* Books one resource, if it is free. */
static nets_status reserve(nets_network *net, nets_kind kind, uint32_t index,
                           int64_t from, int64_t to, nets_amount amount, nets_id *id)
{
    nets_use use = {.kind = kind, .index = index, .from = from, .to = to};
    const nets_plan plan = {.uses = &use, .count = 1};
    use.amount = amount;
    return nets_commit(net, &plan, id);
}

/* At a node of the path before the last: reserves the link to the next. */
static enum burst_setup setup_link(struct burst_ground *g, struct burst *b, int64_t now,
                                   int64_t *at, struct error *e)
{
    const uint32_t link = b->links[b->hop];
    const int64_t from = b->send + b->offset, to = from + b->length;
    const int64_t delay = link_delay(g, link);
    nets_id *id = &b->booked[b->hop];
    const nets_status s = reserve(g->net, NETS_LINK, link, from, to, g->rate, id);
    if (s == NETS_E_BUSY) {
        b->blocked = b->hop;
        *at = now;
        return BURST_SETUP_BLOCKED;
    }
    if (s != NETS_OK) {
        burst_fail("a link cannot be reserved", s, e);
        return BURST_SETUP_FAILED;
    }
    if (record(g, NETS_LINK, link, now, from, to, g->rate, e) != 0)
        return BURST_SETUP_FAILED;
    b->hop++;
    b->offset += delay;
    *at = now + delay;
    return BURST_SETUP_ON;
}

/* Reserves a CPU for the predicted time, or else for the earliest time after those that
 * wait; *waits tells which. */
static nets_status setup_cpu(struct burst_ground *g, struct burst *b, int *waits)
{
    const nets_profile *free = nets_profile_of(g->net, NETS_CLUSTER, b->cluster);
    int64_t *last = &g->last[b->cluster], from = burst_arrival(b);
    nets_status s;
    *waits = nets_profile_min(free, b->start, b->start + b->work) < 1;
    if (*waits) {
        if (from < *last) from = *last;
        s = nets_profile_earliest(free, 1, b->work, from, NETS_FOREVER, &b->start);
        if (s != NETS_OK) return s;
        *last = b->start;
    }
    return reserve(g->net, NETS_CLUSTER, b->cluster, b->start, b->start + b->work, 1,
                   NULL);
}

enum burst_setup burst_setup(struct burst_ground *g, struct burst *b, int64_t now,
                             int64_t *at, struct error *e)
{
    nets_status s;
    int waits = 0;
    if (b->hop < b->count) return setup_link(g, b, now, at, e);
    s = setup_cpu(g, b, &waits);
    if (s != NETS_OK) {
        burst_fail("a CPU cannot be reserved", s, e);
        return BURST_SETUP_FAILED;
    }
    if (record(g, NETS_CLUSTER, b->cluster, now, b->start, b->start + b->work, 1, e) != 0)
        return BURST_SETUP_FAILED;
    *at = b->start + b->work;
    return waits ? BURST_SETUP_CONFLICT : BURST_SETUP_BOOKED;
}

int burst_news(struct burst_ground *g, struct burst *b, int64_t now, int64_t *at,
               struct error *e)
{
    const int64_t from = b->send + b->offset, to = from + b->length;
    if (g->release && b->hop < b->blocked && now < from) {
        const uint32_t link = b->links[b->hop];
        const nets_status s = nets_cancel(g->net, b->booked[b->hop]);
        if (s != NETS_OK) return burst_fail("a link cannot be given back", s, e);
        if (record(g, NETS_LINK, link, now, from, to, -g->rate, e) != 0) return -1;
    }
    if (b->hop == 0) return 1;
    b->hop--;
    b->offset -= link_delay(g, b->links[b->hop]);
    *at = now + link_delay(g, b->links[b->hop]);
    return 0;
}
