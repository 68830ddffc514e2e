/* flexco.c - one job at two of three sites at the same time, and earlier when others end
 * early: FlexCo (Netto and Buyya). At two sites it takes an hour longer, so it goes to a
 * single one as soon as there is room. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static void show(const char *what, const coa_flex_booking *b)
{
    static const char *const names[] = {"Brno", "Graz", "Linz"};
    uint32_t i;
    printf("%-17s %2d:00 to %2d:00:", what, (int)b->start, (int)b->end);
    for (i = 0; i < b->part_count; i++)
        printf(" %d at %s", (int)b->parts[i].booking.servers, names[b->parts[i].site]);
    printf("\n");
}

int main(void)
{
    static const int servers[] = {8, 16, 32}, busy[] = {9, 12, 14}; /* until when */
    coa_flex_request job = {0};
    coa_flex_booking b;
    coa_request own = {0};
    coa_booking local[3];
    coa_site site[3] = {{0}};
    coa_flex *flex;
    int i, ok = 1;

    for (i = 0; i < 3; i++) {
        coa_desc desc = {0};
        desc.servers = (uint32_t)servers[i];
        site[i].number = (uint64_t)i + 1;
        own.servers = desc.servers; /* each is busy with its own job */
        own.length = busy[i];
        ok = ok && coa_create(&site[i].calendar, &desc) == COA_OK &&
             coa_reserve(site[i].calendar, &own, &local[i]) == COA_OK;
    }
    job.ready = 8;
    job.length = 3;
    job.overhead = 1;
    job.servers = 20;
    if (!ok || coa_flex_create(&flex, 0, site, 3, NULL, NULL) != COA_OK ||
        coa_flex_reserve(flex, &job, &b) != COA_OK)
        return 1;
    show("booked", &b);

    /* Graz and Linz are through at ten: what the job may change decides what it gains */
    if (coa_finish(site[1].calendar, local[1].id, 10) != COA_OK ||
        coa_finish(site[2].calendar, local[2].id, 10) != COA_OK)
        return 1;
    if (coa_flex_reschedule(flex, b.id, &job, COA_SHIFT, &b) != COA_OK) return 1;
    show("shifted", &b);
    if (coa_flex_reschedule(flex, b.id, &job, COA_REMAP, &b) != COA_OK) return 1;
    show("remapped", &b);
    coa_flex_destroy(flex);
    for (i = 0; i < 3; i++) coa_destroy(site[i].calendar);
    return 0;
}
