/* row_file.h - rows in a file, which is a contract: what --rows FILE writes, and --from
 * and --resume read. Any program may write one, with its policies, and gets tables,
 * intervals and a page by --from. Records of fields as RFC 4180 has them:
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
 * density (times are in seconds).
 *
 *     seed    of the run, from `seed` on (1), for `seeds` runs (1)
 *     block   the week of a log, from 0, where one seed's interval is over weeks; else
 *             empty
 *     axis, place, class   empty: of all items. place: from 0; class: its name
 *     sum, weight          the measure is sum / weight: seconds waited, jobs; weight > 0
 *     measure `hash`       in class, 16 digits of hash of all that the run decided
 *     about,TEXT           the world
 *     end,N                so many rows are above: after every group, and at the end
 *
 * While runs go on the file is FILE.part, to which each group (a point and a seed) is
 * added as it ends; rows behind the last `end` do not count. It stays when the
 * program ends early, and --resume goes on from there. When all are done, FILE is written
 * whole, in an order that does not depend on threads or parts.
 *
 * A file that is not as said here ends the program with one sentence: file, line, field
 * and expectation.
 */
#ifndef ROW_FILE_H
#define ROW_FILE_H

#include "kit/experiment.h"

/* How such a file begins: an older one may be replaced. */
extern const char row_file_begins[];

/* Before experiment_plan: options that the command line does not give are taken from the
 * first file of --from, if there is one; those that it gives have to be the same. */
void row_file_plan(struct experiment *x);

/* Before the first run: FILE.part is begun. With --resume takes the groups that an
 * interrupted run left there into x->rows, and sets done[group] (group: point * seeds +
 * seed). */
void row_file_begin(struct experiment *x, unsigned char *done);

/* A group has ended: the rows of its runs are added. Called by one thread at a time. */
void row_file_group(struct experiment *x, size_t group);

/* All are there, and sorted: FILE is written. */
void row_file_end(struct experiment *x);

/* Takes the rows of all files of --from into x->rows. Refuses files whose first record is
 * not the first file's, or whose inputs are others than here; rows that are there twice;
 * and, unless --partial, runs that are missing. */
void row_file_read(struct experiment *x);

#endif
