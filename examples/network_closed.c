/* network_closed.c - a link is closed for maintenance. A client that is refused learns
 * which member of the request is the reason, and is offered what fits. Times are
 * hours. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

static void ask(nets_network *net, const char *what, const nets_request *job)
{
    nets_alternative_info instead;
    nets_reason why;
    const nets_status s = nets_explain(net, job, &why);
    printf("%s: %s\n", what, nets_status_text(s));
    if (s == NETS_OK) return;
    if (why.field)
        printf("  the reason is %s %d; it could be %d to %d\n", why.field, (int)why.value,
               (int)why.least, (int)why.most);
    if (nets_alternatives(net, job, &instead) != NETS_OK) return;
    if (instead.start < NETS_FOREVER)
        printf("  all of it from %d:00 on\n", (int)instead.start);
    if (instead.bandwidth > 0)
        printf("  bandwidth %d at %d:00\n", (int)instead.bandwidth, (int)job->ready);
    if (instead.split_start < instead.start)
        printf("  split over several paths from %d:00 on\n", (int)instead.split_start);
}

int main(void)
{
    enum { LAB, HUB, CENTRE };
    nets_network *net;
    nets_request job = {0};
    nets_booking seen;
    nets_id closed;
    uint32_t i;
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = LAB; i <= CENTRE; i++)
        if (nets_add_node(net, NULL) != NETS_OK) return 1;
    if (nets_add_link(net, LAB, CENTRE, 10, 0, NULL) != NETS_OK || /* link 0 */
        nets_add_link(net, LAB, HUB, 4, 0, NULL) != NETS_OK ||
        nets_add_link(net, HUB, CENTRE, 4, 0, NULL) != NETS_OK ||
        nets_block(net, NETS_LINK, 0, 9, 15, 0, &closed) != NETS_OK) /* all of it */
        return 1;
    if (nets_get(net, closed, &seen) != NETS_OK || !seen.block) return 1;
    printf("link %u is closed from %d:00 to %d:00\n", (unsigned)seen.uses->index,
           (int)seen.start, (int)seen.end);

    job.from = LAB, job.to = CENTRE;
    job.ready = 8, job.deadline = 12, job.length = 3;
    job.bandwidth = 8;
    ask(net, "8 from 8:00 to 12:00", &job);
    job.bandwidth = 12;
    ask(net, "12 from 8:00 to 12:00", &job);
    if (nets_finish(net, closed, 10) != NETS_OK) return 1; /* done earlier */
    job.bandwidth = 8, job.deadline = 14;
    ask(net, "8 until 14:00, opened at 10:00", &job);
    nets_destroy(net);
    return 0;
}
