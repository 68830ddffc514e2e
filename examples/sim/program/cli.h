/* cli.h - a command line from one table of options: parses it, checks ranges, prints
 * --help.
 *
 * Each program fills an array of struct cli_option, which says where each value goes. The
 * value that is there before parsing is the default; --help prints it from there, so the
 * two cannot differ.
 *
 *     int64_t servers = 128;
 *     const struct cli_option options[] = {
 *         {OPTION_NUMBER("--servers", &servers, "N", 1, 1000),
 *          .help = "size of the machine"}};
 *     const struct cli_program me = {"prog", "[LOG]", "What it does.", options, 1,
 *                                    "Notes."};
 *     int code = cli_parse(&me, argc, argv, &trace);
 *     if (code != CLI_RUN) return code;
 *
 * Both `--name value` and `--name=value` work; `--` ends the options; `-` is an operand.
 * What follows an option that needs a value is its value, whatever it begins with.
 * Of an option given twice the last value counts; a list takes every value.
 */
#ifndef CLI_H
#define CLI_H

#define CLI_VERSION "0.3.0" /* of all programs: that of coalloc.h */

#include "base/error.h"
#include "program/values.h"

#include <stddef.h>
#include <stdint.h>

enum {
    CLI_OK = 0,    /* exit statuses                        */
    CLI_BAD = 1,   /* bad input, or an output not written  */
    CLI_USAGE = 2, /* the command line is wrong            */
    CLI_RUN = -1   /* not an exit status: go on            */
};

enum cli_kind {
    CLI_FLAG,     /* number becomes 1                                               */
    CLI_TEXT,     /* text                                                           */
    CLI_NUMBER,   /* whole number lo..hi, lo >= 0; or a word: -1 the first, -2 ...  */
    CLI_DURATION, /* the same in seconds, or with a suffix s, m, h or d             */
    CLI_DECIMAL,  /* at most nine digits after the point, in billionths: from lo to hi,
                      hi < 10^9 * 10^9                                               */
    CLI_RANGE,    /* two durations, FROM:TO; number[0] <= number[1] <= hi; either
                      may be left out: 0 and CLI_OPEN                                */
    CLI_VALUES,   /* A,B,... or FROM:TO:STEP: ascending numbers, at most VALUES_MAX     */
    CLI_SPAN,     /* LO:HI or one number: from which numbers are drawn                  */
    CLI_CHOICE,   /* one of the words: 0 the first, 1 the next                      */
    CLI_SET,      /* different words separated by commas: bit 0 the first, ...      */
    CLI_LIST      /* a text that is added to a list                                 */
};

#define CLI_OPEN INT64_MAX /* CLI_RANGE: to the end */

enum { CLI_LIST_MAX = 64 };

struct cli_list { /* zero-initialise */
    const char *items[CLI_LIST_MAX];
    size_t count;
};

struct cli_option {
    const char *name; /* "--servers"                                               */
    enum cli_kind kind;
    int64_t *number;       /* where the value goes, for most kinds                      */
    const char **text;     /* CLI_TEXT                                                  */
    struct cli_list *list; /* CLI_LIST                                                  */
    struct values *values; /* CLI_VALUES                                                */
    struct values_span *span; /* CLI_SPAN                                               */
    enum values_kind of; /* of the numbers of these two                               */
    const char *value;   /* the name of the value in --help; NULL = its words         */
    const char *bare;    /* the value if another option follows, or nothing; or NULL  */
    const char *words;   /* "map|range-tree"                                          */
    int64_t lo, hi;
    const char *standard; /* the value before parsing, as text; NULL = what is there    */
    const char *unset;    /* what --help says of a default that is computed later      */
    const char *help, *more; /* more goes on after help: the words, say, that it takes */
    int neutral; /* 1: no effect on results (an output, the number of threads)      */
};

/* What a row of the table begins with: the option, where its value goes, the name of the
 * value, and its bounds or words. Behind it stand .help and what else the option has. */
#define OPTION_FLAG(option, at) .name = (option), .kind = CLI_FLAG, .number = (at)
#define OPTION_TEXT(option, at, meta) \
    .name = (option), .kind = CLI_TEXT, .text = (at), .value = (meta)
#define OPTION_LIST(option, at, meta) \
    .name = (option), .kind = CLI_LIST, .list = (at), .value = (meta)
#define OPTION_NUMBER(option, at, meta, least, most) \
    OPTION_BOUNDED(CLI_NUMBER, option, at, meta, least, most)
#define OPTION_DURATION(option, at, meta, least, most) \
    OPTION_BOUNDED(CLI_DURATION, option, at, meta, least, most)
#define OPTION_DECIMAL(option, at, meta, least, most) \
    OPTION_BOUNDED(CLI_DECIMAL, option, at, meta, least, most)
#define OPTION_FRACTION(option, at, meta) \
    OPTION_BOUNDED(CLI_DECIMAL, option, at, meta, 0, CLI_ONE)
#define OPTION_RANGE(option, at, meta, most) \
    OPTION_BOUNDED(CLI_RANGE, option, at, meta, 0, most)
#define OPTION_VALUES(option, at, meta, kind_of, least, most)              \
    .name = (option), .kind = CLI_VALUES, .values = (at), .value = (meta), \
    .of = (kind_of), .lo = (least), .hi = (most)
#define OPTION_SPAN(option, at, meta, kind_of, least, most)                             \
    .name = (option), .kind = CLI_SPAN, .span = (at), .value = (meta), .of = (kind_of), \
    .lo = (least), .hi = (most)
#define OPTION_CHOICE(option, at, of) \
    .name = (option), .kind = CLI_CHOICE, .number = (at), .words = (of)
#define OPTION_SET(option, at, of) \
    .name = (option), .kind = CLI_SET, .number = (at), .words = (of)
#define OPTION_BOUNDED(of, option, at, meta, least, most)                           \
    .name = (option), .kind = (of), .number = (at), .value = (meta), .lo = (least), \
    .hi = (most)

struct cli_program {
    const char *name;
    const char *operand; /* "[LOG]"                    */
    const char *about;   /* the help's first paragraph   */
    const struct cli_option *options;
    size_t option_count;
    const char *notes; /* the help's last paragraph    */
};

/* Notes of programs, or parts of them. */
#define CLI_TIME "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. "
#define CLI_EXIT                                                                       \
    "Exit status: 0 done, 1 bad input or an output that could not be written, 2 wrong" \
    " command line."

/* One line on standard error. */
ERROR_PRINTF(2, 3)
int cli_complain(const char *program, const char *format, ...);

/* ---- words: "half|none" ------------------------------------------------------------ */

/* The word numbered `index` and its length; NULL past the last one. */
const char *cli_word(const char *words, int64_t index, size_t *length);

/* The number of the word that equals the `length` characters at `text`, or -1. */
int64_t cli_word_index(const char *words, const char *text, size_t length);

enum { CLI_ONE = VALUES_ONE }; /* CLI_DECIMAL: the number that is 1 */

/* Sets the option to the value that `text` says. 0, or -1 if it is no value for it. */
int cli_set(const struct cli_option *o, const char *text);

/* Describes the values that the option accepts, for a complaint about another. */
void cli_wanted(const struct cli_option *o, char *to, size_t size);

/* 5400 as 90m: seconds with the largest suffix that fits. */
void cli_duration_text(int64_t seconds, char *to, size_t size);

/* The default, read from the option's variable; "" if there is none to print. */
void cli_default(const struct cli_option *o, char *to, size_t size);

/* The exit status at the end: `code`, or CLI_BAD after a complaint if standard output did
 * not take everything. */
int cli_written(const char *program, int code);

/* Prints "NAME VERSION" on standard output. The exit status. */
int cli_version(const char *program);

/* How many characters have to be added, dropped, changed or swapped with the next one to
 * make `b` of `a`. */
size_t cli_distance(const char *a, const char *b);

/* The word nearest to `text`, of those that are told one by one: start with best = NULL;
 * NULL if none is near enough to be meant. */
struct cli_nearest {
    const char *text, *best;
    size_t distance;
};

void cli_nearest_try(struct cli_nearest *n, const char *word);

/* Reads the command line into the options' variables, and at most `most` operands.
 * CLI_RUN, or the exit status. */
int cli_parse_list(const struct cli_program *p, int argc, char **argv,
                   struct cli_list *operands, size_t most);

/* The same for at most one operand; NULL if none is given. */
int cli_parse(const struct cli_program *p, int argc, char **argv, const char **operand);

/* A hash of the values that `count` options have, except those that are neutral: equal
 * for equal settings, and another one when any option that matters has another value. */
uint64_t cli_hash(const struct cli_option *options, size_t count);

#endif
