/* topology.c - opens and reads a file, or asks for a network that is built in. */
#include "topology/topology.h"

#include "topology/topology_builtin.h"

#include <stdlib.h>
#include <string.h>

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
    failed = input_read_all(&in, TOPOLOGY_FORMAT_BYTES, &text, &size, e) != 0;
    if (!failed)
        failed = topology_format_parse(in.path, text, size, format, o, t, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

int topology_get(const char *name, const struct topology_format *format,
                 const struct topology_options *o, struct topology *t, struct error *e)
{
    const int made = topology_builtin_make(name, o, t, e);
    const struct topology_source s = {name, NULL, NULL, 0, o, t, e};
    return made > 0 ? topology_read(name, format, o, t, e)
                    : topology_format_finish(&s, made < 0);
}
