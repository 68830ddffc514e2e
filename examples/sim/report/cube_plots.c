/* cube_plots.c - every value goes through cube_plots_point. */
#include "report/cube_plots.h"

#include <math.h>

/* Adds a value of a variant at a point to a series. */
static void cube_plots_point(struct figure_plot *p, size_t series, double x,
                             const struct cube_plots *of, size_t point, size_t variant)
{
    const struct statistics_spread s = cube_spread(of->cube, point, variant, of->measure);
    const int interval = of->text == CUBE_INTERVAL;
    figure_plot_point(p, series, x, s.mean * of->factor);
    if (of->cube->seeds < 2) return;
    figure_plot_range(p, series,
                      (interval ? fmax(s.mean - s.half, 0) : s.least) * of->factor,
                      (interval ? s.mean + s.half : s.most) * of->factor);
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
