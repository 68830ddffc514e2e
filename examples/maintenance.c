/* maintenance.c - nodes go down for work: coa_drain blocks them and moves bookings in the
 * way, all or nothing; with `partly` what runs already stays, and the rest is drained. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

static void show(const coa_calendar *cal)
{
    coa_booking b;
    coa_set on = {0};
    uint32_t i;
    for (b.id = 0; coa_next(cal, b.id, &b, &on) == COA_OK;) {
        printf("  %s %d: [%d, %d) on", b.block ? "block  " : "booking", (int)b.id,
               (int)b.start, (int)b.end);
        for (i = 0; i < b.run_count; i++)
            printf(" %d-%d", (int)b.runs[i].first,
                   (int)(b.runs[i].first + b.runs[i].count - 1));
        printf("\n");
    }
    coa_set_free(&on);
}

static void report(void *ctx, const coa_booking *b, coa_time was)
{
    (void)ctx;
    if (was == COA_FOREVER)
        printf("  %d stays at %d\n", (int)b->id, (int)b->start);
    else if (was == b->start)
        printf("  %d gets other servers\n", (int)b->id);
    else
        printf("  %d moves from %d to %d\n", (int)b->id, (int)was, (int)b->start);
}

int main(void)
{
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    coa_set down = {0};
    coa_id block;

    desc.servers = 8;
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    for (req.length = 30; req.length > 0; req.length -= 10) {
        req.servers = 5;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
    }
    puts("before");
    show(cal);
    if (coa_set_add(&down, 2, 3) != COA_OK) return 1;
    puts("drain 2-4 during [20, 60)"); /* booking 1 will run until 30 */
    if (coa_advance(cal, 5) != COA_OK) return 1;
    printf("  %s\n", coa_status_text(coa_drain(cal, 20, 60, &down, 0, 0, NULL, report,
                                               NULL, &block)));
    puts("drain 2-4 during [30, 60)");
    if (coa_drain(cal, 30, 60, &down, 0, 0, NULL, report, NULL, &block) != COA_OK)
        return 1;
    show(cal);
    puts("drain 2-6 during [8, 12), as far as possible");
    if (coa_set_add(&down, 5, 2) != COA_OK) return 1;
    if (coa_drain(cal, 8, 12, &down, 0, 1, NULL, report, NULL, &block) != COA_OK)
        return 1;
    show(cal);
    coa_set_free(&down);
    coa_destroy(cal);
    return 0;
}
