/* tool_check.c - the list is written while the log is read, the counts after it. Of the
 * jobs, only their numbers are kept, and the last line above. */
#include "logtool/tool.h"

#include "swf.h"

#include "base/job.h"
#include "base/map.h"
#include "base/text.h"
#include "kit/fail.h"
#include "kit/output.h"
#include "logtool/sheet.h"
#include "workload/date.h"
#include "workload/log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Each kind, its name, 1 if it makes a line useless, and what it is. */
#define KINDS(X)                                                                         \
    X(NO_JOB, not_a_job, 1, "the line cannot be read")                                   \
    X(FRACTION, fraction, 1, "decimals in a field of whole numbers")                     \
    X(MISSING_FIELD, missing_field, 1, "fewer fields than the format has")               \
    X(EXTRA_FIELD, extra_field, 0, "more fields than the format has, which are ignored") \
    X(NO_SUBMIT, no_submit, 1, "no submit time")                                         \
    X(NO_RUN, no_run, 1, "no run time")                                                  \
    X(NEVER_RAN, never_ran, 0, "did not run, or for 0 s: left out by simulators")        \
    X(NO_SIZE, no_size, 1, "no number of processors")                                    \
    X(OUT_OF_RANGE, out_of_range, 1, "times beyond 10^12 seconds")                       \
    X(TOO_LARGE, too_large, 1, "needs more processors than MaxProcs")                    \
    X(NEGATIVE, negative, 0, "negative, and not -1 (unknown)")                           \
    X(OUT_OF_ORDER, out_of_order, 0, "submitted before the job on the line above")       \
    X(RUN_BEYOND_REQUEST, run_beyond_request, 0, "ran longer than requested")            \
    X(RUN_BEYOND_LIMIT, run_beyond_limit, 0, "ran longer than MaxRuntime")               \
    X(SIZE_DIFFERS, size_differs, 0, "allocated processors differ from requested ones")  \
    X(CPU_BEYOND_RUN, cpu_beyond_run, 0, "more CPU time than run time")                  \
    X(MEMORY_BEYOND_REQUEST, memory_beyond_request, 0,                                   \
      "used more memory than requested")                                                 \
    X(DUPLICATE_NUMBER, duplicate_number, 0, "job number seen before")                   \
    X(NUMBER_JUMPS, number_jumps, 0, "job number does not follow the last one read")     \
    X(PRECEDING_UNKNOWN, preceding_unknown, 0, "preceding job not seen before")          \
    X(STATUS_UNKNOWN, status_unknown, 0, "status other than -1 and 0 to 5")              \
    X(STATUS_PART, status_part, 0,                                                       \
      "part of a job (status 2, 3 or 4), which has one line as a whole")                 \
    X(COMPLETED_WITHOUT_RUN, completed_without_run, 0,                                   \
      "completed (status 1) without a run time")                                         \
    X(PROCS_BEYOND_HEADER, procs_beyond_header, 0, "allocated more than MaxProcs")       \
    X(QUEUE_BEYOND_HEADER, queue_beyond_header, 0, "queue number above MaxQueues")       \
    X(LONG_COMMENT, long_comment, 0, "comment of more than 4096 bytes")                  \
    X(HEADER_VALUE, header_value, 0, "header without its number")                        \
    X(HEADER_TWICE, header_twice, 0, "header that contradicts one above")                \
    X(HEADER_MISSING, header_missing, 0, "no such header")                               \
    X(HEADER_WRONG, header_wrong, 0, "header that does not fit the jobs")

enum kind {
#define KIND(kind, name, useless, text) kind,
    KINDS(KIND) KIND_COUNT
};

static const struct {
    const char *name;
    int useless; /* does it make a line useless? */
    const char *text;
} kinds[KIND_COUNT] = {
#define ABOUT(kind, name, useless, text) {#name, useless, text},
    KINDS(ABOUT)};

struct seen {
    uint64_t times, first; /* on which line; 0 = the log as a whole */
};

struct lint {
    FILE *to;         /* where the list goes; NULL = nowhere    */
    const char *path; /* what each line of the list begins with */
    uint64_t most;    /* lines of one kind to list              */
    struct seen found[KIND_COUNT];
    uint64_t jobs, useless; /* lines of jobs; useless lines */
    uint64_t parts;         /* lines of parts of jobs       */

    uint64_t line;    /* that is looked at; 0 = the log as a whole */
    int line_useless; /* this one                                  */

    /* of the log so far */
    struct map numbers; /* of jobs */
    int64_t last_number, last_submit, last_end;
    uint64_t header_line[SWF_DIR_COUNT]; /* where; 0 = nowhere */
    int64_t header[SWF_DIR_COUNT];       /* the number there   */
    int64_t start_date, end_date;        /* StartTime and EndTime, the zone is unknown */
    int has_start_date, has_end_date, has_now;
};

/* Counts a kind, and lists the line: FILE:LINE: kind: what exactly. */
ERROR_PRINTF(3, 4)
static void report(struct lint *l, enum kind kind, const char *format, ...)
{
    struct seen *found = &l->found[kind];
    struct error text;
    va_list args;
    if (kinds[kind].useless) l->line_useless = 1;
    if (found->times++ == 0) found->first = l->line;
    if (!l->to || found->times > l->most) return;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    error_print_sanitized(l->to, l->path);
    fprintf(l->to, ":%" PRIu64 ": %s: %s\n", l->line, kinds[kind].name, text.text);
}

/* ---- one job ----------------------------------------------------------------------- */

/* What reports of jobs begin with, and numbers in them. */
#define JOB "job " N
#define N "%" PRId64

/* What SWF_REPAIR repaired: decimals, and missing fields, which are the last ones. */
static void check_repairs(struct lint *l, const swf_job *job)
{
    const swf_format format = (swf_format)job->format;
    const int gwf = format == SWF_FORMAT_GWF;
    const uint32_t all = gwf ? SWF_FIELD_PARTITION + 1 : SWF_FIELD_COUNT;
    const uint32_t fields = job->repaired & (SWF_REPAIRED_EXTRA - 1);
    uint32_t there = all;
    while (there > 0 && fields >> (there - 1) & 1u && !(job->present >> (there - 1) & 1u))
        there--;
    for (uint32_t i = 0; i < there; i++)
        if (fields >> i & 1u)
            report(l, FRACTION, "field %" PRIu32 " (%s)", i + 1,
                   swf_field_name(format, i + 1));
    if (there < all)
        report(l, MISSING_FIELD, "ends before field %" PRIu32 " (%s)", there + 1,
               swf_field_name(format, there + 1));
    else if (job->repaired & SWF_REPAIRED_EXTRA)
        report(l, gwf ? MISSING_FIELD : EXTRA_FIELD,
               gwf ? "not 29 columns" : "a column 19 that is not a requirement");
}

/* What keeps the simulators from using the job. A run of 0 s was shorter than half a
 * second; one that never began has none, nor one that has not ended by `Now`. */
static void check_use(struct lint *l, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    const int64_t machine = l->header[SWF_DIR_MAX_PROCS];
    const int never =
        job->run == 0 || (job->run < 0 && (job->status == 0 || job->status == 5));
    if (job->submit < 0) report(l, NO_SUBMIT, JOB, job->number);
    if (never || (job->run < 0 && !(l->has_now && job->status < 0)))
        report(l, never ? NEVER_RAN : NO_RUN, JOB ": run time " N ", status " N,
               job->number, job->run, job->status);
    if (size <= 0 && !never) report(l, NO_SIZE, JOB, job->number);
    if (job->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        report(l, OUT_OF_RANGE, JOB, job->number);
    if (machine > 0 && size > machine)
        report(l, TOO_LARGE, JOB ": " N " processors, MaxProcs is " N, job->number, size,
               machine);
    else if (machine > 0 && job->procs > machine)
        report(l, PROCS_BEYOND_HEADER, JOB ": " N " allocated, MaxProcs is " N,
               job->number, job->procs, machine);
}

static void check_times(struct lint *l, const swf_job *job)
{
    const int64_t limit = l->header[SWF_DIR_MAX_RUNTIME];
    const swf_decimal cpu = swf_get_decimal(job, SWF_FIELD_CPU);
    if (job->submit >= 0) {
        if (job->submit < l->last_submit)
            report(l, OUT_OF_ORDER, JOB ": submitted at " N ", after one at " N,
                   job->number, job->submit, l->last_submit);
        l->last_submit = job->submit;
    }
    if (job->req_time > 0 && job->run > job->req_time)
        report(l, RUN_BEYOND_REQUEST, JOB ": ran " N " s, requested " N, job->number,
               job->run, job->req_time);
    if (limit > 0 && job->run > limit)
        report(l, RUN_BEYOND_LIMIT, JOB ": ran " N " s, MaxRuntime is " N, job->number,
               job->run, limit);
    if (job->cpu > 0 && job->run >= 0 &&
        (cpu.whole > job->run || (cpu.whole == job->run && cpu.micro > 0)))
        report(l, CPU_BEYOND_RUN, JOB ": " N " s of CPU time, ran " N, job->number,
               job->cpu, job->run);
}

static void check_amounts(struct lint *l, const swf_job *job)
{
    const int64_t queues = l->header[SWF_DIR_MAX_QUEUES];
    for (uint32_t i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1)
            report(l, NEGATIVE, JOB ": %s is " N, job->number,
                   swf_field_name((swf_format)job->format, i + 1),
                   swf_get(job, (swf_field)i));
    if (job->procs > 0 && job->req_procs > 0 && job->procs != job->req_procs)
        report(l, SIZE_DIFFERS, JOB ": " N " allocated, " N " requested", job->number,
               job->procs, job->req_procs);
    if (job->req_memory > 0 && job->memory > job->req_memory)
        report(l, MEMORY_BEYOND_REQUEST, JOB ": " N " KB used, " N " requested",
               job->number, job->memory, job->req_memory);
    /* counted from 1, or from 0 for interactive jobs */
    if (queues > 0 && job->queue > queues)
        report(l, QUEUE_BEYOND_HEADER, JOB ": queue " N ", MaxQueues is " N, job->number,
               job->queue, queues);
}

static void check_status(struct lint *l, const swf_job *job)
{
    if (job->status > 5)
        report(l, STATUS_UNKNOWN, JOB ": status " N, job->number, job->status);
    if (job->status == 1 && job->run < 0)
        report(l, COMPLETED_WITHOUT_RUN, JOB, job->number);
}

static void check_number(struct lint *l, const swf_job *job)
{
    const int64_t before = map_add(&l->numbers, job->number);
    if (before < 0) fail("out of memory");
    if (before > 0 && job->number >= 0)
        report(l, DUPLICATE_NUMBER, JOB, job->number);
    else if (l->last_number < INT64_MAX && job->number != l->last_number + 1)
        report(l, NUMBER_JUMPS, JOB " after " N, job->number, l->last_number);
    l->last_number = job->number;
    if (job->preceding > 0 && !map_get(&l->numbers, job->preceding))
        report(l, PRECEDING_UNKNOWN, JOB " follows job " N, job->number, job->preceding);
}

static void check_job(struct lint *l, const swf_job *job)
{
    const int64_t end = log_job_end(job, job->submit);
    l->jobs++;
    if (end > l->last_end) l->last_end = end;
    check_repairs(l, job);
    if (log_is_part(job)) {
        l->parts++;
        report(l, STATUS_PART, JOB ": status " N, job->number, job->status);
        return;
    }
    check_use(l, job);
    check_times(l, job);
    check_amounts(l, job);
    check_status(l, job);
    check_number(l, job);
}

/* ---- the header -------------------------------------------------------------------- */

/* Header lines of which there may be several. */
static int may_repeat(uint32_t directive)
{
    return directive == SWF_DIR_OTHER || directive == SWF_DIR_QUEUE ||
           directive == SWF_DIR_PARTITION || directive == SWF_DIR_NOTE;
}

static void check_header(struct lint *l, const swf_header *h, const swf_reader *reader)
{
    const uint32_t d = h->directive;
    const int wants_number =
        reader->error.line == l->line &&
        (reader->error.code == SWF_E_HEADER || reader->error.code == SWF_E_RANGE);
    char text[200];
    if (wants_number && !h->has_value) {
        swf_write_error(text, sizeof text, &reader->error);
        report(l, HEADER_VALUE, "%.*s: %s", (int)h->key.size, h->key.data, text);
    }
    l->has_now |= word_is_any_case((struct word){h->key.data, h->key.size}, "Now");
    if (d == SWF_DIR_START_TIME) l->has_start_date = date_read(h->text, &l->start_date);
    if (d == SWF_DIR_END_TIME) l->has_end_date = date_read(h->text, &l->end_date);
    if (may_repeat(d) || !h->has_value) return;
    if (l->header_line[d] && l->header[d] != h->value.whole)
        report(l, HEADER_TWICE, "%.*s: line %" PRIu64 " says %" PRId64, (int)h->key.size,
               h->key.data, l->header_line[d], l->header[d]);
    l->header_line[d] = l->line;
    l->header[d] = h->value.whole;
}

/* Does a number in the header agree with the count? */
static void check_count(struct lint *l, uint32_t directive, const char *name,
                        uint64_t counted)
{
    l->line = l->header_line[directive];
    if (l->line && l->header[directive] != (int64_t)counted)
        report(l, HEADER_WRONG, "%s is %" PRId64 ", there are %" PRIu64, name,
               l->header[directive], counted);
}

/* A date in an unknown time zone is right if it is right in some zone: these are
 * multiples of a quarter of an hour, up to 14 hours, from UTC. */
static void check_date(struct lint *l, const char *name, int64_t date, int64_t is)
{
    const int64_t off = date - is;
    char text[DATE_TEXT];
    if (off % 900 == 0 && off >= -14 * 3600 && off <= 14 * 3600) return;
    date_text(is, text);
    report(l, HEADER_WRONG, "%s does not fit; it should be %s", name, text);
}

/* What can be checked when all is read. */
static void finish(struct lint *l)
{
    const int64_t start = l->header[SWF_DIR_UNIX_START_TIME];
    const int has_start = l->header_line[SWF_DIR_UNIX_START_TIME] != 0 && start >= 0 &&
                          start <= JOB_TIME_MAX;
    l->line = 0;
    if (!l->header_line[SWF_DIR_MAX_PROCS])
        report(l, HEADER_MISSING, "no MaxProcs header%s",
               l->header_line[SWF_DIR_MAX_NODES] ? " (there is MaxNodes)" : "");
    if (!l->header_line[SWF_DIR_UNIX_START_TIME])
        report(l, HEADER_MISSING, "no UnixStartTime header");
    check_count(l, SWF_DIR_MAX_JOBS, "MaxJobs", l->jobs - l->parts);
    check_count(l, SWF_DIR_MAX_RECORDS, "MaxRecords", l->jobs);
    l->line = 0;
    if (!has_start) return;
    if (l->has_start_date) check_date(l, "StartTime", l->start_date, start);
    if (l->has_end_date && l->last_end >= 0)
        check_date(l, "EndTime", l->end_date, start + l->last_end);
}

static void check_item(struct lint *l, const swf_item *item, const swf_reader *reader)
{
    char text[256];
    l->line = item->line;
    l->line_useless = 0;
    if (item->kind == SWF_HEADER) check_header(l, &item->header, reader);
    if (item->kind == SWF_SKIPPED) {
        /* a comment that is too long is skipped, too, but counted by itself */
        const int comment = reader->stats.bad_comments > l->found[LONG_COMMENT].times;
        swf_write_error(text, sizeof text, &reader->error);
        report(l, comment ? LONG_COMMENT : NO_JOB, "%s", strstr(text, "column"));
    }
    if (item->kind == SWF_JOB) check_job(l, &item->job);
    l->useless += (uint64_t)l->line_useless;
}

/* ---- the counts -------------------------------------------------------------------- */

static void print_table(const struct lint *l)
{
    char jobs[TEXT_NUMBER], useless[TEXT_NUMBER];
    int rows = 0;
    if (l->jobs || l->useless) printf("\n");
    error_print_sanitized(stdout, l->path);
    printf(": %s job%s read, %s line%s useless to simulators%s\n",
           text_count(l->jobs, jobs), text_s(l->jobs), text_count(l->useless, useless),
           text_s(l->useless), l->useless ? " (*)" : "");
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        const struct seen *seen = &l->found[i];
        if (!seen->times) continue;
        if (rows++ == 0) printf("\n%11s %11s   what\n", "count", "first line");
        printf("%11s %11" PRIu64 " %s %s: %s\n", text_count(seen->times, jobs),
               seen->first, kinds[i].useless ? "*" : " ", kinds[i].name,
               i != HEADER_MISSING                 ? kinds[i].text
               : l->header_line[SWF_DIR_MAX_PROCS] ? "no UnixStartTime header"
               : seen->times == 1                  ? "no MaxProcs header"
                                  : "no MaxProcs and UnixStartTime headers");
    }
}

static void write_json(const char *path, const struct lint *l)
{
    struct sheet s = {.to = output_open(path, TOOL_JSON_BEGIN), .json = 1};
    sheet_open(&s, NULL, NULL, '{');
    sheet_text(&s, "log", NULL, l->path);
    sheet_count(&s, "jobs", NULL, l->jobs);
    sheet_count(&s, "useless_lines", NULL, l->useless);
    sheet_open(&s, "found", NULL, '[');
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        sheet_item(&s);
        fprintf(s.to,
                "{\"kind\":\"%s\",\"times\":%" PRIu64 ",\"first_line\":%" PRIu64
                ",\"useless\":%d}",
                kinds[i].name, l->found[i].times, l->found[i].first, kinds[i].useless);
    }
    sheet_close(&s, ']');
    sheet_close(&s, '}');
    output_close(s.to);
}

/* ---- the command ------------------------------------------------------------------- */

int tool_check(const void *settings)
{
    const struct tool *t = settings;
    struct lint l = {.path = t->log, .last_end = -1};
    struct log_reader in;
    swf_item item;
    tool_reads(t->log);
    if (t->json) output_check(t->json, TOOL_JSON_BEGIN);
    if (!t->json || strcmp(t->json, "-") != 0) l.to = stdout;
    l.most = t->list < 0 ? UINT64_MAX : (uint64_t)t->list;
    log_open(&in, l.path, SWF_REPAIR, LOG_LOOK);
    while (log_next(&in, &item)) check_item(&l, &item, &in.swf);
    finish(&l);
    if (l.to) {
        print_table(&l);
        output_close(output_open("-", NULL));
    }
    if (t->json) write_json(t->json, &l);
    map_free(&l.numbers);
    return l.useless != 0;
}
