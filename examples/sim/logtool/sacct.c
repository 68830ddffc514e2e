/* sacct.c - reads what Slurm's accounting says of jobs.
 *
 *     sacct -a -P -D -S 2026-01-01 -E now -o "$(SACCT_COLUMNS)"
 *
 * The first line names the columns; any set of them will do that has JobID, State and
 * Submit, in any order. Steps are dropped; the components of a heterogeneous job are one
 * job; each run of a job that was requeued is a job of its own (sacct -D lists them).
 * Several outputs may follow one another, each with its first line.
 *
 * A table says what each column means and how it is read; a line is read column
 * by column, in the order of the table, so that of two columns that say the same the
 * later one counts. */
#include "logtool/sitelog.h"

#include "base/job.h"
#include "base/names.h"
#include "kit/base.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 200, BARS_MOST = 32 };

struct record {
    struct site_job job;
    int64_t memory_of; /* 'c': for each CPU, 'n': for each node, 0: for all */
    int64_t allocated; /* it had nodes; SITE_UNKNOWN = not said */
};

struct sacct {
    struct sitelog *s;
    struct record now;
    size_t count;                    /* of columns, which the first line names */
    struct word field[COLUMNS_MOST]; /* of the line                            */
    size_t place[COLUMNS_MOST];      /* there, of each row of the table; from 1 */
    const struct column *column[COLUMNS_MOST]; /* of the table, by place; or NULL */
    char bars[COLUMNS_MOST]; /* may the text of the column have any? by place */
    int steps_show;          /* the id stands before all such columns         */
};

/* ---- columns ----------------------------------------------------------------------- */

enum kind {
    WORDS,
    PATH,
    STATE,
    SUBMIT,
    START,
    END,
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
    CPU_TIME
};

static const char *const expected[] = {
    [STATE] = "a state such as COMPLETED",
    [SUBMIT] = "a time such as 2026-11-23T16:47:17",
    [START] = "a time, Unknown or None",
    [END] = "a time, Unknown or None",
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
               {"Cluster", WORDS, TO(job.computer)},
               {"User", WORDS, TO(job.name[SITE_USER])},
               {"Account", WORDS, TO(job.account)},
               {"Group", WORDS, TO(job.name[SITE_GROUP])},
               {"JobName", WORDS, TO(job.name[SITE_EXECUTABLE])},
               {"QOS", WORDS, TO(job.name[SITE_QUEUE])},
               {"Partition", WORDS, TO(job.name[SITE_PARTITION])},
               {"State", STATE, TO(job.status)},
               {"Submit", SUBMIT, TO(job.submit)},
               {"Start", START, TO(job.start)},
               {"End", END, TO(job.end)},
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
               {"Reservation", WORDS, TO(job.reservation)},
               {"WorkDir", PATH, 0},
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

/* Slurm keeps memory for each CPU as MB with their highest bit, of 64, set; some versions
 * print that bit. Takes a whole number that has it. Returns its length, or 0. */
static size_t read_flagged(struct word w, int64_t *kb)
{
    const uint64_t bit = (uint64_t)1 << 63;
    uint64_t n = 0;
    size_t i;
    for (i = 0; i < w.length && w.at[i] >= '0' && w.at[i] <= '9'; i++) {
        if (n > (UINT64_MAX - 9) / 10) return 0;
        n = 10 * n + (uint64_t)(w.at[i] - '0');
    }
    if (n < bit || n - bit > (uint64_t)JOB_TIME_MAX) return 0;
    *kb = (int64_t)(n - bit) << 10;
    return i < w.length && w.at[i] == 'M' ? i + 1 : i;
}

/* "4000M", in older versions "4000Mn" for each node or "4Gc" for each CPU; "?" where it
 * has no unit for it. */
static int read_memory(struct word w, int64_t *kb, int64_t *of)
{
    size_t n = read_flagged(w, kb);
    const int flagged = n > 0;
    if (!flagged) n = sitelog_size(w, 1 << 20, kb);
    if (n < w.length && w.at[n] == '?') {
        *kb = SITE_UNKNOWN;
        n++;
    }
    if (n > 0 && n + 1 == w.length && (w.at[n] == 'c' || w.at[n] == 'n')) *of = w.at[n++];
    if (flagged) *of = 'c';
    return n > 0 && n == w.length;
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
    if (w.length == 0 || c->kind == PATH || is_any(w, "Unknown", "None")) return 1;
    if ((c->kind == LIMIT || c->kind == MINUTES) &&
        is_any(w, "UNLIMITED", "Partition_Limit")) /* which the log does not know */
        return 1;
    switch (c->kind) {
    case SUBMIT:
    case START:
    case END: return sitelog_time(x->s, w, n, &r->job.later[c->kind - SUBMIT]);
    case LENGTH:
    case LIMIT:
    case CPU_TIME: /* (a number alone could be seconds as well as Slurm's minutes) */
        if (!memchr(w.at, ':', w.length) && !memchr(w.at, '-', w.length)) return 0;
        if (!date_length(w, n)) return 0;
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

/* Which of n fields this is, from 1; 0 if it is none. */
static size_t find(const struct sacct *x, size_t n, const char *name)
{
    size_t i;
    for (i = 0; i < n; i++)
        if (word_is_any_case(x->field[i], name)) return i + 1;
    return 0;
}

static int is_header(const struct sacct *x, size_t n)
{
    return find(x, n, "Submit") && find(x, n, "State") &&
           (find(x, n, "JobID") || find(x, n, "JobIDRaw"));
}

/* Which columns may have bars in their text. Of neighbours that are not read one will
 * do. */
static void find_bars(struct sacct *x)
{
    static const char *const texts[] = {"JobName", "Account",      "WorkDir",
                                        "Comment", "AdminComment", "SubmitLine",
                                        "Extra",   "Constraints",  "SystemComment"};
    size_t i, t;
    int found = 0;
    x->steps_show = x->place[1] > 0;
    for (i = 0; i < x->count; i++) {
        x->bars[i] = 0;
        if (x->column[i]) found = 0;
        for (t = 0; t < sizeof texts / sizeof texts[0] && !found; t++)
            x->bars[i] |= (char)word_is_any_case(x->field[i], texts[t]);
        if (!x->bars[i]) continue;
        found = !x->column[i];
        x->steps_show &= x->place[1] <= i;
    }
}

static int read_header(struct sacct *x, struct word line, size_t n)
{
    size_t i;
    if (!find(x, n, "JobID") && !find(x, n, "JobIDRaw"))
        return -sitelog_bad(x->s, 0, 0, "",
                            "'%.*s' is no header of sacct -P, such as "
                            "JobID|State|Submit|Start|End|AllocCPUS",
                            WORD(line));
    if (!is_header(x, n))
        return -sitelog_bad(x->s, 0, 0, "",
                            "no column %s; sacct -P -o " SACCT_COLUMNS
                            " has all that are read",
                            find(x, n, "State") ? "Submit" : "State");
    x->count = n;
    memset(x->column, 0, sizeof x->column);
    for (i = 0; i < COLUMNS; i++) {
        x->place[i] = find(x, n, columns[i].name);
        if (x->place[i] > 0) x->column[x->place[i] - 1] = &columns[i];
    }
    find_bars(x);
    return 0;
}

/* Completes a record from what its columns say together, and adds it. */
static int add_record(struct sacct *x)
{
    struct record *r = &x->now;
    struct site_job *j = &r->job;
    const int64_t cpus = j->req_procs != SITE_UNKNOWN ? j->req_procs : j->procs;
    const int64_t bit = INT64_C(1) << 41;
    const struct word id = j->id;
    struct word rest = id;
    int64_t each;
    /* sacct says of a job that never ran that it started when it ended, and shows what it
     * asked for as allocated, but not in AllocNodes and AllocTRES */
    if (j->start == j->end &&
        (r->allocated == 0 || (r->allocated == SITE_UNKNOWN && j->status == 5)))
        j->start = SITE_UNKNOWN;
    /* the highest bit of 32 is that of 2 PB: no node has them, nor so few CPUs */
    if (j->req_memory >= bit && j->req_memory < 2 * bit &&
        (r->memory_of == 'n' || j->req_memory >> 30 >= cpus)) {
        j->req_memory -= bit;
        r->memory_of = 'c';
    }
    each = r->memory_of == 'c' ? cpus : r->memory_of == 'n' ? j->req_nodes : 1;
    if (each <= 0 || j->req_memory > INT64_MAX / each) /* it does not say of what */
        j->req_memory = SITE_UNKNOWN;
    else if (j->req_memory != SITE_UNKNOWN)
        j->req_memory *= each;
    j->unfinished = j->status < 0;
    j->id = word_part(&rest, '+'); /* "7+1" is another component of job 7 */
    if (rest.at && !word_is_whole(rest, 0, JOB_SERVERS_MAX, &j->component)) j->id = id;
    return sitelog_add(x->s, j);
}

static int is_step(const struct sacct *x)
{
    return memchr(x->now.job.id.at, '.', x->now.job.id.length) != NULL;
}

static int read_columns(struct sacct *x, struct word line)
{
    const struct record none = {.job = sitelog_job(), .allocated = SITE_UNKNOWN};
    const char *wrong = NULL;
    size_t i;
    x->now = none;
    for (i = 0; i < COLUMNS; i++) {
        const struct column *c = &columns[i];
        const size_t place = x->place[i];
        if (place == 0) continue;
        if (!read_column(x, c, word_trim(x->field[place - 1]))) wrong = expected[c->kind];
        if (c->kind >= SUBMIT && c->kind <= END && x->now.job.later[c->kind - SUBMIT] < 0)
            wrong = "a time that a clock of this zone showed";
        if (wrong)
            return sitelog_bad(
                x->s, line.at ? (size_t)(x->field[place - 1].at - line.at) + 1 : 0, place,
                c->name, "%s was expected", wrong);
        if (i == 1 && is_step(x)) break; /* a step */
    }
    return 0;
}

/* Field i and `more` after it as one. */
static struct word joined(const struct sacct *x, size_t i, size_t more)
{
    struct word w = x->field[i];
    w.length = (size_t)(x->field[i + more].at - w.at) + x->field[i + more].length;
    return w;
}

/* Can the text stand in a column, in a line that has to be guessed at? */
static int may_stand(struct sacct *x, size_t place, struct word w)
{
    const struct column *c = x->column[place];
    w = word_trim(w);
    if (!c) return 1;
    if (c->kind == PATH) return w.length == 0 || *w.at == '/';
    if (c->to == TO(job.id)) return w.length > 0 && *w.at >= '0' && *w.at <= '9';
    if (w.length == 0) /* steps have no limit and ask for nothing */
        return c->kind == WORDS || c->kind == LIMIT || c->kind == MINUTES ||
               c->kind == ALLOC_TRES || c->kind == REQ_TRES || c->kind == MEMORY;
    if (c->kind >= CPUS && c->kind <= ALLOC_NODES && *w.at > '9') /* such as None */
        return 0;
    if ((c->kind == ALLOC_TRES || c->kind == REQ_TRES) && !memchr(w.at, '=', w.length))
        return 0;
    return read_column(x, c, w);
}

/* Fields too many were cut from texts with bars: "a|b". Joins them if every column can be
 * read, in one way and no other. 0, or 1: the line is bad. */
static int rejoin(struct sacct *x, size_t n)
{
    /* where e fields too many stood before column i: in how many ways the rest can be
     * read (2 is several), and how many more are joined there */
    unsigned char ways[COLUMNS_MOST + 1][BARS_MOST + 1] = {{0}};
    unsigned char joins[COLUMNS_MOST][BARS_MOST + 1];
    const int possible = n > x->count && n < COLUMNS_MOST && n - x->count <= BARS_MOST;
    const size_t extra = possible ? n - x->count : 0;
    size_t i, e, more;
    ways[x->count][extra] = (unsigned char)possible;
    for (i = x->count; i-- > 0 && possible;)
        for (e = 0; e <= extra; e++)
            for (more = 0; more <= (x->bars[i] ? extra - e : 0); more++) {
                const unsigned rest = ways[i + 1][e + more];
                if (rest == 0 || !may_stand(x, i, joined(x, i + e, more))) continue;
                ways[i][e] = ways[i][e] + rest < 2 ? 1 : 2;
                joins[i][e] = (unsigned char)more;
            }
    if (ways[0][0] != 1)
        return sitelog_bad(
            x->s, 0, 0, "", "%zu fields, where the header has %zu%s", n, x->count,
            ways[0][0] ? "; more than one of its texts may have the bars" : "");
    for (i = e = 0; i < x->count; i++) {
        more = joins[i][e];
        x->field[i] = joined(x, i + e, more);
        e += more;
    }
    return 0;
}

/* Takes the fields of the line. */
static int take_fields(struct sacct *x, struct word line)
{
    const int bad = read_columns(x, line);
    return bad || is_step(x) ? bad : add_record(x);
}

static int read_line(void *context, struct word line)
{
    struct sacct *x = (struct sacct *)context;
    const size_t n = split(line, x->field);
    if (x->count == 0 || is_header(x, n)) return read_header(x, line, n);
    if (n > x->count && x->steps_show) {
        x->now.job.id = x->field[x->place[1] - 1];
        if (is_step(x)) return 0;
    }
    if (n != x->count && rejoin(x, n)) return 1;
    return take_fields(x, line);
}

static int take_json_job(void *context, const struct word *fields)
{
    struct sacct *x = (struct sacct *)context;
    const struct word no_line = {NULL, 0};
    memcpy(x->field, fields, SACCT_JSON_FIELDS * sizeof *fields);
    return take_fields(x, no_line);
}

static int read_json(void *context, struct input *in, struct error *e)
{
    struct sacct *x = (struct sacct *)context;
    const struct word names = word_of(SACCT_JSON_COLUMNS);
    (void)read_header(x, names, split(names, x->field));
    return sacct_json_read(x->s, in, take_json_job, x, e);
}

int sacct_read(struct sitelog *s, struct error *e)
{
    struct sacct x = {.s = s};
    int result = sitelog_lines(s, "sacct", read_line, read_json, &x, e);
    if (result == 0 && x.count == 0)
        result = error_fail(e, "%s: no line at all; a header of sacct -P was expected",
                            log_source(s->path));
    return result;
}
