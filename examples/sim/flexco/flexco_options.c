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
        {OPTION_LIST("--local", &g->local, "FILE"), .unset = "built in",
         .help = "a log of local jobs (.gz is unpacked, - is standard input); each feeds"
                 " one site, or several (--split, --copies); can be given several times"},
        {OPTION_RANGE("--cut", g->shape.cut, "FROM:TO", JOB_TIME_MAX),
         .help = "of each log only jobs submitted from FROM until before TO after its"
                 " first submission; either may be left out"},
        {OPTION_NUMBER("--jobs", &g->shape.jobs, "N", 1, 10000000), .unset = "all",
         .help = "of each log only the first N jobs (after --cut)"},
        {OPTION_CHOICE("--split", &g->split, FLEXCO_SPLIT_WORDS), .unset = "none",
         .help = "the jobs of the first half of each log's time feed one site, those of"
                 " the second another; all begin at the same time"},
        {OPTION_NUMBER("--copies", &g->copies, "N", 1, FLEXCO_SITES_MOST), .unset = "1",
         .help = "each log, or half, feeds N sites: each with estimates of its own, and"
                 " from the second on rotated by one more week"},
        {OPTION_NUMBER("--processors", &g->processors, "N", 1, JOB_SERVERS_MAX),
         .unset = "as the log says; built in 128", .help = "of each site"},
        {OPTION_DECIMAL("--load", &g->load, "X", SHAPE_LOAD_MIN, 1000 * (int64_t)CLI_ONE),
         .unset = "as it is; built in 0.7",
         .help = "draw the submissions of each site together or apart until run time *"
                 " size, summed, is X times its processors * the time from the first to"
                 " the last submission"},
        {OPTION_CHOICE("--local-estimates", &g->estimates, FLEXCO_ESTIMATE_WORDS),
         .help = "of logs: drawn by the model of Tsafrir, Etsion and Feitelson, or what"
                 " the log says was requested"},
        {OPTION_TEXT("--meta", &g->meta, "FILE"), .unset = "built in",
         .help = "a log of meta-jobs, with the estimates it has"},
        {OPTION_DURATION("--fold", &g->fold, "TIME", 2, JOB_TIME_MAX), .unset = "no",
         .help = "of that log only what is submitted in its first TIME, whose second"
                 " half moves back onto the first: half as long, twice as dense"},
        {OPTION_DECIMAL("--meta-load", &g->meta_load, "X", SHAPE_LOAD_MIN,
                        1000 * (int64_t)CLI_ONE),
         .unset = "all of a log; built in 0.15",
         .help = "meta-jobs, drawn at random from the log, that make X times all"
                 " processors * the longest time of local submissions; their times stay"},
        {OPTION_NUMBER("--meta-node", &g->meta_node, "N", 1, JOB_SERVERS_MAX),
         .unset = "1",
         .help = "a meta-job of that log asks for as many processors as it had nodes of"
                 " N, rounded up"},
        {OPTION_FLAG("--paper", &g->paper),
         .help = "where they are not given: --split halves --copies 2 --processors 416"
                 " --fold 365d --meta-node 8, the set-up of SDSC-Par-1996 and"
                 " SDSC-BLUE-2000 that fits what the paper tells of its load"},
        {OPTION_NUMBER("--overhead", &g->overhead, "PERCENT", 0, FLEXCO_OVERHEAD_MAX),
         .unset = "drawn, min(Poisson(20), 25)",
         .help = "a meta-job takes so much longer at several sites than at one"},
        {OPTION_NUMBER("--sites", &g->sites, "N", 1, FLEXCO_SITES_MOST), .unset = "4",
         .help = "so many with built-in jobs"},
        {OPTION_DURATION("--span", &g->span, "TIME", 3600, TEN_YEARS),
         .help = "built-in local jobs come for so long"},
        {OPTION_SET("--modes", &s->modes, flexco_rules_mode_words),
         .help =
             "what the metascheduler may do to a booking when a site has processors"
             " that became free early and the job is at the head of its queue, never"
             " to end it later: nothing, move it to an earlier start, choose other"
             " sites and shares, choose another number of processors; mold also"
             " books it first in whichever of three shapes (half, as submitted,"
             " twice) ends earliest; rigid is always among them, to be compared with"},
        {OPTION_TEXT("--errors", &errors, "LIST"), .unset = errors,
         .help = "estimates are too long by so many percent more: A,B,... or"
                 " FROM:TO:STEP; the tables that have one have the largest"},
        {OPTION_CHOICE("--drop-small", &s->small, FLEXCO_SMALL_WORDS),
         .help = "without jobs estimated at an hour or less on 64 processors or fewer"},
        {OPTION_SET("--binding", &s->bindings, FLEXCO_BINDING_WORDS),
         .help = "a booking is a promise of a number of processors at each site, or of"
                 " certain ones"},
        {OPTION_CHOICE("--one-site", &s->one_site, FLEXCO_ONE_SITE_WORDS),
         .help = "who moves a meta-job that is booked at one site: that site, as it"
                 " moves its local jobs, or only the metascheduler, so that with rigid"
                 " it stays where it is; jobs at several sites are always the"
                 " metascheduler's"},
        {OPTION_NUMBER("--efficiency", &s->efficiency, "PERCENT", 0, 100),
         .help = "mold: a job uses its own processors so well (Amdahl's law tells its"
                 " time on half and on twice as many: on more it takes more processor"
                 " time for the same work)"},
        {OPTION_NUMBER("--seeds", &s->seeds, "N", 1, FLEXCO_SEEDS_MOST),
         .unset = "5; with --local 1",
         .help = "everything so often, by seeds one after the other"},
        {OPTION_NUMBER("--seed", &g->seed, "N", 0, INT64_MAX - FLEXCO_SEEDS_MOST),
         .help = "the first seed: of built-in jobs, drawn estimates, overheads and"
                 " --meta-load"},
        {OPTION_FLAG("--all", &s->all), .help = "print all tables, not only the first"},
        PROGRAM_OPTIONS(p, "points.csv, means.csv, better.csv, jobs.csv")};
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
