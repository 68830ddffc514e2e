/* bandwidth.c - units that have no numbers: transfers share a link of 10,000 Mb/s. The
 * calendar never says which units (desc.unnamed), and all its memory is one buffer. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { LINK = 10000, TRANSFERS = 100, HOUR = 3600 };

static unsigned char buffer[COA_MEMORY_BOUND_COUNT(1, TRANSFERS)];

int main(void)
{
    static const uint32_t rates[] = {4000, 5000, 4000, 1000};
    coa_desc desc = {0};
    coa_request req = {0};
    coa_arena arena;
    coa_calendar *cal;
    coa_booking b;
    coa_time until;
    uint32_t left;
    int i;

    desc.index = COA_INDEX_COUNT;
    desc.unnamed = 1;
    desc.servers = LINK;
    desc.bookings = TRANSFERS;
    desc.alloc = coa_arena_alloc;
    desc.alloc_ctx = &arena;
    if (coa_arena_init(&arena, buffer, sizeof buffer) != COA_OK) return 1;
    if (coa_create(&cal, &desc) != COA_OK) return 1;

    req.length = 2 * HOUR;
    for (i = 0; i < 4; i++) {
        req.servers = rates[i];
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        printf("%u Mb/s from hour %d to %d\n", (unsigned)b.servers, (int)(b.start / HOUR),
               (int)(b.end / HOUR));
    }
    if (coa_profile(cal, 0, NULL, &left, &until) != COA_OK) return 1;
    printf("%u Mb/s are left until hour %d\n", (unsigned)left, (int)(until / HOUR));
    coa_destroy(cal);
    return 0;
}
