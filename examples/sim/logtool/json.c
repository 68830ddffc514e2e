/* json.c - commas and line breaks are written before a value, when it is known that there
 * is one.
 */
#include "logtool/json.h"

#include "base/text.h"

#include <inttypes.h>

/* File names may hold any bytes: what is not UTF-8 becomes the replacement character. */
static void json_string(struct json *j, const char *text)
{
    fputc('"', j->to);
    while (*text) {
        const int length = text_utf8_length(text);
        const unsigned char c = (unsigned char)*text;
        if (length == 0)
            fputs("\\ufffd", j->to);
        else if (c == '"' || c == '\\')
            fprintf(j->to, "\\%c", c);
        else if (c < ' ')
            fprintf(j->to, "\\u%04x", c);
        else
            fwrite(text, 1, (size_t)length, j->to);
        text += length ? length : 1;
    }
    fputc('"', j->to);
}

static void json_break(struct json *j)
{
    if (!j->flat) fprintf(j->to, "\n%*s", 2 * j->depth, "");
}

/* What stands before each value: comma, line break, and its key unless in an array. */
static void json_key(struct json *j, const char *key)
{
    if (j->items++) fputc(',', j->to);
    if (j->depth) json_break(j);
    if (key) {
        json_string(j, key);
        fputc(':', j->to);
    }
}

void json_open(struct json *j, const char *key, char bracket)
{
    json_key(j, key);
    fputc(bracket, j->to);
    j->depth++;
    j->items = 0;
}

void json_open_flat(struct json *j, const char *key, char bracket)
{
    json_open(j, key, bracket);
    if (!j->flat) j->flat = j->depth;
}

void json_close(struct json *j, char bracket)
{
    const int flat = j->flat == j->depth;
    j->depth--;
    if (j->items) json_break(j);
    if (flat) j->flat = 0;
    fputc(bracket, j->to);
    j->items = 1;
    if (j->depth == 0) fputc('\n', j->to);
}

void json_text(struct json *j, const char *key, const char *text)
{
    json_key(j, key);
    if (text)
        json_string(j, text);
    else
        fputs("null", j->to);
}

void json_number(struct json *j, const char *key, double x)
{
    char text[TEXT_NUMBER];
    json_key(j, key);
    text_number(x, text);
    fputs(text[0] ? text : "null", j->to);
}

void json_count(struct json *j, const char *key, int64_t n)
{
    json_key(j, key);
    fprintf(j->to, "%" PRId64, n);
}
