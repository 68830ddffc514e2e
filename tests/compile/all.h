/* all.h - every header there is in one file; tests/gate/gates.sh says which are there */
#ifdef HAVE_COALLOC
#include "coalloc.h"
#endif
#ifdef HAVE_SWF
#include "swf.h"
#endif
#ifdef HAVE_NETSCHED
#include "netsched.h"
#endif
#ifdef HAVE_SAMPLE
#include "sample.h"
#endif
