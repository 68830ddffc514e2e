/* tool.h - what the commands of swf_tool have in common: settings, rows of options,
 * checks, warnings.
 *
 * A command is a table of options, a function that does its work, and a row in the table
 * of tool_commands.c:
 *
 *     static const struct option cut_options[] = {TOOL_LOG, ..., TOOL_OUT};
 *
 *     static int cut(const void *settings)
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
#include "workload/requirements.h"
#include "workload/shape.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct tool { /* the settings of all commands */
    const char *log, *out, *json, *first, *zone, *names, *grid;
    const char *const *logs, *const *drop; /* NULL = none, else NULL at the end */
    int64_t bad_lines, from, nodes, servers, size, rebase, renumber, list, jobs, seed,
        usages, replace;
    struct shape shape;
};

enum tool_bad_lines { TOOL_REFUSE, TOOL_SKIP, TOOL_REPAIR };

extern const struct option_word tool_bad_lines_words[];

#define TOOL_AT(kind, member) OPTION(kind, struct tool, member)

/* Rows that several commands have. */
#define TOOL_LOG                                                                 \
    {                                                                            \
        "LOG", TOOL_AT(OPTION_FILE, log),                                        \
            .operand = 1,                                                        \
            .help = "a file in SWF or GWF; .gz is unpacked; - is standard input" \
    }
#define TOOL_OUT                                                                      \
    {                                                                                 \
        "out", TOOL_AT(OPTION_OUTPUT, out),                                           \
            .value = "-",                                                             \
            .help = "write the log there, all of it or nothing; - is standard output" \
    }
#define TOOL_BAD_LINES                                                                   \
    {                                                                                    \
        "bad-lines", TOOL_AT(OPTION_WORD, bad_lines),                                    \
            .words = tool_bad_lines_words, .value = "refuse",                            \
            .help = "a line that is not a job: refuse the log, skip the line, or repair" \
                    " it where that can be done (decimals in whole numbers, missing and" \
                    " surplus columns) and else skip it"                                 \
    }
#define TOOL_JSON(what)                                                            \
    {                                                                              \
        "json", TOOL_AT(OPTION_OUTPUT, json),                                      \
            .alone = "-",                                                          \
            .help = "write " what " as JSON; without FILE, or with -, to standard" \
                    " output, instead of the table"                                \
    }
#define TOOL_RENUMBER                                                                \
    {                                                                                \
        "renumber", TOOL_AT(OPTION_FLAG, renumber),                                  \
            .help = "number the jobs 1, 2, 3, ...; field 17 (preceding job) follows" \
    }
#define TOOL_SERVERS(unset, text)                                            \
    {                                                                        \
        "servers", TOOL_AT(OPTION_WHOLE, servers), .lo = 1, .said = (unset), \
                                                   .help = (text)            \
    }
#define TOOL_SEED(what)                                                                  \
    {                                                                                    \
        "seed", TOOL_AT(OPTION_WHOLE, seed),                                             \
            .value = "1", .help = "of the random numbers: the same seed, the same " what \
    }

/* A log, or another input, that is read: it is named, is not standard output, too, and
 * standard input is read only once. No output may replace it. */
void tool_reads(const char *path);

/* How a log is read where bad lines are treated so. */
uint32_t tool_policy(const struct tool *t);

/* Reads it. */
void tool_load(struct log *log, const char *path, uint32_t policy, int refuse);

/* Ends the program with the reason if the result is not 0. */
void tool_must(int result, const struct error *e);

/* Warns of lines that are not jobs, and of columns that were ignored. */
void tool_warn(const char *path, uint64_t bad_lines, const char *first,
               const struct log_surplus *surplus);

/* Opens `out` for a log. A file that is there is replaced only if it is a log with a
 * header. */
FILE *tool_open_log(const char *out);

/* Writes the log to the file `out`, or nothing. */
void tool_write_log(const struct log *log, const char *out);

/* How what --json writes begins: it may replace only a file of that kind. */
#define TOOL_JSON_BEGIN "{\"log\":"

/* Commands in files of their own: what is odd in a log, line by line (the exit status
 * tells whether a line is useless to the simulators); the figures that the Parallel
 * Workloads Archive shows on its pages. */
int tool_check(const void *settings);
int tool_info(const void *settings);

extern const struct command tool_commands[];
extern const size_t tool_commands_count;

struct logconvert { /* zero-initialise, then the first six */
    const char *path;
    uint32_t format;                /* to write in                              */
    uint32_t policy;                /* how the log is read (swf.h) ...          */
    int refuse;                     /* ... and whether a bad line is an error   */
    struct requirements *generator; /* of requirements; NULL = none             */
    const char *note;               /* what the header says of it               */
    FILE *to;
    int noted;
    uint64_t bad_lines; /* that are not jobs, left out */
    char first_bad_line[256];
    struct log_surplus surplus;
};

/* Writes all of it to the file `out` ("-": standard output), or nothing. */
void logconvert_write(struct logconvert *c, const char *out);

#endif
