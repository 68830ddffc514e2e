/* book_command.h - the commands of slurm_book. */
#ifndef BOOK_COMMAND_H
#define BOOK_COMMAND_H

#include <stddef.h>

enum { BOOK_COMMAND_NO_ROOM = 3 }; /* exit status: there is no room */

struct book_command {
    const char *word, *about;
    int bit; /* the options that it has; see book_command.c */
};

extern const struct book_command book_command_all[];
extern const size_t book_command_count;

/* Calls the command, whose word is argv[0]. The exit status. */
int book_command_run(const struct book_command *c, int argc, char **argv);

#endif
