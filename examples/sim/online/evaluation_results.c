/* evaluation_results.c - implements evaluation_results.h. */
#include "online/evaluation_results.h"

#include "coalloc.h"

#include "base/job.h"
#include "base/outfile.h"
#include "base/text.h"
#include "batch/batch_run.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "program/cli.h"
#include "program/json.h"
#include "report/metrics.h"
#include "workload/workload_report.h"

#include <inttypes.h>

enum { EVALUATION_RESULTS_CHOICE = 24 }; /* room for any word of the settings */

/* The word a setting stands for. */
static const char *evaluation_results_choice(const char *words, int64_t index,
                                             char to[EVALUATION_RESULTS_CHOICE])
{
    size_t length = 0;
    const char *start = cli_word(words, index, &length);
    snprintf(to, EVALUATION_RESULTS_CHOICE, "%.*s", (int)length, start);
    return to;
}

/* --place default, resolved. */
static const char *evaluation_results_place_word(const struct evaluation_settings *s,
                                                 char to[EVALUATION_RESULTS_CHOICE])
{
    int64_t place = s->place;
    if (place == COA_PLACE_DEFAULT)
        place = s->index + 1 == COA_INDEX_MAP          ? COA_PLACE_BEST_FIT
                : s->index + 1 == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER
                                                       : COA_PLACE_FIRST_FIT;
    return evaluation_results_choice(EVALUATION_PLACE_WORDS, place, to);
}

int evaluation_results_settings_batch(const struct evaluation_settings *s)
{
    size_t i;
    for (i = 0; i < s->policies.count; i++)
        if (policy_is_batch(&s->policies.items[i])) return 1;
    return 0;
}

/* ---- the table --------------------------------------------------------------------- */

static void evaluation_results_print_online(FILE *to, const struct evaluation_settings *s)
{
    char index[EVALUATION_RESULTS_CHOICE], place[EVALUATION_RESULTS_CHOICE],
        step[TEXT_NUMBER];
    char horizon[TEXT_NUMBER], retries[TEXT_NUMBER];
    const uint32_t most = evaluation_retries(s);
    cli_duration_text(s->step, step, sizeof step);
    cli_duration_text(s->horizon, horizon, sizeof horizon);
    fprintf(to, "online: index %s, placement %s, booked for the %s run time\n        ",
            evaluation_results_choice(EVALUATION_INDEX_WORDS, s->index, index),
            evaluation_results_place_word(s, place),
            s->runtime == WORKLOAD_RUNTIME_ACTUAL ? "actual" : "requested");
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

/* What nodes share, and some ways to choose servers, give servers names. Of all batch
 * policies but rua, which does so always. */
static int64_t evaluation_results_binding_done(const struct evaluation_settings *s)
{
    const int named = s->nodes || s->selection != PROCESSORS_FIRST_FIT;
    return named ? BATCH_BINDING_IDS : s->binding;
}

static void evaluation_results_print_batch(FILE *to, const struct evaluation_settings *s)
{
    char order[EVALUATION_RESULTS_CHOICE], binding[EVALUATION_RESULTS_CHOICE],
        ties[EVALUATION_RESULTS_CHOICE], compress[EVALUATION_RESULTS_CHOICE];
    char estimates[EVALUATION_RESULTS_CHOICE], selection[EVALUATION_RESULTS_CHOICE],
        backfill[EVALUATION_RESULTS_CHOICE];
    char nodes[TEXT_NUMBER];
    fprintf(
        to, "batch:  queue order %s, binding %s, ties %s, estimates %s, overrun %s\n",
        evaluation_results_choice(ORDER_WORDS, s->order, order),
        evaluation_results_choice(EVALUATION_BINDING_WORDS,
                                  evaluation_results_binding_done(s), binding),
        evaluation_results_choice(EVALUATION_TIES_WORDS, s->ties, ties),
        evaluation_results_choice(EVALUATION_ESTIMATES_WORDS, s->estimates, estimates),
        evaluation_overrun_of(s) == WORKLOAD_OVERRUN_KILL ? "kill" : "extend");
    if (policy_policies_have(&s->policies, POLICY_RUA) &&
        (evaluation_results_binding_done(s) == BATCH_BINDING_COUNT ||
         s->selection != PROCESSORS_LESS_CONSUME))
        fprintf(to, "        rua: binding ids, processors less-consume\n");
    if (s->selection || s->backfill)
        fprintf(to, "        processors %s, backfill order %s\n",
                evaluation_results_choice(PROCESSORS_SELECTION_WORDS, s->selection,
                                          selection),
                evaluation_results_choice(ORDERS_BACKFILL_WORDS, s->backfill, backfill));
    if (s->nodes)
        fprintf(to, "        %s nodes share memory %.9g, ethernet %.9g, network %.9g\n",
                text_count((uint64_t)s->nodes, nodes), evaluation_capacity(s, 0),
                evaluation_capacity(s, 1), evaluation_capacity(s, 2));
    if (policy_policies_have(&s->policies, POLICY_CONSERVATIVE))
        fprintf(
            to, "        conservative: after an end, compress %s\n",
            evaluation_results_choice(EVALUATION_COMPRESS_WORDS, s->compress, compress));
}

static void evaluation_results_print_reservations(FILE *to,
                                                  const struct evaluation_settings *s,
                                                  const struct workload *w)
{
    char count[TEXT_NUMBER], window[TEXT_NUMBER];
    if (!s->ar) return;
    cli_duration_text(evaluation_ar_window(s), window, sizeof window);
    fprintf(to, "advance reservations, ready up to %s after submission: %s\n", window,
            text_count(w->reservations, count));
}

void evaluation_results_print_head(FILE *to, const struct evaluation_settings *s,
                                   const struct evaluation *x)
{
    const struct workload *w = &x->workload;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    const double days =
        (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit) / 86400;
    size_t i, booked;
    for (i = 0; i < x->count && x->results[i].policy.kind != POLICY_ONLINE; i++) {
    }
    booked = i < x->count ? (size_t)x->results[i].figures.value[METRICS_FIGURE_accepted]
                          : w->count;
    if (booked < w->count) fprintf(to, "%s of ", text_count(booked, jobs));
    fprintf(to, "%s job%s %s %s servers, submitted over %.1f days\n",
            text_count(w->count, jobs), w->count == 1 ? "" : "s",
            i < x->count ? "booked on" : "on", text_count(w->servers, servers), days);
    fprintf(to, "workload: ");
    error_print_sanitized(to, w->source);
    fputc('\n', to);
    workload_report_print_shape(to, &s->shape, s->trace ? s->jobs : 0);
    if (s->size == WORKLOAD_SIZE_ALLOCATED) fprintf(to, "sizes: as allocated\n");
    workload_report_print_left_out(to, w);
    evaluation_results_print_reservations(to, s, w);
    if (policy_policies_have(&s->policies, POLICY_ONLINE))
        evaluation_results_print_online(to, s);
    if (evaluation_results_settings_batch(s)) evaluation_results_print_batch(to, s);
    if (policy_policies_have(&s->policies, POLICY_TRACE))
        fprintf(to, "trace:  the waiting times the log recorded\n");
}

void evaluation_results_print_table(const struct evaluation_settings *s,
                                    const struct evaluation *x)
{
    struct report_column columns[POLICY_POLICIES_MAX];
    size_t i;
    evaluation_results_print_head(stdout, s, x);
    for (i = 0; i < x->count; i++) {
        columns[i].heading = x->results[i].heading;
        columns[i].figures = &x->results[i].figures;
    }
    printf("\n");
    report_table_figures(stdout, columns, x->count);
    for (i = 0; i < x->count; i++) {
        printf("\n");
        report_table_groups(stdout, &columns[i]);
    }
    printf("\n");
}

/* ---- JSON -------------------------------------------------------------------------- */

static void evaluation_results_json_word(struct json *j, const char *key,
                                         const char *words, int64_t index)
{
    char text[EVALUATION_RESULTS_CHOICE];
    json_text(j, key, evaluation_results_choice(words, index, text));
}

static void evaluation_results_json_settings(const struct evaluation_settings *s,
                                             struct json *j)
{
    char text[EVALUATION_RESULTS_CHOICE];
    const uint32_t retries = evaluation_retries(s);
    size_t i;
    json_open(j, "settings", '{');
    evaluation_results_json_word(j, "index", EVALUATION_INDEX_WORDS, s->index);
    json_text(j, "place", evaluation_results_place_word(s, text));
    json_count(j, "slot", s->slot);
    json_count(j, "horizon", s->horizon);
    json_count(j, "step", s->step);
    if (retries == COA_NO_RETRY)
        json_text(j, "retries", "none");
    else
        json_count(j, "retries", retries);
    evaluation_results_json_word(j, "runtime", EVALUATION_RUNTIME_WORDS, s->runtime);
    evaluation_results_json_word(j, "size", EVALUATION_SIZE_WORDS, s->size);
    evaluation_results_json_word(j, "overrun", EVALUATION_OVERRUN_WORDS,
                                 evaluation_overrun_of(s));
    evaluation_results_json_word(j, "estimates", EVALUATION_ESTIMATES_WORDS,
                                 s->estimates);
    json_count(j, "estimates_max", s->estimates_max);
    evaluation_results_json_word(j, "binding", EVALUATION_BINDING_WORDS,
                                 evaluation_results_binding_done(s));
    evaluation_results_json_word(j, "ties", EVALUATION_TIES_WORDS, s->ties);
    evaluation_results_json_word(j, "order", ORDER_WORDS, s->order);
    evaluation_results_json_word(j, "backfill_order", ORDERS_BACKFILL_WORDS, s->backfill);
    evaluation_results_json_word(j, "compress", EVALUATION_COMPRESS_WORDS, s->compress);
    evaluation_results_json_word(j, "processors", PROCESSORS_SELECTION_WORDS,
                                 s->selection);
    json_count(j, "nodes", s->nodes);
    json_open(j, "node_capacity", '[');
    for (i = 0; i < SHARING_SHARED; i++)
        json_number(j, NULL, evaluation_capacity(s, (int)i));
    json_close(j, ']');
    json_number(j, "ar", (double)s->ar / CLI_ONE);
    json_count(j, "ar_window", evaluation_ar_window(s));
    workload_report_json_shape(j, &s->shape, s->jobs);
    json_count(j, "seed", s->seed);
    json_close(j, '}');
}

/* How a batch scheduler chose servers. */
static void evaluation_results_json_servers(const struct evaluation_settings *s,
                                            const struct policy *p, struct json *j)
{
    const int rua = p->kind == POLICY_RUA;
    if (!policy_is_batch(p)) return;
    evaluation_results_json_word(j, "binding", EVALUATION_BINDING_WORDS,
                                 rua ? BATCH_BINDING_IDS
                                     : evaluation_results_binding_done(s));
    evaluation_results_json_word(j, "processors", PROCESSORS_SELECTION_WORDS,
                                 rua ? PROCESSORS_LESS_CONSUME : s->selection);
}

static void evaluation_results_json(const struct evaluation_settings *s,
                                    const struct evaluation_result *r, struct json *j)
{
    char hash[17];
    json_open(j, NULL, '{');
    json_text(j, "policy", r->policy.name);
    json_text(j, "index", r->index[0] ? r->index : NULL);
    evaluation_results_json_servers(s, &r->policy, j);
    report_json_figures(j, &r->figures);
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    json_text(j, "schedule_hash", hash);
    json_close(j, '}');
}

void evaluation_results_json_experiment(const struct evaluation_settings *s,
                                        const struct evaluation *x, struct json *j)
{
    size_t i;
    workload_report_json(&x->workload, j);
    evaluation_results_json_settings(s, j);
    json_open(j, "runs", '[');
    for (i = 0; i < x->count; i++) evaluation_results_json(s, &x->results[i], j);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* The servers a job has, "" if it has none. */
static void evaluation_results_csv_servers(FILE *to, const struct evaluation_result *r,
                                           size_t job)
{
    const struct job_granted *of = r->grants.of ? &r->grants.of[job] : NULL;
    if (of && of->count) report_print_runs(to, r->grants.runs + of->first, of->count);
}

static void evaluation_results_csv_jobs(FILE *to, const struct workload *w,
                                        const struct evaluation_result *r)
{
    static const char *const fates[] = {"ran", "too large", "no room", "unrecorded"};
    size_t i;
    for (i = 0; i < w->count; i++) {
        const struct job *job = &w->jobs[i];
        const struct job_outcome *o = &r->outcomes[i];
        fprintf(to, "%s,%s,%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%s,",
                r->policy.name, r->index, job->number, job->servers, job->submit,
                job->ready, fates[o->fate]);
        if (o->fate == JOB_RAN)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64, o->start, job_end(job, o),
                    metrics_wait(job, o));
        else
            fputs(",,", to);
        fprintf(to, ",%" PRIu32 ",", o->attempts);
        evaluation_results_csv_servers(to, r, i);
        fputc('\n', to);
    }
}

static void evaluation_results_csv_result_figures(FILE *to, const struct workload *w,
                                                  const struct evaluation_result *r)
{
    (void)w;
    report_csv_values(to, r->policy.name, r->index, r->figures.value);
}

static void evaluation_results_csv_result_sizes(FILE *to, const struct workload *w,
                                                const struct evaluation_result *r)
{
    (void)w;
    report_csv_groups(to, r->policy.name, r->index, &r->figures);
}

int evaluation_results_csv_experiment(const char *folder, const struct evaluation *x,
                                      struct error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const struct workload *, const struct evaluation_result *);
    } files[] = {{"jobs.csv",
                  "policy,index,job,servers,submit,ready,fate,start,end,wait,attempts,"
                  "server_ids",
                  evaluation_results_csv_jobs},
                 {"figures.csv", "policy,index,figure,value",
                  evaluation_results_csv_result_figures},
                 {"sizes.csv", "policy,index,lo,hi,jobs,wait_mean,requests,attempts_mean",
                  evaluation_results_csv_result_sizes}};
    size_t f, i;
    if (outfile_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        struct outfile out;
        if (outfile_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "%s\n", files[f].head);
        for (i = 0; i < x->count; i++)
            files[f].rows(out.file, &x->workload, &x->results[i]);
        if (outfile_commit(&out, e) != 0) return -1;
    }
    return 0;
}

/* ---- the schedule as a log --------------------------------------------------------- */

/* What is not known of a job is -1; a job that did not run has no wait, and is cancelled
 * (status 5). */
static void evaluation_results_log_job(FILE *to, const struct job *job,
                                       const struct job_outcome *o)
{
    const int ran = o->fate == JOB_RAN;
    fprintf(to,
            "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu32 " -1 -1 %" PRIu32
            " %" PRId64 " -1 %d -1 -1 -1 -1 -1 -1 -1\n",
            job->number, job->submit, ran ? o->start - job->submit : -1,
            job->run + (ran ? o->lost : 0), job->servers, job->servers, job->estimate,
            ran ? 1 : 5);
}

int evaluation_results_log_write(const struct workload *w,
                                 const struct evaluation_result *r, const char *path,
                                 struct error *e)
{
    struct outfile out;
    size_t i;
    if (outfile_open(&out, path, e) != 0) return -1;
    fprintf(out.file,
            "; Version: 2.2\n%s; MaxJobs: %zu\n; MaxRecords: %zu\n; MaxProcs: %" PRIu32
            "\n; Note: simulated by coalloc_sim; scheduler: %s\n",
            w->header, w->count, w->count, w->servers, r->heading);
    for (i = 0; i < w->count; i++)
        evaluation_results_log_job(out.file, &w->jobs[i], &r->outcomes[i]);
    return outfile_commit(&out, e);
}
