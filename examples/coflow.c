/* coflow.c - a job at several sites, with bandwidth between its parts, in one step:
 * processors from coalloc.h (FlexCo), links from netsched.h, all of it or nothing. */
#include "../coalloc.h"
#include "../netsched.h"

#include "flexco/flexco_network.h"

#include <stdio.h>
#include <stdint.h>

enum { BRNO, GRAZ, LINZ, SITES, CUT = 9 };

static void show(const char *what, const nets_network *net,
                 const struct flexco_network_booking *b)
{
    static const char *const names[] = {"Brno", "Graz", "Linz"};
    static const char *const links[] = {"Brno-Graz", "Graz-Brno", "Graz-Linz",
                                        "Linz-Graz", "Brno-Linz", "Linz-Brno"};
    nets_booking path;
    uint32_t i;
    printf("%-16s %2d:00 to %2d:00:", what, (int)b->job.start, (int)b->job.end);
    for (i = 0; i < b->job.part_count; i++)
        printf(" %d at %s", (int)b->job.parts[i].booking.servers,
               names[b->job.parts[i].site]);
    printf("\n");
    for (i = 0; nets_get(net, b->links, &path) == NETS_OK && i < path.count; i++)
        printf("%36d Gb/s %s\n", (int)path.uses[i].amount, links[path.uses[i].index]);
}

int main(void)
{
    static const uint32_t servers[] = {16, 16, 32}, node[] = {BRNO, GRAZ, LINZ};
    static const nets_amount both[] = {0, 4, 4, 4, 0, 4, 4, 4, 0}; /* 4 Gb/s each way */
    coa_request own = {0};
    coa_booking local;
    coa_site site[SITES] = {{0}};
    struct flexco_network_request job = {0};
    struct flexco_network_booking a, b;
    struct flexco_network grid;
    nets_network *net;
    uint32_t i, bad = 0;
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = 0; i < SITES; i++) {
        coa_desc desc = {0};
        desc.servers = servers[i];
        if (coa_create(&site[i].calendar, &desc) != COA_OK) return 1;
        bad |= nets_add_node(net, NULL);
    }
    bad |= nets_add_duplex(net, BRNO, GRAZ, 10, 0, NULL);
    bad |= nets_add_duplex(net, GRAZ, LINZ, 6, 0, NULL);
    bad |= nets_add_duplex(net, BRNO, LINZ, 10, 0, NULL);
    bad |= nets_take(net, NETS_LINK, 0, 0, CUT, 10); /* from Brno to Graz */
    bad |= nets_take(net, NETS_LINK, 3, 0, CUT, 6);  /* from Linz to Graz */
    own.length = 12, own.servers = 32;               /* Linz is busy until noon */
    bad |= coa_reserve(site[LINZ].calendar, &own, &local);
    bad |= flexco_network_make(&grid, site, SITES, net, node, 2); /* two paths each */
    if (bad) return 1;

    /* Brno and Graz have 24 CPUs from six on, but the links are cut until nine */
    job.ready = 6, job.length = 4, job.servers = 24;
    job.between = both;
    if (flexco_network_reserve(&grid, &job, &a) != COA_OK) return 1;
    show("first", net, &a);
    if (flexco_network_reserve(&grid, &job, &b) != COA_OK) return 1;
    show("second", net, &b);

    /* Linz is free from seven on: both move, one to where it needs no bandwidth */
    if (coa_finish(site[LINZ].calendar, local.id, 7) != COA_OK) return 1;
    bad |= flexco_network_move(&grid, &job, &a);
    show("first, moved", net, &a);
    bad |= flexco_network_move(&grid, &job, &b);
    show("second, moved", net, &b);
    flexco_network_free(&grid);
    nets_destroy(net);
    for (i = 0; i < SITES; i++) coa_destroy(site[i].calendar);
    return bad != 0;
}
