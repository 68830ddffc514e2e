/* broker_options.h - the command line of broker_sim: what is simulated (struct
 * broker_settings), and what stands between options.
 */
#ifndef BROKER_OPTIONS_H
#define BROKER_OPTIONS_H

#include "grid/broker_experiment.h"
#include "program/program.h"

#include <stdint.h>

struct broker_options { /* begins as BROKER_OPTIONS */
    struct broker_settings settings;
    int64_t print_grid;
    const char *setups, *factors, *delays; /* as they were written */
};

#define BROKER_OPTIONS                                                             \
    {                                                                              \
        .settings = BROKER_SETTINGS, .setups = "FCFS,RANK,SLOW", .factors = "0.1", \
        .delays = "0"                                                              \
    }

/* Reads the command line. CLI_RUN, or the exit status. */
int broker_options_read(struct program *p, struct broker_options *o);

/* Checks what no option can check alone. CLI_RUN, or CLI_USAGE after a complaint. */
int broker_options_check(struct program *p, struct broker_options *o);

#endif
