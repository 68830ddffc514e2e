/* csv.c - implements csv.h. */
#include "kit/csv.h"

#include "kit/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD = 1 << 20 };

void csv_open(struct csv *f, const char *path)
{
    memset(f, 0, sizeof *f);
    f->path = path;
    f->file = fopen(path, "rb");
    if (!f->file) fail("%s: %s", path, strerror(errno));
}

void csv_close(struct csv *f)
{
    fclose(f->file);
    free(f->text);
    free(f->begins);
    free((void *)f->at);
}

static void put(struct csv *f, int c)
{
    if (f->length == RECORD) fail("%s:%zu: more than %d bytes", f->path, f->line, RECORD);
    f->text = (char *)base_room(f->text, &f->text_room, f->length, 1);
    f->text[f->length++] = (char)c;
}

static void begin_field(struct csv *f)
{
    f->begins =
        (size_t *)base_room(f->begins, &f->begins_room, f->count, sizeof *f->begins);
    f->begins[f->count++] = f->length;
}

/* The next byte of a record; EOF: it is torn. */
static int next(struct csv *f)
{
    const int c = getc(f->file);
    if (c == EOF && ferror(f->file)) fail("%s cannot be read", f->path);
    if (c == 0) fail("%s:%zu: a zero byte", f->path, f->line);
    if (c == '\n') f->lines++;
    return c;
}

/* What is in quotes, of which the first is read; returns the byte behind the last. */
static int read_quoted(struct csv *f)
{
    int c;
    for (;;) {
        c = next(f);
        if (c == EOF) return c;
        if (c == '"') {
            c = next(f);
            if (c != '"') break;
        }
        put(f, c);
    }
    if (c == '\r') c = next(f);
    if (c != ',' && c != '\n' && c != EOF)
        fail("%s:%zu: field %zu goes on behind its closing quote", f->path, f->line,
             f->count);
    return c;
}

static int read_plain(struct csv *f, int c)
{
    for (; c != ',' && c != '\n' && c != EOF; c = next(f)) {
        if (c == '"')
            fail("%s:%zu: field %zu has a quote within", f->path, f->line, f->count);
        if (c == '\r') {
            c = next(f);
            if (c != '\n' && c != EOF)
                fail("%s:%zu: a carriage return within the line", f->path, f->line);
            break;
        }
        put(f, c);
    }
    return c;
}

int csv_read(struct csv *f)
{
    int c = getc(f->file);
    size_t i;
    f->line = f->lines + 1;
    f->length = f->count = 0;
    if (c == EOF && ferror(f->file)) fail("%s cannot be read", f->path);
    if (c == EOF || f->torn) return 0;
    ungetc(c, f->file);
    do {
        begin_field(f);
        c = next(f);
        c = c == '"' ? read_quoted(f) : read_plain(f, c);
        if (c == EOF) {
            f->torn = 1;
            return 0;
        }
        put(f, 0);
    } while (c == ',');
    while (f->at_room < f->count)
        f->at = (char **)base_room((void *)f->at, &f->at_room, f->at_room, sizeof *f->at);
    for (i = 0; i < f->count; i++) f->at[i] = f->text + f->begins[i];
    return 1;
}
