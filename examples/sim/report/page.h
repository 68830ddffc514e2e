/* page.h - one self-contained HTML page: text, tables and figures, in order.
 *
 * Every page begins in the same way: its title, what was asked for (page_asked), the
 * table of all figures in a section "Summary", the contents. What the command line asked
 * for beyond that (a sweep, several delays) comes next, then the pictures, then the other
 * numbers.
 *
 * The page is gathered first (its contents need the headings) and then written at once.
 * It runs no script and loads nothing. It can be read on a phone (tables and wide
 * drawings scroll in boxes of their own), in the dark, and on paper. All text is escaped.
 * Equal calls give equal bytes: the page holds no time of day.
 *
 * Memory that runs out is reported at the end, by page_write. The page owns what
 * page_new_... made.
 *
 *     static int fill(struct page *page, const void *of, struct error *e)
 *     {
 *         struct figure_plot *p;
 *         page_title(page, "Tasks on a grid");
 *         make_figures(page_new_table(page), of);
 *         p = page_new_plot(page, "How long a task takes", "fig2a", "Delay");
 *         ...
 *     }
 *     page_publish(program, fill, experiment, e)         the files of --csv, the page
 */
#ifndef PAGE_H
#define PAGE_H

#include "base/error.h"
#include "program/program.h"
#include "program/table.h"
#include "report/figure.h"
#include "report/gantt.h"

#include <stdio.h>

enum page_item_kind {
    PAGE_ITEM_SECTION,
    PAGE_ITEM_TEXT,
    PAGE_ITEM_TERM,
    PAGE_ITEM_TABLE,
    PAGE_ITEM_PLOT,
    PAGE_ITEM_GANTT
};

struct page_item {
    enum page_item_kind kind;
    char *text, *term;
    const struct table *table;
    const struct figure_plot *plot; /* of a chart its texts, too */
    const struct gantt *gantt;
    void *own; /* that table, plot or chart, if it is the page's */
};

struct page {           /* zero-initialise; page_free */
    char *title, *made; /* made: the command, for the footer; or NULL */
    const struct program
        *program;        /* whose version and inputs the footer tells, or NULL */
    const char *section; /* of the last plot, if nothing but plots stands behind it */
    struct page_item *items;
    size_t count, capacity;
    int failed;
    struct table spare_table; /* what page_new_... return when memory is out */
    struct figure_plot spare_plot;
    struct gantt spare_gantt;
};

ERROR_PRINTF(2, 3)
void page_title(struct page *p, const char *format, ...);

/* A heading, with its line in the contents: what a reader learns below it. */
ERROR_PRINTF(2, 3)
void page_section(struct page *p, const char *format, ...);

/* A paragraph. */
ERROR_PRINTF(2, 3)
void page_text(struct page *p, const char *format, ...);

/* A term and what it means; consecutive ones make one list. */
ERROR_PRINTF(3, 4)
void page_term(struct page *p, const char *term, const char *format, ...);

/* Lines as a program prints them at its start: "name: what it is" becomes a term, any
 * other line a paragraph. A line that begins with blanks goes on with the line before.
 * `text` is changed. */
void page_lines(struct page *p, char *text);

/* The same of what `print` writes about `of`. */
void page_asked(struct page *p, void (*print)(FILE *to, const void *of), const void *of);

/* New ones, the page's: an empty table (a title is its caption; one that failed makes
 * page_write fail), a plot under a heading (said once for plots that follow each other;
 * NULL = none), a chart yet to be initialised. Never NULL. */
struct table *page_new_table(struct page *p);
struct figure_plot *page_new_plot(struct page *p, const char *section, const char *id,
                                  const char *title);
struct gantt *page_new_gantt(struct page *p);

/* Writes one word of a command line, quoted for a shell where needed. */
void page_shell_word(FILE *to, const char *word);

void page_free(struct page *p);

/* The whole page. 0, or -1 if memory ran out on the way; whether all of it reached the
 * file, outfile_commit tells. */
int page_write(const struct page *p, FILE *to, struct error *e);

/* The same as a file. 0, or -1. */
int page_file(const struct page *p, const char *path, struct error *e);

/* Fills a page and writes what the command line asks for: its pictures as files (--csv),
 * the page (--report). 0, or -1. */
int page_publish(const struct program *program,
                 int (*fill)(struct page *p, const void *of, struct error *e),
                 const void *of, struct error *e);

#endif
