/* csv.c - each file is there whole or not at all (base/outfile.h). */
#include "program/csv.h"

#include "base/outfile.h"
#include "base/outfolder.h"

#include <string.h>

int csv_write(const char *folder, const char *common, const struct csv_file *files,
              size_t count, const void *of, struct error *e)
{
    size_t i;
    if (outfolder_make(folder, e) != 0) return -1;
    for (i = 0; i < count; i++) {
        char path[4096];
        struct outfile out;
        if (outfolder_open(&out, path, sizeof path, folder, files[i].name, e) != 0)
            return -1;
        if (files[i].columns) fprintf(out.file, "%s%s\n", common, files[i].columns);
        files[i].rows(out.file, of);
        if (outfile_commit(&out, e) != 0) return -1;
    }
    return 0;
}

/* The words of a text; returns how many characters the name has by then. */
static int csv_words(FILE *to, const char *text, int length)
{
    int gap = length > 0;
    for (; *text; text++) {
        const char c = *text;
        const int upper = c >= 'A' && c <= 'Z';
        if (!upper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
            gap = length > 0;
            continue;
        }
        if (gap) fputc('_', to);
        fputc(upper ? c - 'A' + 'a' : c, to);
        gap = 0;
        length++;
    }
    return length;
}

void csv_column(FILE *to, const char *label, const char *unit)
{
    const int length = csv_words(to, label, 0);
    if (unit) csv_words(to, strcmp(unit, "%") == 0 ? "percent" : unit, length);
}

void csv_text(FILE *to, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}
