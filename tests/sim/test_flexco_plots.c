/* test_flexco_plots.c - the charts of who runs where at FlexCo's sites (flexco_chart.c):
 * random schedules of which only the numbers of processors are known must be drawn on
 * processors that are free, as many as there are; those whose processors are known, on
 * these; the day that is shown is the one with most meta-jobs in both schedules. And the
 * count of who ends earlier and later than with rigid (flexco_results.h). */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "swf.h"

#include "coalloc.h"

#include "flexco/flexco_job.h"
#include "flexco/flexco_results.h"
#include "report/gantt.h"

enum { SITES = 3, MOST = 60, HOURS = 48 };

static const uint32_t sizes[SITES] = {7, 16, 30};

typedef struct drawn {
    struct flexco_job jobs[MOST];
    struct flexco_outcome outcomes[MOST];
    struct flexco_part parts[SITES * MOST];
    coa_run runs[SITES * MOST];
    uint32_t used[SITES][HOURS]; /* processors, in each hour */
    struct flexco_result result;
} drawn;

/* Job i runs on so many processors of each site from hour `start` on. */
static void add(drawn *d, size_t i, int64_t start, int64_t end,
                const uint32_t servers[SITES])
{
    struct flexco_outcome *o = &d->outcomes[i];
    uint32_t s;
    o->start = start * 3600;
    o->end = end * 3600;
    o->first_part = d->result.part_count;
    for (s = 0; s < SITES; s++) {
        struct flexco_part *part = &d->parts[d->result.part_count];
        if (!servers[s]) continue;
        part->site = s;
        part->servers = servers[s];
        d->result.part_count++;
        o->part_count++;
        o->servers += servers[s];
    }
    d->jobs[i].number = (int64_t)i;
    d->jobs[i].servers = o->servers;
    d->jobs[i].site = o->part_count > 1 ? FLEXCO_META : d->parts[o->first_part].site;
}

static void begin(drawn *d, size_t count)
{
    memset(d, 0, sizeof *d);
    d->result.outcomes = d->outcomes;
    d->result.parts = d->parts;
    d->result.runs = d->runs;
    d->result.count = count;
}

/* A schedule that never has more processors than there are, in no order. */
static void draw(drawn *d)
{
    size_t i;
    begin(d, MOST);
    for (i = 0; i < MOST; i++) {
        const int64_t start = (int64_t)test_below(HOURS - 1);
        const int64_t end =
            start + 1 + (int64_t)test_below((uint64_t)(HOURS - start - 1));
        const uint32_t few = 1 + (uint32_t)test_below(SITES);
        uint32_t servers[SITES] = {0}, s, k;
        int64_t t;
        for (k = 0; k < few; k++) {
            uint32_t left;
            s = (uint32_t)test_below(SITES);
            left = sizes[s];
            for (t = start; t < end; t++)
                if (sizes[s] - d->used[s][t] < left) left = sizes[s] - d->used[s][t];
            if (servers[s] || !left) continue;
            servers[s] = 1 + (uint32_t)test_below(left);
            for (t = start; t < end; t++) d->used[s][t] += servers[s];
        }
        add(d, i, start, end, servers);
    }
}

/* Every bar has as many processors as its part, and nobody else has one of them. */
static int placed_well(const struct flexco_chart *c, const drawn *d)
{
    static int64_t owner[SITES][HOURS][32];
    size_t i, bars = 0, parts = 0;
    uint32_t s, r, k;
    memset(owner, -1, sizeof owner);
    for (i = 0; i < d->result.count; i++)
        if (d->outcomes[i].start < c->gantt.to && d->outcomes[i].end > c->gantt.from)
            parts += d->outcomes[i].part_count;
    for (s = 0; s < SITES; s++)
        for (i = 0; i < c->gantt.panels[s].count; i++, bars++) {
            const struct gantt_bar *b = &c->gantt.panels[s].bars[i];
            uint32_t count = 0;
            int64_t t;
            for (r = 0; r < b->run_count; r++)
                for (k = 0; k < b->runs[r].count; k++, count++) {
                    if (b->runs[r].first + k >= sizes[s]) return 0;
                    for (t = b->start / 3600; t < b->end / 3600; t++) {
                        int64_t *of = &owner[s][t][b->runs[r].first + k];
                        if (*of >= 0) return 0;
                        *of = b->job;
                    }
                }
            if (count != b->servers) return 0;
            if (b->all != d->outcomes[b->job].servers) return 0;
            if (b->sites != d->outcomes[b->job].part_count) return 0;
        }
    return bars == parts;
}

static void late_binding(void)
{
    static drawn d;
    const struct flexco_system system = {SITES, sizes};
    long i;
    for (i = 0; i < test_scaled(2000); i++) {
        const int64_t stretch[2] = {(int64_t)test_below(24) * 3600, 36 * 3600};
        struct flexco_chart c = {.count = 0};
        draw(&d);
        flexco_chart_make(&c, "x", &system, d.jobs, &d.result, stretch);
        CHECK(!c.gantt.plot.failed);
        CHECK(placed_well(&c, &d));
        flexco_chart_free(&c);
    }
}

/* The processors that were booked. */
static void early_binding(void)
{
    static drawn d;
    static const uint32_t four[SITES] = {0, 4, 0};
    const struct flexco_system system = {SITES, sizes};
    const int64_t stretch[2] = {0, 86400};
    struct flexco_chart c = {.count = 0};
    begin(&d, 1);
    add(&d, 0, 1, 2, four);
    d.parts[0].first_run = 1;
    d.parts[0].run_count = 2;
    d.runs[1].first = 3;
    d.runs[1].count = 1;
    d.runs[2].first = 8;
    d.runs[2].count = 3;
    flexco_chart_make(&c, "x", &system, d.jobs, &d.result, stretch);
    CHECK_EQ(c.gantt.panels[1].count, 1);
    CHECK_EQ(c.gantt.panels[1].bars[0].run_count, 2);
    CHECK_EQ(c.gantt.panels[1].bars[0].runs[0].first, 3);
    CHECK_EQ(c.gantt.panels[1].bars[0].runs[1].first, 8);
    CHECK_EQ(c.gantt.panels[1].bars[0].runs[1].count, 3);
    flexco_chart_free(&c);
}

/* Local jobs do not count; what one schedule alone has does not. */
static void which_day(void)
{
    static drawn a, b;
    static const uint32_t local[SITES] = {0, 16, 0}, meta[SITES] = {1, 1, 0};
    static const uint32_t wide[SITES] = {7, 16, 30};
    int64_t stretch[2];
    begin(&a, 3);
    begin(&b, 3);
    add(&a, 0, 0, 24, local);
    add(&b, 0, 0, 24, local);
    add(&a, 1, 24, 48, wide);
    add(&b, 1, 96, 120, wide);
    add(&a, 2, 72, 96, meta);
    add(&b, 2, 75, 96, meta);
    flexco_chart_stretch_find(a.jobs, &a.result, &b.result, stretch);
    CHECK_EQ(stretch[0], 72 * 3600);
    CHECK_EQ(stretch[1], 96 * 3600);
    begin(&a, 0);
    flexco_chart_stretch_find(a.jobs, &a.result, &a.result, stretch);
    CHECK_EQ(stretch[0], 0);
    CHECK_EQ(stretch[1], 86400);
}

TEST_MAIN(TEST(late_binding), TEST(early_binding), TEST(which_day))
