/* policy.c - implements policy.h. */
#include "batch/policy.h"

#include "program/cli.h"

#include <string.h>

#define POLICY_WORDS "online|trace|fcfs|easy|conservative|rua"

int policy_is_batch(const struct policy *p)
{
    return p->kind != POLICY_ONLINE && p->kind != POLICY_TRACE;
}

enum batch_kind policy_batch(const struct policy *p)
{
    return p->kind == POLICY_FCFS   ? BATCH_FCFS
           : p->kind == POLICY_EASY ? BATCH_EASY
           : p->kind == POLICY_RUA  ? BATCH_RUA
                                    : BATCH_CONSERVATIVE;
}

/* "easy" and "easy:1" are. */
static int policy_same(const struct policy *x, const struct policy *y)
{
    return x->kind == y->kind && x->reservations == y->reservations;
}

int policy_policies_have(const struct policy_policies *all, enum policy_kind kind)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (all->items[i].kind == kind) return 1;
    return 0;
}

int policy_read(const char *text, size_t length, struct policy *p)
{
    const char *colon = (const char *)memchr(text, ':', length);
    const size_t word = colon ? (size_t)(colon - text) : length;
    const int64_t kind = cli_word_index(POLICY_WORDS, text, word);
    int64_t k = 1;
    if (kind < 0 || length >= sizeof p->name) return -1;
    p->kind = (enum policy_kind)kind;
    memcpy(p->name, text, length);
    p->name[length] = 0;
    if (colon) k = cli_digits(p->name + word + 1, 0);
    if (colon && p->kind != POLICY_EASY && p->kind != POLICY_RUA) return -1;
    if (k < 1 || k > UINT32_MAX) return -1;
    p->reservations = (uint32_t)k;
    return 0;
}

int policy_policies_read(const char *program, const char *text,
                         struct policy_policies *all)
{
    all->count = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        struct policy *p = &all->items[all->count];
        size_t i;
        if (all->count == POLICY_POLICIES_MAX)
            return cli_complain(program, "--policy: more than %d policies",
                                POLICY_POLICIES_MAX);
        if (policy_read(text, length, p) != 0)
            return cli_complain(program,
                                "--policy: '%.*s' is not one of " POLICY_WORDS
                                " (easy:K and rua:K have K reservations, from 1 on)",
                                (int)(length < 60 ? length : 60), text);
        for (i = 0; i < all->count; i++)
            if (policy_same(&all->items[i], p))
                return cli_complain(program, "--policy: %s is there twice", p->name);
        all->count++;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}
