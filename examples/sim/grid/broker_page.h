/* broker_page.h - the page of broker_sim (--report): head, pictures, tables, chart.
 */
#ifndef BROKER_PAGE_H
#define BROKER_PAGE_H

#include "base/error.h"
#include "grid/broker_experiment.h"
#include "grid/broker_plots.h"
#include "grid/broker_tables.h"
#include "program/program.h"

/* Writes p->to.report; the footer has the command line. 0, or -1 with a message. */
int broker_page(const struct program *p, const struct broker_experiment *x,
                const struct broker_plots *plots, const struct broker_tables *tables,
                struct error *e);

#endif
