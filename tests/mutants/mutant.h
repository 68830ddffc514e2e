/* mutant.h - what a file with changes includes first: the change MUTANT_7 is in force if
 * the environment says MUTANT=7, and it is noted that the program came by. drawn.h, which
 * mutants.awk writes, defines it so; of a change that is not drawn it says 0. */
#ifndef mutant_at_ /* a number, for an object that has one change and no other */
extern int mutant_;
extern unsigned char *mutant_reached_;
#define mutant_at_(k) (mutant_reached_[k] = 1, mutant_ == (k))
#endif
#include "drawn.h"
