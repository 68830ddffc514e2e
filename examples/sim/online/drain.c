/* drain.c - each choice of servers is tried on a copy of the calendar, and the cheapest
 * is kept: all choices if they are few, else runs of servers, then exchanges of one. */
#include "online/drain.h"

#include "base/compare.h"
#include "base/text.h"
#include "kit/base.h"
#include "online/schedule.h"
#include "workload/moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct moved { /* a booking in the way of a choice */
    coa_id id;
    int64_t was, is; /* its start; COA_FOREVER: it stays */
};

struct attempt { /* a choice of servers, and what it costs */
    const char *name;
    coa_set nodes;
    uint64_t stay, later;
    int64_t late, latest; /* of those that start later: together, the most */
    struct moved *moved;
    size_t count, room;
};

enum { CHOICES = 4, SERVER_BITS = 20 }; /* at most so many servers */

struct drain {
    const struct workload *w;
    coa_calendar *cal;
    uint32_t servers, n;                             /* n of them */
    int64_t known, from, until;                      /* known: then it is */
    struct attempt choices[CHOICES], cheapest, next; /* next: is proposed */
    size_t count;
    uint64_t tried;
    int all; /* were all choices tried? */
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

/* "0-19,40". Returns how many these are. */
static int64_t read_list(const struct drain *d, struct word list, coa_set *to)
{
    const struct word all = list;
    int64_t first, last, n = 0;
    while (list.at) {
        if (!word_is_range(word_part(&list, ','), 0, d->servers - 1, &first, &last))
            fail_usage("--drain: '%.*s' is not a list of servers from 0 to %" PRIu32
                       ", such as 0-19,40",
                       WORD(all), d->servers - 1);
        must(coa_set_add(to, (uint32_t)first, (uint32_t)(last - first + 1)));
        n += last - first + 1;
        if (n > coa_set_count(to))
            fail_usage("--drain: '%.*s' repeats a server", WORD(all));
    }
    return n;
}

int64_t drain_moment(const struct workload *w, const char *option, struct word of)
{
    int64_t time;
    if (word_is(of, "now")) {
        if (w->now < 0)
            fail("%s: no Now header (swf_tool convert --keep-queue writes one); use"
                 " --%s TIME",
                 w->source, option);
        return w->now;
    }
    if (!moment_read(of, w, &time))
        fail_usage("--%s: expected 'now' or %s, not '%.*s'", option, moment_expected(w),
                   WORD(of));
    return time;
}

/* NODES@FROM+FOR; FROM may be a date with a '+'. */
static void read_question(struct drain *d, const struct drain_question *q)
{
    struct word from = word_of(q->nodes), length_of = {strrchr(q->nodes, '+'), 0};
    const struct word nodes = word_part(&from, '@');
    int64_t n, length;
    if (d->servers > 1u << SERVER_BITS)
        fail("--drain: machine over %u servers: %" PRIu32, 1u << SERVER_BITS, d->servers);
    if (length_of.at) length_of = word_of(length_of.at + 1);
    if (from.length > length_of.length) from.length -= length_of.length + 1;
    if (!from.at || !length_of.at || !quantity_time(length_of, JOB_TIME_MAX, &length) ||
        length < 1)
        fail_usage("--drain: '%s' is not NODES@FROM+FOR, such as 20@3d9h+8h", q->nodes);
    d->from = drain_moment(d->w, "drain", from);
    d->until = d->from + length;
    d->known = q->at ? drain_moment(d->w, "at", word_of(q->at)) : d->from;
    if (d->known < d->w->jobs[0].submit || d->from < d->known)
        fail_usage("--%s: must be between the first submission and the start of the"
                   " drain",
                   q->at ? "at" : "drain");
    if (memchr(nodes.at, '-', nodes.length) || memchr(nodes.at, ',', nodes.length)) {
        n = read_list(d, nodes, add(d, "as asked"));
    } else if (!word_is_whole(nodes, 1, d->servers, &n)) {
        fail_usage("--drain: '%.*s' is not a number from 1 to %" PRIu32 " or a list",
                   WORD(nodes), d->servers);
    }
    d->n = (uint32_t)n;
}

/* ---- a choice is tried ------------------------------------------------------------- */

static void note(void *of, const coa_booking *b, coa_time was)
{
    struct attempt *c = of;
    const int stays = was == COA_FOREVER;
    const struct moved moved = {b->id, stays ? b->start : was, stays ? was : b->start};
    BASE_PUSH(c->moved, c->count, c->room) = moved;
    c->stay += was == COA_FOREVER;
    if (stays || b->start <= was) return;
    c->later++;
    c->late += b->start - was;
    if (b->start - was > c->latest) c->latest = b->start - was;
}

/* The calendar as it would be. */
static coa_calendar *drained(const struct drain *d, struct attempt *c)
{
    char until[MOMENT_TEXT];
    coa_calendar *copy;
    coa_id block;
    c->stay = c->later = c->count = 0;
    c->late = c->latest = 0;
    must(coa_copy(&copy, d->cal, NULL));
    const coa_status status =
        coa_drain(copy, d->from, d->until, &c->nodes, 0, 1, NULL, note, c, &block);
    if (status == COA_E_RANGE)
        fail_usage("--drain: %s is beyond --horizon", moment_text(d->until, d->w, until));
    if (status != COA_E_BUSY) must(status);
    return copy;
}

static int compare_costs(const struct attempt *a, const struct attempt *b)
{
    if (a->stay != b->stay) return COMPARE(a->stay, b->stay);
    return a->late != b->late ? COMPARE(a->late, b->late) : COMPARE(a->count, b->count);
}

/* d->next becomes the cheapest, if it is. */
static void propose(struct drain *d)
{
    const struct attempt was = d->cheapest;
    coa_destroy(drained(d, &d->next));
    d->tried++;
    if (compare_costs(&d->next, &was) >= 0) return;
    d->cheapest = d->next;
    d->next = was;
}

/* ---- choices ----------------------------------------------------------------------- */

/* The n servers that are held for the least time meanwhile. */
static void add_least_busy(struct drain *d, coa_set *to)
{
    uint64_t *busy = base_zeroed(d->servers, sizeof *busy);
    coa_booking b = {0};
    coa_set on = {0};
    for (uint32_t i = 0; i < d->servers; i++)
        busy[i] = i; /* the number, below the time */
    while (coa_in_the_way(d->cal, d->from, d->until, NULL, b.id, &b, &on) == COA_OK) {
        const int64_t begin = b.start > d->from ? b.start : d->from;
        const int64_t end = b.end < d->until ? b.end : d->until;
        for (uint32_t i = 0; i < b.run_count; i++)
            for (uint32_t k = b.runs[i].first; k < b.runs[i].first + b.runs[i].count; k++)
                busy[k] += (uint64_t)(end - begin) << SERVER_BITS;
    }
    qsort(busy, d->servers, sizeof *busy, compare_u64);
    for (uint32_t i = 0; i < d->n; i++)
        must(coa_set_add(to, (uint32_t)(busy[i] % (1u << SERVER_BITS)), 1));
    free(busy);
    coa_set_free(&on);
}

/* Are there at most DRAIN_CHOICES? */
static int are_few(const struct drain *d)
{
    double all = 1;
    for (uint32_t i = 0; i < d->n && all <= DRAIN_CHOICES; i++)
        all = all * (d->servers - i) / (i + 1);
    return all <= DRAIN_CHOICES;
}

static void try_all(struct drain *d)
{
    uint32_t *chosen = base_zeroed(d->n, sizeof *chosen), i;
    for (i = 0; i < d->n; i++) chosen[i] = i;
    do {
        d->next.nodes.count = 0;
        for (i = 0; i < d->n; i++) must(coa_set_add(&d->next.nodes, chosen[i], 1));
        propose(d);
        for (i = d->n; i > 0 && chosen[i - 1] == d->servers - d->n + i - 1;) i--;
        if (i > 0) chosen[i - 1]++;
        for (d->all = i == 0; i > 0 && i < d->n; i++) chosen[i] = chosen[i - 1] + 1;
    } while (!d->all);
    free(chosen);
}

/* Servers that follow each other, a fifth of them others each time; then one server for
 * another. */
static void try_some(struct drain *d, uint64_t most)
{
    const coa_set *now = &d->cheapest.nodes;
    coa_set *next = &d->next.nodes;
    for (uint32_t i = 0; i < d->servers && d->tried < most / 2; i += 1 + d->n / 5) {
        const uint32_t over = i + d->n > d->servers ? i + d->n - d->servers : 0;
        if (d->cheapest.count == 0) return;
        next->count = 0;
        must(coa_set_add(next, i, d->n - over));
        if (over) must(coa_set_add(next, 0, over));
        propose(d);
    }
    most -= d->tried;
    for (uint32_t i = 0; i < d->servers; i++)
        for (uint32_t k = 0; k < d->servers && most > 0 && coa_set_has(now, i);
             k++, most--) {
            if (d->cheapest.count == 0) return;
            if (coa_set_has(now, k)) continue;
            must(coa_set_combine(next, now, COA_SET_UNION, now));
            must(coa_set_remove(next, i, 1));
            must(coa_set_add(next, k, 1));
            propose(d);
        }
}

static void choose(struct drain *d)
{
    coa_stats_info stats;
    must(coa_set_add(add(d, "lowest"), 0, d->n));
    must(coa_set_add(add(d, "highest"), d->servers - d->n, d->n));
    add_least_busy(d, add(d, "least busy"));
    d->cheapest.name = d->next.name = "cheapest";
    d->cheapest.stay = UINT64_MAX;
    for (size_t i = 0; i < d->count; i++) {
        const coa_set *nodes = &d->choices[i].nodes;
        coa_destroy(drained(d, &d->choices[i]));
        must(coa_set_combine(&d->next.nodes, nodes, COA_SET_UNION, nodes));
        propose(d);
    }
    coa_stats(d->cal, &stats);
    d->tried = 0;
    if (are_few(d))
        try_all(d);
    else
        try_some(d, DRAIN_WORK / (stats.runs + 1));
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

static void print_choice(FILE *to, const struct attempt *c)
{
    fprintf(to, "%-11s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %12.2f %8.2f  ", c->name,
            c->stay, c->count - c->stay, c->later, (double)c->late / 3600,
            (double)c->latest / 3600);
    print_nodes(to, &c->nodes, 6);
    fputc('\n', to);
}

static void print_choices(const struct drain *d, FILE *to)
{
    char from[MOMENT_TEXT], until[MOMENT_TEXT], at[MOMENT_TEXT];
    coa_stats_info stats;
    coa_stats(d->cal, &stats);
    fprintf(to,
            "%" PRIu32 " of %" PRIu32 " servers down from %s to %s, announced at %s;"
            " running or promised jobs: %" PRIu64 "\n\n"
            "choice        stay   move  later  hours later  longest  servers\n",
            d->n, d->servers, moment_text(d->from, d->w, from),
            moment_text(d->until, d->w, until), moment_text(d->known, d->w, at),
            stats.bookings);
    for (size_t i = 0; i < d->count; i++) print_choice(to, &d->choices[i]);
    print_choice(to, &d->cheapest);
}

/* What happens to one job, and what else it can be offered at its old time. */
static void print_job(const struct drain *d, coa_calendar *then, const struct moved *m,
                      FILE *to)
{
    char was[MOMENT_TEXT], is[MOMENT_TEXT];
    coa_alternative_info offer;
    coa_request old = {.ready = m->was, .replaces = m->id};
    coa_booking b;
    must(coa_get(then, m->id, &b, NULL));
    old.servers = b.servers;
    old.length = b.end - b.start;
    fprintf(to, "%9" PRId64 " %8" PRIu32 " %7.2f  %-14s ", d->w->jobs[b.tag].number,
            b.servers, (double)old.length / 3600, moment_text(m->was, d->w, was));
    if (m->was <= d->known || b.block) {
        fprintf(to, "%s until %s\n", b.block ? "reservation" : "runs",
                moment_text(b.end, d->w, is));
    } else if (m->is == m->was) {
        fputs("same start, other servers\n", to);
    } else {
        must(coa_alternatives(then, &old, &offer));
        if (offer.length > old.length) offer.length = old.length;
        fprintf(to, "%-14s %" PRIu32 " server%s, or %.2f h\n",
                m->is == COA_FOREVER ? "no place" : moment_text(m->is, d->w, is),
                offer.servers, text_s(offer.servers), (double)offer.length / 3600);
    }
}

/* The fates of the jobs in the way of one choice. */
static void print_jobs(const struct drain *d, struct attempt *c, FILE *to)
{
    coa_calendar *then = drained(d, c);
    char tried[TEXT_NUMBER];
    fprintf(to, "\n%s: ", c->name);
    print_nodes(to, &c->nodes, UINT32_MAX);
    if (c->count == 0)
        fputs(" (no jobs in the way)", to);
    else if (c == &d->cheapest && d->all)
        fprintf(to, " (nothing costs less, of %s choice%s)", text_count(d->tried, tried),
                text_s(d->tried));
    else if (c == &d->cheapest)
        fputs(" (the least that was found; others may cost less)", to);
    fputs(c->count ? "\n\n      job  servers   hours  start          becomes       "
                     " or at its old time\n"
                   : "\n",
          to);
    for (size_t i = 0; i < c->count; i++) print_job(d, then, &c->moved[i], to);
    coa_destroy(then);
}

static void free_attempt(struct attempt *c)
{
    coa_set_free(&c->nodes);
    free(c->moved);
}

const char *drain_idle(const struct drain_question *q, const struct option *option)
{
    static const char both[] =
        " ask drain at seed index place slot horizon step retries ";
    static const char asked[] = " policy policy-program binding ties order backfill-order"
                                " processors compress ";
    const char *name = base_text(" %s ", option->name);
    if (!(q->ask || q->nodes) || strstr(both, name) || (q->ask && strstr(asked, name)) ||
        option->of == OF_WORLD)
        return NULL;
    return q->ask ? "with --ask" : "with --drain";
}

void drain_answer(const struct drain_question *q, const struct workload *w,
                  const struct feedback_links *links, const struct online_rules *rules,
                  FILE *to)
{
    struct drain d = {.w = w, .servers = w->servers};
    struct schedule s = {.w = w};
    coa_stats_info stats;
    if (rules->index == COA_INDEX_COUNT)
        fail_usage("--drain needs an --index that knows which servers a job will have");
    read_question(&d, q);
    const int is_list = d.count > 0;
    schedule_begin(&s, links);
    d.cal = online_calendar(&s, rules, d.known);
    coa_stats(d.cal, &stats);
    if (d.known > w->jobs[w->count - 1].submit && stats.bookings == 0)
        fail_usage("--drain: all jobs of the log have ended by then");
    choose(&d);
    print_choices(&d, to);
    if (is_list) print_jobs(&d, &d.choices[0], to);
    print_jobs(&d, &d.cheapest, to);
    while (d.count-- > 0) free_attempt(&d.choices[d.count]);
    free_attempt(&d.cheapest);
    free_attempt(&d.next);
    coa_destroy(d.cal);
    schedule_free(&s);
}
