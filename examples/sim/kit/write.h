/* write.h - texts and numbers as JSON, CSV (RFC 4180) and HTML have them. */
#ifndef WRITE_H
#define WRITE_H

#include <stdio.h>

void write_json_text(FILE *to, const char *text); /* NULL: null            */
void write_json_number(FILE *to, double x);       /* NAN, infinities: null */
/* A field of CSV, and what is behind it: a comma, a line break. */
void write_csv_text(FILE *to, const char *text, char end); /* quoted where it must be */
void write_csv_number(FILE *to, double x, char end);       /* NAN: nothing */
void write_html_text(FILE *to, const char *text);
const char *write_html(const char *text); /* the same as a text that is kept */

#endif
