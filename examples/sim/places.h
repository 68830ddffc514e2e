/* places.h - is what a run writes the same as something it reads, or writes otherwise?
 *
 * Names tell little: ./x is x, a link is what it leads to, and a file that is not there
 * yet will be where its folder is. So files are compared by what the system says they
 * are.
 */
#ifndef SIM_PLACES_H
#define SIM_PLACES_H

#include "outfile.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SIM_PLACE_NAME = 4096 };

static inline int sim_place_equal(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What a name begins with, "." if that is nothing: its folder. -1: it is too long. */
static inline int sim_place_folder(const char *path, char folder[SIM_PLACE_NAME])
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (slash == path) length = 1;
    if (length >= SIM_PLACE_NAME) return -1;
    memcpy(folder, length ? path : ".", length ? length : 1);
    folder[length ? length : 1] = 0;
    return 0;
}

static inline const char *sim_place_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Are both in the same folder, which is there? */
static inline int sim_place_together(const char *x, const char *y)
{
    char folder[SIM_PLACE_NAME];
    struct stat a, b;
    if (sim_place_folder(x, folder) != 0 || stat(folder, &a) != 0) return 0;
    if (sim_place_folder(y, folder) != 0 || stat(folder, &b) != 0) return 0;
    return sim_place_equal(&a, &b);
}

/* Do both name the same plain file, there already or not? */
static inline int sim_place_same(const char *x, const char *y)
{
    struct stat about;
    if (stat(x, &about) == 0 || stat(y, &about) == 0) return sim_outfile_same(x, y);
    return strcmp(x, y) == 0 || (strcmp(sim_place_name(x), sim_place_name(y)) == 0 &&
                                 sim_place_together(x, y));
}

static inline int sim_place_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/* Is `path` the same file as one in the folder whose name ends so? */
static inline int sim_place_linked(const char *folder, const char *ending,
                                   const char *path)
{
    DIR *all = opendir(folder);
    struct dirent *entry;
    int found = 0;
    while (all && !found && (entry = readdir(all)) != NULL) {
        char name[SIM_PLACE_NAME];
        if (sim_place_ends(entry->d_name, ending) &&
            snprintf(name, sizeof name, "%s/%s", folder, entry->d_name) <
                (int)sizeof name)
            found = sim_outfile_same(name, path);
    }
    if (all) closedir(all);
    return found;
}

/* Is `path`, or will it be, a file in the folder whose name ends so? */
static inline int sim_place_within(const char *folder, const char *ending,
                                   const char *path)
{
    char own[SIM_PLACE_NAME];
    size_t length = strlen(folder);
    struct stat a, b;
    if (sim_place_folder(path, own) != 0) return 0;
    if (stat(folder, &a) == 0) {
        const int together = stat(own, &b) == 0 && sim_place_equal(&a, &b);
        if (together && sim_place_ends(path, ending)) return 1;
        return sim_place_linked(folder, ending, path);
    }
    while (length > 1 && folder[length - 1] == '/') length--;
    return strlen(own) == length && memcmp(own, folder, length) == 0 &&
           sim_place_ends(path, ending);
}

#endif
