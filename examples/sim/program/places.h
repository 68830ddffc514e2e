/* places.h - do two names stand for the same file?
 *
 * Comparing names is not enough: ./x is x, a link is the file it leads to, and a file
 * that does not exist yet will be in its folder. So the system is asked what the names
 * stand for.
 */
#ifndef PLACES_H
#define PLACES_H

enum { PLACE_NAME = 4096 };

/* Do both name the same plain file, whether it exists or not? */
int places_same(const char *x, const char *y);

/* Is `path` a file in the folder, existing or not, whose name ends with `ending`? */
int places_within(const char *folder, const char *ending, const char *path);

#endif
