/* test_sitelog_runs.c - what records of a system say together (logtool/sitelog_runs.c):
 * dumps that overlap, runs given up, components, a clock that is put back, reservations;
 * and columns of sacct that are more than one field.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "test.h"

#include "files.h"

#include "logtool/sitelog.h"

#include <inttypes.h>
#include <string.h>

typedef int reader(struct sitelog *s, struct error *e);

struct example {
    const char *name, *text, *want;
};

/* Submission, wait, run, processors, requested memory and status of each job;
 * reservations; how many records were left out (=), waited or ran (?), are undecided
 * (~). */
static void write_found(const struct sitelog *s, char *to, size_t size)
{
    size_t i, n = 0;
    for (i = 0; i < s->log.count; i++) {
        const swf_job *j = &s->log.jobs[i].job;
        n += (size_t)snprintf(to + n, size - n, "%d %d %d %d %" PRId64 " %d/",
                              (int)j->submit, (int)j->wait, (int)j->run, (int)j->procs,
                              j->req_memory, (int)j->status);
    }
    for (i = 0; i < s->log.line_count; i++)
        if (strcmp(s->log.lines[i].key.data, "Reservation") == 0)
            n +=
                (size_t)snprintf(to + n, size - n, "R%s/", s->log.lines[i].text.data + 1);
    if (s->replaced) n += (size_t)snprintf(to + n, size - n, "=%d", (int)s->replaced);
    if (s->unfinished) n += (size_t)snprintf(to + n, size - n, "?%d", (int)s->unfinished);
    if (s->undecided) snprintf(to + n, size - n, "~%d", (int)s->undecided);
}

/* Reads a file of these lines; what is wrong with it, if it is refused. */
static void is(reader *read, const char *zone, const char *head, const struct example *e)
{
    struct sitelog s = {.zone = zone, .refuse = 1};
    char path[FILES_PATH], text[2000], found[2000] = "";
    struct error why;
    FILE *f = files_open(path);
    snprintf(text, sizeof text, "%s%s", head, e->text);
    files_write(f, text);
    s.path = path;
    CHECK(sitelog_use_zone(&s));
    if (read(&s, &why) == 0) {
        sitelog_finish(&s);
        write_found(&s, found, sizeof found);
    } else {
        snprintf(found, sizeof found, "%s", why.text + strlen(path) + 2);
    }
    if (strcmp(found, e->want) != 0) printf("%s:\n", e->name);
    CHECK_STR(found, e->want);
    sitelog_free(&s);
    unlink(path);
}

#define ALL(read, zone, head, examples)                               \
    do {                                                              \
        size_t of;                                                    \
        for (of = 0; of < sizeof examples / sizeof examples[0]; of++) \
            is(read, zone, head, &examples[of]);                      \
    } while (0)

#define HEAD "JobID|State|Submit|Start|End|AllocCPUS|Cluster\n"

static void one_record_of_each_run(void)
{
    static const struct example examples[] = {
        {"three dumps",
         "1|CD|10|20|30|4|n\n" HEAD "1|CD|10|20|30|4|n\n1|CD|10|20|30|4|n\n",
         "0 10 10 4 -1 1/=2"},
        {"waits, runs, is over",
         "1|PD|10|Unknown|Unknown|0|n\n1|R|10|20|Unknown|4|n\n1|F|10|20|30|4|n\n",
         "0 10 10 4 -1 0/=2"},
        {"the other way round", "1|F|10|20|30|4|n\n1|R|10|20|Unknown|4|n\n",
         "0 10 10 4 -1 0/=1"},
        {"the last one counts", "1|CD|10|20|30|4|n\n1|F|10|20|40|4|n\n",
         "0 10 20 4 -1 0/=1"},
        {"still runs, still waits",
         "1|PD|10|None|None|0|n\n1|R|10|20|None|4|n\n2|PD|10|None|None|0|n\n"
         "2|PD|10|None|None|0|n\n",
         "=2?2"},
        {"an id that came back, a run that was requeued, other clusters, tasks",
         "1|CD|10|20|30|4|n\n1|CD|15|20|30|4|n\n1|NF|50|60|70|4|n\n1|CD|50|80|90|4|n\n"
         "1|CD|10|20|30|4|s\n1_3|CD|10|20|30|4|n\n1_4|CD|10|20|30|4|n\n",
         "0 10 10 4 -1 1/0 10 10 4 -1 1/0 10 10 4 -1 1/0 10 10 4 -1 1/5 5 10 4 -1 1/"
         "40 10 10 4 -1 0/40 30 10 4 -1 1/"},
        {"other columns in the next",
         "1|CD|10|20|30|4|n\n"
         "\357\273\277JobID|End|Start|Submit|State|AllocCPUS\n"
         "2|30|20|10|CD|4\n",
         "0 10 10 4 -1 1/0 10 10 4 -1 1/"},
        {"components, requeued, in two dumps",
         "9+0|RQ|10|20|30|4|n\n9+1|RQ|10|20|30|2|n\n9+0|R|30|40|None|4|n\n"
         "9+1|R|30|40|None|2|n\n12+1|CD|10|20|25|3|n\n12+0|CD|10|20|30|1|n\n"
         "9+0|RQ|10|20|30|4|n\n9+1|RQ|10|20|30|2|n\n9+0|CD|30|40|50|4|n\n"
         "9+1|CD|30|40|50|2|n\n",
         "0 10 10 4 -1 1/0 10 10 6 -1 0/20 10 10 6 -1 1/=4"},
        {"components, requeued without a new submission",
         "9+0|NF|10|20|30|4|n\n9+1|NF|10|20|30|2|n\n9+0|CD|10|40|50|4|n\n"
         "9+1|CD|10|40|50|2|n\n",
         "0 10 10 6 -1 0/0 30 10 6 -1 1/"},
        {"a second early", "1|CD|10|9|30|4|n\n", "0 0 21 4 -1 1/"},
        {"two seconds early", "1|CD|10|8|30|4|n\n",
         "line 2: the job starts before it is submitted"}};
    ALL(sacct_read, "UTC", HEAD, examples);
}

/* A run that was given up, as PBS Professional, and as Torque, writes it. */
static void runs_given_up(void)
{
#define ON "01/05/2026 0"
#define RUN "exec_host=a/0*4 Resource_List.ncpus=4 "
    static const struct example examples[] = {
        {"all of it in the record",
         ON "8:35:00;R;5.s;ctime=100 start=160 " RUN "end=220 Exit_status=-12\n" ON
            "9:00:00;R;5.s;ctime=100 start=240 " RUN "end=250\n" ON
            "9:10:00;E;5.s;ctime=100 qtime=250 start=290 " RUN "end=300 Exit_status=0\n",
         "0 60 60 4 -1 0/120 20 10 4 -1 0/150 40 10 4 -1 1/"},
        {"in those of its start, and in two files",
         ON "8:00:00;Q;5.s;queue=q\n" ON "8:00:20;S;5.s;" RUN "\n" ON
            "8:01:00;R;5.s;\n" ON "8:02:00;S;5.s;" RUN "\n" ON
            "8:03:00;E;5.s;ctime=1767600000 start=1767600120 end=1767600180 "
            "Exit_status=1 " RUN "\n" ON
            "8:03:00;E;5.s;ctime=1767600000 start=1767600120 end=1767600180 "
            "Exit_status=1 " RUN "\n",
         "0 20 40 4 -1 0/60 60 60 4 -1 0/=1"},
        {"and then deleted",
         ON "8:00:00;Q;5.s;queue=q\n" ON "8:00:20;S;5.s;\n" ON "8:01:00;R;5.s;\n" ON
            "8:02:00;D;5.s;\n",
         "0 20 40 -1 -1 0/60 60 -1 -1 -1 5/"},
        {"without the record of its submission",
         "\357\273\277" ON "8:00:20;S;5.s;ctime=1767600000 " RUN "\n" ON
         "8:01:00;R;5.s;\n",
         "0 20 40 4 -1 0/?1"},
        {"before it ran", ON "8:00:00;Q;5.s;queue=q\n" ON "8:01:00;R;5.s;\n", "?1"},
        {"an array is no job, its subjobs are; one was deleted before it ran",
         ON "8:00:00;Q;5[].s;queue=q\n" ON "8:00:20;S;5[].s;ctime=1767600000\n" ON
            "8:00:30;D;5[2].s;\n" ON "8:00:40;D;5[3-4].s;\n" ON
            "8:01:00;E;5[1].s;ctime=1767600000 start=1767600020 end=1767600060 "
            "Exit_status=0 " RUN "\n" ON "8:01:00;R;5[].s;\n" ON
            "8:01:00;E;5[].s;ctime=1767600000 start=1767600020 end=1767600060 "
            "array_indices=1-4 Resource_List.ncpus=4 Exit_status=1\n",
         "0 20 40 4 -1 1/0 30 -1 -1 -1 5/"},
        {"an array that waits", ON "8:00:00;Q;5[].s;queue=q\n", ""}};
    ALL(pbslog_read, "UTC", "", examples);
}

#define CLOCK "JobID|State|Submit|Start|End|Elapsed|Timelimit|AllocCPUS\n"

/* Times that a clock showed twice, or never. */
static void clock_changes(void)
{
#define ON_25 "|2025-10-26T0"
    static const struct example berlin[] = {
        {"elapsed tells",
         "1|CD" ON_25 "1:50:00" ON_25 "2:30:00" ON_25
         "2:10:00|00:40:00|1:00:00|4\n2|CD" ON_25 "1:50:00" ON_25 "2:30:00" ON_25
         "3:30:00|01:00:00|3:00:00|4\n",
         "0 2400 2400 4 -1 1/0 6000 3600 4 -1 1/"},
        {"the order tells",
         "1|CD" ON_25 "2:50:00" ON_25 "2:05:00" ON_25 "2:20:00||1:00:00|4\n",
         "0 900 900 4 -1 1/"},
        {"it spans the hour",
         "1|CD" ON_25 "1:00:00" ON_25 "1:00:00|2025-10-27T03:04:05|1-03:04:05|3-0|4\n",
         "0 0 97445 4 -1 1/"},
        {"nothing tells",
         "1|CD" ON_25 "2:40:00" ON_25 "3:30:00" ON_25 "3:30:00|00:00:00||4\n",
         "0 3000 0 4 -1 1/~1"},
        {"in two dumps",
         "1|R" ON_25 "2:40:00" ON_25 "2:20:00|None|00:00:01||4\n1|CD" ON_25
         "2:40:00" ON_25 "2:20:00" ON_25 "2:30:00|00:10:00||4\n",
         "0 2400 600 4 -1 1/=1"},
        {"it never ran",
         "1|CA" ON_25 "2:50:00" ON_25 "2:10:00" ON_25 "2:10:00|00:00:00||4\n",
         "0 1200 -1 -1 -1 5/"},
        {"it says where",
         "1|CD" ON_25 "2:30:00+02:00" ON_25 "2:30:00+0100|1761444000|01:10:00||4\n",
         "0 3600 1800 4 -1 1/"},
        {"never", "1|CD|2026-03-29T02:30:00|5|6|||4\n",
         "line 2, column 6, field 3 (Submit): a time that a clock of this zone showed "
         "was expected"}};
    static const struct example lord_howe[] = {
        {"half an hour",
         "1|CD|2026-04-05T01:40:00|2026-04-05T01:35:00|"
         "2026-04-05T02:00:00|00:25:00||4\n",
         "0 1500 1500 4 -1 1/"}};
    const struct sitelog s = {.zone = "Europe/Berlin"};
    if (!sitelog_use_zone(&s)) SKIP("this system has no Europe/Berlin");
    ALL(sacct_read, "Europe/Berlin", CLOCK, berlin);
    ALL(sacct_read, "Australia/Lord_Howe", CLOCK, lord_howe);
}

/* A bar may stand in a text if that leaves one way to read all columns. */
static void bars(void)
{
    static const struct example ways[] = {
        {"at the begin, in the middle, at the end",
         "|a|1|16|CD|1|2|5|c|d|4|/w|x\n2|3|2|8|CD|1|2|5|||4|/4|x|\n",
         "0 1 3 16 -1 1/0 1 3 8 -1 1/"},
        {"of steps", "a|b|1.batch|16|CD|1|2|5||4|\nx|1.0|8|CD|1|2|5||4|/w|\n", ""},
        {"two ways", "a|1|16|CD|1|2|5|c|4|/5|6|/w\n",
         "line 2: 12 fields, where the header has 10; more than one of its texts may "
         "have "
         "the bars"},
        {"no way", "a|1|b|16|CD|1|2|5||4|\n",
         "line 2: 11 fields, where the header has 10"}};
    static const struct example neighbours[] = {
        {"a folder is no name", "1|a|b|/w|16|CD|1|2|5||\n", "0 1 3 16 -1 1/"},
        {"two ways, of a step", "1.0|a|/b|/w|16|CD|1|2|5||\n", ""},
        {"texts that are not read", "1|a|/w|16|CD|1|2|5|c|d|e\n", "0 1 3 16 -1 1/"}};
#define TIMES "|JobName|State|Submit|Start|End\n"
    static const struct example typed[] = {
        {"None is no number",
         "JobID|Account|AllocCPUS" TIMES "1|a|None|2|n|CD|1|2|5\n", "0 1 3 2 -1 1/"},
        {"a word is no list",
         "JobID|Account|AllocTRES" TIMES "1|a|b|cpu=2|n|CD|1|2|5\n", "0 1 3 2 -1 1/"}};
    ALL(sacct_read, "UTC", "", typed);
    ALL(sacct_read, "UTC",
        "JobName|JobID|AllocCPUS|State|Submit|Start|End|Comment|ReqCPUS|WorkDir\n", ways);
    ALL(sacct_read, "UTC",
        "JobID|JobName|WorkDir|AllocCPUS|State|Submit|Start|End|Comment|SubmitLine\n",
        neighbours);
}

/* Each form in which sacct wrote what a job of 8 CPUs on 2 nodes asked for. */
static void memory(void)
{
    static const struct {
        const char *word;
        int64_t kb; /* for each processor */
    } cases[] = {{"4Gn", 1048576},
                 {"4Gc", 4194304},
                 {"4000M", 512000},
                 {"1.5Gn", 393216},
                 {"1Pn", INT64_C(274877906944)},
                 {"8.00?n", -1},
                 {"2147486648Mn", 3072000},
                 {"2147486648", 3072000},
                 {"2097155.50Gn", 3670016},
                 {"9223372036854779808", 4096000},
                 {"9223372036854779808Mc", 4096000}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100], want[100];
        struct example e = {.text = text, .want = want};
        e.name = cases[i].word;
        snprintf(text, sizeof text, "1|CD|1|1|2|8|8|2|%s\n", cases[i].word);
        snprintf(want, sizeof want, "0 0 1 8 %" PRId64 " 1/", cases[i].kb);
        is(sacct_read, "UTC",
           "JobID|State|Submit|Start|End|AllocCPUS|ReqCPUS|ReqNodes|ReqMem\n", &e);
    }
}

/* The jobs of each, numbered as in the log; a day without one ends it. */
static void reservations(void)
{
    static const struct example examples[] = {
        {"two of a name, another cluster's, none",
         "1|CD|100|110|210|4|n|c\n2|CD|100|150|160|2|n|c\n3|CD|100|100|900|2|n|\n"
         "4|CA|100|150|150|0|n|c\n5|CD|101|300|86500|2|n|c\n6|CD|101|300|400|1|s|c\n"
         "7|CD|101|172900|172910|9|n|c\n8|CD|101|259311|259312|9|n|c\n",
         "0 10 100 4 -1 1/0 50 10 2 -1 1/0 0 800 2 -1 1/0 50 -1 -1 -1 5/"
         "1 199 86200 2 -1 1/1 199 100 1 -1 1/1 172799 10 9 -1 1/1 259210 1 9 -1 1/"
         "R 10 172800 9 1,2,5,7/R 259211 1 9 8/R 200 100 1 6/"}};
    ALL(sacct_read, "UTC", "JobID|State|Submit|Start|End|AllocCPUS|Cluster|Reservation\n",
        examples);
}

TEST_MAIN(TEST(one_record_of_each_run), TEST(runs_given_up), TEST(clock_changes),
          TEST(bars), TEST(memory), TEST(reservations))
