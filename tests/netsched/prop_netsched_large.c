/* prop_netsched_large.c - the same on networks with longer paths and more of them, whose
 * arrays grow as users' do. */
#define EXACT_H
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"

#define O_NODES 21 /* with three wavelengths each, 63 bits (o_leads) */
#define O_LINKS 100
#define O_WAVES 100
#define ROUNDS 8000
#include "prop_netsched.c"
