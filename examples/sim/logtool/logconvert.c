/* logconvert.c - writes a log in another format, or in its own, line by line; on the way
 * its jobs may get requirements.
 *
 *     struct logconvert c = {.path = path, .format = SWF_FORMAT_GWF};
 *     logconvert_write(&c, "new.gwf");
 *
 * A note in the header tells what the new format has no place for.
 *
 * Notes are written ahead of the first job, when all of the header has
 * been written and the format of the log is known. */

#include "swf.h"

#include "kit/output.h"
#include "logtool/tool.h"
#include "workload/log.h"

static int write_note(const struct logconvert *c, const char *text, struct error *e)
{
    char line[LOG_LINE];
    swf_header h = {.key = swf_text("Note"), .text = swf_text(text)};
    return log_write_text(
        c->to, line, swf_write_header(line, sizeof line, &h, (swf_format)c->format), e);
}

static int write_notes(struct logconvert *c, uint32_t from, struct error *e)
{
    if (c->noted++) return 0;
    if (c->generator && write_note(c, c->note, e) != 0) return -1;
    if (from == c->format || from == SWF_FORMAT_AUTO) return 0;
    return write_note(c,
                      c->format == SWF_FORMAT_GWF
                          ? "swf_tool convert gwf: without preceding jobs, think times"
                            " and requirements"
                          : "swf_tool convert swf: without columns 17 to 29 and fractions"
                            " of seconds (but of CPU times)",
                      e);
}

static int write_job(const struct logconvert *c, const swf_job *from, struct error *e)
{
    char text[REQUIREMENTS_TEXT];
    swf_job job = *from;
    if (c->generator && requirements_next(c->generator, from, text)) {
        job.format = SWF_FORMAT_SWF;
        job.extra = swf_text(text);
    }
    return log_write_job(c->to, &job, c->format, e);
}

static int count_bad_line(struct logconvert *c, const swf_reader *reader, struct error *e)
{
    if (c->bad_lines++ == 0)
        swf_write_error(c->first_bad_line, sizeof c->first_bad_line, &reader->error);
    return c->refuse ? error_fail(e, "%s: %s", c->path, c->first_bad_line) : 0;
}

static int write_item(void *context, const swf_item *item, const swf_reader *reader,
                      struct error *e)
{
    struct logconvert *c = (struct logconvert *)context;
    const swf_format format = (swf_format)c->format;
    char line[LOG_LINE];
    if (ferror(c->to)) return error_fail(e, "the output cannot be written");
    if (item->kind == SWF_SKIPPED || (c->policy != SWF_REPAIR && log_has_surplus(item)))
        return count_bad_line(c, reader, e);
    log_count_surplus(&c->surplus, item, reader);
    if (item->kind == SWF_HEADER)
        return log_write_text(
            c->to, line, swf_write_header(line, sizeof line, &item->header, format), e);
    if (item->kind == SWF_COMMENT)
        return log_write_text(
            c->to, line, swf_write_comment(line, sizeof line, item->comment, format), e);
    if (write_notes(c, reader->format, e) != 0) return -1;
    return write_job(c, &item->job, e);
}

void logconvert_write(struct logconvert *c, const char *out)
{
    struct error e;
    int result;
    c->to = tool_open_log(out);
    result = log_scan(c->path, c->policy, write_item, c, &e);
    if (!ferror(c->to)) tool_must(result, &e);
    output_close(c->to); /* which tells why it cannot be written */
}
