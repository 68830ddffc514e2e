/* tool_commands.c - what --help says of the commands of swf_tool, and their options. */
#include "logtool/tool.h"

#include "base/job.h"
#include "logtool/sitelog.h"

static const struct option_word bad_lines_words[] = {
    {"refuse", NULL, 0}, {"skip", NULL, 0}, {"repair", NULL, 0}, {NULL, NULL, 0}};

#define AT(kind, member) OPTION(kind, struct tool, member)

/* Of options that several commands have. */
static const char log_help[] =
    "a file in SWF or GWF; .gz is unpacked; - is standard input";
static const char out_help[] =
    "write the log there, all of it or nothing; - is standard output";
static const char bad_lines_help[] =
    "a line that is not a job: refuse the log, skip the line, or repair it if possible"
    " (decimals in whole numbers, missing and surplus columns), otherwise skip it";
static const char renumber_help[] =
    "number the jobs 1, 2, 3, ..., and update field 17 (preceding job)";

/* ---- info, check ------------------------------------------------------------------- */

static const struct option info_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"json", AT(OPTION_OUTPUT, json), .alone = "-",
     .help = "write every figure as JSON; without FILE, or with -, to standard output, "
             "instead of the table"}};

static const struct option_word list_words[] = {{"all", NULL, 0}, {NULL, NULL, 0}};

static const struct option check_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"list", AT(OPTION_WHOLE, list), .words = list_words, .meta = "N|all", .value = "20",
     .help = "lines of each kind to list; all are counted"},
    {"json", AT(OPTION_OUTPUT, json), .alone = "-",
     .help = "write the counts as JSON; without FILE, or with -, to standard output, "
             "instead of the table"}};

/* ---- convert ---------------------------------------------------------------------- */

static const char convert_about[] =
    "Writes a log in the other format (or in its own, tidied). From SWF to GWF, preceding"
    " jobs, think times and requirements are lost; from GWF to SWF, columns 17 to 29,"
    " letters in identifiers, and fractions of seconds except CPU time; a note in the"
    " header says so. With --from, LOG is a real system's accounting: what Slurm"
    " prints for SLURM_TIME_FORMAT=%s sacct -aPD -S DATE -E now --delimiter=\"$(printf"
    " '\\037')\" -o " SACCT_COLUMNS
    " (times in seconds since 1970, never ambiguous; fields separated by a character no"
    " name contains; JobID, State, Submit and AllocCPUS are enough; bars, commas,"
    " semicolons or tabs also work). Or: the output of sacct -aD -S DATE -E now --json."
    " Or: accounting files of PBS Professional, OpenPBS or Torque, one after the other."
    " The format then defaults to swf; jobs are numbered by submission; waiting and"
    " running ones are left out.";

static const struct option_word from_words[] = {
    {"log", NULL, 0}, {"sacct", NULL, 0}, {"pbs", NULL, 0}, {NULL, NULL, 0}};

static const struct option convert_options[] = {
    {"FORMAT", AT(OPTION_TEXT, first), .operand = 1,
     .help = "swf or gwf; optional with --from"},
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"from", AT(OPTION_WORD, from), .words = from_words, .value = "log",
     .help = "what LOG is: a log in SWF or GWF, sacct -P or sacct --json output, or PBS"
             " accounting records or qstat -f output"},
    {"zone", AT(OPTION_TEXT, zone), .meta = "ZONE", .said = "this machine's",
     .help = "with --from: time zone of the recorded times, such as UTC or Europe/Madrid;"
             " times with a zone keep it"},
    {"nodes", AT(OPTION_FLAG, nodes),
     .help = "with --from: count nodes as processors (whole-node machines)"},
    {"servers", AT(OPTION_WHOLE, servers), .lo = 1,
     .said = "from --machine, else unknown",
     .help = "with --from: size of the machine, for MaxProcs"},
    {"machine", AT(OPTION_TEXT, machine), .meta = "FILE",
     .help = "with --from: scontrol show nodes output; the sums of its CfgTRES become"
             " MaxProcs and Resources of the header"},
    {"keep-queue", AT(OPTION_FLAG, keep_queue),
     .help = "with --from: keep running and waiting jobs, without run times, and the"
             " latest time of any record (the Now header), for coalloc_sim --at now"
             " --ask; jobs that are held or wait for others are left out"},
    {"columns", AT(OPTION_TEXT, columns), .meta = "LIST",
     .help = "with --from sacct: the columns, as in sacct -o, if there is no header line;"
             " without Submit, a job counts as submitted when it starts"},
    {"names", AT(OPTION_OUTPUT, names),
     .help = "with --from: write which number stands for which user, group, application,"
             " queue, partition or job, which is otherwise lost"},
    {"out", AT(OPTION_OUTPUT, out), .value = "-", .help = out_help},
    {"bad-lines", AT(OPTION_WORD, bad_lines), .words = bad_lines_words, .value = "refuse",
     .help = bad_lines_help}};

/* ---- cut, scale, merge ------------------------------------------------------------- */

static const char reshape_notes[] =
    "Whatever the order of the options, changes are made in this order: merge, skip,"
    " cut, jobs, scale size, max cpus, scale run, load. Jobs come out in order of"
    " submission, headers and comments before them; headers that are no longer true"
    " are corrected, and notes list the changes. Recorded waits and think times"
    " stay as they were. " COMMAND_NOTES;

static const struct option_word size_words[] = {
    {"requested", NULL, 0}, {"allocated", NULL, 0}, {NULL, NULL, 0}};

#define RESHAPE_OPTIONS                                                            \
    {"jobs", AT(OPTION_WHOLE, shape.jobs), .lo = 1, .said = "all",                 \
     .help = "only the first N jobs (after --merge, --skip and --cut)"},           \
        {"servers", AT(OPTION_WHOLE, servers), .lo = 1,                            \
         .said = "the log's MaxProcs or MaxNodes, else its peak use",              \
         .help = "size of the machine, for --load"},                               \
        {"size", AT(OPTION_WORD, size), .words = size_words, .value = "requested", \
         .help = "which size of a job counts for --load; if one is missing, the"   \
                 " other"},                                                        \
        {"rebase", AT(OPTION_FLAG, rebase),                                        \
         .help = "move the first submission to 0; adjust UnixStartTime"},          \
        {"renumber", AT(OPTION_FLAG, renumber), .help = renumber_help},            \
        {"bad-lines", AT(OPTION_WORD, bad_lines), .words = bad_lines_words,        \
         .value = "refuse", .help = bad_lines_help},                               \
        {"out", AT(OPTION_OUTPUT, out), .value = "-", .help = out_help},           \
        SHAPE_OPTIONS_OF(struct tool, shape, "no limit")

static const struct option reshape_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"merge", AT(OPTION_LIST, logs), .meta = "FILE",
     .help = "merge the jobs of another log: its first submission moves to the"
             " first log's, and its job numbers are raised by the largest so far; may be"
             " repeated"},
    RESHAPE_OPTIONS};

static const struct option merge_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"LOG", AT(OPTION_LIST, logs), .operand = 1, .help = "more logs"},
    RESHAPE_OPTIONS};

/* ---- clean: the log is kept in memory and sorted ----------------------------------- */

static const char clean_about[] =
    "Repairs lines (decimals in whole numbers, missing and surplus columns; negative"
    " values become -1, unknown), puts jobs in order of submission, and removes lines"
    " that are not jobs, jobs that cannot be simulated (no submit time, run time or size,"
    " times beyond 10^12 s, larger than the machine) and jobs that match a filter. Notes"
    " in the header list and count the changes.";

static const struct option clean_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"drop", AT(OPTION_LIST, drop), .meta = "FILTER",
     .help = "remove the jobs that match the filter, as in 'user=60 and (job>=254200 and"
             " job<=271542)': job submit wait run procs cpu memory req_procs req_time"
             " req_memory status user group executable queue partition preceding think; ="
             " != < <= > >=; may be repeated"},
    {"servers", AT(OPTION_WHOLE, servers), .lo = 1,
     .said = "MaxProcs of the log, else any",
     .help = "size of the machine; larger jobs cannot be simulated"},
    {"renumber", AT(OPTION_FLAG, renumber), .help = renumber_help},
    {"out", AT(OPTION_OUTPUT, out), .value = "-", .help = out_help}};

/* ---- generate: jobs are written as they are made (lublin.h) ------------------------ */

static const char generate_about[] =
    "Makes a log from lublin, the Lublin-Feitelson model (JPDC 2003) of jobs of fixed"
    " size, which is the built-in workload of the simulators (the same --jobs, --servers"
    " and --seed give the same jobs). Requested times are the run times. The command"
    " generate requirements, which has its own options, adds requirements to the jobs of"
    " a log; see generate requirements --help.";

static const struct option generate_options[] = {
    {"MODEL", AT(OPTION_TEXT, first), .operand = 1, .help = "lublin"},
    {"jobs", AT(OPTION_WHOLE, jobs), .lo = 1, .hi = 1000000000, .value = "10000",
     .help = "how many"},
    {"servers", AT(OPTION_WHOLE, servers), .lo = 1, .hi = JOB_SERVERS_MAX, .value = "128",
     .help = "size of the machine"},
    {"seed", AT(OPTION_WHOLE, seed), .value = "1",
     .help = "random seed: equal seeds give equal logs"},
    {"out", AT(OPTION_OUTPUT, out), .value = "-", .help = out_help}};

/* ---- generate requirements: on the way through convert ----------------------------- */

static const char require_about[] =
    "Writes a log with requirements after field 18 of each job, generated as by Rodero,"
    " Guim and Corbalan (section IV-B): memory as in the log; disk from run time,"
    " processors, memory and a random factor; vendor and operating system drawn by their"
    " shares of the grid's CPUs, the same for bursts of 3 to 6 jobs; and clock. At least"
    " one cluster satisfies each job. All else stays as it is; a log in GWF becomes one"
    " in SWF, as by convert.";

static const char require_notes[] =
    "A grid file has lines 'cluster NAME nodes=N cpus=N vendor=TEXT os=TEXT memory=MB"
    " disk=MB clock=MHZ'; memory and disk are per node, all but nodes and cpus may be"
    " left out, other attributes NAME=VALUE may be added; '#' begins a"
    " comment. " COMMAND_NOTES;

static const struct option require_options[] = {
    {"LOG", AT(OPTION_FILE, log), .operand = 1, .help = log_help},
    {"grid", AT(OPTION_TEXT, grid), .meta = "GRID",
     .help = "the clusters that the requirements are made for: dom_small, dom_medium,"
             " dom_big or a grid file"},
    {"seed", AT(OPTION_WHOLE, seed), .value = "1",
     .help = "random seed: equal seeds give equal requirements"},
    {"usages", AT(OPTION_FLAG, usages),
     .help = "also generate each job's use of resources that processes on a node"
             " share: usage_memory, usage_ethernet, usage_network"},
    {"replace", AT(OPTION_FLAG, replace),
     .help = "generate requirements also for jobs that have some; else they keep"
             " theirs"},
    {"bad-lines", AT(OPTION_WORD, bad_lines), .words = bad_lines_words, .value = "refuse",
     .help = bad_lines_help},
    {"out", AT(OPTION_OUTPUT, out), .value = "-", .help = out_help}};

/* ---- all of them ------------------------------------------------------------------- */

#define TOOL(options) (options), sizeof(options) / sizeof(options)[0], sizeof(struct tool)

const struct command tool_commands[] = {
    {"info", "summarise a log: jobs, load, distributions",
     "Shows what the Parallel Workloads Archive shows for a log: header, jobs, users,"
     " time span, load, and how sizes, run times, requested times and submissions are"
     " distributed. Offered load uses requested sizes, first to last submission;"
     " utilisation uses allocated sizes, up to the last end. Hours are local to the"
     " machine: its time zone is the header's TimeZoneString, else the difference of"
     " StartTime and UnixStartTime, else TimeZone. Lines that are not jobs are counted.",
     NULL, TOOL(info_options), tool_info},
    {"check", "list the oddities of a log, line by line",
     "Lists oddities of a log as FILE:LINE: kind: detail, then the count of each kind."
     " Kinds with a star make a line useless: the simulators skip it or leave the job"
     " out.",
     "Line number 0 means the log as a whole. Exit status: 0 no useless line, 1 some,"
     " or bad input or an output that could not be written, 2 wrong command line.",
     TOOL(check_options), tool_check},
    {"convert", "convert a log: SWF, GWF, sacct, PBS", convert_about, NULL,
     TOOL(convert_options), tool_convert},
    {"cut", "keep part of a log, by time or number of jobs",
     "Keeps part of a log: leaves out the first jobs (--skip), keeps those submitted"
     " within --cut, and of these the first --jobs. Times stay (but see --rebase).",
     reshape_notes, TOOL(reshape_options), tool_shape_cut},
    {"scale", "change the load of a log, or the size of its jobs",
     "Changes the load of a log: --load moves submissions closer together or further"
     " apart, --scale-size makes jobs larger or smaller, --scale-run longer or shorter,"
     " --max-cpus limits their size.",
     reshape_notes, TOOL(reshape_options), tool_shape_scale},
    {"merge", "merge several logs into one",
     "Merges several logs into one: the first submission of each moves to the first"
     " log's. Job numbers, users, groups and executables of each further log are raised"
     " by the largest so far, so they stay distinct; queues and partitions are unchanged."
     " Format and header come from the first log; other headers become notes.",
     reshape_notes, TOOL(merge_options), tool_shape_merge},
    {"clean", "remove jobs that cannot be simulated, and noise", clean_about, NULL,
     TOOL(clean_options), tool_clean},
    {"generate requirements", NULL, require_about, require_notes, TOOL(require_options),
     tool_convert_requirements},
    {"generate", "make a log from a model, or requirements for a log", generate_about,
     NULL, TOOL(generate_options), tool_generate},
};

const size_t tool_commands_count = sizeof tool_commands / sizeof tool_commands[0];
