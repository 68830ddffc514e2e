/* bench_ladder.c - what section 4.2 of paper 4 says of numbers of paths, on a graph that
 * is made for it: a ladder of diamonds, each with an upper branch that is taken for one
 * slot and a lower one that is a slot longer. No other diamond's branch is taken then, so
 * no path dominates another: two to the power of the diamonds lead to the end.
 *
 *     bench_ladder     the most paths held at a node, and the paths looked at */
#include "netsched.h"

#include <stdio.h>
#include <stdlib.h>

static void must(nets_status s)
{
    if (s == NETS_OK) return;
    fprintf(stderr, "bench_ladder: %s\n", nets_status_text(s));
    exit(1);
}

/* Nodes 3 i are the ends of the diamonds. A link's vector counts from twice the delay to
 * it, so the blocks lie two slots apart for each diamond. */
static nets_network *ladder(uint32_t diamonds, nets_view_desc *d)
{
    const nets_time apart = 2 * (nets_time)diamonds + 1;
    nets_network *net;
    uint32_t i, k, upper;
    must(nets_create(&net, NULL));
    for (i = 0; i <= 3 * diamonds; i++) must(nets_add_node(net, NULL));
    for (i = 0; i < diamonds; i++) {
        for (k = 1; k <= 2; k++) {
            must(nets_add_link(net, 3 * i, 3 * i + k, 1, k - 1, k == 1 ? &upper : NULL));
            must(nets_add_link(net, 3 * i + k, 3 * i + 3, 1, 0, NULL));
        }
        must(nets_block(net, NETS_LINK, upper, (i + 1) * apart, (i + 1) * apart + 1, 1,
                        NULL));
    }
    must(nets_add_cluster(net, 3 * diamonds, 1, 1, NULL));
    d->tau_l = d->tau_m = 1;
    d->slots_l = d->slots_m = (uint32_t)((diamonds + 1) * apart + 1);
    return net;
}

int main(void)
{
    static const char *const names[] = {"AWMC-T", "MC-T"};
    uint32_t diamonds;
    int k;
    for (diamonds = 4; diamonds <= 12; diamonds += 4) {
        nets_view_desc d = {0};
        nets_network *net = ladder(diamonds, &d);
        nets_view *view;
        must(nets_view_create(&view, net, &d));
        for (k = 0; k < 2; k++) {
            nets_task t = {0};
            nets_route r;
            t.rate = t.cpus = t.data = t.workload = 1;
            t.method = k ? NETS_MC_T : NETS_AWMC_T;
            must(nets_multicost(view, &t, &r));
            printf("diamonds=%u %s widest\t%u\n", (unsigned)diamonds, names[k],
                   (unsigned)r.widest);
            printf("diamonds=%u %s labels\t%u\n", (unsigned)diamonds, names[k],
                   (unsigned)r.labels);
        }
        nets_view_destroy(view);
        nets_destroy(net);
    }
    return 0;
}
