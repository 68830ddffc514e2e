/* counted.c - the options are checked before a log is read, and again with its header. */
#include "online/counted.h"

#include "kit/base.h"
#include "kit/measure.h"
#include "workload/usage.h"

#include <inttypes.h>
#include <string.h>

const struct option_word counted_fits[] = {
    {.word = "first", .about = "lowest"},
    {.word = "best", .about = "those left with the fewest GPUs, then the fewest servers"},
    {0}};

int counted_asked(const struct counted_question *q)
{
    return q->nodes || (q->resources && strcmp(q->resources, "none") != 0);
}

static int is_list(const struct counted_question *q)
{
    return q->resources && strcmp(q->resources, "log") != 0 &&
           strcmp(q->resources, "none") != 0;
}

void counted_check(const struct counted_question *q)
{
    struct resources r = {.count = 0};
    if (is_list(q)) resources_read(&r, word_of(q->resources), "--resources");
    resources_free(&r);
}

uint32_t counted_servers(struct resources *r, const struct counted_question *q,
                         uint32_t given)
{
    if (q->nodes) resources_nodes(r, q->nodes);
    if (r->count == 0) return given;
    const uint32_t servers = (uint32_t)r->have[RESOURCES_SERVERS];
    if (given && given != servers)
        fail_usage("--servers: the nodes of --nodes have %" PRIu32 ", not %" PRIu32,
                   servers, given);
    if (is_list(q))
        fail_usage("--nodes with classes gives the resources: leave out --resources");
    return servers;
}

const char *counted_said(const struct resources *r, int servers)
{
    return servers ? "--servers" : r->packed && !r->equal ? "--nodes" : NULL;
}

void counted_begin(struct resources *r, const struct counted_question *q,
                   const struct workload *w, int by_header)
{
    const int by_log = q->resources ? strcmp(q->resources, "log") == 0 : by_header;
    if (is_list(q)) resources_read(r, word_of(q->resources), "--resources");
    if (by_log && q->resources && r->count == 0 && !w->resources)
        fail("%s: its header has no Resources, which --resources log needs", w->source);
    if (by_log && r->count == 0 && w->resources)
        resources_read(
            r, word_of(w->resources),
            base_text("%s: line %zu, Resources", w->source, w->resources_line));
    r->best = q->fit != 0;
    if (r->packed || r->counted[RESOURCES_GPUS] || r->counted[RESOURCES_MEMORY])
        resources_settle(r, w->servers, w->jobs, w->count);
}

void counted_give(struct run *to, const struct schedule *d)
{
    static const char *const names[RESOURCES_KINDS][3] = {
        {NULL, NULL, NULL},
        {"gpus_used", "gpus_utilisation", "gpus_peak"},
        {"memory_used", "memory_utilisation", "memory_peak"}};
    const struct resources *r = d->resources;
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (int k = 1; r && k < RESOURCES_KINDS; k++) {
        struct usage u = {.count = 0};
        double used = 0;
        if (!r->counted[k] || r->have[k] == 0) continue;
        for (size_t i = 0; i < d->w->count; i++) {
            const struct job *j = &d->jobs[i];
            const int64_t amount = resources_need(r, j)->all.of[k];
            if (j->submit < first) first = j->submit;
            if (d->outcomes[i].fate != JOB_RAN) continue;
            for (int end = 0; end < 2; end++) {
                const int64_t at =
                    end ? job_end(j, &d->outcomes[i]) : d->outcomes[i].start;
                u.changes = base_room(u.changes, &u.room, u.count, sizeof *u.changes);
                u.changes[u.count].at = at;
                u.changes[u.count++].by = end ? -amount : amount;
                used += (double)(end ? amount : -amount) * (double)at;
                if (at > last) last = at;
            }
        }
        if (last <= first) continue;
        used /= (double)(last - first);
        run_give(to, names[k][0], used);
        run_give(to, names[k][1], used / (double)r->have[k]);
        run_give(to, names[k][2], (double)usage_most(&u, NULL));
    }
}
