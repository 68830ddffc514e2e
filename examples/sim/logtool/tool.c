/* tool.c - inputs and outputs are compared before anything is replaced. */
#define _POSIX_C_SOURCE 200809L

#include "logtool/tool.h"

#include "kit/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string.h>

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
    if (!path) fail_usage("a LOG is required; - is standard input (see --help)");
    if (is_standard_output(path))
        fail_usage("%s is also standard output", log_source(path));
    if (strcmp(path, "-") != 0)
        output_protect(path);
    else if (standard++)
        fail_usage("standard input can be read only once");
}

uint32_t tool_policy(const struct tool *t)
{
    return t->bad_lines == TOOL_REPAIR ? SWF_REPAIR : SWF_LENIENT;
}

enum log_use tool_use(const struct tool *t)
{
    return t->bad_lines == TOOL_REFUSE ? LOG_REFUSE : LOG_COPY;
}

/* Does the file begin with a line of a log's header? */
static int begins_as_log(const char *path)
{
    const swf_desc desc = {SWF_LENIENT, SWF_FORMAT_AUTO};
    char line[SWF_LINE_MAX];
    FILE *file = fopen(path, "rb");
    swf_reader reader;
    swf_item item;
    const int read = file && fgets(line, sizeof line, file) &&
                     swf_init(&reader, &desc) == SWF_OK &&
                     swf_feed(&reader, line, strlen(line), 1) == SWF_OK &&
                     swf_next(&reader, &item) == SWF_OK;
    if (file) fclose(file);
    return read && item.kind == SWF_HEADER && item.header.directive != SWF_DIR_OTHER;
}

FILE *tool_open_log(const char *out)
{
    struct stat about;
    if (strcmp(out, "-") != 0 && stat(out, &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size > 0 && !begins_as_log(out))
        fail("%s: not replaced, as it is not a log with a header", out);
    return output_open(out, NULL);
}

void tool_write_log(const struct log *log, const char *out)
{
    FILE *to = tool_open_log(out);
    log_write(log, to);
    output_close(to);
    log_warn(log->path, &log->bad, &log->surplus);
}
