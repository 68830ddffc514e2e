/* broker_setup.h - how a broker is set up: a pair of policies, which job is next and
 * which cluster it gets; the words of --setup.
 *
 * All pairs of the tables of broker_policy.h are set-ups, JOBS+RESOURCES; a resource
 * policy without a broker is one by itself. Paper 2, section V (I. Rodero, F. Guim, J.
 * Corbalan: Performance-driven Coordinated Grid Scheduling), names three of them.
 */
#ifndef BROKER_SETUP_H
#define BROKER_SETUP_H

#include "grid/broker_policy.h"

#include <stddef.h>

enum { BROKER_SETUPS = 64, BROKER_SETUP_NAME = 40 };

struct broker_setup {
    char name[BROKER_SETUP_NAME]; /* "SLOW", "edf+slow"          */
    const char *about;            /* for --help; NULL: the name says it */
    size_t jobs, resources;       /* rows of their tables        */
};

struct broker_setups {
    struct broker_setup items[BROKER_SETUPS];
    size_t count;
};

/* All set-ups: first those that have a name of their own. */
void broker_setup_all(struct broker_setups *all);

#endif
