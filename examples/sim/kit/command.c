/* command.c - implements command.h. */
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
    size_t i, n;
    option_words(o, "|", words, sizeof words);
    snprintf(left, sizeof left, "  %s%s%s%s", o->operand ? "" : "--", o->name,
             o->kind == OPTION_FLAG || o->operand ? "" : " ",
             o->kind == OPTION_FLAG || o->operand ? ""
             : o->meta                            ? o->meta
             : *words && o->kind == OPTION_WORD   ? words
                                                  : metas[o->kind]);
    printf("%-*s", LEFT, left);
    if (strlen(left) > LEFT - 1) printf("\n%*s", LEFT, "");
    n = (size_t)snprintf(text, sizeof text, "%s", o->help);
    for (i = 0; o->words && o->words[i].word && n < sizeof text; i++)
        if (o->words[i].about)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s %s (%s)", i ? "," : ":",
                                  o->words[i].word, o->words[i].about);
    if ((o->value || o->said) && n < sizeof text)
        snprintf(text + n, sizeof text - n, " (default %s)",
                 o->said ? o->said : o->value);
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
    printf("  %-*s%s\n", LEFT - 2, "-h, --help", "print this and end");
    printf("  %-*s%s\n", LEFT - 2, "--version", "print the version and end");
}

/* `notes`: what stands below the options. */
FAIL_NORETURN static void show_help(const struct options *o, const char *program,
                                    const char *about, const char *notes)
{
    size_t i;
    printf("usage: %s [options]", program);
    for (i = 0; i < o->count; i++)
        if (o->table[i].operand)
            printf(o->table[i].kind == OPTION_LIST ? " %s..." : " [%s]",
                   o->table[i].name);
    printf("\n\n");
    wrap(about, 0);
    for (i = 0; i < o->count; i++) {
        if (i == 0) printf("\noptions:\n");
        if (i > 0 && o->table[i].of == OF_PROGRAM && o->table[i - 1].of != OF_PROGRAM)
            printf("\nresults:\n");
        show_option(&o->table[i]);
    }
    show_common();
    putchar('\n');
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
    size_t i;
    if (wrong) fail_usage("which command? See --help");
    printf("usage: %s COMMAND [options] ...\n\n", program);
    wrap(about, 0);
    printf("\ncommands (%s COMMAND --help tells more):\n", program);
    for (i = 0; i < count; i++) {
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
    size_t row[64], i, k, n = strlen(y) < 63 ? strlen(y) : 63;
    for (k = 0; k <= n; k++) row[k] = k;
    for (i = 0; x[i]; i++) {
        size_t corner = row[0]++;
        for (k = 0; k < n; k++) {
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

static size_t find(const struct options *o, const char *name)
{
    size_t i, best = o->count, least = (strlen(name) + 3) / 4 + 1;
    for (i = 0; i < o->count; i++) {
        const char *full = o->table[i].name;
        const size_t away = strncmp(full, name, strlen(name)) ? distance(name, full) : 1;
        if (o->table[i].operand) continue;
        if (strcmp(full, name) == 0) return i;
        if (away < least) best = i, least = away;
    }
    if (best < o->count)
        fail_usage("there is no option --%s; did you mean --%s? (see --help)", name,
                   o->table[best].name);
    fail_usage("there is no option --%s; see --help", name);
}

static void give_operand(struct options *o, const char *text)
{
    size_t i = 0;
    while (i < o->count && (!o->table[i].operand ||
                            (o->given[i].told && o->table[i].kind != OPTION_LIST)))
        i++;
    if (i == o->count) fail_usage("'%s' is one word too many; see --help", text);
    option_give(o, i, text);
}

static void give_option(struct options *o, char **argv, int argc, int *k)
{
    char name[64] = "";
    const char *text = argv[*k] + 2, *value = strchr(text, '=');
    const size_t length = strcspn(text, "=");
    int last;
    size_t i;
    memcpy(name, text, length < sizeof name ? length : sizeof name - 1);
    i = find(o, name);
    if (o->table[i].kind == OPTION_FLAG && value) fail_usage("--%s takes no value", name);
    last = *k + 1 == argc;
    if (value)
        option_give(o, i, value + 1);
    else if (o->table[i].kind == OPTION_FLAG)
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
    int k, only_operands = 0;
    fail_program(program);
    for (k = 1; k < argc; k++) {
        const char *text = argv[k];
        if (only_operands || text[0] != '-' || !text[1])
            give_operand(o, text);
        else if (strcmp(text, "--") == 0)
            only_operands = 1;
        else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
            show_help(o, program, about, notes);
        else if (strcmp(text, "--version") == 0)
            show_version(program);
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

FAIL_NORETURN static void no_command(const char *name, const struct command *all,
                                     size_t count)
{
    size_t i, best = count, least = (strlen(name) + 3) / 4 + 1;
    for (i = 0; i < count; i++) {
        const size_t away = distance(name, all[i].name);
        if (away < least) best = i, least = away;
    }
    if (best < count)
        fail_usage("there is no command '%s'; did you mean %s? (see --help)", name,
                   all[best].name);
    fail_usage("there is no command '%s'; see --help", name);
}

/* Nothing sweeps: a list is refused. */
static struct option *each_once(const struct command *c)
{
    struct option *table = (struct option *)base_zeroed(c->options_count, sizeof *table);
    size_t i;
    memcpy(table, c->options, c->options_count * sizeof *table);
    for (i = 0; i < c->options_count; i++) table[i].spans = OPTION_ONCE;
    return table;
}

void command_settings(const struct command *c, const char *program, int argc, char **argv,
                      void *settings)
{
    struct option *table = each_once(c);
    struct options o;
    option_begin(&o, table, c->options_count);
    command_read(&o, program, c->about, c->notes ? c->notes : COMMAND_NOTES, argc, argv);
    option_put_all(&o, settings);
    free(o.given);
    free(table);
}

int command_main(const char *program, const char *about, const struct command *all,
                 size_t count, int argc, char **argv)
{
    const struct command *c;
    void *settings;
    int words = 0, status;
    fail_program(program);
    output_begin();
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        show_commands(program, about, all, count, argc < 2);
    if (strcmp(argv[1], "--version") == 0) show_version(program);
    for (c = all; c < all + count && words == 0; c++)
        words = name_words(c->name, argc, argv);
    if (words == 0) no_command(argv[1], all, count);
    c--;
    settings = base_zeroed(1, c->settings);
    command_settings(c, base_text("%s %s", program, c->name), argc - words, argv + words,
                     settings);
    status = c->run(settings);
    check_shown();
    free(settings);
    return status;
}
