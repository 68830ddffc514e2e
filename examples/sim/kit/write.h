/* write.h - texts and numbers as JSON, CSV (RFC 4180) and HTML have them. */
#ifndef WRITE_H
#define WRITE_H

#include <stdio.h>

void write_json_text(FILE *to, const char *text); /* NULL: null            */
void write_json_number(FILE *to, double x);       /* NAN, infinities: null */
void write_csv_text(FILE *to, const char *text);  /* quoted where it must be */
void write_csv_number(FILE *to, double x);        /* NAN: nothing          */
void write_html_text(FILE *to, const char *text);
const char *write_html(const char *text); /* the same as a text that is kept */

#endif
