/* sheet.c - each function writes to one of the two: a table if there is one, else
 * JSON. */
#include "logtool/sheet.h"

#include "base/error.h"
#include "base/text.h"

#include <math.h>

void sheet_open(struct sheet *s, const char *key, const char *title, char bracket)
{
    if (s->table)
        fprintf(s->table, "\n%s\n", title);
    else
        json_open(&s->json, key, bracket);
}

void sheet_close(struct sheet *s, char bracket)
{
    if (!s->table) json_close(&s->json, bracket);
}

void sheet_row(struct sheet *s, const char *label, const char *value)
{
    fprintf(s->table, "  %-30s ", label);
    error_print_sanitized(s->table, value);
    fputc('\n', s->table);
}

void sheet_text(struct sheet *s, const char *key, const char *label, const char *text)
{
    if (!s->table)
        json_text(&s->json, key, text);
    else
        sheet_row(s, label, text ? text : "-");
}

void sheet_count(struct sheet *s, const char *key, const char *label, uint64_t n)
{
    char text[TEXT_NUMBER];
    if (!s->table)
        json_count(&s->json, key, (int64_t)n);
    else
        sheet_row(s, label, text_count(n, text));
}

void sheet_number(struct sheet *s, const char *key, const char *label, double x,
                  int digits, const char *unit)
{
    char text[TEXT_NUMBER + 32] = "-";
    if (!s->table) {
        json_number(&s->json, key, x);
        return;
    }
    if (isfinite(x)) snprintf(text, sizeof text, "%.*f%s", digits, x, unit);
    sheet_row(s, label, text);
}

void sheet_share(struct sheet *s, const char *key, const char *label, double x)
{
    sheet_number(s, key, label, s->table ? 100 * x : x, s->table ? 1 : 0, " %");
}

static void print_bar(FILE *to, const char *label, uint64_t n, uint64_t all)
{
    static const char bar[] = "########################################";
    char count[TEXT_NUMBER];
    const double share = all ? (double)n / (double)all : 0;
    const int length = (int)(share * 40 + 0.5);
    fprintf(to, "  %-18s %11s %6.1f %%%s%.*s\n", label, text_count(n, count), 100 * share,
            length ? "  " : "", length, bar);
}

void sheet_bar(struct sheet *s, const char *label, int64_t lo, int64_t hi, uint64_t n,
               uint64_t all)
{
    if (s->table) {
        print_bar(s->table, label, n, all);
        return;
    }
    json_open_flat(&s->json, NULL, '{');
    json_count(&s->json, "lo", lo);
    if (hi < 0)
        json_text(&s->json, "hi", NULL);
    else
        json_count(&s->json, "hi", hi);
    json_count(&s->json, "jobs", (int64_t)n);
    json_close(&s->json, '}');
}
