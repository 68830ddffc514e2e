/* network.c - adds nodes, links, resources and clusters in the order of their numbers. */
#include "topology/network.h"

static nets_status add_links(nets_network *net, const struct topology *t)
{
    nets_status s = NETS_OK;
    size_t i;
    for (i = 0; i < t->link_count && s == NETS_OK; i++) {
        const struct topology_link *l = &t->links[i];
        s = (l->oneway ? nets_add_link : nets_add_duplex)(net, l->from, l->to,
                                                          l->capacity, l->delay, NULL);
    }
    return s;
}

static nets_status add_resources(nets_network *net, const struct topology *t,
                                 int constrained)
{
    nets_status s = NETS_OK;
    size_t i;
    for (i = 0; i < t->partition_count && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[i];
        const int pairs = constrained && p->access == TOPOLOGY_ACCESS_PAIRS;
        s = nets_add_partition(net, p->node, p->type, pairs ? NETS_PAIRS : NETS_FULL,
                               NULL);
    }
    for (i = 0; i < t->unit_count && s == NETS_OK; i++)
        s = nets_add_unit(net, t->units[i].partition, t->units[i].amount, t->units[i].cid,
                          NULL);
    for (i = 0; i < t->pair_count && constrained && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[t->pairs[i].partition];
        s = nets_allow(net, t->partitions[p->before].first + t->pairs[i].outer,
                       p->first + t->pairs[i].inner);
    }
    for (i = 0; i < t->cluster_count && s == NETS_OK; i++)
        s = nets_add_cluster(net, t->clusters[i].node, t->clusters[i].cpus,
                             t->clusters[i].speed, NULL);
    return s;
}

int network_make(nets_network **net, const struct topology *t, int constrained,
                 struct error *e)
{
    nets_status s;
    size_t i;
    s = nets_create(net, NULL);
    for (i = 0; i < t->node_count && s == NETS_OK; i++) s = nets_add_node(*net, NULL);
    if (s == NETS_OK) s = add_links(*net, t);
    if (s == NETS_OK) s = add_resources(*net, t, constrained);
    return s == NETS_OK ? 0 : error_fail(e, "the network: %s", nets_status_text(s));
}
