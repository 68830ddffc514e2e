/* coflow.c - a job at several sites, with bandwidth between its parts: processors from
 * coalloc.h (FlexCo), links from netsched.h, all of it or nothing.
 *
 * The two are asked in turn, each from the later of both starts, until they agree. */
#define COALLOC_IMPLEMENTATION
#define NETSCHED_IMPLEMENTATION
#include "../coalloc.h"
#include "../netsched.h"

#include <stdio.h>

enum { BRNO, GRAZ, LINZ, SITES, PAIRS = SITES * (SITES - 1), CUT = 9 };

struct grid {
    coa_site site[SITES]; /* site i is at node i of the network */
    coa_flex *flex;
    nets_network *net;
};

struct coflow { /* a job and its booking */
    coa_flex_request cpus;
    nets_amount between; /* from each of its sites to each other one */
    coa_flex_booking at;
    nets_id path[PAIRS]; /* one for each ordered pair of its sites */
    uint32_t paths;
};

static void release_paths(struct grid *g, struct coflow *c)
{
    while (c->paths > 0)
        if (nets_cancel(g->net, c->path[--c->paths]) != NETS_OK) printf("lost a path\n");
}

/* Books a path for each pair of sites of c->at, as early as its start or later. *start
 * becomes the latest start of a path. */
static nets_status book_paths(struct grid *g, struct coflow *c, nets_time *start)
{
    nets_request ask = {0};
    nets_plan plan = {0};
    nets_status s = NETS_OK;
    uint32_t i, k;
    ask.length = c->at.end - c->at.start;
    ask.bandwidth = c->between;
    for (i = 0; i < c->at.part_count; i++)
        for (k = 0; k < c->at.part_count && s == NETS_OK; k++) {
            if (i == k) continue;
            ask.from = c->at.parts[i].site, ask.to = c->at.parts[k].site;
            ask.ready = *start;
            s = nets_first_slot(g->net, &ask, &plan);
            if (s == NETS_OK) s = nets_commit(g->net, &plan, &c->path[c->paths]);
            if (s != NETS_OK) continue;
            *start = plan.start;
            c->paths++;
        }
    nets_plan_free(&plan);
    return s;
}

/* Books the job, not before `ready`: all of it, or nothing. 1 if that is done. */
static int book(struct grid *g, struct coflow *c, coa_time ready)
{
    nets_time start;
    for (c->cpus.ready = ready;; c->cpus.ready = start) {
        if (coa_flex_earliest(g->flex, &c->cpus, &c->at) != COA_OK) return 0;
        start = c->at.start;
        if (book_paths(g, c, &start) != NETS_OK) break;
        if (start == c->at.start) { /* they agree */
            if (coa_flex_reserve(g->flex, &c->cpus, &c->at) == COA_OK) return 1;
            break;
        }
        release_paths(g, c);
    }
    release_paths(g, c);
    return 0;
}

static void show(const char *what, struct grid *g, const struct coflow *c)
{
    static const char *const names[] = {"Brno", "Graz", "Linz"};
    static const char *const links[] = {"Brno-Graz", "Graz-Brno", "Graz-Linz",
                                        "Linz-Graz", "Brno-Linz", "Linz-Brno"};
    nets_booking path;
    uint32_t i, k;
    printf("%-16s %2d:00 to %2d:00:", what, (int)c->at.start, (int)c->at.end);
    for (i = 0; i < c->at.part_count; i++)
        printf(" %d at %s", (int)c->at.parts[i].booking.servers,
               names[c->at.parts[i].site]);
    printf("\n");
    for (i = 0; i < c->paths; i++)
        for (k = 0; nets_get(g->net, c->path[i], &path) == NETS_OK && k < path.count; k++)
            printf("%36d Gb/s %s\n", (int)path.uses[k].amount, links[path.uses[k].index]);
}

static int make_grid(struct grid *g)
{
    static const uint32_t servers[] = {16, 16, 32};
    uint32_t i, bad = 0;
    if (nets_create(&g->net, NULL) != NETS_OK) return 0;
    for (i = 0; i < SITES; i++) {
        coa_desc desc = {0};
        desc.servers = servers[i];
        bad |= coa_create(&g->site[i].calendar, &desc);
        bad |= nets_add_node(g->net, NULL);
    }
    bad |= nets_add_duplex(g->net, BRNO, GRAZ, 10, 0, NULL);
    bad |= nets_add_duplex(g->net, GRAZ, LINZ, 6, 0, NULL);
    bad |= nets_add_duplex(g->net, BRNO, LINZ, 10, 0, NULL);
    bad |= nets_block(g->net, NETS_LINK, 0, 0, CUT, 10, NULL); /* from Brno to Graz */
    bad |= nets_block(g->net, NETS_LINK, 3, 0, CUT, 6, NULL);  /* from Linz to Graz */
    return !bad && coa_flex_create(&g->flex, 0, g->site, SITES, NULL, NULL) == COA_OK;
}

int main(void)
{
    struct grid g = {0};
    struct coflow a = {0}, b;
    coa_request own = {0};
    coa_booking local;
    uint32_t i;
    own.length = 12, own.servers = 32; /* Linz is busy until noon */
    a.cpus.length = 4, a.cpus.servers = 24, a.between = 4;
    b = a;
    if (!make_grid(&g) || coa_reserve(g.site[LINZ].calendar, &own, &local) != COA_OK)
        return 1;

    /* Brno and Graz have 24 CPUs from six on, but the links are cut until nine */
    if (!book(&g, &a, 6)) return 1;
    show("first", &g, &a);
    if (!book(&g, &b, 6)) return 1;
    show("second", &g, &b);

    /* Linz is free from seven on: the first moves there, where it needs no bandwidth, and
     * the second into the place it leaves */
    if (coa_finish(g.site[LINZ].calendar, local.id, 7) != COA_OK) return 1;
    release_paths(&g, &a);
    if (coa_flex_cancel(g.flex, a.at.id, 0) != COA_OK || !book(&g, &a, 7)) return 1;
    show("first, moved", &g, &a);
    release_paths(&g, &b);
    if (coa_flex_cancel(g.flex, b.at.id, 0) != COA_OK || !book(&g, &b, 7)) return 1;
    show("second, moved", &g, &b);

    coa_flex_destroy(g.flex);
    nets_destroy(g.net);
    for (i = 0; i < SITES; i++) coa_destroy(g.site[i].calendar);
    return 0;
}
