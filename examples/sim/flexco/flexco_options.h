/* flexco_options.h - the command line of flexco_sim: every option, its default and its
 * help, and which options need or exclude each other.
 *
 *     struct program p = {0};
 *     struct flexco_settings s = FLEXCO_SETTINGS;
 *     program_begin(&p, argc, argv);
 *     code = flexco_options_read(&p, &s);
 *     if (code != CLI_RUN) return code;
 */
#ifndef FLEXCO_OPTIONS_H
#define FLEXCO_OPTIONS_H

#include "flexco/flexco_experiment.h"
#include "program/program.h"

/* Reads and checks the command line; what is not given keeps the value that *s has.
 * CLI_RUN, or the exit status after a complaint or --help. */
int flexco_options_read(struct program *p, struct flexco_settings *s);

#endif
