/* tool_require.c - the log is written anew, line by line (logconvert.h), and each job
 * gets its requirements on the way. */
#include "logtool/tool_require.h"

#include "swf.h"

#include "base/outfile.h"
#include "logtool/logconvert.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char about[] =
    "Writes a log with requirements behind field 18 of each job, generated as by"
    " Rodero, Guim and Corbalan (section IV-B): memory as in the log; disk from run"
    " time, processors, memory and a random factor; vendor and operating system drawn by"
    " their shares of the grid's CPUs, the same for bursts of 3 to 6 jobs; and clock. At"
    " least one cluster satisfies each job. All else stays as it is; a log in GWF"
    " becomes one in SWF, as by convert.";

static const char notes[] =
    "A grid file has lines 'cluster NAME nodes=N cpus=N vendor=TEXT os=TEXT memory=MB"
    " disk=MB clock=MHZ'; memory and disk are of a node, all but nodes and cpus may be"
    " left out, other attributes NAME=VALUE may be added; '#' begins a comment. LOG is a"
    " file in SWF or GWF; .gz is unpacked; - is standard input. Exit status: 0 done, 1 "
    "bad"
    " input or an output that could not be written, 2 wrong command line.";

struct settings {
    const char *grid, *out;
    int64_t seed, max_memory, usages, replace, bad_lines;
};

/* How the requirements were made, for the header of the log. */
static void write_note(const struct settings *s, const char *name, const char *grid,
                       char *to, size_t size)
{
    int n = snprintf(to, size, "%s: --grid %.200s --seed %" PRId64, name, grid, s->seed);
    if (s->max_memory)
        n += snprintf(to + n, size - (size_t)n, " --max-memory %" PRId64, s->max_memory);
    snprintf(to + n, size - (size_t)n, "%s%s", s->usages ? " --usages" : "",
             s->replace ? " --replace" : "");
    error_sanitize(to);
}

static int require(const struct tool *t, const struct settings *s, const struct grid *g,
                   struct error *e)
{
    const struct requirements_rules rules = {.seed = (uint64_t)s->seed,
                                             .max_memory = s->max_memory,
                                             .usages = (int)s->usages,
                                             .replace = (int)s->replace};
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
static int check_grid(const struct tool *t, const struct settings *s)
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

int tool_require(struct tool *t)
{
    struct settings s = {.out = "-", .seed = 1};
    const struct cli_option options[] = {
        {.name = "--grid",
         .kind = CLI_TEXT,
         .text = &s.grid,
         .value = "GRID",
         .help = "the clusters that the requirements are made for: dom_small, dom_medium,"
                 " dom_big or a grid file"},
        tool_option_seed(&s.seed,
                         "of the random numbers: the same seed, the same requirements"),
        {.name = "--max-memory",
         .kind = CLI_NUMBER,
         .number = &s.max_memory,
         .value = "MB",
         .lo = 1,
         .hi = INT64_C(1000000000000),
         .unset = "what clusters have",
         .help = "no job asks for more memory than this"},
        {.name = "--usages",
         .kind = CLI_FLAG,
         .number = &s.usages,
         .help = "generate also how much each job uses of what the processes of a node"
                 " share: usage_memory, usage_ethernet, usage_network"},
        {.name = "--replace",
         .kind = CLI_FLAG,
         .number = &s.replace,
         .help =
             "generate requirements also for jobs that have some; else they keep theirs"},
        tool_option_bad_lines(&s.bad_lines),
        tool_option_out(&s.out)};
    const struct cli_program cli = {t->program.name,     "LOG", about, options,
                                    TOOL_COUNT(options), notes};
    struct grid grid;
    struct error e;
    int code = tool_read(t, &cli, 1, 1), result;
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, s.out);
    if (code == CLI_RUN) code = check_grid(t, &s);
    if (code != CLI_RUN) return code;
    result = grid_file_load(&grid, s.grid, &e);
    if (result == 0) {
        result = require(t, &s, &grid, &e);
        grid_free(&grid);
    }
    return program_end(&t->program, result, &e);
}
