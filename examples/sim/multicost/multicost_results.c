/* multicost_results.c - implements multicost_results.h. */
#include "multicost/multicost_results.h"

#include "base/outfile.h"
#include "base/text.h"
#include "multicost/multicost_figures.h"
#include "multicost/multicost_run.h"
#include "multicost/multicost_tasks.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/figure.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

const struct multicost_about *multicost_results_figure_about(size_t figure)
{
    static const struct multicost_about all[MULTICOST_FIGURE_COUNT] = {
#define MULTICOST_FIGURE_ABOUT(name, unit, label) {#name, label, unit},
        MULTICOST_FIGURES(MULTICOST_FIGURE_ABOUT)
#undef MULTICOST_FIGURE_ABOUT
    };
    return &all[figure];
}

static const char *fate_name(enum multicost_fate fate)
{
    static const char *const names[] = {
#define MULTICOST_FATE_WORD(name, text) #name,
        MULTICOST_FATES(MULTICOST_FATE_WORD)
#undef MULTICOST_FATE_WORD
    };
    return names[fate];
}

const char *multicost_results_text(double x, enum measure_unit unit, double runs,
                                   char text[TEXT_NUMBER])
{
    if (unit != MEASURE_COUNT || !(runs > 1)) return measure_text(x, unit, text);
    snprintf(text, TEXT_NUMBER, "-");
    if (isfinite(x)) snprintf(text, TEXT_NUMBER, "%.1f", x);
    return text;
}

/* ---- tables ------------------------------------------------------------------------ */

/* A thing that all have in common, or its range: "1,000 Mb/s", "155 to 10,000 Mb/s". */
static void print_range(FILE *to, int64_t lo, int64_t hi, double unit,
                                          const char *name)
{
    fprintf(to, "%.6g", (double)lo / unit);
    if (hi > lo) fprintf(to, " to %.6g", (double)hi / unit);
    fprintf(to, " %s", name);
}

static void print_network(FILE *to,
                                            const struct multicost_experiment *x)
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
    fprintf(to, ", %zu nodes, %zu links, each one way", t.node_count, directed);
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

void multicost_results_print_mc_head(FILE *to, const struct multicost_experiment *x)
{
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
    fprintf(to,
            "schedulers: slots %" PRId64 " of %.6g ms for links, %" PRId64
            " of %.6g ms for clusters; news ",
            s->slots_l, (double)s->tau_l / CLI_ONE, s->slots_m,
            (double)s->tau_m / CLI_ONE);
    fprintf(to, s->interval ? "looked at every %.6g ms\n" : "as they come\n",
            (double)s->interval / CLI_ONE);
    if (s->bound)
        fprintf(to, "bound: %.6g ms from creation to end\n", (double)s->bound / CLI_ONE);
    fprintf(to, "runs: %" PRId64 " for each point, from seed %" PRId64 " on\n", s->runs,
            s->seed);
}

const struct multicost_point *multicost_results_point_at(
    const struct multicost_experiment *x, size_t load, size_t method)
{
    return &x->points[load * x->methods + method];
}

/* One figure: a row for each load, a column for each method. */
static void print_mc_figure(FILE *to,
                                              const struct multicost_experiment *x,
                                              size_t figure)
{
    const struct multicost_about *f = multicost_results_figure_about(figure);
    const char *unit = measure_unit_name(f->unit);
    char text[TEXT_NUMBER];
    size_t load, m;
    fprintf(to, "\n%s%s%s%s\n", f->label, *unit ? " (" : "", unit, *unit ? ")" : "");
    fprintf(to, "%12s", "lambda");
    for (m = 0; m < x->methods; m++)
        fprintf(to, " %11s", multicost_results_point_at(x, 0, m)->method->name);
    fputc('\n', to);
    for (load = 0; load < x->settings->lambda.count; load++) {
        fprintf(to, "%12.6g", multicost_experiment_lambda(x->settings, load));
        for (m = 0; m < x->methods; m++) {
            const struct multicost_point *p = multicost_results_point_at(x, load, m);
            fprintf(to, " %11s",
                    multicost_results_text(p->mean[figure], f->unit,
                                           (double)x->settings->runs, text));
        }
        fputc('\n', to);
    }
}

/* Was any task of the runs not done? */
static int undone(const struct multicost_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].mean[MULTICOST_FIGURE_done] <
            x->points[i].mean[MULTICOST_FIGURE_tasks])
            return 1;
    return 0;
}

void multicost_results_print(FILE *to, const struct multicost_experiment *x)
{
    multicost_results_print_mc_head(to, x);
    print_mc_figure(to, x, MULTICOST_FIGURE_delay_mean);
    print_mc_figure(to, x, MULTICOST_FIGURE_blocking);
    print_mc_figure(to, x, MULTICOST_FIGURE_conflict);
    print_mc_figure(to, x, MULTICOST_FIGURE_paths_mean);
    if (x->settings->gap)
        print_mc_figure(to, x, MULTICOST_FIGURE_gap_share);
    if (undone(x))
        print_mc_figure(to, x, MULTICOST_FIGURE_done);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_ms(struct json *j, const char *key, int64_t billionths)
{
    json_number(j, key, (double)billionths / CLI_ONE);
}

static void json_mc_settings(struct json *j,
                                               const struct multicost_experiment *x)
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
    json_count(j, "attempts", s->attempts);
    json_text(j, "upstream", s->upstream ? "released" : "wasted");
    json_count(j, "strict", s->strict);
    json_count(j, "max_labels", s->max_labels);
    json_close(j, '}');
}

/* The clusters of the first repetition. */
static void json_mc_network(struct json *j,
                                              const struct multicost_experiment *x)
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

static void json_mc_point(struct json *j,
                                            const struct multicost_experiment *x,
                                            const struct multicost_point *p)
{
    char key[64];
    size_t f;
    json_open(j, NULL, '{');
    json_text(j, "method", p->method->name);
    json_number(j, "lambda", multicost_experiment_lambda(x->settings, p->load));
    for (f = 0; f < MULTICOST_FIGURE_COUNT; f++) {
        const char *name = multicost_results_figure_about(f)->name;
        json_number(j, name, p->mean[f]);
        snprintf(key, sizeof key, "%s_ci95", name);
        json_number(j, key, p->spread[f]);
    }
    json_close(j, '}');
}

void multicost_results_json(struct json *j, const struct multicost_experiment *x)
{
    size_t i;
    json_mc_network(j, x);
    json_mc_settings(j, x);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) json_mc_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

static void csv_mc_runs(FILE *to, const struct multicost_experiment *x,
                                          const struct multicost_point *p)
{
    char lambda[TEXT_NUMBER], value[TEXT_NUMBER];
    size_t k, f;
    text_number(multicost_experiment_lambda(x->settings, p->load), lambda);
    for (k = 0; k < (size_t)x->settings->runs; k++)
        for (f = 0; f < MULTICOST_FIGURE_COUNT; f++)
            fprintf(to, "%s,%s,%" PRId64 ",%s,%s\n", p->method->name, lambda,
                    x->settings->seed + (int64_t)k,
                    multicost_results_figure_about(f)->name,
                    text_number(p->values[k * MULTICOST_FIGURE_COUNT + f], value));
}

int multicost_results_csv_runs(const char *folder, const struct multicost_experiment *x,
                               struct error *e)
{
    char path[4096];
    struct outfile out;
    size_t i;
    if (outfile_open_in(&out, path, sizeof path, folder, "runs.csv", e) != 0) return -1;
    fputs("method,lambda,seed,figure,value\n", out.file);
    for (i = 0; i < x->count; i++)
        csv_mc_runs(out.file, x, &x->points[i]);
    return outfile_commit(&out, e);
}

/* Times in microseconds; what a task never came to is empty. */
static void csv_task(FILE *to, const struct multicost_experiment *x,
                                       const struct multicost_point *p,
                                       const struct multicost_tasks *tasks, size_t i)
{
    const struct multicost_task *task = &tasks->at[i];
    const struct multicost_outcome *o = &p->outcomes[i];
    const struct topology t = multicost_experiment_topology(x, 0);
    char lambda[TEXT_NUMBER];
    fprintf(to, "%s,%s,%zu,", p->method->name,
            text_number(multicost_experiment_lambda(x->settings, p->load), lambda),
            i + 1);
    csv_text(to, t.nodes[task->node].name);
    fputc(',', to);
    csv_text(to, t.nodes[task->source].name);
    fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%s,%" PRIu32 ",%" PRIu32 ",",
            task->created, task->data, task->work, fate_name(o->fate),
            o->sent, o->blocked);
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

int multicost_results_csv_tasks(const char *folder, const struct multicost_experiment *x,
                                struct error *e)
{
    char path[4096];
    struct outfile out;
    size_t i, k;
    if (outfile_open_in(&out, path, sizeof path, folder, "tasks.csv", e) != 0) return -1;
    fputs("method,lambda,task,node,source,created,data,work,fate,bursts,blocked,cluster,"
          "links,send,arrive,predicted,conflict,start,end\n",
          out.file);
    for (i = 0; i < x->count; i++) {
        struct multicost_tasks tasks = {NULL, 0};
        int result = multicost_experiment_draw(x, 0, x->points[i].load, &tasks, e);
        for (k = 0; k < tasks.count && result == 0; k++)
            csv_task(out.file, x, &x->points[i], &tasks, k);
        multicost_tasks_free(&tasks);
        if (result != 0) {
            outfile_discard(&out);
            return -1;
        }
    }
    return outfile_commit(&out, e);
}
