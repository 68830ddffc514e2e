/* flexco_idle.c - a search climbs until a subtree to the right has enough, then
 * descends. */
#include "flexco/flexco_idle.h"

#include <stdlib.h>

static void flexco_idle_sum_up(struct flexco_idle *t, uint32_t i)
{
    const uint32_t *child = t->most + 2 * (size_t)i;
    t->most[i] = child[0] > child[1] ? child[0] : child[1];
}

int flexco_idle_open(struct flexco_idle *t, const uint32_t *servers, uint32_t sites)
{
    uint32_t i;
    for (t->leaves = 1; t->leaves < sites;) t->leaves *= 2;
    t->most = (uint32_t *)calloc(2 * (size_t)t->leaves, sizeof *t->most);
    if (!t->most) return -1;
    for (i = 0; i < sites; i++) t->most[t->leaves + i] = servers[i];
    for (i = t->leaves - 1; i > 0; i--) flexco_idle_sum_up(t, i);
    return 0;
}

static void flexco_idle_changed(struct flexco_idle *t, uint32_t site)
{
    uint32_t i;
    for (i = (t->leaves + site) / 2; i > 0; i /= 2) flexco_idle_sum_up(t, i);
}

void flexco_idle_take(struct flexco_idle *t, uint32_t site, uint32_t n)
{
    t->most[t->leaves + site] -= n;
    flexco_idle_changed(t, site);
}

void flexco_idle_give(struct flexco_idle *t, uint32_t site, uint32_t n)
{
    t->most[t->leaves + site] += n;
    flexco_idle_changed(t, site);
}

uint32_t flexco_idle_from(const struct flexco_idle *t, uint32_t site, uint32_t n)
{
    uint32_t i = t->leaves + site;
    if (site >= t->leaves) return UINT32_MAX;
    while (t->most[i] < n) {
        while (i % 2 == 1) i /= 2; /* the next subtree to the right */
        if (i == 0) return UINT32_MAX;
        i++;
    }
    while (i < t->leaves) {
        i *= 2;
        i += t->most[i] < n;
    }
    return i - t->leaves;
}
