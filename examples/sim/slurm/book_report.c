/* book_report.c - cluster below cluster, a row a node. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_report.h"

#include "kit/base.h"
#include "kit/output.h"
#include "kit/page.h"
#include "kit/write.h"
#include "slurm/hostlist.h"
#include "workload/date.h"

#include <inttypes.h>
#include <time.h>

enum { WIDE = 440, LEFT = 70, HIGH = 110, GAP = 18, TICKS = 3 };

struct chart {
    FILE *to;
    int64_t from, until;
    double top, each; /* of this cluster: its upper edge, the height of a node */
};

static double x_of(const struct chart *c, int64_t t)
{
    if (t <= c->from) return LEFT;
    if (t >= c->until) return WIDE;
    return LEFT + (double)(t - c->from) / (double)(c->until - c->from) * (WIDE - LEFT);
}

/* `count` nodes from `first` on are held. */
static void bar(const struct chart *c, uint32_t first, uint32_t count, int64_t start,
                int64_t end, const char *class)
{
    const double left = x_of(c, start), right = x_of(c, end);
    if (right > left)
        fprintf(
            c->to, "<rect %s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            class, left, c->top + c->each * first, right - left, c->each * count * 0.96);
}

/* Nodes that one job or reservation holds and that follow each other are one bar. */
static void show_uses(const struct chart *c, const struct slurm_cluster *s)
{
    size_t k;
    for (size_t i = 0; i < s->count; i = k) {
        const struct slurm_use *u = &s->uses[i];
        for (k = i + 1;
             k < s->count && s->uses[k].what == u->what && s->uses[k].start == u->start &&
             s->uses[k].node == u->node + (k - i);
             k++)
            continue;
        bar(c, u->node, (uint32_t)(k - i), u->start, u->end, "opacity=\".35\"");
    }
}

static void show_share(const struct chart *c, const struct slurm_cluster *s,
                       const struct booking *b, const char *list)
{
    struct names names = {.any_case = 0};
    struct error e;
    if (hostlist_read(word_of(list ? list : ""), &names, &e) < 0) fail("%s", e.text);
    for (uint32_t k = 0; k < names.count; k++)
        bar(c, names_find(&s->nodes, word_of(names.text[k])), 1, b->start[BOOK_NEXT],
            b->start[BOOK_NEXT] + b->length, "fill=\"#0b72c8\"");
    names_free(&names);
}

static void show_cluster(const struct chart *c, const struct slurm_cluster *s)
{
    fprintf(c->to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 6,
            c->top + 11);
    write_html_text(c->to, s->site.name);
    fprintf(c->to, "</text>\n<text x=\"%d\" y=\"%.1f\" ", LEFT - 6, c->top + 25);
    fprintf(c->to, "text-anchor=\"end\">%" PRIu32 " nodes</text>\n", s->nodes.count);
    fprintf(c->to, "<path class=\"zero\" d=\"M%d %.1fH%d\"/>\n", LEFT, c->top + HIGH,
            WIDE);
}

static void show_times(const struct chart *c)
{
    char text[DATE_TEXT];
    const int64_t each = (c->until - c->from) / TICKS;
    for (int64_t t = c->from; t + each <= c->until; t += each)
        fprintf(c->to, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x_of(c, t), c->top + 2,
                date_iso(t, 0, text));
}

void book_report_page(const char *path, const struct booking *b,
                      const struct slurm_cluster *clusters, const char *why)
{
    const int64_t end = b->start[BOOK_NEXT] ? b->start[BOOK_NEXT] : b->ready;
    char from[DATE_TEXT], to[DATE_TEXT];
    struct chart c = {.from = (int64_t)time(NULL), .top = GAP};
    int64_t sites = 0;
    c.to = output_open(path, "<!DOCTYPE html>");
    c.until = (end > c.from ? end : c.from) + 2 * b->length;
    for (int64_t i = 0; i < b->part_count; i++)
        sites += b->parts[i].nodes[BOOK_NEXT] != NULL;
    page_begin(c.to, base_text("%s: %" PRId64 " nodes", b->name, b->nodes));
    page_text(c.to, why);
    for (int64_t i = 0; i < b->part_count; i++)
        if (b->parts[i].nodes[BOOK_NEXT])
            page_text(c.to, base_text("%s: %s, from %s to %s", b->parts[i].cluster,
                                      b->parts[i].nodes[BOOK_NEXT],
                                      date_iso(b->start[BOOK_NEXT], 0, from),
                                      date_iso(b->start[BOOK_NEXT] + b->length, 0, to)));
    fputs("<figure style=\"max-width:660px;font-size:12px\">", c.to);
    fprintf(c.to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" ", WIDE,
            (int)b->part_count * (HIGH + GAP) + 2 * GAP);
    fputs("aria-label=\"nodes of each cluster\">\n", c.to);
    for (int64_t i = 0; i < b->part_count; i++, c.top += HIGH + GAP) {
        const struct slurm_cluster *s = &clusters[i];
        c.each = HIGH / (double)(s->nodes.count ? s->nodes.count : 1);
        show_uses(&c, s);
        show_share(&c, s, b, b->parts[i].nodes[BOOK_NEXT]);
        show_cluster(&c, s);
    }
    show_times(&c);
    fprintf(c.to,
            "</svg><figcaption>Grey: in use. Blue: this booking, %" PRId64
            " nodes at %" PRId64 " sites.</figcaption></figure>\n",
            b->nodes, sites);
    page_end(c.to);
    output_close(c.to);
}
