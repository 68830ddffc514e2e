/* burst.c - one call for each hop of a message; every reservation is recorded and
 * noted. */
#include "multicost/burst.h"

#include "kit/base.h"

static int64_t link_delay(const struct burst_ground *g, uint32_t link)
{
    nets_link_info l;
    return nets_get_link(g->net, link, &l) == NETS_OK ? l.delay : 0;
}

int64_t burst_arrival(const struct burst *b) { return b->send + b->offset + b->length; }

void burst_must(const char *what, nets_status s)
{
    if (s != NETS_OK) fail("%s: %s", what, nets_status_text(s));
}

/* Records and notes a reservation, or with a negative amount is given back. */
static void record(struct burst_ground *g, const nets_use *u, int64_t now)
{
    const int64_t end = u->to < g->until ? u->to : g->until;
    const double used = u->from < end ? (double)(end - u->from) * (double)u->amount : 0;
    g->used[u->kind] += used;
    if (g->links && u->kind == NETS_LINK) g->links[u->index].used += used;
    if (g->uses) BASE_PUSH(g->uses->at, g->uses->count, g->uses->capacity) = *u;
    link_state_note(g->link_state, u->kind, u->index, now, u->from, u->to, u->amount);
}

/* Books one resource. 0, or -1 if it is not free. */
static int reserve(struct burst_ground *g, const char *what, nets_use use, int64_t now,
                   nets_id *id)
{
    const nets_plan plan = {.uses = &use, .count = 1};
    const nets_status s = nets_commit(g->net, &plan, id);
    if (s == NETS_E_BUSY) return -1;
    burst_must(what, s);
    record(g, &use, now);
    return 0;
}

/* The use that the burst makes of the link of its hop. */
static nets_use link_use(const struct burst_ground *g, const struct burst *b)
{
    const int64_t from = b->send + b->offset;
    const nets_use use = {.kind = NETS_LINK,
                          .index = b->links[b->hop],
                          .from = from,
                          .to = from + b->length,
                          .amount = g->rate};
    return use;
}

/* At a node of the path before the last: reserves the link to the next. */
static enum burst_setup setup_link(struct burst_ground *g, struct burst *b, int64_t now,
                                   int64_t *at)
{
    const int64_t delay = link_delay(g, b->links[b->hop]);
    *at = now;
    b->blocked = b->hop;
    if (reserve(g, "a link cannot be reserved", link_use(g, b), now,
                &b->booked[b->hop]) != 0) {
        if (g->links) g->links[b->links[b->hop]].refusals++;
        return BURST_SETUP_BLOCKED;
    }
    b->hop++;
    b->offset += delay;
    *at += delay;
    return BURST_SETUP_ON;
}

/* At the cluster: reserves a CPU for the predicted time, or else for the earliest time
 * after those that wait. */
enum burst_setup burst_setup(struct burst_ground *g, struct burst *b, int64_t now,
                             int64_t *at)
{
    nets_use use = {.kind = NETS_CLUSTER, .index = b->cluster, .amount = 1};
    if (b->hop < b->count) return setup_link(g, b, now, at);
    const nets_profile *free = nets_profile_of(g->net, NETS_CLUSTER, b->cluster);
    const int waits = nets_profile_min(free, b->start, b->start + b->work) < 1;
    if (waits) {
        int64_t *last = &g->last[b->cluster], from = burst_arrival(b);
        if (from < *last) from = *last;
        burst_must(
            "a CPU cannot be reserved",
            nets_profile_earliest(free, 1, b->work, from, NETS_FOREVER, &b->start));
        *last = b->start;
    }
    use.from = b->start;
    use.to = *at = b->start + b->work;
    if (reserve(g, "a CPU cannot be reserved", use, now, NULL) != 0)
        fail("a CPU that was free cannot be reserved");
    return waits ? BURST_SETUP_CONFLICT : BURST_SETUP_BOOKED;
}

int burst_news(struct burst_ground *g, struct burst *b, int64_t now, int64_t *at)
{
    if (g->release && b->hop < b->blocked && now < b->send + b->offset) {
        nets_use use = link_use(g, b);
        burst_must("a link cannot be given back", nets_cancel(g->net, b->booked[b->hop]));
        use.amount = -use.amount;
        record(g, &use, now);
    }
    if (b->hop == 0) return 1;
    b->hop--;
    b->offset -= link_delay(g, b->links[b->hop]);
    *at = now + link_delay(g, b->links[b->hop]);
    return 0;
}
