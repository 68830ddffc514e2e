/* network.c - bandwidth, disks and CPUs in a network from a file, on netsched.h.
 *
 * The job of transfer.c, but nodes and types have names, and the network is network.txt.
 * network_file.h and network_file.c (`make network_file`) can be copied into any program
 * that has netsched.h. */
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#include "network_file.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    const struct network_file_units units = {1000000000, 0, 0, 0, 0}; /* 1 is 1 Gb/s */
    const char *path = argc > 1 ? argv[1] : "examples/network.txt";
    struct network_file f;
    nets_need read, work[2];
    nets_request job = {0};
    nets_plan plan = {0};
    nets_status s;
    char what[100];
    uint32_t i;

    if (network_file_read(&f, path, &units) != 0) {
        fprintf(stderr, "network: %s\n", f.error);
        return 1;
    }
    fputs(f.note, stderr);
    read.type = network_file_type(&f, "disk"), read.amount = 8;
    work[0].type = network_file_type(&f, "cpu"), work[0].amount = 64;
    work[1].type = network_file_type(&f, "memory"), work[1].amount = 512;
    job.from = network_file_node(&f, "lab"), job.to = network_file_node(&f, "centre");
    job.ready = 8, job.deadline = 18, job.length = 4;
    job.bandwidth = 16, job.splittable = 1;
    job.at_from = &read, job.at_from_count = 1;
    job.at_to = work, job.at_to_count = 2;

    s = nets_first_slot(f.net, &job, &plan);
    if (s == NETS_OK) s = nets_commit(f.net, &plan, NULL);
    printf("%s at %d:00\n", nets_status_text(s), (int)plan.start);
    for (i = 0; s == NETS_OK && i < plan.count; i++)
        printf("  %2d:00 to %2d:00  %4d of %s\n", (int)plan.uses[i].from,
               (int)plan.uses[i].to, (int)plan.uses[i].amount,
               network_file_use(&f, &plan.uses[i], what, sizeof what));
    nets_plan_free(&plan);
    network_file_free(&f);
    return s != NETS_OK;
}
