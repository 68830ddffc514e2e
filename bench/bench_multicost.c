/* bench_multicost.c - tasks routed and scheduled in a second (paper 4): netsched.h,
 * whose vectors are words, against one byte for each slot.
 *
 * Paper 4's network: a 5 x 5 mesh with wraparounds, neighbours 400 km apart, 4 clusters
 * of 25 CPUs, one wavelength a link; slots of a millisecond. Links and clusters are
 * booked at random to a given share of all slots, from the first to the last. All tasks
 * have the same origin, so that only the search is measured; or each begins some
 * slots after the one before, or at any time. Both answer the same tasks, taking turns,
 * and must agree on the cluster, all times and the number of paths; the ratio is from
 * the same turn. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "netsched.h"

#include <math.h>

#include "env.h"
#include "rivals/byteslots.h"

#include "kit/command.h"

#define BENCH_SIDE 5
#define BENCH_CLUSTERS 4
#define BENCH_CPUS 25
#define BENCH_DELAY 2000 /* microseconds for 400 km */
#define BENCH_TAU 1000
#define BENCH_BURST 30.0 /* slots, on average */
#define BENCH_RUN 200.0
#define BENCH_ROUNDS 9

typedef struct bench_random {
    uint64_t state;
} bench_random;

static uint64_t bench_next(bench_random *r) /* splitmix64 */
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Exponentially distributed, in microseconds. */
static int64_t bench_length(bench_random *r, double slots)
{
    const double u = ((double)(bench_next(r) >> 11) + 1) * 0x1p-53;
    return (int64_t)(-log(u) * slots * BENCH_TAU) + 1;
}

static void bench_must(nets_status s)
{
    if (s == NETS_OK) return;
    fprintf(stderr, "bench_multicost: %s\n", nets_status_text(s));
    exit(1);
}

/* Takes one of it, now and then, for `share` percent of the time. */
static void bench_book(nets_network *net, nets_kind kind, uint32_t index, double mean,
                       int64_t share, nets_time end, bench_random *r)
{
    nets_time t = 0;
    while (share > 0) {
        nets_time length;
        t += bench_length(r, mean * (double)(100 - share) / (double)share);
        if (t >= end) return;
        length = bench_length(r, mean);
        bench_must(nets_block(net, kind, index, t, t + length, 1, NULL));
        t += length;
    }
}

static nets_network *bench_mesh(int64_t share, nets_time end, bench_random *r)
{
    nets_network *net;
    uint32_t x, y, i, k, link;
    bench_must(nets_create(&net, NULL));
    for (i = 0; i < BENCH_SIDE * BENCH_SIDE; i++) bench_must(nets_add_node(net, NULL));
    for (y = 0; y < BENCH_SIDE; y++)
        for (x = 0; x < BENCH_SIDE; x++) {
            const uint32_t here = y * BENCH_SIDE + x;
            const uint32_t right = y * BENCH_SIDE + (x + 1) % BENCH_SIDE;
            const uint32_t below = (y + 1) % BENCH_SIDE * BENCH_SIDE + x;
            bench_must(nets_add_duplex(net, here, right, 1, BENCH_DELAY, &link));
            bench_must(nets_add_duplex(net, here, below, 1, BENCH_DELAY, &link));
        }
    for (i = 0; i <= link + 1; i++)
        bench_book(net, NETS_LINK, i, BENCH_BURST, share, end, r);
    for (i = 0; i < BENCH_CLUSTERS; i++) {
        const uint32_t at = (uint32_t)(bench_next(r) % (BENCH_SIDE * BENCH_SIDE));
        bench_must(nets_add_cluster(net, at, BENCH_CPUS, 1 + i, NULL));
        for (k = 0; k < BENCH_CPUS; k++)
            bench_book(net, NETS_CLUSTER, i, BENCH_RUN, 90, end, r);
    }
    return net;
}

enum { BENCH_SAME, BENCH_SLOTS, BENCH_ANY }; /* when tasks begin */
static const char *const bench_origins[] = {"same origin", "whole slots", "any origin"};

typedef struct bench_set {
    nets_network *net;
    nets_view *view;
    byteslots *bytes;
    nets_task *tasks;
    byteslots_answer *answers; /* of netsched.h */
    size_t count;
} bench_set;

static void bench_make(bench_set *s, uint32_t slots, int64_t share, int origins,
                       size_t count, uint64_t seed)
{
    nets_view_desc desc = {0};
    const uint64_t last = 4 * count * BENCH_TAU; /* no task begins later */
    bench_random r;
    size_t i;
    r.state = seed;
    desc.slots_l = desc.slots_m = slots;
    desc.tau_l = desc.tau_m = BENCH_TAU;
    s->net = bench_mesh(share, (nets_time)slots * BENCH_TAU + (nets_time)last, &r);
    bench_must(nets_view_create(&s->view, s->net, &desc));
    s->bytes = byteslots_create(s->net, &desc);
    s->count = count;
    s->tasks = (nets_task *)byteslots_room(NULL, count * sizeof *s->tasks);
    s->answers = (byteslots_answer *)byteslots_room(NULL, count * sizeof *s->answers);
    memset(s->tasks, 0, count * sizeof *s->tasks);
    for (i = 0; i < count; i++) {
        nets_task *t = &s->tasks[i];
        t->source = (uint32_t)(bench_next(&r) % (BENCH_SIDE * BENCH_SIDE));
        if (origins == BENCH_SLOTS && i > 0)
            t->origin = t[-1].origin + (nets_time)(bench_next(&r) % 4) * BENCH_TAU;
        if (origins == BENCH_ANY) t->origin = (nets_time)(bench_next(&r) % last);
        t->rate = t->cpus = 1;
        t->data = bench_length(&r, BENCH_BURST);
        t->workload = bench_length(&r, BENCH_RUN);
    }
}

static void bench_drop(bench_set *s)
{
    byteslots_destroy(s->bytes);
    nets_view_destroy(s->view);
    nets_destroy(s->net);
    free(s->tasks);
    free(s->answers);
}

static double bench_words(bench_set *s)
{
    const int64_t began = bench_spent();
    size_t i;
    for (i = 0; i < s->count; i++) {
        byteslots_answer *a = &s->answers[i];
        nets_route r;
        bench_must(nets_multicost(s->view, &s->tasks[i], &r));
        a->end = r.end - s->tasks[i].origin;
        a->arrive = r.arrive - s->tasks[i].origin;
        a->cluster = r.cluster;
        a->paths = r.paths;
        a->labels = r.labels;
    }
    return (double)(bench_spent() - began) / (double)s->count;
}

/* Adds up paths and labels; -1 if the answers differ. */
static double bench_bytes(bench_set *s, uint64_t *paths, uint64_t *labels)
{
    const int64_t began = bench_spent();
    size_t i;
    *paths = *labels = 0;
    for (i = 0; i < s->count; i++) {
        const byteslots_answer a = byteslots_ask(s->bytes, &s->tasks[i]);
        const byteslots_answer *b = &s->answers[i];
        if (a.end != b->end || a.arrive != b->arrive || a.cluster != b->cluster ||
            a.paths != b->paths || a.labels != b->labels)
            return -1;
        *paths += a.paths;
        *labels += a.labels;
    }
    return (double)(bench_spent() - began) / (double)s->count;
}

static int bench_run(uint32_t slots, int64_t share, int origins, size_t count,
                     size_t rounds, uint64_t seed)
{
    double words[BENCH_ROUNDS], bytes[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    uint64_t paths = 0, labels = 0;
    bench_set s;
    size_t i;
    int agree = 1;
    bench_make(&s, slots, share, origins, count, seed);
    for (i = 0; i < rounds && agree; i++) {
        words[i] = bench_words(&s);
        bytes[i] = bench_bytes(&s, &paths, &labels);
        ratio[i] = bytes[i] / words[i];
        agree = bytes[i] >= 0;
    }
    if (agree)
        printf("%5u slots, %2d %% booked, %s: %7.1f us/task in words, %7.1f in bytes, "
               "ratio %5.1f; %5.1f paths of %5.1f\n",
               (unsigned)slots, (int)share, bench_origins[origins],
               bench_median(words, rounds) * 1e-3, bench_median(bytes, rounds) * 1e-3,
               bench_median(ratio, rounds), (double)paths / (double)count,
               (double)labels / (double)count);
    else
        printf("MISMATCH %u slots, %d %% booked\n", (unsigned)slots, (int)share);
    fflush(stdout);
    bench_drop(&s);
    return agree;
}

typedef struct bench_settings {
    int64_t slots, tasks, seed, quick;
} bench_settings;

#define BENCH_AT(kind, member) OPTION(kind, bench_settings, member)

static const struct option bench_table[] = {
    {"slots", BENCH_AT(OPTION_WHOLE, slots), .lo = 64, .hi = 1000000, .value = "4096",
     .help = "longest vectors; from 256 by four up to them"},
    {"tasks", BENCH_AT(OPTION_WHOLE, tasks), .lo = 1, .hi = 1000000, .value = "100",
     .help = "tasks in a round"},
    {"quick", BENCH_AT(OPTION_FLAG, quick),
     .help = "a check that it works: 3 tasks, one round"},
    {"seed", BENCH_AT(OPTION_WHOLE, seed), .value = "1",
     .help = "seed of bookings and tasks"}};

static const struct command bench_me = {
    .about = "AWMC-T on paper 4's network, with bits and with bytes.",
    .notes = "Exit status 1: the two find different answers.",
    .options = bench_table,
    .options_count = sizeof bench_table / sizeof bench_table[0],
    .settings = sizeof(bench_settings)};

int main(int argc, char **argv)
{
    static const int64_t shares[] = {10, 30, 60};
    bench_settings o;
    int64_t slots;
    size_t i;
    int agree = 1;
    command_settings(&bench_me, "bench_multicost", argc, argv, &o);
    if (o.quick) o.tasks = 3;
    bench_environment(stdout, (uint64_t)o.seed, bench_pin());
    for (slots = o.slots < 256 ? o.slots : 256; slots <= o.slots && agree; slots *= 4)
        for (i = 0; i < 9 && agree; i++)
            agree =
                bench_run((uint32_t)slots, shares[i % 3], (int)(i / 3), (size_t)o.tasks,
                          o.quick ? 1 : BENCH_ROUNDS, (uint64_t)o.seed);
    return !agree;
}
