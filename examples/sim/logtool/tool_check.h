/* tool_check.h - the command check: what is odd in a log, line by line. */
#ifndef TOOL_CHECK_H
#define TOOL_CHECK_H

#include "logtool/tool.h"

/* The exit status: CLI_BAD also if a line is useless to the simulators. */
int tool_check(struct tool *t);

#endif
