/* requirements.h - what jobs might ask for, made for logs that do not tell: paper 2,
 * section IV-B (Rodero, Guim, Corbalan), from the jobs, a grid and random numbers.
 *
 *     Memory >= 96 MB; Disk >= 1210 MB; Vendor == Intel; OS Name == Linux;
 *     Clock >= 800 MHZ SOFT
 *
 * Vendor and operating system come in bursts: each pair with the share it has of the CPUs
 * of the grid, for 3 to 6 jobs. A job has one cluster in mind, of that pair and large
 * enough for it, chosen by CPUs; where there is none, of that vendor, else any. All it
 * asks for that cluster has, so at least one cluster satisfies each job; one that is
 * larger than the largest cluster asks as if it had just its size.
 *     memory   what was requested, else used, in KB per processor; where the log tells
 *              neither, the square of a random number of the cluster's, in steps of 16 MB
 *     disk     hours of run time * (16 MB * processors + memory) * (0.5 to 1.5)
 *     clock    half to all of the cluster's, in steps of 50 MHz; SOFT for every other job
 *     memory   every third job would like twice as much (SOFT)
 *     usages   if asked for: of each of the node's capacities a random part, or, where it
 *              has no limit, up to 100
 * SOFT ones have the default priority. What a cluster does not tell is not asked for.
 *
 * The numbers follow from the seed and the place of the job among those that are given
 * requirements; parts of jobs (status 2 to 4) get none.
 */
#ifndef SIM_REQUIREMENTS_H
#define SIM_REQUIREMENTS_H

#include "swf.h"

#include "grid.h"
#include "job.h"
#include "random.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    SIM_BURST_LEAST = 3,
    SIM_BURST_MOST = 6,
    SIM_REQUIREMENTS_TEXT = 1024 /* of one job, with the 0 */
};

typedef struct sim_requirements_rules {
    uint64_t seed;
    int64_t max_memory; /* MB; 0 = what the cluster has         */
    int usages;         /* also usages of what processes share  */
    int replace;        /* also for jobs that have requirements */
} sim_requirements_rules;

typedef struct sim_requirements { /* sim_requirements_begin */
    const sim_grid *grid;
    sim_requirements_rules rules;
    uint32_t largest; /* cluster, in CPUs                     */
    uint64_t made;    /* jobs given requirements              */
    uint64_t bursts;  /* so far                               */
    uint32_t left;    /* jobs of this burst                   */
    uint32_t like;    /* a cluster with the vendor and the OS */
    sim_random burst; /* the numbers of bursts                */
} sim_requirements;

typedef struct sim_requirements_job { /* one of them, as it is made */
    const sim_requirements *of;
    const sim_cluster *cluster;
    uint32_t number; /* of the cluster */
    sim_random random;
    uint32_t cpus;
    double memory, disk, clock; /* MB, MB, MHz; 0 = not asked for */
    char *text;
    size_t length;
} sim_requirements_job;

static inline void sim_requirements_begin(sim_requirements *r, const sim_grid *g,
                                          const sim_requirements_rules *rules)
{
    size_t i;
    memset(r, 0, sizeof *r);
    r->grid = g;
    r->rules = *rules;
    r->burst.state = rules->seed;
    for (i = 0; i < g->count; i++)
        if (g->clusters[i].cpus > r->largest) r->largest = g->clusters[i].cpus;
}

/* ---- the cluster ------------------------------------------------------------------- */

/* Do both clusters have the same text there, or neither one? */
static inline int sim_requirements_alike(const sim_grid *g, size_t a, size_t b,
                                         uint32_t attribute)
{
    const sim_attribute *x = sim_grid_value(g, a, attribute);
    const sim_attribute *y = sim_grid_value(g, b, attribute);
    return x && y ? x->text == y->text : !x && !y;
}

/* What the cluster has of a number, 0 if it does not tell. */
static inline double sim_requirements_has(const sim_grid *g, size_t cluster,
                                          uint32_t attribute)
{
    const sim_attribute *a = sim_grid_value(g, cluster, attribute);
    return a ? floor(a->number) : 0;
}

/* Can the cluster be the one the job has in mind? Of six choices from narrow to wide: as
 * the burst, of its vendor, any; each at first only if it has the memory. */
static inline int sim_requirements_suits(const sim_requirements_job *j, size_t cluster,
                                         int choice)
{
    const sim_grid *g = j->of->grid;
    if (g->clusters[cluster].cpus < j->cpus) return 0;
    if (choice % 2 == 0 && sim_requirements_has(g, cluster, SIM_GRID_MEMORY) < j->memory)
        return 0;
    if (choice < 2 && !sim_requirements_alike(g, cluster, j->of->like, SIM_GRID_OS))
        return 0;
    return choice >= 4 ||
           sim_requirements_alike(g, cluster, j->of->like, SIM_GRID_VENDOR);
}

/* One of the clusters that suit, by CPUs; u is a random number. 0 if there is none. */
static inline int sim_requirements_pick(sim_requirements_job *j, int choice, double u)
{
    const sim_grid *g = j->of->grid;
    double cpus = 0;
    size_t i;
    int found = 0;
    for (i = 0; i < g->count; i++)
        if (sim_requirements_suits(j, i, choice)) cpus += g->clusters[i].cpus;
    cpus *= u;
    for (i = 0; i < g->count && cpus >= 0; i++) {
        if (!sim_requirements_suits(j, i, choice)) continue;
        cpus -= g->clusters[i].cpus;
        j->number = (uint32_t)i;
        found = 1;
    }
    return found;
}

/* The next burst: its pair is that of a cluster, chosen by CPUs. */
static inline void sim_requirements_burst(sim_requirements *r)
{
    const sim_grid *g = r->grid;
    double cpus = sim_random_unit(&r->burst) * (double)g->cpus;
    r->like = 0;
    while (r->like + 1 < g->count && cpus >= g->clusters[r->like].cpus)
        cpus -= g->clusters[r->like++].cpus;
    r->left = SIM_BURST_LEAST +
              (uint32_t)sim_random_below(&r->burst, SIM_BURST_MOST - SIM_BURST_LEAST + 1);
    r->bursts++;
}

/* ---- the amounts ------------------------------------------------------------------- */

static inline double sim_requirements_least(double a, double b) { return a < b ? a : b; }

/* In MB as the log tells, or 0. */
static inline double sim_requirements_memory(const sim_requirements_job *j,
                                             const swf_job *job)
{
    const int64_t kb = job->req_memory > 0 ? job->req_memory : job->memory;
    const double mb = kb > 0 ? ceil((double)kb / 1024) : 0;
    const int64_t most = j->of->rules.max_memory;
    return most ? sim_requirements_least(mb, (double)most) : mb;
}

/* The seconds that its disk is worked out from. */
static inline double sim_requirements_seconds(const swf_job *job)
{
    if (job->run > 0) return (double)job->run;
    return job->req_time > 0 ? (double)job->req_time : 3600;
}

/* As many random numbers for each job, whatever it is. */
static inline void sim_requirements_amounts(sim_requirements_job *j, const swf_job *job)
{
    const sim_grid *g = j->of->grid;
    const double memory = sim_random_unit(&j->random);
    const double disk = sim_random_unit(&j->random), clock = sim_random_unit(&j->random);
    double most = sim_requirements_has(g, j->number, SIM_GRID_MEMORY);
    if (j->of->rules.max_memory)
        most = sim_requirements_least(most, (double)j->of->rules.max_memory);
    if (j->memory <= 0) j->memory = 16 * ceil(memory * memory * most / 16);
    j->disk = ceil(sim_requirements_seconds(job) / 3600 * (16.0 * j->cpus + j->memory) *
                   (0.5 + disk));
    j->memory = sim_requirements_least(j->memory, most);
    j->disk = sim_requirements_least(j->disk,
                                     sim_requirements_has(g, j->number, SIM_GRID_DISK));
    most = sim_requirements_has(g, j->number, SIM_GRID_CLOCK);
    j->clock = 50 * floor(most * (1 + clock) / 2 / 50);
    if (j->clock <= 0) j->clock = most;
}

/* ---- the text ---------------------------------------------------------------------- */

/* Adds a requirement, unless there is no room. */
SIM_PRINTF(2, 3)
static inline void sim_requirements_put(sim_requirements_job *j, const char *format, ...)
{
    const size_t room = SIM_REQUIREMENTS_TEXT - j->length;
    const char *between = j->length ? "; " : "";
    char text[512];
    va_list args;
    int n;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    n = snprintf(j->text + j->length, room, "%s%s", between, text);
    if (n > 0 && (size_t)n < room)
        j->length += (size_t)n;
    else
        j->text[j->length] = 0;
}

/* A text of the cluster, unless it would be read as something else. */
static inline void sim_requirements_put_text(sim_requirements_job *j, const char *name,
                                             uint32_t attribute)
{
    const sim_attribute *a = sim_grid_value(j->of->grid, j->number, attribute);
    const char *word = a ? sim_grid_word(j->of->grid, a->text) : "";
    char text[SIM_GRID_TEXT + 16];
    swf_span rest;
    swf_requirement r;
    if (!a) return;
    snprintf(text, sizeof text, "x == %s", word);
    rest = swf_text(text);
    if (swf_next_requirement(&rest, &r) == SWF_OK && r.op == SWF_EQUAL &&
        r.value.size == strlen(word) && memcmp(r.value.data, word, r.value.size) == 0 &&
        rest.size == 0)
        sim_requirements_put(j, "%s == %s", name, word);
}

static inline void sim_requirements_put_amount(sim_requirements_job *j, const char *name,
                                               double amount, const char *rest)
{
    if (amount > 0) sim_requirements_put(j, "%s >= %.0f %s", name, amount, rest);
}

static inline void sim_requirements_put_usages(sim_requirements_job *j)
{
    static const char *const names[] = {"usage_memory", "usage_ethernet",
                                        "usage_network"};
    int k;
    for (k = 0; k < 3; k++) {
        const double most = j->cluster->capacity[k];
        sim_requirements_put(j, "%s = %.1f", names[k],
                             (most > 0 ? most : 100) * sim_random_unit(&j->random));
    }
}

static inline void sim_requirements_write(sim_requirements_job *j)
{
    const int soft_clock = sim_random_below(&j->random, 2) == 0;
    const int more_memory = sim_random_below(&j->random, 3) == 0;
    j->text[0] = 0;
    sim_requirements_put_amount(j, "Memory", j->memory, "MB");
    sim_requirements_put_amount(j, "Disk", j->disk, "MB");
    sim_requirements_put_text(j, "Vendor", SIM_GRID_VENDOR);
    sim_requirements_put_text(j, "OS Name", SIM_GRID_OS);
    sim_requirements_put_amount(j, "Clock", j->clock, soft_clock ? "MHZ SOFT" : "MHZ");
    if (more_memory) sim_requirements_put_amount(j, "Memory", 2 * j->memory, "MB SOFT");
    if (j->of->rules.usages) sim_requirements_put_usages(j);
}

/* ---- all of it --------------------------------------------------------------------- */

/* The random numbers of one job. */
static inline sim_random sim_requirements_random(const sim_requirements *r)
{
    sim_random random;
    random.state = ~r->rules.seed;
    random.state = sim_random_bits(&random) + r->made;
    random.state = sim_random_bits(&random);
    return random;
}

/* Is the job to be given some? */
static inline int sim_requirements_wanted(const sim_requirements *r, const swf_job *job)
{
    swf_span rest = swf_requirements(job);
    swf_requirement first;
    if (job->status >= 2 && job->status <= 4) return 0;
    return r->rules.replace || swf_next_requirement(&rest, &first) == SWF_END;
}

/* The next job of a log: 1 and what it is to ask for, or 0 if that stays as it is. */
static inline int sim_requirements_next(sim_requirements *r, const swf_job *job,
                                        char text[SIM_REQUIREMENTS_TEXT])
{
    const int64_t cpus = job->procs > job->req_procs ? job->procs : job->req_procs;
    sim_requirements_job j;
    double u;
    int choice;
    if (!sim_requirements_wanted(r, job)) return 0;
    if (r->left == 0) sim_requirements_burst(r);
    r->left--;
    memset(&j, 0, sizeof j);
    j.of = r;
    j.random = sim_requirements_random(r);
    j.text = text;
    j.cpus = cpus < 1 ? 1 : cpus < r->largest ? (uint32_t)cpus : r->largest;
    j.memory = sim_requirements_memory(&j, job);
    u = sim_random_unit(&j.random);
    for (choice = 0; choice < 6 && !sim_requirements_pick(&j, choice, u); choice++)
        continue;
    j.cluster = &r->grid->clusters[j.number];
    sim_requirements_amounts(&j, job);
    sim_requirements_write(&j);
    r->made++;
    return 1;
}

#endif
