/* tool.c - options are made by functions, so that each is described once for all commands
 * that have it. */
#define _POSIX_C_SOURCE 200809L

#include "logtool/tool.h"

#include "swf.h"

#include <sys/stat.h>
#include <unistd.h>

#include <inttypes.h>
#include <string.h>

int tool_read(struct tool *t, const struct cli_program *cli, size_t least, size_t most)
{
    const int code = program_read(&t->program, cli, &t->operands, most);
    if (code != CLI_RUN || t->operands.count >= least) return code;
    return cli_complain(cli->name, "a log is needed; - is standard input (see --help)");
}

void tool_warn_bad_lines(const struct tool *t, const char *path, uint64_t n,
                         const char *first)
{
    if (n)
        cli_complain(t->program.name,
                     "warning: %s: lines skipped, as they are no job: %" PRIu64
                     "; the first: %s",
                     path, n, first);
}

int tool_open_log(struct outfile *file, const char *out, struct error *e)
{
    /* what is replaced begins with a line of a log's header */
    static const char *const labels[] = {
        "Version",       "Computer",      "Installation", "Acknowledge", "Information",
        "Conversion",    "MaxJobs",       "MaxRecords",   "Preemption",  "UnixStartTime",
        "TimeZone",      "StartTime",     "EndTime",      "MaxNodes",    "MaxProcs",
        "MaxRuntime",    "MaxMemory",     "AllowOveruse", "MaxQueues",   "Queue",
        "Queues",        "MaxPartitions", "Partition",    "Partitions",  "Note",
        "TimeZoneString"};
    char begins[40];
    int may = 0;
    size_t i;
    for (i = 0; i < 2 * sizeof labels / sizeof labels[0] && may == 0; i++) {
        snprintf(begins, sizeof begins, "%c%s:", i % 2 ? '#' : ';', labels[i / 2]);
        may = outfile_may_replace(out, begins, e);
    }
    if (may > 0) return outfile_open(file, out, e);
    if (may < 0) return -1;
    return error_fail(e, "%s would be replaced, and is not a log with a header", out);
}

int tool_write_log(const struct log *log, const char *out, struct error *e)
{
    struct outfile file = {.file = NULL};
    if (tool_open_log(&file, out, e) != 0) return -1;
    if (log_write(log, file.file, e) == 0) return outfile_commit(&file, e);
    outfile_discard(&file);
    return -1;
}

/* ---- files ------------------------------------------------------------------------- */

/* Is standard output a file, and the same one as this input? */
static int is_standard_output(const char *in)
{
    struct stat a, b;
    const int found = strcmp(in, "-") == 0 ? fstat(STDIN_FILENO, &a) : stat(in, &a);
    return found == 0 && fstat(STDOUT_FILENO, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_ino != 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int check_input(const struct tool *t, const char *in, const char *out)
{
    if (out && strcmp(in, "-") != 0 && outfile_same(in, out))
        return cli_complain(t->program.name,
                            "%s is a log that is read; it would be replaced", out);
    if (is_standard_output(in))
        return cli_complain(t->program.name, "%s is standard output, too",
                            log_source(in));
    return CLI_RUN;
}

int tool_check_files(const struct tool *t, const char *log, const struct cli_list *merged,
                     const char *out)
{
    const size_t others = merged ? merged->count : 0;
    int standard = 0;
    size_t i;
    for (i = 0; i <= others; i++) {
        const char *in = i == 0 ? log : merged->items[i - 1];
        const int code = check_input(t, in, out);
        if (code != CLI_RUN) return code;
        standard += strcmp(in, "-") == 0;
    }
    if (standard > 1)
        return cli_complain(t->program.name, "standard input can be read only once");
    return CLI_RUN;
}

/* ---- options ----------------------------------------------------------------------- */

struct cli_option tool_option_bad_lines(int64_t *bad_lines)
{
    const struct cli_option o = {
        OPTION_CHOICE("--bad-lines", bad_lines, "refuse|skip|repair"),
        .help = "a line that is not a job: refuse the log, skip the line, or repair it"
                " where that can be done (decimals in whole numbers, missing and"
                " surplus columns) and else skip it"};
    return o;
}

uint32_t tool_policy(int64_t bad_lines)
{
    return bad_lines == TOOL_REPAIR ? SWF_REPAIR : SWF_LENIENT;
}

struct cli_option tool_option_out(const char **out)
{
    const struct cli_option o = {
        OPTION_TEXT("--out", out, "FILE"), .unset = "-",
        .help = "write the log there, all of it or nothing; - is standard output"};
    return o;
}

struct cli_option tool_option_json(const char **json, const char *help)
{
    const struct cli_option o = {OPTION_TEXT("--json", json, "[FILE]"), .bare = "-",
                                 .help = help};
    return o;
}

struct cli_option tool_option_servers(int64_t *servers, const char *unset,
                                      const char *help)
{
    const struct cli_option o = {OPTION_NUMBER("--servers", servers, "N", 1, INT64_MAX),
                                 .unset = unset, .help = help};
    return o;
}

struct cli_option tool_option_seed(int64_t *seed, const char *help)
{
    const struct cli_option o = {OPTION_NUMBER("--seed", seed, "N", 0, INT64_MAX),
                                 .help = help};
    return o;
}

struct cli_option tool_option_renumber(int64_t *renumber)
{
    const struct cli_option o = {
        OPTION_FLAG("--renumber", renumber),
        .help = "number the jobs 1, 2, 3, ...; field 17 (preceding job) follows"};
    return o;
}
