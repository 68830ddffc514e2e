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

/* What texts are made of. */
static const char grid_words[] =
    "cluster a\tcluster b nodes=2 cpus=5\t\ncluster c nodes=1 cpus=1\t\ncluster "
    "d\tnodes=3"
    "\tcpus=4\t\npriority\tmemory=1GB\tram=512\tos=\"a b\"\tOS_Name=Linux\tx=1.5"
    "\tx=\"1.5\"\tclock=1ghz\tload=3\ty=-3KB\t\n\t#\t\"\tmembw=2\tlocal=sjf\tz=text"
    "\tvendor=386\tq=12.5.6\tdisk=0\tcpus=1e3\t=\tnetwork=0.1";

static const char demand_words[] =
    "Memory\tos\tx\tload\tcpus\t>=\t==\t!=\t<\t1\t1 GB\t2 GHZ\tLinux\tSOFT\tHARD\t100\t;"
    "\t;\t;\t-5\tvendor\tIntel\tClock\tusage_memory = 5\tDisk >= 5\tos == Linux"
    "\tVendor == intel\tqueued < 3 SOFT\t0.000001";

static void random_words(void)
{
    long rounds = test_scaled(20000), grids = 0, demands = 0;
    for (; rounds > 0; rounds--) {
        char text[1024];
        size_t n = fuzz_words(text, sizeof text, grid_words, " ", 16);
        grids += grid_check_any(text, n);
        n = fuzz_words(text, sizeof text, demand_words, " ", 9);
        demands += demand_check_any(text, n);
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
