/* multicost.c - which cluster should run a task, by which path should its data go there,
 * and when (Christodoulopoulos and Varvarigos)? Two schedulers, each with its own view of
 * the network; the second does not yet know what the first has booked. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

enum { HOME, NEAR, FAR, SLOTS = 64 };

/* The end of the task, later by 1 for each 8 slots in which the path is taken. */
static int64_t quiet_path(void *ctx, const nets_offer *offer)
{
    const uint32_t busy = offer->path->count - nets_slots_weight(offer->path);
    (void)ctx;
    return nets_slots_get(offer->path, 0) ? offer->end : offer->end + busy / 8;
}

static nets_status send(nets_network *net, nets_view *view, nets_time origin)
{
    nets_task task = {0};
    nets_route route;
    nets_plan plan = {0};
    nets_status s;
    task.method = NETS_EXACT;
    task.origin = origin;
    task.data = 6, task.rate = 2; /* three ticks */
    task.cpus = 4, task.workload = 40;
    task.score = quiet_path;
    s = nets_multicost(view, &task, &route);
    if (s == NETS_OK) s = nets_route_plan(view, &task, &route, &plan);
    if (s == NETS_OK) s = nets_commit(net, &plan, NULL);
    if (s == NETS_OK) {
        printf("cluster %d: sent at %d, runs from %d to %d\n", (int)route.cluster,
               (int)route.send, (int)route.start, (int)route.end);
        if (nets_view_take(view, plan.uses, plan.count) !=
            NETS_OK) /* it is the caller's */
            printf("the view is wrong\n");
    } else {
        printf("cluster %d: %s\n", (int)route.cluster, nets_status_text(s));
    }
    nets_plan_free(&plan);
    return s;
}

int main(void)
{
    nets_network *net;
    nets_view *view[2];
    nets_view_desc desc = {0};
    nets_use rest = {0};
    uint32_t i, bad = 0;
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = HOME; i <= FAR; i++) bad |= nets_add_node(net, NULL);
    bad |= nets_add_link(net, HOME, NEAR, 2, 1, NULL);
    bad |= nets_add_link(net, HOME, FAR, 4, 5, NULL);
    bad |= nets_add_cluster(net, NEAR, 4, 2, NULL);
    bad |= nets_add_cluster(net, FAR, 8, 2, NULL);
    desc.slots_l = SLOTS, desc.tau_l = 1, desc.shared_clock = 1;
    for (i = 0; i < 2; i++) bad |= nets_view_create(&view[i], net, &desc);
    if (bad) return 1;

    bad |= send(net, view[0], 0);
    bad |= send(net, view[0], 0);                   /* the near cluster is taken */
    if (send(net, view[1], 0) == NETS_OK) return 1; /* news has not arrived there */
    bad |= nets_view_learn(view[1], NETS_LINK, 0, nets_profile_of(net, NETS_LINK, 0), 0);
    bad |= nets_view_learn(view[1], NETS_CLUSTER, 0, NULL, 0); /* all there is to know */
    bad |= send(net, view[1], 0);

    /* the first task ends early: its scheduler gives the cluster back in its view */
    rest.kind = NETS_CLUSTER;
    rest.from = 14, rest.to = 24, rest.amount = 4;
    bad |= nets_view_give(view[0], &rest, 1);
    printf("free of the near cluster at 20, as it seems: %d\n",
           (int)nets_profile_value(nets_view_profile(view[0], NETS_CLUSTER, 0), 20));
    nets_view_forget(view[0], 14);
    for (i = 0; i < 2; i++) nets_view_destroy(view[i]);
    nets_destroy(net);
    return bad != 0;
}
