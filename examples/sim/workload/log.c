/* log.c - implements log.h. */
#include "workload/log.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/input.h"
#include "base/job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- item by item ------------------------------------------------------------------ */

/* *ended: all that there is was read. */
static int log_scan_input(struct input *in, uint32_t policy, log_fn each, void *context,
                          int *ended, struct error *e)
{
    const swf_desc desc = {policy, SWF_FORMAT_AUTO};
    char chunk[INPUT_CHUNK];
    swf_reader reader;
    swf_item item;
    swf_status status = swf_init(&reader, &desc);
    while (status == SWF_OK || status == SWF_NEED_MORE) {
        const long n = input_read(in, chunk, sizeof chunk, e);
        if (n < 0) return -1;
        *ended = n == 0;
        status = swf_feed(&reader, chunk, (size_t)n, n == 0);
        while (status == SWF_OK && (status = swf_next(&reader, &item)) == SWF_OK)
            if (each(context, &item, &reader, e) != 0) return -1;
    }
    return status == SWF_END ? 0
                             : error_fail(e, "%s: %s", in->path, swf_status_text(status));
}

int log_scan(const char *path, uint32_t policy, log_fn each, void *context,
             struct error *e)
{
    struct input in;
    int ended = 0, failed;
    if (input_open(&in, path, e) != 0) return -1;
    failed = log_scan_input(&in, policy, each, context, &ended, e) != 0;
    if (ended && input_close(&in, e) != 0) return -1;
    if (!ended) input_release(&in);
    return failed ? -1 : 0;
}

int log_is_part(const swf_job *job) { return job->status >= 2 && job->status <= 4; }

int64_t log_size(const swf_job *job, int allocated)
{
    const int64_t first = allocated ? job->procs : job->req_procs;
    return first > 0 ? first : allocated ? job->req_procs : job->procs;
}

int64_t log_end(const swf_job *job, int64_t submit)
{
    if (submit < 0 || job->wait < 0 || job->run < 0 || submit > JOB_TIME_MAX ||
        job->wait > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        return -1;
    return submit + job->wait + job->run;
}

/* ---- dates ------------------------------------------------------------------------- */

struct log_date log_date_of(int64_t seconds)
{
    const int64_t rest = (seconds % 86400 + 86400) % 86400;
    const int64_t days = (seconds - rest) / 86400;
    const int64_t z = days + 719468; /* since 0000-03-01 */
    const int64_t era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
    const int64_t year =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    const int64_t month = (5 * of_year + 2) / 153; /* from March */
    struct log_date d;
    d.day = (int)(of_year - (153 * month + 2) / 5 + 1);
    d.month = (int)(month < 10 ? month + 3 : month - 9);
    d.year = year + era * 400 + (d.month <= 2);
    d.weekday = (int)(((days + 4) % 7 + 7) % 7);
    d.hour = (int)(rest / 3600);
    d.minute = (int)(rest / 60 % 60);
    d.second = (int)(rest % 60);
    return d;
}

int64_t log_date_seconds(const struct log_date *d)
{
    const int64_t year = d->year - (d->month <= 2), of_year_month = (d->month + 9) % 12;
    const int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    const int64_t of_year = (153 * of_year_month + 2) / 5 + d->day - 1;
    const int64_t days =
        era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    return days * 86400 + d->hour * 3600 + d->minute * 60 + d->second;
}

static const char log_date_months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

const char log_date_weekdays[] = "SunMonTueWedThuFriSat";

void log_date_text(int64_t seconds, char to[LOG_DATE_TEXT])
{
    const struct log_date d = log_date_of(seconds);
    snprintf(to, LOG_DATE_TEXT, "%.3s %.3s %2d %02d:%02d:%02d UTC %" PRId64,
             log_date_weekdays + 3 * d.weekday, log_date_months + 3 * (d.month - 1),
             d.day, d.hour, d.minute, d.second, d.year);
}

/* The next word of a text, 0-terminated in `word`; empty at the end, or if too long. */
static void log_date_word(swf_span *text, char *word, size_t size)
{
    size_t n = 0;
    while (text->size && (*text->data == ' ' || *text->data == '\t')) {
        text->data++;
        text->size--;
    }
    while (n < text->size && text->data[n] != ' ' && text->data[n] != '\t') n++;
    word[0] = 0;
    if (n < size) {
        memcpy(word, text->data, n);
        word[n] = 0;
    }
    text->data += n;
    text->size -= n;
}

int log_date_read(swf_span text, int64_t *seconds)
{
    char word[6][24], end;
    int i, part[4];
    struct log_date d = {0};
    const char *month;
    for (i = 0; i < 6; i++) log_date_word(&text, word[i], sizeof word[i]);
    month = strlen(word[1]) == 3 ? strstr(log_date_months, word[1]) : NULL;
    if (!month || (month - log_date_months) % 3) return 0;
    if (!word[5][0]) strcpy(word[5], word[4]); /* without a zone */
    if (sscanf(word[2], "%2d%c", &part[0], &end) != 1 || part[0] < 1 || part[0] > 31)
        return 0;
    if (sscanf(word[3], "%2d:%2d:%2d%c", &part[1], &part[2], &part[3], &end) != 3)
        return 0;
    if (sscanf(word[5], "%4" SCNd64 "%c", &d.year, &end) != 1 || d.year < 0) return 0;
    d.month = (int)(month - log_date_months) / 3 + 1;
    d.day = part[0];
    d.hour = part[1];
    d.minute = part[2];
    d.second = part[3];
    if (d.hour < 0 || d.hour > 23 || d.minute < 0 || d.minute > 59 || d.second < 0 ||
        d.second > 60)
        return 0;
    *seconds = log_date_seconds(&d);
    return 1;
}

/* ---- a log in memory --------------------------------------------------------------- */

void log_free(struct log *log)
{
    size_t i;
    for (i = 0; i < log->line_count; i++) {
        free(log->lines[i].key);
        free(log->lines[i].text);
    }
    for (i = 0; i < log->count; i++) free((void *)(uintptr_t)log->jobs[i].job.extra.data);
    free(log->lines);
    free(log->jobs);
    memset(log, 0, sizeof *log);
}

/* The text of a span for free(); NULL when memory is out. */
static char *log_copy(swf_span s)
{
    char *copy = (char *)malloc(s.size + 1);
    if (!copy) return NULL;
    if (s.size) memcpy(copy, s.data, s.size);
    copy[s.size] = 0;
    return copy;
}

/* The same for a text that is kept as a string: no byte 0 within. */
static char *log_string(swf_span s)
{
    char *copy = log_copy(s);
    size_t i;
    for (i = 0; copy && i < s.size; i++)
        if (!copy[i]) copy[i] = '?';
    return copy;
}

/* Adds a header line (or a comment: key NULL). 0, or -1 when memory is out. */
static int log_add_line(struct log *log, const swf_span *key, swf_span text)
{
    struct log_line *line;
    if (ARRAY_ROOM(log->lines, log->line_count, log->line_capacity, 1) != 0) return -1;
    line = &log->lines[log->line_count];
    memset(line, 0, sizeof *line);
    line->text = log_string(text);
    line->key = key ? log_string(*key) : NULL;
    if (line->text && (line->key || !key)) {
        log->line_count++;
        return 0;
    }
    free(line->text);
    free(line->key);
    return -1;
}

int log_add_header(struct log *log, const swf_header *h)
{
    struct log_line *line;
    if (log_add_line(log, &h->key, h->text) != 0) return -1;
    line = &log->lines[log->line_count - 1];
    line->directive = h->directive;
    line->has_value = (int)h->has_value;
    line->value = h->value.whole;
    return 0;
}

int log_add_job(struct log *log, const swf_job *job)
{
    struct log_job *added;
    if (ARRAY_ROOM(log->jobs, log->count, log->capacity, 1) != 0) return -1;
    added = &log->jobs[log->count];
    added->job = *job;
    added->job.extra.data = NULL;
    added->at = job->submit;
    added->order = log->count;
    if (job->extra.size) {
        added->job.extra.data = log_copy(job->extra);
        if (!added->job.extra.data) return -1;
    }
    if (added->at < 0 && log->count && log_is_part(job) &&
        added[-1].job.number == job->number)
        added->at = added[-1].at;
    log->count++;
    return 0;
}

uint64_t log_drop(struct log *log)
{
    size_t i, kept = 0;
    uint64_t dropped;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at >= 0)
            log->jobs[kept++] = log->jobs[i];
        else
            free((void *)(uintptr_t)log->jobs[i].job.extra.data);
    dropped = log->count - kept;
    log->count = kept;
    return dropped;
}

static int log_compare(const void *a, const void *b)
{
    const struct log_job *x = (const struct log_job *)a, *y = (const struct log_job *)b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return COMPARE(x->order, y->order);
}

uint64_t log_sort(struct log *log)
{
    uint64_t unsorted = 0;
    size_t i;
    for (i = 1; i < log->count; i++) unsorted += log->jobs[i].at < log->jobs[i - 1].at;
    if (unsorted) qsort(log->jobs, log->count, sizeof *log->jobs, log_compare);
    for (i = 0; i < log->count; i++) log->jobs[i].order = i;
    return unsorted;
}

/* ---- reading it -------------------------------------------------------------------- */

struct log_reading {
    struct log *log;
    int refuse; /* bad lines are an error, else counted */
};

static int log_item(void *context, const swf_item *item, const swf_reader *reader,
                    struct error *e)
{
    const struct log_reading *r = (const struct log_reading *)context;
    struct log *log = r->log;
    int failed = 0;
    log->format = reader->format;
    if (item->kind == SWF_JOB) {
        log->mended += item->job.repaired != 0;
        failed = log_add_job(log, &item->job);
    } else if (item->kind == SWF_HEADER) {
        failed = log_add_header(log, &item->header);
    } else if (item->kind == SWF_COMMENT) {
        failed = log_add_line(log, NULL, item->comment);
    } else if (log->bad_lines++ == 0) {
        swf_write_error(log->first_bad_line, sizeof log->first_bad_line, &reader->error);
        if (r->refuse) return error_fail(e, "%s: %s", log->path, log->first_bad_line);
    }
    return failed ? error_fail(e, "%s: out of memory", log->path) : 0;
}

int log_load(struct log *log, const char *path, uint32_t policy, int refuse,
             struct error *e)
{
    struct log_reading r;
    r.log = log;
    r.refuse = refuse;
    log->path = log->name = strcmp(path, "-") == 0 ? "standard input" : path;
    if (log->path == path && strrchr(path, '/')) log->name = strrchr(path, '/') + 1;
    return log_scan(path, policy, log_item, &r, e);
}

/* ---- its header -------------------------------------------------------------------- */

struct log_line *log_find(const struct log *log, uint32_t directive)
{
    size_t i;
    for (i = log->line_count; i-- > 0;)
        if (log->lines[i].key && log->lines[i].directive == directive)
            return &log->lines[i];
    return NULL;
}

int64_t log_value(const struct log *log, uint32_t directive)
{
    const struct log_line *line = log_find(log, directive);
    return line && line->has_value ? line->value : 0;
}

int log_note(struct log *log, const char *format, ...)
{
    const swf_span key = swf_text("Note");
    struct error text;
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    return log_add_line(log, &key, swf_text(text.text));
}

int log_header(struct log *log, uint32_t directive, const char *text)
{
    size_t i;
    for (i = 0; i < log->line_count; i++) {
        struct log_line *line = &log->lines[i];
        char note[600];
        char *now;
        if (!line->key || line->directive != directive) continue;
        if (!text) {
            snprintf(note, sizeof note, "once %.40s: %.500s", line->key, line->text);
            free(line->key);
            line->key = log_copy(swf_text("Note"));
            line->directive = SWF_DIR_NOTE;
            if (!line->key) return -1;
        }
        now = log_copy(swf_text(text ? text : note));
        if (!now) return -1;
        free(line->text);
        line->text = now;
    }
    return 0;
}

int log_header_number(struct log *log, uint32_t directive, int64_t n)
{
    char text[24];
    struct log_line *line = log_find(log, directive);
    if (!line || (line->has_value && line->value == n)) return 0;
    snprintf(text, sizeof text, "%" PRId64, n);
    if (log_header(log, directive, text) != 0) return -1;
    line->has_value = 1;
    line->value = n;
    return 0;
}

int64_t log_last_end(const struct log *log)
{
    int64_t last = -1;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const int64_t end = log_end(&log->jobs[i].job, log->jobs[i].at);
        if (end > last) last = end;
    }
    return last;
}

int log_correct(struct log *log, int64_t ended)
{
    const struct log_line *start = log_find(log, SWF_DIR_UNIX_START_TIME);
    const int64_t last = log_last_end(log);
    char date[LOG_DATE_TEXT];
    int64_t parts = 0;
    size_t i;
    for (i = 0; i < log->count; i++) parts += log_is_part(&log->jobs[i].job);
    if (log_header_number(log, SWF_DIR_MAX_JOBS, (int64_t)log->count - parts) != 0 ||
        log_header_number(log, SWF_DIR_MAX_RECORDS, (int64_t)log->count) != 0)
        return -1;
    if (last == ended) return 0;
    if (!start || !start->has_value || last < 0 || start->value > JOB_TIME_MAX ||
        start->value < 0)
        return log_header(log, SWF_DIR_END_TIME, NULL);
    log_date_text(start->value + last, date);
    return log_header(log, SWF_DIR_END_TIME, date);
}

/* ---- writing it -------------------------------------------------------------------- */

int log_put(FILE *to, const char *line, size_t size, struct error *e)
{
    if (size == 0 || size >= LOG_LINE)
        return error_fail(e, "a line cannot be written in this format");
    fwrite(line, 1, size, to); /* whether it worked is asked at the end */
    return 0;
}

int log_write_line(FILE *to, const struct log_line *from, uint32_t format,
                   struct error *e)
{
    char line[LOG_LINE];
    swf_header h;
    if (!from->key)
        return log_put(to, line,
                       swf_write_comment(line, sizeof line, swf_text(from->text),
                                         (swf_format)format),
                       e);
    memset(&h, 0, sizeof h);
    h.key = swf_text(from->key);
    h.text = swf_text(from->text);
    return log_put(to, line, swf_write_header(line, sizeof line, &h, (swf_format)format),
                   e);
}

int log_write_job(FILE *to, const swf_job *job, uint32_t format, struct error *e)
{
    char line[LOG_LINE];
    return log_put(to, line, swf_write_job(line, sizeof line, job, (swf_format)format),
                   e);
}

int log_write(const struct log *log, FILE *to, struct error *e)
{
    size_t i;
    for (i = 0; i < log->line_count; i++)
        if (log_write_line(to, &log->lines[i], log->format, e) != 0) return -1;
    for (i = 0; i < log->count && !ferror(to); i++)
        if (log_write_job(to, &log->jobs[i].job, log->format, e) != 0) return -1;
    return 0;
}
