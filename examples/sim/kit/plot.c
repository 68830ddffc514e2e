/* plot.c - a drawing is 1000 units wide and high, stretched to what room there is; lines
 * and marks keep their width (vector-effect). */
#include "kit/plot.h"

#include "kit/base.h"
#include "kit/write.h"

#include <math.h>

enum { ROW_HEIGHT = 27, HEIGHT = 280, MARKED = 24 /* places of a curve, at most */ };

const char plot_style[] =
    "svg{width:100%;height:100%;display:block;overflow:visible;fill:var(--fg)}path{"
    "fill:none;vector-effect:non-scaling-stroke;stroke:hsl(var(--h),80%,var(--l))}"
    ".l0{--h:207}.l1{--h:22}.l2{--h:155}.l3{--h:285}.l4{--h:45}.l5{--h:340}.l6{--h:190}"
    ".l7{--h:100}.l8 path,.l8{stroke:var(--dim)}.grid{stroke:var(--line)}.zero{"
    "stroke:var(--fg)}.ln{stroke-width:2.2}.ln.l1,.ln.l5{stroke-dasharray:2 2.5}.ln.l2,"
    ".ln.l6{stroke-dasharray:9 3}.ln.l3,.ln.l7,.ln.l8{stroke-dasharray:9 3 2 3}.ci{"
    "stroke-width:2.5;opacity:.5}.m{stroke-width:11;stroke-linecap:round}.m.l1,.m.l3,"
    ".m.l5,.m.l7{stroke-width:8.5;stroke-linecap:square}.m .o{stroke:none}.l2 .o,.l3 .o,"
    ".l6 .o,.l7 .o,.l8 .o{stroke:var(--bg);stroke-width:5}\n"
    ".key span{margin-right:18px;white-space:nowrap}.key svg{width:28px;height:10px;"
    "display:inline-block;margin-right:7px}.area,.strip div{position:relative}.area{"
    "margin:10px 14px 44px 60px;break-inside:avoid}.rows{margin:0 14px 34px 172px}"
    ".ended{margin-right:84px}.area span,.strip span{position:absolute;font-size:12px;"
    "color:var(--dim);line-height:1.1;white-space:nowrap}.rl,.rv,.yl{"
    "transform:translateY(-50%)}.xl{top:100%;margin-top:7px;transform:translateX(-50%)}"
    ".xt{margin-top:26px}.yl,.rl{right:100%;margin-right:12px}.rv{left:100%;width:76px;"
    "text-align:right}.area .rl{width:158px;display:flex;justify-content:space-between;"
    "font-size:.9em;color:var(--fg)}.cut{margin-top:-17px}.cut.more{"
    "right:0}@media(max-width:640px){.opt{display:none}.rows{margin-left:128px}"
    ".area .rl{width:122px;margin-right:4px;font-size:12px}}\n";

/* ---- scales ------------------------------------------------------------------------ */

/* The least of 1, 2, 5 times a power of ten that is at least x. */
static double round_step(double x)
{
    const double power = pow(10, floor(log10(x)));
    return power * (x <= power ? 1 : x <= 2 * power ? 2 : x <= 5 * power ? 5 : 10);
}

static void include(struct plot_scale *s, double v)
{
    if (!isfinite(v)) return;
    if (!(s->lo <= v)) s->lo = v;
    if (!(s->hi >= v)) s->hi = v;
}

struct plot_scale plot_scale(const struct plot_value *v, size_t n, int zero)
{
    enum { FAR = 20, TICKS = 4 };
    struct plot_scale s = {zero ? 0 : NAN, zero ? 0 : NAN, 1, 0};
    double least, most;
    for (size_t i = 0; i < n; i++) include(&s, v[i].is);
    s.log = !zero && s.lo > 0 && s.hi > FAR * s.lo;
    most = 3 * fmax(fabs(s.lo), fabs(s.hi)), least = s.log ? s.lo / 10 : -most;
    for (size_t i = 0; i < n; i++) {
        if (v[i].low >= least) include(&s, v[i].low);
        if (v[i].high <= most) include(&s, v[i].high);
    }
    if (!(s.lo <= s.hi)) s.lo = 0, s.hi = 1;
    if (!(s.hi > s.lo)) s.hi = s.lo + (s.lo > 0 ? s.lo : 1);
    if (s.log) {
        s.lo *= 0.8, s.hi *= 1.25;
        return s;
    }
    if (s.lo > 0 && s.lo < s.hi / 2) s.lo = 0;
    s.step = round_step((s.hi - s.lo) / TICKS);
    s.lo = floor(s.lo / s.step + 1e-9) * s.step;
    s.hi = ceil(s.hi / s.step - 1e-9) * s.step;
    return s;
}

/* From 0 to 1000, cut there; NAN stays. */
static double at(const struct plot_scale *s, double v)
{
    const double part = s->log ? log(fmax(v, s->lo) / s->lo) / log(s->hi / s->lo)
                               : (v - s->lo) / (s->hi - s->lo);
    return isnan(v) ? v : 1000 * (part < 0 ? 0 : part > 1 ? 1 : part);
}

/* The first tick (v NAN), or the one behind v; NAN: none. A log scale has powers of ten,
 * and more where these are few. */
static double next_tick(const struct plot_scale *s, double v)
{
    const int few = s->hi < 200 * s->lo;
    const double from = isnan(v) ? s->lo : v;
    if (s->log) {
        const double power = pow(10, floor(log10(from) + 1e-9));
        if (isnan(v)) v = from * (1 - 1e-9);
        v = power * (few && v < 1.9 * power ? 2 : few && v < 4.9 * power ? 5 : 10);
    } else
        v = isnan(v) ? from : s->step * floor(v / s->step + 1.5);
    return v <= s->hi * (1 + 1e-9) + (s->log ? 0 : 1e-9 * s->step) ? v : (double)NAN;
}

const char *plot_number(double v, int digits)
{
    const double x = fabs(v) < 1e-12 ? 0 : fabs(v);
    return base_text(x < 1000 ? "%s%.*g" : "%s%.*f", v < -1e-12 ? "\xe2\x88\x92" : "",
                     x < 1000 ? digits : 0, x);
}

void plot_ticks(FILE *to, const struct plot_scale *s, int up, const char *unit)
{
    int i = 0;
    for (double v = next_tick(s, (double)NAN); !isnan(v); v = next_tick(s, v), i++)
        fprintf(to, "<span class=\"%s\" style=\"%s:%.1f%%\">%s %s</span>",
                up      ? "yl"
                : i % 2 ? "xl opt"
                        : "xl",
                up ? "top" : "left", up ? 100 - at(s, v) / 10 : at(s, v) / 10,
                plot_number(v, 4), isnan(next_tick(s, v)) ? unit : "");
}

/* ---- drawings ---------------------------------------------------------------------- */

/* All is drawn as (place, value), which `turn` makes (value, place) of rows. */
static const char *const turn[] = {"1 0 0 -1 0 1000", "0 1 1 0 0 0"};

static void begin(FILE *to, const char *alt, int down)
{
    fprintf(to,
            "<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" role=\"img\" "
            "aria-label=\"%s\"><g transform=\"matrix(%s)\">",
            write_html(alt), turn[down]);
}

static void mark(FILE *to, size_t look, double place, double value)
{
    fprintf(to,
            "<g class=\"m l%zu\"><path d=\"M%.1f %.1fh.01\"/><path class=\"o\" "
            "d=\"M%.1f %.1fh.01\"/></g>",
            look, place, value, place, value);
}

static void draw(FILE *to, const struct plot *p, const struct plot_scale *s,
                 const struct plot_scale *x)
{
    double v;
    begin(to, p->alt, p->down);
    for (v = next_tick(s, (double)NAN); !isnan(v); v = next_tick(s, v))
        fprintf(to, "<path class=\"%s\" d=\"M0 %.1fH1000\"/>",
                fabs(v) > 0 ? "grid" : "zero", at(s, v));
    for (size_t k = 0; k < p->count; k++) {
        const size_t look = p->series[k].look;
        const char *step = "M";
        if (!p->down) fprintf(to, "\n<path class=\"ln l%zu\" d=\"", look);
        for (size_t i = 0; i < p->places && !p->down; i++) {
            v = at(s, p->values[i * p->count + k].is);
            if (!isnan(v)) fprintf(to, "%s%.1f %.1f", step, at(x, p->place[i].x), v);
            step = isnan(v) ? "M" : "L";
        }
        fputs(p->down ? "\n" : "\"/>\n", to);
        for (size_t i = 0; i < p->places && (p->down || p->places <= MARKED); i++) {
            const struct plot_value *of = &p->values[i * p->count + k];
            const double place = at(x, p->down ? (double)i : p->place[i].x);
            if (isnan(of->is)) continue;
            if (isfinite(of->low))
                fprintf(to, "<path class=\"ci l%zu\" d=\"M%.1f %.1fV%.1f\"/>", look,
                        place, at(s, of->low), at(s, of->high));
            mark(to, look, place, at(s, of->is));
        }
    }
    fputs("</g></svg>\n", to);
}

void plot_strip(FILE *to, const struct plot *p, const struct plot_scale *s)
{
    const struct plot_scale rows = {-0.5, (double)p->places - 0.5, 1, 0};
    draw(to, p, s, &rows);
    for (size_t i = 0; i < p->places * p->count; i++)
        for (int more = 0; more < 2; more++) {
            const double v = more ? p->values[i].high : p->values[i].low;
            if (more ? v > s->hi * (1 + 1e-9) : v < s->lo)
                fprintf(to, "<span class=\"cut%s\" style=\"top:%.1f%%\">to %s</span>",
                        more ? " more" : "", at(&rows, (double)(i / p->count)) / 10,
                        plot_number(v, 3));
        }
}

/* ---- with their texts -------------------------------------------------------------- */

void plot_key(FILE *to, const struct plot *p)
{
    fputs("<p class=\"key\">", to);
    for (size_t k = 0; k < p->count; k++) {
        fputs("<span>", to);
        begin(to, p->series[k].name, p->down);
        if (p->down)
            mark(to, p->series[k].look, 500, 500);
        else
            fprintf(to, "<path class=\"ln l%zu\" d=\"M0 500H1000\"/>", p->series[k].look);
        fprintf(to, "</g></svg>%s</span>\n", write_html(p->series[k].name));
    }
    fputs("</p>\n", to);
}

/* Texts of a curve that would touch are left out; on a narrow page more of them. */
void plot_print(FILE *to, const struct plot *p)
{
    enum { WIDE = 70, NARROW = 220 };
    const struct plot_scale s = plot_scale(p->values, p->places * p->count, p->zero);
    struct plot_scale x = {(double)NAN, (double)NAN, 1, p->log_x};
    double wide = -WIDE, narrow = -NARROW;
    fprintf(to, "<div class=\"area%s%s\" style=\"height:%zupx\">", p->down ? " rows" : "",
            p->place[0].end ? " ended" : "", p->down ? ROW_HEIGHT * p->places : HEIGHT);
    for (size_t i = 0; i < p->places && !p->down; i++) include(&x, p->place[i].x);
    if (!(x.hi > x.lo)) x.hi = x.lo + 1;
    if (p->down)
        plot_strip(to, p, &s);
    else
        draw(to, p, &s, &x);
    plot_ticks(to, &s, !p->down, p->unit);
    for (size_t i = 0; i < p->places; i++) {
        const struct plot_place *of = &p->place[i];
        const double where = at(&x, of->x);
        const int fits = where - narrow >= NARROW;
        if (p->down) {
            const double top = 100 * ((double)i + 0.5) / (double)p->places;
            fprintf(to,
                    "<span class=\"rl\" style=\"top:%.1f%%\">%s<small>%s</small></span>"
                    "<span class=\"rv\" style=\"top:%.1f%%\">%s</span>\n",
                    top, write_html(of->text), of->count ? of->count : "", top,
                    of->end ? of->end : "");
        } else if (where - wide >= WIDE) {
            wide = where, narrow = fits ? where : narrow;
            fprintf(to, "<span class=\"xl%s\" style=\"left:%.1f%%\">%s</span>",
                    fits ? "" : " opt", where / 10, write_html(of->text));
        }
    }
    if (!p->down)
        fprintf(to, "<span class=\"xl xt\" style=\"left:50%%\">%s</span>",
                write_html(p->x_label));
    fputs("</div>\n", to);
}
