/* broker.c - one instant after the other, in the order that broker.h gives. */
#include "grid/broker.h"

#include "base/clock.h"
#include "base/progress.h"
#include "batch/batch.h"
#include "grid/broker_pass.h"
#include "grid/broker_run.h"
#include "grid/broker_site.h"
#include "grid/broker_view.h"

#include <string.h>

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

/* Has the broker just seen the cluster idle and with all its jobs finished, and sent
 * it none of the jobs that wait? It will never see it in a better state. */
static int seen_idle(const struct broker_run *b, uint32_t cluster)
{
    const struct broker_site *s = &b->view.sites[cluster];
    const struct grid_state *seen = b->view.rules->delay ? &s->picture : &s->state;
    return seen->free_cpus == s->local.servers && seen->finished == s->state.finished;
}

/* The next instant; JOB_NEVER if nothing can help a waiting job any more. Once nothing
 * runs and no job will come, news only matter until the broker has seen each cluster idle
 * and sent it nothing. */
static int64_t next_instant(struct broker_run *b)
{
    const int64_t work = work_due(b);
    int64_t due = work;
    int more = work != JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        const int64_t news = broker_site_news_due(&s->news, b->view.rules->delay);
        due = earlier(due, news);
        s->unwanted = work == JOB_NEVER && (s->unwanted || seen_idle(b, k));
        more |= !s->unwanted && news != JOB_NEVER;
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
