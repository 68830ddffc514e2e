/* choice.c - walks over rows by their size. */
#include "kit/choice.h"

#include "kit/base.h"

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

/* Those that are wanted, with `between` between them; with `help` what they are, too. */
static const char *text_of(const struct choice_table *t, choice_wanted wanted,
                           const char *between, int help)
{
    const char *text = "";
    size_t i;
    for (i = 0; i < t->count; i++) {
        const struct choice *c = choice_at(t, i);
        if (wanted && !wanted(i)) continue;
        text = base_text("%s%s%s", text, *text ? between : "", c->word);
        if (help && c->about) text = base_text("%s (%s)", text, c->about);
    }
    return text;
}

const char *choice_words(const struct choice_table *t, choice_wanted wanted)
{
    return text_of(t, wanted, "|", 0);
}

const char *choice_help(const struct choice_table *t, choice_wanted wanted)
{
    return text_of(t, wanted, ", ", 1);
}

void choice_options(const struct choice_table *t, struct option_word to[CHOICE_WORDS])
{
    size_t i;
    if (t->count >= CHOICE_WORDS)
        fail("a table has more than %d words", CHOICE_WORDS - 1);
    memset(to, 0, CHOICE_WORDS * sizeof *to);
    for (i = 0; i < t->count; i++) {
        to[i].word = choice_at(t, i)->word;
        to[i].about = choice_at(t, i)->about;
    }
}
