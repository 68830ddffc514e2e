/* policy.h - who schedules: the words of --policy.
 *
 *     online          the co-allocator of paper 1, on an index of coalloc.h
 *     trace           the waits the log itself recorded
 *     fcfs, easy, easy:K, conservative, rua, rua:K      batch schedulers (batch.h)
 */
#ifndef SIM_POLICY_H
#define SIM_POLICY_H

#include "batch.h"
#include "cli.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SIM_POLICY_WORDS "online|trace|fcfs|easy|conservative|rua"

typedef enum sim_policy_kind { /* in the order of the words */
                               SIM_POLICY_ONLINE,
                               SIM_POLICY_TRACE,
                               SIM_POLICY_FCFS,
                               SIM_POLICY_EASY,
                               SIM_POLICY_CONSERVATIVE,
                               SIM_POLICY_RUA
} sim_policy_kind;

typedef struct sim_policy {
    sim_policy_kind kind;
    uint32_t reservations; /* easy, rua: K */
    char name[24];         /* as it was written: "easy:4" */
} sim_policy;

enum { SIM_POLICIES_MAX = 16 };

typedef struct sim_policies {
    sim_policy items[SIM_POLICIES_MAX];
    size_t count;
} sim_policies;

static inline int sim_policy_is_batch(const sim_policy *p)
{
    return p->kind != SIM_POLICY_ONLINE && p->kind != SIM_POLICY_TRACE;
}

static inline sim_batch_kind sim_policy_batch(const sim_policy *p)
{
    return p->kind == SIM_POLICY_FCFS   ? SIM_BATCH_FCFS
           : p->kind == SIM_POLICY_EASY ? SIM_BATCH_EASY
           : p->kind == SIM_POLICY_RUA  ? SIM_BATCH_RUA
                                        : SIM_BATCH_CONSERVATIVE;
}

/* "easy" and "easy:1" are. */
static inline int sim_policy_same(const sim_policy *x, const sim_policy *y)
{
    return x->kind == y->kind && x->reservations == y->reservations;
}

/* Is there one of this kind? */
static inline int sim_policies_have(const sim_policies *all, sim_policy_kind kind)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (all->items[i].kind == kind) return 1;
    return 0;
}

/* One word, "easy:4" say. 0, or -1 if it is none. */
static inline int sim_policy_read(const char *text, size_t length, sim_policy *p)
{
    const char *colon = (const char *)memchr(text, ':', length);
    const size_t word = colon ? (size_t)(colon - text) : length;
    const int64_t kind = cli_word_index(SIM_POLICY_WORDS, text, word);
    int64_t k = 1;
    if (kind < 0 || length >= sizeof p->name) return -1;
    p->kind = (sim_policy_kind)kind;
    memcpy(p->name, text, length);
    p->name[length] = 0;
    if (colon) k = cli_digits(p->name + word + 1, 0);
    if (colon && p->kind != SIM_POLICY_EASY && p->kind != SIM_POLICY_RUA) return -1;
    if (k < 1 || k > UINT32_MAX) return -1;
    p->reservations = (uint32_t)k;
    return 0;
}

/* The list of --policy, separated by commas: each word once. CLI_RUN, or CLI_USAGE. */
static inline int sim_policies_read(const char *program, const char *text,
                                    sim_policies *all)
{
    all->count = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        sim_policy *p = &all->items[all->count];
        size_t i;
        if (all->count == SIM_POLICIES_MAX)
            return cli_complain(program, "--policy: more than %d policies",
                                SIM_POLICIES_MAX);
        if (sim_policy_read(text, length, p) != 0)
            return cli_complain(program,
                                "--policy: '%.*s' is not one of " SIM_POLICY_WORDS
                                " (easy:K and rua:K have K reservations, from 1 on)",
                                (int)(length < 60 ? length : 60), text);
        for (i = 0; i < all->count; i++)
            if (sim_policy_same(&all->items[i], p))
                return cli_complain(program, "--policy: %s is there twice", p->name);
        all->count++;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

#endif
