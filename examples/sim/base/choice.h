/* choice.h - the words that an option takes, from a table of what they stand for.
 *
 * A policy is one row of one table: its word, a few words of what it is, its functions.
 * Every row begins with a struct choice, so that option words, --help and messages come
 * from the table, whatever else is in a row:
 *
 *     struct order { struct choice choice; orders_compare compare; };
 *     static const struct order rows[] = {
 *         {{"fcfs", "arrival"}, NULL}, {{"sjf", "shortest first"}, shorter}};
 *     static const struct choice_table table = CHOICE_TABLE(rows);
 *
 *     choice_words(&table, NULL)        fcfs|sjf
 *     choice_help(&table, NULL)         fcfs (arrival), sjf (shortest first)
 *     choice_find(&table, "sjf", 3)     1, the number of its row
 */
#ifndef CHOICE_H
#define CHOICE_H

#include <stddef.h>
#include <stdint.h>

struct choice {
    const char *word;
    const char *about; /* what it is, for --help; NULL = the word says it */
};

struct choice_table {
    const void *rows; /* each begins with a struct choice */
    size_t count, size;
};

#define CHOICE_TABLE(rows)                                      \
    {                                                           \
        (rows), sizeof(rows) / sizeof(rows)[0], sizeof(rows)[0] \
    }

/* Enough for the words, or the help, of any table. */
enum { CHOICE_TEXT = 1600, CHOICE_TEXTS = 24 };

const struct choice *choice_at(const struct choice_table *t, size_t row);

/* The row of the word that is the `length` characters at `text`, or -1. */
int64_t choice_find(const struct choice_table *t, const char *text, size_t length);

typedef int (*choice_wanted)(size_t row);

/* All words, "a|b|c"; and all words with what they are; of the rows
 * that are wanted (NULL: all). A text is made once and stays, of at most CHOICE_TEXTS:
 * main asks for it before threads do. */
const char *choice_words(const struct choice_table *t, choice_wanted wanted);
const char *choice_help(const struct choice_table *t, choice_wanted wanted);

#endif
