/* items.c - implements items.h. */
#include "kit/items.h"

#include "kit/base.h"
#include "kit/output.h"
#include "kit/write.h"

#include <inttypes.h>

static FILE *file;

/* A field for each option that is swept. */
static void csv_point(const struct experiment *x, size_t point, FILE *to)
{
    size_t a;
    for (a = 0; a < x->axis_count; a++) {
        write_csv_text(to, experiment_text(x, a, point));
        fputc(',', to);
    }
}

static void item_line(const struct experiment *x, const struct run *r, size_t i, FILE *to)
{
    const double *item = run_item(r, i);
    size_t k;
    fprintf(to, "%zu,%" PRId64 ",", i + 1, x->how.seed + (int64_t)r->place.seed);
    write_csv_text(to, r->variant);
    fputc(',', to);
    csv_point(x, r->place.point, to);
    write_csv_text(to, x->sim->fates[(size_t)item[ITEM_FATE]]);
    for (k = 0; k < r->columns; k++) {
        if (k == ITEM_FATE ||
            (k >= ITEM_OWN && x->sim->columns[k - ITEM_OWN].is & COLUMN_TIMED &&
             x->how.no_timing))
            continue;
        fputc(',', to);
        write_csv_number(to, item[k]);
    }
    fputc('\n', to);
}

const char *items_begins(const struct experiment *x)
{
    return base_text("%s,seed,variant,", x->sim->item);
}

void items_open(const struct experiment *x)
{
    size_t k, a;
    file = output_open(x->how.items, items_begins(x));
    fputs(items_begins(x), file);
    for (a = 0; a < x->axis_count; a++) fprintf(file, "%s,", experiment_axis(x, a)->name);
    fputs("fate,submit,ready,start,end,size,length,kind,resource,logged", file);
    for (k = 0; k < x->sim->columns_count; k++)
        if (!(x->sim->columns[k].is & COLUMN_TIMED) || !x->how.no_timing)
            fprintf(file, ",%s", x->sim->columns[k].name);
    fputc('\n', file);
}

void items_write(const struct experiment *x, const struct run *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) item_line(x, r, i, file);
}

void items_close(void) { output_close(file); }
