/* multicost_results.c - the results of multicost_sim, when all runs are made: tables for
 * people, JSON and CSV for programs, pictures on a page and as files.
 *
 *     runs.csv      a row for each figure of each run
 *     tasks.csv     a row for each task of the first repetition of each point
 *     figure 2(a)   average total delay over lambda, a curve for each method
 *     blocking, conflict   what section 5 says of the curves
 *     figure 2(b)   paths searched, of the methods that search paths
 *     bursts, links, CPUs   not in the paper
 *
 * Figures are those of paper 4 (K. Christodoulopoulos, E. Varvarigos).
 *
 * The lines above the tables, the tables, JSON, CSV, the page: all
 * from the figures of the points. */

#include "netsched.h"

#include "base/text.h"
#include "multicost/multicost_experiment.h"
#include "multicost/multicost_run.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "report/figure.h"
#include "report/page.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was simulated ------------------------------------------------------------ */

/* A number that all have in common, or its range: "1000 Mb/s", "155 to 10000 Mb/s". */
static void print_range(FILE *to, int64_t lo, int64_t hi, double unit, const char *name)
{
    fprintf(to, "%.6g", (double)lo / unit);
    if (hi > lo) fprintf(to, " to %.6g", (double)hi / unit);
    fprintf(to, " %s", name);
}

static void print_network(FILE *to, const struct multicost_experiment *x)
{
    const struct topology t = multicost_experiment_topology(x, 0);
    int64_t lo[4], hi[4];
    size_t i, k, directed = 0;
    for (k = 0; k < 4; k++) {
        lo[k] = INT64_MAX;
        hi[k] = 0;
    }
    for (i = 0; i < t.link_count + t.cluster_count; i++) {
        const int link = i < t.link_count;
        const size_t c = link ? 0 : i - t.link_count, first = link ? 0 : 2;
        const int64_t value[2] = {link ? t.links[i].capacity : t.clusters[c].cpus,
                                  link ? t.links[i].delay : t.clusters[c].speed};
        if (link) directed += t.links[i].oneway ? 1 : 2;
        for (k = 0; k < 2; k++) {
            if (value[k] < lo[first + k]) lo[first + k] = value[k];
            if (value[k] > hi[first + k]) hi[first + k] = value[k];
        }
    }
    fprintf(to, "network: ");
    error_print_sanitized(to, x->settings->network);
    fprintf(to, ", %zu node%s, %zu link%s, each one way", t.node_count,
            text_s(t.node_count), directed, text_s(directed));
    if (directed) {
        fprintf(to, ", of ");
        print_range(to, lo[0], hi[0], 1, "Mb/s");
        fprintf(to, " and ");
        print_range(to, lo[1], hi[1], 1000, "ms");
    }
    fprintf(to, "\nclusters: %zu of ", t.cluster_count);
    print_range(to, lo[2], hi[2], 1, "CPUs of");
    fputc(' ', to);
    print_range(to, lo[3], hi[3], 1, "MIPS");
    fprintf(to, x->clusters ? ", at random nodes\n" : "\n");
}

static void print_slots(FILE *to, int64_t slots, int64_t tau, const char *of)
{
    if (slots) fprintf(to, "%" PRId64 " ", slots);
    fprintf(to, "slots of %.6g ms for %s", (double)tau / CLI_ONE, of);
}

static void print_head(FILE *to, const void *experiment)
{
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    const struct multicost_settings *s = x->settings;
    char count[TEXT_NUMBER];
    print_network(to, x);
    fprintf(to, "tasks: %s in a run", text_count((uint64_t)s->tasks, count));
    if (s->warmup)
        fprintf(to, ", the first %s do not count",
                text_count((uint64_t)s->warmup, count));
    fprintf(to, "; on average %.6g MB of data and %.6g MI of work\n",
            (double)s->data / CLI_ONE, (double)s->work / CLI_ONE);
    if (s->remote)
        fprintf(to, "data: of %.6g %% of the tasks at one of %" PRId64 " repositories\n",
                100 * (double)s->remote / CLI_ONE, s->repositories);
    fprintf(to, "bursts: at %" PRId64 " Mb/s; upstream of a blocked one links are %s\n",
            multicost_experiment_rate(x), s->upstream ? "released" : "wasted");
    fputs("schedulers: ", to);
    print_slots(to, s->slots_l, s->tau_l, "links, ");
    print_slots(to, s->slots_m, s->tau_m, "clusters; news ");
    fprintf(to, s->interval ? "looked at every %.6g ms\n" : "as they come\n",
            (double)s->interval / CLI_ONE);
    if (s->bound)
        fprintf(to, "bound: %.6g ms from creation to end\n", (double)s->bound / CLI_ONE);
    fprintf(to, "runs: %" PRId64 " for each point, from seed %" PRId64 " on", s->runs,
            s->seed);
    if (s->runs > 1) fprintf(to, "; means %s", cube_spread_text((size_t)s->runs));
    fputc('\n', to);
    if (cube_line_above(&x->cube, &x->line, MULTICOST_FIGURE_beyond, 0))
        fprintf(to,
                "warning: decisions knew of reservations after the end of the vectors,"
                " which counted as %s (--slots-l, --slots-m)\n",
                s->bound ? "taken" : "free");
}

static const enum multicost_figure by_load[] = {
    MULTICOST_FIGURE_delay_mean, MULTICOST_FIGURE_blocking, MULTICOST_FIGURE_conflict,
    MULTICOST_FIGURE_paths_mean};

/* ---- tables ------------------------------------------------------------------------ */

/* One figure: a row for each load. */
static void make_table(struct table *t, const struct multicost_experiment *x,
                       enum multicost_figure figure)
{
    const struct measure *f = &multicost_experiment_figures[figure];
    table_title(t, f->unit, "%s", f->label);
    cube_over(t, &x->cube, &x->line, CUBE_SPREAD, figure);
}

/* Reasons that no task had, and figures that were not measured, have no row. */
static int is_wanted(const struct cube *c, size_t load, size_t figure)
{
    const int reason = strncmp(c->measures[figure].label, "    ", 4) == 0 ||
                       figure == MULTICOST_FIGURE_overdue ||
                       figure == MULTICOST_FIGURE_beyond;
    return cube_above(c, load, figure, reason ? 0 : -HUGE_VAL);
}

/* Every figure at the largest load. */
static void make_figures(struct table *t, const struct multicost_experiment *x)
{
    const size_t load = x->line.count - 1;
    table_title(t, MEASURE_COUNT, "All figures at lambda = %s", x->line.at[load].text);
    cube_table(t, &x->cube, load, CUBE_SPREAD, is_wanted);
}

/* Were some tasks not done? */
static int some_undone(const struct multicost_experiment *x)
{
    size_t i;
    for (i = 0; i < cube_runs(&x->cube); i++) {
        const double *v = x->cube.values + i * MULTICOST_FIGURE_COUNT;
        if (v[MULTICOST_FIGURE_done] < v[MULTICOST_FIGURE_tasks]) return 1;
    }
    return 0;
}

static void print_table(FILE *to, const struct multicost_experiment *x,
                        enum multicost_figure figure)
{
    struct table t = {0};
    make_table(&t, x, figure);
    table_show(to, &t, x->cube.variants);
}

static void print(FILE *to, const void *experiment)
{
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    size_t i;
    print_head(to, x);
    fputs("\nBy lambda, tasks in a second:\n", to);
    for (i = 0; i < (x->settings->all ? sizeof by_load / sizeof by_load[0] : 1); i++)
        print_table(to, x, by_load[i]);
    if (!x->settings->all) {
        fputs("\nAll tables: --all\n", to);
        return;
    }
    if (x->settings->gap) print_table(to, x, MULTICOST_FIGURE_gap_share);
    if (some_undone(x)) print_table(to, x, MULTICOST_FIGURE_done);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_ms(struct json *j, const char *key, int64_t billionths)
{
    json_number(j, key, (double)billionths / CLI_ONE);
}

static void json_settings(struct json *j, const struct multicost_experiment *x)
{
    const struct multicost_settings *s = x->settings;
    json_open(j, "settings", '{');
    json_text(j, "network", s->network);
    json_count(j, "tasks", s->tasks);
    json_count(j, "warmup", s->warmup);
    json_count(j, "runs", s->runs);
    json_count(j, "seed", s->seed);
    json_number(j, "data_mb", (double)s->data / CLI_ONE);
    json_number(j, "work_mi", (double)s->work / CLI_ONE);
    json_number(j, "remote", (double)s->remote / CLI_ONE);
    json_count(j, "repositories", s->repositories);
    json_count(j, "rate_mbps", multicost_experiment_rate(x));
    json_ms(j, "tau_l_ms", s->tau_l);
    json_ms(j, "tau_m_ms", s->tau_m);
    json_count(j, "slots_l", s->slots_l);
    json_count(j, "slots_m", s->slots_m);
    json_ms(j, "update_interval_ms", s->interval);
    json_ms(j, "bound_ms", s->bound);
    json_ms(j, "retry_ms", s->retry);
    json_text(j, "upstream", s->upstream ? "released" : "wasted");
    json_count(j, "strict", s->strict);
    json_close(j, '}');
}

/* The clusters of the first repetition. */
static void json_network(struct json *j, const struct multicost_experiment *x)
{
    const struct topology t = multicost_experiment_topology(x, 0);
    size_t i;
    json_open(j, "network", '{');
    json_count(j, "nodes", (int64_t)t.node_count);
    json_count(j, "links", (int64_t)t.link_count);
    json_open(j, "clusters", '[');
    for (i = 0; i < t.cluster_count; i++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "node", t.nodes[t.clusters[i].node].name);
        json_count(j, "cpus", t.clusters[i].cpus);
        json_count(j, "speed", t.clusters[i].speed);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json_point(struct json *j, const struct cube *c, size_t load, size_t method,
                       double lambda)
{
    size_t f;
    json_open(j, NULL, '{');
    json_text(j, "method", c->names[method]);
    json_number(j, "lambda", lambda);
    for (f = 0; f < c->measure_count; f++)
        json_number(j, c->measures[f].name, cube_spread(c, load, method, f).mean);
    if (c->seeds > 1) cube_json_spreads(j, c, load, method);
    json_close(j, '}');
}

static void json(struct json *j, const void *experiment)
{
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    size_t i, m;
    json_network(j, x);
    json_settings(j, x);
    json_open(j, "points", '[');
    for (i = 0; i < x->line.count; i++)
        for (m = 0; m < x->cube.variants; m++)
            json_point(j, &x->cube, i, m, x->line.at[i].x);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

struct written { /* as CSV */
    const struct multicost_experiment *x;
    struct multicost_tasks *tasks; /* of the first repetition at each load */
};

static void csv_runs(FILE *to, const void *of)
{
    const struct multicost_experiment *x = ((const struct written *)of)->x;
    char first[TEXT_NUMBER + 64], lambda[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < cube_runs(&x->cube); i++) {
        const struct cube_at at = cube_at(&x->cube, i);
        snprintf(first, sizeof first, "%s,%s,%" PRId64, x->cube.names[at.variant],
                 text_number(x->line.at[at.point].x, lambda),
                 x->settings->seed + (int64_t)at.seed);
        measure_csv(to, first, multicost_experiment_figures, MULTICOST_FIGURE_COUNT,
                    x->cube.values + i * MULTICOST_FIGURE_COUNT);
    }
}

/* Means over the runs of each point, and their intervals. */
static void csv_points(FILE *to, const void *of)
{
    const struct multicost_experiment *x = ((const struct written *)of)->x;
    char first[TEXT_NUMBER + 64], lambda[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct multicost_point *p = &x->points[i];
        snprintf(first, sizeof first, "%s,%s", p->method->name,
                 text_number(x->line.at[p->load].x, lambda));
        cube_csv(to, first, &x->cube, p->load, i % x->cube.variants);
    }
}

/* Times in microseconds; what a task never came to is empty. */
static void csv_task(FILE *to, const struct multicost_experiment *x,
                     const struct multicost_point *p, const struct multicost_tasks *tasks,
                     size_t i)
{
    static const char *const fates[] = {MULTICOST_FATES(CSV_NAME)};
    const struct multicost_task *task = &tasks->at[i];
    const struct multicost_outcome *o = &p->outcomes[i];
    const struct topology t = multicost_experiment_topology(x, 0);
    char lambda[TEXT_NUMBER];
    fprintf(to, "%s,%s,%zu,", p->method->name, text_number(x->line.at[p->load].x, lambda),
            i + 1);
    csv_text(to, t.nodes[task->node].name);
    fputc(',', to);
    csv_text(to, t.nodes[task->source].name);
    fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%s,%" PRIu32 ",%" PRIu32 ",",
            task->created, task->data, task->work, fates[o->fate], o->sent, o->blocked);
    if (o->fate == MULTICOST_done) {
        csv_text(to, t.nodes[t.clusters[o->cluster].node].name);
        fprintf(to,
                ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,%" PRId64 ",%" PRId64
                "\n",
                o->links, o->send, o->arrive, o->predicted, o->conflict, o->start,
                o->end);
    } else {
        fputs(",,,,,,,\n", to);
    }
}

static void csv_tasks(FILE *to, const void *of)
{
    const struct written *w = (const struct written *)of;
    size_t i, k;
    for (i = 0; i < w->x->count; i++) {
        const struct multicost_point *p = &w->x->points[i];
        for (k = 0; k < w->tasks[p->load].count; k++)
            csv_task(to, w->x, p, &w->tasks[p->load], k);
    }
}

static int csv(const char *folder, const void *experiment, struct error *e)
{
    static const struct csv_file files[] = {
        {"points.csv", CUBE_CSV_COLUMNS, csv_points},
        {"runs.csv", "seed,figure,value,unit", csv_runs},
        {"tasks.csv",
         "task,node,source,created_microseconds,data_bits,work_instructions,fate,bursts,"
         "blocked,cluster,links,send_microseconds,arrive_microseconds,"
         "predicted_microseconds,conflict,start_microseconds,end_microseconds",
         csv_tasks}};
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    const size_t loads = x->line.count;
    struct written w = {x, NULL};
    size_t load;
    int result = 0;
    w.tasks = (struct multicost_tasks *)calloc(loads, sizeof *w.tasks);
    if (!w.tasks) return error_fail(e, "out of memory");
    for (load = 0; load < loads && result == 0; load++)
        result = multicost_experiment_draw(x, 0, load, &w.tasks[load], e);
    if (result == 0)
        result = csv_write(folder, "method,tasks_per_second,", files, 3, &w, e);
    for (load = 0; load < loads; load++) multicost_run_tasks_free(&w.tasks[load]);
    free(w.tasks);
    return result;
}

/* ---- curves ------------------------------------------------------------------------ */

/* A figure over lambda, a curve for each method. */
struct picture {
    const char *section, *id, *title;
    enum multicost_figure figure;
    double factor;
    const char *label, *unit, *caption;
    int searching; /* only of methods that search paths */
};

static const char wrong[] = "What goes wrong on the way";
static const char costs[] = "What a decision costs";
static const char in_use[] = "What is in use";

static const struct picture pictures[] = {
    {"How long a task takes", "fig2a", "From creation to the end of the work (figure 2a)",
     MULTICOST_FIGURE_delay_mean, 1, "average total delay", "seconds", NULL, 0},
    {wrong, "blocking", "Bursts that are blocked", MULTICOST_FIGURE_blocking, 100,
     "bursts blocked", "% of those sent", "A burst that is sent again counts again.", 0},
    {wrong, "conflict", "Tasks that find no CPU", MULTICOST_FIGURE_conflict, 100,
     "tasks in conflict", "% of those that arrived",
     "Tasks for which no CPU was left at the time the scheduler predicted.", 0},
    {costs, "fig2b", "Paths searched (figure 2b)", MULTICOST_FIGURE_paths_mean, 1,
     "non-dominated paths", "per decision",
     "The size of the set P_n-d, from the source to all nodes.", 1},
    {costs, "labels", "Paths looked at", MULTICOST_FIGURE_labels_mean, 1, "paths",
     "per decision", "With those that were found to be dominated.", 1},
    {costs, "decide", "Time to decide", MULTICOST_FIGURE_decide_us, 1, "time to decide",
     "microseconds", "Measured on this machine, without the picture.", 0},
    {in_use, "bursts", "Bursts sent for a task", MULTICOST_FIGURE_bursts_mean, 1,
     "bursts", "per task", "With those that were sent again.", 0},
    {in_use, "links", "Links in use", MULTICOST_FIGURE_link_utilisation, 100,
     "links, by capacity and time", "%", "What was reserved in vain counts, too.", 0},
    {in_use, "cpus", "CPUs in use", MULTICOST_FIGURE_cpu_utilisation, 100, "CPUs", "%",
     "Up to the last creation.", 0}};

static void draw(struct page *page, const struct multicost_experiment *x,
                 const struct picture *of)
{
    const int64_t runs = x->settings->runs;
    const struct figure_cube drawn = {&x->cube, of->figure, of->factor};
    struct figure_plot *p = page_new_plot(page, of->section, of->id, of->title);
    struct cube_line line = x->line;
    p->x = figure_axis_plain("tasks generated, lambda", "tasks/s");
    p->y = figure_axis_plain(of->label, of->unit);
    p->y.seconds = of->figure == MULTICOST_FIGURE_delay_mean;
    line.only = of->searching ? x->searching : NULL;
    figure_cube_curves(p, &drawn, &line);
    if (of->caption)
        figure_plot_text(p, &p->caption, "%s", of->caption);
    else
        figure_plot_text(p, &p->caption, "Means of %" PRId64 " run%s.", runs,
                         text_s((uint64_t)runs));
    figure_axis_spread(p);
    if (runs > 1)
        figure_caption_add(p, " Upright lines: %s.", cube_spread_lines((size_t)runs));
}

/* ---- the page ---------------------------------------------------------------------- */

static int fill(struct page *page, const void *experiment, struct error *e)
{
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    size_t i;
    (void)e;
    page_title(page, "Tasks on a grid: %s", x->settings->network);
    page_asked(page, print_head, x);
    page_text(page,
              "Numbers of figures are those of K. Christodoulopoulos, E. Varvarigos:"
              " Routing and scheduling in grids. A task's data are sent as one burst to"
              " a cluster; nodes decide from what they have heard, and what is taken"
              " meanwhile blocks the burst or makes the task wait.");
    page_section(page, "Summary");
    make_figures(page_new_table(page), x);
    for (i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (pictures[i].figure != MULTICOST_FIGURE_decide_us || x->timing)
            draw(page, x, &pictures[i]);
    page_section(page, "Numbers");
    for (i = 0; i < sizeof by_load / sizeof by_load[0]; i++)
        make_table(page_new_table(page), x, by_load[i]);
    return 0;
}

const struct program_results multicost_results = {.json = json,
                                                  .csv = csv,
                                                  .page = fill,
                                                  .publish = page_publish,
                                                  .print = print,
                                                  .row = "task"};
