/* cube.c - values lie point by point, variant by variant, seed by seed. */
#include "program/cube.h"

#include "base/compare.h"
#include "base/random.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

int cube_open(struct cube *c, const struct measure *measures, size_t measure_count,
              size_t points, size_t variants, size_t seeds, struct error *e)
{
    size_t i, all;
    c->measures = measures;
    c->measure_count = measure_count;
    c->points = points;
    c->variants = variants;
    c->seeds = seeds;
    all = cube_runs(c) * measure_count;
    c->names = (const char **)calloc(variants + 1, sizeof *c->names);
    c->values = (double *)malloc((all + 1) * sizeof *c->values);
    if (!c->names || !c->values) return error_fail(e, "out of memory for the results");
    for (i = 0; i < variants; i++) c->names[i] = "";
    for (i = 0; i < all; i++) c->values[i] = NAN;
    return 0;
}

void cube_free(struct cube *c)
{
    free((void *)c->names);
    free(c->values);
}

double *cube_run(const struct cube *c, size_t point, size_t variant, size_t seed)
{
    return c->values +
           ((point * c->variants + variant) * c->seeds + seed) * c->measure_count;
}

size_t cube_runs(const struct cube *c) { return c->points * c->variants * c->seeds; }

struct cube_at cube_at(const struct cube *c, size_t run)
{
    const size_t cell = run / c->seeds;
    const struct cube_at at = {cell / c->variants, cell % c->variants, run % c->seeds};
    return at;
}

struct statistics_spread cube_spread(const struct cube *c, size_t point, size_t variant,
                                     size_t measure)
{
    return statistics_spread_of(cube_run(c, point, variant, 0) + measure, c->seeds,
                                c->measure_count);
}

struct statistics_spread cube_paired(const struct cube *c, const size_t of[2],
                                     const size_t base[2], size_t measure,
                                     cube_compare compare)
{
    double compared[CUBE_SEEDS];
    size_t i;
    for (i = 0; i < c->seeds; i++) {
        const double value = cube_run(c, of[0], of[1], i)[measure];
        const double other = cube_run(c, base[0], base[1], i)[measure];
        compared[i] = compare ? compare(measure, value, other) : value - other;
    }
    return statistics_spread_of(compared, c->seeds, 1);
}

/* Adds block i of *of, less that of *base, to total[0] and its count to total[1]. */
static void add_block(const struct cube *c, const size_t of[2], const size_t *base,
                      size_t i, const size_t measure[2], double total[2])
{
    const double *v = cube_run(c, of[0], of[1], i);
    total[0] += v[measure[0]];
    if (base) total[0] -= cube_run(c, base[0], base[1], i)[measure[0]];
    total[1] += v[measure[1]];
}

struct statistics_spread cube_blocks(const struct cube *c, const size_t of[2],
                                     const size_t *base, size_t sum, size_t count,
                                     uint64_t seed)
{
    struct statistics_spread s = {0, NAN, NAN, NAN, NAN, NAN, NAN};
    const size_t measure[2] = {sum, count}, tail = CUBE_DRAWS / 40;
    struct random r = {seed};
    double drawn[CUBE_DRAWS], all[2] = {0, 0};
    size_t i, k;
    for (i = 0; i < c->seeds; i++) {
        add_block(c, of, base, i, measure, all);
        s.count += cube_run(c, of[0], of[1], i)[count] > 0;
    }
    s.mean = all[1] > 0 ? all[0] / all[1] : (double)NAN;
    if (s.count < STATISTICS_SURE) return s;
    for (k = 0; k < CUBE_DRAWS; k++) {
        double total[2] = {0, 0};
        while (!(total[1] > 0))
            for (i = 0; i < c->seeds; i++)
                add_block(c, of, base, (size_t)random_below(&r, c->seeds), measure,
                          total);
        drawn[k] = total[0] / total[1];
    }
    qsort(drawn, CUBE_DRAWS, sizeof *drawn, compare_double);
    s.low = drawn[tail];
    s.high = drawn[CUBE_DRAWS - 1 - tail];
    return s;
}

int cube_above(const struct cube *c, size_t point, size_t measure, double least)
{
    size_t i;
    for (i = 0; i < c->variants; i++)
        if (cube_spread(c, point, i, measure).mean > least) return 1;
    return 0;
}

int cube_line_above(const struct cube *c, const struct cube_line *line, size_t measure,
                    double least)
{
    size_t i;
    for (i = 0; i < line->count; i++)
        if (cube_above(c, line->at[i].point, measure, least)) return 1;
    return 0;
}

/* ---- tables ------------------------------------------------------------------------ */

const char *cube_spread_text(size_t seeds)
{
    return seeds < STATISTICS_SURE ? "(least..most)" : "\xc2\xb1 half the 95 % interval";
}

const char *cube_spread_lines(size_t seeds)
{
    return seeds < STATISTICS_SURE ? "from the least to the most"
                                   : "95 % intervals of the means";
}

void cube_columns(struct table *t, const struct cube *c, const unsigned char *only)
{
    size_t i;
    for (i = 0; i < c->variants; i++)
        if (!only || only[i]) table_column(t, "%s", c->names[i]);
}

void cube_cells(struct table *t, const struct cube *c, size_t point, enum cube_text text,
                size_t measure, const unsigned char *only)
{
    const enum measure_unit unit = c->measures[measure].unit;
    size_t i;
    for (i = 0; i < c->variants; i++) {
        const struct statistics_spread s = cube_spread(c, point, i, measure);
        if (only && !only[i]) continue;
        if (text == CUBE_SPREAD)
            table_spread(t, &s, unit);
        else if (text == CUBE_MEAN)
            table_value(t, unit == MEASURE_COUNT ? floor(s.mean + 0.5) : s.mean, unit);
        else
            table_value(t, cube_run(c, point, i, 0)[measure], unit);
    }
}

void cube_table(struct table *t, const struct cube *c, size_t point, enum cube_text text,
                int (*wanted)(const struct cube *c, size_t point, size_t measure))
{
    size_t i;
    cube_columns(t, c, NULL);
    for (i = 0; i < c->measure_count; i++) {
        if (wanted ? !wanted(c, point, i) : !cube_above(c, point, i, -HUGE_VAL)) continue;
        table_row(t, c->measures[i].unit, "%s", c->measures[i].label);
        cube_cells(t, c, point, text, i, NULL);
    }
}

void cube_over(struct table *t, const struct cube *c, const struct cube_line *line,
               enum cube_text text, size_t measure)
{
    size_t i;
    table_stub(t, line->label);
    cube_columns(t, c, line->only);
    for (i = 0; i < line->count; i++) {
        table_row(t, MEASURE_COUNT, "%s", line->at[i].text);
        if (line->note) table_note(t, "%s", line->note);
        cube_cells(t, c, line->at[i].point, text, measure, line->only);
    }
}

void cube_over_differences(struct table *t, const struct cube *c,
                           const struct cube_line *line, size_t measure)
{
    size_t i, k;
    table_stub(t, line->label);
    for (k = 1; k < c->variants; k++) table_column(t, "%s", c->names[k]);
    for (i = 0; i < line->count; i++) {
        const size_t base[2] = {line->at[i].point, 0};
        table_row(t, MEASURE_COUNT, "%s", line->at[i].text);
        for (k = 1; k < c->variants; k++) {
            const size_t of[2] = {line->at[i].point, k};
            const struct statistics_spread d = cube_paired(c, of, base, measure, NULL);
            table_difference(t, &d, c->measures[measure].unit);
        }
    }
}

void cube_line_add(struct cube_line *line, size_t point, double x, const char *text, ...)
{
    struct cube_place *at = &line->at[line->count++];
    va_list args;
    at->point = point;
    at->x = x;
    va_start(args, text);
    vsnprintf(at->text, sizeof at->text, text, args);
    va_end(args);
}

/* ---- JSON -------------------------------------------------------------------------- */

void cube_json_spreads(struct json *j, const struct cube *c, size_t point, size_t variant)
{
    size_t i;
    json_open(j, "over_seeds", '{');
    for (i = 0; i < c->measure_count; i++) {
        const struct statistics_spread s = cube_spread(c, point, variant, i);
        const size_t of[2] = {point, variant}, base[2] = {point, 0};
        const struct statistics_spread d = cube_paired(c, of, base, i, NULL);
        json_open_flat(j, c->measures[i].name, '{');
        json_number(j, "mean", s.mean);
        json_number(j, "least", s.least);
        json_number(j, "most", s.most);
        json_number(j, "low", s.low);
        json_number(j, "high", s.high);
        json_number(j, "difference", d.mean);
        json_number(j, "difference_low", d.low);
        json_number(j, "difference_high", d.high);
        json_close(j, '}');
    }
    json_close(j, '}');
}

void cube_csv(FILE *to, const char *first, const struct cube *c, size_t point,
              size_t variant)
{
    const size_t of[2] = {point, variant}, base[2] = {point, 0};
    size_t i, k;
    for (i = 0; i < c->measure_count; i++) {
        const struct statistics_spread s = cube_spread(c, point, variant, i);
        const struct statistics_spread d = cube_paired(c, of, base, i, NULL);
        const double ends[] = {s.low, s.high, d.mean, d.low, d.high};
        char text[TEXT_NUMBER];
        fprintf(to, "%s,%s,%s,%s", first, c->measures[i].name, text_number(s.mean, text),
                measure_base_unit(c->measures[i].unit));
        for (k = 0; k < sizeof ends / sizeof ends[0]; k++)
            fprintf(to, ",%s", text_number(ends[k], text));
        fputc('\n', to);
    }
}
