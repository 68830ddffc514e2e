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
#include "logtool/sacct_json.h"
#include "slurm/slurm_time.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 200 };

struct record {
    struct site_job job;
    int64_t memory_of; /* 'c': for each CPU, 'n': for each node, 0: for all */
    int64_t allocated; /* it had nodes; SITE_UNKNOWN = not said */
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

/* ---- columns ----------------------------------------------------------------------- */

enum kind {
    WORDS,
    CLUSTER,
    STATE,
    TIME,
    LENGTH,
    SECONDS,
    LIMIT,
    MINUTES,
    CPUS,
    NODES,
    ALLOC_NODES,
    ALLOC_TRES,
    REQ_TRES,
    MEMORY,
    CPU_TIME,
    SUBMIT
};

static const char *const expected[] = {
    [STATE] = "a state such as COMPLETED",
    [SUBMIT] = "a time such as 2026-11-23T16:47:17",
    [TIME] = "a time, Unknown or None",
    [LENGTH] = "a duration such as 1-02:03:04",
    [SECONDS] = "a number of seconds",
    [LIMIT] = "a duration such as 1-02:03:04, UNLIMITED or Partition_Limit",
    [MINUTES] = "a number of minutes",
    [CPUS] = "a number of CPUs",
    [NODES] = "a number of nodes",
    [ALLOC_NODES] = "a number of nodes",
    [ALLOC_TRES] = "cpu=N,node=N",
    [REQ_TRES] = "cpu=N,node=N",
    [MEMORY] = "a size such as 4000M",
    [CPU_TIME] = "a duration such as 01:02.345"};

#define TO(member) offsetof(struct record, member)

static const struct column {
    const char *name;
    enum kind kind;
    size_t to; /* place in the record of what it says; a word, or a number */
} columns[] = {{"JobIDRaw", WORDS, TO(job.id)},
               {"JobID", WORDS, TO(job.id)},
               {"Cluster", CLUSTER, 0},
               {"User", WORDS, TO(job.name[SITE_USER])},
               {"Account", WORDS, TO(job.account)},
               {"Group", WORDS, TO(job.name[SITE_GROUP])},
               {"JobName", WORDS, TO(job.name[SITE_EXECUTABLE])},
               {"QOS", WORDS, TO(job.name[SITE_QUEUE])},
               {"Partition", WORDS, TO(job.name[SITE_PARTITION])},
               {"State", STATE, TO(job.status)},
               {"Submit", SUBMIT, TO(job.submit)},
               {"Start", TIME, TO(job.start)},
               {"End", TIME, TO(job.end)},
               {"ElapsedRaw", SECONDS, TO(job.elapsed)},
               {"Elapsed", LENGTH, TO(job.elapsed)},
               {"TimelimitRaw", MINUTES, TO(job.req_time)},
               {"Timelimit", LIMIT, TO(job.req_time)},
               {"AllocTRES", ALLOC_TRES, TO(job.procs)},
               {"ReqTRES", REQ_TRES, TO(job.req_procs)},
               {"NCPUS", CPUS, TO(job.procs)},
               {"AllocCPUS", CPUS, TO(job.procs)},
               {"ReqCPUS", CPUS, TO(job.req_procs)},
               {"NNodes", NODES, TO(job.nodes)},
               {"AllocNodes", ALLOC_NODES, TO(job.nodes)},
               {"ReqNodes", NODES, TO(job.req_nodes)},
               {"ReqMem", MEMORY, TO(job.req_memory)},
               {"TotalCPU", CPU_TIME, TO(job.cpu)}};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static int is_any(struct word w, const char *this, const char *that)
{
    return word_is_any_case(w, this) || word_is_any_case(w, that);
}

/* "COMPLETED", "CANCELLED by 1000": the status of a job that is over, else -1. Of those
 * that are not, a job may still come back. */
static int read_state(struct word w, int64_t *status)
{
    static const struct {
        const char *name, *code;
        int status;
    } states[] = {{"COMPLETED", "CD", 1},     {"CANCELLED", "CA", 5},
                  {"FAILED", "F", 0},         {"TIMEOUT", "TO", 0},
                  {"NODE_FAIL", "NF", 0},     {"OUT_OF_MEMORY", "OOM", 0},
                  {"PREEMPTED", "PR", 0},     {"DEADLINE", "DL", 0},
                  {"BOOT_FAIL", "BF", 0},     {"LAUNCH_FAILED", "LF", 0},
                  {"RECONFIG_FAIL", "RF", 0}, {"REQUEUED", "RQ", 0},
                  {"RESIZING", "RS", 1},      {"REVOKED", "RV", -1},
                  {"PENDING", "PD", -1},      {"RUNNING", "R", -1},
                  {"SUSPENDED", "S", -1},     {"COMPLETING", "CG", -1},
                  {"CONFIGURING", "CF", -1},  {"REQUEUE_HOLD", "RH", -1},
                  {"REQUEUE_FED", "RF", -1},  {"RESV_DEL_HOLD", "RD", -1},
                  {"SIGNALING", "SI", -1},    {"SPECIAL_EXIT", "SE", -1},
                  {"STAGE_OUT", "SO", -1},    {"STOPPED", "ST", -1}};
    const struct word state = word_part(&w, ' ');
    size_t i;
    for (i = 0; i < sizeof states / sizeof states[0]; i++) {
        *status = states[i].status;
        if (is_any(state, states[i].name, states[i].code)) return 1;
    }
    return 0;
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

/* "4000M", in older versions "4000Mn" for each node or "4Gc" for each CPU. */
static int read_memory(struct word w, int64_t *kb, int64_t *of)
{
    size_t n = sitelog_size(w, 1 << 20, kb);
    if (n > 0 && n + 1 == w.length && (w.at[n] == 'c' || w.at[n] == 'n')) *of = w.at[n++];
    return (n > 0 && n == w.length) || word_is(w, "?");
}

/* Reads a word of a column. 1, or 0 if it cannot be read. */
static int read_column(struct sacct *x, const struct column *c, struct word w)
{
    struct record *r = &x->now;
    void *to = (char *)r + c->to;
    int64_t *n = (int64_t *)to;
    switch (c->kind) { /* what may be empty, or Unknown */
    case WORDS: *(struct word *)to = w; return 1;
    case STATE: return read_state(w, n);
    case ALLOC_TRES: r->allocated = w.length > 0; return read_tres(w, n, &r->job.nodes);
    case REQ_TRES: return read_tres(w, n, &r->job.req_nodes);
    default: break;
    }
    if (w.length == 0 || is_any(w, "Unknown", "None")) return 1;
    if ((c->kind == LIMIT || c->kind == MINUTES) &&
        is_any(w, "UNLIMITED", "Partition_Limit")) /* which the log does not know */
        return 1;
    switch (c->kind) {
    case CLUSTER: sitelog_number(&x->s->computers, w); return 1;
    case SUBMIT:
    case TIME: return sitelog_time(x->s, w, n);
    case LENGTH:
    case LIMIT:
    case CPU_TIME: /* (a number alone could be seconds as well as Slurm's minutes) */
        if (!memchr(w.at, ':', w.length) && !memchr(w.at, '-', w.length)) return 0;
        if (!slurm_time_duration(w, n)) return 0;
        if (c->kind != CPU_TIME) *n /= 1000;
        return 1;
    case SECONDS:
    case MINUTES:
        if (!word_is_whole(w, 0, JOB_TIME_MAX, n)) return 0;
        if (c->kind == MINUTES) *n *= 60;
        return 1;
    case MEMORY: return read_memory(w, n, &r->memory_of);
    default:
        if (!word_is_whole(w, 0, JOB_SERVERS_MAX, n)) return 0;
        if (c->kind == ALLOC_NODES) r->allocated = *n > 0;
        return 1;
    }
}

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
    if (j->start == j->end &&
        (r->allocated == 0 || (r->allocated == SITE_UNKNOWN && j->status == 5)))
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
    const struct record none = {.job = sitelog_job(), .allocated = SITE_UNKNOWN};
    size_t i;
    x->now = none;
    for (i = 0; i < COLUMNS; i++) {
        const struct column *c = &columns[i];
        const size_t place = x->place[i];
        if (place == 0) continue;
        if (!read_column(x, c, word_trim(x->field[place - 1])))
            return sitelog_bad(x->s, (size_t)(x->field[place - 1].at - line.at) + 1,
                               place, c->name, "%s was expected", expected[c->kind]);
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

/* Takes the fields of the line. */
static int take_fields(struct sacct *x, struct word line)
{
    const int bad = read_columns(x, line);
    if (bad || is_step(x)) return bad;
    if (x->now.job.status >= 0) return add_record(x);
    x->s->unfinished++;
    return 0;
}

static int read_line(void *context, struct word line)
{
    struct sacct *x = (struct sacct *)context;
    size_t n;
    if (!x->header.at) return read_header(x, line);
    if (line.length == x->header.length &&
        memcmp(line.at, x->header.at, line.length) == 0)
        return 0; /* two outputs, one after the other */
    n = rejoin_name(x, split(line, x->field));
    if (n != x->count)
        return sitelog_bad(x->s, 0, 0, "", "%zu fields, where the header has %zu", n,
                           x->count);
    return take_fields(x, line);
}

static int take_json_job(void *context, const struct word *fields)
{
    struct sacct *x = (struct sacct *)context;
    memcpy(x->field, fields, SACCT_JSON_FIELDS * sizeof *fields);
    return take_fields(x, fields[0]);
}

static int read_json(void *context, struct input *in, struct error *e)
{
    struct sacct *x = (struct sacct *)context;
    (void)read_header(x, word_of(SACCT_JSON_COLUMNS));
    return sacct_json_read(x->s, in, take_json_job, x, e);
}

int sacct_read(struct sitelog *s, struct error *e)
{
    struct sacct x = {.s = s};
    int result = sitelog_lines(s, "sacct", read_line, read_json, &x, e);
    if (result == 0 && !x.header.at)
        result = error_fail(e, "%s: no line at all; a header of sacct -P was expected",
                            log_source(s->path));
    free((char *)(uintptr_t)x.header.at);
    map_free(&x.first);
    return result;
}
