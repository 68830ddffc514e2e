/* topology.c - implements topology.h. */
#include "topology/topology.h"

#include "base/input.h"
#include "base/word.h"
#include "topology/topology_builtin.h"
#include "topology/topology_gml.h"
#include "topology/topology_graphml.h"
#include "topology/topology_sndlib.h"
#include "topology/topology_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- which format ------------------------------------------------------------------ */

int topology_format_of(const char *name, enum topology_format *format)
{
    static const char *const names[] = {"auto", "text", "sndlib", "gml", "graphml"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) {
            *format = (enum topology_format)i;
            return 0;
        }
    return -1;
}

/* Does the file's name, without .gz, end so? */
static int topology_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name) - (input_is_gzip(name) ? 3 : 0);
    const size_t end = strlen(ending);
    return length > end && memcmp(name + length - end, ending, end) == 0;
}

enum topology_format topology_detect(struct topology_source s)
{
    struct word first;
    if (topology_ends(s.name, ".gml")) return TOPOLOGY_GML;
    if (topology_ends(s.name, ".graphml")) return TOPOLOGY_GRAPHML;
    topology_scan_source_skip(&s);
    if (s.at == s.end) return TOPOLOGY_TEXT;
    if (*s.at == '<') return TOPOLOGY_GRAPHML;
    if (*s.at == '?') return TOPOLOGY_SNDLIB;
    first = topology_scan_source_word(&s, "[#");
    return word_is(first, "graph") || word_is(first, "Creator") ? TOPOLOGY_GML
                                                                : TOPOLOGY_TEXT;
}

/* ---- reading ----------------------------------------------------------------------- */

static int topology_read_source(struct topology_source *s, enum topology_format format)
{
    if (topology_graphml_xml_begins(s, "\xEF\xBB\xBF"))
        s->at += 3; /* a byte order mark */
    if (format == TOPOLOGY_AUTO) format = topology_detect(*s);
    switch (format) {
    case TOPOLOGY_SNDLIB: return topology_sndlib_read(s);
    case TOPOLOGY_GML: return topology_gml_read(s);
    case TOPOLOGY_GRAPHML: return topology_graphml_read(s);
    case TOPOLOGY_AUTO:
    case TOPOLOGY_TEXT: break;
    }
    return topology_text_read(s);
}

struct topology_source topology_source(const char *name, const struct topology_options *o,
                                       struct topology *t, struct error *e)
{
    struct topology_source s;
    memset(t, 0, sizeof *t);
    s.name = name;
    s.at = s.end = "";
    s.line = 0;
    s.options = o;
    s.t = t;
    s.error = e;
    return s;
}

/* What all ways to a network end with: it has nodes, or is freed. */
static int topology_done(const struct topology_source *s, int failed)
{
    if (!failed && s->t->node_count == 0)
        failed = topology_scan_source_fail(s, "there is no node");
    if (failed) topology_data_free(s->t);
    return failed ? -1 : 0;
}

int topology_parse(const char *name, const char *text, size_t size,
                   enum topology_format format, const struct topology_options *o,
                   struct topology *t, struct error *e)
{
    struct topology_source s = topology_source(name, o, t, e);
    s.at = text;
    s.end = text + size;
    s.line = 1;
    return topology_done(&s, topology_read_source(&s, format) != 0);
}

int topology_read(const char *path, enum topology_format format,
                  const struct topology_options *o, struct topology *t, struct error *e)
{
    struct input in;
    char *text = NULL;
    size_t size;
    int failed;
    memset(t, 0, sizeof *t);
    if (input_open(&in, path, e) != 0) return -1;
    failed = input_read_all(&in, TOPOLOGY_BYTES, &text, &size, e) != 0;
    if (!failed) failed = topology_parse(in.path, text, size, format, o, t, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

int topology_get(const char *name, enum topology_format format,
                 const struct topology_options *o, struct topology *t, struct error *e)
{
    struct topology_source s = topology_source(name, o, t, e);
    const int made = topology_builtin_make_named(&s);
    return made > 0 ? topology_read(name, format, o, t, e) : topology_done(&s, made < 0);
}
