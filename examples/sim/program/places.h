/* places.h - is what a run writes the same as something it reads, or writes otherwise?
 *
 * Names tell little: ./x is x, a link is what it leads to, and a file that is not there
 * yet will be where its folder is. So files are compared by what the system says they
 * are.
 */
#ifndef PLACES_H
#define PLACES_H

enum { PLACE_NAME = 4096 };

/* Do both name the same plain file, there already or not? */
int places_same(const char *x, const char *y);

/* Is `path`, or will it be, a file in the folder whose name ends so? */
int places_within(const char *folder, const char *ending, const char *path);

#endif
