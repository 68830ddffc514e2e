/* embedded.c - the slowest single calls of a calendar on a small machine, in
 * instructions of a Cortex-M3: bench/embedded.sh builds and runs it under QEMU.
 *
 * 64 servers, at most 256 bookings alive, every index. Random streams of three kinds, and
 * shapes that are bad for an index: stairs (every booking starts and ends at another
 * time), combs (each server busy and idle by turns), every other server booked. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coalloc.h"

enum { SERVERS = 64, BOOKINGS = 256, CALLS = 5 };

/* With -icount shift=8 an instruction takes 256 ns, and this timer counts every 40 ns. */
#define TIMER ((volatile uint32_t *)0x40000000)

static uint32_t clock_now(void) { return UINT32_MAX - TIMER[1]; }

static void clock_start(void)
{
    TIMER[2] = TIMER[1] = UINT32_MAX;
    TIMER[0] = 1;
}

/* ---- measuring -------------------------------------------------------------------- */

enum call { RESERVE, REFUSAL, CANCEL, ADVANCE, GET };

static uint32_t worst[CALLS], overhead, began;
static coa_calendar *cal;
static coa_id ids[BOOKINGS];
static int alive;

static void measured(enum call call)
{
    const uint32_t ticks = clock_now() - began - overhead;
    const uint32_t n = (uint32_t)((uint64_t)ticks * 40 / 256);
    if (n > worst[call]) worst[call] = n;
}

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

/* Reserves n servers for a length between two times (0: no deadline). */
static void reserve(uint32_t n, coa_time length, coa_time ready, coa_time deadline)
{
    coa_request req = {0};
    coa_booking b;
    coa_status s;
    if (alive == BOOKINGS) return;
    req.servers = n;
    req.length = length;
    req.ready = ready;
    req.deadline = deadline;
    began = clock_now();
    s = coa_reserve(cal, &req, &b);
    measured(s == COA_OK ? RESERVE : REFUSAL);
    if (s == COA_OK) ids[alive++] = b.id;
}

static void cancel(int i)
{
    coa_status s;
    began = clock_now();
    s = coa_cancel(cal, ids[i]);
    measured(CANCEL);
    if (s != COA_OK) ids[i] = 0; /* it was over */
    ids[i] = ids[--alive];
}

static void advance(coa_time now)
{
    coa_booking b;
    int i;
    began = clock_now();
    if (coa_advance(cal, now) != COA_OK) exit(1);
    measured(ADVANCE);
    for (i = alive - 1; i >= 0; i--) {
        coa_status s;
        began = clock_now();
        s = coa_get(cal, ids[i], &b, NULL);
        measured(GET);
        if (s != COA_OK) ids[i] = ids[--alive];
    }
}

/* ---- streams ---------------------------------------------------------------------- */

/* Requests up to `most` servers, ready up to `ahead` seconds from now. */
static void random_stream(uint32_t most, uint32_t ahead)
{
    coa_time now = 0;
    int i;
    for (i = 0; i < 1000; i++) {
        const coa_time ready = now + (coa_time)random_below(ahead);
        const coa_time length = 1 + (coa_time)random_below(7200);
        const uint32_t n = 1 + random_below(most);
        if (random_below(4) == 0 && alive > 0) cancel((int)random_below((uint32_t)alive));
        reserve(n, length, ready, random_below(8) == 0 ? ready + length : 0);
        if (alive == BOOKINGS || random_below(3) == 0) advance(now += random_below(900));
    }
}

/* Requests to a full calendar: all servers, one for longer than any gap, too late. */
static void ask(coa_time last)
{
    const coa_time lengths[] = {1, 2, 3, 50, 5000};
    size_t k;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        uint32_t n;
        for (n = 1; n <= SERVERS; n = n < 8 ? n + 1 : n * 2) {
            const int before = alive;
            reserve(n, lengths[k], 0, last);
            if (alive == BOOKINGS) cancel(alive - 1);
            reserve(n, lengths[k], 0, 0);
            while (alive > before) cancel(alive - 1);
        }
    }
}

static void tear_down(coa_time step, coa_time last)
{
    coa_time t;
    int i;
    for (i = 0; i < 60 && alive > 0; i++) cancel((int)random_below((uint32_t)alive));
    for (t = 0; t < last / 2; t += step) advance(t);
    advance(2 * last);
}

/* Bookings of `n` servers; booking i lasts `length` from i * step on. */
static void stairs(uint32_t n, coa_time length, coa_time step)
{
    int i;
    for (i = 0; i < BOOKINGS - 2; i++)
        reserve(n, length + i % 7, i * step, i * step + length + i % 7);
    ask(BOOKINGS * step);
    tear_down(step * 40, BOOKINGS * step + length);
}

/* Every server busy for `busy` and idle for `idle` seconds by turns, each differently. */
static void combs(coa_time busy, coa_time idle)
{
    int i;
    for (i = 0; i < BOOKINGS - 2; i++) {
        const uint32_t server = (uint32_t)i % SERVERS;
        const coa_time start = i / SERVERS * (busy + idle) + server;
        coa_set one = {0};
        coa_run run;
        run.first = server;
        run.count = 1;
        one.runs = &run;
        one.count = 1;
        if (coa_commit(cal, start, start + busy, &one, 0, &ids[alive]) == COA_OK)
            alive++;
        else
            reserve(1, busy, start, start + busy); /* COUNT has no names */
    }
    ask(6 * (busy + idle));
    tear_down(busy, 6 * (busy + idle));
}

/* One server busy at a time, each in its turn, `step` after the other: a window over all
 * but one of the turns is always one server short, and next begins one turn later. The
 * longest search of SLICES. */
static void turns(coa_time step)
{
    coa_time t;
    for (t = 0; t < (BOOKINGS - 2) * step; t += step) {
        coa_run one = {(uint32_t)(t / step) % SERVERS, 1};
        const coa_set set = COA_SET_OF(&one, 1);
        if (coa_commit(cal, t, t + 1, &set, 0, &ids[alive]) == COA_OK)
            alive++;
        else
            reserve(1, 1, t, t + 1); /* COUNT has no names */
    }
    ask(BOOKINGS * step);
    reserve(2, (SERVERS - 1) * step, 0, (BOOKINGS - 2) * step);
    reserve(2, (SERVERS - 1) * step, 0, 0);
    tear_down(step, BOOKINGS * step);
}

/* ---- all of it -------------------------------------------------------------------- */

static void begin(uint32_t index)
{
    coa_desc d = {0};
    if (cal) coa_destroy(cal);
    d.servers = SERVERS;
    d.index = index;
    d.bookings = BOOKINGS;
    alive = 0;
    if (coa_create(&cal, &d) != COA_OK) exit(1);
}

static void row(const char *name, const char *kind)
{
    printf("%-8s %-11s %9lu %9lu %9lu %9lu %7lu\n", name, kind,
           (unsigned long)worst[RESERVE], (unsigned long)worst[REFUSAL],
           (unsigned long)worst[CANCEL], (unsigned long)worst[ADVANCE],
           (unsigned long)worst[GET]);
    memset(worst, 0, sizeof worst);
}

int main(void)
{
    static const struct {
        uint32_t index;
        const char *name;
    } list[] = {
        {COA_INDEX_SLICES, "SLICES"}, {COA_INDEX_COUNT, "COUNT"}, {COA_INDEX_MAP, "MAP"}};
    size_t k;
    clock_start();
    began = clock_now();
    overhead = clock_now() - began;
    printf("%-8s %-11s %9s %9s %9s %9s %7s\n", "index", "calls", "reserve", "refusal",
           "cancel", "advance", "get");
    for (k = 0; k < sizeof list / sizeof *list; k++) {
        begin(list[k].index);
        random_stream(4, 20000);
        begin(list[k].index);
        random_stream(16, 200000);
        begin(list[k].index);
        random_stream(SERVERS, 1000);
        row(list[k].name, "random");
        begin(list[k].index);
        stairs(1, 60, 1);
        begin(list[k].index);
        stairs(7, 8, 1);
        begin(list[k].index);
        stairs(SERVERS / 2, 2, 1);
        begin(list[k].index);
        combs(100, 10);
        begin(list[k].index);
        combs(30, 300);
        begin(list[k].index);
        turns(1);
        begin(list[k].index);
        turns(2);
        row(list[k].name, "adversarial");
    }
    return 0;
}
