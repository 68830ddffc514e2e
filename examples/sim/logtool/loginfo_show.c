/* loginfo_show.c - one function for each chapter, which writes it either way
 * (sheet.h). */
#include "logtool/loginfo_show.h"

#include "base/error.h"
#include "base/job.h"
#include "base/statistics.h"
#include "program/json.h"
#include "workload/date.h"
#include "workload/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double share_of(uint64_t part, uint64_t all)
{
    return statistics_ratio((double)part, (double)all);
}

static void show_header(struct sheet *s, const struct loginfo *f)
{
    size_t i;
    sheet_open_list(s, "header", "Header");
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
    sheet_close_list(s);
}

static void show_counts(struct sheet *s, const struct loginfo *f)
{
    sheet_open(s, "counts", "What there is");
    sheet_count(s, "jobs", "jobs", f->jobs);
    sheet_count(s, "parts", "lines of parts of jobs", f->parts);
    sheet_count(s, "skipped_lines", "lines that are no job", f->bad_lines);
    sheet_count(s, "out_of_order", "jobs out of order", f->unsorted);
    sheet_count(s, "users", "users", f->users.count);
    sheet_count(s, "groups", "groups", f->groups.count);
    sheet_count(s, "executables", "executables", f->executables.count);
    sheet_count(s, "queues", "queues", f->queues.count);
    sheet_count(s, "partitions", "partitions", f->partitions.count);
    sheet_close(s);
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
    sheet_open(s, "time", "When");
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
    sheet_close(s);
}

static void show_load(struct sheet *s, const struct loginfo *f)
{
    const size_t n = f->submits.count;
    const int64_t last = n ? f->submits.at[n - 1] : 0;
    sheet_open(s, "load", "Load");
    sheet_count(s, "servers", "processors", (uint64_t)f->servers);
    if (s->table && !f->has_servers)
        sheet_row(s, "", "(not in the header: what the largest job needs)");
    if (!s->table) json_count(&s->json, "servers_in_header", f->has_servers);
    sheet_number(s, "offered_load", "offered load", loginfo_load(f, f->requested, last),
                 4, "");
    sheet_share(s, "utilisation", "utilisation",
                loginfo_load(f, f->allocated, f->last_end));
    sheet_close(s);
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
    sheet_open(s, key, title);
    sheet_count(s, "jobs", "jobs", v->count);
    sheet_number(s, "mean", "mean", loginfo_mean(v) / unit, digits ? digits : 1, suffix);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        sheet_number(s, rows[i].key, rows[i].label,
                     loginfo_percentile(v, rows[i].percent) / unit, digits, suffix);
    sheet_close(s);
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
    sheet_open_list(s, "by_size", "Jobs by size");
    for (to = 0; to - each < LOGINFO_SIZE_POWERS - 1; to += each)
        show_group(s, f, to, each);
    sheet_close_list(s);
}

static void show_runs(struct sheet *s, const struct loginfo *f)
{
    static const char *const labels[] = {"0",      "<= 10 s", "<= 1 m", "<= 10 m",
                                         "<= 1 h", "<= 3 h",  "<= 6 h", "<= 12 h",
                                         "<= 1 d", "<= 2 d",  "<= 7 d", "> 7 d"};
    int i;
    show_values(s, "run_times", "Run times, in seconds", &f->runs, 1, 0, "");
    sheet_open_list(s, "by_run_time", "Jobs by run time");
    for (i = 0; i < LOGINFO_RUN_GROUPS; i++)
        sheet_bar(s, labels[i], i ? loginfo_runs[i - 1] + 1 : 0,
                  i + 1 < LOGINFO_RUN_GROUPS ? loginfo_runs[i] : -1, f->by_run[i],
                  f->runs.count);
    sheet_close_list(s);
    show_values(s, "wait_times", "Waiting times, in seconds", &f->waits, 1, 0, "");
}

static void show_estimates(struct sheet *s, const struct loginfo *f)
{
    char label[32];
    int i;
    show_values(s, "accuracies", "Run time / requested time", &f->accuracies, 1000, 3,
                "");
    sheet_open(s, "estimates", "Requested times");
    sheet_count(s, "jobs", "jobs with both", f->estimated);
    sheet_share(s, "within_share", "ran shorter", share_of(f->within, f->estimated));
    sheet_share(s, "exact_share", "ran as long", share_of(f->exact, f->estimated));
    sheet_share(s, "beyond_share", "ran longer", share_of(f->beyond, f->estimated));
    sheet_close(s);
    sheet_open_list(s, "by_accuracy",
                    "Jobs that ran shorter, by percent of the requested time");
    for (i = 0; i < LOGINFO_TENTHS; i++) {
        snprintf(label, sizeof label, "%d - %d %%", 10 * i, 10 * i + 10);
        sheet_bar(s, label, 10 * i, 10 * i + 10, f->by_accuracy[i], f->estimated);
    }
    sheet_close_list(s);
}

static void show_arrivals(struct sheet *s, const struct loginfo *f)
{
    char label[16];
    int i;
    sheet_open_list(s, "by_hour", "Submissions by hour of the day");
    for (i = 0; i < 24; i++) {
        snprintf(label, sizeof label, "%02d:00", i);
        sheet_bar(s, label, i, i + 1, f->by_hour[i], f->submits.count);
    }
    sheet_close_list(s);
    if (!f->has_date && s->table) return;
    sheet_open_list(s, "by_weekday", "Submissions by day of the week");
    for (i = 0; i < 7 && f->has_date; i++) { /* from Monday on */
        const int day = (i + 1) % 7;
        snprintf(label, sizeof label, "%.3s", date_weekdays + 3 * day);
        sheet_bar(s, label, i, i + 1, f->by_weekday[day], f->submits.count);
    }
    sheet_close_list(s);
}

static void show_statuses(struct sheet *s, const struct loginfo *f)
{
    static const char *const keys[LOGINFO_STATUSES] = {
        "unknown", "failed", "completed", NULL, NULL, NULL, "cancelled", "other"};
    int i;
    sheet_open(s, "statuses", "Statuses");
    for (i = 0; i < LOGINFO_STATUSES; i++)
        if (keys[i]) sheet_count(s, keys[i], keys[i], f->status[i]);
    sheet_close(s);
    sheet_open(s, "missing", "Fields that are unknown, in how many jobs");
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        sheet_count(s, swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1),
                    swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1), f->unknown[i]);
    sheet_close(s);
}

void loginfo_show(struct sheet *s, const struct loginfo *f)
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
