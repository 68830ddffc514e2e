/* swf_tool - look at a job log, check it, convert, cut, scale, merge and clean it, or
 * make one: Standard Workload Format (SWF) and Grid Workload Format (GWF).
 *
 * The work is done elsewhere: swf.h reads and writes the lines; in sim/, log.h keeps a
 * log, shape.h and logshape.h change it, logclean.h cleans it, lint.h finds what is odd,
 * loginfo.h adds up its figures, lublin.h makes one, requirements.h what its jobs ask
 * for. Here are the commands and their options. info, check, convert and generate read
 * line by line and keep no log.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "base/outfile.h"
#include "base/text.h"
#include "logtool/lint.h"
#include "logtool/logclean.h"
#include "logtool/loginfo.h"
#include "logtool/logshape.h"
#include "program/cli.h"
#include "program/json.h"
#include "report/report.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/log.h"
#include "workload/lublin.h"
#include "workload/requirements.h"
#include "workload/shape.h"

#include <sys/stat.h>
#include <unistd.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "swf_tool"

enum { REFUSE_BAD_LINES, SKIP_BAD_LINES, REPAIR_BAD_LINES };

static const char bad_line_words[] = "refuse|skip|repair";
static const char size_words[] = "requested|allocated";
static const char format_words[] = "swf|gwf";

typedef struct settings {
    const char *name; /* "swf_tool cut", for messages and notes */
    struct cli_list operands;
    const char *out, *json, *grid;
    int64_t bad_lines, list, servers, size, rebase, renumber, keep, jobs, seed;
    int64_t max_memory, usages, replace;
    struct cli_list drop, drop_user;
    struct shape shape;
} settings;

static const settings defaults = {.out = "-", .list = 20, .shape = SHAPE_NONE};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- options that several commands have -------------------------------------------- */

#define OPTION_OUT(s)                                                             \
    {                                                                             \
        .name = "--out", .kind = CLI_TEXT, .text = &(s)->out, .value = "FILE",    \
        .unset = "-",                                                             \
        .help = "write the log there, all of it or nothing; - is standard output" \
    }

#define OPTION_JSON(s, what)                                                           \
    {                                                                                  \
        .name = "--json", .kind = CLI_TEXT, .text = &(s)->json, .value = "FILE",       \
        .help = "write " what " as JSON; - : to standard output, instead of the table" \
    }

#define OPTION_BAD_LINES(s)                                                            \
    {                                                                                  \
        .name = "--bad-lines", .kind = CLI_CHOICE, .number = &(s)->bad_lines,          \
        .words = bad_line_words,                                                       \
        .help =                                                                        \
            "a line that is no job: refuse the log, skip the line, or repair it where" \
            " that can be done (decimals in whole numbers, missing and surplus"        \
            " columns) and else skip it"                                               \
    }

#define OPTION_SERVERS(s, otherwise, why)                                               \
    {                                                                                   \
        .name = "--servers", .kind = CLI_NUMBER, .number = &(s)->servers, .value = "N", \
        .lo = 1, .hi = INT64_MAX, .unset = otherwise, .help = "size of the machine" why \
    }

#define OPTION_SEED(s, what)                                                            \
    {                                                                                   \
        .name = "--seed", .kind = CLI_NUMBER, .number = &(s)->seed, .value = "N",       \
        .hi = INT64_MAX, .help = "of the random numbers: the same seed, the same " what \
    }

#define OPTION_RENUMBER(s)                                                         \
    {                                                                              \
        .name = "--renumber", .kind = CLI_FLAG, .number = &(s)->renumber,          \
        .help = "number the jobs 1, 2, 3, ...; fields 17 (preceding job) go along" \
    }

static const char about_files[] =
    "LOG is a file in SWF or GWF; .gz is unpacked; - is standard input. Exit status: 0"
    " done, 1 bad input or an output that could not be written, 2 wrong command line.";

/* ---- what the commands share ------------------------------------------------------- */

static int complain(const settings *s, const struct error *e)
{
    cli_complain(s->name, "%s", e->text);
    return CLI_BAD;
}

/* The command line of a command, with from `least` to `most` operands. */
static int read_options(settings *s, struct cli_program *me, int argc, char **argv,
                        size_t least, size_t most)
{
    int code;
    me->name = s->name;
    code = cli_parse_list(me, argc, argv, &s->operands, most);
    if (code != CLI_RUN) return code;
    if (s->operands.count < least)
        return cli_complain(s->name, "a log is needed; - is standard input (see --help)");
    return CLI_RUN;
}

/* Is what goes to standard output written into this input, perhaps while it is read? */
static int is_standard_output(const char *in)
{
    struct stat a, b;
    const int found = strcmp(in, "-") == 0 ? fstat(STDIN_FILENO, &a) : stat(in, &a);
    return found == 0 && fstat(STDOUT_FILENO, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* No input may be replaced, or read twice where that cannot be done. */
static int check_files(const settings *s, const char *log, const char *out)
{
    const struct cli_list *merged = &s->shape.merge;
    int standard = strcmp(log, "-") == 0;
    size_t i;
    for (i = 0; i <= merged->count; i++) {
        const char *in = i == 0 ? log : merged->items[i - 1];
        if (i > 0) standard += strcmp(in, "-") == 0;
        if (out && strcmp(in, "-") != 0 && outfile_same(in, out))
            return cli_complain(s->name, "%s is a log that is read; it would be replaced",
                                out);
        if (is_standard_output(in))
            return cli_complain(s->name, "%s is standard output, too",
                                strcmp(in, "-") == 0 ? "standard input" : in);
    }
    if (standard > 1)
        return cli_complain(s->name, "standard input can be read only once");
    return CLI_RUN;
}

static uint32_t policy_of(const settings *s)
{
    return s->bad_lines == REPAIR_BAD_LINES ? SWF_REPAIR : SWF_LENIENT;
}

/* So that nobody takes a log for whole that is not. */
static void warn_bad_lines(const settings *s, const char *path, uint64_t n,
                           const char *first)
{
    if (n)
        cli_complain(s->name,
                     "warning: %s: lines skipped, as they are no job: %" PRIu64
                     "; the first: %s",
                     path, n, first);
}

static int write_log(const settings *s, const struct log *log, struct error *e)
{
    struct outfile out = {.file = NULL};
    if (outfile_open(&out, s->out, e) != 0) return -1;
    if (log_write(log, out.file, e) == 0) return outfile_commit(&out, e);
    outfile_discard(&out);
    return -1;
}

/* ---- info -------------------------------------------------------------------------- */

static int show_info(const settings *s, const struct loginfo *f, struct error *e)
{
    struct outfile out = {.file = NULL};
    struct loginfo_sheet table = {.table = stdout}, json = {.table = NULL};
    if (!s->json || strcmp(s->json, "-") != 0) {
        loginfo_show(&table, f);
        if (outfile_open(&out, "-", e) != 0 || outfile_commit(&out, e) != 0) return -1;
    }
    if (!s->json) return 0;
    if (outfile_open(&out, s->json, e) != 0) return -1;
    json.json.to = out.file;
    loginfo_show(&json, f);
    return outfile_commit(&out, e);
}

static int run_info(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {OPTION_JSON(s, "every figure")};
    struct cli_program me = {
        NULL,
        "LOG",
        "What the Parallel Workloads Archive's page of a log tells: its"
        " header, jobs, users, time span, load, and how sizes, run times,"
        " requested times and submissions are distributed. Load is offered"
        " by requested sizes from the first to the last submission,"
        " utilisation is of allocated sizes up to the last end. Hours are"
        " those of the machine's clock: what StartTime in the header is"
        " ahead of UnixStartTime, else TimeZone. Lines that are no job are"
        " counted.",
        options,
        COUNT(options),
        about_files};
    struct loginfo info = {.path = NULL};
    struct error e;
    int code = read_options(s, &me, argc, argv, 1, 1), failed;
    if (code == CLI_RUN) code = check_files(s, s->operands.items[0], s->json);
    if (code != CLI_RUN) return code;
    info.path = s->operands.items[0];
    info.ended = -1;
    failed = log_scan(info.path, SWF_LENIENT, loginfo_item, &info, &e) != 0;
    if (!failed && info.jobs == 0 && info.bad_lines)
        failed = error_fail(&e, "%s: not a job log: %s", info.path, info.first_bad_line);
    if (!failed) {
        loginfo_finish(&info);
        failed = show_info(s, &info, &e) != 0;
    }
    if (!failed) warn_bad_lines(s, info.path, info.bad_lines, info.first_bad_line);
    loginfo_free(&info);
    return failed ? complain(s, &e) : CLI_OK;
}

/* ---- check ------------------------------------------------------------------------- */

static void show_check_table(const struct lint *l)
{
    char text[TEXT_NUMBER], jobs[TEXT_NUMBER], useless[TEXT_NUMBER];
    int i, found = 0;
    error_print_sanitized(stdout, l->path);
    printf(": %s jobs read, %s lines of no use to a simulator (*)\n",
           text_count(l->jobs, jobs), text_count(l->useless, useless));
    for (i = 0; i < LINT_COUNT; i++) {
        if (!l->counts[i]) continue;
        if (!found++) printf("\n%11s %11s   what\n", "times", "first line");
        printf("%11s", text_count(l->counts[i], text));
        printf(" %11" PRIu64 " %s %s: %s\n", l->first[i], lint_is_useless(i) ? "*" : " ",
               lint_name(i), lint_text(i));
    }
    for (i = found = 0; i < SWF_FIELD_COUNT; i++) {
        if (!l->unknown[i] || l->unknown[i] == l->jobs) continue;
        if (!found++)
            printf("\n%11s %11s   known in other lines, but not in these\n", "times",
                   "first line");
        printf("%11s", text_count(l->unknown[i], text));
        printf(" %11" PRIu64 "   field %d (%s)\n", l->unknown_first[i], i + 1,
               swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1));
    }
}

static void show_check_json(const struct lint *l, FILE *to)
{
    struct json j = {.to = to};
    int i;
    json_open(&j, NULL, '{');
    json_text(&j, "log", l->path);
    json_count(&j, "jobs", (int64_t)l->jobs);
    json_count(&j, "useless_lines", (int64_t)l->useless);
    json_open(&j, "found", '[');
    for (i = 0; i < LINT_COUNT; i++) {
        json_open_flat(&j, NULL, '{');
        json_text(&j, "kind", lint_name(i));
        json_count(&j, "times", (int64_t)l->counts[i]);
        json_count(&j, "first_line", (int64_t)l->first[i]);
        json_count(&j, "useless", lint_is_useless(i));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "unknown", '[');
    for (i = 0; i < SWF_FIELD_COUNT; i++) {
        json_open_flat(&j, NULL, '{');
        json_text(&j, "field", swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1));
        json_count(&j, "times", (int64_t)l->unknown[i]);
        json_count(&j, "first_line", (int64_t)l->unknown_first[i]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

static int show_check(const settings *s, const struct lint *l, struct error *e)
{
    struct outfile out = {.file = NULL};
    if (l->to) {
        if (l->jobs || l->useless) printf("\n");
        show_check_table(l);
    }
    if (outfile_open(&out, s->json ? s->json : "-", e) != 0) return -1;
    if (s->json) show_check_json(l, out.file);
    if (outfile_commit(&out, e) != 0) return -1;
    if (!s->json || !l->to) return 0;
    return outfile_open(&out, "-", e) != 0 ? -1 : outfile_commit(&out, e);
}

static int run_check(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {
        {.name = "--list",
         .kind = CLI_NUMBER,
         .number = &s->list,
         .words = "all",
         .value = "N|all",
         .hi = INT64_MAX,
         .help = "lines of each kind to list; all are counted"},
        OPTION_JSON(s, "the counts")};
    struct cli_program me = {
        NULL,
        "LOG",
        "Lists what is odd in a log, as FILE:LINE: kind: what, then how"
        " often each kind was found. Kinds with a star make a line useless:"
        " the simulators skip it or leave the job out. Exit status: 0 no"
        " such line, 1 some, or bad input or an output that could not be"
        " written, 2 wrong command line.",
        options,
        COUNT(options),
        "LOG is a file in SWF or GWF; .gz is unpacked; - is standard input."
        " A line number of 0 is the log as a whole."};
    struct lint lint;
    struct error e;
    int code = read_options(s, &me, argc, argv, 1, 1), failed;
    if (code == CLI_RUN) code = check_files(s, s->operands.items[0], s->json);
    if (code != CLI_RUN) return code;
    lint_init(&lint, s->json && strcmp(s->json, "-") == 0 ? NULL : stdout,
              s->operands.items[0], s->list < 0 ? UINT64_MAX : (uint64_t)s->list);
    failed = log_scan(lint.path, SWF_REPAIR, lint_item, &lint, &e) != 0;
    if (!failed) {
        lint_finish(&lint);
        failed = show_check(s, &lint, &e) != 0;
    }
    if (failed)
        code = complain(s, &e);
    else
        code = lint.useless ? CLI_BAD : CLI_OK;
    lint_free(&lint);
    return code;
}

/* ---- convert, and generate requirements -------------------------------------------- */

typedef struct conversion {
    const settings *s;
    const char *path;
    FILE *to;
    uint32_t format;
    struct requirements *made; /* what jobs are given to ask for, or NULL */
    char note[400];            /* ... as told in the header               */
    int noted;
    uint64_t bad_lines;
    char first_bad_line[256];
} conversion;

/* Ahead of the first job: what the format has no place for. */
static int convert_note(conversion *c, uint32_t from, struct error *e)
{
    struct log_line note = {.key = NULL, .text = c->note};
    char key[] = "Note";
    char to_gwf[] = "swf_tool convert gwf: without preceding jobs, think times and"
                    " requirements";
    char to_swf[] = "swf_tool convert swf: without columns 17 to 29 and fractions of"
                    " seconds (but of CPU times)";
    if (c->noted++) return 0;
    note.key = key;
    if (c->made && log_write_line(c->to, &note, c->format, e) != 0) return -1;
    if (from == c->format || from == SWF_FORMAT_AUTO) return 0;
    note.text = c->format == SWF_FORMAT_GWF ? to_gwf : to_swf;
    return log_write_line(c->to, &note, c->format, e);
}

static int convert_bad_line(conversion *c, const swf_reader *reader, struct error *e)
{
    if (c->bad_lines++ == 0)
        swf_write_error(c->first_bad_line, sizeof c->first_bad_line, &reader->error);
    if (c->s->bad_lines != REFUSE_BAD_LINES) return 0;
    return error_fail(e, "%s: %s", c->path, c->first_bad_line);
}

static int convert_job(conversion *c, const swf_job *from, struct error *e)
{
    char text[REQUIREMENTS_TEXT];
    swf_job job = *from;
    if (c->made && requirements_next(c->made, from, text)) {
        job.format = SWF_FORMAT_SWF;
        job.extra = swf_text(text);
    }
    return log_write_job(c->to, &job, c->format, e);
}

static int convert_item(void *context, const swf_item *item, const swf_reader *reader,
                        struct error *e)
{
    conversion *c = (conversion *)context;
    char line[LOG_LINE];
    const swf_format format = (swf_format)c->format;
    if (ferror(c->to)) return error_fail(e, "the output cannot be written");
    if (item->kind == SWF_SKIPPED) return convert_bad_line(c, reader, e);
    if (item->kind == SWF_HEADER)
        return log_write_text(c->to, line,
                       swf_write_header(line, sizeof line, &item->header, format), e);
    if (item->kind == SWF_COMMENT)
        return log_write_text(c->to, line,
                       swf_write_comment(line, sizeof line, item->comment, format), e);
    if (convert_note(c, reader->format, e) != 0) return -1;
    return convert_job(c, &item->job, e);
}

static int convert(const settings *s, conversion *c, struct error *e)
{
    struct outfile out = {.file = NULL};
    if (outfile_open(&out, s->out, e) != 0) return -1;
    c->to = out.file;
    if (log_scan(c->path, policy_of(s), convert_item, c, e) == 0)
        return outfile_commit(&out, e);
    if (ferror(out.file))
        (void)outfile_commit(&out, e); /* it knows why */
    else
        outfile_discard(&out);
    return -1;
}

static int run_convert(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {OPTION_OUT(s), OPTION_BAD_LINES(s)};
    struct cli_program me = {
        NULL,
        "swf|gwf LOG",
        "Writes a log in the other format (or in its own, tidied). From"
        " SWF to GWF preceding jobs, think times and requirements are lost;"
        " from GWF to SWF columns 17 to 29, letters in identifiers, and"
        " fractions of seconds but of CPU times; a note in the header says"
        " so.",
        options,
        COUNT(options),
        about_files};
    conversion c = {.s = s};
    struct error e;
    int code = read_options(s, &me, argc, argv, 2, 2);
    int64_t format;
    if (code != CLI_RUN) return code;
    format =
        cli_word_index(format_words, s->operands.items[0], strlen(s->operands.items[0]));
    if (format < 0)
        return cli_complain(s->name, "'%s' is not one of %s", s->operands.items[0],
                            format_words);
    c.path = s->operands.items[1];
    c.format = format == 0 ? SWF_FORMAT_SWF : SWF_FORMAT_GWF;
    code = check_files(s, c.path, s->out);
    if (code != CLI_RUN) return code;
    if (convert(s, &c, &e) != 0) return complain(s, &e);
    warn_bad_lines(s, c.path, c.bad_lines, c.first_bad_line);
    return CLI_OK;
}

/* ---- cut, scale, merge: one thing, seen from three sides --------------------------- */

static int reshape(const settings *s, const char *path, struct error *e)
{
    struct log log = {.path = NULL};
    const struct logshape_shape how = {.by = s->name,
                                       .shape = s->shape,
                                       .servers = s->servers,
                                       .allocated = (int)s->size,
                                       .rebase = (int)s->rebase,
                                       .renumber = (int)s->renumber,
                                       .policy = policy_of(s),
                                       .refuse = s->bad_lines == REFUSE_BAD_LINES};
    int failed = log_load(&log, path, how.policy, how.refuse, e) != 0 ||
                 logshape_reshape(&log, &how, e) != 0 || write_log(s, &log, e) != 0;
    if (!failed) warn_bad_lines(s, log.path, log.bad_lines, log.first_bad_line);
    log_free(&log);
    return failed ? -1 : 0;
}

/* The operands behind the first are merged, then those of --merge. */
static int merge_operands(settings *s)
{
    struct cli_list all = {{NULL}, 0};
    size_t i;
    if (s->operands.count + s->shape.merge.count > CLI_LIST_MAX)
        return cli_complain(s->name, "more than %d logs", CLI_LIST_MAX);
    for (i = 1; i < s->operands.count; i++) all.items[all.count++] = s->operands.items[i];
    for (i = 0; i < s->shape.merge.count; i++)
        all.items[all.count++] = s->shape.merge.items[i];
    s->shape.merge = all;
    return CLI_RUN;
}

static int run_reshape(settings *s, int argc, char **argv, const char *operand,
                       const char *about, size_t most)
{
    const struct cli_option options[] = {
        SHAPE_OPTIONS(&s->shape),
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &s->shape.jobs,
         .value = "N",
         .lo = 1,
         .hi = INT64_MAX,
         .unset = "all",
         .help = "only the first N jobs (after --merge, --skip and --cut)"},
        OPTION_SERVERS(s, "MaxProcs or MaxNodes of the log, else its largest job",
                       ", for --load"),
        {.name = "--size",
         .kind = CLI_CHOICE,
         .number = &s->size,
         .words = size_words,
         .help =
             "which size of a job counts for --load; where one is missing, the other"},
        {.name = "--rebase",
         .kind = CLI_FLAG,
         .number = &s->rebase,
         .help = "the first submission becomes time 0, and UnixStartTime follows"},
        OPTION_RENUMBER(s),
        OPTION_BAD_LINES(s),
        OPTION_OUT(s)};
    struct cli_program me = {
        NULL,
        operand,
        about,
        options,
        COUNT(options),
        "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Whatever"
        " the order of the options: merge, skip, cut, jobs, scale size,"
        " max cpus, scale run, load."
        " Jobs come out in order of submission, header lines and comments"
        " before them; what is no longer true in the header is set right,"
        " and notes tell what was done. Recorded waits and think times stay"
        " as they were. LOG is a file in SWF or GWF; .gz is unpacked; - is"
        " standard input. Exit status: 0 done, 1 bad input or an output"
        " that could not be written, 2 wrong command line."};
    struct error e;
    int code = read_options(s, &me, argc, argv, 1, most);
    if (code == CLI_RUN) code = merge_operands(s);
    if (code == CLI_RUN && most > 1 && s->shape.merge.count == 0)
        code = cli_complain(s->name, "another log is needed (see --help)");
    if (code == CLI_RUN) code = check_files(s, s->operands.items[0], s->out);
    if (code != CLI_RUN) return code;
    return reshape(s, s->operands.items[0], &e) == 0 ? CLI_OK : complain(s, &e);
}

static int run_cut(settings *s, int argc, char **argv)
{
    return run_reshape(s, argc, argv, "LOG",
                       "Takes a part out of a log: without the first jobs (--skip) those"
                       " submitted within --cut, of these the first --jobs. Times stay"
                       " (but see --rebase).",
                       1);
}

static int run_scale(settings *s, int argc, char **argv)
{
    return run_reshape(s, argc, argv, "LOG",
                       "Changes how much a log asks for: --load draws submissions"
                       " together or apart, --scale-size makes jobs larger or smaller,"
                       " --scale-run longer or shorter, --max-cpus limits their size.",
                       1);
}

static int run_merge(settings *s, int argc, char **argv)
{
    return run_reshape(s, argc, argv, "LOG LOG...",
                       "Puts several logs into one: all begin with the first submission"
                       " of the first. Job numbers, users, groups and executables of each"
                       " further log are raised by the largest so far, so that they stay"
                       " apart; queues and partitions are left. Format and header are"
                       " those of the first; what the others' headers say becomes notes.",
                       CLI_LIST_MAX);
}

/* ---- clean ------------------------------------------------------------------------- */

/* All --drop, then all --drop-user. */
static int read_filters(const settings *s, struct logclean_filter *filters,
                        char users[CLI_LIST_MAX][32], size_t *count)
{
    size_t i;
    *count = 0;
    for (i = 0; i < s->drop.count; i++)
        if (logclean_filter_read(&filters[(*count)++], s->drop.items[i]) != 0)
            return cli_complain(s->name,
                                "--drop: '%s' is not like 'user=60 and (job>=10 and"
                                " job<=20)'",
                                s->drop.items[i]);
    for (i = 0; i < s->drop_user.count; i++) {
        const int64_t user = cli_digits(s->drop_user.items[i], 0);
        if (user < 0)
            return cli_complain(s->name, "--drop-user: '%s' is not a whole number",
                                s->drop_user.items[i]);
        snprintf(users[i], sizeof users[i], "user=%" PRId64, user);
        if (logclean_filter_read(&filters[(*count)++], users[i]) != 0) return CLI_USAGE;
    }
    return CLI_RUN;
}

static int clean(const settings *s, const char *path, struct logclean *c, struct error *e)
{
    struct log log = {.path = NULL};
    const struct logshape_shape how = {.by = s->name, .renumber = (int)s->renumber};
    int64_t ended;
    int failed = log_load(&log, path, SWF_REPAIR, 0, e) != 0;
    if (!failed && log.count == 0 && log.bad_lines)
        failed = error_fail(e, "%s: not a job log: %s", path, log.first_bad_line);
    if (!failed) {
        c->servers = s->servers ? s->servers : log_header_value(&log, SWF_DIR_MAX_PROCS);
        ended = log_last_end(&log);
        logclean_jobs(c, &log);
        failed = (logclean_notes(c, &log, s->name) != 0 && logshape_no_memory(&log, e)) ||
                 logshape_place(&log, s->name, e) != 0 ||
                 logshape_finish(&log, &how, ended, e) != 0 || write_log(s, &log, e) != 0;
    }
    if (!failed) warn_bad_lines(s, log.path, log.bad_lines, log.first_bad_line);
    log_free(&log);
    return failed ? -1 : 0;
}

static int run_clean(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {
        {.name = "--drop",
         .kind = CLI_LIST,
         .list = &s->drop,
         .value = "FILTER",
         .help = "remove the jobs for which it holds, as in 'user=60 and (job>=254200 and"
                 " job<=271542)': job submit wait run procs cpu memory req_procs req_time"
                 " req_memory status user group executable queue partition preceding"
                 " think; = != < <= > >=; can be given several times"},
        {.name = "--drop-user",
         .kind = CLI_LIST,
         .list = &s->drop_user,
         .value = "N",
         .help = "remove this user's jobs; can be given several times"},
        {.name = "--keep-useless",
         .kind = CLI_FLAG,
         .number = &s->keep,
         .help = "keep jobs that cannot be simulated"},
        OPTION_SERVERS(s, "MaxProcs of the log, else any",
                       "; larger jobs cannot be simulated"),
        OPTION_RENUMBER(s),
        OPTION_OUT(s)};
    struct cli_program me = {
        NULL,
        "LOG",
        "Mends lines (decimals in whole numbers, missing and surplus"
        " columns; negative values become -1, unknown), puts jobs in order"
        " of submission, and removes lines that are no job, jobs that"
        " cannot be simulated (no submit time, run time or size, times"
        " beyond 10^12 s, larger than the machine) and what the filters"
        " say. Notes in the header tell what was done, and how often.",
        options,
        COUNT(options),
        about_files};
    static struct logclean_filter filters[2 * CLI_LIST_MAX];
    char users[CLI_LIST_MAX][32];
    struct logclean c = {.filters = filters};
    struct error e;
    int code = read_options(s, &me, argc, argv, 1, 1);
    if (code == CLI_RUN) code = read_filters(s, filters, users, &c.filter_count);
    if (code == CLI_RUN) code = check_files(s, s->operands.items[0], s->out);
    if (code != CLI_RUN) return code;
    c.keep_useless = (int)s->keep;
    return clean(s, s->operands.items[0], &c, &e) == 0 ? CLI_OK : complain(s, &e);
}

/* ---- generate ---------------------------------------------------------------------- */

static void lublin_header(const settings *s, FILE *to)
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
            s->jobs, s->jobs, s->servers, s->servers, s->jobs, s->servers, s->seed);
}

static int lublin(const settings *s, struct error *e)
{
    struct outfile out = {.file = NULL};
    struct lublin model;
    int64_t i;
    if (outfile_open(&out, s->out, e) != 0) return -1;
    lublin_header(s, out.file);
    lublin_init(&model, (uint64_t)s->seed, (uint32_t)s->servers);
    for (i = 1; i <= s->jobs && !ferror(out.file); i++) {
        const struct lublin_job made = lublin_next(&model, (uint32_t)s->servers);
        swf_job job;
        swf_job_clear(&job);
        swf_set(&job, SWF_FIELD_NUMBER, i);
        swf_set(&job, SWF_FIELD_SUBMIT, made.submit);
        swf_set(&job, SWF_FIELD_RUN, made.run);
        swf_set(&job, SWF_FIELD_PROCS, made.servers);
        swf_set(&job, SWF_FIELD_REQ_PROCS, made.servers);
        swf_set(&job, SWF_FIELD_REQ_TIME, made.run);
        swf_set(&job, SWF_FIELD_STATUS, 1);
        if (log_write_job(out.file, &job, SWF_FORMAT_SWF, e) != 0) {
            outfile_discard(&out);
            return -1;
        }
    }
    return outfile_commit(&out, e);
}

static int requirements(settings *s, const struct grid *g, const char *path,
                        struct error *e)
{
    const struct requirements_rules rules = {.seed = (uint64_t)s->seed,
                                             .max_memory = s->max_memory,
                                             .usages = (int)s->usages,
                                             .replace = (int)s->replace};
    struct requirements made;
    conversion c = {.s = s, .path = path, .format = SWF_FORMAT_SWF, .made = &made};
    int n = snprintf(c.note, sizeof c.note, "%s: --grid %.200s --seed %" PRId64, s->name,
                     g->source, s->seed);
    if (s->max_memory)
        n += snprintf(c.note + n, sizeof c.note - (size_t)n, " --max-memory %" PRId64,
                      s->max_memory);
    snprintf(c.note + n, sizeof c.note - (size_t)n, "%s%s", s->usages ? " --usages" : "",
             s->replace ? " --replace" : "");
    error_sanitize(c.note);
    requirements_begin(&made, g, &rules);
    if (convert(s, &c, e) != 0) return -1;
    warn_bad_lines(s, c.path, c.bad_lines, c.first_bad_line);
    return 0;
}

static int run_requirements(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {
        {.name = "--grid",
         .kind = CLI_TEXT,
         .text = &s->grid,
         .value = "GRID",
         .help = "whose clusters the jobs are to suit: dom_small, dom_medium, dom_big or"
                 " a grid file"},
        OPTION_SEED(s, "requirements"),
        {.name = "--max-memory",
         .kind = CLI_NUMBER,
         .number = &s->max_memory,
         .value = "MB",
         .lo = 1,
         .hi = INT64_C(1000000000000),
         .unset = "what clusters have",
         .help = "no job asks for more memory than this"},
        {.name = "--usages",
         .kind = CLI_FLAG,
         .number = &s->usages,
         .help = "also what jobs use of what processes of a node share: usage_memory,"
                 " usage_ethernet, usage_network"},
        {.name = "--replace",
         .kind = CLI_FLAG,
         .number = &s->replace,
         .help = "also for jobs that have requirements; else they keep them"},
        OPTION_BAD_LINES(s),
        OPTION_OUT(s)};
    struct cli_program me = {
        NULL,
        "LOG",
        "Writes a log with requirements behind field 18 of each job, made"
        " as Rodero, Guim and Corbalan did (section IV-B): memory as the"
        " log tells, disk from run time, processors, memory and a random"
        " factor, vendor and operating system by the shares of the grid's"
        " CPUs in bursts of 3 to 6 jobs, and clock. At least one cluster"
        " satisfies each job. All else stays; a log in GWF becomes one in"
        " SWF, as by convert.",
        options,
        COUNT(options),
        "A grid file has lines 'cluster NAME nodes=N cpus=N vendor=TEXT"
        " os=TEXT memory=MB disk=MB clock=MHZ'; memory and disk are of a"
        " node, all but nodes and cpus may be left out, other attributes"
        " NAME=VALUE may be added; '#' begins a comment. LOG is a file in"
        " SWF or GWF; .gz is unpacked; - is standard input. Exit status: 0"
        " done, 1 bad input or an output that could not be written, 2 wrong"
        " command line."};
    struct grid grid;
    struct error e;
    int code, failed;
    s->name = PROGRAM " generate requirements";
    s->seed = 1;
    code = read_options(s, &me, argc, argv, 1, 1);
    if (code == CLI_RUN) code = check_files(s, s->operands.items[0], s->out);
    if (code != CLI_RUN) return code;
    if (!s->grid) return cli_complain(s->name, "--grid is needed (see --help)");
    if (strcmp(s->grid, "-") == 0 && strcmp(s->operands.items[0], "-") == 0)
        return cli_complain(s->name, "standard input can be read only once");
    if (strcmp(s->grid, "-") != 0 && outfile_same(s->grid, s->out))
        return cli_complain(s->name, "%s is a grid that is read; it would be replaced",
                            s->out);
    if (grid_file_load(&grid, s->grid, &e) != 0) return complain(s, &e);
    failed = requirements(s, &grid, s->operands.items[0], &e) != 0;
    grid_free(&grid);
    return failed ? complain(s, &e) : CLI_OK;
}

static int run_generate(settings *s, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = "--jobs",
                                          .kind = CLI_NUMBER,
                                          .number = &s->jobs,
                                          .value = "N",
                                          .lo = 1,
                                          .hi = UINT32_MAX,
                                          .help = "how many"},
                                         {.name = "--servers",
                                          .kind = CLI_NUMBER,
                                          .number = &s->servers,
                                          .value = "N",
                                          .lo = 1,
                                          .hi = JOB_SERVERS_MAX,
                                          .help = "size of the machine"},
                                         OPTION_SEED(s, "log"),
                                         OPTION_OUT(s)};
    struct cli_program me = {
        NULL,
        "lublin",
        "Makes a log: lublin, the model of Lublin and Feitelson (JPDC 2003)"
        " for jobs of a fixed size, the built-in workload of the simulators"
        " (the same --jobs, --servers and --seed, the same jobs). Requested"
        " times are the run times. (generate requirements, which has options"
        " of its own, gives the jobs of a log something to ask for; see"
        " generate requirements --help.)",
        options,
        COUNT(options),
        about_files};
    struct error e;
    int code;
    if (argc > 1 && strcmp(argv[1], "requirements") == 0)
        return run_requirements(s, argc - 1, argv + 1);
    s->jobs = 10000;
    s->servers = 128;
    s->seed = 1;
    code = read_options(s, &me, argc, argv, 0, 1);
    if (code != CLI_RUN) return code;
    if (s->operands.count == 0 || strcmp(s->operands.items[0], "lublin") != 0)
        return cli_complain(s->name,
                            "what is to be made? lublin or requirements (see --help)");
    return lublin(s, &e) == 0 ? CLI_OK : complain(s, &e);
}

/* ---- the commands ------------------------------------------------------------------ */

typedef struct command {
    const char *name;
    int (*run)(settings *s, int argc, char **argv);
    const char *full, *about;
} command;

static const command commands[] = {
    {"info", run_info, PROGRAM " info", "what is in it: jobs, load, distributions"},
    {"check", run_check, PROGRAM " check", "what is odd in it, line by line"},
    {"convert", run_convert, PROGRAM " convert", "from SWF to GWF and back"},
    {"cut", run_cut, PROGRAM " cut", "a part of it, by time or number of jobs"},
    {"scale", run_scale, PROGRAM " scale", "another load, larger or smaller jobs"},
    {"merge", run_merge, PROGRAM " merge", "several logs into one"},
    {"clean", run_clean, PROGRAM " clean", "without what cannot be simulated, or noise"},
    {"generate", run_generate, PROGRAM " generate",
     "a log from a model, or what the jobs of a log ask for"}};

static int help(void)
{
    size_t i;
    printf("usage: %s command [options] LOG\n\n"
           "Looks at job logs in Standard or Grid Workload Format, and changes them.\n\n"
           "commands:\n",
           PROGRAM);
    for (i = 0; i < COUNT(commands); i++)
        printf("  %-10s%s\n", commands[i].name, commands[i].about);
    printf("\n%s command --help tells the rest.\n", PROGRAM);
    if (fflush(stdout) == 0) return CLI_OK;
    cli_complain(PROGRAM, "standard output cannot be written");
    return CLI_BAD;
}

int main(int argc, char **argv)
{
    settings s = defaults;
    size_t i;
    outfile_guard_standard();
    if (argc < 2) return cli_complain(PROGRAM, "a command is needed (see --help)");
    if (strcmp(argv[1], "--help") == 0) return help();
    for (i = 0; i < COUNT(commands); i++) {
        if (strcmp(argv[1], commands[i].name) != 0) continue;
        s.name = commands[i].full;
        return commands[i].run(&s, argc - 1, argv + 1);
    }
    return cli_complain(PROGRAM, "there is no command %s (see --help)", argv[1]);
}
