/* tool_commands.h - the commands of swf_tool: a row for each.
 *
 * To add a command, write its function in tool_commands.c (tool.h shows how) and add a
 * row: then `swf_tool --help` lists it, and the tests of swf_tool try it.
 */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "logtool/tool.h"

#include <stddef.h>

struct tool_command {
    const char *words; /* "cut", or two words: "generate requirements"             */
    const char *about; /* for swf_tool --help; NULL = not listed, as the command of
                          the first word tells of it                               */
    int (*run)(struct tool *t); /* the exit status                                  */
};

extern const struct tool_command tool_commands[];

extern const size_t tool_commands_count;

#endif
