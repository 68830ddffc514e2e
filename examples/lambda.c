/* lambda.c - a lightpath in advance (Castillo et al., section 3.2). Every (link,
 * wavelength) pair is a server. One range search finds all that are idle for the window;
 * the user's own routing picks a path with one wavelength end to end, or with conversion
 * at every node; one commit books all of it or nothing. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { NODES = 5, LINKS = 6, WAVES = 4 };

static const int link_end[LINKS][2] = {{0, 1}, {1, 2}, {2, 4}, {0, 3}, {3, 4}, {1, 3}};

static uint32_t server_of(int link, int wave) { return (uint32_t)(link * WAVES + wave); }

/* The wavelength to use on a link, -1 if none: exactly `only`, or any if only < 0. */
static int wave_on(const coa_set *idle, int link, int only)
{
    int w;
    for (w = 0; w < WAVES; w++)
        if ((only < 0 || w == only) && coa_set_has(idle, server_of(link, w))) return w;
    return -1;
}

/* Breadth-first search for the fewest hops; the path's servers go into `path`. */
static int route(const coa_set *idle, int from, int to, int only, coa_set *path)
{
    int via[NODES], queue[NODES], head = 0, tail = 0, n, i;
    for (n = 0; n < NODES; n++) via[n] = -1;
    queue[tail++] = from;
    while (head < tail && via[to] < 0) {
        n = queue[head++];
        for (i = 0; i < LINKS; i++) {
            const int next = link_end[i][0] == n   ? link_end[i][1]
                             : link_end[i][1] == n ? link_end[i][0]
                                                   : from;
            if (next == from || via[next] >= 0 || wave_on(idle, i, only) < 0) continue;
            via[next] = i;
            queue[tail++] = next;
        }
    }
    path->count = 0;
    for (n = to; n != from;
         n = link_end[via[n]][0] == n ? link_end[via[n]][1] : link_end[via[n]][0]) {
        if (via[n] < 0) return 0;
        if (coa_set_add(path, server_of(via[n], wave_on(idle, via[n], only)), 1) !=
            COA_OK)
            return 0;
    }
    return 1;
}

static void lightpath(coa_calendar *cal, int from, int to, coa_time start, coa_time end)
{
    coa_set idle = {0, 0, NULL, NULL, NULL}, path = {0, 0, NULL, NULL, NULL};
    coa_id id;
    int w, found = 0, i;
    if (coa_search(cal, start, end, NULL, &idle) != COA_OK) return;
    for (w = 0; w < WAVES && !found; w++) found = route(&idle, from, to, w, &path);
    printf("%d -> %d [%d, %d): ", from, to, (int)start, (int)end);
    if (!found && !(found = route(&idle, from, to, -1, &path))) {
        printf("no path\n");
    } else if (coa_commit(cal, start, end, &path, 0, &id) == COA_OK) {
        printf("booking %d:", (int)id);
        for (i = 0; i < LINKS * WAVES; i++)
            if (coa_set_has(&path, (uint32_t)i))
                printf(" %d-%d/w%d", link_end[i / WAVES][0], link_end[i / WAVES][1],
                       i % WAVES);
        printf("\n");
    }
    coa_set_free(&idle);
    coa_set_free(&path);
}

int main(void)
{
    coa_desc desc = {0};
    coa_calendar *cal;
    coa_set busy = {0, 0, NULL, NULL, NULL};
    coa_id id;
    int w;

    desc.servers = LINKS * WAVES;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    /* maintenance: link 0-3 loses its even wavelengths, link 3-4 the odd ones */
    for (w = 0; w < WAVES; w++)
        if (coa_set_add(&busy, server_of(w % 2 ? 4 : 3, w), 1) != COA_OK) return 1;
    if (coa_commit(cal, 0, 100, &busy, 0, &id) != COA_OK) return 1;
    coa_set_free(&busy);

    for (w = 0; w < 4; w++)
        lightpath(cal, 0, 4, 50, 80); /* around, until 0-1-2-4 is full */
    lightpath(cal, 0, 4, 50, 80);     /* two hops, converting in node 3 */
    lightpath(cal, 0, 4, 100, 130);   /* after the maintenance */
    coa_destroy(cal);
    return 0;
}
