/* tool_convert.c - the log is converted line by line (logconvert.h). */
#include "logtool/tool_convert.h"

#include "swf.h"

#include "logtool/logconvert.h"

#include <string.h>

static const char about[] =
    "Writes a log in the other format (or in its own, tidied). From SWF to GWF preceding"
    " jobs, think times and requirements are lost; from GWF to SWF columns 17 to 29,"
    " letters in identifiers, and fractions of seconds but of CPU times; a note in the"
    " header says so.";

static const char format_words[] = "swf|gwf";

int tool_convert(struct tool *t)
{
    int64_t bad_lines = TOOL_REFUSE, format;
    const char *out = "-", *word;
    const struct cli_option options[] = {tool_option_out(&out),
                                         tool_option_bad_lines(&bad_lines)};
    const struct cli_program cli = {t->program.name, "swf|gwf LOG",       about,
                                    options,         TOOL_COUNT(options), tool_notes};
    struct logconvert c = {.path = NULL};
    struct error e;
    int code = tool_read(t, &cli, 2, 2), result;
    if (code != CLI_RUN) return code;
    word = t->operands.items[0];
    format = cli_word_index(format_words, word, strlen(word));
    if (format < 0)
        return cli_complain(cli.name, "'%s' is not one of %s", word, format_words);
    c.path = t->operands.items[1];
    c.format = format == 0 ? SWF_FORMAT_SWF : SWF_FORMAT_GWF;
    c.policy = tool_policy(bad_lines);
    c.refuse = bad_lines == TOOL_REFUSE;
    code = tool_check_files(t, c.path, NULL, out);
    if (code != CLI_RUN) return code;
    result = logconvert_write(&c, out, &e);
    if (result == 0) {
        tool_warn_bad_lines(t, c.path, c.bad_lines, c.first_bad_line);
        log_warn_surplus(&c.surplus, cli.name, c.path);
    }
    return program_end(&t->program, result, &e);
}
