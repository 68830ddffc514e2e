/* evaluation_known.c - policies are named as the command line has them. */
#include "online/evaluation_known.h"

#include "base/text.h"
#include "batch/policy.h"
#include "workload/metrics.h"

/* "easy, fcfs know what": the policies of kinds `least` to `most` but `trace`. Returns
 * what stands before the next such list. */
static const char *print_knowing(FILE *to, const char *before,
                                 const struct policy_list *all, enum policy_kind least,
                                 enum policy_kind most, const char *what)
{
    size_t i, n = 0;
    for (i = 0; i < all->count; i++) {
        const struct policy *p = &all->items[i];
        if (p->kind < least || p->kind > most || p->kind == POLICY_TRACE) continue;
        fprintf(to, "%s%s", n++ ? ", " : before, p->name);
    }
    if (n == 0) return before;
    fprintf(to, " know%s %s", n == 1 ? "s" : "", what);
    return "; ";
}

void evaluation_known_lengths(FILE *to, const struct evaluation_settings *s)
{
    static const char *const known[] = {"the times requested", "the run times",
                                        "made estimates (Tsafrir et al.)",
                                        "the times requested"};
    const struct policy_list *all = &s->policies;
    const char *what = known[s->lengths], *before = "";
    enum policy_kind least = POLICY_ONLINE;
    if (!s->trace && s->lengths == EVALUATION_LENGTHS_REQUESTED)
        what = "the times requested (of built-in jobs the run times)";
    fprintf(to, "lengths: ");
    if (s->lengths == EVALUATION_LENGTHS_PAPER) {
        before = print_knowing(to, before, all, POLICY_ONLINE, POLICY_ONLINE, known[1]);
        least = POLICY_TRACE;
    }
    before = print_knowing(to, before, all, least, POLICY_PROGRAM, what);
    if (policy_list_has(all, POLICY_TRACE))
        fprintf(to, "%strace has the waits in the log", before);
    fputc('\n', to);
}

int evaluation_known_same(const struct evaluation *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const double *value = x->results[i].figures.value;
        if (value[METRICS_COMPARED] < value[METRICS_ACCEPTED]) return 0;
    }
    return 1;
}

void evaluation_known_jobs(FILE *to, const void *of)
{
    const struct evaluation *x = (const struct evaluation *)of;
    char text[TEXT_NUMBER];
    size_t i;
    if (evaluation_known_same(x)) return;
    fprintf(to, "NOT THE SAME JOBS: of %s, ", text_count(x->workload.count, text));
    for (i = 0; i < x->count; i++) {
        const double ran = x->results[i].figures.value[METRICS_ACCEPTED];
        fprintf(to, "%s%s ran %s", i ? ", " : "", x->results[i].heading,
                text_count((uint64_t)ran, text));
    }
    fprintf(to,
            ".\n        Waits and slowdowns are of the %s that ran under every policy.\n",
            text_count((uint64_t)x->results[0].figures.value[METRICS_COMPARED], text));
}
