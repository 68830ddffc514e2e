/* multicost_methods.h - the methods of deciding where a task goes (paper 4, K.
 * Christodoulopoulos, E. Varvarigos), one row of a table each.
 *
 *     for (i = 0; i < multicost_methods.count; i++)
 *         puts(multicost_methods_row(i)->name);
 */
#ifndef MULTICOST_METHODS_H
#define MULTICOST_METHODS_H

#include "netsched.h"

#include "program/choice.h"

#include <stddef.h>

enum { MULTICOST_METHODS = 5 };

struct multicost_method {
    struct choice choice;
    const char *name; /* as on the paper's curves: "MC-T" */
    nets_method method;
    int searches_paths; /* it looks at links */
};

/* Rows are struct multicost_method. */
extern const struct choice_table multicost_methods;

const struct multicost_method *multicost_methods_row(size_t row);

#endif
