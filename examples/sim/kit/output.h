/* output.h - files that are written whole or not at all, and never over other files.
 *
 *     output_protect(log);                       an input: no output may replace it
 *     to = output_open(path, "{\"program\"");    fails if `path` is another kind of file
 *     fprintf(to, ...);
 *     output_close(to);                          only now it has its name
 *
 * "-" is standard output. It, and outputs that are not files (a pipe, /dev/stdout), are
 * written directly; there only the exit status says that something is missing. A program
 * that is killed leaves a file with the name and six letters more. All of these functions
 * end the program where the system refuses.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdint.h>
#include <stdio.h>

/* To be called first in main: standard input, output and error that are closed. */
void output_begin(void);

/* No output may be this file. Nothing if there is none of that name. */
void output_protect(const char *path);

/* Fails if `path` is protected or must not be replaced (begins NULL: whatever it is). */
void output_check(const char *path, const char *begins);

/* The same of an output that is to be written later; fails if it is named twice. */
void output_claim(const char *path, const char *begins);

/* output_check, and opens it. */
FILE *output_open(const char *path, const char *begins);
void output_close(FILE *file);

/* Nonzero: another program has locked it. Closing it, or another FILE of the same path,
 * and the end of the program unlock it. Windows: never. */
int output_lock(FILE *file);

/* It cannot be read twice: standard input or output, a pipe, a device. */
int output_is_stream(const char *path);

/* A hash of what a file holds; 0: there is no such file, or it is a stream. */
uint64_t output_hash(const char *path);

#endif
