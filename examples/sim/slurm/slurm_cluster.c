/* slurm_cluster.c - each line of a command is split once; what holds a node is a use,
 * from when to when. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/slurm_cluster.h"

#include "base/array.h"
#include "slurm/hostlist.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LATE = 60, REPEATS_FOR = 366 * 86400 };

void slurm_cluster_free(struct slurm_cluster *c)
{
    const struct slurm_cluster site = {.site = c->site};
    for (size_t i = 0; i < c->reservation_count; i++) {
        free(c->reservations[i].name);
        free(c->reservations[i].nodes);
    }
    for (size_t i = 0; i < c->thing_count; i++) free(c->things[i].name);
    free(c->things);
    free(c->reservations);
    free(c->wanted);
    free(c->shared);
    free(c->uses);
    names_free(&c->nodes);
    *c = site;
}

static int bad(const struct slurm_cluster *c, struct error *e, const char *command,
               uint64_t line, const char *field, struct word w)
{
    return error_fail(e, "%s: %s, line %" PRIu64 ": '%.*s' is not a valid %s",
                      c->site.name, command, line, WORD(w), field);
}

static int use_node(struct slurm_cluster *c, uint32_t node, int64_t start, int64_t end,
                    int down, struct error *e)
{
    if (ARRAY_ROOM(c->uses, c->count, c->room, 1) != 0)
        return error_fail(e, "out of memory");
    struct slurm_use *u = &c->uses[c->count++];
    u->node = node;
    u->what = (uint32_t)c->thing_count;
    u->start = start;
    u->end = end;
    u->down = down;
    return 0;
}

/* Holds the nodes of a list, but with `runs` none that can be shared; those that sinfo
 * does not show are not ours to give. */
static int use_list(struct slurm_cluster *c, struct word list, int64_t start, int64_t end,
                    int runs, struct error *e)
{
    struct names some = {.any_case = 0};
    int result = hostlist_read(list, &some, e) < 0 ? -1 : 0;
    for (uint32_t i = 0; i < some.count && result == 0; i++) {
        const uint32_t node = names_find(&c->nodes, word_of(some.text[i]));
        if (node != NAMES_NONE && !(runs && c->shared && c->shared[node]))
            result = use_node(c, node, start, end, 0, e);
    }
    names_free(&some);
    return result;
}

/* That was all that it holds. 0, or -1. */
static int end_thing(struct slurm_cluster *c, enum slurm_kind kind, struct word name,
                     struct error *e)
{
    struct slurm_thing thing = {NULL, kind};
    if (ARRAY_ROOM(c->things, c->thing_count, c->thing_room, 1) == 0)
        thing.name = strndup(name.at, name.length);
    if (!thing.name) return error_fail(e, "out of memory");
    c->things[c->thing_count++] = thing;
    return 0;
}

static int is_nothing(struct word w)
{
    return w.length == 0 || word_is(w, "(null)") || word_is(w, "N/A") ||
           word_is(w, "n/a") || word_is(w, "None assigned");
}

/* The next line that says something: 1, or 0 at the end. With -M a command names the
 * cluster first. */
static int next_line(struct word *text, struct word *line, uint64_t *number)
{
    do {
        if (!text->at) return 0;
        *line = word_trim(word_part(text, '\n'));
        ++*number;
    } while (line->length == 0 ||
             (line->length > 9 && memcmp(line->at, "CLUSTER: ", 9) == 0));
    return 1;
}

/* ---- sinfo ------------------------------------------------------------------------- */

/* "idle", "mixed", "allocated+", "idle~": can it be given out one day? */
static int is_state_up(struct word state)
{
    static const char *const up[] = {"idle",     "mixed",   "allocated", "completing",
                                     "reserved", "planned", "maint"};
    if (memchr(state.at, '*', state.length)) return 0; /* it does not answer */
    while (state.length > 0 && strchr("~#%$@!^+-", state.at[state.length - 1]))
        state.length--;
    for (size_t i = 0; i < sizeof up / sizeof up[0]; i++)
        if (word_is_any_case(state, up[i])) return 1;
    return 0;
}

static int has(struct word list, const char *what)
{
    while (list.at)
        if (word_is(word_part(&list, ','), what)) return 1;
    return 0;
}

int slurm_cluster_nodes(struct slurm_cluster *c, struct word text,
                        const struct slurm_filter *f, struct error *e)
{
    struct word line;
    uint64_t number = 0;
    while (next_line(&text, &line, &number)) {
        const struct word name = word_part(&line, '|'), state = word_part(&line, '|');
        const struct word partition = word_part(&line, '|'), features = line;
        const uint32_t known = c->nodes.count;
        if (!hostlist_is_name(name, HOSTLIST_NAME) || !features.at)
            return bad(c, e, "sinfo", number, "node, state, partition and features",
                       name);
        const uint32_t node = names_add(&c->nodes, name);
        if (node == NAMES_NONE || ARRAY_ROOM(c->wanted, node, c->wanted_room, 1) != 0)
            return error_fail(e, "out of memory");
        if (node == known) c->wanted[node] = 0;
        /* a node has a line for each of its partitions */
        if ((!f->partition || word_is(partition, f->partition)) &&
            (!f->feature || has(features, f->feature)))
            c->wanted[node] = 1;
        if (node == known && !is_state_up(state) &&
            use_node(c, node, INT64_MIN, DATE_NEVER, 1, e) != 0)
            return -1;
    }
    return end_thing(c, SLURM_DOWN, word_of(""), e);
}

/* "gpu:a100:4(S:0-1),shard:8": 4. */
static int64_t gpus_of(struct word list)
{
    int64_t all = 0, n;
    while (list.at) {
        struct word part = word_part(&list, ',');
        struct word rest = word_part(&part, '('), name = word_part(&rest, ':');
        while (rest.at && memchr(rest.at, ':', rest.length)) (void)word_part(&rest, ':');
        if (word_is(name, "gpu") && rest.at && word_is_whole(rest, 0, 1 << 20, &n))
            all += n;
    }
    return all;
}

int slurm_cluster_parts(struct slurm_cluster *c, struct word text,
                        const struct slurm_filter *f, struct error *e)
{
    enum { NODE, CPUS, GPUS, USED, FIELDS };
    struct word line;
    uint64_t number = 0;
    c->shared = (unsigned char *)calloc(c->nodes.count + 1, 1);
    if (!c->shared) return error_fail(e, "out of memory");
    while (next_line(&text, &line, &number)) {
        struct word part[FIELDS];
        int64_t cpu[4] = {0};
        int i;
        for (i = 0; i < FIELDS; i++, line = word_trim(line))
            part[i] = word_part(&line, ' ');
        for (i = 0; i < 4; i++)
            if (!word_is_whole(word_part(&part[CPUS], '/'), 0, 1 << 20, &cpu[i])) break;
        const uint32_t node = names_find(&c->nodes, part[NODE]);
        c->untold |= i < 4 || !part[USED].at;
        if (node == NAMES_NONE || i < 4 || !part[USED].at) continue;
        const int64_t gpus = gpus_of(part[GPUS]);
        if (cpu[3] < f->cores || gpus < f->gpus) c->wanted[node] = 0;
        c->shared[node] = cpu[1] >= f->cores && gpus - gpus_of(part[USED]) >= f->gpus;
    }
    return 0;
}

int slurm_cluster_are_up(const struct slurm_cluster *c, const char *list)
{
    struct names some = {.any_case = 0};
    struct error e;
    int up = hostlist_read(word_of(list), &some, &e) >= 0;
    for (size_t i = 0; i < c->count && c->uses[i].down && up; i++)
        up = names_find(&some, word_of(c->nodes.text[c->uses[i].node])) == NAMES_NONE;
    names_free(&some);
    return up;
}

/* ---- squeue ------------------------------------------------------------------------ */

int slurm_cluster_jobs(struct slurm_cluster *c, struct word text,
                       const struct slurm_filter *f, int64_t now, struct error *e)
{
    struct word line;
    uint64_t number = 0;
    while (next_line(&text, &line, &number)) {
        struct word part[7];
        int64_t start, end, limit;
        for (size_t i = 0; i < 7; i++) {
            if (!line.at) return bad(c, e, "squeue", number, "job of 7 fields", part[0]);
            part[i] = word_part(&line, '|');
        }
        const int waits = word_is(part[1], "PENDING");
        if (!date_printed(part[2], &start))
            return bad(c, e, "squeue", number, "start", part[2]);
        if (!date_printed(part[3], &end))
            return bad(c, e, "squeue", number, "end", part[3]);
        if (waits) {
            part[4] = part[5];
            if (!f->respect_queue || start == DATE_NEVER) continue;
            if (date_length(part[6], &limit)) end = start + limit / 1000;
        } else if (end <= now) { /* over its limit, or about to end */
            end = now + LATE;
        }
        if (is_nothing(part[4])) continue;
        if (use_list(c, part[4], waits ? start : now, end, !waits, e) != 0)
            return bad(c, e, "squeue", number, "list of nodes", part[4]);
        if (end_thing(c, waits ? SLURM_WAITS : SLURM_RUNS, part[0], e) != 0) return -1;
    }
    return 0;
}

/* ---- scontrol show reservation ----------------------------------------------------- */

/* The last place of " key=" in the text, behind the '='; a name may hold anything that
 * looks like a field, but stands first. NULL if there is none. */
static const char *last_field(struct word text, const char *key)
{
    const size_t n = strlen(key);
    for (size_t i = text.length; i-- > n;)
        if (memcmp(text.at + i - n, key, n) == 0) return text.at + i;
    return NULL;
}

/* The value of " key=" behind `from`, up to the next blank. */
static struct word field(struct word text, const char *key)
{
    struct word value = {NULL, 0};
    const char *at = last_field(text, key);
    if (!at) return value;
    value.at = at;
    while (at + value.length < text.at + text.length && !word_is_blank(at[value.length]))
        value.length++;
    return value;
}

/* So many days later on the clock of this process; NEVER stays. */
static int64_t days_later(int64_t moment, int days)
{
    const time_t from = (time_t)moment;
    struct tm t;
    if (days == 0 || moment == DATE_NEVER || !localtime_r(&from, &t)) return moment;
    t.tm_mday += days;
    t.tm_isdst = -1;
    return (int64_t)mktime(&t);
}

static int is_weekend(int64_t moment)
{
    return (date_of(moment + date_ahead(moment)).weekday + 6) % 7 >= 5;
}

/* Holds the nodes of a reservation, again and again if it repeats: at the same time of
 * the controller's clock, which may be put forward or back. */
static int use_reservation(struct slurm_cluster *c, const struct slurm_reservation *r,
                           struct word flags, int64_t now, struct error *e)
{
    const int work = has(flags, "WEEKDAY"), weekend = has(flags, "WEEKEND");
    const int step = has(flags, "WEEKLY")                     ? 7
                     : has(flags, "DAILY") || work || weekend ? 1
                                                              : 0;
    const int64_t hour = has(flags, "HOURLY") ? 3600 : 0;
    int64_t start = r->start, end = r->end;
    int i = 0;
    do {
        const int is_free = i > 0 && (work || weekend) && is_weekend(start) != weekend;
        if (!is_free && use_list(c, word_of(r->nodes), start, end, 0, e) != 0) return -1;
        i++;
        start = days_later(r->start, i * step) + i * hour;
        end = r->end == DATE_NEVER ? r->end : days_later(r->end, i * step) + i * hour;
    } while (step + hour > 0 && r->start != DATE_NEVER && start < now + REPEATS_FOR);
    return 0;
}

/* One record, whose name ends before its last " StartTime=". */
static int read_reservation(struct slurm_cluster *c, struct word text, uint64_t number,
                            int64_t now, struct error *e)
{
    const size_t begin = strlen("ReservationName=");
    const struct word start = field(text, " StartTime="), end = field(text, " EndTime=");
    struct word name = {text.at + begin, 0}, nodes = field(text, " Nodes=");
    if (!start.at || !end.at) return 0; /* of a name with line breaks: more follows */
    name.length = (size_t)(start.at - strlen(" StartTime=") - name.at);
    if (ARRAY_ROOM(c->reservations, c->reservation_count, c->reservation_room, 1) != 0)
        return error_fail(e, "out of memory");
    struct slurm_reservation *r = &c->reservations[c->reservation_count];
    if (!date_printed(start, &r->start))
        return bad(c, e, "scontrol show reservation", number, "start", start);
    if (!date_printed(end, &r->end))
        return bad(c, e, "scontrol show reservation", number, "end", end);
    if (is_nothing(nodes)) nodes.length = 0;
    r->name = strndup(name.at, name.length);
    r->nodes = strndup(nodes.length ? nodes.at : "", nodes.length);
    r->what = (uint32_t)c->thing_count;
    c->reservation_count++;
    if (!r->name || !r->nodes) return error_fail(e, "out of memory");
    if (use_reservation(c, r, field(text, " Flags="), now, e) != 0)
        return bad(c, e, "scontrol show reservation", number, "list of nodes", nodes);
    return end_thing(c, SLURM_RESERVED, name, e);
}

int slurm_cluster_reservations(struct slurm_cluster *c, struct word text, int64_t now,
                               struct error *e)
{
    static const char begins[] = "ReservationName=";
    struct word record = {NULL, 0}, line;
    uint64_t number = 0, first = 0;
    int more;
    do {
        more = next_line(&text, &line, &number);
        if (more && (line.length < sizeof begins ||
                     memcmp(line.at, begins, sizeof begins - 1) != 0)) {
            if (record.at) record.length = (size_t)(line.at + line.length - record.at);
            continue;
        }
        if (record.at && read_reservation(c, record, first, now, e) != 0) return -1;
        record = line;
        first = number;
    } while (more);
    return 0;
}

const struct slurm_reservation *slurm_cluster_find(const struct slurm_cluster *c,
                                                   const char *name)
{
    for (size_t i = 0; i < c->reservation_count; i++)
        if (strcmp(c->reservations[i].name, name) == 0) return &c->reservations[i];
    return NULL;
}

/* ---- asking ------------------------------------------------------------------------ */

static const char *const sinfo[] = {"sinfo", "-h", "-a", "-N", "-o", "%N|%T|%R|%f", NULL};
static const char *const parts_of[] = {
    "sinfo", "-h", "-a", "-N", "-O", "NodeList:100,CPUsState:40,Gres:200,GresUsed:200",
    NULL};
static const char *const squeue[] = {"squeue",
                                     "-h",
                                     "-a",
                                     "-t",
                                     "pending,running,suspended,completing,configuring",
                                     "-o",
                                     "%i|%T|%S|%e|%N|%Y|%l",
                                     NULL};
static const char *const reservations[] = {"scontrol", "-o",          "-a",
                                           "show",     "reservation", NULL};

int slurm_cluster_read(struct slurm_cluster *c, const struct slurm_filter *f, int64_t now,
                       int parts, int64_t seconds, struct error *e)
{
    const char *const *const commands[] = {sinfo, reservations, parts_of, squeue};
    const int wanted[] = {parts & SLURM_CLUSTER_NODES, parts & SLURM_CLUSTER_RESERVATIONS,
                          f && (f->cores || f->gpus), parts == SLURM_CLUSTER_ALL};
    int result = 0;
    slurm_cluster_free(c);
    for (int i = 0; i < 4 && result == 0; i++) {
        char *out = NULL;
        if (!wanted[i]) continue;
        if (slurm_call(&c->site, commands[i], seconds, &out, e) != 0) return -1;
        struct word text = word_of(out);
        result = i == 0   ? slurm_cluster_nodes(c, text, f, e)
                 : i == 1 ? slurm_cluster_reservations(c, text, now, e)
                 : i == 2 ? slurm_cluster_parts(c, text, f, e)
                          : slurm_cluster_jobs(c, text, f, now, e);
        free(out);
    }
    return result;
}
