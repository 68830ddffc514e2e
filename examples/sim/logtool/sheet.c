/* sheet.c - commas and line breaks of JSON are written before a value, when it is known
 * that there is one. */
#include "logtool/sheet.h"

#include "base/error.h"
#include "base/text.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>

void sheet_item(struct sheet *s)
{
    if (s->items++) fputc(',', s->to);
    if (s->depth) fprintf(s->to, "\n%*s", 2 * s->depth, "");
}

static void begin_value(struct sheet *s, const char *key)
{
    sheet_item(s);
    if (key) fprintf(s->to, "\"%s\":", key);
}

void sheet_open(struct sheet *s, const char *key, const char *title, char bracket)
{
    if (!s->json) {
        fprintf(s->to, "\n%s\n", title);
        return;
    }
    begin_value(s, key);
    fputc(bracket, s->to);
    s->depth++;
    s->items = 0;
}

void sheet_close(struct sheet *s, char bracket)
{
    if (!s->json) return;
    s->depth--;
    if (s->items) fprintf(s->to, "\n%*s", 2 * s->depth, "");
    fprintf(s->to, "%c%s", bracket, s->depth ? "" : "\n");
    s->items = 1;
}

static void print_row(struct sheet *s, const char *label, const char *value)
{
    if (!label) return;
    fprintf(s->to, "  %-30s ", label);
    error_print_sanitized(s->to, value);
    fputc('\n', s->to);
}

void sheet_text(struct sheet *s, const char *key, const char *label, const char *text)
{
    if (!s->json) {
        print_row(s, label, text);
    } else if (key) {
        begin_value(s, key);
        write_json_text(s->to, text);
    }
}

void sheet_count(struct sheet *s, const char *key, const char *label, uint64_t n)
{
    char text[TEXT_NUMBER];
    if (!s->json) {
        print_row(s, label, text_count(n, text));
    } else if (key) {
        begin_value(s, key);
        fprintf(s->to, "%" PRIu64, n);
    }
}

void sheet_number(struct sheet *s, const char *key, const char *label, double x,
                  int digits, const char *unit)
{
    char text[TEXT_NUMBER + 32] = "-";
    if (!s->json) {
        if (isfinite(x)) snprintf(text, sizeof text, "%.*f%s", digits, x, unit);
        print_row(s, label, text);
    } else if (key) {
        begin_value(s, key);
        write_json_number(s->to, x);
    }
}

void sheet_share(struct sheet *s, const char *key, const char *label, double x)
{
    sheet_number(s, key, label, s->json ? x : 100 * x, 1, " %");
}

void sheet_bar(struct sheet *s, const char *label, int64_t lo, int64_t hi, uint64_t n,
               uint64_t all)
{
    static const char bar[] = "########################################";
    char text[TEXT_NUMBER];
    const double share = all ? (double)n / (double)all : 0;
    const int length = (int)(share * 40 + 0.5);
    if (!s->json) {
        fprintf(s->to, "  %-18s %11s %6.1f %%%s%.*s\n", label, text_count(n, text),
                100 * share, length ? "  " : "", length, bar);
        return;
    }
    sheet_item(s);
    snprintf(text, sizeof text, "%" PRId64, hi);
    fprintf(s->to, "{\"lo\":%" PRId64 ",\"hi\":%s,\"jobs\":%" PRIu64 "}", lo,
            hi < 0 ? "null" : text, n);
}
