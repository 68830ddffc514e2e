/* csv.c - the file is in memory, where fields lose their quotes in their place. */
#include "kit/csv.h"

#include "base/input.h"
#include "kit/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void csv_open(struct csv *f, const char *path)
{
    struct input in;
    struct error e;
    size_t size;
    int first;
    memset(f, 0, sizeof *f);
    f->path = path;
    if (input_open(&in, path, &e) != 0) fail("%s", e.text);
    first = getc(in.file); /* /dev/zero has no end */
    if (first != EOF && first != 'r' && first != '"')
        fail("%s:1: not rows: it does not begin with rows,1,", path);
    if (first != EOF) ungetc(first, in.file);
    if (input_read_all(&in, SIZE_MAX / 2, &f->text, &size, &e) != 0) fail("%s", e.text);
    f->next = f->text;
    f->end = f->text + size;
}

void csv_close(struct csv *f)
{
    free(f->text);
    free((void *)f->at);
}

/* Ends the field that begins at `to`, whose rest is at f->next. Returns the byte behind
 * it, 0 at the end of the file. */
static char end_field(struct csv *f, char *to, int quoted)
{
    char *p = f->next, end;
    if (*p == '\r' && p + 1 < f->end) p++;
    end = *p;
    if (p == f->end) return 0;
    if (end == 0) fail("%s:%zu: a zero byte", f->path, f->line);
    if (end == '"')
        fail("%s:%zu: field %zu has a quote within", f->path, f->line, f->count);
    if (end != '\n' && (end != ',' || p > f->next))
        fail(quoted ? "%s:%zu: field %zu goes on behind its closing quote"
                    : "%s:%zu: a carriage return within field %zu",
             f->path, f->line, f->count);
    f->next = p + 1;
    *to = 0;
    return end;
}

static char read_quoted(struct csv *f)
{
    char *to = f->next++;
    for (; f->next < f->end && *f->next; *to++ = *f->next++) {
        if (*f->next == '"' && *++f->next != '"') return end_field(f, to, 1);
        f->lines += *f->next == '\n';
    }
    return end_field(f, to, 1);
}

static char read_plain(struct csv *f)
{
    f->next += strcspn(f->next, ",\"\r\n");
    return end_field(f, f->next, 0);
}

int csv_read(struct csv *f)
{
    char end;
    f->line = f->lines + 1;
    f->count = 0;
    if (f->next == f->end || f->torn) return 0;
    do {
        BASE_PUSH(f->at, f->count, f->room) = f->next;
        end = *f->next == '"' ? read_quoted(f) : read_plain(f);
    } while (end == ',');
    f->lines += end == '\n';
    f->torn = end == 0;
    return !f->torn;
}
