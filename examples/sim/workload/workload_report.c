/* workload_report.c - only changes that were made have a line; JSON has a member for
 * each. */
#include "workload/workload.h"

#include "base/text.h"
#include "program/cli.h"

#include <inttypes.h>

void workload_report_warn(const char *program, const struct workload *w)
{
    char lines[TEXT_NUMBER];
    if (w->bad_lines)
        cli_complain(program,
                     "warning: %s: lines skipped, as they are no job: %s; the first: %s",
                     w->source, text_count(w->bad_lines, lines), w->first_bad_line);
    log_warn_surplus(&w->surplus, program, w->source);
}

void workload_report_warn_large(const char *program, const struct workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    for (i = 0; i < w->count; i++) {
        if (w->jobs[i].servers <= w->servers) continue;
        large++;
        if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
    }
    if (large)
        cli_complain(program,
                     "warning: jobs rejected, as they need more than the %s servers"
                     " there are: %s; the largest, job %" PRId64 ", needs %" PRIu32,
                     text_count(w->servers, servers), text_count(large, jobs),
                     w->jobs[largest].number, w->jobs[largest].servers);
}

void workload_report_print_left_out(FILE *to, const struct workload *w)
{
    char count[TEXT_NUMBER];
    int i;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++)
        if (w->left_out[i])
            fprintf(to, "jobs left out (%s): %s\n", workload_reasons[i].text,
                    text_count(w->left_out[i], count));
    if (w->bad_lines)
        fprintf(to, "lines skipped (no job): %s\n", text_count(w->bad_lines, count));
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
    char text[TEXT_NUMBER];
    if (shape->skip)
        fprintf(to, "cut: without the first %s job%s\n",
                text_count((uint64_t)shape->skip, text), text_s((uint64_t)shape->skip));
    if (shape_is_cut(shape)) {
        cli_duration_text(shape->cut[0], text, sizeof text);
        fprintf(to, "cut: submitted from %s on", text);
        cli_duration_text(shape->cut[1], text, sizeof text);
        if (shape->cut[1] != CLI_OPEN) fprintf(to, ", before %s", text);
        fputc('\n', to);
    }
    if (jobs)
        fprintf(to, "cut: the first %s job%s\n", text_count((uint64_t)jobs, text),
                text_s((uint64_t)jobs));
    if (shape->scale_size != CLI_ONE)
        fprintf(to, "sizes: times %.9g\n", (double)shape->scale_size / CLI_ONE);
    if (shape->max_cpus)
        fprintf(to, "sizes: at most %s", text_count((uint64_t)shape->max_cpus, text));
    if (w->sizes_cut)
        fprintf(to, ", to which %s job%s cut", text_count(w->sizes_cut, text),
                w->sizes_cut == 1 ? " was" : "s were");
    if (shape->max_cpus) fputc('\n', to);
    if (shape->scale_run != CLI_ONE)
        fprintf(to, "run times: times %.9g\n", (double)shape->scale_run / CLI_ONE);
    if (shape->load) fprintf(to, "load: set to %.9g\n", (double)shape->load / CLI_ONE);
}

void workload_report_json(const struct workload *w, struct json *j)
{
    char name[64];
    int i;
    json_open(j, "workload", '{');
    json_text(j, "source", w->source);
    json_count(j, "jobs", (int64_t)w->count);
    json_count(j, "servers", w->servers);
    json_count(j, "servers_guessed", w->guessed);
    json_count(j, "sizes_cut", (int64_t)w->sizes_cut);
    json_count(j, "first_submit", w->jobs[0].submit);
    json_count(j, "last_submit", w->jobs[w->count - 1].submit);
    json_count(j, "skipped_lines", (int64_t)w->bad_lines);
    json_count(j, "surplus_lines", (int64_t)w->surplus.lines);
    json_count(j, "unsorted", (int64_t)w->unsorted);
    json_count(j, "reservations", (int64_t)w->reservations);
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) {
        snprintf(name, sizeof name, "left_out_%s", workload_reasons[i].name);
        json_count(j, name, (int64_t)w->left_out[i]);
    }
    json_close(j, '}');
}

void workload_report_json_shape(struct json *j, const struct shape *shape, int64_t jobs)
{
    json_number(j, "load", (double)shape->load / CLI_ONE);
    json_number(j, "scale_size", (double)shape->scale_size / CLI_ONE);
    json_number(j, "scale_run", (double)shape->scale_run / CLI_ONE);
    json_count(j, "max_cpus", shape->max_cpus);
    json_count(j, "skip", shape->skip);
    json_count(j, "first_jobs", jobs);
    json_count(j, "cut_from", shape->cut[0]);
    if (shape->cut[1] == CLI_OPEN)
        json_text(j, "cut_to", NULL);
    else
        json_count(j, "cut_to", shape->cut[1]);
}
