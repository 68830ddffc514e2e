/* schedule.c - implements schedule.h. */
#include "online/schedule.h"

#include "base/hash.h"
#include "base/compare.h"
#include "kit/base.h"
#include "kit/measure.h"
#include "kit/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void schedule_begin(struct schedule *d, const struct feedback_links *links)
{
    d->jobs = d->w->jobs;
    d->outcomes = base_zeroed(d->w->count, sizeof *d->outcomes);
    if (!links) return;
    feedback_begin(&d->feedback, d->w->jobs, d->w->count, links);
    if (!d->feedback.linked)
        fail("%s: no job follows an earlier one (fields 17 and 18), which --feedback"
             " needs",
             d->w->source);
    d->jobs = d->feedback.jobs;
}

void schedule_free(struct schedule *d)
{
    grants_free(&d->grants);
    feedback_free(&d->feedback);
    free(d->outcomes);
}

coa_calendar *schedule_run(struct schedule *d, struct machine_rules *rules,
                           struct machine *m, int64_t until)
{
    m->jobs = d->jobs;
    m->count = d->w->count;
    m->servers = d->w->servers;
    m->rules = rules;
    rules->resources = d->resources;
    m->outcomes = d->outcomes;
    m->grants = &d->grants;
    if (d->feedback.jobs) rules->feedback = &d->feedback;
    machine_run(m, until);
    d->broken = m->broken;
    coa_calendar *plan = m->plan;
    m->plan = NULL;
    machine_free(m);
    return plan;
}

void schedule_as_recorded(struct schedule *d)
{
    size_t unrecorded = 0, recorded = 0;
    for (size_t i = 0; i < d->w->count; i++) {
        const struct job *job = &d->w->jobs[i];
        struct job_outcome *o = &d->outcomes[i];
        o->fate = job->servers > d->w->servers ? JOB_TOO_LARGE
                  : job->wait < 0              ? JOB_UNRECORDED
                                               : JOB_RAN;
        unrecorded += o->fate == JOB_UNRECORDED;
        if (o->fate != JOB_RAN) continue;
        o->start = job->submit + job->wait;
        recorded++;
    }
    if (!recorded && unrecorded)
        fail("%s: no job has a waiting time (field 3), which --policy trace needs",
             d->w->source);
}

uint64_t schedule_hash(const struct schedule *d)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < d->w->count; i++) {
        if (d->outcomes[i].fate != JOB_RAN) continue;
        hash = hash_add(hash_add(hash, i), (uint64_t)d->outcomes[i].start);
        if (d->outcomes[i].lost) hash = hash_add(hash, (uint64_t)d->outcomes[i].lost);
        for (size_t k = 0; d->grants.of && k < d->grants.of[i].count; k++) {
            const struct job_run *at = &d->grants.runs[d->grants.of[i].first + k];
            hash = hash_add(hash, (uint64_t)at->first << 32 | at->count);
        }
    }
    return hash;
}

void schedule_give(const struct schedule *d, uint32_t index, struct run *to)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    double busy = 0, servers = 0, requests = 0;
    for (size_t i = 0; i < d->w->count; i++) {
        const struct job *job = &d->jobs[i];
        const struct job_outcome *o = &d->outcomes[i];
        requests += o->fate != JOB_TOO_LARGE;
        if (job->reserved == JOB_GIVEN) continue;
        if (job->submit < first) first = job->submit;
        if (o->fate != JOB_RAN) continue;
        busy += (double)(job_end(job, o) - o->start) * job->servers;
        servers += job->servers;
        if (job_end(job, o) > last) last = job_end(job, o);
    }
    if (last > first) {
        run_give(to, "makespan", (double)(last - first));
        run_give(to, "utilisation",
                 busy / ((double)d->w->servers * (double)(last - first)));
    }
    if (index && to->timing)
        run_give(to, "calendar_bytes_peak", (double)d->stats.bytes_peak);
    if (index != COA_INDEX_RANGE_TREE || requests <= 0) return;
    run_give(to, "search_visits_mean", (double)d->stats.search_visits / requests);
    run_give(to, "update_visits_mean", (double)d->stats.update_visits / requests);
    run_give(to, "search_visits_attempt",
             (double)d->stats.search_visits / (double)d->stats.attempts);
    if (servers > 0)
        run_give(to, "update_visits_server", (double)d->stats.update_visits / servers);
    run_give(to, "idle_periods_mean", (double)d->stats.idle_groups);
}

void schedule_put(const struct schedule *d, size_t i, struct run *to)
{
    const struct job_granted *g = &d->grants.of[i];
    for (uint32_t k = 0; k < g->count; k++)
        run_part(to, i, 0, d->grants.runs[g->first + k].first,
                 d->grants.runs[g->first + k].count, (double)d->outcomes[i].start,
                 (double)job_end(&d->jobs[i], &d->outcomes[i]));
}

/* A line of 18 fields; what a simulation does not know is -1. A job that did not run has
 * no waiting time and the status cancelled (5). */
static void write_job(FILE *to, const struct job *job, const struct job_outcome *o)
{
    const int ran = o->fate == JOB_RAN;
    const int64_t submit = job->submit - job->held;
    fprintf(to,
            "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu32 " -1 -1 %" PRIu32
            " %" PRId64 " -1 %d -1 -1 -1 -1 -1 -1 -1",
            job->number, submit, ran ? o->start - submit : -1,
            job->run + (ran ? o->lost : 0), job->servers, job->servers, job->estimate,
            ran ? 1 : 5);
    fprintf(to, job->held ? " ready = %" PRId64 "\n" : "\n", job->held);
}

struct submitted {
    int64_t at;
    size_t job;
};

static int compare_submitted(const void *a, const void *b)
{
    const struct submitted *x = a, *y = b;
    return x->at != y->at ? COMPARE(x->at, y->at) : COMPARE(x->job, y->job);
}

/* The jobs in the order in which they were submitted: held ones arrive later. */
static void write_jobs(FILE *to, const struct schedule *d)
{
    struct submitted *all = base_zeroed(d->w->count, sizeof *all);
    for (size_t i = 0; i < d->w->count; i++)
        all[i].at = d->jobs[i].submit - d->jobs[i].held, all[i].job = i;
    qsort(all, d->w->count, sizeof *all, compare_submitted);
    for (size_t i = 0; i < d->w->count; i++)
        if (d->jobs[all[i].job].reserved != JOB_GIVEN)
            write_job(to, &d->jobs[all[i].job], &d->outcomes[all[i].job]);
    free(all);
}

/* FILE.swf becomes FILE-easy.swf. */
static const char *log_name(const char *file, const char *policy)
{
    const char *dot = strrchr(file, '.');
    const size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - file) : strlen(file);
    return base_text("%.*s-%s%s", (int)stem, file, policy, file + stem);
}

/* A reservation as reservations.h reads it. */
static void write_reservation(FILE *to, const struct schedule *d, const struct job *job)
{
    const struct job_run *on = job->on;
    fprintf(to, "; Reservation: - %" PRId64 " %" PRId64 " ", job->ready - d->w->first,
            job->length);
    if (!on) fprintf(to, "%" PRIu32, job->servers);
    for (; on && on->count; on++)
        fprintf(to, "%s%" PRIu32 "-%" PRIu32, on > job->on ? "," : "", on->first,
                on->first + on->count - 1);
    fputc('\n', to);
}

void schedule_write(const struct schedule *d, const char *path, const char *policy,
                    int several)
{
    FILE *to = output_open(several ? log_name(path, policy) : path, "; Version: 2.2");
    size_t jobs = 0;
    for (size_t i = 0; i < d->w->count; i++) jobs += d->jobs[i].reserved != JOB_GIVEN;
    fprintf(to,
            "; Version: 2.2\n%s; MaxJobs: %zu\n; MaxRecords: %zu\n; MaxProcs: %" PRIu32
            "\n; Note: simulated by coalloc_sim; scheduler: %s\n",
            d->w->header, jobs, jobs, d->w->servers, policy);
    for (size_t i = 0; i < d->w->count; i++)
        if (d->jobs[i].reserved == JOB_GIVEN && d->outcomes[i].fate == JOB_RAN)
            write_reservation(to, d, &d->jobs[i]);
    write_jobs(to, d);
    output_close(to);
}
