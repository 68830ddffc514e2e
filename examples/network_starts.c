/* network_starts.c - all starts that fit, not only the first: the basic intervals, during
 * which nothing changes in the network, the free amounts in each, and when a transfer may
 * start. A set of starts can be intersected with the times that suit the user. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

enum { FAST, SLOW }; /* two parallel links, from node 0 to node 1 */

static void show(const char *what, const nets_spans *starts)
{
    uint32_t i;
    printf("%s:", what);
    for (i = 0; i < starts->count; i++)
        printf(" [%d, %d)", (int)starts->at[i].from, (int)starts->at[i].to);
    puts("");
}

int main(void)
{
    nets_network *net;
    nets_request job = {0};
    nets_spans one_path = {0}, split = {0}, mine = {0}, both = {0};
    nets_span now = {0, 0};
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    if (nets_add_node(net, NULL) != NETS_OK || nets_add_node(net, NULL) != NETS_OK ||
        nets_add_link(net, 0, 1, 10, 0, NULL) != NETS_OK ||
        nets_add_link(net, 0, 1, 4, 0, NULL) != NETS_OK)
        return 1;
    if (nets_block(net, NETS_LINK, FAST, 10, 30, 8, NULL) != NETS_OK ||
        nets_block(net, NETS_LINK, SLOW, 20, 40, 4, NULL) != NETS_OK ||
        nets_block(net, NETS_LINK, FAST, 60, 70, 10, NULL) != NETS_OK)
        return 1;

    puts("basic interval   fast  slow");
    for (; now.to != NETS_FOREVER; now.from = now.to) {
        if (nets_interval(net, now.to, &now) != NETS_OK) return 1;
        printf("from %-10d %5d %5d\n", (int)now.from,
               (int)nets_profile_value(nets_profile_of(net, NETS_LINK, FAST), now.from),
               (int)nets_profile_value(nets_profile_of(net, NETS_LINK, SLOW), now.from));
    }

    job.to = 1, job.bandwidth = 6, job.length = 5, job.deadline = 100;
    if (nets_starts(net, &job, &one_path) != NETS_OK) return 1;
    job.splittable = 1;
    if (nets_starts(net, &job, &split) != NETS_OK) return 1;
    show("6 on one path", &one_path);
    show("6 split", &split);

    if (nets_spans_add(&mine, 0, 8) != NETS_OK ||
        nets_spans_add(&mine, 12, 50) != NETS_OK)
        return 1;
    if (nets_spans_combine(&both, &split, NETS_INTERSECTION, &mine) != NETS_OK) return 1;
    show("of these, mine", &both);
    nets_spans_free(&one_path);
    nets_spans_free(&split);
    nets_spans_free(&mine);
    nets_spans_free(&both);
    nets_destroy(net);
    return 0;
}
