/* slurm_book - one job on several Slurm clusters at once: finds a common time, and
 * reserves the nodes at all of the clusters or at none, with scontrol, squeue and sinfo.
 *
 * The commands are in sim/slurm/book_command.c; coalloc.h (FlexCo) decides.
 */
#include "slurm/book_command.h"

int main(int argc, char **argv)
{
    return command_main("slurm_book",
                        "Books a job on several Slurm clusters, with Slurm's own"
                        " commands.",
                        book_command_all, book_command_count, argc, argv);
}
