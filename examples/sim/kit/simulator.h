/* simulator.h - what a simulator declares: options, columns of its items, measures over
 * them, axes along which items are classed, and what makes a run.
 *
 *     {"wait_p95", "  95 % of the jobs at most", UNIT_HOURS, .stat = STAT_P95,
 *      .of = WAIT, .compared = 1},
 *
 * The parts of a measure go together in any way: a percentile by class, weighted, of the
 * items of one kind. What cannot be is refused when the program starts.
 */
#ifndef SIMULATOR_H
#define SIMULATOR_H

#include "kit/option.h"
#include "kit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct experiment;
struct run;

/* The first columns of every simulator; its own follow from ITEM_OWN. Times are seconds.
 * All are NAN at first, which says "not known"; but kind and resource are 0. */
enum {
    ITEM_SUBMIT,
    ITEM_READY, /* the earliest start that it asks for              */
    ITEM_START,
    ITEM_END,    /* when it gives back what it holds                  */
    ITEM_SIZE,   /* what it holds from start to end, a whole number   */
    ITEM_LENGTH, /* how long it has to hold it; NAN: not checked    */
    ITEM_FATE,   /* 0 is undecided, and no run may leave that; 1: it ran   */
    ITEM_KIND,
    ITEM_RESOURCE, /* which of the run's resources it holds         */
    ITEM_LOGGED,   /* when its log has it, for the week; NAN: as ITEM_SUBMIT */
    ITEM_OWN
};

enum { ITEM_UNDECIDED, ITEM_RAN }; /* fates; a simulator's own follow */

enum item_kind {
    ITEM_MEASURED,
    ITEM_GIVEN,  /* a reservation that was there before: checked, drawn, not measured */
    ITEM_DRAINED /* capacity that is out of order meanwhile: the same                 */
};

enum {
    COLUMN_OPTIONAL = 1, /* NAN of items that ran: "not of this one"; else that fails */
    COLUMN_TIMED = 2     /* measured of the run itself: differs from run to run       */
};

struct column { /* of the simulator's own: from ITEM_OWN on */
    const char *name;
    unsigned is; /* COLUMN_..., or 0 */
};

enum measure_stat {
    STAT_GIVEN = 1, /* the run says it: run_give, run_class                  */
    STAT_COUNT,     /* how many items                                        */
    STAT_SHARE,     /* of all items, those that have one of the fates        */
    STAT_ABOVE,     /* of the items, those where the column is above `limit` */
    STAT_BELOW,
    STAT_SUM,   /* of the column                                         */
    STAT_MEAN,  /* of the column; with `by` weighted                     */
    STAT_RATIO, /* the sum of column `of` over the sum of `by`       */
    STAT_P50,   /* percentiles: the smallest value that so many do not   */
    STAT_P95,   /*   exceed; with `by`, that so much of the weight       */
    STAT_P99,
    STAT_MOST
};

struct measure {
    const char *name, *label; /* a label that begins with blanks is a detail */
    enum unit unit;
    enum measure_stat stat;
    unsigned of; /* column; only items that have it count            */
    unsigned by; /* column of weights; 0 = none                      */
    double limit;
    struct {
        unsigned column; /* only items with this value there; 0 = all */
        double value;
    } where;
    unsigned fates;       /* bit f: items of fate f count; 0 = all              */
    int compared;         /* only items that ran under every variant            */
    int timed;            /* measured of the run itself: not under --no-timing  */
    int classes;          /* is taken of every class, too                       */
    const char *along[2]; /* or of the classes of these axes, without a table     */
    int swept;            /* has a table for each option that is swept          */
    int relative;         /* ... and one of what others have more, in percent   */
};

#define GIVEN .stat = STAT_GIVEN

enum axis_kind {
    AXIS_EDGES = 1, /* place k from edge k on                              */
    AXIS_POWERS,    /* place k: above 2^(k-1), up to 2^k                   */
    AXIS_WORDS,     /* the value is a row of words                         */
    AXIS_NAMES      /* the value is a place that the run names: run_name   */
};

enum { AXIS_EDGES_MOST = 24 };

struct axis { /* classes of items by the value of a column */
    const char *name, *label;
    unsigned of;
    enum axis_kind kind;
    enum unit unit; /* of the edges */
    double edges[AXIS_EDGES_MOST];
    size_t count;             /* of edges, or words                     */
    const char *const *words; /* of AXIS_WORDS                          */
    int compared;             /* only items that ran under every variant */
    int hidden;               /* for figures only: no table             */
};

/* The arrays options[], columns[], fates[], measures[] and axes[]. */
#define SIM_TABLE(of) .of = of, .of##_count = sizeof(of) / sizeof(of)[0]
#define SIM_TABLES                                                                 \
    SIM_TABLE(options), SIM_TABLE(columns), SIM_TABLE(fates), SIM_TABLE(measures), \
        SIM_TABLE(axes)

struct first_column {
    const char *measure, *heading;
};

/* The first report, on a terminal and on the page. */
struct first {
    struct first_column columns[4]; /* the first one decides; the others have its unit */
    const char *what, *mean; /* "wait", "mean wait"                                  */
    const char *tail, *question; /* an axis with edges: "How many jobs wait how long?" */
    const char *axes[2];     /* who gains, who pays                                    */
    const char *less, *more; /* what a difference is called: "shorter", "longer"     */
    int better_more;         /* more of it is better                                   */
    const char *against;     /* the variant to compare with, if it is there            */
    const char *recorded; /* the variant that was not simulated                        */
    int terminal;         /* on a terminal, too, instead of all tables         */
};

struct simulator {
    const char *name, *about;
    const char *item, *items; /* "query", "queries"; NULL: item and an s        */
    size_t settings;          /* their size                                     */
    const struct option *options;
    size_t options_count;
    const struct column *columns; /* from ITEM_OWN on */
    size_t columns_count;
    const char *const *fates; /* [1] means that an item ran; [0] is not used */
    size_t fates_count;
    const struct measure *measures;
    size_t measures_count;
    const struct axis *axes;
    size_t axes_count;
    struct first first;
    int links; /* runs say how links fared (run_link) */
    int weeks; /* with one seed intervals are over weeks of submissions */

    /* Fails where options do not go together; or NULL. */
    void (*check)(const void *settings);
    /* Does the seed change anything? Without, --seeds is refused; NULL: it does. */
    int (*drawn)(const void *settings);
    void *(*world)(const void *settings, int64_t seed);
    void (*run)(const void *settings, const void *world, int64_t seed, struct run *to);
    void (*drop)(void *world);
    /* Instead of all runs, if an option that `asks` is given. */
    void (*answer)(const void *settings, int64_t seed, FILE *to);
    /* Why an option that is given has no effect: "with --ask"; NULL: it has one. */
    const char *(*idle)(const void *settings, const struct option *option);
    /* The world, in lines; or NULL. */
    void (*describe)(FILE *to, const void *settings, const void *world);
    /* Chooses options that are not given: option_assume; or NULL. */
    void (*assume)(struct options *o, const void *settings);
    /* What to keep in mind, of all rows, in lines; or NULL. */
    void (*caution)(FILE *to, const struct experiment *x);
    /* The first report, of all rows, in lines; or NULL. */
    void (*headline)(FILE *to, const struct experiment *x);
};

#endif
