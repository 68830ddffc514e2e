/* mrfs_figures.c - the list, and how its numbers are shown. */
#include "mrfs/mrfs_figures.h"

#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

const struct measure mrfs_figures_list[MRFS_FIGURE_COUNT] = {
#define MRFS_FIGURE(name, unit, label) {#name, label, unit},
    MRFS_FIGURES(MRFS_FIGURE)
#undef MRFS_FIGURE
};

const char *mrfs_figures_text(double value, enum measure_unit unit, char to[TEXT_NUMBER])
{
    if (unit != MEASURE_NUMBER || !isfinite(value)) return measure_text(value, unit, to);
    if (value >= 1000) return text_count((uint64_t)(value + 0.5), to);
    snprintf(to, TEXT_NUMBER, "%.*f", value <= floor(value) ? 0 : 2, value);
    return to;
}
