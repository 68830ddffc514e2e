/* starts.c - a batch scheduler has promised each job a start. coa_next_event shows which
 * is due next; then time moves on, and the job gets its servers. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { JOBS = 5 };

int main(void)
{
    static const unsigned char servers[JOBS] = {5, 3, 6, 2, 8};
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    coa_set on = {0};
    coa_event event = {0};
    int job;

    desc.servers = 8;
    desc.index = COA_INDEX_COUNT; /* the servers are chosen when a job starts */
    if (coa_create(&cal, &desc) != COA_OK) return 1;
    req.ready = 10;
    req.length = 20;
    for (job = 0; job < JOBS; job++) {
        req.servers = servers[job];
        req.tag = (uint64_t)job;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
    }
    while (coa_next_event(cal, &event, 1) == COA_OK) {
        if (coa_advance(cal, event.time) != COA_OK) return 1;
        if (coa_get(cal, event.id, &b, &on) != COA_OK) return 1;
        printf("%d: job %d starts on %d servers from %d on\n", (int)event.time,
               (int)b.tag, (int)b.servers, (int)b.runs[0].first);
    }
    coa_set_free(&on);
    coa_destroy(cal);
    return 0;
}
