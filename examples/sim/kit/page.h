/* page.h - a page that is complete in itself, without scripts, light and dark, from 390
 * pixels on: the finding, who differs by how much, what to keep in mind; then a few
 * charts, each with one question; tables; and behind <details> all else. Every sentence
 * follows from figures of the run by a rule: simulator.first says which.
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
