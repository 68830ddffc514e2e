/* test_multicost.c - availability vectors, pictures and multicost routing by hand:
 * small cases whose answers can be read off, and everything that must be refused. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"
#include "test.h"

/* ---- vectors ----------------------------------------------------------------------- */

/* A vector from its bits, "1101": bit 0 first. */
static void set_bits(nets_slots *s, const char *bits, int beyond)
{
    uint32_t k;
    CHECK_EQ(nets_slots_fill(s, (uint32_t)strlen(bits), beyond), NETS_OK);
    for (k = 0; bits[k]; k++)
        CHECK_EQ(nets_slots_set(s, k, k + 1, bits[k] == '1'), NETS_OK);
}

static const char *bits_of(const nets_slots *s)
{
    static char text[400];
    uint32_t k;
    for (k = 0; k < s->count && k < sizeof text - 1; k++)
        text[k] = nets_slots_get(s, k) ? '1' : '0';
    text[k] = 0;
    return text;
}

static void vectors(void)
{
    nets_slots s = {0};
    CHECK_EQ(nets_slots_get(&s, 5), 0);
    CHECK_EQ(nets_slots_weight(&s), 0);
    CHECK_EQ(nets_slots_fill(&s, 130, 1), NETS_OK);
    CHECK_EQ(s.count, 130);
    CHECK_EQ(nets_slots_weight(&s), 130);
    CHECK_EQ(nets_slots_get(&s, 129), 1);
    CHECK_EQ(nets_slots_get(&s, 130), 1);
    CHECK_EQ(nets_slots_set(&s, 60, 70, 0), NETS_OK);
    CHECK_EQ(nets_slots_set(&s, 128, 130, 0), NETS_OK);
    CHECK_EQ(nets_slots_set(&s, 7, 7, 0), NETS_OK);
    CHECK_EQ(nets_slots_weight(&s), 118);
    CHECK_EQ(nets_slots_get(&s, 59), 1);
    CHECK_EQ(nets_slots_get(&s, 60), 0);
    CHECK_EQ(nets_slots_get(&s, 69), 0);
    CHECK_EQ(nets_slots_get(&s, 70), 1);
    CHECK_EQ(nets_slots_get(&s, 129), 0);
    CHECK_EQ(nets_slots_get(&s, 130), 1);
    CHECK_EQ(nets_slots_get(&s, UINT64_MAX), 1);
    nets_slots_clear_first(&s, 3);
    CHECK_EQ(nets_slots_weight(&s), 115);
    nets_slots_clear_first(&s, 1000);
    CHECK_EQ(nets_slots_weight(&s), 0);
    CHECK_EQ(nets_slots_get(&s, 130), 1);
    nets_slots_free(&s);
    CHECK_EQ(s.count, 0);
    CHECK(s.words == NULL);
    nets_slots_free(&s);
}

/* Every length of vector, run and start around the ends of words, against a loop. */
static void runs(void)
{
    nets_slots s = {0};
    long n = test_scaled(20000);
    while (n-- > 0) {
        const uint32_t count = (uint32_t)test_between(0, 200);
        const int beyond = (int)test_below(2);
        const uint64_t b = (uint64_t)test_between(1, test_below(2) ? 6 : 150);
        const uint64_t from = (uint64_t)test_between(0, 220);
        uint64_t k = from, found = 0, i;
        nets_status status;
        CHECK_EQ(nets_slots_fill(&s, count, beyond), NETS_OK);
        for (i = 0; i < count;) { /* stretches of up to 100 */
            uint64_t end = i + (uint64_t)test_between(1, test_below(3) ? 5 : 100);
            if (end > count) end = count;
            CHECK_EQ(nets_slots_set(&s, (uint32_t)i, (uint32_t)end, (int)test_below(2)),
                     NETS_OK);
            i = end;
        }
        for (; k <= from + count; k++) {
            for (i = 0; i < b && nets_slots_get(&s, k + i);) i++;
            if (i == b) break;
        }
        status = nets_slots_run(&s, from, b, &found);
        CHECK_EQ(status, k <= from + count ? NETS_OK : NETS_E_NOFIT);
        if (status == NETS_OK) CHECK_EQ(found, k);
    }

    nets_slots_free(&s);
}

/* Equation (1), for the path of figure 2: S to B to E, with one slot from S to B. */
static void equation_1(void)
{
    nets_slots sb = {0}, be = {0};
    uint64_t r;
    set_bits(&sb, "1101111011", 1);
    set_bits(&be, "1011110111", 1);
    CHECK_EQ(nets_slots_and(&sb, &be, 2), NETS_OK);
    CHECK_STR(bits_of(&sb), "1101011011"); /* & 1111011111, the last two from beyond */
    CHECK_EQ(nets_slots_run(&sb, 0, 2, &r), NETS_OK);
    CHECK_EQ(r, 0);
    CHECK_EQ(nets_slots_run(&sb, 0, 3, &r), NETS_OK);
    CHECK_EQ(r, 8); /* its end is beyond */
    set_bits(&sb, "1101111011", 0);
    CHECK_EQ(nets_slots_and(&sb, &be, 2), NETS_OK);
    CHECK_STR(bits_of(&sb), "1101011011");
    CHECK_EQ(nets_slots_run(&sb, 0, 3, &r), NETS_E_NOFIT);
    set_bits(&be, "1011110111", 0);
    CHECK_EQ(nets_slots_and(&sb, &be, 2), NETS_OK);
    CHECK_STR(bits_of(&sb), "1101011000");
    CHECK_EQ(nets_slots_and(&sb, &be, 100), NETS_OK);
    CHECK_EQ(nets_slots_weight(&sb), 0);
    nets_slots_free(&sb);
    nets_slots_free(&be);
}

/* Associative, and as it says bit by bit, for rows of any length and shift. */
static void shifts(void)
{
    nets_slots v = {0}, w = {0}, out = {0};
    long n = test_scaled(5000);
    while (n-- > 0) {
        const uint32_t count = (uint32_t)test_between(1, 300);
        const uint32_t shorter = (uint32_t)test_between(1, count);
        const uint64_t shift = (uint64_t)test_between(0, test_below(2) ? 130 : 400);
        uint32_t k;
        CHECK_EQ(nets_slots_fill(&v, count, (int)test_below(2)), NETS_OK);
        CHECK_EQ(nets_slots_fill(&out, count, v.beyond), NETS_OK);
        CHECK_EQ(nets_slots_fill(&w, shorter, (int)test_below(2)), NETS_OK);
        for (k = 0; k < count; k++) {
            const int bit = (int)test_below(2);
            CHECK_EQ(nets_slots_set(&v, k, k + 1, bit), NETS_OK);
            CHECK_EQ(nets_slots_set(&out, k, k + 1, bit), NETS_OK);
            if (k < shorter)
                CHECK_EQ(nets_slots_set(&w, k, k + 1, (int)test_below(2)), NETS_OK);
        }
        CHECK_EQ(nets_slots_and(&out, &w, shift), NETS_OK);
        for (k = 0; k < count + 70; k++)
            CHECK_EQ(nets_slots_get(&out, k),
                     nets_slots_get(&v, k) && nets_slots_get(&w, k + shift));
        CHECK(nets_slots_covers(&v, &out));
        CHECK_EQ(nets_slots_covers(&out, &v),
                 nets_slots_weight(&out) == nets_slots_weight(&v) &&
                     out.beyond == v.beyond);
    }
    nets_slots_free(&v);
    nets_slots_free(&w);
    nets_slots_free(&out);
}

static void covers(void)
{
    nets_slots a = {0}, b = {0};
    set_bits(&a, "1101", 1);
    set_bits(&b, "1101", 1);
    CHECK(nets_slots_covers(&a, &b));
    set_bits(&b, "0101", 0);
    CHECK(nets_slots_covers(&a, &b));
    CHECK(!nets_slots_covers(&b, &a));
    set_bits(&b, "0111", 1);
    CHECK(!nets_slots_covers(&a, &b));
    set_bits(&b, "11011111", 1); /* longer, and the same */
    CHECK(nets_slots_covers(&a, &b));
    CHECK(nets_slots_covers(&b, &a));
    set_bits(&a, "1101", 0);
    CHECK(!nets_slots_covers(&a, &b));
    CHECK(!nets_slots_covers(NULL, &b));
    nets_slots_free(&a);
    nets_slots_free(&b);
}

/* The vector of 10 units, of which some are taken, for every r. */
static void capacities(void)
{
    nets_profile p;
    nets_slots s = {0};
    nets_profile_init(&p, 10, NULL, NULL);
    CHECK_EQ(nets_profile_take(&p, 13, 20, 4), NETS_OK);
    CHECK_EQ(nets_profile_take(&p, 20, 31, 5), NETS_OK);
    CHECK_EQ(nets_profile_take(&p, 40, NETS_FOREVER, 1), NETS_OK);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 5, 0, 5, 10), NETS_OK);
    CHECK_STR(bits_of(&s), "1111111111"); /* at full rate: at least r, not more than r */
    CHECK_EQ(nets_slots_of_profile(&s, &p, 6, 0, 5, 10), NETS_OK);
    CHECK_STR(bits_of(&s), "1111000111"); /* [20, 31) touches three slots */
    CHECK_EQ(s.beyond, 1);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 7, 0, 5, 10), NETS_OK);
    CHECK_STR(bits_of(&s), "1100000111"); /* the slot [10, 15) is not free throughout */
    CHECK_EQ(nets_slots_of_profile(&s, &p, 10, 0, 5, 10), NETS_OK);
    CHECK_STR(bits_of(&s), "1100000100"); /* [35, 40) ends before the next taking */
    CHECK_EQ(s.beyond, 0);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 7, 3, 5, 4), NETS_OK);
    CHECK_STR(bits_of(&s), "1100"); /* [3, 8), [8, 13), ... */
    CHECK_EQ(s.beyond, 1);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 0, -100, 1, 4), NETS_OK);
    CHECK_STR(bits_of(&s), "1111");
    CHECK_EQ(nets_slots_of_profile(&s, &p, 11, -100, 1, 4), NETS_OK);
    CHECK_STR(bits_of(&s), "0000");
    CHECK_EQ(nets_slots_of_profile(&s, &p, 7, 0, (nets_time)1 << 40, 4), NETS_OK);
    CHECK_STR(bits_of(&s), "0111");
    nets_slots_free(&s);
    nets_profile_free(&p);
}

static void vectors_refuse(void)
{
    nets_profile p;
    nets_slots s = {0}, w = {0};
    uint64_t k;
    nets_profile_init(&p, 1, NULL, NULL);
    CHECK_EQ(nets_slots_fill(NULL, 3, 0), NETS_E_ARG);
    CHECK_EQ(nets_slots_fill(&s, 3, 2), NETS_E_ARG);
    CHECK_EQ(nets_slots_fill(&s, 3, -1), NETS_E_ARG);
    CHECK_EQ(nets_slots_fill(&s, 0x80000000u, 0), NETS_E_RANGE);
    CHECK_EQ(nets_slots_fill(&s, 3, 0), NETS_OK);
    CHECK_EQ(nets_slots_set(NULL, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_set(&s, 2, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_set(&s, 2, 4, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_set(&s, 2, 3, 7), NETS_E_ARG);
    CHECK_EQ(nets_slots_fill(&w, 4, 0), NETS_OK);
    CHECK_EQ(nets_slots_and(&s, &w, 0), NETS_E_ARG); /* longer */
    CHECK_EQ(nets_slots_and(NULL, &w, 0), NETS_E_ARG);
    CHECK_EQ(nets_slots_and(&s, NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_slots_run(NULL, 0, 1, &k), NETS_E_ARG);
    CHECK_EQ(nets_slots_run(&s, 0, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_slots_of_profile(NULL, &p, 1, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_of_profile(&s, NULL, 1, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_of_profile(&s, &p, -1, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 1, 0, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 1, 0, INT64_MAX, 2), NETS_E_RANGE);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 1, INT64_MAX - 9, 5, 2), NETS_E_RANGE);
    CHECK_EQ(nets_slots_of_profile(&s, &p, 1, 0, 1, UINT32_MAX), NETS_E_RANGE);
    CHECK_EQ(s.count, 3); /* as it was */
    nets_slots_free(NULL);
    nets_slots_clear_first(NULL, 3);
    CHECK_EQ(nets_slots_weight(NULL), 0);
    CHECK_EQ(nets_slots_get(NULL, 3), 0);
    nets_slots_free(&s);
    nets_slots_free(&w);
}

/* ---- a small network --------------------------------------------------------------- */

typedef struct small {
    nets_network *net;
    nets_view *view;
    nets_view_desc desc;
    nets_task task;
    nets_route route;
} small;

static small begin(uint32_t nodes)
{
    small s;
    memset(&s, 0, sizeof s);
    CHECK_EQ(nets_create(&s.net, NULL), NETS_OK);
    while (nodes-- > 0) CHECK_EQ(nets_add_node(s.net, NULL), NETS_OK);
    s.desc.slots_l = 64;
    s.desc.tau_l = 1;
    s.desc.shared_clock = 1;
    s.task.rate = 1;
    s.task.data = 1;
    s.task.workload = 1;
    return s;
}

static void finish(small *s)
{
    nets_view_destroy(s->view);
    nets_destroy(s->net);
}

/* A link of capacity 1 that is free in these slots of 64 only, "0 5 6", and after. */
static void link_free_at(small *s, uint32_t from, uint32_t to, nets_time delay,
                         const char *slots)
{
    uint32_t link, k;
    CHECK_EQ(nets_add_link(s->net, from, to, 1, delay, &link), NETS_OK);
    for (k = 0; k < 64; k++) {
        char word[8];
        const char *at = slots;
        snprintf(word, sizeof word, "%u ", (unsigned)k);
        while ((at = strstr(at, word)) != NULL && at > slots && at[-1] != ' ') at++;
        if (!at) CHECK_EQ(nets_take(s->net, NETS_LINK, link, k, k + 1, 1), NETS_OK);
    }
}

static void add_cluster(small *s, uint32_t node, nets_amount cpus, int64_t speed)
{
    CHECK_EQ(nets_add_cluster(s->net, node, cpus, speed, NULL), NETS_OK);
}

static nets_status ask(small *s, nets_method method)
{
    if (!s->view) CHECK_EQ(nets_view_create(&s->view, s->net, &s->desc), NETS_OK);
    s->task.method = method;
    return nets_multicost(s->view, &s->task, &s->route);
}

/* All by hand: R_p, EST, MUV, with slots of 10 on links and of 25 at the cluster. */
static void offsets(void)
{
    small s = begin(3);
    s.desc.slots_l = 16;
    s.desc.slots_m = 10;
    s.desc.tau_l = 10;
    s.desc.tau_m = 25;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 5, 12, NULL), NETS_OK);       /* 2 slots */
    CHECK_EQ(nets_add_link(s.net, 1, 2, 5, 10, NULL), NETS_OK);       /* 1 slot */
    CHECK_EQ(nets_take(s.net, NETS_LINK, 0, 1015, 1022, 3), NETS_OK); /* slots 1 and 2 */
    CHECK_EQ(nets_take(s.net, NETS_LINK, 1, 1060, 1070, 1), NETS_OK); /* slot 6 */
    add_cluster(&s, 2, 8, 2);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 1000, 1110, 5), NETS_OK);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 1160, 1165, 7), NETS_OK);
    s.task.origin = 1000;
    s.task.rate = 5;
    s.task.data = 66; /* 14 at rate 5: 2 slots */
    s.task.cpus = 4;
    s.task.workload = 61; /* 31 at speed 2: 2 slots of 25 */
    /* link 0: 1001111111; link 1, 2 slots later: 1111 0 1111; so the path: 1001011111 */
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, 1050);             /* R_p(2) = 5 */
    CHECK_EQ(s.route.arrive, 1000 + 10 * 10); /* EST = 5 + 2 + 3 */
    /* the cluster: 0000011111 without [1150, 1175), from EST 4 on, so from 7 */
    CHECK_EQ(s.route.start, 1175);
    CHECK_EQ(s.route.end, 1175 + 31);
    CHECK_EQ(s.route.score, s.route.end);
    CHECK_EQ(s.route.link_count, 2);
    CHECK_EQ(s.route.links[0], 0);
    CHECK_EQ(s.route.links[1], 1);
    CHECK_EQ(s.route.cluster, 0);
    s.task.workload = 50; /* 25: one slot, that from 1125 on */
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.start, 1125);
    CHECK_EQ(s.route.end, 1150);
    finish(&s);

    s = begin(
        3); /* the same with equation (1)'s shift: link 1 is looked at 4 slots later */
    s.desc.shared_clock = 0;
    link_free_at(&s, 0, 1, 2, "0 1 2 3 4 5 6 7 8 9 ");
    link_free_at(&s, 1, 2, 1, "1 2 3 6 ");
    add_cluster(&s, 2, 1, 1);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, 2);
    CHECK_EQ(s.route.arrive, 2 + 1 + 3);
    /* what was known 2 ago is meant: then it is free at 1 - 2, 2 - 2, 3 - 2 and 6 - 2 */
    CHECK_EQ(nets_view_learn(s.view, NETS_LINK, 1, NULL, 2), NETS_OK);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, 0);
    CHECK_EQ(s.route.arrive, 0 + 1 + 3);
    finish(&s);
}

/* A shorter path with no fewer slots misses the next link's: equation (3) prunes the
 * one that does not. */
static void equation_3(void)
{
    small s = begin(3);
    link_free_at(&s, 0, 1, 1, "0 1 ");
    link_free_at(&s, 0, 1, 2, "0 ");
    link_free_at(&s, 1, 2, 1, "2 ");
    add_cluster(&s, 2, 1, 1);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK); /* it can send in slot 1 */
    CHECK_EQ(s.route.arrive, 1 + 1 + 2);
    finish(&s);
    s = begin(3);
    link_free_at(&s, 0, 1, 1, "0 ");
    link_free_at(&s, 0, 1, 2, "0 ");
    link_free_at(&s, 1, 2, 1, "2 ");
    add_cluster(&s, 2, 1, 1);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK(s.route.arrive >= 64);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.arrive, 0 + 1 + 3);
    CHECK_EQ(s.route.links[0], 1);
    finish(&s);
}

/* 0 to 2 by 1 has more slots and arrives no later than the link; but from there on the
 * way is by 1. Who prunes for what can follow must have been nowhere else. */
static void detour(void)
{
    small s = begin(4);
    link_free_at(&s, 0, 1, 1, "0 5 ");
    link_free_at(&s, 0, 2, 2, "0 ");
    CHECK_EQ(nets_add_duplex(s.net, 1, 2, 1, 1, NULL), NETS_OK);
    link_free_at(&s, 1, 3, 1, "3 ");
    add_cluster(&s, 3, 1, 1);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK(s.route.arrive >= 64);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, 0);
    CHECK_EQ(s.route.arrive, 0 + 1 + 4);
    CHECK_EQ(s.route.link_count, 3);
    finish(&s);
}

/* What each method goes by. */
static void methods(void)
{
    small s = begin(3);
    link_free_at(&s, 0, 1, 1, "5 6 7 "); /* heavier, shorter, later */
    link_free_at(&s, 0, 1, 2, "0 ");
    link_free_at(&s, 0, 2, 9, "0 1 2 3 4 5 6 7 8 9 10 11 12 ");
    add_cluster(&s, 1, 1, 1);
    add_cluster(&s, 2, 1, 50);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 0, 30, 1), NETS_OK);
    s.task.workload = 100;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.cluster, 1);
    CHECK_EQ(s.route.end, 0 + 1 + 9 + 2);
    CHECK_EQ(s.route.paths, 2);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.end, 12);
    CHECK_EQ(s.route.paths, 3);
    CHECK_EQ(s.route.widest, 2);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.end, 12);
    CHECK_EQ(ask(&s, NETS_MC_B), NETS_OK); /* neither busy CPUs nor slow ones matter */
    CHECK_EQ(s.route.cluster, 0);
    CHECK_EQ(s.route.links[0], 1);
    CHECK_EQ(s.route.arrive, 0 + 1 + 2);
    CHECK_EQ(s.route.start, 3);
    CHECK_EQ(s.route.end, 103);
    CHECK_EQ(s.route.score, 3);
    s.task.workload = 1; /* cluster 0: from 30 on; cluster 1: when data are there */
    CHECK_EQ(ask(&s, NETS_ECT), NETS_OK);
    CHECK_EQ(s.route.cluster, 1);
    CHECK_EQ(s.route.paths, 2);
    CHECK_EQ(s.route.send, 0);
    CHECK_EQ(s.route.end, 0 + 1 + 9 + 1);
    CHECK_EQ(nets_view_learn(s.view, NETS_CLUSTER, 0,
                             nets_view_profile(s.view, NETS_CLUSTER, 1), 0),
             NETS_OK); /* as free as the other */
    CHECK_EQ(ask(&s, NETS_ECT), NETS_OK);
    CHECK_EQ(s.route.cluster, 0);
    CHECK_EQ(s.route.links[0], 0); /* at once, over the shortest, which is not free */
    CHECK_EQ(s.route.end, 0 + 1 + 1 + 1);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.arrive, 5 + 1 + 1);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.arrive, 0 + 1 + 2);
    finish(&s);
}

/* Equation (5) for clusters of unequal speed, and nothing to send. */
static void clusters(void)
{
    small s = begin(3);
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 1, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 1, 2, 1, 1, NULL), NETS_OK);
    add_cluster(&s, 1, 1, 1); /* nearer, no less free, and slow */
    add_cluster(&s, 2, 1, 10);
    s.task.workload = 100;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.pairs, 2);
    CHECK_EQ(s.route.cluster, 1);
    CHECK_EQ(s.route.end, 1 + 2 + 10);
    finish(&s);
    s = begin(3);
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 1, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 1, 2, 1, 1, NULL), NETS_OK);
    add_cluster(&s, 2, 1, 10);
    add_cluster(&s, 1, 1, 10);
    s.task.workload = 100;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.pairs, 1);
    CHECK_EQ(s.route.cluster, 1);
    s.task.cpus = 2; /* nobody has two */
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_E_NOFIT);
    CHECK_EQ(ask(&s, NETS_MC_B), NETS_E_NOFIT);
    CHECK_EQ(ask(&s, NETS_ECT), NETS_E_NOFIT);
    s.task.cpus = 0;
    s.task.source = 1; /* where a cluster is: nothing is sent */
    s.task.data = 1000;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.link_count, 0);
    CHECK_EQ(s.route.arrive, 0);
    CHECK_EQ(s.route.end, 10);
    s.task.workload = 0;
    s.task.source = 0;
    s.task.data = 0; /* nothing to send, nothing to do: what is left is delay */
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.cluster, 1);
    CHECK_EQ(s.route.end, 1);
    finish(&s);
}

/* Paths of equal delay and vector: the first stays, or all. */
static void strict(void)
{
    small s = begin(2);
    int i;
    for (i = 0; i < 3; i++) link_free_at(&s, 0, 1, 1, "1 ");
    add_cluster(&s, 1, 1, 1);
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.paths, 1);
    CHECK_EQ(s.route.links[0], 0);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.paths, 1);
    s.task.strict = 1;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.paths, 3);
    CHECK_EQ(s.route.pairs, 3);
    CHECK_EQ(s.route.links[0], 0);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.paths, 3);
    CHECK_EQ(s.route.widest, 3);
    finish(&s);
}

static int64_t least_delay(void *ctx, const nets_offer *o)
{
    *(int *)ctx += 1;
    CHECK_EQ(o->path->count, 64);
    CHECK_EQ(o->cpus->count, 64);
    CHECK_EQ(nets_slots_get(o->cpus, (uint64_t)o->arrive - 1), 0); /* MUV */
    CHECK_EQ(nets_slots_get(o->cpus, (uint64_t)o->arrive), 1);
    return o->delay;
}

static void selection(void)
{
    int asked = 0;
    small s = begin(2);
    link_free_at(&s, 0, 1, 1, "20 ");
    link_free_at(&s, 0, 1, 3, "4 ");
    add_cluster(&s, 1, 1, 1);
    s.task.score = least_delay;
    s.task.score_ctx = &asked;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(asked, 2);
    CHECK_EQ(s.route.send, 20);
    CHECK_EQ(s.route.score, 1);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.score, 1);
    s.task.score = NULL;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.send, 4);
    finish(&s);
}

/* A bound: what is beyond counts as taken, and what ends too late is none. */
static void bounds(void)
{
    small s = begin(2);
    link_free_at(&s, 0, 1, 4, "10 11 12 ");
    add_cluster(&s, 1, 1, 1);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 20, 30, 1), NETS_OK);
    s.task.data = 2;
    s.task.workload = 4;
    s.task.bound = 20;
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.end, 10 + 2 + 4 + 4);
    s.task.bound = 19;
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_E_NOFIT);
    CHECK_EQ(s.route.cluster, NETS_NONE);
    CHECK_EQ(s.route.link_count, 0);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_E_NOFIT);
    CHECK_EQ(s.route.paths, 1);
    s.task.workload = 5; /* after 30 */
    s.task.bound = 35;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.start, 30);
    s.task.data = 4; /* only beyond, at 64 */
    s.task.bound = 1000;
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_E_NOFIT);
    s.task.bound = 0;
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, 64);
    finish(&s);
}

/* Nothing leads to a cluster; or only a link that is closed, or too narrow. */
static void disconnected(void)
{
    small s = begin(4);
    nets_method m;
    CHECK_EQ(nets_add_link(s.net, 1, 0, 1, 1, NULL), NETS_OK); /* the other way */
    CHECK_EQ(nets_add_link(s.net, 0, 2, 1, 1, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 2, 3, 1, 1, NULL), NETS_OK);
    CHECK_EQ(nets_take(s.net, NETS_LINK, 2, 0, NETS_FOREVER, 1), NETS_OK);
    add_cluster(&s, 1, 1, 1);
    add_cluster(&s, 3, 1, 1);
    for (m = NETS_AWMC_T; m < NETS_ECT; m = (nets_method)(m + 1)) {
        CHECK_EQ(ask(&s, m), NETS_E_NOFIT);
        if (m != NETS_EXACT) CHECK_EQ(s.route.paths, 1);
    }
    CHECK_EQ(ask(&s, NETS_ECT), NETS_OK); /* as if it were free */
    s.task.rate = 2;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_E_NOFIT);
    CHECK_EQ(s.route.paths, 0);
    s.task.source = 3;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    finish(&s);
    s = begin(1); /* no links, no clusters */
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_E_NOFIT);
    finish(&s);
}

/* ---- pictures ---------------------------------------------------------------------- */

static void pictures(void)
{
    small s = begin(2);
    uint32_t link;
    nets_profile p;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 3, 0, &link), NETS_OK);
    add_cluster(&s, 1, 2, 1);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 2);
    /* what happens in the network is not known until it is told */
    CHECK_EQ(nets_take(s.net, NETS_LINK, link, 0, 10, 3), NETS_OK);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 0, 40, 2), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 0, 1, 3, 0, NULL), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 2);
    CHECK_EQ(nets_view_learn(s.view, NETS_LINK, link, NULL, 0), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 12);
    CHECK_EQ(nets_view_take(s.view, NETS_CLUSTER, 0, 5, 20, 2), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 21);
    CHECK_EQ(nets_view_take(s.view, NETS_CLUSTER, 0, 5, 20, 1), NETS_E_BUSY);
    CHECK_EQ(nets_view_give(s.view, NETS_CLUSTER, 0, 5, 20, 1), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 12);
    CHECK_EQ(nets_profile_value(nets_view_profile(s.view, NETS_CLUSTER, 0), 7), 1);
    CHECK_EQ(nets_profile_value(nets_view_profile(s.view, NETS_CLUSTER, 0), 30), 2);
    nets_view_forget(s.view, 10);
    CHECK_EQ(nets_profile_value(nets_view_profile(s.view, NETS_CLUSTER, 0), 7), 1);
    CHECK_EQ(nets_view_profile(s.view, NETS_LINK, link)->count, 0);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK); /* what is forgotten no longer binds */
    CHECK_EQ(s.route.end, 2);
    nets_profile_init(&p, 3, NULL, NULL);
    CHECK_EQ(nets_profile_take(&p, 0, 33, 3), NETS_OK);
    CHECK_EQ(nets_view_learn(s.view, NETS_LINK, link, &p, 0), NETS_OK);
    nets_profile_free(&p);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.end, 35);
    CHECK_EQ(nets_check(s.net), NETS_OK);
    finish(&s);
}

static void pictures_refuse(void)
{
    small s = begin(2);
    nets_view_desc d = s.desc;
    nets_view *v = (nets_view *)&s;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 1, NULL), NETS_OK);
    add_cluster(&s, 1, 1, 1);
    CHECK_EQ(nets_view_create(NULL, s.net, &d), NETS_E_ARG);
    CHECK_EQ(nets_view_create(&v, NULL, &d), NETS_E_ARG);
    CHECK(v == NULL);
    CHECK_EQ(nets_view_create(&v, s.net, NULL), NETS_E_ARG);
    d.slots_l = 0;
    CHECK_EQ(nets_view_create(&v, s.net, &d), NETS_E_ARG);
    d.slots_l = 0x80000000u;
    CHECK_EQ(nets_view_create(&v, s.net, &d), NETS_E_RANGE);
    d = s.desc;
    d.slots_m = UINT32_MAX;
    CHECK_EQ(nets_view_create(&v, s.net, &d), NETS_E_RANGE);
    d = s.desc;
    d.tau_l = 0;
    CHECK_EQ(nets_view_create(&v, s.net, &d), NETS_E_ARG);
    d.tau_l = 1;
    d.tau_m = -1;
    CHECK_EQ(nets_view_create(&v, s.net, &d), NETS_E_ARG);
    nets_view_destroy(NULL);
    CHECK_EQ(nets_view_create(&v, s.net, &s.desc), NETS_OK);
    CHECK_EQ(nets_view_learn(NULL, NETS_LINK, 0, NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_view_learn(v, NETS_LINK, 1, NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_view_learn(v, NETS_UNIT, 0, NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_view_learn(v, (nets_kind)9, 0, NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_view_learn(v, NETS_LINK, 0, NULL, -1), NETS_E_ARG);
    CHECK_EQ(nets_view_learn(v, NETS_CLUSTER, 0, NULL, 1), NETS_E_ARG);
    CHECK_EQ(nets_view_take(v, NETS_CLUSTER, 1, 0, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_view_take(v, NETS_CLUSTER, 0, 1, 1, 1), NETS_E_ARG);
    CHECK_EQ(nets_view_take(v, NETS_CLUSTER, 0, 0, 1, 2), NETS_E_BUSY);
    CHECK_EQ(nets_view_give(v, NETS_CLUSTER, 0, 0, 1, -1), NETS_E_ARG);
    CHECK_EQ(nets_view_give(v, NETS_CLUSTER, 0, 0, 1, INT64_MAX), NETS_E_RANGE);
    CHECK_EQ(nets_view_give(NULL, NETS_CLUSTER, 0, 0, 1, 1), NETS_E_ARG);
    CHECK(nets_view_profile(v, NETS_LINK, 1) == NULL);
    CHECK(nets_view_profile(v, NETS_UNIT, 0) == NULL);
    CHECK(nets_view_profile(NULL, NETS_LINK, 0) == NULL);
    nets_view_forget(NULL, 3);
    nets_view_destroy(v);
    finish(&s);
}

/* ---- what is refused --------------------------------------------------------------- */

static void tasks_refuse(void)
{
    small s = begin(2);
    nets_task good, t;
    nets_route r;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 1, NULL), NETS_OK);
    add_cluster(&s, 1, 1, 1);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    good = s.task;
    CHECK_EQ(nets_multicost(NULL, &good, &r), NETS_E_ARG);
    CHECK_EQ(r.cluster, NETS_NONE);
    CHECK_EQ(nets_multicost(s.view, NULL, &r), NETS_E_ARG);
    CHECK_EQ(nets_multicost(s.view, &good, NULL), NETS_E_ARG);
#define REFUSED(change, status)                             \
    do {                                                    \
        t = good;                                           \
        change;                                             \
        memset(&r, 0x55, sizeof r);                         \
        CHECK_EQ(nets_multicost(s.view, &t, &r), (status)); \
        CHECK(r.cluster == NETS_NONE && r.link_count == 0); \
    } while (0)
    REFUSED(t.source = 2, NETS_E_ARG);
    REFUSED(t.source = NETS_NONE, NETS_E_ARG);
    REFUSED(t.method = (nets_method)5, NETS_E_ARG);
    REFUSED(t.method = (nets_method)-1, NETS_E_ARG);
    REFUSED(t.rate = 0, NETS_E_ARG);
    REFUSED(t.rate = -1, NETS_E_ARG);
    REFUSED(t.data = -1, NETS_E_ARG);
    REFUSED(t.cpus = -1, NETS_E_ARG);
    REFUSED(t.workload = -1, NETS_E_ARG);
    REFUSED(t.bound = -1, NETS_E_ARG);
    REFUSED(t.origin = INT64_MAX, NETS_E_RANGE);
    REFUSED(t.origin = INT64_MAX - 63, NETS_E_RANGE);
    REFUSED(t.data = INT64_MAX, NETS_E_RANGE);
    REFUSED(t.workload = INT64_MAX, NETS_E_RANGE);
    REFUSED(t.workload = INT64_MAX; t.bound = INT64_MAX, NETS_E_NOFIT);
    REFUSED(t.max_labels = 0; t.bound = 1, NETS_E_NOFIT);
    t = good;
    t.origin = INT64_MIN;
    CHECK_EQ(nets_multicost(s.view, &t, &r), NETS_OK);
    CHECK_EQ(r.end - INT64_MIN, 3);
    t.data = t.workload = INT64_MAX / 3;
    CHECK_EQ(nets_multicost(s.view, &t, &r), NETS_OK);
    CHECK_EQ(r.end, INT64_MIN + 2 * (INT64_MAX / 3) + 1);
    CHECK_EQ(nets_view_learn(s.view, NETS_LINK, 0, NULL, INT64_MAX), NETS_OK);
    CHECK_EQ(nets_multicost(s.view, &good, &r), NETS_OK); /* ages are not looked at */
    finish(&s);
    s = begin(2);
    s.desc.shared_clock = 0;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 1, NULL), NETS_OK);
    add_cluster(&s, 1, 1, 1);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(nets_view_learn(s.view, NETS_LINK, 0, NULL, INT64_MAX), NETS_OK);
    s.task.origin = -2;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_E_RANGE);
    finish(&s);
}

/* Delays whose sum does not fit, or is too far away to add anything to. */
static void far_away(void)
{
    static const nets_time delays[4][3] = {{INT64_MAX / 4, INT64_MAX / 4, INT64_MAX / 4},
                                           {INT64_MAX / 9, INT64_MAX / 9, INT64_MAX / 9},
                                           {1, INT64_MAX, 1},
                                           {INT64_MAX, INT64_MAX, INT64_MAX}};
    uint32_t i, k;
    for (k = 0; k < 4; k++) {
        small s = begin(4);
        for (i = 0; i < 3; i++)
            CHECK_EQ(nets_add_link(s.net, i, i + 1, 1, delays[k][i], NULL), NETS_OK);
        add_cluster(&s, 3, 1, 1);
        CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_E_RANGE);
        CHECK_EQ(ask(&s, NETS_EXACT), NETS_E_RANGE);
        CHECK_EQ(ask(&s, NETS_ECT), NETS_E_RANGE);
        add_cluster(&s, 0, 1, 1);
        nets_view_destroy(s.view);
        s.view = NULL;
        CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
        CHECK_EQ(s.route.cluster, 1);
        finish(&s);
    }
}

static void many_slots(void)
{
    const uint32_t most = test_scaled(100) < 100 ? 100000 : 4000000;
    small s = begin(3);
    s.desc.slots_l = most;
    s.desc.slots_m = 2 * most;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 1, 7, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 1, 2, 1, 7, NULL), NETS_OK);
    add_cluster(&s, 2, 1, 1);
    CHECK_EQ(nets_take(s.net, NETS_LINK, 0, 0, most - 10, 1), NETS_OK);
    CHECK_EQ(nets_take(s.net, NETS_LINK, 1, most, most + 1000, 1), NETS_OK);
    CHECK_EQ(nets_take(s.net, NETS_CLUSTER, 0, 0, 2 * most - 1, 1), NETS_OK);
    s.task.data = 3;
    s.task.workload = 20;
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    CHECK_EQ(s.route.send, most - 10);
    CHECK_EQ(s.route.start, 2 * (int64_t)most - 1);
    s.task.data = 8; /* its last slots are beyond: free, unless there is a bound */
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    CHECK_EQ(s.route.send, most - 10);
    s.task.bound = 2 * (int64_t)most + 20;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_E_NOFIT);
    s.task.data = 3;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_E_NOFIT); /* as is its cluster */
    s.task.workload = 1;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    finish(&s);
}

/* Every node to every other, free now and then: more paths than one wants to hold. */
static void explosion(void)
{
    small s = begin(9);
    nets_task before;
    uint32_t a, b, k;
    nets_method m;
    for (a = 0; a < 9; a++)
        for (b = 0; b < 9; b++) {
            uint32_t link;
            if (a == b || (a == 0 && b == 8)) continue;
            CHECK_EQ(nets_add_link(s.net, a, b, 1, test_between(1, 3), &link), NETS_OK);
            for (k = 0; k < 64; k++)
                if (test_below(3))
                    CHECK_EQ(nets_take(s.net, NETS_LINK, link, k, k + 1, 1), NETS_OK);
        }
    add_cluster(&s, 8, 1, 1);
    s.task.max_labels = 300;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_E_LIMIT);
    CHECK_EQ(s.route.cluster, NETS_NONE);
    CHECK(s.route.labels >= 300);
    CHECK_EQ(ask(&s, NETS_MC_B), NETS_E_LIMIT);
    s.task.max_labels = 1;
    for (m = NETS_AWMC_T; m <= NETS_ECT; m = (nets_method)(m + 1))
        CHECK_EQ(ask(&s, m), NETS_E_LIMIT);
    s.task.max_labels = 0;
    before = s.task;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK(s.route.widest <= 64 + 1);
    CHECK_EQ(ask(&s, NETS_EXACT), NETS_OK);
    before.method = s.task.method;
    CHECK_EQ(memcmp(&before, &s.task, sizeof before), 0);
    CHECK_EQ(nets_check(s.net), NETS_OK);
    finish(&s);
}

/* ---- memory ------------------------------------------------------------------------ */

/* A second search as large as the first asks for no memory, and there are no leaks. */
static void reuse(void)
{
    test_heap heap;
    small s = begin(5);
    uint32_t a, b;
    long calls;
    int i;
    memset(&heap, 0, sizeof heap);
    for (a = 0; a < 5; a++)
        for (b = 0; b < 5; b++)
            if (a != b) CHECK_EQ(nets_add_link(s.net, a, b, 1, a + b, NULL), NETS_OK);
    add_cluster(&s, 4, 1, 1);
    s.desc.alloc = test_heap_hook;
    s.desc.alloc_ctx = &heap;
    CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
    calls = heap.calls;
    for (i = 0; i < 5; i++) {
        s.task.origin += 3;
        CHECK_EQ(ask(&s, NETS_MC_T), NETS_OK);
        CHECK_EQ(ask(&s, NETS_ECT), NETS_OK);
    }
    CHECK_EQ(heap.calls, calls);
    finish(&s);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* ---- booking ----------------------------------------------------------------------- */

static void plans(void)
{
    small s = begin(3);
    nets_plan plan = {0};
    nets_task other;
    nets_route wrong;
    nets_id id;
    s.desc.tau_l = 10;
    CHECK_EQ(nets_add_link(s.net, 0, 1, 5, 12, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(s.net, 1, 2, 5, 0, NULL), NETS_OK);
    add_cluster(&s, 2, 4, 3);
    s.task.origin = 100;
    s.task.rate = 2;
    s.task.data = 9;
    s.task.cpus = 3;
    s.task.workload = 10;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(nets_route_plan(s.view, &s.task, &s.route, &plan), NETS_OK);
    CHECK_EQ(plan.count, 3);
    CHECK(plan.uses[0].kind == NETS_LINK && plan.uses[0].index == 0);
    CHECK(plan.uses[0].from == 100 && plan.uses[0].to == 105);
    CHECK_EQ(plan.uses[0].amount, 2);
    CHECK(plan.uses[1].kind == NETS_LINK && plan.uses[1].index == 1);
    CHECK(plan.uses[1].from == 120 && plan.uses[1].to == 125); /* 12 is 2 slots */
    CHECK(plan.uses[2].kind == NETS_CLUSTER && plan.uses[2].index == 0);
    CHECK(plan.uses[2].from == 130 && plan.uses[2].to == 134); /* EST = 1 + 2 */
    CHECK_EQ(plan.uses[2].amount, 3);
    CHECK(plan.start == 100 && plan.end == 134);
    CHECK_EQ(nets_commit(s.net, &plan, &id), NETS_OK);
    CHECK_EQ(nets_commit(s.net, &plan, NULL), NETS_E_BUSY); /* two of 3 CPUs: not twice */
    CHECK_EQ(nets_check(s.net), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK); /* the picture has not changed */
    CHECK_EQ(s.route.start, 130);
    CHECK_EQ(nets_view_learn(s.view, NETS_CLUSTER, 0, NULL, 0), NETS_OK);
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(s.route.start, 140);
    CHECK_EQ(nets_route_plan(s.view, &s.task, &s.route, &plan), NETS_OK);
    CHECK_EQ(nets_commit(s.net, &plan, NULL), NETS_OK);
    CHECK_EQ(nets_release(s.net, id), NETS_OK);
    CHECK_EQ(nets_check(s.net), NETS_OK);

    CHECK_EQ(nets_route_plan(s.view, &s.task, &s.route, NULL), NETS_E_ARG);
    CHECK_EQ(nets_route_plan(NULL, &s.task, &s.route, &plan), NETS_E_ARG);
    CHECK_EQ(plan.count, 0);
    CHECK_EQ(nets_route_plan(s.view, NULL, &s.route, &plan), NETS_E_ARG);
    CHECK_EQ(nets_route_plan(s.view, &s.task, NULL, &plan), NETS_E_ARG);
    wrong = s.route;
    wrong.cluster = NETS_NONE;
    CHECK_EQ(nets_route_plan(s.view, &s.task, &wrong, &plan), NETS_E_ARG);
    wrong = s.route;
    wrong.link_count = 1; /* does not reach the cluster */
    CHECK_EQ(nets_route_plan(s.view, &s.task, &wrong, &plan), NETS_E_ARG);
    wrong = s.route;
    wrong.send = INT64_MAX - 3;
    CHECK_EQ(nets_route_plan(s.view, &s.task, &wrong, &plan), NETS_E_RANGE);
    CHECK_EQ(plan.count, 0);
    other = s.task;
    other.source = 1; /* link 0 does not leave it */
    CHECK_EQ(nets_route_plan(s.view, &other, &s.route, &plan), NETS_E_ARG);
    other = s.task;
    other.rate = 0;
    CHECK_EQ(nets_route_plan(s.view, &other, &s.route, &plan), NETS_E_ARG);

    s.task.source = 2; /* nothing to send, nothing to do */
    s.task.workload = 0;
    CHECK_EQ(ask(&s, NETS_AWMC_T), NETS_OK);
    CHECK_EQ(nets_route_plan(s.view, &s.task, &s.route, &plan), NETS_OK);
    CHECK_EQ(plan.count, 0);
    nets_plan_free(&plan);
    finish(&s);
}

TEST_MAIN(TEST(vectors), TEST(runs), TEST(equation_1), TEST(shifts), TEST(covers),
          TEST(capacities), TEST(vectors_refuse), TEST(offsets), TEST(equation_3),
          TEST(detour), TEST(methods), TEST(clusters), TEST(strict), TEST(selection),
          TEST(bounds), TEST(disconnected), TEST(pictures), TEST(pictures_refuse),
          TEST(tasks_refuse), TEST(far_away), TEST(many_slots), TEST(explosion),
          TEST(reuse), TEST(plans))
