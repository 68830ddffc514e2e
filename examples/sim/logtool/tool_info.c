/* tool_info.c - adds up what can be added up, and keeps the values of which percentiles
 * are needed: five numbers for each job.
 *
 *   offered load   sum(run * requested size) / (machine * time from first to last submit)
 *   utilisation    sum(run * allocated size) / (machine * time from first submit to last
 *                  end), where waiting times are known
 *   hour, weekday  as the clock of the machine showed them: the time zone is the
 *                  difference of StartTime and UnixStartTime, else TimeZone, else UTC;
 *                  without UnixStartTime the log begins at midnight and has no weekdays
 *
 * Lines of parts of jobs (status 2, 3, 4) are counted, but are in no other figure. A job
 * without a requested size counts with its allocated one, and the other way round.
 */
#include "logtool/tool.h"

#include "swf.h"

#include "base/compare.h"
#include "base/job.h"
#include "base/map.h"
#include "base/statistics.h"
#include "base/wide.h"
#include "kit/base.h"
#include "kit/output.h"
#include "logtool/sheet.h"
#include "workload/date.h"
#include "workload/shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOGINFO_STATUSES = 8, /* -1, 0, ... 5, others */
    LOGINFO_STATUS_OTHER = 7,
    LOGINFO_SIZE_POWERS = 64,
    LOGINFO_SIZE_GROUPS = 12,
    LOGINFO_RUN_GROUPS = 12,
    LOGINFO_TENTHS = 10
};

struct loginfo_values {
    int64_t *at;
    size_t count, room;
};

struct loginfo {
    const char *path;
    struct log header; /* its lines; no jobs */
    uint64_t jobs, parts, bad_lines, unsorted;
    struct log_surplus surplus;
    char first_bad_line[256];
    struct map users, groups, executables, queues, partitions;
    uint64_t unknown[SWF_FIELD_COUNT]; /* jobs where the field is unknown */
    uint64_t status[LOGINFO_STATUSES];
    struct loginfo_values submits, runs, waits, sizes;
    struct loginfo_values accuracies; /* run / requested time, in thousandths */
    int64_t last_submit, last_end;
    uint64_t serial, powers_of_two, by_size[LOGINFO_SIZE_POWERS];
    uint64_t by_run[LOGINFO_RUN_GROUPS];
    uint64_t estimated;             /* jobs with run time and requested time ... */
    uint64_t within, exact, beyond; /* that ran shorter, as long, longer         */
    uint64_t by_accuracy[LOGINFO_TENTHS];
    struct wide requested, allocated; /* sums of run * size                      */

    /* set by finish */
    int64_t servers, zone;
    int has_servers; /* they are in the header       */
    int has_date;
    int64_t start_date; /* of submit time 0, in UTC  */
    uint64_t by_hour[24], by_weekday[7];
};

/* Groups of run times: up to each of these; the last group has no limit. */
static const int64_t run_groups[LOGINFO_RUN_GROUPS] = {
    0, 10, 60, 600, 3600, 10800, 21600, 43200, 86400, 172800, 604800, INT64_MAX};

static void free_all(struct loginfo *f)
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

static void add_value(struct loginfo_values *v, int64_t x)
{
    v->at = (int64_t *)base_room(v->at, &v->room, v->count, sizeof *v->at);
    v->at[v->count++] = x;
}

/* 0 for 1, 1 for 2, 2 for 3 and 4, 3 for 5 to 8, ... */
static int power_of_size(int64_t size)
{
    int power = 0;
    while (power < LOGINFO_SIZE_POWERS - 1 && (size - 1) >> power) power++;
    return power;
}

static void add_size(struct loginfo *f, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (size <= 0) return;
    f->serial += size == 1;
    f->powers_of_two += (size & (size - 1)) == 0;
    f->by_size[power_of_size(size)]++;
    add_value(&f->sizes, size);
}

static void add_run(struct loginfo *f, const swf_job *job)
{
    int group = 0;
    if (job->run < 0) return;
    while (job->run > run_groups[group]) group++;
    f->by_run[group]++;
    shape_add_work(&f->requested, job->run, log_job_size(job, 0));
    shape_add_work(&f->allocated, job->run, log_job_size(job, 1));
    add_value(&f->runs, job->run);
}

/* The accuracy of a requested time: run time / requested time, in thousandths. */
static void add_estimate(struct loginfo *f, const swf_job *job)
{
    uint64_t accuracy;
    if (job->run < 0 || job->req_time <= 0) return;
    f->estimated++;
    f->exact += job->run == job->req_time;
    f->within += job->run < job->req_time;
    f->beyond += job->run > job->req_time;
    accuracy = wide_ratio((uint64_t)job->run, 1000, (uint64_t)job->req_time);
    if (job->run < job->req_time)
        f->by_accuracy[accuracy < 1000 ? accuracy / (1000 / LOGINFO_TENTHS)
                                       : LOGINFO_TENTHS - 1]++;
    add_value(&f->accuracies, accuracy < INT64_MAX ? (int64_t)accuracy : INT64_MAX);
}

static void add_submit(struct loginfo *f, const swf_job *job)
{
    const int64_t end = log_job_end(job, job->submit);
    if (end > f->last_end) f->last_end = end;
    if (job->submit < 0) return;
    f->unsorted += job->submit < f->last_submit;
    f->last_submit = job->submit;
    add_value(&f->submits, job->submit);
}

static void add_owner(struct map *ids, int64_t id)
{
    if (id >= 0 && map_add(ids, id) < 0) fail("out of memory");
}

static void add_job(struct loginfo *f, const swf_job *job)
{
    const int known = job->status >= -1 && job->status < LOGINFO_STATUS_OTHER - 1;
    int i;
    if (log_is_part(job)) {
        f->parts++;
        return;
    }
    f->jobs++;
    f->status[known ? job->status + 1 : LOGINFO_STATUS_OTHER]++;
    for (i = 0; i < SWF_FIELD_COUNT; i++) f->unknown[i] += !(job->present >> i & 1u);
    if (job->wait >= 0) add_value(&f->waits, job->wait);
    add_submit(f, job);
    add_run(f, job);
    add_size(f, job);
    add_estimate(f, job);
    add_owner(&f->users, job->user);
    add_owner(&f->groups, job->group);
    add_owner(&f->executables, job->executable);
    add_owner(&f->queues, job->queue);
    add_owner(&f->partitions, job->partition);
}

static int add_item(void *context, const swf_item *item, const swf_reader *reader,
                    struct error *e)
{
    struct loginfo *f = (struct loginfo *)context;
    (void)e;
    f->header.format = reader->format;
    if (item->kind == SWF_JOB) add_job(f, &item->job);
    log_count_surplus(&f->surplus, item, reader);
    if (item->kind == SWF_HEADER && log_add_header(&f->header, &item->header) != 0)
        fail("out of memory");
    if (item->kind == SWF_SKIPPED && f->bad_lines++ == 0)
        swf_write_error(f->first_bad_line, sizeof f->first_bad_line, &reader->error);
    return 0;
}

/* ---- once all is read -------------------------------------------------------------- */

/* The smallest value that so many percent of the values do not exceed; NAN without
 * any. */
static double percentile_of(const struct loginfo_values *v, unsigned percent)
{
    return v->count ? (double)v->at[statistics_percentile(v->count, percent)]
                    : (double)NAN;
}

static double mean_of(const struct loginfo_values *v)
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

/* Calculates what needs the whole log; sorts the values. */
static void finish(struct loginfo *f)
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

/* Work over what the machine could have done from the first submission to `until`. */
static double load_of(const struct loginfo *f, struct wide work, int64_t until)
{
    const int64_t first = f->submits.count ? f->submits.at[0] : 0;
    if (f->servers <= 0 || until <= first) return (double)NAN;
    return wide_double(work) / ((double)f->servers * (double)(until - first));
}

/* ---- the figures ------------------------------------------------------------------- */

static double share_of(uint64_t part, uint64_t all)
{
    return statistics_ratio((double)part, (double)all);
}

static void show_header(struct sheet *s, const struct loginfo *f)
{
    size_t i;
    sheet_open(s, "header", "Header", '[');
    for (i = 0; i < f->header.line_count; i++) {
        const struct log_line *line = &f->header.lines[i];
        if (s->table) {
            sheet_row(s, line->key, line->text);
            continue;
        }
        json_open_flat(&s->json, NULL, '{');
        json_text(&s->json, "name", line->key);
        json_text(&s->json, "text", line->text);
        json_close(&s->json, '}');
    }
    sheet_close(s, ']');
}

static void show_counts(struct sheet *s, const struct loginfo *f)
{
    sheet_open(s, "counts", "What there is", '{');
    sheet_count(s, "jobs", "jobs", f->jobs);
    sheet_count(s, "parts", "lines of parts of jobs", f->parts);
    sheet_count(s, "skipped_lines", "lines that are no job", f->bad_lines);
    sheet_count(s, "out_of_order", "jobs out of order", f->unsorted);
    sheet_count(s, "users", "users", f->users.count);
    sheet_count(s, "groups", "groups", f->groups.count);
    sheet_count(s, "executables", "executables", f->executables.count);
    sheet_count(s, "queues", "queues", f->queues.count);
    sheet_count(s, "partitions", "partitions", f->partitions.count);
    sheet_close(s, '}');
}

/* A moment of the log, with its date where that is known. */
static void show_time(struct sheet *s, const struct loginfo *f, const char *key,
                      const char *label, int64_t at)
{
    char text[DATE_TEXT + 24] = "-", date[DATE_TEXT];
    const int known = at >= 0 && at <= JOB_TIME_MAX * 3;
    if (!s->table) {
        json_number(&s->json, key, known ? (double)at : (double)NAN);
        return;
    }
    if (known) snprintf(text, sizeof text, "%" PRId64 " s", at);
    if (known && f->has_date) {
        date_text(f->start_date + at, date);
        snprintf(text, sizeof text, "%s", date);
    }
    sheet_row(s, label, text);
}

static void show_span(struct sheet *s, const struct loginfo *f)
{
    const size_t n = f->submits.count;
    const int64_t first = n ? f->submits.at[0] : -1, last = n ? f->submits.at[n - 1] : -1;
    const int known = n && last <= JOB_TIME_MAX;
    char zone[16] = "-";
    const int64_t minutes = f->zone < 0 ? -f->zone / 60 : f->zone / 60;
    sheet_open(s, "time", "When", '{');
    if (!s->table)
        json_number(&s->json, "unix_start",
                    f->has_date ? (double)f->start_date : (double)NAN);
    show_time(s, f, "first_submit", "first submission", first);
    show_time(s, f, "last_submit", "last submission", last);
    show_time(s, f, "last_end", "last end", f->last_end);
    if (f->has_date)
        snprintf(zone, sizeof zone, "%c%02d:%02d", f->zone < 0 ? '-' : '+',
                 (int)(minutes / 60), (int)(minutes % 60));
    sheet_text(s, "zone", "local time is UTC", zone);
    if (s->table)
        sheet_number(s, "", "first to last submission",
                     known ? (double)(last - first) / 86400 : (double)NAN, 1, " days");
    sheet_close(s, '}');
}

static void show_load(struct sheet *s, const struct loginfo *f)
{
    const size_t n = f->submits.count;
    const int64_t last = n ? f->submits.at[n - 1] : 0;
    sheet_open(s, "load", "Load", '{');
    sheet_count(s, "servers", "processors", (uint64_t)f->servers);
    if (s->table && !f->has_servers)
        sheet_row(s, "", "(not in the header: what the largest job needs)");
    if (!s->table) json_count(&s->json, "servers_in_header", f->has_servers);
    sheet_number(s, "offered_load", "offered load", load_of(f, f->requested, last), 4,
                 "");
    sheet_share(s, "utilisation", "utilisation", load_of(f, f->allocated, f->last_end));
    sheet_close(s, '}');
}

static void show_values(struct sheet *s, const char *key, const char *title,
                        const struct loginfo_values *v, double unit, int digits,
                        const char *suffix)
{
    static const struct {
        unsigned percent;
        const char *key, *label;
    } rows[] = {{0, "min", "least"},
                {50, "p50", "half at most"},
                {90, "p90", "90 % at most"},
                {99, "p99", "99 % at most"},
                {100, "max", "most"}};
    size_t i;
    sheet_open(s, key, title, '{');
    sheet_count(s, "jobs", "jobs", v->count);
    sheet_number(s, "mean", "mean", mean_of(v) / unit, digits ? digits : 1, suffix);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        sheet_number(s, rows[i].key, rows[i].label,
                     percentile_of(v, rows[i].percent) / unit, digits, suffix);
    sheet_close(s, '}');
}

/* So many powers of two go into a group of sizes, so that the machine and the largest job
 * have at most LOGINFO_SIZE_GROUPS: 1, 2, 3-4, ... or 1, 2-4, 5-16, ... */
static int powers_in_group(const struct loginfo *f)
{
    const int most = LOGINFO_SIZE_GROUPS - 1;
    int top = LOGINFO_SIZE_POWERS - 1;
    while (top > 0 && !f->by_size[top] && f->servers <= INT64_C(1) << (top - 1)) top--;
    return top > most ? (top + most - 1) / most : 1;
}

/* Jobs of the sizes up to 2^to that are too large for 2^(to - each). */
static void show_group(struct sheet *s, const struct loginfo *f, int to, int each)
{
    const int64_t lo = to == 0 ? 1 : (INT64_C(1) << (to - each)) + 1;
    const int64_t hi = to < 63 ? INT64_C(1) << to : INT64_MAX;
    char label[64];
    uint64_t jobs = 0;
    int i;
    for (i = to; i >= 0 && i > to - each; i--)
        if (i < LOGINFO_SIZE_POWERS) jobs += f->by_size[i];
    if (!jobs) return;
    if (lo == hi)
        snprintf(label, sizeof label, "%" PRId64, hi);
    else
        snprintf(label, sizeof label, "%" PRId64 " - %" PRId64, lo, hi);
    sheet_bar(s, label, lo, hi, jobs, f->sizes.count);
}

static void show_sizes(struct sheet *s, const struct loginfo *f)
{
    const uint64_t all = f->sizes.count;
    const int each = powers_in_group(f);
    int to;
    show_values(s, "sizes", "Sizes, in processors", &f->sizes, 1, 0, "");
    sheet_share(s, "serial_share", "serial", share_of(f->serial, all));
    sheet_share(s, "power_of_two_share", "powers of two (with serial)",
                share_of(f->powers_of_two, all));
    sheet_open(s, "by_size", "Jobs by size", '[');
    for (to = 0; to - each < LOGINFO_SIZE_POWERS - 1; to += each)
        show_group(s, f, to, each);
    sheet_close(s, ']');
}

static void show_runs(struct sheet *s, const struct loginfo *f)
{
    static const char *const labels[] = {"0",      "<= 10 s", "<= 1 m", "<= 10 m",
                                         "<= 1 h", "<= 3 h",  "<= 6 h", "<= 12 h",
                                         "<= 1 d", "<= 2 d",  "<= 7 d", "> 7 d"};
    int i;
    show_values(s, "run_times", "Run times, in seconds", &f->runs, 1, 0, "");
    sheet_open(s, "by_run_time", "Jobs by run time", '[');
    for (i = 0; i < LOGINFO_RUN_GROUPS; i++)
        sheet_bar(s, labels[i], i ? run_groups[i - 1] + 1 : 0,
                  i + 1 < LOGINFO_RUN_GROUPS ? run_groups[i] : -1, f->by_run[i],
                  f->runs.count);
    sheet_close(s, ']');
    show_values(s, "wait_times", "Waiting times, in seconds", &f->waits, 1, 0, "");
}

static void show_estimates(struct sheet *s, const struct loginfo *f)
{
    char label[32];
    int i;
    show_values(s, "accuracies", "Run time / requested time", &f->accuracies, 1000, 3,
                "");
    sheet_open(s, "estimates", "Requested times", '{');
    sheet_count(s, "jobs", "jobs with both", f->estimated);
    sheet_share(s, "within_share", "ran shorter", share_of(f->within, f->estimated));
    sheet_share(s, "exact_share", "ran as long", share_of(f->exact, f->estimated));
    sheet_share(s, "beyond_share", "ran longer", share_of(f->beyond, f->estimated));
    sheet_close(s, '}');
    sheet_open(s, "by_accuracy",
               "Jobs that ran shorter, by percent of the requested time", '[');
    for (i = 0; i < LOGINFO_TENTHS; i++) {
        snprintf(label, sizeof label, "%d - %d %%", 10 * i, 10 * i + 10);
        sheet_bar(s, label, 10 * i, 10 * i + 10, f->by_accuracy[i], f->estimated);
    }
    sheet_close(s, ']');
}

static void show_arrivals(struct sheet *s, const struct loginfo *f)
{
    char label[16];
    int i;
    sheet_open(s, "by_hour", "Submissions by hour of the day", '[');
    for (i = 0; i < 24; i++) {
        snprintf(label, sizeof label, "%02d:00", i);
        sheet_bar(s, label, i, i + 1, f->by_hour[i], f->submits.count);
    }
    sheet_close(s, ']');
    if (!f->has_date && s->table) return;
    sheet_open(s, "by_weekday", "Submissions by day of the week", '[');
    for (i = 0; i < 7 && f->has_date; i++) { /* from Monday on */
        const int day = (i + 1) % 7;
        snprintf(label, sizeof label, "%.3s", date_weekdays + 3 * day);
        sheet_bar(s, label, i, i + 1, f->by_weekday[day], f->submits.count);
    }
    sheet_close(s, ']');
}

static void show_statuses(struct sheet *s, const struct loginfo *f)
{
    static const char *const keys[LOGINFO_STATUSES] = {
        "unknown", "failed", "completed", NULL, NULL, NULL, "cancelled", "other"};
    int i;
    sheet_open(s, "statuses", "Statuses", '{');
    for (i = 0; i < LOGINFO_STATUSES; i++)
        if (keys[i]) sheet_count(s, keys[i], keys[i], f->status[i]);
    sheet_close(s, '}');
    sheet_open(s, "missing", "Fields that are unknown, in how many jobs", '{');
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        sheet_count(s, swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1),
                    swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1), f->unknown[i]);
    sheet_close(s, '}');
}

static void show_all(struct sheet *s, const struct loginfo *f)
{
    const char *format = f->header.format == SWF_FORMAT_GWF ? "GWF" : "SWF";
    if (s->table) {
        error_print_sanitized(s->table, f->path);
        fprintf(s->table, " (%s)\n", format);
    } else {
        json_open(&s->json, NULL, '{');
        json_text(&s->json, "log", f->path);
        json_text(&s->json, "format", format);
    }
    show_header(s, f);
    show_counts(s, f);
    show_span(s, f);
    show_load(s, f);
    show_sizes(s, f);
    show_runs(s, f);
    show_estimates(s, f);
    show_arrivals(s, f);
    show_statuses(s, f);
    if (!s->table) json_close(&s->json, '}');
}

/* ---- the command ------------------------------------------------------------------- */

int tool_info(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    struct sheet table = {.table = NULL}, object = {.table = NULL};
    struct loginfo f = {.path = t->log, .last_end = -1};
    struct error e;
    tool_reads(t->log);
    if (t->json) output_check(t->json, TOOL_JSON_BEGIN);
    tool_must(log_scan(f.path, SWF_LENIENT, add_item, &f, &e), &e);
    if (f.jobs == 0 && f.bad_lines)
        fail("%s: not a job log: %s", f.path, f.first_bad_line);
    finish(&f);
    if (!t->json || strcmp(t->json, "-") != 0) {
        table.table = output_open("-", NULL);
        show_all(&table, &f);
        output_close(table.table);
    }
    if (t->json) {
        object.json.to = output_open(t->json, TOOL_JSON_BEGIN);
        show_all(&object, &f);
        output_close(object.json.to);
    }
    tool_warn(f.path, f.bad_lines, f.first_bad_line, &f.surplus);
    free_all(&f);
    return 0;
}
