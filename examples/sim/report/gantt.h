/* gantt.h - a Gantt chart: which server runs which job, over time.
 *
 * There is one panel for each schedule; all panels show the same period. Each run of
 * consecutive servers of a job is one rectangle. Rectangles that are too small to be
 * seen, or too many, go into a grid whose shade tells the share that is busy: a machine
 * of 2^31 servers gives a picture as small as one of ten. A panel of jobs whose servers
 * are not known shows how many servers are busy instead.
 *
 * Jobs that touch have different tones as far as there are enough. Advance reservations
 * have tones of their own, and stripes. Panels may show machines of different sizes.
 *
 * Panels may also be the sites of one schedule. A job with parts at several sites then
 * has one tone, a line joins its parts, and all of it is highlighted under the pointer.
 * Its parts are drawn large enough to be seen. (Of very many such jobs the GANTT_JOINTS
 * largest are joined.)
 */
#ifndef GANTT_H
#define GANTT_H

#include "base/error.h"
#include "base/job.h"
#include "report/drawing.h"
#include "report/figure.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gantt_bar {
    int64_t job; /* its number                                */
    int64_t start, end;
    uint32_t servers;
    int reserved;               /* an advance reservation                    */
    const struct job_run *runs; /* must outlive the chart; NULL = not known  */
    uint32_t run_count;
    uint32_t sites, all; /* if the job has parts in several panels:   */
                         /* their number, and its servers in all      */
};

struct gantt_panel {
    char *name;
    struct gantt_bar *bars;
    size_t count, capacity;
    int counted;      /* the servers of some job are not known     */
    uint32_t servers; /* 0 = as many as the chart has              */
};

struct gantt {
    struct figure_plot plot;      /* its texts, and whether memory ran out         */
    int64_t from, to;             /* the period shown                              */
    uint32_t servers;             /* 0 .. servers - 1                              */
    const char *plain, *reserved; /* names of the kinds of jobs; NULL = default    */
    const char *server;           /* what a row is called; NULL = "server"         */
    struct gantt_panel *panels;
    size_t count, capacity;
    void *own; /* memory that bars point to, freed with the chart; or NULL */
};

void gantt_init(struct gantt *g, const char *id, const char *title, uint32_t servers,
                int64_t from, int64_t to);

/* Begins a panel. Returns its number, for gantt_job. */
size_t gantt_panel_add(struct gantt *g, const char *name);

/* Adds a job to a panel; one outside of the period is left out. */
void gantt_job(struct gantt *g, size_t panel, const struct gantt_bar *bar);

/* Sets the number of servers of the panel's machine; the default is the chart's. */
void gantt_resize(struct gantt *g, size_t panel, uint32_t servers);

void gantt_free(struct gantt *g);

/* A CSV row for each run of servers of each job, with the job's whole time; for
 * csv_write. */
void gantt_csv(FILE *to, const void *gantt);

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

/* The rules for the page's style sheet. */
void gantt_style(FILE *to);

/* The chart as one <svg> element. */
void gantt_svg(FILE *to, const struct gantt *g);

/* ---- the jobs of one panel (gantt_jobs.c): for gantt.c ----------------------------- */

struct gantt_box {
    double x, y, w, h;
};

struct gantt_toned { /* the rectangles of a panel drawn so far */
    struct gantt_box box[GANTT_RECTANGLES];
    unsigned char tone[GANTT_RECTANGLES];
    size_t count;
};

struct gantt_joint {
    const struct gantt_bar *bar; /* a part of the job */
    double size;                 /* server seconds of all of it, as far as it is seen */
    int tone;
};

struct gantt_joints { /* the largest first */
    struct gantt_joint at[GANTT_JOINTS];
    size_t count;
};

/* What a server is called in this chart. */
const char *gantt_jobs_server(const struct gantt *g);

/* Server 0 is at the bottom, as 0 is on any axis. Runs beyond the machine are cut. */
struct gantt_box gantt_jobs_box(const struct drawing *d, const struct gantt *g,
                                const struct gantt_bar *b, struct job_run run);

/* The smallest class of which, with those above, at most `most` rectangles are. */
int gantt_jobs_threshold(const struct drawing *d, const struct gantt *g,
                         const struct gantt_panel *p, size_t most);

/* The rectangles of one job that are large enough, as part of a path; how many. The
 * smallest of their sides is left in *least. */
size_t gantt_jobs_path(struct drawing *d, const struct gantt *g,
                       const struct gantt_bar *b, int threshold, const char *before,
                       double *least);

int gantt_jobs_same(const struct gantt_bar *a, const struct gantt_bar *b);

const struct gantt_joint *gantt_jobs_joint_of(const struct gantt_joints *joints,
                                              const struct gantt_bar *b);

void gantt_jobs_find_joints(struct gantt_joints *joints, const struct gantt *g,
                            size_t panels);

/* Its rectangles are taken, in its tone, before others choose theirs. */
void gantt_jobs_mark_joint(const struct drawing *d, const struct gantt *g,
                           const struct gantt_bar *b, int tone,
                           struct gantt_toned *drawn);

void gantt_jobs_draw_one(struct drawing *d, const struct gantt *g,
                         const struct gantt_bar *b, int threshold, size_t own,
                         struct gantt_toned *drawn);

/* Stripes over the advance reservations: one set of lines, seen only where they are. (A
 * pattern in each would be shorter, but browsers print patterns as large images.) */
void gantt_jobs_hatch(struct drawing *d, const struct gantt *g, size_t panel,
                      int threshold, const struct gantt_joints *joints);

/* Those below the threshold; 1 if there are any. */
int gantt_jobs_draw_small(struct drawing *d, const struct gantt *g,
                          const struct gantt_panel *p, int threshold,
                          const struct gantt_joints *joints);

/* How many servers are busy: the mean of each of at most 480 columns. */
void gantt_jobs_draw_counted(struct drawing *d, const struct gantt *g,
                             const struct gantt_panel *p);

#endif
