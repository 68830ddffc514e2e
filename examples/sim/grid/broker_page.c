/* broker_page.c - the order of the page. */
#include "grid/broker_page.h"

#include "grid/broker_head.h"
#include "report/page.h"

#include <stdio.h>

static void print_head(FILE *to, const void *experiment)
{
    broker_head_print(to, (const struct broker_experiment *)experiment);
}

int broker_page(const struct program *p, const struct broker_experiment *x,
                const struct broker_plots *plots, const struct broker_tables *tables,
                struct error *e)
{
    struct page page = {0};
    size_t i;
    int result;
    page_title(&page, "A grid and its broker: %s", x->grid.source);
    page_asked(&page, print_head, x);
    page_text(
        &page,
        "Numbers of figures are those of I. Rodero, F. Guim, J. Corbalan:"
        " Performance-driven Coordinated Grid Scheduling. A broker chooses the next job"
        " and its cluster, whose own scheduler goes on. FCFS: first come, first served,"
        " to the best match that is free; RANK: JR-backfilling, the same; SLOW:"
        " JR-backfilling, to the cluster with the lowest average slowdown.");
    page_summary(&page, &tables->figures);
    page_plots(&page, plots->plots, plots->plot_count);
    page_section(&page, "Who runs where");
    page_gantt(&page, &plots->gantt);
    page_section(&page, "Numbers");
    page_table(&page, &tables->cpus);
    page_table(&page, &tables->nodes);
    for (i = 0; i < tables->factor_count; i++) page_table(&page, &tables->factors[i]);
    for (i = 0; i < tables->delay_count; i++) page_table(&page, &tables->delays[i]);
    page_command(&page, p, NULL);
    result = page_file(&page, p->to.report, e);
    page_free(&page);
    return result;
}
