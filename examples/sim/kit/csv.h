/* csv.h - records of fields as RFC 4180 has them, read from a file of rows.
 *
 *     for (csv_open(&f, path); csv_read(&f);)
 *         printf("%zu: %s\n", f.line, f.fields.texts[0]);
 *     csv_close(&f);
 *
 * A file that is not as said there ends the program: file, line, field.
 */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

struct csv_fields {
    const char **texts;
    size_t count, room;
};

struct csv {
    const char *path;
    size_t line, lines; /* where the record begins, from 1; how many are read */
    struct csv_fields fields;
    char *text, *next, *end; /* all of the file; its unread part */
};

int csv_is_file(const char *path); /* and not a pipe or a device */
void csv_open(struct csv *f, const char *path);
void csv_close(struct csv *f);

/* The next record. 0: there is none, or the file ends within it. */
int csv_read(struct csv *f);

/* One more field, which is kept elsewhere. */
void csv_add(struct csv_fields *to, const char *text);

#endif
