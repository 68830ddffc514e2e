/* replay.c - a batch simulator: how long the jobs of a log wait under four policies:
 *   online        each job is promised a start when it is submitted, and keeps it; its
 *                 servers are named when it starts, as by coalloc_sim --index count
 *   fcfs          jobs start in the order of submission
 *   easy          the first has a promise, which others must not delay (Lifka 1995)
 *   conservative  all have one, which improves when jobs end (Mualem, Feitelson 2001)
 *
 *     build/replay [LOG]      LOG is in SWF or GWF; - is standard input
 *     build/replay LOG easy   number, start and wait of each job */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"
#define SWF_IMPLEMENTATION
#include "../swf.h"
#include <stdio.h>
#include <stdlib.h>

#define fail(...) (fprintf(stderr, "replay: " __VA_ARGS__), exit(EXIT_FAILURE))
#define must(call) ((call) == COA_OK ? (void)0 : fail("%s failed\n", #call))

typedef struct job {
    int64_t number, servers;
    coa_time submit, run, estimate; /* it runs no longer than its estimate */
    coa_time start;                 /* of its booking in the plan */
    coa_id id;                      /* of that booking; 0 = it has none */
} job;

static const struct policy {
    const char *name;
    size_t promises; /* so many waiting jobs have a promise, in their order */
    int improves;    /* may a promise become an earlier start when jobs have ended? */
} policies[4] = {{"online", SIZE_MAX, 0},
                 {"fcfs", 0, 0},
                 {"easy", 1, 1},
                 {"conservative", SIZE_MAX, 1}};

static coa_calendar *plan; /* has a booking of each job that runs or has a promise */
static int64_t servers;    /* of the machine */
static coa_time now;
static job *jobs, **queue; /* all, and the waiting ones, in the order of submission */
static coa_event *end;     /* of bookings whose runs are settled: end[over .. known) */
static size_t count, waiting, over, known;

static void read_log(const char *path)
{
    static swf_reader reader;
    static swf_item item;
    static char text[1 << 16];
    const swf_header *h = &item.header;
    const swf_job *l = &item.job;
    swf_status s = swf_init(&reader, NULL);
    if (strcmp(path, "-") && !freopen(path, "rb", stdin)) fail("cannot read %s\n", path);
    while ((s = swf_next(&reader, &item)) == SWF_OK || s == SWF_NEED_MORE) {
        if (s == SWF_NEED_MORE) {
            const size_t n = fread(text, 1, sizeof text, stdin);
            if (swf_feed(&reader, text, n, n == 0) != SWF_OK) break;
        } else if (item.kind == SWF_HEADER && h->value.whole > 0) {
            if (h->directive == SWF_DIR_MAX_PROCS) servers = h->value.whole;
            if (h->directive == SWF_DIR_MAX_NODES && !servers) servers = h->value.whole;
        } else if (item.kind == SWF_JOB && (l->status < 2 || l->status > 4)) {
            job j = {l->number, l->req_procs, l->submit, l->run, l->req_time, 0, 0};
            if (j.servers <= 0) j.servers = l->procs;
            if (j.estimate < j.run) j.estimate = j.run;
            if (count > 0 && j.submit < jobs[count - 1].submit)
                fail("%s: line %.0f, field 2 (submit time): less than the one before\n",
                     path, (double)item.line);
            if (count % 4096 == 0) jobs = realloc(jobs, (count + 4096) * sizeof *jobs);
            if (!jobs) fail("out of memory\n");
            if (j.submit >= 0 && j.run > 0 && j.servers > 0 && j.servers <= servers)
                jobs[count++] = j;
        }
    }
    if (s != SWF_END && swf_write_error(text, sizeof text, &reader.error))
        fail("%s: %s\n", path, text);
    if (ferror(stdin)) fail("cannot read %s\n", path);
    if (count == 0 || servers > COA_MAX_SERVERS)
        fail("%s: no job fits; give the machine's size above: ; MaxProcs: 8\n", path);
}

static void starts_sooner(void *ctx, const coa_booking *b, coa_time was)
{
    (void)ctx, (void)was;
    jobs[b->tag].start = b->start;
}

/* Starts jobs, or promises starts. A job whose start will not change leaves the queue. */
static void schedule(const struct policy *p, int ended)
{
    size_t i, k, stay = 0;
    if (ended && p->improves) /* at once if all have ended as planned */
        must(coa_compress(plan, COA_ORDER_ID, NULL, starts_sooner, NULL, NULL));
    for (i = 0; i < waiting; i++) {
        job *j = queue[i];
        if (j->id == 0 && (stay == 0 || p->promises > 0)) {
            const coa_request req = {.servers = (uint32_t)j->servers,
                                     .length = j->estimate,
                                     .retries = stay < p->promises ? COA_UNTIL_HORIZON
                                                                   : COA_NO_RETRY,
                                     .tag = (uint64_t)(j - jobs)};
            coa_booking b;
            const coa_status s = coa_reserve(plan, &req, &b);
            if (s == COA_OK) j->id = b.id, j->start = b.start;
            if (s != COA_OK && s != COA_E_NOFIT) fail("a job: %s\n", coa_status_text(s));
        }
        if (j->id == 0 || (j->start > now && p->improves)) {
            queue[stay++] = j;
            continue;
        }
        const coa_event e = {j->start + j->run, j->id, 0};
        for (k = known++; k > over && end[k - 1].time > e.time; k--) end[k] = end[k - 1];
        end[k] = e;
    }
    waiting = stay;
}

static void replay(const struct policy *p)
{
    const coa_desc desc = {.servers = (uint32_t)servers,
                           .now = jobs->submit,
                           .index = COA_INDEX_COUNT,
                           .unnamed = 1};
    size_t before, next = over = known = 0;
    must(coa_create(&plan, &desc));
    for (now = desc.now; now != COA_FOREVER;) {
        coa_event e = {now + 1, 0, 0};
        for (before = over; over < known && end[over].time == now; over++)
            must(coa_finish(plan, end[over].id, now));
        must(coa_advance(plan, now));
        while (next < count && jobs[next].submit == now) queue[waiting++] = &jobs[next++];
        schedule(p, over > before);
        coa_time then = coa_next_event(plan, &e, 1) == COA_OK ? e.time : COA_FOREVER;
        if (next < count && jobs[next].submit < then) then = jobs[next].submit;
        if (over < known && end[over].time < then) then = end[over].time;
        now = then;
    }
    coa_destroy(plan);
}

int main(int argc, char **argv)
{
    const struct policy *p = policies, *last = policies + 4;
    read_log(argc > 1 ? argv[1] : "examples/replay.swf");
    queue = malloc(count * sizeof *queue), end = malloc(count * sizeof *end);
    if (!queue || !end) fail("out of memory\n");
    for (; p < last; p++) {
        double hours = 0;
        if (argc > 2 && strcmp(argv[2], p->name) != 0) continue;
        replay(p);
        for (job *j = jobs; j < jobs + count; j->id = 0, j++) {
            const double name = (double)j->number, wait = (double)(j->start - j->submit);
            if (j->id == 0) fail("job %.0f never starts\n", name);
            if (argc > 2) printf("%.0f %.0f %.0f\n", name, (double)j->start, wait);
            hours += wait / 3600;
        }
        if (argc > 2) break;
        printf("%-12s %zu jobs wait %.2f hours\n", p->name, count, hours / (double)count);
    }
    if (argc > 2 && p == last) fail("no policy is called %s\n", argv[2]);
    free(jobs), free(queue), free(end);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
