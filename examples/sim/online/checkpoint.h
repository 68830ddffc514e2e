/* checkpoint.h - what a run needs to go on after it was killed, in a file that is there
 * whole or not at all: it is written beside its place, brought to the disk, and renamed.
 *
 * The content is built, or taken apart, in memory: numbers of 64 bits, little-endian, and
 * bytes; doubles by their bits. A hash ends it (FNV-1a, which no change of a single byte
 * leaves the same). Each simulator has a magic number and puts it first.
 */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { CHECKPOINT_PATH = 4096, CHECKPOINT_HASH = 8 };

struct checkpoint { /* zero-initialise; checkpoint_free */
    unsigned char *data;
    size_t size, capacity;
    size_t at;  /* taken out so far                                          */
    int failed; /* memory is out, or more was wanted than there is           */
};

void checkpoint_free(struct checkpoint *c);

/* ---- building one ------------------------------------------------------------------ */

void checkpoint_bytes(struct checkpoint *c, const void *bytes, size_t size);

void checkpoint_put(struct checkpoint *c, uint64_t x);

void checkpoint_put_double(struct checkpoint *c, double x);

/* ---- taking one apart -------------------------------------------------------------- */

/* How many bytes are left. */
size_t checkpoint_left(const struct checkpoint *c);

/* As many bytes as there are, up to `size`. */
size_t checkpoint_take(struct checkpoint *c, void *to, size_t size);

uint64_t checkpoint_get(struct checkpoint *c);

double checkpoint_get_double(struct checkpoint *c);

/* ---- the file ---------------------------------------------------------------------- */

/* The name it is written under before it takes its place. */
int checkpoint_name(char name[CHECKPOINT_PATH], const char *path, struct error *e);

/* Replaces the file at once. 0, or -1: then what was there before is still there. */
int checkpoint_write(struct checkpoint *c, const char *path, struct error *e);

/* 1: the file is read and whole. 0: there is none. -1: it is no such file, or damaged. */
int checkpoint_read(struct checkpoint *c, const char *path, uint64_t magic,
                    struct error *e);

/* The run is done. */
int checkpoint_remove(const char *path, struct error *e);

#endif
