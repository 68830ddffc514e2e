/* cube_plots.c - every value goes through cube_plots_point. */
#include "report/cube_plots.h"

#include <math.h>

void cube_plots_range(struct figure_plot *p, size_t series,
                      const struct statistics_spread *s, double factor)
{
    const double low = s->least < 0 ? s->low : fmax(s->low, 0);
    const int sure = isfinite(s->low);
    figure_plot_range(p, series, (sure ? low : s->least) * factor,
                      (sure ? s->high : s->most) * factor);
}

/* Adds a value of a variant at a point to a series. */
static void cube_plots_point(struct figure_plot *p, size_t series, double x,
                             const struct cube_plots *of, size_t point, size_t variant)
{
    const struct statistics_spread s = cube_spread(of->cube, point, variant, of->measure);
    figure_plot_point(p, series, x, s.mean * of->factor);
    if (of->cube->seeds < 2) return;
    cube_plots_range(p, series, &s, of->factor);
}

void cube_plots_curves(struct figure_plot *p, const struct cube_plots *of,
                       const struct cube_line *line)
{
    size_t v, i;
    for (v = 0; v < of->cube->variants; v++) {
        size_t series;
        if (line->only && !line->only[v]) continue;
        series = figure_plot_series(p, FIGURE_LINE, "%s", of->cube->names[v]);
        for (i = 0; i < line->count; i++)
            cube_plots_point(p, series, line->at[i].x, of, line->at[i].point, v);
    }
}

void cube_plots_categories(struct figure_plot *p, const struct cube *c)
{
    size_t i;
    for (i = 0; i < c->variants; i++) figure_plot_category(p, "%s", c->names[i]);
}

void cube_plots_bars(struct figure_plot *p, const struct cube_plots *of, size_t point,
                     const char *name)
{
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", name);
    size_t i;
    for (i = 0; i < of->cube->variants; i++)
        cube_plots_point(p, series, (double)i, of, point, i);
}
