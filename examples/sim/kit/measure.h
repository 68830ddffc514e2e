/* measure.h - measures, as tables: columns of items, measures over them, axes
 * along which items are classed. A simulator declares them; they are computed
 * from items here.
 *
 *     {"wait_p95", "  95 % of the jobs at most", UNIT_HOURS, .stat = STAT_P95,
 *      .of = WAIT, .compared = 1},
 *
 * The parts of a measure go together in any way: a percentile by class, weighted, of the
 * items of one kind. What cannot be is refused when the program starts.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "kit/row.h"
#include "kit/run.h"
#include "kit/unit.h"

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

struct simulator;

/* Fails where a name in the tables is unknown, or they combine what cannot be. */
void measure_check(const struct simulator *s);

/* The rows of a run from its items. `compared`: of each item; `blocks`: a block is a
 * week of submissions. */
void measure_take(const struct run *r, const unsigned char *compared, int blocks);

/* One row of a run: of a measure, by its number, and a place of an axis (ROW_NONE: of
 * all). */
void measure_row(const struct run *r, uint32_t measure, uint32_t axis, uint32_t place,
                 uint32_t block, double sum, double weight);

/* The number of a measure, an axis; ROW_NONE: there is none. "share" is the number behind
 * the last. */
uint32_t measure_number(const struct simulator *s, const char *name);
uint32_t measure_hash(const struct simulator *s); /* of what a run decided: behind it */
uint32_t measure_axis(const struct simulator *s, const char *name);

/* What a place of an axis is called: the same at every point. `names`: of AXIS_NAMES. */
const char *measure_place(const struct axis *a, uint32_t place, const char *const *names);

/* "15 min": edge k of an axis. */
const char *measure_edge(const struct axis *a, size_t k);

#endif
