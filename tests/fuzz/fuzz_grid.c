/* make fuzz && build/fuzz/tests/fuzz/fuzz_grid -entropic=0 -max_len=256 \
 *     build/corpus/grid
 *
 * fuzz_grid.c - any bytes at all as a grid file, or as what a job asks for (grid_check.h
 * says what must hold). Without LIBFUZZER it replays the files it is given, or else its
 * corpus and random words of the format.
 */
#define _POSIX_C_SOURCE 200809L

#include "workload/grid.h"

#include "fuzz.h"

#include "sim/fails.h"
#include "sim/grid_check.h"

#include <string.h>

/* The last byte says which of the two it is. */
static void fuzz_check(const unsigned char *data, size_t size)
{
    if (size > 0 && data[size - 1] % 2)
        (void)demand_check_any((const char *)data, size - 1);
    else
        (void)grid_check_any((const char *)data, size);
}

/* What texts are made of, with a | between. */
static const char grid_words[] =
    "cluster a|cluster b nodes=2 cpus=5|\ncluster c nodes=1 cpus=1|\ncluster d|nodes=3|"
    "cpus=4|\npriority|memory=1GB|ram=512|os=\"a b\"|OS_Name=Linux|x=1.5|x=\"1.5\"|"
    "clock=1ghz|load=3|y=-3KB|\n|#|\"|membw=2|local=sjf|z=text|vendor=386|q=12.5.6|disk="
    "0|"
    "cpus=1e3|=|network=0.1";

static const char demand_words[] =
    "Memory|os|x|load|cpus|>=|==|!=|<|1|1 GB|2 GHZ|Linux|SOFT|HARD|100|;|;|;|-5|vendor|"
    "Intel|Clock|usage_memory = 5|Disk >= 5|os == Linux|Vendor == intel|queued < 3 SOFT|"
    "0.000001";

/* Up to so many words, with a blank between. */
static void random_text(char *text, const char *words, uint64_t most)
{
    uint64_t n = test_below(most), skip;
    size_t all = 1, i;
    for (i = 0; words[i]; i++) all += words[i] == '|';
    for (text[0] = 0; n > 0; n--) {
        const char *word = words;
        for (skip = test_below(all); skip > 0; skip--) word = strchr(word, '|') + 1;
        strncat(text, word, strcspn(word, "|"));
        if (test_below(8)) strcat(text, " ");
    }
}

static void random_words(void)
{
    long rounds = test_scaled(20000), grids = 0, demands = 0;
    for (; rounds > 0; rounds--) {
        char text[1024];
        random_text(text, grid_words, 16);
        grids += grid_check_any(text, strlen(text));
        random_text(text, demand_words, 9);
        demands += demand_check_any(text, strlen(text));
    }
    CHECK((grids > 0 && demands > 0) || test_scaled(100) < 100);
}

static void random_bytes(void)
{
    long rounds = test_scaled(20000);
    for (; rounds > 0; rounds--) {
        static const char base[] =
            "priority cpus=2\ncluster a nodes=2 cpus=5 os=\"a b\"\n";
        char text[sizeof base];
        uint64_t changes = test_below(4);
        memcpy(text, base, sizeof base);
        for (; changes > 0; changes--)
            text[test_below(sizeof base - 1)] = (char)test_below(256);
        (void)grid_check_any(text, sizeof base - 1);
        (void)demand_check_any(text, sizeof base - 1);
    }
}

FUZZ_MAIN(TEST(random_words), TEST(random_bytes))
