/* coflow.c - a job at several sites, with bandwidth between its parts: processors from
 * coalloc.h (FlexCo), links from netsched.h, all of it or nothing.
 *
 * The paths between all sites are the legs of one request and start together. Processors
 * and paths are searched in turn, each from the later of both starts, until they agree.
 */
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

struct coflow { /* a job and its bookings */
    coa_flex_request cpus;
    nets_amount between; /* from each of its sites to each other one */
    coa_flex_booking at;
    nets_id paths; /* between all of its sites; 0: it has one site */
};

static void release_paths(struct grid *g, struct coflow *c)
{
    if (c->paths && nets_cancel(g->net, c->paths) != NETS_OK) printf("lost the paths\n");
    c->paths = 0;
}

/* Finds when there are paths between all sites of c->at, not before its start. Each is a
 * leg of one request. */
static nets_status find_paths(struct grid *g, const struct coflow *c, nets_plan *plan)
{
    nets_request legs[PAIRS] = {{0}};
    uint32_t i, k, n = 0;
    for (i = 0; i < c->at.part_count; i++)
        for (k = 0; k < c->at.part_count; k++) {
            if (i == k) continue;
            legs[n].from = c->at.parts[i].site, legs[n].to = c->at.parts[k].site;
            legs[n++].bandwidth = c->between;
        }
    legs[0].ready = c->at.start;
    legs[0].length = c->at.end - c->at.start;
    legs[0].legs = legs + 1, legs[0].leg_count = n - 1;
    return nets_first_slot(g->net, legs, plan);
}

/* Books the job, not before `ready`: all of it, or nothing. 1 if that is done. */
static int book(struct grid *g, struct coflow *c, coa_time ready)
{
    nets_plan plan = {0};
    int booked = 0;
    do {
        c->cpus.ready = ready;
        if (coa_flex_earliest(g->flex, &c->cpus, &c->at) != COA_OK) break;
        ready = plan.start = c->at.start;
        if (c->at.part_count > 1) {
            if (find_paths(g, c, &plan) != NETS_OK) break;
            ready = plan.start;
        }
        booked = ready == c->at.start; /* they agree */
    } while (!booked);
    if (booked && c->at.part_count > 1)
        booked = nets_commit(g->net, &plan, &c->paths) == NETS_OK;
    if (booked && coa_flex_reserve(g->flex, &c->cpus, &c->at) != COA_OK) {
        release_paths(g, c);
        booked = 0;
    }
    nets_plan_free(&plan);
    return booked;
}

static void show(const char *what, struct grid *g, const struct coflow *c)
{
    static const char *const names[] = {"Brno", "Graz", "Linz"};
    static const char *const links[] = {"Brno-Graz", "Graz-Brno", "Graz-Linz",
                                        "Linz-Graz", "Brno-Linz", "Linz-Brno"};
    nets_booking paths;
    uint32_t i;
    printf("%-16s %2d:00 to %2d:00:", what, (int)c->at.start, (int)c->at.end);
    for (i = 0; i < c->at.part_count; i++)
        printf(" %d at %s", (int)c->at.parts[i].booking.servers,
               names[c->at.parts[i].site]);
    printf("\n");
    if (nets_get(g->net, c->paths, &paths) != NETS_OK) return;
    for (i = 0; i < paths.count; i++)
        printf("%36d Gb/s %s\n", (int)paths.uses[i].amount, links[paths.uses[i].index]);
}

static int make_grid(struct grid *g)
{
    static const uint32_t servers[] = {16, 16, 32};
    uint32_t i, bad = 0;
    if (nets_create(&g->net, NULL) != NETS_OK) return 0;
    for (i = 0; i < SITES; i++) {
        coa_desc desc = {0};
        desc.servers = servers[i];
        g->site[i].number = i + 1;
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
