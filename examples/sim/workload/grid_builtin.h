/* grid_builtin.h - grids that need no file, as texts of grid files (grid_file.h): the
 * three domains of paper 2, section IV-B (Rodero, Guim, Corbalan), scaled likewise.
 *
 *   dom_small   6 clusters, 400 CPUs, all alike: Intel, Linux. Sizes like DAS-2's: 72
 *               nodes at one site, 32 at each of the others, one of which is split in two
 *   dom_medium  12 clusters, 985 CPUs. By CPUs: Intel 50 %, AMD 40 %, PowerPC 10 %; Linux
 *               60 %, AIX 30 %, Solaris 10 %. Named after sites of Grid5000
 *   dom_big     12 clusters, 3712 CPUs, from 36 to 1068. Named like Sharcnet's
 *
 * The paper gives the numbers of clusters and CPUs, and these percentages; all other
 * attributes are ours. The priorities make the CPUs the largest part of a job's rank.
 */
#ifndef GRID_BUILTIN_H
#define GRID_BUILTIN_H

struct grid_builtin {
    const char *name; /* NULL after the last */
    const char *text;
};

const struct grid_builtin *grid_builtin_all(void);

#endif
