/* facts.c - implements facts.h. */
#include "kit/facts.h"

#include "kit/tables.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>

static void word(FILE *to, const char *text)
{
    for (; *text; text++) fputc(*text == ' ' || *text == '\t' ? '_' : *text, to);
}

static void key(const struct experiment *x, struct row_cell of, int difference, FILE *to)
{
    size_t a;
    for (a = 0; a < x->axis_count; a++) {
        fprintf(to, "%s=", experiment_axis(x, a)->name);
        word(to, experiment_text(x, a, of.point));
        fputc(' ', to);
    }
    word(to, x->variant_names[of.variant]);
    if (difference) fputc('-', to);
    if (difference) word(to, x->variant_names[x->against]);
    fprintf(to, " %s", tables_name(x, of.measure));
    if (of.axis == ROW_NONE) return;
    fprintf(to, " %s=", x->sim->axes[of.axis].name);
    word(to, tables_place(x, of.axis, of.place));
}

static void value(FILE *to, double v)
{
    fputc('\t', to);
    write_csv_number(to, v);
}

static void spread(const struct row_spread *s, FILE *to)
{
    value(to, s->mean);
    value(to, s->low);
    value(to, s->high);
    fprintf(to, "\t%zu\t%s\n", s->count, s->units ? s->units : "run");
}

static void cell(const struct experiment *x, struct row_cell of, FILE *to)
{
    struct row_spread s = experiment_spread(x, of, EXPERIMENT_ALONE);
    uint32_t seed;
    key(x, of, 0, to);
    spread(&s, to);
    for (seed = 0; seed < x->seeds && x->seeds > 1; seed++) {
        const double v = row_mean_of_seed(&x->rows, of, seed);
        if (isnan(v)) continue;
        key(x, of, 0, to);
        fprintf(to, " seed=%" PRId64, x->how.seed + (int64_t)seed);
        value(to, v);
        fputc('\n', to);
    }
    if (of.variant == x->against) return;
    s = experiment_spread(x, of, EXPERIMENT_LESS);
    key(x, of, 1, to);
    spread(&s, to);
}

void facts_write(const struct experiment *x, FILE *to)
{
    size_t i;
    for (i = 0; i < x->rows.count; i++) { /* sorted: a cell begins where it changes */
        const struct row *r = &x->rows.at[i];
        const struct row_cell of = {r->point, r->variant, r->measure, r->axis, r->place};
        if (i == 0 || row_compare_cell(r - 1, r) != 0) cell(x, of, to);
    }
}
