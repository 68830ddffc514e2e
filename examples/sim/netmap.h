/* netmap.h - how busy the links of a network are, drawn: where, and when.
 *
 * Small maps of the network at a few moments, side by side, the links coloured (and the
 * wider) by the share of their capacity that is in use; below them a strip over all of
 * the time: how many of the links are how busy, in the same colours. A full link has a
 * colour that no other has.
 *
 *     sim_netmap_init(&m, "netmap", "Links in use", nodes, links, from, to);
 *     sim_netmap_node(&m, i, x, y, marked);      ... for each node
 *     sim_netmap_link(&m, k, a, b, oneway);      ... for each link
 *     sim_netmap_use(&m, k, back, from, to, share);   ... for each use of it
 *     if (sim_plot_check(&m.plot, e) != 0) ...   sim_netmap_free(&m);
 *
 * A link that leads both ways is one line, as busy as the busier direction; the strip
 * counts directions. What is in use is sampled at SIM_NETMAP_MOMENTS instants.
 */
#ifndef SIM_NETMAP_H
#define SIM_NETMAP_H

#include "figure.h"
#include "svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_NETMAP_MOMENTS = 96,
    SIM_NETMAP_MAPS = 4,
    SIM_NETMAP_CLASSES = 6, /* idle, four quarters, full               */
    SIM_NETMAP_DOTS = 250   /* of more nodes only the marked are drawn */
};

typedef struct sim_netmap_point {
    double x, y; /* any unit, y upwards   */
    int marked;
} sim_netmap_point;

typedef struct sim_netmap_edge {
    uint32_t a, b;
    int oneway;
} sim_netmap_edge;

typedef struct sim_netmap {
    sim_plot plot;    /* its texts, and whether memory ran out          */
    int64_t from, to; /* in any unit of time:                           */
    double seconds;   /* so many are one of it                          */
    size_t nodes, links;
    sim_netmap_point *node;
    sim_netmap_edge *link;
    float *use;         /* share in use: by link, direction, moment       */
    const char *marked; /* what a marked node is, or NULL                 */
} sim_netmap;

/* ---- filling ----------------------------------------------------------------------- */

static inline void sim_netmap_free(sim_netmap *m)
{
    free(m->node);
    free(m->link);
    free(m->use);
    m->node = NULL;
    m->link = NULL;
    m->use = NULL;
    m->nodes = m->links = 0;
    sim_plot_free(&m->plot);
}

static inline void sim_netmap_init(sim_netmap *m, const char *id, const char *title,
                                   size_t nodes, size_t links, int64_t from, int64_t to)
{
    static const sim_netmap nothing = {0};
    const size_t each = 2 * SIM_NETMAP_MOMENTS * sizeof *m->use;
    *m = nothing;
    sim_plot_init(&m->plot, id, title);
    m->from = from;
    m->to = to;
    m->seconds = 1;
    m->node = (sim_netmap_point *)calloc(nodes + 1, sizeof *m->node);
    m->link = (sim_netmap_edge *)calloc(links + 1, sizeof *m->link);
    m->use = (float *)calloc(links + 1, each);
    if (!m->node || !m->link || !m->use) {
        m->plot.failed = 1;
        return;
    }
    m->nodes = nodes;
    m->links = links;
}

static inline void sim_netmap_node(sim_netmap *m, size_t i, double x, double y,
                                   int marked)
{
    if (i >= m->nodes) return;
    m->node[i].x = x;
    m->node[i].y = y;
    m->node[i].marked = marked;
}

static inline void sim_netmap_link(sim_netmap *m, size_t k, uint32_t a, uint32_t b,
                                   int oneway)
{
    if (k >= m->links || a >= m->nodes || b >= m->nodes) return;
    m->link[k].a = a;
    m->link[k].b = b;
    m->link[k].oneway = oneway;
}

static inline double sim_netmap_time(const sim_netmap *m, int moment)
{
    const double span = (double)(m->to - m->from);
    return (double)m->from + (moment + 0.5) / SIM_NETMAP_MOMENTS * span;
}

/* A share of the link, of its way back if `back`, is in use during [from, to). */
static inline void sim_netmap_use(sim_netmap *m, size_t k, int back, int64_t from,
                                  int64_t to, double share)
{
    const double each = (double)(m->to - m->from) / SIM_NETMAP_MOMENTS;
    double first;
    int i;
    if (k >= m->links || !(each > 0)) return;
    first = ((double)from - (double)m->from) / each - 1;
    i = first > 0 ? first < SIM_NETMAP_MOMENTS ? (int)first : SIM_NETMAP_MOMENTS : 0;
    for (; i < SIM_NETMAP_MOMENTS && sim_netmap_time(m, i) < (double)to; i++)
        if (sim_netmap_time(m, i) >= (double)from)
            m->use[(2 * k + (back != 0)) * SIM_NETMAP_MOMENTS + (size_t)i] +=
                (float)share;
}

static inline double sim_netmap_share(const sim_netmap *m, size_t k, int back, int moment)
{
    return m->use[(2 * k + (back != 0)) * SIM_NETMAP_MOMENTS + (size_t)moment];
}

/* Every link in use at every moment; what has no row is idle. */
static inline void sim_netmap_csv(FILE *to, const sim_netmap *m)
{
    char time[SIM_NUMBER_TEXT];
    size_t k;
    int i, back;
    fputs("time,link,from,to,utilisation\n", to);
    for (i = 0; i < SIM_NETMAP_MOMENTS; i++)
        for (k = 0; k < m->links; k++)
            for (back = 0; back < 2; back++) {
                const sim_netmap_edge *l = &m->link[k];
                const double share = sim_netmap_share(m, k, back, i);
                if (share > 0)
                    fprintf(to, "%s,%zu,%" PRIu32 ",%" PRIu32 ",%.6g\n",
                            sim_number_text(sim_netmap_time(m, i), time), k,
                            back ? l->b : l->a, back ? l->a : l->b, share);
            }
}

static inline int sim_netmap_csv_file(const char *folder, const sim_netmap *m,
                                      sim_error *e)
{
    char name[256], path[4096];
    sim_output out;
    snprintf(name, sizeof name, "%s.csv", m->plot.id);
    if (sim_output_open_in(&out, path, sizeof path, folder, name, e) != 0) return -1;
    sim_netmap_csv(out.file, m);
    return sim_output_close(&out, e);
}

/* ---- classes ----------------------------------------------------------------------- */

/* Sums of shares, in single precision, are a little off. */
static inline int sim_netmap_class(double share)
{
    if (share < 1e-6) return 0;
    if (share > 1 - 1e-5) return SIM_NETMAP_CLASSES - 1;
    return 1 + (int)(share * 4 - 1e-6);
}

static inline const char *sim_netmap_class_text(int class)
{
    static const char *const texts[] = {"idle",       "up to 25 %",  "up to 50 %",
                                        "up to 75 %", "75 to 100 %", "full"};
    return texts[class];
}

static inline void sim_netmap_style(FILE *to)
{
    fputs(":root{--u1:#9fc9e6;--u2:#4a98d0;--u3:#1a5fa0;--u4:#e08700;--u5:#c4123f}\n"
          "@media screen and (prefers-color-scheme:dark){:root{--u1:#2c5a80;"
          "--u2:#4391c9;--u3:#a5d5ff;--u4:#ffb13b;--u5:#ff5577}}\n"
          "svg [class^=u]{fill:none;stroke-linecap:round}"
          "svg .u0{stroke:var(--grid);stroke-width:1}"
          "svg .u1{stroke:var(--u1);stroke-width:1.6}"
          "svg .u2{stroke:var(--u2);stroke-width:2}"
          "svg .u3{stroke:var(--u3);stroke-width:2.4}"
          "svg .u4{stroke:var(--u4);stroke-width:2.8}"
          "svg .u5{stroke:var(--u5);stroke-width:3.4}\n"
          "svg .v1{fill:var(--u1)}svg .v2{fill:var(--u2)}svg .v3{fill:var(--u3)}"
          "svg .v4{fill:var(--u4)}svg .v5{fill:var(--u5)}"
          "svg .nd{stroke:var(--soft);stroke-width:2.6;stroke-linecap:round}"
          "svg .nm{fill:var(--bg);stroke:var(--ink);stroke-width:1.5}\n",
          to);
}

/* ---- a map ------------------------------------------------------------------------- */

typedef struct sim_netmap_frame { /* where the network is on the drawing */
    double left, top, width, height;
    double x, y, scale; /* of its lower left corner */
} sim_netmap_frame;

/* The network in the middle of the frame, as large as it can be. */
static inline void sim_netmap_fit(const sim_netmap *m, sim_netmap_frame *f)
{
    double lo_x = HUGE_VAL, hi_x = -HUGE_VAL, lo_y = HUGE_VAL, hi_y = -HUGE_VAL;
    double by_x, by_y;
    size_t i;
    for (i = 0; i < m->nodes; i++) {
        lo_x = fmin(lo_x, m->node[i].x);
        hi_x = fmax(hi_x, m->node[i].x);
        lo_y = fmin(lo_y, m->node[i].y);
        hi_y = fmax(hi_y, m->node[i].y);
    }
    by_x = hi_x > lo_x ? f->width / (hi_x - lo_x) : HUGE_VAL;
    by_y = hi_y > lo_y ? f->height / (hi_y - lo_y) : HUGE_VAL;
    f->scale = fmin(by_x, by_y);
    if (!(f->scale <= SIM_AXIS_HUGE)) f->scale = 0;
    f->x = (lo_x + hi_x) / 2;
    f->y = (lo_y + hi_y) / 2;
}

/* How high a map that wide is to be: no higher than the network needs, or than wide. */
static inline double sim_netmap_height(const sim_netmap *m, double width)
{
    sim_netmap_frame f = {0};
    double lo = HUGE_VAL, hi = -HUGE_VAL, height;
    size_t i;
    f.width = width;
    f.height = width;
    sim_netmap_fit(m, &f);
    for (i = 0; i < m->nodes; i++) {
        lo = fmin(lo, m->node[i].y);
        hi = fmax(hi, m->node[i].y);
    }
    height = hi > lo ? (hi - lo) * f.scale : 0;
    return height < 60 ? 60 : height < width ? height : width;
}

static inline void sim_netmap_at(const sim_netmap *m, const sim_netmap_frame *f,
                                 uint32_t node, double *x, double *y)
{
    *x = f->left + f->width / 2 + (m->node[node].x - f->x) * f->scale;
    *y = f->top + f->height / 2 - (m->node[node].y - f->y) * f->scale;
}

static inline int sim_netmap_busier(const sim_netmap *m, size_t k, int moment)
{
    return sim_netmap_class(
        fmax(sim_netmap_share(m, k, 0, moment), sim_netmap_share(m, k, 1, moment)));
}

static inline void sim_netmap_lines(FILE *to, const sim_netmap *m,
                                    const sim_netmap_frame *f, int moment)
{
    int class;
    size_t k;
    for (class = 0; class < SIM_NETMAP_CLASSES; class ++) {
        size_t drawn = 0;
        for (k = 0; k < m->links; k++) {
            double x, y;
            if (sim_netmap_busier(m, k, moment) != class) continue;
            if (drawn++ == 0) fprintf(to, "<path class=\"u%d\" d=\"", class);
            sim_netmap_at(m, f, m->link[k].a, &x, &y);
            fputc('M', to);
            sim_svg_point(to, x, y);
            sim_netmap_at(m, f, m->link[k].b, &x, &y);
            fputc('L', to);
            sim_svg_point(to, x, y);
        }
        if (drawn) fputs("\"/>\n", to);
    }
}

static inline void sim_netmap_marker(FILE *to, double x, double y)
{
    fputc('M', to);
    sim_svg_point(to, x, y);
    fputs("m-2.6-2.6h5.2v5.2h-5.2z", to);
}

static inline void sim_netmap_nodes(FILE *to, const sim_netmap *m,
                                    const sim_netmap_frame *f)
{
    int marked;
    uint32_t i;
    for (marked = 0; marked < 2; marked++) {
        size_t drawn = 0;
        if (!marked && m->nodes > SIM_NETMAP_DOTS) continue;
        for (i = 0; i < m->nodes; i++) {
            double x, y;
            if ((m->node[i].marked != 0) != marked) continue;
            if (drawn++ == 0)
                fprintf(to, "<path class=\"%s\" d=\"", marked ? "nm" : "nd");
            sim_netmap_at(m, f, i, &x, &y);
            if (marked) {
                sim_netmap_marker(to, x, y);
            } else {
                fputc('M', to);
                sim_svg_point(to, x, y);
                fputs("h0", to);
            }
        }
        if (drawn) fputs("\"/>\n", to);
    }
}

/* How many ways along links are in each class at that moment; returns their number. */
static inline size_t sim_netmap_count(const sim_netmap *m, int moment,
                                      size_t count[SIM_NETMAP_CLASSES])
{
    size_t k, all = 0;
    int back, class;
    for (class = 0; class < SIM_NETMAP_CLASSES; class ++) count[class] = 0;
    for (k = 0; k < m->links; k++)
        for (back = 0; back < (m->link[k].oneway ? 1 : 2); back++) {
            count[sim_netmap_class(sim_netmap_share(m, k, back, moment))]++;
            all++;
        }
    return all;
}

static inline void sim_netmap_map(FILE *to, const sim_netmap *m, sim_netmap_frame *f,
                                  int moment)
{
    size_t count[SIM_NETMAP_CLASSES];
    const size_t all = sim_netmap_count(m, moment, count);
    const sim_time_unit *unit = sim_time_unit_of((double)m->to * m->seconds);
    const int letters = strcmp(unit->name, "minutes") == 0 ? 3 : 1; /* s, min, h, d */
    char text[120];
    sim_netmap_fit(m, f);
    sim_netmap_lines(to, m, f, moment);
    sim_netmap_nodes(to, m, f);
    snprintf(text, sizeof text, "%.3g %.*s: %zu in use, %zu full",
             sim_netmap_time(m, moment) * m->seconds / unit->seconds, letters, unit->name,
             all - count[0], count[SIM_NETMAP_CLASSES - 1]);
    sim_svg_text(to, "k tm", f->left + f->width / 2, f->top - 12, text, f->width + 16);
}

/* ---- the strip --------------------------------------------------------------------- */

/* The share of links that are in this class or a higher one, as steps. */
static inline void sim_netmap_layer(const sim_drawing *d, const sim_netmap *m, int class)
{
    const double each = (d->right - d->left) / SIM_NETMAP_MOMENTS;
    const double bottom = d->top + d->height;
    int i, k;
    fprintf(d->to, "<path class=\"v%d\" d=\"M", class);
    sim_svg_point(d->to, d->left, bottom);
    for (i = 0; i < SIM_NETMAP_MOMENTS; i++) {
        size_t count[SIM_NETMAP_CLASSES], above = 0;
        const size_t all = sim_netmap_count(m, i, count);
        for (k = class; k < SIM_NETMAP_CLASSES; k++) above += count[k];
        fputc('V', d->to);
        sim_svg_number(d->to,
                       bottom - d->height * (all ? (double)above / (double)all : 0));
        fputc('H', d->to);
        sim_svg_number(d->to, d->left + each * (i + 1));
    }
    fputc('V', d->to);
    sim_svg_number(d->to, bottom);
    fputs("z\"/>\n", d->to);
}

static inline int sim_netmap_moment(int map)
{
    return (2 * map + 1) * SIM_NETMAP_MOMENTS / (2 * SIM_NETMAP_MAPS);
}

static inline void sim_netmap_strip(sim_drawing *d, const sim_netmap *m)
{
    int i;
    sim_svg_axis_y(d);
    for (i = 1; i < SIM_NETMAP_CLASSES; i++) sim_netmap_layer(d, m, i);
    for (i = 0; i < SIM_NETMAP_MAPS; i++) {
        const double at = (sim_netmap_moment(i) + 0.5) / SIM_NETMAP_MOMENTS;
        const double x = d->left + at * (d->right - d->left);
        sim_svg_line(d->to, "ax", x, d->top - 6, x, d->top + d->height);
    }
    sim_svg_axis_x(d, 1);
    sim_svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height + 43,
                 d->x.title, d->width / 2);
}

/* ---- the whole --------------------------------------------------------------------- */

static inline void sim_netmap_legend(FILE *to, const sim_netmap *m, double y)
{
    double x = 4;
    int class;
    for (class = 0; class < SIM_NETMAP_CLASSES; class ++) {
        const char *text = sim_netmap_class_text(class);
        char name[8];
        snprintf(name, sizeof name, "u%d", class);
        sim_svg_line(to, name, x, y - 5, x + 24, y - 5);
        sim_svg_text(to, "tl", x + 32, y, text, 200);
        x += 56 + sim_text_width(text, SIM_SVG_TEXT);
    }
    if (!m->marked) return;
    fputs("<path class=\"nm\" d=\"", to);
    sim_netmap_marker(to, x + 8, y - 5);
    fputs("\"/>\n", to);
    sim_svg_text(to, "tl", x + 20, y, m->marked, SIM_SVG_WIDE - x - 20);
}

static inline void sim_svg_netmap(FILE *to, const sim_netmap *m)
{
    enum { MAPS = 46, SIDE = 226, GAP = 24, STRIP = 96 };
    const sim_axis share = {
        "links, by how much of them is in use", "%", 0, 0, 1, 0, 100, 0};
    sim_axis time = {"time", "hours", 1, 0, 1, 0, 1, 0};
    const double high = sim_netmap_height(m, SIDE);
    sim_drawing d = {0};
    int i;
    time.seconds = m->seconds;
    time.lo = (double)m->from;
    time.hi = m->to > m->from ? (double)m->to : (double)m->from + 1;
    d.to = to;
    d.plot = &m->plot;
    d.width = SIM_SVG_WIDE;
    d.top = MAPS + 14 + high + 44;
    d.height = d.panel = STRIP;
    sim_scale_make(&d.y, &share, sim_range_none(), STRIP, SIM_SVG_TICK, 1, 0);
    d.left = 14 + sim_ticks_width(&d.y);
    d.right = d.width - 24;
    sim_scale_make(&d.x, &time, sim_range_none(), d.right - d.left, SIM_SVG_TICK, 0, 0);
    sim_svg_open(to, m->plot.title,
                 "maps of the links in use, and their number over time", d.width,
                 d.top + STRIP + 52);
    sim_netmap_legend(to, m, 17);
    for (i = 0; i < SIM_NETMAP_MAPS && m->nodes; i++) {
        sim_netmap_frame f = {0};
        f.left = 12 + i * (SIDE + GAP);
        f.top = MAPS + 14;
        f.width = SIDE;
        f.height = high;
        sim_netmap_map(to, m, &f, sim_netmap_moment(i));
    }
    sim_svg_text(to, "tl", 4, d.top - 12, d.y.title, d.width - 8);
    sim_netmap_strip(&d, m);
    fputs("</svg>\n", to);
}

#endif
