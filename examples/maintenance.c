/* maintenance.c - a node fails: block it, move what is in the way, and let it back. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static void print(const char *what, const coa_booking *b)
{
    uint32_t i;
    printf("%s %d: [%d, %d) on", what, (int)b->id, (int)b->start, (int)b->end);
    for (i = 0; i < b->run_count; i++)
        printf(" %u-%u", (unsigned)b->runs[i].first,
               (unsigned)(b->runs[i].first + b->runs[i].count - 1));
    printf("\n");
}

/* Gives a booking sound servers instead, as soon as they are free. */
static int move(coa_calendar *cal, const coa_booking *old, const coa_set *sound)
{
    coa_request req = {0};
    coa_booking b;
    req.ready = old->start;
    req.length = old->end - old->start;
    req.servers = old->servers;
    req.among = sound;
    if (coa_cancel(cal, old->id) != COA_OK || coa_reserve(cal, &req, &b) != COA_OK)
        return 0;
    print("  moved to", &b);
    return 1;
}

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    coa_run node = {2, 1}, others[2] = {{0, 2}, {3, 5}};
    coa_set failed = {0}, sound = {0};
    coa_id block = 0, id = 0;

    failed.runs = &node;
    failed.count = 1;
    sound.runs = others;
    sound.count = 2;
    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    for (req.length = 30; req.length > 0; req.length -= 10) {
        req.servers = 5;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        print("booking", &b);
    }
    while (coa_block(cal, 20, 60, &failed, 0, &block) == COA_E_BUSY) {
        if (coa_in_the_way(cal, 20, 60, &failed, id, &b) != COA_OK) return 1;
        id = b.id;
        print("in the way", &b);
        if (!move(cal, &b, &sound)) return 1;
    }
    if (coa_get(cal, block, &b) != COA_OK) return 1;
    print("block", &b);
    if (coa_cancel(cal, block) != COA_OK) return 1; /* repaired */
    coa_destroy(cal);
    return 0;
}
