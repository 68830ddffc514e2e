/* conservative.c - a batch scheduler with conservative backfilling, complete. Every job
 * is booked when it is submitted, at the earliest start for its servers and its estimated
 * time. When a job ends before its estimate, coa_compress moves the waiting ones, in the
 * order of arrival, to earlier starts. No job ever starts later than promised.
 *
 *     build/conservative           or, to see what it buys, without moving them:
 *     build/conservative once */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVERS 16
#define UNITS 64 /* of ten minutes, drawn as one character each */

typedef struct job {
    int submit, run, estimate;
    unsigned servers;
    coa_id id; /* 0: not submitted yet */
    coa_time promised, start;
} job;

static job jobs[] = {{0, 12, 20, 10, 0, 0, 0},  {1, 9, 9, 4, 0, 0, 0},
                     {2, 10, 12, 16, 0, 0, 0},  {3, 6, 8, 4, 0, 0, 0},
                     {4, 4, 10, 6, 0, 0, 0},    {6, 15, 24, 8, 0, 0, 0},
                     {7, 3, 6, 2, 0, 0, 0},     {12, 5, 8, 7, 0, 0, 0},
                     {13, 10, 10, 12, 0, 0, 0}, {20, 2, 16, 3, 0, 0, 0}};
static const int job_count = (int)(sizeof jobs / sizeof jobs[0]);
static char chart[SERVERS][UNITS + 1];
static int once; /* no job is moved */

static void starts_sooner(void *ctx, const coa_booking *b, coa_time was)
{
    (void)ctx;
    (void)was;
    jobs[b->tag].start = b->start;
}

/* Returns the next time after `now` at which a job is submitted or ends. A job that waits
 * may yet start sooner, but not before something else happens. */
static coa_time next_event(coa_time now)
{
    coa_time next = COA_FOREVER;
    int i;
    for (i = 0; i < job_count; i++) {
        const job *j = &jobs[i];
        const coa_time at = j->id == 0 ? j->submit : j->start + j->run;
        if (at > now && at < next) next = at;
    }
    return next;
}

/* Draws the jobs that run during [from, to). */
static void draw(const coa_calendar *cal, coa_time from, coa_time to)
{
    coa_booking b = {0};
    coa_set on = {0};
    uint32_t i, s;
    while (coa_next(cal, b.id, &b, &on) == COA_OK) {
        coa_time t = b.start > from ? b.start : from;
        for (; t < to && t < UNITS; t++)
            for (i = 0; t < b.end && i < b.run_count; i++)
                for (s = 0; s < b.runs[i].count; s++)
                    chart[b.runs[i].first + s][t] = (char)('A' + b.id - 1);
    }
    coa_set_free(&on);
}

/* Everything that happens at `now`: ends, then new plans, then new jobs. */
static int happen(coa_calendar *cal, coa_time now)
{
    coa_request req = {0};
    coa_booking b;
    int i, early = 0;
    if (coa_advance(cal, now) != COA_OK) return 0;
    for (i = 0; i < job_count; i++) {
        if (jobs[i].id == 0 || jobs[i].start + jobs[i].run != now) continue;
        if (jobs[i].run == jobs[i].estimate) continue; /* its booking is over */
        if (coa_finish(cal, jobs[i].id, now) != COA_OK) return 0;
        early = 1;
    }
    if (early && !once &&
        coa_compress(cal, COA_ORDER_ID, NULL, starts_sooner, NULL, NULL))
        return 0;
    for (i = 0; i < job_count; i++) {
        if (jobs[i].submit != now) continue;
        req.length = jobs[i].estimate;
        req.servers = jobs[i].servers;
        req.tag = (uint64_t)i;
        if (coa_reserve(cal, &req, &b) != COA_OK) return 0;
        jobs[i].id = b.id;
        jobs[i].promised = jobs[i].start = b.start;
    }
    return 1;
}

int main(int argc, char **argv)
{
    coa_desc desc = {0};
    coa_calendar *cal;
    coa_time now, next;
    int i;

    once = argc > 1 && strcmp(argv[1], "once") == 0;
    desc.servers = SERVERS;
    if (coa_create(&cal, &desc) != COA_OK) return EXIT_FAILURE;
    for (i = 0; i < SERVERS; i++) memset(chart[i], '.', UNITS);
    for (now = next_event(-1); now != COA_FOREVER; now = next) {
        if (!happen(cal, now)) return EXIT_FAILURE;
        next = next_event(now);
        draw(cal, now, next);
    }
    printf("job servers submit estimate  run  promised  start  end\n");
    for (i = 0; i < job_count; i++)
        printf("%c %9u %6d %8d %4d %9d %6d %4d\n", 'A' + i, jobs[i].servers,
               jobs[i].submit, jobs[i].estimate, jobs[i].run, (int)jobs[i].promised,
               (int)jobs[i].start, (int)jobs[i].start + jobs[i].run);
    for (i = SERVERS; i-- > 0;) printf("%2d %s\n", i, chart[i]);
    coa_destroy(cal);
    return EXIT_SUCCESS;
}
