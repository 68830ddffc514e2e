/* memory.h - how much memory the process has had. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* The most that it has had in main memory at once since its start, in bytes; -1 where the
 * system does not say. */
int64_t memory_peak(void);

#endif
