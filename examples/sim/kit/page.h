/* page.h - a page that is complete in itself: the simulator's figures as inline SVG and
 * the tables, light and dark, down to 360 pixels wide.
 */
#ifndef PAGE_H
#define PAGE_H

#include "kit/experiment.h"

#include <stdio.h>

void page_print(const struct experiment *x, FILE *to);

/* A page of another program: its head and title, paragraphs, its end. */
void page_begin(FILE *to, const char *title);
void page_text(FILE *to, const char *text);
void page_end(FILE *to);

#endif
