/* quickstart.c - coalloc.h in twenty lines: ask for servers, get a start and their
 * numbers. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    coa_desc desc = {0}; /* zero = documented default */
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    int hours;

    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    req.servers = 5;
    for (hours = 3; hours > 0; hours--) { /* three jobs of 3, 2 and 1 hours */
        req.length = hours * 3600;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        printf("booking %d: 5 servers from %d on, at second %d, for %d h\n", (int)b.id,
               (int)b.runs[0].first, (int)b.start, hours);
    }
    coa_destroy(cal);
    return 0;
}
