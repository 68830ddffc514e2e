/* line.c - fields are taken off the text one by one, and nothing of them is copied. */
#include "base/line.h"

#include <inttypes.h>
#include <string.h>

/* Takes what stands before the next blank (or, in "", the end of the line) or one of the
 * `stops`. 0, or -1. */
static int take(struct line *l, const char *stops, struct word *w, struct error *e)
{
    w->at = l->at;
    for (; l->at < l->end; l->at++) {
        const unsigned char c = (unsigned char)*l->at;
        if (l->quoted ? c == '\n' || c == '\r' : word_is_blank(*l->at)) break;
        if (c && strchr(stops, c)) break;
        if (c < ' ' || c == 127)
            return error_fail(e, "expected a printable character, not byte %u", c);
    }
    w->length = (size_t)(l->at - w->at);
    return 0;
}

static int take_value(struct line *l, struct error *e)
{
    l->quoted = *++l->at == '"';
    l->at += l->quoted;
    if (take(l, l->quoted ? "\"" : "#\"", &l->value, e) != 0) return -1;
    if (!l->quoted)
        return *l->at == '"' ? error_fail(e, "expected a \" only right after the =") : 0;
    if (*l->at != '"')
        return error_fail(e, "expected a closing \" before the end of the line");
    l->at++;
    if (l->at < l->end && !word_is_blank(*l->at) && *l->at != '#')
        return error_fail(e, "expected a blank after the closing \"");
    return 0;
}

int line_field(struct line *l, struct error *e)
{
    static const struct word nothing = {NULL, 0};
    while (l->at < l->end && *l->at != '\n' && word_is_blank(*l->at)) l->at++;
    if (l->at == l->end || *l->at == '\n' || *l->at == '#') return 0;
    l->field++;
    l->quoted = 0;
    l->whole.at = l->at;
    l->name = l->value = nothing;
    if (take(l, "=#", &l->name, e) != 0) return -1;
    if (*l->at == '=' && take_value(l, e) != 0) return -1;
    l->whole.length = (size_t)(l->at - l->whole.at);
    return 1;
}

void line_end(struct line *l)
{
    const char *end = memchr(l->at, '\n', (size_t)(l->end - l->at));
    l->at = end ? end + 1 : l->end;
    l->field = 0;
}

/* What the row wants was not there: -1. */
static int refuse(const struct line *l, const struct line_row *row, struct error *e)
{
    char units[QUANTITY_TEXT];
    switch (row->kind) {
    case LINE_FLAG: return error_fail(e, "%.*s: expected no value", WORD(l->whole));
    case LINE_NUMBER: return error_fail(e, "%.*s: expected a number", WORD(l->whole));
    case LINE_AMOUNT:
        quantity_units(row->units, units);
        if (row->most < row->least)
            return error_fail(e, "%.*s: expected a number with %s after it",
                              WORD(l->whole), units);
        return error_fail(e,
                          "%.*s: expected a whole number from %" PRId64
                          ", or a number with %s after it",
                          WORD(l->whole), row->least, units);
    case LINE_TIME:
        return error_fail(e, "%.*s: expected a time such as 90, 15m or 1d12h",
                          WORD(l->whole));
    default:
        return error_fail(e, "%.*s: expected a whole number from %" PRId64 " to %" PRId64,
                          WORD(l->whole), row->least, row->most);
    }
}

static int read_value(const struct line *l, const struct line_row *row, char *to)
{
    struct line_amount *amount = (struct line_amount *)(void *)to;
    int64_t *whole = (int64_t *)(void *)to, n;
    if (row->kind == LINE_FLAG) return (*whole = 1) && !l->value.at;
    if (row->kind == LINE_NUMBER) return word_is_number(l->value, (double *)(void *)to);
    if (row->kind == LINE_TIME)
        return l->value.at && quantity_time(l->value, row->most, whole) &&
               *whole >= row->least;
    if (word_is_whole(l->value, row->least, row->most, &n)) {
        *whole = n; /* an amount, too, begins with it */
        return 1;
    }
    return row->kind == LINE_AMOUNT &&
           (amount->has_unit = quantity_amount(l->value, row->units, &amount->with_unit));
}

int line_rows(struct line *l, const struct line_row *rows, void *to, struct error *e)
{
    uint32_t seen = 0;
    size_t i;
    int status;
    while ((status = line_field(l, e)) > 0) {
        for (i = 0; rows[i].name && !word_is(l->name, rows[i].name);) i++;
        if (!rows[i].name) return error_fail(e, "unexpected '%.*s'", WORD(l->whole));
        if (seen >> i & 1)
            return error_fail(e, "%.*s: expected each field once", WORD(l->whole));
        seen |= UINT32_C(1) << i;
        if (!read_value(l, &rows[i], (char *)to + rows[i].at))
            return refuse(l, &rows[i], e);
    }
    for (i = 0; rows[i].name && status == 0; i++)
        if (rows[i].needed && !(seen >> i & 1))
            return error_fail(e, "%s= is missing", rows[i].name);
    return status;
}
