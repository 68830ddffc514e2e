/* test_reserved.c - online co-allocation around one reservation, on every index: all
 * cases of two jobs on two servers. (prop_batch.c: batch schedulers, at random.) */
#include "test.h"

#include "online/online.h"

enum { SERVERS = 2, SECONDS = 32 };

static struct job_run down[2]; /* the servers of a downtime */

/* Each server has one job at a time. Returns how many promises were broken. */
static uint64_t simulate(struct job *jobs, size_t n, coa_index index,
                         struct job_outcome *outcomes)
{
    struct online_rules rules = {.index = index, .slot = 4};
    const struct workload w = {.jobs = jobs, .count = n, .servers = SERVERS};
    unsigned char taken[SECONDS][SERVERS] = {{0}};
    struct grants g = {0};
    coa_stats_info stats;
    uint64_t broken;
    int64_t t;
    size_t j;
    uint32_t k, s;
    if (index == COA_INDEX_RANGE_TREE) rules.horizon = SECONDS;
    memset(outcomes, 0, n * sizeof *outcomes);
    broken = online_simulate(&w, &rules, outcomes, &g, &stats);
    for (j = 0; j < n; j++) {
        if (outcomes[j].fate != JOB_RAN) continue;
        CHECK(outcomes[j].start >= jobs[j].ready);
        for (k = 0, s = 0; k < g.of[j].count; k++) s += g.runs[g.of[j].first + k].count;
        CHECK_EQ(s, jobs[j].servers);
        for (t = outcomes[j].start; t < job_end(&jobs[j], &outcomes[j]); t++)
            for (k = 0; k < g.of[j].count; k++) {
                const struct job_run *run = &g.runs[g.of[j].first + k];
                for (s = run->first; s < run->first + run->count; s++)
                    CHECK(!taken[t][s]++);
                if (jobs[j].on && index != COA_INDEX_COUNT)
                    CHECK(run->first == down->first);
            }
    }
    grants_free(&g);
    return broken;
}

/* How many servers job j, told `start`, has at t, when `now` is the time. */
static uint32_t in_the_way(const struct job *j, int64_t start, int64_t t, int64_t now)
{
    const int64_t end = start + (start + j->run <= now ? j->run : j->length);
    return start <= t && t < end ? j->servers : 0;
}

/* Is the reservation, which is number r, refused with reason, and are promises moved that
 * were made before it, and no others? */
static void check_reservation(const struct job *jobs, size_t r, coa_index index,
                              const struct job_outcome *with,
                              const struct job_outcome *without, uint64_t broken)
{
    const struct job *a = &jobs[r];
    const int64_t end = a->ready + a->length;
    uint32_t most = 0, begun = 0;
    uint64_t later = 0;
    int64_t t;
    size_t j;
    for (t = a->ready; t < end; t++) {
        uint32_t held = 0, stays = 0;
        for (j = 0; j < r; j++) {
            const uint32_t n = in_the_way(&jobs[j], without[j].start, t, a->submit);
            held += n;
            if (without[j].start <= a->submit) stays += n;
        }
        if (held > most) most = held;
        if (stays > begun) begun = stays;
    }
    for (j = 0; j < r; j++) {
        CHECK(with[j].start >= without[j].start);
        later += with[j].start > without[j].start;
    }
    CHECK_EQ(broken, later);
    if (with[r].fate == JOB_RAN) {
        CHECK_EQ(with[r].start, a->ready);
        CHECK(begun + a->servers <= SERVERS);
        CHECK(later == 0 || (a->on && most + a->servers > SERVERS) ||
              index != COA_INDEX_COUNT);
        return;
    }
    CHECK_EQ(with[r].fate, JOB_REFUSED);
    if (index == COA_INDEX_COUNT) CHECK((a->on ? begun : most) + a->servers > SERVERS);
    if (a->on) CHECK(begun > 0);
    CHECK_EQ(later, 0);
}

/* Number k of all jobs of these tests. */
static struct job job_of(unsigned k, int64_t earliest)
{
    struct job j = {.wait = -1};
    j.submit = j.ready = earliest + k % 2;
    j.length = 1 + k / 2 % 3;
    j.run = k / 6 % 2 ? 1 : j.length;
    j.servers = 1 + k / 12;
    return j;
}

static struct job reservation_of(unsigned k)
{
    struct job a = {.wait = -1, .reserved = JOB_GIVEN};
    a.submit = k % 3;
    a.ready = a.submit + k / 3 % 3;
    a.run = a.length = 1 + k / 9 % 2;
    k /= 18; /* one, two; server 0, 1, both */
    a.servers = k == 1 || k == 4 ? 2 : 1;
    down->first = k == 3;
    down->count = a.servers;
    if (k >= 2) a.on = down;
    return a;
}

/* Two jobs, and with them each reservation. */
static void small_cases(struct job *plain, coa_index index)
{
    struct job_outcome with[3], without[2];
    unsigned k;
    simulate(plain, 2, index, without);
    for (k = 0; k < 90; k++) {
        const struct job reservation = reservation_of(k);
        struct job jobs[3];
        uint64_t broken;
        size_t r = 0, j;
        while (r < 2 && plain[r].submit < reservation.submit) r++;
        for (j = 0; j < 2; j++) jobs[j + (j >= r)] = plain[j];
        jobs[r] = reservation;
        broken = simulate(jobs, 3, index, with);
        check_reservation(jobs, r, index, with, without, broken);
    }
}

static void every_small_case(void)
{
    struct job plain[2];
    unsigned x, y, i;
    for (x = 0; x < 24; x++)
        for (y = 0; y < 24; y++)
            for (i = COA_INDEX_MAP; i <= COA_INDEX_SLICES; i++) {
                plain[0] = job_of(x, 0);
                plain[1] = job_of(y, plain[0].submit);
                small_cases(plain, (coa_index)i);
            }
}

TEST_MAIN(TEST(every_small_case))
