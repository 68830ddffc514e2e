/* report.c - JSON goes through the same cells as the tables. */
#define _POSIX_C_SOURCE 200809L

#include "kit/report.h"

#include "base/hash.h"
#include "kit/base.h"
#include "kit/brief.h"
#include "kit/claim.h"
#include "kit/command.h"
#include "kit/output.h"
#include "kit/page.h"
#include "kit/row_file.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char json_begins[] = "{\"program\":", page_begins[] = "<!DOCTYPE html>";

/* ---- JSON -------------------------------------------------------------------------- */

/* A key behind ", " is not the first. */
static void pair(FILE *to, const char *key, double x)
{
    const int behind = *key == ',';
    fprintf(to, "%s\"%s\": ", behind ? ", " : "", key + 2 * behind);
    write_json_number(to, x);
}

static void json_cell(const struct experiment *x, struct row_cell of, FILE *to)
{
    const struct row_spread s = experiment_spread(x, of, EXPERIMENT_ALONE);
    struct row_spread d = s;
    if (of.variant == x->against)
        d.mean -= s.mean, d.low -= s.low, d.high -= s.high; /* 0, or NAN */
    else
        d = experiment_spread(x, of, EXPERIMENT_LESS);
    pair(to, "mean", s.mean), pair(to, ", low", s.low), pair(to, ", high", s.high);
    pair(to, ", least", s.least), pair(to, ", most", s.most);
    pair(to, ", n", (double)s.count), pair(to, ", difference", d.mean);
    pair(to, ", difference_low", d.low), pair(to, ", difference_high", d.high);
}

/* Does a cell begin here, in sorted rows? */
static int begins(const struct experiment *x, size_t i)
{
    return i == 0 || row_compare_cell(&x->rows.at[i - 1], &x->rows.at[i]) != 0;
}

static struct row_cell cell_of(const struct row *r)
{
    const struct row_cell of = {r->point, r->variant, r->measure, r->axis, r->place};
    return of;
}

/* The hash of a run, of several seeds one of theirs. */
static void json_hash(const struct experiment *x, size_t first, size_t end,
                      size_t variant, FILE *to)
{
    uint64_t hash = 0;
    size_t i;
    for (i = first; i < end; i++) {
        const struct row *r = &x->rows.at[i];
        uint64_t one;
        if (r->measure != measure_hash(x->sim) || r->variant != variant) continue;
        one = (uint64_t)r->sum << 32 | ((uint64_t)r->weight - 1);
        hash = x->seeds == 1 ? one : hash_add(hash ? hash : HASH_START, one);
    }
    if (hash) fprintf(to, ",\n       \"hash\": \"%016" PRIx64 "\"", hash);
}

/* Of the rows of a point; `classes`: of its classes, else of all items. */
static void json_cells(const struct experiment *x, size_t first, size_t end,
                       size_t variant, int classes, FILE *to)
{
    const char *between = "";
    size_t i;
    for (i = first; i < end; i++) {
        const struct row_cell of = cell_of(&x->rows.at[i]);
        if (of.variant != variant || of.measure == measure_hash(x->sim) ||
            (of.axis != ROW_NONE) != classes || !begins(x, i))
            continue;
        fprintf(to,
                classes ? "%s\n        {\"measure\": \"%s\", " : "%s\n        \"%s\": {",
                between, tables_name(x, of.measure));
        if (classes) {
            fprintf(to, "\"axis\": \"%s\", \"class\": ", x->sim->axes[of.axis].name);
            write_json_text(to, tables_place(x, of.axis, of.place));
            pair(to, ", items", row_weight(&x->rows, of));
            fputs(", ", to);
        }
        json_cell(x, of, to);
        fputc('}', to);
        between = ",";
    }
}

static void json_command(const struct options *o, FILE *to)
{
    const char *word;
    size_t k;
    for (k = 0; (word = option_word_told(o, k)) != NULL; k++) {
        fputs(k ? ", " : "", to);
        write_json_text(to, word);
    }
}

static void json_inputs(const struct options *o, FILE *to)
{
    const char *path, *between = "";
    size_t i, k;
    for (i = 0; i < o->count; i++)
        for (k = 0; (path = option_file(o, i, k)) != NULL; k++) {
            const uint64_t hash = output_hash(path);
            if (!hash) continue;
            fprintf(to, "%s{\"option\": \"%s\", \"file\": ", between, o->table[i].name);
            write_json_text(to, path);
            fprintf(to, ", \"fnv1a\": \"%016" PRIx64 "\"}", hash);
            between = ", ";
        }
}

static void json_head(const struct experiment *x, FILE *to)
{
    fprintf(to, "{\n  \"program\": \"%s\",\n  \"version\": \"%s\",\n  \"command\": [",
            x->sim->name, COMMAND_VERSION);
    json_command(&x->options, to);
    fputs("],\n  \"inputs\": [", to);
    json_inputs(&x->options, to);
    fputs("],\n  ", to);
}

static void write_json(const struct experiment *x, FILE *to)
{
    size_t i, a, v, first, end = 0;
    json_head(x, to);
    fputs("\"about\": ", to);
    write_json_text(to, x->about);
    fputs(",\n  \"against\": ", to);
    write_json_text(to, x->variant_names[x->against]);
    fputs(",\n  \"settings\": ", to);
    option_json(&x->options, to);
    fputs(",\n  \"points\": [", to);
    for (i = 0; i < x->points; i++) {
        fprintf(to, "%s\n    {", i ? "," : "");
        for (a = 0; a < x->axis_count; a++) {
            fprintf(to, "\"%s\": ", experiment_axis(x, a)->name);
            option_json_value(&x->options, x->axes[a], x->values[i][a], to);
            fputs(", ", to);
        }
        for (first = end; end < x->rows.count && x->rows.at[end].point == i;) end++;
        for (v = 0; v < x->variants; v++) {
            fprintf(to, "%s\n      {\"variant\": ", v ? "," : "\"variants\": [");
            write_json_text(to, x->variant_names[v]);
            json_hash(x, first, end, v, to);
            fputs(",\n       \"measures\": {", to);
            json_cells(x, first, end, v, 0, to);
            fputs("},\n       \"classes\": [", to);
            json_cells(x, first, end, v, 1, to);
            fputs("]}", to);
        }
        fputs("]}", to);
    }
    fputs("]\n}\n", to);
}

/* ---- facts: a line for every number, for programs that judge them ------------------ */

static const char facts_begins[] = "key\tvalue";

/* Blanks as "_", so that a key is words. */
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

static void values(struct row_spread s, FILE *to)
{
    value(to, s.mean);
    value(to, s.low);
    value(to, s.high);
    fprintf(to, "\t%zu\t%s\n", s.count, s.units ? s.units : "run");
}

static void fact(const struct experiment *x, struct row_cell of, int difference, FILE *to)
{
    key(x, of, difference, to);
    values(experiment_spread(x, of, difference ? EXPERIMENT_LESS : EXPERIMENT_ALONE), to);
}

static void facts_of_cell(const struct experiment *x, struct row_cell of, FILE *to)
{
    uint32_t seed;
    fact(x, of, 0, to);
    for (seed = 0; seed < x->seeds && x->seeds > 1; seed++) {
        const double v = row_mean_of_seed(&x->rows, of, seed);
        if (isnan(v)) continue;
        key(x, of, 0, to);
        fprintf(to, " seed=%" PRId64, x->how.seed + (int64_t)seed);
        value(to, v);
        fputc('\n', to);
    }
    if (of.variant != x->against) fact(x, of, 1, to);
}

static void write_facts(const struct experiment *x, FILE *to)
{
    size_t i;
    fprintf(to, "%s\tlow\thigh\tn\tover\n", facts_begins);
    for (i = 0; i < x->rows.count; i++)
        if (begins(x, i) && x->rows.at[i].measure != measure_hash(x->sim))
            facts_of_cell(x, cell_of(&x->rows.at[i]), to);
    for (i = 0; x->how.claims && x->how.claims[i]; i++) {
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
    size_t a;
    fprintf(to, "%" PRId64 ",", x->how.seed + (int64_t)r->place.seed);
    write_csv_text(to, r->variant);
    fputc(',', to);
    for (a = 0; a < x->axis_count; a++) {
        write_csv_text(to, experiment_text(x, a, r->place.point));
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
    h.first = base_zeroed(r->count + r->part_count, sizeof *h.first);
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
    fprintf(to, "%zu,", i + 1);
    csv_run(x, r, to);
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

static const char links_begins[] = "seed,variant,";

static const char *items_begins(const struct experiment *x)
{
    return base_text("%s,%s", x->sim->item, links_begins);
}

static FILE *runs_begin(const struct experiment *x, const char *path, const char *begins)
{
    FILE *to = path ? output_open(path, begins) : NULL;
    size_t a;
    if (to) fputs(begins, to);
    for (a = 0; a < x->axis_count && to; a++)
        fprintf(to, "%s,", experiment_axis(x, a)->name);
    return to;
}

void report_runs_begin(const struct experiment *x)
{
    size_t k;
    links = runs_begin(x, x->how.links, links_begins);
    if (links) fputs("from,to,use,refusals\n", links);
    items = runs_begin(x, x->how.items, items_begins(x));
    if (!items) return;
    fputs("fate,submit,ready,start,end,size,length,kind,resource,logged", items);
    for (k = 0; k < x->sim->columns_count; k++)
        if (!(x->sim->columns[k].is & COLUMN_TIMED) || !x->how.no_timing)
            fprintf(items, ",%s", x->sim->columns[k].name);
    fputs(",held\n", items);
}

static void link_line(const struct experiment *x, const struct run *r,
                      const struct run_link *l)
{
    csv_run(x, r, links);
    write_csv_text(links, l->from);
    fputc(',', links);
    write_csv_text(links, l->to);
    fputc(',', links);
    write_csv_number(links, l->use);
    fputc(',', links);
    write_csv_number(links, l->refusals);
    fputc('\n', links);
}

void report_run(const struct experiment *x, const struct run *r)
{
    size_t i;
    if (items) {
        const struct held h = held_of(r);
        for (i = 0; i < r->count; i++) item_line(x, r, i, &h, items);
        free(h.first);
    }
    for (i = 0; i < r->link_count; i++) link_line(x, r, &r->links[i]);
}

void report_runs_end(void)
{
    if (items) output_close(items);
    if (links) output_close(links);
}

/* ---- all --------------------------------------------------------------------------- */

void report_check(const struct experiment *x)
{
    size_t i;
    for (i = 0; x->how.claims && x->how.claims[i]; i++) claim_read(x, x->how.claims[i]);
    if (x->how.json) output_claim(x->how.json, json_begins);
    if (x->how.report) output_claim(x->how.report, page_begins);
    if (x->how.facts) output_claim(x->how.facts, facts_begins);
    if (x->how.items) output_claim(x->how.items, items_begins(x));
    if (x->how.links) output_claim(x->how.links, links_begins);
    if (x->how.rows) output_claim(row_file_path(x, 0), row_file_begins);
}

static void write_file(const struct experiment *x, const char *path, const char *begins,
                       void (*write)(const struct experiment *x, FILE *to))
{
    FILE *to;
    if (!path) return;
    to = output_open(path, begins);
    write(x, to);
    output_close(to);
}

static int is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

void report_write(const struct experiment *x)
{
    FILE *to;
    size_t i;
    if (x->how.part) return;
    write_file(x, x->how.json, json_begins, write_json);
    write_file(x, x->how.report, page_begins, page_print);
    write_file(x, x->how.facts, facts_begins, write_facts);
    if (is_standard(x->how.json) || is_standard(x->how.report) ||
        is_standard(x->how.items) || is_standard(x->how.facts) ||
        is_standard(row_file_path(x, 0)) || is_standard(x->how.links))
        return;
    to = output_open("-", NULL);
    for (i = 0; x->how.claims && x->how.claims[i]; i++) {
        const struct claim c = claim_read(x, x->how.claims[i]);
        claim_print(x, &c, to);
    }
    if (i == 0 && x->sim->first.terminal && !x->how.table && brief_possible(x)) {
        brief_print(x, to);
    } else if (i == 0) {
        if (x->about) fputs(x->about, to);
        tables_show(x, tables_print, to);
    }
    output_close(to);
}

int report_answer(const struct experiment *x)
{
    const struct options *o = &x->options;
    FILE *to;
    size_t i;
    for (i = 0; i < o->count && !(o->table[i].asks && o->given[i].told); i++) continue;
    if (i == o->count) return 0;
    if (x->points > 1 || x->seeds > 1)
        fail_usage("--%s asks one question: nothing sweeps", o->table[i].name);
    to = output_open("-", NULL);
    x->sim->answer(experiment_settings(x, x->base, 0), x->how.seed, to);
    output_close(to);
    return 1;
}
