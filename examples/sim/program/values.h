/* values.h - options that take several numbers: a list of values (10,20,50 or 20:120:20),
 * and a range from which numbers are drawn (10:60).
 */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

enum { VALUES_MAX = 64 };

struct values { /* ascending; no two are equal */
    int64_t at[VALUES_MAX];
    size_t count;
};

struct values_span { /* from lo to hi, both included */
    int64_t lo, hi;
};

enum value_kind {
    VALUE_WHOLE,
    VALUE_TIME,   /* in seconds; or with a suffix s, m, h or d */
    VALUE_DECIMAL /* in billionths, as CLI_DECIMAL             */
};

/* Reads the values that `text`, given to --`option`, lists; each must be within lo .. hi.
 * CLI_RUN, or CLI_USAGE after a complaint. */
int values_read(const char *program, const char *option, const char *text,
                enum value_kind kind, int64_t lo, int64_t hi, struct values *v);

/* Reads LO:HI, or one number for both. `times`: numbers may have suffixes s, m, h, d. */
int values_span_read(const char *program, const char *option, const char *text, int times,
                     int64_t lo, int64_t hi, struct values_span *s);

#endif
