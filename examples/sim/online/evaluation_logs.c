/* evaluation_logs.c - a line of 18 fields for each job; fields that a simulation does not
 * know are -1.
 */
#include "online/evaluation_logs.h"

#include "base/job.h"
#include "base/outfile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int evaluation_logs_name(struct evaluation_logs *logs, const struct policy_list *p)
{
    const char *name = logs->name, *dot = name ? strrchr(name, '.') : NULL;
    if (!name) return 0;
    if (!dot || strchr(dot, '/')) dot = name + strlen(name);
    for (logs->count = 0; logs->count < p->count; logs->count++) {
        char *path = logs->paths[logs->count];
        const char *policy = p->items[logs->count].name;
        const int length = p->count == 1
                               ? snprintf(path, EVALUATION_LOGS_PATH, "%s", name)
                               : snprintf(path, EVALUATION_LOGS_PATH, "%.*s-%s%s",
                                          (int)(dot - name), name, policy, dot);
        if (length < 0 || length >= EVALUATION_LOGS_PATH) return -1;
    }
    return 0;
}

/* A job that did not run has no waiting time and the status cancelled (5). */
static void write_job(FILE *to, const struct job *job, const struct job_outcome *o)
{
    const int ran = o->fate == JOB_RAN;
    fprintf(to,
            "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu32 " -1 -1 %" PRIu32
            " %" PRId64 " -1 %d -1 -1 -1 -1 -1 -1 -1\n",
            job->number, job->submit, ran ? o->start - job->submit : -1,
            job->run + (ran ? o->lost : 0), job->servers, job->servers, job->estimate,
            ran ? 1 : 5);
}

static int write_log(const struct workload *w, const struct evaluation_result *r,
                     const char *path, struct error *e)
{
    struct outfile out;
    size_t i;
    if (outfile_open(&out, path, e) != 0) return -1;
    fprintf(out.file,
            "; Version: 2.2\n%s; MaxJobs: %zu\n; MaxRecords: %zu\n; MaxProcs: %" PRIu32
            "\n; Note: simulated by coalloc_sim; scheduler: %s\n",
            w->header, w->count, w->count, w->servers, r->heading);
    for (i = 0; i < w->count; i++) write_job(out.file, &r->jobs[i], &r->outcomes[i]);
    return outfile_commit(&out, e);
}

int evaluation_logs_write(const struct evaluation_logs *logs, const struct evaluation *x,
                          struct error *e)
{
    size_t i;
    for (i = 0; i < logs->count; i++)
        if (write_log(&x->workload, &x->results[i], logs->paths[i], e) != 0) return -1;
    return 0;
}
