/* threads.h - does many independent tasks with several threads.
 *
 *     static void run_point(void *context, size_t task) ...
 *     threads_run(count, threads_default(), run_point, &points);
 *
 * Tasks are begun in order. Which thread does which is left to chance, and the result
 * must not depend on it: a task writes only what belongs to it.
 */
#ifndef THREADS_H
#define THREADS_H

#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 256 };

/* The number of processors. */
int64_t threads_default(void);

/* Does tasks 0 .. count - 1 with up to `threads` threads, fewer if the system gives no
 * more. */
void threads_run(size_t count, int64_t threads, void (*run)(void *context, size_t task),
                 void *context);

#endif
