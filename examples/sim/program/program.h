/* program.h - what the mains of all simulators have in common: the command line with the
 * options for results, the threads, the order in which results are written, exit codes.
 *
 *     static const struct program_results results = {
 *         .json = broker_json, .files = files, .file_count = 2, .print = broker_print,
 *         .page = broker_page, .publish = page_publish, .row = "job"};
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct program p = {0};
 *         struct error e;
 *         int code;
 *         program_begin(&p, argc, argv);
 *         code = read_options(&p, &settings);         calls program_read
 *         if (code == CLI_RUN) code = program_check(&p);
 *         if (code != CLI_RUN) return code;
 *         result = simulate(&p, &settings, &e);       program_run, program_write
 *         return program_end(&p, result, &e);
 *     }
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/error.h"
#include "base/progress.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/cube.h"
#include "program/json.h"
#include "program/outputs.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PROGRAM_FLAGS = 512 };

struct program {      /* zero-initialise, then program_begin */
    const char *name; /* set by program_read: "broker_sim"                        */
    int argc;
    char **argv;
    struct outputs to; /* where results go: --json, --csv, --report               */
    int64_t threads, no_timing;
    char flags[PROGRAM_FLAGS]; /* the options that have no value: "--check|--no-timing" */
};

/* The options of every simulator: PROGRAM_OPTIONS(p, "jobs.csv, runs.csv") stands last in
 * its array of struct cli_option. `files`: what --csv writes beside the pictures. */
#define PROGRAM_OPTIONS(p, files) \
    OUTPUT_OPTIONS(&(p)->threads, &(p)->to, files, &(p)->no_timing)

/* The first thing main does. */
void program_begin(struct program *p, int argc, char **argv);

/* Reads the command line. `operands` may be NULL if `most` is 0. CLI_RUN, or the exit
 * status. */
int program_read(struct program *p, const struct cli_program *cli,
                 struct cli_list *operands, size_t most);

/* A file that is read: `what` names it in a complaint ("the trace"). NULL is ignored. */
void program_reads(struct program *p, const char *what, const char *path);

/* Is nothing that is written also read or written twice, and standard input read by one
 * option at most? CLI_RUN, or the exit status after a complaint. Call it when every
 * program_reads has been called. */
int program_check(struct program *p);

/* The runs of an experiment: independent tasks, several at a time, with a progress bar.
 */
struct program_runs {
    const struct cube *cube; /* its runs, named by its variants; or NULL, and then: */
    size_t count;            /* runs 0 .. count - 1                                 */
    int (*run)(void *of, size_t run, struct error *e); /* 0, or -1 with the reason      */
    void *of;
    const char *what; /* "jobs": what the progress bar counts                         */
    size_t total;     /* so many of them: the runs call progress_add                  */
    void (*name)(const void *of, size_t run,
                 char to[PROGRESS_NAME]); /* "easy"; or NULL */
};

/* `progress` is valid during the runs. 0, or -1 with the reason of the first that failed.
 */
int program_run(const struct program *p, const struct program_runs *runs,
                struct progress *progress, struct error *e);

struct page;
typedef int (*program_page)(struct page *page, const void *of, struct error *e);

/* How an experiment's results are written; a function that is NULL is left out. */
struct program_results {
    void (*json)(struct json *j, const void *of); /* the fields between "program" and
                                                     "peak_memory" */
    const char *columns; /* that the files of --csv have in common, as for csv_write */
    const struct csv_file *files;
    size_t file_count;
    int (*csv)(const char *folder, const void *of, struct error *e); /* and more */
    program_page page; /* fills the page, which `publish` writes: page_publish */
    int (*publish)(const struct program *p, program_page page, const void *of,
                   struct error *e);
    void (*print)(FILE *to, const void *of);
    const char *row; /* what --csv has one row of: "job"                           */
};

/* Writes what the command line asks for: JSON, CSV, pictures (if --csv or --report are
 * given), and the tables on standard output unless JSON goes there. 0, or -1. */
int program_write(const struct program *p, const struct program_results *r,
                  const void *of, struct error *e);

/* The exit status; complains with `e` if `result` is not 0. */
int program_end(const struct program *p, int result, const struct error *e);

/* The words of the command line that make a difference to what is computed: without where
 * results go (also --trace-out, --gather), --all and the number of threads. `kept` has
 * room for p->argc words; returns how many there are. kept[0] is the program's name.
 * `more`: further options to leave out, each with a value, NULL at the end; or NULL. */
int program_words(const struct program *p, const char *const *more, const char **kept);

/* What cksum prints of input number i of p->to, "4038471504 75"; of what is no file a few
 * words. Returns `to`. */
enum { PROGRAM_INPUT = 48 };
const char *program_input(const struct program *p, size_t i, char to[PROGRAM_INPUT]);

#endif
