/* test_sitelog.c - accounting of real systems as job logs (logtool/sitelog.h, sacct.c,
 * pbslog.c, sitelog_runs.c): each word of the formats, each kind of record, each way in
 * which a line can be wrong; what records say together: dumps that overlap, runs given
 * up, components, a clock that is put back, reservations.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "test.h"

#include "files.h"

#include "base/foreign.h"
#include "logtool/sitelog.h"
#include "workload/date.h"

#include <inttypes.h>
#include <string.h>

typedef int reader(struct sitelog *s, struct error *e);

static char path[FILES_PATH];
static struct sitelog site;
static struct error why;

static const char *zone = "UTC"; /* of times that do not say theirs */
static const char *columns;

/* Reads the text as a file. */
static int read_text(reader *read, const char *text, int refuse, int nodes)
{
    FILE *f = files_open(path);
    int result;
    files_write(f, text);
    memset(&site, 0, sizeof site);
    site.path = path;
    site.zone = zone;
    site.columns = columns;
    site.refuse = refuse;
    site.nodes = nodes;
    CHECK(date_zone(zone));
    result = read(&site, &why);
    if (result == 0) sitelog_finish(&site);
    unlink(path);
    return result;
}

/* The log of the text is this job, or these jobs, with its header left out. */
static void is_log(reader *read, const char *text, int nodes, const char *jobs)
{
    char found[4096] = "";
    size_t i, n = 0;
    if (read_text(read, text, 1, nodes) != 0) CHECK_STR(why.text, "");
    for (i = 0; i < site.log.count; i++)
        n += swf_write_job(found + n, sizeof found - n, &site.log.jobs[i].job,
                           SWF_FORMAT_SWF);
    CHECK_STR(found, jobs);
    sitelog_free(&site);
}

/* Refused with this text after the path; skipped, the line is counted. */
static void is_refused(reader *read, const char *text, const char *reason)
{
    CHECK_EQ(read_text(read, text, 1, 0), -1);
    CHECK(strncmp(why.text, path, strlen(path)) == 0);
    CHECK_STR(why.text + strlen(path) + 2, reason);
    sitelog_free(&site);
    CHECK_EQ(read_text(read, text, 0, 0), 0);
    CHECK_EQ(site.log.bad.lines, 1);
    CHECK_STR(site.log.bad.first, reason);
    sitelog_free(&site);
}

/* ---- words ------------------------------------------------------------------------- */

static void times(void)
{
    struct word same =
        word_of("2026-11-23T16:47:17|2026-11-23T17:47:17+01:00|2026-11-23T11:17:17-0530"
                "|2026-11-23T16:47:17Z|2026-11-23 18:47:17+02|1795452437");
    struct word bad =
        word_of("|2026-11-23|2026-13-01T00:00:00|2026-11-23T24:00:00|2026-02-30T16:47:17"
                "|2026-11-23T16:47:17x|2026-11-23T16:47:17+|26-11-23T16:47:17"
                "|1969-11-23T16:47:17|2026-11-23T16:47:17+01:99");
    const struct sitelog utc = {.zone = "UTC"};
    int64_t t, later;
    while (same.at) {
        CHECK(sitelog_time(&utc, word_part(&same, '|'), &t, &later));
        CHECK_EQ(t, 1795452437);
        CHECK_EQ(later, 0);
    }
    while (bad.at) CHECK(!sitelog_time(&utc, word_part(&bad, '|'), &t, &later));
}

/* A folder, another file and a name that the system lacks are not zones. */
static void zones(void)
{
    static const char *const bad[] = {"Europe/", "", "../../../etc/passwd", "No/Where"};
    size_t i;
    CHECK(date_zone("UTC"));
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) CHECK(!date_zone(bad[i]));
}

static void sizes(void)
{
    static const struct {
        const char *text;
        int64_t unit;
        size_t read; /* how much of the text; 0: not a size */
        int64_t kb;
    } cases[] = {{"4000M", 1, 5, 4096000}, {"1.5Gc", 1, 4, 1572864},
                 {"312kb", 1, 5, 312},     {"4096b", 1, 5, 4},
                 {"-1M", 1, 0, 0},         {"4000", 1 << 20, 4, 4096000},
                 {"M", 1, 0, 0},           {"9e30", 1, 0, 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t kb = 0;
        CHECK_EQ(sitelog_size(word_of(cases[i].text), cases[i].unit, &kb), cases[i].read);
        CHECK_EQ(kb, cases[i].kb);
    }
}

/* ---- sacct ------------------------------------------------------------------------- */

#define HEAD "JobID|User|State|Submit|Start|End|AllocCPUS|ReqCPUS|Timelimit\n"
#define AT "2026-11-23T16:47:"
#define ON "11/23/2026 16:47:"

/* Every state by name and code: its status in a log, or -1 where a job may come back; and
 * time limits. */
static void every_state(void)
{
    static const struct {
        int status, limit;
        const char *limit_is, *states;
    } groups[] = {{1, 60, "01:00", "COMPLETED|CD|RESIZING|RS"},
                  {5, -1, "UNLIMITED", "CANCELLED by 7|CA"},
                  {0, -1, "Partition_Limit",
                   "FAILED|F|TIMEOUT|TO|NODE_FAIL|NF|OUT_OF_MEMORY|OOM|PREEMPTED|PR"
                   "|DEADLINE|DL|BOOT_FAIL|BF|LAUNCH_FAILED|LF|RECONFIG_FAIL|RF"
                   "|REQUEUED|RQ"},
                  {-1, 0, "",
                   "REVOKED|RV|PENDING|PD|RUNNING|R|SUSPENDED|S|COMPLETING|CG"
                   "|CONFIGURING|CF|REQUEUE_HOLD|RH|RESV_DEL_HOLD|RD|SIGNALING|SI"
                   "|SPECIAL_EXIT|SE|STAGE_OUT|SO|STOPPED|ST|requeue_fed"}};
    char text[200], job[100];
    size_t i;
    for (i = 0; i < 4; i++) {
        struct word states = word_of(groups[i].states);
        snprintf(job, sizeof job, "1 0 5 20 4 -1 -1 4 %d -1 %d -1 -1 -1 -1 -1 -1 -1\n",
                 groups[i].limit, groups[i].status);
        while (states.at) {
            const struct word state = word_part(&states, '|');
            snprintf(text, sizeof text,
                     HEAD "1||%.*s|" AT "00|" AT "05|" AT "25|4|4|%s\n", WORD(state),
                     groups[i].limit_is);
            is_log(sacct_read, text, 0, groups[i].status < 0 ? "" : job);
        }
    }
}

/* A job that never ran has CPUs and a start all the same, but no nodes. */
static void cancelled_before_start(void)
{
    const char *never = "1 0 5 -1 -1 -1 -1 8 -1 -1 5 -1 -1 -1 -1 -1 -1 -1\n";
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|AllocCPUS|ReqCPUS|AllocNodes\n"
           "1|CANCELLED by 0|10|15|15|8|8|0\n",
           0, never);
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|NCPUS|ReqCPUS|AllocTRES\n"
           "1|CANCELLED by 0|10|None|15|8|8|\n",
           0, never);
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|NCPUS|ReqCPUS\n"
           "1|CANCELLED|10|15|15|8|8\n",
           0, never);
    /* these did run, for less than a second */
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|NCPUS|ReqCPUS|AllocNodes\n"
           "1|CANCELLED|10|15|15|8|8|2\n",
           0, "1 0 5 0 8 -1 -1 8 -1 -1 5 -1 -1 -1 -1 -1 -1 -1 nodes = 2\n");
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|NCPUS|ReqCPUS\n"
           "1|FAILED|10|15|15|8|8\n",
           0, "1 0 5 0 8 -1 -1 8 -1 -1 0 -1 -1 -1 -1 -1 -1 -1\n");
}

static void arrays_steps_and_components(void)
{
    is_log(sacct_read,
           HEAD "8_2|bob|COMPLETED|" AT "09|" AT "09|" AT "10|1|1|01:00\n"
                "8_2.batch||COMPLETED|" AT "09|" AT "09|" AT "10|1|1|\n"
                "8_[3-9]|bob|PENDING|" AT "09|Unknown|Unknown|0|1|01:00\n"
                "9+0|ann|COMPLETED|" AT "01|" AT "02|" AT "10|4|4|01:00\n"
                "9+1|ann|COMPLETED|" AT "01|" AT "02|" AT "10|2|2|01:00\n"
                "9+1.0||COMPLETED|" AT "01|" AT "02|" AT "10|2|2|\n" HEAD
                "9+0|ann|COMPLETED|" AT "30|" AT "32|" AT "40|1|1|01:00\n",
           0,
           "1 0 1 8 6 -1 -1 6 60 -1 1 2 -1 -1 -1 -1 -1 -1\n"
           "2 8 0 1 1 -1 -1 1 60 -1 1 1 -1 -1 -1 -1 -1 -1\n"
           "3 29 2 8 1 -1 -1 1 60 -1 1 2 -1 -1 -1 -1 -1 -1\n");
}

/* Columns that say the same in other ways; p instead of P ends lines with '|'. */
static void columns_of_slurm(void)
{
    is_log(sacct_read,
           "jobidraw|Account|State|Submit|Start|Elapsed|TimelimitRaw|NNodes|AllocTRES|"
           "ReqTRES|ReqMem|TotalCPU|JobName|QOS|Partition|Cluster|\n"
           "5|phys|CD|" AT "00|" AT "10|1-00:00:00|1440|2|billing=8,cpu=8,mem=4G,node=2|"
           "cpu=4,node=2|1Gn|16:00.5|a b|normal|long|north|\n",
           0,
           "1 0 10 86400 8 120.062 -1 4 86400 524288 1 -1 1 1 1 1 -1 -1 memory = 4 GB; "
           "nodes = 2\n");
    is_log(sacct_read,
           "JobID|State|Submit|Start|End|AllocNodes|ReqNodes|ReqMem\n"
           "5|CD|1|2|5|3|2|4Gc\n",
           1, "1 0 1 3 3 -1 -1 2 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 nodes = 3\n");
    is_log(sacct_read,
           "JobID|Group|Account|State|Submit|Start|ElapsedRaw|NCPUS|ReqNodes|ReqMem\n"
           "5|g|acc|CD|1|2|77|3|2|?\n6|h||CD|1|2|78|3|2|600M\n7||acc|CD|1|2|79|3|2|0\n",
           0,
           "1 0 1 77 3 -1 -1 -1 -1 -1 1 -1 1 -1 -1 -1 -1 -1 nodes = 2\n"
           "2 0 1 78 3 -1 -1 -1 -1 204800 1 -1 2 -1 -1 -1 -1 -1 memory = 600 MB;"
           " nodes = 2\n"
           "3 0 1 79 3 -1 -1 -1 -1 0 1 -1 3 -1 -1 -1 -1 -1 nodes = 2\n");
}

/* What is wrong with a word of each column. */
static void columns_that_are_wrong(void)
{
    static const struct {
        const char *expected, *words;
    } cases[] = {
        {"a time, Unknown or None", "Start=noon|End=soon"},
        {"a number of seconds", "ElapsedRaw=1:00"},
        {"a duration such as 1-02:03:04", "Elapsed=77|Elapsed=UNLIMITED"},
        {"a number of minutes", "TimelimitRaw=1:00"},
        {"a duration such as 1-02:03:04, UNLIMITED or Partition_Limit", "Timelimit=5"},
        {"cpu=N,mem=8G,node=N,gres/gpu=N",
         "AllocTRES=cpu=x|AllocTRES=node|AllocTRES=gres/gpu=a100|AllocTRES=mem=x|"
         "AllocTRES=gres/gpu:a100"},
        {"a number of CPUs", "NCPUS=-1|AllocCPUS=1.5|ReqCPUS=x"},
        {"a number of nodes", "NNodes=x|AllocNodes=1K|ReqNodes=1-2"},
        {"a size such as 4000M", "ReqMem=4X"},
        {"a duration such as 01:02.345", "TotalCPU=2"}};
    char text[200], reason[200];
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct word words = word_of(cases[i].words);
        while (words.at) {
            struct word w = word_part(&words, '|');
            const struct word column = word_part(&w, '=');
            snprintf(text, sizeof text,
                     "JobID|%.*s|State|Submit|ReqTRES\n1|%.*s|FAILED|5|\n", WORD(column),
                     WORD(w));
            snprintf(reason, sizeof reason,
                     "line 2, column 3, field 2 (%.*s): %s was expected", WORD(column),
                     cases[i].expected);
            is_refused(sacct_read, text, reason);
        }
    }
}

static void lines_that_are_wrong(void)
{
    is_refused(sacct_read, "JobID|State|Submit|NCPUS\n1|FAILED|noon|1\n",
               "line 2, column 10, field 3 (Submit): a time such as 2026-11-23T16:47:17 "
               "was expected");
    is_refused(
        sacct_read, HEAD "1|ann|SLEEPING|" AT "00|" AT "05|" AT "25|4|4|01:00\n",
        "line 2, column 7, field 3 (State): a state such as COMPLETED was expected");
    is_refused(sacct_read, HEAD "1|ann|FAILED|" AT "10|" AT "05|" AT "25|4|4|01:00\n",
               "line 2: the job starts before it is submitted");
    is_refused(sacct_read, HEAD "1|ann|FAILED|" AT "10|" AT "15|" AT "12|4|4|01:00\n",
               "line 2: the job ends before it starts");
    is_refused(sacct_read, HEAD "1|ann|FAILED|Unknown|" AT "15|" AT "17|4|4|01:00\n",
               "line 2: the job has no time of submission");
}

/* Of the other system, of ours, of none: refused, whatever is done with bad lines. */
static void files_that_are_wrong(void)
{
    static const struct {
        reader *read;
        const char *text, *reason;
    } cases[] = {
        {pbslog_read, HEAD, "not what --from pbs reads, but what sacct -P prints; "},
        {sacct_read, ON "00;Q;1.srv;queue=workq\n",
         "not what --from sacct reads, but accounting records of PBS; swf_tool convert"},
        {sacct_read, "; Version: 2.2\n", "a job log already; it is read without --from"},
        {sacct_read, "JobID|State|Start\n", "line 1: no column Submit"},
        {sacct_read, "JobID|State|Submit|NTasks\n",
         "line 1: no column has the processors of a job: AllocCPUS,"},
        {sacct_read, "Slurm accounting storage is disabled\n",
         "is not a header of sacct"},
        {sacct_read, "", "no line at all; a header of sacct -P was expected"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(read_text(cases[i].read, cases[i].text, 0, 0), -1);
        CHECK(strncmp(why.text, path, strlen(path)) == 0);
        if (!strstr(why.text, cases[i].reason)) CHECK_STR(why.text, cases[i].reason);
        sitelog_free(&site);
    }
}

/* ---- sacct --json ------------------------------------------------------------------ */

/* The text, with " in the place of '. */
static const char *json(const char *text)
{
    static char to[4096];
    size_t i;
    for (i = 0; text[i] && i < sizeof to - 1; i++)
        to[i] = (char)(text[i] == '\'' ? '"' : text[i]);
    to[i] = 0;
    return to;
}

#define NUMBER(n) "{'set':true,'infinite':false,'number':" n "}"
#define NO_NUMBER "{'number':0,'infinite':false,'set':false}"

/* Plain numbers: Slurm 21.08, which gives as the start when a job could have started, and
 * 22.05. */
static void json_of_slurm(void)
{
    const char *text = json(
        "\357\273\277\n {'meta':{'plugin':{'type':'openapi\\/dbv0.0.37'}},'errors':[\n],"
        "'jobs':[{'job_id':9,'user':'ann','name':'a|\\\"\\nb',"
        "'state':{'current':'FAILED','reason':'None'},'association':{'user':'x'},"
        "'time':{'elapsed':20,'eligible':2,'end':38,'start':2,'submission':1,"
        "'suspended':3,'limit':10,'total':{'seconds':0,'microseconds':0}},"
        "'allocation_nodes':2,'required':{'CPUs':6,'memory':0},'steps':[{'time':"
        "{'start':9,'total':{'seconds':3,'microseconds':9}}},"
        "{'time':{'total':{'seconds':4,'microseconds':999991}}}],'tres':{'allocated':["
        "{'type':'cpu','name':null,'id':1,'count':8},{'type':'energy','count':null},"
        "{'count':2,'type':'node'}],'requested':[{'type':'mem','count':16}]}},"
        "{'job_id':8,'state':{'current':'CANCELLED'},'time':{'elapsed':0,'end':9,"
        "'start':9,'submission':4,'limit':null},'allocation_nodes':0,"
        "'required':{'CPUs':48},'tres':{'allocated':[]}},"
        "{'job_id':3,'state':{'current':'PENDING'},'time':{'submission':4,'end':0}}]}\n");
    is_log(sacct_read, text, 0,
           "1 0 14 20 8 1 -1 6 600 2730 0 1 -1 1 -1 -1 -1 -1 memory = 16 MB; nodes = 2;"
           " ready = 1\n"
           "2 3 5 -1 -1 -1 -1 48 -1 -1 5 -1 -1 -1 -1 -1 -1 -1\n");
    CHECK_EQ(read_text(sacct_read, text, 1, 0), 0);
    CHECK_STR(names_text(&site.names[SITE_EXECUTABLE], 0), "a|\"\nb");
    CHECK_STR(names_text(&site.ids, 0), "9");
    CHECK_EQ(site.notes[SITE_UNFINISHED], 1);
    sitelog_free(&site);
}

/* Numbers in three parts, in any order, and states with flags: 23.11 and later. */
static void json_of_later_slurm(void)
{
    /* clang-format off */
    const char *text = json(
        "{'jobs':[{'allocation_nodes':" NUMBER("1") ",'job_id':" NUMBER("5")
        ",'array':{'job_id':0,'task_id':" NO_NUMBER "},'het':{'job_id':4,"
        "'job_offset':" NUMBER("1") "},'state':{'current':['PENDING','REQUEUED']},"
        "'time':{'elapsed':20,'eligible':2,'end':" NUMBER("38") ",'start':18,"
        "'submission':1,'limit':{'set':true,'infinite':true,'number':0},"
        "'total':{'seconds':2,'microseconds':1500000}},'steps':[],"
        "'tres':{'allocated':[{'type':'cpu','count':2}]}}]} {'jobs':[]}");
    /* clang-format on */
    is_log(sacct_read, text, 0,
           "1 0 17 20 2 1.75 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1 nodes = 1; ready = 1\n");
    CHECK_EQ(read_text(sacct_read, text, 1, 0), 0);
    CHECK_STR(names_text(&site.ids, 0), "4");
    sitelog_free(&site);
}

static void json_that_is_wrong(void)
{
    static const char *const cases[][2] = {
        {"{'a':1}\n", "line 2: \"jobs\", as sacct --json prints, was expected"},
        {"{'jobs':[{'time'", "line 1, jobs: more, as the file ends here, was expected"},
        {"{'jobs':[{'time' 5", "line 1, jobs: a : behind the key was expected"},
        {"{'jobs':[{'time':}]}", "line 1, jobs/time: a value was expected"},
        {"{'jobs':[{5:1}]}", "line 1, jobs: a key in \"\", or } was expected"},
        {"{'jobs':[{'a':'\n", "line 2, jobs/a: a closing \" was expected"},
        {"{'jobs':[]} x", "line 1: a { was expected"},
        {"{'jobs':[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
         "line 1, jobs: at most 64 levels was expected"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(read_text(sacct_read, json(cases[i][0]), 0, 0), -1);
        CHECK_STR(why.text + strlen(path) + 2, cases[i][1]);
        sitelog_free(&site);
    }
    is_refused(sacct_read,
               json("{'jobs':[{'job_id':5,'state':{'current':'FAILED'},\n"
                    "'time':{'submission':5,'start':'noon'}}]}"),
               "line 2 (job 5), Start: a time, Unknown or None was expected");
    is_refused(sacct_read, json("{'jobs':[{'a':1}]}"),
               "line 1, State: a state such as COMPLETED was expected");
}

/* What people give to programs that read job logs, and texts that are job logs. */
static void foreign_files(void)
{
    static const char *const cases[][2] = {
        {"\037\213x", "packed by gzip"},
        {"\357\273\277<!DOCTYPE html>\n", "HTML"},
        {"\377\3761", "UTF-16"},
        {"\n  {'a':1}\n", "sacct --json"},
        {"JobID|State\n", "what sacct -P prints"},
        {"JobID,State\n", "what sacct -P prints"},
        {"State;JobID\n", "what sacct -P prints"},
        {"State\tJobID\n", "what sacct -P prints"},
        {"State\037JobID\n", "what sacct -P prints"},
        {"\177ELF\002", "ELF"},
        {"{'nb_res':4,'jobs':[]}", "Batsim"},
        {"{\n 'jobs':[{'job_state':['PENDING']}]}", "squeue --json"},
        {"JobId=5 JobName=a", "scontrol show job"},
        {"NodeName=a Arch=x", "scontrol show nodes"},
        {"{\n 'kind':'List','apiVersion':'v1'}", "Kubernetes"},
        {"apiVersion: v1\n", "Kubernetes"},
        {"{'elements':[],'connections':[]}", "GNPy"},
        {"{'nodes':[],'links':[]}", "networkx"},
        {"digraph {\n", "DOT"},
        {"graph [\n", "GML"},
        {"NODES 2\n", "REPETITA"},
        {"<?xml version='1.0'?>\n<graphml>", "GraphML"},
        {"  JobID    State\n", "without -P"},
        {"1|ann|COMPLETED|4\n", "no -n"},
        {"\357\273\277" ON "00;Q;1.srv;\n", "accounting records of PBS"},
        {"# SGE\nall.q:n:u:a:j:1:s:0:1:2:3:0:0:1:2:3:4:5:6:7:8:9:1:2:3\n", "Grid Engine"},
        {"==============\nqname        all.q\n", "Grid Engine"},
        {" ID     OWNER          SUBMITTED\n", "condor_history"},
        {"ClusterId = 12\nProcId = 0\n", "condor_history -l"},
        {"'JOB_FINISH' '10.1' 5\n", "LSF"},
        {"16:47:17 1600000000:1 job 5 JOBSUBMIT\n", "Moab or Maui"},
        {"submit,start,end,cpus\n", "CSV"},
        {"1;2;3;4\n", "semicolons"},
        {"JobID Submit Wait Status\n1 0 5", NULL},
        {"1 0\n2|JobID|State\n", NULL},
        {"; Note: 2|JobID|State\n", NULL},
        {"1 0 5 9 2 -1 -1 2 9 -1 1 1 1 1 1 1 -1 -1 a == x,y,z,u;\n", NULL},
        {"", NULL}};
    const char *from;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = json(cases[i][0]);
        const char *what = foreign(text, strlen(text), &from);
        if (!what || !cases[i][1] || !strstr(what, cases[i][1]))
            CHECK_STR(what ? what : "", cases[i][1] ? cases[i][1] : "");
    }
}

/* ---- PBS --------------------------------------------------------------------------- */

static void records_of_pbs(void)
{
    is_log(pbslog_read,
           ON "00;Q;1.srv;queue=workq\n" ON "01;Q;2.srv;queue=workq\n" ON
              "02;Q;3.srv;queue=workq\n" ON "05;S;1.srv;user=ann\n" ON
              "06;D;2.srv;requestor=ann@x\n" ON "09;L;license;floating\n" ON
              "25;E;1.srv;user=ann group=g account=\"a b\" jobname=run queue=workq "
              "ctime=1795452420 start=1795452425 end=1795452445 exec_host=n1/0*8+n2/0*4 "
              "Resource_List.ncpus=12 Resource_List.walltime=00:01:00 "
              "Resource_List.mem=24gb Exit_status=0 resources_used.cput=00:02:00 "
              "resources_used.mem=1200kb\n",
           0,
           "1 0 5 20 12 10 100 12 60 2097152 1 1 1 1 1 -1 -1 -1 memory = 24 GB;"
           " nodes = 2\n"
           "2 1 5 -1 -1 -1 -1 -1 -1 -1 5 -1 -1 -1 1 -1 -1 -1\n");
    is_log(pbslog_read,
           ON "25;E;1[7].srv;user=ann qtime=1795452420 start=1795452425 end=1795452445 "
              "exec_host=n1/0-3,6+n2/1+n2/2 Resource_List.nodes=1:ppn=4+n2:ppn=2 "
              "Exit_status=271\n",
           0, "1 0 5 20 7 -1 -1 6 -1 -1 5 1 -1 -1 -1 -1 -1 -1 nodes = 2\n");
    is_log(pbslog_read,
           ON "25;E;1.srv;user=ann qtime=1795452420 start=1795452425 end=1795452445 "
              "Resource_List.select=2:ncpus=4:ngpus=1:mem=8gb+n7:mem=1gb+1:ncpus=x "
              "Resource_List.nodect=4\n",
           0,
           "1 0 5 20 10 -1 -1 10 -1 1782579 -1 1 -1 -1 -1 -1 -1 -1 gpus = 2;"
           " memory = 17 GB; nodes = 4\n");
    is_log(pbslog_read,
           ON "25;E;1.srv;user=ann qtime=1795452420 start=1795452425 end=1795452445 "
              "exec_host=n1/0-3,6+n2/1+n2/2 Resource_List.nodect=2 Exit_status=1\n",
           1, "1 0 5 20 2 -1 -1 2 -1 -1 0 1 -1 -1 -1 -1 -1 -1 nodes = 2\n");
    /* aborted before it ran; deleted while it ran; given up and deleted then; waiting */
    is_log(pbslog_read,
           ON "00;Q;1.s;queue=q\n" ON "01;Q;2.s;\n" ON "02;Q;3.s;\n" ON "03;Q;4.s;\n" ON
              "05;A;1.s;\n" ON "05;S;2.s;\n" ON "06;S;3.s;\n" ON "07;R;3.s;\n" ON
              "08;D;2.s;requestor=ann\n" ON "09;D;3.s;requestor=ann\n" ON
              "09;E;2.s;account=phys start=1795452425 end=1795452429 exec_host=n1/0 "
              "Exit_status=143\n",
           0,
           "1 0 5 -1 -1 -1 -1 -1 -1 -1 5 -1 -1 -1 1 -1 -1 -1\n"
           "2 1 4 4 1 -1 -1 1 -1 -1 5 -1 1 -1 -1 -1 -1 -1 nodes = 1\n"
           "3 7 2 -1 -1 -1 -1 -1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1\n");
}

static void records_that_are_wrong(void)
{
    is_refused(pbslog_read, "noon;E;1\n",
               "line 1, column 1, field 1 (date): a time such as 11/23/2026 16:47:17 was "
               "expected");
    is_refused(pbslog_read, ON "00;E\n",
               "line 1, column 21, field 2 (type): a record such as E;12.server; was "
               "expected");
    is_refused(pbslog_read, ON "00;E;1;user=a ctime=5 start=x\n",
               "line 1, column 40, field 3 (start): 'x' cannot be read");
    is_refused(pbslog_read, ON "00;E;1;user=a\n",
               "line 1: the job has no time of submission");
}

/* ---- what records say together ----------------------------------------------------- */

struct example {
    const char *name, *text, *want;
};

/* Submission, wait, run, processors, requested memory and status of each job, and what is
 * behind field 18, but for one node; reservations; how many records were left out (=),
 * waited or ran (?), are undecided (~), and what else is noted. */
static void write_found(const struct sitelog *s, char *to, size_t size)
{
    static const char *const signs[SITE_NOTES] = {[SITE_UNFINISHED] = "?",
                                                  [SITE_REPLACED] = "=",
                                                  [SITE_UNDECIDED] = "~",
                                                  [SITE_NO_SIZE] = "no size ",
                                                  [SITE_NO_SUBMIT] = "no submission ",
                                                  [SITE_SHORTER] = "shorter ",
                                                  [SITE_LONGER] = "longer ",
                                                  [SITE_LATE] = "late ",
                                                  [SITE_NO_MEMORY] = "no memory ",
                                                  [SITE_RESIZED] = "resized ",
                                                  [SITE_APART] = "apart ",
                                                  [SITE_PARTITION_NAMED] = "partitions ",
                                                  [SITE_TYPES] = "types ",
                                                  [SITE_FEATURES] = "features ",
                                                  [SITE_LICENCES] = "licences ",
                                                  [SITE_OTHERS] = "others "};
    size_t i, n = 0;
    for (i = 0; i < s->log.count; i++) {
        const swf_job *j = &s->log.jobs[i].job;
        const int one = !j->extra.size || strcmp(j->extra.data, "nodes = 1") == 0;
        n += (size_t)snprintf(to + n, size - n, "%d %d %d %d %" PRId64 " %d%s%.*s/",
                              (int)j->submit, (int)j->wait, (int)j->run, (int)j->procs,
                              j->req_memory, (int)j->status, one ? "" : " ",
                              one ? 0 : (int)j->extra.size, j->extra.data);
    }
    for (i = 0; i < s->log.line_count; i++)
        if (strcmp(s->log.lines[i].key.data, "Reservation") == 0)
            n +=
                (size_t)snprintf(to + n, size - n, "R%s/", s->log.lines[i].text.data + 1);
    for (i = 0; i < SITE_NOTES; i++)
        if (s->notes[i])
            n += (size_t)snprintf(to + n, size - n, "%s%d", signs[i], (int)s->notes[i]);
}

/* What is read of these lines, or what is wrong with them. */
static void is(reader *read, const char *head, const struct example *e)
{
    char text[2000], found[2000] = "";
    snprintf(text, sizeof text, "%s%s", head, e->text);
    if (read_text(read, text, 1, 0) == 0)
        write_found(&site, found, sizeof found);
    else
        snprintf(found, sizeof found, "%s", why.text + strlen(path) + 2);
    if (strcmp(found, e->want) != 0) printf("%s:\n", e->name);
    CHECK_STR(found, e->want);
    sitelog_free(&site);
}

#define ALL(read, head, examples)                                     \
    do {                                                              \
        size_t of;                                                    \
        for (of = 0; of < sizeof examples / sizeof examples[0]; of++) \
            is(read, head, &examples[of]);                            \
    } while (0)

#define RECORDS "JobID|State|Submit|Start|End|AllocCPUS|Cluster\n"

static void one_record_of_each_run(void)
{
    static const struct example examples[] = {
        {"three dumps",
         "1|CD|10|20|30|4|n\n" RECORDS "1|CD|10|20|30|4|n\n1|CD|10|20|30|4|n\n",
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
         "?2=2"},
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
         "9+1|R|30|40|None|2|n\n12+1|CD|10|20|30|3|n\n12+0|CD|10|20|30|1|n\n"
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
    ALL(sacct_read, RECORDS, examples);
}

#define DAY "01/05/2026 0"
#define PBS_RUN                                                           \
    DAY "8:03:00;E;5.s;ctime=1767600000 start=1767600060 end=1767600120 " \
        "exec_host=a/0*2+b/0*2 Exit_status=0 "

/* A run that was given up, as PBS Professional, and as Torque, writes it. */
static void runs_given_up(void)
{
#define RUN "exec_host=a/0*4 Resource_List.ncpus=4 "
    static const struct example examples[] = {
        {"all of it in the record",
         DAY "8:35:00;R;5.s;ctime=100 start=160 " RUN "end=220 Exit_status=-12\n" DAY
             "9:00:00;R;5.s;ctime=100 start=240 " RUN "end=250\n" DAY
             "9:10:00;E;5.s;ctime=100 qtime=250 start=290 " RUN "end=300 Exit_status=0\n",
         "0 60 60 4 -1 0/120 20 10 4 -1 0/150 40 10 4 -1 1/"},
        {"in those of its start, and in two files",
         DAY "8:00:00;Q;5.s;queue=q\n" DAY "8:00:20;S;5.s;" RUN "\n" DAY
             "8:01:00;R;5.s;\n" DAY "8:02:00;S;5.s;" RUN "\n" DAY
             "8:03:00;E;5.s;ctime=1767600000 start=1767600120 end=1767600180 "
             "Exit_status=1 " RUN "\n" DAY
             "8:03:00;E;5.s;ctime=1767600000 start=1767600120 end=1767600180 "
             "Exit_status=1 " RUN "\n",
         "0 20 40 4 -1 0/60 60 60 4 -1 0/=1"},
        {"and then deleted",
         DAY "8:00:00;Q;5.s;queue=q\n" DAY "8:00:20;S;5.s;\n" DAY "8:01:00;R;5.s;\n" DAY
             "8:02:00;D;5.s;\n",
         "0 60 -1 -1 -1 5/no size 1"},
        {"without the record of its submission",
         "\357\273\277" DAY "8:00:20;S;5.s;ctime=1767600000 " RUN "\n" DAY
         "8:01:00;R;5.s;\n",
         "0 20 40 4 -1 0/?1"},
        {"before it ran", DAY "8:00:00;Q;5.s;queue=q\n" DAY "8:01:00;R;5.s;\n", "?1"},
        {"an array is not a job, its subjobs are; one was deleted before it ran",
         DAY "8:00:00;Q;5[].s;queue=q\n" DAY "8:00:20;S;5[].s;ctime=1767600000\n" DAY
             "8:00:30;D;5[2].s;\n" DAY "8:00:40;D;5[3-4].s;\n" DAY
             "8:01:00;E;5[1].s;ctime=1767600000 start=1767600020 end=1767600060 "
             "Exit_status=0 " RUN "\n" DAY "8:01:00;R;5[].s;\n" DAY
             "8:01:00;E;5[].s;ctime=1767600000 start=1767600020 end=1767600060 "
             "array_indices=1-4 Resource_List.ncpus=4 Exit_status=1\n",
         "0 20 40 4 -1 1/0 30 -1 -1 -1 5/"},
        {"of a subjob that ran, only its array says when it was submitted",
         DAY "8:00:00;Q;5[].s;queue=q\n" DAY "8:01:00;E;5[1].s;start=1767600020 "
             "end=1767600060 Exit_status=0 " RUN "\n",
         "0 20 40 4 -1 1/"},
        {"deleted, and nothing else known", DAY "8:00:00;D;5.s;\n", "?1"},
        {"an array that waits", DAY "8:00:00;Q;5[].s;queue=q\n", ""}};
    ALL(pbslog_read, "", examples);
}

#define CLOCK "JobID|State|Submit|Start|End|Elapsed|Timelimit|AllocCPUS\n"

/* Times that a clock showed twice, or never. */
static void clock_changes(void)
{
#define ON_25 "|2025-10-26T0"
    static const struct example berlin[] = {
        {"elapsed decides",
         "1|CD" ON_25 "1:50:00" ON_25 "2:30:00" ON_25
         "2:10:00|00:40:00|1:00:00|4\n2|CD" ON_25 "1:50:00" ON_25 "2:30:00" ON_25
         "3:30:00|01:00:00|3:00:00|4\n",
         "0 2400 2400 4 -1 1/0 6000 3600 4 -1 1/"},
        {"the order decides",
         "1|CD" ON_25 "2:50:00" ON_25 "2:05:00" ON_25 "2:20:00||1:00:00|4\n",
         "0 900 900 4 -1 1/"},
        {"it spans the hour",
         "1|CD" ON_25 "1:00:00" ON_25 "1:00:00|2025-10-27T03:04:05|1-03:04:05|3-0|4\n",
         "0 0 97445 4 -1 1/"},
        {"nothing decides",
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
         "1|CD" ON_25 "2:30:00+02:00" ON_25 "2:30:00+0100|1761444000|00:30:00||4\n",
         "0 3600 1800 4 -1 1/"},
        {"never", "1|CD|2026-03-29T02:30:00|5|6|||4\n",
         "line 2, column 6, field 3 (Submit): a time that a clock of this zone showed "
         "was expected"}};
    static const struct example lord_howe[] = {
        {"half an hour",
         "1|CD|2026-04-05T01:40:00|2026-04-05T01:35:00|"
         "2026-04-05T02:00:00|00:25:00||4\n",
         "0 1500 1500 4 -1 1/"}};
    static const struct example of_pbs[] = {
        {"deleted in the second hour",
         "10/26/2025 02:40:00;Q;5.s;\n10/26/2025 02:20:00;D;5.s;\n",
         "0 2400 -1 -1 -1 5/"},
        {"submitted in one of them",
         "10/26/2025 02:40:00;Q;5.s;\n10/26/2025 03:10:00;D;5.s;\n",
         "0 1800 -1 -1 -1 5/~1"}};
    zone = "Europe/Berlin";
    if (!date_zone(zone)) SKIP("this system has no Europe/Berlin");
    ALL(sacct_read, CLOCK, berlin);
    ALL(pbslog_read, "", of_pbs);
    zone = "Australia/Lord_Howe";
    ALL(sacct_read, CLOCK, lord_howe);
}

/* What may be between columns, and files without a line that names them. */
static void columns_and_signs(void)
{
    static const struct example signs[] = {
        {"comma", "JobID,State,Submit,Start,End,NCPUS\n1,CD,1,2,5,4\n", "0 1 3 4 -1 1/"},
        {"semicolon, and then a tab",
         "JobID;State;Submit;Start;End;NCPUS\n1;CD;1;2;5;4\n"
         "JobID\tState\tSubmit\tStart\tEnd\tNCPUS\n2\tCD\t1\t2\t5\t4\n",
         "0 1 3 4 -1 1/0 1 3 4 -1 1/"},
        {"unit separator, with bars and commas in a name",
         "JobID\037JobName\037State\037Submit\037Start\037End\037NCPUS\n"
         "1\037a|b,c\037CD\0371\0372\0375\0374\n",
         "0 1 3 4 -1 1/"},
        {"a bar in a name, between bars",
         "JobID|JobName|State|Submit|NCPUS\n1|a|b|CD|1|4\n",
         "line 2: 6 fields, where the header has 5; if a name has the sign between "
         "fields,"
         " sacct --delimiter=\"$(printf '\\037')\" puts one there that no name has"}};
    static const struct example given[] = {
        {"no submission", "1|CD|2|5|4\n", "0 0 3 4 -1 1/no submission 1"},
        {"of sacct -p", "1,CD,2,5,4,\n", "0 0 3 4 -1 1/no submission 1"},
        {"named all the same", "JobID|State|Submit|Start|End|NCPUS\n1|CD|1|2|5|4\n",
         "0 1 3 4 -1 1/"},
        {"too few", "1|CD|2|5\n",
         "line 1: 4 fields, where the header has 5; if a name has the sign between "
         "fields,"
         " sacct --delimiter=\"$(printf '\\037')\" puts one there that no name has"}};
    ALL(sacct_read, "", signs);
    columns = "JobID,State,Start,End,NCPUS";
    ALL(sacct_read, "", given);
    columns = "JobID,State,Start,End";
    CHECK_EQ(read_text(sacct_read, "1|CD|2|5\n", 1, 0), -1);
    CHECK_STR(why.text, "--columns: line 0: no column has the processors of a job: "
                        "AllocCPUS, NCPUS, ReqCPUS, AllocTRES or ReqTRES");
    sitelog_free(&site);
    columns = NULL;
}

/* What jobs have besides processors, and what of it is not carried. */
static void resources(void)
{
    static const struct example slurm[] = {
        {"gres/gpu counts all types",
         "1|CD|1|2|5|cpu=9,gres/gpu:a100=2,gres/gpu=2,mem=60G,node=1|cpu=8,mem=1G||\n",
         "0 1 3 9 131072 1 gpus = 2; memory = 60 GB; nodes = 1/types 1"},
        {"types alone are added; what was not given was asked for",
         "1|CD|1|2|5|cpu=8,gres/gpu:a100=1,gres/gpu:h100=3,node=2|mem=60M||\n"
         "2|CA|1|None|5||cpu=1,gres/gpu=7,node=3||\n",
         "0 1 3 8 7680 1 gpus = 4; memory = 60 MB; nodes = 2/"
         "0 4 -1 -1 -1 5 gpus = 7; nodes = 3/types 1"},
        {"what is not carried",
         "1|CD|1|2|5|cpu=8,energy=5,gres/shard=2,license/m=1,mem=1K||a100&ib|\n"
         "2|CD|1|2|5|cpu=8||(null)|matlab:2\n",
         "0 1 3 8 -1 1 memory = 1 KB/0 1 3 8 -1 1/features 1licences 2others 1"}};
    static const struct example pbs[] = {
        {"GPUs of PBS Professional",
         PBS_RUN "Resource_List.ngpus=4 Resource_List.mem=64gb "
                 "Resource_List.select=2:ncpus=2:ngpus=2:mem=32gb\n",
         "0 60 60 4 16777216 1 gpus = 4; memory = 64 GB; nodes = 2/"},
        {"GPUs, features and a resource of Torque's",
         PBS_RUN "Resource_List.nodes=2:ppn=2:gpus=3:bigmem Resource_List.cput=1:00:00 "
                 "Resource_List.matlab=1\n",
         "0 60 60 4 -1 1 gpus = 6; nodes = 2/features 1others 1"}};
    ALL(sacct_read,
        "JobID|State|Submit|Start|End|AllocTRES|ReqTRES|Constraints|Licenses\n", slurm);
    ALL(pbslog_read, "", pbs);
}

/* Time neither waiting nor running; records that contradict themselves. */
static void times_that_do_not_count(void)
{
    static const struct example slurm[] = {
        {"held until then", "1|CD|10|50|60|90|||4|p\n", "0 50 30 4 -1 1 ready = 40/"},
        {"eligible at once, never, or too late",
         "1|CD|10|10|60|90|||4|p\n2|CA|10|Unknown|None|90|||4|p\n"
         "3|CD|10|61|60|90|||4|q\n",
         "0 50 30 4 -1 1/0 80 -1 -1 -1 5/0 50 30 4 -1 1/late 1partitions 3"},
        {"suspended, as Elapsed and as Suspended say",
         "1|CD|10|10|60|90|00:00:10|00:00:20|4|\n2|CD|10|10|60|90||00:00:20|4|\n",
         "0 50 10 4 -1 1/0 50 10 4 -1 1/shorter 2"},
        {"longer than there was time",
         "1|CD|10|10|60|90|00:00:31||4|\n2|CD|10|10|60|90||00:00:31|4|\n",
         "0 50 30 4 -1 1/0 50 30 4 -1 1/longer 2"},
        {"resized: the rest of it is submitted when the first is over",
         "1|RS|10|10|60|90|||4|\n1|CD|10|10|90|99|||2|\n",
         "0 50 30 4 -1 1/80 0 9 2 -1 1/resized 1"},
        {"components that end apart keep what they used",
         "9+0|CD|10|10|60|90|||4|\n9+1|CD|10|10|60|99|||2|\n"
         "9+2|CD|10|10|60|90|||1|\n",
         "0 50 30 5 -1 1/0 50 39 2 -1 1/apart 1"},
        {"no processors", "1|CD|10|10|60|90|||0|\n2|CD|10|10|60|90|||0|\n", "no size 2"}};
    static const struct example pbs[] = {
        {"held, and suspended",
         PBS_RUN "etime=1767600030 resources_used.walltime=00:00:40\n",
         "0 60 40 4 -1 1 nodes = 2; ready = 30/shorter 1"}};
    ALL(sacct_read,
        "JobID|State|Submit|Eligible|Start|End|Elapsed|Suspended|AllocCPUS|Partition\n",
        slurm);
    ALL(pbslog_read, "", pbs);
}

/* The size of the machine, as its nodes say it. */
static void machines(void)
{
    static const char *const cases[][2] = {
        {"NodeName=a CPUTot=4\n   CfgTRES=cpu=4,mem=2000M,billing=4,gres/gpu:x=2\n"
         "   AllocTRES=cpu=3\n\nNodeName=b CfgTRES=cpu=8,mem=1G State=IDLE\n",
         "12 gpus=2,memory=3024MB"},
        {"NodeName=a CfgTRES=cpu=4\n", "4 "},
        {"CfgTRES=cpu=x\n", "line 1: CfgTRES=cpu=N,mem=8G was expected"},
        {"JobID|State\n",
         "not what scontrol show nodes prints: no CfgTRES=cpu=N is in it"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sitelog s = {.zone = "UTC"};
        FILE *f = files_open(path);
        char found[200];
        files_write(f, cases[i][0]);
        if (sitelog_machine(&s, path, &why) == 0)
            snprintf(found, sizeof found, "%d %s", (int)s.servers, s.resources);
        else
            snprintf(found, sizeof found, "%s", why.text + strlen(path) + 2);
        unlink(path);
        CHECK_STR(found, cases[i][1]);
    }
}

/* Each form in which sacct wrote what a job of 8 CPUs on 2 nodes asked for. */
static void memory(void)
{
    static const struct {
        const char *word;
        int64_t kb; /* for each processor */
        const char *all;
    } cases[] = {{"4Gn", 1048576, "memory = 8 GB; nodes = 2"},
                 {"4Gc", 4194304, "memory = 32 GB; nodes = 2"},
                 {"4000M", 512000, "memory = 4000 MB; nodes = 2"},
                 {"1.5Gn", 393216, "memory = 3 GB; nodes = 2"},
                 {"1Pn", INT64_C(274877906944), "memory = 2097152 GB; nodes = 2"},
                 {"8.00?n", -1, "nodes = 2"},
                 {"2147486648Mn", 3072000, "memory = 24000 MB; nodes = 2"},
                 {"2147486648", 3072000, "memory = 24000 MB; nodes = 2"},
                 {"2097155.50Gn", 3670016, "memory = 28 GB; nodes = 2"},
                 {"9223372036854779808", 4096000, "memory = 32000 MB; nodes = 2"},
                 {"9223372036854779808Mc", 4096000, "memory = 32000 MB; nodes = 2"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100], want[200];
        struct example e = {.text = text, .want = want};
        e.name = cases[i].word;
        snprintf(text, sizeof text, "1|CD|1|1|2|8|8|2|%s\n", cases[i].word);
        snprintf(want, sizeof want, "0 0 1 8 %" PRId64 " 1 %s/%s", cases[i].kb,
                 cases[i].all, cases[i].kb < 0 ? "no memory 1" : "");
        is(sacct_read, "JobID|State|Submit|Start|End|AllocCPUS|ReqCPUS|ReqNodes|ReqMem\n",
           &e);
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
    ALL(sacct_read, "JobID|State|Submit|Start|End|AllocCPUS|Cluster|Reservation\n",
        examples);
}

/* A list of jobs that is too long for one line goes on in the next. */
static void a_long_reservation(void)
{
    enum { JOBS = 1200 };
    static char text[24 * JOBS];
    size_t i, n, lines = 0, jobs = 0;
    n = (size_t)snprintf(text, sizeof text,
                         "JobID|State|Submit|Start|End|AllocCPUS|Reservation\n");
    for (i = 1; i <= JOBS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%zu|CD|1|2|5|1|r\n", i);
    CHECK_EQ(read_text(sacct_read, text, 1, 0), 0);
    for (i = 0; i < site.log.line_count; i++) {
        const char *at = site.log.lines[i].text.data;
        if (strcmp(site.log.lines[i].key.data, "Reservation") != 0) continue;
        CHECK_EQ(*at, lines++ ? '+' : '-');
        CHECK(strlen(at) < SWF_LINE_MAX - 20);
        while (*at) jobs += *at++ == ',';
    }
    CHECK(lines == 2 && jobs == JOBS - lines);
    sitelog_free(&site);
}

/* ---- the log as a whole ------------------------------------------------------------ */

static void header_and_names(void)
{
    char text[400];
    CHECK_EQ(read_text(sacct_read,
                       HEAD "9+0|ann|FAILED|" AT "01|" AT "05|" AT "25|4|4|01:00\n"
                            "7_1|bob|FAILED|" AT "00|" AT "25|" AT "35|3|3|01:00\n"
                            "3|ann|FAILED|" AT "00|" AT "20|" AT "35|2|2|01:00\n",
                       1, 0),
             0);
    CHECK_EQ(log_header_value(&site.log, SWF_DIR_MAX_PROCS), 0); /* texts alone */
    CHECK_STR(site.log.lines[6].text.data, "UTC");
    /* 4 + 2; at 25 one ends */
    CHECK_STR(site.log.lines[7].text.data,
              "MaxProcs is not known; the most processors that were in use at once: 6");
    fclose(files_open(path));
    sitelog_write_names(&site, path);
    text[files_read(path, text, sizeof text)] = 0;
    unlink(path);
    CHECK_STR(text, "kind\tnumber\tname\nuser\t1\tann\nuser\t2\tbob\n"
                    "job\t1\t7_1\njob\t2\t3\njob\t3\t9\n");
    sitelog_free(&site);
}

/* Without records and an end it is not accounting. */
static void endless(void)
{
    enum { LINES = 4200, LINE = 4000 };
    static char junk[LINES * LINE + 1];
    size_t i;
    memset(junk, 'x', sizeof junk - 1);
    for (i = 1; i <= LINES; i++) junk[i * LINE - 1] = '\n';
    CHECK_EQ(read_text(pbslog_read, junk, 0, 0), -1);
    CHECK(strstr(why.text, ": line 4195: no record in the last 16 MiB"));
    sitelog_free(&site);
}

TEST_MAIN(TEST(times), TEST(zones), TEST(sizes), TEST(every_state),
          TEST(cancelled_before_start), TEST(columns_that_are_wrong),
          TEST(files_that_are_wrong), TEST(arrays_steps_and_components),
          TEST(columns_of_slurm), TEST(lines_that_are_wrong), TEST(json_of_slurm),
          TEST(json_of_later_slurm), TEST(json_that_is_wrong), TEST(foreign_files),
          TEST(records_of_pbs), TEST(records_that_are_wrong),
          TEST(one_record_of_each_run), TEST(runs_given_up), TEST(columns_and_signs),
          TEST(resources), TEST(times_that_do_not_count), TEST(machines), TEST(memory),
          TEST(reservations), TEST(a_long_reservation), TEST(header_and_names),
          TEST(endless), TEST(clock_changes))
