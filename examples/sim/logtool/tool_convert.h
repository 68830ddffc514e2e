/* tool_convert.h - the command convert: a log in another format, or from the accounting
 * of a real system. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "logtool/tool.h"

/* The exit status. */
int tool_convert(struct tool *t);

#endif
