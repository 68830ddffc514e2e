/* outfolder.h - the folder that --csv writes into. Only a file that --csv has written is
 * replaced there: OUTFOLDER_LIST, a file in the folder, names those.
 *
 *     if (outfolder_other(folder, e) != 0) ...    refuse: a file there is none of ours
 *     if (outfolder_make(folder, e) != 0) return -1;
 *     if (outfolder_open(&out, path, sizeof path, folder, "jobs.csv", e) != 0) return -1;
 *     fprintf(out.file, ...);
 *     return outfile_commit(&out, e);
 */
#ifndef OUTFOLDER_H
#define OUTFOLDER_H

#include "base/error.h"
#include "base/outfile.h"

#include <stddef.h>

enum { OUTFOLDER_NAME = 256 };

#define OUTFOLDER_LIST "csv_files.txt"

/* 1 if the folder is there and has a .csv file that its list does not name, or a list
 * that is none of ours, and which file that is, of several the first by its bytes. -1 if
 * the folder or its list cannot be read. Else 0. */
int outfolder_other(const char *folder, struct error *e);

/* Can the folder be made, or is it there? The folder it lies in must be. 0, or -1. */
int outfolder_possible(const char *path, struct error *e);

/* Makes the folder if it is not there; the folder it lies in must be. 0, or -1. */
int outfolder_make(const char *path, struct error *e);

/* Opens the file `name` in the folder for writing, after the list names it; `path` gets
 * its whole path, of less than `size` bytes. 0, or -1. */
int outfolder_open(struct outfile *o, char *path, size_t size, const char *folder,
                   const char *name, struct error *e);

#endif
