/* describe.c - the lines around the table: what no policy changes, then what to keep in
 * mind. */
#include "online/describe.h"

#include "base/text.h"
#include "kit/brief.h"
#include "kit/unit.h"
#include "workload/date.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define HOUR 3600.0

#define WORDS(name, ...) const struct option_word name[] = {__VA_ARGS__, {0}}

WORDS(describe_known, {.word = "requested", .about = "if missing, the run time"},
      {.word = "actual", .about = "the run time"},
      {.word = "tsafrir", .about = "requests drawn from a user model: see --limit"},
      {.word = "paper", .about = "run time for online, else requested time"});
WORDS(describe_sizes, {.word = "requested"}, {.word = "allocated"});
WORDS(describe_overruns, {.word = "kill", .about = "it ends at its requested time"},
      {.word = "extend", .about = "planned with its run time"});
WORDS(describe_late, {.word = "wait", .about = "it starts when there is room"},
      {.word = "refuse", .about = "it is rejected"});

/* "23 Sep 1996 to 29 Aug 1997 (340 days)" */
void describe_dates(FILE *to, const struct workload *w)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const int64_t at[] = {w->jobs[0].submit, w->jobs[w->count - 1].submit};
    const double days = (double)(at[1] - at[0]) / 86400;
    if (w->start <= 0 || w->start > JOB_TIME_MAX) {
        fprintf(to, ", over %.*f days\n", days < 10, days);
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        const struct date d = date_of(w->start + at[i]);
        fprintf(to, "%s%d %.3s %" PRId64, i ? " to " : ", ", d.day,
                months + 3 * (d.month - 1), d.year);
    }
    fprintf(to, " (%.*f days)\n", days < 10, days);
}

/* Where the size of the machine is from, and if the log itself had more. */
void describe_machine(FILE *to, const struct workload *w, const char *given, int log)
{
    const struct usage_machine *m = &w->machine;
    char number[TEXT_NUMBER];
    fprintf(to, "machine: %s server%s", text_count(w->servers, number),
            text_s(w->servers));
    if (m->guess) {
        fprintf(to, "%s\n", workload_report_guess(m->guess));
        return;
    }
    fprintf(to, " (%s",
            given      ? given
            : !log     ? "default; see --servers"
            : m->procs ? "the log's MaxProcs"
                       : "the log's MaxNodes");
    if (m->most > w->servers)
        fprintf(to, "; %s %s", given ? "the log used up to" : "peak use was",
                text_count((uint64_t)m->most, number));
    if (m->most > w->servers && !(given && strstr(given, "nodes")))
        fprintf(to, ": try --servers %" PRId64, m->most);
    fputs(")\n", to);
}

void describe_lengths(FILE *to, const struct workload *w, size_t lengths)
{
    static const char *const known[] = {
        "the times users requested", "true run times, unknown to sites",
        "requests drawn from a user model",
        "the true run times (online), the times users requested (the others)"};
    double planned = 0, ran = 0;
    for (size_t i = 0; i < w->count; i++)
        planned += (double)w->jobs[i].estimate / HOUR, ran += (double)w->jobs[i].run;
    planned /= (double)w->count, ran /= HOUR * (double)w->count;
    fprintf(to, "planned with: %s (mean %.2f h", known[lengths], planned);
    if (lengths != 1) fprintf(to, "; jobs ran %.2f h", ran);
    fputs(")\n", to);
}

void describe_jobs(FILE *to, const struct workload *w, const struct shape *shape,
                   int64_t jobs, int allocated, int reserved)
{
    char number[TEXT_NUMBER];
    workload_report_print_shape(to, w, shape, jobs);
    if (allocated) fputs("sizes: as allocated\n", to);
    workload_report_print_left_out(to, w);
    workload_report_print_large(to, w);
    if (reserved)
        fprintf(to, "advance reservations: %s\n", text_count(w->reservations, number));
}

void describe_caution(FILE *to, const struct experiment *x, int requests)
{
    struct row_cell of = {(uint32_t)x->base, 0, 0, ROW_NONE, ROW_NONE};
    char text[UNIT_TEXT];
    size_t rejected = 0;
    of.measure = measure_number(x->sim, "rejected");
    for (size_t v = 0; v < x->variants; v++) {
        of.variant = (uint32_t)v;
        const double jobs = row_mean(&x->rows, of);
        if (!(jobs > 0)) continue;
        fprintf(to, "%s%s %s", rejected++ ? ", " : "Jobs rejected: ", brief_name(x, v),
                unit_text(floor(jobs + 0.5), UNIT_COUNT, text));
    }
    of.variant = (uint32_t)x->against, of.measure = measure_number(x->sim, "compared");
    if (rejected)
        fprintf(to, ". Jobs compared: %s.",
                unit_text(floor(row_mean(&x->rows, of) + 0.5), UNIT_COUNT, text));
    of.measure = measure_number(x->sim, "utilisation");
    if (row_weight(&x->rows, of) > 0)
        fprintf(to, "%s Utilisation under %s: %s %%.", rejected ? "" : "No job rejected.",
                x->variant_names[x->against],
                unit_text(row_mean(&x->rows, of), UNIT_PERCENT, text));
    if (rejected || row_weight(&x->rows, of) > 0) fputc('\n', to);
    if (requests && experiment_variant(x, "online") < x->variants)
        fputs("online never moves a job up when another ends early; conservative does.\n",
              to);
    if (experiment_variant(x, "trace") < x->variants)
        fputs("Recorded waits include outages; simulated waits do not.\n", to);
}
