/* grid_file.c - the text is read once, field by field (base/line.h). */
#include "workload/grid_file.h"

#include "base/input.h"
#include "base/line.h"
#include "kit/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define PRIORITY_MAX 1e9

enum { MOST_BYTES = 1 << 26 };

struct reader {
    struct grid *g;
    const char *name;     /* for messages */
    unsigned long number; /* of the line, from 1 */
    struct line line;
};

FAIL_PRINTF(2, 3)
FAIL_NORETURN static void wrong(const struct reader *r, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fail("%s: line %lu, field %lu (%.*s): %s", r->name, r->number, r->line.field,
         WORD(r->line.name), text);
}

/* ---- fields ------------------------------------------------------------------------ */

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int next_field(struct reader *r)
{
    struct error e;
    const int status = line_field(&r->line, &e);
    if (status < 0) wrong(r, "%s", e.text);
    return status;
}

/* The length of the decimal number, without exponent, that the word begins with; 0 if it
 * begins with none. */
static size_t decimal(struct word w, double *number)
{
    size_t n = 0;
    while (n < w.length && w.at[n] && strchr("-.0123456789", w.at[n])) n++;
    w.length = n;
    return word_number(w, number);
}

/* The attribute that a field NAME=VALUE names. */
static uint32_t read_attribute(const struct reader *r)
{
    if (!r->line.value.at) wrong(r, "expected NAME=VALUE, without blanks");
    if (r->line.name.length == 0 || !is_letter(r->line.name.at[0]))
        wrong(r, "expected a name before = that begins with a letter");
    if (r->line.name.length >= GRID_NAME)
        wrong(r, "expected a name of at most %d bytes", GRID_NAME - 1);
    if (r->line.value.length == 0) wrong(r, "expected a value after =");
    const uint32_t attribute = grid_attribute(r->g, r->line.name);
    if (attribute >= GRID_ATTRIBUTES)
        wrong(r, "expected at most %d different attributes", GRID_ATTRIBUTES);
    return attribute;
}

/* ---- lines ------------------------------------------------------------------------- */

static void read_priorities(struct reader *r)
{
    double number = 0;
    while (next_field(r)) {
        const uint32_t attribute = read_attribute(r);
        if (r->line.quoted || decimal(r->line.value, &number) != r->line.value.length ||
            fabs(number) > PRIORITY_MAX)
            wrong(r, "expected a number from -10^9 to 10^9, not '%.*s'",
                  WORD(r->line.value));
        r->g->priority[attribute] = grid_unit_times(number, 1);
    }
}

/* Is the value a number, with or without a unit of this kind? */
static int is_number(const struct reader *r, enum grid_unit_kind kind, double *number)
{
    const size_t digits = decimal(r->line.value, number);
    struct word unit = {r->line.value.at + digits, r->line.value.length - digits};
    const double factor = grid_unit_factor(kind, word_trim(unit));
    *number = grid_unit_times(*number, factor);
    return !r->line.quoted && digits > 0 && factor > 0;
}

static struct grid_value read_value(const struct reader *r, uint32_t attribute)
{
    const enum grid_unit_kind kind = grid_unit(attribute);
    const int known = attribute < GRID_KNOWN_COUNT;
    struct grid_value v = {.kind = GRID_NUMBER};
    int64_t size;
    if (attribute <= GRID_CPUS &&
        (r->line.quoted || !word_is_whole(r->line.value, 1, GRID_FILE_CPUS, &size)))
        wrong(r, "expected a whole number from 1 to %" PRId64 ", not '%.*s'",
              GRID_FILE_CPUS, WORD(r->line.value));
    if (kind != GRID_UNIT_TEXT && is_number(r, kind, &v.number)) {
        if (fabs(v.number) > GRID_FILE_NUMBER || (known && v.number < 0))
            wrong(r, "expected a number from %s to 10^15, not '%.*s'",
                  known ? "0" : "-10^15", WORD(r->line.value));
        return v;
    }
    if (kind != GRID_UNIT_TEXT && kind != GRID_UNIT_ANY)
        wrong(r, "expected %s, not '%.*s'", grid_unit_expected(kind),
              WORD(r->line.value));
    if (r->line.value.length >= GRID_TEXT)
        wrong(r, "expected text of at most %d bytes", GRID_TEXT - 1);
    v.kind = GRID_WORD;
    v.number = 0;
    v.text = grid_text_number(r->g, r->line.value);
    return v;
}

static void read_name(struct reader *r, struct grid_cluster *c)
{
    if (!next_field(r)) {
        r->line.field++;
        wrong(r, "expected a name after it");
    }
    if (r->line.value.at) wrong(r, "expected the name of the cluster before its fields");
    if (r->line.name.length >= GRID_NAME)
        wrong(r, "expected a name of at most %d bytes", GRID_NAME - 1);
    if (!is_letter(*r->line.name.at) &&
        !(*r->line.name.at >= '0' && *r->line.name.at <= '9'))
        wrong(r, "expected a name that begins with a letter or a digit");
    if (grid_find(r->g, r->line.name) != GRID_NONE)
        wrong(r, "expected another name; a cluster of this name exists");
    memcpy(c->name, r->line.name.at, r->line.name.length);
}

/* Sets a member of the cluster, and checks it. */
static void finish_cluster(const struct reader *r, struct grid_cluster *c)
{
    const struct grid_value *v = c->values;
    struct grid *g = r->g;
    c->nodes = (uint32_t)v[GRID_NODES].number;
    c->cpus = (uint32_t)v[GRID_CPUS].number;
    for (int k = 0; k < 3; k++) c->capacity[k] = v[GRID_MEMBW + k].number;
    for (int k = 0; k < 4; k++)
        if (v[GRID_LOCAL + k].kind) c->words[k] = grid_text(g, v[GRID_LOCAL + k].text);
    if (!c->nodes || !c->cpus)
        fail("%s: line %lu: expected %s=N for cluster %s", r->name, r->number,
             c->nodes ? "cpus" : "nodes", c->name);
    if (c->nodes > c->cpus)
        fail("%s: line %lu: expected at least one CPU on each node, not %u CPUs on %u"
             " nodes, for cluster %s",
             r->name, r->number, c->cpus, c->nodes, c->name);
    g->cpus += c->cpus;
    g->nodes += c->nodes;
    if (g->nodes > GRID_FILE_NODES)
        fail("%s: line %lu: expected at most %d nodes in all, for cluster %s", r->name,
             r->number, GRID_FILE_NODES, c->name);
}

static void read_cluster(struct reader *r)
{
    struct grid *g = r->g;
    struct grid_cluster *c;
    if (g->count == GRID_FILE_CLUSTERS)
        wrong(r, "expected at most %d clusters", GRID_FILE_CLUSTERS);
    g->clusters = base_room(g->clusters, &g->room, g->count, sizeof *c);
    c = &g->clusters[g->count];
    memset(c, 0, sizeof *c);
    read_name(r, c);
    c->values = base_zeroed(GRID_ATTRIBUTES, sizeof *c->values);
    g->count++;
    while (next_field(r)) {
        const uint32_t attribute = read_attribute(r);
        if (grid_is_dynamic(attribute))
            wrong(r, "expected an attribute that can be set; this one is dynamic");
        if (c->values[attribute].kind)
            wrong(r, "expected each attribute once; %s is set already",
                  grid_word(g, attribute));
        c->values[attribute] = read_value(r, attribute);
    }
    finish_cluster(r, c);
}

void grid_file_parse(struct grid *g, const char *name, const char *text, size_t size)
{
    struct reader r = {.g = g, .name = name, .line = {.at = text, .end = text + size}};
    grid_init(g);
    snprintf(g->source, sizeof g->source, "%s", name);
    for (r.number = 1; r.line.at < r.line.end; r.number++) {
        if (next_field(&r)) {
            if (!r.line.value.at && word_is_any_case(r.line.name, "cluster"))
                read_cluster(&r);
            else if (!r.line.value.at && word_is_any_case(r.line.name, "priority"))
                read_priorities(&r);
            else
                wrong(&r, "expected a line to begin with 'cluster' or 'priority'");
        }
        line_end(&r.line);
    }
    if (g->count == 0) fail("%s: expected a line 'cluster NAME nodes=N cpus=N'", name);
}

/* ---- built in, and from a file ----------------------------------------------------- */

#define PRIORITIES "priority cpus=100 memory=1 disk=0.01 clock=0.1\n"

/* clang-format off */
#define CLUSTER(name, nodes, cpus, vendor, os, memory, disk, clock, membw, eth, net)  \
    "cluster " #name " nodes=" #nodes " cpus=" #cpus " vendor=" #vendor " os=" #os     \
    " memory=" #memory " disk=" #disk " clock=" #clock " membw=" #membw                \
    " ethernet=" #eth " network=" #net "\n"

static const struct {
    const char *name, *text;
} builtin[] = {
    {"dom_small",
     PRIORITIES
     CLUSTER(das2-vu, 72, 144, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)
     CLUSTER(das2-leiden, 32, 64, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)
     CLUSTER(das2-uva, 32, 64, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)
     CLUSTER(das2-delft, 32, 64, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)
     CLUSTER(das2-utrecht1, 16, 32, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)
     CLUSTER(das2-utrecht2, 16, 32, Intel, Linux, 1024, 10000, 1000, 1000, 12, 250)},
    {"dom_medium",
     PRIORITIES
     CLUSTER(orsay, 120, 240, Intel, Linux, 2048, 40000, 2400, 3200, 120, 900)
     CLUSTER(lyon, 32, 64, Intel, Linux, 1024, 20000, 2000, 2100, 120, 250)
     CLUSTER(grenoble, 41, 41, Intel, Linux, 512, 10000, 1300, 1000, 12, 250)
     CLUSTER(rennes, 25, 100, Intel, AIX, 4096, 80000, 2330, 5300, 120, 900)
     CLUSTER(lille, 12, 48, Intel, Solaris, 4096, 60000, 2660, 5300, 120, 900)
     CLUSTER(nancy, 64, 128, AMD, Linux, 2048, 40000, 2000, 5300, 120, 900)
     CLUSTER(sophia, 36, 72, AMD, Linux, 1024, 20000, 1600, 2700, 120, 250)
     CLUSTER(toulouse, 23, 46, AMD, Linux, 1024, 30000, 2200, 5300, 120, 250)
     CLUSTER(bordeaux, 49, 98, AMD, AIX, 2048, 30000, 2200, 5300, 120, 900)
     CLUSTER(rennes-sun, 25, 50, AMD, Solaris, 4096, 60000, 2600, 6400, 120, 900)
     CLUSTER(lyon-g5, 32, 64, PowerPC, AIX, 1024, 20000, 2000, 2700, 120, 250)
     CLUSTER(sophia-p5, 17, 34, PowerPC, AIX, 8192, 100000, 1650, 6400, 120, 900)},
    {"dom_big",
     PRIORITIES
     CLUSTER(narwhal, 267, 1068, AMD, Linux, 8192, 70000, 2200, 5300, 120, 250)
     CLUSTER(whale, 192, 768, AMD, Linux, 4096, 40000, 2200, 5300, 120, 120)
     CLUSTER(requin, 264, 528, Intel, Linux, 8192, 70000, 2600, 6400, 120, 900)
     CLUSTER(bull, 96, 384, Intel, Linux, 8192, 140000, 3000, 6400, 120, 900)
     CLUSTER(bramble, 64, 256, PowerPC, AIX, 8192, 100000, 1700, 10600, 120, 900)
     CLUSTER(goblin, 96, 192, Intel, Linux, 2048, 30000, 2400, 3200, 120, 250)
     CLUSTER(wobbe, 64, 128, AMD, Solaris, 4096, 60000, 2400, 6400, 120, 250)
     CLUSTER(cat, 64, 128, Intel, Linux, 1024, 20000, 2000, 2100, 12, 250)
     CLUSTER(mako, 96, 96, Intel, AIX, 512, 10000, 1300, 1000, 12, 120)
     CLUSTER(spinner, 16, 64, PowerPC, AIX, 4096, 80000, 1450, 8000, 120, 250)
     CLUSTER(tiger, 32, 64, AMD, Linux, 2048, 30000, 1800, 2700, 120, 120)
     CLUSTER(coral, 9, 36, PowerPC, Solaris, 8192, 100000, 1900, 8000, 120, 120)}};
/* clang-format on */

void grid_file_load(struct grid *g, const char *name_or_path)
{
    struct input in;
    struct error e;
    char *text;
    size_t size;
    for (size_t i = 0; i < sizeof builtin / sizeof builtin[0]; i++)
        if (word_is_any_case(word_of(name_or_path), builtin[i].name)) {
            grid_file_parse(g, builtin[i].name, builtin[i].text, strlen(builtin[i].text));
            return;
        }
    if (input_open(&in, name_or_path, &e) != 0)
        fail("%s; the built-in grids (--grid) are dom_small, dom_medium, dom_big",
             e.text);
    if (input_read_all(&in, MOST_BYTES, &text, &size, &e) != 0) fail("%s", e.text);
    grid_file_parse(g, in.path, text, size);
    free(text);
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
    const int quoted = strpbrk(text, " #") || decimal(word_of(text), &number) > 0;
    fprintf(to, quoted ? "\"%s\"" : "%s", text);
}

void grid_file_print(const struct grid *g, FILE *to)
{
    for (uint32_t k = 0; k < GRID_ATTRIBUTES; k++) {
        if (!(g->priority[k] < 1) && !(g->priority[k] > 1)) continue;
        fprintf(to, "priority %s=", grid_word(g, k));
        grid_file_print_number(to, g->priority[k]);
        fputc('\n', to);
    }
    for (size_t i = 0; i < g->count; i++) {
        fprintf(to, "cluster %s", g->clusters[i].name);
        for (uint32_t k = 0; k < GRID_ATTRIBUTES; k++) {
            const struct grid_value *v = grid_value(g, i, k);
            if (!v) continue;
            fprintf(to, " %s=", grid_word(g, k));
            if (v->kind == GRID_WORD)
                print_text(to, grid_text(g, v->text));
            else
                grid_file_print_number(to, v->number);
        }
        fputc('\n', to);
    }
}
