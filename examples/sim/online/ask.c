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
};

struct ask {
    const struct workload *w;
    int64_t at;
    struct job wanted;
    struct queued *now;
    double *uses; /* run over request of each job that has ended */
    size_t count, room, use_count, use_room;
    int64_t busy, running; /* servers, jobs */
};

/* ---- the question ------------------------------------------------------------------ */

static int64_t read_wanted(const char *text, int64_t *length)
{
    struct word time = word_of(text);
    const struct word servers = word_part(&time, 'x');
    int64_t n;
    if (!time.at || !word_is_whole(servers, 1, JOB_SERVERS_MAX, &n) ||
        !quantity_time(time, JOB_TIME_MAX, length) || *length < 1)
        fail_usage("--ask: '%s' is not SERVERSxTIME, such as 4x2h", text);
    return n;
}

void ask_check(const struct drain_question *q, int other, const char *log)
{
    int64_t length;
    (void)read_wanted(q->ask, &length);
    if (q->nodes) fail_usage("--ask is not for --drain");
    if (other || !log)
        fail_usage("--ask needs a log as it is, without --reservations, --feedback, --ar,"
                   " --load, --scale-..., --lengths and shared nodes");
}

void ask_add(struct ask_policies *p, int64_t policy)
{
    size_t i = 0;
    while (i < p->count && p->of[i] != policy) i++;
    if (i == p->count && i < ASK_POLICIES) p->of[p->count++] = policy;
}

static int64_t moment_of(const struct drain_question *q, const struct workload *w)
{
    int64_t at;
    if (!q->at || strcmp(q->at, "now") == 0) {
        if (w->now < 0)
            fail(
                "%s: no header line Now (swf_tool convert --keep-queue writes it), so say"
                " when: --at TIME",
                w->source);
        return w->now;
    }
    if (!moment_read(word_of(q->at), w, &at))
        fail_usage(
            "--at: '%s' is not now, a time such as 3d9h (from the first submission)"
            " or, if the log has UnixStartTime, 2026-11-24T09:00",
            q->at);
    return at;
}

/* ---- that instant ------------------------------------------------------------------ */

/* The job at that time: it has ended, runs, waits, or is not known yet. */
static void take(struct ask *a, const struct job *j)
{
    const int64_t start = j->wait < 0 ? INT64_MAX : j->submit + j->wait;
    struct queued q = {*j, start <= a->at, 0};
    if (q.job.estimate < 1) q.job.estimate = ASK_UNLIMITED;
    if (j->submit - j->held > a->at || (j->wait < 0 && j->run >= 0)) return;
    if (start <= a->at && j->run >= 0 && start + j->run <= a->at) {
        if (j->estimate < 1) return;
        BASE_PUSH(a->uses, a->use_count, a->use_room) =
            (double)j->run / (double)j->estimate;
        return;
    }
    if (q.runs) {
        q.used = a->at - start;
        q.job.submit = 0;
        a->busy += j->servers;
        a->running++;
    } else {
        q.job.submit = j->submit <= a->at ? 1 : j->submit - a->at + 1;
    }
    q.job.ready = q.job.submit;
    BASE_PUSH(a->now, a->count, a->room) = q;
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
    int tries;
    for (tries = 0; tries < 20; tries++) {
        const double share = a->uses[random_below(r, a->use_count)];
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
static int64_t wait_of(const struct ask *a, struct random *r, int64_t policy,
                       const void *settings,
                       void (*decide)(const void *, int64_t, struct schedule *))
{
    struct workload w = *a->w;
    struct schedule d = {.w = &w};
    int64_t wait = -1;
    size_t i;
    w.jobs = base_zeroed(a->count + 1, sizeof *w.jobs);
    w.count = a->count + 1;
    w.first = 0;
    w.held = w.reservations = 0;
    fill(a, r, w.jobs);
    decide(settings, policy, &d);
    for (i = 0; i < w.count; i++)
        if (w.jobs[i].order == a->count && d.outcomes[i].fate == JOB_RAN)
            wait = d.outcomes[i].start - a->wanted.submit;
    schedule_free(&d);
    free(w.jobs);
    return wait;
}

static void print_time(const struct ask *a, int64_t wait, FILE *to)
{
    char text[MOMENT_TEXT];
    fprintf(to, " %14s", wait < 0 ? "refused" : moment_text(a->at + wait, a->w, text));
}

static void print_policy(int64_t policy, FILE *to)
{
    const char *word = policy_row((size_t)(policy % OPTION_K))->choice.word;
    const int k = policy < OPTION_K ? fprintf(to, "%s", word)
                                    : fprintf(to, "%s:%" PRId64, word, policy / OPTION_K);
    fprintf(to, "%*s", k < 12 ? 12 - k : 0, "");
}

void ask_answer(const struct drain_question *q, const struct workload *w, int64_t seed,
                const struct ask_policies *policies, const void *settings,
                void (*decide)(const void *settings, int64_t policy, struct schedule *d),
                FILE *to)
{
    struct ask a = {.w = w, .wanted = {.submit = 1, .ready = 1, .wait = -1}};
    int64_t waits[ASK_DRAWS], servers = read_wanted(q->ask, &a.wanted.length);
    char text[MOMENT_TEXT], length[MOMENT_TEXT];
    size_t i, k;
    a.at = moment_of(q, w);
    for (i = 0; i < w->count; i++) take(&a, &w->jobs[i]);
    if (servers > w->servers || a.busy > w->servers)
        fail("%s: %" PRId64 " servers are %s, and the machine has %" PRIu32
             " (--servers)",
             w->source, servers > w->servers ? servers : a.busy,
             servers > w->servers ? "asked for" : "in use at that time", w->servers);
    a.wanted.servers = (uint32_t)servers;
    a.wanted.run = a.wanted.estimate = a.wanted.length;
    a.wanted.number = w->jobs[w->count - 1].number + 1;
    fprintf(to,
            "%" PRId64 " server%s for %s, asked for at %s; jobs that run: %" PRId64
            " on %" PRId64 " of %" PRIu32 " servers; that wait: %zu\n\n"
            "start          run times as   as users used them, %d draws\n"
            "                  requested         median         5 %%-          95 %%\n",
            servers, text_s((uint64_t)servers),
            quantity_time_text(a.wanted.length, length), moment_text(a.at, w, text),
            a.running, a.busy, w->servers, a.count - (size_t)a.running, ASK_DRAWS);
    for (k = 0; k < policies->count; k++) {
        const int64_t policy = policies->of[k];
        struct random r = {(uint64_t)seed};
        if (policy % OPTION_K == POLICY_TRACE) continue;
        print_policy(policy, to);
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
    fputs(
        "\nJobs that are submitted later are not in it; under fcfs and conservative none"
        " delays it.\n",
        to);
    if (*w->resources) fputs("GPUs and memory are not counted here, only servers.\n", to);
    free(a.now);
    free(a.uses);
}
