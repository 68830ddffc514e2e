/* late_binding.c - COA_INDEX_COUNT promises how many servers a booking gets, and chooses
 * them when it starts. So it never needs one server that is free for the whole time. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    static const char *const name[] = {"", "MAP", "RANGE_TREE", "COUNT"};
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_COUNT; index += 2) {
        coa_desc desc = {0};
        coa_request req = {0};
        coa_calendar *cal;
        coa_booking b;
        coa_set on = {0}; /* its servers */
        int i;
        desc.servers = 2;
        desc.index = index;
        if (coa_create(&cal, &desc) != COA_OK) return 1;
        req.servers = 1;
        req.length = 4;
        for (i = 0; i < 6; i++) /* 1 and 2 at 0, 3 and 4 at 4, 5 and 6 at 8 */
            if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        /* then one server is free from 4 to 12; on MAP it is one until 8, then another */
        if (coa_cancel(cal, 4) != COA_OK || coa_cancel(cal, 5) != COA_OK) return 1;
        req.length = 8;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        printf("%s: starts at %d, ", name[index], (int)b.start);
        if (b.run_count == 0)
            printf("no server yet\n");
        else
            printf("on server %u\n", (unsigned)b.runs[0].first);
        if (coa_advance(cal, b.start) != COA_OK || coa_get(cal, b.id, &b, &on) != COA_OK)
            return 1;
        printf("%s: at %d on server %u\n", name[index], (int)b.start,
               (unsigned)b.runs[0].first);
        coa_set_free(&on);
        coa_destroy(cal);
    }
    return 0;
}
