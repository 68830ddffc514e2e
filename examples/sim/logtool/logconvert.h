/* logconvert.h - writes a log in another format, or in its own, line by line; on the way
 * its jobs may get requirements.
 *
 *     struct logconvert c = {.path = path, .format = SWF_FORMAT_GWF};
 *     if (logconvert_write(&c, "new.gwf", &error) != 0) ...
 *
 * A note in the header tells what the new format has no place for.
 */
#ifndef LOGCONVERT_H
#define LOGCONVERT_H

#include "base/error.h"
#include "workload/log.h"
#include "workload/requirements.h"

#include <stdint.h>
#include <stdio.h>

struct logconvert { /* zero-initialise, then the first six */
    const char *path;
    uint32_t format;                /* to write in                              */
    uint32_t policy;                /* how the log is read (swf.h) ...          */
    int refuse;                     /* ... and whether a bad line is an error   */
    struct requirements *generator; /* of requirements; NULL = none             */
    const char *note;               /* what the header says of it               */
    FILE *to;
    int noted;
    uint64_t bad_lines; /* that are not jobs, left out */
    char first_bad_line[256];
    struct log_surplus surplus;
};

/* Writes all of it to the file `out` ("-": standard output), or nothing. 0, or -1. */
int logconvert_write(struct logconvert *c, const char *out, struct error *e);

#endif
