/* loginfo.c - implements loginfo.h. */
#include "logtool/loginfo.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/job.h"
#include "base/statistics.h"
#include "base/text.h"
#include "program/json.h"
#include "workload/date.h"
#include "workload/shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Run times up to these; the last is all the rest. */
static const int64_t loginfo_runs[LOGINFO_RUN_GROUPS] = {
    0, 10, 60, 600, 3600, 10800, 21600, 43200, 86400, 172800, 604800, INT64_MAX};

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

static int loginfo_values_add(struct loginfo_values *v, int64_t x)
{
    if (ARRAY_ROOM(v->at, v->count, v->capacity, 1) != 0) return -1;
    v->at[v->count++] = x;
    return 0;
}

/* 0 for 1, 1 for 2, 2 for 3 and 4, 3 for 5 to 8, ... */
static int loginfo_power(int64_t size)
{
    int power = 0;
    while (power < LOGINFO_SIZE_POWERS - 1 && (size - 1) >> power) power++;
    return power;
}

static int loginfo_size(struct loginfo *f, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (size <= 0) return 0;
    f->serial += size == 1;
    f->powers_of_two += (size & (size - 1)) == 0;
    f->by_size[loginfo_power(size)]++;
    return loginfo_values_add(&f->sizes, size);
}

static int loginfo_run(struct loginfo *f, const swf_job *job)
{
    int group = 0;
    if (job->run < 0) return 0;
    while (job->run > loginfo_runs[group]) group++;
    f->by_run[group]++;
    shape_add_work(&f->requested, job->run, log_job_size(job, 0));
    shape_add_work(&f->allocated, job->run, log_job_size(job, 1));
    return loginfo_values_add(&f->runs, job->run);
}

/* What users requested against what they got: run / requested time, in thousandths. */
static int loginfo_estimate(struct loginfo *f, const swf_job *job)
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
    return loginfo_values_add(&f->accuracies,
                              accuracy < INT64_MAX ? (int64_t)accuracy : INT64_MAX);
}

static int loginfo_submit(struct loginfo *f, const swf_job *job)
{
    const int64_t end = log_job_end(job, job->submit);
    if (end > f->ended) f->ended = end;
    if (job->submit < 0) return 0;
    f->unsorted += job->submit < f->last_submit;
    f->last_submit = job->submit;
    return loginfo_values_add(&f->submits, job->submit);
}

static int loginfo_owner(struct map *ids, int64_t id)
{
    return id < 0 || map_add(ids, id) >= 0 ? 0 : -1;
}

static int loginfo_job(struct loginfo *f, const swf_job *job)
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
    if (job->wait >= 0 && loginfo_values_add(&f->waits, job->wait) != 0) return -1;
    return loginfo_submit(f, job) != 0 || loginfo_run(f, job) != 0 ||
                   loginfo_size(f, job) != 0 || loginfo_estimate(f, job) != 0 ||
                   loginfo_owner(&f->users, job->user) != 0 ||
                   loginfo_owner(&f->groups, job->group) != 0 ||
                   loginfo_owner(&f->executables, job->executable) != 0 ||
                   loginfo_owner(&f->queues, job->queue) != 0 ||
                   loginfo_owner(&f->partitions, job->partition) != 0
               ? -1
               : 0;
}

int loginfo_item(void *context, const swf_item *item, const swf_reader *reader,
                 struct error *e)
{
    struct loginfo *f = (struct loginfo *)context;
    int failed = 0;
    f->header.format = reader->format;
    if (item->kind == SWF_JOB) failed = loginfo_job(f, &item->job);
    if (item->kind == SWF_HEADER) failed = log_add_header(&f->header, &item->header);
    if (item->kind == SWF_SKIPPED && f->bad_lines++ == 0)
        swf_write_error(f->first_bad_line, sizeof f->first_bad_line, &reader->error);
    return failed ? error_fail(e, "%s: out of memory", f->path) : 0;
}

/* ---- once all is read -------------------------------------------------------------- */

/* Of sorted values; NAN without any. */
static double loginfo_values_percentile(const struct loginfo_values *v, unsigned percent)
{
    return v->count ? (double)v->at[statistics_percentile(v->count, percent)]
                    : (double)NAN;
}

static double loginfo_values_mean(const struct loginfo_values *v)
{
    double sum = 0;
    size_t i;
    for (i = 0; i < v->count; i++) sum += (double)v->at[i];
    return statistics_mean(sum, v->count);
}

/* Whole hours and minutes ahead of UTC. */
static void loginfo_zone(struct loginfo *f)
{
    const struct log_line *unix_start = log_find_header(&f->header, SWF_DIR_UNIX_START_TIME);
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

static void loginfo_arrivals(struct loginfo *f)
{
    const int64_t zero = f->has_date ? f->start_date + f->zone : 0;
    size_t i;
    for (i = 0; i < f->submits.count; i++) {
        const int64_t submit = f->submits.at[i];
        const struct date d =
            date_of(submit <= JOB_TIME_MAX ? zero + submit : zero);
        f->by_hour[d.hour]++;
        f->by_weekday[d.weekday]++;
    }
}

void loginfo_finish(struct loginfo *f)
{
    struct loginfo_values *const values[] = {&f->runs, &f->waits, &f->sizes,
                                             &f->accuracies, &f->submits};
    size_t i;
    loginfo_zone(f);
    loginfo_arrivals(f);
    for (i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i]->count)
            qsort(values[i]->at, values[i]->count, sizeof(int64_t), compare_i64);
    f->servers = log_header_value(&f->header, SWF_DIR_MAX_PROCS);
    if (f->servers <= 0) f->servers = log_header_value(&f->header, SWF_DIR_MAX_NODES);
    f->has_servers = f->servers > 0;
    if (!f->has_servers)
        f->servers = f->sizes.count ? f->sizes.at[f->sizes.count - 1] : 0;
}

/* Work over what the machine could have done from the first submission until then. */
static double loginfo_load(const struct loginfo *f, struct wide work, int64_t until)
{
    const int64_t first = f->submits.count ? f->submits.at[0] : 0;
    if (f->servers <= 0 || until <= first) return (double)NAN;
    return wide_double(work) / ((double)f->servers * (double)(until - first));
}

/* ---- two ways to show it: as a table, as JSON -------------------------------------- */

static void loginfo_sheet_open(struct loginfo_sheet *s, const char *key,
                               const char *title)
{
    if (s->table)
        fprintf(s->table, "\n%s\n", title);
    else
        json_open(&s->json, key, '{');
}

static void loginfo_sheet_close(struct loginfo_sheet *s)
{
    if (!s->table) json_close(&s->json, '}');
}

void loginfo_sheet_row(struct loginfo_sheet *s, const char *label, const char *value)
{
    fprintf(s->table, "  %-30s %s\n", label, value);
}

static void loginfo_sheet_text(struct loginfo_sheet *s, const char *key,
                               const char *label, const char *text)
{
    if (!s->table)
        json_text(&s->json, key, text);
    else
        loginfo_sheet_row(s, label, text ? text : "-");
}

static void loginfo_sheet_count(struct loginfo_sheet *s, const char *key,
                                const char *label, uint64_t n)
{
    char text[TEXT_NUMBER];
    if (!s->table)
        json_count(&s->json, key, (int64_t)n);
    else
        loginfo_sheet_row(s, label, text_count(n, text));
}

/* A number with so many digits behind the point and a unit; NAN is unknown. */
static void loginfo_sheet_number(struct loginfo_sheet *s, const char *key,
                                 const char *label, double x, int digits,
                                 const char *unit)
{
    char text[TEXT_NUMBER + 32] = "-";
    if (!s->table) {
        json_number(&s->json, key, x);
        return;
    }
    if (isfinite(x)) snprintf(text, sizeof text, "%.*f%s", digits, x, unit);
    loginfo_sheet_row(s, label, text);
}

/* Kept as a fraction, shown in percent. */
static void loginfo_sheet_share(struct loginfo_sheet *s, const char *key,
                                const char *label, double x)
{
    loginfo_sheet_number(s, key, label, s->table ? 100 * x : x, s->table ? 1 : 0, " %");
}

static double loginfo_share(uint64_t part, uint64_t all)
{
    return statistics_mean((double)part, all);
}

/* One bar of a distribution: JSON has lo and hi (hi < 0: no end), a table the label. */
static void loginfo_sheet_bar(struct loginfo_sheet *s, const char *label, int64_t lo,
                              int64_t hi, uint64_t n, uint64_t all)
{
    static const char bar[] = "########################################";
    char count[TEXT_NUMBER];
    const double share = all ? (double)n / (double)all : 0;
    if (s->table) {
        const int length = (int)(share * 40 + 0.5);
        fprintf(s->table, "  %-18s %11s %6.1f %%%s%.*s\n", label, text_count(n, count),
                100 * share, length ? "  " : "", length, bar);
        return;
    }
    json_open_flat(&s->json, NULL, '{');
    json_count(&s->json, "lo", lo);
    if (hi < 0)
        json_text(&s->json, "hi", NULL);
    else
        json_count(&s->json, "hi", hi);
    json_count(&s->json, "jobs", (int64_t)n);
    json_close(&s->json, '}');
}

static void loginfo_sheet_bars(struct loginfo_sheet *s, const char *key,
                               const char *title)
{
    if (s->table)
        fprintf(s->table, "\n%s\n", title);
    else
        json_open(&s->json, key, '[');
}

static void loginfo_sheet_bars_end(struct loginfo_sheet *s)
{
    if (!s->table) json_close(&s->json, ']');
}

/* ---- its chapters ------------------------------------------------------------------ */

static void loginfo_show_header(struct loginfo_sheet *s, const struct loginfo *f)
{
    size_t i;
    loginfo_sheet_bars(s, "header", "Header");
    for (i = 0; i < f->header.line_count; i++) {
        const struct log_line *line = &f->header.lines[i];
        if (s->table) {
            error_sanitize(line->text);
            loginfo_sheet_row(s, line->key, line->text);
            continue;
        }
        json_open_flat(&s->json, NULL, '{');
        json_text(&s->json, "name", line->key);
        json_text(&s->json, "text", line->text);
        json_close(&s->json, '}');
    }
    loginfo_sheet_bars_end(s);
}

static void loginfo_show_counts(struct loginfo_sheet *s, const struct loginfo *f)
{
    loginfo_sheet_open(s, "counts", "What there is");
    loginfo_sheet_count(s, "jobs", "jobs", f->jobs);
    loginfo_sheet_count(s, "parts", "lines of parts of jobs", f->parts);
    loginfo_sheet_count(s, "skipped_lines", "lines that are no job", f->bad_lines);
    loginfo_sheet_count(s, "out_of_order", "jobs out of order", f->unsorted);
    loginfo_sheet_count(s, "users", "users", f->users.count);
    loginfo_sheet_count(s, "groups", "groups", f->groups.count);
    loginfo_sheet_count(s, "executables", "executables", f->executables.count);
    loginfo_sheet_count(s, "queues", "queues", f->queues.count);
    loginfo_sheet_count(s, "partitions", "partitions", f->partitions.count);
    loginfo_sheet_close(s);
}

/* A moment of the log, with its date where that is known. */
static void loginfo_show_time(struct loginfo_sheet *s, const struct loginfo *f,
                              const char *key, const char *label, int64_t at)
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
    loginfo_sheet_row(s, label, text);
}

static void loginfo_show_span(struct loginfo_sheet *s, const struct loginfo *f)
{
    const size_t n = f->submits.count;
    const int64_t first = n ? f->submits.at[0] : -1, last = n ? f->submits.at[n - 1] : -1;
    const int known = n && last <= JOB_TIME_MAX;
    char zone[16] = "-";
    const int64_t minutes = f->zone < 0 ? -f->zone / 60 : f->zone / 60;
    loginfo_sheet_open(s, "time", "When");
    if (!s->table)
        json_number(&s->json, "unix_start",
                    f->has_date ? (double)f->start_date : (double)NAN);
    loginfo_show_time(s, f, "first_submit", "first submission", first);
    loginfo_show_time(s, f, "last_submit", "last submission", last);
    loginfo_show_time(s, f, "last_end", "last end", f->ended);
    if (f->has_date)
        snprintf(zone, sizeof zone, "%c%02d:%02d", f->zone < 0 ? '-' : '+',
                 (int)(minutes / 60), (int)(minutes % 60));
    loginfo_sheet_text(s, "zone", "local time is UTC", zone);
    if (s->table)
        loginfo_sheet_number(s, "", "first to last submission",
                             known ? (double)(last - first) / 86400 : (double)NAN, 1,
                             " days");
    loginfo_sheet_close(s);
}

static void loginfo_show_load(struct loginfo_sheet *s, const struct loginfo *f)
{
    const size_t n = f->submits.count;
    const int64_t last = n ? f->submits.at[n - 1] : 0;
    loginfo_sheet_open(s, "load", "Load");
    loginfo_sheet_count(s, "servers", "processors", (uint64_t)f->servers);
    if (s->table && !f->has_servers)
        loginfo_sheet_row(s, "", "(not in the header: what the largest job needs)");
    if (!s->table) json_count(&s->json, "servers_in_header", f->has_servers);
    loginfo_sheet_number(s, "offered_load", "offered load",
                         loginfo_load(f, f->requested, last), 4, "");
    loginfo_sheet_share(s, "utilisation", "utilisation",
                        loginfo_load(f, f->allocated, f->ended));
    loginfo_sheet_close(s);
}

static void loginfo_show_values(struct loginfo_sheet *s, const char *key,
                                const char *title, const struct loginfo_values *v,
                                double unit, int digits, const char *suffix)
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
    loginfo_sheet_open(s, key, title);
    loginfo_sheet_count(s, "jobs", "jobs", v->count);
    loginfo_sheet_number(s, "mean", "mean", loginfo_values_mean(v) / unit,
                         digits ? digits : 1, suffix);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        loginfo_sheet_number(s, rows[i].key, rows[i].label,
                             loginfo_values_percentile(v, rows[i].percent) / unit, digits,
                             suffix);
    loginfo_sheet_close(s);
}

static void loginfo_show_sizes(struct loginfo_sheet *s, const struct loginfo *f)
{
    const uint64_t all = f->sizes.count;
    char label[64];
    int i;
    loginfo_show_values(s, "sizes", "Sizes, in processors", &f->sizes, 1, 0, "");
    loginfo_sheet_share(s, "serial_share", "serial", loginfo_share(f->serial, all));
    loginfo_sheet_share(s, "power_of_two_share", "powers of two (with serial)",
                        loginfo_share(f->powers_of_two, all));
    loginfo_sheet_bars(s, "by_size", "Jobs by size");
    for (i = 0; i < LOGINFO_SIZE_POWERS; i++) {
        const int64_t lo = i == 0 ? 1 : (INT64_C(1) << (i - 1)) + 1;
        const int64_t hi = i < 63 ? INT64_C(1) << i : INT64_MAX;
        if (!f->by_size[i]) continue;
        if (lo == hi)
            snprintf(label, sizeof label, "%" PRId64, hi);
        else
            snprintf(label, sizeof label, "%" PRId64 " - %" PRId64, lo, hi);
        loginfo_sheet_bar(s, label, lo, hi, f->by_size[i], all);
    }
    loginfo_sheet_bars_end(s);
}

static void loginfo_show_runs(struct loginfo_sheet *s, const struct loginfo *f)
{
    static const char *const labels[] = {"0",      "<= 10 s", "<= 1 m", "<= 10 m",
                                         "<= 1 h", "<= 3 h",  "<= 6 h", "<= 12 h",
                                         "<= 1 d", "<= 2 d",  "<= 7 d", "> 7 d"};
    int i;
    loginfo_show_values(s, "run_times", "Run times, in seconds", &f->runs, 1, 0, "");
    loginfo_sheet_bars(s, "by_run_time", "Jobs by run time");
    for (i = 0; i < LOGINFO_RUN_GROUPS; i++)
        loginfo_sheet_bar(s, labels[i], i ? loginfo_runs[i - 1] + 1 : 0,
                          i + 1 < LOGINFO_RUN_GROUPS ? loginfo_runs[i] : -1, f->by_run[i],
                          f->runs.count);
    loginfo_sheet_bars_end(s);
    loginfo_show_values(s, "wait_times", "Waiting times, in seconds", &f->waits, 1, 0,
                        "");
}

static void loginfo_show_estimates(struct loginfo_sheet *s, const struct loginfo *f)
{
    char label[32];
    int i;
    loginfo_show_values(s, "accuracies", "Run time / requested time", &f->accuracies,
                        1000, 3, "");
    loginfo_sheet_open(s, "estimates", "Requested times");
    loginfo_sheet_count(s, "jobs", "jobs with both", f->estimated);
    loginfo_sheet_share(s, "within_share", "ran shorter",
                        loginfo_share(f->within, f->estimated));
    loginfo_sheet_share(s, "exact_share", "ran as long",
                        loginfo_share(f->exact, f->estimated));
    loginfo_sheet_share(s, "beyond_share", "ran longer",
                        loginfo_share(f->beyond, f->estimated));
    loginfo_sheet_close(s);
    loginfo_sheet_bars(s, "by_accuracy",
                       "Jobs that ran shorter, by percent of the requested time");
    for (i = 0; i < LOGINFO_TENTHS; i++) {
        snprintf(label, sizeof label, "%d - %d %%", 10 * i, 10 * i + 10);
        loginfo_sheet_bar(s, label, 10 * i, 10 * i + 10, f->by_accuracy[i], f->estimated);
    }
    loginfo_sheet_bars_end(s);
}

static void loginfo_show_arrivals(struct loginfo_sheet *s, const struct loginfo *f)
{
    char label[16];
    int i;
    loginfo_sheet_bars(s, "by_hour", "Submissions by hour of the day");
    for (i = 0; i < 24; i++) {
        snprintf(label, sizeof label, "%02d:00", i);
        loginfo_sheet_bar(s, label, i, i + 1, f->by_hour[i], f->submits.count);
    }
    loginfo_sheet_bars_end(s);
    if (!f->has_date && s->table) return;
    loginfo_sheet_bars(s, "by_weekday", "Submissions by day of the week");
    for (i = 0; i < 7 && f->has_date; i++) { /* from Monday on */
        const int day = (i + 1) % 7;
        snprintf(label, sizeof label, "%.3s", date_weekdays + 3 * day);
        loginfo_sheet_bar(s, label, i, i + 1, f->by_weekday[day], f->submits.count);
    }
    loginfo_sheet_bars_end(s);
}

static void loginfo_show_statuses(struct loginfo_sheet *s, const struct loginfo *f)
{
    static const char *const keys[LOGINFO_STATUSES] = {
        "unknown", "failed", "completed", NULL, NULL, NULL, "cancelled", "other"};
    int i;
    loginfo_sheet_open(s, "statuses", "Statuses");
    for (i = 0; i < LOGINFO_STATUSES; i++)
        if (keys[i]) loginfo_sheet_count(s, keys[i], keys[i], f->status[i]);
    loginfo_sheet_close(s);
    loginfo_sheet_open(s, "missing", "Fields that are unknown, in how many jobs");
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        loginfo_sheet_count(s, swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1),
                            swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1),
                            f->unknown[i]);
    loginfo_sheet_close(s);
}

void loginfo_show(struct loginfo_sheet *s, const struct loginfo *f)
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
    loginfo_show_header(s, f);
    loginfo_show_counts(s, f);
    loginfo_show_span(s, f);
    loginfo_show_load(s, f);
    loginfo_show_sizes(s, f);
    loginfo_show_runs(s, f);
    loginfo_show_estimates(s, f);
    loginfo_show_arrivals(s, f);
    loginfo_show_statuses(s, f);
    if (!s->table) json_close(&s->json, '}');
}
