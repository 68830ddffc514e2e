/* flexco_options.c - one array of options; what a single option cannot tell is checked
 * after all of them have been read. */
#include "flexco/flexco_options.h"

#include "base/job.h"
#include "flexco/flexco_rules.h"
#include "program/cli.h"
#include "program/values.h"
#include "workload/shape.h"

#include <stdint.h>
#include <string.h>

#define TEN_YEARS (INT64_C(3650) * 86400)

/* Options that need others, or exclude them; files that are read and written. */
static int check(struct program *p, struct flexco_settings *s)
{
    const struct flexco_given *g = &s->given;
    const int logs = g->local.count > 0;
    size_t i;
    if (g->meta && !logs) return cli_complain(p->name, "--meta needs --local");
    if ((g->fold || g->meta_node) && !g->meta)
        return cli_complain(p->name, "--%s needs --meta", g->fold ? "fold" : "meta-node");
    if (!logs && (g->split > 0 || g->copies || g->paper || g->estimates ||
                  shape_removes_jobs(&g->shape)))
        return cli_complain(p->name, "--%s needs --local",
                            shape_is_cut(&g->shape) ? "cut"
                            : g->shape.jobs         ? "jobs"
                            : g->paper              ? "paper"
                            : g->split > 0          ? "split"
                            : g->copies             ? "copies"
                                                    : "local-estimates");
    if (logs && g->sites)
        return cli_complain(p->name, "--sites is of built-in jobs, not for --local");
    for (i = 0; i < g->local.count; i++)
        program_reads(p, "what --local reads", g->local.items[i]);
    program_reads(p, "what --meta reads", g->meta);
    return program_check(p);
}

int flexco_options_read(struct program *p, struct flexco_settings *s)
{
    const char *errors = "0:25:5";
    struct flexco_given *g = &s->given;
    const struct cli_option options[] = {
        {.name = "--local",
         .kind = CLI_LIST,
         .list = &g->local,
         .value = "FILE",
         .unset = "built in",
         .help = "a log of local jobs (.gz is unpacked, - is standard input); each feeds"
                 " one site, or several (--split, --copies); can be given several times"},
        {.name = "--cut",
         .kind = CLI_RANGE,
         .number = g->shape.cut,
         .value = "FROM:TO",
         .hi = JOB_TIME_MAX,
         .help = "of each log only jobs submitted from FROM until before TO after its"
                 " first submission; either may be left out"},
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &g->shape.jobs,
         .value = "N",
         .lo = 1,
         .hi = 10000000,
         .unset = "all",
         .help = "of each log only the first N jobs (after --cut)"},
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
        {.name = "--meta-node",
         .kind = CLI_NUMBER,
         .number = &g->meta_node,
         .value = "N",
         .lo = 1,
         .hi = JOB_SERVERS_MAX,
         .unset = "1",
         .help =
             "a meta-job of that log asks for as many processors as it had nodes of N,"
             " rounded up"},
        {.name = "--paper",
         .kind = CLI_FLAG,
         .number = &g->paper,
         .help = "where they are not given: --split halves --copies 2 --processors 416"
                 " --fold 365d --meta-node 8, the set-up of SDSC-Par-1996 and"
                 " SDSC-BLUE-2000 that fits what the paper tells of its load"},
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
         .words = flexco_rules_mode_words,
         .help = "what the metascheduler may do to a booking when a site has processors"
                 " that became free early and the job is at the head of its queue, never"
                 " to end it later: nothing, move it to an earlier start, choose other"
                 " sites and shares, choose another number of processors; mold also books"
                 " it first in whichever of three shapes (half, as submitted, twice) ends"
                 " earliest; rigid is always among them, to be compared with"},
        {.name = "--errors",
         .kind = CLI_TEXT,
         .text = &errors,
         .value = "LIST",
         .unset = errors,
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
        {.name = "--one-site",
         .kind = CLI_CHOICE,
         .number = &s->one_site,
         .words = FLEXCO_ONE_SITE_WORDS,
         .help = "who moves a meta-job that is booked at one site: that site, as it moves"
                 " its local jobs, or only the metascheduler, so that with rigid it stays"
                 " where it is; jobs at several sites are always the metascheduler's"},
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
         .help = "the first seed: of built-in jobs, drawn estimates, overheads and"
                 " --meta-load"},
        PROGRAM_OPTIONS(p, "points.csv, better.csv, jobs.csv")};
    const struct cli_program me = {
        .name = "flexco_sim",
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
    int code = program_read(p, &me, NULL, 0);
    if (code == CLI_RUN)
        code = values_read(p->name, "errors", errors, VALUE_WHOLE, 0, FLEXCO_ERROR_MOST,
                           &s->errors);
    return code == CLI_RUN ? check(p, s) : code;
}
