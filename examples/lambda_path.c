/* lambda_path.c - a light path for tomorrow (Castillo et al., section 3.2). It keeps one
 * wavelength from end to end, unless a node on its way converts; where tomorrow at nine
 * does not fit, the answer is the earliest start that does. Times are hours. */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

enum { NODES = 4, LINKS = 4, TOMORROW = 24 };

static const unsigned ends[LINKS][2] = {{0, 1}, {1, 2}, {2, 3}, {1, 3}};

/* Three hours from 0 to 3, tomorrow from nine on. */
static void ask(nets_network *net, nets_time latest_end)
{
    nets_request req = {0};
    nets_wave_info wave;
    nets_plan path = {0};
    nets_id id;
    uint32_t i;
    req.to = 3;
    req.ready = TOMORROW + 9;
    req.deadline = latest_end;
    req.length = 3;
    req.light = 1;
    if (nets_first_slot(net, &req, &path) != NETS_OK) {
        printf("0 -> 3: not by %d:00\n", (int)(latest_end - TOMORROW));
    } else if (nets_commit(net, &path, &id) == NETS_OK) {
        printf("0 -> 3: booking %d, %d:00:", (int)id, (int)(path.start - TOMORROW));
        for (i = 0; i < path.count; i++)
            if (nets_get_wave(net, path.uses[i].index, &wave) == NETS_OK)
                printf(" %u-%u/w%u", ends[wave.link][0], ends[wave.link][1],
                       (unsigned)wave.wave);
        printf("\n");
    }
    nets_plan_free(&path);
}

int main(void)
{
    nets_network *net;
    uint32_t i;
    if (nets_create(&net, NULL) != NETS_OK) return 1;
    for (i = 0; i < NODES; i++)
        if (nets_add_node(net, NULL) != NETS_OK) return 1;
    for (i = 0; i < LINKS; i++) /* 1-2 and 1-3 have wavelength 0, the others 0 and 1 */
        if (nets_add_link(net, ends[i][0], ends[i][1], 1, 5, NULL) != NETS_OK ||
            nets_add_waves(net, i, 0, i % 2 ? 1 : 2) != NETS_OK)
            return 1;
    ask(net, TOMORROW + 12); /* the short way */
    ask(net, TOMORROW + 12); /* 0-1 has 1 left, what lies beyond only 0 */
    ask(net, 0);             /* whenever it ends */
    if (nets_set_converter(net, 1) != NETS_OK) return 1;
    ask(net, TOMORROW + 12); /* the long way, from 1 on 0 */
    if (nets_fail(net, NETS_WAVE, nets_wave_of(net, 0, 0), TOMORROW + 12, TOMORROW + 20,
                  0, NULL) != NETS_OK)
        return 1;
    ask(net, 0); /* a laser of 0-1 fails; booking 2 is in its way */
    nets_destroy(net);
    return 0;
}
