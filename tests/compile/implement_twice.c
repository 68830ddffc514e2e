/* implement_twice.c - included again while the implementation is asked for: harmless */
#include "implement.h"
#include HEADER
#include HEADER
