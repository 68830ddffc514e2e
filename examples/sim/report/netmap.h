/* netmap.h - a picture of how busy the links of a network are, where and when.
 *
 * Small maps of the network at a few moments stand side by side. The colour and the width
 * of a link tell the share of its capacity that is in use. Below them a strip shows, over
 * the whole period and in the same colours, how many links are how busy. Full links have
 * a colour of their own.
 *
 *     netmap_init(&m, "netmap", "Links in use", nodes, links, from, to);
 *     netmap_node(&m, i, x, y, marked);      ... for each node
 *     netmap_link(&m, k, a, b, oneway);      ... for each link
 *     netmap_use(&m, k, back, from, to, share);   ... for each use of it
 *     if (m.plot.failed) ...   netmap_free(&m);
 *
 * A link that leads both ways is one line, coloured by its busier direction; the strip
 * counts directions. Use is sampled at NETMAP_MOMENTS instants.
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
    NETMAP_DOTS = 250   /* with more nodes only marked ones are drawn */
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
    int64_t from, to;        /* the period shown, in any unit of time          */
    double seconds;          /* the length of that unit                        */
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

/* The time of a moment, 0 .. NETMAP_MOMENTS - 1. */
double netmap_time(const struct netmap *m, int moment);

/* A share of link k is in use during [from, to); with `back` in its second direction. */
void netmap_use(struct netmap *m, size_t k, int back, int64_t from, int64_t to,
                double share);

/* One CSV row for each link in use at each moment. 0, or -1. */
int netmap_csv_file(const char *folder, const struct netmap *m, struct error *e);

/* ---- drawing ----------------------------------------------------------------------- */

/* The rules for the page's style sheet. */
void netmap_style(FILE *to);

/* The picture as one <svg> element. */
void netmap_svg(FILE *to, const struct netmap *m);

/* ---- a network without a map ------------------------------------------------------- */

/* Moves the nodes: neighbours near each other, all others apart (T. Fruchterman, E.
 * Reingold: Graph drawing by force-directed placement. Software: Practice and Experience
 * 21(11), 1129-1164, 1991). Two nodes in one place stay together; networks of more than
 * 1000 nodes stay as they are. It computes with + - * / and sqrt alone, so that the
 * picture is the same on every machine. */
void netmap_layout(struct netmap *m);

#endif
