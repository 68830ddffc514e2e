/* command.c - --help and the command line are walks over one table; the nearest name of
 * it is suggested for a wrong one. */
#define _POSIX_C_SOURCE 200809L

#include "kit/command.h"

#include "kit/base.h"
#include "kit/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 26, RIGHT = 78, TEXT = 4096 };

/* ---- help -------------------------------------------------------------------------- */

/* Prints words from column `left` on, which is where the line is now. */
static void wrap(const char *text, size_t left)
{
    size_t at = left;
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (at + length > RIGHT && at > left) {
            printf("\n%*s", (int)left, "");
            at = left;
        }
        printf("%s%.*s", at > left ? " " : "", (int)length, text);
        at += length + (at > left);
        text += length + strspn(text + length, " ");
    }
    putchar('\n');
}

static void show_option(const struct option *o)
{
    static const char *const metas[] = {"",     "",         "N",     "TIME",  "X",
                                        "WORD", "WORD,...", "LO:HI", "LO:HI", "TEXT",
                                        "TEXT", "FILE",     "FILE",  "FILES"};
    char left[640], text[TEXT], words[512];
    const char *said = o->said ? o->said : o->value;
    option_words(o, "|", words, sizeof words);
    snprintf(left, sizeof left, "  %s%s%s%s", o->operand ? "" : "--", o->name,
             o->kind == OPTION_FLAG || o->operand ? "" : " ",
             o->kind == OPTION_FLAG || o->operand ? ""
             : o->meta                            ? o->meta
             : *words && o->kind == OPTION_WORD   ? words
                                                  : metas[o->kind]);
    printf("%-*s", LEFT, left);
    if (strlen(left) > LEFT - 1) printf("\n%*s", LEFT, "");
    size_t n = (size_t)snprintf(text, sizeof text, "%s", o->help);
    for (size_t i = 0; o->words && o->words[i].word && n < sizeof text; i++)
        if (o->words[i].about)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s %s (%s)",
                                  n > strlen(o->help) ? "," : ":", o->words[i].word,
                                  o->words[i].about);
    if (said && n < sizeof text)
        snprintf(text + n, sizeof text - n,
                 strcmp(said, "required") ? " (default %s)" : " (%s)", said);
    wrap(text, LEFT);
}

static void check_shown(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("standard output cannot be written: %s", strerror(errno));
}

FAIL_NORETURN static void end_shown(int status)
{
    check_shown();
    exit(status);
}

static void show_common(void)
{
    printf("  %-*s%s\n", LEFT - 2, "-h, --help", "print this and exit");
    printf("  %-*s%s\n", LEFT - 2, "--version", "print the version and exit");
}

/* `notes`: what stands below the options. */
FAIL_NORETURN static void show_help(const struct options *o, const char *program,
                                    const char *about, const char *notes)
{
    size_t times = 0;
    printf("usage: %s [options]", program);
    for (size_t i = 0; i < o->count; i++)
        if (o->table[i].operand)
            printf(o->table[i].kind == OPTION_LIST ? " %s..." : " [%s]",
                   o->table[i].name);
    printf("\n\n");
    wrap(about, 0);
    for (size_t i = 0; i < o->count; i++) {
        if (i == 0) printf("\noptions:\n");
        if (i > 0 && o->table[i].of == OF_PROGRAM && o->table[i - 1].of != OF_PROGRAM)
            printf("\nresults:\n");
        show_option(&o->table[i]);
        times |= o->table[i].kind == OPTION_TIME || o->table[i].kind == OPTION_SPAN_TIME;
    }
    show_common();
    putchar('\n');
    if (times)
        notes =
            base_text("TIME is in seconds, or has units: 90s, 15m, 1d12h, 2w. %s", notes);
    wrap(notes, 0);
    end_shown(0);
}

FAIL_NORETURN static void show_version(const char *program)
{
    printf("%s %s\n", program, COMMAND_VERSION);
    end_shown(0);
}

FAIL_NORETURN static void show_commands(const char *program, const char *about,
                                        const struct command *all, size_t count,
                                        int wrong)
{
    if (wrong) fail_usage("which command? See --help");
    printf("usage: %s COMMAND [options] ...\n\n", program);
    wrap(about, 0);
    printf("\ncommands (see %s COMMAND --help):\n", program);
    for (size_t i = 0; i < count; i++) {
        if (!all[i].brief) continue;
        printf("  %-*s", LEFT - 2, all[i].name);
        wrap(all[i].brief, LEFT);
    }
    printf("\noptions:\n");
    show_common();
    end_shown(0);
}

/* ---- the command line -------------------------------------------------------------- */

/* Changes, insertions and deletions of a letter that make y of x. */
static size_t distance(const char *x, const char *y)
{
    size_t row[64], n = strlen(y) < 63 ? strlen(y) : 63;
    for (size_t k = 0; k <= n; k++) row[k] = k;
    for (size_t i = 0; x[i]; i++) {
        size_t corner = row[0]++;
        for (size_t k = 0; k < n; k++) {
            const size_t above = row[k + 1];
            size_t best = corner + (x[i] != y[k]);
            if (above + 1 < best) best = above + 1;
            if (row[k] + 1 < best) best = row[k] + 1;
            corner = above;
            row[k + 1] = best;
        }
    }
    return row[n];
}

/* "; did you mean --policy?": the nearest of the names, if one is near. */
static const char *guess(const char *name, const char *dashes, const char *const *names,
                         size_t count)
{
    size_t best = count, least = (strlen(name) + 3) / 4 + 1;
    for (size_t i = 0; i < count; i++) {
        const int begins = strncmp(names[i], name, strlen(name)) == 0;
        const size_t away = begins ? 1 : distance(name, names[i]);
        if (*names[i] && away < least) best = i, least = away;
    }
    if (best == count) return "; see --help";
    return base_text("; did you mean %s%s? (see --help)", dashes, names[best]);
}

static size_t find(const struct options *o, const char *name)
{
    const char **names = base_kept(o->count, sizeof *names);
    for (size_t i = 0; i < o->count; i++) {
        names[i] = o->table[i].operand ? "" : o->table[i].name;
        if (strcmp(names[i], name) == 0) return i;
    }
    fail_usage("there is no option --%s%s", name, guess(name, "--", names, o->count));
}

static void give_operand(struct options *o, const char *text)
{
    size_t i = 0;
    while (i < o->count && (!o->table[i].operand ||
                            (o->given[i].told && o->table[i].kind != OPTION_LIST)))
        i++;
    if (i == o->count) fail_usage("unexpected argument '%s'; see --help", text);
    option_give(o, i, text);
}

static void give_option(struct options *o, char **argv, int argc, int *k)
{
    const char *text = argv[*k] + 2, *value = strchr(text, '=');
    const char *name = base_text("%.*s", (int)strcspn(text, "="), text);
    const size_t i = find(o, name);
    const int flag = o->table[i].kind == OPTION_FLAG, last = *k + 1 == argc;
    if (flag && value) fail_usage("--%s takes no value", name);
    if (value)
        option_give(o, i, value + 1);
    else if (flag)
        option_give(o, i, "");
    else if (o->table[i].alone && (last || strncmp(argv[*k + 1], "--", 2) == 0))
        option_give(o, i, o->table[i].alone);
    else if (last)
        fail_usage("--%s needs a value", name);
    else
        option_give(o, i, argv[++*k]);
}

void command_read(struct options *o, const char *program, const char *about,
                  const char *notes, int argc, char **argv)
{
    int only_operands = 0;
    fail_program(program);
    for (int k = 1; k < argc; k++) {
        const char *text = argv[k];
        if (only_operands || text[0] != '-' || !text[1])
            give_operand(o, text);
        else if (strcmp(text, "--") == 0)
            only_operands = 1;
        else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
            show_help(o, program, about, notes);
        else if (strcmp(text, "--version") == 0)
            show_version(program);
        else if (strncmp(text, "--help=", 7) == 0 || strncmp(text, "--version=", 10) == 0)
            fail_usage("%.*s takes no value", (int)strcspn(text, "="), text);
        else if (text[1] != '-')
            fail_usage("there is no option %s; see --help", text);
        else
            give_option(o, argv, argc, &k);
    }
    option_end(o);
}

/* ---- subcommands ------------------------------------------------------------------- */

/* How many words of the command line are the command's name, which may be two; 0: they
 * are others. */
static int name_words(const char *name, int argc, char **argv)
{
    const size_t first = strcspn(name, " ");
    if (strncmp(argv[1], name, first) != 0 || argv[1][first]) return 0;
    if (!name[first]) return 1;
    return argc > 2 && strcmp(argv[2], name + first + 1) == 0 ? 2 : 0;
}

static const struct command *find_command(const struct command *all, size_t count,
                                          int argc, char **argv, int *words)
{
    const char **names = base_kept(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = all[i].name;
        if ((*words = name_words(names[i], argc, argv)) > 0) return &all[i];
    }
    fail_usage("there is no command '%s'%s", argv[1], guess(argv[1], "", names, count));
}

/* Nothing sweeps: a list is refused. */
static struct option *each_once(const struct command *c)
{
    struct option *table = base_kept(c->options_count, sizeof *table);
    memcpy(table, c->options, c->options_count * sizeof *table);
    for (size_t i = 0; i < c->options_count; i++) table[i].spans = OPTION_ONCE;
    return table;
}

void command_settings(const struct command *c, const char *program, int argc, char **argv,
                      void *settings)
{
    struct options o;
    option_begin(&o, each_once(c), c->options_count);
    command_read(&o, program, c->about, c->notes ? c->notes : COMMAND_NOTES, argc, argv);
    option_put_all(&o, settings);
}

int command_main(const char *program, const char *about, const struct command *all,
                 size_t count, int argc, char **argv)
{
    int words;
    fail_program(program);
    output_begin();
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        show_commands(program, about, all, count, argc < 2);
    if (strcmp(argv[1], "--version") == 0) show_version(program);
    const struct command *c = find_command(all, count, argc, argv, &words);
    void *settings = base_kept(1, c->settings);
    command_settings(c, base_text("%s %s", program, c->name), argc - words, argv + words,
                     settings);
    const int status = c->run(settings);
    check_shown();
    return status;
}
