/* grid_check.h - what must hold for every grid that workload/grid.h reads, and every
 * demand that demands.h takes, whatever the input is; shared by the tests and the fuzzer.
 */
#ifndef GRID_CHECK_H
#define GRID_CHECK_H

#include "fails.h"
#include "files.h"

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include <math.h>

static inline int grid_differs(double a, double b) { return a < b || a > b; }

static inline void grid_check_cluster(const struct grid *g, size_t i)
{
    const struct grid_cluster *c = &g->clusters[i];
    uint32_t node = 0;
    CHECK(c->nodes > 0 && c->nodes <= c->cpus && c->cpus <= GRID_FILE_CPUS);
    CHECK(*c->name && strcspn(c->name, " \t\r\n#=") == strlen(c->name));
    CHECK_EQ(grid_find(g, word_of(c->name)), i);
    CHECK(grid_value(g, i, GRID_NODES) && grid_value(g, i, GRID_CPUS));
    for (uint32_t k = 0; k < GRID_ATTRIBUTES; k++) {
        const struct grid_value *v = grid_value(g, i, k);
        const int known = k < GRID_KNOWN_COUNT;
        if (!v) continue;
        CHECK(k < g->attributes.count && !grid_is_dynamic(k));
        CHECK(fabs(v->number) <= GRID_FILE_NUMBER && (v->number >= 0 || !known));
        if (v->kind == GRID_WORD)
            CHECK(v->text < g->texts.count && *grid_text(g, v->text));
        if (known) CHECK_EQ(v->kind == GRID_WORD, grid_unit(k) == GRID_UNIT_TEXT);
    }
    for (uint32_t k = 0; k < 3; k++) CHECK(c->capacity[k] >= 0);
    for (uint32_t cpu = 0; cpu < c->cpus && cpu < 1000; cpu++) {
        const uint32_t next = grid_cluster_node(c, cpu);
        CHECK(next == node || (next == node + 1 && cpu > 0));
        node = next;
    }
    CHECK(grid_cluster_node(c, 0) == 0);
    CHECK_EQ(grid_cluster_node(c, c->cpus - 1), c->nodes - 1);
}

static inline void grid_check_same(const struct grid *a, struct grid *b)
{
    CHECK_EQ(a->count, b->count);
    CHECK_EQ(a->cpus, b->cpus);
    for (uint32_t k = 0; k < a->attributes.count && k < GRID_ATTRIBUTES; k++) {
        const uint32_t same = grid_attribute(b, word_of(grid_word(a, k)));
        CHECK(!grid_differs(grid_priority(b, same), a->priority[k]));
        for (size_t i = 0; i < a->count; i++) {
            const struct grid_value *v = grid_value(a, i, k), *w = grid_value(b, i, same);
            CHECK_EQ(v != NULL, w != NULL);
            if (!v) continue;
            CHECK(v->kind == w->kind && !grid_differs(v->number, w->number));
            if (v->kind == GRID_WORD)
                CHECK_STR(grid_text(a, v->text), grid_text(b, w->text));
        }
    }
    for (size_t i = 0; i < a->count; i++) {
        const struct grid_cluster *x = &a->clusters[i], *y = &b->clusters[i];
        CHECK_STR(x->name, y->name);
        CHECK(x->nodes == y->nodes && x->cpus == y->cpus);
        for (uint32_t k = 0; k < 3; k++)
            CHECK(!grid_differs(x->capacity[k], y->capacity[k]));
        for (uint32_t k = 0; k < 4; k++) {
            CHECK_EQ(x->words[k] != NULL, y->words[k] != NULL);
            if (x->words[k]) CHECK_STR(x->words[k], y->words[k]);
        }
    }
}

/* It is sound, and written and read again the same. */
static inline void grid_check(const struct grid *g)
{
    struct grid again;
    uint64_t cpus = 0;
    char *text = NULL;
    size_t size;
    FILE *to;
    CHECK(g->count > 0 && g->count <= GRID_FILE_CLUSTERS);
    for (size_t i = 0; i < g->count; i++) {
        grid_check_cluster(g, i);
        cpus += g->clusters[i].cpus;
    }
    CHECK_EQ(cpus, g->cpus);
    for (size_t i = 0; i < g->texts.count; i++) /* each once, whatever its capitals */
        CHECK_EQ(names_find(&g->texts, word_of(g->texts.text[i])), i);
    to = open_memstream(&text, &size);
    CHECK(to != NULL);
    grid_file_print(g, to);
    fclose(to);
    grid_file_parse(&again, "again", text, size);
    grid_check_same(g, &again);
    free(text);
    grid_free(&again);
}

/* A message is one printable line. */
static inline void grid_check_message(const char *text)
{
    CHECK(strlen(text) > 10);
    for (; *text; text++) CHECK((unsigned char)*text >= ' ' && *text != 127);
}

/* Any bytes: a grid that is sound, or one printable sentence. 1 if it is a grid. */
static inline int grid_check_any(const char *bytes, size_t size)
{
    static struct grid g;
    char *const copy = (char *)malloc(size + 1); /* of the exact size: overreads show */
    if (!copy) abort();
    memcpy(copy, bytes, size);
    copy[size] = 0;
    FAILS(grid_file_parse(&g, "f", copy, size));
    if (*fails.text) {
        CHECK(strncmp(fails.text, "f: ", 3) == 0);
        grid_check_message(fails.text);
    } else {
        grid_check(&g);
    }
    grid_free(&g);
    free(copy);
    return !*fails.text;
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
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    text.data = copy;
    text.size = size;
    job.servers = 20;
    job.order = 2;
    grid_file_parse(&g, "grid", grid, sizeof grid - 1);
    memset(&e, 0, sizeof e);
    const int failed = demands_add(&d, &g, job.order, text, &e);
    if (failed) {
        grid_check_message(e.text);
        CHECK(d.all_count == 0 && d.count == 0);
    } else {
        CHECK_EQ(d.count, 3);
        CHECK_EQ(d.of[2].count, d.all_count);
    }
    for (size_t i = 0; i < g.count; i++) {
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
