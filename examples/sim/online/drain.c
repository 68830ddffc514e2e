/* drain.c - implements drain.h. */
#include "online/drain.h"

#include "base/compare.h"
#include "base/disturb.h"
#include "base/text.h"
#include "kit/base.h"
#include "online/schedule.h"
#include "workload/moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HOURS 10000
#define STAYS INT64_C(100000000000) /* the weight of a job that cannot move */

struct moved { /* a booking in the way of a choice */
    coa_id id;
    int64_t was, is; /* its start; COA_FOREVER: it stays */
};

struct attempt {
    const char *name;
    coa_set nodes;
    uint64_t stay, later, count;
    int64_t late, latest; /* of those that start later: together, the most */
    struct moved *moved;
    size_t room;
};

enum { CHOICES = 6, SERVER_BITS = 20 }; /* at most so many servers */

struct drain {
    const struct workload *w;
    coa_calendar *cal;
    uint32_t servers, n; /* n of them */
    int64_t at, from, until;
    struct attempt choices[CHOICES], next, *cheapest; /* next: is tried */
    size_t count;
    uint64_t tried; /* 0: not all choices */
    int is_list;    /* the first choice is what was asked for */
};

static void must(coa_status status)
{
    if (status != COA_OK) fail("calendar: %s", coa_status_text(status));
}

static coa_set *add(struct drain *d, const char *name)
{
    d->choices[d->count].name = name;
    return &d->choices[d->count++].nodes;
}

/* ---- the question ------------------------------------------------------------------ */

/* "0-19,40". */
static void read_list(const struct drain *d, struct word list, coa_set *to)
{
    const struct word all = list;
    int64_t first, last;
    while (list.at) {
        struct word high = word_part(&list, ',');
        const struct word low = word_part(&high, '-');
        if (!word_is_whole(low, 0, d->servers - 1, &first) ||
            !word_is_whole(high.at ? high : low, first, d->servers - 1, &last))
            fail_usage("--drain: '%.*s' is no list of servers from 0 to %" PRIu32
                       ", such as 0-19,40",
                       WORD(all), d->servers - 1);
        must(coa_set_add(to, (uint32_t)first, (uint32_t)(last - first + 1)));
    }
}

static int64_t read_moment(const struct drain *d, const char *option, struct word w)
{
    int64_t time;
    if (!moment_read(w, d->w, &time))
        fail_usage("--%s: '%.*s' is no time such as 3d9h (from the first submission on)"
                   " or, if the log has UnixStartTime, 2026-11-24T09:00",
                   option, WORD(w));
    return time;
}

/* NODES@FROM+FOR; FROM may be a date with a '+'. */
static void read_question(struct drain *d, const struct drain_question *q)
{
    struct word from = word_of(q->nodes), length_of = {strrchr(q->nodes, '+'), 0};
    const struct word nodes = word_part(&from, '@');
    int64_t n, length;
    if (d->servers > 1u << SERVER_BITS)
        fail("--drain: at most %u servers, not %" PRIu32, 1u << SERVER_BITS, d->servers);
    if (length_of.at) length_of = word_of(length_of.at + 1);
    if (from.length > length_of.length) from.length -= length_of.length + 1;
    if (!from.at || !length_of.at || !moment_span(length_of, &length) || length < 1)
        fail_usage("--drain: '%s' is not NODES@FROM+FOR, such as 20@3d9h+8h", q->nodes);
    d->from = read_moment(d, "drain", from);
    d->until = d->from + length;
    d->at = q->at ? read_moment(d, "at", word_of(q->at)) : d->from;
    if (d->at < d->w->jobs[0].submit || d->from < d->at)
        fail_usage("--%s: it has to be between the first submission and the time from"
                   " which servers are down",
                   q->at ? "at" : "drain");
    if (memchr(nodes.at, '-', nodes.length) || memchr(nodes.at, ',', nodes.length)) {
        d->is_list = 1;
        read_list(d, nodes, add(d, "as asked"));
        n = coa_set_count(&d->choices[0].nodes);
    } else if (!word_is_whole(nodes, 1, d->servers, &n)) {
        fail_usage("--drain: '%.*s' is no number from 1 to %" PRIu32 ", and no list",
                   WORD(nodes), d->servers);
    }
    d->n = (uint32_t)n;
}

/* ---- a choice is tried ------------------------------------------------------------- */

static void note(void *of, coa_id id, coa_time was, coa_time is)
{
    struct attempt *c = (struct attempt *)of;
    const struct moved moved = {id, was, is};
    c->moved =
        (struct moved *)base_room(c->moved, &c->room, (size_t)c->count, sizeof *c->moved);
    c->moved[c->count++] = moved;
    c->stay += is == COA_FOREVER;
    if (is == COA_FOREVER || is <= was) return;
    c->later++;
    c->late += is - was;
    if (is - was > c->latest) c->latest = is - was;
}

/* The calendar as it would be. */
static coa_calendar *drained(const struct drain *d, struct attempt *c)
{
    coa_calendar *copy;
    coa_status status;
    coa_id block;
    c->stay = c->later = c->count = 0;
    c->late = c->latest = 0;
    must(coa_copy(&copy, d->cal, NULL));
    status = coa_drain(copy, d->from, d->until, &c->nodes, 0, 1, note, c, &block);
    if (status != COA_E_BUSY) must(status);
    return copy;
}

static int compare_costs(const struct attempt *a, const struct attempt *b)
{
    if (a->stay != b->stay) return COMPARE(a->stay, b->stay);
    return a->late != b->late ? COMPARE(a->late, b->late) : COMPARE(a->count, b->count);
}

/* The nodes become the cheapest choice, if they are. */
static void propose(struct drain *d, struct attempt *c)
{
    struct attempt *to = d->cheapest;
    coa_destroy(drained(d, c));
    if (to->nodes.count && compare_costs(c, to) >= 0) return;
    must(coa_set_combine(&to->nodes, &c->nodes, COA_SET_UNION, &c->nodes));
    coa_destroy(drained(d, to));
}

/* ---- choices ----------------------------------------------------------------------- */

/* How much later it starts, if it is moved alone: on other servers, or on any when these
 * are back. */
static int64_t later_alone(const struct drain *d, const coa_booking *b)
{
    coa_request q = {.ready = b->start, .length = b->end - b->start};
    coa_set servers = {0};
    coa_time other, back;
    uint32_t i;
    must(coa_set_add(&servers, 0, d->servers));
    for (i = 0; i < b->run_count; i++)
        must(coa_set_remove(&servers, b->runs[i].first, b->runs[i].count));
    q.servers = b->servers;
    q.replaces = b->id;
    q.among = &servers;
    if (coa_earliest(d->cal, &q, &other) != COA_OK) other = COA_FOREVER;
    q.among = NULL;
    if (d->until > q.ready) q.ready = d->until;
    if (coa_earliest(d->cal, &q, &back) != COA_OK) back = COA_FOREVER;
    coa_set_free(&servers);
    if (other < back) back = other;
    return back == COA_FOREVER ? STAYS : back - b->start + 1;
}

/* What holds servers meanwhile. `busy`: how long each server is held, and behind that its
 * number; `weights`, for free(): how much later each job starts, if it is moved alone,
 * and its work. */
static void find_held(const struct drain *d, struct disturb *to, uint64_t *busy,
                      int64_t *weights[2])
{
    coa_booking b = {0};
    size_t room[2] = {0, 0};
    uint32_t i, k;
    for (i = 0; i < d->servers; i++) busy[i] = i;
    while (coa_in_the_way(d->cal, d->from, d->until, NULL, b.id, &b) == COA_OK) {
        const int64_t begin = b.start > d->from ? b.start : d->from;
        const int64_t end = b.end < d->until ? b.end : d->until;
        const int64_t hours = (b.end - b.start) / 3600;
        const int stays = b.start <= d->at || b.block;
        for (i = 0; i < b.run_count; i++)
            for (k = b.runs[i].first; k < b.runs[i].first + b.runs[i].count; k++) {
                busy[k] += (uint64_t)(end - begin) << SERVER_BITS;
                if (disturb_touch(to, k, to->things) != 0) fail("out of memory");
            }
        for (i = 0; i < 2; i++)
            weights[i] =
                (int64_t *)base_room(weights[i], &room[i], to->things, sizeof **weights);
        weights[0][to->things] = stays ? STAYS : later_alone(d, &b);
        weights[1][to->things] =
            stays ? STAYS : (hours < MOST_HOURS ? hours : MOST_HOURS) * b.servers + 1;
        to->things++;
    }
}

static void try_these(struct drain *d, const uint32_t *servers)
{
    uint32_t i;
    coa_set_free(&d->next.nodes);
    for (i = 0; i < d->n; i++) must(coa_set_add(&d->next.nodes, servers[i], 1));
    propose(d, &d->next);
}

/* One server for another, where that helps. */
static void exchange(struct drain *d)
{
    const coa_set *now = &d->cheapest->nodes;
    coa_set *next = &d->next.nodes;
    coa_stats_info stats;
    uint64_t most;
    uint32_t i, k;
    coa_stats(d->cal, &stats);
    most = DRAIN_WORK / (stats.runs + 1);
    for (i = 0; i < d->servers; i++)
        for (k = 0; k < d->servers && most > 0 && coa_set_has(now, i); k++) {
            if (coa_set_has(now, k) || d->cheapest->count == 0) continue;
            must(coa_set_combine(next, now, COA_SET_UNION, now));
            must(coa_set_remove(next, i, 1));
            must(coa_set_add(next, k, 1));
            propose(d, &d->next);
            most--;
        }
}

static void choose(struct drain *d)
{
    uint64_t *busy = (uint64_t *)base_zeroed(d->servers, sizeof *busy);
    uint32_t *servers = (uint32_t *)base_zeroed(d->n, sizeof *servers), k;
    struct disturb disturb = {.servers = d->servers};
    int64_t *weights[2] = {NULL, NULL};
    coa_set *least;
    size_t i;
    find_held(d, &disturb, busy, weights);
    must(coa_set_add(add(d, "lowest"), 0, d->n));
    must(coa_set_add(add(d, "highest"), d->servers - d->n, d->n));
    least = add(d, "least busy");
    qsort(busy, d->servers, sizeof *busy, compare_u64);
    for (i = 0; i < d->n; i++)
        must(coa_set_add(least, (uint32_t)(busy[i] % (1u << SERVER_BITS)), 1));
    d->cheapest = &d->choices[d->count];
    for (i = 0; i < d->count; i++) propose(d, &d->choices[i]);
    (void)add(d, "cheapest");
    if (disturb_are_few(d->servers, d->n, DRAIN_CHOICES)) {
        for (k = 0; k < d->n; k++) servers[k] = k;
        do try_these(d, servers);
        while (d->tried++, disturb_next(d->servers, d->n, servers));
    } else {
        for (k = 0; k < 2; k++) {
            disturb.weights = weights[k];
            if (disturb_choose(&disturb, d->n, servers) < 0) fail("out of memory");
            try_these(d, servers);
        }
        exchange(d);
    }
    free(servers);
    free(weights[0]);
    free(weights[1]);
    free(busy);
    disturb_free(&disturb);
}

/* ---- the answer -------------------------------------------------------------------- */

static void print_nodes(FILE *to, const coa_set *nodes, uint32_t most)
{
    uint32_t i;
    for (i = 0; i < nodes->count && i < most; i++) {
        const coa_run *r = &nodes->runs[i];
        fprintf(to, "%s%" PRIu32, i ? "," : "", r->first);
        if (r->count > 1) fprintf(to, "-%" PRIu32, r->first + r->count - 1);
    }
    if (i < nodes->count) fputs(",...", to);
}

static void print_choices(const struct drain *d, FILE *to)
{
    char from[MOMENT_TEXT], until[MOMENT_TEXT], at[MOMENT_TEXT];
    coa_stats_info stats;
    size_t i;
    coa_stats(d->cal, &stats);
    fprintf(to,
            "%" PRIu32 " of %" PRIu32 " servers down from %s to %s, known at %s; jobs"
            " that run or have a promised start: %" PRIu64 "\n\n"
            "choice        stay   move  later  hours later  longest  servers\n",
            d->n, d->servers, moment_text(d->from, d->w, from),
            moment_text(d->until, d->w, until), moment_text(d->at, d->w, at),
            stats.bookings);
    for (i = 0; i < d->count; i++) {
        const struct attempt *c = &d->choices[i];
        fprintf(to, "%-11s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %12.2f %8.2f  ",
                c->name, c->stay, c->count - c->stay, c->later, (double)c->late / 3600,
                (double)c->latest / 3600);
        print_nodes(to, &c->nodes, 6);
        fputc('\n', to);
    }
}

/* What happens to one job, and what else it can be offered at its old time. */
static void print_job(const struct drain *d, coa_calendar *then, const struct moved *m,
                      FILE *to, FILE *json, int more)
{
    char was[MOMENT_TEXT], is[MOMENT_TEXT];
    coa_alternative_info offer = {0};
    coa_request old = {.ready = m->was, .replaces = m->id};
    coa_booking b;
    int64_t number;
    const int stays = m->is == COA_FOREVER, runs = m->was <= d->at;
    const char *kind;
    must(coa_get(then, m->id, &b));
    number = d->w->jobs[b.tag].number;
    kind = b.block ? "reservation" : runs ? "runs" : "promised";
    old.servers = b.servers;
    old.length = b.end - b.start;
    if (!runs && !b.block) must(coa_alternatives(then, &old, &offer));
    if (offer.length > old.length) offer.length = old.length;
    if (json) {
        fprintf(json,
                "%s\n        {\"job\": %" PRId64 ", \"servers\": %" PRIu32
                ", \"start\": %" PRId64 ", \"end\": %" PRId64
                ", \"kind\": \"%s\", \"becomes\": ",
                more ? "," : "", number, b.servers, m->was, m->was + old.length, kind);
        if (stays)
            fputs("null", json);
        else
            fprintf(json, "%" PRId64, m->is);
        if (m->is != m->was && !runs && !b.block)
            fprintf(json,
                    ", \"offers\": {\"servers\": %" PRIu32 ", \"length\": %" PRId64 "}",
                    offer.servers, offer.length);
        fputc('}', json);
    }
    if (!to) return;
    fprintf(to, "%9" PRId64 " %8" PRIu32 " %7.2f  %-14s ", number, b.servers,
            (double)old.length / 3600, moment_text(m->was, d->w, was));
    if (runs || b.block)
        fprintf(to, "%s until %s\n", kind, moment_text(b.end, d->w, is));
    else if (m->is == m->was)
        fputs("the same, on other servers\n", to);
    else
        fprintf(to, "%-14s %" PRIu32 " server%s, or %.2f h\n",
                stays ? "no place" : moment_text(m->is, d->w, is), offer.servers,
                text_s(offer.servers), (double)offer.length / 3600);
}

/* What becomes of the jobs in the way of one choice. */
static void print_jobs(const struct drain *d, struct attempt *c, FILE *to, FILE *json)
{
    coa_calendar *then = drained(d, c);
    char tried[TEXT_NUMBER];
    size_t i;
    if (to) {
        fprintf(to, "\n%s: ", c->name);
        print_nodes(to, &c->nodes, UINT32_MAX);
        if (c->count == 0)
            fputs(" (nothing is in the way)", to);
        else if (c == d->cheapest && d->tried)
            fprintf(to, " (nothing costs less, of %s choice%s)",
                    text_count(d->tried, tried), text_s(d->tried));
        else if (c == d->cheapest)
            fputs(" (the least that was found; others may cost less)", to);
        fputs(c->count ? "\n\n      job  servers   hours  start          becomes       "
                         " or at its old time\n"
                       : "\n",
              to);
    }
    if (json) {
        fprintf(json, "\n      {\"choice\": \"%s\", \"servers\": \"", c->name);
        print_nodes(json, &c->nodes, UINT32_MAX);
        fprintf(json,
                "\", \"stay\": %" PRIu64 ", \"move\": %" PRIu64 ", \"later\": %" PRIu64
                ", \"late_seconds\": %" PRId64 ", \"latest_seconds\": %" PRId64
                ", \"jobs\": [",
                c->stay, c->count - c->stay, c->later, c->late, c->latest);
    }
    for (i = 0; i < c->count; i++) print_job(d, then, &c->moved[i], to, json, i > 0);
    if (json) fputs(c == d->cheapest ? "]}" : "]},", json);
    coa_destroy(then);
}

void drain_answer(const struct drain_question *q, const struct workload *w,
                  const struct feedback_links *links, const struct online_rules *rules,
                  FILE *to, FILE *json)
{
    struct drain d = {.w = w, .servers = w->servers};
    struct schedule s = {.w = w};
    struct online_rules own = *rules;
    size_t i;
    if (rules->index == COA_INDEX_COUNT)
        fail_usage("--drain needs an --index that knows which servers a job will have");
    read_question(&d, q);
    schedule_begin(&s, links);
    if (links) own.feedback = &s.feedback;
    d.cal = online_calendar(w, &own, d.at, s.outcomes, &s.grants);
    choose(&d);
    if (to) print_choices(&d, to);
    if (json)
        fprintf(json,
                "\"drain\": {\n    \"servers\": %" PRIu32 ", \"of\": %" PRIu32
                ", \"known\": %" PRId64 ", \"from\": %" PRId64 ", \"until\": %" PRId64
                ",\n    \"tried\": %" PRIu64 ", \"exact\": %s, \"choices\": [",
                d.n, d.servers, d.at, d.from, d.until, d.tried,
                d.tried || d.cheapest->count == 0 ? "true" : "false");
    for (i = 0; i < d.count; i++)
        print_jobs(&d, &d.choices[i],
                   (i == 0 && d.is_list) || i + 1 == d.count ? to : NULL, json);
    if (json) fputs("\n    ]\n  }", json);
    d.choices[d.count++] = d.next;
    while (d.count-- > 0) {
        coa_set_free(&d.choices[d.count].nodes);
        free(d.choices[d.count].moved);
    }
    coa_destroy(d.cal);
    schedule_free(&s);
}
