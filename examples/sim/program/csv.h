/* csv.h - the files that --csv writes into its folder, declared as a list.
 *
 *     static const struct csv_file files[] = {
 *         {"runs.csv", "measure,value", write_runs},
 *         {"jobs.csv", "job,submit,start", write_jobs}};
 *     csv_write(folder, "setup,seed,", files, 2, &experiment, &e);
 *
 * Each file begins with one line of column names: the common ones, then its own.
 */
#ifndef CSV_H
#define CSV_H

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

struct csv_file {
    const char *name, *columns;             /* NULL: `rows` writes the first line, too */
    void (*rows)(FILE *to, const void *of); /* all lines but the first */
};

/* Makes the folder if it is not there, and every file in it. `common`: columns that all
 * files begin with, with a comma after the last; "" = none. 0, or -1. */
int csv_write(const char *folder, const char *common, const struct csv_file *files,
              size_t count, const void *of, struct error *e);

/* The name of a column: the words of `label`, in lower case and joined by _, then those
 * of the unit (NULL or "" = none), where % is percent. */
void csv_column(FILE *to, const char *label, const char *unit);

/* What an X-macro says of its rows, as fields:
 *
 *     static const char *const fates[] = {BROKER_FATES(CSV_NAME)}; */
#define CSV_NAME(name, text) #name,
#define CSV_TEXT(name, text) text,

/* One field, quoted where it has to be. */
void csv_text(FILE *to, const char *text);

#endif
