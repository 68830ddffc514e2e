/* topology_named.c - the table of built-in networks; other names are files'. */
#include "topology/topology_named.h"

#include "base/input.h"
#include "base/random.h"
#include "kit/base.h"
#include "topology/topology_scan.h"

#include <inttypes.h>
#include <string.h>

/* ---- known networks ---------------------------------------------------------------- */

/* clang-format off */
#define NODE(name, lon, lat) "node " #name " lon=" #lon " lat=" #lat "\n"
#define LINK(from, to, capacity) "link " #from " " #to " capacity=" #capacity "\n"

static const char nsfnet[] =
    NODE(seattle, -122.33, 47.61) NODE(palo-alto, -122.14, 37.44)
    NODE(san-diego, -117.16, 32.72) NODE(salt-lake-city, -111.89, 40.76)
    NODE(boulder, -105.27, 40.01) NODE(houston, -95.37, 29.76)
    NODE(lincoln, -96.67, 40.81) NODE(champaign, -88.24, 40.12)
    NODE(ann-arbor, -83.74, 42.28) NODE(pittsburgh, -80.00, 40.44)
    NODE(atlanta, -84.39, 33.75) NODE(ithaca, -76.50, 42.44)
    NODE(princeton, -74.66, 40.35) NODE(college-park, -76.94, 38.99)
    LINK(seattle, palo-alto, 45M) LINK(seattle, san-diego, 45M)
    LINK(seattle, champaign, 45M) LINK(palo-alto, san-diego, 45M)
    LINK(palo-alto, salt-lake-city, 45M) LINK(san-diego, houston, 45M)
    LINK(salt-lake-city, boulder, 45M) LINK(salt-lake-city, ann-arbor, 45M)
    LINK(boulder, lincoln, 45M) LINK(boulder, houston, 45M) LINK(houston, atlanta, 45M)
    LINK(houston, college-park, 45M) LINK(lincoln, champaign, 45M)
    LINK(champaign, pittsburgh, 45M) LINK(pittsburgh, atlanta, 45M)
    LINK(pittsburgh, ithaca, 45M) LINK(pittsburgh, princeton, 45M)
    LINK(ann-arbor, ithaca, 45M) LINK(ann-arbor, princeton, 45M)
    LINK(ithaca, college-park, 45M) LINK(princeton, college-park, 45M);

static const char esnet[] =
    NODE(sea, -122.33, 47.61) NODE(sunn, -122.04, 37.37) NODE(snv1, -122.04, 37.37)
    NODE(sdsc, -117.24, 32.88) NODE(salt, -111.89, 40.76) NODE(denv, -104.98, 39.74)
    NODE(albu, -106.65, 35.08) NODE(elpa, -106.49, 31.76) NODE(chic, -87.65, 41.85)
    NODE(chi-sl, -87.62, 41.90) NODE(nash, -86.78, 36.17) NODE(atla, -84.39, 33.75)
    NODE(wash, -77.04, 38.90) NODE(newy, -74.01, 40.71) NODE(pnnl, -119.28, 46.35)
    NODE(inl, -112.95, 43.52) NODE(ga, -117.24, 32.90) NODE(nrel, -105.18, 39.74)
    NODE(lanl, -106.31, 35.88) NODE(snla, -106.54, 35.05) NODE(fnal, -88.26, 41.84)
    NODE(anl, -87.98, 41.71) NODE(ames, -93.65, 42.03) NODE(ornl, -84.31, 35.93)
    NODE(srs, -81.74, 33.34) NODE(netl, -79.98, 40.30) NODE(jlab, -76.48, 37.10)
    NODE(pppl, -74.60, 40.35) NODE(bnl, -72.88, 40.87) NODE(psfc, -71.10, 42.36)
    LINK(sea, sunn, 10G) LINK(sea, snv1, 20G) LINK(sea, salt, 20G) LINK(sunn, snv1, 10G)
    LINK(snv1, sdsc, 10G) LINK(snv1, elpa, 10G) LINK(salt, denv, 20G)
    LINK(salt, chic, 10G) LINK(denv, albu, 10G) LINK(denv, chic, 20G)
    LINK(albu, elpa, 10G) LINK(elpa, atla, 10G) LINK(chic, chi-sl, 20G)
    LINK(chic, nash, 10G) LINK(chic, wash, 20G) LINK(nash, atla, 10G)
    LINK(atla, wash, 20G) LINK(wash, newy, 20G) LINK(pnnl, sea, 10G) LINK(inl, sea, 10G)
    LINK(ga, sdsc, 10G) LINK(nrel, albu, 45M) LINK(lanl, albu, 20G)
    LINK(snla, albu, 10G) LINK(fnal, chi-sl, 10G) LINK(fnal, anl, 10G)
    LINK(anl, ames, 10G) LINK(ames, chic, 10G) LINK(ornl, chic, 10G)
    LINK(ornl, atla, 10G) LINK(srs, atla, 10G) LINK(netl, chic, 30G)
    LINK(netl, wash, 10G) LINK(netl, newy, 20G) LINK(jlab, wash, 10G)
    LINK(pppl, newy, 10G) LINK(bnl, newy, 20G) LINK(psfc, newy, 10G);
/* clang-format on */

/* ---- generators -------------------------------------------------------------------- */

/* With the capacity and the delay of the options. */
static void add_link(struct topology_source *s, int64_t from, int64_t to)
{
    topology_scan_add_link(s, (uint32_t)from, (uint32_t)to, 0, -1, 0);
}

/* The number of nodes, rows or columns that `text` says before `end`. */
static int64_t read_size(struct topology_source *s, const char *text, const char *end,
                         int64_t least)
{
    int64_t size;
    struct word w = {.at = text, .length = (size_t)(end - text)};
    if (!word_is_whole(w, least, TOPOLOGY_NODES, &size))
        topology_scan_fail(s, "'%.*s': expected a whole number from %ld to %d", WORD(w),
                           (long)least, TOPOLOGY_NODES);
    return size;
}

/* Links to the next node in the row and in the column. In a row of two nodes each is next
 * to the other on both sides, but there is one link; a node alone in its row has none. */
static void add_torus_links(struct topology_source *s, int64_t rows, int64_t columns,
                            int64_t r, int64_t c)
{
    const int64_t at = r * columns + c;
    if (columns > 2 || (columns == 2 && c == 0))
        add_link(s, at, r * columns + (c + 1) % columns);
    if (rows > 2 || (rows == 2 && r == 0)) add_link(s, at, (r + 1) % rows * columns + c);
}

static void torus(struct topology_source *s)
{
    const char *size = strchr(s->name, ':') + 1, *by = strchr(size, 'x');
    char name[64];
    if (!by) topology_scan_fail(s, "expected torus:RxC, such as torus:5x5");
    const int64_t rows = read_size(s, size, by, 1);
    const int64_t columns = read_size(s, by + 1, by + strlen(by), 1);
    if (rows * columns > TOPOLOGY_NODES)
        topology_scan_fail(s, "more than %d nodes", TOPOLOGY_NODES);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = 0; c < columns; c++) {
            snprintf(name, sizeof name, "r%" PRId64 "c%" PRId64, r, c);
            topology_scan_add_node(s, word_of(name), 0, 0, 0);
        }
    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = 0; c < columns; c++) add_torus_links(s, rows, columns, r, c);
}

/* Adds the nodes of a ring or a random network; how many. */
static int64_t add_nodes(struct topology_source *s, int64_t least)
{
    const char *size = strchr(s->name, ':') + 1;
    const int64_t nodes = read_size(s, size, size + strlen(size), least);
    char name[32];
    for (int64_t i = 0; i < nodes; i++) {
        snprintf(name, sizeof name, "n%" PRId64, i);
        topology_scan_add_node(s, word_of(name), 0, 0, 0);
    }
    return nodes;
}

static void ring(struct topology_source *s)
{
    const int64_t nodes = add_nodes(s, 3);
    for (int64_t i = 0; i < nodes; i++) add_link(s, i, (i + 1) % nodes);
}

/* The link unless it is there, or leads back. 1: it was not there. */
static int add_new_link(struct topology_source *s, int64_t a, int64_t b)
{
    const int64_t low = a < b ? a : b, high = a < b ? b : a;
    if (a == b) return 0;
    const int64_t before = map_add(&s->seen, high * TOPOLOGY_NODES + low);
    topology_scan_memory(s, before < 0);
    if (before == 0) add_link(s, a, b);
    return before == 0;
}

static void random_network(struct topology_source *s)
{
    const struct topology_named *of = (const struct topology_named *)s->of;
    const int64_t nodes = add_nodes(s, 2), all = nodes * (nodes - 1) / 2;
    int64_t left = (nodes * (of->degree / 1000) + 1000000) / 2000000; /* rounded */
    struct random r = {of->seed};
    for (int64_t i = 0; i < 2 * nodes; i++)
        (void)random_bits(&r); /* the nodes' places, once */
    if (left > all) left = all;
    for (int64_t i = 1; i < nodes; i++, left--)
        add_new_link(s, (int64_t)(random_bits(&r) % (uint64_t)i), i);
    while (left > 0) {
        const int64_t a = (int64_t)(random_bits(&r) % (uint64_t)nodes);
        left -= add_new_link(s, a, (int64_t)(random_bits(&r) % (uint64_t)nodes));
    }
}

/* ---- by name ----------------------------------------------------------------------- */

/* A known network, or a generator, which has a size behind its word, is added here and to
 * TOPOLOGY_NAMED. */
static const struct built_in {
    const char *begin, *text;
    void (*make)(struct topology_source *s);
} built_in[] = {{"nsfnet", nsfnet, NULL},
                {"esnet", esnet, NULL},
                {"torus:", NULL, torus},
                {"ring:", NULL, ring},
                {"random:", NULL, random_network}};

/* The row for the name, or NULL. */
static const struct built_in *find(const char *name)
{
    for (size_t i = 0; i < sizeof built_in / sizeof built_in[0]; i++) {
        const struct built_in *b = &built_in[i];
        if (b->text ? strcmp(name, b->begin) == 0
                    : strncmp(name, b->begin, strlen(b->begin)) == 0)
            return b;
    }
    return NULL;
}

void topology_named_make(struct topology *t, const struct topology_named *n,
                         const struct topology_options *o)
{
    const struct built_in *b = find(n->name);
    const char *text = b ? b->text : n->text;
    const size_t size = b && text ? strlen(text) : n->size;
    struct error e;
    struct topology_source s = {
        .name = n->name, .at = "", .end = "", .of = n, .options = o, .t = t, .error = &e};
    if (text ? topology_parse(n->name, text, size, o, t, &e)
             : topology_scan_run(&s, b->make))
        fail("%s", e.text);
}

void topology_named_read(struct topology_named *n)
{
    struct topology made;
    struct input in;
    struct error e;
    if (find(n->name)) {
        topology_named_make(&made, n, &topology_default);
        topology_free(&made);
    } else if (!n->text) {
        if (input_open(&in, n->name, &e) != 0)
            fail("%s; the built-in networks (--network) are " TOPOLOGY_NAMED, e.text);
        if (input_read_all(&in, TOPOLOGY_FILE, &n->text, &n->size, &e) != 0)
            fail("%s", e.text);
        base_keep(n->text);
    }
}

void topology_named_tell(FILE *to, const struct topology *t)
{
    char note[TOPOLOGY_NOTE];
    if (topology_note(t, note) != 0) fail("out of memory");
    fputs(note, to);
}
