/* exact.h - arrays without slack: much is asked for, and an access beyond an array shows
 * under a sanitizer. A test that includes this file is linked with exact.c. */
#ifndef EXACT_H
#define EXACT_H

#define NETS_I_GROW(n) ((n) + 1)

#endif
