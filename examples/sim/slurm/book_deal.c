/* book_deal.c - every change of a reservation is one function, put, which looks, acts and
 * looks again; so it can be repeated at any time. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_deal.h"

#include "base/clock.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_cluster.h"
#include "workload/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALL_SECONDS = 60 };

const char *const book_deal_words[] = {"is missing", "is there",
                                       "has a node that is down", "is not as requested",
                                       "is someone else's"};

static const char *nodes_at(const struct booking *b, int64_t i, int place)
{
    return place == BOOK_NOWHERE ? NULL : b->parts[i].nodes[place];
}

static int64_t end_at(const struct booking *b, int place)
{
    if (place == BOOK_BOTH && b->start[BOOK_NEXT] > b->start[BOOK_NOW]) place = BOOK_NEXT;
    return b->start[place == BOOK_BOTH ? BOOK_NOW : place] + b->length;
}

/* Sets the place that holds both: no reservation of the booking is ever outside of it. */
static int set_both(struct booking *b, struct error *e)
{
    if (b->start[BOOK_NEXT] == 0) b->start[BOOK_NEXT] = b->start[BOOK_NOW];
    b->start[BOOK_BOTH] = b->start[b->start[BOOK_NEXT] < b->start[BOOK_NOW]];
    for (int64_t i = 0; i < b->part_count; i++) {
        char **nodes = b->parts[i].nodes;
        const char *now = nodes[BOOK_NOW] ? nodes[BOOK_NOW] : "";
        const char *next = nodes[BOOK_NEXT] ? nodes[BOOK_NEXT] : "";
        const size_t room = strlen(now) + strlen(next) + 2;
        free(nodes[BOOK_BOTH]);
        nodes[BOOK_BOTH] = malloc(room);
        if (!nodes[BOOK_BOTH]) return error_fail(e, "out of memory");
        snprintf(nodes[BOOK_BOTH], room, "%s%s%s", now, *now && *next ? "," : "", next);
    }
    return 0;
}

static enum book_deal_seen compare(const struct booking *b, int64_t i, int place,
                                   const struct slurm_cluster *c)
{
    const struct slurm_reservation *r = slurm_cluster_find(c, b->name);
    const char *nodes = nodes_at(b, i, place), *both = b->parts[i].nodes[BOOK_BOTH];
    if (!r) return BOOK_DEAL_ABSENT;
    if (nodes && r->start == b->start[place] && r->end == end_at(b, place) &&
        hostlist_covers(nodes, r->nodes) && hostlist_covers(r->nodes, nodes))
        return b->how & BOOK_MAINTENANCE || slurm_cluster_are_up(c, nodes)
                   ? BOOK_DEAL_WHOLE
                   : BOOK_DEAL_DOWN;
    return both && r->start >= b->start[BOOK_BOTH] && r->end <= end_at(b, BOOK_BOTH) &&
                   hostlist_covers(both, r->nodes)
               ? BOOK_DEAL_PART
               : BOOK_DEAL_OTHER;
}

int book_deal_look(const struct booking *b, int64_t i, int place,
                   enum book_deal_seen *seen, struct error *e)
{
    static const struct slurm_filter all = {.partition = NULL};
    const struct book_part *p = &b->parts[i];
    struct slurm_cluster c = {.site = {p->cluster, p->conf[0] ? p->conf : NULL}};
    const int result = slurm_cluster_read(
        &c, &all, 0, SLURM_CLUSTER_NODES | SLURM_CLUSTER_RESERVATIONS, CALL_SECONDS, e);
    if (result == 0) *seen = compare(b, i, place, &c);
    slurm_cluster_free(&c);
    return result;
}

/* Creates, changes or deletes the reservation: as slurm_call. */
static int act(const struct booking *b, int64_t i, int place, int create, int64_t seconds,
               struct error *e)
{
    const struct book_part *p = &b->parts[i];
    const struct slurm_site site = {p->cluster, p->conf[0] ? p->conf : NULL};
    const char *const list = nodes_at(b, i, place);
    const size_t room = (list ? strlen(list) : 0) + 8;
    char name[BOOK_TEXT + 20], users[BOOK_TEXT + 20], time[2][80], at[DATE_TEXT];
    char *nodes = malloc(room), *out = NULL;
    const char *words[] = {"scontrol",
                           create ? "create" : "update",
                           "reservation",
                           name,
                           time[0],
                           time[1],
                           nodes,
                           create ? users : NULL,
                           create && b->how & BOOK_MAINTENANCE ? "Flags=MAINT,IGNORE_JOBS"
                                                               : NULL,
                           NULL};
    if (!nodes) return error_fail(e, "out of memory");
    snprintf(name, sizeof name, "ReservationName=%s", b->name);
    snprintf(users, sizeof users, "Users=%s", b->users);
    snprintf(nodes, room, "Nodes=%s", list ? list : "");
    if (list) {
        snprintf(time[0], sizeof time[0], "StartTime=%s",
                 date_iso(b->start[place], 1, at));
        snprintf(time[1], sizeof time[1], "EndTime=%s",
                 date_iso(end_at(b, place), 1, at));
    } else {
        words[1] = "delete";
        words[2] = name;
        words[3] = NULL;
    }
    const int result = slurm_call(&site, words, seconds, &out, e);
    free(out);
    free(nodes);
    return result;
}

static int refuse(const struct booking *b, int64_t i, enum book_deal_seen seen,
                  struct error *e)
{
    error_fail(e, "%s: the reservation %s %s", b->parts[i].cluster, b->name,
               book_deal_words[seen]);
    return 1;
}

/* Makes part i be at the place. 0; 1 if the cluster refuses, -1 if unknown. */
static int put(const struct booking *b, int64_t i, int place, struct error *e)
{
    const int some = nodes_at(b, i, place) != NULL;
    enum book_deal_seen seen = BOOK_DEAL_ABSENT;
    for (int round = 0; round < 2; round++) {
        int result = book_deal_look(b, i, place, &seen, e);
        if (result != 0) return result;
        if (some ? seen == BOOK_DEAL_WHOLE || seen == BOOK_DEAL_DOWN
                 : seen == BOOK_DEAL_ABSENT || seen == BOOK_DEAL_OTHER)
            return 0;
        if (round == 1 || seen == BOOK_DEAL_OTHER) break;
        result = act(b, i, place, seen == BOOK_DEAL_ABSENT, CALL_SECONDS, e);
        if (result != 0) return result;
    }
    return refuse(b, i, seen, e);
}

/* ---- all or none ------------------------------------------------------------------- */

/* Is there a reason to give up? -1 with the reason, or 0. */
static int check(double lease_end, struct error *e)
{
    if (slurm_call_stopped())
        return error_fail(e, "interrupted by signal %d", slurm_call_stopped());
    if (clock_seconds() < lease_end) return 0;
    return error_fail(e, "the lease ran out before the last cluster confirmed");
}

/* The second look, when all parts are made. 0, 1 or -1. */
static int confirm(const struct booking *b, int place, double lease_end, struct error *e)
{
    enum book_deal_seen seen = BOOK_DEAL_WHOLE;
    for (int64_t i = 0; i < b->part_count; i++) {
        if (!b->parts[i].nodes[place]) continue;
        if (book_deal_look(b, i, place, &seen, e) != 0) return -1;
        if (seen != BOOK_DEAL_WHOLE) return refuse(b, i, seen, e);
    }
    return check(lease_end, e);
}

/* Puts all parts to the place, those that have no nodes there last. 0, or how the first
 * failed; the others are put nevertheless. */
static int put_all(const struct booking *b, int place, struct error *e)
{
    int worst = 0;
    struct error other;
    for (int last = 0; last < 2; last++)
        for (int64_t i = 0; i < b->part_count; i++) {
            const int result = (nodes_at(b, i, place) == NULL) != last
                                   ? 0
                                   : put(b, i, place, worst ? &other : e);
            if (worst == 0) worst = result;
        }
    return worst;
}

static int note(struct book_journal *j, struct booking *b, enum book_state state,
                struct error *e)
{
    b->state = state;
    if (set_both(b, e) != 0) return -1;
    return book_journal_add(j, b, e);
}

/* The next place becomes the present one. */
static void settle(struct booking *b)
{
    b->start[BOOK_NOW] = b->start[BOOK_NEXT];
    for (int64_t i = 0; i < b->part_count; i++) {
        free(b->parts[i].nodes[BOOK_NOW]);
        b->parts[i].nodes[BOOK_NOW] = b->parts[i].nodes[BOOK_NEXT];
        b->parts[i].nodes[BOOK_NEXT] = NULL;
    }
}

/* After a failure in `e`: adds what failed to set it right, too. -1. */
static int give_up(struct error *e, const struct error *why)
{
    const struct error first = *e;
    return error_fail(e, "%.200s; NOT UNDONE: %.200s; run slurm_book recover", first.text,
                      why->text);
}

static int undo(struct book_journal *j, struct booking *b, struct error *e)
{
    struct error why;
    if (put_all(b, BOOK_NOWHERE, &why) != 0 || note(j, b, BOOK_GONE, &why) != 0)
        return give_up(e, &why);
    return 0;
}

int book_deal_make(struct book_journal *j, struct booking *b, int64_t lease,
                   struct error *e)
{
    const double lease_end = clock_seconds() + (double)lease;
    int64_t i;
    int result;
    settle(b);
    if (note(j, b, BOOK_MAKING, e) != 0) return -1;
    for (i = 0, result = 0; i < b->part_count && result == 0; i++) {
        if (!b->parts[i].nodes[BOOK_NOW]) continue;
        result = check(lease_end, e);
        if (result == 0)
            result =
                act(b, i, BOOK_NOW, 1, lease < CALL_SECONDS ? lease : CALL_SECONDS, e);
        if (result != 1 || !strstr(e->text, "Duplicate")) continue;
        free(b->parts[i].nodes[BOOK_NOW]); /* someone else's: undo must not touch it */
        b->parts[i].nodes[BOOK_NOW] = NULL;
        if (set_both(b, e) != 0) return -1;
    }
    if (result == 0) result = confirm(b, BOOK_NOW, lease_end, e);
    if (result == 0) result = note(j, b, BOOK_BOOKED, e);
    if (result != 0 && undo(j, b, e) != 0) return -1;
    return result;
}

int book_deal_cancel(struct book_journal *j, struct booking *b, struct error *e)
{
    if (note(j, b, BOOK_LEAVING, e) != 0 || put_all(b, BOOK_NOWHERE, e) != 0) return -1;
    return note(j, b, BOOK_GONE, e);
}

/* Puts all parts back to where they were; if that cannot be, to where they should go. */
static int put_back(struct book_journal *j, struct booking *b, struct error *e)
{
    struct error why;
    if (put_all(b, BOOK_NOW, &why) != 0) {
        if (put_all(b, BOOK_NEXT, &why) != 0) return give_up(e, &why);
        settle(b);
    }
    return note(j, b, BOOK_BOOKED, e);
}

int book_deal_move(struct book_journal *j, struct booking *b, int64_t lease,
                   struct error *e)
{
    const double lease_end = clock_seconds() + (double)lease;
    struct error ignored;
    int result = note(j, b, BOOK_MOVING, e);
    if (result != 0) return -1;
    /* Each reservation first grows to hold both places, where that is free, so that
     * none can take either until all have moved. */
    for (int64_t i = 0; i < b->part_count && result == 0; i++)
        if (b->parts[i].nodes[BOOK_NOW] && b->parts[i].nodes[BOOK_NEXT])
            result =
                check(lease_end, e) != 0 || put(b, i, BOOK_BOTH, &ignored) < 0 ? -1 : 0;
    for (int64_t i = 0; i < b->part_count && result == 0; i++)
        if (b->parts[i].nodes[BOOK_NEXT])
            result = check(lease_end, e) != 0 ? -1 : put(b, i, BOOK_NEXT, e);
    if (result == 0) result = confirm(b, BOOK_NEXT, lease_end, e);
    if (result == 0) result = put_all(b, BOOK_NEXT, e);
    if (result != 0) {
        (void)put_back(j, b, e);
        return -1;
    }
    settle(b);
    return note(j, b, BOOK_BOOKED, e);
}

int book_deal_recover(struct book_journal *j, struct booking *b, struct error *e)
{
    if (set_both(b, e) != 0) return -1;
    if (end_at(b, BOOK_BOTH) <= (int64_t)time(NULL)) /* it is over */
        return b->state == BOOK_GONE ? 0 : note(j, b, BOOK_GONE, e);
    error_fail(e, "recovering");
    if (b->state == BOOK_MAKING || b->state == BOOK_LEAVING)
        return note(j, b, BOOK_LEAVING, e) != 0 ? -1 : undo(j, b, e);
    if (b->state == BOOK_MOVING) return put_back(j, b, e);
    return put_all(b, b->state == BOOK_BOOKED ? BOOK_NOW : BOOK_NOWHERE, e) == 0 ? 0 : -1;
}
