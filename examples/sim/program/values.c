/* values.c - a list is read into a fixed array; a range FROM:TO:STEP is expanded. */
#include "program/values.h"

#include "program/cli.h"

#include <inttypes.h>
#include <string.h>

/* The number in the `length` characters at `text`; -1 if it is none. */
static int64_t values_value(const char *text, size_t length, enum value_kind kind)
{
    char digits[32];
    if (length >= sizeof digits) return -1;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (kind == VALUE_DECIMAL) return cli_decimal(digits);
    return cli_digits(digits, kind == VALUE_TIME);
}

/* FROM:TO:STEP as from, to, step. 0, or -1. */
static int values_steps(const char *text, enum value_kind kind, int64_t part[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        const size_t length = strcspn(text, ":");
        part[i] = values_value(text, length, kind);
        if (part[i] < 0 || (text[length] == ':') != (i < 2)) return -1;
        text += length + 1;
    }
    return part[2] > 0 && part[0] <= part[1] ? 0 : -1;
}

static int values_add(struct values *v, int64_t n, const struct values_span *within)
{
    if (n < within->lo || n > within->hi || v->count == VALUES_MAX) return -1;
    if (v->count && n <= v->at[v->count - 1]) return -1;
    v->at[v->count++] = n;
    return 0;
}

static int values_parse(struct values *v, const char *text, enum value_kind kind,
                        const struct values_span *within)
{
    int64_t part[3], n;
    v->count = 0;
    if (strchr(text, ':')) {
        if (values_steps(text, kind, part) != 0) return -1;
        for (n = part[0];; n += part[2]) {
            if (values_add(v, n, within) != 0) return -1;
            if (n > part[1] - part[2]) return 0;
        }
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (values_add(v, values_value(text, length, kind), within) != 0) return -1;
        if (!text[length]) return 0;
        text += length + 1;
    }
}

int values_read(const char *program, const char *option, const char *text,
                enum value_kind kind, int64_t lo, int64_t hi, struct values *v)
{
    static const char *const what[] = {"whole numbers", "durations", "numbers"};
    const double unit = kind == VALUE_DECIMAL ? CLI_ONE : 1;
    const struct values_span within = {lo, hi};
    if (values_parse(v, text, kind, &within) == 0) return CLI_RUN;
    return cli_complain(program,
                        "--%s: '%s' is not a list A,B,... or a range FROM:TO:STEP of at"
                        " most %d ascending %s from %.15g to %.15g%s",
                        option, text, VALUES_MAX, what[kind], (double)lo / unit,
                        (double)hi / unit, kind == VALUE_TIME ? " seconds" : "");
}

static int values_span_parse(struct values_span *s, const char *text, int times)
{
    const size_t length = strcspn(text, ":");
    const enum value_kind kind = times ? VALUE_TIME : VALUE_WHOLE;
    s->lo = s->hi = values_value(text, length, kind);
    if (text[length])
        s->hi = values_value(text + length + 1, strlen(text + length + 1), kind);
    return s->lo >= 0 && s->lo <= s->hi ? 0 : -1;
}

int values_span_read(const char *program, const char *option, const char *text, int times,
                     int64_t lo, int64_t hi, struct values_span *s)
{
    if (values_span_parse(s, text, times) == 0 && s->lo >= lo && s->hi <= hi)
        return CLI_RUN;
    return cli_complain(program,
                        "--%s: '%s' is not LO:HI or one number, whole and from %" PRId64
                        " to %" PRId64 "%s",
                        option, text, lo, hi,
                        times ? " seconds (a suffix m, h or d counts minutes, hours or"
                                " days)"
                              : "");
}
