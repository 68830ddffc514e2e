/* flexco.c - a loop over instants: the next one is the earliest of the next submission,
 * end and start. */
#include "flexco/flexco.h"

#include "coalloc.h"

#include "base/clock.h"
#include "base/compare.h"
#include "base/events.h"
#include "base/job.h"
#include "base/progress.h"
#include "flexco/flexco_begun.h"
#include "flexco/flexco_meta.h"
#include "flexco/flexco_site.h"
#include "flexco/flexco_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- algorithm 2 ------------------------------------------------------------------- */

static int flexco_compress(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    size_t i, n;
    int idle, changed = 0;
    s->early = 0;
    f->result->compressions++;
    if (flexco_state_advance(f, site, e) != 0 || flexco_site_pass(f, site, e) != 0)
        return -1;
    if (f->rules->mode == FLEXCO_RIGID) return 0;
    if (flexco_site_idle(f, s, &idle, e) != 0) return -1;
    if (!idle) return 0;
    if (flexco_site_head(f, s, &n, e) != 0) return -1;
    for (i = 0; i < n; i++) {
        const int moved = flexco_meta_offer(f, f->head[i], e);
        if (moved < 0) return -1;
        changed |= moved;
    }
    return changed ? flexco_site_pass(f, site, e) : 0;
}

static int flexco_compressions(struct flexco *f, struct error *e)
{
    uint32_t i;
    if (f->early_count) qsort(f->early, f->early_count, sizeof *f->early, compare_u32);
    for (i = 0; i < f->early_count; i++) {
        struct flexco_site *s = &f->sites[f->early[i]];
        if (s->early && flexco_compress(f, f->early[i], e) != 0) return -1;
        s->listed = 0;
    }
    f->early_count = 0;
    return 0;
}

/* ---- submissions ------------------------------------------------------------------- */

static int flexco_submit(struct flexco *f, uint32_t job, struct error *e)
{
    progress_add(f->rules->progress, 1);
    if (f->result->outcomes[job].fate == FLEXCO_FATE_refused) {
        flexco_state_decide(f, job, FLEXCO_FATE_refused);
        return 0;
    }
    return flexco_job_is_meta(&f->jobs[job]) ? flexco_meta_book(f, job, e)
                                             : flexco_site_local_book(f, job, e);
}

static int flexco_submissions(struct flexco *f, struct error *e)
{
    while (f->next < f->count && f->jobs[f->next].submit == f->now)
        if (flexco_submit(f, (uint32_t)f->next++, e) != 0) return -1;
    return 0;
}

/* ---- one instant after the other --------------------------------------------------- */

static int flexco_instant(struct flexco *f, int64_t now, struct error *e)
{
    f->now = now;
    if (flexco_begun_ends(f, e) != 0) return -1;
    if (flexco_compressions(f, e) != 0 || flexco_submissions(f, e) != 0) return -1;
    return flexco_begun_starts(f, e);
}

static void flexco_sooner(int64_t *due, const struct event *next)
{
    if (next && next->time < *due) *due = next->time;
}

/* When the next thing happens; JOB_NEVER. */
static int64_t flexco_due(struct flexco *f)
{
    int64_t due = JOB_NEVER;
    if (f->next < f->count && f->jobs[f->next].submit < due)
        due = f->jobs[f->next].submit;
    flexco_sooner(&due, events_next(&f->ends));
    flexco_sooner(&due, flexco_state_queue_next(f));
    return due;
}

/* ---- a whole run ------------------------------------------------------------------- */

static int flexco_bad(const struct flexco_job *j, const char *what, const char *expected,
                      struct error *e)
{
    return error_fail(e, "job %" PRId64 ": %s: %s was expected", j->number, what,
                      expected);
}

static int flexco_check_job(const struct flexco *f, size_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    if (j->submit < 0 || j->submit > JOB_TIME_MAX)
        return flexco_bad(j, "submission", "a time from 0 to 10^12", e);
    if (j->run < 1 || j->run > JOB_TIME_MAX || j->estimate < 1 ||
        j->estimate > JOB_TIME_MAX)
        return flexco_bad(j, "run time and estimate", "1 to 10^12 seconds", e);
    if (j->servers < 1 || j->servers > JOB_SERVERS_MAX)
        return flexco_bad(j, "processors", "1 to 2147483647", e);
    if (j->site != FLEXCO_META && j->site >= f->system->count)
        return flexco_bad(j, "site", "one that there is", e);
    if (j->overhead > FLEXCO_OVERHEAD_MAX)
        return flexco_bad(j, "overhead", "at most 10000 percent", e);
    if (job > 0 &&
        (j->submit < j[-1].submit || (j->submit == j[-1].submit && j->site < j[-1].site)))
        return flexco_bad(j, "place", "one in order of arrival", e);
    return 0;
}

static int flexco_check_rules(const struct flexco *f, struct error *e)
{
    uint32_t i;
    if (f->system->count == 0) return error_fail(e, "a site was expected");
    for (i = 0; i < f->system->count; i++)
        if (f->system->servers[i] < 1 || f->system->servers[i] > JOB_SERVERS_MAX)
            return error_fail(e, "site %" PRIu32 ": 1 to 2147483647 processors expected",
                              i + 1);
    if (f->count >= FLEXCO_META) return error_fail(e, "too many jobs");
    if (f->rules->efficiency > 100)
        return error_fail(e, "efficiency: 0 to 100 percent were expected");
    return 0;
}

/* All memory whose size is known beforehand. */
static int flexco_allocate(struct flexco *f, struct error *e)
{
    const size_t n = f->count ? f->count : 1, k = f->system->count;
    f->states = (struct flexco_state *)calloc(n, sizeof *f->states);
    f->sites = (struct flexco_site *)calloc(k, sizeof *f->sites);
    f->at = (coa_site *)calloc(k, sizeof *f->at);
    f->early = (uint32_t *)calloc(k, sizeof *f->early);
    f->shares = (struct flexco_share *)calloc(k, sizeof *f->shares);
    f->chosen = (coa_site *)calloc(k, sizeof *f->chosen);
    f->choice = (uint32_t *)calloc(k, sizeof *f->choice);
    f->result->outcomes = (struct flexco_outcome *)calloc(n, sizeof *f->result->outcomes);
    if (!f->states || !f->sites || !f->at || !f->early || !f->shares || !f->chosen ||
        !f->choice || !f->result->outcomes ||
        flexco_idle_open(&f->idle, f->system->servers, f->system->count) != 0)
        return flexco_state_memory(e);
    f->result->count = f->count;
    return 0;
}

/* No job has a fate yet, except those that can never fit. */
static int flexco_begin_jobs(struct flexco *f, struct error *e)
{
    size_t i;
    for (i = 0; i < f->count; i++) {
        const struct flexco_job *j = &f->jobs[i];
        struct flexco_outcome *o = &f->result->outcomes[i];
        if (flexco_check_job(f, i, e) != 0) return -1;
        o->start = o->end = o->first_start = o->promised = o->booked_end = -1;
        o->servers = j->servers;
        o->fate = FLEXCO_FATE_finished; /* unless it is killed or refused */
        if (flexco_job_is_meta(j) ? !flexco_job_fits(f->system, j->servers)
                                  : j->servers > f->sites[j->site].servers)
            o->fate = FLEXCO_FATE_refused;
    }
    return 0;
}

static int flexco_begin(struct flexco *f, struct error *e)
{
    coa_status s;
    uint32_t k;
    if (flexco_check_rules(f, e) != 0 || flexco_allocate(f, e) != 0) return -1;
    for (k = 0; k < f->system->count; k++) {
        f->sites[k].servers = f->system->servers[k];
        if (flexco_site_create(f, k, e) != 0) return -1;
    }
    s = coa_flex_create(&f->flex, 0, f->at, f->system->count, NULL, NULL);
    if (s != COA_OK) return flexco_state_wrong_at("coa_flex_create", s, e);
    return flexco_begin_jobs(f, e);
}

static void flexco_close(struct flexco *f)
{
    size_t i;
    uint32_t k;
    for (k = 0; f->sites && k < f->system->count; k++) {
        coa_destroy(f->sites[k].calendar);
        free(f->sites[k].own.at);
        free(f->sites[k].meta.at);
    }
    coa_flex_destroy(f->flex);
    events_free(&f->ends);
    events_free(&f->starts);
    for (i = 0; f->states && i < f->count; i++) free(f->states[i].shares);
    free(f->states);
    free(f->sites);
    free(f->at);
    free(f->early);
    free(f->shares);
    free(f->chosen);
    free(f->choice);
    free(f->idle.most);
    free(f->head);
}

int flexco_run(const struct flexco_system *system, const struct flexco_job *jobs,
               size_t count, const struct flexco_rules *rules,
               struct flexco_result *result, struct error *e)
{
    const double begun = clock_seconds();
    struct flexco f;
    int64_t due;
    int failed;
    memset(&f, 0, sizeof f);
    f.system = system;
    f.jobs = jobs;
    f.count = f.left = count;
    f.rules = rules;
    f.result = result;
    f.advanced = -1;
    failed = flexco_begin(&f, e);
    while (!failed && f.left > 0 && (due = flexco_due(&f)) != JOB_NEVER)
        failed = flexco_instant(&f, due, e);
    flexco_close(&f);
    result->seconds = clock_seconds() - begun;
    return failed ? -1 : 0;
}
