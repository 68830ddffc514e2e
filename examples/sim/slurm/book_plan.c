/* book_plan.c - shares without bounds are FlexCo's. With bounds, its answer is the
 * earliest start that can be; other starts are the ends of what holds the nodes. */
#include "slurm/book_plan.h"

#include "coalloc.h"

#include "slurm/hostlist.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plan {
    struct booking *b;
    const struct slurm_cluster *clusters;
    uint32_t n;
    int64_t now;
    coa_site sites[BOOK_SITES];
    coa_set wanted[BOOK_SITES], free_now;
    coa_flex *flex;
    coa_flex_booking found;
    struct error *e;
};

static int compare_uses(const void *x, const void *y)
{
    const struct slurm_use *a = x;
    const struct slurm_use *b = y;
    if (a->node != b->node) return a->node < b->node ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Books what holds the nodes, which may overlap: one booking for each stretch of time. */
static coa_status fill(const struct plan *p, const struct slurm_use *uses, size_t count,
                       coa_calendar *cal)
{
    coa_run run = {0, 1};
    const coa_set node = {1, 1, &run, NULL, NULL};
    coa_status s = COA_OK;
    coa_id id;
    size_t i = 0;
    while (i < count && s == COA_OK) {
        struct slurm_use u = uses[i++];
        if (u.start < p->now) u.start = p->now;
        for (; i < count && uses[i].node == u.node && uses[i].start <= u.end; i++)
            if (uses[i].end > u.end) u.end = uses[i].end;
        run.first = u.node;
        if (u.end == DATE_NEVER)
            s = coa_block(cal, u.start, COA_FOREVER, &node, 0, &id);
        else if (u.end > u.start)
            s = coa_commit(cal, u.start, u.end, &node, 0, &id);
    }
    return s;
}

/* The calendar of a cluster. With `own` its reservation of that name is not in it. */
static coa_status open_site(struct plan *p, uint32_t k, const char *own)
{
    const struct slurm_cluster *c = &p->clusters[k];
    const struct slurm_reservation *r = own ? slurm_cluster_find(c, own) : NULL;
    struct slurm_use *uses = malloc((c->count + 1) * sizeof *uses);
    const coa_desc desc = {.servers = c->nodes.count, .now = p->now};
    coa_status s = uses ? coa_create(&p->sites[k].calendar, &desc) : COA_E_NOMEM;
    size_t count = 0;
    for (size_t i = 0; i < c->count && s == COA_OK; i++)
        if (c->uses[i].end > p->now && !(r && c->uses[i].what == r->what))
            uses[count++] = c->uses[i];
    if (s == COA_OK) qsort(uses, count, sizeof *uses, compare_uses);
    if (s == COA_OK) s = fill(p, uses, count, p->sites[k].calendar);
    for (size_t i = 0; i < c->nodes.count && s == COA_OK; i++)
        if (c->wanted[i]) s = coa_set_add(&p->wanted[k], (uint32_t)i, 1);
    p->sites[k].among = &p->wanted[k];
    p->sites[k].number = k + 1; /* no calendar outlives this call */
    free(uses);
    return s;
}

/* ---- shares ------------------------------------------------------------------------ */

static int is_within_bounds(const struct plan *p)
{
    for (uint32_t i = 0; i < p->found.part_count; i++) {
        const coa_flex_part *part = &p->found.parts[i];
        const struct book_part *bounds = &p->b->parts[part->site];
        if (part->booking.servers < bounds->least || part->booking.servers > bounds->most)
            return 0;
    }
    return 1;
}

/* Divides `rest` nodes among the sites of the mask, each of which has room[i] of them:
 * the first takes as many as leave their least to the others. 1, or 0. */
static int divide(struct plan *p, uint32_t mask, const int64_t *room, int64_t rest)
{
    for (uint32_t i = 0; i < p->n; i++) {
        if (!(mask >> i & 1)) continue;
        if (room[i] < p->b->parts[i].least) return 0;
        rest -= p->b->parts[i].least;
    }
    for (uint32_t i = 0; i < p->n && rest >= 0; i++) {
        const int64_t least = p->b->parts[i].least;
        const int64_t more = room[i] - least < rest ? room[i] - least : rest;
        p->sites[i].servers = 0;
        if (!(mask >> i & 1)) continue;
        p->sites[i].servers = (uint32_t)(least + more);
        rest -= more;
    }
    return rest == 0;
}

/* Shares within the bounds at this start, of as few sites as will do. 1; 0 if there are
 * none, -1 if it fails. */
static int share(struct plan *p, int64_t start)
{
    int64_t room[BOOK_SITES], all = 0;
    uint32_t i, bits;
    for (i = 0; i < p->n; i++) {
        if (coa_search(p->sites[i].calendar, start, start + p->b->length, &p->wanted[i],
                       &p->free_now) != COA_OK)
            return -1;
        room[i] = coa_set_count(&p->free_now);
        if (room[i] > p->b->parts[i].most) room[i] = p->b->parts[i].most;
        all += room[i];
    }
    for (uint32_t size = 1; size <= p->n && all >= p->b->nodes; size++)
        for (uint32_t mask = 1; mask < 1u << p->n; mask++) {
            for (bits = 0, i = 0; i < p->n; i++) bits += mask >> i & 1;
            if (bits == size && divide(p, mask, room, p->b->nodes)) return 1;
        }
    return 0;
}

/* The first end after `start` of anything on these clusters. */
static int64_t next_end(const struct plan *p, int64_t start)
{
    int64_t next = DATE_NEVER;
    for (uint32_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < p->clusters[k].count; i++) {
            const int64_t end = p->clusters[k].uses[i].end;
            if (end > start && end < next) next = end;
        }
    return next;
}

/* Books the earliest place. COA_E_NOFIT if there is none. */
static coa_status decide(struct plan *p, coa_flex_request *r)
{
    for (;;) {
        coa_status s = coa_flex_earliest(p->flex, r, &p->found);
        if (s != COA_OK) return s;
        if (is_within_bounds(p)) return coa_flex_reserve(p->flex, r, &p->found);
        r->ready = p->found.start;
        switch (share(p, r->ready)) {
        case -1: return COA_E_NOMEM;
        case 1:
            r->fixed = 1;
            r->deadline = r->ready + r->length;
            s = coa_flex_sites(p->flex, p->sites, p->n);
            return s == COA_OK ? coa_flex_reserve(p->flex, r, &p->found) : s;
        }
        r->ready = next_end(p, r->ready);
        if (r->ready == DATE_NEVER) return COA_E_NOFIT;
    }
}

/* ---- moving ------------------------------------------------------------------------ */

/* Books the place that the booking has, on exactly its nodes. COA_E_NOFIT if one is down
 * or no longer there. */
static coa_status take_place(struct plan *p, const coa_flex_request *r)
{
    coa_flex_request here = *r;
    coa_site sites[BOOK_SITES];
    coa_set own[BOOK_SITES] = {{0}};
    coa_status s = COA_OK;
    memcpy(sites, p->sites, sizeof sites);
    for (uint32_t i = 0; i < p->n; i++) {
        const char *list = p->b->parts[i].nodes[BOOK_NOW];
        struct names names = {.any_case = 0};
        if (list && hostlist_read(word_of(list), &names, p->e) < 0) s = COA_E_NOMEM;
        for (uint32_t k = 0; k < names.count && s == COA_OK; k++) {
            const uint32_t at = names_find(&p->clusters[i].nodes, word_of(names.text[k]));
            s = at == NAMES_NONE ? COA_E_NOFIT : coa_set_add(&own[i], at, 1);
        }
        sites[i].servers = names.count;
        if (names.count > 0) sites[i].among = &own[i];
        names_free(&names);
    }
    here.fixed = 1;
    here.ready = p->b->start[BOOK_NOW];
    here.deadline = here.ready + here.length;
    if (s == COA_OK) s = coa_flex_sites(p->flex, sites, p->n);
    if (s == COA_OK) s = coa_flex_reserve(p->flex, &here, &p->found);
    if (coa_flex_sites(p->flex, p->sites, p->n) != COA_OK) s = COA_E_NOMEM;
    for (uint32_t i = 0; i < p->n; i++) coa_set_free(&own[i]);
    return s;
}

static coa_status move(struct plan *p, coa_flex_request *r)
{
    const int64_t end = p->b->start[BOOK_NOW] + p->b->length;
    coa_status s = take_place(p, r);
    r->deadline = end;
    if (s == COA_E_NOFIT) return decide(p, r); /* a node is down: another one */
    if (s == COA_OK)
        s = coa_flex_reschedule(p->flex, p->found.id, r, COA_SHIFT | COA_REMAP,
                                &p->found);
    if (s == COA_OK && !is_within_bounds(p)) {
        s = coa_flex_cancel(p->flex, p->found.id, 0);
        r->deadline = end - 1;
        if (s == COA_OK) s = decide(p, r);
    }
    if (s == COA_OK && p->found.end >= end) return COA_E_NOFIT;
    return s;
}

/* ---- the answer -------------------------------------------------------------------- */

/* The names of the nodes that a site gives. */
static char *node_list(const struct slurm_cluster *c, const coa_booking *b)
{
    const char **names = malloc(b->servers * sizeof *names);
    char *text = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->run_count && names; i++)
        for (uint32_t k = 0; k < b->runs[i].count; k++)
            names[n++] = names_text(&c->nodes, b->runs[i].first + k);
    if (names) text = hostlist_text(names, n);
    free(names);
    return text;
}

static coa_status keep(struct plan *p)
{
    p->b->start[BOOK_NEXT] = p->found.start;
    for (uint32_t i = 0; i < p->n; i++) {
        free(p->b->parts[i].nodes[BOOK_NEXT]);
        p->b->parts[i].nodes[BOOK_NEXT] = NULL;
    }
    for (uint32_t i = 0; i < p->found.part_count; i++) {
        const coa_flex_part *part = &p->found.parts[i];
        char **to = &p->b->parts[part->site].nodes[BOOK_NEXT];
        *to = node_list(&p->clusters[part->site], &part->booking);
        if (!*to) return COA_E_NOMEM;
    }
    return COA_OK;
}

/* Reports how many nodes are free at `ready` for the whole length, and if there is no
 * place, when there would be without the deadline. */
static void explain(struct plan *p, coa_flex_request *r, int none,
                    char why[BOOK_PLAN_WHY])
{
    char at[DATE_TEXT], length[DATE_TEXT];
    int used =
        snprintf(why, BOOK_PLAN_WHY, "free at %s for %s:", date_iso(r->ready, 0, at),
                 date_length_text(p->b->length, length));
    for (uint32_t i = 0; i < p->n && used < BOOK_PLAN_WHY; i++) {
        if (coa_search(p->sites[i].calendar, r->ready, r->ready + r->length,
                       &p->wanted[i], &p->free_now) != COA_OK)
            return;
        used += snprintf(why + used, BOOK_PLAN_WHY - (size_t)used,
                         "%s %s %" PRIu32 " of %" PRIu32, i > 0 ? "," : "",
                         p->clusters[i].site.name, (uint32_t)coa_set_count(&p->free_now),
                         (uint32_t)coa_set_count(&p->wanted[i]));
    }
    if (!none || used >= BOOK_PLAN_WHY) return;
    r->deadline = 0;
    if (decide(p, r) == COA_OK)
        snprintf(why + used, BOOK_PLAN_WHY - (size_t)used, "; the first start is %s",
                 date_iso(p->found.start, 0, at));
    else
        snprintf(why + used, BOOK_PLAN_WHY - (size_t)used,
                 "; nor is there room later, as things are");
}

int book_plan(struct booking *b, const struct slurm_cluster *clusters, int64_t now,
              int move_it, char why[BOOK_PLAN_WHY], struct error *e)
{
    struct plan p = {.b = b, .clusters = clusters, .now = now, .e = e};
    coa_flex_request r = {.ready = b->ready > now ? b->ready : now,
                          .length = b->length,
                          .servers = (uint32_t)b->nodes,
                          .deadline = b->deadline};
    const coa_flex_request asked = r;
    coa_status s = COA_OK;
    why[0] = 0;
    for (; p.n < b->part_count && s == COA_OK; p.n++)
        s = open_site(&p, p.n, move_it ? b->name : NULL);
    if (s == COA_OK) s = coa_flex_create(&p.flex, 0, p.sites, p.n, NULL, NULL);
    if (s == COA_OK) s = move_it ? move(&p, &r) : decide(&p, &r);
    if (s == COA_OK) s = keep(&p);
    if (s == COA_OK || s == COA_E_NOFIT) {
        coa_flex_request again = asked;
        if (s == COA_OK) s = coa_flex_cancel(p.flex, p.found.id, 0);
        explain(&p, &again, s != COA_OK && !move_it, why);
    }
    coa_flex_destroy(p.flex);
    while (p.n-- > 0) {
        coa_destroy(p.sites[p.n].calendar);
        coa_set_free(&p.wanted[p.n]);
    }
    coa_set_free(&p.free_now);
    if (s == COA_OK || s == COA_E_NOFIT) return s != COA_OK;
    return error_fail(e, "the calendar: %s", coa_status_text(s));
}
