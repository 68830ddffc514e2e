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
    {"info", "what is in it: jobs, load, distributions", tool_info},
    {"check", "what is odd in it, line by line", tool_check},
    {"convert", "from SWF to GWF and back", tool_convert},
    {"cut", "a part of it, by time or number of jobs", tool_reshape_cut},
    {"scale", "another load, larger or smaller jobs", tool_reshape_scale},
    {"merge", "several logs into one", tool_reshape_merge},
    {"clean", "without what cannot be simulated, or noise", tool_clean},
    {"generate requirements", NULL, tool_require},
    {"generate", "a log from a model, or what the jobs of a log ask for", tool_generate},
};

const size_t tool_commands_count = TOOL_COUNT(tool_commands);
