/* topology_named.c - the table of built-in networks; other names are files'. */
#include "topology/topology_named.h"

#include "base/input.h"
#include "base/random.h"
#include "kit/base.h"
#include "topology/topology_scan.h"

#include <inttypes.h>
#include <string.h>

/* ---- known networks ---------------------------------------------------------------- */

static const char nsfnet[] = "node seattle lon=-122.33 lat=47.61\n"
                             "node palo-alto lon=-122.14 lat=37.44\n"
                             "node san-diego lon=-117.16 lat=32.72\n"
                             "node salt-lake-city lon=-111.89 lat=40.76\n"
                             "node boulder lon=-105.27 lat=40.01\n"
                             "node houston lon=-95.37 lat=29.76\n"
                             "node lincoln lon=-96.67 lat=40.81\n"
                             "node champaign lon=-88.24 lat=40.12\n"
                             "node ann-arbor lon=-83.74 lat=42.28\n"
                             "node pittsburgh lon=-80.00 lat=40.44\n"
                             "node atlanta lon=-84.39 lat=33.75\n"
                             "node ithaca lon=-76.50 lat=42.44\n"
                             "node princeton lon=-74.66 lat=40.35\n"
                             "node college-park lon=-76.94 lat=38.99\n"
                             "link seattle palo-alto capacity=45M\n"
                             "link seattle san-diego capacity=45M\n"
                             "link seattle champaign capacity=45M\n"
                             "link palo-alto san-diego capacity=45M\n"
                             "link palo-alto salt-lake-city capacity=45M\n"
                             "link san-diego houston capacity=45M\n"
                             "link salt-lake-city boulder capacity=45M\n"
                             "link salt-lake-city ann-arbor capacity=45M\n"
                             "link boulder lincoln capacity=45M\n"
                             "link boulder houston capacity=45M\n"
                             "link houston atlanta capacity=45M\n"
                             "link houston college-park capacity=45M\n"
                             "link lincoln champaign capacity=45M\n"
                             "link champaign pittsburgh capacity=45M\n"
                             "link pittsburgh atlanta capacity=45M\n"
                             "link pittsburgh ithaca capacity=45M\n"
                             "link pittsburgh princeton capacity=45M\n"
                             "link ann-arbor ithaca capacity=45M\n"
                             "link ann-arbor princeton capacity=45M\n"
                             "link ithaca college-park capacity=45M\n"
                             "link princeton college-park capacity=45M\n";

static const char esnet[] = "node sea lon=-122.33 lat=47.61\n"
                            "node sunn lon=-122.04 lat=37.37\n"
                            "node snv1 lon=-122.04 lat=37.37\n"
                            "node sdsc lon=-117.24 lat=32.88\n"
                            "node salt lon=-111.89 lat=40.76\n"
                            "node denv lon=-104.98 lat=39.74\n"
                            "node albu lon=-106.65 lat=35.08\n"
                            "node elpa lon=-106.49 lat=31.76\n"
                            "node chic lon=-87.65 lat=41.85\n"
                            "node chi-sl lon=-87.62 lat=41.90\n"
                            "node nash lon=-86.78 lat=36.17\n"
                            "node atla lon=-84.39 lat=33.75\n"
                            "node wash lon=-77.04 lat=38.90\n"
                            "node newy lon=-74.01 lat=40.71\n"
                            "node pnnl lon=-119.28 lat=46.35\n"
                            "node inl lon=-112.95 lat=43.52\n"
                            "node ga lon=-117.24 lat=32.90\n"
                            "node nrel lon=-105.18 lat=39.74\n"
                            "node lanl lon=-106.31 lat=35.88\n"
                            "node snla lon=-106.54 lat=35.05\n"
                            "node fnal lon=-88.26 lat=41.84\n"
                            "node anl lon=-87.98 lat=41.71\n"
                            "node ames lon=-93.65 lat=42.03\n"
                            "node ornl lon=-84.31 lat=35.93\n"
                            "node srs lon=-81.74 lat=33.34\n"
                            "node netl lon=-79.98 lat=40.30\n"
                            "node jlab lon=-76.48 lat=37.10\n"
                            "node pppl lon=-74.60 lat=40.35\n"
                            "node bnl lon=-72.88 lat=40.87\n"
                            "node psfc lon=-71.10 lat=42.36\n"
                            "link sea sunn capacity=10G\n"
                            "link sea snv1 capacity=20G\n"
                            "link sea salt capacity=20G\n"
                            "link sunn snv1 capacity=10G\n"
                            "link snv1 sdsc capacity=10G\n"
                            "link snv1 elpa capacity=10G\n"
                            "link salt denv capacity=20G\n"
                            "link salt chic capacity=10G\n"
                            "link denv albu capacity=10G\n"
                            "link denv chic capacity=20G\n"
                            "link albu elpa capacity=10G\n"
                            "link elpa atla capacity=10G\n"
                            "link chic chi-sl capacity=20G\n"
                            "link chic nash capacity=10G\n"
                            "link chic wash capacity=20G\n"
                            "link nash atla capacity=10G\n"
                            "link atla wash capacity=20G\n"
                            "link wash newy capacity=20G\n"
                            "link pnnl sea capacity=10G\n"
                            "link inl sea capacity=10G\n"
                            "link ga sdsc capacity=10G\n"
                            "link nrel albu capacity=45M\n"
                            "link lanl albu capacity=20G\n"
                            "link snla albu capacity=10G\n"
                            "link fnal chi-sl capacity=10G\n"
                            "link fnal anl capacity=10G\n"
                            "link anl ames capacity=10G\n"
                            "link ames chic capacity=10G\n"
                            "link ornl chic capacity=10G\n"
                            "link ornl atla capacity=10G\n"
                            "link srs atla capacity=10G\n"
                            "link netl chic capacity=30G\n"
                            "link netl wash capacity=10G\n"
                            "link netl newy capacity=20G\n"
                            "link jlab wash capacity=10G\n"
                            "link pppl newy capacity=10G\n"
                            "link bnl newy capacity=20G\n"
                            "link psfc newy capacity=10G\n";

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
        topology_scan_fail(s, "'%.*s': a whole number from %ld to %d was expected",
                           WORD(w), (long)least, TOPOLOGY_NODES);
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
    if (!by) topology_scan_fail(s, "torus:RxC, such as torus:5x5, was expected");
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
    struct topology_source s = {.name = n->name, .at = "", .end = "", .of = n};
    s.options = o;
    s.t = t;
    s.error = &e;
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
            fail("%s; the networks built in (--network) are " TOPOLOGY_NAMED, e.text);
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
