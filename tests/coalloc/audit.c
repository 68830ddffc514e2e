/* audit.c - the functions of audit.h, included where the header is implemented. An audit
 * takes its memory from the C library, whatever the calendar's hook. */
#include "audit.h"

/* Is no more of an array in use than was asked for? */
static int audit_within(const coa_i_vec *v) { return v->count <= v->capacity; }

#ifndef COALLOC_NO_MAP
/* ---- MAP --------------------------------------------------------------------------- */

int audit_set(const coa_i_sets *p, coa_i_part part, uint64_t *used)
{
    uint64_t end = 0;
    uint32_t n = 0, slot = part.set;
    for (; slot != COA_I_NONE; slot = coa_i_chunk_at(p, slot)->next) {
        if (slot >= p->chunks.count || ++*used > p->chunks.count) return 0;
        if (coa_i_chunk_at(p, slot)->count - 1 >= COA_I_CHUNK_RUNS) return 0;
        for (uint32_t i = 0; i < coa_i_chunk_at(p, slot)->count; i++, n++) {
            const coa_run r = coa_i_chunk_at(p, slot)->runs[i];
            if (r.count == 0 || (n > 0 && r.first <= end)) return 0;
            end = (uint64_t)r.first + r.count;
        }
    }
    return part.set != COA_I_NONE && part.servers > 0 &&
           coa_i_chain_servers(p, part.set) == part.servers;
}

/* Checks one sequence: order, directory, sets. */
static int audit_rows(const coa_i_map *m, const coa_i_rows *r, uint64_t *used,
                      uint64_t *groups)
{
    coa_time key = INT64_MIN, end = COA_FOREVER;
    if (r->first > r->dir.capacity || r->dir.count > r->dir.capacity - r->first) return 0;
    for (uint32_t k = 0; k < r->dir.count; k++) {
        const coa_i_entry *e = coa_i_entries(r) + k;
        const coa_i_block *b = e->block;
        if (b->first >= b->last || b->last > COA_I_FAT) return 0;
        if (e->key != b->key[b->first]) return 0;
        for (uint32_t i = b->first; i < b->last; i++, ++*groups) {
            if (r == &m->ahead ? b->key[i] >= b->end[i] : b->key[i] != ~b->end[i])
                return 0;
            if ((k > 0 || i > b->first) &&
                !(key < b->key[i] || (key == b->key[i] && end > b->end[i])))
                return 0;
            key = b->key[i];
            end = b->end[i];
            if (coa_i_row_lasts(b, i) > e->longest || end > e->latest ||
                (end < COA_FOREVER && end > e->latest_finite) ||
                b->low[i] < e->low[end == COA_FOREVER])
                return 0;
            if (!audit_set(&m->sets, b->part[i], used) ||
                b->low[i] != coa_i_chain_low(&m->sets, b->part[i].set))
                return 0;
        }
    }
    return 1;
}

/* Checks the rules of the structure itself, without the calendar's. */
int audit_map(const coa_i_map *m)
{
    uint64_t used = 0, groups = 0;
    return audit_rows(m, &m->begun, &used, &groups) &&
           audit_rows(m, &m->ahead, &used, &groups) && groups == m->groups &&
           used + m->sets.free_count + 1 == m->sets.chunks.count && m->sets.kept == 0 &&
           audit_within(&m->sets.chunks) && audit_within(&m->picks) &&
           audit_within(&m->before) && audit_within(&m->after);
}
#endif

#ifndef COALLOC_NO_SLICES
/* ---- SLICES ------------------------------------------------------------------------ */

/* Are the arrays in order? */
static int audit_slices(const coa_calendar *c)
{
    const coa_i_slices *x = coa_i_slices_of(c);
    const uint64_t room = c->owned.capacity / x->words;
    uint32_t row, spare = 0;
    uint64_t *mask;
    /* each record has a mask, and there is memory for all that may become of it */
    if (c->records.count > room || c->records.count > x->most || x->most > room ||
        2 * x->most + 3 > x->slices.capacity || 2 * x->most + 5 > x->masks.capacity)
        return 0;
    for (uint32_t i = 0; i < c->records.count; i++) {
        const coa_i_record *r = coa_i_records(c) + i;
        mask = coa_i_owned(c, r);
        if (r->run_count != 0) return 0;
        if (coa_i_alive(c, r) && coa_i_bits(mask, x->words) != r->servers) return 0;
        if (c->desc.servers % 64 != 0 && mask[x->words - 1] >> c->desc.servers % 64 != 0)
            return 0;
    }
    if (x->slices.count == 0 || x->slices.count > x->slices.capacity ||
        x->first > x->slices.capacity - x->slices.count || !audit_within(&x->masks))
        return 0;
    for (uint32_t i = 0; i < x->slices.count; i++) {
        row = coa_i_slice_at(x, i)->row;
        if (row < 2 || row >= x->masks.count) return 0;
    }
    for (row = x->spare; row != COA_I_NONE; spare++) {
        if (row >= x->masks.count || spare > x->masks.count) return 0;
        row = (uint32_t)COA_I_AT(uint64_t, x->masks)[(size_t)row * x->words];
    }
    return x->slices.count + spare + 2 == x->masks.count;
}
#endif

#ifndef COALLOC_NO_RANGE_TREE
/* ---- RANGE_TREE -------------------------------------------------------------------- */

/* Returns a hash of a set of periods, whatever their order. Recursion depth:
 * COA_I_DEPTH. */
static uint64_t audit_sum(const coa_i_forest *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    const uint64_t x = (n->item + 1) * 0x9E3779B97F4A7C15u;
    if (n->left == COA_I_NONE) return x ^ (x >> 29);
    return audit_sum(f, n->left) + audit_sum(f, n->right);
}

/* Checks order, sizes, medians, balance and the secondary trees of a subtree. Recursion
 * depth: COA_I_DEPTH, and once more for a secondary tree. */
static int audit_subtree(const coa_i_forest *f, uint32_t u, int dim, uint32_t depth)
{
    const coa_i_tnode *nodes = coa_i_tnodes(f), *n = nodes + u;
    uint32_t v;
    if (u == COA_I_NONE) return 1;
    if (u >= f->nodes.count || n->item >= f->periods.count || depth >= COA_I_DEPTH)
        return 0;
    if (n->left == COA_I_NONE)
        return n->right == COA_I_NONE && n->second == COA_I_NONE && n->size == 1;
    if (n->right == COA_I_NONE || n->left >= f->nodes.count || n->right >= f->nodes.count)
        return 0;
    if (n->size != nodes[n->left].size + nodes[n->right].size) return 0;
    if (coa_i_too_heavy(nodes[n->left].size, n->size) ||
        coa_i_too_heavy(nodes[n->right].size, n->size))
        return 0;
    if (!audit_subtree(f, n->left, dim, depth + 1) ||
        !audit_subtree(f, n->right, dim, depth + 1))
        return 0;
    for (v = n->left; nodes[v].left != COA_I_NONE; v = nodes[v].right) {
    }
    if (nodes[v].item != n->item) return 0;
    for (v = n->right; nodes[v].left != COA_I_NONE; v = nodes[v].left) {
    }
    if (!coa_i_period_after(f, dim, nodes[v].item, n->item)) return 0;
    if (dim == 1) return n->second == COA_I_NONE;
    return n->second != COA_I_NONE && n->second < f->nodes.count &&
           nodes[n->second].size == n->size && audit_subtree(f, n->second, 1, 0) &&
           audit_sum(f, n->second) == audit_sum(f, u);
}

/* Returns the number of nodes of a tree, also of one that has been dropped. */
static uint64_t audit_nodes(const coa_i_forest *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    return u == COA_I_NONE ? 0
                           : 1 + audit_nodes(f, n->left) + audit_nodes(f, n->right) +
                                 audit_nodes(f, n->second);
}

/* Is there memory for all nodes, of which so many are in trees, and are the others in
 * trees that have been dropped? */
static int audit_pool(const coa_i_forest *f, uint64_t nodes)
{
    for (uint32_t u = f->dropped; u != COA_I_NONE; u = coa_i_tnodes(f)[u].size)
        nodes += audit_nodes(f, u);
    return nodes + 1 == f->nodes.count && audit_within(&f->nodes) &&
           audit_within(&f->periods);
}

/* Checks that every tree is sane and that the trees hold exactly the servers' periods. */
static int audit_slots(const coa_i_rt *x)
{
    const coa_i_forest *f = &x->trees;
    const coa_i_period *periods = coa_i_periods(f);
    uint64_t expected = 0, held = 0, alive = 0;
    if (!audit_subtree(f, x->open, 0, 0)) return 0;
    uint64_t nodes = audit_nodes(f, x->open);
    held = x->open == COA_I_NONE ? 0 : coa_i_tnodes(f)[x->open].size;
    for (uint32_t i = 0; i < x->roots.count; i++) {
        const uint32_t root = COA_I_AT(uint32_t, x->roots)[i];
        if (!audit_subtree(f, root, 0, 0)) return 0;
        nodes += audit_nodes(f, root);
        if (root != COA_I_NONE) held += coa_i_tnodes(f)[root].size;
    }
    for (uint32_t i = 0; i < x->heads.count; i++) {
        for (uint32_t p = COA_I_AT(uint32_t, x->heads)[i]; p != COA_I_NONE;
             p = periods[p].next) {
            const uint32_t next = periods[p].next;
            if (p >= f->periods.count || next >= f->periods.count) return 0;
            if (periods[p].server != i || periods[p].start >= periods[p].end) return 0;
            if (next != COA_I_NONE && periods[next].start <= periods[p].end) return 0;
            expected += coa_i_rt_width(x, periods[p].start, periods[p].end);
            if (++alive > f->period_count) return 0;
        }
    }
    return held == expected && alive == f->period_count && audit_pool(f, nodes);
}
#endif

#ifndef COALLOC_NO_COUNT
/* ---- COUNT ------------------------------------------------------------------------- */

/* The audit of COUNT checks that the forks of the tree are right about their children,
 * that the events at the points are the bookings', that the number of booked
 * servers changes by these events, and that each server below `top` is either free or
 * belongs to one bound promise. */

typedef struct audit_pairs {
    coa_i_mem mem;
    coa_i_vec items; /* of coa_i_item: a, b */
    int nomem;
} audit_pairs;

static void audit_add(audit_pairs *p, coa_time a, coa_time b)
{
    if (!p->nomem) p->nomem = !coa_i_items_add(&p->mem, &p->items, a, b, 0, 0);
}

typedef struct audit_state {
    const coa_i_counts *c;
    audit_pairs found, expected; /* time, event */
    coa_time last;               /* the time of the previous point */
    int64_t busy, most;          /* servers booked from there on, and at most so far */
    uint64_t points, nodes;
} audit_state;

/* Checks the events of a point and the number of servers booked from it on. */
static int audit_point(audit_state *a, const coa_i_binding *b, coa_time t, uint32_t event,
                       int64_t busy)
{
    uint64_t left = 2 * (uint64_t)b->promises.count;
    uint32_t prev = 0;
    if (a->points++ == 0) {
        a->busy = busy;
        a->last = t;
        a->most = busy;
        return event == 0 && busy >= 0;
    }
    if (t <= a->last || event == 0) return 0;
    for (a->last = t; event != 0; event = coa_i_promises(b)[prev >> 1].next[prev & 1]) {
        const coa_i_promise *p = coa_i_promises(b) + (event >> 1);
        if (event >> 1 >= b->promises.count || p->prev[event & 1] != prev || left-- == 0)
            return 0;
        audit_add(&a->found, t, (coa_time)event);
        a->busy += event & 1 ? (int64_t)p->run.count : -(int64_t)p->run.count;
        prev = event;
    }
    if (busy > a->most) a->most = busy;
    return a->busy == busy && busy >= 0 && busy <= (int64_t)a->c->servers;
}

/* Checks node i at `level`; `sum` is still to be added to all its numbers; `first` if it
 * is on the path to the first leaf. Of any two neighbours below it, the first leaf
 * excepted, the entries are more than half of a full node: what the bound on memory rests
 * on. Sets least_most to the least and the greatest number of servers booked at its
 * points. Recursion depth: COA_I_LEVELS. */
static int audit_node(audit_state *a, const coa_i_binding *b, uint32_t level, uint32_t i,
                      int64_t sum, int first, int64_t least_most[2])
{
    const int64_t most = a->c->servers;
    uint32_t before = 0;
    if (i >= a->c->nodes.count || level >= COA_I_LEVELS) return 0;
    const coa_i_node *n = coa_i_node_at(a->c, i);
    a->nodes++;
    if (n->lo >= n->hi || n->hi > coa_i_node_most(level)) return 0;
    for (uint32_t k = n->lo; k < n->hi; k++) {
        const int64_t all = sum + n->add[k];
        int64_t below[2] = {all, all};
        if (level == 0) {
            if (!audit_point(a, b, n->col.time[k], n->below[k], all)) return 0;
        } else {
            const int64_t low = all + n->col.inner.low[k],
                          high = all + n->col.inner.high[k];
            const coa_i_node *child = coa_i_node_at(a->c, n->below[k]);
            const int begins = first && k == n->lo;
            const uint32_t size = child->hi - child->lo;
            if (k > n->lo && !(first && level == 1 && k == n->lo + 1) &&
                before + size <= coa_i_node_most(level - 1) / 2)
                return 0;
            before = size;
            if (!audit_node(a, b, level - 1, n->below[k], all, begins, below) ||
                low > below[0] || high < below[1] || n->col.inner.low[k] < -most ||
                n->col.inner.high[k] > 2 * most || low - sum < -most ||
                high - sum > 2 * most ||
                (!begins && n->col.time[k] != child->col.time[child->lo]))
                return 0;
        }
        if (k == n->lo || below[0] < least_most[0]) least_most[0] = below[0];
        if (k == n->lo || below[1] > least_most[1]) least_most[1] = below[1];
    }
    return 1;
}

/* Checks the bookings and collects what follows from them: events, the number of servers
 * booked now, and the servers bound. */
static int audit_bookings(audit_state *a, const coa_calendar *c, int64_t *busy,
                          audit_pairs *servers)
{
    const coa_i_record *r = coa_i_records(c);
    uint64_t runs = 0, several = 0;
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < c->records.count; i++) {
        const int bound = r[i].start <= c->now;
        coa_booking shown;
        uint32_t n = 0;
        if (i > 0 && r[i].id <= r[i - 1].id) return 0;
        if (!coa_i_alive(c, r + i)) continue;
        if (r[i].start >= r[i].end || r[i].runs >= coa_i_binding_of(c)->promises.count ||
            coa_i_promises(coa_i_binding_of(c))[r[i].runs].run.count != r[i].servers ||
            coa_i_promises(coa_i_binding_of(c))[r[i].runs].id != r[i].id)
            return 0;
        if (!bound)
            audit_add(&a->expected, r[i].start, (coa_time)((uint64_t)r[i].runs << 1 | 1));
        if (r[i].end != COA_FOREVER)
            audit_add(&a->expected, r[i].end, (coa_time)((uint64_t)r[i].runs << 1));
        coa_i_late_show(c, r + i, &shown);
        for (uint32_t k = 0; k < shown.run_count; n += shown.runs[k++].count) {
            if (shown.runs[k].count == 0 ||
                (k > 0 && shown.runs[k].first <=
                              shown.runs[k - 1].first + shown.runs[k - 1].count))
                return 0;
            audit_add(servers, shown.runs[k].first, shown.runs[k].count);
        }
        if (n != (bound && !c->desc.unnamed ? r[i].servers : 0)) return 0;
        *busy += bound ? (int64_t)r[i].servers : 0;
        waiting += !bound;
        runs += shown.run_count;
        several += r[i].servers > 1 ? r[i].servers : 0;
    }
    return waiting == coa_i_binding_of(c)->waiting && runs == coa_i_binding_of(c)->runs &&
           several == coa_i_binding_of(c)->several;
}

/* Checks that each server below `top` is in exactly one bound run or free piece. */
static int audit_servers(const coa_i_binding *b, audit_pairs *servers)
{
    const uint64_t *heap = COA_I_AT(uint64_t, b->rest);
    coa_time next = 0;
    for (uint32_t i = 0; i < b->rest.count; i++) {
        if (i > 0 && heap[(i - 1) / 2] > heap[i]) return 0;
        if (b->near_count > 0 && heap[i] < b->low[1]) return 0;
        audit_add(servers, (coa_time)(heap[i] >> 32), (uint32_t)heap[i]);
    }
    for (uint32_t i = 1; i <= b->near_count; i++) {
        if (b->low[i] >= b->low[i - 1]) return 0;
        audit_add(servers, (coa_time)(b->low[i] >> 32), (uint32_t)b->low[i]);
    }
    const coa_i_item *it = COA_I_AT(coa_i_item, servers->items);
    coa_i_sort(servers->items.at, servers->items.count, sizeof *it, coa_i_item_less);
    for (uint32_t i = 0; i < servers->items.count; next += it[i++].b)
        if (it[i].a != next || it[i].b <= 0) return 0;
    return servers->nomem || (next == (coa_time)b->top && b->top <= b->servers);
}

static int audit_events(audit_state *a)
{
    coa_i_vec *f = &a->found.items, *e = &a->expected.items;
    coa_i_sort(f->at, f->count, sizeof(coa_i_item), coa_i_item_less);
    coa_i_sort(e->at, e->count, sizeof(coa_i_item), coa_i_item_less);
    for (uint32_t i = 0; i < f->count && i < e->count; i++)
        if (COA_I_AT(coa_i_item, *f)[i].a != COA_I_AT(coa_i_item, *e)[i].a ||
            COA_I_AT(coa_i_item, *f)[i].b != COA_I_AT(coa_i_item, *e)[i].b)
            return 0;
    return f->count == e->count;
}

/* Checks that there is always room for what binding may need. */
static int audit_room(const coa_i_binding *b)
{
    uint64_t pieces = (uint64_t)b->near_count + b->rest.count + b->runs + b->waiting;
    if (pieces > b->servers) pieces = b->servers;
    return b->rest.capacity >= pieces && audit_within(&b->rest) &&
           audit_within(&b->store) && audit_within(&b->promises) &&
           b->store.capacity >=
               3 * (pieces < b->several ? pieces : b->several) + (b->waiting > 0 ? 2 : 0);
}

static int audit_count(const coa_calendar *c)
{
    const coa_i_counts *n = coa_i_counts_of(c);
    audit_state a = {0};
    audit_pairs servers = {0};
    coa_i_cursor s;
    int64_t busy = 0, range[2];
    a.c = n;
    a.found.mem.fn = a.expected.mem.fn = servers.mem.fn = coa_i_libc;
    int sane = (n->height == 0 ||
                coa_i_node_at(n, n->root)->hi - coa_i_node_at(n, n->root)->lo > 1) &&
               audit_node(&a, coa_i_binding_of(c), n->height, n->root, 0, 1, range) &&
               audit_within(&n->nodes) && a.points == n->points &&
               a.nodes + n->free_count == n->nodes.count &&
               audit_room(coa_i_binding_of(c)) &&
               audit_bookings(&a, c, &busy, &servers) &&
               audit_servers(coa_i_binding_of(c), &servers);
    if (sane && !a.found.nomem && !a.expected.nomem) {
        coa_i_cursor_find(n, INT64_MIN, &s);
        sane =
            audit_events(&a) && busy == coa_i_cursor_busy(n, &s) &&
            coa_i_cursor_time(n, &s) == c->now &&
            coa_i_counts_least(n, c->now, COA_FOREVER) == n->servers - (uint64_t)a.most;
    }
    coa_i_vec_free(&a.found.mem, &a.found.items, sizeof(coa_i_item));
    coa_i_vec_free(&a.expected.mem, &a.expected.items, sizeof(coa_i_item));
    coa_i_vec_free(&servers.mem, &servers.items, sizeof(coa_i_item));
    return sane && !a.found.nomem && !a.expected.nomem && !servers.nomem;
}
#endif

/* ---- calendars and trees ----------------------------------------------------------- */

const char *audit(const coa_calendar *c)
{
    if (!audit_within(&c->records) || !audit_within(&c->store)) return "records";
    switch (c->desc.index) {
#ifndef COALLOC_NO_MAP
    case COA_INDEX_MAP:
        return audit_map(coa_i_map_of(c)) ? NULL : "groups, blocks or sets of MAP";
#endif
#ifndef COALLOC_NO_SLICES
    case COA_INDEX_SLICES: return audit_slices(c) ? NULL : "rows of SLICES";
#endif
#ifndef COALLOC_NO_RANGE_TREE
    case COA_INDEX_RANGE_TREE:
        return audit_slots(coa_i_rt_of(c)) ? NULL : "trees of RANGE_TREE";
#endif
#ifndef COALLOC_NO_COUNT
    case COA_INDEX_COUNT:
        return audit_count(c) ? NULL : "steps, events or servers of COUNT";
#endif
    default: return "no index";
    }
}

#ifndef COALLOC_NO_RANGE_TREE
uint32_t audit_tree_size(const coa_rtree *t)
{
    return t->root != COA_I_NONE ? coa_i_tnodes(&t->trees)[t->root].size : 0;
}

static uint32_t audit_depth(const coa_i_forest *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    if (n->left == COA_I_NONE) return 0;
    const uint32_t left = audit_depth(f, n->left);
    const uint32_t right = audit_depth(f, n->right);
    return 1 + (left > right ? left : right);
}

uint32_t audit_tree_depth(const coa_rtree *t)
{
    return t->root != COA_I_NONE ? audit_depth(&t->trees, t->root) : 0;
}

uint32_t audit_tree_candidates(const coa_rtree *t, coa_time start)
{
    coa_i_marks k;
    uint64_t visits = 0;
    coa_i_rtree_mark(&t->trees, t->root, 0, start, UINT64_MAX, &k, &visits);
    return (uint32_t)k.candidates;
}

const char *audit_tree(const coa_rtree *t)
{
    if (!audit_subtree(&t->trees, t->root, 0, 0)) return "nodes";
    if (!audit_pool(&t->trees, audit_nodes(&t->trees, t->root))) return "nodes lost";
    return audit_tree_size(t) == t->trees.period_count ? NULL : "periods lost";
}
#endif
