/* flex_at.h - an object for the jobs of a test, with the list of sites of the moment. */
#ifndef FLEX_AT_H
#define FLEX_AT_H

#ifndef FLEX_KEY
#define FLEX_KEY 0xC0A110Cu
#endif
#ifndef FLEX_HEAP
#define FLEX_HEAP NULL, NULL /* where the object has its memory */
#endif

static coa_flex *flex_object; /* flex_done starts again */

static inline coa_flex *flex_at(const coa_site *sites, uint32_t n)
{
    if (flex_object)
        CHECK_EQ(coa_flex_sites(flex_object, sites, n), COA_OK);
    else
        CHECK_EQ(coa_flex_create(&flex_object, FLEX_KEY, sites, n, FLEX_HEAP), COA_OK);
    return flex_object;
}

static inline void flex_done(void)
{
    coa_flex_destroy(flex_object);
    flex_object = NULL;
}

#endif
