/* book_journal.c - a line is a list of fields that end with tabs: those of the booking,
 * those of each part, "end". */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_journal.h"

#include "base/array.h"
#include "base/word.h"
#include "slurm/slurm_call.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char heading[] = "slurm_book journal 1\n";

void book_journal_drop(struct booking *b)
{
    size_t i, k;
    for (i = 0; i < BOOK_SITES; i++)
        for (k = 0; k < BOOK_PLACES; k++) free(b->parts[i].nodes[k]);
    memset(b, 0, sizeof *b);
}

void book_journal_free(struct book_journal *j)
{
    while (j->count > 0) book_journal_drop(&j->bookings[--j->count]);
    free(j->bookings);
    memset(j, 0, sizeof *j);
}

static struct booking *find(const struct book_journal *j, const char *name)
{
    size_t i;
    for (i = 0; i < j->count; i++)
        if (strcmp(j->bookings[i].name, name) == 0) return &j->bookings[i];
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------- */

enum { TEXTS = 5, NUMBERS = 10 };

/* The fields of a booking, in the order of a line. */
static void fields(struct booking *b, char *text[TEXTS], int64_t *number[NUMBERS])
{
    char *const texts[TEXTS] = {b->name, b->users, b->feature, b->partition, b->owner};
    int64_t *const numbers[NUMBERS] = {
        &b->state,         &b->lease,           &b->nodes,
        &b->length,        &b->ready,           &b->deadline,
        &b->respect_queue, &b->start[BOOK_NOW], &b->start[BOOK_NEXT],
        &b->part_count};
    memcpy(text, texts, sizeof texts);
    memcpy(number, numbers, sizeof numbers);
}

static void write_line(FILE *to, struct booking b)
{
    char *text[TEXTS];
    int64_t *number[NUMBERS], i, k;
    fields(&b, text, number);
    for (i = 0; i < TEXTS; i++) fprintf(to, "%s\t", text[i]);
    for (i = 0; i < NUMBERS; i++) fprintf(to, "%" PRId64 "\t", *number[i]);
    for (i = 0; i < b.part_count; i++) {
        const struct book_part *p = &b.parts[i];
        fprintf(to, "%s\t%s\t%" PRId64 "\t%" PRId64 "\t", p->cluster, p->conf, p->least,
                p->most);
        for (k = 0; k < BOOK_BOTH; k++)
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
    return line->at && word_is_whole(w, 0, INT64_MAX, n);
}

/* 1; 0 if the line is not whole, -1 without memory. */
static int read_line(struct word line, struct booking *b)
{
    char *text[TEXTS];
    int64_t *number[NUMBERS], i, k;
    fields(b, text, number);
    for (i = 0; i < TEXTS; i++)
        if (!take_text(&line, text[i])) return 0;
    for (i = 0; i < NUMBERS; i++)
        if (!take_number(&line, number[i])) return 0;
    if (b->state > BOOK_GONE || b->part_count > BOOK_SITES) return 0;
    for (i = 0; i < b->part_count; i++) {
        struct book_part *p = &b->parts[i];
        if (!take_text(&line, p->cluster) || !take_text(&line, p->conf) ||
            !take_number(&line, &p->least) || !take_number(&line, &p->most))
            return 0;
        for (k = 0; k < BOOK_BOTH; k++) {
            const struct word w = word_part(&line, '\t');
            if (!line.at) return 0;
            if (w.length == 0) continue;
            p->nodes[k] = strndup(w.at, w.length);
            if (!p->nodes[k]) return -1;
        }
    }
    b->was = b->state;
    return word_is(line, "end");
}

static int read_text(struct word text, const char *path, struct book_journal *j,
                     struct error *e)
{
    const struct word first = word_part(&text, '\n');
    if (first.length + 1 != strlen(heading) ||
        memcmp(first.at, heading, first.length) != 0)
        return error_fail(e, "%s: line 1: '%.*s' is no heading of a journal", path,
                          WORD(first));
    while (text.at) {
        struct booking b = {.state = 0}, *old;
        const int whole = read_line(word_part(&text, '\n'), &b);
        if (whole < 0 || ARRAY_ROOM(j->bookings, j->count, j->room, 1) != 0) {
            book_journal_drop(&b);
            return error_fail(e, "out of memory");
        }
        old = whole ? find(j, b.name) : &b;
        if (!old)
            old = &j->bookings[j->count++];
        else
            book_journal_drop(old);
        if (whole) *old = b;
    }
    return 0;
}

/* (Closing a file would give up the lock on it.) 0, or -1. */
static int read_file(FILE *file, const char *path, struct book_journal *j,
                     struct error *e)
{
    char *text = slurm_call_text(file);
    int result = text ? 0 : error_fail(e, "%s cannot be read", path);
    if (text && *text) result = read_text(word_of(text), path, j, e);
    free(text);
    return result;
}

int book_journal_read(const char *path, struct book_journal *j, struct error *e)
{
    FILE *file = fopen(path, "rb");
    int result;
    if (!file && errno == ENOENT) return 0;
    if (!file) return error_fail(e, "%s: %s", path, strerror(errno));
    result = read_file(file, path, j, e);
    fclose(file);
    return result;
}

/* ---- adding ------------------------------------------------------------------------ */

/* Makes the folders of the path that are not there; if that fails, opening tells why. */
static void make_folders(const char *path)
{
    char folder[4096];
    size_t i;
    for (i = 1; path[i] && i < sizeof folder - 1; i++)
        if (path[i] == '/') {
            snprintf(folder, sizeof folder, "%.*s", (int)i, path);
            (void)mkdir(folder, 0700);
        }
}

int book_journal_is_owned(const struct booking *b)
{
    const char *colon = strrchr(b->owner, ':');
    const long process = colon ? strtol(colon + 1, NULL, 10) : 0;
    char host[128] = "";
    (void)gethostname(host, sizeof host - 1);
    if ((b->state != BOOK_MAKING && b->state != BOOK_MOVING) || process <= 0 ||
        b->lease <= (int64_t)time(NULL))
        return 0;
    return strncmp(host, b->owner, (size_t)(colon - b->owner)) != 0 ||
           kill((pid_t)process, 0) == 0 || errno == EPERM;
}

/* Are both at one place? Else one was read before another process moved it. */
static int is_same_place(const struct booking *a, const struct booking *b)
{
    int64_t i;
    for (i = 0; i < a->part_count && i < b->part_count; i++) {
        const char *x = a->parts[i].nodes[BOOK_NOW], *y = b->parts[i].nodes[BOOK_NOW];
        if (strcmp(x ? x : "", y ? y : "") != 0) return 0;
    }
    return a->part_count == b->part_count && a->start[BOOK_NOW] == b->start[BOOK_NOW];
}

/* May the booking become what it is now, by what the file says of it? 0, or -1. */
static int check(FILE *file, const char *path, const struct booking *b, struct error *e)
{
    struct book_journal j = {NULL, 0, 0};
    int result = read_file(file, path, &j, e);
    const struct booking *old = find(&j, b->name);
    if (result == 0 && old && strcmp(old->owner, b->owner) != 0 &&
        book_journal_is_owned(old))
        result = error_fail(e, "process %s works on %s", old->owner, b->name);
    else if (result == 0 && b->state == BOOK_MAKING && old && old->state != BOOK_GONE)
        result = error_fail(e, "%s has a booking %s already", path, b->name);
    else if (result == 0 && b->state == BOOK_MOVING && old && old->state != BOOK_BOOKED)
        result = error_fail(e, "%s is no longer booked", b->name);
    else if (result == 0 && b->state != BOOK_MAKING && old &&
             strcmp(old->owner, b->owner) != 0 &&
             (old->state != b->was || !is_same_place(old, b)))
        result = error_fail(e, "%s has just been changed by another process", b->name);
    book_journal_free(&j);
    return result;
}

int book_journal_add(const char *path, const struct booking *b, struct error *e)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    FILE *file;
    int fd, result = -1, last = '\n';
    make_folders(path);
    fd = open(path, O_RDWR | O_APPEND | O_CREAT, 0600);
    file = fd < 0 ? NULL : fdopen(fd, "a+");
    if (!file) return error_fail(e, "%s: %s", path, strerror(errno));
    while (fcntl(fd, F_SETLKW, &lock) != 0 && errno == EINTR) continue;
    if (check(file, path, b, e) == 0) {
        if (fseek(file, -1, SEEK_END) == 0)
            last = getc(file);
        else
            fputs(heading, file);
        fseek(file, 0, SEEK_END);
        if (last != '\n') fputc('\n', file);
        write_line(file, *b);
        result = fflush(file) == 0 && fsync(fd) == 0 ? 0 : -1;
        if (result != 0) error_fail(e, "%s: %s", path, strerror(errno));
    }
    fclose(file);
    return result;
}
