/* page.h - one self-contained HTML page: text, tables and figures, in order.
 *
 * The page is gathered first (its contents need the headings) and then written at once.
 * It runs no script and loads nothing. It reads on a phone (tables and wide drawings
 * scroll in boxes of their own), in the dark, and on paper. All text is escaped, whatever
 * is in it. Equal calls give equal bytes: no time is in it unless the caller puts it in.
 *
 * As with sim_plot, memory that runs out is told at the end, by sim_page_write. Figures
 * and tables are borrowed: they must be there, and complete, until then.
 */
#ifndef SIM_PAGE_H
#define SIM_PAGE_H

#include "cli.h"
#include "error.h"
#include "figure.h"
#include "gantt.h"
#include "netmap.h"
#include "svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------ */

typedef struct sim_sheet { /* zero-initialise; sim_sheet_free */
    char *caption;
    char **cells; /* row by row, the headings first; NULL never     */
    size_t count, capacity;
    size_t columns; /* fixed by the end of the first row              */
    size_t texts;   /* so many columns from the left are text; the    */
                    /* rest are numbers, aligned right                */
    int failed;
} sim_sheet;

SIM_PRINTF(2, 3)
static inline void sim_sheet_cell(sim_sheet *s, const char *format, ...)
{
    void *items = s->cells;
    va_list args;
    char *text;
    if (s->failed) return;
    va_start(args, format);
    text = sim_text_made(format, args);
    va_end(args);
    if (!text || sim_grow(&items, s->count, &s->capacity, sizeof *s->cells) != 0) {
        free(text);
        s->failed = 1;
        return;
    }
    s->cells = (char **)items;
    s->cells[s->count++] = text;
}

/* A cell with the label of a figure, indented as deep as it begins with blanks, and its
 * unit. */
static inline void sim_sheet_label(sim_sheet *s, const char *label, const char *unit)
{
    const size_t deep = strspn(label, " ") / 2;
    sim_sheet_cell(s, "%s%s%s%s%s%s", deep > 0 ? "\xe2\x80\x83" : "",
                   deep > 1 ? "\xe2\x80\x83" : "", label + 2 * deep, *unit ? " (" : "",
                   unit, *unit ? ")" : "");
}

/* The row is complete; the first is the headings and tells how many columns there are. */
static inline void sim_sheet_row(sim_sheet *s)
{
    if (!s->columns) s->columns = s->count;
    while (!s->failed && s->columns && s->count % s->columns) sim_sheet_cell(s, "%s", "");
}

SIM_PRINTF(2, 3)
static inline void sim_sheet_caption(sim_sheet *s, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    text = sim_text_made(format, args);
    va_end(args);
    if (!text) s->failed = 1;
    free(s->caption);
    s->caption = text;
}

static inline void sim_sheet_free(sim_sheet *s)
{
    static const sim_sheet nothing = {0};
    size_t i;
    for (i = 0; i < s->count; i++) free(s->cells[i]);
    free(s->cells);
    free(s->caption);
    *s = nothing;
}

/* As CSV, the same cells. */
static inline void sim_sheet_csv(FILE *to, const sim_sheet *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        sim_csv_text(to, s->cells[i]);
        fputc((i + 1) % s->columns ? ',' : '\n', to);
    }
}

static inline int sim_sheet_csv_file(const char *folder, const char *id,
                                     const sim_sheet *s, sim_error *e)
{
    char name[256], path[4096];
    sim_output out;
    snprintf(name, sizeof name, "%s.csv", id);
    if (sim_output_open_in(&out, path, sizeof path, folder, name, e) != 0) return -1;
    sim_sheet_csv(out.file, s);
    return sim_output_close(&out, e);
}

/* ---- gathering --------------------------------------------------------------------- */

typedef enum sim_item_kind {
    SIM_ITEM_SECTION,
    SIM_ITEM_TEXT,
    SIM_ITEM_TERM,
    SIM_ITEM_SHEET,
    SIM_ITEM_PLOT,
    SIM_ITEM_GANTT,
    SIM_ITEM_NETMAP
} sim_item_kind;

typedef struct sim_item {
    sim_item_kind kind;
    char *text, *term;
    const sim_sheet *sheet;
    const sim_plot *plot; /* of a chart its texts, too */
    const sim_gantt *gantt;
    const sim_netmap *netmap;
} sim_item;

typedef struct sim_page { /* zero-initialise; sim_page_free */
    char *title, *made;
    sim_item *items;
    size_t count, capacity;
    int failed;
} sim_page;

static inline sim_item *sim_page_add(sim_page *p, sim_item_kind kind)
{
    static const sim_item nothing = {0};
    void *items = p->items;
    sim_item *item;
    if (p->failed) return NULL;
    if (sim_grow(&items, p->count, &p->capacity, sizeof *p->items) != 0) {
        p->failed = 1;
        return NULL;
    }
    p->items = (sim_item *)items;
    item = &p->items[p->count++];
    *item = nothing;
    item->kind = kind;
    return item;
}

SIM_PRINTF(3, 0)
static inline void sim_page_words(sim_page *p, char **to, const char *format,
                                  va_list args)
{
    char *text = sim_text_made(format, args);
    if (!text) p->failed = 1;
    free(*to);
    *to = text;
}

SIM_PRINTF(2, 3)
static inline void sim_page_title(sim_page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sim_page_words(p, &p->title, format, args);
    va_end(args);
}

/* A heading, with its line in the contents. */
SIM_PRINTF(2, 3)
static inline void sim_page_section(sim_page *p, const char *format, ...)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_SECTION);
    va_list args;
    if (!item) return;
    va_start(args, format);
    sim_page_words(p, &item->text, format, args);
    va_end(args);
}

/* A paragraph. */
SIM_PRINTF(2, 3)
static inline void sim_page_text(sim_page *p, const char *format, ...)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_TEXT);
    va_list args;
    if (!item) return;
    va_start(args, format);
    sim_page_words(p, &item->text, format, args);
    va_end(args);
}

/* A line of a list of things and what they are; consecutive ones make one list. */
SIM_PRINTF(3, 4)
static inline void sim_page_term(sim_page *p, const char *term, const char *format, ...)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_TERM);
    va_list args;
    if (!item) return;
    va_start(args, format);
    sim_page_words(p, &item->text, format, args);
    va_end(args);
    item->term = (char *)malloc(strlen(term) + 1);
    if (item->term)
        strcpy(item->term, term);
    else
        p->failed = 1;
}

/* Joins what begins with blanks to the line before, in place. */
static inline void sim_lines_join(char *text)
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

/* Lines as a program prints them at its start: "name: what it is" is a line of a list,
 * any other a paragraph. What begins with blanks goes on with the line before. `text` is
 * used up. */
static inline void sim_page_lines(sim_page *p, char *text)
{
    char *line, *next;
    sim_lines_join(text);
    for (line = text; *line; line = next) {
        char *colon;
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        colon = strstr(line, ": ");
        if (colon) {
            *colon = 0;
            sim_page_term(p, line, "%s", colon + 1 + strspn(colon + 1, " "));
        } else if (*line) {
            sim_page_text(p, "%s", line);
        }
    }
}

static inline void sim_page_sheet(sim_page *p, const sim_sheet *sheet)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_SHEET);
    if (sheet->failed) p->failed = 1;
    if (item) item->sheet = sheet;
}

static inline void sim_page_plot(sim_page *p, const sim_plot *plot)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_PLOT);
    if (plot->failed) p->failed = 1;
    if (item) item->plot = plot;
}

static inline void sim_page_gantt(sim_page *p, const sim_gantt *gantt)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_GANTT);
    if (gantt->plot.failed) p->failed = 1;
    if (!item) return;
    item->gantt = gantt;
    item->plot = &gantt->plot;
}

static inline void sim_page_netmap(sim_page *p, const sim_netmap *netmap)
{
    sim_item *item = sim_page_add(p, SIM_ITEM_NETMAP);
    if (netmap->plot.failed) p->failed = 1;
    if (!item) return;
    item->netmap = netmap;
    item->plot = &netmap->plot;
}

/* One word of a command line, quoted for a shell if need be; its length. */
static inline size_t sim_shell_word(const char *word, char *to)
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

/* How the page was made, in its footer: a command that a shell takes. `program` stands
 * for argv[0], which may be a path of this machine. */
static inline void sim_page_made(sim_page *p, const char *program, int argc, char **argv)
{
    size_t size = sim_shell_word(program, NULL) + 1, used;
    int i;
    for (i = 1; i < argc; i++) size += sim_shell_word(argv[i], NULL) + 1;
    free(p->made);
    p->made = (char *)malloc(size);
    if (!p->made) {
        p->failed = 1;
        return;
    }
    used = sim_shell_word(program, p->made);
    for (i = 1; i < argc; i++) {
        p->made[used++] = ' ';
        used += sim_shell_word(argv[i], p->made + used);
    }
    p->made[used] = 0;
}

/* The same without where results go and by how many threads: that makes no difference.
 * `flags`: as for cli_without. */
static inline void sim_page_made_by(sim_page *p, const char *program, const char *flags,
                                    int argc, char **argv)
{
    static const char *const places[] = {"--threads", "--json", "--csv", "--report",
                                         NULL};
    char **kept = (char **)malloc((size_t)argc * sizeof *kept);
    if (kept)
        sim_page_made(p, program, cli_without(places, flags, argc, argv, kept), kept);
    else
        p->failed = 1;
    free(kept);
}

static inline void sim_page_free(sim_page *p)
{
    static const sim_page nothing = {0};
    size_t i;
    for (i = 0; i < p->count; i++) {
        free(p->items[i].text);
        free(p->items[i].term);
    }
    free(p->items);
    free(p->title);
    free(p->made);
    *p = nothing;
}

/* ---- writing ----------------------------------------------------------------------- */

static inline void sim_html_element(FILE *to, const char *name, const char *text)
{
    fprintf(to, "<%s>", name);
    sim_xml_text(to, text);
    fprintf(to, "</%s>\n", name);
}

static inline void sim_page_style(FILE *to)
{
    fputs("<style>\n", to);
    sim_svg_style(to);
    sim_gantt_style(to);
    sim_netmap_style(to);
    fputs(":root{color-scheme:light dark}*{box-sizing:border-box}\n"
          "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--bg);"
          "color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',"
          "'Liberation Sans',Arial,sans-serif;overflow-wrap:anywhere}\n"
          "h1{font-size:1.6em;line-height:1.25;margin:.5rem 0}"
          "h2{font-size:1.25em;margin:2rem 0 .5rem;border-bottom:1px solid var(--grid)}"
          "p{max-width:44rem;margin:.6rem 0}\n"
          "nav ul{margin:.3rem 0;padding-left:1.2rem}nav a{color:inherit}"
          "nav>ul{columns:2 22rem}nav>ul>li{break-inside:avoid}\n"
          ".figs{display:grid;gap:1.5rem 2rem;align-items:start;"
          "grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr))}\n"
          "figure{margin:.6rem 0;min-width:0}"
          ".figs>.wide{grid-column:1/-1}"
          "figcaption{font-size:.9em;max-width:44rem;color:var(--soft)}"
          "figcaption b{color:var(--ink)}\n"
          "svg{display:block;width:100%;max-width:640px;height:auto}"
          ".wide svg{max-width:none}.box{overflow-x:auto}"
          ".wide svg{min-width:760px}\n",
          to);
    fputs("table{border-collapse:collapse;font-size:.9em;"
          "font-variant-numeric:tabular-nums}"
          "caption{text-align:left;font-weight:600;padding:.3rem 0}"
          "th,td{padding:.2rem .7rem .2rem 0;text-align:right;white-space:nowrap;"
          "overflow-wrap:break-word;"
          "border-bottom:1px solid var(--grid)}"
          "thead th{white-space:normal;vertical-align:bottom;max-width:11rem}"
          "tbody th{font-weight:400}.t{text-align:left}"
          ".tabs{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin-top:1rem}"
          ".tabs>.box{max-width:100%}.tabs caption{white-space:nowrap}\n"
          "dl{display:grid;grid-template-columns:fit-content(30%) 1fr;"
          "gap:.15rem 1rem;margin:.6rem 0;font-size:.9em;max-width:60rem}"
          "dt{color:var(--soft);max-width:16rem}dd{margin:0}\n"
          "footer{margin-top:2.5rem;border-top:1px solid var(--grid);font-size:.85em;"
          "color:var(--soft)}code{font-family:ui-monospace,monospace}\n"
          "@media print{body{max-width:none;padding:0;font-size:10pt;"
          "print-color-adjust:exact;-webkit-print-color-adjust:exact}"
          "nav{display:none}th,td{white-space:normal}.box{overflow:visible}.wide "
          "svg{min-width:0}"
          ".figs{grid-template-columns:1fr 1fr}"
          "figure,tr{break-inside:avoid}h2,caption{break-after:avoid}thead{display:"
          "table-header-group}}\n"
          "</style>\n",
          to);
}

static inline void sim_page_contents(const sim_page *p, FILE *to)
{
    int open = 0, inner = 0;
    size_t i;
    fputs("<nav aria-label=\"Contents\">\n<ul>\n", to);
    for (i = 0; i < p->count; i++) {
        const sim_item *item = &p->items[i];
        if (item->kind == SIM_ITEM_SECTION) {
            fprintf(to, "%s%s<li><a href=\"#s%zu\">", inner ? "</ul>\n" : "",
                    open ? "</li>\n" : "", i);
            sim_xml_text(to, item->text);
            fputs("</a>", to);
            open = 1;
            inner = 0;
        } else if (item->plot) {
            if (!open) fputs("<li>", to);
            if (!inner) fputs("\n<ul>\n", to);
            fprintf(to, "<li><a href=\"#s%zu\">", i);
            sim_xml_text(to, item->plot->title);
            fputs("</a></li>\n", to);
            open = inner = 1;
        }
    }
    fprintf(to, "%s%s</ul>\n</nav>\n", inner ? "</ul>\n" : "", open ? "</li>\n" : "");
}

static inline void sim_page_write_sheet(FILE *to, const sim_sheet *s)
{
    const size_t rows = s->columns ? s->count / s->columns : 0;
    size_t row, column;
    fputs("<div class=\"box\" tabindex=\"0\">\n<table>\n", to);
    if (s->caption) sim_html_element(to, "caption", s->caption);
    for (row = 0; row < rows; row++) {
        if (row < 2) fputs(row ? "<tbody>\n" : "<thead>\n", to);
        fputs("<tr>", to);
        for (column = 0; column < s->columns; column++) {
            const char *cell = row == 0      ? "th scope=\"col\""
                               : column == 0 ? "th scope=\"row\""
                                             : "td";
            fprintf(to, "<%s%s>", cell, column < s->texts ? " class=\"t\"" : "");
            sim_xml_text(to, s->cells[row * s->columns + column]);
            fprintf(to, "</%.2s>", cell);
        }
        fputs("</tr>\n", to);
        if (row == 0) fputs("</thead>\n", to);
    }
    fprintf(to, "%s</table>\n</div>\n", rows > 1 ? "</tbody>\n" : "");
}

static inline void sim_page_write_figure(FILE *to, const sim_item *item, size_t number)
{
    const sim_plot *p = item->plot;
    const int wide = item->gantt || item->netmap || p->wide;
    fprintf(to, "<figure id=\"s%zu\"%s>\n<div class=\"box\"%s>\n", number,
            wide ? " class=\"wide\"" : "", wide ? " tabindex=\"0\"" : "");
    if (item->gantt)
        sim_svg_gantt(to, item->gantt);
    else if (item->netmap)
        sim_svg_netmap(to, item->netmap);
    else
        sim_svg_plot(to, p);
    fputs("</div>\n<figcaption><b>", to);
    sim_xml_text(to, p->title);
    fputs("</b> ", to);
    if (p->caption) sim_xml_text(to, p->caption);
    fputs("</figcaption>\n</figure>\n", to);
}

static inline void sim_page_write_item(FILE *to, const sim_item *item, size_t number)
{
    switch (item->kind) {
    case SIM_ITEM_SECTION:
        fprintf(to, "<h2 id=\"s%zu\">", number);
        sim_xml_text(to, item->text);
        fputs("</h2>\n", to);
        break;
    case SIM_ITEM_TERM:
        sim_html_element(to, "dt", item->term);
        sim_html_element(to, "dd", item->text);
        break;
    case SIM_ITEM_TEXT: sim_html_element(to, "p", item->text); break;
    case SIM_ITEM_SHEET: sim_page_write_sheet(to, item->sheet); break;
    case SIM_ITEM_PLOT:
    case SIM_ITEM_GANTT:
    case SIM_ITEM_NETMAP: sim_page_write_figure(to, item, number); break;
    }
}

/* Figures, tables and terms that follow each other stand in one element: from that of
 * the item before to that of `item` (NULL = the end), which is returned. */
static inline const char *sim_page_group(FILE *to, const char *before,
                                         const sim_item *item)
{
    static const char figures[] = "div class=\"figs\"", sheets[] = "div class=\"tabs\"";
    static const char terms[] = "dl";
    const char *group = !item                          ? NULL
                        : item->plot                   ? figures
                        : item->kind == SIM_ITEM_SHEET ? sheets
                        : item->kind == SIM_ITEM_TERM  ? terms
                                                       : NULL;
    if (group == before) return group;
    if (before) fprintf(to, "</%.*s>\n", (int)strcspn(before, " "), before);
    if (group) fprintf(to, "<%s>\n", group);
    return group;
}

/* The whole page. 0, or -1 if memory ran out on the way; whether all of it reached the
 * file, sim_output_close tells. */
static inline int sim_page_write(const sim_page *p, FILE *to, sim_error *e)
{
    const char *title = p->title ? p->title : "";
    const char *group = NULL;
    size_t i;
    if (p->failed) return sim_fail(e, "out of memory for the report");
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n",
          to);
    sim_html_element(to, "title", title);
    sim_page_style(to);
    fputs("</head>\n<body>\n", to);
    sim_html_element(to, "h1", title);
    sim_page_contents(p, to);
    fputs("<main>\n", to);
    for (i = 0; i < p->count; i++) {
        group = sim_page_group(to, group, &p->items[i]);
        sim_page_write_item(to, &p->items[i], i);
    }
    sim_page_group(to, group, NULL);
    fputs("</main>\n<footer>\n", to);
    if (p->made) {
        fputs("<p>Made by <code>", to);
        sim_xml_text(to, p->made);
        fputs("</code></p>\n", to);
    }
    fputs("</footer>\n</body>\n</html>\n", to);
    return 0;
}

/* The same as a file. 0, or -1. */
static inline int sim_page_file(const sim_page *p, const char *path, sim_error *e)
{
    sim_output out;
    if (sim_output_open(&out, path, e) != 0) return -1;
    if (sim_page_write(p, out.file, e) == 0) return sim_output_close(&out, e);
    sim_outfile_drop(&out);
    return -1;
}

#endif
