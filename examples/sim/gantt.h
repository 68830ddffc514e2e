/* gantt.h - which servers did what when: a row for each server, a rectangle for each job.
 *
 * One panel for each schedule, all over the same stretch of time. A job is the rectangles
 * of its runs of consecutive servers. What is too small to be seen alone, or would be one
 * of too many, goes into a grid whose shade tells the share of it that is busy: a machine
 * of 2^31 servers gives a picture as small as one of ten. A panel whose jobs' servers are
 * not known shows how many are busy instead.
 *
 * Jobs that touch have different tones if one is free. Advance reservations have tones of
 * their own, and stripes. Panels may be of machines of different sizes, and these be down
 * for a while: a shade over all their servers.
 *
 * Panels may also be the sites of one schedule. A job with parts at several is then seen
 * as one: a tone for all of them, a line that joins them, and all of it lights up under
 * the pointer. Its parts can be seen, however small. (Of very many jobs the largest are
 * joined.)
 */
#ifndef SIM_GANTT_H
#define SIM_GANTT_H

#include "figure.h"
#include "job.h"
#include "svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_gantt_bar {
    int64_t job; /* its number                                */
    int64_t start, end;
    uint32_t servers;
    int reserved;        /* an advance reservation                    */
    const sim_run *runs; /* must outlive the chart; NULL = not known  */
    uint32_t run_count;
    uint32_t sites, all; /* of a part of a job with parts in several  */
                         /* panels: in how many, its servers in all   */
} sim_gantt_bar;

typedef struct sim_gantt_outage { /* in [from, to) */
    int64_t from, to;
} sim_gantt_outage;

typedef struct sim_gantt_panel {
    char *name;
    sim_gantt_bar *bars;
    size_t count, capacity;
    int counted;      /* of a job the servers are not known        */
    uint32_t servers; /* 0 = as many as the chart has              */
    sim_gantt_outage *outages;
    size_t outage_count, outage_capacity;
} sim_gantt_panel;

typedef struct sim_gantt {
    sim_plot plot;                /* its texts, and whether memory ran out         */
    int64_t from, to;             /* the stretch of time                           */
    uint32_t servers;             /* 0 .. servers - 1                              */
    const char *plain, *reserved; /* kinds of jobs, in the legend; NULL: as usual */
    const char *server;           /* what is called so; NULL: "server"            */
    sim_gantt_panel *panels;
    size_t count, capacity;
} sim_gantt;

/* ---- filling ----------------------------------------------------------------------- */

static inline void sim_gantt_init(sim_gantt *g, const char *id, const char *title,
                                  uint32_t servers, int64_t from, int64_t to)
{
    static const sim_gantt nothing = {0};
    *g = nothing;
    sim_plot_init(&g->plot, id, title);
    g->servers = servers;
    g->from = from;
    g->to = to;
}

/* The place of the panel, for sim_gantt_job. */
static inline size_t sim_gantt_panel_add(sim_gantt *g, const char *name)
{
    static const sim_gantt_panel nothing = {0};
    void *items = g->panels;
    if (g->plot.failed) return SIZE_MAX;
    if (sim_grow(&items, g->count, &g->capacity, sizeof *g->panels) != 0) {
        g->plot.failed = 1;
        return SIZE_MAX;
    }
    g->panels = (sim_gantt_panel *)items;
    g->panels[g->count] = nothing;
    sim_plot_text(&g->plot, &g->panels[g->count].name, "%s", name);
    return g->plot.failed ? SIZE_MAX : g->count++;
}

/* What is not within the stretch of time is left out. */
static inline void sim_gantt_job(sim_gantt *g, size_t panel, const sim_gantt_bar *bar)
{
    sim_gantt_panel *p;
    void *items;
    if (g->plot.failed || panel >= g->count) return;
    if (bar->end <= g->from || bar->start >= g->to || bar->end <= bar->start) return;
    p = &g->panels[panel];
    items = p->bars;
    if (sim_grow(&items, p->count, &p->capacity, sizeof *p->bars) != 0) {
        g->plot.failed = 1;
        return;
    }
    p->bars = (sim_gantt_bar *)items;
    p->bars[p->count++] = *bar;
    if (!bar->runs || !bar->run_count) p->counted = 1;
}

/* The panel's machine has so many servers, not as many as the chart. */
static inline void sim_gantt_resize(sim_gantt *g, size_t panel, uint32_t servers)
{
    if (panel < g->count) g->panels[panel].servers = servers;
}

/* The panel's machine is down in [from, to). */
static inline void sim_gantt_down(sim_gantt *g, size_t panel, int64_t from, int64_t to)
{
    sim_gantt_panel *p;
    void *items;
    if (g->plot.failed || panel >= g->count) return;
    if (to <= g->from || from >= g->to || to <= from) return;
    p = &g->panels[panel];
    items = p->outages;
    if (sim_grow(&items, p->outage_count, &p->outage_capacity, sizeof *p->outages) != 0) {
        g->plot.failed = 1;
        return;
    }
    p->outages = (sim_gantt_outage *)items;
    p->outages[p->outage_count].from = from;
    p->outages[p->outage_count++].to = to;
}

static inline void sim_gantt_free(sim_gantt *g)
{
    size_t i;
    for (i = 0; i < g->count; i++) {
        free(g->panels[i].outages);
        free(g->panels[i].name);
        free(g->panels[i].bars);
    }
    free(g->panels);
    g->panels = NULL;
    g->count = g->capacity = 0;
    sim_plot_free(&g->plot);
}

/* As CSV: a row for each run of servers of each job, whole, not cut at the ends. */
static inline void sim_gantt_csv(FILE *to, const sim_gantt *g)
{
    size_t i, k;
    uint32_t r;
    fputs("schedule,job,start,end,reserved,first_server,servers\n", to);
    for (i = 0; i < g->count; i++) {
        for (k = 0; k < g->panels[i].count; k++) {
            const sim_gantt_bar *b = &g->panels[i].bars[k];
            const uint32_t rows = b->runs && b->run_count ? b->run_count : 1;
            for (r = 0; r < rows; r++) {
                sim_csv_text(to, g->panels[i].name);
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

static inline int sim_gantt_csv_file(const char *folder, const sim_gantt *g, sim_error *e)
{
    char name[256], path[4096];
    sim_output out;
    snprintf(name, sizeof name, "%s.csv", g->plot.id);
    if (sim_output_open_in(&out, path, sizeof path, folder, name, e) != 0) return -1;
    sim_gantt_csv(out.file, g);
    return sim_output_close(&out, e);
}

/* ---- drawing ----------------------------------------------------------------------- */

enum {
    SIM_GANTT_RECTANGLES = 3000, /* drawn one by one, over all panels          */
    SIM_GANTT_COLUMNS = 200,     /* of the grid for the others, at most        */
    SIM_GANTT_ROWS = 64,
    SIM_GANTT_SHADES = 6,
    SIM_GANTT_TONES = 6,    /* of jobs, and ...                          */
    SIM_GANTT_RESERVED = 3, /* ... of advance reservations               */
    SIM_GANTT_SIZES = 48,
    SIM_GANTT_JOINTS = 100 /* jobs whose parts are joined, at most      */
};

typedef struct sim_box {
    double x, y, w, h;
} sim_box;

typedef struct sim_toned { /* the rectangles of a panel drawn so far */
    sim_box box[SIM_GANTT_RECTANGLES];
    unsigned char tone[SIM_GANTT_RECTANGLES];
    size_t count;
} sim_toned;

/* How long, in the unit that suits. */
static inline const char *sim_duration_text(int64_t seconds, char to[SIM_NUMBER_TEXT])
{
    const sim_time_unit *unit = sim_time_unit_of((double)seconds);
    const char *const names[] = {"s", "min", "h", "d"};
    const int which = unit->seconds > 3600 ? 3
                      : unit->seconds > 60 ? 2
                                           : unit->seconds > 1;
    snprintf(to, SIM_NUMBER_TEXT, "%.3g %s", (double)seconds / unit->seconds,
             names[which]);
    return to;
}

static inline const char *sim_gantt_word(const sim_gantt *g)
{
    return g->server ? g->server : "server";
}

/* A part of a job at several sites is never too small to be seen. */
static inline void sim_part_enlarge(const sim_drawing *d, sim_box *box)
{
    enum { HIGH = 2, WIDE = 1 };
    if (!(box->h > 0)) return;
    if (box->h < HIGH) {
        box->y -= (HIGH - box->h) / 2;
        box->h = HIGH;
        if (box->y < d->top) box->y = d->top;
        if (box->y > d->top + d->height - HIGH) box->y = d->top + d->height - HIGH;
    }
    if (box->w < WIDE) {
        box->w = WIDE;
        if (box->x > d->right - WIDE) box->x = d->right - WIDE;
    }
}

/* Server 0 is at the bottom, as 0 is on any axis. Runs beyond the machine are cut. */
static inline sim_box sim_gantt_box(const sim_drawing *d, const sim_gantt *g,
                                    const sim_gantt_bar *b, sim_run run)
{
    const double span = (double)(g->to - g->from), width = d->right - d->left;
    const double from = b->start > g->from ? (double)(b->start - g->from) / span : 0;
    const double to = b->end < g->to ? (double)(b->end - g->from) / span : 1;
    const double lo = (double)run.first / g->servers;
    double hi = ((double)run.first + run.count) / g->servers;
    sim_box box = {0, 0, 0, 0};
    if (hi > 1) hi = 1;
    box.x = d->left + from * width;
    box.w = (to - from) * width;
    box.y = d->top + (1 - hi) * d->height;
    box.h = hi > lo ? (hi - lo) * d->height : 0;
    if (b->sites > 1) sim_part_enlarge(d, &box);
    return box;
}

/* Which of the classes of size it is in: 0 = too small to be drawn alone. */
static inline int sim_box_size(sim_box box)
{
    double area = box.w * box.h;
    int size = 1;
    if (box.w < 1 || box.h < 1) return 0;
    while (area > 1.25 && size < SIM_GANTT_SIZES - 1) {
        area /= 1.33;
        size++;
    }
    return size;
}

/* The smallest class of which, with those above, at most `most` rectangles are. */
static inline int sim_gantt_threshold(const sim_drawing *d, const sim_gantt *g,
                                      const sim_gantt_panel *p, size_t most)
{
    size_t sizes[SIM_GANTT_SIZES] = {0}, i, total = 0;
    uint32_t r;
    int size;
    for (i = 0; i < p->count; i++)
        for (r = 0; r < p->bars[i].run_count; r++)
            sizes[sim_box_size(sim_gantt_box(d, g, &p->bars[i], p->bars[i].runs[r]))]++;
    for (size = SIM_GANTT_SIZES - 1; size > 0; size--) {
        total += sizes[size];
        if (total > most) break;
    }
    return size + 1;
}

/* The rectangles of one job that are large enough, as part of a path; how many. The
 * smallest of their sides is left in *least. */
static inline size_t sim_gantt_boxes(sim_drawing *d, const sim_gantt *g,
                                     const sim_gantt_bar *b, int threshold,
                                     const char *before, double *least)
{
    size_t drawn = 0;
    uint32_t r;
    *least = HUGE_VAL;
    for (r = 0; r < b->run_count; r++) {
        const sim_box box = sim_gantt_box(d, g, b, b->runs[r]);
        if (sim_box_size(box) < threshold) continue;
        fputs(drawn++ ? "M" : before, d->to);
        sim_svg_point(d->to, box.x, box.y);
        fputc('h', d->to);
        sim_svg_number(d->to, box.w);
        fputc('v', d->to);
        sim_svg_number(d->to, box.h);
        fputc('h', d->to);
        sim_svg_number(d->to, -box.w);
        fputc('z', d->to);
        if (box.w < *least) *least = box.w;
        if (box.h < *least) *least = box.h;
    }
    return drawn;
}

/* Do they touch, or nearly? */
static inline int sim_boxes_touch(const sim_box *a, const sim_box *b)
{
    return a->x < b->x + b->w + 2 && b->x < a->x + a->w + 2 && a->y < b->y + b->h + 2 &&
           b->y < a->y + a->h + 2;
}

/* The tone of a job: the first from its own on that no rectangle beside it has. Those of
 * reservations come after the others. */
static inline int sim_gantt_tone(const sim_drawing *d, const sim_gantt *g,
                                 const sim_gantt_bar *b, int threshold, size_t own,
                                 sim_toned *drawn)
{
    const size_t before = drawn->count,
                 n = b->reserved ? SIM_GANTT_RESERVED : SIM_GANTT_TONES;
    const size_t first = b->reserved ? SIM_GANTT_TONES : 0;
    int taken[SIM_GANTT_TONES + SIM_GANTT_RESERVED] = {0};
    uint32_t r;
    size_t i, k = 0, tone;
    for (r = 0; r < b->run_count; r++) {
        const sim_box box = sim_gantt_box(d, g, b, b->runs[r]);
        if (sim_box_size(box) < threshold || drawn->count == SIM_GANTT_RECTANGLES)
            continue;
        for (i = 0; i < before; i++)
            if (sim_boxes_touch(&box, &drawn->box[i])) taken[drawn->tone[i]] = 1;
        drawn->box[drawn->count++] = box;
    }
    while (k < n && taken[first + (own + k) % n]) k++;
    tone = first + (own + k) % n;
    for (i = before; i < drawn->count; i++) drawn->tone[i] = (unsigned char)tone;
    return (int)tone;
}

/* ---- jobs with parts in several panels --------------------------------------------- */

typedef struct sim_joint {
    const sim_gantt_bar *bar; /* a part of the job */
    double size;              /* server seconds of all of it, as far as it is seen */
    int tone;
} sim_joint;

typedef struct sim_joints { /* the largest first */
    sim_joint at[SIM_GANTT_JOINTS];
    size_t count;
} sim_joints;

static inline int sim_parts_of_one(const sim_gantt_bar *a, const sim_gantt_bar *b)
{
    return a->sites > 1 && b->sites > 1 && a->job == b->job && a->start == b->start;
}

static inline const sim_joint *sim_joint_of(const sim_joints *joints,
                                            const sim_gantt_bar *b)
{
    size_t i;
    for (i = 0; b->sites > 1 && i < joints->count; i++)
        if (sim_parts_of_one(joints->at[i].bar, b)) return &joints->at[i];
    return NULL;
}

static inline void sim_joints_add(sim_joints *joints, const sim_gantt *g,
                                  const sim_gantt_bar *b)
{
    const int64_t from = b->start > g->from ? b->start : g->from;
    const int64_t to = b->end < g->to ? b->end : g->to;
    const double size = (double)(to - from) * b->all;
    size_t i = joints->count;
    if (sim_joint_of(joints, b)) return;
    if (i == SIM_GANTT_JOINTS && !(size > joints->at[--i].size)) return;
    for (; i > 0 && joints->at[i - 1].size < size; i--) joints->at[i] = joints->at[i - 1];
    joints->at[i].bar = b;
    joints->at[i].size = size;
    if (joints->count < SIM_GANTT_JOINTS) joints->count++;
}

/* The first tone that no larger one has at the same time. */
static inline int sim_joint_tone(const sim_joints *joints, size_t which)
{
    const sim_gantt_bar *b = joints->at[which].bar;
    int taken[SIM_GANTT_RESERVED] = {0}, k;
    size_t i;
    for (i = 0; i < which; i++)
        if (joints->at[i].bar->start < b->end && b->start < joints->at[i].bar->end)
            taken[joints->at[i].tone - SIM_GANTT_TONES] = 1;
    for (k = 0; k < SIM_GANTT_RESERVED && taken[k];) k++;
    return SIM_GANTT_TONES +
           (k < SIM_GANTT_RESERVED ? k : (int)(which % SIM_GANTT_RESERVED));
}

static inline void sim_joints_find(sim_joints *joints, const sim_gantt *g, size_t panels)
{
    size_t i, k;
    joints->count = 0;
    for (i = 0; i < panels; i++)
        for (k = 0; k < g->panels[i].count && !g->panels[i].counted; k++)
            if (g->panels[i].bars[k].sites > 1)
                sim_joints_add(joints, g, &g->panels[i].bars[k]);
    for (i = 0; i < joints->count; i++) joints->at[i].tone = sim_joint_tone(joints, i);
}

/* Its rectangles are taken, in its tone, before others choose theirs. */
static inline void sim_joint_mark(const sim_drawing *d, const sim_gantt *g,
                                  const sim_gantt_bar *b, int tone, sim_toned *drawn)
{
    uint32_t r;
    for (r = 0; r < b->run_count && drawn->count < SIM_GANTT_RECTANGLES; r++) {
        const sim_box box = sim_gantt_box(d, g, b, b->runs[r]);
        if (!sim_box_size(box)) continue;
        drawn->box[drawn->count] = box;
        drawn->tone[drawn->count++] = (unsigned char)tone;
    }
}

/* ---- the jobs of a panel ----------------------------------------------------------- */

static inline void sim_gantt_draw_job(sim_drawing *d, const sim_gantt *g,
                                      const sim_gantt_bar *b, int threshold, size_t own,
                                      sim_toned *drawn)
{
    char text[SIM_NUMBER_TEXT];
    double least;
    int tone;
    if (!sim_gantt_boxes(d, g, b, threshold, "<path d=\"M", &least)) return;
    tone = sim_gantt_tone(d, g, b, threshold, own, drawn);
    fprintf(d->to, "\" class=\"j%d", tone);
    fprintf(d->to, "%s\"><title>job %" PRId64 ": %" PRIu32 " %s%s, %s%s</title></path>\n",
            least < 3 ? " jn" : "", b->job, b->servers, sim_gantt_word(g),
            b->servers == 1 ? "" : "s", sim_duration_text(b->end - b->start, text),
            b->reserved ? ", advance reservation" : "");
}

static inline void sim_gantt_clip(sim_drawing *d, const sim_gantt *g, size_t panel)
{
    sim_xml_id(d->to, g->plot.id);
    fprintf(d->to, "_r%zu", panel);
}

/* Stripes over the advance reservations: one set of lines, seen only where they are. (A
 * pattern in each would be shorter, but browsers print patterns as large images.) */
static inline void sim_gantt_hatch(sim_drawing *d, const sim_gantt *g, size_t panel,
                                   int threshold, const sim_joints *joints)
{
    const sim_gantt_panel *p = &g->panels[panel];
    const double bottom = d->top + d->height;
    double least, x;
    size_t i, drawn = 0;
    for (i = 0; i < p->count; i++) {
        if (!p->bars[i].reserved || sim_joint_of(joints, &p->bars[i])) continue;
        if (!drawn) {
            fputs("<clipPath id=\"", d->to);
            sim_gantt_clip(d, g, panel);
            fputs("\"><path d=\"M0 0", d->to);
        }
        drawn++;
        sim_gantt_boxes(d, g, &p->bars[i], threshold, "M", &least);
    }
    if (!drawn) return;
    fputs("\"/></clipPath>\n<path class=\"jh\" clip-path=\"url(#", d->to);
    sim_gantt_clip(d, g, panel);
    fputs(")\" d=\"", d->to);
    for (x = d->left; x < d->right + d->height; x += 8) {
        fputc('M', d->to);
        sim_svg_point(d->to, x, d->top);
        fputc('L', d->to);
        sim_svg_point(d->to, x - d->height, bottom);
    }
    fputs("\"/>\n", d->to);
}

typedef struct sim_mosaic {
    int columns, rows;
    double cell_w, cell_h;
    double busy[SIM_GANTT_ROWS][SIM_GANTT_COLUMNS]; /* share of each cell */
} sim_mosaic;

/* How much of from .. to lies in cell i of cells this large, as a share of the cell. */
static inline double sim_overlap(double from, double to, double size, int i)
{
    const double lo = from > size * i ? from : size * i;
    const double hi = to < size * (i + 1) ? to : size * (i + 1);
    return hi > lo ? (hi - lo) / size : 0;
}

static inline void sim_mosaic_add(sim_mosaic *grid, double x, double y, double w,
                                  double h)
{
    const int x0 = (int)(x / grid->cell_w), x1 = (int)((x + w) / grid->cell_w);
    const int y0 = (int)(y / grid->cell_h), y1 = (int)((y + h) / grid->cell_h);
    int i, k;
    for (k = y0 < 0 ? 0 : y0; k <= y1 && k < grid->rows; k++)
        for (i = x0 < 0 ? 0 : x0; i <= x1 && i < grid->columns; i++)
            grid->busy[k][i] += sim_overlap(x, x + w, grid->cell_w, i) *
                                sim_overlap(y, y + h, grid->cell_h, k);
}

/* 0 for nothing at all, 1 for little, ..., SIM_GANTT_SHADES for all of it. */
static inline int sim_mosaic_shade(const sim_mosaic *grid, int row, int column)
{
    const double busy = grid->busy[row][column];
    const int shade = (int)ceil(busy * SIM_GANTT_SHADES - 1e-6);
    return busy <= 1e-12              ? 0
           : shade < 1                ? 1
           : shade > SIM_GANTT_SHADES ? SIM_GANTT_SHADES
                                      : shade;
}

static inline void sim_mosaic_draw(sim_drawing *d, const sim_mosaic *grid)
{
    int shade, row, column;
    for (shade = 1; shade <= SIM_GANTT_SHADES; shade++) {
        int drawn = 0;
        for (row = 0; row < grid->rows; row++) {
            for (column = 0; column < grid->columns; column++) {
                const int start = column;
                if (sim_mosaic_shade(grid, row, column) != shade) continue;
                while (column + 1 < grid->columns &&
                       sim_mosaic_shade(grid, row, column + 1) == shade)
                    column++;
                fputs(drawn++ ? "M" : "<path class=\"jc\" d=\"M", d->to);
                sim_svg_point(d->to, d->left + start * grid->cell_w,
                              d->top + row * grid->cell_h);
                fputc('h', d->to);
                sim_svg_number(d->to, (column + 1 - start) * grid->cell_w);
                fputc('v', d->to);
                sim_svg_number(d->to, grid->cell_h);
                fputs("H", d->to);
                sim_svg_number(d->to, d->left + start * grid->cell_w);
                fputc('z', d->to);
            }
        }
        if (drawn)
            fprintf(d->to, "\" fill-opacity=\".%02d\"/>\n",
                    shade * 90 / SIM_GANTT_SHADES);
    }
}

/* Those below the threshold; 1 if there are any. */
static inline int sim_gantt_draw_grid(sim_drawing *d, const sim_gantt *g,
                                      const sim_gantt_panel *p, int threshold,
                                      const sim_joints *joints)
{
    sim_mosaic grid;
    uint32_t r;
    size_t i;
    int any = 0;
    memset(&grid, 0, sizeof grid);
    grid.columns = g->count > 2 ? SIM_GANTT_COLUMNS / 2 : SIM_GANTT_COLUMNS;
    grid.rows = (int)(d->height / 4);
    if (grid.rows > SIM_GANTT_ROWS) grid.rows = SIM_GANTT_ROWS;
    if (g->servers < (uint32_t)grid.rows) grid.rows = (int)g->servers;
    grid.cell_w = (d->right - d->left) / grid.columns;
    grid.cell_h = d->height / grid.rows;
    for (i = 0; i < p->count; i++) {
        const int limit = sim_joint_of(joints, &p->bars[i]) ? 1 : threshold;
        for (r = 0; r < p->bars[i].run_count; r++) {
            const sim_box box = sim_gantt_box(d, g, &p->bars[i], p->bars[i].runs[r]);
            if (sim_box_size(box) >= limit) continue;
            sim_mosaic_add(&grid, box.x - d->left, box.y - d->top, box.w, box.h);
            any = 1;
        }
    }
    if (any) sim_mosaic_draw(d, &grid);
    return any;
}

/* Adds `servers` busy from `start` to `end` to the changes from one bin of `width` to the
 * next: their running sum is server seconds in each bin. `change` holds bins + 2 numbers,
 * all whole, so that nothing is left of what has ended. */
static inline void sim_spread(double *change, size_t bins, int64_t width, int64_t start,
                              int64_t end, uint32_t servers)
{
    const int64_t last = width * (int64_t)bins;
    int k;
    for (k = 0; k < 2; k++) {
        const int64_t raw = k ? end : start;
        const int64_t at = raw < 0 ? 0 : raw > last ? last : raw;
        const double part = (double)(width - at % width) * servers;
        const double rest = (double)(at % width) * servers;
        change[at / width] += k ? -part : part;
        change[at / width + 1] += k ? -rest : rest;
    }
}

/* How many servers are busy: the mean of each of at most 480 columns. */
static inline void sim_gantt_draw_count(sim_drawing *d, const sim_gantt *g,
                                        const sim_gantt_panel *p)
{
    enum { COLUMNS = 480 };
    const int64_t span = g->to - g->from, each = (span + COLUMNS - 1) / COLUMNS;
    const double wide = (d->right - d->left) / (double)span;
    double change[COLUMNS + 2] = {0}, busy = 0;
    sim_path path = {0};
    size_t i;
    int64_t c;
    for (i = 0; i < p->count; i++)
        sim_spread(change, COLUMNS, each, p->bars[i].start - g->from,
                   p->bars[i].end - g->from, p->bars[i].servers);
    path.to = d->to;
    path.column = 1;
    path.base = d->top + d->height;
    fputs("<path class=\"jc\" fill-opacity=\".6\" d=\"", d->to);
    for (c = 0; c * each < span; c++) {
        const int64_t end = (c + 1) * each < span ? (c + 1) * each : span;
        double share;
        busy += change[c];
        share = busy / ((double)each * g->servers);
        share = share > 1 ? 1 : share;
        sim_path_to(&path, d->left + (double)(c * each) * wide,
                    d->top + (1 - share) * d->height);
        sim_path_to(&path, d->left + (double)end * wide,
                    d->top + (1 - share) * d->height);
    }
    sim_path_end(&path);
    fprintf(d->to, "\"><title>%ss busy</title></path>\n", sim_gantt_word(g));
}

/* When the machine is down. */
static inline void sim_gantt_draw_outages(sim_drawing *d, const sim_gantt *g,
                                          const sim_gantt_panel *p)
{
    const double span = (double)(g->to - g->from), width = d->right - d->left;
    char text[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < p->outage_count; i++) {
        const sim_gantt_outage *o = &p->outages[i];
        const double from = o->from > g->from ? (double)(o->from - g->from) / span : 0;
        const double to = o->to < g->to ? (double)(o->to - g->from) / span : 1;
        sim_svg_rect(d->to, d->left + from * width, d->top, (to - from) * width,
                     d->height);
        fprintf(d->to, " class=\"jd\"><title>down%s%s</title></rect>\n",
                o->to == INT64_MAX ? "" : " for ",
                o->to == INT64_MAX ? "" : sim_duration_text(o->to - o->from, text));
    }
}

static inline void sim_gantt_style(FILE *to)
{
    fputs("svg .j0,svg .j3{fill:var(--s0)}svg .j1,svg .j4{fill:var(--s2)}"
          "svg .j2,svg .j5{fill:var(--s5)}svg .j0,svg .j1,svg .j2{fill-opacity:.8}"
          "svg .j3,svg .j4,svg .j5{fill-opacity:.45}svg .jc{fill:var(--s7)}"
          "svg .j6,svg .j7{fill:var(--s1)}svg .j7{fill-opacity:.6}"
          "svg .j8{fill:var(--s6);fill-opacity:.75}"
          "svg [class^=j]{stroke:var(--bg);stroke-width:.7}"
          "svg .jd{fill:var(--s6);fill-opacity:.3}"
          "svg .jc,svg .jn,svg .jd{stroke:none!important}"
          "svg .jh{stroke:var(--bg);stroke-width:1;fill:none;pointer-events:none}"
          "svg .jw{stroke:var(--bg);stroke-width:4;fill:none}"
          "svg .jt{paint-order:stroke;stroke:var(--bg);stroke-width:5;"
          "stroke-linejoin:round}"
          "svg .jk{stroke:var(--ink);stroke-width:1.4;fill:none}"
          "svg .jo{stroke:var(--bg);stroke-width:.7;fill:var(--ink)}"
          "svg .jl:hover [class^=j]{stroke:var(--ink)!important;stroke-width:2}\n",
          to);
}

/* A line from (x, y) to `below`, a dot at each of its ends. */
static inline void sim_joint_line(sim_drawing *d, double x, double y, double below)
{
    int k;
    for (k = 0; k < 2; k++) {
        fprintf(d->to, "<path class=\"%s\" d=\"M", k ? "jk" : "jw");
        sim_svg_point(d->to, x, y);
        fputc('V', d->to);
        sim_svg_number(d->to, below);
        fputs("\"/>", d->to);
    }
    for (k = 0; k < 2; k++) {
        fputs("<path class=\"jo\" d=\"M", d->to);
        sim_svg_point(d->to, x, k ? below : y);
        fputs("m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z\"/>", d->to);
    }
    fputc('\n', d->to);
}

static inline void sim_joint_legend(sim_drawing *d, double x)
{
    int i;
    for (i = 0; i < 2; i++) {
        sim_svg_rect(d->to, x, 3 + 12 * (double)i, 26, 7);
        fprintf(d->to, " class=\"j%d\"/>\n", SIM_GANTT_TONES);
    }
    sim_joint_line(d, x + 13, 6.5, 18.5);
    sim_svg_text(d->to, "tl", x + 32, 17, "solid: one job at several sites", 275);
}

/* What the colours mean; its height. Drawn if `draw`. */
static inline double sim_gantt_legend(sim_drawing *d, const sim_gantt *g, int draw)
{
    size_t i, k, reserved = 0, joined = 0, outages = 0;
    double second;
    for (i = 0; i < g->count; i++) {
        outages += g->panels[i].outage_count;
        for (k = 0; k < g->panels[i].count; k++) {
            reserved += g->panels[i].bars[k].reserved && !g->panels[i].counted;
            joined += g->panels[i].bars[k].sites > 1 && !g->panels[i].counted;
        }
    }
    if (!reserved && !outages && !joined) return 0;
    if (!draw) return 24;
    second = joined ? 180 : 316;
    if (outages) {
        const double x = joined ? 830 : reserved ? 520 : 6;
        sim_svg_rect(d->to, x, 6, 26, 13);
        fputs(" class=\"jd\"/>\n", d->to);
        sim_svg_text(d->to, "tl", x + 32, 17, "down", 300);
    }
    if (joined) sim_joint_legend(d, 510);
    if (!reserved) return 24;
    for (i = 0; i < SIM_GANTT_TONES; i++) {
        sim_svg_rect(d->to, 6 + 11 * (double)i, 6, 11, 13);
        fprintf(d->to, " class=\"j%d\"/>\n", (int)(i * 2 % 6 + i / 3));
    }
    sim_svg_text(d->to, "tl", 78, 17, g->plain ? g->plain : "job ready when submitted",
                 second - 86);
    for (i = 0; i < SIM_GANTT_RESERVED; i++) {
        sim_svg_rect(d->to, second + 11 * (double)i, 6, 11, 13);
        fprintf(d->to, " class=\"j%d\"/>\n", SIM_GANTT_TONES + (int)i);
    }
    for (i = 0; i < 3; i++)
        sim_svg_line(d->to, "jh", second + 2 + 9 * (double)i, 18,
                     second + 13 + 9 * (double)i, 7);
    sim_svg_text(d->to, "tl", second + 39, 17,
                 g->reserved ? g->reserved : "advance reservation", joined ? 285 : 300);
    return 24;
}

/* The y axis: the servers of a panel. */
static inline void sim_gantt_scale(sim_drawing *d, const sim_gantt *g, size_t which)
{
    const sim_gantt_panel *p = &g->panels[which];
    const uint32_t n = p->servers ? p->servers : g->servers;
    sim_axis servers = {sim_gantt_word(g), NULL, 0, 0, 1, 0, n ? n : 1, 0};
    if (g->plot.y.label) servers.label = g->plot.y.label;
    sim_scale_make(&d->y, &servers, sim_range_none(), d->height, SIM_SVG_TICK, 1, 0);
}

static inline void sim_gantt_name(sim_drawing *d, const sim_gantt *g, size_t which,
                                  const char *class)
{
    const sim_gantt_panel *p = &g->panels[which];
    char name[300];
    if (p->counted)
        snprintf(name, sizeof name, "%s (how many %ss are busy; which, is not known)",
                 p->name, sim_gantt_word(g));
    else
        snprintf(name, sizeof name, "%s", p->name);
    sim_svg_text(d->to, class, d->left, d->top - 7, name, d->right - d->left);
}

/* 1 if some of it is in the grid. */
static inline int sim_gantt_draw_panel(sim_drawing *d, const sim_gantt *chart,
                                       size_t which, const sim_joints *joints)
{
    const sim_gantt_panel *p = &chart->panels[which];
    sim_gantt own = *chart; /* of the size of this panel's machine */
    const sim_gantt *g = &own;
    const size_t most = SIM_GANTT_RECTANGLES / g->count;
    size_t i;
    int gridded = 0;
    if (p->servers) own.servers = p->servers;
    sim_gantt_scale(d, g, which);
    sim_svg_axis_y(d);
    if (g->servers == 0 || g->to <= g->from) {
    } else if (p->counted) {
        sim_gantt_draw_count(d, g, p);
    } else {
        const int threshold = sim_gantt_threshold(d, g, p, most);
        sim_toned drawn;
        drawn.count = 0;
        gridded = sim_gantt_draw_grid(d, g, p, threshold, joints);
        for (i = 0; i < p->count; i++) {
            const sim_joint *joint = sim_joint_of(joints, &p->bars[i]);
            if (joint) sim_joint_mark(d, g, &p->bars[i], joint->tone, &drawn);
        }
        for (i = 0; i < p->count; i++)
            if (!sim_joint_of(joints, &p->bars[i]))
                sim_gantt_draw_job(d, g, &p->bars[i], threshold, i, &drawn);
        sim_gantt_hatch(d, g, which, threshold, joints);
    }
    if (g->to > g->from) sim_gantt_draw_outages(d, g, p);
    sim_svg_axis_x(d, which + 1 == g->count || which + 1 == SIM_SVG_PANELS);
    if (!joints->count) sim_gantt_name(d, g, which, "tl");
    return gridded;
}

/* Where the panel is. */
static inline void sim_gantt_at(sim_drawing *d, double legend, size_t panel)
{
    d->top = legend + 45 + (double)panel * (d->height + 30);
}

/* The middle of the largest rectangle of a part; NAN if there is none. */
static inline double sim_part_middle(const sim_drawing *d, const sim_gantt *g,
                                     const sim_gantt_bar *b)
{
    double most = -1, y = NAN;
    uint32_t r;
    for (r = 0; r < b->run_count; r++) {
        const sim_box box = sim_gantt_box(d, g, b, b->runs[r]);
        if (!(box.h > most)) continue;
        most = box.h;
        y = box.y + box.h / 2;
    }
    return y;
}

/* All parts of one job, in one group, with lines from each to the next below. */
static inline void sim_gantt_draw_joint(sim_drawing *d, const sim_gantt *g, double legend,
                                        size_t panels, const sim_joints *joints,
                                        size_t which)
{
    const sim_joint *joint = &joints->at[which];
    const double shift = 0.618 * (double)which, aside = 0.25 + (shift - floor(shift)) / 2;
    const sim_run all = {0, 1};
    char text[SIM_NUMBER_TEXT];
    double middle[SIM_SVG_PANELS], least;
    sim_gantt own = *g;
    size_t i, k, parts = 0;
    sim_box box;
    fprintf(d->to,
            "<g class=\"jl\"><title>job %" PRId64 ": %" PRIu32 " %ss at %" PRIu32
            " sites, %s</title>\n",
            joint->bar->job, joint->bar->all, sim_gantt_word(g), joint->bar->sites,
            sim_duration_text(joint->bar->end - joint->bar->start, text));
    for (i = 0; i < panels; i++) {
        const sim_gantt_panel *p = &g->panels[i];
        own.servers = p->servers ? p->servers : g->servers;
        sim_gantt_at(d, legend, i);
        for (k = 0; k < p->count; k++) {
            if (!sim_parts_of_one(&p->bars[k], joint->bar)) continue;
            if (sim_gantt_boxes(d, &own, &p->bars[k], 1, "<path d=\"M", &least))
                fprintf(d->to, "\" class=\"j%d%s\"/>\n", joint->tone,
                        least < 3 ? " jn" : "");
            middle[parts] = sim_part_middle(d, &own, &p->bars[k]);
            if (parts < SIM_SVG_PANELS - 1 && !isnan(middle[parts])) parts++;
        }
    }
    box = sim_gantt_box(d, &own, joint->bar, all);
    for (i = 1; i < parts; i++)
        sim_joint_line(d, box.x + aside * box.w, middle[i - 1], middle[i]);
    fputs("</g>\n", d->to);
}

/* What the grid is, below everything; with a sample of it where it may be taken for one
 * more kind of jobs. */
static inline void sim_gantt_grid_legend(sim_drawing *d, const sim_gantt *g,
                                         const sim_joints *joints, double y)
{
    const double x = joints->count ? 40 : 4;
    char text[160];
    int i;
    for (i = 0; i < 3 && joints->count; i++) {
        sim_svg_rect(d->to, 4 + 10 * (double)i, y - 9, 10, 10);
        fprintf(d->to, " class=\"jc\" fill-opacity=\".%02d\"/>\n", 15 + 30 * i);
    }
    snprintf(text, sizeof text,
             "Jobs too small to be drawn alone are put together: the stronger the colour,"
             " the more of these %ss are busy.",
             sim_gantt_word(g));
    sim_svg_text(d->to, "k tl", x, y, text, d->width - 4 - x);
}

static inline void sim_svg_gantt(FILE *to, const sim_gantt *g)
{
    const size_t panels = g->count < SIM_SVG_PANELS ? g->count : SIM_SVG_PANELS;
    sim_axis hours = {"time", "hours", 3600, 0, 1, 0, 1, 0};
    sim_drawing d = {0};
    double legend, bottom;
    char about[80];
    sim_joints joints;
    size_t i;
    int gridded = 0;
    hours.hi = g->to > g->from ? (double)(g->to - g->from) / 3600 : 1;
    if (g->plot.x.label) hours.label = g->plot.x.label;
    d.to = to;
    d.plot = &g->plot;
    d.width = SIM_SVG_WIDE;
    d.height = d.panel = g->servers < 8 ? 60 : panels < 3 ? 240 : panels < 5 ? 160 : 110;
    for (i = 0; i < panels; i++) {
        sim_gantt_scale(&d, g, i);
        if (14 + sim_ticks_width(&d.y) > d.left) d.left = 14 + sim_ticks_width(&d.y);
    }
    d.right = d.width - 24;
    sim_scale_make(&d.x, &hours, sim_range_none(), d.right - d.left, SIM_SVG_TICK, 0, 0);
    legend = sim_gantt_legend(&d, g, 0);
    bottom = legend + 15 + (double)panels * (d.height + 30);
    snprintf(about, sizeof about, "which %s runs which job, over time",
             sim_gantt_word(g));
    sim_svg_open(to, g->plot.title, about, d.width, bottom + 71);
    sim_gantt_legend(&d, g, 1);
    sim_svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    sim_joints_find(&joints, g, panels);
    for (i = 0; i < panels; i++) {
        sim_gantt_at(&d, legend, i);
        gridded |= sim_gantt_draw_panel(&d, g, i, &joints);
    }
    for (i = 0; i < joints.count && g->servers; i++)
        sim_gantt_draw_joint(&d, g, legend, panels, &joints, i);
    for (i = 0; i < panels && joints.count; i++) { /* the lines would cross them */
        sim_gantt_at(&d, legend, i);
        sim_gantt_name(&d, g, i, "tl jt");
    }
    sim_svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43, d.x.title, d.width / 2);
    if (gridded) sim_gantt_grid_legend(&d, g, &joints, bottom + 62);
    fputs("</svg>\n", to);
}

#endif
