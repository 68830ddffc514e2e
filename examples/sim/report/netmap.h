/* netmap.h - how busy the links of a network are, drawn: where, and when.
 *
 * Small maps of the network at a few moments, side by side, the links coloured (and the
 * wider) by the share of their capacity that is in use; below them a strip over all of
 * the time: how many of the links are how busy, in the same colours. A full link has a
 * colour that no other has.
 *
 *     netmap_init(&m, "netmap", "Links in use", nodes, links, from, to);
 *     netmap_node(&m, i, x, y, marked);      ... for each node
 *     netmap_link(&m, k, a, b, oneway);      ... for each link
 *     netmap_use(&m, k, back, from, to, share);   ... for each use of it
 *     if (figure_plot_check(&m.plot, e) != 0) ...   netmap_free(&m);
 *
 * A link that leads both ways is one line, as busy as the busier direction; the strip
 * counts directions. What is in use is sampled at NETMAP_MOMENTS instants.
 */
#ifndef NETMAP_H
#define NETMAP_H

#include "base/error.h"
#include "report/figure.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum {
    NETMAP_MOMENTS = 96,
    NETMAP_MAPS = 4,
    NETMAP_CLASSES = 6, /* idle, four quarters, full               */
    NETMAP_DOTS = 250   /* of more nodes only the marked are drawn */
};

struct netmap_point {
    double x, y; /* any unit, y upwards   */
    int marked;
};

struct netmap_edge {
    uint32_t a, b;
    int oneway;
};

struct netmap {
    struct figure_plot plot; /* its texts, and whether memory ran out          */
    int64_t from, to;        /* in any unit of time:                           */
    double seconds;          /* so many are one of it                          */
    size_t nodes, links;
    struct netmap_point *node;
    struct netmap_edge *link;
    float *use;         /* share in use: by link, direction, moment       */
    const char *marked; /* what a marked node is, or NULL                 */
};

/* ---- filling ----------------------------------------------------------------------- */

void netmap_free(struct netmap *m);

void netmap_init(struct netmap *m, const char *id, const char *title, size_t nodes,
                 size_t links, int64_t from, int64_t to);

void netmap_node(struct netmap *m, size_t i, double x, double y, int marked);

void netmap_link(struct netmap *m, size_t k, uint32_t a, uint32_t b, int oneway);

double netmap_time(const struct netmap *m, int moment);

/* A share of the link, of its way back if `back`, is in use during [from, to). */
void netmap_use(struct netmap *m, size_t k, int back, int64_t from, int64_t to,
                double share);

int netmap_csv_file(const char *folder, const struct netmap *m, struct error *e);

/* ---- classes ----------------------------------------------------------------------- */

void netmap_style(FILE *to);

/* ---- the whole --------------------------------------------------------------------- */

void netmap_svg(FILE *to, const struct netmap *m);

#endif
