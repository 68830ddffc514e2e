/* tiny.h - sizes under which splitting and joining are the rule in every index: tiny
 * blocks, chains and nodes, few near pieces, arrays without slack, no vectors. A test
 * that includes this file is linked with tiny.c, unless it implements the header. */
#ifndef TINY_H
#define TINY_H

#define TINY 1
#define COA_I_FAT 4u
#define COA_I_CHUNK_RUNS 3u
#define COA_I_CHANGES 2u
#define COA_I_DEEP 1u
#define COA_I_FAR_NODES 1u
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define COA_I_GROW(n) ((n)*0)
#ifndef COALLOC_NO_VECTOR
#define COALLOC_NO_VECTOR
#endif

#endif
