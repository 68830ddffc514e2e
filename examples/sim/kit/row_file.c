/* row_file.c - all rows of a process are in memory, as they are for its tables; the file
 * that runs are added to is only read again when they were interrupted. */
#define _POSIX_C_SOURCE 200809L

#include "kit/row_file.h"

#include "base/compare.h"
#include "base/system.h"
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
    t->there = (unsigned char *)base_zeroed(x->points * x->seeds * x->variants, 1);
    t->values = (const char ***)base_kept(x->axis_count, sizeof *t->values);
    for (a = 0; a < x->axis_count; a++) {
        const struct option_given *g = &x->options.given[x->axes[a]];
        t->values[a] = (const char **)base_kept(g->count, sizeof **t->values);
        for (k = 0; k < g->count; k++)
            t->values[a][k] = plain(experiment_axis(x, a), g->at[k]);
    }
}

FAIL_NORETURN static void refuse(const struct csv *f, const char *column,
                                 const char *text, const char *expected)
{
    fail("%s:%zu: %s: '%s' is not %s", f->path, f->line, column, text, expected);
}

static const char *column_of(const struct csv *f, const struct experiment *x,
                             size_t column)
{
    return f->at[x->axis_count + column];
}

static uint32_t read_point(struct taking *t, const struct csv *f)
{
    const struct experiment *x = t->x;
    size_t values[EXPERIMENT_AXES], a, i, k;
    for (a = 0; a < x->axis_count; a++) {
        const size_t count = x->options.given[x->axes[a]].count;
        for (i = 0; i < count && strcmp(t->values[a][i], f->at[a]) != 0;) i++;
        if (i == count) refuse(f, experiment_axis(x, a)->name, f->at[a], "of the plan");
        values[a] = i;
    }
    for (k = 0; k < x->points; k++) { /* most often it is that of the row before */
        i = (k + t->last) % x->points;
        for (a = 0; a < x->axis_count && x->values[i][a] == values[a];) a++;
        if (a == x->axis_count) return (uint32_t)(t->last = i);
    }
    fail("%s:%zu: no point of the plan has these values", f->path, f->line);
}

/* A whole number below `most`, without signs or blanks. */
static uint32_t read_whole(const struct csv *f, const char *column, const char *text,
                           uint64_t from, uint64_t most, const char *expected)
{
    uint64_t n = 0;
    size_t i = 0;
    for (; text[i] >= '0' && text[i] <= '9' && n < UINT64_MAX / 10 - 1; i++)
        n = n * 10 + (uint64_t)(text[i] - '0');
    if (i == 0 || text[i] || (text[0] == '0' && i > 1) || n < from || n - from >= most)
        refuse(f, column, text, expected);
    return (uint32_t)(n - from);
}

static double read_number(const struct csv *f, const char *column, const char *text)
{
    char *end;
    const double number = strtod(text, &end);
    if (!*text || *end || text[strspn(text, "0123456789+-.eE")] || !isfinite(number))
        refuse(f, column, text, "a number");
    return number;
}

static void read_class(const struct taking *t, const struct csv *f, struct row *r)
{
    struct experiment *x = t->x;
    const char *axis = column_of(f, x, IN_AXIS), *class = column_of(f, x, IN_CLASS);
    const char **known;
    r->axis = r->place = ROW_NONE;
    if (!*axis) {
        if (*column_of(f, x, IN_PLACE)) refuse(f, "axis", axis, "given, but a place is");
        if (*class) refuse(f, "axis", axis, "given, but a class is");
        return;
    }
    r->axis = measure_axis(x->sim, axis);
    if (r->axis == ROW_NONE) refuse(f, "axis", axis, "of this simulator");
    r->place = read_whole(f, "place", column_of(f, x, IN_PLACE), 0, ROW_PLACES,
                          "a whole number below 64");
    known = &x->texts[r->axis][r->place];
    if (x->sim->axes[r->axis].kind == AXIS_NAMES && *class) {
        if (*known && strcmp(*known, class) != 0)
            refuse(f, "class", class, base_text("'%s', as elsewhere", *known));
        if (!*known) *known = base_text("%s", class);
    } else if (*class && strcmp(tables_place(x, r->axis, r->place), class) != 0) {
        refuse(f, "class", class,
               base_text("'%s', as that place is called",
                         tables_place(x, r->axis, r->place)));
    }
}

static void read_hash(const struct taking *t, const struct csv *f, struct found *to)
{
    const struct experiment *x = t->x;
    const char *text = column_of(f, x, IN_CLASS);
    size_t k;
    for (k = IN_BLOCK; k < COLUMNS; k++)
        if (k != IN_MEASURE && k != IN_CLASS && *column_of(f, x, k))
            refuse(f, after_axes[k], column_of(f, x, k), "empty, as a hash has it");
    if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")])
        refuse(f, "class", text, "a hash of 16 digits");
    to->row.measure = (uint32_t)x->sim->measures_count + 1;
    to->hash = strtoull(text, NULL, 16);
}

static void read_row(struct taking *t, const struct csv *f)
{
    const struct experiment *x = t->x;
    struct found found = {
        {0, 0, 0, 0, ROW_NONE, ROW_NONE, ROW_NONE, 0, 0}, 0, f->path, f->line};
    struct row *r = &found.row;
    const char *text = column_of(f, x, IN_VARIANT);
    r->point = read_point(t, f);
    while (r->variant < x->variants && strcmp(x->variant_names[r->variant], text) != 0)
        r->variant++;
    if (r->variant == x->variants) refuse(f, "variant", text, "of the plan");
    r->seed = read_whole(f, "seed", column_of(f, x, IN_SEED), (uint64_t)x->how.seed,
                         x->seeds, "a seed of the plan");
    if (strcmp(column_of(f, x, IN_MEASURE), "hash") == 0) {
        read_hash(t, f, &found);
    } else {
        text = column_of(f, x, IN_MEASURE);
        r->measure = measure_number(x->sim, text);
        if (r->measure == ROW_NONE) refuse(f, "measure", text, "of this simulator");
        read_class(t, f, r);
        text = column_of(f, x, IN_BLOCK);
        if (*text)
            r->block = read_whole(f, "block", text, 0,
                                  x->sim->weeks && x->seeds == 1 ? BLOCKS : 0,
                                  "a week below 1000 of a log that is run with one seed");
        r->sum = read_number(f, "sum", column_of(f, x, IN_SUM));
        r->weight = read_number(f, "weight", column_of(f, x, IN_WEIGHT));
        if (!(r->weight > 0) || !isfinite(r->sum / r->weight))
            refuse(f, "weight", column_of(f, x, IN_WEIGHT), "above 0, or too small");
    }
    t->at = (struct found *)base_room(t->at, &t->room, t->count, sizeof *t->at);
    t->at[t->count++] = found;
}

/* The rows of a file behind its first record. 1: it ends with `end`; else what is behind
 * its last `end` is not taken, and *whole is where that ends. */
static int read_rows(struct taking *t, struct csv *f, size_t *whole)
{
    struct experiment *x = t->x;
    const size_t before = t->count, columns = x->axis_count + COLUMNS;
    size_t i, ended = before;
    int complete = 0;
    if (!csv_read(f)) return 0;
    for (i = 0; i < columns && i < f->count; i++) {
        const char *name = i < x->axis_count ? experiment_axis(x, i)->name
                                             : after_axes[i - x->axis_count];
        if (strcmp(f->at[i], name) != 0) refuse(f, "column", f->at[i], name);
    }
    if (f->count != columns)
        fail("%s:%zu: %zu columns instead of %zu", f->path, f->line, f->count, columns);
    *whole = (size_t)(f->next - f->text);
    while (csv_read(f)) {
        complete = 0;
        if (f->count == columns) {
            read_row(t, f);
        } else if (f->count == 2 && strcmp(f->at[0], "about") == 0) {
            if (!x->about) x->about = base_text("%s", f->at[1]);
        } else if (f->count == 2 && strcmp(f->at[0], "end") == 0) {
            if (strcmp(f->at[1], base_text("%zu", t->count - before)) != 0)
                fail("%s:%zu: end: '%s' rows, but %zu are there", f->path, f->line,
                     f->at[1], t->count - before);
            ended = t->count;
            complete = 1;
            *whole = (size_t)(f->next - f->text);
        } else {
            fail("%s:%zu: %zu fields instead of %zu", f->path, f->line, f->count,
                 columns);
        }
    }
    t->count = ended;
    return complete && !f->torn;
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = (const struct found *)a, *y = (const struct found *)b;
    const int rows = row_compare(&x->row, &y->row);
    if (rows) return rows;
    return x->path != y->path ? strcmp(x->path, y->path) : COMPARE(x->line, y->line);
}

/* No row is there twice; t->there tells the runs of which there are some. */
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

/* Those of groups that are wanted (NULL: all) into x->rows. */
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

static void open_from(struct csv *f, const struct experiment *x, const char *path,
                      struct row_head *head)
{
    csv_open(f, path);
    if (!row_head_read(f, x, head)) fail("%s:1: no rows", path);
}

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
    open_from(&f, x, path, &first);
    csv_close(&f);
    row_head_plan(x, path, &first);
}

void row_file_read(struct experiment *x)
{
    const char *path;
    struct taking t;
    size_t i, k, group, whole;
    begin_taking(&t, x);
    row_head_check(x, from_file(x, 0), &first);
    for (k = 0; (path = from_file(x, k)) != NULL; k++) {
        struct row_head head;
        struct csv f;
        open_from(&f, x, path, &head);
        row_head_compare(path, &head, "the first file", &first);
        if (!read_rows(&t, &f, &whole))
            fail("%s:%zu: it does not end with end,N: something is missing", path,
                 f.line);
        csv_close(&f);
    }
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

/* From here on an interruption loses nothing of what was written. */
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
    struct row_head head, own;
    struct taking t;
    struct csv f;
    size_t i, v, whole = 0;
    csv_open(&f, path);
    begin_taking(&t, x);
    if (row_head_read(&f, x, &head)) {
        own = row_head_of(x);
        row_head_compare(path, &head, "this run", &own);
        (void)read_rows(&t, &f, &whole);
    }
    csv_close(&f);
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
    stream.has = (unsigned char *)base_kept(x->points * x->seeds, 1);
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
