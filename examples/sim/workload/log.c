/* log.c - lines and jobs are two arrays; removed jobs are marked by at = -1 first, so
 * that their parts can be found. */
#include "workload/log.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/input.h"
#include "base/job.h"
#include "base/text.h"
#include "kit/fail.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- item by item ------------------------------------------------------------------ */

const char *log_written_by(const char *begin, size_t size)
{
    static const char stamp[] = "00/00/0000 00:00:00;";
    size_t i;
    for (i = 0; i + 5 < size && begin[i] != '\n' && begin[0] != ';'; i++)
        if ((i == 0 || begin[i - 1] == '|') && memcmp(begin + i, "JobID", 5) == 0)
            return "sacct";
    for (i = 0; i < sizeof stamp - 1 && i < size; i++)
        if (stamp[i] == '0' ? begin[i] < '0' || begin[i] > '9' : begin[i] != stamp[i])
            return NULL;
    return i == sizeof stamp - 1 ? "pbs" : NULL;
}

/* *ended is set when the input has been read to its end. */
static int scan_input(struct input *in, uint32_t policy, log_fn each, void *context,
                      int *ended, struct error *e)
{
    const swf_desc desc = {policy, SWF_FORMAT_AUTO};
    char chunk[INPUT_CHUNK];
    swf_reader reader;
    swf_item item;
    const char *by;
    swf_status status = swf_init(&reader, &desc);
    while (status == SWF_OK || status == SWF_NEED_MORE) {
        const long n = input_read(in, chunk, sizeof chunk, e);
        if (n < 0) return -1;
        by = reader.stats.lines_read == 0 ? log_written_by(chunk, (size_t)n) : NULL;
        if (by)
            return error_fail(
                e, "%s: not a job log yet; swf_tool convert --from %s makes one",
                log_source(in->path), by);
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
    failed = scan_input(&in, policy, each, context, &ended, e) != 0;
    if (ended && input_close(&in, e) != 0) return -1;
    if (!ended) input_release(&in);
    return failed ? -1 : 0;
}

const char *log_source(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

int log_has_surplus(const swf_item *item)
{
    return item->kind == SWF_JOB && item->job.repaired & SWF_REPAIRED_EXTRA;
}

void log_count_surplus(struct log_surplus *s, const swf_item *item,
                       const swf_reader *reader)
{
    const swf_error *last = &reader->error;
    if (log_has_surplus(item) && last->code == SWF_E_MANY &&
        last->line == reader->stats.lines_read && s->lines++ == 0)
        swf_write_error(s->first, sizeof s->first, &reader->error);
}

void log_add_surplus(struct log_surplus *s, const struct log_surplus *other,
                     const char *source)
{
    if (other->lines && !s->lines)
        snprintf(s->first, sizeof s->first, "%.100s: %.150s", source, other->first);
    s->lines += other->lines;
}

void log_warn_surplus(const struct log_surplus *s, const char *source)
{
    char lines[TEXT_NUMBER];
    if (s->lines)
        fail_warn("warning: %s: lines whose columns after the last of the format are"
                  " ignored: %s; the first: %s",
                  source, text_count(s->lines, lines), s->first);
}

int log_is_part(const swf_job *job) { return job->status >= 2 && job->status <= 4; }

int64_t log_job_size(const swf_job *job, int allocated)
{
    const int64_t first = allocated ? job->procs : job->req_procs;
    return first > 0 ? first : allocated ? job->req_procs : job->procs;
}

int64_t log_job_end(const swf_job *job, int64_t submit)
{
    if (submit < 0 || job->wait < 0 || job->run < 0 || submit > JOB_TIME_MAX ||
        job->wait > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        return -1;
    return submit + job->wait + job->run;
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

int log_no_memory(const struct log *log, struct error *e)
{
    return error_fail(e, "%s: out of memory", log->path);
}

/* A copy of a span as a string, for free(); NULL when memory is out. */
static char *copy_span(swf_span s)
{
    char *copy = (char *)malloc(s.size + 1);
    if (!copy) return NULL;
    if (s.size) memcpy(copy, s.data, s.size);
    copy[s.size] = 0;
    return copy;
}

/* The same, where bytes 0 become '?'. */
static char *copy_string(swf_span s)
{
    char *copy = copy_span(s);
    size_t i;
    for (i = 0; copy && i < s.size; i++)
        if (!copy[i]) copy[i] = '?';
    return copy;
}

/* Adds a header line (or a comment: key NULL). 0, or -1 when memory is out. */
static int add_line(struct log *log, const swf_span *key, swf_span text)
{
    struct log_line *line;
    if (ARRAY_ROOM(log->lines, log->line_count, log->line_capacity, 1) != 0) return -1;
    line = &log->lines[log->line_count];
    memset(line, 0, sizeof *line);
    line->text = copy_string(text);
    line->key = key ? copy_string(*key) : NULL;
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
    if (add_line(log, &h->key, h->text) != 0) return -1;
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
        added->job.extra.data = copy_span(job->extra);
        if (!added->job.extra.data) return -1;
    }
    if (added->at < 0 && log->count && log_is_part(job) &&
        added[-1].job.number == job->number)
        added->at = added[-1].at;
    log->count++;
    return 0;
}

uint64_t log_remove_jobs(struct log *log)
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

static int compare_jobs(const void *a, const void *b)
{
    const struct log_job *x = (const struct log_job *)a, *y = (const struct log_job *)b;
    if (x->at != y->at) return COMPARE(x->at, y->at);
    return COMPARE(x->order, y->order);
}

uint64_t log_sort(struct log *log)
{
    uint64_t unsorted = 0;
    size_t i;
    for (i = 1; i < log->count; i++) unsorted += log->jobs[i].at < log->jobs[i - 1].at;
    if (unsorted) qsort(log->jobs, log->count, sizeof *log->jobs, compare_jobs);
    for (i = 0; i < log->count; i++) log->jobs[i].order = i;
    return unsorted;
}

/* ---- reading ----------------------------------------------------------------------- */

struct reading {
    struct log *log;
    uint32_t policy;
    int refuse; /* bad lines are an error, else they are counted */
};

static int take_item(void *context, const swf_item *item, const swf_reader *reader,
                     struct error *e)
{
    const struct reading *r = (const struct reading *)context;
    struct log *log = r->log;
    int failed = 0;
    log->format = reader->format;
    if (item->kind == SWF_JOB && (r->policy == SWF_REPAIR || !log_has_surplus(item))) {
        log->repaired += item->job.repaired != 0;
        log_count_surplus(&log->surplus, item, reader);
        failed = log_add_job(log, &item->job);
    } else if (item->kind == SWF_HEADER) {
        failed = log_add_header(log, &item->header);
    } else if (item->kind == SWF_COMMENT) {
        failed = add_line(log, NULL, item->comment);
    } else if (log->bad_lines++ == 0) {
        swf_write_error(log->first_bad_line, sizeof log->first_bad_line, &reader->error);
        if (r->refuse) return error_fail(e, "%s: %s", log->path, log->first_bad_line);
    }
    return failed ? log_no_memory(log, e) : 0;
}

int log_load(struct log *log, const char *path, uint32_t policy, int refuse,
             struct error *e)
{
    struct reading r = {log, policy, refuse};
    log->path = log->name = log_source(path);
    if (log->path == path && strrchr(path, '/')) log->name = strrchr(path, '/') + 1;
    return log_scan(path, policy, take_item, &r, e);
}

/* ---- its header -------------------------------------------------------------------- */

struct log_line *log_find_header(const struct log *log, uint32_t directive)
{
    size_t i;
    for (i = log->line_count; i-- > 0;)
        if (log->lines[i].key && log->lines[i].directive == directive)
            return &log->lines[i];
    return NULL;
}

int64_t log_header_value(const struct log *log, uint32_t directive)
{
    const struct log_line *line = log_find_header(log, directive);
    return line && line->has_value ? line->value : 0;
}

int log_add_note(struct log *log, struct error *e, const char *format, ...)
{
    const swf_span key = swf_text("Note");
    struct error text;
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    return add_line(log, &key, swf_text(text.text)) == 0 ? 0 : log_no_memory(log, e);
}

static int set_text(struct log_line *line, const char *text)
{
    char *copy = copy_span(swf_text(text));
    if (!copy) return -1;
    free(line->text);
    line->text = copy;
    return 0;
}

/* "MaxJobs: 7" becomes "Note: once MaxJobs: 7". */
static int turn_into_note(struct log_line *line)
{
    char note[600], *key = copy_span(swf_text("Note"));
    if (!key) return -1;
    snprintf(note, sizeof note, "once %.40s: %.500s", line->key, line->text);
    free(line->key);
    line->key = key;
    line->directive = SWF_DIR_NOTE;
    return set_text(line, note);
}

int log_set_header(struct log *log, uint32_t directive, const char *text, struct error *e)
{
    size_t i;
    for (i = 0; i < log->line_count; i++) {
        struct log_line *line = &log->lines[i];
        if (!line->key || line->directive != directive) continue;
        if ((text ? set_text(line, text) : turn_into_note(line)) != 0)
            return log_no_memory(log, e);
    }
    return 0;
}

int log_set_header_number(struct log *log, uint32_t directive, int64_t n, struct error *e)
{
    char text[24];
    struct log_line *line = log_find_header(log, directive);
    if (!line || (line->has_value && line->value == n)) return 0;
    snprintf(text, sizeof text, "%" PRId64, n);
    if (log_set_header(log, directive, text, e) != 0) return -1;
    line->has_value = 1;
    line->value = n;
    return 0;
}

int64_t log_last_end(const struct log *log)
{
    int64_t last = -1;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const int64_t end = log_job_end(&log->jobs[i].job, log->jobs[i].at);
        if (end > last) last = end;
    }
    return last;
}

/* Sets EndTime to the date of the last end, or forgets it if that is not known. */
static int correct_end_time(struct log *log, int64_t last, struct error *e)
{
    const struct log_line *start = log_find_header(log, SWF_DIR_UNIX_START_TIME);
    char date[DATE_TEXT];
    if (!start || !start->has_value || last < 0 || start->value > JOB_TIME_MAX ||
        start->value < 0)
        return log_set_header(log, SWF_DIR_END_TIME, NULL, e);
    date_text(start->value + last, date);
    return log_set_header(log, SWF_DIR_END_TIME, date, e);
}

int log_correct_header(struct log *log, int64_t ended, struct error *e)
{
    const int64_t last = log_last_end(log);
    int64_t parts = 0;
    size_t i;
    for (i = 0; i < log->count; i++) parts += log_is_part(&log->jobs[i].job);
    if (log_set_header_number(log, SWF_DIR_MAX_JOBS, (int64_t)log->count - parts, e) !=
            0 ||
        log_set_header_number(log, SWF_DIR_MAX_RECORDS, (int64_t)log->count, e) != 0)
        return -1;
    return last == ended ? 0 : correct_end_time(log, last, e);
}

/* ---- writing ----------------------------------------------------------------------- */

int log_write_text(FILE *to, const char *line, size_t size, struct error *e)
{
    if (size == 0 || size >= LOG_LINE)
        return error_fail(e, "a line cannot be written in this format");
    fwrite(line, 1, size, to);
    return 0;
}

static int write_line(FILE *to, const struct log_line *from, uint32_t format,
                      struct error *e)
{
    char line[LOG_LINE];
    swf_header h;
    if (!from->key)
        return log_write_text(to, line,
                              swf_write_comment(line, sizeof line, swf_text(from->text),
                                                (swf_format)format),
                              e);
    memset(&h, 0, sizeof h);
    h.key = swf_text(from->key);
    h.text = swf_text(from->text);
    return log_write_text(to, line,
                          swf_write_header(line, sizeof line, &h, (swf_format)format), e);
}

int log_write_job(FILE *to, const swf_job *job, uint32_t format, struct error *e)
{
    char line[LOG_LINE];
    return log_write_text(to, line,
                          swf_write_job(line, sizeof line, job, (swf_format)format), e);
}

int log_write(const struct log *log, FILE *to, struct error *e)
{
    size_t i;
    for (i = 0; i < log->line_count; i++)
        if (write_line(to, &log->lines[i], log->format, e) != 0) return -1;
    for (i = 0; i < log->count && !ferror(to); i++)
        if (log_write_job(to, &log->jobs[i].job, log->format, e) != 0) return -1;
    return 0;
}
