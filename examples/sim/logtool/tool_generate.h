/* tool_generate.h - the command generate: a log from the model of Lublin and
 * Feitelson. */
#ifndef TOOL_GENERATE_H
#define TOOL_GENERATE_H

#include "logtool/tool.h"

/* The exit status. */
int tool_generate(struct tool *t);

#endif
