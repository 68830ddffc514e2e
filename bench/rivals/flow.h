/* flow.h - what every contestant of a single maximum flow looks like, and the graph all
 * of them are given: installed libraries are in flow_libraries.cc. */
#ifndef RIVAL_FLOW_H
#define RIVAL_FLOW_H

#include <stdint.h>

typedef struct flow_link {
    uint32_t from, to;
    int64_t capacity;
} flow_link;

/* Links 0 .. paired - 1 come as two, 2 k and 2 k + 1, of which each leads back where the
 * other came from; the others lead one way. */
typedef struct flow_graph {
    uint32_t nodes, count, paired;
    flow_link *links;
} flow_graph;

typedef struct flow_kind {
    const char *name;
    /* the graph and its capacities as the algorithm wants them: not timed */
    void *(*create)(const flow_graph *g);
    /* a maximum flow from nothing: timed */
    int64_t (*run)(void *self, uint32_t from, uint32_t to);
    void (*destroy)(void *self);
} flow_kind;

#ifdef __cplusplus
extern "C" {
#endif
extern const flow_kind *const flow_libraries; /* the last one's name is NULL */
extern const char *const flow_versions;       /* of those installed */
#ifdef __cplusplus
}
#endif

#endif
