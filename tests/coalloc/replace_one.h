/* replace_one.h - one move of a booking, for the sweeps of refused memory. */
#ifndef REPLACE_ONE_H
#define REPLACE_ONE_H

#include "coalloc.h"

/* Replaces the last booking of every fourth by one of another length, with
 * `more` servers. */
static inline coa_status replace_one(coa_calendar *cal, coa_time longer, int more,
                                     uint32_t place)
{
    coa_request r = {0};
    coa_booking b, out;
    coa_id id = 0;
    while (coa_next(cal, id, &b) == COA_OK) {
        id = b.id;
        if (b.start <= 0 || id % 4 != 3) continue;
        r.ready = b.start % 7;
        r.length = b.end - b.start + longer;
        r.servers = (uint32_t)(b.servers > 9 ? 9 : b.servers) + (uint32_t)more;
        r.replaces = id;
    }
    if (r.replaces == 0) return COA_OK; /* no booking in this state */
    r.place = place;
    return coa_reserve(cal, &r, &out);
}

#endif
