/* static.c - everything private to this file, and nothing used: no warning, no symbol */
#define COALLOC_STATIC
#define SWF_STATIC
#define NETSCHED_STATIC
#define SAMPLE_STATIC
#include "implement.h"
#include HEADER
