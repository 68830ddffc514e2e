/* input.h - reads the bytes of a file, of standard input ("-"), or of a .gz file through
 * gzip.
 *
 *     struct input in;
 *     if (input_open(&in, path, e) != 0) return -1;
 *     while ((n = input_read(&in, buffer, sizeof buffer, e)) > 0) ...
 *     if (n < 0) input_release(&in);
 *     return n < 0 ? -1 : input_close(&in, e);
 *
 * `gzip -dc` has the opened file as its standard input, so that no file name is seen by a
 * shell or mistaken for an option. Its exit status says whether the file was truncated.
 */
#ifndef INPUT_H
#define INPUT_H

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

enum { INPUT_CHUNK = 65536 };

struct input {
    const char *path; /* for messages; borrowed          */
    FILE *file;
    int gzip; /* 1 = the file is what it writes */
};

/* 0, or -1. */
int input_open(struct input *in, const char *path, struct error *e);

/* The number of bytes read: 0 at the end, -1 on an error. */
long input_read(struct input *in, void *to, size_t size, struct error *e);

/* Closes an input that was read to its end. 0, or -1 if gzip says that it was not whole.
 * (A warning from gzip, status 2, is not an error: everything was read.) */
int input_close(struct input *in, struct error *e);

/* Closes an input that may not have been read to its end. Returns gzip's exit status; 0
 * without gzip. */
int input_release(struct input *in);

/* Reads all of an opened input and closes it. *text is for free(), also after an error,
 * and has a 0 after its *size bytes. More than `most` bytes are an error. */
int input_read_all(struct input *in, size_t most, char **text, size_t *size,
                   struct error *e);

#endif
