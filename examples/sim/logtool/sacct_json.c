/* sacct_json.c - reads what sacct --json prints, of Slurm 21.08 and later:
 *
 *     {"jobs": [{"job_id": 7, "state": {"current": "FAILED"}, "time": {"start": ...
 *
 * A number is plain, or null where it is not known; in later versions it may be
 * {"set": true, "infinite": false, "number": 7}. A state is a word, or a list of a state
 * and its flags. Each value is met with the path of keys that leads to it, to which lists
 * add nothing; a table lists the keys that are kept. Commas are passed over as blanks. */
#include "logtool/sitelog.h"

#include "base/job.h"
#include "kit/base.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 64, PATH = 256, VALUE = 1024, QUIET_MOST = 1 << 24 };

/* The keys of a job that are kept: first what becomes its columns, in their order. */
/* clang-format off */
#define PARTS(X)                                                                        \
    X(JOB, "job_id") X(CLUSTER, "cluster") X(USER, "user") X(ACCOUNT, "account")        \
    X(GROUP, "group") X(NAME, "name") X(QOS, "qos") X(PARTITION, "partition")           \
    X(STATE, "state/current") X(SUBMIT, "time/submission") X(START, "time/start")       \
    X(END, "time/end") X(RESERVATION, "reservation/id") X(LIMIT, "time/limit")          \
    X(ALLOC_TRES, "") X(REQ_TRES, "") X(REQ_CPUS, "required/CPUs")                      \
    X(ALLOC_NODES, "allocation_nodes") X(CPU, "") X(ELIGIBLE, "time/eligible")          \
    X(ELAPSED, "time/elapsed") X(FEATURES, "constraints") X(LICENCES, "licenses")       \
    X(SUSPENDED, "time/suspended") X(HET, "het/job_id") X(OFFSET, "het/job_offset")     \
    X(ALLOC_TYPE, "tres/allocated/type") X(ALLOC_NAME, "tres/allocated/name")           \
    X(ALLOC_COUNT, "tres/allocated/count") X(REQ_TYPE, "tres/requested/type")           \
    X(REQ_NAME, "tres/requested/name") X(REQ_COUNT, "tres/requested/count")             \
    X(SECONDS, "time/total/seconds") X(MICRO, "time/total/microseconds")                \
    X(TASKS, "array/task")                                                              \
    X(STEP_SECONDS, "steps/time/total/seconds")                                         \
    X(STEP_MICRO, "steps/time/total/microseconds")
/* clang-format on */

enum part {
#define PART(part, path) part,
    PARTS(PART) PARTS_ALL
};

static const char *const paths[PARTS_ALL] = {
#define ROW(part, path) path,
    PARTS(ROW)};

struct json {
    struct sitelog *s;
    struct input *in;
    struct error *e;
    sacct_json_fn each;
    void *context;
    char chunk[INPUT_CHUNK];
    size_t at, size, quiet; /* in chunk; bytes since a job or a step has ended  */
    int c;                  /* the byte that is looked at; -1: there is none    */
    int failed, has_jobs;   /* to read; met "jobs"                              */
    char path[PATH];        /* of keys that leads to the value read */
    int depth;
    char text[VALUE];            /* a key or a value                 */
    char part[PARTS_ALL][VALUE]; /* of the job                       */
    int64_t cpu;                 /* of its steps, in microseconds    */
};

static int is(const char *text, const char *that) { return strcmp(text, that) == 0; }

static int wrong(const struct json *j, const char *expected)
{
    if (j->failed) return -1;
    if (j->c < 0 && j->depth > 0) expected = "more, but the file ends here";
    if (j->quiet > QUIET_MOST) expected = "a job within 16 MiB";
    return error_fail(j->e, "%s: line %" PRIu64 "%s%.100s: expected %s",
                      log_source(j->s->path), j->s->line, *j->path ? ", " : "", j->path,
                      expected);
}

static void next(struct json *j)
{
    if (j->at == j->size && !j->failed) {
        const long n = input_read(j->in, j->chunk, sizeof j->chunk, j->e);
        j->failed = n < 0;
        j->size = n > 0 ? (size_t)n : 0;
        j->at = 0;
    }
    j->c = j->at < j->size && j->quiet++ < QUIET_MOST ? (unsigned char)j->chunk[j->at++]
                                                      : -1;
    j->s->line += j->c == '\n';
}

static void next_word(struct json *j)
{
    while (j->c >= 0 && (word_is_blank((char)j->c) || j->c == ',')) next(j);
}

/* Reads a string, a number, true, false; null as "". A longer text than any name that
 * Slurm keeps is cut; \u00e9 stays so, as Slurm itself writes characters. 0, or -1. */
static int read_text(struct json *j)
{
    static const char escapes[] = "b\bf\fn\nr\rt\t";
    const int quoted = j->c == '"';
    size_t used = 0;
    if (quoted) next(j);
    for (; quoted ? j->c != '"' : j->c > ' ' && !strchr(",:\"[]{}", j->c); next(j)) {
        const char *escape = NULL;
        if (quoted && j->c == '\\') {
            next(j);
            escape = j->c > ' ' ? strchr(escapes, j->c) : NULL;
            if (j->c == 'u' && used < VALUE - 2) j->text[used++] = '\\';
        }
        if (j->c < ' ') return wrong(j, "a closing \"");
        if (used < VALUE - 1) j->text[used++] = escape ? escape[1] : (char)j->c;
    }
    j->text[used] = 0;
    if (!quoted && used == 0) return wrong(j, "a value");
    if (!quoted && is(j->text, "null")) *j->text = 0;
    if (quoted) next(j);
    return 0;
}

static int64_t number(const struct json *j, enum part part)
{
    int64_t n;
    return word_is_whole(word_of(j->part[part]), 0, JOB_TIME_MAX, &n) ? n : 0;
}

/* Takes the value that was read. A ? is kept for a number that is not set. */
static int take(struct json *j)
{
    char *key = strrchr(j->path, '/');
    int part = key && (is(key, "/set") || is(key, "/infinite"));
    if (strncmp(j->path, "jobs/", 5) != 0) return 0;
    if (part && is(j->text, key[1] == 's' ? "true" : "false")) return 0;
    if (part) strcpy(j->text, "?");
    if (part || is(key, "/number")) *key = 0;
    for (int i = 0; i < PARTS_ALL; i++) {
        if (*paths[i] != j->path[5]) continue; /* most, soon */
        if (!is(j->path + 5, paths[i]) || *j->part[i] == '?') continue;
        if (i == STATE && (is(j->text, "POWER_UP_NODE") || is(j->text, "EXPEDITING")))
            continue; /* a flag */
        strcpy(j->part[i], j->text);
        if (i >= STEP_SECONDS && j->cpu < INT64_MAX / 2)
            j->cpu += number(j, (enum part)i) * (i == STEP_SECONDS ? 1000000 : 1);
    }
    return 0;
}

/* Adds a resource to a list as sacct -P prints it. */
static void take_resource(struct json *j, enum part list, enum part type)
{
    char *kind = j->part[type], *name = j->part[type + 1], *count = j->part[type + 2];
    char more[120];
    snprintf(more, sizeof more, "%.20s%s%.40s=%.30s,", kind, *name ? "/" : "", name,
             count);
    if (*count && strlen(j->part[list]) < VALUE - sizeof more)
        strcat(j->part[list], more);
    *kind = *name = *count = 0;
}

/* Completes the columns of a job from its other columns. */
static void make_columns(struct json *j)
{
    const int64_t start = number(j, START);
    const int64_t began = number(j, END) - number(j, ELAPSED) - number(j, SUSPENDED);
    int64_t cpu = 1000000 * number(j, SECONDS) + number(j, MICRO);
    char length[DATE_TEXT];
    snprintf(j->part[SUSPENDED], VALUE, "%s",
             date_length_text(number(j, SUSPENDED), length));
    for (int i = 0; i < PARTS_ALL; i++)
        if (is(j->part[i], "?") ||
            (((i >= SUBMIT && i < LIMIT) || i == ELIGIBLE) && is(j->part[i], "0")))
            *j->part[i] = 0;
    if (number(j, HET) && *j->part[OFFSET])
        snprintf(j->part[JOB], VALUE, "%.40s+%.40s", j->part[HET], j->part[OFFSET]);
    if (*j->part[TASKS]) {
        const size_t n = strlen(j->part[JOB]);
        snprintf(j->part[JOB] + n, VALUE - n, "_[%s]", j->part[TASKS]);
    }
    /* as its start, Slurm 21.08 gives when a job could have started */
    if (start == number(j, ELIGIBLE) && began > start)
        snprintf(j->part[START], VALUE, "%" PRId64, began);
    /* until 23.02, CPU time is given for steps alone */
    if (cpu < j->cpu) cpu = j->cpu;
    if (*j->part[SECONDS] || *j->part[STEP_SECONDS])
        snprintf(j->part[CPU], VALUE, "%s.%03d", date_length_text(cpu / 1000000, length),
                 (int)(cpu / 1000 % 1000));
}

/* An object ends, to which the path leads: maybe a resource, a step, a job. 0, or -1. */
static int end_object(struct json *j)
{
    struct word field[SACCT_JSON_FIELDS];
    if (is(j->path, "jobs/tres/allocated")) take_resource(j, ALLOC_TRES, ALLOC_TYPE);
    if (is(j->path, "jobs/tres/requested")) take_resource(j, REQ_TRES, REQ_TYPE);
    if (is(j->path, "jobs/steps") || is(j->path, "jobs")) j->quiet = 0;
    if (!is(j->path, "jobs")) return 0;
    make_columns(j);
    for (int i = 0; i < SACCT_JSON_FIELDS; i++) field[i] = word_of(j->part[i]);
    j->s->job = field[JOB];
    const int bad = j->each(j->context, field);
    j->s->job.length = 0;
    for (int i = 0; i < PARTS_ALL; i++) *j->part[i] = 0;
    j->cpu = 0;
    return bad ? sitelog_count_bad(j->s, bad < 0, j->e) : 0;
}

/* Reads a key, which goes on the path, and its colon. 0, or -1. */
static int read_key(struct json *j)
{
    const size_t length = strlen(j->path);
    if (j->c != '"') return wrong(j, "a key in \"\", or }");
    if (read_text(j) != 0) return -1;
    next_word(j);
    if (j->c != ':') return wrong(j, "a : after the key");
    next(j);
    next_word(j);
    snprintf(j->path + length, PATH - length, "%s%s", length ? "/" : "", j->text);
    j->has_jobs |= is(j->path, "jobs");
    return 0;
}

/* 0, or -1. */
static int read_value(struct json *j)
{
    const size_t length = strlen(j->path);
    const int open = j->c;
    if (open != '{' && open != '[') return read_text(j) == 0 ? take(j) : -1;
    if (j->depth++ == DEPTH_MOST) return wrong(j, "at most 64 levels");
    for (next(j), next_word(j); j->c != (open == '{' ? '}' : ']'); next_word(j)) {
        if (open == '{' && read_key(j) != 0) return -1;
        if (read_value(j) != 0) return -1;
        j->path[length] = 0;
    }
    next(j);
    j->depth--;
    return open == '{' ? end_object(j) : 0;
}

int sacct_json_read(struct sitelog *s, struct input *in, sacct_json_fn each,
                    void *context, struct error *e)
{
    struct json *j = base_zeroed(1, sizeof *j);
    int result = 0;
    j->s = s;
    j->in = in;
    j->e = e;
    j->each = each;
    j->context = context;
    s->line++;
    next(j);
    if (j->size > 0 &&
        sitelog_begin(s, "sacct", (struct word){j->chunk, j->size}, e) != 0) {
        free(j);
        return -1;
    }
    for (next_word(j); result == 0 && j->c >= 0; next_word(j))
        result = j->c == '{' ? read_value(j) : wrong(j, "a {");
    if (result == 0 && (j->failed || j->quiet > QUIET_MOST || !j->has_jobs))
        result = wrong(j, "\"jobs\", as sacct --json prints");
    free(j);
    return result;
}
