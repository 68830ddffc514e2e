/* topology_speed.c - one pass over the text, by numbers and words. */
#include "topology/topology_speed.h"

#include <stdint.h>
#include <string.h>

struct speed_scan {
    const char *at, *end;
    double speed; /* of the last number, bit/s           */
    int speeds;
    int64_t carrier; /* of names; -1: of different rates */
};

static int is_letter(char c) { return word_lower(c) >= 'a' && word_lower(c) <= 'z'; }

/* Is the next character one of these? */
static int speed_next_is(const struct speed_scan *s, const char *those)
{
    return s->at < s->end && *s->at && strchr(those, *s->at) != NULL;
}

static const char digits[] = "0123456789";

static void skip(struct speed_scan *s, const char *those)
{
    while (speed_next_is(s, those)) s->at++;
}

/* Takes letters, and with `slash` a "/s" behind them. */
static struct word take_letters(struct speed_scan *s, int slash)
{
    struct word w = {s->at, 0};
    while (s->at < s->end && is_letter(*s->at)) s->at++;
    if (slash && s->end - s->at > 1 && s->at[0] == '/' && word_lower(s->at[1]) == 's' &&
        (s->end - s->at == 2 || !is_letter(s->at[2])))
        s->at += 2;
    w.length = (size_t)(s->at - w.at);
    return w;
}

double topology_speed_unit(struct word unit)
{
    static const char *const behind[] = {"bps", "b/s", "bit/s", "bits/s", "",
                                         "b",   "bit", "bits",  "e",      "be"};
    static const char letters[] = "kmgt";
    static const double factors[] = {1e3, 1e6, 1e9, 1e12};
    const char *letter =
        unit.length > 0 && *unit.at ? strchr(letters, word_lower(*unit.at)) : NULL;
    size_t i;
    if (unit.length == 1 && letter && strchr("mgt", *unit.at)) return 0;
    if (letter) unit.at++, unit.length--;
    for (i = 0; i < (letter ? sizeof behind / sizeof behind[0] : 4); i++)
        if (word_is_any_case(unit, behind[i]))
            return letter ? factors[letter - letters] : 1;
    return 0;
}

/* Takes a number and its unit, or the factor and the number behind it. 0: it has none. */
static int take_number(struct speed_scan *s)
{
    double times = 1, number = 0, unit;
    int factors;
    for (factors = 0;; factors++) {
        const struct word rest = {s->at, (size_t)(s->end - s->at)};
        const size_t length = word_number(rest, &number);
        s->at += length;
        skip(s, " ");
        if (length == 0) return 0;
        if (factors > 0 || !speed_next_is(s, "xX*")) break;
        s->at++;
        skip(s, " ");
        times = number;
    }
    unit = topology_speed_unit(take_letters(s, 1));
    s->speed = times * number * unit;
    s->speeds++;
    return unit > 0 && !speed_next_is(s, digits);
}

/* Takes a word, and the number of its name. 0: what stands here is no exact speed. */
static int take_word(struct speed_scan *s)
{
    static const char *const bounds[] = {"less", "more", "below", "above", "least",
                                         "most", "max",  "min",   "up to", "x"};
    static const struct {
        const char *name;
        int64_t rate; /* of number 1, bit/s */
    } carriers[] = {{"OC", 51840000}, {"STM", 155520000}};
    const struct word rest = {s->at, (size_t)(s->end - s->at)};
    const struct word name = take_letters(s, 0);
    struct word number;
    int64_t n;
    size_t i;
    for (i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        struct word same = rest;
        if (same.length > strlen(bounds[i])) same.length = strlen(bounds[i]);
        if (name.length <= same.length && word_is_any_case(same, bounds[i])) return 0;
    }
    if (speed_next_is(s, "-")) s->at++;
    number.at = s->at;
    skip(s, digits);
    number.length = (size_t)(s->at - number.at);
    for (i = 0; i < sizeof carriers / sizeof carriers[0]; i++)
        if (word_is_any_case(name, carriers[i].name) &&
            word_is_whole(number, 1, 768, &n)) {
            n *= carriers[i].rate;
            s->carrier = s->carrier == 0 || s->carrier == n ? n : -1;
        }
    return 1;
}

/* Takes any other character. 0: it is a bound, or a factor without a number. */
static int take_other(struct speed_scan *s)
{
    static const char *const bounds[] = {"&lt;", "&gt;", "\xE2\x89"}; /* XML; U+2264 */
    const size_t left = (size_t)(s->end - s->at);
    size_t i;
    for (i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        if (left > strlen(bounds[i]) && !memcmp(s->at, bounds[i], strlen(bounds[i])))
            return 0;
    if (speed_next_is(s, "<>~+*")) return 0;
    s->at++;
    return 1;
}

double topology_speed(struct word text)
{
    struct speed_scan s = {.at = text.at, .end = text.at + text.length};
    double speed;
    while (s.at < s.end) {
        if (speed_next_is(&s, digits) ? !take_number(&s)
            : is_letter(*s.at)        ? !take_word(&s)
                                      : !take_other(&s))
            return 0;
    }
    speed = s.speeds == 1 ? s.speed : s.speeds == 0 ? (double)s.carrier : 0;
    return speed > 0 && speed <= 9e15 ? speed : 0;
}
