/* gantt.c - the parts that items hold in a day, resource below resource; each is drawn as
 * runs of servers. */
#include "kit/gantt.h"

#include "base/compare.h"
#include "kit/base.h"
#include "kit/sim.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { DAY = 86400, WIDE = 440, HIGH = 260, TOP = 6, BOTTOM = 30, MOST = 4096 };

double gantt_day(const struct run *r)
{
    double first = INFINITY, last = -INFINITY, best = -1, most = -1;
    double *waits;
    size_t i, days = 0, k;
    for (i = 0; i < r->count; i++) {
        first = fmin(first, run_item(r, i)[ITEM_SUBMIT]);
        last = fmax(last, run_item(r, i)[ITEM_SUBMIT]);
    }
    if (r->count == 0 || last - first > 1e6 * DAY) return -1;
    days = (size_t)((last - first) / DAY) + 1;
    waits = base_zeroed(days, sizeof *waits);
    for (i = 0; i < r->count; i++) {
        const double *x = run_item(r, i);
        k = (size_t)((x[ITEM_SUBMIT] - first) / DAY);
        if (x[ITEM_START] > x[ITEM_READY]) waits[k]++;
        if (isfinite(x[ITEM_START]) && most < 0) most = 0, best = first + DAY * (double)k;
    }
    for (k = 0; k < days; k++)
        if (waits[k] > most) most = waits[k], best = first + DAY * (double)k;
    free(waits);
    return best;
}

int gantt_possible(const struct run *r) { return r->items && r->changes > 0; }

/* Where the drawing begins: to the left are names, or how many servers there are. */
static int left_of(const struct run *r) { return r->resource_count > 0 ? 58 : 40; }

/* ---- drawing ----------------------------------------------------------------------- */

struct chart {
    const struct run *r;
    FILE *to;
    double day, until;
    struct run_part *parts;
    size_t count;
    size_t servers, below; /* of this resource; of those above it        */
    double each;           /* height of a server                         */
    double *busy;          /* until when, of each server of the resource */
};

static int by_start(const void *a, const void *b)
{
    const struct run_part *x = a;
    const struct run_part *y = b;
    if (x->resource != y->resource) return COMPARE(x->resource, y->resource);
    if (x->start < y->start || x->start > y->start) return COMPARE(x->start, y->start);
    if (x->item != y->item) return COMPARE(x->item, y->item);
    return COMPARE(x->first, y->first);
}

static void collect(struct chart *c)
{
    size_t count, i;
    c->parts = run_held(c->r, &count);
    for (i = 0; i < count; i++)
        if (c->parts[i].start < c->until && c->parts[i].end > c->day)
            c->parts[c->count++] = c->parts[i];
    qsort(c->parts, c->count, sizeof *c->parts, by_start);
}

/* The most servers that a resource ever has. */
static size_t servers_of(const struct run *r, uint32_t resource)
{
    int64_t most = 0;
    size_t i;
    for (i = 0; i < r->changes; i++)
        if (r->capacity[i].resource == resource && r->capacity[i].size > most)
            most = r->capacity[i].size;
    return most < MOST ? (size_t)most : MOST;
}

void gantt_use(const struct run *r, double from, double until, size_t count, double *to)
{
    const double each = (until - from) / (double)count;
    double all = 0;
    size_t i, k, n;
    struct run_part *parts = run_held(r, &n);
    for (i = 0; i < r->changes; i++)
        if (i == 0 || r->capacity[i].resource > r->capacity[i - 1].resource)
            all += (double)servers_of(r, r->capacity[i].resource);
    for (k = 0; k < count; k++) to[k] = 0;
    for (i = 0; i < n; i++) {
        k = parts[i].start > from ? (size_t)((parts[i].start - from) / each) : 0;
        for (; k < count && from + each * (double)k < parts[i].end; k++) {
            const double left = from + each * (double)k;
            const double held =
                fmin(parts[i].end, left + each) - fmax(parts[i].start, left);
            to[k] += (double)parts[i].size / all * held / each;
        }
    }
    free(parts);
}

static double x_of(const struct chart *c, double t)
{
    const double part = fmin(fmax((t - c->day) / DAY, 0), 1);
    return left_of(c->r) + part * (WIDE - left_of(c->r) - 4);
}

static void bar(const struct chart *c, const struct run_part *p, size_t from,
                size_t until)
{
    const double left = x_of(c, p->start), right = x_of(c, p->end);
    const int other = run_item(c->r, p->item)[ITEM_KIND] > ITEM_MEASURED;
    if (other) fputs("<rect class=\"other\"", c->to);
    if (!other) fprintf(c->to, "<rect class=\"f%zu\"", p->item % 8);
    fprintf(c->to, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", left,
            TOP + c->each * (double)(c->below + from), fmax(right - left - 0.4, 0.3),
            fmax(c->each * (double)(until - from) - 0.3, 0.2));
}

/* Its own servers, or the lowest that are free. */
static void place(struct chart *c, const struct run_part *p)
{
    int64_t left = p->size;
    size_t s = p->first > 0 ? (size_t)p->first : 0, from;
    while (s < c->servers && left > 0) {
        if (p->first < 0 && c->busy[s] > p->start) {
            s++;
            continue;
        }
        for (from = s; s < c->servers && left > 0; s++, left--) {
            if (p->first < 0 && c->busy[s] > p->start) break;
            c->busy[s] = p->end;
        }
        bar(c, p, from, s);
    }
}

static void draw(struct chart *c, const struct run_part *p)
{
    const double *x = run_item(c->r, p->item);
    fputs("<g class=\"p\">", c->to);
    place(c, p);
    fprintf(c->to, "<title>%s %zu: %" PRId64 " wide", c->r->sim->item, p->item + 1,
            p->size);
    if (x[ITEM_START] >= x[ITEM_READY])
        fprintf(c->to, ", waited %.0f s", x[ITEM_START] - x[ITEM_READY]);
    fprintf(c->to, ", ran %.0f s</title></g>\n", p->end - p->start);
}

static void hours(FILE *to, int left)
{
    int h;
    for (h = 0; h <= 24; h += 6)
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d:00</text>\n",
                left + h / 24.0 * (WIDE - left - 4) - (h == 24 ? 12 : 0), HIGH - 14, h);
}

static void label(const struct chart *c, uint32_t resource)
{
    const char *name = resource < c->r->resource_count ? c->r->resources[resource] : NULL;
    const double y = TOP + c->each * (double)c->below;
    if (c->below)
        fprintf(c->to, "<path class=\"axis\" d=\"M%d %.1fH%d\"/>\n", left_of(c->r), y,
                WIDE);
    if (c->each * (double)c->servers < 11) return;
    fprintf(c->to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", left_of(c->r) - 4,
            y + 10);
    if (name)
        write_html_text(c->to, name);
    else
        fprintf(c->to, "%zu", c->servers);
    fputs("</text>\n", c->to);
}

void gantt_write(const struct run *r, double day, FILE *to)
{
    struct chart c = {r, to, day, day + DAY, NULL, 0, 0, 0, 0, NULL};
    uint32_t resource, last = 0;
    size_t i, all = 0;
    for (i = 0; i < r->changes; i++)
        if (r->capacity[i].resource > last) last = r->capacity[i].resource;
    for (resource = 0; resource <= last; resource++) all += servers_of(r, resource);
    collect(&c);
    c.each = (HIGH - TOP - BOTTOM) / (double)(all ? all : 1);
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"one day\">\n", WIDE,
            HIGH);
    for (resource = 0; resource <= last; resource++, c.below += c.servers) {
        c.servers = servers_of(r, resource);
        c.busy = base_zeroed(c.servers, sizeof *c.busy);
        for (i = 0; i < c.servers; i++) c.busy[i] = -INFINITY;
        for (i = 0; i < c.count; i++)
            if (c.parts[i].resource == resource) draw(&c, &c.parts[i]);
        label(&c, resource);
        free(c.busy);
    }
    fprintf(to, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", left_of(r), HIGH - BOTTOM,
            WIDE);
    hours(to, left_of(r));
    fputs("</svg>\n", to);
    free(c.parts);
}
