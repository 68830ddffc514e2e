/* input.c - gzip reads the file as its standard input, so that no name goes through a
 * shell. */
#define _POSIX_C_SOURCE 200809L

#include "base/input.h"

#include "base/array.h"
#include "base/system.h"

#include <pthread.h>
#include <string.h>

static int input_fail(const struct input *in, struct error *e)
{
    return error_fail(e, "%s: %s", in->path, strerror(errno));
}

/* Does the name end in .gz? */
static int input_is_gzip(const char *path)
{
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

/* Starts gzip; what it writes takes the place of the file. For a moment the file is
 * standard input: for one thread at a time. */
static int input_through_gzip(struct input *in, struct error *e)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    FILE *unpacked = NULL;
    pthread_mutex_lock(&one);
    const int standard = dup(STDIN_FILENO);
    if (dup2(fileno(in->file), STDIN_FILENO) >= 0)
        unpacked = popen("exec gzip -dc 2>/dev/null", "r");
    if (!unpacked)
        error_fail(e, "%s: gzip, which it needs, cannot be run: %s", in->path,
                   strerror(errno));
    (void)dup2(standard, STDIN_FILENO);
    (void)close(standard);
    pthread_mutex_unlock(&one);
    if (!unpacked) return -1;
    fclose(in->file);
    in->file = unpacked;
    in->gzip = 1;
    return 0;
}

int input_release(struct input *in)
{
    int status = 0;
    if (in->gzip)
        status = pclose(in->file);
    else if (in->file && in->file != stdin)
        fclose(in->file);
    in->file = NULL;
    in->gzip = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Standard input is there once: two logs, or a log for each of several seeds, cannot be
 * read from it. */
static int input_is_taken(void)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    static int taken;
    pthread_mutex_lock(&one);
    const int before = taken;
    taken = 1;
    pthread_mutex_unlock(&one);
    return before;
}

int input_open(struct input *in, const char *path, struct error *e)
{
    struct stat about;
    const int standard = strcmp(path, "-") == 0;
    in->path = standard ? "standard input" : path;
    in->gzip = 0;
    in->file = NULL;
    if (standard && input_is_taken())
        return error_fail(e, "standard input can be read only once: give a file, or fewer"
                             " lists");
    in->file = standard ? stdin : fopen(path, "rb");
    if (!in->file) return input_fail(in, e);
    if (fstat(fileno(in->file), &about) == 0 && S_ISDIR(about.st_mode)) {
        input_release(in);
        return error_fail(e, "%s: is a directory, not a file", in->path);
    }
    if (!standard && input_is_gzip(path) && input_through_gzip(in, e) != 0) {
        input_release(in);
        return -1;
    }
    return 0;
}

long input_read(struct input *in, void *to, size_t size, struct error *e)
{
    const size_t n = fread(to, 1, size, in->file);
    return ferror(in->file) ? input_fail(in, e) : (long)n;
}

int input_close(struct input *in, struct error *e)
{
    const int status = input_release(in);
    if (status == 127)
        return error_fail(e, "%s: gzip, which it needs, cannot be run", in->path);
    if (status == 0 || status == 2) return 0;
    return error_fail(e, "%s: not a valid gzip file (gzip ended with status %d)",
                      in->path, status);
}

/* input_read_all, but does not close the input. */
static int input_read_text(struct input *in, size_t most, char **text, size_t *size,
                           struct error *e)
{
    size_t room = 0;
    *size = 0;
    *text = NULL;
    while (ARRAY_ROOM(*text, *size, room, INPUT_CHUNK) == 0) {
        const long n = input_read(in, *text + *size, room - *size - 1, e);
        if (n < 0) return -1;
        *size += (size_t)n;
        (*text)[*size] = 0;
        if (n == 0 && *size >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0)
            memmove(*text, *text + 3, (*size -= 3) + 1); /* a byte order mark */
        if (n == 0) return 0;
        if (*size > most) return error_fail(e, "%s: more than %zu bytes", in->path, most);
    }
    return error_fail(e, "%s: out of memory: the file is too large", in->path);
}

int input_read_all(struct input *in, size_t most, char **text, size_t *size,
                   struct error *e)
{
    if (input_read_text(in, most, text, size, e) == 0) return input_close(in, e);
    input_release(in);
    return -1;
}
