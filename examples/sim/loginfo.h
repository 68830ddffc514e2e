/* loginfo.h - a log in figures: what the Parallel Workloads Archive's pages tell.
 *
 *   offered load   sum(run * requested size) / (machine * time from first to last submit)
 *   utilisation    sum(run * allocated size) / (machine * time from first submit to last
 *                  end), where waiting times are known
 *   percentile     the smallest value that so many percent of the jobs do not exceed
 *   hour, weekday  as the machine's clock showed them: the zone is what StartTime is
 *                  ahead of UnixStartTime, else TimeZone, else UTC; without
 *                  UnixStartTime the log begins at midnight and has no weekdays
 *
 * Parts of jobs (status 2, 3, 4) are counted, but in no other figure. A job without a
 * requested size counts with its allocated one, and the other way round.
 */
#ifndef SIM_LOGINFO_H
#define SIM_LOGINFO_H

#include "ids.h"
#include "log.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_values { /* zero-initialise */
    int64_t *at;
    size_t count, capacity;
} sim_values;

enum { SIM_STATUSES = 8, SIM_STATUS_OTHER = 7, SIM_SIZE_POWERS = 64, SIM_TENTHS = 10 };

/* Run times up to these; the last is all the rest. */
static const int64_t sim_info_runs[] = {0,     10,    60,    600,    3600,   10800,
                                        21600, 43200, 86400, 172800, 604800, INT64_MAX};
enum { SIM_RUN_GROUPS = sizeof sim_info_runs / sizeof sim_info_runs[0] };

typedef struct sim_info { /* zero-initialise; sim_info_free */
    const char *path;
    sim_log header; /* its lines; no jobs */
    uint64_t jobs, parts, bad_lines, unsorted;
    char first_bad_line[256];
    sim_ids users, groups, executables, queues, partitions;
    uint64_t unknown[SWF_FIELD_COUNT];
    uint64_t status[SIM_STATUSES]; /* of -1, 0, ... 5, others */
    sim_values submits, runs, waits, sizes, accuracies;
    int64_t last_submit, ended; /* of the line above; the last end */
    uint64_t serial, powers_of_two, by_size[SIM_SIZE_POWERS];
    uint64_t by_run[SIM_RUN_GROUPS];
    uint64_t estimated, within, exact, beyond, by_accuracy[SIM_TENTHS];
    sim_wide requested, allocated; /* work */
    /* worked out at the end */
    int64_t servers, zone;
    int has_servers, has_date;
    int64_t start_date; /* of submit time 0, in UTC */
    uint64_t by_hour[24], by_weekday[7];
} sim_info;

static inline void sim_info_free(sim_info *f)
{
    sim_values *const values[] = {&f->submits, &f->runs, &f->waits, &f->sizes,
                                  &f->accuracies};
    sim_ids *const ids[] = {&f->users, &f->groups, &f->executables, &f->queues,
                            &f->partitions};
    size_t i;
    for (i = 0; i < sizeof values / sizeof values[0]; i++) free(values[i]->at);
    for (i = 0; i < sizeof ids / sizeof ids[0]; i++) sim_ids_free(ids[i]);
    sim_log_free(&f->header);
}

/* ---- one job ----------------------------------------------------------------------- */

static inline int sim_values_add(sim_values *v, int64_t x)
{
    int64_t *grown =
        (int64_t *)sim_log_grow(v->at, v->count, &v->capacity, sizeof *grown);
    if (!grown) return -1;
    v->at = grown;
    v->at[v->count++] = x;
    return 0;
}

/* 0 for 1, 1 for 2, 2 for 3 and 4, 3 for 5 to 8, ... */
static inline int sim_info_power(int64_t size)
{
    int power = 0;
    while (power < SIM_SIZE_POWERS - 1 && (size - 1) >> power) power++;
    return power;
}

static inline int sim_info_size(sim_info *f, const swf_job *job)
{
    const int64_t size = sim_log_size(job, 0);
    if (size <= 0) return 0;
    f->serial += size == 1;
    f->powers_of_two += (size & (size - 1)) == 0;
    f->by_size[sim_info_power(size)]++;
    return sim_values_add(&f->sizes, size);
}

static inline int sim_info_run(sim_info *f, const swf_job *job)
{
    int group = 0;
    if (job->run < 0) return 0;
    while (job->run > sim_info_runs[group]) group++;
    f->by_run[group]++;
    sim_shape_offer(&f->requested, job->run, sim_log_size(job, 0));
    sim_shape_offer(&f->allocated, job->run, sim_log_size(job, 1));
    return sim_values_add(&f->runs, job->run);
}

/* What users requested against what they got: run / requested time, in thousandths. */
static inline int sim_info_estimate(sim_info *f, const swf_job *job)
{
    uint64_t accuracy;
    if (job->run < 0 || job->req_time <= 0) return 0;
    f->estimated++;
    f->exact += job->run == job->req_time;
    f->within += job->run < job->req_time;
    f->beyond += job->run > job->req_time;
    accuracy = sim_shape_ratio((uint64_t)job->run, 1000, (uint64_t)job->req_time);
    if (job->run < job->req_time)
        f->by_accuracy[accuracy < 1000 ? accuracy / (1000 / SIM_TENTHS)
                                       : SIM_TENTHS - 1]++;
    return sim_values_add(&f->accuracies,
                          accuracy < INT64_MAX ? (int64_t)accuracy : INT64_MAX);
}

static inline int sim_info_submit(sim_info *f, const swf_job *job)
{
    const int64_t end = sim_log_end(job, job->submit);
    if (end > f->ended) f->ended = end;
    if (job->submit < 0) return 0;
    f->unsorted += job->submit < f->last_submit;
    f->last_submit = job->submit;
    return sim_values_add(&f->submits, job->submit);
}

static inline int sim_info_owner(sim_ids *ids, int64_t id)
{
    return id < 0 || sim_ids_add(ids, id) >= 0 ? 0 : -1;
}

static inline int sim_info_job(sim_info *f, const swf_job *job)
{
    const int known = job->status >= -1 && job->status < SIM_STATUS_OTHER - 1;
    int i;
    if (sim_log_is_part(job)) {
        f->parts++;
        return 0;
    }
    f->jobs++;
    f->status[known ? job->status + 1 : SIM_STATUS_OTHER]++;
    for (i = 0; i < SWF_FIELD_COUNT; i++) f->unknown[i] += !(job->present >> i & 1u);
    if (job->wait >= 0 && sim_values_add(&f->waits, job->wait) != 0) return -1;
    return sim_info_submit(f, job) != 0 || sim_info_run(f, job) != 0 ||
                   sim_info_size(f, job) != 0 || sim_info_estimate(f, job) != 0 ||
                   sim_info_owner(&f->users, job->user) != 0 ||
                   sim_info_owner(&f->groups, job->group) != 0 ||
                   sim_info_owner(&f->executables, job->executable) != 0 ||
                   sim_info_owner(&f->queues, job->queue) != 0 ||
                   sim_info_owner(&f->partitions, job->partition) != 0
               ? -1
               : 0;
}

/* Every item, as sim_log_scan wants it. */
static inline int sim_info_item(void *context, const swf_item *item,
                                const swf_reader *reader, sim_error *e)
{
    sim_info *f = (sim_info *)context;
    int failed = 0;
    f->header.format = reader->format;
    if (item->kind == SWF_JOB) failed = sim_info_job(f, &item->job);
    if (item->kind == SWF_HEADER) failed = sim_log_add_header(&f->header, &item->header);
    if (item->kind == SWF_SKIPPED && f->bad_lines++ == 0)
        swf_write_error(f->first_bad_line, sizeof f->first_bad_line, &reader->error);
    return failed ? sim_fail(e, "%s: out of memory", f->path) : 0;
}

/* ---- once all is read -------------------------------------------------------------- */

static inline int sim_values_compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Of sorted values; NAN without any. */
static inline double sim_values_percentile(const sim_values *v, int percent)
{
    const size_t rank = (v->count * (size_t)percent + 99) / 100;
    return v->count ? (double)v->at[rank ? rank - 1 : 0] : (double)NAN;
}

static inline double sim_values_mean(const sim_values *v)
{
    double sum = 0;
    size_t i;
    for (i = 0; i < v->count; i++) sum += (double)v->at[i];
    return v->count ? sum / (double)v->count : (double)NAN;
}

static inline double sim_wide_double(sim_wide x)
{
    return (double)x.high * 18446744073709551616.0 + (double)x.low;
}

/* Whole hours and minutes ahead of UTC. */
static inline void sim_info_zone(sim_info *f)
{
    const sim_log_line *unix_start = sim_log_find(&f->header, SWF_DIR_UNIX_START_TIME);
    const sim_log_line *start = sim_log_find(&f->header, SWF_DIR_START_TIME);
    const int64_t zone = sim_log_value(&f->header, SWF_DIR_TIME_ZONE);
    const int64_t most = 14 * 3600;
    int64_t date;
    f->has_date = unix_start && unix_start->has_value && unix_start->value >= 0 &&
                  unix_start->value <= SIM_TIME_MAX;
    if (!f->has_date) return;
    f->start_date = unix_start->value;
    if (zone >= -most && zone <= most) f->zone = zone;
    if (start && sim_date_read(swf_text(start->text), &date)) {
        const int64_t ahead = date - f->start_date;
        if (ahead % 900 == 0 && ahead >= -most && ahead <= most) f->zone = ahead;
    }
}

static inline void sim_info_arrivals(sim_info *f)
{
    const int64_t zero = f->has_date ? f->start_date + f->zone : 0;
    size_t i;
    for (i = 0; i < f->submits.count; i++) {
        const int64_t submit = f->submits.at[i];
        const sim_date d = sim_date_of(submit <= SIM_TIME_MAX ? zero + submit : zero);
        f->by_hour[d.hour]++;
        f->by_weekday[d.weekday]++;
    }
}

static inline void sim_info_finish(sim_info *f)
{
    sim_values *const values[] = {&f->runs, &f->waits, &f->sizes, &f->accuracies,
                                  &f->submits};
    size_t i;
    sim_info_zone(f);
    sim_info_arrivals(f);
    for (i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i]->count)
            qsort(values[i]->at, values[i]->count, sizeof(int64_t), sim_values_compare);
    f->servers = sim_log_value(&f->header, SWF_DIR_MAX_PROCS);
    if (f->servers <= 0) f->servers = sim_log_value(&f->header, SWF_DIR_MAX_NODES);
    f->has_servers = f->servers > 0;
    if (!f->has_servers)
        f->servers = f->sizes.count ? f->sizes.at[f->sizes.count - 1] : 0;
}

/* Work over what the machine could have done from the first submission until then. */
static inline double sim_info_load(const sim_info *f, sim_wide work, int64_t until)
{
    const int64_t first = f->submits.count ? f->submits.at[0] : 0;
    if (f->servers <= 0 || until <= first) return (double)NAN;
    return sim_wide_double(work) / ((double)f->servers * (double)(until - first));
}

/* ---- two ways to show it: as a table, as JSON -------------------------------------- */

typedef struct sim_sheet {
    FILE *table; /* NULL = JSON */
    sim_json json;
} sim_sheet;

static inline void sim_sheet_open(sim_sheet *s, const char *key, const char *title)
{
    if (s->table)
        fprintf(s->table, "\n%s\n", title);
    else
        sim_json_open(&s->json, key, '{');
}

static inline void sim_sheet_close(sim_sheet *s)
{
    if (!s->table) sim_json_close(&s->json, '}');
}

static inline void sim_sheet_row(sim_sheet *s, const char *label, const char *value)
{
    fprintf(s->table, "  %-30s %s\n", label, value);
}

static inline void sim_sheet_text(sim_sheet *s, const char *key, const char *label,
                                  const char *text)
{
    if (!s->table)
        sim_json_text(&s->json, key, text);
    else
        sim_sheet_row(s, label, text ? text : "-");
}

static inline void sim_sheet_count(sim_sheet *s, const char *key, const char *label,
                                   uint64_t n)
{
    char text[SIM_NUMBER_TEXT];
    if (!s->table)
        sim_json_count(&s->json, key, (int64_t)n);
    else
        sim_sheet_row(s, label, sim_count_text(n, text));
}

/* A number with so many digits behind the point and a unit; NAN is unknown. */
static inline void sim_sheet_number(sim_sheet *s, const char *key, const char *label,
                                    double x, int digits, const char *unit)
{
    char text[SIM_NUMBER_TEXT + 32] = "-";
    if (!s->table) {
        sim_json_number(&s->json, key, x);
        return;
    }
    if (isfinite(x)) snprintf(text, sizeof text, "%.*f%s", digits, x, unit);
    sim_sheet_row(s, label, text);
}

/* Kept as a fraction, shown in percent. */
static inline void sim_sheet_share(sim_sheet *s, const char *key, const char *label,
                                   double x)
{
    sim_sheet_number(s, key, label, s->table ? 100 * x : x, s->table ? 1 : 0, " %");
}

static inline double sim_info_share(uint64_t part, uint64_t all)
{
    return all ? (double)part / (double)all : (double)NAN;
}

/* One bar of a distribution: JSON has lo and hi (hi < 0: no end), a table the label. */
static inline void sim_sheet_bar(sim_sheet *s, const char *label, int64_t lo, int64_t hi,
                                 uint64_t n, uint64_t all)
{
    static const char bar[] = "########################################";
    char count[SIM_NUMBER_TEXT];
    const double share = all ? (double)n / (double)all : 0;
    if (s->table) {
        const int length = (int)(share * 40 + 0.5);
        fprintf(s->table, "  %-18s %11s %6.1f %%%s%.*s\n", label,
                sim_count_text(n, count), 100 * share, length ? "  " : "", length, bar);
        return;
    }
    sim_json_open_flat(&s->json, NULL, '{');
    sim_json_count(&s->json, "lo", lo);
    if (hi < 0)
        sim_json_text(&s->json, "hi", NULL);
    else
        sim_json_count(&s->json, "hi", hi);
    sim_json_count(&s->json, "jobs", (int64_t)n);
    sim_json_close(&s->json, '}');
}

static inline void sim_sheet_bars(sim_sheet *s, const char *key, const char *title)
{
    if (s->table)
        fprintf(s->table, "\n%s\n", title);
    else
        sim_json_open(&s->json, key, '[');
}

static inline void sim_sheet_bars_end(sim_sheet *s)
{
    if (!s->table) sim_json_close(&s->json, ']');
}

/* ---- its chapters ------------------------------------------------------------------ */

static inline void sim_info_show_header(sim_sheet *s, const sim_info *f)
{
    size_t i;
    sim_sheet_bars(s, "header", "Header");
    for (i = 0; i < f->header.line_count; i++) {
        const sim_log_line *line = &f->header.lines[i];
        if (s->table) {
            sim_printable(line->text);
            sim_sheet_row(s, line->key, line->text);
            continue;
        }
        sim_json_open_flat(&s->json, NULL, '{');
        sim_json_text(&s->json, "name", line->key);
        sim_json_text(&s->json, "text", line->text);
        sim_json_close(&s->json, '}');
    }
    sim_sheet_bars_end(s);
}

static inline void sim_info_show_counts(sim_sheet *s, const sim_info *f)
{
    sim_sheet_open(s, "counts", "What there is");
    sim_sheet_count(s, "jobs", "jobs", f->jobs);
    sim_sheet_count(s, "parts", "lines of parts of jobs", f->parts);
    sim_sheet_count(s, "skipped_lines", "lines that are no job", f->bad_lines);
    sim_sheet_count(s, "out_of_order", "jobs out of order", f->unsorted);
    sim_sheet_count(s, "users", "users", f->users.count);
    sim_sheet_count(s, "groups", "groups", f->groups.count);
    sim_sheet_count(s, "executables", "executables", f->executables.count);
    sim_sheet_count(s, "queues", "queues", f->queues.count);
    sim_sheet_count(s, "partitions", "partitions", f->partitions.count);
    sim_sheet_close(s);
}

/* A moment of the log, with its date where that is known. */
static inline void sim_info_show_time(sim_sheet *s, const sim_info *f, const char *key,
                                      const char *label, int64_t at)
{
    char text[SIM_DATE_TEXT + 24] = "-", date[SIM_DATE_TEXT];
    const int known = at >= 0 && at <= SIM_TIME_MAX * 3;
    if (!s->table) {
        sim_json_number(&s->json, key, known ? (double)at : (double)NAN);
        return;
    }
    if (known) snprintf(text, sizeof text, "%" PRId64 " s", at);
    if (known && f->has_date) {
        sim_date_text(f->start_date + at, date);
        snprintf(text, sizeof text, "%s", date);
    }
    sim_sheet_row(s, label, text);
}

static inline void sim_info_show_span(sim_sheet *s, const sim_info *f)
{
    const size_t n = f->submits.count;
    const int64_t first = n ? f->submits.at[0] : -1, last = n ? f->submits.at[n - 1] : -1;
    const int known = n && last <= SIM_TIME_MAX;
    char zone[16] = "-";
    const int64_t minutes = f->zone < 0 ? -f->zone / 60 : f->zone / 60;
    sim_sheet_open(s, "time", "When");
    if (!s->table)
        sim_json_number(&s->json, "unix_start",
                        f->has_date ? (double)f->start_date : (double)NAN);
    sim_info_show_time(s, f, "first_submit", "first submission", first);
    sim_info_show_time(s, f, "last_submit", "last submission", last);
    sim_info_show_time(s, f, "last_end", "last end", f->ended);
    if (f->has_date)
        snprintf(zone, sizeof zone, "%c%02d:%02d", f->zone < 0 ? '-' : '+',
                 (int)(minutes / 60), (int)(minutes % 60));
    sim_sheet_text(s, "zone", "local time is UTC", zone);
    if (s->table)
        sim_sheet_number(s, "", "first to last submission",
                         known ? (double)(last - first) / 86400 : (double)NAN, 1,
                         " days");
    sim_sheet_close(s);
}

static inline void sim_info_show_load(sim_sheet *s, const sim_info *f)
{
    const size_t n = f->submits.count;
    const int64_t last = n ? f->submits.at[n - 1] : 0;
    sim_sheet_open(s, "load", "Load");
    sim_sheet_count(s, "servers", "processors", (uint64_t)f->servers);
    if (s->table && !f->has_servers)
        sim_sheet_row(s, "", "(not in the header: what the largest job needs)");
    if (!s->table) sim_json_count(&s->json, "servers_in_header", f->has_servers);
    sim_sheet_number(s, "offered_load", "offered load",
                     sim_info_load(f, f->requested, last), 4, "");
    sim_sheet_share(s, "utilisation", "utilisation",
                    sim_info_load(f, f->allocated, f->ended));
    sim_sheet_close(s);
}

static inline void sim_info_show_values(sim_sheet *s, const char *key, const char *title,
                                        const sim_values *v, double unit, int digits,
                                        const char *suffix)
{
    static const struct {
        int percent;
        const char *key, *label;
    } rows[] = {{0, "min", "least"},
                {50, "p50", "half at most"},
                {90, "p90", "90 % at most"},
                {99, "p99", "99 % at most"},
                {100, "max", "most"}};
    size_t i;
    sim_sheet_open(s, key, title);
    sim_sheet_count(s, "jobs", "jobs", v->count);
    sim_sheet_number(s, "mean", "mean", sim_values_mean(v) / unit, digits ? digits : 1,
                     suffix);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        sim_sheet_number(s, rows[i].key, rows[i].label,
                         sim_values_percentile(v, rows[i].percent) / unit, digits,
                         suffix);
    sim_sheet_close(s);
}

static inline void sim_info_show_sizes(sim_sheet *s, const sim_info *f)
{
    const uint64_t all = f->sizes.count;
    char label[64];
    int i;
    sim_info_show_values(s, "sizes", "Sizes, in processors", &f->sizes, 1, 0, "");
    sim_sheet_share(s, "serial_share", "serial", sim_info_share(f->serial, all));
    sim_sheet_share(s, "power_of_two_share", "powers of two (with serial)",
                    sim_info_share(f->powers_of_two, all));
    sim_sheet_bars(s, "by_size", "Jobs by size");
    for (i = 0; i < SIM_SIZE_POWERS; i++) {
        const int64_t lo = i == 0 ? 1 : (INT64_C(1) << (i - 1)) + 1;
        const int64_t hi = i < 63 ? INT64_C(1) << i : INT64_MAX;
        if (!f->by_size[i]) continue;
        if (lo == hi)
            snprintf(label, sizeof label, "%" PRId64, hi);
        else
            snprintf(label, sizeof label, "%" PRId64 " - %" PRId64, lo, hi);
        sim_sheet_bar(s, label, lo, hi, f->by_size[i], all);
    }
    sim_sheet_bars_end(s);
}

static inline void sim_info_show_runs(sim_sheet *s, const sim_info *f)
{
    static const char *const labels[] = {"0",      "<= 10 s", "<= 1 m", "<= 10 m",
                                         "<= 1 h", "<= 3 h",  "<= 6 h", "<= 12 h",
                                         "<= 1 d", "<= 2 d",  "<= 7 d", "> 7 d"};
    int i;
    sim_info_show_values(s, "run_times", "Run times, in seconds", &f->runs, 1, 0, "");
    sim_sheet_bars(s, "by_run_time", "Jobs by run time");
    for (i = 0; i < SIM_RUN_GROUPS; i++)
        sim_sheet_bar(s, labels[i], i ? sim_info_runs[i - 1] + 1 : 0,
                      i + 1 < SIM_RUN_GROUPS ? sim_info_runs[i] : -1, f->by_run[i],
                      f->runs.count);
    sim_sheet_bars_end(s);
    sim_info_show_values(s, "wait_times", "Waiting times, in seconds", &f->waits, 1, 0,
                         "");
}

static inline void sim_info_show_estimates(sim_sheet *s, const sim_info *f)
{
    char label[32];
    int i;
    sim_info_show_values(s, "accuracies", "Run time / requested time", &f->accuracies,
                         1000, 3, "");
    sim_sheet_open(s, "estimates", "Requested times");
    sim_sheet_count(s, "jobs", "jobs with both", f->estimated);
    sim_sheet_share(s, "within_share", "ran shorter",
                    sim_info_share(f->within, f->estimated));
    sim_sheet_share(s, "exact_share", "ran as long",
                    sim_info_share(f->exact, f->estimated));
    sim_sheet_share(s, "beyond_share", "ran longer",
                    sim_info_share(f->beyond, f->estimated));
    sim_sheet_close(s);
    sim_sheet_bars(s, "by_accuracy",
                   "Jobs that ran shorter, by percent of the requested time");
    for (i = 0; i < SIM_TENTHS; i++) {
        snprintf(label, sizeof label, "%d - %d %%", 10 * i, 10 * i + 10);
        sim_sheet_bar(s, label, 10 * i, 10 * i + 10, f->by_accuracy[i], f->estimated);
    }
    sim_sheet_bars_end(s);
}

static inline void sim_info_show_arrivals(sim_sheet *s, const sim_info *f)
{
    char label[16];
    int i;
    sim_sheet_bars(s, "by_hour", "Submissions by hour of the day");
    for (i = 0; i < 24; i++) {
        snprintf(label, sizeof label, "%02d:00", i);
        sim_sheet_bar(s, label, i, i + 1, f->by_hour[i], f->submits.count);
    }
    sim_sheet_bars_end(s);
    if (!f->has_date && s->table) return;
    sim_sheet_bars(s, "by_weekday", "Submissions by day of the week");
    for (i = 0; i < 7 && f->has_date; i++) { /* from Monday on */
        const int day = (i + 1) % 7;
        snprintf(label, sizeof label, "%.3s", sim_date_weekdays + 3 * day);
        sim_sheet_bar(s, label, i, i + 1, f->by_weekday[day], f->submits.count);
    }
    sim_sheet_bars_end(s);
}

static inline void sim_info_show_statuses(sim_sheet *s, const sim_info *f)
{
    static const char *const keys[SIM_STATUSES] = {
        "unknown", "failed", "completed", NULL, NULL, NULL, "cancelled", "other"};
    int i;
    sim_sheet_open(s, "statuses", "Statuses");
    for (i = 0; i < SIM_STATUSES; i++)
        if (keys[i]) sim_sheet_count(s, keys[i], keys[i], f->status[i]);
    sim_sheet_close(s);
    sim_sheet_open(s, "missing", "Fields that are unknown, in how many jobs");
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        sim_sheet_count(s, swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1),
                        swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1), f->unknown[i]);
    sim_sheet_close(s);
}

static inline void sim_info_show(sim_sheet *s, const sim_info *f)
{
    const char *format = f->header.format == SWF_FORMAT_GWF ? "GWF" : "SWF";
    if (s->table) {
        sim_print_text(s->table, f->path);
        fprintf(s->table, " (%s)\n", format);
    } else {
        sim_json_open(&s->json, NULL, '{');
        sim_json_text(&s->json, "log", f->path);
        sim_json_text(&s->json, "format", format);
    }
    sim_info_show_header(s, f);
    sim_info_show_counts(s, f);
    sim_info_show_span(s, f);
    sim_info_show_load(s, f);
    sim_info_show_sizes(s, f);
    sim_info_show_runs(s, f);
    sim_info_show_estimates(s, f);
    sim_info_show_arrivals(s, f);
    sim_info_show_statuses(s, f);
    if (!s->table) sim_json_close(&s->json, '}');
}

#endif
