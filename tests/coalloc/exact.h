/* exact.h - arrays without slack, so that much is asked for. A test that includes this
 * file is linked with exact.c, unless it implements the header itself. */
#ifndef COA_I_GROW /* tiny.h has it, too */
#define COA_I_GROW(n) ((n) + 1)
#endif
