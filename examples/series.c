/* series.c - a room each week, always the same one, or none: coa_search looks in each
 * week among the rooms that were free in the weeks before. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"
#include <stdio.h>

enum { HOURS = 7 * 24, WEEKS = 4 };

/* Books [start, start + 2) in each week; returns the room, or -1. */
static int series(coa_calendar *cal, coa_time start)
{
    coa_set rooms[2] = {{0}, {0}}, one = {0}; /* free in all weeks so far, and before */
    coa_id id[WEEKS];
    int i = 0, booked = 0, room = -1;
    for (; i < WEEKS; i++)
        if (coa_search(cal, start + i * HOURS, start + i * HOURS + 2,
                       i > 0 ? &rooms[(i + 1) % 2] : NULL, &rooms[i % 2]) != COA_OK)
            break;
    if (i == WEEKS && rooms[1].count > 0) room = (int)rooms[1].runs[0].first;
    if (room >= 0 && coa_set_add(&one, (uint32_t)room, 1) == COA_OK)
        while (booked < WEEKS &&
               coa_commit(cal, start + booked * HOURS, start + booked * HOURS + 2, &one,
                          7, &id[booked]) == COA_OK)
            booked++;
    for (i = 0; booked < WEEKS && i < booked; i++) (void)!coa_cancel(cal, id[i]);
    coa_set_free(&rooms[0]), coa_set_free(&rooms[1]), coa_set_free(&one);
    return booked == WEEKS ? room : -1;
}

int main(void)
{
    coa_desc desc = {.servers = 3};
    coa_calendar *cal;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    for (int i = 0; i < 4; i++) printf("Monday at 10: room %d\n", series(cal, 10));
    printf("Monday at 11: room %d\n", series(cal, 11));
    coa_destroy(cal);
    return 0;
}
