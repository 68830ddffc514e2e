/* mrfs_list.c - one table of fields; `put` checks what goes together. */
#include "mrfs/mrfs_list.h"

#include "base/input.h"
#include "base/line.h"
#include "kit/base.h"

#include <math.h>

enum { TEN_YEARS = 3650 * 86400 };

#define MOST INT64_C(9000000000000000) /* Mb, Mb/s: a double has it exactly */
#define NOT_WHOLE "%s=: expected 1 to 9e15 whole Mb%s, not %g"

struct transfer { /* a line */
    int64_t arrive, ready, deadline, length;
    struct line_amount volume, rate;
};

#define AT(member) .at = offsetof(struct transfer, member)

/* Mb; a capacity of 1 is 1 Mb/s (topology_default). */
static const struct quantity_unit volumes[] = {{"kB", 8e-3},
                                               {"MB", 8},
                                               {"GB", 8e3},
                                               {"TB", 8e6},
                                               {"PB", 8e9},
                                               {"Mb", 1},
                                               {"Gb", 1e3},
                                               {"Tb", 1e6},
                                               {"MiB", 8.388608},
                                               {"GiB", 8589.934592},
                                               {"TiB", 8796093.022208},
                                               {NULL, 0}};

static const struct line_row rows[] = {
    {"volume", LINE_AMOUNT, AT(volume), 1, 0, volumes},
    {"rate", LINE_AMOUNT, AT(rate), 1, MOST, quantity_rates},
    {"length", LINE_TIME, AT(length), 1, TEN_YEARS},
    {"arrive", LINE_TIME, AT(arrive), 0, TEN_YEARS},
    {"ready", LINE_TIME, AT(ready), 0, TEN_YEARS},
    {"deadline", LINE_TIME, AT(deadline), 1, TEN_YEARS},
    {0}};

/* The node that the next word names; 0, or -1. */
static int read_node(struct line *l, const struct topology *t, uint32_t *to,
                     struct error *e)
{
    const int status = line_field(l, e);
    if (status < 0) return -1;
    if (status == 0 || l->value.at) return error_fail(e, "expected two nodes first");
    *to = names_find(&t->names, l->name);
    return *to == NAMES_NONE
               ? error_fail(e, "the network has no node '%.*s'", WORD(l->name))
               : 0;
}

/* In Mb or Mb/s, rounded up; 0 if it is not there, or too much, or more than 0.1 % from
 * that. */
static int64_t amount_of(const struct line_amount *a, double mb)
{
    const double amount = a->with_unit * mb, whole = ceil(amount * (1 - 1e-12));
    if (!a->has_unit) return a->plain;
    return whole <= MOST && whole - amount <= whole / 1000 ? (int64_t)whole : 0;
}

/* Makes q of the line's fields. 0, or -1. */
static int put(struct mrfs_request *q, const struct transfer *t, int64_t before,
               struct error *e)
{
    char text[QUANTITY_TEXT];
    q->arrive = t->arrive;
    q->start = t->ready > t->arrive ? t->ready : t->arrive;
    q->end = t->deadline ? t->deadline : NETS_FOREVER;
    q->duration = t->length;
    q->volume = amount_of(&t->volume, 1);
    q->bandwidth = amount_of(&t->rate, 1e-6);
    if (q->at[0] == q->at[1]) return error_fail(e, "expected two different nodes");
    if (t->volume.has_unit == (t->length > 0))
        return error_fail(e, "expected volume= or length=, and not both");
    if (t->volume.has_unit && !q->volume)
        return error_fail(e, NOT_WHOLE, "volume", "", t->volume.with_unit);
    if (t->rate.has_unit && !q->bandwidth)
        return error_fail(e, NOT_WHOLE, "rate", "/s", t->rate.with_unit / 1e6);
    if (!q->volume && !q->bandwidth) return error_fail(e, "expected rate= with length=");
    if (t->arrive < before) return error_fail(e, "expected arrive= in ascending order");
    const int64_t least = !q->volume      ? q->duration
                          : !q->bandwidth ? 1
                                          : (q->volume - 1) / q->bandwidth + 1;
    if (q->end - q->start < least)
        return error_fail(e, "expected a deadline at least %s after it is ready%s",
                          quantity_time_text(least, text),
                          q->volume && q->bandwidth ? ": the volume at that rate" : "");
    return 0;
}

/* Reads the line's request. 1, 0 if it has none, or -1. */
static int read_line(struct line *l, const struct topology *t, int64_t before,
                     struct mrfs_request *q, struct error *e)
{
    struct transfer f = {.arrive = before};
    struct line peek = *l;
    const int status = line_field(&peek, e);
    if (status <= 0) return status;
    q->ends = 2;
    if (read_node(l, t, &q->at[0], e) != 0 || read_node(l, t, &q->at[1], e) != 0 ||
        line_rows(l, rows, &f, e) != 0 || put(q, &f, before, e) != 0)
        return -1;
    return 1;
}

void mrfs_list_load(struct mrfs_list *l, const char *name)
{
    struct input in;
    struct error e;
    char *text = NULL;
    if (l->name) return;
    if (input_open(&in, name, &e) != 0 ||
        input_read_all(&in, TOPOLOGY_FILE, &text, &l->size, &e) != 0)
        fail("%s", e.text);
    base_keep(text);
    l->text = text, l->name = in.path;
}

void mrfs_list_read(struct mrfs_scenario *s, const struct mrfs_list *list)
{
    struct mrfs_request *last = NULL;
    struct error e;
    unsigned long number = 1;
    for (struct line l = {.at = list->text, .end = list->text + list->size}; l.at < l.end;
         number++, line_end(&l)) {
        struct mrfs_request q = {0};
        const int status = read_line(&l, &s->network, last ? last->arrive : 0, &q, &e);
        if (status < 0)
            fail("%s:%lu: field %lu: %s; syntax: %s", list->name, number, l.field, e.text,
                 MRFS_LIST_LINE);
        if (status == 0) continue;
        if (s->count == MRFS_REQUESTS)
            fail("%s:%lu: more than %d requests", list->name, number, MRFS_REQUESTS);
        last = &BASE_PUSH(s->requests, s->count, s->room);
        *last = q;
        if (q.end < NETS_FOREVER && s->horizon < q.end) s->horizon = q.end;
    }
    if (s->count == 0) fail("%s: contains no requests", list->name);
}
