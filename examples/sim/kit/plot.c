/* plot.c - drawings are 1000 units wide and high, stretched to what room there is; lines
 * and marks keep their width (vector-effect). */
#include "kit/plot.h"

#include "kit/write.h"

#include <math.h>
#include <string.h>

static const char style[] =
    "svg{width:100%;height:100%;display:block;overflow:visible}\n"
    "svg *{vector-effect:non-scaling-stroke;fill:none}\n"
    "svg.sw{width:28px;height:10px;display:inline-block;margin-right:7px}\n"
    ".grid{stroke:var(--line)}.axis{stroke:var(--dim)}.zero{stroke:var(--fg)}\n"
    ".ln{stroke-width:2.2;stroke-linejoin:round}.ci{stroke-width:2.5;opacity:.5}\n"
    ".d1{stroke-dasharray:2 2.5}.d2{stroke-dasharray:9 3}.d3{stroke-dasharray:9 3 2 3}\n"
    ".dr{stroke-dasharray:6 4}\n"
    ".m{stroke-width:11;stroke-linecap:round}.m1,.m3{stroke-linecap:square;"
    "stroke-width:8.5}\n"
    ".hole{stroke:var(--bg);stroke-width:5.5}.m3.hole{stroke-width:4}\n"
    ".key{margin:4px 0 8px;font-size:.9em}.key "
    "span{margin-right:18px;white-space:nowrap}\n"
    ".plot{padding:8px 14px 44px 52px}.area{position:relative;height:280px}\n"
    ".yl,.xl{position:absolute;font-size:12px;color:var(--dim);white-space:nowrap;"
    "line-height:1}\n"
    ".yl{right:100%;margin-right:7px;transform:translateY(-50%)}\n"
    ".xl{top:100%;margin-top:7px;transform:translateX(-50%)}.xt{margin-top:26px}\n"
    ".row{display:flex;align-items:stretch;height:27px;font-size:.9em;"
    "font-variant-numeric:tabular-nums}\n"
    ".rl{width:172px;flex:none;align-self:center;display:flex;"
    "justify-content:space-between;padding-right:14px;overflow-wrap:anywhere;"
    "line-height:1.1}\n"
    ".rl small,.rh{color:var(--dim);font-size:.9em}\n"
    ".rp{position:relative;flex:1;min-width:0}.ax{height:30px}.ax .xl{top:0}\n"
    ".rv{width:76px;white-space:nowrap;text-align:right;align-self:center;color:var(--"
    "dim);flex:none}\n"
    ".cut{position:absolute;top:-5px;font-size:12px;color:var(--dim)}.right{right:0}\n"
    "@media(max-width:640px){.opt{display:none}.rl{width:128px}.area{height:220px}}\n";

void plot_style(FILE *to)
{
    size_t i;
    fputs(style, to);
    for (i = 0; i < PLOT_COLOURS; i++) fprintf(to, ".c%zu{stroke:var(--s%zu)}", i, i);
    fputs(".cr{stroke:var(--dim)}\n", to);
}

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
    struct plot_scale s = {NAN, NAN, 1, 0};
    double most = 0;
    size_t i;
    if (zero) s.lo = s.hi = 0;
    for (i = 0; i < n; i++) include(&s, v[i].is);
    s.log = !zero && s.lo > 0 && s.hi > FAR * s.lo;
    most = fmax(fabs(s.lo), fabs(s.hi));
    for (i = 0; i < n; i++) {
        if (fabs(v[i].low) <= 3 * most && (!s.log || v[i].low > s.lo / 10))
            include(&s, v[i].low);
        if (fabs(v[i].high) <= 3 * most) include(&s, v[i].high);
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

/* The first tick (v NAN), or the one behind v. A log scale has powers of ten, and more
 * where these are few. */
static double next_tick(const struct plot_scale *s, double v)
{
    const int few = s->hi < 200 * s->lo;
    double power;
    if (!s->log) return isnan(v) ? s->lo : s->step * floor(v / s->step + 1.5);
    power = pow(10, floor(log10(isnan(v) ? s->lo : v) + 1e-9));
    if (isnan(v)) v = s->lo * (1 - 1e-9);
    return few && v < 1.9 * power   ? 2 * power
           : few && v < 4.9 * power ? 5 * power
                                    : 10 * power;
}

static int has_tick(const struct plot_scale *s, double v)
{
    return v <= s->hi * (1 + 1e-9) + (s->log ? 0 : 1e-9 * s->step);
}

static void number(FILE *to, double v, const char *unit)
{
    fprintf(to, "%s%.4g%s%s", v < 0 ? "\xe2\x88\x92" : "", fabs(v) < 1e-12 ? 0 : fabs(v),
            *unit ? " " : "", unit);
}

void plot_ticks(FILE *to, const struct plot_scale *s, const char *unit)
{
    double v;
    int i = 0;
    for (v = next_tick(s, NAN); has_tick(s, v); v = next_tick(s, v), i++) {
        fprintf(to, "<span class=\"xl%s\" style=\"left:%.1f%%\">", i % 2 ? " opt" : "",
                at(s, v) / 10);
        number(to, v, has_tick(s, next_tick(s, v)) ? "" : unit);
        fputs("</span>", to);
    }
}

/* ---- looks ------------------------------------------------------------------------- */

/* Its colour, and its mark ('m') or dash ('d'). */
static void classes(FILE *to, const char *kind, char look, size_t of)
{
    if (of == PLOT_RECORDED)
        fprintf(to, "class=\"%s cr %s\"", kind, look == 'd' ? "dr" : "m2");
    else
        fprintf(to, "class=\"%s c%zu %c%zu\"", kind, of % PLOT_COLOURS, look, of % 4);
}

static void mark(FILE *to, double x, double y, size_t look)
{
    fputs("<path ", to);
    classes(to, "m", 'm', look);
    fprintf(to, " d=\"M%.1f %.1fh.01\"/>", x, y);
    if (look != PLOT_RECORDED && look % 4 < 2) return;
    fprintf(to, "<path class=\"m m%d hole\" d=\"M%.1f %.1fh.01\"/>",
            look == PLOT_RECORDED ? 2 : (int)(look % 4), x, y);
}

static void svg(FILE *to, const char *alt)
{
    fputs("<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" role=\"img\" "
          "aria-label=\"",
          to);
    write_html_text(to, alt);
    fputs("\">", to);
}

void plot_key(FILE *to, const struct plot_series *series, size_t count, int curves)
{
    size_t i;
    fputs("<p class=\"key\">", to);
    for (i = 0; i < count; i++) {
        fprintf(to,
                "<span><svg class=\"sw\" viewBox=\"0 0 28 10\" aria-hidden=\"true\">");
        if (curves) {
            fputs("<path ", to);
            classes(to, "ln", 'd', series[i].look);
            fputs(" d=\"M0 5H28\"/>", to);
        }
        if (!curves) mark(to, 14, 5, series[i].look);
        fputs("</svg>", to);
        write_html_text(to, series[i].name);
        fputs("</span>\n", to);
    }
    fputs("</p>\n", to);
}

/* ---- rows -------------------------------------------------------------------------- */

void plot_strip(FILE *to, const struct plot_scale *s, const struct plot_series *series,
                const struct plot_value *v, size_t count, const char *alt)
{
    double tick;
    size_t i;
    svg(to, alt);
    fputs("<path class=\"grid\" d=\"", to);
    for (tick = next_tick(s, NAN); has_tick(s, tick); tick = next_tick(s, tick))
        fprintf(to, "M%.1f 0V1000", at(s, tick));
    fputs("\"/>", to);
    if (!s->log && s->lo < 0 && s->hi > 0)
        fprintf(to, "<path class=\"zero\" d=\"M%.1f 0V1000\"/>", at(s, 0));
    for (i = 0; i < count; i++) {
        if (!isfinite(v[i].is)) continue;
        if (isfinite(v[i].low)) {
            fputs("<path ", to);
            classes(to, "ci", 'i', series[i].look);
            fprintf(to, " d=\"M%.1f 500H%.1f\"/>", at(s, v[i].low), at(s, v[i].high));
        }
        mark(to, at(s, v[i].is), 500, series[i].look);
    }
    fputs("</svg>", to);
    for (i = 0; i < count; i++) {
        if (v[i].low < s->lo)
            fputs("<span class=\"cut\">to ", to), number(to, v[i].low, ""),
                fputs("</span>", to);
        if (v[i].high > s->hi * (1 + 1e-9))
            fputs("<span class=\"cut right\">to ", to), number(to, v[i].high, ""),
                fputs("</span>", to);
    }
}

void plot_rows(FILE *to, const struct plot *p)
{
    const struct plot_scale s = plot_scale(p->at, p->places * p->count, p->zero);
    size_t i;
    fputs("<div class=\"dots\"><p class=\"rh\">", to);
    write_html_text(to, p->x_label);
    fputs("</p>\n", to);
    for (i = 0; i < p->places; i++) {
        fputs("<div class=\"row\"><span class=\"rl\">", to);
        write_html_text(to, p->texts[i]);
        if (p->counts) fprintf(to, "<small>%s</small>", p->counts[i]);
        fputs("</span><div class=\"rp\">", to);
        plot_strip(to, &s, p->series, p->at + i * p->count, p->count, p->texts[i]);
        fputs("</div>", to);
        if (p->ends) fprintf(to, "<span class=\"rv\">%s</span>", p->ends[i]);
        fputs("</div>\n", to);
    }
    fputs("<div class=\"row ax\"><span class=\"rl\"></span><div class=\"rp\">", to);
    plot_ticks(to, &s, p->unit);
    fprintf(to, "</div>%s</div></div>\n", p->ends ? "<span class=\"rv\"></span>" : "");
}

/* ---- curves ------------------------------------------------------------------------ */

static void curve(FILE *to, const struct plot *p, const struct plot_scale *x,
                  const struct plot_scale *y, size_t k)
{
    const char *step = "M";
    size_t i;
    fputs("<path ", to);
    classes(to, "ln", 'd', p->series[k].look);
    fputs(" d=\"", to);
    for (i = 0; i < p->places; i++) {
        const double v = p->at[i * p->count + k].is;
        if (isfinite(v))
            fprintf(to, "%s%.0f %.0f", step, at(x, p->x[i]), 1000 - at(y, v));
        step = isfinite(v) ? "L" : "M";
    }
    fputs("\"><title>", to);
    write_html_text(to, p->series[k].name);
    fputs("</title></path>", to);
    for (i = 0; p->texts && i < p->places; i++) {
        const struct plot_value *v = &p->at[i * p->count + k];
        if (!isfinite(v->is)) continue;
        if (isfinite(v->low)) {
            fputs("<path ", to);
            classes(to, "ci", 'i', p->series[k].look);
            fprintf(to, " d=\"M%.0f %.0fV%.0f\"/>", at(x, p->x[i]), 1000 - at(y, v->low),
                    1000 - at(y, v->high));
        }
        mark(to, at(x, p->x[i]), 1000 - at(y, v->is), p->series[k].look);
    }
    fputc('\n', to);
}

/* Texts that would touch are left out; on a narrow page more of them. */
static void draw_texts(FILE *to, const struct plot *p, const struct plot_scale *x)
{
    enum { LETTER = 7, WIDE = 900, NARROW = 290 };
    double wide = -1e9, narrow = -1e9;
    size_t i;
    for (i = 0; i < p->places; i++) {
        const double where = at(x, p->x[i]);
        const double half = (double)(strlen(p->texts[i]) + 1) * LETTER * 1000 / 2;
        const int fits = where - half / NARROW >= narrow;
        if (where - half / WIDE < wide) continue;
        wide = where + half / WIDE;
        if (fits) narrow = where + half / NARROW;
        fprintf(to, "<span class=\"xl%s\" style=\"left:%.1f%%\">", fits ? "" : " opt",
                where / 10);
        write_html_text(to, p->texts[i]);
        fputs("</span>", to);
    }
}

void plot_curves(FILE *to, const struct plot *p)
{
    const struct plot_scale s = plot_scale(p->at, p->places * p->count, p->zero);
    struct plot_scale x = {NAN, NAN, 1, p->log_x};
    double v;
    size_t i, k;
    for (i = 0; i < p->places; i++) include(&x, p->x[i]);
    if (!(x.hi > x.lo)) x.hi = x.lo + 1;
    x.step = round_step((x.hi - x.lo) / 8);
    fputs("<div class=\"plot\"><div class=\"area\">", to);
    svg(to, p->alt);
    fputs("<path class=\"grid\" d=\"", to);
    for (v = next_tick(&s, NAN); has_tick(&s, v); v = next_tick(&s, v))
        fprintf(to, "M0 %.0fH1000", 1000 - at(&s, v));
    fputs("\"/><path class=\"axis\" d=\"M0 1000H1000\"/>", to);
    for (k = 0; k < p->count; k++) curve(to, p, &x, &s, k);
    fputs("</svg>", to);
    for (v = next_tick(&s, NAN); has_tick(&s, v); v = next_tick(&s, v)) {
        fprintf(to, "<span class=\"yl\" style=\"top:%.1f%%\">", 100 - at(&s, v) / 10);
        number(to, v, strlen(p->unit) < 4 ? p->unit : "");
        fputs("</span>", to);
    }
    if (p->texts) draw_texts(to, p, &x);
    if (!p->texts) plot_ticks(to, &x, "");
    fputs("<span class=\"xl xt\" style=\"left:50%\">", to);
    write_html_text(to, p->x_label);
    fputs("</span></div></div>\n", to);
}
