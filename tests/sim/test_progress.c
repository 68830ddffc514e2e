/* test_progress.c - what the progress bar says (base/progress.h). */
#include "test.h"

#include "base/progress.h"

static void time_left(void)
{
    char text[PROGRESS_TEXT];
    progress_text(text, "jobs", 0, 10000, 3);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %)");
    progress_text(text, "jobs", 2500, 10000, 4);
    CHECK_STR(text, "jobs: 2,500 of 10,000 (25 %), 12 s left");
    progress_text(text, "points", 1, 10, 10);
    CHECK_STR(text, "points: 1 of 10 (10 %), 1 min 30 s left");
    progress_text(text, "points", 1, 10, 1000);
    CHECK_STR(text, "points: 1 of 10 (10 %), 2 h 30 min left");
    progress_text(text, "points", 10, 10, 1000);
    CHECK_STR(text, "points: 10 of 10 (100 %)");
}

/* Which runs the bar names: those that are running, each name once, as many as fit. */
static void running(void)
{
    struct progress p;
    char text[PROGRESS_TEXT];
    size_t k;
    progress_start(&p, "jobs", 10000);
    progress_enter(&p, "fcfs");
    progress_enter(&p, "easy");
    progress_enter(&p, "easy");
    strcpy(text, "jobs: 0 of 10,000 (0 %)");
    progress_name(text, &p);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): fcfs, easy");
    progress_leave(&p, "fcfs");
    progress_leave(&p, "easy");
    strcpy(text, "jobs");
    progress_name(text, &p);
    CHECK_STR(text, "jobs: easy");
    progress_leave(&p, "easy");
    strcpy(text, "jobs");
    progress_name(text, &p);
    CHECK_STR(text, "jobs");
    for (k = 0; k < 2 * (size_t)PROGRESS_NAMES; k++) {
        char name[PROGRESS_NAME];
        snprintf(name, sizeof name, "policy %zu", k);
        progress_enter(&p, name);
    }
    progress_name(text, &p);
    CHECK_STR(text, "jobs: policy 0, policy 1, policy 2, policy 3, policy 4, policy 5,"
                    " policy 6, ...");
    while (k-- > 0) {
        char name[PROGRESS_NAME];
        snprintf(name, sizeof name, "policy %zu", k);
        progress_leave(&p, name);
    }
    CHECK_EQ(p.running_count, 0);
    progress_end(&p);
}

TEST_MAIN(TEST(time_left), TEST(running))
