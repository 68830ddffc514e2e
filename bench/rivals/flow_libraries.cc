// flow_libraries.cc - rivals: the maximum flows of the libraries that are installed, each
// in the form in which it is fastest.
//
//   LEMON    (liblemon-dev)   Preflow, only its first phase, which finds the value and a
//                             minimum cut; Edmonds-Karp
//   Boost    (libboost-dev)   Boykov-Kolmogorov, push-relabel, Edmonds-Karp
//   igraph   (libigraph-dev)  push-relabel: igraph_maxflow_value
//
// Graph and capacities are made beforehand, and what an algorithm keeps from one flow to
// the next it keeps; run() is timed. The graphs are the kinds that never change: they are
// faster than those that can. Boost wants a reverse to each link: where links come in
// pairs, each is the other's.
#include "flow.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#if defined(__has_include)
#if __has_include(<lemon/preflow.h>)
#define FLOW_LEMON 1
#define LEMON_ONLY_TEMPLATES 1  // nothing to link with
#include <lemon/config.h>
#include <lemon/preflow.h>  // first: the next one needs it
#include <lemon/edmonds_karp.h>
#include <lemon/static_graph.h>
#endif
#if __has_include(<boost/graph/boykov_kolmogorov_max_flow.hpp>)
#define FLOW_BOOST 1
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <boost/version.hpp>
#endif
#if __has_include(<igraph.h>)
#define FLOW_IGRAPH 1
#include <igraph.h>
#endif
#endif

namespace
{

#if defined(FLOW_LEMON) || defined(FLOW_BOOST) || defined(FLOW_IGRAPH)

// What `Rival(graph)`, `run` and the destructor do, as a flow_kind.
template <class Rival> flow_kind kind_of(const char *name)
{
    flow_kind k;
    k.name = name;
    k.create = [](const flow_graph *g) -> void * { return new Rival(*g); };
    k.run = [](void *self, uint32_t from, uint32_t to) -> int64_t {
        return static_cast<Rival *>(self)->run(from, to);
    };
    k.destroy = [](void *self) { delete static_cast<Rival *>(self); };
    return k;
}

#endif
#if defined(FLOW_LEMON) || defined(FLOW_BOOST)

typedef std::pair<std::size_t, std::size_t> ends;

std::vector<ends> ends_of(const flow_graph &g)
{
    std::vector<ends> links;
    for (uint32_t i = 0; i < g.count; i++)
        links.push_back(ends(g.links[i].from, g.links[i].to));
    return links;
}

std::vector<ends> in_order(const std::vector<ends> &links,
                           const std::vector<uint32_t> &order)
{
    std::vector<ends> sorted;
    for (uint32_t i : order) sorted.push_back(links[i]);
    return sorted;
}

// Numbers of the links, sorted by where they leave.
std::vector<uint32_t> by_source(const std::vector<ends> &links)
{
    std::vector<uint32_t> order(links.size());
    for (std::size_t i = 0; i < order.size(); i++) order[i] = static_cast<uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return links[a].first < links[b].first;
    });
    return order;
}

#endif
#ifdef FLOW_LEMON

struct lemon_graph {
    typedef lemon::StaticDigraph graph;
    typedef graph::ArcMap<int64_t> amounts;
    graph d;
    amounts capacity;

    explicit lemon_graph(const flow_graph &g) : capacity(built(g))
    {
        const std::vector<uint32_t> order = by_source(ends_of(g));
        for (uint32_t i = 0; i < g.count; i++)
            capacity[d.arc(static_cast<int>(i))] = g.links[order[i]].capacity;
    }
    graph::Node node(uint32_t i) const { return d.node(static_cast<int>(i)); }

  private:
    const graph &built(const flow_graph &g)
    {
        const std::vector<ends> sorted = in_order(ends_of(g), by_source(ends_of(g)));
        d.build(static_cast<int>(g.nodes), sorted.begin(), sorted.end());
        return d;
    }
};

struct lemon_preflow {
    lemon_graph b;
    lemon::Preflow<lemon_graph::graph, lemon_graph::amounts> algorithm;
    explicit lemon_preflow(const flow_graph &g)
        : b(g), algorithm(b.d, b.capacity, b.node(0), b.node(1))
    {
    }
    int64_t run(uint32_t from, uint32_t to)
    {
        algorithm.source(b.node(from)).target(b.node(to)).runMinCut();
        return algorithm.flowValue();
    }
};

struct lemon_edmonds_karp {
    lemon_graph b;
    lemon::EdmondsKarp<lemon_graph::graph, lemon_graph::amounts> algorithm;
    explicit lemon_edmonds_karp(const flow_graph &g)
        : b(g), algorithm(b.d, b.capacity, b.node(0), b.node(1))
    {
    }
    int64_t run(uint32_t from, uint32_t to)
    {
        algorithm.source(b.node(from)).target(b.node(to)).run();
        return algorithm.flowValue();
    }
};

#endif

#ifdef FLOW_BOOST

// Links, and after them a reverse without capacity for each that has none.
struct boost_links {
    std::vector<ends> links;
    std::vector<int64_t> capacity;
    std::vector<uint32_t> reverse;
    explicit boost_links(const flow_graph &g)
    {
        for (uint32_t i = 0; i < g.count; i++)
            add(g.links[i].from, g.links[i].to, g.links[i].capacity,
                i < g.paired ? i ^ 1 : g.count + i - g.paired);
        for (uint32_t i = g.paired; i < g.count; i++)
            add(g.links[i].to, g.links[i].from, 0, i);
    }
    void add(uint32_t from, uint32_t to, int64_t amount, uint32_t back)
    {
        links.push_back(ends(from, to));
        capacity.push_back(amount);
        reverse.push_back(back);
    }
};

struct boost_csr {
    typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                               boost::no_property>
        graph;
    typedef graph::edge_descriptor edge;
    typedef boost::property_map<graph, boost::edge_index_t>::const_type edge_index;
    typedef boost::property_map<graph, boost::vertex_index_t>::const_type node_index;

    graph d;
    std::vector<int64_t> capacity, residual;
    std::vector<edge> reverse;

    explicit boost_csr(const flow_graph &g) : boost_csr(boost_links(g), g.nodes) {}
    boost_csr(const boost_links &l, uint32_t nodes)
        : capacity(l.links.size()), residual(l.links.size()), reverse(l.links.size())
    {
        const std::vector<uint32_t> order = by_source(l.links);
        const std::vector<ends> sorted = in_order(l.links, order);
        d = graph(boost::edges_are_sorted, sorted.begin(), sorted.end(), nodes);
        std::vector<edge> at(order.size());
        std::size_t k = 0;
        for (auto e = edges(d); e.first != e.second; ++e.first) {
            capacity[k] = l.capacity[order[k]];
            at[order[k++]] = *e.first;
        }
        for (std::size_t i = 0; i < k; i++) reverse[i] = at[l.reverse[order[i]]];
    }
    template <class T> boost::iterator_property_map<T *, edge_index> of(std::vector<T> &v)
    {
        return boost::make_iterator_property_map(v.data(), get(boost::edge_index, d));
    }
    node_index nodes() const { return get(boost::vertex_index, d); }
};

struct boost_boykov_kolmogorov {
    boost_csr b;
    std::vector<boost_csr::edge> before;
    std::vector<boost::default_color_type> color;
    std::vector<long> distance;
    explicit boost_boykov_kolmogorov(const flow_graph &g)
        : b(g), before(g.nodes), color(g.nodes), distance(g.nodes)
    {
    }
    int64_t run(uint32_t from, uint32_t to)
    {
        return boost::boykov_kolmogorov_max_flow(
            b.d, b.of(b.capacity), b.of(b.residual), b.of(b.reverse),
            boost::make_iterator_property_map(before.data(), b.nodes()),
            boost::make_iterator_property_map(color.data(), b.nodes()),
            boost::make_iterator_property_map(distance.data(), b.nodes()), b.nodes(),
            from, to);
    }
};

struct boost_push_relabel {
    boost_csr b;
    explicit boost_push_relabel(const flow_graph &g) : b(g) {}
    int64_t run(uint32_t from, uint32_t to)
    {
        return boost::push_relabel_max_flow(b.d, from, to, b.of(b.capacity),
                                            b.of(b.residual), b.of(b.reverse), b.nodes());
    }
};

struct boost_edmonds_karp {
    boost_csr b;
    std::vector<boost_csr::edge> before;
    std::vector<boost::default_color_type> color;
    explicit boost_edmonds_karp(const flow_graph &g)
        : b(g), before(g.nodes), color(g.nodes)
    {
    }
    int64_t run(uint32_t from, uint32_t to)
    {
        return boost::edmonds_karp_max_flow(
            b.d, from, to, b.of(b.capacity), b.of(b.residual), b.of(b.reverse),
            boost::make_iterator_property_map(color.data(), b.nodes()),
            boost::make_iterator_property_map(before.data(), b.nodes()));
    }
};

#endif

#ifdef FLOW_IGRAPH

struct igraph_push_relabel {
    igraph_t d;
    igraph_vector_t capacity;
    explicit igraph_push_relabel(const flow_graph &g)
    {
        igraph_vector_int_t links;
        igraph_vector_int_init(&links, 2 * static_cast<igraph_integer_t>(g.count));
        igraph_vector_init(&capacity, static_cast<igraph_integer_t>(g.count));
        for (uint32_t i = 0; i < g.count; i++) {
            VECTOR(links)[2 * i] = g.links[i].from;
            VECTOR(links)[2 * i + 1] = g.links[i].to;
            VECTOR(capacity)[i] = static_cast<double>(g.links[i].capacity);
        }
        igraph_create(&d, &links, g.nodes, IGRAPH_DIRECTED);
        igraph_vector_int_destroy(&links);
    }
    ~igraph_push_relabel()
    {
        igraph_destroy(&d);
        igraph_vector_destroy(&capacity);
    }
    int64_t run(uint32_t from, uint32_t to)
    {
        igraph_real_t value = 0;
        igraph_maxflow_value(&d, &value, from, to, &capacity, nullptr);
        return static_cast<int64_t>(value);
    }
};

#endif

const flow_kind kinds[] = {
#ifdef FLOW_LEMON
    kind_of<lemon_preflow>("LEMON Preflow"),
    kind_of<lemon_edmonds_karp>("LEMON Edmonds-Karp"),
#endif
#ifdef FLOW_BOOST
    kind_of<boost_boykov_kolmogorov>("Boost Boykov-Kolmogorov"),
    kind_of<boost_push_relabel>("Boost push-relabel"),
    kind_of<boost_edmonds_karp>("Boost Edmonds-Karp"),
#endif
#ifdef FLOW_IGRAPH
    kind_of<igraph_push_relabel>("igraph push-relabel"),
#endif
    flow_kind()};

}  // namespace

const flow_kind *const flow_libraries = kinds;
const char *const flow_versions = ""
#ifdef FLOW_LEMON
                                  " LEMON " LEMON_VERSION
#endif
#ifdef FLOW_BOOST
                                  " Boost " BOOST_LIB_VERSION
#endif
#ifdef FLOW_IGRAPH
                                  " igraph " IGRAPH_VERSION
#endif
    ;
