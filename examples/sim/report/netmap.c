/* netmap.c - uses are added up at each moment as they come; drawing reads the sums. */
#include "report/netmap.h"

#include "base/outfile.h"
#include "base/outfolder.h"
#include "base/text.h"
#include "report/axis.h"
#include "report/drawing.h"
#include "report/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- filling ----------------------------------------------------------------------- */

void netmap_free(struct netmap *m)
{
    free(m->node);
    free(m->link);
    free(m->use);
    m->node = NULL;
    m->link = NULL;
    m->use = NULL;
    m->nodes = m->links = 0;
    figure_plot_free(&m->plot);
}

void netmap_init(struct netmap *m, const char *id, const char *title, size_t nodes,
                 size_t links, int64_t from, int64_t to)
{
    static const struct netmap nothing = {0};
    const size_t each = 2 * NETMAP_MOMENTS * sizeof *m->use;
    *m = nothing;
    figure_plot_init(&m->plot, id, title);
    m->from = from;
    m->to = to;
    m->seconds = 1;
    m->node = (struct netmap_point *)calloc(nodes + 1, sizeof *m->node);
    m->link = (struct netmap_edge *)calloc(links + 1, sizeof *m->link);
    m->use = (float *)calloc(links + 1, each);
    if (!m->node || !m->link || !m->use) {
        m->plot.failed = 1;
        return;
    }
    m->nodes = nodes;
    m->links = links;
}

void netmap_node(struct netmap *m, size_t i, double x, double y, int marked)
{
    if (i >= m->nodes) return;
    m->node[i].x = x;
    m->node[i].y = y;
    m->node[i].marked = marked;
}

void netmap_link(struct netmap *m, size_t k, uint32_t a, uint32_t b, int oneway)
{
    if (k >= m->links || a >= m->nodes || b >= m->nodes) return;
    m->link[k].a = a;
    m->link[k].b = b;
    m->link[k].oneway = oneway;
}

double netmap_time(const struct netmap *m, int moment)
{
    const double span = (double)(m->to - m->from);
    return (double)m->from + (moment + 0.5) / NETMAP_MOMENTS * span;
}

void netmap_use(struct netmap *m, size_t k, int back, int64_t from, int64_t to,
                double share)
{
    const double each = (double)(m->to - m->from) / NETMAP_MOMENTS;
    double first;
    int i;
    if (k >= m->links || !(each > 0)) return;
    first = ((double)from - (double)m->from) / each - 1;
    i = first > 0 ? first < NETMAP_MOMENTS ? (int)first : NETMAP_MOMENTS : 0;
    for (; i < NETMAP_MOMENTS && netmap_time(m, i) < (double)to; i++)
        if (netmap_time(m, i) >= (double)from)
            m->use[(2 * k + (back != 0)) * NETMAP_MOMENTS + (size_t)i] += (float)share;
}

static double netmap_share(const struct netmap *m, size_t k, int back, int moment)
{
    return m->use[(2 * k + (back != 0)) * NETMAP_MOMENTS + (size_t)moment];
}

/* A row for each link in use at each moment; a link without a row is idle. */
static void netmap_csv(FILE *to, const struct netmap *m)
{
    char time[TEXT_NUMBER];
    size_t k;
    int i, back;
    fputs("time_seconds,link,from_node,to_node,utilisation_fraction\n", to);
    for (i = 0; i < NETMAP_MOMENTS; i++)
        for (k = 0; k < m->links; k++)
            for (back = 0; back < 2; back++) {
                const struct netmap_edge *l = &m->link[k];
                const double share = netmap_share(m, k, back, i);
                if (share > 0)
                    fprintf(to, "%s,%zu,%" PRIu32 ",%" PRIu32 ",%.6g\n",
                            text_number(netmap_time(m, i) * m->seconds, time), k,
                            back ? l->b : l->a, back ? l->a : l->b, share);
            }
}

int netmap_csv_file(const char *folder, const struct netmap *m, struct error *e)
{
    char name[256], path[4096];
    struct outfile out;
    snprintf(name, sizeof name, "%s.csv", m->plot.id);
    if (outfolder_open(&out, path, sizeof path, folder, name, e) != 0) return -1;
    netmap_csv(out.file, m);
    return outfile_commit(&out, e);
}

/* ---- classes ----------------------------------------------------------------------- */

/* The class of a share. Sums in single precision are a little off: hence the margins. */
static int netmap_class(double share)
{
    if (share < 1e-6) return 0;
    if (share > 1 - 1e-5) return NETMAP_CLASSES - 1;
    return 1 + (int)(share * 4 - 1e-6);
}

static const char *netmap_class_text(int class)
{
    static const char *const texts[] = {"idle",       "up to 25 %",  "up to 50 %",
                                        "up to 75 %", "75 to 100 %", "full"};
    return texts[class];
}

void netmap_style(FILE *to)
{
    fputs(":root{--u0:#949494;--u1:#3785c2;--u2:#1f6cae;--u3:#0d4073;--u4:#cc7a00;"
          "--u5:#c4123f}\n"
          "@media screen and (prefers-color-scheme:dark){:root{--u0:#6b7078;"
          "--u1:#3f86bd;--u2:#6ab4ea;--u3:#c4e4ff;--u4:#ffb13b;--u5:#ff5577}}\n"
          "svg [class^=u]{fill:none;stroke-linecap:round}"
          "svg .u0{stroke:var(--u0);stroke-width:1}"
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

struct netmap_frame { /* the place of the network on the drawing */
    double left, top, width, height;
    double x, y, scale; /* of its lower left corner */
};

/* Puts the network in the middle of the frame, as large as fits. */
static void netmap_fit(const struct netmap *m, struct netmap_frame *f)
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
    if (!(f->scale <= AXIS_HUGE)) f->scale = 0;
    f->x = (lo_x + hi_x) / 2;
    f->y = (lo_y + hi_y) / 2;
}

/* The height of a map of that width: what the network needs, at most the width. */
static double netmap_height(const struct netmap *m, double width)
{
    struct netmap_frame f = {0};
    double lo = HUGE_VAL, hi = -HUGE_VAL, height;
    size_t i;
    f.width = width;
    f.height = width;
    netmap_fit(m, &f);
    for (i = 0; i < m->nodes; i++) {
        lo = fmin(lo, m->node[i].y);
        hi = fmax(hi, m->node[i].y);
    }
    height = hi > lo ? (hi - lo) * f.scale : 0;
    return height < 60 ? 60 : height < width ? height : width;
}

static void netmap_at(const struct netmap *m, const struct netmap_frame *f, uint32_t node,
                      double *x, double *y)
{
    *x = f->left + f->width / 2 + (m->node[node].x - f->x) * f->scale;
    *y = f->top + f->height / 2 - (m->node[node].y - f->y) * f->scale;
}

static int netmap_busier(const struct netmap *m, size_t k, int moment)
{
    return netmap_class(
        fmax(netmap_share(m, k, 0, moment), netmap_share(m, k, 1, moment)));
}

static void netmap_lines(FILE *to, const struct netmap *m, const struct netmap_frame *f,
                         int moment)
{
    int class;
    size_t k;
    for (class = 0; class < NETMAP_CLASSES; class ++) {
        size_t drawn = 0;
        for (k = 0; k < m->links; k++) {
            double x, y;
            if (netmap_busier(m, k, moment) != class) continue;
            if (drawn++ == 0) fprintf(to, "<path class=\"u%d\" d=\"", class);
            netmap_at(m, f, m->link[k].a, &x, &y);
            fputc('M', to);
            svg_point(to, x, y);
            netmap_at(m, f, m->link[k].b, &x, &y);
            fputc('L', to);
            svg_point(to, x, y);
        }
        if (drawn) fputs("\"/>\n", to);
    }
}

static void netmap_marker(FILE *to, double x, double y)
{
    fputc('M', to);
    svg_point(to, x, y);
    fputs("m-2.6-2.6h5.2v5.2h-5.2z", to);
}

static void netmap_nodes(FILE *to, const struct netmap *m, const struct netmap_frame *f)
{
    int marked;
    uint32_t i;
    for (marked = 0; marked < 2; marked++) {
        size_t drawn = 0;
        if (!marked && m->nodes > NETMAP_DOTS) continue;
        for (i = 0; i < m->nodes; i++) {
            double x, y;
            if ((m->node[i].marked != 0) != marked) continue;
            if (drawn++ == 0)
                fprintf(to, "<path class=\"%s\" d=\"", marked ? "nm" : "nd");
            netmap_at(m, f, i, &x, &y);
            if (marked) {
                netmap_marker(to, x, y);
            } else {
                fputc('M', to);
                svg_point(to, x, y);
                fputs("h0", to);
            }
        }
        if (drawn) fputs("\"/>\n", to);
    }
}

/* Counts the directions of links in each class at that moment; returns their number. */
static size_t netmap_count(const struct netmap *m, int moment,
                           size_t count[NETMAP_CLASSES])
{
    size_t k, all = 0;
    int back, class;
    for (class = 0; class < NETMAP_CLASSES; class ++) count[class] = 0;
    for (k = 0; k < m->links; k++)
        for (back = 0; back < (m->link[k].oneway ? 1 : 2); back++) {
            count[netmap_class(netmap_share(m, k, back, moment))]++;
            all++;
        }
    return all;
}

static void netmap_map(FILE *to, const struct netmap *m, struct netmap_frame *f,
                       int moment)
{
    size_t count[NETMAP_CLASSES];
    const size_t all = netmap_count(m, moment, count);
    const struct axis_time_unit *unit = axis_time_unit_of((double)m->to * m->seconds);
    const int letters = strcmp(unit->name, "minutes") == 0 ? 3 : 1; /* s, min, h, d */
    char text[120];
    netmap_fit(m, f);
    netmap_lines(to, m, f, moment);
    netmap_nodes(to, m, f);
    snprintf(text, sizeof text, "%.3g %.*s: %zu in use, %zu full",
             netmap_time(m, moment) * m->seconds / unit->seconds, letters, unit->name,
             all - count[0], count[NETMAP_CLASSES - 1]);
    svg_text(to, "k tm", f->left + f->width / 2, f->top - 12, text, f->width + 16);
}

/* ---- the strip --------------------------------------------------------------------- */

/* Draws the share of links in this class or a higher one, as steps. */
static void netmap_layer(const struct drawing *d, const struct netmap *m, int class)
{
    const double each = (d->right - d->left) / NETMAP_MOMENTS;
    const double bottom = d->top + d->height;
    int i, k;
    fprintf(d->to, "<path class=\"v%d\" d=\"M", class);
    svg_point(d->to, d->left, bottom);
    for (i = 0; i < NETMAP_MOMENTS; i++) {
        size_t count[NETMAP_CLASSES], above = 0;
        const size_t all = netmap_count(m, i, count);
        for (k = class; k < NETMAP_CLASSES; k++) above += count[k];
        fputc('V', d->to);
        svg_number(d->to, bottom - d->height * (all ? (double)above / (double)all : 0));
        fputc('H', d->to);
        svg_number(d->to, d->left + each * (i + 1));
    }
    fputc('V', d->to);
    svg_number(d->to, bottom);
    fputs("z\"/>\n", d->to);
}

static int netmap_moment(int map)
{
    return (2 * map + 1) * NETMAP_MOMENTS / (2 * NETMAP_MAPS);
}

static void netmap_strip(struct drawing *d, const struct netmap *m)
{
    int i;
    drawing_axis_y(d);
    for (i = 1; i < NETMAP_CLASSES; i++) netmap_layer(d, m, i);
    for (i = 0; i < NETMAP_MAPS; i++) {
        const double at = (netmap_moment(i) + 0.5) / NETMAP_MOMENTS;
        const double x = d->left + at * (d->right - d->left);
        svg_line(d->to, "ax", x, d->top - 6, x, d->top + d->height);
    }
    drawing_axis_x(d, 1);
    svg_text(d->to, "tm", (d->left + d->right) / 2, d->top + d->height + 43, d->x.title,
             d->width / 2);
}

/* ---- the whole --------------------------------------------------------------------- */

static void netmap_legend(FILE *to, const struct netmap *m, double y)
{
    double x = 4;
    int class;
    for (class = 0; class < NETMAP_CLASSES; class ++) {
        const char *text = netmap_class_text(class);
        char name[8];
        snprintf(name, sizeof name, "u%d", class);
        svg_line(to, name, x, y - 5, x + 24, y - 5);
        svg_text(to, "tl", x + 32, y, text, 200);
        x += 56 + axis_text_width(text, SVG_TEXT);
    }
    if (!m->marked) return;
    fputs("<path class=\"nm\" d=\"", to);
    netmap_marker(to, x + 8, y - 5);
    fputs("\"/>\n", to);
    svg_text(to, "tl", x + 20, y, m->marked, SVG_WIDE - x - 20);
}

void netmap_svg(FILE *to, const struct netmap *m)
{
    enum { MAPS = 46, SIDE = 226, GAP = 24, STRIP = 96 };
    const struct figure_axis share = {
        "links, by how much of them is in use", "%", 0, 0, 1, 0, 100, 0};
    struct figure_axis time = {"time", "hours", 1, 0, 1, 0, 1, 0};
    const double high = netmap_height(m, SIDE);
    struct drawing d = {0};
    int i;
    time.seconds = m->seconds;
    time.lo = (double)m->from;
    time.hi = m->to > m->from ? (double)m->to : (double)m->from + 1;
    d.to = to;
    d.plot = &m->plot;
    d.width = SVG_WIDE;
    d.top = MAPS + 14 + high + 44;
    d.height = d.panel = STRIP;
    axis_scale_make(&d.y, &share, axis_range_none(), STRIP, SVG_TICK, 1, 0);
    d.left = 14 + drawing_ticks_width(&d.y);
    d.right = d.width - 24;
    axis_scale_make(&d.x, &time, axis_range_none(), d.right - d.left, SVG_TICK, 0, 0);
    svg_open(to, m->plot.title, "maps of the links in use, and their number over time",
             d.width, d.top + STRIP + 52);
    netmap_legend(to, m, 17);
    for (i = 0; i < NETMAP_MAPS && m->nodes; i++) {
        struct netmap_frame f = {0};
        f.left = 12 + i * (SIDE + GAP);
        f.top = MAPS + 14;
        f.width = SIDE;
        f.height = high;
        netmap_map(to, m, &f, netmap_moment(i));
    }
    svg_text(to, "tl", 4, d.top - 12, d.y.title, d.width - 8);
    netmap_strip(&d, m);
    fputs("</svg>\n", to);
}

/* ---- a network without a map ------------------------------------------------------- */

enum { LAYOUT_NODES = 1000, LAYOUT_ROUNDS = 300 }; /* larger networks are left alone */

/* Pushes two nodes apart, or pulls them together along a link, by force * distance. */
static void layout_pair(struct netmap *m, struct netmap_point *move, uint32_t a,
                        uint32_t b, int linked)
{
    const double k2 = 1.0 / (double)m->nodes; /* the area of a node, in a unit square */
    const double dx = m->node[a].x - m->node[b].x, dy = m->node[a].y - m->node[b].y;
    const double square = dx * dx + dy * dy;
    double force;
    if (!(square > 1e-12)) return;
    force = linked ? -sqrt(square / k2) : k2 / square;
    move[a].x += dx * force;
    move[a].y += dy * force;
    move[b].x -= dx * force;
    move[b].y -= dy * force;
}

/* Moves each node as the forces draw it, by at most `most`. */
static void layout_move(struct netmap *m, const struct netmap_point *move, double most)
{
    size_t i;
    for (i = 0; i < m->nodes; i++) {
        const double length = sqrt(move[i].x * move[i].x + move[i].y * move[i].y);
        const double part = length > most ? most / length : 1;
        m->node[i].x += move[i].x * part;
        m->node[i].y += move[i].y * part;
    }
}

void netmap_layout(struct netmap *m)
{
    struct netmap_point *move;
    uint32_t a, b;
    size_t k;
    int round;
    if (m->nodes < 3 || m->nodes > LAYOUT_NODES || m->plot.failed) return;
    move = (struct netmap_point *)malloc(m->nodes * sizeof *move);
    if (!move) {
        m->plot.failed = 1;
        return;
    }
    for (round = 0; round < LAYOUT_ROUNDS; round++) {
        for (a = 0; a < m->nodes; a++) move[a].x = move[a].y = 0;
        for (a = 0; a < m->nodes; a++)
            for (b = 0; b < a; b++) layout_pair(m, move, a, b, 0);
        for (k = 0; k < m->links; k++)
            layout_pair(m, move, m->link[k].a, m->link[k].b, 1);
        layout_move(m, move, 0.1 * (1 - (double)round / LAYOUT_ROUNDS));
    }
    free(move);
}
