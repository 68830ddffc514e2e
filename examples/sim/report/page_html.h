/* page_html.h - a page as HTML, for page.h. */
#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "report/page.h"

#include <stdio.h>

/* The page, from whose parts nothing is missing. */
void page_html_write(FILE *to, const struct page *p);

#endif
