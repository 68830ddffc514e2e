/* items.c - implements items.h. */
#include "kit/items.h"

#include "kit/base.h"
#include "kit/output.h"
#include "kit/write.h"

#include <inttypes.h>
#include <stdlib.h>

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

struct held { /* which parts each item has: 1 + the first, 1 + the next of the same */
    size_t *first, *next;
};

static struct held held_of(const struct run *r)
{
    struct held h;
    size_t i;
    h.first = (size_t *)base_zeroed(r->count + r->part_count, sizeof *h.first);
    h.next = h.first + r->count;
    for (i = r->part_count; i > 0; i--) {
        h.next[i - 1] = h.first[r->parts[i - 1].item];
        h.first[r->parts[i - 1].item] = i;
    }
    return h;
}

/* "0-9 12"; with several resources "2:0-9 3:12", or "2:*10" where it is not known which.
 */
static void item_servers(const struct run *r, const struct held *h, size_t i, FILE *to)
{
    size_t k;
    for (k = h->first[i]; k > 0; k = h->next[k - 1]) {
        const struct run_part *p = &r->parts[k - 1];
        if (k != h->first[i]) fputc(' ', to);
        if (r->resource_count > 1) fprintf(to, "%" PRIu32 ":", p->resource);
        if (p->first >= 0) fprintf(to, "%" PRId64, p->first);
        if (p->first < 0) fprintf(to, "*%" PRId64, p->size);
        if (p->first >= 0 && p->size > 1)
            fprintf(to, "-%" PRId64, p->first + p->size - 1);
    }
}

static void item_line(const struct experiment *x, const struct run *r, size_t i,
                      const struct held *h, FILE *to)
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
    fputc(',', to);
    item_servers(r, h, i, to);
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
    fputs(",held\n", file);
}

void items_write(const struct experiment *x, const struct run *r)
{
    const struct held h = held_of(r);
    size_t i;
    for (i = 0; i < r->count; i++) item_line(x, r, i, &h, file);
    free(h.first);
}

void items_close(void) { output_close(file); }
