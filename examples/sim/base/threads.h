/* threads.h - does many independent tasks with several threads.
 *
 *     static int run_point(void *context, size_t task, struct error *e) ...
 *     if (threads_run(count, threads_default(), run_point, &points, e) != 0) return -1;
 *
 * Which thread does which task is left to chance, and the result must not depend on it: a
 * task writes only what belongs to it. Tasks are begun in order, so that the first one to
 * fail is the same with any number of threads.
 */
#ifndef THREADS_H
#define THREADS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 256 };

/* The number of processors. */
int64_t threads_default(void);

/* Does tasks 0 .. count - 1 with up to `threads` threads, fewer if the system gives no
 * more. 0; or -1 with the error of the first task in order that failed. */
int threads_run(size_t count, int64_t threads, int (*run)(void *, size_t, struct error *),
                void *context, struct error *e);

#endif
