/* results.h - what an experiment gave: as a table for people, as JSON and CSV for
 * programs, and as a log of the schedule.
 */
#ifndef SIM_RESULTS_H
#define SIM_RESULTS_H

#include "cli.h"
#include "experiment.h"
#include "report.h"
#include "workload_report.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIM_CHOICE = 24 }; /* room for any word of the settings */

/* The word a setting stands for. */
static inline const char *sim_choice(const char *words, int64_t index,
                                     char to[SIM_CHOICE])
{
    size_t length = 0;
    const char *start = cli_word(words, index, &length);
    snprintf(to, SIM_CHOICE, "%.*s", (int)length, start);
    return to;
}

/* --place default, resolved. */
static inline const char *sim_place_word(const sim_settings *s, char to[SIM_CHOICE])
{
    int64_t place = s->place;
    if (place == COA_PLACE_DEFAULT)
        place = s->index + 1 == COA_INDEX_MAP          ? COA_PLACE_BEST_FIT
                : s->index + 1 == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER
                                                       : COA_PLACE_FIRST_FIT;
    return sim_choice(SIM_PLACE_WORDS, place, to);
}

/* Does any policy plan by estimates? */
static inline int sim_settings_batch(const sim_settings *s)
{
    size_t i;
    for (i = 0; i < s->policies.count; i++)
        if (sim_policy_is_batch(&s->policies.items[i])) return 1;
    return 0;
}

/* ---- the table --------------------------------------------------------------------- */

static inline void sim_print_online(FILE *to, const sim_settings *s)
{
    char index[SIM_CHOICE], place[SIM_CHOICE], step[SIM_NUMBER_TEXT];
    char horizon[SIM_NUMBER_TEXT], retries[SIM_NUMBER_TEXT];
    const uint32_t most = sim_retries(s);
    cli_duration_text(s->step, step, sizeof step);
    cli_duration_text(s->horizon, horizon, sizeof horizon);
    fprintf(to, "online: index %s, placement %s, booked for the %s run time\n        ",
            sim_choice(SIM_INDEX_WORDS, s->index, index), sim_place_word(s, place),
            s->runtime == SIM_RUNTIME_ACTUAL ? "actual" : "requested");
    if (most == COA_NO_RETRY)
        fprintf(to, "no retry");
    else if (s->step == 0)
        fprintf(to, "exact earliest start");
    else if (most == 0)
        fprintf(to, "retries every %s", step);
    else
        fprintf(to, "up to %s retries every %s", sim_count_text(most, retries), step);
    fprintf(to, s->horizon ? ", horizon %s\n" : ", no horizon\n", horizon);
}

/* What nodes share, and some ways to choose servers, give servers names. Of all batch
 * policies but rua, which does so always. */
static inline int64_t sim_binding_done(const sim_settings *s)
{
    const int named = s->nodes || s->selection != SIM_FIRST_FIT;
    return named ? SIM_BINDING_IDS : s->binding;
}

static inline void sim_print_batch(FILE *to, const sim_settings *s)
{
    char order[SIM_CHOICE], binding[SIM_CHOICE], ties[SIM_CHOICE], compress[SIM_CHOICE];
    char estimates[SIM_CHOICE], selection[SIM_CHOICE], backfill[SIM_CHOICE];
    char nodes[SIM_NUMBER_TEXT];
    fprintf(to, "batch:  queue order %s, binding %s, ties %s, estimates %s, overrun %s\n",
            sim_choice(SIM_ORDER_WORDS, s->order, order),
            sim_choice(SIM_BINDING_WORDS, sim_binding_done(s), binding),
            sim_choice(SIM_TIES_WORDS, s->ties, ties),
            sim_choice(SIM_ESTIMATES_WORDS, s->estimates, estimates),
            sim_overrun_of(s) == SIM_OVERRUN_KILL ? "kill" : "extend");
    if (sim_policies_have(&s->policies, SIM_POLICY_RUA) &&
        (sim_binding_done(s) == SIM_BINDING_COUNT || s->selection != SIM_LESS_CONSUME))
        fprintf(to, "        rua: binding ids, processors less-consume\n");
    if (s->selection || s->backfill)
        fprintf(to, "        processors %s, backfill order %s\n",
                sim_choice(SIM_SELECTION_WORDS, s->selection, selection),
                sim_choice(SIM_BACKFILL_WORDS, s->backfill, backfill));
    if (s->nodes)
        fprintf(to, "        %s nodes share memory %.9g, ethernet %.9g, network %.9g\n",
                sim_count_text((uint64_t)s->nodes, nodes), sim_capacity(s, 0),
                sim_capacity(s, 1), sim_capacity(s, 2));
    if (sim_policies_have(&s->policies, SIM_POLICY_CONSERVATIVE))
        fprintf(to, "        conservative: after an end, compress %s\n",
                sim_choice(SIM_COMPRESS_WORDS, s->compress, compress));
}

static inline void sim_print_reservations(FILE *to, const sim_settings *s,
                                          const sim_workload *w)
{
    char count[SIM_NUMBER_TEXT], window[SIM_NUMBER_TEXT];
    if (!s->ar) return;
    cli_duration_text(sim_ar_window(s), window, sizeof window);
    fprintf(to, "advance reservations, ready up to %s after submission: %s\n", window,
            sim_count_text(w->reservations, count));
}

/* The first lines: what was simulated, and how. */
static inline void sim_print_head(FILE *to, const sim_settings *s,
                                  const sim_experiment *x)
{
    const sim_workload *w = &x->workload;
    char jobs[SIM_NUMBER_TEXT], servers[SIM_NUMBER_TEXT];
    const double days =
        (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit) / 86400;
    size_t i, booked;
    for (i = 0; i < x->count && x->results[i].policy.kind != SIM_POLICY_ONLINE; i++) {
    }
    booked = i < x->count ? (size_t)x->results[i].figures.value[SIM_FIGURE_accepted]
                          : w->count;
    if (booked < w->count) fprintf(to, "%s of ", sim_count_text(booked, jobs));
    fprintf(to, "%s job%s %s %s servers, submitted over %.1f days\n",
            sim_count_text(w->count, jobs), w->count == 1 ? "" : "s",
            i < x->count ? "booked on" : "on", sim_count_text(w->servers, servers), days);
    fprintf(to, "workload: ");
    sim_print_text(to, w->source);
    fputc('\n', to);
    sim_print_shape(to, &s->shape, s->trace ? s->jobs : 0);
    if (s->size == SIM_SIZE_ALLOCATED) fprintf(to, "sizes: as allocated\n");
    sim_print_left_out(to, w);
    sim_print_reservations(to, s, w);
    if (sim_policies_have(&s->policies, SIM_POLICY_ONLINE)) sim_print_online(to, s);
    if (sim_settings_batch(s)) sim_print_batch(to, s);
    if (sim_policies_have(&s->policies, SIM_POLICY_TRACE))
        fprintf(to, "trace:  the waiting times the log recorded\n");
}

static inline void sim_print_table(const sim_settings *s, const sim_experiment *x)
{
    sim_column columns[SIM_POLICIES_MAX];
    size_t i;
    sim_print_head(stdout, s, x);
    for (i = 0; i < x->count; i++) {
        columns[i].heading = x->results[i].heading;
        columns[i].figures = &x->results[i].figures;
    }
    printf("\n");
    sim_table_figures(stdout, columns, x->count);
    for (i = 0; i < x->count; i++) {
        printf("\n");
        sim_table_groups(stdout, &columns[i]);
    }
    printf("\n");
}

/* ---- JSON -------------------------------------------------------------------------- */

static inline void sim_json_word(sim_json *j, const char *key, const char *words,
                                 int64_t index)
{
    char text[SIM_CHOICE];
    sim_json_text(j, key, sim_choice(words, index, text));
}

static inline void sim_json_settings(const sim_settings *s, sim_json *j)
{
    char text[SIM_CHOICE];
    const uint32_t retries = sim_retries(s);
    size_t i;
    sim_json_open(j, "settings", '{');
    sim_json_word(j, "index", SIM_INDEX_WORDS, s->index);
    sim_json_text(j, "place", sim_place_word(s, text));
    sim_json_count(j, "slot", s->slot);
    sim_json_count(j, "horizon", s->horizon);
    sim_json_count(j, "step", s->step);
    if (retries == COA_NO_RETRY)
        sim_json_text(j, "retries", "none");
    else
        sim_json_count(j, "retries", retries);
    sim_json_word(j, "runtime", SIM_RUNTIME_WORDS, s->runtime);
    sim_json_word(j, "size", SIM_SIZE_WORDS, s->size);
    sim_json_word(j, "overrun", SIM_OVERRUN_WORDS, sim_overrun_of(s));
    sim_json_word(j, "estimates", SIM_ESTIMATES_WORDS, s->estimates);
    sim_json_count(j, "estimates_max", s->estimates_max);
    sim_json_word(j, "binding", SIM_BINDING_WORDS, sim_binding_done(s));
    sim_json_word(j, "ties", SIM_TIES_WORDS, s->ties);
    sim_json_word(j, "order", SIM_ORDER_WORDS, s->order);
    sim_json_word(j, "backfill_order", SIM_BACKFILL_WORDS, s->backfill);
    sim_json_word(j, "compress", SIM_COMPRESS_WORDS, s->compress);
    sim_json_word(j, "processors", SIM_SELECTION_WORDS, s->selection);
    sim_json_count(j, "nodes", s->nodes);
    sim_json_open(j, "node_capacity", '[');
    for (i = 0; i < SIM_SHARED; i++) sim_json_number(j, NULL, sim_capacity(s, (int)i));
    sim_json_close(j, ']');
    sim_json_number(j, "ar", (double)s->ar / CLI_ONE);
    sim_json_count(j, "ar_window", sim_ar_window(s));
    sim_json_shape(j, &s->shape, s->jobs);
    sim_json_count(j, "seed", s->seed);
    sim_json_close(j, '}');
}

/* How a batch scheduler chose servers. */
static inline void sim_json_servers(const sim_settings *s, const sim_policy *p,
                                    sim_json *j)
{
    const int rua = p->kind == SIM_POLICY_RUA;
    if (!sim_policy_is_batch(p)) return;
    sim_json_word(j, "binding", SIM_BINDING_WORDS,
                  rua ? SIM_BINDING_IDS : sim_binding_done(s));
    sim_json_word(j, "processors", SIM_SELECTION_WORDS,
                  rua ? SIM_LESS_CONSUME : s->selection);
}

static inline void sim_json_result(const sim_settings *s, const sim_result *r,
                                   sim_json *j)
{
    char hash[17];
    sim_json_open(j, NULL, '{');
    sim_json_text(j, "policy", r->policy.name);
    sim_json_text(j, "index", r->index[0] ? r->index : NULL);
    sim_json_servers(s, &r->policy, j);
    sim_json_figures(j, &r->figures);
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    sim_json_text(j, "schedule_hash", hash);
    sim_json_close(j, '}');
}

/* The members of an object: workload, settings, runs. */
static inline void sim_json_experiment(const sim_settings *s, const sim_experiment *x,
                                       sim_json *j)
{
    size_t i;
    sim_json_workload(&x->workload, j);
    sim_json_settings(s, j);
    sim_json_open(j, "runs", '[');
    for (i = 0; i < x->count; i++) sim_json_result(s, &x->results[i], j);
    sim_json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* The servers a job has, "" if it has none. */
static inline void sim_csv_servers(FILE *to, const sim_result *r, size_t job)
{
    const sim_granted *of = r->grants.of ? &r->grants.of[job] : NULL;
    if (of && of->count) sim_print_runs(to, r->grants.runs + of->first, of->count);
}

static inline void sim_csv_jobs(FILE *to, const sim_workload *w, const sim_result *r)
{
    static const char *const fates[] = {"ran", "too large", "no room", "unrecorded"};
    size_t i;
    for (i = 0; i < w->count; i++) {
        const sim_job *job = &w->jobs[i];
        const sim_outcome *o = &r->outcomes[i];
        fprintf(to, "%s,%s,%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%s,",
                r->policy.name, r->index, job->number, job->servers, job->submit,
                job->ready, fates[o->fate]);
        if (o->fate == SIM_RAN)
            fprintf(to, "%" PRId64 ",%" PRId64 ",%" PRId64, o->start, sim_end(job, o),
                    sim_wait(job, o));
        else
            fputs(",,", to);
        fprintf(to, ",%" PRIu32 ",", o->attempts);
        sim_csv_servers(to, r, i);
        fputc('\n', to);
    }
}

static inline void sim_csv_result_figures(FILE *to, const sim_workload *w,
                                          const sim_result *r)
{
    (void)w;
    sim_csv_values(to, r->policy.name, r->index, r->figures.value);
}

static inline void sim_csv_result_sizes(FILE *to, const sim_workload *w,
                                        const sim_result *r)
{
    (void)w;
    sim_csv_groups(to, r->policy.name, r->index, &r->figures);
}

/* One tidy file for each kind of row. */
static inline int sim_csv_experiment(const char *folder, const sim_experiment *x,
                                     sim_error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const sim_workload *, const sim_result *);
    } files[] = {{"jobs.csv",
                  "policy,index,job,servers,submit,ready,fate,start,end,wait,attempts,"
                  "server_ids",
                  sim_csv_jobs},
                 {"figures.csv", "policy,index,figure,value", sim_csv_result_figures},
                 {"sizes.csv", "policy,index,lo,hi,jobs,wait_mean,requests,attempts_mean",
                  sim_csv_result_sizes}};
    size_t f, i;
    if (sim_output_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        sim_output out;
        if (sim_output_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "%s\n", files[f].head);
        for (i = 0; i < x->count; i++)
            files[f].rows(out.file, &x->workload, &x->results[i]);
        if (sim_output_close(&out, e) != 0) return -1;
    }
    return 0;
}

/* ---- the schedule as a log --------------------------------------------------------- */

/* What is not known of a job is -1; a job that did not run has no wait, and is cancelled
 * (status 5). */
static inline void sim_log_job(FILE *to, const sim_job *job, const sim_outcome *o)
{
    const int ran = o->fate == SIM_RAN;
    fprintf(to,
            "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu32 " -1 -1 %" PRIu32
            " %" PRId64 " -1 %d -1 -1 -1 -1 -1 -1 -1\n",
            job->number, job->submit, ran ? o->start - job->submit : -1,
            job->run + (ran ? o->lost : 0), job->servers, job->servers, job->estimate,
            ran ? 1 : 5);
}

/* One result as a log in the Standard Workload Format, in order of submission, with the
 * waiting times from submission that came out. Of the header that it can tell is kept. */
static inline int sim_log_write(const sim_workload *w, const sim_result *r,
                                const char *path, sim_error *e)
{
    sim_output out;
    size_t i;
    if (sim_output_open(&out, path, e) != 0) return -1;
    fprintf(out.file,
            "; Version: 2.2\n%s; MaxJobs: %zu\n; MaxRecords: %zu\n; MaxProcs: %" PRIu32
            "\n; Note: simulated by coalloc_sim; scheduler: %s\n",
            w->header, w->count, w->count, w->servers, r->heading);
    for (i = 0; i < w->count; i++) sim_log_job(out.file, &w->jobs[i], &r->outcomes[i]);
    return sim_output_close(&out, e);
}

#endif
