/* flexco_words.h - how flexco_sim's results name things for people: points, figures,
 * means with their range, and the lines about sites and rules that stand first on the
 * terminal and on the page.
 *
 * Sites are numbered from 1. Of several seeds a mean is followed by the least and the
 * most value, in brackets.
 */
#ifndef FLEXCO_WORDS_H
#define FLEXCO_WORDS_H

#include "flexco/flexco_experiment.h"
#include "flexco/flexco_figures.h"

#include <stddef.h>
#include <stdio.h>

enum { FLEXCO_TEXT = 160, FLEXCO_ROWS = 16 /* sites that have a line of their own */ };

/* "late", "early". */
const char *flexco_words_binding(int early);

/* Who moves a meta-job at one site. */
const char *flexco_words_one_site(const struct flexco_settings *s);

/* "kept", "dropped": the small jobs. */
const char *flexco_words_small(int dropped);

/* "response time, reduction": a figure that is compared with rigid's. Unlike the
 * figure's own label it can be read without the labels above it. */
const char *flexco_words_better(size_t figure);

/* "12.3", or of several seeds "12.3 (11.0..13.5)". Returns `to`, as the next one does. */
const char *flexco_words_spread(const struct statistics_spread *s, size_t seeds,
                                int digits, char to[FLEXCO_TEXT]);

/* "estimates +25 %, without small jobs, early binding": which jobs a point is about.
 * The binding is named only if there are several. */
const char *flexco_words_point(const struct flexco_experiment *x,
                               const struct flexco_point *p, char to[FLEXCO_TEXT]);

/* The sites, their jobs, and what was left out of each log. For a page each site has a
 * line of its own, and a log is named without its folder. */
void flexco_words_print_sites(FILE *to, const struct flexco_experiment *x, int page);

/* Estimates, seeds, binding. */
void flexco_words_print_rules(FILE *to, const struct flexco_experiment *x);

#endif
