/* test_progress.c - what the progress bar says (base/progress.h). */
#include "test.h"

#include "base/progress.h"

static void time_left(void)
{
    static const struct {
        const char *what;
        size_t done, total;
        double seconds;
        const char *says;
    } cases[] = {{"jobs", 0, 10000, 3, "jobs: 0 of 10,000 (0 %)"},
                 {"jobs", 2500, 10000, 4, "jobs: 2,500 of 10,000 (25 %), 12 s left"},
                 {"points", 1, 10, 10, "points: 1 of 10 (10 %), 1 min 30 s left"},
                 {"points", 1, 10, 1000, "points: 1 of 10 (10 %), 2 h 30 min left"},
                 {"points", 10, 10, 1000, "points: 10 of 10 (100 %)"}};
    char text[PROGRESS_TEXT];
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct progress p;
        progress_start(&p, cases[i].what, cases[i].total);
        p.done = cases[i].done;
        progress_text(text, &p, cases[i].seconds);
        CHECK_STR(text, cases[i].says);
        progress_end(&p);
    }
}

/* Which runs the bar names: those that are running, each name once, as many as fit. */
static void running(void)
{
    static char names[2 * PROGRESS_NAMES][20];
    struct progress p;
    char text[PROGRESS_TEXT];
    size_t k;
    progress_start(&p, "jobs", 10000);
    progress_enter(&p, "fcfs");
    progress_enter(&p, "easy");
    progress_enter(&p, "easy");
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): fcfs, easy");
    progress_leave(&p, "fcfs");
    progress_leave(&p, "easy");
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): easy");
    progress_leave(&p, "easy");
    for (k = 0; k < 2 * (size_t)PROGRESS_NAMES; k++) {
        sprintf(names[k], "policy %zu", k);
        progress_enter(&p, names[k]);
    }
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): policy 0, policy 1, policy 2, policy 3,"
                    " policy 4, ...");
    while (k-- > 0) progress_leave(&p, names[k]);
    CHECK_EQ(p.running_count, 0);
    progress_end(&p);
}

TEST_MAIN(TEST(time_left), TEST(running))
