/* foreign.h - what a file is that is no job log, by its first bytes: files that people
 * give to programs that read job logs. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>

/* What the text is and what can be done, as the end of a sentence; NULL: it may be a job
 * log. *from: the word for swf_tool convert --from, or NULL. */
const char *foreign_text(const char *begin, size_t size, const char **from);

#endif
