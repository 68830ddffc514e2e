/* swf_tool - look at a job log, check it, convert, cut, scale, merge and clean it, or
 * make one: Standard Workload Format (SWF) and Grid Workload Format (GWF).
 *
 * The commands are in sim/logtool/tool_commands.c; swf.h reads and writes the lines. Here
 * a command is found and called.
 */
#include "logtool/tool.h"
#include "program/cli.h"
#include "program/program.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "swf_tool"

static int help(void)
{
    size_t i;
    printf("usage: %s command [options] LOG\n\n"
           "Looks at job logs in Standard or Grid Workload Format, and changes them.\n\n"
           "commands:\n",
           PROGRAM);
    for (i = 0; i < tool_commands_count; i++)
        if (tool_commands[i].about)
            printf("  %-10s%s\n", tool_commands[i].words, tool_commands[i].about);
    printf("\noptions:\n"
           "  -h, --help  print this and end; %s command --help tells the rest\n"
           "  --version   print the version and end\n",
           PROGRAM);
    return cli_written(PROGRAM, CLI_OK);
}

/* How many of the arguments after the program's name are the words of the command; 0 if
 * they are others. */
static int match(const struct tool_command *c, int argc, char **argv)
{
    const char *rest = c->words;
    int words = 0;
    while (words + 1 < argc) {
        const char *word = argv[++words];
        const size_t length = strlen(word);
        if (strncmp(rest, word, length) != 0) return 0;
        if (!rest[length]) return words;
        if (rest[length] != ' ') return 0;
        rest += length + 1;
    }
    return 0;
}

/* Calls the command, whose name is the program's and its `words` words. */
static int call(const struct tool_command *c, struct tool *t, int words)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", PROGRAM, c->words);
    t->program.name = name;
    t->program.argc -= words;
    t->program.argv += words;
    return c->run(t);
}

/* There is no command or option of this name. CLI_USAGE. */
static int complain(const char *word)
{
    struct cli_nearest near = {word, NULL, 0};
    const char *what = word[0] == '-' ? "option" : "command";
    size_t i;
    cli_nearest_try(&near, "--help");
    cli_nearest_try(&near, "--version");
    for (i = 0; i < tool_commands_count; i++)
        if (tool_commands[i].about) cli_nearest_try(&near, tool_commands[i].words);
    if (!near.best)
        return cli_complain(PROGRAM, "there is no %s %s (see --help)", what, word);
    return cli_complain(PROGRAM, "there is no %s %s; did you mean %s? (see --help)", what,
                        word, near.best);
}

int main(int argc, char **argv)
{
    struct tool t = {.operands = {{NULL}, 0}};
    size_t i;
    program_begin(&t.program, argc, argv);
    if (argc < 2) return cli_complain(PROGRAM, "a command is needed (see --help)");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return help();
    if (strcmp(argv[1], "--version") == 0) return cli_version(PROGRAM);
    for (i = 0; i < tool_commands_count; i++) {
        const int words = match(&tool_commands[i], argc, argv);
        if (words) return call(&tool_commands[i], &t, words);
    }
    return complain(argv[1]);
}
