/* topology_text.c - our own format: a line is the name of a statement, its words, and
 * fields, which its rows read into one struct; the table of statements is below. */
#include "topology/topology_scan.h"

#include "base/array.h"
#include "base/line.h"

#include <math.h>
#include <stdlib.h>

enum { TOPOLOGY_TEXT_WORDS = 6 };

struct topology_text_line { /* a line that is being read */
    struct topology_source *s;
    const char *usage;                     /* what a line of this statement looks like */
    struct word word[TOPOLOGY_TEXT_WORDS]; /* of the line, from its name on */
    double x, y, lon, lat;                 /* NAN: without one */
    int64_t oneway, amount, units, cid, cpus, speed;
    struct line_amount capacity, delay;
};

TOPOLOGY_SCAN_ENDS
static void fail_usage(const struct topology_text_line *l, struct word w)
{
    topology_scan_fail(l->s, "unexpected '%.*s'; syntax: %s", WORD(w), l->usage);
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
    char text[TOPOLOGY_NAME];
    type = topology_scan_name(l->s, type, text);
    if (t->types.count == TOPOLOGY_TYPES && names_find(&t->types, type) == NAMES_NONE)
        topology_scan_fail(l->s, "'%.*s': more than %d types of resources", WORD(type),
                           TOPOLOGY_TYPES);
    struct topology_partition added = {.node = node, .type = names_add(&t->types, type)};
    topology_scan_memory(l->s, added.type == NAMES_NONE);
    const uint32_t p = partition_of(t, node, added.type);
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
    uint32_t first = 0;
    if (t->unit_count == 0) return;
    struct topology_unit *sorted = malloc(t->unit_count * sizeof *sorted);
    topology_scan_memory(s, !sorted);
    for (size_t i = 0; i < t->partition_count; i++) {
        t->partitions[i].first = first;
        first += t->partitions[i].count;
        t->partitions[i].count = 0;
    }
    for (size_t i = 0; i < t->unit_count; i++) {
        struct topology_partition *p = &t->partitions[t->units[i].partition];
        sorted[p->first + p->count++] = t->units[i];
    }
    free(t->units);
    t->units = sorted;
    t->unit_capacity = t->unit_count;
}

/* ---- statements -------------------------------------------------------------------- */

static int is_there(double x) { return x <= 0 || x > 0; } /* no NAN */

static void read_node(struct topology_text_line *l)
{
    const int drawn = is_there(l->x) || is_there(l->y);
    const int placed = is_there(l->lon) || is_there(l->lat);
    if ((drawn && !is_there(l->x + l->y)) ||
        (placed && (drawn || !is_there(l->lon + l->lat))))
        topology_scan_fail(l->s, "expected two coordinates, or none; syntax: %s",
                           l->usage);
    topology_scan_add_node(l->s, l->word[1], placed, l->lon, l->lat);
}

static void read_link(struct topology_text_line *l)
{
    const struct line_amount c = l->capacity, d = l->delay;
    const int64_t capacity =
        c.has_unit ? topology_scan_capacity(l->s, c.with_unit) : c.plain;
    const int64_t delay = d.has_unit ? topology_scan_delay(l->s, d.with_unit) : d.plain;
    const double unit = (double)l->s->options->unit_bps, kept = (double)capacity * unit;
    const uint32_t from = topology_scan_node(l->s, l->word[1]);
    if (c.has_unit && fabs(kept - c.with_unit) > c.with_unit / 1000)
        topology_scan_fail(l->s, "capacity: expected a multiple of %g Mb/s, not %g Mb/s",
                           unit / 1e6, c.with_unit / 1e6);
    topology_scan_add_link(l->s, from, topology_scan_node(l->s, l->word[2]), capacity,
                           delay, l->oneway != 0);
}

static void read_resource(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    const uint32_t node = topology_scan_node(l->s, l->word[1]);
    struct topology_unit unit = {.cid = (uint32_t)l->cid, .amount = l->amount};
    if (l->units > TOPOLOGY_UNITS - (int64_t)t->unit_count)
        topology_scan_fail(l->s, "more than %d units", TOPOLOGY_UNITS);
    unit.partition = add_partition(l, node, l->word[2]);
    t->partitions[unit.partition].count += (uint32_t)l->units;
    topology_scan_memory(
        l->s, ARRAY_ROOM(t->units, t->unit_count, t->unit_capacity, (size_t)l->units));
    while (l->units-- > 0) t->units[t->unit_count++] = unit;
}

static void read_access(struct topology_text_line *l)
{
    struct topology_partition *p = &l->s->t->partitions[find_partition(l, 2)];
    const int pairs = word_is(l->word[3], "pairs");
    if (!pairs && !word_is(l->word[3], "full")) fail_usage(l, l->word[3]);
    if (p->before == TOPOLOGY_NONE)
        topology_scan_fail(l->s,
                           "'%.*s' is the first resource of '%.*s': none before it"
                           " can reach it",
                           WORD(l->word[2]), WORD(l->word[1]));
    p->access = pairs ? TOPOLOGY_ACCESS_PAIRS : TOPOLOGY_ACCESS_FULL;
}

/* A unit by its number in the partition, which has so many so far. */
static uint32_t read_unit(const struct topology_text_line *l, int word, uint32_t p)
{
    const uint32_t count = l->s->t->partitions[p].count;
    int64_t number;
    if (!word_is_whole(l->word[word], 0, (int64_t)count - 1, &number))
        topology_scan_fail(l->s, "unit %.*s of '%.*s': expected a number from 0 to %lu",
                           WORD(l->word[word]), WORD(l->word[word - 1]),
                           (unsigned long)count - 1);
    return (uint32_t)number;
}

static void read_allow(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    const uint32_t before = find_partition(l, 2), p = find_partition(l, 4);
    int64_t seen;
    if (t->partitions[p].before != before ||
        t->partitions[p].access != TOPOLOGY_ACCESS_PAIRS)
        topology_scan_fail(l->s, "'%.*s' has no access by pairs from '%.*s'",
                           WORD(l->word[4]), WORD(l->word[2]));
    struct topology_pair pair = {.partition = p, .outer = read_unit(l, 3, before)};
    pair.inner = read_unit(l, 5, p);
    /* each is less than 2^20 */
    seen =
        map_add(&l->s->seen, (int64_t)p << 40 | (int64_t)pair.outer << 20 | pair.inner);
    if (seen > 0) topology_scan_fail(l->s, "this pair occurs twice");
    if (t->pair_count == TOPOLOGY_PAIRS)
        topology_scan_fail(l->s, "more than %d pairs", TOPOLOGY_PAIRS);
    topology_scan_memory(
        l->s, seen < 0 || ARRAY_ROOM(t->pairs, t->pair_count, t->pair_capacity, 1) != 0);
    t->pairs[t->pair_count++] = pair;
}

static void read_cluster(struct topology_text_line *l)
{
    struct topology *t = l->s->t;
    struct topology_cluster c = {
        .cpus = l->cpus, .speed = l->speed, .node = topology_scan_node(l->s, l->word[1])};
    if (t->cluster_count == TOPOLOGY_CLUSTERS)
        topology_scan_fail(l->s, "more than %d clusters", TOPOLOGY_CLUSTERS);
    topology_scan_memory(
        l->s, ARRAY_ROOM(t->clusters, t->cluster_count, t->cluster_capacity, 1));
    t->clusters[t->cluster_count++] = c;
}

#define AT(member) .at = offsetof(struct topology_text_line, member)

static const struct quantity_unit delays[] = {
    {"us", 1}, {"ms", 1e3}, {"s", 1e6}, {NULL, 0}};

static const struct line_row none[] = {{0}};
static const struct line_row of_node[] = {{"x", LINE_NUMBER, AT(x)},
                                          {"y", LINE_NUMBER, AT(y)},
                                          {"lon", LINE_NUMBER, AT(lon)},
                                          {"lat", LINE_NUMBER, AT(lat)},
                                          {0}};
static const struct line_row of_link[] = {
    {"capacity", LINE_AMOUNT, AT(capacity), 1, NETS_MOST, quantity_rates},
    {"delay", LINE_AMOUNT, AT(delay), 0, NETS_MOST, delays},
    {"oneway", LINE_FLAG, AT(oneway)},
    {0}};
static const struct line_row of_resource[] = {
    {"amount", LINE_WHOLE, AT(amount), 1, NETS_MOST, .needed = 1},
    {"units", LINE_WHOLE, AT(units), 1, TOPOLOGY_UNITS},
    {"cid", LINE_WHOLE, AT(cid), 0, UINT32_MAX},
    {0}};
static const struct line_row of_cluster[] = {
    {"cpus", LINE_WHOLE, AT(cpus), 1, NETS_MOST, .needed = 1},
    {"speed", LINE_WHOLE, AT(speed), 1, NETS_MOST, .needed = 1},
    {0}};

static const struct topology_text_statement {
    const char *name, *usage;
    int words; /* so many must follow the name */
    const struct line_row *rows;
    void (*read)(struct topology_text_line *l);
} statements[] = {
    {"node", "node NAME [x=X y=Y | lon=LON lat=LAT]", 1, of_node, read_node},
    {"link", "link FROM TO [capacity=C] [delay=D] [oneway]", 2, of_link, read_link},
    {"resource", "resource NODE TYPE amount=A [units=N] [cid=C]", 2, of_resource,
     read_resource},
    {"access", "access NODE TYPE full|pairs", 3, none, read_access},
    {"allow", "allow NODE TYPE UNIT TYPE UNIT", 5, none, read_allow},
    {"cluster", "cluster NODE cpus=N speed=S", 1, of_cluster, read_cluster}};

static void read_line(struct topology_source *s)
{
    const size_t count = sizeof statements / sizeof statements[0];
    struct topology_text_line l = {.s = s, .x = NAN, .y = NAN, .lon = NAN, .lat = NAN};
    struct line line = {.at = s->at, .end = s->end};
    struct error e;
    size_t k = 0;
    l.units = 1;
    l.delay.plain = -1;
    if (line_field(&line, &e) < 0) topology_scan_fail(s, "%s", e.text);
    l.word[0] = line.whole;
    while (k < count && !word_is(line.whole, statements[k].name)) k++;
    if (k == count)
        topology_scan_fail(
            s, "'%.*s': expected node, link, resource, access, allow or cluster",
            WORD(line.whole));
    l.usage = statements[k].usage;
    for (int i = 1; i <= statements[k].words; i++) {
        const int status = line_field(&line, &e);
        if (status < 0) topology_scan_fail(s, "%s", e.text);
        if (status == 0) topology_scan_fail(s, "a word is missing; syntax: %s", l.usage);
        if (line.value.at) fail_usage(&l, line.whole);
        l.word[i] = line.name;
    }
    if (line_rows(&line, statements[k].rows, &l, &e) != 0)
        topology_scan_fail(s, "%s; syntax: %s", e.text, l.usage);
    s->at = line.at;
    statements[k].read(&l);
}

void topology_text_read(struct topology_source *s)
{
    for (topology_scan_skip(s); s->at < s->end; topology_scan_skip(s)) read_line(s);
    sort_units(s);
}
