/* coalloc_sim - replay a job log as co-allocation requests, as paper 1, section 5:
 * C. Castillo, G. N. Rouskas, K. Harfoush, HPDC 2009.
 *
 * Each job asks for its servers the moment it is submitted and is told its start at once
 * (`online`); beside it stand the waits the log itself recorded under its batch scheduler
 * (`trace`). The ideas are elsewhere: the calendar in coalloc.h, the log in swf.h, and in
 * sim/ the workload, the event queue, the figures and their reports. Here they are put
 * together.
 */
#define _POSIX_C_SOURCE 200809L

#define COALLOC_STATIC
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#define SWF_STATIC
#define SWF_IMPLEMENTATION
#include "swf.h"

#include "sim/checkpoint.h"
#include "sim/cli.h"
#include "sim/events.h"
#include "sim/hash.h"
#include "sim/metrics.h"
#include "sim/progress.h"
#include "sim/report.h"
#include "sim/workload.h"

#include <sys/stat.h>
#include <time.h>

#define PROGRAM "coalloc_sim"

enum { POLICY_ONLINE, POLICY_TRACE, POLICY_COUNT };
enum { RETRIES_HALF = -1, RETRIES_NONE = -2 }; /* the words of --retries */

static const char policy_words[] = "online|trace";
static const char index_words[] = "map|range-tree|count"; /* coa_index - 1 */
static const char place_words[] = "default|best-fit|first-fit|contiguous|paper";
static const char runtime_words[] = "actual|requested";
static const char size_words[] = "requested|allocated";

enum { WORD = 16 }; /* room for any of these words */

typedef struct settings {
    int64_t policies, index, place, servers, slot, horizon, step, retries;
    int64_t runtime, size, jobs, seed, no_timing;
    int64_t ar, ar_window;                     /* billionths; 0 = not given */
    int64_t checkpoint_every, checkpoint_jobs; /* 0 = not given */
    const char *trace, *json, *csv, *checkpoint;
} settings;

/* Section 5's setting, with the slot and horizon it does not give. */
static const settings defaults = {
    .policies = 1 << POLICY_ONLINE,
    .index = COA_INDEX_MAP - 1,
    .slot = 900,
    .horizon = 42 * 86400,
    .step = 900,
    .retries = RETRIES_HALF,
    .seed = 1,
};

typedef struct granted { /* the servers of one job, once they are known */
    size_t first;        /* of its runs in run.runs */
    uint32_t count;
} granted;

typedef struct run { /* one policy over the whole workload */
    int policy;
    char name[WORD], index[WORD]; /* "online", "map"; "trace", ""           */
    char heading[2 * WORD];       /* "online map"                           */
    sim_outcome *outcomes;        /* of each job                            */
    granted *granted;             /* online: to each job                    */
    coa_run *runs;                /* theirs, in the order they became known */
    size_t run_count, run_capacity;
    uint64_t hash; /* of every start; online, of the servers */
    double seconds;
    coa_stats_info stats; /* online                                 */
    sim_figures figures;
} run;

/* The word a setting stands for. */
static const char *word(const char *words, int64_t index, char to[WORD])
{
    size_t length = 0;
    const char *start = cli_word(words, index, &length);
    snprintf(to, WORD, "%.*s", (int)length, start);
    return to;
}

/* ---- the command line -------------------------------------------------------------- */

static int read_options(int argc, char **argv, settings *s)
{
    const cli_option options[] = {
        {.name = "--policy",
         .kind = CLI_SET,
         .number = &s->policies,
         .words = policy_words,
         .help = "what to run: online (book each job as it comes), trace (the waits in"
                 " the log)"},
        {.name = "--index",
         .kind = CLI_CHOICE,
         .number = &s->index,
         .words = index_words,
         .help = "how the calendar finds free servers; count: late binding, servers are"
                 " promised by number and named when the job starts"},
        {.name = "--place",
         .kind = CLI_CHOICE,
         .number = &s->place,
         .words = place_words,
         .value = "RULE",
         .unset = "best-fit on map, paper on range-tree, first-fit on count",
         .help = "which of the free servers: best-fit, first-fit, contiguous, paper"
                 " (range-tree only); count knows first-fit alone"},
        {.name = "--servers",
         .kind = CLI_NUMBER,
         .number = &s->servers,
         .value = "N",
         .lo = 1,
         .hi = COA_MAX_SERVERS,
         .unset = "MaxProcs or MaxNodes of the log, else its largest job; without a log"
                  " 128",
         .help = "size of the machine"},
        {.name = "--slot",
         .kind = CLI_DURATION,
         .number = &s->slot,
         .value = "TIME",
         .lo = 1,
         .hi = SIM_TIME_MAX,
         .help =
             "slot of the range tree (small ones cost it dearly), and of --retries half"},
        {.name = "--horizon",
         .kind = CLI_DURATION,
         .number = &s->horizon,
         .value = "TIME",
         .hi = SIM_TIME_MAX,
         .help = "how far ahead may be booked; 0: no limit (not with range-tree)"},
        {.name = "--step",
         .kind = CLI_DURATION,
         .number = &s->step,
         .value = "TIME",
         .hi = SIM_TIME_MAX,
         .help = "a refused start is tried again this much later; 0: find the earliest"
                 " start"},
        {.name = "--retries",
         .kind = CLI_NUMBER,
         .number = &s->retries,
         .value = "N|half|none",
         .words = "half|none",
         .hi = COA_NO_RETRY - 1,
         .help = "further attempts; half: half as many as the horizon has slots (with no"
                 " step or no horizon: as 0); 0: until the horizon; none: the first start"
                 " only"},
        {.name = "--runtime",
         .kind = CLI_CHOICE,
         .number = &s->runtime,
         .words = runtime_words,
         .help = "book the time a job ran, or the time it requested (and free the rest"
                 " when it ends; at the requested time it is cut off)"},
        {.name = "--size",
         .kind = CLI_CHOICE,
         .number = &s->size,
         .words = size_words,
         .help = "servers a job takes; where one is missing, the other"},
        {.name = "--ar",
         .kind = CLI_FRACTION,
         .number = &s->ar,
         .value = "RHO",
         .help = "share of the jobs, 0 to 1, that are advance reservations: chosen at"
                 " random by --seed, each on its own, and ready some time after they are"
                 " submitted; those of a smaller share are among those of a larger one"},
        {.name = "--ar-window",
         .kind = CLI_DURATION,
         .number = &s->ar_window,
         .value = "TIME",
         .lo = 1,
         .hi = SIM_TIME_MAX,
         .unset = "3h",
         .help = "how long after it is submitted a reservation is ready: at random from"
                 " 0 to this"},
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &s->jobs,
         .value = "N",
         .lo = 1,
         .hi = 10000000,
         .unset = "10000",
         .help = "jobs of the built-in workload"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &s->seed,
         .value = "N",
         .hi = INT64_MAX,
         .help = "seed of the built-in workload and of --ar"},
        {.name = "--json",
         .kind = CLI_TEXT,
         .text = &s->json,
         .value = "FILE",
         .help = "write every figure as JSON; - : to standard output, instead of the"
                 " table"},
        {.name = "--csv",
         .kind = CLI_TEXT,
         .text = &s->csv,
         .value = "DIR",
         .help = "write jobs.csv, figures.csv and sizes.csv into DIR"},
        {.name = "--no-timing",
         .kind = CLI_FLAG,
         .number = &s->no_timing,
         .help = "leave measured time and memory out, so that equal runs give equal"
                 " bytes"},
        {.name = "--checkpoint",
         .kind = CLI_TEXT,
         .text = &s->checkpoint,
         .value = "FILE",
         .help = "save the run to FILE as it goes; if FILE is there, go on from it with"
                 " the same results (give the same options and trace); removed at the"
                 " end"},
        {.name = "--checkpoint-every",
         .kind = CLI_DURATION,
         .number = &s->checkpoint_every,
         .value = "TIME",
         .lo = 1,
         .hi = SIM_TIME_MAX,
         .unset = "30s",
         .help = "time between two savings"},
        {.name = "--checkpoint-jobs",
         .kind = CLI_NUMBER,
         .number = &s->checkpoint_jobs,
         .value = "N",
         .lo = 1,
         .hi = INT64_MAX,
         .unset = "no",
         .help = "save after every N jobs, too"}};
    const cli_program me = {
        .name = PROGRAM,
        .operand = "[trace]",
        .about =
            "Replays a job log (Standard Workload Format; .gz is unpacked; - is standard"
            " input) as co-allocation requests: each job is told its start, and unless"
            " --index is count its servers, the moment it is submitted. Without a trace, "
            "a built-in workload"
            " (Lublin-Feitelson model) is used. The defaults are the setting of Castillo"
            " et al., HPDC 2009, section 5.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Exit status: 0"
            " done, 1 bad input or an output that could not be written, 2 wrong command"
            " line."};
    return cli_parse(&me, argc, argv, &s->trace);
}

static int same_file(const char *x, const char *y)
{
    struct stat a, b;
    return stat(x, &a) == 0 && stat(y, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* A file to go on from must not be one that is read or written otherwise. */
static int check_checkpoint(const settings *s)
{
    const char *file = s->checkpoint;
    if (!file && (s->checkpoint_every || s->checkpoint_jobs))
        return cli_complain(PROGRAM, "%s needs --checkpoint FILE",
                            s->checkpoint_every ? "--checkpoint-every"
                                                : "--checkpoint-jobs");
    if (!file) return CLI_RUN;
    if (strcmp(file, "-") == 0)
        return cli_complain(PROGRAM, "--checkpoint needs the name of a file, not -");
    if (!(s->policies & 1 << POLICY_ONLINE))
        return cli_complain(PROGRAM, "--checkpoint needs --policy online");
    if (s->trace && same_file(file, s->trace))
        return cli_complain(PROGRAM, "--checkpoint %s would replace the trace", file);
    if (s->json && (strcmp(file, s->json) == 0 || same_file(file, s->json)))
        return cli_complain(PROGRAM, "--checkpoint and --json are the same file, %s",
                            file);
    return CLI_RUN;
}

/* What no single option can tell. */
static int check_options(const settings *s)
{
    const int range_tree = s->index + 1 == COA_INDEX_RANGE_TREE;
    if (s->place == COA_PLACE_PAPER && !range_tree)
        return cli_complain(PROGRAM, "--place paper needs --index range-tree");
    if (s->index + 1 == COA_INDEX_COUNT && s->place != COA_PLACE_DEFAULT &&
        s->place != COA_PLACE_FIRST_FIT)
        return cli_complain(PROGRAM,
                            "--index count has no --place but first-fit, its default");
    if (range_tree && s->horizon == 0)
        return cli_complain(PROGRAM, "--index range-tree needs a --horizon above 0");
    if ((range_tree || s->retries == RETRIES_HALF) && s->horizon > 0 &&
        s->slot > s->horizon)
        return cli_complain(
            PROGRAM, "--slot (%" PRId64 " s) is longer than --horizon (%" PRId64 " s)",
            s->slot, s->horizon);
    if (range_tree && s->horizon / s->slot + (s->horizon % s->slot != 0) >= COA_MAX_SLOTS)
        return cli_complain(PROGRAM,
                            "--index range-tree: --horizon holds more than %u slots",
                            COA_MAX_SLOTS - 1);
    if (s->json && s->trace && same_file(s->json, s->trace))
        return cli_complain(PROGRAM, "--json %s would replace the trace", s->json);
    if (check_checkpoint(s) != CLI_RUN) return CLI_USAGE;
    if (s->ar_window && !s->ar)
        return cli_complain(PROGRAM, "--ar-window needs an --ar above 0");
    if (s->ar && s->policies & 1 << POLICY_TRACE)
        return cli_complain(PROGRAM,
                            "--ar is for --policy online alone: the waits in a log are"
                            " those of jobs ready at once");
    if (s->step == 0 && s->retries > 0)
        return cli_complain(PROGRAM, "--retries %" PRId64 " needs a --step above 0",
                            s->retries);
    if (s->trace && s->jobs)
        return cli_complain(PROGRAM,
                            "--jobs is for the built-in workload, not for a trace");
    if (!s->trace && s->policies & 1 << POLICY_TRACE)
        return cli_complain(PROGRAM, "--policy trace needs a trace");
    if (!s->trace && s->runtime == SIM_RUNTIME_REQUESTED)
        return cli_complain(PROGRAM,
                            "--runtime requested needs a trace: the built-in jobs"
                            " request what they run");
    if (!s->trace && s->size == SIM_SIZE_ALLOCATED)
        return cli_complain(PROGRAM,
                            "--size allocated needs a trace: the built-in jobs get"
                            " what they request");
    return CLI_RUN;
}

/* ---- the workload ------------------------------------------------------------------ */

/* How long after its submission a reservation may be ready: as [33] of the paper. */
static int64_t ar_window_of(const settings *s)
{
    return s->ar_window ? s->ar_window : 3 * 3600;
}

static int get_jobs(const settings *s, sim_workload *w, sim_error *e)
{
    const uint32_t servers = (uint32_t)s->servers;
    if (s->trace)
        return sim_workload_load(w, s->trace, servers, (sim_runtime)s->runtime,
                                 (sim_size)s->size, e);
    return sim_workload_lublin(w, (uint64_t)s->seed, servers ? servers : 128,
                               s->jobs ? (size_t)s->jobs : 10000, e);
}

static int get_workload(const settings *s, sim_workload *w, sim_error *e)
{
    if (get_jobs(s, w, e) != 0) return -1;
    if (s->ar) sim_workload_reserve(w, (uint64_t)s->seed, s->ar, ar_window_of(s));
    return 0;
}

/* One line for each thing a reader of the results should know. */
static void warn(const sim_workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[SIM_NUMBER_TEXT], servers[SIM_NUMBER_TEXT];
    if (w->bad_lines)
        cli_complain(PROGRAM,
                     "warning: %s: lines skipped, as they are no job: %s; the first: %s",
                     w->source, sim_count_text(w->bad_lines, jobs), w->first_bad_line);
    for (i = 0; i < w->count; i++) {
        if (w->jobs[i].servers > w->servers) {
            large++;
            if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
        }
    }
    if (large)
        cli_complain(PROGRAM,
                     "warning: jobs rejected, as they need more than the %s servers"
                     " there are: %s; the largest, job %" PRId64 ", needs %" PRIu32,
                     sim_count_text(w->servers, servers), sim_count_text(large, jobs),
                     w->jobs[largest].number, w->jobs[largest].servers);
}

/* ---- the policies ------------------------------------------------------------------ */

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* R_max as the calendar takes it; half is floor(Q / 2) with Q = ceil(H / tau) slots. */
static uint32_t retries_of(const settings *s)
{
    const int64_t slots = s->horizon / s->slot + (s->horizon % s->slot != 0);
    if (s->retries == RETRIES_NONE) return COA_NO_RETRY;
    if (s->retries >= 0) return (uint32_t)s->retries;
    if (s->step == 0 || s->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

/* One request, the moment it is submitted. */
static int book(coa_calendar *cal, coa_request *req, const sim_job *job, coa_booking *b,
                sim_outcome *o, sim_error *e)
{
    coa_status status = coa_advance(cal, job->submit);
    req->ready = job->ready;
    req->length = job->length;
    req->servers = job->servers;
    if (status == COA_OK) status = coa_reserve(cal, req, b);
    if (status != COA_OK && status != COA_E_NOFIT)
        return sim_fail(e, "job %" PRId64 ": %s", job->number, coa_status_text(status));
    o->fate = status == COA_OK ? SIM_RAN : SIM_REFUSED;
    o->start = b->start;
    o->attempts = b->attempts;
    return 0;
}

/* A run of this policy as far as it has come. */
typedef struct online {
    coa_calendar *cal;
    sim_events events;          /* early ends; on COUNT starts, too */
    coa_id *ids;                /* the booking of each job */
    size_t next;                /* the job to come */
    uint64_t bytes_peak;        /* before it was loaded */
    double saved;               /* when the last checkpoint was written */
    uint64_t options, workload; /* hashes: what a checkpoint is of */
} online;

/* In this order at one moment. What was booked until later than a job ran is free from
 * the job's end on, before anything else happens then; a start binds what is free. */
enum { EVENT_END, EVENT_START };

/* Notes which servers a job has. */
static int grant(run *r, size_t job, const coa_booking *b, sim_error *e)
{
    if (b->run_count > r->run_capacity - r->run_count) {
        const size_t more = r->run_capacity + r->run_capacity / 2 + b->run_count + 1024;
        coa_run *grown = (coa_run *)realloc(r->runs, more * sizeof *grown);
        if (!grown) return sim_fail(e, "out of memory");
        r->runs = grown;
        r->run_capacity = more;
    }
    r->granted[job].first = r->run_count;
    r->granted[job].count = b->run_count;
    memcpy(r->runs + r->run_count, b->runs, b->run_count * sizeof *b->runs);
    r->run_count += b->run_count;
    return 0;
}

/* A job starts whose servers were promised by number: now they are bound. */
static int start_job(online *o, const sim_event *event, run *r, sim_error *e)
{
    coa_booking b;
    coa_status status = coa_advance(o->cal, event->time);
    if (status == COA_OK) status = coa_get(o->cal, o->ids[event->subject], &b);
    if (status != COA_OK) return sim_fail(e, "calendar: %s", coa_status_text(status));
    if (b.run_count == 0) return sim_fail(e, "calendar: a job starts without servers");
    return grant(r, event->subject, &b, e);
}

static int end_job(online *o, const sim_event *event, sim_error *e)
{
    const coa_status status = coa_finish(o->cal, o->ids[event->subject], event->time);
    if (status == COA_OK) return 0;
    return sim_fail(e, "calendar: %s", coa_status_text(status));
}

/* All that happens up to `until`. */
static int pass_events(online *o, int64_t until, run *r, sim_error *e)
{
    const sim_event *next;
    while ((next = sim_events_next(&o->events)) != NULL && next->time <= until) {
        if ((next->kind == EVENT_START ? start_job(o, next, r, e)
                                       : end_job(o, next, e)) != 0)
            return -1;
        sim_events_pop(&o->events);
    }
    return 0;
}

/* What is still to happen to a job that was just booked. */
static int expect(online *o, size_t i, const sim_job *job, const coa_booking *b, run *r,
                  sim_error *e)
{
    const uint32_t subject = (uint32_t)i;
    if (b->run_count) {
        if (grant(r, i, b, e) != 0) return -1;
    } else if (sim_events_push(&o->events, b->start, EVENT_START, subject) != 0) {
        return sim_fail(e, "out of memory");
    }
    if (job->run < job->length &&
        sim_events_push(&o->events, b->start + job->run, EVENT_END, subject) != 0)
        return sim_fail(e, "out of memory");
    return 0;
}

/* Job number o->next, the moment it is submitted. */
static int replay_job(const sim_workload *w, online *o, coa_request *req, run *r,
                      sim_error *e)
{
    const size_t i = o->next++;
    const sim_job *job = &w->jobs[i];
    sim_outcome *outcome = &r->outcomes[i];
    coa_booking b = {0};
    if (job->servers > w->servers) {
        outcome->fate = SIM_TOO_LARGE;
        return 0;
    }
    if (pass_events(o, job->submit, r, e) != 0 ||
        book(o->cal, req, job, &b, outcome, e) != 0)
        return -1;
    if (outcome->fate != SIM_RAN) return 0;
    o->ids[i] = b.id;
    return expect(o, i, job, &b, r, e);
}

/* Of the whole schedule, in the order of the jobs. */
static uint64_t hash_schedule(const run *r, size_t jobs)
{
    uint64_t hash = SIM_HASH_START;
    size_t i, k;
    for (i = 0; i < jobs; i++) {
        const granted *g = &r->granted[i];
        if (r->outcomes[i].fate != SIM_RAN) continue;
        hash = sim_hash(sim_hash(hash, i), (uint64_t)r->outcomes[i].start);
        for (k = g->first; k < g->first + g->count; k++)
            hash = sim_hash(hash, (uint64_t)r->runs[k].first << 32 | r->runs[k].count);
    }
    return hash;
}

/* ---- checkpoints: everything a run of the policy needs to go on -------------------- */

#define CHECKPOINT_MAGIC 0x324D49534C4C4F43u /* "COLLSIM2" */

/* Whatever makes a difference to the results. */
static uint64_t hash_options(const settings *s)
{
    const int64_t all[] = {s->policies, s->index, s->place,   s->servers,     s->slot,
                           s->horizon,  s->step,  s->retries, s->runtime,     s->size,
                           s->jobs,     s->seed,  s->ar,      ar_window_of(s)};
    uint64_t hash = SIM_HASH_START;
    size_t i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        hash = sim_hash(hash, (uint64_t)all[i]);
    return hash;
}

static uint64_t hash_workload(const sim_workload *w)
{
    uint64_t hash = sim_hash(sim_hash(SIM_HASH_START, w->servers), w->count);
    size_t i;
    for (i = 0; i < w->count; i++) {
        const sim_job *job = &w->jobs[i];
        hash = sim_hash(sim_hash(hash, (uint64_t)job->number), (uint64_t)job->submit);
        hash = sim_hash(sim_hash(hash, (uint64_t)job->ready), (uint64_t)job->length);
        hash = sim_hash(sim_hash(hash, (uint64_t)job->run), (uint64_t)job->wait);
        hash = sim_hash(hash, job->servers);
    }
    return hash;
}

static uint64_t bytes_peak(const online *o)
{
    coa_stats_info stats;
    coa_stats(o->cal, &stats);
    return stats.bytes_peak > o->bytes_peak ? stats.bytes_peak : o->bytes_peak;
}

static int put_calendar(void *ctx, const void *data, size_t size)
{
    sim_checkpoint *c = (sim_checkpoint *)ctx;
    sim_checkpoint_bytes(c, data, size);
    return c->failed;
}

static size_t get_calendar(void *ctx, void *data, size_t size)
{
    return sim_checkpoint_take((sim_checkpoint *)ctx, data, size);
}

static void put_jobs(sim_checkpoint *c, const online *o, const run *r)
{
    size_t i;
    sim_checkpoint_put(c, o->next);
    sim_checkpoint_put(c, r->run_count);
    for (i = 0; i < o->next; i++) {
        sim_checkpoint_put(c, (uint64_t)r->outcomes[i].start);
        sim_checkpoint_put(c, (uint64_t)r->outcomes[i].attempts << 32 |
                                  (uint64_t)r->outcomes[i].fate);
        sim_checkpoint_put(c, r->granted[i].first);
        sim_checkpoint_put(c, r->granted[i].count);
    }
    for (i = 0; i < r->run_count; i++)
        sim_checkpoint_put(c, (uint64_t)r->runs[i].first << 32 | r->runs[i].count);
}

static void put_events(sim_checkpoint *c, const online *o)
{
    size_t i;
    sim_checkpoint_put(c, o->events.pushed);
    sim_checkpoint_put(c, o->events.count);
    for (i = 0; i < o->events.count; i++) { /* the heap as it is */
        const sim_event *event = &o->events.heap[i];
        sim_checkpoint_put(c, (uint64_t)event->time);
        sim_checkpoint_put(c, (uint64_t)event->kind << 32 | event->subject);
        sim_checkpoint_put(c, event->sequence);
        sim_checkpoint_put(c, o->ids[event->subject]);
    }
}

static void put_run(sim_checkpoint *c, const online *o, const run *r)
{
    sim_checkpoint_put(c, CHECKPOINT_MAGIC);
    sim_checkpoint_put(c, o->options);
    sim_checkpoint_put(c, o->workload);
    sim_checkpoint_put_double(c, seconds_now() - r->seconds);
    sim_checkpoint_put(c, bytes_peak(o));
    put_jobs(c, o, r);
    put_events(c, o);
}

static int save_run(const settings *s, online *o, const run *r, sim_error *e)
{
    sim_checkpoint c = {0};
    char index[WORD];
    coa_status status;
    int result;
    put_run(&c, o, r);
    status = coa_save(o->cal, put_calendar, &c);
    if (status != COA_OK && status != COA_E_IO)
        result = sim_fail(e, "%s: a calendar with --index %s cannot be saved: %s",
                          s->checkpoint, word(index_words, s->index, index),
                          coa_status_text(status));
    else
        result = sim_checkpoint_write(&c, s->checkpoint, e);
    sim_checkpoint_free(&c);
    o->saved = seconds_now();
    return result;
}

/* Is it time to save the run? */
static int save_due(const settings *s, const online *o)
{
    const double every = s->checkpoint_every ? (double)s->checkpoint_every : 30;
    if (s->checkpoint_jobs && o->next % (uint64_t)s->checkpoint_jobs == 0) return 1;
    return seconds_now() - o->saved >= every;
}

/* The other way round; -1 if that makes no sense. The hash was right, so nobody but a
 * liar gets there; no lie makes it crash. */
static int get_jobs_done(sim_checkpoint *c, const sim_workload *w, online *o, run *r)
{
    uint64_t i, runs, first, x;
    o->next = (size_t)sim_checkpoint_get(c);
    runs = sim_checkpoint_get(c);
    if (c->failed || o->next > w->count || runs > sim_checkpoint_left(c) / sizeof x)
        return -1;
    for (i = 0; i < o->next; i++) {
        r->outcomes[i].start = (int64_t)sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        r->outcomes[i].attempts = (uint32_t)(x >> 32);
        if ((x & UINT32_MAX) > SIM_REFUSED) return -1;
        r->outcomes[i].fate = (sim_fate)(x & UINT32_MAX);
        first = sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        if (first > runs || x > runs - first) return -1;
        r->granted[i].first = (size_t)first;
        r->granted[i].count = (uint32_t)x;
    }
    r->runs = (coa_run *)calloc(runs ? (size_t)runs : 1, sizeof *r->runs);
    if (!r->runs) return -1;
    r->run_capacity = (size_t)runs;
    for (; r->run_count < runs; r->run_count++) {
        x = sim_checkpoint_get(c);
        r->runs[r->run_count].first = (uint32_t)(x >> 32);
        r->runs[r->run_count].count = (uint32_t)(x & UINT32_MAX);
    }
    return c->failed ? -1 : 0;
}

static int get_events(sim_checkpoint *c, online *o)
{
    sim_events *q = &o->events;
    uint64_t n, x;
    q->pushed = sim_checkpoint_get(c);
    n = sim_checkpoint_get(c);
    if (c->failed || n > 2 * (uint64_t)o->next) return -1;
    q->heap = (sim_event *)calloc(n ? (size_t)n : 1, sizeof *q->heap);
    if (!q->heap) return -1;
    q->capacity = n ? (size_t)n : 1;
    for (; q->count < n; q->count++) {
        sim_event *event = &q->heap[q->count];
        event->time = (int64_t)sim_checkpoint_get(c);
        x = sim_checkpoint_get(c);
        event->sequence = sim_checkpoint_get(c);
        event->kind = (uint32_t)(x >> 32);
        event->subject = (uint32_t)(x & UINT32_MAX);
        if (event->kind > EVENT_START || event->subject >= o->next) return -1;
        o->ids[event->subject] = sim_checkpoint_get(c);
    }
    return c->failed ? -1 : 0;
}

static int get_run(sim_checkpoint *c, const sim_workload *w, online *o, run *r)
{
    r->seconds -= sim_checkpoint_get_double(c);
    o->bytes_peak = sim_checkpoint_get(c);
    return get_jobs_done(c, w, o, r) != 0 || get_events(c, o) != 0 ? -1 : 0;
}

/* 1: the run goes on from its checkpoint. 0: there is none. */
static int resume(const settings *s, const sim_workload *w, const coa_desc *desc,
                  online *o, run *r, sim_error *e)
{
    sim_checkpoint c = {0};
    int found = sim_checkpoint_read(&c, s->checkpoint, CHECKPOINT_MAGIC, e);
    if (found > 0 && sim_checkpoint_get(&c) != o->options)
        found =
            sim_fail(e, "%s: the checkpoint of a run with other options", s->checkpoint);
    if (found > 0 && sim_checkpoint_get(&c) != o->workload)
        found =
            sim_fail(e, "%s: the checkpoint of a run on another workload", s->checkpoint);
    if (found > 0 && (get_run(&c, w, o, r) != 0 ||
                      coa_load(&o->cal, desc, get_calendar, &c) != COA_OK ||
                      sim_checkpoint_left(&c) != 0))
        found = sim_fail(e, "%s: the checkpoint cannot be used", s->checkpoint);
    sim_checkpoint_free(&c);
    return found;
}

/* ---- the online policy ------------------------------------------------------------- */

/* Makes the calendar, or goes on with the one of the checkpoint. */
static int begin(const settings *s, const sim_workload *w, online *o, run *r,
                 sim_error *e)
{
    coa_desc desc = {0};
    coa_status status;
    int found = 0;
    desc.servers = w->servers;
    desc.index = (uint32_t)s->index + 1;
    desc.horizon = s->horizon;
    desc.slot = desc.index == COA_INDEX_RANGE_TREE ? s->slot : 0;
    o->ids = (coa_id *)calloc(w->count, sizeof *o->ids);
    r->granted = (granted *)calloc(w->count, sizeof *r->granted);
    if (!o->ids || !r->granted) return sim_fail(e, "out of memory");
    if (s->checkpoint) {
        o->options = hash_options(s);
        o->workload = hash_workload(w);
        o->saved = seconds_now();
        found = resume(s, w, &desc, o, r, e);
    }
    if (found != 0) return found < 0 ? -1 : 0;
    desc.now = w->jobs[0].submit;
    status = coa_create(&o->cal, &desc);
    if (status != COA_OK)
        return sim_fail(e, "a calendar of %" PRIu32 " servers: %s", w->servers,
                        coa_status_text(status));
    return s->checkpoint ? save_run(s, o, r, e) : 0; /* better now than in an hour */
}

static int replay(const settings *s, const sim_workload *w, online *o, run *r,
                  sim_error *e)
{
    sim_progress progress = sim_progress_start("online", w->count);
    coa_request req = {0};
    req.place = (uint32_t)s->place;
    req.step = s->step;
    req.retries = retries_of(s);
    while (o->next < w->count) {
        if (replay_job(w, o, &req, r, e) != 0) return -1;
        if (s->checkpoint && save_due(s, o) && save_run(s, o, r, e) != 0) return -1;
        sim_progress_at(&progress, o->next - 1);
    }
    coa_stats(o->cal, &r->stats);
    r->stats.bytes_peak = bytes_peak(o);
    sim_progress_end(&progress);
    if (s->index + 1 == COA_INDEX_COUNT && pass_events(o, INT64_MAX, r, e) != 0)
        return -1; /* the servers of those that start after the last submission */
    r->hash = hash_schedule(r, w->count);
    return 0;
}

static int run_online(const settings *s, const sim_workload *w, run *r, sim_error *e)
{
    online o = {0};
    int result = begin(s, w, &o, r, e);
    if (result == 0) result = replay(s, w, &o, r, e);
    coa_destroy(o.cal);
    sim_events_free(&o.events);
    free(o.ids);
    return result;
}

/* What the log says its own scheduler did. */
static int run_trace(const sim_workload *w, run *r, sim_error *e)
{
    size_t i, recorded = 0;
    for (i = 0; i < w->count; i++) {
        sim_outcome *o = &r->outcomes[i];
        o->fate = w->jobs[i].servers > w->servers ? SIM_TOO_LARGE
                  : w->jobs[i].wait < 0           ? SIM_UNRECORDED
                                                  : SIM_RAN;
        if (o->fate != SIM_RAN) continue;
        o->start = w->jobs[i].submit + w->jobs[i].wait;
        r->hash = sim_hash(sim_hash(r->hash, i), (uint64_t)o->start);
        recorded++;
    }
    if (recorded) return 0;
    return sim_fail(e,
                    "%s: no job has a waiting time (field 3), which --policy trace needs",
                    w->source);
}

/* Runs one policy and measures it. */
static int run_policy(const settings *s, const sim_workload *w, run *r, sim_error *e)
{
    double *value = r->figures.value, requests;
    r->hash = SIM_HASH_START;
    r->outcomes = (sim_outcome *)calloc(w->count, sizeof *r->outcomes);
    if (!r->outcomes) return sim_fail(e, "out of memory");
    r->seconds = seconds_now();
    if ((r->policy == POLICY_ONLINE ? run_online(s, w, r, e) : run_trace(w, r, e)) != 0)
        return -1;
    r->seconds = seconds_now() - r->seconds;
    if (sim_measure(w->jobs, r->outcomes, w->count, w->servers, &r->figures) != 0)
        return sim_fail(e, "out of memory");
    if (!s->no_timing) value[SIM_FIGURE_wall_seconds] = r->seconds;
    if (r->policy != POLICY_ONLINE) return 0;
    if (!s->no_timing) /* how arrays grow depends on when the run was interrupted */
        value[SIM_FIGURE_calendar_bytes_peak] = (double)r->stats.bytes_peak;
    requests = value[SIM_FIGURE_jobs] - value[SIM_FIGURE_rejected_too_large];
    if (s->index + 1 == COA_INDEX_RANGE_TREE && requests > 0) {
        value[SIM_FIGURE_search_visits_mean] = (double)r->stats.search_visits / requests;
        value[SIM_FIGURE_update_visits_mean] = (double)r->stats.update_visits / requests;
    }
    return 0;
}

/* ---- the results ------------------------------------------------------------------- */

/* --place default, resolved. */
static const char *place_of(const settings *s, char to[WORD])
{
    int64_t place = s->place;
    if (place == COA_PLACE_DEFAULT)
        place = s->index + 1 == COA_INDEX_MAP          ? COA_PLACE_BEST_FIT
                : s->index + 1 == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER
                                                       : COA_PLACE_FIRST_FIT;
    return word(place_words, place, to);
}

static void print_how(const settings *s)
{
    char index[WORD], place[WORD], step[SIM_NUMBER_TEXT];
    char horizon[SIM_NUMBER_TEXT], retries[SIM_NUMBER_TEXT];
    const uint32_t most = retries_of(s);
    cli_duration_text(s->step, step, sizeof step);
    cli_duration_text(s->horizon, horizon, sizeof horizon);
    printf("online: index %s, placement %s, booked for the %s run time\n        ",
           word(index_words, s->index, index), place_of(s, place),
           s->runtime == SIM_RUNTIME_ACTUAL ? "actual" : "requested");
    if (most == COA_NO_RETRY)
        printf("no retry");
    else if (s->step == 0)
        printf("exact earliest start");
    else if (most == 0)
        printf("retries every %s", step);
    else
        printf("up to %s retries every %s", sim_count_text(most, retries), step);
    printf(s->horizon ? ", horizon %s\n" : ", no horizon\n", horizon);
}

static void print_left_out(const sim_workload *w)
{
    char count[SIM_NUMBER_TEXT];
#define LEFT_OUT_LINE(name, text)                \
    if (w->left_out[SIM_LEFT_##name])            \
        printf("jobs left out (%s): %s\n", text, \
               sim_count_text(w->left_out[SIM_LEFT_##name], count));
    SIM_LEFT_OUT(LEFT_OUT_LINE)
#undef LEFT_OUT_LINE
    if (w->bad_lines)
        printf("lines skipped (no job): %s\n", sim_count_text(w->bad_lines, count));
    if (w->unsorted)
        printf("jobs out of order (sorted by submit time): %s\n",
               sim_count_text(w->unsorted, count));
}

static void print_reservations(const settings *s, const sim_workload *w)
{
    char count[SIM_NUMBER_TEXT], window[SIM_NUMBER_TEXT];
    if (!s->ar) return;
    cli_duration_text(ar_window_of(s), window, sizeof window);
    printf("advance reservations, ready up to %s after submission: %s\n", window,
           sim_count_text(w->reservations, count));
}

static void print_table(const settings *s, const sim_workload *w, const run *runs,
                        size_t n)
{
    char jobs[SIM_NUMBER_TEXT], servers[SIM_NUMBER_TEXT];
    const double days =
        (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit) / 86400;
    sim_column columns[POLICY_COUNT];
    size_t i, booked;
    for (i = 0; i < n && runs[i].policy != POLICY_ONLINE; i++) {
    }
    booked = i < n ? (size_t)runs[i].figures.value[SIM_FIGURE_accepted] : w->count;
    if (booked < w->count) printf("%s of ", sim_count_text(booked, jobs));
    printf("%s jobs %s %s servers, submitted over %.1f days\n",
           sim_count_text(w->count, jobs), i < n ? "booked on" : "on",
           sim_count_text(w->servers, servers), days);
    printf("workload: %s\n", w->source);
    print_left_out(w);
    print_reservations(s, w);
    if (s->policies & 1 << POLICY_ONLINE) print_how(s);
    if (s->policies & 1 << POLICY_TRACE)
        printf("trace: the waiting times the log recorded\n");
    for (i = 0; i < n; i++) {
        columns[i].heading = runs[i].heading;
        columns[i].figures = &runs[i].figures;
    }
    printf("\n");
    sim_table_figures(stdout, columns, n);
    for (i = 0; i < n; i++) {
        printf("\n");
        sim_table_groups(stdout, &columns[i]);
    }
    printf("\n");
    if (s->json || s->csv)
        printf("Every figure, for programs: %s%s%s\n", s->json ? s->json : "",
               s->json && s->csv ? " and " : "", s->csv ? s->csv : "");
    else
        printf("Every figure, for programs: --json FILE; one row per job: --csv DIR\n");
}

static void write_settings(const settings *s, sim_json *j)
{
    char text[WORD];
    const uint32_t retries = retries_of(s);
    sim_json_open(j, "settings", '{');
    sim_json_text(j, "index", word(index_words, s->index, text));
    sim_json_text(j, "place", place_of(s, text));
    sim_json_count(j, "slot", s->slot);
    sim_json_count(j, "horizon", s->horizon);
    sim_json_count(j, "step", s->step);
    if (retries == COA_NO_RETRY)
        sim_json_text(j, "retries", "none");
    else
        sim_json_count(j, "retries", retries);
    sim_json_text(j, "runtime", word(runtime_words, s->runtime, text));
    sim_json_text(j, "size", word(size_words, s->size, text));
    sim_json_number(j, "ar", (double)s->ar / CLI_ONE);
    sim_json_count(j, "ar_window", ar_window_of(s));
    sim_json_count(j, "seed", s->seed);
    sim_json_close(j, '}');
}

static void write_workload(const sim_workload *w, sim_json *j)
{
    sim_json_open(j, "workload", '{');
    sim_json_text(j, "source", w->source);
    sim_json_count(j, "jobs", (int64_t)w->count);
    sim_json_count(j, "servers", w->servers);
    sim_json_count(j, "first_submit", w->jobs[0].submit);
    sim_json_count(j, "last_submit", w->jobs[w->count - 1].submit);
    sim_json_count(j, "skipped_lines", (int64_t)w->bad_lines);
    sim_json_count(j, "unsorted", (int64_t)w->unsorted);
    sim_json_count(j, "reservations", (int64_t)w->reservations);
#define LEFT_OUT_JSON(name, text) \
    sim_json_count(j, "left_out_" #name, (int64_t)w->left_out[SIM_LEFT_##name]);
    SIM_LEFT_OUT(LEFT_OUT_JSON)
#undef LEFT_OUT_JSON
    sim_json_close(j, '}');
}

static void write_run(const run *r, sim_json *j)
{
    char hash[17];
    sim_json_open(j, NULL, '{');
    sim_json_text(j, "policy", r->name);
    sim_json_text(j, "index", r->index[0] ? r->index : NULL);
    sim_json_figures(j, &r->figures);
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    sim_json_text(j, "schedule_hash", hash);
    sim_json_close(j, '}');
}

static int write_json(const settings *s, const sim_workload *w, const run *runs, size_t n,
                      sim_error *e)
{
    sim_output out;
    sim_json j = {0};
    size_t i;
    if (sim_output_open(&out, s->json, e) != 0) return -1;
    j.to = out.file;
    sim_json_open(&j, NULL, '{');
    sim_json_text(&j, "program", PROGRAM);
    write_workload(w, &j);
    write_settings(s, &j);
    sim_json_open(&j, "runs", '[');
    for (i = 0; i < n; i++) write_run(&runs[i], &j);
    sim_json_close(&j, ']');
    sim_json_close(&j, '}');
    return sim_output_close(&out, e);
}

/* "0-9 12 14-15": the servers a job has, "" if it has none. */
static void write_servers(FILE *to, const run *r, size_t job)
{
    size_t k;
    for (k = 0; r->granted && k < r->granted[job].count; k++) {
        const coa_run *at = &r->runs[r->granted[job].first + k];
        fprintf(to, k ? " %" PRIu32 : "%" PRIu32, at->first);
        if (at->count > 1) fprintf(to, "-%" PRIu32, at->first + at->count - 1);
    }
}

static void write_jobs_csv(FILE *to, const sim_workload *w, const run *r)
{
    static const char *const fates[] = {"ran", "too large", "no room", "unrecorded"};
    size_t i;
    for (i = 0; i < w->count; i++) {
        const sim_job *job = &w->jobs[i];
        const sim_outcome *o = &r->outcomes[i];
        fprintf(to, "%s,%s,%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%s,", r->name,
                r->index, job->number, job->servers, job->submit, job->ready,
                fates[o->fate]);
        if (o->fate == SIM_RAN)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64, o->start, o->start + job->run,
                    sim_wait(job, o));
        else
            fputs(",,", to);
        fprintf(to, ",%" PRIu32 ",", o->attempts);
        write_servers(to, r, i);
        fputc('\n', to);
    }
}

static void write_figures_csv(FILE *to, const sim_workload *w, const run *r)
{
    (void)w;
    sim_csv_figures(to, r->name, r->index, &r->figures);
}

static void write_sizes_csv(FILE *to, const sim_workload *w, const run *r)
{
    (void)w;
    sim_csv_groups(to, r->name, r->index, &r->figures);
}

/* One tidy file for each kind of row. */
static int write_csv(const char *folder, const sim_workload *w, const run *runs, size_t n,
                     sim_error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const sim_workload *, const run *);
    } files[] = {{"jobs.csv",
                  "policy,index,job,servers,submit,ready,fate,start,end,wait,attempts,"
                  "server_ids",
                  write_jobs_csv},
                 {"figures.csv", "policy,index,figure,value", write_figures_csv},
                 {"sizes.csv", "policy,index,lo,hi,jobs,wait_mean,requests,attempts_mean",
                  write_sizes_csv}};
    size_t f, i;
    if (sim_output_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        sim_output out;
        if (sim_output_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "%s\n", files[f].head);
        for (i = 0; i < n; i++) files[f].rows(out.file, w, &runs[i]);
        if (sim_output_close(&out, e) != 0) return -1;
    }
    return 0;
}

static int write_results(const settings *s, const sim_workload *w, const run *runs,
                         size_t n, sim_error *e)
{
    sim_output standard = {stdout, "standard output"};
    if (s->json && write_json(s, w, runs, n, e) != 0) return -1;
    if (s->csv && write_csv(s->csv, w, runs, n, e) != 0) return -1;
    if (s->json && strcmp(s->json, "-") == 0) return 0;
    print_table(s, w, runs, n);
    return sim_output_close(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static void name_run(const settings *s, run *r)
{
    word(policy_words, r->policy, r->name);
    if (r->policy == POLICY_ONLINE) word(index_words, s->index, r->index);
    snprintf(r->heading, sizeof r->heading, "%s%s%s", r->name, r->index[0] ? " " : "",
             r->index);
}

static int simulate(const settings *s, sim_workload *w, run *runs, sim_error *e)
{
    size_t n = 0;
    int policy;
    if (get_workload(s, w, e) != 0) return -1;
    warn(w);
    for (policy = 0; policy < POLICY_COUNT; policy++) {
        if (!(s->policies & 1 << policy)) continue;
        runs[n].policy = policy;
        name_run(s, &runs[n]);
        if (run_policy(s, w, &runs[n++], e) != 0) return -1;
    }
    if (write_results(s, w, runs, n, e) != 0) return -1;
    return s->checkpoint ? sim_checkpoint_remove(s->checkpoint, e) : 0;
}

int main(int argc, char **argv)
{
    settings s = defaults;
    sim_workload w = {0};
    run runs[POLICY_COUNT] = {{0}};
    sim_error e;
    int i, code = read_options(argc, argv, &s);
    if (code == CLI_RUN) code = check_options(&s);
    if (code != CLI_RUN) return code;
    code = simulate(&s, &w, runs, &e) == 0 ? CLI_OK : CLI_BAD;
    if (code != CLI_OK) cli_complain(PROGRAM, "%s", e.text);
    for (i = 0; i < POLICY_COUNT; i++) {
        free(runs[i].outcomes);
        free(runs[i].granted);
        free(runs[i].runs);
        sim_figures_free(&runs[i].figures);
    }
    sim_workload_free(&w);
    return code;
}
