/* evaluation_options.h - the options of the command line that describe a run
 * (evaluation_settings.h): one table, from which come parsing, --help, the sweep of an
 * option and the hash of the settings.
 *
 *     struct cli_option options[EVALUATION_OPTIONS_MAX + OTHERS];
 *     size_t count = evaluation_options(&settings, options);
 *     ... the program adds its own, and parses the command line ...
 *     code = evaluation_options_read("coalloc_sim", &settings);
 *     if (code == CLI_RUN) code = evaluation_options_check("coalloc_sim", &settings);
 */
#ifndef EVALUATION_OPTIONS_H
#define EVALUATION_OPTIONS_H

#include "online/evaluation_settings.h"
#include "program/cli.h"

#include <stddef.h>

enum { EVALUATION_OPTIONS_MAX = 48 };

/* Fills `to` with options whose values go to *s; returns how many there are. Options that
 * do not affect results are marked as neutral. */
size_t evaluation_options(struct evaluation_settings *s,
                          struct cli_option to[EVALUATION_OPTIONS_MAX]);

/* Reads the list of policies and the capacity of the nodes from their texts. CLI_RUN, or
 * CLI_USAGE after a complaint. */
int evaluation_options_read(const char *program, struct evaluation_settings *s);

/* Do the options agree with each other? CLI_RUN, or CLI_USAGE after a complaint. */
int evaluation_options_check(const char *program, const struct evaluation_settings *s);

/* The same for what a sweep never changes: --nodes. */
int evaluation_options_check_once(const char *program,
                                  const struct evaluation_settings *s);

#endif
