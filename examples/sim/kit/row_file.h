/* row_file.h - rows in a file, which is a contract: what --rows FILE writes, and --from
 * and --resume read.
 *
 *     rows,1,mrfs_sim,0.3.0,settings,inputs,plan                        the head
 *     density,variant,seed,block,measure,axis,place,class,sum,weight    columns
 *     20,WS-RC,1,,acceptance,,,,131,140                                 rows
 *     end,N                                                             how many
 *
 * The head has what rows depend on: the program and its version, every setting that
 * changes a result as it was resolved, hashes of the inputs, the plan (points, variants,
 * seeds). There is a column for each option that is swept, the seed is the real one.
 * Fields are quoted as RFC 4180 says. While runs go on, each group's rows are written as
 * it ends, in one piece; the order is by point, seed and so on when all are there.
 *
 * Each of these ends the program with one sentence where something is wrong: file, line,
 * field, what was expected.
 */
#ifndef ROW_FILE_H
#define ROW_FILE_H

#include "kit/experiment.h"

/* How such a file begins: an older one may be replaced. */
extern const char row_file_begins[];

/* Before the first run: FILE is begun under another name, FILE.part, which stays if the
 * program ends early. With --resume takes the groups that such a run left there into
 * x->rows, and sets done[group] (group: point * seeds + seed). */
void row_file_begin(struct experiment *x, unsigned char *done);

/* A group has ended, and these are its rows. Called by one thread at a time. */
void row_file_group(struct experiment *x, size_t group, const struct row_group *rows);

/* All runs are made: the file is written whole, in order, and has its name. */
void row_file_end(struct experiment *x);

/* Takes the rows of all files of --from into x->rows. Refuses those of another program,
 * version, settings, inputs or plan, duplicates, and, unless --partial, gaps. */
void row_file_read(struct experiment *x);

#endif
