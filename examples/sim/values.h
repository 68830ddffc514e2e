/* values.h - numbers on a command line, several at once: the values a setting takes one
 * after the other (10,20,50 or 20:120:20), and what is drawn from a range (10:60).
 */
#ifndef SIM_VALUES_H
#define SIM_VALUES_H

#include "cli.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

enum { SIM_VALUES_MAX = 64 };

typedef struct sim_values { /* ascending; no two are equal */
    int64_t at[SIM_VALUES_MAX];
    size_t count;
} sim_values;

typedef struct sim_span { /* lo .. hi, both included */
    int64_t lo, hi;
} sim_span;

typedef enum sim_value_kind {
    SIM_VALUE_WHOLE,
    SIM_VALUE_TIME,   /* in seconds; or with a suffix s, m, h or d */
    SIM_VALUE_DECIMAL /* in billionths, as CLI_DECIMAL             */
} sim_value_kind;

/* The number in the `length` characters at `text`; -1 if it is none. */
static inline int64_t sim_value(const char *text, size_t length, sim_value_kind kind)
{
    char digits[32];
    if (length >= sizeof digits) return -1;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (kind == SIM_VALUE_DECIMAL) return cli_decimal(digits);
    return cli_digits(digits, kind == SIM_VALUE_TIME);
}

/* FROM:TO:STEP as from, to, step. 0, or -1. */
static inline int sim_values_steps(const char *text, sim_value_kind kind, int64_t part[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        const size_t length = strcspn(text, ":");
        part[i] = sim_value(text, length, kind);
        if (part[i] < 0 || (text[length] == ':') != (i < 2)) return -1;
        text += length + 1;
    }
    return part[2] > 0 && part[0] <= part[1] ? 0 : -1;
}

static inline int sim_values_add(sim_values *v, int64_t n, const sim_span *within)
{
    if (n < within->lo || n > within->hi || v->count == SIM_VALUES_MAX) return -1;
    if (v->count && n <= v->at[v->count - 1]) return -1;
    v->at[v->count++] = n;
    return 0;
}

static inline int sim_values_parse(sim_values *v, const char *text, sim_value_kind kind,
                                   const sim_span *within)
{
    int64_t part[3], n;
    v->count = 0;
    if (strchr(text, ':')) {
        if (sim_values_steps(text, kind, part) != 0) return -1;
        for (n = part[0];; n += part[2]) {
            if (sim_values_add(v, n, within) != 0) return -1;
            if (n > part[1] - part[2]) return 0;
        }
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (sim_values_add(v, sim_value(text, length, kind), within) != 0) return -1;
        if (!text[length]) return 0;
        text += length + 1;
    }
}

/* The values that `text`, given to --`option`, lists; lo and hi as values are. CLI_RUN or
 * CLI_USAGE. */
static inline int sim_values_read(const char *program, const char *option,
                                  const char *text, sim_value_kind kind, int64_t lo,
                                  int64_t hi, sim_values *v)
{
    static const char *const what[] = {"whole numbers", "durations", "numbers"};
    const double unit = kind == SIM_VALUE_DECIMAL ? CLI_ONE : 1;
    const sim_span within = {lo, hi};
    if (sim_values_parse(v, text, kind, &within) == 0) return CLI_RUN;
    return cli_complain(program,
                        "--%s: '%s' is not a list A,B,... or a range FROM:TO:STEP of at"
                        " most %d ascending %s from %.15g to %.15g%s",
                        option, text, SIM_VALUES_MAX, what[kind], (double)lo / unit,
                        (double)hi / unit, kind == SIM_VALUE_TIME ? " seconds" : "");
}

static inline int sim_span_parse(sim_span *s, const char *text, int times)
{
    const size_t length = strcspn(text, ":");
    const sim_value_kind kind = times ? SIM_VALUE_TIME : SIM_VALUE_WHOLE;
    s->lo = s->hi = sim_value(text, length, kind);
    if (text[length])
        s->hi = sim_value(text + length + 1, strlen(text + length + 1), kind);
    return s->lo >= 0 && s->lo <= s->hi ? 0 : -1;
}

/* The same for LO:HI, or one number for both; `times`: suffixes are understood. */
static inline int sim_span_read(const char *program, const char *option, const char *text,
                                int times, int64_t lo, int64_t hi, sim_span *s)
{
    if (sim_span_parse(s, text, times) == 0 && s->lo >= lo && s->hi <= hi) return CLI_RUN;
    return cli_complain(program,
                        "--%s: '%s' is not LO:HI or one number, whole and from %" PRId64
                        " to %" PRId64 "%s",
                        option, text, lo, hi,
                        times ? " seconds (a suffix m, h or d counts minutes, hours or"
                                " days)"
                              : "");
}

#endif
