/* gantt.c - the data of a chart, and all of its drawing but the jobs (gantt_jobs.c):
 * panels, axes, legends, and the lines that join the parts of a job. */
#include "report/gantt.h"

#include "base/array.h"
#include "base/outfile.h"
#include "base/outfolder.h"
#include "base/text.h"
#include "program/csv.h"
#include "report/axis.h"
#include "report/drawing.h"
#include "report/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- filling ----------------------------------------------------------------------- */

void gantt_init(struct gantt *g, const char *id, const char *title, uint32_t servers,
                int64_t from, int64_t to)
{
    static const struct gantt nothing = {0};
    *g = nothing;
    figure_plot_init(&g->plot, id, title);
    g->servers = servers;
    g->from = from;
    g->to = to;
}

size_t gantt_panel_add(struct gantt *g, const char *name)
{
    static const struct gantt_panel nothing = {0};
    if (g->plot.failed) return SIZE_MAX;
    if (ARRAY_ROOM(g->panels, g->count, g->capacity, 1) != 0) {
        g->plot.failed = 1;
        return SIZE_MAX;
    }
    g->panels[g->count] = nothing;
    figure_plot_text(&g->plot, &g->panels[g->count].name, "%s", name);
    return g->plot.failed ? SIZE_MAX : g->count++;
}

void gantt_job(struct gantt *g, size_t panel, const struct gantt_bar *bar)
{
    struct gantt_panel *p;
    if (g->plot.failed || panel >= g->count) return;
    if (bar->end <= g->from || bar->start >= g->to || bar->end <= bar->start) return;
    p = &g->panels[panel];
    if (ARRAY_ROOM(p->bars, p->count, p->capacity, 1) != 0) {
        g->plot.failed = 1;
        return;
    }
    p->bars[p->count++] = *bar;
    if (!bar->runs || !bar->run_count) p->counted = 1;
}

void gantt_resize(struct gantt *g, size_t panel, uint32_t servers)
{
    if (panel < g->count) g->panels[panel].servers = servers;
}

void gantt_free(struct gantt *g)
{
    size_t i;
    for (i = 0; i < g->count; i++) {
        free(g->panels[i].name);
        free(g->panels[i].bars);
    }
    free(g->panels);
    free(g->own);
    g->panels = NULL;
    g->own = NULL;
    g->count = g->capacity = 0;
    figure_plot_free(&g->plot);
}

void gantt_csv(FILE *to, const void *gantt)
{
    const struct gantt *g = (const struct gantt *)gantt;
    size_t i, k;
    uint32_t r;
    fputs("schedule,job,start_seconds,end_seconds,reserved,first_server,servers\n", to);
    for (i = 0; i < g->count; i++) {
        for (k = 0; k < g->panels[i].count; k++) {
            const struct gantt_bar *b = &g->panels[i].bars[k];
            const uint32_t rows = b->runs && b->run_count ? b->run_count : 1;
            for (r = 0; r < rows; r++) {
                csv_text(to, g->panels[i].name);
                fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,", b->job, b->start,
                        b->end, b->reserved != 0);
                if (b->runs && b->run_count)
                    fprintf(to, "%" PRIu32 ",%" PRIu32 "\n", b->runs[r].first,
                            b->runs[r].count);
                else
                    fprintf(to, ",%" PRIu32 "\n", b->servers);
            }
        }
    }
}

/* ---- drawing ----------------------------------------------------------------------- */

void gantt_style(FILE *to)
{
    fputs("svg .j0,svg .j3{fill:var(--s0)}svg .j1,svg .j4{fill:var(--s2)}"
          "svg .j2,svg .j5{fill:var(--s5)}svg .j0,svg .j1,svg .j2{fill-opacity:.8}"
          "svg .j3,svg .j4,svg .j5{fill-opacity:.45}svg .jc{fill:var(--s7)}"
          "svg .j6,svg .j7{fill:var(--s1)}svg .j7{fill-opacity:.6}"
          "svg .j8{fill:var(--s6);fill-opacity:.75}"
          "svg [class^=j]{stroke:var(--bg);stroke-width:.7}"
          "svg .jc,svg .jn{stroke:none!important}"
          "svg .jh{stroke:var(--bg);stroke-width:1;fill:none;pointer-events:none}"
          "svg .jw{stroke:var(--bg);stroke-width:4;fill:none}"
          "svg .jt{paint-order:stroke;stroke:var(--bg);stroke-width:5;"
          "stroke-linejoin:round}"
          "svg .jk{stroke:var(--ink);stroke-width:1.4;fill:none}"
          "svg .jo{stroke:var(--bg);stroke-width:.7;fill:var(--ink)}"
          "svg .jl:hover [class^=j]{stroke:var(--ink)!important;stroke-width:2}\n",
          to);
}

/* An upright line from (x, y) down to `below`, with a dot at each end. */
static void joint_line(struct drawing *d, double x, double y, double below)
{
    int k;
    for (k = 0; k < 2; k++) {
        fprintf(d->to, "<path class=\"%s\" d=\"M", k ? "jk" : "jw");
        svg_point(d->to, x, y);
        fputc('V', d->to);
        svg_number(d->to, below);
        fputs("\"/>", d->to);
    }
    for (k = 0; k < 2; k++) {
        fputs("<path class=\"jo\" d=\"M", d->to);
        svg_point(d->to, x, k ? below : y);
        fputs("m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z\"/>", d->to);
    }
    fputc('\n', d->to);
}

static void joint_legend(struct drawing *d, double x)
{
    int i;
    for (i = 0; i < 2; i++) {
        svg_rect(d->to, x, 3 + 12 * (double)i, 26, 7);
        fprintf(d->to, " class=\"j%d\"/>\n", GANTT_TONES);
    }
    joint_line(d, x + 13, 6.5, 18.5);
    svg_text(d->to, "tl", x + 32, 17, "solid: one job at several sites", 275);
}

/* Returns the height of the legend of colours, and draws it if `draw`. */
static double gantt_legend(struct drawing *d, const struct gantt *g, int draw)
{
    size_t i, k, reserved = 0, joined = 0;
    double second;
    for (i = 0; i < g->count; i++)
        for (k = 0; k < g->panels[i].count; k++) {
            reserved += g->panels[i].bars[k].reserved && !g->panels[i].counted;
            joined += g->panels[i].bars[k].sites > 1 && !g->panels[i].counted;
        }
    if (!reserved && !joined) return 0;
    if (!draw) return 24;
    second = joined ? 180 : 316;
    if (joined) joint_legend(d, 510);
    if (!reserved) return 24;
    for (i = 0; i < GANTT_TONES; i++) {
        svg_rect(d->to, 6 + 11 * (double)i, 6, 11, 13);
        fprintf(d->to, " class=\"j%d\"/>\n", (int)(i * 2 % 6 + i / 3));
    }
    svg_text(d->to, "tl", 78, 17, g->plain ? g->plain : "job ready when submitted",
             second - 86);
    for (i = 0; i < GANTT_RESERVED; i++) {
        svg_rect(d->to, second + 11 * (double)i, 6, 11, 13);
        fprintf(d->to, " class=\"j%d\"/>\n", GANTT_TONES + (int)i);
    }
    for (i = 0; i < 3; i++)
        svg_line(d->to, "jh", second + 2 + 9 * (double)i, 18, second + 13 + 9 * (double)i,
                 7);
    svg_text(d->to, "tl", second + 39, 17,
             g->reserved ? g->reserved : "advance reservation", joined ? 285 : 300);
    return 24;
}

/* The y axis: the servers of a panel. */
static void scale(struct drawing *d, const struct gantt *g, size_t which)
{
    const struct gantt_panel *p = &g->panels[which];
    const uint32_t n = p->servers ? p->servers : g->servers;
    struct figure_axis servers = {gantt_jobs_server(g), NULL, 0, 0, 1, 0, n ? n : 1, 0};
    if (g->plot.y.label) servers.label = g->plot.y.label;
    axis_scale_make(&d->y, &servers, axis_range_none(), d->height, SVG_TICK, 1, 0);
}

static void gantt_name(struct drawing *d, const struct gantt *g, size_t which,
                       const char *class)
{
    const struct gantt_panel *p = &g->panels[which];
    char name[300];
    if (p->counted)
        snprintf(name, sizeof name, "%s (how many %ss are busy; which, is not known)",
                 p->name, gantt_jobs_server(g));
    else
        snprintf(name, sizeof name, "%s", p->name);
    svg_text(d->to, class, d->left, d->top - 7, name, d->right - d->left);
}

/* Draws the jobs that are large enough one by one. (A function of its own, as the list of
 * what is drawn and the grid of small jobs need 100 KB of stack each.) */
static void draw_large(struct drawing *d, const struct gantt *g, size_t which,
                       int threshold, const struct gantt_joints *joints)
{
    const struct gantt_panel *p = &g->panels[which];
    struct gantt_toned drawn;
    size_t i;
    drawn.count = 0;
    for (i = 0; i < p->count; i++) {
        const struct gantt_joint *joint = gantt_jobs_joint_of(joints, &p->bars[i]);
        if (joint) gantt_jobs_mark_joint(d, g, &p->bars[i], joint->tone, &drawn);
    }
    for (i = 0; i < p->count; i++)
        if (!gantt_jobs_joint_of(joints, &p->bars[i]))
            gantt_jobs_draw_one(d, g, &p->bars[i], threshold, i, &drawn);
    gantt_jobs_hatch(d, g, which, threshold, joints);
}

/* Returns 1 if some jobs of the panel are in the grid of small jobs. */
static int draw_panel(struct drawing *d, const struct gantt *chart, size_t which,
                      const struct gantt_joints *joints)
{
    const struct gantt_panel *p = &chart->panels[which];
    struct gantt own = *chart; /* of the size of this panel's machine */
    const struct gantt *g = &own;
    const size_t most = GANTT_RECTANGLES / g->count;
    int gridded = 0;
    if (p->servers) own.servers = p->servers;
    scale(d, g, which);
    drawing_axis_y(d);
    if (g->servers == 0 || g->to <= g->from) {
    } else if (p->counted) {
        gantt_jobs_draw_counted(d, g, p);
    } else {
        const int threshold = gantt_jobs_threshold(d, g, p, most);
        gridded = gantt_jobs_draw_small(d, g, p, threshold, joints);
        draw_large(d, g, which, threshold, joints);
    }
    drawing_axis_x(d, which + 1 == g->count || which + 1 == DRAWING_PANELS);
    if (!joints->count) gantt_name(d, g, which, "tl");
    return gridded;
}

/* Moves the drawing to the panel. */
static void gantt_at(struct drawing *d, double legend, size_t panel)
{
    d->top = legend + 45 + (double)panel * (d->height + 30);
}

/* The middle of the largest rectangle of a part; NAN if there is none. */
static double part_middle(const struct drawing *d, const struct gantt *g,
                          const struct gantt_bar *b)
{
    double most = -1, y = NAN;
    uint32_t r;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_jobs_box(d, g, b, b->runs[r]);
        if (!(box.h > most)) continue;
        most = box.h;
        y = box.y + box.h / 2;
    }
    return y;
}

/* All parts of one job, in one group, with lines from each to the next below. */
static void draw_joint(struct drawing *d, const struct gantt *g, double legend,
                       size_t panels, const struct gantt_joints *joints, size_t which)
{
    const struct gantt_joint *joint = &joints->at[which];
    const double shift = 0.618 * (double)which, aside = 0.25 + (shift - floor(shift)) / 2;
    const struct job_run all = {0, 1};
    char text[TEXT_NUMBER];
    double middle[DRAWING_PANELS], least;
    struct gantt own = *g;
    size_t i, k, parts = 0;
    struct gantt_box box;
    fprintf(d->to,
            "<g class=\"jl\"><title>job %" PRId64 ": %" PRIu32 " %ss at %" PRIu32
            " sites, %s</title>\n",
            joint->bar->job, joint->bar->all, gantt_jobs_server(g), joint->bar->sites,
            axis_duration_text(joint->bar->end - joint->bar->start, text));
    for (i = 0; i < panels; i++) {
        const struct gantt_panel *p = &g->panels[i];
        own.servers = p->servers ? p->servers : g->servers;
        gantt_at(d, legend, i);
        for (k = 0; k < p->count; k++) {
            if (!gantt_jobs_same(&p->bars[k], joint->bar)) continue;
            if (gantt_jobs_path(d, &own, &p->bars[k], 1, "<path d=\"M", &least))
                fprintf(d->to, "\" class=\"j%d%s\"/>\n", joint->tone,
                        least < 3 ? " jn" : "");
            middle[parts] = part_middle(d, &own, &p->bars[k]);
            if (parts < DRAWING_PANELS - 1 && !isnan(middle[parts])) parts++;
        }
    }
    box = gantt_jobs_box(d, &own, joint->bar, all);
    for (i = 1; i < parts; i++)
        joint_line(d, box.x + aside * box.w, middle[i - 1], middle[i]);
    fputs("</g>\n", d->to);
}

/* Explains the grid of small jobs below the chart; with a sample where it could be taken
 * for one more kind of job. */
static void grid_legend(struct drawing *d, const struct gantt *g,
                        const struct gantt_joints *joints, double y)
{
    const double x = joints->count ? 40 : 4;
    char text[160];
    int i;
    for (i = 0; i < 3 && joints->count; i++) {
        svg_rect(d->to, 4 + 10 * (double)i, y - 9, 10, 10);
        fprintf(d->to, " class=\"jc\" fill-opacity=\".%02d\"/>\n", 15 + 30 * i);
    }
    snprintf(text, sizeof text,
             "Jobs too small to be drawn alone are put together: the stronger the colour,"
             " the more of these %ss are busy.",
             gantt_jobs_server(g));
    svg_text(d->to, "k tl", x, y, text, d->width - 4 - x);
}

void gantt_svg(FILE *to, const struct gantt *g)
{
    const size_t panels = g->count < DRAWING_PANELS ? g->count : DRAWING_PANELS;
    struct figure_axis hours = {"time", "hours", 3600, 0, 1, 0, 1, 0};
    struct drawing d = {0};
    double legend, bottom;
    char about[80];
    struct gantt_joints joints;
    size_t i;
    int gridded = 0;
    hours.hi = g->to > g->from ? (double)(g->to - g->from) / 3600 : 1;
    if (g->plot.x.label) hours.label = g->plot.x.label;
    d.to = to;
    d.plot = &g->plot;
    d.width = SVG_WIDE;
    d.height = d.panel = g->servers < 8 ? 60 : panels < 3 ? 240 : panels < 5 ? 160 : 110;
    for (i = 0; i < panels; i++) {
        scale(&d, g, i);
        if (14 + drawing_ticks_width(&d.y) > d.left)
            d.left = 14 + drawing_ticks_width(&d.y);
    }
    d.right = d.width - 24;
    axis_scale_make(&d.x, &hours, axis_range_none(), d.right - d.left, SVG_TICK, 0, 0);
    legend = gantt_legend(&d, g, 0);
    bottom = legend + 15 + (double)panels * (d.height + 30);
    snprintf(about, sizeof about, "which %s runs which job, over time",
             gantt_jobs_server(g));
    svg_open(to, g->plot.title, about, d.width, bottom + 71);
    gantt_legend(&d, g, 1);
    svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    gantt_jobs_find_joints(&joints, g, panels);
    for (i = 0; i < panels; i++) {
        gantt_at(&d, legend, i);
        gridded |= draw_panel(&d, g, i, &joints);
    }
    for (i = 0; i < joints.count && g->servers; i++)
        draw_joint(&d, g, legend, panels, &joints, i);
    for (i = 0; i < panels && joints.count;
         i++) { /* above the lines that would cross them */
        gantt_at(&d, legend, i);
        gantt_name(&d, g, i, "tl jt");
    }
    svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43, d.x.title, d.width / 2);
    if (gridded) grid_legend(&d, g, &joints, bottom + 62);
    fputs("</svg>\n", to);
}
