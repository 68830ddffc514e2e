/* axis.c - ticks are tried from the finest step on, until no two labels touch. */
#include "report/axis.h"

#include "base/portable.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- how wide text is -------------------------------------------------------------- */

double axis_glyph_width(const char *s, int bytes)
{
    const unsigned char *u = (const unsigned char *)s;
    if (bytes == 3 && u[0] == 0xE2 && u[1] == 0x81 && u[2] >= 0xB0) return 0.6;
    if (bytes == 2) return u[0] == 0xC2 && u[1] < 0xA0 ? 1.1 : 0.75;
    if (bytes != 1 || *u < ' ' || *u == 127) return 1.1;
    if (strchr("iIl.,:;'|!() ", *u)) return 0.42;
    if (strchr("mwMW@%", *u)) return 1.02;
    if (strchr("<>=+~#&", *u)) return 0.86;
    return *u >= 'A' && *u <= 'Z' ? 0.8 : 0.66;
}

double axis_text_width(const char *text, double size)
{
    double width = 0;
    while (*text) {
        const int bytes = text_utf8_length(text);
        width += axis_glyph_width(text, bytes);
        text += bytes ? bytes : 1;
    }
    return width * size;
}

/* ---- numbers as labels ------------------------------------------------------------- */

double axis_power10(int k)
{
    double power = 1;
    int i;
    for (i = k < 0 ? -k : k; i > 0; i--) power *= 10;
    return k < 0 ? 1 / power : power;
}

/* The largest k with 10^k <= x, for x > 0. */
static int exponent10(double x)
{
    int k = (int)floor(portable_ln(x) / 2.30258509299404568402);
    while (axis_power10(k + 1) <= x) k++;
    while (axis_power10(k) > x) k--;
    return k;
}

/* Appends k in superscript digits. */
static void axis_superscript(int k, char *to, size_t size)
{
    static const char *const figures[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    char digits[16];
    const char *d = digits;
    size_t used = strlen(to);
    snprintf(digits, sizeof digits, "%d", k);
    for (; *d; d++) {
        snprintf(to + used, size - used, "%s",
                 *d == '-' ? "\xe2\x81\xbb" : figures[*d - '0']);
        used = strlen(to);
    }
}

/* The number of decimals that tells multiples of `step` apart. */
static int axis_decimals(double step)
{
    int d;
    for (d = 0; d < 12; d++) {
        const double scaled = step * axis_power10(d);
        if (fabs(scaled - floor(scaled + 0.5)) < 1e-6 * scaled) break;
    }
    return d;
}

/* 12345.5 as 12,345.5; a minus is U+2212. */
static void label_number(double x, int decimals, char to[AXIS_TICK_TEXT])
{
    char digits[400], *out = to;
    int i, whole;
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(x));
    whole = (int)strcspn(digits, ".");
    *to = 0;
    if (strlen(digits) > 24) { /* longer than any label of a tick */
        snprintf(to, AXIS_TICK_TEXT, "%.3g", x);
        return;
    }
    if (x < 0 && strspn(digits, "0.") < strlen(digits))
        out += sprintf(out, "\xe2\x88\x92");
    for (i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0 && whole > 4) *out++ = ',';
        *out++ = digits[i];
    }
    snprintf(out, 16, "%s", digits + whole);
}

/* m * 10^k, on a logarithmic axis. */
static void label_power(int m, int k, char to[AXIS_TICK_TEXT])
{
    if (k >= -4 && k <= 5) {
        label_number(k < 0 ? m / axis_power10(-k) : m * axis_power10(k), k < 0 ? -k : 0,
                     to);
        return;
    }
    *to = 0;
    if (m != 1) snprintf(to, AXIS_TICK_TEXT, "%d\xc3\x97", m);
    snprintf(to + strlen(to), AXIS_TICK_TEXT - strlen(to), "10");
    axis_superscript(k, to, AXIS_TICK_TEXT);
}

struct axis_range axis_range_none(void)
{
    const struct axis_range r = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, 0, 0};
    return r;
}

int axis_drawable(double v) { return fabs(v) <= AXIS_HUGE; }

void axis_range_add(struct axis_range *r, double v)
{
    if (!axis_drawable(v)) return;
    if (fabs(v) < AXIS_TINY) v = 0;
    if (v < r->lo) r->lo = v;
    if (v > r->hi) r->hi = v;
    if (v > 0 && v < r->positive) r->positive = v;
    r->zeros |= v >= 0 && v <= 0;
    r->count++;
}

/* ---- scales ------------------------------------------------------------------------ */

double axis_scale_at(const struct axis_scale *s, double v)
{
    if (!axis_drawable(v)) return NAN;
    if (!s->log) return (v - s->lo) / (s->hi - s->lo);
    if (fabs(v) < AXIS_TINY) return s->strip > 0 ? 0 : NAN;
    if (v < 0) return NAN;
    return s->strip +
           (1 - s->strip) * (portable_ln(v) - s->ln_lo) / (s->ln_hi - s->ln_lo);
}

static double tick_extent(const struct axis_scale *s, const struct axis_tick *t)
{
    return s->upright ? 1.6 * s->text_size
                      : axis_text_width(t->text, s->text_size) + 0.9 * s->text_size;
}

/* Is there space between all labels? */
static int ticks_fit(const struct axis_scale *s)
{
    int i;
    for (i = 1; i < s->count; i++) {
        const struct axis_tick *a = &s->ticks[i - 1], *b = &s->ticks[i];
        const double need = (tick_extent(s, a) + tick_extent(s, b)) / 2;
        if ((b->at - a->at) * s->length < need) return 0;
    }
    return 1;
}

/* ---- linear ------------------------------------------------------------------------ */

struct axis_time_unit {
    const char *name;
    double seconds;
    double steps[10]; /* of ticks, in this unit, above 1-2-5 fractions of it; 0 = end */
};

/* The unit in which people would say a time of so many seconds. */
static const struct axis_time_unit *time_unit_of(double seconds)
{
    static const struct axis_time_unit units[] = {
        {"seconds", 1, {1, 2, 5, 10, 15, 30, 60, 0}},
        {"minutes", 60, {1, 2, 5, 10, 15, 30, 60, 0}},
        {"hours", 3600, {1, 2, 3, 6, 12, 24, 48, 0}},
        {"days", 86400, {0}}};
    return &units[seconds <= 120 ? 0 : seconds <= 7200 ? 1 : seconds <= 345600 ? 2 : 3];
}

/* The k-th step, ascending: 1, 2, 5 times powers of ten from 10^first on; where the unit
 * has steps of its own, those. */
static double axis_step(const struct axis_time_unit *unit, int first, int k)
{
    static const int mantissa[] = {1, 2, 5};
    if (unit && unit->steps[0] > 0) {
        const int fractions = first < 0 ? -3 * first : 0;
        int i;
        for (i = 0; k >= fractions && i <= k - fractions; i++)
            if (!(unit->steps[i] > 0))
                return unit->steps[i - 1] * (k - fractions - i + 2);
        if (k >= fractions) return unit->steps[k - fractions];
    }
    return mantissa[k % 3] * axis_power10(first + k / 3);
}

/* Ticks at the multiples of step within lo .. hi, with labels divided by factor. 0 if
 * there would be too many. */
static int ticks_at(struct axis_scale *s, double step, double factor)
{
    const double from = ceil(s->lo / step - 1e-6), to = floor(s->hi / step + 1e-6);
    const int decimals = axis_decimals(step / factor);
    double i;
    s->count = 0;
    if (to - from >= AXIS_TICKS) return 0;
    for (i = from; i <= to; i++) {
        struct axis_tick *t = &s->ticks[s->count++];
        t->at = axis_scale_at(s, i * step);
        label_number(i * step / factor, decimals, t->text);
    }
    return 1;
}

/* Makes a linear scale. `round`: its ends move outwards to the next ticks. */
static void scale_linear(struct axis_scale *s, const struct figure_axis *axis, int round)
{
    const double lo = s->lo, hi = s->hi, most = fabs(lo) > fabs(hi) ? fabs(lo) : fabs(hi);
    const struct axis_time_unit *unit =
        axis->seconds > 0 ? time_unit_of(most * axis->seconds) : NULL;
    const double shown =
        unit ? unit->seconds / axis->seconds : 1; /* values in one unit */
    const double span = (hi - lo) / shown;
    const int first = exponent10(span) - 3, power = exponent10(most / shown);
    const int thousands = power >= 7 || power <= -4 ? (power + 600) / 3 * 3 - 600 : 0;
    const char *name = unit ? unit->name : axis->unit;
    char times[AXIS_TICK_TEXT] = "";
    int k;
    for (k = axis->step > 0 ? -1 : 0; k < 40; k++) {
        const double step = k < 0 ? axis->step : axis_step(unit, first, k) * shown;
        if (round) {
            s->lo = floor(lo / step + 1e-6) * step;
            s->hi = ceil(hi / step - 1e-6) * step;
        }
        if (ticks_at(s, step, shown * axis_power10(thousands)) && ticks_fit(s) &&
            (!s->upright || s->count < 9))
            break;
    }
    if (thousands) {
        snprintf(times, sizeof times, "\xc3\x97 10");
        axis_superscript(thousands, times, sizeof times);
    }
    if (name || *times)
        snprintf(s->title, sizeof s->title, "%s (%s%s%s)", axis->label ? axis->label : "",
                 times, *times && name ? " " : "", name ? name : "");
    else
        snprintf(s->title, sizeof s->title, "%s", axis->label ? axis->label : "");
}

/* ---- logarithmic ------------------------------------------------------------------- */

static void tick_add(struct axis_scale *s, double v, const char *text)
{
    struct axis_tick *t = &s->ticks[s->count];
    if (s->count == AXIS_TICKS || v < s->lo * (1 - 1e-9) || v > s->hi * (1 + 1e-9))
        return;
    t->at = axis_scale_at(s, v);
    snprintf(t->text, sizeof t->text, "%s", text);
    s->count++;
}

static void ticks_zero(struct axis_scale *s)
{
    s->count = 0;
    if (s->strip > 0) {
        s->ticks[0].at = 0;
        snprintf(s->ticks[0].text, AXIS_TICK_TEXT, "0");
        s->count = 1;
    }
}

/* Ticks at the powers of ten whose exponent is a multiple of stride; with stride 0 also
 * at 2 and 5 times each power. */
static void ticks_powers(struct axis_scale *s, int stride)
{
    static const int mantissa[] = {1, 2, 5};
    const int last = exponent10(s->hi * (1 + 1e-9));
    int k, m;
    ticks_zero(s);
    for (k = exponent10(s->lo); k <= last; k++) {
        if (stride > 1 && k % stride != 0) continue;
        for (m = 0; m < (stride ? 1 : 3); m++) {
            char text[AXIS_TICK_TEXT];
            label_power(mantissa[m], k, text);
            tick_add(s, mantissa[m] * axis_power10(k), text);
        }
    }
}

/* Ticks at times as people say them (1 min, 1 h, 1 day). 0 if fewer than four lie within
 * the range, or if their labels touch. */
static int ticks_times(struct axis_scale *s, double seconds)
{
    static const struct {
        const char *text;
        double seconds;
        int important;
    } times[] = {{"1 s", 1, 1},        {"10 s", 10, 0},     {"1 min", 60, 1},
                 {"10 min", 600, 0},   {"1 h", 3600, 1},    {"5 h", 18000, 0},
                 {"1 d", 86400, 1},    {"10 d", 864000, 0}, {"100 d", 8640000, 1},
                 {"1000 d", 8.64e7, 0}};
    int pass;
    size_t i;
    if (s->hi * seconds > 1e9 || s->lo * seconds < 0.1) return 0;
    for (pass = 0; pass < 2; pass++) {
        ticks_zero(s);
        for (i = 0; i < sizeof times / sizeof times[0]; i++)
            if (pass == 0 || times[i].important)
                tick_add(s, times[i].seconds / seconds, times[i].text);
        if (s->count - (s->strip > 0) >= 4 && ticks_fit(s)) return 1;
    }
    return 0;
}

/* The largest of 1, 2, 5 times a power of ten that is at most x; with `up` the smallest
 * that is at least x. */
static double round_125(double x, int up)
{
    static const int mantissa[] = {1, 2, 5, 10};
    const double power = axis_power10(exponent10(x));
    int m;
    if (up) {
        for (m = 0; m < 3 && mantissa[m] * power < x * (1 - 1e-9); m++) {
        }
    } else {
        for (m = 2; m > 0 && mantissa[m] * power > x * (1 + 1e-9); m--) {
        }
    }
    return mantissa[m] * power;
}

static void scale_log(struct axis_scale *s, const struct figure_axis *axis, int round)
{
    static const int strides[] = {0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 400};
    size_t i;
    if (round) {
        s->lo = round_125(s->lo, 0);
        s->hi = round_125(s->hi, 1);
    }
    if (!(s->hi > s->lo * 1.0001)) {
        s->lo = round_125(s->lo / 2, 0);
        s->hi = round_125(s->hi * 2, 1);
    }
    s->ln_lo = portable_ln(s->lo);
    s->ln_hi = portable_ln(s->hi);
    snprintf(s->title, sizeof s->title, "%s", axis->label ? axis->label : "");
    if (axis->seconds > 0 && ticks_times(s, axis->seconds)) return;
    for (i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        ticks_powers(s, strides[i]);
        if (s->count < AXIS_TICKS && ticks_fit(s)) break;
    }
    if (axis->unit)
        snprintf(s->title, sizeof s->title, "%s (%s)", axis->label ? axis->label : "",
                 axis->unit);
}

/* ---- an axis ----------------------------------------------------------------------- */

int axis_fixed(const struct figure_axis *axis)
{
    return axis->fixed && axis_drawable(axis->lo) && axis_drawable(axis->hi) &&
           axis->hi - axis->lo > 1e-9 * (fabs(axis->lo) + fabs(axis->hi)) &&
           (!axis->log || axis->lo > AXIS_TINY);
}

void axis_scale_make(struct axis_scale *s, const struct figure_axis *axis,
                     struct axis_range r, double length, double text_size, int upright,
                     int zero)
{
    const int fixed = axis_fixed(axis);
    memset(s, 0, sizeof *s);
    s->log = axis->log;
    s->length = length;
    s->text_size = text_size;
    s->upright = upright;
    if (fixed) {
        s->lo = axis->lo;
        s->hi = axis->hi;
    } else if (axis->log) {
        s->lo = r.positive <= r.hi ? r.positive : 1;
        s->hi = r.positive <= r.hi ? r.hi : 10;
    } else {
        s->lo = r.count ? r.lo : 0;
        s->hi = r.count ? r.hi : 0;
        if (zero && s->lo > 0) s->lo = 0;
        if (zero && s->hi < 0) s->hi = 0;
        if (!(s->hi - s->lo > 1e-9 * (fabs(s->hi) + fabs(s->lo)))) {
            s->hi += fabs(s->hi) / 2;
            s->lo -= fabs(s->lo) / 2;
        }
        if (!(s->hi > s->lo)) s->hi = s->lo + 1;
    }
    if (axis->log) {
        s->strip = r.zeros ? 1.8 * text_size / length : 0;
        if (!upright && r.zeros) s->strip = 2.2 * text_size / length;
        scale_log(s, axis, !fixed);
    } else {
        scale_linear(s, axis, upright && !fixed);
    }
}

const char *axis_duration_text(int64_t seconds, char to[TEXT_NUMBER])
{
    const struct axis_time_unit *unit = time_unit_of((double)seconds);
    const char *const names[] = {"s", "min", "h", "d"};
    const int which = unit->seconds > 3600 ? 3
                      : unit->seconds > 60 ? 2
                                           : unit->seconds > 1;
    snprintf(to, TEXT_NUMBER, "%.3g %s", (double)seconds / unit->seconds, names[which]);
    return to;
}
