/* sitelog_runs.c - what records say together: which of the times can be that the clock
 * showed twice, which records are of one run, which runs were components of one job, and
 * which jobs ran in one reservation. */
#include "logtool/sitelog.h"

#include "base/compare.h"
#include "base/job.h"
#include "kit/base.h"
#include "workload/usage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- times ------------------------------------------------------------------------- */

enum { SUBMIT, START, END, TIMES };

/* How far times are from the elapsed time; -1 if they cannot be. One clock may be a
 * second behind another. */
static int64_t cost_of(const struct site_job *j, const int64_t t[TIMES])
{
    const int64_t begin = t[START] != SITE_UNKNOWN ? t[START] : t[END];
    if (begin == SITE_UNKNOWN) return 0;
    if (begin < t[SUBMIT] - 1) return -1;
    if (t[START] == SITE_UNKNOWN || t[END] == SITE_UNKNOWN) return 0;
    const int64_t run = t[END] - t[START];
    if (run < 0) return -1;
    if (j->elapsed == SITE_UNKNOWN) return 0;
    return run > j->elapsed ? run - j->elapsed : j->elapsed - run;
}

int sitelog_runs_choose(struct site_job *j)
{
    const int64_t read[TIMES] = {j->submit, j->start, j->end};
    int64_t least = -1, shortest = 0;
    unsigned twice = 0;
    int i, undecided = 0;
    for (i = 0; i < TIMES; i++)
        twice |= (unsigned)(j->later[i] > 0 && read[i] != SITE_UNKNOWN) << i;
    for (unsigned way = 0; way <= twice; way++) { /* bit i: time i is the later one */
        int64_t t[TIMES], cost, wait = 0;
        if (way & ~twice) continue;
        for (i = 0; i < TIMES; i++) t[i] = read[i] + (way >> i & 1 ? j->later[i] : 0);
        cost = cost_of(j, t);
        if (cost < 0 || (least >= 0 && cost > least)) continue;
        undecided = cost == least;
        i = t[START] != SITE_UNKNOWN ? START : END;
        if (t[i] != SITE_UNKNOWN) wait = t[i] - t[SUBMIT];
        if (cost == least && wait >= shortest) continue;
        least = cost;
        shortest = wait;
        j->submit = t[SUBMIT];
        j->start = t[START];
        j->end = t[END];
    }
    if (least < 0) return 0;
    j->odd |= (unsigned)undecided << SITE_UNDECIDED;
    if (j->start != SITE_UNKNOWN && j->start < j->submit) j->submit = j->start;
    if (j->eligible != j->submit &&
        (j->eligible < j->submit || j->eligible + j->later[3] <= j->start))
        j->eligible += j->later[3]; /* the shortest wait, here too */
    return 1;
}

/* ---- runs -------------------------------------------------------------------------- */

static int compare_runs(const void *a, const void *b)
{
    const struct site_run *x = *(const struct site_run *const *)a;
    const struct site_run *y = *(const struct site_run *const *)b;
    for (int i = 0; i < SITE_KEYS; i++)
        if (x->key[i] != y->key[i]) return COMPARE(x->key[i], y->key[i]);
    return COMPARE(x, y); /* in the order of the records */
}

/* Do their first n keys agree? */
static int agree(const struct site_run *x, const struct site_run *y, size_t n)
{
    return memcmp(x->key, y->key, n * sizeof *x->key) == 0;
}

static int same_component(const struct site_run *x, const struct site_run *y)
{
    return agree(x, y, SITE_KEY_START);
}

static int is_odd(const struct site_run *r, int of) { return r->odd >> of & 1; }

/* Does the job of record i wait, and does a later record say what came of that? */
static int waited(struct site_run *const *by, size_t n, size_t i)
{
    const struct site_run *r = by[i];
    if (!is_odd(r, SITE_UNFINISHED) || r->key[SITE_KEY_START] != SITE_UNKNOWN) return 0;
    while (++i < n && same_component(r, by[i]))
        if (by[i] > r) return 1;
    return 0;
}

/* Leaves one record of each run, and none of unfinished ones unless these are to be kept.
 * Returns how many are left. */
static size_t leave_finished(struct sitelog *s, struct site_run **by, size_t n)
{
    size_t kept = 0, finished = 0;
    for (size_t i = 0; i < n; i++) {
        struct site_run *r = by[i], *last = kept > 0 ? by[kept - 1] : NULL;
        const int same = last && agree(last, r, SITE_KEYS), over = waited(by, n, i);
        s->notes[SITE_REPLACED] += same || over;
        if (over ||
            (same && is_odd(r, SITE_UNFINISHED) && !is_odd(last, SITE_UNFINISHED)))
            continue;
        kept -= (size_t)same;
        by[kept++] = r;
    }
    for (size_t i = 0; i < kept; i++)
        if (s->keep || !is_odd(by[i], SITE_UNFINISHED)) by[finished++] = by[i];
    s->notes[SITE_UNFINISHED] += kept - finished;
    return finished;
}

static void add_more(swf_job *to, swf_field field, int64_t more)
{
    const int64_t old = swf_get(to, field);
    if (more >= 0 && old >= 0 && old <= JOB_SERVERS_MAX) swf_set(to, field, old + more);
}

static int64_t sum_known(int64_t a, int64_t b)
{
    if (a == SITE_UNKNOWN || b == SITE_UNKNOWN) return a == SITE_UNKNOWN ? b : a;
    return a > INT64_MAX - b ? SITE_UNKNOWN : a + b;
}

/* The next run of a job was submitted when the last one ended. */
static void submit_again(swf_job *next, const swf_job *last)
{
    const int64_t end = last->submit + last->wait + last->run;
    const int64_t start = next->submit + next->wait;
    if (last->wait < 0 || last->run < 0 || next->wait < 0 || start < end) return;
    swf_set(next, SWF_FIELD_SUBMIT, end);
    swf_set(next, SWF_FIELD_WAIT, start - end);
}

/* Each run of a component after the first one joins the first one's run of the same
 * rank. */
static void join(struct sitelog *s, struct site_run **by, size_t n)
{
    struct log_job *jobs = s->log.jobs;
    size_t first = 0, rank = 0;
    for (size_t i = 1; i < n; i++) {
        struct log_job *j = &jobs[by[i] - s->runs];
        rank = same_component(by[i - 1], by[i]) ? rank + 1 : 0;
        if (rank > 0) submit_again(&j->job, &jobs[by[i - 1] - s->runs].job);
        if (!agree(by[first], by[i], SITE_KEY_COMPONENT)) first = i;
        if (same_component(by[first], by[i]) ||
            !same_component(by[first], by[first + rank]))
            continue;
        struct site_run *r = by[first + rank];
        swf_job *to = &jobs[r - s->runs].job;
        if (to->run != j->job.run || to->wait != j->job.wait) {
            by[i]->odd |= 1u << SITE_APART;
            continue;
        }
        add_more(to, SWF_FIELD_PROCS, swf_get(&j->job, SWF_FIELD_PROCS));
        add_more(to, SWF_FIELD_REQ_PROCS, swf_get(&j->job, SWF_FIELD_REQ_PROCS));
        r->gpus = sum_known(r->gpus, by[i]->gpus);
        r->memory = sum_known(r->memory, by[i]->memory);
        r->nodes = sum_known(r->nodes, by[i]->nodes);
        r->cpu = sum_known(r->cpu, by[i]->cpu);
        r->used = sum_known(r->used, by[i]->used);
        r->asked = sum_known(r->asked, by[i]->asked);
        if (to->status == 1) swf_set(to, SWF_FIELD_STATUS, j->job.status);
        r->odd |= by[i]->odd;
        by[i]->joined = 1;
    }
}

static int is_kept(const struct site_run *r)
{
    return !r->joined && !is_odd(r, SITE_NO_SIZE) && !is_odd(r, SITE_HELD);
}

void sitelog_runs_join(struct sitelog *s)
{
    const size_t n = s->log.count;
    struct site_run **by = base_zeroed(n, sizeof *by);
    struct log_job *jobs = s->log.jobs;
    size_t i;
    int note, unsorted = 0; /* as several dumps are */
    for (i = 0; i < n; i++) {
        by[i] = &s->runs[i];
        jobs[i].at = -1;
        unsorted |= i > 0 && compare_runs(&by[i - 1], &by[i]) > 0;
    }
    if (unsorted) qsort(by, n, sizeof *by, compare_runs);
    const size_t kept = leave_finished(s, by, n);
    join(s, by, kept);
    for (i = 0, s->first = INT64_MAX; i < kept; i++) {
        const int64_t at = jobs[by[i] - s->runs].job.submit;
        if (is_kept(by[i]) && at < s->first) s->first = at;
    }
    if (s->first == INT64_MAX) s->first = 0;
    for (i = 0; i < kept; i++) {
        struct log_job *j = &jobs[by[i] - s->runs];
        if (!is_kept(by[i])) /* it is in one note */
            by[i]->odd &= 1u << (is_odd(by[i], SITE_HELD) ? SITE_HELD : SITE_NO_SIZE);
        for (note = 0; note < SITE_NOTES && !by[i]->joined; note++)
            s->notes[note] += (uint64_t)is_odd(by[i], note);
        if (!is_kept(by[i])) continue;
        j->job.submit -= s->first;
        j->at = j->job.submit;
    }
    (void)log_remove_jobs(&s->log);
    free(by);
}

/* ---- reservations ------------------------------------------------------------------ */

enum { IDLE_MOST = 86400, TEXT_MOST = SWF_LINE_MAX - 100 };

/* By reservation, which is kept as their order, and start, which is kept as `at`. */
static int compare_inside(const void *a, const void *b)
{
    const struct log_job *x = a, *y = b;
    if (x->order != y->order) return COMPARE(x->order, y->order);
    return COMPARE(x->at, y->at);
}

static int compare_numbers(const void *a, const void *b)
{
    const struct log_job *x = a, *y = b;
    return COMPARE(x->job.number, y->job.number);
}

static void add_line(struct sitelog *s, const char *text)
{
    const swf_header h = {.directive = SWF_DIR_OTHER,
                          .key = swf_text("Reservation"),
                          .text = swf_text(text)};
    log_add_header(&s->log, &h);
}

/* Adds the reservation of these jobs, the first of which starts first. */
static void add_reservation(struct sitelog *s, struct log_job *jobs, size_t n,
                            int64_t end)
{
    const struct log part = {.jobs = jobs, .count = n};
    char text[SWF_LINE_MAX], before = ' ';
    int used = snprintf(text, sizeof text, "- %" PRId64 " %" PRId64 " %" PRId64, jobs->at,
                        end - jobs->at, usage_of_log(&part));
    qsort(jobs, n, sizeof *jobs, compare_numbers);
    for (size_t i = 0; i < n; i++) {
        if (used > TEXT_MOST) {
            add_line(s, text);
            used = snprintf(text, sizeof text, "+");
            before = ' ';
        }
        used += snprintf(text + used, sizeof text - (size_t)used, "%c%" PRId64, before,
                         jobs[i].job.number);
        before = ',';
    }
    add_line(s, text);
}

size_t sitelog_runs_reserved(struct sitelog *s)
{
    struct log_job *in = base_zeroed(s->log.count, sizeof *in);
    size_t next, n = 0, found = 0;
    for (size_t i = 0; i < s->log.count; i++) {
        const struct site_run *r = &s->runs[s->run[i]];
        struct log_job *j = &in[n];
        if (r->reservation == 0) continue;
        *j = s->log.jobs[i];
        j->at = j->job.submit + j->job.wait;
        j->order = (uint64_t)r->key[SITE_KEY_COMPUTER] << 32 | r->reservation;
        n += j->job.wait >= 0 && j->job.run > 0 && j->job.procs > 0;
    }
    qsort(in, n, sizeof *in, compare_inside);
    for (size_t i = 0; i < n; i = next) {
        int64_t end = in[i].at;
        for (next = i; next < n; next++) {
            if (in[next].order != in[i].order || in[next].at > end + IDLE_MOST) break;
            if (in[next].at + in[next].job.run > end)
                end = in[next].at + in[next].job.run;
        }
        add_reservation(s, in + i, next - i, end);
        found++;
    }
    free(in);
    return found;
}
