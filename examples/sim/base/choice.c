/* choice.c - walks over rows by their size; a text that is too long is cut. */
#include "base/choice.h"

#include <stdio.h>
#include <string.h>

const struct choice *choice_at(const struct choice_table *t, size_t row)
{
    return (const struct choice *)((const char *)t->rows + row * t->size);
}

int64_t choice_find(const struct choice_table *t, const char *text, size_t length)
{
    for (size_t i = 0; i < t->count; i++) {
        const char *word = choice_at(t, i)->word;
        if (strlen(word) == length && memcmp(word, text, length) == 0) return (int64_t)i;
    }
    return -1;
}

static void add(char to[CHOICE_TEXT], const char *before, const char *text,
                const char *after)
{
    const size_t used = strlen(to);
    snprintf(to + used, CHOICE_TEXT - used, "%s%s%s", before, text, after);
}

/* The text of the table's rows; empty if there is no place for one more. */
static const char *text_of(const struct choice_table *t, choice_wanted wanted, int help)
{
    static struct {
        const struct choice_table *table;
        choice_wanted wanted;
        int help;
        char text[CHOICE_TEXT];
    } made[CHOICE_TEXTS];
    size_t i, at = 0;
    while (at < CHOICE_TEXTS && made[at].table &&
           (made[at].table != t || made[at].wanted != wanted || made[at].help != help))
        at++;
    if (at == CHOICE_TEXTS) return "";
    for (i = 0; i < t->count && made[at].table != t; i++) {
        const struct choice *c = choice_at(t, i);
        if (wanted && !wanted(i)) continue;
        add(made[at].text, !made[at].text[0] ? "" : help ? ", " : "|", c->word, "");
        if (help && c->about) add(made[at].text, " (", c->about, ")");
    }
    made[at].table = t;
    made[at].wanted = wanted;
    made[at].help = help;
    return made[at].text;
}

const char *choice_words(const struct choice_table *t, choice_wanted wanted)
{
    return text_of(t, wanted, 0);
}

const char *choice_help(const struct choice_table *t, choice_wanted wanted)
{
    return text_of(t, wanted, 1);
}
