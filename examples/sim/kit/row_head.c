/* row_head.c - a head is a list of NAME=VALUE texts; two runs are the same where these
 * texts are. */
#include "kit/row_head.h"

#include "base/hash.h"
#include "kit/base.h"
#include "kit/command.h"
#include "kit/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 4, DIGITS = 16 }; /* the first setting; of a hash */

static void add(struct row_head *h, const char *text) { h->at[h->count++] = text; }

/* With room for so many fields. */
static struct row_head begin(size_t room)
{
    const struct row_head h = {(const char **)base_kept(room, sizeof *h.at), 0};
    return h;
}

/* Do results depend on it? */
static int is_setting(const struct option *o) { return o->of != OF_PROGRAM; }

static int is_input(const struct option *o)
{
    return o->kind == OPTION_FILE || o->kind == OPTION_FILES;
}

/* ---- as text ----------------------------------------------------------------------- */

/* "8c1f2f0e7a6b4d35:" of what the files of an option hold; "" if there are none. */
static const char *input_hash(const struct options *o, size_t i)
{
    uint64_t hash = HASH_START, one;
    const char *path;
    size_t k;
    for (k = 0; (path = option_file(o, i, k)) != NULL; k++)
        if ((one = output_hash(path)) != 0) hash = hash_add(hash, one);
    return hash == HASH_START ? "" : base_text("%016" PRIx64 ":", hash);
}

/* How many bytes of a value are such a hash. */
static size_t hash_length(const char *value)
{
    return strspn(value, "0123456789abcdef") == DIGITS && value[DIGITS] == ':'
               ? DIGITS + 1
               : 0;
}

/* "20,60": an option as a command line gives it; NULL: it is not given. */
static const char *value_of(const struct options *o, size_t i)
{
    const struct option *option = &o->table[i];
    const struct option_given *g = &o->given[i];
    char a[OPTION_WIDE], b[OPTION_WIDE];
    const char *text = "";
    size_t k;
    if (option->kind == OPTION_FLAG) return g->at[0] ? "1" : NULL;
    if (!g->text || option->kind == OPTION_TEXT) return g->text;
    if (is_input(option)) return base_text("%s%s", input_hash(o, i), g->text);
    if (option->kind == OPTION_SPAN || option->kind == OPTION_SPAN_TIME)
        return base_text("%s:%s", option_text(option, g->at[0], a),
                         option_text(option, g->at[1], b));
    for (k = 0; k < g->count; k++) { /* "as the log says" is added by --each again */
        if (g->at[k] == 0 && option->lo > 0) continue;
        text =
            base_text("%s%s%s", text, *text ? "," : "", option_text(option, g->at[k], a));
    }
    return text;
}

struct row_head row_head_of(const struct experiment *x)
{
    const uint64_t build = output_hash("/proc/self/exe");
    struct row_head to = begin(FIRST + 1 + x->options.count + x->variants);
    size_t i;
    add(&to, "rows");
    add(&to, "1");
    add(&to, x->sim->name);
    add(&to, COMMAND_VERSION);
    if (build) add(&to, base_text("build=%016" PRIx64, build));
    for (i = 0; i < x->options.count; i++) {
        const struct option *o = &x->options.table[i];
        const char *value = is_setting(o) ? value_of(&x->options, i) : NULL;
        if (value) add(&to, base_text("%s=%s", o->name, value));
    }
    for (i = 0; i < x->variants; i++)
        add(&to, base_text("variant=%s", x->variant_names[i]));
    return to;
}

/* ---- from a file ------------------------------------------------------------------- */

int row_head_read(struct csv *f, const struct experiment *x, struct row_head *to)
{
    size_t i;
    if (!csv_read(f)) return 0;
    if (f->count < FIRST || strcmp(f->at[0], "rows") != 0)
        fail("%s:1: not rows: it does not begin with rows,1,", f->path);
    if (strcmp(f->at[1], "1") != 0)
        fail("%s:1: rows of version '%s'; this program reads version 1", f->path,
             f->at[1]);
    if (strcmp(f->at[2], x->sim->name) != 0 || strcmp(f->at[3], COMMAND_VERSION) != 0)
        fail("%s:1: rows of '%s' '%s', not of %s %s", f->path, f->at[2], f->at[3],
             x->sim->name, COMMAND_VERSION);
    *to = begin(f->count);
    for (i = 0; i < f->count; i++) add(to, base_text("%s", f->at[i]));
    return 1;
}

/* Another path to the same input does no harm. */
static int is_same(const char *x, const char *y)
{
    const size_t name = strcspn(x, "=") + (strchr(x, '=') != NULL);
    const size_t hash = hash_length(x + name);
    return strcmp(x, y) == 0 || (hash && strncmp(x, y, name + hash) == 0);
}

void row_head_compare(const char *path, const struct row_head *head, const char *other,
                      const struct row_head *expected)
{
    size_t i;
    for (i = FIRST; i < head->count || i < expected->count; i++) {
        const char *here = i < head->count ? head->at[i] : "nothing more";
        const char *there = i < expected->count ? expected->at[i] : "nothing more";
        if (!is_same(here, there))
            fail("%s:1: '%s', but '%s' in %s", path, here, there, other);
    }
}

/* NAME=VALUE, unless the command line says it. */
static void take(struct experiment *x, const char *field, unsigned char *seen)
{
    const char *value = strchr(field, '='), *hash;
    const struct option *o = x->options.table;
    size_t i = 0;
    while (value && i < x->options.count &&
           (!is_setting(&o[i]) || strlen(o[i].name) != (size_t)(value - field) ||
            strncmp(o[i].name, field, (size_t)(value - field)) != 0))
        i++;
    if (!value || i == x->options.count)
        fail("'%s' is not NAME=VALUE of an option of %s", field, x->sim->name);
    if (seen[i]++) fail("%s is given twice", o[i].name);
    value++;
    if (!x->options.given[i].told) {
        option_give(&x->options, i, value + (is_input(&o[i]) ? hash_length(value) : 0));
        x->options.given[i].told = OPTION_TOLD_BY_FILE;
    }
    hash = is_input(&o[i]) ? input_hash(&x->options, i) : "";
    if (*hash && strncmp(hash, value, hash_length(value)) != 0)
        fail("'%s', but here that file holds something else", field);
}

void row_head_plan(struct experiment *x, const char *path, const struct row_head *head)
{
    unsigned char *seen = base_zeroed(x->options.count, 1);
    struct row_head variants = begin(head->count);
    size_t i;
    fail_where("%s:1", path);
    for (i = FIRST; i < head->count; i++) {
        if (strncmp(head->at[i], "variant=", 8) == 0)
            add(&variants, head->at[i] + 8);
        else if (strncmp(head->at[i], "build=", 6) != 0)
            take(x, head->at[i], seen);
    }
    option_end(&x->options);
    fail_where("%s", "");
    free(seen);
    x->named = variants.at;
    x->named_count = variants.count;
}

void row_head_check(const struct experiment *x, const char *path,
                    const struct row_head *head)
{
    size_t i, k;
    for (i = 0; i < x->options.count; i++) {
        const struct option *o = &x->options.table[i];
        const char *value = is_setting(o) ? value_of(&x->options, i) : NULL;
        const char *field = base_text("%s=%s", o->name, value ? value : "");
        if (x->options.given[i].told != OPTION_TOLD || is_input(o) || !value) continue;
        for (k = FIRST; k < head->count && strcmp(head->at[k], field) != 0;) k++;
        if (k == head->count)
            fail("%s:1: not of '%s', as the command line says", path, field);
    }
}
