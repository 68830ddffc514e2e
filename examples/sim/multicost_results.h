/* multicost_results.h - what the runs of a grid gave: as tables for people, as JSON and
 * CSV for programs.
 */
#ifndef SIM_MULTICOST_RESULTS_H
#define SIM_MULTICOST_RESULTS_H

#include "cli.h"
#include "multicost_experiment.h"
#include "multicost_figures.h"
#include "report.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sim_mc_about { /* a figure */
    const char *name, *label;
    sim_figure_unit unit;
} sim_mc_about;

static inline const sim_mc_about *sim_mc_figure_about(size_t figure)
{
    static const sim_mc_about all[SIM_MC_FIGURE_COUNT] = {
#define SIM_MC_FIGURE_ABOUT(name, unit, label) {#name, label, unit},
        SIM_MC_FIGURES(SIM_MC_FIGURE_ABOUT)
#undef SIM_MC_FIGURE_ABOUT
    };
    return &all[figure];
}

static inline const char *sim_mc_fate_name(sim_mc_fate fate)
{
    static const char *const names[] = {
#define SIM_MC_FATE_WORD(name, text) #name,
        SIM_MC_FATES(SIM_MC_FATE_WORD)
#undef SIM_MC_FATE_WORD
    };
    return names[fate];
}

/* Means of counts need not be whole. */
static inline const char *sim_mc_text(double x, sim_figure_unit unit, double runs,
                                      char text[SIM_NUMBER_TEXT])
{
    if (unit != SIM_COUNT || !(runs > 1)) return sim_figure_text(x, unit, text);
    snprintf(text, SIM_NUMBER_TEXT, "-");
    if (isfinite(x)) snprintf(text, SIM_NUMBER_TEXT, "%.1f", x);
    return text;
}

/* ---- tables ------------------------------------------------------------------------ */

/* A thing that all have in common, or its range: "1,000 Mb/s", "155 to 10,000 Mb/s". */
static inline void sim_print_range(FILE *to, int64_t lo, int64_t hi, double unit,
                                   const char *name)
{
    fprintf(to, "%.6g", (double)lo / unit);
    if (hi > lo) fprintf(to, " to %.6g", (double)hi / unit);
    fprintf(to, " %s", name);
}

static inline void sim_print_network(FILE *to, const sim_mc_experiment *x)
{
    const sim_topology t = sim_mc_topology(x, 0);
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
    sim_print_text(to, x->settings->network);
    fprintf(to, ", %zu nodes, %zu links, each one way", t.node_count, directed);
    if (directed) {
        fprintf(to, ", of ");
        sim_print_range(to, lo[0], hi[0], 1, "Mb/s");
        fprintf(to, " and ");
        sim_print_range(to, lo[1], hi[1], 1000, "ms");
    }
    fprintf(to, "\nclusters: %zu of ", t.cluster_count);
    sim_print_range(to, lo[2], hi[2], 1, "CPUs of");
    fputc(' ', to);
    sim_print_range(to, lo[3], hi[3], 1, "MIPS");
    fprintf(to, x->clusters ? ", at random nodes\n" : "\n");
}

/* The first lines: what was simulated, and how. */
static inline void sim_print_mc_head(FILE *to, const sim_mc_experiment *x)
{
    const sim_mc_settings *s = x->settings;
    char count[SIM_NUMBER_TEXT];
    sim_print_network(to, x);
    fprintf(to, "tasks: %s in a run", sim_count_text((uint64_t)s->tasks, count));
    if (s->warmup)
        fprintf(to, ", the first %s do not count",
                sim_count_text((uint64_t)s->warmup, count));
    fprintf(to, "; on average %.6g MB of data and %.6g MI of work\n",
            (double)s->data / CLI_ONE, (double)s->work / CLI_ONE);
    if (s->remote)
        fprintf(to, "data: of %.6g %% of the tasks at one of %" PRId64 " repositories\n",
                100 * (double)s->remote / CLI_ONE, s->repositories);
    fprintf(to, "bursts: at %" PRId64 " Mb/s; upstream of a blocked one links are %s\n",
            sim_mc_rate(x), s->upstream ? "released" : "wasted");
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

static inline const sim_mc_point *sim_mc_point_at(const sim_mc_experiment *x, size_t load,
                                                  size_t method)
{
    return &x->points[load * x->methods + method];
}

/* One figure: a row for each load, a column for each method. */
static inline void sim_print_mc_figure(FILE *to, const sim_mc_experiment *x,
                                       size_t figure)
{
    const sim_mc_about *f = sim_mc_figure_about(figure);
    const char *unit = sim_unit_text(f->unit);
    char text[SIM_NUMBER_TEXT];
    size_t load, m;
    fprintf(to, "\n%s%s%s%s\n", f->label, *unit ? " (" : "", unit, *unit ? ")" : "");
    fprintf(to, "%12s", "lambda");
    for (m = 0; m < x->methods; m++)
        fprintf(to, " %11s", sim_mc_point_at(x, 0, m)->method->name);
    fputc('\n', to);
    for (load = 0; load < x->settings->lambda.count; load++) {
        fprintf(to, "%12.6g", sim_mc_lambda(x->settings, load));
        for (m = 0; m < x->methods; m++) {
            const sim_mc_point *p = sim_mc_point_at(x, load, m);
            fprintf(
                to, " %11s",
                sim_mc_text(p->mean[figure], f->unit, (double)x->settings->runs, text));
        }
        fputc('\n', to);
    }
}

/* Was any task of the runs not done? */
static inline int sim_mc_undone(const sim_mc_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->points[i].mean[SIM_MC_FIGURE_done] <
            x->points[i].mean[SIM_MC_FIGURE_tasks])
            return 1;
    return 0;
}

static inline void sim_print_mc(FILE *to, const sim_mc_experiment *x)
{
    sim_print_mc_head(to, x);
    sim_print_mc_figure(to, x, SIM_MC_FIGURE_delay_mean);
    sim_print_mc_figure(to, x, SIM_MC_FIGURE_blocking);
    sim_print_mc_figure(to, x, SIM_MC_FIGURE_conflict);
    sim_print_mc_figure(to, x, SIM_MC_FIGURE_paths_mean);
    if (x->settings->gap) sim_print_mc_figure(to, x, SIM_MC_FIGURE_gap_share);
    if (sim_mc_undone(x)) sim_print_mc_figure(to, x, SIM_MC_FIGURE_done);
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static inline void sim_json_ms(sim_json *j, const char *key, int64_t billionths)
{
    sim_json_number(j, key, (double)billionths / CLI_ONE);
}

static inline void sim_json_mc_settings(sim_json *j, const sim_mc_experiment *x)
{
    const sim_mc_settings *s = x->settings;
    sim_json_open(j, "settings", '{');
    sim_json_text(j, "network", s->network);
    sim_json_count(j, "tasks", s->tasks);
    sim_json_count(j, "warmup", s->warmup);
    sim_json_count(j, "runs", s->runs);
    sim_json_count(j, "seed", s->seed);
    sim_json_number(j, "data_mb", (double)s->data / CLI_ONE);
    sim_json_number(j, "work_mi", (double)s->work / CLI_ONE);
    sim_json_number(j, "remote", (double)s->remote / CLI_ONE);
    sim_json_count(j, "repositories", s->repositories);
    sim_json_count(j, "rate_mbps", sim_mc_rate(x));
    sim_json_ms(j, "tau_l_ms", s->tau_l);
    sim_json_ms(j, "tau_m_ms", s->tau_m);
    sim_json_count(j, "slots_l", s->slots_l);
    sim_json_count(j, "slots_m", s->slots_m);
    sim_json_ms(j, "update_interval_ms", s->interval);
    sim_json_ms(j, "bound_ms", s->bound);
    sim_json_ms(j, "retry_ms", s->retry);
    sim_json_count(j, "attempts", s->attempts);
    sim_json_text(j, "upstream", s->upstream ? "released" : "wasted");
    sim_json_count(j, "strict", s->strict);
    sim_json_count(j, "max_labels", s->max_labels);
    sim_json_close(j, '}');
}

/* The clusters of the first repetition. */
static inline void sim_json_mc_network(sim_json *j, const sim_mc_experiment *x)
{
    const sim_topology t = sim_mc_topology(x, 0);
    size_t i;
    sim_json_open(j, "network", '{');
    sim_json_count(j, "nodes", (int64_t)t.node_count);
    sim_json_count(j, "links", (int64_t)t.link_count);
    sim_json_open(j, "clusters", '[');
    for (i = 0; i < t.cluster_count; i++) {
        sim_json_open_flat(j, NULL, '{');
        sim_json_text(j, "node", t.nodes[t.clusters[i].node].name);
        sim_json_count(j, "cpus", t.clusters[i].cpus);
        sim_json_count(j, "speed", t.clusters[i].speed);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

static inline void sim_json_mc_point(sim_json *j, const sim_mc_experiment *x,
                                     const sim_mc_point *p)
{
    char key[64];
    size_t f;
    sim_json_open(j, NULL, '{');
    sim_json_text(j, "method", p->method->name);
    sim_json_number(j, "lambda", sim_mc_lambda(x->settings, p->load));
    for (f = 0; f < SIM_MC_FIGURE_COUNT; f++) {
        const char *name = sim_mc_figure_about(f)->name;
        sim_json_number(j, name, p->mean[f]);
        snprintf(key, sizeof key, "%s_ci95", name);
        sim_json_number(j, key, p->spread[f]);
    }
    sim_json_close(j, '}');
}

/* The members of an object: network, settings, points. */
static inline void sim_json_mc(sim_json *j, const sim_mc_experiment *x)
{
    size_t i;
    sim_json_mc_network(j, x);
    sim_json_mc_settings(j, x);
    sim_json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) sim_json_mc_point(j, x, &x->points[i]);
    sim_json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

static inline void sim_csv_mc_runs(FILE *to, const sim_mc_experiment *x,
                                   const sim_mc_point *p)
{
    char lambda[SIM_NUMBER_TEXT], value[SIM_NUMBER_TEXT];
    size_t k, f;
    sim_number_text(sim_mc_lambda(x->settings, p->load), lambda);
    for (k = 0; k < (size_t)x->settings->runs; k++)
        for (f = 0; f < SIM_MC_FIGURE_COUNT; f++)
            fprintf(to, "%s,%s,%" PRId64 ",%s,%s\n", p->method->name, lambda,
                    x->settings->seed + (int64_t)k, sim_mc_figure_about(f)->name,
                    sim_number_text(p->values[k * SIM_MC_FIGURE_COUNT + f], value));
}

static inline int sim_csv_runs(const char *folder, const sim_mc_experiment *x,
                               sim_error *e)
{
    char path[4096];
    sim_output out;
    size_t i;
    if (sim_output_open_in(&out, path, sizeof path, folder, "runs.csv", e) != 0)
        return -1;
    fputs("method,lambda,seed,figure,value\n", out.file);
    for (i = 0; i < x->count; i++) sim_csv_mc_runs(out.file, x, &x->points[i]);
    return sim_output_close(&out, e);
}

/* Times in microseconds; what a task never came to is empty. */
static inline void sim_csv_task(FILE *to, const sim_mc_experiment *x,
                                const sim_mc_point *p, const sim_mc_tasks *tasks,
                                size_t i)
{
    const sim_mc_task *task = &tasks->at[i];
    const sim_mc_outcome *o = &p->outcomes[i];
    const sim_topology t = sim_mc_topology(x, 0);
    char lambda[SIM_NUMBER_TEXT];
    fprintf(to, "%s,%s,%zu,", p->method->name,
            sim_number_text(sim_mc_lambda(x->settings, p->load), lambda), i + 1);
    sim_csv_text(to, t.nodes[task->node].name);
    fputc(',', to);
    sim_csv_text(to, t.nodes[task->source].name);
    fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%s,%" PRIu32 ",%" PRIu32 ",",
            task->created, task->data, task->work, sim_mc_fate_name(o->fate), o->sent,
            o->blocked);
    if (o->fate == SIM_MC_done) {
        sim_csv_text(to, t.nodes[t.clusters[o->cluster].node].name);
        fprintf(to,
                ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,%" PRId64 ",%" PRId64
                "\n",
                o->links, o->send, o->arrive, o->predicted, o->conflict, o->start,
                o->end);
    } else {
        fputs(",,,,,,,\n", to);
    }
}

/* What became of each task in the first repetition of each point. */
static inline int sim_csv_tasks(const char *folder, const sim_mc_experiment *x,
                                sim_error *e)
{
    char path[4096];
    sim_output out;
    size_t i, k;
    if (sim_output_open_in(&out, path, sizeof path, folder, "tasks.csv", e) != 0)
        return -1;
    fputs("method,lambda,task,node,source,created,data,work,fate,bursts,blocked,cluster,"
          "links,send,arrive,predicted,conflict,start,end\n",
          out.file);
    for (i = 0; i < x->count; i++) {
        sim_mc_tasks tasks = {NULL, 0};
        int result = sim_mc_draw(x, 0, x->points[i].load, &tasks, e);
        for (k = 0; k < tasks.count && result == 0; k++)
            sim_csv_task(out.file, x, &x->points[i], &tasks, k);
        sim_mc_tasks_free(&tasks);
        if (result != 0) {
            sim_outfile_drop(&out);
            return -1;
        }
    }
    return sim_output_close(&out, e);
}

#endif
