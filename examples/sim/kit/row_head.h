/* row_head.h - the first record of a file of rows: what they depend on. row_file.h has
 * its format.
 *
 *     rows,1,mrfs_sim,0.5.0,density=20,network=8c1f2f0e7a6b4d35:esnet.txt,variant=WS-RC
 *
 * An input has a hash of the file's content: that, not its path, has to be the same.
 */
#ifndef ROW_HEAD_H
#define ROW_HEAD_H

#include "kit/csv.h"
#include "kit/experiment.h"

struct row_head { /* fields, which are kept */
    const char **at;
    size_t count;
};

/* Of this run: also a hash of the program itself, where the system shows it. */
struct row_head row_head_of(const struct experiment *x);

/* Of a file; fails if it is not of this program. 0: the file is empty, or torn in it. */
int row_head_read(struct csv *f, const struct experiment *x, struct row_head *to);

/* Fails if a file's head differs from `other`'s. */
void row_head_compare(const char *path, const struct row_head *head, const char *other,
                      const struct row_head *expected);

/* Before experiment_plan: options that the command line does not give are taken from it,
 * and what the compared are called. */
void row_head_plan(struct experiment *x, const char *path, const struct row_head *head);

/* After it: those that the command line gives have to be the same. */
void row_head_check(const struct experiment *x, const char *path,
                    const struct row_head *head);

#endif
