/* lint.c - implements lint.h. */
#include "logtool/lint.h"

#include "base/job.h"
#include "workload/date.h"
#include "workload/log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void lint_init(struct lint *l, FILE *to, const char *path, uint64_t most)
{
    memset(l, 0, sizeof *l);
    l->to = to;
    l->path = path;
    l->most = most;
    l->ended = -1;
}

void lint_free(struct lint *l) { map_free(&l->numbers); }

const char *lint_name(int kind)
{
    static const char *const names[] = {
#define LINT_NAME(name, useless, text) #name,
        LINT_LINTS(LINT_NAME)
#undef LINT_NAME
    };
    return names[kind];
}

const char *lint_text(int kind)
{
    static const char *const texts[] = {
#define LINT_TEXT(name, useless, text) text,
        LINT_LINTS(LINT_TEXT)
#undef LINT_TEXT
    };
    return texts[kind];
}

int lint_is_useless(int kind)
{
    static const char useless_kinds[] = {
#define LINT_USELESS(name, useless, text) useless,
        LINT_LINTS(LINT_USELESS)
#undef LINT_USELESS
    };
    return useless_kinds[kind];
}

/* FILE:LINE: kind: what exactly. Line 0: the log as a whole. */
ERROR_PRINTF(4, 5)
static void lint_say(struct lint *l, enum lint_kind kind, uint64_t line,
                     const char *format, ...)
{
    struct error text;
    va_list args;
    if (lint_is_useless((int)kind)) l->in_line = 1;
    if (l->counts[kind]++ == 0) l->first[kind] = line;
    if (!l->to || l->counts[kind] > l->most) return;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    error_print_sanitized(l->to, l->path);
    fprintf(l->to, ":%" PRIu64 ": %s: %s\n", line, lint_name((int)kind), text.text);
}

/* ---- one job ----------------------------------------------------------------------- */

/* What REPAIR had to mend: missing fields are the last ones, fractions stand before. */
static void lint_repairs(struct lint *l, const swf_job *job, uint64_t line)
{
    const int gwf = job->format == SWF_FORMAT_GWF;
    uint32_t fields = job->repaired & (SWF_REPAIRED_EXTRA - 1), last = SWF_FIELD_COUNT, i;
    if (gwf) last = SWF_FIELD_PARTITION + 1;
    while (last > 0 && fields >> (last - 1) & 1u && !(job->present >> (last - 1) & 1u)) {
        last--;
        fields &= ~(1u << last);
    }
    for (i = 0; i < last; i++)
        if (fields >> i & 1u)
            lint_say(l, LINT_fraction, line, "field %" PRIu32 " (%s)", i + 1,
                     swf_field_name((swf_format)job->format, i + 1));
    if (last < (gwf ? SWF_FIELD_PARTITION + 1u : SWF_FIELD_COUNT + 0u))
        lint_say(l, LINT_missing_field, line, "it ends before field %" PRIu32 " (%s)",
                 last + 1, swf_field_name((swf_format)job->format, last + 1));
    else if (job->repaired & SWF_REPAIRED_EXTRA)
        lint_say(l, gwf ? LINT_missing_field : LINT_extra_field, line,
                 gwf ? "not 29 columns" : "a column 19 that is no requirement");
}

/* Whatever keeps the simulators from using it. */
static void lint_use(struct lint *l, const swf_job *job, uint64_t line)
{
    const int64_t size = log_job_size(job, 0);
    const int64_t machine = l->header[SWF_DIR_MAX_PROCS];
    if (job->submit < 0) lint_say(l, LINT_no_submit, line, "job %" PRId64, job->number);
    if (job->run <= 0)
        lint_say(l, LINT_no_run, line,
                 "job %" PRId64 ": run time %" PRId64 ", status %" PRId64, job->number,
                 job->run, job->status);
    if (size <= 0) lint_say(l, LINT_no_size, line, "job %" PRId64, job->number);
    if (job->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        lint_say(l, LINT_out_of_range, line, "job %" PRId64, job->number);
    if (machine > 0 && size > machine)
        lint_say(l, LINT_too_large, line,
                 "job %" PRId64 ": %" PRId64 " processors, MaxProcs is %" PRId64,
                 job->number, size, machine);
}

static void lint_times(struct lint *l, const swf_job *job, uint64_t line)
{
    const int64_t limit = l->header[SWF_DIR_MAX_RUNTIME];
    const swf_decimal cpu = swf_get_decimal(job, SWF_FIELD_CPU);
    if (job->submit >= 0) {
        if (job->submit < l->submit)
            lint_say(l, LINT_out_of_order, line,
                     "job %" PRId64 ": submitted at %" PRId64 ", %" PRId64 " s before",
                     job->number, job->submit, l->submit - job->submit);
        l->submit = job->submit;
    }
    if (job->req_time > 0 && job->run > job->req_time)
        lint_say(l, LINT_run_beyond_request, line,
                 "job %" PRId64 ": ran %" PRId64 " s, requested %" PRId64, job->number,
                 job->run, job->req_time);
    if (limit > 0 && job->run > limit)
        lint_say(l, LINT_run_beyond_limit, line,
                 "job %" PRId64 ": ran %" PRId64 " s, MaxRuntime is %" PRId64,
                 job->number, job->run, limit);
    if (job->cpu > 0 && job->run >= 0 &&
        (cpu.whole > job->run || (cpu.whole == job->run && cpu.micro > 0)))
        lint_say(l, LINT_cpu_beyond_run, line,
                 "job %" PRId64 ": %" PRId64 " s of CPU time, ran %" PRId64, job->number,
                 job->cpu, job->run);
}

static void lint_amounts(struct lint *l, const swf_job *job, uint64_t line)
{
    const int64_t queues = l->header[SWF_DIR_MAX_QUEUES];
    uint32_t i;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1)
            lint_say(l, LINT_negative, line, "job %" PRId64 ": %s is %" PRId64,
                     job->number, swf_field_name((swf_format)job->format, i + 1),
                     swf_get(job, (swf_field)i));
    if (job->procs > 0 && job->req_procs > 0 && job->procs != job->req_procs)
        lint_say(l, LINT_size_differs, line,
                 "job %" PRId64 ": %" PRId64 " allocated, %" PRId64 " requested",
                 job->number, job->procs, job->req_procs);
    if (job->req_memory > 0 && job->memory > job->req_memory)
        lint_say(l, LINT_memory_beyond_request, line,
                 "job %" PRId64 ": %" PRId64 " KB used, %" PRId64 " requested",
                 job->number, job->memory, job->req_memory);
    /* counted from 1, or from 0 for interactive jobs */
    if (queues > 0 && job->queue > queues)
        lint_say(l, LINT_queue_beyond_header, line,
                 "job %" PRId64 ": queue %" PRId64 ", MaxQueues is %" PRId64, job->number,
                 job->queue, queues);
}

static void lint_status(struct lint *l, const swf_job *job, uint64_t line)
{
    if (job->status > 5)
        lint_say(l, LINT_status_unknown, line, "job %" PRId64 ": status %" PRId64,
                 job->number, job->status);
    if (job->status == 1 && job->run < 0)
        lint_say(l, LINT_completed_without_run, line, "job %" PRId64, job->number);
}

/* 0, or -1 when memory is out. */
static int lint_number(struct lint *l, const swf_job *job, uint64_t line)
{
    const int64_t before = map_add(&l->numbers, job->number);
    if (before < 0) return -1;
    if (before > 0 && job->number >= 0)
        lint_say(l, LINT_duplicate_number, line, "job %" PRId64, job->number);
    else if (l->number < INT64_MAX && job->number != l->number + 1)
        lint_say(l, LINT_number_jumps, line, "job %" PRId64 " after %" PRId64,
                 job->number, l->number);
    l->number = job->number;
    if (job->preceding > 0 && !map_get(&l->numbers, job->preceding))
        lint_say(l, LINT_preceding_unknown, line, "job %" PRId64 " follows job %" PRId64,
                 job->number, job->preceding);
    return 0;
}

static int lint_job(struct lint *l, const swf_job *job, uint64_t line)
{
    const int64_t end = log_job_end(job, job->submit);
    uint32_t i;
    l->jobs++;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (!(job->present >> i & 1u) && l->unknown[i]++ == 0) l->unknown_first[i] = line;
    if (end > l->ended) l->ended = end;
    lint_repairs(l, job, line);
    if (log_is_part(job)) {
        l->parts++;
        lint_say(l, LINT_status_part, line, "job %" PRId64 ": status %" PRId64,
                 job->number, job->status);
        return 0;
    }
    lint_use(l, job, line);
    lint_times(l, job, line);
    lint_amounts(l, job, line);
    lint_status(l, job, line);
    return lint_number(l, job, line);
}

/* ---- the header -------------------------------------------------------------------- */

/* There is one of each but these. */
static int lint_repeats(uint32_t directive)
{
    return directive == SWF_DIR_OTHER || directive == SWF_DIR_QUEUE ||
           directive == SWF_DIR_PARTITION || directive == SWF_DIR_NOTE;
}

static void lint_header(struct lint *l, const swf_header *h, const swf_reader *reader,
                        uint64_t line)
{
    const uint32_t d = h->directive;
    const int wants_number =
        reader->error.line == line &&
        (reader->error.code == SWF_E_HEADER || reader->error.code == SWF_E_RANGE);
    char text[200];
    if (wants_number && !h->has_value) {
        swf_write_error(text, sizeof text, &reader->error);
        lint_say(l, LINT_header_value, line, "%.*s: %s", (int)h->key.size, h->key.data,
                 text);
    }
    if (d == SWF_DIR_START_TIME)
        l->has_start_date = date_read(h->text, &l->start_date);
    if (d == SWF_DIR_END_TIME) l->has_end_date = date_read(h->text, &l->end_date);
    if (lint_repeats(d) || !h->has_value) return;
    if (l->header_line[d] && l->header[d] != h->value.whole)
        lint_say(l, LINT_header_twice, line, "%.*s: line %" PRIu64 " says %" PRId64,
                 (int)h->key.size, h->key.data, l->header_line[d], l->header[d]);
    l->header_line[d] = line;
    l->header[d] = h->value.whole;
}

/* Does a number in the header agree with what was counted? */
static void lint_count(struct lint *l, uint32_t directive, const char *name,
                       uint64_t counted)
{
    if (l->header_line[directive] && l->header[directive] != (int64_t)counted)
        lint_say(l, LINT_header_wrong, l->header_line[directive],
                 "%s is %" PRId64 ", there are %" PRIu64, name, l->header[directive],
                 counted);
}

/* A date in an unknown zone is right if some zone makes it so: they are quarters of an
 * hour apart, up to 14 hours off. */
static void lint_date(struct lint *l, const char *name, int64_t date, int64_t is)
{
    const int64_t off = date - is;
    char text[DATE_TEXT];
    if (off % 900 == 0 && off >= -14 * 3600 && off <= 14 * 3600) return;
    date_text(is, text);
    lint_say(l, LINT_header_wrong, 0, "%s does not fit; it should be %s", name, text);
}

void lint_finish(struct lint *l)
{
    const int64_t start = l->header[SWF_DIR_UNIX_START_TIME];
    const int has_start = l->header_line[SWF_DIR_UNIX_START_TIME] != 0 && start >= 0 &&
                          start <= JOB_TIME_MAX;
    if (!l->header_line[SWF_DIR_MAX_PROCS])
        lint_say(l, LINT_header_missing, 0, "MaxProcs%s",
                 l->header_line[SWF_DIR_MAX_NODES] ? " (there is MaxNodes)" : "");
    if (!l->header_line[SWF_DIR_UNIX_START_TIME])
        lint_say(l, LINT_header_missing, 0, "UnixStartTime");
    lint_count(l, SWF_DIR_MAX_JOBS, "MaxJobs", l->jobs - l->parts);
    lint_count(l, SWF_DIR_MAX_RECORDS, "MaxRecords", l->jobs);
    if (!has_start) return;
    if (l->has_start_date) lint_date(l, "StartTime", l->start_date, start);
    if (l->has_end_date && l->ended >= 0)
        lint_date(l, "EndTime", l->end_date, start + l->ended);
}

/* ---- every item, as log_scan wants it, under REPAIR ---------------------------- */

int lint_item(void *context, const swf_item *item, const swf_reader *reader,
              struct error *e)
{
    struct lint *l = (struct lint *)context;
    char text[256];
    l->in_line = 0;
    if (item->kind == SWF_HEADER) lint_header(l, &item->header, reader, item->line);
    if (item->kind == SWF_SKIPPED) {
        /* a comment that is too long is skipped, too, but counted by itself */
        const int comment = reader->stats.bad_comments > l->counts[LINT_long_comment];
        swf_write_error(text, sizeof text, &reader->error);
        lint_say(l, comment ? LINT_long_comment : LINT_no_job, item->line, "%s", text);
    }
    if (item->kind == SWF_JOB && lint_job(l, &item->job, item->line) != 0)
        return error_fail(e, "%s: out of memory", l->path);
    l->useless += (uint64_t)l->in_line;
    return 0;
}
