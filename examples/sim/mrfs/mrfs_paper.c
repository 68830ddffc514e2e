/* mrfs_paper.c - each algorithm is a few calls of the parts: the graph, flows, ST
 * lists. */
#include "mrfs/mrfs_paper.h"

#include "mrfs/mrfs_paper_flow.h"
#include "mrfs/mrfs_paper_graph.h"
#include "mrfs/mrfs_paper_lists.h"

#include <stdlib.h>

void mrfs_paper_free(struct mrfs_paper *p)
{
    static const struct mrfs_paper nothing = {0};
    size_t i;
    for (i = 0; i < p->lists; i++) nets_spans_free(&p->of_arc[i]);
    for (i = 0; p->of_vertex && i < p->vertices; i++) nets_spans_free(&p->of_vertex[i]);
    nets_spans_free(&p->both);
    nets_spans_free(&p->sum);
    nets_spans_free(&p->found);
    free(p->arcs);
    free(p->head);
    free(p->link_head);
    free(p->left);
    free(p->level);
    free(p->at);
    free(p->queue);
    free(p->times);
    free(p->of_arc);
    free(p->of_vertex);
    free(p->known);
    free(p->listed);
    *p = nothing;
}

nets_status mrfs_paper_ws_rc(struct mrfs_paper *p, nets_spans *starts)
{
    int64_t whole;
    nets_status s = mrfs_paper_flow_whole(p->request, &whole);
    int more;
    if (s == NETS_OK) s = mrfs_paper_graph_make(p, 1);
    if (s == NETS_OK) s = mrfs_paper_flow_intervals(p);
    for (more = mrfs_paper_flow_combine(p, 1); more && s == NETS_OK;
         more = mrfs_paper_flow_combine(p, 0))
        s = mrfs_paper_flow_starts(p, whole, starts);
    return s;
}

nets_status mrfs_paper_wn_rc(struct mrfs_paper *p, nets_spans *starts)
{
    const nets_status s = mrfs_paper_graph_make(p, 1);
    return s == NETS_OK ? mrfs_paper_lists_paths(p, starts) : s;
}

nets_status mrfs_paper_ws_rn(struct mrfs_paper *p, nets_spans *starts)
{
    nets_status s = mrfs_paper_graph_make(p, 0);
    if (s == NETS_OK) s = mrfs_paper_flow_intervals(p);
    if (s == NETS_OK) s = mrfs_paper_flow_starts(p, p->request->bandwidth, starts);
    return s == NETS_OK ? mrfs_paper_lists_keep(p, starts) : s;
}

nets_status mrfs_paper_wn_rn(struct mrfs_paper *p, nets_spans *starts)
{
    nets_status s = mrfs_paper_graph_make(p, 0);
    if (s == NETS_OK) s = mrfs_paper_lists_paths(p, starts);
    return s == NETS_OK ? mrfs_paper_lists_keep(p, starts) : s;
}

nets_status mrfs_paper_starts(struct mrfs_paper *p, mrfs_paper_algorithm algorithm,
                              const nets_request *request, nets_spans *starts)
{
    nets_spans_clear(starts);
    p->request = request;
    p->work = p->length = 0;
    return algorithm(p, starts);
}
