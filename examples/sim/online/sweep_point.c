/* sweep_point.c - the file of a point is made in memory, hashed, and written at once; it
 * is read line by line, and its point is used only if the hash at the end is right.
 */
#include "online/sweep.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/outfile.h"
#include "base/text.h"
#include "online/evaluation.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sweep_point_clear(struct sweep_point *p)
{
    size_t i;
    for (i = 0; i < POLICY_POLICIES_MAX; i++) free(p->curves[i].waits);
    memset(p->curves, 0, sizeof p->curves);
    p->count = 0;
}

void sweep_point_settings(struct evaluation_settings *s)
{
    struct policy_list *all = &s->policies;
    size_t i, kept = 0;
    for (i = 0; i < all->count; i++)
        if (all->items[i].kind != POLICY_TRACE) all->items[kept++] = all->items[i];
    all->count = kept;
}

/* How long the compared jobs waited from submission, in bins. -1 when memory is out. */
static int count_waits(const struct evaluation *x, const struct evaluation_result *r,
                       struct sweep_curve *c)
{
    const struct workload *w = &x->workload;
    uint64_t *bins = (uint64_t *)malloc((w->count ? w->count : 1) * sizeof *bins);
    size_t i, n = 0;
    if (!bins) return -1;
    for (i = 0; i < w->count; i++)
        if (metrics_compared(r->outcomes, x->compared, i))
            bins[n++] = (uint64_t)(r->outcomes[i].start - r->jobs[i].submit) / SWEEP_BIN;
    qsort(bins, n, sizeof *bins, compare_u64);
    for (i = 0; i < n; i++) c->wait_count += i == 0 || bins[i] != bins[i - 1];
    c->waits = (struct sweep_wait_bin *)calloc(c->wait_count + 1, sizeof *c->waits);
    c->wait_count = 0;
    for (i = 0; i < n && c->waits; i++) {
        if (i > 0 && bins[i] != bins[i - 1]) c->wait_count++;
        c->waits[c->wait_count].bin = bins[i];
        c->waits[c->wait_count].jobs++;
    }
    c->wait_count += n > 0;
    free(bins);
    return c->waits ? 0 : -1;
}

static void keep_weeks(const struct statistics_spread *s, double *to)
{
    to[0] = s->mean;
    to[1] = s->low;
    to[2] = s->high;
}

/* Copies what is kept of an experiment. */
static int keep_curves(const struct evaluation *x, struct sweep_point *p, struct error *e)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        struct sweep_curve *c = &p->curves[p->count++];
        snprintf(c->policy, sizeof c->policy, "%s", r->policy.name);
        snprintf(c->index, sizeof c->index, "%s", r->index);
        c->hash = r->hash;
        memcpy(c->value, r->figures.value, sizeof c->value);
        keep_weeks(&x->classes.wait[0][i], c->weeks);
        keep_weeks(&x->classes.difference[0][i], c->weeks + SWEEP_WEEKS / 2);
        if (count_waits(x, r, c) != 0) return error_fail(e, "out of memory");
    }
    return 0;
}

int sweep_point_run(struct sweep_point *p, int timing, struct error *e)
{
    struct evaluation x = {0};
    const struct evaluation_settings *s = &p->settings;
    int result = evaluation_workload(s, &x, e);
    for (x.count = 0; x.count < s->policies.count && result == 0; x.count++)
        result = evaluation_run(s, &x, x.count, NULL, e);
    if (result == 0) result = evaluation_measure(s, timing, &x, e);
    if (result == 0) result = evaluation_seeds(NULL, s, &x, e); /* one: by weeks */
    if (result == 0) result = keep_curves(&x, p, e);
    evaluation_free(&x);
    return result;
}

/* ---- its file ---------------------------------------------------------------------- */

#define POINT_HEAD "coalloc_sim point 4"

/* A hash of the settings and the name of the log: points of other runs have another. */
static uint64_t hash_settings(const struct evaluation_settings *s)
{
    const char *trace = s->trace ? s->trace : "";
    return hash_bytes(evaluation_settings_hash(s), (const unsigned char *)trace,
                      strlen(trace));
}

static void write_text(FILE *to, const void *of)
{
    const struct sweep_point *p = (const struct sweep_point *)of;
    size_t i, k;
    char number[TEXT_NUMBER];
    fprintf(to, "%s\n%016" PRIx64 "\n%zu\n", POINT_HEAD, hash_settings(&p->settings),
            p->count);
    for (i = 0; i < p->count; i++) {
        const struct sweep_curve *c = &p->curves[i];
        fprintf(to, "%s\n%s\n%016" PRIx64 "\n", c->policy, c->index, c->hash);
        for (k = 0; k < METRICS_COUNT; k++)
            fprintf(to, "%s\n", text_number(c->value[k], number));
        for (k = 0; k < SWEEP_WEEKS; k++)
            fprintf(to, "%s\n", text_number(c->weeks[k], number));
        fprintf(to, "%zu\n", c->wait_count);
        for (k = 0; k < c->wait_count; k++)
            fprintf(to, "%" PRIu64 "\n%" PRIu64 "\n", c->waits[k].bin, c->waits[k].jobs);
    }
}

int sweep_point_write(const struct sweep_point *p, const char *path, struct error *e)
{
    struct outfile out;
    char *text = text_printed(write_text, p);
    const size_t size = text ? strlen(text) : 0;
    int result = text ? outfile_open(&out, path, e) : error_fail(e, "out of memory");
    if (result == 0) {
        fwrite(text, 1, size, out.file);
        fprintf(out.file, "%016" PRIx64 "\n",
                hash_bytes(HASH_START, (const unsigned char *)text, size));
        result = outfile_commit(&out, e);
    }
    free(text);
    return result;
}

/* The lines of a file, and the hash of those so far. */
struct lines {
    FILE *file;
    uint64_t hash;
    int cut; /* a line had no end */
    char line[64];
};

/* The next line; "" after the last. */
static const char *next_line(struct lines *l)
{
    size_t length;
    if (!fgets(l->line, sizeof l->line, l->file)) l->line[0] = 0;
    length = strlen(l->line);
    l->hash = hash_bytes(l->hash, (const unsigned char *)l->line, length);
    if (length && l->line[length - 1] == '\n')
        l->line[length - 1] = 0;
    else
        l->cut = 1;
    return l->line;
}

static uint64_t next_count(struct lines *l) { return strtoull(next_line(l), NULL, 10); }

static double next_number(struct lines *l)
{
    const char *number = next_line(l);
    return *number ? strtod(number, NULL) : (double)NAN;
}

/* What was found in a file. */
enum state {
    WHOLE,
    BROKEN,
    OTHER, /* of a run with other settings */
    NO_MEMORY
};

/* Memory grows with the bins that are there, not with the number of them that the file
 * promises. No more jobs are accepted than a log may have, and no waits beyond the end of
 * time. */
static enum state read_waits(struct lines *l, struct sweep_curve *c)
{
    const uint64_t wanted = next_count(l), last = INT64_MAX / SWEEP_BIN;
    uint64_t jobs = 0;
    size_t room = 0;
    while (c->wait_count < wanted) {
        struct sweep_wait_bin *b;
        if (ARRAY_ROOM(c->waits, c->wait_count, room, 1) != 0) return NO_MEMORY;
        b = &c->waits[c->wait_count];
        b->bin = next_count(l);
        b->jobs = next_count(l);
        if (l->cut || b->bin > last || b->jobs == 0 || b->jobs > UINT32_MAX - jobs ||
            (c->wait_count > 0 && b->bin <= b[-1].bin))
            return BROKEN;
        jobs += b->jobs;
        c->wait_count++;
    }
    return WHOLE;
}

static enum state read_curve(struct lines *l, struct sweep_curve *c)
{
    size_t k;
    snprintf(c->policy, sizeof c->policy, "%.23s", next_line(l));
    snprintf(c->index, sizeof c->index, "%.15s", next_line(l));
    c->hash = strtoull(next_line(l), NULL, 16);
    for (k = 0; k < METRICS_COUNT; k++) c->value[k] = next_number(l);
    for (k = 0; k < SWEEP_WEEKS; k++) c->weeks[k] = next_number(l);
    return read_waits(l, c);
}

static enum state read_text(struct lines *l, struct sweep_point *p)
{
    enum state state = WHOLE;
    char hash[17];
    int same;
    if (strcmp(next_line(l), POINT_HEAD) != 0) return BROKEN;
    snprintf(hash, sizeof hash, "%016" PRIx64, hash_settings(&p->settings));
    same = strcmp(next_line(l), hash) == 0;
    same &= next_count(l) == p->settings.policies.count;
    if (!same) return OTHER;
    while (p->count < p->settings.policies.count && state == WHOLE)
        state = read_curve(l, &p->curves[p->count++]);
    if (state != WHOLE) return state;
    snprintf(hash, sizeof hash, "%016" PRIx64, l->hash);
    if (strcmp(next_line(l), hash) != 0 || l->cut || fgetc(l->file) != EOF) return BROKEN;
    return WHOLE;
}

int sweep_point_read(struct sweep_point *p, const char *name, const char *path,
                     struct error *e)
{
    static const char *const what[] = {"", "not a whole point of a sweep",
                                       "a point of a run with other settings",
                                       "out of memory"};
    struct lines l = {NULL, HASH_START, 0, ""};
    const char *why;
    enum state state;
    l.file = fopen(path, "rb");
    if (!l.file)
        return error_fail(e,
                          "%s: %s: the point %s is not there (--plan tells how to"
                          " make it)",
                          path, strerror(errno), name);
    state = read_text(&l, p);
    why = ferror(l.file) ? strerror(errno) : what[state];
    fclose(l.file);
    return state == WHOLE ? 0 : error_fail(e, "%s: %s", path, why);
}

void sweep_point_untime(struct sweep_point *p)
{
    size_t i;
    for (i = 0; i < p->count; i++) {
        p->curves[i].value[METRICS_WALL_SECONDS] = NAN;
        p->curves[i].value[METRICS_CALENDAR_BYTES_PEAK] = NAN;
    }
}
