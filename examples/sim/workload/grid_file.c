/* grid_file.c - the text is read once, field by field (NAME=VALUE); the table of
 * attributes is filled in at the end, when all columns are known. */
#include "workload/grid_file.h"

#include "base/array.h"
#include "base/input.h"
#include "base/word.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define PRIORITY_MAX 1e9

enum { MOST_BYTES = 1 << 26 };

struct reader {
    struct grid *g;
    const char *name;       /* for messages                                */
    const char *at, *end;   /* the rest of the text; *end is 0             */
    unsigned long line;     /* of `at`, from 1                             */
    unsigned long field;    /* of the line, from 1                         */
    struct word key, value; /* of the field NAME=VALUE; value.at NULL: NAME */
    int quoted;             /* the value stands in ""                      */
    struct error *e;
};

ERROR_PRINTF(2, 3)
static int fail(const struct reader *r, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_fail(r->e, "%s: line %lu, field %lu (%.*s): %s", r->name, r->line,
                      r->field, WORD(r->key), text);
}

static int fail_no_memory(const struct reader *r)
{
    return error_fail(r->e, "%s: there is no memory for a grid of %zu clusters", r->name,
                      r->g->count);
}

/* ---- fields ------------------------------------------------------------------------ */

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int is_control(unsigned char c) { return c < ' ' || c == 127; }

/* Moves to the next blank or the next of the `stops`. */
static int skip_until(struct reader *r, const char *stops)
{
    for (; r->at < r->end && !word_is_blank(*r->at); r->at++) {
        const unsigned char c = (unsigned char)*r->at;
        if (c && strchr(stops, c)) return 0;
        if (is_control(c))
            return fail(r, "a printable character was expected, not byte %u", c);
    }
    return 0;
}

/* A value in "", from its first quote on. */
static int read_quoted(struct reader *r)
{
    r->quoted = 1;
    r->value.at = ++r->at;
    for (; r->at < r->end && *r->at != '"'; r->at++) {
        const unsigned char c = (unsigned char)*r->at;
        if (c == '\n' || c == '\r') break;
        if (is_control(c))
            return fail(r, "a printable character was expected, not byte %u", c);
    }
    r->value.length = (size_t)(r->at - r->value.at);
    if (r->at == r->end || *r->at != '"')
        return fail(r, "a closing \" was expected before the end of the line");
    r->at++;
    if (r->at < r->end && !word_is_blank(*r->at) && *r->at != '#')
        return fail(r, "a blank was expected behind the closing \"");
    return 0;
}

/* The next field of the line: 1, 0 at the line's end, -1 if it is wrong. */
static int next_field(struct reader *r)
{
    while (r->at < r->end && *r->at != '\n' && word_is_blank(*r->at)) r->at++;
    if (r->at == r->end || *r->at == '\n' || *r->at == '#') return 0;
    r->field++;
    r->quoted = 0;
    r->value.at = NULL;
    r->value.length = r->key.length = 0;
    r->key.at = r->at;
    if (skip_until(r, "=#") != 0) return -1;
    r->key.length = (size_t)(r->at - r->key.at);
    if (r->at == r->end || *r->at != '=') return 1;
    r->at++;
    if (r->at < r->end && *r->at == '"') return read_quoted(r) == 0 ? 1 : -1;
    r->value.at = r->at;
    if (skip_until(r, "#\"") != 0) return -1;
    r->value.length = (size_t)(r->at - r->value.at);
    if (r->at < r->end && *r->at == '"')
        return fail(r, "a \" was expected only right behind the =");
    return 1;
}

/* The attribute that a field NAME=VALUE names. It gets a column if it has none. */
static int read_attribute(const struct reader *r, uint32_t *attribute)
{
    struct grid *g = r->g;
    if (!r->value.at) return fail(r, "NAME=VALUE was expected");
    if (r->key.length == 0 || !is_letter(r->key.at[0]))
        return fail(r, "a name that begins with a letter was expected before =");
    if (r->key.length >= GRID_NAME)
        return fail(r, "a name of at most %d bytes was expected", GRID_NAME - 1);
    if (r->value.length == 0) return fail(r, "a value was expected behind =");
    *attribute = grid_attribute(g, r->key);
    if (*attribute == GRID_NONE) return fail_no_memory(r);
    if (grid_column(g, *attribute) < g->column_count) return 0;
    if (g->column_count == GRID_FILE_COLUMNS)
        return fail(r, "at most %d different attributes were expected",
                    GRID_FILE_COLUMNS);
    if (ARRAY_ROOM(g->columns, g->column_count, g->column_capacity, 1) != 0)
        return fail_no_memory(r);
    g->columns[g->column_count].attribute = *attribute;
    g->columns[g->column_count++].priority = 1;
    return 0;
}

static int read_priorities(struct reader *r)
{
    int more;
    while ((more = next_field(r)) > 0) {
        uint32_t attribute;
        double number = 0;
        if (read_attribute(r, &attribute) != 0) return -1;
        if (r->quoted || grid_unit_digits(r->value, &number) != r->value.length ||
            !(fabs(number) <= PRIORITY_MAX))
            return fail(r, "a number from -10^9 to 10^9 was expected, not '%.*s'",
                        WORD(r->value));
        r->g->columns[grid_column(r->g, attribute)].priority = grid_unit_times(number, 1);
    }
    return more;
}

/* ---- lines of clusters ------------------------------------------------------------- */

/* Checks the value of nodes= or cpus=. */
static int check_size(const struct reader *r)
{
    int64_t size;
    if (!r->quoted && word_is_whole(r->value, 1, GRID_FILE_CPUS, &size)) return 0;
    return fail(r, "a whole number from 1 to %" PRId64 " was expected, not '%.*s'",
                GRID_FILE_CPUS, WORD(r->value));
}

static int read_value(const struct reader *r, uint32_t attribute,
                      struct grid_attribute *a)
{
    const enum grid_unit_kind kind = grid_unit(attribute);
    const int known = attribute < GRID_KNOWN_COUNT;
    a->name = attribute;
    a->number = 0;
    a->text = 0;
    a->is_text = kind == GRID_UNIT_TEXT || r->quoted ||
                 !grid_unit_number(kind, r->value, &a->number);
    if (a->is_text && kind != GRID_UNIT_TEXT && kind != GRID_UNIT_ANY)
        return fail(r, "%s was expected, not '%.*s'", grid_unit_expected(kind),
                    WORD(r->value));
    if (!(fabs(a->number) <= GRID_FILE_NUMBER) || (known && a->number < 0))
        return fail(r, "a number from %s to 10^15 was expected, not '%.*s'",
                    known ? "0" : "-10^15", WORD(r->value));
    if (!a->is_text) return 0;
    if (r->value.length >= GRID_TEXT)
        return fail(r, "a text of at most %d bytes was expected", GRID_TEXT - 1);
    a->number = 0;
    a->text = names_add(&r->g->words, r->value);
    return a->text == GRID_NONE ? fail_no_memory(r) : 0;
}

/* Copies an attribute that is also a member of the cluster. */
static void set_member(const struct grid *g, struct grid_cluster *c,
                       const struct grid_attribute *a)
{
    switch (a->name) {
    case GRID_NODES: c->nodes = (uint32_t)a->number; break;
    case GRID_CPUS: c->cpus = (uint32_t)a->number; break;
    case GRID_MEMBW: c->capacity[0] = a->number; break;
    case GRID_ETHERNET: c->capacity[1] = a->number; break;
    case GRID_NETWORK: c->capacity[2] = a->number; break;
    case GRID_LOCAL: c->local = grid_word(g, a->text); break;
    case GRID_SELECT: c->select = grid_word(g, a->text); break;
    case GRID_QUEUE: c->queue = grid_word(g, a->text); break;
    case GRID_BACKFILL: c->backfill = grid_word(g, a->text); break;
    default: break;
    }
}

/* One NAME=VALUE of a cluster. */
static int set_attribute(struct reader *r, struct grid_cluster *c, size_t *capacity)
{
    struct grid_attribute a;
    uint32_t attribute;
    size_t i;
    if (read_attribute(r, &attribute) != 0) return -1;
    if (grid_is_dynamic(attribute))
        return fail(r, "an attribute that can be set was expected; this one is dynamic");
    for (i = 0; i < c->attribute_count; i++)
        if (c->attributes[i].name == attribute)
            return fail(r, "each attribute was expected once; %s is set already",
                        grid_word(r->g, attribute));
    if (attribute <= GRID_CPUS && check_size(r) != 0) return -1;
    if (read_value(r, attribute, &a) != 0) return -1;
    if (ARRAY_ROOM(c->attributes, c->attribute_count, *capacity, 1) != 0)
        return fail_no_memory(r);
    c->attributes[c->attribute_count++] = a;
    set_member(r->g, c, &a);
    return 0;
}

static int read_cluster_name(struct reader *r, struct grid_cluster *c)
{
    const int more = next_field(r);
    if (more < 0) return -1;
    if (more == 0) {
        r->field++;
        return fail(r, "a name was expected behind it");
    }
    if (r->value.at)
        return fail(r, "the name of the cluster was expected before its fields");
    if (r->key.length >= GRID_NAME)
        return fail(r, "a name of at most %d bytes was expected", GRID_NAME - 1);
    if (!is_letter(*r->key.at) && !(*r->key.at >= '0' && *r->key.at <= '9'))
        return fail(r, "a name that begins with a letter or a digit was expected");
    if (grid_find(r->g, r->key) != GRID_NONE)
        return fail(r, "another name was expected; a cluster of this name exists");
    memcpy(c->name, r->key.at, r->key.length);
    c->name[r->key.length] = 0;
    return 0;
}

/* Checks a cluster whose line has been read, and adds it to the totals of the grid. */
static int check_cluster(const struct reader *r, const struct grid_cluster *c)
{
    if (!c->nodes || !c->cpus)
        return error_fail(r->e, "%s: line %lu: %s=N was expected for cluster %s", r->name,
                          r->line, c->nodes ? "cpus" : "nodes", c->name);
    if (c->nodes > c->cpus)
        return error_fail(r->e,
                          "%s: line %lu: at least one CPU on each node was expected, not"
                          " %u CPUs on %u nodes, for cluster %s",
                          r->name, r->line, c->cpus, c->nodes, c->name);
    r->g->cpus += c->cpus;
    r->g->nodes += c->nodes;
    if (r->g->nodes > GRID_FILE_NODES)
        return error_fail(r->e,
                          "%s: line %lu: at most %d nodes in all were expected, for"
                          " cluster %s",
                          r->name, r->line, GRID_FILE_NODES, c->name);
    return 0;
}

/* The line of a cluster behind its first word. */
static int read_cluster(struct reader *r)
{
    struct grid *g = r->g;
    struct grid_cluster c;
    size_t capacity = 0;
    int more;
    memset(&c, 0, sizeof c);
    if (g->count == GRID_FILE_CLUSTERS)
        return fail(r, "at most %d clusters were expected", GRID_FILE_CLUSTERS);
    if (read_cluster_name(r, &c) != 0) return -1;
    if (ARRAY_ROOM(g->clusters, g->count, g->capacity, 1) != 0) return fail_no_memory(r);
    while ((more = next_field(r)) > 0)
        if ((more = set_attribute(r, &c, &capacity)) != 0) break;
    g->clusters[g->count++] = c; /* a wrong one, too: it is freed with the others */
    return more < 0 ? -1 : check_cluster(r, &c);
}

/* ---- the whole text ---------------------------------------------------------------- */

static int read_line(struct reader *r)
{
    int more;
    r->field = 0;
    more = next_field(r);
    if (more <= 0) return more;
    if (!r->value.at && word_is_any_case(r->key, "cluster")) return read_cluster(r);
    if (!r->value.at && word_is_any_case(r->key, "priority")) return read_priorities(r);
    return fail(r, "a line was expected to begin with 'cluster' or 'priority'");
}

static int fill_table(struct grid *g)
{
    const size_t columns = g->column_count + 1;
    size_t i, k;
    g->table = (struct grid_attribute *)calloc(g->count * columns, sizeof *g->table);
    if (!g->table) return -1;
    for (i = 0; i < g->count * columns; i++) g->table[i].name = GRID_NONE;
    for (i = 0; i < g->count; i++)
        for (k = 0; k < g->clusters[i].attribute_count; k++) {
            const struct grid_attribute *a = &g->clusters[i].attributes[k];
            g->table[i * columns + grid_column(g, a->name)] = *a;
        }
    return 0;
}

static int read_lines(struct reader *r)
{
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) r->at += 3;
    for (r->line = 1; r->at < r->end; r->line++) {
        const char *next;
        if (read_line(r) != 0) return -1;
        next = (const char *)memchr(r->at, '\n', (size_t)(r->end - r->at));
        r->at = next ? next + 1 : r->end;
    }
    if (r->g->count == 0)
        return error_fail(r->e, "%s: a line 'cluster NAME nodes=N cpus=N' was expected",
                          r->name);
    return fill_table(r->g) == 0 ? 0 : fail_no_memory(r);
}

int grid_file_parse(struct grid *g, const char *name, const char *text, size_t size,
                    struct error *e)
{
    struct reader r = {.g = g, .name = name, .at = text, .end = text + size, .e = e};
    const int failed = grid_init(g) != 0 ? fail_no_memory(&r) : 0;
    snprintf(g->source, sizeof g->source, "%s", name);
    if (!failed && read_lines(&r) == 0) return 0;
    grid_free(g);
    return -1;
}

/* ---- built in, and from a file ----------------------------------------------------- */

#define PRIORITIES "priority cpus=100 memory=1 disk=0.01 clock=0.1\n"

#define DAS2                                                              \
    " vendor=Intel os=Linux memory=1024 disk=10000 clock=1000 membw=1000" \
    " ethernet=12 network=250\n"

static const struct grid_builtin {
    const char *name; /* NULL after the last */
    const char *text;
} builtin[] = {
    {"dom_small", PRIORITIES
     "cluster das2-vu nodes=72 cpus=144" DAS2 "cluster das2-leiden nodes=32 cpus=64" DAS2
     "cluster das2-uva nodes=32 cpus=64" DAS2 "cluster das2-delft nodes=32 cpus=64" DAS2
     "cluster das2-utrecht1 nodes=16 cpus=32" DAS2
     "cluster das2-utrecht2 nodes=16 cpus=32" DAS2},
    {"dom_medium", PRIORITIES
     "cluster orsay nodes=120 cpus=240 vendor=Intel os=Linux memory=2048 disk=40000"
     " clock=2400 membw=3200 ethernet=120 network=900\n"
     "cluster lyon nodes=32 cpus=64 vendor=Intel os=Linux memory=1024 disk=20000"
     " clock=2000 membw=2100 ethernet=120 network=250\n"
     "cluster grenoble nodes=41 cpus=41 vendor=Intel os=Linux memory=512 disk=10000"
     " clock=1300 membw=1000 ethernet=12 network=250\n"
     "cluster rennes nodes=25 cpus=100 vendor=Intel os=AIX memory=4096 disk=80000"
     " clock=2330 membw=5300 ethernet=120 network=900\n"
     "cluster lille nodes=12 cpus=48 vendor=Intel os=Solaris memory=4096 disk=60000"
     " clock=2660 membw=5300 ethernet=120 network=900\n"
     "cluster nancy nodes=64 cpus=128 vendor=AMD os=Linux memory=2048 disk=40000"
     " clock=2000 membw=5300 ethernet=120 network=900\n"
     "cluster sophia nodes=36 cpus=72 vendor=AMD os=Linux memory=1024 disk=20000"
     " clock=1600 membw=2700 ethernet=120 network=250\n"
     "cluster toulouse nodes=23 cpus=46 vendor=AMD os=Linux memory=1024 disk=30000"
     " clock=2200 membw=5300 ethernet=120 network=250\n"
     "cluster bordeaux nodes=49 cpus=98 vendor=AMD os=AIX memory=2048 disk=30000"
     " clock=2200 membw=5300 ethernet=120 network=900\n"
     "cluster rennes-sun nodes=25 cpus=50 vendor=AMD os=Solaris memory=4096"
     " disk=60000 clock=2600 membw=6400 ethernet=120 network=900\n"
     "cluster lyon-g5 nodes=32 cpus=64 vendor=PowerPC os=AIX memory=1024 disk=20000"
     " clock=2000 membw=2700 ethernet=120 network=250\n"
     "cluster sophia-p5 nodes=17 cpus=34 vendor=PowerPC os=AIX memory=8192"
     " disk=100000 clock=1650 membw=6400 ethernet=120 network=900\n"},
    {"dom_big", PRIORITIES
     "cluster narwhal nodes=267 cpus=1068 vendor=AMD os=Linux memory=8192 disk=70000"
     " clock=2200 membw=5300 ethernet=120 network=250\n"
     "cluster whale nodes=192 cpus=768 vendor=AMD os=Linux memory=4096 disk=40000"
     " clock=2200 membw=5300 ethernet=120 network=120\n"
     "cluster requin nodes=264 cpus=528 vendor=Intel os=Linux memory=8192 disk=70000"
     " clock=2600 membw=6400 ethernet=120 network=900\n"
     "cluster bull nodes=96 cpus=384 vendor=Intel os=Linux memory=8192 disk=140000"
     " clock=3000 membw=6400 ethernet=120 network=900\n"
     "cluster bramble nodes=64 cpus=256 vendor=PowerPC os=AIX memory=8192"
     " disk=100000 clock=1700 membw=10600 ethernet=120 network=900\n"
     "cluster goblin nodes=96 cpus=192 vendor=Intel os=Linux memory=2048 disk=30000"
     " clock=2400 membw=3200 ethernet=120 network=250\n"
     "cluster wobbe nodes=64 cpus=128 vendor=AMD os=Solaris memory=4096 disk=60000"
     " clock=2400 membw=6400 ethernet=120 network=250\n"
     "cluster cat nodes=64 cpus=128 vendor=Intel os=Linux memory=1024 disk=20000"
     " clock=2000 membw=2100 ethernet=12 network=250\n"
     "cluster mako nodes=96 cpus=96 vendor=Intel os=AIX memory=512 disk=10000"
     " clock=1300 membw=1000 ethernet=12 network=120\n"
     "cluster spinner nodes=16 cpus=64 vendor=PowerPC os=AIX memory=4096 disk=80000"
     " clock=1450 membw=8000 ethernet=120 network=250\n"
     "cluster tiger nodes=32 cpus=64 vendor=AMD os=Linux memory=2048 disk=30000"
     " clock=1800 membw=2700 ethernet=120 network=120\n"
     "cluster coral nodes=9 cpus=36 vendor=PowerPC os=Solaris memory=8192"
     " disk=100000 clock=1900 membw=8000 ethernet=120 network=120\n"},
    {NULL, NULL}};

/* There is no such file: tells also which grids are built in. */
static int fail_no_grid(const struct error *why, struct error *e)
{
    const struct grid_builtin *b;
    char names[sizeof why->text] = "";
    size_t used = 0;
    for (b = builtin; b->name && used < sizeof names; b++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 used ? ", " : "", b->name);
    return error_fail(e, "%s; the grids built in (--grid) are %s", why->text, names);
}

int grid_file_load(struct grid *g, const char *name_or_path, struct error *e)
{
    const struct grid_builtin *b;
    struct input in;
    struct error why;
    char *text = NULL;
    size_t size;
    int failed;
    memset(g, 0, sizeof *g);
    for (b = builtin; b->name; b++)
        if (word_is_any_case(word_of(name_or_path), b->name))
            return grid_file_parse(g, b->name, b->text, strlen(b->text), e);
    if (input_open(&in, name_or_path, &why) != 0) return fail_no_grid(&why, e);
    failed = input_read_all(&in, MOST_BYTES, &text, &size, e) != 0;
    if (!failed) failed = grid_file_parse(g, in.path, text, size, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

/* ---- writing ----------------------------------------------------------------------- */

void grid_file_print_number(FILE *to, double number)
{
    char text[400];
    int digits = 0;
    do snprintf(text, sizeof text, "%.*f", digits++, number);
    while (digits < 320 && (strtod(text, NULL) < number || strtod(text, NULL) > number));
    fputs(text, to);
}

/* In "" where it would otherwise be read as something else. */
static void print_text(FILE *to, const char *text)
{
    double number;
    const int quoted =
        strpbrk(text, " #") || grid_unit_digits(word_of(text), &number) > 0;
    fprintf(to, quoted ? "\"%s\"" : "%s", text);
}

static void print_cluster(const struct grid *g, const struct grid_cluster *c, FILE *to)
{
    size_t i;
    fprintf(to, "cluster %s", c->name);
    for (i = 0; i < c->attribute_count; i++) {
        const struct grid_attribute *a = &c->attributes[i];
        fprintf(to, " %s=", grid_word(g, a->name));
        if (a->is_text)
            print_text(to, grid_word(g, a->text));
        else
            grid_file_print_number(to, a->number);
    }
    fputc('\n', to);
}

void grid_file_print(const struct grid *g, FILE *to)
{
    size_t i;
    for (i = 0; i < g->column_count; i++) {
        const struct grid_column *column = &g->columns[i];
        if (!(column->priority < 1) && !(column->priority > 1)) continue;
        fprintf(to, "priority %s=", grid_word(g, column->attribute));
        grid_file_print_number(to, column->priority);
        fputc('\n', to);
    }
    for (i = 0; i < g->count; i++) print_cluster(g, &g->clusters[i], to);
}
