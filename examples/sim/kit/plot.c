/* plot.c - the drawing is 440 units wide, so that its text has its size on a phone and is
 * a little larger on a desk. */
#include "kit/plot.h"

#include "kit/write.h"

#include <math.h>
#include <string.h>

enum { WIDE = 440, HIGH = 250, LEFT = 58, RIGHT = 10, TOP = 10, BELOW = 36, TURNED = 78 };

struct scale {
    double lo, hi, step;
    int log;
};

static double at(const struct scale *s, double v, double from, double to)
{
    if (s->log) return from + (to - from) * log(v / s->lo) / log(s->hi / s->lo);
    return from + (to - from) * (v - s->lo) / (s->hi - s->lo);
}

static void include(struct scale *s, double v)
{
    if (!isfinite(v) || (s->log && !(v > 0))) return;
    if (!(s->lo <= v)) s->lo = v;
    if (!(s->hi >= v)) s->hi = v;
}

/* The least of 1, 2, 5 times a power of ten that is at least x. */
static double round_step(double x)
{
    const double power = pow(10, floor(log10(x)));
    return power * (x <= power ? 1 : x <= 2 * power ? 2 : x <= 5 * power ? 5 : 10);
}

/* Ends the scale at round numbers. */
static void settle(struct scale *s, int zero, int ticks)
{
    if (!(s->lo <= s->hi)) s->lo = s->log ? 1 : 0, s->hi = s->log ? 10 : 1;
    if (s->log) {
        if (!(s->hi > s->lo)) s->hi = s->lo * 2;
        if (!zero) return; /* the x axis ends at its values */
        s->lo = 1 / round_step(1 / s->lo);
        s->hi = round_step(s->hi);
        return;
    }
    if (zero && s->lo > 0) s->lo = 0;
    if (zero && s->hi < 0) s->hi = 0;
    if (!(s->hi > s->lo)) s->hi = s->lo + 1;
    s->step = round_step((s->hi - s->lo) / ticks);
    if (!zero) return;
    s->lo = floor(s->lo / s->step) * s->step;
    s->hi = ceil(s->hi / s->step - 1e-9) * s->step;
}

static double next_tick(const struct scale *s, double v)
{
    double power;
    if (!s->log) return floor(v / s->step + 1.5) * s->step;
    power = pow(10, floor(log10(v) + 1e-9));
    return v < 1.9 * power ? 2 * power : v < 4.9 * power ? 5 * power : 10 * power;
}

static void text(FILE *to, double x, double y, const char *more, const char *say)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, more);
    write_html_text(to, say);
    fputs("</text>\n", to);
}

static void line(FILE *to, const char *style, double x1, double y1, double x2, double y2)
{
    fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", style, x1, y1, x2,
            y2);
}

static void draw_y(FILE *to, const struct scale *s, const char *label)
{
    double v = s->lo;
    char number[32];
    for (; v <= s->hi * (1 + 1e-9) + (s->log ? 0 : 1e-9 * s->step); v = next_tick(s, v)) {
        const double y = at(s, v, HIGH, TOP);
        line(to, "grid", LEFT, y, WIDE - RIGHT, y);
        snprintf(number, sizeof number, "%.6g", fabs(v) < 1e-12 ? 0 : v);
        text(to, LEFT - 6, y + 4, " text-anchor=\"end\"", number);
    }
    text(to, 12, (TOP + HIGH) / 2,
         strlen(label) > 34
             ? " class=\"small\" text-anchor=\"middle\" transform=\"rotate(-90 12 130)\""
             : " text-anchor=\"middle\" transform=\"rotate(-90 12 130)\"",
         label);
}

static size_t longest_text(const struct plot *p)
{
    size_t i, longest = 0;
    for (i = 0; i < p->places; i++)
        if (strlen(p->texts[i]) > longest) longest = strlen(p->texts[i]);
    return longest;
}

/* Would the texts below bars touch each other? Then they are turned. */
static int is_turned(const struct plot *p)
{
    return p->bars && 6.2 * (double)(longest_text(p) * p->places) > WIDE - 70;
}

static void draw_x(FILE *to, const struct plot *p, const struct scale *s,
                   const double *places)
{
    const size_t longest = p->bare ? 0 : longest_text(p);
    const int turn = is_turned(p);
    double last = -100, v;
    char number[32];
    size_t i;
    for (v = next_tick(s, s->lo); p->bare && v <= s->hi; v = next_tick(s, v)) {
        snprintf(number, sizeof number, "%.6g", v);
        text(to, at(s, v, LEFT + 12, WIDE - RIGHT - 12), HIGH + 15,
             " text-anchor=\"middle\"", number);
    }
    for (i = 0; i < p->places && !p->bare; i++) {
        const double y = HIGH + 15;
        char more[80];
        if (!p->bars && places[i] - last < 6.5 * (double)longest) continue;
        last = places[i];
        snprintf(more, sizeof more, " text-anchor=\"%s\" %s", turn ? "end" : "middle",
                 turn ? "class=\"small\"" : "");
        if (turn)
            snprintf(more + strlen(more), sizeof more - strlen(more),
                     " transform=\"rotate(-32 %.1f %.1f)\"", places[i] + 4, y - 2);
        text(to, places[i] + (turn ? 4 : 0), y - (turn ? 2 : 0), more, p->texts[i]);
    }
    text(to, (LEFT + WIDE - RIGHT) / 2.0, HIGH + (turn ? TURNED : BELOW) - 4,
         " text-anchor=\"middle\"", p->x_label);
}

static void error_bar(FILE *to, const struct plot *p, const struct scale *s, size_t k,
                      double x)
{
    double lo, hi;
    if (!(p->hi[k] > p->lo[k])) return;
    lo = at(s, fmax(p->lo[k], s->lo), HIGH, TOP);
    hi = at(s, p->hi[k], HIGH, TOP);
    fprintf(to, "<path class=\"error\" d=\"M%.1f %.1fV%.1fm-3 0h6M%.1f %.1fh6\"/>\n", x,
            lo, hi, x - 3, lo);
}

static void mark(FILE *to, size_t series, double x, double y)
{
    static const char *const shapes[] = {"m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
                                         "m-3.2-3.2h6.4v6.4h-6.4z", "m0-4.5l4 7.5h-8z",
                                         "m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z"};
    fprintf(to, "<path class=\"f%zu\" d=\"M%.1f %.1f%s\"/>\n", series % PLOT_COLOURS, x,
            y, shapes[series % 4]);
}

/* The text for a pointer above the mark; ends the mark. */
static void title(FILE *to, const struct plot *p, size_t series, size_t place, double v)
{
    fputs("<title>", to);
    write_html_text(to, p->names[series]);
    fputs(", ", to);
    write_html_text(to, p->texts[place]);
    fprintf(to, ": %.4g</title></g>\n", v);
}

static void draw_curve(FILE *to, const struct plot *p, const struct scale *s, size_t k,
                       const double *places)
{
    const char *step = "M";
    size_t i;
    fprintf(to, "<path class=\"c%zu%s\" d=\"", k % PLOT_COLOURS,
            k < PLOT_COLOURS ? "" : " more");
    for (i = 0; i < p->places; i++) {
        const double y = p->y[i * p->series + k];
        if (!isfinite(y) || (s->log && !(y > 0))) continue;
        fprintf(to, "%s%.1f %.1f", step, places[i], at(s, y, HIGH, TOP));
        step = "L";
    }
    fputs("\"/>\n", to);
    for (i = 0; i < p->places && !p->bare; i++) {
        const double y = p->y[i * p->series + k];
        if (!isfinite(y) || (s->log && !(y > 0))) continue;
        fputs("<g class=\"p\">", to);
        error_bar(to, p, s, i * p->series + k, places[i]);
        mark(to, k, places[i], at(s, y, HIGH, TOP));
        title(to, p, k, i, y);
    }
}

static void draw_bars(FILE *to, const struct plot *p, const struct scale *s,
                      const double *places, double room)
{
    const double wide = 0.82 * room / (double)p->series;
    const double zero = at(s, s->log ? s->lo : 0, HIGH, TOP);
    size_t i, k;
    for (i = 0; i < p->places; i++)
        for (k = 0; k < p->series; k++) {
            const double v = p->y[i * p->series + k];
            const double x = places[i] - 0.41 * room + wide * (double)k;
            double y;
            if (!isfinite(v) || (s->log && !(v > 0))) continue;
            y = at(s, v, HIGH, TOP);
            fprintf(to, "<g class=\"p\"><rect class=\"f%zu\" x=\"%.1f\" y=\"%.1f\"",
                    k % PLOT_COLOURS, x, y < zero ? y : zero);
            fprintf(to, " width=\"%.1f\" height=\"%.1f\"/>", wide > 2 ? wide - 1 : wide,
                    fabs(zero - y));
            error_bar(to, p, s, i * p->series + k, x + wide / 2);
            title(to, p, k, i, v);
        }
}

void plot_write(const struct plot *p, FILE *to)
{
    struct scale x = {NAN, NAN, 1, p->log_x}, y = {NAN, NAN, 1, p->log_y};
    double places[1000], least;
    size_t i, k;
    for (i = 0; i < p->places && !p->bars; i++) include(&x, p->x[i]);
    for (i = 0; i < p->places * p->series; i++) {
        include(&y, p->y[i]);
        include(&y, p->hi[i]);
    }
    least = y.lo; /* values that are never negative have an axis from 0 on */
    for (i = 0; i < p->places * p->series; i++) include(&y, p->lo[i]);
    if (least >= 0 && y.lo < 0) y.lo = 0;
    settle(&x, 0, 5);
    settle(&y, 1, 5);
    for (i = 0; i < p->places; i++)
        places[i] =
            p->bars ? LEFT + ((double)i + 0.5) * (WIDE - LEFT - RIGHT) / (double)p->places
                    : at(&x, p->x[i], LEFT + 12, WIDE - RIGHT - 12);
    fprintf(to, "<svg id=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", p->id,
            WIDE, HIGH + (is_turned(p) ? TURNED : BELOW));
    write_html_text(to, p->alt);
    fputs("\">\n", to);
    draw_y(to, &y, p->y_label);
    draw_x(to, p, &x, places);
    if (p->bars) draw_bars(to, p, &y, places, (WIDE - LEFT - RIGHT) / (double)p->places);
    for (k = 0; k < p->series && !p->bars; k++) draw_curve(to, p, &y, k, places);
    line(to, "axis", LEFT, HIGH, WIDE - RIGHT, HIGH);
    fputs("</svg>\n", to);
}
