/* flexco_sim - sites with queues of their own and a metascheduler above them, as paper 5:
 * M. A. S. Netto, R. Buyya, A flexible resource co-allocation model based on advance
 * reservations with rescheduling support.
 *
 * Jobs that may run at several sites at once are booked all or nothing, among local jobs.
 * Estimates are too long, so that jobs end early; what the metascheduler may then do with
 * its bookings is the mode: nothing (rigid), shift them, remap them, mold them. The modes
 * stand side by side: response time, slowdown, use of processors, for local jobs and for
 * meta-jobs, by the error of the estimates. The ideas are elsewhere, in sim/: sites and
 * their jobs (flexco_setup.h), the run (flexco.h), the experiment, its results and its
 * pictures. Here is the command line, and the order in which things are done.
 */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "base/outfile.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"
#include "flexco/flexco_experiment.h"
#include "flexco/flexco_plots.h"
#include "flexco/flexco_results.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_setup.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/outputs.h"
#include "program/values.h"
#include "report/report.h"
#include "workload/shape.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "flexco_sim"
#define FLAGS "--paper|--no-timing"
#define TEN_YEARS (INT64_C(3650) * 86400)

typedef struct settings {
    struct flexco_settings sim;
    int64_t threads, no_timing;
    const char *errors, *publish; /* as they were written */
    struct outputs to;
} settings;

/* ---- the command line -------------------------------------------------------------- */

/* all, N, or window:TIME. */
static int read_publish(settings *all)
{
    static const char window[] = "window:";
    const size_t length = sizeof window - 1;
    struct flexco_settings *s = &all->sim;
    if (strcmp(all->publish, "all") == 0) {
        s->publish = FLEXCO_ALL;
        return CLI_RUN;
    }
    s->publish = FLEXCO_EARLIEST;
    s->slots = cli_digits(all->publish, 0);
    if (s->slots >= 1 && s->slots <= UINT32_MAX) return CLI_RUN;
    s->publish = FLEXCO_WINDOW;
    s->window = -1;
    if (strncmp(all->publish, window, length) == 0)
        s->window = cli_digits(all->publish + length, 1);
    if (s->window >= 1 && s->window <= JOB_TIME_MAX) return CLI_RUN;
    return cli_complain(PROGRAM,
                        "--publish: '%s' is not all, a number of slots from 1 on, or"
                        " window:TIME, a duration from 1 second on",
                        all->publish);
}

/* Fills the settings from the command line. */
static int read_options(int argc, char **argv, settings *all)
{
    struct flexco_settings *s = &all->sim;
    struct flexco_given *g = &s->given;
    const struct cli_option options[] = {
        {.name = "--local",
         .kind = CLI_LIST,
         .list = &g->local,
         .value = "FILE",
         .unset = "built in",
         .help = "a log of local jobs (.gz is unpacked, - is standard input); each feeds"
                 " one site, or several (--split, --copies); can be given several times"},
        {.name = "--split",
         .kind = CLI_CHOICE,
         .number = &g->split,
         .words = FLEXCO_SPLIT_WORDS,
         .unset = "none",
         .help = "the jobs of the first half of each log's time feed one site, those of"
                 " the second another; all begin at the same time"},
        {.name = "--copies",
         .kind = CLI_NUMBER,
         .number = &g->copies,
         .value = "N",
         .lo = 1,
         .hi = FLEXCO_SITES_MOST,
         .unset = "1",
         .help = "each log, or half, feeds N sites: each with estimates of its own, and"
                 " from the second on rotated by one more week"},
        {.name = "--processors",
         .kind = CLI_NUMBER,
         .number = &g->processors,
         .value = "N",
         .lo = 1,
         .hi = JOB_SERVERS_MAX,
         .unset = "as the log says; built in 128",
         .help = "of each site"},
        {.name = "--load",
         .kind = CLI_DECIMAL,
         .number = &g->load,
         .value = "X",
         .lo = SHAPE_LOAD_MIN,
         .hi = 1000 * (int64_t)CLI_ONE,
         .unset = "as it is; built in 0.7",
         .help = "draw the submissions of each site together or apart until run time *"
                 " size, summed, is X times its processors * the time from the first to"
                 " the last submission"},
        {.name = "--local-estimates",
         .kind = CLI_CHOICE,
         .number = &g->estimates,
         .words = FLEXCO_ESTIMATE_WORDS,
         .help = "of logs: drawn by the model of Tsafrir, Etsion and Feitelson, or what"
                 " the log says was requested"},
        {.name = "--max-estimate",
         .kind = CLI_DURATION,
         .number = &g->max_estimate,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .help = "the longest that the model makes"},
        {.name = "--meta",
         .kind = CLI_TEXT,
         .text = &g->meta,
         .value = "FILE",
         .unset = "built in",
         .help = "a log of meta-jobs, with the estimates it has"},
        {.name = "--fold",
         .kind = CLI_DURATION,
         .number = &g->fold,
         .value = "TIME",
         .lo = 2,
         .hi = JOB_TIME_MAX,
         .unset = "no",
         .help = "of that log only what is submitted in its first TIME, whose second half"
                 " moves back onto the first: half as long, twice as dense"},
        {.name = "--meta-load",
         .kind = CLI_DECIMAL,
         .number = &g->meta_load,
         .value = "X",
         .lo = SHAPE_LOAD_MIN,
         .hi = 1000 * (int64_t)CLI_ONE,
         .unset = "all of a log; built in 0.15",
         .help = "meta-jobs, drawn at random from the log, that make X times all"
                 " processors * the longest time of local submissions; their times stay"},
        {.name = "--paper",
         .kind = CLI_FLAG,
         .number = &g->paper,
         .help = "where they are not given: --split halves --copies 2 --processors 416"
                 " --load 0.8 --fold 365d, the paper's set-up of SDSC-Par-1996 and"
                 " SDSC-BLUE-2000"},
        {.name = "--sites",
         .kind = CLI_NUMBER,
         .number = &g->sites,
         .value = "N",
         .lo = 1,
         .hi = FLEXCO_SITES_MOST,
         .unset = "4",
         .help = "so many with built-in jobs"},
        {.name = "--span",
         .kind = CLI_DURATION,
         .number = &g->span,
         .value = "TIME",
         .lo = 3600,
         .hi = TEN_YEARS,
         .help = "built-in local jobs come for so long"},
        {.name = "--modes",
         .kind = CLI_SET,
         .number = &s->modes,
         .words = FLEXCO_MODE_WORDS,
         .help = "what the metascheduler may do to a booking when a site has processors"
                 " that became free early and the job is at the head of its queue, never"
                 " to end it later: nothing, move it to an earlier start, choose other"
                 " sites and shares, choose another number of processors; mold also books"
                 " it first in whichever of three shapes (half, as submitted, twice) ends"
                 " earliest; rigid is always among them, to be compared with"},
        {.name = "--errors",
         .kind = CLI_TEXT,
         .text = &all->errors,
         .value = "LIST",
         .unset = all->errors,
         .help = "estimates are too long by so many percent more: A,B,... or"
                 " FROM:TO:STEP; the tables that have one have the largest"},
        {.name = "--drop-small",
         .kind = CLI_CHOICE,
         .number = &s->small,
         .words = FLEXCO_SMALL_WORDS,
         .help = "without jobs estimated at an hour or less on 64 processors or fewer"},
        {.name = "--binding",
         .kind = CLI_SET,
         .number = &s->bindings,
         .words = FLEXCO_BINDING_WORDS,
         .help = "a booking is a promise of a number of processors at each site, or of"
                 " certain ones"},
        {.name = "--efficiency",
         .kind = CLI_NUMBER,
         .number = &s->efficiency,
         .value = "PERCENT",
         .hi = 100,
         .help = "mold: a job uses its own processors so well (Amdahl's law tells its"
                 " time on half and on twice as many: on more it takes more processor"
                 " time for the same work)"},
        {.name = "--min-share",
         .kind = CLI_NUMBER,
         .number = &s->least,
         .value = "N",
         .lo = 1,
         .hi = JOB_SERVERS_MAX,
         .help = "processors of a meta-job at each of its sites, at least"},
        {.name = "--max-sites",
         .kind = CLI_NUMBER,
         .number = &s->most_sites,
         .value = "N",
         .lo = 1,
         .hi = FLEXCO_SITES_MOST,
         .unset = "all",
         .help = "sites of a meta-job, at most"},
        {.name = "--publish",
         .kind = CLI_TEXT,
         .text = &all->publish,
         .value = "WHAT",
         .unset = all->publish,
         .help = "what of a site the metascheduler knows: all; N, its N earliest slots;"
                 " window:TIME, its slots in the next TIME"},
        {.name = "--latency",
         .kind = CLI_DURATION,
         .number = &s->latency,
         .value = "TIME",
         .hi = 86400,
         .help = "each message between metascheduler and sites takes so long"},
        {.name = "--loss",
         .kind = CLI_FRACTION,
         .number = &s->loss,
         .value = "P",
         .help = "and is lost with probability P"},
        {.name = "--mtbf",
         .kind = CLI_DURATION,
         .number = &s->mtbf,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "no failures",
         .help = "each site fails so long after it last came back, on average"},
        {.name = "--mttr",
         .kind = CLI_DURATION,
         .number = &s->mttr,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "4h",
         .help = "and is down so long, on average"},
        {.name = "--seeds",
         .kind = CLI_NUMBER,
         .number = &s->seeds,
         .value = "N",
         .lo = 1,
         .hi = FLEXCO_SEEDS_MOST,
         .unset = "5; with --local 1",
         .help = "everything so often, by seeds one after the other"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &g->seed,
         .value = "N",
         .hi = INT64_MAX - FLEXCO_SEEDS_MOST,
         .help = "the first seed: of built-in jobs, drawn estimates, overheads, failures,"
                 " messages lost, and --meta-load"},
        OUTPUT_OPTIONS(&all->threads, &all->to,
                       "points.csv, better.csv, jobs.csv, lost.csv, outages.csv",
                       &all->no_timing)};
    const struct cli_program me = {
        .name = PROGRAM,
        .operand = "",
        .about =
            "Schedules local jobs at sites (first come, first served, with conservative"
            " backfilling) and meta-jobs on top, which may run at several sites at once,"
            " then min(Poisson(20), 25) % longer than at one. A job that reaches the end"
            " planned for it is killed there, and counts as ended. When jobs end before"
            " their estimates, sites move their bookings forward, and so does the "
            "metascheduler, as far as its mode"
            " lets it. Every run is checked: no processor used twice, no part without the"
            " others, nobody later than promised. Without logs, 4 sites of 128 processors"
            " with built-in jobs (Lublin-Feitelson model). Defaults are the set-up of"
            " Netto and Buyya, A flexible resource co-allocation model based on advance"
            " reservations with rescheduling support, section 5.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Exit status: 0"
            " done, 1 bad input or an output that could not be written, 2 wrong command"
            " line."};
    struct cli_list none = {{NULL}, 0};
    const int code = cli_parse_list(&me, argc, argv, &none, 0);
    if (code != CLI_RUN) return code;
    if (read_publish(all) != CLI_RUN) return CLI_USAGE;
    return values_read(PROGRAM, "errors", all->errors, VALUE_WHOLE, 0, FLEXCO_ERROR_MOST,
                       &s->errors);
}

/* ---- what no single option can tell ------------------------------------------------ */

/* Nothing that is written may be what is read, or written otherwise. */
static int check_outputs(settings *all)
{
    const struct flexco_given *g = &all->sim.given;
    size_t i;
    for (i = 0; i < g->local.count; i++)
        outputs_reads(&all->to, "what --local reads", g->local.items[i]);
    outputs_reads(&all->to, "what --meta reads", g->meta);
    return outputs_check(PROGRAM, &all->to);
}

/* Standard input can be read once. */
static int check_inputs(const settings *all)
{
    const struct flexco_given *g = &all->sim.given;
    size_t i, several = g->meta && strcmp(g->meta, "-") == 0;
    for (i = 0; i < g->local.count; i++) several += strcmp(g->local.items[i], "-") == 0;
    if (several > 1)
        return cli_complain(PROGRAM, "- stands for standard input, which can be read once"
                                     " only");
    return CLI_RUN;
}

static int check_options(settings *all)
{
    struct flexco_settings *s = &all->sim;
    const struct flexco_given *g = &s->given;
    const int logs = g->local.count > 0;
    if (g->meta && !logs) return cli_complain(PROGRAM, "--meta needs --local");
    if (g->fold && !g->meta) return cli_complain(PROGRAM, "--fold needs --meta");
    if (!logs && (g->split > 0 || g->copies || g->paper || g->estimates))
        return cli_complain(PROGRAM, "--%s needs --local",
                            g->paper       ? "paper"
                            : g->split > 0 ? "split"
                            : g->copies    ? "copies"
                                           : "local-estimates");
    if (logs && g->sites)
        return cli_complain(PROGRAM, "--sites is of built-in jobs, not for --local");
    if (s->mttr && !s->mtbf) return cli_complain(PROGRAM, "--mttr needs --mtbf");
    if (!s->mttr) s->mttr = FLEXCO_MTTR;
    if (check_inputs(all) != CLI_RUN) return CLI_USAGE;
    return check_outputs(all);
}

/* One line for each thing a reader of the results should know. */
static void warn(const struct flexco_setup *s)
{
    char lines[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < s->log_count; i++)
        if (s->logs[i].bad_lines)
            cli_complain(PROGRAM,
                         "warning: %s: lines skipped, as they are no job: %s; the first:"
                         " %s",
                         s->logs[i].source, text_count(s->logs[i].bad_lines, lines),
                         s->logs[i].first_bad_line);
}

/* ---- results ----------------------------------------------------------------------- */

static int write_json(const settings *all, const struct flexco_experiment *x,
                      struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, all->to.json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", PROGRAM);
    flexco_results_json(&j, x);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

/* The pictures, on a page and as files. */
static int write_pictures(const settings *all, const struct flexco_experiment *x,
                          int argc, char **argv, struct error *e)
{
    struct flexco_plots f = {0};
    int result;
    if (!all->to.csv && !all->to.report) return 0;
    result = flexco_plots_make(&f, x, e);
    if (result == 0 && all->to.csv) result = flexco_plots_csv(all->to.csv, &f, e);
    if (result == 0 && all->to.report)
        result = flexco_plots_page(&f, x, all->to.report, PROGRAM, FLAGS, argc, argv, e);
    flexco_plots_free(&f);
    return result;
}

static int write_results(const settings *all, const struct flexco_experiment *x, int argc,
                         char **argv, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    if (all->to.json && write_json(all, x, e) != 0) return -1;
    if (all->to.csv && flexco_results_csv(all->to.csv, x, e) != 0) return -1;
    if (write_pictures(all, x, argc, argv, e) != 0) return -1;
    if (all->to.json && strcmp(all->to.json, "-") == 0) return 0;
    flexco_results_print(stdout, x);
    outputs_print(stdout, &all->to, "job");
    return outfile_commit(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static int simulate(const settings *all, struct flexco_experiment *x, int argc,
                    char **argv, struct error *e)
{
    struct progress progress;
    int result;
    if (flexco_experiment_open(x, &all->sim, e) != 0) return -1;
    warn(&x->setup);
    x->timing = !all->no_timing;
    x->keep = all->to.csv || all->to.report;
    x->progress = &progress;
    progress_start(&progress, "jobs", flexco_experiment_arrivals(x));
    result =
        threads_run(flexco_experiment_runs(x), all->threads, flexco_experiment_run, x, e);
    progress_end(&progress);
    if (result != 0) return -1;
    flexco_experiment_end(x);
    return write_results(all, x, argc, argv, e);
}

int main(int argc, char **argv)
{
    settings all = {.sim = FLEXCO_SETTINGS, .errors = "0:25:5", .publish = "all"};
    struct flexco_experiment x = {.count = 0};
    struct error e;
    int code;
    outfile_guard_standard();
    code = read_options(argc, argv, &all);
    if (code == CLI_RUN) code = check_options(&all);
    if (code != CLI_RUN) return code;
    if (!all.threads) all.threads = threads_default();
    code = simulate(&all, &x, argc, argv, &e);
    if (code != 0) cli_complain(PROGRAM, "%s", e.text);
    flexco_experiment_free(&x);
    return code == 0 ? CLI_OK : CLI_BAD;
}
