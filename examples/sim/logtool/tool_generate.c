/* tool_generate.c - the jobs of the model (lublin.h) are written as they are made. */
#include "logtool/tool_generate.h"

#include "swf.h"

#include "base/job.h"
#include "base/outfile.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char about[] =
    "Makes a log: lublin, the model of Lublin and Feitelson (JPDC 2003) for jobs of a"
    " fixed size, which is the built-in workload of the simulators (the same --jobs,"
    " --servers and --seed give the same jobs). Requested times are the run times. The"
    " command generate requirements, which has options of its own, adds requirements to"
    " the jobs of a log; see generate requirements --help.";

struct model {
    int64_t jobs, servers, seed;
};

static void write_header(const struct model *m, FILE *to)
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
            m->jobs, m->jobs, m->servers, m->servers, m->jobs, m->servers, m->seed);
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

static int write_jobs(const struct model *m, FILE *to, struct error *e)
{
    struct lublin model;
    int64_t i;
    lublin_init(&model, (uint64_t)m->seed, (uint32_t)m->servers);
    for (i = 1; i <= m->jobs && !ferror(to); i++) {
        const struct lublin_job made = lublin_next(&model, (uint32_t)m->servers);
        const swf_job job = job_of(i, &made);
        if (log_write_job(to, &job, SWF_FORMAT_SWF, e) != 0) return -1;
    }
    return 0;
}

static int generate(const struct model *m, const char *out, struct error *e)
{
    struct outfile file = {.file = NULL};
    if (tool_open_log(&file, out, e) != 0) return -1;
    write_header(m, file.file);
    if (write_jobs(m, file.file, e) == 0) return outfile_commit(&file, e);
    outfile_discard(&file);
    return -1;
}

int tool_generate(struct tool *t)
{
    struct model model = {.jobs = 10000, .servers = 128, .seed = 1};
    const char *out = "-";
    const struct cli_option options[] = {
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &model.jobs,
         .value = "N",
         .lo = 1,
         .hi = UINT32_MAX,
         .help = "how many"},
        {.name = "--servers",
         .kind = CLI_NUMBER,
         .number = &model.servers,
         .value = "N",
         .lo = 1,
         .hi = JOB_SERVERS_MAX,
         .help = "size of the machine"},
        tool_option_seed(&model.seed,
                         "of the random numbers: the same seed, the same log"),
        tool_option_out(&out)};
    const struct cli_program cli = {t->program.name,     "lublin",  about, options,
                                    TOOL_COUNT(options), tool_notes};
    struct error e;
    const int code = tool_read(t, &cli, 0, 1);
    if (code != CLI_RUN) return code;
    if (t->operands.count == 0 || strcmp(t->operands.items[0], "lublin") != 0)
        return cli_complain(cli.name,
                            "what is to be made? lublin or requirements (see --help)");
    return program_end(&t->program, generate(&model, out, &e), &e);
}
