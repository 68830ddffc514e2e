/* requirements.c - implements requirements.h. */
#include "workload/requirements.h"

#include "base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct requirements_job { /* one of them, as it is made */
    const struct requirements *of;
    const struct grid_cluster *cluster;
    uint32_t number; /* of the cluster */
    struct random random;
    uint32_t cpus;
    double memory, disk, clock; /* MB, MB, MHz; 0 = not asked for */
    char *text;
    size_t length;
};

void requirements_begin(struct requirements *r, const struct grid *g,
                        const struct requirements_rules *rules)
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
static int requirements_alike(const struct grid *g, size_t a, size_t b,
                              uint32_t attribute)
{
    const struct grid_attribute *x = grid_value(g, a, attribute);
    const struct grid_attribute *y = grid_value(g, b, attribute);
    return x && y ? x->text == y->text : !x && !y;
}

/* What the cluster has of a number, 0 if it does not tell. */
static double requirements_has(const struct grid *g, size_t cluster, uint32_t attribute)
{
    const struct grid_attribute *a = grid_value(g, cluster, attribute);
    return a ? floor(a->number) : 0;
}

/* Can the cluster be the one the job has in mind? Of six choices from narrow to wide: as
 * the burst, of its vendor, any; each at first only if it has the memory. */
static int requirements_suits(const struct requirements_job *j, size_t cluster,
                              int choice)
{
    const struct grid *g = j->of->grid;
    if (g->clusters[cluster].cpus < j->cpus) return 0;
    if (choice % 2 == 0 && requirements_has(g, cluster, GRID_MEMORY) < j->memory)
        return 0;
    if (choice < 2 && !requirements_alike(g, cluster, j->of->like, GRID_OS)) return 0;
    return choice >= 4 || requirements_alike(g, cluster, j->of->like, GRID_VENDOR);
}

/* One of the clusters that suit, by CPUs; u is a random number. 0 if there is none. */
static int requirements_pick(struct requirements_job *j, int choice, double u)
{
    const struct grid *g = j->of->grid;
    double cpus = 0;
    size_t i;
    int found = 0;
    for (i = 0; i < g->count; i++)
        if (requirements_suits(j, i, choice)) cpus += g->clusters[i].cpus;
    cpus *= u;
    for (i = 0; i < g->count && cpus >= 0; i++) {
        if (!requirements_suits(j, i, choice)) continue;
        cpus -= g->clusters[i].cpus;
        j->number = (uint32_t)i;
        found = 1;
    }
    return found;
}

/* The next burst: its pair is that of a cluster, chosen by CPUs. */
static void requirements_burst(struct requirements *r)
{
    const struct grid *g = r->grid;
    double cpus = random_unit(&r->burst) * (double)g->cpus;
    r->like = 0;
    while (r->like + 1 < g->count && cpus >= g->clusters[r->like].cpus)
        cpus -= g->clusters[r->like++].cpus;
    r->left = REQUIREMENTS_BURST_LEAST +
              (uint32_t)random_below(&r->burst, REQUIREMENTS_BURST_MOST -
                                                    REQUIREMENTS_BURST_LEAST + 1);
    r->bursts++;
}

/* ---- the amounts ------------------------------------------------------------------- */

static double requirements_least(double a, double b) { return a < b ? a : b; }

/* In MB as the log tells, or 0. */
static double requirements_memory(const struct requirements_job *j, const swf_job *job)
{
    const int64_t kb = job->req_memory > 0 ? job->req_memory : job->memory;
    const double mb = kb > 0 ? ceil((double)kb / 1024) : 0;
    const int64_t most = j->of->rules.max_memory;
    return most ? requirements_least(mb, (double)most) : mb;
}

/* The seconds that its disk is worked out from. */
static double requirements_seconds(const swf_job *job)
{
    if (job->run > 0) return (double)job->run;
    return job->req_time > 0 ? (double)job->req_time : 3600;
}

/* As many random numbers for each job, whatever it is. */
static void requirements_amounts(struct requirements_job *j, const swf_job *job)
{
    const struct grid *g = j->of->grid;
    const double memory = random_unit(&j->random);
    const double disk = random_unit(&j->random), clock = random_unit(&j->random);
    double most = requirements_has(g, j->number, GRID_MEMORY);
    if (j->of->rules.max_memory)
        most = requirements_least(most, (double)j->of->rules.max_memory);
    if (j->memory <= 0) j->memory = 16 * ceil(memory * memory * most / 16);
    j->disk = ceil(requirements_seconds(job) / 3600 * (16.0 * j->cpus + j->memory) *
                   (0.5 + disk));
    j->memory = requirements_least(j->memory, most);
    j->disk = requirements_least(j->disk, requirements_has(g, j->number, GRID_DISK));
    most = requirements_has(g, j->number, GRID_CLOCK);
    j->clock = 50 * floor(most * (1 + clock) / 2 / 50);
    if (j->clock <= 0) j->clock = most;
}

/* ---- the text ---------------------------------------------------------------------- */

/* Adds a requirement, unless there is no room. */
ERROR_PRINTF(2, 3)
static void requirements_put(struct requirements_job *j, const char *format, ...)
{
    const size_t room = REQUIREMENTS_TEXT - j->length;
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
static void requirements_put_text(struct requirements_job *j, const char *name,
                                  uint32_t attribute)
{
    const struct grid_attribute *a = grid_value(j->of->grid, j->number, attribute);
    const char *word = a ? grid_word(j->of->grid, a->text) : "";
    char text[GRID_TEXT + 16];
    swf_span rest;
    swf_requirement r;
    if (!a) return;
    snprintf(text, sizeof text, "x == %s", word);
    rest = swf_text(text);
    if (swf_next_requirement(&rest, &r) == SWF_OK && r.op == SWF_EQUAL &&
        r.value.size == strlen(word) && memcmp(r.value.data, word, r.value.size) == 0 &&
        rest.size == 0)
        requirements_put(j, "%s == %s", name, word);
}

static void requirements_put_amount(struct requirements_job *j, const char *name,
                                    double amount, const char *rest)
{
    if (amount > 0) requirements_put(j, "%s >= %.0f %s", name, amount, rest);
}

static void requirements_put_usages(struct requirements_job *j)
{
    static const char *const names[] = {"usage_memory", "usage_ethernet",
                                        "usage_network"};
    int k;
    for (k = 0; k < 3; k++) {
        const double most = j->cluster->capacity[k];
        requirements_put(j, "%s = %.1f", names[k],
                         (most > 0 ? most : 100) * random_unit(&j->random));
    }
}

static void requirements_write(struct requirements_job *j)
{
    const int soft_clock = random_below(&j->random, 2) == 0;
    const int more_memory = random_below(&j->random, 3) == 0;
    j->text[0] = 0;
    requirements_put_amount(j, "Memory", j->memory, "MB");
    requirements_put_amount(j, "Disk", j->disk, "MB");
    requirements_put_text(j, "Vendor", GRID_VENDOR);
    requirements_put_text(j, "OS Name", GRID_OS);
    requirements_put_amount(j, "Clock", j->clock, soft_clock ? "MHZ SOFT" : "MHZ");
    if (more_memory) requirements_put_amount(j, "Memory", 2 * j->memory, "MB SOFT");
    if (j->of->rules.usages) requirements_put_usages(j);
}

/* ---- all of it --------------------------------------------------------------------- */

/* The random numbers of one job. */
static struct random requirements_random(const struct requirements *r)
{
    struct random random;
    random.state = ~r->rules.seed;
    random.state = random_bits(&random) + r->made;
    random.state = random_bits(&random);
    return random;
}

/* Is the job to be given some? */
static int requirements_wanted(const struct requirements *r, const swf_job *job)
{
    swf_span rest = swf_requirements(job);
    swf_requirement first;
    if (job->status >= 2 && job->status <= 4) return 0;
    return r->rules.replace || swf_next_requirement(&rest, &first) == SWF_END;
}

int requirements_next(struct requirements *r, const swf_job *job,
                      char text[REQUIREMENTS_TEXT])
{
    const int64_t cpus = job->procs > job->req_procs ? job->procs : job->req_procs;
    struct requirements_job j;
    double u;
    int choice;
    if (!requirements_wanted(r, job)) return 0;
    if (r->left == 0) requirements_burst(r);
    r->left--;
    memset(&j, 0, sizeof j);
    j.of = r;
    j.random = requirements_random(r);
    j.text = text;
    j.cpus = cpus < 1 ? 1 : cpus < r->largest ? (uint32_t)cpus : r->largest;
    j.memory = requirements_memory(&j, job);
    u = random_unit(&j.random);
    for (choice = 0; choice < 6 && !requirements_pick(&j, choice, u); choice++) continue;
    j.cluster = &r->grid->clusters[j.number];
    requirements_amounts(&j, job);
    requirements_write(&j);
    r->made++;
    return 1;
}
