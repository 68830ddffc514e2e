/* transfer.c - bandwidth, disks and CPUs at the same time, on netsched.h.
 *
 * A detector's data goes from the lab to a computing centre, over two routes. At the lab
 * it is read from disks; at the centre 64 CPUs work on it as it comes in, and each CPU
 * reaches only its own machine's memory. Asking for one after the other would mean to
 * start again whenever the last is taken. */
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#include <stdio.h>

enum { DISK, CPU, MEMORY }; /* types */

/* A link, or whose unit of which type. */
static void what(const nets_network *net, const nets_use *u)
{
    static const char *links[] = {"lab-hub",   "hub-lab",   "hub-centre",  "centre-hub",
                                  "lab-coast", "coast-lab", "coast-centre"};
    static const char *types[] = {"disks", "CPUs", "memory"};
    nets_unit_info unit;
    nets_partition_info of;
    if (u->kind == NETS_LINK)
        printf("%s\n", links[u->index]);
    else if (nets_get_unit(net, u->index, &unit) == NETS_OK &&
             nets_get_partition(net, unit.partition, &of) == NETS_OK)
        printf("%s%s\n", types[of.type],
               of.type == DISK ? ""
               : u->index % 2  ? " of a"
                               : " of b");
}

static void show(const nets_network *net, const nets_plan *p)
{
    uint32_t i;
    for (i = 0; i < p->count; i++) {
        printf("  %2d:00 to %2d:00  %4d ", (int)p->uses[i].from, (int)p->uses[i].to,
               (int)p->uses[i].amount);
        what(net, &p->uses[i]);
    }
}

int main(void)
{
    enum { LAB, HUB, COAST, CENTRE };
    const nets_need read[] = {{DISK, 8}}, work[] = {{CPU, 64}, {MEMORY, 512}};
    nets_alternative_info instead;
    nets_request job = {0};
    nets_plan plan = {0};
    nets_network *net;
    uint32_t i, bad = 0;

    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = LAB; i <= CENTRE; i++) bad |= nets_add_node(net, NULL);
    bad |= nets_add_duplex(net, LAB, HUB, 10, 0, NULL); /* Gb/s */
    bad |= nets_add_duplex(net, HUB, CENTRE, 10, 0, NULL);
    bad |= nets_add_duplex(net, LAB, COAST, 10, 0, NULL);
    bad |= nets_add_duplex(net, COAST, CENTRE, 10, 0, NULL);
    bad |= nets_add_partition(net, LAB, DISK, NETS_FULL, NULL);
    bad |= nets_add_unit(net, 0, 16, 0, NULL);
    bad |= nets_add_partition(net, CENTRE, CPU, NETS_FULL, NULL);
    bad |= nets_add_partition(net, CENTRE, MEMORY, NETS_PAIRS, NULL);
    for (i = 0; i < 2; i++) bad |= nets_add_unit(net, 1, 48, 0, NULL); /* machines a, b */
    for (i = 0; i < 2; i++) bad |= nets_add_unit(net, 2, 384, 0, NULL);
    for (i = 0; i < 2; i++) bad |= nets_allow(net, 1 + i, 3 + i);
    bad |= nets_block(net, NETS_LINK, 4, 9, 12, 10,
                      NULL); /* the coast is closed until noon */
    if (bad) return 1;

    job.from = LAB, job.to = CENTRE;
    job.ready = 8, job.deadline = 18, job.length = 4;
    job.bandwidth = 16, job.splittable = 1;
    job.at_from = read, job.at_from_count = 1;
    job.at_to = work, job.at_to_count = 2;

    for (i = 0; i < 3; i++) {
        const nets_status s = nets_first_slot(net, &job, &plan);
        if (s == NETS_OK) {
            printf("%d:00, by %s:\n", (int)plan.start,
                   plan.algorithm == NETS_WS_RC ? "WS-RC" : "another");
            show(net, &plan);
            if (nets_commit(net, &plan, NULL) != NETS_OK) return 1;
        } else {
            printf("%s; in the way at %d:00:\n", nets_status_text(s), (int)plan.start);
            show(net, &plan);
            if (nets_alternatives(net, &job, &instead) != NETS_OK) return 1;
            printf("without an end it would be %d:00; at %d:00 %d %% of it would fit\n",
                   (int)instead.start, (int)job.ready,
                   (int)(100 * instead.flow / instead.whole));
            job.ready = 12, job.bandwidth = 4;
        }
    }
    nets_plan_free(&plan);
    nets_destroy(net);
    return 0;
}
