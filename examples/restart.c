/* restart.c - a broker that books jobs at two sites crashes. Its jobs are all in the
 * calendars: the new broker finds them by its key. One site has lost its calendar; the
 * other one cancels the orphans of jobs at both. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { KEY = 7 }; /* marks this broker's jobs */

static coa_calendar *site_new(void)
{
    coa_desc desc = {0};
    coa_calendar *cal;
    desc.servers = 8;
    return coa_create(&cal, &desc) == COA_OK ? cal : NULL;
}

static void show(const char *what, const coa_flex_booking *b)
{
    uint32_t i;
    printf("%s %d: [%d, %d),", what, (int)b->id, (int)b->start, (int)b->end);
    for (i = 0; i < b->part_count; i++)
        printf(" %d at site %d", (int)b->parts[i].booking.servers, (int)b->parts[i].site);
    printf("\n");
}

int main(void)
{
    static const unsigned char servers[] = {4, 12, 14};
    coa_flex_request job = {0};
    coa_site site[2] = {{0}};
    coa_flex_booking b;
    coa_flex *flex;
    size_t i;

    for (i = 0; i < 2; i++) {
        if (!(site[i].calendar = site_new())) return 1;
        site[i].number = i + 1;
    }
    if (coa_flex_create(&flex, KEY, site, 2, NULL, NULL) != COA_OK) return 1;
    job.length = 10;
    for (i = 0; i < sizeof servers; i++) {
        job.servers = servers[i];
        if (coa_flex_reserve(flex, &job, &b) != COA_OK) return 1;
        show("booked", &b);
    }

    coa_flex_destroy(flex); /* the broker's crash; and site 1 starts again, empty: */
    coa_destroy(site[1].calendar);
    if (!(site[1].calendar = site_new())) return 1;
    site[1].number = 3; /* what it had is lost: this is another calendar */
    if (coa_flex_create(&flex, KEY, site, 2, NULL, NULL) != COA_OK) return 1;
    if (coa_flex_get(flex, 1, &b) == COA_OK) show("still ", &b);
    for (b.id = 0; coa_flex_next(flex, b.id, 0, &b) == COA_OK;) show("whole ", &b);
    while (coa_flex_next(flex, 0, 1, &b) == COA_OK) {
        show("orphan", &b);
        if (coa_flex_cancel(flex, b.id, 1) != COA_OK) return 1;
    }
    job.servers = 14; /* the site's servers are free again */
    if (coa_flex_reserve(flex, &job, &b) != COA_OK) return 1;
    show("booked", &b);
    coa_flex_destroy(flex);
    for (i = 0; i < 2; i++) coa_destroy(site[i].calendar);
    return 0;
}
