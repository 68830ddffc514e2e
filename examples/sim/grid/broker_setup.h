/* broker_setup.h - how a broker is set up: which job goes next, and to which cluster; the
 * words of --setup. Paper 2, section V (I. Rodero, F. Guim, J. Corbalan:
 * Performance-driven Coordinated Grid Scheduling), names three of them.
 */
#ifndef BROKER_SETUP_H
#define BROKER_SETUP_H

#include "grid/broker_rules.h"

#include <stddef.h>

enum { BROKER_SETUPS = 13 };

struct broker_setup {
    const char *name;
    enum broker_jobs jobs;
    enum broker_resources resources;
};

struct broker_setups { /* as they were given */
    const struct broker_setup *items[BROKER_SETUPS];
    size_t count;
};

/* Does the reduction factor make a difference to it? */
int broker_setup_ranks(const struct broker_setup *s);

/* Has it deadlines? */
int broker_setup_dated(const struct broker_setup *s);

/* The list of --setup, separated by commas: each once. CLI_RUN, or CLI_USAGE. */
int broker_setup_setups_read(const char *program, const char *text,
                             struct broker_setups *all);

#endif
