/* flex_at.h - objects for the jobs of a test, with the list of sites of the moment. */
#ifndef FLEX_AT_H
#define FLEX_AT_H

#ifndef FLEX_KEY
#define FLEX_KEY 0xC0A110Cu
#endif

enum { FLEX_OBJECTS = 2 };

static coa_flex *flex_objects[FLEX_OBJECTS];

/* Object k; flex_done begins anew. */
static inline coa_flex *flex_nth(int k, const coa_site *sites, uint32_t n)
{
    if (flex_objects[k])
        CHECK_EQ(coa_flex_sites(flex_objects[k], sites, n), COA_OK);
    else
        CHECK_EQ(coa_flex_create(&flex_objects[k], FLEX_KEY, sites, n, NULL, NULL),
                 COA_OK);
    return flex_objects[k];
}

static inline coa_flex *flex_at(const coa_site *sites, uint32_t n)
{
    return flex_nth(0, sites, n);
}

static inline void flex_done(void)
{
    int k;
    for (k = 0; k < FLEX_OBJECTS; k++) {
        coa_flex_destroy(flex_objects[k]);
        flex_objects[k] = NULL;
    }
}

#endif
