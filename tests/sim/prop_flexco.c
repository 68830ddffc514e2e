/* prop_flexco.c - flexco.h against a second simulator that is slow and obviously right
 * (flexco_oracle.h), on random small systems, jobs and modes.
 *
 * Compared is all that a result tells of late binding: when each job was promised, and
 * when it ran, where and in which shape, how it moved, and the totals. A difference found
 * at random is made small before it is shown; SEED=n replays it. Where processors have
 * names, the starts at sites without meta-jobs are compared with those that coalloc.h
 * gives if it is asked for every job at every end. What holds of every run, early
 * binding and large ones too (no promise is broken, no processor has two jobs), the
 * checker has to say (flexco_check.c; test_flexco_sim.c spoils results for it). */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "flexco/flexco.h"
#include "flexco/flexco_job.h"

#include "flexco_oracle.h"

enum { CASE_JOBS = 25, MANY = 400 };

typedef struct flexco_case {
    uint32_t servers[ORACLE_SITES], sites;
    struct flexco_job jobs[CASE_JOBS];
    size_t n;
    struct flexco_rules rules;
    int every_second; /* the oracle looks at all of them */
} flexco_case;

/* ---- random cases ------------------------------------------------------------------ */

static void random_sites(flexco_case *c, uint32_t most)
{
    const int alike = test_below(3) == 0;
    uint32_t i;
    c->sites = (uint32_t)test_between(1, ORACLE_SITES);
    for (i = 0; i < c->sites; i++)
        c->servers[i] =
            alike && i > 0 ? c->servers[0] : (uint32_t)test_between(1, (int64_t)most);
}

static uint32_t all_of(const flexco_case *c)
{
    uint32_t i, sum = 0;
    for (i = 0; i < c->sites; i++) sum += c->servers[i];
    return sum;
}

/* Order of arrival. */
static int arrives_before(const struct flexco_job *a, const struct flexco_job *b)
{
    return a->submit != b->submit ? a->submit < b->submit : a->site < b->site;
}

static void sort_jobs(struct flexco_job *jobs, size_t n)
{
    size_t i, k;
    for (i = 0; i < n; i++) {
        const struct flexco_job job = jobs[i];
        for (k = i; k > 0 && arrives_before(&job, &jobs[k - 1]); k--)
            jobs[k] = jobs[k - 1];
        jobs[k] = job;
    }
}

/* One for a site or for the metascheduler; now and then one that is too large. */
static void random_job(const flexco_case *c, struct flexco_job *job, int64_t metas)
{
    const int64_t all = all_of(c);
    int64_t most = all;
    memset(job, 0, sizeof *job);
    job->site = FLEXCO_META;
    if (test_between(1, 6) > metas) {
        job->site = (uint32_t)test_below(c->sites);
        most = c->servers[job->site];
    } else {
        job->overhead = (uint32_t)(test_below(3) ? test_below(26) : 25 * test_below(2));
    }
    if (test_below(2)) most = (most + 1) / 2;
    job->servers = (uint32_t)test_between(1, most + (test_below(10) == 0));
}

static void random_jobs(flexco_case *c)
{
    const int64_t gap = (int64_t)test_below(5), longest = test_below(3) ? 8 : 16;
    const int64_t metas = (int64_t)test_below(7), accuracy = (int64_t)test_below(4);
    int64_t now = 0;
    size_t i;
    c->n = (size_t)(test_below(4) ? test_between(3, 12) : test_between(12, CASE_JOBS));
    for (i = 0; i < c->n; i++) {
        struct flexco_job *job = &c->jobs[i];
        random_job(c, job, metas);
        if (i > 0 && test_below(3)) now += test_between(0, gap);
        job->submit = now;
        job->run = job->estimate = test_between(1, longest);
        if ((int64_t)test_below(4) < accuracy)
            job->run = test_between(1, test_below(8) ? job->estimate : 2 * longest);
    }
    sort_jobs(c->jobs, c->n);
    for (i = 0; i < c->n; i++) c->jobs[i].number = (int64_t)i + 1;
}

static void random_rules(flexco_case *c)
{
    static const uint32_t efficiencies[] = {80, 80, 100, 50, 0};
    c->rules.mode = (enum flexco_mode)test_below(FLEXCO_MODE_COUNT);
    c->rules.efficiency = efficiencies[test_below(5)];
    c->rules.one_site_fixed = test_below(2) == 0;
}

static void random_case(flexco_case *c, uint32_t most)
{
    memset(c, 0, sizeof *c);
    random_sites(c, most);
    random_jobs(c);
    random_rules(c);
    c->every_second = test_below(16) == 0;
}

/* ---- what holds of every run ------------------------------------------------------- */

typedef struct world { /* a case as it is run, and what comes of it */
    struct flexco_system system;
    const struct flexco_job *jobs;
    size_t n;
    struct flexco_rules rules;
    struct flexco_result result;
    int ran; /* it was not refused with an error */
    struct error e;
} world;

/* Runs it, and has it checked. NULL = all is well. */
static const char *run_world(world *w)
{
    if (flexco_run(&w->system, w->jobs, w->n, &w->rules, &w->result, &w->e) != 0)
        return w->e.text;
    w->ran = 1;
    return flexco_check(&w->system, w->jobs, w->n, &w->rules, &w->result, &w->e) != 0
               ? w->e.text
               : NULL;
}

static const char *run_case(const flexco_case *c, world *w)
{
    memset(w, 0, sizeof *w);
    w->system.count = c->sites;
    w->system.servers = c->servers;
    w->jobs = c->jobs;
    w->n = c->n;
    w->rules = c->rules;
    return run_world(w);
}

/* ---- the two simulators ------------------------------------------------------------ */

static int same_parts(const world *w, size_t first, uint32_t count, const uint32_t *share)
{
    uint32_t site, k = 0;
    for (site = 0; site < w->system.count; site++) {
        const struct flexco_part *part = &w->result.parts[first + k];
        if (share[site] == 0) continue;
        if (k == count || part->site != site || part->servers != share[site]) return 0;
        k++;
    }
    return k == count;
}

/* What differs between the two outcomes of a job, of which the second is the oracle's. */
static const char *other_outcome(const world *w, size_t job, int64_t *mine,
                                 int64_t *theirs)
{
    const struct flexco_outcome *x = &w->result.outcomes[job], *y = &o.job[job].outcome;
    const int ran = y->end >= 0;
#define OTHER(field)             \
    *mine = (int64_t)x->field;   \
    *theirs = (int64_t)y->field; \
    if (*mine != *theirs) return #field
    OTHER(fate);
    OTHER(first_start);
    OTHER(promised);
    OTHER(first_parts);
    OTHER(start);
    OTHER(end);
    OTHER(booked_end);
    OTHER(shifts);
    OTHER(remaps);
    OTHER(molds);
    OTHER(servers);
    OTHER(shape);
#undef OTHER
    *mine = *theirs = 0;
    if (ran && !same_parts(w, x->first_part, x->part_count, o.job[job].slot.share))
        return "parts";
    return NULL;
}

static const char *other_totals(const world *w)
{
    const struct flexco_result *r = &w->result;
    if (r->asked != o.asked) return "asked";
    if (r->shifts != o.shifts) return "shifts";
    if (r->remaps != o.remaps) return "remaps";
    if (r->molds != o.molds) return "molds";
    if (r->joined != o.joined) return "joined";
    if (r->advances != o.advances) return "advances";
    if (r->meta_advances != o.meta_advances) return "advances of meta-jobs";
    if (r->compressions != o.compressions) return "compressions";
    return NULL;
}

/* What the oracle, which has just run, says otherwise. NULL = nothing. */
static const char *difference(const world *w)
{
    static char text[200];
    int64_t mine = 0, theirs = 0;
    const char *what;
    size_t i;
    for (i = 0; i < w->n; i++) {
        what = other_outcome(w, i, &mine, &theirs);
        if (!what) continue;
        snprintf(text, sizeof text, "job %d: %s: %d, but the oracle: %d", (int)i, what,
                 (int)mine, (int)theirs);
        return text;
    }
    return other_totals(w);
}

/* What differs between the two of a case. NULL = nothing. */
static const char *mismatch(const flexco_case *c)
{
    static char text[600];
    static world w;
    oracle_case what = {0};
    const char *wrong = run_case(c, &w);
    what.system = &w.system;
    what.jobs = c->jobs;
    what.n = c->n;
    what.rules = &w.rules;
    what.every_second = c->every_second;
    if (!wrong) oracle_run(&what);
    if (!wrong) wrong = difference(&w);
    if (wrong) snprintf(text, sizeof text, "%s", wrong);
    flexco_job_result_free(&w.result);
    return wrong ? text : NULL;
}

/* ---- a case that differs, made small ----------------------------------------------- */

static int try_smaller(flexco_case *c, const flexco_case *smaller)
{
    if (memcmp(c, smaller, sizeof *c) == 0 || !mismatch(smaller)) return 0;
    *c = *smaller;
    return 1;
}

static int shrink_rules(flexco_case *c)
{
    int k;
    for (k = 0; k < 4; k++) {
        flexco_case s = *c;
        if (k == 0) s.rules.efficiency = 80;
        if (k == 1) s.rules.one_site_fixed = 0;
        if (k == 2 && s.rules.mode > FLEXCO_RIGID)
            s.rules.mode = (enum flexco_mode)(s.rules.mode - 1);
        if (k == 3) s.rules.mode = FLEXCO_RIGID;
        if (try_smaller(c, &s)) return 1;
    }
    return 0;
}

static int shrink_job(flexco_case *c, size_t i)
{
    int k;
    for (k = 0; k < 6; k++) {
        flexco_case s = *c;
        struct flexco_job *job = &s.jobs[i];
        if (k == 0 && job->servers > 1) job->servers--;
        if (k == 1 && job->run > job->estimate) job->run = job->estimate;
        if (k == 2 && job->run > 1 && job->estimate > 1) job->run--, job->estimate--;
        if (k == 3 && job->run > 1) job->run--;
        if (k == 4) job->overhead = 0;
        if (k == 5 && job->submit > 0) job->submit--;
        sort_jobs(s.jobs, s.n);
        if (try_smaller(c, &s)) return 1;
    }
    return 0;
}

static int shrink_once(flexco_case *c)
{
    flexco_case s;
    size_t i;
    for (i = c->n; i-- > 0;) {
        s = *c;
        s.n--;
        memmove(&s.jobs[i], &s.jobs[i + 1], (s.n - i) * sizeof s.jobs[0]);
        if (s.n > 0 && try_smaller(c, &s)) return 1;
    }
    for (i = 0; i < c->n; i++)
        if (shrink_job(c, i)) return 1;
    return shrink_rules(c);
}

static void show(const flexco_case *c)
{
    size_t i;
    printf("%s%s%s, efficiency %d; sites:", flexco_job_mode_word(c->rules.mode),
           c->rules.early_binding ? " early" : "",
           c->rules.one_site_fixed ? " fixed" : "", (int)c->rules.efficiency);
    for (i = 0; i < c->sites; i++) printf(" %d", (int)c->servers[i]);
    printf("\n");
    for (i = 0; i < c->n; i++) {
        const struct flexco_job *job = &c->jobs[i];
        printf("job %d: submit %d run %d estimate %d servers %d ", (int)i,
               (int)job->submit, (int)job->run, (int)job->estimate, (int)job->servers);
        if (job->site == FLEXCO_META)
            printf("meta, overhead %d\n", (int)job->overhead);
        else
            printf("site %d\n", (int)job->site);
    }
}

static void no_mismatch(flexco_case *c, uint64_t seed)
{
    if (!mismatch(c)) return;
    while (shrink_once(c)) continue;
    printf("SEED=%llu\n", (unsigned long long)seed);
    show(c);
    CHECK_STR(mismatch(c), "no mismatch");
}

/* ---- tests ------------------------------------------------------------------------- */

#define CASES 30000

/* How much of what is of interest has been met. */
typedef struct met {
    long modes[FLEXCO_MODE_COUNT];
    uint64_t asked, shifts, remaps, molds, joined, advances, meta_advances, killed,
        refused;
} met;

static void meet(met *m, const flexco_case *c)
{
    size_t i;
    m->modes[c->rules.mode]++;
    m->asked += o.asked;
    m->shifts += o.shifts;
    m->remaps += o.remaps;
    m->molds += o.molds;
    m->joined += o.joined;
    m->advances += o.advances;
    m->meta_advances += o.meta_advances;
    for (i = 0; i < c->n; i++) {
        m->killed += o.job[i].outcome.fate == FLEXCO_FATE_killed;
        m->refused += o.job[i].outcome.fate == FLEXCO_FATE_refused;
    }
}

/* Each case has a seed of its own, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static flexco_case c;
    static met m;
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES);
    long i;
    memset(&m, 0, sizeof m);
    for (i = 0; i < cases; i++) {
        test_state_ = seed + (uint64_t)i;
        random_case(&c, 8);
        no_mismatch(&c, seed + (uint64_t)i);
        meet(&m, &c);
    }
    if (cases < CASES) return;
    for (i = 0; i < FLEXCO_MODE_COUNT; i++) CHECK(m.modes[i] > 1000);
    CHECK(m.asked > 10000 && m.advances > 10000);
    CHECK(m.meta_advances > 10000);
    CHECK(m.shifts > 1000 && m.remaps > 1000 && m.molds > 500 && m.joined > 300);
    CHECK(m.killed > 1000 && m.refused > 1000);
}

/* Where processors have names; with one at each site that is no difference. */
static void early_binding_against_oracle(void)
{
    static flexco_case c;
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES / 3);
    long i;
    for (i = 0; i < cases; i++) {
        test_state_ = seed + (uint64_t)i;
        random_case(&c, i % 8 == 0 ? 1 : 8);
        c.rules.early_binding = 1;
        no_mismatch(&c, seed + (uint64_t)i);
    }
}

/* ---- many jobs --------------------------------------------------------------------- */

typedef struct crowd {
    uint32_t servers[ORACLE_SITES], sites;
    struct flexco_job jobs[MANY];
    size_t n;
} crowd;

static void random_crowd(crowd *x, uint32_t metas)
{
    int64_t now = 0, all = 0;
    size_t i;
    memset(x, 0, sizeof *x);
    x->sites = (uint32_t)test_between(1, ORACLE_SITES);
    for (i = 0; i < x->sites; i++)
        all += x->servers[i] = (uint32_t)test_between(1, test_below(3) ? 60 : 250);
    x->n = (size_t)test_between(1, MANY);
    for (i = 0; i < x->n; i++) {
        struct flexco_job *job = &x->jobs[i];
        int64_t most = all;
        if (test_below(3)) now += test_between(0, test_below(10) ? 20 : 600);
        job->submit = now;
        job->site = (uint32_t)test_below(x->sites);
        if (test_below(100) < metas) job->site = FLEXCO_META;
        if (job->site != FLEXCO_META) most = x->servers[job->site];
        job->run = test_between(1, test_below(4) ? 60 : 900);
        job->estimate = job->run + (test_below(2) ? test_between(0, 300) : 0);
        if (test_below(20) == 0) job->run += test_between(1, 100);
        job->servers = (uint32_t)test_between(1, test_below(8) ? 1 + most / 8 : most);
        if (job->site == FLEXCO_META) job->overhead = (uint32_t)test_below(26);
    }
    sort_jobs(x->jobs, x->n);
    for (i = 0; i < x->n; i++) x->jobs[i].number = (int64_t)i + 1;
}

static void world_of(const crowd *x, world *w)
{
    memset(w, 0, sizeof *w);
    w->system.count = x->sites;
    w->system.servers = x->servers;
    w->jobs = x->jobs;
    w->n = x->n;
    w->rules.efficiency = FLEXCO_EFFICIENCY;
}

static const char *same_run(const world *w, const world *again)
{
    size_t i;
    for (i = 0; i < w->n; i++) {
        const struct flexco_outcome *x = &w->result.outcomes[i],
                                    *y = &again->result.outcomes[i];
        if (x->start != y->start || x->end != y->end || x->promised != y->promised ||
            x->fate != y->fate || x->shape != y->shape || x->part_count != y->part_count)
            return "the same every time";
    }
    return NULL;
}

/* All modes and bindings: every run is sound, and a second one is the same. */
static void large(void)
{
    static crowd x;
    static world w, again;
    const long rounds = test_scaled(200);
    long round;
    for (round = 0; round < rounds; round++) {
        const char *wrong;
        random_crowd(&x, (uint32_t)test_between(0, 100));
        world_of(&x, &w);
        w.rules.mode = (enum flexco_mode)test_below(FLEXCO_MODE_COUNT);
        w.rules.early_binding = test_below(2) == 0;
        w.rules.one_site_fixed = test_below(3) == 0;
        again = w;
        wrong = run_world(&w);
        if (!wrong) wrong = run_world(&again);
        if (!wrong) wrong = same_run(&w, &again);
        flexco_job_result_free(&w.result);
        flexco_job_result_free(&again.result);
        if (wrong) CHECK_STR(wrong, "a sound run");
    }
}

/* The jobs of one site, as a machine sees them. How many. */
static size_t jobs_of_site(const crowd *x, uint32_t site, struct job *jobs, size_t *which)
{
    size_t i, n = 0;
    for (i = 0; i < x->n; i++) {
        const struct flexco_job *from = &x->jobs[i];
        struct job *job = &jobs[n];
        if (from->site != site) continue;
        memset(job, 0, sizeof *job);
        job->number = from->number;
        job->order = (uint32_t)n;
        job->submit = job->ready = from->submit;
        job->estimate = job->length = from->estimate;
        job->run = from->run < from->estimate ? from->run : from->estimate;
        job->servers = from->servers;
        job->wait = -1;
        which[n++] = i;
    }
    return n;
}

/* Without meta-jobs each site is a machine under conservative backfilling that moves
 * waiting jobs in order of their starts: batch.h says the same of it. */
static void sites_alone_are_machines(void)
{
    static crowd x;
    static world w;
    static struct job jobs[MANY];
    static struct job_outcome outcomes[MANY];
    static size_t which[MANY];
    const long rounds = test_scaled(200);
    long round;
    size_t i;
    for (round = 0; round < rounds; round++) {
        struct batch_rules batch = {0};
        uint32_t site;
        const char *wrong;
        batch.kind = BATCH_CONSERVATIVE;
        batch.compress = BATCH_COMPRESS_START;
        random_crowd(&x, 0);
        world_of(&x, &w);
        w.rules.mode = (enum flexco_mode)test_below(FLEXCO_MODE_COUNT);
        wrong = run_world(&w);
        for (site = 0; site < x.sites && !wrong; site++) {
            const size_t n = jobs_of_site(&x, site, jobs, which);
            memset(outcomes, 0, sizeof outcomes);
            batch_simulate(jobs, n, x.servers[site], &batch, outcomes, NULL);
            for (i = 0; i < n && !wrong; i++)
                if (outcomes[i].start != w.result.outcomes[which[i]].start)
                    wrong = "another start";
        }
        flexco_job_result_free(&w.result);
        if (wrong) CHECK_STR(wrong, "as a machine");
    }
}

/* Books the job at its earliest start, instead of the booking *id if that is not 0. */
static void book_by_force(coa_calendar *c, const struct job *job, int64_t now, coa_id *id,
                          int64_t *start)
{
    coa_request req = {0};
    coa_booking b;
    req.ready = now;
    req.length = job->estimate;
    req.servers = job->servers;
    req.replaces = *id;
    CHECK_EQ(coa_reserve(c, &req, &b), COA_OK);
    *id = b.id;
    *start = b.start;
}

/* The starts of a machine's jobs where processors have names, by one call of coalloc.h
 * for each job that waits whenever one ends early. */
static void starts_by_force(const struct job *jobs, size_t n, uint32_t servers,
                            int64_t *start)
{
    static coa_id id[MANY];
    static int64_t old[MANY], end[MANY];
    coa_desc d = {0};
    coa_calendar *c;
    size_t next = 0, i, k, best;
    int64_t now = 0, then;
    d.servers = servers;
    CHECK_EQ(coa_create(&c, &d), COA_OK);
    for (i = 0; i < n; i++) start[i] = end[i] = -1;
    while (now != JOB_NEVER) {
        int early = 0;
        CHECK_EQ(coa_advance(c, now), COA_OK);
        for (i = 0; i < next; i++) {
            if (start[i] < 0 || end[i] != now || jobs[i].run == jobs[i].estimate)
                continue;
            CHECK_EQ(coa_finish(c, id[i], now), COA_OK);
            early = 1;
        }
        memcpy(old, start, next * sizeof *old);
        for (k = 0; k < next && early; k++) { /* by start, then in order */
            for (best = n, i = 0; i < next; i++)
                if (old[i] > now && (best == n || old[i] < old[best])) best = i;
            if (best == n) break;
            old[best] = -1;
            book_by_force(c, &jobs[best], now, &id[best], &start[best]);
            end[best] = start[best] + jobs[best].run;
        }
        for (; next < n && jobs[next].submit == now; next++) {
            id[next] = 0;
            if (jobs[next].servers > servers) continue;
            book_by_force(c, &jobs[next], now, &id[next], &start[next]);
            end[next] = start[next] + jobs[next].run;
        }
        then = now;
        now = next < n ? jobs[next].submit : JOB_NEVER;
        for (i = 0; i < next; i++)
            if (end[i] > then && end[i] < now) now = end[i];
    }
    coa_destroy(c);
}

/* Where processors have names, too, a pass finds all that can move. */
static void sites_alone_by_force(void)
{
    static crowd x;
    static world w;
    static struct job jobs[MANY];
    static size_t which[MANY];
    static int64_t start[MANY];
    const long rounds = test_scaled(100);
    long round;
    for (round = 0; round < rounds; round++) {
        uint32_t site;
        size_t i;
        random_crowd(&x, 0);
        world_of(&x, &w);
        w.rules.early_binding = 1;
        CHECK(run_world(&w) == NULL);
        for (site = 0; site < x.sites; site++) {
            const size_t n = jobs_of_site(&x, site, jobs, which);
            starts_by_force(jobs, n, x.servers[site], start);
            for (i = 0; i < n; i++) CHECK_EQ(w.result.outcomes[which[i]].start, start[i]);
        }
        flexco_job_result_free(&w.result);
    }
}

/* ---- what nobody should ask for ---------------------------------------------------- */

static int64_t extreme(int64_t most)
{
    switch (test_below(6)) {
    case 0: return 0;
    case 1: return -1;
    case 2: return most + 1;
    case 3: return most - (int64_t)test_below(3);
    case 4: return INT64_MAX;
    default: return test_between(1, 100);
    }
}

/* Times and numbers at the edge of what there is, and beyond: one clear sentence, or a
 * run that is sound. */
static void extremes(void)
{
    const long rounds = test_scaled(20000);
    long round, runs = 0;
    for (round = 0; round < rounds; round++) {
        static flexco_case c;
        static world w;
        size_t i;
        const char *wrong;
        random_case(&c, 8);
        c.n = (size_t)test_between(1, 4);
        c.rules.early_binding = test_below(2) == 0;
        for (i = 0; i < c.n; i++) {
            struct flexco_job *job = &c.jobs[i];
            if (test_below(4) == 0) job->submit = extreme(JOB_TIME_MAX);
            if (test_below(4) == 0) job->run = extreme(JOB_TIME_MAX);
            if (test_below(4) == 0) job->estimate = extreme(JOB_TIME_MAX);
            if (test_below(8) == 0) job->servers = (uint32_t)extreme(JOB_SERVERS_MAX);
            if (test_below(8) == 0) job->overhead = (uint32_t)extreme(10000);
            if (test_below(20) == 0) job->site = (uint32_t)extreme(c.sites);
        }
        if (test_below(4) > 0) sort_jobs(c.jobs, c.n);
        for (i = 0; i < c.sites; i++)
            if (test_below(10) == 0) c.servers[i] = (uint32_t)extreme(JOB_SERVERS_MAX);
        if (test_below(10) == 0) c.rules.efficiency = (uint32_t)extreme(100);
        wrong = run_case(&c, &w);
        if (!w.ran && w.e.text[0]) wrong = NULL;
        runs += w.ran;
        flexco_job_result_free(&w.result);
        if (wrong) {
            show(&c);
            CHECK_STR(wrong, "a sound run or an error");
        }
    }
    CHECK(runs > rounds / 100);
}

TEST_MAIN(TEST(random_against_oracle), TEST(early_binding_against_oracle), TEST(large),
          TEST(sites_alone_are_machines), TEST(sites_alone_by_force), TEST(extremes))
