/* program.c - the skeleton of a simulator's main. */
#define _POSIX_C_SOURCE 200809L

#include "program/program.h"

#include "base/outfile.h"
#include "base/threads.h"
#include "kit/fail.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __linux__ || defined __APPLE__
#include <sys/resource.h>
#endif
#include <sys/stat.h>

/* ---- the command line -------------------------------------------------------------- */

void program_begin(struct program *p, int argc, char **argv)
{
    p->argc = argc;
    p->argv = argv;
    outfile_guard_standard();
}

/* The names of all options that have no value. */
static void list_flags(struct program *p, const struct cli_program *cli)
{
    size_t i, used = 0;
    for (i = 0; i < cli->option_count; i++) {
        const struct cli_option *o = &cli->options[i];
        const size_t length = strlen(o->name) + (used > 0);
        if (o->kind != CLI_FLAG) continue;
        assert(used + length < sizeof p->flags);
        if (used) p->flags[used] = '|';
        strcpy(p->flags + used + (used > 0), o->name);
        used += length;
    }
}

int program_read(struct program *p, const struct cli_program *cli,
                 struct cli_list *operands, size_t most)
{
    struct cli_list none = {{NULL}, 0};
    int code;
    p->name = cli->name;
    fail_program(p->name);
    list_flags(p, cli);
    code = cli_parse_list(cli, p->argc, p->argv, operands ? operands : &none, most);
    if (code == CLI_RUN && !p->threads) p->threads = threads_default();
    return code;
}

void program_reads(struct program *p, const char *what, const char *path)
{
    outputs_reads(&p->to, what, path);
}

int program_check(struct program *p)
{
    size_t i, standard = 0;
    for (i = 0; i < p->to.input_count; i++)
        standard += strcmp(p->to.inputs[i].path, "-") == 0;
    if (standard > 1)
        return cli_complain(p->name, "- stands for standard input, which can be read once"
                                     " only");
    return outputs_check(p->name, &p->to);
}

/* ---- running ----------------------------------------------------------------------- */

struct named_runs {
    const struct program_runs *runs;
    struct progress *progress;
};

/* A run, named by the progress bar as long as it takes. */
static int run_named(void *of, size_t run, struct error *e)
{
    const struct named_runs *n = (const struct named_runs *)of;
    const struct program_runs *runs = n->runs;
    char name[PROGRESS_NAME];
    int result;
    if (runs->cube)
        snprintf(name, sizeof name, "%s",
                 runs->cube->names[cube_at(runs->cube, run).variant]);
    else if (runs->name)
        runs->name(runs->of, run, name);
    else
        return runs->run(runs->of, run, e);
    progress_enter(n->progress, name);
    result = runs->run(runs->of, run, e);
    progress_leave(n->progress, name);
    return result;
}

int program_run(const struct program *p, const struct program_runs *runs,
                struct progress *progress, struct error *e)
{
    struct named_runs named = {runs, progress};
    const size_t count = runs->cube ? cube_runs(runs->cube) : runs->count;
    int result;
    progress_start(progress, runs->what, runs->total);
    result = threads_run(count, p->threads, run_named, &named, e);
    progress_end(progress);
    return result;
}

/* ---- of the process and its inputs ------------------------------------------------- */

/* The most that the process has had in main memory at once since its start, in bytes; -1
 * where the system does not say. ru_maxrss is in bytes on macOS, in KiB elsewhere. */
static int64_t memory_peak(void)
{
#if defined __linux__ || defined __APPLE__
    struct rusage use;
    if (getrusage(RUSAGE_SELF, &use) == 0)
#ifdef __APPLE__
        return (int64_t)use.ru_maxrss;
#else
        return (int64_t)use.ru_maxrss * 1024;
#endif
#endif
    return -1;
}

static void make_table(uint32_t table[256])
{
    uint32_t i, k;
    for (i = 0; i < 256; i++) {
        table[i] = i << 24;
        for (k = 0; k < 8; k++)
            table[i] = table[i] << 1 ^ (table[i] >> 31 ? 0x04C11DB7u : 0);
    }
}

/* The checksum of a file that POSIX's cksum prints, so that anybody can compare an input
 * with the one that a result was made of: the CRC of the bytes, then of their number,
 * lowest byte first. 0, or -1: it is no regular file (what a pipe said is gone), or
 * cannot be read. */
static int cksum_file(const char *path, uint32_t *sum, uint64_t *bytes)
{
    unsigned char block[65536];
    uint32_t table[256], crc = 0;
    uint64_t rest, all = 0;
    struct stat about;
    size_t n, i;
    int failed;
    FILE *file;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return -1;
    file = fopen(path, "rb");
    if (!file) return -1;
    make_table(table);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        for (i = 0, all += n; i < n; i++) crc = crc << 8 ^ table[crc >> 24 ^ block[i]];
    for (rest = all; rest; rest >>= 8)
        crc = crc << 8 ^ table[crc >> 24 ^ (uint32_t)(rest & 0xFF)];
    failed = ferror(file);
    fclose(file);
    *sum = ~crc;
    *bytes = all;
    return failed ? -1 : 0;
}

/* ---- how to make results again ----------------------------------------------------- */

const char *program_input(const struct program *p, size_t i, char to[PROGRAM_INPUT])
{
    uint32_t sum;
    uint64_t bytes;
    if (cksum_file(p->to.inputs[i].path, &sum, &bytes) != 0)
        snprintf(to, PROGRAM_INPUT, "not a file that could be read again");
    else
        snprintf(to, PROGRAM_INPUT, "%" PRIu32 " %" PRIu64, sum, bytes);
    return to;
}

static void write_made(const struct program *p, struct json *j)
{
    const char **words = (const char **)malloc((size_t)p->argc * sizeof *words);
    char sum[PROGRAM_INPUT];
    int i, n = words ? program_words(p, NULL, words) : 0;
    size_t k;
    json_text(j, "version", CLI_VERSION);
    json_open_flat(j, "command", '[');
    for (i = 0; i < n; i++) json_text(j, NULL, words[i]);
    json_close(j, ']');
    json_open(j, "inputs", '[');
    for (k = 0; k < p->to.input_count; k++) {
        json_open_flat(j, NULL, '{');
        json_text(j, "file", p->to.inputs[k].path);
        json_text(j, "cksum", program_input(p, k, sum));
        json_close(j, '}');
    }
    json_close(j, ']');
    free((void *)words);
}

/* about.csv: the same for the files of --csv, which have no room for it. */
static void csv_about(FILE *to, const void *of)
{
    const struct program *p = (const struct program *)of;
    const char **words = (const char **)malloc((size_t)p->argc * sizeof *words);
    char sum[PROGRAM_INPUT];
    int i, n = words ? program_words(p, NULL, words) : 0;
    size_t k;
    fprintf(to, "version,%s\n", CLI_VERSION);
    for (i = 0; i < n; i++) {
        fputs("word,", to);
        csv_text(to, words[i]);
        fputc('\n', to);
    }
    for (k = 0; k < p->to.input_count; k++) {
        fputs("input,", to);
        csv_text(to, p->to.inputs[k].path);
        fprintf(to, "\ncksum,%s\n", program_input(p, k, sum));
    }
    free((void *)words);
}

/* ---- results ----------------------------------------------------------------------- */

static int write_json(const struct program *p, const struct program_results *r,
                      const void *of, struct error *e)
{
    struct outfile out;
    struct json j = {0};
    if (outfile_open(&out, p->to.json, e) != 0) return -1;
    j.to = out.file;
    json_open(&j, NULL, '{');
    json_text(&j, "program", p->name);
    write_made(p, &j);
    r->json(&j, of);
    if (!p->no_timing && memory_peak() >= 0) json_count(&j, "peak_memory", memory_peak());
    json_close(&j, '}');
    return outfile_commit(&out, e);
}

int program_write(const struct program *p, const struct program_results *r,
                  const void *of, struct error *e)
{
    static const struct csv_file about = {"about.csv", "what,value", csv_about};
    const struct outputs *to = &p->to;
    struct outfile standard;
    if (outputs_unchanged(to, e) != 0) return -1;
    if (to->json && write_json(p, r, of, e) != 0) return -1;
    if (to->csv && csv_write(to->csv, "", &about, 1, p, e) != 0) return -1;
    if (to->csv && r->files &&
        csv_write(to->csv, r->columns, r->files, r->file_count, of, e) != 0)
        return -1;
    if (to->csv && r->csv && r->csv(to->csv, of, e) != 0) return -1;
    if ((to->csv || to->report) && r->page && r->publish(p, r->page, of, e) != 0)
        return -1;
    if (to->json && strcmp(to->json, "-") == 0) return 0;
    if (outfile_open(&standard, "-", e) != 0) return -1;
    r->print(stdout, of);
    outputs_print(stdout, to, r->row);
    return outfile_commit(&standard, e);
}

int program_end(const struct program *p, int result, const struct error *e)
{
    if (result == 0) return CLI_OK;
    cli_complain(p->name, "%s", e->text);
    return CLI_BAD;
}

/* ---- how it was called --------------------------------------------------------------
 */

/* Is this one of the options in `names`, with or without =VALUE? */
static int program_names(const char *const *names, const char *word)
{
    for (; names && *names; names++) {
        const size_t length = strlen(*names);
        if (strncmp(word, *names, length) == 0 && (!word[length] || word[length] == '='))
            return 1;
    }
    return 0;
}

int program_words(const struct program *p, const char *const *more, const char **kept)
{
    static const char *const places[] = {"--threads", "--json", "--csv",
                                         "--report",  "--all",  "--trace-out",
                                         "--gather",  NULL};
    int i, n = 0, options = 1;
    kept[n++] = p->name;
    for (i = 1; i < p->argc; i++) {
        const char *word = p->argv[i];
        const int option = options && word[0] == '-' && word[1];
        const int last = option && strcmp(word, "--") == 0;
        const int flag = cli_word_index(p->flags, word, strlen(word)) >= 0;
        const int value = option && !last && !flag && !strchr(word, '=');
        if (last) options = 0;
        if (!option || (!program_names(places, word) && !program_names(more, word))) {
            kept[n++] = word;
            if (value) kept[n++] = p->argv[i + 1];
        }
        i += value;
    }
    return n;
}
