/* resources.c - what jobs name and what the machine has, by kind. */
#include "workload/resources.h"

#include "base/quantity.h"
#include "base/text.h"
#include "kit/base.h"
#include "workload/demands.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void resources_free(struct resources *r)
{
    free(r->nodes);
    free(r->needs);
    memset(r, 0, sizeof *r);
}

/* ---- what jobs say ----------------------------------------------------------------- */

static const struct quantity_unit units[] = {
    {"KB", 1 / 1024.0}, {"MB", 1}, {"GB", 1024}, {"TB", 1048576}, {NULL, 0}};

/* In MB, rounded up; more than any machine has is that much. */
static uint32_t whole(double amount)
{
    return amount < 1 << 30 ? (uint32_t)ceil(amount > 0 ? amount : 0) : 1u << 30;
}

void resources_take(struct resources *r, size_t order, const swf_job *from)
{
    static const struct resources_need nothing = {.nodes = 0};
    struct resources_need made = nothing;
    swf_span rest = swf_requirements(from);
    swf_requirement next;
    while (swf_next_requirement(&rest, &next) == SWF_OK) {
        const int is = demands_is_amount(&next);
        const struct word unit = {next.unit.data, next.unit.size};
        double amount = (double)next.number.whole + next.number.micro / 1e6;
        if (is == DEMANDS_MEMORY) amount *= grid_unit_factor(GRID_UNIT_MB, unit);
        if (is == DEMANDS_GPUS) made.all.of[RESOURCES_GPUS] = whole(amount);
        if (is == DEMANDS_MEMORY) made.all.of[RESOURCES_MEMORY] = whole(amount);
        if (is == DEMANDS_NODES) made.nodes = whole(amount);
    }
    if (memcmp(&made, &nothing, sizeof made) == 0) return;
    r->named += made.all.of[RESOURCES_GPUS] || made.all.of[RESOURCES_MEMORY];
    while (r->need_count <= order)
        BASE_PUSH(r->needs, r->need_count, r->need_room) = nothing;
    r->needs[order] = made;
}

const struct resources_need *resources_need(const struct resources *r,
                                            const struct job *job)
{
    return &r->needs[job->order];
}

int resources_no_less(const struct resources *r, const struct job *job,
                      const struct job *than)
{
    const struct resources_need *a = resources_need(r, job), *b = resources_need(r, than);
    int k, less = a->nodes < b->nodes;
    for (k = 0; k < RESOURCES_KINDS; k++) less |= a->each.of[k] < b->each.of[k];
    return !less;
}

/* ---- what the machine has ---------------------------------------------------------- */

static void have(struct resources *r, int kind, double amount, const char *where)
{
    r->counted[kind] = 1;
    r->have[kind] += whole(amount);
    if (r->have[kind] > JOB_SERVERS_MAX)
        fail_usage("%s: more than %" PRId64 " of one kind (memory counts in MB)", where,
                   JOB_SERVERS_MAX);
}

void resources_read(struct resources *r, struct word list, const char *where)
{
    const struct word all = list;
    double amount = 0;
    while (list.at) {
        struct word value = word_part(&list, ',');
        const struct word name = word_trim(word_part(&value, '='));
        const int kind = word_is(name, "gpus") ? RESOURCES_GPUS : RESOURCES_MEMORY;
        int64_t n;
        value = word_trim(value.at ? value : word_of(""));
        if (kind == RESOURCES_GPUS && word_is_whole(value, 0, JOB_SERVERS_MAX, &n))
            amount = (double)n;
        else if (!word_is(name, "memory") || !quantity_amount(value, units, &amount) ||
                 amount < 0)
            fail_usage("%s: '%.*s' is not such as gpus=64,memory=4096GB", where,
                       WORD(all));
        if (r->counted[kind]) fail_usage("%s: %.*s twice", where, WORD(name));
        have(r, kind, amount, where);
    }
}

FAIL_NORETURN static void not_nodes(struct word w)
{
    fail_usage("--nodes: '%.*s' is not a number from 1 to %d, or classes such as"
               " 16x64cpu4gpu512GB,16x128cpu",
               WORD(w), RESOURCES_NODES);
}

/* "64cpu4gpu512GB": one node. */
static struct resources_amount read_node(struct word w)
{
    struct resources_amount node = {{0}};
    struct word rest = w;
    while (rest.length > 0) {
        struct word part = rest;
        double amount;
        size_t digits = word_number(rest, &amount);
        int kind = RESOURCES_MEMORY;
        for (part.length = digits; part.length < rest.length; part.length++)
            if (word_lower(rest.at[part.length]) < 'a') break;
        rest.at += part.length, rest.length -= part.length;
        part.at += digits, part.length -= digits;
        if (word_is_any_case(part, "cpu")) kind = RESOURCES_SERVERS;
        if (word_is_any_case(part, "gpu")) kind = RESOURCES_GPUS;
        amount *= kind < RESOURCES_MEMORY ? 1 : grid_unit_factor(GRID_UNIT_MB, part);
        if (digits == 0 || part.length == 0 || !(amount >= 1) || node.of[kind])
            not_nodes(w);
        node.of[kind] = whole(amount);
    }
    if (!node.of[RESOURCES_SERVERS]) not_nodes(w);
    return node;
}

int resources_classes(struct resources *r, const char *nodes)
{
    struct word list = word_of(nodes);
    int64_t n;
    int k;
    if (word_is_whole(list, 1, RESOURCES_NODES, &n)) return 0;
    while (list.at) {
        const struct word class = word_part(&list, ',');
        struct word each = class;
        struct resources_amount node;
        if (!word_is_whole(word_part(&each, 'x'), 1, RESOURCES_NODES - r->count, &n) ||
            !each.at)
            not_nodes(class);
        for (node = read_node(each); n > 0; n--) {
            BASE_PUSH(r->nodes, r->count, r->room) = node;
            for (k = 0; k < RESOURCES_KINDS; k++)
                if (node.of[k]) have(r, k, node.of[k], "--nodes");
        }
    }
    return 1;
}

/* ---- both -------------------------------------------------------------------------- */

/* Can so many nodes give the job what it needs? Then it has its share. */
static int fits(const struct resources *r, struct resources_need *need, uint32_t nodes)
{
    uint32_t x, able = 0;
    int k;
    for (k = 0; k < RESOURCES_KINDS; k++)
        need->each.of[k] =
            r->counted[k] ? need->all.of[k] / nodes + (need->all.of[k] % nodes != 0) : 0;
    for (x = 0; x < r->count && able < nodes; x++) {
        for (k = 0; k < RESOURCES_KINDS; k++)
            if (need->each.of[k] > r->nodes[x].of[k]) break;
        able += k == RESOURCES_KINDS;
    }
    return able == nodes;
}

void resources_settle(struct resources *r, const char *nodes, uint32_t servers,
                      const struct job *jobs, size_t count)
{
    static const struct resources_need nothing = {.nodes = 0};
    size_t i;
    uint32_t n, x = r->count, parts = 1;
    int k;
    r->packed = nodes != NULL;
    if (r->packed && x == 0) {
        parts = (uint32_t)strtoul(nodes, NULL, 10);
        have(r, RESOURCES_SERVERS, servers, "--nodes");
    }
    for (; x < parts; x++) {
        struct resources_amount node = {{0}};
        for (k = 0; k < RESOURCES_KINDS; k++)
            node.of[k] =
                (uint32_t)(r->have[k] * (x + 1) / parts - r->have[k] * x / parts);
        BASE_PUSH(r->nodes, r->count, r->room) = node;
    }
    for (i = 0; i < count; i++) {
        struct resources_need *need;
        while (r->need_count <= jobs[i].order)
            BASE_PUSH(r->needs, r->need_count, r->need_room) = nothing;
        need = &r->needs[jobs[i].order];
        need->all.of[RESOURCES_SERVERS] = jobs[i].servers;
        n = r->packed ? need->nodes : 1;
        for (k = 1; k < RESOURCES_KINDS; k++) /* more than there is */
            if (r->counted[k] && need->all.of[k] > r->have[k]) n = r->count + 1;
        if (n == 0)
            for (n = 1; n < r->count && !fits(r, need, n);) n++;
        need->nodes = n <= r->count && fits(r, need, n) ? n : 0;
    }
}

void resources_describe(FILE *to, const struct resources *r)
{
    char n[TEXT_NUMBER];
    if (r->count == 0) {
        if (r->named)
            fprintf(to,
                    "GPUs and memory that jobs name are not counted: %s jobs name"
                    " some (--resources gpus=N,memory=NGB)\n",
                    text_count(r->named, n));
        return;
    }
    fputs("counted besides servers:", to);
    if (r->counted[RESOURCES_GPUS])
        fprintf(to, " %s GPUs", text_count((uint64_t)r->have[RESOURCES_GPUS], n));
    if (r->counted[RESOURCES_MEMORY])
        fprintf(to, "%s %s MB of memory", r->counted[RESOURCES_GPUS] ? "," : "",
                text_count((uint64_t)r->have[RESOURCES_MEMORY], n));
    if (r->packed)
        fprintf(to, "%s %s nodes, packed %s fit\n",
                r->counted[RESOURCES_GPUS] || r->counted[RESOURCES_MEMORY] ? "; on"
                                                                           : " on",
                text_count(r->count, n), r->best ? "best" : "first");
    else
        fputs("; pooled, no fragmentation: jobs of whole nodes wait longer (--nodes)\n",
              to);
}
