/* tool_check.h - the command check: what is odd in a log, line by line. */
#ifndef TOOL_CHECK_H
#define TOOL_CHECK_H

#include "logtool/tool.h"

/* The exit status: also CLI_BAD if a line is of no use to a simulator. */
int tool_check(struct tool *t);

#endif
