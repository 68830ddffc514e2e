/* command.h - the command line of a program, from its table of options; with subcommands,
 * from a table of these.
 *
 *     option_begin(&o, options, count);
 *     command_read(&o, "bench_flex", "Reservations at ...", COMMAND_NOTES, argc, argv);
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "kit/option.h"

#define COMMAND_VERSION "0.5.0" /* of all programs: as coalloc.h */

#define COMMAND_NOTES "Exit status: 0 done, 1 bad input or output, 2 wrong command line."

/* Reads the command line into *o (option_begin); fails with status 2, or prints --help or
 * --version and ends. `program`: what messages and --help call it. `notes`: what stands
 * below the options in --help. */
void command_read(struct options *o, const char *program, const char *about,
                  const char *notes, int argc, char **argv);

struct command {       /* program NAME [options] [operands] */
    const char *name;  /* one word or two; two stand before the first of them alone */
    const char *brief; /* in the list of commands; NULL: another one covers it */
    const char *about, *notes; /* above and below the options in --help; notes or NULL */
    const struct option *options;
    size_t options_count;
    size_t settings;                  /* its size */
    int (*run)(const void *settings); /* exit status */
};

/* Reads the command line of one of them into its settings; or of a program without any:
 * then it needs neither name nor run. */
void command_settings(const struct command *c, const char *program, int argc, char **argv,
                      void *settings);

/* main of a program with subcommands. Each option has one value. */
int command_main(const char *program, const char *about, const struct command *all,
                 size_t count, int argc, char **argv);

#endif
