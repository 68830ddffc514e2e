/* tool_clean.c - the log is kept in memory, cleaned (logclean.h) and sorted
 * (logshape.h). */
#include "logtool/tool_clean.h"

#include "logtool/logclean.h"
#include "logtool/logfilter.h"
#include "logtool/logshape.h"

#include <inttypes.h>
#include <stdio.h>

static const char about[] =
    "Repairs lines (decimals in whole numbers, missing and surplus columns; negative"
    " values become -1, unknown), puts jobs in order of submission, and removes lines"
    " that are not jobs, jobs that cannot be simulated (no submit time, run time or"
    " size, times beyond 10^12 s, larger than the machine) and jobs for which a filter"
    " holds. Notes in the header tell what was done, and how often.";

struct filters { /* all --drop, then all --drop-user */
    struct logfilter all[2 * CLI_LIST_MAX];
    size_t count;
    char users[CLI_LIST_MAX][32]; /* the texts of --drop-user */
};

static int read_drop(struct filters *f, const char *name, const char *text)
{
    if (logfilter_read(&f->all[f->count++], text) == 0) return CLI_RUN;
    return cli_complain(
        name, "--drop: '%s' is not like 'user=60 and (job>=10 and job<=20)'", text);
}

static int read_drop_user(struct filters *f, const char *name, const char *text,
                          char to[32])
{
    const int64_t user = cli_digits(text, 0);
    if (user < 0)
        return cli_complain(name, "--drop-user: '%s' is not a whole number", text);
    snprintf(to, 32, "user=%" PRId64, user);
    return logfilter_read(&f->all[f->count++], to) == 0 ? CLI_RUN : CLI_USAGE;
}

/* CLI_RUN, or CLI_USAGE after a complaint. */
static int read_filters(struct filters *f, const char *name, const struct cli_list *drop,
                        const struct cli_list *drop_user)
{
    int code = CLI_RUN;
    size_t i;
    for (i = 0; i < drop->count && code == CLI_RUN; i++)
        code = read_drop(f, name, drop->items[i]);
    for (i = 0; i < drop_user->count && code == CLI_RUN; i++)
        code = read_drop_user(f, name, drop_user->items[i], f->users[i]);
    return code;
}

static int clean_loaded(struct log *log, struct logclean *c, const struct logshape *s,
                        const char *out, struct error *e)
{
    const int64_t ended = log_last_end(log);
    if (log->count == 0 && log->bad_lines)
        return error_fail(e, "%s: not a job log: %s", log->path, log->first_bad_line);
    if (!c->servers) c->servers = log_header_value(log, SWF_DIR_MAX_PROCS);
    logclean_jobs(c, log);
    if (logclean_notes(c, log, s->by, e) != 0 || logshape_sort(log, s->by, e) != 0 ||
        logshape_finish(log, s, ended, e) != 0)
        return -1;
    return tool_write_log(log, out, e);
}

static int clean(struct tool *t, struct logclean *c, const struct logshape *s,
                 const char *out, struct error *e)
{
    struct log log = {.path = NULL};
    const int failed = log_load(&log, t->operands.items[0], SWF_REPAIR, 0, e) != 0 ||
                       clean_loaded(&log, c, s, out, e) != 0;
    if (!failed) {
        tool_warn_bad_lines(t, log.path, log.bad_lines, log.first_bad_line);
        log_warn_surplus(&log.surplus, t->program.name, log.path);
    }
    log_free(&log);
    return failed ? -1 : 0;
}

int tool_clean(struct tool *t)
{
    struct cli_list drop = {{NULL}, 0}, drop_user = {{NULL}, 0};
    int64_t keep = 0, servers = 0, renumber = 0;
    const char *out = "-";
    const struct cli_option options[] = {
        {.name = "--drop",
         .kind = CLI_LIST,
         .list = &drop,
         .value = "FILTER",
         .help =
             "remove the jobs for which the filter holds, as in 'user=60 and"
             " (job>=254200 and job<=271542)': job submit wait run procs cpu memory"
             " req_procs req_time req_memory status user group executable queue"
             " partition preceding think; = != < <= > >=; can be given several times"},
        {.name = "--drop-user",
         .kind = CLI_LIST,
         .list = &drop_user,
         .value = "N",
         .help = "remove this user's jobs; can be given several times"},
        {.name = "--keep-useless",
         .kind = CLI_FLAG,
         .number = &keep,
         .help = "keep jobs that cannot be simulated"},
        tool_option_servers(&servers, "MaxProcs of the log, else any",
                            "size of the machine; larger jobs cannot be simulated"),
        tool_option_renumber(&renumber),
        tool_option_out(&out)};
    const struct cli_program cli = {t->program.name,     "LOG",     about, options,
                                    TOOL_COUNT(options), tool_notes};
    static struct filters filters; /* too large for a stack */
    struct logclean c = {.filters = filters.all};
    struct logshape s = {.by = cli.name};
    struct error e;
    int code = tool_read(t, &cli, 1, 1);
    if (code == CLI_RUN) code = read_filters(&filters, cli.name, &drop, &drop_user);
    if (code == CLI_RUN) code = tool_check_files(t, t->operands.items[0], NULL, out);
    if (code != CLI_RUN) return code;
    c.filter_count = filters.count;
    c.servers = servers;
    c.keep_useless = (int)keep;
    s.renumber = (int)renumber;
    return program_end(&t->program, clean(t, &c, &s, out, &e), &e);
}
