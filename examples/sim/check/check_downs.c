/* check_downs.c - outages are sorted by cluster and start; each question is a
 * bisection. */
#include "check/check_downs.h"

#include "base/compare.h"

#include <stdlib.h>

void check_downs_free(struct check_downs *d)
{
    free(d->list);
    d->list = NULL;
    d->count = 0;
}

static int by_cluster(const void *a, const void *b)
{
    const struct outage *x = (const struct outage *)a, *y = (const struct outage *)b;
    if (x->cluster != y->cluster) return COMPARE(x->cluster, y->cluster);
    if (x->from != y->from) return COMPARE(x->from, y->from);
    return COMPARE(x->to, y->to);
}

enum check_downs_state check_downs_begin(struct check_downs *d,
                                         const struct outage *outages, size_t n,
                                         size_t clusters, size_t *bad)
{
    size_t i;
    d->list = (struct outage *)malloc((n + 1) * sizeof *d->list);
    if (!d->list) return CHECK_DOWNS_NO_MEMORY;
    d->count = n;
    for (i = 0; i < n; i++) {
        *bad = i;
        if (outages[i].cluster >= clusters || outages[i].to <= outages[i].from)
            return CHECK_DOWNS_OF_NOTHING;
        if (i > 0 && outages[i].from < outages[i - 1].from) return CHECK_DOWNS_DISORDER;
        d->list[i] = outages[i];
    }
    qsort(d->list, n, sizeof *d->list, by_cluster);
    for (i = 1; i < n; i++) {
        const struct outage *o = &d->list[i];
        *bad = i;
        if (o->cluster == o[-1].cluster && o->from < o[-1].to) return CHECK_DOWNS_OVERLAP;
    }
    return CHECK_DOWNS_SOUND;
}

const struct outage *check_downs_outage(const struct check_downs *d, uint32_t cluster,
                                        int64_t before)
{
    size_t lo = 0, hi = d->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        const struct outage *o = &d->list[middle];
        if (o->cluster < cluster || (o->cluster == cluster && o->from < before))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo > 0 && d->list[lo - 1].cluster == cluster ? &d->list[lo - 1] : NULL;
}

int check_downs_down(const struct check_downs *d, uint32_t cluster, int64_t from,
                     int64_t to)
{
    const struct outage *o = check_downs_outage(d, cluster, to);
    return o && o->to > from;
}

int check_downs_fails_at(const struct check_downs *d, uint32_t cluster, int64_t time)
{
    const struct outage *o = check_downs_outage(d, cluster, time + 1);
    return o && o->from == time;
}
