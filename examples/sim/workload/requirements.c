/* requirements.c - each job has a separate random generator, so that what it asks for
 * does not depend on what the jobs before it are like. */
#include "workload/requirements.h"

#include "kit/fail.h"
#include "workload/log.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct draft { /* what one job will ask for */
    const struct requirements *of;
    uint32_t cluster; /* that the job is modelled on */
    struct random random;
    uint32_t cpus;
    double memory, disk, clock; /* MB, MB, MHz; 0 = not asked for, or not known yet */
    char *text;
    size_t length;
};

void requirements_begin(struct requirements *r, const struct grid *g,
                        const struct requirements_rules *rules)
{
    memset(r, 0, sizeof *r);
    r->grid = g;
    r->rules = *rules;
    r->burst.state = rules->seed;
    for (size_t i = 0; i < g->count; i++)
        if (g->clusters[i].cpus > r->largest) r->largest = g->clusters[i].cpus;
}

/* ---- the cluster ------------------------------------------------------------------- */

/* Do both clusters have the same text of this attribute, or neither has one? */
static int same_text(const struct grid *g, size_t a, size_t b, uint32_t attribute)
{
    const struct grid_value *x = grid_value(g, a, attribute);
    const struct grid_value *y = grid_value(g, b, attribute);
    return x && y ? x->text == y->text : !x && !y;
}

/* What the cluster has of an attribute of numbers; 0 if it does not say. */
static double amount_of(const struct grid *g, size_t cluster, uint32_t attribute)
{
    const struct grid_value *a = grid_value(g, cluster, attribute);
    return a ? floor(a->number) : 0;
}

enum { CHOICES = 6 };

/* Can the job be modelled on this cluster? There are six choices, from narrow to wide:
 * the vendor and OS of the burst, its vendor, any; each first with enough memory, then
 * with any. */
static int suits(const struct draft *d, size_t cluster, int choice)
{
    const struct grid *g = d->of->grid;
    if (g->clusters[cluster].cpus < d->cpus) return 0;
    if (choice % 2 == 0 && amount_of(g, cluster, GRID_MEMORY) < d->memory) return 0;
    if (choice < 2 && !same_text(g, cluster, d->of->like, GRID_OS)) return 0;
    return choice >= 4 || same_text(g, cluster, d->of->like, GRID_VENDOR);
}

/* Draws a cluster among those that suit, by CPUs; u is a random number. 0 if none
 * does. */
static int draw_cluster(struct draft *d, int choice, double u)
{
    const struct grid *g = d->of->grid;
    double cpus = 0;
    int found = 0;
    for (size_t i = 0; i < g->count; i++)
        if (suits(d, i, choice)) cpus += g->clusters[i].cpus;
    cpus *= u;
    for (size_t i = 0; i < g->count && cpus >= 0; i++) {
        if (!suits(d, i, choice)) continue;
        cpus -= g->clusters[i].cpus;
        d->cluster = (uint32_t)i;
        found = 1;
    }
    return found;
}

/* The next burst: its vendor and OS are from a cluster drawn by CPUs. */
static void begin_burst(struct requirements *r)
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

static void draw_amounts(struct draft *d, const swf_job *job)
{
    const struct grid *g = d->of->grid;
    const int64_t seconds = job->run > 0        ? job->run
                            : job->req_time > 0 ? job->req_time
                                                : 3600;
    const double memory = random_unit(&d->random);
    const double disk = random_unit(&d->random), clock = random_unit(&d->random);
    double most = amount_of(g, d->cluster, GRID_MEMORY);
    if (d->memory <= 0) d->memory = 16 * ceil(memory * memory * most / 16);
    d->disk = ceil((double)seconds / 3600 * (16.0 * d->cpus + d->memory) * (0.5 + disk));
    d->memory = fmin(d->memory, most);
    d->disk = fmin(d->disk, amount_of(g, d->cluster, GRID_DISK));
    most = amount_of(g, d->cluster, GRID_CLOCK);
    d->clock = 50 * floor(most * (1 + clock) / 2 / 50);
    if (d->clock <= 0) d->clock = most;
}

/* ---- the text ---------------------------------------------------------------------- */

/* Adds a requirement, unless there is no room. */
FAIL_PRINTF(2, 3)
static void append(struct draft *d, const char *format, ...)
{
    const size_t room = REQUIREMENTS_TEXT - d->length;
    const char *between = d->length ? "; " : "";
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const int n = snprintf(d->text + d->length, room, "%s%s", between, text);
    if (n > 0 && (size_t)n < room)
        d->length += (size_t)n;
    else
        d->text[d->length] = 0;
}

/* A text of the cluster, unless it would not be read again as the same text. */
static void add_text(struct draft *d, const char *name, uint32_t attribute)
{
    const struct grid_value *a = grid_value(d->of->grid, d->cluster, attribute);
    const char *word = a ? grid_text(d->of->grid, a->text) : "";
    char text[GRID_TEXT + 16];
    swf_requirement r;
    if (!a) return;
    snprintf(text, sizeof text, "x == %s", word);
    swf_span rest = swf_text(text);
    if (swf_next_requirement(&rest, &r) == SWF_OK && r.op == SWF_EQUAL &&
        r.value.size == strlen(word) && memcmp(r.value.data, word, r.value.size) == 0)
        append(d, "%s == %s", name, word);
}

static void add_amount(struct draft *d, const char *name, double amount, const char *rest)
{
    if (amount > 0) append(d, "%s >= %.0f %s", name, amount, rest);
}

static void add_usages(struct draft *d)
{
    static const char *const names[] = {"usage_memory", "usage_ethernet",
                                        "usage_network"};
    for (int k = 0; k < 3; k++) {
        const double most = d->of->grid->clusters[d->cluster].capacity[k];
        append(d, "%s = %.1f", names[k],
               (most > 0 ? most : 100) * random_unit(&d->random));
    }
}

static void write_text(struct draft *d)
{
    const int soft_clock = random_below(&d->random, 2) == 0;
    const int more_memory = random_below(&d->random, 3) == 0;
    struct random own = {~d->random.state}; /* all other numbers stay as they are */
    d->text[0] = 0;
    if (random_below(&own, 100) >= d->of->rules.unconstrained) {
        add_amount(d, "Memory", d->memory, "MB");
        add_amount(d, "Disk", d->disk, "MB");
        add_text(d, "Vendor", GRID_VENDOR);
        add_text(d, "OS Name", GRID_OS);
        add_amount(d, "Clock", d->clock, soft_clock ? "MHZ SOFT" : "MHZ");
        if (more_memory) add_amount(d, "Memory", 2 * d->memory, "MB SOFT");
    }
    if (d->of->rules.usages) add_usages(d);
}

/* ---- all of it --------------------------------------------------------------------- */

/* Does the job get requirements? */
static int is_wanted(const struct requirements *r, const swf_job *job)
{
    swf_span rest = swf_requirements(job);
    swf_requirement first;
    if (log_is_part(job)) return 0;
    return r->rules.replace || swf_next_requirement(&rest, &first) == SWF_END;
}

int requirements_next(struct requirements *r, const swf_job *job,
                      char text[REQUIREMENTS_TEXT])
{
    const int64_t cpus = job->procs > job->req_procs ? job->procs : job->req_procs;
    const int64_t kb = job->req_memory > 0 ? job->req_memory : job->memory;
    struct draft d = {.of = r, .text = text};
    if (!is_wanted(r, job)) return 0;
    if (r->left == 0) begin_burst(r);
    r->left--;
    d.random = random_stream(~r->rules.seed, r->generated);
    d.cpus = cpus < 1 ? 1 : cpus < r->largest ? (uint32_t)cpus : r->largest;
    if (kb > 0) d.memory = ceil((double)kb / 1024);
    const double u = random_unit(&d.random);
    for (int choice = 0; choice < CHOICES && !draw_cluster(&d, choice, u); choice++)
        continue;
    draw_amounts(&d, job);
    write_text(&d);
    r->generated++;
    return 1;
}
