/* coalloc_sim - schedule a job log in every way there is, as paper 1, section 5, and
 * beyond: C. Castillo, G. N. Rouskas, K. Harfoush, HPDC 2009.
 *
 * Online co-allocation (each job is told its start the moment it is submitted) stands
 * beside batch schedulers and the waits that the log itself recorded. The calendar is in
 * coalloc.h, the log in swf.h, everything else in sim/online: the settings and their
 * options, one experiment, its results and pictures, sweeps of a setting. This file has
 * the command line and the order in which things are done.
 */
#include "base/error.h"
#include "base/text.h"
#include "online/evaluation.h"
#include "online/evaluation_logs.h"
#include "online/evaluation_results.h"
#include "online/evaluation_settings.h"
#include "online/sweep.h"
#include "program/cli.h"
#include "program/program.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <string.h>

struct settings {
    struct evaluation_settings sim;
    struct sweep_plan plan;
    struct sweep sweep;          /* no points: there is no sweep */
    struct evaluation_logs logs; /* --trace-out */
};

/* ---- the command line -------------------------------------------------------------- */

static const char what_it_does[] =
    "Schedules a job log (Standard Workload Format; .gz is unpacked; - is standard"
    " input): by online co-allocation, where each job is told its start, and unless"
    " --index is count its servers, the moment it is submitted; by batch schedulers; and"
    " as the log recorded it. Without a trace, a built-in workload (Lublin-Feitelson"
    " model) is used. The defaults are the setting of Castillo et al., HPDC 2009, section"
    " 5.";

/* Fills the settings from the command line. CLI_RUN, or the exit status. */
static int read_options(struct program *p, struct settings *all)
{
    const struct cli_option own[] = {
        {OPTION_TEXT("--trace-out", &all->logs.name, "FILE"), .neutral = 1,
         .help = "write the schedule as a log with its waiting times (but without users,"
                 " queues and the like); with several policies one each, FILE.swf"
                 " becomes FILE-easy.swf"},
        PROGRAM_OPTIONS(p, "jobs.csv, figures.csv, sizes.csv, classes.csv")};
    struct cli_option
        options[EVALUATION_OPTIONS_MAX + SWEEP_PLAN_OPTIONS + sizeof own / sizeof own[0]];
    struct cli_program me = {"coalloc_sim", "[LOG]", what_it_does,
                             options,       0,       CLI_TIME CLI_EXIT};
    struct cli_list trace = {{NULL}, 0};
    int code;
    me.option_count = evaluation_settings_options(&all->sim, options);
    me.option_count += sweep_plan_options(&all->plan, options + me.option_count);
    memcpy(options + me.option_count, own, sizeof own);
    me.option_count += sizeof own / sizeof own[0];
    code = program_read(p, &me, &trace, 1);
    all->sim.trace = trace.items[0];
    return code == CLI_RUN ? evaluation_settings_read(p->name, &all->sim) : code;
}

/* Names all files that are read or written, so that program_check can compare them. */
static int list_files(struct program *p, struct settings *all)
{
    size_t i;
    if (outputs_check_name(p->name, "trace-out", "file", all->logs.name) != CLI_RUN)
        return CLI_USAGE;
    program_reads(p, "the trace", all->sim.trace);
    outputs_writes(&p->to, "point", all->plan.point, "coalloc_sim point");
    if (evaluation_logs_name(&all->logs, &all->sim.policies) != 0)
        return cli_complain(p->name, "--trace-out: %s: the name is too long",
                            all->logs.name);
    for (i = 0; i < all->logs.count; i++)
        outputs_writes(&p->to, "trace-out", all->logs.paths[i], "; Version: 2.2");
    return CLI_RUN;
}

/* What no single option can tell. CLI_RUN, or the exit status. */
static int check_options(struct program *p, struct settings *all)
{
    int code = list_files(p, all);
    if (code == CLI_RUN) code = program_check(p);
    if (code == CLI_RUN)
        code = sweep_plan_check(p, &all->plan, &all->sim, all->logs.name);
    if (code == CLI_RUN) code = evaluation_settings_check_once(p->name, &all->sim);
    return code == CLI_RUN ? sweep_plan_read(p, &all->plan, &all->sim, &all->sweep)
                           : code;
}

/* ---- one experiment ---------------------------------------------------------------- */

/* One line for each thing that a reader of the results should know. */
static void warn(const struct program *p, const struct workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    workload_report_warn(p->name, w);
    for (i = 0; i < w->count; i++) {
        if (w->jobs[i].servers <= w->servers) continue;
        large++;
        if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
    }
    if (large)
        cli_complain(p->name,
                     "warning: jobs rejected, as they need more than the %s servers"
                     " there are: %s; the largest, job %" PRId64 ", needs %" PRIu32,
                     text_count(w->servers, servers), text_count(large, jobs),
                     w->jobs[largest].number, w->jobs[largest].servers);
}

/* ---- main -------------------------------------------------------------------------- */

static int simulate(const struct program *p, struct settings *all, struct error *e)
{
    struct evaluation x = {.count = 0};
    const struct evaluation_shown shown = {&all->sim, &x, &all->sweep, p};
    int result = evaluation_workload(&all->sim, &x, e);
    if (result == 0) {
        warn(p, &x.workload);
        result = evaluation_run_all(p, &all->sim, &x, e);
    }
    if (result == 0) result = evaluation_measure(&all->sim, !p->no_timing, &x, e);
    if (result == 0) result = evaluation_seeds(p, &all->sim, &x, e);
    if (result == 0) result = sweep_run(p, &all->sweep, all->plan.gather, e);
    if (result == 0) result = evaluation_logs_write(&all->logs, &x, e);
    if (result == 0) result = program_write(p, &evaluation_results, &shown, e);
    evaluation_free(&x);
    return result;
}

int main(int argc, char **argv)
{
    struct settings all = {.sim = EVALUATION_SETTINGS};
    struct program p = {0};
    struct error e;
    int code;
    program_begin(&p, argc, argv);
    code = read_options(&p, &all);
    if (code == CLI_RUN) code = check_options(&p, &all);
    if (code == CLI_RUN) {
        code = all.plan.plan    ? sweep_plan_print(&p, &all.plan, &all.sweep, &e)
               : all.plan.point ? sweep_plan_point(&p, &all.plan, &all.sim, &e)
                                : simulate(&p, &all, &e);
        code = program_end(&p, code, &e);
    }
    sweep_free(&all.sweep);
    return code;
}
