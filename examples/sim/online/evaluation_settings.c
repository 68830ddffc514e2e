/* evaluation_settings.c - the hash is made from the table of options, so that none can be
 * forgotten.
 */
#include "online/evaluation_settings.h"

#include "base/hash.h"
#include "online/evaluation_options.h"
#include "program/cli.h"

#include <string.h>

int64_t evaluation_settings_window(const struct evaluation_settings *s)
{
    return s->ar_window ? s->ar_window : 3 * 3600;
}

uint32_t evaluation_settings_retries(const struct evaluation_settings *s)
{
    const int64_t slots = s->horizon / s->slot + (s->horizon % s->slot != 0);
    if (s->retries == EVALUATION_RETRIES_NONE) return COA_NO_RETRY;
    if (s->retries >= 0) return (uint32_t)s->retries;
    if (s->step == 0 || s->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

enum workload_overrun evaluation_settings_overrun(const struct evaluation_settings *s)
{
    if (s->overrun != EVALUATION_OVERRUN_DEFAULT)
        return (enum workload_overrun)s->overrun;
    return s->runtime == WORKLOAD_RUNTIME_REQUESTED ? WORKLOAD_OVERRUN_KILL
                                                    : WORKLOAD_OVERRUN_EXTEND;
}

double evaluation_settings_capacity(const struct evaluation_settings *s, int resource)
{
    return (double)s->capacity[resource] / CLI_ONE;
}

int evaluation_settings_batch(const struct evaluation_settings *s)
{
    size_t i;
    for (i = 0; i < s->policies.count; i++)
        if (policy_is_batch(&s->policies.items[i])) return 1;
    return 0;
}

/* A default counts as the value it stands for. --policy is neutral in the table: a point
 * of a sweep leaves the policy trace out of its list, so the list is hashed instead of
 * the text. */
uint64_t evaluation_settings_hash(const struct evaluation_settings *s)
{
    struct evaluation_settings copy = *s;
    struct cli_option options[EVALUATION_OPTIONS_MAX];
    uint64_t hash;
    size_t i;
    copy.overrun = evaluation_settings_overrun(s);
    copy.ar_window = evaluation_settings_window(s);
    hash = cli_hash(options, evaluation_options(&copy, options));
    for (i = 0; i < s->policies.count; i++)
        hash = hash_bytes(hash, (const unsigned char *)s->policies.items[i].name,
                          strlen(s->policies.items[i].name) + 1);
    return hash;
}
