/* tool.h - what the commands of swf_tool have in common: options, checks, warnings.
 *
 * A command is a function that reads its options and does its work:
 *
 *     static int cut(struct tool *t)
 *     {
 *         const char *out = "-";
 *         const struct cli_option options[] = {..., tool_option_out(&out)};
 *         const struct cli_program cli = {t->program.name, "LOG", "What it does.",
 *                                         options, TOOL_COUNT(options), TOOL_NOTES};
 *         struct error e;
 *         int code = tool_read(t, &cli, 1, 1);
 *         if (code == CLI_RUN)
 *             code = tool_check_files(t, t->operands.items[0], NULL, out);
 *         if (code != CLI_RUN) return code;
 *         return program_end(&t->program, cut_log(...), &e);
 *     }
 *
 * and a row in the table of tool_commands.c, from which `swf_tool --help` is made.
 */
#ifndef TOOL_H
#define TOOL_H

#include "base/error.h"
#include "base/outfile.h"
#include "program/cli.h"
#include "program/program.h"
#include "workload/log.h"
#include "workload/requirements.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TOOL_COUNT(array) (sizeof(array) / sizeof(array)[0])

struct tool { /* one call of a command                                     */
    struct program program; /* its name is "swf_tool cut", for messages, and for notes
                               in logs; its argv[0] is the last word of that         */
    struct cli_list
        operands; /* set by tool_read                                        */
};

/* Reads the command line, with `least` to `most` operands. CLI_RUN, or the exit
 * status. */
int tool_read(struct tool *t, const struct cli_program *cli, size_t least, size_t most);

/* Refuses a command line that would replace a log that is read, read standard input
 * twice, or write into a log while it is read. `merged` are further logs (NULL = none);
 * `out` may be NULL. CLI_RUN, or CLI_USAGE after a complaint. */
int tool_check_files(const struct tool *t, const char *log, const struct cli_list *merged,
                     const char *out);

/* Warns that a log has lines that are not jobs, if it has. */
void tool_warn_bad_lines(const struct tool *t, const char *path, uint64_t n,
                         const char *first);

/* Opens `out` ("-": standard output) for a log. A file that is there is replaced only if
 * it is a log with a header: 0, or -1. */
int tool_open_log(struct outfile *file, const char *out, struct error *e);

/* Writes the log to the file `out` ("-": standard output), or nothing. 0, or -1. */
int tool_write_log(const struct log *log, const char *out, struct error *e);

/* What most --help texts end with. */
#define TOOL_NOTES \
    "LOG is a file in SWF or GWF; .gz is unpacked; - is standard input. " CLI_EXIT

enum tool_bad_lines { TOOL_REFUSE, TOOL_SKIP, TOOL_REPAIR };

struct cli_option tool_option_bad_lines(int64_t *bad_lines);

/* How a log is read where bad lines are treated so. */
uint32_t tool_policy(int64_t bad_lines);

struct cli_option tool_option_out(const char **out);

/* These have texts of their own in --help. */
struct cli_option tool_option_json(const char **json, const char *help);

struct cli_option tool_option_servers(int64_t *servers, const char *unset,
                                      const char *help);

struct cli_option tool_option_seed(int64_t *seed, const char *help);

struct cli_option tool_option_renumber(int64_t *renumber);

/* What is odd in a log, line by line. The exit status: CLI_BAD also if a line
 * is useless to the simulators. */
int tool_check(struct tool *t);

/* The figures of a log that the Parallel Workloads Archive shows on its pages. The exit
 * status. */
int tool_info(struct tool *t);

/* A row of the table in tool_commands.c: `swf_tool --help` lists it, and the tests of
 * swf_tool try it. */
struct tool_command {
    const char *words; /* "cut", or two words: "generate requirements"             */
    const char *about; /* for swf_tool --help; NULL = not listed, as the command of
                          the first word tells of it                               */
    int (*run)(struct tool *t); /* the exit status                                  */
};

extern const struct tool_command tool_commands[];

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

/* Writes all of it to the file `out` ("-": standard output), or nothing. 0, or -1. */
int logconvert_write(struct logconvert *c, const char *out, struct error *e);

#endif
