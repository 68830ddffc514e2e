/* lint.h - what is odd in a job log, line by line, and how often each.
 *
 * One list names every kind. Some make a line useless: the simulators skip or leave out
 * such a job. The others are worth a look: the log contradicts itself, its header, or its
 * format. Nothing is kept of the jobs but their numbers.
 */
#ifndef SIM_LINT_H
#define SIM_LINT_H

#include "ids.h"
#include "log.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* name, does it make the line useless, what it is */
#define SIM_LINTS(X)                                                                     \
    X(no_job, 1, "not a job: the line cannot be read")                                   \
    X(fraction, 1, "decimals in a field of whole numbers")                               \
    X(missing_field, 1, "fewer fields than the format has")                              \
    X(extra_field, 1, "more fields than the format has")                                 \
    X(no_submit, 1, "no submit time")                                                    \
    X(no_run, 1, "no run time, or zero")                                                 \
    X(no_size, 1, "no number of processors")                                             \
    X(out_of_range, 1, "times beyond 10^12 seconds")                                     \
    X(too_large, 1, "needs more processors than MaxProcs")                               \
    X(negative, 0, "negative, and not -1 (unknown)")                                     \
    X(out_of_order, 0, "submitted before the job in the line above")                     \
    X(run_beyond_request, 0, "ran longer than requested")                                \
    X(run_beyond_limit, 0, "ran longer than MaxRuntime")                                 \
    X(size_differs, 0, "allocated processors differ from requested ones")                \
    X(cpu_beyond_run, 0, "more CPU time than run time")                                  \
    X(memory_beyond_request, 0, "used more memory than requested")                       \
    X(duplicate_number, 0, "job number seen before")                                     \
    X(number_jumps, 0, "job number does not follow that of the line above")              \
    X(preceding_unknown, 0, "preceding job not seen before")                             \
    X(status_unknown, 0, "status is none of -1, 0 to 5")                                 \
    X(status_part, 0, "part of a job (status 2, 3 or 4), which has one line as a whole") \
    X(completed_without_run, 0, "completed (status 1) without a run time")               \
    X(queue_beyond_header, 0, "queue number above MaxQueues")                            \
    X(long_comment, 0, "comment of more than 4096 bytes")                                \
    X(header_value, 0, "header line without the number its name promises")               \
    X(header_twice, 0, "header line that contradicts one above")                         \
    X(header_missing, 0, "header line missing")                                          \
    X(header_wrong, 0, "header line that does not fit the jobs")

typedef enum sim_lint_kind {
#define SIM_LINT_ENUM(name, useless, text) SIM_LINT_##name,
    SIM_LINTS(SIM_LINT_ENUM)
#undef SIM_LINT_ENUM
        SIM_LINT_COUNT
} sim_lint_kind;

typedef struct sim_lint { /* sim_lint_init, sim_lint_free */
    FILE *to;             /* where the list goes; NULL = nowhere          */
    const char *path;     /* what each line of it begins with             */
    uint64_t most;        /* lines of one kind to list                    */
    uint64_t counts[SIM_LINT_COUNT], first[SIM_LINT_COUNT]; /* lines      */
    uint64_t jobs, useless; /* job lines; those of no use         */
    uint64_t parts;         /* of jobs                            */
    uint64_t unknown[SWF_FIELD_COUNT], unknown_first[SWF_FIELD_COUNT];
    sim_ids numbers;
    int64_t number, submit, ended; /* of the line above; the last end    */
    uint64_t header_line[SWF_DIR_COUNT];
    int64_t header[SWF_DIR_COUNT];
    int64_t start_date, end_date; /* StartTime and EndTime, zone unknown */
    int has_start_date, has_end_date;
    int in_line; /* this line is of no use              */
} sim_lint;

static inline void sim_lint_init(sim_lint *l, FILE *to, const char *path, uint64_t most)
{
    memset(l, 0, sizeof *l);
    l->to = to;
    l->path = path;
    l->most = most;
    l->ended = -1;
}

static inline void sim_lint_free(sim_lint *l) { sim_ids_free(&l->numbers); }

static inline const char *sim_lint_name(int kind)
{
    static const char *const names[] = {
#define SIM_LINT_NAME(name, useless, text) #name,
        SIM_LINTS(SIM_LINT_NAME)
#undef SIM_LINT_NAME
    };
    return names[kind];
}

static inline const char *sim_lint_text(int kind)
{
    static const char *const texts[] = {
#define SIM_LINT_TEXT(name, useless, text) text,
        SIM_LINTS(SIM_LINT_TEXT)
#undef SIM_LINT_TEXT
    };
    return texts[kind];
}

static inline int sim_lint_is_useless(int kind)
{
    static const char useless_kinds[] = {
#define SIM_LINT_USELESS(name, useless, text) useless,
        SIM_LINTS(SIM_LINT_USELESS)
#undef SIM_LINT_USELESS
    };
    return useless_kinds[kind];
}

/* FILE:LINE: kind: what exactly. Line 0: the log as a whole. */
SIM_PRINTF(4, 5)
static inline void sim_lint_say(sim_lint *l, sim_lint_kind kind, uint64_t line,
                                const char *format, ...)
{
    sim_error text;
    va_list args;
    if (sim_lint_is_useless((int)kind)) l->in_line = 1;
    if (l->counts[kind]++ == 0) l->first[kind] = line;
    if (!l->to || l->counts[kind] > l->most) return;
    va_start(args, format);
    sim_error_set(&text, format, args);
    va_end(args);
    sim_print_text(l->to, l->path);
    fprintf(l->to, ":%" PRIu64 ": %s: %s\n", line, sim_lint_name((int)kind), text.text);
}

/* ---- one job ----------------------------------------------------------------------- */

/* What REPAIR had to mend: missing fields are the last ones, fractions stand before. */
static inline void sim_lint_repairs(sim_lint *l, const swf_job *job, uint64_t line)
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
            sim_lint_say(l, SIM_LINT_fraction, line, "field %" PRIu32 " (%s)", i + 1,
                         swf_field_name((swf_format)job->format, i + 1));
    if (last < (gwf ? SWF_FIELD_PARTITION + 1u : SWF_FIELD_COUNT + 0u))
        sim_lint_say(l, SIM_LINT_missing_field, line,
                     "it ends before field %" PRIu32 " (%s)", last + 1,
                     swf_field_name((swf_format)job->format, last + 1));
    else if (job->repaired & SWF_REPAIRED_EXTRA)
        sim_lint_say(l, gwf ? SIM_LINT_missing_field : SIM_LINT_extra_field, line,
                     gwf ? "not 29 columns" : "a column 19 that is no requirement");
}

/* Whatever keeps the simulators from using it. */
static inline void sim_lint_use(sim_lint *l, const swf_job *job, uint64_t line)
{
    const int64_t size = sim_log_size(job, 0);
    const int64_t machine = l->header[SWF_DIR_MAX_PROCS];
    if (job->submit < 0)
        sim_lint_say(l, SIM_LINT_no_submit, line, "job %" PRId64, job->number);
    if (job->run <= 0)
        sim_lint_say(l, SIM_LINT_no_run, line,
                     "job %" PRId64 ": run time %" PRId64 ", status %" PRId64,
                     job->number, job->run, job->status);
    if (size <= 0) sim_lint_say(l, SIM_LINT_no_size, line, "job %" PRId64, job->number);
    if (job->submit > SIM_TIME_MAX || job->run > SIM_TIME_MAX)
        sim_lint_say(l, SIM_LINT_out_of_range, line, "job %" PRId64, job->number);
    if (machine > 0 && size > machine)
        sim_lint_say(l, SIM_LINT_too_large, line,
                     "job %" PRId64 ": %" PRId64 " processors, MaxProcs is %" PRId64,
                     job->number, size, machine);
}

static inline void sim_lint_times(sim_lint *l, const swf_job *job, uint64_t line)
{
    const int64_t limit = l->header[SWF_DIR_MAX_RUNTIME];
    const swf_decimal cpu = swf_get_decimal(job, SWF_FIELD_CPU);
    if (job->submit >= 0) {
        if (job->submit < l->submit)
            sim_lint_say(l, SIM_LINT_out_of_order, line,
                         "job %" PRId64 ": submitted at %" PRId64 ", %" PRId64
                         " s before",
                         job->number, job->submit, l->submit - job->submit);
        l->submit = job->submit;
    }
    if (job->req_time > 0 && job->run > job->req_time)
        sim_lint_say(l, SIM_LINT_run_beyond_request, line,
                     "job %" PRId64 ": ran %" PRId64 " s, requested %" PRId64,
                     job->number, job->run, job->req_time);
    if (limit > 0 && job->run > limit)
        sim_lint_say(l, SIM_LINT_run_beyond_limit, line,
                     "job %" PRId64 ": ran %" PRId64 " s, MaxRuntime is %" PRId64,
                     job->number, job->run, limit);
    if (job->cpu > 0 && job->run >= 0 &&
        (cpu.whole > job->run || (cpu.whole == job->run && cpu.micro > 0)))
        sim_lint_say(l, SIM_LINT_cpu_beyond_run, line,
                     "job %" PRId64 ": %" PRId64 " s of CPU time, ran %" PRId64,
                     job->number, job->cpu, job->run);
}

static inline void sim_lint_amounts(sim_lint *l, const swf_job *job, uint64_t line)
{
    const int64_t queues = l->header[SWF_DIR_MAX_QUEUES];
    uint32_t i;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1)
            sim_lint_say(l, SIM_LINT_negative, line, "job %" PRId64 ": %s is %" PRId64,
                         job->number, swf_field_name((swf_format)job->format, i + 1),
                         swf_get(job, (swf_field)i));
    if (job->procs > 0 && job->req_procs > 0 && job->procs != job->req_procs)
        sim_lint_say(l, SIM_LINT_size_differs, line,
                     "job %" PRId64 ": %" PRId64 " allocated, %" PRId64 " requested",
                     job->number, job->procs, job->req_procs);
    if (job->req_memory > 0 && job->memory > job->req_memory)
        sim_lint_say(l, SIM_LINT_memory_beyond_request, line,
                     "job %" PRId64 ": %" PRId64 " KB used, %" PRId64 " requested",
                     job->number, job->memory, job->req_memory);
    /* counted from 1, or from 0 for interactive jobs */
    if (queues > 0 && job->queue > queues)
        sim_lint_say(l, SIM_LINT_queue_beyond_header, line,
                     "job %" PRId64 ": queue %" PRId64 ", MaxQueues is %" PRId64,
                     job->number, job->queue, queues);
}

static inline void sim_lint_status(sim_lint *l, const swf_job *job, uint64_t line)
{
    if (job->status > 5)
        sim_lint_say(l, SIM_LINT_status_unknown, line, "job %" PRId64 ": status %" PRId64,
                     job->number, job->status);
    if (job->status == 1 && job->run < 0)
        sim_lint_say(l, SIM_LINT_completed_without_run, line, "job %" PRId64,
                     job->number);
}

/* 0, or -1 when memory is out. */
static inline int sim_lint_number(sim_lint *l, const swf_job *job, uint64_t line)
{
    const int64_t before = sim_ids_add(&l->numbers, job->number);
    if (before < 0) return -1;
    if (before > 0 && job->number >= 0)
        sim_lint_say(l, SIM_LINT_duplicate_number, line, "job %" PRId64, job->number);
    else if (l->number < INT64_MAX && job->number != l->number + 1)
        sim_lint_say(l, SIM_LINT_number_jumps, line, "job %" PRId64 " after %" PRId64,
                     job->number, l->number);
    l->number = job->number;
    if (job->preceding > 0 && !sim_ids_get(&l->numbers, job->preceding))
        sim_lint_say(l, SIM_LINT_preceding_unknown, line,
                     "job %" PRId64 " follows job %" PRId64, job->number, job->preceding);
    return 0;
}

static inline int sim_lint_job(sim_lint *l, const swf_job *job, uint64_t line)
{
    const int64_t end = sim_log_end(job, job->submit);
    uint32_t i;
    l->jobs++;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (!(job->present >> i & 1u) && l->unknown[i]++ == 0) l->unknown_first[i] = line;
    if (end > l->ended) l->ended = end;
    sim_lint_repairs(l, job, line);
    if (sim_log_is_part(job)) {
        l->parts++;
        sim_lint_say(l, SIM_LINT_status_part, line, "job %" PRId64 ": status %" PRId64,
                     job->number, job->status);
        return 0;
    }
    sim_lint_use(l, job, line);
    sim_lint_times(l, job, line);
    sim_lint_amounts(l, job, line);
    sim_lint_status(l, job, line);
    return sim_lint_number(l, job, line);
}

/* ---- the header -------------------------------------------------------------------- */

/* There is one of each but these. */
static inline int sim_lint_repeats(uint32_t directive)
{
    return directive == SWF_DIR_OTHER || directive == SWF_DIR_QUEUE ||
           directive == SWF_DIR_PARTITION || directive == SWF_DIR_NOTE;
}

static inline void sim_lint_header(sim_lint *l, const swf_header *h,
                                   const swf_reader *reader, uint64_t line)
{
    const uint32_t d = h->directive;
    const int wants_number =
        reader->error.line == line &&
        (reader->error.code == SWF_E_HEADER || reader->error.code == SWF_E_RANGE);
    char text[200];
    if (wants_number && !h->has_value) {
        swf_write_error(text, sizeof text, &reader->error);
        sim_lint_say(l, SIM_LINT_header_value, line, "%.*s: %s", (int)h->key.size,
                     h->key.data, text);
    }
    if (d == SWF_DIR_START_TIME)
        l->has_start_date = sim_date_read(h->text, &l->start_date);
    if (d == SWF_DIR_END_TIME) l->has_end_date = sim_date_read(h->text, &l->end_date);
    if (sim_lint_repeats(d) || !h->has_value) return;
    if (l->header_line[d] && l->header[d] != h->value.whole)
        sim_lint_say(l, SIM_LINT_header_twice, line,
                     "%.*s: line %" PRIu64 " says %" PRId64, (int)h->key.size,
                     h->key.data, l->header_line[d], l->header[d]);
    l->header_line[d] = line;
    l->header[d] = h->value.whole;
}

/* Does a number in the header agree with what was counted? */
static inline void sim_lint_count(sim_lint *l, uint32_t directive, const char *name,
                                  uint64_t counted)
{
    if (l->header_line[directive] && l->header[directive] != (int64_t)counted)
        sim_lint_say(l, SIM_LINT_header_wrong, l->header_line[directive],
                     "%s is %" PRId64 ", there are %" PRIu64, name, l->header[directive],
                     counted);
}

/* A date in an unknown zone is right if some zone makes it so: they are quarters of an
 * hour apart, up to 14 hours off. */
static inline void sim_lint_date(sim_lint *l, const char *name, int64_t date, int64_t is)
{
    const int64_t off = date - is;
    char text[SIM_DATE_TEXT];
    if (off % 900 == 0 && off >= -14 * 3600 && off <= 14 * 3600) return;
    sim_date_text(is, text);
    sim_lint_say(l, SIM_LINT_header_wrong, 0, "%s does not fit; it should be %s", name,
                 text);
}

/* What can be said once all is read. */
static inline void sim_lint_finish(sim_lint *l)
{
    const int64_t start = l->header[SWF_DIR_UNIX_START_TIME];
    const int has_start = l->header_line[SWF_DIR_UNIX_START_TIME] != 0 && start >= 0 &&
                          start <= SIM_TIME_MAX;
    if (!l->header_line[SWF_DIR_MAX_PROCS])
        sim_lint_say(l, SIM_LINT_header_missing, 0, "MaxProcs%s",
                     l->header_line[SWF_DIR_MAX_NODES] ? " (there is MaxNodes)" : "");
    if (!l->header_line[SWF_DIR_UNIX_START_TIME])
        sim_lint_say(l, SIM_LINT_header_missing, 0, "UnixStartTime");
    sim_lint_count(l, SWF_DIR_MAX_JOBS, "MaxJobs", l->jobs - l->parts);
    sim_lint_count(l, SWF_DIR_MAX_RECORDS, "MaxRecords", l->jobs);
    if (!has_start) return;
    if (l->has_start_date) sim_lint_date(l, "StartTime", l->start_date, start);
    if (l->has_end_date && l->ended >= 0)
        sim_lint_date(l, "EndTime", l->end_date, start + l->ended);
}

/* ---- every item, as sim_log_scan wants it, under REPAIR ---------------------------- */

static inline int sim_lint_item(void *context, const swf_item *item,
                                const swf_reader *reader, sim_error *e)
{
    sim_lint *l = (sim_lint *)context;
    char text[256];
    l->in_line = 0;
    if (item->kind == SWF_HEADER) sim_lint_header(l, &item->header, reader, item->line);
    if (item->kind == SWF_SKIPPED) {
        /* a comment that is too long is skipped, too, but counted by itself */
        const int comment = reader->stats.bad_comments > l->counts[SIM_LINT_long_comment];
        swf_write_error(text, sizeof text, &reader->error);
        sim_lint_say(l, comment ? SIM_LINT_long_comment : SIM_LINT_no_job, item->line,
                     "%s", text);
    }
    if (item->kind == SWF_JOB && sim_lint_job(l, &item->job, item->line) != 0)
        return sim_fail(e, "%s: out of memory", l->path);
    l->useless += (uint64_t)l->in_line;
    return 0;
}

#endif
