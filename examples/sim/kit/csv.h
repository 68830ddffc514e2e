/* csv.h - reads records of fields, as RFC 4180 has them: commas between fields, quotes
 * around one that holds a comma, a quote (twice) or a line break.
 *
 *     csv_open(&f, path);
 *     while (csv_read(&f))
 *         if (f.count == 2) use(f.at[0], f.at[1]);
 *     csv_close(&f);
 *
 * Any other form, or a zero byte, ends the program with file and line. A file that ends
 * within a record is torn: that record is not returned.
 */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

struct csv {
    const char *path;
    size_t line; /* where the record begins, from 1 */
    int torn;
    char **at; /* the fields, until csv_close     */
    size_t count;
    char *text, *next, *end; /* inside: all of the file, its unread part */
    size_t room, lines;
};

void csv_open(struct csv *f, const char *path);

/* The next record; 0: there is none. */
int csv_read(struct csv *f);

void csv_close(struct csv *f);

#endif
