/* option.h - one table of options: from it come the command line, --help, defaults,
 * settings, points and variants.
 *
 *     struct settings { const char *log; int64_t servers, order; };
 *     #define AT(kind, member) OPTION(kind, struct settings, member)
 *     static const struct option options[] = {
 *         {"LOG", AT(OPTION_FILE, log), .of = OF_WORLD, .operand = 1,
 *          .help = "a job log"},
 *         {"servers", AT(OPTION_WHOLE, servers), .of = OF_WORLD, .meta = "N", .lo = 1,
 *          .hi = 1000, .value = "128", .help = "size of the machine"},
 *         {"order", AT(OPTION_WORD, order), .of = OF_RUN, .words = orders,
 *          .value = "fcfs", .help = "order of the queue"}};
 *
 * Numbers sweep: any number takes a list, 10,20 or 10:50:10, and each value makes points,
 * the x axis of a figure. Words compare: any word takes a list, and its words make
 * variants. `.spans` says otherwise. A simulator sees settings with one value in each
 * place, and never learns that there are others.
 *
 * Every option of a simulator says what it changes: the world (what all variants are
 * given, such as a log or a network), or the run. Variants that differ in no option of
 * the world share one.
 */
#ifndef OPTION_H
#define OPTION_H

#include "base/choice.h"
#include "base/quantity.h"

#include <stddef.h>
#include <stdint.h>

/* The type of its place in the settings. */
enum option_kind {
    OPTION_FLAG = 1,  /* int64_t: 0 or 1                                     */
    OPTION_WHOLE,     /* int64_t                                             */
    OPTION_TIME,      /* int64_t: seconds; 90, 15m, 1d12h                    */
    OPTION_DECIMAL,   /* int64_t: billionths                                 */
    OPTION_WORD,      /* int64_t: row of words; of WORD:K row + OPTION_K * K */
    OPTION_SET,       /* int64_t: bit i for row i of words; a list, or all   */
    OPTION_SPAN,      /* struct option_span: LO:HI, LO:, :HI, one for both   */
    OPTION_SPAN_TIME, /* the same of times                                   */
    OPTION_TEXT,      /* const char *: NULL = not given                      */
    OPTION_LIST,      /* const char *const *: each that is given, then NULL  */
    OPTION_OUTPUT,    /* const char *: a file that is written                */
    OPTION_FILE,      /* const char *: an input, which no output replaces    */
    OPTION_FILES      /* const char *: inputs, separated by commas           */
};

/* What it changes; an option of a simulator has to say. OF_PROGRAM: no result. */
enum option_of { OF_PROGRAM, OF_WORLD, OF_RUN };

/* What several values are: by the kind, points of numbers, variants of words. With
 * OPTION_VARIANTS variants of all words are `all`. */
enum option_spans { OPTION_BY_KIND, OPTION_POINTS, OPTION_VARIANTS, OPTION_ONCE };

enum {
    OPTION_K = 256,
    OPTION_VALUES = 1000,
    OPTION_WIDE = QUANTITY_TEXT,
    OPTION_ONE = 1000000000
};

struct option_span { /* both included */
    int64_t lo, hi;
};

struct option_word {
    const char *word, *about;
    int counted; /* WORD:K is allowed */
};

enum { OPTION_WORDS = 24 };

/* The words of a table of choices, for `.words`. */
void option_choices(const struct choice_table *t, struct option_word to[OPTION_WORDS]);

struct option {
    const char *name; /* of an operand: "LOG" */
    enum option_kind kind;
    size_t offset; /* of its place in the settings */
    enum option_of of;
    const char *meta; /* what --help calls its value; NULL: by the kind */
    int64_t lo, hi;   /* hi 0: any                         */
    /* A list that ends with {0}. A number may be one of them, too: then -1, -2, ... */
    const struct option_word *words;
    const char *value; /* if it is not given, as it would be written; NULL = 0     */
    const char *said;  /* what --help says instead: "as the log says"              */
    const char *help;
    enum option_spans spans;
    /* Bit k: only row k of the words with OPTION_VARIANTS looks at it, of others it makes
     * no further variants; 0: all do. */
    unsigned used_by;
    const char *alone; /* its value if none follows; NULL = one must */
    int operand;       /* given without its name, by its place */
    int log;           /* its axis is logarithmic              */
    int asks;          /* given, the program answers a question: simulator.answer */
};

#define OPTION(kind, settings, member) (kind), offsetof(settings, member)

enum { OPTION_TOLD = 1, OPTION_TOLD_BY_FILE };

struct option_given {
    int64_t values[OPTION_VALUES]; /* of a span [0] and [1] */
    size_t count;
    size_t base;       /* which of them, while others are swept */
    const char *text;  /* NULL = not on the command line, and no default */
    const char **list; /* of OPTION_LIST */
    size_t listed;
    int told; /* OPTION_TOLD: on the command line; OPTION_TOLD_BY_FILE; or 0 */
};

struct options { /* command_read fills it */
    const struct option *table;
    size_t count;
    struct option_given *given; /* of each */
};

/* All options have their defaults. */
void option_begin(struct options *o, const struct option *table, size_t count);

/* Option i is given on the command line. Fails with status 2. */
void option_give(struct options *o, size_t i, const char *text);

/* The option of this name is as if that were its default, unless it is given. */
void option_assume(struct options *o, const char *name, const char *text);

/* No more is given: finds the bases. */
void option_end(struct options *o);

/* Puts value number `which` of option i into the settings. */
void option_put(const struct options *o, size_t i, size_t which, void *settings);

/* Puts of every option the base, which is its only value if it has one. */
void option_put_all(const struct options *o, void *settings);

/* Makes sure that the base of a list is one of its values: adds it, if it is missing. */
void option_add_base(struct options *o, size_t i);

int option_makes_variants(const struct option *o);

/* A value as it is written on a command line, exactly. Returns `to`. */
const char *option_text(const struct option *o, int64_t value, char to[OPTION_WIDE]);

/* Word k of a command that gives the same results, outputs left out; NULL: no more. */
const char *option_word_told(const struct options *o, size_t k);

/* Input file k that option i names; NULL: no more. */
const char *option_file(const struct options *o, size_t i, size_t k);

/* Path k of those between commas; NULL: no more. */
const char *option_path(const char *paths, size_t k);

/* The words it may have, with `between` between them; "" if it has none. */
void option_words(const struct option *o, const char *between, char *to, size_t size);

#endif
