/* topology_text.c - a line is split into words; a statement takes the words and fields it
 * knows, and what it leaves is an error. The table of statements is below. */
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
    unsigned used;      /* bit i: word i was taken */
    struct map allowed; /* the pairs of units that are listed already */
};

/* ---- one line ---------------------------------------------------------------------- */

static int fail_usage(const struct topology_text_line *l, struct word w)
{
    return topology_scan_fail(l->s, "'%.*s' is not expected; a line is: %s", WORD(w),
                              l->usage);
}

/* The words up to the end of the line or a comment. */
static int split_words(struct topology_text_line *l)
{
    struct topology_source *s = l->s;
    l->count = 0;
    l->used = 1;
    while (s->at < s->end && *s->at != '\n' && *s->at != '#') {
        struct word w;
        if (word_is_blank(*s->at)) {
            s->at++;
            continue;
        }
        w = topology_scan_word(s, "#");
        if (l->count == TOPOLOGY_TEXT_WORDS)
            return topology_scan_fail(s, "'%.*s': a line has at most %d words", WORD(w),
                                      TOPOLOGY_TEXT_WORDS);
        l->word[l->count++] = w;
    }
    return 0;
}

/* Words 1 to n must be there, and must not be fields. */
static int need_words(struct topology_text_line *l, int n)
{
    int i;
    for (i = 1; i <= n; i++) {
        if (i >= l->count)
            return topology_scan_fail(l->s, "a word is missing; a line is: %s", l->usage);
        if (memchr(l->word[i].at, '=', l->word[i].length))
            return fail_usage(l, l->word[i]);
        l->used |= 1u << i;
    }
    return 0;
}

static int take_flag(struct topology_text_line *l, const char *word)
{
    int i;
    for (i = 1; i < l->count; i++)
        if (!(l->used >> i & 1) && word_is(l->word[i], word)) {
            l->used |= 1u << i;
            return 1;
        }
    return 0;
}

/* The value of a field; `at` is NULL if the line has no such field. */
static struct word take_field(struct topology_text_line *l, const char *name)
{
    const size_t length = strlen(name);
    struct word none = {NULL, 0};
    int i;
    for (i = 1; i < l->count; i++) {
        struct word w = l->word[i];
        if (l->used >> i & 1 || w.length <= length || w.at[length] != '=' ||
            memcmp(w.at, name, length) != 0)
            continue;
        l->used |= 1u << i;
        w.at += length + 1;
        w.length -= length + 1;
        return w;
    }
    return none;
}

/* A whole number; *value stays as it is if the line has no such field. */
static int read_whole(struct topology_text_line *l, const char *name, int64_t least,
                      int64_t most, int64_t *value)
{
    const struct word w = take_field(l, name);
    if (!w.at || word_is_whole(w, least, most, value)) return 0;
    return topology_scan_fail(
        l->s, "%s=%.*s: a whole number from %" PRId64 " to %" PRId64 " is expected", name,
        WORD(w), least, most);
}

/* The same for a field that must be there, from 1 on. */
static int read_amount(struct topology_text_line *l, const char *name, int64_t *value)
{
    *value = 0;
    if (read_whole(l, name, 1, INT64_MAX, value) != 0) return -1;
    if (*value > 0) return 0;
    return topology_scan_fail(l->s, "%s= is missing; a line is: %s", name, l->usage);
}

/* A number with or without a unit after it. */
struct topology_text_unit {
    const char *name;
    double factor;
};

/* 1: a number with a unit, *value times its factor; 0: a number alone; -1: neither. */
static int read_with_unit(struct word w, const struct topology_text_unit *unit,
                          double *value)
{
    const size_t digits = word_number(w, value);
    struct word rest = w;
    if (digits == 0) return -1;
    if (digits == w.length) return 0;
    rest.at += digits;
    rest.length -= digits;
    for (; unit->name; unit++)
        if (word_is(rest, unit->name)) {
            *value *= unit->factor;
            return 1;
        }
    return -1;
}

static int read_capacity(struct topology_text_line *l, int64_t *capacity)
{
    static const struct topology_text_unit units[] = {
        {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {NULL, 0}};
    const struct word w = take_field(l, "capacity");
    double bps;
    int with;
    *capacity = 0;
    if (!w.at) return 0;
    with = read_with_unit(w, units, &bps);
    if (with == 1 && topology_data_capacity(l->s->options, bps, capacity) == 0) return 0;
    if (with == 0 && word_is_whole(w, 1, INT64_MAX, capacity)) return 0;
    return topology_scan_fail(
        l->s,
        "capacity=%.*s: a whole number above 0, or bit/s with K, M, G "
        "or T, is expected",
        WORD(w));
}

static int read_delay(struct topology_text_line *l, int64_t *delay)
{
    static const struct topology_text_unit units[] = {
        {"us", 1}, {"ms", 1e3}, {"s", 1e6}, {NULL, 0}};
    const struct word w = take_field(l, "delay");
    double us;
    int with;
    *delay = -1;
    if (!w.at) return 0;
    with = read_with_unit(w, units, &us);
    if (with == 1 && topology_data_delay(l->s->options, us, delay) == 0) return 0;
    if (with == 0 && word_is_whole(w, 0, INT64_MAX, delay)) return 0;
    return topology_scan_fail(
        l->s,
        "delay=%.*s: a whole number from 0, or a time with us, ms or "
        "s, is expected",
        WORD(w));
}

/* 1: both coordinates; 0: neither; -1: an error. */
static int read_coordinates(struct topology_text_line *l, const char *x_name,
                            const char *y_name, double *x_value, double *y_value)
{
    const struct word wx = take_field(l, x_name), wy = take_field(l, y_name);
    if (!wx.at && !wy.at) return 0;
    if (!word_is_number(wx, x_value) || !word_is_number(wy, y_value))
        return topology_scan_fail(l->s, "%s=%.*s %s=%.*s: two numbers are expected",
                                  x_name, WORD(wx), y_name, WORD(wy));
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

static int find_type(const struct topology_text_line *l, struct word w, uint32_t *type)
{
    char name[TOPOLOGY_NAME];
    if (topology_scan_name(l->s, w, name) != 0) return -1;
    *type = names_find(&l->s->t->types, word_of(name));
    return 0;
}

/* The partition that is named by its node and type; an error if there is none. */
static int find_partition(const struct topology_text_line *l, struct word node_name,
                          struct word type_name, uint32_t *p)
{
    uint32_t node, type;
    if (topology_scan_node(l->s, node_name, &node) != 0 ||
        find_type(l, type_name, &type) != 0)
        return -1;
    *p = partition_of(l->s->t, node, type);
    if (*p != TOPOLOGY_NONE) return 0;
    return topology_scan_fail(l->s, "'%.*s' has no resource '%.*s' before this line",
                              WORD(node_name), WORD(type_name));
}

static int add_type(const struct topology_text_line *l, struct word w, uint32_t *type)
{
    struct names *types = &l->s->t->types;
    char name[TOPOLOGY_NAME];
    if (topology_scan_name(l->s, w, name) != 0) return -1;
    if (types->count == TOPOLOGY_TYPES)
        return topology_scan_fail(l->s, "'%s': more than %d types of resources", name,
                                  TOPOLOGY_TYPES);
    *type = types->count;
    return names_add(types, word_of(name)) != NAMES_NONE ? 0
                                                         : topology_scan_no_memory(l->s);
}

/* The partition for units of a type; it is added with the first resource of the type at
 * the node. */
static int find_or_add_partition(const struct topology_text_line *l, uint32_t node,
                                 struct word type_name, uint32_t *p)
{
    struct topology *t = l->s->t;
    struct topology_partition *made;
    uint32_t type;
    if (find_type(l, type_name, &type) != 0) return -1;
    if (type == TOPOLOGY_NONE && add_type(l, type_name, &type) != 0) return -1;
    *p = partition_of(t, node, type);
    if (*p != TOPOLOGY_NONE) return 0;
    if (ARRAY_ROOM(t->partitions, t->partition_count, t->partition_capacity, 1) != 0)
        return topology_scan_no_memory(l->s);
    *p = (uint32_t)t->partition_count++;
    made = &t->partitions[*p];
    memset(made, 0, sizeof *made);
    made->node = node;
    made->type = type;
    made->before = t->nodes[node].partition;
    made->access = TOPOLOGY_ACCESS_FULL;
    t->nodes[node].partition = *p;
    return 0;
}

/* Units were added line by line; sorts them by partition. */
static int sort_units(struct topology_source *s)
{
    struct topology *t = s->t;
    struct topology_unit *sorted;
    uint32_t first = 0;
    size_t i;
    if (t->unit_count == 0) return 0;
    sorted = (struct topology_unit *)malloc(t->unit_count * sizeof *sorted);
    if (!sorted) return topology_scan_no_memory(s);
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
    return 0;
}

/* ---- statements -------------------------------------------------------------------- */

static int read_node(struct topology_text_line *l)
{
    char name[TOPOLOGY_NAME];
    double east = 0, north = 0;
    const int plane = read_coordinates(l, "x", "y", &east, &north);
    const int geo = plane ? 0 : read_coordinates(l, "lon", "lat", &east, &north);
    if (plane < 0 || geo < 0 || topology_scan_name(l->s, l->word[1], name) != 0)
        return -1;
    return topology_scan_add_node(l->s, name, east, north,
                                  plane ? TOPOLOGY_COORDINATES_PLANE
                                  : geo ? TOPOLOGY_COORDINATES_GEO
                                        : TOPOLOGY_COORDINATES_NONE);
}

static int read_link(struct topology_text_line *l)
{
    const int oneway = take_flag(l, "oneway");
    uint32_t from, to;
    int64_t capacity, delay;
    if (read_capacity(l, &capacity) != 0 || read_delay(l, &delay) != 0 ||
        topology_scan_node(l->s, l->word[1], &from) != 0 ||
        topology_scan_node(l->s, l->word[2], &to) != 0)
        return -1;
    return topology_scan_add_link(l->s, from, to, capacity, delay, oneway);
}

static int read_resource(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    int64_t cid = 0, units = 1, amount;
    uint32_t node, p;
    if (read_whole(l, "cid", 0, UINT32_MAX, &cid) != 0 ||
        read_whole(l, "units", 1, TOPOLOGY_UNITS, &units) != 0 ||
        read_amount(l, "amount", &amount) != 0 ||
        topology_scan_node(l->s, l->word[1], &node) != 0)
        return -1;
    if (units > TOPOLOGY_UNITS - (int64_t)t->unit_count)
        return topology_scan_fail(l->s, "more than %d units", TOPOLOGY_UNITS);
    if (find_or_add_partition(l, node, l->word[2], &p) != 0) return -1;
    for (; units > 0; units--) {
        struct topology_unit *unit;
        if (ARRAY_ROOM(t->units, t->unit_count, t->unit_capacity, 1) != 0)
            return topology_scan_no_memory(l->s);
        unit = &t->units[t->unit_count++];
        unit->partition = p;
        unit->cid = (uint32_t)cid;
        unit->amount = amount;
        t->partitions[p].count++;
    }
    return 0;
}

static int read_access(struct topology_text_line *l)
{
    const int pairs = word_is(l->word[3], "pairs");
    uint32_t p;
    if (!pairs && !word_is(l->word[3], "full")) return fail_usage(l, l->word[3]);
    if (find_partition(l, l->word[1], l->word[2], &p) != 0) return -1;
    if (l->s->t->partitions[p].before == TOPOLOGY_NONE)
        return topology_scan_fail(l->s,
                                  "'%.*s' is the first resource of '%.*s': there is "
                                  "none before it to be reached from",
                                  WORD(l->word[2]), WORD(l->word[1]));
    l->s->t->partitions[p].access = pairs ? TOPOLOGY_ACCESS_PAIRS : TOPOLOGY_ACCESS_FULL;
    return 0;
}

/* The number of a unit, less than the number of units its partition has so far. */
static int read_unit(const struct topology_text_line *l, struct word w, uint32_t p,
                     uint32_t *unit)
{
    const uint32_t count = l->s->t->partitions[p].count;
    int64_t number;
    if (!word_is_whole(w, 0, (int64_t)count - 1, &number))
        return topology_scan_fail(l->s,
                                  "unit %.*s of '%s': a number from 0 to %lu is "
                                  "expected",
                                  WORD(w), topology_data_type(l->s->t, p),
                                  (unsigned long)count - 1);
    *unit = (uint32_t)number;
    return 0;
}

static int read_allow(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    struct topology_pair pair;
    uint32_t before;
    int64_t seen;
    if (find_partition(l, l->word[1], l->word[2], &before) != 0 ||
        find_partition(l, l->word[1], l->word[4], &pair.partition) != 0)
        return -1;
    if (t->partitions[pair.partition].before != before ||
        t->partitions[pair.partition].access != TOPOLOGY_ACCESS_PAIRS)
        return topology_scan_fail(l->s,
                                  "'%.*s' is not reached from '%.*s' by pairs (access)",
                                  WORD(l->word[4]), WORD(l->word[2]));
    if (read_unit(l, l->word[3], before, &pair.outer) != 0 ||
        read_unit(l, l->word[5], pair.partition, &pair.inner) != 0)
        return -1;
    /* each is less than 2^20 */
    seen = map_add(&l->allowed, (int64_t)pair.partition << 40 |
                                    (int64_t)pair.outer << 20 | pair.inner);
    if (seen > 0) return topology_scan_fail(l->s, "this pair is there twice");
    if (t->pair_count == TOPOLOGY_PAIRS)
        return topology_scan_fail(l->s, "more than %d pairs", TOPOLOGY_PAIRS);
    if (seen < 0 || ARRAY_ROOM(t->pairs, t->pair_count, t->pair_capacity, 1) != 0)
        return topology_scan_no_memory(l->s);
    t->pairs[t->pair_count++] = pair;
    return 0;
}

static int read_cluster(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    struct topology_cluster c;
    if (read_amount(l, "cpus", &c.cpus) != 0 || read_amount(l, "speed", &c.speed) != 0 ||
        topology_scan_node(l->s, l->word[1], &c.node) != 0)
        return -1;
    if (t->cluster_count == TOPOLOGY_CLUSTERS)
        return topology_scan_fail(l->s, "more than %d clusters", TOPOLOGY_CLUSTERS);
    if (ARRAY_ROOM(t->clusters, t->cluster_count, t->cluster_capacity, 1) != 0)
        return topology_scan_no_memory(l->s);
    t->clusters[t->cluster_count++] = c;
    return 0;
}

struct topology_text_statement {
    const char *name, *usage;
    int words; /* so many must follow the name */
    int (*read)(struct topology_text_line *l);
};

/* The statement of that name, or NULL. */
static const struct topology_text_statement *find_statement(struct word name)
{
    static const struct topology_text_statement all[] = {
        {"node", "node NAME [x=X y=Y | lon=LON lat=LAT]", 1, read_node},
        {"link", "link FROM TO [capacity=C] [delay=D] [oneway]", 2, read_link},
        {"resource", "resource NODE TYPE amount=A [units=N] [cid=C]", 2, read_resource},
        {"access", "access NODE TYPE full|pairs", 3, read_access},
        {"allow", "allow NODE TYPE UNIT TYPE UNIT", 5, read_allow},
        {"cluster", "cluster NODE cpus=N speed=S", 1, read_cluster}};
    size_t i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        if (word_is(name, all[i].name)) return &all[i];
    return NULL;
}

static int read_line(struct topology_text_line *l)
{
    const struct topology_text_statement *statement;
    int i;
    if (split_words(l) != 0) return -1;
    if (l->count == 0) return 0;
    statement = find_statement(l->word[0]);
    if (word_is(l->word[0], "graph") || word_is(l->word[0], "Creator"))
        return topology_scan_fail(l->s, "GML is not read: GraphML is expected");
    if (!statement)
        return topology_scan_fail(l->s,
                                  "'%.*s': node, link, resource, access, allow or "
                                  "cluster is expected",
                                  WORD(l->word[0]));
    l->usage = statement->usage;
    if (need_words(l, statement->words) != 0 || statement->read(l) != 0) return -1;
    for (i = 1; i < l->count; i++)
        if (!(l->used >> i & 1)) return fail_usage(l, l->word[i]);
    return 0;
}

int topology_text_read(struct topology_source *s)
{
    struct topology_text_line line;
    int failed = 0;
    memset(&line, 0, sizeof line);
    line.s = s;
    for (topology_scan_skip(s); s->at < s->end && !failed; topology_scan_skip(s))
        failed = read_line(&line) != 0;
    map_free(&line.allowed);
    return failed ? -1 : sort_units(s);
}
