/* values.c - a list is read into a fixed array; a range FROM:TO:STEP is expanded. */
#include "program/values.h"

#include <string.h>

int64_t values_digits(const char *s, int suffixes)
{
    int64_t n = 0, unit = 1;
    if (*s < '0' || *s > '9') return -1;
    for (; *s >= '0' && *s <= '9'; s++) {
        if (n > (INT64_MAX - (*s - '0')) / 10) return -1;
        n = n * 10 + (*s - '0');
    }
    if (suffixes && *s) {
        unit = *s == 's' ? 1 : *s == 'm' ? 60 : *s == 'h' ? 3600 : *s == 'd' ? 86400 : 0;
        s++;
    }
    if (*s || unit == 0 || n > INT64_MAX / unit) return -1;
    return n * unit;
}

int64_t values_decimal(const char *s)
{
    int64_t whole = 0, n = 0, unit = VALUES_ONE;
    if (*s < '0' || *s > '9' || (*s == '0' && s[1] >= '0' && s[1] <= '9')) return -1;
    for (; *s >= '0' && *s <= '9'; s++) {
        whole = whole * 10 + (*s - '0');
        if (whole >= VALUES_ONE) return -1;
    }
    if (*s == '.' && s[1])
        for (s++; *s >= '0' && *s <= '9' && unit > 1; s++) {
            unit /= 10;
            n += (*s - '0') * unit;
        }
    return *s ? -1 : whole * VALUES_ONE + n;
}

/* The number in the `length` characters at `text`; -1 if it is none. */
static int64_t value_of(const char *text, size_t length, enum values_kind kind)
{
    char digits[32];
    if (length >= sizeof digits) return -1;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (kind == VALUES_DECIMAL) return values_decimal(digits);
    return values_digits(digits, kind == VALUES_TIME);
}

/* FROM:TO:STEP as from, to, step. 0, or -1. */
static int read_steps(const char *text, enum values_kind kind, int64_t part[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        const size_t length = strcspn(text, ":");
        part[i] = value_of(text, length, kind);
        if (part[i] < 0 || (text[length] == ':') != (i < 2)) return -1;
        text += length + 1;
    }
    return part[2] > 0 && part[0] <= part[1] ? 0 : -1;
}

static int add(struct values *v, int64_t n, int64_t lo, int64_t hi)
{
    if (n < lo || n > hi || v->count == VALUES_MAX) return -1;
    if (v->count && n <= v->at[v->count - 1]) return -1;
    v->at[v->count++] = n;
    return 0;
}

int values_read(struct values *v, const char *text, enum values_kind kind, int64_t lo,
                int64_t hi)
{
    int64_t part[3], n;
    v->count = 0;
    if (strchr(text, ':')) {
        if (read_steps(text, kind, part) != 0) return -1;
        for (n = part[0];; n += part[2]) {
            if (add(v, n, lo, hi) != 0) return -1;
            if (n > part[1] - part[2]) return 0;
        }
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (add(v, value_of(text, length, kind), lo, hi) != 0) return -1;
        if (!text[length]) return 0;
        text += length + 1;
    }
}

int values_span_read(struct values_span *s, const char *text, enum values_kind kind,
                     int64_t lo, int64_t hi)
{
    const size_t length = strcspn(text, ":");
    s->lo = s->hi = value_of(text, length, kind);
    if (text[length])
        s->hi = value_of(text + length + 1, strlen(text + length + 1), kind);
    return s->lo >= lo && s->lo <= s->hi && s->hi <= hi ? 0 : -1;
}
