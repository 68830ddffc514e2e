/* book_command.h - the commands of slurm_book. */
#ifndef BOOK_COMMAND_H
#define BOOK_COMMAND_H

#include "kit/command.h"

enum { BOOK_COMMAND_NO_ROOM = 3 }; /* exit status: there is no room */

extern const struct command book_command_all[];
extern const size_t book_command_count;

#endif
