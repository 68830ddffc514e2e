/* tool_commands.c - the commands of swf_tool: each is its text for --help, its options
 * and a few calls of the modules that do the work; info and check are in files of their
 * own. A command of two words stands before the one of its first word, so that
 * the first row that fits is the right one. */

#include "logtool/tool.h"

#include "swf.h"

#include "base/job.h"
#include "base/outfile.h"
#include "logtool/logclean.h"
#include "logtool/logshape.h"
#include "logtool/sitelog.h"
#include "program/outputs.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/lublin.h"
#include "workload/requirements.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- convert ----------------------------------------------------------------------- */

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

static const char format_words[] = "swf|gwf", from_words[] = "log|sacct|pbs";

enum convert_from { FROM_LOG, FROM_SACCT, FROM_PBS };

struct conversion {
    struct sitelog site; /* with --from */
    int64_t from, bad_lines, nodes;
    const char *out, *names;
};

static int convert_log(struct tool *t, const struct conversion *v, uint32_t format,
                       struct error *e)
{
    struct logconvert c = {.path = v->site.path, .format = format};
    c.policy = tool_policy(v->bad_lines);
    c.refuse = v->bad_lines == TOOL_REFUSE;
    if (logconvert_write(&c, v->out, e) != 0) return -1;
    tool_warn_bad_lines(t, c.path, c.bad_lines, c.first_bad_line);
    log_warn_surplus(&c.surplus, t->program.name, c.path);
    return 0;
}

static int convert_site(struct tool *t, struct conversion *v, uint32_t format,
                        struct error *e)
{
    struct sitelog *s = &v->site;
    s->refuse = v->bad_lines == TOOL_REFUSE;
    s->nodes = (int)v->nodes;
    if (v->from == FROM_SACCT ? sacct_read(s, e) != 0 : pbslog_read(s, e) != 0) return -1;
    if (s->log.count == 0 && s->log.bad_lines)
        return error_fail(e, "%s: no job: %s", log_source(s->path),
                          s->log.first_bad_line);
    if (sitelog_finish(s, e) != 0) return -1;
    s->log.format = format;
    if (tool_write_log(&s->log, v->out, e) != 0) return -1;
    tool_warn_bad_lines(t, s->path, s->log.bad_lines, s->log.first_bad_line);
    return v->names ? sitelog_write_names(s, v->names, e) : 0;
}

static int tool_convert(struct tool *t)
{
    struct conversion v = {.out = "-", .bad_lines = TOOL_REFUSE};
    const struct cli_option options[] = {
        {OPTION_CHOICE("--from", &v.from, from_words),
         .help = "what LOG is: a log in SWF or GWF, what sacct -P prints, or accounting"
                 " records of PBS"},
        {OPTION_TEXT("--zone", &v.site.zone, "ZONE"), .unset = "this machine's",
         .help = "with --from: where the clock stood that wrote the times, such as UTC"
                 " or Europe/Madrid; times that say theirs stay"},
        {OPTION_FLAG("--nodes", &v.nodes),
         .help = "with --from: processors are nodes, for machines that give out whole"
                 " ones"},
        tool_option_servers(&v.site.servers, "the most that were in use at once",
                            "with --from: size of the machine, for MaxProcs"),
        {OPTION_TEXT("--names", &v.names, "FILE"),
         .help = "with --from: write there which number stands for which user, group,"
                 " application, queue, partition and job; else nobody can be named"},
        tool_option_out(&v.out),
        tool_option_bad_lines(&v.bad_lines)};
    const struct cli_program cli = {t->program.name, "[swf|gwf] LOG",     convert_about,
                                    options,         TOOL_COUNT(options), TOOL_NOTES};
    struct error e;
    int64_t format = 0;
    int code = tool_read(t, &cli, 1, 2), result;
    if (code != CLI_RUN) return code;
    if (t->operands.count == 2 || v.from == FROM_LOG) {
        const char *word = t->operands.items[0];
        format = cli_word_index(format_words, word, strlen(word));
        if (t->operands.count < 2)
            return cli_complain(cli.name,
                                "%s or --from, and a log, are needed;"
                                " - is standard input (see --help)",
                                format_words);
        if (format < 0)
            return cli_complain(cli.name, "'%s' is not one of %s", word, format_words);
    }
    v.site.path = t->operands.items[t->operands.count - 1];
    if (!sitelog_use_zone(&v.site))
        return cli_complain(cli.name, "--zone: '%s' is no time zone that this system has",
                            v.site.zone);
    if (v.from == FROM_LOG && (v.names || v.nodes || v.site.zone || v.site.servers))
        return cli_complain(cli.name,
                            "--zone, --nodes, --servers and --names need --from");
    code = tool_check_files(t, v.site.path, NULL, v.out);
    if (code == CLI_RUN && v.names &&
        (strcmp(v.names, v.out) == 0 || outfile_same(v.names, v.out)))
        code = cli_complain(cli.name, "--names and --out are both %s", v.out);
    if (code == CLI_RUN && v.names)
        code = outputs_check_content(cli.name, "names", v.names, "kind\tnumber\tname");
    if (code != CLI_RUN) return code;
    format = format == 0 ? SWF_FORMAT_SWF : SWF_FORMAT_GWF;
    result = v.from == FROM_LOG ? convert_log(t, &v, (uint32_t)format, &e)
                                : convert_site(t, &v, (uint32_t)format, &e);
    sitelog_free(&v.site);
    return program_end(&t->program, result, &e);
}

/* ---- cut, scale, merge: all that logshape.h can do --------------------------------- */

static const char reshape_notes[] = CLI_TIME
    "Whatever the order of the options, changes are made in this order: merge, skip, "
    "cut, jobs, scale size,"
    " max cpus, scale run, load. Jobs come out in order of submission, header lines and"
    " comments before them; header lines that are no longer true are corrected, and"
    " notes tell what was done. Recorded waits and think times stay as they were."
    " " TOOL_NOTES;

struct reshaping {
    const char *operands, *about;
    size_t most_operands;
};

/* Puts the operands after the first before the logs of --merge. */
static int merge_operands(const struct tool *t, struct cli_list *merge)
{
    struct cli_list all = {{NULL}, 0};
    size_t i;
    if (t->operands.count + merge->count > CLI_LIST_MAX)
        return cli_complain(t->program.name, "more than %d logs", CLI_LIST_MAX);
    for (i = 1; i < t->operands.count; i++) all.items[all.count++] = t->operands.items[i];
    for (i = 0; i < merge->count; i++) all.items[all.count++] = merge->items[i];
    *merge = all;
    return CLI_RUN;
}

/* The command line. CLI_RUN, or the exit status. */
static int reshape_read(struct tool *t, const struct reshaping *c, struct logshape *s,
                        const char **out)
{
    int64_t size = WORKLOAD_SIZE_REQUESTED, rebase = 0, renumber = 0;
    int64_t bad_lines = TOOL_REFUSE;
    const struct cli_option options[] = {
        {OPTION_LIST("--merge", &s->merge, "FILE"),
         .help = "merge the jobs of another log: its first submission moves to that of"
                 " the first log, its job numbers are raised by the largest so far; can"
                 " be given several times"},
        SHAPE_OPTIONS(&s->shape, "any"),
        {OPTION_NUMBER("--jobs", &s->shape.jobs, "N", 1, INT64_MAX), .unset = "all",
         .help = "only the first N jobs (after --merge, --skip and --cut)"},
        tool_option_servers(&s->servers,
                            "MaxProcs or MaxNodes of the log, else its largest job",
                            "size of the machine, for --load"),
        {OPTION_CHOICE("--size", &size, WORKLOAD_SIZE_WORDS),
         .help =
             "which size of a job counts for --load; where one is missing, the other"},
        {OPTION_FLAG("--rebase", &rebase),
         .help = "the first submission becomes time 0, and UnixStartTime follows"},
        tool_option_renumber(&renumber),
        tool_option_bad_lines(&bad_lines),
        tool_option_out(out)};
    const struct cli_program cli = {t->program.name, c->operands,         c->about,
                                    options,         TOOL_COUNT(options), reshape_notes};
    int code = tool_read(t, &cli, 1, c->most_operands);
    if (code == CLI_RUN) code = merge_operands(t, &s->merge);
    if (code == CLI_RUN && c->most_operands > 1 && s->merge.count == 0)
        code = cli_complain(cli.name, "another log is needed (see --help)");
    if (code == CLI_RUN)
        code = tool_check_files(t, t->operands.items[0], &s->merge, *out);
    s->allocated = size == WORKLOAD_SIZE_ALLOCATED;
    s->rebase = (int)rebase;
    s->renumber = (int)renumber;
    s->policy = tool_policy(bad_lines);
    s->refuse = bad_lines == TOOL_REFUSE;
    return code;
}

static int reshape(struct tool *t, const struct reshaping *c)
{
    struct logshape s = {.by = t->program.name, .shape = SHAPE_NONE};
    struct log log = {.path = NULL};
    const char *out = "-";
    struct error e;
    const int code = reshape_read(t, c, &s, &out);
    int result;
    if (code != CLI_RUN) return code;
    result = log_load(&log, t->operands.items[0], s.policy, s.refuse, &e) != 0 ||
             logshape_apply(&log, &s, &e) != 0 || tool_write_log(&log, out, &e) != 0;
    if (!result) {
        tool_warn_bad_lines(t, log.path, log.bad_lines, log.first_bad_line);
        log_warn_surplus(&log.surplus, t->program.name, log.path);
    }
    log_free(&log);
    return program_end(&t->program, result, &e);
}

static int cut(struct tool *t)
{
    static const struct reshaping how = {
        "LOG",
        "Keeps a part of a log: leaves out the first jobs (--skip), keeps those"
        " submitted within --cut, and of these the first --jobs. Times stay (but"
        " see --rebase).",
        1};
    return reshape(t, &how);
}

static int scale(struct tool *t)
{
    static const struct reshaping how = {
        "LOG",
        "Changes the load of a log: --load moves submissions closer together or"
        " further apart, --scale-size makes jobs larger or smaller, --scale-run"
        " longer or shorter, --max-cpus limits their size.",
        1};
    return reshape(t, &how);
}

static int merge(struct tool *t)
{
    static const struct reshaping how = {
        "LOG LOG...",
        "Merges several logs into one: the first submission of each moves to"
        " that of the first log. Job numbers, users, groups and executables of"
        " each further log are raised by the largest so far, so that they stay"
        " apart; queues and partitions stay as they are. Format and header are"
        " those of the first log; what the headers of the others say becomes"
        " notes.",
        CLI_LIST_MAX};
    return reshape(t, &how);
}

/* ---- clean: the log is kept in memory and sorted ----------------------------------- */

static const char clean_about[] =
    "Repairs lines (decimals in whole numbers, missing and surplus columns; negative"
    " values become -1, unknown), puts jobs in order of submission, and removes lines"
    " that are not jobs, jobs that cannot be simulated (no submit time, run time or"
    " size, times beyond 10^12 s, larger than the machine) and jobs for which a filter"
    " holds. Notes in the header tell what was done, and how often.";

struct filters {
    struct logclean_filter all[CLI_LIST_MAX];
    size_t count;
};

/* CLI_RUN, or CLI_USAGE after a complaint. */
static int read_filters(struct filters *f, const char *name, const struct cli_list *drop)
{
    size_t i;
    for (i = 0; i < drop->count; i++)
        if (logclean_filter_read(&f->all[f->count++], drop->items[i]) != 0)
            return cli_complain(
                name, "--drop: '%s' is not like 'user=60 and (job>=10 and job<=20)'",
                drop->items[i]);
    return CLI_RUN;
}

static int clean_loaded(struct log *log, struct logclean *c, const struct logshape *s,
                        const char *out, struct error *e)
{
    const int64_t ended = log_last_end(log);
    if (log->count == 0 && log->bad_lines)
        return error_fail(e, "%s: not a job log: %s", log->path, log->first_bad_line);
    if (!c->servers) c->servers = log_header_value(log, SWF_DIR_MAX_PROCS);
    logclean_jobs(c, log);
    if (logclean_notes(c, log, s->by, e) != 0 || logshape_sort(log, s->by, e) != 0 ||
        logshape_finish(log, s, ended, e) != 0)
        return -1;
    return tool_write_log(log, out, e);
}

static int clean_log(struct tool *t, struct logclean *c, const struct logshape *s,
                     const char *out, struct error *e)
{
    struct log log = {.path = NULL};
    const int failed = log_load(&log, t->operands.items[0], SWF_REPAIR, 0, e) != 0 ||
                       clean_loaded(&log, c, s, out, e) != 0;
    if (!failed) {
        tool_warn_bad_lines(t, log.path, log.bad_lines, log.first_bad_line);
        log_warn_surplus(&log.surplus, t->program.name, log.path);
    }
    log_free(&log);
    return failed ? -1 : 0;
}

static int clean(struct tool *t)
{
    struct cli_list drop = {{NULL}, 0};
    int64_t servers = 0, renumber = 0;
    const char *out = "-";
    const struct cli_option options[] = {
        {OPTION_LIST("--drop", &drop, "FILTER"),
         .help =
             "remove the jobs for which the filter holds, as in 'user=60 and"
             " (job>=254200 and job<=271542)': job submit wait run procs cpu memory"
             " req_procs req_time req_memory status user group executable queue"
             " partition preceding think; = != < <= > >=; can be given several times"},
        tool_option_servers(&servers, "MaxProcs of the log, else any",
                            "size of the machine; larger jobs cannot be simulated"),
        tool_option_renumber(&renumber),
        tool_option_out(&out)};
    const struct cli_program cli = {t->program.name,     "LOG",     clean_about, options,
                                    TOOL_COUNT(options), TOOL_NOTES};
    static struct filters filters; /* too large for a stack */
    struct logclean c = {.filters = filters.all};
    struct logshape s = {.by = cli.name};
    struct error e;
    int code = tool_read(t, &cli, 1, 1);
    if (code == CLI_RUN) code = read_filters(&filters, cli.name, &drop);
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, out);
    if (code != CLI_RUN) return code;
    c.filter_count = filters.count;
    c.servers = servers;
    s.renumber = (int)renumber;
    return program_end(&t->program, clean_log(t, &c, &s, out, &e), &e);
}

/* ---- generate: jobs are written as they are made (lublin.h) ------------------------ */

static const char generate_about[] =
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

static int generate_log(const struct model *m, const char *out, struct error *e)
{
    struct outfile file = {.file = NULL};
    if (tool_open_log(&file, out, e) != 0) return -1;
    write_header(m, file.file);
    if (write_jobs(m, file.file, e) == 0) return outfile_commit(&file, e);
    outfile_discard(&file);
    return -1;
}

static int generate(struct tool *t)
{
    struct model model = {.jobs = 10000, .servers = 128, .seed = 1};
    const char *out = "-";
    const struct cli_option options[] = {
        {OPTION_NUMBER("--jobs", &model.jobs, "N", 1, UINT32_MAX), .help = "how many"},
        {OPTION_NUMBER("--servers", &model.servers, "N", 1, JOB_SERVERS_MAX),
         .help = "size of the machine"},
        tool_option_seed(&model.seed,
                         "of the random numbers: the same seed, the same log"),
        tool_option_out(&out)};
    const struct cli_program cli = {t->program.name,     "lublin",
                                    generate_about,      options,
                                    TOOL_COUNT(options), TOOL_NOTES};
    struct error e;
    const int code = tool_read(t, &cli, 0, 1);
    if (code != CLI_RUN) return code;
    if (t->operands.count == 0 || strcmp(t->operands.items[0], "lublin") != 0)
        return cli_complain(cli.name,
                            "what is to be made? lublin or requirements (see --help)");
    return program_end(&t->program, generate_log(&model, out, &e), &e);
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
    " left out, other attributes NAME=VALUE may be added; '#' begins a "
    "comment. " TOOL_NOTES;

struct wanted {
    const char *grid, *out;
    int64_t seed, usages, replace, bad_lines;
};

/* How the requirements were made, for the header of the log. */
static void write_note(const struct wanted *s, const char *name, const char *grid,
                       char *to, size_t size)
{
    snprintf(to, size, "%s: --grid %.200s --seed %" PRId64 "%s%s", name, grid, s->seed,
             s->usages ? " --usages" : "", s->replace ? " --replace" : "");
    error_sanitize(to);
}

static int require_log(const struct tool *t, const struct wanted *s, const struct grid *g,
                       struct error *e)
{
    const struct requirements_rules rules = {
        .seed = (uint64_t)s->seed, .usages = (int)s->usages, .replace = (int)s->replace};
    struct requirements generator;
    char note[400];
    struct logconvert c = {.path = t->operands.items[0],
                           .format = SWF_FORMAT_SWF,
                           .policy = tool_policy(s->bad_lines),
                           .refuse = s->bad_lines == TOOL_REFUSE,
                           .generator = &generator,
                           .note = note};
    write_note(s, t->program.name, g->source, note, sizeof note);
    requirements_begin(&generator, g, &rules);
    if (logconvert_write(&c, s->out, e) != 0) return -1;
    tool_warn_bad_lines(t, c.path, c.bad_lines, c.first_bad_line);
    return 0;
}

/* Is a grid given, which is not replaced, and not read from the same input as the log?
 * CLI_RUN, or CLI_USAGE after a complaint. */
static int check_grid(const struct tool *t, const struct wanted *s)
{
    const char *name = t->program.name;
    if (!s->grid) return cli_complain(name, "--grid is needed (see --help)");
    if (strcmp(s->grid, "-") == 0 && strcmp(t->operands.items[0], "-") == 0)
        return cli_complain(name, "standard input can be read only once");
    if (strcmp(s->grid, "-") != 0 && outfile_same(s->grid, s->out))
        return cli_complain(name, "%s is a grid that is read; it would be replaced",
                            s->out);
    return CLI_RUN;
}

static int require(struct tool *t)
{
    struct wanted s = {.out = "-", .seed = 1};
    const struct cli_option options[] = {
        {OPTION_TEXT("--grid", &s.grid, "GRID"),
         .help = "the clusters that the requirements are made for: dom_small,"
                 " dom_medium, dom_big or a grid file"},
        tool_option_seed(&s.seed,
                         "of the random numbers: the same seed, the same requirements"),
        {OPTION_FLAG("--usages", &s.usages),
         .help = "generate also how much each job uses of what the processes of a node"
                 " share: usage_memory, usage_ethernet, usage_network"},
        {OPTION_FLAG("--replace", &s.replace),
         .help = "generate requirements also for jobs that have some; else they keep"
                 " theirs"},
        tool_option_bad_lines(&s.bad_lines),
        tool_option_out(&s.out)};
    const struct cli_program cli = {t->program.name,     "LOG",
                                    require_about,       options,
                                    TOOL_COUNT(options), require_notes};
    struct grid grid;
    struct error e;
    int code = tool_read(t, &cli, 1, 1), result;
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, s.out);
    if (code == CLI_RUN) code = check_grid(t, &s);
    if (code != CLI_RUN) return code;
    result = grid_file_load(&grid, s.grid, &e);
    if (result == 0) {
        result = require_log(t, &s, &grid, &e);
        grid_free(&grid);
    }
    return program_end(&t->program, result, &e);
}

const struct tool_command tool_commands[] = {
    {"info", "show what is in a log: jobs, load, distributions", tool_info},
    {"check", "list what is odd in a log, line by line", tool_check},
    {"convert", "convert a log: SWF, GWF, sacct, PBS", tool_convert},
    {"cut", "keep a part of a log, by time or number of jobs", cut},
    {"scale", "change the load of a log, or the size of its jobs", scale},
    {"merge", "merge several logs into one", merge},
    {"clean", "remove jobs that cannot be simulated, and noise", clean},
    {"generate requirements", NULL, require},
    {"generate", "make a log from a model, or requirements for a log", generate},
};

const size_t tool_commands_count = TOOL_COUNT(tool_commands);
