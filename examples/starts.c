/* starts.c - a batch scheduler has promised each job a start. coa_next_starts shows which
 * promises are due next; then time moves on, and the jobs get their servers. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { JOBS = 5 };

static int mark(void *due, const coa_booking *b)
{
    ((int *)due)[b->tag] = (int)b->id;
    return 0; /* go on */
}

int main(void)
{
    static const unsigned char servers[JOBS] = {5, 3, 6, 2, 8};
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;
    coa_time t = 0;
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
    for (;;) {
        int due[JOBS] = {0};
        if (coa_next_starts(cal, &t, mark, due) != COA_OK) break;
        if (coa_advance(cal, t) != COA_OK) return 1;
        for (job = 0; job < JOBS; job++) {
            if (due[job] == 0) continue;
            if (coa_get(cal, (coa_id)due[job], &b) != COA_OK) return 1;
            printf("%d: job %d starts on %d servers from %d on\n", (int)t, job,
                   (int)b.servers, (int)b.runs[0].first);
        }
    }
    coa_destroy(cal);
    return 0;
}
