/* dice.c - the skeleton of a simulator: options, variants, measures, one function that
 * makes a run, a table, JSON, CSV and a page with a picture. It throws dice.
 *
 *     build/dice --sides 20 --report dice.html --json dice.json --csv dice
 */
#include "base/random.h"
#include "program/csv.h"
#include "program/cube.h"
#include "program/program.h"
#include "program/table.h"
#include "report/page.h"

enum { DICE = 4 }; /* the variants: one die, two dice, ... */
enum { MEAN, ODD, MEASURES };

static const struct measure measures[MEASURES] = {{"mean", "sum, mean", MEASURE_NUMBER},
                                                  {"odd", "odd sums", MEASURE_PERCENT}};

struct dice {
    int64_t sides, throws, seed; /* options */
    struct cube cube;            /* results: one point, DICE variants, one seed */
    struct progress *progress;
};

/* Makes run number i, of one die more than its variant; several are made at once. */
static int run(void *of, size_t i, struct error *e)
{
    struct dice *d = (struct dice *)of;
    const struct cube_at at = cube_at(&d->cube, i);
    double *value = cube_run(&d->cube, at.point, at.variant, at.seed);
    struct random r = {(uint64_t)d->seed + at.seed};
    double sum = 0, odd = 0;
    int64_t k;
    size_t die;
    (void)e; /* error_fail(e, "why") returns -1 */
    for (k = 0; k < d->throws; k++) {
        uint64_t thrown = 0;
        for (die = 0; die <= at.variant; die++)
            thrown += 1 + random_below(&r, (uint64_t)d->sides);
        sum += (double)thrown;
        odd += (double)(thrown % 2);
    }
    value[MEAN] = sum / (double)d->throws;
    value[ODD] = odd / (double)d->throws;
    progress_add(d->progress, 1);
    return 0;
}

static void fill_table(struct table *t, const struct dice *d)
{
    table_title(t, MEASURE_COUNT, "Dice");
    cube_table(t, &d->cube, 0, CUBE_FIRST, NULL);
}

static void print(FILE *to, const void *of)
{
    struct table t = {0};
    fill_table(&t, (const struct dice *)of);
    table_show(to, &t, DICE);
}

static void json(struct json *j, const void *of)
{
    const struct dice *d = (const struct dice *)of;
    size_t i;
    json_open(j, "dice", '[');
    for (i = 0; i < DICE; i++) {
        json_open(j, NULL, '{');
        measure_json(j, measures, MEASURES, cube_run(&d->cube, 0, i, 0));
        json_close(j, '}');
    }
    json_close(j, ']');
}

static int fill_page(struct page *page, const void *of, struct error *e)
{
    const struct dice *d = (const struct dice *)of;
    struct figure_plot *p;
    size_t series, i;
    (void)e;
    page_title(page, "Dice");
    page_section(page, "Summary");
    fill_table(page_new_table(page), d);
    p = page_new_plot(page, "What more dice change", "sums", "Mean sum");
    p->x = figure_axis_plain("dice", NULL);
    p->y = figure_axis_plain("mean sum", NULL);
    series = figure_plot_series(p, FIGURE_LINE, "%d sides", (int)d->sides);
    for (i = 0; i < DICE; i++)
        figure_plot_point(p, series, (double)(i + 1), cube_run(&d->cube, 0, i, 0)[MEAN]);
    return 0;
}

static void rows(FILE *to, const void *of)
{
    const struct dice *d = (const struct dice *)of;
    size_t i;
    for (i = 0; i < DICE; i++)
        measure_csv(to, d->cube.names[i], measures, MEASURES,
                    cube_run(&d->cube, 0, i, 0));
}

static const struct csv_file files[] = {{"dice.csv", "dice,figure,value,unit", rows}};

int main(int argc, char **argv)
{
    static const struct program_results results = {.json = json,
                                                   .columns = "",
                                                   .files = files,
                                                   .file_count =
                                                       sizeof files / sizeof files[0],
                                                   .page = fill_page,
                                                   .publish = page_publish,
                                                   .print = print,
                                                   .row = "number of dice"};
    struct dice d = {.sides = 6, .throws = 1000, .seed = 1};
    struct program p = {0};
    struct progress progress;
    struct error e;
    const struct cli_option options[] = {
        {OPTION_NUMBER("--sides", &d.sides, "N", 2, 100), .help = "of each die"},
        {OPTION_NUMBER("--throws", &d.throws, "N", 1, 1000000), .help = "of all dice"},
        {OPTION_NUMBER("--seed", &d.seed, "N", 0, INT64_MAX), .help = "of the throws"},
        PROGRAM_OPTIONS(&p, "dice.csv")};
    const struct cli_program me = {
        "dice", "", "Throws dice.", options, sizeof options / sizeof options[0], ""};
    const struct program_runs runs = {
        .cube = &d.cube, .run = run, .of = &d, .what = "runs", .total = DICE};
    static const char *const names[DICE] = {"1", "2", "3", "4"};
    int code, i;
    program_begin(&p, argc, argv);
    code = program_read(&p, &me, NULL, 0);
    if (code == CLI_RUN) code = program_check(&p);
    if (code != CLI_RUN) return code;
    d.progress = &progress;
    code = cube_open(&d.cube, measures, MEASURES, 1, DICE, 1, &e);
    for (i = 0; i < DICE && code == 0; i++) d.cube.names[i] = names[i];
    if (code == 0) code = program_run(&p, &runs, &progress, &e);
    if (code == 0) code = program_write(&p, &results, &d, &e);
    cube_free(&d.cube);
    return program_end(&p, code, &e);
}
