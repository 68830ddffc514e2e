/* flexco_rules.c - implements flexco_rules.h. */
#include "flexco/flexco_rules.h"

#include <stdlib.h>

const char *flexco_rules_mode_word(enum flexco_mode mode)
{
    static const char *const words[] = {
#define FLEXCO_MODE_WORD(name, word, ops) word,
        FLEXCO_MODES(FLEXCO_MODE_WORD)
#undef FLEXCO_MODE_WORD
    };
    return words[mode];
}

uint32_t flexco_rules_mode_ops(enum flexco_mode mode)
{
    static const uint32_t operations[] = {
#define FLEXCO_MODE_OPS(name, word, ops) ops,
        FLEXCO_MODES(FLEXCO_MODE_OPS)
#undef FLEXCO_MODE_OPS
    };
    return operations[mode];
}

void flexco_rules_result_free(struct flexco_result *r)
{
    static const struct flexco_result nothing = {.count = 0};
    free(r->outcomes);
    free(r->parts);
    free(r->runs);
    free(r->lost);
    free(r->outages);
    *r = nothing;
}
