/* items.h - --items FILE: what became of each item, a line for each, as CSV. Written
 * while runs go on, in the order in which they are begun. The last field has what the run
 * says of the servers that it holds (run_part): "0-9 12", of several resources "2:0-9".
 */
#ifndef ITEMS_H
#define ITEMS_H

#include "kit/experiment.h"

/* How such a file begins. */
const char *items_begins(const struct experiment *x);

void items_open(const struct experiment *x);
void items_write(const struct experiment *x, const struct run *r);
void items_close(void);

#endif
