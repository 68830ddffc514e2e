/* outputs.h - where a simulator's results go (--json, --csv, --report), and that nothing
 * which is written is what is read, or written otherwise.
 */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "base/threads.h"
#include "program/cli.h"

#include <stdio.h>

enum { OUTPUTS_INPUTS_MAX = CLI_LIST_MAX + 8 };

struct outputs_input {       /* a file that is read */
    const char *what, *path; /* "the network" */
};

struct outputs { /* zero-initialise */
    const char *json, *csv, *report;
    struct outputs_input inputs[OUTPUTS_INPUTS_MAX];
    size_t input_count;
};

/* For an array of struct cli_option: what every program says of them, the last of its options.
 * `to` points to a struct outputs, `threads` and `no_timing` to numbers, `files` is a text:
 * what --csv writes beside the pictures. */
#define OUTPUT_OPTIONS(threads, to, files, no_timing)                                    \
    {.name = "--threads",                                                                \
     .kind = CLI_NUMBER,                                                                 \
     .number = (threads),                                                                \
     .value = "N",                                                                       \
     .lo = 1,                                                                            \
     .hi = THREADS_MAX,                                                                  \
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
void outputs_reads(struct outputs *o, const char *what, const char *path);

/* CLI_RUN, or CLI_USAGE. */
int outputs_check(const char *program, const struct outputs *o);

/* The last lines of what is printed; `rows`: what of there is one row each. */
void outputs_print(FILE *to, const struct outputs *o, const char *rows);

#endif
