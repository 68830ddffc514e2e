/* memory.c - implements memory.h: ru_maxrss, which is in bytes on macOS, in KiB
 * elsewhere. */
#define _POSIX_C_SOURCE 200809L

#include "base/memory.h"

#if defined __linux__ || defined __APPLE__
#include <sys/resource.h>
#include <sys/time.h>

int64_t memory_peak(void)
{
    struct rusage use;
    if (getrusage(RUSAGE_SELF, &use) != 0) return -1;
#ifdef __APPLE__
    return (int64_t)use.ru_maxrss;
#else
    return (int64_t)use.ru_maxrss * 1024;
#endif
}

#else

int64_t memory_peak(void) { return -1; }

#endif
