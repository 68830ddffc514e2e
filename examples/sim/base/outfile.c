/* outfile.c - implements outfile.h. */
#define _XOPEN_SOURCE 700

#include "base/outfile.h"

#include "base/system.h"

#include <string.h>

void outfile_guard_standard(void)
{
#ifdef _WIN32
    _setmode(STDIN_FILENO, _O_BINARY);
    _setmode(STDOUT_FILENO, _O_BINARY);
#else
    int fd;
    for (fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            if (open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) return;
#endif
}

int outfile_same(const char *x, const char *y)
{
#ifdef _WIN32 /* only names tell */
    char a[MAX_PATH], b[MAX_PATH];
    return access(x, F_OK) == 0 && _fullpath(a, x, MAX_PATH) &&
           _fullpath(b, y, MAX_PATH) && _stricmp(a, b) == 0;
#else
    struct stat a, b;
    return stat(x, &a) == 0 && stat(y, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
#endif
}

/* The next character that is no space or line break, or EOF. */
static int outfile_next(FILE *file)
{
    int c = getc(file);
    while (c == ' ' || c == '\n') c = getc(file);
    return c;
}

int outfile_may_replace(const char *path, const char *begins, struct error *e)
{
    struct stat about;
    FILE *file;
    int same = 1;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_size == 0)
        return 1;
    file = fopen(path, "rb");
    for (; file && *begins && same; begins++)
        same = *begins == ' ' || outfile_next(file) == *begins;
    if (!file || ferror(file))
        same = error_fail(e, "%s cannot be read: %s", path, strerror(errno));
    else if (!same)
        error_fail(e, "%s would replace a file that is none of ours", path);
    if (file) fclose(file);
    return same;
}

static int outfile_fail(const struct outfile *o, int why, struct error *e)
{
    return error_fail(e, "%s cannot be written: %s", o->path, strerror(why));
}

static void outfile_forget(struct outfile *o)
{
    free(o->target);
    free(o->beside);
    o->target = o->beside = NULL;
    o->file = NULL;
}

/* The path of the file itself, also where `path` is a symbolic link: for free(); NULL
 * with errno. A link that leads to no file gets an empty one. */
static char *outfile_target(const char *path)
{
    struct stat about;
    FILE *empty;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode)) return strdup(path);
    if (stat(path, &about) != 0 && (empty = fopen(path, "ab")) != NULL) fclose(empty);
    return realpath(path, NULL);
}

/* Opens a new file in the target's folder, with the permissions that the target has or
 * would get. Its name is the target's, cut if it is so long that no letters could be
 * added, and mkstemp's. */
static int outfile_beside(struct outfile *o, const struct stat *old)
{
    const char *slash = strrchr(o->target, '/');
    const size_t folder = slash ? (size_t)(slash - o->target) + 1 : 0;
    const size_t name = strlen(o->target) - folder, kept = name < 200 ? name : 200;
    const size_t length = folder + kept;
    const mode_t mask = (mode_t)umask(0);
    int fd, why;
    umask(mask);
    o->beside = (char *)malloc(length + 8);
    if (!o->beside) return -1;
    memcpy(o->beside, o->target, length);
    o->beside[length] = '.';
    memset(o->beside + length + 1, 'X', 6); /* mkstemp's letters */
    o->beside[length + 7] = 0;
    fd = mkstemp(o->beside);
    if (fd < 0) return -1;
    if (fchmod(fd, old ? old->st_mode & 0777u : 0666u & ~mask) == 0)
        o->file = fdopen(fd, "wb");
    if (o->file) return 0;
    why = errno;
    close(fd);
    unlink(o->beside);
    errno = why;
    return -1;
}

int outfile_open(struct outfile *o, const char *path, struct error *e)
{
    static const struct outfile nothing = {.file = NULL};
    struct stat about;
    const int exists = stat(path, &about) == 0;
    const int standard = strcmp(path, "-") == 0;
    *o = nothing;
    o->path = standard ? "standard output" : path;
    if (standard) {
        o->file = stdout;
        return 0;
    }
    if (exists && !S_ISREG(about.st_mode)) {
        o->file = fopen(path, "wb");
        return o->file ? 0 : outfile_fail(o, errno, e);
    }
    o->target = outfile_target(path);
    if (o->target && outfile_beside(o, exists ? &about : NULL) == 0) return 0;
    outfile_fail(o, errno, e);
    outfile_forget(o);
    return -1;
}

void outfile_discard(struct outfile *o)
{
    if (o->file && o->file != stdout) fclose(o->file);
    if (o->beside) unlink(o->beside);
    outfile_forget(o);
}

/* Why the file cannot be written, 0 if it can. If it failed before, nobody knows why any
 * more: trying again with what was not written tells. */
static int outfile_flush(FILE *file)
{
    const int failed = ferror(file) != 0;
    clearerr(file);
    errno = 0;
    if (fflush(file) == 0 && !failed) return 0;
    return errno ? errno : EIO;
}

int outfile_commit(struct outfile *o, struct error *e)
{
    int why = outfile_flush(o->file);
    if (!why && o->target && fsync(fileno(o->file)) != 0) why = errno;
    if (o->file != stdout) {
        if (fclose(o->file) != 0 && !why) why = errno;
        o->file = NULL;
    }
    if (!why && o->target && rename(o->beside, o->target) != 0) why = errno;
    if (why) {
        outfile_fail(o, why, e);
        outfile_discard(o);
        return -1;
    }
    outfile_forget(o);
    return 0;
}
