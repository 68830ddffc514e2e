/* tool_info.c - the log is read once, line by line (loginfo.h). */
#include "logtool/tool_info.h"

#include "base/outfile.h"
#include "logtool/loginfo.h"
#include "logtool/loginfo_show.h"
#include "program/outputs.h"

#include <stdio.h>
#include <string.h>

static const char about[] =
    "Shows what the Parallel Workloads Archive shows on its page of a log: header,"
    " jobs, users, time span, load, and how sizes, run times, requested times and"
    " submissions are distributed. The offered load is of requested sizes, from the"
    " first to the last submission; the utilisation is of allocated sizes, up to the"
    " last end. Hours are those of the machine's clock: its time zone is the difference"
    " of StartTime and UnixStartTime in the header, else TimeZone. Lines that are not"
    " jobs are counted.";

/* Prints the table, unless JSON goes to standard output, and writes JSON if asked to. 0,
 * or -1. */
static int show(const struct loginfo *f, const char *json, struct error *e)
{
    struct outfile out = {.file = NULL};
    struct sheet table = {.table = stdout}, object = {.table = NULL};
    if (!json || strcmp(json, "-") != 0) {
        loginfo_show(&table, f);
        if (outfile_open(&out, "-", e) != 0 || outfile_commit(&out, e) != 0) return -1;
    }
    if (!json) return 0;
    if (outfile_open(&out, json, e) != 0) return -1;
    object.json.to = out.file;
    loginfo_show(&object, f);
    return outfile_commit(&out, e);
}

static int read_log(struct loginfo *f, struct error *e)
{
    if (log_scan(f->path, SWF_LENIENT, loginfo_item, f, e) != 0) return -1;
    if (f->jobs == 0 && f->bad_lines)
        return error_fail(e, "%s: not a job log: %s", f->path, f->first_bad_line);
    loginfo_finish(f);
    return 0;
}

int tool_info(struct tool *t)
{
    const char *json = NULL;
    const struct cli_option options[] = {
        tool_option_json(&json, "write every figure as JSON; without FILE, or with -, to"
                                " standard output, instead of the table")};
    const struct cli_program cli = {t->program.name,     "LOG",     about, options,
                                    TOOL_COUNT(options), tool_notes};
    struct loginfo info;
    struct error e;
    int code = tool_read(t, &cli, 1, 1), result;
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, json);
    if (code == CLI_RUN)
        code = outputs_check_content(t->program.name, "json", json, "{\"log\":");
    if (code != CLI_RUN) return code;
    loginfo_begin(&info, t->operands.items[0]);
    result = read_log(&info, &e) != 0 || show(&info, json, &e) != 0;
    if (!result) {
        tool_warn_bad_lines(t, info.path, info.bad_lines, info.first_bad_line);
        log_warn_surplus(&info.surplus, t->program.name, info.path);
    }
    loginfo_free(&info);
    return program_end(&t->program, result, &e);
}
