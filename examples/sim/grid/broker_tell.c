/* broker_tell.c - implements broker_tell.h. */
#include "grid/broker_tell.h"

#include "base/error.h"
#include "base/text.h"
#include "grid/broker.h"
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

/* The first HARD requirement that no cluster satisfies; NULL. */
static const struct demands_requirement *first_unmet(const struct grid *g,
                                                     const struct demands *d,
                                                     const struct job *job)
{
    const struct demand *of = demands_of(d, job);
    uint32_t n;
    for (n = 0; of && n < of->count; n++) {
        const struct demands_requirement *r = &d->all[of->first + n];
        double value;
        size_t c;
        if (r->soft || r->dynamic) continue;
        for (c = 0; c < g->count; c++)
            if (demands_requirement_holds(g, r, c, NULL, &value)) break;
        if (c == g->count) return r;
    }
    return NULL;
}

void broker_tell_unmet(FILE *to, const struct grid *g, const struct demands *d,
                       const struct workload *w, int at_several)
{
    const struct broker_task task = {g, d, w->jobs, w->count, NULL};
    const struct demands_requirement *r = NULL;
    size_t i;
    for (i = 0; i < w->count; i++) {
        if (broker_rules_fits(&task, &w->jobs[i])) continue;
        r = first_unmet(g, d, &w->jobs[i]);
        if (r || !at_several) break;
    }
    if (i < w->count)
        fprintf(to, "no cluster can ever run job %" PRId64 ": none has ",
                w->jobs[i].number);
    if (r) {
        error_print_sanitized(to, grid_word(g, r->attribute));
        fprintf(to, " %s ", demands_requirement_sign(r->op));
        if (r->is_text)
            error_print_sanitized(to, grid_text(g, r->text));
        else
            grid_file_print_number(to, r->number);
        fputc('\n', to);
    } else if (i < w->count) {
        fprintf(to, "%" PRIu32 " CPUs and all that it asks for\n", w->jobs[i].servers);
    }
    tell_unknown(to, g, d, w);
}
