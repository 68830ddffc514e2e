/* broker_tell.c - implements broker_tell.h. */
#include "grid/broker_tell.h"

#include "base/error.h"
#include "base/text.h"
#include "grid/broker.h"
#include "kit/base.h"
#include "workload/grid_file.h"

#include <inttypes.h>

void broker_tell_grid(FILE *to, const struct grid *g)
{
    uint32_t lo = UINT32_MAX, hi = 0;
    char count[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < g->count; i++) {
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
    size_t c;
    for (c = 0; c < g->count; c++)
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
    uint32_t n;
    for (n = at_several != 0; n <= (of ? of->count : 0); n++) {
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

/* The kind of lack that it is, which may be new. */
static unsigned lack_of(struct broker_lacks *l, const struct demands_requirement *r)
{
    unsigned k = 1;
    while (k < l->count &&
           (l->of[k].of.attribute != r->attribute || l->of[k].of.op != r->op ||
            l->of[k].of.is_text != r->is_text ||
            (r->is_text && l->of[k].of.text != r->text)))
        k++;
    if (k < l->count || k == BROKER_LACKS) return k < BROKER_LACKS ? k : k - 1;
    l->of[k].of = *r;
    l->of[k].lo = l->of[k].hi = r->number;
    l->count = k + 1;
    return k;
}

struct lack_named { /* for base_printed */
    const struct grid *g;
    const struct broker_lack *lack;
};

static void print_name(FILE *to, const void *of)
{
    const struct lack_named *n = (const struct lack_named *)of;
    const struct demands_requirement *r = &n->lack->of;
    error_print_sanitized(to, r->op ? grid_word(n->g, r->attribute) : "all together");
    if (!r->op) return;
    fprintf(to, " %s ", demands_requirement_sign(r->op));
    if (r->is_text)
        error_print_sanitized(to, grid_text(n->g, r->text));
    else
        grid_file_print_number(to, n->lack->lo);
    if (n->lack->hi > n->lack->lo) fputs(" .. ", to);
    if (n->lack->hi > n->lack->lo) grid_file_print_number(to, n->lack->hi);
}

void broker_tell_find(struct broker_lacks *l, const struct grid *g,
                      const struct demands *d, const struct workload *w, int at_several)
{
    const struct broker_task task = {g, d, w->jobs, w->count, NULL};
    size_t i;
    unsigned k;
    l->count = 1;
    l->by_job = (uint8_t *)base_zeroed(w->count, 1);
    for (i = 0; i < w->count; i++) {
        struct demands_requirement r;
        if (broker_rules_fits(&task, &w->jobs[i])) continue;
        r = first_unmet(g, d, &w->jobs[i], at_several);
        if (at_several && !r.op) continue;
        k = lack_of(l, &r);
        if (l->of[k].jobs++ == 0) l->of[k].first = w->jobs[i].number;
        if (r.number < l->of[k].lo) l->of[k].lo = r.number;
        if (r.number > l->of[k].hi) l->of[k].hi = r.number;
        l->by_job[i] = (uint8_t)k;
    }
    for (k = 1; k < l->count; k++) {
        const struct lack_named n = {g, &l->of[k]};
        l->of[k].name = k == BROKER_LACKS - 1 ? "others" : base_printed(print_name, &n);
    }
}

/* What of it there is: the most, or the least, and where. */
static void tell_best(FILE *to, const struct grid *g, const struct demands_requirement *r)
{
    const int least = r->op == SWF_LESS || r->op == SWF_LESS_EQUAL;
    const struct grid_value *best = NULL;
    size_t c, at = 0;
    if (!r->op || r->is_text || r->op == SWF_EQUAL || r->op == SWF_NOT_EQUAL) return;
    for (c = 0; c < g->count; c++) {
        const struct grid_value *v = grid_value(g, c, r->attribute);
        if (v && v->kind == GRID_NUMBER &&
            (!best || (least ? v->number < best->number : v->number > best->number)))
            best = v, at = c;
    }
    if (!best) return;
    fputs(least ? " (the least is " : " (the most is ", to);
    grid_file_print_number(to, best->number);
    fprintf(to, ", at %s)", g->clusters[at].name);
}

void broker_tell_lacks(FILE *to, const struct broker_lacks *l, const struct grid *g,
                       const struct demands *d, const struct workload *w)
{
    char count[TEXT_NUMBER];
    unsigned k;
    for (k = 1; k < l->count; k++) {
        const struct broker_lack *lack = &l->of[k];
        fprintf(to, "no cluster has %s",
                lack->of.op ? lack->name
                            : "all that is asked for, but for each part one does");
        if (k < BROKER_LACKS - 1) tell_best(to, g, &lack->of);
        if (lack->jobs > 1)
            fprintf(to, ": %s jobs, the first is", text_count(lack->jobs, count));
        fprintf(to, "%s %" PRId64 "\n", lack->jobs > 1 ? "" : ": job", lack->first);
    }
    tell_unknown(to, g, d, w);
}
