/* tree_streams.h - the operations of bench_rtree.c on structures of idle periods: a mix,
 * or what the jobs of a log do. */
#ifndef TREE_STREAMS_H
#define TREE_STREAMS_H

#include <errno.h>
#include <math.h>

#include "swf.h"

#include "streams.h"
#include "tree_check.h"

enum { TREE_WANTED = 12 }; /* servers that a search of a mix asks for */

/* `count` operations in these shares on n servers. Each has a period within 30 days, or
 * none; at least half have one. Where an insertion finds no server without, it becomes a
 * removal, and vice versa. A search has the window of one of the n periods. */
static inline void tree_mix(tree_stream *s, uint32_t n, const long long shares[TREE_OPS],
                            size_t count, uint64_t seed)
{
    const double sum = (double)(shares[0] + shares[1] + shares[2] + shares[3]);
    uint32_t *order = (uint32_t *)tree_grown(NULL, n, sizeof *order), in = n, i;
    coa_time *starts = (coa_time *)tree_grown(NULL, n, sizeof *starts);
    bench_random r;
    tree_stream_init(s, n);
    r.state = seed + n;
    for (i = 0; i < n; i++) starts[i] = (coa_time)(bench_uniform(&r) * 30 * 86400) + 1;
    qsort(starts, n, sizeof *starts, tree_less);
    for (i = 0; i < n; i++) {
        order[i] = i;
        tree_stream_add(s, TREE_INSERT, starts[i], starts[i] + bench_length(&r), i);
    }
    for (s->setup = n; s->count < s->setup + count;) {
        double u = bench_uniform(&r) * sum;
        uint32_t op = 0, k, server;
        while (op < TREE_COUNT && u >= (double)shares[op]) u -= (double)shares[op++];
        if (op == TREE_INSERT && in == n)
            op = TREE_REMOVE;
        else if (op == TREE_REMOVE && in <= n / 2)
            op = TREE_INSERT;
        k = op == TREE_INSERT ? in : 0;
        k += (uint32_t)(bench_uniform(&r) * (op == TREE_INSERT   ? n - in
                                             : op == TREE_REMOVE ? in
                                                                 : n));
        server = order[k];
        if (op < TREE_SEARCH) { /* order: servers with a period, then the others */
            const uint32_t to = op == TREE_INSERT ? in++ : --in;
            order[k] = order[to];
            order[to] = server;
        }
        tree_stream_add(s, op, s->ops[server].p.start, s->ops[server].p.end,
                        op < TREE_SEARCH ? server : TREE_WANTED);
    }
    free(starts);
    free(order);
}

/* ---- what the jobs of a log do ----------------------------------------------------- */

enum { TREE_RETRY = 900 };      /* seconds between two searches for a job */
enum { TREE_SERVERS = 100000 }; /* at most: each search of a log covers all of them */
#define TREE_END ((coa_time)1 << 50) /* end of a period that stays open */

typedef struct tree_job {
    int64_t submit, run, servers;
} tree_job;

typedef struct tree_log {
    tree_job *jobs;
    size_t count, room;
    int64_t procs, nodes, widest; /* MaxProcs, MaxNodes, of the widest job; 0: unknown */
    swf_stats stats;
    char bad[200]; /* the first bad line */
} tree_log;

static inline void tree_log_item(tree_log *l, const swf_item *item)
{
    const swf_job *j = &item->job;
    const int64_t servers = j->procs > 0 ? j->procs : j->req_procs;
    if (item->kind == SWF_HEADER && item->header.directive == SWF_DIR_MAX_PROCS)
        l->procs = item->header.value.whole;
    if (item->kind == SWF_HEADER && item->header.directive == SWF_DIR_MAX_NODES)
        l->nodes = item->header.value.whole;
    if (item->kind != SWF_JOB || j->submit < 0 || j->run < 1 || servers < 1 ||
        j->submit > TREE_END / 4 || j->run > TREE_END / 4)
        return;
    if (l->count == l->room) {
        l->room = 2 * l->room + 1024;
        l->jobs = (tree_job *)tree_grown(l->jobs, l->room, sizeof *l->jobs);
    }
    if (servers > l->widest) l->widest = servers;
    l->jobs[l->count].submit = j->submit;
    l->jobs[l->count].run = j->run;
    l->jobs[l->count++].servers = servers;
}

/* Reads at most so many jobs; NAME.gz through gzip, - is standard input. */
static inline void tree_read(const char *path, size_t most, tree_log *l)
{
    static const swf_desc desc = {SWF_LENIENT, SWF_FORMAT_AUTO};
    static swf_reader reader;
    static swf_item item;
    static char chunk[65536];
    const size_t length = strlen(path);
    const int packed = length > 3 && strcmp(path + length - 3, ".gz") == 0;
    FILE *f = stdin;
    swf_status st = swf_init(&reader, &desc);
    if (strcmp(path, "-") != 0 && !freopen(path, "rb", stdin))
        tree_fail(1, "cannot read %s: %s", path, strerror(errno));
    if (packed && !(f = popen("gzip -dc 2>/dev/null", "r")))
        tree_fail(1, "%s: cannot start gzip", path);
    while (l->count < most && (st == SWF_OK || st == SWF_NEED_MORE)) {
        st = swf_next(&reader, &item);
        if (st == SWF_NEED_MORE) {
            const size_t n = fread(chunk, 1, sizeof chunk, f);
            if (ferror(f)) tree_fail(1, "cannot read %s: %s", path, strerror(errno));
            st = swf_feed(&reader, chunk, n, n == 0);
        } else if (st == SWF_OK) {
            tree_log_item(l, &item);
            if (item.kind == SWF_SKIPPED && !*l->bad)
                swf_write_error(l->bad, sizeof l->bad, &reader.error);
        }
    }
    l->stats = reader.stats;
    if (packed && pclose(f) != 0 && l->count < most)
        tree_fail(1, "%s: gzip cannot unpack it", path);
    if (l->count == 0)
        tree_fail(1, "%s: there is no job with a run time and processors%s%s", path,
                  *l->bad ? "; " : "", l->bad);
}

/* The server's first period that is over; NULL if there is none. */
static inline const coa_period *tree_passed(const tree_list *l, uint32_t server,
                                            coa_time now)
{
    uint32_t i = l->first[server];
    while (i != TREE_NONE && l->nodes[i].p.end > now) i = l->nodes[i].next;
    return i == TREE_NONE ? NULL : &l->nodes[i].p;
}

/* Each job asks at its submit time, and then every TREE_RETRY seconds, until its servers
 * are idle for its run time. It takes those with the lowest numbers: their periods are
 * removed, the rests before and after the job are inserted. Periods that have passed
 * are removed when the next job is submitted. At most `most` operations and a job's. */
static inline void tree_replay(tree_stream *s, const char *path, size_t most)
{
    tree_log l = {0};
    size_t i, jobs = 0, wide = 0;
    int64_t servers;
    coa_time now = 0, t;
    uint32_t k;
    tree_read(path, most, &l);
    servers = l.procs > 0 ? l.procs : l.nodes > 0 ? l.nodes : l.widest;
    if (servers > TREE_SERVERS)
        tree_fail(1, "%s: %lld processors, and %d are measured at most", path,
                  (long long)servers, TREE_SERVERS);
    tree_stream_init(s, (uint32_t)servers);
    for (k = 0; k < servers; k++) tree_stream_add(s, TREE_INSERT, 0, TREE_END, k);
    s->setup = s->count;
    for (i = 0; i < l.count && s->count - s->setup < most; i++) {
        const tree_job *j = &l.jobs[i];
        int64_t left = 0;
        wide += j->servers > servers;
        if (j->servers > servers) continue;
        if (now < j->submit) now = j->submit;
        for (k = 0; k < servers; k++) {
            const coa_period *p;
            while ((p = tree_passed(&s->list, k, now)) != NULL)
                tree_stream_add(s, TREE_REMOVE, p->start, p->end, k);
        }
        for (t = now; left == 0 && s->count - s->setup < most; t += TREE_RETRY)
            if (tree_stream_add(s, TREE_SEARCH, t, t + j->run, (uint32_t)j->servers)
                    ->hold >= j->servers)
                left = j->servers;
        t -= TREE_RETRY;
        jobs += left > 0;
        for (k = 0; left > 0; k++) {
            const coa_period *at = tree_list_hold(&s->list, k, t, t + j->run);
            coa_period p;
            if (!at) continue;
            p = *at;
            left--;
            tree_stream_add(s, TREE_REMOVE, p.start, p.end, k);
            if (p.start < t && t > now) tree_stream_add(s, TREE_INSERT, p.start, t, k);
            if (t + j->run < p.end) tree_stream_add(s, TREE_INSERT, t + j->run, p.end, k);
        }
    }
    printf("# log: %zu jobs on %lld servers", jobs, (long long)servers);
    if (i < l.count || l.count == most) printf(", more with --operations");
    if (wide > 0) printf(", %zu wider left out", wide);
    if (l.stats.skipped > 0)
        printf(", bad lines left out: %llu, the first: %s",
               (unsigned long long)l.stats.skipped, l.bad);
    printf("\n");
    free(l.jobs);
    if (jobs == 0)
        tree_fail(1, "%s: no job fits on %lld servers", path, (long long)servers);
}

#endif
