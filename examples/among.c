/* among.c - servers with some feature: the set of them is passed as `among`. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_set fast = {0}, large = {0}, both = {0};
    coa_calendar *cal;
    coa_booking b;
    int i;

    desc.servers = 16;
    if (coa_create(&cal, &desc) != COA_OK || coa_set_add(&fast, 0, 10) != COA_OK ||
        coa_set_add(&large, 6, 10) != COA_OK ||
        coa_set_combine(&both, &fast, COA_SET_INTERSECTION, &large) != COA_OK)
        return 1;
    req.servers = 3;
    req.length = 60;
    req.among = &both; /* fast and large: 6 to 9 */
    for (i = 0; i < 3; i++) {
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
        printf("%u servers from %u on at %d\n", (unsigned)b.servers,
               (unsigned)b.runs[0].first, (int)b.start);
    }
    req.among = &fast; /* enough of these are free at once */
    if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
    printf("%u servers from %u on at %d\n", (unsigned)b.servers,
           (unsigned)b.runs[0].first, (int)b.start);

    coa_set_free(&fast);
    coa_set_free(&large);
    coa_set_free(&both);
    coa_destroy(cal);
    return 0;
}
