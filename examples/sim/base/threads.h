/* threads.h - many tasks, each on its own, by several threads.
 *
 * Who does which task is left to chance; what comes out must not be. So a task writes
 * only what belongs to it, and of several that fail the first in order is told.
 */
#ifndef THREADS_H
#define THREADS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 256 };

/* As many as there are processors. */
int64_t threads_default(void);

/* Does tasks 0 .. count - 1 with up to so many threads: fewer if no more can be had.
 * Tasks are begun in order, so that the first to fail is the same whatever their number.
 * 0, or -1 with the reason of that one. */
int threads_run(size_t count, int64_t threads, int (*run)(void *, size_t, struct error *),
                void *context, struct error *e);

#endif
