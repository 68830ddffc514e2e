/* exact.h - arrays without slack, up to 256 items: much is asked for, and an access
 * beyond an array shows under a sanitizer. A test that includes this file is linked with
 * exact.c. */
#ifndef EXACT_H
#define EXACT_H

#define NETS_I_BARS 1
#define NETS_I_GROW(n) ((n) < 256 ? (n) + 1 : 2 * (n))

#endif
