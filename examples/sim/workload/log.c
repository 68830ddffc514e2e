#define _POSIX_C_SOURCE 200809L

/* log.c - lines and jobs are two arrays; removed jobs are marked by at = -1 first, so
 * that their parts can be found. */
#include "workload/log.h"

#include "base/compare.h"
#include "base/foreign.h"
#include "base/job.h"
#include "base/system.h"
#include "base/text.h"
#include "base/word.h"
#include "kit/base.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- item by item ------------------------------------------------------------------ */

enum { LINE_MOST = 1 << 20, JOBLESS_MOST = 1 << 26, WARNED_MOST = 10 };

const char *log_source(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

void log_open(struct log_reader *r, const char *path, uint32_t policy, enum log_use use)
{
    const swf_desc desc = {policy, SWF_FORMAT_AUTO};
    struct error e;
    memset(r, 0, offsetof(struct log_reader, chunk));
    r->path = log_source(path);
    r->use = use;
    if (input_open(&r->in, path, &e) != 0) fail("%s", e.text);
    if (swf_init(&r->swf, &desc) != SWF_OK) fail("%s: it cannot be read", r->path);
}

/* Is this a log at all? All is counted in whole chunks. */
static void check_progress(struct log_reader *r)
{
    const swf_stats *now = &r->swf.stats;
    if (r->lines != now->lines_read) r->line_begin = r->bytes;
    if (r->jobs != now->jobs) r->job_end = r->bytes;
    r->lines = now->lines_read;
    r->jobs = now->jobs;
    if (r->bytes - r->line_begin > LINE_MOST)
        fail("%s: line %" PRIu64 ": more than %d bytes; expected a line of a job log",
             r->path, r->lines, LINE_MOST);
    if (r->bytes - r->job_end > JOBLESS_MOST)
        fail("%s: line %" PRIu64 ": no job in the last %d MiB; expected a job log",
             r->path, r->lines, JOBLESS_MOST >> 20);
}

/* Hands on the next bytes; at the end of the input it is closed first. */
static void feed(struct log_reader *r)
{
    struct error e;
    const long n = input_read(&r->in, r->chunk, sizeof r->chunk, &e);
    const char *from, *what = NULL;
    if (n < 0 || (n == 0 && input_close(&r->in, &e) != 0)) fail("%s", e.text);
    if (r->bytes == 0 && n > 0) what = foreign(r->chunk, (size_t)n, &from);
    if (what) fail("%s: not a job log, but %s", r->path, what);
    check_progress(r);
    r->bytes += (uint64_t)n;
    if (swf_feed(&r->swf, r->chunk, (size_t)n, n == 0) != SWF_OK)
        fail("%s: it cannot be read", r->path);
}

static void count(struct log_odd *o, const swf_error *what)
{
    if (o->lines++ == 0) swf_write_error(o->first, sizeof o->first, what);
}

static size_t digits_at(struct word w, size_t i)
{
    size_t n = 0;
    while (i + n < w.length && w.at[i + n] >= '0' && w.at[i + n] <= '9') n++;
    return n;
}

/* The number at the begin of the word whose digits stand in groups of three, as people
 * write them: "1,024", "12 288 (96 nodes)", "1'024 cores"; 0 = it has none, -1 = one that
 * cannot be meant. */
static int64_t grouped(struct word w, int64_t most)
{
    char digits[16];
    size_t n = digits_at(w, 0), i = n;
    const char by = i < w.length ? w.at[i] : '\0';
    int64_t value;
    if (n < 1 || n > 3 || !by || !strchr(", '._", by)) return 0;
    memcpy(digits, w.at, n);
    while (i < w.length && w.at[i] == by && digits_at(w, i + 1) == 3 && n < 12) {
        memcpy(digits + n, w.at + i + 1, 3);
        n += 3, i += 4;
    }
    if (n <= 3) return 0;
    if (i < w.length && w.at[i] != ' ' && digits_at(w, i + 1)) return -1;
    digits[n] = '\0';
    return word_is_whole(word_of(digits), 1, most, &value) ? value : -1;
}

int log_may_warn(struct log_reader *r) { return r->warned++ < WARNED_MOST; }

/* A number that is not written as SWF has it is read if it can be, and never passed over
 * in silence. */
static void read_number(struct log_reader *r, swf_header *h, uint64_t line)
{
    static const uint32_t numbers[] = {SWF_DIR_MAX_NODES, SWF_DIR_MAX_PROCS,
                                       SWF_DIR_UNIX_START_TIME};
    const struct word key = {h->key.data, h->key.size};
    const struct word text = word_trim((struct word){h->text.data, h->text.size});
    const int now = word_is_any_case(key, "Now");
    size_t i = 0;
    while (i < 3 && h->directive != numbers[i]) i++;
    if ((i == 3 && !now) || text.length == 0) return; /* "": not known */
    const int64_t n = grouped(text, i < 2 ? JOB_SERVERS_MAX : JOB_TIME_MAX);
    if (now)
        h->has_value = (uint32_t)word_is_whole(text, 0, JOB_TIME_MAX, &h->value.whole);
    const int64_t value = h->has_value ? h->value.whole : 0;
    if (n == 0 && h->has_value && (now || value >= (i < 2 ? 1 : 0)) &&
        (i < 2 || value <= JOB_TIME_MAX))
        return;
    h->has_value = n > 0;
    if (n > 0) h->value.whole = n;
    if (r->use == LOG_PEEK || value == -1 || !log_may_warn(r)) return; /* -1: not known */
    fail_warn("warning: %s: line %" PRIu64 ": %.*s: %.*s is %s", r->path, line, WORD(key),
              WORD(text),
              n > 0   ? base_text("read as %" PRId64, n)
              : i < 2 ? "ignored: not a number of servers"
                      : "ignored: not a time in seconds, up to 10^12");
}

/* "MaxProcs 16" is a comment, and so is "MaxProcs=16". */
static void look_at_comment(struct log_reader *r, swf_span comment, uint64_t line)
{
    struct word rest = word_trim((struct word){comment.data, comment.size});
    size_t k = 0;
    while (k < rest.length && rest.at[k] != ' ' && rest.at[k] != '=') k++;
    while (k < rest.length && rest.at[k] == ' ') k++;
    const char by = k < rest.length && rest.at[k] == '=' ? '=' : ' ';
    const struct word all = rest, name = word_trim(word_part(&rest, by));
    rest = word_trim(rest);
    if (r->use == LOG_PEEK || rest.length == 0 || rest.at[0] < '0' || rest.at[0] > '9')
        return;
    if ((word_is(name, "MaxProcs") || word_is(name, "MaxNodes") ||
         word_is(name, "UnixStartTime") || word_is(name, "Now")) &&
        log_may_warn(r))
        fail_warn("warning: %s: line %" PRIu64 ": '%.*s' has no colon after its name, and"
                  " is ignored",
                  r->path, line, WORD(all));
}

int log_next(struct log_reader *r, swf_item *item)
{
    const swf_error *what = &r->swf.error;
    swf_status status;
    while ((status = swf_next(&r->swf, item)) == SWF_NEED_MORE) feed(r);
    if (status == SWF_END && r->warned > WARNED_MOST)
        fail_warn("warning: %s: other header warnings not shown: %" PRIu64, r->path,
                  r->warned - WARNED_MOST);
    if (status == SWF_END) return 0;
    if (status == SWF_OK && item->kind == SWF_JOB &&
        item->job.repaired & SWF_REPAIRED_EXTRA) {
        if (r->use != LOG_LOOK && r->swf.desc.policy != SWF_REPAIR)
            item->kind = SWF_SKIPPED;
        else if (what->code == SWF_E_MANY && what->line == r->swf.stats.lines_read)
            count(&r->surplus, what);
    }
    if (status == SWF_OK && item->kind == SWF_HEADER)
        read_number(r, &item->header, item->line);
    if (status == SWF_OK && item->kind == SWF_COMMENT)
        look_at_comment(r, item->comment, item->line);
    if (status == SWF_OK && item->kind != SWF_SKIPPED) return 1;
    count(&r->bad, what);
    if (status != SWF_OK || r->use == LOG_REFUSE) fail("%s: %s", r->path, r->bad.first);
    return 1;
}

int log_has_waits(const char *path)
{
    enum { LOOKED_AT = 100 };
    struct log_reader r;
    struct stat about;
    swf_item item;
    int jobs = 0, waits = 0;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    log_open(&r, path, SWF_LENIENT, LOG_PEEK);
    while (jobs < LOOKED_AT && log_next(&r, &item)) {
        if (item.kind != SWF_JOB || item.job.run <= 0) continue;
        jobs++;
        waits += item.job.wait >= 0;
    }
    if (jobs == LOOKED_AT) (void)input_release(&r.in);
    return 2 * waits > jobs;
}

void log_warn(const char *path, const struct log_odd *bad, const struct log_odd *surplus)
{
    char lines[TEXT_NUMBER];
    if (bad->lines)
        fail_warn("warning: %s: skipped %s bad line%s%s: %s", path,
                  text_count(bad->lines, lines), text_s(bad->lines),
                  bad->lines > 1 ? "; the first" : "", bad->first);
    if (surplus->lines)
        fail_warn("warning: %s: ignored surplus columns of %s line%s%s: %s", path,
                  text_count(surplus->lines, lines), text_s(surplus->lines),
                  surplus->lines > 1 ? "; the first" : "", surplus->first);
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

static void free_span(swf_span s) { free((void *)(uintptr_t)s.data); }

void log_free(struct log *log)
{
    for (size_t i = 0; i < log->line_count; i++) {
        free_span(log->lines[i].key);
        free_span(log->lines[i].text);
    }
    for (size_t i = 0; i < log->count; i++) free_span(log->jobs[i].job.extra);
    free(log->lines);
    free(log->jobs);
    memset(log, 0, sizeof *log);
}

/* A copy as a string, in which bytes 0 are `zero`. */
static swf_span copy_span(swf_span s, char zero)
{
    char *copy = base_zeroed(s.size + 1, 1);
    for (size_t i = 0; i < s.size; i++) copy[i] = s.data[i] ? s.data[i] : zero;
    s.data = copy;
    return s;
}

void log_add_header(struct log *log, const swf_header *h)
{
    swf_header *line = &BASE_PUSH(log->lines, log->line_count, log->line_room);
    *line = *h;
    line->text = copy_span(h->text, '?');
    if (h->key.data) line->key = copy_span(h->key, '?');
}

void log_add_job(struct log *log, const swf_job *job)
{
    log->jobs = base_room(log->jobs, &log->room, log->count, sizeof *log->jobs);
    struct log_job *added = &log->jobs[log->count];
    added->job = *job;
    added->job.extra.data = NULL;
    if (job->extra.size) added->job.extra = copy_span(job->extra, 0);
    added->at = job->submit;
    added->order = log->count;
    if (added->at < 0 && log->count && log_is_part(job) &&
        added[-1].job.number == job->number)
        added->at = added[-1].at;
    log->count++;
}

void log_load(struct log *log, const char *path, uint32_t policy, enum log_use use)
{
    struct log_reader r;
    swf_item item;
    log->path = log->name = log_source(path);
    if (log->path == path && strrchr(path, '/')) log->name = strrchr(path, '/') + 1;
    log_open(&r, path, policy, use);
    while (log_next(&r, &item)) {
        if (item.kind == SWF_HEADER) log_add_header(log, &item.header);
        if (item.kind == SWF_COMMENT) {
            const swf_header comment = {.text = item.comment};
            log_add_header(log, &comment);
        }
        if (item.kind != SWF_JOB) continue;
        log->repaired += item.job.repaired != 0;
        log_add_job(log, &item.job);
    }
    log->format = r.swf.format;
    log->bad = r.bad;
    log->surplus = r.surplus;
}

uint64_t log_remove_jobs(struct log *log)
{
    size_t i, kept = 0;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at >= 0)
            log->jobs[kept++] = log->jobs[i];
        else
            free_span(log->jobs[i].job.extra);
    const uint64_t dropped = log->count - kept;
    log->count = kept;
    return dropped;
}

static int compare_jobs(const void *a, const void *b)
{
    const struct log_job *x = a, *y = b;
    if (x->at != y->at) return COMPARE(x->at, y->at);
    return COMPARE(x->order, y->order);
}

uint64_t log_sort(struct log *log)
{
    uint64_t unsorted = 0;
    for (size_t i = 1; i < log->count; i++)
        unsorted += log->jobs[i].at < log->jobs[i - 1].at;
    if (unsorted) qsort(log->jobs, log->count, sizeof *log->jobs, compare_jobs);
    for (size_t i = 0; i < log->count; i++) log->jobs[i].order = i;
    return unsorted;
}

int64_t log_last_end(const struct log *log)
{
    int64_t last = -1;
    for (size_t i = 0; i < log->count; i++) {
        const int64_t end = log_job_end(&log->jobs[i].job, log->jobs[i].at);
        if (end > last) last = end;
    }
    return last;
}

/* ---- its header -------------------------------------------------------------------- */

swf_header *log_find_header(const struct log *log, uint32_t directive)
{
    for (size_t i = log->line_count; i-- > 0;)
        if (log->lines[i].key.data && log->lines[i].directive == directive)
            return &log->lines[i];
    return NULL;
}

int64_t log_header_value(const struct log *log, uint32_t directive)
{
    const swf_header *line = log_find_header(log, directive);
    return line && line->has_value ? line->value.whole : 0;
}

void log_add_note(struct log *log, const char *format, ...)
{
    swf_header h = {.key = swf_text("Note")};
    struct error text;
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    h.text = swf_text(text.text);
    log_add_header(log, &h);
}

static void set_text(swf_span *to, const char *text)
{
    const swf_span copy = copy_span(swf_text(text), '?'); /* it may be freed next */
    free_span(*to);
    *to = copy;
}

/* "MaxJobs: 7" becomes "Note: once MaxJobs: 7". */
static void turn_into_note(swf_header *line)
{
    char note[600];
    snprintf(note, sizeof note, "once %.40s: %.500s", line->key.data, line->text.data);
    set_text(&line->key, "Note");
    set_text(&line->text, note);
    line->directive = SWF_DIR_NOTE;
}

void log_set_header(struct log *log, uint32_t directive, const char *text)
{
    for (size_t i = 0; i < log->line_count; i++) {
        swf_header *line = &log->lines[i];
        if (!line->key.data || line->directive != directive) continue;
        if (text)
            set_text(&line->text, text);
        else
            turn_into_note(line);
    }
}

void log_set_header_number(struct log *log, uint32_t directive, int64_t n)
{
    swf_header *line = log_find_header(log, directive);
    char text[24];
    if (!line || (line->has_value && line->value.whole == n)) return;
    snprintf(text, sizeof text, "%" PRId64, n);
    log_set_header(log, directive, text);
    line->has_value = 1;
    line->value.whole = n;
}

void log_correct_header(struct log *log, int64_t ended)
{
    const swf_header *start = log_find_header(log, SWF_DIR_UNIX_START_TIME);
    const int64_t last = log_last_end(log);
    int64_t jobs = 0;
    char date[DATE_TEXT];
    for (size_t i = 0; i < log->count; i++) jobs += !log_is_part(&log->jobs[i].job);
    log_set_header_number(log, SWF_DIR_MAX_JOBS, jobs);
    log_set_header_number(log, SWF_DIR_MAX_RECORDS, (int64_t)log->count);
    if (last == ended) return;
    if (!start || !start->has_value || last < 0 || start->value.whole > JOB_TIME_MAX ||
        start->value.whole < 0) {
        log_set_header(log, SWF_DIR_END_TIME, NULL);
    } else {
        date_text(start->value.whole + last, date);
        log_set_header(log, SWF_DIR_END_TIME, date);
    }
}

/* ---- writing ----------------------------------------------------------------------- */

enum { TEXT = 2 * SWF_LINE_MAX };

/* `size` is what swf.h returned, which has written the line. */
static void write_text(FILE *to, const char *line, size_t size)
{
    if (size == 0 || size >= TEXT) fail("a line cannot be written in this format");
    fwrite(line, 1, size, to);
}

void log_write_job(FILE *to, const swf_job *job, uint32_t format)
{
    char line[TEXT];
    write_text(to, line, swf_write_job(line, sizeof line, job, (swf_format)format));
}

/* A header line, or a comment: one without a key. */
static void write_header(FILE *to, const swf_header *h, swf_format format)
{
    char line[TEXT];
    write_text(to, line,
               h->key.data ? swf_write_header(line, sizeof line, h, format)
                           : swf_write_comment(line, sizeof line, h->text, format));
}

void log_write(const struct log *log, FILE *to)
{
    for (size_t i = 0; i < log->line_count; i++)
        write_header(to, &log->lines[i], (swf_format)log->format);
    for (size_t i = 0; i < log->count && !ferror(to); i++)
        log_write_job(to, &log->jobs[i].job, log->format);
}
