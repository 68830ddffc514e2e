/* test_options.c - the hash of coalloc_sim's settings (online/evaluation_settings.h):
 * each option that affects results changes it, and no other does. The options come from
 * the table, so that a new one is tested as soon as it is added.
 */
#include "test.h"

#include "online/evaluation_settings.h"
#include "base/progress.h"
#include "program/cli.h"

#include <inttypes.h>

/* A value that this option takes and does not have yet. */
static const char *another_value(const struct cli_option *o, char to[64])
{
    size_t length = 0;
    const char *word;
    switch (o->kind) {
    case CLI_FLAG: return "";
    case CLI_TEXT: return strcmp(o->name, "--node-capacity") == 0 ? "1,2,3" : "easy";
    case CLI_LIST: return "another.swf";
    case CLI_RANGE: return "1h:2h";
    case CLI_DECIMAL: return o->hi > CLI_ONE ? "2.5" : "0.125";
    case CLI_VALUES:
    case CLI_SPAN: return "1";
    case CLI_NUMBER:
    case CLI_DURATION:
        snprintf(to, 64, "%" PRId64,
                 o->hi < 54321         ? o->hi
                 : *o->number == 12345 ? 54321
                                       : (int64_t)12345);
        break;
    case CLI_CHOICE:
    case CLI_SET:
        word = cli_word(o->words, *o->number == 0, &length);
        snprintf(to, 64, "%.*s", (int)length, word);
        break;
    }
    return to;
}

static int read_settings(struct evaluation_settings *s)
{
    return evaluation_settings_read("test_options", s);
}

static void each_option_counts(void)
{
    const struct evaluation_settings standard = EVALUATION_SETTINGS;
    struct cli_option options[EVALUATION_OPTIONS_MAX];
    uint64_t seen[EVALUATION_OPTIONS_MAX + 1];
    struct evaluation_settings s = standard;
    const size_t count = evaluation_settings_options(&s, options);
    size_t i, k, hashes = 0;
    CHECK(count > 30);
    CHECK_EQ(read_settings(&s), CLI_RUN);
    seen[hashes++] = evaluation_settings_hash(&s);
    for (i = 0; i < count; i++) {
        const int policy = strcmp(options[i].name, "--policy") == 0;
        char text[64];
        uint64_t hash;
        s = standard;
        CHECK_EQ(cli_set(&options[i], another_value(&options[i], text)), 0);
        CHECK_EQ(read_settings(&s), CLI_RUN);
        hash = evaluation_settings_hash(&s);
        if (options[i].neutral && !policy) {
            CHECK_STR(options[i].name, "--seeds");
            CHECK(hash == seen[0]);
            continue;
        }
        for (k = 0; k < hashes; k++) CHECK(hash != seen[k]);
        seen[hashes++] = hash;
    }
    CHECK_EQ(hashes, count); /* the standard settings, and all options but --seeds */
}

/* Each number counts by itself, also the second one of a range. */
static void each_part_counts(void)
{
    static const char *const cuts[] = {"1h:2h", "1h:3h", "2h:3h", ":2h", "1h:"};
    uint64_t seen[sizeof cuts / sizeof cuts[0]];
    size_t i, k, at;
    for (i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        struct evaluation_settings s = EVALUATION_SETTINGS;
        struct cli_option options[EVALUATION_OPTIONS_MAX];
        const size_t count = evaluation_settings_options(&s, options);
        for (at = 0; at < count && strcmp(options[at].name, "--cut") != 0;) at++;
        CHECK(at < count);
        CHECK_EQ(cli_set(&options[at], cuts[i]), 0);
        seen[i] = evaluation_settings_hash(&s);
        for (k = 0; k < i; k++) CHECK(seen[i] != seen[k]);
    }
}

/* A list of policies counts as it is read: trace is left out of a point of a sweep. */
static void policies_count(void)
{
    struct evaluation_settings one = EVALUATION_SETTINGS, other = EVALUATION_SETTINGS;
    one.policy_list = "online,trace,easy";
    other.policy_list = "online,easy";
    CHECK_EQ(read_settings(&one), CLI_RUN);
    CHECK_EQ(read_settings(&other), CLI_RUN);
    CHECK(evaluation_settings_hash(&one) != evaluation_settings_hash(&other));
    one.policies = other.policies;
    CHECK(evaluation_settings_hash(&one) == evaluation_settings_hash(&other));
}

/* By hand, and that it is a distance. */
static void distances(void)
{
    static const char *const words[] = {"",      "a",      "policy", "polciy",
                                        "polic", "ploicy", "index",  "--policies"};
    const size_t n = sizeof words / sizeof words[0];
    size_t i, k, j;
    CHECK_EQ(cli_distance("policy", "polciy"), 1);
    CHECK_EQ(cli_distance("policy", "polic"), 1);
    CHECK_EQ(cli_distance("policy", "pilocy"), 2);
    CHECK_EQ(cli_distance("", "index"), 5);
    CHECK_EQ(cli_distance("kitten", "sitting"), 3);
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++) {
            CHECK_EQ(cli_distance(words[i], words[k]), cli_distance(words[k], words[i]));
            CHECK_EQ(cli_distance(words[i], words[k]) == 0, i == k);
            for (j = 0; j < n; j++)
                CHECK(cli_distance(words[i], words[k]) <=
                      cli_distance(words[i], words[j]) +
                          cli_distance(words[j], words[k]) + 1); /* + 1: swaps */
        }
}

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

TEST_MAIN(TEST(distances), TEST(time_left), TEST(running), TEST(each_option_counts),
          TEST(each_part_counts), TEST(policies_count))
