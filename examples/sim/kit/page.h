/* page.h - a page that is complete in itself: the simulator's figures as inline SVG and
 * the tables, light and dark, down to 360 pixels wide.
 */
#ifndef KIT_PAGE_H
#define KIT_PAGE_H

#include "kit/experiment.h"

#include <stdio.h>

void page_print(const struct experiment *x, FILE *to);

#endif
