/* test_calls.c - calls of a network and their answers, as calls.txt has them. Each is
 * made on two networks, one of which is saved and loaded before each call. What is
 * refused changes nothing. calls.txt says how to read a line. CALLS=file: another. */
#include "exact.h"
#include "netsched.h"
#include "test.h"
#include "calls.h"
#include "modes.h"

enum { WORLDS = 2, LEGS = 16, USES = 12, LIST = 6 };
#define WORDS(X)                                                                       \
    X(from) X(to) X(for) X(by) X(rate) X(amount) X(carries) X(delay) X(in) X(of) X(on)  \
    X(at) X(cid) X(speed) X(count) X(now) X(hops) X(combinations) X(replaces) X(flags)  \
    X(volume) X(least) X(most) X(limit) X(first) X(waves) X(times) X(disjoint) X(data)  \
    X(work) X(cpus) X(bound) X(labels) X(tau) X(taum) X(clusters) X(tag) X(tries)
#define SWITCHES(X) \
    X(split) X(fixed) X(light) X(exactly) X(pairs) X(partly) X(shared) X(nolist)
#define PLACE_OF(word) I_##word,
#define TEXT_OF(word) #word,
enum { WORDS(PLACE_OF) KEYS };
enum { SWITCHES(PLACE_OF) FLAGS };
static const char *const keys[KEYS] = {WORDS(TEXT_OF)};
static const char *const switches[FLAGS] = {SWITCHES(TEXT_OF)};
static const char *const names[WORLDS] = {"as it is", "loaded"};
static const char *const kinds[] = {"link", "unit", "cluster", "wave", "node", "group"};
static const char *const methods[] = {"awmc", "mc", "exact", "mcb", "ect"};
static const char *const algorithms[] = {"choose", "ws-rc", "wn-rc", "ws-rn", "wn-rn"};
static const char *const status[] = {"ok",       "arg",  "nomem", "busy",    "nofit",
                                     "notfound", "past", "range", "corrupt", "abi",
                                     "limit",    "io",   "never", "foreign", "no call"};

typedef struct call { /* what a line asks for */
    char verb[12];
    int64_t n, m; /* behind the verb: a number, or two: 0-1 */
    int64_t value[KEYS];
    int is[FLAGS];
    uint32_t algorithm, method, kind, index; /* the resource: link 0 */
    nets_use uses[USES];
    nets_need needs[2][LIST];
    uint32_t lists[2][LIST], uses_count, need_count[2], list_count[2];
} call;

typedef struct world { /* what a call is made on */
    test_heap heap;
    nets_network *net;
    nets_view *view;
    nets_plan plan;
    nets_spans spans;
    nets_task task;
    nets_route route;
    call legs[LEGS]; /* of the next request, or what a drain is told */
    nets_request leg[LEGS];
    uint32_t leg_count, asked;
} world;

static world worlds[WORLDS];
static stream before, after;

/* ---- a line is read ---------------------------------------------------------------- */

static void needs(nets_need *to, uint32_t *count, const char *s) /* 7:9,8:1 */
{
    for (; *count < LIST && *s; s += *s == ',') {
        to[*count].type = (uint32_t)number(&s);
        CHECK(*s++ == ':');
        to[(*count)++].amount = number(&s);
    }
}

static void numbers(uint32_t *to, uint32_t *count, const char *s) /* 0,3 */
{
    for (; *count < LIST && *s; s += *s == ',') to[(*count)++] = (uint32_t)number(&s);
}

static void end_use(call *c) /* a plan has several, with `and` between */
{
    CHECK(c->uses_count < USES);
    c->uses[c->uses_count++] = (nets_use){.kind = (nets_kind)c->kind,
                                          .index = c->index,
                                          .from = c->value[I_from],
                                          .to = c->value[I_to],
                                          .amount = c->value[I_amount]};
}

static void word(call *c, const char *key, const char *s)
{
    const uint32_t k = word_of(keys, KEYS, key), kind = word_of(kinds, 6, key);
    CHECK(s != NULL);
    if (k < KEYS)
        c->value[k] = number(&s);
    else if (kind < 6)
        c->kind = kind, c->index = (uint32_t)number(&s);
    else if (strcmp(key, "source") == 0)
        needs(c->needs[0], &c->need_count[0], s);
    else if (strcmp(key, "goal") == 0)
        needs(c->needs[1], &c->need_count[1], s);
    else if (strcmp(key, "via") == 0)
        numbers(c->lists[0], &c->list_count[0], s);
    else if (strcmp(key, "avoid") == 0)
        numbers(c->lists[1], &c->list_count[1], s);
    else if (strcmp(key, "algorithm") == 0)
        c->algorithm = word_of(algorithms, 5, s);
    else if (strcmp(key, "method") == 0)
        c->method = word_of(methods, 5, s);
    else
        CHECK_STR(key, "a word of calls.txt");
}

static void read_call(call *c, char *text) /* verb number key value key value ... */
{
    const char *key = strtok(text, " ");
    memset(c, 0, sizeof *c);
    snprintf(c->verb, sizeof c->verb, "%s", key);
    while ((key = strtok(NULL, " ")) != NULL && strcmp(key, "->") != 0) {
        const uint32_t k = word_of(switches, FLAGS, key);
        if (is_number(key)) {
            c->n = number(&key);
            if (*key == '-') key++, c->m = number(&key);
        } else if (k < FLAGS) {
            c->is[k] = 1;
        } else if (strcmp(key, "and") == 0) {
            end_use(c);
        } else {
            word(c, key, strtok(NULL, " "));
        }
    }
    end_use(c);
}

static nets_request request_of(const call *c)
{
    const int64_t *v = c->value;
    const int none = c->is[I_nolist];
    return (nets_request){.from = (uint32_t)c->n,
                          .to = (uint32_t)c->m,
                          .ready = v[I_from],
                          .deadline = v[I_by],
                          .length = v[I_for],
                          .bandwidth = v[I_rate],
                          .at_from = c->need_count[0] ? c->needs[0] : NULL,
                          .at_to = c->need_count[1] ? c->needs[1] : NULL,
                          .at_from_count = c->need_count[0],
                          .at_to_count = c->need_count[1],
                          .splittable = c->is[I_split],
                          .fixed = c->is[I_fixed],
                          .algorithm = (nets_algorithm)c->algorithm,
                          .max_combinations = (uint32_t)v[I_combinations],
                          .max_tries = (uint32_t)v[I_tries],
                          .replaces = (nets_id)v[I_replaces],
                          .flags = (uint32_t)v[I_flags] |
                                   (c->is[I_exactly] ? NETS_EXACTLY : 0),
                          .tag = (uint64_t)v[I_tag],
                          .max_hops = (uint32_t)v[I_hops],
                          .via = c->list_count[0] && !none ? c->lists[0] : NULL,
                          .via_count = c->list_count[0],
                          .avoid = c->list_count[1] && !none ? c->lists[1] : NULL,
                          .avoid_count = c->list_count[1],
                          .max_delay = v[I_delay],
                          .volume = v[I_volume],
                          .least = v[I_least],
                          .most = v[I_most],
                          .light = c->is[I_light],
                          .first_wave = (uint32_t)v[I_first],
                          .waves = (uint32_t)v[I_waves],
                          .disjoint = (int)v[I_disjoint]};
}

/* ---- an answer is said ------------------------------------------------------------- */

#define U(x) ((unsigned long)(x))

/* link 0 5 [2,9) 1/2: the window if it is not the whole one, and the share of the job if
 * its amount was rounded. */
static void say_uses(const nets_use *u, uint32_t count, nets_time start, nets_time end)
{
    const char *between = "";
    for (; count > 0; count--, u++, between = ",") {
        say("%s", between);
        if (u->leg) say(" leg %lu", U(u->leg));
        say(" %s %lu", kinds[u->kind], U(u->index));
        say_number(" ", u->amount);
        if (u->from != start || u->to != end) say(" "), say_window(u->from, u->to);
        if (u->flow < u->whole && u->flow != u->amount)
            say_number(" ", u->flow), say_number("/", u->whole);
    }
}

static void say_booking(const nets_booking *b)
{
    say_next();
    say("%lld ", (long long)b->id);
    say_window(b->start, b->end);
    if (b->block) say(b->block > 1 ? " failure" : " block");
    if (b->tag) say(" tag %lld", (long long)b->tag);
    say_uses(b->uses, b->count, b->start, b->end);
}

static void say_moved(void *ctx, const nets_booking *b, nets_time was)
{
    (void)ctx;
    say_booking(b);
    if (was == NETS_FOREVER)
        say(" stays");
    else
        say_number(" was ", was);
}

/* ---- a call is made ---------------------------------------------------------------- */

#define IS(name) (strcmp(c->verb, name) == 0)
static const nets_status NO_CALL = NETS_STATUS_COUNT;

static void drop(world *w)
{
    nets_stats_info is;
    nets_view_destroy(w->view);
    nets_plan_free(&w->plan);
    nets_spans_free(&w->spans);
    w->view = NULL;
    w->leg_count = 0;
    if (!w->net) return;
    nets_stats(w->net, &is);
    CHECK(is.bytes == w->heap.live_bytes && is.bytes_peak >= is.bytes);
    nets_destroy(w->net);
    w->net = NULL;
    CHECK(w->heap.live_blocks == 0 && w->heap.bad_size == 0);
}

static nets_status make(world *w, const call *c)
{
    const nets_desc d = {
        .now = c->value[I_now], .alloc = test_heap_hook, .alloc_ctx = &w->heap};
    drop(w);
    nets_status s = nets_create(&w->net, &d);
    for (int64_t n = 0; s == NETS_OK && n < c->n; n++) s = nets_add_node(w->net, NULL);
    return s;
}

/* What a network is made of. */
static nets_status build_call(world *w, const call *c)
{
    const int64_t *v = c->value;
    nets_network *net = w->net;
    const uint32_t n = (uint32_t)c->n, m = (uint32_t)c->m;
    uint32_t made = NETS_NONE;
    nets_status s = NO_CALL;
    if (IS("group")) return nets_set_group(net, (uint32_t)v[I_of], n);
    if (IS("capacity")) return nets_set_capacity(net, (uint32_t)v[I_of], c->n);
    if (IS("allow")) return nets_allow(net, n, m);
    if (IS("converter")) return nets_set_converter(net, n);
    if (IS("waves"))
        return nets_add_waves(net, (uint32_t)v[I_on], (uint32_t)v[I_first], n);
    if (IS("free")) {
        const nets_profile *p = nets_profile_of(net, (nets_kind)c->kind, c->index);
        if (!p) return NETS_E_ARG;
        say_number("", p->first);
        for (made = 0; made < p->count; made++) {
            say_number("; ", p->steps[made].amount);
            say_number(" from ", p->steps[made].time);
        }
        return NETS_OK;
    }
    if (IS("node")) s = nets_add_node(net, &made);
    if (IS("link")) s = nets_add_link(net, n, m, v[I_carries], v[I_delay], &made);
    if (IS("duplex")) s = nets_add_duplex(net, n, m, v[I_carries], v[I_delay], &made);
    if (IS("partition"))
        s = nets_add_partition(net, (uint32_t)v[I_at], n,
                               c->is[I_pairs] ? NETS_PAIRS : NETS_FULL, &made);
    if (IS("unit"))
        s = nets_add_unit(net, (uint32_t)v[I_in], c->n, (uint32_t)v[I_cid], &made);
    if (IS("cluster"))
        s = nets_add_cluster(net, (uint32_t)v[I_at], c->n, v[I_speed], &made);
    CHECK((s == NETS_OK) == (made != NETS_NONE));
    if (s == NETS_OK) say("%lu", U(made));
    return s;
}

/* The next leg is what the booking asks for; if there is none, it stays. */
static int ask(void *ctx, const nets_booking *b, nets_request *r)
{
    world *w = (world *)ctx;
    (void)b;
    if (w->asked == w->leg_count) return 1;
    nets_request q = w->leg[w->asked++];
    q.ready = r->ready;
    q.length = r->length;
    q.flags = r->flags;
    *r = q;
    return 0;
}

static nets_status list_call(world *w, const call *c)
{
    const int64_t *v = c->value;
    nets_status s = NETS_OK;
    nets_booking b = {0};
    while (s == NETS_OK) {
        s = IS("list") ? nets_next(w->net, b.id, &b)
                       : nets_in_the_way(w->net, (nets_kind)c->kind, c->index, v[I_from],
                                         v[I_to], b.id, &b);
        if (s == NETS_OK) say_booking(&b);
    }
    return s;
}

/* Bookings, and time. */
static nets_status life_call(world *w, const call *c)
{
    const int64_t *v = c->value;
    nets_network *net = w->net;
    const nets_kind kind = (nets_kind)c->kind;
    nets_use uses[USES];
    const nets_plan plan = {
        .uses = uses, .count = c->uses_count, .replaces = (nets_id)v[I_replaces]};
    nets_id id = (nets_id)c->n;
    nets_time latest = 0;
    nets_booking b;
    nets_status s;
    memcpy(uses, c->uses, sizeof uses);
    if (IS("advance")) return nets_advance(net, c->n);
    if (IS("cancel")) return nets_cancel(net, id);
    if (IS("finish")) return nets_finish(net, id, v[I_to]);
    if (IS("tag")) return nets_set_tag(net, id, (uint64_t)v[I_of]);
    if (IS("list") || IS("way")) return list_call(w, c);
    if (IS("get")) {
        if ((s = nets_get(net, id, &b)) == NETS_OK) say_booking(&b);
        return s;
    }
    if (IS("extend")) {
        s = nets_extend(net, id, v[I_to], &latest);
        if (s == NETS_E_BUSY) say_number("busy, to ", latest);
        return s;
    }
    w->asked = 0;
    id = 77;
    s = IS("commit") ? nets_commit(net, &plan, &id)
        : IS("block")
            ? nets_block(net, kind, c->index, v[I_from], v[I_to], v[I_amount], &id)
        : IS("fail")
            ? nets_fail(net, kind, c->index, v[I_from], v[I_to], v[I_amount], &id)
        : IS("drain") ? nets_drain(net, kind, c->index, v[I_from], v[I_to],
                                   c->is[I_partly], ask, say_moved, w, &id)
                      : NO_CALL;
    if (s == NO_CALL) return s;
    CHECK((s == NETS_OK) == (id != 0));
    if (s == NETS_OK) say_next(), say("%lld", (long long)id);
    if (s != NETS_OK && answer[0]) say("; %s", status[s]);
    return s;
}

/* A request that is wrong is so for every question about it. */
static void check_wrong(world *w, const nets_request *r, nets_status want)
{
    const nets_status other = r->leg_count || r->volume ? NETS_E_ARG : want;
    nets_alternative_info a;
    nets_reason why;
    CHECK_EQ(w->plan.count, 0);
    CHECK_EQ(nets_starts(w->net, r, &w->spans), other);
    CHECK_EQ(nets_alternatives(w->net, r, &a), other);
    CHECK_EQ(nets_explain(w->net, r, &why), want);
    CHECK(why.status == want && (why.field || want == NETS_E_RANGE || r->leg_count));
}

static nets_status slot(world *w, const call *c, const nets_request *r)
{
    nets_id id = 0;
    nets_plan *p = &w->plan;
    const nets_status s = nets_first_slot(w->net, r, p);
    if (s == NETS_E_ARG || s == NETS_E_RANGE || s == NETS_E_NOTFOUND)
        check_wrong(w, r, s);
    CHECK_EQ(p->refused, s == NETS_E_NOFIT);
    if (IS("book") && s == NETS_OK) {
        CHECK_EQ(nets_commit(w->net, p, &id), NETS_OK);
        say("%lld ", (long long)id);
    }
    if (s == NETS_E_NOFIT) { /* what is in the way cannot be booked */
        CHECK_EQ(nets_commit(w->net, p, NULL), NETS_E_ARG);
        say(p->count ? "nofit: " : "nofit");
    }
    if (s == NETS_OK || p->count > 0) say_window(p->start, p->end);
    if (r->volume && s == NETS_OK) say_number(" rate ", p->bandwidth);
    say_uses(p->uses, p->count, p->start, p->end);
    if (s == NETS_OK && p->limited) say(", unproven");
    return s;
}

static nets_status why(world *w, const nets_request *r)
{
    nets_reason is;
    const nets_status s = nets_explain(w->net, r, &is);
    if (s == NETS_OK || !is.field) return s;
    say("%s: %s", status[s], is.field);
    if (is.leg) say(" of leg %lu", U(is.leg));
    say_number(" ", is.value);
    say_number(" is not in ", is.least);
    say_number("..", is.most);
    CHECK(!is.need == (strcmp(is.field, "amount") && strcmp(is.field, "type")));
    return s;
}

static nets_status request_call(world *w, const call *c)
{
    nets_request r = request_of(c);
    nets_alternative_info a;
    nets_amount flow;
    nets_status s = NO_CALL;
    uint32_t i;
    if (IS("flow")) {
        s = nets_max_flow(w->net, r.from, r.to, r.ready, c->value[I_to],
                          c->value[I_limit], &flow);
        if (s == NETS_OK) say_number("", flow);
        return s;
    }
    if (IS("leg")) {
        for (i = 0; i < 1 || i < (uint32_t)c->value[I_times]; i++) {
            CHECK(w->leg_count < LEGS);
            w->legs[w->leg_count] = *c;
            w->leg[w->leg_count] = request_of(&w->legs[w->leg_count]);
            w->leg_count++;
        }
        return NETS_OK;
    }
    r.legs = w->leg_count ? w->leg : NULL;
    r.leg_count = w->leg_count;
    if (IS("slot") || IS("book")) s = slot(w, c, &r);
    if (IS("why")) s = why(w, &r);
    if (IS("starts") && (s = nets_starts(w->net, &r, &w->spans)) == NETS_OK) {
        for (i = 0; i < w->spans.count; i++)
            say("%s", i ? " " : ""), say_window(w->spans.at[i].from, w->spans.at[i].to);
        if (i == 0) say("none");
    }
    if (IS("instead") && (s = nets_alternatives(w->net, &r, &a)) == NETS_OK) {
        say_number("at ", a.start);
        say(", or %lld/%lld", (long long)a.flow, (long long)a.whole);
        say_number(" with rate ", a.bandwidth);
        if (a.split_start != a.start) say_number(", or split at ", a.split_start);
    }
    return s;
}

static nets_status view_call(world *w, const call *c)
{
    const int64_t *v = c->value;
    nets_route *r = &w->route;
    nets_status s;
    if (IS("view")) {
        const nets_view_desc d = {.slots_l = (uint32_t)c->n,
                                  .slots_m = (uint32_t)v[I_clusters],
                                  .tau_l = v[I_tau],
                                  .tau_m = v[I_taum],
                                  .shared_clock = c->is[I_shared]};
        nets_view_destroy(w->view);
        s = nets_view_create(&w->view, w->net, &d);
        CHECK((w->view != NULL) == (s == NETS_OK));
        return s;
    }
    if (IS("learn"))
        return nets_view_learn(w->view, (nets_kind)c->kind, c->index, NULL, v[I_delay]);
    if (IS("plan")) {
        s = nets_route_plan(w->view, &w->task, r, &w->plan);
        if (s == NETS_OK) say_window(w->plan.start, w->plan.end);
        say_uses(w->plan.uses, w->plan.count, w->plan.start, w->plan.end);
        return s;
    }
    if (!IS("task")) return NO_CALL;
    w->task = (nets_task){.source = (uint32_t)c->n,
                          .method = (nets_method)c->method,
                          .origin = v[I_from],
                          .data = v[I_data],
                          .rate = v[I_rate],
                          .cpus = v[I_cpus],
                          .workload = v[I_work],
                          .bound = v[I_bound],
                          .max_labels = (uint32_t)v[I_labels]};
    s = nets_multicost(w->view, &w->task, r);
    CHECK(s == NETS_OK || (r->cluster == NETS_NONE && r->link_count == 0));
    if (s != NETS_OK) return s;
    say("cluster %lu", U(r->cluster));
    for (uint32_t i = 0; i < r->link_count; i++)
        say("%s%lu", i ? "," : " by ", U(r->links[i]));
    say(": "), say_window(r->send, r->arrive);
    say(" "), say_window(r->start, r->end);
    return s;
}

static void save(const nets_network *net, stream *s)
{
    s->size = s->read = 0;
    CHECK_EQ(nets_save(net, put, s), NETS_OK);
}

static int make_call(uint32_t index, char *text)
{
    world *w = &worlds[index];
    const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &w->heap};
    nets_status s = NO_CALL;
    call read, *c = &read;
    read_call(c, text);
    if (IS("network")) {
        s = make(w, c);
    } else {
        save(w->net, &before);
        if (index == 1 && !w->view) {
            nets_destroy(w->net);
            CHECK_EQ(nets_load(&w->net, &d, get, &before), NETS_OK);
        }
    }
    if (s == NO_CALL) s = build_call(w, c);
    if (s == NO_CALL) s = life_call(w, c);
    if (s == NO_CALL) s = request_call(w, c);
    if (s == NO_CALL) s = view_call(w, c);
    CHECK(s != NO_CALL);
    if (!answer[0]) say("%s", status[s]);
    if (!IS("leg")) w->leg_count = 0;
    if (!w->net) return 1;
    CHECK_EQ(nets_check(w->net), NETS_OK);
    save(w->net, &after);
    CHECK(s == NETS_OK ||
          (before.size == after.size && !memcmp(before.at, after.at, after.size)));
    return 1;
}

static void calls(void)
{
    all_calls("tests/netsched/calls.txt", names, WORLDS, make_call);
    drop(&worlds[0]);
    drop(&worlds[1]);
}

TEST_MAIN(TEST(calls))
