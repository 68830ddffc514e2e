/* gantt.h - which servers did what when: a row for each server, a rectangle for each job.
 *
 * One panel for each schedule, all over the same stretch of time. A job is the rectangles
 * of its runs of consecutive servers. What is too small to be seen alone, or would be one
 * of too many, goes into a grid whose shade tells the share of it that is busy: a machine
 * of 2^31 servers gives a picture as small as one of ten. A panel whose jobs' servers are
 * not known shows how many are busy instead.
 *
 * Jobs that touch have different tones if one is free. Advance reservations have tones of
 * their own, and stripes. Panels may be of machines of different sizes, and these be down
 * for a while: a shade over all their servers.
 *
 * Panels may also be the sites of one schedule. A job with parts at several is then seen
 * as one: a tone for all of them, a line that joins them, and all of it lights up under
 * the pointer. Its parts can be seen, however small. (Of very many jobs the largest are
 * joined.)
 */
#ifndef GANTT_H
#define GANTT_H

#include "base/error.h"
#include "base/job.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/report.h"

#include <stdint.h>
#include <stdio.h>

struct gantt_bar {
    int64_t job; /* its number                                */
    int64_t start, end;
    uint32_t servers;
    int reserved;               /* an advance reservation                    */
    const struct job_run *runs; /* must outlive the chart; NULL = not known  */
    uint32_t run_count;
    uint32_t sites, all; /* of a part of a job with parts in several  */
                         /* panels: in how many, its servers in all   */
};

struct gantt_outage { /* in [from, to) */
    int64_t from, to;
};

struct gantt_panel {
    char *name;
    struct gantt_bar *bars;
    size_t count, capacity;
    int counted;      /* of a job the servers are not known        */
    uint32_t servers; /* 0 = as many as the chart has              */
    struct gantt_outage *outages;
    size_t outage_count, outage_capacity;
};

struct gantt {
    struct figure_plot plot;      /* its texts, and whether memory ran out         */
    int64_t from, to;             /* the stretch of time                           */
    uint32_t servers;             /* 0 .. servers - 1                              */
    const char *plain, *reserved; /* kinds of jobs, in the legend; NULL: as usual */
    const char *server;           /* what is called so; NULL: "server"            */
    struct gantt_panel *panels;
    size_t count, capacity;
};

/* ---- filling ----------------------------------------------------------------------- */

void gantt_init(struct gantt *g, const char *id, const char *title, uint32_t servers,
                int64_t from, int64_t to);

/* The place of the panel, for gantt_job. */
size_t gantt_panel_add(struct gantt *g, const char *name);

/* What is not within the stretch of time is left out. */
void gantt_job(struct gantt *g, size_t panel, const struct gantt_bar *bar);

/* The panel's machine has so many servers, not as many as the chart. */
void gantt_resize(struct gantt *g, size_t panel, uint32_t servers);

/* The panel's machine is down in [from, to). */
void gantt_down(struct gantt *g, size_t panel, int64_t from, int64_t to);

void gantt_free(struct gantt *g);

/* As CSV: a row for each run of servers of each job, whole, not cut at the ends. */
void gantt_csv(FILE *to, const struct gantt *g);

int gantt_csv_file(const char *folder, const struct gantt *g, struct error *e);

/* ---- drawing ----------------------------------------------------------------------- */

enum {
    GANTT_RECTANGLES = 3000, /* drawn one by one, over all panels          */
    GANTT_COLUMNS = 200,     /* of the grid for the others, at most        */
    GANTT_ROWS = 64,
    GANTT_SHADES = 6,
    GANTT_TONES = 6,    /* of jobs, and ...                          */
    GANTT_RESERVED = 3, /* ... of advance reservations               */
    GANTT_SIZES = 48,
    GANTT_JOINTS = 100 /* jobs whose parts are joined, at most      */
};

/* How long, in the unit that suits. */
const char *gantt_duration_text(int64_t seconds, char to[TEXT_NUMBER]);

/* ---- the jobs of a panel ----------------------------------------------------------- */

/* Adds `servers` busy from `start` to `end` to the changes from one bin of `width` to the
 * next: their running sum is server seconds in each bin. `change` holds bins + 2 numbers,
 * all whole, so that nothing is left of what has ended. */
void gantt_spread(double *change, size_t bins, int64_t width, int64_t start, int64_t end,
                  uint32_t servers);

void gantt_style(FILE *to);

void gantt_svg(FILE *to, const struct gantt *g);

#endif
