/* broker_policy.h - the policies of the broker: which job of its queue is next, and which
 * cluster a job gets (I. Rodero, F. Guim, J. Corbalan, paper 2, sections III and IV-A2).
 *
 * A policy is one row of a table: its word, what it is, its functions. A set-up is a pair
 * of them, JOBS+RESOURCES; a resource policy without a broker is one by itself, and
 * section V names three. The option --setup, its help, its messages and the tests get all
 * policies from the tables.
 *
 * Jobs (--setup JOBS+...):
 *   fcfs      in order of submission: all wait for the head of the queue
 *   jr        JR-backfilling (listing 3): of the jobs that have a cluster the lightest
 *             passes the head, if that has none. A weight is the rank (section III-B)
 *             times 1 + factor * position, from 1: once even the lowest rank would weigh
 *             no less than the best so far, the search ends. Without jr_head (section
 *             III-B, steps 1 to 3) the head is weighed as all others are
 *   edf       in order of deadlines
 *   realtime  never queues: a job goes where its deadline holds, or is refused
 *
 * Resources (--setup ...+RESOURCES): of the candidates the cluster with the highest
 * score; of equal ones that with most free CPUs, then the first of the grid.
 *   match       candidates satisfy all HARD requirements now and have the CPUs free; the
 *               score is the sum of priority * value over the SOFT requirements that hold
 *               (section III-A)
 *   slow        candidates satisfy the static HARD requirements; the lower the average
 *               bounded slowdown of the jobs that finished there the better (listing 5)
 *   slow-gate   a job goes only while match has a candidate for it, as listing 3 asks for
 *               free CPUs; then listing 5 chooses as slow does
 *   slow-free   candidates as of match; the choice as of slow
 *   match-slow  candidates as of slow; (1 - phi) * value / largest value + phi * least
 *               slowdown / slowdown, where phi, the dynamic factor of section VI, is the
 *               fraction of waiting CPUs in waiting and free CPUs: an idle grid goes by
 *               SOFT requirements, a crowded one by performance
 *   random      candidates as of match; a number drawn by the seed
 *   isis        there is no broker: each job chooses its cluster when it is submitted,
 *               that with the least work left for each CPU (Guim and Corbalan's
 *               dispatchers, JSSPP 2008)
 */
#ifndef BROKER_POLICY_H
#define BROKER_POLICY_H

#include "base/choice.h"
#include "base/job.h"
#include "grid/broker.h"

#include <stddef.h>
#include <stdint.h>

struct broker_view;  /* broker_site.h: what the broker knows */
struct broker_entry; /* broker_queue.h: a job in its queue */

enum broker_jobs { /* rows of broker_policy_jobs */
                   BROKER_FCFS,
                   BROKER_JR,
                   BROKER_EDF,
                   BROKER_REALTIME
};

struct broker_policy_jobs {
    struct choice choice;
    int ranks;   /* it goes by ranks: the reduction factor makes a difference       */
    int dated;   /* it goes by deadlines                                            */
    int at_once; /* no job waits: one for which no cluster keeps the deadline is
                    refused                                                         */
    /* The order of the queue: lower keys first. NULL = by submission. */
    int64_t (*key)(const struct broker_rules *rules, const struct job *job);
    /* When the head of the queue has no cluster: the place of the job that goes next, or
     * SIZE_MAX. NULL = all wait for the head. */
    size_t (*next)(struct broker_view *v);
};

extern const struct choice_table broker_policy_jobs_table;

const struct broker_policy_jobs *broker_policy_jobs(size_t row);

enum broker_resources { /* rows of broker_policy_resources */
                        BROKER_MATCH,
                        BROKER_SLOW,
                        BROKER_SLOW_GATE,
                        BROKER_SLOW_FREE,
                        BROKER_MATCH_SLOW,
                        BROKER_ISIS
};

struct broker_question { /* which cluster does this job get? */
    const struct broker_view *view;
    const struct broker_entry *entry;
    double phi;                  /* of match-slow: the dynamic factor;         */
    double largest, least, bsld; /* values of the candidates, least slowdown   */
};

/* Which clusters must have the CPUs free now, and satisfy dynamic requirements, too? */
enum broker_room {
    BROKER_ROOM_NOT_ASKED, /* none: a job may wait at its cluster              */
    BROKER_ROOM_SOMEWHERE, /* one that the job may go to; it may get another   */
    BROKER_ROOM_THERE      /* candidates                                       */
};

struct broker_policy_resources {
    struct choice choice;
    enum broker_room room;
    int alone; /* there is no broker, and so no job policy                           */
    /* Called once for each question, before the scores; or NULL. */
    void (*prepare)(struct broker_question *q);
    /* The score of a candidate; `s`: its state as the broker knows it. */
    double (*score)(const struct broker_question *q, uint32_t cluster,
                    const struct grid_state *s);
};

extern const struct choice_table broker_policy_resources_table;

const struct broker_policy_resources *broker_policy_resources(size_t row);

#define BROKER_NO_CLUSTER UINT32_MAX

/* The job's cluster, or BROKER_NO_CLUSTER. */
uint32_t broker_policy_select(const struct broker_view *v,
                              const struct broker_entry *entry);

/* Finds the free CPUs for each class, and whether it is open: its smallest job might have
 * room. Returns the place in the queue of the first job of an open class; how many wait
 * if there is none. Mostly those jobs are near the end, as others have waited longer. */
size_t broker_policy_first(struct broker_view *v);

/* After that: may the job have a cluster? If not, it has none until more becomes free. */
int broker_policy_open(const struct broker_view *v, const struct broker_entry *entry);

/* ---- set-ups: the words of --setup ------------------------------------------------- */

enum { BROKER_SETUPS = 64 };

struct broker_setup {
    char name[40];          /* "SLOW", "edf+slow"                  */
    const char *about;      /* for --help; NULL: the name says it  */
    size_t jobs, resources; /* rows of their tables                */
};

/* All set-ups: first those that have a name. How many. */
size_t broker_policy_setups(struct broker_setup all[BROKER_SETUPS]);

#endif
