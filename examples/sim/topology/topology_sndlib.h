/* topology_sndlib.h - network files in the native format of SNDlib, version 1.0:
 *
 *   S. Orlowski, R. Wessaely, M. Pioro, A. Tomaszewski: SNDlib 1.0 - Survivable Network
 *   Design Library. Networks 55(3), 276-286, 2010. http://sndlib.zib.de
 *
 *     ?SNDlib native format; type: network; version: 1.0
 *     META ( lines: name = value )
 *     NODES ( { id [( x y )] [( designs )] [( options )] }* )
 *     LINKS ( { id ( from to ) capacity cost routing_cost setup_cost
 *               ( { module_capacity module_cost }* ) }* )
 *     DEMANDS ( ... )  ADMISSIBLE_PATHS ( ... )
 *
 * Capacity: the pre-installed one; where it is 0 the largest module; without any, the
 * default. Numbers are Mb/s unless META says unit = BITSPERSEC, KBIT..., GBIT... Costs,
 * demands and paths are skipped. Coordinates count as longitude and latitude if all
 * of them can be that. Whether links are directed is said in another file, the model; but
 * a directed network lists every link and its opposite, so links of such a file are
 * one-way.
 */
#ifndef TOPOLOGY_SNDLIB_H
#define TOPOLOGY_SNDLIB_H

#include "topology/topology_scan.h"

/* 0, or -1 with a sentence. */
int topology_sndlib_read(struct topology_source *s);

#endif
