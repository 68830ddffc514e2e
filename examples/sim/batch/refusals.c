/* refusals.c - implements refusals.h. */
#include "batch/refusals.h"

static size_t kept(const struct refusals *r)
{
    return r->made < REFUSALS_KEPT ? r->made : (size_t)REFUSALS_KEPT;
}

void refusals_begin(struct refusals *r) { r->made = 0; }

void refusals_add(struct refusals *r, uint32_t servers, int64_t length, int64_t from,
                  int64_t until)
{
    struct refusal *to = &r->items[r->made % REFUSALS_KEPT];
    if (from >= until) return;
    to->servers = servers;
    to->length = length;
    to->from = from;
    to->until = until;
    r->made++;
}

void refusals_open(struct refusals *r, int64_t from)
{
    const size_t n = kept(r);
    size_t i;
    for (i = 0; i < n; i++)
        if (r->items[i].until > from - r->items[i].length)
            r->items[i].until = from - r->items[i].length + 1;
}

int64_t refusals_skip(const struct refusals *r, uint32_t servers, int64_t length,
                      int64_t from, int64_t until)
{
    const size_t n = kept(r);
    size_t i;
    for (i = 0; i < n && from < until; i++) {
        const struct refusal *x = &r->items[i];
        if (x->from <= from && x->until > from && x->servers <= servers &&
            x->length <= length)
            from = x->until;
    }
    return from < until ? from : until;
}
