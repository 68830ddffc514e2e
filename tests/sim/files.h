/* files.h - files that a test writes and reads again. The source that includes this asks
 * for POSIX.
 */
#ifndef FILES_H
#define FILES_H

#include "test.h"

#include <unistd.h>

enum { FILES_PATH = 256 };

/* A path for mkstemp and mkdtemp; in memory, where there is /dev/shm. */
static inline void files_name(char path[FILES_PATH])
{
    const char *where = getenv("TMPDIR");
    if (access("/dev/shm", W_OK) == 0)
        where = "/dev/shm";
    else if (!where)
        where = "/tmp";
    snprintf(path, FILES_PATH, "%s/coalloc%s", where,
             "XX"
             "XX"
             "XX");
}

/* A new file, open to be written; unlink its path. */
static inline FILE *files_open(char path[FILES_PATH])
{
    FILE *f;
    files_name(path);
    const int fd = mkstemp(path);
    f = fd >= 0 ? fdopen(fd, "w") : NULL;
    CHECK(f != NULL);
    return f;
}

/* A new folder; rmdir its path. */
static inline void files_folder(char path[FILES_PATH])
{
    files_name(path);
    CHECK(mkdtemp(path) != NULL);
}

/* Writes all of an open file, and closes it. */
static inline void files_write(FILE *f, const char *text)
{
    CHECK(f != NULL);
    fputs(text, f);
    CHECK_EQ(fclose(f), 0);
}

/* Reads all of a file of less than `room` bytes; its size. */
static inline size_t files_read(const char *path, void *to, size_t room)
{
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL);
    const size_t size = fread(to, 1, room, f);
    CHECK(!ferror(f) && size < room);
    fclose(f);
    return size;
}

#endif
