/* compare.h - comparison functions for qsort: ascending order of numbers.
 *
 *     qsort(times, count, sizeof *times, compare_i64);
 *
 * COMPARE is for comparison functions of structs: negative, 0 or positive as x is less
 * than, equal to or greater than y.
 *
 *     if (x->site != y->site) return COMPARE(x->site, y->site);
 *     return COMPARE(x->job, y->job);
 */
#ifndef COMPARE_H
#define COMPARE_H

#define COMPARE(x, y) (((x) > (y)) - ((x) < (y)))

int compare_u32(const void *x, const void *y);
int compare_u64(const void *x, const void *y);
int compare_i64(const void *x, const void *y);

#endif
