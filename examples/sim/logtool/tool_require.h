/* tool_require.h - the command generate requirements: a log whose jobs ask for
 * something. */
#ifndef TOOL_REQUIRE_H
#define TOOL_REQUIRE_H

#include "logtool/tool.h"

/* The exit status. */
int tool_require(struct tool *t);

#endif
