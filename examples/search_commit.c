/* search_commit.c - all servers free in a window, and booking a user's choice. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    coa_desc desc = {0};
    coa_set found = {0}, picked = {0};
    coa_calendar *cal;
    coa_id mine, yours;

    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK || coa_set_add(&picked, 2, 3) != COA_OK ||
        coa_commit(cal, 9, 12, &picked, 0, &yours) != COA_OK) /* 2, 3 and 4 are taken */
        return 1;

    if (coa_search(cal, 10, 11, NULL, &found) != COA_OK) return 1;
    printf("%u servers are free from 10 to 11, the lowest is %u\n",
           (unsigned)coa_set_count(&found), (unsigned)found.runs[0].first);

    picked.count = 0;
    if (coa_set_add(&picked, 0, 2) != COA_OK || coa_set_add(&picked, 6, 1) != COA_OK)
        return 1;
    if (coa_commit(cal, 10, 11, &picked, 0, &mine) != COA_OK) return 1;
    printf("booked 0, 1 and 6 as %d\n", (int)mine);
    printf("again: %s\n", coa_status_text(coa_commit(cal, 10, 11, &picked, 0, &mine)));

    coa_set_free(&found);
    coa_set_free(&picked);
    coa_destroy(cal);
    return 0;
}
