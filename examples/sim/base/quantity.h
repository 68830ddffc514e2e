/* quantity.h - amounts as people write them, read in one way wherever they stand: in an
 * option, a field of a file, the header of a log.
 *
 *     quantity_time(word_of("1d12h"), most, &seconds)          129600; also "90", "15m"
 *     quantity_amount(word_of("2.5GB"), bytes, &value)         2.5 times what "GB" is
 *
 * A reader returns 1, or 0 if the whole word is not such an amount, or too large.
 */
#ifndef QUANTITY_H
#define QUANTITY_H

#include "base/word.h"

#include <stdint.h>

struct quantity_unit { /* a table of them ends with {NULL, 0} */
    const char *name;
    double times;
};

/* Weeks, days, hours, minutes and seconds, the large ones first, each at most once; a
 * number alone is seconds. */
int quantity_time(struct word w, int64_t most, int64_t *seconds);

enum { QUANTITY_TEXT = 64 };

/* "1d12h", "0s", "-90m". Returns `to`. */
const char *quantity_time_text(int64_t seconds, char to[QUANTITY_TEXT]);

/* Bit/s: K, M, G, T; all that quantity_rate knows is read. */
extern const struct quantity_unit quantity_rates[5];

/* The bit/s of a unit; 0 if it is none. K, M, G or T, with nothing, b, bit, bits, E or
 * BE (Ethernet), b/s, bps, bit/s or bits/s behind it; or `byte` (8) times that with B/s,
 * Bps, byte/s or bytes/s; or one of the last eight alone. Case counts for b and B, and m,
 * g and t alone are none; neither is GB, an amount, nor GBPS. */
double quantity_rate(struct word unit, double byte);

/* A finite number with one of the units right behind it. */
int quantity_amount(struct word w, const struct quantity_unit *units, double *value);

/* The length of a unit of memory at the beginning of the word, in any case: B, K, KB,
 * KiB, M, ..., P, 1024 of the one before each; 0: none. *bytes: its bytes. */
size_t quantity_bytes(struct word w, double *bytes);

/* "us, ms or s". Returns `to`. */
const char *quantity_units(const struct quantity_unit *units, char to[QUANTITY_TEXT]);

#endif
