/* outputs.h - where a simulator's results go (--json, --csv, --report), and that nothing
 * which is written is what is read, or written otherwise.
 */
#ifndef SIM_OUTPUTS_H
#define SIM_OUTPUTS_H

#include "cli.h"
#include "error.h"
#include "places.h"
#include "threads.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SIM_INPUTS_MAX = CLI_LIST_MAX + 8 };

typedef struct sim_outputs_input { /* a file that is read */
    const char *what, *path;       /* "the network" */
} sim_outputs_input;

typedef struct sim_outputs { /* zero-initialise */
    const char *json, *csv, *report;
    sim_outputs_input inputs[SIM_INPUTS_MAX];
    size_t input_count;
} sim_outputs;

/* For an array of cli_option: what every program says of them, the last of its options.
 * `to` points to a sim_outputs, `threads` and `no_timing` to numbers, `files` is a text:
 * what --csv writes beside the pictures. */
#define SIM_OUTPUT_OPTIONS(threads, to, files, no_timing)                                \
    {.name = "--threads",                                                                \
     .kind = CLI_NUMBER,                                                                 \
     .number = (threads),                                                                \
     .value = "N",                                                                       \
     .lo = 1,                                                                            \
     .hi = SIM_THREADS_MAX,                                                              \
     .unset = "one for each processor",                                                  \
     .help = "runs at the same time; results do not depend on it"},                      \
        {.name = "--json",                                                               \
         .kind = CLI_TEXT,                                                               \
         .text = &(to)->json,                                                            \
         .value = "FILE",                                                                \
         .help = "write every figure as JSON; - : to standard output, instead of the"    \
                 " tables"},                                                             \
        {.name = "--csv",                                                                \
         .kind = CLI_TEXT,                                                               \
         .text = &(to)->csv,                                                             \
         .value = "DIR",                                                                 \
         .help = "write " files " and one file for each picture of --report into DIR"},  \
        {.name = "--report",                                                             \
         .kind = CLI_TEXT,                                                               \
         .text = &(to)->report,                                                          \
         .value = "FILE",                                                                \
         .help = "write a page with all tables and pictures (HTML, complete in"          \
                 " itself)"},                                                            \
    {                                                                                    \
        .name = "--no-timing", .kind = CLI_FLAG, .number = (no_timing),                  \
        .help = "leave out what was measured of the run itself, so that equal runs give" \
                " equal bytes"                                                           \
    }

/* NULL and what is no file harm nobody. */
static inline void sim_outputs_reads(sim_outputs *o, const char *what, const char *path)
{
    if (!path || o->input_count == SIM_INPUTS_MAX) return;
    o->inputs[o->input_count].what = what;
    o->inputs[o->input_count++].path = path;
}

/* A file that is written against those that are read, and the folder of --csv. */
static inline int sim_outputs_check_file(const char *program, const sim_outputs *o,
                                         const char *option, const char *path)
{
    size_t i;
    if (!path) return CLI_RUN;
    for (i = 0; i < o->input_count; i++)
        if (sim_outfile_same(path, o->inputs[i].path))
            return cli_complain(program, "--%s %s would replace %s", option, path,
                                o->inputs[i].what);
    if (o->csv && sim_place_within(o->csv, ".csv", path))
        return cli_complain(program, "--csv %s might replace %s: it is a .csv file there",
                            o->csv, path);
    return CLI_RUN;
}

/* CLI_RUN, or CLI_USAGE. */
static inline int sim_outputs_check(const char *program, const sim_outputs *o)
{
    size_t i;
    if (o->report && strcmp(o->report, "-") == 0)
        return cli_complain(program, "--report needs the name of a file, not -");
    if (o->csv && strcmp(o->csv, "-") == 0)
        return cli_complain(program, "--csv needs the name of a directory, not -");
    if (o->json && o->report && sim_place_same(o->json, o->report))
        return cli_complain(program, "--json and --report are the same file, %s",
                            o->json);
    if (sim_outputs_check_file(program, o, "json", o->json) != CLI_RUN ||
        sim_outputs_check_file(program, o, "report", o->report) != CLI_RUN)
        return CLI_USAGE;
    for (i = 0; o->csv && i < o->input_count; i++)
        if (sim_place_within(o->csv, ".csv", o->inputs[i].path))
            return cli_complain(program,
                                "--csv %s might replace %s: it is a .csv file there",
                                o->csv, o->inputs[i].path);
    return CLI_RUN;
}

/* The last lines of what is printed; `rows`: what of there is one row each. */
static inline void sim_outputs_print(FILE *to, const sim_outputs *o, const char *rows)
{
    fprintf(to, "Every figure, for programs: ");
    if (o->json) sim_print_text(to, o->json);
    if (o->json && o->csv) fprintf(to, " and ");
    if (o->csv) sim_print_text(to, o->csv);
    if (!o->json && !o->csv) fprintf(to, "--json FILE; one row per %s: --csv DIR", rows);
    fprintf(to, "\n");
    if (!o->report) return;
    fprintf(to, "Pictures: ");
    sim_print_text(to, o->report);
    fprintf(to, "\n");
}

#endif
