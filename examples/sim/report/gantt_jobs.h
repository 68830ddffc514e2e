/* gantt_jobs.h - how the jobs of one panel of a Gantt chart are drawn (gantt.c alone uses
 * it): one by one where they are large enough to be seen, together in a grid where they
 * are not; jobs with parts in several panels in one tone.
 */
#ifndef GANTT_JOBS_H
#define GANTT_JOBS_H

#include "report/drawing.h"
#include "report/gantt.h"

#include <stddef.h>

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
