/* declare_implement.c - a header may be declared early, perhaps by another header, and
 * implemented later in the same file */
#include HEADER
#include "implement.h"
#include HEADER
