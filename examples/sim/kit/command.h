/* command.h - the command line of a program, from its table of options; with subcommands,
 * from a table of these.
 *
 *     option_begin(&o, options, count);
 *     command_read(&o, "mrfs_sim", "Finds the earliest start ...", argc, argv);
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "kit/option.h"

#define COMMAND_VERSION "0.3.0" /* of all programs: that of coalloc.h */

/* Reads the command line into *o (option_begin); fails with status 2, or prints --help or
 * --version and ends. `program`: what messages and --help call it. */
void command_read(struct options *o, const char *program, const char *about, int argc,
                  char **argv);

struct command { /* program NAME [options] [operands] */
    const char *name, *about;
    const struct option *options;
    size_t options_count;
    size_t settings; /* its size */
    int (*run)(const void *settings, const struct options *given); /* exit status */
};

/* main of a program with subcommands. */
int command_main(const char *program, const char *about, const struct command *all,
                 size_t count, int argc, char **argv);

#endif
