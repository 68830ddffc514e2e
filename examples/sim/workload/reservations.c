/* reservations.c - a line makes a job that is appointed; these jobs are sorted in among
 * the log's. */
#include "workload/reservations.h"

#include "base/compare.h"
#include "base/input.h"
#include "base/text.h"
#include "base/word.h"
#include "kit/base.h"
#include "workload/moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 26 };

struct runs { /* as many as the text may hold */
    struct job_run *of;
    size_t count;
};

struct reading {
    struct reservations *r;
    struct workload *w;
    const char *path;
    uint64_t number;    /* of the line                                          */
    struct word rest;   /* of the line                                          */
    struct runs lists;  /* of processors, behind each a run of 0                */
    struct runs inside; /* numbers of jobs that ran inside                      */
    struct job *made;
    uint32_t order; /* of the next one: no job has it, as these are the highest */
};

FAIL_NORETURN static void wrong(const struct reading *l, const char *field, struct word w,
                                const char *wanted)
{
    fail("%s:%" PRIu64 ": %s: expected %s, not '%.*s'", l->path, l->number, field, wanted,
         WORD(w));
}

/* ---- fields ------------------------------------------------------------------------ */

/* The next field, which may be empty. */
static struct word next(struct reading *l)
{
    struct word w = word_trim(l->rest);
    l->rest = w;
    for (w.length = 0; w.length < l->rest.length; w.length++)
        if (word_is_blank(w.at[w.length])) break;
    l->rest.at += w.length;
    l->rest.length -= w.length;
    return w;
}

/* In the time of the log. */
static int64_t read_time(const struct reading *l, const char *field, struct word w)
{
    int64_t t;
    if (!moment_read(w, l->w, &t)) wrong(l, field, w, moment_expected(l->w));
    return t;
}

static int by_first(const void *a, const void *b)
{
    const struct job_run *x = a, *y = b;
    return COMPARE(x->first, y->first);
}

/* Sorts runs, and takes from each the overlap with earlier ones. Was there any such? */
static int sort_runs(struct job_run *of, size_t count)
{
    uint32_t from = 0, end;
    int twice = 0;
    if (count) qsort(of, count, sizeof *of, by_first);
    for (size_t i = 0; i < count; i++, from = end) {
        end = of[i].first + of[i].count;
        if (of[i].first >= from) continue;
        twice = 1;
        if (end < from) end = from;
        of[i].first = from;
        of[i].count = end - from;
    }
    return twice;
}

/* Adds "0-19,24". Returns how many numbers these are; 0: not a list, or one is there
 * twice. */
static int64_t read_list(struct word w, int64_t most, struct runs *to)
{
    const size_t begin = to->count;
    int64_t first, last, n = 0;
    while (w.at) {
        if (!word_is_range(word_part(&w, ','), 0, most, &first, &last)) return 0;
        to->of[to->count].first = (uint32_t)first;
        to->of[to->count++].count = (uint32_t)(last - first + 1);
        n += last - first + 1;
    }
    return sort_runs(to->of + begin, to->count - begin) ? 0 : n;
}

/* A number of processors, or which. */
static void read_processors(struct reading *l, struct word w, struct job *job)
{
    const uint32_t last = l->w->servers - 1;
    int64_t n;
    if (memchr(w.at, '-', w.length) || memchr(w.at, ',', w.length)) {
        job->on = l->lists.of + l->lists.count;
        n = read_list(w, last, &l->lists);
        l->lists.count++;
    } else if (!word_is_whole(w, 1, JOB_SERVERS_MAX, &n)) {
        n = 0;
    }
    if (n == 0)
        wrong(l, "processors", w,
              base_text("a number from 1 up, or a list of processors from 0 to %" PRIu32
                        ", none twice (0-19,24)",
                        last));
    job->servers = (uint32_t)n;
}

/* ---- lines ------------------------------------------------------------------------- */

/* Makes a job of a line, unless it is over before the first one. */
static void read_reservation(struct reading *l, struct word announced)
{
    const int known = word_is(announced, "-");
    const int64_t first = l->w->jobs[0].submit;
    const struct word start = next(l), length = next(l);
    struct job job = {.number = (int64_t)l->number, .reserved = JOB_GIVEN};
    job_unsaid(&job);
    job.order = l->order++;
    job.submit = known ? first : read_time(l, "announced", announced);
    job.ready = read_time(l, "start", start);
    if (job.submit > job.ready && !known)
        wrong(l, "announced", announced, "a time that is not after the start");
    if (!quantity_time(length, JOB_TIME_MAX, &job.length) || job.length == 0)
        wrong(l, "length", length, "a time of at least 1 second (90s, 15m, 1d12h)");
    read_processors(l, next(l), &job);
    if (job.ready + job.length <= first) {
        l->r->over++;
        return;
    }
    if (job.submit < first) job.submit = first;
    if (job.ready < first) {
        job.length -= first - job.ready;
        job.ready = first;
    }
    job.run = job.estimate = job.length;
    l->r->down += job.on != NULL;
    l->made[l->r->made++] = job;
}

static void read_line(struct reading *l)
{
    const struct word announced = next(l);
    const int only_jobs = word_is(announced, "+");
    if (!only_jobs) read_reservation(l, announced);
    struct word jobs = next(l);
    struct word more = next(l);
    if ((jobs.length || only_jobs) && !read_list(jobs, JOB_SERVERS_MAX, &l->inside))
        wrong(l, "jobs", jobs, "a list of numbers, none twice (12-15,18)");
    if (more.length) wrong(l, "after the jobs", more, "the end of the line");
}

static void read_lines(struct reading *l, struct word text)
{
    size_t lines = 1, ranges = 0;
    for (size_t i = 0; i < text.length; i++) {
        lines += text.at[i] == '\n';
        ranges += text.at[i] == ',';
    }
    ranges += 2 * lines; /* of a list: one more than it has commas, and the end */
    l->lists.of = base_zeroed(ranges, sizeof *l->lists.of);
    l->inside.of = base_zeroed(ranges, sizeof *l->inside.of);
    l->made = base_zeroed(lines, sizeof *l->made);
    l->order = (uint32_t)(UINT32_MAX - lines);
    while (text.at) {
        struct word line = word_part(&text, '\n');
        l->number++;
        l->rest = word_trim(word_part(&line, ';'));
        if (l->rest.length) read_line(l);
    }
}

/* ---- the workload ------------------------------------------------------------------ */

static int is_inside(const void *number, const void *run)
{
    const struct job_run *in = run;
    const int64_t past = *(const int64_t *)number - in->first;
    return past < 0 ? -1 : past >= in->count;
}

static void leave_out(struct reading *l)
{
    struct workload *w = l->w;
    const struct runs *in = &l->inside;
    size_t kept = 0;
    sort_runs(in->of, in->count);
    for (size_t i = 0; i < w->count; i++)
        if (!bsearch(&w->jobs[i].number, in->of, in->count, sizeof *in->of, is_inside))
            w->jobs[kept++] = w->jobs[i];
    l->r->jobs = w->count - kept;
    w->count = kept;
}

/* Each before the jobs of its moment, which stay in their order. */
static void merge(struct workload *w, struct job *made, size_t n)
{
    size_t i = w->count, at = i + n;
    w->reservations += n;
    qsort(made, n, sizeof *made, workload_compare_submit);
    while (w->count < at) (void)workload_add(w);
    while (n > 0)
        w->jobs[--at] = i > 0 && w->jobs[i - 1].submit >= made[n - 1].submit
                            ? w->jobs[--i]
                            : made[--n];
}

void reservations_apply(struct reservations *r, const char *from, struct workload *w)
{
    struct reading l = {.r = r, .w = w, .path = w->source};
    struct word text = {w->reserved, w->reserved_size};
    struct input in;
    struct error e;
    char *file = NULL;
    if (strcmp(from, "log") != 0) {
        l.path = log_source(from);
        if (input_open(&in, from, &e) != 0 ||
            input_read_all(&in, MOST_BYTES, &file, &text.length, &e) != 0)
            fail("%s", e.text);
        text.at = file;
    }
    read_lines(&l, text);
    if (r->made + r->over == 0) fail("%s: contains no reservations", l.path);
    leave_out(&l);
    if (w->count == 0) fail("%s: each job ran inside a reservation", l.path);
    merge(w, l.made, r->made);
    r->downtimes = l.lists.of;
    free(file);
    free(l.inside.of);
    free(l.made);
}

void reservations_describe(FILE *to, const struct reservations *r)
{
    char number[TEXT_NUMBER];
    fprintf(to, "reservations: %s", text_count(r->made, number));
    if (r->down)
        fprintf(to,
                "; of these, downtimes: %s, of as many servers as listed if servers have "
                "no names",
                text_count(r->down, number));
    if (r->over)
        fprintf(to, "; over before the first job: %s", text_count(r->over, number));
    if (r->jobs)
        fprintf(to, "; jobs that ran inside, left out: %s", text_count(r->jobs, number));
    fputc('\n', to);
}

void reservations_free(struct reservations *r) { free(r->downtimes); }
