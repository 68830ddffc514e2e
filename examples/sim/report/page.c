/* page.c - the items of a page are a list. As HTML it is walked once for the contents and
 * once for the items themselves. */
#include "report/page.h"

#include "base/array.h"
#include "base/outfile.h"
#include "base/text.h"
#include "report/drawing.h"
#include "report/svg.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- gathering --------------------------------------------------------------------- */

static struct page_item *add(struct page *p, enum page_item_kind kind)
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
    struct page_item *item = add(p, PAGE_ITEM_SECTION);
    va_list args;
    if (!item) return;
    va_start(args, format);
    page_words(p, &item->text, format, args);
    va_end(args);
}

void page_text(struct page *p, const char *format, ...)
{
    struct page_item *item = add(p, PAGE_ITEM_TEXT);
    va_list args;
    if (!item) return;
    va_start(args, format);
    page_words(p, &item->text, format, args);
    va_end(args);
}

void page_term(struct page *p, const char *term, const char *format, ...)
{
    struct page_item *item = add(p, PAGE_ITEM_TERM);
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
static void lines_join(char *text)
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
    lines_join(text);
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
    char *text = text_printed(print, of);
    if (text)
        page_lines(p, text);
    else
        p->failed = 1;
    free(text);
}

/* Memory for a new table, plot or chart at the end of the page; NULL: there is none,
 * and the page has failed. */
static void *page_new(struct page *p, enum page_item_kind kind, size_t size)
{
    struct page_item *item = add(p, kind);
    if (item) item->own = calloc(1, size);
    if (item && item->own) return item->own;
    p->failed = 1;
    return NULL;
}

static struct page_item *last(struct page *p) { return &p->items[p->count - 1]; }

struct table *page_new_table(struct page *p)
{
    struct table *t = (struct table *)page_new(p, PAGE_ITEM_TABLE, sizeof *t);
    if (t) last(p)->table = t;
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
    last(p)->plot = plot;
    return plot;
}

struct gantt *page_new_gantt(struct page *p)
{
    struct gantt *g = (struct gantt *)page_new(p, PAGE_ITEM_GANTT, sizeof *g);
    if (!g) {
        gantt_free(&p->spare_gantt);
        return &p->spare_gantt;
    }
    last(p)->gantt = g;
    last(p)->plot = &g->plot;
    return g;
}

void page_shell_word(FILE *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./=,:+@%";
    if (*word && !word[strspn(word, plain)]) {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", to);
        else
            fputc(*word, to);
    fputc('\'', to);
}

/* The command without where results go; nothing if there is no memory. */
static void print_command(FILE *to, const void *of)
{
    const struct program *program = (const struct program *)of;
    const char **kept = (const char **)malloc((size_t)program->argc * sizeof *kept);
    const int count = kept ? program_words(program, NULL, kept) : 0;
    int i;
    for (i = 0; i < count; i++) {
        if (i > 0) fputc(' ', to);
        page_shell_word(to, kept[i]);
    }
    free((void *)kept);
}

/* How the page was made: the command, version, inputs. */
static void page_command(struct page *p, const struct program *program)
{
    p->made = text_printed(print_command, program);
    if (!p->made || !*p->made) p->failed = 1;
    p->program = program;
}

/* In the footer: the version, and of each input the name and what cksum prints. */
static void html_inputs(FILE *to, const struct program *program)
{
    char sum[PROGRAM_INPUT];
    size_t i;
    fprintf(to, "<p>Version %s", CLI_VERSION);
    for (i = 0; i < program->to.input_count; i++) {
        const char *path = program->to.inputs[i].path, *slash = strrchr(path, '/');
        fputs("; ", to);
        svg_xml_text(to, slash ? slash + 1 : path);
        fprintf(to, ": cksum %s", program_input(program, i, sum));
    }
    fputs("</p>\n", to);
}

static void item_free(struct page_item *item)
{
    free(item->text);
    free(item->term);
    if (!item->own) return;
    if (item->kind == PAGE_ITEM_TABLE) table_free((struct table *)item->own);
    if (item->kind == PAGE_ITEM_PLOT) figure_plot_free((struct figure_plot *)item->own);
    if (item->kind == PAGE_ITEM_GANTT) gantt_free((struct gantt *)item->own);
    free(item->own);
}

void page_free(struct page *p)
{
    static const struct page nothing = {0};
    size_t i;
    for (i = 0; i < p->count; i++) item_free(&p->items[i]);
    table_free(&p->spare_table);
    figure_plot_free(&p->spare_plot);
    gantt_free(&p->spare_gantt);
    free(p->items);
    free(p->title);
    free(p->made);
    *p = nothing;
}

/* Is all there that was put on it? 0, or -1. */
static int check(const struct page *p, struct error *e)
{
    int failed = p->failed;
    size_t i;
    for (i = 0; i < p->count && !failed; i++)
        failed = (p->items[i].table && p->items[i].table->failed) ||
                 (p->items[i].plot && p->items[i].plot->failed);
    return failed ? error_fail(e, "out of memory for the report") : 0;
}

/* ---- as HTML ----------------------------------------------------------------------- */

static void html_element(FILE *to, const char *name, const char *text)
{
    fprintf(to, "<%s>", name);
    svg_xml_text(to, text);
    fprintf(to, "</%s>\n", name);
}

static void page_style(FILE *to)
{
    fputs("<style>\n", to);
    svg_style(to);
    gantt_style(to);
    fputs(":root{color-scheme:light dark;--shade:#0004}"
          "@media screen and (prefers-color-scheme:dark){:root{--shade:#fff5}}"
          "@media(max-width:40rem){tbody th{white-space:normal;min-width:8rem}}\n"
          "*{box-sizing:border-box}\n"
          "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--bg);"
          "color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',"
          "'Liberation Sans',Arial,sans-serif;overflow-wrap:anywhere}\n"
          "h1{font-size:1.6em;line-height:1.25;margin:.5rem 0}"
          "h2{font-size:1.25em;margin:2rem 0 .5rem;border-bottom:1px solid var(--grid)}"
          "p{max-width:44rem;margin:.6rem 0}\n"
          "nav ul{margin:.3rem 0;padding-left:1.2rem}nav a{color:inherit}"
          "nav>ul{columns:2 22rem;column-gap:2rem}nav>ul>li{break-inside:avoid}\n"
          ".figs{display:grid;gap:1.5rem 2rem;align-items:start;"
          "grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));"
          "margin-top:1rem}\n"
          "figure{margin:.6rem 0;min-width:0}"
          ".figs>.wide{grid-column:1/-1}"
          "figcaption{font-size:.9em;max-width:44rem;color:var(--soft)}"
          "figcaption b{color:var(--ink)}\n"
          "svg{display:block;width:100%;max-width:640px;height:auto}"
          ".wide svg{max-width:none}.wide svg{min-width:760px}\n"
          ".box{overflow-x:auto;background:"
          "linear-gradient(90deg,var(--bg) 40%,transparent) 0/2.5rem 100% local,"
          "linear-gradient(270deg,var(--bg) 40%,transparent) 100%/2.5rem 100% local,"
          "linear-gradient(90deg,var(--shade),transparent) 0/1rem 100%,"
          "linear-gradient(270deg,var(--shade),transparent) 100%/1rem 100%;"
          "background-repeat:no-repeat}\n",
          to);
    fputs("table{border-collapse:separate;border-spacing:0;font-size:.9em;"
          "font-variant-numeric:tabular-nums}"
          "caption{text-align:left;font-weight:600;padding:.3rem 0}"
          "th,td{padding:.1875rem .7rem .1875rem "
          "0;line-height:1.375rem;text-align:right;white-space:nowrap;"
          "overflow-wrap:break-word;"
          "border-bottom:1px solid var(--grid)}"
          "thead th{white-space:normal;vertical-align:bottom;max-width:11rem}"
          "tbody th{font-weight:400}.t{text-align:left}.a{padding-left:1em}"
          ".b{padding-left:2em}"
          "tr>:first-child{position:sticky;left:0;background:var(--bg)}"
          "caption{position:sticky;left:0}"
          ".tabs{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin-top:1rem}"
          ".tabs>.box{max-width:100%}"
          "@media(min-width:40rem){.tabs caption{white-space:nowrap}}\n"
          "dl{display:grid;grid-template-columns:fit-content(30%) 1fr;"
          "gap:.15rem 1rem;margin:.6rem 0;font-size:.9em;max-width:60rem}"
          "dt{color:var(--soft);max-width:16rem}dd{margin:0}\n"
          "footer{margin-top:2.5rem;border-top:1px solid var(--grid);font-size:.85em;"
          "color:var(--soft)}code{font-family:ui-monospace,monospace}\n"
          "@media print{body{max-width:none;padding:0;font-size:10pt;"
          "print-color-adjust:exact;-webkit-print-color-adjust:exact}"
          "nav{display:none}th,td{white-space:normal}"
          ".box{overflow:visible;background:none}.wide svg{min-width:0}"
          "tr>:first-child,caption{position:static}"
          ".figs{grid-template-columns:1fr 1fr}"
          "figure,tr{break-inside:avoid}h2,caption{break-after:avoid}thead{display:"
          "table-header-group}}\n"
          "</style>\n",
          to);
}

/* The contents, which stand after the first section. */
static void page_contents(const struct page *p, FILE *to)
{
    int open = 0, inner = 0;
    size_t i;
    fputs("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">On this "
          "page</h2>\n<ul>\n",
          to);
    for (i = 0; i < p->count; i++) {
        const struct page_item *item = &p->items[i];
        if (item->kind == PAGE_ITEM_SECTION) {
            fprintf(to, "%s%s<li><a href=\"#s%zu\">", inner ? "</ul>\n" : "",
                    open ? "</li>\n" : "", i);
            svg_xml_text(to, item->text);
            fputs("</a>", to);
            open = 1;
            inner = 0;
        } else if (item->plot && !item->plot->undrawn) {
            if (!open) fputs("<li>", to);
            if (!inner) fputs("\n<ul>\n", to);
            fprintf(to, "<li><a href=\"#s%zu\">", i);
            svg_xml_text(to, item->plot->title);
            fputs("</a></li>\n", to);
            open = inner = 1;
        }
    }
    fprintf(to, "%s%s</ul>\n</nav>\n", inner ? "</ul>\n" : "", open ? "</li>\n" : "");
}

static void write_cell(FILE *to, const char *element, const char *text)
{
    fprintf(to, "<%s>", element);
    svg_xml_text(to, text);
    fprintf(to, "</%.2s>", element);
}

/* The label of a row, indented as deep as it begins with blanks, and its unit. */
static void write_label(FILE *to, const struct table_row *r)
{
    const size_t deep = strspn(r->label, " ") / 2;
    fprintf(to, "<th scope=\"row\" class=\"t%s\">",
            deep > 1   ? " b"
            : deep > 0 ? " a"
                       : "");
    svg_xml_text(to, r->label + 2 * deep);
    if (*r->unit) fprintf(to, " (%s)", r->unit);
    fputs("</th>", to);
}

static void write_table(FILE *to, const struct table *t)
{
    size_t i, k;
    fputs("<div class=\"box\" tabindex=\"0\">\n<table>\n", to);
    if (t->title) {
        fputs("<caption>", to);
        svg_xml_text(to, t->title);
        if (*t->unit) fprintf(to, " (%s)", t->unit);
        fputs("</caption>\n", to);
    }
    fputs("<thead>\n<tr>", to);
    write_cell(to, "th scope=\"col\" class=\"t\"", t->stub ? t->stub : "");
    for (k = 0; k < t->columns; k++) write_cell(to, "th scope=\"col\"", t->heads[k]);
    fputs("</tr>\n</thead>\n", to);
    if (t->count) fputs("<tbody>\n", to);
    for (i = 0; i < t->count; i++) {
        fputs("<tr>", to);
        write_label(to, &t->rows[i]);
        for (k = 0; k < t->columns; k++) write_cell(to, "td", table_at(t, i, k));
        fputs("</tr>\n", to);
    }
    fprintf(to, "%s</table>\n</div>\n", t->count ? "</tbody>\n" : "");
}

static void write_figure(FILE *to, const struct page_item *item, size_t number)
{
    const struct figure_plot *p = item->plot;
    const int wide = item->gantt || drawing_wide(p);
    fprintf(to, "<figure id=\"s%zu\"%s>\n<div class=\"box\"%s>\n", number,
            wide ? " class=\"wide\"" : "", wide ? " tabindex=\"0\"" : "");
    if (item->gantt)
        gantt_svg(to, item->gantt);
    else
        drawing_plot(to, p);
    fputs("</div>\n<figcaption><b>", to);
    svg_xml_text(to, p->title);
    fputs("</b> ", to);
    if (p->caption) svg_xml_text(to, p->caption);
    fputs("</figcaption>\n</figure>\n", to);
}

static void write_item(FILE *to, const struct page_item *item, size_t number)
{
    switch (item->kind) {
    case PAGE_ITEM_SECTION:
        fprintf(to, "<h2 id=\"s%zu\">", number);
        svg_xml_text(to, item->text);
        fputs("</h2>\n", to);
        break;
    case PAGE_ITEM_TERM:
        html_element(to, "dt", item->term);
        html_element(to, "dd", item->text);
        break;
    case PAGE_ITEM_TEXT: html_element(to, "p", item->text); break;
    case PAGE_ITEM_TABLE: write_table(to, item->table); break;
    case PAGE_ITEM_PLOT:
    case PAGE_ITEM_GANTT: write_figure(to, item, number); break;
    }
}

/* Figures, tables and terms that follow each other share one element. Closes that of the
 * item before and opens that of `item` (NULL = the end) where they differ; returns it. */
static const char *page_group(FILE *to, const char *before, const struct page_item *item)
{
    static const char figures[] = "div class=\"figs\"", sheets[] = "div class=\"tabs\"";
    static const char terms[] = "dl";
    const char *group = !item                           ? NULL
                        : item->plot                    ? figures
                        : item->kind == PAGE_ITEM_TABLE ? sheets
                        : item->kind == PAGE_ITEM_TERM  ? terms
                                                        : NULL;
    if (group == before) return group;
    if (before) fprintf(to, "</%.*s>\n", (int)strcspn(before, " "), before);
    if (group) fprintf(to, "<%s>\n", group);
    return group;
}

/* The page, from whose parts nothing is missing. */
static void html_write(FILE *to, const struct page *p)
{
    const char *title = p->title ? p->title : "";
    const char *group = NULL;
    size_t i, sections = 0;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n",
          to);
    html_element(to, "title", title);
    page_style(to);
    fputs("</head>\n<body>\n", to);
    fputs("<main>\n", to);
    html_element(to, "h1", title);
    for (i = 0; i < p->count; i++) {
        if (p->items[i].plot && p->items[i].plot->undrawn) continue;
        if (p->items[i].kind == PAGE_ITEM_SECTION && ++sections == 2) {
            group = page_group(to, group, NULL);
            page_contents(p, to);
        }
        group = page_group(to, group, &p->items[i]);
        write_item(to, &p->items[i], i);
    }
    page_group(to, group, NULL);
    fputs("</main>\n<footer>\n", to);
    if (p->made) {
        fputs("<p>Made by <code>", to);
        svg_xml_text(to, p->made);
        fputs("</code></p>\n", to);
    }
    if (p->program) html_inputs(to, p->program);
    fputs("</footer>\n</body>\n</html>\n", to);
}

int page_write(const struct page *p, FILE *to, struct error *e)
{
    if (check(p, e) != 0) return -1;
    html_write(to, p);
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

/* A file in the folder for each plot and chart. 0, or -1. */
static int page_csv(const struct page *p, const char *folder, struct error *e)
{
    size_t i;
    for (i = 0; i < p->count; i++) {
        const struct page_item *item = &p->items[i];
        char name[256];
        const struct csv_file file = {name, NULL,
                                      item->gantt ? gantt_csv : figure_plot_csv};
        if (!item->plot) continue;
        snprintf(name, sizeof name, "%s.csv", item->plot->id);
        if (csv_write(folder, "", &file, 1, item->own, e) != 0) return -1;
    }
    return 0;
}

int page_publish(const struct program *program,
                 int (*fill)(struct page *p, const void *of, struct error *e),
                 const void *of, struct error *e)
{
    struct page page = {0};
    int result = fill(&page, of, e);
    page_command(&page, program);
    if (result == 0) result = check(&page, e);
    if (result == 0 && program->to.csv) result = page_csv(&page, program->to.csv, e);
    if (result == 0 && program->to.report)
        result = page_file(&page, program->to.report, e);
    page_free(&page);
    return result;
}
