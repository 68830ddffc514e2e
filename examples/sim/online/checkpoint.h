/* checkpoint.h - the state of a run in a file, from which it goes on after it was killed.
 * The file is there whole or not at all: it is written under another name, brought to the
 * disk, and renamed.
 *
 *     checkpoint_put(&c, MAGIC);                 first: a number of the program's own
 *     checkpoint_put(&c, jobs); ...
 *     checkpoint_write(&c, "save", &e);
 *
 *     if (checkpoint_read(&c, "save", MAGIC, &e) > 0)
 *         jobs = checkpoint_get(&c); ...         in the same order
 *
 * The content is made and read in memory: numbers of 64 bits, little-endian, and bytes;
 * doubles by their bits. A hash stands at the end (FNV-1a, which changes whenever a
 * single byte does).
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
    size_t at;  /* how much has been read                       */
    int failed; /* memory is out, or there was too little to read */
};

void checkpoint_free(struct checkpoint *c);

/* ---- writing one ------------------------------------------------------------------ */

void checkpoint_bytes(struct checkpoint *c, const void *bytes, size_t size);

void checkpoint_put(struct checkpoint *c, uint64_t x);

void checkpoint_put_double(struct checkpoint *c, double x);

/* ---- reading one -------------------------------------------------------------- */

/* How many bytes are left. */
size_t checkpoint_left(const struct checkpoint *c);

/* Reads as many bytes as there are, up to `size`; returns how many. */
size_t checkpoint_take(struct checkpoint *c, void *to, size_t size);

uint64_t checkpoint_get(struct checkpoint *c);

double checkpoint_get_double(struct checkpoint *c);

/* ---- the file ---------------------------------------------------------------------- */

/* The name under which the file is written before it is renamed. 0, or -1: too long. */
int checkpoint_name(char name[CHECKPOINT_PATH], const char *path, struct error *e);

/* Adds the hash and replaces the file in one step. 0, or -1: then the file that was there
 * before is still there. */
int checkpoint_write(struct checkpoint *c, const char *path, struct error *e);

/* 1: the file is whole and has been read up to after `magic`. 0: there is no file. -1: it
 * is another file, or damaged. */
int checkpoint_read(struct checkpoint *c, const char *path, uint64_t magic,
                    struct error *e);

/* Removes the file, once the run is done. */
int checkpoint_remove(const char *path, struct error *e);

#endif
