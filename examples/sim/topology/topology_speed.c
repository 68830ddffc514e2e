/* topology_speed.c - one pass over the text, by numbers and words. */
#include "topology/topology_speed.h"

#include <stdint.h>
#include <string.h>

struct speed_scan {
    struct word rest;
    double speed;    /* of the last number, bit/s                 */
    int speeds;      /* numbers with a unit                       */
    int64_t carrier; /* bit/s of names; -1: they differ           */
};

static int is_letter(char c) { return word_lower(c) >= 'a' && word_lower(c) <= 'z'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static struct word take_bytes(struct word *from, size_t bytes)
{
    struct word w = {from->at, bytes};
    from->at += bytes;
    from->length -= bytes;
    return w;
}

static struct word take_while(struct word *from, int (*is)(char c))
{
    size_t n = 0;
    while (n < from->length && is(from->at[n])) n++;
    return take_bytes(from, n);
}

static int speed_begins(struct word w, const char *with)
{
    if (w.length > strlen(with)) w.length = strlen(with);
    return word_is_any_case(w, with);
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
    if (letter) (void)take_bytes(&unit, 1);
    for (i = 0; i < (letter ? 10 : 4); i++)
        if (word_is_any_case(unit, behind[i]))
            return letter ? factors[letter - letters] : 1;
    return 0;
}

/* A number with its unit, perhaps behind a factor. 0: it has none. */
static int take_number(struct speed_scan *s)
{
    double times = 1, number, unit;
    struct word w;
    (void)take_bytes(&s->rest, word_number(s->rest, &number));
    (void)take_while(&s->rest, word_is_blank);
    w = s->rest;
    if (w.length > 0 && *w.at && strchr("xX*", *w.at)) {
        (void)take_bytes(&w, 1);
        (void)take_while(&w, word_is_blank);
        times = number;
        s->rest = w;
        (void)take_bytes(&s->rest, word_number(w, &number));
        if (s->rest.at == w.at) return 0;
        (void)take_while(&s->rest, word_is_blank);
    }
    w = take_while(&s->rest, is_letter);
    if (speed_begins(s->rest, "/s") && !(s->rest.length > 2 && is_letter(s->rest.at[2])))
        w.length += take_bytes(&s->rest, 2).length;
    unit = topology_speed_unit(w);
    s->speed = times * number * unit;
    s->speeds++;
    return unit > 0 && !(s->rest.length > 0 && is_digit(*s->rest.at));
}

/* A word and the number of its name, or another character. 0: a bound, or a factor of
 * which no number is known; U+2264 and U+2265 begin with E2 89. */
static int take_word(struct speed_scan *s)
{
    static const char *const bounds[] = {
        "<",    ">",    "~",     "+",     "*",     "&lt;", "&gt;",  "\xE2\x89",
        "less", "more", "below", "above", "least", "most", "up to", "x"};
    static const struct {
        const char *name;
        int64_t rate; /* of number 1, bit/s */
    } carriers[] = {{"OC", 51840000}, {"STM", 155520000}};
    const struct word all = s->rest, name = take_while(&s->rest, is_letter);
    int64_t n;
    size_t i;
    for (i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        if (name.length <= strlen(bounds[i]) && speed_begins(all, bounds[i])) return 0;
    if (name.length == 0 || speed_begins(s->rest, "-")) (void)take_bytes(&s->rest, 1);
    for (i = 0; name.length > 0 && i < 2; i++) {
        struct word rest = s->rest;
        if (word_is_any_case(name, carriers[i].name) &&
            word_is_whole(take_while(&rest, is_digit), 1, 768, &n)) {
            n *= carriers[i].rate;
            s->carrier = s->carrier == 0 || s->carrier == n ? n : -1;
        }
    }
    if (name.length > 0) (void)take_while(&s->rest, is_digit);
    return 1;
}

double topology_speed(struct word text)
{
    struct speed_scan s = {text, 0, 0, 0};
    while (s.rest.length > 0)
        if (is_digit(*s.rest.at) ? !take_number(&s) : !take_word(&s)) return 0;
    if (s.speeds != 1) s.speed = s.speeds == 0 ? (double)s.carrier : 0;
    return s.speed > 0 && s.speed <= 9e15 ? s.speed : 0;
}
