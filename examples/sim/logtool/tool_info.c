/* tool_info.c - adds up what can be added up, and keeps the values that are counted by
 * size: five numbers for each job, which are sorted in the end.
 *
 *   offered load   sum(run * requested size) / (machine * time from first to last submit)
 *   utilisation    sum(run * allocated size) / (machine * time from first submit to last
 *                  end), where waiting times are known
 *   hour, weekday  as the clock of the machine showed them: the time zone is that of
 *                  TimeZoneString, else the difference of StartTime and UnixStartTime,
 *                  else TimeZone, else UTC; without UnixStartTime the log begins at
 *                  midnight and has no weekdays
 *
 * Lines of parts of jobs (status 2, 3, 4) are counted, but are in no other figure. A job
 * without a requested size counts with its allocated one, and the other way round.
 */
#include "logtool/tool.h"

#include "base/compare.h"
#include "base/map.h"
#include "base/statistics.h"
#include "kit/base.h"
#include "kit/output.h"
#include "kit/write.h"
#include "logtool/sheet.h"
#include "workload/date.h"
#include "workload/usage.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    swf_field field;
    const char *name;
} owners[] = {{SWF_FIELD_USER, "users"},
              {SWF_FIELD_GROUP, "groups"},
              {SWF_FIELD_EXECUTABLE, "executables"},
              {SWF_FIELD_QUEUE, "queues"},
              {SWF_FIELD_PARTITION, "partitions"}};

enum { OWNERS = sizeof owners / sizeof owners[0] };

/* Statuses that a whole job has; a last row counts all others. */
static const struct {
    int64_t status;
    const char *name;
} statuses[] = {{-1, "unknown"}, {0, "failed"}, {1, "completed"}, {5, "cancelled"}};

enum { STATUSES = sizeof statuses / sizeof statuses[0] };

/* (Accuracies: run time / requested time, in thousandths.) */
enum { SUBMITS, RUNS, WAITS, SIZES, ACCURACIES, VALUES };

struct values {
    int64_t *at;
    size_t count, room;
};

struct info {
    struct log log; /* its header; no jobs */
    uint64_t jobs, parts, unsorted;
    struct map owners[OWNERS];
    uint64_t unknown[SWF_FIELD_COUNT]; /* jobs where the field is unknown */
    uint64_t status[STATUSES + 1];
    struct values values[VALUES];
    int64_t last_submit, last_end;
    uint64_t within, exact, beyond;   /* jobs that ran shorter than requested, ... */
    struct wide requested, allocated; /* sums of run * size                        */
    struct usage usage;

    /* set by finish */
    int64_t servers, zone;
    char zone_name[100]; /* "": it is `zone` ahead of UTC */
    struct usage_machine machine;
    int has_date;
    int64_t start_date; /* of submit time 0, in UTC  */
};

/* ---- one job ----------------------------------------------------------------------- */

static void add_value(struct info *f, int which, int64_t x)
{
    struct values *v = &f->values[which];
    BASE_PUSH(v->at, v->count, v->room) = x;
}

static void add_estimate(struct info *f, const swf_job *job)
{
    const uint64_t accuracy =
        wide_ratio((uint64_t)job->run, 1000, (uint64_t)job->req_time);
    f->within += job->run < job->req_time;
    f->exact += job->run == job->req_time;
    f->beyond += job->run > job->req_time;
    add_value(f, ACCURACIES, accuracy < INT64_MAX ? (int64_t)accuracy : INT64_MAX);
}

static void add_submit(struct info *f, const swf_job *job)
{
    const int64_t end = log_job_end(job, job->submit);
    if (end > f->last_end) f->last_end = end;
    if (job->submit < 0) return;
    f->unsorted += job->submit < f->last_submit;
    f->last_submit = job->submit;
    add_value(f, SUBMITS, job->submit);
}

static void add_job(struct info *f, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    int i = 0;
    if (log_is_part(job)) {
        f->parts++;
        return;
    }
    f->jobs++;
    usage_add(&f->usage, job);
    while (i < STATUSES && statuses[i].status != job->status) i++;
    f->status[i]++;
    for (i = 0; i < SWF_FIELD_COUNT; i++) f->unknown[i] += !(job->present >> i & 1u);
    for (i = 0; i < OWNERS; i++) {
        const int64_t id = swf_get(job, owners[i].field);
        if (id >= 0 && map_add(&f->owners[i], id) < 0) fail("out of memory");
    }
    add_submit(f, job);
    if (job->wait >= 0) add_value(f, WAITS, job->wait);
    if (size > 0) add_value(f, SIZES, size);
    if (job->run < 0) return;
    add_value(f, RUNS, job->run);
    shape_add_work(&f->requested, job->run, size);
    shape_add_work(&f->allocated, job->run, log_job_size(job, 1));
    if (job->req_time > 0) add_estimate(f, job);
}

/* ---- once all is read -------------------------------------------------------------- */

/* Finds the date of submit time 0, and the time zone, in which offsets are multiples of a
 * quarter of an hour. */
static void find_zone(struct info *f)
{
    const swf_header *unix_start = log_find_header(&f->log, SWF_DIR_UNIX_START_TIME);
    const swf_header *start = log_find_header(&f->log, SWF_DIR_START_TIME);
    const swf_header *name = log_find_header(&f->log, SWF_DIR_TIME_ZONE_STRING);
    const int64_t zone = log_header_value(&f->log, SWF_DIR_TIME_ZONE);
    const int64_t most = 14 * 3600;
    int64_t date;
    f->has_date = unix_start && unix_start->has_value && unix_start->value.whole >= 0 &&
                  unix_start->value.whole <= JOB_TIME_MAX;
    if (!f->has_date) return;
    f->start_date = unix_start->value.whole;
    struct word rest = {name ? name->text.data : "", name ? name->text.size : 0};
    rest = word_trim(rest);
    const struct word zone_name = word_part(&rest, ' '); /* a comment may follow */
    snprintf(f->zone_name, sizeof f->zone_name, "%.*s", WORD(zone_name));
    if (!*f->zone_name || !date_zone(f->zone_name)) *f->zone_name = 0;
    if (zone >= -most && zone <= most) f->zone = zone;
    if (start && date_read(start->text, &date)) {
        const int64_t ahead = date - f->start_date;
        if (ahead % 900 == 0 && ahead >= -most && ahead <= most) f->zone = ahead;
    }
}

static int64_t least_of(const struct values *v, int64_t otherwise)
{
    return v->count ? v->at[0] : otherwise;
}

static int64_t most_of(const struct values *v, int64_t otherwise)
{
    return v->count ? v->at[v->count - 1] : otherwise;
}

static void finish(struct info *f)
{
    find_zone(f);
    for (int i = 0; i < VALUES; i++)
        if (f->values[i].count)
            qsort(f->values[i].at, f->values[i].count, sizeof(int64_t), compare_i64);
    f->machine.procs = log_header_value(&f->log, SWF_DIR_MAX_PROCS);
    f->machine.nodes = log_header_value(&f->log, SWF_DIR_MAX_NODES);
    f->machine.largest = most_of(&f->values[SIZES], 0);
    f->machine.most = usage_most(&f->usage, &f->machine.nearly);
    f->servers = usage_size(&f->machine, 0);
}

/* How many of the sorted values are at most x. */
static uint64_t count_to(const struct values *v, int64_t x)
{
    size_t low = 0, high = v->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (v->at[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many are from lo, at least 0, to hi. */
static uint64_t count_within(const struct values *v, int64_t lo, int64_t hi)
{
    return count_to(v, hi) - count_to(v, lo - 1);
}

/* Work over what the machine could have done from the first submission to `until`. */
static double load_of(const struct info *f, struct wide work, int64_t until)
{
    const int64_t first = least_of(&f->values[SUBMITS], 0);
    if (f->servers <= 0 || until <= first) return (double)NAN;
    return wide_double(work) / ((double)f->servers * (double)(until - first));
}

/* ---- the figures ------------------------------------------------------------------- */

static void show_header(struct sheet *s, const struct info *f)
{
    sheet_open(s, "header", "Header", '[');
    for (size_t i = 0; i < f->log.line_count; i++) {
        const swf_header *line = &f->log.lines[i];
        sheet_text(s, NULL, line->key.data, line->text.data);
        if (!s->json) continue;
        sheet_item(s);
        fputs("{\"name\":", s->to);
        write_json_text(s->to, line->key.data);
        fputs(",\"text\":", s->to);
        write_json_text(s->to, line->text.data);
        fputc('}', s->to);
    }
    sheet_close(s, ']');
}

static void show_counts(struct sheet *s, const struct info *f)
{
    sheet_open(s, "counts", "Counts", '{');
    sheet_count(s, "jobs", "jobs", f->jobs);
    sheet_count(s, "parts", "lines of parts of jobs", f->parts);
    sheet_count(s, "skipped_lines", "lines that are not jobs", f->log.bad.lines);
    sheet_count(s, "out_of_order", "jobs out of order", f->unsorted);
    for (int i = 0; i < OWNERS; i++)
        sheet_count(s, owners[i].name, owners[i].name, f->owners[i].count);
    sheet_close(s, '}');
}

/* A moment of the log, with its date where that is known. */
static void show_time(struct sheet *s, const struct info *f, const char *key,
                      const char *label, int64_t at)
{
    char text[DATE_TEXT + 24] = "-";
    const int known = at >= 0 && at <= JOB_TIME_MAX * 3;
    if (known && f->has_date)
        date_text(f->start_date + at, text);
    else if (known)
        snprintf(text, sizeof text, "%" PRId64 " s", at);
    sheet_text(s, NULL, label, text);
    sheet_number(s, key, NULL, known ? (double)at : (double)NAN, 0, "");
}

static void show_span(struct sheet *s, const struct info *f)
{
    const int64_t first = least_of(&f->values[SUBMITS], -1);
    const int64_t last = most_of(&f->values[SUBMITS], -1);
    const int known = last >= 0 && last <= JOB_TIME_MAX;
    const int minutes = (int)(f->zone < 0 ? -f->zone / 60 : f->zone / 60);
    char zone[32] = "-";
    sheet_open(s, "time", "When", '{');
    sheet_number(s, "unix_start", NULL, f->has_date ? (double)f->start_date : (double)NAN,
                 0, "");
    show_time(s, f, "first_submit", "first submission", first);
    show_time(s, f, "last_submit", "last submission", last);
    show_time(s, f, "last_end", "last end", f->last_end);
    if (f->has_date)
        snprintf(zone, sizeof zone, "%c%02d:%02d", f->zone < 0 ? '-' : '+', minutes / 60,
                 minutes % 60);
    sheet_text(s, "zone", "local time, from UTC", *f->zone_name ? f->zone_name : zone);
    sheet_number(s, NULL, "first to last submission",
                 known ? (double)(last - first) / 86400 : (double)NAN, 1, " days");
    sheet_close(s, '}');
}

/* Processors and nodes: what a header and sizes that mix them show; "" if nothing. */
static const char *mixed_units(const struct usage_machine *m)
{
    if (m->procs <= 0 || m->nodes <= 0)
        return m->nodes > 0 && m->guess
                   ? "(MaxNodes is less than was in use: sizes are processors, not nodes)"
                   : "";
    if (m->procs < m->nodes) return "(MaxProcs is less than MaxNodes)";
    if (m->procs > m->nodes && m->largest <= m->nodes && m->most <= m->nodes)
        return "(sizes may be nodes: no job, nor the peak use, is above MaxNodes)";
    return "";
}

static void show_load(struct sheet *s, const struct info *f)
{
    const struct usage_machine *m = &f->machine;
    const char *units = mixed_units(m);
    sheet_open(s, "load", "Load", '{');
    sheet_count(s, "servers", "processors", (uint64_t)f->servers);
    if (m->guess) sheet_text(s, NULL, "", base_text("(not in the header: %s)", m->guess));
    sheet_count(s, "servers_in_header", NULL, m->guess == NULL);
    sheet_count(s, "most_in_use", "peak use", (uint64_t)m->most);
    sheet_text(s, "mixed", *units ? "" : NULL, units);
    sheet_number(s, "offered_load", "offered load",
                 load_of(f, f->requested, most_of(&f->values[SUBMITS], 0)), 4, "");
    sheet_share(s, "utilisation", "utilisation", load_of(f, f->allocated, f->last_end));
    sheet_close(s, '}');
}

static void show_values(struct sheet *s, const char *key, const char *title,
                        const struct info *f, int which)
{
    static const struct {
        unsigned percent;
        const char *key, *label;
    } rows[] = {{0, "min", "smallest"},
                {50, "p50", "median"},
                {90, "p90", "90th percentile"},
                {99, "p99", "99th percentile"},
                {100, "max", "largest"}};
    const struct values *v = &f->values[which];
    const double unit = which == ACCURACIES ? 1000 : 1;
    const int digits = which == ACCURACIES ? 3 : 0;
    double sum = 0;
    for (size_t i = 0; i < v->count; i++) sum += (double)v->at[i];
    sheet_open(s, key, title, '{');
    sheet_count(s, "jobs", "jobs", v->count);
    sheet_number(s, "mean", "mean", statistics_ratio(sum, (double)v->count) / unit,
                 digits ? digits : 1, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t at = statistics_percentile(v->count, rows[i].percent);
        sheet_number(s, rows[i].key, rows[i].label,
                     v->count ? (double)v->at[at] / unit : (double)NAN, digits, "");
    }
    sheet_close(s, '}');
}

/* At most twelve groups up to the machine and the largest job, each of as many powers of
 * two as that takes: 1, 2, 3-4, ... or 1, 2-4, 5-16, ... */
static void show_groups(struct sheet *s, const struct info *f)
{
    const struct values *v = &f->values[SIZES];
    const int64_t most = most_of(v, 0) > f->servers ? most_of(v, 0) : f->servers;
    int64_t hi = 0;
    int top = 0;
    while (top < 63 && (most - 1) >> top > 0) top++;
    const int each = top > 11 ? (top + 10) / 11 : 1;
    for (int to = 0; to < 63 + each; to += each) {
        char label[64];
        const int64_t lo = to > 0 ? hi + 1 : 1;
        hi = to < 63 ? INT64_C(1) << to : INT64_MAX;
        if (lo == hi)
            snprintf(label, sizeof label, "%" PRId64, hi);
        else
            snprintf(label, sizeof label, "%" PRId64 " - %" PRId64, lo, hi);
        if (count_within(v, lo, hi))
            sheet_bar(s, label, lo, hi, count_within(v, lo, hi), v->count);
    }
}

static void show_sizes(struct sheet *s, const struct info *f)
{
    const struct values *v = &f->values[SIZES];
    const double all = (double)v->count;
    uint64_t powers = 0;
    for (int i = 0; i < 63; i++)
        powers += count_within(v, INT64_C(1) << i, INT64_C(1) << i);
    show_values(s, "sizes", "Sizes, in processors", f, SIZES);
    sheet_share(s, "serial_share", "serial",
                statistics_ratio((double)count_within(v, 1, 1), all));
    sheet_share(s, "power_of_two_share", "powers of two (with serial)",
                statistics_ratio((double)powers, all));
    sheet_open(s, "by_size", "Jobs by size", '[');
    show_groups(s, f);
    sheet_close(s, ']');
}

static void show_runs(struct sheet *s, const struct info *f)
{
    static const struct {
        int64_t most;
        const char *label;
    } groups[] = {{0, "0"},           {10, "<= 10 s"},    {60, "<= 1 m"},
                  {600, "<= 10 m"},   {3600, "<= 1 h"},   {10800, "<= 3 h"},
                  {21600, "<= 6 h"},  {43200, "<= 12 h"}, {86400, "<= 1 d"},
                  {172800, "<= 2 d"}, {604800, "<= 7 d"}, {INT64_MAX, "> 7 d"}};
    const struct values *v = &f->values[RUNS];
    int64_t lo = 0;
    show_values(s, "run_times", "Run times, in seconds", f, RUNS);
    sheet_open(s, "by_run_time", "Jobs by run time", '[');
    for (int i = 0; i < 12; i++) {
        const int64_t hi = groups[i].most;
        sheet_bar(s, groups[i].label, lo, hi < INT64_MAX ? hi : -1,
                  count_within(v, lo, hi), v->count);
        if (hi < INT64_MAX) lo = hi + 1;
    }
    sheet_close(s, ']');
    show_values(s, "wait_times", "Waiting times, in seconds", f, WAITS);
}

static void show_estimates(struct sheet *s, const struct info *f)
{
    const struct values *v = &f->values[ACCURACIES];
    const double all = (double)v->count;
    uint64_t left = f->within;
    show_values(s, "accuracies", "Run time / requested time", f, ACCURACIES);
    sheet_open(s, "estimates", "Requested times", '{');
    sheet_count(s, "jobs", "jobs with both", v->count);
    sheet_share(s, "within_share", "ran shorter",
                statistics_ratio((double)f->within, all));
    sheet_share(s, "exact_share", "ran as long", statistics_ratio((double)f->exact, all));
    sheet_share(s, "beyond_share", "ran longer",
                statistics_ratio((double)f->beyond, all));
    sheet_close(s, '}');
    sheet_open(s, "by_accuracy",
               "Jobs that ran shorter, by percent of the requested time", '[');
    for (int i = 0; i < 10; i++) {
        char label[32];
        /* in the last one, those that ran so little shorter that it rounds to 1000 */
        const uint64_t jobs = i < 9 ? count_within(v, 100 * i, 100 * i + 99) : left;
        left -= jobs;
        snprintf(label, sizeof label, "%d - %d %%", 10 * i, 10 * i + 10);
        sheet_bar(s, label, 10 * i, 10 * i + 10, jobs, v->count);
    }
    sheet_close(s, ']');
}

static void show_arrivals(struct sheet *s, const struct info *f)
{
    const struct values *v = &f->values[SUBMITS];
    uint64_t by_hour[24] = {0}, by_weekday[7] = {0};
    char label[16];
    for (size_t k = 0; k < v->count; k++) {
        const int64_t at = f->start_date + (v->at[k] <= JOB_TIME_MAX ? v->at[k] : 0);
        const struct date d = date_of(at + (*f->zone_name ? date_ahead(at) : f->zone));
        by_hour[d.hour]++;
        by_weekday[d.weekday]++;
    }
    sheet_open(s, "by_hour", "Submissions by hour of the day", '[');
    for (int i = 0; i < 24; i++) {
        snprintf(label, sizeof label, "%02d:00", i);
        sheet_bar(s, label, i, i + 1, by_hour[i], v->count);
    }
    sheet_close(s, ']');
    if (!f->has_date && !s->json) return;
    sheet_open(s, "by_weekday", "Submissions by day of the week", '[');
    for (int i = 0; i < 7 && f->has_date; i++) { /* from Monday on */
        const int day = (i + 1) % 7;
        snprintf(label, sizeof label, "%.3s", date_weekdays + 3 * day);
        sheet_bar(s, label, i, i + 1, by_weekday[day], v->count);
    }
    sheet_close(s, ']');
}

static void show_statuses(struct sheet *s, const struct info *f)
{
    sheet_open(s, "statuses", "Statuses", '{');
    for (uint32_t i = 0; i < STATUSES; i++)
        sheet_count(s, statuses[i].name, statuses[i].name, f->status[i]);
    sheet_count(s, "other", "other", f->status[STATUSES]);
    sheet_close(s, '}');
    sheet_open(s, "missing", "Fields that are unknown, in how many jobs", '{');
    for (uint32_t i = 0; i < SWF_FIELD_COUNT; i++) {
        const char *name = swf_field_name(SWF_FORMAT_SWF, i + 1);
        sheet_count(s, name, name, f->unknown[i]);
    }
    sheet_close(s, '}');
}

static void show(const struct info *f, const char *path, int json)
{
    struct sheet s = {.to = output_open(path, json ? TOOL_JSON_BEGIN : NULL),
                      .json = json};
    const char *format = f->log.format == SWF_FORMAT_GWF ? "GWF" : "SWF";
    if (json) {
        sheet_open(&s, NULL, NULL, '{');
        sheet_text(&s, "log", NULL, f->log.path);
        sheet_text(&s, "format", NULL, format);
    } else {
        error_print_sanitized(s.to, f->log.path);
        fprintf(s.to, " (%s)\n", format);
    }
    show_header(&s, f);
    show_counts(&s, f);
    show_span(&s, f);
    show_load(&s, f);
    show_sizes(&s, f);
    show_runs(&s, f);
    show_estimates(&s, f);
    show_arrivals(&s, f);
    show_statuses(&s, f);
    sheet_close(&s, '}');
    output_close(s.to);
}

/* ---- the command ------------------------------------------------------------------- */

int tool_info(const void *settings)
{
    const struct tool *t = settings;
    struct info f = {.log = {.path = t->log}, .last_end = -1};
    struct log_reader in;
    swf_item item;
    tool_reads(t->log);
    if (t->json) output_check(t->json, TOOL_JSON_BEGIN);
    log_open(&in, t->log, SWF_LENIENT, LOG_LOOK);
    while (log_next(&in, &item)) {
        if (item.kind == SWF_JOB) add_job(&f, &item.job);
        if (item.kind == SWF_HEADER) {
            const int64_t now = usage_now(&item.header);
            if (now >= 0) f.usage.now = now;
            log_add_header(&f.log, &item.header);
        }
    }
    f.log.format = in.swf.format;
    f.log.bad = in.bad;
    if (f.jobs == 0 && in.bad.lines) fail("%s: not a job log: %s", t->log, in.bad.first);
    finish(&f);
    if (!t->json || strcmp(t->json, "-") != 0) show(&f, "-", 0);
    if (t->json) show(&f, t->json, 1);
    log_warn(t->log, &in.bad, &in.surplus);
    for (int i = 0; i < VALUES; i++) free(f.values[i].at);
    for (int i = 0; i < OWNERS; i++) map_free(&f.owners[i]);
    log_free(&f.log);
    return 0;
}
