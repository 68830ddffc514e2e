/* book_drain.c - implements book_drain.h. Uses of one job or reservation follow each other
 * in slurm_cluster.uses. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_drain.h"

#include "base/disturb.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_time.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRM = 1000000 }; /* weight of what does not just wait */

static int is_in_the_way(const struct slurm_use *u, int64_t start, int64_t end)
{
    return !u->down && u->start < end && u->end > start;
}

/* The job, if it is one. */
static const struct slurm_job *job_of(const struct slurm_cluster *c, uint32_t what)
{
    size_t lo = 0, hi = c->job_count;
    while (lo < hi) {
        const size_t k = lo + (hi - lo) / 2;
        if (c->jobs[k].what == what) return &c->jobs[k];
        if (c->jobs[k].what < what)
            lo = k + 1;
        else
            hi = k;
    }
    return NULL;
}

static char *text_of(const struct slurm_cluster *c, const unsigned char *chosen)
{
    const char **names = (const char **)malloc((c->nodes.count + 1) * sizeof *names);
    char *text = NULL;
    size_t i, n = 0;
    for (i = 0; i < c->nodes.count && names; i++)
        if (chosen[i]) names[n++] = c->nodes.text[i];
    if (names) text = hostlist_text(names, n);
    free(names);
    return text;
}

int book_drain_choose(struct booking *b, const struct slurm_cluster *c, struct error *e)
{
    const int64_t start = b->start[BOOK_NEXT], end = start + b->length;
    int64_t cost, *weights = (int64_t *)calloc(c->things + 1, sizeof *weights);
    unsigned char *chosen = (unsigned char *)calloc(c->nodes.count + 1, 1);
    struct disturb d = {
        .servers = c->nodes.count, .things = c->things, .weights = weights};
    int result = weights && chosen ? 0 : -1;
    size_t i;
    if (b->nodes > c->nodes.count)
        result = error_fail(e, "%s: of %" PRIu32 " nodes %" PRId64 " cannot be taken",
                            c->site.name, c->nodes.count, b->nodes);
    else if (result != 0)
        error_fail(e, "out of memory");
    for (i = 0; i < c->count && result == 0; i++) {
        const struct slurm_use *u = &c->uses[i];
        const struct slurm_job *job = job_of(c, u->what);
        weights[u->what] = job && job->waits ? 1 : FIRM;
        if (is_in_the_way(u, start, end) && disturb_touch(&d, u->node, u->what) != 0)
            result = error_fail(e, "out of memory");
    }
    if (result == 0) {
        result = disturb_choose(&d, (uint32_t)b->nodes, &cost, chosen);
        free(b->parts[0].nodes[BOOK_NEXT]);
        b->parts[0].nodes[BOOK_NEXT] = result < 0 ? NULL : text_of(c, chosen);
        if (!b->parts[0].nodes[BOOK_NEXT]) result = error_fail(e, "out of memory");
    }
    disturb_free(&d);
    free(weights);
    free(chosen);
    return result;
}

/* Which nodes of the cluster the list has, for free(); NULL with the reason. */
static unsigned char *nodes_of(const struct slurm_cluster *c, const char *list,
                               struct error *e)
{
    unsigned char *has = (unsigned char *)calloc(c->nodes.count + 1, 1);
    struct names names = {.any_case = 0};
    uint32_t i, node;
    int result =
        has ? hostlist_read(word_of(list), &names, e) : error_fail(e, "out of memory");
    for (i = 0; i < names.count && result == 0; i++) {
        node = names_find(&c->nodes, word_of(names.text[i]));
        if (node == NAMES_NONE)
            result = error_fail(e, "%s has no node %.60s", c->site.name, names.text[i]);
        else
            has[node] = 1;
    }
    names_free(&names);
    if (result == 0) return has;
    free(has);
    return NULL;
}

int book_drain_check(const struct booking *b, const struct slurm_cluster *c,
                     struct error *e)
{
    unsigned char *has = nodes_of(c, b->parts[0].nodes[BOOK_NEXT], e);
    free(has);
    return has ? 0 : -1;
}

static void tell_one(const struct slurm_cluster *c, const struct slurm_use *u,
                     const char *nodes)
{
    const struct slurm_job *job = job_of(c, u->what);
    const int runs = job && !job->waits;
    char start[SLURM_TIME_TEXT], end[SLURM_TIME_TEXT];
    const char *name = job ? job->id : "";
    size_t i;
    for (i = 0; i < c->reservation_count; i++)
        if (c->reservations[i].what == u->what) name = c->reservations[i].name;
    printf("  %-12s %-19s  %-19s  %s  ",
           runs  ? "runs"
           : job ? "expected"
                 : "reserved",
           runs ? "-" : slurm_time_text(u->start, 0, start),
           slurm_time_text(u->end, 0, end), nodes);
    error_print_sanitized(stdout, name);
    putchar('\n');
}

int book_drain_tell(const struct booking *b, int place, const struct slurm_cluster *c,
                    struct error *e)
{
    const int64_t start = b->start[place], end = start + b->length;
    unsigned char *has = nodes_of(c, b->parts[0].nodes[place], e);
    unsigned char *hit = (unsigned char *)calloc(c->nodes.count + 1, 1);
    const struct slurm_use *u, *last = c->uses + c->count, *first;
    size_t things = 0;
    for (u = c->uses; u < last && has && hit; things += first != NULL) {
        const struct slurm_use *next = u;
        char *nodes;
        for (first = NULL; next < last && next->what == u->what; next++) {
            if (!has[next->node] || !is_in_the_way(next, start, end)) continue;
            if (!first) first = next;
            hit[next->node] = 1;
        }
        if (first && things == 0) puts("in the way:");
        nodes = first ? text_of(c, hit) : NULL;
        if (nodes) tell_one(c, first, nodes);
        free(nodes);
        for (; u < next; u++) hit[u->node] = 0;
    }
    if (things == 0) puts("nothing is in the way");
    free(has);
    free(hit);
    return has && hit ? 0 : -1;
}
