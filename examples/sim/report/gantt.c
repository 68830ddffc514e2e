/* gantt.c - implements gantt.h. */
#include "report/gantt.h"

#include "base/outfile.h"
#include "base/text.h"
#include "program/csv.h"
#include "report/axis.h"
#include "report/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    void *items = g->panels;
    if (g->plot.failed) return SIZE_MAX;
    if (figure_grow(&items, g->count, &g->capacity, sizeof *g->panels) != 0) {
        g->plot.failed = 1;
        return SIZE_MAX;
    }
    g->panels = (struct gantt_panel *)items;
    g->panels[g->count] = nothing;
    figure_plot_text(&g->plot, &g->panels[g->count].name, "%s", name);
    return g->plot.failed ? SIZE_MAX : g->count++;
}

void gantt_job(struct gantt *g, size_t panel, const struct gantt_bar *bar)
{
    struct gantt_panel *p;
    void *items;
    if (g->plot.failed || panel >= g->count) return;
    if (bar->end <= g->from || bar->start >= g->to || bar->end <= bar->start) return;
    p = &g->panels[panel];
    items = p->bars;
    if (figure_grow(&items, p->count, &p->capacity, sizeof *p->bars) != 0) {
        g->plot.failed = 1;
        return;
    }
    p->bars = (struct gantt_bar *)items;
    p->bars[p->count++] = *bar;
    if (!bar->runs || !bar->run_count) p->counted = 1;
}

void gantt_resize(struct gantt *g, size_t panel, uint32_t servers)
{
    if (panel < g->count) g->panels[panel].servers = servers;
}

void gantt_down(struct gantt *g, size_t panel, int64_t from, int64_t to)
{
    struct gantt_panel *p;
    void *items;
    if (g->plot.failed || panel >= g->count) return;
    if (to <= g->from || from >= g->to || to <= from) return;
    p = &g->panels[panel];
    items = p->outages;
    if (figure_grow(&items, p->outage_count, &p->outage_capacity, sizeof *p->outages) !=
        0) {
        g->plot.failed = 1;
        return;
    }
    p->outages = (struct gantt_outage *)items;
    p->outages[p->outage_count].from = from;
    p->outages[p->outage_count++].to = to;
}

void gantt_free(struct gantt *g)
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
    figure_plot_free(&g->plot);
}

void gantt_csv(FILE *to, const struct gantt *g)
{
    size_t i, k;
    uint32_t r;
    fputs("schedule,job,start,end,reserved,first_server,servers\n", to);
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

int gantt_csv_file(const char *folder, const struct gantt *g, struct error *e)
{
    char name[256], path[4096];
    struct outfile out;
    snprintf(name, sizeof name, "%s.csv", g->plot.id);
    if (outfile_open_in(&out, path, sizeof path, folder, name, e) != 0) return -1;
    gantt_csv(out.file, g);
    return outfile_commit(&out, e);
}

/* ---- drawing ----------------------------------------------------------------------- */

struct gantt_box {
    double x, y, w, h;
};

struct gantt_toned { /* the rectangles of a panel drawn so far */
    struct gantt_box box[GANTT_RECTANGLES];
    unsigned char tone[GANTT_RECTANGLES];
    size_t count;
};

const char *gantt_duration_text(int64_t seconds, char to[TEXT_NUMBER])
{
    const struct axis_time_unit *unit = axis_time_unit_of((double)seconds);
    const char *const names[] = {"s", "min", "h", "d"};
    const int which = unit->seconds > 3600 ? 3
                      : unit->seconds > 60 ? 2
                                           : unit->seconds > 1;
    snprintf(to, TEXT_NUMBER, "%.3g %s", (double)seconds / unit->seconds, names[which]);
    return to;
}

static const char *gantt_word(const struct gantt *g)
{
    return g->server ? g->server : "server";
}

/* A part of a job at several sites is never too small to be seen. */
static void gantt_part_enlarge(const struct svg_drawing *d, struct gantt_box *box)
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
static struct gantt_box gantt_box(const struct svg_drawing *d, const struct gantt *g,
                                  const struct gantt_bar *b, struct job_run run)
{
    const double span = (double)(g->to - g->from), width = d->right - d->left;
    const double from = b->start > g->from ? (double)(b->start - g->from) / span : 0;
    const double to = b->end < g->to ? (double)(b->end - g->from) / span : 1;
    const double lo = (double)run.first / g->servers;
    double hi = ((double)run.first + run.count) / g->servers;
    struct gantt_box box = {0, 0, 0, 0};
    if (hi > 1) hi = 1;
    box.x = d->left + from * width;
    box.w = (to - from) * width;
    box.y = d->top + (1 - hi) * d->height;
    box.h = hi > lo ? (hi - lo) * d->height : 0;
    if (b->sites > 1) gantt_part_enlarge(d, &box);
    return box;
}

/* Which of the classes of size it is in: 0 = too small to be drawn alone. */
static int gantt_box_size(struct gantt_box box)
{
    double area = box.w * box.h;
    int size = 1;
    if (box.w < 1 || box.h < 1) return 0;
    while (area > 1.25 && size < GANTT_SIZES - 1) {
        area /= 1.33;
        size++;
    }
    return size;
}

/* The smallest class of which, with those above, at most `most` rectangles are. */
static int gantt_threshold(const struct svg_drawing *d, const struct gantt *g,
                           const struct gantt_panel *p, size_t most)
{
    size_t sizes[GANTT_SIZES] = {0}, i, total = 0;
    uint32_t r;
    int size;
    for (i = 0; i < p->count; i++)
        for (r = 0; r < p->bars[i].run_count; r++)
            sizes[gantt_box_size(gantt_box(d, g, &p->bars[i], p->bars[i].runs[r]))]++;
    for (size = GANTT_SIZES - 1; size > 0; size--) {
        total += sizes[size];
        if (total > most) break;
    }
    return size + 1;
}

/* The rectangles of one job that are large enough, as part of a path; how many. The
 * smallest of their sides is left in *least. */
static size_t gantt_boxes(struct svg_drawing *d, const struct gantt *g,
                          const struct gantt_bar *b, int threshold, const char *before,
                          double *least)
{
    size_t drawn = 0;
    uint32_t r;
    *least = HUGE_VAL;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_box(d, g, b, b->runs[r]);
        if (gantt_box_size(box) < threshold) continue;
        fputs(drawn++ ? "M" : before, d->to);
        svg_point(d->to, box.x, box.y);
        fputc('h', d->to);
        svg_number(d->to, box.w);
        fputc('v', d->to);
        svg_number(d->to, box.h);
        fputc('h', d->to);
        svg_number(d->to, -box.w);
        fputc('z', d->to);
        if (box.w < *least) *least = box.w;
        if (box.h < *least) *least = box.h;
    }
    return drawn;
}

/* Do they touch, or nearly? */
static int gantt_boxes_touch(const struct gantt_box *a, const struct gantt_box *b)
{
    return a->x < b->x + b->w + 2 && b->x < a->x + a->w + 2 && a->y < b->y + b->h + 2 &&
           b->y < a->y + a->h + 2;
}

/* The tone of a job: the first from its own on that no rectangle beside it has. Those of
 * reservations come after the others. */
static int gantt_tone(const struct svg_drawing *d, const struct gantt *g,
                      const struct gantt_bar *b, int threshold, size_t own,
                      struct gantt_toned *drawn)
{
    const size_t before = drawn->count, n = b->reserved ? GANTT_RESERVED : GANTT_TONES;
    const size_t first = b->reserved ? GANTT_TONES : 0;
    int taken[GANTT_TONES + GANTT_RESERVED] = {0};
    uint32_t r;
    size_t i, k = 0, tone;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_box(d, g, b, b->runs[r]);
        if (gantt_box_size(box) < threshold || drawn->count == GANTT_RECTANGLES) continue;
        for (i = 0; i < before; i++)
            if (gantt_boxes_touch(&box, &drawn->box[i])) taken[drawn->tone[i]] = 1;
        drawn->box[drawn->count++] = box;
    }
    while (k < n && taken[first + (own + k) % n]) k++;
    tone = first + (own + k) % n;
    for (i = before; i < drawn->count; i++) drawn->tone[i] = (unsigned char)tone;
    return (int)tone;
}

/* ---- jobs with parts in several panels --------------------------------------------- */

struct gantt_joint {
    const struct gantt_bar *bar; /* a part of the job */
    double size;                 /* server seconds of all of it, as far as it is seen */
    int tone;
};

struct gantt_joints { /* the largest first */
    struct gantt_joint at[GANTT_JOINTS];
    size_t count;
};

static int gantt_parts_of_one(const struct gantt_bar *a, const struct gantt_bar *b)
{
    return a->sites > 1 && b->sites > 1 && a->job == b->job && a->start == b->start;
}

static const struct gantt_joint *gantt_joint_of(const struct gantt_joints *joints,
                                                const struct gantt_bar *b)
{
    size_t i;
    for (i = 0; b->sites > 1 && i < joints->count; i++)
        if (gantt_parts_of_one(joints->at[i].bar, b)) return &joints->at[i];
    return NULL;
}

static void gantt_joints_add(struct gantt_joints *joints, const struct gantt *g,
                             const struct gantt_bar *b)
{
    const int64_t from = b->start > g->from ? b->start : g->from;
    const int64_t to = b->end < g->to ? b->end : g->to;
    const double size = (double)(to - from) * b->all;
    size_t i = joints->count;
    if (gantt_joint_of(joints, b)) return;
    if (i == GANTT_JOINTS && !(size > joints->at[--i].size)) return;
    for (; i > 0 && joints->at[i - 1].size < size; i--) joints->at[i] = joints->at[i - 1];
    joints->at[i].bar = b;
    joints->at[i].size = size;
    if (joints->count < GANTT_JOINTS) joints->count++;
}

/* The first tone that no larger one has at the same time. */
static int gantt_joint_tone(const struct gantt_joints *joints, size_t which)
{
    const struct gantt_bar *b = joints->at[which].bar;
    int taken[GANTT_RESERVED] = {0}, k;
    size_t i;
    for (i = 0; i < which; i++)
        if (joints->at[i].bar->start < b->end && b->start < joints->at[i].bar->end)
            taken[joints->at[i].tone - GANTT_TONES] = 1;
    for (k = 0; k < GANTT_RESERVED && taken[k];) k++;
    return GANTT_TONES + (k < GANTT_RESERVED ? k : (int)(which % GANTT_RESERVED));
}

static void gantt_joints_find(struct gantt_joints *joints, const struct gantt *g,
                              size_t panels)
{
    size_t i, k;
    joints->count = 0;
    for (i = 0; i < panels; i++)
        for (k = 0; k < g->panels[i].count && !g->panels[i].counted; k++)
            if (g->panels[i].bars[k].sites > 1)
                gantt_joints_add(joints, g, &g->panels[i].bars[k]);
    for (i = 0; i < joints->count; i++) joints->at[i].tone = gantt_joint_tone(joints, i);
}

/* Its rectangles are taken, in its tone, before others choose theirs. */
static void gantt_joint_mark(const struct svg_drawing *d, const struct gantt *g,
                             const struct gantt_bar *b, int tone,
                             struct gantt_toned *drawn)
{
    uint32_t r;
    for (r = 0; r < b->run_count && drawn->count < GANTT_RECTANGLES; r++) {
        const struct gantt_box box = gantt_box(d, g, b, b->runs[r]);
        if (!gantt_box_size(box)) continue;
        drawn->box[drawn->count] = box;
        drawn->tone[drawn->count++] = (unsigned char)tone;
    }
}

/* ---- the jobs of a panel ----------------------------------------------------------- */

static void gantt_draw_job(struct svg_drawing *d, const struct gantt *g,
                           const struct gantt_bar *b, int threshold, size_t own,
                           struct gantt_toned *drawn)
{
    char text[TEXT_NUMBER];
    double least;
    int tone;
    if (!gantt_boxes(d, g, b, threshold, "<path d=\"M", &least)) return;
    tone = gantt_tone(d, g, b, threshold, own, drawn);
    fprintf(d->to, "\" class=\"j%d", tone);
    fprintf(d->to, "%s\"><title>job %" PRId64 ": %" PRIu32 " %s%s, %s%s</title></path>\n",
            least < 3 ? " jn" : "", b->job, b->servers, gantt_word(g),
            b->servers == 1 ? "" : "s", gantt_duration_text(b->end - b->start, text),
            b->reserved ? ", advance reservation" : "");
}

static void gantt_clip(struct svg_drawing *d, const struct gantt *g, size_t panel)
{
    svg_xml_id(d->to, g->plot.id);
    fprintf(d->to, "_r%zu", panel);
}

/* Stripes over the advance reservations: one set of lines, seen only where they are. (A
 * pattern in each would be shorter, but browsers print patterns as large images.) */
static void gantt_hatch(struct svg_drawing *d, const struct gantt *g, size_t panel,
                        int threshold, const struct gantt_joints *joints)
{
    const struct gantt_panel *p = &g->panels[panel];
    const double bottom = d->top + d->height;
    double least, x;
    size_t i, drawn = 0;
    for (i = 0; i < p->count; i++) {
        if (!p->bars[i].reserved || gantt_joint_of(joints, &p->bars[i])) continue;
        if (!drawn) {
            fputs("<clipPath id=\"", d->to);
            gantt_clip(d, g, panel);
            fputs("\"><path d=\"M0 0", d->to);
        }
        drawn++;
        gantt_boxes(d, g, &p->bars[i], threshold, "M", &least);
    }
    if (!drawn) return;
    fputs("\"/></clipPath>\n<path class=\"jh\" clip-path=\"url(#", d->to);
    gantt_clip(d, g, panel);
    fputs(")\" d=\"", d->to);
    for (x = d->left; x < d->right + d->height; x += 8) {
        fputc('M', d->to);
        svg_point(d->to, x, d->top);
        fputc('L', d->to);
        svg_point(d->to, x - d->height, bottom);
    }
    fputs("\"/>\n", d->to);
}

struct gantt_mosaic {
    int columns, rows;
    double cell_w, cell_h;
    double busy[GANTT_ROWS][GANTT_COLUMNS]; /* share of each cell */
};

/* How much of from .. to lies in cell i of cells this large, as a share of the cell. */
static double gantt_overlap(double from, double to, double size, int i)
{
    const double lo = from > size * i ? from : size * i;
    const double hi = to < size * (i + 1) ? to : size * (i + 1);
    return hi > lo ? (hi - lo) / size : 0;
}

static void gantt_mosaic_add(struct gantt_mosaic *grid, double x, double y, double w,
                             double h)
{
    const int x0 = (int)(x / grid->cell_w), x1 = (int)((x + w) / grid->cell_w);
    const int y0 = (int)(y / grid->cell_h), y1 = (int)((y + h) / grid->cell_h);
    int i, k;
    for (k = y0 < 0 ? 0 : y0; k <= y1 && k < grid->rows; k++)
        for (i = x0 < 0 ? 0 : x0; i <= x1 && i < grid->columns; i++)
            grid->busy[k][i] += gantt_overlap(x, x + w, grid->cell_w, i) *
                                gantt_overlap(y, y + h, grid->cell_h, k);
}

/* 0 for nothing at all, 1 for little, ..., GANTT_SHADES for all of it. */
static int gantt_mosaic_shade(const struct gantt_mosaic *grid, int row, int column)
{
    const double busy = grid->busy[row][column];
    const int shade = (int)ceil(busy * GANTT_SHADES - 1e-6);
    return busy <= 1e-12          ? 0
           : shade < 1            ? 1
           : shade > GANTT_SHADES ? GANTT_SHADES
                                  : shade;
}

static void gantt_mosaic_draw(struct svg_drawing *d, const struct gantt_mosaic *grid)
{
    int shade, row, column;
    for (shade = 1; shade <= GANTT_SHADES; shade++) {
        int drawn = 0;
        for (row = 0; row < grid->rows; row++) {
            for (column = 0; column < grid->columns; column++) {
                const int start = column;
                if (gantt_mosaic_shade(grid, row, column) != shade) continue;
                while (column + 1 < grid->columns &&
                       gantt_mosaic_shade(grid, row, column + 1) == shade)
                    column++;
                fputs(drawn++ ? "M" : "<path class=\"jc\" d=\"M", d->to);
                svg_point(d->to, d->left + start * grid->cell_w,
                          d->top + row * grid->cell_h);
                fputc('h', d->to);
                svg_number(d->to, (column + 1 - start) * grid->cell_w);
                fputc('v', d->to);
                svg_number(d->to, grid->cell_h);
                fputs("H", d->to);
                svg_number(d->to, d->left + start * grid->cell_w);
                fputc('z', d->to);
            }
        }
        if (drawn)
            fprintf(d->to, "\" fill-opacity=\".%02d\"/>\n", shade * 90 / GANTT_SHADES);
    }
}

/* Those below the threshold; 1 if there are any. */
static int gantt_draw_grid(struct svg_drawing *d, const struct gantt *g,
                           const struct gantt_panel *p, int threshold,
                           const struct gantt_joints *joints)
{
    struct gantt_mosaic grid;
    uint32_t r;
    size_t i;
    int any = 0;
    memset(&grid, 0, sizeof grid);
    grid.columns = g->count > 2 ? GANTT_COLUMNS / 2 : GANTT_COLUMNS;
    grid.rows = (int)(d->height / 4);
    if (grid.rows > GANTT_ROWS) grid.rows = GANTT_ROWS;
    if (g->servers < (uint32_t)grid.rows) grid.rows = (int)g->servers;
    grid.cell_w = (d->right - d->left) / grid.columns;
    grid.cell_h = d->height / grid.rows;
    for (i = 0; i < p->count; i++) {
        const int limit = gantt_joint_of(joints, &p->bars[i]) ? 1 : threshold;
        for (r = 0; r < p->bars[i].run_count; r++) {
            const struct gantt_box box = gantt_box(d, g, &p->bars[i], p->bars[i].runs[r]);
            if (gantt_box_size(box) >= limit) continue;
            gantt_mosaic_add(&grid, box.x - d->left, box.y - d->top, box.w, box.h);
            any = 1;
        }
    }
    if (any) gantt_mosaic_draw(d, &grid);
    return any;
}

void gantt_spread(double *change, size_t bins, int64_t width, int64_t start, int64_t end,
                  uint32_t servers)
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
static void gantt_draw_count(struct svg_drawing *d, const struct gantt *g,
                             const struct gantt_panel *p)
{
    enum { COLUMNS = 480 };
    const int64_t span = g->to - g->from, each = (span + COLUMNS - 1) / COLUMNS;
    const double wide = (d->right - d->left) / (double)span;
    double change[COLUMNS + 2] = {0}, busy = 0;
    struct svg_path path = {0};
    size_t i;
    int64_t c;
    for (i = 0; i < p->count; i++)
        gantt_spread(change, COLUMNS, each, p->bars[i].start - g->from,
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
        svg_path_to(&path, d->left + (double)(c * each) * wide,
                    d->top + (1 - share) * d->height);
        svg_path_to(&path, d->left + (double)end * wide,
                    d->top + (1 - share) * d->height);
    }
    svg_path_end(&path);
    fprintf(d->to, "\"><title>%ss busy</title></path>\n", gantt_word(g));
}

/* When the machine is down. */
static void gantt_draw_outages(struct svg_drawing *d, const struct gantt *g,
                               const struct gantt_panel *p)
{
    const double span = (double)(g->to - g->from), width = d->right - d->left;
    char text[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < p->outage_count; i++) {
        const struct gantt_outage *o = &p->outages[i];
        const double from = o->from > g->from ? (double)(o->from - g->from) / span : 0;
        const double to = o->to < g->to ? (double)(o->to - g->from) / span : 1;
        svg_rect(d->to, d->left + from * width, d->top, (to - from) * width, d->height);
        fprintf(d->to, " class=\"jd\"><title>down%s%s</title></rect>\n",
                o->to == INT64_MAX ? "" : " for ",
                o->to == INT64_MAX ? "" : gantt_duration_text(o->to - o->from, text));
    }
}

void gantt_style(FILE *to)
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
static void gantt_joint_line(struct svg_drawing *d, double x, double y, double below)
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

static void gantt_joint_legend(struct svg_drawing *d, double x)
{
    int i;
    for (i = 0; i < 2; i++) {
        svg_rect(d->to, x, 3 + 12 * (double)i, 26, 7);
        fprintf(d->to, " class=\"j%d\"/>\n", GANTT_TONES);
    }
    gantt_joint_line(d, x + 13, 6.5, 18.5);
    svg_text(d->to, "tl", x + 32, 17, "solid: one job at several sites", 275);
}

/* What the colours mean; its height. Drawn if `draw`. */
static double gantt_legend(struct svg_drawing *d, const struct gantt *g, int draw)
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
        svg_rect(d->to, x, 6, 26, 13);
        fputs(" class=\"jd\"/>\n", d->to);
        svg_text(d->to, "tl", x + 32, 17, "down", 300);
    }
    if (joined) gantt_joint_legend(d, 510);
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
static void gantt_scale(struct svg_drawing *d, const struct gantt *g, size_t which)
{
    const struct gantt_panel *p = &g->panels[which];
    const uint32_t n = p->servers ? p->servers : g->servers;
    struct figure_axis servers = {gantt_word(g), NULL, 0, 0, 1, 0, n ? n : 1, 0};
    if (g->plot.y.label) servers.label = g->plot.y.label;
    axis_scale_make(&d->y, &servers, axis_range_none(), d->height, SVG_TICK, 1, 0);
}

static void gantt_name(struct svg_drawing *d, const struct gantt *g, size_t which,
                       const char *class)
{
    const struct gantt_panel *p = &g->panels[which];
    char name[300];
    if (p->counted)
        snprintf(name, sizeof name, "%s (how many %ss are busy; which, is not known)",
                 p->name, gantt_word(g));
    else
        snprintf(name, sizeof name, "%s", p->name);
    svg_text(d->to, class, d->left, d->top - 7, name, d->right - d->left);
}

/* 1 if some of it is in the grid. */
static int gantt_draw_panel(struct svg_drawing *d, const struct gantt *chart,
                            size_t which, const struct gantt_joints *joints)
{
    const struct gantt_panel *p = &chart->panels[which];
    struct gantt own = *chart; /* of the size of this panel's machine */
    const struct gantt *g = &own;
    const size_t most = GANTT_RECTANGLES / g->count;
    size_t i;
    int gridded = 0;
    if (p->servers) own.servers = p->servers;
    gantt_scale(d, g, which);
    svg_axis_y(d);
    if (g->servers == 0 || g->to <= g->from) {
    } else if (p->counted) {
        gantt_draw_count(d, g, p);
    } else {
        const int threshold = gantt_threshold(d, g, p, most);
        struct gantt_toned drawn;
        drawn.count = 0;
        gridded = gantt_draw_grid(d, g, p, threshold, joints);
        for (i = 0; i < p->count; i++) {
            const struct gantt_joint *joint = gantt_joint_of(joints, &p->bars[i]);
            if (joint) gantt_joint_mark(d, g, &p->bars[i], joint->tone, &drawn);
        }
        for (i = 0; i < p->count; i++)
            if (!gantt_joint_of(joints, &p->bars[i]))
                gantt_draw_job(d, g, &p->bars[i], threshold, i, &drawn);
        gantt_hatch(d, g, which, threshold, joints);
    }
    if (g->to > g->from) gantt_draw_outages(d, g, p);
    svg_axis_x(d, which + 1 == g->count || which + 1 == SVG_PANELS);
    if (!joints->count) gantt_name(d, g, which, "tl");
    return gridded;
}

/* Where the panel is. */
static void gantt_at(struct svg_drawing *d, double legend, size_t panel)
{
    d->top = legend + 45 + (double)panel * (d->height + 30);
}

/* The middle of the largest rectangle of a part; NAN if there is none. */
static double gantt_part_middle(const struct svg_drawing *d, const struct gantt *g,
                                const struct gantt_bar *b)
{
    double most = -1, y = NAN;
    uint32_t r;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_box(d, g, b, b->runs[r]);
        if (!(box.h > most)) continue;
        most = box.h;
        y = box.y + box.h / 2;
    }
    return y;
}

/* All parts of one job, in one group, with lines from each to the next below. */
static void gantt_draw_joint(struct svg_drawing *d, const struct gantt *g, double legend,
                             size_t panels, const struct gantt_joints *joints,
                             size_t which)
{
    const struct gantt_joint *joint = &joints->at[which];
    const double shift = 0.618 * (double)which, aside = 0.25 + (shift - floor(shift)) / 2;
    const struct job_run all = {0, 1};
    char text[TEXT_NUMBER];
    double middle[SVG_PANELS], least;
    struct gantt own = *g;
    size_t i, k, parts = 0;
    struct gantt_box box;
    fprintf(d->to,
            "<g class=\"jl\"><title>job %" PRId64 ": %" PRIu32 " %ss at %" PRIu32
            " sites, %s</title>\n",
            joint->bar->job, joint->bar->all, gantt_word(g), joint->bar->sites,
            gantt_duration_text(joint->bar->end - joint->bar->start, text));
    for (i = 0; i < panels; i++) {
        const struct gantt_panel *p = &g->panels[i];
        own.servers = p->servers ? p->servers : g->servers;
        gantt_at(d, legend, i);
        for (k = 0; k < p->count; k++) {
            if (!gantt_parts_of_one(&p->bars[k], joint->bar)) continue;
            if (gantt_boxes(d, &own, &p->bars[k], 1, "<path d=\"M", &least))
                fprintf(d->to, "\" class=\"j%d%s\"/>\n", joint->tone,
                        least < 3 ? " jn" : "");
            middle[parts] = gantt_part_middle(d, &own, &p->bars[k]);
            if (parts < SVG_PANELS - 1 && !isnan(middle[parts])) parts++;
        }
    }
    box = gantt_box(d, &own, joint->bar, all);
    for (i = 1; i < parts; i++)
        gantt_joint_line(d, box.x + aside * box.w, middle[i - 1], middle[i]);
    fputs("</g>\n", d->to);
}

/* What the grid is, below everything; with a sample of it where it may be taken for one
 * more kind of jobs. */
static void gantt_grid_legend(struct svg_drawing *d, const struct gantt *g,
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
             gantt_word(g));
    svg_text(d->to, "k tl", x, y, text, d->width - 4 - x);
}

void gantt_svg(FILE *to, const struct gantt *g)
{
    const size_t panels = g->count < SVG_PANELS ? g->count : SVG_PANELS;
    struct figure_axis hours = {"time", "hours", 3600, 0, 1, 0, 1, 0};
    struct svg_drawing d = {0};
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
        gantt_scale(&d, g, i);
        if (14 + svg_ticks_width(&d.y) > d.left) d.left = 14 + svg_ticks_width(&d.y);
    }
    d.right = d.width - 24;
    axis_scale_make(&d.x, &hours, axis_range_none(), d.right - d.left, SVG_TICK, 0, 0);
    legend = gantt_legend(&d, g, 0);
    bottom = legend + 15 + (double)panels * (d.height + 30);
    snprintf(about, sizeof about, "which %s runs which job, over time", gantt_word(g));
    svg_open(to, g->plot.title, about, d.width, bottom + 71);
    gantt_legend(&d, g, 1);
    svg_text(to, "tl", 4, legend + 17, d.y.title, d.width - 8);
    gantt_joints_find(&joints, g, panels);
    for (i = 0; i < panels; i++) {
        gantt_at(&d, legend, i);
        gridded |= gantt_draw_panel(&d, g, i, &joints);
    }
    for (i = 0; i < joints.count && g->servers; i++)
        gantt_draw_joint(&d, g, legend, panels, &joints, i);
    for (i = 0; i < panels && joints.count; i++) { /* the lines would cross them */
        gantt_at(&d, legend, i);
        gantt_name(&d, g, i, "tl jt");
    }
    svg_text(to, "tm", (d.left + d.right) / 2, bottom + 43, d.x.title, d.width / 2);
    if (gridded) gantt_grid_legend(&d, g, &joints, bottom + 62);
    fputs("</svg>\n", to);
}
