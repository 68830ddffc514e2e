/* places.c - a file that does not exist is compared by its folder and its last name, a
 * link to such a file by those of the file. */
#define _POSIX_C_SOURCE 200809L

#include "program/places.h"

#include "base/outfile.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int places_equal(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What a name begins with, "." if that is nothing: its folder. -1: it is too long. */
static int places_folder(const char *path, char folder[PLACE_NAME])
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (slash == path) length = 1;
    if (length >= PLACE_NAME) return -1;
    memcpy(folder, length ? path : ".", length ? length : 1);
    folder[length ? length : 1] = 0;
    return 0;
}

static const char *places_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Are both in the same folder, which is there? */
static int places_together(const char *x, const char *y)
{
    char folder[PLACE_NAME];
    struct stat a, b;
    if (places_folder(x, folder) != 0 || stat(folder, &a) != 0) return 0;
    if (places_folder(y, folder) != 0 || stat(folder, &b) != 0) return 0;
    return places_equal(&a, &b);
}

/* Names of files that are not there: links to such a file have been followed. */
static int places_same_name(const char *x, const char *y)
{
    return strcmp(x, y) == 0 ||
           (strcmp(places_name(x), places_name(y)) == 0 && places_together(x, y));
}

int places_same(const char *x, const char *y)
{
    struct stat about;
    char *a, *b;
    int same;
    if (stat(x, &about) == 0 || stat(y, &about) == 0) return outfile_same(x, y);
    a = outfile_target(x);
    b = outfile_target(y);
    same = places_same_name(a ? a : x, b ? b : y);
    free(a);
    free(b);
    return same;
}

static int places_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/* Is `path` the same file as one in the folder whose name ends so? */
static int places_linked(const char *folder, const char *ending, const char *path)
{
    DIR *all = opendir(folder);
    struct dirent *entry;
    int found = 0;
    while (all && !found && (entry = readdir(all)) != NULL) {
        char name[PLACE_NAME];
        if (places_ends(entry->d_name, ending) &&
            snprintf(name, sizeof name, "%s/%s", folder, entry->d_name) <
                (int)sizeof name)
            found = outfile_same(name, path);
    }
    if (all) closedir(all);
    return found;
}

/* As places_within, after links have been followed. */
static int places_within_name(const char *folder, const char *ending, const char *path)
{
    char own[PLACE_NAME];
    size_t length = strlen(folder);
    struct stat a, b;
    if (places_folder(path, own) != 0) return 0;
    if (stat(folder, &a) == 0) {
        const int together = stat(own, &b) == 0 && places_equal(&a, &b);
        if (together && places_ends(path, ending)) return 1;
        return places_linked(folder, ending, path);
    }
    while (length > 1 && folder[length - 1] == '/') length--;
    return strlen(own) == length && memcmp(own, folder, length) == 0 &&
           places_ends(path, ending);
}

int places_within(const char *folder, const char *ending, const char *path)
{
    char *target = outfile_target(path);
    const int within = places_within_name(folder, ending, path) ||
                       (target && places_within_name(folder, ending, target));
    free(target);
    return within;
}
