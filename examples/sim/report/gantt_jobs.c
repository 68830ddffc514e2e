/* gantt_jobs.c - the rectangles are sorted into classes of size; as many of the largest
 * as a picture can hold are drawn one by one, the others add to the shade of a grid's
 * cells.
 */
#include "report/gantt.h"

#include "base/statistics.h"
#include "base/text.h"
#include "report/svg.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- rectangles ---------------------------------------------------------------------
 */

const char *gantt_jobs_server(const struct gantt *g)
{
    return g->server ? g->server : "server";
}

/* Enlarges the part of a job at several sites until it can be seen. */
static void part_enlarge(const struct drawing *d, struct gantt_box *box)
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

struct gantt_box gantt_jobs_box(const struct drawing *d, const struct gantt *g,
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
    if (b->sites > 1) part_enlarge(d, &box);
    return box;
}

/* The class of size of a rectangle; 0 = too small to be drawn alone. */
static int box_size(struct gantt_box box)
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

int gantt_jobs_threshold(const struct drawing *d, const struct gantt *g,
                         const struct gantt_panel *p, size_t most)
{
    size_t sizes[GANTT_SIZES] = {0}, i, total = 0;
    uint32_t r;
    int size;
    for (i = 0; i < p->count; i++)
        for (r = 0; r < p->bars[i].run_count; r++)
            sizes[box_size(gantt_jobs_box(d, g, &p->bars[i], p->bars[i].runs[r]))]++;
    for (size = GANTT_SIZES - 1; size > 0; size--) {
        total += sizes[size];
        if (total > most) break;
    }
    return size + 1;
}

size_t gantt_jobs_path(struct drawing *d, const struct gantt *g,
                       const struct gantt_bar *b, int threshold, const char *before,
                       double *least)
{
    size_t drawn = 0;
    uint32_t r;
    *least = HUGE_VAL;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_jobs_box(d, g, b, b->runs[r]);
        if (box_size(box) < threshold) continue;
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

/* Do the rectangles touch, or nearly touch? */
static int boxes_touch(const struct gantt_box *a, const struct gantt_box *b)
{
    return a->x < b->x + b->w + 2 && b->x < a->x + a->w + 2 && a->y < b->y + b->h + 2 &&
           b->y < a->y + a->h + 2;
}

/* The tone of a job: the first from its own on that no neighbouring rectangle has. The
 * tones of reservations are numbered after the others. */
static int gantt_tone(const struct drawing *d, const struct gantt *g,
                      const struct gantt_bar *b, int threshold, size_t own,
                      struct gantt_toned *drawn)
{
    const size_t before = drawn->count, n = b->reserved ? GANTT_RESERVED : GANTT_TONES;
    const size_t first = b->reserved ? GANTT_TONES : 0;
    int taken[GANTT_TONES + GANTT_RESERVED] = {0};
    uint32_t r;
    size_t i, k = 0, tone;
    for (r = 0; r < b->run_count; r++) {
        const struct gantt_box box = gantt_jobs_box(d, g, b, b->runs[r]);
        if (box_size(box) < threshold || drawn->count == GANTT_RECTANGLES) continue;
        for (i = 0; i < before; i++)
            if (boxes_touch(&box, &drawn->box[i])) taken[drawn->tone[i]] = 1;
        drawn->box[drawn->count++] = box;
    }
    while (k < n && taken[first + (own + k) % n]) k++;
    tone = first + (own + k) % n;
    for (i = before; i < drawn->count; i++) drawn->tone[i] = (unsigned char)tone;
    return (int)tone;
}

/* ---- jobs with parts in several panels --------------------------------------------- */

int gantt_jobs_same(const struct gantt_bar *a, const struct gantt_bar *b)
{
    return a->sites > 1 && b->sites > 1 && a->job == b->job && a->start == b->start;
}

const struct gantt_joint *gantt_jobs_joint_of(const struct gantt_joints *joints,
                                              const struct gantt_bar *b)
{
    size_t i;
    for (i = 0; b->sites > 1 && i < joints->count; i++)
        if (gantt_jobs_same(joints->at[i].bar, b)) return &joints->at[i];
    return NULL;
}

static void joints_add(struct gantt_joints *joints, const struct gantt *g,
                       const struct gantt_bar *b)
{
    const int64_t from = b->start > g->from ? b->start : g->from;
    const int64_t to = b->end < g->to ? b->end : g->to;
    const double size = (double)(to - from) * b->all;
    size_t i = joints->count;
    if (gantt_jobs_joint_of(joints, b)) return;
    if (i == GANTT_JOINTS && !(size > joints->at[--i].size)) return;
    for (; i > 0 && joints->at[i - 1].size < size; i--) joints->at[i] = joints->at[i - 1];
    joints->at[i].bar = b;
    joints->at[i].size = size;
    if (joints->count < GANTT_JOINTS) joints->count++;
}

/* The first tone that no larger job has at the same time. */
static int joint_tone(const struct gantt_joints *joints, size_t which)
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

void gantt_jobs_find_joints(struct gantt_joints *joints, const struct gantt *g,
                            size_t panels)
{
    size_t i, k;
    joints->count = 0;
    for (i = 0; i < panels; i++)
        for (k = 0; k < g->panels[i].count && !g->panels[i].counted; k++)
            if (g->panels[i].bars[k].sites > 1)
                joints_add(joints, g, &g->panels[i].bars[k]);
    for (i = 0; i < joints->count; i++) joints->at[i].tone = joint_tone(joints, i);
}

void gantt_jobs_mark_joint(const struct drawing *d, const struct gantt *g,
                           const struct gantt_bar *b, int tone, struct gantt_toned *drawn)
{
    uint32_t r;
    for (r = 0; r < b->run_count && drawn->count < GANTT_RECTANGLES; r++) {
        const struct gantt_box box = gantt_jobs_box(d, g, b, b->runs[r]);
        if (!box_size(box)) continue;
        drawn->box[drawn->count] = box;
        drawn->tone[drawn->count++] = (unsigned char)tone;
    }
}

/* ---- the jobs of a panel ----------------------------------------------------------- */

void gantt_jobs_draw_one(struct drawing *d, const struct gantt *g,
                         const struct gantt_bar *b, int threshold, size_t own,
                         struct gantt_toned *drawn)
{
    char text[TEXT_NUMBER];
    double least;
    int tone;
    if (!gantt_jobs_path(d, g, b, threshold, "<path d=\"M", &least)) return;
    tone = gantt_tone(d, g, b, threshold, own, drawn);
    fprintf(d->to, "\" class=\"j%d", tone);
    fprintf(d->to, "%s\"><title>job %" PRId64 ": %" PRIu32 " %s%s, %s%s</title></path>\n",
            least < 3 ? " jn" : "", b->job, b->servers, gantt_jobs_server(g),
            text_s(b->servers), axis_duration_text(b->end - b->start, text),
            b->reserved ? ", advance reservation" : "");
}

static void gantt_clip(struct drawing *d, const struct gantt *g, size_t panel)
{
    svg_xml_id(d->to, g->plot.id);
    fprintf(d->to, "_r%zu", panel);
}

void gantt_jobs_hatch(struct drawing *d, const struct gantt *g, size_t panel,
                      int threshold, const struct gantt_joints *joints)
{
    const struct gantt_panel *p = &g->panels[panel];
    const double bottom = d->top + d->height;
    double least, x;
    size_t i, drawn = 0;
    for (i = 0; i < p->count; i++) {
        if (!p->bars[i].reserved || gantt_jobs_joint_of(joints, &p->bars[i])) continue;
        if (!drawn) {
            fputs("<clipPath id=\"", d->to);
            gantt_clip(d, g, panel);
            fputs("\"><path d=\"M0 0", d->to);
        }
        drawn++;
        gantt_jobs_path(d, g, &p->bars[i], threshold, "M", &least);
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
static double overlap(double from, double to, double size, int i)
{
    const double lo = from > size * i ? from : size * i;
    const double hi = to < size * (i + 1) ? to : size * (i + 1);
    return hi > lo ? (hi - lo) / size : 0;
}

static void mosaic_add(struct gantt_mosaic *grid, double x, double y, double w, double h)
{
    const int x0 = (int)(x / grid->cell_w), x1 = (int)((x + w) / grid->cell_w);
    const int y0 = (int)(y / grid->cell_h), y1 = (int)((y + h) / grid->cell_h);
    int i, k;
    for (k = y0 < 0 ? 0 : y0; k <= y1 && k < grid->rows; k++)
        for (i = x0 < 0 ? 0 : x0; i <= x1 && i < grid->columns; i++)
            grid->busy[k][i] +=
                overlap(x, x + w, grid->cell_w, i) * overlap(y, y + h, grid->cell_h, k);
}

/* The shade of a cell: 0 if it is idle, up to GANTT_SHADES if all of it is busy. */
static int mosaic_shade(const struct gantt_mosaic *grid, int row, int column)
{
    const double busy = grid->busy[row][column];
    const int shade = (int)ceil(busy * GANTT_SHADES - 1e-6);
    return busy <= 1e-12          ? 0
           : shade < 1            ? 1
           : shade > GANTT_SHADES ? GANTT_SHADES
                                  : shade;
}

static void mosaic_draw(struct drawing *d, const struct gantt_mosaic *grid)
{
    int shade, row, column;
    for (shade = 1; shade <= GANTT_SHADES; shade++) {
        int drawn = 0;
        for (row = 0; row < grid->rows; row++) {
            for (column = 0; column < grid->columns; column++) {
                const int start = column;
                if (mosaic_shade(grid, row, column) != shade) continue;
                while (column + 1 < grid->columns &&
                       mosaic_shade(grid, row, column + 1) == shade)
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

int gantt_jobs_draw_small(struct drawing *d, const struct gantt *g,
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
        const int limit = gantt_jobs_joint_of(joints, &p->bars[i]) ? 1 : threshold;
        for (r = 0; r < p->bars[i].run_count; r++) {
            const struct gantt_box box =
                gantt_jobs_box(d, g, &p->bars[i], p->bars[i].runs[r]);
            if (box_size(box) >= limit) continue;
            mosaic_add(&grid, box.x - d->left, box.y - d->top, box.w, box.h);
            any = 1;
        }
    }
    if (any) mosaic_draw(d, &grid);
    return any;
}

void gantt_jobs_draw_counted(struct drawing *d, const struct gantt *g,
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
        statistics_busy_add(change, COLUMNS, each, p->bars[i].start - g->from,
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
    fprintf(d->to, "\"><title>%ss busy</title></path>\n", gantt_jobs_server(g));
}
