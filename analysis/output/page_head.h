/* The head of a page that needs no script: its style, in parts, stands in it and is all that it may
 * use beside pictures. */
#ifndef ANALYSIS_OUTPUT_PAGE_HEAD_H
#define ANALYSIS_OUTPUT_PAGE_HEAD_H

#include "analysis/output/html.h"

void page_head(const char *title, const html_part *style, size_t parts, FILE *out);

#endif
