/* tool_convert.c - convert, and generate requirements, for jobs on their way through it:
 * a log is written line by line. Notes are written ahead of the first job, when all of
 * the header has been written and the format of the log is known. */
#include "logtool/tool.h"

#include "swf.h"

#include "kit/output.h"
#include "logtool/sitelog.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"

#include <inttypes.h>
#include <string.h>

struct convert {
    const struct tool *settings;
    const char *path;
    swf_format format;              /* to write in                */
    struct requirements *generator; /* of requirements; NULL = none */
    const char *note;               /* what the header says of it */
    FILE *to;
};

static void write_note(const struct convert *c, const char *text)
{
    const swf_header h = {.key = swf_text("Note"), .text = swf_text(text)};
    log_write_header(c->to, &h, c->format);
}

static void write_notes(const struct convert *c, uint32_t from)
{
    if (c->generator) write_note(c, c->note);
    if (from == c->format || from == SWF_FORMAT_AUTO) return;
    write_note(c, c->format == SWF_FORMAT_GWF
                      ? "swf_tool convert gwf: without preceding jobs, think times and"
                        " requirements"
                      : "swf_tool convert swf: without columns 17 to 29 and fractions of"
                        " seconds (but of CPU times)");
}

static void write_job(const struct convert *c, const swf_job *from)
{
    char text[REQUIREMENTS_TEXT];
    swf_job job = *from;
    if (c->generator && requirements_next(c->generator, from, text)) {
        job.format = SWF_FORMAT_SWF;
        job.extra = swf_text(text);
    }
    log_write_job(c->to, &job, c->format);
}

/* Writes all of it, or nothing. */
static void write_all(struct convert *c)
{
    struct log_reader in;
    swf_item item;
    int noted = 0;
    c->to = tool_open_log(c->settings->out);
    log_open(&in, c->path, tool_policy(c->settings), tool_use(c->settings));
    while (!ferror(c->to) && log_next(&in, &item)) {
        if (item.kind == SWF_HEADER) log_write_header(c->to, &item.header, c->format);
        if (item.kind == SWF_COMMENT) log_write_comment(c->to, item.comment, c->format);
        if (item.kind != SWF_JOB) continue;
        if (!noted++) write_notes(c, in.swf.format);
        write_job(c, &item.job);
    }
    output_close(c->to); /* which tells why it cannot be written */
    log_warn(c->path, &in.bad, &in.surplus);
}

/* ---- convert ----------------------------------------------------------------------- */

/* Accounting of a real system becomes a log in memory. */
static void convert_site(const struct tool *t, struct sitelog *s, swf_format format)
{
    struct error e;
    s->refuse = t->bad_lines == TOOL_REFUSE;
    s->nodes = (int)t->nodes;
    s->servers = t->servers;
    if ((t->from == TOOL_FROM_SACCT ? sacct_read : pbslog_read)(s, &e) != 0)
        fail("%s", e.text);
    if (s->log.count == 0 && s->log.bad.lines)
        fail("%s: no job: %s", log_source(s->path), s->log.bad.first);
    sitelog_finish(s);
    s->log.format = format;
    tool_write_log(&s->log, t->out);
    if (t->names) sitelog_write_names(s, t->names);
    sitelog_free(s);
}

int tool_convert(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    const int one = t->first && !t->log && t->from != TOOL_FROM_LOG;
    const char *path = one ? t->first : t->log, *word = one ? "swf" : t->first;
    const int gwf = word && strcmp(word, "gwf") == 0;
    const swf_format format = gwf ? SWF_FORMAT_GWF : SWF_FORMAT_SWF;
    struct convert c = {.settings = t, .path = path, .format = format};
    struct sitelog site = {.path = path, .zone = t->zone};
    if (!path)
        fail_usage("swf|gwf or --from, and a log, are needed; - is standard input (see"
                   " --help)");
    if (!gwf && strcmp(word, "swf") != 0) fail_usage("'%s' is not one of swf|gwf", word);
    if (!sitelog_use_zone(&site))
        fail_usage("--zone: '%s' is no time zone that this system has", t->zone);
    if (t->from == TOOL_FROM_LOG && (t->names || t->nodes || t->zone || t->servers))
        fail_usage("--zone, --nodes, --servers and --names need --from");
    tool_reads(path);
    output_claim(t->out, NULL);
    if (t->names) output_claim(t->names, SITELOG_NAMES_BEGIN);
    if (t->from == TOOL_FROM_LOG)
        write_all(&c);
    else
        convert_site(t, &site, format);
    return 0;
}

/* ---- generate requirements --------------------------------------------------------- */

int tool_convert_requirements(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    const struct requirements_rules rules = {
        .seed = (uint64_t)t->seed, .usages = (int)t->usages, .replace = (int)t->replace};
    struct requirements generator;
    char note[400];
    struct convert c = {.settings = t,
                        .path = t->log,
                        .format = SWF_FORMAT_SWF,
                        .generator = &generator,
                        .note = note};
    struct grid grid;
    tool_reads(t->log);
    if (!t->grid) fail_usage("--grid is needed (see --help)");
    tool_reads(t->grid);
    output_check(t->out, NULL);
    grid_file_load(&grid, t->grid);
    snprintf(note, sizeof note,
             "swf_tool generate requirements: --grid %.200s --seed %" PRId64 "%s%s",
             grid.source, t->seed, t->usages ? " --usages" : "",
             t->replace ? " --replace" : "");
    error_sanitize(note);
    requirements_begin(&generator, &grid, &rules);
    write_all(&c);
    grid_free(&grid);
    return 0;
}
