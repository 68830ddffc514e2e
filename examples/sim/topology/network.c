/* network.c - adds nodes, links, resources and clusters in the order of their numbers. */
#include "topology/network.h"

#include <stdlib.h>

void network_free(struct network *n)
{
    nets_destroy(n->net);
    free(n->first_link);
    n->net = NULL;
    n->first_link = NULL;
}

static nets_status add_links(struct network *n, const struct topology *t)
{
    nets_status s = NETS_OK;
    size_t i;
    for (i = 0; i < t->link_count && s == NETS_OK; i++) {
        const struct topology_link *l = &t->links[i];
        s = l->oneway ? nets_add_link(n->net, l->from, l->to, l->capacity, l->delay,
                                      &n->first_link[i])
                      : nets_add_duplex(n->net, l->from, l->to, l->capacity, l->delay,
                                        &n->first_link[i]);
    }
    return s;
}

static nets_status add_resources(struct network *n, const struct topology *t,
                                 int constrained)
{
    nets_status s = NETS_OK;
    size_t i;
    for (i = 0; i < t->partition_count && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[i];
        const int pairs = constrained && p->access == TOPOLOGY_ACCESS_PAIRS;
        s = nets_add_partition(n->net, p->node, p->type, pairs ? NETS_PAIRS : NETS_FULL,
                               NULL);
    }
    for (i = 0; i < t->unit_count && s == NETS_OK; i++)
        s = nets_add_unit(n->net, t->units[i].partition, t->units[i].amount,
                          t->units[i].cid, NULL);
    for (i = 0; i < t->pair_count && constrained && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[t->pairs[i].partition];
        s = nets_allow(n->net, t->partitions[p->before].first + t->pairs[i].outer,
                       p->first + t->pairs[i].inner);
    }
    for (i = 0; i < t->cluster_count && s == NETS_OK; i++)
        s = nets_add_cluster(n->net, t->clusters[i].node, t->clusters[i].cpus,
                             t->clusters[i].speed, NULL);
    return s;
}

int network_make(struct network *n, const struct topology *t, int constrained,
                 struct error *e)
{
    nets_status s;
    size_t i;
    n->first_link =
        (uint32_t *)calloc(t->link_count ? t->link_count : 1, sizeof *n->first_link);
    if (!n->first_link) return error_fail(e, "out of memory for the network");
    s = nets_create(&n->net, NULL);
    for (i = 0; i < t->node_count && s == NETS_OK; i++) s = nets_add_node(n->net, NULL);
    if (s == NETS_OK) s = add_links(n, t);
    if (s == NETS_OK) s = add_resources(n, t, constrained);
    return s == NETS_OK ? 0 : error_fail(e, "the network: %s", nets_status_text(s));
}
