/* row_file.c - all rows of a process are in memory, as they are for its tables; the file
 * that runs are added to is only read again when they were interrupted. */
#define _POSIX_C_SOURCE 200809L

#include "kit/row_file.h"

#include "base/compare.h"
#include "base/system.h"
#include "base/word.h"
#include "kit/base.h"
#include "kit/csv.h"
#include "kit/output.h"
#include "kit/row_head.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char row_file_begins[] = "rows,1,";

static const char *const after_axes[] = {"variant", "seed",  "block", "measure", "axis",
                                         "place",   "class", "sum",   "weight"};

enum { COLUMNS = sizeof after_axes / sizeof *after_axes, BLOCKS = 1000 };
enum { IN_VARIANT, IN_SEED, IN_BLOCK, IN_MEASURE, IN_AXIS, IN_PLACE, IN_CLASS };
enum { IN_SUM = IN_CLASS + 1, IN_WEIGHT };

/* ---- rows as text ------------------------------------------------------------------ */

/* A value of a swept option: times in seconds. */
static const char *plain(const struct option *o, int64_t value)
{
    char text[OPTION_WIDE];
    if (o->kind == OPTION_TIME && value >= 0) return base_text("%" PRId64, value);
    return base_text("%s", option_text(o, value, text));
}

static void write_head(const struct experiment *x, FILE *to)
{
    const struct row_head head = row_head_of(x);
    size_t i;
    for (i = 0; i < head.count; i++) {
        fputs(i ? "," : "", to);
        write_csv_text(to, head.at[i]);
    }
    fputc('\n', to);
    for (i = 0; i < x->axis_count; i++) fprintf(to, "%s,", experiment_axis(x, i)->name);
    for (i = 0; i < COLUMNS; i++) fprintf(to, "%s%s", i ? "," : "", after_axes[i]);
    fputc('\n', to);
}

static void write_place(const struct experiment *x, size_t point, size_t variant,
                        size_t seed, FILE *to)
{
    size_t a;
    for (a = 0; a < x->axis_count; a++) {
        write_csv_text(to, plain(experiment_axis(x, a), experiment_value(x, a, point)));
        fputc(',', to);
    }
    write_csv_text(to, x->variant_names[variant]);
    fprintf(to, ",%" PRId64 ",", x->how.seed + (int64_t)seed);
}

static void write_row(const struct experiment *x, const struct row *r, FILE *to)
{
    write_place(x, r->point, r->variant, r->seed, to);
    if (r->block != ROW_NONE) fprintf(to, "%" PRIu32, r->block);
    fprintf(to, ",%s,", tables_name(x, r->measure));
    if (r->axis == ROW_NONE) {
        fputs(",,", to);
    } else {
        fprintf(to, "%s,%" PRIu32 ",", x->sim->axes[r->axis].name, r->place);
        write_csv_text(to, tables_place(x, r->axis, r->place));
    }
    fputc(',', to);
    write_csv_number(to, r->sum);
    fputc(',', to);
    write_csv_number(to, r->weight);
    fputc('\n', to);
}

/* What the runs of a group decided; how many rows that is. */
static size_t write_hashes(const struct experiment *x, size_t group, FILE *to)
{
    const size_t point = group / x->seeds, seed = group % x->seeds;
    size_t v, n = 0;
    for (v = 0; v < x->variants; v++) {
        const uint64_t hash = experiment_run(x, point, seed, v)->hash;
        if (!hash) continue;
        write_place(x, point, v, seed, to);
        fprintf(to, ",hash,,,%016" PRIx64 ",,\n", hash);
        n++;
    }
    return n;
}

static void write_about(const struct experiment *x, FILE *to)
{
    if (!x->about) return;
    fputs("about,", to);
    write_csv_text(to, x->about);
    fputc('\n', to);
}

/* ---- rows from text ---------------------------------------------------------------- */

struct found { /* a row, or a hash, and where it was */
    struct row row;
    uint64_t hash;
    const char *path;
    size_t line;
};

struct taking {
    struct experiment *x;
    struct csv file;
    struct found *at; /* rows; hashes have the number behind the last measure */
    size_t count, room;
    const char ***values; /* of each axis, of each value: as it is in the column */
    unsigned char *there; /* of each run                                   */
    size_t last;          /* point                                         */
};

static void begin_taking(struct taking *t, struct experiment *x)
{
    size_t a, k;
    memset(t, 0, sizeof *t);
    t->x = x;
    t->there = base_zeroed(x->points * x->seeds * x->variants, 1);
    t->values = base_kept(x->axis_count, sizeof *t->values);
    for (a = 0; a < x->axis_count; a++) {
        const struct option_given *g = &x->options.given[x->axes[a]];
        t->values[a] = base_kept(g->count, sizeof **t->values);
        for (k = 0; k < g->count; k++)
            t->values[a][k] = plain(experiment_axis(x, a), g->at[k]);
    }
}

/* A field behind the axes' fields. */
static const char *field(const struct taking *t, size_t column)
{
    return t->file.at[t->x->axis_count + column];
}

FAIL_NORETURN static void refuse(const struct taking *t, size_t column,
                                 const char *expected)
{
    fail("%s:%zu: %s: '%s' is not %s", t->file.path, t->file.line, after_axes[column],
         field(t, column), expected);
}

static uint32_t read_point(struct taking *t)
{
    const struct experiment *x = t->x;
    size_t values[EXPERIMENT_AXES], a, i, k;
    for (a = 0; a < x->axis_count; a++) {
        const size_t count = x->options.given[x->axes[a]].count;
        for (i = 0; i < count && strcmp(t->values[a][i], t->file.at[a]) != 0;) i++;
        if (i == count)
            fail("%s:%zu: %s: '%s' is not of the plan", t->file.path, t->file.line,
                 experiment_axis(x, a)->name, t->file.at[a]);
        values[a] = i;
    }
    for (k = 0; k < x->points; k++) { /* most often as in the row before */
        i = (k + t->last) % x->points;
        for (a = 0; a < x->axis_count && x->values[i][a] == values[a];) a++;
        if (a == x->axis_count) return (uint32_t)(t->last = i);
    }
    fail("%s:%zu: no point of the plan has these values", t->file.path, t->file.line);
}

/* A whole number from `from`, `count` of them, without signs or blanks; less `from`. */
static uint32_t read_whole(const struct taking *t, size_t column, int64_t from,
                           size_t count, const char *expected)
{
    const struct word w = word_of(field(t, column));
    int64_t n;
    if (!word_is_whole(w, from, from + (int64_t)count - 1, &n) ||
        (*w.at == '0' && w.length > 1))
        refuse(t, column, expected);
    return (uint32_t)(n - from);
}

static double read_number(const struct taking *t, size_t column)
{
    double number;
    if (!word_is_number(word_of(field(t, column)), &number))
        refuse(t, column, "a number");
    return number;
}

static void read_class(const struct taking *t, struct row *r)
{
    struct experiment *x = t->x;
    const char *class = field(t, IN_CLASS), **known;
    r->axis = r->place = ROW_NONE;
    if (!*field(t, IN_AXIS)) {
        if (*field(t, IN_PLACE)) refuse(t, IN_AXIS, "given, but a place is");
        if (*class) refuse(t, IN_AXIS, "given, but a class is");
        return;
    }
    r->axis = measure_axis(x->sim, field(t, IN_AXIS));
    if (r->axis == ROW_NONE) refuse(t, IN_AXIS, "of this simulator");
    r->place = read_whole(t, IN_PLACE, 0, ROW_PLACES, "a whole number below 64");
    known = &x->texts[r->axis][r->place];
    if (!*class) return;
    if (x->sim->axes[r->axis].kind == AXIS_NAMES && !*known)
        *known = base_text("%s", class);
    if (strcmp(tables_place(x, r->axis, r->place), class) != 0)
        refuse(t, IN_CLASS,
               base_text("'%s', as that place is called elsewhere",
                         tables_place(x, r->axis, r->place)));
}

static void read_hash(const struct taking *t, struct found *to)
{
    const char *text = field(t, IN_CLASS);
    size_t k;
    for (k = IN_BLOCK; k < COLUMNS; k++)
        if (k != IN_MEASURE && k != IN_CLASS && *field(t, k))
            refuse(t, k, "empty, as a hash has it");
    if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")])
        refuse(t, IN_CLASS, "a hash of 16 digits");
    to->row.measure = (uint32_t)t->x->sim->measures_count + 1;
    to->hash = strtoull(text, NULL, 16);
}

static void read_row(struct taking *t)
{
    const struct experiment *x = t->x;
    struct found found = {
        {0, 0, 0, 0, ROW_NONE, ROW_NONE, ROW_NONE, 0, 0}, 0, t->file.path, t->file.line};
    struct row *r = &found.row;
    r->point = read_point(t);
    while (r->variant < x->variants &&
           strcmp(x->variant_names[r->variant], field(t, IN_VARIANT)) != 0)
        r->variant++;
    if (r->variant == x->variants) refuse(t, IN_VARIANT, "of the plan");
    r->seed = read_whole(t, IN_SEED, x->how.seed, x->seeds, "a seed of the plan");
    if (strcmp(field(t, IN_MEASURE), "hash") == 0) {
        read_hash(t, &found);
    } else {
        r->measure = measure_number(x->sim, field(t, IN_MEASURE));
        if (r->measure == ROW_NONE) refuse(t, IN_MEASURE, "of this simulator");
        read_class(t, r);
        if (*field(t, IN_BLOCK))
            r->block =
                read_whole(t, IN_BLOCK, 0, x->sim->weeks && x->seeds == 1 ? BLOCKS : 0,
                           "a week below 1000 of a log that is run with one seed");
        r->sum = read_number(t, IN_SUM);
        r->weight = read_number(t, IN_WEIGHT);
        if (!(r->weight > 0) || !isfinite(r->sum / r->weight))
            refuse(t, IN_WEIGHT, "above 0, or too small");
    }
    BASE_PUSH(t->at, t->count, t->room) = found;
}

/* The record that names the columns. */
static void check_columns(const struct taking *t)
{
    const struct csv *f = &t->file;
    const size_t axes = t->x->axis_count;
    size_t i;
    for (i = 0; i < axes + COLUMNS && i < f->count; i++) {
        const char *name =
            i < axes ? experiment_axis(t->x, i)->name : after_axes[i - axes];
        if (strcmp(f->at[i], name) != 0)
            fail("%s:%zu: column: '%s' is not %s", f->path, f->line, f->at[i], name);
    }
    if (f->count != axes + COLUMNS)
        fail("%s:%zu: %zu columns instead of %zu", f->path, f->line, f->count,
             axes + COLUMNS);
}

/* The rows of a file behind its first record. 1: it ends with `end`; else rows behind its
 * last `end` are not taken, and *whole is where that ends. */
static int read_rows(struct taking *t, size_t *whole)
{
    struct experiment *x = t->x;
    struct csv *f = &t->file;
    const size_t before = t->count;
    size_t ended = before;
    int complete = 0;
    if (!csv_read(f)) return 0;
    check_columns(t);
    *whole = (size_t)(f->next - f->text);
    while (csv_read(f)) {
        complete = f->count == 2 && strcmp(f->at[0], "end") == 0;
        if (complete) {
            if (strcmp(f->at[1], base_text("%zu", t->count - before)) != 0)
                fail("%s:%zu: end: '%s' rows, but %zu are there", f->path, f->line,
                     f->at[1], t->count - before);
            ended = t->count;
            *whole = (size_t)(f->next - f->text);
        } else if (f->count == 2 && strcmp(f->at[0], "about") == 0) {
            if (!x->about) x->about = base_text("%s", f->at[1]);
        } else if (f->count == x->axis_count + COLUMNS) {
            read_row(t);
        } else {
            fail("%s:%zu: %zu fields instead of %zu", f->path, f->line, f->count,
                 x->axis_count + COLUMNS);
        }
    }
    t->count = ended;
    return complete && !f->torn;
}

/* Opens a file, takes its rows, if it has any, and closes it. Its first record has to be
 * as in `other`. Returns where its last `end` is; fails if it has to be whole. */
static size_t take_file(struct taking *t, const char *path, const char *other,
                        const struct row_head *expected, int has_to_be_whole)
{
    struct row_head head;
    size_t whole = 0;
    int complete = 0;
    csv_open(&t->file, path);
    if (row_head_read(&t->file, t->x, &head)) {
        row_head_compare(path, &head, other, expected);
        complete = read_rows(t, &whole);
    }
    if (!complete && has_to_be_whole)
        fail("%s:%zu: it does not end with end,N: something is missing", path,
             t->file.line);
    csv_close(&t->file);
    return whole;
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    const int rows = row_compare(&x->row, &y->row);
    if (rows) return rows;
    return x->path != y->path ? strcmp(x->path, y->path) : COMPARE(x->line, y->line);
}

/* No row is there twice; t->there has the runs of which there are some. */
static void check_twice(struct taking *t)
{
    const struct experiment *x = t->x;
    size_t i;
    if (t->count) qsort(t->at, t->count, sizeof *t->at, compare_found);
    for (i = 0; i < t->count; i++) {
        const struct row *r = &t->at[i].row;
        if (i > 0 && row_compare(&t->at[i - 1].row, r) == 0)
            fail("%s:%zu: the same row as %s:%zu", t->at[i].path, t->at[i].line,
                 t->at[i - 1].path, t->at[i - 1].line);
        t->there[(r->point * x->seeds + r->seed) * x->variants + r->variant] = 1;
    }
}

/* The rows of groups that are wanted (NULL: all) into x->rows. */
static void take_rows(struct taking *t, const unsigned char *wanted)
{
    struct experiment *x = t->x;
    size_t i;
    for (i = 0; i < t->count; i++) {
        struct row *r = &t->at[i].row;
        const struct row_group one = {r, 1, 1};
        if (wanted && !wanted[r->point * x->seeds + r->seed]) continue;
        if (r->measure <= x->sim->measures_count)
            row_append(&x->rows, &one);
        else
            experiment_run(x, r->point, r->seed, r->variant)->hash = t->at[i].hash;
    }
    free(t->at);
    free(t->there);
}

/* ---- --from ------------------------------------------------------------------------ */

static struct row_head first; /* of its first file */

static const char *from_file(const struct experiment *x, size_t k)
{
    size_t i = 0;
    while (strcmp(x->options.table[i].name, "from") != 0) i++;
    return option_file(&x->options, i, k);
}

void row_file_plan(struct experiment *x)
{
    const char *path = from_file(x, 0);
    struct csv f;
    if (!path) return;
    csv_open(&f, path);
    if (!row_head_read(&f, x, &first)) fail("%s:1: no rows", path);
    csv_close(&f);
    row_head_plan(x, path, &first);
}

void row_file_read(struct experiment *x)
{
    const char *path;
    struct taking t;
    size_t i, k, group;
    begin_taking(&t, x);
    row_head_check(x, from_file(x, 0), &first);
    for (k = 0; (path = from_file(x, k)) != NULL; k++)
        (void)take_file(&t, path, "the first file", &first, 1);
    check_twice(&t);
    for (i = 0; i < x->points * x->seeds * x->variants && !x->how.partial; i++) {
        if (t.there[i]) continue;
        group = i / x->variants;
        fail("%s: no rows of %s, seed %" PRId64 "%s%s; --partial does without them",
             x->how.from, x->variant_names[i % x->variants],
             x->how.seed + (int64_t)(group % x->seeds), x->axis_count ? ", " : "",
             x->point_names[group / x->seeds]);
    }
    take_rows(&t, NULL);
}

/* ---- while runs go on -------------------------------------------------------------- */

static struct {
    FILE *file;
    const char *path;
    size_t rows;
    unsigned char *has; /* of each group: is it in the file? */
} stream;

/* From here on an interruption loses no written row. */
static void end_group(void)
{
    fprintf(stream.file, "end,%zu\n", stream.rows);
    if (fflush(stream.file) != 0 || ferror(stream.file))
        fail("%s cannot be written: %s", stream.path, strerror(errno));
}

/* A run that fails at once leaves nothing. */
static void remove_empty(void)
{
    if (stream.rows == 0) unlink(stream.path);
}

/* Groups whose runs are all in a file: into x->rows and done. Returns where its last
 * group ends. A page wants the items of one run, which has to be made again. */
static size_t take_done(struct experiment *x, const char *path, unsigned char *done)
{
    const struct row_head own = row_head_of(x);
    struct taking t;
    size_t i, v, whole;
    begin_taking(&t, x);
    whole = take_file(&t, path, "this run", &own, 0);
    check_twice(&t);
    stream.rows = t.count;
    for (i = 0; i < x->points * x->seeds; i++) {
        done[i] = 1;
        for (v = 0; v < x->variants; v++) done[i] &= t.there[i * x->variants + v];
        stream.has[i] = done[i];
    }
    if (x->how.report && !x->how.part) done[x->base * x->seeds] = 0;
    take_rows(&t, done);
    return whole;
}

void row_file_begin(struct experiment *x, unsigned char *done)
{
    const char *ended = x->how.rows, *part = base_text("%s.part", ended);
    const int left = access(part, F_OK) == 0, again = left || access(ended, F_OK) == 0;
    struct stat about;
    size_t whole = 0;
    if (strcmp(ended, "-") == 0 || (stat(ended, &about) == 0 && !S_ISREG(about.st_mode)))
        return; /* a pipe: nothing that could be resumed */
    if (x->how.resume && x->how.items)
        fail_usage("--resume: the items of runs that were made before are gone");
    stream.path = part;
    stream.has = base_kept(x->points * x->seeds, 1);
    if (left && !x->how.resume)
        fail("%s is of a run that was interrupted: go on by --resume, or remove it",
             part);
    if (x->how.resume && again) {
        whole = take_done(x, left ? part : ended, done);
        if (!left && rename(ended, part) != 0) fail("%s: %s", part, strerror(errno));
    }
    stream.file = fopen(part, whole ? "rb+" : "wb");
    if (!stream.file) fail("%s: %s", part, strerror(errno));
    fail_clean(remove_empty);
    if (!whole) write_head(x, stream.file);
    if (!whole) end_group();
    if (whole && (ftruncate(fileno(stream.file), (off_t)whole) != 0 ||
                  fseek(stream.file, 0, SEEK_END) != 0))
        fail("%s cannot be written: %s", part, strerror(errno));
}

void row_file_group(struct experiment *x, size_t group)
{
    size_t v, i;
    if (!stream.file || stream.has[group]) return;
    for (v = 0; v < x->variants; v++) {
        const struct row_group *rows =
            experiment_run(x, group / x->seeds, group % x->seeds, v)->group;
        for (i = 0; i < rows->count; i++) write_row(x, &rows->at[i], stream.file);
        stream.rows += rows->count;
    }
    stream.rows += write_hashes(x, group, stream.file);
    if (group == x->base * x->seeds) write_about(x, stream.file);
    end_group();
}

void row_file_end(struct experiment *x)
{
    FILE *to = output_open(x->how.rows, row_file_begins);
    size_t i, n = x->rows.count;
    write_head(x, to);
    for (i = 0; i < x->rows.count; i++) write_row(x, &x->rows.at[i], to);
    for (i = 0; i < x->points * x->seeds; i++) n += write_hashes(x, i, to);
    write_about(x, to);
    fprintf(to, "end,%zu\n", n);
    output_close(to);
    if (!stream.file) return;
    fclose(stream.file);
    unlink(stream.path);
}
