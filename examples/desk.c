/* desk.c - a booking desk for rooms: three starts to choose from, one named room, a
 * booking that is extended as far as it goes, and as many more rooms as there are. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static void clock_time(coa_time minutes)
{
    printf(" %d:%02d", (int)(minutes / 60), (int)(minutes % 60));
}

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_run three = {0, 3}, last = {3, 1};
    const coa_set rooms = COA_SET_OF(&three, 1), room3 = COA_SET_OF(&last, 1);
    coa_booking b;
    coa_set mine_is = {0};
    coa_time starts[3], latest = 0;
    coa_id mine, other;
    uint32_t found, i, most = 0;

    desc.servers = 4; /* rooms 0 to 3 */
    desc.now = 8 * 60;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    if (coa_commit(cal, 9 * 60, 12 * 60, &rooms, 17, &other) != COA_OK) return 1;
    if (coa_commit(cal, 10 * 60, 11 * 60, &room3, 42, &mine) != COA_OK) return 1;
    if (coa_get(cal, mine, &b, &mine_is) != COA_OK) return 1;
    printf("room %d for client %d:", (int)b.runs[0].first, (int)b.tag);
    clock_time(b.start);
    printf("\n");

    req.ready = 8 * 60;
    req.length = 90;
    req.servers = 2;
    req.step = 30; /* every half hour */
    req.deadline = 18 * 60;
    if (coa_starts(cal, &req, 3, starts, &found) != COA_OK) return 1;
    printf("two rooms for 90 minutes:");
    for (i = 0; i < found; i++) clock_time(starts[i]);
    printf("\n");

    if (coa_commit(cal, 13 * 60, 14 * 60, &room3, 7, &other) != COA_OK) return 1;
    if (coa_extend(cal, mine, 15 * 60, 0, NULL, NULL, NULL, &latest) != COA_E_BUSY)
        return 1;
    printf("it can be extended to");
    clock_time(latest);
    if (coa_extend(cal, mine, latest, 0, NULL, NULL, NULL, NULL) != COA_OK) return 1;
    if (coa_widen(cal, other, 4, COA_PLACE_DEFAULT, NULL, &most) != COA_E_NOFIT) return 1;
    printf(", but not to 15:00\nnot four more rooms at 13:00, but %d\n", (int)most);
    coa_set_free(&mine_is);
    coa_destroy(cal);
    return 0;
}
