/* sweep_plan.h - a sweep over several processes or machines: a plan with a command for
 * each point, what such a command does, and the points gathered (sweep_run).
 *
 *     coalloc_sim log.swf --sweep ar=0:1:0.1 --plan points >plan     one command a line
 *     parallel <plan                                                 each with --point
 *     coalloc_sim log.swf --sweep ar=0:1:0.1 --gather points --report sweep.html
 */
#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H

#include "base/error.h"
#include "online/evaluation_settings.h"
#include "online/sweep.h"
#include "program/cli.h"
#include "program/program.h"

#include <stddef.h>

struct sweep_plan {         /* the options, NULL = not given */
    struct cli_list values; /* --sweep NAME=VALUES */
    const char *plan, *gather, *point;
};

enum { SWEEP_PLAN_OPTIONS = 4 };

/* Fills `to` with the options; returns how many there are. */
size_t sweep_plan_options(struct sweep_plan *o, struct cli_option to[SWEEP_PLAN_OPTIONS]);

/* Do they agree with each other, with the run and with the other outputs? `trace_out`:
 * the option of that name, or NULL. CLI_RUN, or CLI_USAGE after a complaint. */
int sweep_plan_check(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, const char *trace_out);

/* Makes the points of --sweep, if it is given, and checks the settings of each; those of
 * *s are checked, too, and become a point's for --point. CLI_RUN, or the exit status. */
int sweep_plan_read(const struct program *p, const struct sweep_plan *o,
                    struct evaluation_settings *s, struct sweep *sweep);

/* Prints a command for each point that is not in the folder of --plan yet: the command
 * line of this run, with the value and the file of the point. 0, or -1. */
int sweep_plan_print(const struct program *p, const struct sweep_plan *o,
                     struct sweep *sweep, struct error *e);

/* Does what one of these commands says: computes one point and writes its file. */
int sweep_plan_point(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, struct error *e);

#endif
