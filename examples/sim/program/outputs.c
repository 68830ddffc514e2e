/* outputs.c - the checks compare every output with every input by places.h. */
#include "program/outputs.h"

#include "base/error.h"
#include "base/outfile.h"
#include "program/places.h"

#include <string.h>

void outputs_reads(struct outputs *o, const char *what, const char *path)
{
    if (!path || o->input_count == OUTPUTS_INPUTS_MAX) return;
    o->inputs[o->input_count].what = what;
    o->inputs[o->input_count++].path = path;
}

/* A file that is written against those that are read, and the folder of --csv. */
static int outputs_check_file(const char *program, const struct outputs *o,
                              const char *option, const char *path)
{
    size_t i;
    if (!path) return CLI_RUN;
    for (i = 0; i < o->input_count; i++)
        if (outfile_same(path, o->inputs[i].path))
            return cli_complain(program, "--%s %s would replace %s", option, path,
                                o->inputs[i].what);
    if (o->csv && places_within(o->csv, ".csv", path))
        return cli_complain(program, "--csv %s might replace %s: it is a .csv file there",
                            o->csv, path);
    return CLI_RUN;
}

int outputs_check(const char *program, const struct outputs *o)
{
    size_t i;
    if (o->report && strcmp(o->report, "-") == 0)
        return cli_complain(program, "--report needs the name of a file, not -");
    if (o->csv && strcmp(o->csv, "-") == 0)
        return cli_complain(program, "--csv needs the name of a directory, not -");
    if (o->json && o->report && places_same(o->json, o->report))
        return cli_complain(program, "--json and --report are the same file, %s",
                            o->json);
    if (outputs_check_file(program, o, "json", o->json) != CLI_RUN ||
        outputs_check_file(program, o, "report", o->report) != CLI_RUN)
        return CLI_USAGE;
    for (i = 0; o->csv && i < o->input_count; i++)
        if (places_within(o->csv, ".csv", o->inputs[i].path))
            return cli_complain(program,
                                "--csv %s might replace %s: it is a .csv file there",
                                o->csv, o->inputs[i].path);
    return CLI_RUN;
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
