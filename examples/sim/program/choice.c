/* choice.c - walks over rows by their size; a text that is too long is cut. */
#include "program/choice.h"

#include <stdio.h>
#include <string.h>

const struct choice *choice_at(const struct choice_table *t, size_t row)
{
    return (const struct choice *)((const char *)t->rows + row * t->size);
}

int64_t choice_find(const struct choice_table *t, const char *text, size_t length)
{
    size_t i;
    for (i = 0; i < t->count; i++) {
        const char *word = choice_at(t, i)->word;
        if (strlen(word) == length && memcmp(word, text, length) == 0) return (int64_t)i;
    }
    return -1;
}

static void add(char *to, size_t size, const char *text)
{
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%s", text);
}

const char *choice_words_of(const struct choice_table *t, choice_wanted wanted, char *to,
                            size_t size)
{
    size_t i;
    to[0] = 0;
    for (i = 0; i < t->count; i++) {
        if (wanted && !wanted(i)) continue;
        if (to[0]) add(to, size, "|");
        add(to, size, choice_at(t, i)->word);
    }
    return to;
}

const char *choice_help_of(const struct choice_table *t, choice_wanted wanted, char *to,
                           size_t size)
{
    size_t i;
    to[0] = 0;
    for (i = 0; i < t->count; i++) {
        const struct choice *c = choice_at(t, i);
        if (wanted && !wanted(i)) continue;
        if (to[0]) add(to, size, ", ");
        add(to, size, c->word);
        if (!c->about) continue;
        add(to, size, " (");
        add(to, size, c->about);
        add(to, size, ")");
    }
    return to;
}

const char *choice_words(const struct choice_table *t, char *to, size_t size)
{
    return choice_words_of(t, NULL, to, size);
}

const char *choice_help(const struct choice_table *t, char *to, size_t size)
{
    return choice_help_of(t, NULL, to, size);
}
