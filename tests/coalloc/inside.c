/* inside.c - the functions of inside.h, included where the header is implemented. */
#include "inside.h"

static int inside_within(const coa_i_vec *v) { return v->count <= v->capacity; }

const char *inside_excess(const coa_calendar *c)
{
    switch (c->desc.index) {
    case COA_INDEX_MAP:
        if (coa_i_map_of(c)->sets.kept > 0) return "sets.kept";
        if (!inside_within(&coa_i_map_of(c)->sets.slots)) return "sets.slots";
        if (!inside_within(&coa_i_map_of(c)->picks)) return "picks";
        if (!inside_within(&coa_i_map_of(c)->before)) return "before";
        if (!inside_within(&coa_i_map_of(c)->after)) return "after";
        break;
    case COA_INDEX_RANGE_TREE:
        if (!inside_within(&coa_i_rt_of(c)->trees.nodes)) return "trees.nodes";
        if (!inside_within(&coa_i_rt_of(c)->trees.periods)) return "trees.periods";
        break;
    case COA_INDEX_SLICES:
        if (!inside_within(&coa_i_slices_of(c)->slices)) return "slices";
        if (!inside_within(&coa_i_slices_of(c)->masks)) return "masks";
        break;
    default:
        if (!inside_within(&coa_i_counts_of(c)->nodes)) return "nodes";
        if (!inside_within(&coa_i_binding_of(c)->promises)) return "promises";
        if (!inside_within(&coa_i_binding_of(c)->far)) return "far";
        if (!inside_within(&coa_i_binding_of(c)->store)) return "binding.store";
        break;
    }
    if (!inside_within(&c->records)) return "records";
    if (!inside_within(&c->store)) return "store";
    return NULL;
}

void inside_pack(coa_calendar *c) { coa_i_map_pack(coa_i_map_of(c)); }

int inside_arena_sane(const coa_arena *a)
{
    size_t at, end = 0, held = 0;
    coa_i_gap h;
    for (at = a->first; at != a->size; at = h.next) {
        if (at > a->size || at % COA_I_UNIT != 0 || (held > 0 && at <= end)) return 0;
        h = coa_i_gap_at(a, at);
        if (h.size == 0 || h.size % COA_I_UNIT != 0 || h.size > a->size - at) return 0;
        end = at + h.size;
        held += h.size;
    }
    return held == a->size - a->used && a->used <= a->size;
}
