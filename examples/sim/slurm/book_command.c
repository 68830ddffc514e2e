/* book_command.c - a command fills a booking from its options and asks all clusters; the
 * plan and the deal do the rest. */
#define _XOPEN_SOURCE 700

#include "slurm/book_command.h"

#include "base/text.h"
#include "kit/command.h"
#include "kit/fail.h"
#include "slurm/book_deal.h"
#include "slurm/book_drain.h"
#include "slurm/book_journal.h"
#include "slurm/book_plan.h"
#include "slurm/book_report.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_cluster.h"
#include "workload/date.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum way { LIST, MOVE, CANCEL, WATCH, RECOVER };
enum { TRIES = 3, AHEAD = 5, NODES_MOST = 1000000 };

struct settings { /* of all commands */
    const char *after, *before, *at, *feature, *partition, *user, *name, *zone;
    const char *journal, *report, *drained, *from, *to, *hours;
    const char *const *clusters; /* NULL = none, else NULL at the end */
    int64_t nodes, lease, respect, every, cores, gpus;
};

struct call { /* of a command */
    struct settings given;
    char path[PATH_MAX];
    struct book_journal j;
    struct slurm_cluster clusters[BOOK_SITES];
    struct error e;
};

static int64_t seconds_now(void) { return (int64_t)time(NULL); }

/* ---- the command line -------------------------------------------------------------- */

/* A word that goes to the clusters as an argument, or their answers are compared with. */
static void take_name(const char *option, const char *from, char to[BOOK_TEXT])
{
    if (!from) return;
    if (!hostlist_is_name(word_of(from), 64))
        fail_usage("%s: '%s' is not made of letters, digits, '_', '.' and '-'", option,
                   from);
    strcpy(to, from);
}

static void take_time(const char *option, const char *from, int64_t *to)
{
    const int is = from ? date_wanted(from, seconds_now(), to) : 1;
    if (is < 0)
        fail_usage("%s: '%s' does not exist: clocks go forward then", option, from);
    if (!is)
        fail_usage("%s: '%s' is not a time such as now+2hours or 2026-11-24T09:00",
                   option, from);
}

/* The slurm.conf of the cluster: as given, of the folder, or "". */
static void take_conf(const char *given, struct book_part *p)
{
    const char *folder = getenv("SLURM_BOOK_CONF_DIR");
    char in_folder[PATH_MAX], real[PATH_MAX];
    if (!given && folder &&
        snprintf(in_folder, sizeof in_folder, "%s/%s.conf", folder, p->cluster) <
            PATH_MAX &&
        access(in_folder, F_OK) == 0)
        given = in_folder;
    if (!given) return;
    if (!realpath(given, real) || strlen(real) >= BOOK_TEXT || strpbrk(real, "\t\n"))
        fail("%s: %s: not a file, or path over 255 characters", p->cluster, given);
    strcpy(p->conf, real);
}

/* NAME[=PATH][:MIN-MAX]. */
static void take_cluster(const char *operand, struct booking *b)
{
    struct book_part *p = &b->parts[b->part_count];
    char text[4096];
    const char *colon = strrchr(operand, ':');
    if (b->part_count == BOOK_SITES) fail_usage("more than %d clusters", BOOK_SITES);
    p->least = 1;
    p->most = NODES_MOST;
    if (colon && !word_is_range(word_of(colon + 1), 1, NODES_MOST, &p->least, &p->most))
        fail_usage("%s: expected MIN-MAX after ':'", operand);
    snprintf(text, sizeof text, "%.*s",
             (int)(colon ? (size_t)(colon - operand) : strlen(operand)), operand);
    const char *equals = strchr(text, '=');
    if (equals) text[equals - text] = 0;
    take_name("the cluster", text, p->cluster);
    for (int64_t i = 0; i < b->part_count; i++)
        if (strcmp(b->parts[i].cluster, p->cluster) == 0)
            fail_usage("%s is named twice", p->cluster);
    b->part_count++;
    take_conf(equals ? equals + 1 : NULL, p);
}

static void take_label(const char *given, const char *kind, struct booking *b)
{
    take_name("--name", given, b->name);
    if (!given)
        snprintf(b->name, sizeof b->name, "%s-%" PRId64 "-%ld", kind, seconds_now(),
                 (long)getpid());
}

/* What `drain` is asked for. */
static void take_drain(const struct settings *s, struct booking *b)
{
    struct names nodes = {.any_case = 0};
    struct error e;
    int64_t until = 0;
    if (!s->drained || !s->from || !s->to)
        fail_usage("--nodes, --from and --to are required (see --help)");
    if (!s->clusters || s->clusters[1])
        fail_usage("one CLUSTER is required (see --help)");
    take_cluster(s->clusters[0], b);
    take_time("--from", s->from, &b->ready);
    take_time("--to", s->to, &until);
    take_label(s->name, "drain", b);
    if (b->ready < seconds_now() + AHEAD)
        fail_usage("--from: %s is past or too soon", s->from);
    if (until <= b->ready) fail_usage("--to: %s is not after --from", s->to);
    b->length = until - b->ready;
    b->start[BOOK_NEXT] = b->ready;
    b->how = BOOK_MAINTENANCE;
    strcpy(b->users, "root");
    if (word_is_whole(word_of(s->drained), 1, NODES_MOST, &b->nodes)) return;
    if (hostlist_read(word_of(s->drained), &nodes, &e) != 0)
        fail_usage("--nodes: %s; expected a list or a number from 1 up", e.text);
    b->nodes = nodes.count;
    b->parts[0].nodes[BOOK_NEXT] =
        hostlist_text((const char *const *)nodes.text, nodes.count);
    if (!b->parts[0].nodes[BOOK_NEXT]) fail("out of memory");
    names_free(&nodes);
}

/* Of --hours: a number of them, or any time. */
static int64_t length_of(const char *text)
{
    enum { YEAR = 366 * 86400 };
    int64_t seconds;
    double hours;
    if (!word_is_number(word_of(text), &hours)) {
        if (quantity_time(word_of(text), YEAR, &seconds) && seconds > 0) return seconds;
    } else if (hours * 3600 >= 1 && hours * 3600 <= YEAR) {
        return (int64_t)(hours * 3600 + 1e-6);
    }
    fail_usage("--hours: '%s' is not a length such as 2.5 or 1d12h", text);
}

/* What `when` and `book` are asked for. */
static void take_wish(const struct settings *s, struct booking *b)
{
    const struct passwd *me = getpwuid(geteuid());
    const char *user = s->user ? s->user : me ? me->pw_name : "root";
    struct word users = word_of(user);
    int64_t at = 0;
    b->nodes = s->nodes;
    b->how = s->respect ? BOOK_RESPECTS_QUEUE : 0;
    if (s->nodes == 0) fail_usage("--nodes is required (see --help)");
    if (!s->clusters) fail_usage("a CLUSTER is required (see --help)");
    if (!s->hours) fail_usage("--hours is required (see --help)");
    b->length = length_of(s->hours);
    for (size_t i = 0; s->clusters[i]; i++) take_cluster(s->clusters[i], b);
    take_time("--after", s->after, &b->ready);
    take_time("--before", s->before, &b->deadline);
    take_time("--at", s->at, &at);
    take_name("--feature", s->feature, b->feature);
    take_name("--partition", s->partition, b->partition);
    take_label(s->name, "book", b);
    while (users.at)
        if (!hostlist_is_name(word_part(&users, ','), 64) || strlen(user) >= BOOK_TEXT)
            fail_usage("--user: '%s' is not a list of users", user);
    strcpy(b->users, user);
    if (s->at) {
        if (at < seconds_now() + AHEAD) fail_usage("--at: %s is past or too soon", s->at);
        b->ready = at;
        b->deadline = at + b->length;
    }
}

/* ---- asking the clusters ----------------------------------------------------------- */

/* Reads the clusters of all parts. 0, or -1. */
static int read_clusters(struct call *c, const struct booking *b)
{
    const struct slurm_filter f = {b->partition[0] ? b->partition : NULL,
                                   b->feature[0] ? b->feature : NULL,
                                   b->how != 0, /* a drain reports the queue */
                                   c->given.cores, c->given.gpus};
    uint32_t k;
    for (int64_t i = 0; i < b->part_count; i++) {
        struct slurm_cluster *s = &c->clusters[i];
        s->site.name = b->parts[i].cluster;
        s->site.conf = b->parts[i].conf[0] ? b->parts[i].conf : NULL;
        if (slurm_call_stopped()) return error_fail(&c->e, "interrupted");
        if (slurm_cluster_read(s, &f, seconds_now(), SLURM_CLUSTER_ALL, 60, &c->e) != 0)
            return -1;
        for (k = 0; k < s->nodes.count && !s->wanted[k]; k++) continue;
        if (k == s->nodes.count)
            return error_fail(
                &c->e,
                "%s: none of %d nodes is in this partition and has what is requested",
                s->site.name, (int)k);
    }
    return 0;
}

/* Ends the program with the reason, after an error. */
static void must(int result, const struct call *c)
{
    if (result < 0) fail("%s", c->e.text);
}

/* One line for each cluster that has a share. */
static void print_place(const struct booking *b, int place)
{
    char start[DATE_TEXT], end[DATE_TEXT];
    date_iso(b->start[place], 0, start);
    date_iso(b->start[place] + b->length, 0, end);
    for (int64_t i = 0; i < b->part_count; i++)
        if (b->parts[i].nodes[place])
            printf("  %-12s %s  %s  %s\n", b->parts[i].cluster, start, end,
                   b->parts[i].nodes[place]);
}

/* Opens the journal, where the booking must be new. */
static void begin_booking(struct call *c, const struct booking *b)
{
    must(book_journal_open(&c->j, c->given.journal, O_RDWR | O_CREAT, &c->e), c);
    const struct booking *old = book_journal_find(&c->j, b->name);
    if (old && old->state != BOOK_GONE)
        fail("%s has a booking %s already", c->given.journal, b->name);
}

/* What `when` takes for free. */
static void print_parts(const struct call *c, const struct booking *b)
{
    const struct settings *s = &c->given;
    int64_t i;
    for (i = 0; i < b->part_count && !c->clusters[i].untold; i++) continue;
    if (s->cores + s->gpus == 0)
        puts("whole nodes only; --cores and --gpus ask for parts of them");
    else if (i < b->part_count)
        puts("whole nodes only: sinfo does not say which cores and GPUs are free");
    else
        printf("%" PRId64 " core%s and %" PRId64 " GPU%s of each node, where sinfo says"
               " they are free now, else whole nodes\n",
               s->cores, text_s((uint64_t)s->cores), s->gpus, text_s((uint64_t)s->gpus));
}

/* Plans until a plan holds. An exit status. */
static int ask(struct call *c, struct booking *b, int books)
{
    const struct settings *s = &c->given;
    char why[BOOK_PLAN_WHY];
    int result = 1;
    if (books) begin_booking(c, b);
    for (int tries = 1; result > 0; tries++) {
        /* who is late to start must not ask for a start in the past */
        const int64_t now = seconds_now() + (books ? AHEAD * tries : 0);
        must(read_clusters(c, b), c);
        result = book_plan(b, c->clusters, now, 0, why, &c->e);
        must(result, c);
        if (s->report) book_report_page(s->report, b, c->clusters, why);
        if (result > 0) {
            printf("no room; %s\n", why);
            return BOOK_COMMAND_NO_ROOM;
        }
        if (!books) break;
        result = book_deal_make(&c->j, b, s->lease, &c->e);
        must(result > 0 && tries == TRIES ? -1 : result, c);
    }
    if (books) printf("%s\n", b->name);
    print_place(b, books ? BOOK_NOW : BOOK_NEXT);
    printf("%s\n", why);
    if (!books) print_parts(c, b);
    return 0;
}

/* Reports what would be in the way of maintenance; if the nodes are named, it is made. */
static void drain_nodes(struct call *c, struct booking *b)
{
    const int proposes = !b->parts[0].nodes[BOOK_NEXT];
    const int place = proposes ? BOOK_NEXT : BOOK_NOW;
    const struct slurm_cluster *s = &c->clusters[0];
    int exact = 0;
    if (!proposes) begin_booking(c, b);
    must(read_clusters(c, b), c);
    if (proposes) {
        exact = book_drain_choose(b, s);
    } else {
        book_drain_check(b, s);
        must(book_deal_make(&c->j, b, c->given.lease, &c->e) ? -1 : 0, c);
        printf("%s\n", b->name);
    }
    print_place(b, place);
    if (proposes)
        printf("proposed, not reserved: %s\n",
               exact ? "no other nodes disturb less" : "others may disturb less");
    book_drain_tell(b, place, s);
}

/* ---- bookings that are known ------------------------------------------------------- */

static int list_one(struct call *c, struct booking *b)
{
    static const char *const states[] = {
        "is being made, or was when it crashed", "booked",
        "is being moved, or was when it crashed", "is being cancelled", "gone"};
    enum book_deal_seen seen;
    int worst = 0;
    if (b->state == BOOK_GONE || b->start[BOOK_NOW] + b->length <= seconds_now())
        return 0;
    printf("%s: %s, %" PRId64 " nodes for %s\n", b->name, states[b->state], b->nodes,
           b->how & BOOK_MAINTENANCE ? "maintenance" : b->users);
    print_place(b, BOOK_NOW);
    for (int64_t i = 0; i < b->part_count; i++) {
        if (!b->parts[i].nodes[BOOK_NOW]) continue;
        if (book_deal_look(b, i, BOOK_NOW, &seen, &c->e) != 0)
            printf("  %s\n", c->e.text);
        else if (seen != BOOK_DEAL_WHOLE)
            printf("  %-12s the reservation %s\n", b->parts[i].cluster,
                   book_deal_words[seen]);
        else
            continue;
        worst = 1;
    }
    return worst;
}

static int move_one(struct call *c, struct booking *b, int quiet)
{
    char why[BOOK_PLAN_WHY];
    if (b->state != BOOK_BOOKED || b->how & BOOK_MAINTENANCE ||
        b->start[BOOK_NOW] <= seconds_now())
        return 0;
    if (read_clusters(c, b) != 0) return -1;
    int result = book_plan(b, c->clusters, seconds_now() + AHEAD, 1, why, &c->e);
    if (result == 0) result = book_deal_move(&c->j, b, c->given.lease, &c->e);
    if (result > 0 && quiet) return 0;
    if (result < 0) return -1;
    printf("%s %s\n", b->name, result > 0 ? "stays" : "moved");
    print_place(b, BOOK_NOW);
    return 0;
}

static int recover_one(struct call *c, struct booking *b)
{
    const int64_t state = b->state;
    const int result = book_deal_recover(&c->j, b, &c->e);
    if (result == 0 && state != BOOK_GONE)
        printf("%s: %s\n", b->name, b->state == BOOK_GONE ? "undone, or over" : "booked");
    return result;
}

/* Does what the command does with each booking that is chosen. 0; 1 if all is not well,
 * -1 without a journal. */
static int each(struct call *c, enum way way)
{
    const int how = way == LIST ? O_RDONLY : O_RDWR;
    int worst = book_journal_open(&c->j, c->given.journal, how, &c->e), found = 0;
    for (size_t i = 0; i < c->j.count && worst >= 0 && !slurm_call_stopped(); i++) {
        struct booking *b = &c->j.bookings[i];
        if (c->given.name && strcmp(c->given.name, b->name) != 0) continue;
        found = 1;
        c->e.text[0] = 0;
        const int result = way == LIST      ? list_one(c, b)
                           : way == CANCEL  ? book_deal_cancel(&c->j, b, &c->e)
                           : way == RECOVER ? recover_one(c, b)
                                            : move_one(c, b, way == WATCH);
        if (result == 0) continue;
        worst = 1;
        if (way != LIST) fail_warn("%s: %s", b->name, c->e.text);
    }
    if (worst == 0 && c->given.name && !found)
        worst =
            error_fail(&c->e, "%s has no booking %s", c->given.journal, c->given.name);
    book_journal_close(&c->j);
    return worst;
}

/* ---- the commands ------------------------------------------------------------------ */

static struct call *begin(const void *settings)
{
    static struct call c; /* too large for a stack */
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (!home) home = "";
    memcpy(&c.given, settings, sizeof c.given);
    snprintf(c.path, sizeof c.path, "%s%s/slurm_book/journal", state ? state : home,
             state ? "" : "/.local/state");
    if (!c.given.journal) c.given.journal = c.path;
    if (!date_zone(c.given.zone))
        fail_usage("--zone: '%s' is not a time zone that this system has", c.given.zone);
    slurm_call_catch();
    return &c;
}

static int end(struct call *c, int status)
{
    book_journal_close(&c->j);
    for (size_t i = 0; i < BOOK_SITES; i++) slurm_cluster_free(&c->clusters[i]);
    return status;
}

static int run_ask(const void *settings, int books)
{
    struct call *c = begin(settings);
    struct booking b = {.state = BOOK_MAKING};
    take_wish(&c->given, &b);
    const int status = ask(c, &b, books);
    book_journal_drop(&b);
    return end(c, status);
}

static int drain(const void *settings)
{
    struct call *c = begin(settings);
    struct booking b = {.state = BOOK_MAKING};
    take_drain(&c->given, &b);
    drain_nodes(c, &b);
    book_journal_drop(&b);
    return end(c, 0);
}

static int run_each(const void *settings, enum way way)
{
    struct call *c = begin(settings);
    int result;
    if (way == CANCEL && !c->given.name) fail_usage("--name is required (see --help)");
    do {
        result = each(c, way);
        fflush(stdout);
        if (way != WATCH || result < 0) break;
        sleep((unsigned)c->given.every);
    } while (!slurm_call_stopped());
    if (way == WATCH && slurm_call_stopped()) result = 0;
    must(result, c);
    return end(c, result);
}

static int when(const void *settings) { return run_ask(settings, 0); }
static int book(const void *settings) { return run_ask(settings, 1); }
static int list(const void *settings) { return run_each(settings, LIST); }
static int move(const void *settings) { return run_each(settings, MOVE); }
static int cancel(const void *settings) { return run_each(settings, CANCEL); }
static int watch(const void *settings) { return run_each(settings, WATCH); }
static int recover(const void *settings) { return run_each(settings, RECOVER); }

#define AT(kind, member) OPTION(kind, struct settings, member)

/* What each command has that looks at reservations. */
#define ZONE_OPTION                                                                 \
    {                                                                               \
        "zone", AT(OPTION_TEXT, zone),                                              \
            .meta = "ZONE", .said = "this machine's",                               \
            .help = "time zone of repeating reservations (DAILY, ...) and of times" \
                    " given and shown, such as Europe/Madrid"                       \
    }

/* What each command has that changes bookings. */
#define KNOWN                                                               \
    {"name", AT(OPTION_TEXT, name), .meta = "LABEL",                        \
     .help = "name of the booking and its reservations"},                   \
        {"journal", AT(OPTION_TEXT, journal), .meta = "FILE",               \
         .said = "slurm_book/journal in $XDG_STATE_HOME or ~/.local/state", \
         .help = "file that remembers bookings"},                           \
    {                                                                       \
        "lease", AT(OPTION_TIME, lease),                                    \
            .lo = 1, .hi = 86400, .value = "60s",                           \
            .help = "undo everything unless all clusters confirm by then"   \
    }

/* What a job asks for. */
/* clang-format off */
#define WISH                                                                             \
    {"CLUSTER", AT(OPTION_LIST, clusters), .operand = 1,                                 \
     .help = "NAME or NAME=slurm.conf; :N or :MIN-MAX after it limits its nodes, if it"  \
             " has a share. For NAME alone: $SLURM_BOOK_CONF_DIR/NAME.conf, or else"   \
             " the commands run with -M NAME"},                                          \
    {"nodes", AT(OPTION_WHOLE, nodes), .lo = 1, .hi = NODES_MOST, .said = "required",    \
     .help = "total nodes on all clusters"},                                             \
    {"hours", AT(OPTION_TEXT, hours), .meta = "H", .said = "required",                   \
     .help = "hours, such as 2.5, or a time such as 1d12h"},                             \
    {"after", AT(OPTION_TEXT, after), .meta = "WHEN", .said = "now",                     \
     .help = "the earliest start: now+2hours, tomorrow-09:00, 2026-11-24T09:00"},        \
    {"before", AT(OPTION_TEXT, before), .meta = "WHEN", .help = "the latest end"},       \
    {"at", AT(OPTION_TEXT, at), .meta = "WHEN", .help = "exactly this start"},           \
    {"feature", AT(OPTION_TEXT, feature), .meta = "F",                                   \
     .help = "only nodes with this feature"},                                            \
    {"partition", AT(OPTION_TEXT, partition), .meta = "P",                               \
     .help = "only nodes of this partition"},                                            \
    {"respect-queue", AT(OPTION_FLAG, respect),                                          \
     .help =                                                                             \
         "waiting jobs hold nodes too, if Slurm predicts their start"},                  \
    {"report", AT(OPTION_OUTPUT, report),                                                \
     .help = "draw each cluster's nodes over time, with the booking (HTML)"}
/* clang-format on */

static const struct option when_options[] = {
    {"cores", AT(OPTION_WHOLE, cores), .hi = 1 << 20, .said = "whole nodes",
     .help = "use nodes with N cores free now (sinfo), shared with running jobs"},
    {"gpus", AT(OPTION_WHOLE, gpus), .hi = 1 << 20, .said = "whole nodes",
     .help = "the same for GPUs"},
    WISH,
    ZONE_OPTION};

/* So ordered that each command has some that follow each other. */
enum { USER, ZONE = 11, KNOWS, LEASE = KNOWS + 2, EVERY };
static const struct option options[] = {
    {"user", AT(OPTION_TEXT, user), .meta = "NAME[,NAME]", .said = "you",
     .help = "who may use the reservations"},
    WISH,
    ZONE_OPTION,
    KNOWN,
    {"every", AT(OPTION_TIME, every), .lo = 1, .hi = 86400, .value = "60s",
     .help = "how often to look"}};

static const struct option drain_options[] = {
    {"CLUSTER", AT(OPTION_LIST, clusters), .operand = 1,
     .help = "NAME or NAME=slurm.conf, as in the other commands"},
    {"nodes", AT(OPTION_TEXT, drained), .meta = "LIST|N", .said = "required",
     .help = "reserve these nodes, such as n[01-08],m3; a number N: only propose the N"
             " nodes that disturb fewest jobs"},
    ZONE_OPTION,
    {"from", AT(OPTION_TEXT, from), .meta = "WHEN", .said = "required",
     .help = "the start: now+2hours, tomorrow-09:00, 2026-11-24T09:00"},
    {"to", AT(OPTION_TEXT, to), .meta = "WHEN", .said = "required", .help = "the end"},
    KNOWN};

/* What a command does is all that --help says of it. */
#define COMMAND(name, first, until, about)                                    \
    {                                                                         \
#name, about, about, notes, options + (first), (until) + 1 - (first), \
            sizeof(struct settings), name                                     \
    }
#define WHEN "reports when and where there is room for a job on one or more clusters"
#define DRAIN                                                                 \
    "reserves nodes for maintenance and reports jobs in the way, or proposes" \
    " nodes"

static const char notes[] =
    "Exit status: 0 done, 1 refused or failed, 2 wrong command line, 3 no room.";

const struct command book_command_all[] = {
    {"when", WHEN, WHEN, notes, when_options,
     sizeof when_options / sizeof when_options[0], sizeof(struct settings), when},
    COMMAND(book, USER, LEASE,
            "reserves a job's nodes on all chosen clusters, or on none"),
    {"drain", DRAIN, DRAIN, notes, drain_options,
     sizeof drain_options / sizeof drain_options[0], sizeof(struct settings), drain},
    COMMAND(list, KNOWS, LEASE - 1,
            "shows the bookings, and whether the clusters still have them"),
    COMMAND(move, ZONE, LEASE,
            "moves a booking to an earlier time, if nodes have become free"),
    COMMAND(cancel, KNOWS, LEASE - 1, "deletes the reservations of a booking"),
    COMMAND(watch, ZONE, EVERY, "moves bookings whenever possible, and reports changes"),
    COMMAND(recover, KNOWS, LEASE - 1,
            "after a crash: undoes partial bookings, recreates lost ones")};
const size_t book_command_count = sizeof book_command_all / sizeof book_command_all[0];
