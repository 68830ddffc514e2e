/* flexco_idle.h - how many processors of each site no running job has: which sites can
 * start a job at once, found without looking at all sites.
 *
 * A booking that begins now may want them, so fewer may be free, but never more.
 */
#ifndef FLEXCO_IDLE_H
#define FLEXCO_IDLE_H

#include <stdint.h>

/* A tree: most[leaves + site] is of a site, most[i] the larger of most[2 i] and
 * most[2 i + 1]. */
struct flexco_idle { /* zero-initialise; free(most) */
    uint32_t *most, leaves;
};

/* All processors of these sites are idle. 0, or -1 when memory is out. */
int flexco_idle_open(struct flexco_idle *t, const uint32_t *servers, uint32_t sites);

/* n processors of the site get a job to run, or lose it. */
void flexco_idle_take(struct flexco_idle *t, uint32_t site, uint32_t n);
void flexco_idle_give(struct flexco_idle *t, uint32_t site, uint32_t n);

/* The first site from `site` on that has n idle processors, n >= 1; UINT32_MAX if none
 * has. */
uint32_t flexco_idle_from(const struct flexco_idle *t, uint32_t site, uint32_t n);

#endif
