/* classes.c - sums and counts of each class in each week or seed are a cube. */
#include "online/classes.h"

#include "base/text.h"

#include <math.h>

enum { WEEK = 7 * 86400, SUM = 0, JOBS, MEAN, MEASURES };

static const struct measure measures[MEASURES] = {
    {"wait_sum", "sum of waiting times", MEASURE_HOURS},
    {"jobs", "jobs", MEASURE_COUNT},
    {"wait_mean", "mean waiting time", MEASURE_HOURS}};

/* Run times from here on; the classes in which paper 1 tells jobs apart, and 15 minutes,
 * its slot. */
static const struct {
    int64_t from;
    const char *text;
} runs[CLASSES_RUNS] = {{0, "run: under 15 min"},
                        {15 * 60, "run: 15 min to 2 h"},
                        {2 * 3600, "run: 2 to 10 h"},
                        {10 * 3600, "run: 10 h or longer"}};

int classes_open(struct classes *c, size_t policies, size_t seeds,
                 const struct classes_jobs *jobs, uint64_t seed, struct error *e)
{
    const int64_t span = jobs->log[jobs->count - 1].submit - jobs->log[0].submit;
    const size_t weeks =
        span / WEEK < CUBE_SEEDS ? (size_t)(span / WEEK) + 1 : CUBE_SEEDS;
    size_t i, class;
    c->servers = jobs->servers;
    c->groups = metrics_group_count(jobs->servers);
    c->first = jobs->log[0].submit;
    c->weeks = seeds < 2;
    c->seed = seed;
    if (cube_open(&c->cube, measures, MEASURES, 1 + c->groups + CLASSES_RUNS, policies,
                  c->weeks ? weeks : seeds, e) != 0)
        return -1;
    for (i = 0; i < cube_runs(&c->cube); i++)
        for (class = SUM; class <= JOBS; class ++)
            c->cube.values[i * MEASURES + class] = 0;
    return 0;
}

void classes_free(struct classes *c) { cube_free(&c->cube); }

static void add_job(struct classes *c, size_t class, size_t policy, size_t block,
                    double wait)
{
    double *value = cube_run(&c->cube, class, policy, block);
    value[SUM] += wait;
    value[JOBS]++;
    value[MEAN] = value[SUM] / value[JOBS];
}

void classes_add(struct classes *c, size_t policy, size_t seed,
                 const struct classes_jobs *jobs, const struct job_outcome *outcomes)
{
    size_t i;
    for (i = 0; i < jobs->count; i++) {
        const struct job *job = &jobs->at[i];
        const double wait = (double)metrics_wait(job, &outcomes[i]);
        const int64_t week = (jobs->log[i].submit - c->first) / WEEK;
        const size_t last = c->cube.seeds - 1;
        const size_t block = !c->weeks ? seed : (size_t)week < last ? (size_t)week : last;
        size_t run = CLASSES_RUNS - 1;
        if (!metrics_compared(outcomes, jobs->compared, i)) continue;
        while (job->run < runs[run].from) run--;
        add_job(c, 0, policy, block, wait);
        add_job(c, 1 + metrics_group_of(job->servers, c->servers), policy, block, wait);
        add_job(c, 1 + c->groups + run, policy, block, wait);
    }
}

void classes_end(struct classes *c)
{
    size_t class, p;
    for (class = 0; class < c->cube.points; class ++)
        for (p = 0; p < c->cube.variants; p++) {
            const size_t of[2] = {class, p}, base[2] = {class, 0};
            c->wait[class][p] = c->weeks
                                    ? cube_blocks(&c->cube, of, NULL, SUM, JOBS, c->seed)
                                    : cube_spread(&c->cube, class, p, MEAN);
            c->difference[class][p] =
                c->weeks ? cube_blocks(&c->cube, of, base, SUM, JOBS, c->seed)
                         : cube_paired(&c->cube, of, base, MEAN, NULL);
        }
}

/* ---- what is shown ----------------------------------------------------------------- */

static double jobs_of(const struct classes *c, size_t class)
{
    double jobs = 0;
    size_t i;
    for (i = 0; i < c->cube.seeds; i++) jobs += cube_run(&c->cube, class, 0, i)[JOBS];
    return c->weeks ? jobs : floor(jobs / (double)c->cube.seeds + 0.5);
}

/* A class as programs read it: to < 0: no end. */
static const char *bounds(const struct classes *c, size_t class, int64_t *from,
                          int64_t *to)
{
    const size_t run = class - 1 - c->groups;
    *from = *to = -1;
    if (class == 0) return "all";
    if (class <= c->groups) {
        *from = metrics_group_least(class - 1, c->servers);
        *to = metrics_group_most(class - 1, c->servers);
        return "servers";
    }
    *from = runs[run].from;
    if (run + 1 < CLASSES_RUNS) *to = runs[run + 1].from;
    return "run_seconds";
}

/* Begins the row of a class; 0: it has no jobs, and no row. */
static int row(struct table *t, const struct classes *c, size_t class)
{
    int64_t from, to;
    char text[TEXT_NUMBER];
    if (!(jobs_of(c, class) > 0)) return 0;
    bounds(c, class, &from, &to);
    if (class == 0)
        table_row(t, MEASURE_COUNT, "all jobs");
    else if (class <= c->groups)
        table_row(t, MEASURE_COUNT, "servers: %s",
                  metrics_group_text((uint32_t)from, (uint32_t)to, text));
    else
        table_row(t, MEASURE_COUNT, "%s", runs[class - 1 - c->groups].text);
    return 1;
}

void classes_table(struct table *t, const struct classes *c)
{
    size_t class, p;
    table_title(t, MEASURE_HOURS, "mean wait");
    table_column(t, "jobs");
    cube_columns(t, &c->cube, NULL);
    for (class = 0; class < c->cube.points; class ++) {
        if (!row(t, c, class)) continue;
        table_value(t, jobs_of(c, class), MEASURE_COUNT);
        for (p = 0; p < c->cube.variants; p++)
            table_value(t, c->wait[class][p].mean, MEASURE_HOURS);
    }
}

const char *classes_over(const struct classes *c, char to[80])
{
    const char *what = c->weeks ? "weeks" : "seeds";
    if (c->cube.seeds >= STATISTICS_SURE)
        snprintf(to, 80, "95 %% interval over %zu %s", c->cube.seeds, what);
    else
        snprintf(to, 80, "no interval: %d %s are too few", (int)c->cube.seeds, what);
    return to;
}

void classes_differences(struct table *t, const struct classes *c)
{
    char over[80];
    size_t class, p;
    table_title(t, MEASURE_HOURS, "wait minus %s's, %s", c->cube.names[0],
                classes_over(c, over));
    for (p = 1; p < c->cube.variants; p++) table_column(t, "%s", c->cube.names[p]);
    for (class = 0; class < c->cube.points; class ++) {
        if (!row(t, c, class)) continue;
        for (p = 1; p < c->cube.variants; p++)
            table_difference(t, &c->difference[class][p], MEASURE_HOURS);
    }
}

void classes_json_over(struct json *j, const struct classes *c)
{
    json_open_flat(j, "intervals", '{');
    json_text(j, "over", c->weeks ? "weeks" : "seeds");
    json_count(j, "count", (int64_t)c->cube.seeds);
    if (c->weeks) json_count(j, "draws", CUBE_DRAWS);
    json_text(j, "difference_to", c->cube.names[0]);
    json_close(j, '}');
}

void classes_json(struct json *j, const struct classes *c, size_t policy)
{
    size_t class;
    json_open(j, "wait_by_class", '[');
    for (class = 0; class < c->cube.points; class ++) {
        const struct statistics_spread *w = &c->wait[class][policy];
        const struct statistics_spread *d = &c->difference[class][policy];
        int64_t from, to;
        const char *word = bounds(c, class, &from, &to);
        if (!(jobs_of(c, class) > 0)) continue;
        json_open_flat(j, NULL, '{');
        json_text(j, "class", word);
        if (from >= 0) json_count(j, "from", from);
        if (to >= 0) json_count(j, "to", to);
        json_count(j, "jobs", (int64_t)jobs_of(c, class));
        json_number(j, "mean", w->mean);
        json_number(j, "low", w->low);
        json_number(j, "high", w->high);
        json_number(j, "difference", d->mean);
        json_number(j, "difference_low", d->low);
        json_number(j, "difference_high", d->high);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void classes_csv(FILE *to, const char *first, const struct classes *c, size_t policy)
{
    size_t class, i;
    for (class = 0; class < c->cube.points; class ++) {
        const struct statistics_spread *w = &c->wait[class][policy];
        const struct statistics_spread *d = &c->difference[class][policy];
        const double numbers[] = {jobs_of(c, class), w->mean, w->low, w->high,
                                  d->mean,           d->low,  d->high};
        char text[TEXT_NUMBER];
        int64_t bound[2];
        fprintf(to, "%s,%s", first, bounds(c, class, &bound[0], &bound[1]));
        for (i = 0; i < 2; i++)
            fprintf(to, ",%s", bound[i] < 0 ? "" : text_number((double)bound[i], text));
        for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            fprintf(to, ",%s", text_number(numbers[i], text));
        fputc('\n', to);
    }
}
