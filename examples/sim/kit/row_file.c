/* row_file.c - all rows of a process are in memory, as they are for its tables; the file
 * that runs are added to is only read again by the next process. */
#define _POSIX_C_SOURCE 200809L

#include "kit/row_file.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/system.h"
#include "base/word.h"
#include "kit/base.h"
#include "kit/command.h"
#include "kit/csv.h"
#include "kit/output.h"
#include "kit/tables.h"
#include "kit/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char row_file_begins[] = "rows,1,";

static const char *const after_axes[] = {"variant", "seed",  "block", "measure", "axis",
                                         "place",   "class", "sum",   "weight"};

enum { COLUMNS = sizeof after_axes / sizeof *after_axes, BLOCKS = 1000, VARIANTS = 1000 };
enum { IN_VARIANT, IN_SEED, IN_BLOCK, IN_MEASURE, IN_AXIS, IN_PLACE, IN_CLASS };
enum { IN_SUM = IN_CLASS + 1, IN_WEIGHT };
enum { FIRST = 4, DIGITS = 16 }; /* the first setting of a head; of a hash */

static struct { /* the first file */
    FILE *file; /* while runs go on */
    size_t rows;
    int whole;         /* it has all of them, in order                 */
    const char *build; /* of the rows that are there; NULL: none says */
    struct stat about; /* when it was read */
} out;

const char *row_file_path(const struct experiment *x, size_t k)
{
    size_t i = 0;
    while (strcmp(x->options.table[i].name, "rows") != 0) i++;
    return option_path(x->options.given[i].text, k);
}

/* ---- the first record: what rows depend on ----------------------------------------- */

/* "8c1f2f0e7a6b4d35:" of what the files of an option hold; "" if there are none. */
static const char *input_hash(const struct options *o, size_t i)
{
    uint64_t hash = HASH_START, one;
    const char *path;
    for (size_t k = 0; (path = option_file(o, i, k)) != NULL; k++)
        if ((one = output_hash(path)) != 0) hash = hash_add(hash, one);
    return hash == HASH_START ? "" : base_text("%016" PRIx64 ":", hash);
}

/* "density=20,60", as it was given; NULL: no result depends on it, or it was not. */
static const char *setting(const struct options *o, size_t i)
{
    const struct option *option = &o->table[i];
    if (option->of == OF_PROGRAM || !o->given[i].text) return NULL;
    return base_text("%s=%s%s", option->name, input_hash(o, i), o->given[i].text);
}

/* Of this experiment: also a hash of the program itself, where the system shows it. */
static const struct csv_fields *own_head(const struct experiment *x)
{
    static struct csv_fields head;
    uint64_t build;
    if (head.count) return &head;
    csv_add(&head, "rows"), csv_add(&head, "1"), csv_add(&head, x->sim->name);
    csv_add(&head, COMMAND_VERSION);
    if ((build = output_hash("/proc/self/exe")) != 0)
        csv_add(&head, base_text("build=%016" PRIx64, build));
    for (size_t i = 0; i < x->options.count; i++)
        if (setting(&x->options, i)) csv_add(&head, setting(&x->options, i));
    for (size_t i = 0; i < x->variants; i++)
        csv_add(&head, base_text("variant=%s", x->variant_names[i]));
    base_keep(head.texts);
    return &head;
}

/* How many bytes of a value are a hash. */
static size_t hash_length(const char *value)
{
    return strspn(value, "0123456789abcdef") == DIGITS && value[DIGITS] == ':'
               ? DIGITS + 1
               : 0;
}

/* Do both say the same? An input is known by its hash where both have one, else by its
 * path. */
static int same(const char *x, const char *y)
{
    const size_t name = strcspn(x, "=");
    size_t a, b;
    if (strncmp(x, y, name) != 0 || !x[name] || x[name] != y[name])
        return strcmp(x, y) == 0;
    x += name + 1, y += name + 1, a = hash_length(x), b = hash_length(y);
    return a && b ? strncmp(x, y, a) == 0 : strcmp(x + a, y + b) == 0;
}

static int has(const struct csv_fields *head, const char *field)
{
    size_t i = FIRST;
    while (i < head->count && !same(head->texts[i], field)) i++;
    return i < head->count;
}

/* Is it of this program? 0: the file is empty, or torn in its first record. */
static int read_head(struct csv *f, const struct experiment *x)
{
    if (!csv_read(f)) return 0;
    const char **at = f->fields.texts;
    if (f->fields.count < FIRST || strcmp(at[0], "rows") != 0)
        fail("%s:1: not rows: it does not begin with rows,1,", f->path);
    if (strcmp(at[1], "1") != 0)
        fail("%s:1: rows of version '%s'; this program reads version 1", f->path, at[1]);
    if (strcmp(at[2], x->sim->name) != 0 || strcmp(at[3], COMMAND_VERSION) != 0)
        fail("%s:1: rows of '%s' '%s', not of %s %s", f->path, at[2], at[3], x->sim->name,
             COMMAND_VERSION);
    return 1;
}

/* Is it of this experiment? */
static void check_head(const struct csv *f, const struct experiment *x)
{
    const struct csv_fields *own = own_head(x), *head = &f->fields;
    const char *text;
    for (size_t i = FIRST; i < head->count; i++) {
        text = head->texts[i];
        if (strncmp(text, "build=", 6) != 0 ? !has(own, text)
                                            : out.build && strcmp(out.build, text) != 0)
            fail("%s:1: '%s' does not belong to this run; other rows need another file",
                 f->path, text);
        if (strncmp(text, "build=", 6) == 0) out.build = base_text("%s", text);
    }
    for (size_t i = 0; i < x->options.count; i++) {
        const char *usual = x->options.table[i].value;
        text = x->options.given[i].told ? setting(&x->options, i) : NULL;
        if (text && !(usual && strcmp(usual, x->options.given[i].text) == 0) &&
            !has(head, text))
            fail("%s:1: not rows with '%s', as an option or an earlier file says",
                 f->path, text);
    }
}

/* NAME=VALUE, as if the command line said it. */
static void give(struct experiment *x, const char *field)
{
    const struct option *o = x->options.table;
    struct word value = word_of(field);
    const struct word name = word_part(&value, '=');
    size_t i = 0;
    while (i < x->options.count && (o[i].of == OF_PROGRAM || !word_is(name, o[i].name)))
        i++;
    if (!value.at || i == x->options.count)
        fail("'%s' is not NAME=VALUE of an option of %s", field, x->sim->name);
    option_give(&x->options, i, base_text("%s", value.at + hash_length(value.at)));
    x->options.given[i].told = OPTION_TOLD_BY_FILE;
}

void row_file_plan(struct experiment *x)
{
    struct csv_fields variants = {NULL, 0, 0};
    struct csv f;
    const char *path;
    int found = 0;
    for (size_t i = 0; i < x->options.count; i++)
        found |= x->options.given[i].told && x->options.table[i].of != OF_PROGRAM;
    for (size_t k = 0; (path = row_file_path(x, k)) != NULL; k++) {
        if (k > 0) output_protect(path);
        if (found || (k == 0 && !csv_is_file(path))) continue;
        csv_open(&f, path);
        found = read_head(&f, x);
        fail_where("%s:1", path);
        for (size_t i = FIRST; i < f.fields.count && found; i++) {
            if (variants.count == VARIANTS) fail("more than %d variants", VARIANTS);
            if (strncmp(f.fields.texts[i], "variant=", 8) == 0)
                csv_add(&variants, base_text("%s", f.fields.texts[i] + 8));
            else if (strncmp(f.fields.texts[i], "build=", 6) != 0)
                give(x, f.fields.texts[i]);
        }
        option_end(&x->options);
        fail_where("%s", "");
        csv_close(&f);
    }
    x->named = variants.texts ? base_keep(variants.texts) : NULL;
    x->named_count = variants.count;
}

/* ---- rows as text ------------------------------------------------------------------ */

static const char *column_name(const struct experiment *x, size_t i)
{
    return i < x->axis_count ? experiment_axis(x, i)->name
                             : after_axes[i - x->axis_count];
}

static void write_head(const struct experiment *x, FILE *to)
{
    const struct csv_fields *head = own_head(x);
    for (size_t i = 0; i < head->count; i++)
        write_csv_text(to,
                       out.build && strncmp(head->texts[i], "build=", 6) == 0
                           ? out.build
                           : head->texts[i],
                       i + 1 < head->count ? ',' : '\n');
    for (size_t i = 0; i < x->axis_count + COLUMNS; i++)
        fprintf(to, "%s%s", i ? "," : "", column_name(x, i));
    fputc('\n', to);
}

static void write_row(const struct experiment *x, const struct row *r, FILE *to)
{
    for (size_t a = 0; a < x->axis_count; a++)
        write_csv_text(to, experiment_text(x, a, r->cell.point), ',');
    write_csv_text(to, x->variant_names[r->cell.variant], ',');
    fprintf(to, "%" PRId64 ",", x->how.seed + (int64_t)r->seed);
    if (r->block != ROW_NONE) fprintf(to, "%" PRIu32, r->block);
    fprintf(to, ",%s,", tables_name(x, r->cell.measure));
    if (r->cell.axis == ROW_NONE) {
        fputs(",,,", to);
    } else {
        fprintf(to, "%s,%" PRIu32 ",", x->sim->axes[r->cell.axis].name, r->cell.place);
        write_csv_text(to, tables_place(x, r->cell.axis, r->cell.place), ',');
    }
    write_csv_number(to, r->sum, ',');
    write_csv_number(to, r->weight, '\n');
}

static void write_about(const struct experiment *x, FILE *to)
{
    fputs("about,", to);
    write_csv_text(to, x->about ? x->about : "", ',');
    fprintf(to, "%" PRId64 "\n", x->servers);
}

static void write_all(const struct experiment *x)
{
    FILE *to = output_open(row_file_path(x, 0), row_file_begins);
    write_head(x, to);
    for (size_t i = 0; i < x->rows.count; i++) write_row(x, &x->rows.all[i], to);
    if (x->about || x->servers) write_about(x, to);
    fprintf(to, "end,%zu\n", x->rows.count);
    output_close(to);
}

/* ---- rows from text ---------------------------------------------------------------- */

struct found { /* a row, and where it was */
    struct row row;
    size_t line;
};

struct taking {
    struct experiment *x;
    struct csv file;
    struct found *at; /* the rows of this file */
    size_t count, room;
    size_t *there; /* of each run: the how-manieth file has it; 0: none */
    size_t last;   /* point                                             */
};

/* A field behind the axes' fields. */
static const char *field(const struct taking *t, size_t column)
{
    return t->file.fields.texts[t->x->axis_count + column];
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
    const char *const *at = t->file.fields.texts, *all = "";
    size_t a, i;
    for (size_t k = 0; k < x->points; k++) { /* most often as in the row before */
        i = (k + t->last) % x->points;
        for (a = 0; a < x->axis_count; a++)
            if (strcmp(experiment_text(x, a, i), at[a]) != 0) break;
        if (a == x->axis_count) return (uint32_t)(t->last = i);
    }
    for (a = 0; a < x->axis_count; a++)
        all = base_text("%s, %s '%s'", all, column_name(x, a), at[a]);
    fail("%s:%zu: %s: not in the plan", t->file.path, t->file.line, all + 2);
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
    const char *class = field(t, IN_CLASS);
    if (!*field(t, IN_AXIS)) {
        if (*field(t, IN_PLACE) || *class) refuse(t, IN_AXIS, "the axis of a class");
        return;
    }
    r->cell.axis = measure_axis(x->sim, field(t, IN_AXIS));
    if (r->cell.axis == ROW_NONE) refuse(t, IN_AXIS, "in this simulator");
    r->cell.place = read_whole(t, IN_PLACE, 0, ROW_PLACES, "a whole number below 64");
    const char **known = &x->texts[r->cell.axis][r->cell.place];
    if (!*class) return;
    if (x->sim->axes[r->cell.axis].kind == AXIS_NAMES && !*known)
        *known = base_text("%s", class);
    if (strcmp(tables_place(x, r->cell.axis, r->cell.place), class) != 0)
        refuse(t, IN_CLASS,
               base_text("'%s', as that place is called elsewhere",
                         tables_place(x, r->cell.axis, r->cell.place)));
}

static void read_row(struct taking *t)
{
    const struct experiment *x = t->x;
    struct found found = {
        {.cell = {.axis = ROW_NONE, .place = ROW_NONE}, .block = ROW_NONE}, t->file.line};
    struct row *r = &found.row;
    const size_t variant = experiment_variant(x, field(t, IN_VARIANT));
    const double two32 = 4294967296.0;
    r->cell.point = read_point(t);
    if (variant == x->variants) refuse(t, IN_VARIANT, "in the plan");
    r->cell.variant = (uint32_t)variant;
    r->seed = read_whole(t, IN_SEED, x->how.seed, x->seeds, "a seed in the plan");
    r->cell.measure = strcmp(field(t, IN_MEASURE), "hash") == 0
                          ? measure_hash(x->sim)
                          : measure_number(x->sim, field(t, IN_MEASURE));
    if (r->cell.measure == ROW_NONE) refuse(t, IN_MEASURE, "in this simulator");
    read_class(t, r);
    if (*field(t, IN_BLOCK))
        r->block = read_whole(t, IN_BLOCK, 0, x->sim->weeks && x->seeds == 1 ? BLOCKS : 0,
                              "a week below 1000 of a log that is run with one seed");
    r->sum = read_number(t, IN_SUM);
    r->weight = read_number(t, IN_WEIGHT);
    if (!(r->weight > 0) || !isfinite(r->sum / r->weight))
        refuse(t, IN_WEIGHT, "a number above 0 that is large enough");
    if (r->cell.measure == measure_hash(x->sim) &&
        (!(r->sum >= 0 && r->sum < two32) || !(r->weight >= 1 && r->weight <= two32)))
        refuse(t, IN_SUM, "half of a hash");
    BASE_PUSH(t->at, t->count, t->room) = found;
}

static void read_about(struct experiment *x, const struct csv *f)
{
    const char *const *at = f->fields.texts;
    if (!x->about && *at[1]) x->about = base_text("%s", at[1]);
    if (f->fields.count > 2 && *at[2] &&
        !word_is_whole(word_of(at[2]), 0, INT64_MAX, &x->servers))
        fail("%s:%zu: servers: '%s' is not a whole number", f->path, f->line, at[2]);
}

/* The rows behind the first record; those behind the last `end` are not taken. */
static void read_rows(struct taking *t)
{
    struct csv *f = &t->file;
    const size_t count = t->x->axis_count + COLUMNS;
    size_t ended = 0;
    if (csv_read(f))
        for (size_t i = 0; i < count; i++)
            if (i >= f->fields.count ||
                strcmp(f->fields.texts[i], column_name(t->x, i)) != 0)
                fail("%s:%zu: column %zu: '%s' is not %s", f->path, f->line, i + 1,
                     i < f->fields.count ? f->fields.texts[i] : "", column_name(t->x, i));
    while (csv_read(f)) {
        const struct csv_fields *r = &f->fields;
        if (r->count == 2 && strcmp(r->texts[0], "end") == 0) {
            ended = t->count;
            if (strcmp(r->texts[1], base_text("%zu", ended)) != 0)
                fail("%s:%zu: end: '%s' rows, but %zu are there", f->path, f->line,
                     r->texts[1], ended);
        } else if (r->count > 1 && r->count < 4 && strcmp(r->texts[0], "about") == 0) {
            read_about(t->x, f);
        } else if (r->count == count) {
            read_row(t);
        } else {
            fail("%s:%zu: %zu fields instead of %zu", f->path, f->line, r->count, count);
        }
    }
    t->count = ended;
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    const int rows = row_compare(&x->row, &y->row);
    return rows ? rows : COMPARE(x->line, y->line);
}

/* The rows of a file, none of them twice, into x->rows. 1: they are in order. */
static int take_file(struct taking *t, const char *path, size_t number)
{
    struct experiment *x = t->x;
    int ordered = 1;
    csv_open(&t->file, path);
    t->count = 0;
    if (read_head(&t->file, x)) {
        check_head(&t->file, x);
        read_rows(t);
    }
    for (size_t i = 1; i < t->count; i++)
        ordered &= row_compare(&t->at[i - 1].row, &t->at[i].row) < 0;
    if (!ordered) qsort(t->at, t->count, sizeof *t->at, compare_found);
    for (size_t i = 0; i < t->count; i++) {
        const struct row *r = &t->at[i].row;
        size_t *there = &t->there[(r->cell.point * x->seeds + r->seed) * x->variants +
                                  r->cell.variant];
        if (i > 0 && row_compare(r, &t->at[i - 1].row) == 0)
            fail("%s:%zu: the same row as %s:%zu", path, t->at[i].line, path,
                 t->at[i - 1].line);
        if (*there == 0) *there = number;
        if (*there == number) BASE_PUSH(x->rows.all, x->rows.count, x->rows.room) = *r;
    }
    csv_close(&t->file);
    return ordered;
}

void row_file_take(struct experiment *x, unsigned char *done)
{
    struct taking t = {.x = x};
    size_t v, kept = 0, first = SIZE_MAX;
    const char *path;
    int ordered = 0;
    t.there = base_zeroed(x->points * x->seeds * x->variants, sizeof *t.there);
    for (size_t k = 0; (path = row_file_path(x, k)) != NULL; k++) {
        if (k == 0 && (!csv_is_file(path) || stat(path, &out.about) != 0)) continue;
        ordered = take_file(&t, path, k + 1);
        if (k == 0 && (ordered || x->named)) first = t.count;
    }
    for (size_t i = 0; i < x->points * x->seeds; i++)
        for (v = 0, done[i] = 1; v < x->variants; v++)
            done[i] &= t.there[i * x->variants + v] != 0;
    for (size_t i = 0; i < x->rows.count; i++)
        if (done[x->rows.all[i].cell.point * x->seeds + x->rows.all[i].seed])
            x->rows.all[kept++] = x->rows.all[i];
    x->rows.count = kept;
    out.whole = first == kept;
    if (kept && (x->how.items || x->how.links))
        fail_usage("--items and --links need the runs that --rows skips");
    free(t.at);
    free(t.there);
}

/* ---- while runs go on -------------------------------------------------------------- */

/* To add to the first file, which no other program has changed or writes. */
static FILE *open_first(const char *path)
{
    FILE *file = fopen(path, "ab");
    struct stat about;
    if (!file) fail("%s: %s", path, strerror(errno));
    if (output_lock(file) != 0 || stat(path, &about) != 0 ||
        about.st_size != out.about.st_size)
        fail("%s: another program is using it", path);
    return file;
}

void row_file_begin(struct experiment *x, size_t group)
{
    const char *path = row_file_path(x, 0);
    const char *point = x->point_names[group / x->seeds];
    out.whole = 0;
    if (x->named)
        fail("%s: no rows of seed %" PRId64 "%s%s, and %s cannot run", x->how.rows,
             x->how.seed + (int64_t)(group % x->seeds), *point ? ", " : "", point,
             x->named[0]);
    if (out.build && !has(own_head(x), out.build))
        fail("%s: rows from another build of %s, which may differ", x->how.rows,
             x->sim->name);
    if (output_is_stream(path)) return;
    out.file = open_first(path);
    out.rows = x->rows.count;
    if (out.rows) {
        fclose(out.file);
        row_sort(&x->rows);
        write_all(x);
        if (stat(path, &out.about) == 0) out.file = open_first(path);
    } else {
        if (ftruncate(fileno(out.file), 0) != 0) fail("%s: %s", path, strerror(errno));
        write_head(x, out.file);
    }
}

void row_file_group(struct experiment *x, size_t group)
{
    if (!out.file) return;
    for (size_t v = 0; v < x->variants; v++) {
        const struct row_group *rows = &experiment_run(x, group, v)->rows;
        for (size_t i = 0; i < rows->count; i++) write_row(x, &rows->rows[i], out.file);
        out.rows += rows->count;
    }
    if (group == x->base * x->seeds) write_about(x, out.file);
    fprintf(out.file, "end,%zu\n", out.rows); /* from here on no written row is lost */
    if (fflush(out.file) != 0 || ferror(out.file))
        fail("%s cannot be written: %s", row_file_path(x, 0), strerror(errno));
}

void row_file_end(struct experiment *x)
{
    const char *path = row_file_path(x, 0);
    if (out.whole) return;
    if (out.file || !output_is_stream(path))
        fclose(out.file ? out.file : open_first(path));
    write_all(x);
}
