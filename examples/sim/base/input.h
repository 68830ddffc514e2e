/* input.h - the bytes of a file, of standard input ("-"), or of a .gz file through gzip.
 *
 * `gzip -dc` gets the opened file as its standard input, so no name ever meets a shell or
 * is taken for an option, and its exit status tells a truncated file from a short one.
 */
#ifndef INPUT_H
#define INPUT_H

#include "base/error.h"

#include <stddef.h>
#include <sys/types.h>

enum { INPUT_CHUNK = 65536 };

struct input {
    const char *path; /* for messages                     */
    int fd;
    pid_t gzip; /* the child to wait for; 0 = none  */
};

int input_is_gzip(const char *path);

/* Lets go of the input, finished or not; gzip's status, 0 without gzip. */
int input_release(struct input *in);

int input_open(struct input *in, const char *path, struct error *e);

/* How many bytes were read: 0 at the end, -1 on an error. */
long input_read(struct input *in, void *to, size_t size, struct error *e);

/* After the end: was the input whole? gzip's status 2 is a warning: all was read. */
int input_close(struct input *in, struct error *e);

/* The same, and lets go of the input. */
int input_read_all(struct input *in, size_t most, char **text, size_t *size,
                   struct error *e);

#endif
