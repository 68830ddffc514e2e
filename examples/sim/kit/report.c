/* report.c - facts are a line for each of the figures, in their order. */
#define _POSIX_C_SOURCE 200809L

#include "kit/report.h"

#include "kit/base.h"
#include "kit/brief.h"
#include "kit/claim.h"
#include "kit/output.h"
#include "kit/page.h"
#include "kit/row_file.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts: a line for every number, for programs that judge them ------------------ */

static const char facts_begins[] = "key\tvalue";

/* Blanks as "_", so that a key is words. */
static void word(FILE *to, const char *text)
{
    for (; *text; text++) fputc(*text == ' ' || *text == '\t' ? '_' : *text, to);
}

static void key(const struct experiment *x, struct row_cell of, int difference, FILE *to)
{
    for (size_t a = 0; a < x->axis_count; a++) {
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

static void values(struct row_spread s, FILE *to)
{
    fputc('\t', to);
    write_csv_number(to, s.mean, '\t');
    write_csv_number(to, s.low, '\t');
    write_csv_number(to, s.high, '\t');
    fprintf(to, "%zu\t%s\n", s.count, s.units ? s.units : "run");
}

/* Of what a run decided there is the hash alone, of each seed. */
static void facts_of(const struct experiment *x, const struct row_figure *f, FILE *to)
{
    const struct row *r = &x->rows.all[f->first], *end = r + f->count;
    const int hash = f->cell.measure == measure_hash(x->sim);
    if (!hash) {
        key(x, f->cell, 0, to);
        values(experiment_spread(x, f->cell, EXPERIMENT_ALONE), to);
    }
    for (; r < end && (x->seeds > 1 || hash); r++) {
        key(x, f->cell, 0, to);
        if (x->seeds > 1) fprintf(to, " seed=%" PRId64, x->how.seed + (int64_t)r->seed);
        fputc('\t', to);
        if (hash)
            fprintf(to, "%08" PRIx64 "%08" PRIx64 "\n", (uint64_t)r->sum,
                    (uint64_t)r->weight - 1);
        else
            write_csv_number(to, r->sum / r->weight, '\n');
    }
    if (hash || f->cell.variant == x->against) return;
    key(x, f->cell, 1, to);
    values(experiment_spread(x, f->cell, EXPERIMENT_LESS), to);
}

static void write_facts(const struct experiment *x, FILE *to)
{
    fprintf(to, "%s\tlow\thigh\tn\tover\n", facts_begins);
    for (size_t i = 0; i < x->rows.figure_count; i++)
        facts_of(x, &x->rows.figures[i], to);
    for (size_t i = 0; x->how.claims && x->how.claims[i]; i++) {
        const struct claim c = claim_read(x, x->how.claims[i]);
        fputs(c.text, to);
        values(claim_figure(x, &c), to);
    }
}

/* ---- items and links --------------------------------------------------------------- */

static FILE *items, *links;

/* The run: "1,easy,", and a field for each option that is swept. */
static void csv_run(const struct experiment *x, const struct run *r, FILE *to)
{
    fprintf(to, "%" PRId64 ",", x->how.seed + (int64_t)r->place.seed);
    write_csv_text(to, r->variant, ',');
    for (size_t a = 0; a < x->axis_count; a++)
        write_csv_text(to, experiment_text(x, a, r->place.cell.point), ',');
}

struct held { /* which parts each item has: 1 + the first, 1 + the next of the same */
    size_t *first, *next;
};

static struct held held_of(const struct run *r)
{
    struct held h;
    h.first = base_zeroed(r->count + r->part_count, sizeof *h.first);
    h.next = h.first + r->count;
    for (size_t i = r->part_count; i > 0; i--) {
        h.next[i - 1] = h.first[r->parts[i - 1].item];
        h.first[r->parts[i - 1].item] = i;
    }
    return h;
}

/* "0-9 12"; with several resources "2:0-9 3:12", or "2:*10" where it is not known which.
 */
static void item_servers(const struct run *r, const struct held *h, size_t i, FILE *to)
{
    for (size_t k = h->first[i]; k > 0; k = h->next[k - 1]) {
        const struct run_part *p = &r->parts[k - 1];
        if (k != h->first[i]) fputc(' ', to);
        if (r->resource_count > 1) fprintf(to, "%" PRIu32 ":", p->resource);
        if (p->first >= 0) fprintf(to, "%" PRId64, p->first);
        if (p->first < 0) fprintf(to, "*%" PRId64, p->size);
        if (p->first >= 0 && p->size > 1)
            fprintf(to, "-%" PRId64, p->first + p->size - 1);
    }
}

/* Is this one of the simulator's columns in --items? */
static int is_written(const struct experiment *x, size_t column)
{
    return !(x->sim->columns[column].is & COLUMN_TIMED) || !x->how.no_timing;
}

static void item_line(const struct experiment *x, const struct run *r, size_t i,
                      const struct held *h, FILE *to)
{
    const double *item = run_item(r, i);
    fprintf(to, "%zu,", i + 1);
    csv_run(x, r, to);
    write_csv_text(to, x->sim->fates[(size_t)item[ITEM_FATE]], ',');
    for (size_t k = 0; k < r->columns; k++)
        if (k != ITEM_FATE && (k < ITEM_OWN || is_written(x, k - ITEM_OWN)))
            write_csv_number(to, item[k], ',');
    item_servers(r, h, i, to);
    fputc('\n', to);
}

static const char links_begins[] = "seed,variant,";

static const char *items_begins(const struct experiment *x)
{
    return base_text("%s,%s", x->sim->item, links_begins);
}

static FILE *runs_begin(const struct experiment *x, const char *path, const char *begins)
{
    FILE *to = path ? output_open(path, begins) : NULL;
    if (to) fputs(begins, to);
    for (size_t a = 0; a < x->axis_count && to; a++)
        fprintf(to, "%s,", experiment_axis(x, a)->name);
    return to;
}

void report_runs_begin(const struct experiment *x)
{
    links = runs_begin(x, x->how.links, links_begins);
    if (links) fputs("from,to,use,refusals\n", links);
    items = runs_begin(x, x->how.items, items_begins(x));
    if (!items) return;
    fputs("fate,submit,ready,start,end,size,length,kind,resource,logged", items);
    for (size_t k = 0; k < x->sim->columns_count; k++)
        if (is_written(x, k)) fprintf(items, ",%s", x->sim->columns[k].name);
    fputs(",held\n", items);
}

void report_run(const struct experiment *x, const struct run *r)
{
    if (items) {
        const struct held h = held_of(r);
        for (size_t i = 0; i < r->count; i++) item_line(x, r, i, &h, items);
        free(h.first);
    }
    for (size_t i = 0; i < r->link_count; i++) {
        csv_run(x, r, links);
        write_csv_text(links, r->links[i].from, ',');
        write_csv_text(links, r->links[i].to, ',');
        write_csv_number(links, r->links[i].use, ',');
        write_csv_number(links, r->links[i].refusals, '\n');
    }
}

void report_runs_end(void)
{
    if (items) output_close(items);
    if (links) output_close(links);
}

/* ---- all --------------------------------------------------------------------------- */

struct output {
    const char *path; /* or NULL */
    const char *begins;
    void (*write)(const struct experiment *x, FILE *to); /* NULL: while runs go on */
};

enum { OUTPUTS = 5 };

static void outputs_of(const struct experiment *x, struct output to[OUTPUTS])
{
    const struct output all[OUTPUTS] = {{x->how.report, "<!DOCTYPE html>", page_print},
                                        {x->how.facts, facts_begins, write_facts},
                                        {x->how.items, items_begins(x), NULL},
                                        {x->how.links, links_begins, NULL},
                                        {row_file_path(x, 0), row_file_begins, NULL}};
    memcpy(to, all, sizeof all);
}

void report_check(const struct experiment *x)
{
    struct output all[OUTPUTS];
    for (size_t i = 0; x->how.claims && x->how.claims[i]; i++)
        claim_read(x, x->how.claims[i]);
    outputs_of(x, all);
    for (size_t i = 0; i < OUTPUTS; i++)
        if (all[i].path) output_claim(all[i].path, all[i].begins);
}

static void print_tables(const struct experiment *x, FILE *to)
{
    size_t count;
    const struct tables_one *all = tables_all(x, &count);
    if (x->about) fputs(x->about, to);
    for (size_t i = 0; i < count; i++) tables_print(to, &all[i]);
}

void report_write(const struct experiment *x)
{
    struct output all[OUTPUTS];
    FILE *to;
    size_t i;
    int shown = 0;
    if (x->how.part) return;
    outputs_of(x, all);
    for (i = 0; i < OUTPUTS; i++) {
        shown |= all[i].path && strcmp(all[i].path, "-") == 0;
        if (!all[i].path || !all[i].write) continue;
        to = output_open(all[i].path, all[i].begins);
        all[i].write(x, to);
        output_close(to);
    }
    if (shown) return;
    to = output_open("-", NULL);
    for (i = 0; x->how.claims && x->how.claims[i]; i++) {
        const struct claim c = claim_read(x, x->how.claims[i]);
        claim_print(x, &c, to);
    }
    if (i == 0 && x->sim->first.terminal && !x->how.table && brief_possible(x))
        brief_print(x, to);
    else if (i == 0)
        print_tables(x, to);
    output_close(to);
}

int report_answer(const struct experiment *x)
{
    const struct options *o = &x->options;
    size_t i;
    for (i = 0; i < o->count && !(o->table[i].asks && o->given[i].told); i++) continue;
    if (i == o->count) return 0;
    if (x->points > 1 || x->seeds > 1)
        fail_usage("--%s: it takes no lists of values and no --seeds", o->table[i].name);
    FILE *to = output_open("-", NULL);
    x->sim->answer(experiment_settings(x, x->base, 0), x->how.seed, to);
    output_close(to);
    return 1;
}
