/* output.c - a file has six letters more in its name until it is whole. */
#define _XOPEN_SOURCE 700

#include "kit/output.h"

#include "base/hash.h"
#include "base/system.h"
#include "kit/base.h"

#include <pthread.h>
#include <string.h>

enum { OUTPUTS = 16, CHUNK = 65536 };

static struct output {
    FILE *file; /* NULL: this place is free */
    const char *path;
    const char *target, *beside; /* its name, and that until then; NULL: it has its own */
} outputs[OUTPUTS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these: runs write, too */
static struct input {
    const char *path;
    struct input *next;
} * inputs;
static const char *claims[OUTPUTS];
static size_t claim_count;

/* Also from a signal: only safe calls. */
static void remove_unfinished(void)
{
    for (size_t i = 0; i < OUTPUTS; i++)
        if (outputs[i].beside) unlink(outputs[i].beside);
}

void output_begin(void)
{
#ifdef _WIN32
    _setmode(STDIN_FILENO, _O_BINARY);
    _setmode(STDOUT_FILENO, _O_BINARY);
#else
    int fd; /* the next file would take the place of one that is closed */
    for (fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            if (open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) break;
#endif
    fail_clean(remove_unfinished);
}

/* ---- what may be replaced ---------------------------------------------------------- */

void output_protect(const char *path)
{
    struct input *one = base_kept(1, sizeof *one);
    one->path = base_text("%s", path);
    one->next = inputs;
    inputs = one;
}

/* Are both names of one existing file? */
static int is_same(const char *x, const char *y)
{
#ifdef _WIN32 /* by name only */
    char a[MAX_PATH], b[MAX_PATH];
    return access(x, F_OK) == 0 && _fullpath(a, x, MAX_PATH) &&
           _fullpath(b, y, MAX_PATH) && _stricmp(a, b) == 0;
#else
    struct stat a, b;
    return stat(x, &a) == 0 && stat(y, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
#endif
}

/* The next character that is not a space or line break, or EOF. */
static int next_of(FILE *file)
{
    int c = getc(file);
    while (c == ' ' || c == '\n') c = getc(file);
    return c;
}

/* 0: `path` holds something and does not begin with this text, spaces and line breaks
 * apart. */
static int may_replace(const char *path, const char *begins)
{
    struct stat about;
    int same = 1;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_size == 0)
        return 1;
    FILE *file = fopen(path, "rb");
    for (; file && *begins && same; begins++)
        same = *begins == ' ' || next_of(file) == *begins;
    if (!file || ferror(file)) fail("%s cannot be read: %s", path, strerror(errno));
    fclose(file);
    return same;
}

void output_check(const char *path, const char *begins)
{
    for (const struct input *in = inputs; in && strcmp(path, "-") != 0; in = in->next)
        if (is_same(path, in->path) || strcmp(path, in->path) == 0)
            fail("%s is also an input: it would be replaced", path);
    if (begins && !may_replace(path, begins))
        fail("%s exists, and these programs did not write it", path);
}

void output_claim(const char *path, const char *begins)
{
    output_check(path, begins);
    for (size_t i = 0; i < claim_count; i++)
        if (strcmp(path, claims[i]) == 0 || is_same(path, claims[i]))
            fail_usage("%s would be written twice", path);
    if (claim_count < OUTPUTS) claims[claim_count++] = path;
}

/* ---- writing ----------------------------------------------------------------------- */

FAIL_NORETURN static void refuse(const struct output *o, int why)
{
    fail("%s cannot be written: %s", o->path, strerror(why));
}

/* The path of the file itself, also where `path` is a symbolic link; a link that leads to
 * no file gets an empty one. */
static const char *target_of(const struct output *o)
{
    struct stat about;
    FILE *empty;
    if (lstat(o->path, &about) != 0 || !S_ISLNK(about.st_mode)) return o->path;
    if (stat(o->path, &about) != 0 && (empty = fopen(o->path, "ab")) != NULL)
        fclose(empty);
    char *target = realpath(o->path, NULL);
    if (!target) refuse(o, errno);
    return base_keep(target);
}

/* A new file in the target's folder, with the permissions that the target has or would
 * get. Its name is the target's, cut if it is so long that no letters could be added, and
 * mkstemp's. */
static FILE *open_beside(struct output *o, const struct stat *old)
{
    const char *slash = strrchr(o->target, '/');
    const int folder = slash ? (int)(slash - o->target) + 1 : 0;
    char *beside = base_kept(strlen(o->target) + 8, 1);
    const mode_t mask = (mode_t)umask(0);
    umask(mask);
    sprintf(beside, "%.*s.", folder + 200, o->target);
    memset(strchr(beside, 0), 'X', 6); /* mkstemp's letters */
    o->beside = beside;
    const int fd = mkstemp(beside);
    if (fd < 0 || fchmod(fd, old ? old->st_mode & 0777u : 0666u & ~mask) != 0)
        return NULL;
    return fdopen(fd, "wb");
}

FILE *output_open(const char *path, const char *begins)
{
    struct output *o = outputs;
    struct stat old;
    const int exists = stat(path, &old) == 0;
    output_check(path, begins);
    pthread_mutex_lock(&lock);
    while (o < outputs + OUTPUTS && o->file) o++;
    if (o == outputs + OUTPUTS) fail("%s: too many outputs", path);
    o->path = strcmp(path, "-") == 0 ? "standard output" : base_text("%s", path);
    if (strcmp(path, "-") == 0) {
        o->file = stdout;
    } else if (exists && !S_ISREG(old.st_mode)) {
        o->file = fopen(path, "wb");
    } else {
        o->target = target_of(o);
        o->file = open_beside(o, exists ? &old : NULL);
    }
    if (!o->file) refuse(o, errno);
    pthread_mutex_unlock(&lock);
    return o->file;
}

void output_close(FILE *file)
{
    static const struct output none;
    struct output *o = outputs;
    const int failed = ferror(file) != 0;
    pthread_mutex_lock(&lock);
    while (o < outputs + OUTPUTS && o->file != file) o++;
    if (o == outputs + OUTPUTS) fail("closing an output that is not open");
    clearerr(file); /* trying again, with what is left or a byte, shows why it failed */
    errno = 0;
    if (failed && fflush(file) == 0) putc('\n', file);
    if (fflush(file) != 0 || failed) refuse(o, errno ? errno : EIO);
    if ((o->target && fsync(fileno(file)) != 0) ||
        (file != stdout && fclose(file) != 0) ||
        (o->target && rename(o->beside, o->target) != 0))
        refuse(o, errno);
    *o = none;
    pthread_mutex_unlock(&lock);
}

int output_lock(FILE *file)
{
#ifndef _WIN32
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(file), F_SETLK, &all) != 0)
        return errno == EAGAIN || errno == EACCES;
#endif
    (void)file;
    return 0;
}

int output_is_stream(const char *path)
{
    struct stat about;
    return strcmp(path, "-") == 0 || (stat(path, &about) == 0 &&
                                      !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

uint64_t output_hash(const char *path)
{
    static unsigned char chunk[CHUNK];
    FILE *file = output_is_stream(path) ? NULL : fopen(path, "rb");
    uint64_t hash = HASH_START;
    size_t n;
    if (!file && (output_is_stream(path) || errno == ENOENT)) return 0;
    while (file && (n = fread(chunk, 1, sizeof chunk, file)) > 0)
        hash = hash_bytes(hash, chunk, n);
    if (!file || ferror(file)) fail("%s cannot be read", path);
    fclose(file);
    return hash;
}
