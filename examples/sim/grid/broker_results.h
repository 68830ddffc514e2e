/* broker_results.h - the results of broker_sim: JSON and CSV for programs, tables for
 * people (broker_tables.c), pictures (broker_plots.c).
 */
#ifndef BROKER_RESULTS_H
#define BROKER_RESULTS_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "program/program.h"
#include "program/table.h"
#include "report/page.h"

#include <stddef.h>
#include <stdio.h>

/* Of a struct broker_experiment that is closed, for program_write. */
extern const struct program_results broker_results;

/* The page of a struct broker_experiment. 0, or -1. */
int broker_plots_page(struct page *page, const void *experiment, struct error *e);

/* What was simulated, and how: the lines at the top of tables and page. */
void broker_tables_head(FILE *to, const void *experiment);

/* All figures, a column for each set-up, at the first reduction factor and the first
 * delay; without a title. */
void broker_tables_figures(struct table *t, const struct broker_experiment *x);

/* How much of the CPUs, or of the nodes, of each cluster is used. */
void broker_tables_clusters(struct table *t, const struct broker_experiment *x,
                            enum broker_cluster_figure figure);

/* The points that differ in the reduction factor, without delay. */
void broker_tables_factors(const struct broker_experiment *x, struct cube_line *line);

/* Table number i of those over several factors, then of those over several delays, in
 * which a figure is followed by how many times as large it is as at the first delay; and
 * how many there are. */
void broker_tables_over(struct table *t, const struct broker_experiment *x, size_t i);
size_t broker_tables_over_count(const struct broker_settings *s);

/* Prints all tables but that of nodes of a struct broker_experiment, with the lines
 * before and between them. */
void broker_tables_print(FILE *to, const void *experiment);

/* Are there several reduction factors, and a set-up to which they make a difference? */
int broker_tables_over_factors(const struct broker_settings *s);

#endif
