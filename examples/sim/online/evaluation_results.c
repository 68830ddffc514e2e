/* evaluation_results.c - all figures come from one list (metrics_measures), all words of
 * settings from those of the command line.
 */
#include "online/evaluation_results.h"

#include "coalloc.h"

#include "base/job.h"
#include "base/text.h"
#include "batch/batch_run.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "online/paper1.h"
#include "online/schedule.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "report/figure.h"
#include "report/page.h"
#include "workload/metrics.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CHOSEN = 24 }; /* room for any word of the settings */

/* The word a setting stands for. */
static const char *chosen(const char *words, int64_t index, char to[CHOSEN])
{
    size_t length = 0;
    const char *start = cli_word(words, index, &length);
    snprintf(to, CHOSEN, "%.*s", (int)length, start);
    return to;
}

/* --place default, resolved. */
static const char *place_word(const struct evaluation_settings *s, char to[CHOSEN])
{
    int64_t place = s->place;
    if (place == COA_PLACE_DEFAULT)
        place = s->index + 1 == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER
                : s->index + 1 == COA_INDEX_COUNT    ? COA_PLACE_FIRST_FIT
                                                     : COA_PLACE_BEST_FIT;
    return chosen(EVALUATION_PLACE_WORDS, place, to);
}

/* ---- what policies know, and which jobs they ran ----------------------------------- */

/* "easy, fcfs know what": the policies of kinds `least` to `most` but `trace`. Returns
 * what stands before the next such list. */
static const char *print_knowing(FILE *to, const char *before,
                                 const struct policy_list *all, enum policy_kind least,
                                 enum policy_kind most, const char *what)
{
    size_t i, n = 0;
    for (i = 0; i < all->count; i++) {
        const struct policy *p = &all->items[i];
        if (p->kind < least || p->kind > most || p->kind == POLICY_TRACE) continue;
        fprintf(to, "%s%s", n++ ? ", " : before, p->name);
    }
    if (n == 0) return before;
    fprintf(to, " know%s %s", n == 1 ? "s" : "", what);
    return "; ";
}

/* A line: what each column knows of how long jobs run. */
static void print_lengths(FILE *to, const struct evaluation_settings *s)
{
    static const char *const known[] = {"the times requested", "the run times",
                                        "made estimates (Tsafrir et al.)",
                                        "the times requested"};
    const struct policy_list *all = &s->policies;
    const char *what = known[s->lengths], *before = "";
    enum policy_kind least = POLICY_ONLINE;
    if (!s->trace && s->lengths == EVALUATION_LENGTHS_REQUESTED)
        what = "the times requested (of built-in jobs the run times)";
    fprintf(to, "lengths: ");
    if (s->lengths == EVALUATION_LENGTHS_PAPER) {
        before = print_knowing(to, before, all, POLICY_ONLINE, POLICY_ONLINE, known[1]);
        least = POLICY_TRACE;
    }
    before = print_knowing(to, before, all, least, POLICY_PROGRAM, what);
    if (policy_list_has(all, POLICY_TRACE))
        fprintf(to, "%strace has the waits in the log", before);
    fputc('\n', to);
}

/* Did every policy run the same jobs? */
static int same_jobs(const struct evaluation *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const double *value = x->results[i].figures.value;
        if (value[METRICS_COMPARED] < value[METRICS_ACCEPTED]) return 0;
    }
    return 1;
}

/* If not: how many each ran, and of which the waits are. */
static void print_jobs_run(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    char text[TEXT_NUMBER];
    size_t i;
    if (same_jobs(x)) return;
    fprintf(to, "NOT THE SAME JOBS: of %s, ", text_count(x->workload.count, text));
    for (i = 0; i < x->count; i++) {
        const double ran = x->results[i].figures.value[METRICS_ACCEPTED];
        fprintf(to, "%s%s ran %s", i ? ", " : "", x->results[i].heading,
                text_count((uint64_t)ran, text));
    }
    fprintf(to,
            ".\n        Waits and slowdowns are of the %s that ran under every policy.\n",
            text_count((uint64_t)x->results[0].figures.value[METRICS_COMPARED], text));
}

/* ---- the first lines --------------------------------------------------------------- */

static void print_online(FILE *to, const struct evaluation_settings *s)
{
    char index[CHOSEN], place[CHOSEN], step[TEXT_NUMBER];
    char horizon[TEXT_NUMBER], retries[TEXT_NUMBER];
    const uint32_t most = evaluation_settings_retries(s);
    cli_duration_text(s->step, step, sizeof step);
    cli_duration_text(s->horizon, horizon, sizeof horizon);
    fprintf(to, "online: index %s, placement %s, ",
            chosen(EVALUATION_INDEX_WORDS, s->index, index), place_word(s, place));
    if (most == COA_NO_RETRY)
        fprintf(to, "no retry");
    else if (s->step == 0)
        fprintf(to, "exact earliest start");
    else if (most == 0)
        fprintf(to, "retries every %s", step);
    else
        fprintf(to, "up to %s retries every %s", text_count(most, retries), step);
    fprintf(to, s->horizon ? ", horizon %s\n" : ", no horizon\n", horizon);
}

/* How the batch policies except rua bind servers: shared nodes and some rules of choosing
 * processors need to know which servers a job has. */
static int64_t binding_used(const struct evaluation_settings *s)
{
    const int named = s->nodes || s->selection != PROCESSORS_FIRST_FIT;
    return named ? BATCH_BINDING_IDS : s->binding;
}

static void print_batch(FILE *to, const struct evaluation_settings *s)
{
    char order[CHOSEN], binding[CHOSEN], ties[CHOSEN], compress[CHOSEN];
    char overrun[CHOSEN], selection[CHOSEN], backfill[CHOSEN];
    char nodes[TEXT_NUMBER];
    fprintf(to, "batch:  queue order %s, binding %s, ties %s, overrun %s\n",
            chosen(orders_words(), s->order, order),
            chosen(EVALUATION_BINDING_WORDS, binding_used(s), binding),
            chosen(EVALUATION_TIES_WORDS, s->ties, ties),
            chosen(WORKLOAD_OVERRUN_WORDS, s->overrun, overrun));
    if (policy_list_has(&s->policies, POLICY_RUA) &&
        (binding_used(s) == BATCH_BINDING_COUNT ||
         s->selection != PROCESSORS_LESS_CONSUME))
        fprintf(to, "        rua: binding ids, processors less-consume\n");
    if (s->selection || s->backfill)
        fprintf(to, "        processors %s, backfill order %s\n",
                chosen(processors_words(), s->selection, selection),
                chosen(orders_backfill_words(), s->backfill, backfill));
    if (s->nodes)
        fprintf(to, "        %s node%s share memory %.9g, ethernet %.9g, network %.9g\n",
                text_count((uint64_t)s->nodes, nodes), text_s((uint64_t)s->nodes),
                evaluation_settings_capacity(s, 0), evaluation_settings_capacity(s, 1),
                evaluation_settings_capacity(s, 2));
    if (policy_list_has(&s->policies, POLICY_CONSERVATIVE))
        fprintf(to,
                "        conservative: books each job as it comes, and moves bookings"
                " forward when a job ends\n        early (compress %s)\n",
                chosen(EVALUATION_COMPRESS_WORDS, s->compress, compress));
}

static void print_reservations(FILE *to, const struct evaluation_settings *s,
                               const struct workload *w)
{
    char count[TEXT_NUMBER], window[TEXT_NUMBER];
    if (!s->ar) return;
    cli_duration_text(evaluation_settings_window(s), window, sizeof window);
    fprintf(to, "advance reservations, ready up to %s after submission: %s\n", window,
            text_count(w->reservations, count));
}

/* What was simulated, and how. */
static void print_head(FILE *to, const void *shown)
{
    const struct evaluation_shown *of = (const struct evaluation_shown *)shown;
    const struct evaluation_settings *s = of->settings;
    const struct evaluation *x = of->x;
    const struct workload *w = &x->workload;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    const double days =
        (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit) / 86400;
    size_t i, booked;
    for (i = 0; i < x->count && x->results[i].policy.kind != POLICY_ONLINE; i++) {
    }
    booked =
        i < x->count ? (size_t)x->results[i].figures.value[METRICS_ACCEPTED] : w->count;
    if (booked < w->count) fprintf(to, "%s of ", text_count(booked, jobs));
    fprintf(to, "%s job%s %s %s server%s%s, submitted over %.1f days\n",
            text_count(w->count, jobs), text_s(w->count),
            i < x->count ? "booked on" : "on", text_count(w->servers, servers),
            text_s(w->servers), workload_report_guess(w->guessed), days);
    print_lengths(to, s);
    fprintf(to, "workload: ");
    error_print_sanitized(to, w->source);
    fputc('\n', to);
    workload_report_print_shape(to, w, &s->shape, s->trace ? s->jobs : 0);
    if (s->size == WORKLOAD_SIZE_ALLOCATED) fprintf(to, "sizes: as allocated\n");
    workload_report_print_left_out(to, w);
    print_reservations(to, s, w);
    if (s->feedback)
        fprintf(to, "feedback: jobs submitted a think time after another one ends: %s\n",
                text_count(x->results[0].feedback.linked, jobs));
    if (policy_list_has(&s->policies, POLICY_ONLINE)) print_online(to, s);
    if (evaluation_settings_batch(s)) print_batch(to, s);
    if (s->policy_program) {
        fprintf(to, "program: ");
        error_print_sanitized(to, s->policy_program);
        fputc('\n', to);
    }
    if (x->seeds > 1)
        fprintf(to,
                "seeds: %" PRId64 " to %" PRId64
                "; means %s in the tables, all else of the"
                " first seed\n",
                s->seed, s->seed + ((int64_t)x->seeds - 1), cube_spread_text(x->seeds));
}

/* ---- the tables -------------------------------------------------------------------- */

/* A figure that applies to no policy has no row. Nor has a reason for which no job was
 * rejected (these are indented twice), nor the number compared if it is that of all jobs
 * that were accepted. */
static int has_row(const struct cube *c, size_t point, size_t figure)
{
    const int reason = strncmp(c->measures[figure].label, "    ", 4) == 0;
    size_t i;
    if (figure != METRICS_COMPARED)
        return cube_above(c, point, figure, reason ? 0 : -HUGE_VAL);
    for (i = 0; i < c->variants; i++) {
        const double *all = cube_run(c, point, i, 0);
        if (all[figure] < all[METRICS_ACCEPTED]) return 1;
    }
    return 0;
}

/* Is the figure over all jobs that a policy ran, though others ran fewer? */
static int of_own_jobs(enum metrics_figure figure)
{
    return figure == METRICS_UTILISATION || figure == METRICS_MAKESPAN ||
           figure == METRICS_ATTEMPTS_MEAN;
}

/* A row for each figure, a column for each policy. */
static void fill_summary(struct table *t, const struct evaluation *x)
{
    const char *own = same_jobs(x) ? "" : ", each of its own jobs";
    size_t k;
    cube_columns(t, &x->cube, NULL);
    for (k = 0; k < METRICS_COUNT; k++) {
        const struct measure *m = &metrics_measures[k];
        if (!has_row(&x->cube, 0, k)) continue;
        table_row(t, m->unit, "%s%s", m->label,
                  of_own_jobs((enum metrics_figure)k) ? own : "");
        cube_cells(t, &x->cube, 0, CUBE_SPREAD, k, NULL);
    }
}

static void print(FILE *to, const void *shown)
{
    const struct evaluation_shown *of = (const struct evaluation_shown *)shown;
    const struct evaluation *x = of->x;
    struct table t = {0};
    print_head(to, of);
    print_jobs_run(to, x);
    fill_summary(&t, x);
    table_show(to, &t, x->count);
    classes_table(&t, &x->classes);
    table_show(to, &t, t.columns);
    if (x->count > 1) {
        classes_differences(&t, &x->classes);
        table_show(to, &t, t.columns);
    }
    fputc('\n', to);
    sweep_print(to, of->sweep);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_word(struct json *j, const char *key, const char *words, int64_t index)
{
    char text[CHOSEN];
    json_text(j, key, chosen(words, index, text));
}

static void json_settings(const struct evaluation_settings *s, struct json *j)
{
    char text[CHOSEN];
    const uint32_t retries = evaluation_settings_retries(s);
    size_t i;
    json_open(j, "settings", '{');
    json_word(j, "index", EVALUATION_INDEX_WORDS, s->index);
    json_text(j, "place", place_word(s, text));
    json_count(j, "slot", s->slot);
    json_count(j, "horizon", s->horizon);
    json_count(j, "step", s->step);
    if (retries == COA_NO_RETRY)
        json_text(j, "retries", "none");
    else
        json_count(j, "retries", retries);
    json_word(j, "lengths", EVALUATION_LENGTHS_WORDS, s->lengths);
    json_word(j, "size", WORKLOAD_SIZE_WORDS, s->size);
    json_word(j, "overrun", WORKLOAD_OVERRUN_WORDS, s->overrun);
    json_word(j, "binding", EVALUATION_BINDING_WORDS, binding_used(s));
    json_word(j, "ties", EVALUATION_TIES_WORDS, s->ties);
    json_word(j, "order", orders_words(), s->order);
    json_word(j, "backfill_order", orders_backfill_words(), s->backfill);
    json_word(j, "compress", EVALUATION_COMPRESS_WORDS, s->compress);
    json_word(j, "processors", processors_words(), s->selection);
    json_count(j, "nodes", s->nodes);
    json_open(j, "node_capacity", '[');
    for (i = 0; i < SHARING_SHARED; i++)
        json_number(j, NULL, evaluation_settings_capacity(s, (int)i));
    json_close(j, ']');
    json_count(j, "feedback", s->feedback);
    json_number(j, "ar", (double)s->ar / CLI_ONE);
    json_count(j, "ar_window", evaluation_settings_window(s));
    workload_report_json_shape(j, &s->shape, s->jobs);
    json_count(j, "seed", s->seed);
    if (s->seeds > 1) json_count(j, "seeds", s->seeds);
    json_close(j, '}');
}

/* How a batch policy bound and chose servers. */
static void json_servers(const struct evaluation_settings *s, const struct policy *p,
                         struct json *j)
{
    const int rua = p->kind == POLICY_RUA;
    if (!policy_is_batch(p)) return;
    json_word(j, "binding", EVALUATION_BINDING_WORDS,
              rua ? BATCH_BINDING_IDS : binding_used(s));
    json_word(j, "processors", processors_words(),
              rua ? PROCESSORS_LESS_CONSUME : s->selection);
}

/* Waiting or attempts, by the size of the job. */
static void json_sizes(struct json *j, const char *key, const struct metrics_figures *f,
                       int attempts)
{
    size_t i;
    json_open(j, key, '[');
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        const uint64_t jobs = attempts ? g->requests : g->jobs;
        if (!jobs) continue;
        json_open_flat(j, NULL, '{');
        json_count(j, "lo", g->lo);
        json_count(j, "hi", g->hi);
        json_count(j, "jobs", (int64_t)jobs);
        json_number(j, "mean", attempts ? g->attempts_mean : g->wait_mean);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_result(const struct evaluation_settings *s, const struct evaluation *x,
                        size_t policy, struct json *j)
{
    const struct evaluation_result *r = &x->results[policy];
    char hash[17];
    json_open(j, NULL, '{');
    json_text(j, "policy", r->policy.name);
    json_text(j, "index", r->index[0] ? r->index : NULL);
    json_servers(s, &r->policy, j);
    measure_json(j, metrics_measures, METRICS_COUNT, r->figures.value);
    json_sizes(j, "wait_by_size", &r->figures, 0);
    json_sizes(j, "attempts_by_size", &r->figures, 1);
    classes_json(j, &x->classes, policy);
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    json_text(j, "schedule_hash", hash);
    if (x->seeds > 1) cube_json_spreads(j, &x->cube, 0, policy);
    json_close(j, '}');
}

static void json(struct json *j, const void *shown)
{
    const struct evaluation_shown *of = (const struct evaluation_shown *)shown;
    const struct evaluation *x = of->x;
    size_t i;
    workload_report_json(&x->workload, j);
    json_settings(of->settings, j);
    classes_json_over(j, &x->classes);
    json_open(j, "runs", '[');
    for (i = 0; i < x->count; i++) json_result(of->settings, x, i, j);
    json_close(j, ']');
    if (of->sweep->count) sweep_json(of->sweep, j);
}

/* ---- CSV --------------------------------------------------------------------------- */

static void csv_jobs_of(FILE *to, const struct workload *w,
                        const struct evaluation_result *r)
{
    static const char *const fates[] = {"ran", "too large", "no room", "unrecorded"};
    size_t i;
    for (i = 0; i < w->count; i++) {
        const struct job *job = &r->jobs[i];
        const struct job_outcome *o = &r->outcomes[i];
        const struct job_granted *of = r->grants.of ? &r->grants.of[i] : NULL;
        fprintf(to, "%s,%s,%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%s,",
                r->policy.name, r->index, job->number, job->servers, job->submit,
                job->ready, fates[o->fate]);
        if (o->fate == JOB_RAN)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64, o->start, job_end(job, o),
                    metrics_wait(job, o));
        else
            fputs(",,", to);
        fprintf(to, ",%" PRIu32 ",", o->attempts);
        if (of && of->count) job_run_print(to, r->grants.runs + of->first, of->count);
        fputc('\n', to);
    }
}

static void csv_jobs(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    size_t i;
    for (i = 0; i < x->count; i++) csv_jobs_of(to, &x->workload, &x->results[i]);
}

static void csv_figures(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    char first[48];
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        snprintf(first, sizeof first, "%s,%s", r->policy.name, r->index);
        measure_csv(to, first, metrics_measures, METRICS_COUNT, r->figures.value);
    }
}

static void csv_sizes(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    char wait[TEXT_NUMBER], attempts[TEXT_NUMBER];
    size_t i, k;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        for (k = 0; k < r->figures.group_count; k++) {
            const struct metrics_group *g = &r->figures.groups[k];
            fprintf(to, "%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%s,%" PRIu64 ",%s\n",
                    r->policy.name, r->index, g->lo, g->hi, g->jobs,
                    text_number(g->wait_mean, wait), g->requests,
                    text_number(g->attempts_mean, attempts));
        }
    }
}

static void csv_classes(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    char first[48];
    size_t i;
    for (i = 0; i < x->count; i++) {
        snprintf(first, sizeof first, "%s,%s", x->results[i].policy.name,
                 x->results[i].index);
        classes_csv(to, first, &x->classes, i);
    }
}

/* Lists the schedules of all policies; what the log recorded, or NULL. */
static const struct schedule *list_schedules(struct schedule *to,
                                             const struct evaluation *x)
{
    const struct schedule *log = NULL;
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        struct schedule *s = &to[i];
        s->name = r->heading;
        s->jobs = r->jobs;
        s->outcomes = r->outcomes;
        s->count = x->workload.count;
        s->granted = r->grants.of;
        s->runs = r->grants.runs;
        s->compared = x->compared;
        if (r->policy.kind == POLICY_TRACE) log = s;
    }
    return log;
}

static int csv(const char *folder, const void *shown, struct error *e)
{
    static const struct csv_file files[] = {
        {"jobs.csv",
         "policy,index,job,servers,submit_seconds,ready_seconds,fate,start_seconds,"
         "end_seconds,wait_seconds,attempts,server_ids",
         csv_jobs},
        {"figures.csv", "policy,index,figure,value,unit", csv_figures},
        {"sizes.csv",
         "policy,index,servers_from,servers_to,jobs,wait_mean_seconds,requests,"
         "attempts_mean",
         csv_sizes},
        {"classes.csv", "policy,index," CLASSES_COLUMNS, csv_classes}};
    static const struct csv_file table2 = {"table2.csv", NULL, table_csv};
    const struct evaluation_shown *of = (const struct evaluation_shown *)shown;
    const struct evaluation *x = of->x;
    struct schedule schedules[POLICY_POLICIES_MAX];
    struct table t = {0};
    int result = csv_write(folder, "", files, sizeof files / sizeof files[0], of->x, e);
    if (result == 0 && of->sweep->count) result = sweep_csv(of->sweep, folder, e);
    if (result != 0) return -1;
    list_schedules(schedules, x);
    if (paper1_table2(&t, schedules, x->count, x->workload.servers) != 0)
        result = error_fail(e, "out of memory for table 2");
    if (result == 0) result = table_check(&t, e);
    if (result == 0) result = csv_write(folder, "", &table2, 1, &t, e);
    table_free(&t);
    return result;
}

/* ---- pictures ---------------------------------------------------------------------- */

/* The mean waiting time of each policy, and from where to where it is over the seeds. */
static void draw_seeds(struct page *page, const struct evaluation *x)
{
    struct figure_plot *p = page_new_plot(page, "How much depends on the seed", "seeds",
                                          "Mean waiting time over the seeds");
    const struct figure_cube of = {&x->cube, METRICS_WAIT_MEAN, 1.0 / FIGURE_HOUR};
    p->x.label = "policy";
    p->y = figure_axis_hours("mean waiting time");
    figure_plot_text(p, &p->caption, "Means of %zu seeds; upright lines: %s.", x->seeds,
                     cube_spread_lines(x->seeds));
    figure_cube_categories(p, &x->cube);
    figure_cube_bars(p, &of, 0, "mean waiting time");
    figure_axis_spread_values(p);
}

static int fill(struct page *page, const void *shown, struct error *e)
{
    const struct evaluation_shown *of = (const struct evaluation_shown *)shown;
    const struct evaluation *x = of->x;
    const char *trace = of->settings->trace;
    const char *slash = trace ? strrchr(trace, '/') : NULL;
    struct schedule schedules[POLICY_POLICIES_MAX];
    const struct schedule *log = list_schedules(schedules, x);
    struct sweep_plots sweep = {.fig7a = NULL};
    struct paper1 paper1;
    page_title(page, "Schedules of %s", slash ? slash + 1 : x->workload.source);
    page_asked(page, print_head, of);
    page_text(page, "Numbers of figures and tables are those of C. Castillo, G. N."
                    " Rouskas, K. Harfoush, HPDC 2009.");
    page_section(page, "Summary");
    page_asked(page, print_jobs_run, x);
    fill_summary(page_new_table(page), x);
    classes_table(page_new_table(page), &x->classes);
    if (x->count > 1) classes_differences(page_new_table(page), &x->classes);
    if (x->seeds > 1) draw_seeds(page, x);
    if (of->sweep->count) {
        if (sweep_plots_draw(page, &sweep, of->sweep, log, e) != 0) return -1;
        page_text(page, "All else on this page is without --sweep.");
    }
    if (paper1_draw(page, &paper1, schedules, x->count, x->workload.servers, e) != 0)
        return -1;
    if (of->sweep->count) sweep_plots_end(page, &sweep, of->sweep);
    return 0;
}

const struct program_results evaluation_results = {.json = json,
                                                   .csv = csv,
                                                   .page = fill,
                                                   .publish = page_publish,
                                                   .print = print,
                                                   .row = "job"};
