/* outputs.h - where a simulator's results go: --json, --csv, --report. No file is
 * read and written, or written twice under one name; a file that is replaced must begin
 * as ours does, or in the folder of --csv be named by its list. outputs_check refuses a
 * command line that asks for anything else. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "base/threads.h"
#include "program/cli.h"

#include <stdio.h>
#include <sys/stat.h>

enum { OUTPUTS_INPUTS_MAX = CLI_LIST_MAX + 8, OUTPUTS_WRITTEN_MAX = 32 };

struct outputs_input {       /* a file that is read */
    const char *what, *path; /* "the network" */
    struct stat before;      /* that it was read; zero: there was no file */
};

struct outputs_file { /* a file that an option besides --json and --report writes */
    const char *option, *path;
    const char *begins; /* what a file of this kind begins with; NULL: not to be asked */
};

struct outputs { /* zero-initialise */
    const char *json, *csv, *report;
    struct outputs_input inputs[OUTPUTS_INPUTS_MAX];
    size_t input_count;
    struct outputs_file written[OUTPUTS_WRITTEN_MAX];
    size_t written_count;
};

/* The options for results, which stand last in every program's array of struct
 * cli_option; all are neutral. `to` points to a struct outputs, `threads` and `no_timing`
 * point to numbers; the text `files` names what --csv writes beside the pictures. */
#define OUTPUT_OPTIONS(threads, to, files, no_timing)                                   \
    {OPTION_NUMBER("--threads", threads, "N", 1, THREADS_MAX), .neutral = 1,            \
     .unset = "one for each processor",                                                 \
     .help = "runs at the same time; results do not depend on it"},                     \
        {OPTION_TEXT("--json", &(to)->json, "[FILE]"), .neutral = 1, .bare = "-",       \
         .help = "write every figure as JSON; without FILE, or with -, to standard"     \
                 " output, instead of the tables"},                                     \
        {OPTION_TEXT("--csv", &(to)->csv, "DIR"), .neutral = 1,                         \
         .help = "write " files " and one file for each picture of --report into DIR"}, \
        {OPTION_TEXT("--report", &(to)->report, "FILE"), .neutral = 1,                  \
         .help = "write a page with all tables and pictures (HTML, complete in"         \
                 " itself)"},                                                           \
    {                                                                                   \
        OPTION_FLAG("--no-timing", no_timing),                                          \
            .help = "leave out what was measured of the run itself, so that equal runs" \
                    " give equal bytes"                                                 \
    }

/* A file that is read: `what` names it in a complaint ("the trace"). NULL is ignored. */
void outputs_reads(struct outputs *o, const char *what, const char *path);

/* A file that --`option` writes; `begins`: as in struct outputs_file. NULL is ignored. */
void outputs_writes(struct outputs *o, const char *option, const char *path,
                    const char *begins);

/* Is the path of --`option` a name, not - for standard output? `what`: "file" or
 * "directory". NULL is fine. CLI_RUN, or CLI_USAGE after a complaint. */
int outputs_check_name(const char *program, const char *option, const char *what,
                       const char *path);

/* May the path of --`option` be written: is it not there yet, or does it begin with this
 * text, as our own outputs do? NULL is fine. CLI_RUN; after a complaint CLI_USAGE, or
 * CLI_BAD if nobody knows. */
int outputs_check_content(const char *program, const char *option, const char *path,
                          const char *begins);

/* Is every file that is read still what it was at outputs_reads? 0, or -1. */
int outputs_unchanged(const struct outputs *o, struct error *e);

/* Is nothing that is written also read, or written by another option? CLI_RUN, or
 * CLI_USAGE or CLI_BAD after a complaint. */
int outputs_check(const char *program, const struct outputs *o);

/* The last lines on the terminal: where the results are. `rows`: what --csv has one row
 * of, such as "job". */
void outputs_print(FILE *to, const struct outputs *o, const char *rows);

#endif
