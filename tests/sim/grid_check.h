/* grid_check.h - what must hold for every grid that workload/grid.h reads, and every
 * demand that demands.h takes, whatever the input is; shared by the tests and the fuzzer.
 */
#ifndef GRID_CHECK_H
#define GRID_CHECK_H

#include "files.h"

#define SWF_STATIC
#define SWF_IMPLEMENTATION
#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include <math.h>

static inline int grid_differs(double a, double b) { return a < b || a > b; }

static inline void grid_check_attribute(const struct grid *g, size_t cluster,
                                        const struct grid_attribute *a)
{
    const struct grid_attribute *same = grid_value(g, cluster, a->name);
    const int known = a->name < GRID_KNOWN_COUNT;
    CHECK(a->name < g->words.count && !grid_is_dynamic(a->name));
    CHECK(fabs(a->number) <= GRID_FILE_NUMBER && (a->number >= 0 || !known));
    if (a->is_text) CHECK(a->text < g->words.count && *grid_word(g, a->text));
    if (known) CHECK_EQ(a->is_text, grid_unit(a->name) == GRID_UNIT_TEXT);
    CHECK(same && same->name == a->name && same->is_text == a->is_text);
    CHECK(same->text == a->text && !grid_differs(same->number, a->number));
}

static inline void grid_check_cluster(const struct grid *g, size_t i)
{
    const struct grid_cluster *c = &g->clusters[i];
    uint32_t cpu, node = 0;
    size_t k;
    CHECK(c->nodes > 0 && c->nodes <= c->cpus && c->cpus <= GRID_FILE_CPUS);
    CHECK(*c->name && strcspn(c->name, " \t\r\n#=") == strlen(c->name));
    CHECK_EQ(grid_find(g, word_of(c->name)), i);
    CHECK(c->attribute_count >= 2);
    for (k = 0; k < c->attribute_count; k++)
        grid_check_attribute(g, i, &c->attributes[k]);
    for (k = 0; k < 3; k++) CHECK(c->capacity[k] >= 0);
    for (cpu = 0; cpu < c->cpus && cpu < 1000; cpu++) {
        const uint32_t next = grid_cluster_node(c, cpu);
        CHECK(next == node || (next == node + 1 && cpu > 0));
        node = next;
    }
    CHECK(grid_cluster_node(c, 0) == 0);
    CHECK_EQ(grid_cluster_node(c, c->cpus - 1), c->nodes - 1);
}

static inline void grid_check_same(const struct grid *a, const struct grid *b)
{
    size_t i, k;
    CHECK_EQ(a->count, b->count);
    CHECK_EQ(a->cpus, b->cpus);
    for (i = 0; i < a->column_count; i++) {
        const char *name = grid_word(a, a->columns[i].attribute);
        struct grid *other = (struct grid *)(uintptr_t)b;
        const uint32_t word = grid_attribute(other, word_of(name));
        CHECK(!grid_differs(grid_priority(b, word), a->columns[i].priority));
    }
    for (i = 0; i < a->count; i++) {
        const struct grid_cluster *x = &a->clusters[i], *y = &b->clusters[i];
        CHECK_STR(x->name, y->name);
        CHECK(x->nodes == y->nodes && x->cpus == y->cpus);
        CHECK_EQ(x->attribute_count, y->attribute_count);
        for (k = 0; k < x->attribute_count; k++) {
            const struct grid_attribute *m = &x->attributes[k], *n = &y->attributes[k];
            CHECK_STR(grid_word(a, m->name), grid_word(b, n->name));
            CHECK(m->is_text == n->is_text && !grid_differs(m->number, n->number));
            if (m->is_text) CHECK_STR(grid_word(a, m->text), grid_word(b, n->text));
        }
        for (k = 0; k < 3; k++) CHECK(!grid_differs(x->capacity[k], y->capacity[k]));
        CHECK(!x->local == !y->local && !x->backfill == !y->backfill);
        if (x->local) CHECK_STR(x->local, y->local);
    }
}

/* It is sound, and written and read again the same. */
static inline void grid_check(const struct grid *g)
{
    struct grid again;
    struct error e;
    uint64_t cpus = 0;
    const char *text;
    size_t i;
    CHECK(g->count > 0 && g->count <= GRID_FILE_CLUSTERS);
    CHECK(g->column_count >= GRID_KNOWN_COUNT && g->column_count <= GRID_FILE_COLUMNS);
    for (i = 0; i < g->count; i++) {
        grid_check_cluster(g, i);
        cpus += g->clusters[i].cpus;
    }
    CHECK_EQ(cpus, g->cpus);
    for (i = 0; i < g->words.count; i++) /* each once, whatever its capitals */
        CHECK_EQ(names_find(&g->words, word_of(g->words.text[i])), i);
    grid_file_print(g, files_text_open());
    text = files_text_done();
    CHECK_EQ(grid_file_parse(&again, "again", text, files_text_size, &e), 0);
    grid_check_same(g, &again);
    grid_free(&again);
}

/* A message is one printable line. */
static inline void grid_check_message(const char *text)
{
    CHECK(strlen(text) > 10);
    for (; *text; text++) CHECK((unsigned char)*text >= ' ' && *text != 127);
}

/* Any bytes: a grid that is sound, or one printable sentence and nothing kept. 1 if it is
 * a grid. */
static inline int grid_check_any(const char *bytes, size_t size)
{
    char *copy = (char *)malloc(size + 1); /* of the exact size: overreads show */
    struct grid g;
    struct error e = {0};
    int failed;
    if (!copy) abort();
    memcpy(copy, bytes, size);
    copy[size] = 0;
    failed = grid_file_parse(&g, "f", copy, size, &e) != 0;
    if (failed) {
        CHECK(strncmp(e.text, "f: ", 3) == 0);
        grid_check_message(e.text);
        CHECK(!g.clusters && !g.words.text && !g.columns && !g.table && g.count == 0);
    } else {
        grid_check(&g);
        grid_free(&g);
    }
    free(copy);
    return !failed;
}

/* Any bytes as what a job asks for: taken, or one sentence and nothing kept; with it each
 * cluster can be looked at. 1 if it is taken. */
static inline int demand_check_any(const char *bytes, size_t size)
{
    static const struct grid_state idle = {.free_cpus = 30, .free_nodes = 15};
    static const char grid[] = "cluster a nodes=15 cpus=30 os=Linux vendor=Intel\n"
                               "cluster b nodes=15 cpus=60 memory=4GB clock=2.4GHz\n"
                               "cluster c nodes=2 cpus=4 os=\"a b\" x=1.5\n";
    char *copy = (char *)malloc(size ? size : 1);
    swf_span text;
    struct demands d = {0};
    struct grid g;
    struct error e;
    struct job job = {0};
    size_t i;
    int failed;
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    text.data = copy;
    text.size = size;
    job.servers = 20;
    job.order = 2;
    CHECK_EQ(grid_file_parse(&g, "grid", grid, sizeof grid - 1, &e), 0);
    memset(&e, 0, sizeof e);
    failed = demands_add(&d, &g, job.order, text, &e);
    CHECK(failed == 0 || failed == DEMANDS_BAD);
    if (failed) {
        grid_check_message(e.text);
        CHECK(d.all_count == 0 && d.count == 0);
    } else {
        CHECK_EQ(d.count, 3);
        CHECK_EQ(d.of[2].count, d.all_count);
    }
    for (i = 0; i < g.count; i++) {
        const int ever = demands_fits(&g, &d, &job, i, NULL);
        if (demands_fits(&g, &d, &job, i, &idle)) CHECK(ever);
        if (failed) CHECK(ever == (g.clusters[i].cpus >= 20));
        CHECK(isfinite(demands_cluster_rank(&g, &d, &job, i, &idle)));
    }
    CHECK(isfinite(demands_job_rank(&g, &d, &job)));
    demands_free(&d);
    grid_free(&g);
    free(copy);
    return !failed;
}

#endif
