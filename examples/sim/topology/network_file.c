/* network_file.c - topology.h for programs that have nothing else of the simulators. */
#include "topology/network_file.h"

#include "base/array.h"
#include "base/error.h"
#include "topology/topology.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct topology_options network_file_options(const struct network_file_units *u)
{
    struct topology_options o = topology_default;
    if (!u) return o;
    if (u->bps > 0) o.unit_bps = u->bps;
    if (u->tick_us > 0) o.tick_us = u->tick_us;
    if (u->capacity_bps > 0) o.capacity_bps = u->capacity_bps;
    if (u->delay_us > 0) o.delay_us = u->delay_us;
    o.both_ways = u->both_ways;
    return o;
}

int network_file_parse(struct network_file *f, const char *name, const char *text,
                       size_t size, const struct network_file_units *units)
{
    const struct topology_options o = network_file_options(units);
    struct error e;
    memset(f, 0, sizeof *f);
    f->names = calloc(1, sizeof *f->names);
    int failed = !f->names ? error_fail(&e, "%s: out of memory", name)
                           : topology_parse(name, text, size, &o, f->names, &e);
    if (!failed) {
        nets_status s = topology_network(&f->net, f->names, 1);
        if (s == NETS_OK && topology_note(f->names, f->note) != 0) s = NETS_E_NOMEM;
        if (s != NETS_OK) failed = error_fail(&e, "%s: %s", name, nets_status_text(s));
    }
    if (failed) {
        network_file_free(f);
        snprintf(f->error, sizeof f->error, "%s", e.text);
    }
    return failed;
}

int network_file_read(struct network_file *f, const char *path,
                      const struct network_file_units *units)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    const char *wrong = file ? NULL : strerror(errno);
    size_t size = 0, room = 0, got = 1;
    int failed = -1;
    memset(f, 0, sizeof *f);
    while (!wrong && got > 0) {
        if (ARRAY_ROOM(text, size, room, 65536) == 0) {
            got = fread(text + size, 1, room - size - 1, file);
            text[size += got] = 0;
            if (ferror(file)) wrong = "cannot be read";
            if (size > TOPOLOGY_FILE) wrong = "more than 67108864 bytes";
        } else {
            wrong = "out of memory";
        }
    }
    if (wrong)
        snprintf(f->error, sizeof f->error, "%s: %s", path, wrong);
    else
        failed = network_file_parse(f, path, text, size, units);
    if (file) fclose(file);
    free(text);
    return failed;
}

void network_file_free(struct network_file *f)
{
    if (f->names) topology_free(f->names);
    free(f->names);
    nets_destroy(f->net);
    f->names = NULL;
    f->net = NULL;
}

uint32_t network_file_node(const struct network_file *f, const char *name)
{
    return names_find(&f->names->names, word_of(name));
}

uint32_t network_file_type(const struct network_file *f, const char *name)
{
    return names_find(&f->names->types, word_of(name));
}

const char *network_file_node_name(const struct network_file *f, uint32_t node)
{
    return node < f->names->node_count ? f->names->nodes[node].name : "?";
}

const char *network_file_use(const struct network_file *f, const nets_use *use, char *to,
                             size_t size)
{
    const struct topology *t = f->names;
    nets_link_info link;
    snprintf(to, size, "?");
    if (use->kind == NETS_LINK && nets_get_link(f->net, use->index, &link) == NETS_OK) {
        snprintf(to, size, "%s-%s", network_file_node_name(f, link.from),
                 network_file_node_name(f, link.to));
    } else if (use->kind == NETS_UNIT && use->index < t->unit_count) {
        const uint32_t p = t->units[use->index].partition;
        snprintf(to, size, "%s %lu of %s", topology_type(t, p),
                 (unsigned long)(use->index - t->partitions[p].first),
                 t->nodes[t->partitions[p].node].name);
    } else if (use->kind == NETS_CLUSTER && use->index < t->cluster_count) {
        snprintf(to, size, "cluster %lu of %s", (unsigned long)use->index,
                 t->nodes[t->clusters[use->index].node].name);
    }
    return to;
}
