/* tool_generate.c - generate lublin: jobs are written as they are made (lublin.h). */
#include "logtool/tool.h"

#include "kit/output.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <string.h>

static void write_header(const struct tool *t, FILE *to)
{
    fprintf(to,
            "; Version: 2.2\n"
            "; Computer: none, a model: Lublin-Feitelson, JPDC 2003\n"
            "; Conversion: swf_tool generate lublin\n"
            "; MaxJobs: %" PRId64 "\n"
            "; MaxRecords: %" PRId64 "\n"
            "; Preemption: No\n"
            "; UnixStartTime: 0\n"
            "; TimeZone: 0\n"
            "; TimeZoneString: UTC\n"
            "; StartTime: Thu Jan  1 00:00:00 UTC 1970\n"
            "; MaxNodes: %" PRId64 "\n"
            "; MaxProcs: %" PRId64 "\n"
            "; Note: --jobs %" PRId64 " --servers %" PRId64 " --seed %" PRId64 "\n"
            "; Note: arrivals follow the time of day, not the day of the week\n",
            t->jobs, t->jobs, t->servers, t->servers, t->jobs, t->servers, t->seed);
}

static swf_job job_of(int64_t number, const struct lublin_job *made)
{
    swf_job job;
    swf_job_clear(&job);
    swf_set(&job, SWF_FIELD_NUMBER, number);
    swf_set(&job, SWF_FIELD_SUBMIT, made->submit);
    swf_set(&job, SWF_FIELD_RUN, made->run);
    swf_set(&job, SWF_FIELD_PROCS, made->servers);
    swf_set(&job, SWF_FIELD_REQ_PROCS, made->servers);
    swf_set(&job, SWF_FIELD_REQ_TIME, made->run);
    swf_set(&job, SWF_FIELD_STATUS, 1);
    return job;
}

int tool_generate(const void *settings)
{
    const struct tool *t = settings;
    struct lublin model;
    if (!t->first || strcmp(t->first, "lublin") != 0)
        fail_usage("expected lublin or requirements (see --help)");
    FILE *to = tool_open_log(t->out);
    write_header(t, to);
    lublin_init(&model, (uint64_t)t->seed, (uint32_t)t->servers);
    for (int64_t i = 1; i <= t->jobs && !ferror(to); i++) {
        const struct lublin_job made = lublin_next(&model, (uint32_t)t->servers);
        const swf_job job = job_of(i, &made);
        log_write_job(to, &job, SWF_FORMAT_SWF);
    }
    output_close(to);
    return 0;
}
