/* slurm_book - one job at several Slurm clusters at once: finds a common time, and
 * reserves the nodes at all of the clusters or at none, with scontrol, squeue and sinfo.
 *
 * The commands are in sim/slurm/book_command.c; coalloc.h (FlexCo) decides. Here a
 * command is found and called.
 */
#include "base/outfile.h"
#include "program/cli.h"
#include "slurm/book_command.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "slurm_book"

static int help(void)
{
    size_t i;
    printf("usage: %s command [options] CLUSTER...\n\n"
           "Books a job at several Slurm clusters at once, on their own commands.\n\n"
           "commands:\n",
           PROGRAM);
    for (i = 0; i < book_command_count; i++)
        printf("  %-10s%s\n", book_command_all[i].word, book_command_all[i].about);
    printf("\noptions:\n"
           "  -h, --help  print this and end; %s command --help tells the rest\n"
           "  --version   print the version and end\n",
           PROGRAM);
    return cli_written(PROGRAM, CLI_OK);
}

int main(int argc, char **argv)
{
    size_t i;
    outfile_guard_standard();
    if (argc < 2) return cli_complain(PROGRAM, "a command is needed (see --help)");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return help();
    if (strcmp(argv[1], "--version") == 0) return cli_version(PROGRAM);
    for (i = 0; i < book_command_count; i++)
        if (strcmp(argv[1], book_command_all[i].word) == 0)
            return book_command_run(&book_command_all[i], argc - 1, argv + 1);
    return cli_complain(PROGRAM, "there is no command %s (see --help)", argv[1]);
}
