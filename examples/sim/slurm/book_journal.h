/* book_journal.h - bookings at several clusters, and the file that remembers them: parts
 * are written down before they are made, so that it can be undone after a
 * crash. A line is all that is known of a booking; the last one of its name counts, and
 * one that was not written to its end does not. */
#ifndef BOOK_JOURNAL_H
#define BOOK_JOURNAL_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { BOOK_SITES = 16, BOOK_TEXT = 256 };

enum book_state {
    BOOK_MAKING, /* reservations are being made; until it is booked they go back */
    BOOK_BOOKED,
    BOOK_MOVING,  /* from where it is to the next place                          */
    BOOK_LEAVING, /* cancelled, but a reservation may still be there             */
    BOOK_GONE     /* cancelled, undone or over                                   */
};

/* How it is booked. */
enum { BOOK_RESPECTS_QUEUE = 1, BOOK_MAINTENANCE = 2 };

/* Places: where it is, and where it could be; the smallest that holds both (this is not
 * written down); and none. */
enum { BOOK_NOW, BOOK_NEXT, BOOK_BOTH, BOOK_PLACES, BOOK_NOWHERE };

struct book_part {
    char cluster[BOOK_TEXT], conf[BOOK_TEXT]; /* "": commands are given -M CLUSTER */
    int64_t least, most;                      /* of a share                        */
    char *nodes[BOOK_PLACES];                 /* hostlists; NULL = no share        */
};

struct booking { /* zero-initialise; book_journal_drop */
    char name[BOOK_TEXT], users[BOOK_TEXT], feature[BOOK_TEXT], partition[BOOK_TEXT];
    int64_t state;
    int64_t nodes, length, ready, deadline; /* the request; 0 = no deadline  */
    int64_t how, start[BOOK_PLACES], part_count;
    struct book_part parts[BOOK_SITES];
};

struct book_journal { /* zero-initialise; book_journal_close */
    const char *path; /* borrowed                                         */
    FILE *file;       /* NULL = there is none                             */
    long end;         /* of the last line that was written to its end     */
    struct booking *bookings;
    size_t count, room;
};

void book_journal_drop(struct booking *b);

/* Opens the file by O_RDONLY, O_RDWR or O_RDWR | O_CREAT, and reads it; without O_CREAT
 * one that is not there has no bookings. Who may change it has it alone until it is
 * closed: others wait, the kernel lets them go on after a crash. 0, or -1. */
int book_journal_open(struct book_journal *j, const char *path, int how, struct error *e);

void book_journal_close(struct book_journal *j);

/* The booking of this name, or NULL. */
struct booking *book_journal_find(const struct book_journal *j, const char *name);

/* Adds what the booking is now, and returns when that is on disk. 0, or -1. */
int book_journal_add(struct book_journal *j, const struct booking *b, struct error *e);

#endif
