/* topology_speed.h - the speed of a link as people write it.
 *
 *     topology_speed(word_of("Peering, 2 x 2.5 Gbit/s"), 8)       5e9
 *
 * Units are as quantity_rate reads them; `byte` is 8, or 0 for labels of a map, which may
 * mean a bit by B, too: with B they give no speed.
 *
 * A text gives a speed if exactly one number with a unit stands in it, which may have a
 * factor ("2x10G"), and no other number that stands alone; numbers in names (DS-3) do not
 * count. Without such numbers names of SONET and SDH give it, if all of them the same:
 * OC-48, STM-16, OC192/STM64. Ranges ("10-20Gbps"), bounds ("< 1 Gbps", "up to", "more",
 * "at least"), guesses ("~1 Gbps", "about", "?") and numbers right behind a dash, which
 * may be a sign ("-1 Gbps"), give none.
 */
#ifndef TOPOLOGY_SPEED_H
#define TOPOLOGY_SPEED_H

#include "base/word.h"

/* In bit/s, up to 9e15; 0 if the text gives none, or has 256 bytes. */
double topology_speed(struct word text, double byte);

#endif
