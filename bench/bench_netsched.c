/* bench_netsched.c - maximum flows and first slots of netsched.h, against what people
 * write or use instead, on the same networks (networks.h).
 *
 * Flows. A single maximum flow, its value only, on networks without bookings:
 * between nodes drawn at random (pair) and from 16 nodes to 16 others by a super source
 * and a super sink (super). Whatever can be made once for a network is made beforehand:
 * network and profiles here, graph and capacities there. The time is for the next flow,
 * including the reset after the last one:
 *
 *     netsched    nets_max_flow at one instant, without a limit; it asks profiles
 *     dinic       Dinic's algorithm of mrfs_paper_graph.c, its capacities read before
 *     libraries   run() of rivals/flow_libraries.cc, where they are (make bench-flow)
 *
 * Slots. A network is filled with `--live` reservations and kept so: before each request
 * time moves to the end of one. Requests look for a start up to a day ahead. Requests and
 * bookings are recorded once; then each contestant plays the record again, is timed at
 * each request, and must give the recorded answer, while the bookings stay the record's:
 *
 *     WS          split over paths: nets_first_slot; dinic, a flow from nothing for each
 *                 basic interval until some in a row are long enough; dinic-all, for all
 *                 in the window, as the paper has it
 *     WN          one path: nets_first_slot; bellman, extended Bellman-Ford on ST lists
 * The last three are the paper's algorithms as mrfs_sim has them (mrfs_paper.h).
 *
 * A request's time is the least of all turns, a flow's the median over the turns of the
 * least of some tries: so other load on the machine counts as little as possible. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "netsched.h"

#include "env.h"
#include "networks.h"
#include "rivals/flow.h"
#include "rivals/rival.h"

#include "base/progress.h"
#include "mrfs/mrfs_paper.h"
#include "kit/command.h"

#define BENCH_TURNS 99
#define BENCH_TRIES 5
#define BENCH_NETWORKS 8
#define BENCH_PAIRS 8
#define BENCH_FINDERS 3
#define BENCH_SETTLE 1000 /* requests before the timed ones */
#define BENCH_WARM 3      /* the last of them are searched by all */

typedef struct bench_options {
    int64_t parts, nodes, requests, live, bandwidth, turns, limit; /* limit: s */
    int64_t alone, quick, seed;
    const char *csv;
} bench_options;

static void bench_must(nets_status s)
{
    if (s == NETS_OK) return;
    fprintf(stderr, "bench_netsched: %s\n", nets_status_text(s));
    exit(1);
}

static nets_network *bench_open(const flow_graph *g)
{
    nets_network *net;
    uint32_t i;
    bench_must(nets_create(&net, NULL));
    for (i = 0; i < g->nodes; i++) bench_must(nets_add_node(net, NULL));
    for (i = 0; i < g->count; i += i < g->paired ? 2 : 1) {
        const flow_link *l = &g->links[i];
        bench_must((i < g->paired ? nets_add_duplex : nets_add_link)(
            net, l->from, l->to, l->capacity, 0, NULL));
    }
    return net;
}

/* A line of the table, and one of the CSV. `times`: how many times as long as ours it
 * took. */
typedef struct bench_row {
    const char *part, *who;
    uint32_t nodes;
    size_t live, count, refused, late;
    double median, p99, mean; /* ns; p99 0: not measured */
    double times, searches;
    uint64_t hash; /* of the answers */
} bench_row;

static void bench_row_head(FILE *csv)
{
    printf("\n%-11s %6s %7s %-28s %8s %7s %7s %10s %10s %10s %8s %9s\n", "", "nodes",
           "live", "", "count", "refused", "late", "median us", "p99 us", "mean us",
           "x ours", "searches");
    if (csv)
        fprintf(csv, "netsched,nodes,live,contestant,count,refused,late,median_ns,p99_ns,"
                     "mean_ns,times,searches,answers\n");
}

static void bench_row_show(const bench_row *r, FILE *csv)
{
    printf("%-11s %6u %7zu %-28s %8zu %7zu %7zu %10.2f %10.2f %10.2f %8.2f %9.2f\n",
           r->part, r->nodes, r->live, r->who, r->count, r->refused, r->late,
           r->median * 1e-3, r->p99 * 1e-3, r->mean * 1e-3, r->times, r->searches);
    fflush(stdout);
    if (csv)
        fprintf(csv, "%s,%u,%zu,%s,%zu,%zu,%zu,%.0f,%.0f,%.0f,%.3f,%.3f,%016llx\n",
                r->part, r->nodes, r->live, r->who, r->count, r->refused, r->late,
                r->median, r->p99, r->mean, r->times, r->searches,
                (unsigned long long)r->hash);
}

static uint64_t bench_mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

/* ---- flows ------------------------------------------------------------------------- */

static void *bench_ours_create(const flow_graph *g) { return bench_open(g); }

static int64_t bench_ours_run(void *self, uint32_t from, uint32_t to)
{
    nets_amount flow = 0;
    bench_must(nets_max_flow((nets_network *)self, from, to, 0, 1, 0, &flow));
    return flow;
}

static void bench_ours_destroy(void *self) { nets_destroy((nets_network *)self); }

typedef struct bench_dinic {
    nets_network *net;
    struct mrfs_paper paper;
} bench_dinic;

static void *bench_dinic_create(const flow_graph *g)
{
    bench_dinic *b = (bench_dinic *)rival_zeroed(sizeof *b);
    b->net = bench_open(g);
    mrfs_paper_graph_init(&b->paper, b->net, NULL, 0);
    mrfs_paper_read(&b->paper, 0);
    return b;
}

static int64_t bench_dinic_run(void *self, uint32_t from, uint32_t to)
{
    return mrfs_paper_graph_flow(&((bench_dinic *)self)->paper, from, to);
}

static void bench_dinic_destroy(void *self)
{
    bench_dinic *b = (bench_dinic *)self;
    mrfs_paper_graph_free(&b->paper);
    nets_destroy(b->net);
    free(b);
}

static const flow_kind bench_own_flows[] = {
    {"netsched", bench_ours_create, bench_ours_run, bench_ours_destroy},
    {"dinic", bench_dinic_create, bench_dinic_run, bench_dinic_destroy}};

enum { BENCH_OWN_FLOWS = 2, BENCH_FLOW_KINDS = 16 };

/* The i-th contestant, or NULL. */
static const flow_kind *bench_flow_kind(size_t i)
{
    if (i < BENCH_OWN_FLOWS) return &bench_own_flows[i];
#ifdef BENCH_LIBRARIES
    return flow_libraries[i - BENCH_OWN_FLOWS].name ? &flow_libraries[i - BENCH_OWN_FLOWS]
                                                    : NULL;
#else
    return NULL;
#endif
}

typedef struct bench_ground { /* a network, and the ends of its flows */
    flow_graph graph;
    uint32_t pairs, from[BENCH_PAIRS], to[BENCH_PAIRS];
} bench_ground;

static bench_ground bench_ground_make(uint32_t nodes, int terminals, uint64_t seed)
{
    bench_ground b;
    bench_random r;
    memset(&b, 0, sizeof b);
    b.graph = bench_network(nodes, terminals, seed);
    if (!b.graph.links) bench_must(NETS_E_NOMEM);
    r.state = ~seed;
    if (terminals) {
        b.pairs = 1;
        b.from[0] = nodes;
        b.to[0] = nodes + 1;
    }
    while (b.pairs < BENCH_PAIRS && !terminals) {
        b.from[b.pairs] = bench_node(&r, nodes);
        b.to[b.pairs] = bench_node(&r, nodes);
        b.pairs += b.from[b.pairs] != b.to[b.pairs];
    }
    return b;
}

/* One contestant, with all networks. */
typedef struct bench_runner {
    const flow_kind *kind;
    void *self[BENCH_NETWORKS];
    size_t rounds[BENCH_NETWORKS]; /* in a row, enough to be timed */
    double ns[BENCH_TURNS];        /* a flow, mean of all */
    uint64_t hash;                 /* of the values */
} bench_runner;

static double bench_flow_try(const bench_ground *g, const bench_runner *r, size_t k)
{
    const int64_t begin = bench_spent();
    size_t round;
    uint32_t i;
    for (round = 0; round < r->rounds[k]; round++)
        for (i = 0; i < g->pairs; i++) r->kind->run(r->self[k], g->from[i], g->to[i]);
    return (double)(bench_spent() - begin);
}

static void bench_flow_learn(bench_runner *r, const flow_kind *kind,
                             const bench_ground *g, size_t networks, int64_t quick)
{
    size_t k;
    uint32_t i;
    memset(r, 0, sizeof *r);
    r->kind = kind;
    for (k = 0; k < networks; k++) {
        r->self[k] = kind->create(&g[k].graph);
        for (i = 0; i < g[k].pairs; i++)
            r->hash = bench_mix(
                r->hash, (uint64_t)kind->run(r->self[k], g[k].from[i], g[k].to[i]));
        r->rounds[k] = 1;
        while (!quick && bench_flow_try(&g[k], r, k) < 1e6) r->rounds[k] *= 2;
    }
}

static void bench_flow_turn(bench_runner *r, const bench_ground *g, size_t networks,
                            int64_t turn)
{
    double sum = 0;
    size_t k, flows = 0;
    int i;
    for (k = 0; k < networks; k++) {
        double least = 0;
        for (i = 0; i < BENCH_TRIES; i++) {
            const double ns = bench_flow_try(&g[k], r, k);
            if (i == 0 || ns < least) least = ns;
        }
        sum += least / (double)r->rounds[k];
        flows += g[k].pairs;
    }
    r->ns[turn] = sum / (double)flows;
}

static void bench_flow_report(bench_runner *r, const bench_runner *ours, bench_row row,
                              int64_t turns, FILE *csv)
{
    double ratio[BENCH_TURNS], ns[BENCH_TURNS];
    int64_t i;
    for (i = 0; i < turns; i++) ratio[i] = r->ns[i] / ours->ns[i];
    memcpy(ns, r->ns, sizeof ns);
    row.who = r->kind->name;
    row.hash = r->hash;
    row.median = row.mean = bench_median(ns, (size_t)turns);
    row.times = bench_median(ratio, (size_t)turns);
    bench_row_show(&row, csv);
}

/* All contestants on the same networks; false if their flows differ. */
static int bench_flows(const bench_options *o, uint32_t nodes, int terminals, FILE *csv)
{
    const size_t networks = o->quick ? 2 : nodes < 10000 ? BENCH_NETWORKS : 4;
    bench_runner *r = (bench_runner *)rival_zeroed(BENCH_FLOW_KINDS * sizeof *r);
    bench_ground g[BENCH_NETWORKS];
    bench_row row = {0};
    struct progress bar;
    size_t who, kinds, k;
    int64_t turn;
    int agree = 1;
    for (k = 0; k < networks; k++)
        g[k] = bench_ground_make(nodes, terminals, (uint64_t)o->seed + k);
    for (kinds = 0; bench_flow_kind(kinds) && !(o->alone && kinds); kinds++) {
        bench_flow_learn(&r[kinds], bench_flow_kind(kinds), g, networks, o->quick);
        if (r[kinds].hash == r[0].hash) continue;
        printf("MISMATCH %u nodes: %s finds other flows than netsched\n", nodes,
               r[kinds].kind->name);
        agree = 0;
    }
    progress_start(&bar, "flows", kinds * (size_t)o->turns);
    for (turn = 0; agree && turn < o->turns; turn++)
        for (who = 0; who < kinds; who++) {
            bench_flow_turn(&r[who], g, networks, turn);
            progress_add(&bar, 1);
        }
    progress_end(&bar);
    row.part = terminals ? "flow super" : "flow pair";
    row.nodes = nodes;
    row.count = networks * g[0].pairs;
    for (who = 0; who < kinds; who++) {
        if (agree) bench_flow_report(&r[who], &r[0], row, o->turns, csv);
        for (k = 0; k < networks; k++) r[who].kind->destroy(r[who].self[k]);
    }
    for (k = 0; k < networks; k++) free(g[k].graph.links);
    free(r);
    return agree;
}

/* ---- slots: the contestants -------------------------------------------------------- */

typedef struct bench_answer {
    nets_time start; /* NETS_FOREVER: refused */
    uint32_t hops;   /* of one path */
    uint64_t searches;
} bench_answer;

typedef struct bench_finder {
    const char *name;
    uint32_t nodes; /* at most; it takes too long for more */
    void *(*create)(nets_network *net);
    bench_answer (*find)(void *self, const nets_request *r);
    void (*destroy)(void *self);
} bench_finder;

typedef struct bench_search {
    nets_network *net;
    nets_plan plan;
} bench_search;

static void *bench_search_create(nets_network *net)
{
    bench_search *s = (bench_search *)rival_zeroed(sizeof *s);
    s->net = net;
    return s;
}

static bench_answer bench_plan_answer(nets_status s, const nets_plan *plan,
                                      int splittable)
{
    bench_answer a = {NETS_FOREVER, 0, 0};
    if (s != NETS_E_NOFIT) bench_must(s);
    a.searches = plan->searches;
    if (s == NETS_E_NOFIT) return a;
    a.start = plan->start;
    if (!splittable) a.hops = plan->count;
    return a;
}

static bench_answer bench_search_find(void *self, const nets_request *r)
{
    bench_search *s = (bench_search *)self;
    return bench_plan_answer(nets_first_slot(s->net, r, &s->plan), &s->plan,
                             r->splittable);
}

static void bench_search_destroy(void *self)
{
    nets_plan_free(&((bench_search *)self)->plan);
    free(self);
}

typedef struct bench_paper {
    struct mrfs_paper paper;
    nets_spans starts;
} bench_paper;

static void *bench_paper_create(nets_network *net)
{
    bench_paper *p = (bench_paper *)rival_zeroed(sizeof *p);
    mrfs_paper_graph_init(&p->paper, net, NULL, 0);
    return p;
}

static bench_answer bench_paper_find(bench_paper *p, nets_algorithm algorithm,
                                     const nets_request *r)
{
    bench_answer a = {NETS_FOREVER, 0, 0};
    bench_must(mrfs_paper_starts(&p->paper, algorithm, r, &p->starts));
    if (p->starts.count == 0) return a;
    a.start = p->starts.at[0].from;
    if (!r->splittable) a.hops = mrfs_paper_shortest(&p->paper, a.start);
    return a;
}

static bench_answer bench_intervals_find(void *self, const nets_request *r)
{
    bench_paper *p = (bench_paper *)self;
    p->paper.one = 1;
    return bench_paper_find(p, NETS_WS_RN, r);
}

static bench_answer bench_intervals_all(void *self, const nets_request *r)
{
    return bench_paper_find((bench_paper *)self, NETS_WS_RN, r);
}

static bench_answer bench_bellman_find(void *self, const nets_request *r)
{
    return bench_paper_find((bench_paper *)self, NETS_WN_RN, r);
}

static void bench_paper_destroy(void *self)
{
    bench_paper *p = (bench_paper *)self;
    mrfs_paper_graph_free(&p->paper);
    nets_spans_free(&p->starts);
    free(p);
}

enum { BENCH_WS, BENCH_WN, BENCH_SPLITS };

/* Ours first. */
static const bench_finder bench_finders[BENCH_SPLITS][BENCH_FINDERS] = {
    {{"netsched", UINT32_MAX, bench_search_create, bench_search_find,
      bench_search_destroy},
     {"dinic", 1000, bench_paper_create, bench_intervals_find, bench_paper_destroy},
     {"dinic-all", 1000, bench_paper_create, bench_intervals_all, bench_paper_destroy}},
    {{"netsched", UINT32_MAX, bench_search_create, bench_search_find,
      bench_search_destroy},
     {"bellman", 10000, bench_paper_create, bench_bellman_find, bench_paper_destroy},
     {"", 0, NULL, NULL, NULL}}};

/* ---- slots: the requests ----------------------------------------------------------- */

typedef struct bench_event {
    nets_time now;
    nets_request request;
    nets_plan plan; /* the booking then made */
    bench_answer answer;
} bench_event;

typedef struct bench_record {
    flow_graph graph;
    bench_event *events;
    size_t count, first;  /* the first timed one */
    size_t refused, late; /* from there on; late: not when requested */
} bench_record;

/* The state while the record is made. */
typedef struct bench_scene {
    nets_network *net;
    nets_time now, *ends; /* ends of live bookings */
    size_t alive, live;
    int split;
    nets_amount bandwidth;
    bench_random random;
} bench_scene;

/* Moves time to the end of a booking, if enough are alive. */
static void bench_pass_time(bench_scene *s)
{
    size_t i, kept = 0;
    if (s->alive < s->live) return;
    s->now = s->ends[0];
    for (i = 1; i < s->alive; i++)
        if (s->ends[i] < s->now) s->now = s->ends[i];
    for (i = 0; i < s->alive; i++)
        if (s->ends[i] > s->now) s->ends[kept++] = s->ends[i];
    s->alive = kept;
    bench_must(nets_advance(s->net, s->now));
}

/* Asks for the next event's booking, and makes it. */
static void bench_next(bench_scene *s, bench_record *record, int filling)
{
    bench_event *e = &record->events[record->count];
    nets_status status;
    bench_pass_time(s);
    memset(e, 0, sizeof *e);
    e->now = s->now;
    e->request = bench_wish(&s->random, record->graph.nodes, s->now, s->split == BENCH_WS,
                            s->bandwidth, filling);
    status = nets_first_slot(s->net, &e->request, &e->plan);
    e->answer = bench_plan_answer(status, &e->plan, e->request.splittable);
    if (status == NETS_OK) {
        bench_must(nets_commit(s->net, &e->plan, NULL));
        s->ends[s->alive++] = e->plan.end;
    } else {
        nets_plan_free(&e->plan);
    }
    record->refused += status != NETS_OK;
    record->late += status == NETS_OK && e->plan.start > e->request.ready;
    record->count++;
}

static void bench_record_free(bench_record *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) nets_plan_free(&r->events[i].plan);
    free(r->events);
    free(r->graph.links);
}

/* Fills a network, keeps it full until the first bookings are gone, or a thousand of
 * them, and then makes the timed requests. */
static bench_record bench_record_make(const bench_options *o, int split, uint32_t nodes,
                                      size_t live)
{
    const size_t requests = (size_t)o->requests, most = 2 * live;
    const size_t settle = live < BENCH_SETTLE ? live : BENCH_SETTLE;
    bench_record r;
    bench_scene s;
    memset(&r, 0, sizeof r);
    memset(&s, 0, sizeof s);
    r.graph = bench_network(nodes, 0, (uint64_t)o->seed);
    if (!r.graph.links) bench_must(NETS_E_NOMEM);
    r.events = (bench_event *)rival_zeroed((most + settle + requests) * sizeof *r.events);
    s.net = bench_open(&r.graph);
    s.ends = (nets_time *)rival_zeroed((live + 1) * sizeof *s.ends);
    s.live = live;
    s.split = split;
    s.bandwidth = o->bandwidth;
    s.random.state = (uint64_t)o->seed;
    while (s.alive < live && r.count < most) bench_next(&s, &r, 1);
    if (s.alive < live) {
        fprintf(stderr, "bench_netsched: no more than %zu of %zu reservations fit\n",
                s.alive, live);
        exit(1);
    }
    r.first = r.count + settle;
    while (r.count < r.first) bench_next(&s, &r, 0);
    r.refused = r.late = 0;
    while (r.count < r.first + requests) bench_next(&s, &r, 0);
    nets_destroy(s.net);
    free(s.ends);
    return r;
}

/* ---- slots: the record played again ------------------------------------------------ */

typedef struct bench_play {
    const bench_finder *finder;
    double *ns;   /* of each timed request: the least of all turns */
    size_t count; /* that many of them it could do within the limit */
    uint64_t searches, hash;
} bench_play;

static int bench_same(const bench_record *r, size_t i, bench_answer a, const char *who)
{
    const bench_answer b = r->events[i].answer;
    if (a.start == b.start && a.hops == b.hops) return 1;
    printf("MISMATCH %u nodes, request %zu: %s starts at %lld with %u hops, not at %lld "
           "with %u\n",
           r->graph.nodes, i - r->first + 1, who, (long long)a.start, a.hops,
           (long long)b.start, b.hops);
    return 0;
}

/* Asks one request; false if the answer is not the recorded one. The processor's time is
 * without other programs, the clock's without the time to read the other. */
static int bench_play_one(bench_play *p, const bench_record *r, void *self, size_t i,
                          double *ns)
{
    const int64_t spent = bench_spent(), begin = bench_now();
    const bench_answer a = p->finder->find(self, &r->events[i].request);
    const int64_t took = bench_now() - begin, used = bench_spent() - spent;
    *ns = (double)(took < used ? took : used);
    p->searches += a.searches;
    p->hash = bench_mix(p->hash, (uint64_t)a.start + a.hops);
    return bench_same(r, i, a, p->finder->name);
}

/* One turn; false if an answer is not the recorded one. The first turn shows how many
 * requests can be done within the limit. */
static int bench_play_turn(bench_play *p, const bench_record *r, int64_t turn,
                           int64_t limit)
{
    nets_network *net = bench_open(&r->graph);
    void *self = p->finder->create(net);
    const size_t most = r->first + (turn ? p->count : r->count - r->first);
    double ns = 0, spent = 0;
    int agree = 1;
    size_t i;
    for (i = 0; agree && i < most && spent < (double)limit * 1e9; i++) {
        const bench_event *e = &r->events[i];
        bench_must(nets_advance(net, e->now));
        if (i == r->first) p->hash = p->searches = 0;
        if (i + BENCH_WARM >= r->first) agree = bench_play_one(p, r, self, i, &ns);
        if (i >= r->first) {
            double *least = &p->ns[i - r->first];
            if (!turn || ns < *least) *least = ns;
            if (!turn) p->count = i - r->first + 1;
            if (!turn) spent += ns;
        }
        if (e->plan.count) bench_must(nets_commit(net, &e->plan, NULL));
    }
    p->finder->destroy(self);
    nets_destroy(net);
    return agree;
}

static double bench_sum(const double *ns, size_t count)
{
    double sum = 0;
    size_t i;
    for (i = 0; i < count; i++) sum += ns[i];
    return sum;
}

static void bench_play_report(const bench_play *p, const bench_play *ours, bench_row row,
                              FILE *csv)
{
    double *ns = (double *)rival_zeroed(p->count * sizeof *ns);
    memcpy(ns, p->ns, p->count * sizeof *ns);
    row.who = p->finder->name;
    row.count = p->count;
    row.hash = p->hash;
    row.mean = bench_sum(ns, p->count) / (double)p->count;
    row.times = bench_sum(ns, p->count) / bench_sum(ours->ns, p->count);
    row.median = bench_median(ns, p->count);
    row.p99 = ns[p->count - 1 - p->count / 100];
    row.searches = (double)p->searches / (double)p->count;
    bench_row_show(&row, csv);
    free(ns);
}

/* All contestants on the same record; false if an answer differs. */
static int bench_slots(const bench_options *o, int split, uint32_t nodes, size_t live,
                       FILE *csv)
{
    bench_record r = bench_record_make(o, split, nodes, live);
    bench_play plays[BENCH_FINDERS] = {{0}};
    bench_row row = {0};
    struct progress bar;
    size_t who, kinds = 0;
    int64_t turn;
    int agree = 1;
    while (kinds < (o->alone ? 1 : BENCH_FINDERS) &&
           nodes <= bench_finders[split][kinds].nodes) {
        plays[kinds].finder = &bench_finders[split][kinds];
        plays[kinds++].ns = (double *)rival_zeroed((size_t)o->requests * sizeof(double));
    }
    progress_start(&bar, "slots", kinds * (size_t)o->turns);
    for (turn = 0; turn < o->turns; turn++)
        for (who = 0; agree && who < kinds; who++) {
            agree = bench_play_turn(&plays[who], &r, turn, o->limit);
            progress_add(&bar, 1);
        }
    progress_end(&bar);
    row.part = split == BENCH_WS ? "WS" : "WN";
    row.nodes = nodes;
    row.live = live;
    row.refused = r.refused;
    row.late = r.late;
    for (who = 0; agree && who < kinds; who++)
        bench_play_report(&plays[who], &plays[0], row, csv);
    for (who = 0; who < kinds; who++) free(plays[who].ns);
    bench_record_free(&r);
    return agree;
}

/* ---- main -------------------------------------------------------------------------- */

static const uint32_t bench_sizes[] = {100, 300, 1000, 3000, 10000};
enum { BENCH_SIZES = 5 };
enum { BENCH_PAIR, BENCH_SUPER, BENCH_SLOTS, BENCH_PARTS = 4 };

static const struct option_word bench_size_words[] = {
    {"100", NULL, 0},  {"300", NULL, 0},   {"1000", NULL, 0},
    {"3000", NULL, 0}, {"10000", NULL, 0}, {NULL, NULL, 0}};
static const struct option_word bench_part_words[] = {{"pair", NULL, 0},
                                                      {"super", NULL, 0},
                                                      {"WS", NULL, 0},
                                                      {"WN", NULL, 0},
                                                      {NULL, NULL, 0}};

#define BENCH_AT(kind, member) OPTION(kind, bench_options, member)

static const struct option bench_table[] = {
    {"parts", BENCH_AT(OPTION_SET, parts), .words = bench_part_words, .said = "all",
     .help = "parts to measure"},
    {"nodes", BENCH_AT(OPTION_SET, nodes), .words = bench_size_words, .said = "all",
     .help = "sizes of networks"},
    {"requests", BENCH_AT(OPTION_WHOLE, requests), .lo = 1, .hi = 1000000,
     .value = "1000", .help = "for slots"},
    {"live", BENCH_AT(OPTION_WHOLE, live), .lo = 1, .hi = 100000, .value = "1000",
     .help = "reservations alive for each 100 nodes"},
    {"bandwidth", BENCH_AT(OPTION_WHOLE, bandwidth), .lo = 1, .hi = 1000000,
     .value = "500",
     .help = "the largest request; the least is a tenth of it, and links have"
             " 100 to 1000"},
    {"turns", BENCH_AT(OPTION_WHOLE, turns), .lo = 1, .hi = BENCH_TURNS, .value = "5",
     .help = "how often everything is measured"},
    {"limit", BENCH_AT(OPTION_WHOLE, limit), .lo = 1, .hi = 86400, .value = "5",
     .meta = "S",
     .help = "seconds for the requests of a turn; slower contestants do fewer"},
    {"alone", BENCH_AT(OPTION_FLAG, alone), .help = "only netsched"},
    {"quick", BENCH_AT(OPTION_FLAG, quick),
     .help = "a check that it works: 100 and 300 nodes, 30 requests, one turn"},
    {"seed", BENCH_AT(OPTION_WHOLE, seed), .value = "1",
     .help = "seed of networks and requests"},
    {"csv", BENCH_AT(OPTION_TEXT, csv), .meta = "FILE",
     .help = "also write the results there"}};

static const struct command bench_me = {
    .about = "Maximum flows and first slots of netsched.h and of what people write"
             " instead.",
    .notes = "'x ours': how many times as long it takes as netsched, on what both"
             " have done. Exit status 1: answers differ.",
    .options = bench_table,
    .options_count = sizeof bench_table / sizeof bench_table[0],
    .settings = sizeof(bench_options)};

static void bench_arguments(bench_options *o, int argc, char **argv)
{
    command_settings(&bench_me, "bench_netsched", argc, argv, o);
    if (o->quick) {
        o->nodes = 3;
        o->requests = 30;
        o->live = 100;
        o->turns = 1;
    }
}

/* One part at one size; false if answers differ. */
static int bench_part(const bench_options *o, int part, uint32_t nodes, FILE *csv)
{
    if (part < BENCH_SLOTS) return bench_flows(o, nodes, part == BENCH_SUPER, csv);
    return bench_slots(o, part - BENCH_SLOTS, nodes, (size_t)o->live * nodes / 100, csv);
}

static int bench_everything(const bench_options *o, FILE *csv)
{
    int part, size;
    bench_row_head(csv);
    for (part = 0; part < BENCH_PARTS; part++)
        for (size = 0; size < BENCH_SIZES; size++)
            if ((o->parts >> part & 1) && (o->nodes >> size & 1) &&
                !bench_part(o, part, bench_sizes[size], csv))
                return 1;
    return 0;
}

static void bench_head(FILE *out, const bench_options *o, int cpu)
{
    bench_environment(out, (uint64_t)o->seed, cpu);
#ifdef BENCH_LIBRARIES
    fprintf(out, "# libraries:%s\n", *flow_versions ? flow_versions : " none installed");
#endif
    fprintf(out, "# measured: %lld turns, %lld requests\n", (long long)o->turns,
            (long long)o->requests);
}

int main(int argc, char **argv)
{
    bench_options o;
    FILE *csv = NULL;
    int code, cpu;
    bench_arguments(&o, argc, argv);
    if (o.csv && !(csv = fopen(o.csv, "w"))) {
        fprintf(stderr, "bench_netsched: cannot write %s\n", o.csv);
        return 1;
    }
    cpu = bench_pin();
    bench_head(stdout, &o, cpu);
    if (csv) bench_head(csv, &o, cpu);
    code = bench_everything(&o, csv);
    if (csv && fclose(csv) != 0) {
        fprintf(stderr, "bench_netsched: cannot write %s\n", o.csv);
        code = 1;
    }
    return code;
}
