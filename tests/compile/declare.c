/* declare.c - a file that only uses a header: the declarations alone, twice over.
 * HEADER comes from tests/gate/gates.sh, as in every file here. */
#include HEADER
#include HEADER
