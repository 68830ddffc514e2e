/* sitelog.h - the accounting of a real system as a job log: what the readers of sacct's
 * output (sacct.c) and of PBS's records (pbslog.c) have in common.
 *
 *     struct sitelog s = {.path = path, .refuse = 1, .zone = "UTC"};
 *     if (sacct_read(&s, &error) != 0) ...
 *     sitelog_finish(&s);
 *     log_write(&s.log, stdout);
 *     sitelog_write_names(&s, "names.tsv");
 *     sitelog_free(&s);
 *
 * A reader turns each record into a struct site_job. Users, groups, applications, queues
 * and partitions become numbers, in the order in which they are met; no name is written
 * unless asked for.
 */
#ifndef SITELOG_H
#define SITELOG_H

#include "base/error.h"
#include "base/input.h"
#include "base/names.h"
#include "base/word.h"
#include "workload/log.h"

#include <stddef.h>
#include <stdint.h>

enum { SITE_USER, SITE_GROUP, SITE_EXECUTABLE, SITE_QUEUE, SITE_PARTITION, SITE_NAMES };

/* What a record says of a job; SITE_UNKNOWN where it says nothing. Times are seconds
 * since 1970. */
#define SITE_UNKNOWN INT64_MIN
struct site_job {
    int64_t submit, start, end;
    int64_t eligible; /* it was held, or waited for a time or another job, until then  */
    int64_t later[4]; /* each, and eligible, may be so much later: a clock put back    */
    int64_t elapsed;  /* seconds that it ran, without suspensions              */
    int64_t suspended;
    int64_t procs, req_procs, nodes, req_nodes, gpus, req_gpus, req_time;
    int64_t cpu;                /* milliseconds of all processors                */
    int64_t memory, req_memory; /* KB of all processors: used, asked for         */
    int64_t given_memory;
    int64_t status; /* as in SWF: 0 failed, 1 completed, 5 cancelled */
    unsigned odd;   /* 1 << SITE_...: notes that it is counted in    */
    struct word name[SITE_NAMES];
    struct word account; /* the group, where there is none */
    struct word id;      /* the system's own               */
    struct word computer, reservation;
    int64_t component; /* of a heterogeneous job, from 0                     */
    int unfinished;    /* it waits or runs                                   */
};

/* What the header has a note on, with the number of jobs. */
enum {
    SITE_UNFINISHED, /* it waits or runs                                      */
    SITE_REPLACED,   /* another record has more of the run                   */
    SITE_UNDECIDED,  /* it has a time that may also be an hour later          */
    SITE_NO_SIZE,    /* no processors                                         */
    SITE_NO_SUBMIT,  /* of which nothing but the start is known               */
    SITE_HELD,       /* it waits, and may not start yet                      */
    SITE_SHORTER,    /* its Elapsed is shorter than from start to end ...    */
    SITE_LESS,       /* ... which is not what it was suspended               */
    SITE_LONGER,
    SITE_DIFFER,    /* two columns have two sizes                           */
    SITE_LATE,      /* it started before it was eligible                     */
    SITE_NO_MEMORY, /* its request is not known                      */
    SITE_RESIZED,
    SITE_APART, /* components that do not run at the same time           */
    SITE_PARTITION_NAMED,
    SITE_TYPES, /* not carried: of GPUs                          */
    SITE_FEATURES,
    SITE_LICENCES,
    SITE_ARRAYS,  /* of PBS, whose waiting tasks are not known */
    SITE_LIMITED, /* waiting tasks of an array of which only some may run at once */
    SITE_OTHERS,
    SITE_NOTES
};

/* What identifies a run, of which there may be several records: times as they were read,
 * and numbers of names (of computer and reservation from 1, 0 = not said). */
enum {
    SITE_KEY_COMPUTER,
    SITE_KEY_ID,
    SITE_KEY_SUBMIT,
    SITE_KEY_COMPONENT,
    SITE_KEY_START,
    SITE_KEYS
};
struct site_run {
    int64_t key[SITE_KEYS];
    int64_t eligible, gpus, memory, nodes; /* SITE_UNKNOWN, or what it had or asked for */
    int64_t cpu, used, asked; /* as struct site_job's cpu, memory, req_memory */
    uint32_t reservation;
    unsigned odd; /* 1 << SITE_... */
    char joined;  /* to another component */
};

struct sitelog { /* zero-initialise, then the first six; sitelog_free */
    const char *path;
    const char *columns; /* of sacct, where no first line names them; or NULL       */
    const char *zone;    /* of times that do not say theirs (date_zone)         */
    int refuse;          /* a bad line is an error; else it is counted in the log      */
    int keep;            /* what waits and runs, too                                   */
    int64_t now;         /* the latest time in any record                      */
    int nodes;           /* processors are nodes                                       */
    int64_t servers;     /* size of the machine; 0 = the most that were ever in use    */
    struct log log;
    struct names names[SITE_NAMES], computers, ids, reservations;
    struct site_run *runs; /* of each record, in their order                        */
    size_t room;
    uint32_t *run;     /* of the log's jobs, by number of the job less 1             */
    uint64_t line;     /* that is being read, from 1                              */
    int begun;         /* a line was not empty                                    */
    struct word job;   /* ... which is its id, where lines do not say             */
    size_t junk;       /* bytes since a line that was not bad                     */
    struct word piece; /* of a word, which cannot be read             */
    struct error bad;  /* its fault                                   */
    uint64_t notes[SITE_NOTES]; /* jobs                                             */
    char other[40];     /* the first resource that is not carried                  */
    char resources[80]; /* of the machine, as the header has them, or ""           */
    uint64_t off;       /* its nodes that are down                                 */
    int64_t first;      /* the earliest submission                                 */
};

void sitelog_free(struct sitelog *s);

/* The number of a name, from 0, which is added if it is new. */
uint32_t sitelog_number(struct names *n, struct word name);

/* A job of which nothing is known. */
struct site_job sitelog_job(void);

/* Adds a record. Computer, id, component, submission and start say of which run it is:
 * the last one that is not `unfinished` counts. Components become one job, which has the
 * first status that is not 1. 0, or 1 if the times cannot be. */
int sitelog_add(struct sitelog *s, struct site_job *j);

/* Adds a waiting job for each task of an array in a list such as "1-50%5" or "1,3,7-9:2".
 * 0, or 1 if it is not such a list. */
int sitelog_add_tasks(struct sitelog *s, struct site_job *j, struct word array,
                      struct word list);

/* Reports the fault of the line, in its field number `field` (from 1) that begins at
 * `column`, 0 in JSON; field 0: in the line as a whole. Returns 1. */
ERROR_PRINTF(5, 6)
int sitelog_bad(struct sitelog *s, size_t column, size_t field, const char *name,
                const char *expected, ...);

/* Calls `each` for each line, without its line break. It returns 0, or having called
 * sitelog_bad 1: the line is bad, or -1: so is the file. A line of more than 1 MB is an
 * error, and so is a first line of a system other than `from`, a word for swf_tool
 * convert --from. A text that begins with a brace is for `json`, unless that is NULL. 0,
 * or -1. */
typedef int (*sitelog_fn)(void *context, struct word line);
typedef int (*sitelog_json_fn)(void *context, struct input *in, struct error *e);
int sitelog_lines(struct sitelog *s, const char *from, sitelog_fn each,
                  sitelog_json_fn json, void *context, struct error *e);

/* Is how a file begins a system's other than `from`? 0, or -1: it is. */
int sitelog_begin(struct sitelog *s, const char *from, struct word text, struct error *e);

/* What sitelog_lines does where a line, or the file, is bad: counts it, or is -1. */
int sitelog_count_bad(struct sitelog *s, int file_is, struct error *e);

/* Leaves one record of each run, sorts the jobs, numbers them and writes their header. */
void sitelog_finish(struct sitelog *s);

/* ---- their parts in sitelog_runs.c ------------------------------------------------- */

/* Of the times that the clock showed twice takes those that can be; several can where
 * they are undecided. 0 if none can. */
int sitelog_runs_choose(struct site_job *j);

/* Leaves one record of each run, joins components, and counts times from the first
 * submission. */
void sitelog_runs_join(struct sitelog *s);

/* Adds a header line for each reservation of a numbered log. Returns how many. */
size_t sitelog_runs_reserved(struct sitelog *s);

/* Writes which number stands for which name, and which job was which, to a file that
 * begins with these words. */
#define SITELOG_NAMES_BEGIN "kind\tnumber\tname"
void sitelog_write_names(const struct sitelog *s, const char *path);

/* "2026-11-23T16:47:17", maybe followed by Z or +01:00, or seconds since 1970; it may
 * also be *later seconds later, -1: cannot be (date_stamp). 1, or 0. */
int sitelog_time(const struct sitelog *s, struct word w, int64_t *seconds,
                 int64_t *later);

/* Another resource that a job asks for, of which nothing but the name is kept. */
void sitelog_other(struct sitelog *s, struct site_job *j, struct word name);

/* "4000M", "1.5G", "312kb": in KB; without a unit it is in `unit` bytes. Returns how much
 * of the word was read, 0 if it is not such a size. */
size_t sitelog_size(struct word w, int64_t unit, int64_t *kb);

/* Columns of sacct that are read; all that a log has a place for. */
#define SACCT_COLUMNS                                                             \
    "JobID,Cluster,User,Group,JobName,QOS,Partition,State,Submit,Eligible,Start," \
    "End,Elapsed,Suspended,Timelimit,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes,"      \
    "AllocTRES,ReqTRES,ReqMem,Constraints,Reservation,TotalCPU"

/* What sacct --json prints, as the columns that sacct -P prints, in this order. */
#define SACCT_JSON_COLUMNS                                                           \
    "JobID|Cluster|User|Account|Group|JobName|QOS|Partition|State|Submit|Start|End|" \
    "Reservation|TimelimitRaw|AllocTRES|ReqTRES|ReqCPUS|AllocNodes|TotalCPU|"        \
    "Eligible|ElapsedRaw|Constraints|Licenses|Suspended"
enum { SACCT_JSON_FIELDS = 24 };

/* Calls `each` for each job, once s->job is its id; what it returns, and the rest, is as
 * for sitelog_lines. A file may be several outputs, one after the other. */
typedef int (*sacct_json_fn)(void *context, const struct word *fields);
int sacct_json_read(struct sitelog *s, struct input *in, sacct_json_fn each,
                    void *context, struct error *e);

/* Takes the size of the machine from what scontrol show nodes prints. 0, or -1. */
int sitelog_machine(struct sitelog *s, const char *path, struct error *e);

/* Reads a list of trackable resources, as given to the job or as asked for by it; 0 if it
 * cannot be read, and s->piece is why. Generic ones alone may lack "gres/". */
int sacct_tres(struct sitelog *s, struct site_job *j, struct word list, int given,
               int generic);

/* 0, or -1. */
int sacct_read(struct sitelog *s, struct error *e);
int pbslog_read(struct sitelog *s, struct error *e);

#endif
