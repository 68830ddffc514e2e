/* broker_head.c - one function for each line. */
#include "grid/broker_head.h"

#include "base/error.h"
#include "base/text.h"
#include "grid/broker_figures.h"
#include "grid/broker_local.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "report/figure.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/workload.h"
#include "workload/workload_report.h"

#include <inttypes.h>

const char *broker_head_factor(const struct broker_settings *s, size_t factor,
                               char to[BROKER_HEAD_TEXT])
{
    snprintf(to, BROKER_HEAD_TEXT, "%.9g", broker_experiment_factor(s, factor));
    return to;
}

const char *broker_head_delay(const struct broker_settings *s, size_t delay,
                              char to[BROKER_HEAD_TEXT])
{
    cli_duration_text(s->delays.at[delay], to, BROKER_HEAD_TEXT);
    return to;
}

/* ---- the first lines --------------------------------------------------------------- */

static void print_grid(FILE *to, const struct broker_experiment *x)
{
    const struct grid *g = &x->grid;
    uint32_t lo = UINT32_MAX, hi = 0;
    char count[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < g->count; i++) {
        if (g->clusters[i].cpus < lo) lo = g->clusters[i].cpus;
        if (g->clusters[i].cpus > hi) hi = g->clusters[i].cpus;
    }
    fprintf(to, "grid: ");
    error_print_sanitized(to, g->source);
    fprintf(to, ", %zu cluster%s of ", g->count, text_s(g->count));
    if (hi > lo) fprintf(to, "%s to ", text_count(lo, count));
    fprintf(to, "%s CPU%s", text_count(hi, count), text_s(hi));
    if (g->count > 1) fprintf(to, ", %s in all", text_count(g->cpus, count));
    fputc('\n', to);
}

/* The options of drawn requirements, where none are. */
static void print_no_effect(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    const int constrained = s->constrained < 100;
    if (x->requirements == BROKER_REQUIREMENTS_GENERATE) return;
    if (!constrained && !s->usages) return;
    fprintf(to, "no effect: %s%s%s, as no requirements are generated\n",
            constrained ? "--constrained" : "", constrained && s->usages ? " and " : "",
            s->usages ? "--usages" : "");
}

static void print_workload(FILE *to, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    const double span = (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit);
    char count[TEXT_NUMBER];
    fprintf(to, "workload: ");
    error_print_sanitized(to, w->source);
    fprintf(to, ", %s job%s over %.1f days\n", text_count(w->count, count),
            text_s(w->count), span / FIGURE_DAY);
    workload_report_print_shape(to, w, &x->shape,
                                x->settings->trace ? x->settings->jobs : 0);
    workload_report_print_left_out(to, w);
    if (x->requirements == BROKER_REQUIREMENTS_NONE)
        fprintf(to, "requirements: none but CPUs\n");
    else
        fprintf(to, "requirements: %s, of %s job%s\n",
                x->requirements == BROKER_REQUIREMENTS_LOG ? "the log's" : "generated",
                text_count(x->demanding, count), text_s(x->demanding));
    print_no_effect(to, x);
}

static void print_rules(FILE *to, const struct broker_experiment *x)
{
    const struct broker_settings *s = x->settings;
    char text[BROKER_HEAD_TEXT];
    size_t i, ranks = 0, dated = 0;
    for (i = 0; i < s->setups.count; i++) {
        ranks += (size_t)broker_setup_ranks(&s->setups.items[i]);
        dated += (size_t)broker_setup_dated(&s->setups.items[i]);
    }
    if (ranks && s->formula)
        fprintf(to, "JR-backfilling: rank times place, as listing 3 (no factor)\n");
    else if (ranks)
        fprintf(to, "JR-backfilling: reduction factor %s%s\n",
                broker_head_factor(s, 0, text),
                s->factors.count > 1 ? ", and others below" : "");
    if (ranks && s->no_head)
        fprintf(to, "JR-backfilling: the first job is weighed as all others are\n");
    fprintf(to, "information: %s old%s\n", broker_head_delay(s, 0, text),
            s->delays.count > 1 ? ", and others below" : "");
    if (s->seeds > 1)
        fprintf(to,
                "seeds: %" PRId64 " to %" PRId64 "; means (least..most) in the first"
                " table, all else of the first seed unless it says so\n",
                s->seed, s->seed + (s->seeds - 1));
    if (dated)
        fprintf(to, "deadlines: %.9g times the estimate after submission\n",
                (double)s->deadline_factor / CLI_ONE);
    if (s->coallocate >= 0)
        fprintf(to,
                "jobs larger than any cluster: at several at once, %" PRId64
                " %% longer\n",
                s->coallocate);
}

void broker_head_print(FILE *to, const void *experiment)
{
    const struct broker_experiment *x = (const struct broker_experiment *)experiment;
    print_grid(to, x);
    print_workload(to, x);
    broker_local_print(to, &x->settings->local, &x->grid);
    if (x->usages)
        fprintf(to, "nodes: what they have is shared, jobs slow each other down\n");
    print_rules(to, x);
}

/* ---- notes ------------------------------------------------------------------------- */

/* Does any cluster have the attribute? All have the dynamic ones. */
static int is_known(const struct grid *g, const struct demands_requirement *r)
{
    size_t c;
    for (c = 0; c < g->count; c++)
        if (r->dynamic ||
            g->table[c * (g->column_count + 1) + r->column].name != GRID_NONE)
            return 1;
    return 0;
}

/* Attributes that jobs ask for and no cluster has, each once. */
static void print_unknown(FILE *to, const struct broker_experiment *x)
{
    uint32_t listed[BROKER_HEAD_UNKNOWN];
    size_t i, k, count = 0;
    uint32_t n;
    for (i = 0; i < x->workload.count; i++) {
        const struct demand *d = demands_of(&x->demands, &x->workload.jobs[i]);
        for (n = 0; d && n < d->count; n++) {
            const struct demands_requirement *r = &x->demands.all[d->first + n];
            for (k = 0; k < count && listed[k] != r->attribute; k++) {
            }
            if (k < count || is_known(&x->grid, r)) continue;
            fputs(count ? ", " : "no cluster has ", to);
            if (count == BROKER_HEAD_UNKNOWN) {
                fputs("and others\n", to);
                return;
            }
            error_print_sanitized(to, grid_word(&x->grid, r->attribute));
            listed[count++] = r->attribute;
        }
    }
    if (count) fputc('\n', to);
}

static void print_requirement(FILE *to, const struct grid *g,
                              const struct demands_requirement *r)
{
    error_print_sanitized(to, grid_word(g, r->attribute));
    fprintf(to, " %s ", demands_requirement_sign(r->op));
    if (r->is_text)
        error_print_sanitized(to, grid_word(g, r->text));
    else
        grid_file_print_number(to, r->number);
}

/* The first HARD requirement that no cluster satisfies; NULL. */
static const struct demands_requirement *first_unmet(const struct broker_experiment *x,
                                                     const struct job *job)
{
    const struct demand *d = demands_of(&x->demands, job);
    uint32_t n;
    for (n = 0; d && n < d->count; n++) {
        const struct demands_requirement *r = &x->demands.all[d->first + n];
        double value;
        size_t c;
        if (r->soft || r->dynamic) continue;
        for (c = 0; c < x->grid.count; c++)
            if (demands_requirement_holds(&x->grid, r, c, NULL, &value)) break;
        if (c == x->grid.count) return r;
    }
    return NULL;
}

/* Why no cluster can ever run the first job of that fate. */
static void print_no_cluster(FILE *to, const struct broker_experiment *x)
{
    const struct broker_result *all = &broker_experiment_point_at(x, 0, 0, 0)->result;
    const struct demands_requirement *r;
    const struct job *job;
    size_t i;
    for (i = 0; i < all->count && all->jobs[i].fate != BROKER_FATE_no_cluster; i++) {
    }
    if (i == all->count) return;
    job = &x->workload.jobs[i];
    r = first_unmet(x, job);
    fprintf(to, "no cluster can ever run job %" PRId64 ": ", job->number);
    if (r) {
        fputs("none has ", to);
        print_requirement(to, &x->grid, r);
    } else {
        fprintf(to, "none has %" PRIu32 " CPUs and all that it asks for", job->servers);
    }
    fputc('\n', to);
}

/* Does each job have the same cluster, start and end? */
static int same_schedule(const struct broker_result *a, const struct broker_result *b)
{
    size_t i;
    for (i = 0; i < a->count; i++) {
        const struct broker_outcome *p = &a->jobs[i], *q = &b->jobs[i];
        if (p->fate != q->fate || p->start != q->start || p->end != q->end ||
            (p->start >= 0 && p->cluster != q->cluster))
            return 0;
    }
    return 1;
}

/* Set-ups with the same schedule, together on a line. */
static void print_same(FILE *to, const struct broker_experiment *x)
{
    const struct broker_setups *all = &x->settings->setups;
    int printed[BROKER_SETUPS] = {0};
    size_t i, k;
    for (i = 0; i < all->count; i++) {
        const struct broker_result *r = &broker_experiment_point_at(x, i, 0, 0)->result;
        int any = 0;
        for (k = i + 1; k < all->count; k++) {
            if (printed[k] ||
                !same_schedule(r, &broker_experiment_point_at(x, k, 0, 0)->result))
                continue;
            printed[k] = 1;
            if (!any) fprintf(to, "the same schedule: %s", all->items[i].name);
            fprintf(to, ", %s", all->items[k].name);
            any = 1;
        }
        if (any) fputc('\n', to);
    }
}

void broker_head_notes(FILE *to, const struct broker_experiment *x)
{
    const double first =
        broker_experiment_point_at(x, 0, 0, 0)->value[BROKER_FIGURE_finished];
    size_t i;
    for (i = 1; i < x->settings->setups.count; i++) {
        const double v =
            broker_experiment_point_at(x, i, 0, 0)->value[BROKER_FIGURE_finished];
        if (!(v < first || v > first)) continue;
        fprintf(to, "set-ups finished different numbers of jobs: their waits, slowdowns"
                    " and responses are over\ndifferent jobs\n");
        break;
    }
    print_same(to, x);
    print_no_cluster(to, x);
    print_unknown(to, x);
}
