/* input.h - the bytes of a file, of standard input ("-"), or of a .gz file through gzip.
 *
 * `gzip -dc` gets the opened file as its standard input, so no name ever meets a shell or
 * is taken for an option, and its exit status tells a truncated file from a short one.
 */
#ifndef SIM_INPUT_H
#define SIM_INPUT_H

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIM_INPUT_CHUNK = 65536 };

typedef struct sim_input {
    const char *path;  /* for messages                     */
    int fd;
    pid_t gzip;        /* the child to wait for; 0 = none  */
} sim_input;

static inline int sim_input_fail(const sim_input *in, sim_error *e)
{
    return sim_fail(e, "%s: %s", in->path, strerror(errno));
}

static inline int sim_input_is_gzip(const char *path)
{
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

/* The child's side of the pipe; does not return. */
static inline void sim_input_exec_gzip(int from, int to)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0 && dup2(from, STDIN_FILENO) >= 0 && dup2(to, STDOUT_FILENO) >= 0
        && dup2(nowhere, STDERR_FILENO) >= 0)
        execlp("gzip", "gzip", "-dc", (char *)NULL);
    _exit(127);
}

/* Puts gzip between the file and us. */
static inline int sim_input_through_gzip(sim_input *in, sim_error *e)
{
    int ends[2];
    if (pipe(ends) != 0) return sim_input_fail(in, e);
    in->gzip = fork();
    if (in->gzip < 0) {
        in->gzip = 0;
        close(ends[0]);
        close(ends[1]);
        return sim_input_fail(in, e);
    }
    if (in->gzip == 0) {
        close(ends[0]);
        sim_input_exec_gzip(in->fd, ends[1]);
    }
    close(ends[1]);
    close(in->fd);
    in->fd = ends[0];
    return 0;
}

/* Lets go of the input, finished or not; gzip's status, 0 without gzip. */
static inline int sim_input_release(sim_input *in)
{
    int status = 0;
    if (in->fd > STDIN_FILENO) close(in->fd);
    in->fd = -1;
    if (in->gzip > 0) {
        while (waitpid(in->gzip, &status, 0) < 0 && errno == EINTR) continue;
        in->gzip = 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static inline int sim_input_open(sim_input *in, const char *path, sim_error *e)
{
    struct stat about;
    const int standard = strcmp(path, "-") == 0;
    in->path = standard ? "standard input" : path;
    in->gzip = 0;
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (in->fd < 0) return sim_input_fail(in, e);
    if (fstat(in->fd, &about) == 0 && S_ISDIR(about.st_mode)) {
        sim_input_release(in);
        return sim_fail(e, "%s: is a directory, not a file", in->path);
    }
    if (!standard && sim_input_is_gzip(path) && sim_input_through_gzip(in, e) != 0) {
        sim_input_release(in);
        return -1;
    }
    return 0;
}

/* How many bytes were read: 0 at the end, -1 on an error. */
static inline long sim_input_read(sim_input *in, void *to, size_t size, sim_error *e)
{
    ssize_t n;
    do
        n = read(in->fd, to, size);
    while (n < 0 && errno == EINTR);
    return n < 0 ? sim_input_fail(in, e) : (long)n;
}

/* After the end: was the input whole? gzip's status 2 is a warning: all was read. */
static inline int sim_input_close(sim_input *in, sim_error *e)
{
    const int status = sim_input_release(in);
    if (status == 127)
        return sim_fail(e, "%s: gzip, which it needs, cannot be run", in->path);
    if (status == 0 || status == 2) return 0;
    return sim_fail(e, "%s: not a whole gzip file (gzip ended with status %d)", in->path,
                    status);
}

/* All there is, up to `most` bytes, with a 0 after it, for free(); also if it fails. */
static inline int sim_input_read_text(sim_input *in, size_t most, char **text,
                                      size_t *size, sim_error *e)
{
    size_t room = SIM_INPUT_CHUNK;
    *size = 0;
    *text = (char *)malloc(room);
    while (*text) {
        const long n = sim_input_read(in, *text + *size, room - *size - 1, e);
        if (n < 0) return -1;
        *size += (size_t)n;
        (*text)[*size] = 0;
        if (n == 0) return 0;
        if (*size > most) return sim_fail(e, "%s: more than %zu bytes", in->path, most);
        if (*size + 1 == room) {
            char *grown = (char *)realloc(*text, 2 * room);
            if (!grown) break;
            *text = grown;
            room *= 2;
        }
    }
    return sim_fail(e, "%s: there is no memory for so large a file", in->path);
}

/* The same, and lets go of the input. */
static inline int sim_input_text(sim_input *in, size_t most, char **text, size_t *size,
                                 sim_error *e)
{
    if (sim_input_read_text(in, most, text, size, e) == 0) return sim_input_close(in, e);
    sim_input_release(in);
    return -1;
}

#endif
