/* evaluation_settings.c - the hash is made from the table of options, so that none can be
 * forgotten.
 */
#include "online/evaluation_settings.h"

#include "base/hash.h"
#include "base/job.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "program/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int64_t evaluation_settings_window(const struct evaluation_settings *s)
{
    return s->ar_window ? s->ar_window : 3 * 3600;
}

uint32_t evaluation_settings_retries(const struct evaluation_settings *s)
{
    const int64_t slots = s->horizon / s->slot + (s->horizon % s->slot != 0);
    if (s->retries == EVALUATION_RETRIES_NONE) return COA_NO_RETRY;
    if (s->retries >= 0) return (uint32_t)s->retries;
    if (s->step == 0 || s->horizon == 0) return 0;
    if (slots < 2) return COA_NO_RETRY;
    return slots / 2 < UINT32_MAX ? (uint32_t)(slots / 2) : 0;
}

enum workload_runtime evaluation_settings_runtime(const struct evaluation_settings *s)
{
    return s->lengths == EVALUATION_LENGTHS_ACTUAL ||
                   s->lengths == EVALUATION_LENGTHS_PAPER
               ? WORKLOAD_RUNTIME_ACTUAL
               : WORKLOAD_RUNTIME_REQUESTED;
}

double evaluation_settings_capacity(const struct evaluation_settings *s, int resource)
{
    return (double)s->capacity[resource] / CLI_ONE;
}

int evaluation_settings_batch(const struct evaluation_settings *s)
{
    size_t i;
    for (i = 0; i < s->policies.count; i++)
        if (policy_is_batch(&s->policies.items[i])) return 1;
    return 0;
}

/* A default counts as the value it stands for. --policy is neutral in the table: a point
 * of a sweep leaves the policy trace out of its list, so the list is hashed instead of
 * the text. */
uint64_t evaluation_settings_hash(const struct evaluation_settings *s)
{
    struct evaluation_settings copy = *s;
    struct cli_option options[EVALUATION_OPTIONS_MAX];
    uint64_t hash;
    size_t i;
    copy.ar_window = evaluation_settings_window(s);
    hash = cli_hash(options, evaluation_settings_options(&copy, options));
    for (i = 0; i < s->policies.count; i++)
        hash = hash_bytes(hash, (const unsigned char *)s->policies.items[i].name,
                          strlen(s->policies.items[i].name) + 1);
    return hash;
}

/* ---- the table --------------------------------------------------------------------- */

size_t evaluation_settings_options(struct evaluation_settings *s,
                                   struct cli_option to[EVALUATION_OPTIONS_MAX])
{
    const struct cli_option options[] = {
        {OPTION_TEXT("--policy", &s->policy_list, "LIST"), .neutral = 1,
         .unset = "online,easy,conservative",
         .help = "what schedules, separated by commas:",
         .more = choice_help(&policy_table, NULL)},
        {OPTION_TEXT("--policy-program", &s->policy_program, "COMMAND"),
         .help = "a policy of your own, `program` in --policy (added at its end if it is"
                 " not there): a command for /bin/sh that is told each event on a line"
                 " and answers which jobs start; examples/policies/README.md is its"
                 " manual"},
        {OPTION_CHOICE("--index", &s->index, EVALUATION_INDEX_WORDS),
         .help = "how the calendar finds free servers; count: late binding, servers are"
                 " promised by number and named when the job starts; slices: as map, for"
                 " at most 1024 servers"},
        {OPTION_CHOICE("--place", &s->place, EVALUATION_PLACE_WORDS), .value = "RULE",
         .unset = "best-fit on map and slices, paper on range-tree, first-fit on count",
         .help = "which of the free servers: best-fit, first-fit, contiguous, paper"
                 " (range-tree only); count knows first-fit alone"},
        {OPTION_NUMBER("--servers", &s->servers, "N", 1, COA_MAX_SERVERS),
         .unset = "MaxProcs or MaxNodes of the log, else its largest job; without a log"
                  " 128",
         .help = "size of the machine"},
        {OPTION_DURATION("--slot", &s->slot, "TIME", 1, JOB_TIME_MAX),
         .help = "length of the range tree's slots (short ones are slow), and of those"
                 " that --retries half counts"},
        {OPTION_DURATION("--horizon", &s->horizon, "TIME", 0, JOB_TIME_MAX),
         .help = "how far ahead may be booked; 0: no limit (not with range-tree)"},
        {OPTION_DURATION("--step", &s->step, "TIME", 0, JOB_TIME_MAX),
         .help = "a refused start is tried again this much later; 0: find the earliest"
                 " start"},
        {OPTION_NUMBER("--retries", &s->retries, "N|half|none", 0, COA_NO_RETRY - 1),
         .words = "half|none",
         .help = "further attempts; half: half as many as the horizon has slots (with no"
                 " step or no horizon: as 0); 0: until the horizon; none: the first"
                 " start only"},
        {OPTION_CHOICE("--lengths", &s->lengths, EVALUATION_LENGTHS_WORDS),
         .help = "what all policies know of how long jobs run: the time requested (where"
                 " there is none, the run time); the run time; estimates as users give"
                 " them, made from the run times (model of Tsafrir, Etsion and"
                 " Feitelson, by --seed); or as in the paper: online the run time, the"
                 " others the time requested"},
        {OPTION_CHOICE("--size", &s->size, WORKLOAD_SIZE_WORDS),
         .help = "servers a job takes; where one is missing, the other"},
        {OPTION_CHOICE("--overrun", &s->overrun, WORKLOAD_OVERRUN_WORDS),
         .help = "a job that ran longer than requested: cut it off, or plan it by its"
                 " run time"},
        {OPTION_CHOICE("--binding", &s->binding, EVALUATION_BINDING_WORDS),
         .help = "batch: a job fits where enough servers are free at any time of its"
                 " run, or where the same ones are free throughout (the lowest are"
                 " taken)"},
        {OPTION_CHOICE("--ties", &s->ties, EVALUATION_TIES_WORDS),
         .help = "batch, at one instant: all ends, one re-plan, arrivals, starts; or"
                 " each arrival planned as it is read, each end with a re-plan of its"
                 " own, starts"},
        {OPTION_CHOICE("--order", &s->order, orders_words()),
         .help = "batch, the order of the queue:",
         .more = choice_help(&orders_table, NULL)},
        {OPTION_CHOICE("--backfill-order", &s->backfill, orders_backfill_words()),
         .help = "easy, rua: in which order jobs behind the reservations are tried"},
        {OPTION_CHOICE("--processors", &s->selection, processors_words()),
         .help = "batch, which of the servers that are free throughout (all but the"
                 " first bind as ids; rua always uses less-consume):",
         .more = choice_help(&processors_table, NULL)},
        {OPTION_NUMBER("--nodes", &s->nodes, "N", 1, SHARING_NODES),
         .unset = "nothing is shared",
         .help = "batch: the servers are processors of N nodes, which share what the"
                 " nodes have and slow each other down where it is too little (binds as"
                 " ids)"},
        {OPTION_TEXT("--node-capacity", &s->node_capacity, "MEM,ETH,NET"),
         .help = "what each node has of memory bandwidth, ethernet and network, in the"
                 " unit of usage_memory, usage_ethernet and usage_network in the log; 0:"
                 " no limit"},
        {OPTION_CHOICE("--compress", &s->compress, EVALUATION_COMPRESS_WORDS),
         .help = "conservative, after an end: nobody moves; or each waiting job takes"
                 " the earliest start there is, one after the other, in order of the"
                 " queue or of their planned starts"},
        {OPTION_FRACTION("--ar", &s->ar, "RHO"),
         .help = "share of the jobs, 0 to 1, that are advance reservations: chosen at"
                 " random by --seed, each on its own, and ready some time after they are"
                 " submitted; those of a smaller share are among those of a larger one"},
        {OPTION_FLAG("--feedback", &s->feedback),
         .help = "closed loops: a job that names a preceding job and a think time (fields"
                 " 17 and 18) is submitted when, in this schedule, that job has ended"
                 " and the think time is over"},
        {OPTION_DURATION("--ar-window", &s->ar_window, "TIME", 1, JOB_TIME_MAX),
         .unset = "3h",
         .help = "how long after it is submitted a reservation is ready: at random from"
                 " 0 to this"},
        SHAPE_OPTIONS(&s->shape, "any"),
        {OPTION_NUMBER("--jobs", &s->jobs, "N", 1, 10000000),
         .unset = "all of a log; of the built-in workload 10000",
         .help = "the first N jobs"},
        {OPTION_NUMBER("--seed", &s->seed, "N", 0, INT64_MAX),
         .help = "seed of the built-in workload, of --ar and of --lengths tsafrir"},
        {OPTION_NUMBER("--seeds", &s->seeds, "N", 1, EVALUATION_SEEDS_MOST), .neutral = 1,
         .unset = "1",
         .help =
             "everything so often, by seeds one after the other: the tables have means"
             " and, of five or more, 95 % intervals; all else is of the first seed"}};
    memcpy(to, options, sizeof options);
    return sizeof options / sizeof options[0];
}

/* ---- what is written as text ------------------------------------------------------- */

/* MEM,ETH,NET. CLI_RUN, or CLI_USAGE. */
static int read_capacity(const char *program, struct evaluation_settings *s)
{
    const char *rest = s->node_capacity;
    int r;
    for (r = 0; r < SHARING_SHARED; r++) {
        const size_t length = strcspn(rest, ",");
        char number[32] = "";
        if (length < sizeof number) memcpy(number, rest, length);
        s->capacity[r] = values_decimal(number);
        if (s->capacity[r] < 0 || (rest[length] == ',') != (r < SHARING_SHARED - 1))
            return cli_complain(program,
                                "--node-capacity: '%s' is not three numbers from 0 on,"
                                " MEM,ETH,NET",
                                s->node_capacity);
        rest += length + 1;
    }
    return CLI_RUN;
}

/* `program` stands in the list if, and only if, there is one. CLI_RUN, or CLI_USAGE. */
static int read_program(const char *program, struct evaluation_settings *s)
{
    struct policy_list *all = &s->policies;
    if (!s->policy_program == !policy_list_has(all, POLICY_PROGRAM)) return CLI_RUN;
    if (!s->policy_program)
        return cli_complain(program, "--policy program needs --policy-program COMMAND");
    if (all->count == POLICY_POLICIES_MAX)
        return cli_complain(program, "--policy-program: more than %d policies",
                            POLICY_POLICIES_MAX);
    (void)policy_read("program", strlen("program"), &all->items[all->count++]);
    return CLI_RUN;
}

int evaluation_settings_read(const char *program, struct evaluation_settings *s)
{
    const char *list = s->policy_list ? s->policy_list : "online,easy,conservative";
    int code = policy_list_read(program, list, &s->policies);
    if (code == CLI_RUN) code = read_program(program, s);
    return code == CLI_RUN && s->node_capacity ? read_capacity(program, s) : code;
}

/* ---- checks ------------------------------------------------------------------------ */

/* The calendar's settings. */
static int check_index(const char *program, const struct evaluation_settings *s)
{
    const int range_tree = s->index + 1 == COA_INDEX_RANGE_TREE;
    if (s->place == COA_PLACE_PAPER && !range_tree)
        return cli_complain(program, "--place paper needs --index range-tree");
    if (s->index + 1 == COA_INDEX_COUNT && s->place != COA_PLACE_DEFAULT &&
        s->place != COA_PLACE_FIRST_FIT)
        return cli_complain(program,
                            "--index count has no --place but first-fit, its default");
    if (range_tree && s->horizon == 0)
        return cli_complain(program, "--index range-tree needs a --horizon above 0");
    if ((range_tree || s->retries == EVALUATION_RETRIES_HALF) && s->horizon > 0 &&
        s->slot > s->horizon)
        return cli_complain(
            program, "--slot (%" PRId64 " s) is longer than --horizon (%" PRId64 " s)",
            s->slot, s->horizon);
    if (range_tree && s->horizon / s->slot + (s->horizon % s->slot != 0) >= COA_MAX_SLOTS)
        return cli_complain(program,
                            "--index range-tree: --horizon holds more than %u slots",
                            COA_MAX_SLOTS - 1);
    if (s->step == 0 && s->retries > 0)
        return cli_complain(program, "--retries %" PRId64 " needs a --step above 0",
                            s->retries);
    return CLI_RUN;
}

/* The first option that changes the jobs of the log instead of leaving some out; NULL if
 * none is given. */
static const char *changes_log(const struct evaluation_settings *s)
{
    const struct shape *shape = &s->shape;
    return s->feedback                    ? "feedback"
           : shape->load                  ? "load"
           : shape->scale_size != CLI_ONE ? "scale-size"
           : shape->scale_run != CLI_ONE  ? "scale-run"
           : shape->max_cpus              ? "max-cpus"
                                          : NULL;
}

/* The waits that a log recorded belong to its own jobs. */
static int check_trace_policy(const char *program, const struct evaluation_settings *s)
{
    const char *changed = changes_log(s);
    if (!policy_list_has(&s->policies, POLICY_TRACE)) return CLI_RUN;
    if (!s->trace) return cli_complain(program, "--policy trace needs a trace");
    if (s->ar)
        return cli_complain(program,
                            "--ar is not for --policy trace: the waits in a log are those"
                            " of jobs ready at once");
    if (changed)
        return cli_complain(program,
                            "--%s is not for --policy trace: the waits in a log are those"
                            " of its own jobs, as they came",
                            changed);
    return CLI_RUN;
}

/* What the jobs of the built-in workload do not have. */
static int check_built_in(const char *program, const struct evaluation_settings *s)
{
    if (s->trace) return CLI_RUN;
    if (s->feedback)
        return cli_complain(program, "--feedback needs a trace: the built-in jobs follow"
                                     " no other");
    if (s->size == WORKLOAD_SIZE_ALLOCATED)
        return cli_complain(program,
                            "--size allocated needs a trace: the built-in jobs get"
                            " what they request");
    return CLI_RUN;
}

int evaluation_settings_check_once(const char *program,
                                   const struct evaluation_settings *s)
{
    if (!s->nodes != !s->node_capacity)
        return cli_complain(program, "--nodes and --node-capacity need each other");
    if (s->nodes && !s->trace)
        return cli_complain(program,
                            "--nodes needs a trace: the built-in jobs use nothing of"
                            " what nodes share");
    if ((s->nodes || s->selection) && !evaluation_settings_batch(s))
        return cli_complain(program, "--%s needs a batch scheduler in --policy",
                            s->nodes ? "nodes" : "processors");
    return CLI_RUN;
}

int evaluation_settings_check(const char *program, const struct evaluation_settings *s)
{
    if (check_index(program, s) != CLI_RUN || check_trace_policy(program, s) != CLI_RUN)
        return CLI_USAGE;
    return check_built_in(program, s);
}
