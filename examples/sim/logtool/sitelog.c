/* sitelog.c - jobs are kept as jobs of a log with absolute times; sitelog_finish makes
 * them relative to the first submission, when it is known. */
#define _XOPEN_SOURCE 700

#include "logtool/sitelog.h"

#include "swf.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/input.h"
#include "base/job.h"
#include "base/system.h"
#include "kit/output.h"
#include "slurm/slurm_time.h"
#include "workload/date.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MOST = 1 << 20 };

void sitelog_free(struct sitelog *s)
{
    size_t i;
    log_free(&s->log);
    for (i = 0; i < SITE_NAMES; i++) names_free(&s->names[i]);
    names_free(&s->computers);
    names_free(&s->ids);
    free(s->id);
}

int sitelog_use_zone(const struct sitelog *s)
{
    char path[300];
    struct stat found;
    if (!s->zone) return 1;
    if (strcmp(s->zone, "UTC") != 0) {
        /* the C library takes a name that it does not know for UTC */
        snprintf(path, sizeof path, "/usr/share/zoneinfo/%.250s", s->zone);
        if (strstr(s->zone, "..") || stat(path, &found) != 0 || !S_ISREG(found.st_mode))
            return 0;
    }
    if (setenv("TZ", s->zone, 1) != 0) return 0;
    tzset();
    return 1;
}

struct site_job sitelog_job(void)
{
    struct site_job j = {.submit = SITE_UNKNOWN};
    j.start = j.end = j.run = j.procs = j.req_procs = j.req_time = SITE_UNKNOWN;
    j.cpu = j.memory = j.req_memory = j.status = SITE_UNKNOWN;
    return j;
}

/* ---- jobs -------------------------------------------------------------------------- */

static void set(swf_job *to, swf_field field, int64_t value)
{
    if (value != SITE_UNKNOWN) swf_set(to, field, value);
}

/* The number of a name, from 1; unknown without one. -1 when memory is out. */
static int set_name(struct sitelog *s, swf_job *to, swf_field field, int kind,
                    struct word name)
{
    uint32_t number;
    if (!name.at || name.length == 0) return 0;
    number = names_add(&s->names[kind], name);
    if (number == NAMES_NONE) return -1;
    swf_set(to, field, (int64_t)number + 1);
    return 0;
}

/* Sets a share of a total for each processor. */
static void set_share(swf_job *to, swf_field field, int64_t total, int64_t procs)
{
    if (total != SITE_UNKNOWN && procs > 0) swf_set(to, field, total / procs);
}

static void set_cpu(swf_job *to, int64_t milliseconds, int64_t procs)
{
    swf_decimal d;
    if (milliseconds == SITE_UNKNOWN || procs <= 0) return;
    d.whole = milliseconds / procs / 1000;
    d.micro = (int32_t)(milliseconds / procs % 1000 * 1000);
    if (d.micro >= 500000) {
        d.whole++;
        d.micro -= 1000000;
    }
    swf_set_decimal(to, SWF_FIELD_CPU, d);
}

int sitelog_add(struct sitelog *s, const struct site_job *j, struct error *e)
{
    static const swf_field fields[SITE_NAMES] = {SWF_FIELD_USER, SWF_FIELD_GROUP,
                                                 SWF_FIELD_EXECUTABLE, SWF_FIELD_QUEUE,
                                                 SWF_FIELD_PARTITION};
    const int ran = j->start != SITE_UNKNOWN;
    const int64_t asked = j->req_procs != SITE_UNKNOWN ? j->req_procs : j->procs;
    const uint32_t id = names_add(&s->ids, j->id);
    swf_job job;
    int i;
    if (id == NAMES_NONE) return log_no_memory(&s->log, e);
    swf_job_clear(&job);
    swf_set(&job, SWF_FIELD_NUMBER, id); /* until sitelog_finish */
    swf_set(&job, SWF_FIELD_SUBMIT, j->submit);
    if (ran || j->end != SITE_UNKNOWN)
        swf_set(&job, SWF_FIELD_WAIT, (ran ? j->start : j->end) - j->submit);
    if (ran) {
        set(&job, SWF_FIELD_RUN, j->run);
        set(&job, SWF_FIELD_PROCS, j->procs);
        set_cpu(&job, j->cpu, j->procs);
        set_share(&job, SWF_FIELD_MEMORY, j->memory, j->procs);
    }
    set(&job, SWF_FIELD_REQ_PROCS, j->req_procs);
    set(&job, SWF_FIELD_REQ_TIME, j->req_time);
    set_share(&job, SWF_FIELD_REQ_MEMORY, j->req_memory, asked);
    set(&job, SWF_FIELD_STATUS, j->status);
    for (i = 0; i < SITE_NAMES; i++)
        if (set_name(s, &job, fields[i], i, j->name[i]) != 0)
            return log_no_memory(&s->log, e);
    if (s->log.count == 0 || j->submit < s->first) s->first = j->submit;
    return log_add_job(&s->log, &job) == 0 ? 0 : log_no_memory(&s->log, e);
}

/* Adds what is known to a field that is known. */
static void add(swf_job *to, swf_field field, int64_t more)
{
    const int64_t old = swf_get(to, field);
    if (more != SITE_UNKNOWN && old >= 0 && old <= JOB_SERVERS_MAX)
        swf_set(to, field, old + more);
}

void sitelog_join(struct sitelog *s, size_t at, const struct site_job *j)
{
    swf_job *job = &s->log.jobs[at].job;
    if (j->start != SITE_UNKNOWN) add(job, SWF_FIELD_PROCS, j->procs);
    add(job, SWF_FIELD_REQ_PROCS, j->req_procs);
    s->parts++;
}

/* ---- lines ------------------------------------------------------------------------- */

int sitelog_bad(struct sitelog *s, struct error *e, size_t column, size_t field,
                const char *name, const char *expected, ...)
{
    char what[128], where[90] = "";
    va_list args;
    va_start(args, expected);
    vsnprintf(what, sizeof what, expected, args);
    va_end(args);
    if (field > 0)
        snprintf(where, sizeof where, ", column %zu, field %zu (%.30s)", column, field,
                 name);
    if (s->refuse)
        return error_fail(e, "%s: line %" PRIu64 "%s: %s", log_source(s->path), s->line,
                          where, what);
    if (s->log.bad_lines++ == 0) {
        snprintf(s->log.first_bad_line, sizeof s->log.first_bad_line,
                 "line %" PRIu64 "%s: %s", s->line, where, what);
        error_sanitize(s->log.first_bad_line);
    }
    return 1;
}

/* Does a first line belong to another reader? 0, or -1. */
static int other_system(struct sitelog *s, const char *from, struct word line,
                        struct error *e)
{
    const char *by = log_written_by(line.at, line.length);
    if (*line.at == ';')
        return error_fail(e, "%s: a job log already; it is read without --from",
                          log_source(s->path));
    if (by && strcmp(by, from) != 0)
        return error_fail(e, "%s: looks like %s; --from %s reads it", log_source(s->path),
                          strcmp(by, "pbs") == 0 ? "accounting records of PBS"
                                                 : "what sacct -P prints",
                          by);
    return 0;
}

/* Hands on the lines of text[0 .. *size), and moves what follows the last of them to the
 * front; with `last` that is a line, too. */
static int hand_on(struct sitelog *s, const char *from, char *text, size_t *size,
                   int last, sitelog_fn each, void *context, struct error *e)
{
    char *at = text, *const end = text + *size;
    while (at < end) {
        char *stop = (char *)memchr(at, '\n', (size_t)(end - at));
        struct word line = {at, (size_t)((stop ? stop : end) - at)};
        if (!stop && !last) break;
        if (line.length > 0 && line.at[line.length - 1] == '\r') line.length--;
        if (line.length > 0 && s->line == 0 && other_system(s, from, line, e) != 0)
            return -1;
        s->line++;
        if (line.length > 0 && each(context, line, e) < 0) return -1;
        at = stop ? stop + 1 : end;
    }
    *size = (size_t)(end - at);
    memmove(text, at, *size);
    return 0;
}

int sitelog_lines(struct sitelog *s, const char *from, sitelog_fn each, void *context,
                  struct error *e)
{
    char *text = NULL;
    struct input in;
    size_t size = 0, room = 0;
    long n = 1;
    int failed = 0;
    if (input_open(&in, s->path, e) != 0) return -1;
    while (!failed && n > 0) {
        if (size == LINE_MOST)
            failed = error_fail(e, "%s: line %" PRIu64 " is longer than %d bytes",
                                log_source(s->path), s->line + 1, LINE_MOST);
        else if (ARRAY_ROOM(text, size, room, INPUT_CHUNK) != 0)
            failed = log_no_memory(&s->log, e);
        else if ((n = input_read(&in, text + size,
                                 (room < LINE_MOST ? room : LINE_MOST) - size, e)) < 0)
            failed = -1;
        else
            size += (size_t)n;
        if (!failed) failed = hand_on(s, from, text, &size, n == 0, each, context, e);
    }
    free(text);
    if (!failed) return input_close(&in, e);
    (void)input_release(&in);
    return -1;
}

/* ---- words ------------------------------------------------------------------------- */

int sitelog_time(const struct sitelog *s, struct word w, int64_t *seconds)
{
    const int utc =
        s->zone && strcmp(s->zone, "UTC") == 0; /* no need to ask the system */
    return word_is_whole(w, 1, JOB_TIME_MAX, seconds) ||
           slurm_time_stamp(w, utc, seconds);
}

size_t sitelog_size(struct word w, int64_t unit, int64_t *kb)
{
    static const char letters[] = "bkmgtp";
    double n;
    size_t length = word_number(w, &n);
    double bytes = (double)unit;
    if (length == 0 || n < 0) return 0;
    if (length < w.length) {
        const char *letter = strchr(letters, word_lower(w.at[length]));
        if (letter && *letter) {
            bytes = pow(1024, (double)(letter - letters));
            length++;
            if (letter != letters && length < w.length && word_lower(w.at[length]) == 'b')
                length++;
        }
    }
    n = n * bytes / 1024;
    if (n > 1e15) return 0;
    *kb = (int64_t)n;
    return length;
}

/* ---- the log ----------------------------------------------------------------------- */

ERROR_PRINTF(4, 5)
static int add_header(struct sitelog *s, struct error *e, const char *key,
                      const char *format, ...)
{
    char text[400];
    swf_header h = {.directive = SWF_DIR_OTHER};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    error_sanitize(text);
    h.key = swf_text(key);
    h.text = swf_text(text);
    return log_add_header(&s->log, &h) == 0 ? 0 : log_no_memory(&s->log, e);
}

struct change {
    int64_t at, by;
};

/* At one time, what ends comes first. */
static int compare_changes(const void *a, const void *b)
{
    const struct change *x = (const struct change *)a, *y = (const struct change *)b;
    if (x->at != y->at) return COMPARE(x->at, y->at);
    return COMPARE(x->by, y->by);
}

/* The most processors that were in use at once; -1 when memory is out. */
static int64_t most_in_use(const struct log *log)
{
    struct change *changes =
        (struct change *)malloc((2 * log->count + 1) * sizeof *changes);
    int64_t used = 0, most = 0;
    size_t i, n = 0;
    if (!changes) return -1;
    for (i = 0; i < log->count; i++) {
        const swf_job *j = &log->jobs[i].job;
        if (j->run <= 0 || j->procs <= 0 || j->wait < 0) continue;
        changes[n].at = j->submit + j->wait;
        changes[n++].by = j->procs;
        changes[n].at = j->submit + j->wait + j->run;
        changes[n++].by = -j->procs;
    }
    qsort(changes, n, sizeof *changes, compare_changes);
    for (i = 0; i < n; i++) {
        used += changes[i].by;
        if (used > most) most = used;
    }
    free(changes);
    return most;
}

static int write_sizes(struct sitelog *s, struct error *e)
{
    const char *what = s->nodes ? "nodes" : "processors";
    int64_t most = s->servers > 0 ? s->servers : most_in_use(&s->log);
    if (most < 0) return log_no_memory(&s->log, e);
    if (most > 0 && add_header(s, e, "MaxProcs", "%" PRId64, most) != 0) return -1;
    if (s->nodes && most > 0 && add_header(s, e, "MaxNodes", "%" PRId64, most) != 0)
        return -1;
    if (s->nodes && add_header(s, e, "Note", "processors are nodes") != 0) return -1;
    if (s->servers > 0) return 0;
    return add_header(s, e, "Note",
                      "MaxProcs is the most %s that were in use at once; the machine may"
                      " have more",
                      what);
}

static int write_header(struct sitelog *s, struct error *e)
{
    const char *computer = names_text(&s->computers, 0);
    int64_t offset = 0;
    if (!s->zone || strcmp(s->zone, "UTC") != 0) {
        const struct date d = date_of(s->first);
        offset = s->first - slurm_time_local(&d);
    }
    if (add_header(s, e, "Version", "2.2") != 0 ||
        (*computer && add_header(s, e, "Computer", "%s", computer) != 0) ||
        add_header(s, e, "Conversion", "swf_tool convert") != 0 ||
        add_header(s, e, "MaxJobs", "%zu", s->log.count) != 0 ||
        add_header(s, e, "MaxRecords", "%zu", s->log.count) != 0 ||
        add_header(s, e, "UnixStartTime", "%" PRId64, s->log.count ? s->first : 0) != 0 ||
        add_header(s, e, "TimeZone", "%" PRId64, offset) != 0 ||
        (s->zone && add_header(s, e, "TimeZoneString", "%s", s->zone) != 0) ||
        write_sizes(s, e) != 0)
        return -1;
    if (s->unfinished > 0 &&
        add_header(s, e, "Note", "jobs that waited or ran were left out: %" PRIu64,
                   s->unfinished) != 0)
        return -1;
    return 0;
}

int sitelog_finish(struct sitelog *s, struct error *e)
{
    size_t i;
    s->log.path = s->log.name = log_source(s->path);
    s->log.format = SWF_FORMAT_SWF;
    for (i = 0; i < s->log.count; i++) {
        s->log.jobs[i].job.submit -= s->first;
        s->log.jobs[i].at -= s->first;
    }
    (void)log_sort(&s->log);
    s->id = (uint32_t *)malloc((s->log.count + 1) * sizeof *s->id);
    if (!s->id) return log_no_memory(&s->log, e);
    for (i = 0; i < s->log.count; i++) {
        s->id[i] = (uint32_t)s->log.jobs[i].job.number;
        swf_set(&s->log.jobs[i].job, SWF_FIELD_NUMBER, (int64_t)i + 1);
    }
    return write_header(s, e);
}

int sitelog_write_names(const struct sitelog *s, const char *path, struct error *e)
{
    static const char *const kinds[SITE_NAMES] = {"user", "group", "executable", "queue",
                                                  "partition"};
    FILE *out = output_open(path, NULL);
    uint32_t i, kind;
    size_t job;
    (void)e;
    fputs(SITELOG_NAMES_BEGIN "\n", out);
    for (kind = 0; kind < SITE_NAMES; kind++)
        for (i = 0; i < s->names[kind].count; i++) {
            fprintf(out, "%s\t%" PRIu32 "\t", kinds[kind], i + 1);
            error_print_sanitized(out, names_text(&s->names[kind], i));
            fputc('\n', out);
        }
    for (job = 0; job < s->log.count; job++) {
        fprintf(out, "job\t%zu\t", job + 1);
        error_print_sanitized(out, names_text(&s->ids, s->id[job]));
        fputc('\n', out);
    }
    output_close(out);
    return 0;
}
