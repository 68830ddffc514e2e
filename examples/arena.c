/* arena.c - a calendar without a heap: all its memory comes from one buffer. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { SERVERS = 64, BOOKINGS = 256 }; /* expected at the same time */

static unsigned char buffer[COA_MEMORY_BOUND_SLICES(SERVERS, BOOKINGS)];

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_arena arena;
    coa_calendar *cal;
    coa_booking b;
    int made = 0;

    desc.servers = SERVERS;
    desc.bookings = BOOKINGS;
    desc.index = COA_INDEX_SLICES; /* this or COUNT: their memory has a bound */
    desc.alloc = coa_arena_alloc;
    desc.alloc_ctx = &arena;
    if (coa_memory_bound(&desc) > sizeof buffer) return 1; /* the constant is no less */
    if (coa_arena_init(&arena, buffer, sizeof buffer) != COA_OK) return 1;
    if (coa_create(&cal, &desc) != COA_OK) return 1;

    req.servers = 16;
    req.length = 10;
    req.deadline = 600;
    while (coa_reserve(cal, &req, &b) == COA_OK) made++;
    printf("%d bookings until 600\n", made);
    coa_destroy(cal);
    printf("in use after coa_destroy: %u bytes\n", (unsigned)arena.used);
    return 0;
}
