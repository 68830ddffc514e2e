/* three_sites.c - data at two sites, processors at a third, and the links between them,
 * all at the same time: one request of two legs, one booking. Times are hours. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

enum { NORTH, SOUTH, CENTRE, SITES, DISK = 0, CPU = 1 /* types */ };

/* 5 Gb/s from each of two archives to the centre, read from a disk at each, while 8 CPUs
 * work on both. */
static void ends(nets_request *north)
{
    static const nets_need disk = {DISK, 1}, cpus = {CPU, 8};
    static nets_request south;
    north->from = NORTH, south.from = SOUTH;
    north->to = south.to = CENTRE;
    north->bandwidth = south.bandwidth = 5;
    north->splittable = south.splittable = 1;
    north->at_from = south.at_from = &disk;
    north->at_from_count = south.at_from_count = 1;
    north->at_to = &cpus, north->at_to_count = 1; /* for both legs */
    north->legs = &south, north->leg_count = 1;
}

static nets_status book(nets_network *net, nets_time ready, nets_id *id)
{
    nets_request job = {0};
    nets_plan plan = {0};
    nets_status s;
    ends(&job);
    job.ready = ready, job.length = 4;
    s = nets_first_slot(net, &job, &plan);
    if (s == NETS_OK) s = nets_commit(net, &plan, id);
    nets_plan_free(&plan);
    return s;
}

/* A job in the way asks for the same, from its own start on. */
static int ask(void *ctx, const nets_booking *b, nets_request *job)
{
    (void)ctx, (void)b;
    ends(job);
    return 0;
}

static void report(void *ctx, const nets_booking *b, nets_time was)
{
    (void)ctx;
    printf("job %d moves from %d:00 to %d:00\n", (int)b->id, (int)was, (int)b->start);
}

static void show(const nets_network *net, const char *what, nets_status s)
{
    nets_booking b = {0};
    printf("%s: %s\n", what, nets_status_text(s));
    while (nets_next(net, b.id, &b) == NETS_OK)
        printf("  %s %d: %d:00 to %d:00, %d uses\n", b.block ? "block" : "job", (int)b.id,
               (int)b.start, (int)b.end, (int)b.count);
}

int main(void)
{
    nets_network *net;
    nets_amount most;
    nets_id first, second;
    uint32_t i, bad = 0;
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = 0; i < SITES; i++) bad |= nets_add_node(net, NULL);
    bad |= nets_add_duplex(net, NORTH, CENTRE, 6, 0, NULL);
    bad |= nets_add_duplex(net, SOUTH, CENTRE, 6, 0, NULL);
    bad |= nets_add_duplex(net, NORTH, SOUTH, 10, 0, NULL);
    for (i = 0; i < SITES; i++) { /* partition and unit i are at site i */
        bad |= nets_add_partition(net, i, i == CENTRE ? CPU : DISK, NETS_FULL, NULL);
        bad |= nets_add_unit(net, i, i == CENTRE ? 12 : 2, 0, NULL);
    }
    if (bad || nets_max_flow(net, NORTH, CENTRE, 8, 12, 0, &most) != NETS_OK) return 1;
    printf("at most %d Gb/s from north to centre\n", (int)most);

    show(net, "first job", book(net, 8, &first));
    show(net, "second job", book(net, 8, &second));
    show(net, "an hour more for the second", nets_extend(net, second, 17, NULL));
    show(net, "an hour more for the first", nets_extend(net, first, 13, NULL));

    /* the centre is closed from noon to 14:00, with its links and CPUs */
    show(net, "drained",
         nets_drain(net, NETS_NODE, CENTRE, 12, 14, 0, ask, report, NULL, NULL));
    nets_destroy(net);
    return 0;
}
