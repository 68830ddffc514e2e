/* temporary.h - a file for a test to write and read again. The source that includes this
 * asks for POSIX. */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "test.h"

#include <unistd.h>

enum { TEMPORARY_NAME = 256 };

/* A new file, open to be written; unlink its path. */
static FILE *temporary(char path[TEMPORARY_NAME])
{
    const char *where = getenv("TMPDIR");
    FILE *f;
    int fd;
    snprintf(path, TEMPORARY_NAME, "%s/coalloc%s", where ? where : "/tmp",
             "XX"
             "XX"
             "XX");
    fd = mkstemp(path);
    f = fd >= 0 ? fdopen(fd, "w") : NULL;
    CHECK(f != NULL);
    return f;
}

#endif
