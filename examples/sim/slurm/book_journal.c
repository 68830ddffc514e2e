/* book_journal.c - a line is a list of fields that end with tabs: the booking's, each
 * part's, "end". */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_journal.h"

#include "base/array.h"
#include "base/word.h"
#include "slurm/slurm_call.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char heading[] = "slurm_book journal 1\n";

void book_journal_drop(struct booking *b)
{
    for (size_t i = 0; i < BOOK_SITES; i++)
        for (size_t k = 0; k < BOOK_PLACES; k++) free(b->parts[i].nodes[k]);
    memset(b, 0, sizeof *b);
}

void book_journal_close(struct book_journal *j)
{
    while (j->count > 0) book_journal_drop(&j->bookings[--j->count]);
    free(j->bookings);
    if (j->file) fclose(j->file);
    memset(j, 0, sizeof *j);
}

struct booking *book_journal_find(const struct book_journal *j, const char *name)
{
    for (size_t i = 0; i < j->count; i++)
        if (strcmp(j->bookings[i].name, name) == 0) return &j->bookings[i];
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------- */

enum { TEXTS = 4, NUMBERS = 9 };

/* The fields of a booking, in the order of a line. */
static void fields(struct booking *b, char *text[TEXTS], int64_t *number[NUMBERS])
{
    char *const texts[TEXTS] = {b->name, b->users, b->feature, b->partition};
    int64_t *const numbers[NUMBERS] = {
        &b->state, &b->nodes,           &b->length,           &b->ready,     &b->deadline,
        &b->how,   &b->start[BOOK_NOW], &b->start[BOOK_NEXT], &b->part_count};
    memcpy(text, texts, sizeof texts);
    memcpy(number, numbers, sizeof numbers);
}

static void write_line(FILE *to, struct booking b)
{
    char *text[TEXTS];
    int64_t *number[NUMBERS];
    fields(&b, text, number);
    for (int64_t i = 0; i < TEXTS; i++) fprintf(to, "%s\t", text[i]);
    for (int64_t i = 0; i < NUMBERS; i++) fprintf(to, "%" PRId64 "\t", *number[i]);
    for (int64_t i = 0; i < b.part_count; i++) {
        const struct book_part *p = &b.parts[i];
        fprintf(to, "%s\t%s\t%" PRId64 "\t%" PRId64 "\t", p->cluster, p->conf, p->least,
                p->most);
        for (int64_t k = 0; k < BOOK_BOTH; k++)
            fprintf(to, "%s\t", p->nodes[k] ? p->nodes[k] : "");
    }
    fputs("end\n", to);
}

static int take_text(struct word *line, char to[BOOK_TEXT])
{
    const struct word w = word_part(line, '\t');
    if (!line->at || w.length >= BOOK_TEXT) return 0;
    memcpy(to, w.at, w.length);
    to[w.length] = 0;
    return 1;
}

static int take_number(struct word *line, int64_t *n)
{
    const struct word w = word_part(line, '\t');
    return line->at && word_is_whole(w, 0, INT64_MAX / 4, n);
}

/* 1; 0 if the line is not whole, -1 without memory. */
static int read_line(struct word line, struct booking *b)
{
    char *text[TEXTS];
    int64_t *number[NUMBERS];
    fields(b, text, number);
    for (int64_t i = 0; i < TEXTS; i++)
        if (!take_text(&line, text[i])) return 0;
    for (int64_t i = 0; i < NUMBERS; i++)
        if (!take_number(&line, number[i])) return 0;
    if (b->state > BOOK_GONE || b->part_count > BOOK_SITES) return 0;
    for (int64_t i = 0; i < b->part_count; i++) {
        struct book_part *p = &b->parts[i];
        if (!take_text(&line, p->cluster) || !take_text(&line, p->conf) ||
            !take_number(&line, &p->least) || !take_number(&line, &p->most))
            return 0;
        for (int64_t k = 0; k < BOOK_BOTH; k++) {
            const struct word w = word_part(&line, '\t');
            if (!line.at) return 0;
            if (w.length == 0) continue;
            p->nodes[k] = strndup(w.at, w.length);
            if (!p->nodes[k]) return -1;
        }
    }
    return word_is(line, "end");
}

/* Bytes behind the last end of a line were being written when something crashed. */
static int read_text(struct book_journal *j, const char *text, struct error *e)
{
    struct word rest = word_of(text);
    const struct word first = word_part(&rest, '\n');
    size_t number = 1;
    if (!rest.at && strncmp(text, heading, first.length) == 0) return 0;
    if (first.length + 1 != strlen(heading) ||
        memcmp(first.at, heading, first.length) != 0)
        return error_fail(e, "%s: line 1: '%.*s' does not begin a journal", j->path,
                          WORD(first));
    for (; rest.at; number++) {
        struct booking b = {.state = 0};
        const struct word line = word_part(&rest, '\n');
        j->end = line.at - text;
        if (!rest.at) break;
        const int whole = read_line(line, &b);
        if (whole <= 0 || ARRAY_ROOM(j->bookings, j->count, j->room, 1) != 0) {
            book_journal_drop(&b);
            return whole != 0
                       ? error_fail(e, "out of memory")
                       : error_fail(e, "%s: line %zu is damaged: expected a booking",
                                    j->path, number + 1);
        }
        struct booking *old = book_journal_find(j, b.name);
        if (!old)
            old = &j->bookings[j->count++];
        else
            book_journal_drop(old);
        *old = b;
    }
    return 0;
}

/* ---- the file ---------------------------------------------------------------------- */

/* Makes the folders of the path that are not there; if that fails, opening says why. */
static void make_folders(const char *path)
{
    char folder[4096];
    for (size_t i = 1; path[i] && i < sizeof folder - 1; i++)
        if (path[i] == '/') {
            snprintf(folder, sizeof folder, "%.*s", (int)i, path);
            (void)mkdir(folder, 0700);
        }
}

/* Waits until no other process changes bookings. 0, or -1. */
static int lock(const struct book_journal *j, struct error *e)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (fcntl(fileno(j->file), F_SETLKW, &all) != 0) {
        if (errno != EINTR) return error_fail(e, "%s: %s", j->path, strerror(errno));
        if (slurm_call_stopped())
            return error_fail(e, "interrupted; another process has %s", j->path);
    }
    return 0;
}

int book_journal_open(struct book_journal *j, const char *path, int how, struct error *e)
{
    int result = 0;
    if (how & O_CREAT) make_folders(path);
    const int fd = open(path, how | O_CLOEXEC, 0600);
    j->path = path;
    j->file = fd < 0 ? NULL : fdopen(fd, how == O_RDONLY ? "rb" : "r+b");
    if (!j->file && errno == ENOENT && !(how & O_CREAT)) return 0;
    if (!j->file) return error_fail(e, "%s: %s", path, strerror(errno));
    setvbuf(j->file, NULL, _IONBF, 0); /* what fails is not tried again when it closes */
    if (how != O_RDONLY && lock(j, e) != 0) return -1;
    char *text = slurm_call_text(j->file);
    if (!text) return error_fail(e, "%s cannot be read", path);
    if (*text) result = read_text(j, text, e);
    free(text);
    return result;
}

int book_journal_add(struct book_journal *j, const struct booking *b, struct error *e)
{
    const int fd = fileno(j->file);
    clearerr(j->file);
    if ((j->end == 0 || ftruncate(fd, j->end) == 0) &&
        fseek(j->file, j->end, SEEK_SET) == 0) {
        if (j->end == 0) fputs(heading, j->file);
        write_line(j->file, *b);
        if (!ferror(j->file) && fsync(fd) == 0) {
            j->end = ftell(j->file);
            return 0;
        }
    }
    error_fail(e, "%s: %s", j->path, strerror(errno));
    while (ftruncate(fd, j->end) != 0 && errno == EINTR) continue; /* no half a line */
    return -1;
}
