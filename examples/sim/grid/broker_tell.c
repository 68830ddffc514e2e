/* broker_tell.c - requirements that no cluster meets are gathered by kind, in the order
 * in which jobs come. */
#include "grid/broker_tell.h"

#include "base/text.h"
#include "grid/broker.h"
#include "workload/grid_file.h"

#include <inttypes.h>
#include <math.h>

void broker_tell_grid(FILE *to, const struct grid *g)
{
    uint32_t lo = UINT32_MAX, hi = 0;
    char count[TEXT_NUMBER];
    for (size_t i = 0; i < g->count; i++) {
        if (g->clusters[i].cpus < lo) lo = g->clusters[i].cpus;
        if (g->clusters[i].cpus > hi) hi = g->clusters[i].cpus;
    }
    fputs("grid: ", to);
    error_print_sanitized(to, g->source);
    fprintf(to, ", %zu cluster%s of ", g->count, text_s(g->count));
    if (hi > lo) fprintf(to, "%s to ", text_count(lo, count));
    fprintf(to, "%s CPU%s", text_count(hi, count), text_s(hi));
    if (g->count > 1) fprintf(to, ", %s in all", text_count(g->cpus, count));
    fputc('\n', to);
}

/* ---- what no cluster has ----------------------------------------------------------- */

/* Does any cluster have the attribute? All have the dynamic ones. */
static int is_known(const struct grid *g, const struct demands_requirement *r)
{
    for (size_t c = 0; c < g->count; c++)
        if (r->dynamic || grid_value(g, c, r->attribute)) return 1;
    return 0;
}

/* Attributes that jobs ask for and no cluster has, each once. */
static void tell_unknown(FILE *to, const struct grid *g, const struct demands *d,
                         const struct workload *w)
{
    enum { MOST = 8 };
    uint32_t listed[MOST], n;
    size_t i, k, count = 0;
    for (i = 0; i < w->count; i++) {
        const struct demand *of = demands_of(d, &w->jobs[i]);
        for (n = 0; of && n < of->count; n++) {
            const struct demands_requirement *r = &d->all[of->first + n];
            for (k = 0; k < count && listed[k] != r->attribute;) k++;
            if (k < count || is_known(g, r)) continue;
            fputs(count ? ", " : "no cluster has ", to);
            if (count == MOST) {
                fputs("and others\n", to);
                return;
            }
            error_print_sanitized(to, grid_word(g, r->attribute));
            listed[count++] = r->attribute;
        }
    }
    if (count) fputc('\n', to);
}

/* The first requirement that no cluster meets, of CPUs or HARD; else op is 0. */
static struct demands_requirement first_unmet(const struct grid *g,
                                              const struct demands *d,
                                              const struct job *job, int at_several)
{
    static const struct demands_requirement together = {0};
    const struct demands_requirement cpus = {
        .attribute = GRID_CPUS, .op = SWF_GREATER_EQUAL, .number = job->servers};
    const struct demand *of = demands_of(d, job);
    for (uint32_t n = at_several != 0; n <= (of ? of->count : 0); n++) {
        const struct demands_requirement *r = n ? &d->all[of->first + n - 1] : &cpus;
        double value;
        size_t c;
        if (r->soft || r->dynamic) continue;
        for (c = 0; c < g->count; c++)
            if (demands_requirement_holds(g, r, c, NULL, &value)) break;
        if (c == g->count) return *r;
    }
    return together;
}

struct lack { /* requirements of one attribute and sign that no cluster meets */
    struct demands_requirement of; /* the first of them           */
    double lo, hi;                 /* numbers that are asked for  */
    size_t jobs;
    int64_t first; /* the number of a job */
};

static int is_kind(const struct demands_requirement *a,
                   const struct demands_requirement *b)
{
    return a->attribute == b->attribute && a->op == b->op && a->is_text == b->is_text &&
           (!a->is_text || a->text == b->text);
}

static void print_lack(FILE *to, const struct grid *g, const struct lack *l)
{
    char count[TEXT_NUMBER];
    fputs("no cluster has ", to);
    if (!l->of.op) {
        fputs("everything requested, but each part is at one of them", to);
    } else {
        error_print_sanitized(to, grid_word(g, l->of.attribute));
        fprintf(to, " %s ", demands_requirement_sign(l->of.op));
        if (l->of.is_text)
            error_print_sanitized(to, grid_text(g, l->of.text));
        else
            grid_file_print_number(to, l->lo);
        if (l->hi > l->lo) fputs(" .. ", to), grid_file_print_number(to, l->hi);
    }
    if (l->jobs > 1) fprintf(to, ": %s jobs, the first is", text_count(l->jobs, count));
    fprintf(to, "%s %" PRId64 "\n", l->jobs > 1 ? "" : ": job", l->first);
}

void broker_tell_lacks(FILE *to, const struct grid *g, const struct demands *d,
                       const struct workload *w, int at_several)
{
    enum { MOST = 64 };
    const struct broker_task task = {g, d, w->jobs, w->count, NULL};
    struct lack lacks[MOST];
    size_t count = 0, others = 0, i, k;
    for (i = 0; i < w->count; i++) {
        const struct job *job = &w->jobs[i];
        if (broker_rules_fits(&task, job)) continue;
        struct demands_requirement r = first_unmet(g, d, job, at_several);
        if (at_several && !r.op) continue;
        for (k = 0; k < count && !is_kind(&lacks[k].of, &r);) k++;
        if (k == MOST) {
            others++;
            continue;
        }
        if (k == count)
            lacks[count++] = (struct lack){r, r.number, r.number, 0, job->number};
        lacks[k].jobs++;
        lacks[k].lo = fmin(lacks[k].lo, r.number);
        lacks[k].hi = fmax(lacks[k].hi, r.number);
    }
    for (k = 0; k < count; k++) print_lack(to, g, &lacks[k]);
    if (others > 0) fprintf(to, "no cluster has what %zu others ask for\n", others);
    tell_unknown(to, g, d, w);
}
