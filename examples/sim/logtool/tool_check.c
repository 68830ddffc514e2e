/* tool_check.c - the list is written while the log is read (lint.h), the counts after
 * it. */
#include "logtool/tool_check.h"

#include "swf.h"

#include "base/outfile.h"
#include "base/text.h"
#include "logtool/lint.h"
#include "program/json.h"
#include "program/outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char about[] =
    "Lists what is odd in a log, as FILE:LINE: kind: what, then how often each kind was"
    " found. Kinds with a star make a line useless: the simulators skip it or leave the"
    " job out. Exit status: 0 no useless line, 1 some, or bad input or an output that"
    " could not be written, 2 wrong command line.";

static const char notes[] = "LOG is a file in SWF or GWF; .gz is unpacked; - is standard "
                            "input. A line number of 0"
                            " is the log as a whole.";

/* ---- the counts as tables ---------------------------------------------------------- */

static void print_count(uint64_t times, uint64_t first)
{
    char text[TEXT_NUMBER];
    printf("%11s %11" PRIu64, text_count(times, text), first);
}

static void print_kinds(const struct lint *l)
{
    int i, found = 0;
    for (i = 0; i < LINT_COUNT; i++) {
        const struct lint_about *kind = &lint_kinds[i];
        if (!l->counts[i]) continue;
        if (!found++) printf("\n%11s %11s   what\n", "times", "first line");
        print_count(l->counts[i], l->first[i]);
        printf(" %s %s: %s\n", kind->useless ? "*" : " ", kind->name, kind->text);
    }
}

/* Fields that are known in some lines and unknown in others. */
static void print_unknown(const struct lint *l)
{
    int i, found = 0;
    for (i = 0; i < SWF_FIELD_COUNT; i++) {
        if (!l->unknown[i] || l->unknown[i] == l->jobs) continue;
        if (!found++)
            printf("\n%11s %11s   known in other lines, but not in these\n", "times",
                   "first line");
        print_count(l->unknown[i], l->unknown_first[i]);
        printf("   field %d (%s)\n", i + 1,
               swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1));
    }
}

static void print_tables(const struct lint *l)
{
    char jobs[TEXT_NUMBER], useless[TEXT_NUMBER];
    if (l->jobs || l->useless) printf("\n");
    error_print_sanitized(stdout, l->path);
    printf(": %s job%s read, %s line%s of no use to a simulator (*)\n",
           text_count(l->jobs, jobs), text_s(l->jobs), text_count(l->useless, useless),
           text_s(l->useless));
    print_kinds(l);
    print_unknown(l);
}

/* ---- the counts as JSON ------------------------------------------------------------ */

static void write_kinds(struct json *j, const struct lint *l)
{
    int i;
    json_open(j, "found", '[');
    for (i = 0; i < LINT_COUNT; i++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "kind", lint_kinds[i].name);
        json_count(j, "times", (int64_t)l->counts[i]);
        json_count(j, "first_line", (int64_t)l->first[i]);
        json_count(j, "useless", lint_kinds[i].useless);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_unknown(struct json *j, const struct lint *l)
{
    int i;
    json_open(j, "unknown", '[');
    for (i = 0; i < SWF_FIELD_COUNT; i++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "field", swf_field_name(SWF_FORMAT_SWF, (uint32_t)i + 1));
        json_count(j, "times", (int64_t)l->unknown[i]);
        json_count(j, "first_line", (int64_t)l->unknown_first[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static int write_json(const char *path, const struct lint *l, struct error *e)
{
    struct outfile out = {.file = NULL};
    struct json j = {.to = NULL};
    if (outfile_open(&out, path, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "log", l->path);
    json_count(&j, "jobs", (int64_t)l->jobs);
    json_count(&j, "useless_lines", (int64_t)l->useless);
    write_kinds(&j, l);
    write_unknown(&j, l);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

/* ---- the command ------------------------------------------------------------------- */

/* Prints the tables, unless JSON goes to standard output, and writes JSON if asked to. 0,
 * or -1. */
static int show(const struct lint *l, const char *json, struct error *e)
{
    struct outfile out = {.file = NULL};
    if (l->to) print_tables(l);
    if (json && write_json(json, l, e) != 0) return -1;
    if (!l->to) return 0;
    return outfile_open(&out, "-", e) != 0 ? -1 : outfile_commit(&out, e);
}

static int read_log(struct lint *l, struct error *e)
{
    if (log_scan(l->path, SWF_REPAIR, lint_item, l, e) != 0) return -1;
    lint_finish(l);
    return 0;
}

int tool_check(struct tool *t)
{
    int64_t list = 20;
    const char *json = NULL;
    const struct cli_option options[] = {
        {OPTION_NUMBER("--list", &list, "N|all", 0, INT64_MAX), .words = "all",
         .help = "lines of each kind to list; all are counted"},
        tool_option_json(&json, "write the counts as JSON; without FILE, or with -, to"
                                " standard output, instead of the table")};
    const struct cli_program cli = {t->program.name,     "LOG", about, options,
                                    TOOL_COUNT(options), notes};
    struct lint lint;
    struct error e;
    int code = tool_read(t, &cli, 1, 1);
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, json);
    if (code == CLI_RUN)
        code = outputs_check_content(t->program.name, "json", json, "{\"log\":");
    if (code != CLI_RUN) return code;
    lint_begin(&lint, json && strcmp(json, "-") == 0 ? NULL : stdout,
               t->operands.items[0], list < 0 ? UINT64_MAX : (uint64_t)list);
    code = program_end(&t->program,
                       read_log(&lint, &e) != 0 || show(&lint, json, &e) != 0, &e);
    if (code == CLI_OK && lint.useless) code = CLI_BAD;
    lint_free(&lint);
    return code;
}
