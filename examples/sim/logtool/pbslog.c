/* pbslog.c - reads the accounting records of PBS Professional, OpenPBS and Torque:
 *
 *     11/23/2026 16:47:17;E;12.server;user=ann queue=workq start=... end=... ...
 *
 * An E record says all of a job that has ended. A job that was deleted (D) or aborted (A)
 * before it started is known from its Q record. Records of several days may follow one
 * another in any order.
 *
 * What is known of each job, by its id; jobs are added when the log has been
 * read, in the order in which they were met. */
#include "logtool/sitelog.h"

#include "base/array.h"
#include "base/job.h"
#include "base/names.h"
#include "slurm/slurm_time.h"

#include <stdlib.h>
#include <string.h>

/* A job that has no E record yet. A run that was given up (R: rerun) has one of its own
 * in some versions; the job goes on waiting. */
struct pending {
    int64_t queued, deleted;
    uint32_t queue; /* number of the name, from 1; 0 = not known */
    int started, ended;
};

struct pbslog {
    struct sitelog *s;
    struct pending *jobs; /* by number of the id in s->ids */
    size_t count, capacity;
};

struct attribute {
    struct word name, value;
    size_t column, number;
};

/* Takes the next name=value off the text; a value in quotes may have blanks. 0 at the
 * end. */
static int next_attribute(struct word *rest, const char *line, struct attribute *a)
{
    size_t i = 0, name;
    *rest = word_trim(*rest);
    if (!rest->at || rest->length == 0) return 0;
    while (i < rest->length && rest->at[i] != '=' && !word_is_blank(rest->at[i])) i++;
    name = i;
    if (i < rest->length && rest->at[i] == '=') i++;
    a->name.at = rest->at;
    a->name.length = name;
    a->value.at = rest->at + i;
    a->column = (size_t)(rest->at - line) + 1;
    a->number++;
    if (i < rest->length && rest->at[i] == '"') {
        const char *stop =
            (const char *)memchr(rest->at + i + 1, '"', rest->length - i - 1);
        a->value.at++;
        i = stop ? (size_t)(stop - rest->at) + 1 : rest->length;
        a->value.length = (size_t)(rest->at + i - a->value.at) - (stop ? 1 : 0);
    } else {
        while (i < rest->length && !word_is_blank(rest->at[i])) i++;
        a->value.length = (size_t)(rest->at + i - a->value.at);
    }
    rest->at += i;
    rest->length -= i;
    return 1;
}

/* ---- sizes ------------------------------------------------------------------------- */

/* How many slots a list such as "0-7,9" has, or "0*8" of PBS Professional; -1 if it is no
 * such list. */
static int64_t slots_of(struct word list)
{
    int64_t first, last, n = 0;
    while (list.at && list.length > 0) {
        struct word high = word_part(&list, ',');
        const char *star = (const char *)memchr(high.at, '*', high.length);
        const struct word low = word_part(&high, star ? '*' : '-');
        if (!word_is_whole(low, 0, JOB_SERVERS_MAX, &first)) return -1;
        last = first;
        if (high.at && !word_is_whole(high, 0, JOB_SERVERS_MAX, &last)) return -1;
        n += star ? last : last - first + 1;
        if (last < first && !star) return -1;
    }
    return n;
}

/* exec_host: "node1/0*8+node2/0-3+node3/1": processors, and hosts that differ from the
 * one before. */
static int read_hosts(struct word w, int64_t *procs, int64_t *nodes)
{
    struct word before = {"", 0};
    *procs = *nodes = 0;
    while (w.at && w.length > 0) {
        struct word slots = word_part(&w, '+');
        const struct word host = word_part(&slots, '/');
        const int64_t n = slots.at ? slots_of(slots) : 1;
        if (n < 0 || *procs > JOB_SERVERS_MAX - n) return 0;
        *procs += n;
        *nodes +=
            host.length != before.length || memcmp(host.at, before.at, host.length) != 0;
        before = host;
    }
    return 1;
}

/* ---- an E record ------------------------------------------------------------------- */

struct ended {
    struct site_job job;
    int64_t ncpus, hosts, nodect, exit, queued;
    struct word account;
};

static int whole(struct word w, int64_t *to)
{
    return word_is_whole(w, -JOB_TIME_MAX, JOB_TIME_MAX, to);
}

/* "01:02:03", or seconds. */
static int read_length(struct word w, int64_t unit, int64_t *to)
{
    int64_t n;
    if (word_is_whole(w, 0, JOB_TIME_MAX, &n))
        *to = n * unit;
    else if (slurm_time_duration(w, &n))
        *to = n / (1000 / unit);
    else
        return 0;
    return 1;
}

static int read_kb(struct word w, int64_t *to)
{
    return sitelog_size(w, 1, to) == w.length;
}

/* Takes what the attribute says; 0 if it cannot be read. Others are passed over. */
static int take_attribute(struct ended *r, const struct attribute *a)
{
    struct site_job *j = &r->job;
    const struct word n = a->name, v = a->value;
    if (word_is(n, "user")) j->name[SITE_USER] = v;
    if (word_is(n, "group")) j->name[SITE_GROUP] = v;
    if (word_is(n, "jobname")) j->name[SITE_EXECUTABLE] = v;
    if (word_is(n, "queue")) j->name[SITE_QUEUE] = v;
    if (word_is(n, "account")) r->account = v;
    if (word_is(n, "ctime")) return whole(v, &j->submit);
    if (word_is(n, "qtime")) return whole(v, &r->queued);
    if (word_is(n, "start")) return whole(v, &j->start);
    if (word_is(n, "end")) return whole(v, &j->end);
    if (word_is(n, "Exit_status")) return whole(v, &r->exit);
    if (word_is(n, "exec_host")) return read_hosts(v, &j->procs, &r->hosts);
    if (word_is(n, "Resource_List.ncpus"))
        return word_is_whole(v, 0, JOB_SERVERS_MAX, &r->ncpus);
    if (word_is(n, "Resource_List.nodect"))
        return word_is_whole(v, 0, JOB_SERVERS_MAX, &r->nodect);
    if (word_is(n, "Resource_List.walltime")) return read_length(v, 1, &j->req_time);
    if (word_is(n, "Resource_List.mem")) return read_kb(v, &j->req_memory);
    if (word_is(n, "resources_used.cput")) return read_length(v, 1000, &j->cpu);
    if (word_is(n, "resources_used.mem")) return read_kb(v, &j->memory);
    return 1;
}

static int64_t known(int64_t x, int64_t otherwise)
{
    return x != SITE_UNKNOWN ? x : otherwise;
}

/* Signals and qdel give 256 + the signal, or more than 128: 271 is SIGTERM. */
static int64_t status_of(int64_t exit, int deleted)
{
    if (exit == 0) return 1;
    return deleted || exit == 271 || exit == 265 ? 5 : 0;
}

static void complete(const struct pbslog *x, struct ended *r, const struct pending *p)
{
    struct site_job *j = &r->job;
    j->submit = known(j->submit, known(r->queued, p->queued));
    j->procs = x->s->nodes ? known(r->hosts, r->nodect) : known(j->procs, r->ncpus);
    j->req_procs = known(x->s->nodes ? r->nodect : r->ncpus, j->procs);
    if (j->start != SITE_UNKNOWN && j->end != SITE_UNKNOWN) j->run = j->end - j->start;
    if (r->exit != SITE_UNKNOWN)
        j->status = status_of(r->exit, p->deleted != SITE_UNKNOWN);
    if (j->name[SITE_GROUP].length == 0) j->name[SITE_GROUP] = r->account;
}

static int read_end(struct pbslog *x, struct word id, struct word text, const char *line,
                    struct pending *p, struct error *e)
{
    struct ended r = {.job = sitelog_job()};
    struct attribute a = {.number = 0};
    r.ncpus = r.hosts = r.nodect = r.exit = r.queued = SITE_UNKNOWN;
    while (next_attribute(&text, line, &a))
        if (!take_attribute(&r, &a)) {
            char name[31];
            snprintf(name, sizeof name, "%.*s",
                     (int)(a.name.length < 30 ? a.name.length : 30), a.name.at);
            return sitelog_bad(x->s, e, a.column, a.number, name, "'%.*s' cannot be read",
                               WORD(a.value));
        }
    r.job.id = id;
    complete(x, &r, p);
    if (r.job.submit == SITE_UNKNOWN)
        return sitelog_bad(x->s, e, 0, 0, "", "the job has neither ctime nor qtime");
    if (r.job.start != SITE_UNKNOWN && r.job.start < r.job.submit)
        return sitelog_bad(x->s, e, 0, 0, "", "the job starts before it is submitted");
    if (r.job.run != SITE_UNKNOWN && r.job.run < 0)
        return sitelog_bad(x->s, e, 0, 0, "", "the job ends before it starts");
    p->ended = 1;
    return sitelog_add(x->s, &r.job, e);
}

/* ---- records ----------------------------------------------------------------------- */

/* "11/23/2026 16:47:17". 1, or 0. */
static int read_stamp(const struct sitelog *s, struct word w, int64_t *seconds)
{
    char iso[20];
    if (w.length != 19 || w.at[2] != '/' || w.at[5] != '/' || w.at[10] != ' ') return 0;
    snprintf(iso, sizeof iso, "%.4s-%.2s-%.2sT%.8s", w.at + 6, w.at, w.at + 3, w.at + 11);
    return sitelog_time(s, word_of(iso), seconds);
}

/* What is known of the job with this id; NULL when memory is out. */
static struct pending *job_of(struct pbslog *x, struct word id)
{
    static const struct pending fresh = {.queued = SITE_UNKNOWN, .deleted = SITE_UNKNOWN};
    const uint32_t number = names_add(&x->s->ids, id);
    if (number == NAMES_NONE) return NULL;
    if (number == x->count) {
        if (ARRAY_ROOM(x->jobs, x->count, x->capacity, 1) != 0) return NULL;
        x->jobs[x->count++] = fresh;
    }
    return &x->jobs[number];
}

/* Q: "queue=workq". */
static int read_queued(struct pbslog *x, struct word text, const char *line,
                       struct pending *p, int64_t when)
{
    struct attribute a = {.number = 0};
    p->queued = when;
    while (next_attribute(&text, line, &a))
        if (word_is(a.name, "queue") && a.value.length > 0) {
            const uint32_t n = names_add(&x->s->names[SITE_QUEUE], a.value);
            if (n == NAMES_NONE) return -1;
            p->queue = n + 1;
        }
    return 0;
}

static int read_line(void *context, struct word line, struct error *e)
{
    struct pbslog *x = (struct pbslog *)context;
    struct word rest = line;
    const struct word stamp = word_part(&rest, ';'), type = word_part(&rest, ';'),
                      id = word_part(&rest, ';');
    struct pending *p;
    int64_t when;
    if (!read_stamp(x->s, stamp, &when))
        return sitelog_bad(x->s, e, 1, 1, "date",
                           "a time such as 11/23/2026 16:47:17 was expected");
    if (type.length != 1 || !id.at)
        return sitelog_bad(x->s, e, 21, 2, "type",
                           "a record such as E;12.server; was expected");
    if (!strchr("QSEDAR", *type.at) || id.length == 0)
        return 0; /* licences and the like */
    p = job_of(x, id);
    if (!p) return log_no_memory(&x->s->log, e);
    switch (*type.at) {
    case 'Q':
        return read_queued(x, rest, line.at, p, when) == 0 ? 0
                                                           : log_no_memory(&x->s->log, e);
    case 'S': p->started = 1; return 0;
    case 'R': p->started = 0; return 0;
    case 'E': return read_end(x, id, rest, line.at, p, e);
    default: p->deleted = when; return 0;
    }
}

/* Jobs that never ran. */
static int add_deleted(struct pbslog *x, struct error *e)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct pending *p = &x->jobs[i];
        struct site_job j = sitelog_job();
        if (p->ended) continue;
        if (p->deleted == SITE_UNKNOWN || p->queued == SITE_UNKNOWN || p->started) {
            x->s->unfinished++;
            continue;
        }
        j.submit = p->queued;
        j.end = p->deleted >= p->queued ? p->deleted : p->queued;
        j.status = 5;
        j.id = word_of(names_text(&x->s->ids, (uint32_t)i));
        if (p->queue > 0)
            j.name[SITE_QUEUE] =
                word_of(names_text(&x->s->names[SITE_QUEUE], p->queue - 1));
        if (sitelog_add(x->s, &j, e) != 0) return -1;
    }
    return 0;
}

int pbslog_read(struct sitelog *s, struct error *e)
{
    struct pbslog x = {.s = s};
    int result = sitelog_lines(s, "pbs", read_line, &x, e);
    if (result == 0) result = add_deleted(&x, e);
    free(x.jobs);
    return result;
}
