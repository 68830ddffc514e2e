/* slurm_call.h - calls a command of Slurm for one cluster, and stops in time.
 *
 *     const char *const words[] = {"sinfo", "-h", "-o", "%N", NULL};
 *     code = slurm_call(&site, words, 60, &text, &error);
 *
 * No shell reads the words. The command prints times in UTC in the standard format, and
 * no variable of the environment narrows what it shows.
 */
#ifndef SLURM_CALL_H
#define SLURM_CALL_H

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>

struct slurm_site {
    const char *name;
    const char *conf; /* its slurm.conf; NULL: the command is given -M NAME */
};

/* Runs the command for at most so many seconds; `words` ends with NULL. 0: it succeeded,
 * and *out, for free(), is what it printed on standard output. 1: it says no, with what
 * it said as the error. -1: it did not start or did not end, and it is unknown what it
 * did. */
int slurm_call(const struct slurm_site *site, const char *const *words, int64_t seconds,
               char **out, struct error *e);

/* All of a file with a 0 behind it, for free(); bytes 0 in it are '?'. NULL: a folder. */
char *slurm_call_text(FILE *file);

/* From now on SIGINT, SIGTERM and SIGHUP are only noted. A command that is running then
 * has ten seconds to end. */
void slurm_call_catch(void);

/* The signal that was noted last, or 0. */
int slurm_call_stopped(void);

#endif
