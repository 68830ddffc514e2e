/* tool_commands.c - the commands of swf_tool: each is its text for --help, its options
 * and a few calls of the modules that do the work; info and check are in files of their
 * own. */

#include "logtool/tool.h"

#include "swf.h"

#include "base/job.h"
#include "kit/base.h"
#include "kit/output.h"
#include "logtool/logclean.h"
#include "logtool/logshape.h"
#include "logtool/sitelog.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/lublin.h"
#include "workload/requirements.h"
#include "workload/shape_options.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- info, check ------------------------------------------------------------------- */

static const struct option info_options[] = {TOOL_LOG, TOOL_JSON("every figure")};

static const struct option_word list_words[] = {{"all", NULL, 0}, {NULL, NULL, 0}};

static const struct option check_options[] = {
    TOOL_LOG,
    {"list", TOOL_AT(OPTION_WHOLE, list), .words = list_words, .meta = "N|all",
     .value = "20", .help = "lines of each kind to list; all are counted"},
    TOOL_JSON("the counts")};

/* ---- convert ---------------------------------------------------------------------- */

static const char convert_about[] =
    "Writes a log in the other format (or in its own, tidied). From SWF to GWF preceding"
    " jobs, think times and requirements are lost; from GWF to SWF columns 17 to 29,"
    " letters in identifiers, and fractions of seconds but of CPU times; a note in the"
    " header says so. With --from, LOG is the accounting of a real system: what Slurm"
    " prints for sacct -aPD -S DATE -E now -o " SACCT_COLUMNS
    " (or other columns, but JobID, State and Submit), or the accounting files of PBS"
    " Professional, OpenPBS or Torque, one after the other. Then swf is meant if no "
    "format"
    " is named; jobs are numbered by submission, and those that wait or run left out.";

enum convert_from { FROM_LOG, FROM_SACCT, FROM_PBS };

static const struct option_word from_words[] = {
    {"log", NULL, 0}, {"sacct", NULL, 0}, {"pbs", NULL, 0}, {NULL, NULL, 0}};

static const struct option convert_options[] = {
    {"FORMAT", TOOL_AT(OPTION_TEXT, first), .operand = 1,
     .help = "swf or gwf; with --from it may be left out"},
    TOOL_LOG,
    {"from", TOOL_AT(OPTION_WORD, from), .words = from_words, .value = "log",
     .help = "what LOG is: a log in SWF or GWF, what sacct -P prints, or accounting"
             " records of PBS"},
    {"zone", TOOL_AT(OPTION_TEXT, zone), .meta = "ZONE", .said = "this machine's",
     .help = "with --from: where the clock stood that wrote the times, such as UTC or"
             " Europe/Madrid; times that say theirs stay"},
    {"nodes", TOOL_AT(OPTION_FLAG, nodes),
     .help = "with --from: processors are nodes, for machines that give out whole ones"},
    TOOL_SERVERS("the most that were in use at once",
                 "with --from: size of the machine, for MaxProcs"),
    {"names", TOOL_AT(OPTION_OUTPUT, names),
     .help = "with --from: write there which number stands for which user, group,"
             " application, queue, partition and job; else nobody can be named"},
    TOOL_OUT,
    TOOL_BAD_LINES};

static void convert_log(const struct tool *t, const char *path, uint32_t format)
{
    struct logconvert c = {.path = path, .format = format};
    c.policy = tool_policy(t);
    c.refuse = t->bad_lines == TOOL_REFUSE;
    logconvert_write(&c, t->out);
    tool_warn(c.path, c.bad_lines, c.first_bad_line, &c.surplus);
}

static void convert_site(const struct tool *t, struct sitelog *s, uint32_t format)
{
    struct error e;
    tool_must(t->from == FROM_SACCT ? sacct_read(s, &e) : pbslog_read(s, &e), &e);
    if (s->log.count == 0 && s->log.bad_lines)
        fail("%s: no job: %s", log_source(s->path), s->log.first_bad_line);
    sitelog_finish(s);
    s->log.format = format;
    tool_write_log(&s->log, t->out);
    tool_warn(s->path, s->log.bad_lines, s->log.first_bad_line, &s->log.surplus);
    if (t->names) sitelog_write_names(s, t->names);
}

static int convert(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    const int one = t->first && !t->log && t->from != FROM_LOG;
    struct sitelog site = {.path = one ? t->first : t->log, .zone = t->zone};
    const char *format = one ? "swf" : t->first;
    const int gwf = format && strcmp(format, "gwf") == 0;
    if (!site.path)
        fail_usage("swf|gwf or --from, and a log, are needed; - is standard input (see"
                   " --help)");
    if (!gwf && strcmp(format, "swf") != 0)
        fail_usage("'%s' is not one of swf|gwf", format);
    if (!sitelog_use_zone(&site))
        fail_usage("--zone: '%s' is no time zone that this system has", t->zone);
    if (t->from == FROM_LOG && (t->names || t->nodes || t->zone || t->servers))
        fail_usage("--zone, --nodes, --servers and --names need --from");
    tool_reads(site.path);
    output_claim(t->out, NULL);
    if (t->names) output_claim(t->names, SITELOG_NAMES_BEGIN);
    if (t->from == FROM_LOG) {
        convert_log(t, site.path, gwf ? SWF_FORMAT_GWF : SWF_FORMAT_SWF);
        return 0;
    }
    site.refuse = t->bad_lines == TOOL_REFUSE;
    site.nodes = (int)t->nodes;
    site.servers = t->servers;
    convert_site(t, &site, gwf ? SWF_FORMAT_GWF : SWF_FORMAT_SWF);
    sitelog_free(&site);
    return 0;
}

/* ---- cut, scale, merge: all that logshape.h can do --------------------------------- */

static const char reshape_notes[] =
    "Whatever the order of the options, changes are made in this order: merge, skip,"
    " cut, jobs, scale size, max cpus, scale run, load. Jobs come out in order of"
    " submission, header lines and comments before them; header lines that are no longer"
    " true are corrected, and notes tell what was done. Recorded waits and think times"
    " stay as they were. " COMMAND_NOTES;

static const struct option_word size_words[] = {
    {"requested", NULL, 0}, {"allocated", NULL, 0}, {NULL, NULL, 0}};

#define RESHAPE_OPTIONS                                                                 \
    {"jobs", TOOL_AT(OPTION_WHOLE, shape.jobs), .lo = 1, .said = "all",                 \
     .help = "only the first N jobs (after --merge, --skip and --cut)"},                \
        TOOL_SERVERS("MaxProcs or MaxNodes of the log, else its largest job",           \
                     "size of the machine, for --load"),                                \
        {"size", TOOL_AT(OPTION_WORD, size), .words = size_words, .value = "requested", \
         .help = "which size of a job counts for --load; where one is missing, the"     \
                 " other"},                                                             \
        {"rebase", TOOL_AT(OPTION_FLAG, rebase),                                        \
         .help = "the first submission becomes time 0, and UnixStartTime follows"},     \
        TOOL_RENUMBER, TOOL_BAD_LINES, TOOL_OUT,                                        \
        SHAPE_OPTIONS_OF(struct tool, shape, "any")

static const struct option reshape_options[] = {
    TOOL_LOG,
    {"merge", TOOL_AT(OPTION_LIST, logs), .meta = "FILE",
     .help = "merge the jobs of another log: its first submission moves to that of the"
             " first log, its job numbers are raised by the largest so far; can be given"
             " several times"},
    RESHAPE_OPTIONS};

static const struct option merge_options[] = {
    TOOL_LOG,
    {"LOG", TOOL_AT(OPTION_LIST, logs), .operand = 1, .help = "more of them"},
    RESHAPE_OPTIONS};

static int reshape(const struct tool *t, const char *by)
{
    struct logshape s = {.by = by, .merge = t->logs, .shape = t->shape};
    struct log log = {.path = NULL};
    size_t i;
    tool_reads(t->log);
    for (i = 0; t->logs && t->logs[i]; i++) tool_reads(t->logs[i]);
    output_check(t->out, NULL);
    s.servers = t->servers;
    s.allocated = t->size == WORKLOAD_SIZE_ALLOCATED;
    s.rebase = (int)t->rebase;
    s.renumber = (int)t->renumber;
    s.policy = tool_policy(t);
    s.refuse = t->bad_lines == TOOL_REFUSE;
    tool_load(&log, t->log, s.policy, s.refuse);
    logshape_apply(&log, &s);
    tool_write_log(&log, t->out);
    tool_warn(log.path, log.bad_lines, log.first_bad_line, &log.surplus);
    log_free(&log);
    return 0;
}

static int cut(const void *settings)
{
    return reshape((const struct tool *)settings, "swf_tool cut");
}

static int scale(const void *settings)
{
    return reshape((const struct tool *)settings, "swf_tool scale");
}

static int merge(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    if (t->log && !t->logs) fail_usage("another log is needed (see --help)");
    return reshape(t, "swf_tool merge");
}

/* ---- clean: the log is kept in memory and sorted ----------------------------------- */

static const char clean_about[] =
    "Repairs lines (decimals in whole numbers, missing and surplus columns; negative"
    " values become -1, unknown), puts jobs in order of submission, and removes lines"
    " that are not jobs, jobs that cannot be simulated (no submit time, run time or"
    " size, times beyond 10^12 s, larger than the machine) and jobs for which a filter"
    " holds. Notes in the header tell what was done, and how often.";

static const struct option clean_options[] = {
    TOOL_LOG,
    {"drop", TOOL_AT(OPTION_LIST, drop), .meta = "FILTER",
     .help = "remove the jobs for which the filter holds, as in 'user=60 and"
             " (job>=254200 and job<=271542)': job submit wait run procs cpu memory"
             " req_procs req_time req_memory status user group executable queue"
             " partition preceding think; = != < <= > >=; can be given several times"},
    TOOL_SERVERS("MaxProcs of the log, else any",
                 "size of the machine; larger jobs cannot be simulated"),
    TOOL_RENUMBER,
    TOOL_OUT};

static void read_filters(struct logclean *c, const char *const *drop)
{
    size_t i, n = 0;
    while (drop && drop[n]) n++;
    c->filters = (struct logclean_filter *)base_zeroed(n, sizeof *c->filters);
    c->filter_count = n;
    for (i = 0; i < n; i++)
        if (logclean_filter_read(&c->filters[i], drop[i]) != 0)
            fail_usage("--drop: '%s' is not like 'user=60 and (job>=10 and job<=20)'",
                       drop[i]);
}

static int clean(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    struct logclean c = {.servers = t->servers};
    struct logshape s = {.by = "swf_tool clean", .renumber = (int)t->renumber};
    struct log log = {.path = NULL};
    int64_t ended;
    read_filters(&c, t->drop);
    tool_reads(t->log);
    output_check(t->out, NULL);
    tool_load(&log, t->log, SWF_REPAIR, 0);
    if (log.count == 0 && log.bad_lines)
        fail("%s: not a job log: %s", log.path, log.first_bad_line);
    ended = log_last_end(&log);
    if (!c.servers) c.servers = log_header_value(&log, SWF_DIR_MAX_PROCS);
    logclean_jobs(&c, &log);
    logclean_notes(&c, &log, s.by);
    logshape_sort(&log, s.by);
    logshape_finish(&log, &s, ended);
    tool_write_log(&log, t->out);
    tool_warn(log.path, log.bad_lines, log.first_bad_line, &log.surplus);
    log_free(&log);
    free(c.filters);
    return 0;
}

/* ---- generate: jobs are written as they are made (lublin.h) ------------------------ */

static const char generate_about[] =
    "Makes a log: lublin, the model of Lublin and Feitelson (JPDC 2003) for jobs of a"
    " fixed size, which is the built-in workload of the simulators (the same --jobs,"
    " --servers and --seed give the same jobs). Requested times are the run times. The"
    " command generate requirements, which has options of its own, adds requirements to"
    " the jobs of a log; see generate requirements --help.";

static const struct option generate_options[] = {
    {"MODEL", TOOL_AT(OPTION_TEXT, first), .operand = 1, .help = "lublin"},
    {"jobs", TOOL_AT(OPTION_WHOLE, jobs), .lo = 1, .hi = UINT32_MAX, .value = "10000",
     .help = "how many"},
    {"servers", TOOL_AT(OPTION_WHOLE, servers), .lo = 1, .hi = JOB_SERVERS_MAX,
     .value = "128", .help = "size of the machine"},
    TOOL_SEED("log"),
    TOOL_OUT};

static void write_header(const struct tool *m, FILE *to)
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

static int generate(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    struct lublin model;
    struct error e;
    FILE *to;
    int64_t i;
    if (!t->first || strcmp(t->first, "lublin") != 0)
        fail_usage("what is to be made? lublin or requirements (see --help)");
    to = tool_open_log(t->out);
    write_header(t, to);
    lublin_init(&model, (uint64_t)t->seed, (uint32_t)t->servers);
    for (i = 1; i <= t->jobs && !ferror(to); i++) {
        const struct lublin_job made = lublin_next(&model, (uint32_t)t->servers);
        const swf_job job = job_of(i, &made);
        tool_must(log_write_job(to, &job, SWF_FORMAT_SWF, &e), &e);
    }
    output_close(to);
    return 0;
}

/* ---- generate requirements: on the way through convert ----------------------------- */

static const char require_about[] =
    "Writes a log with requirements behind field 18 of each job, generated as by"
    " Rodero, Guim and Corbalan (section IV-B): memory as in the log; disk from run"
    " time, processors, memory and a random factor; vendor and operating system drawn by"
    " their shares of the grid's CPUs, the same for bursts of 3 to 6 jobs; and clock. At"
    " least one cluster satisfies each job. All else stays as it is; a log in GWF"
    " becomes one in SWF, as by convert.";

static const char require_notes[] =
    "A grid file has lines 'cluster NAME nodes=N cpus=N vendor=TEXT os=TEXT memory=MB"
    " disk=MB clock=MHZ'; memory and disk are of a node, all but nodes and cpus may be"
    " left out, other attributes NAME=VALUE may be added; '#' begins a"
    " comment. " COMMAND_NOTES;

static const struct option require_options[] = {
    TOOL_LOG,
    {"grid", TOOL_AT(OPTION_TEXT, grid), .meta = "GRID",
     .help = "the clusters that the requirements are made for: dom_small, dom_medium,"
             " dom_big or a grid file"},
    TOOL_SEED("requirements"),
    {"usages", TOOL_AT(OPTION_FLAG, usages),
     .help = "generate also how much each job uses of what the processes of a node"
             " share: usage_memory, usage_ethernet, usage_network"},
    {"replace", TOOL_AT(OPTION_FLAG, replace),
     .help = "generate requirements also for jobs that have some; else they keep"
             " theirs"},
    TOOL_BAD_LINES,
    TOOL_OUT};

static int require(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    const struct requirements_rules rules = {
        .seed = (uint64_t)t->seed, .usages = (int)t->usages, .replace = (int)t->replace};
    struct logconvert c = {.path = t->log, .format = SWF_FORMAT_SWF};
    struct requirements generator;
    struct grid grid;
    struct error e;
    char note[400];
    tool_reads(t->log);
    if (!t->grid) fail_usage("--grid is needed (see --help)");
    tool_reads(t->grid);
    output_check(t->out, NULL);
    tool_must(grid_file_load(&grid, t->grid, &e), &e);
    snprintf(note, sizeof note,
             "swf_tool generate requirements: --grid %.200s --seed %" PRId64 "%s%s",
             grid.source, t->seed, t->usages ? " --usages" : "",
             t->replace ? " --replace" : "");
    error_sanitize(note);
    c.policy = tool_policy(t);
    c.refuse = t->bad_lines == TOOL_REFUSE;
    c.generator = &generator;
    c.note = note;
    requirements_begin(&generator, &grid, &rules);
    logconvert_write(&c, t->out);
    tool_warn(c.path, c.bad_lines, c.first_bad_line, &c.surplus);
    grid_free(&grid);
    return 0;
}

/* ---- all of them ------------------------------------------------------------------- */

#define TOOL(options) (options), COUNT(options), sizeof(struct tool)

const struct command tool_commands[] = {
    {"info", "show what is in a log: jobs, load, distributions",
     "Shows what the Parallel Workloads Archive shows on its page of a log: header, jobs,"
     " users, time span, load, and how sizes, run times, requested times and submissions"
     " are distributed. The offered load is of requested sizes, from the first to the"
     " last submission; the utilisation is of allocated sizes, up to the last end. Hours"
     " are those of the machine's clock: its time zone is the difference of StartTime and"
     " UnixStartTime in the header, else TimeZone. Lines that are not jobs are counted.",
     NULL, TOOL(info_options), tool_info},
    {"check", "list what is odd in a log, line by line",
     "Lists what is odd in a log, as FILE:LINE: kind: what, then how often each kind was"
     " found. Kinds with a star make a line useless: the simulators skip it or leave the"
     " job out.",
     "A line number of 0 is the log as a whole. Exit status: 0 no useless line, 1 some, "
     "or"
     " bad input or an output that could not be written, 2 wrong command line.",
     TOOL(check_options), tool_check},
    {"convert", "convert a log: SWF, GWF, sacct, PBS", convert_about, NULL,
     TOOL(convert_options), convert},
    {"cut", "keep a part of a log, by time or number of jobs",
     "Keeps a part of a log: leaves out the first jobs (--skip), keeps those submitted"
     " within --cut, and of these the first --jobs. Times stay (but see --rebase).",
     reshape_notes, TOOL(reshape_options), cut},
    {"scale", "change the load of a log, or the size of its jobs",
     "Changes the load of a log: --load moves submissions closer together or further"
     " apart, --scale-size makes jobs larger or smaller, --scale-run longer or shorter,"
     " --max-cpus limits their size.",
     reshape_notes, TOOL(reshape_options), scale},
    {"merge", "merge several logs into one",
     "Merges several logs into one: the first submission of each moves to that of the"
     " first log. Job numbers, users, groups and executables of each further log are"
     " raised by the largest so far, so that they stay apart; queues and partitions stay"
     " as they are. Format and header are those of the first log; what the headers of the"
     " others say becomes notes.",
     reshape_notes, TOOL(merge_options), merge},
    {"clean", "remove jobs that cannot be simulated, and noise", clean_about, NULL,
     TOOL(clean_options), clean},
    {"generate requirements", NULL, require_about, require_notes, TOOL(require_options),
     require},
    {"generate", "make a log from a model, or requirements for a log", generate_about,
     NULL, TOOL(generate_options), generate},
};

const size_t tool_commands_count = COUNT(tool_commands);
