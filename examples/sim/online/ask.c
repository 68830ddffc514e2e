/* ask.c - the jobs that run arrive a second before all others, so that each policy starts
 * them at once. */
#include "online/ask.h"

#include "base/compare.h"
#include "base/random.h"
#include "base/text.h"
#include "kit/base.h"
#include "machine/policy.h"
#include "workload/moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct queued { /* a job of the log as it is at that time */
    struct job job;
    int runs;
    int64_t used; /* it has run for so long */
    struct resources_need need;
    size_t first, uses; /* which it may be like */
};

struct use { /* of a job that has ended: its run over its request */
    int64_t user;
    double share;
};

struct ask {
    const struct workload *w;
    const struct resources *of;
    int64_t moment;
    struct job wanted;
    struct queued *now;
    struct use *uses; /* by user */
    size_t count, room, use_count, use_room;
    struct resources counted; /* for the jobs as fill() orders them */
    int64_t busy[RESOURCES_KINDS], running;
    uint64_t unknown, large, own; /* no wait; never can run; drawn by user */
    uint64_t unlimited;           /* without a time limit */
    int64_t first_unlimited;      /* ... the number of the first */
    uint64_t late; /* running ones that found no place on the nodes at once */
};

/* ---- the question ------------------------------------------------------------------ */

/* "4x2h,gpus=8,memory=64GB". Returns which resources are in it (resources_list). */
static unsigned read_wanted(const char *text, struct job *job,
                            struct resources_need *need)
{
    struct word rest = word_of(text), time = word_part(&rest, ',');
    const struct word servers = word_part(&time, 'x');
    const unsigned seen = rest.at ? resources_list(rest, need) : 0;
    int64_t n;
    if (!time.at || !word_is_whole(servers, 1, JOB_SERVERS_MAX, &n) ||
        !quantity_time(time, JOB_TIME_MAX, &job->length) || job->length < 1 ||
        (rest.at && !seen))
        fail_usage("--ask: '%s' is not SERVERSxTIME, such as 4x2h, or"
                   " 4x2h,gpus=8,memory=64GB,nodes=2",
                   text);
    job->servers = (uint32_t)n;
    return seen;
}

void ask_check(const struct drain_question *q, int other, const char *log)
{
    struct job job;
    struct resources_need need;
    (void)read_wanted(q->ask, &job, &need);
    if (q->nodes) fail_usage("--ask and --drain cannot be used together");
    if (!log) fail_usage("--ask needs a LOG");
    if (other)
        fail_usage("--ask needs an unchanged log, without --reservations, --feedback,"
                   " --ar, --load, --scale-..., --lengths or shared nodes");
}

void ask_add(struct ask_policies *p, int64_t policy, int kept)
{
    size_t i = 0;
    while (i < p->count && p->list[i] != policy) i++;
    if (i == ASK_POLICIES) return;
    p->list[i] = policy, p->kept[i] = kept;
    p->count += i == p->count;
}

/* ---- that instant ------------------------------------------------------------------ */

/* A job that runs keeps all servers that it holds; where its nodes have fewer, on as few
 * nodes as have them. */
static void hold_all(const struct ask *a, struct queued *q)
{
    const struct resources_need asked = q->need;
    q->job.servers = (uint32_t)((int32_t)q->job.servers + q->job.held_more);
    if (!a->counted.count) return;
    resources_fit(a->of, &q->need, q->job.servers);
    if (q->need.nodes > 0) return;
    q->need = asked;
    q->need.nodes = 0;
    resources_fit(a->of, &q->need, q->job.servers);
}

/* The job at that time: it has ended, runs, waits, or is not known yet. */
static void take(struct ask *a, const struct job *j)
{
    const int64_t start = j->wait < 0 ? INT64_MAX : j->submit + j->wait;
    struct queued q = {.job = *j, .runs = start <= a->moment};
    const struct use use = {j->user, (double)j->run / (double)j->estimate};
    if (j->submit - j->held > a->moment) return;
    if (j->wait < 0 && j->run >= 0) {
        a->unknown++;
        return;
    }
    if (start <= a->moment && j->run >= 0 && start + j->run <= a->moment) {
        if (j->estimate < 1) return;
        BASE_PUSH(a->uses, a->use_count, a->use_room) = use;
        return;
    }
    if (a->counted.count) q.need = a->of->needs[j->order];
    if (q.runs) {
        q.used = a->moment - start;
        q.job.submit = 0;
        hold_all(a, &q);
        a->busy[RESOURCES_SERVERS] += q.job.servers;
        for (int k = 1; k < RESOURCES_KINDS && a->counted.count; k++)
            a->busy[k] += q.need.all.of[k];
        a->running++;
    } else {
        q.job.submit = j->submit <= a->moment ? 1 : j->submit - a->moment + 1;
    }
    if (q.job.estimate < 1) {
        q.job.estimate = ASK_UNLIMITED;
        if (a->unlimited++ == 0) a->first_unlimited = j->number;
    }
    a->large += q.job.servers > a->w->servers || (a->counted.count && q.need.nodes == 0);
    q.job.ready = q.job.submit;
    BASE_PUSH(a->now, a->count, a->room) = q;
}

static int by_user(const void *x, const void *y)
{
    const struct use *a = x, *b = y;
    return a->user != b->user ? COMPARE(a->user, b->user) : COMPARE(a->share, b->share);
}

/* How many uses are of users before this one. */
static size_t before(const struct ask *a, int64_t user)
{
    size_t lo = 0, hi = a->use_count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (a->uses[middle].user < user)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* Which uses each job draws from. */
static void sort_uses(struct ask *a)
{
    if (a->use_count) qsort(a->uses, a->use_count, sizeof *a->uses, by_user);
    for (size_t i = 0; i < a->count; i++) {
        struct queued *q = &a->now[i];
        const size_t first = before(a, q->job.user);
        const size_t uses = before(a, q->job.user + 1) - first;
        const int own = q->job.user >= 0 && uses >= ASK_OWN;
        q->first = own ? first : 0;
        q->uses = own ? uses : a->use_count;
        a->own += (uint64_t)own;
    }
}

/* The rest of a request of so many seconds, of which a share is used; 1 at least. */
static int64_t rest_of(int64_t request, double share, int64_t used)
{
    const int64_t run = (int64_t)(share * (double)request + 0.5);
    return run > used ? run - used : 1;
}

/* How much of it a job uses that has already run for so long. */
static double draw(const struct ask *a, struct random *r, const struct queued *q)
{
    for (int tries = 0; tries < 20; tries++) {
        const double share = a->uses[q->first + random_below(r, q->uses)].share;
        if (share * (double)q->job.estimate > (double)q->used) return share;
    }
    return 1;
}

/* The jobs and behind them the one that is wanted, if each runs as long as requested, or
 * as drawn. */
static void fill(const struct ask *a, struct random *r, struct job *to)
{
    size_t i;
    for (i = 0; i < a->count; i++) {
        const struct queued *q = &a->now[i];
        const int64_t ahead = q->runs; /* by a second */
        to[i] = q->job;
        to[i].estimate = rest_of(q->job.estimate, 1, q->used) + ahead;
        to[i].run =
            r ? rest_of(q->job.estimate, draw(a, r, q), q->used) + ahead : to[i].estimate;
        if (to[i].run > to[i].estimate) to[i].run = to[i].estimate;
        to[i].length = to[i].estimate;
        to[i].held = 0;
        to[i].wait = -1;
    }
    to[i] = a->wanted;
    for (i = 0; i <= a->count; i++) to[i].order = (uint32_t)i;
    qsort(to, a->count + 1, sizeof *to, workload_compare_submit);
}

/* ---- the answer -------------------------------------------------------------------- */

/* How long the wanted job waits; -1: it is refused. */
static int64_t wait_of(struct ask *a, struct random *r, int64_t policy,
                       const void *settings,
                       void (*decide)(const void *, int64_t, struct schedule *))
{
    struct workload w = *a->w;
    struct schedule d = {.w = &w};
    int64_t wait = -1;
    uint64_t late = 0;
    w.jobs = base_zeroed(a->count + 1, sizeof *w.jobs);
    w.count = a->count + 1;
    w.first = 0;
    w.held = w.reservations = 0;
    if (a->counted.count) d.resources = &a->counted;
    fill(a, r, w.jobs);
    decide(settings, policy, &d);
    for (size_t i = 0; i < w.count; i++) {
        if (w.jobs[i].submit == 0) late += d.outcomes[i].start > 0;
        if (w.jobs[i].order == a->count && d.outcomes[i].fate == JOB_RAN)
            wait = d.outcomes[i].start - a->wanted.submit;
    }
    if (late > a->late) a->late = late;
    schedule_free(&d);
    free(w.jobs);
    return wait;
}

static void print_time(const struct ask *a, int64_t wait, FILE *to)
{
    char text[MOMENT_TEXT], zone[MOMENT_TEXT];
    fprintf(to, " %16s",
            wait < 0 ? "refused"
            : a->unlimited && wait >= ASK_UNLIMITED / 2
                ? "not known"
                : moment_clock(a->moment + wait, a->w, text, zone));
}

static const char *policy_text(int64_t policy)
{
    const char *word = policy_row((size_t)(policy % OPTION_K))->choice.word;
    return policy < OPTION_K ? word : base_text("%s:%" PRId64, word, policy / OPTION_K);
}

/* Policies under which later jobs can delay a start, or those under which they cannot. */
static void print_policies(const struct ask_policies *p, int kept, FILE *to)
{
    const char *before = "  under ";
    for (size_t i = 0; i < p->count; i++) {
        if (p->kept[i] != kept) continue;
        fprintf(to, "%s%s", before, policy_text(p->list[i]));
        before = ", ";
    }
    if (*before == ',') fprintf(to, " they can%s delay this start\n", kept ? "not" : "");
}

/* What the wanted job needs, and all the others, by the numbers that they have here. */
static void count(struct ask *a, const char *text, unsigned seen,
                  struct resources_need need)
{
    static const char *const names[] = {"", "GPUs", "memory", "nodes"};
    struct resources *r = &a->counted;
    size_t i;
    for (int k = 1; k <= RESOURCES_KINDS; k++)
        if (seen >> k & 1 && !(k < RESOURCES_KINDS ? r->counted[k] : r->packed))
            fail_usage("--ask: not counted here: %s (%s)", names[k],
                       k < RESOURCES_KINDS ? "--resources" : "--nodes");
    if (!r->count) return;
    r->needs = base_zeroed(a->count + 1, sizeof *r->needs);
    for (i = 0; i < a->count; i++) r->needs[i] = a->now[i].need;
    resources_fit(r, &need, a->wanted.servers);
    if (need.nodes == 0)
        fail("%s: the machine can never satisfy --ask %s", a->w->source, text);
    r->needs[i] = need;
}

static void check_room(const struct ask *a)
{
    static const char *const names[] = {"servers", "GPUs", "MB of memory"};
    static const char *const how[] = {"servers", "resources", "resources"};
    if (a->wanted.servers > a->w->servers)
        fail("%s: %" PRIu32 " servers requested, but the machine has %" PRIu32
             " (--servers)",
             a->w->source, a->wanted.servers, a->w->servers);
    for (int k = 0; k < RESOURCES_KINDS; k++) {
        const int64_t have = k ? a->of->have[k] : a->w->servers;
        if (a->busy[k] > have && (k == 0 || a->of->counted[k]))
            fail("%s: %" PRId64
                 " %s are in use at that time, but the machine has %" PRId64 " (--%s)",
                 a->w->source, a->busy[k], names[k], have, how[k]);
    }
}

/* What the answer does not have in it. */
static void print_notes(const struct ask *a, const struct ask_policies *policies,
                        FILE *to)
{
    fputs("\nJobs that are submitted later are not simulated:\n", to);
    print_policies(policies, 1, to);
    print_policies(policies, 0, to);
    if (a->use_count)
        fprintf(to,
                "Run times: %" PRIu64 " job%s from %d or more ended jobs of their"
                " user,\n%zu from all %zu ended job%s.\n",
                a->own, a->own == 1 ? " draws" : "s draw", ASK_OWN,
                a->count - (size_t)a->own, a->use_count, text_s(a->use_count));
    else
        fputs("No draws: no job that ended by then has a requested time.\n", to);
    if (a->unknown)
        fprintf(to, "Jobs with a run time and no wait (field 3), left out: %" PRIu64 "\n",
                a->unknown);
    if (a->unlimited)
        fprintf(to,
                "Jobs without a time limit, which may hold others for ever: %" PRIu64
                ", the first job %" PRId64 "\n",
                a->unlimited, a->first_unlimited);
    if (a->large)
        fprintf(to, "Jobs larger than the machine, which never start: %" PRIu64 "\n",
                a->large);
    if (a->late)
        fprintf(to,
                "Jobs that run, but do not fit on these nodes at the same time, and wait"
                " here: %" PRIu64 "\n",
                a->late);
    workload_report_print_left_out(to, a->w);
    log_warn(a->w->source, &a->w->bad, &a->w->surplus);
}

void ask_answer(const struct drain_question *q, const struct workload *w,
                const struct resources *counted, int64_t seed,
                const struct ask_policies *policies, const void *settings,
                void (*decide)(const void *settings, int64_t policy, struct schedule *d),
                FILE *to)
{
    struct ask a = {.w = w, .of = counted, .counted = *counted};
    struct resources_need need = {.nodes = 0};
    const unsigned seen = read_wanted(q->ask, &a.wanted, &need);
    const uint32_t servers = a.wanted.servers;
    int64_t waits[ASK_DRAWS];
    char text[MOMENT_TEXT], length[MOMENT_TEXT], zone[MOMENT_TEXT];
    size_t i;
    a.moment = drain_moment(w, "at", word_of(q->at ? q->at : "now"));
    for (i = 0; i < w->count; i++) take(&a, &w->jobs[i]);
    check_room(&a);
    a.wanted.submit = a.wanted.ready = 1;
    a.wanted.wait = -1;
    a.wanted.run = a.wanted.estimate = a.wanted.length;
    a.wanted.number = w->jobs[w->count - 1].number + 1;
    count(&a, q->ask, seen, need);
    sort_uses(&a);
    fprintf(to,
            "%" PRIu32 " server%s for %s%s, submitted %s %s\n"
            "running: %" PRId64 " job%s on %" PRId64 " of %" PRIu32 " servers%s\n"
            "waiting: %zu\n\n"
            "start            run times as   as used (%d draws)\n"
            "                    requested           median             5 %%-"
            "            95 %%\n",
            servers, text_s(servers), quantity_time_text(a.wanted.length, length),
            seen ? strchr(q->ask, ',') : "", moment_clock(a.moment, w, text, zone), zone,
            a.running, text_s((uint64_t)a.running), a.busy[RESOURCES_SERVERS], w->servers,
            workload_report_guess(w->machine.guess), a.count - (size_t)a.running,
            ASK_DRAWS);
    for (size_t k = 0; k < policies->count; k++) {
        const int64_t policy = policies->list[k];
        struct random r = {(uint64_t)seed};
        fprintf(to, "%-12s", policy_text(policy));
        print_time(&a, wait_of(&a, NULL, policy, settings, decide), to);
        for (i = 0; i < ASK_DRAWS && a.use_count > 0; i++)
            waits[i] = wait_of(&a, &r, policy, settings, decide);
        qsort(waits, i, sizeof *waits, compare_i64);
        for (; i > 0; i = 0) {
            print_time(&a, waits[ASK_DRAWS / 2], to);
            print_time(&a, waits[ASK_DRAWS / 20], to);
            print_time(&a, waits[ASK_DRAWS - 1 - ASK_DRAWS / 20], to);
        }
        fputc('\n', to);
    }
    print_notes(&a, policies, to);
    if (counted->count) free(a.counted.needs);
    free(a.now);
    free(a.uses);
}
