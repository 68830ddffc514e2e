/* flex_at.h - one object for the jobs of a test, with the list of sites of the moment. */
#ifndef FLEX_AT_H
#define FLEX_AT_H

#include "coalloc.h"
#include "test.h"

#define FLEX_KEY 0xC0A110Cu

static coa_flex *flex_at(const coa_site *sites, uint32_t n)
{
    static coa_flex *flex;
    if (flex)
        CHECK_EQ(coa_flex_sites(flex, sites, n), COA_OK);
    else
        CHECK_EQ(coa_flex_create(&flex, FLEX_KEY, sites, n, NULL, NULL), COA_OK);
    return flex;
}

#endif
