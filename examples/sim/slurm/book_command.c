/* book_command.c - implements book_command.h. */
#define _XOPEN_SOURCE 700

#include "slurm/book_command.h"

#include "program/cli.h"
#include "slurm/book_deal.h"
#include "slurm/book_journal.h"
#include "slurm/book_plan.h"
#include "slurm/book_report.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_cluster.h"
#include "slurm/slurm_time.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WHEN = 1, BOOK = 2, LIST = 4, MOVE = 8, CANCEL = 16, WATCH = 32, RECOVER = 64 };
enum { ASKS = WHEN | BOOK, KNOWS = BOOK | LIST | MOVE | CANCEL | WATCH | RECOVER };
enum { TRIES = 3, AHEAD = 5, NODES_MOST = 1000000 };

const struct book_command book_command_all[] = {
    {"when", "tells when and where there is room for a job at one or more clusters",
     WHEN},
    {"book", "reserves it: at all of the clusters that have a share, or nothing", BOOK},
    {"list", "shows the bookings, and whether the clusters still have them", LIST},
    {"move", "moves a booking to an earlier time, if nodes have become free", MOVE},
    {"cancel", "deletes the reservations of a booking", CANCEL},
    {"watch", "moves bookings whenever that is possible, and tells what changed", WATCH},
    {"recover", "after a crash: undoes what is half made, makes again what is lost",
     RECOVER}};
const size_t book_command_count = sizeof book_command_all / sizeof book_command_all[0];

struct call { /* of a command */
    const char *program;
    const char *after, *before, *at, *feature, *partition, *user, *name;
    const char *journal, *report;
    int64_t nodes, hours, lease, respect, every;
    struct cli_list operands;
    char path[PATH_MAX];
    struct book_journal j;
    struct slurm_cluster clusters[BOOK_SITES];
    struct error e;
};

static int64_t seconds_now(void) { return (int64_t)time(NULL); }

/* ---- the command line -------------------------------------------------------------- */

static int read_options(struct call *c, const struct book_command *command, int argc,
                        char **argv)
{
    const struct {
        int of;
        struct cli_option option;
    } all[] = {
        {ASKS,
         {OPTION_NUMBER("--nodes", &c->nodes, "N", 0, NODES_MOST), .unset = "needed",
          .help = "so many nodes, at all clusters together"}},
        {ASKS,
         {OPTION_DECIMAL("--hours", &c->hours, "H", 0, 8784 * INT64_C(1000000000)),
          .unset = "needed", .help = "for so many hours, such as 2.5"}},
        {ASKS,
         {OPTION_TEXT("--after", &c->after, "TIME"), .unset = "now",
          .help = "the earliest start: now+2hours, tomorrow-09:00, 2026-11-24T09:00"}},
        {ASKS, {OPTION_TEXT("--before", &c->before, "TIME"), .help = "the latest end"}},
        {ASKS, {OPTION_TEXT("--at", &c->at, "TIME"), .help = "exactly this start"}},
        {ASKS,
         {OPTION_TEXT("--feature", &c->feature, "F"),
          .help = "only nodes with this feature"}},
        {ASKS,
         {OPTION_TEXT("--partition", &c->partition, "P"),
          .help = "only nodes of this partition"}},
        {ASKS,
         {OPTION_FLAG("--respect-queue", &c->respect),
          .help = "jobs that wait hold their nodes too, where Slurm says when they"
                  " will start"}},
        {BOOK,
         {OPTION_TEXT("--user", &c->user, "NAME[,NAME]"), .unset = "who calls",
          .help = "who may use the reservations"}},
        {KNOWS,
         {OPTION_TEXT("--name", &c->name, "LABEL"),
          .help = "the booking, and its reservation at each cluster"}},
        {KNOWS,
         {OPTION_TEXT("--journal", &c->journal, "FILE"),
          .unset = "slurm_book/journal in $XDG_STATE_HOME or ~/.local/state",
          .help = "where bookings are remembered"}},
        {BOOK | MOVE | WATCH,
         {OPTION_DURATION("--lease", &c->lease, "SECONDS", 1, 86400),
          .help = "if not all clusters have confirmed by then, all is undone"}},
        {WATCH,
         {OPTION_DURATION("--every", &c->every, "SECONDS", 1, 86400),
          .help = "how often to look"}},
        {ASKS,
         {OPTION_TEXT("--report", &c->report, "FILE"),
          .help = "draw each cluster's nodes over time, with the booking (HTML)"}}};
    static const char notes[] =
        "A CLUSTER is NAME, NAME=slurm.conf or either with :MIN-MAX or :N, how many nodes"
        " its share may have if it has one. With NAME alone the slurm.conf is"
        " $SLURM_BOOK_CONF_DIR/NAME.conf, or the commands are given -M NAME. Exit status:"
        " 0 done, 1 refused or failed, 2 wrong command line, 3 there is no room.";
    struct cli_option options[sizeof all / sizeof all[0]];
    const int asks = (command->bit & ASKS) != 0;
    struct cli_program cli = {c->program,
                              asks ? "CLUSTER..." : "",
                              command->about,
                              options,
                              0,
                              asks ? notes : strstr(notes, "Exit status")};
    size_t i;
    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].of & command->bit) options[cli.option_count++] = all[i].option;
    return cli_parse_list(&cli, argc, argv, &c->operands, asks ? BOOK_SITES : 0);
}

/* A word that goes to the clusters as an argument, or their answers are compared with. */
static int take_name(struct call *c, const char *option, const char *from,
                     char to[BOOK_TEXT])
{
    if (!from) return 0;
    if (!hostlist_is_name(word_of(from), 64))
        return error_fail(&c->e,
                          "%s: '%s' is not made of letters, digits, '_', '.' and '-'",
                          option, from);
    strcpy(to, from);
    return 0;
}

static int take_time(struct call *c, const char *option, const char *from, int64_t *to)
{
    if (!from || slurm_time_read(from, seconds_now(), to)) return 0;
    return error_fail(&c->e,
                      "%s: '%s' is no time such as now+2hours, tomorrow-09:00 or"
                      " 2026-11-24T09:00",
                      option, from);
}

/* The slurm.conf of the cluster: what was given, of the folder, or "". */
static int take_conf(struct call *c, const char *given, struct book_part *p)
{
    const char *folder = getenv("SLURM_BOOK_CONF_DIR");
    char in_folder[PATH_MAX], real[PATH_MAX];
    if (!given && folder &&
        snprintf(in_folder, sizeof in_folder, "%s/%s.conf", folder, p->cluster) <
            PATH_MAX &&
        access(in_folder, F_OK) == 0)
        given = in_folder;
    if (!given) return 0;
    if (!realpath(given, real) || strlen(real) >= BOOK_TEXT || strpbrk(real, "\t\n"))
        return error_fail(&c->e,
                          "%s: %s is no file with a path of less than 256 characters",
                          p->cluster, given);
    strcpy(p->conf, real);
    return 0;
}

/* NAME[=PATH][:MIN-MAX]. */
static int take_cluster(struct call *c, const char *operand, struct booking *b)
{
    struct book_part *p = &b->parts[b->part_count];
    char text[4096];
    const char *colon = strrchr(operand, ':'), *equals;
    struct word range = word_of(colon ? colon + 1 : ""), low;
    int64_t i;
    p->least = 1;
    p->most = NODES_MOST;
    if (colon) {
        low = word_part(&range, '-');
        if (!range.at) range = low;
        if (!word_is_whole(low, 1, NODES_MOST, &p->least) ||
            !word_is_whole(range, p->least, NODES_MOST, &p->most))
            return error_fail(&c->e, "%s: behind the ':' MIN-MAX was expected", operand);
    }
    snprintf(text, sizeof text, "%.*s",
             (int)(colon ? (size_t)(colon - operand) : strlen(operand)), operand);
    equals = strchr(text, '=');
    if (equals) text[equals - text] = 0;
    if (take_name(c, "the cluster", text, p->cluster) != 0) return -1;
    for (i = 0; i < b->part_count; i++)
        if (strcmp(b->parts[i].cluster, p->cluster) == 0)
            return error_fail(&c->e, "%s is named twice", p->cluster);
    b->part_count++;
    return take_conf(c, equals ? equals + 1 : NULL, p);
}

/* What `when` and `book` are asked for. 0, or -1. */
static int take_wish(struct call *c, struct booking *b)
{
    const struct passwd *me = getpwuid(geteuid());
    const char *user = c->user ? c->user : me ? me->pw_name : "root";
    struct word users = word_of(user);
    size_t i;
    int64_t at = 0;
    b->nodes = c->nodes;
    b->length = c->hours / 1000000 * 3600 / 1000;
    b->respect_queue = c->respect;
    if (c->nodes == 0) return error_fail(&c->e, "--nodes is needed (see --help)");
    if (c->operands.count == 0)
        return error_fail(&c->e, "a CLUSTER is needed (see --help)");
    if (b->length < 1) return error_fail(&c->e, "--hours is needed, at least a second");
    for (i = 0; i < c->operands.count; i++)
        if (take_cluster(c, c->operands.items[i], b) != 0) return -1;
    if (take_time(c, "--after", c->after, &b->ready) != 0 ||
        take_time(c, "--before", c->before, &b->deadline) != 0 ||
        take_time(c, "--at", c->at, &at) != 0 ||
        take_name(c, "--feature", c->feature, b->feature) != 0 ||
        take_name(c, "--partition", c->partition, b->partition) != 0 ||
        take_name(c, "--name", c->name, b->name) != 0)
        return -1;
    while (users.at)
        if (!hostlist_is_name(word_part(&users, ','), 64) || strlen(user) >= BOOK_TEXT)
            return error_fail(&c->e, "--user: '%s' is no list of users", user);
    strcpy(b->users, user);
    if (c->at) {
        if (at < seconds_now() + AHEAD)
            return error_fail(&c->e, "--at: %s is over, or too near", c->at);
        b->ready = at;
        b->deadline = at + b->length;
    }
    if (!c->name)
        snprintf(b->name, sizeof b->name, "book-%" PRId64 "-%ld", seconds_now(),
                 (long)getpid());
    return 0;
}

/* ---- asking the clusters ----------------------------------------------------------- */

/* Reads the clusters of all parts. 0, or -1. */
static int read_clusters(struct call *c, const struct booking *b)
{
    const struct slurm_filter f = {b->partition[0] ? b->partition : NULL,
                                   b->feature[0] ? b->feature : NULL,
                                   (int)b->respect_queue};
    int64_t i;
    uint32_t k;
    for (i = 0; i < b->part_count; i++) {
        struct slurm_cluster *s = &c->clusters[i];
        s->site.name = b->parts[i].cluster;
        s->site.conf = b->parts[i].conf[0] ? b->parts[i].conf : NULL;
        if (slurm_call_stopped()) return error_fail(&c->e, "interrupted");
        if (slurm_cluster_read(s, &f, seconds_now(), SLURM_CLUSTER_ALL, 60, &c->e) != 0)
            return -1;
        for (k = 0; k < s->nodes.count && !s->wanted[k]; k++) continue;
        if (k == s->nodes.count)
            return error_fail(
                &c->e, "%s: of %d nodes none is of this partition and has this feature",
                s->site.name, (int)k);
    }
    return 0;
}

/* One line for each cluster that has a share. */
static void print_place(const struct booking *b, int place)
{
    char start[SLURM_TIME_TEXT], end[SLURM_TIME_TEXT];
    int64_t i;
    slurm_time_text(b->start[place], 0, start);
    slurm_time_text(b->start[place] + b->length, 0, end);
    for (i = 0; i < b->part_count; i++)
        if (b->parts[i].nodes[place])
            printf("  %-12s %s  %s  %s\n", b->parts[i].cluster, start, end,
                   b->parts[i].nodes[place]);
}

/* Plans until a plan holds. An exit status. */
static int ask(struct call *c, struct booking *b, int books)
{
    const struct booking *old;
    char why[BOOK_PLAN_WHY];
    int tries, result = 1;
    if (books && book_journal_open(&c->j, c->journal, O_RDWR | O_CREAT, &c->e) != 0)
        return CLI_BAD;
    old = book_journal_find(&c->j, b->name);
    if (old && old->state != BOOK_GONE) {
        error_fail(&c->e, "%s has a booking %s already", c->journal, b->name);
        return CLI_BAD;
    }
    for (tries = 1; result > 0; tries++) {
        /* who is late to start must not ask for a start in the past */
        const int64_t now = seconds_now() + (books ? AHEAD * tries : 0);
        if (read_clusters(c, b) != 0) return CLI_BAD;
        result = book_plan(b, c->clusters, now, 0, why, &c->e);
        if (result < 0) return CLI_BAD;
        if (c->report && book_report_page(c->report, b, c->clusters, why, &c->e) != 0)
            return CLI_BAD;
        if (result > 0) {
            printf("no room; %s\n", why);
            return BOOK_COMMAND_NO_ROOM;
        }
        if (!books) break;
        result = book_deal_make(&c->j, b, c->lease, &c->e);
        if (result < 0 || (result > 0 && tries == TRIES)) return CLI_BAD;
    }
    if (books) printf("%s\n", b->name);
    print_place(b, books ? BOOK_NOW : BOOK_NEXT);
    printf("%s\n", why);
    return CLI_OK;
}

static int run_ask(struct call *c, int books)
{
    struct booking b = {.state = BOOK_MAKING};
    const int code = take_wish(c, &b) == 0 ? ask(c, &b, books) : CLI_BAD;
    if (code == CLI_BAD) cli_complain(c->program, "%s", c->e.text);
    book_journal_drop(&b);
    book_journal_close(&c->j);
    return code;
}

/* ---- bookings that are known ------------------------------------------------------- */

static int list_one(struct call *c, struct booking *b)
{
    static const char *const states[] = {
        "is being made, or was when it crashed", "booked",
        "is being moved, or was when it crashed", "is being cancelled", "gone"};
    enum book_deal_seen seen;
    int64_t i;
    int worst = 0;
    if (b->state == BOOK_GONE || b->start[BOOK_NOW] + b->length <= seconds_now())
        return 0;
    printf("%s: %s, %" PRId64 " nodes for %s\n", b->name, states[b->state], b->nodes,
           b->users);
    print_place(b, BOOK_NOW);
    for (i = 0; i < b->part_count; i++) {
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
    int result;
    if (b->state != BOOK_BOOKED || b->start[BOOK_NOW] <= seconds_now()) return 0;
    if (read_clusters(c, b) != 0) return -1;
    result = book_plan(b, c->clusters, seconds_now() + AHEAD, 1, why, &c->e);
    if (result == 0) result = book_deal_move(&c->j, b, c->lease, &c->e);
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
static int each(struct call *c, int bit, int quiet)
{
    const int how = bit == LIST ? O_RDONLY : O_RDWR;
    int worst = book_journal_open(&c->j, c->journal, how, &c->e), found = 0;
    size_t i;
    for (i = 0; i < c->j.count && worst >= 0 && !slurm_call_stopped(); i++) {
        struct booking *b = &c->j.bookings[i];
        int result;
        if (c->name && strcmp(c->name, b->name) != 0) continue;
        found = 1;
        c->e.text[0] = 0;
        result = bit == LIST      ? list_one(c, b)
                 : bit == CANCEL  ? book_deal_cancel(&c->j, b, &c->e)
                 : bit == RECOVER ? recover_one(c, b)
                                  : move_one(c, b, quiet);
        if (result == 0) continue;
        worst = 1;
        if (bit != LIST) cli_complain(c->program, "%s: %s", b->name, c->e.text);
    }
    if (worst == 0 && c->name && !found)
        worst = error_fail(&c->e, "%s has no booking %s", c->journal, c->name);
    book_journal_close(&c->j);
    return worst;
}

static int run_each(struct call *c, int bit)
{
    int result;
    if (bit == CANCEL && !c->name)
        return cli_complain(c->program, "--name is needed (see --help)");
    do {
        result = each(c, bit, bit == WATCH);
        fflush(stdout);
        if (bit != WATCH || result < 0) break;
        sleep((unsigned)c->every);
    } while (!slurm_call_stopped());
    if (result < 0) cli_complain(c->program, "%s", c->e.text);
    return bit == WATCH && slurm_call_stopped() ? CLI_OK : result == 0 ? CLI_OK : CLI_BAD;
}

int book_command_run(const struct book_command *command, int argc, char **argv)
{
    struct call c = {.lease = 60, .every = 60};
    const char *state = getenv("XDG_STATE_HOME"), *of_user = getenv("HOME");
    const char *const home = of_user ? of_user : "";
    char name[32];
    size_t i;
    int code;
    snprintf(name, sizeof name, "slurm_book %s", command->word);
    c.program = name;
    code = read_options(&c, command, argc, argv);
    if (code != CLI_RUN) return code;
    if (!c.journal)
        snprintf(c.path, sizeof c.path, "%s%s/slurm_book/journal", state ? state : home,
                 state ? "" : "/.local/state");
    if (!c.journal) c.journal = c.path;
    slurm_call_catch();
    if (command->bit & ASKS)
        code = run_ask(&c, command->bit == BOOK);
    else
        code = run_each(&c, command->bit);
    for (i = 0; i < BOOK_SITES; i++) slurm_cluster_free(&c.clusters[i]);
    return cli_written(name, code);
}
