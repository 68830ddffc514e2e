/* checkpoint.c - a damaged file is recognised by its hash before it is used. */
#define _POSIX_C_SOURCE 200809L

#include "online/checkpoint.h"

#include "base/array.h"
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void checkpoint_free(struct checkpoint *c)
{
    free(c->data);
    c->data = NULL;
    c->size = c->capacity = c->at = 0;
}

/* ---- writing one ------------------------------------------------------------------ */

void checkpoint_bytes(struct checkpoint *c, const void *bytes, size_t size)
{
    if (ARRAY_ROOM(c->data, c->size, c->capacity, size) != 0) {
        c->failed = 1;
        return;
    }
    memcpy(c->data + c->size, bytes, size);
    c->size += size;
}

void checkpoint_put(struct checkpoint *c, uint64_t x)
{
    unsigned char little[8];
    int i;
    for (i = 0; i < 8; i++) little[i] = (unsigned char)(x >> (8 * i) & 0xFF);
    checkpoint_bytes(c, little, sizeof little);
}

void checkpoint_put_double(struct checkpoint *c, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    checkpoint_put(c, bits);
}

/* ---- reading one -------------------------------------------------------------- */

size_t checkpoint_left(const struct checkpoint *c) { return c->size - c->at; }

size_t checkpoint_take(struct checkpoint *c, void *to, size_t size)
{
    if (size > checkpoint_left(c)) size = checkpoint_left(c);
    if (size) memcpy(to, c->data + c->at, size);
    c->at += size;
    return size;
}

uint64_t checkpoint_get(struct checkpoint *c)
{
    unsigned char little[8] = {0};
    uint64_t x = 0;
    int i;
    if (checkpoint_take(c, little, sizeof little) < sizeof little) c->failed = 1;
    for (i = 8; i-- > 0;) x = x << 8 | little[i];
    return x;
}

double checkpoint_get_double(struct checkpoint *c)
{
    const uint64_t bits = checkpoint_get(c);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- the file ---------------------------------------------------------------------- */

int checkpoint_name(char name[CHECKPOINT_PATH], const char *path, struct error *e)
{
    if (snprintf(name, CHECKPOINT_PATH, "%s.tmp", path) < CHECKPOINT_PATH) return 0;
    return error_fail(e, "%s: the name is too long", path);
}

/* Writes all bytes to the file and to the disk. 0, or -1 with errno. */
static int store(const struct checkpoint *c, const char *name)
{
    FILE *f = fopen(name, "wb");
    int why = 0;
    if (!f) return -1;
    errno = 0;
    if (fwrite(c->data, 1, c->size, f) != c->size || fflush(f) != 0 ||
        fsync(fileno(f)) != 0)
        why = errno ? errno : EIO;
    if (fclose(f) != 0 && !why) why = errno;
    if (!why) return 0;
    unlink(name);
    errno = why;
    return -1;
}

int checkpoint_write(struct checkpoint *c, const char *path, struct error *e)
{
    char name[CHECKPOINT_PATH];
    checkpoint_put(c, hash_bytes(HASH_START, c->data, c->size));
    if (c->failed) return error_fail(e, "%s: out of memory for a checkpoint", path);
    if (checkpoint_name(name, path, e) != 0) return -1;
    if (store(c, name) == 0 && rename(name, path) == 0) return 0;
    return error_fail(e, "%s cannot be written: %s", path, strerror(errno));
}

/* Reads the whole file. 0, or -1 with errno. */
static int read_all(struct checkpoint *c, FILE *f)
{
    unsigned char chunk[4096];
    size_t n;
    while (!c->failed && (n = fread(chunk, 1, sizeof chunk, f)) > 0)
        checkpoint_bytes(c, chunk, n);
    return ferror(f) ? -1 : 0;
}

int checkpoint_read(struct checkpoint *c, const char *path, uint64_t magic,
                    struct error *e)
{
    struct stat about;
    FILE *f;
    uint64_t hash;
    int bad;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) /* it may have no end */
        return error_fail(e, "%s: is not a checkpoint: not a plain file", path);
    f = fopen(path, "rb");
    if (!f && errno == ENOENT) return 0;
    if (!f) return error_fail(e, "%s: %s", path, strerror(errno));
    bad = read_all(c, f);
    if (bad) error_fail(e, "%s: %s", path, strerror(errno));
    fclose(f);
    if (bad) return -1;
    if (c->failed) return error_fail(e, "%s: out of memory for this checkpoint", path);
    if (c->size < 2 * sizeof hash || checkpoint_get(c) != magic)
        return error_fail(e, "%s: is not a checkpoint of this program", path);
    c->at = c->size - CHECKPOINT_HASH;
    hash = checkpoint_get(c);
    c->size -= CHECKPOINT_HASH;
    c->at = sizeof magic;
    if (hash == hash_bytes(HASH_START, c->data, c->size)) return 1;
    return error_fail(e, "%s: the checkpoint is damaged; without it the run starts anew",
                      path);
}

int checkpoint_remove(const char *path, struct error *e)
{
    char name[CHECKPOINT_PATH];
    if (checkpoint_name(name, path, e) != 0) return -1;
    unlink(name); /* of a run killed while it wrote */
    if (unlink(path) == 0 || errno == ENOENT) return 0;
    return error_fail(e, "%s cannot be removed: %s", path, strerror(errno));
}
