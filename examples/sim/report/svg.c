/* svg.c - the words and shapes of SVG, and paths that need few vertices.
 *
 * A path is cut into columns as wide as a pixel; in each of them only the first, the
 * lowest, the highest and the last vertex are written.
 */
#include "report/svg.h"

#include "base/text.h"
#include "report/axis.h"

#include <math.h>
#include <string.h>

/* ---- text and numbers -------------------------------------------------------------- */

/* Is it a character that controls a terminal, changes the direction of reading, or does
 * not exist in XML? */
static int xml_odd(const char *s, int bytes)
{
    const unsigned char *u = (const unsigned char *)s;
    if (bytes == 0 || (bytes == 1 && (u[0] < ' ' || u[0] == 127))) return 1;
    if (bytes == 2) return u[0] == 0xC2 && u[1] < 0xA0;
    if (bytes != 3) return 0;
    return (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0xA8 && u[2] <= 0xAE) ||
           (u[0] == 0xE2 && u[1] == 0x81 && u[2] >= 0xA6 && u[2] <= 0xA9) ||
           (u[0] == 0xEF && u[1] == 0xBF && u[2] >= 0xBE);
}

/* One character as text of HTML or XML, in an element or a quoted attribute. An odd one,
 * or a byte that is not UTF-8, becomes the replacement character; a line break or tab
 * becomes a space. */
static void xml_character(FILE *to, const char *s, int bytes)
{
    switch (*s) {
    case '&': fputs("&amp;", to); return;
    case '<': fputs("&lt;", to); return;
    case '>': fputs("&gt;", to); return;
    case '"': fputs("&quot;", to); return;
    case '\'': fputs("&#39;", to); return;
    case '\n':
    case '\r':
    case '\t': fputc(' ', to); return;
    default: break;
    }
    if (xml_odd(s, bytes))
        fputs("\xef\xbf\xbd", to);
    else
        fwrite(s, 1, (size_t)bytes, to);
}

void svg_xml_text(FILE *to, const char *text)
{
    while (*text) {
        const int bytes = text_utf8_length(text);
        xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
}

void svg_xml_fit(FILE *to, const char *text, double size, double width)
{
    const double whole = axis_text_width(text, size);
    double used = size; /* room for the dots */
    if (whole <= width) {
        svg_xml_text(to, text);
        return;
    }
    while (*text) {
        const int bytes = text_utf8_length(text);
        used += axis_glyph_width(text, bytes) * size;
        if (used > width) break;
        xml_character(to, text, bytes);
        text += bytes ? bytes : 1;
    }
    fputs("\xe2\x80\xa6", to);
}

void svg_xml_id(FILE *to, const char *text)
{
    for (; *text; text++) {
        const char c = *text;
        const int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-';
        fputc(plain ? c : '_', to);
    }
}

void svg_number(FILE *to, double x)
{
    const long tenths = (long)floor(x * 10 + 0.5);
    const long size = tenths < 0 ? -tenths : tenths;
    fprintf(to, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10) fprintf(to, ".%ld", size % 10);
}

static void svg_attribute(FILE *to, const char *name, double x)
{
    fprintf(to, " %s=\"", name);
    svg_number(to, x);
    fputc('"', to);
}

void svg_point(FILE *to, double x, double y)
{
    svg_number(to, x);
    fputc(' ', to);
    svg_number(to, y);
}

void svg_line(FILE *to, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(to, "<path class=\"%s\" d=\"M", class);
    svg_point(to, x1, y1);
    fputc('L', to);
    svg_point(to, x2, y2);
    fputs("\"/>\n", to);
}

void svg_rect(FILE *to, double x, double y, double w, double h)
{
    fputs("<rect", to);
    svg_attribute(to, "x", x);
    svg_attribute(to, "y", y);
    svg_attribute(to, "width", w);
    svg_attribute(to, "height", h);
}

void svg_text(FILE *to, const char *class, double x, double y, const char *text,
              double width)
{
    const int tick = strchr(class, 'k') != NULL;
    fprintf(to, "<text class=\"%s\"", class);
    svg_attribute(to, "x", x);
    svg_attribute(to, "y", y);
    fputc('>', to);
    svg_xml_fit(to, text, tick ? SVG_TICK : SVG_TEXT, width);
    fputs("</text>\n", to);
}

/* ---- style ------------------------------------------------------------------------- */

void svg_style(FILE *to)
{
    fputs(":root{--bg:#fff;--ink:#1b1b1b;--soft:#555;--grid:#ddd;"
          "--s0:#0067b0;--s1:#c94a00;--s2:#007d5c;--s3:#a03c8c;"
          "--s4:#8a6500;--s5:#3a3aa8;--s6:#b3123f;--s7:#4d5a63}\n"
          "@media screen and (prefers-color-scheme:dark){:root{--bg:#16181b;--ink:#eee;"
          "--soft:#b4b8bd;--grid:#3a3e44;"
          "--s0:#5cb8ff;--s1:#ff9a52;--s2:#3fd3a0;--s3:#f09ad8;"
          "--s4:#e8c33f;--s5:#a9a9ff;--s6:#ff7d95;--s7:#b9c4cc}}\n",
          to);
    fputs("svg{font-family:system-ui,-apple-system,'Segoe UI','Liberation Sans',Arial,"
          "sans-serif}\n"
          "svg text{font-size:14px;fill:var(--ink)}"
          "svg .k{font-size:13px}"
          "svg .tm{text-anchor:middle}svg .tr{text-anchor:end}\n"
          "svg .ax{stroke:var(--soft);fill:none}"
          "svg .gr{stroke:var(--grid);fill:none}"
          "svg .cut{stroke:var(--soft);fill:none;stroke-dasharray:2 3}\n"
          "svg .ln{stroke:var(--c);stroke-width:2;fill:none;stroke-linejoin:round;"
          "stroke-linecap:round}"
          "svg .dash{stroke-linecap:butt}"
          "svg .sp{stroke:var(--c);stroke-width:1.2;stroke-opacity:.7;fill:none}"
          "svg .eb{stroke:var(--bg);stroke-width:4.5;fill:none}"
          "svg .er{stroke:var(--ink);stroke-width:1.5;fill:none}"
          "svg .fl{stroke:var(--c);stroke-width:1;fill:var(--c);fill-opacity:.3}"
          "svg .hi{stroke:var(--c);stroke-width:1.8;fill:var(--c);fill-opacity:.1}\n"
          "svg .ba{fill:var(--c)}"
          "svg .dt{fill:var(--c);stroke:var(--c);stroke-width:1.4}"
          "svg .ht{stroke:var(--bg);stroke-width:1.6;fill:none;pointer-events:none}\n",
          to);
    fputs("svg .s0{--c:var(--s0)}svg .s1{--c:var(--s1)}svg .s2{--c:var(--s2)}"
          "svg .s3{--c:var(--s3)}svg .s4{--c:var(--s4)}svg .s5{--c:var(--s5)}"
          "svg .s6{--c:var(--s6)}svg .s7{--c:var(--s7)}\n",
          to);
}

int svg_hatch(size_t series) { return (int)((series + series / SVG_COLOURS) % 4); }

void svg_dashed(FILE *to, const char *class, size_t series)
{
    static const char *const dashes[] = {"", "7 4", "2 3", "10 3 2 3", "14 4"};
    const char *dash = dashes[series % 5];
    if (*dash)
        fprintf(to, "<path class=\"%s dash\" stroke-dasharray=\"%s\"", class, dash);
    else
        fprintf(to, "<path class=\"%s\"", class);
}

void svg_marker(FILE *to, size_t series, double x, double y)
{
    static const char *const shapes[] = {
        "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
        "m-3-3h6v6h-6z",
        "m0-4l4 7h-8z",
        "m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z",
        "m0 4l4-7h-8z",
        "m-3-3l6 6m0-6l-6 6"};
    fputc('M', to);
    svg_point(to, x, y);
    fputs(shapes[series % 6], to);
}

/* ---- a path with few vertices that looks like one with all of them ----------------- */

static void path_write(struct svg_path *p, struct svg_vertex v)
{
    if (p->open == 0) {
        p->start = v.x;
        fputc('M', p->to);
        if (isfinite(p->base)) {
            svg_point(p->to, v.x, p->base);
            fputc(' ', p->to);
        }
    } else {
        fputc(' ', p->to);
    }
    svg_point(p->to, v.x, v.y);
    p->open++;
    p->end = v.x;
}

static void path_flush(struct svg_path *p)
{
    const int low_first = p->low_at < p->high_at;
    const size_t near = low_first ? p->low_at : p->high_at;
    const size_t far = low_first ? p->high_at : p->low_at;
    const size_t count = p->held;
    p->held = 0;
    if (count == 0) return;
    path_write(p, p->first);
    if (near > 0 && near + 1 < count) path_write(p, low_first ? p->low : p->high);
    if (far > near && far > 0 && far + 1 < count)
        path_write(p, low_first ? p->high : p->low);
    if (count > 1) path_write(p, p->last);
}

void svg_path_to(struct svg_path *p, double x, double y)
{
    const struct svg_vertex v = {x, y};
    if (p->held && floor(x / p->column) > floor(p->first.x / p->column)) path_flush(p);
    if (p->held == 0) {
        p->first = p->low = p->high = v;
        p->low_at = p->high_at = 0;
    }
    if (y > p->low.y) {
        p->low = v;
        p->low_at = p->held;
    }
    if (y < p->high.y) {
        p->high = v;
        p->high_at = p->held;
    }
    p->last = v;
    p->held++;
}

void svg_path_end(struct svg_path *p)
{
    path_flush(p);
    if (p->open && isfinite(p->base)) {
        fputc(' ', p->to);
        svg_point(p->to, p->end, p->base);
        fputc('z', p->to);
    } else if (p->open == 1) {
        fputs("h0", p->to); /* a round dot */
    }
    p->open = 0;
}

/* ---- the drawing --------------------------------------------------------------------
 */

void svg_open(FILE *to, const char *title, const char *what, double width, double height)
{
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ", to);
    svg_point(to, width, height);
    fputs("\" aria-label=\"", to);
    svg_xml_text(to, title);
    if (*what) fputs(": ", to);
    svg_xml_text(to, what);
    fputs("\">\n<title>", to);
    svg_xml_text(to, title);
    fputs("</title>\n<desc>", to);
    svg_xml_text(to, what);
    fputs("</desc>\n", to);
}
