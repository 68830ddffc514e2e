/* workload_report.c - only changes that were made have a line. */
#include "workload/workload.h"

#include "base/text.h"
#include "kit/fail.h"
#include "kit/option.h"

#include <inttypes.h>

void workload_report_warn_large(const struct workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    for (i = 0; i < w->count; i++) {
        if (w->jobs[i].servers <= w->servers) continue;
        large++;
        if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
    }
    if (large)
        fail_warn("warning: jobs rejected, as they need more than the %s servers there"
                  " are: %s; the largest, job %" PRId64 ", needs %" PRIu32,
                  text_count(w->servers, servers), text_count(large, jobs),
                  w->jobs[largest].number, w->jobs[largest].servers);
}

void workload_report_print_left_out(FILE *to, const struct workload *w)
{
    char count[TEXT_NUMBER];
    int i;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++)
        if (w->left_out[i])
            fprintf(to, "jobs left out (%s): %s\n", workload_reasons[i],
                    text_count(w->left_out[i], count));
    if (w->bad.lines)
        fprintf(to, "lines skipped (no job): %s\n", text_count(w->bad.lines, count));
    if (w->unsorted)
        fprintf(to, "jobs out of order (sorted by submit time): %s\n",
                text_count(w->unsorted, count));
}

const char *workload_report_guess(int guessed)
{
    return guessed ? " (a guess: the largest job's size, as the log has no MaxProcs)"
                   : "";
}

void workload_report_print_shape(FILE *to, const struct workload *w,
                                 const struct shape *shape, int64_t jobs)
{
    static const struct option time = {.kind = OPTION_TIME};
    char text[OPTION_WIDE];
    if (shape->skip)
        fprintf(to, "cut: without the first %s job%s\n",
                text_count((uint64_t)shape->skip, text), text_s((uint64_t)shape->skip));
    if (shape_is_cut(shape)) {
        fprintf(to, "cut: submitted from %s on", option_text(&time, shape->cut[0], text));
        if (shape->cut[1] != SHAPE_OPEN)
            fprintf(to, ", before %s", option_text(&time, shape->cut[1], text));
        fputc('\n', to);
    }
    if (jobs)
        fprintf(to, "cut: the first %s job%s\n", text_count((uint64_t)jobs, text),
                text_s((uint64_t)jobs));
    if (shape->scale_size != OPTION_ONE)
        fprintf(to, "sizes: times %.9g\n", (double)shape->scale_size / OPTION_ONE);
    if (shape->max_cpus)
        fprintf(to, "sizes: at most %s", text_count((uint64_t)shape->max_cpus, text));
    if (w->sizes_cut)
        fprintf(to, ", to which %s job%s cut", text_count(w->sizes_cut, text),
                w->sizes_cut == 1 ? " was" : "s were");
    if (shape->max_cpus) fputc('\n', to);
    if (shape->scale_run != OPTION_ONE)
        fprintf(to, "run times: times %.9g\n", (double)shape->scale_run / OPTION_ONE);
    if (shape->load) fprintf(to, "load: set to %.9g\n", (double)shape->load / OPTION_ONE);
}
