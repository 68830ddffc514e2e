/* tool_commands.c - a command of two words stands before the one of its first word, so
 * that the first row that fits is the right one. */
#include "logtool/tool_commands.h"

#include "logtool/tool_check.h"
#include "logtool/tool_clean.h"
#include "logtool/tool_convert.h"
#include "logtool/tool_generate.h"
#include "logtool/tool_info.h"
#include "logtool/tool_require.h"
#include "logtool/tool_reshape.h"

const struct tool_command tool_commands[] = {
    {"info", "show what is in a log: jobs, load, distributions", tool_info},
    {"check", "list what is odd in a log, line by line", tool_check},
    {"convert", "convert a log from SWF to GWF or back", tool_convert},
    {"cut", "keep a part of a log, by time or number of jobs", tool_reshape_cut},
    {"scale", "change the load of a log, or the size of its jobs", tool_reshape_scale},
    {"merge", "merge several logs into one", tool_reshape_merge},
    {"clean", "remove jobs that cannot be simulated, and noise", tool_clean},
    {"generate requirements", NULL, tool_require},
    {"generate", "make a log from a model, or requirements for a log", tool_generate},
};

const size_t tool_commands_count = TOOL_COUNT(tool_commands);
