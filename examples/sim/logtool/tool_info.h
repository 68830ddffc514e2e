/* tool_info.h - the command info: the figures of a log that the Parallel Workloads
 * Archive shows on its pages. */
#ifndef TOOL_INFO_H
#define TOOL_INFO_H

#include "logtool/tool.h"

/* The exit status. */
int tool_info(struct tool *t);

#endif
