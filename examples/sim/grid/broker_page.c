/* broker_page.c - the lines at the top of the tables are printed into memory for the
 * page. */
#define _POSIX_C_SOURCE 200809L

#include "grid/broker_page.h"

#include "grid/broker_head.h"
#include "report/page.h"

#include <stdio.h>
#include <stdlib.h>

static int add_head(struct page *page, const struct broker_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    broker_head_print(to, x);
    failed = fclose(to) != 0;
    if (!failed) page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

int broker_page(const struct program *p, const struct broker_experiment *x,
                const struct broker_plots *plots, const struct broker_tables *tables,
                struct error *e)
{
    struct page page = {0};
    size_t i;
    int result = 0;
    page_title(&page, "A grid and its broker: %s", x->grid.source);
    if (add_head(&page, x) != 0) result = error_fail(e, "out of memory");
    page_text(
        &page,
        "Numbers of figures are those of I. Rodero, F. Guim, J. Corbalan:"
        " Performance-driven Coordinated Grid Scheduling. A broker chooses the next job"
        " and its cluster, whose own scheduler goes on. FCFS: first come, first served,"
        " to the best match that is free; RANK: JR-backfilling, the same; SLOW:"
        " JR-backfilling, to the cluster with the lowest average slowdown.");
    page_section(&page, "Pictures");
    for (i = 0; i < plots->plot_count; i++) page_plot(&page, &plots->plots[i]);
    page_section(&page, "Numbers");
    page_table(&page, &tables->figures);
    page_table(&page, &tables->cpus);
    page_table(&page, &tables->nodes);
    for (i = 0; i < tables->factor_count; i++) page_table(&page, &tables->factors[i]);
    for (i = 0; i < tables->delay_count; i++) page_table(&page, &tables->delays[i]);
    page_section(&page, "Clusters");
    page_gantt(&page, &plots->gantt);
    page_command(&page, p, NULL);
    if (result == 0) result = page_file(&page, p->to.report, e);
    page_free(&page);
    return result;
}
