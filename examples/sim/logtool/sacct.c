/* sacct.c - reads what Slurm's accounting says of jobs.
 *
 *     sacct -a -P -D -S 2026-01-01 -E now -o "$(SACCT_COLUMNS)"
 *
 * The first line names the columns; any set of them will do that has JobID, State and
 * Submit, in any order. Steps are dropped; the components of a heterogeneous job are one
 * job; each run of a job that was requeued is a job of its own (sacct -D lists them).
 *
 * A table says what each column means and how it is read; a line is read column
 * by column, in the order of the table, so that of two columns that say the same the
 * later one counts. */
#include "logtool/sitelog.h"

#include "base/job.h"
#include "base/map.h"
#include "base/names.h"
#include "kit/base.h"
#include "slurm/slurm_time.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 200 };

struct record {
    struct site_job job;
    int64_t memory_of; /* 'c': for each CPU, 'n': for each node, 0: for all */
    int over;          /* it neither waits nor runs */
    int allocated;     /* it had nodes; -1 = not said */
};

struct sacct {
    struct sitelog *s;
    struct record now;
    struct word header;              /* the first line, copied */
    size_t count;                    /* of columns             */
    struct word field[COLUMNS_MOST]; /* of the line            */
    size_t place[COLUMNS_MOST];      /* there, of each row of the table; from 1 */
    size_t job_name;                 /* place of that column, or 0 */
    struct map first; /* of a heterogeneous job, by number of its id: place, from 1 */
};

/* ---- what columns mean: each function returns 0 if it cannot read the word --------- */

static int is_unknown(struct word w)
{
    return w.length == 0 || word_is_any_case(w, "Unknown") || word_is_any_case(w, "None");
}

static int read_time(struct sacct *x, struct word w, void *to)
{
    return is_unknown(w) || sitelog_time(x->s, w, (int64_t *)to);
}

/* (A number alone could be seconds as well as Slurm's minutes.) */
static int read_milliseconds(struct sacct *x, struct word w, void *to)
{
    (void)x;
    return is_unknown(w) ||
           ((memchr(w.at, ':', w.length) || memchr(w.at, '-', w.length)) &&
            slurm_time_duration(w, (int64_t *)to));
}

static int read_seconds(struct sacct *x, struct word w, void *to)
{
    int64_t ms = SITE_UNKNOWN;
    if (!read_milliseconds(x, w, &ms)) return 0;
    if (ms != SITE_UNKNOWN) *(int64_t *)to = ms / 1000;
    return 1;
}

static int read_whole(struct sacct *x, struct word w, void *to)
{
    (void)x;
    return is_unknown(w) || word_is_whole(w, 0, JOB_TIME_MAX, (int64_t *)to);
}

/* UNLIMITED and the limit of the partition, which the log does not know, are none. */
static int is_no_limit(struct word w)
{
    return word_is_any_case(w, "UNLIMITED") || word_is_any_case(w, "Partition_Limit");
}

static int read_limit(struct sacct *x, struct word w, void *to)
{
    return is_no_limit(w) || read_seconds(x, w, to);
}

static int read_minutes(struct sacct *x, struct word w, void *to)
{
    int64_t minutes = SITE_UNKNOWN;
    if (!is_no_limit(w) && !read_whole(x, w, &minutes)) return 0;
    if (minutes != SITE_UNKNOWN) *(int64_t *)to = 60 * minutes;
    return 1;
}

static int read_servers(struct sacct *x, struct word w, void *to)
{
    (void)x;
    return is_unknown(w) || word_is_whole(w, 0, JOB_SERVERS_MAX, (int64_t *)to);
}

static int read_alloc_nodes(struct sacct *x, struct word w, void *to)
{
    const int64_t *nodes = (const int64_t *)to;
    if (!read_servers(x, w, to)) return 0;
    if (*nodes != SITE_UNKNOWN) x->now.allocated = *nodes > 0;
    return 1;
}

static int read_word(struct sacct *x, struct word w, void *to)
{
    (void)x;
    *(struct word *)to = w;
    return 1;
}

static int read_cluster(struct sacct *x, struct word w, void *to)
{
    (void)to;
    if (w.length > 0) sitelog_number(&x->s->computers, w);
    return 1;
}

/* "4000M", in older versions "4000Mn" for each node or "4Gc" for each CPU. */
static int read_memory(struct sacct *x, struct word w, void *to)
{
    size_t n;
    if (is_unknown(w) || word_is(w, "?")) return 1;
    n = sitelog_size(w, 1 << 20, (int64_t *)to);
    if (n > 0 && n + 1 == w.length && (w.at[n] == 'c' || w.at[n] == 'n'))
        x->now.memory_of = w.at[n++];
    return n > 0 && n == w.length;
}

/* "billing=4,cpu=4,mem=8G,node=1": the trackable resources. */
static int read_tres(struct word w, int64_t *procs, int64_t *nodes)
{
    while (w.at && w.length > 0) {
        struct word value = word_part(&w, ',');
        const struct word name = word_part(&value, '=');
        int64_t *to = word_is(name, "cpu") ? procs : word_is(name, "node") ? nodes : NULL;
        if (to && (!value.at || !word_is_whole(value, 0, JOB_SERVERS_MAX, to))) return 0;
    }
    return 1;
}

static int read_alloc_tres(struct sacct *x, struct word w, void *to)
{
    (void)to;
    x->now.allocated = w.length > 0;
    return read_tres(w, &x->now.job.procs, &x->now.job.nodes);
}

static int read_req_tres(struct sacct *x, struct word w, void *to)
{
    (void)to;
    return read_tres(w, &x->now.job.req_procs, &x->now.job.req_nodes);
}

/* "COMPLETED", "CANCELLED by 1000". Of those that are not listed as over, a job may still
 * come back. */
static int read_state(struct sacct *x, struct word w, void *to)
{
    static const struct {
        const char *name, *code;
        int over, status;
    } states[] = {{"COMPLETED", "CD", 1, 1},     {"CANCELLED", "CA", 1, 5},
                  {"FAILED", "F", 1, 0},         {"TIMEOUT", "TO", 1, 0},
                  {"NODE_FAIL", "NF", 1, 0},     {"OUT_OF_MEMORY", "OOM", 1, 0},
                  {"PREEMPTED", "PR", 1, 0},     {"DEADLINE", "DL", 1, 0},
                  {"BOOT_FAIL", "BF", 1, 0},     {"LAUNCH_FAILED", "LF", 1, 0},
                  {"RECONFIG_FAIL", "RF", 1, 0}, {"REQUEUED", "RQ", 1, 0},
                  {"RESIZING", "RS", 1, 1},      {"REVOKED", "RV", 0, 0},
                  {"PENDING", "PD", 0, 0},       {"RUNNING", "R", 0, 0},
                  {"SUSPENDED", "S", 0, 0},      {"COMPLETING", "CG", 0, 0},
                  {"CONFIGURING", "CF", 0, 0},   {"REQUEUE_HOLD", "RH", 0, 0},
                  {"REQUEUE_FED", "RF", 0, 0},   {"RESV_DEL_HOLD", "RD", 0, 0},
                  {"SIGNALING", "SI", 0, 0},     {"SPECIAL_EXIT", "SE", 0, 0},
                  {"STAGE_OUT", "SO", 0, 0},     {"STOPPED", "ST", 0, 0}};
    const struct word state = word_part(&w, ' ');
    size_t i;
    (void)to;
    for (i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (!word_is_any_case(state, states[i].name) &&
            !word_is_any_case(state, states[i].code))
            continue;
        x->now.over = states[i].over;
        x->now.job.status = states[i].status;
        return 1;
    }
    return 0;
}

#define TO(member) offsetof(struct record, member)

static const struct column {
    const char *name;
    int (*read)(struct sacct *x, struct word w, void *to);
    size_t to;
    const char *expected;
} columns[] = {
    {"JobIDRaw", read_word, TO(job.id), NULL},
    {"JobID", read_word, TO(job.id), NULL},
    {"Cluster", read_cluster, 0, NULL},
    {"User", read_word, TO(job.name[SITE_USER]), NULL},
    {"Account", read_word, TO(job.account), NULL},
    {"Group", read_word, TO(job.name[SITE_GROUP]), NULL},
    {"JobName", read_word, TO(job.name[SITE_EXECUTABLE]), NULL},
    {"QOS", read_word, TO(job.name[SITE_QUEUE]), NULL},
    {"Partition", read_word, TO(job.name[SITE_PARTITION]), NULL},
    {"State", read_state, 0, "a state such as COMPLETED"},
    {"Submit", read_time, TO(job.submit), "a time such as 2026-11-23T16:47:17"},
    {"Start", read_time, TO(job.start), "a time, Unknown or None"},
    {"End", read_time, TO(job.end), "a time, Unknown or None"},
    {"ElapsedRaw", read_whole, TO(job.elapsed), "a number of seconds"},
    {"Elapsed", read_seconds, TO(job.elapsed), "a duration such as 1-02:03:04"},
    {"TimelimitRaw", read_minutes, TO(job.req_time), "a number of minutes"},
    {"Timelimit", read_limit, TO(job.req_time),
     "a duration such as 1-02:03:04, UNLIMITED or Partition_Limit"},
    {"AllocTRES", read_alloc_tres, 0, "cpu=N,node=N"},
    {"ReqTRES", read_req_tres, 0, "cpu=N,node=N"},
    {"NCPUS", read_servers, TO(job.procs), "a number of CPUs"},
    {"AllocCPUS", read_servers, TO(job.procs), "a number of CPUs"},
    {"ReqCPUS", read_servers, TO(job.req_procs), "a number of CPUs"},
    {"NNodes", read_servers, TO(job.nodes), "a number of nodes"},
    {"AllocNodes", read_alloc_nodes, TO(job.nodes), "a number of nodes"},
    {"ReqNodes", read_servers, TO(job.req_nodes), "a number of nodes"},
    {"ReqMem", read_memory, TO(job.req_memory), "a size such as 4000M"},
    {"TotalCPU", read_milliseconds, TO(job.cpu), "a duration such as 01:02.345"}};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* ---- lines ------------------------------------------------------------------------- */

/* Splits a line at '|'. */
static size_t split(struct word line, struct word *field)
{
    size_t n = 0;
    while (line.at && n < COLUMNS_MOST) field[n++] = word_part(&line, '|');
    return n;
}

/* The place of a column in the header, from 1; 0 if it is not there. */
static size_t find_column(const struct sacct *x, const char *name)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (word_is_any_case(x->field[i], name)) return i + 1;
    return 0;
}

static int read_header(struct sacct *x, struct word line)
{
    char *copy;
    size_t i;
    x->count = split(line, x->field);
    if (!find_column(x, "JobID") && !find_column(x, "JobIDRaw"))
        return -sitelog_bad(x->s, 0, 0, "",
                            "'%.*s' is no header of sacct -P, such as "
                            "JobID|State|Submit|Start|End|AllocCPUS",
                            WORD(line));
    if (!find_column(x, "State") || !find_column(x, "Submit"))
        return -sitelog_bad(x->s, 0, 0, "",
                            "no column %s; sacct -P -o " SACCT_COLUMNS
                            " has all that are read",
                            find_column(x, "State") ? "Submit" : "State");
    for (i = 0; i < COLUMNS; i++) x->place[i] = find_column(x, columns[i].name);
    x->job_name = find_column(x, "JobName");
    copy = (char *)base_zeroed(line.length, 1);
    memcpy(copy, line.at, line.length);
    x->header.at = copy;
    x->header.length = line.length;
    return 0;
}

/* Completes a record from what its columns say together, and adds it; "7+1" is another
 * component of job 7. */
static int add_record(struct sacct *x)
{
    struct record *r = &x->now;
    struct site_job *j = &r->job;
    const int64_t each = r->memory_of == 'c'   ? j->req_procs
                         : r->memory_of == 'n' ? j->req_nodes
                                               : 1;
    struct word id = j->id;
    uint64_t place, *kept;
    int bad;
    /* sacct says of a job that never ran that it started when it ended, and shows what it
     * asked for as allocated, but not in AllocNodes and AllocTRES */
    if (j->start == j->end && (r->allocated == 0 || (r->allocated < 0 && j->status == 5)))
        j->start = SITE_UNKNOWN;
    if (each <= 0 || j->req_memory > INT64_MAX / each) /* it does not say of what */
        j->req_memory = SITE_UNKNOWN;
    else if (j->req_memory != SITE_UNKNOWN)
        j->req_memory *= each;
    j->id = word_part(&id, '+');
    if (!id.at) return sitelog_add(x->s, j, NULL);
    place = map_get(&x->first, sitelog_number(&x->s->ids, j->id));
    bad = sitelog_add(x->s, j, &place);
    if (place == 0) return bad;
    kept = map_at(&x->first, sitelog_number(&x->s->ids, j->id));
    if (!kept) fail("out of memory");
    *kept = place;
    return bad;
}

static int is_step(const struct sacct *x)
{
    return memchr(x->now.job.id.at, '.', x->now.job.id.length) != NULL;
}

static int read_columns(struct sacct *x, struct word line)
{
    const struct record none = {.job = sitelog_job(), .allocated = -1};
    size_t i;
    x->now = none;
    for (i = 0; i < COLUMNS; i++) {
        const struct column *c = &columns[i];
        const size_t place = x->place[i];
        if (place == 0) continue;
        if (!c->read(x, word_trim(x->field[place - 1]), (char *)&x->now + c->to))
            return sitelog_bad(x->s, (size_t)(x->field[place - 1].at - line.at) + 1,
                               place, c->name, "%s was expected", c->expected);
        if (i == 1 && is_step(x)) break; /* a step */
    }
    return 0;
}

/* What is too much in a line of n fields was cut from the name of the job: "a|b". Returns
 * how many fields are left. */
static size_t rejoin_name(struct sacct *x, size_t n)
{
    struct word *name;
    size_t more;
    if (n <= x->count || n == COLUMNS_MOST || x->job_name == 0) return n;
    name = x->field + x->job_name - 1;
    more = n - x->count;
    name->length = (size_t)(name[more].at - name->at) + name[more].length;
    memmove(name + 1, name + 1 + more, (x->count - x->job_name) * sizeof *name);
    return x->count;
}

static int read_line(void *context, struct word line)
{
    struct sacct *x = (struct sacct *)context;
    size_t n;
    int bad;
    if (!x->header.at) return read_header(x, line);
    if (line.length == x->header.length &&
        memcmp(line.at, x->header.at, line.length) == 0)
        return 0; /* two outputs, one after the other */
    n = rejoin_name(x, split(line, x->field));
    if (n != x->count)
        return sitelog_bad(x->s, 0, 0, "", "%zu fields, where the header has %zu", n,
                           x->count);
    bad = read_columns(x, line);
    if (bad || is_step(x)) return bad;
    if (x->now.over) return add_record(x);
    x->s->unfinished++;
    return 0;
}

int sacct_read(struct sitelog *s, struct error *e)
{
    struct sacct x = {.s = s};
    int result = sitelog_lines(s, "sacct", read_line, &x, e);
    if (result == 0 && !x.header.at)
        result = error_fail(e, "%s: no line at all; a header of sacct -P",
                            log_source(s->path));
    free((char *)(uintptr_t)x.header.at);
    map_free(&x.first);
    return result;
}
