/* sim.h - the skeleton of every simulator: options, points x variants x seeds on threads,
 * rows, tables, a page. A simulator declares what it has; main is one line:
 *
 *     static const struct simulator queue = {
 *         .name = "queue_sim", .about = "Serves customers.", .item = "customer",
 *         .settings = sizeof(struct settings),
 *         SIM_TABLES, .world = world, .run = run, .drop = drop};
 *     int main(int argc, char **argv) { return sim_main(&queue, argc, argv); }
 *
 * A world is what all variants are given (a network and its requests, a log): one is made
 * for each set of values of the world's options, and each seed. Runs go on side by side;
 * they share the world, and none changes it.
 */
#ifndef SIM_H
#define SIM_H

#include "kit/measure.h"

int sim_main(const struct simulator *s, int argc, char **argv);

#endif
