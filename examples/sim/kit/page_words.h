/* page_words.h - what a page says first: sentences that follow from figures by a rule. */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "kit/experiment.h"
#include "kit/plot.h"

struct page {
    const struct experiment *x;
    const struct first *first;
    FILE *to;
    struct row_cell of; /* the measure that decides, at the base */
    enum unit unit;
    const char *what;           /* "mean wait"                            */
    struct plot_series *series; /* of every variant                       */
    size_t count;               /* variants of charts by class, the first */
};

/* The measure that decides, its unit and name; of rows without it, their first. */
void words_begin(struct page *p);

/* With a sign that is wide; `sign`: of what is more, too. A value of the measure. */
const char *words_number(double v, enum unit u, int sign);
const char *words_value(const struct page *p, double v);

/* "hours", and of a difference between shares "points". */
const char *words_unit(const struct page *p, int difference);

const char *words_capital(const char *text);

struct row_spread words_spread(const struct page *p, size_t variant,
                               enum experiment_beside how);
struct plot_value words_at(const struct page *p, struct row_cell of,
                           enum experiment_beside how);

/* Is it compared with another variant, and simulated? */
int words_is_other(const struct page *p, size_t variant);

/* Who differs by how much; a variant's part of it; how far chance goes. */
const char *words_finding(const struct page *p);
const char *words_lead(const struct page *p, size_t variant);
const char *words_certain(const struct page *p);

#endif
