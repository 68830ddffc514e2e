/* tool_clean.h - the command clean: a log without what cannot be simulated, or is
 * noise. */
#ifndef TOOL_CLEAN_H
#define TOOL_CLEAN_H

#include "logtool/tool.h"

/* The exit status. */
int tool_clean(struct tool *t);

#endif
