/* tool.c - implements tool.h. */
#define _POSIX_C_SOURCE 200809L

#include "logtool/tool.h"

#include "swf.h"

#include "kit/fail.h"
#include "kit/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <inttypes.h>
#include <string.h>

const struct option_word tool_bad_lines_words[] = {
    {"refuse", NULL, 0}, {"skip", NULL, 0}, {"repair", NULL, 0}, {NULL, NULL, 0}};

/* Is standard output a file, and the same one as this input? This would have no end. */
static int is_standard_output(const char *in)
{
    struct stat a, b;
    const int found = strcmp(in, "-") == 0 ? fstat(STDIN_FILENO, &a) : stat(in, &a);
    return found == 0 && fstat(STDOUT_FILENO, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_ino != 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void tool_reads(const char *path)
{
    static int standard;
    if (!path) fail_usage("a LOG is needed; - is standard input (see --help)");
    if (is_standard_output(path))
        fail_usage("%s is standard output, too", log_source(path));
    if (strcmp(path, "-") != 0)
        output_protect(path);
    else if (standard++)
        fail_usage("standard input can be read only once");
}

uint32_t tool_policy(const struct tool *t)
{
    return t->bad_lines == TOOL_REPAIR ? SWF_REPAIR : SWF_LENIENT;
}

void tool_must(int result, const struct error *e)
{
    if (result != 0) fail("%s", e->text);
}

void tool_load(struct log *log, const char *path, uint32_t policy, int refuse)
{
    struct error e;
    tool_must(log_load(log, path, policy, refuse, &e), &e);
}

void tool_warn(const char *path, uint64_t bad_lines, const char *first,
               const struct log_surplus *surplus)
{
    if (bad_lines)
        fail_warn("warning: %s: lines skipped, as they are no job: %" PRIu64
                  "; the first: %s",
                  path, bad_lines, first);
    log_warn_surplus(surplus, path);
}

FILE *tool_open_log(const char *out)
{
    /* what is replaced begins with a line of a log's header */
    static const char *const labels[] = {
        "Version",       "Computer",      "Installation", "Acknowledge", "Information",
        "Conversion",    "MaxJobs",       "MaxRecords",   "Preemption",  "UnixStartTime",
        "TimeZone",      "StartTime",     "EndTime",      "MaxNodes",    "MaxProcs",
        "MaxRuntime",    "MaxMemory",     "AllowOveruse", "MaxQueues",   "Queue",
        "Queues",        "MaxPartitions", "Partition",    "Partitions",  "Note",
        "TimeZoneString"};
    char begins[40];
    int may = 0;
    size_t i;
    for (i = 0; i < 2 * sizeof labels / sizeof labels[0] && may == 0; i++) {
        snprintf(begins, sizeof begins, "%c%s:", i % 2 ? '#' : ';', labels[i / 2]);
        may = output_may_replace(out, begins);
    }
    if (may == 0) fail("%s would be replaced, and is not a log with a header", out);
    return output_open(out, NULL);
}

void tool_write_log(const struct log *log, const char *out)
{
    FILE *to = tool_open_log(out);
    struct error e;
    tool_must(log_write(log, to, &e), &e);
    output_close(to);
}
