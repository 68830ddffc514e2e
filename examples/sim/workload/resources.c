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

/* In MB, rounded up; more than any machine has is that much. */
static uint32_t whole(double amount)
{
    return amount < 1 << 30 ? (uint32_t)ceil(amount > 0 ? amount : 0) : 1u << 30;
}

/* "4TB": in MB. */
static int is_memory(struct word w, double *mb)
{
    const size_t digits = word_number(w, mb);
    const struct word rest = {w.at + digits, w.length - digits}, unit = word_trim(rest);
    double bytes = 0;
    const size_t length = digits ? quantity_bytes(unit, &bytes) : 0;
    *mb *= bytes / 1048576;
    return length > 0 && length == unit.length && *mb >= 0;
}

static void keep_unread(struct resources *r, uint64_t line, const char *at, size_t size)
{
    const struct word text = {at, size};
    if (r->unread++) return;
    r->unread_line = line;
    snprintf(r->unread_text, sizeof r->unread_text, "%.*s", WORD(text));
}

char *resources_commas(swf_job *job)
{
    const swf_span text = swf_requirements(job);
    if (text.size == 0 || !memchr(text.data, ',', text.size)) return NULL;
    char *copy = base_zeroed(text.size + 1, 1);
    memcpy(copy, text.data, text.size);
    int quoted = 0;
    for (char *at = copy; *at; at++) {
        quoted ^= *at == '"';
        if (*at != ',' || quoted) continue;
        const char sign = at[1 + strcspn(at + 1, ",;=\"<>!")];
        if (sign && strchr("=<>!", sign)) *at = ';';
    }
    job->extra.data = copy;
    return copy;
}

void resources_take(struct resources *r, size_t order, const swf_job *from, uint64_t line)
{
    static const struct resources_need nothing = {.nodes = 0};
    struct resources_need made = nothing;
    swf_span rest = swf_requirements(from);
    swf_requirement next;
    unsigned seen = 0;
    int unread = 0;
    while (swf_next_requirement(&rest, &next) == SWF_OK) {
        double amount;
        const int is = demands_amount(&next, &amount);
        if (is == DEMANDS_GPUS) made.all.of[RESOURCES_GPUS] = whole(amount);
        if (is == DEMANDS_MEMORY) made.all.of[RESOURCES_MEMORY] = whole(amount);
        if (is == DEMANDS_NODES) made.nodes = whole(amount);
        if (!next.usage && (!is || seen >> is & 1) && !unread++)
            keep_unread(r, line, next.name.data,
                        (size_t)(next.value.data - next.name.data) + next.value.size);
        seen |= 1u << is;
    }
    if (memcmp(&made, &nothing, sizeof made) == 0) return;
    for (int k = 1; k < RESOURCES_KINDS; k++) r->named[k] += made.all.of[k] > 0;
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
    int less = a->nodes < b->nodes;
    for (int k = 0; k < RESOURCES_KINDS; k++) less |= a->each.of[k] < b->each.of[k];
    return !less;
}

/* ---- what the machine has ---------------------------------------------------------- */

unsigned resources_list(struct word list, struct resources_need *to)
{
    unsigned seen = 0;
    while (list.at) {
        struct word value = word_part(&list, ',');
        const int is = demands_amount_named(word_trim(word_part(&value, '=')));
        const int kind = is == DEMANDS_GPUS     ? RESOURCES_GPUS
                         : is == DEMANDS_MEMORY ? RESOURCES_MEMORY
                                                : RESOURCES_KINDS;
        double amount = 0;
        int64_t n = 0;
        value = word_trim(value.at ? value : word_of(""));
        if (kind == RESOURCES_MEMORY ? !is_memory(value, &amount)
                                     : !word_is_whole(value, 0, JOB_SERVERS_MAX, &n))
            return 0;
        if (is < DEMANDS_GPUS || is > DEMANDS_NODES || seen >> kind & 1) return 0;
        if (kind < RESOURCES_KINDS)
            to->all.of[kind] = n ? (uint32_t)n : whole(amount);
        else
            to->nodes = (uint32_t)n;
        seen |= 1u << kind;
    }
    return seen;
}

void resources_join(char **list, struct word more)
{
    const size_t used = *list ? strlen(*list) : 0;
    char *longer = base_zeroed(used + more.length + 2, 1);
    if (used) memcpy(longer, *list, used), longer[used] = ',';
    if (more.length > 0) memcpy(longer + used + (used > 0), more.at, more.length);
    free(*list);
    *list = longer;
}

/* Fails; of an option it is a wrong command line. */
FAIL_NORETURN static void wrong(const char *where, const char *text)
{
    if (*where == '-') fail_usage("%s: %s", where, text);
    fail("%s: %s", where, text);
}

static void have(struct resources *r, int kind, uint32_t amount, const char *where)
{
    r->counted[kind] = 1;
    r->have[kind] += amount;
    if (r->have[kind] > JOB_SERVERS_MAX)
        wrong(where, base_text("more than %" PRId64 " of one kind (memory counts in MB)",
                               JOB_SERVERS_MAX));
}

void resources_read(struct resources *r, struct word list, const char *where)
{
    struct resources_need all = {.nodes = 0};
    const unsigned seen = resources_list(list, &all);
    if (seen == 0 || seen >> RESOURCES_KINDS)
        wrong(where, base_text("'%.*s' is not a list like gpus=64,memory=4096GB: only"
                               " these are counted, each once",
                               WORD(list)));
    for (int k = 1; k < RESOURCES_KINDS; k++)
        if (seen >> k & 1) have(r, k, all.all.of[k], where);
}

FAIL_NORETURN static void not_nodes(struct word w)
{
    fail_usage(
        "--nodes: expected a number from 1 to %d, or classes such as 16x64cpu4gpu512GB,"
        "16x128cpu, not '%.*s'",
        RESOURCES_NODES, WORD(w));
}

/* "64cpu4gpu512GB": one node. */
static struct resources_amount read_node(struct word w)
{
    struct resources_amount node = {{0}};
    struct word rest = w;
    while (rest.length > 0) {
        struct word part = rest, unit;
        double amount;
        const size_t digits = strchr("+-", *rest.at) ? 0 : word_number(rest, &amount);
        int kind = RESOURCES_MEMORY;
        for (part.length = digits; part.length < rest.length; part.length++)
            if (word_lower(rest.at[part.length]) < 'a') break;
        rest.at += part.length, rest.length -= part.length;
        unit.at = part.at + digits, unit.length = part.length - digits;
        if (word_is_any_case(unit, "cpu")) kind = RESOURCES_SERVERS;
        if (word_is_any_case(unit, "gpu")) kind = RESOURCES_GPUS;
        if (digits == 0 || (kind == RESOURCES_MEMORY && !is_memory(part, &amount)) ||
            !(amount >= 1) || (kind < RESOURCES_MEMORY && amount > floor(amount)) ||
            node.of[kind])
            not_nodes(w);
        node.of[kind] = whole(amount);
    }
    if (!node.of[RESOURCES_SERVERS]) not_nodes(w);
    return node;
}

void resources_nodes(struct resources *r, const char *nodes)
{
    struct word list = word_of(nodes);
    int64_t n;
    r->packed = 1;
    if (word_is_whole(list, 1, RESOURCES_NODES, &n)) {
        r->equal = n;
        return;
    }
    while (list.at) {
        const struct word class = word_part(&list, ',');
        struct word each = class;
        if (!word_is_whole(word_part(&each, 'x'), 1, RESOURCES_NODES - r->count, &n) ||
            !each.at)
            not_nodes(class);
        for (struct resources_amount node = read_node(each); n > 0; n--) {
            BASE_PUSH(r->nodes, r->count, r->room) = node;
            for (int k = 0; k < RESOURCES_KINDS; k++)
                if (node.of[k]) have(r, k, node.of[k], "--nodes");
        }
    }
}

/* ---- both -------------------------------------------------------------------------- */

/* Can so many nodes give the job what it needs? Then it has its share. */
static int fits(const struct resources *r, struct resources_need *need, uint32_t nodes)
{
    uint32_t able = 0;
    int k;
    for (k = 0; k < RESOURCES_KINDS; k++)
        need->each.of[k] =
            r->counted[k] ? need->all.of[k] / nodes + (need->all.of[k] % nodes != 0) : 0;
    for (uint32_t x = 0; x < r->count && able < nodes; x++) {
        for (k = 0; k < RESOURCES_KINDS; k++)
            if (need->each.of[k] > r->nodes[x].of[k]) break;
        able += k == RESOURCES_KINDS;
    }
    return able == nodes;
}

void resources_fit(const struct resources *r, struct resources_need *need,
                   uint32_t servers)
{
    uint32_t n = r->packed ? need->nodes : 1;
    need->all.of[RESOURCES_SERVERS] = servers;
    for (int k = 1; k < RESOURCES_KINDS; k++) /* more than there is */
        if (r->counted[k] && need->all.of[k] > r->have[k]) n = r->count + 1;
    if (n == 0)
        for (n = 1; n < r->count && !fits(r, need, n);) n++;
    need->nodes = n <= r->count && fits(r, need, n) ? n : 0;
}

void resources_settle(struct resources *r, uint32_t servers, const struct job *jobs,
                      size_t count)
{
    static const struct resources_need nothing = {.nodes = 0};
    const uint32_t parts = r->equal ? (uint32_t)r->equal : 1;
    if (r->equal) {
        if (parts > servers)
            fail("--nodes: %" PRIu32 " servers are too few for %" PRIu32 " nodes",
                 servers, parts);
        if (servers % parts)
            fail("--nodes: %" PRIu32 " servers cannot be split evenly over %" PRIu32
                 " nodes; classes such as 2x16cpu,1x8cpu say how many each has",
                 servers, parts);
        have(r, RESOURCES_SERVERS, servers, "--nodes");
    }
    for (uint32_t x = r->count; x < parts; x++) {
        struct resources_amount node = {{0}};
        for (int k = 0; k < RESOURCES_KINDS; k++)
            node.of[k] =
                (uint32_t)(r->have[k] * (x + 1) / parts - r->have[k] * x / parts);
        BASE_PUSH(r->nodes, r->count, r->room) = node;
    }
    for (size_t i = 0; i < count; i++) {
        while (r->need_count <= jobs[i].order)
            BASE_PUSH(r->needs, r->need_count, r->need_room) = nothing;
        resources_fit(r, &r->needs[jobs[i].order], jobs[i].servers);
        if (r->needs[jobs[i].order].nodes || jobs[i].servers > servers) continue;
        if (r->large++ == 0) r->first_large = jobs[i].number;
    }
}

void resources_describe(FILE *to, const struct resources *r, const char *source,
                        const char *bar)
{
    static const char *const names[] = {"", "GPUs", "memory"};
    static const char *const how[2][3] = {
        {"", "--resources gpus=N", "--resources memory=NGB"},
        {"", "--nodes 4x16cpu2gpu", "--nodes 4x16cpu64GB"}};
    const int classes = r->packed && !r->equal;
    const int gpus = r->counted[RESOURCES_GPUS], memory = r->counted[RESOURCES_MEMORY];
    char n[TEXT_NUMBER];
    for (int k = 1; k < RESOURCES_KINDS; k++)
        if (r->named[k] && !r->counted[k])
            fprintf(to, "not counted: %s, which %s job%s need%s (%s%s)\n", names[k],
                    text_count(r->named[k], n), text_s(r->named[k]),
                    r->named[k] == 1 ? "s" : "", bar ? "not with --" : "",
                    bar ? bar : how[classes][k]);
    if (r->unread)
        fail_warn("warning: %s: %s job%s unread text after field 18, the first on line"
                  " %" PRIu64 ": '%s' (only gpus = 4; memory = 64 GB; nodes = 2"
                  " and the like are read)",
                  source, text_count(r->unread, n), r->unread == 1 ? " has" : "s have",
                  r->unread_line, r->unread_text);
    if (r->count == 0) return;
    fputs("counted besides servers:", to);
    if (gpus)
        fprintf(to, " %s GPU%s", text_count((uint64_t)r->have[RESOURCES_GPUS], n),
                text_s((uint64_t)r->have[RESOURCES_GPUS]));
    if (memory)
        fprintf(to, "%s %s MB of memory", gpus ? "," : "",
                text_count((uint64_t)r->have[RESOURCES_MEMORY], n));
    if (r->packed)
        fprintf(to, "%s %s node%s, packed %s fit\n", gpus || memory ? "; on" : " on",
                text_count(r->count, n), text_s(r->count), r->best ? "best" : "first");
    else
        fputs("; pooled, no fragmentation: jobs of whole nodes wait longer (--nodes)\n",
              to);
    if (r->large)
        fprintf(to, "jobs rejected, needing more %s: %s, the first job %" PRId64 "\n",
                r->packed ? "than the nodes have"
                : !memory ? "GPUs than there are"
                : gpus    ? "GPUs or memory than there are"
                          : "memory than there is",
                text_count(r->large, n), r->first_large);
}
