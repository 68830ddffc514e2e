/* mrfs_options.h - the command line of mrfs_sim.
 *
 *     struct mrfs_settings settings;
 *     const int code = mrfs_options_read(&program, &settings);
 *     if (code != CLI_RUN) return code;
 */
#ifndef MRFS_OPTIONS_H
#define MRFS_OPTIONS_H

#include "mrfs/mrfs_experiment.h"
#include "program/program.h"

/* Fills the settings, whatever they were: with what the paper says, or a default where it
 * says nothing, and with the options. CLI_RUN, or the exit status. */
int mrfs_options_read(struct program *program, struct mrfs_settings *settings);

#endif
