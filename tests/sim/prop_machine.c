/* prop_machine.c - what a policy may say to a machine, and that nothing it remembers can
 * be seen.
 *
 * A policy that says anything at random runs twice: on a machine as it is, and with all
 * that is remembered dropped before each word: windows held in advance are booked at
 * once, no job is known to have no room, and everything counts as new to those that move.
 * Both have to do the same; all room is given back, and no wake is lost. Schedules are
 * compared with an oracle in prop_batch.c. */
#define _POSIX_C_SOURCE 200809L

#include "fails.h"

#include "machine/holds.h"
#include "machine/machine.h"
#include "machine/plan.h"

enum { JOBS = 40 };

static struct job jobs[JOBS];
static size_t count;
static struct job_outcome outcomes[JOBS];
static struct grants grants;
static struct machine m;
static struct machine_policy policy;
static struct machine_rules rules;
static uint32_t used; /* by what runs, as it was said */

static void set_machine(void)
{
    memset(outcomes, 0, sizeof outcomes);
    memset(&m, 0, sizeof m);
    m.jobs = jobs, m.count = count, m.servers = 8, m.rules = &rules;
    m.outcomes = outcomes, m.grants = &grants;
}

/* ---- at random, twice -------------------------------------------------------------- */

static int plain; /* nothing is remembered */
static uint64_t hash;

static void add(int64_t x) { hash = (hash ^ (uint64_t)x) * 0x100000001b3u; }

static void note(void *context, uint32_t job, enum machine_news what)
{
    (void)context;
    if (what == MACHINE_STARTED) used += jobs[job].servers;
    if (what == MACHINE_ENDED) used -= jobs[job].servers;
    CHECK_EQ(used + m.idle, m.servers);
    add(m.now), add(job), add(what);
}

static uint32_t state(uint32_t job) { return m.known[job].state; }

static void forget(void)
{
    if (!plain) return;
    holds_settle(&m);
    plan_more_room(&m);
    m.moves.pass.fact_count = 0;
    if (m.moves.open) replan_free(&m.moves.pass.freed, m.now, JOB_NEVER);
}

static void try_all(void)
{
    for (size_t i = plain ? 0 : machine_next(&m, 0); i < m.waiting;
         i = plain ? i + 1 : machine_next(&m, i + 1)) {
        const uint32_t job = m.queue[i];
        forget();
        if (machine_start(&m, job)) add(job);
    }
}

static void say(uint32_t job)
{
    forget();
    switch (test_below(10)) {
    case 0: try_all(); break;
    case 1:
    case 2: add(machine_start(&m, job)); break;
    case 3:
    case 4:
        if (state(job) == MACHINE_WAITS) machine_hold(&m, job);
        break;
    case 5:
        if (state(job) == MACHINE_WAITS) machine_promise(&m, job);
        break;
    case 6:
        if (state(job) == MACHINE_PROMISED) machine_sooner(&m, job);
        break;
    case 7:
        if (state(job) == MACHINE_WAITS && !test_below(4)) machine_book(&m, job);
        break;
    case 8:
        if (state(job) != MACHINE_WAITS) break;
        machine_appoint(&m, job, plan_from(&m, job) + 3);
        add(machine_start(&m, job) || (machine_reject(&m, job), 0));
        break;
    default:
        if (state(job) >= MACHINE_WAITS && state(job) <= MACHINE_APPOINTED &&
            test_below(3) == 0)
            machine_reject(&m, job);
    }
    forget();
}

static int64_t due; /* a wake that it asked for, or JOB_NEVER */

static void wake(struct machine *me)
{
    if (due == JOB_NEVER) machine_wake(me, due = me->now + test_between(1, 5));
}

static void decide(struct machine *me)
{
    int n = (int)test_below(9);
    if (plain) holds_drop(me, 0);
    while (me->waiting > 0 && n-- > 0) say(me->queue[test_below(me->waiting)]);
    CHECK(me->now <= due);
    if (me->now == due) due = JOB_NEVER;
    if (me->waiting > 0) wake(me);
}

static void arrive(struct machine *me, uint32_t job)
{
    if (plain) holds_drop(me, 0);
    if (test_below(4) == 0) say(job);
    if (test_below(4) == 0) wake(me);
}

static void replan(struct machine *me)
{
    for (size_t i = 0; i < me->waiting; i++) {
        const uint32_t job = me->queue[i];
        forget();
        if (state(job) == MACHINE_PROMISED) machine_sooner(me, job);
        if (state(job) == MACHINE_PROMISED && test_below(9) == 0) machine_reject(me, job);
        if (test_below(9) == 0) say(me->queue[test_below(me->waiting)]);
    }
}

/* Nothing is booked but what runs or will. */
static void check_plan(void)
{
    coa_booking b = {0};
    while (coa_next(m.plan, b.id, &b, NULL) == COA_OK)
        CHECK(b.end <= m.now || outcomes[b.tag].fate == JOB_RAN);
}

static uint64_t play(uint64_t seed, int is_plain)
{
    test_state_ = seed;
    plain = is_plain;
    hash = 1;
    used = 0;
    due = JOB_NEVER;
    set_machine();
    m.notify = note;
    machine_run(&m, JOB_NEVER);
    check_plan();
    CHECK_EQ(m.idle, m.servers);
    CHECK_EQ(due, JOB_NEVER);
    add((int64_t)m.broken);
    machine_free(&m);
    grants_free(&grants);
    return hash;
}

static struct job_run down[JOBS][2];

static void random_jobs(void)
{
    int64_t now = 0;
    memset(jobs, 0, sizeof jobs);
    for (size_t i = 0; i < count; i++) {
        struct job *j = &jobs[i];
        now += test_below(2) ? test_between(0, 9) : 0;
        j->number = (int64_t)i + 1;
        j->submit = j->ready = now;
        j->run = test_between(1, 20);
        j->estimate = j->length = j->run + (test_below(2) ? test_between(0, 20) : 0);
        j->servers = (uint32_t)test_between(1, test_below(3) ? 4 : 8);
        j->wait = -1;
        if (test_below(8)) continue;
        j->reserved = (uint32_t)test_between(JOB_WAITS, JOB_GIVEN);
        j->ready += test_between(0, 15);
        if (j->reserved < JOB_GIVEN) continue;
        j->run = j->length = j->estimate;
        down[i][0].count = j->servers;
        j->on = down[i];
    }
}

static void nothing_is_remembered(void)
{
    static const uint64_t found[] = {51893, 17500}; /* holds, promises of a re-plan */
    for (long i = -2; i < test_scaled(4000); i++) {
        const uint64_t seed = i < 0 ? found[i + 2] : test_seed() + (uint64_t)i;
        test_state_ = seed;
        count = (size_t)test_between(0, JOBS);
        random_jobs();
        memset(&policy, 0, sizeof policy);
        policy.decide = decide;
        if (test_below(2)) policy.arrive = arrive;
        if (test_below(2)) policy.replan = replan;
        policy.takes_late = (int)test_below(2);
        memset(&rules, 0, sizeof rules);
        rules.policy = &policy;
        rules.binding = (enum machine_binding)test_below(2);
        rules.ties = (enum machine_ties)test_below(2);
        rules.horizon = test_below(3) ? 0 : test_between(20, 90);
        rules.order = test_below(2) ? ORDER_FCFS : ORDER_SJF;
        const uint64_t own = play(seed, 0);
        const uint64_t other = play(seed, 1);
        if (own != other) fprintf(stderr, "SEED=%llu\n", (unsigned long long)seed);
        CHECK(own == other);
    }
}

/* ---- each word, in each state ------------------------------------------------------ */

enum { STATES = MACHINE_OVER + 1, WORDS = 8 };

static int word, wanted, done, said;

static void utter(struct machine *me)
{
    switch (word) {
    case 0: said = machine_start(me, 1); return;
    case 1: machine_must_start(me, 1); break;
    case 2: machine_hold(me, 1); break;
    case 3: machine_promise(me, 1); break;
    case 4: machine_sooner(me, 1); break;
    case 5: machine_book(me, 1); break;
    case 6: machine_appoint(me, 1, me->now + 30); break;
    case 7: machine_reject(me, 1); break;
    }
    said = 1;
}

/* Brings job 2 into the state; then the word is said. Job 1 has 4 of 8 servers. */
static void bring(struct machine *me)
{
    if (me->now == 0) machine_must_start(me, 0);
    if (done || (wanted == MACHINE_UNKNOWN ? me->now != 0 : me->now != 5)) return;
    if (wanted == MACHINE_HELD) machine_hold(me, 1);
    if (wanted == MACHINE_PROMISED) machine_promise(me, 1);
    if (wanted == MACHINE_APPOINTED) machine_appoint(me, 1, 40);
    if (wanted == MACHINE_RESERVED) machine_book(me, 1);
    if (wanted == MACHINE_RUNS) machine_must_start(me, 1);
    if (wanted == MACHINE_OVER) machine_reject(me, 1);
    CHECK_EQ(state(1), wanted);
    done = 1;
    utter(me);
}

static void every_word_in_every_state(void)
{
    /* by state, for each word: 1 does it, 0 does nothing, - ends the program */
    static const char *const may[STATES] = {"--------", "1111-111", "0------1",
                                            "0---1--1", "11----11", "0-------",
                                            "0-------", "0-------"};
    static const char *const is[STATES] = {"",
                                           "it waits",
                                           "it is held",
                                           "it has a promise",
                                           "it was promised",
                                           "it is a reservation",
                                           "it has started already",
                                           "it is over"};
    for (wanted = 0; wanted < STATES; wanted++)
        for (word = 0; word < WORDS; word++) {
            const char as = may[wanted][word];
            char text[80];
            count = 2;
            memset(jobs, 0, sizeof jobs);
            jobs[0].number = 1, jobs[0].run = jobs[0].estimate = jobs[0].length = 20;
            jobs[0].servers = 4;
            jobs[1] = jobs[0], jobs[1].number = 2, jobs[1].submit = jobs[1].ready = 5;
            memset(&policy, 0, sizeof policy);
            policy.decide = bring;
            memset(&rules, 0, sizeof rules);
            rules.policy = &policy;
            done = said = 0;
            set_machine();
            FAILS(machine_run(&m, 5));
            snprintf(text, sizeof text, "policy: job 2 cannot ");
            if (as != '-') CHECK_STR(fails.text, "");
            if (as != '-') CHECK_EQ(said, as - '0');
            if (as == '-' && wanted)
                CHECK(strncmp(fails.text, text, strlen(text)) == 0 &&
                      strstr(fails.text, " at 5: ") && strstr(fails.text, is[wanted]));
            if (as == '-' && !wanted)
                CHECK_STR(fails.text, "policy: job 2 is not known at 0");
            free(m.known);
            machine_free(&m);
            grants_free(&grants);
        }
}

/* ---- a downtime that cannot be ----------------------------------------------------- */

static void promise(struct machine *me, uint32_t job)
{
    (job ? machine_promise : machine_must_start)(me, job);
}

/* Jobs 2 and 3 have promises that end at 60 and 100; then a downtime is announced from 20
 * to 50. Job 2, which came at 1, moves behind job 3; if that is beyond the horizon the
 * downtime is refused, and all stays. */
static void a_downtime_is_refused(void)
{
    static const int64_t horizons[] = {0, 137, 136, 100};
    static const int64_t starts[2][3] = {{0, 20, 60}, {0, 100, 60}};
    for (size_t i = 0; i < 4; i++) {
        const int stands = i < 2;
        memset(jobs, 0, sizeof jobs);
        for (size_t k = 0; k < 4; k++) {
            jobs[k].number = (int64_t)k + 1, jobs[k].servers = 8;
            jobs[k].submit = jobs[k].ready = (int64_t)k;
            jobs[k].run = jobs[k].length = jobs[k].estimate = k ? 40 : 20;
        }
        jobs[3].ready = 20, jobs[3].run = jobs[3].length = jobs[3].estimate = 30;
        jobs[3].reserved = JOB_GIVEN, jobs[3].on = down[3];
        down[3][0].count = 8;
        memset(&policy, 0, sizeof policy);
        policy.arrive = promise;
        memset(&rules, 0, sizeof rules);
        rules.policy = &policy, rules.horizon = horizons[i];
        count = 4;
        set_machine();
        machine_run(&m, JOB_NEVER);
        for (size_t k = 0; k < 3; k++) CHECK_EQ(outcomes[k].start, starts[stands][k]);
        CHECK_EQ(outcomes[3].fate, stands ? JOB_RAN : JOB_REFUSED);
        CHECK_EQ(m.broken, stands);
        machine_free(&m);
        grants_free(&grants);
    }
}

TEST_MAIN(TEST(nothing_is_remembered), TEST(every_word_in_every_state),
          TEST(a_downtime_is_refused))
