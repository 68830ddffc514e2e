/* facts.h - --facts FILE: every number under a key, for programs that judge them.
 *
 *     density=20 WS-RC acceptance             0.936  0.921  0.951  5  seeds
 *     density=20 WS-RC acceptance seed=1      0.917
 *     density=20 WS-RC share fate=accepted    ...
 *     density=20 WN-RC-WS-RC acceptance       the difference, with its interval
 *
 * Fields are separated by tabs: key, value, the ends of the 95 % interval, of how many
 * what. The words of a key are the options that are swept, the variant (or the difference
 * between two), the measure, the class; a blank in a word is written as _.
 */
#ifndef FACTS_H
#define FACTS_H

#include "kit/experiment.h"

#include <stdio.h>

void facts_write(const struct experiment *x, FILE *to);

#endif
