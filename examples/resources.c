/* resources.c - CPUs, GPUs and memory of one machine: a job takes some of each at one
 * time. Each kind is a calendar that only counts. The kinds that the job needs are asked
 * in turn, each from the start that the one before gave, until all agree. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

enum { KINDS = 3 };

static coa_calendar *kind[KINDS];

/* The earliest start from `ready` on at which there is enough of every kind. */
static coa_status earliest(const uint32_t need[KINDS], coa_time length, coa_time ready,
                           coa_time *start)
{
    int k = 0, agree = 0;
    for (*start = ready; agree < KINDS; k = (k + 1) % KINDS) {
        coa_request ask = {.ready = *start, .length = length, .servers = need[k]};
        coa_time from = *start;
        const coa_status s = need[k] ? coa_earliest(kind[k], &ask, &from) : COA_OK;
        if (s != COA_OK) return s;
        agree = from == *start ? agree + 1 : 1;
        *start = from;
    }
    return COA_OK;
}

/* Books them; id[k] is 0 where nothing of a kind is needed. */
static coa_status book(const uint32_t need[KINDS], coa_time length, coa_time start,
                       coa_id id[KINDS])
{
    coa_booking b;
    int k;
    for (k = 0; k < KINDS; k++) {
        const coa_request ask = {.ready = start, .length = length, .servers = need[k]};
        const coa_status s = need[k] ? coa_reserve(kind[k], &ask, &b) : COA_OK;
        if (s != COA_OK) return s;
        id[k] = need[k] ? b.id : 0;
    }
    return COA_OK;
}

int main(void)
{
    static const uint32_t all[KINDS] = {64, 8, 512}, /* CPUs, GPUs, GB of memory */
        jobs[5][KINDS] = {
            {16, 4, 256}, {8, 4, 64}, {40, 0, 128}, {8, 2, 32}, {4, 0, 300}};
    static const coa_time length[5] = {60, 30, 40, 20, 10};
    coa_id id[5][KINDS];
    coa_time start;
    int j, k;
    for (k = 0; k < KINDS; k++) {
        const coa_desc desc = {.servers = all[k], .index = COA_INDEX_COUNT, .unnamed = 1};
        if (coa_create(&kind[k], &desc) != COA_OK) return 1;
    }
    for (j = 0; j < 5; j++) {
        if (earliest(jobs[j], length[j], 0, &start) ||
            book(jobs[j], length[j], start, id[j]))
            return 1;
        printf("job %d: %2d CPUs, %d GPUs, %3d GB from %2d to %2d\n", j, (int)jobs[j][0],
               (int)jobs[j][1], (int)jobs[j][2], (int)start, (int)(start + length[j]));
    }
    for (k = 0; k < KINDS; k++) /* job 0 ends early: all that it had is free */
        if (coa_finish(kind[k], id[0][k], 12)) return 1;
    if (earliest(jobs[4], 10, 12, &start)) return 1;
    printf("job 0 ends at 12: such a job as the last could start at %d\n", (int)start);
    for (k = 0; k < KINDS; k++) coa_destroy(kind[k]);
    return 0;
}
