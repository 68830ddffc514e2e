/* flexco_rules.c - the modes are one table. */
#include "flexco/flexco_rules.h"

#include <stdlib.h>

static const struct {
    const char *word;
    uint32_t ops;
} modes[] = {
#define FLEXCO_MODE_ROW(name, word, ops) {word, ops},
    FLEXCO_MODES(FLEXCO_MODE_ROW)
#undef FLEXCO_MODE_ROW
};

#define FLEXCO_MODE_WORD(name, word, ops) "|" word
const char *const flexco_rules_mode_words = &(FLEXCO_MODES(FLEXCO_MODE_WORD))[1];
#undef FLEXCO_MODE_WORD

const char *flexco_rules_mode_word(enum flexco_mode mode) { return modes[mode].word; }

uint32_t flexco_rules_mode_ops(enum flexco_mode mode) { return modes[mode].ops; }

void flexco_rules_result_free(struct flexco_result *r)
{
    static const struct flexco_result nothing = {.count = 0};
    free(r->outcomes);
    free(r->parts);
    free(r->runs);
    *r = nothing;
}
