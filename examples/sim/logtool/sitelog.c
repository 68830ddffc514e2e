/* sitelog.c - jobs are kept as jobs of a log with absolute times; sitelog_finish makes
 * them relative to the first submission, when it is known. */
#define _XOPEN_SOURCE 700

#include "logtool/sitelog.h"

#include "base/array.h"
#include "base/foreign.h"
#include "base/job.h"
#include "base/quantity.h"
#include "base/system.h"
#include "kit/base.h"
#include "kit/output.h"
#include "workload/date.h"
#include "workload/usage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MOST = 1 << 20, JUNK_MOST = 1 << 24, TASKS_MOST = 100000 };

void sitelog_free(struct sitelog *s)
{
    log_free(&s->log);
    for (size_t i = 0; i < SITE_NAMES; i++) names_free(&s->names[i]);
    names_free(&s->computers);
    names_free(&s->ids);
    names_free(&s->reservations);
    free(s->runs);
    free(s->run);
}

uint32_t sitelog_number(struct names *n, struct word name)
{
    const uint32_t number = names_add(n, name);
    if (number == NAMES_NONE) fail("out of memory");
    return number;
}

struct site_job sitelog_job(void)
{
    struct site_job j = {.submit = SITE_UNKNOWN};
    j.start = j.end = j.elapsed = j.procs = j.req_procs = j.nodes = j.req_nodes =
        j.req_time = j.cpu = j.memory = j.req_memory = j.status = j.gpus = j.req_gpus =
            j.given_memory = j.eligible = j.suspended = SITE_UNKNOWN;
    return j;
}

/* ---- jobs -------------------------------------------------------------------------- */

static void set(swf_job *to, swf_field field, int64_t value)
{
    if (value != SITE_UNKNOWN) swf_set(to, field, value);
}

/* Sets a share of a total for each processor. */
static void set_share(swf_job *to, swf_field field, int64_t total, int64_t procs)
{
    if (total != SITE_UNKNOWN && procs > 0) swf_set(to, field, total / procs);
}

static void set_cpu(swf_job *to, int64_t milliseconds, int64_t procs)
{
    if (milliseconds == SITE_UNKNOWN || procs <= 0) return;
    swf_decimal d = {.whole = milliseconds / procs / 1000,
                     .micro = (int32_t)(milliseconds / procs % 1000 * 1000)};
    if (d.micro >= 500000) {
        d.whole++;
        d.micro -= 1000000;
    }
    swf_set_decimal(to, SWF_FIELD_CPU, d);
}

/* The number of a name from 1, 0 if there is none. */
static uint32_t number_of(struct names *n, struct word name)
{
    return name.at && name.length > 0 ? sitelog_number(n, name) + 1 : 0;
}

static int64_t first_known(int64_t a, int64_t b) { return a != SITE_UNKNOWN ? a : b; }

/* Behind field 18: what the job has in all, as far as it is known. */
static void write_amounts(swf_job *to, const struct site_run *r, int64_t ready)
{
    static const char *const units[] = {"KB", "MB", "GB"};
    const int64_t kb = r->memory;
    const int unit = kb % 1048576 == 0 ? 2 : kb % 1024 == 0;
    char text[160] = "";
    int n = 0;
    if (r->gpus > 0) n += snprintf(text, 40, "; gpus = %" PRId64, r->gpus);
    if (kb > 0)
        n += snprintf(text + n, 40, "; memory = %" PRId64 " %s", kb >> 10 * unit,
                      units[unit]);
    if (r->nodes > 0) n += snprintf(text + n, 40, "; nodes = %" PRId64, r->nodes);
    if (ready > 0) n += snprintf(text + n, 40, "; ready = %" PRId64, ready);
    if (n == 0) return;
    to->extra = swf_text(strdup(text + 2));
    if (!to->extra.data) fail("out of memory");
}

static void add_job(struct sitelog *s, const struct site_job *j, int64_t run)
{
    static const swf_field fields[SITE_NAMES] = {SWF_FIELD_USER, SWF_FIELD_GROUP,
                                                 SWF_FIELD_EXECUTABLE, SWF_FIELD_QUEUE,
                                                 SWF_FIELD_PARTITION};
    const int ran = j->start != SITE_UNKNOWN;
    const int64_t asked = first_known(j->req_procs, j->procs);
    swf_job job;
    swf_job_clear(&job);
    swf_set(&job, SWF_FIELD_NUMBER, (int64_t)s->log.count); /* until the end */
    swf_set(&job, SWF_FIELD_SUBMIT, j->submit);
    if (ran || j->end != SITE_UNKNOWN)
        swf_set(&job, SWF_FIELD_WAIT, (ran ? j->start : j->end) - j->submit);
    if (ran) {
        if (!j->unfinished) set(&job, SWF_FIELD_RUN, run);
        set(&job, SWF_FIELD_PROCS, j->procs);
    }
    set(&job, SWF_FIELD_REQ_PROCS, ran || j->procs <= 0 ? j->req_procs : asked);
    set(&job, SWF_FIELD_REQ_TIME, j->req_time);
    set(&job, SWF_FIELD_STATUS, j->status);
    for (int i = 0; i < SITE_NAMES; i++)
        if (j->name[i].length > 0 && (s->keep || !j->unfinished))
            swf_set(&job, fields[i], number_of(&s->names[i], j->name[i]));
    log_add_job(&s->log, &job);
}

/* The records are not older than what they say. */
static void look_at_clock(struct sitelog *s, const struct site_job *j)
{
    const int64_t so_far = j->unfinished && j->elapsed > 0 ? j->elapsed : 0;
    const int64_t times[] = {j->submit, j->start == SITE_UNKNOWN ? 0 : j->start + so_far,
                             j->end};
    for (int i = 0; i < 3; i++)
        if (times[i] > s->now) s->now = times[i];
}

static void note(struct site_job *j, int of, int is) { j->odd |= (unsigned)is << of; }

/* How long it ran: Elapsed leaves out what it was suspended. */
static int64_t run_of(struct site_job *j)
{
    const int64_t paused = j->suspended > 0 ? j->suspended : 0;
    int64_t run = j->elapsed;
    if (j->start == SITE_UNKNOWN || j->end == SITE_UNKNOWN) return run;
    const int64_t span = j->end - j->start;
    if (run == SITE_UNKNOWN) run = span - paused;
    note(j, SITE_SHORTER, run >= 0 && paused > 0 && run + paused == span);
    note(j, SITE_LESS, run >= 0 && run <= span && run + paused != span);
    note(j, SITE_LONGER, run > span || run < 0);
    return run < 0 || run > span ? span : run;
}

/* Of the allocation and the request: the first, if it says any. */
static void choose_amounts(const struct site_job *j, struct site_run *r)
{
    r->gpus = first_known(j->gpus, j->req_gpus);
    r->nodes = j->nodes > 0 ? j->nodes : j->req_nodes;
    r->memory = first_known(j->given_memory, j->req_memory);
    r->asked = j->req_memory;
    r->used = r->cpu = SITE_UNKNOWN;
    if (j->start == SITE_UNKNOWN) return;
    r->used = j->memory;
    r->cpu = j->cpu;
}

void sitelog_other(struct sitelog *s, struct site_job *j, struct word name)
{
    note(j, SITE_OTHERS, 1);
    if (!*s->other) snprintf(s->other, sizeof s->other, "%.*s", WORD(name));
}

int sitelog_add(struct sitelog *s, struct site_job *j)
{
    struct site_run r = {{0, 0, j->submit, j->component, j->start}, .joined = 0};
    if (s->nodes) {
        j->procs = j->nodes;
        j->req_procs = j->req_nodes;
    }
    if (j->procs <= 0 && j->req_procs > 0) j->procs = j->req_procs;
    if (j->name[SITE_GROUP].length == 0) j->name[SITE_GROUP] = j->account;
    if (j->submit == SITE_UNKNOWN && j->unfinished) {
        s->notes[s->keep ? SITE_NO_SIZE : SITE_UNFINISHED]++;
        return 0;
    }
    if (j->submit == SITE_UNKNOWN)
        return sitelog_bad(s, 0, 0, "", "the job has no submit time");
    if (!sitelog_runs_choose(j) && !j->unfinished)
        return sitelog_bad(s, 0, 0, "", "the job %s",
                           j->start == SITE_UNKNOWN ? "ends before it is submitted"
                           : j->start + j->later[1] < j->submit - 1
                               ? "starts before it is submitted"
                               : "ends before it starts");
    look_at_clock(s, j);
    const int64_t run = run_of(j);
    note(j, SITE_NO_SIZE, (j->start != SITE_UNKNOWN || j->unfinished) && j->procs <= 0);
    note(j, SITE_LATE, j->start != SITE_UNKNOWN && j->eligible > j->start);
    note(j, SITE_PARTITION_NAMED, j->name[SITE_PARTITION].length > 0);
    note(j, SITE_UNFINISHED, j->unfinished);
    r.odd = j->odd;
    r.eligible = j->odd >> SITE_LATE & 1 ? SITE_UNKNOWN : j->eligible;
    choose_amounts(j, &r);
    r.key[SITE_KEY_COMPUTER] = number_of(&s->computers, j->computer);
    r.key[SITE_KEY_ID] = sitelog_number(&s->ids, j->id);
    r.reservation = number_of(&s->reservations, j->reservation);
    s->runs =
        (struct site_run *)base_room(s->runs, &s->room, s->log.count, sizeof *s->runs);
    s->runs[s->log.count] = r;
    add_job(s, j, run);
    return 0;
}

int sitelog_add_tasks(struct sitelog *s, struct site_job *j, struct word array,
                      struct word list)
{
    const struct word all = list;
    const int pbs = array.length > 0 && array.at[array.length - 1] == '[';
    struct word tasks = word_part(&list, '%'), end = {array.at + array.length, 0};
    if (pbs) end.length = j->id.length - array.length; /* "].server" */
    int64_t first, last, n = 0;
    note(j, SITE_LIMITED, list.at != NULL);
    do {
        struct word step = word_part(&tasks, ',');
        const struct word part = word_part(&step, ':');
        int64_t by = 1;
        if (!word_is_range(part, 0, JOB_SERVERS_MAX, &first, &last) ||
            (step.at && !word_is_whole(step, 1, JOB_SERVERS_MAX, &by)) ||
            (n += (last - first) / by + 1) > TASKS_MOST)
            return sitelog_bad(
                s, 0, 0, "",
                "'%.*s' is not a list of at most %d tasks such as 1-50%%5 (with"
                " SLURM_BITSTR_LEN=0 sacct prints all of them)",
                WORD(all), TASKS_MOST);
        for (; first <= last; first += by) {
            struct site_job task = *j;
            char id[100];
            snprintf(id, sizeof id, "%.*s%" PRId64 "%.*s", WORD(array), first, WORD(end));
            task.id = word_of(id);
            if (sitelog_add(s, &task) != 0) return 1;
        }
    } while (tasks.at);
    return 0;
}

/* ---- lines ------------------------------------------------------------------------- */

int sitelog_bad(struct sitelog *s, size_t column, size_t field, const char *name,
                const char *expected, ...)
{
    struct error what;
    char where[100] = "";
    va_list args;
    va_start(args, expected);
    error_set(&what, expected, args);
    va_end(args);
    if (s->job.length > 0)
        snprintf(where, sizeof where, " (job %.30s)%s%.30s", s->job.at, *name ? ", " : "",
                 name);
    else if (column == 0 && field > 0)
        snprintf(where, sizeof where, ", %.30s", name);
    else if (field > 0)
        snprintf(where, sizeof where, ", column %zu, field %zu (%.30s)", column, field,
                 name);
    s->bad = what; /* of --columns */
    if (s->line > 0)
        error_fail(&s->bad, "line %" PRIu64 "%s: %s", s->line, where, what.text);
    return 1;
}

int sitelog_count_bad(struct sitelog *s, int file_is, struct error *e)
{
    if (s->refuse || file_is)
        return error_fail(e, "%s: %s", log_source(s->path), s->bad.text);
    if (s->log.bad.lines++ == 0)
        snprintf(s->log.bad.first, sizeof s->log.bad.first, "%.255s", s->bad.text);
    return 0;
}

int sitelog_begin(struct sitelog *s, const char *from, struct word text, struct error *e)
{
    const char *by, *what = foreign(text.at, text.length, &by);
    if (*text.at == ';')
        return error_fail(e, "%s: already SWF or GWF: leave out --from",
                          log_source(s->path));
    if (what && (!by || strcmp(by, from) != 0))
        return error_fail(e, "%s: --from %s: this is %s", log_source(s->path), from,
                          what);
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
        int bad = 0;
        if (!stop && !last) break;
        if (line.length > 0 && line.at[line.length - 1] == '\r') line.length--;
        if (line.length > 2 && memcmp(line.at, "\xEF\xBB\xBF", 3) == 0) {
            line.at += 3; /* a byte order mark, at the begin of each of several files */
            line.length -= 3;
        }
        if (line.length > 0 && !s->begun && !s->columns) {
            const struct word rest = {line.at, (size_t)(end - line.at)};
            if (sitelog_begin(s, from, rest, e) != 0) return -1;
        }
        s->begun |= line.length > 0;
        s->line++;
        if (line.length > 0) bad = each(context, line);
        if (bad && sitelog_count_bad(s, bad < 0, e) != 0) return -1;
        s->junk = bad || line.length == 0 ? s->junk + line.length + 1 : 0;
        if (s->junk > JUNK_MOST)
            return error_fail(e, "%s: line %" PRIu64 ": no record in the last %d MiB",
                              log_source(s->path), s->line, JUNK_MOST >> 20);
        at = stop ? stop + 1 : end;
    }
    *size = (size_t)(end - at);
    memmove(text, at, *size);
    return 0;
}

/* Does the text begin with a brace, after blanks and a byte order mark? */
static int is_json(struct sitelog *s, struct input *in)
{
    int c;
    while ((c = getc(in->file)) > 0 && strchr(" \t\r\n\357\273\277", c))
        s->line += c == '\n';
    if (c != EOF) ungetc(c, in->file);
    return c == '{';
}

int sitelog_lines(struct sitelog *s, const char *from, sitelog_fn each,
                  sitelog_json_fn json, void *context, struct error *e)
{
    char *text = NULL;
    struct input in;
    size_t size = 0, room = 0;
    long n = 0;
    int failed;
    if (input_open(&in, s->path, e) != 0) return -1;
    if (json && is_json(s, &in))
        failed = json(context, &in, e) != 0;
    else
        do {
            if (ARRAY_ROOM(text, size, room, INPUT_CHUNK) != 0) fail("out of memory");
            n = input_read(&in, text + size, INPUT_CHUNK, e);
            if (n > 0) size += (size_t)n;
            failed =
                n < 0 || hand_on(s, from, text, &size, n == 0, each, context, e) != 0;
            if (!failed && size > LINE_MOST)
                failed = error_fail(e, "%s: line %" PRIu64 " is longer than %d bytes",
                                    log_source(s->path), s->line + 1, LINE_MOST);
        } while (n > 0 && !failed);
    free(text);
    if (!failed) return input_close(&in, e);
    (void)input_release(&in);
    return -1;
}

/* ---- the machine ------------------------------------------------------------------- */

struct machine {
    struct sitelog *s;
    int64_t gpus, memory; /* of all nodes; s->servers has their CPUs, or they are nodes */
    int off;              /* the node that is read cannot be used now */
};

/* "IDLE+DRAIN" */
static int is_off(struct word state)
{
    int off = 0;
    while (state.at) {
        const struct word flag = word_part(&state, '+');
        off |= word_begins(flag, "DOWN") || word_begins(flag, "DRAIN");
    }
    return off;
}

static int take_node(void *context, struct word line)
{
    struct machine *m = (struct machine *)context;
    struct site_job node = sitelog_job();
    struct word rest = word_trim(line), name = rest;
    int found = 0;
    while (rest.at && !found) {
        struct word value = word_part(&rest, ' ');
        name = word_part(&value, '=');
        if (word_is(name, "NodeName")) m->off = 0;
        if (word_is(name, "State")) m->off = is_off(value); /* stands before */
        found = word_is(name, "CfgTRES") && value.at;
        if (found && !sacct_tres(m->s, &node, value, 1, 0))
            return -sitelog_bad(m->s, 0, 0, "", "expected CfgTRES=cpu=N,mem=8G");
    }
    if (!found) return 0;
    m->s->off += (uint64_t)m->off;
    m->s->servers += m->s->nodes ? 1 : node.procs > 0 ? node.procs : 0;
    if (node.gpus > 0) m->gpus += node.gpus;
    if (node.given_memory > 0) m->memory += node.given_memory;
    return m->s->servers > JOB_SERVERS_MAX || m->memory > INT64_C(1) << 50
               ? -sitelog_bad(m->s, 0, 0, "", "the nodes up to this one are too large")
               : 0;
}

int sitelog_machine(struct sitelog *s, const char *path, struct error *e)
{
    struct sitelog of = {.path = path, .nodes = s->nodes, .columns = ""};
    struct machine m = {.s = &of};
    char memory[40] = "", gpus[40] = "";
    if (sitelog_lines(&of, NULL, take_node, NULL, &m, e) != 0) return -1;
    if (of.servers == 0)
        return error_fail(e, "%s: not scontrol show nodes output: no CfgTRES=cpu=N",
                          log_source(path));
    s->servers = of.servers;
    s->off = of.off;
    if (m.gpus > 0) snprintf(gpus, sizeof gpus, "gpus=%" PRId64, m.gpus);
    if (m.memory > 0)
        snprintf(memory, sizeof memory, "memory=%" PRId64 "MB", m.memory >> 10);
    snprintf(s->resources, sizeof s->resources, "%s%s%s", gpus,
             *gpus && *memory ? "," : "", memory);
    return 0;
}

/* ---- words ------------------------------------------------------------------------- */

/* No need to ask the system. */
static int is_utc(const struct sitelog *s)
{
    return s->zone && strcmp(s->zone, "UTC") == 0;
}

int sitelog_time(const struct sitelog *s, struct word w, int64_t *seconds, int64_t *later)
{
    *later = 0;
    return word_is_whole(w, 1, JOB_TIME_MAX, seconds) ||
           date_stamp(w, is_utc(s), seconds, later);
}

size_t sitelog_size(struct word w, int64_t unit, int64_t *kb)
{
    double n, bytes = (double)unit;
    const size_t length = word_number(w, &n);
    const struct word rest = {w.at + length, w.length - length};
    if (length == 0 || n < 0) return 0;
    n *= quantity_bytes(rest, &bytes) ? bytes / 1024 : (double)unit / 1024;
    if (n > 1e15) return 0;
    *kb = (int64_t)n;
    return length + quantity_bytes(rest, &bytes);
}

/* ---- the log ----------------------------------------------------------------------- */

FAIL_PRINTF(3, 4)
static void add_header(struct sitelog *s, const char *key, const char *format, ...)
{
    struct error text;
    swf_header h = {.directive = SWF_DIR_OTHER, .key = swf_text(key)};
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    h.text = swf_text(text.text);
    log_add_header(&s->log, &h);
}

static const char *const notes[SITE_NOTES] = {
    [SITE_UNFINISHED] = "jobs that waited or ran were left out",
    [SITE_REPLACED] = "records left out, as another covers the same run",
    [SITE_UNDECIDED] = "jobs with a time in the hour that the clock showed twice (the"
                       " shortest wait was used)",
    [SITE_NO_SIZE] = "jobs left out, with zero or unknown processors, or no submit time",
    [SITE_NO_SUBMIT] = "jobs without a submit time, counted as submitted when they start",
    [SITE_HELD] = "jobs held or waiting for another job, left out",
    [SITE_SHORTER] = "jobs suspended for part of start to end; field 4 is the time they"
                     " ran",
    [SITE_LESS] =
        "jobs whose run time (Elapsed, walltime) is not end - start - suspension;"
        " field 4 is that run time",
    [SITE_DIFFER] = "jobs whose record has two numbers of processors or GPUs (one used)",
    [SITE_LONGER] = "jobs with a run time over end - start (end - start used)",
    [SITE_LATE] = "jobs that started before they were eligible (ignored)",
    [SITE_NO_MEMORY] = "jobs whose memory is not known",
    [SITE_RESIZED] = "runs that end with the job resized; the rest is a job submitted"
                     " then",
    [SITE_APART] = "components of heterogeneous jobs that did not start and end with the"
                   " first one; each is a job",
    [SITE_PARTITION_NAMED] = "jobs of one of several partitions, which are numbers in"
                             " field 16; what each has is not known",
    [SITE_TYPES] = "jobs with a type of GPU, which is left out",
    [SITE_FEATURES] = "jobs that requested node features, which are left out",
    [SITE_LICENCES] = "jobs that requested licences, which are left out",
    [SITE_ARRAYS] =
        "arrays whose waiting tasks are left out (qstat -f output lists them)",
    [SITE_LIMITED] =
        "waiting jobs of arrays with a limit on running jobs, which is left out",
    [SITE_OTHERS] = "jobs that requested other resources, which are left out"};

static void write_header(struct sitelog *s)
{
    const char *computer = names_text(&s->computers, 0);
    const char *unit = s->nodes ? "nodes" : "processors";
    add_header(s, "Version", "2.2");
    if (*computer) add_header(s, "Computer", "%s", computer);
    add_header(s, "Conversion", "swf_tool convert");
    add_header(s, "MaxJobs", "%zu", s->log.count);
    add_header(s, "MaxRecords", "%zu", s->log.count);
    add_header(s, "UnixStartTime", "%" PRId64, s->first);
    add_header(s, "TimeZone", "%" PRId64, is_utc(s) ? 0 : date_ahead(s->first));
    if (s->zone) add_header(s, "TimeZoneString", "%s", s->zone);
    if (s->servers > 0) add_header(s, "MaxProcs", "%" PRId64, s->servers);
    if (s->nodes && s->servers > 0) add_header(s, "MaxNodes", "%" PRId64, s->servers);
    if (*s->resources) add_header(s, "Resources", "%s", s->resources);
    if (s->off)
        add_header(s, "Note", "nodes that are DOWN or DRAIN, and count: %" PRIu64,
                   s->off);
    if (s->keep) add_header(s, "Now", "%" PRId64, s->now - s->first);
    if (s->nodes) add_header(s, "Note", "processors are nodes");
    const int64_t most = usage_of_log(&s->log);
    if (s->servers <= 0 && most > 0)
        add_header(s, "Note",
                   "MaxProcs is not known; most %s in use at the same time: %" PRId64,
                   unit, most);
    if (s->computers.count > 1)
        add_header(s, "Note",
                   "jobs of %" PRIu32 " clusters, here of one machine (sacct -M: of one)",
                   s->computers.count);
    if (s->names[SITE_PARTITION].count < 2) s->notes[SITE_PARTITION_NAMED] = 0;
    for (size_t i = 0; i < SITE_NOTES; i++)
        if (s->notes[i] > 0)
            add_header(s, "Note", "%s%s%s: %" PRIu64,
                       i == SITE_UNFINISHED && s->keep
                           ? "jobs that waited or ran, without a run time"
                           : notes[i],
                       i == SITE_OTHERS ? ", the first " : "",
                       i == SITE_OTHERS ? s->other : "", s->notes[i]);
    const size_t n = sitelog_runs_reserved(s);
    if (n > 0)
        add_header(
            s, "Note",
            "reservations known only by their jobs: %zu, each from the first start to the"
            " last end, with its peak %s (a day without a job ends it); announcement,"
            " other contents and place are not known",
            n, unit);
}

void sitelog_finish(struct sitelog *s)
{
    s->log.path = s->log.name = log_source(s->path);
    s->log.format = SWF_FORMAT_SWF;
    sitelog_runs_join(s);
    (void)log_sort(&s->log);
    s->run = (uint32_t *)base_zeroed(s->log.count, sizeof *s->run);
    for (size_t i = 0; i < s->log.count; i++) {
        swf_job *job = &s->log.jobs[i].job;
        const struct site_run *r = &s->runs[job->number];
        s->run[i] = (uint32_t)job->number;
        set_cpu(job, r->cpu, job->procs);
        set_share(job, SWF_FIELD_MEMORY, r->used, job->procs);
        set_share(job, SWF_FIELD_REQ_MEMORY, r->asked,
                  job->req_procs > 0 ? job->req_procs : job->procs);
        write_amounts(job, r, r->eligible > 0 ? r->eligible - s->first - job->submit : 0);
        swf_set(job, SWF_FIELD_NUMBER, (int64_t)i + 1);
    }
    write_header(s);
}

static void write_name(FILE *to, const char *kind, size_t number, const char *name)
{
    fprintf(to, "%s\t%zu\t", kind, number);
    error_print_sanitized(to, name);
    fputc('\n', to);
}

void sitelog_write_names(const struct sitelog *s, const char *path)
{
    static const char *const kinds[SITE_NAMES] = {"user", "group", "executable", "queue",
                                                  "partition"};
    FILE *to = output_open(path, SITELOG_NAMES_BEGIN);
    fputs(SITELOG_NAMES_BEGIN "\n", to);
    for (uint32_t kind = 0; kind < SITE_NAMES; kind++)
        for (uint32_t i = 0; i < s->names[kind].count; i++)
            write_name(to, kinds[kind], i + 1, names_text(&s->names[kind], i));
    for (size_t job = 0; job < s->log.count; job++)
        write_name(to, "job", job + 1,
                   names_text(&s->ids, (uint32_t)s->runs[s->run[job]].key[SITE_KEY_ID]));
    output_close(to);
}
