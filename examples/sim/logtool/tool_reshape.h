/* tool_reshape.h - the commands cut, scale and merge, which have the same options: all
 * that logshape.h can do. */
#ifndef TOOL_RESHAPE_H
#define TOOL_RESHAPE_H

#include "logtool/tool.h"

/* Each returns the exit status. */
int tool_reshape_cut(struct tool *t);

int tool_reshape_scale(struct tool *t);

int tool_reshape_merge(struct tool *t);

#endif
