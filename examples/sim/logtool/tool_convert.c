/* tool_convert.c - a log is converted line by line (logconvert.h), the accounting of a
 * real system as a whole (sitelog.h). */
#include "logtool/tool_convert.h"

#include "swf.h"

#include "base/outfile.h"
#include "logtool/logconvert.h"
#include "logtool/pbslog.h"
#include "logtool/sacct.h"
#include "logtool/sitelog.h"
#include "program/outputs.h"

#include <string.h>

static const char about[] =
    "Writes a log in the other format (or in its own, tidied). From SWF to GWF preceding"
    " jobs, think times and requirements are lost; from GWF to SWF columns 17 to 29,"
    " letters in identifiers, and fractions of seconds but of CPU times; a note in the"
    " header says so. With --from, LOG is the accounting of a real system: what Slurm"
    " prints for sacct -aPD -S DATE -E now -o " SACCT_COLUMNS
    " (or other columns, but JobID, State and Submit), or the accounting files of PBS"
    " Professional, OpenPBS or Torque, one after the other. Then swf is meant if no "
    "format"
    " is named; jobs are numbered by submission, and those that wait or run left out.";

static const char format_words[] = "swf|gwf", from_words[] = "log|sacct|pbs";

enum convert_from { FROM_LOG, FROM_SACCT, FROM_PBS };

struct conversion {
    struct sitelog site; /* with --from */
    int64_t from, bad_lines, nodes;
    const char *out, *names;
};

static int convert_log(struct tool *t, const struct conversion *v, uint32_t format,
                       struct error *e)
{
    struct logconvert c = {.path = v->site.path, .format = format};
    c.policy = tool_policy(v->bad_lines);
    c.refuse = v->bad_lines == TOOL_REFUSE;
    if (logconvert_write(&c, v->out, e) != 0) return -1;
    tool_warn_bad_lines(t, c.path, c.bad_lines, c.first_bad_line);
    log_warn_surplus(&c.surplus, t->program.name, c.path);
    return 0;
}

static int convert_site(struct tool *t, struct conversion *v, uint32_t format,
                        struct error *e)
{
    struct sitelog *s = &v->site;
    s->refuse = v->bad_lines == TOOL_REFUSE;
    s->nodes = (int)v->nodes;
    if (v->from == FROM_SACCT ? sacct_read(s, e) != 0 : pbslog_read(s, e) != 0) return -1;
    if (s->log.count == 0 && s->log.bad_lines)
        return error_fail(e, "%s: no job: %s", log_source(s->path),
                          s->log.first_bad_line);
    if (sitelog_finish(s, e) != 0) return -1;
    s->log.format = format;
    if (tool_write_log(&s->log, v->out, e) != 0) return -1;
    tool_warn_bad_lines(t, s->path, s->log.bad_lines, s->log.first_bad_line);
    return v->names ? sitelog_write_names(s, v->names, e) : 0;
}

int tool_convert(struct tool *t)
{
    struct conversion v = {.out = "-", .bad_lines = TOOL_REFUSE};
    const struct cli_option options[] = {
        {OPTION_CHOICE("--from", &v.from, from_words),
         .help = "what LOG is: a log in SWF or GWF, what sacct -P prints, or accounting"
                 " records of PBS"},
        {OPTION_TEXT("--zone", &v.site.zone, "ZONE"), .unset = "this machine's",
         .help = "with --from: where the clock stood that wrote the times, such as UTC"
                 " or Europe/Madrid; times that say theirs stay"},
        {OPTION_FLAG("--nodes", &v.nodes),
         .help = "with --from: processors are nodes, for machines that give out whole"
                 " ones"},
        tool_option_servers(&v.site.servers, "the most that were in use at once",
                            "with --from: size of the machine, for MaxProcs"),
        {OPTION_TEXT("--names", &v.names, "FILE"),
         .help = "with --from: write there which number stands for which user, group,"
                 " application, queue, partition and job; else nobody can be named"},
        tool_option_out(&v.out),
        tool_option_bad_lines(&v.bad_lines)};
    const struct cli_program cli = {t->program.name, "[swf|gwf] LOG",     about,
                                    options,         TOOL_COUNT(options), tool_notes};
    struct error e;
    int64_t format = 0;
    int code = tool_read(t, &cli, 1, 2), result;
    if (code != CLI_RUN) return code;
    if (t->operands.count == 2 || v.from == FROM_LOG) {
        const char *word = t->operands.items[0];
        format = cli_word_index(format_words, word, strlen(word));
        if (t->operands.count < 2)
            return cli_complain(cli.name,
                                "%s or --from, and a log, are needed;"
                                " - is standard input (see --help)",
                                format_words);
        if (format < 0)
            return cli_complain(cli.name, "'%s' is not one of %s", word, format_words);
    }
    v.site.path = t->operands.items[t->operands.count - 1];
    if (!sitelog_use_zone(&v.site))
        return cli_complain(cli.name, "--zone: '%s' is no time zone that this system has",
                            v.site.zone);
    if (v.from == FROM_LOG && (v.names || v.nodes || v.site.zone || v.site.servers))
        return cli_complain(cli.name,
                            "--zone, --nodes, --servers and --names need --from");
    code = tool_check_files(t, v.site.path, NULL, v.out);
    if (code == CLI_RUN && v.names &&
        (strcmp(v.names, v.out) == 0 || outfile_same(v.names, v.out)))
        code = cli_complain(cli.name, "--names and --out are both %s", v.out);
    if (code == CLI_RUN && v.names)
        code = outputs_check_content(cli.name, "names", v.names, "kind\tnumber\tname");
    if (code != CLI_RUN) return code;
    format = format == 0 ? SWF_FORMAT_SWF : SWF_FORMAT_GWF;
    result = v.from == FROM_LOG ? convert_log(t, &v, (uint32_t)format, &e)
                                : convert_site(t, &v, (uint32_t)format, &e);
    sitelog_free(&v.site);
    return program_end(&t->program, result, &e);
}
