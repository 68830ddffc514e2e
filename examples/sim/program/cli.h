/* cli.h - a command line from one table: it parses, checks ranges and prints --help.
 *
 * Each program fills an array of struct cli_option with where each value goes. What stands there
 * beforehand is the default, and --help prints it from there, so the two cannot drift.
 *
 *     int64_t servers = 128;
 *     const struct cli_option options[] = {
 *         {.name = "--servers", .kind = CLI_NUMBER, .number = &servers, .value = "N",
 *          .lo = 1, .hi = 1000, .help = "size of the machine"}};
 *     const struct cli_program me = {"prog", "[trace]", "What it does.", options, 1, "Notes."};
 *     int code = cli_parse(&me, argc, argv, &trace);
 *     if (code != CLI_RUN) return code;
 *
 * Both `--name value` and `--name=value` work; `--` ends the options; `-` is an operand.
 * An option given twice: the last one counts, but lists grow.
 */
#ifndef CLI_H
#define CLI_H

#include "base/error.h"

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
    CLI_FRACTION, /* 0 to 1 in billionths: at most nine digits after the point      */
    CLI_DECIMAL,  /* the same from lo to hi (both in billionths), hi < 10^9 * 10^9  */
    CLI_RANGE,    /* two durations, FROM:TO; number[0] <= number[1] <= hi; either
                      may be left out: 0 and CLI_OPEN                                */
    CLI_CHOICE,   /* one of the words: 0 the first, 1 the next                      */
    CLI_SET,      /* words separated by commas: bit 0 the first, bit 1 the next     */
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
    int64_t *number;       /* where the value goes: all kinds but these two             */
    const char **text;     /* CLI_TEXT                                                  */
    struct cli_list *list; /* CLI_LIST                                                  */
    const char *value;     /* what the help calls the value; NULL = its words           */
    const char *words;     /* "map|range-tree"                                          */
    int64_t lo, hi;
    const char *unset; /* the help's word for a default worked out later, or NULL   */
    const char *help;
    int neutral; /* 1: no effect on results (an output, the number of threads)      */
};

struct cli_program {
    const char *name;
    const char *operand; /* "[trace]"                    */
    const char *about;   /* the help's first paragraph   */
    const struct cli_option *options;
    size_t option_count;
    const char *notes; /* the help's last paragraph    */
};

/* One line on standard error. */
ERROR_PRINTF(2, 3)
int cli_complain(const char *program, const char *format, ...);

/* ---- words: "half|none" ------------------------------------------------------------ */

/* Where the word numbered `index` stands, and its length; NULL past the last. */
const char *cli_word(const char *words, int64_t index, size_t *length);

/* The number of the word that is the `length` characters at `text`, or -1. */
int64_t cli_word_index(const char *words, const char *text, size_t length);

/* ---- values ------------------------------------------------------------------------ */

/* Digits, with `suffixes` one of s m h d after them; -1 if not, or beyond 64 bits. */
int64_t cli_digits(const char *s, int suffixes);

enum { CLI_ONE = 1000000000 }; /* CLI_FRACTION, CLI_DECIMAL: the number that is 1 */

/* 0, 12 or 0.25 in billionths, the whole part below 10^9; -1 if it is no such number. */
int64_t cli_decimal(const char *s);

/* 0, or -1 when `text` is no value for this option. */
int cli_set(const struct cli_option *o, const char *text);

/* What the option wants, for the complaint about something else. */
void cli_wanted(const struct cli_option *o, char *to, size_t size);

/* ---- --help ------------------------------------------------------------------------ */

void cli_duration_text(int64_t seconds, char *to, size_t size);

/* The default, from what stands in the option's variable; "" if there is none to tell. */
void cli_default(const struct cli_option *o, char *to, size_t size);

/* ---- parsing ----------------------------------------------------------------------- */

const struct cli_option *cli_find(const struct cli_program *p, const char *name,
                                  size_t length);

/* Fills the options and the operands. CLI_RUN, or the exit status. */
int cli_parse_list(const struct cli_program *p, int argc, char **argv,
                   struct cli_list *operands, size_t most);

/* The same for at most one operand; NULL if none is given. */
int cli_parse(const struct cli_program *p, int argc, char **argv, const char **operand);

/* ---- the settings as one number ---------------------------------------------------- */

/* A hash of the values that `count` options have, except those that are neutral: equal
 * for equal settings, and another one when any option that matters has another value. */
uint64_t cli_hash(const struct cli_option *options, size_t count);

/* ---- the command line, again ------------------------------------------------------- */

/* What of the command line makes a difference to what is computed: without the options in
 * `names`, all of which have a value. `flags` are all options that have none, separated
 * by |. `kept` has room for all; returns how many. The command line has been read before:
 * no value is missing. */
int cli_without(const char *const *names, const char *flags, int argc, char **argv,
                char **kept);

#endif
