/* csv.c - the file is in memory, where fields lose their quotes in their place. */
#include "kit/csv.h"

#include "base/input.h"
#include "base/system.h"
#include "kit/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int csv_is_file(const char *path)
{
    struct stat about;
    return strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

void csv_add(struct csv_fields *to, const char *text)
{
    BASE_PUSH(to->texts, to->count, to->room) = text;
}

void csv_open(struct csv *f, const char *path)
{
    static const struct csv none;
    struct input in;
    struct error e;
    size_t size;
    *f = none;
    f->path = path;
    if (!csv_is_file(path)) fail("%s is not a file of rows", path);
    if (input_open(&in, path, &e) != 0 ||
        input_read_all(&in, SIZE_MAX / 2, &f->text, &size, &e) != 0)
        fail("%s", e.text);
    if (memchr(f->text, 0, size)) fail("%s: a zero byte", path);
    f->next = f->text;
    f->end = f->text + size;
}

void csv_close(struct csv *f)
{
    free(f->text);
    free(f->fields.texts);
}

int csv_read(struct csv *f)
{
    struct csv_fields *to = &f->fields;
    char end = ',';
    f->line = f->lines + 1;
    to->count = 0;
    while (end == ',') {
        char *last = f->next;
        csv_add(to, last + (*last == '"'));
        if (*last != '"')
            last = f->next += strcspn(f->next, ",\"\r\n");
        else
            for (last++, f->next++; f->next < f->end; *last++ = *f->next++) {
                if (*f->next == '"' && *++f->next != '"') break;
                f->lines += *f->next == '\n';
            }
        const int broken = *f->next == '\r';
        f->next += broken;
        if (f->next >= f->end &&
            strstr(to->texts[to->count - 1], f->line == 1 ? "\n" : "\nend,"))
            fail("%s:%zu: field %zu does not end", f->path, f->line, to->count);
        if (f->next >= f->end) return 0;
        end = *f->next++;
        if (end != '\n' && (end != ',' || broken))
            fail("%s:%zu: field %zu breaks the rules of RFC 4180", f->path, f->line,
                 to->count);
        *last = 0;
    }
    f->lines++;
    return 1;
}
