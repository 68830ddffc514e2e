/* tool.h - what the commands of swf_tool have in common: settings, inputs and outputs,
 * warnings.
 *
 * A command is a table of options and a row in the table of tool_commands.c, and a
 * function that does its work:
 *
 *     int tool_shape_cut(const void *settings)
 *     {
 *         const struct tool *t = (const struct tool *)settings;
 *         tool_reads(t->log);
 *         ...
 *         tool_write_log(&log, t->out);
 *         return 0;
 *     }
 *
 * What cannot be read or written ends the program (kit/fail.h).
 */
#ifndef TOOL_H
#define TOOL_H

#include "base/error.h"
#include "kit/command.h"
#include "workload/log.h"
#include "workload/shape.h"

#include <stdint.h>
#include <stdio.h>

struct tool { /* the settings of all commands */
    const char *log, *out, *json, *first, *zone, *names, *grid, *columns, *machine;
    const char *const *logs, *const *drop; /* NULL = none, else NULL at the end */
    int64_t bad_lines, from, nodes, servers, size, rebase, renumber, list, jobs, seed,
        usages, replace, keep_queue;
    struct shape shape;
};

enum tool_bad_lines { TOOL_REFUSE, TOOL_SKIP, TOOL_REPAIR };
enum tool_from { TOOL_FROM_LOG, TOOL_FROM_SACCT, TOOL_FROM_PBS };

/* A log, or another input, that is read: it is named, is not standard output, too, and
 * standard input is read only once. No output may replace it. */
void tool_reads(const char *path);

/* How a log is read where bad lines are treated so. */
uint32_t tool_policy(const struct tool *t);
enum log_use tool_use(const struct tool *t);

/* Opens `out` for a log. A file that is there is replaced only if it is a log with a
 * header. */
FILE *tool_open_log(const char *out);

/* Writes the log to the file `out`, or nothing; warns of omissions. */
void tool_write_log(const struct log *log, const char *out);

/* ---- tool_shape.c ------------------------------------------------------------------ */

/* Changes a log that is kept with all its fields: merges others into it, then by the
 * options of shape.h. Jobs are put in order of submission; jobs without a submit time (or
 * beyond 10^12 s) have no place in time and are left out. Recorded waits and think times
 * stay as they were. Merging raises job numbers, users, groups and executables by the
 * largest so far; queues and partitions stay. Notes list the changes; `by` is what they
 * begin with: "swf_tool cut". */
void tool_shape(struct log *log, const struct tool *t, const char *by);

/* The last steps of it: the jobs in order of submission, ... */
void tool_shape_sort(struct log *log, const char *by);

/* ... and if asked to, the first submission at 0, and numbers 1, 2, 3, ...: parts of
 * jobs, and the preceding jobs of others, change with them, and a preceding job that is
 * not in the log becomes unknown. Header lines that are no longer true are corrected;
 * `ended` is the last end that it states: log_last_end before all changes. */
void tool_shape_finish(struct log *log, const struct tool *t, const char *by,
                       int64_t ended);

/* ---- the commands ------------------------------------------------------------------ */

/* How what --json writes begins: it may replace only a file of that kind. */
#define TOOL_JSON_BEGIN "{\"log\":"

int tool_info(const void *settings);
int tool_check(const void *settings); /* exit status 1: a line is useless */
int tool_convert(const void *settings);
int tool_shape_cut(const void *settings);
int tool_shape_scale(const void *settings);
int tool_shape_merge(const void *settings);
int tool_clean(const void *settings);
int tool_generate(const void *settings);
int tool_convert_requirements(const void *settings);

extern const struct command tool_commands[];
extern const size_t tool_commands_count;

#endif
