/* topology_format.c - the table of formats: which one a text is in, and its reader. */
#include "topology/topology_format.h"

#include "base/word.h"
#include "topology/topology_scan.h"

#include <string.h>

/* A format is added here. A text is in the first format that its name or its beginning
 * fits, and so the last row is for what fits no other. */
static const struct topology_format formats[] = {
    {{"graphml", "GraphML"}, ".graphml", {"<", NULL}, topology_graphml_read},
    {{"sndlib", "SNDlib"}, NULL, {"?", NULL}, topology_sndlib_read},
    {{"text", "our own format"}, NULL, {NULL, NULL}, topology_text_read}};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct choice_table topology_format_table = CHOICE_TABLE(formats);

const struct topology_format *topology_format_of(const char *word)
{
    const int64_t row = choice_find(&topology_format_table, word, strlen(word));
    return row < 0 ? NULL : &formats[row];
}

/* Do the first `length` bytes of the name end so, and begin with something else? */
static int has_ending(const char *name, size_t length, const char *ending)
{
    const size_t end = strlen(ending);
    return length > end && memcmp(name + length - end, ending, end) == 0;
}

/* Does the text begin with that word, or character? */
static int has_beginning(struct topology_source s, const char *begin)
{
    struct word first;
    topology_scan_skip(&s);
    if (s.at == s.end) return 0;
    first = topology_scan_word(&s, "[#");
    return begin[1] == 0 ? *first.at == *begin : word_is(first, begin);
}

static const struct topology_format *guess(const struct topology_source *s)
{
    size_t length = strlen(s->name), i, k;
    if (has_ending(s->name, length, ".gz")) length -= 3;
    for (i = 0; i < FORMATS; i++)
        if (formats[i].ending && has_ending(s->name, length, formats[i].ending))
            return &formats[i];
    for (i = 0; i + 1 < FORMATS; i++)
        for (k = 0; k < 2; k++)
            if (formats[i].begins[k] && has_beginning(*s, formats[i].begins[k]))
                return &formats[i];
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

int topology_format_finish(const struct topology_source *s, int failed)
{
    if (!failed && s->t->node_count == 0)
        failed = topology_scan_fail(s, "there is no node");
    if (failed) topology_data_free(s->t);
    return failed ? -1 : 0;
}

int topology_format_parse(const char *name, const char *text, size_t size,
                          const struct topology_format *format,
                          const struct topology_options *o, struct topology *t,
                          struct error *e)
{
    struct topology_source s = topology_scan_begin(name, o, t, e);
    topology_scan_text(&s, text, size);
    if (topology_scan_begins(&s, "\xEF\xBB\xBF")) s.at += 3; /* a byte order mark */
    if (!format) format = guess(&s);
    return topology_format_finish(&s, format->read(&s) != 0);
}
