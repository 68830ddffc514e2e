/* reservations.c - lines are kept as text, as what their times mean is not known before
 * the log is read. */
#include "workload/reservations.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/input.h"
#include "base/text.h"
#include "base/word.h"
#include "kit/base.h"
#include "workload/moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 28 };

void reservations_free(struct reservations *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) free(r->lines[i].text);
    for (i = 0; i < r->listed; i++) free(r->lists[i]);
    free(r->lines);
    free(r->lists);
    memset(r, 0, sizeof *r);
}

static void add(struct reservations *r, uint64_t number, struct word text)
{
    struct reservations_line *line;
    r->lines = (struct reservations_line *)base_room(r->lines, &r->room, r->count,
                                                     sizeof *r->lines);
    line = &r->lines[r->count++];
    line->number = number;
    line->text = (char *)base_zeroed(text.length + 1, 1);
    memcpy(line->text, text.at, text.length);
    for (; text.length > 0; text.length--) /* bytes 0 are no end */
        if (!line->text[text.length - 1]) line->text[text.length - 1] = '?';
}

void reservations_header(void *reservations, const char *path, uint64_t number,
                         const swf_header *h)
{
    struct reservations *r = (struct reservations *)reservations;
    const struct word key = {h->key.data, h->key.size};
    const struct word text = {h->text.data, h->text.size};
    if (!r->from || strcmp(r->from, "log") != 0 || !word_is_any_case(key, "Reservation"))
        return;
    r->path = path;
    add(r, number, text);
}

static void read_file(struct reservations *r)
{
    struct input in;
    struct error e;
    struct word rest, line;
    uint64_t number = 0;
    char *text;
    if (strcmp(r->from, "log") == 0) return;
    r->path = log_source(r->from);
    if (input_open(&in, r->from, &e) != 0) fail("%s", e.text);
    rest.at = NULL;
    if (input_read_all(&in, MOST_BYTES, &text, &rest.length, &e) != 0) fail("%s", e.text);
    for (rest.at = text; rest.at; number++) {
        line = word_part(&rest, '\n');
        line = word_trim(word_part(&line, ';'));
        if (line.length == 0) continue;
        add(r, number + 1, line);
    }
    free(text);
}

/* ---- fields ------------------------------------------------------------------------ */

struct reading { /* of a line */
    const struct reservations *r;
    const struct workload *w;
    uint64_t number;
    struct word rest;
};

FAIL_NORETURN static void wrong(const struct reading *l, const char *field, struct word w,
                                const char *wanted)
{
    fail("%s:%" PRIu64 ": %s: %s was expected, not '%.*s'", l->r->path, l->number, field,
         wanted, WORD(w));
}

/* The next field, which may be empty. */
static struct word next(struct reading *l)
{
    struct word w;
    l->rest = word_trim(l->rest);
    w = l->rest;
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
    if (!moment_read(w, l->w, &t))
        wrong(l, field, w,
              "a time after the first submission (3d9h), or if the log says when it"
              " begins (UnixStartTime) a date with its distance from UTC"
              " (2026-11-03T09:00Z),");
    return t;
}

static int by_first(const void *a, const void *b)
{
    const struct job_run *x = (const struct job_run *)a, *y = (const struct job_run *)b;
    return COMPARE(x->first, y->first);
}

/* "0-19,24", none twice. */
static struct job_list *read_list(const struct reading *l, const char *field,
                                  struct word w)
{
    static const char wanted[] = "a list of numbers, none twice (0-19,24),";
    struct word rest = w;
    struct job_list *list;
    size_t i, n = 1;
    int64_t from, to;
    for (i = 0; i < w.length; i++) n += w.at[i] == ',';
    list = (struct job_list *)base_zeroed(1, sizeof *list + n * sizeof *list->runs);
    list->count = (uint32_t)n;
    for (i = 0; i < n; i++) {
        struct word range = word_part(&rest, ',');
        if (!word_is_whole(word_part(&range, '-'), 0, JOB_SERVERS_MAX, &from))
            wrong(l, field, w, wanted);
        to = from;
        if (range.at && !word_is_whole(range, from, JOB_SERVERS_MAX, &to))
            wrong(l, field, w, wanted);
        list->runs[i].first = (uint32_t)from;
        list->runs[i].count = (uint32_t)(to - from + 1);
    }
    qsort(list->runs, n, sizeof *list->runs, by_first);
    for (i = 1; i < n; i++)
        if (list->runs[i].first - list->runs[i - 1].first < list->runs[i - 1].count)
            wrong(l, field, w, wanted);
    return list;
}

/* A number of processors, or which. */
static void read_processors(struct reservations *r, const struct reading *l,
                            struct word w, struct job *job)
{
    struct job_list *list;
    const struct job_run *last;
    int64_t n;
    uint32_t i;
    job->on = NULL;
    if (word_is_whole(w, 1, JOB_SERVERS_MAX, &n)) {
        job->servers = (uint32_t)n;
        return;
    }
    if (w.length == 0 || w.length == strspn(w.at, "0123456789"))
        wrong(l, "processors", w, "a number from 1 on, or a list (0-19,24),");
    list = read_list(l, "processors", w);
    r->lists = (struct job_list **)base_room((void *)r->lists, &r->list_room, r->listed,
                                             sizeof list);
    r->lists[r->listed++] = list;
    last = &list->runs[list->count - 1];
    if (last->first + last->count > l->w->servers)
        wrong(l, "processors", w,
              base_text("a list of processors from 0 to %" PRIu32
                        ", which the machine has,",
                        l->w->servers - 1));
    for (job->servers = 0, i = 0; i < list->count; i++)
        job->servers += list->runs[i].count;
    job->on = list;
}

/* ---- the workload ------------------------------------------------------------------ */

/* Which jobs ran inside reservations: ranges of their numbers. */
struct inside {
    struct job_run *of;
    size_t count, room;
};

static void add_inside(struct inside *in, const struct job_list *list)
{
    uint32_t i;
    for (i = 0; i < list->count; i++) {
        in->of =
            (struct job_run *)base_room(in->of, &in->room, in->count, sizeof *in->of);
        in->of[in->count++] = list->runs[i];
    }
}

static void leave_out(struct reservations *r, struct inside *in, struct workload *w)
{
    size_t i, k, kept = 0;
    uint32_t end = 0;
    if (in->count == 0) return;
    qsort(in->of, in->count, sizeof *in->of, by_first);
    for (i = 0; i < in->count; i++) { /* each ends with those before it, or later */
        if (end > in->of[i].first + in->of[i].count)
            in->of[i].count = end - in->of[i].first;
        end = in->of[i].first + in->of[i].count;
    }
    for (i = 0; i < w->count; i++) {
        size_t lo = 0, hi = in->count; /* the last that begins with it or before */
        while (lo < hi) {
            k = lo + (hi - lo) / 2;
            if ((int64_t)in->of[k].first <= w->jobs[i].number)
                lo = k + 1;
            else
                hi = k;
        }
        if (lo > 0 && w->jobs[i].number - in->of[lo - 1].first < in->of[lo - 1].count)
            r->jobs++;
        else
            w->jobs[kept++] = w->jobs[i];
    }
    w->count = kept;
}

/* "12-15,18": takes them as jobs that ran inside. */
static void read_jobs(const struct reading *l, struct word w, struct inside *in)
{
    struct job_list *list = read_list(l, "jobs", w);
    add_inside(in, list);
    free(list);
}

/* Reads a line; 0 if it is over before `from`, or has more jobs of the one before. */
static int read_line(struct reservations *r, struct reading *l, int64_t from,
                     struct inside *in, struct job *job)
{
    const struct word announced = next(l), start = next(l), length = next(l);
    const struct word processors = next(l), jobs = next(l), more = next(l);
    memset(job, 0, sizeof *job);
    if (word_is(announced, "+")) {
        read_jobs(l, start, in);
        if (length.length) wrong(l, "after the jobs", length, "the end of the line");
        r->more++;
        return 0;
    }
    job->number = (int64_t)l->number;
    job->reserved = JOB_GIVEN;
    job->wait = -1;
    job->submit = from;
    if (!word_is(announced, "-")) job->submit = read_time(l, "announced", announced);
    job->ready = read_time(l, "start", start);
    if (job->submit > job->ready && !word_is(announced, "-"))
        wrong(l, "announced", announced, "a time that is not after the start");
    if (!moment_span(length, &job->length) || job->length == 0)
        wrong(l, "length", length, "a time from 1 second on (90s, 15m, 8h)");
    read_processors(r, l, processors, job);
    if (jobs.length) read_jobs(l, jobs, in);
    if (more.length) wrong(l, "after the jobs", more, "the end of the line");
    if (job->ready + job->length <= from) return 0;
    if (job->submit < from) job->submit = from;
    if (job->ready < from) {
        job->length -= from - job->ready;
        job->ready = from;
    }
    job->run = job->estimate = job->length;
    return 1;
}

static int by_announcement(const void *a, const void *b)
{
    const struct job *x = (const struct job *)a, *y = (const struct job *)b;
    if (x->submit != y->submit) return COMPARE(x->submit, y->submit);
    if (x->reserved != y->reserved) return COMPARE(y->reserved, x->reserved);
    return COMPARE(x->order, y->order);
}

void reservations_apply(struct reservations *r, struct workload *w)
{
    const int64_t from = w->jobs[0].submit;
    struct inside in = {NULL, 0, 0};
    struct job *made;
    size_t i;
    if (!r->from) return;
    read_file(r);
    if (r->count == 0)
        fail("%s: there is no reservation in it", r->path ? r->path : w->source);
    made = (struct job *)base_zeroed(r->count, sizeof *made);
    for (i = 0; i < r->count; i++) {
        struct reading l = {r, w, r->lines[i].number, word_of(r->lines[i].text)};
        if (!read_line(r, &l, from, &in, &made[r->made])) continue;
        made[r->made++].order = (uint32_t)(UINT32_MAX - r->count + i); /* no job's */
    }
    r->over = r->count - r->made - r->more;
    leave_out(r, &in, w);
    if (w->count == 0) fail("%s: each job ran inside a reservation", r->path);
    for (i = 0; i < r->made; i++) *workload_add(w) = made[i];
    qsort(w->jobs, w->count, sizeof *w->jobs, by_announcement);
    w->reservations += r->made;
    free(made);
    free(in.of);
}

void reservations_describe(FILE *to, const struct reservations *r, int unbound)
{
    char number[TEXT_NUMBER];
    fprintf(to, "reservations: %s", text_count(r->made, number));
    if (r->listed) fprintf(to, "; downtimes: %s", text_count(r->listed, number));
    if (r->listed && unbound)
        fputs(", of as many servers as are listed where they have no names (--binding"
              " ids gives names)",
              to);
    if (r->over)
        fprintf(to, "; over before the first job: %s", text_count(r->over, number));
    if (r->jobs)
        fprintf(to, "; jobs that ran inside, left out: %s", text_count(r->jobs, number));
    fputc('\n', to);
}
