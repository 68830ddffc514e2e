/* grid_file.h - grids as text: reading grid files and the built-in grids, and writing.
 *
 *     struct grid g;
 *     grid_file_load(&g, "dom_small");
 *     grid_file_print(&g, stdout);
 *     grid_free(&g);
 *
 * THE FORMAT
 *     A text of lines. '#' begins a comment. Words are separated by blanks.
 *
 *     priority NAME=NUMBER ...
 *         What an attribute counts in ranks where a job does not say: 1 without this
 *         line. From -10^9 to 10^9, without exponent. (JR-backfilling lets no job pass
 *         whose own rank is below 0.)
 *     cluster NAME nodes=N cpus=N [NAME=VALUE ...]
 *         The name begins with a letter or a digit.
 *         N CPUs on N nodes, at least one on each. Other attributes may have any name
 *         that begins with a letter. A VALUE is a number, with or without a unit, or a
 *         text; a text in "" may hold blanks, and is one even if it looks like a number.
 *         These are known:
 *             memory, disk                of each node: MB, or with KB, MB, GB, TB
 *             clock                       MHz, or with MHz, GHz
 *             vendor, os                  texts
 *             membw, ethernet, network    of each node, what its processes share: memory
 *                                         and network bandwidth in the unit of the jobs'
 *                                         usage_memory, usage_ethernet, usage_network,
 *                                         which are per process; 0 = no limit
 *             local, select, queue, backfill
 *                                         words for the scheduler of the cluster
 *
 *     Dynamic attributes (grid.h) cannot be set. Example:
 *
 *         priority cpus=100 memory=1
 *         cluster das2-vu nodes=72 cpus=144 vendor=Intel os=Linux memory=1GB clock=1000
 */
#ifndef GRID_FILE_H
#define GRID_FILE_H

#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { GRID_FILE_CLUSTERS = 1024, GRID_FILE_NODES = 10000000 /* of all clusters */ };

#define GRID_FILE_CPUS INT64_C(0x3FFFFFFF) /* of a cluster             */
#define GRID_FILE_NUMBER 1e15              /* in size, of an attribute */

/* Built in are the three domains of paper 2, section IV-B (Rodero, Guim, Corbalan):
 *
 *   dom_small   6 clusters, 400 CPUs, all alike: Intel, Linux. Sizes like DAS-2's: 72
 *               nodes at one site, 32 at each of the others, one of which is split in two
 *   dom_medium  12 clusters, 985 CPUs. By CPUs: Intel 50 %, AMD 40 %, PowerPC 10 %; Linux
 *               60 %, AIX 30 %, Solaris 10 %. Named after sites of Grid5000
 *   dom_big     12 clusters, 3712 CPUs, from 36 to 1068. Named like Sharcnet's
 *
 * The paper gives the numbers of clusters and CPUs, and these percentages; all other
 * attributes are ours. The priorities make the CPUs the largest part of a job's rank. */

/* By the name of a built-in grid, else from a file; "-" is standard input. A grid that
 * cannot be read ends the program (kit/fail.h). */
void grid_file_load(struct grid *g, const char *name_or_path);

/* From memory; text[size] is 0. `name` is for messages. */
void grid_file_parse(struct grid *g, const char *name, const char *text, size_t size);

/* As a grid file. */
void grid_file_print(const struct grid *g, FILE *to);

/* With as many digits as it takes to read the same number again, without exponent. */
void grid_file_print_number(FILE *to, double number);

#endif
