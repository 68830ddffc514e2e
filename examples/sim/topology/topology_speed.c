/* topology_speed.c - one pass over the text, by numbers and words. */
#include "topology/topology_speed.h"

#include "base/quantity.h"

#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char all_digits[] = "0123456789", blanks[] = " \t\r\n";

static int is_one_of(struct word w, const char *const *words)
{
    while (*words && !word_is_any_case(w, *words)) words++;
    return *words != NULL;
}

/* The bit/s of OC-n or STM-n; 0 if it is neither. */
static int64_t carrier_of(struct word name, struct word number)
{
    int64_t n;
    if (!word_is_whole(number, 1, 768, &n)) return 0;
    if (word_is_any_case(name, "OC")) return n * 51840000;
    return word_is_any_case(name, "STM") ? n * 155520000 : 0;
}

/* The bytes of a number and the blanks behind it; 0 if there is none. */
static size_t number_at(const char *at, double *number)
{
    const size_t length = *at == '-' ? 0 : word_number(word_of(at), number);
    return length > 0 ? length + strspn(at + length, blanks) : 0;
}

/* The text behind a number, perhaps a factor, and its unit. *bps: 0 = it has none. */
static const char *skip_number(const char *at, double byte, double *bps)
{
    double times = 1, number = 0;
    at += number_at(at, &number);
    if (*at && strchr("xX*", *at)) {
        times = number;
        number = 0;
        at += 1 + strspn(at + 1, blanks);
        at += number_at(at, &number);
    }
    struct word unit = {.at = at, .length = strspn(at, letters)};
    at += unit.length;
    if (strncmp(at, "/s", 2) == 0 && strspn(at + 2, letters) == 0) {
        unit.length += 2;
        at += 2;
    }
    *bps = strspn(at, all_digits) > 0 ? 0 : times * number * quantity_rate(unit, byte);
    return at;
}

/* Is a dash right before it? Also one of U+2010 to U+2015. */
static int is_behind_dash(const char *text, const char *at)
{
    if (at > text && at[-1] == '-') return 1;
    return at - text >= 3 && memcmp(at - 3, "\xE2\x80", 2) == 0 &&
           strchr("\x90\x91\x92\x93\x94\x95", at[-1]) != NULL;
}

double topology_speed(struct word w, double byte)
{
    static const char *const bounds[] = {
        "less",   "more",   "than",          "below",   "under",  "above",   "least",
        "most",   "up",     "max",           "maximum", "min",    "minimum", "about",
        "around", "approx", "approximately", "circa",   "nearly", "lt",      "gt",
        "x",      NULL};
    char text[256];
    const char *at = text;
    double speed = 0, number;
    int64_t carrier = 0;
    if (w.length == 0 || w.length >= sizeof text) return 0;
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    while (*at) {
        const struct word name = {at, strspn(at, letters)};
        struct word n = {at + name.length, 0};
        if (is_one_of(name, bounds) || strchr("<>~+*?", *at) ||
            strncmp(at, "\xE2\x88", 2) == 0 || /* a minus, less or equal, about */
            strncmp(at, "\xE2\x89", 2) == 0)
            return 0;
        if (name.length > 0) {
            n.at += *n.at == '-';
            n.length = strspn(n.at, all_digits);
            const int64_t named = carrier_of(name, n);
            if (named > 0) carrier = carrier == 0 || carrier == named ? named : -1;
            at = n.at + n.length;
        } else if (number_at(at, &number) > 0) {
            if (speed > 0 || *at == '.' || /* "L2.5G": the name may be L2 */
                is_behind_dash(text, at))
                return 0;
            at = skip_number(at, byte, &number);
            if (!(number > 0)) return 0;
            speed = number;
        } else {
            at++;
        }
    }
    if (!(speed > 0)) speed = (double)carrier;
    return speed > 0 && speed <= 9e15 ? speed : 0;
}
