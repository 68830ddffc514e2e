/* loginfo.c - adds up what can be added up, and keeps the values of which percentiles are
 * needed: five numbers for each job. */
#include "logtool/loginfo.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/job.h"
#include "base/statistics.h"
#include "workload/date.h"
#include "workload/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const int64_t loginfo_runs[LOGINFO_RUN_GROUPS] = {
    0, 10, 60, 600, 3600, 10800, 21600, 43200, 86400, 172800, 604800, INT64_MAX};

void loginfo_begin(struct loginfo *f, const char *path)
{
    memset(f, 0, sizeof *f);
    f->path = path;
    f->last_end = -1;
}

void loginfo_free(struct loginfo *f)
{
    struct loginfo_values *const values[] = {&f->submits, &f->runs, &f->waits, &f->sizes,
                                             &f->accuracies};
    struct map *const ids[] = {&f->users, &f->groups, &f->executables, &f->queues,
                               &f->partitions};
    size_t i;
    for (i = 0; i < sizeof values / sizeof values[0]; i++) free(values[i]->at);
    for (i = 0; i < sizeof ids / sizeof ids[0]; i++) map_free(ids[i]);
    log_free(&f->header);
}

/* ---- one job ----------------------------------------------------------------------- */

static int add_value(struct loginfo_values *v, int64_t x)
{
    if (ARRAY_ROOM(v->at, v->count, v->capacity, 1) != 0) return -1;
    v->at[v->count++] = x;
    return 0;
}

/* 0 for 1, 1 for 2, 2 for 3 and 4, 3 for 5 to 8, ... */
static int power_of_size(int64_t size)
{
    int power = 0;
    while (power < LOGINFO_SIZE_POWERS - 1 && (size - 1) >> power) power++;
    return power;
}

static int add_size(struct loginfo *f, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (size <= 0) return 0;
    f->serial += size == 1;
    f->powers_of_two += (size & (size - 1)) == 0;
    f->by_size[power_of_size(size)]++;
    return add_value(&f->sizes, size);
}

static int add_run(struct loginfo *f, const swf_job *job)
{
    int group = 0;
    if (job->run < 0) return 0;
    while (job->run > loginfo_runs[group]) group++;
    f->by_run[group]++;
    shape_add_work(&f->requested, job->run, log_job_size(job, 0));
    shape_add_work(&f->allocated, job->run, log_job_size(job, 1));
    return add_value(&f->runs, job->run);
}

/* The accuracy of a requested time: run time / requested time, in thousandths. */
static int add_estimate(struct loginfo *f, const swf_job *job)
{
    uint64_t accuracy;
    if (job->run < 0 || job->req_time <= 0) return 0;
    f->estimated++;
    f->exact += job->run == job->req_time;
    f->within += job->run < job->req_time;
    f->beyond += job->run > job->req_time;
    accuracy = wide_ratio((uint64_t)job->run, 1000, (uint64_t)job->req_time);
    if (job->run < job->req_time)
        f->by_accuracy[accuracy < 1000 ? accuracy / (1000 / LOGINFO_TENTHS)
                                       : LOGINFO_TENTHS - 1]++;
    return add_value(&f->accuracies,
                     accuracy < INT64_MAX ? (int64_t)accuracy : INT64_MAX);
}

static int add_submit(struct loginfo *f, const swf_job *job)
{
    const int64_t end = log_job_end(job, job->submit);
    if (end > f->last_end) f->last_end = end;
    if (job->submit < 0) return 0;
    f->unsorted += job->submit < f->last_submit;
    f->last_submit = job->submit;
    return add_value(&f->submits, job->submit);
}

static int add_owner(struct map *ids, int64_t id)
{
    return id < 0 || map_add(ids, id) >= 0 ? 0 : -1;
}

static int add_owners(struct loginfo *f, const swf_job *job)
{
    return add_owner(&f->users, job->user) != 0 ||
                   add_owner(&f->groups, job->group) != 0 ||
                   add_owner(&f->executables, job->executable) != 0 ||
                   add_owner(&f->queues, job->queue) != 0 ||
                   add_owner(&f->partitions, job->partition) != 0
               ? -1
               : 0;
}

static int add_job(struct loginfo *f, const swf_job *job)
{
    const int known = job->status >= -1 && job->status < LOGINFO_STATUS_OTHER - 1;
    int i;
    if (log_is_part(job)) {
        f->parts++;
        return 0;
    }
    f->jobs++;
    f->status[known ? job->status + 1 : LOGINFO_STATUS_OTHER]++;
    for (i = 0; i < SWF_FIELD_COUNT; i++) f->unknown[i] += !(job->present >> i & 1u);
    if (job->wait >= 0 && add_value(&f->waits, job->wait) != 0) return -1;
    return add_submit(f, job) != 0 || add_run(f, job) != 0 || add_size(f, job) != 0 ||
                   add_estimate(f, job) != 0 || add_owners(f, job) != 0
               ? -1
               : 0;
}

int loginfo_item(void *context, const swf_item *item, const swf_reader *reader,
                 struct error *e)
{
    struct loginfo *f = (struct loginfo *)context;
    int failed = 0;
    f->header.format = reader->format;
    if (item->kind == SWF_JOB) failed = add_job(f, &item->job);
    log_count_surplus(&f->surplus, item, reader);
    if (item->kind == SWF_HEADER) failed = log_add_header(&f->header, &item->header);
    if (item->kind == SWF_SKIPPED && f->bad_lines++ == 0)
        swf_write_error(f->first_bad_line, sizeof f->first_bad_line, &reader->error);
    return failed ? error_fail(e, "%s: out of memory", f->path) : 0;
}

/* ---- once all is read -------------------------------------------------------------- */

double loginfo_percentile(const struct loginfo_values *v, unsigned percent)
{
    return v->count ? (double)v->at[statistics_percentile(v->count, percent)]
                    : (double)NAN;
}

double loginfo_mean(const struct loginfo_values *v)
{
    double sum = 0;
    size_t i;
    for (i = 0; i < v->count; i++) sum += (double)v->at[i];
    return statistics_mean(sum, v->count);
}

/* Finds the date of submit time 0, and the time zone, in which offsets are multiples of a
 * quarter of an hour. */
static void find_zone(struct loginfo *f)
{
    const struct log_line *unix_start =
        log_find_header(&f->header, SWF_DIR_UNIX_START_TIME);
    const struct log_line *start = log_find_header(&f->header, SWF_DIR_START_TIME);
    const int64_t zone = log_header_value(&f->header, SWF_DIR_TIME_ZONE);
    const int64_t most = 14 * 3600;
    int64_t date;
    f->has_date = unix_start && unix_start->has_value && unix_start->value >= 0 &&
                  unix_start->value <= JOB_TIME_MAX;
    if (!f->has_date) return;
    f->start_date = unix_start->value;
    if (zone >= -most && zone <= most) f->zone = zone;
    if (start && date_read(swf_text(start->text), &date)) {
        const int64_t ahead = date - f->start_date;
        if (ahead % 900 == 0 && ahead >= -most && ahead <= most) f->zone = ahead;
    }
}

static void count_arrivals(struct loginfo *f)
{
    const int64_t zero = f->has_date ? f->start_date + f->zone : 0;
    size_t i;
    for (i = 0; i < f->submits.count; i++) {
        const int64_t submit = f->submits.at[i];
        const struct date d = date_of(submit <= JOB_TIME_MAX ? zero + submit : zero);
        f->by_hour[d.hour]++;
        f->by_weekday[d.weekday]++;
    }
}

void loginfo_finish(struct loginfo *f)
{
    struct loginfo_values *const values[] = {&f->runs, &f->waits, &f->sizes,
                                             &f->accuracies, &f->submits};
    size_t i;
    find_zone(f);
    count_arrivals(f);
    for (i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i]->count)
            qsort(values[i]->at, values[i]->count, sizeof(int64_t), compare_i64);
    f->servers = log_header_value(&f->header, SWF_DIR_MAX_PROCS);
    if (f->servers <= 0) f->servers = log_header_value(&f->header, SWF_DIR_MAX_NODES);
    f->has_servers = f->servers > 0;
    if (!f->has_servers)
        f->servers = f->sizes.count ? f->sizes.at[f->sizes.count - 1] : 0;
}

double loginfo_load(const struct loginfo *f, struct wide work, int64_t until)
{
    const int64_t first = f->submits.count ? f->submits.at[0] : 0;
    if (f->servers <= 0 || until <= first) return (double)NAN;
    return wide_double(work) / ((double)f->servers * (double)(until - first));
}
