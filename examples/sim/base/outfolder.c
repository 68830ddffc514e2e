/* outfolder.c - the list has one line about itself and a name a line after it. A name is
 * added before its file is written, so that a killed program leaves no file unnamed. */
#define _POSIX_C_SOURCE 200809L

#include "base/outfolder.h"

#include "base/system.h"

#include <dirent.h>
#include <string.h>

static const char outfolder_head[] = "Files that --csv wrote here, and may replace:";

enum { OUTFOLDER_PATH = 4096 };

static int outfolder_path(char *path, size_t size, const char *folder, const char *name)
{
    return snprintf(path, size, "%s/%s", folder, name) < (int)size ? 0 : -1;
}

/* Is the list a file, or not there? A pipe or a device is none of ours. */
static int outfolder_list_is_file(const char *list)
{
    struct stat about;
    return stat(list, &about) != 0 || S_ISREG(about.st_mode);
}

/* Is this name a line of the list? -1: the list is there, but cannot be read. */
static int outfolder_lists(const char *list, const char *name, struct error *e)
{
    FILE *file = fopen(list, "rb");
    char line[OUTFOLDER_NAME + 2];
    int found = 0, begins = 1; /* 0: this is the rest of a line too long for a name */
    while (file && !found && fgets(line, sizeof line, file)) {
        const int ends = strchr(line, '\n') != NULL;
        line[strcspn(line, "\r\n")] = 0;
        found = begins && (ends || feof(file)) && strcmp(line, name) == 0;
        begins = ends;
    }
    if (file ? ferror(file) : errno != ENOENT)
        found = error_fail(e, "%s cannot be read: %s", list, strerror(errno));
    if (file) fclose(file);
    return found;
}

/* Is it a symbolic link? --csv makes none. */
static int outfolder_is_link(const char *folder, const char *name)
{
    char path[OUTFOLDER_PATH];
    struct stat about;
    return outfolder_path(path, sizeof path, folder, name) == 0 &&
           lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* Is this a .csv file that --csv did not write? 1 or 0; -1: the list cannot be read. */
static int outfolder_is_other(const char *folder, const char *list, const char *name,
                              struct error *e)
{
    const size_t length = strlen(name);
    int listed;
    if (length >= OUTFOLDER_NAME || length < 4 || strcmp(name + length - 4, ".csv") != 0)
        return 0;
    listed = outfolder_lists(list, name, e);
    return listed < 0 ? -1 : !listed || outfolder_is_link(folder, name);
}

int outfolder_other(const char *folder, struct error *e)
{
    char list[OUTFOLDER_PATH], name[OUTFOLDER_NAME] = "";
    struct dirent *entry;
    DIR *all = NULL;
    int ours, other = 0;
    errno = 0;
    if (outfolder_path(list, sizeof list, folder, OUTFOLDER_LIST) == 0)
        all = opendir(folder);
    if (!all && (!errno || errno == ENOENT || errno == ENOTDIR))
        return 0; /* outfolder_make says why, if it must be there */
    if (!all) return error_fail(e, "%s cannot be listed: %s", folder, strerror(errno));
    ours =
        outfolder_list_is_file(list) ? outfile_may_replace(list, outfolder_head, e) : 0;
    if (!ours) strcpy(name, OUTFOLDER_LIST);
    for (errno = 0; ours > 0 && (entry = readdir(all)) != NULL; errno = 0) {
        other = outfolder_is_other(folder, list, entry->d_name, e);
        if (other < 0) ours = -1;
        if (other > 0 && (!name[0] || strcmp(entry->d_name, name) < 0))
            strcpy(name, entry->d_name);
    }
    if (errno) ours = error_fail(e, "%s cannot be listed: %s", folder, strerror(errno));
    closedir(all);
    if (ours < 0 || !name[0]) return ours < 0 ? -1 : 0;
    error_fail(e,
               "%s might replace %s there, which --csv did not write: another directory"
               " is needed",
               folder, name);
    return 1;
}

int outfolder_possible(const char *path, struct error *e)
{
    struct stat about;
    char above[OUTFOLDER_PATH];
    size_t end = strlen(path);
    if (stat(path, &about) == 0) return 0; /* outfolder_make says if it is a file */
    while (end > 1 && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    /* the longest part that ends before the last name: "." if there is none */
    if (snprintf(above, sizeof above, "%.*s.", (int)end, path) >= (int)sizeof above ||
        stat(above, &about) == 0)
        return 0;
    return error_fail(e, "%s cannot be made: %s", path, strerror(errno));
}

int outfolder_make(const char *path, struct error *e)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) return 0;
    if (errno != EEXIST)
        return error_fail(e, "%s cannot be made: %s", path, strerror(errno));
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return 0;
    return error_fail(e, "%s cannot be made: it is there, but is no directory", path);
}

/* Names the file in the list. */
static int outfolder_note(const char *list, const char *name, struct error *e)
{
    const int listed = outfolder_lists(list, name, e);
    FILE *file;
    int is_new, failed;
    if (listed) return listed < 0 ? -1 : 0;
    file = fopen(list, "a+b");
    if (!file) return error_fail(e, "%s cannot be written: %s", list, strerror(errno));
    is_new = fseek(file, -1, SEEK_END) != 0;
    /* its last line may have no end */
    failed = !is_new && getc(file) != '\n' &&
             (fseek(file, 0, SEEK_END) != 0 || putc('\n', file) == EOF);
    failed = fseek(file, 0, SEEK_END) != 0 || failed;
    failed = (is_new && fprintf(file, "%s\n", outfolder_head) < 0) || failed;
    failed = fprintf(file, "%s\n", name) < 0 || failed;
    failed = fclose(file) != 0 || failed;
    return failed ? error_fail(e, "%s cannot be written: %s", list, strerror(errno)) : 0;
}

int outfolder_open(struct outfile *o, char *path, size_t size, const char *folder,
                   const char *name, struct error *e)
{
    if (outfolder_path(path, size, folder, OUTFOLDER_LIST) != 0)
        return error_fail(e, "%s: the name is too long", folder);
    if (outfolder_note(path, name, e) != 0) return -1;
    if (outfolder_path(path, size, folder, name) != 0)
        return error_fail(e, "%s: the name is too long", folder);
    return outfile_open(o, path, e);
}
