/* inside.h - what tests ask of the inside of a calendar if they do not implement the
 * header: tiny.c, which does, has these functions. */
#ifndef INSIDE_H
#define INSIDE_H

#include "coalloc.h"

/* Packs the blocks of a MAP calendar, which may be done at any time. */
void inside_pack(coa_calendar *c);

/* Are the holes of an arena in order, none touching the next, and together all that is
 * not in use? */
int inside_arena_sane(const coa_arena *a);

#endif
