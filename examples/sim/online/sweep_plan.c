/* sweep_plan.c - the words of this command line, without what concerns the sweep and its
 * results, are those of the command for each point.
 */
#include "online/sweep.h"

#include "base/outfile.h"
#include "base/outfolder.h"
#include "online/evaluation_settings.h"
#include "report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command line -------------------------------------------------------------- */

size_t sweep_plan_options(struct sweep_plan *o, struct cli_option to[SWEEP_PLAN_OPTIONS])
{
    const struct cli_option options[SWEEP_PLAN_OPTIONS] = {
        {OPTION_LIST("--sweep", &o->values, "NAME=FROM:TO:STEP"), .neutral = 1,
         .help =
             "also run with each of these values of --NAME (or"
             " NAME=VALUE,VALUE,...), without the policy trace; --NAME: any option that"
             " takes a number or a time; several: each value of one with each of the"
             " others, in each of the --seeds"},
        {OPTION_TEXT("--plan", &o->plan, "DIR"), .neutral = 1,
         .help = "only print a command for each point of the sweep whose result is not"
                 " in DIR yet; the command writes it there; for xargs -P, GNU parallel"
                 " or a Slurm array (see examples/sweep.sbatch)"},
        {OPTION_TEXT("--gather", &o->gather, "DIR"), .neutral = 1,
         .help = "take the points of the sweep from DIR, where such commands wrote them"},
        {OPTION_TEXT("--point", &o->point, "FILE"), .neutral = 1,
         .help = "run as one point of a sweep: write the result to FILE and print"
                 " nothing (the commands of --plan have this option)"}};
    memcpy(to, options, sizeof options);
    return SWEEP_PLAN_OPTIONS;
}

static int reads_standard_input(const struct evaluation_settings *s)
{
    return s->trace && strcmp(s->trace, "-") == 0;
}

/* The options among themselves. */
static int check_together(const struct program *p, const struct sweep_plan *o)
{
    const char *needs = o->plan ? "plan" : o->gather ? "gather" : NULL;
    const int several = (o->plan != NULL) + (o->gather != NULL) + (o->point != NULL);
    if (outputs_check_name(p->name, "plan", "directory", o->plan) != CLI_RUN ||
        outputs_check_name(p->name, "gather", "directory", o->gather) != CLI_RUN)
        return CLI_USAGE;
    if (several > 1)
        return cli_complain(p->name, "one of --plan, --gather and --point at a time");
    if (needs && !o->values.count)
        return cli_complain(p->name, "--%s needs a --sweep", needs);
    if (o->point && o->values.count)
        return cli_complain(p->name, "--point is for a single run, without --sweep");
    return CLI_RUN;
}

/* --point has one output, its file. */
static int check_point(const struct program *p, const struct sweep_plan *o,
                       const char *trace_out)
{
    const char *output = p->to.json     ? "json"
                         : p->to.csv    ? "csv"
                         : p->to.report ? "report"
                         : trace_out    ? "trace-out"
                                        : NULL;
    if (!o->point || !output) return CLI_RUN;
    return cli_complain(p->name, "--point writes nothing but its file: no --%s", output);
}

int sweep_plan_check(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, const char *trace_out)
{
    const char *option = o->values.count ? "sweep" : "point";
    const int only_trace =
        policy_list_has(&s->policies, POLICY_TRACE) && s->policies.count == 1;
    if (s->seeds > 1 && o->point)
        return cli_complain(p->name, "--seeds is not for --point, which is one of them");
    if (s->seeds > 1 && s->seed > INT64_MAX - (s->seeds - 1))
        return cli_complain(p->name, "--seeds: there are not so many after --seed");
    if (s->seeds > 1 && reads_standard_input(s))
        return cli_complain(p->name, "--seeds cannot read standard input again and again:"
                                     " give it a file");
    if (check_together(p, o) != CLI_RUN || check_point(p, o, trace_out) != CLI_RUN)
        return CLI_USAGE;
    if (!o->values.count && !o->point) return CLI_RUN;
    if (o->values.count && reads_standard_input(s))
        return cli_complain(p->name, "--sweep cannot read standard input again and again:"
                                     " give it a file");
    if (only_trace)
        return cli_complain(p->name, "--%s needs a --policy besides trace", option);
    return CLI_RUN;
}

/* A window without reservations is a mistake, except where the share of reservations is
 * what is swept: one of its values may be 0. */
static int check_window(const struct program *p, const struct sweep_plan *o,
                        const struct evaluation_settings *s, const struct sweep *sweep)
{
    const int given = s->ar_window || sweep_has(sweep, "ar-window");
    if (!given || s->ar || o->point || sweep_has(sweep, "ar")) return CLI_RUN;
    return cli_complain(p->name, "--ar-window needs an --ar above 0");
}

/* Does the seed make a difference: to the jobs, their estimates, or reservations? */
static int is_random(const struct evaluation_settings *s, const struct sweep *sweep)
{
    return !s->trace || s->ar || s->lengths == EVALUATION_LENGTHS_TSAFRIR ||
           sweep_has(sweep, "ar");
}

int sweep_plan_read(const struct program *p, const struct sweep_plan *o,
                    struct evaluation_settings *s, struct sweep *sweep)
{
    int code = o->values.count ? sweep_read(sweep, p->name, &o->values, s) : CLI_RUN;
    size_t i;
    if (o->point) sweep_point_settings(s);
    if (code == CLI_RUN) code = evaluation_settings_check(p->name, s);
    if (code == CLI_RUN) code = check_window(p, o, s, sweep);
    if (code == CLI_RUN && s->seeds > 1 && !is_random(s, sweep))
        return cli_complain(p->name, "--seeds: nothing here is random, so that all seeds"
                                     " give the same (the built-in workload, --ar and"
                                     " --lengths tsafrir are)");
    for (i = 0; i < sweep->count && code == CLI_RUN; i++) {
        sweep_point_settings(&sweep->points[i].settings);
        code = evaluation_settings_check(p->name, &sweep->points[i].settings);
    }
    return code;
}

/* ---- --plan ------------------------------------------------------------------------ */

/* A command is one line: no word of it may hold a line break. */
static int check_word(const char *word, struct error *e)
{
    if (!strchr(word, '\n')) return 0;
    return error_fail(e, "%s: a line break, which a line of a plan cannot hold", word);
}

/* The command for one point; `words` are those that all commands have in common. */
static void print_command(const struct sweep *sweep, size_t i, const char *path, int n,
                          const char *const *words)
{
    static const struct sweep_form form = {" ", " --", 0, 0};
    char text[SWEEP_TEXT];
    int k;
    page_shell_word(stdout, words[0]);
    printf(" --%s", sweep_text(sweep, i / sweep->seeds, &form, text));
    if (sweep->seeds > 1) printf(" --seed %" PRId64, sweep->points[i].settings.seed);
    printf(" --threads 1 --point ");
    page_shell_word(stdout, path);
    for (k = 1; k < n; k++) {
        putchar(' ');
        page_shell_word(stdout, words[k]);
    }
    putchar('\n');
}

/* Is its file there, and would --gather accept it? */
static int point_is_done(struct sweep_point *p, const char *path)
{
    struct error why;
    const int done = sweep_point_read(p, "", path, &why) == 0;
    sweep_point_clear(p);
    return done;
}

static int print_commands(struct sweep *sweep, const char *folder, int n,
                          const char *const *words, size_t *left, struct error *e)
{
    char path[4096];
    size_t i;
    for (i = 0; i < sweep->count; i++) {
        if (sweep_path(sweep, i, folder, path, sizeof path, e) != 0) return -1;
        if (point_is_done(&sweep->points[i], path)) continue;
        print_command(sweep, i, path, n, words);
        ++*left;
    }
    return 0;
}

int sweep_plan_print(const struct program *p, const struct sweep_plan *o,
                     struct sweep *sweep, struct error *e)
{
    char swept[SWEEP_AXES][SWEEP_VALUE + 2];
    const char *without[SWEEP_AXES + 5] = {"--sweep", "--plan", "--seeds"};
    const char **words = (const char **)malloc((size_t)p->argc * sizeof *words);
    struct outfile standard;
    int k, n = 0,
           result = words ? check_word(o->plan, e) : error_fail(e, "out of memory");
    size_t left = 0, i, skipped = 3;
    for (i = 0; i < sweep->axis_count; i++) {
        snprintf(swept[i], sizeof swept[i], "--%s", sweep->axes[i].option);
        without[skipped++] = swept[i];
    }
    if (sweep->seeds > 1) without[skipped] = "--seed";
    if (words) n = program_words(p, without, words);
    if (n) words[0] = p->argv[0]; /* as it was called: the command has to be found */
    for (k = 0; k < n && result == 0; k++) result = check_word(words[k], e);
    if (result == 0) result = outfolder_make(o->plan, e);
    if (result == 0) result = outfile_open(&standard, "-", e);
    if (result == 0) {
        result = print_commands(sweep, o->plan, n, words, &left, e);
        if (result == 0 && left == 0)
            cli_complain(p->name, "nothing left to do: %s has every point", o->plan);
        if (result == 0) result = outfile_commit(&standard, e);
    }
    free((void *)words);
    return result;
}

int sweep_plan_point(const struct program *p, const struct sweep_plan *o,
                     const struct evaluation_settings *s, struct error *e)
{
    struct sweep_point point = {.settings = *s};
    int result = sweep_point_run(&point, !p->no_timing, e);
    if (result == 0) result = sweep_point_write(&point, o->point, e);
    sweep_point_clear(&point);
    return result;
}
