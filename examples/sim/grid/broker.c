/* broker.c - one instant after the other, in the order that broker.h gives. */
#include "grid/broker.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/progress.h"
#include "batch/batch.h"
#include "grid/broker_pass.h"
#include "grid/broker_run.h"
#include "grid/broker_site.h"
#include "grid/broker_view.h"
#include "workload/outages.h"

#include <inttypes.h>
#include <string.h>

/* ---- outages ----------------------------------------------------------------------- */

static int note_outage(struct broker_run *b, const struct outage *outage, struct error *e)
{
    struct broker_result *r = b->result;
    if (r->outage_count == OUTAGES_MOST)
        return error_fail(e,
                          "more than %d outages: failures are too frequent for so long a"
                          " workload",
                          OUTAGES_MOST);
    if (ARRAY_ROOM(r->outages, r->outage_count, r->outage_capacity, 1) != 0)
        return broker_run_memory(e);
    r->outages[r->outage_count++] = *outage;
    return 0;
}

/* A job that a failure killed is run again from its start, if not too often. */
static int submit_again(struct broker_run *b, uint32_t job, struct error *e)
{
    if (b->result->jobs[job].executions <= b->view.rules->resubmit)
        return broker_pass_submit(b, job, e);
    broker_run_fate(b, job, BROKER_FATE_killed);
    return 0;
}

static int fail(struct broker_run *b, uint32_t cluster, struct error *e)
{
    struct broker_site *s = &b->view.sites[cluster];
    size_t running = 0;
    int64_t i, n;
    s->state.up = 0;
    s->changed = 1;
    if (note_outage(b, &s->outage, e) != 0) return -1;
    batch_clock(&s->local, b->view.now);
    n = batch_evict(&s->local, b->evicted, &running, e);
    for (i = 0; i < n; i++) {
        const uint32_t job = b->evicted[i];
        const int killed = (size_t)i < running;
        if (killed)
            broker_run_leaves(b, cluster, job, 1);
        else
            broker_site_leaves_queue(s, &b->jobs[job]);
        if ((killed ? submit_again(b, job, e) : broker_pass_submit(b, job, e)) != 0)
            return -1;
    }
    return n < 0 ? -1 : 0;
}

static void repair(struct broker_site *s)
{
    s->state.up = 1;
    s->changed = 1;
    s->outage = outages_next(&s->outages, s->outage.to);
}

static int outages(struct broker_run *b, struct error *e)
{
    const int64_t now = b->view.now;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        const struct broker_site *s = &b->view.sites[k];
        if (s->state.up && s->outage.from == now && fail(b, k, e) != 0) return -1;
    }
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->state.up && s->outage.to == now) repair(s);
    }
    return 0;
}

/* ---- one instant ------------------------------------------------------------------- */

static int local_events(struct broker_run *b, struct error *e)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct batch_run *local = &b->view.sites[k].local;
        if (batch_due(local) != b->view.now) continue;
        batch_clock(local, b->view.now);
        if (batch_ends(local, e) != 0) return -1;
    }
    if (b->view.rules->outages && outages(b, e) != 0) return -1;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->changed && batch_due(&s->local) != b->view.now) continue;
        batch_clock(&s->local, b->view.now);
        if (batch_starts(&s->local, e) != 0) return -1;
    }
    return 0;
}

static int arrivals(struct broker_run *b, struct error *e)
{
    while (b->next < b->count && b->jobs[b->next].submit == b->view.now) {
        if (broker_pass_submit(b, (uint32_t)b->next++, e) != 0) return -1;
        progress_add(b->view.rules->progress, 1);
    }
    return 0;
}

/* With an information delay: what clusters sent that long ago arrives. */
static void receive_news(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        broker_site_receive(&b->view.sites[k], b->view.now, b->view.rules->delay);
}

/* With an information delay: clusters that changed send their state. */
static int send_news(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (s->changed && b->view.rules->delay &&
            broker_site_news_send(&s->news, broker_site_look(s, b->view.now)) != 0)
            return -1;
        s->changed = 0;
    }
    return 0;
}

static int instant(struct broker_run *b, struct error *e)
{
    if (local_events(b, e) != 0 || arrivals(b, e) != 0) return -1;
    receive_news(b);
    if (broker_pass(b, e) != 0) return -1;
    if (send_news(b) != 0 || b->failed) return broker_run_memory(e);
    return 0;
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* The next time at which a job arrives, ends or starts, or JOB_NEVER. */
static int64_t work_due(const struct broker_run *b)
{
    int64_t due = b->next < b->count ? b->jobs[b->next].submit : JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        due = earlier(due, batch_due(&b->view.sites[k].local));
    return due;
}

/* Has the broker just seen the cluster up, idle and with all its jobs finished, and sent
 * it none of the jobs that wait? It will never see it in a better state. */
static int seen_idle(const struct broker_run *b, uint32_t cluster)
{
    const struct broker_site *s = &b->view.sites[cluster];
    const struct grid_state *seen = b->view.rules->delay ? &s->picture : &s->state;
    return seen->up && seen->free_cpus == s->local.servers &&
           seen->finished == s->state.finished;
}

/* The next instant; JOB_NEVER if nothing can help a waiting job any more. Once nothing
 * runs and no job will come, failures, repairs and news only matter until the broker has
 * seen each cluster idle and sent it nothing, or the cluster is down for ever. */
static int64_t next_instant(struct broker_run *b)
{
    const int64_t work = work_due(b);
    int64_t due = work;
    int more = work != JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        const int64_t news = broker_site_news_due(&s->news, b->view.rules->delay);
        const int64_t next = earlier(news, s->state.up ? s->outage.from : s->outage.to);
        due = earlier(due, next);
        s->unwanted = work == JOB_NEVER && (s->unwanted || seen_idle(b, k));
        more |= !s->unwanted && next != JOB_NEVER;
    }
    return more ? due : JOB_NEVER;
}

/* ---- a whole run ------------------------------------------------------------------- */

int broker_simulate(const struct grid *g, const struct demands *d, const struct job *jobs,
                    size_t n, const struct broker_rules *rules, struct broker_result *r,
                    struct error *e)
{
    const double begun = clock_seconds();
    struct broker_run b;
    int result;
    memset(&b, 0, sizeof b);
    b.view.grid = g;
    b.view.demands = d;
    b.view.jobs = b.jobs = jobs;
    b.view.rules = rules;
    b.count = b.undecided = n;
    b.result = r;
    result = broker_run_begin(&b, e);
    while (result == 0 && b.undecided > 0 && (b.view.now = next_instant(&b)) != JOB_NEVER)
        result = instant(&b, e);
    r->looks = b.view.looks;
    broker_run_end(&b);
    r->seconds = clock_seconds() - begun;
    return result;
}
