/* audit.c - the functions of audit.h, which includes this file. */

nets_status audit_profile(const nets_profile *p)
{
    uint32_t i;
    if (!p || p->count > p->capacity) return NETS_E_CORRUPT;
    for (i = 0; i < p->count; i++)
        if (p->steps[i].amount == nets_i_piece(p, i) ||
            (i && p->steps[i].time <= p->steps[i - 1].time))
            return NETS_E_CORRUPT;
    return NETS_OK;
}

/* Takes from a profile what the bookings use of a resource from now on, and then, even if
 * it is not free, what failures do; *live becomes the number of uses. Examines all
 * bookings for each resource; there are few in tests. */
static nets_status audit_uses(const nets_network *net, nets_kind kind, uint32_t index,
                              nets_profile *p, uint32_t *live)
{
    const nets_i_booking *at = net->bookings.at;
    nets_status s = NETS_OK;
    uint32_t i, k;
    int block;
    *live = 0;
    for (block = 0; block < 2; block++)
        for (i = 0; i < net->bookings.count; i++)
            for (k = 0; (at[i].b.block == NETS_I_FAILS) == block && k < at[i].b.count &&
                        s == NETS_OK;
                 k++) {
                const nets_use *u = &at[i].uses[k];
                const nets_time from = u->from > net->now ? u->from : net->now;
                if (u->kind != kind || u->index != index) continue;
                ++*live;
                if (from >= u->to) continue;
                if (block) s = nets_i_profile_room(p, (uint64_t)p->count + 2);
                if (block && s == NETS_OK) nets_i_profile_add(p, from, u->to, -u->amount);
                if (!block) s = nets_profile_take(p, from, u->to, u->amount);
            }
    return s;
}

/* Are two profiles the same from `now` on? At the end of time all are. */
static int audit_same(const nets_profile *a, const nets_profile *b, nets_time now)
{
    uint32_t i = nets_i_step_after(a, now), k = nets_i_step_after(b, now);
    if (now == NETS_FOREVER) return 1;
    if (nets_i_piece(a, i) != nets_i_piece(b, k) || a->count - i != b->count - k)
        return 0;
    for (; k < b->count; i++, k++)
        if (a->steps[i].time != b->steps[k].time ||
            a->steps[i].amount != b->steps[k].amount)
            return 0;
    return 1;
}

/* Checks a resource: its profile must be, from now on, what remains of the total after
 * all bookings. This builds that profile anew and compares. */
static nets_status audit_resource(const nets_network *net, nets_kind kind, uint32_t index)
{
    const nets_i_resource *r = nets_i_resource_of(net, kind, index);
    nets_profile rest;
    nets_status s;
    uint32_t live;
    if (audit_profile(&r->free) != NETS_OK) return NETS_E_CORRUPT;
    nets_profile_init(&rest, nets_i_total(net, kind, index), net->outer, net->outer_ctx);
    s = audit_uses(net, kind, index, &rest, &live);
    if (s == NETS_OK && !audit_same(&r->free, &rest, net->now)) s = NETS_E_CORRUPT;
    nets_profile_free(&rest);
    if (s == NETS_OK && (live != r->live || r->free.capacity < 2 * (uint64_t)live))
        s = NETS_E_CORRUPT;
    return s == NETS_OK || s == NETS_E_NOMEM ? s : NETS_E_CORRUPT;
}

nets_status audit_network(const nets_network *net)
{
    unsigned kind;
    uint32_t i, alive = 0;
    const nets_i_booking *b;
    nets_status s = NETS_OK;
    if (!net) return NETS_E_ARG;
    for (kind = 0; kind <= NETS_WAVE; kind++)
        for (i = 0; i < net->resource[kind].count && s == NETS_OK; i++)
            s = audit_resource(net, (nets_kind)kind, i);
    if (s != NETS_OK) return s;
    b = net->bookings.at;
    for (i = 0; i < net->bookings.count; i++) {
        if (i && b[i].b.id <= b[i - 1].b.id) return NETS_E_CORRUPT;
        alive += b[i].b.count > 0;
    }
    return alive == net->alive ? NETS_OK : NETS_E_CORRUPT;
}
