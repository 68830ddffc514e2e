/* sacct.c - reads what Slurm's accounting says of jobs.
 *
 *     SLURM_TIME_FORMAT=%s sacct -aPD -S 2026-01-01 -E now \
 *         --delimiter="$(printf '\037')" -o SACCT_COLUMNS
 *
 * The first line names the columns, and shows their separator: a bar, a comma, a
 * semicolon, a tab or the byte 0x1F. Any set of columns will do that has JobID, State,
 * Submit and a number of processors, in any order. Steps are dropped; the components of a
 * heterogeneous job are one job; each run of a job that was requeued is a separate job
 * (sacct -D lists them). Several outputs may follow one another, each with its own first
 * line.
 *
 * A table says what each column means and how it is read; a line is read column by
 * column, in the order of the table, so of two columns that say the same the later one
 * counts. */
#include "logtool/sitelog.h"

#include "base/job.h"
#include "workload/date.h"

#include <string.h>

enum { COLUMNS_MOST = 200 };

struct record {
    struct site_job job;
    int64_t memory_of; /* 'c': for each CPU, 'n': for each node, 0: for all */
    int64_t allocated; /* it had nodes; SITE_UNKNOWN = not said */
    int memory_asked;  /* ReqMem says something                 */
    int64_t gpus_each; /* ReqGRES: of each node                 */
    int held;          /* it is not known when it may start     */
};

struct sacct {
    struct sitelog *s;
    struct record now;
    size_t count;                    /* of columns, which the first line names */
    struct word field[COLUMNS_MOST]; /* of the line                            */
    size_t place[COLUMNS_MOST];      /* there, of each row of the table; from 1 */
    char between;                    /* columns; 0 = not known yet             */
    char resizes;                    /* the state of the record                */
};

/* ---- columns ----------------------------------------------------------------------- */

enum kind {
    WORDS,
    STATE,
    SUBMIT,
    START,
    END,
    ELIGIBLE,
    LENGTH,
    SECONDS,
    LIMIT,
    MINUTES,
    CPUS,
    NODES,
    ALLOC_NODES,
    REASON,
    ALLOC_GRES,
    REQ_GRES,
    ALLOC_TRES,
    REQ_TRES,
    MEMORY,
    FEATURES,
    LICENCES,
    CPU_TIME
};

static const char *const expected[] = {
    [STATE] = "a state such as COMPLETED",
    [SUBMIT] = "a time such as 2026-11-23T16:47:17",
    [START] = "a time, Unknown or None",
    [END] = "a time, Unknown or None",
    [ELIGIBLE] = "a time, Unknown or None",
    [LENGTH] = "a duration such as 1-02:03:04",
    [SECONDS] = "a number of seconds",
    [LIMIT] = "a duration such as 1-02:03:04, UNLIMITED or Partition_Limit",
    [MINUTES] = "a number of minutes",
    [CPUS] = "a number of CPUs",
    [NODES] = "a number of nodes",
    [ALLOC_NODES] = "a number of nodes",
    [ALLOC_GRES] = "gpu:2",
    [REQ_GRES] = "gpu:2",
    [ALLOC_TRES] = "cpu=N,mem=8G,node=N,gres/gpu=N",
    [REQ_TRES] = "cpu=N,mem=8G,node=N,gres/gpu=N",
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
               {"Reason", REASON, 0},
               {"Eligible", ELIGIBLE, TO(job.eligible)},
               {"Suspended", LENGTH, TO(job.suspended)},
               {"ElapsedRaw", SECONDS, TO(job.elapsed)},
               {"Elapsed", LENGTH, TO(job.elapsed)},
               {"TimelimitRaw", MINUTES, TO(job.req_time)},
               {"Timelimit", LIMIT, TO(job.req_time)},
               {"AllocGRES", ALLOC_GRES, TO(job.gpus)},
               {"ReqGRES", REQ_GRES, TO(job.req_gpus)},
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
               {"Constraints", FEATURES, 0},
               {"Licenses", LICENCES, 0},
               {"TotalCPU", CPU_TIME, TO(job.cpu)}};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static int is_any(struct word w, const char *this, const char *that)
{
    return word_is_any_case(w, this) || word_is_any_case(w, that);
}

/* "COMPLETED", "CANCELLED by 1000": the status of a job that is over, else -1 of one that
 * waits, -2 of one that runs. A job that is over may still come back. */
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
                  {"PENDING", "PD", -1},      {"RUNNING", "R", -2},
                  {"SUSPENDED", "S", -2},     {"COMPLETING", "CG", -2},
                  {"CONFIGURING", "CF", -2},  {"REQUEUE_HOLD", "RH", -1},
                  {"REQUEUE_FED", "RF", -1},  {"RESV_DEL_HOLD", "RD", -1},
                  {"SIGNALING", "SI", -2},    {"SPECIAL_EXIT", "SE", -1},
                  {"STAGE_OUT", "SO", -2},    {"STOPPED", "ST", -2},
                  {"EXPEDITING", "EX", -1}};
    const struct word state = word_part(&w, ' ');
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        *status = states[i].status;
        if (is_any(state, states[i].name, states[i].code)) return 1;
    }
    return 0;
}

/* Splits "gpu:a100:2(S:0-1)" at its last colon; a request "gpu:a100", or "gpu", is for
 * one. */
static struct word split_count(struct word w, struct word *count, int request)
{
    struct word all = w, bare = word_part(&all, '(');
    size_t n = bare.length;
    while (n > 0 && bare.at[n - 1] != ':') n--;
    *count = (struct word){n ? bare.at + n : NULL, bare.length - n};
    if (!request || (n > 0 && (n == bare.length || bare.at[n] <= '9')))
        return (struct word){bare.at, n ? n - 1 : bare.length};
    *count = word_of("1");
    return bare;
}

/* "billing=4,cpu=4,gres/gpu:a100=2,gres/gpu=2,mem=8G,node=1": the trackable resources; or
 * "gpu:a100:2,craynetwork:1", as columns of Slurm up to 20.11 have generic ones. */
int sacct_tres(struct sitelog *s, struct site_job *j, struct word w, int given,
               int generic)
{
    int64_t all = SITE_UNKNOWN, typed = 0, n;
    int shuts = 1;
    while (w.at && w.length > 0) {
        struct word piece = word_part(&w, ',');
        const char *shut = NULL;
        if (w.at && shuts && memchr(piece.at, '(', piece.length) &&
            piece.at[piece.length - 1] != ')') { /* "gpu:2(IDX:0,2-3)" */
            shut = (const char *)memchr(w.at, ')', w.length);
            shuts = shut != NULL;
        }
        while (w.at && shut && piece.at + piece.length <= shut) {
            const struct word more = word_part(&w, ',');
            piece.length = (size_t)(more.at - piece.at) + more.length;
        }
        struct word value = piece, name = word_part(&value, '=');
        const int five = word_begins(name, "gres/") || word_begins(name, "gres:");
        const int prefix = five ? 5 : word_begins(name, "PER_NODE:") ? 9 : 0;
        const struct word bare = {name.at + prefix, name.length - (size_t)prefix};
        const int gres = generic || prefix;
        struct word kind = gres && !value.at ? split_count(bare, &value, generic) : bare;
        const int type = gres && word_begins(kind, "gpu:");
        const int plain = gres && is_any(kind, "gpu", "7696487"); /* its bytes */
        int64_t *to = word_is(name, "cpu")    ? given ? &j->procs : &j->req_procs
                      : word_is(name, "node") ? given ? &j->nodes : &j->req_nodes
                      : type || plain         ? &n
                                              : NULL;
        s->piece = piece;
        /* an allocation without memory has none */
        if (to == &j->procs && j->given_memory < 0) j->given_memory = 0;
        if (to && (!value.at || !word_is_whole(value, 0, JOB_SERVERS_MAX, to))) return 0;
        if (type) typed += n;
        if (plain) all = n + (all > 0 ? all : 0);
        j->odd |= (unsigned)type << SITE_TYPES;
        if (word_is(name, "mem")) {
            to = given ? &j->given_memory : &j->req_memory;
            if (!value.at || sitelog_size(value, 1 << 20, to) != value.length) return 0;
        } else if (word_begins(name, "license/")) {
            j->odd |= 1u << SITE_LICENCES;
        } else if (!to && (gres || memchr(name.at, '/', name.length)) &&
                   !word_begins(name, "fs/")) {
            sitelog_other(s, j, name);
        }
    }
    s->piece.length = 0;
    if (all == SITE_UNKNOWN && typed > 0) all = typed; /* else it counts all types */
    j->odd |= (unsigned)(all >= 0 && typed > all) << SITE_DIFFER;
    if (all != SITE_UNKNOWN) *(given ? &j->gpus : &j->req_gpus) = all;
    return typed <= JOB_SERVERS_MAX && all <= JOB_SERVERS_MAX;
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

/* "12"; of nodes also "1.50K", which are 1536. */
static int read_count(struct word w, int64_t *n)
{
    double k;
    const size_t length = word_number(w, &k);
    if (length == 0 || length + 1 != w.length || w.at[length] != 'K' || k < 0 || k > 1e6)
        return word_is_whole(w, 0, JOB_SERVERS_MAX, n);
    *n = (int64_t)(k * 1024);
    return 1;
}

/* Reads a word of a column. 1, or 0 if it cannot be read. */
static int read_column(struct sacct *x, const struct column *c, struct word w)
{
    struct record *r = &x->now;
    void *to = (char *)r + c->to;
    int64_t *n = (int64_t *)to, later;
    switch (c->kind) { /* what may be empty, or Unknown */
    case WORDS: *(struct word *)to = w; return 1;
    case STATE: x->resizes = (char)is_any(w, "RESIZING", "RS"); return read_state(w, n);
    case ALLOC_TRES:
        r->allocated = w.length > 0;
        return sacct_tres(x->s, &r->job, w, 1, 0);
    case REQ_TRES: return sacct_tres(x->s, &r->job, w, 0, 0);
    case REASON:
        r->held =
            word_begins(w, "JobH") || word_begins(w, "Depend") || word_is(w, "BeginTime");
        return 1;
    case ELIGIBLE: r->held = 1; break;
    default: break;
    }
    if (w.length == 0 || is_any(w, "Unknown", "None") || is_any(w, "(null)", "N/A"))
        return 1;
    if ((c->kind == LIMIT || c->kind == MINUTES) &&
        is_any(w, "UNLIMITED", "Partition_Limit")) /* which the log does not know */
        return 1;
    switch (c->kind) {
    case ALLOC_GRES: return sacct_tres(x->s, &r->job, w, 1, 1);
    case REQ_GRES:
        later = sacct_tres(x->s, &r->job, w, 0, 1);
        r->gpus_each = r->job.req_gpus;
        r->job.req_gpus = SITE_UNKNOWN;
        return (int)later;
    case FEATURES: r->job.odd |= 1u << SITE_FEATURES; return 1;
    case LICENCES: r->job.odd |= 1u << SITE_LICENCES; return 1;
    case SUBMIT:
    case START:
    case END: return sitelog_time(x->s, w, n, &r->job.later[c->kind - SUBMIT]);
    case ELIGIBLE: r->held = 0; return sitelog_time(x->s, w, n, &r->job.later[3]);
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
    case MEMORY: r->memory_asked = 1; return read_memory(w, n, &r->memory_of);
    default:
        later = *n;
        if (!read_count(w, n)) return 0;
        if (later > 0 && *n > 0 && *n != later) r->job.odd |= 1u << SITE_DIFFER;
        if (later > 0 && *n == 0) *n = later;
        if (c->kind == ALLOC_NODES) r->allocated = *n > 0;
        return 1;
    }
}

/* ---- lines ------------------------------------------------------------------------- */

/* Splits a line. */
static size_t split(struct sacct *x, struct word line, char by)
{
    size_t n = 0;
    while (line.at && n < COLUMNS_MOST) x->field[n++] = word_part(&line, by);
    return n;
}

/* Which of n fields this is, from 1; 0 if it is none. */
static size_t find(const struct sacct *x, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (word_is_any_case(word_trim(x->field[i]), name)) return i + 1;
    return 0;
}

static int is_header(const struct sacct *x, size_t n)
{
    return find(x, n, "State") && (find(x, n, "JobID") || find(x, n, "JobIDRaw"));
}

/* Splits the line at what makes it a header, or if nothing does, into as many fields as
 * there are columns. Returns the number of fields. */
static size_t split_first(struct sacct *x, struct word line)
{
    static const char signs[] = "|,;\t\037";
    char by = x->between ? x->between : '|';
    for (size_t i = 0; signs[i]; i++) {
        const size_t n = split(x, line, signs[i]);
        if (x->count && n - (x->field[n - 1].length == 0) == x->count) by = signs[i];
        if (!is_header(x, n)) continue;
        by = signs[i];
        break;
    }
    x->between = by;
    return split(x, line, by);
}

/* Is there a column of what makes the size of a job? */
static int tells_size(const struct sacct *x)
{
    const int nodes = x->s->nodes;
    for (size_t i = 0; i < COLUMNS; i++) {
        const enum kind k = columns[i].kind;
        if (x->place[i] && (k == ALLOC_TRES || k == REQ_TRES || (!nodes && k == CPUS) ||
                            (nodes && (k == NODES || k == ALLOC_NODES))))
            return 1;
    }
    return 0;
}

static int read_header(struct sacct *x, struct word line, size_t n)
{
    if (!is_header(x, n) && !find(x, n, "JobID") && !find(x, n, "JobIDRaw"))
        return -sitelog_bad(x->s, 0, 0, "",
                            "'%.*s' is not a header of sacct -P, such as "
                            "JobID|State|Submit|Start|End|AllocCPUS",
                            WORD(line));
    if (!is_header(x, n) || (!x->s->columns && !find(x, n, "Submit")))
        return -sitelog_bad(x->s, 0, 0, "",
                            "no column %s; for all columns: sacct -P -o " SACCT_COLUMNS,
                            find(x, n, "State") ? "Submit" : "State");
    x->count = n;
    for (size_t i = 0; i < COLUMNS; i++) x->place[i] = find(x, n, columns[i].name);
    if (!tells_size(x))
        return -sitelog_bad(
            x->s, 0, 0, "", "no column has the %s of a job: %s, AllocTRES or ReqTRES",
            x->s->nodes ? "nodes" : "processors",
            x->s->nodes ? "AllocNodes, NNodes, ReqNodes" : "AllocCPUS, NCPUS, ReqCPUS");
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
    struct word rest = id, tasks = id; /* "6_[1-50]" */
    const struct word array = word_part(&tasks, '['), list = word_part(&tasks, ']');
    /* sacct says of a job that never ran that it started when it ended, and shows what it
     * asked for as allocated, but not in AllocNodes and AllocTRES */
    if (j->start == j->end &&
        (r->allocated == 0 || (r->allocated == SITE_UNKNOWN && j->status == 5)))
        j->start = SITE_UNKNOWN;
    /* the highest bit of 32 means 2 PB: no node has them, nor so few CPUs */
    if (j->req_memory >= bit && j->req_memory < 2 * bit &&
        (r->memory_of == 'n' || j->req_memory >> 30 >= cpus)) {
        j->req_memory -= bit;
        r->memory_of = 'c';
    }
    const int64_t each = r->memory_of == 'c'   ? cpus
                         : r->memory_of != 'n' ? 1
                         : j->req_nodes > 0    ? j->req_nodes
                                               : j->nodes;
    if (r->memory_asked && (j->req_memory <= 0 || each <= 0)) {
        j->odd |= (unsigned)(j->given_memory <= 0) << SITE_NO_MEMORY;
        j->req_memory = SITE_UNKNOWN;
    }
    if (r->gpus_each > 0 && j->req_gpus == SITE_UNKNOWN)
        j->req_gpus = r->gpus_each * (j->req_nodes > 0 ? j->req_nodes
                                      : j->nodes > 0   ? j->nodes
                                                       : 1);
    if (each <= 0 || j->req_memory > INT64_MAX / each) /* it does not say of what */
        j->req_memory = SITE_UNKNOWN;
    else if (j->req_memory != SITE_UNKNOWN)
        j->req_memory *= each;
    j->unfinished = j->status < 0;
    if (j->status == -1) {
        j->start = SITE_UNKNOWN; /* when it could start */
        j->odd |= (unsigned)r->held << SITE_HELD;
    }
    if (j->unfinished) j->end = j->status = SITE_UNKNOWN;
    if (j->submit == SITE_UNKNOWN && x->s->columns) {
        j->submit = j->start;
        j->odd |= 1u << SITE_NO_SUBMIT;
    }
    j->odd |= (unsigned)x->resizes << SITE_RESIZED; /* the rest has another record */
    if (list.at && j->start == SITE_UNKNOWN && x->s->keep && j->unfinished)
        return sitelog_add_tasks(x->s, j, array, tasks.at ? list : word_of("")); /* cut */
    j->id = word_part(&rest, '+'); /* "7+1" is another component of job 7 */
    if (rest.at && !word_is_whole(rest, 0, JOB_SERVERS_MAX, &j->component)) j->id = id;
    return sitelog_add(x->s, j);
}

static int is_step(const struct sacct *x)
{
    struct word id = x->now.job.id; /* not "6_[1,2,...]" */
    const struct word job = word_part(&id, '[');
    return memchr(job.at, '.', job.length) != NULL;
}

static int read_columns(struct sacct *x, struct word line)
{
    const struct record none = {.job = sitelog_job(), .allocated = SITE_UNKNOWN};
    const char *wrong = NULL;
    x->now = none;
    for (size_t i = 0; i < COLUMNS; i++) {
        const struct column *c = &columns[i];
        const size_t place = x->place[i];
        if (place == 0) continue;
        if (!read_column(x, c, word_trim(x->field[place - 1]))) wrong = expected[c->kind];
        if (c->kind >= SUBMIT && c->kind <= ELIGIBLE &&
            x->now.job.later[c->kind - SUBMIT] < 0)
            wrong = "a time that exists in this time zone";
        if (wrong)
            return sitelog_bad(
                x->s, line.at ? (size_t)(x->field[place - 1].at - line.at) + 1 : 0, place,
                c->name, "expected %s%s%.*s%s", wrong,
                x->s->piece.length ? ", not '" : "", WORD(x->s->piece),
                x->s->piece.length ? "'" : "");
        if (i == 1 && is_step(x)) break; /* a step */
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
    struct sacct *x = context;
    const int first = !x->between;
    size_t n = first ? split_first(x, line) : split(x, line, x->between);
    if (n != x->count && !first) n = split_first(x, line);
    if (is_header(x, n) || x->count == 0) return read_header(x, line, n);
    if (n == x->count + 1 && x->field[n - 1].length == 0) n--; /* of sacct -p */
    if (n != x->count)
        return sitelog_bad(x->s, 0, 0, "",
                           "%zu field%s, but %s %zu; if a name contains the separator,"
                           " sacct --delimiter=\"$(printf '\\037')\" uses another",
                           n, n == 1 ? "" : "s",
                           x->s->columns ? "--columns has" : "the header has", x->count);
    return take_fields(x, line);
}

static int take_json_job(void *context, const struct word *fields)
{
    struct sacct *x = context;
    const struct word no_line = {NULL, 0};
    memcpy(x->field, fields, SACCT_JSON_FIELDS * sizeof *fields);
    return take_fields(x, no_line);
}

static int read_json(void *context, struct input *in, struct error *e)
{
    struct sacct *x = context;
    const struct word names = word_of(SACCT_JSON_COLUMNS);
    if (read_header(x, names, split(x, names, '|')) != 0)
        return sitelog_count_bad(x->s, 1, e);
    return sacct_json_read(x->s, in, take_json_job, x, e);
}

int sacct_read(struct sitelog *s, struct error *e)
{
    struct sacct x = {.s = s};
    int result = 0;
    if (s->columns) {
        const struct word names = word_of(s->columns);
        const size_t n = split(&x, names, ',');
        for (size_t i = 0; i < n; i++) /* without widths: JobName%30 */
            x.field[i] = word_part(&(struct word){x.field[i].at, x.field[i].length}, '%');
        if (read_header(&x, names, n) != 0)
            return error_fail(e, "--columns: %s", s->bad.text);
    }
    result = sitelog_lines(s, "sacct", read_line, read_json, &x, e);
    if (result == 0 && x.count == 0)
        result = error_fail(e, "%s: no line at all; expected a header of sacct -P",
                            log_source(s->path));
    return result;
}
