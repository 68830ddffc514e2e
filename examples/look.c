/* look.c - looking at a calendar: how many servers are free and until when, in which
 * holes jobs fit, which servers are idle, what happens next, and what a copy would
 * answer. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static int show_idle(void *ctx, coa_time start, coa_time end, const coa_set *servers)
{
    (void)ctx;
    if (end == COA_FOREVER)
        printf("idle from %d on: ", (int)start);
    else
        printf("idle from %d to %d: ", (int)start, (int)end);
    printf("%u servers from %u on\n", (unsigned)coa_set_count(servers),
           (unsigned)servers->runs[0].first);
    return 0; /* go on */
}

static int show_hole(void *ctx, coa_time start, coa_time end, uint32_t servers)
{
    (void)ctx;
    printf("a hole from %d on: %u servers%s\n", (int)start, (unsigned)servers,
           end == COA_FOREVER ? ", for ever" : "");
    return 0; /* go on */
}

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal, *copy;
    coa_event event = {0, 0, 0};
    coa_booking b;
    coa_set first = {0};
    coa_time t, until, start;
    uint32_t count;

    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    coa_describe(cal, &desc);
    printf("%u servers%s\n", (unsigned)desc.servers,
           desc.index == COA_INDEX_SLICES ? ", few enough for slices" : "");
    req.servers = 5;
    for (req.length = 30; req.length > 0; req.length -= 10)
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;

    for (t = 0; t != COA_FOREVER; t = until) {
        if (coa_profile(cal, t, NULL, &count, &until) != COA_OK) return 1;
        printf("%u free from %d on\n", (unsigned)count, (int)t);
    }
    if (coa_holes(cal, 0, COA_FOREVER, NULL, 1, show_hole, NULL) != COA_OK) return 1;
    if (coa_idle(cal, NULL, 0, show_idle, NULL) != COA_OK) return 1;
    if (coa_set_add(&first, 0, 1) != COA_OK ||
        coa_in_the_way(cal, 35, 36, &first, 0, &b, NULL) != COA_OK)
        return 1;
    coa_set_free(&first);
    printf("server 0 is in booking %d at 35\n", (int)b.id);

    if (coa_copy(&copy, cal, NULL) != COA_OK) return 1;
    req.length = 10;
    req.servers = 8;
    if (coa_cancel(copy, 3) != COA_OK || coa_earliest(copy, &req, &start) != COA_OK)
        return 1;
    printf("without booking 3 all servers are free at %d\n", (int)start);
    coa_destroy(copy);

    while (coa_next_event(cal, &event, 0) == COA_OK) {
        if (event.starts && coa_advance(cal, event.time) != COA_OK) return 1;
        printf("%d: booking %d %s\n", (int)event.time, (int)event.id,
               event.starts ? "starts" : "ends");
    }
    coa_destroy(cal);
    return 0;
}
