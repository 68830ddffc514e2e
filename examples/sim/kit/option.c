/* option.c - a value is read into a list, whatever its kind; one value is the list of
 * one. */
#include "kit/option.h"

#include "base/word.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int is_number(const struct option *o)
{
    return o->kind == OPTION_WHOLE || o->kind == OPTION_TIME || o->kind == OPTION_DECIMAL;
}

static int is_span(const struct option *o)
{
    return o->kind == OPTION_SPAN || o->kind == OPTION_SPAN_TIME;
}

static int is_word(const struct option *o)
{
    return o->kind == OPTION_WORD || o->kind == OPTION_SET;
}

static int makes_points(const struct option *o)
{
    return o->spans == OPTION_BY_KIND ? is_number(o) : o->spans == OPTION_POINTS;
}

int option_makes_variants(const struct option *o)
{
    return o->spans == OPTION_BY_KIND ? o->kind == OPTION_WORD
                                      : o->spans == OPTION_VARIANTS;
}

/* ---- one value: -1 if it is none --------------------------------------------------- */

static int is_time(const struct option *o)
{
    return o->kind == OPTION_TIME || o->kind == OPTION_SPAN_TIME;
}

/* In billionths: 12, 0.25; at most nine digits on either side of the point. */
static int64_t read_decimal(struct word w)
{
    const struct word whole = word_part(&w, '.');
    int64_t n, part = 0;
    size_t digits = w.length;
    if (whole.length > 9 || !word_is_whole(whole, 0, INT64_MAX, &n) || digits > 9 ||
        (w.at && !word_is_whole(w, 0, INT64_MAX, &part)))
        return -1;
    for (; digits < 9; digits++) part *= 10;
    return n * OPTION_ONE + part;
}

/* The word, with what follows a colon. */
static int64_t read_word(const struct option *o, struct word text)
{
    int64_t k, i;
    const struct word word = word_counted(text, &k);
    for (i = 0; word.at && o->words && o->words[i].word; i++)
        if (word_is_any_case(word, o->words[i].word))
            return k && !o->words[i].counted ? -1 : i + OPTION_K * k;
    return -1;
}

static int64_t read_amount(const struct option *o, struct word w)
{
    int64_t n;
    if (o->kind == OPTION_DECIMAL) return read_decimal(w);
    return (is_time(o) ? quantity_time(w, INT64_MAX, &n)
                       : word_is_whole(w, 0, INT64_MAX, &n))
               ? n
               : -1;
}

static int64_t read_number(const struct option *o, struct word w)
{
    const int64_t n = read_amount(o, w);
    return n < o->lo || (o->hi && n > o->hi) ? -1 : n;
}

/* ---- as text -------------------------------------------------------------------- */

const char *option_text(const struct option *o, int64_t value, char to[OPTION_WIDE])
{
    size_t i;
    if (is_word(o)) {
        const char *word = o->words[value % OPTION_K].word;
        snprintf(to, OPTION_WIDE, value < OPTION_K ? "%s" : "%s:%" PRId64, word,
                 value / OPTION_K);
    } else if (value < 0) {
        snprintf(to, OPTION_WIDE, "%s", o->words[-value - 1].word);
    } else if (value == 0 && o->lo > 0 && o->said) {
        snprintf(to, OPTION_WIDE, "%s", o->said);
    } else if (is_time(o) && value > 0) {
        quantity_time_text(value, to);
    } else if (o->kind == OPTION_DECIMAL) {
        snprintf(to, OPTION_WIDE, "%" PRId64 ".%09" PRId64, value / OPTION_ONE,
                 value % OPTION_ONE);
        i = strlen(to);
        while (to[i - 1] == '0') i--;
        to[i - (to[i - 1] == '.')] = 0;
    } else {
        snprintf(to, OPTION_WIDE, "%" PRId64, value);
    }
    return to;
}

void option_choices(const struct choice_table *t, struct option_word to[OPTION_WORDS])
{
    if (t->count >= OPTION_WORDS)
        fail("a table has more than %d words", OPTION_WORDS - 1);
    memset(to, 0, OPTION_WORDS * sizeof *to);
    for (size_t i = 0; i < t->count; i++) {
        to[i].word = choice_at(t, i)->word;
        to[i].about = choice_at(t, i)->about;
    }
}

void option_words(const struct option *o, const char *between, char *to, size_t size)
{
    size_t i, n = 0;
    *to = 0;
    for (i = 0; o->words && o->words[i].word && n < size; i++)
        n += (size_t)snprintf(to + n, size - n, "%s%s%s", i ? between : "",
                              o->words[i].word, o->words[i].counted ? "[:K]" : "");
}

/* ---- a list of values -------------------------------------------------------------- */

FAIL_NORETURN static void refuse(const struct option *o, const char *text)
{
    const char *more = " (or A,B,... or FROM:TO:STEP)";
    char lo[OPTION_WIDE], hi[OPTION_WIDE], words[1024];
    option_words(o, ", ", words, sizeof words);
    if (is_word(o))
        fail_usage("--%s: expected one of %s, not '%s'", o->name, words, text);
    if (is_span(o) || o->spans == OPTION_ONCE) more = is_span(o) ? " (or LO:HI)" : "";
    fail_usage("--%s: expected a %s from %s %s%s%s%s%s%s, not '%s'", o->name,
               is_time(o) ? "time" : "number", option_text(o, o->lo, lo),
               o->hi ? "to " : "up", o->hi ? option_text(o, o->hi, hi) : "", more,
               *words ? ", or " : "", strchr(words, ',') ? "one of " : "", words, text);
}

static void add(const struct option *o, struct option_given *g, int64_t value)
{
    char text[OPTION_WIDE];
    for (size_t i = 0; i < g->count; i++)
        if (g->values[i] == value)
            fail_usage("--%s: %s is given twice", o->name, option_text(o, value, text));
    if (g->count == OPTION_VALUES)
        fail_usage("--%s: more than %d values", o->name, OPTION_VALUES);
    g->values[g->count++] = value;
}

/* FROM:TO:STEP. 1, or 0 if the item is not such a range. */
static int add_steps(const struct option *o, struct option_given *g, struct word item)
{
    struct word step = item;
    const struct word first = word_part(&step, ':'), last = word_part(&step, ':');
    int64_t from, until, by;
    if (!step.at || !is_number(o)) return 0;
    from = read_number(o, first);
    until = read_number(o, last);
    by = read_amount(o, step);
    if (from < 0 || until < from || by < 1) refuse(o, g->text);
    for (; from <= until; from += by) {
        add(o, g, from);
        if (from > INT64_MAX - by) break;
    }
    return 1;
}

static void add_item(const struct option *o, struct option_given *g, struct word item)
{
    if (add_steps(o, g, item)) return;
    int64_t value = is_word(o) ? read_word(o, item) : read_number(o, item);
    if (value < 0 && is_number(o)) {
        value = -1 - read_word(o, item); /* -1 for the first word */
        if (value == 0) refuse(o, g->text);
    } else if (value < 0) {
        refuse(o, g->text);
    }
    add(o, g, value);
}

static void read_list(const struct option *o, struct option_given *g, const char *text)
{
    struct word rest = word_of(text);
    g->count = 0;
    if (strcmp(text, "all") == 0 && o->spans == OPTION_VARIANTS && o->words) {
        while (o->words[g->count].word) add(o, g, (int64_t)g->count);
        return;
    }
    while (rest.at) add_item(o, g, word_part(&rest, ','));
    if (g->count > 1 && o->kind != OPTION_SET && !makes_points(o) &&
        !option_makes_variants(o))
        fail_usage("--%s takes one value", o->name);
}

/* An end that is left out is as far as it may be. */
static void read_span(const struct option *o, struct option_given *g, const char *text)
{
    struct word hi = word_of(text), lo = word_part(&hi, ':');
    if (!hi.at) hi = lo;
    if (!lo.length && !hi.length) refuse(o, text);
    g->values[0] = lo.length ? read_number(o, lo) : o->lo;
    g->values[1] = hi.length ? read_number(o, hi) : o->hi ? o->hi : INT64_MAX;
    if (g->values[0] < 0 || g->values[1] < g->values[0]) refuse(o, text);
}

static void set(const struct option *o, struct option_given *g, const char *text)
{
    g->text = text;
    g->count = 1;
    if (o->kind == OPTION_FLAG) {
        g->values[0] = 1;
    } else if (o->kind == OPTION_LIST) {
        const char **longer = base_kept(g->listed + 2, sizeof *longer);
        if (g->listed) memcpy(longer, g->list, g->listed * sizeof *longer);
        longer[g->listed++] = text;
        g->list = longer;
    } else if (o->kind >= OPTION_TEXT) {
        const char *end = strchr(text, 0);
        if (!*text || (o->kind == OPTION_FILES &&
                       (*text == ',' || strstr(text, ",,") || end[-1] == ',')))
            fail_usage("%s%s: '%s' is not a name", o->operand ? "" : "--", o->name, text);
    } else if (is_span(o)) {
        read_span(o, g, text);
    } else {
        read_list(o, g, text);
    }
}

/* ---- the base ---------------------------------------------------------------------- */

static int64_t base_of(const struct option *o)
{
    struct option_given one = {.count = 1};
    if (o->value) set(o, &one, o->value);
    return one.values[0];
}

/* Where a list stays: its base, if it is there, else the value in its middle. */
static void find_base(const struct option *o, struct option_given *g)
{
    g->base = 0;
    if (g->count < 2 || !makes_points(o)) return;
    int64_t base = base_of(o);
    g->base = g->count / 2;
    for (size_t i = 0; i < g->count; i++)
        if (g->values[i] == base) g->base = i;
}

void option_add_base(struct options *o, size_t i)
{
    struct option_given *g = &o->given[i];
    const int64_t base = base_of(&o->table[i]);
    if (g->count < 2 || g->values[g->base] == base) return;
    add(&o->table[i], g, base);
    for (g->base = g->count - 1; g->base > 0 && g->values[g->base - 1] > base; g->base--)
        g->values[g->base] = g->values[g->base - 1];
    g->values[g->base] = base;
}

/* ---- given ------------------------------------------------------------------------- */

void option_begin(struct options *o, const struct option *table, size_t count)
{
    o->table = table;
    o->count = count;
    o->given = base_kept(count, sizeof *o->given);
    for (size_t i = 0; i < count; i++) {
        o->given[i].count = 1;
        if (table[i].value) set(&table[i], &o->given[i], table[i].value);
    }
}

void option_give(struct options *o, size_t i, const char *text)
{
    if (o->given[i].told && o->table[i].kind != OPTION_LIST)
        fail_usage("--%s is given twice", o->table[i].name);
    o->given[i].told = 1;
    set(&o->table[i], &o->given[i], text);
}

void option_assume(struct options *o, const char *name, const char *text)
{
    size_t i = 0;
    while (strcmp(o->table[i].name, name) != 0) i++;
    if (!o->given[i].told) set(&o->table[i], &o->given[i], text);
}

void option_end(struct options *o)
{
    for (size_t i = 0; i < o->count; i++) find_base(&o->table[i], &o->given[i]);
}

/* ---- settings ---------------------------------------------------------------------- */

static int64_t set_of(const struct option *o, const struct option_given *g)
{
    int64_t set = 0;
    for (size_t i = 0; g->text ? i < g->count : o->words[i].word != NULL; i++)
        set |= INT64_C(1) << (g->text ? (size_t)g->values[i] : i);
    return set;
}

void option_put(const struct options *o, size_t i, size_t which, void *settings)
{
    char *to = (char *)settings + o->table[i].offset;
    const struct option_given *g = &o->given[i];
    const int64_t set = o->table[i].kind == OPTION_SET ? set_of(&o->table[i], g) : 0;
    if (o->table[i].kind == OPTION_SET)
        memcpy(to, &set, sizeof set);
    else if (o->table[i].kind == OPTION_LIST)
        memcpy(to, &g->list, sizeof g->list);
    else if (o->table[i].kind >= OPTION_TEXT)
        memcpy(to, &g->text, sizeof g->text);
    else if (is_span(&o->table[i]))
        memcpy(to, g->values, sizeof(struct option_span));
    else
        memcpy(to, &g->values[which], sizeof g->values[which]);
}

void option_put_all(const struct options *o, void *settings)
{
    for (size_t i = 0; i < o->count; i++) option_put(o, i, o->given[i].base, settings);
}

const char *option_word_told(const struct options *o, size_t k)
{
    for (size_t i = 0; i < o->count; i++) {
        const struct option *option = &o->table[i];
        const int text = option->kind == OPTION_TEXT || option->kind >= OPTION_FILE;
        if (!o->given[i].told ||
            (o->given[i].told == OPTION_TOLD_BY_FILE && option->value &&
             strcmp(option->value, o->given[i].text) == 0))
            continue;
        if (option->of == OF_PROGRAM && !text) continue;
        if (!option->operand && k-- == 0) return base_text("--%s", option->name);
        if (option->kind != OPTION_FLAG && k-- == 0) return o->given[i].text;
    }
    return NULL;
}

const char *option_file(const struct options *o, size_t i, size_t k)
{
    const char *path = o->given[i].text;
    if (o->table[i].kind < OPTION_FILE) return NULL;
    if (o->table[i].kind == OPTION_FILE) return k == 0 ? path : NULL;
    return option_path(path, k);
}

const char *option_path(const char *paths, size_t k)
{
    for (; paths && k > 0; k--)
        paths = strchr(paths, ',') ? strchr(paths, ',') + 1 : NULL;
    return paths ? base_text("%.*s", (int)strcspn(paths, ","), paths) : NULL;
}
