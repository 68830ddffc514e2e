/* row_file.h - rows in files, which are a contract: --rows FILES. Runs that are there are
 * not made again; the first file has all rows in the end. Any program may write one,
 * with its policies, and gets tables, intervals and a page. Records of fields as RFC 4180
 * has them:
 *
 *     rows,1,mrfs_sim,0.5.0,"density=20,60",variant=ours
 *     density,variant,seed,block,measure,axis,place,class,sum,weight
 *     20,ours,1,,acceptance,,,,131,140
 *     60,ours,1,,acceptance,,,,310.5,420
 *     end,2
 *
 * The first has the version of this format, a simulator whose measures these are, its
 * version (--version), its options as NAME=VALUE, and what the compared are called. A
 * simulator writes every setting that a result depends on, before the path of an input a
 * hash of it, and as `build` one of itself; an option that is missing has its default.
 * The second names the columns: first the options that are lists of numbers, here
 * density.
 *
 *     seed    of the run, from `seed` on (1), for `seeds` runs (1)
 *     block   the week of a log, from 0, where one seed's interval is over weeks; else
 *             empty
 *     axis, place, class   empty: of all items. place: from 0; class: its name
 *     sum, weight          the measure is sum / weight: seconds waited, jobs; weight > 0
 *     measure `hash`       of all that the run decided: sum has the upper 32 bits,
 *                          weight the lower, and 1 more
 *     about,TEXT,SERVERS   the world; the size of the machine, if there is one
 *     end,N                so many rows are above: after every group, and at the end
 *
 * While runs go on each group (a point and a seed) is added to the first file as it ends;
 * rows behind the last `end` do not count. When all are done the file is written again,
 * in an order that does not depend on threads or parts.
 *
 * A file that is not as said here ends the program with one sentence: file, line, field
 * and expectation.
 */
#ifndef ROW_FILE_H
#define ROW_FILE_H

#include "kit/experiment.h"

/* How such a file begins: an older one may be replaced. */
extern const char row_file_begins[];

/* File k of --rows; NULL: no more. */
const char *row_file_path(const struct experiment *x, size_t k);

/* Before experiment_plan: if the command line gives no setting, all are taken from the
 * first of the files that has some. */
void row_file_plan(struct experiment *x);

/* Takes what the files have of this experiment into x->rows, and sets done[group] (group:
 * point * seeds + seed) where no run is missing. Of a run that is in several files the
 * first counts. Refuses files of other settings. */
void row_file_take(struct experiment *x, unsigned char *done);

/* This group is to be run, and maybe others. */
void row_file_begin(struct experiment *x, size_t group);

/* A group has ended: the rows of its runs are added. Called by one thread at a time. */
void row_file_group(struct experiment *x, size_t group);

/* All are there, and sorted: the first file is written, if it has not all of them. */
void row_file_end(struct experiment *x);

#endif
