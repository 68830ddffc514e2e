/* outputs.c - files that are there are compared by what they are, not by their names. */
#define _POSIX_C_SOURCE 200809L

#include "program/outputs.h"

#include "base/error.h"
#include "base/outfile.h"
#include "base/outfolder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void outputs_reads(struct outputs *o, const char *what, const char *path)
{
    struct outputs_input *input = &o->inputs[o->input_count];
    if (!path || o->input_count == OUTPUTS_INPUTS_MAX) return;
    input->what = what;
    input->path = path;
    (void)stat(path, &input->before); /* without a file it stays zero */
    o->input_count++;
}

int outputs_unchanged(const struct outputs *o, struct error *e)
{
    size_t i;
    for (i = 0; i < o->input_count; i++) {
        const struct stat *then = &o->inputs[i].before;
        struct stat now;
        if (S_ISREG(then->st_mode) && stat(o->inputs[i].path, &now) == 0 &&
            (now.st_ino != then->st_ino || now.st_size != then->st_size ||
             now.st_mtime != then->st_mtime))
            return error_fail(e, "%s changed while it was used", o->inputs[i].path);
    }
    return 0;
}

void outputs_writes(struct outputs *o, const char *option, const char *path,
                    const char *begins)
{
    struct outputs_file *file = &o->written[o->written_count];
    if (!path || o->written_count == OUTPUTS_WRITTEN_MAX) return;
    file->option = option;
    file->path = path;
    file->begins = begins;
    o->written_count++;
}

int outputs_check_name(const char *program, const char *option, const char *what,
                       const char *path)
{
    if (!path || strcmp(path, "-") != 0) return CLI_RUN;
    return cli_complain(program, "--%s needs the name of a %s, not -", option, what);
}

/* A file that is written against those that are read. */
static int check_file(const char *program, const struct outputs *o,
                      const struct outputs_file *file)
{
    size_t i;
    for (i = 0; i < o->input_count; i++)
        if (outfile_same(file->path, o->inputs[i].path))
            return cli_complain(program, "--%s %s would replace %s", file->option,
                                file->path, o->inputs[i].what);
    return CLI_RUN;
}

/* The folder of --csv: can it be made, or has it a .csv file that --csv did not write? */
static int check_folder(const char *program, const char *folder)
{
    struct error e;
    int other = 0;
    if (folder) other = outfolder_possible(folder, &e);
    if (folder && !other) other = outfolder_other(folder, &e);
    if (!other) return CLI_RUN;
    cli_complain(program, "--csv %s", e.text);
    return other < 0 ? CLI_BAD : CLI_USAGE;
}

/* All files that are written, but for those of --csv: returns how many. */
static size_t list(const struct outputs *o,
                   struct outputs_file all[OUTPUTS_WRITTEN_MAX + 2])
{
    const struct outputs_file json = {"json", o->json, "{\"program\":"};
    const struct outputs_file page = {
        "report", o->report,
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"/>"};
    size_t count = 0, i;
    if (json.path) all[count++] = json;
    if (page.path) all[count++] = page;
    for (i = 0; i < o->written_count; i++) all[count++] = o->written[i];
    return count;
}

int outputs_check_content(const char *program, const char *option, const char *path,
                          const char *begins)
{
    struct error e;
    const int may = path ? outfile_may_replace(path, begins, &e) : 1;
    if (may > 0) return CLI_RUN;
    cli_complain(program, "--%s %s", option, e.text);
    return may < 0 ? CLI_BAD : CLI_USAGE;
}

int outputs_check(const char *program, const struct outputs *o)
{
    struct outputs_file all[OUTPUTS_WRITTEN_MAX + 2];
    const size_t count = list(o, all);
    size_t i, k;
    int code = CLI_RUN;
    if (outputs_check_name(program, "report", "file", o->report) != CLI_RUN ||
        outputs_check_name(program, "csv", "directory", o->csv) != CLI_RUN)
        return CLI_USAGE;
    for (i = 0; i < count; i++) {
        if (check_file(program, o, &all[i]) != CLI_RUN) return CLI_USAGE;
        for (k = 0; k < i; k++)
            if (strcmp(all[i].path, all[k].path) == 0 ||
                outfile_same(all[i].path, all[k].path))
                return cli_complain(program, "--%s and --%s are the same file, %s",
                                    all[i].option, all[k].option, all[i].path);
    }
    for (i = 0; i < count && code == CLI_RUN; i++)
        if (all[i].begins)
            code =
                outputs_check_content(program, all[i].option, all[i].path, all[i].begins);
    return code == CLI_RUN ? check_folder(program, o->csv) : code;
}

void outputs_print(FILE *to, const struct outputs *o, const char *rows)
{
    fprintf(to, "Every figure, for programs: ");
    if (o->json) error_print_sanitized(to, o->json);
    if (o->json && o->csv) fprintf(to, " and ");
    if (o->csv) error_print_sanitized(to, o->csv);
    if (!o->json && !o->csv) fprintf(to, "--json FILE; one row per %s: --csv DIR", rows);
    fprintf(to, "\n");
    if (!o->report) return;
    fprintf(to, "Pictures: ");
    error_print_sanitized(to, o->report);
    fprintf(to, "\n");
}
