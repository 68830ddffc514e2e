/* swf_tool - look at a job log, check it, convert, cut, scale, merge and clean it, or
 * make one: Standard Workload Format (SWF) and Grid Workload Format (GWF).
 *
 * The commands are in sim/logtool/tool_commands.c; swf.h reads and writes the lines.
 */
#include "kit/command.h"
#include "logtool/tool.h"

int main(int argc, char **argv)
{
    return command_main(
        "swf_tool", "Inspects and changes job logs in Standard or Grid Workload Format.",
        tool_commands, tool_commands_count, argc, argv);
}
