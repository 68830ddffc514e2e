/* goals.h - the goals of the libraries in the benchmarks.
 *
 * The table below is the only place with the goals. A benchmark reports each figure that
 * it measures for a goal, one for each cell (a stream and a number of servers, say). At
 * its end it says for each goal in how many cells it is met and which cell is worst. A
 * goal that is not reached does not fail the run. */
#ifndef BENCH_GOALS_H
#define BENCH_GOALS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env.h"

enum goal_number {
    GOAL_BEST_FIT,
    GOAL_FIRST_FIT,
    GOAL_SLICES_MASKS,
    GOAL_SLICES_FIRST_MASKS,
    GOAL_SLICES_MAP,
    GOAL_SLICES_FIRST_MAP,
    GOAL_FIRST_BEST,
    GOAL_TAIL,
    GOAL_COUNT_PROFILE,
    GOAL_UNNAMED_PROFILE,
    GOAL_FLEX,
    GOALS
};

typedef struct goal {
    const char *name; /* without commas */
    const char *cell; /* where it applies */
    double bar;
    int most; /* 0: the figure shall be at least the bar; 1: at most */
} goal;

/* Up to so many servers SLICES is the index to choose, with best fit and first fit. */
#define GOAL_SMALL 128u
#define GOAL_SMALL_FIRST 1024u

static const goal goals[GOALS] = {
    [GOAL_BEST_FIT] = {"best fit / fastest rival", "all streams and sizes", 1, 0},
    [GOAL_FIRST_FIT] = {"first fit / fastest rival", "all streams and sizes", 1, 0},
    [GOAL_SLICES_MASKS] = {"slices / masks", "up to 1024 servers", 1, 0},
    [GOAL_SLICES_FIRST_MASKS] = {"slices-first / masks", "up to 1024 servers", 1, 0},
    [GOAL_SLICES_MAP] = {"slices / map", "128 servers but for backlog", 1, 0},
    [GOAL_SLICES_FIRST_MAP] = {"slices-first / map-first",
                               "up to 1024 servers but for backlog", 1, 0},
    [GOAL_FIRST_BEST] = {"map-first / map", "all streams and sizes", 0.5, 0},
    [GOAL_TAIL] = {"p99 / p50", "all streams and sizes and indexes", 20, 1},
    [GOAL_COUNT_PROFILE] = {"count / profile", "all streams and sizes", 1, 0},
    [GOAL_UNNAMED_PROFILE] = {"unnamed / profile", "all streams and sizes", 1, 0},
    [GOAL_FLEX] = {"FlexCo on 100 sites: ms", "half of all servers", 1, 1}};

typedef struct goal_tally {
    size_t cells, met;
    double part, value; /* of the worst: see goal_tell */
    char where[64];
} goal_tally;

typedef struct goal_judge {
    const char *ends; /* of bookings: "full" or "early"; "-": no streams */
    FILE *csv;        /* NULL: none */
    goal_tally tally[GOALS];
} goal_judge;

/* Figures are added to the file at `path`, if any. False if it cannot be opened. */
static inline int goal_open(goal_judge *j, const char *ends, const char *path)
{
    memset(j, 0, sizeof *j);
    j->ends = ends;
    if (!path) return 1;
    if (!(j->csv = fopen(path, "a"))) return 0;
    if (fseek(j->csv, 0, SEEK_END) == 0 && ftell(j->csv) == 0)
        fprintf(j->csv, "goal,bar,cells,ends,cell,who,value,part,flags\n");
    return 1;
}

/* In this cell the figure of `who`, or against it, is `value`. `part`: how much of the
 * goal is reached; met from 1 on. */
static inline void goal_tell(goal_judge *j, enum goal_number number, const char *cell,
                             const char *who, double value)
{
    const goal *g = &goals[number];
    goal_tally *t = &j->tally[number];
    char text[32];
    double part;
    snprintf(text, sizeof text, "%.4g", value);
    value = strtod(text, NULL); /* judges the written figure */
    part = g->most ? g->bar / value : value / g->bar;
    t->met += g->most ? value <= g->bar : value >= g->bar;
    if (t->cells++ == 0 || part < t->part) {
        t->part = part;
        t->value = value;
        snprintf(t->where, sizeof t->where, "%s, %s", cell, who);
    }
    if (j->csv)
        fprintf(j->csv, "%s,%s %g,%s,%s,%s,%s,%s,%.4g,%s\n", g->name,
                g->most ? "<=" : ">=", g->bar, g->cell, j->ends, cell, who, text, part,
                BENCH_FLAGS);
}

/* One line for each goal that was judged. False if the file cannot be written. */
static inline int goal_say(goal_judge *j, FILE *out)
{
    const char *gap = "\n";
    size_t i;
    for (i = 0; i < GOALS; i++) {
        const goal_tally *t = &j->tally[i];
        if (t->cells == 0) continue;
        fprintf(out, "%sgoal: %s %s %g: met in %zu of %zu cells, worst %.2f (%s)\n", gap,
                goals[i].name, goals[i].most ? "<=" : ">=", goals[i].bar, t->met,
                t->cells, t->value, t->where);
        gap = "";
    }
    return !j->csv || fclose(j->csv) == 0;
}

#endif
