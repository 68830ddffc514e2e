/* topology.c - which reader a text is for; and a topology as a network of netsched.h. */
#include "topology/topology.h"

#include "base/foreign.h"
#include "topology/topology_scan.h"

#include <stdlib.h>
#include <string.h>

const struct topology_options topology_default = {1000000, 1, 1000000000, 2000, 0, NULL};

void topology_free(struct topology *t)
{
    free(t->nodes);
    free(t->links);
    free(t->partitions);
    free(t->units);
    free(t->pairs);
    free(t->clusters);
    names_free(&t->names);
    names_free(&t->types);
    memset(t, 0, sizeof *t);
}

const char *topology_type(const struct topology *t, size_t partition)
{
    return t->types.text[t->partitions[partition].type];
}

static int64_t from_to(uint32_t from, uint32_t to) { return (int64_t)from << 32 | to; }

size_t topology_alone(const struct topology *t)
{
    struct map led = {NULL, 0, 0};
    const struct topology_link *l = t->links;
    int failed = 0;
    size_t alone = 0;
    for (size_t i = 0; i < t->link_count && !failed; i++)
        failed = map_add(&led, from_to(l[i].from, l[i].to)) < 0 ||
                 (!l[i].oneway && map_add(&led, from_to(l[i].to, l[i].from)) < 0);
    for (size_t i = 0; i < t->link_count && !failed; i++)
        alone += map_get(&led, from_to(l[i].to, l[i].from)) == 0;
    map_free(&led);
    return failed ? SIZE_MAX : alone;
}

/* 0, or -1 = there is no memory. */
static int read_both_ways(struct topology *t)
{
    const size_t alone = topology_alone(t);
    for (size_t i = 0; i < t->link_count && alone > 0; i++) t->links[i].oneway = 0;
    return alone == SIZE_MAX ? -1 : 0;
}

/* By the first character, which is neither a blank nor in a comment. */
static void read_any(struct topology_source *s)
{
    struct error what;
    if (foreign_network(s->at, (size_t)(s->end - s->at), &what) != 0)
        topology_scan_fail(s, "this is %s", what.text);
    (*s->at == '?'   ? topology_sndlib_read
     : *s->at == '<' ? topology_graphml_read
                     : topology_text_read)(s);
}

int topology_parse(const char *name, const char *text, size_t size,
                   const struct topology_options *o, struct topology *t, struct error *e)
{
    struct topology_source s = {.name = name, .at = text, .end = text + size, .line = 1};
    s.options = o ? o : &topology_default;
    s.t = t;
    s.error = e;
    if (topology_scan_begins(&s, "\xEF\xBB\xBF")) s.at += 3; /* a byte order mark */
    topology_scan_skip(&s);
    int failed = topology_scan_run(&s, read_any);
    if (!failed && s.options->both_ways && read_both_ways(t) != 0)
        failed = error_fail(e, "%s: out of memory", name);
    if (failed) topology_free(t);
    return failed;
}

static nets_status add_resources(nets_network *net, const struct topology *t,
                                 int constrained)
{
    nets_status s = NETS_OK;
    for (size_t i = 0; i < t->partition_count && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[i];
        const int pairs = constrained && p->access == TOPOLOGY_ACCESS_PAIRS;
        s = nets_add_partition(net, p->node, p->type, pairs ? NETS_PAIRS : NETS_FULL,
                               NULL);
    }
    for (size_t i = 0; i < t->unit_count && s == NETS_OK; i++)
        s = nets_add_unit(net, t->units[i].partition, t->units[i].amount, t->units[i].cid,
                          NULL);
    for (size_t i = 0; i < t->pair_count && constrained && s == NETS_OK; i++) {
        const struct topology_partition *p = &t->partitions[t->pairs[i].partition];
        s = nets_allow(net, t->partitions[p->before].first + t->pairs[i].outer,
                       p->first + t->pairs[i].inner);
    }
    for (size_t i = 0; i < t->cluster_count && s == NETS_OK; i++)
        s = nets_add_cluster(net, t->clusters[i].node, t->clusters[i].cpus,
                             t->clusters[i].speed, NULL);
    return s;
}

nets_status topology_network(nets_network **net, const struct topology *t,
                             int constrained)
{
    nets_status s = nets_create(net, NULL);
    for (size_t i = 0; i < t->node_count && s == NETS_OK; i++)
        s = nets_add_node(*net, NULL);
    for (size_t i = 0; i < t->link_count && s == NETS_OK; i++) {
        const struct topology_link *l = &t->links[i];
        s = (l->oneway ? nets_add_link : nets_add_duplex)(*net, l->from, l->to,
                                                          l->capacity, l->delay, NULL);
    }
    return s == NETS_OK ? add_resources(*net, t, constrained) : s;
}
