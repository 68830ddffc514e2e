/* amount.c - an amount over time, without a network: what a planner of flux-sched keeps.
 * 10 licences; each job takes some for a while. When is there room for the next one? What
 * if a job runs over its time, and what if licences fail while all of them are in use? */
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"

#include <stdio.h>

static void show(const char *what, const nets_profile *p)
{
    nets_time t = 0;
    printf("%-18s", what);
    do {
        printf(" %d from %d", (int)nets_profile_value(p, t), (int)t);
        t = nets_profile_next(p, t);
    } while (t != NETS_FOREVER);
    puts("");
}

int main(void)
{
    static const int jobs[4][2] = {
        {4, 60}, {3, 30}, {6, 20}, {1, 5}}; /* how many, how long */
    nets_profile planned, if_late = {0};
    nets_time start;
    int i;
    nets_profile_init(&planned, 10, NULL, NULL);
    for (i = 0; i < 4; i++) { /* each as early as possible */
        if (nets_profile_earliest(&planned, jobs[i][0], jobs[i][1], 0, NETS_FOREVER,
                                  &start) ||
            nets_profile_take(&planned, start, start + jobs[i][1], jobs[i][0]))
            return 1;
        printf("job %d: %d from %d to %d\n", i, jobs[i][0], (int)start,
               (int)start + jobs[i][1]);
    }
    show("planned:", &planned);

    if (nets_profile_copy(&if_late, &planned)) return 1;  /* try it on a copy */
    if (nets_profile_add(&if_late, 30, 45, -3)) return 1; /* job 1 takes until 45 */
    show("job 1 is late:", &if_late);
    if (nets_profile_add(&planned, 10, NETS_FOREVER, -4)) return 1; /* 4 of them fail */
    show("4 licences fail:", &planned);
    printf("at 35: %d too few\n", -(int)nets_profile_min(&planned, 35, 36));
    nets_profile_free(&planned);
    nets_profile_free(&if_late);
    return 0;
}
