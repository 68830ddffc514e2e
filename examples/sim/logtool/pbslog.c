/* pbslog.c - reads the accounting records of PBS Professional, OpenPBS and Torque:
 *
 *     11/23/2026 16:47:17;E;12.server;user=ann queue=workq start=... end=... ...
 *
 * An E record says all of a job that has ended. An R record says that a run was given up,
 * and of PBS Professional all of it; of Torque's the S record of its start does. The job
 * goes on waiting, and is submitted again at that time. A job that was deleted (D) or
 * aborted (A) before it started is known from its Q record. Records of several days may
 * follow one another in any order, but S comes before R. An array, 12[].server, is not a
 * job: its subjobs, 12[7].server, are, and its Q record is theirs.
 * What has an S record and no E record runs, what is queued without either waits; qstat
 * -f lists both, and which subjobs of an array remain. */
#include "logtool/sitelog.h"

#include "base/array.h"
#include "base/job.h"
#include "kit/base.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct pending {
    int64_t queued, deleted, again; /* again: when the last run was given up     */
    int64_t later[2];               /* the first two may be so many seconds later */
    int64_t began, assigned;        /* SITE_UNKNOWN = does not run; of whole nodes */
    int ended;
    char state, over; /* of qstat -f, or 0; it has ended, as -xf says */
    char *record;     /* what is said of it before it ends: its S record; or NULL */
};

struct pbslog {
    struct sitelog *s;
    struct pending *jobs; /* by number of the id in s->ids */
    size_t count, room;
    struct {          /* the job of qstat -f that is being read */
        size_t job;   /* from 1; 0 = none             */
        char *record; /* ... its attributes, as in a record */
        size_t size, room;
        int64_t began;
        int kept; /* the attribute of the line before */
        char state;
    } listed;
};

struct attribute {
    struct word name, value;
    size_t number; /* in the record, from 1 */
};

/* Takes the next name=value off the text; a value in quotes may have blanks. 0 at the
 * end. */
static int next_attribute(struct word *rest, struct attribute *a)
{
    size_t i = 0;
    *rest = word_trim(*rest);
    if (!rest->at || rest->length == 0) return 0;
    const char *at = rest->at;
    while (i < rest->length && at[i] != '=' && !word_is_blank(at[i])) i++;
    a->name.at = at;
    a->name.length = i;
    a->number++;
    if (i < rest->length && at[i] == '=') i++;
    const int quoted = i < rest->length && at[i] == '"';
    const size_t from = i += (size_t)quoted;
    while (i < rest->length && (quoted ? at[i] != '"' : !word_is_blank(at[i]))) i++;
    a->value.at = at + from;
    a->value.length = i - from;
    if (quoted && i < rest->length) i++;
    rest->at += i;
    rest->length -= i;
    return 1;
}

/* ---- sizes ------------------------------------------------------------------------- */

/* How many slots a list such as "0-7,9" has, or "0*8" of PBS Professional; -1 if it is
 * not such a list. */
static int64_t slots_of(struct word list)
{
    int64_t first, n = 0;
    while (list.at && list.length > 0) {
        struct word high = word_part(&list, ',');
        const char *star = memchr(high.at, '*', high.length);
        const struct word low = word_part(&high, star ? '*' : '-');
        if (!word_is_whole(low, 0, JOB_SERVERS_MAX, &first)) return -1;
        int64_t last = first;
        if (high.at && !word_is_whole(high, 0, JOB_SERVERS_MAX, &last)) return -1;
        n += star ? last : last - first + 1;
        if (last < first && !star) return -1;
    }
    return n;
}

/* exec_host: "node1/0*8+node2/0-3+node1/1": processors, and different hosts. */
static int read_hosts(struct word w, int64_t *procs, int64_t *nodes)
{
    struct names hosts = {.count = 0};
    int64_t n = 0;
    *procs = 0;
    while (w.at && w.length > 0 && n >= 0) {
        struct word slots = word_part(&w, '+');
        (void)sitelog_number(&hosts, word_part(&slots, '/'));
        n = slots.at ? slots_of(slots) : 1;
        if (n > JOB_SERVERS_MAX - *procs) n = -1;
        *procs += n;
    }
    *nodes = hosts.count;
    names_free(&hosts);
    return n >= 0;
}

/* ---- records of runs --------------------------------------------------------------- */

struct ended {
    struct site_job job;
    int64_t exit, queued, assigned, anywhere; /* anywhere: `procs` */
    int64_t procs, memory, gpus;              /* that its chunks ask for   */
    int selected;                             /* ... which are of `select` */
};

static int whole(struct word w, int64_t *to)
{
    return word_is_whole(w, -JOB_TIME_MAX, JOB_TIME_MAX, to);
}

static int servers(struct word w, int64_t *to)
{
    return word_is_whole(w, 0, JOB_SERVERS_MAX, to);
}

/* "01:02:03", or seconds. */
static int milliseconds(struct word w, int64_t *to)
{
    int64_t n;
    if (!word_is_whole(w, 0, JOB_TIME_MAX, &n)) return date_length(w, to);
    *to = 1000 * n;
    return 1;
}

static int seconds(struct word w, int64_t *to)
{
    if (!milliseconds(w, to)) return 0;
    *to /= 1000;
    return 1;
}

static int kb(struct word w, int64_t *to) { return sitelog_size(w, 1, to) == w.length; }

static int64_t known(int64_t x, int64_t otherwise)
{
    return x != SITE_UNKNOWN ? x : otherwise;
}

/* 0: it is too large. */
static int add_times(int64_t *sum, int64_t each, int64_t times, int64_t most)
{
    const int64_t before = known(*sum, 0);
    const int fits = times <= 0 || each <= (most - before) / times;
    if (fits && each > 0 && times > 0) *sum = before + each * times;
    return fits;
}

/* "2:ncpus=8:ngpus=2:mem=4gb:model=x+1:...": chunks of PBS Professional, and of Torque,
 * which says ppn and gpus; one without either has a processor. PBS Professional makes
 * a `select` of `nodes`, and writes both. 0: too large, and nothing of it is taken. */
static int read_chunks(struct sitelog *s, struct word w, int select, struct ended *r)
{
    const struct ended before = *r;
    struct site_job *j = &r->job;
    int64_t count, procs, value_is;
    double any;
    if (r->selected && !select) return 1;
    r->selected = select;
    r->procs = r->memory = r->gpus = SITE_UNKNOWN;
    while (w.at && w.length > 0) {
        struct word chunk = word_part(&w, '+');
        int fits = 1;
        for (count = procs = 1; chunk.at;) {
            struct word value = word_part(&chunk, ':');
            const struct word name = word_part(&value, '=');
            int read = 1;
            if (!value.at && word_is_number(name, &any))
                fits &= servers(name, &count);
            else if (word_is(name, "ngpus") || word_is(name, "gpus")) {
                if ((read = servers(value, &value_is)) != 0)
                    fits &= add_times(&r->gpus, value_is, count, JOB_SERVERS_MAX);
            } else if (word_is(name, "ncpus") || word_is(name, "ppn")) {
                if ((read = servers(value, &value_is)) != 0) procs = value_is;
            } else if (word_is(name, "mem")) {
                if ((read = kb(value, &value_is)) != 0)
                    fits &= add_times(&r->memory, value_is, count, INT64_C(1) << 50);
            } else if (!word_is(name, "mpiprocs") && !word_is(name, "ompthreads"))
                j->odd |= 1u << SITE_FEATURES;
            if (!read && word_is_number(value, &any)) fits = 0;
            if (!read) sitelog_other(s, j, name);
        }
        if (!fits || !add_times(&r->procs, procs, count, JOB_SERVERS_MAX)) {
            *r = before;
            return 0;
        }
    }
    return 1;
}

/* A resource that is asked for is carried, says nothing about needs, or is counted. */
static void take_other(struct sitelog *s, struct site_job *j, struct word name)
{
    static const char *const passed[] = {"place", "neednodes", "cput",
                                         "pcput", "nodeset",   "preempt_targets"};
    const struct word all = name;
    if (!word_is(word_part(&name, '.'), "Resource_List")) return;
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (word_is(name, passed[i])) return;
    sitelog_other(s, j, all);
}

/* Takes what the attribute says; 0 if it cannot be read. Others are passed over. */
static int take_attribute(struct sitelog *s, struct ended *r, const struct attribute *a)
{
    struct site_job *j = &r->job;
    const struct word n = a->name, v = a->value;
    const int select = word_is(n, "Resource_List.select");
    if (word_is(n, "user")) j->name[SITE_USER] = v;
    if (word_is(n, "group")) j->name[SITE_GROUP] = v;
    if (word_is(n, "jobname")) j->name[SITE_EXECUTABLE] = v;
    if (word_is(n, "queue")) j->name[SITE_QUEUE] = v;
    if (word_is(n, "account")) j->account = v;
    if (word_is(n, "resvID")) j->reservation = v;
    if (word_is(n, "ctime")) return whole(v, &j->submit);
    if (word_is(n, "qtime")) return whole(v, &r->queued);
    if (word_is(n, "etime")) return whole(v, &j->eligible);
    if (word_is(n, "start")) return whole(v, &j->start);
    if (word_is(n, "end")) return whole(v, &j->end);
    if (word_is(n, "Exit_status")) return whole(v, &r->exit);
    if (word_is(n, "exec_host")) return read_hosts(v, &j->procs, &j->nodes);
    if (word_is(n, "resource_assigned.ncpus")) return servers(v, &r->assigned);
    if (word_is(n, "resources_used.walltime")) return seconds(v, &j->elapsed);
    if (word_is(n, "Resource_List.ngpus") || word_is(n, "Resource_List.gpus"))
        return servers(v, &j->req_gpus);
    if (word_is(n, "Resource_List.ncpus")) return servers(v, &j->req_procs);
    if (word_is(n, "Resource_List.procs")) return servers(v, &r->anywhere);
    if (word_is(n, "Resource_List.nodect")) return servers(v, &j->req_nodes);
    if (word_is(n, "Resource_List.walltime")) return seconds(v, &j->req_time);
    if (word_is(n, "Resource_List.mem")) return kb(v, &j->req_memory);
    if (word_is(n, "resources_used.cput")) return milliseconds(v, &j->cpu);
    if (word_is(n, "resources_used.mem")) return kb(v, &j->memory);
    if (select || word_is(n, "Resource_List.nodes")) return read_chunks(s, v, select, r);
    take_other(s, j, n);
    return 1;
}

/* Signals and qdel give 256 + the signal, or more than 128: 271 is SIGTERM. */
static int64_t status_of(int64_t exit, int deleted)
{
    if (exit == 0) return 1;
    return deleted || exit == 271 || exit == 265 ? 5 : 0;
}

static struct ended nothing(void)
{
    const int64_t x = SITE_UNKNOWN;
    return (struct ended){sitelog_job(), x, x, x, x, x, x, x, 0};
}

/* 0, or 1: one is bad; the others are read nevertheless. */
static int read_attributes(struct pbslog *x, struct word text, const char *line,
                           struct ended *r)
{
    struct attribute a = {.number = 0};
    int bad = 0;
    while (next_attribute(&text, &a))
        if (!take_attribute(x->s, r, &a) && !bad) {
            char name[31];
            snprintf(name, sizeof name, "%.*s", WORD(a.name));
            bad = sitelog_bad(x->s, (size_t)(a.name.at - line) + 1, a.number, name,
                              "'%.*s' cannot be read, or is too large", WORD(a.value));
        }
    return bad;
}

/* An empty one says less than what is there. */
static void keep_record(struct pending *p, struct word text)
{
    if (p->record && word_trim(text).length == 0) return;
    free(p->record);
    p->record = base_zeroed(text.length + 1, 1);
    if (text.length > 0) memcpy(p->record, text.at, text.length);
}

static unsigned differ(int64_t a, int64_t b) { return known(a, b) != known(b, a); }

/* PBS allocates by `select`; of Torque's numbers, the smaller may be a default. */
static void complete(struct ended *r)
{
    struct site_job *j = &r->job;
    const int64_t most = r->anywhere > j->req_procs ? r->anywhere : j->req_procs;
    j->odd |= (differ(r->anywhere, j->req_procs) | differ(r->procs, most) |
               differ(r->gpus, j->req_gpus))
              << SITE_DIFFER;
    j->req_gpus = known(r->gpus, j->req_gpus);
    j->req_procs = r->procs < most && (!r->selected || r->procs < 0) ? most : r->procs;
    j->req_memory = known(j->req_memory, r->memory);
    j->procs = known(j->procs, j->req_procs);
    if (j->procs > 0 && r->assigned > j->procs) j->procs = r->assigned;
    j->req_procs = known(j->req_procs, j->procs);
    j->nodes = known(j->nodes, j->req_nodes);
    j->req_nodes = known(j->req_nodes, j->nodes);
    if (j->elapsed == 0) j->elapsed = SITE_UNKNOWN; /* Torque had not looked yet */
}

/* S: keeps what it says; E, R: adds the run, which ended as it says, or at `when`. */
static int read_run(struct pbslog *x, char type, int64_t when, struct word id,
                    struct word text, const char *line, struct pending *p)
{
    struct ended r = nothing();
    struct site_job *j = &r.job;
    if (type == 'R' && p->began != SITE_UNKNOWN) {
        (void)read_attributes(x, word_of(p->record), p->record, &r);
        j->start = p->began;
    }
    if (read_attributes(x, text, line, &r) != 0) return 1;
    if (type == 'S') {
        p->queued = known(p->queued, known(j->submit, r.queued));
        p->began = known(j->start, when);
        p->assigned = r.assigned; /* where nodes are exclusive, all that they have */
        keep_record(p, text);
        return 0;
    }
    j->id = id;
    if (j->submit == SITE_UNKNOWN && r.queued == SITE_UNKNOWN) j->later[0] = p->later[0];
    j->submit = known(j->submit, known(r.queued, p->queued));
    p->began = SITE_UNKNOWN;
    if (type == 'R') {
        j->end = known(j->end, when);
        if (j->end > p->again) p->again = j->end;
        if (j->start == SITE_UNKNOWN) return 0;
    }
    r.assigned = known(r.assigned, p->assigned);
    complete(&r);
    if (r.exit != SITE_UNKNOWN) j->status = status_of(r.exit, p->deleted != SITE_UNKNOWN);
    if (type == 'R') j->status = 0;
    const int bad = sitelog_add(x->s, j);
    if (!bad && type == 'E') p->ended = 1;
    return bad;
}

/* ---- records ----------------------------------------------------------------------- */

/* "11/23/2026 16:47:17". 1, or 0. */
static int read_stamp(const struct sitelog *s, struct word w, int64_t *seconds,
                      int64_t *later)
{
    char iso[20];
    if (w.length != 19 || w.at[2] != '/' || w.at[5] != '/' || w.at[10] != ' ') return 0;
    snprintf(iso, sizeof iso, "%.4s-%.2s-%.2sT%.8s", w.at + 6, w.at, w.at + 3, w.at + 11);
    return sitelog_time(s, word_of(iso), seconds, later) && *later >= 0;
}

/* All about the job with this id. */
static struct pending *job_of(struct pbslog *x, struct word id)
{
    static const struct pending fresh = {.queued = SITE_UNKNOWN,
                                         .deleted = SITE_UNKNOWN,
                                         .again = SITE_UNKNOWN,
                                         .began = SITE_UNKNOWN};
    const uint32_t number = sitelog_number(&x->s->ids, id);
    if (number == x->count) BASE_PUSH(x->jobs, x->count, x->room) = fresh;
    return &x->jobs[number];
}

/* What an id has in brackets: "7" of the subjob 12[7].server; at NULL: it has none. */
static struct word index_of(struct word id)
{
    (void)word_part(&id, '[');
    return id.at ? word_part(&id, ']') : id;
}

/* Not an array, nor several of its subjobs: "12[].server", "12[3-5].server". */
static int is_one_job(struct word id)
{
    const struct word index = index_of(id);
    int64_t n;
    return !index.at || word_is_whole(index, 0, INT64_MAX, &n);
}

/* What the record of its array says of the submission of a subjob. */
static void take_array(const struct pbslog *x, const char *subjob, struct pending *p)
{
    const struct word index = index_of(word_of(subjob));
    char array[256];
    if (!index.at) return;
    snprintf(array, sizeof array, "%.*s%s", (int)(index.at - subjob), subjob,
             index.at + index.length);
    const uint32_t number = names_find(&x->s->ids, word_of(array));
    if (number == NAMES_NONE) return;
    p->queued = x->jobs[number].queued;
    p->later[0] = x->jobs[number].later[0];
    if (!p->record && x->jobs[number].record)
        keep_record(p, word_of(x->jobs[number].record));
}

/* ---- what qstat -f prints ---------------------------------------------------------- */

/* "Tue Nov 24 09:00:00 2026" */
static int read_date(const struct sitelog *s, struct word w, int64_t *seconds)
{
    const swf_span text = {w.at, w.length};
    char iso[40];
    int64_t later;
    if (!date_read(text, seconds)) return 0;
    struct date d = date_of(*seconds);
    snprintf(iso, sizeof iso, "%04" PRId64 "-%02d-%02dT%02d:%02d:%02d", d.year, d.month,
             d.day, d.hour, d.minute, d.second);
    return sitelog_time(s, word_of(iso), seconds, &later) && later >= 0;
}

static void list(struct pbslog *x, struct word w)
{
    if (ARRAY_ROOM(x->listed.record, x->listed.size, x->listed.room, w.length) != 0)
        fail("out of memory");
    memcpy(x->listed.record + x->listed.size, w.at, w.length);
    x->listed.size += w.length;
}

/* Adds name="value" to the record. */
static void list_value(struct pbslog *x, struct word name, struct word value)
{
    const struct word parts[] = {word_of(" "), name, word_of("=\""), value,
                                 word_of("\"")};
    for (int i = 0; i < 5; i++) list(x, parts[i]);
}

/* The job that was read runs, waits, or is over. */
static void end_listed(struct pbslog *x)
{
    const struct word record = {x->listed.record, x->listed.size};
    if (x->listed.job == 0) return;
    struct pending *p = &x->jobs[x->listed.job - 1];
    keep_record(p, record);
    p->began = strchr("RESUBFCX", x->listed.state) ? x->listed.began : SITE_UNKNOWN;
    p->state = x->listed.state;
    p->over = strchr("FCX", x->listed.state) != NULL;
    p->ended |= p->over && p->began == SITE_UNKNOWN;
    x->listed.size = x->listed.job = 0;
}

/* "Job Id: 12.server", then "    name = value"; what is too long for a line goes on
 * behind a tab. */
static int read_listed(struct pbslog *x, struct word line)
{
    /* clang-format off */
    static const char *const kept[][2] = {
        {"Job_Owner", "user"}, {"Job_Name", "jobname"}, {"egroup", "group"},
        {"Account_Name", "account"}, {"queue", "queue"}, {"exec_host", "exec_host"},
        {"array_indices_remaining", "tasks"}, {"Exit_status", "Exit_status"},
        {"exit_status", "Exit_status"}, {"ctime", "ctime"}, {"qtime", "qtime"},
        {"etime", "etime"}, {"Execution_Time", "etime"}, {"obittime", "end"},
        {"comp_time", "end"}, {"stime", "start"}, {"start_time", "start"},
        {"mtime", "mtime"}};
    /* clang-format on */
    enum { KEPT = sizeof kept / sizeof kept[0], TIMES = 9 };
    struct word value = line;
    const struct word name = word_trim(word_part(&value, '='));
    int64_t time;
    size_t i = 0;
    char text[40];
    if (word_begins(line, "Job Id:")) {
        const struct word id = {line.at + 7, line.length - 7};
        end_listed(x);
        x->listed.job = (size_t)(job_of(x, word_trim(id)) - x->jobs) + 1;
        x->listed.began = SITE_UNKNOWN;
        x->listed.state = 'Q';
        x->listed.kept = 0;
        return 0;
    }
    if (*line.at == '\t' && x->listed.kept) {
        x->listed.size--; /* the last quote */
        list(x, word_trim(line));
        list(x, word_of("\""));
    }
    if (*line.at == '\t') return 0;
    value = word_trim(value.at ? value : word_of(""));
    while (i < KEPT && !word_is(name, kept[i][0])) i++;
    x->listed.kept = 0;
    if (word_is(name, "job_state") && value.length == 1) x->listed.state = *value.at;
    if (i >= TIMES && i < KEPT) {
        if (!read_date(x->s, value, &time))
            return sitelog_bad(
                x->s, 0, 0, "",
                "%s = '%.*s' is not a time such as Tue Nov 24 09:00:00 2026", kept[i][0],
                WORD(value));
        if (time > x->s->now && !word_is(name, "Execution_Time")) x->s->now = time;
        if (i >= KEPT - 3 && i < KEPT - 1) x->listed.began = time;
        snprintf(text, sizeof text, "%" PRId64, time);
        if (i < KEPT - 3) list_value(x, word_of(kept[i][1]), word_of(text));
    } else if (i < TIMES || word_begins(name, "Resource_List.") ||
               word_begins(name, "resources_used.")) {
        x->listed.kept = 1;
        if (i == 0) value = word_part(&value, '@'); /* of ann@host */
        list_value(x, i < TIMES ? word_of(kept[i][1]) : name, value);
    }
    return 0;
}

static int read_line(void *context, struct word line)
{
    struct pbslog *x = context;
    struct word rest = line;
    const struct word stamp = word_part(&rest, ';'), type = word_part(&rest, ';'),
                      id = word_part(&rest, ';');
    int64_t when, later;
    if (word_begins(line, "Job Id:") || (x->listed.job && word_is_blank(*line.at)))
        return read_listed(x, line);
    end_listed(x);
    if (!read_stamp(x->s, stamp, &when, &later))
        return sitelog_bad(x->s, 1, 1, "date",
                           "expected a time such as 11/23/2026 16:47:17");
    if (type.length != 1 || !id.at)
        return sitelog_bad(x->s, 21, 2, "type", "expected a record such as E;12.server;");
    if (!strchr("QSEDARM", *type.at) || id.length == 0)
        return 0; /* licences and the like */
    if (when > x->s->now) x->s->now = when;
    if (*type.at != 'Q' && !is_one_job(id)) { /* S and R are of its subjobs, too */
        if (strchr("EDAM", *type.at)) job_of(x, id)->ended = 1;
        return 0;
    }
    struct pending *p = job_of(x, id);
    if (p->queued == SITE_UNKNOWN)
        take_array(x, names_text(&x->s->ids, (uint32_t)(p - x->jobs)), p);
    switch (*type.at) {
    case 'Q':
        p->queued = when;
        p->later[0] = later;
        if (!p->record) keep_record(p, rest);
        break;
    case 'S':
    case 'R':
    case 'E': return read_run(x, *type.at, when, id, rest, line.at, p);
    case 'M': p->ended = 1; break;
    default: p->deleted = when; p->later[1] = later;
    }
    return 0;
}

/* A job without an E record: what its other records say of it. */
static void add_pending(struct pbslog *x, struct pending *p, struct word id)
{
    struct ended r = nothing();
    struct site_job *j = &r.job;
    struct word rest = word_of(p->record ? p->record : ""), array = id;
    struct attribute a = {.number = 0};
    (void)read_attributes(x, rest, rest.at, &r);
    complete(&r);
    j->id = id;
    j->start = p->began;
    j->odd |= (unsigned)(p->state == 'H') << SITE_HELD;
    p->queued = known(p->queued, known(j->submit, r.queued));
    j->submit = p->again > p->queued ? p->again : p->queued;
    j->unfinished = !p->over && (p->deleted == SITE_UNKNOWN ||
                                 j->submit == SITE_UNKNOWN || j->start != SITE_UNKNOWN);
    if (p->over && r.exit != SITE_UNKNOWN) j->status = status_of(r.exit, 0);
    if (!p->over && !j->unfinished) {
        j->end = p->deleted + p->later[1] >= j->submit ? p->deleted : j->submit;
        j->later[0] = j->submit == p->queued ? p->later[0] : 0;
        j->later[2] = j->end == p->deleted ? p->later[1] : 0;
        j->status = 5;
    }
    if (is_one_job(id)) {
        (void)sitelog_add(x->s, j);
        return;
    }
    while (next_attribute(&rest, &a) && !word_is(a.name, "tasks")) continue;
    if (x->s->keep && (!word_is(a.name, "tasks") ||
                       sitelog_add_tasks(x->s, j, word_part(&array, ']'), a.value) != 0))
        x->s->notes[SITE_ARRAYS]++;
}

static void add_all_pending(struct pbslog *x)
{
    for (size_t i = 0; i < x->count; i++) {
        const struct word id = word_of(names_text(&x->s->ids, (uint32_t)i));
        if (x->jobs[i].ended || (x->jobs[i].over && !is_one_job(id))) continue;
        if (x->jobs[i].queued == SITE_UNKNOWN) take_array(x, id.at, &x->jobs[i]);
        add_pending(x, &x->jobs[i], id);
    }
}

int pbslog_read(struct sitelog *s, struct error *e)
{
    struct pbslog x = {.s = s};
    const int result = sitelog_lines(s, "pbs", read_line, NULL, &x, e);
    end_listed(&x);
    if (result == 0) add_all_pending(&x);
    for (size_t i = 0; i < x.count; i++) free(x.jobs[i].record);
    free(x.listed.record);
    free(x.jobs);
    return result;
}
