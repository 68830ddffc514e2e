/* implement.c - the one file that holds the implementation */
#include "implement.h"
#include HEADER
