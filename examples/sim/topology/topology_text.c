/* topology_text.c - our own format: a line is split into words; a statement takes the
 * words and fields it knows, and what it leaves is an error. The table of statements is
 * below. */
#include "topology/topology_scan.h"

#include "base/array.h"
#include "base/map.h"
#include "base/word.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TOPOLOGY_TEXT_WORDS = 8 };

struct topology_text_line { /* a line that is being read */
    struct topology_source *s;
    const char *usage;                     /* what a line of this statement looks like */
    struct word word[TOPOLOGY_TEXT_WORDS]; /* of the line, from its name on */
    int count;
    unsigned used; /* bit i: word i was taken */
};

/* ---- one line ---------------------------------------------------------------------- */

TOPOLOGY_SCAN_ENDS
static void fail_usage(const struct topology_text_line *l, struct word w)
{
    topology_scan_fail(l->s, "'%.*s' is not expected; a line is: %s", WORD(w), l->usage);
}

/* The words up to the end of the line or a comment. */
static void split_words(struct topology_text_line *l)
{
    struct topology_source *s = l->s;
    l->count = 0;
    l->used = 0;
    while (s->at < s->end && *s->at != '\n' && *s->at != '#') {
        struct word w;
        if (word_is_blank(*s->at)) {
            s->at++;
            continue;
        }
        w = topology_scan_word(s, "#");
        if (l->count == TOPOLOGY_TEXT_WORDS)
            topology_scan_fail(s, "'%.*s': a line has at most %d words", WORD(w),
                               TOPOLOGY_TEXT_WORDS);
        l->word[l->count++] = w;
    }
}

/* Words 1 to n must be there, and must not be fields. */
static void need_words(struct topology_text_line *l, int n)
{
    int i;
    for (i = 1; i <= n; i++) {
        if (i >= l->count)
            topology_scan_fail(l->s, "a word is missing; a line is: %s", l->usage);
        if (memchr(l->word[i].at, '=', l->word[i].length)) fail_usage(l, l->word[i]);
        l->used |= 1u << i;
    }
}

/* The value of a field, or of a word alone, ""; `at` is NULL if the line has none. */
static struct word take(struct topology_text_line *l, const char *name)
{
    struct word none = {NULL, 0};
    int i;
    for (i = 1; i < l->count; i++) {
        struct word value = l->word[i];
        const struct word given = word_part(&value, '=');
        if (l->used >> i & 1 || !word_is(given, name)) continue;
        l->used |= 1u << i;
        if (!value.at) value.at = "";
        return value;
    }
    return none;
}

/* A whole number; without such a field `missing`, or if that is not allowed, an error. */
static int64_t read_whole(struct topology_text_line *l, const char *name, int64_t least,
                          int64_t most, int64_t missing)
{
    const struct word w = take(l, name);
    int64_t value = missing;
    if (!w.at && missing < least)
        topology_scan_fail(l->s, "%s= is missing; a line is: %s", name, l->usage);
    if (w.at && !word_is_whole(w, least, most, &value))
        topology_scan_fail(
            l->s, "%s=%.*s: a whole number from %" PRId64 " to %" PRId64 " is expected",
            name, WORD(w), least, most);
    return value;
}

/* A whole number, which is in the caller's unit, or any number with a unit of its own,
 * which is converted; without such a field `missing`. */
static int64_t read_scaled(struct topology_text_line *l, const char *name, int64_t least,
                           int64_t missing, const char *const units[],
                           const double factors[],
                           int64_t (*convert)(struct topology_source *s, double value))
{
    const struct word w = take(l, name);
    struct word unit = w;
    int64_t whole;
    double value;
    size_t digits, i;
    if (!w.at) return missing;
    if (word_is_whole(w, least, NETS_MOST, &whole)) return whole;
    digits = word_number(w, &value);
    unit.at += digits;
    unit.length -= digits;
    for (i = 0; digits && units[i]; i++)
        if (word_is(unit, units[i])) return convert(l->s, value * factors[i]);
    topology_scan_fail(l->s,
                       "%s=%.*s: a whole number from %" PRId64 ", or a number with %s,"
                       " %s or %s behind it, is expected",
                       name, WORD(w), least, units[0], units[1], units[2]);
}

/* Both coordinates, or neither: 0. */
static int read_coordinates(struct topology_text_line *l, const char *x_name,
                            const char *y_name, double *x, double *y)
{
    const struct word wx = take(l, x_name), wy = take(l, y_name);
    if (!wx.at && !wy.at) return 0;
    if (!word_is_number(wx, x) || !word_is_number(wy, y))
        topology_scan_fail(l->s, "%s=%.*s %s=%.*s: two numbers are expected", x_name,
                           WORD(wx), y_name, WORD(wy));
    return 1;
}

/* ---- resources --------------------------------------------------------------------- */

/* The partition of that type at the node, or TOPOLOGY_NONE. */
static uint32_t partition_of(const struct topology *t, uint32_t node, uint32_t type)
{
    uint32_t p = t->nodes[node].partition;
    while (p != TOPOLOGY_NONE && t->partitions[p].type != type)
        p = t->partitions[p].before;
    return p;
}

/* The partition that words 1 and `type` name by its node and type. */
static uint32_t find_partition(const struct topology_text_line *l, int type)
{
    const uint32_t node = topology_scan_node(l->s, l->word[1]);
    const struct topology *t = l->s->t;
    char name[TOPOLOGY_NAME];
    const struct word known = topology_scan_name(l->s, l->word[type], name);
    const uint32_t p = partition_of(t, node, names_find(&t->types, known));
    if (p == TOPOLOGY_NONE)
        topology_scan_fail(l->s, "'%.*s' has no resource '%.*s' before this line",
                           WORD(l->word[1]), WORD(known));
    return p;
}

/* The partition for units of a type, which is added with the first of them. */
static uint32_t add_partition(const struct topology_text_line *l, uint32_t node,
                              struct word type)
{
    struct topology *t = l->s->t;
    struct topology_partition added = {0};
    char text[TOPOLOGY_NAME];
    uint32_t p;
    type = topology_scan_name(l->s, type, text);
    if (t->types.count == TOPOLOGY_TYPES && names_find(&t->types, type) == NAMES_NONE)
        topology_scan_fail(l->s, "'%.*s': more than %d types of resources", WORD(type),
                           TOPOLOGY_TYPES);
    added.node = node;
    added.type = names_add(&t->types, type);
    topology_scan_memory(l->s, added.type == NAMES_NONE);
    p = partition_of(t, node, added.type);
    if (p != TOPOLOGY_NONE) return p;
    topology_scan_memory(
        l->s, ARRAY_ROOM(t->partitions, t->partition_count, t->partition_capacity, 1));
    added.before = t->nodes[node].partition;
    added.access = TOPOLOGY_ACCESS_FULL;
    t->partitions[t->partition_count] = added;
    return t->nodes[node].partition = (uint32_t)t->partition_count++;
}

/* Units were added line by line; sorts them by partition. */
static void sort_units(struct topology_source *s)
{
    struct topology *t = s->t;
    struct topology_unit *sorted;
    uint32_t first = 0;
    size_t i;
    if (t->unit_count == 0) return;
    sorted = (struct topology_unit *)malloc(t->unit_count * sizeof *sorted);
    topology_scan_memory(s, !sorted);
    for (i = 0; i < t->partition_count; i++) {
        t->partitions[i].first = first;
        first += t->partitions[i].count;
        t->partitions[i].count = 0;
    }
    for (i = 0; i < t->unit_count; i++) {
        struct topology_partition *p = &t->partitions[t->units[i].partition];
        sorted[p->first + p->count++] = t->units[i];
    }
    free(t->units);
    t->units = sorted;
    t->unit_capacity = t->unit_count;
}

/* ---- statements -------------------------------------------------------------------- */

static void read_node(struct topology_text_line *l)
{
    double x = 0, y = 0;
    const int drawn = read_coordinates(l, "x", "y", &x, &y);
    const int placed = !drawn && read_coordinates(l, "lon", "lat", &x, &y);
    topology_scan_add_node(l->s, l->word[1], placed, x, y);
}

static void read_link(struct topology_text_line *l)
{
    static const char *const rates[] = {"K", "M", "G", "T", NULL};
    static const char *const times[] = {"us", "ms", "s", NULL};
    static const double bps[] = {1e3, 1e6, 1e9, 1e12}, us[] = {1, 1e3, 1e6};
    const struct word oneway = take(l, "oneway");
    const int64_t capacity =
        read_scaled(l, "capacity", 1, 0, rates, bps, topology_scan_capacity);
    const int64_t delay = read_scaled(l, "delay", 0, -1, times, us, topology_scan_delay);
    const uint32_t from = topology_scan_node(l->s, l->word[1]);
    if (oneway.length > 0)
        topology_scan_fail(l->s, "oneway=%.*s: no value is expected", WORD(oneway));
    topology_scan_add_link(l->s, from, topology_scan_node(l->s, l->word[2]), capacity,
                           delay, oneway.at != NULL);
}

static void read_resource(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    int64_t units = read_whole(l, "units", 1, TOPOLOGY_UNITS, 1);
    const uint32_t node = topology_scan_node(l->s, l->word[1]);
    struct topology_unit unit;
    unit.cid = (uint32_t)read_whole(l, "cid", 0, UINT32_MAX, 0);
    unit.amount = read_whole(l, "amount", 1, NETS_MOST, -1);
    if (units > TOPOLOGY_UNITS - (int64_t)t->unit_count)
        topology_scan_fail(l->s, "more than %d units", TOPOLOGY_UNITS);
    unit.partition = add_partition(l, node, l->word[2]);
    t->partitions[unit.partition].count += (uint32_t)units;
    topology_scan_memory(
        l->s, ARRAY_ROOM(t->units, t->unit_count, t->unit_capacity, (size_t)units));
    while (units-- > 0) t->units[t->unit_count++] = unit;
}

static void read_access(struct topology_text_line *l)
{
    struct topology_partition *p = &l->s->t->partitions[find_partition(l, 2)];
    const int pairs = word_is(l->word[3], "pairs");
    if (!pairs && !word_is(l->word[3], "full")) fail_usage(l, l->word[3]);
    if (p->before == TOPOLOGY_NONE)
        topology_scan_fail(l->s,
                           "'%.*s' is the first resource of '%.*s': there is none before"
                           " it to be reached from",
                           WORD(l->word[2]), WORD(l->word[1]));
    p->access = pairs ? TOPOLOGY_ACCESS_PAIRS : TOPOLOGY_ACCESS_FULL;
}

/* A unit by its number in the partition, which has so many so far. */
static uint32_t read_unit(const struct topology_text_line *l, int word, uint32_t p)
{
    const uint32_t count = l->s->t->partitions[p].count;
    int64_t number;
    if (!word_is_whole(l->word[word], 0, (int64_t)count - 1, &number))
        topology_scan_fail(
            l->s, "unit %.*s of '%.*s': a number from 0 to %lu is expected",
            WORD(l->word[word]), WORD(l->word[word - 1]), (unsigned long)count - 1);
    return (uint32_t)number;
}

static void read_allow(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    const uint32_t before = find_partition(l, 2), p = find_partition(l, 4);
    struct topology_pair pair;
    int64_t seen;
    if (t->partitions[p].before != before ||
        t->partitions[p].access != TOPOLOGY_ACCESS_PAIRS)
        topology_scan_fail(l->s, "'%.*s' is not reached from '%.*s' by pairs (access)",
                           WORD(l->word[4]), WORD(l->word[2]));
    pair.partition = p;
    pair.outer = read_unit(l, 3, before);
    pair.inner = read_unit(l, 5, p);
    /* each is less than 2^20 */
    seen =
        map_add(&l->s->seen, (int64_t)p << 40 | (int64_t)pair.outer << 20 | pair.inner);
    if (seen > 0) topology_scan_fail(l->s, "this pair is there twice");
    if (t->pair_count == TOPOLOGY_PAIRS)
        topology_scan_fail(l->s, "more than %d pairs", TOPOLOGY_PAIRS);
    topology_scan_memory(
        l->s, seen < 0 || ARRAY_ROOM(t->pairs, t->pair_count, t->pair_capacity, 1) != 0);
    t->pairs[t->pair_count++] = pair;
}

static void read_cluster(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    struct topology_cluster c;
    c.cpus = read_whole(l, "cpus", 1, NETS_MOST, -1);
    c.speed = read_whole(l, "speed", 1, NETS_MOST, -1);
    c.node = topology_scan_node(l->s, l->word[1]);
    if (t->cluster_count == TOPOLOGY_CLUSTERS)
        topology_scan_fail(l->s, "more than %d clusters", TOPOLOGY_CLUSTERS);
    topology_scan_memory(
        l->s, ARRAY_ROOM(t->clusters, t->cluster_count, t->cluster_capacity, 1));
    t->clusters[t->cluster_count++] = c;
}

static const struct topology_text_statement {
    const char *name, *usage;
    int words; /* so many must follow the name */
    void (*read)(struct topology_text_line *l);
} statements[] = {
    {"node", "node NAME [x=X y=Y | lon=LON lat=LAT]", 1, read_node},
    {"link", "link FROM TO [capacity=C] [delay=D] [oneway]", 2, read_link},
    {"resource", "resource NODE TYPE amount=A [units=N] [cid=C]", 2, read_resource},
    {"access", "access NODE TYPE full|pairs", 3, read_access},
    {"allow", "allow NODE TYPE UNIT TYPE UNIT", 5, read_allow},
    {"cluster", "cluster NODE cpus=N speed=S", 1, read_cluster}};

static void read_line(struct topology_text_line *l)
{
    const size_t count = sizeof statements / sizeof statements[0];
    size_t k = 0;
    int i;
    split_words(l);
    while (k < count && !word_is(l->word[0], statements[k].name)) k++;
    if (k == count)
        topology_scan_fail(l->s,
                           "'%.*s': node, link, resource, access, allow or cluster is"
                           " expected",
                           WORD(l->word[0]));
    l->usage = statements[k].usage;
    need_words(l, statements[k].words);
    statements[k].read(l);
    for (i = 1; i < l->count; i++)
        if (!(l->used >> i & 1)) fail_usage(l, l->word[i]);
}

void topology_text_read(struct topology_source *s)
{
    struct topology_text_line line = {0};
    line.s = s;
    topology_scan_skip(s);
    if (topology_scan_begins(s, "graph") || topology_scan_begins(s, "Creator") ||
        topology_scan_begins(s, "Version"))
        topology_scan_fail(s, "GML is not read: GraphML is expected");
    for (; s->at < s->end; topology_scan_skip(s)) read_line(&line);
    sort_units(s);
}
