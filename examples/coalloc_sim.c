/* coalloc_sim - schedule a job log in every way there is, as paper 1, section 5, and
 * beyond: C. Castillo, G. N. Rouskas, K. Harfoush, HPDC 2009.
 *
 * Online co-allocation (each job is told its start the moment it is submitted) stands
 * beside batch schedulers and the waits the log itself recorded. The ideas are elsewhere:
 * the calendar in coalloc.h, the log in swf.h, and in sim/ the workload, the policies,
 * the experiment that puts them together, its results and its pictures. Here is the
 * command line, and the order in which things are done.
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
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "online/checkpoint.h"
#include "online/evaluation.h"
#include "online/evaluation_plots.h"
#include "online/evaluation_results.h"
#include "online/paper1_figures.h"
#include "online/sweep.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/places.h"
#include "report/page.h"
#include "report/report.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "coalloc_sim"

typedef struct settings {
    struct evaluation_settings sim;
    struct sweep sweep; /* no points: none is asked for */
    int64_t threads, no_timing, day;
    const char *policies, *swept, *capacity; /* as they were written */
    const char *json, *csv, *report, *trace_out;
    const char *plan, *point, *gather;
} settings;

/* ---- the command line -------------------------------------------------------------- */

/* MEM,ETH,NET. CLI_RUN, or CLI_USAGE. */
static int read_capacity(const char *text, struct evaluation_settings *s)
{
    const char *rest = text;
    int r;
    for (r = 0; r < SHARING_SHARED; r++) {
        const size_t length = strcspn(rest, ",");
        char number[32] = "";
        if (length < sizeof number) memcpy(number, rest, length);
        s->capacity[r] = cli_decimal(number);
        if (s->capacity[r] < 0 || (rest[length] == ',') != (r < SHARING_SHARED - 1))
            return cli_complain(PROGRAM,
                                "--node-capacity: '%s' is not three numbers from 0 on,"
                                " MEM,ETH,NET",
                                text);
        rest += length + 1;
    }
    return CLI_RUN;
}

/* Fills the settings from the command line. */
static int read_options(int argc, char **argv, settings *all)
{
    struct evaluation_settings *s = &all->sim;
    const struct cli_option options[] = {
        {.name = "--policy",
         .kind = CLI_TEXT,
         .text = &all->policies,
         .value = "LIST",
         .unset = "online",
         .help = "who schedules, separated by commas: online (book each job as it comes),"
                 " trace (the waits in the log), fcfs, easy (backfilling with a"
                 " reservation for the head of the queue), easy:K (for the first K),"
                 " conservative (for everyone), rua or rua:K (as easy, but nobody is"
                 " started ahead of others where nodes would be slowed)"},
        {.name = "--index",
         .kind = CLI_CHOICE,
         .number = &s->index,
         .words = EVALUATION_INDEX_WORDS,
         .help = "how the calendar finds free servers; count: late binding, servers are"
                 " promised by number and named when the job starts"},
        {.name = "--place",
         .kind = CLI_CHOICE,
         .number = &s->place,
         .words = EVALUATION_PLACE_WORDS,
         .value = "RULE",
         .unset = "best-fit on map, paper on range-tree, first-fit on count",
         .help = "which of the free servers: best-fit, first-fit, contiguous, paper"
                 " (range-tree only); count knows first-fit alone"},
        {.name = "--servers",
         .kind = CLI_NUMBER,
         .number = &s->servers,
         .value = "N",
         .lo = 1,
         .hi = COA_MAX_SERVERS,
         .unset = "MaxProcs or MaxNodes of the log, else its largest job; without a log"
                  " 128",
         .help = "size of the machine"},
        {.name = "--slot",
         .kind = CLI_DURATION,
         .number = &s->slot,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .help =
             "slot of the range tree (small ones cost it dearly), and of --retries half"},
        {.name = "--horizon",
         .kind = CLI_DURATION,
         .number = &s->horizon,
         .value = "TIME",
         .hi = JOB_TIME_MAX,
         .help = "how far ahead may be booked; 0: no limit (not with range-tree)"},
        {.name = "--step",
         .kind = CLI_DURATION,
         .number = &s->step,
         .value = "TIME",
         .hi = JOB_TIME_MAX,
         .help = "a refused start is tried again this much later; 0: find the earliest"
                 " start"},
        {.name = "--retries",
         .kind = CLI_NUMBER,
         .number = &s->retries,
         .value = "N|half|none",
         .words = "half|none",
         .hi = COA_NO_RETRY - 1,
         .help = "further attempts; half: half as many as the horizon has slots (with no"
                 " step or no horizon: as 0); 0: until the horizon; none: the first start"
                 " only"},
        {.name = "--runtime",
         .kind = CLI_CHOICE,
         .number = &s->runtime,
         .words = EVALUATION_RUNTIME_WORDS,
         .help =
             "online: book the time a job ran, or its estimate (and free the rest when"
             " it ends)"},
        {.name = "--size",
         .kind = CLI_CHOICE,
         .number = &s->size,
         .words = EVALUATION_SIZE_WORDS,
         .help = "servers a job takes; where one is missing, the other"},
        {.name = "--estimates",
         .kind = CLI_CHOICE,
         .number = &s->estimates,
         .words = EVALUATION_ESTIMATES_WORDS,
         .help =
             "what jobs are planned by: the time requested (where there is none, the"
             " run time), the run time, or estimates as users give them, made from the"
             " run times (model of Tsafrir, Etsion and Feitelson, by --seed)"},
        {.name = "--estimates-max",
         .kind = CLI_DURATION,
         .number = &s->estimates_max,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "from the longest job",
         .help = "tsafrir: the largest estimate that may be given"},
        {.name = "--overrun",
         .kind = CLI_CHOICE,
         .number = &s->overrun,
         .words = EVALUATION_OVERRUN_WORDS,
         .unset = "extend; with --runtime requested: kill",
         .help = "a job that ran longer than requested: cut it off, or plan it by its run"
                 " time"},
        {.name = "--binding",
         .kind = CLI_CHOICE,
         .number = &s->binding,
         .words = EVALUATION_BINDING_WORDS,
         .help = "batch: a job fits where enough servers are free at any time of its run,"
                 " or where the same ones are free throughout (the lowest are taken)"},
        {.name = "--ties",
         .kind = CLI_CHOICE,
         .number = &s->ties,
         .words = EVALUATION_TIES_WORDS,
         .help = "batch, at one instant: all ends, one re-plan, arrivals, starts; or each"
                 " arrival planned as it is read, each end with a re-plan of its own,"
                 " starts"},
        {.name = "--order",
         .kind = CLI_CHOICE,
         .number = &s->order,
         .words = ORDER_WORDS,
         .help = "batch: the queue, by arrival, shortest, longest, smallest area (servers"
                 " x estimate) or largest expansion factor first"},
        {.name = "--backfill-order",
         .kind = CLI_CHOICE,
         .number = &s->backfill,
         .words = ORDERS_BACKFILL_WORDS,
         .help = "easy, rua: in which order those behind the reservations are tried"},
        {.name = "--processors",
         .kind = CLI_CHOICE,
         .number = &s->selection,
         .words = PROCESSORS_SELECTION_WORDS,
         .help = "batch: which of those free throughout: the lowest, consecutive ones, or"
                 " those on the nodes whose shared resources are consumed least; the"
                 " last two bind as ids, rua has the last"},
        {.name = "--nodes",
         .kind = CLI_NUMBER,
         .number = &s->nodes,
         .value = "N",
         .lo = 1,
         .hi = SHARING_NODES,
         .unset = "nothing is shared",
         .help = "batch: the servers are processors of N nodes, which share what the"
                 " nodes have and slow each other down where it is too little (binds as"
                 " ids)"},
        {.name = "--node-capacity",
         .kind = CLI_TEXT,
         .text = &all->capacity,
         .value = "MEM,ETH,NET",
         .help = "what each node has of memory bandwidth, ethernet and network, in the"
                 " unit of usage_memory, usage_ethernet and usage_network in the log; 0:"
                 " no limit"},
        {.name = "--compress",
         .kind = CLI_CHOICE,
         .number = &s->compress,
         .words = EVALUATION_COMPRESS_WORDS,
         .help = "conservative, after an end: nobody moves; or each waiting job takes the"
                 " earliest start there is, one after the other, in order of the queue or"
                 " of their planned starts"},
        {.name = "--ar",
         .kind = CLI_FRACTION,
         .number = &s->ar,
         .value = "RHO",
         .help = "share of the jobs, 0 to 1, that are advance reservations: chosen at"
                 " random by --seed, each on its own, and ready some time after they are"
                 " submitted; those of a smaller share are among those of a larger one"},
        {.name = "--ar-window",
         .kind = CLI_DURATION,
         .number = &s->ar_window,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "3h",
         .help = "how long after it is submitted a reservation is ready: at random from"
                 " 0 to this"},
        SHAPE_OPTIONS(&s->shape),
        {.name = "--jobs",
         .kind = CLI_NUMBER,
         .number = &s->jobs,
         .value = "N",
         .lo = 1,
         .hi = 10000000,
         .unset = "all of a log; of the built-in workload 10000",
         .help = "the first N jobs"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &s->seed,
         .value = "N",
         .hi = INT64_MAX,
         .help = "seed of the built-in workload, of --ar and of --estimates tsafrir"},
        {.name = "--threads",
         .kind = CLI_NUMBER,
         .number = &all->threads,
         .value = "N",
         .lo = 1,
         .hi = THREADS_MAX,
         .unset = "one for each processor",
         .help =
             "policies, or points of a sweep, at work at the same time; results do not"
             " depend on it"},
        {.name = "--json",
         .kind = CLI_TEXT,
         .text = &all->json,
         .value = "FILE",
         .help = "write every figure as JSON; - : to standard output, instead of the"
                 " table"},
        {.name = "--csv",
         .kind = CLI_TEXT,
         .text = &all->csv,
         .value = "DIR",
         .help = "write jobs.csv, figures.csv, sizes.csv and one file for each figure of"
                 " --report into DIR"},
        {.name = "--report",
         .kind = CLI_TEXT,
         .text = &all->report,
         .value = "FILE",
         .help = "write a page with all tables and pictures (HTML, complete in itself)"},
        {.name = "--day",
         .kind = CLI_NUMBER,
         .number = &all->day,
         .value = "N",
         .lo = 1,
         .hi = PAPER1_FIGURES_TIME_DAYS,
         .unset = "the busiest",
         .help = "the day of the chart of who runs what, from 1"},
        {.name = "--sweep",
         .kind = CLI_TEXT,
         .text = &all->swept,
         .value = "NAME=FROM:TO:STEP",
         .help = "beside all else, give --NAME each of these values in turn (or"
                 " NAME=VALUE,VALUE,...), without policy trace; NAME: ar, ar-window,"
                 " load, scale-size, servers, slot, horizon, step, retries, jobs, seed or"
                 " estimates-max"},
        {.name = "--plan",
         .kind = CLI_TEXT,
         .text = &all->plan,
         .value = "DIR",
         .help = "only print a command for each point of the sweep that is not in DIR"
                 " yet, which leaves its result there; for xargs -P, GNU parallel or a"
                 " Slurm array (examples/sweep.sbatch tells how)"},
        {.name = "--gather",
         .kind = CLI_TEXT,
         .text = &all->gather,
         .value = "DIR",
         .help = "take the points of the sweep from DIR, where such commands left them"},
        {.name = "--point",
         .kind = CLI_TEXT,
         .text = &all->point,
         .value = "FILE",
         .help = "what --plan's commands say: leave the result in FILE, print nothing"},
        {.name = "--trace-out",
         .kind = CLI_TEXT,
         .text = &all->trace_out,
         .value = "FILE",
         .help = "write the schedule as a log with its waiting times (but without users,"
                 " queues and the like); with several policies one each, FILE.swf becomes"
                 " FILE-easy.swf"},
        {.name = "--no-timing",
         .kind = CLI_FLAG,
         .number = &all->no_timing,
         .help = "leave measured time and memory out, so that equal runs give equal"
                 " bytes"},
        {.name = "--checkpoint",
         .kind = CLI_TEXT,
         .text = &s->checkpoint,
         .value = "FILE",
         .help = "save the run to FILE as it goes; if FILE is there, go on from it with"
                 " the same results (give the same options and trace); removed at the"
                 " end"},
        {.name = "--checkpoint-every",
         .kind = CLI_DURATION,
         .number = &s->checkpoint_every,
         .value = "TIME",
         .lo = 1,
         .hi = JOB_TIME_MAX,
         .unset = "30s",
         .help = "time between two savings"},
        {.name = "--checkpoint-jobs",
         .kind = CLI_NUMBER,
         .number = &s->checkpoint_jobs,
         .value = "N",
         .lo = 1,
         .hi = INT64_MAX,
         .unset = "no",
         .help = "save after every N jobs, too"}};
    const struct cli_program me = {
        .name = PROGRAM,
        .operand = "[trace]",
        .about =
            "Schedules a job log (Standard Workload Format; .gz is unpacked; - is "
            "standard"
            " input): by online co-allocation, where each job is told its start, and "
            "unless"
            " --index is count its servers, the moment it is submitted; by batch"
            " schedulers; and as the log recorded it. Without a trace, a built-in "
            "workload"
            " (Lublin-Feitelson model) is used. The defaults are the setting of Castillo"
            " et al., HPDC 2009, section 5.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .notes =
            "TIME is in seconds, or takes a suffix: 90s, 15m, 3h, 42d. Exit status: 0"
            " done, 1 bad input or an output that could not be written, 2 wrong command"
            " line."};
    int code = cli_parse(&me, argc, argv, &s->trace);
    if (code != CLI_RUN) return code;
    if (!all->threads) all->threads = threads_default();
    code = policy_policies_read(PROGRAM, all->policies ? all->policies : "online",
                                &s->policies);
    if (code == CLI_RUN && all->capacity) code = read_capacity(all->capacity, s);
    if (code != CLI_RUN || !all->swept) return code;
    return sweep_read(&all->sweep, &me, all->swept, s);
}

static int check_checkpoint(const settings *all)
{
    const struct evaluation_settings *s = &all->sim;
    const char *file = s->checkpoint;
    if (!file && (s->checkpoint_every || s->checkpoint_jobs))
        return cli_complain(PROGRAM, "%s needs --checkpoint FILE",
                            s->checkpoint_every ? "--checkpoint-every"
                                                : "--checkpoint-jobs");
    if (!file) return CLI_RUN;
    if (!policy_policies_have(&s->policies, POLICY_ONLINE))
        return cli_complain(PROGRAM, "--checkpoint needs --policy online");
    return CLI_RUN;
}

/* The calendar's settings. */
static int check_index(const struct evaluation_settings *s)
{
    const int range_tree = s->index + 1 == COA_INDEX_RANGE_TREE;
    if (s->place == COA_PLACE_PAPER && !range_tree)
        return cli_complain(PROGRAM, "--place paper needs --index range-tree");
    if (s->index + 1 == COA_INDEX_COUNT && s->place != COA_PLACE_DEFAULT &&
        s->place != COA_PLACE_FIRST_FIT)
        return cli_complain(PROGRAM,
                            "--index count has no --place but first-fit, its default");
    if (range_tree && s->horizon == 0)
        return cli_complain(PROGRAM, "--index range-tree needs a --horizon above 0");
    if ((range_tree || s->retries == EVALUATION_RETRIES_HALF) && s->horizon > 0 &&
        s->slot > s->horizon)
        return cli_complain(
            PROGRAM, "--slot (%" PRId64 " s) is longer than --horizon (%" PRId64 " s)",
            s->slot, s->horizon);
    if (range_tree && s->horizon / s->slot + (s->horizon % s->slot != 0) >= COA_MAX_SLOTS)
        return cli_complain(PROGRAM,
                            "--index range-tree: --horizon holds more than %u slots",
                            COA_MAX_SLOTS - 1);
    if (s->step == 0 && s->retries > 0)
        return cli_complain(PROGRAM, "--retries %" PRId64 " needs a --step above 0",
                            s->retries);
    return CLI_RUN;
}

/* What of the shape makes another log than one that is cut; NULL if nothing. */
static const char *changes_log(const struct shape *shape)
{
    return shape->load                    ? "load"
           : shape->scale_size != CLI_ONE ? "scale-size"
           : shape->scale_run != CLI_ONE  ? "scale-run"
           : shape->max_cpus              ? "max-cpus"
           : shape->merge.count           ? "merge"
                                          : NULL;
}

/* The log's own waits are of the log as it is. */
static int check_trace_policy(const struct evaluation_settings *s)
{
    const char *changed = changes_log(&s->shape);
    if (!policy_policies_have(&s->policies, POLICY_TRACE)) return CLI_RUN;
    if (!s->trace) return cli_complain(PROGRAM, "--policy trace needs a trace");
    if (s->ar)
        return cli_complain(PROGRAM,
                            "--ar is not for --policy trace: the waits in a log are those"
                            " of jobs ready at once");
    if (changed)
        return cli_complain(PROGRAM,
                            "--%s is not for --policy trace: the waits in a log are those"
                            " of its own jobs, as they came",
                            changed);
    return CLI_RUN;
}

/* The built-in workload knows less than a log. */
static int check_built_in(const struct evaluation_settings *s)
{
    if (s->trace) return CLI_RUN;
    if (s->runtime == WORKLOAD_RUNTIME_REQUESTED &&
        s->estimates == EVALUATION_ESTIMATES_REQUESTED)
        return cli_complain(PROGRAM,
                            "--runtime requested needs a trace, or --estimates tsafrir:"
                            " the built-in jobs request what they run");
    if (s->size == WORKLOAD_SIZE_ALLOCATED)
        return cli_complain(PROGRAM,
                            "--size allocated needs a trace: the built-in jobs get"
                            " what they request");
    return CLI_RUN;
}

/* What nodes share. */
static int check_nodes(const settings *all)
{
    const struct evaluation_settings *s = &all->sim;
    if (!s->nodes != !all->capacity)
        return cli_complain(PROGRAM, "--nodes and --node-capacity need each other");
    if (s->nodes && !s->trace)
        return cli_complain(PROGRAM,
                            "--nodes needs a trace: the built-in jobs use nothing of"
                            " what nodes share");
    if ((s->nodes || s->selection) && !evaluation_results_settings_batch(s))
        return cli_complain(PROGRAM, "--%s needs a batch scheduler in --policy",
                            s->nodes ? "nodes" : "processors");
    return CLI_RUN;
}

static int reads_standard_input(const struct evaluation_settings *s)
{
    size_t i;
    for (i = 0; i < s->shape.merge.count; i++)
        if (strcmp(s->shape.merge.items[i], "-") == 0) return 1;
    return s->trace && strcmp(s->trace, "-") == 0;
}

/* A sweep reads the log again for each point, and has its own places for results. */
static int check_sweep(const settings *all)
{
    const char *needs = all->plan ? "plan" : all->gather ? "gather" : NULL;
    const int several = (all->plan != NULL) + (all->gather != NULL);
    if (several + (all->point != NULL) > 1)
        return cli_complain(PROGRAM, "one of --plan, --gather and --point at a time");
    if (needs && !all->swept) return cli_complain(PROGRAM, "--%s needs a --sweep", needs);
    if (all->point && all->swept)
        return cli_complain(PROGRAM, "--point is for a single run, without --sweep");
    if (all->point && (all->json || all->csv || all->report || all->trace_out))
        return cli_complain(PROGRAM, "--point writes nothing but its file: no --%s",
                            all->json     ? "json"
                            : all->csv    ? "csv"
                            : all->report ? "report"
                                          : "trace-out");
    if ((all->swept || all->point) && all->sim.checkpoint)
        return cli_complain(PROGRAM, "--checkpoint is for a single run, without --%s",
                            all->swept ? "sweep" : "point");
    if (all->swept && reads_standard_input(&all->sim))
        return cli_complain(PROGRAM, "--sweep cannot read standard input again and again:"
                                     " give it a file");
    if ((all->swept || all->point) &&
        (all->sim.policies.count == 0 ||
         (all->sim.policies.count == 1 &&
          policy_policies_have(&all->sim.policies, POLICY_TRACE))))
        return cli_complain(PROGRAM, "--%s needs a --policy besides trace",
                            all->swept ? "sweep" : "point");
    return CLI_RUN;
}

/* Where the schedule of policy number `i` goes: FILE, or with several policies
 * FILE-policy.swf for FILE.swf. 0, or -1 if there is no room for it. */
static int log_path(const settings *all, size_t i, char *path, size_t size)
{
    const char *name = all->trace_out, *dot = strrchr(name, '.');
    const struct policy_policies *p = &all->sim.policies;
    int length;
    if (!dot || strchr(dot, '/')) dot = name + strlen(name);
    if (p->count == 1)
        length = snprintf(path, size, "%s", name);
    else
        length = snprintf(path, size, "%.*s-%s%s", (int)(dot - name), name,
                          p->items[i].name, dot);
    return length >= 0 && (size_t)length < size ? 0 : -1;
}

/* A file that is written. */
typedef struct output {
    const char *option, *path;
} output;

typedef struct written {
    output items[POLICY_POLICIES_MAX + 8];
    size_t count;
    char logs[POLICY_POLICIES_MAX][PLACE_NAME]; /* names of --trace-out */
    char saved[PLACE_NAME];                     /* of --checkpoint      */
} written;

static void add_output(written *all, const char *option, const char *path)
{
    if (!path) return;
    all->items[all->count].option = option;
    all->items[all->count++].path = path;
}

/* All of them but those in folders. */
static int list_outputs(const settings *all, written *to)
{
    const char *checkpoint = all->sim.checkpoint;
    size_t i;
    struct error e;
    to->count = 0;
    add_output(to, "json", all->json);
    add_output(to, "report", all->report);
    add_output(to, "point", all->point);
    add_output(to, "checkpoint", checkpoint);
    if (checkpoint) {
        if (checkpoint_name(to->saved, checkpoint, &e) != 0)
            return cli_complain(PROGRAM, "--checkpoint: %s", e.text);
        add_output(to, "checkpoint", to->saved);
    }
    for (i = 0; all->trace_out && i < all->sim.policies.count; i++) {
        if (log_path(all, i, to->logs[i], sizeof to->logs[i]) != 0)
            return cli_complain(PROGRAM, "--trace-out: %s: the name is too long",
                                all->trace_out);
        add_output(to, "trace-out", to->logs[i]);
    }
    return CLI_RUN;
}

/* Only what is written once the run is done can go to standard output. */
static int check_names(const settings *all)
{
    const output files[] = {{"report", all->report},
                            {"trace-out", all->trace_out},
                            {"checkpoint", all->sim.checkpoint},
                            {"csv", all->csv},
                            {"plan", all->plan},
                            {"gather", all->gather}};
    size_t i;
    for (i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i].path && strcmp(files[i].path, "-") == 0)
            return cli_complain(PROGRAM, "--%s needs the name of a %s, not -",
                                files[i].option, i < 3 ? "file" : "directory");
    return CLI_RUN;
}

/* What is written must not be what is read. */
static int check_inputs(const settings *all, const output *o)
{
    const struct cli_list *merged = &all->sim.shape.merge;
    size_t i;
    if (all->sim.trace && outfile_same(o->path, all->sim.trace))
        return cli_complain(PROGRAM, "--%s %s would replace the trace", o->option,
                            o->path);
    for (i = 0; i < merged->count; i++)
        if (outfile_same(o->path, merged->items[i]))
            return cli_complain(PROGRAM, "--%s %s would replace what --merge reads",
                                o->option, o->path);
    if (all->gather && places_within(all->gather, ".point", o->path))
        return cli_complain(PROGRAM, "--%s %s would replace a point that --gather reads",
                            o->option, o->path);
    return CLI_RUN;
}

/* The names in the folder of --csv are not known yet: none of its .csv files may be a log
 * that is read, or be written otherwise. */
static int check_folder(const settings *all, const written *files)
{
    const struct cli_list *merged = &all->sim.shape.merge;
    const char *bad = NULL;
    size_t i;
    if (!all->csv) return CLI_RUN;
    if (all->sim.trace && places_within(all->csv, ".csv", all->sim.trace))
        bad = all->sim.trace;
    for (i = 0; i < merged->count && !bad; i++)
        if (places_within(all->csv, ".csv", merged->items[i])) bad = merged->items[i];
    for (i = 0; i < files->count && !bad; i++)
        if (places_within(all->csv, ".csv", files->items[i].path))
            bad = files->items[i].path;
    if (!bad) return CLI_RUN;
    return cli_complain(PROGRAM, "--csv %s might replace %s: it is a .csv file there",
                        all->csv, bad);
}

/* Nothing that is written may be what is read, or written otherwise. */
static int check_outputs(const settings *all)
{
    written files;
    size_t i, k;
    if (check_names(all) != CLI_RUN || list_outputs(all, &files) != CLI_RUN)
        return CLI_USAGE;
    for (i = 0; i < files.count; i++) {
        const output *o = &files.items[i];
        if (check_inputs(all, o) != CLI_RUN) return CLI_USAGE;
        for (k = 0; k < i; k++)
            if (places_same(o->path, files.items[k].path))
                return cli_complain(PROGRAM, "--%s and --%s are the same file, %s",
                                    o->option, files.items[k].option, o->path);
    }
    return check_folder(all, &files);
}

/* The settings of one experiment. */
static int check_settings(const struct evaluation_settings *s)
{
    if (check_index(s) != CLI_RUN || check_trace_policy(s) != CLI_RUN ||
        check_built_in(s) != CLI_RUN)
        return CLI_USAGE;
    if (s->estimates_max && s->estimates != EVALUATION_ESTIMATES_TSAFRIR)
        return cli_complain(PROGRAM, "--estimates-max needs --estimates tsafrir");
    return CLI_RUN;
}

/* A window without reservations is a mistake, except where the share is what is swept:
 * one of its points may be 0. */
static int check_window(const settings *all)
{
    const char *swept = all->sweep.option;
    const int given = all->sim.ar_window || strcmp(swept, "ar-window") == 0;
    if (!given || all->sim.ar || all->point || strcmp(swept, "ar") == 0) return CLI_RUN;
    return cli_complain(PROGRAM, "--ar-window needs an --ar above 0");
}

/* What no single option can tell. */
static int check_options(settings *all)
{
    const struct evaluation_settings *s = &all->sim;
    size_t i;
    if (all->point) sweep_point_settings(&all->sim); /* as a point of a sweep */
    if (check_outputs(all) != CLI_RUN || check_checkpoint(all) != CLI_RUN ||
        check_sweep(all) != CLI_RUN || check_settings(s) != CLI_RUN)
        return CLI_USAGE;
    if (check_window(all) != CLI_RUN || check_nodes(all) != CLI_RUN) return CLI_USAGE;
    for (i = 0; i < all->sweep.count; i++) {
        sweep_point_settings(&all->sweep.points[i].settings);
        if (check_settings(&all->sweep.points[i].settings) != CLI_RUN) return CLI_USAGE;
    }
    return CLI_RUN;
}

/* One line for each thing a reader of the results should know. */
static void warn(const struct workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    if (w->bad_lines)
        cli_complain(PROGRAM,
                     "warning: %s: lines skipped, as they are no job: %s; the first: %s",
                     w->source, text_count(w->bad_lines, jobs), w->first_bad_line);
    for (i = 0; i < w->count; i++) {
        if (w->jobs[i].servers > w->servers) {
            large++;
            if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
        }
    }
    if (large)
        cli_complain(PROGRAM,
                     "warning: jobs rejected, as they need more than the %s servers"
                     " there are: %s; the largest, job %" PRId64 ", needs %" PRIu32,
                     text_count(w->servers, servers), text_count(large, jobs),
                     w->jobs[largest].number, w->jobs[largest].servers);
}

/* ---- one experiment ---------------------------------------------------------------- */

typedef struct work {
    const struct evaluation_settings *settings;
    struct evaluation *experiment;
    struct progress *progress;
} work;

static int run_policy(void *context, size_t i, struct error *e)
{
    const work *w = (const work *)context;
    return evaluation_run(w->settings, w->experiment, i, w->progress, e);
}

/* All policies on the workload, several at a time. */
static int run_policies(const settings *all, struct evaluation *x, struct error *e)
{
    struct progress progress;
    work w;
    int result;
    x->count = all->sim.policies.count;
    progress_start(&progress, "jobs", x->workload.count * x->count);
    w.settings = &all->sim;
    w.experiment = x;
    w.progress = &progress;
    result = threads_run(x->count, all->threads, run_policy, &w, e);
    progress_end(&progress);
    return result;
}

/* ---- a sweep ----------------------------------------------------------------------- */

typedef struct sweep_work {
    const settings *all;
    struct sweep *sweep;
    struct progress *progress;
} sweep_work;

static int run_point(void *context, size_t i, struct error *e)
{
    const sweep_work *w = (const sweep_work *)context;
    struct sweep_point *p = &w->sweep->points[i];
    char path[4096];
    int result;
    if (w->all->gather) {
        result = sweep_point_path(w->sweep, p, w->all->gather, path, sizeof path, e);
        if (result == 0) result = sweep_point_read(p, w->sweep->option, path, e);
        if (w->all->no_timing) sweep_point_untime(p);
    } else {
        struct error why;
        result = sweep_point_run(p, !w->all->no_timing, &why);
        if (result != 0)
            error_fail(e, "--sweep %s=%s: %s", w->sweep->option, p->value, why.text);
    }
    progress_add(w->progress, 1);
    return result;
}

/* All points, computed or gathered. */
static int run_sweep(settings *all, struct error *e)
{
    struct progress progress;
    sweep_work w;
    int result;
    if (!all->sweep.count) return 0;
    progress_start(&progress, "points", all->sweep.count);
    w.all = all;
    w.sweep = &all->sweep;
    w.progress = &progress;
    result = threads_run(all->sweep.count, all->threads, run_point, &w, e);
    progress_end(&progress);
    return result;
}

/* A command is one line, whoever reads it. */
static int check_word(const char *word, struct error *e)
{
    if (!strchr(word, '\n')) return 0;
    return error_fail(e, "%s: a line break, which a line of a plan cannot hold", word);
}

/* As a shell takes it. */
static int print_word(const char *word, struct error *e)
{
    const size_t length = page_shell_word(word, NULL);
    char *quoted = (char *)malloc(length);
    if (!quoted) return error_fail(e, "out of memory");
    page_shell_word(word, quoted);
    fwrite(quoted, 1, length, stdout);
    free(quoted);
    return 0;
}

/* The command for one point; `kept` is what all have in common. */
static int print_command(const struct sweep *sweep, const struct sweep_point *p,
                         const char *path, int n, char **kept, struct error *e)
{
    int k, result = print_word(kept[0], e);
    printf(" --%s %s --threads 1 --point ", sweep->option, p->value);
    if (result == 0) result = print_word(path, e);
    for (k = 1; k < n && result == 0; k++) {
        putchar(' ');
        result = print_word(kept[k], e);
    }
    putchar('\n');
    return result;
}

/* Its file is there, and --gather would take it. */
static int point_is_done(const struct sweep *sweep, struct sweep_point *p,
                         const char *path)
{
    struct error why;
    const int done = sweep_point_read(p, sweep->option, path, &why) == 0;
    sweep_point_clear(p);
    return done;
}

/* --plan: for each point that is still to be done this command line, with its value and
 * its file. */
static int print_plan(const settings *all, int argc, char **argv, struct error *e)
{
    char swept[SWEEP_VALUE + 2];
    const char *const names[] = {"--sweep",  "--plan", "--threads",   "--json", "--csv",
                                 "--report", "--day",  "--trace-out", swept,    NULL};
    struct outfile standard = {.file = stdout, .path = "standard output"};
    char **kept = (char **)malloc((size_t)argc * sizeof *kept);
    int k, n, result = kept ? check_word(all->plan, e) : error_fail(e, "out of memory");
    size_t i, left = 0;
    snprintf(swept, sizeof swept, "--%s", all->sweep.option);
    n = kept ? cli_without(names, "--no-timing", argc, argv, kept) : 0;
    for (k = 0; k < n && result == 0; k++) result = check_word(kept[k], e);
    if (result == 0) result = outfile_folder(all->plan, e);
    for (i = 0; i < all->sweep.count && result == 0; i++) {
        struct sweep_point *p = &all->sweep.points[i];
        char path[4096];
        result = sweep_point_path(&all->sweep, p, all->plan, path, sizeof path, e);
        if (result != 0 || point_is_done(&all->sweep, p, path)) continue;
        result = print_command(&all->sweep, p, path, n, kept, e);
        left++;
    }
    free(kept);
    if (result == 0 && left == 0)
        cli_complain(PROGRAM, "nothing left to do: %s has every point", all->plan);
    return result == 0 ? outfile_commit(&standard, e) : -1;
}

/* --point: one of these commands. */
static int make_point(const settings *all, struct error *e)
{
    struct sweep_point p;
    int result;
    memset(&p, 0, sizeof p);
    p.settings = all->sim;
    sweep_point_settings(&p.settings);
    result = sweep_point_run(&p, !all->no_timing, e);
    if (result == 0) result = sweep_point_write(&p, all->point, e);
    sweep_point_clear(&p);
    return result;
}

/* ---- the results ------------------------------------------------------------------- */

static int write_json(const settings *all, const struct evaluation *x, struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, all->json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", PROGRAM);
    evaluation_results_json_experiment(&all->sim, x, &j);
    if (all->sweep.count) sweep_json(&all->sweep, &j);
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

static int write_logs(const settings *all, const struct evaluation *x, struct error *e)
{
    char path[4096];
    size_t i;
    for (i = 0; i < x->count; i++) {
        if (log_path(all, i, path, sizeof path) != 0)
            return error_fail(e, "%s: the name is too long", all->trace_out);
        if (evaluation_results_log_write(&x->workload, &x->results[i], path, e) != 0)
            return -1;
    }
    return 0;
}

static void print_where(const settings *all)
{
    printf("Every figure, for programs: ");
    if (all->json) error_print_sanitized(stdout, all->json);
    if (all->json && all->csv) printf(" and ");
    if (all->csv) error_print_sanitized(stdout, all->csv);
    if (!all->json && !all->csv) printf("--json FILE; one row per job: --csv DIR");
    printf("\n");
    if (!all->report) return;
    printf("Pictures: ");
    error_print_sanitized(stdout, all->report);
    printf("\n");
}

/* The page says how it was made, but not where to and by how many threads. */
static int write_page(const settings *all, const struct evaluation *x,
                      const struct evaluation_plots *v, int argc, char **argv,
                      struct error *e)
{
    static const char *const places[] = {"--threads",   "--json",   "--csv", "--report",
                                         "--trace-out", "--gather", NULL};
    char **kept = (char **)malloc((size_t)argc * sizeof *kept);
    int result;
    if (!kept) return error_fail(e, "out of memory");
    result = evaluation_plots_page(v, &all->sim, x, &all->sweep, all->report, PROGRAM,
                                   cli_without(places, "--no-timing", argc, argv, kept),
                                   kept, e);
    free(kept);
    return result;
}

/* The pictures, on a page and as files. */
static int write_pictures(const settings *all, const struct evaluation *x, int argc,
                          char **argv, struct error *e)
{
    struct evaluation_plots v = {0};
    int result;
    if (!all->csv && !all->report) return 0;
    result = evaluation_plots_make(&v, x, &all->sweep, all->day, e);
    if (result == 0 && all->csv)
        result = evaluation_plots_csv(&v, &all->sweep, all->csv, e);
    if (result == 0 && all->report) result = write_page(all, x, &v, argc, argv, e);
    evaluation_plots_free(&v);
    return result;
}

static int write_results(const settings *all, const struct evaluation *x, int argc,
                         char **argv, struct error *e)
{
    struct outfile standard = {.file = stdout, .path = "standard output"};
    if (all->json && write_json(all, x, e) != 0) return -1;
    if (all->csv && evaluation_results_csv_experiment(all->csv, x, e) != 0) return -1;
    if (write_pictures(all, x, argc, argv, e) != 0) return -1;
    if (all->trace_out && write_logs(all, x, e) != 0) return -1;
    if (all->json && strcmp(all->json, "-") == 0) return 0;
    evaluation_results_print_table(&all->sim, x);
    sweep_print(&all->sweep);
    print_where(all);
    return outfile_commit(&standard, e);
}

/* ---- main -------------------------------------------------------------------------- */

static int simulate(settings *all, struct evaluation *x, int argc, char **argv,
                    struct error *e)
{
    if (evaluation_workload(&all->sim, x, e) != 0) return -1;
    warn(&x->workload);
    if (run_policies(all, x, e) != 0 ||
        evaluation_measure(&all->sim, !all->no_timing, x, e) != 0 ||
        run_sweep(all, e) != 0 || write_results(all, x, argc, argv, e) != 0)
        return -1;
    return all->sim.checkpoint ? checkpoint_remove(all->sim.checkpoint, e) : 0;
}

int main(int argc, char **argv)
{
    settings all = {.sim = EVALUATION_SETTINGS};
    struct evaluation x = {0};
    struct error e;
    int code;
    outfile_guard_standard();
    code = read_options(argc, argv, &all);
    if (code == CLI_RUN) code = check_options(&all);
    if (code != CLI_RUN) {
        sweep_free(&all.sweep);
        return code;
    }
    code = all.plan    ? print_plan(&all, argc, argv, &e)
           : all.point ? make_point(&all, &e)
                       : simulate(&all, &x, argc, argv, &e);
    if (code != 0) cli_complain(PROGRAM, "%s", e.text);
    sweep_free(&all.sweep);
    evaluation_free(&x);
    return code == 0 ? CLI_OK : CLI_BAD;
}
