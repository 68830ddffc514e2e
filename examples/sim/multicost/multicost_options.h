/* multicost_options.h - the command line of multicost_sim.
 *
 *     struct multicost_settings settings;
 *     const int code = multicost_options_read(&program, &settings);
 *     if (code != CLI_RUN) return code;
 */
#ifndef MULTICOST_OPTIONS_H
#define MULTICOST_OPTIONS_H

#include "multicost/multicost_experiment.h"
#include "program/program.h"

/* Fills the settings, whatever they were: with MULTICOST_SETTINGS and the options.
 * CLI_RUN, or the exit status. */
int multicost_options_read(struct program *program, struct multicost_settings *settings);

#endif
