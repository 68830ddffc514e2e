/* topology.c - the table of formats: which one a text is in, and its reader. */
#include "topology/topology.h"

#include "base/input.h"
#include "base/word.h"
#include "program/cli.h"
#include "topology/topology_builtin.h"
#include "topology/topology_gml.h"
#include "topology/topology_graphml.h"
#include "topology/topology_sndlib.h"
#include "topology/topology_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- formats ----------------------------------------------------------------------- */

/* A format is added here. A text is in the first format that its name or its beginning
 * fits, and so the last row is for what fits no other. */
static const struct topology_format formats[] = {
    {{"gml", "GML"}, ".gml", "graph|Creator", topology_gml_read},
    {{"graphml", "GraphML"}, ".graphml", "<", topology_graphml_read},
    {{"sndlib", "SNDlib"}, NULL, "?", topology_sndlib_read},
    {{"text", "our own format"}, NULL, NULL, topology_text_read}};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct choice_table topology_formats = CHOICE_TABLE(formats);

const struct topology_format *topology_format_of(const char *word)
{
    const int64_t row = choice_find(&topology_formats, word, strlen(word));
    return row < 0 ? NULL : &formats[row];
}

/* Does the file's name, without .gz, end so? */
static int has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name) - (input_is_gzip(name) ? 3 : 0);
    const size_t end = strlen(ending);
    return length > end && memcmp(name + length - end, ending, end) == 0;
}

/* Does the text begin with one of the words, or characters, of `begins`? */
static int has_beginning(struct topology_source s, const char *begins)
{
    struct word first, w;
    int64_t i;
    topology_scan_skip(&s);
    if (s.at == s.end) return 0;
    first = topology_scan_word(&s, "[#");
    for (i = 0; (w.at = cli_word(begins, i, &w.length)) != NULL; i++)
        if (w.length == 1
                ? *first.at == *w.at
                : first.length == w.length && memcmp(first.at, w.at, w.length) == 0)
            return 1;
    return 0;
}

static const struct topology_format *guess(const struct topology_source *s)
{
    size_t i;
    for (i = 0; i < FORMATS; i++)
        if (formats[i].ending && has_ending(s->name, formats[i].ending))
            return &formats[i];
    for (i = 0; i + 1 < FORMATS; i++)
        if (formats[i].begins && has_beginning(*s, formats[i].begins)) break;
    return &formats[i];
}

const struct topology_format *topology_format_guess(const char *name, const char *text,
                                                    size_t size)
{
    struct topology nothing;
    struct topology_source s = topology_scan_begin(name, NULL, &nothing, NULL);
    topology_scan_text(&s, text, size);
    return guess(&s);
}

/* ---- reading ----------------------------------------------------------------------- */

/* What every way to a network ends with: the network has nodes, or is freed. */
static int finish(const struct topology_source *s, int failed)
{
    if (!failed && s->t->node_count == 0)
        failed = topology_scan_fail(s, "there is no node");
    if (failed) topology_data_free(s->t);
    return failed ? -1 : 0;
}

int topology_parse(const char *name, const char *text, size_t size,
                   const struct topology_format *format, const struct topology_options *o,
                   struct topology *t, struct error *e)
{
    struct topology_source s = topology_scan_begin(name, o, t, e);
    topology_scan_text(&s, text, size);
    if (topology_scan_begins(&s, "\xEF\xBB\xBF")) s.at += 3; /* a byte order mark */
    if (!format) format = guess(&s);
    return finish(&s, format->read(&s) != 0);
}

int topology_open(struct input *in, const char *path, struct error *e)
{
    struct error why;
    char names[CHOICE_TEXT];
    if (input_open(in, path, &why) == 0) return 0;
    return error_fail(e, "%s; the networks built in (--network) are %s", why.text,
                      topology_builtin_names(names, sizeof names));
}

int topology_read(const char *path, const struct topology_format *format,
                  const struct topology_options *o, struct topology *t, struct error *e)
{
    struct input in;
    char *text = NULL;
    size_t size;
    int failed;
    memset(t, 0, sizeof *t);
    if (topology_open(&in, path, e) != 0) return -1;
    failed = input_read_all(&in, TOPOLOGY_BYTES, &text, &size, e) != 0;
    if (!failed) failed = topology_parse(in.path, text, size, format, o, t, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

int topology_get(const char *name, const struct topology_format *format,
                 const struct topology_options *o, struct topology *t, struct error *e)
{
    const int made = topology_builtin_make(name, o, t, e);
    const struct topology_source s = {name, NULL, NULL, 0, o, t, e};
    return made > 0 ? topology_read(name, format, o, t, e) : finish(&s, made < 0);
}
