/* outfile.h - writes a file completely or not at all: under another name in the same
 * folder, which is changed to the right one at the end.
 *
 *     struct outfile out;
 *     if (outfile_open(&out, path, e) != 0) return -1;
 *     fprintf(out.file, ...);
 *     return outfile_commit(&out, e);                  or outfile_discard(&out)
 *
 * Standard output ("-") and outputs that are not files (a pipe, /dev/stdout) are written
 * directly; there only the exit status tells that something is missing. A program that is
 * killed leaves a file with the name and six letters more.
 */
#ifndef OUTFILE_H
#define OUTFILE_H

#include "base/error.h"

#include <stdio.h>

struct outfile {
    FILE *file;
    const char *path; /* for messages; borrowed                             */
    char *target;     /* the file to be; NULL = it is written directly      */
    char *beside;     /* its name until outfile_commit                      */
};

/* To be called first in main. If standard input, output or error is closed, the next file
 * to be opened would take its place, and get what is meant for it; this opens something
 * that cannot be read or written instead. */
void outfile_guard_standard(void);

/* 1 if both names are of one existing file. */
int outfile_same(const char *x, const char *y);

/* 0 if `path` is a file that holds something and does not begin with this text, spaces
 * and line breaks apart: then it is no older output of the same kind, and must not be
 * replaced. -1 if it cannot be read. Else 1. */
int outfile_may_replace(const char *path, const char *begins, struct error *e);

/* Opens `path` for writing; "-" is standard output. 0, or -1. */
int outfile_open(struct outfile *o, const char *path, struct error *e);

/* Closes the file and removes it. An older file of that name stays as it was. */
void outfile_discard(struct outfile *o);

/* Closes the file and gives it its name: 0 if everything is on disk. If not, discards it:
 * -1. */
int outfile_commit(struct outfile *o, struct error *e);

#endif
