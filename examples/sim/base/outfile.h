/* outfile.h - a file that is there whole or not at all: it is written beside its place
 * and renamed. What is no plain file (/dev/stdout, a pipe) is written as it comes, and so
 * is standard output ("-"): there only the exit status tells that something is missing.
 *
 * A program that is killed meanwhile leaves FILE and six letters beside FILE.
 */
#ifndef OUTFILE_H
#define OUTFILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

struct outfile {
    FILE *file;
    const char *path; /* for messages                                         */
    char *target;     /* the place; NULL = it is written as it comes          */
    char *beside;     /* the name until then                                  */
};

/* Whoever closed a standard file must not have another opened in its stead: what is meant
 * for the one would be written to the other. Reading or writing these fails. */
void outfile_guard_standard(void);

/* 1 if both names are of the same plain file. */
int outfile_same(const char *x, const char *y);

/* Opens `path` for writing; "-" is standard output. `path` is borrowed. 0, or -1. */
int outfile_open(struct outfile *o, const char *path, struct error *e);

/* The same for the file `name` in `folder`; its whole path goes to `path`, of `size` bytes. */
int outfile_open_in(struct outfile *o, char *path, size_t size, const char *folder,
                    const char *name, struct error *e);

/* Makes the folder if it is not there; its parent must be. 0, or -1. */
int outfile_folder(const char *path, struct error *e);

/* It is not wanted: what was there before is still there. */
void outfile_discard(struct outfile *o);

/* Everything is written and in its place; or -1, and then it was dropped. */
int outfile_commit(struct outfile *o, struct error *e);

#endif
