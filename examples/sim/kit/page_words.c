/* page_words.c - a sentence is there if its figures are, and says no more than they. */
#include "kit/page_words.h"

#include "kit/base.h"
#include "kit/brief.h"
#include "kit/tables.h"

#include <ctype.h>
#include <math.h>

/* With a sign that is wide; `sign`: of what is more, too. */
const char *words_number(double v, enum unit u, int sign)
{
    char text[UNIT_TEXT];
    unit_text(v, u, text);
    if (*text == '-' && text[1]) return base_text("\xe2\x88\x92%s", text + 1);
    return base_text("%s%s", sign && v > 0 ? "+" : "", text);
}

const char *words_value(const struct page *p, double v)
{
    return words_number(v, p->unit, 0);
}

/* "hours", and of a difference between shares "points". */
const char *words_unit(const struct page *p, int difference)
{
    return p->unit == UNIT_PERCENT && difference ? "points" : unit_name(p->unit);
}

static const char *with_unit(const struct page *p, double v)
{
    const char *word = words_unit(p, 0);
    return base_text("%s%s%s", words_value(p, v), *word ? " " : "", word);
}

struct row_spread words_spread(const struct page *p, size_t variant,
                               enum experiment_beside how)
{
    struct row_cell of = p->of;
    of.variant = (uint32_t)variant;
    return experiment_spread(p->x, of, how);
}

int words_is_other(const struct page *p, size_t variant)
{
    return variant != p->x->against && !brief_is_recorded(p->x, variant);
}

struct plot_value words_at(const struct page *p, struct row_cell of,
                           enum experiment_beside how)
{
    const struct row_spread s = experiment_spread(p->x, of, how);
    const enum unit u = tables_unit(p->x, of.measure);
    const struct plot_value v = {unit_shown(s.mean, u), unit_shown(s.low, u),
                                 unit_shown(s.high, u)};
    return v;
}

const char *words_capital(const char *text)
{
    return base_text("%c%s", toupper((unsigned char)*text), text + (*text != 0));
}

/* The measure that decides; of rows without it, the first that they have. */
void words_begin(struct page *p)
{
    const struct simulator *s = p->x->sim;
    uint32_t m = 0;
    if (p->first->columns[0].measure) m = measure_number(s, p->first->columns[0].measure);
    p->of.measure = m;
    p->what = p->first->mean;
    if (!p->what || isnan(words_spread(p, p->x->against, EXPERIMENT_ALONE).mean)) {
        for (p->of.measure = 0; p->of.measure + 1 < s->measures_count; p->of.measure++)
            if (isfinite(words_spread(p, p->x->against, EXPERIMENT_ALONE).mean)) break;
        p->what = tables_label(p->x, p->of.measure);
    }
    p->unit = tables_unit(p->x, p->of.measure);
}

/* "; conservative 0.14 longer" */
static const char *compared(const struct page *p, size_t variant)
{
    const struct row_spread less = words_spread(p, variant, EXPERIMENT_LESS);
    const char *name = p->x->variant_names[variant];
    if (isnan(less.mean)) return "";
    if (isfinite(less.low) && (less.low > 0 || less.high < 0))
        return base_text("; %s %s%s %s", name, words_value(p, fabs(less.mean)),
                         p->unit == UNIT_PERCENT ? " points" : "",
                         brief_verdict(p->x, &less));
    if (isfinite(less.low)) return base_text("; %s: no clear difference", name);
    return base_text("; %s %s (%s)", name,
                     words_value(p, words_spread(p, variant, EXPERIMENT_ALONE).mean),
                     brief_verdict(p->x, &less));
}

const char *words_finding(const struct page *p)
{
    const struct experiment *x = p->x;
    const char *text = x->points > 1
                           ? base_text("At %s: %s", x->point_names[x->base], p->what)
                           : p->what;
    size_t v, others = 0, least = x->against, most = x->against;
    text = base_text("%s %s%s%s", words_capital(text),
                     with_unit(p, words_spread(p, x->against, EXPERIMENT_ALONE).mean),
                     x->variants > 1 ? " under " : "",
                     x->variants > 1 ? brief_name(x, x->against) : "");
    for (v = 0; v < x->variants; v++) {
        const double mean = words_spread(p, v, EXPERIMENT_ALONE).mean;
        if (!words_is_other(p, v)) continue;
        others++;
        if (mean < words_spread(p, least, EXPERIMENT_ALONE).mean) least = v;
        if (mean > words_spread(p, most, EXPERIMENT_ALONE).mean) most = v;
    }
    if (others > 3)
        return base_text("%s; from %s (%s) to %s (%s)", text,
                         words_value(p, words_spread(p, least, EXPERIMENT_ALONE).mean),
                         brief_name(x, least),
                         words_value(p, words_spread(p, most, EXPERIMENT_ALONE).mean),
                         brief_name(x, most));
    for (v = 0; v < x->variants; v++)
        if (words_is_other(p, v)) text = base_text("%s%s", text, compared(p, v));
    return text;
}

/* The classes in which it is clearly more (`sign` 1), or less: " servers 1, 5-8;". */
static const char *clear_classes(const struct page *p, size_t variant, int sign)
{
    const char *text = "";
    struct row_cell of = p->of;
    uint32_t places[ROW_PLACES];
    size_t a, i, n;
    of.variant = (uint32_t)variant;
    for (a = 0; a < 2 && p->first->axes[a]; a++) {
        const char *label;
        of.axis = measure_axis(p->x->sim, p->first->axes[a]);
        n = tables_places(p->x, of.measure, of.axis, places);
        label = p->x->sim->axes[of.axis].label;
        for (i = 0; i < n; i++) {
            struct row_spread s;
            of.place = places[i];
            s = experiment_spread(p->x, of, EXPERIMENT_LESS);
            if (!(sign > 0 ? s.low > 0 : s.high < 0)) continue;
            text = base_text("%s%s%s%s%s", text, *text ? ", " : "", label,
                             *label ? " " : "", brief_class(p->x, of.axis, places[i]));
            label = "";
        }
    }
    return text;
}

/* How far a variant is from the one it is compared with, and for whom; "". */
const char *words_lead(const struct page *p, size_t variant)
{
    const double ratio = words_spread(p, variant, EXPERIMENT_ALONE).mean /
                         words_spread(p, p->x->against, EXPERIMENT_ALONE).mean;
    const char *text = "";
    int sign;
    if (ratio > 3 || (ratio > 0 && ratio < 1.0 / 3))
        text =
            base_text(ratio > 1 ? "; %.3g times as much as under %s"
                                : "; less by a factor of %.3g than under %s",
                      ratio > 1 ? ratio : 1 / ratio, p->x->variant_names[p->x->against]);
    for (sign = 1; sign >= -1; sign -= 2) {
        const char *classes = clear_classes(p, variant, sign);
        if (*classes)
            text = base_text("%s; clearly %s for %s", text,
                             sign > 0 ? p->first->more : p->first->less, classes);
    }
    return *text ? base_text("%s under %s: %s.", words_capital(p->what),
                             p->x->variant_names[variant], text + 2)
                 : "";
}

const char *words_certain(const struct page *p)
{
    const struct experiment *x = p->x;
    const char *unit = x->seeds > 1 ? "seed" : "week";
    struct row_spread s = words_spread(p, x->against, EXPERIMENT_ALONE);
    size_t v;
    for (v = 0; v < x->variants && !isfinite(s.low); v++)
        if (v != x->against) s = words_spread(p, v, EXPERIMENT_LESS);
    if (isfinite(s.low))
        return base_text(
            "Intervals hold 95 %%, over %zu %ss; those of differences compare "
            "%s by %s. They cover chance within %s: another site or year may "
            "differ by more. Where one holds 0, no difference is clear.",
            s.count, unit, unit, unit,
            x->seeds > 1 ? "the model that draws" : "this workload");
    return s.why == INTERVAL_ALIKE
               ? "Weeks resemble the ones before too much for intervals: where figures "
                 "are close, other weeks may turn them round."
               : "There are no intervals: they need five seeds (--seeds), or a log of "
                 "ten "
                 "weeks. Where figures are close, another run may turn them round.";
}
