/* network_file.c - the readers of topology_format.h, and network.h, for programs that
 * have nothing else of the simulators. */
#include "topology/network_file.h"

#include "base/array.h"
#include "base/error.h"
#include "topology/network.h"
#include "topology/topology_format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int network_file_fail(struct network_file *f, const struct error *e)
{
    network_file_free(f);
    snprintf(f->error, sizeof f->error, "%s", e->text);
    return -1;
}

static struct topology_options network_file_options(const struct network_file_units *u)
{
    struct topology_options o = topology_data_default();
    if (u && u->bps > 0) o.unit_bps = u->bps;
    if (u && u->tick_us > 0) o.tick_us = u->tick_us;
    if (u && u->capacity_bps > 0) o.capacity_bps = u->capacity_bps;
    if (u && u->delay_us > 0) o.delay_us = u->delay_us;
    return o;
}

int network_file_parse(struct network_file *f, const char *name, const char *text,
                       size_t size, const struct network_file_units *units)
{
    const struct topology_options o = network_file_options(units);
    struct error e;
    int failed;
    memset(f, 0, sizeof *f);
    f->names = (struct topology *)calloc(1, sizeof *f->names);
    failed = !f->names ? error_fail(&e, "%s: there is no memory for it", name)
                       : topology_format_parse(name, text, size, NULL, &o, f->names, &e);
    if (!failed) failed = network_make(&f->net, f->names, 1, &e);
    return failed ? network_file_fail(f, &e) : 0;
}

/* All bytes of the file and a 0 behind them. */
static int network_file_bytes(FILE *file, const char *path, char **text, size_t *size,
                              struct error *e)
{
    size_t room = 0, got = 1;
    while (got > 0) {
        if (ARRAY_ROOM(*text, *size, room, 65536) != 0)
            return error_fail(e, "%s: there is no memory for it", path);
        got = fread(*text + *size, 1, room - *size - 1, file);
        *size += got;
        if (*size > TOPOLOGY_FORMAT_BYTES)
            return error_fail(e, "%s: more than %d bytes", path, TOPOLOGY_FORMAT_BYTES);
    }
    (*text)[*size] = 0;
    return ferror(file) ? error_fail(e, "%s: cannot be read", path) : 0;
}

int network_file_read(struct network_file *f, const char *path,
                      const struct network_file_units *units)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    struct error e;
    int failed;
    memset(f, 0, sizeof *f);
    failed = !file ? error_fail(&e, "%s: %s", path, strerror(errno))
                   : network_file_bytes(file, path, &text, &size, &e);
    failed = failed ? network_file_fail(f, &e)
                    : network_file_parse(f, path, text, size, units);
    if (file) fclose(file);
    free(text);
    return failed;
}

void network_file_free(struct network_file *f)
{
    if (f->names) topology_data_free(f->names);
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
        snprintf(to, size, "%s %lu of %s", topology_data_type(t, p),
                 (unsigned long)(use->index - t->partitions[p].first),
                 t->nodes[t->partitions[p].node].name);
    } else if (use->kind == NETS_CLUSTER && use->index < t->cluster_count) {
        snprintf(to, size, "cluster %lu of %s", (unsigned long)use->index,
                 t->nodes[t->clusters[use->index].node].name);
    }
    return to;
}
