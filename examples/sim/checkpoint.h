/* checkpoint.h - what a run needs to go on after it was killed, in a file that is there
 * whole or not at all: it is written beside its place, brought to the disk, and renamed.
 *
 * The content is built, or taken apart, in memory: numbers of 64 bits, little-endian, and
 * bytes; doubles by their bits. A hash ends it (FNV-1a, which no change of a single byte
 * leaves the same). Each simulator has a magic number and puts it first.
 */
#ifndef SIM_CHECKPOINT_H
#define SIM_CHECKPOINT_H

#include "error.h"
#include "hash.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIM_CHECKPOINT_PATH = 4096, SIM_CHECKPOINT_HASH = 8 };

typedef struct sim_checkpoint { /* zero-initialise; sim_checkpoint_free */
    unsigned char *data;
    size_t size, capacity;
    size_t at;  /* taken out so far                                          */
    int failed; /* memory is out, or more was wanted than there is           */
} sim_checkpoint;

static inline void sim_checkpoint_free(sim_checkpoint *c)
{
    free(c->data);
    c->data = NULL;
    c->size = c->capacity = c->at = 0;
}

/* ---- building one ------------------------------------------------------------------ */

static inline void sim_checkpoint_bytes(sim_checkpoint *c, const void *bytes, size_t size)
{
    if (size > c->capacity - c->size) {
        const size_t more = 2 * c->capacity + size + 4096;
        unsigned char *grown = (unsigned char *)realloc(c->data, more);
        if (!grown) {
            c->failed = 1;
            return;
        }
        c->data = grown;
        c->capacity = more;
    }
    memcpy(c->data + c->size, bytes, size);
    c->size += size;
}

static inline void sim_checkpoint_put(sim_checkpoint *c, uint64_t x)
{
    unsigned char little[8];
    int i;
    for (i = 0; i < 8; i++) little[i] = (unsigned char)(x >> (8 * i) & 0xFF);
    sim_checkpoint_bytes(c, little, sizeof little);
}

static inline void sim_checkpoint_put_double(sim_checkpoint *c, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    sim_checkpoint_put(c, bits);
}

/* ---- taking one apart -------------------------------------------------------------- */

/* How many bytes are left. */
static inline size_t sim_checkpoint_left(const sim_checkpoint *c)
{
    return c->size - c->at;
}

/* As many bytes as there are, up to `size`. */
static inline size_t sim_checkpoint_take(sim_checkpoint *c, void *to, size_t size)
{
    if (size > sim_checkpoint_left(c)) size = sim_checkpoint_left(c);
    if (size) memcpy(to, c->data + c->at, size);
    c->at += size;
    return size;
}

static inline uint64_t sim_checkpoint_get(sim_checkpoint *c)
{
    unsigned char little[8] = {0};
    uint64_t x = 0;
    int i;
    if (sim_checkpoint_take(c, little, sizeof little) < sizeof little) c->failed = 1;
    for (i = 8; i-- > 0;) x = x << 8 | little[i];
    return x;
}

static inline double sim_checkpoint_get_double(sim_checkpoint *c)
{
    const uint64_t bits = sim_checkpoint_get(c);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- the file ---------------------------------------------------------------------- */

/* The name it is written under before it takes its place. */
static inline int sim_checkpoint_name(char name[SIM_CHECKPOINT_PATH], const char *path,
                                      sim_error *e)
{
    if (snprintf(name, SIM_CHECKPOINT_PATH, "%s.tmp", path) < SIM_CHECKPOINT_PATH)
        return 0;
    return sim_fail(e, "%s: the name is too long", path);
}

/* All bytes are in the file and on the disk; or errno tells why not. */
static inline int sim_checkpoint_store(const sim_checkpoint *c, const char *name)
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

/* Replaces the file at once. 0, or -1: then what was there before is still there. */
static inline int sim_checkpoint_write(sim_checkpoint *c, const char *path, sim_error *e)
{
    char name[SIM_CHECKPOINT_PATH];
    sim_checkpoint_put(c, sim_hash_bytes(SIM_HASH_START, c->data, c->size));
    if (c->failed) return sim_fail(e, "%s: out of memory for a checkpoint", path);
    if (sim_checkpoint_name(name, path, e) != 0) return -1;
    if (sim_checkpoint_store(c, name) == 0 && rename(name, path) == 0) return 0;
    return sim_fail(e, "%s cannot be written: %s", path, strerror(errno));
}

static inline int sim_checkpoint_slurp(sim_checkpoint *c, FILE *f)
{
    unsigned char chunk[4096];
    size_t n;
    while (!c->failed && (n = fread(chunk, 1, sizeof chunk, f)) > 0)
        sim_checkpoint_bytes(c, chunk, n);
    return ferror(f) ? -1 : 0;
}

/* 1: the file is read and whole. 0: there is none. -1: it is no such file, or damaged. */
static inline int sim_checkpoint_read(sim_checkpoint *c, const char *path, uint64_t magic,
                                      sim_error *e)
{
    struct stat about;
    FILE *f;
    uint64_t hash;
    int bad;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) /* it may have no end */
        return sim_fail(e, "%s: is not a checkpoint: not a plain file", path);
    f = fopen(path, "rb");
    if (!f && errno == ENOENT) return 0;
    if (!f) return sim_fail(e, "%s: %s", path, strerror(errno));
    bad = sim_checkpoint_slurp(c, f);
    if (bad) sim_fail(e, "%s: %s", path, strerror(errno));
    fclose(f);
    if (bad) return -1;
    if (c->failed) return sim_fail(e, "%s: out of memory for this checkpoint", path);
    if (c->size < 2 * sizeof hash || sim_checkpoint_get(c) != magic)
        return sim_fail(e, "%s: is not a checkpoint of this program", path);
    c->at = c->size - SIM_CHECKPOINT_HASH;
    hash = sim_checkpoint_get(c);
    c->size -= SIM_CHECKPOINT_HASH;
    c->at = sizeof magic;
    if (hash == sim_hash_bytes(SIM_HASH_START, c->data, c->size)) return 1;
    return sim_fail(e, "%s: the checkpoint is damaged; without it the run starts anew",
                    path);
}

/* The run is done. */
static inline int sim_checkpoint_remove(const char *path, sim_error *e)
{
    char name[SIM_CHECKPOINT_PATH];
    if (sim_checkpoint_name(name, path, e) != 0) return -1;
    unlink(name); /* of a run killed while it wrote */
    if (unlink(path) == 0 || errno == ENOENT) return 0;
    return sim_fail(e, "%s cannot be removed: %s", path, strerror(errno));
}

#endif
