/* book_deal.h - makes, moves, undoes and repairs the reservations of a booking: at all of
 * its clusters or at none. The journal is written first. What a cluster then shows is
 * what counts: a reservation that is smaller than was asked for is a failure. */
#ifndef BOOK_DEAL_H
#define BOOK_DEAL_H

#include "base/error.h"
#include "slurm/book_journal.h"

#include <stdint.h>

enum book_deal_seen {
    BOOK_DEAL_ABSENT,
    BOOK_DEAL_WHOLE, /* as it should be                                        */
    BOOK_DEAL_DOWN,  /* but a node of it is                                    */
    BOOK_DEAL_PART,  /* at other times or on fewer nodes, but of this booking  */
    BOOK_DEAL_OTHER  /* it has the name, and is of someone else                */
};

extern const char *const book_deal_words[]; /* "is missing" */

/* What the cluster of part i has of it, if it is at this place. 0, or -1. */
int book_deal_look(const struct booking *b, int64_t i, int place,
                   enum book_deal_seen *seen, struct error *e);

/* Books the next place within `lease` seconds. 0; 1 if a cluster refused it, -1 if
 * something else failed; then all is undone, or the error says that it is not. */
int book_deal_make(struct book_journal *j, struct booking *b, int64_t lease,
                   struct error *e);

/* Moves the booking to the next place, or leaves it where it is. 0, or -1. */
int book_deal_move(struct book_journal *j, struct booking *b, int64_t lease,
                   struct error *e);

/* Deletes its reservations. 0, or -1. */
int book_deal_cancel(struct book_journal *j, struct booking *b, struct error *e);

/* Makes true what the journal says: half-made parts go back, missing parts are made
 * again. 0, or -1. */
int book_deal_recover(struct book_journal *j, struct booking *b, struct error *e);

#endif
