/* tool_reshape.c - the three commands differ only in what --help says of them, and in how
 * many logs they take. */
#include "logtool/tool_reshape.h"

#include "logtool/logshape.h"
#include "workload/shape.h"
#include "workload/workload.h"

static const char notes[] =
    "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Whatever the order of"
    " the options, changes are made in this order: merge, skip, cut, jobs, scale size,"
    " max cpus, scale run, load. Jobs come out in order of submission, header lines and"
    " comments before them; header lines that are no longer true are corrected, and"
    " notes tell what was done. Recorded waits and think times stay as they were. LOG is"
    " a file in SWF or GWF; .gz is unpacked; - is standard input. Exit status: 0 done, 1"
    " bad input or an output that could not be written, 2 wrong command line.";

struct command {
    const char *operands, *about;
    size_t most_operands;
};

/* Puts the operands after the first before the logs of --merge. */
static int merge_operands(const struct tool *t, struct shape *shape)
{
    struct cli_list all = {{NULL}, 0};
    size_t i;
    if (t->operands.count + shape->merge.count > CLI_LIST_MAX)
        return cli_complain(t->program.name, "more than %d logs", CLI_LIST_MAX);
    for (i = 1; i < t->operands.count; i++) all.items[all.count++] = t->operands.items[i];
    for (i = 0; i < shape->merge.count; i++)
        all.items[all.count++] = shape->merge.items[i];
    shape->merge = all;
    return CLI_RUN;
}

/* The command line. CLI_RUN, or the exit status. */
static int read_command_line(struct tool *t, const struct command *c, struct logshape *s,
                             const char **out)
{
    int64_t size = WORKLOAD_SIZE_REQUESTED, rebase = 0, renumber = 0;
    int64_t bad_lines = TOOL_REFUSE;
    const struct cli_option options[] = {
        SHAPE_OPTIONS(&s->shape, "any"),
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &s->shape.jobs,
         .value = "N",
         .lo = 1,
         .hi = INT64_MAX,
         .unset = "all",
         .help = "only the first N jobs (after --merge, --skip and --cut)"},
        tool_option_servers(&s->servers,
                            "MaxProcs or MaxNodes of the log, else its largest job",
                            "size of the machine, for --load"),
        {.name = "--size",
         .kind = CLI_CHOICE,
         .number = &size,
         .words = WORKLOAD_SIZE_WORDS,
         .help =
             "which size of a job counts for --load; where one is missing, the other"},
        {.name = "--rebase",
         .kind = CLI_FLAG,
         .number = &rebase,
         .help = "the first submission becomes time 0, and UnixStartTime follows"},
        tool_option_renumber(&renumber),
        tool_option_bad_lines(&bad_lines),
        tool_option_out(out)};
    const struct cli_program cli = {t->program.name, c->operands,         c->about,
                                    options,         TOOL_COUNT(options), notes};
    int code = tool_read(t, &cli, 1, c->most_operands);
    if (code == CLI_RUN) code = merge_operands(t, &s->shape);
    if (code == CLI_RUN && c->most_operands > 1 && s->shape.merge.count == 0)
        code = cli_complain(cli.name, "another log is needed (see --help)");
    if (code == CLI_RUN)
        code = tool_check_files(t, t->operands.items[0], &s->shape.merge, *out);
    s->allocated = size == WORKLOAD_SIZE_ALLOCATED;
    s->rebase = (int)rebase;
    s->renumber = (int)renumber;
    s->policy = tool_policy(bad_lines);
    s->refuse = bad_lines == TOOL_REFUSE;
    return code;
}

static int reshape(struct tool *t, const struct command *c)
{
    struct logshape s = {.by = t->program.name, .shape = SHAPE_NONE};
    struct log log = {.path = NULL};
    const char *out = "-";
    struct error e;
    const int code = read_command_line(t, c, &s, &out);
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

int tool_reshape_cut(struct tool *t)
{
    static const struct command cut = {
        "LOG",
        "Keeps a part of a log: leaves out the first jobs (--skip), keeps those"
        " submitted within --cut, and of these the first --jobs. Times stay (but"
        " see --rebase).",
        1};
    return reshape(t, &cut);
}

int tool_reshape_scale(struct tool *t)
{
    static const struct command scale = {
        "LOG",
        "Changes the load of a log: --load moves submissions closer together or"
        " further apart, --scale-size makes jobs larger or smaller, --scale-run"
        " longer or shorter, --max-cpus limits their size.",
        1};
    return reshape(t, &scale);
}

int tool_reshape_merge(struct tool *t)
{
    static const struct command merge = {
        "LOG LOG...",
        "Merges several logs into one: the first submission of each moves to"
        " that of the first log. Job numbers, users, groups and executables of"
        " each further log are raised by the largest so far, so that they stay"
        " apart; queues and partitions stay as they are. Format and header are"
        " those of the first log; what the headers of the others say becomes"
        " notes.",
        CLI_LIST_MAX};
    return reshape(t, &merge);
}
