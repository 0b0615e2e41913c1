/* The head of a page without scripts: it contains the style, in parts, and allows only that and
 * pictures. */
#ifndef ANALYSIS_OUTPUT_PAGE_HEAD_H
#define ANALYSIS_OUTPUT_PAGE_HEAD_H

#include "analysis/output/html.h"

void page_head(const char *title, const html_part *style, size_t parts, FILE *out);

#endif
