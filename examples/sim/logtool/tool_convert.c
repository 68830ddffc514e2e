/* tool_convert.c - convert: a log, or the accounting of a real system, is kept in memory
 * and written in the format that is asked for; generate requirements: for its jobs. */
#define _POSIX_C_SOURCE 200809L

#include "logtool/tool.h"

#include "swf.h"

#include "kit/output.h"
#include "logtool/sitelog.h"
#include "workload/date.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Writes the log; a note says what the format has no place for. */
static void write_as(struct log *log, swf_format format, const char *out)
{
    const int changes = log->format != (uint32_t)format && log->count > 0;
    if (changes && format == SWF_FORMAT_GWF)
        log_add_note(log, "swf_tool convert gwf: without preceding jobs, think times and"
                          " requirements");
    if (changes && format == SWF_FORMAT_SWF)
        log_add_note(log,
                     "swf_tool convert swf: without columns 17 to 29 and fractions of"
                     " seconds (except CPU time)");
    log->format = format;
    tool_write_log(log, out);
}

/* ---- convert ----------------------------------------------------------------------- */

/* Accounting of a real system becomes a log in memory. */
static void convert_site(const struct tool *t, struct sitelog *s, swf_format format)
{
    struct error e;
    s->refuse = t->bad_lines == TOOL_REFUSE;
    s->keep = (int)t->keep_queue;
    s->nodes = (int)t->nodes;
    s->columns = t->columns;
    if (t->machine && sitelog_machine(s, t->machine, &e) != 0) fail("%s", e.text);
    if (t->servers) s->servers = t->servers;
    if ((t->from == TOOL_FROM_SACCT ? sacct_read : pbslog_read)(s, &e) != 0)
        fail("%s", e.text);
    if (s->log.count == 0 && s->log.bad.lines)
        fail("%s: no job: %s", log_source(s->path), s->log.bad.first);
    sitelog_finish(s);
    if (s->log.count == 0 && s->notes[SITE_NO_SIZE])
        fail("%s: no job: no record gives a number of processors", log_source(s->path));
    if (s->log.count == 0)
        fail_warn("warning: %s: no job%s", log_source(s->path),
                  s->notes[SITE_UNFINISHED] ? " has ended (see --keep-queue)" : "");
    s->log.format = format; /* nothing of it is lost */
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
    struct log log = {.path = NULL};
    struct sitelog site = {.path = path, .zone = t->zone};
    if (!path && t->first) (void)log_has_waits(t->first); /* says what it is instead */
    if (!path)
        fail_usage("FORMAT (or --from) and LOG are required; - is standard input (see"
                   " --help)");
    if (!gwf && strcmp(word, "swf") != 0) fail_usage("'%s' is not swf or gwf", word);
    if (!date_zone(t->zone))
        fail_usage("--zone: this system has no time zone '%s'", t->zone);
    if (t->from == TOOL_FROM_LOG && (t->names || t->nodes || t->zone || t->servers ||
                                     t->columns || t->machine || t->keep_queue))
        fail_usage("--zone, --columns, --nodes, --servers, --machine, --names and"
                   " --keep-queue need --from");
    if (t->columns && t->from != TOOL_FROM_SACCT)
        fail_usage("--columns is for --from sacct");
    tool_reads(path);
    if (t->machine) tool_reads(t->machine);
    output_claim(t->out, NULL);
    if (t->names) output_claim(t->names, SITELOG_NAMES_BEGIN);
    if (t->from == TOOL_FROM_LOG) {
        log_load(&log, path, tool_policy(t), tool_use(t));
        write_as(&log, format, t->out);
        log_free(&log);
    } else {
        convert_site(t, &site, format);
    }
    return 0;
}

/* ---- generate requirements --------------------------------------------------------- */

static void add_requirements(struct log *log, struct requirements *generator)
{
    char text[REQUIREMENTS_TEXT];
    for (size_t i = 0; i < log->count; i++) {
        swf_job *job = &log->jobs[i].job;
        if (!requirements_next(generator, job, text)) continue;
        free((void *)(uintptr_t)job->extra.data);
        job->format = SWF_FORMAT_SWF;
        job->extra = swf_text(strdup(text));
        if (!job->extra.data) fail("out of memory");
    }
}

int tool_convert_requirements(const void *settings)
{
    const struct tool *t = (const struct tool *)settings;
    const struct requirements_rules rules = {
        .seed = (uint64_t)t->seed, .usages = (int)t->usages, .replace = (int)t->replace};
    struct requirements generator;
    struct log log = {.path = NULL};
    struct grid grid;
    tool_reads(t->log);
    if (!t->grid) fail_usage("--grid is required (see --help)");
    tool_reads(t->grid);
    output_check(t->out, NULL);
    grid_file_load(&grid, t->grid);
    log_load(&log, t->log, tool_policy(t), tool_use(t));
    requirements_begin(&generator, &grid, &rules);
    add_requirements(&log, &generator);
    log_add_note(&log,
                 "swf_tool generate requirements: --grid %.200s --seed %" PRId64 "%s%s",
                 grid.source, t->seed, t->usages ? " --usages" : "",
                 t->replace ? " --replace" : "");
    write_as(&log, SWF_FORMAT_SWF, t->out);
    log_free(&log);
    grid_free(&grid);
    return 0;
}
