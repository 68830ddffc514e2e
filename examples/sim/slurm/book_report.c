/* book_report.c - implements book_report.h. Uses of one number follow each other in a
 * cluster: they are one bar. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_report.h"

#include "report/page.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_time.h"

#include <stdlib.h>
#include <time.h>

/* The nodes of a bar, added to the array of all runs. */
static void add_node(struct gantt_bar *bar, struct job_run *runs, size_t *used,
                     uint32_t node)
{
    if (bar->servers++ == 0) bar->runs = runs + *used;
    if (bar->run_count > 0 && runs[*used - 1].first + runs[*used - 1].count == node) {
        runs[*used - 1].count++;
        return;
    }
    runs[*used].first = node;
    runs[(*used)++].count = 1;
    bar->run_count++;
}

static void add_uses(struct gantt *g, size_t panel, const struct slurm_cluster *c,
                     int64_t now, struct job_run *runs, size_t *used)
{
    size_t i = 0;
    while (i < c->count) {
        const struct slurm_use *first = &c->uses[i];
        struct gantt_bar bar = {.job = (int64_t)first->what, .sites = 1};
        bar.start = first->start < now ? 0 : first->start - now;
        bar.end = first->end == SLURM_TIME_NEVER ? g->to : first->end - now;
        for (; i < c->count && c->uses[i].what == first->what &&
               c->uses[i].start == first->start;
             i++)
            add_node(&bar, runs, used, c->uses[i].node);
        gantt_job(g, panel, &bar);
    }
}

/* The booking's share. 0, or -1. */
static int add_share(struct gantt *g, size_t panel, const struct slurm_cluster *c,
                     const struct booking *b, int64_t now, struct job_run *runs,
                     size_t *used, struct error *e)
{
    const char *list = b->parts[panel].nodes[BOOK_NEXT];
    struct gantt_bar bar = {.reserved = 1, .sites = 0};
    struct names names = {.any_case = 0};
    const int result = hostlist_read(word_of(list ? list : ""), &names, e);
    int64_t i;
    uint32_t k;
    bar.start = b->start[BOOK_NEXT] - now;
    bar.end = bar.start + b->length;
    bar.all = (uint32_t)b->nodes;
    for (i = 0; i < b->part_count; i++) bar.sites += b->parts[i].nodes[BOOK_NEXT] != NULL;
    for (k = 0; k < names.count; k++)
        add_node(&bar, runs, used, names_find(&c->nodes, word_of(names.text[k])));
    if (names.count > 0) gantt_job(g, panel, &bar);
    names_free(&names);
    return result;
}

int book_report_page(const char *path, const struct booking *b,
                     const struct slurm_cluster *clusters, const char *why,
                     struct error *e)
{
    struct page page = {.title = NULL};
    struct gantt *g;
    char from[SLURM_TIME_TEXT], to[SLURM_TIME_TEXT];
    const int64_t now = (int64_t)time(NULL), n = b->part_count;
    const int64_t end = b->start[BOOK_NEXT] ? b->start[BOOK_NEXT] : b->ready;
    size_t room = 1, used = 0;
    struct job_run *runs;
    int64_t i;
    int result = 0;
    page_title(&page, "%s: %d nodes", b->name, (int)b->nodes);
    page_text(&page, "%s.", why);
    for (i = 0; i < n; i++)
        if (b->parts[i].nodes[BOOK_NEXT])
            page_term(&page, clusters[i].site.name, "%s, from %s to %s",
                      b->parts[i].nodes[BOOK_NEXT],
                      slurm_time_text(b->start[BOOK_NEXT], 0, from),
                      slurm_time_text(b->start[BOOK_NEXT] + b->length, 0, to));
    g = page_new_gantt(&page);
    gantt_init(g, "nodes", "Nodes of each cluster", 0, 0,
               (end > now ? end - now : 0) + 2 * b->length);
    g->plain = "in use";
    g->reserved = "hatched: this booking";
    g->server = "node";
    g->plot.x.label = "time from now";
    for (i = 0; i < n; i++) room += clusters[i].count + clusters[i].nodes.count;
    runs = (struct job_run *)malloc(room * sizeof *runs);
    for (i = 0; i < n && runs && result == 0; i++) {
        const struct slurm_cluster *c = &clusters[i];
        const size_t panel = gantt_panel_add(g, c->site.name);
        gantt_resize(g, panel, c->nodes.count);
        if (c->nodes.count > g->servers) g->servers = c->nodes.count;
        add_uses(g, panel, c, now, runs, &used);
        result = add_share(g, panel, c, b, now, runs, &used, e);
    }
    if (!runs) result = error_fail(e, "out of memory");
    if (result == 0) result = page_file(&page, path, e);
    page_free(&page);
    free(runs);
    return result;
}
