/* inside.c - the functions of inside.h, included where the header is implemented. */
#include "inside.h"

void inside_pack(coa_calendar *c)
{
    coa_i_rows_pack(coa_i_map_of(c), &coa_i_map_of(c)->ahead);
    coa_i_rows_pack(coa_i_map_of(c), &coa_i_map_of(c)->begun);
}

int inside_arena_sane(const coa_arena *a)
{
    size_t end = 0, held = 0;
    coa_i_gap h;
    for (size_t at = a->first; at != a->size; at = h.next) {
        if (at > a->size || at % COA_I_UNIT != 0 || (held > 0 && at <= end)) return 0;
        h = coa_i_gap_at(a, at);
        if (h.size == 0 || h.size % COA_I_UNIT != 0 || h.size > a->size - at) return 0;
        end = at + h.size;
        held += h.size;
    }
    return held == a->size - a->used && a->used <= a->size;
}
