/* test_figures.c - the pictures of the simulators (examples/sim/): their numbers against
 * sums done by hand and by definition, and their drawings against a strict reader of XML
 * that also measures: all text lies within the drawing and none on other text. */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "heap.h"

#include "files.h"

#include "base/error.h"
#include "base/job.h"
#include "base/text.h"
#include "report/axis.h"
#include "report/drawing.h"
#include "report/figure.h"
#include "report/gantt.h"
#include "report/page.h"
#include "report/svg.h"

#include <math.h>

/* ---- writing into memory ----------------------------------------------------------- */

static char *text; /* what was written last */

static char *text_done(void) { return text = files_text_done(); }

static const char *csv_of(const struct figure_plot *p)
{
    figure_plot_csv(files_text_open(), p);
    return text_done();
}

/* ---- a strict reader of XML -------------------------------------------------------- */

typedef struct written { /* a text element */
    double x, y, width, size;
    char anchor; /* l, m, r */
    char start[24];
} written;

enum { MOST_TEXTS = 4000, MOST_IDS = 400 };

static struct {
    const char *at, *wrong;
    char open[64][24];
    int depth;
    double width, height; /* of the drawing */
    written texts[MOST_TEXTS];
    int count, drawings;
    char ids[MOST_IDS][80], uses[MOST_IDS][80];
    int id_count, use_count;
    int outside, touching, cut; /* texts, over all drawings */
    char first[160];            /* of them                  */
} xml;

static int xml_bad(const char *why)
{
    if (!xml.wrong) xml.wrong = why;
    return 0;
}

static int is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_' || c == ':';
}

/* One character of text or of an attribute; 0 if it may not be there. */
static int xml_character(void)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const int bytes = text_utf8_length(xml.at);
    const unsigned char c = (unsigned char)*xml.at;
    size_t i;
    if (c == '&') {
        for (i = 0; i < 5; i++)
            if (strncmp(xml.at, entities[i], strlen(entities[i])) == 0) {
                xml.at += strlen(entities[i]);
                return 1;
            }
        return xml_bad("an ampersand that is no entity");
    }
    if (c == '<') return xml_bad("<");
    if (bytes == 0) return xml_bad("not UTF-8");
    if (c < ' ' && c != '\n') return xml_bad("control character");
    if (c == 127 || (c == 0xC2 && (unsigned char)xml.at[1] < 0xA0))
        return xml_bad("control character");
    xml.at += bytes;
    return 1;
}

/* The value of an attribute of the tag at hand, or "". */
static const char *attribute(char names[][24], char values[][80], int n, const char *name)
{
    int i;
    for (i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) return values[i];
    return "";
}

/* Rather less than the drawing reckons with, more than most fonts take. */
static double measure(const char *s, size_t bytes, double size)
{
    double em = 0;
    size_t i;
    for (i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)s[i];
        if (c >= 0x80 && c < 0xC0) continue;
        if (c == '&') {
            while (i < bytes && s[i] != ';') i++;
            em += 0.8;
        } else if (c >= 0x80) {
            em += c == 0xE2 || c == 0xC2 ? 0.55 : c >= 0xE0 ? 1 : 0.7;
        } else {
            em += strchr("iljI.,:;'|!() ", c) ? 0.34 : strchr("mwMW@%", c) ? 0.95 : 0.62;
        }
    }
    return em * size;
}

/* The boxes of the drawing's texts: inside, and apart. */
static void judge_texts(void)
{
    int i, k;
    for (i = 0; i < xml.count; i++) {
        const written *a = &xml.texts[i];
        const double left = a->x - (a->anchor == 'm'   ? a->width / 2
                                    : a->anchor == 'r' ? a->width
                                                       : 0);
        if (left < -0.5 || left + a->width > xml.width + 0.5 ||
            a->y - 0.8 * a->size < 0 || a->y + 0.25 * a->size > xml.height) {
            if (!xml.outside++)
                snprintf(xml.first, sizeof xml.first, "'%s' is outside", a->start);
        }
        for (k = 0; k < i; k++) {
            const written *b = &xml.texts[k];
            const double other = b->x - (b->anchor == 'm'   ? b->width / 2
                                         : b->anchor == 'r' ? b->width
                                                            : 0);
            if (left < other + b->width && other < left + a->width &&
                a->y - 0.8 * a->size < b->y + 0.25 * b->size &&
                b->y - 0.8 * b->size < a->y + 0.25 * a->size) {
                if (!xml.touching++)
                    snprintf(xml.first, sizeof xml.first, "'%s' touches '%s'", a->start,
                             b->start);
            }
        }
    }
    xml.count = 0;
}

static int xml_close(const char *name)
{
    if (xml.depth == 0 || strcmp(xml.open[xml.depth - 1], name) != 0)
        return xml_bad("closes what is not open");
    xml.depth--;
    if (strcmp(name, "svg") == 0) judge_texts();
    return 1;
}

static int xml_name(char to[24])
{
    int n = 0;
    while (is_name(*xml.at) && n < 23) to[n++] = *xml.at++;
    to[n] = 0;
    return n ? 1 : xml_bad("no name");
}

static void note_use(const char *value)
{
    const char *at = strstr(value, "url(#");
    if (at && xml.use_count < MOST_IDS)
        snprintf(xml.uses[xml.use_count++], 80, "%.*s", (int)strcspn(at + 5, ")"),
                 at + 5);
}

static int xml_attributes(char names[][24], char values[][80], int *n)
{
    *n = 0;
    while (*xml.at == ' ') {
        const char *start;
        int i;
        xml.at++;
        if (!xml_name(names[*n])) return 0;
        for (i = 0; i < *n; i++)
            if (strcmp(names[i], names[*n]) == 0) return xml_bad("twice");
        if (xml.at[0] != '=' || xml.at[1] != '"') return xml_bad("no value");
        xml.at += 2;
        start = xml.at;
        while (*xml.at && *xml.at != '"')
            if (!xml_character()) return 0;
        snprintf(values[*n], 80, "%.*s", (int)(xml.at - start), start);
        if (*xml.at++ != '"') return xml_bad("unclosed");
        note_use(values[*n]);
        if (++*n == 16) return xml_bad("too many attributes");
    }
    return 1;
}

static int xml_id(const char *id)
{
    int i;
    for (i = 0; *id && i < xml.id_count; i++)
        if (strcmp(xml.ids[i], id) == 0) return xml_bad("an id twice");
    if (*id && xml.id_count < MOST_IDS) snprintf(xml.ids[xml.id_count++], 80, "%s", id);
    return 1;
}

static void xml_text_element(char names[][24], char values[][80], int n)
{
    const char *class = attribute(names, values, n, "class");
    const char *end = strchr(xml.at, '<');
    written *w = &xml.texts[xml.count];
    if (!end || xml.count == MOST_TEXTS) return;
    w->size = strchr(class, 'k') ? 13 : 14;
    w->anchor = strstr(class, "tm") ? 'm' : strstr(class, "tr") ? 'r' : 'l';
    w->x = strtod(attribute(names, values, n, "x"), NULL);
    w->y = strtod(attribute(names, values, n, "y"), NULL);
    w->width = measure(xml.at, (size_t)(end - xml.at), w->size);
    snprintf(w->start, sizeof w->start, "%.*s", (int)(end - xml.at), xml.at);
    if (w->anchor == 'r' && memcmp(end - 3, "\xe2\x80\xa6", 3) == 0) xml.cut = 1;
    xml.count++;
}

static int xml_tag(void)
{
    char name[24], names[16][24], values[16][80];
    int n, empty;
    xml.at++;
    if (*xml.at == '/') {
        xml.at++;
        if (!xml_name(name)) return 0;
        if (*xml.at++ != '>') return xml_bad("no >");
        return xml_close(name);
    }
    if (!xml_name(name) || !xml_attributes(names, values, &n)) return 0;
    empty = *xml.at == '/';
    xml.at += empty;
    if (*xml.at++ != '>') return xml_bad("no >");
    if (!xml_id(attribute(names, values, n, "id"))) return 0;
    if (strcmp(name, "svg") == 0) {
        const char *box = attribute(names, values, n, "viewBox");
        char *end = NULL;
        if (strncmp(box, "0 0 ", 4) != 0) return xml_bad("no viewBox");
        if (!*attribute(names, values, n, "aria-label")) return xml_bad("no label");
        if (strcmp(attribute(names, values, n, "role"), "img") != 0)
            return xml_bad("no role");
        xml.width = strtod(box + 4, &end);
        xml.height = strtod(end, NULL);
        xml.drawings++;
    }
    if (empty) return 1;
    if (strcmp(name, "text") == 0) xml_text_element(names, values, n);
    if (xml.depth == 64) return xml_bad("too deep");
    snprintf(xml.open[xml.depth++], 24, "%s", name);
    return 1;
}

/* Is it well formed, with every id once and every use of one resolved? */
static int xml_check(const char *s)
{
    int i, k;
    memset(&xml, 0, sizeof xml);
    xml.at = s;
    if (strncmp(xml.at, "<!DOCTYPE html>\n", 16) == 0) xml.at += 16;
    while (*xml.at)
        if (*xml.at == '<' ? !xml_tag() : !xml_character()) return 0;
    if (xml.depth) return xml_bad("left open");
    for (i = 0; i < xml.use_count; i++) {
        for (k = 0; k < xml.id_count && strcmp(xml.uses[i], xml.ids[k]) != 0; k++) {
        }
        if (k == xml.id_count) return xml_bad(xml.uses[i]);
    }
    return 1;
}

/* Well formed, with all text inside and apart. */
static int drawing_judged(const char *s)
{
    return xml_check(s) && !xml.outside && !xml.touching && !xml.cut && xml.drawings > 0;
}

static int drawing_good(const char *s)
{
    if (drawing_judged(s)) return 1;
    fprintf(stderr, "%s%s at: %.60s\n", xml.wrong ? xml.wrong : "", xml.first, xml.at);
    return 0;
}

static void reader_is_strict(void)
{
    static const char *const bad[] = {"<a>",
                                      "</a>",
                                      "<a></b>",
                                      "<a b=\"1\" b=\"2\"/>",
                                      "<a b=1/>",
                                      "<a>&nbsp;</a>",
                                      "<a>&</a>",
                                      "<a b=\"<\"/>",
                                      "<a>\xff</a>",
                                      "<a>\x01</a>",
                                      "<a><b></a></b>",
                                      "<a b=\"1/>",
                                      "<a id=\"x\"/><a id=\"x\"/>",
                                      "<a b=\"url(#x)\"/>",
                                      "<svg/>",
                                      "< a/>"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(!xml_check(bad[i]));
    }
    CHECK(xml_check("<a b=\"&lt;\" id=\"x\">&amp;<c d=\"url(#x)\"/>e</a>"));
    CHECK(!drawing_judged("<svg viewBox=\"0 0 99 99\" role=\"img\" aria-label=\"x\">"
                          "<text x=\"90\" y=\"50\">outside</text></svg>"));
    CHECK(!drawing_judged("<svg viewBox=\"0 0 99 99\" role=\"img\" aria-label=\"x\">"
                          "<text x=\"9\" y=\"50\">one</text>"
                          "<text x=\"20\" y=\"55\">two</text></svg>"));
    CHECK(drawing_good("<svg viewBox=\"0 0 99 99\" role=\"img\" aria-label=\"x\">"
                       "<text x=\"9\" y=\"50\">one</text>"
                       "<text x=\"9\" y=\"70\">two</text></svg>"));
}

static void plot_end(struct figure_plot *p)
{
    figure_plot_free(p);
    CHECK_EQ(store.live_blocks, 0);
}

/* ---- plots as data ----------------------------------------------------------------- */

static void csv(void)
{
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "id", "title");
    p.x = figure_axis_hours("Waiting time (95 %)");
    p.y = figure_axis_plain("jobs, more", "%");
    s = figure_plot_series(&p, FIGURE_LINE, "a,\"b\"");
    figure_plot_point(&p, s, 0.1, 2);
    figure_plot_point(&p, s, 1, NAN);
    s = figure_plot_series(&p, FIGURE_STEPS, "steps");
    figure_plot_point(&p, s, 0, 1e18);
    figure_plot_point(&p, s, 2, 1e-12);
    figure_plot_point(&p, s, 3, NAN);
    s = figure_plot_series(&p, FIGURE_BARS, "%s", "bars");
    figure_plot_category(&p, "%d-%d", 1, 5);
    figure_plot_point(&p, s, 0, 7);
    figure_plot_series(&p, FIGURE_STEPS, "none");
    CHECK_STR(csv_of(&p), "series,waiting_time_95_hours,waiting_time_95_hours_to,"
                          "jobs_more_percent\n"
                          "\"a,\"\"b\"\"\",0.1,,2\n"
                          "\"a,\"\"b\"\"\",1,,\n"
                          "steps,0,2,1e+18\n"
                          "steps,2,3,1e-12\n"
                          "bars,1-5,,7\n");
    plot_end(&p);
}

/* ---- axes -------------------------------------------------------------------------- */

/* The labels of an axis, with | between them, and its title. */
static const char *labels(const struct figure_axis *axis, double lo, double hi, int zero,
                          double length, int upright)
{
    static char all[2000];
    struct axis_range r = axis_range_none();
    struct axis_scale s;
    int i;
    axis_range_add(&r, lo);
    axis_range_add(&r, hi);
    if (zero) axis_range_add(&r, 0);
    axis_scale_make(&s, axis, r, length, 13, upright, upright);
    all[0] = 0;
    for (i = 0; i < s.count; i++) {
        strcat(all, s.ticks[i].text);
        strcat(all, "|");
    }
    strcat(all, s.title);
    return all;
}

static void axes(void)
{
    struct figure_axis plain = {"n", NULL, 0, 0, 0, 0, 0, 0},
                       hours = {"t", "hours", 3600, 0, 0, 0, 0, 0};
    CHECK_STR(labels(&plain, 0, 10, 0, 250, 1), "0|2|4|6|8|10|n");
    CHECK_STR(labels(&plain, 3, 9.5, 0, 250, 1), "0|2|4|6|8|10|n");
    CHECK_STR(labels(&plain, -1, 1, 0, 250, 1), "\xe2\x88\x92"
                                                "1.0|\xe2\x88\x92"
                                                "0.5|0.0|0.5|1.0|n");
    CHECK_STR(labels(&plain, 0, 123456, 0, 120, 1), "0|50,000|100,000|150,000|n");
    CHECK_STR(labels(&plain, 0, 3e9, 0, 120, 1), "0|1|2|3|n (\xc3\x97 10\xe2\x81\xb9)");
    CHECK_STR(labels(&plain, 5, 5, 0, 120, 1), "0|1|2|3|4|5|n");
    CHECK_STR(labels(&plain, 0, 0, 0, 120, 1), "0.0|0.2|0.4|0.6|0.8|1.0|n");
    CHECK_STR(labels(&hours, 0, 24, 0, 400, 0),
              "0|2|4|6|8|10|12|14|16|18|20|22|24|t (hours)");
    CHECK_STR(labels(&hours, 0, 96, 0, 400, 0), "0|12|24|36|48|60|72|84|96|t (hours)");
    CHECK_STR(labels(&hours, 0, 240, 0, 400, 0), "0|1|2|3|4|5|6|7|8|9|10|t (days)");
    CHECK_STR(labels(&hours, 0, 1, 0, 250, 0), "0|10|20|30|40|50|60|t (minutes)");
    plain.fixed = 1;
    plain.hi = 25;
    plain.step = 5; /* asked for, and only where there is room */
    CHECK_STR(labels(&plain, 0, 25, 0, 400, 0), "0|5|10|15|20|25|n");
    CHECK_STR(labels(&plain, 0, 25, 0, 100, 0), "0|10|20|n");
    plain.fixed = 0;
    plain.log = hours.log = 1;
    CHECK_STR(labels(&plain, 1, 1000, 0, 120, 1), "1|10|100|1000|n");
    CHECK_STR(labels(&plain, 1, 1000, 1, 120, 1), "0|1|10|100|1000|n");
    CHECK_STR(labels(&plain, 0.3, 4, 0, 250, 1), "0.2|0.5|1|2|5|n");
    CHECK_STR(labels(&plain, 1e-12, 1e18, 0, 200, 1),
              "10\xe2\x81\xbb\xc2\xb9\xe2\x81\xb0|10\xe2\x81\xbb\xe2\x81\xb5|1|100,000|"
              "10\xc2\xb9\xe2\x81\xb0|10\xc2\xb9\xe2\x81\xb5|n");
    CHECK_STR(labels(&plain, 0, 0, 1, 250, 1), "0|1|2|5|10|n");
    CHECK_STR(labels(&hours, 1.0 / 3600, 100, 0, 400, 0),
              "1 s|10 s|1 min|10 min|1 h|5 h|1 d|t");
}

/* ---- drawings ---------------------------------------------------------------------- */

static size_t below(size_t n) { return (size_t)test_below(n); }

static double ugly(void)
{
    static const double some[] = {0,     1,      -1,   1e-12,    1e18,  -1e18, 1e-300,
                                  1e300, -1e300, 5e-5, 86400,    0.5,   3,     1e9,
                                  7.25,  1e15,   42,   99999.99, 1e-160};
    const double unit = (double)test_below(1000001) / 1e6;
    switch (test_below(8)) {
    case 0: return NAN;
    case 1: return test_below(2) ? HUGE_VAL : -HUGE_VAL;
    case 2: return some[test_below(sizeof some / sizeof some[0])];
    case 3: return unit;
    case 4: return unit * 1e5 - 3e4;
    case 5: return 1e18 + 1e6 * unit;
    case 6: return unit * axis_power10((int)test_below(31) - 12);
    default: return (double)test_below(100);
    }
}

static const char *ugly_name(void)
{
    static char name[400];
    static const char *const parts[] = {"online ", "WWWWW", "\xe6\x97\xa5\xe6\x9c\xac ",
                                        "<&>\"'",  "\xff",  "\xe2\x80\xae",
                                        "i",       "m\n\t", "\x1b[31m"};
    size_t n = below(8) == 0 ? 40 : below(4);
    name[0] = 0;
    while (n--) strcat(name, parts[test_below(9)]);
    return name;
}

static void ugly_plot(struct figure_plot *p)
{
    const int bars = test_below(4) == 0, mild = test_below(2) == 0;
    const size_t many = below(6) == 0 ? 40 : below(5);
    size_t i, k, points = below(10) == 0 ? 3000 : below(30);
    const double same = ugly();
    static const char *const units[] = {NULL, "hours", "%",
                                        "a unit <of> some \"length\""};
    figure_plot_init(p, "ugly id & <x>", ugly_name());
    p->x.label = "the x axis";
    p->y.label = test_below(2) ? "y"
                               : "a label that is far too long for any drawing that "
                                 "has to be read on a telephone, is it not, reader";
    p->x.unit = units[test_below(4)];
    p->y.unit = units[test_below(4)];
    p->x.log = test_below(3) == 0;
    p->y.log = test_below(3) == 0;
    p->x.seconds = test_below(2) ? 3600 : 0;
    p->y.seconds = test_below(3) ? 0 : 1;
    p->x.fixed = test_below(4) == 0;
    p->x.lo = ugly();
    p->x.hi = ugly();
    p->y.fixed = test_below(6) == 0;
    p->y.lo = ugly();
    p->y.hi = ugly();
    p->panels = test_below(5) == 0;
    p->wide = test_below(3) == 0;
    if (bars) {
        for (i = below(20) == 0 ? 2000 : below(30); i > 0; i--)
            figure_plot_category(p, "%s%zu", ugly_name(), i);
    }
    for (i = 0; i < many; i++) {
        const enum figure_mark mark =
            bars ? FIGURE_BARS : (enum figure_mark)test_below(FIGURE_BARS);
        const size_t s = figure_plot_series(p, mark, "%s", ugly_name());
        const int ordered = test_below(3) > 0;
        if (test_below(5) == 0) points = below(3);
        for (k = 0; k < points; k++) {
            const double x = mild ? (double)k : ordered ? 1e3 * (double)k : ugly();
            const double y = test_below(9) == 0 ? same
                             : mild             ? (double)test_below(1000)
                                                : ugly();
            figure_plot_point(p, s, x, y);
        }
    }
}

/* Draws it well. */
static void draws(const struct figure_plot *p)
{
    drawing_plot(files_text_open(), p);
    CHECK(drawing_good(text_done()));
}

static void random_plots(void)
{
    long round;
    for (round = test_scaled(1500); round > 0; round--) {
        struct figure_plot p;
        ugly_plot(&p);
        draws(&p);
        CHECK(files_text_size < 700000);
        plot_end(&p);
    }
}

static void no_plot_at_all(void)
{
    struct figure_plot p;
    figure_plot_init(&p, "", "");
    draws(&p);
    CHECK(strstr(text, "no data") != NULL);
    figure_plot_free(&p);
}

/* The first label of the x axis has room, however narrow those of the y axis are. */
static void first_label(void)
{
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "p", "p");
    s = figure_plot_series(&p, FIGURE_LINE, "s");
    figure_plot_point(&p, s, 9000000, 1);
    figure_plot_point(&p, s, 9000001, 1);
    draws(&p);
    CHECK(strstr(text, ">9,000,000.0<") != NULL);
    CHECK(strstr(text, ">9,000,001.0<") != NULL);
    figure_plot_free(&p);
}

/* The smallest and largest y of the first path of class `class`. */
static void path_extent(const char *class, double *top, double *bottom)
{
    char start[80];
    char *at;
    int odd = 0;
    snprintf(start, sizeof start, "<path class=\"%s\" clip-path", class);
    at = strstr(text, start);
    CHECK(at != NULL);
    at = strstr(at, " d=\"");
    CHECK(at != NULL);
    at += 4;
    *top = 1e9;
    *bottom = -1e9;
    while (*at && *at != '"') {
        char *end;
        const double v = strtod(at, &end);
        if (end == at) {
            at++;
            continue;
        }
        if (odd) {
            if (v < *top) *top = v;
            if (v > *bottom) *bottom = v;
        }
        odd = !odd;
        at = end;
    }
}

/* One job of a hundred thousand stands out: it must be seen. */
static void thinning_keeps_extremes(void)
{
    static const enum figure_mark marks[] = {FIGURE_LINE, FIGURE_STEPS};
    int m;
    for (m = 0; m < 2; m++) {
        struct figure_plot p;
        size_t s, i;
        double top, bottom;
        figure_plot_init(&p, "p", "p");
        s = figure_plot_series(&p, marks[m], "s");
        for (i = 0; i < 100000; i++)
            figure_plot_point(&p, s, (double)i,
                              i == 12345   ? 1000
                              : i == 77777 ? 0
                                           : (double)(500 + i % 7));
        draws(&p);
        CHECK(files_text_size < 60000);
        path_extent("ln", &top, &bottom);
        CHECK_EQ((int64_t)(bottom - top), 250); /* the height of the axes */
        figure_plot_free(&p);
    }
}

static void what_is_missing_is_told(void)
{
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "p", "p");
    p.y.log = 1;
    s = figure_plot_series(&p, FIGURE_LINE, "s");
    figure_plot_point(&p, s, 1, 10);
    figure_plot_point(&p, s, 2, -10);
    figure_plot_point(&p, s, 3, HUGE_VAL);
    figure_plot_point(&p, s, 4, 0);
    figure_plot_point(&p, s, 5, 100);
    figure_plot_point(&p, s, 4.5, NAN);
    figure_plot_point(&p, s, HUGE_VAL, 10);
    draws(&p);
    CHECK(strstr(text, ">3 values cannot be drawn on these axes<") != NULL);
    CHECK(strstr(text, ">below the dotted line: zero<") != NULL);
    figure_plot_free(&p);
}

/* How often `part` is in the text. */
static int times(const char *part)
{
    const char *at = text;
    int n = 0;
    while ((at = strstr(at, part)) != NULL) {
        n++;
        at++;
    }
    return n;
}

static void too_many_series(void)
{
    struct figure_plot p;
    int i;
    figure_plot_init(&p, "p", "p");
    for (i = 0; i < 100; i++) {
        const size_t s = figure_plot_series(&p, FIGURE_LINE, "%d", i);
        figure_plot_point(&p, s, 0, i);
        figure_plot_point(&p, s, 1, 100 - i);
    }
    draws(&p);
    CHECK(strstr(text, ">the first 64 of 100 series<") != NULL);
    CHECK_EQ(times("<path class=\"dt\""), 64);
    p.panels = 1;
    draws(&p);
    CHECK(strstr(text, ">the first 16 of 100 series<") != NULL);
    figure_plot_free(&p);
}

/* Long names beside short ones are all written where none touches the next. */
static void long_category_beside_short(void)
{
    static const char *const names[] = {"online map", "fcfs", "easy", "conservative"};
    struct figure_plot p;
    size_t s, i;
    figure_plot_init(&p, "p", "p");
    s = figure_plot_series(&p, FIGURE_BARS, "s");
    for (i = 0; i < 4; i++) {
        figure_plot_category(&p, "%s", names[i]);
        figure_plot_point(&p, s, (double)i, 1 + (double)i);
    }
    draws(&p);
    for (i = 0; i < 4; i++) {
        char label[40];
        snprintf(label, sizeof label, ">%s</text>", names[i]);
        CHECK_EQ(times(label), 1);
    }
    figure_plot_free(&p);
}

/* The largest of those put together, and of each series. */
static void too_many_bars(void)
{
    struct figure_plot p;
    size_t s[3], i, k;
    figure_plot_init(&p, "p", "p");
    for (k = 0; k < 3; k++) s[k] = figure_plot_series(&p, FIGURE_BARS, "s%zu", k);
    for (i = 0; i < 2000; i++) {
        figure_plot_category(&p, "%zu", i);
        for (k = 0; k < 3; k++) figure_plot_point(&p, s[k], (double)i, i == 1234 ? 9 : 1);
    }
    draws(&p);
    CHECK(strstr(text, ">each bar is the largest of ") != NULL);
    CHECK_EQ(times(": 9</title>"), 3);
    CHECK(times("<rect") < 300);
    figure_plot_free(&p);
}

/* In the CSV, but not in the drawing; its colour goes to the next. */
static void undrawn(void)
{
    struct figure_plot p;
    size_t s, i;
    figure_plot_init(&p, "p", "p");
    for (i = 0; i < 3; i++) {
        s = figure_plot_series(&p, FIGURE_LINE, "series %zu", i);
        figure_plot_point(&p, s, 0, 1);
        figure_plot_point(&p, s, 1, i == 1 ? 1000 : 2);
    }
    p.series[1].undrawn = 1;
    draws(&p);
    CHECK(strstr(text, ">series 2<") != NULL && strstr(text, ">series 1<") == NULL);
    CHECK(strstr(text, "class=\"s1\"") != NULL && strstr(text, "class=\"s2\"") == NULL);
    CHECK(strstr(text, ">1000<") == NULL);
    CHECK(strstr(text, "2 series\"") != NULL);
    CHECK(strstr(csv_of(&p), "series 1,1,1000\n") != NULL);
    figure_plot_free(&p);
}

/* What is beyond the end of the x axis has no say in the y axis, and is not drawn. */
static void beyond_the_axis(void)
{
    double top, bottom;
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "p", "p");
    p.x.fixed = 1;
    p.x.hi = 2;
    s = figure_plot_series(&p, FIGURE_STEPS, "s");
    figure_plot_point(&p, s, 0, 3);
    figure_plot_point(&p, s, 1, 5);
    figure_plot_point(&p, s, 2, 1000);
    figure_plot_point(&p, s, 3, NAN);
    draws(&p);
    CHECK(strstr(text, ">5<") != NULL && strstr(text, ">1000<") == NULL);
    path_extent("ln", &top, &bottom);
    CHECK(bottom - top < 200); /* 3 to 5 of 0 to 5, not what comes next */
    p.series[0].count = 0;
    draws(&p);
    CHECK(strstr(text, ">no data<") != NULL);
    figure_plot_free(&p);
}

/* Logarithmic if the largest value is more than ten times the mean of a series. */
static void spread(void)
{
    int k;
    for (k = 0; k < 2; k++) {
        struct figure_plot p;
        size_t s;
        figure_plot_init(&p, "p", "p");
        s = figure_plot_series(&p, FIGURE_LINE, "small");
        figure_plot_point(&p, s, 0, 1);
        figure_plot_point(&p, s, 1, 3);
        figure_plot_point(&p, s, 2, NAN);
        s = figure_plot_series(&p, FIGURE_LINE, "large");
        figure_plot_point(&p, s, 0, k ? 20.1 : 20);
        figure_plot_series(&p, FIGURE_LINE, "empty");
        figure_axis_spread(&p);
        CHECK_EQ(p.y.log, k);
        CHECK_EQ(p.caption != NULL, k);
        figure_plot_free(&p);
    }
}

/* What a point stands for is in the drawing, the axis and the CSV. */
static void line_ranges(void)
{
    double x, lo, hi;
    const char *drawn;
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "r", "r");
    p.y = figure_axis_plain("y", NULL);
    s = figure_plot_series(&p, FIGURE_LINE, "means");
    figure_plot_range(&p, s, 1, 2); /* of no point */
    figure_plot_point(&p, s, 0, 3);
    figure_plot_point(&p, s, 1, 4);
    figure_plot_range(&p, s, -100, 100);
    figure_plot_point(&p, s, 2, 5);
    draws(&p);
    drawn = strstr(text, "class=\"sp\" d=\"");
    CHECK(drawn != NULL);
    if (drawn) {
        CHECK_EQ(sscanf(drawn, "class=\"sp\" d=\"M%lf %lfV%lf\"", &x, &lo, &hi), 3);
        CHECK(fabs(lo - hi - 250) < 0.2); /* all of the axis */
    }
    CHECK_STR(csv_of(&p), "series,x,y,y_least,y_most\nmeans,0,3,,\n"
                          "means,1,4,-100,100\nmeans,2,5,,\n");
    plot_end(&p);
}

/* The places of the marks of class `class` in group `group` of the drawing, at most
 * `most`. Returns how many there are. */
static size_t marks_of(int group, const char *class, double x[], double y[], size_t most)
{
    char start[40];
    const char *at = text, *end;
    size_t n = 0;
    int k;
    for (k = 0; k <= group && at; k++) at = strstr(at + 1, "<g class=\"s");
    end = at ? strstr(at, "</g>") : NULL;
    snprintf(start, sizeof start, "<path class=\"%s\" d=\"", class);
    while (at && end && (at = strstr(at, start)) != NULL && at < end) {
        for (at += strlen(start); *at == 'M' && n < most; n++) {
            CHECK_EQ(sscanf(at, "M%lf %lf", &x[n], &y[n]), 2);
            at += 1 + strcspn(at + 1, "M\"");
        }
    }
    return n;
}

/* A bar has a length, which means nothing on a logarithmic axis: dots, with ranges. */
static void no_bars_on_a_logarithmic_axis(void)
{
    int log;
    for (log = 0; log < 2; log++) {
        double x[8], y[8];
        struct figure_plot p;
        size_t s, i, k;
        figure_plot_init(&p, "p", "p");
        p.y.log = log;
        for (k = 0; k < 2; k++) {
            s = figure_plot_series(&p, FIGURE_BARS, "s%zu", k);
            for (i = 0; i < 3; i++) {
                if (k == 0) figure_plot_category(&p, "c%zu", i);
                figure_plot_point(&p, s, (double)i, k ? 100 : 1);
                figure_plot_range(&p, s, i ? 0.5 : -1, 200);
            }
        }
        draws(&p);
        CHECK_EQ(times("class=\"ba\""), log ? 0 : 2 + 6); /* with the legend */
        CHECK_EQ(times("<title>s1, c2: 100 (0.5 to 200)</title>"), log ? 1 : 2);
        CHECK_EQ(marks_of(2, log ? "dt" : "er", x, y, 8), 3);
        if (log) CHECK_EQ(times("<rect"), 1); /* that of the clip path */
        CHECK_EQ(times("class=\"sp\""), log ? 6 : 0);
        CHECK_EQ(times("class=\"er\""), log ? 0 : 6);
        figure_plot_free(&p);
    }
}

/* Where one series would hide another, their points stand side by side; where none does,
 * they stand at their x. */
static void series_told_apart(void)
{
    int apart;
    for (apart = 0; apart < 2; apart++) {
        double x[2][8], y[2][8];
        struct figure_plot p;
        size_t s, i, k;
        figure_plot_init(&p, "p", "p");
        for (k = 0; k < 2; k++) {
            s = figure_plot_series(&p, FIGURE_LINE, "s%zu", k);
            for (i = 0; i < 5; i++)
                figure_plot_point(&p, s, (double)i, apart ? (double)(5 * k + 1) : 1);
        }
        draws(&p);
        for (k = 0; k < 2; k++) CHECK_EQ(marks_of((int)k + 2, "dt", x[k], y[k], 8), 5);
        for (i = 0; i < 5; i++) {
            CHECK(fabs(x[1][i] - x[0][i] - (apart ? 0 : DRAWING_MARKS_ASIDE)) < 0.2);
            CHECK(fabs(y[1][i] - y[0][i]) < 0.2 || apart);
        }
        CHECK_EQ(times(">points at one x stand side by side<"), !apart);
        figure_plot_free(&p);
    }
}

/* Lines of many points that lie on each other carry markers, at places of their own. */
static void long_lines_told_apart(void)
{
    static const enum figure_mark marks[] = {FIGURE_LINE, FIGURE_STEPS};
    double x[3][8], y[3][8];
    int m;
    for (m = 0; m < 2; m++) {
        struct figure_plot p;
        size_t s, i, k;
        figure_plot_init(&p, "p", "p");
        for (k = 0; k < 3; k++) {
            s = figure_plot_series(&p, marks[m], "s%zu", k);
            for (i = 0; i < 1000; i++) figure_plot_point(&p, s, (double)i, (double)i);
        }
        draws(&p);
        for (k = 0; k < 3; k++) {
            CHECK_EQ(marks_of((int)k + 3, "dt", x[k], y[k], 8), 5);
            for (i = 0; k > 0 && i < 5; i++) CHECK(x[k][i] - x[k - 1][i] > 20);
            /* on the line, which leads from the lower left to the upper right */
            for (i = 1; i < 5; i++)
                CHECK(fabs((y[k][i] - y[k][0]) / (x[k][i] - x[k][0]) -
                           (y[0][1] - y[0][0]) / (x[0][1] - x[0][0])) < 0.02);
        }
        figure_plot_free(&p);
    }
}

/* Eight lines are told apart in one panel; of more each has its own, with its name. */
static void many_lines_are_panels(void)
{
    size_t n;
    for (n = 8; n <= 10; n++) {
        struct figure_plot p;
        size_t s, i;
        figure_plot_init(&p, "p", "p");
        for (i = 0; i < n; i++) {
            s = figure_plot_series(&p, i % 2 ? FIGURE_LINE : FIGURE_STEPS, "s%zu", i);
            figure_plot_point(&p, s, 0, (double)i);
            figure_plot_point(&p, s, 1, 100);
        }
        CHECK_EQ(drawing_wide(&p), n > 8);
        draws(&p);
        CHECK_EQ(times("<clipPath"), n > 8 ? (int)n : 1);
        CHECK_EQ(times(">100<"), n > 8 ? (int)n : 1); /* the same axis */
        CHECK_EQ(times(">s7<"), 1);
        figure_plot_free(&p);
    }
}

/* The range of a mean on a logarithmic axis that reaches below zero ends at its foot, and
 * has no say in where that is. */
static void ranges_below_zero(void)
{
    double x, lo, hi;
    const char *drawn;
    struct figure_plot p;
    size_t s;
    figure_plot_init(&p, "p", "p");
    p.y.log = 1;
    s = figure_plot_series(&p, FIGURE_LINE, "s");
    figure_plot_point(&p, s, 0, 1);
    figure_plot_point(&p, s, 1, 10);
    figure_plot_range(&p, s, -80, 100);
    draws(&p);
    drawn = strstr(text, "class=\"sp\" d=\"");
    CHECK(drawn && sscanf(drawn, "class=\"sp\" d=\"M%lf %lfV%lf\"", &x, &lo, &hi) == 3);
    if (drawn) CHECK(fabs(lo - hi - 250) < 0.2);
    CHECK(strstr(text, ">1<") && strstr(text, ">100<") && !strstr(text, "zero"));
    figure_plot_free(&p);
}

/* ---- the Gantt chart --------------------------------------------------------------- */

static void gantt_drawn(const struct gantt *g)
{
    gantt_svg(files_text_open(), g);
    CHECK(drawing_good(text_done()));
}

static void gantt_end(struct gantt *g)
{
    gantt_free(g);
    CHECK_EQ(store.live_blocks, 0);
}

/* A job on one run of servers, which outlives the chart. */
static struct gantt_bar bar_of(int64_t job, int64_t start, int64_t end, int64_t first,
                               int64_t count)
{
    static struct job_run runs[100000];
    static size_t used;
    struct gantt_bar bar = {0};
    struct job_run *run = &runs[used++ % 100000];
    run->first = (uint32_t)first;
    run->count = bar.servers = (uint32_t)count;
    bar.job = job;
    bar.start = start;
    bar.end = end;
    bar.runs = run;
    bar.run_count = 1;
    return bar;
}

static void gantt_rectangles(void)
{
    const struct job_run runs[] = {{0, 2}, {4, 1}};
    struct gantt g;
    struct gantt_bar bar = {17, 3600, 15120, 3, 1, NULL, 2, 0, 0};
    size_t panel;
    bar.runs = runs;
    gantt_init(&g, "day", "A day", 10, 0, 86400);
    panel = gantt_panel_add(&g, "online");
    gantt_job(&g, panel, &bar);
    bar.job = 18;
    bar.reserved = 0;
    bar.start = -1000; /* began the day before */
    bar.end = 1800;
    gantt_job(&g, panel, &bar);
    bar.start = 86400; /* tomorrow */
    bar.end = 90000;
    gantt_job(&g, panel, &bar);
    CHECK_EQ(g.panels[0].count, 2);
    gantt_drawn(&g);
    CHECK(strstr(text, "class=\"j6\"><title>job 17: 3 servers, 3.2 h, advance reservation"
                       "</title>") != NULL);
    CHECK(strstr(text, "<title>job 18: 3 servers, 46.7 min</title>") != NULL);
    gantt_csv(files_text_open(), &g);
    CHECK_STR(text_done(), "schedule,job,start_seconds,end_seconds,reserved,first_server,"
                           "servers\n"
                           "online,17,3600,15120,1,0,2\nonline,17,3600,15120,1,4,1\n"
                           "online,18,-1000,1800,0,0,2\nonline,18,-1000,1800,0,4,1\n");
    gantt_end(&g);
}

/* The area of all that is drawn of class `class`: of paths of h, v and z only. */
static double drawn_area(const char *class)
{
    const char *at = text;
    double area = 0;
    while ((at = strstr(at, "<path d=\"M")) != NULL) {
        const char *end = strstr(at, "\" class=\"");
        if (end && strncmp(end + 9, class, strlen(class)) == 0) {
            const char *h;
            for (h = at; h < end; h++) {
                double w;
                char *next;
                if (*h != 'h') continue;
                w = strtod(h + 1, &next);
                if (*next == 'v' && w > 0) area += w * strtod(next + 1, NULL);
            }
        }
        at += 9;
    }
    return area;
}

/* A job on servers that are not there is cut at the last that is. */
static void gantt_beyond(void)
{
    const struct job_run run = {8, 100};
    struct gantt_bar bar = {1, 0, 86400, 100, 0, NULL, 1, 0, 0};
    struct gantt g;
    double area;
    bar.runs = &run;
    gantt_init(&g, "g", "g", 10, 0, 86400);
    gantt_job(&g, gantt_panel_add(&g, "x"), &bar);
    gantt_drawn(&g);
    area = drawn_area("j") / (240 * 900);
    CHECK(area > 0.2 && area < 0.22);
    gantt_free(&g);
}

/* The largest are drawn one by one, the others together. */
static void gantt_many(void)
{
    struct gantt g;
    size_t panel;
    int64_t i;
    gantt_init(&g, "g", "g", 20, 0, 86400);
    panel = gantt_panel_add(&g, "x");
    for (i = 0; i < 12000; i++) {
        const int64_t start = i / 20 * 144, end = start + (i % 20 == 7 ? 143 : 100);
        const struct gantt_bar bar = bar_of(i, start, end, i % 20, 1);
        gantt_job(&g, panel, &bar);
    }
    gantt_drawn(&g);
    CHECK(times("<title>job ") >= 600 && times("<title>job ") <= 3000);
    CHECK(strstr(text, "put together") != NULL);
    gantt_free(&g);
}

/* Jobs beside each other differ in tone; reservations have tones of their own. */
static void gantt_tones(void)
{
    struct gantt g;
    size_t panel;
    int i;
    gantt_init(&g, "g", "g", 40, 0, 86400);
    panel = gantt_panel_add(&g, "x");
    for (i = 0; i < 24; i++) { /* every sixth is drawn: all would have one tone */
        struct gantt_bar bar = bar_of(i, 0, i % 6 ? 1 : 86400, i / 6 * 10, 10);
        bar.reserved = i == 18;
        gantt_job(&g, panel, &bar);
    }
    gantt_drawn(&g);
    CHECK(strstr(text, "class=\"j0\"><title>job 0:") != NULL);
    CHECK(strstr(text, "class=\"j1\"><title>job 6:") != NULL);
    CHECK(strstr(text, "class=\"j0\"><title>job 12:") != NULL);
    CHECK(strstr(text, "class=\"j6\"><title>job 18:") != NULL);
    gantt_end(&g);
}

/* A job at two sites of three is one group: two rectangles of one tone, a line between
 * their middles. Its tone is not that of another there at the same time. */
static void gantt_parts(void)
{
    const char *group, *line, *end;
    double x, y, below, top[2];
    struct gantt g;
    int i;
    gantt_init(&g, "g", "g", 100, 0, 86400);
    for (i = 0; i < 3; i++) gantt_panel_add(&g, "x");
    for (i = 0; i < 4; i++) {
        struct gantt_bar bar = bar_of(7 + i / 2, 21600, 64800, i / 2 * 50, 50);
        bar.sites = 2;
        bar.all = 100;
        gantt_job(&g, i % 2 ? 2 : 0, &bar);
        bar.start = i; /* a job of the same number at one site is another */
        bar.end = 20000;
        bar.sites = 0;
        gantt_job(&g, 1, &bar);
    }
    gantt_drawn(&g);
    for (i = 0; i < 2; i++) {
        char title[80];
        const char *rectangle;
        snprintf(title, sizeof title,
                 "<g class=\"jl\"><title>job %d: 100 servers at 2 sites, 12 h</title>",
                 7 + i);
        group = strstr(text, title);
        end = group ? strstr(group, "</g>") : NULL;
        CHECK(end != NULL);
        if (!end) break;
        rectangle = strstr(group, i ? "class=\"j7\"/>" : "class=\"j6\"/>");
        CHECK(rectangle && rectangle < end);
        rectangle = rectangle
                        ? strstr(rectangle + 1, i ? "class=\"j7\"/>" : "class=\"j6\"/>")
                        : NULL;
        CHECK(rectangle && rectangle < end);
        line = strstr(group, "class=\"jk\" d=\"M");
        CHECK(line && line < end);
        if (!line) break;
        CHECK_EQ(sscanf(line, "class=\"jk\" d=\"M%lf %lfV%lf", &x, &y, &below), 3);
        CHECK(sscanf(strstr(group, "<path d=\"M"), "<path d=\"M%*f %lf", &top[i]) == 1);
        CHECK(fabs(y - top[i] - 40) < 0.2);            /* panels are 160 high ... */
        CHECK(fabs(below - y - 2 * (160 + 30)) < 0.2); /* ... and 30 apart        */
    }
    CHECK(fabs(top[0] - top[1] - 80) < 0.2);
    CHECK(strstr(text, "one job at several sites") != NULL);
    gantt_end(&g);
}

/* A part far too small is still two units high and one wide, within its panel, and not
 * put together with others; the panels' names lie over the lines. */
static void gantt_small_parts(void)
{
    double left, top, wide, high;
    const char *at = text;
    struct gantt g;
    int i;
    gantt_init(&g, "g", "g", 100000, 0, 86400);
    g.server = "processor";
    for (i = 0; i < 2; i++) gantt_panel_add(&g, "x");
    for (i = 0; i < 2; i++) {
        struct gantt_bar bar = bar_of(0, 86399, 86400, i ? 99999 : 0, 1);
        bar.sites = bar.all = 2;
        gantt_job(&g, (size_t)i, &bar);
    }
    gantt_drawn(&g);
    CHECK(strstr(text, "put together") == NULL);
    CHECK(strstr(text, "2 processors at 2 sites") != NULL);
    at = strstr(text, "<g class=\"jl\">");
    for (i = 0; i < 2 && at; i++) {
        at = strstr(at + 1, "<path d=\"M");
        if (!at) break;
        CHECK_EQ(sscanf(at, "<path d=\"M%lf %lfh%lfv%lf", &left, &top, &wide, &high), 4);
        CHECK(fabs(wide - 1) < 0.01 && fabs(high - 2) < 0.01);
        CHECK(left + wide < SVG_WIDE - 23.9);
        CHECK(fabs(top - (24 + 45 + (i ? 240 + 30 : 240 - 2))) < 0.2);
    }
    CHECK(at && strstr(at, "class=\"tl jt\"") != NULL);
    gantt_end(&g);
}

/* Of more jobs than are joined the largest are; the others are drawn like any. */
static void gantt_many_parts(void)
{
    enum { MORE = GANTT_JOINTS + 40 };
    const char *at;
    struct gantt g;
    int i, groups = 0;
    gantt_init(&g, "g", "g", MORE, 0, 86400);
    for (i = 0; i < 2; i++) gantt_panel_add(&g, "x");
    for (i = 0; i < 2 * MORE; i++) {
        struct gantt_bar bar =
            bar_of(i / 2, 0, 86400 - 60 * (MORE - 1 - i / 2), i / 2, 1);
        bar.sites = bar.all = 2;
        gantt_job(&g, (size_t)(i % 2), &bar);
    }
    gantt_drawn(&g);
    for (at = text; (at = strstr(at, "<g class=\"jl\">")) != NULL; at++) groups++;
    CHECK_EQ(groups, GANTT_JOINTS);
    CHECK(strstr(text, "<g class=\"jl\"><title>job 40: ") != NULL);
    CHECK(strstr(text, "<g class=\"jl\"><title>job 39: ") == NULL);
    gantt_end(&g);
}

/* Half of the rectangle of time and servers, in any number of jobs. */
static void gantt_sizes(void)
{
    static const struct {
        uint32_t servers, jobs;
        int alone; /* large enough to be drawn one by one */
    } cases[] = {{1, 1, 1}, {100, 50, 1}, {2147483647, 2, 1}, {2147483647, 100000, 0}};
    size_t c;
    for (c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const uint32_t jobs = cases[c].jobs, each = cases[c].servers / jobs;
        struct gantt g;
        size_t panel;
        uint32_t i;
        gantt_init(&g, "g", "g", cases[c].servers, 0, 86400);
        panel = gantt_panel_add(&g, "x");
        for (i = 0; i < jobs; i++) {
            const struct gantt_bar bar = bar_of(0, 21600, 64800, i * each, each);
            gantt_job(&g, panel, &bar);
        }
        gantt_drawn(&g);
        CHECK(files_text_size < 300000);
        CHECK((strstr(text, "put together") == NULL) == cases[c].alone);
        if (cases[c].alone) {
            const double height = cases[c].servers < 8 ? 60 : 240;
            const double share = drawn_area("j") / (height * 900);
            CHECK(share > 0.48 && share < 0.56);
        }
        gantt_end(&g);
    }
}

static void gantt_random(void)
{
    long round;
    for (round = test_scaled(100); round > 0; round--) {
        const uint32_t servers = (uint32_t)test_between(0, 2) * 1000 +
                                 (uint32_t)test_below(test_below(2) ? 5 : 2147480000);
        const size_t panels = below(20), bars = below(300);
        const int64_t length = test_below(5) ? 86400 : test_between(-1, 2);
        struct gantt g;
        size_t i, k;
        gantt_init(&g, "g & g", ugly_name(), servers, 1000000, 1000000 + length);
        for (i = 0; i < panels; i++) {
            const size_t panel = gantt_panel_add(&g, ugly_name());
            for (k = 0; k < bars; k++) {
                const int64_t start = test_between(900000, 1100000);
                struct gantt_bar bar = bar_of(
                    test_between(-1, 1000000), start, start + test_between(0, 50000),
                    test_between(0, 3999999999), test_between(0, 3999999999));
                bar.reserved = test_below(2) == 0;
                if (i % 5 == 4) bar.runs = NULL, bar.run_count = 0;
                gantt_job(&g, panel, &bar);
            }
        }
        gantt_drawn(&g);
        CHECK(files_text_size < 1000000);
        gantt_end(&g);
    }
}

/* ---- the page ---------------------------------------------------------------------- */

static void shell_words(void)
{
    page_shell_word(files_text_open(), "a b'c");
    CHECK_STR(text_done(), "'a b'\\''c'");
    page_shell_word(files_text_open(), "");
    CHECK_STR(text_done(), "''");
    page_shell_word(files_text_open(), "--seed=1,2:3");
    CHECK_STR(text_done(), "--seed=1,2:3");
}

static void page_escapes(void)
{
    static const char hostile[] =
        "</title><script>alert(\"1\")</script>&'\x01\x7f\xff"
        "\xc0\x80\xed\xa0\x80\xe2\x80\xae\xef\xbf\xbf\xc2\x85 <b>";
    static const char made[] = "./coalloc_sim 'a b'\\''c'";
    struct page p = {0};
    struct figure_plot *plot;
    struct table *t;
    struct error e;
    page_title(&p, "%s", hostile);
    page_text(&p, "%s", hostile);
    plot = page_new_plot(&p, NULL, hostile, hostile); /* before any section */
    figure_plot_text(plot, &plot->caption, "%s", hostile);
    figure_plot_category(plot, "%s", hostile);
    figure_plot_point(plot, figure_plot_series(plot, FIGURE_BARS, "%s", hostile), 0, 1);
    page_section(&p, "%s", hostile);
    page_section(&p, "empty");
    t = page_new_table(&p);
    table_title(t, MEASURE_COUNT, "%s", hostile);
    table_stub(t, hostile);
    table_column(t, "%s", hostile);
    table_column(t, "x");
    table_row(t, MEASURE_COUNT, "%s", hostile);
    table_cell(t, "%s", hostile);
    table_row(t, MEASURE_COUNT, "without a cell");
    p.made = (char *)malloc(sizeof made);
    CHECK(p.made != NULL);
    strcpy(p.made, made);
    CHECK_STR(table_at(t, 0, 1), ""); /* the short rows are filled up */
    CHECK_STR(table_at(t, 1, 0), "");
    CHECK_EQ(page_write(&p, files_text_open(), &e), 0);
    CHECK(drawing_good(text_done()));
    CHECK(strstr(text, "<script") == NULL);
    CHECK(strstr(text, "&lt;script&gt;alert(&quot;1&quot;)") != NULL);
    CHECK(strstr(text, "./coalloc_sim &#39;a b&#39;\\&#39;&#39;c&#39;") != NULL);
    CHECK(strstr(text, "\xe2\x80\xae") == NULL); /* turns the direction of reading */
    CHECK(strstr(text, "width=device-width") != NULL);
    CHECK(strstr(text, "@media print") != NULL);
    CHECK(strstr(text, "prefers-color-scheme:dark") != NULL);
    CHECK(strstr(text, "src=") == NULL && strstr(text, "@import") == NULL);
    CHECK(strstr(text, "url(") == NULL || strstr(text, "url(#") != NULL);
    page_free(&p);
    CHECK_EQ(store.live_blocks, 0);
}

/* Settings, as programs print them: lines that go on are joined. */
static void page_settings(void)
{
    char lines[] = "5 jobs\nworkload: a: b\nonline: index map\n        no retry\n\n"
                   "trace:  the <log>\nend";
    struct page p = {0};
    struct error e;
    page_lines(&p, lines);
    CHECK_EQ(page_write(&p, files_text_open(), &e), 0);
    CHECK(xml_check(text_done()));
    CHECK(strstr(text, "<p>5 jobs</p>\n<dl>\n<dt>workload</dt>\n<dd>a: b</dd>\n"
                       "<dt>online</dt>\n<dd>index map; no retry</dd>\n<dt>trace</dt>\n"
                       "<dd>the &lt;log&gt;</dd>\n</dl>\n<p>end</p>\n") != NULL);
    page_free(&p);
    CHECK_EQ(store.live_blocks, 0);
}

TEST_MAIN(TEST(reader_is_strict), TEST(csv), TEST(axes), TEST(random_plots),
          TEST(no_plot_at_all), TEST(undrawn), TEST(beyond_the_axis), TEST(spread),
          TEST(thinning_keeps_extremes), TEST(first_label),
          TEST(what_is_missing_is_told), TEST(gantt_rectangles), TEST(gantt_sizes),
          TEST(gantt_beyond), TEST(gantt_many), TEST(too_many_series),
          TEST(long_category_beside_short), TEST(too_many_bars), TEST(gantt_random),
          TEST(shell_words), TEST(page_escapes), TEST(page_settings), TEST(gantt_tones),
          TEST(gantt_parts), TEST(gantt_many_parts), TEST(gantt_small_parts),
          TEST(line_ranges), TEST(no_bars_on_a_logarithmic_axis),
          TEST(series_told_apart), TEST(long_lines_told_apart),
          TEST(many_lines_are_panels), TEST(ranges_below_zero))
