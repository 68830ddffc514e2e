/* page.c - the items of a page are a list. */
#define _POSIX_C_SOURCE 200809L

#include "report/page.h"

#include "base/array.h"
#include "base/outfile.h"
#include "report/page_html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- gathering --------------------------------------------------------------------- */

static struct page_item *page_add(struct page *p, enum page_item_kind kind)
{
    static const struct page_item nothing = {0};
    struct page_item *item;
    if (p->failed) return NULL;
    if (ARRAY_ROOM(p->items, p->count, p->capacity, 1) != 0) {
        p->failed = 1;
        return NULL;
    }
    item = &p->items[p->count++];
    *item = nothing;
    item->kind = kind;
    if (kind != PAGE_ITEM_PLOT) p->section = NULL;
    return item;
}

ERROR_PRINTF(3, 0)
static void page_words(struct page *p, char **to, const char *format, va_list args)
{
    char *text = text_format(format, args);
    if (!text) p->failed = 1;
    free(*to);
    *to = text;
}

void page_title(struct page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    page_words(p, &p->title, format, args);
    va_end(args);
}

void page_section(struct page *p, const char *format, ...)
{
    struct page_item *item = page_add(p, PAGE_ITEM_SECTION);
    va_list args;
    if (!item) return;
    va_start(args, format);
    page_words(p, &item->text, format, args);
    va_end(args);
}

void page_text(struct page *p, const char *format, ...)
{
    struct page_item *item = page_add(p, PAGE_ITEM_TEXT);
    va_list args;
    if (!item) return;
    va_start(args, format);
    page_words(p, &item->text, format, args);
    va_end(args);
}

void page_term(struct page *p, const char *term, const char *format, ...)
{
    struct page_item *item = page_add(p, PAGE_ITEM_TERM);
    va_list args;
    if (!item) return;
    va_start(args, format);
    page_words(p, &item->text, format, args);
    va_end(args);
    item->term = (char *)malloc(strlen(term) + 1);
    if (item->term)
        strcpy(item->term, term);
    else
        p->failed = 1;
}

/* Joins each line that begins with blanks to the line before, in place. */
static void page_lines_join(char *text)
{
    const char *at = text;
    char *to = text;
    while (*at) {
        if (*at == '\n' && at[1] == ' ') {
            at += 1 + strspn(at + 1, " ");
            *to++ = ';';
            *to++ = ' ';
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
}

void page_lines(struct page *p, char *text)
{
    char *line, *next;
    page_lines_join(text);
    for (line = text; *line; line = next) {
        char *colon;
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        colon = strstr(line, ": ");
        if (colon) {
            *colon = 0;
            page_term(p, line, "%s", colon + 1 + strspn(colon + 1, " "));
        } else if (*line) {
            page_text(p, "%s", line);
        }
    }
}

void page_asked(struct page *p, void (*print)(FILE *to, const void *of), const void *of)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (to) print(to, of);
    if (to && fclose(to) == 0)
        page_lines(p, text);
    else
        p->failed = 1;
    free(text);
}

/* Memory for a new table, plot, chart or map at the end of the page; NULL: there is none,
 * and the page has failed. */
static void *page_new(struct page *p, enum page_item_kind kind, size_t size)
{
    struct page_item *item = page_add(p, kind);
    if (item) item->own = calloc(1, size);
    if (item && item->own) return item->own;
    p->failed = 1;
    return NULL;
}

static struct page_item *page_last(struct page *p) { return &p->items[p->count - 1]; }

struct table *page_new_table(struct page *p)
{
    struct table *t = (struct table *)page_new(p, PAGE_ITEM_TABLE, sizeof *t);
    if (t) page_last(p)->table = t;
    p->spare_table.failed = 1;
    return t ? t : &p->spare_table;
}

struct figure_plot *page_new_plot(struct page *p, const char *section, const char *id,
                                  const char *title)
{
    struct figure_plot *plot;
    if (section && (!p->section || strcmp(p->section, section) != 0))
        page_section(p, "%s", section);
    plot = (struct figure_plot *)page_new(p, PAGE_ITEM_PLOT, sizeof *plot);
    p->section = section;
    p->spare_plot.failed = 1;
    if (!plot) return &p->spare_plot;
    figure_plot_init(plot, id, title);
    page_last(p)->plot = plot;
    return plot;
}

struct gantt *page_new_gantt(struct page *p)
{
    struct gantt *g = (struct gantt *)page_new(p, PAGE_ITEM_GANTT, sizeof *g);
    if (!g) {
        gantt_free(&p->spare_gantt);
        return &p->spare_gantt;
    }
    page_last(p)->gantt = g;
    page_last(p)->plot = &g->plot;
    return g;
}

struct netmap *page_new_netmap(struct page *p)
{
    struct netmap *m = (struct netmap *)page_new(p, PAGE_ITEM_NETMAP, sizeof *m);
    if (!m) {
        netmap_free(&p->spare_netmap);
        return &p->spare_netmap;
    }
    page_last(p)->netmap = m;
    page_last(p)->plot = &m->plot;
    return m;
}

size_t page_shell_word(const char *word, char *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./=,:+@%";
    const size_t length = strlen(word);
    size_t used = 0, i;
    if (length && strspn(word, plain) == length) {
        if (to) memcpy(to, word, length);
        return length;
    }
    if (to) to[used] = '\'';
    used++;
    for (i = 0; i < length; i++) {
        if (word[i] == '\'') {
            if (to) memcpy(to + used, "'\\''", 4);
            used += 4;
        } else {
            if (to) to[used] = word[i];
            used++;
        }
    }
    if (to) to[used] = '\'';
    return used + 1;
}

void page_made(struct page *p, const char *program, int argc, const char *const *argv)
{
    size_t size = page_shell_word(program, NULL) + 1, used;
    int i;
    for (i = 1; i < argc; i++) size += page_shell_word(argv[i], NULL) + 1;
    free(p->made);
    p->made = (char *)malloc(size);
    if (!p->made) {
        p->failed = 1;
        return;
    }
    used = page_shell_word(program, p->made);
    for (i = 1; i < argc; i++) {
        p->made[used++] = ' ';
        used += page_shell_word(argv[i], p->made + used);
    }
    p->made[used] = 0;
}

void page_command(struct page *p, const struct program *program, const char *const *more)
{
    const char **kept = (const char **)malloc((size_t)program->argc * sizeof *kept);
    if (kept)
        page_made(p, program->name, program_words(program, more, kept), kept);
    else
        p->failed = 1;
    free((void *)kept);
}

static void page_item_free(struct page_item *item)
{
    free(item->text);
    free(item->term);
    if (!item->own) return;
    if (item->kind == PAGE_ITEM_TABLE) table_free((struct table *)item->own);
    if (item->kind == PAGE_ITEM_PLOT) figure_plot_free((struct figure_plot *)item->own);
    if (item->kind == PAGE_ITEM_GANTT) gantt_free((struct gantt *)item->own);
    if (item->kind == PAGE_ITEM_NETMAP) netmap_free((struct netmap *)item->own);
    free(item->own);
}

void page_free(struct page *p)
{
    static const struct page nothing = {0};
    size_t i;
    for (i = 0; i < p->count; i++) page_item_free(&p->items[i]);
    table_free(&p->spare_table);
    figure_plot_free(&p->spare_plot);
    gantt_free(&p->spare_gantt);
    netmap_free(&p->spare_netmap);
    free(p->items);
    free(p->title);
    free(p->made);
    *p = nothing;
}

/* ---- writing ----------------------------------------------------------------------- */

/* Is all there that was put on it? 0, or -1. */
static int page_check(const struct page *p, struct error *e)
{
    int failed = p->failed;
    size_t i;
    for (i = 0; i < p->count && !failed; i++)
        failed = (p->items[i].table && p->items[i].table->failed) ||
                 (p->items[i].plot && p->items[i].plot->failed);
    return failed ? error_fail(e, "out of memory for the report") : 0;
}

int page_write(const struct page *p, FILE *to, struct error *e)
{
    if (page_check(p, e) != 0) return -1;
    page_html_write(to, p);
    return 0;
}

int page_file(const struct page *p, const char *path, struct error *e)
{
    struct outfile out;
    if (outfile_open(&out, path, e) != 0) return -1;
    if (page_write(p, out.file, e) == 0) return outfile_commit(&out, e);
    outfile_discard(&out);
    return -1;
}

/* A file in the folder, which is there, for each plot, chart and map. 0, or -1. */
static int page_csv(const struct page *p, const char *folder, struct error *e)
{
    size_t i;
    for (i = 0; i < p->count; i++) {
        const struct page_item *item = &p->items[i];
        if (item->gantt    ? gantt_csv_file(folder, item->gantt, e)
            : item->netmap ? netmap_csv_file(folder, item->netmap, e)
            : item->plot   ? figure_plot_csv_file(folder, item->plot, e)
                           : 0)
            return -1;
    }
    return 0;
}

int page_publish(const struct program *program,
                 int (*fill)(struct page *p, const void *of, struct error *e),
                 const void *of, struct error *e)
{
    struct page page = {0};
    int result = fill(&page, of, e);
    if (!page.made) page_command(&page, program, NULL);
    if (result == 0) result = page_check(&page, e);
    if (result == 0 && program->to.csv) result = page_csv(&page, program->to.csv, e);
    if (result == 0 && program->to.report)
        result = page_file(&page, program->to.report, e);
    page_free(&page);
    return result;
}
