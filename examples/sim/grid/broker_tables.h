/* broker_tables.h - the tables of an experiment, for the terminal and the page.
 *
 *     struct table t = {0};
 *     broker_tables_figures(&t, x);
 *     table_show(stdout, &t, 5);             or of page_new_table(page)
 */
#ifndef BROKER_TABLES_H
#define BROKER_TABLES_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "program/table.h"

#include <stddef.h>
#include <stdio.h>

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
