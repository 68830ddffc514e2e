/* workload_report.h - what jobs a simulator had, and what was done to their log before:
 * as lines for people, as JSON for programs.
 */
#ifndef SIM_WORKLOAD_REPORT_H
#define SIM_WORKLOAD_REPORT_H

#include "cli.h"
#include "report.h"
#include "shape.h"
#include "workload.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static inline void sim_print_left_out(FILE *to, const sim_workload *w)
{
    char count[SIM_NUMBER_TEXT];
#define SIM_LEFT_OUT_LINE(name, text)                 \
    if (w->left_out[SIM_LEFT_##name])                 \
        fprintf(to, "jobs left out (%s): %s\n", text, \
                sim_count_text(w->left_out[SIM_LEFT_##name], count));
    SIM_LEFT_OUT(SIM_LEFT_OUT_LINE)
#undef SIM_LEFT_OUT_LINE
    if (w->bad_lines)
        fprintf(to, "lines skipped (no job): %s\n", sim_count_text(w->bad_lines, count));
    if (w->unsorted)
        fprintf(to, "jobs out of order (sorted by submit time): %s\n",
                sim_count_text(w->unsorted, count));
}

/* What was done to the log before (shape.h); `jobs`: so many of it, 0 = all. */
static inline void sim_print_shape(FILE *to, const sim_shape *shape, int64_t jobs)
{
    char text[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < shape->merge.count; i++) {
        fprintf(to, "merged with: ");
        sim_print_text(to, shape->merge.items[i]);
        fputc('\n', to);
    }
    if (shape->skip)
        fprintf(to, "cut: without the first %s jobs\n",
                sim_count_text((uint64_t)shape->skip, text));
    if (sim_shape_is_cut(shape)) {
        cli_duration_text(shape->cut[0], text, sizeof text);
        fprintf(to, "cut: submitted from %s on", text);
        cli_duration_text(shape->cut[1], text, sizeof text);
        if (shape->cut[1] != CLI_OPEN) fprintf(to, ", before %s", text);
        fputc('\n', to);
    }
    if (jobs)
        fprintf(to, "cut: the first %s jobs\n", sim_count_text((uint64_t)jobs, text));
    if (shape->scale_size != CLI_ONE)
        fprintf(to, "sizes: times %.9g\n", (double)shape->scale_size / CLI_ONE);
    if (shape->max_cpus)
        fprintf(to, "sizes: at most %s\n",
                sim_count_text((uint64_t)shape->max_cpus, text));
    if (shape->scale_run != CLI_ONE)
        fprintf(to, "run times: times %.9g\n", (double)shape->scale_run / CLI_ONE);
    if (shape->load) fprintf(to, "load: set to %.9g\n", (double)shape->load / CLI_ONE);
}

static inline void sim_json_workload(const sim_workload *w, sim_json *j)
{
    sim_json_open(j, "workload", '{');
    sim_json_text(j, "source", w->source);
    sim_json_count(j, "jobs", (int64_t)w->count);
    sim_json_count(j, "servers", w->servers);
    sim_json_count(j, "first_submit", w->jobs[0].submit);
    sim_json_count(j, "last_submit", w->jobs[w->count - 1].submit);
    sim_json_count(j, "skipped_lines", (int64_t)w->bad_lines);
    sim_json_count(j, "unsorted", (int64_t)w->unsorted);
    sim_json_count(j, "reservations", (int64_t)w->reservations);
#define SIM_LEFT_OUT_JSON(name, text) \
    sim_json_count(j, "left_out_" #name, (int64_t)w->left_out[SIM_LEFT_##name]);
    SIM_LEFT_OUT(SIM_LEFT_OUT_JSON)
#undef SIM_LEFT_OUT_JSON
    sim_json_close(j, '}');
}

/* Members of the settings. */
static inline void sim_json_shape(sim_json *j, const sim_shape *shape, int64_t jobs)
{
    size_t i;
    sim_json_number(j, "load", (double)shape->load / CLI_ONE);
    sim_json_number(j, "scale_size", (double)shape->scale_size / CLI_ONE);
    sim_json_number(j, "scale_run", (double)shape->scale_run / CLI_ONE);
    sim_json_count(j, "max_cpus", shape->max_cpus);
    sim_json_count(j, "skip", shape->skip);
    sim_json_count(j, "first_jobs", jobs);
    sim_json_open_flat(j, "merge", '[');
    for (i = 0; i < shape->merge.count; i++)
        sim_json_text(j, NULL, shape->merge.items[i]);
    sim_json_close(j, ']');
    sim_json_count(j, "cut_from", shape->cut[0]);
    if (shape->cut[1] == CLI_OPEN)
        sim_json_text(j, "cut_to", NULL);
    else
        sim_json_count(j, "cut_to", shape->cut[1]);
}

#endif
