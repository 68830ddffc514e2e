/* foreign.h - files that people give to programs that read job logs or networks, and that
 * are neither, known by how they begin.
 *
 *     const char *from, *what = foreign(text, size, &from);
 *     if (what) return error_fail(e, "%s: not a job log, but %s", path, what);
 */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "base/error.h"

#include <stddef.h>

/* What the text is, if it is known not to be a job log, and what can be done, as the end
 * of a sentence; NULL: it may be one. *from: the word for swf_tool convert --from, or
 * NULL. */
const char *foreign(const char *begin, size_t size, const char **from);

/* The same of networks. 0: it may be one; -1: *what says what it is. */
int foreign_network(const char *begin, size_t size, struct error *what);

#endif
