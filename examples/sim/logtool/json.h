/* json.h - writes JSON as it comes: objects and arrays are opened and closed, values
 * stand between.
 *
 *     struct json j = {0};
 *     j.to = stdout;
 *     json_open(&j, NULL, '{');
 *     json_count(&j, "jobs", 12);         {"jobs": 12}, one field on a line
 *     json_close(&j, '}');
 *
 * A number has as many digits as it takes to read the same number back; NAN and the
 * infinities are null. A key is NULL inside an array.
 */
#ifndef JSON_H
#define JSON_H

#include <stdint.h>
#include <stdio.h>

/* One field per line, so that line tools can read it; `flat` objects are on one line. */
struct json {
    FILE *to;
    int depth;
    int flat;  /* the depth from which on there are no line breaks; 0 = none */
    int items; /* written so far at this depth: whether a comma is due       */
};

/* `bracket` is '{' or '['. */
void json_open(struct json *j, const char *key, char bracket);

void json_open_flat(struct json *j, const char *key, char bracket);

void json_close(struct json *j, char bracket);

void json_text(struct json *j, const char *key, const char *text);

void json_number(struct json *j, const char *key, double x);

void json_count(struct json *j, const char *key, int64_t n);

#endif
