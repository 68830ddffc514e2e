/* broker_options.c - one table of options; the words of policies and what they are come
 * from the tables of the policies. */
#include "grid/broker_options.h"

#include "base/job.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "grid/broker_local.h"
#include "grid/broker_setup.h"
#include "program/cli.h"
#include "program/values.h"
#include "workload/shape.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BILLION ((int64_t)CLI_ONE)

/* Reads the values that are lists. */
static int read_lists(const struct program *p, struct broker_options *o)
{
    struct broker_settings *s = &o->settings;
    struct values *d = &s->delays;
    if (broker_setup_read(p->name, o->setups, &s->setups) != CLI_RUN ||
        values_read(p->name, "jr-factor", o->factors, VALUE_DECIMAL, 0, 1000000 * BILLION,
                    &s->factors) != CLI_RUN ||
        values_read(p->name, "information-delay", o->delays, VALUE_TIME, 0, JOB_TIME_MAX,
                    d) != CLI_RUN)
        return CLI_USAGE;
    if (d->at[0] == 0) return CLI_RUN;
    if (d->count == VALUES_MAX)
        return cli_complain(p->name, "--information-delay: too many with 0, to which all"
                                     " are compared");
    memmove(d->at + 1, d->at, d->count * sizeof d->at[0]);
    d->at[0] = 0;
    d->count++;
    return CLI_RUN;
}

int broker_options_read(struct program *p, struct broker_options *o)
{
    struct broker_settings *s = &o->settings;
    char local[2 * CHOICE_TEXT], select[2 * CHOICE_TEXT], queue[2 * CHOICE_TEXT];
    const struct cli_option options[] = {
        {OPTION_TEXT("--grid", &s->grid, "NAME"), .unset = s->grid,
         .help = "dom_small, dom_medium, dom_big (the paper's), or a file of clusters"
                 " (examples/sim/workload/grid_file.h)"},
        {OPTION_FLAG("--print-grid", &o->print_grid),
         .help = "only print the grid, as such a file"},
        {OPTION_TEXT("--setup", &o->setups, "LIST"), .unset = o->setups,
         .help = broker_setup_help()},
        {OPTION_TEXT("--jr-factor", &o->factors, "LIST"), .unset = o->factors,
         .help = "JR-backfilling's reduction factor f: a job's rank times 1 + f * its"
                 " position, from 1; A,B,... or FROM:TO:STEP: one run for each"},
        {OPTION_CHOICE("--jr-formula", &s->formula, BROKER_FORMULA_WORDS),
         .help = "that weight; or rank times place, as listing 3 comes to"},
        {OPTION_CHOICE("--jr-head", &s->no_head, BROKER_HEAD_WORDS),
         .help = "on: the first job goes first if it has a cluster, as listing 3; off:"
                 " it is weighed as all others are, as figures 3 and 4"},
        {OPTION_CHOICE("--ties", &s->ties, BROKER_TIES_WORDS),
         .help = "of clusters alike to the policy, that with the most or the least free"
                 " CPUs, then the first of the grid; or the first"},
        {OPTION_DECIMAL("--deadline-factor", &s->deadline_factor, "X", BILLION,
                        1000000 * BILLION),
         .help = "deadlines of edf and realtime: X times the estimate after submission"},
        {OPTION_TEXT("--information-delay", &o->delays, "LIST"), .unset = o->delays,
         .help = "what the broker sees of the clusters is so old: one run for each TIME;"
                 " 0 is always among them, to be compared with"},
        {OPTION_TEXT("--local", &s->local.of[BROKER_LOCAL_KIND], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_KIND], .help = local},
        {OPTION_TEXT("--processors", &s->local.of[BROKER_LOCAL_SELECT], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_SELECT], .help = select},
        {OPTION_TEXT("--queue-order", &s->local.of[BROKER_LOCAL_QUEUE], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_QUEUE], .help = queue},
        {OPTION_TEXT("--backfill-order", &s->local.of[BROKER_LOCAL_BACKFILL], "WORD"),
         .unset = s->local.of[BROKER_LOCAL_BACKFILL],
         .help = "which jobs are tried first for backfilling (backfill=WORD): queue (in"
                 " its order), or one of these orders"},
        {OPTION_CHOICE("--requirements", &s->requirements, BROKER_REQUIREMENTS_WORDS),
         .unset = "log, if it has any, else generate",
         .help = "what jobs ask for beside CPUs and time: what the log says, what is"
                 " drawn by --seed as section IV-B, or nothing"},
        {OPTION_NUMBER("--constrained", &s->constrained, "PERCENT", 0, 100),
         .help = "the share of jobs that get drawn requirements; others ask for CPUs"
                 " only (--usages draws for all jobs, whatever this share is)"},
        {OPTION_FLAG("--usages", &s->usages),
         .help = "draw with requirements what each job uses of memory bandwidth,"
                 " ethernet and network, so that those on one node slow each other down"},
        {OPTION_NUMBER("--jobs", &s->jobs, "N", 1, 10000000),
         .unset = "all of a log; of the built-in workload 13000",
         .help = "the first N jobs"},
        SHAPE_OPTIONS(&s->shape,
                      "512, or the largest cluster if that has fewer; with --coallocate"
                      " all CPUs of the grid"),
        {OPTION_NUMBER("--coallocate", &s->coallocate, "PERCENT", 0, 1000),
         .unset = "off",
         .help = "a job larger than any cluster that satisfies it runs at several at"
                 " once, and takes PERCENT longer"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX),
         .help = "seed of the built-in workload, and of requirements"},
        {OPTION_NUMBER("--seeds", &s->seeds, "N", 1, BROKER_SEEDS_MOST), .unset = "1",
         .help = "everything so often, by seeds one after the other: the first table and"
                 " the pictures of set-ups and reduction factors have means, least and"
                 " most, all else is of the first seed"},
        PROGRAM_OPTIONS(p, "runs.csv, clusters.csv, jobs.csv, executions.csv")};
    const struct cli_program me = {
        .name = "broker_sim",
        .operand = "[LOG]",
        .about =
            "Schedules jobs with requirements on a grid of clusters: a broker chooses the"
            " next job and its cluster, where a local scheduler goes on. The jobs are a"
            " log's (Standard or Grid Workload Format; .gz is unpacked; - is standard"
            " input), or without one a built-in workload (Lublin-Feitelson model, from"
            " 100 jobs on with --load 0.4). Every run is checked: no CPU used twice, no "
            "requirement"
            " broken, no job lost."
            " Defaults are the set-ups of Rodero, Guim and Corbalan, Performance-driven"
            " Coordinated Grid Scheduling, section V.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Exit status: 0"
            " done, 1 bad input or an output that could not be written, 2 wrong command"
            " line."};
    struct cli_list operands = {{NULL}, 0};
    int code;
    snprintf(local, sizeof local,
             "local scheduler of clusters that have none in the grid file (local=WORD):"
             " %s",
             broker_local_help());
    snprintf(select, sizeof select, "which processors jobs get there (select=WORD): %s",
             processors_help());
    snprintf(queue, sizeof queue, "the queue there (queue=WORD): %s", orders_help());
    code = program_read(p, &me, &operands, 1);
    s->trace = operands.items[0];
    return code == CLI_RUN ? read_lists(p, o) : code;
}

/* ---- options together -------------------------------------------------------------- */

/* Is it standard input, which can be read once only? */
static int is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

int broker_options_check(struct program *p, struct broker_options *o)
{
    struct broker_settings *s = &o->settings;
    int again = is_standard(s->trace) || is_standard(s->grid);
    size_t i;
    for (i = 0; i < s->shape.merge.count; i++)
        again |= is_standard(s->shape.merge.items[i]);
    if (s->seeds > 1 && s->seed > INT64_MAX - (s->seeds - 1))
        return cli_complain(p->name, "--seeds: there are not so many after --seed");
    if (s->seeds > 1 && again)
        return cli_complain(p->name, "--seeds cannot read standard input again and again:"
                                     " give it a file");
    if (!s->trace && s->requirements == BROKER_REQUIREMENTS_LOG)
        return cli_complain(p->name, "--requirements log needs a trace");
    if (broker_local_check(p->name, &s->local) != CLI_RUN) return CLI_USAGE;
    program_reads(p, "the trace", s->trace);
    program_reads(p, "the grid", s->grid);
    for (i = 0; i < s->shape.merge.count; i++)
        program_reads(p, "what --merge reads", s->shape.merge.items[i]);
    return program_check(p);
}
