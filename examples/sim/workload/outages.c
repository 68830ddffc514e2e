/* outages.c - the lines of a file are sorted by cluster and time and then checked; drawn
 * outages are made as they are asked for. */
#include "workload/outages.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/input.h"
#include "base/job.h"
#include "base/portable.h"
#include "base/word.h"
#include "program/cli.h"

#include <stdlib.h>
#include <string.h>

void outages_free(struct outage_plan *p)
{
    free(p->list);
    p->list = NULL;
    p->count = 0;
}

/* ---- a file ------------------------------------------------------------------------ */

enum { MOST_BYTES = 1 << 26 };

struct line {
    struct outage outage;
    unsigned long line;
};

struct reader {
    const struct grid *grid;
    const char *path, *at; /* the rest of the text */
    unsigned long line;
    struct line *lines;
    size_t count, capacity;
};

static struct word next_word(struct reader *r)
{
    struct word w;
    while (*r->at && *r->at != '\n' && word_is_blank(*r->at)) r->at++;
    w.at = r->at;
    while (*r->at && *r->at != '#' && !word_is_blank(*r->at)) r->at++;
    w.length = (size_t)(r->at - w.at);
    return w;
}

/* A time after the first submission, in seconds; -1 if the word is no time. */
static int64_t read_time(struct word w)
{
    char text[32];
    int64_t t;
    if (w.length >= sizeof text) return -1;
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    t = cli_digits(text, 1);
    return t <= JOB_TIME_MAX ? t : -1;
}

static int fail(const struct reader *r, int field, const char *name, const char *expected,
                struct word w, struct error *e)
{
    return error_fail(e, "%s: line %lu, field %d (%s): %s was expected, not '%.*s'",
                      r->path, r->line, field, name, expected, WORD(w));
}

/* A line that is not empty; `first` is its first word. */
static int read_line(struct reader *r, struct word first, struct outage *o,
                     struct error *e)
{
    struct word w = first;
    const size_t cluster = grid_find(r->grid, w);
    if (cluster >= r->grid->count)
        return fail(r, 1, "cluster", "the name of a cluster of the grid", w, e);
    o->cluster = (uint32_t)cluster;
    w = next_word(r);
    o->from = read_time(w);
    if (o->from < 0)
        return fail(r, 2, "from", "a time after the first submission, as 3600 or 2h,", w,
                    e);
    w = next_word(r);
    o->to = word_is(w, "never") ? JOB_NEVER : read_time(w);
    if (o->to <= o->from) return fail(r, 3, "to", "a later time, or never,", w, e);
    w = next_word(r);
    if (w.length) return fail(r, 4, "none", "the end of the line", w, e);
    return 0;
}

static int add_line(struct reader *r, const struct outage *o, struct error *e)
{
    if (ARRAY_ROOM(r->lines, r->count, r->capacity, 1) != 0)
        return error_fail(e, "%s: out of memory", r->path);
    r->lines[r->count].outage = *o;
    r->lines[r->count++].line = r->line;
    return 0;
}

static int read_lines(struct reader *r, struct error *e)
{
    for (r->line = 1; *r->at; r->line++) {
        const struct word w = next_word(r);
        struct outage o;
        if (w.length && (read_line(r, w, &o, e) != 0 || add_line(r, &o, e) != 0))
            return -1;
        r->at += strcspn(r->at, "\n");
        r->at += *r->at == '\n';
    }
    return 0;
}

static int compare_lines(const void *a, const void *b)
{
    const struct line *x = (const struct line *)a;
    const struct line *y = (const struct line *)b;
    if (x->outage.cluster != y->outage.cluster)
        return COMPARE(x->outage.cluster, y->outage.cluster);
    if (x->outage.from != y->outage.from) return COMPARE(x->outage.from, y->outage.from);
    return COMPARE(x->line, y->line);
}

/* Does an outage begin before the one in the line before it ended? */
static int check_overlap(const struct reader *r, const struct line *before,
                         const struct line *line, struct error *e)
{
    if (before->outage.cluster != line->outage.cluster ||
        before->outage.to <= line->outage.from)
        return 0;
    return error_fail(e,
                      "%s: line %lu, field 2 (from): a time not before the end of the"
                      " outage of %s in line %lu was expected",
                      r->path, line->line, r->grid->clusters[line->outage.cluster].name,
                      before->line);
}

/* Sorts the lines, checks them, and puts them into the plan. */
static int keep_lines(struct reader *r, struct outage_plan *p, struct error *e)
{
    size_t i;
    if (r->count) qsort(r->lines, r->count, sizeof *r->lines, compare_lines);
    p->list = (struct outage *)malloc((r->count ? r->count : 1) * sizeof *p->list);
    if (!p->list) return error_fail(e, "%s: out of memory", r->path);
    for (i = 0; i < r->count; i++) {
        if (i && check_overlap(r, &r->lines[i - 1], &r->lines[i], e) != 0) return -1;
        p->list[p->count++] = r->lines[i].outage;
    }
    return 0;
}

int outages_load(struct outage_plan *p, const struct grid *g, const char *path,
                 struct error *e)
{
    struct reader r = {.grid = g};
    struct input in;
    char *text = NULL;
    size_t size = 0;
    int result;
    if (input_open(&in, path, e) != 0) return -1;
    r.path = in.path;
    result = input_read_all(&in, MOST_BYTES, &text, &size, e);
    r.at = text;
    if (result == 0 && strlen(text) != size)
        result = error_fail(e, "%s: a text was expected, without bytes of 0", r.path);
    if (result == 0) result = read_lines(&r, e);
    if (result == 0) result = keep_lines(&r, p, e);
    free(r.lines);
    free(text);
    return result;
}

/* ---- the outages of one cluster ---------------------------------------------------- */

void outages_source_begin(struct outage_source *s, const struct outage_plan *plan,
                          uint32_t cluster, int64_t origin)
{
    s->plan = plan;
    s->cluster = cluster;
    s->origin = origin;
    s->random.state = 0;
    for (s->next = 0; s->next < plan->count; s->next++)
        if (plan->list[s->next].cluster >= cluster) break;
    s->random.state = plan->seed;
    s->random.state = random_bits(&s->random) + cluster;
    s->random.state = random_bits(&s->random);
}

/* Exponential, rounded up: at least a second, and no longer than any log. */
static int64_t draw_time(struct random *r, int64_t mean)
{
    const double x = -portable_ln(random_unit(r)) * (double)mean;
    return x < (double)JOB_TIME_MAX ? (int64_t)x + 1 : JOB_TIME_MAX;
}

struct outage outages_next(struct outage_source *s, int64_t after)
{
    const struct outage_plan *p = s->plan;
    struct outage o = {s->cluster, JOB_NEVER, JOB_NEVER};
    if (after >= JOB_NEVER / 2) return o;
    if (p->mtbf > 0) {
        o.from = after + draw_time(&s->random, p->mtbf);
        o.to = o.from + draw_time(&s->random, p->mttr);
    } else if (s->next < p->count && p->list[s->next].cluster == s->cluster) {
        o = p->list[s->next++];
        while (s->next < p->count && p->list[s->next].cluster == s->cluster &&
               p->list[s->next].from <= o.to)
            o.to = p->list[s->next++].to; /* it follows at once */
        o.from += s->origin;
        if (o.to != JOB_NEVER) o.to += s->origin;
    }
    return o;
}
