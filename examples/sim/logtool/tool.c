/* tool.c - implements the first part of tool.h. */
#define _POSIX_C_SOURCE 200809L

#include "logtool/tool.h"

#include "swf.h"

#include "kit/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <inttypes.h>
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

void tool_load(struct log *log, const char *path, const struct tool *t)
{
    struct error e;
    tool_must(log_load(log, path, tool_policy(t), t->bad_lines == TOOL_REFUSE, &e), &e);
}

void tool_count_bad(struct log *log, const swf_reader *reader)
{
    if (log->bad_lines++ == 0)
        swf_write_error(log->first_bad_line, sizeof log->first_bad_line, &reader->error);
}

void tool_warn(const struct log *log)
{
    if (log->bad_lines)
        fail_warn("warning: %s: lines skipped, as they are no job: %" PRIu64
                  "; the first: %s",
                  log->path, log->bad_lines, log->first_bad_line);
    log_warn_surplus(&log->surplus, log->path);
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
        fail("%s would be replaced, and is not a log with a header", out);
    return output_open(out, NULL);
}

void tool_write_log(const struct log *log, const char *out)
{
    FILE *to = tool_open_log(out);
    struct error e;
    tool_must(log_write(log, to, &e), &e);
    output_close(to);
    tool_warn(log);
}

void tool_note(struct log *log, const char *format, ...)
{
    struct error text, e;
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    tool_must(log_add_note(log, &e, "%s", text.text), &e);
}
